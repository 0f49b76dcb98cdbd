"""Plants on and around the tree: vines, shoots, ferns and thorns."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from artwork.geometry import Array, directions, lengths, ribbon, sampled, shifted
from artwork.outlines import chance
from artwork.pen import Pen
from artwork.yggdrasil.foliage import Leaf, draw_leaves
from artwork.yggdrasil.guests.figure import Figure, Guest
from artwork.yggdrasil.palette import Palette
from printkit.pdf.drawing import Point

# fmt: off


def _stem(pen: Pen, palette: Palette, line: Array, foot: float, tip: float) -> None:
    """Draw a green stem; its half-width changes from ``foot`` to ``tip``."""
    half = np.linspace(foot, tip, len(line))
    pen.fill(ribbon(line, half + 0.26), palette.leaf_line)
    pen.fill(ribbon(line, half), palette.leaf_fresh)


def vine(points: Sequence[Point], girth: float, turns: float, *, flowers: int = 0,
         start: float = 0.0) -> Guest:
    """Return a vine that winds around a branch."""
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
                _flower(Figure.at(pen, palette, x + 2.6 * float(aim[0]), y + 2.6 * float(aim[1]),
                                  0.8, turn=turn))
        x, y = map(float, line[-1])
        turn = math.degrees(math.atan2(tangent[-1, 1], tangent[-1, 0]))
        draw_leaves(pen, [Leaf(x, y, turn + fan, 3.0, "fresh") for fan in (-40, 0, 40)], palette)

    return Guest((), behind, before)


def _flower(f: Figure) -> None:
    """Draw a flower with five pale petals."""
    for k in range(5):
        g = f.moved(0, 0, turn=k * 72)
        g.pen.shape(g.path([(0, 0, 1), (-1.3, -1.6), (-0.8, -3.0), (0, -2.7, 1), (0.8, -3.0),
                            (1.3, -1.6)]),
                    f.palette.petal, f.palette.ink, 0.22)
    f.mark(f.oval(0, 0, 0.75), f.palette.spirit)


def sapling(x: float, y: float, height: float) -> Guest:
    """Return a young tree that has only fresh leaves."""

    def before(pen: Pen, palette: Palette) -> None:
        line = sampled([(x, y), (x - 0.6, y - height * 0.35), (x + 0.5, y - height * 0.7),
                        (x, y - height)], 0.3)
        leaves: list[Leaf] = []
        for share, long in ((0.34, 4.6), (0.56, 4.4), (0.76, 3.8), (0.92, 3.0)):
            px, py = map(float, line[int(share * (len(line) - 1))])
            leaves += [Leaf(px, py, -28, long, "fresh"), Leaf(px, py, -152, long, "fresh")]
        leaves.append(Leaf(float(line[-1, 0]), float(line[-1, 1]), -90, 3.6, "fresh"))
        _stem(pen, palette, line, 0.5, 0.2)
        draw_leaves(pen, leaves, palette)

    return Guest(((x - 5, y - height - 4, 10, height + 4),), before=before)


def crozier(x: float, y: float, height: float, lean: float) -> Guest:
    """Return a rolled-up shoot; its head hangs ``lean`` mm to the right of its foot."""

    def before(pen: Pen, palette: Palette) -> None:
        r = height * 0.26
        spiral = [(x + lean + k_r * math.cos(t), y - height + k_r * math.sin(t))
                  for t in np.linspace(math.pi, math.pi * 4.1, 30)
                  for k_r in [r * (1 - (t - math.pi) / (math.pi * 3.9))]]
        line = sampled([(x, y), (x + (lean - r) * 0.75, y - height * 0.45), *spiral], 0.3)
        half = np.interp(np.linspace(0, 1, len(line)), (0, 0.5, 1), (0.75, 0.8, 0.2))
        pen.fill(ribbon(line, half + 0.28), palette.leaf_line)
        pen.fill(ribbon(line, half), palette.leaf_fresh)
        tangent, normal = directions(line)
        count = int(len(line) * 0.62)
        for i in range(6, count, 7):
            spot = line[i] + normal[i] * half[i]
            aim = normal[i] + tangent[i] * 0.6
            turn = math.degrees(math.atan2(aim[1], aim[0]))
            draw_leaves(pen, [Leaf(float(spot[0]), float(spot[1]), turn, 2.1, "fresh")], palette)

    return Guest(((x + lean - height * 0.3, y - height * 1.35, height * 0.6, height * 1.35),),
                 before=before)


def frond(x: float, y: float, turn: float, length: float, curl: float) -> Guest:
    """Return a fern with paired leaflets; its tip bends sideways by ``curl`` mm."""
    aim = math.radians(turn)

    def behind(pen: Pen, palette: Palette) -> None:
        f = Figure.at(pen, palette, x, y, turn=turn)
        points = ((0.0, 0.0), (length * 0.5, -curl * 0.25), (length, -curl))
        stem = sampled([f.matrix(p) for p in points], 0.3)
        tangent, _ = directions(stem)
        pen.fill(ribbon(stem, np.linspace(0.42, 0.12, len(stem))), palette.leaf_line)
        pairs = int(length / 1.15)
        for k in range(pairs):
            share = 0.16 + 0.8 * k / pairs
            i = int(share * (len(stem) - 1))
            along = math.degrees(math.atan2(tangent[i, 1], tangent[i, 0]))
            long = length * 0.21 * math.sin(0.75 + share * 2.1) + 0.7
            spot = (float(stem[i, 0]), float(stem[i, 1]))
            leaves = [Leaf(*spot, along + side * 66, long, "fern") for side in (-1, 1)]
            draw_leaves(pen, leaves, palette)
        draw_leaves(pen, [Leaf(float(stem[-1, 0]), float(stem[-1, 1]), turn, 1.6, "fern")], palette)

    cx, cy = x + math.cos(aim) * length / 2, y + math.sin(aim) * length / 2
    return Guest(((cx - 4, cy - 4, 8, 8),), behind)


def catkins(spots: Sequence[tuple[float, float, float]]) -> Guest:
    """Return hanging strands of leaves, each given by (x, y, length)."""

    def behind(pen: Pen, palette: Palette) -> None:
        for number, (x, y, length) in enumerate(spots):
            sway = chance("catkin", number).uniform(-1.2, 1.2)
            line = sampled([(x, y), (x + sway * 0.4, y + length * 0.5), (x + sway, y + length)],
                           0.3)
            pen.fill(ribbon(line, np.linspace(0.34, 0.16, len(line))), palette.leaf_line)
            leaves = []
            for k in range(int(length / 1.9)):
                px, py = map(float, line[min(len(line) - 1, int((k + 0.6) * 1.9 / 0.3))])
                leaves.append(Leaf(px, py, 90 - (38 if k % 2 else -38),
                                   3.1 - 0.6 * k * 1.9 / length, "leaf-a"))
            leaves.append(Leaf(float(line[-1, 0]), float(line[-1, 1]), 90, 2.8, "leaf-a"))
            draw_leaves(pen, leaves, palette)

    return Guest(tuple((x - 2.2, y, 4.4, length + 3) for x, y, length in spots), behind)


def bramble(points: Sequence[Point], girth: float, *, flip: bool = False) -> Guest:
    """Return a thorny cane; its thorns bend back towards the root."""
    line = sampled(points, 0.3)
    half = np.linspace(girth, 0.16, len(line))
    tangent, normal = directions(line)

    def behind(pen: Pen, palette: Palette) -> None:
        f = Figure.at(pen, palette, 0, 0)
        for number, i in enumerate(range(8, len(line) - 4, 9)):
            side = 1 if (number % 2 == 0) != flip else -1
            size = 1.2 + 1.4 * half[i]
            foot = line[i] + normal[i] * side * half[i] * 0.6
            tip = foot + normal[i] * side * size - tangent[i] * size * 0.7
            low, high = foot - tangent[i] * 0.65, foot + tangent[i] * 0.55
            f.body([(float(p[0]), float(p[1]), 1) for p in (low, tip, high)])
        pen.fill(ribbon(line, half + 0.3), palette.ink)
        pen.fill(ribbon(line, half), palette.bark)
        pen.fill(ribbon(shifted(line, half * 0.35), half * 0.3), palette.bark_lit)

    return Guest((), behind)
