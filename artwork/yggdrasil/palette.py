"""The inks of the two trees: Sun by day, Moon by night, each also in a line-only style.

Values are CMYK in per cent; no sum exceeds 240. Most are converted from screen colours by
``press``; the darkest are set by hand.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal

from artwork.inks import press
from printkit.pdf.drawing import BLACK, PAPER, Cmyk

Owner = Literal["sun", "moon"]
Style = Literal["full", "ink"]


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of one theme, named by their use."""

    owner: Owner
    style: Style
    ground: Cmyk
    ground_rim: Cmyk
    rays: Cmyk  # rays or rings in the background
    stars: Cmyk
    ink: Cmyk  # contours
    bark: Cmyk
    bark_lit: Cmyk
    bark_edge: Cmyk
    bark_shade: Cmyk
    furrow: Cmyk
    leaf: Cmyk
    leaf_shade: Cmyk
    leaf_line: Cmyk
    leaf_fresh: Cmyk
    ghost: Cmyk
    ghost_rib: Cmyk
    moss: Cmyk
    water: Cmyk
    petal: Cmyk
    stone: Cmyk
    stone_shade: Cmyk
    stone_ink: Cmyk
    rune_lit: Cmyk
    keyline: Cmyk
    shield: Cmyk
    shield_rim: Cmyk
    spirit: Cmyk
    spirit_line: Cmyk
    eye: Cmyk
    score: Cmyk
    score_rim: Cmyk
    rosette: Cmyk
    rosette_line: Cmyk
    mark: Cmyk
    fruit: tuple[Cmyk, Cmyk, Cmyk, Cmyk]
    fruit_glow: tuple[Cmyk, Cmyk]
    fruit_ray: Cmyk

    @property
    def sun(self) -> bool:
        """True for Sun's tree, by day."""
        return self.owner == "sun"

    @property
    def line_only(self) -> bool:
        """True in the ink-saving style, in which areas stay white and lines form the picture."""
        return self.style == "ink"


_FRUIT = tuple(map(press, ("#FFF3B8", "#FFC640", "#F08A1C", "#C9501A")))

SUN: Final = Palette(
    owner="sun",
    style="full",
    ground=Cmyk(0, 2, 9, 0),
    ground_rim=Cmyk(6, 15, 36, 0),
    rays=Cmyk(3, 17, 47, 6),
    stars=Cmyk(3, 17, 47, 9),
    ink=Cmyk(45, 60, 80, 55),
    bark=Cmyk(15, 44, 67, 31),
    bark_lit=Cmyk(6, 31, 59, 15),
    bark_edge=Cmyk(3, 20, 45, 8),
    bark_shade=Cmyk(30, 57, 76, 47),
    furrow=Cmyk(40, 60, 78, 58),
    leaf=Cmyk(30, 14, 71, 30),
    leaf_shade=Cmyk(48, 23, 75, 41),
    leaf_line=Cmyk(60, 40, 75, 58),
    leaf_fresh=press("#B5C94C"),
    ghost=Cmyk(13, 13, 47, 9),
    ghost_rib=Cmyk(3, 9, 24, 0),
    moss=press("#98A83E"),
    water=press("#7FB4B8"),
    petal=press("#FBEFE0"),
    stone=press("#A9A38F"),
    stone_shade=press("#7F7A69"),
    stone_ink=press("#3B382F"),
    rune_lit=press("#C4BEA8"),
    keyline=press("#D9D3BE"),
    shield=press("#5B1F17"),
    shield_rim=press("#E9BE62"),
    spirit=Cmyk(26, 78, 85, 44),
    spirit_line=Cmyk(6, 22, 53, 0),
    eye=press("#FFD24A"),
    score=press("#FFF4CF"),
    score_rim=press("#F5B93A"),
    rosette=press("#E8B84E"),
    rosette_line=press("#C98A22"),
    mark=press("#D98A1F"),
    fruit=(_FRUIT[0], _FRUIT[1], _FRUIT[2], _FRUIT[3]),
    fruit_glow=(press("#FFF6D0"), press("#FFEBA8")),
    fruit_ray=press("#E79A1E"),
)

