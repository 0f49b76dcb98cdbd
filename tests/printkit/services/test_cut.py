"""Cut paths are where the cards were printed, to a hundredth of a millimetre."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest

from printkit.cards.job import CardJob, SheetOptions
from printkit.cards.layout import lay_out_cards
from printkit.cards.plan import plan_cards
from printkit.cards.write import print_cards
from printkit.errors import UsageError
from printkit.export.preview import rasters
from printkit.pdf.geometry import Mark, Rect, Size
from printkit.services.cut import (
    CutPage,
    check_clear,
    cut_pages,
    dxf,
    merged,
    svg,
    write_cuts,
)
from printkit.sheets.registration import load_machine, marks
from rules import load_manifest
from tests.support.pdf_geometry import covered, lines_of


def test_every_printed_card_is_cut_along_its_trim(tmp_path: Path) -> None:
    job = CardJob("yggdrasil", art=False, out=tmp_path)
    manifest = load_manifest(print_cards(job).manifest)
    files = write_cuts(job, "plain")
    pages = sorted(path for path in files if path.suffix == ".svg")
    fronts = sorted({card.front.page for card in manifest.cards})
    assert len(pages) == len(fronts)
    for path, page in zip(pages, fronts, strict=True):
        lines = lines_of(path.read_text(encoding="utf-8"))
        for card in manifest.cards:
            spot = card.front
            if spot.page == page:
                box = (spot.x_mm, spot.y_mm, spot.width_mm, spot.height_mm)
                assert covered(box, lines), card.card


def test_lines_of_neighbours_are_cut_once() -> None:
    cards = [Rect(10 + 54 * n, 20, 54, 90) for n in range(3)]
    found = merged(cards)
    assert len(found) == 4 + 2
    assert sum(m.x2 - m.x1 + m.y2 - m.y1 for m in found) == pytest.approx(4 * 90 + 2 * 162)
    apart = merged([cards[0], cards[2]])
    assert len(apart) == 4 + 4


def test_dxf_says_the_same_as_svg_counted_upwards() -> None:
    ezdxf = pytest.importorskip("ezdxf")
    layout = lay_out_cards(plan_cards(CardJob("spherion", art=False)))
    _, machine = load_machine("silhouette")
    kinds = set()
    hexagon = ((50.0, 20.0), (72.0, 20.0), (83.0, 39.0), (72.0, 58.1), (50.0, 58.1), (39.0, 39.0))
    for page in (*cut_pages(layout), CutPage(Size(210, 297), (), (hexagon,))):
        text = dxf(page, machine)
        assert text == dxf(page, machine)
        drawing = ezdxf.read(StringIO(text))
        assert drawing.units == ezdxf.units.MM
        audit = drawing.audit()
        assert not audit.errors
        assert not audit.fixes
        far = drawing.modelspace().dxf.extmax
        assert tuple(far)[:2] == (page.paper.width, page.paper.height)
        height = page.paper.height
        cut = [one for one in drawing.modelspace() if one.dxf.layer == "cut"]
        kinds |= {one.dxftype() for one in cut}
        lines = {
            tuple(
                round(v, 3)
                for v in (
                    one.dxf.start.x,
                    height - one.dxf.start.y,
                    one.dxf.end.x,
                    height - one.dxf.end.y,
                )
            )
            for one in cut
            if one.dxftype() == "LINE"
        }
        wanted = lines_of(svg(page, machine))
        assert len(lines) == len(wanted)
        for line in wanted:
            assert any(max(map(lambda a, b: abs(a - b), line, o)) < 0.01 for o in lines)
        outlines = [
            [(x, height - y) for x, y in one.get_points("xy")]
            for one in cut
            if one.dxftype() == "LWPOLYLINE"
        ]
        assert len(outlines) == len(page.outlines)
        for one, other in zip(outlines, page.outlines, strict=True):
            for point, same in zip(one, other, strict=True):
                assert point == pytest.approx(same, abs=0.01)
        circles = sorted(
            (round(one.dxf.center.x, 2), round(height - one.dxf.center.y, 2), one.dxf.radius)
            for one in cut
            if one.dxftype() == "CIRCLE"
        )
        rings = sorted((round(r.centre[0], 2), round(r.centre[1], 2), r.radius) for r in page.rings)
        assert len(circles) == len(rings)
        for circle, ring in zip(circles, rings, strict=True):
            assert circle == pytest.approx(ring, abs=0.01)
    assert {"LINE", "CIRCLE", "LWPOLYLINE"} <= kinds


def test_dxf_does_not_depend_on_the_order_of_the_librarys_sets(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    database = pytest.importorskip("ezdxf.entitydb").EntityDB
    in_use = database.dxf_types_in_use
    _, machine = load_machine("plain")
    page = CutPage(Size(210, 297), (Mark(10, 10, 10, 200),))
    orders: list[list[str]] = []

    def written(*, backwards: bool) -> str:
        def ordered(self: object) -> list[str]:
            orders.append(sorted(in_use(self), reverse=backwards))
            return orders[-1]

        monkeypatch.setattr(database, "dxf_types_in_use", ordered)
        return dxf(page, machine)

    assert written(backwards=False) == written(backwards=True)
    assert orders[0] == orders[-1][::-1] != orders[-1]


def test_silhouette_marks_are_where_its_machine_looks() -> None:
    _, machine = load_machine("silhouette")
    (square,), strokes = marks(machine, Size(210, 297))
    assert square == Rect(10, 10, 5, 5)
    assert {(m.x1, m.y1, m.x2, m.y2) for m in strokes} == {
        (192, 10, 200, 10),
        (200, 10, 200, 18),
        (10, 279, 10, 287),
        (10, 287, 18, 287),
    }


@pytest.mark.parametrize("game", ["yggdrasil", "spherion"])
def test_a_full_a4_sheet_leaves_room_for_the_marks(game: str) -> None:
    """Check that the print with its bleed keeps the machine's distance from the marks."""
    layout = lay_out_cards(
        plan_cards(CardJob(game, art=False, sheet=SheetOptions(machine="silhouette")))
    )
    _, machine = load_machine("silhouette")
    assert layout.plan.paper.layout.per_page == 9
    squares, strokes = marks(machine, Size(210, 297))
    half = machine.thickness / 2
    taken = [*squares, *(Rect(m.x1, m.y1, m.x2 - m.x1, m.y2 - m.y1) for m in strokes)]
    taken = [box.grown(half, half, half, half) for box in taken]
    for page in cut_pages(layout):
        reach = 3.0 + machine.clear - half - 0.01
        assert not any(page.around.grown(*(reach,) * 4).shared(box) for box in taken)
        check_clear("silhouette", machine, page)


