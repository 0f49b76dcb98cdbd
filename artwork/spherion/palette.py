"""Inks of Spherion: five elements in four tones each, two seats, night, brass and paper.

Fire, Wind, Earth and Water differ in hue *and* in line pattern (flames, crescents, prisms,
scales). Void has rings with light outlines. Its tones are one step lighter than those of the other
elements, to keep it distinct in greyscale.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from printkit.pdf.drawing import Cmyk
from printkit.template.parts import MOST_INK

Owner = Literal["blue", "red", "shared"]
Style = Literal["full", "ink"]


def press(c: float, m: float, y: float, k: float) -> Cmyk:
    """Return an ink, its coverage limited to 240 % so that the print can dry."""
    room = MOST_INK - k
    inks = c + m + y
    share = min(1.0, room / inks) if inks else 1.0
    return Cmyk(c * share, m * share, y * share, k)


def darker(colour: Cmyk, black: float) -> Cmyk:
    """Return the colour with ``black`` per cent more black ink."""
    return press(colour.c, colour.m, colour.y, min(100.0, colour.k + black))


@dataclass(frozen=True, slots=True)
class Tones:
    """Four tones of one hue, from deep to glowing, and the sky behind a figure."""

    deep: Cmyk
    mid: Cmyk
    light: Cmyk
    glow: Cmyk
    sky: Cmyk

    @property
    def halo(self) -> Cmyk:
        """The darkened sky behind a figure."""
        return darker(self.sky, 20)


NIGHT: Final = Cmyk(92, 78, 38, 32)
BRASS: Final = Cmyk(12, 32, 78, 12)
BRASS_DEEP: Final = Cmyk(25, 45, 85, 40)
BRASS_GLOW: Final = Cmyk(4, 14, 48, 2)
PAPER_WARM: Final = Cmyk(2, 3, 9, 0)
BONE: Final = Cmyk(4, 6, 16, 0)
INK: Final = Cmyk(70, 65, 45, 60)
PITCH: Final = press(75, 70, 50, 72)
WHITE: Final = Cmyk(0, 0, 0, 0)

ELEMENTS: Final[Mapping[str, Tones]] = {
    "Fire": Tones(
        press(18, 92, 90, 38),
        Cmyk(0, 78, 92, 0),
        Cmyk(0, 42, 88, 0),
        Cmyk(0, 7, 50, 0),
        press(35, 90, 70, 45),
    ),
    "Wind": Tones(
        press(88, 38, 58, 36),
        Cmyk(68, 5, 42, 0),
        Cmyk(32, 0, 20, 0),
        Cmyk(4, 0, 8, 0),
        press(90, 45, 55, 35),
    ),
    "Earth": Tones(
        press(45, 61, 79, 55),
        Cmyk(32, 48, 78, 14),
        Cmyk(12, 26, 58, 0),
        Cmyk(2, 6, 30, 0),
        press(55, 65, 75, 45),
    ),
    "Water": Tones(
        press(98, 75, 18, 34),
        Cmyk(82, 38, 0, 0),
        Cmyk(42, 8, 0, 0),
        Cmyk(10, 0, 0, 0),
        press(98, 70, 25, 35),
    ),
    "Void": Tones(
        Cmyk(72, 86, 6, 22),
        Cmyk(50, 62, 0, 0),
        Cmyk(22, 33, 0, 0),
        Cmyk(4, 10, 0, 0),
        press(85, 90, 30, 35),
    ),
    "": Tones(
        press(40, 45, 70, 50),
        Cmyk(15, 35, 75, 10),
        Cmyk(6, 18, 50, 0),
        Cmyk(2, 5, 25, 0),
        press(85, 70, 45, 35),
    ),
}
"""Tones by element; "" is the brass of cards without an element."""

SEATS: Final[Mapping[str, Tones]] = {
    "blue": Tones(
        press(100, 85, 15, 35),
        Cmyk(92, 62, 0, 0),
        Cmyk(50, 18, 0, 0),
        Cmyk(12, 2, 0, 0),
        press(98, 85, 30, 27),
    ),
    "red": Tones(
        Cmyk(20, 100, 85, 30),
        Cmyk(5, 92, 78, 0),
        Cmyk(0, 55, 45, 0),
        Cmyk(0, 12, 12, 0),
        Cmyk(1, 10, 9, 0),
    ),
    "shared": Tones(
        press(40, 45, 70, 50),
        Cmyk(15, 35, 75, 10),
        Cmyk(6, 18, 50, 0),
        Cmyk(2, 5, 25, 0),
        press(85, 70, 45, 35),
    ),
}
"""Tones by owner: blue for Moon (dark), red for Sun (light), and brass for shared cards."""


def tint(light: float) -> Tones:
    """Return four greys for materials such as stone and iron; ``light`` makes them lighter."""
    return Tones(
        press(55, 48, 52, 62 - light),
        press(40, 33, 38, 36 - light * 0.5),
        press(24, 18, 24, max(0.0, 12 - light * 0.3)),
        Cmyk(6, 5, 8, 0),
        press(85, 70, 45, 35),
    )
