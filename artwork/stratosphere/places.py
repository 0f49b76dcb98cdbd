"""The places of a mat: a drawing for each kind of cell, and the inks of both styles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from artwork.shapes import corner_ticks
from artwork.stratosphere.cells import CARD, FAN, FAN_STEP, PLACE
from artwork.stratosphere.emblems import emblem, written
from artwork.stratosphere.palette import grey
from artwork.stratosphere.signs import isobars
from printkit.mats.plan import MatCell
from printkit.pdf.drawing import (
    PAPER,
    Cmyk,
    Group,
    Node,
    Path,
    Shape,
    Stroke,
    ellipse,
    placed,
    rounded,
)
from printkit.pdf.geometry import Rect
from printkit.template.card_template import Style
from printkit.typeset.pictograms import pictogram

_BOX: Final = Rect(-CARD[0] / 2, -CARD[1] / 2, *CARD)
"""A card's rectangle, centred on the origin."""


@dataclass(frozen=True, slots=True)
class MatInks:
    """The mats' colours in one style; ``tones`` are the seats' colours in order."""

    ground: Cmyk
    ink: Cmyk
    line: Cmyk
    warm: Cmyk
    cold: Cmyk
    tones: tuple[Cmyk, ...]
    tint: float  # strength of the seats' colours in backgrounds

    def pale(self, tone: Cmyk, share: float) -> Cmyk:
        """Return the background mixed with a seat's colour, or white in the line-only style."""
        return self.ground.mixed(tone, share * self.tint)


INKS: Final[dict[Style, MatInks]] = {
    "full": MatInks(
        Cmyk(9, 2, 2, 0),
        Cmyk(94, 80, 26, 38),
        Cmyk(60, 32, 8, 0),
        Cmyk(2, 86, 76, 4),
        Cmyk(95, 62, 0, 8),
        (Cmyk(4, 46, 100, 6), Cmyk(92, 84, 14, 12), Cmyk(82, 22, 72, 12), Cmyk(30, 88, 22, 16)),
        1.0,
    ),
    "ink": MatInks(PAPER, grey(100), grey(40), grey(30), grey(100), (grey(62),) * 4, 0.0),
}


@cache
def _eye() -> tuple[Path, Path]:
    return isobars("node", (0, 0), 7, 3.0, 0.14)


def draw_cell(cell: MatCell, inks: MatInks) -> Iterator[Node]:
    """Draw one cell, oriented for its owner."""
    tone = inks.tones[int(cell.seat) - 1] if cell.seat else inks.line
    to = placed(*cell.centre, turn=cell.turn)
    match cell.kind:
        case "node":
            yield Group(tuple(_node(cell.id[-1], tone, inks)), to)
        case "pile" | "discard":
            yield Group(tuple(_pile(cell.kind, inks)), to)
        case "control":
            yield Group(tuple(_control(tone, inks)), to)
        case _:
            yield Group(tuple(_place(cell, tone, inks)), to)


def _node(letter: str, tone: Cmyk, inks: MatInks) -> Iterator[Node]:
    """Draw a node: a card's place with a numbered fan guide below it."""
    width, height = CARD
    x, y = -width / 2, -height / 2
    numbers = Path(())
    for k in range(FAN, 0, -1):
        step = FAN_STEP * k
        guide = rounded(x, y + step, width, height, 3)
        line = Stroke(inks.ground.mixed(tone, 0.6), 0.35)
        yield Shape(guide, inks.pale(tone, 0.20 - 0.024 * k), line)
        for side in (-1, 1):
            numbers += written(str(k), side * (width / 2 - 5), height / 2 + step - 5.2, 5.0)
    yield Shape(numbers, inks.ground.mixed(tone, 0.85))
    yield Shape(rounded(x, y, width, height, 3), inks.pale(tone, 0.24), Stroke(tone, 1.1))
    fine, bold = _eye()
    yield Shape(fine, stroke=Stroke(inks.ground.mixed(tone, 0.5), 0.35))
    yield Shape(bold, stroke=Stroke(inks.ground.mixed(tone, 0.5), 0.8))
    yield Shape(written(letter, 0, 0, 15.0), inks.ground.mixed(tone, 0.65),
                Stroke(inks.pale(tone, 0.24), 2.4))  # fmt: skip
    yield Shape(written(letter, 0, 0, 15.0), inks.ground.mixed(tone, 0.65))
    yield Shape(corner_ticks(_BOX, 8), stroke=Stroke(tone, 1.4, cap=0, join=0))


def _pile(kind: str, inks: MatInks) -> Iterator[Node]:
    width, height = CARD
    box = rounded(-width / 2, -height / 2, width, height, 3)
    yield Shape(box, inks.ground, Stroke(inks.line, 0.9))
    yield Shape(corner_ticks(_BOX, 8), stroke=Stroke(inks.ink, 1.4, cap=0, join=0))
    yield emblem(kind, inks.ground.mixed(inks.line, 0.55), inks.ground, placed(0, 0, scale=2.3))


def _control(tone: Cmyk, inks: MatInks) -> Iterator[Node]:
    width, height = CARD
    box = rounded(-width / 2, -height / 2, width, height, 3)
    yield Shape(box, inks.pale(tone, 0.10), Stroke(inks.ground.mixed(tone, 0.6), 0.5))
    yield Shape(corner_ticks(_BOX, 6), stroke=Stroke(tone, 0.9, cap=0, join=0))
    hand = pictogram("ready", inks.ground.mixed(tone, 0.45), inks.ground)
    yield Group(tuple(hand), placed(0, 0, scale=1.25))


def _place(cell: MatCell, tone: Cmyk, inks: MatInks) -> Iterator[Node]:
    """Draw a box for one token, with a sign that shows its purpose."""
    width, height = PLACE
    faint = cell.kind == "arrow"
    line = Stroke(inks.ground.mixed(tone, 0.75), 0.5 if faint else 0.8)
    fill = inks.ground if faint else inks.pale(tone, 0.13)
    yield Shape(rounded(-width / 2, -height / 2, width, height, 2.5), fill, line)
    ink = inks.ground.mixed(tone, 0.5 if faint else 0.7)
    if cell.kind == "move":
        yield Shape(ellipse(0, 0, 12.2), inks.ground, Stroke(ink, 0.7))
        yield Shape(written(cell.id[-1], 0, 0, 14.0), ink)
    else:
        scale = {"arrow": 1.9, "full": 1.05}.get(cell.kind, 1.35)
        yield emblem(cell.kind, ink, inks.ground, placed(0, 0, scale=scale))
