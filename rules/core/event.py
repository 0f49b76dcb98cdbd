"""Events: what happened.  The state of a match is a fold over them.

The kinds every game shares are constants here; a game adds its own (snake_case) and documents
them at the top of its module.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any

from rules.core.reprs import short_repr
from rules.core.values import Seat
from rules.errors import NotationError
from rules.messages.message import Message

REVEALED = "revealed"
"""A hidden card showed its face: `card`, `cell`; `number` = the ply at which it was laid."""
ROLLED = "rolled"
"""Dice fell: `value`."""
TURN_STARTED = "turn_started"
"""`seat` is to move; `number` = the turn's number from 1, or the round's where rounds are told."""
ROUND_STARTED = "round_started"
"""For games whose players count rounds of several turns: `number` = the round's number from 1."""
GAME_ENDED = "game_ended"
"""`clause` ended it.  Who won says `Game.outcome`; what the game's own `fold` needs for it stands
in `items` (in the shipped games the winning seats, none: a draw) or in `seat`."""


@dataclass(frozen=True, slots=True)
class Event:
    """One fact; fields a kind does not use stay empty."""

    kind: str
    seat: Seat = ""
    card: str = ""
    cell: str = ""
    to: str = ""
    number: int = 0
    value: str = ""
    clause: str = ""
    items: tuple[str, ...] = ()

    __repr__ = short_repr


_FIELDS = tuple(f.name for f in dataclasses.fields(Event))
_DEFAULTS = {"number": 0, "items": ()}


def event_data(event: Event) -> dict[str, Any]:
    """A JSON object of an event, without its empty fields."""
    data: dict[str, Any] = {}
    for name in _FIELDS:
        value = getattr(event, name)
        if value != _DEFAULTS.get(name, ""):
            data[name] = list(value) if isinstance(value, tuple) else value
    return data


def read_event(data: object) -> Event:
    """The inverse of `event_data`; raises `NotationError`."""
    if not isinstance(data, dict) or "kind" not in data or data.keys() - set(_FIELDS):
        raise NotationError(Message("no_event"), str(data))
    values = dict(data)
    items = values.pop("items", [])
    number = values.pop("number", 0)
    texts = [*values.values(), *(items if isinstance(items, list) else [0])]
    if not all(isinstance(v, str) for v in texts) or type(number) is not int:
        raise NotationError(Message("event_type"), str(data))
    return Event(**values, number=number, items=tuple(items))
