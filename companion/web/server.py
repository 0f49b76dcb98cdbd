"""Routes of the live page; docs/reference/page.md lists the permissions."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, Final

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from companion.referee.control_cards import PREFIX, read_control
from companion.web.auth.login import Login
from companion.web.auth.middleware import PASS, AccessMiddleware
from companion.web.auth.rate_limit import RateLimit
from companion.web.auth.request_checks import allowed, own_file, read_body, read_json
from companion.web.auth.roles import AccessControl, Role
from companion.web.http_errors import asked_lang, handlers, refused
from companion.web.live import Live
from companion.web.lobby import Lobby
from companion.web.mailbox import Mailbox, Pressed, Rematch, SeatDeclaration, SwitchRecording
from companion.web.playing import Playing
from companion.web.qr import qr_svg
from companion.web.views.rules import rules_view
from companion.web.views.start import board_picture
from companion.web.views.why import why_view
from rules import Catalog, Verb

Take = Callable[[bytes], dict[str, Any] | None]
Step = Callable[[dict[str, Any]], bool]

_VERBS: Final = {v.value: v for v in (Verb.DECLARE, Verb.CHOOSE, Verb.READY, Verb.PASS)}
_MOST_VALUE: Final = 80
_UNWRITABLE: Final = frozenset(" =")
"""Characters that the log's text of an action cannot have in a value."""
_COMMANDS: Final = 24, 3.0
"""Rate limit of commands from a seat's page, as burst and refill per second. Each is logged."""
_QUESTIONS: Final = 40, 4.0
"""Rate limit of a guest's questions about the rules; a page asks two for each typed word."""
_MOST_PICTURE: Final = 12 * 1024 * 1024
_PICTURES: Final = 2
"""Number of pictures received at a time; a stalled one does not delay the next."""
_PAGES: Final = {Role.CAMERA: "phone.html", Role.SEAT: "seat.html"}
_LOOKING: Final = (Role.TABLE, Role.SEAT, Role.SPECTATOR)


