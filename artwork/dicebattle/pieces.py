"""Pictures of the tokens: dice faces, the first player's arrow, a fan of cards.

The origin is the middle of the token. printkit draws the framed tag and the word on top, both on a
light background.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, cast

from artwork.dicebattle.palette import KINDS, RED, Owner, Style, Theme
from artwork.dicebattle.shapes import cut, pips_on
from artwork.pen import Pen
from artwork.shapes import at, disc, polar, star
from printkit.pdf.drawing import (
    BLACK,
    PAPER,
    Cmyk,
    Drawing,
    Group,
    Matrix,
    Path,
    placed,
    polygon,
    rectangle,
    transformed,
)
from printkit.typeset.pictograms import MARKS, pictogram

_WIDTH: Final = 30.0
_HEIGHT: Final = 48.0
_Y: Final = -15.8
"""The y of the picture's middle, above the word and the tag."""
_SIGNAL: Final = Cmyk(0, 90, 85, 0)


def draw(picture: str, owner: str, style: Style) -> Drawing:
    """Draw one token's picture; tokens that the players share show both halves of the mat."""
    known = cast("Owner", owner if owner in ("sun", "moon") else "sun")
    pen, theme = Pen(), Theme(known, style)
    _plate(pen, theme, shared=not owner)
    if picture.startswith("die"):
        _die(pen, theme, int(picture.removeprefix("die")))
    else:
        _SIGNS[picture](pen, theme)
    return pen.drawing((-_WIDTH / 2 - 3, -_HEIGHT / 2 - 3, _WIDTH / 2 + 3, _HEIGHT / 2 + 3))


def _flash(theme: Theme, *, night: bool) -> tuple[Cmyk, Cmyk]:
    """Return the background and ray colours of the day or night half."""
    if theme.saving:
        return PAPER, Cmyk(0, 0, 0, 22 if night else 10)
    human, magic = KINDS["human"], KINDS["magic"]
    if night:
        return human.dark.mixed(human.base, 0.45), human.dark
    return magic.base, magic.light


def _plate(pen: Pen, theme: Theme, *, shared: bool) -> None:
    """Draw a light background; above it a slanted window shows rays and the owner's mark."""
    left, top, right, bottom = -_WIDTH / 2 - 3, -_HEIGHT / 2 - 3, _WIDTH / 2 + 3, _HEIGHT / 2 + 3
    pen.fill(rectangle(left, top, right - left, bottom - top), PAPER)
    window = polygon([(left, top), (right, top), (right, -9.4), (left, -6.9)])
    halves = [(window, theme.owner == "moon")]
    if shared:  # The stroke of lightning on the mat also divides this token.
        halves = [(polygon([(left, -19), (right, -13), (right, -9.4), (left, -6.9)]), False),
                  (polygon([(left, top), (right, top), (right, -13), (left, -19)]),
                   True)]  # fmt: skip
    for part, night in halves:
        ground, ray = _flash(theme, night=night)
        pen.fill(part, ground)
        fan = Path(())
        for n in range(15):
            fan += polygon(
                [
                    polar(0, _Y, 5, 24 * n),
                    polar(0, _Y, 40, 24 * n - 4),
                    polar(0, _Y, 40, 24 * n + 4),
                ]
            )
        with pen.clipped(part):
            pen.fill(fan, ray)
    if shared:
        pen.stroke(polygon([(left, -19), (right, -13)], closed=False), BLACK, 0.9, cap=0)
    edge = polygon([(left, -6.9), (right, -9.4)], closed=False)
    pen.stroke(edge, BLACK, 1.2, cap=0)
    if not shared:
        ink = PAPER if theme.dark else BLACK
        pen.fill(MARKS[theme.owner](-11.4, -20.4, 1.7), ink)


def _die(pen: Pen, theme: Theme, count: int) -> None:
    """Draw a die with the rolled face in front."""
    a, e = 6.0, 1.9
    x, y = -0.8, _Y + 0.6
    face = rectangle(x - a, y - a, 2 * a, 2 * a)
    top = polygon([(x - a, y - a), (x - a + e, y - a - e), (x + a + e, y - a - e), (x + a, y - a)])
    side = polygon([(x + a, y - a), (x + a + e, y - a - e), (x + a + e, y + a - e), (x + a, y + a)])
    for part in (face, top, side):
        pen.stroke(part, PAPER, 2.4)
    pen.shape(top, theme.paint(Cmyk(6, 3, 3, 10)), BLACK, theme.line(0.7))
    pen.shape(side, theme.paint(Cmyk(14, 10, 8, 40)), BLACK, theme.line(0.7))
    pen.shape(face, PAPER, BLACK, theme.line(0.9))
    pips = transformed(pips_on(count), Matrix(2 * a, 0, 0, 2 * a, x - a, y - a))
    pen.fill(pips, _SIGNAL if count == 1 and not theme.saving else BLACK)


def _first(pen: Pen, theme: Theme) -> None:
    """Draw an arrow towards the opponent."""
    arrow = cut(
        (-3.4, 5.6), (-3.4, -0.4), (-7.4, -0.4), (0, -7.6), (7.4, -0.4), (3.4, -0.4), (3.4, 5.6)
    )
    path = at(arrow, 0, _Y + 0.8)
    pen.shape(path, PAPER, PAPER, 2.4)
    pen.shape(path, theme.paint(RED.mid), BLACK, theme.line(0.9))


def _redraw(pen: Pen, theme: Theme) -> None:
    """Draw a card and a circular arrow."""
    card = at(rectangle(-3.1, -4.6, 6.2, 9.2), 0, _Y, 8)
    ring = polygon([polar(0, _Y, 7.0, a) for a in range(-230, 31, 15)], closed=False)
    tip = at(cut((-2.6, -0.6), (2.6, -0.6), (0, 3.6)), *polar(0, _Y, 7.0, 30), 36)
    pen.stroke(ring, PAPER, 3.4)
    pen.shape(tip, PAPER, PAPER, 1.6)
    pen.stroke(ring, BLACK, 1.7)
    pen.fill(tip, BLACK)
    pen.shape(card, PAPER, PAPER, 1.8)
    pen.shape(card, theme.paint(RED.mid), BLACK, theme.line(0.8))
    pen.fill(at(star(0, 0, 2.0, 1.0, 4), 0, _Y, 8), PAPER)


def _pictogram(name: str) -> Callable[[Pen, Theme], None]:
    def sign(pen: Pen, theme: Theme) -> None:
        pen.shape(disc(0, _Y, 7.4), PAPER, BLACK, theme.line(0.9))
        nodes = pictogram(name, BLACK, PAPER)
        pen.add((Group(nodes, placed(0, _Y, scale=0.5)),))

    return sign


_SIGNS: Final[dict[str, Callable[[Pen, Theme], None]]] = {
    "first": _first,
    "redraw": _redraw,
    "yes": _pictogram("yes"),
    "no": _pictogram("no"),
    "done": _pictogram("set"),
}
