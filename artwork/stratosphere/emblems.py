"""Small drawings that show the purpose of a mat's place or a piece, in one colour on a background.

Each is drawn around the origin and fits into a circle with a radius of 9 mm.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from artwork.outlines import enclosed, through
from artwork.shapes import polar
from artwork.stratosphere.letters import letters
from artwork.stratosphere.palette import Suit
from artwork.stratosphere.signs import sign
from printkit.pdf.drawing import (
    Cmyk,
    Group,
    Matrix,
    Node,
    Path,
    Point,
    Shape,
    Stroke,
    ellipse,
    placed,
    polygon,
    rounded,
    transformed,
)

_LINE: Final = 0.9


def written(text: str, x: float, y: float, height: float) -> Path:
    """Return a text in the display face, centred on (x, y), with capitals ``height`` mm high."""
    path, width = letters(text)
    to = placed(x, y + height / 2, scale=height) @ placed(-width / 2, 0)
    return transformed(path, to)


def card(x: float, y: float, turn: float = 0.0, width: float = 8.4, height: float = 14.0) -> Path:
    """Return a card's outline, centred on (x, y)."""
    return transformed(
        rounded(-width / 2, -height / 2, width, height, 1.0), placed(x, y, turn=turn)
    )


def arrow(length: float, width: float, head: float) -> Path:
    """Return an upward arrow; ``width`` is its shaft's width, ``head`` its head's length."""
    top, foot, half, wing = -length / 2, length / 2, width / 2, head * 0.72
    return polygon(
        [(0, top), (wing, top + head), (half, top + head), (half, foot), (-half, foot),
         (-half, top + head), (-wing, top + head)]
    )  # fmt: skip


def _draw(ink: Cmyk, ground: Cmyk) -> Iterator[Node]:
    """Draw a card with a downward arrow, for drawing a card."""
    yield Shape(card(0, -1.4, 0, 10.0, 14.0), ground, Stroke(ink, _LINE))
    yield Shape(polygon([(0, -4.4), (0, 3.4)], closed=False), stroke=Stroke(ink, 1.6))
    yield Shape(polygon([(-3.6, 1.8), (3.6, 1.8), (0, 7.6)]), ink, Stroke(ground, 0.6))


def _supply(ink: Cmyk, ground: Cmyk) -> Iterator[Node]:
    """Draw a card pushed beneath another."""
    yield Shape(card(2.6, 3.2), ink)
    yield Shape(card(-2.2, -1.4), ground, Stroke(ink, _LINE))
    yield Shape(sign("spades", -2.2, -1.4, 2.3), ink)


def _reveal(ink: Cmyk, ground: Cmyk) -> Iterator[Node]:
    """Draw the back and the front of a card."""
    yield Shape(card(-5.0, 0), ink)
    yield Shape(card(5.0, 0), ground, Stroke(ink, _LINE))
    yield Shape(sign("hearts", 5.0, 0, 2.4), ink)


def _attack(ink: Cmyk, ground: Cmyk) -> Iterator[Node]:
    """Draw an arrow that points at a card."""
    yield Shape(card(5.2, 0), ground, Stroke(ink, _LINE))
    flight = transformed(arrow(13.0, 3.0, 6.4), placed(-2.6, 0, turn=90))
    yield Shape(flight, ink, Stroke(ground, 0.6))


def _full(ink: Cmyk, ground: Cmyk) -> Iterator[Node]:
    """Draw a hand of seven cards."""
    for k in range(7):
        turn = -42 + 14 * k
        x, y = polar(0, 9.0, 10.0, turn - 90)
        yield Shape(card(x, y, turn, 6.4, 10.6), ground, Stroke(ink, 0.7))
    yield Shape(ellipse(0, 6.8, 3.6), ink, Stroke(ground, 0.5))
    yield Shape(written("7", 0, 6.8, 4.2), ground)


def _force(ink: Cmyk, ground: Cmyk) -> Iterator[Node]:
    """Draw the four suits in a ring."""
    yield Shape(ellipse(0, 0, 8.8), ground, Stroke(ink, _LINE))
    suits: Sequence[Suit] = ("hearts", "spades", "diamonds", "clubs")
    for suit, (x, y) in zip(suits, ((-3, -3), (3, -3), (3, 3.2), (-3, 3.2)), strict=True):
        shape = sign(suit, x, y, 2.3)
        hollow = suit in ("hearts", "diamonds")
        yield Shape(shape, ground if hollow else ink, Stroke(ink, 0.5))


def _pile(ink: Cmyk, _ground: Cmyk) -> Iterator[Node]:
    """Draw a two-armed cyclone like the one on the card backs."""
    arms = Path(())
    for start in (0, 180):
        outer, inner = [], []
        for k in range(12):
            angle, half = 36.0 * k, 0.25 + 0.14 * k
            radius = 1.0 * math.exp(0.0054 * angle)
            outer.append(polar(0, 0, radius + half, angle + start))
            inner.append(polar(0, 0, radius - half, angle + start))
        arms += enclosed(through(outer), through(inner[::-1]))
    yield Shape(arms, ink)


def _discard(ink: Cmyk, ground: Cmyk) -> Iterator[Node]:
    """Draw a heap of discarded cards."""
    for turn in (-22, 14, -4):
        yield Shape(card(0, 0, turn, 9.6, 15.4), ground, Stroke(ink, 0.7))
    yield Shape(sign("diamonds", 0, 0, 3.0), ink)


def _arrow(ink: Cmyk, _ground: Cmyk) -> Iterator[Node]:
    yield Shape(arrow(17, 5.4, 8.6), ink)


_EMBLEMS: Final[dict[str, Callable[[Cmyk, Cmyk], Iterator[Node]]]] = {
    "draw": _draw,
    "supply": _supply,
    "reveal": _reveal,
    "attack": _attack,
    "full": _full,
    "force": _force,
    "pile": _pile,
    "discard": _discard,
    "arrow": _arrow,
}


def emblem(name: str, ink: Cmyk, ground: Cmyk, to: Matrix) -> Group:
    """Return one of the small drawings, placed by ``to``."""
    return Group(tuple(_EMBLEMS[name](ink, ground)), to)


def star(x: float, y: float, radius: float) -> Path:
    """Return the third seat's mark, a four-pointed star."""
    points: list[Point] = [
        polar(x, y, radius if k % 2 == 0 else 0.34 * radius, 45 * k - 90) for k in range(8)
    ]
    return polygon(points)


def wave(x: float, y: float, radius: float) -> Path:
    """Return the fourth seat's mark, two waves."""
    found = Path(())
    for row in (-0.36, 0.36):
        upper, lower = (
            [
                (x + along * radius, y + (height - 0.24 * math.sin(2 * math.pi * along)) * radius)
                for along in (-1 + k / 8 for k in range(17))
            ]
            for height in (row + 0.13, row - 0.13)
        )
        found += enclosed(through(upper), through(lower[::-1]))
    return found
