"""Inputs and notices as JSON, with or without what is secret.

A view is stored as its difference from the view before. Corners of tags in the picture are left
out: the referee does not use them, and they change with every frame.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final, get_args

from pydantic import TypeAdapter

from companion.readings import TableView
from companion.referee.inputs import Declare, Input, TokenAgain, Unseen
from companion.referee.notices import Notice, Refused, notice_data
from companion.web.public import is_secret, public_record
from rules.core.match import MatchState

_ADAPTERS: Final = {each.__name__: TypeAdapter(each) for each in get_args(Input)}
_LEFT_OUT: Final = {"readings": {"__all__": {"corners"}}}
_NOWHERE: Final = ((0.0, 0.0),) * 4
ANSWER: Final = "Answer"
"""In place of an input: notices that only answer a page's command."""
WITHHELD: Final = "withheld"
"""Key of an input or notice whose content is a seat's secret."""


class InputCodec:
    """The JSON form of successive inputs; one object for writing or reading one recording."""

    def __init__(self) -> None:
        """Begin before the first view."""
        self._view = TableView(0.0, 0)
        self._data: dict[str, Any] = {}

    def dump(self, item: Input) -> dict[str, Any]:
        """Return an input as a JSON object."""
        kind = type(item).__name__
        if not isinstance(item, TableView):
            return {"input": kind, "data": _ADAPTERS[kind].dump_python(item, mode="json")}
        before, self._view = self._view, item
        old = self._data
        if old and replace(before, time_s=item.time_s, frame=item.frame) == item:
            return {"input": kind, "data": {"time_s": item.time_s, "frame": item.frame}}
        new = _ADAPTERS[kind].dump_python(item, mode="json", exclude=_LEFT_OUT)
        new |= {key: sorted(new[key]) for key in ("empty", "covered", "outside")}
        changed = {key: value for key, value in new.items() if old.get(key) != value}
        if "readings" in changed and (known := old.get("readings")):
            places = [known.index(each) if each in known else each for each in new["readings"]]
            changed["readings"] = places
        self._data = new
        return {"input": kind, "data": changed}

    def load(self, data: dict[str, Any]) -> Input:
        """Return the input with this JSON object; raise an error for any other."""
        kind, fields = data["input"], data["data"]
        if kind == TableView.__name__:
            old = self._data.get("readings", ())
            fields = self._data = {**self._data, **fields}
            fields["readings"] = [
                old[each] if isinstance(each, int) else {**each, "corners": _NOWHERE}
                for each in fields.get("readings", ())
            ]
        found: Input = _ADAPTERS[kind].validate_python(fields)
        return found


def dump_notice(notice: Notice, match: MatchState[Any], *, secrets: bool) -> dict[str, Any]:
    """Return a notice's kind and data, without what only one seat may know unless `secrets`."""
    kind = {"kind": notice.kind}
    if secrets:
        return {**kind, **notice_data(notice)}
    if is_secret(notice, *_around(notice, match)):
        return {**kind, "time_s": notice.time_s, "ply": notice.ply, WITHHELD: True}
    data = notice_data(public_record(notice, *_around(notice, match)))
    data.pop("commitment", None)  # its salt would allow guessing the orders
    return {**kind, **data}


def withholds(item: Input | None, notices: Sequence[Notice], match: MatchState[Any]) -> bool:
    """Return True if an input may contain a secret: not all that it says was announced."""
    if not isinstance(item, Declare | Unseen | TokenAgain):
        return False
    action = item.action
    return bool(action.value or action.card or action.also) and not any(
        notice.action == action and _is_public(notice, match) for notice in notices
    )


def _is_public(notice: Notice, match: MatchState[Any]) -> bool:
    around = _around(notice, match)
    return not is_secret(notice, *around) and public_record(notice, *around) == notice


def _around(notice: Notice, match: MatchState[Any]) -> tuple[Any, Any, Any]:
    """Return the game, and the positions before and after a notice; without a ply, the current."""
    ply = match.plies[notice.ply - 1] if 0 < notice.ply <= len(match.plies) else None
    if isinstance(notice, Refused) or ply is None or ply.action != notice.action:
        return match.game, match.state, match.state
    return match.game, ply.before, ply.after
