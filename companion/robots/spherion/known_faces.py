"""The identities of all face-down cards of a Spherion match.

Two equal matches run in parallel. The *true* one knows every card and is therefore often ahead: it
need not wait for a requested face. The *seen* one has the table's knowledge. Both have the same
events in the same order, seat by seat. An event that names a card in one match and hides it in the
other is paired here.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from rules import UNKNOWN, Event, Facing, Layout, PlacedCard, Seat

_PAIRED: Final = frozenset(("played", "drawn", "put_back"))
_UNIT: Final = "token.unit."


@dataclass(slots=True)
class KnownFaces:
    """The identities of one match: units by seat and number, power-ups by cell, decks unordered."""

    units: dict[tuple[Seat, str], str] = field(default_factory=dict)
    powerups: dict[str, str] = field(default_factory=dict)
    decks: dict[Seat, list[str]] = field(default_factory=dict)
    _ahead: dict[tuple[str, Seat], deque[str]] = field(default_factory=lambda: defaultdict(deque))

    def know(self, events: Iterable[Event]) -> None:
        """Take in the events of the true match."""
        for event in events:
            if event.kind in _PAIRED:
                self._ahead[event.kind, event.seat].append(event.card)
            elif event.kind == "spawned":
                self.powerups[event.cell] = event.card
            elif event.kind == "shuffled":
                self.decks.setdefault(event.seat, list(event.items))

    def see(self, events: Iterable[Event]) -> None:
        """Take in the events of the seen match."""
        for event in events:
            if event.kind not in _PAIRED:
                continue
            card = self._ahead[event.kind, event.seat].popleft()
            if event.kind == "played":
                self.units[event.seat, event.to] = card
            elif event.kind == "drawn":
                self.decks[event.seat].remove(card)
            else:
                self.decks[event.seat].append(card)

    def layout(self, layout: Layout, seen: Any, pile: Sequence[str]) -> Layout:  # noqa: ANN401 - the game's own
        """Return a seen layout with every card named; `pile`: the neutral cards in order."""
        found = {cell: self._named(cell, placed) for cell, placed in layout.items()}
        for seat, player in zip(self.decks, seen.players, strict=True):
            found[f"{seat}.deck"] = _backs(self.decks[seat], seat)
            found[f"{seat}.extra"] = _backs(player.extra, seat)
        found["pile"] = _backs(pile, "")
        return found

    def _named(self, cell: str, pile: tuple[PlacedCard, ...]) -> tuple[PlacedCard, ...]:
        return tuple(
            replace(placed, card=self._card(cell, placed, pile[n:]))
            if placed.card == UNKNOWN
            else placed
            for n, placed in enumerate(pile)
        )

    def _card(self, cell: str, placed: PlacedCard, above: tuple[PlacedCard, ...]) -> str:
        """Return a card by the number token on its unit; an unowned card is a power-up."""
        if not placed.owner:
            return self.powerups.get(cell, UNKNOWN)
        numbers = (each.card for each in above if each.card.startswith(_UNIT))
        number = next(numbers, _UNIT).removeprefix(_UNIT)
        return self.units.get((placed.owner, number), UNKNOWN)


def _backs(cards: Iterable[str], seat: Seat) -> tuple[PlacedCard, ...]:
    return tuple(PlacedCard(card, seat, Facing.DOWN) for card in cards)
