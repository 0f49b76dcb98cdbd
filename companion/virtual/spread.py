"""A stage on which small papers are laid beside each other, and tokens clear of a card's tag.

Players who lay three results of dice, or the cards of one order, on one place spread them out; a
token that travels on a card is laid on its picture, above the middle.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

import numpy as np

from companion.virtual.scene import Piece
from companion.virtual.stock import is_piece
from companion.virtual.throws import DiceStage
from rules import Mat, PrintedCard

__all__ = ["SpreadStage"]

_SIDE_BY_SIDE: Final = ((-32.0, 0.0), (0.0, 0.0), (32.0, 0.0))
_QUARTERS: Final = ((-13.3, -22.3), (13.3, -22.3), (13.3, 22.3), (-13.3, 22.3))
_ABOVE: Final = (0.0, -26.0)
_SMALL_MM: Final = 30.0
"""What is narrower than this shares its place with others."""


class SpreadStage(DiceStage):
    """A stage that knows how large its papers are."""

    def __init__(
        self,
        mat: Mat,
        seat_turns: Mapping[str, int],
        rng: np.random.Generator,
        cards: Iterable[PrintedCard],
        *,
        fps: float = 10.0,
        idle_fps: float = 5.0,
    ) -> None:
        """Like `Stage`, for the papers of a print run."""
        super().__init__(mat, seat_turns, rng, fps=fps, idle_fps=idle_fps)
        self._pieces = {
            c.tag: min(c.front.width_mm, c.front.height_mm) for c in cards if is_piece(c.card)
        }

    def _aimed(
        self, tag: str, place: str, seat: str, turn: int, *, face_up: bool, sloppy: float = 1.0
    ) -> Piece:
        aimed = super()._aimed(tag, place, seat, turn, face_up=face_up, sloppy=sloppy)
        dx, dy = self._aside(tag, place)
        angle = math.radians(self.seat_turns[seat] + 90 * turn)
        c, s = math.cos(angle), math.sin(angle)
        return replace(aimed, x_mm=aimed.x_mm + c * dx - s * dy, y_mm=aimed.y_mm + s * dx + c * dy)

    def _aside(self, tag: str, place: str) -> tuple[float, float]:
        """How far from the middle of a place a piece is laid, as its seat sees it."""
        if tag not in self._pieces or self._pieces[tag] > _SMALL_MM:
            return 0.0, 0.0
        lying = [other for other in self.piles.get(place, ()) if other != tag]
        if ".rail." in place:
            return _QUARTERS[sum(other in self._pieces for other in lying) % len(_QUARTERS)]
        if place.endswith(".control"):
            return _SIDE_BY_SIDE[len(lying) % len(_SIDE_BY_SIDE)]
        on_card = any(other not in self._pieces for other in lying)
        return _ABOVE if on_card else (0.0, 0.0)
