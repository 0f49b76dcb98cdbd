"""A stage that spreads small pieces side by side, and keeps tokens off a card's tag.

Players place three dice results, or the cards of one order, next to each other on one cell. A token
that is carried on a card is placed on its picture, above the middle.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from companion.simulator.card_supply import is_piece
from companion.simulator.scene import PaperPiece
from companion.simulator.stage import HandMove, Stage
from rules import Mat, PrintedCard

_SIDE_BY_SIDE: Final = ((-32.0, 0.0), (0.0, 0.0), (32.0, 0.0))
_QUARTERS: Final = ((-13.3, -34.5), (13.3, -34.5), (13.3, 34.5), (-13.3, 34.5))
"""Places on a card, upper edge first; the middle, where its back has a tag, stays free."""
_ABOVE: Final = (0.0, -26.0)
_APART_MM: Final = 12.0
_SMALL_MM: Final = 30.0
"""Width below which a piece shares its place with others, mm."""


class SpreadStage(Stage):
    """A stage that takes the sizes of its pieces into account."""

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
        """Create a stage for the cards of a print run."""
        super().__init__(mat, seat_turns, rng, fps=fps, idle_fps=idle_fps)
        sizes = {c.tag: (c.front.width_mm, c.front.height_mm) for c in cards if is_piece(c.card)}
        self._small = {tag for tag, size in sizes.items() if min(size) < _SMALL_MM}

    def bare(self, tag: str) -> bool:
        """Return True if a piece is uncovered in its place; small pieces do not cover others."""
        pile = self.piles.get(self.place_of(tag) or "", [tag])
        return all(self._side_by_side(tag, other) for other in pile[pile.index(tag) + 1 :])

    def do(self, hand_move: HandMove) -> None:
        """Perform one move without animation; tokens travel with their card."""
        super().do(hand_move)
        if hand_move.tag in self._small:
            return
        for tag in self.piles.get(hand_move.place, ()) if hand_move.place else ():
            piece = self.scene.find(tag)
            if piece is not None and tag in self._small:
                self._carry(piece, hand_move.place)

    def _side_by_side(self, tag: str, other: str) -> bool:
        if not {tag, other} <= self._small:
            return False
        one, two = self.scene.find(tag), self.scene.find(other)
        if one is None or two is None:
            return False
        return math.dist((one.x_mm, one.y_mm), (two.x_mm, two.y_mm)) > _APART_MM

    def _carry(self, piece: PaperPiece, place: str) -> None:
        """Move and turn a token together with the card beneath it."""
        (x, y), (dx, dy) = self.place_mm(place), self._aside(piece.tag, place)
        card = self._card_on(place)
        angle = piece.rotation_deg if card is None else card.rotation_deg
        moved = replace(piece, x_mm=x + dx, y_mm=y + dy, rotation_deg=angle)
        pieces = tuple(moved if p.tag == piece.tag else p for p in self.scene.pieces)
        self.scene = replace(self.scene, pieces=pieces)

    def aimed(
        self, tag: str, place: str, seat: str, turn: int, *, face_up: bool, sloppy: float = 1.0
    ) -> PaperPiece:
        """Return a piece aimed at its place; small pieces are aimed at a free spot."""
        aimed = super().aimed(tag, place, seat, turn, face_up=face_up, sloppy=sloppy)
        if tag not in self._small:
            return aimed
        dx, dy = self._aside(tag, place)
        return replace(aimed, x_mm=aimed.x_mm + dx, y_mm=aimed.y_mm + dy)

    def _aside(self, tag: str, place: str) -> tuple[float, float]:
        """Return a small piece's offset from the middle of its place."""
        others = [other for other in self.piles.get(place, ()) if other != tag]
        _, _, zone = place.partition(".")
        if zone == "control" or zone.startswith("rail."):
            sideways = any(self._sideways(other, place) for other in others)
            quarters = _QUARTERS[::-1] if sideways else _QUARTERS
            abreast = _SIDE_BY_SIDE if self._wide(place) else _SIDE_BY_SIDE[1:2]
            spots = abreast if zone == "control" else quarters
            return self._free(place, others, spots)
        card = self._card_on(place)
        return (0.0, 0.0) if card is None else _rotated(_ABOVE, card.rotation_deg)

    def _card_on(self, place: str) -> PaperPiece | None:
        """Return the topmost card of a place, below any tokens."""
        cards = (tag for tag in reversed(self.piles.get(place, ())) if tag not in self._small)
        return next((card for tag in cards if (card := self.scene.find(tag))), None)

    def _wide(self, place: str) -> bool:
        """Return True if three small pieces fit side by side; most places are one card wide."""
        outline = next(cell.outline_mm for cell in self.mat.cells if cell.id == place)
        xs = [x for x, _ in outline]
        return max(xs) - min(xs) > _SIDE_BY_SIDE[-1][0] - _SIDE_BY_SIDE[0][0] + _SMALL_MM

    def _sideways(self, tag: str, place: str) -> bool:
        """Return True if a card is sideways in its place, so that its tag is at the upper left."""
        piece, upright = self.scene.find(tag), self.seat_turns[place.partition(".")[0]]
        if piece is None or tag in self._small:
            return False
        return round((piece.rotation_deg - upright) / 90) % 2 == 1

    def _free(
        self, place: str, others: Sequence[str], spots: Sequence[tuple[float, float]]
    ) -> tuple[float, float]:
        """Return the first spot in a seat's place that no other small piece occupies."""
        x, y = self.place_mm(place)
        turned = [_rotated(spot, self.seat_turns[place.partition(".")[0]]) for spot in spots]
        small = [p for other in others if other in self._small and (p := self.scene.find(other))]
        taken = [(p.x_mm - x, p.y_mm - y) for p in small]
        free = (spot for spot in turned if all(math.dist(spot, at) > _APART_MM for at in taken))
        return next(free, turned[len(taken) % len(turned)])


def _rotated(offset: tuple[float, float], degrees: float) -> tuple[float, float]:
    (dx, dy), angle = offset, math.radians(degrees)
    c, s = math.cos(angle), math.sin(angle)
    return c * dx - s * dy, s * dx + c * dy
