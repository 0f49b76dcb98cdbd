"""Nets: flat panels with cuts and folds, and the solids that they fold into.

Theory of operation. A net is flat on the sheet, printed side up, with coordinates in mm (x to the
right, y down). Its panels form a tree. The root stays in place; each other panel turns by `angle`
degrees about its *hinge*, an edge that it shares with its parent. A positive angle is a mountain
fold: the printed side ends up outside, and the panel moves away from the viewer. A negative angle
is a valley fold. The z axis points away from the viewer, into the table. A picture of a half-folded
net folds every hinge by a fraction of its angle.

Lines are derived from the panels alone: a hinge is a fold, and every other edge is a cut. A
drawing can therefore never show a fold that the geometry does not have.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from printkit.cards.pictures import Picture
from printkit.pdf.drawing import Cmyk, Node
from printkit.pdf.geometry import Point, Rect
from printkit.typeset.label import Label

Edge = tuple[Point, Point]
Vector = tuple[float, float, float]
_NEAR = 4
"""Number of decimal places to which the corners of equal edges must agree."""


@dataclass(frozen=True, slots=True)
class NetPanel:
    """A flat part of a net; `holes` are cut out of it, and `art` is clipped to its outline.

    `ground` is the background colour, which extends a little beyond the cuts. A `glue` panel is
    glued behind another panel. All coordinates are the net's.
    """

    id: str
    outline: tuple[Point, ...]
    parent: str = ""
    hinge: Edge | None = None
    angle: float = 0.0
    glue: bool = False
    art: tuple[Node, ...] = ()
    ground: Cmyk | None = None
    holes: tuple[tuple[Point, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class NetPicture:
    """A ready-drawn card picture; `crop` (in mm on the card) has its top left at `at`."""

    picture: Picture
    crop: Rect
    at: Point
    scale: float = 1.0
    turn: int = 0


@dataclass(frozen=True, slots=True)
class Net:
    """Panels, with pictures over them and texts on top.

    A parent comes before its children. `over` has plates and frames, which are drawn over the
    pictures and under the texts.
    """

    panels: tuple[NetPanel, ...]
    labels: tuple[Label, ...] = ()
    prints: tuple[NetPicture, ...] = ()
    over: tuple[Node, ...] = ()

    @property
    def box(self) -> Rect:
        """The axis-aligned bounding box of all panels."""
        return Rect.around(point for panel in self.panels for point in panel.outline)

    def panel(self, identity: str) -> NetPanel:
        """Return the panel with this id; raise `KeyError` if there is none."""
        return {panel.id: panel for panel in self.panels}[identity]

    def folds(self) -> list[tuple[Edge, bool]]:
        """Return every fold, with a flag for mountain folds; flat hinges are omitted."""
        return [(p.hinge, p.angle > 0) for p in self.panels if p.hinge is not None and p.angle]

    def cuts(self) -> list[Edge]:
        """Return every cut once: the edges that are not hinges, and the edges of holes."""
        hinges = {_key(panel.hinge) for panel in self.panels if panel.hinge is not None}
        found: dict[frozenset[Point], Edge] = {}
        for panel in self.panels:
            for edge in edges_of(panel.outline):
                if _key(edge) not in hinges:
                    found.setdefault(_key(edge), edge)
            for hole in panel.holes:
                for edge in edges_of(hole):
                    found.setdefault(_key(edge), edge)
        return list(found.values())


def edges_of(outline: Sequence[Point]) -> Iterator[Edge]:
    """Yield the sides of a closed outline."""
    yield from pairwise([*outline, outline[0]])


def middle_of(points: Sequence[Point]) -> Point:
    """Return the mean of the points."""
    return sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points)


def _key(edge: Edge) -> frozenset[Point]:
    return frozenset((round(x, _NEAR), round(y, _NEAR)) for x, y in edge)


def tab(name: str, parent: NetPanel, hinge: Edge, depth: float, angle: float = 90.0) -> NetPanel:
    """Return a glue tab outside an edge of a panel, tapered at 60 degrees."""
    (ax, ay), (bx, by) = hinge
    length = math.dist(*hinge)
    ux, uy = (bx - ax) / length, (by - ay) / length
    mx, my = middle_of(parent.outline)
    nx, ny = -uy, ux
    if nx * (mx - ax) + ny * (my - ay) > 0:
        nx, ny = -nx, -ny
    inset = min(depth * math.tan(math.radians(30)), length / 3)
    outline = (
        hinge[0],
        (ax + nx * depth + ux * inset, ay + ny * depth + uy * inset),
        (bx + nx * depth - ux * inset, by + ny * depth - uy * inset),
        hinge[1],
    )
    return NetPanel(name, outline, parent.id, hinge, angle, glue=True)


@dataclass(frozen=True, slots=True)
class FoldPose:
    """Pose of a panel's plane in space: the images of the net's origin and axes."""

    origin: Vector = (0.0, 0.0, 0.0)
    ex: Vector = (1.0, 0.0, 0.0)
    ey: Vector = (0.0, 1.0, 0.0)
    ez: Vector = (0.0, 0.0, 1.0)

    def __call__(self, point: Point) -> Vector:
        """Map a point of the net into space."""
        return self.lift((*point, 0.0))

    def lift(self, v: Vector) -> Vector:
        """Map a point with an offset from the panel into space."""
        x, y, z = self.along(v)
        return x + self.origin[0], y + self.origin[1], z + self.origin[2]

    def __matmul__(self, inner: FoldPose) -> FoldPose:
        """Return the pose of a panel with the pose `inner` in a net with this pose."""
        axes = (self.along(axis) for axis in (inner.ex, inner.ey, inner.ez))
        return FoldPose(self.lift(inner.origin), *axes)

    def along(self, v: Vector) -> Vector:
        """Map a direction of the net into space."""
        x, y, z = (v[0] * self.ex[k] + v[1] * self.ey[k] + v[2] * self.ez[k] for k in range(3))
        return x, y, z


def fold(net: Net, share: float = 1.0) -> dict[str, FoldPose]:
    """Return the pose of every panel when each hinge is folded by `share` of its angle."""
    found: dict[str, FoldPose] = {}
    for panel in net.panels:
        if panel.hinge is None:
            found[panel.id] = FoldPose()
        else:
            found[panel.id] = _turned(panel, panel.hinge, found[panel.parent], share)
    return found


def _turned(panel: NetPanel, hinge: Edge, parent: FoldPose, share: float) -> FoldPose:
    (ax, ay), (bx, by) = hinge
    length = math.dist(*hinge)
    ux, uy = (bx - ax) / length, (by - ay) / length
    nx, ny = -uy, ux
    mx, my = middle_of(panel.outline)
    if nx * (mx - ax) + ny * (my - ay) < 0:
        nx, ny = -nx, -ny
    angle = math.radians(panel.angle * share)
    cos, sin = math.cos(angle), math.sin(angle)

    def turned(x: float, y: float) -> Vector:
        t, d = x * ux + y * uy, x * nx + y * ny
        return t * ux + d * cos * nx, t * uy + d * cos * ny, d * sin

    ox, oy, oz = turned(-ax, -ay)
    return FoldPose(
        parent.lift((ox + ax, oy + ay, oz)),
        parent.along(turned(1, 0)),
        parent.along(turned(0, 1)),
        parent.along((-sin * nx, -sin * ny, cos)),
    )
