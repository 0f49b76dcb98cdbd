"""Conversion of screen colours to inks, and the lightness of an ink."""

from __future__ import annotations

from printkit.pdf.drawing import Cmyk
from printkit.template.parts import MOST_INK


def press(screen: str) -> Cmyk:
    """Convert a screen colour to CMYK within the ink limit; black replaces 75 % of the grey."""
    red, green, blue = (int(screen[i : i + 2], 16) / 255 for i in (1, 3, 5))
    grey = 1 - max(red, green, blue)
    black = 0.75 * grey if grey >= 0.1 else 0.0
    inks = [(1 - value - black) / (1 - black) * 100 for value in (red, green, blue)]
    share = min(1.0, (MOST_INK - black * 100) / max(sum(inks), 1))
    c, m, y = (max(0.0, round(ink * share - 0.005, 2)) for ink in inks)
    return Cmyk(c, m, y, round(black * 100, 2))


def lightness(colour: Cmyk) -> float:
    """Return an ink's perceived lightness on screen, from 0 (black) to 1."""
    red, green, blue = colour.rgb
    return (0.3 * red + 0.59 * green + 0.11 * blue) / 255
