"""The parts that all cards share: banner, level die, kind token, foot and the tag's die.

Each part is a form whose name lists everything it depends on, so that a deck stores it once.
"""

from __future__ import annotations

from typing import Final

from artwork.card import BOX
from artwork.dicebattle.palette import KINDS, RED, Theme
from artwork.dicebattle.shapes import pips_on
from artwork.pen import Pen
from artwork.shapes import ngon, polar, star
from printkit.pdf.drawing import (
    BLACK,
    PAPER,
    Cmyk,
    Form,
    Matrix,
    Path,
    Point,
    ellipse,
    placed,
    polygon,
    rectangle,
    transformed,
)
from printkit.typeset.pictograms import MARKS

PANEL: Final = 23.048
"""Side length of the framed tag, mm."""
PANEL_AT: Final[Point] = (3.5, 57.0)
INDEX_AT: Final[Point] = (10.3, 10.2)
FAR_AT: Final[Point] = (46.9, 83.6)
"""Place of the second index, upside down for the opponent."""
FAR_SCALE: Final = 0.5
SEAL_TILT: Final = -7.0
"""Tilt of an action's seal, in degrees; level dice and their numerals are not tilted."""

_FANG: Final = polygon(
    [(-4, -3.2), (-2.6, -4.4), (-1.2, -3.2), (1.2, -3.2), (2.6, -4.4), (4, -3.2), (4.1, 1.2),
     (1.4, 4.2), (0, 3.2), (-1.4, 4.2), (-4.1, 1.2)]
)  # fmt: skip
_OUTLINES: Final[dict[str, Path]] = {
    "human": ellipse(0, 0, 4.1),
    "monster": _FANG,
    "magic": star(0, 0, 4.7, 2.9, 6),
    "miracle": star(0, 0, 4.6, 3.3, 8),
    "revival": star(0, 0, 4.6, 3.3, 8),
    "token": ngon(0, 0, 4.6, 4),
    "reference": ngon(0, 0, 4.4, 5),
}
"""Outline of each kind, in a circle of about 4.5 mm."""


def _edge_y(x: float) -> float:
    """Return the y of the foot's upper edge at `x`; the edge falls to the left."""
    return 57.5 - (x + 3) / 60 * 4.3


def foot_form(kind: str, theme: Theme, *, plain: bool) -> Form:
    """Return the paper-coloured foot below the picture, with the kind's outline under the text.

    `plain` means that there is no rules text, so the outline may be stronger.
    """
    inks = KINDS[kind]
    pen = Pen()
    y0, y1 = _edge_y(-4), _edge_y(58)
    if theme.saving:
        pen.fill(polygon([(-4, y0 - 1.5), (58, y1 - 1.5), (58, 93), (-4, 93)]), PAPER)
        for up, width in ((1.5, 0.35), (0.0, 0.9)):
            pen.stroke(polygon([(-4, y0 - up), (58, y1 - up)], closed=False), BLACK, width, cap=0)
    else:
        pen.fill(polygon([(-4, y0 - 2.1), (58, y1 - 2.1), (58, y1 + 1), (-4, y0 + 1)]), BLACK)
        stripe = RED.mid if kind == "magic" else inks.light
        band = [(-4, y0 - 1.5), (58, y1 - 1.5), (58, y1 - 0.5), (-4, y0 - 0.5)]
        pen.fill(polygon(band), theme.paint(stripe))
        pen.fill(polygon([(-4, y0), (58, y1), (58, 93), (-4, 93)]), theme.paper)
    _emblem(pen, kind, theme, plain=plain)
    pen.fill(
        polygon([(-4, 88), (58, 86.6), (58, 93), (-4, 93)]),
        PAPER if theme.saving else theme.paint(inks.base),
    )
    edge = polygon([(-4, 88), (58, 86.6)], closed=False)
    pen.stroke(edge, inks.dark if theme.saving else BLACK, 0.7, cap=0)
    if theme.saving and theme.owner == "moon":  # Without colour, a double edge marks Moon's cards.
        pen.stroke(polygon([(-4, 89.3), (58, 87.9)], closed=False), BLACK, 0.7, cap=0)
    pen.fill(MARKS[theme.owner](39.9, 83.9, 2.0), theme.mark)
    return pen.form(f"foot-{kind}{'-plain' if plain else ''}", BOX)


