"""Positions of a template's parts: absolute, relative to the trim's edges, or next to another part.

Theory of operation. A part has either `box = [x, y, width, height]`, or `area = [width, height]`
and anchors. Horizontal anchors are `left` or `right` (distance from that edge of the trim), and
`right_of` or `left_of` another part. Vertical anchors are `top` or `bottom`, and `below` or `above`
another part; `gap` is the distance from that part. Omitted values are those of the other part: a
part below another one has the same left edge and, without an `area`, the same size. Parts are
placed in the order of their dependencies; a cycle is reported with every name in it.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Annotated, Final

from pydantic import AfterValidator, BeforeValidator, Field

from printkit.data.toml_source import Key, Strict
from printkit.pdf.geometry import Rect, Size
from rules import Message
from rules.messages.message import Text
from rules.messages.near_matches import did_you_mean

# Lengths as designers write them: numbers are in mm (type sizes in pt), texts have a unit.
#
# `2.5`, `"2.5 mm"`, `"2.5 cm"`, `"0.5 in"`, `"12 pt"`; a point is 1/72 inch.


_MM: Final = {"mm": 1.0, "cm": 10.0, "in": 25.4, "pt": 25.4 / 72}
_LENGTH = re.compile(r"\s*(-?(?:\d+\.?\d*|\.\d+))\s*([a-zA-Z\"″%]*)\s*")


def _in(unit: str, value: object) -> object:
    """Convert a text with a unit to `unit`; leave anything else unchanged."""
    if not isinstance(value, str):
        return value
    found = _LENGTH.fullmatch(value)
    if found is None:
        raise ValueError(Message("print.no_length", unit=unit))
    number, written = float(found[1]), found[2] or unit
    if written not in _MM:
        near = did_you_mean(written, sorted(_MM))
        raise ValueError(Message("print.no_unit", unit=repr(written), near=near))
    return number if written == unit else round(number * _MM[written] / _MM[unit], 6)


def _on_paper(most: float, unit: str) -> AfterValidator:
    """Return a validator that refuses values larger than any sheet, infinity and not-a-number."""

    def judged(value: float) -> float:
        if not abs(value) <= most:
            raise ValueError(Message("print.long_length", most=f"{most:g} {unit}"))
        return value

    return AfterValidator(judged)


Length = Annotated[float, BeforeValidator(lambda value: _in("mm", value)), _on_paper(5000, "mm")]
"""Millimetres."""
Points = Annotated[float, BeforeValidator(lambda value: _in("pt", value)), _on_paper(1000, "pt")]
"""Typographic points."""


Box = Annotated[list[Length], Field(min_length=4, max_length=4)]
Area = Annotated[list[Length], Field(min_length=2, max_length=2)]

NEIGHBOURS = ("below", "above", "right_of", "left_of")
EDGES = ("left", "right", "top", "bottom")


class Part(Strict):
    """A named element with a place on a face; `when` and `unless` hide it on some cards."""

    name: str
    """Name by which other parts, and templates that extend this one, refer to the part."""
    box: Box = Field(default_factory=list)
    """Left, top, width and height on the trim. Alternatively, use `area` and an anchor in each
    direction.
    """
    area: Area | None = None
    """Width and height of an anchored part."""
    left: Length | None = None
    """Distance from the trim's left edge."""
    right: Length | None = None
    """Distance from the trim's right edge."""
    top: Length | None = None
    """Distance from the trim's top edge."""
    bottom: Length | None = None
    """Distance from the trim's bottom edge."""
    below: str = ""
    """The part below which this part is placed."""
    above: str = ""
    """The part above which this part is placed."""
    right_of: str = ""
    """The part to whose right this part is placed."""
    left_of: str = ""
    """The part to whose left this part is placed."""
    gap: Length = 0.0
    """Distance from the part that `below`, `above`, `right_of` or `left_of` names."""
    when: dict[str, list[str]] = Field(default_factory=dict)
    """Facts and values: a card shows the part only if each fact has one of its values."""
    unless: dict[str, list[str]] = Field(default_factory=dict)
    """Facts and values: a card does not show the part if any fact has one of its values."""

    def shown_for(self, facts: Mapping[str, str]) -> bool:
        """Return whether a card with these facts shows the part."""
        needed = all(facts.get(name, "") in values for name, values in self.when.items())
        barred = any(facts.get(name, "") in values for name, values in self.unless.items())
        return needed and not barred

    @property
    def rect(self) -> Rect:
        """The box as a rectangle; empty until the part is placed."""
        return Rect(*self.box) if self.box else Rect(0, 0, 0, 0)

    @property
    def needs(self) -> dict[str, str]:
        """The parts to which this part is anchored, by anchor key."""
        return {key: getattr(self, key) for key in NEIGHBOURS if getattr(self, key)}

    @property
    def anchored(self) -> bool:
        """True if the part is positioned by anything but its box."""
        edges = any(getattr(self, key) is not None for key in (*EDGES, "area"))
        return bool(self.needs) or edges


