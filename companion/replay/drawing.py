"""Draws boards and lights on a PDF page, for the score sheet and for a film's pictures.

Everything is drawn from the web page's view of a moment (`companion.web.views.view`), so paper and
film show what that page shows. Boards are in mat mm with y down, PDF pages in points with y up.
`_framed` converts between them.
"""

import math
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from reportlab.lib.colors import Color, HexColor
from reportlab.pdfgen.canvas import Canvas

from companion.replay.lettering import BOLD, face

_NAMED: Final = {"red": 0, "blue": 1}


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of a page: background, text, cells, cards, seats in order, and lights."""

    ground: Color
    ink: Color
    quiet: Color
    cell: Color
    card: Color
    card_ink: Color
    seats: tuple[Color, ...]
    lights: dict[str, Color]

    def seat(self, seat: str, number: int) -> Color:
        """Return a seat's colour: the colour in its name, or else the one with its number."""
        return self.seats[_NAMED.get(seat, number) % len(self.seats)]


def _palette(plain: str, seats: str, lights: str) -> Palette:
    ground, ink, quiet, cell, card, card_ink = map(HexColor, plain.split())
    states = zip(("legal", "illegal", "unsure", "step"), map(HexColor, lights.split()), strict=True)
    owners = tuple(map(HexColor, seats.split()))
    return Palette(ground, ink, quiet, cell, card, card_ink, owners, dict(states))


LIGHT: Final = _palette(
    "#ffffff #1a1d24 #5b6270 #eef0f4 #fffdf7 #1a1d24",
    "#b3541e #2f4f9e #2c7a4b #7a3f8f",
    "#1d7a3e #b3261e #8a6100 #8a6100",
)
DARK: Final = _palette(
    "#12151c #f2f4f8 #9aa3b5 #232936 #f6f1e4 #1a1d24",
    "#d9702f #5c7fe8 #3f9e66 #a86cc4",
    "#4fd07f #ff7a70 #ffc94d #ffc94d",
)
_RED: Final = HexColor("#b3261e")
_WAYS: Final = {"U": (0, -1), "R": (1, 0), "D": (0, 1), "L": (-1, 0)}


def mark(canvas: Canvas, state: str, x: float, y: float, r: float, palette: Palette) -> None:
    """Draw a verdict's light as a shape and a colour: a disc, an octagon or a diamond."""
    canvas.setFillColor(palette.lights.get(state, palette.quiet))
    sides = {"legal": 0, "illegal": 8, "unsure": 4, "step": 4}.get(state, -1)
    if sides <= 0:
        canvas.circle(x, y, r if sides == 0 else r * 0.6, stroke=0, fill=1)
        return
    turn = math.pi / 8 if sides == 8 else 0.0
    angles = [turn + 2 * math.pi * number / sides for number in range(sides)]
    corners = [[x + r * math.cos(angle), y + r * math.sin(angle)] for angle in angles]
    _polygon(canvas, corners, stroke=0, fill=1)


def board(
    canvas: Canvas,
    view: dict[str, Any],
    box: tuple[float, float, float, float],
    palette: Palette,
) -> None:
    """Draw a view's board as large as possible in `box` (left, bottom, width, height)."""
    with _framed(canvas, view["board"]["box"], box):
        seats = [each["seat"] for each in view["score"]]
        wrong = set(view["verdict"]["cells"]) if (view["verdict"] or {}).get("cells") else set()
        refused = view["screen"] == "refusal"
        for cell in view["board"]["cells"]:
            _cell(canvas, cell, palette)
        for cell in view["board"]["cells"]:
            if "card" in cell:
                _card(canvas, cell, view["board"]["card"], seats, view["lang"], palette)
        for cell in view["board"]["cells"]:
            _tokens(canvas, cell, view["lang"], palette)
            if refused and cell["id"] in wrong:
                _ring(canvas, cell["outline"], palette.lights["illegal"])
            elif cell["id"] in view["last"]:
                _ring(canvas, cell["outline"], palette.lights["legal"])


@contextmanager
def _framed(
    canvas: Canvas, frame: list[float], box: tuple[float, float, float, float]
) -> Iterator[None]:
    """Set the canvas to mat millimetres, y down, scaled to fit into a box and centred there."""
    left, top, wide, high = frame
    x, y, width, height = box
    scale = min(width / wide, height / high)
    canvas.saveState()
    canvas.translate(x + (width - wide * scale) / 2, y + (height + high * scale) / 2)
    canvas.scale(scale, -scale)
    canvas.translate(-left, -top)
    yield
    canvas.restoreState()


def _polygon(canvas: Canvas, outline: list[list[float]], *, stroke: int, fill: int) -> None:
    path = canvas.beginPath()
    for number, (x, y) in enumerate(outline):
        step = path.lineTo if number else path.moveTo
        step(x, y)
    path.close()
    canvas.drawPath(path, stroke=stroke, fill=fill)