MOON: Final = Palette(
    owner="moon",
    style="full",
    ground=Cmyk(78, 62, 8, 18),
    ground_rim=Cmyk(90, 80, 25, 45),
    rays=Cmyk(85, 70, 10, 24),
    stars=press("#AEBBEA"),
    ink=Cmyk(80, 70, 20, 70),
    bark=Cmyk(6, 9, 11, 16),
    bark_lit=press("#EDE8DF"),
    bark_edge=PAPER,
    bark_shade=Cmyk(23, 25, 14, 29),
    furrow=press("#3B3956"),
    leaf=Cmyk(34, 7, 11, 16),
    leaf_shade=Cmyk(57, 19, 15, 31),
    leaf_line=press("#0E2236"),
    leaf_fresh=press("#C9EBD8"),
    ghost=Cmyk(78, 62, 19, 38),
    ghost_rib=Cmyk(84, 71, 16, 32),
    moss=press("#6FB39C"),
    water=press("#A9D4EE"),
    petal=press("#F4F1FF"),
    stone=press("#6F7796"),
    stone_shade=press("#4C5478"),
    stone_ink=Cmyk(80, 70, 20, 70),
    rune_lit=press("#8E96B5"),
    keyline=press("#C9CFE6"),
    shield=press("#F4EAD0"),
    shield_rim=press("#9FB2E8"),
    spirit=Cmyk(6, 8, 13, 0),
    spirit_line=Cmyk(85, 72, 10, 30),
    eye=press("#FFD24A"),
    score=press("#FFF4CF"),
    score_rim=press("#F7CF6B"),
    rosette=press("#C9D3F2"),
    rosette_line=press("#7F92D0"),
    mark=press("#E8ECFA"),
    fruit=(press("#FFFDE8"), press("#FFE07A"), press("#F5AE35"), press("#D07A1C")),
    fruit_glow=(press("#FFDF8A"), press("#D79A45")),
    fruit_ray=press("#FFC04A"),
)


def _grey(k: float) -> Cmyk:
    return Cmyk(0, 0, 0, k)


SUN_INK: Final = replace(
    SUN,
    style="ink",
    ground=PAPER,
    ground_rim=PAPER,
    rays=_grey(9),
    stars=_grey(9),
    ink=BLACK,
    bark=PAPER,
    bark_lit=PAPER,
    bark_edge=PAPER,
    bark_shade=_grey(13),
    furrow=BLACK,
    leaf=PAPER,
    leaf_shade=_grey(12),
    leaf_line=BLACK,
    leaf_fresh=PAPER,
    ghost=_grey(4),
    ghost_rib=PAPER,
    moss=_grey(15),
    water=PAPER,
    petal=PAPER,
    stone=PAPER,
    stone_shade=_grey(10),
    stone_ink=BLACK,
    rune_lit=BLACK,
    keyline=PAPER,
    shield=BLACK,
    shield_rim=PAPER,
    spirit=PAPER,
    spirit_line=BLACK,
    eye=PAPER,
    score=PAPER,
    score_rim=PAPER,
    rosette=PAPER,
    rosette_line=_grey(45),
    mark=Cmyk(9, 60, 95, 10),
    fruit=(PAPER, Cmyk(0, 4, 20, 0), Cmyk(0, 18, 60, 0), Cmyk(6, 55, 95, 8)),
    fruit_glow=(PAPER, PAPER),
    fruit_ray=_grey(60),
)

MOON_INK: Final = replace(
    SUN_INK,
    owner="moon",
    stars=_grey(40),
    leaf=PAPER,
    leaf_shade=_grey(14),
    bark_shade=_grey(10),
    shield=PAPER,
    spirit=_grey(16),
    rosette=_grey(35),
    mark=Cmyk(85, 72, 10, 30),
)

PALETTES: Final = {
    ("sun", "full"): SUN,
    ("moon", "full"): MOON,
    ("sun", "ink"): SUN_INK,
    ("moon", "ink"): MOON_INK,
}
