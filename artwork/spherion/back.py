"""The card back: the globe's plates around the hatch, in the owner's colour and brightness.

Blue is dark, red is light, and shared cards are brass. The back is point-symmetric except for the
owner's mark at the top. A face-down card therefore shows its owner and orientation, and nothing
else.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Final

from artwork.card import BOX, HEIGHT, SHEET, WIDTH
from artwork.pen import Pen
from artwork.shapes import disc, ngon, polar
from artwork.spherion.furniture import PANEL, frame
from artwork.spherion.marks import owner_mark
from artwork.spherion.palette import (
    BRASS,
    INK,
    PAPER_WARM,
    SEATS,
    WHITE,
    Owner,
    Style,
    press,
)
from printkit.pdf.drawing import BLACK, Cmyk, Drawing, Path, Point, placed, rectangle

PANEL_AT: Final = ((WIDTH - PANEL) / 2, (HEIGHT - PANEL) / 2)
"""Top left corner of the tag panel on a back."""
_X, _Y = WIDTH / 2, HEIGHT / 2
_MARK: Final = (27.0, 9.0)
_NODES: Final = 24
"""Number of nodes on the equator: one for each gate of the standard globe."""


@dataclass(frozen=True, slots=True)
class _Theme:
    """The inks of one back.

    ``edges`` are the insets and widths of frames; ``fine`` is the width of the plates' inner lines.
    """

    base: Cmyk
    lit: Cmyk
    line: Cmyk
    plate: Cmyk
    edge: Cmyk
    inner: Cmyk
    disc: Cmyk
    mark: Cmyk
    edges: tuple[tuple[float, float], ...] = ()
    fine: float = 0.35


def _dark(owner: str, base: Cmyk) -> _Theme:
    t = SEATS[owner]
    return _Theme(base, t.mid, t.light, t.deep, t.light, t.light, t.deep, PAPER_WARM)


def _light(owner: str) -> _Theme:
    t = SEATS[owner]
    base = Cmyk(1, 10, 9, 0)
    return _Theme(base, Cmyk(0, 42, 34, 0), t.mid, t.mid, t.deep, t.glow, WHITE, t.deep)


_FULL: Final = {
    "blue": _dark("blue", press(98, 85, 30, 27)),
    "red": _light("red"),
    "shared": _dark("shared", press(40, 48, 72, 48)),
}
_GREY: Final = Cmyk(0, 0, 0, 34)
_PLAIN: Final = _Theme(WHITE, WHITE, _GREY, WHITE, BLACK, _GREY, WHITE, BLACK, fine=0.25)
_INK: Final = {
    "blue": replace(_PLAIN, disc=BLACK, mark=WHITE, edges=((2.0, 1.2), (3.6, 0.35))),
    "red": replace(_PLAIN, edges=((2.4, 0.5),)),
    "shared": replace(_PLAIN, plate=Cmyk(0, 0, 0, 12)),
}
"""Inks of the ink-saving style; a heavy double edge marks the backs of blue cards."""


def back(owner: Owner, style: Style) -> Drawing:
    """Draw one owner's card back with 3 mm of bleed; the trim's top left corner is (0, 0)."""
    theme = _INK[owner] if style == "ink" else _FULL[owner]
    pen = Pen()
    pen.fill(SHEET, theme.base)
    _ripples(pen, theme)
    _zipper(pen, theme)
    pen.fill(ngon(_X, _Y, 20.2), theme.base)
    pen.shape(ngon(_X, _Y, 19.4), theme.plate, theme.edge, 0.7)
    pen.stroke(ngon(_X, _Y, 17.9), theme.inner, 0.35)
    for side in (-1, 1):
        pen.backed(ngon(_X, _Y + side * 16.4, 1.2), BRASS, INK, 0.25)
    panel = Pen()
    frame(panel, PANEL)
    pen.use(panel.form("hatch-plain", (-4.0, -4.0, PANEL + 4, PANEL + 4)), placed(*PANEL_AT))
    for inset, width in theme.edges:
        pen.stroke(
            rectangle(inset, inset, WIDTH - 2 * inset, HEIGHT - 2 * inset),
            theme.edge,
            width,
        )
    pen.fill(disc(*_MARK, 5.2), theme.base)
    pen.shape(disc(*_MARK, 4.5), theme.disc, theme.line, 0.5)
    pen.fill(owner_mark(owner, *_MARK, 3.6), theme.mark)
    pen.fill(rectangle(11, 82.2, 32, 4.6), theme.base)
    return pen.drawing(BOX)


def _ripples(pen: Pen, theme: _Theme) -> None:
    """Draw rings of plates that fade with their distance from the hatch."""
    r = 7.9
    rings: dict[int, list[Point]] = {}
    for row in range(-5, 6):
        for i in range(-4, 5):
            x, y = _X + (i + 0.5 * (row % 2)) * r * 1.732, _Y + row * r * 1.5
            if -10 < x < 64 and -10 < y < 100:
                rings.setdefault(int(math.hypot(x - _X, y - _Y)), []).append((x, y))
    for away, places in sorted(rings.items()):
        f = max(0.0, 1 - away / 52)
        plates, middles, hearts = Path(()), Path(()), Path(())
        for x, y in places:
            plates += ngon(x, y, r * 0.95)
            middles += ngon(x, y, r * 0.66)
            hearts += ngon(x, y, r * 0.36)
        pen.fill(plates, theme.base.mixed(theme.lit, 0.12 + 0.55 * f**1.4))
        pen.stroke(middles, theme.base.mixed(theme.line, 0.25 + 0.5 * f), theme.fine)
        pen.stroke(hearts, theme.base.mixed(theme.line, 0.2 + 0.5 * f), 0.25)


def _zipper(pen: Pen, theme: _Theme) -> None:
    """Draw the equator as a ring with a node for each gate."""
    pen.stroke(disc(_X, _Y, 22.4), theme.base, 3.4)
    pen.stroke(disc(_X, _Y, 22.4), theme.line, 1.2)
    pen.stroke(disc(_X, _Y, 20.9) + disc(_X, _Y, 23.9), theme.line, 0.35)
    for i in range(_NODES):
        turn = 360 / _NODES * i
        node = ngon(*polar(_X, _Y, 22.4, turn), 0.85 if i % 2 else 1.4, 6, turn)
        pen.shape(node, theme.base, theme.line, 0.5)
