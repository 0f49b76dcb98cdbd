"""The wood of the world tree: branches that grow along their courses, and their bark.

Two windows along a branch ensure the contract of exits (see ``courses``). ``calm`` limits noise and
``rough`` limits bark lines; both are 0 where the branch crosses an edge of the card.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from artwork.geometry import Array, directions, joined, lengths, noise, ribbon, sampled, shifted
from artwork.outlines import chance, outline
from artwork.pen import Pen
from artwork.yggdrasil.courses import CONTOUR, HALF_WIDTH, ROOTS, Course, Kind, strand
from artwork.yggdrasil.palette import Palette
from printkit.pdf.drawing import Cmyk, Path, Point, ellipse, placed, transformed

_LIGHT: Final = np.array([-0.55, -0.83])
_FURROWS: Final = (-0.78, -0.54, -0.27, -0.03, 0.27, 0.50, 0.78, 0.90)
"""Bark lines' positions across the width, −1 to 1. Every second line crosses a card's edge; these
lines are symmetric, because a path may cross the edge in either direction.
"""


@dataclass(frozen=True, slots=True, eq=False)
class Branch:
    """A path with its girth: samples of the centre line, half-widths and windows for noise."""

    line: Array
    along: Array
    half: Array
    kind: Kind
    seed: str
    calm: Array
    """Noise window: 0 near an exit, where the contract applies, 1 where there is full noise."""
    rough: Array
    """Bark window: 0 where bark lines cross a card's edge, 1 where they vary."""

    @property
    def length(self) -> float:
        """The branch's arc length, mm."""
        return float(self.along[-1])


def grow(course: Course, seed: str, *, slender: bool = False) -> Branch:
    """Return a branch that crosses one or two edges; a ``slender`` one varies less."""
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
        swell += (
            (0.06 if slender else 0.22)
            * np.exp(-(((along - length / 2) / (length * 0.22)) ** 2))
            * calm
        )
    elif kind == "side":
        swell *= 0.30 + 0.70 * _eased(along / 13)
    else:
        swell *= 1 - 0.9 * np.clip((along / length - 0.34) / 0.66, 0, 1) ** 0.9
    half = np.maximum(HALF_WIDTH * swell, 0.3)
    line = shifted(line, noise(seed + "c", along, 9) * (0.3 if slender else 0.55) * calm)
    return Branch(line, along, half, kind, seed, calm, np.clip((nearest - 0.5) / 3.2, 0, 1))


def sprout(
    points: Sequence[Point], seed: str, *, girth: float = 2.1, kind: Kind = "bough"
) -> Branch:
    """Return a bough or root that tapers from ``girth`` (half-width, mm) to a point."""
    line = sampled(points)
    along = lengths(line)
    part = along / along[-1]
    half = girth * (1 - part) ** 0.8 + 0.15
    ones = np.ones(len(along))
    return Branch(line, along, half, kind, seed, ones, ones)


def root_wood(pattern: str, seed: str) -> tuple[list[Branch], list[Branch]]:
    """Return a root card's trunk with its strands, and the roots below it."""
    lower = ((33, 79), (31.8, 66), (30, 54), (28.8, 44), (29.4, 30), (28.2, 16))
    courses = [
        Course("side", "", lower, "U"),
        strand("R", (31.8, 76), (32.8, 62), (37.4, 51), (45, 46)),
    ]
    if "L" in pattern:
        courses.append(strand("L", (31.6, 76), (31.2, 63), (26, 52.5), (15, 46.4), (8, 45.1)))
    grown = [grow(course, f"{seed}{i}") for i, course in enumerate(courses)]
    trunk = grown[0]
    foot = np.clip(1 - trunk.along / 20, 0, 1)
    belly = np.exp(-(((trunk.along - 39) / 11) ** 2)) * (0.4 if "L" in pattern else 1.5)
    half = np.maximum(trunk.half, HALF_WIDTH * np.ones(len(trunk.half))) + 1.2 * foot**2 + belly
    half = np.where(trunk.calm > 0, half, trunk.half)
    grown[0] = Branch(trunk.line, trunk.along, half, "main", trunk.seed, trunk.calm, trunk.rough)
    roots = []
    for i, (points, girth) in enumerate(ROOTS):
        root = sprout(points, f"{seed}q{i}", girth=girth, kind="root")
        slender = root.half * (0.25 + 0.75 * _eased(root.along / 12))
        roots.append(
            Branch(root.line, root.along, slender, "root", root.seed, root.calm, root.rough)
        )
    return grown, roots


def _eased(t: Array) -> Array:
    clipped = np.clip(t, 0, 1)
    result: Array = clipped * clipped * (3 - 2 * clipped)
    return result


def contour(pen: Pen, branch: Branch, palette: Palette) -> None:
    """Draw a branch's dark edge; draw all edges before any wood, so that junctions stay open."""
    pen.fill(ribbon(branch.line, branch.half + CONTOUR), palette.ink)


def wood(pen: Pen, branch: Branch, palette: Palette) -> None:
    """Draw a branch's fill, light and bark, clipped to its outline."""
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
    if branch.kind in ("side", "bough", "root"):
        _crease(pen, branch, palette)


