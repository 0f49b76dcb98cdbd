"""A perfect view of a scene: a `TableView` without a picture.

The same match can be watched through rendered frames and through this oracle. A difference between
the two referees is the camera's fault; an error in both is the referee's. The oracle costs a
fiftieth of the rendering. Nothing is read through a hand or a die, and the view reports either. A
tag is read if hardly any of its symbol is under another piece. A cell is empty if the part of it
that no read card covers is bare and large enough, as in `companion.vision.mat.background`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from companion.readings import DieReading, Face, Reading, TableView
from companion.simulator.dice import Die
from companion.simulator.scene import PaperPiece, Scene
from companion.simulator.stage import SceneFrame
from companion.vision.mat.placement import cell_at, holds
from rules import Manifest, Mat, TagKind, parse_tag
from rules.records.manifest import TagSquare

_DOES_WITHOUT: Final = 0.2
"""The greatest share of a tag's symbol that its error correction can replace."""
_INNER: Final = 0.84
_VISIBLE: Final = 0.3
_STEPS: Final = 6
_MOST_JUDGED: Final = 4096
_FACES: Final = {
    TagKind.CARD: Face.FRONT,
    TagKind.BACK: Face.BACK,
    TagKind.CONTROL: Face.CONTROL,
    TagKind.TOKEN: Face.TOKEN,
}
_CORNERS: Final = ((0.0, 0.0), (40.0, 0.0), (40.0, 40.0), (0.0, 40.0))
_Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class _PrintedSide:
    """One printed side: its tag, text, panel, and the paper's half width and height."""

    tag: str
    face: Face
    card: str | None
    copy: int
    owner: str
    square: TagSquare
    half: _Point


