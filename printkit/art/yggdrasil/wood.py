"""The wood of the world tree: where branches leave a card, how they run, and their bark.

The contract of a branch exit
-----------------------------
Cards lie edge to edge and their branches must join into one tree, whoever owns them and
whichever way up they lie. So every branch crosses an edge in the same way:

- exits are U (27, 0), R (54, 45), D (27, 90) and L (0, 45), the middles of the edges of the trim;
- from 4 mm outside to 4 mm inside the centre line is straight and square to the edge;
- there the half-width is exactly ``HALF_WIDTH``, the ink contour ``CONTOUR`` more on each side;
- no noise acts within 2 mm of the edge; it is let in over the next 8 (``calm``);
- light comes from the upper left of the upright card, so an exit is always lit alike;
- of eight bark lines four, always the same, run through the edge at the same width.

A path runs from ``root`` to ``tip`` of the growth. A ``main`` path crosses two edges, a ``side``
path starts as a strand inside the trunk and leaves it tangentially, a ``tip`` crosses one edge and
tapers; a ``bough`` starts on another branch and tapers; a ``root`` does so into the ground.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np

from printkit.art.geometry import (
    Array,
    band,
    chance,
    directions,
    fitted,
    joined,
    lengths,
    noise,
    outline,
    ribbon,
    sampled,
    shifted,
)
from printkit.art.pen import Pen
from printkit.art.yggdrasil.palette import Palette
from printkit.drawing import Path, Point, ellipse, placed, transformed

Kind = Literal["main", "side", "tip", "bough", "root", "ring"]

HALF_WIDTH: Final = 3.4
CONTOUR: Final = 0.42
EXITS: Final[dict[str, Point]] = {"U": (27, 0), "R": (54, 45), "D": (27, 90), "L": (0, 45)}
_OUTWARD: Final[dict[str, Point]] = {"U": (0, -1), "R": (1, 0), "D": (0, 1), "L": (-1, 0)}
_LIGHT: Final = np.array([-0.55, -0.83])
_FURROWS: Final = (-0.80, -0.55, -0.30, -0.06, 0.18, 0.42, 0.66, 0.86)
"""Bark lines across the width; the even ones run through an edge."""

_AROUND_TAG: Final[tuple[Point, ...]] = ((30.2, 78), (31.5, 67))
"""Every trunk from below first bends round the tag panel."""


def _exit(edge: str) -> list[Point]:
    """From 4 mm outside the edge to 4 mm inside it."""
    (x, y), (dx, dy) = EXITS[edge], _OUTWARD[edge]
    return [(x + out * dx, y + out * dy) for out in (4, 2, 0, -2, -4)]


@dataclass(frozen=True, slots=True)
class Course:
    """Where a path runs: its kind, the edges it comes from and goes to, and points between."""

    kind: Kind
    origin: str
    waypoints: tuple[Point, ...]
    end: str = ""

    def points(self) -> list[Point]:
        """All points from root to tip."""
        first = _exit(self.origin) if self.origin else []
        if self.origin == "D":
            first += _AROUND_TAG
        return [*first, *self.waypoints, *(reversed(_exit(self.end)) if self.end else ())]


def _main(origin: str, end: str, *waypoints: Point) -> Course:
    return Course("main", origin, waypoints, end)


def _side(end: str, *waypoints: Point) -> Course:
    return Course("side", "", waypoints, end)


def _tip(origin: str, *waypoints: Point) -> Course:
    return Course("tip", origin, waypoints)


# fmt: off
COURSES: Final[dict[str, tuple[Course, ...]]] = {
    "URDL": (
        _main("D", "U", (30.6, 56), (28.6, 45), (29.6, 31), (28.4, 17)),
        _side("L", (31.4, 74), (30.8, 62), (26, 51.5), (15, 46.2), (8, 45.1)),
        _side("R", (30.4, 73), (31.6, 59.5), (37, 50), (45, 45.9)),
    ),
    "URD": (
        _main("D", "U", (29.8, 55), (26.8, 42), (29.5, 28), (28.6, 15)),
        _side("R", (30.2, 74), (31.6, 60.5), (37, 51), (45, 46)),
    ),
    "UDL": (
        _main("D", "U", (32.2, 55), (31.6, 42), (28, 28), (26.6, 15)),
        _side("L", (31.5, 75), (31, 62), (26, 51.5), (15, 46.2), (8, 45.1)),
    ),
    "RDL": (
        _main("D", "L", (31, 57), (26, 47.8), (15, 45.4), (8, 44.9)),
        _side("R", (30.4, 75), (31.8, 60), (36.8, 48.6), (45, 44.9)),
    ),
    "URL": (
        _main("L", "R", (9, 45.2), (20, 47.5), (33, 48), (45, 45.4)),
        _side("U", (8, 45.2), (17, 44.4), (24.5, 36), (27.6, 24), (27.6, 14)),
        _side("U", (46, 45.2), (37, 42.8), (31, 32.5), (28.2, 21), (27.4, 13)),
    ),
    "UD": (_main("D", "U", (33, 56), (30.4, 44), (26, 31), (25.6, 18)),),
    "RL": (_main("L", "R", (10, 44.4), (19, 41), (28, 44), (36, 49), (45, 46.6)),),
    "UR": (_main("R", "U", (45, 45.8), (36, 44), (30, 36), (29.5, 25), (27.4, 13)),),
    "UL": (_main("L", "U", (9, 45.8), (18, 44.2), (25, 37), (26.5, 26), (26.8, 14)),),
    "RD": (_main("D", "R", (31.6, 57), (36, 48.6), (45, 45.4)),),
    "DL": (_main("D", "L", (31.6, 57), (26, 48.6), (15, 45.6), (8, 45)),),
    "D": (_tip("D", (31.2, 56), (28.4, 46), (27.6, 37), (29, 28.5), (34, 21.5), (41, 18.6),
               (47, 21.6)),),
    "U": (_tip("U", (27.4, 14), (29.6, 26), (28.6, 37), (32, 46), (39, 48), (42.5, 44)),),
    "R": (_tip("R", (45, 44.4), (36, 42.6), (27, 44.6), (19, 41), (14.5, 35), (10, 34.5)),),
    "L": (_tip("L", (9, 45.2), (18, 43), (26, 45.2), (34.5, 42.6), (40, 35.5), (44.5, 29.6),
               (48.4, 31.4)),),
}
# fmt: on


@dataclass(frozen=True, slots=True, eq=False)
class Branch:
    """A path with its girth: samples of the centre line, half-width and noise windows."""

    line: Array
    along: Array
    half: Array
    kind: Kind
    seed: str
    calm: Array
    """0 where the exit contract rules, 1 where noise may act."""
    rough: Array
    """0 where bark lines run through an edge, 1 where they live."""

    @property
    def length(self) -> float:
        """Arc length in mm."""
        return float(self.along[-1])


def grow(course: Course, seed: str) -> Branch:
    """The branch of a course that crosses at least one edge."""
    kind = course.kind
    line = sampled(course.points())
    along = lengths(line)
    length = float(along[-1])
    from_start = np.full(len(along), 99.0) if kind == "side" else along
    from_end = np.full(len(along), 99.0) if kind == "tip" else length - along
    nearest = np.minimum(from_start, from_end) - 4
    calm = np.clip((nearest - 2) / 8, 0, 1)
    swell = 1 + noise(seed + "w", along, 7) * 0.10 * calm
    if kind == "main":
        swell += 0.22 * np.exp(-(((along - length / 2) / (length * 0.22)) ** 2)) * calm
    elif kind == "side":
        swell *= 0.30 + 0.70 * _eased(along / 13)
    else:
        swell *= 1 - 0.9 * np.clip((along / length - 0.34) / 0.66, 0, 1) ** 0.9
    half = np.maximum(HALF_WIDTH * swell, 0.3)
    line = shifted(line, noise(seed + "c", along, 9) * 0.55 * calm)
    return Branch(line, along, half, kind, seed, calm, np.clip((nearest - 0.5) / 3.2, 0, 1))


def sprout(points: Sequence[Point], seed: str, *, girth: float = 2.1, kind: Kind = "bough") -> Branch:
    """A bough or root from ``girth`` (half-width, mm) to a point."""
    line = sampled(points)
    along = lengths(line)
    part = along / along[-1]
    half = girth * (1 - part) ** 0.8 + 0.3
    ones = np.ones(len(along))
    return Branch(line, along, half, kind, seed, ones, ones)


_ROOTS: Final[tuple[tuple[tuple[Point, ...], float], ...]] = (
    (((33, 73), (38, 78), (44.6, 78.4), (49, 79.6), (52.4, 78.6)), 2.2),
    (((33, 78), (37, 84), (39.6, 86.4), (45.6, 88.2)), 2.4),
    (((34, 80), (36.4, 85.4), (36.2, 88.4)), 2.2),
    (((33, 80), (30.4, 84.4), (24, 85.8), (19.6, 87.6), (12, 87.9)), 2.3),
    (((33, 76), (29.6, 81.2), (24, 82.0), (15, 82.0), (8, 81.8), (3.2, 83.2), (1.8, 86.4)), 2.3),
)
"""Course and girth of the roots; the last one embraces the stone and is drawn over it."""


def root_wood(pattern: str, seed: str) -> tuple[list[Branch], list[Branch]]:
    """Trunk with its strands, and roots, of a root card; nothing comes near its lower edge's exit."""
    trunk = Course("side", "", ((36.4, 85), (33.6, 77), (31.6, 66), (30, 54), (28.8, 44),
                                (29.4, 30), (28.2, 16)), "U")  # fmt: skip
    strands = [_side("R", (31.6, 80), (32.6, 62), (37.4, 51), (45, 46))]
    if "L" in pattern:
        strands.append(_side("L", (31.6, 80), (31.2, 64), (26, 52.5), (15, 46.4), (8, 45.1)))
    grown = [grow(course, f"{seed}{i}") for i, course in enumerate((trunk, *strands))]
    main = grown[0]
    foot = np.clip(1 - main.along / 22, 0, 1)
    spread = HALF_WIDTH * (1 - 0.05 * main.calm) + 4.2 * foot**2
    early = main.along < 40
    half = np.where(early, np.maximum(spread, 0.3), main.half)
    grown[0] = Branch(main.line, main.along, half, "main", main.seed, main.calm, main.rough)
    roots = [
        sprout(points, f"{seed}q{i}", girth=girth, kind="root")
        for i, (points, girth) in enumerate(_ROOTS)
    ]
    return grown, roots


