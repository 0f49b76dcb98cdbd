"""What every card carries beside its tree: ground, fruit, tokens, owner mark and rune stone."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from typing import Final

import numpy as np

from printkit.art.geometry import Array, chance, outline, ribbon, sampled, through
from printkit.art.pen import Pen
from printkit.art.yggdrasil.foliage import (
    HEIGHT,
    WIDTH,
    Leaf,
    breadth,
    draw_leaves,
)
from printkit.art.yggdrasil.palette import Palette
from printkit.art.yggdrasil.wood import Branch
from printkit.drawing import (
    Cmyk,
    Form,
    Path,
    Point,
    Radial,
    Stop,
    ellipse,
    placed,
    polygon,
    rectangle,
    transformed,
)

BLEED: Final = 3.0
BOX: Final = (-BLEED, -BLEED, WIDTH + BLEED, HEIGHT + BLEED)
_SHEET: Final = rectangle(-BLEED, -BLEED, WIDTH + 2 * BLEED, HEIGHT + 2 * BLEED)

PANEL: Final = 23.048
"""Side of the tag's black frame."""
TAG: Final[Point] = (3.5, 57.0)
"""Top left of the tag panel on a front."""
STONES: Final = 3
"""How many slabs there are; each card takes one by its seed."""

FRUIT_RADIUS: Final = 3.7
_GROUND_CENTRE: Final[Point] = (27, 42)
_GROUND_RADIUS: Final = 50.0


# --- ground -----------------------------------------------------------------------------------


def _ground_stops(palette: Palette) -> tuple[Stop, ...]:
    middle = palette.ground.mixed(palette.ground_rim, 0.55)
    return Stop(0, palette.ground), Stop(0.5, middle), Stop(1, palette.ground_rim)


def ground_at(palette: Palette, x: float, y: float) -> Cmyk:
    """The colour of the ground at a point of the card."""
    t = min(1.0, math.dist((x, y), _GROUND_CENTRE) / _GROUND_RADIUS)
    low, middle, high = _ground_stops(palette)
    if t < 0.5:
        return low.colour.mixed(middle.colour, t * 2)
    return middle.colour.mixed(high.colour, t * 2 - 1)


@cache
def ground_form(palette: Palette) -> Form:
    """Parchment with rays or night with rings and stars, and the quarter rosettes, with bleed."""
    pen = Pen()
    if not palette.line_only:
        pen.fill(_SHEET, Radial(_GROUND_CENTRE, _GROUND_RADIUS, _ground_stops(palette)))
    with pen.clipped(_SHEET):
        if palette.sun:
            _rays(pen, palette)
        else:
            _rings(pen, palette)
            _stars(pen, palette)
        for x in (0.0, WIDTH):
            for y in (0.0, HEIGHT):
                _rosette(pen, palette, x, y)
    return pen.form("ground", BOX)


def _rays(pen: Pen, palette: Palette) -> None:
    """Wedges from the centre, so that they meet their mirror image on the neighbour."""
    rays = Path(())
    for k in range(96):
        angle = 2 * math.pi * (k + 0.5) / 96
        near = 15 + (6 if k % 2 else 0) + (5 if k % 4 == 1 else 0)
        wide = 0.20 if k % 2 else 0.34
        to = placed(WIDTH / 2, HEIGHT / 2, turn=math.degrees(angle))
        rays += transformed(polygon([(near, 0), (62, wide), (62, -wide)]), to)
    pen.fill(rays, palette.rays)


def _rings(pen: Pen, palette: Palette) -> None:
    rings = Path(())
    for k in range(22):
        rings += ellipse(WIDTH / 2, HEIGHT / 2, 9 + k * 2.4)
    pen.stroke(rings, palette.rays, 0.18)


def _stars(pen: Pen, palette: Palette) -> None:
    source = chance("stars")
    stars = Path(())
    for _ in range(26):
        x, y = source.uniform(2, 52), source.uniform(2, 88)
        size = source.choice((0.22, 0.3, 0.45, 0.7))
        stars += transformed(star(4, 1.5, 0.38), placed(x, y, scale=size))
    pen.fill(stars, palette.stars)


def star(points: int, outer: float, inner: float) -> Path:
    """A star about the origin, one point upwards."""
    return polygon(
        [
            (r * math.sin(math.pi * k / points), -r * math.cos(math.pi * k / points))
            for k in range(2 * points)
            for r in [inner if k % 2 else outer]
        ]
    )


def _spikes(count: int, base: float, tip: float, half_angle: float, short: float = 0) -> Path:
    """Rays of a sun about the origin; every second one ends ``short`` mm earlier."""
    spikes = Path(())
    for k in range(count):
        angle = 2 * math.pi * (k + 0.5) / count
        reach = tip - (short if k % 2 == 0 else 0)
        spikes += polygon(
            [
                (r * math.cos(angle + t), r * math.sin(angle + t))
                for r, t in ((base, -half_angle), (reach, 0), (base, half_angle))
            ]
        )
    return spikes


