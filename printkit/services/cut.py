"""Cut paths of home sheets for cut machines: SVG and DXF files, and registration marks.

Theory of operation. A cutter follows paths in the coordinates of the printed page. The edges of all
trims on a page are merged into straight runs, so an edge that adjacent cards share is cut only
once. Tokens are cut along their outlines. Every page has its own files.

The machine finds a sheet by its registration marks (`templates/sheets/machines.toml`), which are
printed with the cards. The sheets are therefore written as well, with as many cards as fit between
the marks. Fronts are face up when they are cut; backs have no marks.

SVG keeps the page's own coordinates (mm, origin top left, y down); DXF, whose y points up, has its
origin at the page's bottom left. Cuts are in a layer `cut`; marks, which are printed and not cut,
are in a layer `marks`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from io import StringIO
from pathlib import Path

from printkit.cards.extra_pages import ExtraPage
from printkit.cards.job import CardJob
from printkit.cards.layout import CardLayout, lay_out_cards
from printkit.cards.plan import plan_cards
from printkit.cards.write import write_cards
from printkit.errors import UsageError
from printkit.pdf.geometry import Duplex, Mark, Point, Rect, Size, turned_hexagon
from printkit.pdf.geometry import short as _n
from printkit.pdf.output import write_whole
from printkit.sheets.registration import Machine, load_machine, marks
from printkit.sheets.sheet_layout import OnPaper

_TOUCH = 1e-4


def cut_pages(layout: CardLayout) -> list[CutPage]:
    """Return the cuts of each sheet of a layout: cards, then control cards and tokens."""
    paper, pages = layout.plan.paper, []
    for count in map(len, layout.card_pages()):
        spots = [paper.front(n) for n in range(count)]
        if paper.duplex is Duplex.FOLD:
            spots += [back for spot in spots if (back := paper.back(spot)) is not None]
        if layout.plan.template.template.shape == "hex":
            outlines = tuple(map(turned_hexagon, spots))
            pages.append(CutPage(paper.layout.paper, (), outlines))
        else:
            pages.append(CutPage(paper.layout.paper, merged(spot.rect for spot in spots)))
    return [*pages, *(_extras(paper, extra) for extra in layout.extras)]


def _extras(paper: OnPaper, extra: ExtraPage) -> CutPage:
    layout, scale = paper.layout, paper.scale
    outlines: list[tuple[Point, ...]] = []
    rings: list[Ring] = []
    for token, spot in extra.tokens:
        if token.straight:
            continue
        if token.item.shape == "hex":
            outlines.append(turned_hexagon(spot))
        else:
            width = token.item.size[0] * scale
            rings.append(Ring(spot.rect.centre, width / 2))
            if token.item.shape == "ring":
                rings.append(Ring(spot.rect.centre, width / 4))
    return CutPage(layout.paper, merged(extra.trims), tuple(outlines), tuple(rings))


def merged(trims: Iterable[Rect]) -> tuple[Mark, ...]:
    """Return the trims' edges; shared edges occur once, and touching ones are joined."""
    upright: dict[float, list[tuple[float, float]]] = {}
    level: dict[float, list[tuple[float, float]]] = {}
    for trim in trims:
        for x in (trim.x, trim.right):
            upright.setdefault(round(x, 4), []).append((trim.y, trim.bottom))
        for y in (trim.y, trim.bottom):
            level.setdefault(round(y, 4), []).append((trim.x, trim.right))
    found = [Mark(x, a, x, b) for x, spans in sorted(upright.items()) for a, b in _joined(spans)]
    found += [Mark(a, y, b, y) for y, spans in sorted(level.items()) for a, b in _joined(spans)]
    return tuple(found)


