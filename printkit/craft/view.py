"""Pictures of folded nets in space, so that instructions need few words.

Panels are drawn from the farthest to the nearest, in parallel projection. A panel stays flat, so
one affine matrix maps its art, and the picture shows the actual print.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from printkit.craft.net import FoldPose, Net, NetPanel, Vector, fold
from printkit.pdf.drawing import (
    BLACK,
    Cmyk,
    Group,
    Matrix,
    Node,
    Path,
    Shape,
    Stroke,
    placed,
    polygon,
)
from printkit.pdf.geometry import Rect

_INSIDE = Cmyk(0, 0, 0, 14)
_TAB = Cmyk(0, 0, 0, 30)
_WHITE = Cmyk(0, 0, 0, 0)
_LINE = 0.2


@dataclass(frozen=True, slots=True)
class Viewpoint:
    """A direction of view: rotation in the sheet's plane (`spin`), about y (`yaw`), x (`pitch`).

    Angles are in degrees. `roll` turns the finished picture; `share` is the fraction of every
    fold's angle. A pitch near 90 shows an object that rests on its root panel.
    """

    spin: float = 0.0
    yaw: float = 0.0
    pitch: float = 0.0
    roll: float = 0.0
    share: float = 1.0

    def __call__(self, v: Vector) -> Vector:
        """Project a point in space; return its coordinates to the right, down and away."""
        x, y, z = v
        c, s = _turn(self.spin)
        x, y = c * x - s * y, s * x + c * y
        c, s = _turn(self.yaw)
        x, z = c * x - s * z, s * x + c * z
        c, s = _turn(self.pitch)
        y, z = c * y - s * z, s * y + c * z
        c, s = _turn(self.roll)
        return c * x - s * y, s * x + c * y, z


def _turn(degrees: float) -> tuple[float, float]:
    return math.cos(math.radians(degrees)), math.sin(math.radians(degrees))


@dataclass(frozen=True, slots=True)
class ViewPart:
    """A net in space; `base` is the pose of its root panel.

    Parts with a higher `layer` are drawn over parts with a lower one, regardless of depth.
    """

    net: Net
    base: FoldPose = field(default_factory=FoldPose)
    layer: int = 0


def view(parts: Sequence[ViewPart], look: Viewpoint, box: Rect) -> list[Node]:
    """Draw the nets together, centred in `box` and as large as fits."""
    seen = [
        ((part.layer, *_near(look, pose, panel)), panel, pose)
        for part in parts
        for panel, pose in _posed(part, look.share)
        if not (panel.glue and look.share == 1)  # hidden in the closed model
    ]
    own = Rect.around(look(pose(point))[:2] for _, panel, pose in seen for point in panel.outline)
    scale = min(box.width / own.width, box.height / own.height)
    (x, y), (cx, cy) = own.centre, box.centre
    to = placed(cx - scale * x, cy - scale * y, scale=scale)
    nodes: list[Node] = []
    for _, panel, pose in sorted(seen, key=lambda item: item[0]):
        nodes += _panel(panel, pose, look, to)
    return nodes


def _posed(part: ViewPart, share: float) -> Iterator[tuple[NetPanel, FoldPose]]:
    poses = fold(part.net, share)
    for panel in part.net.panels:
        yield panel, part.base @ poses[panel.id]


def _near(look: Viewpoint, pose: FoldPose, panel: NetPanel) -> tuple[float, bool]:
    """Return a sort key: far panels first, and in one plane, panels seen from behind first."""
    depth = sum(look(pose(point))[2] for point in panel.outline) / len(panel.outline)
    return -round(depth, 2), look(pose.ez)[2] > 0


def _panel(panel: NetPanel, pose: FoldPose, look: Viewpoint, to: Matrix) -> list[Node]:
    front = look(pose.ez)[2] > 0
    outline = _flat([look(pose(point)) for point in panel.outline], to)
    fill = _TAB if panel.glue else (panel.ground or _WHITE) if front else _INSIDE
    nodes: list[Node] = [Shape(outline, fill)]
    if front and panel.art:
        origin, ex, ey = look(pose.origin), look(pose.ex), look(pose.ey)
        matrix = to @ Matrix(ex[0], ex[1], ey[0], ey[1], origin[0], origin[1])
        nodes.append(Group((Group(panel.art, matrix),), clip=outline))
    for hole in panel.holes:
        corners = [look(pose(point)) for point in hole]
        nodes.append(Shape(_flat(corners, to), _TAB, Stroke(BLACK, _LINE / 2)))
    return [*nodes, Shape(outline, stroke=Stroke(BLACK, _LINE))]


def _flat(corners: Sequence[Vector], to: Matrix) -> Path:
    return polygon([to((v[0], v[1])) for v in corners])
