"""Inks of the mats, and the six colours and eight shapes that identify the gates."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from artwork.shapes import disc, ngon, star
from artwork.spherion.palette import (
    BRASS,
    BRASS_DEEP,
    PAPER_WARM,
    WHITE,
    Style,
    darker,
    press,
)
from printkit.pdf.drawing import BLACK, Cmyk, Path, polygon, rectangle


@dataclass(frozen=True, slots=True)
class MatInks:
    """The mats' colours in one style; ``cells`` lists pole, inner rings and rim for each half."""

    ground: Cmyk
    faint: Cmyk
    fainter: Cmyk
    cells: dict[str, tuple[Cmyk, Cmyk, Cmyk]]
    lines: dict[str, Cmyk]
    texture: float
    text: Cmyk
    brass: Cmyk
    brass_line: Cmyk
    place: Cmyk
    bar: Cmyk
    stones: tuple[Cmyk, Cmyk]
    mount: Cmyk
    gates: tuple[Cmyk, ...]


_GATES: Final = (
    Cmyk(58, 12, 0, 0),
    Cmyk(0, 36, 96, 0),
    Cmyk(82, 0, 62, 8),
    Cmyk(4, 76, 96, 0),
    Cmyk(95, 52, 0, 8),
    Cmyk(18, 68, 8, 0),
)
"""Okabe and Ito's colour-blind-safe palette, without black and yellow."""

_FULL: Final = MatInks(
    ground=PAPER_WARM,
    faint=PAPER_WARM.mixed(BRASS, 0.2),
    fainter=PAPER_WARM.mixed(BRASS, 0.12),
    cells={
        "N": (Cmyk(52, 24, 2, 0), Cmyk(44, 18, 1, 0), Cmyk(36, 14, 0, 0)),
        "S": (Cmyk(0, 32, 23, 0), Cmyk(0, 25, 17, 0), Cmyk(0, 18, 12, 0)),
    },
    lines={"N": Cmyk(95, 72, 8, 20), "S": Cmyk(8, 92, 72, 8)},
    texture=0.13,
    text=press(60, 50, 45, 75),
    brass=BRASS,
    brass_line=BRASS_DEEP,
    place=PAPER_WARM.mixed(BRASS, 0.16),
    bar=press(55, 55, 60, 68),
    stones=(Cmyk(38, 36, 42, 14), Cmyk(46, 44, 48, 28)),
    mount=BRASS,
    gates=_GATES,
)
_INK: Final = MatInks(
    ground=WHITE,
    faint=Cmyk(0, 0, 0, 10),
    fainter=Cmyk(0, 0, 0, 6),
    cells={"N": (WHITE, WHITE, WHITE), "S": (WHITE, WHITE, WHITE)},
    lines={"N": BLACK, "S": Cmyk(0, 0, 0, 70)},
    texture=0.22,
    text=BLACK,
    brass=WHITE,
    brass_line=BLACK,
    place=WHITE,
    bar=BLACK,
    stones=(WHITE, Cmyk(0, 0, 0, 25)),
    mount=WHITE,
    gates=tuple(Cmyk(0, 0, 0, k) for k in (45, 75, 60, 90, 70, 50)),
)


def inks_of(style: Style) -> MatInks:
    """Return the mats' colours in a style."""
    return _FULL if style == "full" else _INK


_CROSS: Final = (
    (-0.55, -1.1), (0.55, -1.1), (0.55, -0.55), (1.1, -0.55), (1.1, 0.55), (0.55, 0.55),
    (0.55, 1.1), (-0.55, 1.1), (-0.55, 0.55), (-1.1, 0.55), (-1.1, -0.55), (-0.55, -0.55),
)  # fmt: skip


def gate_shape(number: int, radius: int, x: float, y: float, r: float) -> Path:
    """Return the outline of a gate's token, one of the 2 × ``radius`` shapes of its colour."""
    if number % (2 * radius) == 0:
        return disc(x, y, r)
    shapes = (
        ngon(x, y + r * 0.16, r * 1.3, 3),
        rectangle(x - r, y - 0.9 * r, 2 * r, 1.8 * r),
        ngon(x, y, r * 1.25, 4),
        ngon(x, y, r * 1.12, 5),
        ngon(x, y, r * 1.1, 6, 0),
        star(x, y, r * 1.35, r * 0.95, 8),
        polygon([(x + r * px, y + r * py) for px, py in _CROSS]),
    )  # fmt: skip
    return shapes[number % (2 * radius) - 1]


def gate_colour(inks: MatInks, number: int, radius: int) -> Cmyk:
    """Return the colour of a gate's line, one of six around the equator."""
    return inks.gates[number // (2 * radius)]


def gate_ink(inks: MatInks, number: int, radius: int) -> Cmyk:
    """Return the ink of a gate's number: the gate's colour, dark enough to be legible on white."""
    return darker(gate_colour(inks, number, radius), 45)
