"""What grows on, round and out of the tree beside its own leaves: vines, shoots, moss, water."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from printkit.art.geometry import Array, chance, directions, lengths, ribbon, sampled, shifted
from printkit.art.pen import Pen
from printkit.art.yggdrasil.foliage import Leaf, draw_leaves
from printkit.art.yggdrasil.guests.figure import Figure, Guest
from printkit.art.yggdrasil.palette import Palette
from printkit.drawing import Point

# fmt: off


def _stem(pen: Pen, palette: Palette, line: Array, foot: float, tip: float) -> None:
    """A green stem from ``foot`` to ``tip`` half-width."""
    half = np.linspace(foot, tip, len(line))
    pen.fill(ribbon(line, half + 0.26), palette.leaf_line)
    pen.fill(ribbon(line, half), palette.leaf_fresh)


def vine(points: Sequence[Point], girth: float, turns: float, *, flowers: int = 0, start: float = 0.0) -> Guest:
    """A climber that winds round a branch: behind it, and before it on every other stretch."""
    core = sampled(points, 0.4)
    along = lengths(core)
    phase = start + 2 * math.pi * turns * along / along[-1]
    line = shifted(core, np.sin(phase) * girth)
    front = np.cos(phase) > -0.05

    def behind(pen: Pen, palette: Palette) -> None:
        _stem(pen, palette, line, 0.5, 0.22)

    def before(pen: Pen, palette: Palette) -> None:
        half = np.linspace(0.5, 0.22, len(line))
        edges = np.flatnonzero(np.diff(np.concatenate([[0], front.astype(int), [0]])))
        for first, last in zip(edges[::2], edges[1::2], strict=True):
            if last - first > 3:
                part = line[first:last]
                pen.fill(ribbon(part, half[first:last] + 0.26), palette.leaf_line)
                pen.fill(ribbon(part, half[first:last]), palette.leaf_fresh)
        tangent, normal = directions(line)
        turning = np.flatnonzero(np.diff(np.sign(np.cos(phase))))
        for number, i in enumerate(turning):
            side = math.copysign(1, math.sin(phase[i]))
            aim = normal[i] * side + tangent[i] * 0.35
            turn = math.degrees(math.atan2(aim[1], aim[0]))
            x, y = map(float, line[i])
            leaves = [Leaf(x, y, turn + fan, 3.1, "fresh") for fan in (-34, 30)]
            draw_leaves(pen, leaves, palette)
            if number < flowers:
                _flower(Figure.at(pen, palette, x + 2.6 * float(aim[0]), y + 2.6 * float(aim[1]), 0.8, turn=turn))
        x, y = map(float, line[-1])
        turn = math.degrees(math.atan2(tangent[-1, 1], tangent[-1, 0]))
        draw_leaves(pen, [Leaf(x, y, turn + fan, 3.0, "fresh") for fan in (-40, 0, 40)], palette)

    return Guest((), behind, before)


def _flower(f: Figure) -> None:
    """Five pale petals."""
    for k in range(5):
        g = f.moved(0, 0, turn=k * 72)
        g.pen.shape(g.path([(0, 0, 1), (-1.3, -1.6), (-0.8, -3.0), (0, -2.7, 1), (0.8, -3.0), (1.3, -1.6)]),
                    f.palette.petal, f.palette.ink, 0.22)
    f.mark(f.oval(0, 0, 0.75), f.palette.spirit)


def sapling(x: float, y: float, height: float) -> Guest:
    """A young tree, all fresh leaves."""

    def before(pen: Pen, palette: Palette) -> None:
        line = sampled([(x, y), (x - 0.6, y - height * 0.35), (x + 0.5, y - height * 0.7), (x, y - height)], 0.3)
        leaves: list[Leaf] = []
        for share, long in ((0.34, 4.6), (0.56, 4.4), (0.76, 3.8), (0.92, 3.0)):
            px, py = map(float, line[int(share * (len(line) - 1))])
            leaves += [Leaf(px, py, -28, long, "fresh"), Leaf(px, py, -152, long, "fresh")]
        leaves.append(Leaf(*map(float, line[-1]), -90, 3.6, "fresh"))
        _stem(pen, palette, line, 0.5, 0.2)
        draw_leaves(pen, leaves, palette)

    return Guest(((x - 5, y - height - 4, 10, height + 4),), before=before)


def crozier(x: float, y: float, height: float, *, flip: bool = False) -> Guest:
    """A shoot that is still rolled up."""

    def before(pen: Pen, palette: Palette) -> None:
        side = -1 if flip else 1
        r = height * 0.26
        spiral = [(x + side * (r * 0.2 + k_r * math.cos(t)), y - height + k_r * math.sin(t))
                  for t in np.linspace(math.pi, math.pi * 4.1, 30)
                  for k_r in [r * (1 - (t - math.pi) / (math.pi * 3.9))]]
        line = sampled([(x, y), (x - side * r * 0.7, y - height * 0.5), *spiral], 0.3)
        half = np.interp(np.linspace(0, 1, len(line)), (0, 0.5, 1), (0.75, 0.8, 0.2))
        pen.fill(ribbon(line, half + 0.28), palette.leaf_line)
        pen.fill(ribbon(line, half), palette.leaf_fresh)
        tangent, normal = directions(line)
        count = int(len(line) * 0.62)
        for i in range(6, count, 7):
            spot = line[i] + normal[i] * side * half[i]
            aim = normal[i] * side + tangent[i] * 0.6
            turn = math.degrees(math.atan2(aim[1], aim[0]))
            draw_leaves(pen, [Leaf(float(spot[0]), float(spot[1]), turn, 2.1, "fresh")], palette)

    return Guest(((x - height * 0.4, y - height * 1.35, height * 0.8, height * 1.35),), before=before)


def frond(x: float, y: float, turn: float, length: float, curl: float) -> Guest:
    """A fern, leaflets in pairs that shrink to the tip."""

    def before(pen: Pen, palette: Palette) -> None:
        f = Figure.at(pen, palette, x, y, turn=turn)
        stem = sampled([f.matrix(p) for p in ((0, 0), (length * 0.5, -curl * 0.25), (length, -curl))], 0.3)
        tangent, _ = directions(stem)
        for share in np.linspace(0.14, 0.97, 11):
            i = int(share * (len(stem) - 1))
            along = math.degrees(math.atan2(tangent[i, 1], tangent[i, 0]))
            long = length * 0.30 * math.sin(0.5 + share * 2.2) + 0.6
            spot = (float(stem[i, 0]), float(stem[i, 1]))
            draw_leaves(pen, [Leaf(*spot, along - 62, long, "leaf-a"), Leaf(*spot, along + 62, long, "leaf-a")],
                        palette)
        pen.fill(ribbon(stem, np.linspace(0.36, 0.1, len(stem))), palette.leaf_line)

    reach = math.radians(turn)
    cx, cy = x + math.cos(reach) * length / 2, y + math.sin(reach) * length / 2
    return Guest(((cx - 5, cy - 5, 10, 10),), before=before)


def catkins(spots: Sequence[tuple[float, float, float]]) -> Guest:
    """Hanging strands of leaves: (x, y, length) of each."""

    def behind(pen: Pen, palette: Palette) -> None:
        for number, (x, y, length) in enumerate(spots):
            sway = chance("catkin", number).uniform(-1.2, 1.2)
            line = sampled([(x, y), (x + sway * 0.4, y + length * 0.5), (x + sway, y + length)], 0.3)
            pen.fill(ribbon(line, np.linspace(0.34, 0.16, len(line))), palette.leaf_line)
            leaves = []
            for k in range(int(length / 1.9)):
                px, py = map(float, line[min(len(line) - 1, int((k + 0.6) * 1.9 / 0.3))])
                leaves.append(Leaf(px, py, 90 - (38 if k % 2 else -38), 3.1 - 0.6 * k * 1.9 / length, "leaf-a"))
            leaves.append(Leaf(*map(float, line[-1]), 90, 2.8, "leaf-a"))
            draw_leaves(pen, leaves, palette)

    return Guest(tuple((x - 2.2, y, 4.4, length + 3) for x, y, length in spots), behind)


def moss(points: Sequence[Point], seed: str) -> Guest:
    """Cushions along the upper edge of a branch, hanging over it in fringes."""

    def before(pen: Pen, palette: Palette) -> None:
        source = chance(seed)
        line = sampled(points, 0.5)
        top: list[Point] = []
        low: list[Point] = []
        for k, (x, y) in enumerate(line[::3]):
            top.append((float(x), float(y) - source.uniform(0.5, 1.3)))
            low.append((float(x) + 0.4, float(y) + (source.uniform(1.4, 3.0) if k % 2 else 0.7)))
        f = Figure.at(pen, palette, 0, 0)
        pen.backed(f.path([(*top[0], 1), *top[1:-1], (*top[-1], 1), *reversed(low)]), palette.moss, palette.leaf_line,
                   0.24)
        for x, y in line[::2]:
            x0, y0 = float(x) + source.uniform(-0.4, 0.4), float(y) + source.uniform(-0.5, 0.7)
            f.hair([(x0, y0), (x0 + 0.1, y0 + source.uniform(0.6, 1.1))], 0.3, palette.leaf_line)

    return Guest((), before=before)


def mushrooms(spots: Sequence[tuple[float, float, float]]) -> Guest:
    """(x, y of the foot, scale) of each."""

    def before(pen: Pen, palette: Palette) -> None:
        for x, y, s in spots:
            f = Figure.at(pen, palette, x, y, s)
            f.body([(-0.9, -3.4), (0.9, -3.4), (0.8, -1.2), (1.3, 0.4, 1), (-1.3, 0.4, 1), (-0.8, -1.2)],
                   palette.petal)
            f.body([(-3.4, -3.0, 1), (-2.8, -5.2), (0, -6.8), (2.8, -5.2), (3.4, -3.0, 1), (0, -2.5)])
            for px, py, r in ((-1.5, -4.4, 0.55), (0.5, -5.5, 0.5), (1.7, -4.0, 0.45), (-0.1, -3.7, 0.35)):
                f.mark(f.oval(px, py, r, r * 0.8), palette.petal)

    return Guest(tuple((x - 4 * s, y - 7.5 * s, 8 * s, 8 * s) for x, y, s in spots), before=before)


def fountain(x: float, y: float, s: float) -> Guest:
    """A spring that leaps out of the wood."""

    def before(pen: Pen, palette: Palette) -> None:
        f = Figure.at(pen, palette, x, y, s)
        jets = (
            ([(0, 0), (-1.6, -6), (-4.8, -8.6), (-7.4, -6.4), (-7.8, -3.6)], (1.1, 0.9, 0.8, 0.6, 0.1)),
            ([(0.4, 0), (2.0, -5), (4.6, -7), (6.6, -5.2), (7.0, -2.8)], (1.0, 0.85, 0.7, 0.5, 0.1)),
            ([(0.2, 0.4), (-0.2, -6), (0.8, -10.6), (3.0, -11.6), (4.0, -9.8)], (1.2, 1.0, 0.8, 0.5, 0.1)),
            ([(0, 0.4), (-0.8, -4.6), (-2.4, -11.0), (-4.6, -12.2), (-5.6, -10.6)], (1.1, 0.9, 0.7, 0.5, 0.1)),
        )
        for points, widths in jets:
            f.body(f.tube(points, widths), palette.water)
            f.hair([(px * 0.9, py * 0.96) for px, py in points[:4]], 0.34, palette.petal)
        for px, py, r in ((-8.4, -1.4, 0.7), (7.6, -0.6, 0.6), (5.0, -8.0, 0.55), (-6.6, -8.9, 0.5)):
            f.body([(px, py - 1.9 * r, 1), (px + r, py), (px, py + r), (px - r, py)], palette.water)
        f.pen.backed(f.oval(0.2, 1.0, 2.6, 0.9), palette.water, palette.ink, 0.3)

    return Guest(((x - 9 * s, y - 13.5 * s, 18 * s, 15 * s),), before=before)


def comb(x: float, y: float, s: float) -> Guest:
    """A wild honeycomb under the bough."""

    def before(pen: Pen, palette: Palette) -> None:
        f = Figure.at(pen, palette, x, y, s)
        honey = palette.score_rim
        f.body([(-4.6, -6.0, 1), (0, -5.0), (4.6, -6.0, 1), (5.0, -1.8), (3.4, 2.6), (1.0, 5.4), (0, 8.0, 1),
                (-1.2, 5.4), (-3.6, 2.6), (-5.0, -1.8)], honey)
        for row in range(5):
            for column in range(-2, 3):
                cx, cy = (column + 0.5 * (row % 2)) * 2.1, -3.6 + row * 1.82
                if abs(cx) > 4.0 - max(0, row - 1) * 0.95:
                    continue
                hexagon = [(cx + 1.0 * math.sin(k * math.pi / 3), cy + 1.0 * math.cos(k * math.pi / 3), 1)
                           for k in range(6)]
                dark = (row * 3 + column) % 4 == 0
                pen.shape(f.path(hexagon), palette.bark if dark else palette.score, palette.ink, 0.22)

    return Guest(((x - 6 * s, y - 7 * s, 12 * s, 16 * s),), before=before)


def pod(x: float, y: float, s: float, turn: float) -> Guest:
    """A long pod, split, its seeds in a row; seeds on plumes drift away."""

    def before(pen: Pen, palette: Palette) -> None:
        f = Figure.at(pen, palette, x, y, s, turn=turn)
        f.body([(-9.4, -0.6, 1), (-6, -3.0), (0, -3.9), (6, -3.0), (9.6, 0.6, 1), (6, 2.8), (0, 3.6), (-6, 2.6)],
               palette.leaf_shade)
        f.body([(-9.0, -0.5, 1), (-5, -1.9), (0, -2.3), (5, -1.8), (9.2, 0.6, 1), (5, 2.0), (0, 2.4), (-5, 1.7)],
               palette.leaf_fresh)
        for k in range(-2, 3):
            size = 1.5 - abs(k) * 0.17
            f.body(f.oval(k * 2.9, 0.05, size, size * 0.9))
            f.mark(f.oval(k * 2.9 - 0.45, -0.45, 0.36, 0.26))
        f.hair([(-9.4, -0.6), (-11.0, -1.6), (-12.4, -1.4)], 0.9, palette.leaf_line)

    return Guest(((x - 10 * s, y - 10 * s, 20 * s, 20 * s),), before=before)


def plume(x: float, y: float, s: float, turn: float) -> Guest:
    """A seed on its parachute."""

    def before(pen: Pen, palette: Palette) -> None:
        f = Figure.at(pen, palette, x, y, s, turn=turn)
        dark = palette.leaf_shade if palette.sun else palette.leaf
        for k in range(-4, 5):
            a = math.radians(-90 + k * 17)
            f.hair([(0, -1.4), (1.8 * math.cos(a), -1.4 + 1.8 * math.sin(a)), (3.4 * math.cos(a), -1.6 + 3.2 * math.sin(a))],
                   0.32, dark)
        f.line([(0, -1.4), (0.2, 0.6), (0, 2.0)], 0.22, dark)
        f.body([(0, 1.6, 1), (0.6, 2.8), (0, 4.4, 1), (-0.6, 2.8)])

    return Guest(((x - 4 * s, y - 5 * s, 8 * s, 10 * s),), before=before)


def nest(x: float, y: float, s: float) -> Guest:
    """A woven bowl in the fork."""

    def before(pen: Pen, palette: Palette) -> None:
        f = Figure.at(pen, palette, x, y, s)
        f.body([(-8.0, -1.6, 1), (-4, -0.4), (0, -0.1), (4, -0.4), (8.0, -1.6, 1), (6.8, 2.4), (3.6, 4.6), (0, 5.2),
                (-3.6, 4.6), (-6.8, 2.4)], palette.bark_lit)
        source = chance("nest", x, y)
        for _ in range(26):
            px, py = source.uniform(-6.2, 6.2), source.uniform(0.2, 4.0)
            if abs(px) > 7 - py * 1.1:
                continue
            lean = source.uniform(-0.9, 0.9)
            f.hair([(px - 1.7, py - lean * 0.5), (px, py + 0.3), (px + 1.7, py + lean * 0.5)], 0.34,
                   palette.furrow if source.random() < 0.6 else palette.bark_edge)
        for px, lean in ((-7.6, -2.4), (-5.2, 1.4), (6.0, -1.2), (7.6, 2.2)):
            f.hair([(px, -0.2), (px + lean * 0.5, -1.2), (px + lean, -2.2)], 0.4, palette.ink)

    return Guest(((x - 9 * s, y - 3 * s, 18 * s, 9 * s),), before=before)


def bark_face(x: float, y: float, s: float) -> Guest:
    """The warden: eyes, brows and a beard of furrows in the trunk itself."""

    def before(pen: Pen, palette: Palette) -> None:
        f = Figure.at(pen, palette, x, y, s)
        dark = palette.ink
        for g in f.sides():
            g.pen.fill(g.path([(0.9, 0.1, 1), (1.9, -1.3), (3.6, -1.1, 1), (2.7, 0.5)]), dark)
            g.glow(g.oval(2.2, -0.35, 0.62, 0.5), 0.16)
            g.mark(g.oval(2.2, -0.35, 0.26), dark)
            g.hair([(0.5, -1.2), (2.0, -2.8), (4.4, -2.4)], 0.9, dark)
            g.hair([(0.6, -3.4), (1.6, -4.6), (3.2, -4.4)], 0.4, dark)
            g.hair([(0.6, 0.2), (0.9, 2.0), (1.5, 2.9), (0.4, 3.3)], 0.5, dark)
            g.hair([(1.5, 2.4), (2.6, 3.6), (2.8, 5.6)], 0.42, dark)
            for k in range(4):
                g.hair([(0.4 + k * 0.85, 5.0 - k * 0.25), (0.7 + k * 0.95, 8 - k * 0.3), (0.2 + k * 0.7, 12 - k * 1.0)],
                       0.5, dark)
        f.hair([(-2.0, 4.3), (0, 4.0), (2.0, 4.3)], 0.55, dark)

    return Guest((), before=before)
