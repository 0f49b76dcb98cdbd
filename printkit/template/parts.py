"""Parts of a card's face as data: panels, images, repeated icons and slots of text.

A part's text has facts in braces: `{number}`, `{kind:term}`, `{=word}`, and in slots also
`{icon:NAME}`. Anything else in braces is a fault of the template.
"""

import re
from collections.abc import Mapping
from string import Formatter
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from printkit.pdf.drawing import Cmyk
from printkit.pdf.geometry import Size
from printkit.template.anchors import Length, Part, Points
from rules import Message

MOST_INK = 240
"""Maximum ink coverage, per cent; print-on-demand services refuse more.
"""


def _ink(value: object) -> object:
    if isinstance(value, Cmyk):
        return value
    parts = re.fullmatch(r"(\d{1,3})/(\d{1,3})/(\d{1,3})/(\d{1,3})", str(value))
    if parts is None or any(int(part) > 100 for part in parts.groups()):
        raise ValueError(Message("print.no_ink"))
    colour = Cmyk(*(float(part) for part in parts.groups()))
    if colour.coverage > MOST_INK:
        found = f"{colour.coverage:.0f}"
        raise ValueError(Message("print.heavy_ink", most=str(MOST_INK), found=found))
    return colour


Ink = Annotated[Cmyk, BeforeValidator(_ink)]
Side = Literal["front", "back"]
Pair = Annotated[list[Length], Field(min_length=2, max_length=2)]
_ICON = re.compile(r"\{icon:([^{}]*)\}")
_FACT = re.compile(r"=?[\w-]+")
_SPECS = ("", "term", "Term")


def _wording(text: str) -> str:
    """Return the text if all its facts in braces are valid; otherwise raise `ValueError`."""
    try:
        fields = list(Formatter().parse(_ICON.sub("", text)))
    except ValueError as error:
        raise ValueError(Message("print.open_brace", why=str(error))) from error
    for _, name, spec, conversion in fields:
        if name is None:
            continue
        if conversion or spec not in _SPECS or not _FACT.fullmatch(name):
            field = "{" + name + (f":{spec}" if spec else "") + "}"
            raise ValueError(Message("print.no_fact_name", said=field))
    return text


Wording = Annotated[str, AfterValidator(_wording)]


def asked_by(wording: str) -> tuple[list[str], list[str]]:
    """Return the names of the facts and of the icons in a template's text."""
    fields = Formatter().parse(_ICON.sub("", wording))
    return [name for _, name, _, _ in fields if name], _ICON.findall(wording)


def _filled(wording: str, facts: Mapping[str, str]) -> str:
    return _ICON.sub(r"{{icon:\1}}", wording).format_map(facts).strip()


class Plate(Part):
    """A filled or outlined box under everything else."""

    side: Side = "front"
    """Side of the card on which the part is shown."""
    fill: str = ""
    """Ink of the area; without it, only the outline is drawn."""
    line: str = ""
    """Ink of the outline; without it, there is no outline."""
    width: Length = Field(0.35, gt=0)
    """Width of the outline."""
    corner: Length = Field(0.0, ge=0)
    """Radius of the corners."""


class ImageSlot(Part):
    """A picture from the game's own `images` folder."""

    side: Side = "front"
    """Side of the card on which the part is shown."""
    show: Wording
    """The file in `images/`, with facts in braces."""
    absent: list[str] = Field(default_factory=lambda: [""])
    """File names for which no picture is shown."""
    fit: Literal["cover", "contain"] = "cover"
    """`cover` fills the box and crops the picture, `contain` shows the whole picture."""


class Repeat(Part):
    """An icon repeated as often as a fact says, in lines of the box's width."""

    side: Side = "front"
    """Side of the card on which the part is shown."""
    icon: Wording
    """Name of the icon, with facts in braces."""
    count: Wording
    """Number of icons: a fact in braces, or a number."""
    size: Length = Field(gt=0)
    """Width and height of one icon."""
    spread: Length = Field(0.6, ge=0)
    """Distance between two icons."""
    align: Literal["left", "centre", "right"] = "left"
    """Alignment of an incomplete line."""
    colour: str
    """Ink of the icons."""


class Slot(Part):
    """A place for text."""

    show: Wording
    """The text, with facts in braces."""
    short: Wording = ""
    """Text shown instead if `show` does not fit in legible type, for example in a small set."""
    absent: list[str] = Field(default_factory=lambda: [""])
    """Texts for which nothing is shown."""
    role: str
    """Type of the text: a role of `faces.toml`."""
    size: Points = Field(ge=1)
    """Largest type size, used if the text fits."""
    shrink: Points = Field(ge=1)
    """Smallest type size."""
    lines: int = Field(1, ge=1, le=99)
    """The maximum number of lines."""
    leading: float = Field(1.2, ge=0.5, le=5)
    """Distance between two baselines, in em."""
    align: Literal["left", "centre", "right"] = "left"
    """Alignment of the lines in the box."""
    middle: bool = False
    """True centres the text between top and bottom."""
    break_first: list[str] = Field(default_factory=list)
    """Languages whose texts are broken into lines before their size is reduced."""
    turn: Literal[0, 90, 180, 270] = 0
    """Clockwise rotation of the text."""
    colour: str
    """The ink of the letters."""
    rule: str = ""
    """Ink of a line below the text; without it, there is no line."""
    halo: str = ""
    """Ink of an outline around the letters; without it, there is no outline."""
    ruby: str = ""
    """Fact with the reading that is set above Japanese text."""
    steps: bool = False
    """True puts each numbered step (`1 Roll. 2 Fight.`) on a new line, if all of them fit."""
    fine: bool = False
    """True for fine print, which distinguishes prints and which no rule needs."""

    @property
    def measure(self) -> Size:
        """Width and height of the box as seen by a reader of its turned text."""
        return Size(self.rect.width, self.rect.height).turned(self.turn)

    def says(self, facts: Mapping[str, str]) -> str:
        """Return the text for a card with these facts; `{icon:NAME}` is unchanged."""
        return _filled(self.show, facts)

    def says_shortly(self, facts: Mapping[str, str]) -> str:
        """Return the short text for these facts, or "" if there is none."""
        return _filled(self.short, facts)

    @model_validator(mode="after")
    def _sizes_in_order(self) -> Self:
        if self.shrink > self.size:
            sizes = {"shrink": str(self.shrink), "size": str(self.size)}
            raise ValueError(Message("print.large_shrink", **sizes))
        if self.box and (self.rect.width <= 0 or self.rect.height <= 0):
            raise ValueError(Message("print.empty_box"))
        return self
