"""The twelve court cards: aviators who differ by suit, age, jaw, eyes and headgear."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from artwork.pen import Pen
from artwork.stratosphere.courts import cold, warm
from artwork.stratosphere.courts.portrait import Sitter
from artwork.stratosphere.palette import Palette, Suit
from artwork.stratosphere.signs import isobars
from printkit.pdf.drawing import ellipse, placed

_X, _Y = 33.0, 35.6
_EYES: Final = (33.0, 34.6)
"""Point on the card between the eyes of an upright sitter."""
SITTERS: Final[dict[tuple[Suit, int], Callable[[Palette], Sitter]]] = {
    ("hearts", 11): warm.jack_of_hearts,
    ("hearts", 12): warm.queen_of_hearts,
    ("hearts", 13): warm.king_of_hearts,
    ("diamonds", 11): warm.jack_of_diamonds,
    ("diamonds", 12): warm.queen_of_diamonds,
    ("diamonds", 13): warm.king_of_diamonds,
    ("spades", 11): cold.jack_of_spades,
    ("spades", 12): cold.queen_of_spades,
    ("spades", 13): cold.king_of_spades,
    ("clubs", 11): cold.jack_of_clubs,
    ("clubs", 12): cold.queen_of_clubs,
    ("clubs", 13): cold.king_of_clubs,
}


def court(pen: Pen, palette: Palette, rank: int) -> None:
    """Draw a sky medallion and the aviator in front of it."""
    _medallion(pen, palette, f"{palette.suit}{rank}")
    sitter = SITTERS[palette.suit, rank](palette)
    sitter.place(pen, placed(*_EYES))


def _medallion(pen: Pen, palette: Palette, seed: str) -> None:
    line = palette.isobar if palette.line_only else palette.light
    if palette.warm and not palette.line_only:
        line = palette.light.mixed(palette.body, 0.2)
    pen.fill(ellipse(_X, _Y, 19.4), palette.sky[1])
    pen.stroke(ellipse(_X, _Y, 19.2), line, 0.35)
    pen.stroke(ellipse(_X, _Y, 18.0), line, 1.0)
    disc = ellipse(_X, _Y, 17.3)
    pen.fill(disc, palette.sky[0])
    fine, bold = isobars(seed, (_X, _Y), 6, 3.0)
    tone = palette.isobar if palette.line_only else palette.sky[0].mixed(palette.light, 0.35)
    with pen.clipped(disc):
        pen.stroke(fine + bold, tone, 0.22)