def _eased(t: Array) -> Array:
    clipped = np.clip(t, 0, 1)
    result: Array = clipped * clipped * (3 - 2 * clipped)
    return result


# --- drawing ----------------------------------------------------------------------------------


def contour(pen: Pen, branch: Branch, palette: Palette) -> None:
    """The dark edge, drawn for all branches before any wood, so that junctions stay open."""
    pen.fill(ribbon(branch.line, branch.half + CONTOUR), palette.ink)


def wood(pen: Pen, branch: Branch, palette: Palette) -> None:
    """Fill, light and bark of one branch, kept within its outline."""
    body = ribbon(branch.line, branch.half)
    pen.fill(body, palette.bark)
    with pen.clipped(body):
        _light(pen, branch, palette)
        knots = _knots(branch)
        if palette.sun:
            _furrows(pen, branch, palette, knots)
        else:
            _birch(pen, branch, palette)
        for place, lateral in knots:
            _knot(pen, branch, palette, place, lateral)
    if branch.kind in ("side", "bough"):
        _crease(pen, branch, palette)


def _light(pen: Pen, branch: Branch, palette: Palette) -> None:
    """A lit stripe with a bright rim on the side towards the light, a shaded one opposite."""
    line, half = branch.line, branch.half
    _, normal = directions(line)
    left_lit = normal @ _LIGHT
    ripple = noise(branch.seed + "l", branch.along, 3.2) * 0.07
    grown = _eased(branch.along / 16) if branch.kind in ("side", "bough") else 1.0
    for side in (1, -1):
        lit = np.clip(side * left_lit, 0, 1) * grown
        dark = np.clip(-side * left_lit, 0, 1) * grown
        rim = shifted(line, side * half * 1.06)

        def stripe(edge: Array, outer: Array, colour: object, amount: Array) -> None:
            for first, last in _runs(amount > 0.03):
                path = joined(edge[first:last], outer[first:last])
                pen.fill(path, colour)  # type: ignore[arg-type] # a palette's colour

        inner = np.minimum(1.02, 1 - 0.62 * lit - ripple * lit)
        stripe(shifted(line, side * half * inner), rim, palette.bark_lit, lit)
        inner = np.minimum(1.02, 1.02 - 0.30 * lit + ripple * lit)
        outer = shifted(line, side * half * (1 - 0.10 * lit))
        stripe(shifted(line, side * half * inner), outer, palette.bark_edge, lit)
        inner = np.minimum(1.02, 1 - 0.66 * dark + ripple * dark)
        stripe(shifted(line, side * half * inner), rim, palette.bark_shade, dark)


