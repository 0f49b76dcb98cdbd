"""Pictures of Spherion's control cards and tokens; printkit adds the framed tag and the word.

The origin is the middle of the piece. The background of words is always light.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from artwork.pen import Pen
from artwork.shapes import arc, at, disc, ngon, polar, star
from artwork.spherion.marks import owner_mark
from artwork.spherion.palette import BRASS, PAPER_WARM, SEATS, WHITE, Owner, Style, Tones
from printkit.cards.built import Sign
from printkit.craft.signs import SYMBOLS
from printkit.pdf.drawing import (
    BLACK,
    PAPER,
    Cmyk,
    Drawing,
    Group,
    Path,
    Point,
    placed,
    polygon,
    rectangle,
    rounded,
)

_ORDER: Final = (26.0, 45.0)
_SMALL: Final = (46.0, 24.5)
_LEFT: Final[Point] = (-12.15, 0.0)
"""Centre of a counter's picture and its frame, left of the tag."""
_ICON: Final[Point] = (0.0, -14.9)
"""Centre of an order card's picture, above its word."""
_REDUCED: Final = 0.53
"""Scale of an order card's picture."""
_GREY: Final = Cmyk(0, 0, 0, 55)
_STONES: Final = (Cmyk(38, 36, 42, 14), Cmyk(46, 44, 48, 28))


class _Theme:
    """The inks of one piece: its owner's colours, or brass; the ink-saving style has only lines."""

    def __init__(self, owner: str, style: Style) -> None:
        known: Owner = "blue" if owner == "blue" else "red" if owner == "red" else "shared"
        t: Tones = SEATS[known]
        self.owner: Owner = known
        self.saved = style == "ink"
        self.line = BLACK if self.saved else t.deep
        self.ground = PAPER if self.saved else PAPER_WARM.mixed(t.light, 0.22)
        self.mid = PAPER if self.saved else t.mid
        self.light = PAPER if self.saved else t.light
        self.brass = PAPER if self.saved else BRASS
        self.edge = 1.0 if known == "blue" else 0.6


def draw(picture: str, owner: str, style: Style) -> Drawing:
    """Draw one piece's picture; raise ``KeyError`` for an unknown name."""
    pen = Pen()
    _DRAWN[picture](pen, _Theme(owner, style))
    return pen.drawing((-32, -50, 32, 50))


def _claim(pen: Pen, theme: _Theme) -> None:  # noqa: ARG001 - the same for both owners
    """Draw five closed rings of the orrery."""
    for k in range(5):
        pen.stroke(disc(0, 0, 12, 5.2, 36 * k), PAPER, 0.9)
    pen.fill(disc(0, 0, 3), PAPER)


def _rock(pen: Pen, theme: _Theme) -> None:  # noqa: ARG001 - the same for both owners
    """Draw a hexagonal stone."""
    pen.fill(ngon(0, 0, 11.5, 6, 8), PAPER)
    middle = (1.2, -1.4)
    for k in (0, 2, 4):
        pen.stroke(polygon([middle, polar(0, 0, 11.5, 8 + 60 * k)], closed=False), _GREY, 0.9)


def _paper(pen: Pen, theme: _Theme) -> None:  # noqa: ARG001 - the same for both owners
    """Draw a sheet with a folded corner."""
    pen.fill(polygon([(-8.5, -11.5), (4, -11.5), (8.5, -7), (8.5, 11.5), (-8.5, 11.5)]), PAPER)
    pen.stroke(polygon([(4, -11.5), (4, -7), (8.5, -7)], closed=False), _GREY, 0.9)
    for y in (-3, 1, 5):
        pen.stroke(polygon([(-5, y), (5, y)], closed=False), _GREY, 0.9)


def _scissors(pen: Pen, theme: _Theme) -> None:  # noqa: ARG001 - the same for both owners
    """Draw open scissors with the rings at the bottom."""
    for side in (-1, 1):
        blade = [(side * 7, -12), (side * 4.4, -11.4), (-side * 3.4, 4.4), (-side * 1.4, 5.2)]
        pen.fill(polygon(blade), PAPER)
        pen.stroke(disc(side * 4.6, 8.4, 3.3), PAPER, 1.8)
    pen.fill(disc(0, 0.6, 1), _GREY)


