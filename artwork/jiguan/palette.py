"""The inks of Ji Guan: five elements, two owners, and an ink-saving theme for each owner.

Values are CMYK in per cent; no sum exceeds 240. Most are converted from screen colours by
``press``. Both owners use the same figure colours. In the ink-saving style ``Theme`` replaces them
with greys, so that one drawing serves all themes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from artwork.inks import lightness, press
from printkit.pdf.drawing import BLACK, PAPER, Cmyk

Owner = Literal["sun", "moon"]
Style = Literal["full", "ink"]
Element = Literal["wood", "fire", "earth", "metal", "water"]

GENERATION: Final[tuple[Element, ...]] = ("wood", "fire", "earth", "metal", "water")
"""The cycle in which each element generates the next."""
RANKS: Final[tuple[Element, ...]] = ("fire", "metal", "wood", "earth", "water")
"""The elements by rank, from the monarch (five steps) to the strongman (one)."""
_GREYS: Final = ((0.55, 0.0), (0.361, 5.0), (0.17, 9.0), (-1.0, 100.0))
"""Greys of areas in the ink-saving style, as pairs of minimum lightness and black ink in per
cent.
"""


@dataclass(frozen=True, slots=True)
class Tones:
    """An element's main colour, its darker and lighter tones, and the tint of its background."""

    main: Cmyk
    dark: Cmyk
    light: Cmyk
    pale: Cmyk
    mid: Cmyk


TONES: Final[dict[Element, Tones]] = {
    "fire": Tones(
        Cmyk(8, 72, 84, 19),
        press("#701A10"),
        press("#F2A65A"),
        press("#F8DEC6"),
        press("#E2772E"),
    ),
    "metal": Tones(
        Cmyk(33, 27, 19, 36),
        press("#343B47"),
        press("#D5DAE0"),
        press("#E6E8EA"),
        press("#A9B1BC"),
    ),
    "wood": Tones(
        Cmyk(71, 23, 43, 41),
        press("#17432F"),
        press("#8FC3A0"),
        press("#DCE9D6"),
        press("#4F9A73"),
    ),
    "earth": Tones(
        Cmyk(9, 39, 83, 22),
        press("#66400F"),
        press("#E8C06A"),
        press("#F3E4BE"),
        press("#D9A548"),
    ),
    "water": Tones(
        Cmyk(81, 51, 20, 37),
        press("#0E2747"),
        press("#8DBAD8"),
        press("#D6E4EC"),
        press("#4F83AE"),
    ),
}

CREAM: Final = press("#FFF6E0")
IVORY: Final = press("#F4E9CF")
BONE: Final = press("#F0E6CC")
VERMILION: Final = Cmyk(9, 76, 85, 22)
JADE: Final = Cmyk(50, 11, 27, 25)
GILT: Final = press("#D6B25E")
INK: Final = press("#1E1714")
WHITE: Final = press("#F6F4EE")


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of one owner's cards in one style, named by their use."""

    owner: Owner
    style: Style
    ground: Cmyk
    hem: Cmyk
    ink: Cmyk
    gold: Cmyk
    text: Cmyk
    seal: Cmyk
    fret: Cmyk
    step: Cmyk
    lip: Cmyk
    tick: Cmyk
    mark: Cmyk
    back: Cmyk
    cloud: Cmyk
    back_fret: Cmyk

    @property
    def sun(self) -> bool:
        """True for the owner of the light cards."""
        return self.owner == "sun"

    @property
    def fine(self) -> float:
        """Factor for the widths of textures and gold lines."""
        return 0.6 if self.line_only else 1.0

    @property
    def line_only(self) -> bool:
        """True in the ink-saving style: backgrounds without ink, with lines and a few greys."""
        return self.style == "ink"

    def area(self, colour: Cmyk) -> Cmyk:
        """Return an area's colour in this theme."""
        if not self.line_only:
            return colour
        value = lightness(colour)
        return Cmyk(0, 0, 0, next(black for least, black in _GREYS if value > least))

    def line(self, colour: Cmyk) -> Cmyk:
        """Return the colour of a line on an area that is light in the ink-saving style."""
        if not self.line_only:
            return colour
        return BLACK if lightness(colour) < 0.301 else Cmyk(0, 0, 0, 34)

    def on_black(self, colour: Cmyk) -> Cmyk:
        """Return the colour of a line or patch on an area that stays black."""
        return PAPER if self.line_only else colour

    def window(self, element: Element) -> Cmyk:
        """Return the tint of the window behind a figure."""
        if self.line_only:
            return PAPER
        tones = TONES[element]
        return self.ground.mixed(*((tones.pale, 0.9) if self.sun else (tones.dark, 0.55)))

    def texture(self, element: Element) -> Cmyk:
        """Return the line colour of the element's pattern in the window."""
        if self.line_only:
            return Cmyk(0, 0, 0, 11)
        return self.window(element).mixed(TONES[element].main, 0.34 if self.sun else 0.55)

    def lost(self, element: Element) -> Cmyk:
        """Return an outlined token's colour: main tone on light backgrounds, light tone on dark."""
        return TONES[element].main if self.sun or self.line_only else TONES[element].light


_SUN: Final = Theme(
    owner="sun",
    style="full",
    ground=Cmyk(2, 5, 12, 0),
    hem=press("#DFC790"),
    ink=INK,
    gold=Cmyk(9, 31, 77, 21),
    text=BLACK,
    seal=VERMILION,
    fret=press("#F7E6C8"),
    step=press("#E9D5A4"),
    lip=press("#C9A75A"),
    tick=INK,
    mark=press("#D98A1F"),
    back=press("#F3E6C6"),
    cloud=press("#DDC48C"),
    back_fret=VERMILION,
)
_MOON: Final = Theme(
    owner="moon",
    style="full",
    ground=Cmyk(80, 70, 25, 50),
    hem=press("#756A52"),
    ink=Cmyk(70, 62, 25, 78),
    gold=Cmyk(5, 21, 58, 12),
    text=PAPER,
    seal=press("#C23B26"),
    fret=press("#F7E6C8"),
    step=press("#39426B"),
    lip=press("#D6B25E"),
    tick=press("#D6B25E"),
    mark=press("#E8ECFA"),
    back=Cmyk(82, 72, 22, 58),
    cloud=press("#2F3A6E"),
    back_fret=press("#C9A24A"),
)
_GREY: Final = Cmyk(0, 0, 0, 62)
_MOON_BLUE: Final = Cmyk(92, 72, 8, 24)


def _saving(owner: Owner) -> Theme:
    """Return an ink-saving theme: black on paper, with colour only for the owner's mark and tokens.

    Moon's cards also have a double edge and a darker back.
    """
    return Theme(
        owner=owner,
        style="ink",
        ground=PAPER,
        hem=Cmyk(0, 0, 0, 35),
        ink=BLACK,
        gold=BLACK,
        text=BLACK,
        seal=PAPER,
        fret=BLACK,
        step=PAPER,
        lip=Cmyk(0, 0, 0, 10),
        tick=_GREY,
        mark=VERMILION if owner == "sun" else _MOON_BLUE,
        back=PAPER,
        cloud=Cmyk(0, 0, 0, 18 if owner == "sun" else 32),
        back_fret=BLACK,
    )


THEMES: Final = {
    ("sun", "full"): _SUN,
    ("moon", "full"): _MOON,
    ("sun", "ink"): _saving("sun"),
    ("moon", "ink"): _saving("moon"),
}