def _runs(mask: Array) -> list[tuple[int, int]]:
    """Stretches (first, end) of at least four samples where the mask holds."""
    padded = np.concatenate([[0], mask.astype(int), [0]])
    starts, ends = np.flatnonzero(np.diff(padded) == 1), np.flatnonzero(np.diff(padded) == -1)
    return [(int(a), int(b)) for a, b in zip(starts, ends, strict=True) if b - a > 3]


def _knots(branch: Branch) -> list[tuple[float, float]]:
    """One or two places (mm along, lateral share of the half-width) where a limb once was."""
    if branch.kind in ("bough", "root"):
        return []
    source = chance(branch.seed, "knots")
    low, high = (0.5, 0.75) if branch.kind == "side" else (0.3, 0.7)
    knots: list[tuple[float, float]] = []
    for _ in range(1 if branch.length < 60 else 2):
        place = source.uniform(low, high) * branch.length
        lateral = source.choice((-0.32, 0.3, 0.05))
        if all(abs(place - other) > 7 for other, _ in knots):
            knots.append((place, lateral))
    return knots


def _furrows(
    pen: Pen, branch: Branch, palette: Palette, knots: Sequence[tuple[float, float]]
) -> None:
    """Lengthwise bark lines that wander, swell, break, and part around knots."""
    along, rough = branch.along, branch.rough
    narrow = branch.kind in ("bough", "root")
    for number, lateral in enumerate(_FURROWS[::2] if narrow else _FURROWS):
        wander = lateral + noise(f"{branch.seed}f{number}", along, 4.5) * 0.10 * rough
        for place, centre in knots:
            near = np.exp(-(((along - place) / 2.2) ** 2)) * branch.calm
            push = 0.22 * np.exp(-abs(lateral - centre) * 1.4)
            wander = wander + np.sign(lateral - centre) * push * near
        line = shifted(branch.line, wander * branch.half)
        strength = noise(f"{branch.seed}v{number}", along, 5.5)
        width = 0.20 * (1 - rough) + rough * (0.16 + 0.15 * np.clip(strength + 0.4, 0, 1.2))
        through_edge = (rough <= 0.25) & (number % 2 == 0)
        for first, last in _runs(((strength > -0.42) & (rough > 0.25)) | through_edge):
            pen.fill(_tapered(line[first:last], width[first:last], rough[first:last]), palette.furrow)