def _joined(spans: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    runs: list[tuple[float, float]] = []
    for low, high in sorted(spans):
        if runs and low <= runs[-1][1] + _TOUCH:
            runs[-1] = (runs[-1][0], max(high, runs[-1][1]))
        else:
            runs.append((low, high))
    return runs


def check_clear(name: str, machine: Machine, page: CutPage) -> None:
    """Raise `UsageError` if a mark would overlap a piece that is cut out."""
    squares, strokes = marks(machine, page.paper)
    taken = [*squares, *(_around(stroke, machine.thickness / 2) for stroke in strokes)]
    block = page.around.spread(machine.clear)
    if any(block.shared(mark) for mark in taken):
        raise UsageError("print.marks_on_pieces", machine=name)


def _around(mark: Mark, half: float) -> Rect:
    return Rect(mark.x1, mark.y1, mark.x2 - mark.x1, mark.y2 - mark.y1).spread(half)


def write_cuts(job: CardJob, machine_name: str) -> list[Path]:
    """Write sheets with the machine's marks, and SVG and DXF files; return the paths."""
    name, machine = load_machine(machine_name)
    job = replace(job, sheet=replace(job.sheet, machine=name))
    layout = lay_out_cards(plan_cards(job)).checked()
    pages = cut_pages(layout)
    for page in pages:
        check_clear(name, machine, page)
    printed = write_cards(job, layout)
    folder = printed.pdf.with_name(f"{printed.pdf.stem}-v{machine.version}")
    files: dict[Path, bytes] = {}
    for number, page in enumerate(pages, 1):
        base = folder / f"sheet-{number:02d}"
        files[base.with_suffix(".svg")] = svg(page, machine).encode("utf-8")
        files[base.with_suffix(".dxf")] = dxf(page, machine).encode("utf-8")
    write_whole(files)
    return [printed.pdf, *printed.more_files, printed.manifest, *files]


@dataclass(frozen=True, slots=True)
class Ring:
    """A circle to cut."""

    centre: Point
    radius: float


@dataclass(frozen=True, slots=True)
class CutPage:
    """One sheet: straight cuts, closed outlines and circles, in mm on the page with y down."""

    paper: Size
    lines: tuple[Mark, ...]
    outlines: tuple[tuple[Point, ...], ...] = ()
    rings: tuple[Ring, ...] = ()

    @property
    def around(self) -> Rect:
        """The bounding box of everything that is cut."""
        points = [point for m in self.lines for point in ((m.x1, m.y1), (m.x2, m.y2))]
        points += [point for outline in self.outlines for point in outline]
        for ring in self.rings:
            (x, y), r = ring.centre, ring.radius
            points += [(x - r, y - r), (x + r, y + r)]
        return Rect.around(points)


def svg(page: CutPage, machine: Machine) -> str:
    """Return the page's cuts as SVG in mm."""
    width, height = page.paper.width, page.paper.height
    cuts = "".join(f"M{_n(m.x1)} {_n(m.y1)}L{_n(m.x2)} {_n(m.y2)}" for m in page.lines)
    cuts += "".join(
        "M" + "L".join(f"{_n(x)} {_n(y)}" for x, y in outline) + "Z" for outline in page.outlines
    )
    rings = "".join(
        f'<circle cx="{_n(r.centre[0])}" cy="{_n(r.centre[1])}" r="{_n(r.radius)}"/>'
        for r in page.rings
    )
    squares, strokes = marks(machine, page.paper)
    drawn = "".join(
        f'<rect x="{_n(s.x)}" y="{_n(s.y)}" width="{_n(s.width)}" height="{_n(s.height)}"/>'
        for s in squares
    )
    path = "".join(f"M{_n(m.x1)} {_n(m.y1)}L{_n(m.x2)} {_n(m.y2)}" for m in strokes)
    drawn += f'<path d="{path}" stroke-width="{_n(machine.thickness)}"/>' if path else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_n(width)}mm" height="{_n(height)}mm" '
        f'viewBox="0 0 {_n(width)} {_n(height)}">'
        f'<g id="cut" fill="none" stroke="#f00" stroke-width="0.1"><path d="{cuts}"/>{rings}</g>'
        f'<g id="marks" fill="#000" stroke="#000" stroke-width="0">{drawn}</g></svg>\n'
    )


def dxf(page: CutPage, machine: Machine) -> str:
    """Return the page's cuts as DXF R2010 in mm, origin bottom left."""
    from ezdxf._options import options  # noqa: PLC0415 - heavy

    before = options.write_fixed_meta_data_for_testing
    options.write_fixed_meta_data_for_testing = True
    try:  # no dates or random ids: the same cuts give the same bytes
        return _dxf(page, machine)
    finally:
        options.write_fixed_meta_data_for_testing = before


def _dxf(page: CutPage, machine: Machine) -> str:
    from ezdxf import document, units  # noqa: PLC0415 - heavy

    height = page.paper.height
    drawing = document.Drawing.new("R2010")
    drawing.units = units.MM
    drawing.layers.add("cut", color=1)
    drawing.layers.add("marks", color=7)
    space = drawing.modelspace()
    space.reset_extents((0, 0, 0), (page.paper.width, height, 0))
    for mark in page.lines:
        ends = (mark.x1, height - mark.y1), (mark.x2, height - mark.y2)
        space.add_line(*ends, dxfattribs={"layer": "cut"})
    for outline in page.outlines:
        points = [(x, height - y) for x, y in outline]
        space.add_lwpolyline(points, close=True, dxfattribs={"layer": "cut"})
    for ring in page.rings:
        x, y = ring.centre
        space.add_circle((x, height - y), ring.radius, dxfattribs={"layer": "cut"})
    squares, strokes = marks(machine, page.paper)
    for box in squares:
        points = [(x, height - y) for x, y in box.corners]
        space.add_lwpolyline(points, close=True, dxfattribs={"layer": "marks"})
    for mark in strokes:
        ends = (mark.x1, height - mark.y1), (mark.x2, height - mark.y2)
        space.add_line(*ends, dxfattribs={"layer": "marks"})
    # The library adds these in a set's order, which differs from run to run.
    for name in sorted(drawing.entitydb.dxf_types_in_use()):
        drawing.classes.add_class(name)
    text = StringIO()
    drawing.write(text)
    return text.getvalue()
