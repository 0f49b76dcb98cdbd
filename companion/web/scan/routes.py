"""Routes of a scan's page, with a match's access control (docs/reference/page.md)."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final
from urllib.parse import unquote

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Route

from companion.errors import CompanionError
from companion.scan.stock import PrintedStock
from companion.scan.words import Captions
from companion.web.auth.login import Login
from companion.web.auth.middleware import PASS, AccessMiddleware
from companion.web.auth.request_checks import allowed, kept_picture, own_file, read_body, read_json
from companion.web.auth.roles import AccessControl, Role
from companion.web.files import page_words, scan_words
from companion.web.http_errors import asked_lang, handlers, refused
from companion.web.qr import qr_svg
from companion.web.scan.mailbox import Press, ScanMailbox
from companion.web.scan.view import FILES, answer_view, scan_view
from companion.web.views.rules import rules_view
from rules import LANGUAGES, Catalog

_MOST_PHOTO: Final = 40 * 1024 * 1024
_PHOTOS: Final = 2
"""Number of photos received at a time."""
_PHOTO_S: Final = 120.0
"""Deadline for uploading a 48-megapixel photo over a slow network, s."""
_NEWS_S: Final = 4.0
_LOOK_S: Final = 0.05
_ANSWER_S: Final = 60.0
_SENDING: Final = (Role.TABLE, Role.CAMERA)
_SHEET: Final = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
"""Content security policy of the check sheet, which has inline style and pictures but no scripts.
"""


class ScanSite:
    """The page of one scan as an ASGI application: `ScanSite(...).app`."""

    def __init__(
        self,
        mailbox: ScanMailbox,
        access: AccessControl,
        stock: PrintedStock,
        catalog: Catalog,
        address: Callable[[], str],
    ) -> None:
        """Serve the scan behind `mailbox`; `address` returns the origin for phones."""
        self._mailbox, self._access, self._stock, self._address = mailbox, access, stock, address
        self._receiving = asyncio.Semaphore(_PHOTOS)
        self._captions = {lang: Captions(catalog, lang) for lang in LANGUAGES}
        self.app = Starlette(
            routes=[
                Route("/", self._page),
                *Login(access, lambda lang: page_words(lang) | scan_words(lang)).routes(),
                Route("/view", self._view),
                Route("/picture", self._picture),
                Route("/seen/{tag}", self._seen),
                Route("/photo", self._photo, methods=["POST"]),
                Route("/press", self._press, methods=["POST"]),
                Route("/result/{form}", self._result),
                Route("/pair/camera", self._pair, methods=["POST"]),
                Route("/rules", self._rules),
            ],
            middleware=[Middleware(AccessMiddleware, access=access)],
            exception_handlers=handlers(),
        )

    async def _page(self, request: Request) -> Response:
        who = request.scope[PASS]
        if who is None:
            raise refused("no_link")
        return own_file("scan_phone.html" if who.role is Role.CAMERA else "scan.html")

    # Reading.

    async def _view(self, request: Request) -> Response:
        """Return the view once it is newer than `after`, or 204 after a while without news."""
        allowed(request, Role.TABLE)
        asked = request.query_params.get("after", "0")
        after = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 10 else 0
        number, shown = self._mailbox.shown()
        with suppress(TimeoutError):
            async with asyncio.timeout(_NEWS_S):
                while number <= after or shown is None:
                    await asyncio.sleep(_LOOK_S)
                    number, shown = self._mailbox.shown()
        if number <= after or shown is None:
            return Response(status_code=204)
        captions = self._captions[asked_lang(request)]
        view = scan_view(number, shown, self._stock, captions, phone=self._mailbox.phone)
        return JSONResponse(view)

    async def _picture(self, request: Request) -> Response:
        allowed(request, Role.TABLE)
        data = await asyncio.to_thread(self._mailbox.picture)
        if data is None:
            raise refused("no_camera")
        return Response(data, media_type="image/jpeg")

    async def _seen(self, request: Request) -> Response:
        """Return the picture of a counted card."""
        allowed(request, Role.TABLE)
        tag = request.path_params["tag"]
        path = self._mailbox.pictures / f"{tag}.jpg"
        if tag not in self._stock.copies or not path.is_file():
            raise refused("no_card_picture")
        return kept_picture(request, await asyncio.to_thread(path.read_bytes))

    async def _rules(self, request: Request) -> Response:
        allowed(request, Role.TABLE)
        words = request.query_params.get("q", "")[:200]
        lang = asked_lang(request)
        return JSONResponse(await asyncio.to_thread(rules_view, self._stock.game, words, lang))

    async def _result(self, request: Request) -> Response:
        """Return a form of the result: the check sheet for viewing, other forms for download."""
        allowed(request, Role.TABLE)
        form = request.path_params["form"]
        _, shown = self._mailbox.shown()
        if shown is None or shown.saved is None or form not in FILES:
            raise refused("no_result")
        saved = shown.saved
        if form == "html":
            return FileResponse(saved.sheet, headers={"content-security-policy": _SHEET})
        path = {"json": saved.json, "csv": saved.csv}.get(form)
        if path is None:
            path = _only_list(saved.lists, request.query_params.get("deck", "0"))
        return FileResponse(path, filename=path.name)

    # Writing.

    async def _photo(self, request: Request) -> Response:
        """Scan a photo of cards; answer after it has been read."""
        allowed(request, *_SENDING)
        lang = asked_lang(request)
        name = unquote(request.headers.get("x-name", ""), errors="replace")
        async with self._receiving:
            data = await read_body(request, _MOST_PHOTO, _PHOTO_S)
            upload = self._mailbox.send(name, data)
        if upload is None:
            raise refused("one_at_a_time")
        try:
            async with asyncio.timeout(_ANSWER_S):
                events, status = await asyncio.wrap_future(upload.answer)
        except TimeoutError:
            raise refused("no_answer") from None
        except CompanionError as error:
            return JSONResponse({"state": "trouble", "texts": [error.message.render(lang)]}, 422)
        return JSONResponse(answer_view(events, status, self._captions[lang]))

    async def _press(self, request: Request) -> Response:
        allowed(request, Role.TABLE)
        try:
            press = Press(str((await read_json(request)).get("press")))
        except ValueError:
            raise refused("no_button") from None
        self._mailbox.press(press)
        return Response(status_code=204)

    async def _pair(self, request: Request) -> Response:
        """Return a link for a phone that sends photos. The link works only once."""
        allowed(request, Role.TABLE)
        origin = self._address()
        link = f"{origin}/join#{self._access.invite(Role.CAMERA)}" if origin else ""
        return JSONResponse({"link": link, "qr": qr_svg(link) if link else ""})


def _only_list(lists: tuple[Path, ...], asked: str) -> Path:
    """Return the deck list with this number; raise 404 if there is none."""
    if not asked.isascii() or not asked.isdigit() or int(asked[:4]) >= len(lists):
        raise refused("no_deck")
    return lists[int(asked[:4])]
