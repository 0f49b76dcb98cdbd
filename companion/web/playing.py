"""Routes of a drawn table: `GET` and `POST /table`, `GET /paper/N/SIDE`.

Only the table's own page has access. A drag command refers to pieces by number and to places by
name. Invalid commands are refused before they reach the table, and too frequent ones are
throttled. The match's loop arranges the table and performs seats' actions, because only it knows
the layout and the legal actions.
"""

import asyncio
import math
import time
from collections.abc import Mapping
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from companion.drawn_table.values import DragCommand, DragKind, DrawnTable
from companion.web.auth.request_checks import allowed, kept_picture, read_json
from companion.web.auth.roles import Role
from companion.web.http_errors import asked_lang, refused
from companion.web.live import Live
from companion.web.mailbox import AskHint, AskTutor, Mailbox, PerformAction, ResetTable, ThrowDice
from companion.web.views.play import play_view, playfield_view
from companion.web.views.view import ViewBuilder
from rules import NotationError, parse_action

_SAY: Final = "say"
_HINT: Final = "hint"
_PLAIN: Final[Mapping[str, ResetTable | ThrowDice | AskTutor]] = {
    "lay": ResetTable(),
    "throw": ThrowDice(),
    **{f"lesson_{word}": AskTutor(word) for word in ("help", "back", "leave", "match")},
}
_MOST_MM: Final = 10_000.0
_MOST_NAME: Final = 40
_MOST_ACTION: Final = 200
_MOST_A_SECOND: Final = 60
_AIMED: Final = frozenset((DragKind.DRAG, DragKind.DROP))
_PLACED: Final = frozenset((DragKind.HAND, DragKind.ROLL))


def read_doing(data: dict[str, Any]) -> DragCommand | None:
    """Parse a page's drag command; return None for anything else.

    `{"do": "drop", "n": 7, "at": [120.5, 80]}`, `{"do": "hand", "n": 7, "place": "A"}`
    """
    kind = data.get("do")
    if not isinstance(kind, str) or kind not in set(DragKind):
        return None
    deed = DragKind(kind)
    number, at, place = data.get("n", 0), data.get("at"), data.get("place", "")
    if type(number) is not int or not isinstance(place, str) or len(place) > _MOST_NAME:
        return None
    if deed in _PLACED and not place:
        return None
    if deed not in _AIMED:
        return DragCommand(deed, number, None, place)
    if not isinstance(at, list) or len(at) != 2 or not all(map(_millimetres, at)):
        return None
    return DragCommand(deed, number, (float(at[0]), float(at[1])), place)


def read_saying(data: dict[str, Any]) -> PerformAction | None:
    """Parse the action of a seat's button: `{"do": "say", "action": "A choose d4"}`.

    The match's loop judges it.
    """
    text = data.get("action")
    if not isinstance(text, str) or len(text) > _MOST_ACTION:
        return None
    try:
        return PerformAction(parse_action(text))
    except NotationError:
        return None


def _read_command(data: dict[str, Any]) -> PerformAction | AskHint | None:
    """Parse a seat's action, or its request for a hint: `{"do": "hint", "seat": "A"}`."""
    if data["do"] == _SAY:
        return read_saying(data)
    seat = data.get("seat")
    return AskHint(seat) if isinstance(seat, str) and len(seat) <= _MOST_NAME else None


def _millimetres(value: object) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return math.isfinite(value) and abs(value) <= _MOST_MM


class Playing:
    """Routes of one match's drawn table."""

    def __init__(self, live: Live, mailbox: Mailbox) -> None:
        self._live = live
        self._mailbox = mailbox
        self._begun, self._count = 0.0, 0
        self.routes = [
            Route("/table", self._look, methods=["GET"]),
            Route("/table", self._act, methods=["POST"]),
            Route("/paper/{n:few}/{side}", self._paper),
        ]

    def _at_table(self, request: Request) -> tuple[DrawnTable, ViewBuilder]:
        allowed(request, Role.TABLE)
        drawn_table, viewing = self._live.drawn_table, self._live.viewing
        if drawn_table is None or viewing is None:
            raise refused("not_on_page")
        return drawn_table, viewing

    async def _look(self, request: Request) -> Response:
        drawn_table, viewing = self._at_table(request)
        words = viewing.words(asked_lang(request))
        return JSONResponse(playfield_view(drawn_table.shown(), viewing.board, words))

    async def _act(self, request: Request) -> Response:
        drawn_table, viewing = self._at_table(request)
        data = await read_json(request)
        self._throttle()
        if data.get("do") in (*_PLAIN, _SAY, _HINT):
            command = _PLAIN.get(data["do"]) or _read_command(data)
            if command is None:
                raise refused("no_saying")
            if not self._mailbox.press(command):
                raise refused("one_at_a_time")
            return Response(status_code=202)
        doing = read_doing(data)
        if doing is None:
            raise refused("no_deed")
        if not drawn_table.do(doing):
            raise refused("not_so")
        if doing.deed is DragKind.DRAG:
            return Response(status_code=204)
        words = viewing.words(asked_lang(request))
        return JSONResponse(play_view(drawn_table.shown(), viewing.board, words))

    async def _paper(self, request: Request) -> Response:
        """Return one side of a piece, whose picture never changes during a match."""
        drawn_table, _ = self._at_table(request)
        number, up = request.path_params["n"], request.path_params["side"] == "up"
        data = await asyncio.to_thread(drawn_table.picture, number, up=up)
        if data is None:
            raise refused("no_paper")
        if not data:  # the piece was turned face down while its picture was being created
            return Response(status_code=204)
        return kept_picture(request, data)

    def _throttle(self) -> None:
        now = time.monotonic()
        if now - self._begun > 1:
            self._begun, self._count = now, 0
        self._count += 1
        if self._count > _MOST_A_SECOND:
            raise refused("too_fast")
