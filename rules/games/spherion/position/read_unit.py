"""Parser of the lines `unit` of a position."""

from __future__ import annotations

from typing import Any

from rules.core.values import UNKNOWN
from rules.games.spherion.config import SEATS, Config
from rules.games.spherion.globe import NOWHERE
from rules.games.spherion.state import Unit
from rules.messages.message import Message
from rules.messages.near_matches import did_you_mean
from rules.notation.lines import Lines, Word

_FLAGS = ("phase", "attacked", "stopped", "turned", "arrived")
_MARKS = {"down": ("up", False), "defence": ("sideways", True), "set": ("spell", True)}
_COUNTERS = {"atk": "atk", "def": "dfn", "dip": "dip"}
_NUMBERS = {"moved": 3, "tributes": 2, "placed": 99_990}
_MOST = 9999
_MOST_WORDS = 20


def read_units(lines: Lines, config: Config) -> tuple[dict[int, Unit], dict[int, Unit]]:
    """Parse each seat's cards on the globe by slot."""
    units: tuple[dict[int, Unit], dict[int, Unit]] = ({}, {})
    for key, name in lines.found:
        if key != "unit":
            continue
        seat, slot = name.split()
        words = lines.words("unit", 2, _MOST_WORDS, f"unit {name} N1.0 M03", name)
        unit = _unit(words, config)
        if unit.cell != NOWHERE and any(u.cell == unit.cell for own in units for u in own.values()):
            raise words[0].wrong(
                Message("spherion.two_stand", cell=words[0].text), Message("move_one")
            )
        units[SEATS.index(seat)][0 if slot == "dm" else int(slot)] = unit
    return units


def _unit(words: list[Word], config: Config) -> Unit:
    cell, card, *rest = words
    known = (UNKNOWN, *config.cards)
    values: dict[str, Any] = {}
    for word in rest:
        name, equals, value = word.text.partition("=")
        number = word.part(value, len(name) + 1)
        if word.text in _MARKS:
            field, mark = _MARKS[word.text]
            values[field] = mark
        elif word.text in _FLAGS:
            values[word.text] = True
        elif equals and name in _COUNTERS:
            values[_COUNTERS[name]] = number.whole(-_MOST, _MOST)
        elif equals and name in _NUMBERS:
            values[name] = number.whole(0, _NUMBERS[name])
        elif equals and name == "under":
            values["stack"] = tuple(number.part(c).one_of(known, "card") for c in value.split(","))
        else:
            kinds = (*_MARKS, *_FLAGS, *(f"{n}=" for n in (*_COUNTERS, *_NUMBERS, "under")))
            raise word.wrong(
                Message("spherion.not_here", word=repr(word.text)), did_you_mean(name, kinds)
            )
    here, origin = _place(cell, config)
    return Unit(card=card.one_of(known, "card"), cell=here, origin=origin, **values)


def _place(cell: Word, config: Config) -> tuple[int, int]:
    """Return a card's cell, or the origin of one in flight."""
    index = config.globe.index
    if cell.text == ">hand":
        return NOWHERE, NOWHERE
    if cell.text.startswith(">"):
        return NOWHERE, index[cell.part(cell.text[1:], 1).one_of(index, "cell")]
    return index[cell.one_of(index, "cell")], NOWHERE
