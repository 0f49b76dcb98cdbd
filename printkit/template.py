"""Card templates: slots, tag, inks; read from `templates/<slug>/card.toml` and checked whole."""

from __future__ import annotations

import re
import string
from collections.abc import Mapping
from functools import cache
from typing import Annotated, Literal, Self

from pydantic import BeforeValidator, Field, model_validator

from printkit.data import TEMPLATES, Key, Strict, read_toml
from printkit.drawing import Cmyk
from printkit.errors import UsageError
from printkit.geometry import Rect, Size
from printkit.tags import Panel
from rules import Catalog

__all__ = ["SHARED", "CardTemplate", "Ink", "Slot", "Style", "load_card_template"]

Style = Literal["full", "ink"]
MOST_INK = 240
"""Per cent; print services refuse more (research on print-on-demand presses)."""


def _ink(value: object) -> object:
    if isinstance(value, Cmyk):
        return value
    parts = re.fullmatch(r"(\d{1,3})/(\d{1,3})/(\d{1,3})/(\d{1,3})", str(value))
    if parts is None or any(int(part) > 100 for part in parts.groups()):
        msg = 'should be four inks in per cent, for example "0/32/88/8"'
        raise ValueError(msg)
    colour = Cmyk(*(float(part) for part in parts.groups()))
    if colour.coverage > MOST_INK:
        msg = f"should hold at most {MOST_INK} % ink in all, not {colour.coverage:.0f} %"
        raise ValueError(msg)
    return colour


Ink = Annotated[Cmyk, BeforeValidator(_ink)]
Box = Annotated[list[float], Field(min_length=4, max_length=4)]
Pair = Annotated[list[float], Field(min_length=2, max_length=2)]


class Slot(Strict):
    """One place for text."""

    name: str
    show: str
    absent: list[str] = Field(default_factory=lambda: [""])
    role: str
    box: Box
    size: float = Field(gt=0)
    shrink: float = Field(gt=0)
    lines: int = Field(1, ge=1)
    leading: float = Field(1.2, gt=0)
    align: Literal["left", "centre", "right"] = "left"
    middle: bool = False
    break_first: list[str] = Field(default_factory=list)
    turn: Literal[0, 90, 180, 270] = 0
    when: dict[str, list[str]] = Field(default_factory=dict)
    unless: dict[str, list[str]] = Field(default_factory=dict)
    colour: str
    rule: str = ""
    halo: str = ""

    @property
    def rect(self) -> Rect:
        """The box as a rectangle."""
        return Rect(*self.box)

    @property
    def measure(self) -> Size:
        """Width and height of the box as its text runs."""
        return Size(self.rect.width, self.rect.height).turned(self.turn)

    def shown_for(self, facts: Mapping[str, str]) -> bool:
        """Whether a thing with these facts shows the slot (`when`, `unless`)."""
        needed = all(facts.get(name, "") in values for name, values in self.when.items())
        barred = any(facts.get(name, "") in values for name, values in self.unless.items())
        return needed and not barred

    @property
    def facts(self) -> set[str]:
        """The names in braces."""
        return {name for _, name, _, _ in string.Formatter().parse(self.show) if name is not None}

    @model_validator(mode="after")
    def _sizes_in_order(self) -> Self:
        if self.shrink > self.size:
            msg = f"shrink ({self.shrink}) should not be larger than size ({self.size})"
            raise ValueError(msg)
        if self.rect.width <= 0 or self.rect.height <= 0:
            msg = "box should be [x, y, width, height] with width and height above 0"
            raise ValueError(msg)
        return self


class _Head(Strict):
    name: str
    version: int = Field(ge=1)
    width: float = Field(gt=0)
    height: float = Field(gt=0)
    bleed: float = Field(ge=0)
    safe: float = Field(ge=0)


class _Tag(Strict):
    x: float
    y: float
    symbol: float = Field(gt=0)
    quiet_modules: float = Field(ge=1)
    frame: float = Field(gt=0)


class Sketch(Strict):
    """What stands in for a missing picture: bars from the exits a fact names to a hub."""

    fact: str
    hub: Pair
    width: float = Field(gt=0)
    exits: dict[str, Pair]


