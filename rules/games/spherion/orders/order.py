"""Text and value of an order, one entry of a queue (SPH-7).

    wait
    move:dm:3           the deck master moves in direction 3
    move:2:0            unit 2 moves in direction 0
    flip:2   turn:3
    summon:M05:1:up:attack:2+4      in direction 1 of the deck master, tributes 2 and 4
    set:T02:0:down
    fuse:1:3:X01        unit 1 moves onto unit 3, X01 goes on top

Units are the numbered tokens of SPH-17.1. Every order has exactly one text. A summon's facing,
position and tributes are always written, with the tributes in ascending order.
"""

import re
from functools import lru_cache
from typing import NamedTuple


class Intent(NamedTuple):
    """One order; `unit` and `other` are slots, and `card` is the hand card or the fusion card.

    `named` holds the slots of all units that the order names.
    """

    kind: str
    unit: int = 0
    direction: int = 0
    card: str = ""
    up: bool = True
    sideways: bool = False
    tributes: tuple[int, ...] = ()
    other: int = 0
    named: tuple[int, ...] = ()


_UNIT = r"(dm|[1-9])"
_CARD = r"([A-Za-z0-9_]{1,16}|\?)"
_FORMS = {
    "wait": re.compile(r"wait"),
    "move": re.compile(rf"move:{_UNIT}:([0-5])"),
    "flip": re.compile(rf"flip:{_UNIT}"),
    "turn": re.compile(rf"turn:{_UNIT}"),
    "summon": re.compile(
        rf"summon:{_CARD}:([0-5]):(up|down):(attack|defence)(?::([1-9](?:\+[1-9])*))?"
    ),
    "set": re.compile(rf"set:{_CARD}:([0-5]):(up|down)"),
    "fuse": re.compile(rf"fuse:{_UNIT}:{_UNIT}:{_CARD}"),
}


@lru_cache(maxsize=65536)
def read_intent(text: str) -> Intent | None:
    """Return the order that a text describes, or None if the text is not exactly one order."""
    kind = text.partition(":")[0]
    form = _FORMS.get(kind)
    match = form.fullmatch(text) if form is not None else None
    if match is None:
        return None
    match kind, *match.groups():
        case "move", unit, direction:
            return Intent(kind, _slot(unit), int(direction), named=(_slot(unit),))
        case "flip" | "turn", unit:
            return Intent(kind, _slot(unit), named=(_slot(unit),))
        case "set", card, direction, facing:
            return Intent(kind, 0, int(direction), card, facing == "up")
        case "fuse", a, b, card:
            named = (_slot(a), _slot(b))
            return Intent(kind, named[0], 0, card, other=named[1], named=named)
        case "summon", card, direction, facing, position, rest:
            tributes = tuple(int(t) for t in rest.split("+")) if rest else ()
            if list(tributes) != sorted(set(tributes)):
                return None
            up, sideways = facing == "up", position == "defence"
            return Intent(kind, 0, int(direction), card, up, sideways, tributes, named=tributes)
        case _:
            return Intent(kind)


def is_order(text: str) -> bool:
    """Return True if a text has the form of an order."""
    form = _FORMS.get(text.partition(":")[0])
    return form is not None and form.fullmatch(text) is not None


def named_twice(text: str) -> str:
    """Return the unit that a summon names twice among its tributes; "" for none."""
    match = _FORMS["summon"].fullmatch(text)
    named = (match[5] or "").split("+") if match else []
    return next((unit for unit in named if named.count(unit) > 1), "")


def _slot(text: str) -> int:
    return 0 if text == "dm" else int(text)


def order_text(intent: Intent) -> str:
    """Return the text of an order, from which `read_intent` reads it."""
    kind, unit, facing = intent.kind, intent.unit or "dm", "up" if intent.up else "down"
    match kind:
        case "move":
            return f"move:{unit}:{intent.direction}"
        case "flip" | "turn":
            return f"{kind}:{unit}"
        case "set":
            return f"set:{intent.card}:{intent.direction}:{facing}"
        case "fuse":
            return f"fuse:{unit}:{intent.other or 'dm'}:{intent.card}"
        case "summon":
            position = "defence" if intent.sideways else "attack"
            paid = ":" + "+".join(map(str, intent.tributes)) if intent.tributes else ""
            return f"summon:{intent.card}:{intent.direction}:{facing}:{position}{paid}"
        case _:
            return kind
