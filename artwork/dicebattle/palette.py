"""The inks of Dice Battle Monsters for each theme: flat, vivid, three tones per material.

Every colour of a picture passes through ``Theme.paint``. The full style limits the total ink. The
ink-saving style keeps the paper white and prints dark areas in a pale grey.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from artwork.inks import lightness
from printkit.pdf.drawing import BLACK, PAPER, Cmyk
from printkit.template.parts import MOST_INK

Owner = Literal["sun", "moon"]
Style = Literal["full", "ink"]

_INK_GREY: Final = 27.0
"""Darkest grey of an area in the ink-saving style, per cent."""


class Tones(NamedTuple):
    """The dark, middle and light tone of one material."""

    dark: Cmyk
    mid: Cmyk
    light: Cmyk


@dataclass(frozen=True, slots=True)
class KindInks:
    """Colours of a kind's background: base, lighter and darker variant, far corner's glow."""

    base: Cmyk
    light: Cmyk
    dark: Cmyk
    glow: Cmyk


KINDS: Final[dict[str, KindInks]] = {
    "human": KindInks(Cmyk(92, 62, 0, 0), Cmyk(58, 16, 0, 0), Cmyk(99, 87, 12, 42),
                      Cmyk(14, 0, 0, 0)),
    "monster": KindInks(Cmyk(0, 82, 92, 0), Cmyk(0, 46, 84, 0), Cmyk(20, 91, 80, 48),
                        Cmyk(0, 8, 50, 0)),
    "magic": KindInks(Cmyk(0, 22, 92, 0), Cmyk(0, 5, 52, 0), Cmyk(18, 62, 100, 30),
                      Cmyk(0, 0, 22, 0)),
    "miracle": KindInks(Cmyk(0, 12, 70, 0), Cmyk(0, 2, 24, 0), Cmyk(14, 54, 100, 36), PAPER),
    "revival": KindInks(Cmyk(78, 0, 52, 0), Cmyk(40, 0, 26, 0), Cmyk(95, 40, 75, 30),
                        Cmyk(8, 0, 5, 0)),
    "token": KindInks(Cmyk(12, 6, 6, 22), Cmyk(4, 2, 2, 8), Cmyk(40, 30, 28, 62), PAPER),
    "reference": KindInks(Cmyk(42, 50, 0, 0), Cmyk(16, 22, 0, 0), Cmyk(85, 95, 15, 30),
                          Cmyk(6, 8, 0, 0)),
}  # fmt: skip

STEEL: Final = Tones(Cmyk(48, 36, 28, 58), Cmyk(24, 14, 10, 26), Cmyk(10, 4, 4, 6))
GOLD: Final = Tones(Cmyk(8, 48, 95, 12), Cmyk(0, 26, 88, 0), Cmyk(0, 8, 52, 0))
RED: Final = Tones(Cmyk(25, 100, 85, 35), Cmyk(0, 88, 80, 0), Cmyk(0, 58, 54, 0))
WINE: Final = Tones(Cmyk(38, 100, 60, 42), Cmyk(18, 96, 55, 12), Cmyk(4, 70, 28, 0))
BLUE: Final = Tones(Cmyk(100, 88, 12, 40), Cmyk(90, 62, 0, 6), Cmyk(56, 18, 0, 0))
NIGHT: Final = Tones(Cmyk(86, 76, 30, 48), Cmyk(76, 64, 26, 40), Cmyk(54, 40, 12, 18))
TEAL: Final = Tones(Cmyk(92, 45, 55, 40), Cmyk(80, 18, 44, 4), Cmyk(44, 0, 24, 0))
GREEN: Final = Tones(Cmyk(80, 30, 95, 30), Cmyk(58, 4, 85, 0), Cmyk(24, 0, 52, 0))
MOSS: Final = Tones(Cmyk(66, 44, 92, 38), Cmyk(46, 22, 80, 10), Cmyk(22, 6, 52, 0))
PURPLE: Final = Tones(Cmyk(75, 100, 20, 35), Cmyk(48, 80, 0, 0), Cmyk(22, 48, 0, 0))
VIOLET: Final = Tones(Cmyk(88, 92, 18, 34), Cmyk(72, 76, 0, 4), Cmyk(40, 44, 0, 0))
BROWN: Final = Tones(Cmyk(48, 72, 88, 32), Cmyk(28, 58, 82, 14), Cmyk(10, 34, 58, 2))
UMBER: Final = Tones(Cmyk(52, 70, 70, 48), Cmyk(42, 62, 64, 32), Cmyk(24, 42, 46, 10))
LEATHER: Final = Tones(Cmyk(40, 78, 92, 40), Cmyk(22, 66, 88, 16), Cmyk(6, 42, 66, 0))
GREY: Final = Tones(Cmyk(48, 38, 30, 40), Cmyk(30, 22, 16, 18), Cmyk(12, 8, 6, 6))
STONE: Final = Tones(Cmyk(50, 42, 46, 44), Cmyk(32, 26, 28, 22), Cmyk(14, 10, 12, 8))
COAL: Final = Tones(Cmyk(60, 55, 45, 76), Cmyk(58, 52, 40, 60), Cmyk(46, 42, 26, 36))
IVORY: Final = Tones(Cmyk(18, 32, 50, 18), Cmyk(4, 10, 24, 0), Cmyk(0, 2, 10, 0))
WHITE: Final = Tones(Cmyk(22, 12, 6, 8), Cmyk(3, 1, 0, 0), PAPER)
CLAY: Final = Tones(Cmyk(30, 70, 80, 36), Cmyk(14, 52, 64, 8), Cmyk(2, 30, 40, 0))
ICE: Final = Tones(Cmyk(76, 32, 4, 4), Cmyk(38, 4, 2, 0), Cmyk(10, 0, 0, 0))
WATER: Final = Tones(Cmyk(98, 75, 12, 24), Cmyk(82, 36, 0, 0), Cmyk(40, 4, 2, 0))
LEAF: Final = Tones(Cmyk(86, 34, 92, 28), Cmyk(66, 8, 82, 2), Cmyk(30, 0, 50, 0))
ROSE: Final = Tones(Cmyk(10, 70, 40, 10), Cmyk(0, 48, 24, 0), Cmyk(0, 22, 10, 0))
FIRE: Final = Tones(Cmyk(0, 78, 95, 0), Cmyk(0, 40, 92, 0), Cmyk(0, 6, 55, 0))

FAIR: Final = Tones(Cmyk(16, 48, 52, 8), Cmyk(4, 26, 34, 0), Cmyk(0, 14, 20, 0))
TAN: Final = Tones(Cmyk(26, 56, 64, 18), Cmyk(10, 38, 50, 2), Cmyk(2, 24, 34, 0))
DARK_SKIN: Final = Tones(Cmyk(42, 68, 74, 44), Cmyk(28, 56, 66, 22), Cmyk(16, 42, 54, 8))
SHADE: Final = Cmyk(45, 70, 60, 55)
"""Colour of a face in the shade of its headgear."""
MOUTH: Final = Cmyk(40, 95, 80, 50)
TONGUE: Final = Cmyk(0, 75, 60, 0)
GLINT: Final = Cmyk(0, 10, 82, 0)
"""Colour of the light in the eyes."""
LIGHT_BLUE: Final = Cmyk(35, 0, 0, 0)
LIGHT_GREEN: Final = Cmyk(40, 0, 80, 0)
SIGNAL: Final = Cmyk(0, 90, 85, 0)
"""Red of the single pip on a die's one."""
NAVY: Final = Cmyk(98, 88, 22, 30)
"""Paper colour of Moon's cards."""


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours and line widths of one owner's pictures in one style."""

    owner: Owner
    style: Style

    @property
    def saving(self) -> bool:
        """True in the ink-saving style."""
        return self.style == "ink"

    @property
    def dark(self) -> bool:
        """True if the foot of the cards is dark."""
        return self.owner == "moon" and not self.saving

    @property
    def paper(self) -> Cmyk:
        """The background of the rules text."""
        return NAVY if self.dark else PAPER

    @property
    def ink(self) -> Cmyk:
        """The colour of signs on the text's background."""
        return PAPER if self.dark else BLACK

    @property
    def mark(self) -> Cmyk:
        """The colour of the owner's mark, which is not grey even in the ink-saving style."""
        if not self.saving:
            return self.ink
        return Cmyk(92, 66, 0, 18) if self.owner == "sun" else Cmyk(20, 95, 90, 30)

    def line(self, width: float) -> float:
        """Return this style's width for a contour of ``width`` mm in the full style."""
        return width * 0.5 if self.saving else width

    def paint(self, colour: Cmyk) -> Cmyk:
        """Return the colour as this theme prints it; black stays black."""
        if self.saving:
            if colour == BLACK:
                return BLACK
            dark = 1 - lightness(colour)
            return Cmyk(0, 0, 0, round(_INK_GREY * max(0.0, dark - 0.08) ** 1.35))
        return within_limit(colour)


def within_limit(colour: Cmyk) -> Cmyk:
    """Reduce cyan, magenta and yellow to keep a colour within the ink limit."""
    spare = MOST_INK - colour.k
    inks = colour.c + colour.m + colour.y
    if inks <= spare:
        return colour
    share = spare / inks
    return Cmyk(colour.c * share, colour.m * share, colour.y * share, colour.k)