SHARED = "shared"
"""The dress of cards that belong to nobody."""


class Kinds(Strict):
    """Cards of the given kinds, each as often as its data says (`copies`)."""

    kind: list[str]


class CardTemplate(Strict):
    """A game's card: size, tag, text slots of front and back, inks per owner and style.

    The owner `shared` dresses cards that belong to nobody: a whole deck (`decks.shared`), or the
    cards of the kinds named in `shared`. Every other owner also gets the cards of the kinds named
    in `each`, which stand in no deck.
    """

    template: _Head
    tag: _Tag
    slot: list[Slot]
    back: list[Slot] = Field(default_factory=list)
    decks: dict[str, str] = Field(default_factory=dict)
    shared: Kinds | None = None
    each: Kinds | None = None
    owner: dict[str, dict[Style, dict[str, Ink]]]
    plain: dict[str, Ink]
    sketch: Sketch | None = None

    @property
    def size(self) -> Size:
        """The trim."""
        return Size(self.template.width, self.template.height)

    @property
    def label(self) -> str:
        """Name and version as they stand in a manifest."""
        return f"{self.template.name}@{self.template.version}"

    @property
    def front_panel(self) -> Panel:
        """The tag on a front."""
        tag = self.tag
        return Panel(tag.x, tag.y, tag.symbol, tag.quiet_modules, tag.frame)

    @property
    def back_panel(self) -> Panel:
        """The tag on a back: centred."""
        side = self.front_panel.side
        x, y = (self.size.width - side) / 2, (self.size.height - side) / 2
        return Panel(x, y, self.tag.symbol, self.tag.quiet_modules, self.tag.frame)

    def faults(self) -> list[tuple[Key, str]]:
        """What the types cannot say: place of each fault, and what should be."""
        return [*self._colours(), *self._places()]

    def _slots(self) -> list[tuple[str, int, Slot]]:
        return [("slot", i, s) for i, s in enumerate(self.slot)] + [
            ("back", i, s) for i, s in enumerate(self.back)
        ]

    def _colours(self) -> list[tuple[Key, str]]:
        palettes: dict[Key, dict[str, Ink]] = {
            ("owner", owner, style): inks
            for owner, styles in self.owner.items()
            for style, inks in styles.items()
        }
        palettes["plain",] = self.plain
        wanted = {
            name for _, _, slot in self._slots() for name in (slot.colour, slot.rule, slot.halo)
        }
        return [
            (place, f"should hold the ink {name!r} that a slot asks for")
            for place, inks in palettes.items()
            for name in sorted(wanted - {""})
            if name not in inks
        ]

    def _places(self) -> list[tuple[Key, str]]:
        head = self.template
        safe = Rect(0, 0, head.width, head.height).grown(*(-head.safe,) * 4)
        found: list[tuple[Key, str]] = []
        for side, index, slot in self._slots():
            panel = self.front_panel if side == "slot" else self.back_panel
            if not safe.holds(slot.rect):
                what = f"should stay {head.safe} mm inside the trim"
                found.append(((side, index, "box"), what))
            if slot.rect.shared(panel.outer):
                found.append(((side, index, "box"), "should not lie on the tag"))
        if not safe.holds(self.front_panel.outer):
            found.append((("tag", "x"), f"the tag should stay {head.safe} mm inside the trim"))
        found += [
            (("decks", owner), "should name an owner that has inks")
            for owner in self.decks
            if owner not in self.owner
        ]
        return found


def printable() -> list[str]:
    """The games that have a card template."""
    return sorted(path.parent.name for path in TEMPLATES.glob("*/card.toml"))


def check_printable(catalog: Catalog) -> None:
    """Raises `UsageError` with the games that can be printed, if this one cannot."""
    if catalog.slug not in printable():
        name = catalog.names["en"]
        others = ", ".join(printable())
        raise UsageError(f"{name} can't be printed yet; games that can: {others}")


@cache
def load_card_template(slug: str) -> CardTemplate:
    """A game's card template; raises `TemplateFaults` with every fault of it."""
    return read_toml(TEMPLATES / slug / "card.toml", CardTemplate)
