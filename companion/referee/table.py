"""Table contents: the settled table in the rules' terms, and faults on it.

`TableContents` is a pure value derived from one `StableTable`. Contents that cannot be judged
become a `TableFault`, never a guess; the referee waits until the players have fixed it.

    duplicate    one physical card in two places: a photocopy or a misread
    unknown      a tag on the field that no manifest of this match knows
    crowded      two cards on a cell that has room for one
    across       a card across two cells
    crooked      a card between two quarter turns
    wrong_mat    the mat for other settings
"""

import enum
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from companion.pieces import TOKEN
from companion.readings import Face
from companion.referee.geometry import Sighting, TableGeometry
from companion.referee.settle import StableTable
from rules import UNKNOWN, Facing, Layout, PlacedCard
from rules.core.candidate_actions import Change


class FaultKind(enum.StrEnum):
    """The kind of a table fault."""

    DUPLICATE = "duplicate"
    UNKNOWN = "unknown"
    CROWDED = "crowded"
    ACROSS = "across"
    CROOKED = "crooked"
    WRONG_MAT = "wrong_mat"


@dataclass(frozen=True, slots=True, order=True)
class TableFault:
    """A fault for players to fix: its cells, and its card or tag ("" if none)."""

    kind: FaultKind
    cells: tuple[str, ...] = ()
    card: str = ""
    tag: str = ""


@dataclass(frozen=True, slots=True)
class SeenCard:
    """A placed card, with the tag of its physical copy."""

    placed: PlacedCard
    tag: str


@dataclass(frozen=True, slots=True)
class TableContents:
    """The cards on a settled table.

    `tops`: cell → the top card, or None if the cell is visibly empty; cells never seen are omitted.
    `piles`: for cells with a pile, every visible card.
    """

    tops: Mapping[str, SeenCard | None]
    piles: Mapping[str, tuple[SeenCard, ...]]
    faults: tuple[TableFault, ...] = ()


NO_TABLE: Final = TableContents({}, {})
"""The contents before a table was seen."""


def build_table(settled: StableTable, geometry: TableGeometry) -> TableContents:
    """Return the contents of a settled table; list every fault, in a fixed order."""
    tops: dict[str, SeenCard | None] = {}
    piles: dict[str, tuple[SeenCard, ...]] = {}
    faults: list[TableFault] = []
    if settled.mat and settled.mat != geometry.form.mat:
        faults.append(TableFault(FaultKind.WRONG_MAT, card=settled.mat))
    for cell, sightings in settled.cells.items():
        zone = geometry.zones.get(cell)
        if zone is None:
            continue
        known = [s for s in sightings if _known(s)]
        seen = tuple(_seen_card(s, geometry) for s in known)
        if zone.pile:
            piles[cell] = seen
        tops[cell] = seen[-1] if seen else None
        if zone.tracked:
            faults += _cell_faults(cell, sightings, known, pile=zone.pile)
    faults += _duplicates(settled)
    return TableContents(tops, piles, tuple(sorted(set(faults))))


def _known(sighting: Sighting) -> bool:
    """Return True for a sighting of a known card."""
    reading = sighting.reading
    return bool(reading.tag) and reading.face in (Face.FRONT, Face.BACK)


def _seen_card(sighting: Sighting, geometry: TableGeometry) -> SeenCard:
    """Return a sighting as a card in the rules' terms."""
    reading, placement = sighting.reading, sighting.placement
    owner = geometry.owner(reading, placement)
    facing = Facing.DOWN if reading.face is Face.BACK else Facing.UP
    card = reading.card if facing is Facing.UP and reading.card else UNKNOWN
    turn = geometry.turn(reading, placement, owner)
    return SeenCard(PlacedCard(card, owner, facing, turn), reading.tag)


def _cell_faults(
    cell: str, sightings: Iterable[Sighting], known: list[Sighting], *, pile: bool
) -> Iterable[TableFault]:
    """Yield one cell's faults."""
    for sighting in sightings:
        if sighting not in known:
            yield TableFault(FaultKind.UNKNOWN, (cell,), tag=sighting.reading.tag)
    if len(known) > 1 and not pile:
        yield TableFault(FaultKind.CROWDED, (cell,))
    for sighting in known:
        card, tag = sighting.reading.card or UNKNOWN, sighting.reading.tag
        if sighting.placement.leans:
            yield TableFault(FaultKind.ACROSS, (cell, sighting.placement.leans), card, tag)
        if sighting.placement.crooked:
            yield TableFault(FaultKind.CROOKED, (cell,), card, tag)


def _duplicates(settled: StableTable) -> Iterable[TableFault]:
    """Yield a fault for each front in two places; backs are identical and therefore not checked."""
    where: dict[str, list[str]] = {}
    cards: dict[str, str] = {}
    for cell, sightings in settled.cells.items():
        for sighting in sightings:
            if sighting.reading.face is Face.FRONT and sighting.reading.tag:
                where.setdefault(sighting.reading.tag, []).append(cell)
                cards[sighting.reading.tag] = sighting.reading.card or UNKNOWN
    for reading in settled.loose:
        if reading.tag in where:
            where[reading.tag].append("")
    for tag, cells in where.items():
        if len(cells) > 1:
            named = tuple(sorted(cell for cell in cells if cell))
            yield TableFault(FaultKind.DUPLICATE, named, cards[tag], tag)


def same(seen: PlacedCard | None, expected: PlacedCard | None) -> bool:
    """Return True if a seen card may be the card that the state expects in its place."""
    if seen is None or expected is None:
        return seen is expected
    if (seen.owner, seen.facing, seen.turn) != (expected.owner, expected.facing, expected.turn):
        return False
    return seen.facing is Facing.DOWN or seen.card == expected.card


def top_of(layout: Layout, cell: str) -> PlacedCard | None:
    """Return the top card or token of a cell in a layout."""
    pile = layout.get(cell)
    return pile[-1] if pile else None


def card_on(layout: Layout, cell: str) -> PlacedCard | None:
    """Return the topmost card of a pile; tokens on or under cards are not compared."""
    return top_card(layout.get(cell, ()))


def top_card(pile: tuple[PlacedCard, ...]) -> PlacedCard | None:
    """Return the topmost card of a pile, below any tokens."""
    return next((each for each in reversed(pile) if not each.card.startswith(TOKEN)), None)


def differences(layout: Layout, seen: Mapping[str, PlacedCard | None]) -> tuple[Change, ...]:
    """Return the changes between a layout and `seen`; only the cells of `seen` are compared."""
    changes = []
    for cell, after in seen.items():
        before = card_on(layout, cell)
        if not same(after, before):
            changes.append(Change(cell, before, after))
    return tuple(changes)