def place_parts(
    parts: Mapping[Key, Part], trim: Size
) -> tuple[dict[Key, Rect], list[tuple[Key, Text]]]:
    """Return the rectangles of a face's parts, and the faults of parts that cannot be placed.

    `parts` maps each part's place in the file to the part.
    """
    named = {part.name: key for key, part in parts.items()}
    counted = Counter(part.name for part in parts.values())
    twice = {name for name, count in counted.items() if count > 1}
    placed: dict[Key, Rect] = {}
    faults: list[tuple[Key, Text]] = []
    for key, part in parts.items():
        found = _misplaced(key, part, named, twice)
        if found:
            faults += found
        elif not part.anchored:
            placed[key] = part.rect
    waiting = {
        key: part for key, part in parts.items() if key not in placed and not _faulty(key, faults)
    }
    while ready := [key for key, part in waiting.items() if _ready(part, named, placed)]:
        for key in ready:
            part = waiting.pop(key)
            neighbour = {side: placed[named[name]] for side, name in part.needs.items()}
            rect = _rect(part, neighbour, trim)
            if rect is None:
                faults.append(((*key, "area"), Message("print.no_area")))
            else:
                placed[key] = rect
    return placed, [*faults, *_circles(waiting, named)]


def _faulty(key: Key, faults: Sequence[tuple[Key, Text]]) -> bool:
    return any(loc[: len(key)] == key for loc, _ in faults)


def _ready(part: Part, named: Mapping[str, Key], placed: Mapping[Key, Rect]) -> bool:
    return all(named[name] in placed for name in part.needs.values())


def _misplaced(
    key: Key, part: Part, named: Mapping[str, Key], twice: AbstractSet[str]
) -> list[tuple[Key, Text]]:
    """Return a part's contradictory anchors and anchors to unknown parts."""
    if not part.box and not part.anchored:
        return [((*key, "box"), Message("print.no_box"))]
    if part.box and part.anchored:
        return [((*key, "box"), Message("print.box_and_anchors"))]
    across = [k for k in ("left", "right", "left_of", "right_of") if _quoted(part, k)]
    down = [k for k in ("top", "bottom", "below", "above") if _quoted(part, k)]
    found: list[tuple[Key, Text]] = [
        ((*key, keys[1]), Message("print.two_anchors", other=keys[0]))
        for keys in (across, down)
        if len(keys) > 1
    ]
    for side, name in part.needs.items():
        if name in twice:
            found.append(((*key, side), Message("print.parts_alike", name=repr(name))))
        elif name not in named:
            near = did_you_mean(name, sorted(set(named) - {part.name}))
            found.append(((*key, side), Message("print.no_part", name=repr(name), near=near)))
    if not found and part.anchored and not part.needs and not (across and down):
        found.append(((*key, "area"), Message("print.half_anchored")))
    return found


def _quoted(part: Part, key: str) -> bool:
    return getattr(part, key) not in (None, "")


def _rect(part: Part, neighbour: Mapping[str, Rect], trim: Size) -> Rect | None:
    """Return an anchored part's rectangle; None if it has no size."""
    other = next(iter(neighbour.values()), None)
    if part.area is not None:
        width, height = part.area
    elif other is not None:
        width, height = other.width, other.height
    else:
        return None
    x = other.x if other else 0.0
    y = other.y if other else 0.0
    if part.left is not None:
        x = part.left
    if part.right is not None:
        x = trim.width - part.right - width
    if part.top is not None:
        y = part.top
    if part.bottom is not None:
        y = trim.height - part.bottom - height
    for side, rect in neighbour.items():
        match side:
            case "below":
                y = rect.bottom + part.gap
            case "above":
                y = rect.y - part.gap - height
            case "right_of":
                x = rect.right + part.gap
            case _:
                x = rect.x - part.gap - width
    return Rect(x, y, width, height)


def _circles(waiting: Mapping[Key, Part], named: Mapping[str, Key]) -> list[tuple[Key, Text]]:
    """Return a fault for each cycle of parts, but none for parts that depend on a cycle."""
    found: list[tuple[Key, Text]] = []
    reported: set[str] = set()
    for part in waiting.values():
        chain = [part.name]
        while (step := _next(chain[-1], waiting, named)) and step not in chain:
            chain.append(step)
        if step and step not in reported:
            circle = chain[chain.index(step) :]
            reported.update(circle)
            key = named[step]
            side = next(s for s, name in waiting[key].needs.items() if named[name] in waiting)
            way = " → ".join([*circle, step])
            found.append(((*key, side), Message("print.anchor_circle", way=way)))
    return found


def _next(name: str, waiting: Mapping[Key, Part], named: Mapping[str, Key]) -> str:
    part = waiting[named[name]]
    return next((other for other in part.needs.values() if named[other] in waiting), "")
