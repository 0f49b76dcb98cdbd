"""The values of a scan's result, and a reader for their JSON form (docs/scan.md)."""

import enum
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.errors import SessionError
from rules import Deck, DeckReport, Message, Seat
from rules.messages.near_matches import did_you_mean
from rules.messages.system import reason

RESULT_VERSION = 1
_MOST_BYTES = 20_000_000


class ScanLight(enum.StrEnum):
    """The status light of a whole scan."""

    GREEN = "green"
    YELLOW = "yellow"
    RED = "red"


class FindingKind(enum.StrEnum):
    """Kinds of a scan's faults that are not violations of deck rules."""

    WRONG_GAME = "wrong_game"
    DUPLICATE = "duplicate"
    REPLACED = "replaced"
    OTHER_DECK = "other_deck"
    OTHER_GAME = "other_game"
    OTHER_PRINT = "other_print"
    OTHER_CODE = "other_code"
    UNREADABLE = "unreadable"
    UNREAD = "unread"
    FACE_DOWN = "face_down"
    NOTHING = "nothing"


_MILD = frozenset((FindingKind.UNREAD, FindingKind.FACE_DOWN, FindingKind.NOTHING))
"""Faults that another picture may resolve."""


@dataclass(frozen=True, slots=True)
class CountedCopy:
    """One counted copy, and the source in which it was first seen."""

    tag: str
    card: str
    copy: int
    owner: str
    number: int
    slot: str
    source: str


@dataclass(frozen=True, slots=True)
class MissingCard:
    """A card that belongs in the deck and was not seen. `tag` is "" if it was never printed."""

    card: str
    copy: int = 0
    tag: str = ""
    owner: str = ""
    number: int = -1
    slot: str = ""


@dataclass(frozen=True, slots=True)
class ScanFinding:
    """One fault. Its `kind` determines which fields are used (docs/scan.md)."""

    kind: FindingKind
    tag: str = ""
    card: str = ""
    copy: int = 0
    owner: str = ""
    game: str = ""
    text: str = ""
    count: int = 0
    number: int = -1
    source: str = ""


@dataclass(frozen=True, slots=True)
class DeckResult:
    """One deck: its cards as a list, and its comparison with rules and list.

    `report` is None for cards that no deck rules judge. `over` contains each surplus card with its
    count and the count in the list. `extras` are the cards that come with every deck. `sound` is
    True if the deck would violate no rule once the missing cards were added. `player` is the
    list's player.
    """

    owner: str
    seat: Seat
    number: int
    deck: Deck
    report: DeckReport | None
    missing: tuple[MissingCard, ...] = ()
    over: tuple[tuple[str, int, int], ...] = ()
    extras: tuple[str, ...] = ()
    sound: bool = True
    player: str = ""

    @property
    def fine(self) -> bool:
        """True if no rule is violated and the cards agree with the list."""
        return not (self.missing or self.over) and (self.report is None or self.report.legal)

    @property
    def light(self) -> ScanLight:
        """Green if the deck is fine, yellow if only cards are missing, red otherwise."""
        if self.fine:
            return ScanLight.GREEN
        return ScanLight.RED if self.over or not self.sound else ScanLight.YELLOW