class OracleView:
    """The perfect view of one mat; the papers come from `manifests`."""

    def __init__(self, manifests: Iterable[Manifest], mat: Mat) -> None:
        self.mat = mat
        self._fronts: dict[str, _PrintedSide] = {}
        self._backs: dict[str, _PrintedSide] = {}
        self._halves: dict[str, _Point] = {}
        self._reach: dict[str, float] = {}
        self._judged: dict[object, bool] = {}
        self._boxes = {cell.id: _samples(cell.outline_mm) for cell in mat.cells}
        self._seen: tuple[Scene, TableView] | None = None
        self._rolling: tuple[Die, ...] = ()
        self._thrown: tuple[Die, ...] = ()
        self._throw = 0
        self._now, self._frame = 0.0, 0
        for manifest in manifests:
            self._learn(manifest)

    def see(self, tick: SceneFrame) -> TableView:
        """Return the view of the next moment; time advances by the tick."""
        if self._seen is None or self._seen[0] != tick.scene:
            self._seen = tick.scene, self._view(tick.scene)
        view = replace(
            self._seen[1],
            time_s=round(self._now, 6),
            frame=self._frame,
            dice=() if tick.scene.hands else self._at_rest(tick.scene.dice),
        )
        self._now += tick.seconds
        self._frame += 1
        return view

    def _at_rest(self, dice: tuple[Die, ...]) -> tuple[DieReading, ...]:
        """Return the dice at rest; each new rest is a throw."""
        if not dice:  # picked up: the next time they are at rest is a throw of its own
            self._rolling = self._thrown = ()
            return ()
        rolling, self._rolling = dice != self._rolling, dice
        if rolling:
            return ()
        if dice != self._thrown:
            self._thrown, self._throw = dice, self._throw + 1
        return tuple(self._die(die) for die in dice)

    def _learn(self, manifest: Manifest) -> None:
        backs = {back.owner: back for back in manifest.backs}
        for card in manifest.cards:
            spot = card.front
            size = (spot.width_mm, spot.height_mm)
            width, height = size if spot.turn % 180 == 0 else size[::-1]
            half = (width / 2, height / 2)
            face = _FACES[parse_tag(card.tag).kind]
            self._halves[card.tag] = half
            self._reach[card.tag] = math.hypot(*half)
            self._fronts[card.tag] = _PrintedSide(
                card.tag, face, card.card, card.copy, card.owner, card.square, half
            )
            back = backs.get(card.owner) if card.back is not None else None
            if back is not None:
                self._backs[card.tag] = _PrintedSide(
                    back.tag, Face.BACK, None, 0, back.owner, back.square, half
                )

    def _view(self, scene: Scene) -> TableView:
        names = list(self._boxes)
        if scene.hands:
            return TableView(0.0, 0, covered=frozenset(names), hand=True, mat=self.mat.name)
        read: list[Reading] = []
        under: list[PaperPiece] = []
        for number, piece in enumerate(scene.pieces):
            side = (self._fronts if piece.face_up else self._backs).get(piece.tag)
            above = scene.pieces[number + 1 :]
            if side is not None and not self._hidden(side, piece, above, scene):
                read.append(self._reading(side, piece))
                under.append(piece)
        occupied = {r.cell for r in read}
        hidden = [p for p in scene.pieces if p not in under]
        bare = {c for c in names if c not in occupied and self._bare(c, under, hidden, scene)}
        covered = set(names) - bare - occupied
        return TableView(
            0.0, 0, tuple(read), frozenset(bare), frozenset(covered), mat=self.mat.name
        )

    def _hidden(
        self, side: _PrintedSide, piece: PaperPiece, above: tuple[PaperPiece, ...], scene: Scene
    ) -> bool:
        """Return True if more of a tag's symbol is covered than a reader can tolerate."""
        near = tuple(other for other in above if self._touches(other, piece))
        if not near and not scene.dice:
            return False
        key = (side, piece, near, scene.dice)
        if key not in self._judged:
            self._keep(key, judged=self._symbol_hidden(side, piece, near, scene))
        return self._judged[key]

    def _keep(self, key: object, *, judged: bool) -> None:
        """Cache a result, and drop the oldest one if there are too many."""
        self._judged[key] = judged
        if len(self._judged) > _MOST_JUDGED:
            del self._judged[next(iter(self._judged))]

    def _symbol_hidden(
        self, side: _PrintedSide, piece: PaperPiece, near: tuple[PaperPiece, ...], scene: Scene
    ) -> bool:
        square = side.square
        x = square.x_mm + square.size_mm / 2 - side.half[0]
        y = square.y_mm + square.size_mm / 2 - side.half[1]
        shares = [square.size_mm * (i / (_STEPS - 1) - 0.5) for i in range(_STEPS)]
        points = [_placed(piece, x + dx, y + dy) for dx in shares for dy in shares]
        dice = [(die.x_mm, die.y_mm, die.edge_mm) for die in scene.dice]
        covered = sum(
            any(self._covers(other, point) for other in near)
            or any(math.dist(point, (dx, dy)) < reach for dx, dy, reach in dice)
            for point in points
        )
        return covered > _DOES_WITHOUT * len(points)

    def _touches(self, a: PaperPiece, b: PaperPiece) -> bool:
        """Return True if two pieces may overlap."""
        reach = self._reach[a.tag] + self._reach[b.tag]
        return math.hypot(a.x_mm - b.x_mm, a.y_mm - b.y_mm) < reach

    def _covers(self, piece: PaperPiece, point: _Point) -> bool:
        x, y = _own(piece, point)
        half = self._halves[piece.tag]
        return abs(x) < half[0] and abs(y) < half[1]

    def _bare(
        self, cell: str, read: list[PaperPiece], hidden: list[PaperPiece], scene: Scene
    ) -> bool:
        points = self._boxes[cell]
        read, hidden = self._near(points, read), self._near(points, hidden)
        if not read and not hidden and not scene.dice:
            return True
        key = (cell, *read, None, *hidden, scene.dice)
        if key not in self._judged:
            self._keep(key, judged=self._seen_bare(points, read, hidden, scene))
        return self._judged[key]

    def _seen_bare(
        self,
        points: list[_Point],
        read: list[PaperPiece],
        hidden: list[PaperPiece],
        scene: Scene,
    ) -> bool:
        left = [p for p in points if not any(self._covers(piece, p) for piece in read)]
        if len(left) < _VISIBLE * len(points):
            return False
        dice = [(die.x_mm, die.y_mm, die.edge_mm / 2) for die in scene.dice]
        return not any(
            any(self._covers(piece, point) for piece in hidden)
            or any(math.dist(point, (x, y)) < reach for x, y, reach in dice)
            for point in left
        )

    def _near(self, points: list[_Point], pieces: list[PaperPiece]) -> list[PaperPiece]:
        """Return the papers that may reach into the area of the points."""
        (left, top), (right, bottom) = points[0], points[-1]
        x, y, reach = (left + right) / 2, (top + bottom) / 2, math.dist(points[0], points[-1]) / 2
        return [
            piece
            for piece in pieces
            if math.dist((x, y), (piece.x_mm, piece.y_mm)) < reach + self._reach[piece.tag]
        ]

    def _reading(self, side: _PrintedSide, piece: PaperPiece) -> Reading:
        return Reading(
            side.tag,
            _CORNERS,
            1.0,
            side.face,
            side.card,
            side.copy,
            side.owner,
            cell_at(self.mat, piece.x_mm, piece.y_mm),
            piece.x_mm,
            piece.y_mm,
            piece.rotation_deg % 360,
        )

    def _die(self, die: Die) -> DieReading:
        at, cell = (die.x_mm, die.y_mm), cell_at(self.mat, die.x_mm, die.y_mm)
        value = "" if die.lean_deg else die.value
        return DieReading("die", value, at, 1.0, *at, 0.0, cell, self._throw)


def _placed(piece: PaperPiece, dx: float, dy: float) -> _Point:
    """Convert an offset from the centre of the upright piece to a point on the mat."""
    angle = math.radians(piece.rotation_deg)
    c, s = math.cos(angle), math.sin(angle)
    return piece.x_mm + c * dx - s * dy, piece.y_mm + s * dx + c * dy


def _own(piece: PaperPiece, point: _Point) -> _Point:
    """Convert a point on the mat to an offset from the centre of the upright piece."""
    angle = math.radians(piece.rotation_deg)
    c, s = math.cos(angle), math.sin(angle)
    x, y = point[0] - piece.x_mm, point[1] - piece.y_mm
    return c * x + s * y, -s * x + c * y


def _samples(outline: tuple[_Point, ...]) -> list[_Point]:
    """Return points spread over the inner part of a cell."""
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    x, y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    w, h = (max(xs) - min(xs)) * _INNER, (max(ys) - min(ys)) * _INNER
    shares = [i / (_STEPS - 1) - 0.5 for i in range(_STEPS)]
    grid = [(x + w * a, y + h * b) for a in shares for b in shares]
    return [point for point in grid if holds(outline, *point)]
