"""Cut paths of a sheet, and their files for cut machines: SVG and DXF.

SVG keeps the page's own coordinates (mm, origin top left, y down); DXF, whose y points up, has its
origin at the page's bottom left. Cuts are in a layer `cut`; marks, which are printed and not cut,
are in a layer `marks`.
"""

from __future__ import annotations

from dataclasses import dataclass
from io import StringIO

from printkit.pdf.geometry import Mark, Point, Rect, Size
from printkit.pdf.geometry import short as _n
from printkit.sheets.machines import Machine
from printkit.sheets.registration import marks


@dataclass(frozen=True, slots=True)
class Ring:
    """A circle to cut."""

    centre: Point
    radius: float


@dataclass(frozen=True, slots=True)
class CutPage:
    """One sheet: straight cuts, closed outlines and circles; page mm, y down."""

    paper: Size
    lines: tuple[Mark, ...]
    outlines: tuple[tuple[Point, ...], ...] = ()
    rings: tuple[Ring, ...] = ()

    @property
    def around(self) -> Rect:
        """The upright rectangle around everything that is cut."""
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
    try:  # no dates and random ids: the same cuts are the same bytes
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
    # The library adds these in the order of a set, which differs from run to run.
    for name in sorted(drawing.entitydb.dxf_types_in_use()):
        drawing.classes.add_class(name)
    text = StringIO()
    drawing.write(text)
    return text.getvalue()
