"""Portraits of aviators: busts in flat tones, with the face turned a little to one side.

There are two coordinate frames, in mm, y down. The **body**'s origin is between the eyes of an
upright head. The **head** is the same frame, tilted about the root of the neck. A face is given in
front view. ``Sitter.face`` turns it about the upright axis of a head of radius ``SKULL``: the far
half narrows, and the near half widens.

Light comes from the upper left. A part is filled with its shade. Clipped to its outline, its base
tone is then drawn, shifted a little up and to the left. Masses are the parts that form the
silhouette. They are collected, and a halo in the palette's edge colour is drawn behind them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, cast

from artwork.geometry import sampled, tapered
from artwork.inks import lightness
from artwork.outlines import Knot, mirrored, outline, through
from artwork.pen import Pen
from artwork.stratosphere.palette import GOLD, GOLD_SHADE, Palette, grey
from printkit.pdf.drawing import (
    BLACK,
    PAPER,
    Cmyk,
    Group,
    Matrix,
    Path,
    Point,
    Shape,
    Stroke,
    ellipse,
    placed,
    transformed,
)

SKULL: Final = 8.8
"""Radius of the head on which a face turns, mm."""
_NECK: Final[Point] = (0.0, 11.0)
_CONTOUR: Final = 0.5
_HALO: Final = 1.0

Knots: TypeAlias = Sequence[tuple[float, ...]]
"""Points of an outline as in ``artwork.outlines``; a third member marks a corner."""

Jaw = Literal["soft", "round", "pointed", "square", "long", "broad"]

_JAWS: Final[dict[Jaw, list[Knot]]] = {
    "soft": [(6.5, 3.6), (4.3, 7.4), (1.4, 9.2), (0, 9.4)],
    "round": [(7.0, 3.8), (5.4, 7.6), (2.0, 9.6), (0, 9.8)],
    "pointed": [(6.2, 3.4), (4.0, 7.2), (1.3, 9.9), (0, 10.2)],
    "square": [(6.9, 3.4), (6.0, 6.9), (3.0, 9.8), (0, 10.0)],
    "long": [(6.3, 3.6), (5.0, 7.6), (2.6, 10.6), (0, 11.0)],
    "broad": [(7.4, 3.8), (6.4, 7.6), (3.2, 10.0), (0, 10.3)],
}


@dataclass(frozen=True, slots=True)
class Tone:
    """A colour and its shade."""

    base: Cmyk
    shade: Cmyk


FAIR: Final = Tone(Cmyk(2, 20, 26, 0), Cmyk(6, 38, 44, 4))
ROSY: Final = Tone(Cmyk(1, 26, 29, 0), Cmyk(6, 45, 46, 4))
PALE: Final = Tone(Cmyk(5, 12, 13, 0), Cmyk(22, 28, 22, 6))
TAN: Final = Tone(Cmyk(6, 34, 48, 3), Cmyk(14, 50, 64, 14))
OLIVE: Final = Tone(Cmyk(8, 30, 44, 5), Cmyk(18, 45, 60, 17))
BROWN: Final = Tone(Cmyk(16, 48, 62, 20), Cmyk(26, 60, 72, 38))
DARK: Final = Tone(Cmyk(24, 56, 66, 40), Cmyk(34, 64, 70, 58))

WHITE_HAIR: Final = Tone(Cmyk(3, 3, 5, 0), Cmyk(14, 10, 8, 16))
GREY_HAIR: Final = Tone(Cmyk(14, 10, 10, 30), Cmyk(24, 18, 14, 52))
BLACK_HAIR: Final = Tone(Cmyk(50, 50, 40, 72), Cmyk(60, 56, 44, 80))
GINGER: Final = Tone(Cmyk(6, 62, 88, 10), Cmyk(14, 76, 94, 36))
LEATHER: Final = Tone(Cmyk(16, 52, 70, 32), Cmyk(26, 64, 76, 54))
SLATE: Final = Tone(Cmyk(66, 44, 28, 34), Cmyk(78, 58, 34, 54))
FLEECE: Final = Tone(Cmyk(2, 4, 11, 0), Cmyk(10, 13, 22, 14))
BRASS: Final = Tone(GOLD, GOLD_SHADE)
STEEL: Final = Tone(Cmyk(14, 8, 6, 12), Cmyk(28, 18, 12, 38))
GOLD_BAR: Final = GOLD
LIPS: Final = Cmyk(4, 76, 62, 10)


@dataclass(frozen=True, slots=True)
class Pose:
    """The head's pose in degrees: its turn (positive to the right) and its clockwise tilt."""

    turn: float
    tilt: float


def shaped(knots: Knots) -> Path:
    """Return the closed outline through some knots."""
    return outline(cast("Sequence[Knot]", knots))