def _rosette(pen: Pen, palette: Palette, x: float, y: float) -> None:
    """A sun or moon about a corner: four cards make it whole."""
    to = placed(x, y)
    if palette.sun:
        disc = transformed(ellipse(0, 0, 2.5) + ellipse(0, 0, 1.2), to)
        pen.fill(disc, palette.rosette, even_odd=True)
        pen.fill(transformed(_spikes(24, 3, 4.9, math.radians(4), 1.0), to), palette.rosette_line)
        if palette.line_only:
            pen.stroke(transformed(ellipse(0, 0, 2.5), to), palette.rosette_line, 0.25)
        return
    pen.stroke(transformed(ellipse(0, 0, 4.4), to), palette.rosette_line, 0.25)
    disc = transformed(ellipse(0, 0, 2.6) + ellipse(0, 0, 1.7), to)
    pen.fill(disc, palette.rosette, even_odd=True)
    dots = Path(())
    for k in range(16):
        angle = 2 * math.pi * (k + 0.5) / 16
        dots += ellipse(3.5 * math.cos(angle), 3.5 * math.sin(angle), 0.25)
    pen.fill(transformed(dots, to), palette.rosette_line)


# --- fruit ------------------------------------------------------------------------------------

_BODY: Final = (
    (0, -0.84), (0.42, -1.0), (0.86, -0.72), (1.0, -0.1), (0.82, 0.55), (0.42, 0.94),
    (0, 0.86), (-0.42, 0.94), (-0.82, 0.55), (-1.0, -0.1), (-0.86, -0.72), (-0.42, -1.0),
)  # fmt: skip
_GLINT: Final = ((-0.62, -0.35, 1), (-0.5, -0.62), (-0.2, -0.76, 1), (-0.38, -0.5))


@cache
def fruit_form(palette: Palette) -> Form:
    """The golden fruit about the origin, with stalk and one leaf."""
    pen, r = Pen(), FRUIT_RADIUS
    body = transformed(outline(_BODY), placed(0, 0, scale=r))
    stops = tuple(
        Stop(at, colour) for at, colour in zip((0, 0.35, 0.72, 1), palette.fruit, strict=True)
    )
    pen.backed(body, palette.fruit[1], palette.ink, 0.38)
    pen.fill(body, Radial((-0.3 * r, -0.35 * r), 1.45 * r, stops))
    if palette.line_only:
        pen.stroke(body, palette.ink, 0.3)
    pen.fill(transformed(outline(_GLINT), placed(0, 0, scale=r)), Cmyk(0, 0, 0, 0))
    dimple = through([(-0.34 * r, -0.80 * r), (0, -0.66 * r), (0.34 * r, -0.80 * r)])
    pen.stroke(dimple, palette.ink, 0.26)
    stalk = sampled([(0, -r * 0.7), (0.13 * r, -r * 1.05), (0.05 * r, -r * 1.36)], 0.2)
    pen.fill(ribbon(stalk, 0.25), palette.ink)
    draw_leaves(pen, [Leaf(0.1 * r, -1.05 * r, 28, r * 0.85, "leaf-b")], palette)
    return pen.form("fruit", (-r - 1, -r - 2.6, r + 1, r + 1))


def fruit_light(pen: Pen, palette: Palette, x: float, y: float) -> None:
    """What shines round a fruit, drawn before the wood: rays by day, a glow by night."""
    r = FRUIT_RADIUS
    if palette.sun or palette.line_only:
        if not palette.line_only:
            pen.fill(ellipse(x, y, r + 1.5), palette.fruit_glow[0])
        spikes = _spikes(16, r + 0.75, r + 2.3, math.radians(4.2), 0.7)
        pen.fill(transformed(spikes, placed(x, y)), palette.fruit_ray)
        return
    rim = ground_at(palette, x, y)
    near, far = palette.fruit_glow
    stops = (
        Stop(0, near),
        Stop(0.55, near),
        Stop(0.66, far),
        Stop(0.82, far.mixed(rim, 0.68)),
        Stop(1, rim),
    )
    pen.fill(ellipse(x, y, r + 3.0), Radial((x, y), r + 3.0, stops))


# --- tokens -----------------------------------------------------------------------------------

_SHIELD: Final = outline(
    [
        (0, 0.2, 1), (0.28, 0.10), (0.5, 0, 1), (0.72, 0.10), (1, 0.2, 1), (0.98, 0.6),
        (0.78, 0.88), (0.5, 1.08, 1), (0.22, 0.88), (0.02, 0.6),
    ]
)  # fmt: skip
_DROP: Final = outline(
    [
        (0, -1.25, 1), (0.75, -0.62), (0.95, 0.1), (0.62, 0.78), (0, 1.0), (-0.62, 0.78),
        (-0.95, 0.1), (-0.75, -0.62),
    ]
)  # fmt: skip