def _plate(pen: Pen, theme: _Theme, width: float, height: float) -> None:
    """Draw a light background with bleed, and a frame in the owner's colour near the tag."""
    w, h = width / 2, height / 2
    pen.fill(rectangle(-w - 3, -h - 3, width + 6, height + 6), theme.ground)
    frame = (19.3, height - 2.4) if width > height else (width - 2.4, 17.8)
    pen.stroke(rectangle(-w + 1.2, -h + 1.2, *frame), theme.line, theme.edge)


def _badge(pen: Pen, theme: _Theme, x: float, y: float, r: float) -> None:
    """Draw the owner's mark in white on a disc of the owner's darkest ink."""
    pen.shape(disc(x, y, r), PAPER if theme.saved else theme.line, theme.line, 0.4)
    pen.fill(owner_mark(theme.owner, x, y, 0.72 * r), theme.line if theme.saved else PAPER)


def _unit(pen: Pen, theme: _Theme) -> None:
    """Draw a hexagon for the unit's number, with the owner's mark next to it."""
    _plate(pen, theme, *_SMALL)
    pen.shape(ngon(_LEFT[0], 0.8, 9.0), WHITE, theme.line, 0.9)
    _badge(pen, theme, -19.4, -8.6, 2.5)


def _blade(x: float, y: float, s: float) -> Path:
    """Return a sword that points up."""
    half = [(0, -6.4), (1.25, -4.8), (1.25, 1.9), (3.5, 1.9), (3.5, 3.2), (0.8, 3.2), (0.8, 5.0),
            (1.3, 5.4), (1.3, 6.4)]  # fmt: skip
    return at(polygon([*half, *((-px, py) for px, py in reversed(half[1:]))]), x, y, 0, s)


def _shield(x: float, y: float, s: float) -> Path:
    """Return an upright shield."""
    points = [(-4.4, -5.4), (4.4, -5.4), (4.4, 0.4), (3, 3.6), (0, 6), (-3, 3.6), (-4.4, 0.4)]
    return at(polygon(points), x, y, 0, s)


def _counter(
    sign: Callable[[float, float, float], Path], *, up: bool
) -> Callable[[Pen, _Theme], None]:
    def drawn(pen: Pen, theme: _Theme) -> None:
        """Draw a sword or shield: filled for an increase, white and cracked for a decrease."""
        _plate(pen, theme, *_SMALL)
        x, y = _LEFT[0], -4.2
        mark = sign(x, y, 1.0)
        if up:
            pen.shape(mark, theme.brass if not theme.saved else _GREY, theme.line, 0.6)
        else:
            pen.shape(mark, WHITE, theme.line, 0.6)
            crack = polygon(
                [(x - 3.7, y + 1.9), (x - 1.0, y - 0.8), (x + 0.6, y + 0.9), (x + 3.5, y - 2.2)],
                closed=False,
            )
            pen.stroke(crack, PAPER if theme.saved else theme.ground, 2.0)
            pen.stroke(crack, theme.line, 0.8)

    return drawn


def _phase(pen: Pen, theme: _Theme) -> None:
    """Draw a person halfway through a brick wall."""
    _plate(pen, theme, *_SMALL)
    x, y = _LEFT[0] - 1.2, -2.6
    for row in range(4):
        for i in range(2):
            corner = x + 1.0 + 4.4 * i - 2.0 * (row % 2), y - 6.4 + 2.8 * row
            brick = rectangle(*corner, 4.0, 2.4)
            pen.fill(brick, _GREY if theme.saved else _STONES[(row + i) % 2])
    walker = (
        [(x, y - 2.2), (x, y + 1.6)],
        [(x, y + 1.6), (x - 2.6, y + 4.4)],
        [(x, y + 1.6), (x + 2.8, y + 4.2)],
        [(x - 2.8, y), (x + 3.4, y - 1.0)],
    )
    for ink, width in ((theme.line, 2.0), (WHITE, 0.9)):
        for limb in walker:
            pen.stroke(polygon(limb, closed=False), ink, width)
    pen.shape(disc(x, y - 4.2, 1.8), WHITE, theme.line, 0.55)
    _badge(pen, theme, -19.4, -8.6, 2.5)