def test_sheets_come_with_their_marks_and_no_crop_marks(tmp_path: Path) -> None:
    files = write_cuts(CardJob("yggdrasil", art=False, controls=False, out=tmp_path), "Silhouette")
    assert [path.suffix for path in files[:2]] == [".pdf", ".json"]
    assert {path.suffix for path in files[2:]} == {".svg", ".dxf"}
    manifest = load_manifest(files[1])
    front = {card.front.page for card in manifest.cards}
    for number, picture in enumerate(rasters(files[0].read_bytes(), 254), 1):
        black = picture.convert("L").point(lambda value: 255 * (value < 128))
        corner = black.crop((0, 0, 155, 400)).getbbox()
        if number in front:
            assert corner == pytest.approx((100, 100, 150, 150), abs=2)
            assert black.crop((1880, 0, 2100, 190)).getbbox() == pytest.approx(
                (40, 95, 125, 180), abs=2
            )
        else:
            assert corner is None


def test_marks_on_pieces_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no machine 'silhouete': did you mean"):
        write_cuts(CardJob("yggdrasil", art=False, out=tmp_path), "silhouete")
    _, machine = load_machine("silhouette")
    over = CutPage(Size(210, 297), (Mark(12, 8, 12, 40),))
    with pytest.raises(UsageError, match="marks of silhouette overlap pieces"):
        check_clear("silhouette", machine, over)