@cache
def shield_form(palette: Palette) -> Form:
    """The shield for the power, 12.2 wide, its box's top left at the origin."""
    pen, size = Pen(), 12.2

    def scaled(share: float) -> Path:
        middle = placed(size / 2, size * 0.54, scale=size * share) @ placed(-0.5, -0.54)
        return transformed(_SHIELD, middle)

    pen.backed(scaled(1), palette.shield_rim, palette.ink, 0.3)
    pen.fill(scaled(0.90), palette.ink)
    pen.fill(scaled(0.865), palette.shield)
    for x in (0.085, 0.915):
        pen.fill(ellipse(size * x, size * 0.245, 0.28), palette.ink)
    return pen.form("shield", (-1, -1, size + 1, size * 1.08 + 1))


@cache
def score_form(palette: Palette) -> Form:
    """The leaf-drop for the number of fruits, about its centre."""
    pen = Pen()
    outer = transformed(_DROP, placed(0, 0, scale=3.55))
    pen.backed(outer, palette.score_rim, palette.ink, 0.22)
    pen.fill(transformed(_DROP, placed(0, 0, scale=3.0)), palette.score)
    return pen.form("score", (-5, -5, 5, 5))


def owner_mark(palette: Palette, radius: float) -> Path:
    """Sun with eight rays or crescent moon about the origin."""
    if palette.sun:
        return ellipse(0, 0, radius * 0.52) + _spikes(
            8, radius * 0.66, radius, math.radians(13)
        )
    horn = math.radians(50)
    outer, inner = radius * 0.92, radius * 0.62
    cx = radius * 0.40
    reach = math.atan2(math.sin(horn) * outer, math.cos(horn) * outer - cx)
    inner = math.hypot(math.cos(horn) * outer - cx, math.sin(horn) * outer)
    bow = np.linspace(horn, 2 * math.pi - horn, 25)
    hollow = np.linspace(2 * math.pi - reach, reach, 25)
    points = [(outer * math.cos(a), outer * math.sin(a)) for a in bow]
    points += [(cx + inner * math.cos(a), inner * math.sin(a)) for a in hollow]
    return polygon(points)


# --- rune stone -------------------------------------------------------------------------------

_RUNES: Final[dict[str, tuple[tuple[Point, ...], ...]]] = {
    "y": (((0, 0), (0, 1)), ((0, 0.35), (0.5, 0)), ((0, 0.7), (0.5, 0.35))),
    "g": (((0, 0), (0.6, 1)), ((0.6, 0), (0, 1))),
    "d": (((0, 0), (0, 1), (0.6, 0), (0.6, 1), (0, 0)),),
    "r": (((0, 1), (0, 0), (0.5, 0.25), (0.05, 0.5), (0.55, 1)),),
    "a": (((0, 1), (0, 0), (0.5, 0.28)), ((0, 0.38), (0.5, 0.66))),
    "s": (((0.45, 0), (0.1, 0.35), (0.45, 0.62), (0.1, 1)),),
    "i": (((0.2, 0), (0.2, 1)),),
    "l": (((0, 1), (0, 0), (0.5, 0.38)),),
    "t": (((0.3, 1), (0.3, 0)), ((0, 0.35), (0.3, 0), (0.6, 0.35))),
    "o": (((0, 1), (0.55, 0.45), (0.28, 0), (0, 0.45), (0.55, 1)),),
}
_RUNE_HEIGHT: Final = 1.05
_BORDER: Final = 2.3
"""How far the slab reaches beyond the frame."""


def _inscription(word: str, x: float, y: float, turn: float) -> Path:
    """Runes cut along a line from (x, y)."""
    to = placed(x, y, turn=turn, scale=_RUNE_HEIGHT)
    along, strokes = 0.0, []
    for letter in word:
        rune = _RUNES[letter]
        for stroke in rune:
            strokes.append(polygon([(along + a * 0.9, b) for a, b in stroke], closed=False))
        along += max(a for stroke in rune for a, _ in stroke) * 0.9 + 0.62
    return transformed(Path(tuple(s.contours[0] for s in strokes)), to)


