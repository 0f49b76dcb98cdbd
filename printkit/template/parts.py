"""Parts of a card's face as data: panels, images, repeated icons and slots of text.

A part shows a text with facts in braces: `{number}`, `{kind:term}`, `{=word}`; in slots also
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
"""Maximum ink per spot, per cent; print services refuse more (research on print-on-demand presses).
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
    """Return a text with valid facts in braces; raise a fault that names the invalid ones."""
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
    """Return the facts and the icons in a text of a template."""
    fields = Formatter().parse(_ICON.sub("", wording))
    return [name for _, name, _, _ in fields if name], _ICON.findall(wording)


def _filled(wording: str, facts: Mapping[str, str]) -> str:
    return _ICON.sub(r"{{icon:\1}}", wording).format_map(facts).strip()


class Plate(Part):
    """A box of one ink, or its outline, under everything else; `corner` is a radius."""

    side: Side = "front"
    """The side of the card that shows it."""
    fill: str = ""
    """The ink that fills it; none: an outline only."""
    line: str = ""
    """The ink of its outline; none: no outline."""
    width: Length = Field(0.35, gt=0)
    """Width of the outline."""
    corner: Length = Field(0.0, ge=0)
    """Radius of its corners."""


class ImageSlot(Part):
    """A picture from the game's own folder `images`; `cover` fills the box, `contain` shows all."""

    side: Side = "front"
    """The side of the card that shows it."""
    show: Wording
    """The file in `images/`, with facts in braces."""
    absent: list[str] = Field(default_factory=lambda: [""])
    """Names for which no picture is shown."""
    fit: Literal["cover", "contain"] = "cover"
    """`cover` fills the box and loses edges, `contain` shows the whole picture."""


class Repeat(Part):
    """One icon as often as a fact says, in lines of the box's width."""

    side: Side = "front"
    """The side of the card that shows it."""
    icon: Wording
    """The icon, with facts in braces."""
    count: Wording
    """The number of icons: a fact in braces, or a number."""
    size: Length = Field(gt=0)
    """Width and height of one icon."""
    spread: Length = Field(0.6, ge=0)
    """The distance between two."""
    align: Literal["left", "centre", "right"] = "left"
    """Alignment of a line that is not full."""
    colour: str
    """The ink."""


class Slot(Part):
    """One place for text."""

    show: Wording
    """The text, with facts in braces."""
    short: Wording = ""
    """Shown instead if the text does not fit in legible type, as in a small set."""
    absent: list[str] = Field(default_factory=lambda: [""])
    """Texts for which nothing is shown."""
    role: str
    """The type: a role of `faces.toml`."""
    size: Points = Field(ge=1)
    """The largest type, used if the text fits."""
    shrink: Points = Field(ge=1)
    """The smallest type."""
    lines: int = Field(1, ge=1, le=99)
    """The maximum number of lines."""
    leading: float = Field(1.2, ge=0.5, le=5)
    """The distance of two lines, em."""
    align: Literal["left", "centre", "right"] = "left"
    """Alignment of the lines in the box."""
    middle: bool = False
    """Centred between top and bottom."""
    break_first: list[str] = Field(default_factory=list)
    """Languages that break into lines before they shrink."""
    turn: Literal[0, 90, 180, 270] = 0
    """Clockwise rotation of the text."""
    colour: str
    """The ink of the letters."""
    rule: str = ""
    """The ink of a line below the text; none: no line."""
    halo: str = ""
    """The ink of an outline around the letters; none: no outline."""
    ruby: str = ""
    """The fact that holds the reading above Japanese text."""
    steps: bool = False
    """Numbered steps (`1 Roll. 2 Fight.`) begin a line each, if all of them fit."""
    fine: bool = False
    """Fine print, which distinguishes prints and is needed for no rule."""

    @property
    def measure(self) -> Size:
        """Width and height of the box in the direction of its text."""
        return Size(self.rect.width, self.rect.height).turned(self.turn)

    def says(self, facts: Mapping[str, str]) -> str:
        """Return the text for a card with these facts; `{icon:NAME}` is unchanged."""
        return _filled(self.show, facts)

    def says_shortly(self, facts: Mapping[str, str]) -> str:
        """Return the short text for these facts, "" if there is none."""
        return _filled(self.short, facts)

    @model_validator(mode="after")
    def _sizes_in_order(self) -> Self:
        if self.shrink > self.size:
            sizes = {"shrink": str(self.shrink), "size": str(self.size)}
            raise ValueError(Message("print.large_shrink", **sizes))
        if self.box and (self.rect.width <= 0 or self.rect.height <= 0):
            raise ValueError(Message("print.empty_box"))
        return self