def _tapered(line: Array, width: Array, rough: Array) -> Path:
    """A strip that thins out at the ends, but not where it crosses an edge of the card."""
    count = len(width)
    reach = max(2, count // 6)
    rise = np.minimum(1, np.arange(count) / reach)
    taper = np.ones(count)
    if rough[0] > 0.02:
        taper = np.minimum(taper, rise)
    if rough[-1] > 0.02:
        taper = np.minimum(taper, rise[::-1])
    return ribbon(line, width * np.clip(taper, 0.12, 1) / 2)


def _birch(pen: Pen, branch: Branch, palette: Palette) -> None:
    """Cross marks of birch bark, bowed along the growth."""
    source = chance(branch.seed, "birch")
    tangent, normal = directions(branch.line)
    place = 0.9
    u = np.linspace(0, 1, 7)
    while place < branch.length:
        i = int(np.argmin(abs(branch.along - place)))
        start = source.uniform(-0.95, 0.55)
        span = source.uniform(0.28, 0.8)
        thick = source.uniform(0.12, 0.30)
        dark = source.random() < 0.62
        place += source.uniform(0.55, 1.5)
        across = start + (min(0.97, start + span) - start) * u
        bow = (1 - across**2) * 0.5 * min(1.0, branch.half[i] / 2)
        line = branch.line[i] + np.outer(across * branch.half[i], normal[i])
        line = line + np.outer(bow, tangent[i])
        mark = ribbon(line, np.sin(np.pi * np.clip(u, 0.04, 0.96)) * thick)
        pen.fill(mark, palette.furrow if dark else palette.bark_shade)


_EYE: Final = outline([(-2.2, 0, 1), (-0.9, -1.0), (0.9, -1.0), (2.2, 0, 1), (0.9, 0.8), (-0.9, 0.8)])


def _knot(pen: Pen, branch: Branch, palette: Palette, place: float, lateral: float) -> None:
    """A round knot of the day tree, an eye of the night tree."""
    i = int(np.argmin(abs(branch.along - place)))
    tangent, normal = directions(branch.line)
    x, y = branch.line[i] + normal[i] * lateral * branch.half[i]
    turn = float(np.degrees(np.arctan2(tangent[i, 1], tangent[i, 0])))
    if palette.sun:
        pen.shape(ellipse(x, y, 1.5, 0.85, turn), palette.bark, palette.furrow, 0.22)
        pen.fill(ellipse(x, y, 0.85, 0.45, turn), palette.furrow)
    else:
        pen.shape(transformed(_EYE, placed(x, y, turn=turn)), palette.bark_shade, palette.furrow, 0.25)
        pen.fill(transformed(_EYE, placed(x, y, turn=turn, scale=0.52)), palette.furrow)


def _crease(pen: Pen, branch: Branch, palette: Palette) -> None:
    """Both edges of a strand as lines that swell from nothing, where it leaves the trunk."""
    reach = 24.0 if branch.kind == "side" else 7.0
    count = int(np.searchsorted(branch.along, min(reach, branch.length * 0.6)))
    if count < 6:
        return
    swell = np.clip(np.linspace(-0.25, 1, count), 0.0, 1) * CONTOUR * 0.8 + 0.02
    for side in (1, -1):
        edge = shifted(branch.line, side * branch.half)[:count]
        pen.fill(ribbon(edge, swell / 2), palette.ink)