@dataclass(frozen=True, slots=True)
class ScanResult:
    """A whole scan. `game` is the printed game, and `rules` the game whose deck rules judge it."""

    game: str
    rules: str
    decks: tuple[DeckResult, ...]
    copies: tuple[CountedCopy, ...]
    findings: tuple[ScanFinding, ...]
    sources: tuple[str, ...] = ()
    settings: Mapping[str, str] = field(default_factory=dict)

    @property
    def fine(self) -> bool:
        """True if there is nothing to report."""
        return bool(self.decks) and not self.findings and all(deck.fine for deck in self.decks)

    @property
    def light(self) -> ScanLight:
        """Green if the scan is fine, yellow if another picture may resolve all faults, or red."""
        if self.fine:
            return ScanLight.GREEN
        wrong = any(deck.light is ScanLight.RED for deck in self.decks)
        return ScanLight.RED if wrong else self.found

    @property
    def ending(self) -> str:
        """The outcome: "fine", "lacking", "unseen", "broken", or "nothing" if no deck was seen.

        It is "unseen" if cards are missing in the pictures, but may still be in the deck.
        """
        if self.light is ScanLight.YELLOW:
            lacks = any(deck.missing for deck in self.decks)
            return "unseen" if lacks and self.copies else "lacking" if self.decks else "nothing"
        return "fine" if self.fine else "broken"

    @property
    def found(self) -> ScanLight:
        """The light for the findings: yellow if another picture may resolve them, otherwise red."""
        grave = any(finding.kind not in _MILD for finding in self.findings)
        return ScanLight.RED if grave else ScanLight.YELLOW


def read_result(path: Path) -> dict[str, Any]:
    """Read a result's JSON object. Raise `SessionError` if the file is not a result."""
    try:
        raw = path.read_bytes() if path.stat().st_size <= _MOST_BYTES else b""
        data = json.loads(raw)
    except OSError as error:
        raise SessionError("fault.scan.unreadable", file=path, why=reason(error)) from error
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict) or "scan" not in data:
        raise SessionError("fault.scan.no_result", file=path)
    if data["scan"] != RESULT_VERSION:
        raise SessionError(
            "fault.scan.version", file=path, version=repr(data["scan"]), reads=RESULT_VERSION
        )
    if not isinstance(data.get("game"), str) or not all(
        isinstance(data.get(name), list) for name in ("decks", "copies", "manifests")
    ):
        raise SessionError("fault.scan.damaged", file=path)
    return data


def counted_tags(data: Mapping[str, Any]) -> dict[str, str]:
    """Return a result's counted tags with their sources."""
    rows = [row for row in data["copies"] if isinstance(row, dict)]
    return {str(row.get("tag", "")): str(row.get("source", "")) for row in rows}


def manifests_of(path: Path, data: Mapping[str, Any]) -> list[Path]:
    """Return the paths of a result's manifests: as stored, or else in the result's folder."""
    found = []
    for name in map(str, data["manifests"]):
        places = (path.parent / name, path.parent / name.replace("\\", "/").rpartition("/")[2])
        found.append(next((place for place in places if place.is_file()), places[0]))
    return found


def deck_of(path: Path, seat: Seat, game: str) -> Deck:
    """Return a seat's deck in a result. A single deck fits any seat.

    Raises `SessionError` if there is none or the result is for another game.
    """
    data = read_result(path)
    if data["game"] != game:
        raise SessionError("fault.scan.other_game", file=path, game=data["game"], wanted=game)
    rows = [row for row in data["decks"] if isinstance(row, dict)]
    mine = [row for row in rows if row.get("seat") == seat] or (rows if len(rows) == 1 else [])
    if not mine:
        seats = [str(row.get("seat", "")) for row in rows]
        hint = did_you_mean(seat, seats) if seats else Message("fault.scan.again")
        raise SessionError("fault.scan.no_deck", file=path, seat=seat, hint=hint)
    try:
        extras = {str(k): tuple(map(str, v)) for k, v in mine[0]["extras"].items()}
        return Deck(tuple(map(str, mine[0]["cards"])), extras, str(mine[0]["deck"]))
    except (KeyError, TypeError, AttributeError) as error:
        raise SessionError("fault.scan.damaged", file=path) from error


def seen_from(result: Path, file: Path) -> str:
    """Return a file's path relative to the result's folder, so that both can be moved together."""
    try:
        return Path(os.path.relpath(file.resolve(), result.resolve().parent)).as_posix()
    except ValueError:  # if it is on another drive, only the absolute path is possible
        return str(file.resolve())
