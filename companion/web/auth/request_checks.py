"""Request checks shared by routes: role and body."""

import asyncio
import hashlib
import json
from typing import Any, Final

from starlette.convertors import Convertor, register_url_convertor
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, Response

from companion.web.auth.middleware import PASS
from companion.web.auth.roles import Pass, Role
from companion.web.files import MEDIA_TYPES, page_file
from companion.web.http_errors import refused


class _Few(Convertor[int]):
    """A number of at most nine digits in a path: `{n:few}`."""

    regex = "[0-9]{1,9}"

    def convert(self, value: str) -> int:
        """Return the number; the framework's own `int` fails on thousands of digits."""
        return int(value)

    def to_string(self, value: int) -> str:
        """Return the number as it appears in a path."""
        return str(value)


register_url_convertor("few", _Few())

_MOST_JSON: Final = 4096
_BODY_S: Final = 20.0


def allowed(request: Request, *roles: Role) -> Pass:
    """Return the requester's pass; raise 403 for other roles."""
    who: Pass | None = request.scope[PASS]
    if who is None:
        raise refused("no_link")
    if who.role not in roles:
        raise refused("not_yours")
    return who


def own_file(name: str) -> Response:
    """Return one of the page's own files; raise 404 for any other name."""
    file = page_file(name)
    if file is None:
        raise refused("absent")
    headers = {"cache-control": "private, max-age=86400"} if name.endswith(".ttf") else None
    return FileResponse(file, media_type=MEDIA_TYPES[file.suffix], headers=headers)


def kept_picture(request: Request, data: bytes) -> Response:
    """Return a JPEG that browsers may cache but must revalidate (RFC 9110, section 13.1.2).

    The next match has the same address and uses the same names for other pictures.
    """
    tag = f'"{hashlib.sha256(data).hexdigest()[:32]}"'
    headers = {"cache-control": "private, no-cache", "etag": tag}
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(data, media_type="image/jpeg", headers=headers)


async def read_body(request: Request, most: int, seconds: float = _BODY_S) -> bytes:
    """Return a request's body. Refuse it as soon as it is too long or too slow."""
    length = request.headers.get("content-length", "0")
    if not length.isdigit() or int(length[:16]) > most:
        raise refused("too_large")
    parts: list[bytes] = []
    size = 0
    try:
        async with asyncio.timeout(seconds):
            async for part in request.stream():
                size += len(part)
                if size > most:
                    raise refused("too_large")
                parts.append(part)
    except (TimeoutError, ClientDisconnect):  # a visitor who has left reads no answer
        raise refused("too_slow") from None
    return b"".join(parts)


async def read_json(request: Request) -> dict[str, Any]:
    """Return the JSON object in a request; raise 400, 413 or 415 for anything else."""
    if request.headers.get("content-type", "").partition(";")[0] != "application/json":
        raise refused("not_json")
    body = await read_body(request, _MOST_JSON)
    try:
        data = json.loads(body)
    except (ValueError, RecursionError):
        raise refused("no_json") from None
    if not isinstance(data, dict):
        raise refused("no_object")
    return data
