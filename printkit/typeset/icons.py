"""Icons in texts and repeats: shared pictograms, plain shapes, and a game's own SVG files.

`{icon:sword}` in a card's text or in a slot's content becomes a pictogram in the text's ink, as
high as the capitals. A name refers to a file `templates/<slug>/icons/<name>.svg`, to one of
`SHAPES`, or to a pictogram in `printkit.typeset.pictograms`. Only the filled shapes of an SVG file
are drawn, within its viewBox; its colours are ignored. A file has at most 200 kB and no document
type, so that reading it is quick and safe.

Inside a text, an icon is one character of private plane 15 (`printkit.typeset.breaks.is_icon`), so
breaking and measuring treat it like any other character. No typeface has these characters, so a
designer's text that contains one is reported.
"""

import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path as File
from typing import Any, Final

from printkit.data.toml_source import game_folder, shown_path
from printkit.errors import TemplateFaults, UsageError, fault_at
from printkit.pdf.drawing import (
    BLACK,
    PAPER,
    Cmyk,
    Contour,
    Drawing,
    Group,
    Matrix,
    Node,
    Path,
    Segment,
    Shape,
    ellipse,
    placed,
    polygon,
    rectangle,
    transformed,
)
from printkit.typeset.breaks import FIRST_ICON, is_icon
from printkit.typeset.pictograms import moon, pictogram, pictograms, sun
from rules.messages.message import Text
from rules.messages.near_matches import did_you_mean

HIGH: Final = 24.0
"""Height of an icon's drawing, in mm; it can be scaled to any size."""
_MOST_BYTES: Final = 200_000
_MARK: Final = re.compile(r"\{icon:([^{}]*)\}")
_NAME: Final = re.compile(r"[a-z0-9][a-z0-9_-]*")


def _star(points: int) -> Path:
    corners = []
    for n in range(2 * points):
        radius, angle = (5 if n % 2 else 12), math.pi * n / points
        corners.append((radius * math.sin(angle), -radius * math.cos(angle)))
    return polygon(corners)


SHAPES: Final[dict[str, Path]] = {
    "disc": ellipse(0, 0, 11),
    "ring": ellipse(0, 0, 11) + ellipse(0, 0, 7),
    "square": rectangle(-10, -10, 20, 20),
    "diamond": polygon([(0, -12), (9, 0), (0, 12), (-9, 0)]),
    "triangle": polygon([(0, -11), (11.5, 10), (-11.5, 10)]),
    "star": _star(5),
    "sun": sun(0, 0, 12),
    "moon": moon(-1, 0, 11),
}
"""Plain shapes about (0, 0) in a square of 24, filled by the even-odd rule."""


@dataclass(frozen=True, slots=True)
class Icon:
    """A pictogram in one ink; `width` is in mm, at the height `HIGH`."""

    name: str
    width: float
    nodes: Callable[[Cmyk, Cmyk], tuple[Node, ...]]

    @property
    def aspect(self) -> float:
        """Ratio of width to height."""
        return self.width / HIGH

    def drawing(self, ink: Cmyk) -> Drawing:
        """Return the icon with its top left at (0, 0), `HIGH` mm high."""
        ground = PAPER if ink.rgb < (128, 128, 128) else BLACK
        return Drawing((-1, -1, self.width + 1, HIGH + 1), self.nodes(ink, ground))


class Icons:
    """The icons that a game's texts may name."""

    def __init__(self, slug: str) -> None:
        """Read the names of the icons; files are read on request."""
        self._folder = game_folder(slug) / "icons" if slug else None
        own = self._folder.glob("*.svg") if self._folder else ()
        self._own = {path.stem: path for path in sorted(own)}
        self.names = sorted({*self._own, *SHAPES, *pictograms()})

    def marked(self, text: str) -> tuple[str, list[str]]:
        """Return the text with a private character for each icon, and the unknown names."""
        unknown: dict[str, None] = {}

        def mark(found: re.Match[str]) -> str:
            if found[1] in self.names:
                return chr(FIRST_ICON + self.names.index(found[1]))
            unknown[found[1]] = None
            return ""

        return _MARK.sub(mark, text), list(unknown)

    def near(self, name: str) -> Text:
        """Suggest a known name for an unknown one."""
        return did_you_mean(name, self.names)

    def parts(self, line: str) -> Iterator[str | Icon]:
        """Yield a marked line's stretches of text and its icons, in order."""
        text = ""
        for c in line:
            if is_icon(c):
                if text:
                    yield text
                yield self.get(self.names[ord(c) - FIRST_ICON])
                text = ""
            else:
                text += c
        if text:
            yield text

    def get(self, name: str) -> Icon:
        """Return an icon by name; raise `KeyError`, or `TemplateFaults` for a faulty file."""
        if name in self._own:
            return _read(self._own[name])
        middle = placed(HIGH / 2, HIGH / 2)
        if name in SHAPES:
            shape = transformed(SHAPES[name], middle)
            return Icon(name, HIGH, lambda ink, _: (Shape(shape, ink, even_odd=True),))
        return Icon(name, HIGH, lambda ink, ground: _moved(pictogram(name, ink, ground), middle))


