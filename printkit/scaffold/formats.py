"""Ready sizes of cards for a new game: its template and mat, changed to a usual format.

Theory of operation. The sample's template is a card of 54 × 90 mm. A format scales its lengths by a
factor, then every edge of a part beyond a vertical or horizontal cut through the card's middle is
moved, so that the corners keep their shape and the space between them is stretched. The files stay
plain TOML, as a designer would write it.
"""

import math
import re
import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Final, Literal

from pydantic import Field

from printkit.data.toml_source import TEMPLATES, Strict, choose, read_toml
from printkit.pdf.geometry import Size, hexagons

_TRIM: Final = (54.0, 90.0)
_CUT: Final = (27.0, 37.0)
"""The cuts, in mm of the sample's card."""
_STRETCHED: Final = 14.0
"""Anchored parts wider than this are widened."""
_WINDOW: Final = 30.0
"""Lower parts in the middle keep their height and are centred."""
_MARKS: Final = 8.0
"""Lower parts hold icons, which are not scaled below `_SMALLEST` mm."""
_SMALLEST: Final = 6.0
"""Type sizes in pt and icons in mm are not scaled below this one."""
_PAIR: Final = re.compile(r"^(# )?(\w+) = (\[?)([-\d., ]+)(\]?)$")
_MARGIN: Final = (204.0, 110.0)
"""Width and height of the mat around its cells."""
_CONTROL: Final = (80.0, 145.0)
"""Position of the control cards' place, from the mat's far corner."""


class Format(Strict):
    """A size of cards; lengths are in mm."""

    width: float = Field(gt=0)
    height: float = Field(gt=0)
    scale: float = Field(1.0, gt=0)
    inset: float = Field(0.0, ge=0)
    """Distance of texts from the card's sides, in addition to the sample's."""
    wider: float = Field(0.0, ge=0)
    """Distance by which parts in the middle extend into the inset."""
    cell: float = Field(0.0, ge=0)
    """Width of a hexagonal cell; 0 for a rectangular card."""
    adjacent: str = ""
    """The rules' function for neighbouring cells, if they are not the sample's."""

    @property
    def shape(self) -> Literal["card", "hex"]:
        """The outline of the cards."""
        return "hex" if self.cell else "card"


class _Formats(Strict):
    format: dict[str, Format]


@cache
def formats() -> Mapping[str, Format]:
    """Return the formats by name."""
    return read_toml(TEMPLATES / "starter" / "formats.toml", _Formats).format


def format_named(name: str) -> Format:
    """Return a format; raise `UsageError` with the known ones if there is none of this name."""
    return formats()[choose("format", name, formats())]


def reformat(files: Mapping[str, str], to: Format) -> dict[str, str]:
    """Return a new game's files with the template, mat and rules of a format."""
    changed = dict(files)
    for name, text in files.items():
        match Path(name).name, Path(name).parts[0]:
            case "card.toml", _:
                changed[name] = _card(text, to)
            case "mat-field.toml", _:
                changed[name] = _mat(text, to)
            case "__init__.py", "rules" if to.adjacent:
                old = re.compile(r"\ndef _are_adjacent.*?(?=\n\n\ndef )", re.DOTALL)
                changed[name] = old.sub(lambda _: to.adjacent.rstrip("\n"), text)
            case "test_golden.py", _ if to.adjacent:
                del changed[name]  # its match would break the new rule
    return changed


def _card(text: str, to: Format) -> str:
    """Return the sample's card template in another format."""
    lines = [_resized(line, to) for line in text.splitlines()]
    whole = "\n".join(lines) + "\n"
    if to.cell:
        whole = whole.replace("bleed = 3.0\n", 'bleed = 3.0\nshape = "hex"\n', 1)
    return whole


def _resized(line: str, to: Format) -> str:
    """Return a line of the template with its lengths in another format."""
    found = _PAIR.match(line)
    if found is None:
        return line
    note, key, start, value, end = found.groups(default="")
    numbers = [float(number) for number in value.split(",")]
    new = _LENGTHS[key](numbers, to) if key in _LENGTHS else numbers
    if new == numbers:
        return line
    return f"{note}{key} = {start}{', '.join(map(_shown, new))}{end}"


def _shown(number: float) -> str:
    return f"{round(number, 2):.2f}".removesuffix("0")


