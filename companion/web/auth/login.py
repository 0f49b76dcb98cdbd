"""The login of all pages, which exchanges a link's token for a cookie."""

import asyncio
from collections.abc import Callable
from typing import Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from companion.web.auth.middleware import cookie_name
from companion.web.auth.request_checks import own_file, read_json
from companion.web.auth.roles import AccessControl
from companion.web.files import page_words
from companion.web.http_errors import refused
from rules import LANGUAGES

_WEEK_S: Final = 7 * 24 * 3600


class Login:
    """The routes of `/join`, and of the files that every page loads."""

    def __init__(
        self, access: AccessControl, words: Callable[[str], dict[str, str]] = page_words
    ) -> None:
        """Use `words` to look up the words that a page's scripts insert."""
        self._access, self._page_words = access, words
        self._saving = asyncio.Lock()

    def routes(self) -> list[Route]:
        """Return the routes of the page, of the token's exchange, and of the pages' files."""
        return [
            Route("/join", self._page, methods=["GET"]),
            Route("/join", self._join, methods=["POST"]),
            Route("/files/{name}", self._file),
            Route("/words/{lang}", self._words),
        ]

    async def _file(self, request: Request) -> Response:
        return own_file(request.path_params["name"])

    async def _words(self, request: Request) -> Response:
        lang = request.path_params["lang"]
        if lang not in LANGUAGES:
            raise refused("absent")
        return JSONResponse(self._page_words(lang))

    async def _page(self, _request: Request) -> Response:
        """Return the page that exchanges a token, so that a link preview does not use it up."""
        return own_file("enter.html")

    async def _join(self, request: Request) -> Response:
        token = (await read_json(request)).get("token")
        address = request.client.host if request.client else ""
        found = self._access.enter(token, address) if isinstance(token, str) else None
        if found is None:
            raise refused("used_up")
        async with self._saving:  # a flood of guests must not occupy every thread
            await asyncio.to_thread(self._access.save)
        key, who = found
        answer = JSONResponse({"role": who.role.value})
        answer.set_cookie(
            cookie_name(request.headers["host"]),
            key,
            max_age=_WEEK_S,
            httponly=True,
            samesite="strict",
            secure=request.url.scheme == "https",
        )
        return answer
