"""The inks of the four suits: two of the warm front, two of the cold front.

Warm cards are light and cold cards are dark, so that with two players the lightness shows a card's
force. With four players the force is the suit, shown by hue, shape and machine. Colours are CMYK
in per cent; no sum exceeds 240. In the line-only style, backgrounds are white, warm figures are
hollow and cold figures are filled.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from printkit.pdf.drawing import BLACK, PAPER, Cmyk

Suit = Literal["hearts", "diamonds", "spades", "clubs"]
Style = Literal["full", "ink"]

SUITS: Final[tuple[Suit, ...]] = ("hearts", "diamonds", "spades", "clubs")

CREAM: Final = Cmyk(0, 3, 8, 0)
NAVY: Final = Cmyk(96, 80, 24, 38)
GOLD: Final = Cmyk(0, 24, 85, 0)
GOLD_SHADE: Final = Cmyk(4, 44, 95, 10)


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of one suit in one style, named by their use."""

    suit: Suit
    style: Style
    body: Cmyk  # machines and the suit's sign
    dark: Cmyk
    light: Cmyk
    numeral: Cmyk
    numeral_line: Cmyk
    sky: tuple[Cmyk, Cmyk, Cmyk]  # from the top down to the clouds
    isobar: Cmyk
    foot: Cmyk
    panel: Cmyk  # behind the index
    edge: Cmyk  # halo that separates a figure from its background
    front: Cmyk  # the weather front across the card
    cloud: tuple[Cmyk, Cmyk, Cmyk]  # shade, middle, light
    star: Cmyk
    ink: Cmyk  # contours of figures
    mount: Cmyk
    mount_ink: Cmyk
    lubber: Cmyk  # the mark on the instrument's rim
    scarf: tuple[Cmyk, Cmyk]  # base and shade, in the other front's colour

    @property
    def warm(self) -> bool:
        """True if the suit belongs to the warm front."""
        return self.suit in ("hearts", "diamonds")

    @property
    def line_only(self) -> bool:
        """True in the ink-saving style, in which areas stay white and lines form the picture."""
        return self.style == "ink"


def _warm(
    suit: Suit, body: Cmyk, dark: Cmyk, light: Cmyk, numeral: Cmyk, sky: tuple[Cmyk, Cmyk, Cmyk]
) -> Palette:
    return Palette(
        suit=suit,
        style="full",
        body=body,
        dark=dark,
        light=light,
        numeral=numeral,
        numeral_line=dark,
        sky=sky,
        isobar=sky[0].mixed(body, 0.22),
        foot=CREAM,
        panel=CREAM,
        edge=CREAM,
        front=body,
        cloud=(Cmyk(0, 10, 16, 0), Cmyk(0, 4, 8, 0), PAPER),
        star=PAPER,
        ink=Cmyk(40, 70, 70, 60),
        mount=CREAM.mixed(light, 0.22),
        mount_ink=dark,
        lubber=Cmyk(2, 92, 82, 4),
        scarf=(Cmyk(92, 62, 0, 6), Cmyk(100, 82, 12, 40)),
    )


def _cold(
    suit: Suit,
    body: Cmyk,
    dark: Cmyk,
    light: Cmyk,
    foot: Cmyk,
    sky: tuple[Cmyk, Cmyk, Cmyk],
) -> Palette:
    return Palette(
        suit=suit,
        style="full",
        body=body,
        dark=dark,
        light=light,
        numeral=body,
        numeral_line=dark,
        sky=sky,
        isobar=sky[1].mixed(light, 0.35),
        foot=foot,
        panel=dark,
        edge=NAVY,
        front=light,
        cloud=(sky[1].mixed(light, 0.25), sky[2].mixed(light, 0.55), light.mixed(PAPER, 0.6)),
        star=CREAM,
        ink=Cmyk(90, 75, 30, 45),
        mount=dark,
        mount_ink=light,
        lubber=Cmyk(0, 50, 100, 0),
        scarf=(Cmyk(0, 85, 78, 0), Cmyk(25, 100, 85, 30)),
    )


_FULL: Final = (
    _warm(
        "hearts",
        Cmyk(2, 92, 82, 4),
        Cmyk(20, 91, 80, 48),
        Cmyk(0, 50, 40, 0),
        Cmyk(10, 100, 90, 24),
        (Cmyk(0, 26, 36, 0), Cmyk(0, 14, 22, 0), Cmyk(0, 5, 11, 0)),
    ),
    _warm(
        "diamonds",
        Cmyk(0, 50, 100, 2),
        Cmyk(22, 72, 100, 45),
        Cmyk(0, 22, 62, 0),
        Cmyk(14, 72, 100, 36),
        (Cmyk(0, 15, 48, 0), Cmyk(0, 8, 28, 0), Cmyk(0, 3, 13, 0)),
    ),
    _cold(
        "spades",
        Cmyk(4, 0, 0, 0),
        Cmyk(92, 74, 19, 55),
        Cmyk(45, 18, 0, 0),
        Cmyk(94, 80, 26, 40),
        (Cmyk(92, 80, 28, 40), Cmyk(96, 74, 16, 24), Cmyk(86, 54, 6, 10)),
    ),
    _cold(
        "clubs",
        Cmyk(24, 0, 14, 0),
        Cmyk(88, 45, 49, 58),
        Cmyk(52, 4, 30, 0),
        Cmyk(90, 56, 48, 46),
        (Cmyk(89, 60, 47, 44), Cmyk(94, 46, 44, 24), Cmyk(84, 38, 35, 16)),
    ),
)


def grey(k: float) -> Cmyk:
    """Return a grey of ``k`` per cent black ink."""
    return Cmyk(0, 0, 0, k)


_RED: Final = Cmyk(10, 100, 90, 24)
"""Line colour of the red suits in the line-only style: colour matters in play."""


def _line_only(suit: Suit) -> Palette:
    """Return a suit's ink-saving palette: hollow and red if warm, filled and black if cold."""
    warm = suit in ("hearts", "diamonds")
    line = _RED if warm else BLACK
    return Palette(
        suit=suit,
        style="ink",
        body=PAPER if warm else grey(10),
        dark=line,
        light=Cmyk(0, 10, 8, 0) if warm else grey(16),
        numeral=PAPER if warm else grey(11),
        numeral_line=line,
        sky=(PAPER, PAPER, PAPER),
        isobar=grey(13),
        foot=PAPER,
        panel=PAPER,
        edge=PAPER,
        front=line,
        cloud=(grey(7), PAPER, PAPER),
        star=grey(40),
        ink=BLACK,
        mount=PAPER,
        mount_ink=line,
        lubber=BLACK,
        scarf=(grey(16), grey(32)),
    )


PALETTES: Final[dict[tuple[Suit, Style], Palette]] = {
    **{(palette.suit, palette.style): palette for palette in _FULL},
    **{(suit, "ink"): _line_only(suit) for suit in SUITS},
}
