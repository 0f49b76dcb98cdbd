"""Gestures that do several things at one go: a row of cards turned up, used cards swept away.

People do not lift their arm off the table between two cards.  A `SweepingStage` moves one hand from
card to card and does something at each; what it does there is a `_Touch`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from companion.virtual.dice import Die
from companion.virtual.scene import Hand, Piece
from companion.virtual.stage import Stage, Tick

__all__ = ["Laying", "SweepingStage"]

_REACH_S: Final = 0.4
_NEXT_S: Final = 0.25


@dataclass(frozen=True, slots=True)
class Laying:
    """A card that is to lie on a place; `seat` for whom it lies upright when its `turn` is 0."""

    tag: str
    place: str
    seat: str
    turn: int = 0
    face_up: bool = True


@dataclass(frozen=True, slots=True)
class _Touch:
    """Where the hand stops, and what it does there."""

    hand: Hand
    act: Callable[[], None]


class SweepingStage(Stage):
    """A stage whose hands do several things before they leave."""

    def lay_all(self, seat: str, cards: Sequence[Laying]) -> Iterator[Tick]:
        """Lay cards out of the hand, one after the other; a card that lies already is turned."""
        yield from self._sweep([self._laying(seat, card) for card in cards])

    def take_all(self, seat: str, tags: Sequence[str]) -> Iterator[Tick]:
        """Take lying cards up."""
        yield from self._sweep([self._taking(seat, tag) for tag in tags])

    def gather(self, seat: str, tags: Sequence[str], goal: Laying) -> Iterator[Tick]:
        """Sweep lying cards together and put them down on the goal's place, the last on top."""
        touches = [self._taking(seat, tag) for tag in tags]
        cards = [replace(goal, tag=tag) for tag in tags]
        yield from self._sweep([*touches, self._dropping(seat, cards)])

    def throw(self, seat: str, dice: Sequence[Die], wait_s: float = 0.4) -> Iterator[Tick]:
        """Dice roll out of a hand over where they will lie and come to rest."""
        hand = self._hand_at(seat, dice[0].x_mm, dice[0].y_mm)
        yield from self._reach(self._away(hand), hand, _REACH_S)
        self.scene = replace(self.scene, dice=())
        yield from self._reach(hand, self._away(hand), _REACH_S)
        for step in (3, 2, 1):
            rolling = tuple(
                replace(
                    die, x_mm=die.x_mm - 9.0 * step, rotation_deg=die.rotation_deg + 70.0 * step
                )
                for die in dice
            )
            self.scene = replace(self.scene, hands=(), dice=rolling)
            yield self.tick()
        self.scene = replace(self.scene, hands=(), dice=tuple(dice))
        yield from self.wait(wait_s)

    def clear_dice(self, seat: str) -> Iterator[Tick]:
        """A hand takes the dice up."""
        if not self.scene.dice:
            return
        first = self.scene.dice[0]
        hand = self._hand_at(seat, first.x_mm, first.y_mm)
        yield from self._reach(self._away(hand), hand, _REACH_S)
        self.scene = replace(self.scene, dice=())
        yield from self._reach(hand, self._away(hand), _REACH_S)
        yield from self._gone()

    def _sweep(self, touches: Sequence[_Touch]) -> Iterator[Tick]:
        if not touches:
            return
        first = touches[0].hand
        yield from self._reach(self._away(first), first, _REACH_S)
        here = first
        for touch in touches:
            if touch.hand is not here:
                yield from self._reach(here, touch.hand, _NEXT_S)
                here = touch.hand
            touch.act()
            yield self.tick()
        yield from self._reach(here, self._away(here), _REACH_S)
        yield from self._gone()

    def _laying(self, seat: str, card: Laying) -> _Touch:
        def act() -> None:
            self.put(card.tag, card.place, card.seat, turn=card.turn, face_up=card.face_up)

        x, y = self._cells[card.place]
        return _Touch(self._hand_at(seat, x, y), act)

    def _taking(self, seat: str, tag: str) -> _Touch:
        def act() -> None:
            self.lift(tag)

        piece = self._lying(tag)
        return _Touch(self._hand_at(seat, piece.x_mm, piece.y_mm), act)

    def _dropping(self, seat: str, cards: Sequence[Laying]) -> _Touch:
        def act() -> None:
            for card in cards:
                self.put(card.tag, card.place, card.seat, turn=card.turn, face_up=card.face_up)

        x, y = self._cells[cards[0].place]
        return _Touch(self._hand_at(seat, x, y), act)

    def _lying(self, tag: str) -> Piece:
        piece = self.scene.find(tag)
        if piece is None:
            raise ValueError(f"{tag} does not lie on the table")
        return piece

    def _hand_at(self, seat: str, x_mm: float, y_mm: float) -> Hand:
        """The seat's empty hand with its fingers near a point."""
        nowhere = Piece("", x_mm, y_mm)
        return replace(self._holding(seat, nowhere), carries=None)
