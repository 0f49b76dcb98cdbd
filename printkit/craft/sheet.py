"""Pages of nets: shelves, lines by kind, the legend in three languages, the ruler.

Theory of operation
-------------------
A thing is given as groups of nets; every group begins on a new page. Nets are laid on shelves in
their order, turned by a quarter only if they would not fit otherwise. The first page of a group
has a band at its top: what it is and how it is made, and pictures of the thing half folded and
done, drawn from the same panels.

Line kinds are those of paper models everywhere: cut solid, mountain fold dashed, valley fold dash
and dot, glue hatched. A fold line has a pale seam beneath it, so that it shows on dark ground.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from printkit.canvas import Sheets
from printkit.craft.net import Edge, Net, Panel
from printkit.craft.view import Look, Part, view
from printkit.desk import Label
from printkit.drawing import (
    BLACK,
    PAPER,
    Cmyk,
    Contour,
    Drawing,
    Group,
    Matrix,
    Node,
    Path,
    Shape,
    Stroke,
    placed,
    polygon,
)
from printkit.errors import TextOverflow, UsageError
from printkit.fonts import LANGUAGES, Fonts
from printkit.furniture import draw_ruler
from printkit.geometry import Point, Rect, Size
from printkit.setting import Setter
from printkit.text import fit
from printkit.words import word

__all__ = ["Bench", "Laid", "Page", "Step", "Thing", "lay"]

MARGIN = 8.0
_FOOT = 27.0
_BAND = 46.0
_HEAD = 9.0
_GAP = 3.0
_CUT = 0.25
_FOLD = 0.22
_SEAM = 0.7
_BLEED = 1.0
_HATCH = 1.6
_GREY = Cmyk(0, 0, 0, 45)
_MOUNTAIN = (3.0, 1.5)
_VALLEY = (4.0, 1.0, 0.6, 1.0)
KINDS = ("cut", "mountain", "valley", "glue")


@dataclass(frozen=True, slots=True)
class Step:
    """One picture of the band: nets as they look from somewhere, folded so far."""

    parts: tuple[Part, ...]
    look: Look

    @classmethod
    def of(cls, net: Net, look: Look) -> Step:
        """A picture of one net."""
        return cls((Part(net),), look)


@dataclass(frozen=True, slots=True)
class Thing:
    """What a sheet shows: `name` leads to its words, `groups` begin a page each.

    `facts` fill the braces of its sentences; `version` is that of its geometry.
    """

    name: str
    groups: tuple[tuple[Net, ...], ...]
    steps: tuple[Step, ...]
    facts: tuple[tuple[str, str], ...] = ()
    landscape: bool = False
    version: int = 1


@dataclass(frozen=True, slots=True)
class Laid:
    """A net on a page: `matrix` maps its coordinates to the page's."""

    net: Net
    matrix: Matrix
    turn: int
    box: Rect


@dataclass(frozen=True, slots=True)
class Page:
    """One page; the first of a group has the band."""

    laid: tuple[Laid, ...]
    band: bool


def body_of(size: Size, *, band: bool) -> Rect:
    """Where nets may lie on a page."""
    top = MARGIN + (_BAND if band else _HEAD)
    return Rect(MARGIN, top, size.width - 2 * MARGIN, size.height - top - _FOOT)


def lay(thing: Thing, size: Size, paper: str) -> list[Page]:
    """The pages of a thing; raises `UsageError` if a net is larger than a page."""
    pages: list[Page] = []
    for group in thing.groups:
        rest = list(group)
        band = True
        while rest:
            laid, rest = _fill(rest, body_of(size, band=band))
            if not laid and not band:
                box = rest[0].box
                raise UsageError(
                    f"{box.width:.0f} × {box.height:.0f} mm do not fit a sheet of {paper}: "
                    "use a larger --paper, or make it smaller"
                )
            pages.append(Page(tuple(laid), band))
            band = False
    return pages


