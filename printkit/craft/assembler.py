"""Drawing of an object's pages: band, nets, legend in three languages, ruler.

Lines of nets follow the conventions of paper models: cuts are solid, mountain folds dashed, valley
folds dash-dotted, and glue areas hatched. A fold line has a pale seam beneath it, so that it shows
on a dark background.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from printkit.craft.net import Edge, Net, NetPanel
from printkit.craft.sheet import BAND, FOOT, MARGIN, CraftPage, CraftThing, PlacedNet
from printkit.craft.view import view
from printkit.errors import TextOverflow
from printkit.pdf.canvas import Sheets
from printkit.pdf.drawing import (
    BLACK,
    PAPER,
    Cmyk,
    Contour,
    Drawing,
    Group,
    Node,
    Path,
    Shape,
    Stroke,
    placed,
    polygon,
)
from printkit.pdf.fonts import LANGUAGES, PT, Fonts
from printkit.pdf.geometry import Point, Rect, Size
from printkit.sheets.page_marks import draw_ruler
from printkit.template.words import file_subject
from printkit.typeset.label import Label
from printkit.typeset.setting import Setter, lexicon_of
from printkit.typeset.text import TextRoom, fit
from rules import Message

_LEADING = 1.42
KINDS = ("cut", "mountain", "valley", "glue")
CUT = 0.25
GREY = Cmyk(0, 0, 0, 45)
_FOLD = 0.22
_SEAM = 0.7
_BLEED = 1.0
_HATCH = 1.6
_MOUNTAIN = (3.0, 1.5)
_VALLEY = (4.0, 1.0, 0.6, 1.0)


@dataclass
class Bench:
    """Painter of one object's pages; `mono` limits it to black ink."""

    fonts: Fonts
    thing: CraftThing
    size: Size
    subtitle: str = ""
    mono: bool = False
    paper: str = ""
    author: str = ""
    sheets: Sheets = field(init=False)

    def __post_init__(self) -> None:
        lang, facts = self.fonts.lang, dict(self.thing.facts)
        self.title = Message(f"sheet.craft_{self.thing.name}").render(lang)
        self.how = Message(f"sheet.craft_{self.thing.name}_how", **facts).render(lang)
        self.heading = f"{self.title} · {self.subtitle}" if self.subtitle else self.title
        self.others = {other: self.fonts if other == lang else Fonts(other) for other in LANGUAGES}
        subject = file_subject(self.title, self.paper, lang)
        self.sheets = Sheets(
            self.heading, self.fonts, mono=self.mono, subject=subject, author=self.author
        )

    def check(self, pages: Sequence[CraftPage]) -> None:
        """Check that the fonts have all needed glyphs, before the first page is drawn."""
        setter = Setter(self.fonts)
        setter.check("strong", self.heading, f"craft: {self.thing.name}")
        setter.check(
            "text", self.how + Message("sheet.actual_size").render(self.fonts.lang), "craft: text"
        )
        for page in pages:
            for placed_net in page.placed_nets:
                for label in placed_net.net.labels:
                    setter.check(label.role, label.text, f"craft: {self.thing.name}")
        setter.finish()

    def draw(self, pages: Sequence[CraftPage]) -> bytes:
        """Draw all pages and return the PDF."""
        self.check(pages)
        for number, page in enumerate(pages, 1):
            with self.sheets.page(self.size):
                self._head(page)
                for placed_net in page.placed_nets:
                    self._net(placed_net)
                self._foot(number, len(pages))
        return self.sheets.data()

    def _head(self, page: CraftPage) -> None:
        self.sheets.text(self.heading, MARGIN, MARGIN + 4.5, role="strong", size=12)
        if not page.band:
            return
        steps = self.thing.steps
        side = BAND - 4
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
            TextRoom(width, lambda points: 1 + int((BAND - 13) / (points * PT * _LEADING))),
            size=9.5,
            smallest=6.0,
            break_first=True,
            lexicon=lexicon_of(self.fonts.slug, self.fonts.lang),
        )
        if fitted is None:
            raise TextOverflow([Message("print.band_full", thing=self.thing.name, text=text)])
        for n, line in enumerate(fitted.lines):
            baseline = y + n * fitted.size * PT * _LEADING
            self.sheets.text(line, x, baseline, role="text", size=fitted.size)

    def _net(self, placed_net: PlacedNet) -> None:
        net, canvas = placed_net.net, self.sheets.canvas
        key = f"{self.thing.name}.{self.sheets.pages}.{placed_net.box.x:.2f}.{placed_net.box.y:.2f}"
        self._picture((Group(net_nodes(net), placed_net.matrix),), f"net.{key}")
        for item in net.prints:
            turned = placed(*item.at, turn=item.turn, scale=item.scale)
            m = placed_net.matrix @ turned @ placed(-item.crop.x, -item.crop.y)
            canvas.saveState()
            canvas.transform(m.a, m.b, m.c, m.d, m.e, m.f)
            with self.sheets.on_page(item.crop) as page:
                item.picture.place(page, 0, 0)
            canvas.restoreState()
        self._picture((Group(line_nodes(net), placed_net.matrix),), f"lines.{key}")
        for label in placed_net.net.labels:
            self._label(label, placed_net)

    def _label(self, label: Label, placed_net: PlacedNet) -> None:
        x, y = placed_net.matrix((label.x, label.baseline))
        replace(label, x=x, baseline=y, turn=label.turn + placed_net.turn).write(self.sheets)

    def _picture(self, nodes: Sequence[Node], key: str) -> None:
        box = (0.0, 0.0, self.size.width, self.size.height)
        self.sheets.picture(Drawing(box, tuple(nodes)), key)

    def _foot(self, number: int, of: int) -> None:
        lang = self.fonts.lang
        top = self.size.height - FOOT + 4.5
        step = (self.size.width - 2 * MARGIN) / len(KINDS)
        for n, kind in enumerate(KINDS):
            x = MARGIN + n * step
            self._picture(_sample(kind, x, top + 2.4), f"legend.{kind}.{self.sheets.pages}")
            for k, other in enumerate(LANGUAGES):
                self.sheets.fonts = self.others[other]
                say = Message(f"sheet.craft_line_{kind}").render(other)
                self.sheets.text(say, x + 17, top + 0.9 + 2.5 * k, role="text", size=5.8)
        self.sheets.fonts = self.fonts
        base = self.size.height - MARGIN
        draw_ruler(self.sheets, MARGIN, base - 4.2)
        self.sheets.text(
            Message("sheet.actual_size").render(lang), MARGIN, base - 0.6, role="text", size=5.8
        )
        page = Message("sheet.page", n=number, of=of).render(lang)
        tail = f"{self.heading} · {page} · t{self.thing.version}"
        right = self.size.width - MARGIN
        self.sheets.text(tail, right, base - 4.6, role="text", size=5.8, align="right")