def _write(canvas: Canvas, text: str, x: float, y: float, font: str, size: float) -> None:
    """Draw a text centred at (x, y), upright in a flipped frame."""
    canvas.saveState()
    canvas.translate(x, y)
    canvas.scale(1, -1)
    canvas.setFont(font, size)
    canvas.drawCentredString(0, -size * 0.36, text)
    canvas.restoreState()


def _cell(canvas: Canvas, cell: dict[str, Any], palette: Palette) -> None:
    canvas.setFillColor(palette.cell)
    canvas.setStrokeColor(palette.quiet)
    canvas.setLineWidth(0.8)
    _polygon(canvas, cell["outline"], stroke=1, fill=0 if cell.get("loose") else 1)
    if "card" not in cell and len(cell["id"]) < 4:
        canvas.setFillColor(palette.quiet)
        x, y = cell["at"]
        _write(canvas, cell["id"], x, y, face("en"), 13)


def _card(
    canvas: Canvas,
    cell: dict[str, Any],
    size: list[float],
    seats: list[str],
    lang: str,
    palette: Palette,
) -> None:
    card, (wide, high) = cell["card"], size
    index = seats.index(card["owner"]) if card["owner"] in seats else 0
    own = palette.seat(card["owner"], index)
    canvas.saveState()
    canvas.translate(*cell["at"])
    canvas.saveState()
    canvas.rotate(card["turn"])
    canvas.setFillColor(own if card.get("down") else palette.card)
    canvas.setStrokeColor(own)
    canvas.setLineWidth(2.2)
    canvas.roundRect(-wide / 2 + 1.5, -high / 2 + 1.5, wide - 3, high - 3, 4, stroke=1, fill=1)
    if card.get("down"):
        canvas.setFillColor(palette.card)
        diamond = [[0, -high * 0.28], [wide * 0.26, 0], [0, high * 0.28], [-wide * 0.26, 0]]
        _polygon(canvas, diamond, stroke=0, fill=1)
    else:
        _front(canvas, card, wide, high, own)
    canvas.restoreState()
    if not card.get("down"):
        _figures(canvas, card, min(wide, high), lang, palette)
    if card["count"] > 1:
        canvas.setFillColor(palette.card_ink if not card.get("down") else palette.card)
        _write(canvas, f"×{card['count']}", wide * 0.3, -high * 0.38, face("en"), 11)
    canvas.restoreState()


def _front(canvas: Canvas, card: dict[str, Any], wide: float, high: float, own: Color) -> None:
    """Draw the parts of a card's front that turn with it: the branches and the owner's edge."""
    canvas.setStrokeColor(own)
    canvas.setLineWidth(wide * 0.15)
    for way in card.get("branches", ""):
        dx, dy = _WAYS.get(way, (0, 0))
        canvas.line(0, 0, dx * (wide / 2 - 2), dy * (high / 2 - 2))
    canvas.setFillColor(own)
    canvas.rect(-wide * 0.44, high * 0.42, wide * 0.88, high * 0.04, stroke=0, fill=1)


def _figures(
    canvas: Canvas, card: dict[str, Any], small: float, lang: str, palette: Palette
) -> None:
    """Draw the parts of a card's front that stay upright: its number, sign and name."""
    hue = _RED if card.get("hue") == "red" else palette.card_ink
    if "branches" in card:
        canvas.setFillColor(palette.card)
        canvas.circle(0, 0, small * 0.25, stroke=0, fill=1)
    canvas.setFillColor(hue)
    bold = face(lang, BOLD)
    sign = card.get("sign", "")
    if sign:
        _write(canvas, sign, 0, -small * 0.32, bold, min(small * 0.36, small * 1.4 / len(sign)))
    _write(canvas, str(card.get("figure", "")), 0, small * (0.14 if sign else 0), bold, small * 0.4)
    if title := card.get("title", ""):
        _write(canvas, title, 0, 0, bold, min(small * 0.3, small * 1.7 / len(title)))
    if marks := card.get("marks", 0):
        _write(canvas, "●" * marks, 0, small * 0.42, face(lang), small * 0.16)
    if "foot" in card:
        _write(canvas, card["foot"], 0, small * 0.52, face(lang), small * 0.16)


def _tokens(canvas: Canvas, cell: dict[str, Any], lang: str, palette: Palette) -> None:
    shown = [token for token in cell.get("tokens", ()) if token["text"]][:3]
    for number, token in enumerate(shown):
        x, y = cell["at"][0] + 17 - 18 * number, cell["at"][1] + 26
        canvas.setFillColor(palette.ink)
        canvas.circle(x, y, 9, stroke=0, fill=1)
        canvas.setFillColor(palette.ground)
        _write(canvas, token["text"][-3:], x, y, face(lang, BOLD), 9)


def _ring(canvas: Canvas, outline: list[list[float]], colour: Color) -> None:
    canvas.setStrokeColor(colour)
    canvas.setLineWidth(4)
    _polygon(canvas, outline, stroke=1, fill=0)
