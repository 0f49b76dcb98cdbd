"""Leaves, twigs, the pale sprays behind them, and the areas that they avoid.

Each leaf form is drawn once (``leaf_forms``) and placed hundreds of times. Twigs are tried at
seeded random places on a branch. A twig is kept only if all its leaves avoid the boxes of
``Room``: slots, fruit, spirits and edges without an exit.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, TypeAlias

import numpy as np

from artwork.card import HEIGHT, WIDTH
from artwork.geometry import Array, directions, ribbon, sampled
from artwork.outlines import Knot, chance, outline
from artwork.pen import Pen
from artwork.yggdrasil.palette import Palette
from artwork.yggdrasil.wood import Branch
from printkit.pdf.drawing import Form, Matrix, Path, Point, Shape, Stroke, placed, polygon

Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, width and height in mm."""

MARGIN: Final = 1.6
"""Minimum distance of leaf probes from the trim, mm; a whole leaf is then at least 1.3 mm away."""

LEAF: Final = 4.6
"""Length at which leaf forms are drawn, mm; placing scales them."""

_BENDS: Final = {"leaf-a": 0.0, "leaf-b": 0.055, "leaf-c": -0.055}


@dataclass(frozen=True, slots=True)
class Leaf:
    """A leaf: its stalk end, direction (degrees clockwise from the right), length and form."""

    x: float
    y: float
    turn: float
    length: float
    form: str = "leaf-a"

    def probe(self, broad: float) -> list[Point]:
        """Return sample points of the leaf's area: stalk, tip and both sides."""
        angle = math.radians(self.turn)
        cos, sin = math.cos(angle), math.sin(angle)
        long, wide = self.length, self.length * broad
        spots = ((0, 0), (1, 0), (0.3, -0.95), (0.3, 0.95), (0.6, -1.0), (0.6, 1.0))
        return [
            (
                self.x + u * long * cos - v * wide * sin,
                self.y + u * long * sin + v * wide * cos,
            )
            for u, v in spots
        ]

    @property
    def matrix(self) -> Matrix:
        """The matrix that places the leaf's form."""
        return placed(self.x, self.y, turn=self.turn, scale=self.length / LEAF)


@dataclass(frozen=True, slots=True)
class Room:
    """Boxes that foliage must avoid."""

    boxes: tuple[Box, ...]

    def free(self, points: Iterable[Point], margin: float = MARGIN) -> bool:
        """Return True if all points are ``margin`` or more inside the trim, and in no box."""
        return all(
            margin < x < WIDTH - margin
            and margin < y < HEIGHT - margin
            and not any(bx < x < bx + w and by < y < by + h for bx, by, w, h in self.boxes)
            for x, y in points
        )


def breadth(palette: Palette) -> float:
    """Return a leaf's half-width as a fraction of its length."""
    return 0.30 if palette.sun else 0.155


def blade(palette: Palette, length: float, bend: float = 0.0) -> Path:
    """Return a leaf's outline along +x from the stalk; ``bend`` shifts the tip sideways."""
    wide = length * breadth(palette)
    if palette.sun:
        right = ((0.2, 0.75), (0.48, 1.0), (0.78, 0.55))
    else:
        right = ((0.25, 0.8), (0.5, 1.0), (0.8, 0.5))

    def bent(u: float, v: float) -> Point:
        return u * length, v * wide + bend * length * u * u * 2

    knots: list[Knot] = [(0, 0, 1)]
    knots += [bent(u, -v) for u, v in right]
    knots.append((*bent(1, 0), 1))
    knots += [bent(u, v) for u, v in reversed(right)]
    return outline(knots)


def _rib(length: float, bend: float, share: float = 0.94) -> list[Point]:
    return [(u * length, bend * length * u * u * 2) for u in (0, share / 2, share)]


