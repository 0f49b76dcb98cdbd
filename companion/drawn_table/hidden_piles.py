"""Face-down piles of a drawn table: drawing, stacking and shuffling.

The page cannot shuffle, and players must not choose the card they draw. This module therefore
applies the match's layout and shuffle events to the pieces.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from companion.drawn_table.pieces import Posture, TablePieces
from rules import UNKNOWN, Event, Facing, Layout, PlacedCard, Seat, Zone

_REDRAWN: Final = "redrawn"
_MIXED: Final = "shuffled"
_SHUFFLES: Final = frozenset((_REDRAWN, _MIXED, "renewed"))
"""Kinds of events that shuffle: an exchanged hand, a pile with the cards placed on it, and a
face-up pile that becomes the face-down one.
"""


class HiddenPiles:
    """The face-down piles of one drawn table."""

    def __init__(self, pieces: TablePieces, beginning: Layout) -> None:
        self._pieces, self._stage = pieces, pieces.stage
        self._loose = [zone for zone in pieces.form.zones if zone.pile and not zone.tracked]
        self._down: set[str] = set()  # remembered, because a layout omits an exhausted pile
        self._learn(beginning)

    def follow(self, layout: Layout, seat: Seat) -> bool:
        """Move the excess cards of face-down piles, compared with a layout, to their owners' hands.

        A shared pile is placed as soon as the layout contains it. Return True if anything changed.
        """
        self._learn(layout)
        piles = [zone for zone in self._loose if zone.cell in self._down]
        done = [self._draw(zone, layout.get(zone.cell, ()), seat) for zone in piles]
        done += [self._heap(zone, layout.get(zone.cell)) for zone in self._loose]
        return any(done)

    def shuffled(self, event: Event, layout: Layout) -> Zone | None:
        """Return the pile that an event of the match shuffles, or None."""
        self._learn(layout)
        piles = (zone for zone in self._loose if zone.owner == event.seat)
        backs = (zone for zone in piles if zone.cell in self._down)
        return next(backs, None) if event.kind in _SHUFFLES else None

    def shuffle(self, event: Event, zone: Zone, layout: Layout) -> bool:
        """Shuffle a hand, the cards placed on a pile, or discarded cards into the pile."""
        if event.kind == _REDRAWN:
            return bool(self._redraw(zone, event.seat))
        return bool(self._mix(zone) if event.kind == _MIXED else self._renew(zone, layout))

    def _learn(self, layout: Layout) -> None:
        """Update the cells that have a face-down pile."""
        self._down.update(z.cell for z in self._loose if _is_back(layout.get(z.cell, ())))

    def _draw(self, zone: Zone, wanted: Sequence[PlacedCard], seat: Seat) -> int:
        """Draw as many cards into a hand as a pile has more than `wanted`; return their number."""
        pile, count = self._stage.piles.get(zone.cell, []), 0
        hand = self._pieces.stock.hands.get(zone.owner or seat)
        if hand is None or (wanted and not _is_back(wanted)):
            return 0
        while len(backs := [tag for tag in pile if self._pieces.hidden(tag)]) > len(wanted):
            tag = backs[-1]
            if not self._pieces.stock.held(tag):
                break
            self._drawn(tag, hand)
            count += 1
        return count

    def _drawn(self, tag: str, hand: list[str]) -> None:
        self._pieces.lift(tag)
        self._pieces.memory.held.pop(tag, None)
        hand.append(tag)

    def _heap(self, zone: Zone, wanted: tuple[PlacedCard, ...] | None) -> int:
        """Stack the shared cards, shuffled, on their face-down pile; return their number."""
        bare = not self._stage.piles.get(zone.cell)
        back = wanted[-1] if wanted else None
        if not bare or back is None or back.card != UNKNOWN or not self._pieces.stock.shared(back):
            return 0
        aside = self._pieces.stock.aside()
        for at in self._stage.rng.permutation(len(aside)):
            self._pieces.place(aside[at], zone.cell, Posture(up=False))
        return len(aside)

    def _redraw(self, zone: Zone, seat: Seat) -> int:
        """Exchange a hand with the seat's face-down pile; return the number of cards."""
        pile, hand = self._stage.piles.get(zone.cell, []), self._pieces.stock.hands.get(seat, [])
        count = len(hand) if pile else 0
        for tag in tuple(hand[:count]):
            hand.remove(tag)
            self._pieces.place(tag, zone.cell, Posture(seat, up=False))
        self._shuffle(zone.cell)
        pile = self._stage.piles.get(zone.cell, [])
        for tag in pile[len(pile) - count :]:
            self._drawn(tag, hand)
        return count

    def _mix(self, zone: Zone) -> int:
        """Shuffle a face-down pile with all cards placed on it; return the number of cards."""
        for tag in tuple(self._stage.piles.get(zone.cell, ())):
            if not self._pieces.stock.held(tag):  # a token on the pile declared the shuffle
                self._pieces.lift(tag)
                self._pieces.stock.home(tag, zone.owner)
        self._shuffle(zone.cell)
        return len(self._stage.piles.get(zone.cell, ()))

    def _renew(self, zone: Zone, layout: Layout) -> int:
        """Shuffle the cards that left a seat's face-up piles under its face-down pile."""
        rest = list(self._stage.piles.get(zone.cell, ()))
        for cell, pile in tuple(self._stage.piles.items()):
            there = self._pieces.zones[cell]
            if there.tracked or not there.pile or there.owner != zone.owner or cell == zone.cell:
                continue
            kept = Counter(placed.card for placed in layout.get(cell, ()))
            for tag in tuple(pile):
                kept[self._pieces.stock.card[tag]] -= 1
                if kept[self._pieces.stock.card[tag]] < 0 and self._pieces.stock.held(tag):
                    self._stage.lift(tag)
                    self._pieces.memory.held.pop(tag, None)
                    self._pieces.place(tag, zone.cell, Posture(zone.owner, up=False))
        self._shuffle(zone.cell, above=len(rest))
        return len(self._stage.piles.get(zone.cell, ())) - len(rest)

    def _shuffle(self, cell: str, above: int = 0) -> None:
        """Shuffle a face-down pile; the first `above` cards stay on top."""
        tags = list(self._stage.piles.get(cell, ()))
        rest, new = tags[:above], tags[above:]
        for tag in tags:
            self._stage.lift(tag)
        for tag in [*(new[at] for at in self._stage.rng.permutation(len(new))), *rest]:
            self._pieces.place(tag, cell, Posture(self._pieces.stock.owner[tag], up=False))


def _is_back(pile: Sequence[PlacedCard]) -> bool:
    return bool(pile) and pile[-1].card == UNKNOWN and pile[-1].facing is Facing.DOWN
