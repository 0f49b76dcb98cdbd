"""Pictures of the court's tokens: fans, coins, and the marker with the word for first.

Origin in the middle of the token. The engine puts the framed tag and the word upon it: the word
always stands on light ground. Drawn without numpy, because tokens are drawn when they are printed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, cast

from printkit.art.jiguan.arcs import arc, arc_segments, on_circle
from printkit.art.jiguan.carved import carved
from printkit.art.jiguan.palette import CREAM, DRESSES, VERMILION, Dress, Owner, Style
from printkit.art.jiguan.tokens import owner_mark
from printkit.art.pen import Pen
from printkit.drawing import (
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

__all__ = ["draw"]

_CARD: Final = (30.0, 48.0)
_COIN: Final = 14.0
"""Radius of the coins."""
_PICTURE_Y: Final = -15.2
"""Middle of the picture above word and tag on the upright pieces."""


def draw(picture: str, owner: str, style: Style) -> Drawing:
    """One piece's picture; those of nobody wear the Sun's colours."""
    known = cast("Owner", owner if owner in ("sun", "moon") else "sun")
    pen = Pen()
    _DRAWN[picture](pen, DRESSES[known, style])
    return pen.drawing((-19, -28, 19, 28))


def _plate(pen: Pen, dress: Dress) -> None:
    """An upright plate: ground to the bleed, the upper part in the owner's value, a gold line."""
    width, height = _CARD
    pen.fill(rectangle(-width / 2 - 3, -height / 2 - 3, width + 6, height + 6), _light(dress))
    pen.fill(rectangle(-width / 2 - 3, -height / 2 - 3, width + 6, 18.6), dress.ground)
    pen.fill(rectangle(-width / 2 - 3, -height / 2 + 15.6, width + 6, 0.5), dress.gold)
    pen.fill(transformed(owner_mark(dress, 1.7), placed(-11.8, -20.8)), dress.mark)


def _light(dress: Dress) -> Cmyk:
    return PAPER if dress.line_only else DRESSES["sun", "full"].ground


def _leaf_colour(dress: Dress) -> Cmyk:
    return PAPER if dress.line_only else CREAM


def _turn(pen: Pen, dress: Dress) -> None:
    """The open fan."""
    _plate(pen, dress)
    y, radius = _PICTURE_Y + 5.4, 12.4
    ends = (202.0, 338.0)
    start = on_circle(0, y, radius, ends[0])
    inner = on_circle(0, y, radius * 0.45, ends[1])
    sheet = Path(
        (
            Contour(
                start,
                (
                    *arc_segments(0, y, radius, *ends),
                    inner,
                    *arc_segments(0, y, radius * 0.45, ends[1], ends[0]),
                ),
            ),
        )
    )
    ribs, folds = Path(()), Path(())
    for k in range(9):
        angle = ends[0] + k * (ends[1] - ends[0]) / 8
        ribs += polygon([(0, y), on_circle(0, y, radius * 0.45, angle)], closed=False)
        folds += polygon(
            [on_circle(0, y, radius * 0.45, angle), on_circle(0, y, radius, angle)], closed=False
        )
    pen.stroke(ribs, dress.gold, 0.75)
    pen.shape(sheet, _leaf_colour(dress), dress.ink, 0.4)
    pen.stroke(folds, dress.ink, 0.2)
    pen.stroke(arc(0, y, radius * 0.9, ends[0] + 3, ends[1] - 3), _red(dress), 0.6)
    pen.fill(ellipse(0, y, 1.0), _red(dress))


def _declined(pen: Pen, dress: Dress) -> None:
    """The fan, closed and tied."""
    _plate(pen, dress)
    x, y = 0.0, _PICTURE_Y
    guard = Path((Contour((-10.8, -0.7), ((10.0, -1.7), (11.2, -1.0, 11.2, 1.0, 10.0, 1.7),
                                          (-10.8, 0.7))),))  # fmt: skip
    pen.shape(transformed(guard, placed(x, y, turn=-24)), _leaf_colour(dress), dress.ink, 0.4)
    for shift in (-0.55, 0.0, 0.55):
        line = polygon([(-3.0, shift * 0.7), (10.2, shift * 1.5)], closed=False)
        pen.stroke(transformed(line, placed(x, y, turn=-24)), dress.ink, 0.2)
    pen.stroke(transformed(polygon([(3.6, -1.5), (3.6, 1.5)], closed=False),
                           placed(x, y, turn=-24)), _red(dress), 0.9)  # fmt: skip
    px, py = placed(x, y, turn=-24)((-10.2, 0))
    pen.fill(ellipse(px, py, 0.9), dress.gold)
    tassel = Path((Contour((px, py), ((px + 0.4, py + 2, px - 0.8, py + 3, px - 0.2, py + 4.6),),
                           closed=False),))  # fmt: skip
    pen.stroke(tassel, _red(dress), 0.8)


def _red(dress: Dress) -> Cmyk:
    return BLACK if dress.line_only else VERMILION


def _marker(pen: Pen, dress: Dress) -> None:
    """The word for first, cut into a seal; it belongs to whoever has it."""
    width, height = _CARD
    pen.fill(rectangle(-width / 2 - 3, -height / 2 - 3, width + 6, height + 6), _light(dress))
    pen.shape(rectangle(-6.3, _PICTURE_Y - 6.3, 12.6, 12.6), _red(dress), _red(dress), 0.5)
    pen.stroke(rectangle(-5.5, _PICTURE_Y - 5.5, 11, 11), _leaf_colour(dress), 0.3)
    pen.fill(carved("先", 0, _PICTURE_Y, 9.4), _leaf_colour(dress))
    for side in (-1, 1):  # the way the marker goes: from hand to hand
        x = side * 10.4
        head = [(x + side * 2.0, _PICTURE_Y), (x - side * 0.8, _PICTURE_Y - 2.2),
                (x - side * 0.8, _PICTURE_Y + 2.2)]  # fmt: skip
        pen.fill(polygon(head), dress.gold)


def _coin(pen: Pen, dress: Dress, rim: Cmyk) -> None:
    pen.fill(ellipse(0, 0, _COIN), rim)
    pen.fill(ellipse(0, 0, _COIN - 1.3), _light(dress))
    pen.stroke(ellipse(0, 0, _COIN - 1.3), dress.gold, 0.3)


def _won(pen: Pen, dress: Dress) -> None:
    """A coin with its winner's mark, in the winner's value."""
    if dress.line_only:
        rim = PAPER if dress.sun else BLACK
    else:
        rim = DRESSES["sun", "full"].mark if dress.sun else dress.ground
    _coin(pen, dress, rim)
    if dress.line_only and dress.sun:
        pen.stroke(ellipse(0, 0, _COIN - 1.3), BLACK, 0.35)
    colour = dress.mark if dress.sun else DRESSES["moon", "full"].ground
    pen.fill(
        transformed(owner_mark(dress, 1.75), placed(0, -10.9)), BLACK if dress.line_only else colour
    )


def _drawn(pen: Pen, dress: Dress) -> None:
    """A coin for nobody: two level bars."""
    grey = Cmyk(0, 0, 0, 15 if dress.line_only else 35)
    _coin(pen, dress, grey)
    for y in (-11.5, -10.2):
        pen.stroke(polygon([(-2.2, y), (2.2, y)], closed=False), BLACK, 0.7, cap=0)


_DRAWN: Final[dict[str, Callable[[Pen, Dress], None]]] = {
    "marker": _marker,
    "turn": _turn,
    "declined": _declined,
    "won": _won,
    "drawn": _drawn,
}