def _fill(nets: Sequence[Net], body: Rect) -> tuple[list[Laid], list[Net]]:
    """One page of shelves, and what is left for the next."""
    laid: list[Laid] = []
    x, y, shelf = body.x, body.y, 0.0
    for n, net in enumerate(nets):
        turn = _turn_for(net.box, Rect(x, y, body.right - x, shelf or body.bottom - y))
        if turn is None:
            top = y + shelf + (_GAP if shelf else 0.0)
            rest = Rect(body.x, top, body.width, body.bottom - top)
            turn = _turn_for(net.box, rest)
            if turn is None:
                return laid, list(nets[n:])
            x, y, shelf = rest.x, rest.y, 0.0
        width, height = _turned(net.box, turn)
        laid.append(_at(net, x, y, turn))
        x, shelf = x + width + _GAP, max(shelf, height)
    return laid, []


def _turn_for(box: Rect, room: Rect) -> int | None:
    """The quarter turns at which a net fits; upright if it can be."""
    for turn in (0, 90):
        width, height = _turned(box, turn)
        if width <= room.width + 1e-6 and height <= room.height + 1e-6:
            return turn
    return None


def _turned(box: Rect, turn: int) -> tuple[float, float]:
    return (box.height, box.width) if turn else (box.width, box.height)


def _at(net: Net, x: float, y: float, turn: int) -> Laid:
    box = net.box
    width, height = _turned(box, turn)
    dx, dy = (x + box.bottom, y - box.x) if turn else (x - box.x, y - box.y)
    return Laid(net, placed(dx, dy, turn=turn), turn, Rect(x, y, width, height))


# --- lines ------------------------------------------------------------------------------------


def dashes(edge: Edge, pattern: Sequence[float]) -> list[Edge]:
    """The inked stretches of a line: `pattern` is ink, gap, ink, gap … in mm."""
    (ax, ay), (bx, by) = edge
    length = math.dist(*edge)
    found, at, n = [], 0.0, 0
    while at < length - 1e-9:
        stop = min(at + pattern[n % len(pattern)], length)
        if n % 2 == 0:
            s, e = at / length, stop / length
            found.append(
                (
                    (ax + (bx - ax) * s, ay + (by - ay) * s),
                    (ax + (bx - ax) * e, ay + (by - ay) * e),
                )
            )
        at, n = stop, n + 1
    return found


def _lines(edges: Iterable[Edge], colour: Cmyk, width: float, cap: int = 0) -> list[Node]:
    path = Path(tuple(Contour(a, (b,), closed=False) for a, b in edges))
    return [Shape(path, stroke=Stroke(colour, width, cap))] if path.contours else []


def fold_lines(edges: Iterable[tuple[Edge, bool]]) -> list[Node]:
    """Folds with their seams; True is a mountain."""
    edges = list(edges)
    inked = [part for edge, up in edges for part in dashes(edge, _MOUNTAIN if up else _VALLEY)]
    return [
        *_lines((edge for edge, _ in edges), PAPER, _SEAM),
        *_lines(inked, BLACK, _FOLD),
    ]


def hatching(outline: Sequence[Point]) -> Node:
    """The hatch of a glue panel."""
    xs, ys = zip(*outline, strict=True)
    left, top, right, bottom = min(xs), min(ys), max(xs), max(ys)
    height = bottom - top
    count = int((right - left + height) / _HATCH) + 1
    lines = [((left - height + n * _HATCH, bottom), (left + n * _HATCH, top)) for n in range(count)]
    return Group(tuple(_lines(lines, _GREY, 0.18)), clip=polygon(outline))


def net_nodes(net: Net) -> tuple[Node, ...]:
    """Grounds and art of the panels, in the net's coordinates."""
    nodes: list[Node] = []
    for panel in net.panels:
        if panel.ground is not None:
            outline = polygon(panel.outline)
            nodes.append(Shape(outline, panel.ground, Stroke(panel.ground, 2 * _BLEED, join=0)))
    for panel in net.panels:
        nodes += _panel_nodes(panel)
    return tuple(nodes)


