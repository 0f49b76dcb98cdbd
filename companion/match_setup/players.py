"""Players' names, in sentences, on lists, in a match's log.

A log has the names in the notice that opens or resumes it: `names`, by seat, with the camera as
`source`. In a log without names the players have their seats' names.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from companion.errors import SessionError
from companion.referee.notices import NoticeKind
from rules import Message
from rules.messages.near_matches import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from rules import Catalog, Seat
    from rules import Record as Line

OPENING_KINDS: Final = frozenset((NoticeKind.MATCH_STARTED, NoticeKind.MATCH_RESUMED))
"""Notices with the players and the time of the start or the resume."""
_MOST_LETTERS: Final = 40
_POLITE: Final = ("さん", "さま", "様", "ちゃん", "くん", "先生")


def read_names(told: Sequence[str], catalog: Catalog) -> dict[Seat, str]:
    """Parse SEAT=NAME as players write it; raises `SessionError`."""
    names: dict[Seat, str] = {}
    for text in told:
        seat, equals, name = text.partition("=")
        seat = catalog.owners.get(seat, seat)
        if not equals or not _is_name(name):
            # What a terminal would obey is shown as a dot.
            shown = "".join(letter if letter.isprintable() else "·" for letter in text)
            raise SessionError(Message("fault.option.name", word=shown))
        if seat not in catalog.seats:
            hint = did_you_mean(seat, (*catalog.seats, *catalog.owners))
            raise SessionError(Message("fault.option.seat", option="--name", word=text, hint=hint))
        names[seat] = name.strip()
    return names


def names_in(lines: Iterable[Line], catalog: Catalog) -> dict[Seat, str]:
    """Return the names in a log, the last one of each seat; ignore anything else."""
    names: dict[Seat, str] = {}
    for line in lines:
        told = line.data.get("names") if line.kind in OPENING_KINDS else None
        for seat, name in told.items() if isinstance(told, dict) else ():
            if seat in catalog.seats and isinstance(name, str) and _is_name(name):
                names[seat] = name.strip()
    return names


def source_in(lines: Iterable[Line]) -> str:
    """Return the source of a log's last session, "" if it names none."""
    told = [line.data.get("source") for line in lines if line.kind in OPENING_KINDS]
    return next((source for source in reversed(told) if isinstance(source, str)), "")


def with_player_names(catalog: Catalog, names: Mapping[Seat, str]) -> Catalog:
    """Return the catalogue with players' names in place of their seats', as in a sentence.

    In Japanese a person is addressed politely, a side of the game is not.
    """
    own = {
        seat: {**dict.fromkeys(words, names[seat]), "ja": _polite(names[seat])}
        for seat, words in catalog.seat_names.items()
        if names.get(seat)
    }
    return replace(catalog, seat_names={**catalog.seat_names, **own})


def _is_name(name: str) -> bool:
    shown = name.replace("\u3000", " ")  # the wide space of Japanese names
    return bool(shown.strip()) and len(shown) <= _MOST_LETTERS and shown.isprintable()


def _polite(name: str) -> str:
    return name if name.endswith(_POLITE) else f"{name}さん"
