"""Configuration of a match: its settings (JGS-11) and each player's set (JGS-1.9)."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from rules.catalog.setups import Settings, SetupRules, by_setup
from rules.core.deck_report import DeckFinding, DeckReport
from rules.core.values import Deck, Seat, Setup
from rules.games.jiguan.cards import SLUG, STAND_IN_FOR, STANDARD, Card, pool

SEATS: Final = ("A", "B")
"""Seats: A in the south, B in the north. An index in this tuple is a seat number."""
_SIZE = 8
_REFERENCES = ("jr1", "jr2")


@dataclass(frozen=True, slots=True)
class Config:
    """Settings and sets of a match; `cards[s]` holds seat s's card ids by slot.

    `slots[s]` is the inverse of `cards[s]`. The flags follow from the settings.
    """

    settings: tuple[tuple[str, str], ...]
    cards: tuple[tuple[str, ...], tuple[str, ...]]
    slots: tuple[Mapping[str, int], Mapping[str, int]] = field(compare=False, repr=False)
    tie_opening: str = field(compare=False, repr=False)
    decline_rule: str = field(compare=False, repr=False)
    early_stop: bool = field(compare=False, repr=False)
    forfeit: bool = field(compare=False, repr=False)
    layout: str = field(compare=False, repr=False)


class _Sorted:
    """A list of cards sorted into the slots of a set.

    The first card of an element is the set's beast. Another card of water, wood or earth stands in
    for an item (JGS-1.7). Of the extras, `side` names stand-ins explicitly, and `extra` holds
    reference cards.
    """

    def __init__(
        self,
        cards: tuple[str, ...],
        extras: Mapping[str, tuple[str, ...]],
        values: Mapping[str, str],
    ) -> None:
        self.listed, self.extras, self.values = cards, extras, values
        self.filled: dict[int, str] = {}
        self.surplus: list[tuple[int, str]] = []
        self.strange: list[DeckFinding] = []
        for card in cards:
            self._sort(card, side=False)
        for card in extras.get("side", ()):
            self._sort(card, side=True)

    def _sort(self, identity: str, *, side: bool) -> None:
        card = pool().get(identity)
        if card is None:
            self.strange.append(DeckFinding("JGS-1.9", identity, 1, 0))
        elif card.kind == "reference":
            self.strange.append(DeckFinding("JGS-1.4", identity, 1, 0))
        elif card.kind == "item":
            self._fill(card.slot, card.id)
        elif not side and card.slot not in self.filled:
            self.filled[card.slot] = card.id
        else:
            self._stand_in(card)

    def _stand_in(self, card: Card) -> None:
        slot = STAND_IN_FOR.get(card.element)
        if self.values["stand_ins"] == "off":
            self.surplus.append((card.slot, card.id))
        elif card.id in self.filled.values():
            return  # a second copy, reported by JGS-1.9
        elif slot is None:
            self.strange.append(DeckFinding("JGS-1.7", card.id, 1, 0))
        else:
            self._fill(slot, card.id)

    def _fill(self, slot: int, card: str) -> None:
        if slot in self.filled:
            self.surplus.append((slot, card))
        else:
            self.filled[slot] = card

    def violations(self) -> list[DeckFinding]:
        findings = list(self.strange)
        copies = Counter((*self.listed, *self.extras.get("side", ())))
        findings += [DeckFinding("JGS-1.9", c, n, 1) for c, n in copies.items() if n > 1]
        for slot, standard in enumerate(STANDARD):
            clause = "JGS-1.2" if slot < 5 else "JGS-1.3"
            if slot not in self.filled:
                findings.append(DeckFinding(clause, standard, 0, 1))
            more = [c for s, c in self.surplus if s == slot and copies[c] == 1]
            if more:
                findings.append(DeckFinding(clause, more[-1], 1 + len(more), 1))
        if copies.total() != _SIZE:
            findings.append(DeckFinding("JGS-1.9", "", copies.total(), _SIZE))
        for name, cards in self.extras.items():
            fits = {"side": cards, "extra": _REFERENCES}.get(name, ())
            findings += [DeckFinding("JGS-1.9", card, 1, 0) for card in cards if card not in fits]
        return findings

    def warnings(self) -> list[DeckFinding]:
        """Return warnings for missing reference cards; a nine-card set needs only one (JGS-1.5)."""
        extra = self.extras.get("extra", ())
        missing = [card for card in _REFERENCES if card not in extra]
        if self.values["print_set"] == "nine" and len(missing) < len(_REFERENCES):
            return []
        return [DeckFinding("JGS-1.4", card, 0, 1) for card in missing]


def _check(values: Settings, _setup: Setup, _seat: Seat, deck: Deck) -> DeckReport:
    """Check a set against JGS-1.2 to 1.9; a missing reference card is a warning."""
    findings = _Sorted(deck.cards, deck.extras, values)
    return DeckReport(tuple(findings.violations()), tuple(findings.warnings()))


SETUP: Final = SetupRules(SLUG, _check, lambda _values: SEATS)


@by_setup
def configure(setup: Setup) -> Config:
    """Return the configuration for a set-up; raise `DataError` with every fault."""
    values = SETUP.read(setup)
    sets = {}
    for seat, deck in setup.decks.items():
        filled = _Sorted(deck.cards, deck.extras, values).filled
        sets[seat] = tuple(filled.get(slot, "") for slot in range(_SIZE))
    by_seat = (sets.get("A", STANDARD), sets.get("B", STANDARD))
    a, b = (MappingProxyType({card: slot for slot, card in enumerate(ids)}) for ids in by_seat)
    return Config(
        settings=tuple(values.items()),
        cards=by_seat,
        slots=(a, b),
        tie_opening=values["tie_opening"],
        decline_rule=values["decline_rule"],
        early_stop=values["early_stop"] == "on",
        forfeit=values["misplay"] == "forfeit",
        layout=values["layout"],
    )