def _emblem(pen: Pen, kind: str, theme: Theme, *, plain: bool) -> None:
    """Draw the kind's outline as a watermark, and a rosette on cards without text."""
    inks = KINDS[kind]
    x, y = 39.4, 70.6
    if theme.saving:
        faint, strong = Cmyk(0, 0, 0, 3), Cmyk(0, 0, 0, 6)
    elif theme.dark:
        faint, strong = theme.paper.mixed(PAPER, 0.06), theme.paper.mixed(PAPER, 0.13)
    else:
        faint = PAPER.mixed(
            inks.light if kind != "human" else inks.base, 0.13 if kind != "human" else 0.07
        )
        strong = PAPER.mixed(inks.base, 0.26)
    if plain:
        for n in range(20):
            ray = [polar(x, y, 8.4, n * 18 - 4), polar(x, y, 12.4 if n % 2 else 10.8, n * 18),
                   polar(x, y, 8.4, n * 18 + 4)]  # fmt: skip
            pen.fill(polygon(ray), strong)
    outline = _OUTLINES[kind]
    pen.fill(transformed(outline, placed(x, y, scale=2.05)), strong if plain else faint)
    pen.stroke(transformed(outline, placed(x, y, scale=1.5)), theme.paper, 0.9)


def banner_form(kind: str, theme: Theme) -> Form:
    """Return the slab for the name and the strip for the kind, with slanted left ends."""
    pen = Pen()
    slab = polygon([(12.8, 3.1), (57.6, 3.1), (57.6, 11.4), (10.8, 11.4)])
    strip = polygon([(10.8, 11.4), (57.6, 11.4), (57.6, 15.6), (9.6, 15.6)])
    if theme.saving:
        for part in (slab, strip):
            pen.shape(part, PAPER, BLACK, 0.5)
        pen.stroke(polygon([(12.8, 3.1), (57.6, 3.1)], closed=False), BLACK, 1.0)
    else:
        pen.shape(slab, PAPER, PAPER, 1.6)
        pen.fill(slab, BLACK)
        pen.fill(strip, theme.paint(KINDS[kind].dark))
    return pen.form(f"banner-{kind}", BOX)


def index_form(level: int, theme: Theme) -> Form:
    """Return the die whose front face carries the level, upright and centred on (0, 0).

    A bar under the six distinguishes it from a nine.
    """
    pen = Pen()
    a, e = 5.1, 1.5
    whole = polygon([(-a, -a), (-a + e, -a - e), (a + e, -a - e), (a + e, a - e), (a, a), (-a, a)])
    pen.shape(whole, PAPER, PAPER, 2.4)
    top = polygon([(-a, -a), (-a + e, -a - e), (a + e, -a - e), (a, -a)])
    side = polygon([(a, -a), (a + e, -a - e), (a + e, a - e), (a, a)])
    pen.shape(top, theme.paint(Cmyk(6, 3, 3, 10)), BLACK, theme.line(0.6))
    pen.shape(side, theme.paint(Cmyk(14, 10, 8, 40)), BLACK, theme.line(0.6))
    pen.shape(rectangle(-a, -a, 2 * a, 2 * a), PAPER, BLACK, theme.line(0.9))
    if level == 6:
        pen.stroke(polygon([(-2.4, 4.0), (2.4, 4.0)], closed=False), BLACK, 0.8, cap=0)
    return pen.form("index-six" if level == 6 else "index", (-9, -9, 9, 9))


def seal_form(kind: str, theme: Theme) -> Form:
    """Return the seal that replaces an action's index: a burst with a sign, around (0, 0)."""
    pen = Pen()
    inks = KINDS[kind]
    burst = star(0, 0, 7.4, 5.3, 8, 0)
    pen.shape(burst, PAPER, PAPER, 2.0)
    pen.shape(burst, theme.paint(inks.dark), BLACK, theme.line(0.8))
    ink = BLACK if theme.saving else PAPER
    if kind == "miracle":
        face = Matrix(6.0, 0, 0, 6.0, -3.0, -3.0)
        pen.shape(rectangle(-3.2, -3.2, 6.4, 6.4), theme.paint(inks.dark), ink, 0.7)
        pen.fill(transformed(pips_on(6), face), ink)
    elif kind == "revival":
        card = polygon([(-1.7, -2.6), (1.7, -2.6), (1.7, 2.6), (-1.7, 2.6)])
        pen.fill(card, ink)
        turn = polygon([polar(0, 0, 3.9, a) for a in range(-215, 20, 12)], closed=False)
        pen.stroke(turn, ink, 0.9)
        pen.fill(
            polygon([polar(0, 0, 2.4, 14), polar(0, 0, 5.4, 14), polar(0.2, 1.9, 4.0, 20)]), ink
        )
    else:
        for n in range(5):
            x, y = polar(0, 0, 3.6, -90 + 72 * n)
            pen.fill(ellipse(x, y, 1.0 if n else 1.5), ink)
    return pen.form(f"seal-{kind}", (-9, -9, 9, 9))