def line_nodes(net: Net) -> tuple[Node, ...]:
    """What lies over a net's pictures: plates, then folds, then cuts."""
    cuts = _lines(net.cuts(), BLACK, _CUT, cap=1)
    return (*net.over, *fold_lines(net.folds()), *cuts)


def _panel_nodes(panel: Panel) -> list[Node]:
    outline = polygon(panel.outline)
    if panel.glue:
        return [Shape(outline, PAPER), hatching(panel.outline)]
    nodes: list[Node] = [Shape(outline, panel.ground)] if panel.ground is not None else []
    if panel.art:
        nodes.append(Group(panel.art, clip=outline))
    return [*nodes, *(Shape(polygon(hole), PAPER) for hole in panel.holes)]


# --- pages ------------------------------------------------------------------------------------


@dataclass
class Bench:
    """Draws the pages of one thing."""

    fonts: Fonts
    thing: Thing
    size: Size
    subtitle: str = ""
    sheets: Sheets = field(init=False)

    def __post_init__(self) -> None:
        lang, facts = self.fonts.lang, dict(self.thing.facts)
        self.title = word(f"craft_{self.thing.name}", lang)
        self.how = word(f"craft_{self.thing.name}_how", lang, **facts)
        heading = f"{self.title} · {self.subtitle}" if self.subtitle else self.title
        self.heading = heading
        self.others = {other: self.fonts if other == lang else Fonts(other) for other in LANGUAGES}
        self.sheets = Sheets(heading, self.fonts)

    def check(self, pages: Sequence[Page]) -> None:
        """Every text's glyphs, before anything is drawn."""
        setter = Setter(self.fonts)
        setter.check("strong", self.heading, f"craft: {self.thing.name}")
        setter.check("text", self.how + word("actual_size", self.fonts.lang), "craft: text")
        for page in pages:
            for laid in page.laid:
                for label in laid.net.labels:
                    setter.check(label.role, label.text, f"craft: {self.thing.name}")
        setter.finish()

    def draw(self, pages: Sequence[Page]) -> bytes:
        """All pages; gives the PDF."""
        self.check(pages)
        whole = Rect(0, 0, self.size.width, self.size.height)
        for number, page in enumerate(pages, 1):
            with self.sheets.page(self.size, whole, whole):
                self._head(page)
                for laid in page.laid:
                    self._net(laid)
                self._foot(number, len(pages))
        return self.sheets.data()

    def _head(self, page: Page) -> None:
        self.sheets.text(self.heading, MARGIN, MARGIN + 4.5, role="strong", size=12)
        if not page.band:
            return
        steps = self.thing.steps
        side = _BAND - 4
        left = self.size.width - MARGIN - len(steps) * (side + 6)
        for n, step in enumerate(steps):
            x = left + n * (side + 6)
            box = Rect(x + 8, MARGIN, side - 2, side)
            nodes = view(step.parts, step.look, box)
            if n:
                nodes += _arrow(x + 1.5, MARGIN + side / 2)
            self._picture(nodes, f"step.{self.thing.name}.{n}")
        self._paragraph(self.how, MARGIN, MARGIN + 10, max(left - MARGIN - 2, 60))

    def _paragraph(self, text: str, x: float, y: float, width: float) -> None:
        fitted = fit(
            text,
            lambda part, points: self.fonts.width("text", part, points),
            width=width,
            most_lines=9,
            size=8.0,
            smallest=6.0,
            break_first=True,
        )
        if fitted is None:
            raise TextOverflow([f"craft: {self.thing.name}: {text!r} does not fit its band"])
        for n, line in enumerate(fitted.lines):
            baseline = y + n * fitted.size * 0.3528 * 1.42
            self.sheets.text(line, x, baseline, role="text", size=fitted.size)

    def _net(self, laid: Laid) -> None:
        net, canvas = laid.net, self.sheets.canvas
        key = f"{self.thing.name}.{self.sheets.pages}.{laid.box.x:.2f}.{laid.box.y:.2f}"
        self._picture((Group(net_nodes(net), laid.matrix),), f"net.{key}")
        for item in net.prints:
            turned = placed(*item.at, turn=item.turn, scale=item.scale)
            m = laid.matrix @ turned @ placed(-item.crop.x, -item.crop.y)
            canvas.saveState()
            canvas.transform(m.a, m.b, m.c, m.d, m.e, m.f)
            with self.sheets.on_page(item.crop) as page:
                item.picture.place(page, 0, 0)
            canvas.restoreState()
        self._picture((Group(line_nodes(net), laid.matrix),), f"lines.{key}")
        for label in laid.net.labels:
            self._label(label, laid)

    def _label(self, label: Label, laid: Laid) -> None:
        x, y = laid.matrix((label.x, label.baseline))
        here = replace(label, x=x, baseline=y, turn=label.turn + laid.turn)
        self.sheets.text(
            here.text,
            here.x,
            here.baseline,
            role=here.role,
            size=here.size,
            colour=here.ink,
            align=here.align,
            turn=here.turn,
        )

    def _picture(self, nodes: Sequence[Node], key: str) -> None:
        box = (0.0, 0.0, self.size.width, self.size.height)
        self.sheets.picture(Drawing(box, tuple(nodes)), key)

    def _foot(self, number: int, of: int) -> None:
        lang = self.fonts.lang
        top = self.size.height - _FOOT + 4.5
        step = (self.size.width - 2 * MARGIN) / len(KINDS)
        for n, kind in enumerate(KINDS):
            x = MARGIN + n * step
            self._picture(_sample(kind, x, top + 2.4), f"legend.{kind}.{self.sheets.pages}")
            for k, other in enumerate(LANGUAGES):
                self.sheets.fonts = self.others[other]
                say = word(f"craft_line_{kind}", other)
                self.sheets.text(say, x + 17, top + 0.9 + 2.5 * k, role="text", size=5.8)
        self.sheets.fonts = self.fonts
        base = self.size.height - MARGIN
        draw_ruler(self.sheets, MARGIN, base - 4.2)
        self.sheets.text(word("actual_size", lang), MARGIN, base - 0.6, role="text", size=5.8)
        page = word("page", lang, n=number, of=of)
        tail = f"{self.heading} · {page} · t{self.thing.version}"
        right = self.size.width - MARGIN
        self.sheets.text(tail, right, base - 4.6, role="text", size=5.8, align="right")


def _sample(kind: str, x: float, y: float) -> list[Node]:
    edge: Edge = ((x, y), (x + 15, y))
    match kind:
        case "cut":
            return _lines([edge], BLACK, _CUT)
        case "glue":
            outline = [(x + 1.5, y - 3), (x + 13.5, y - 3), (x + 15, y + 3), (x, y + 3)]
            return [hatching(outline), Shape(polygon(outline), stroke=Stroke(BLACK, _CUT))]
        case _:
            return [*fold_lines([(edge, kind == "mountain")]), *_ridge(kind, x + 4, y)]


def _ridge(kind: str, x: float, y: float) -> list[Node]:
    """The fold seen from its end, beside the line: a roof or a gutter."""
    way = 1 if kind == "mountain" else -1
    points = [
        (x, y - 2.1 + way * 0.9),
        (x + 3.5, y - 2.1 - way * 0.9),
        (x + 7, y - 2.1 + way * 0.9),
    ]
    return [Shape(polygon(points, closed=False), stroke=Stroke(BLACK, 0.35, cap=1))]


def _arrow(x: float, y: float) -> list[Node]:
    return [Shape(polygon([(x, y - 2.2), (x + 4.4, y), (x, y + 2.2)]), _GREY)]