def without_icons(text: str) -> str:
    """Return a text without its icons: the characters that its faces must have."""
    return _MARK.sub("", text)


def _moved(nodes: tuple[Node, ...], by: Matrix) -> tuple[Node, ...]:
    return (Group(nodes, by),)


@cache
def icons_of(slug: str) -> Icons:
    """Return a game's icons."""
    return Icons(slug)


def plain_sign(name: str, slug: str, ink: Cmyk, ground: Cmyk) -> tuple[Node, ...]:
    """Return an icon in a circle of radius 12 around (0, 0); raise `UsageError` if unknown."""
    if name in pictograms():
        return pictogram(name, ink, ground)
    icons = icons_of(slug)
    if name not in icons.names:
        raise UsageError("print.no_icon", icon=name, near=icons.near(name))
    icon = icons.get(name)
    scale = min(1.0, HIGH / icon.width)
    at = placed(-scale * icon.width / 2, -scale * HIGH / 2, scale=scale)
    return _moved(icon.nodes(ink, ground), at)


@cache
def _read(file: File) -> Icon:
    """Read an SVG file's filled shapes as one path; raise `TemplateFaults` if it is faulty."""
    from fontTools.svgLib.path import SVGPath  # noqa: PLC0415 - only games with icons need it

    shown = str(shown_path(file))
    if not _NAME.fullmatch(file.stem):
        raise TemplateFaults([fault_at(shown, "print.icon_name")])
    content = file.read_bytes()
    if len(content) > _MOST_BYTES:
        raise TemplateFaults(
            [fault_at(shown, "print.icon_bytes", found=len(content), most=_MOST_BYTES)]
        )
    if b"<!DOCTYPE" in content or b"<!ENTITY" in content:
        raise TemplateFaults([fault_at(shown, "print.icon_doctype")])
    pen = _pen()
    try:
        picture = SVGPath.fromstring(content)
        for parent in list(picture.root.iter()):
            for child in list(parent):
                if child.get("fill") == "none":
                    parent.remove(child)
        box = [float(part) for part in re.split(r"[\s,]+", picture.root.get("viewBox").strip())]
        picture.draw(pen)
        left, top, width, height = box
    except Exception as error:  # a user's file: the parser lets many kinds of errors through
        reason = str(error).partition("\n")[0] or type(error).__name__
        raise TemplateFaults([fault_at(shown, "print.icon_svg", why=reason[:80])]) from error
    if not pen.contours or width <= 0 or height <= 0:
        raise TemplateFaults([fault_at(shown, "print.icon_empty")])
    scale = HIGH / height
    path = transformed(
        Path(tuple(pen.contours)), Matrix(scale, 0, 0, scale, -left * scale, -top * scale)
    )
    odd = b"evenodd" in content
    return Icon(file.stem, width * scale, lambda ink, _: (Shape(path, ink, even_odd=odd),))


def _pen() -> Any:  # noqa: ANN401 - its base class has no types
    """Return a pen that collects contours of lines and cubics."""
    from fontTools.pens.basePen import BasePen  # noqa: PLC0415

    class Pen(BasePen):  # type: ignore[misc]  # its base class has no types
        def __init__(self) -> None:
            super().__init__(None)
            self.contours: list[Contour] = []
            self._start = (0.0, 0.0)
            self._segments: list[Segment] = []

        def _moveTo(self, pt: Any) -> None:  # noqa: ANN401, N802 - named by the base class
            self._endPath()
            self._start = pt

        def _lineTo(self, pt: Any) -> None:  # noqa: ANN401, N802
            self._segments.append(tuple(pt))

        def _curveToOne(self, one: Any, two: Any, end: Any) -> None:  # noqa: ANN401, N802
            self._segments.append((*one, *two, *end))

        def _closePath(self) -> None:  # noqa: N802
            self._endPath()

        def _endPath(self) -> None:  # noqa: N802
            if self._segments:
                self.contours.append(Contour(self._start, tuple(self._segments)))
            self._segments = []

    return Pen()
