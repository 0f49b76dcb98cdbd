"""Context for a mat's labels: the plan, the words, the width of a text.

A game's mat is drawn by `artwork.<slug>.mat`: `picture(desk)` returns everything but texts and
tags, `labels(desk)` the texts. A game without such a module gets a plain mat.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from printkit.mats.mat import MatPlan
from printkit.pdf.canvas import Align, Sheets
from printkit.pdf.drawing import Cmyk
from printkit.pdf.fonts import Fonts
from printkit.template.card_template import Style
from printkit.template.words import game_word, mat_title


@dataclass(frozen=True, slots=True)
class Label:
    """One line of text: `size` in pt, (x, baseline) in mm, turned clockwise about that point."""

    text: str
    x: float
    baseline: float
    role: str
    size: float
    ink: Cmyk
    align: Align = "centre"
    turn: float = 0.0

    def write(self, sheets: Sheets) -> None:
        """Set the line on the page that is open."""
        sheets.text(
            self.text,
            self.x,
            self.baseline,
            role=self.role,
            size=self.size,
            colour=self.ink,
            align=self.align,
            turn=self.turn,
        )


@dataclass(frozen=True, slots=True)
class LabelContext:
    """A mat to be drawn in a language and a style; `title`: the game's name, `code`: its prefix."""

    plan: MatPlan
    style: Style
    fonts: Fonts
    title: str
    code: str

    @property
    def lang(self) -> str:
        """The language of the texts."""
        return self.fonts.lang

    def word(self, key: str, **facts: object) -> str:
        """Return a word of the game's own `words.toml`, else of the shared one."""
        return game_word(self.plan.slug, key, self.lang, **facts)

    def width(self, text: str, role: str, size: float) -> float:
        """Return the width of a text set in one line, mm; `size` in pt."""
        return self.fonts.width(role, text, size)

    def cap(self, role: str) -> float:
        """Return the height of capitals, em."""
        return self.fonts.cap(role)

    def both_ways(self, label: Label) -> Iterator[Label]:
        """Yield the label for the first seat, and turned by half a turn for the seat opposite."""
        yield label
        x, y = self.plan.opposite((label.x, label.baseline))
        yield replace(label, x=x, baseline=y, turn=label.turn + 180)

    def note(self) -> str:
        """Return the line under the ruler: its length, the mat and its version."""
        plan = self.plan
        title = mat_title(plan.slug, plan.name, self.lang)
        return f"100 mm · {title} · {self.code} {plan.name} t{plan.version}"
