"""Configuration of a match: settings (YGG-13), decks and roots, validated once."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final

from rules.catalog.reader import load_catalog
from rules.core.deck_report import DeckFinding, DeckReport, deck_faults, no_such_seat
from rules.core.settings import DeckKey, SettingsKey, read_settings, setup_key
from rules.core.values import Deck, Setup
from rules.errors import DataError, Fault
from rules.games.yggdrasil.cards import SLUG, Card, FieldCard, pool, turned
from rules.games.yggdrasil.grid import Grid, grid

SEATS: Final = ("A", "B")
"""Seats: A in the south, B in the north. An index in this tuple is a seat number."""
DEFAULT_ROOT: Final = "yr1"
_DECK_SIZES = {"4x5": 20, "5x7": 30}
_ENOUGH_DOWN = 8


@dataclass(frozen=True, slots=True)
class Config:
    """Settings and decks of a match; `decks[s]` is sorted, or None if the deck is unknown.

    `arms[s][card][turn]` is the pattern of a card that seat s plays, in table coordinates.
    `limits[s]` maps each card to the maximum number of copies in seat s's deck (YGG-2.1, YGG-2.2).
    Two configurations are equal if their settings, decks and roots are equal, because all other
    fields follow from these.
    """

    settings: tuple[tuple[str, str], ...]
    decks: tuple[tuple[str, ...] | None, tuple[str, ...] | None]
    roots: tuple[str, str]
    cards: Mapping[str, Card] = field(compare=False, repr=False)
    grid: Grid = field(compare=False, repr=False)
    deck_size: int = field(compare=False, repr=False)
    hand_size: int = field(compare=False, repr=False)
    max_copies: int = field(compare=False, repr=False)
    free_rotation: bool = field(compare=False, repr=False)
    may_pass: bool = field(compare=False, repr=False)
    no_blank_edges: bool = field(compare=False, repr=False)
    colour_lock: bool = field(compare=False, repr=False)
    values: Mapping[str, str] = field(compare=False, repr=False)
    arms: tuple[Mapping[str, tuple[int, ...]], ...] = field(compare=False, repr=False)
    placed: dict[tuple[str, int, int], FieldCard] = field(compare=False, repr=False)
    limits: tuple[Mapping[str, int], Mapping[str, int]] = field(compare=False, repr=False)

    def get(self, name: str) -> str:
        """Return the value of a setting."""
        return self.values[name]

    def field_card(self, card: str, owner: int, turn: int) -> FieldCard:
        """Return a card as it is on the field, cached."""
        key = (card, owner, turn)
        found = self.placed.get(key)
        if found is None:
            facts = self.cards[card]
            found = FieldCard(facts, owner, turn, self.arms[owner][card][turn])
            self.placed[key] = found
        return found

    def root_cells(self, seat: int) -> tuple[int, ...]:
        """Return the possible cells of a seat's root: one unless its column is chosen (YGG-3.3)."""
        middle = self.grid.middle()
        if len(middle) == 1:
            return (self.grid.front(seat, middle[0]),)
        left, right = middle
        columns = {
            "own_left": (left, right)[seat],
            "own_right": (right, left)[seat],
            "same_column": left,
        }
        chosen = columns.get(self.get("root_column"))
        return tuple(self.grid.front(seat, c) for c in (middle if chosen is None else (chosen,)))


def configure(setup: Setup, cards: Mapping[str, Card] | None = None) -> Config:
    """Return the configuration for a set-up; raise `DataError` with every fault.

    `cards` replaces the shipped pool.
    """
    key = setup_key(setup)
    return _shipped(*key) if cards is None else _build(*key, cards)


@lru_cache(maxsize=64)
def _shipped(settings: SettingsKey, decks: tuple[DeckKey, ...]) -> Config:
    return _build(settings, decks, pool())


def _build(settings: SettingsKey, decks: tuple[DeckKey, ...], cards: Mapping[str, Card]) -> Config:
    faults: list[Fault] = []
    values = read_settings(load_catalog(SLUG).settings, dict(settings), faults)
    by_seat = {seat: (listed, dict(extras).get("root", ())) for seat, listed, extras, _ in decks}
    for seat, _, _, name in decks:
        if seat not in SEATS:
            faults.append(no_such_seat(seat, SEATS))
            continue
        other = by_seat.get(SEATS[1 - SEATS.index(seat)], ((), ()))[1]
        report = _check(values, cards, *by_seat[seat], other)
        faults += deck_faults(SLUG, seat, name, report.violations)
    size, copies = _deck_size(values), int(values["max_copies"])
    if size > copies * sum(not card.root for card in cards.values()):
        what = f"{size} cards cannot be had with max_copies {copies}"
        faults.append(Fault("settings", 0, "deck_size", what, "raise max_copies"))
    if faults:
        raise DataError(faults)
    columns, rows = (int(number) for number in values["field"].split("x"))
    field_ = grid(columns, rows)
    return Config(
        settings=tuple(values.items()),
        decks=(_sorted(by_seat.get("A")), _sorted(by_seat.get("B"))),
        roots=_roots(values, by_seat),
        cards=cards,
        grid=field_,
        deck_size=size,
        hand_size=int(values["hand_size"]),
        max_copies=copies,
        free_rotation=values["rotation"] == "free",
        may_pass=values["may_pass"] == "yes",
        no_blank_edges=values["blank_edges"] == "forbidden",
        colour_lock=values["colour_lock"] == "on",
        values=values,
        arms=tuple(
            {
                i: tuple(turned(c.arms, 2 * seat + turn) for turn in range(4))
                for i, c in cards.items()
            }
            for seat in (0, 1)
        ),
        placed={},
        limits=(
            _limits(by_seat.get("A"), cards, copies),
            _limits(by_seat.get("B"), cards, copies),
        ),
    )


