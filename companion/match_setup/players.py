"""Players' names in sentences, in lists and in a match's log.

The notice that opens or resumes a match contains the players' names by seat (`names`), and the
camera (`source`). In a log without names, players are called by their seats' names.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from companion.errors import SessionError
from rules import Catalog, Seat
from rules import Record as Line
from rules.messages.near_matches import did_you_mean

OPENING_KINDS: Final = frozenset(("match_started", "match_resumed"))
"""Kinds of notices that contain the players and the time of the start or resume."""
_MOST_LETTERS: Final = 40
_POLITE: Final = ("さん", "さま", "様", "ちゃん", "くん", "先生")


def read_names(pairs: Sequence[str], catalog: Catalog) -> dict[Seat, str]:
    """Parse SEAT=NAME as players write it; raise `SessionError` for anything else."""
    names: dict[Seat, str] = {}
    for text in pairs:
        seat, equals, name = text.partition("=")
        seat = catalog.owners.get(seat, seat)
        if not equals or not _is_name(name):
            # Control characters, which a terminal would obey, are shown as dots.
            shown = "".join(letter if letter.isprintable() else "·" for letter in text)
            raise SessionError("fault.option.name", word=shown)
        if seat not in catalog.seats:
            hint = did_you_mean(seat, (*catalog.seats, *catalog.owners))
            raise SessionError("fault.option.seat", option="--name", word=text, hint=hint)
        names[seat] = name.strip()
    return names


def names_in(lines: Iterable[Line], catalog: Catalog) -> dict[Seat, str]:
    """Return the latest player's name for each seat in a log; ignore anything else."""
    names: dict[Seat, str] = {}
    for line in lines:
        given = line.data.get("names") if line.kind in OPENING_KINDS else None
        for seat, name in given.items() if isinstance(given, dict) else ():
            if seat in catalog.seats and isinstance(name, str) and _is_name(name):
                names[seat] = name.strip()
    return names


def source_in(lines: Iterable[Line]) -> str:
    """Return the source of a log's last session, or "" if it names none."""
    sources = [line.data.get("source") for line in lines if line.kind in OPENING_KINDS]
    return next((source for source in reversed(sources) if isinstance(source, str)), "")


def with_player_names(catalog: Catalog, names: Mapping[Seat, str]) -> Catalog:
    """Return the catalogue with players' names instead of their seats' names.

    Japanese sentences add an honorific to a person's name, but not to the name of a side.
    """
    own = {
        seat: {**dict.fromkeys(words, names[seat]), "ja": _polite(names[seat])}
        for seat, words in catalog.seat_names.items()
        if names.get(seat)
    }
    return replace(catalog, seat_names={**catalog.seat_names, **own})


def _is_name(name: str) -> bool:
    shown = name.replace("\u3000", " ")  # the ideographic space in Japanese names
    return bool(shown.strip()) and len(shown) <= _MOST_LETTERS and shown.isprintable()


def _polite(name: str) -> str:
    return name if name.endswith(_POLITE) else f"{name}さん"