def _room(to: Format) -> tuple[float, float]:
    """Return how much wider and higher the card is than the scaled sample, without its insets."""
    wide = to.width - 2 * to.inset - to.scale * _TRIM[0]
    return wide, to.height - to.scale * _TRIM[1]


def _box(box: list[float], to: Format) -> list[float]:
    if len(box) != 4:
        return box
    x, y, width, height = box
    if x < 0:  # the background, with its bleed
        return [x, y, to.width - 2 * x, to.height - 2 * y]
    wide, high = _room(to)

    def across(edge: float) -> float:
        return edge * to.scale + to.inset + (wide if edge > _CUT[0] else 0)

    def down(edge: float) -> float:
        return edge * to.scale + (high if edge > _CUT[1] else 0)

    middle = y < _CUT[1] < y + height and y > _STRETCHED
    wider = to.wider if middle else 0.0
    left, right = across(x) - wider, across(x + width) + wider
    if middle and height < _WINDOW:
        return [left, y * to.scale + high / 2, right - left, height * to.scale]
    if _SMALLEST < height <= _MARKS:
        return [left, down(y), right - left, max(height * to.scale, min(height, _SMALLEST))]
    return [left, down(y), right - left, down(y + height) - down(y)]


def _area(area: list[float], to: Format) -> list[float]:
    width, height = area
    wide = _room(to)[0] if width > _STRETCHED else 0.0
    return [width * to.scale + wide, height * to.scale]


def _type(sizes: list[float], to: Format) -> list[float]:
    """Return sizes of type in pt, or of icons in mm, which stay legible."""
    return [max(size * to.scale, min(size, _SMALLEST)) for size in sizes]


def _by_scale(lengths: list[float], to: Format) -> list[float]:
    return [length * to.scale for length in lengths]


def _safe(lengths: list[float], to: Format) -> list[float]:
    return [math.floor(length * to.scale * 10) / 10 for length in lengths]


def _from_side(lengths: list[float], to: Format) -> list[float]:
    return [length * to.scale + to.inset for length in lengths]


def _from_top(lengths: list[float], to: Format) -> list[float]:
    high = _room(to)[1]
    return [length * to.scale + (high if length > _CUT[1] else 0) for length in lengths]


def _side(lengths: list[float], to: Format) -> list[float]:
    """Return the trim's new width or height; other widths are those of lines."""
    return [{_TRIM[0]: to.width, _TRIM[1]: to.height}.get(length, length) for length in lengths]


_LENGTHS: Final[Mapping[str, Callable[[list[float], Format], list[float]]]] = {
    **dict.fromkeys(("width", "height"), _side),
    **dict.fromkeys(("size", "shrink"), _type),
    "safe": _safe,
    **dict.fromkeys(("symbol", "frame", "corner", "gap", "bottom"), _by_scale),
    **dict.fromkeys(("x", "left", "right"), _from_side),
    **dict.fromkeys(("y", "top"), _from_top),
    "box": _box,
    "area": _area,
}


def _mat(text: str, to: Format) -> str:
    """Return the sample's mat with cells of a format: a grid, or hexagons."""
    grid = tomllib.loads(text)["grid"]
    columns, rows = grid["columns"], grid["rows"]
    cells = Size(columns * to.width, rows * to.height)
    if to.cell:
        cells = hexagons(columns, rows, to.cell)
    width, height = math.ceil(cells.width + _MARGIN[0]), math.ceil(cells.height + _MARGIN[1])
    old_width, old_height = re.findall(r"size = \[([\d.]+), ([\d.]+)\]", text)[0]
    text = text.replace(f"[{old_width}, {old_height}]", f"[{width}.0, {height}.0]")
    text = text.replace(f"{float(old_width):g} × {float(old_height):g}", f"{width} × {height}")
    text = text.replace(
        "\nwidth = 54.0\nheight = 90.0", f"\nwidth = {to.width}\nheight = {to.height}"
    )
    corner = f"box = [{width - _CONTROL[0]}, {height - _CONTROL[1]},"
    text = re.sub(r"box = \[[\d.]+, [\d.]+,", corner, text)
    if to.cell:
        text = text.replace("[grid]\n", f"[hexagons]\nwidth = {to.cell}\n")
    return text
