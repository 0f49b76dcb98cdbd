"""The simulated table in motion, as timed scenes.

A `Stage` contains the current scene, the clock and the piles of one simulated table. Hands move
over it in `hand_moves` and `distractions`; each gesture yields one `SceneFrame` per
frame. Cards are placed with human inaccuracy. Nothing is judged here: if asked to, a stage places
a card upside down outside the mat.

`piles` maps a place (a cell of the mat) to its tags, lowest first. A card that is in no pile is in
a hand or the box.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np

from companion.simulator.scene import PaperPiece, Scene
from companion.simulator.spread import apart, aside
from rules import Cell, Mat

_CARD_MM: Final = 0.3
_NEAT: Final = 0.6


@dataclass(frozen=True, slots=True)
class SceneFrame:
    """A scene and its duration, in seconds of the table's clock."""

    scene: Scene
    seconds: float


@dataclass(frozen=True, slots=True)
class HandMove:
    """A piece and its destination; `place` "" removes it from the table.

    `seat`: the seat for which it is upright. `under`: the number of pieces there that stay on top.
    """

    tag: str
    place: str = ""
    seat: str = ""
    turn: int = 0
    face_up: bool = True
    under: int = 0


@dataclass(slots=True)
class Stage:
    """One simulated table in motion.

    `seat_turns`: the clockwise turn of a seat's upright cards in degrees. The seat's arm comes
    from that side. `small`: the tags of pieces that share their place with others. On an `aligned`
    stage, cards follow the rotation of their cell. `fps` applies while something moves, `idle_fps`
    while nothing moves.
    """

    mat: Mat
    seat_turns: Mapping[str, int]
    rng: np.random.Generator
    small: frozenset[str] = frozenset()
    aligned: bool = False
    fps: float = 10.0
    idle_fps: float = 5.0
    scene: Scene = field(default_factory=Scene)
    piles: dict[str, list[str]] = field(default_factory=dict)
    now: float = 0.0

    def cell(self, place: str) -> Cell:
        """Return a cell of the mat."""
        return next(cell for cell in self.mat.cells if cell.id == place)

    def place_of(self, tag: str) -> str | None:
        """Return the place of a card, or None if it is in no pile."""
        return next((place for place, tags in self.piles.items() if tag in tags), None)

    def bare(self, tag: str) -> bool:
        """Return True if a piece is uncovered in its place; small pieces do not cover others."""
        pile = self._pieces(self.place_of(tag) or "")
        at = next((i for i, piece in enumerate(pile) if piece.tag == tag), len(pile))
        above = pile[at + 1 :]
        return all({tag, p.tag} <= self.small and apart(pile[at], p) for p in above)

    def aimed(self, move: HandMove, neat: float = 1.0) -> PaperPiece:
        """Return a piece's inaccurate destination: +-3 mm and +-3 degrees at two sigma.

        `neat` scales the inaccuracy. Small pieces are aimed at a free spot.
        """
        cell = self.cell(move.place)
        dx, dy = (float(v) for v in self.rng.normal(0, 1.5 * neat, 2).clip(-3.5, 3.5))
        slant = float(np.clip(self.rng.normal(0, 1.5 * neat), -3.5, 3.5))
        angle = (self.seat_turns[move.seat] + 90 * move.turn + slant) % 360
        if self.aligned:
            angle = (angle + cell.turn) % 360
        x, y = cell.x_mm + dx, cell.y_mm + dy
        if move.tag in self.small:
            dx, dy = self._aside(move.tag, cell)
            x, y = x + dx, y + dy
        lift = _CARD_MM * len(self.piles.get(move.place, ()))
        return PaperPiece(move.tag, x, y, angle, move.face_up, lift)

    # Changes without animation.

    def do(self, move: HandMove) -> None:
        """Perform one move without animation; tokens travel with their card."""
        self.lift(move.tag)
        if not move.place:
            return
        piece, pile = self.aimed(move, _NEAT), self.piles.setdefault(move.place, [])
        at = len(pile) - move.under
        above = pile[at:]
        pile.insert(at, move.tag)
        pieces = list(self.scene.pieces)
        over = (i for i, each in enumerate(pieces) if each.tag in above)
        pieces.insert(min(over, default=len(pieces)), piece)
        self.scene = replace(self.scene, pieces=tuple(pieces))
        if move.tag not in self.small:
            self._carry(move.place)

    def lift(self, tag: str) -> None:
        """Take a card off the table without animation; its tokens stay on the card beneath."""
        place = self.place_of(tag)
        self.scene = self.scene.without(tag)
        if place is not None:
            self.piles[place].remove(tag)
            if tag not in self.small:
                self._carry(place)

    # Time.

    def tick(self, seconds: float | None = None) -> SceneFrame:
        """Return the current scene for one frame."""
        made = SceneFrame(self.scene, 1 / self.fps if seconds is None else seconds)
        self.now += made.seconds
        return made

    def wait(self, seconds: float) -> Iterator[SceneFrame]:
        """Yield unchanged scenes for a while."""
        for _ in range(max(1, math.ceil(seconds / (1 / self.idle_fps)))):
            yield self.tick(1 / self.idle_fps)

    # Small pieces.

    def _carry(self, place: str) -> None:
        """Move and turn the tokens in a place together with the card beneath them."""
        pieces = self._pieces(place)
        cards = [piece for piece in pieces if piece.tag not in self.small]
        for token in pieces if cards else ():
            if token.tag in self.small:
                cell = self.cell(place)
                dx, dy = self._aside(token.tag, cell)
                x, y = cell.x_mm + dx, cell.y_mm + dy
                moved = replace(token, x_mm=x, y_mm=y, rotation_deg=cards[-1].rotation_deg)
                self.scene = self.scene.changed(moved)

    def _aside(self, tag: str, cell: Cell) -> tuple[float, float]:
        """Return a small piece's offset from the middle of its cell."""
        others = [piece for piece in self._pieces(cell.id) if piece.tag != tag]
        cards = [piece for piece in others if piece.tag not in self.small]
        tokens = [piece for piece in others if piece.tag in self.small]
        return aside(cell, self.seat_turns.get(cell.id.partition(".")[0], 0), cards, tokens)

    def _pieces(self, place: str) -> list[PaperPiece]:
        """Return the pieces in a place, lowest first."""
        found = (self.scene.find(tag) for tag in self.piles.get(place, ()))
        return [piece for piece in found if piece is not None]