@cache
def leaf_forms(palette: Palette) -> dict[str, Form]:
    """Return a theme's leaf forms by name: three blades, ``fresh``, ``fern`` and pale ``ghost``."""
    forms = {name: _leaf_form(palette, name, bend) for name, bend in _BENDS.items()}
    forms["fresh"] = _leaf_form(palette, "fresh", 0.03)
    forms["fern"] = _leaflet(palette)
    ghost = Pen()
    ghost.fill(blade(palette, LEAF), palette.ghost)
    ghost.fill(ribbon(sampled(_rib(LEAF, 0, 0.9)), 0.07), palette.ghost_rib)
    forms["ghost"] = ghost.form("ghost", (-1, -LEAF, LEAF + 1, LEAF))
    return forms


def _leaflet(palette: Palette) -> Form:
    """Return a narrow, plain leaflet for ferns."""
    pen, wide = Pen(), LEAF * 0.17
    lower = [(0.75, 0.6), (0.4, 1.0), (0.12, 0.6)]
    knots: list[Knot] = [(0, 0, 1)]
    knots += [(u * LEAF, -v * wide) for u, v in reversed(lower)]
    knots += [(LEAF, 0, 1), *((u * LEAF, v * wide) for u, v in lower)]
    pen.backed(outline(knots), palette.leaf, palette.leaf_line, 0.24)
    half: list[Knot] = [(0, 0, 1), (LEAF, 0, 1), *((u * LEAF, v * wide) for u, v in lower)]
    pen.fill(outline(half), palette.leaf_shade)
    return pen.form("fern", (-1, -2, LEAF + 1, 2))


def _leaf_form(palette: Palette, name: str, bend: float) -> Form:
    pen = Pen()
    lit, shade = palette.leaf, palette.leaf_shade
    if name == "fresh":
        lit, shade = palette.leaf_fresh, palette.leaf if palette.style == "full" else shade
    pen.backed(
        blade(palette, LEAF, bend), lit, palette.leaf_line, 0.11 if palette.line_only else 0.19
    )
    rib = sampled(_rib(LEAF, bend), 0.2)
    wide = LEAF * breadth(palette)
    lower = [(u * LEAF, v * wide + bend * LEAF * u * u * 2) for u, v in _lower_half(palette)]
    knots: list[Knot] = [(0, 0, 1), *_rib(LEAF, bend, 1.0)[1:2], (*_rib(LEAF, bend, 1.0)[2], 1)]
    pen.fill(outline([*knots, *lower]), shade)
    pen.fill(ribbon(rib, np.linspace(0.15, 0.035, len(rib))), palette.leaf_line)
    if palette.sun and not palette.line_only:
        for u in (0.3, 0.5, 0.68):
            for side in (1, -1):
                start = (LEAF * u, bend * LEAF * u * u * 2)
                reach = 0.17 * (1.15 - u * 0.6)
                tip = (start[0] + LEAF * 0.14, start[1] + side * LEAF * reach)
                pen.add(
                    [
                        Shape(
                            polygon([start, tip], closed=False),
                            stroke=Stroke(palette.leaf_line, 0.14),
                        )
                    ]
                )
    return pen.form(name, (-1, -LEAF / 2 - 1, LEAF + 1, LEAF / 2 + 1))


def _lower_half(palette: Palette) -> list[Point]:
    if palette.sun:
        return [(0.78, 0.55), (0.48, 1.0), (0.2, 0.75)]
    return [(0.8, 0.5), (0.5, 1.0), (0.25, 0.8)]


@dataclass(frozen=True, slots=True, eq=False)
class Twig:
    """A stem with its leaves."""

    stem: Array
    leaves: tuple[Leaf, ...]


_ALTERNATE: Final = ((0.35, 1), (0.55, -1), (0.75, 1), (0.9, -1), (1, 0))
"""Positions of leaves along a twig (0 to 1), and the side of each."""