class Sitter:
    """One person being drawn; ``place`` adds the result to a card, the halo first."""

    def __init__(self, palette: Palette, pose: Pose, skin: Tone) -> None:
        self.palette, self.pose, self.skin = palette, pose, skin
        self.pen = Pen()
        self._masses: list[Path] = []
        nx, ny = _NECK
        self._head = placed(nx, ny, turn=pose.tilt) @ placed(-nx, -ny)
        self._at = self._head
        self.ink = palette.ink
        self.deep = BLACK if palette.line_only else palette.ink.mixed(Cmyk(50, 60, 55, 75), 0.6)

    def body(self) -> None:
        """Draw the following parts upright."""
        self._at = Matrix()

    def head(self) -> None:
        """Draw the following parts tilted with the head."""
        self._at = self._head

    def tone(self, colour: Cmyk) -> Cmyk:
        """Return the colour, or its grey or paper replacement in the line-only style."""
        if not self.palette.line_only:
            return colour
        light = lightness(colour)
        for least, k in ((0.58, 0.0), (0.42, 6.0), (0.28, 14.0), (0.19, 24.0), (0.11, 40.0)):
            if light >= least:
                return grey(k) if k else PAPER
        return grey(92)

    def face(self, x: float, y: float, depth: float = 0.0) -> Point:
        """Project a front-view point, moved forwards by ``depth`` mm, onto the turned head."""
        angle = math.asin(max(-0.999, min(0.999, x / SKULL)))
        turn = math.radians(self.pose.turn)
        return SKULL * math.sin(angle + turn) + depth * math.sin(turn), y

    def turned(self, knots: Knots, depth: float = 0.0) -> list[tuple[float, ...]]:
        """Project front-view knots onto the turned head."""
        return [(*self.face(knot[0], knot[1], depth), *knot[2:]) for knot in knots]

    def mask(self, jaw: Jaw) -> Path:
        """Return the outline of the face; its chin moves with the head's turn."""
        half: list[Knot] = [(0, -10.2), (4.6, -9.0), (7.0, -5.2), (7.3, -0.4), *_JAWS[jaw]]
        lean = 2.3 * math.sin(math.radians(self.pose.turn)) / math.sin(math.radians(14))
        knots: list[Knot] = []
        for knot in mirrored(half):
            share = max(0.0, min(1.0, (knot[1] + 4) / 14))
            knots.append((knot[0] + lean * 0.55 * share, knot[1]))
        return outline(knots)

    def part(
        self,
        shape: Knots | Path,
        tone: Tone,
        *,
        mass: bool = False,
        shift: float = 0.9,
        width: float = _CONTOUR,
        light: Cmyk | None = None,
    ) -> Path:
        """Draw a contoured part in two tones, or three with ``light``; return its outline."""
        own = shape if isinstance(shape, Path) else shaped(shape)
        path = transformed(own, self._at)
        if mass:
            self._masses.append(path)
        self.pen.fill(path, self.tone(tone.shade))
        with self.pen.clipped(path):
            self.pen.fill(transformed(path, placed(-shift, -0.75 * shift)), self.tone(tone.base))
            if light is not None:
                moved = transformed(path, placed(-2.6 * shift, -2.0 * shift))
                self.pen.fill(moved, self.tone(light))
        self.pen.stroke(path, self.ink, width)
        return own

    def flat(
        self, shape: Knots | Path, colour: Cmyk, line: float = 0.0, *, mass: bool = False
    ) -> None:
        """Draw a part in one colour, with a contour of width ``line``."""
        path = shape if isinstance(shape, Path) else shaped(shape)
        path = transformed(path, self._at)
        if mass:
            self._masses.append(path)
        if line:
            self.pen.shape(path, self.tone(colour), self.ink, line)
        else:
            self.pen.fill(path, self.tone(colour))

    def within(self, shape: Path, patch: Knots | Path, colour: Cmyk) -> None:
        """Draw a patch of colour clipped to a shape."""
        inner = patch if isinstance(patch, Path) else shaped(patch)
        with self.pen.clipped(transformed(shape, self._at)):
            self.pen.fill(transformed(inner, self._at), self.tone(colour))

    def strap_path(self, points: Sequence[Point], widths: Sequence[float]) -> Path:
        """Return the outline of a ribbon whose width changes along ``widths`` (mm)."""
        line = sampled(points, 0.35)
        return tapered(line, [width / 2 for width in widths])

    def stroke(self, points: Sequence[Point], widths: Sequence[float], colour: Cmyk) -> None:
        """Draw a line of varying width."""
        path = transformed(self.strap_path(points, widths), self._at)
        self.pen.fill(path, self.tone(colour) if colour is not self.deep else colour)

    def hair(self, lines: Sequence[Sequence[Point]], colour: Cmyk, width: float = 0.25) -> None:
        """Draw thin lines of uniform width."""
        path = Path(())
        for points in lines:
            path += through(points)
        self.pen.stroke(transformed(path, self._at), self.tone(colour), width)

    def ring(self, path: Path, colour: Cmyk) -> None:
        """Draw the area between a path's two contours, with thin lines around it."""
        path = transformed(path, self._at)
        self._masses.append(path)
        self.pen.shape(path, self.tone(colour), self.ink, 0.25, even_odd=True)

    def disc(self, x: float, y: float, radius: float, colour: Cmyk, line: float = 0.0) -> None:
        """Draw a round spot."""
        self.flat(ellipse(x, y, radius), colour, line)

    @property
    def at(self) -> Matrix:
        """The matrix from the current frame to the bust's frame."""
        return self._at

    def place(self, pen: Pen, to: Matrix) -> None:
        """Draw the finished bust in its place on the card, its halo first."""
        edge = self.palette.edge
        halo = tuple(Shape(mass, edge, Stroke(edge, 2 * _HALO)) for mass in self._masses)
        figure = self.pen.drawing((-40, -40, 40, 40))
        pen.add([Group((*halo, *figure.nodes), to)])