def _light(pen: Pen, branch: Branch, palette: Palette) -> None:
    """Draw a lit stripe with a bright rim on the light's side, and a shaded stripe on the other."""
    line, half = branch.line, branch.half
    _, normal = directions(line)
    left_lit = normal @ _LIGHT
    ripple = noise(branch.seed + "l", branch.along, 3.2) * 0.07 * branch.calm
    grown = _eased(branch.along / 16) if branch.kind in ("side", "bough", "root") else 1.0
    for side in (1, -1):
        lit = np.clip(side * left_lit, 0, 1) * grown
        dark = np.clip(-side * left_lit, 0, 1) * grown
        rim = shifted(line, side * half * 1.06)

        def stripe(edge: Array, outer: Array, colour: Cmyk, amount: Array) -> None:
            for first, last in _runs(amount > 0.03):
                path = joined(edge[first:last], outer[first:last])
                pen.fill(path, colour)

        inner = np.minimum(1.02, 1 - 0.62 * lit - ripple * lit)
        stripe(shifted(line, side * half * inner), rim, palette.bark_lit, lit)
        inner = np.minimum(1.02, 1.02 - 0.30 * lit + ripple * lit)
        outer = shifted(line, side * half * (1 - 0.10 * lit))
        stripe(shifted(line, side * half * inner), outer, palette.bark_edge, lit)
        inner = np.minimum(1.02, 1 - 0.66 * dark + ripple * dark)
        stripe(shifted(line, side * half * inner), rim, palette.bark_shade, dark)


def _runs(mask: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """Return the stretches (first, end) of at least four samples for which the mask is true."""
    padded = np.concatenate([[0], mask.astype(int), [0]])
    starts, ends = np.flatnonzero(np.diff(padded) == 1), np.flatnonzero(np.diff(padded) == -1)
    return [(int(a), int(b)) for a, b in zip(starts, ends, strict=True) if b - a > 3]


def _knots(branch: Branch) -> list[tuple[float, float]]:
    """Return one or two knots as (mm along the branch, lateral fraction of the half-width)."""
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
    """Draw bark lines along a branch, with breaks, varying width, and bends around knots."""
    along, rough = branch.along, branch.rough
    weight = 0.4 if palette.line_only else 1.0
    sparse = palette.line_only or branch.kind in ("bough", "root")
    for number, lateral in enumerate(_FURROWS):
        if sparse and number % 2:
            continue
        wander = lateral + noise(f"{branch.seed}f{number}", along, 4.5) * 0.10 * rough
        for place, centre in knots:
            near = np.exp(-(((along - place) / 2.2) ** 2)) * branch.calm
            push = 0.22 * np.exp(-abs(lateral - centre) * 1.4)
            wander = wander + np.sign(lateral - centre) * push * near
        line = shifted(branch.line, wander * branch.half)
        strength = noise(f"{branch.seed}v{number}", along, 5.5)
        swell = 0.16 + weight * 0.15 * np.clip(strength + 0.4, 0, 1.2)
        width = 0.20 * (1 - rough) + rough * swell
        through_edge = (rough <= 0.25) & (number % 2 == 0)
        for first, last in _runs(((strength > -0.42) & (rough > 0.25)) | through_edge):
            pen.fill(
                _tapered(line[first:last], width[first:last], rough[first:last]), palette.furrow
            )


def _tapered(line: Array, width: Array, rough: Array) -> Path:
    """Return a strip whose ends taper, except where it crosses an edge of the card."""
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
    """Draw the transverse marks of birch bark, curved in the direction of growth."""
    source = chance(branch.seed, "birch")
    tangent, normal = directions(branch.line)
    place = 0.9
    u = np.linspace(0, 1, 7)
    while place < branch.length:
        i = int(np.argmin(abs(branch.along - place)))
        start = source.uniform(-0.95, 0.55)
        span = source.uniform(0.28, 0.8)
        thick = source.uniform(0.12, 0.30) * (0.75 if palette.line_only else 1)
        dark = source.random() < 0.62
        place += source.uniform(0.55, 1.5)
        across = start + (min(0.97, start + span) - start) * u
        bow = (1 - across**2) * 0.5 * min(1.0, branch.half[i] / 2)
        line = branch.line[i] + np.outer(across * branch.half[i], normal[i])
        line = line + np.outer(bow, tangent[i])
        mark = ribbon(line, np.sin(np.pi * np.clip(u, 0.04, 0.96)) * thick)
        pen.fill(mark, palette.furrow if dark else palette.bark_shade)


_EYE: Final = outline(
    [(-2.2, 0, 1), (-0.9, -1.0), (0.9, -1.0), (2.2, 0, 1), (0.9, 0.8), (-0.9, 0.8)]
)


def _knot(pen: Pen, branch: Branch, palette: Palette, place: float, lateral: float) -> None:
    """Draw a round knot (day tree) or an eye-shaped one (night tree)."""
    i = int(np.argmin(abs(branch.along - place)))
    tangent, normal = directions(branch.line)
    x, y = branch.line[i] + normal[i] * lateral * branch.half[i]
    turn = float(np.degrees(np.arctan2(tangent[i, 1], tangent[i, 0])))
    if palette.sun:
        pen.shape(ellipse(x, y, 1.5, 0.85, turn), palette.bark, palette.furrow, 0.22)
        pen.fill(ellipse(x, y, 0.85, 0.45, turn), palette.furrow)
    else:
        pen.shape(
            transformed(_EYE, placed(x, y, turn=turn)), palette.bark_shade, palette.furrow, 0.25
        )
        pen.fill(transformed(_EYE, placed(x, y, turn=turn, scale=0.52)), palette.furrow)


def _crease(pen: Pen, branch: Branch, palette: Palette) -> None:
    """Draw the edges of a strand near the trunk as lines that widen from zero."""
    reach = {"side": 24.0, "root": 17.0}.get(branch.kind, 7.0)
    count = int(np.searchsorted(branch.along, min(reach, branch.length * 0.6)))
    if count < 6:
        return
    swell = np.clip(np.linspace(-0.25, 1, count), 0.0, 1) * CONTOUR * 0.8 + 0.02
    for side in (1, -1):
        edge = shifted(branch.line, side * branch.half)[:count]
        pen.fill(ribbon(edge, swell / 2), palette.ink)
