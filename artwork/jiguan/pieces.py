"""Pictures of Ji Guan's tokens: fans, coins, and the first player's marker.

The origin is the middle of the token. printkit draws the framed tag and the word on top; the
background of the word is always light.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, cast

from artwork.jiguan.carved import carved
from artwork.jiguan.palette import CREAM, THEMES, VERMILION, Owner, Style, Theme
from artwork.jiguan.tokens import owner_mark
from artwork.pen import Pen
from artwork.shapes import arc, arc_segments, polar
from printkit.pdf.drawing import (
    BLACK,
    PAPER,
    Cmyk,
    Contour,
    Drawing,
    Path,
    ellipse,
    placed,
    polygon,
    rectangle,
    transformed,
)

_PLATE: Final = (45.0, 27.0)
_COIN: Final = 14.0
"""Radius of the coins, mm."""
_MIDDLE: Final = (-13.0, -3.2)
"""Middle of a plate's picture: left of the tag, above the word."""


def draw(picture: str, owner: str, style: Style) -> Drawing:
    """Draw one piece's picture; shared pieces have Sun's colours."""
    known = cast("Owner", owner if owner in ("sun", "moon") else "sun")
    pen = Pen()
    _DRAWN[picture](pen, THEMES[known, style])
    return pen.drawing((-28, -19, 28, 19))


def _plate(pen: Pen, theme: Theme) -> None:
    """Draw a horizontal plate: a light background, and a picture field in the owner's colour."""
    width, height = _PLATE
    left, top = -width / 2, -height / 2
    pen.fill(rectangle(left - 3, top - 3, width + 6, height + 6), _light(theme))
    pen.fill(rectangle(left - 3, top - 3, 3 + 18.6, 3 + 20.0), theme.ground)
    edge = [(left - 3, top + 20.0), (left + 18.6, top + 20.0), (left + 18.6, top - 3)]
    pen.stroke(polygon(edge, closed=False), theme.gold, 0.5, cap=0)
    pen.fill(transformed(owner_mark(theme, 1.7), placed(left + 3.4, top + 3.6)), theme.mark)


def _light(theme: Theme) -> Cmyk:
    return PAPER if theme.line_only else THEMES["sun", "full"].ground


def _leaf_colour(theme: Theme) -> Cmyk:
    return PAPER if theme.line_only else CREAM


def _turn(pen: Pen, theme: Theme) -> None:
    """Draw an open fan, for a player who may still place cards."""
    _plate(pen, theme)
    (x, y), radius = (_MIDDLE[0], _MIDDLE[1] + 5.8), 8.8
    ends = (202.0, 338.0)
    start = polar(x, y, radius, ends[0])
    inner = polar(x, y, radius * 0.45, ends[1])
    sheet = Path(
        (
            Contour(
                start,
                (
                    *arc_segments(x, y, radius, *ends),
                    inner,
                    *arc_segments(x, y, radius * 0.45, ends[1], ends[0]),
                ),
            ),
        )
    )
    ribs, folds = Path(()), Path(())
    for k in range(9):
        angle = ends[0] + k * (ends[1] - ends[0]) / 8
        ribs += polygon([(x, y), polar(x, y, radius * 0.45, angle)], closed=False)
        folds += polygon(
            [polar(x, y, radius * 0.45, angle), polar(x, y, radius, angle)], closed=False
        )
    pen.stroke(ribs, theme.gold, 0.75)
    pen.shape(sheet, _leaf_colour(theme), theme.ink, 0.4)
    pen.stroke(folds, theme.ink, 0.2)
    pen.stroke(arc(x, y, radius * 0.9, ends[0] + 3, ends[1] - 3), _red(theme), 0.6)
    pen.fill(ellipse(x, y, 0.9), _red(theme))


def _declined(pen: Pen, theme: Theme) -> None:
    """Draw a closed, tied fan, for a player who has declined."""
    _plate(pen, theme)
    to = placed(_MIDDLE[0] + 0.4, _MIDDLE[1] + 0.6, turn=-38, scale=0.76)
    guard = Path(
        (
            Contour(
                (-10.8, -0.7),
                ((10.0, -1.7), (11.2, -1.0, 11.2, 1.0, 10.0, 1.7), (-10.8, 0.7)),
            ),
        )
    )
    pen.shape(transformed(guard, to), _leaf_colour(theme), theme.ink, 0.4)
    for shift in (-0.55, 0.0, 0.55):
        fold = polygon([(-3.0, shift * 0.7), (10.2, shift * 1.5)], closed=False)
        pen.stroke(transformed(fold, to), theme.ink, 0.2)
    band = polygon([(3.6, -1.5), (3.6, 1.5)], closed=False)
    pen.stroke(transformed(band, to), _red(theme), 0.9)
    x, y = to((-10.2, 0))
    cord = (x + 0.4, y + 1.4, x - 0.8, y + 2.2, x - 0.2, y + 3.2)
    pen.stroke(Path((Contour((x, y), (cord,), closed=False),)), _red(theme), 0.8)
    pen.fill(ellipse(x, y, 0.9), theme.gold)


def _red(theme: Theme) -> Cmyk:
    return BLACK if theme.line_only else VERMILION


def _marker(pen: Pen, theme: Theme) -> None:
    """Draw the first player's marker, a seal with 先; players pass it on, so it has no owner."""
    width, height = _PLATE
    x, y = _MIDDLE[0], _MIDDLE[1]
    pen.fill(rectangle(-width / 2 - 3, -height / 2 - 3, width + 6, height + 6), _light(theme))
    pen.shape(rectangle(x - 6.6, y - 6.6, 13.2, 13.2), _red(theme), _red(theme), 0.5)
    pen.stroke(rectangle(x - 5.7, y - 5.7, 11.4, 11.4), _leaf_colour(theme), 0.3)
    pen.fill(carved("先", x, y, 9.8), _leaf_colour(theme))


def _coin(pen: Pen, theme: Theme, rim: Cmyk) -> None:
    pen.fill(ellipse(0, 0, _COIN + 3), rim)  # The rim extends through the bleed.
    pen.fill(ellipse(0, 0, _COIN - 1.3), _light(theme))
    pen.stroke(ellipse(0, 0, _COIN - 1.3), theme.gold, 0.3)


def _won(pen: Pen, theme: Theme) -> None:
    """Draw a coin with the mark and colours of the player who won the round."""
    if theme.line_only:
        rim = PAPER if theme.sun else BLACK
    else:
        rim = THEMES["sun", "full"].mark if theme.sun else theme.ground
    _coin(pen, theme, rim)
    if theme.line_only and theme.sun:
        pen.stroke(ellipse(0, 0, _COIN - 1.3), BLACK, 0.35)
    colour = theme.mark if theme.sun else THEMES["moon", "full"].ground
    pen.fill(
        transformed(owner_mark(theme, 1.75), placed(0, -10.9)), BLACK if theme.line_only else colour
    )


def _drawn(pen: Pen, theme: Theme) -> None:
    """Draw a coin with two level bars, for a drawn round."""
    grey = Cmyk(0, 0, 0, 15 if theme.line_only else 35)
    _coin(pen, theme, grey)
    for y in (-11.5, -10.2):
        pen.stroke(polygon([(-2.2, y), (2.2, y)], closed=False), BLACK, 0.7, cap=0)


_DRAWN: Final[dict[str, Callable[[Pen, Theme], None]]] = {
    "marker": _marker,
    "turn": _turn,
    "declined": _declined,
    "won": _won,
    "drawn": _drawn,
}