def _sample(kind: str, x: float, y: float) -> list[Node]:
    edge: Edge = ((x, y), (x + 15, y))
    match kind:
        case "cut":
            return drawn([edge], BLACK, CUT)
        case "glue":
            outline = [(x + 1.5, y - 3), (x + 13.5, y - 3), (x + 15, y + 3), (x, y + 3)]
            return [hatching(outline), Shape(polygon(outline), stroke=Stroke(BLACK, CUT))]
        case _:
            return [*fold_lines([(edge, kind == "mountain")]), *_ridge(kind, x + 4, y)]


def _ridge(kind: str, x: float, y: float) -> list[Node]:
    """Draw a fold's cross-section next to its line in the legend: a roof shape or a V shape."""
    way = 1 if kind == "mountain" else -1
    points = [
        (x, y - 2.1 + way * 0.9),
        (x + 3.5, y - 2.1 - way * 0.9),
        (x + 7, y - 2.1 + way * 0.9),
    ]
    return [Shape(polygon(points, closed=False), stroke=Stroke(BLACK, 0.35, cap=1))]


def _arrow(x: float, y: float) -> list[Node]:
    return [Shape(polygon([(x, y - 2.2), (x + 4.4, y), (x, y + 2.2)]), GREY)]


def dashes(edge: Edge, pattern: Sequence[float]) -> list[Edge]:
    """Return the inked segments of a line; `pattern` alternates lengths of ink and gap, in mm."""
    (ax, ay), (bx, by) = edge
    length = math.dist(*edge)
    found, at, n = [], 0.0, 0
    while at < length - 1e-9:
        stop = min(at + pattern[n % len(pattern)], length)
        if n % 2 == 0:
            s, e = at / length, stop / length
            start = (ax + (bx - ax) * s, ay + (by - ay) * s)
            found.append((start, (ax + (bx - ax) * e, ay + (by - ay) * e)))
        at, n = stop, n + 1
    return found


def drawn(edges: Iterable[Edge], colour: Cmyk, width: float, cap: int = 0) -> list[Node]:
    """Return straight strokes as one path; empty if there are no edges."""
    path = Path(tuple(Contour(a, (b,), closed=False) for a, b in edges))
    return [Shape(path, stroke=Stroke(colour, width, cap))] if path.contours else []


def fold_lines(edges: Iterable[tuple[Edge, bool]]) -> list[Node]:
    """Draw folds with their seams; the flag is True for a mountain fold."""
    edges = list(edges)
    inked = [part for edge, up in edges for part in dashes(edge, _MOUNTAIN if up else _VALLEY)]
    return [*drawn((edge for edge, _ in edges), PAPER, _SEAM), *drawn(inked, BLACK, _FOLD)]


def hatching(outline: Sequence[Point]) -> Node:
    """Draw the hatching of a glue panel."""
    box = Rect.around(outline)
    count = int((box.width + box.height) / _HATCH) + 1
    starts = [box.x + n * _HATCH for n in range(count)]
    lines = [((x - box.height, box.bottom), (x, box.y)) for x in starts]
    return Group(tuple(drawn(lines, GREY, 0.18)), clip=polygon(outline))


def net_nodes(net: Net) -> tuple[Node, ...]:
    """Draw the panels' backgrounds and art, in the net's coordinates."""
    nodes: list[Node] = []
    for panel in net.panels:
        if panel.ground is not None:
            outline = polygon(panel.outline)
            nodes.append(Shape(outline, panel.ground, Stroke(panel.ground, 2 * _BLEED, join=0)))
    for panel in net.panels:
        nodes += _panel_nodes(panel)
    return tuple(nodes)


def line_nodes(net: Net) -> tuple[Node, ...]:
    """Draw what is printed over a net's pictures: first plates, then folds, then cuts."""
    return (*net.over, *fold_lines(net.folds()), *drawn(net.cuts(), BLACK, CUT, cap=1))


def _panel_nodes(panel: NetPanel) -> list[Node]:
    outline = polygon(panel.outline)
    if panel.glue:
        return [Shape(outline, PAPER), hatching(panel.outline)]
    nodes: list[Node] = [Shape(outline, panel.ground)] if panel.ground is not None else []
    if panel.art:
        nodes.append(Group(panel.art, clip=outline))
    return [*nodes, *(Shape(polygon(hole), PAPER) for hole in panel.holes)]