def _track(pen: Pen, theme: _Theme) -> None:
    """Draw the ring that players move along a track; its dots distinguish the owners."""
    pen.fill(disc(0, 0, 9.5), theme.mid if not theme.saved else PAPER)
    pen.stroke(disc(0, 0, 7.2), theme.line, 0.9)
    for k in range(6 if theme.owner == "blue" else 12):
        pen.fill(
            disc(*polar(0, 0, 5.6, 60 * k if theme.owner == "blue" else 30 * k), 0.5),
            WHITE if not theme.saved else BLACK,
        )


def _turn_ring(pen: Pen, theme: _Theme) -> None:
    """Draw the ring of the turn track, with rays and a T, unlike any other ring."""
    pen.fill(disc(0, 0, 9.5), theme.brass)
    pen.fill(rectangle(-1.9, 3.2, 3.8, 2.85), PAPER)
    pen.fill(polygon([(-1.1, 3.7), (1.1, 3.7), (1.1, 4.2), (0.3, 4.2), (0.3, 5.9), (-0.3, 5.9),
                      (-0.3, 4.2), (-1.1, 4.2)]), theme.line)  # fmt: skip
    for k in range(18):
        if k not in (3, 4, 5):  # no rays behind the letter
            rays = [
                polar(0, 0, 3.9, 20 * k + 10),
                polar(0, 0, 9, 20 * k + 4),
                polar(0, 0, 9, 20 * k + 16),
            ]
            pen.fill(polygon(rays), theme.line)


def _initiative(pen: Pen, theme: _Theme) -> None:
    """Draw an arrowhead, the sign of the player with the initiative."""
    _plate(pen, theme, *_ORDER)
    inner = Pen()
    inner.shape(ngon(0, 0, 9.4), theme.brass, theme.line, 0.9)
    head = polygon([(-3.6, -5), (5.2, 0), (-3.6, 5), (-1.4, 0)])
    inner.shape(head, WHITE, theme.line, 0.6)
    _reduced(pen, inner)


def _face(name: Sign) -> Callable[[Pen, _Theme], None]:
    def drawn(pen: Pen, theme: _Theme) -> None:
        """Draw a die's face, in the same pentagonal field as on the die."""
        _plate(pen, theme, *_ORDER)
        inner = Pen()
        shield = [(0, -9.4), (8, -3.4), (7.4, 8), (-7.4, 8), (-8, -3.4)]
        inner.shape(polygon(shield), WHITE, theme.line, 0.9)
        inner.add([Group(tuple(SYMBOLS[name](theme.line)), placed(0, 0.4, scale=11.0))])
        _reduced(pen, inner)

    return drawn


def _order(icon: Callable[[Pen, _Theme], None]) -> Callable[[Pen, _Theme], None]:
    def drawn(pen: Pen, theme: _Theme) -> None:
        """Draw an order card's picture above its word."""
        _plate(pen, theme, *_ORDER)
        inner = Pen()
        icon(inner, theme)
        _reduced(pen, inner)
        _badge(pen, theme, -9.7, -19.2, 2.0)

    return drawn


def _reduced(pen: Pen, inner: Pen) -> None:
    """Scale a drawing and move it from the origin to the place of an order card's picture."""
    pen.add([Group(inner.drawing((0, 0, 0, 0)).nodes, placed(*_ICON, scale=_REDUCED))])


def _dm(pen: Pen, theme: _Theme) -> None:
    crown = [(-7, 5), (-9, -5), (-4, -1.4), (0, -7), (4, -1.4), (9, -5), (7, 5)]
    pen.shape(polygon(crown), theme.brass, theme.line, 0.8)
    pen.stroke(polygon([(-7, 2.4), (7, 2.4)], closed=False), theme.line, 0.6)


def _actor(pen: Pen, theme: _Theme) -> None:
    pen.shape(ngon(0, 0, 9), theme.light, theme.line, 0.9)
    pen.shape(disc(0, -2.6, 2.4), WHITE, theme.line, 0.6)
    body = [(-4.6, 5), (-4, 1.6), (-1.8, 0.4), (1.8, 0.4), (4, 1.6), (4.6, 5)]
    pen.shape(polygon(body), WHITE, theme.line, 0.6)