def kind_form(kind: str, theme: Theme) -> Form:
    """Return the kind's token around (0, 0): a head in a circle, jaws, or a star in a star."""
    pen = Pen()
    outline = _OUTLINES[kind]
    fill = PAPER if theme.saving else theme.paint(KINDS[kind].dark)
    ink = BLACK if theme.saving else PAPER
    pen.shape(outline, PAPER, PAPER, 1.6)
    pen.shape(outline, fill, BLACK, 0.5)
    if kind == "human":
        bust = polygon([polar(0, 3.5, 2.9, a) for a in range(180, 361, 15)])
        pen.fill(ellipse(0, -1.2, 1.55), ink)
        pen.fill(transformed(bust, placed(0, -0.5)), ink)
    elif kind == "monster":
        for x in (-1.45, 1.45):
            pen.fill(polygon([(x - 1.0, -1.9), (x + 1.0, -1.9), (x * 0.8, 2.5)]), ink)
        pen.fill(polygon([(-3.1, -2.5), (3.1, -2.5), (3.1, -1.7), (-3.1, -1.7)]), ink)
    elif kind == "magic":
        pen.fill(star(0, 0, 2.7, 1.15, 6, 0), ink)
    return pen.form(f"kind-{kind}", (-6, -6, 6, 6))


def tag_form(kind: str, level: int, theme: Theme) -> Form:
    """Return the die whose front face is the tag, with the level in pips on its top face."""
    inks = KINDS[kind]
    pen = Pen()
    x, y = PANEL_AT[0] - 0.5, PANEL_AT[1] - 0.5
    side, ex, ey = PANEL + 1.0, -1.7, -2.5
    top = polygon([(x, y), (x + side, y), (x + side + ex, y + ey), (x + ex, y + ey)])
    left = polygon([(x, y), (x + ex, y + ey), (x + ex, y + side + ey), (x, y + side)])
    if not theme.saving:  # A white edge separates the die from the foot.
        body = polygon([(x + ex, y + ey), (x + side + ex, y + ey), (x + side, y),
                        (x + side, y + side), (x, y + side), (x + ex, y + side + ey)])  # fmt: skip
        pen.stroke(body, PAPER, 1.3)
    pen.shape(top, theme.paint(inks.light.mixed(PAPER, 0.35)), BLACK, theme.line(0.5))
    pen.shape(left, theme.paint(inks.base.mixed(inks.dark, 0.25)), BLACK, theme.line(0.5))
    pips = Path(())
    for n in range(level):
        pips += ellipse(x + side / 2 + ex / 2 + (n - (level - 1) / 2) * 3.0, y + ey / 2, 0.85, 0.5)
    if level:
        pen.fill(pips, BLACK)
    pen.shape(rectangle(x, y, side, side), PAPER, BLACK, 0.35)
    return pen.form(f"tag-{kind}-{level}", BOX)


def panel_form(kind: str, theme: Theme) -> Form:
    """Return a slip of paper across the picture, for a text that needs the card's full width."""
    pen = Pen()
    slip = polygon([(4.2, 35.6), (50.2, 34.2), (49.8, 51.2), (4.2, 52.6)])
    if not theme.saving:
        pen.fill(transformed(slip, placed(1.1, 1.2)), theme.paint(KINDS[kind].dark))
    pen.shape(slip, theme.paper, BLACK, theme.line(0.7))
    return pen.form(f"panel-{kind}", BOX)


def _strip(left: float, right: float) -> Path:
    """Return a vertical band from the banner to the foot, with slanted ends."""
    upper = [(x, 16.3 - (x - 40.2) * 0.02) for x in (left, right)]
    lower = [(x, _edge_y(x) - 1.9) for x in (right, left)]
    return polygon([*upper, *lower])


def grant_form(kind: str, theme: Theme) -> Form:
    """Return the band on the right, which is at the bottom when the card is turned sideways."""
    inks = KINDS[kind]
    pen = Pen()
    band, rim = _strip(40.2, 57.6), _strip(50.6, 57.6)
    if theme.saving:
        pen.shape(band, PAPER, PAPER, 1.2)
        pen.shape(band, PAPER, BLACK, 0.7)
        pen.stroke(polygon([(50.6, 16.1), (50.6, _edge_y(50.6) - 1.9)], closed=False), BLACK, 0.5)
    else:
        pen.shape(band, PAPER, PAPER, 1.4)
        pen.fill(band, BLACK)
        pen.fill(rim, theme.paint(inks.dark))
    pen.shape(rectangle(43.0, 45.2, 5.6, 5.6), PAPER, BLACK, 0.5)
    return pen.form(f"grant-{kind}", BOX)