class Site:
    """The page of one match as an ASGI application: `Site(...).app`."""

    def __init__(
        self,
        mailbox: Mailbox,
        access: AccessControl,
        live: Live,
        *,
        address: Callable[[Role], str],
        take: Take | None = None,
        lobby: Lobby | None = None,
        step: Step | None = None,
    ) -> None:
        """Serve `live`; `address` returns the page's origin for a role's device, or "".

        `take` processes a phone's picture and returns the answer, or None if it is not a picture.
        """
        self._mailbox = mailbox
        self._access = access
        self._address = address
        self._lobby = lobby
        self._step = step
        self.take = take
        self._live = live
        self._receiving = asyncio.Semaphore(_PICTURES)
        self._asking = {at_table: asyncio.Lock() for at_table in (True, False)}
        self._commands = RateLimit(*_COMMANDS)
        self._questions = RateLimit(*_QUESTIONS)
        self.app = Starlette(
            routes=[
                Route("/", self._page),
                *Login(access).routes(),
                Route("/view", self._view),
                Route("/picture", self._picture),
                Route("/moment/{n:few}", self._moment),
                Route("/press", self._press, methods=["POST"]),
                Route("/again", self._again, methods=["POST"]),
                Route("/record", self._record, methods=["POST"]),
                Route("/orders", self._orders, methods=["POST"]),
                Route("/pair/{role}", self._pair, methods=["POST"]),
                Route("/frame", self._frame, methods=["POST"]),
                Route("/rules", self._rules),
                Route("/why", self._why),
                Route("/step", self._stepped, methods=["POST"]),
                Route("/lobby", self._offers),
                Route("/lobby/boards", self._boards),
                Route("/start", self._start, methods=["POST"]),
                *Playing(live, mailbox).routes,
                WebSocketRoute("/live", self._socket),
            ],
            middleware=[Middleware(AccessMiddleware, access=access)],
            exception_handlers=handlers(),
            lifespan=self._lifespan,
        )

    @asynccontextmanager
    async def _lifespan(self, _app: Starlette) -> AsyncIterator[None]:
        """Connect the mailbox to the event loop while the server runs."""
        loop = asyncio.get_running_loop()

        def wake() -> None:
            try:
                loop.call_soon_threadsafe(self._live.ring)
            except RuntimeError:
                return  # the server is closing

        self._mailbox.wake_by(wake)
        yield

    async def _page(self, request: Request) -> Response:
        who = request.scope[PASS]
        if who is None:
            raise refused("no_link")
        if self._live.viewing is None and who.role is Role.TABLE:
            return own_file("start.html")
        return own_file(_PAGES.get(who.role, "index.html"))

    @property
    def _catalog(self) -> Catalog:
        """The catalogue of the match's game."""
        if self._live.viewing is None:
            raise refused("not_begun")
        return self._live.viewing.catalog

    # Reading.

    async def _view(self, request: Request) -> Response:
        view = await self._live.view(allowed(request, *_LOOKING), asked_lang(request))
        if view is None:
            raise refused("not_begun")
        return Response(view, media_type="application/json")

    async def _picture(self, request: Request) -> Response:
        allowed(request, Role.TABLE)
        data = await asyncio.to_thread(self._mailbox.picture)
        if data is None:
            raise refused("no_picture_yet")
        return Response(data, media_type="image/jpeg")

    async def _moment(self, request: Request) -> Response:
        allowed(request, Role.TABLE)
        data = self._mailbox.moment(request.path_params["n"])
        if data is None:
            raise refused("no_moment")
        return Response(data, media_type="image/jpeg")

    async def _socket(self, socket: WebSocket) -> None:
        who = socket.scope[PASS]
        if who is None or not who.looks:
            await socket.close(1008)
            return
        await self._live.serve(socket, who, asked_lang(socket))

    async def _offers(self, request: Request) -> Response:
        """Return the choices before a match, 202 after a choice, 410 once the match has begun."""
        allowed(request, Role.TABLE)
        if self._live.viewing is not None:
            raise refused("begun")
        if self._lobby is None:
            return JSONResponse({"lobby": 0}, 202)
        return JSONResponse(self._lobby.offers.data(asked_lang(request)))

    async def _boards(self, request: Request) -> Response:
        """Return the pictures of the games on offer."""
        allowed(request, Role.TABLE)
        if self._lobby is None:
            raise refused("begun")
        lang, slugs = asked_lang(request), [game.slug for game in self._lobby.offers.games]
        found = await asyncio.to_thread(lambda: {x: board_picture(x, lang) for x in slugs})
        return JSONResponse({slug: board for slug, board in found.items() if board})

    async def _stepped(self, request: Request) -> Response:
        """Move a replay to another moment; 409 for a match that is being played."""
        allowed(request, Role.TABLE)
        data = await read_json(request)
        if self._step is None:
            raise refused("being_played")
        if not self._step(data):
            raise refused("no_step")
        return Response(status_code=204)

    async def _start(self, request: Request) -> Response:
        allowed(request, Role.TABLE)
        data = await read_json(request)
        if self._lobby is None or self._live.viewing is not None:
            raise refused("begun")
        if not self._lobby.choose(data):
            raise refused("not_offered")
        return Response(status_code=202)

    async def _rules(self, request: Request) -> Response:
        asking = self._ask(request)
        words = request.query_params.get("q", "")[:200]
        lang, slug = asked_lang(request), self._catalog.slug
        async with asking:
            found = await asyncio.to_thread(rules_view, slug, words, lang)
        return JSONResponse(found)

    async def _why(self, request: Request) -> Response:
        """Return the verdict on a hypothetical action."""
        asking = self._ask(request)
        viewing = self._live.viewing
        _, now = self._mailbox.snapshot
        if viewing is None or now is None:
            raise refused("not_begun")
        text = request.query_params.get("q", "")[:200]
        lang = asked_lang(request)
        async with asking:
            at = now.position
            found = await asyncio.to_thread(why_view, viewing, at.setup, at.state, text, lang)
        return JSONResponse({"answer": found})

    def _ask(self, request: Request) -> asyncio.Lock:
        """Return the lock under which a question is answered; raise 429 if a guest asks too fast.

        Guests are answered one at a time, so that the table and the match keep their processor.
        """
        at_table = allowed(request, *_LOOKING).role is Role.TABLE
        host = request.client.host if request.client else ""
        if not at_table and not self._questions.take(host):
            raise refused("too_fast")
        return self._asking[at_table]

    # Writing.

    async def _press(self, request: Request) -> Response:
        who = allowed(request, Role.TABLE, Role.SEAT)
        data = await read_json(request)
        name, seat = data.get("control"), data.get("seat", "")
        seats = self._catalog.seats
        control = read_control(f"{PREFIX}{name}")
        if control is None or not isinstance(seat, str):
            raise refused("no_control")
        if who.role is Role.SEAT:
            seat = who.seat
            self._pace(seat)
        if seat and seat not in seats:
            raise refused("no_seat")
        if not self._mailbox.press(Pressed(control, seat), who.seat):
            raise refused("one_at_a_time")
        return Response(status_code=204)

    async def _again(self, request: Request) -> Response:
        """Request a rematch after this match."""
        allowed(request, Role.TABLE)
        await read_json(request)
        if self._live.viewing is None or not self._live.viewing.again:
            raise refused("not_offered")
        if not self._mailbox.press(Rematch()):
            raise refused("one_at_a_time")
        return Response(status_code=202)

    async def _record(self, request: Request) -> Response:
        """Start or stop the recording of the match."""
        allowed(request, Role.TABLE)
        on = (await read_json(request)).get("on")
        _, now = self._mailbox.snapshot
        if now is None or now.recording is None or not isinstance(on, bool):
            raise refused("not_offered")
        if not self._mailbox.press(SwitchRecording(on)):
            raise refused("one_at_a_time")
        return Response(status_code=202)

    async def _orders(self, request: Request) -> Response:
        """Accept a seat's secret declaration; the match's loop judges it."""
        who = allowed(request, Role.SEAT)
        data = await read_json(request)
        value, verb = data.get("value", ""), _VERBS.get(str(data.get("verb")))
        if verb is None or not isinstance(value, str) or len(value) > _MOST_VALUE:
            raise refused("no_saying")
        if not value.isprintable() or not _UNWRITABLE.isdisjoint(value):
            raise refused("no_saying")
        self._pace(who.seat)
        if not self._mailbox.press(SeatDeclaration(who.seat, verb, value), who.seat):
            raise refused("one_at_a_time")
        return Response(status_code=204)

    def _pace(self, seat: str) -> None:
        """Raise 429 if a seat's page sends commands too fast."""
        if not self._commands.take(seat):
            raise refused("too_fast")

    async def _pair(self, request: Request) -> Response:
        allowed(request, Role.TABLE)
        data = await read_json(request)
        seat = data.get("seat", "")
        try:
            role = Role(request.path_params["role"])
        except ValueError:
            raise refused("absent") from None
        if role is Role.TABLE or (role is Role.SEAT) is not (seat in self._catalog.seats):
            raise refused("no_such_link")
        links = self._code(role, seat, self._address(role))
        # Neither spectators nor phones that send photos need a certificate.
        plain = self._address(Role.SPECTATOR)
        if role is Role.CAMERA and plain != self._address(role):
            links["photos"] = self._code(role, seat, plain)
        return JSONResponse(links)

    def _code(self, role: Role, seat: str, origin: str) -> dict[str, Any]:
        link = f"{origin}/join#{self._access.invite(role, seat)}" if origin else ""
        return {"link": link, "qr": qr_svg(link) if link else ""}

    async def _frame(self, request: Request) -> Response:
        allowed(request, Role.CAMERA)
        if self.take is None:
            raise refused("own_camera")
        if request.headers.get("content-type") != "image/jpeg":
            raise refused("not_jpeg")
        async with self._receiving:
            body = await read_body(request, _MOST_PICTURE)
            answer = await asyncio.to_thread(self.take, body)
        if answer is None:
            raise refused("no_picture")
        return JSONResponse(answer)