def _move(pen: Pen, theme: _Theme) -> None:
    pen.shape(ngon(0, 3, 6.4), theme.light, theme.line, 0.8)
    arrow = [(0, -9.4), (4.4, -4.4), (1.5, -4.4), (1.5, 3), (-1.5, 3), (-1.5, -4.4), (-4.4, -4.4)]
    pen.shape(polygon(arrow), WHITE, theme.line, 0.7)


def _fuse(pen: Pen, theme: _Theme) -> None:
    for x, colour in ((-4.4, theme.light), (4.4, theme.brass)):
        pen.shape(ngon(x, 0, 6.8), colour, theme.line, 0.8)
    pen.shape(star(0, 0, 4, 1.8, 6), WHITE, theme.line, 0.5)


def _card_back(pen: Pen, theme: _Theme, x: float, y: float, turn: float) -> None:
    pen.shape(
        at(rounded(-3.6, -6, 7.2, 12, 0.8), x, y, turn),
        theme.light,
        theme.line,
        0.7,
    )
    pen.stroke(at(ngon(0, 0, 2), x, y, turn), theme.line, 0.5)


def _arrow(pen: Pen, theme: _Theme, start: float, end: float, r: float) -> None:
    """Draw a circular arrow around the icon's centre."""
    pen.stroke(arc(0, 0, r, start, end), theme.line, 0.9)
    x, y = polar(0, 0, r, end)
    head = polygon([(0, -1.9), (3.2, 0), (0, 1.9)])
    pen.fill(at(head, x, y, end + (90 if end > start else -90)), theme.line)


def _flip(pen: Pen, theme: _Theme) -> None:
    _card_back(pen, theme, -4.2, 0, 0)
    pen.shape(rounded(0.6, -6, 7.2, 12, 0.8), WHITE, theme.line, 0.7)
    pen.fill(star(4.2, 0, 2.6, 1.1, 5), theme.line)
    _arrow(pen, theme, 205, 325, 9.2)


def _turn(pen: Pen, theme: _Theme) -> None:
    _card_back(pen, theme, 0, 0, 0)
    pen.stroke(rounded(-6, -3.6, 12, 7.2, 0.8), theme.line, 0.5)
    _arrow(pen, theme, -70, 10, 9.2)


def _wait(pen: Pen, theme: _Theme) -> None:
    glass = [(-5.4, -8), (5.4, -8), (0.7, 0), (5.4, 8), (-5.4, 8), (-0.7, 0)]
    pen.shape(polygon(glass), WHITE, theme.line, 0.8)
    pen.fill(polygon([(-4, 7.2), (4, 7.2), (0, 3.4)]), theme.line)
    pen.stroke(polygon([(-6.4, -8), (6.4, -8)], closed=False), theme.line, 1.1)
    pen.stroke(polygon([(-6.4, 8), (6.4, 8)], closed=False), theme.line, 1.1)


def _place(pen: Pen, theme: _Theme) -> None:
    """Draw an eye above a face-down card."""
    _card_back(pen, theme, 0, 4.4, 0)
    eye = [polar(0, 0, 1, a) for a in range(0, 360, 20)]
    pen.shape(polygon((7 * x, -7.4 + 2.6 * y) for x, y in eye), WHITE, theme.line, 0.7)
    pen.fill(disc(0, -7.4, 1.4), theme.line)


_DRAWN: Final[dict[str, Callable[[Pen, _Theme], None]]] = {
    "claim": _claim,
    "rock": _rock,
    "paper": _paper,
    "scissors": _scissors,
    "unit": _unit,
    "atk_up": _counter(_blade, up=True),
    "atk_down": _counter(_blade, up=False),
    "def_up": _counter(_shield, up=True),
    "def_down": _counter(_shield, up=False),
    "phase": _phase,
    "track": _track,
    "turn_ring": _turn_ring,
    "initiative": _initiative,
    **{f"die_{name}": _face(name) for name in SYMBOLS},
    "dm": _order(_dm),
    "actor": _order(_actor),
    "move": _order(_move),
    "fuse": _order(_fuse),
    "flip": _order(_flip),
    "turn": _order(_turn),
    "wait": _order(_wait),
    "place": _order(_place),
}
