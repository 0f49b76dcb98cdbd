"""The card back: a lotus and a seal on cloud scrolls within a key-fret, in two tones.

It is point-symmetric except for the owner mark at the top. A face-down card therefore shows its
owner and orientation, and nothing else.
"""

from __future__ import annotations

from typing import Final

from artwork.card import BOX, HEIGHT, SHEET, WIDTH
from artwork.jiguan.figure import Figure, bar
from artwork.jiguan.ground import PANEL, seal_form
from artwork.jiguan.palette import GENERATION, THEMES, TONES, Owner, Style, Theme
from artwork.jiguan.scrolls import lattice, scroll
from artwork.jiguan.tokens import SILHOUETTES, owner_mark
from artwork.outlines import Knot
from artwork.pen import Pen
from printkit.pdf.drawing import (
    BLACK,
    Drawing,
    Path,
    Point,
    ellipse,
    placed,
    polygon,
    rectangle,
    transformed,
)

PANEL_AT: Final[Point] = ((WIDTH - PANEL) / 2, (HEIGHT - PANEL) / 2)
"""Top left corner of the tag panel on a back."""
_CENTRE: Final[Point] = (27, 45)
_MEDALLION: Final = 27.0
"""Distance from the centre to the middle of each medallion."""


def back(owner: Owner, style: Style) -> Drawing:
    """Draw one owner's card back with 3 mm of bleed; the trim's top left corner is (0, 0)."""
    theme = THEMES[owner, style]
    pen = Pen()
    pen.fill(SHEET, theme.back)
    with pen.clipped(SHEET):
        pen.stroke(_clouds(), theme.cloud, 0.35 * theme.fine)
    _border(pen, theme)
    _lotus(pen, theme)
    for turn in (0, 180):
        _medallion(pen, theme, turn)
    pen.use(seal_form(theme, 0), placed(*PANEL_AT))
    pen.fill(ellipse(27, 8.2, 4.9), theme.back)
    pen.shape(ellipse(27, 8.2, 4.1), theme.back, theme.gold, 0.5)
    pen.fill(transformed(owner_mark(theme, 3.0), placed(27, 8.2)), theme.mark)
    return pen.drawing(BOX)


def _clouds() -> Path:
    """Return the lattice of clouds without the central one, which the seal covers."""
    lines, cloud = Path(()), scroll(1)
    for x, y, turn in lattice(_CENTRE, (34, 50), (9, 6.6)):
        if (x, y) != _CENTRE:
            lines += transformed(cloud, placed(x, y, turn=turn))
    return lines


def _border(pen: Pen, theme: Theme) -> None:
    """Draw a key-fret between two gold lines, with a square knot in each corner."""
    ring = rectangle(3.2, 3.2, 47.6, 83.6) + rectangle(7.0, 7.0, 40, 76)
    pen.fill(ring, theme.back, even_odd=True)
    pen.stroke(rectangle(3.2, 3.2, 47.6, 83.6), theme.gold, 0.7 * theme.fine)
    pen.stroke(rectangle(7.0, 7.0, 40, 76), theme.gold, 0.35 * theme.fine)
    fret = Path(())
    for x, y, dx, dy, count, step in (
        (7.2, 4.1, 1, 0, 10, 3.96),
        (49.9, 7.2, 0, 1, 19, 3.98),
        (46.8, 85.9, -1, 0, 10, 3.96),
        (4.1, 82.8, 0, -1, 19, 3.98),
    ):
        for k in range(count):
            hook = [(0.0, 0.0), (0.8, 0.0), (0.8, 2.0), (0.25, 2.0), (0.25, 0.95), (0.52, 0.95)]
            along = [((k + a) * step, b) for a, b in hook]
            fret += polygon(
                [(x + dx * a - dy * b, y + dy * a + dx * b) for a, b in along], closed=False
            )
    pen.stroke(fret, theme.back_fret, 0.4 * theme.fine, cap=0)
    for x in (5.1, 48.9):
        for y in (5.1, 84.9):
            pen.stroke(rectangle(x - 0.95, y - 0.95, 1.9, 1.9), theme.back_fret, 0.4)
            pen.fill(rectangle(x - 0.25, y - 0.25, 0.5, 0.5), theme.back_fret)


def _lotus(pen: Pen, theme: Theme) -> None:
    """Draw two rings of twenty-four petals behind the seal."""
    f = Figure.at(pen, theme, *_CENTRE)
    back_petal = theme.back if theme.line_only else theme.back.mixed(theme.cloud, 0.6)
    rows = ((19.8, 2.7, 0.0, back_petal, theme.gold), (17.5, 2.5, 7.5, theme.back, theme.back_fret))
    for reach, half, off, fill, rib in rows:
        petal: list[Knot] = [
            (12, 0, 1),
            (12 + (reach - 12) * 0.55, -half),
            (reach, 0, 1),
            (12 + (reach - 12) * 0.55, half),
        ]
        for n in range(24):
            k = n // 2 + 12 * (n % 2)  # pairing opposite petals makes both seams look alike
            leaf = f.moved(0, 0, turn=k * 15 + off)
            pen.shape(leaf.path(petal), fill, theme.gold, 0.3 * theme.fine)
            pen.stroke(leaf.path(bar([(12, 0), (reach - 1.2, 0)])), rib, 0.25 * theme.fine)


def _medallion(pen: Pen, theme: Theme, turn: float) -> None:
    """Draw the silhouettes of the five elements in a circle, with wood farthest from the seal."""
    x, y = 27, 45 - _MEDALLION if turn == 0 else 45 + _MEDALLION
    pen.fill(ellipse(x, y, 6.1), theme.back)
    pen.shape(ellipse(x, y, 5.6), theme.back, theme.gold, 0.5)
    pen.stroke(ellipse(x, y, 5.0), theme.gold, 0.18)
    for k, element in enumerate(GENERATION):
        spot = placed(x, y, turn=turn + 72 * k) @ placed(0, -2.95, turn=-72 * k, scale=1.28)
        fill = BLACK if theme.line_only else TONES[element].main
        shape = transformed(SILHOUETTES[element], spot)
        if not (theme.sun or theme.line_only):
            pen.stroke(shape, TONES[element].light, 0.24)
        pen.fill(shape, fill)
    pen.fill(ellipse(x, y, 0.8), theme.back_fret)
