"""The seats that the computer plays: read from options, and from a match's log."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from companion.errors import SessionError
from companion.match_setup.players import OPENING_KINDS
from rules import Catalog, Message, Seat
from rules import Record as Line
from rules.messages.near_matches import did_you_mean
from rules.players.levels import USUAL

_MOST = 100_000
STRENGTHS: Final = (30, USUAL, 3000)
"""The numbers of positions that the start page offers, the weakest opponent first."""

HINTS: Final = 3
"""Number of hints that each person may ask for, unless the players choose another one."""


def read_opponents(
    pairs: Sequence[str], catalog: Catalog, people: Iterable[Seat], seats: Sequence[Seat]
) -> dict[Seat, int]:
    """Parse SEAT=POSITIONS, or SEAT for the usual number of positions that it looks at.

    `people`: the seats with a player's name. `seats`: those of the match. Raises `SessionError` for
    an unknown seat, a wrong number, a seat that a person plays, and a match without people.
    """
    named = set(people)
    found: dict[Seat, int] = {}
    for text in pairs:
        word, equals, number = text.partition("=")
        seat = catalog.owners.get(word, word)
        if seat not in seats:
            known = (*seats, *(o for o, s in catalog.owners.items() if s in seats))
            hint = did_you_mean(word, known)
            raise SessionError("fault.option.seat", option="--opponent", word=text, hint=hint)
        nodes = int(number) if number.isascii() and number.isdecimal() else 0
        if equals and not 0 < nodes <= _MOST:
            raise SessionError("fault.option.positions", word=text, most=_MOST)
        if seat in named:
            raise SessionError("fault.option.person", word=text)
        found[seat] = nodes or USUAL
    if found and len(found) == len(seats):
        raise SessionError(Message("fault.option.no_person"))
    return found


def opponents_in(lines: Iterable[Line]) -> Mapping[Seat, int]:
    """Return the computer's seats in the last session of a log, with their numbers of positions."""
    last = _last(lines, "opponents")
    if not isinstance(last, dict):
        return {}
    return {seat: n for seat, n in last.items() if type(n) is int and 0 < n <= _MOST}


def hints_in(lines: Iterable[Line]) -> int | None:
    """Return the number of hints for each person in the last session of a log, None without one."""
    opening = [line for line in lines if line.kind in OPENING_KINDS]
    number = _last(opening, "hints")
    return number if opening and type(number) is int and number >= 0 else None


def _last(lines: Iterable[Line], name: str) -> object:
    given = [line.data.get(name) for line in lines if line.kind in OPENING_KINDS]
    return given[-1] if given else None
