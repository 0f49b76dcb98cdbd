"""The wood of The Yggdrasil's mats: a cut trunk with rings, roots at the edges, and sprigs."""

from __future__ import annotations

import math
from collections.abc import Iterator

from artwork.outlines import chance, outline, through
from artwork.yggdrasil.mat_inks import MatInks
from printkit.mats.plan import MatPlan
from printkit.pdf.drawing import (
    Contour,
    Group,
    Node,
    Path,
    Point,
    Radial,
    Shape,
    Stop,
    Stroke,
    placed,
    polygon,
    rectangle,
    transformed,
)
from printkit.pdf.geometry import BLEED, Rect


def ground(plan: MatPlan, inks: MatInks) -> Iterator[Node]:
    """Draw the cut trunk seen from above: a light centre, a dark rim, and many annual rings."""
    width, height = plan.size.width, plan.size.height
    middle = (width / 2, height / 2)
    whole = rectangle(-BLEED, -BLEED, width + 2 * BLEED, height + 2 * BLEED)
    if inks.ground is not None:
        light, dark = inks.ground
        shade = Radial(
            middle,
            math.hypot(*middle) * 0.94,
            (Stop(0, light), Stop(0.55, light.mixed(dark, 0.5)), Stop(1, dark)),
        )
        yield Shape(whole, shade)
    rng = chance("annual rings")
    phases = [rng.uniform(0, math.tau) for _ in range(6)]
    rings: list[Node] = []
    radius, count = 9.0, 0
    while radius < math.hypot(*middle) * 1.12:
        path = _ring(middle, radius, phases)
        bold = count % 4 == 0
        ink = inks.ring if bold else inks.ring_faint
        rings.append(Shape(path, stroke=Stroke(ink, 1.1 if bold else rng.uniform(0.3, 0.6))))
        for at in range(len(phases)):
            phases[at] += rng.uniform(-0.08, 0.08)
        radius += rng.uniform(3.0, 6.2)
        count += 1
    yield Group(tuple(rings), clip=whole)


def _ring(middle: Point, radius: float, phases: list[float]) -> Path:
    """Return one annual ring, an oval with a wobble of 1.8 % that depends on ``phases``."""
    count = 36
    points = []
    for n in range(count):
        angle = math.tau * n / count
        wobble = sum(
            math.sin((order + 2) * angle + phase) / (order + 1)
            for order, phase in enumerate(phases[:5])
        )
        r = radius * (1 + 0.018 * wobble)
        points.append(
            (middle[0] + 0.84 * r * math.cos(angle), middle[1] + 1.06 * r * math.sin(angle))
        )
    return outline(points)


def roots(plan: MatPlan, inks: MatInks) -> Iterator[Node]:
    """Draw roots that spread along the south edge, and a rotated copy along the north edge.

    They start in the middle, rise under the title and run outwards to the fiducials. The outer
    roots are behind the inner ones.
    """
    width, height = plan.size.width, plan.size.height
    rng = chance("roots")
    reach = width / 2 - 10
    nodes: list[Node] = []
    for n in (5, -5, 4, -4, 3, -3, 2, -2, 1, -1):
        side, share = math.copysign(1, n), abs(n) / 5
        far = reach * (0.34 + 0.66 * share)
        spine = [
            (width / 2 + side * (4 + 17 * share), height + 9),
            (width / 2 + side * (8 + 30 * share), height - 5 - 5 * (1 - share)),
            (width / 2 + side * far * 0.50, height - rng.uniform(15, 21) * (1.15 - 0.35 * share)),
            (width / 2 + side * far * 0.76, height - rng.uniform(9, 19)),
            (width / 2 + side * far * 0.92, height - rng.uniform(9, 26)),
            (width / 2 + side * far, height - rng.uniform(14, 34)),
        ]
        nodes += _root(spine, inks)
    clip = rectangle(-BLEED, height / 2, width + 2 * BLEED, height / 2 + BLEED)
    south = Group(tuple(nodes), clip=clip)
    yield south
    yield Group((south,), placed(width, height, turn=180))


def _root(spine: list[Point], inks: MatInks) -> Iterator[Node]:
    """Draw one root: a tapering ribbon with three bark lines."""
    fine = _sampled(spine, 10)
    last = len(fine) - 1
    widths = [4.6 * (1 - n / last) ** 0.85 + 0.25 for n in range(last + 1)]
    normals = _normals(fine)

    def offset(share: float) -> list[Point]:
        return [
            (x + nx * w * share, y + ny * w * share)
            for (x, y), (nx, ny), w in zip(fine, normals, widths, strict=True)
        ]

    body = polygon([*offset(1), *reversed(offset(-1))])
    yield Shape(body, inks.root, Stroke(inks.root_line, 0.35))
    for share in (-0.5, -0.05, 0.42):
        yield Shape(polygon(offset(share), closed=False), stroke=Stroke(inks.root_line, 0.3))


def _sampled(points: list[Point], pieces: int) -> list[Point]:
    found = [points[0]]
    for segment, start in zip(through(points).contours[0].segments, points, strict=False):
        x1, y1, x2, y2, x3, y3 = segment
        for n in range(1, pieces + 1):
            t = n / pieces
            u = 1 - t
            a, b, c, d = u**3, 3 * u * u * t, 3 * u * t * t, t**3
            found.append(
                (a * start[0] + b * x1 + c * x2 + d * x3, a * start[1] + b * y1 + c * y2 + d * y3)
            )
    return found


def _normals(points: list[Point]) -> list[Point]:
    found = []
    for n in range(len(points)):
        (x0, y0), (x1, y1) = points[max(0, n - 1)], points[min(len(points) - 1, n + 1)]
        length = math.hypot(x1 - x0, y1 - y0) or 1
        found.append((-(y1 - y0) / length, (x1 - x0) / length))
    return found


def sprigs(plan: MatPlan, inks: MatInks, title: Rect) -> Iterator[Node]:
    """Draw a sprig at each end of the game's name, and a rotated copy for the north."""
    y = title.centre[1]
    pair = Group(
        (
            Group(_sprig(inks), placed(title.right + 6, y)),
            Group(_sprig(inks), placed(title.x - 6, y, mirrored=True)),
        )
    )
    yield pair
    yield Group((pair,), placed(plan.size.width, plan.size.height, turn=180))


def _sprig(inks: MatInks) -> tuple[Node, ...]:
    """Return a twig from the origin to the right, with paired leaves and one leaf at its tip."""
    twig = Path((Contour((0, 0), ((8, 2.2, 18, 1.6, 26, -1.6),), closed=False),))
    leaves = Path(())
    for x, y, length, lean in (
        (3.0, 0.8, 5.0, -52),
        (5.0, 1.2, 5.0, 58),
        (9.5, 1.7, 6.2, -48),
        (11.5, 1.6, 6.2, 52),
        (16.5, 1.2, 6.0, -44),
        (18.5, 0.8, 6.0, 46),
        (25.4, -1.4, 6.6, -12),
    ):
        leaves += transformed(_leaf(length), placed(x, y, turn=lean))
    return (Shape(twig, stroke=Stroke(inks.line, 0.6)), Shape(leaves, inks.line))


def _leaf(length: float, width: float = 0.36) -> Path:
    """Return a pointed leaf that runs from the origin to the right."""
    half = length * width
    upper = (length * 0.25, -half, length * 0.7, -half * 0.8, length, 0.0)
    lower = (length * 0.7, half * 0.8, length * 0.25, half, 0.0, 0.0)
    return Path((Contour((0, 0), (upper, lower)),))