def _limits(
    deck: tuple[tuple[str, ...], tuple[str, ...]] | None, cards: Mapping[str, Card], copies: int
) -> Mapping[str, int]:
    if deck is not None:
        return Counter(sorted(deck[0]))
    return {card.id: copies for card in cards.values() if not card.root}


def _sorted(deck: tuple[tuple[str, ...], tuple[str, ...]] | None) -> tuple[str, ...] | None:
    return None if deck is None else tuple(sorted(deck[0]))


def _roots(
    values: Mapping[str, str], decks: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]
) -> tuple[str, str]:
    """Return each seat's root; with `roots: same`, both seats have one deck's root (YGG-2.3)."""
    named = [decks.get(seat, ((), ()))[1][:1] for seat in SEATS]
    a, b = (n[0] if n else DEFAULT_ROOT for n in named)
    if values["roots"] == "same":
        a = b = next((n[0] for n in named if n), DEFAULT_ROOT)
    return a, b


def _deck_size(values: Mapping[str, str]) -> int:
    """Return the agreed deck size, or the size for this field (YGG-2.1)."""
    if values["deck_size"] != "auto":
        return int(values["deck_size"])
    columns, rows = values["field"].split("x")
    return _DECK_SIZES.get(values["field"], int(columns) * int(rows))


def check_deck(
    setup: Setup, seat: str, deck: Deck, cards: Mapping[str, Card] | None = None
) -> DeckReport:
    """Check a deck against YGG-2.1 to 2.3, and return the warnings of 2.4 as well.

    If both seats must share a root, the other seat's deck in `setup` determines it. Raise
    `DataError` if a setting is faulty.
    """
    faults: list[Fault] = []
    values = read_settings(load_catalog(SLUG).settings, setup.settings, faults)
    if faults:
        raise DataError(faults)
    rival = next((d for s, d in setup.decks.items() if s != seat), None)
    other = tuple(rival.extras.get("root", ())) if rival else ()
    roots = tuple(deck.extras.get("root", ()))
    report = _check(values, pool() if cards is None else cards, deck.cards, roots, other)
    strange = tuple(
        DeckFinding("YGG-2.1", part, len(extras), 0)
        for part, extras in deck.extras.items()
        if part != "root" and extras
    )
    return replace(report, violations=report.violations + strange)


def _check(
    values: Mapping[str, str],
    cards: Mapping[str, Card],
    listed: tuple[str, ...],
    roots: tuple[str, ...],
    other: tuple[str, ...],
) -> DeckReport:
    found: list[DeckFinding] = []
    counts = Counter(listed)
    branches = {i: n for i, n in counts.items() if i in cards and not cards[i].root}
    total, size, limit = sum(branches.values()), _deck_size(values), int(values["max_copies"])
    if total != size:
        found.append(DeckFinding("YGG-2.1", "", total, size))
    found += [DeckFinding("YGG-2.1", i, n, 0) for i, n in sorted(counts.items()) if i not in cards]
    found += [DeckFinding("YGG-2.2", i, n, limit) for i, n in sorted(branches.items()) if n > limit]
    strays = [i for i in sorted(counts) if i in cards and cards[i].root]
    found += [DeckFinding("YGG-2.3", i, counts[i], 0) for i in strays]
    if len(roots) > 1 or (not roots and values["roots"] == "free"):
        found.append(DeckFinding("YGG-2.3", "", len(roots), 1))
    for root in roots:
        differs = values["roots"] == "same" and other and root not in other
        if root not in cards or not cards[root].root or differs:
            found.append(DeckFinding("YGG-2.3", root, roots.count(root), 1))
    down = sum(n for i, n in branches.items() if cards[i].arms & 4)
    warnings = (DeckFinding("YGG-2.4", "", down, _ENOUGH_DOWN),) if down < _ENOUGH_DOWN else ()
    return DeckReport(tuple(found), warnings)
