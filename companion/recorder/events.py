"""Inputs and notices as JSON, with or without what is secret.

A view is stored as its difference from the view before. Corners of tags in the picture are left
out: the referee does not use them, and they change with every frame.
"""

import dataclasses
from collections.abc import Sequence
from typing import Any, Final, get_args

from pydantic import TypeAdapter

from companion.readings import Reading, TableView
from companion.referee.inputs import Declare, Input, TokenAgain, Unseen
from companion.referee.notices import Notice, Refused, notice_data
from companion.web.public import is_secret, public_record
from rules.core.match import MatchState

_ADAPTERS: Final = {each.__name__: TypeAdapter(each) for each in get_args(Input)}
_VIEW: Final = TableView.__name__
_NOWHERE: Final = ((0.0, 0.0),) * 4
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
        same = dataclasses.replace(before, time_s=item.time_s, frame=item.frame) == item
        if self._data and same:
            changed: dict[str, Any] = {"time_s": item.time_s, "frame": item.frame}
        else:
            plain = dataclasses.replace(item, readings=tuple(map(_without_image, item.readings)))
            data = _ADAPTERS[kind].dump_python(plain, mode="json", exclude_defaults=True)
            data |= {key: sorted(data[key]) for key in ("empty", "covered") if key in data}
            data["readings"] = [{**each, "corners": 0} for each in data.get("readings", ())]
            changed = {k: v for k, v in data.items() if self._data.get(k) != v}
            changed |= {key: None for key in self._data if key not in data}
            if "readings" in changed:
                old = self._data.get("readings", [])
                changed["readings"] = [old.index(r) if r in old else r for r in data["readings"]]
            self._data = data
        return {"input": kind, "data": changed}

    def load(self, data: dict[str, Any]) -> Input:
        """Return the input with this JSON object; raise `ValueError` or `KeyError` for others."""
        kind, changed = data["input"], dict(data["data"])
        if kind == _VIEW:
            if "readings" in changed:
                old = self._data.get("readings", [])
                changed["readings"] = [
                    old[each] if isinstance(each, int) else {**each, "corners": _NOWHERE}
                    for each in changed["readings"]
                ]
            self._data = {k: v for k, v in {**self._data, **changed}.items() if v is not None}
            changed = self._data
        found: Input = _ADAPTERS[kind].validate_python(changed)
        return found


def _without_image(reading: Reading) -> Reading:
    corners = (_NOWHERE[0],) * 4
    confidence = round(reading.confidence, 2)
    return dataclasses.replace(reading, corners=corners, confidence=confidence)


def dump_notice(notice: Notice, match: MatchState[Any], *, secrets: bool) -> dict[str, Any]:
    """Return a notice's kind and data, without what only one seat may know unless `secrets`."""
    kind = {"kind": notice.kind.value}
    if secrets:
        return {**kind, **notice_data(notice)}
    around = match.game, *_around(notice, match)
    if is_secret(notice, *around):
        return {**kind, "time_s": notice.time_s, "ply": notice.ply, WITHHELD: True}
    data = notice_data(public_record(notice, *around))
    data.pop("commitment", None)  # its salt would allow guessing the orders
    return {**kind, **data}


def withholds(item: Input, notices: Sequence[Notice], match: MatchState[Any]) -> bool:
    """Return True if an input may contain a secret: not all that it says was announced."""
    if not isinstance(item, Declare | Unseen | TokenAgain):
        return False
    action = item.action
    if not (action.value or action.card or action.also):
        return False
    return not any(
        notice.action == action and not _is_partly_secret(notice, match) for notice in notices
    )


def _is_partly_secret(notice: Notice, match: MatchState[Any]) -> bool:
    around = match.game, *_around(notice, match)
    return is_secret(notice, *around) or public_record(notice, *around) != notice


def _around(notice: Notice, match: MatchState[Any]) -> tuple[Any, Any]:
    """Return the positions before and after a notice; without its own ply, the current one."""
    ply = match.plies[notice.ply - 1] if 0 < notice.ply <= len(match.plies) else None
    if isinstance(notice, Refused) or ply is None or ply.action != notice.action:
        return match.state, match.state
    return ply.before, ply.after
