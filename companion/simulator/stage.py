"""Animated hands at the simulated table, as timed scenes.

A `Stage` contains the current scene, the clock and the dice of one simulated table. Each gesture
yields one `SceneFrame` per frame: a hand comes in from its seat's side along a minimum-jerk path,
acts and leaves. Cards are placed with human inaccuracy. Nothing is judged here: if asked to, a
stage places a card upside down outside the mat.

`piles` maps a place (a cell of the mat) to its tags, lowest first. A card that is in no pile is in
a hand or the box.
"""

import math
from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from companion.simulator.motion import away, back, glide, moved
from companion.simulator.scene import Glint, Hand, PaperPiece, Scene, TablePose
from rules import Mat

_PINCH_MM: Final = 27.0  # distance from the fingertips to the centre of the card they hold
_CARD_MM: Final = 0.3
_HOVER_MM: Final = 30.0
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


class Stage:
    """One simulated table in motion.

    `seat_turns`: the clockwise turn of a seat's upright cards in degrees. The seat's arm comes
    from that side. `fps` applies while something moves, `idle_fps` while nothing moves.
    """

    def __init__(
        self,
        mat: Mat,
        seat_turns: Mapping[str, int],
        rng: np.random.Generator,
        *,
        fps: float = 10.0,
        idle_fps: float = 5.0,
    ) -> None:
        self.mat = mat
        self.seat_turns = dict(seat_turns)
        self.scene = Scene()
        self.piles: dict[str, list[str]] = {}
        self.now = 0.0
        self._rng = rng
        self._step, self._idle = 1 / fps, 1 / idle_fps
        self._cells = {cell.id: (cell.x_mm, cell.y_mm) for cell in mat.cells}
        self._tones = {seat: i for i, seat in enumerate(seat_turns)}

    # -- positions -------------------------------------------------------------------------

    def place_mm(self, place: str) -> tuple[float, float]:
        """Return the middle of a cell of the mat."""
        return self._cells[place]

    def place_of(self, tag: str) -> str | None:
        """Return the place of a card, or None if it is in no pile."""
        return next((place for place, tags in self.piles.items() if tag in tags), None)

    def put(
        self,
        tag: str,
        place: str,
        seat: str,
        *,
        turn: int = 0,
        face_up: bool = True,
        neat: float = 1.0,
    ) -> PaperPiece:
        """Place a card without animation; `neat` scales the inaccuracy of a hand."""
        self.lift(tag)
        pile = self.piles.setdefault(place, [])
        piece = self.aimed(tag, place, seat, turn, face_up=face_up, sloppy=neat)
        pile.append(tag)
        self.scene = self.scene.with_piece(piece)
        return piece

    def lift(self, tag: str) -> PaperPiece | None:
        """Take a card off the table without animation."""
        for tags in self.piles.values():
            if tag in tags:
                tags.remove(tag)
        piece = self.scene.find(tag)
        self.scene = self.scene.without(tag)
        return piece

    def do(self, hand_move: HandMove) -> None:
        """Perform one move without animation."""
        if not hand_move.place:
            self.lift(hand_move.tag)
            return
        self.put(
            hand_move.tag,
            hand_move.place,
            hand_move.seat,
            turn=hand_move.turn,
            face_up=hand_move.face_up,
            neat=_NEAT,
        )
        if hand_move.under:
            self._tuck(hand_move)

    def _tuck(self, hand_move: HandMove) -> None:
        """Move the last piece beneath the pieces that stay on top."""
        pile = self.piles[hand_move.place]
        above = pile[-1 - hand_move.under : -1]
        pile[-1 - hand_move.under :] = [hand_move.tag, *above]
        pieces = [piece for piece in self.scene.pieces if piece.tag != hand_move.tag]
        placed = next(piece for piece in self.scene.pieces if piece.tag == hand_move.tag)
        at = min(i for i, piece in enumerate(pieces) if piece.tag in above)
        self.scene = replace(self.scene, pieces=(*pieces[:at], placed, *pieces[at:]))

    def to_top(self, place: str, tag: str) -> None:
        """Put `tag` on top of a face-down pile, whose backs are identical."""
        pile = self.piles[place]
        top = pile[-1]
        if top == tag:
            return
        pile[pile.index(tag)], pile[-1] = top, tag
        names = {top: tag, tag: top}
        pieces = tuple(replace(p, tag=names.get(p.tag, p.tag)) for p in self.scene.pieces)
        self.scene = replace(self.scene, pieces=pieces)

    def aimed(
        self, tag: str, place: str, seat: str, turn: int, *, face_up: bool, sloppy: float = 1.0
    ) -> PaperPiece:
        """Return a card's inaccurate destination: +-3 mm and +-3 degrees at two sigma."""
        x, y = self._cells[place]
        dx, dy = self._rng.normal(0, 1.5 * sloppy, 2).clip(-3.5, 3.5)
        slant = float(np.clip(self._rng.normal(0, 1.5 * sloppy), -3.5, 3.5))
        angle = (self.seat_turns[seat] + 90 * turn + slant) % 360
        lift = _CARD_MM * len(self.piles.get(place, ()))
        return PaperPiece(tag, x + float(dx), y + float(dy), angle, face_up, lift)

    # -- time ------------------------------------------------------------------------------

    def tick(self, seconds: float | None = None) -> SceneFrame:
        """Return the current scene for one frame."""
        made = SceneFrame(self.scene, self._step if seconds is None else seconds)
        self.now += made.seconds
        return made

    def wait(self, seconds: float) -> Iterator[SceneFrame]:
        """Yield unchanged scenes for a while."""
        for _ in range(max(1, math.ceil(seconds / self._idle))):
            yield self.tick(self._idle)

    # -- gestures --------------------------------------------------------------------------

    def bring(
        self, seat: str, tag: str, place: str, *, turn: int = 0, face_up: bool = True
    ) -> Iterator[SceneFrame]:
        """Bring a card by hand and place it."""
        goal = self.aimed(tag, place, seat, turn, face_up=face_up)
        hand = self.holding(seat, goal)
        yield from self.reach(self.leaving(hand), hand, 0.5)
        yield from self._drop(goal, place)
        yield from self.reach(replace(hand, carries=None), self.leaving(hand), 0.4)
        yield from self.gone()

    def take(self, seat: str, tag: str) -> Iterator[SceneFrame]:
        """Pick up a card by hand and leave with it."""
        hand, held = yield from self._grasp(seat, tag)
        yield from self._withdraw(replace(hand, carries=held), 0.5)

    def carry(
        self, seat: str, tag: str, place: str, *, turn: int = 0, face_up: bool = True
    ) -> Iterator[SceneFrame]:
        """Move a card by hand to another place."""
        hand, held = yield from self._grasp(seat, tag)
        owner = self._owner_side(held, seat)
        goal = self.aimed(tag, place, owner, turn, face_up=face_up)
        there = self.holding(seat, goal)
        yield from self.reach(replace(hand, carries=held), there, 0.5)
        yield from self._drop(goal, place)
        yield from self._withdraw(replace(there, carries=None))

    def swap(self, seat: str, first: str, second: str) -> Iterator[SceneFrame]:
        """Swap two cards: lift one off, move the other, then place the first."""
        here, there = self.place_of(first), self.place_of(second)
        if here is None or there is None:
            raise ValueError(f"both cards must lie on the table: {first}, {second}")
        hand, held = yield from self._grasp(seat, first)
        side = self._owner_side(held, seat)
        yield from self._withdraw(replace(hand, carries=held))
        yield from self.carry(seat, second, here)
        goal = self.aimed(first, there, side, 0, face_up=held.face_up)
        back = self.holding(seat, goal)
        yield from self.reach(self.leaving(back), back, 0.4)
        yield from self._drop(goal, there)
        yield from self._withdraw(replace(back, carries=None))

    def rest(self, seat: str, place: str, seconds: float) -> Iterator[SceneFrame]:
        """Hold a slightly trembling open hand over a place for a while."""
        x, y = self._cells[place]
        lean = self.seat_turns[seat] + float(self._rng.uniform(-14, 14))
        hand = Hand(x, y, lean % 360, self._tones[seat], open=True)
        yield from self.reach(self.leaving(hand), hand, 0.5)
        for _ in range(max(1, round(seconds / self._step))):
            yield self._shown(self._trembling(hand))
        yield from self._withdraw(hand)

    def glare(self, place: str, seconds: float) -> Iterator[SceneFrame]:
        """Show a lamp's reflection near a place for a while."""
        x, y = self._cells[place]
        dx, dy = (float(v) for v in self._rng.normal(0, 15.0, 2))
        glint = Glint(x + dx, y + dy, float(self._rng.uniform(10, 25)))
        self.scene = replace(self.scene, glints=(glint,))
        yield from self.wait(seconds)
        self.scene = replace(self.scene, glints=())

    def touch(self, seat: str, tag: str) -> Iterator[SceneFrame]:
        """Shift a card by a few millimetres and degrees, as if by an accidental touch."""
        place = self.place_of(tag)
        piece = self.scene.find(tag)
        if piece is None or place is None:
            raise ValueError(f"{tag} does not lie on the table")
        dx, dy, turn = (float(v) for v in self._rng.normal(0, 1.2, 3).clip(-2.5, 2.5))
        x, y = self._cells[place]
        moved = replace(
            piece,
            x_mm=min(max(piece.x_mm + dx, x - 5), x + 5),
            y_mm=min(max(piece.y_mm + dy, y - 5), y + 5),
            rotation_deg=(piece.rotation_deg + turn) % 360,
        )
        hand = replace(self._over(seat, tag), carries=None)
        yield from self.reach(self.leaving(hand), hand, 0.4)
        pieces = tuple(moved if p.tag == tag else p for p in self.scene.pieces)
        self.scene = replace(self.scene, pieces=pieces)
        yield from self._withdraw(hand)

    def bump(self, seat: str) -> Iterator[SceneFrame]:
        """Shift the mat with everything on it by a few millimetres."""
        side = self.seat_turns[seat]
        corner = (self.mat.width_mm * 0.2, self.mat.height_mm * (0.97 if side == 0 else 0.03))
        hand = Hand(*corner, float(side), self._tones[seat], open=True)
        old = self.scene.mat
        shift = self._rng.normal(0, [4.0, 4.0, 0.6])
        # the mat stays in view, because people push it back into place
        sums = (0.5 * a + float(b) for a, b in zip(_numbers(old), shift, strict=True))
        new = TablePose(*(min(max(each, -9.0), 9.0) for each in sums))
        yield from self.reach(self.leaving(hand), hand, 0.4)
        for share in (0.5, 1.0):
            between = (
                a + (b - a) * share for a, b in zip(_numbers(old), _numbers(new), strict=True)
            )
            self.scene = replace(self.scene, mat=TablePose(*between))
            yield self._shown(self._trembling(hand))
        yield from self._withdraw(hand)

    # -- parts of gestures -----------------------------------------------------------------

    def holding(self, seat: str, piece: PaperPiece) -> Hand:
        """Return the seat's hand with its fingers on the near edge of `piece`, which hovers."""
        lean = self.seat_turns[seat] + float(self._rng.uniform(-12, 12))
        x, y = back(lean)
        held = replace(piece, lift_mm=_HOVER_MM)
        x, y = piece.x_mm + _PINCH_MM * x, piece.y_mm + _PINCH_MM * y
        return Hand(x, y, lean % 360, self._tones[seat], carries=held)

    def hovering(self, seat: str, piece: PaperPiece) -> Hand:
        """Return the seat's empty hand above a piece."""
        return replace(self.holding(seat, piece), carries=None)

    def _over(self, seat: str, tag: str) -> Hand:
        """Return the seat's empty hand on a card."""
        piece = self.scene.find(tag)
        if piece is None:
            raise ValueError(f"{tag} does not lie on the table")
        return replace(self.holding(seat, piece), carries=None)

    def _grasp(self, seat: str, tag: str) -> Generator[SceneFrame, None, tuple[Hand, PaperPiece]]:
        """Reach for a card and lift it; return the empty hand and the card."""
        hand = self._over(seat, tag)
        yield from self.reach(self.leaving(hand), hand, 0.4)
        piece = self.lift(tag)
        if piece is None:
            raise ValueError(f"{tag} does not lie on the table")
        return hand, replace(piece, lift_mm=_HOVER_MM)

    def _withdraw(self, hand: Hand, seconds: float = 0.4) -> Iterator[SceneFrame]:
        """Move a hand off the table."""
        yield from self.reach(hand, self.leaving(hand), seconds)
        yield from self.gone()

    def _owner_side(self, piece: PaperPiece, seat: str) -> str:
        """Return the seat for which a card is upright, or else the seat that holds it."""
        for other, turn in self.seat_turns.items():
            if abs((piece.rotation_deg - turn + 180) % 360 - 180) < 20:
                return other
        return seat

    def leaving(self, hand: Hand) -> Hand:
        """Return a hand outside the picture."""
        return away(hand, self.mat.width_mm, self.mat.height_mm)

    def reach(self, start: Hand, end: Hand, seconds: float) -> Iterator[SceneFrame]:
        """Yield a movement with a slight curve and tremble."""
        steps = max(2, round(seconds / self._step))
        for hand in glide(start, end, steps, float(self._rng.normal(0, 12))):
            yield self._shown(self._trembling(hand))

    def _drop(self, goal: PaperPiece, place: str) -> Iterator[SceneFrame]:
        """Put the card down under the fingers, which rest for a moment."""
        self.piles.setdefault(place, []).append(goal.tag)
        hands = tuple(replace(hand, carries=None) for hand in self.scene.hands)
        self.scene = replace(self.scene.with_piece(goal), hands=hands)
        for _ in range(max(1, round(float(self._rng.uniform(0.08, 0.25)) / self._step))):
            yield self.tick()

    def gone(self) -> Iterator[SceneFrame]:
        """Show the table without hands."""
        self.scene = replace(self.scene, hands=())
        yield self.tick()

    def _shown(self, hand: Hand) -> SceneFrame:
        self.scene = replace(self.scene, hands=(hand,))
        return self.tick()

    def _trembling(self, hand: Hand) -> Hand:
        dx, dy = (float(v) for v in self._rng.normal(0, 0.7, 2))
        return moved(hand, hand.x_mm + dx, hand.y_mm + dy)


def _numbers(pose: TablePose) -> tuple[float, float, float]:
    return pose.x_mm, pose.y_mm, pose.rotation_deg
