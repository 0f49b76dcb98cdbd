"""Settings and decks of a match, checked before it starts."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TypeVar

from rules.catalog.reader import load_catalog
from rules.core.card_data import SettingSpec
from rules.core.deck_report import DeckFinding, DeckReport, deck_faults, no_such_seat
from rules.core.settings import read_settings
from rules.core.values import Deck, Seat, Setup
from rules.errors import DataError, Fault
from rules.messages.message import Text

C = TypeVar("C")

Settings = Mapping[str, str]
"""The value of every setting by name."""


def _nothing(_values: Settings) -> Iterable[Fault]:
    return ()


@dataclass(frozen=True, slots=True)
class SetupRules:
    """Limits of a game's set-ups: settings, seats and decks.

    `check` returns a deck's report. `seats` depends on the settings. `own` holds the checks of
    single settings (see `read_settings`); `together` yields the faults of settings that do not fit
    each other.
    """

    slug: str
    check: Callable[[Settings, Setup, Seat, Deck], DeckReport]
    seats: Callable[[Settings], tuple[Seat, ...]]
    own: Mapping[str, Callable[[SettingSpec, str], Text]] = field(default_factory=dict)
    together: Callable[[Settings], Iterable[Fault]] = _nothing

    def read(self, setup: Setup) -> dict[str, str]:
        """Return the value of every setting; raise `DataError` with every fault of the set-up."""
        faults: list[Fault] = []
        values = read_settings(load_catalog(self.slug).settings, setup.settings, faults, self.own)
        seats = self.seats(values)
        for seat, deck in sorted(setup.decks.items()):
            if seat in seats:
                found = self.check(values, setup, seat, deck).violations
                faults += deck_faults(self.slug, seat, deck.name, found)
            else:
                faults.append(no_such_seat(seat, seats))
        faults += self.together(values)
        if faults:
            raise DataError(faults)
        return values

    def report(self, setup: Setup, seat: Seat, deck: Deck) -> DeckReport:
        """Return the report on one deck; raise `DataError` if a setting is faulty."""
        return self.check(self.read(Setup(self.slug, setup.settings)), setup, seat, deck)


@dataclass(frozen=True, slots=True)
class _Key:
    """A set-up as a hashable value."""

    parts: tuple[object, ...]
    setup: Setup = field(compare=False)


def by_setup(build: Callable[[Setup], C]) -> Callable[[Setup], C]:
    """Return `build` with a cache of its latest results."""

    @lru_cache(maxsize=64)
    def built(key: _Key) -> C:
        return build(key.setup)

    def find(setup: Setup) -> C:
        decks = (
            (seat, deck.cards, *((k, tuple(v)) for k, v in deck.extras.items()), deck.name)
            for seat, deck in sorted(setup.decks.items())
        )
        return built(_Key((*sorted(setup.settings.items()), *decks), setup))

    return find


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckPart:
    """Rules about one part of a deck, with the clauses that state them.

    `copies` is the number of copies of each known card that the part may contain, 0 for a card that
    does not belong there. Only cards that belong count towards `size`.
    """

    size: int
    copies: Mapping[str, int]
    size_clause: str
    copies_clause: str
    kind_clause: str

    def findings(self, listed: Iterable[str]) -> list[DeckFinding]:
        """Return what is wrong with a list of card ids."""
        counts = sorted(Counter(listed).items())
        total = sum(n for card, n in counts if self.copies.get(card))
        found = [] if total == self.size else [DeckFinding(self.size_clause, "", total, self.size)]
        for card, n in counts:
            limit = self.copies.get(card, -1)
            if limit < 0:
                found.append(DeckFinding(self.size_clause, card, n, 0))
            elif n > limit:
                clause = self.copies_clause if limit else self.kind_clause
                found.append(DeckFinding(clause, card, n, limit))
        return found