def _slab(seed: str) -> list[Point]:
    """The rough outline of the slab about the panel at the origin."""
    source = chance(seed)
    low, high, cut = -_BORDER, PANEL + _BORDER, 2.0
    sides: tuple[tuple[Point, Point, int], ...] = (
        ((low + cut, low), (high - cut, low), 5),
        ((high - cut / 2, low + 0.2), (high, low + cut), 2),
        ((high, low + cut), (high, high - cut), 5),
        ((high, high - cut), (high - cut, high), 2),
        ((high - cut, high), (low + cut, high), 5),
        ((low + cut, high), (low, high - cut), 2),
        ((low, high - cut), (low, low + cut), 5),
        ((low, low + cut), (low + cut, low), 2),
    )
    points = []
    for (x0, y0), (x1, y1), steps in sides:
        for k in range(steps):
            t = k / steps
            x, y = x0 + (x1 - x0) * t, y0 + (y1 - y0) * t
            points.append((x + source.uniform(-0.22, 0.22), y + source.uniform(-0.22, 0.22)))
    return points


@cache
def stone_form(palette: Palette, number: int) -> Form:
    """The rune stone that carries the tag; the panel's top left lies at the origin.

    The panel itself is left to the printer: here it is a flat square in the keyline's colour.
    """
    pen, high = Pen(), PANEL + _BORDER
    points = _slab(f"stone{number}")
    slab = polygon(points)
    pen.backed(slab, palette.stone, palette.stone_ink, 0.45)
    with pen.clipped(slab):
        lower = points[9:24]
        pen.fill(polygon([*lower, (PANEL / 2, PANEL / 2)]), palette.stone_shade)
        rim, low = high - 0.9, -_BORDER
        pen.fill(
            polygon(
                [(rim, low), (high + 1, low), (high + 1, high + 1), (low, high + 1),
                 (low, rim), (rim, rim)]
            ),  # fmt: skip
            palette.stone_ink,
        )
        chips = chance("chips", number)
        for _ in range(9):
            along, edge = chips.uniform(1, PANEL - 1), chips.randrange(4)
            across = chips.uniform(-1.6, -0.9)
            x, y = ((along, across), (PANEL - across, along), (along, PANEL - across),
                    (across, along))[edge]  # fmt: skip
            crack = [(x, y), (x + chips.uniform(0.2, 0.5), y + chips.uniform(-0.4, 0.4))]
            pen.stroke(polygon(crack, closed=False), palette.stone_ink, 0.14)
    dark, lit = palette.stone_ink, palette.rune_lit
    pen.stroke(_inscription("yggdrasil", 1.2, -1.75, 0), dark, 0.2, cap=0)
    pen.stroke(_inscription("dirtosal", PANEL + 1.72, 2.2, 90), lit, 0.2, cap=0)
    pen.stroke(_inscription("lisardggy", PANEL - 1.2, PANEL + 1.72, 180), lit, 0.2, cap=0)
    pen.stroke(_inscription("tosaligr", -1.75, PANEL - 1.6, 270), dark, 0.2, cap=0)
    key = 0.45
    pen.fill(rectangle(-key, -key, PANEL + 2 * key, PANEL + 2 * key), palette.keyline)
    if palette.line_only:
        edge = rectangle(-key, -key, PANEL + 2 * key, PANEL + 2 * key)
        pen.stroke(edge, palette.stone_ink, 0.18)
    _creepers(pen, palette)
    return pen.form(f"stone-{number}", (-4.5, -4.5, PANEL + 6, PANEL + 6))


def _creepers(pen: Pen, palette: Palette) -> None:
    """Leaves over two opposite corners of the slab, never on the frame."""
    long = 2.7 if palette.sun else 3.3
    leaves = []
    for x, y, turn in ((PANEL + 1.7, PANEL + 1.8, 120.0), (-1.4, -1.7, -30.0)):
        for k in range(5):
            foot = (x + 0.5 * math.cos(k), y + 0.5 * math.sin(2 * k))
            leaf = Leaf(*foot, turn + k * 34 - 50, long)
            clear = all(
                not (-0.3 < px < PANEL + 0.3 and -0.3 < py < PANEL + 0.3) and px > -2.9
                for px, py in leaf.probe(breadth(palette))
            )
            if clear:
                leaves.append(leaf)
    draw_leaves(pen, leaves, palette)


def hang_stone(pen: Pen, palette: Palette, branches: Sequence[Branch]) -> None:
    """Two twisted vines from whatever wood is above the stone."""
    for x in (TAG[0] + 3.2, TAG[0] + PANEL - 3.2):
        heights = [
            float(y)
            for branch in branches
            for px, y in branch.line
            if abs(px - x) < 0.5 and 30 < y < TAG[1] - 3
        ]
        if not heights:
            continue
        for colour, width in ((palette.ink, 0.55), (palette.leaf, 0.25)):
            for side in (1, -1):
                pen.stroke(through(_vine(x, max(heights), side)), colour, width)


def _vine(x: float, top: float, side: int) -> list[Point]:
    heights: Array = np.linspace(top, TAG[1] - 0.6, 14)
    return [(x + side * 0.28 * math.sin(k * 1.9), float(y)) for k, y in enumerate(heights)]
