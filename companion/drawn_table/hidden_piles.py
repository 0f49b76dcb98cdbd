"""Face-down piles of a drawn table: drawing, stacking and shuffling.

The page cannot shuffle, and players must not choose the card they draw. This module therefore
applies the match's layout and shuffle events to the pieces.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import takewhile
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
        self._down: set[str] = set()  # remembered, because a layout omits an exhausted pile
        self._learn(beginning)

    def follow(self, layout: Layout, seat: Seat) -> bool:
        """Move the excess cards of face-down piles, compared with a layout, to their owners' hands.

        A shared pile is placed as soon as the layout contains it. Return True if anything changed.
        """
        self._learn(layout)
        piles = [zone for zone in self._pieces.loose if zone.cell in self._down]
        done = [self._draw(zone, layout.get(zone.cell, ()), seat) for zone in piles]
        done += [self._heap(zone, layout.get(zone.cell, ())) for zone in self._pieces.loose]
        return any(done)

    def shuffled(self, event: Event, layout: Layout) -> Zone | None:
        """Return the pile that an event of the match shuffles, or None."""
        self._learn(layout)
        piles = (zone for zone in self._pieces.loose if zone.owner == event.seat)
        backs = (zone for zone in piles if zone.cell in self._down)
        return next(backs, None) if event.kind in _SHUFFLES else None

    def shuffle(self, event: Event, zone: Zone, layout: Layout) -> None:
        """Shuffle a hand, the cards placed on a pile, or discarded cards into the pile."""
        if event.kind == _REDRAWN:
            self._redraw(zone, event.seat)
        elif event.kind == _MIXED:
            self._mix(zone)
        else:
            self._renew(zone, layout)

    def _learn(self, layout: Layout) -> None:
        """Update the cells that have a face-down pile."""
        self._down.update(z.cell for z in self._pieces.loose if _is_back(layout.get(z.cell, ())))

    def _draw(self, zone: Zone, wanted: Sequence[PlacedCard], seat: Seat) -> bool:
        """Draw a pile's excess cards into a hand; return True if there are any."""
        hand = self._pieces.stock.hands.get(zone.owner or seat)
        if hand is None or (wanted and not _is_back(wanted)):
            return False
        backs = [*filter(self._pieces.hidden, self._stage.piles.get(zone.cell, ()))]
        excess = [*takewhile(self._pieces.stock.held, reversed(backs[len(wanted) :]))]
        for tag in excess:
            self._drawn(tag, hand)
        return bool(excess)

    def _drawn(self, tag: str, hand: list[str]) -> None:
        self._pieces.lift(tag)
        self._pieces.memory.held.pop(tag, None)
        hand.append(tag)

    def _heap(self, zone: Zone, wanted: Sequence[PlacedCard]) -> bool:
        """Stack the shared cards, shuffled, on their empty pile; return True if there are any."""
        bare = not self._stage.piles.get(zone.cell)
        if not (bare and _is_back(wanted) and self._pieces.stock.shared(wanted[-1])):
            return False
        aside = self._pieces.stock.aside()
        for at in self._stage.rng.permutation(len(aside)):
            self._pieces.place(aside[at], zone.cell, Posture(up=False))
        return bool(aside)

    def _redraw(self, zone: Zone, seat: Seat) -> None:
        """Exchange a hand with the seat's face-down pile, if there is one."""
        hand = self._pieces.stock.hands[seat]
        count = len(hand) if self._stage.piles.get(zone.cell) else 0
        for tag in hand[:count]:
            self._pieces.place(tag, zone.cell, Posture(seat, up=False))
        del hand[:count]
        self._shuffle(zone.cell)
        pile = self._stage.piles.get(zone.cell, [])
        for tag in pile[len(pile) - count :]:
            self._drawn(tag, hand)

    def _mix(self, zone: Zone) -> None:
        """Shuffle a face-down pile with all cards placed on it."""
        for tag in tuple(self._stage.piles.get(zone.cell, ())):
            if not self._pieces.stock.held(tag):  # a token on the pile declared the shuffle
                self._pieces.lift(tag)
                self._pieces.stock.home(tag, zone.owner)
        self._shuffle(zone.cell)

    def _renew(self, zone: Zone, layout: Layout) -> None:
        """Shuffle the cards that left a seat's face-up piles under its face-down pile."""
        pieces, card = self._pieces, self._pieces.stock.card
        above = len(self._stage.piles.get(zone.cell, ()))
        for there in self._pieces.loose:
            if there.owner != zone.owner or there is zone:
                continue
            kept = Counter(placed.card for placed in layout.get(there.cell, ()))
            for tag in tuple(self._stage.piles.get(there.cell, ())):
                kept[card[tag]] -= 1
                if kept[card[tag]] < 0 and pieces.stock.held(tag):
                    self._stage.lift(tag)
                    pieces.memory.held.pop(tag, None)
                    pieces.place(tag, zone.cell, Posture(zone.owner, up=False))
        self._shuffle(zone.cell, above)

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