def twigs(branch: Branch, room: Room, count: int, seed: str, palette: Palette) -> list[Twig]:
    """Return up to ``count`` twigs on one branch; the same seed gives the same twigs."""
    source = chance(seed)
    low, high = (0.4, 0.84) if branch.kind == "side" else (0.16, 0.84)
    if branch.kind in ("tip", "bough"):
        high = 0.98
    tangent, normal = directions(branch.line)
    grown: list[Twig] = []
    for _ in range(count * 16):
        if len(grown) == count:
            break
        i = int((len(branch.line) - 1) * source.uniform(low, high))
        side = source.choice((1, -1))
        start = branch.line[i] + normal[i] * side * branch.half[i] * 0.8
        aim = normal[i] * side * 0.85 + tangent[i] * source.uniform(0.2, 0.9)
        aim /= np.hypot(*aim)
        twig = _twig(start, aim, source.uniform(4.5, 9.5), source.uniform(-0.5, 0.5), seed, palette)
        end = twig.stem[-1]
        if any(np.hypot(*(end - other.stem[-1])) < 5.2 for other in grown):
            continue
        stem = [(float(x), float(y)) for x, y in twig.stem]
        probes = [p for leaf in twig.leaves for p in leaf.probe(breadth(palette))]
        if room.free(probes) and room.free(stem):
            grown.append(twig)
    return grown


def _twig(
    start: Array, aim: Array, length: float, bend: float, seed: str, palette: Palette
) -> Twig:
    aside = np.array([-aim[1], aim[0]]) * bend * length
    points = [start, start + aim * length * 0.5 + aside * 0.25, start + aim * length + aside * 0.75]
    stem = sampled([(float(x), float(y)) for x, y in points], 0.3)
    source = chance(seed, *np.round(start, 2))
    tangent, _ = directions(stem)
    leaves = []
    for share, side in _ALTERNATE:
        i = min(len(stem) - 1, int(share * (len(stem) - 1)))
        turn = math.degrees(math.atan2(tangent[i, 1], tangent[i, 0]))
        turn += side * source.uniform(38, 62)
        long = LEAF * source.uniform(0.75, 1.1) * (1 if palette.sun else 1.12)
        form = source.choice(tuple(_BENDS))
        leaves.append(Leaf(float(stem[i, 0]), float(stem[i, 1]), turn, long, form))
    return Twig(stem, tuple(leaves))


def draw_twig(pen: Pen, twig: Twig, palette: Palette) -> None:
    """Draw a twig's stem, then its leaves from the foot to the tip."""
    count = len(twig.stem)
    pen.fill(ribbon(twig.stem, np.linspace(0.62, 0.24, count)), palette.ink)
    pen.fill(ribbon(twig.stem, np.linspace(0.36, 0.08, count)), palette.bark)
    draw_leaves(pen, twig.leaves, palette)


def draw_leaves(pen: Pen, leaves: Iterable[Leaf], palette: Palette) -> None:
    """Draw leaves by placing their forms."""
    forms = leaf_forms(palette)
    for leaf in leaves:
        pen.use(forms[leaf.form], leaf.matrix)


def draw_ghosts(
    pen: Pen, branches: Sequence[Branch], room: Room, count: int, seed: str, palette: Palette
) -> None:
    """Draw pale sprays of leaves in the background, to suggest depth."""
    source = chance(seed, "ghosts")
    ghost = leaf_forms(palette)["ghost"]
    for _ in range(count * 8):
        if count == 0:
            break
        branch = source.choice(branches)
        _, normal = directions(branch.line)
        tangent, _ = directions(branch.line)
        i = int((len(branch.line) - 1) * source.uniform(0.12, 0.9))
        side = source.choice((1, -1))
        x, y = branch.line[i] + normal[i] * side * (branch.half[i] + source.uniform(1, 7))
        aim = normal[i] * side + tangent[i] * source.uniform(-0.6, 0.9)
        turn = math.degrees(math.atan2(aim[1], aim[0]))
        number = source.choice((3, 5))
        length = source.uniform(6, 8.5)
        spray = []
        for k in range(number):
            off = k - (number - 1) / 2
            fan = turn + off * source.uniform(30, 40)
            spray.append(Leaf(float(x), float(y), fan, length * (1 - 0.14 * abs(off)), "ghost"))
        if room.free([p for leaf in spray for p in leaf.probe(breadth(palette))]):
            count -= 1
            for leaf in spray:
                pen.use(ghost, leaf.matrix)
