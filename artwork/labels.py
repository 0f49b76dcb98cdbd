"""Mat labels, their stored form in art packs, and the input of the functions that draw mats."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from printkit.mats.plan import MatPlan
from printkit.mats.ready_mat import LabelLook
from printkit.pdf.canvas import Align
from printkit.pdf.drawing import Cmyk
from printkit.pdf.fonts import Fonts
from printkit.template.card_template import Style


@dataclass(frozen=True, slots=True)
class MatContext:
    """A mat to be drawn in one style; `fonts` and `title` belong to one language."""

    plan: MatPlan
    style: Style
    fonts: Fonts
    title: str

    def width(self, text: str, role: str, size: float) -> float:
        """Return the width, in mm, of a text set on one line; `size` is in pt."""
        return self.fonts.width(role, text, size)

    def cap(self, role: str) -> float:
        """Return the cap height in em."""
        return self.fonts.cap(role)


@dataclass(frozen=True, slots=True)
class MatLabel:
    """One line of text at (x, y), turned clockwise; see `printkit.mats.ready_mat.LabelLook`.

    `{key}` in the text is a placeholder for one of the game's words, `{title}` for its name.
    """

    text: str
    x: float
    y: float
    role: str
    size: float
    ink: Cmyk
    align: Align = "centre"
    turn: float = 0.0
    drop: float = 0.0
    letters: str = ""
    ideographs: bool = False
    fit: float = 0.0
    step: float = 0.0

    def look(self) -> LabelLook:
        """Return the label's look: everything but the text and its place."""
        ink = (self.ink.c, self.ink.m, self.ink.y, self.ink.k)
        further = (self.drop, self.letters, self.ideographs, self.fit, self.step)
        return LabelLook(self.role, self.size, ink, self.align, *further)


def both_ways(plan: MatPlan, label: MatLabel) -> Iterator[MatLabel]:
    """Yield the label for the first seat, and the same label turned for the opposite seat."""
    yield label
    x, y = plan.opposite((label.x, label.y))
    yield replace(label, x=x, y=y, turn=label.turn + 180)


def label_data(labels: Iterable[MatLabel]) -> dict[str, Any]:
    """Return labels as JSON values; each look is stored once, without its default values."""
    looks: dict[LabelLook, int] = {}
    rows: list[list[Any]] = []
    for label in labels:
        number = looks.setdefault(label.look(), len(looks))
        rows.append([number, label.text, label.x, label.y, label.turn])
    return {"labels": rows, "looks": [_fields(look) for look in looks]}


def _fields(look: LabelLook) -> Mapping[str, Any]:
    plain = LabelLook(look.role, look.size, look.ink)
    names = ("role", "size", "ink", "align", "drop", "letters", "ideographs", "fit", "step")
    return {
        name: getattr(look, name)
        for name in names
        if name in {"role", "size", "ink"} or getattr(look, name) != getattr(plain, name)
    }
