"""Mats: numeric geometry, fiducials read from the real PDF, tiles that fit together."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import jsonschema
import numpy as np
import pypdf
import pytest
import zxingcpp

from printkit import cli
from printkit.data.toml_source import TEMPLATES, read_toml
from printkit.errors import TemplateFaults, UsageError
from printkit.mats import mat as mats
from printkit.mats.mat import MatFile, load_mat, mat_names, usual_mat
from printkit.mats.sheets import MatJob, PrintedMat, print_mat
from printkit.template.card_template import printable
from rules import (
    DataError,
    Fault,
    Setup,
    TableForm,
    TagKind,
    load_catalog,
    load_game,
    load_manifest,
    parse_tag,
)
from tests.support.rules_parts import with_parts

Raster = Callable[[Path, int, float], np.ndarray]
SCHEMA = Path(__file__).parents[3] / "rules" / "records" / "manifest.schema.json"


def test_the_a2_mat_by_numbers() -> None:
    plan = load_mat("yggdrasil", "4x5")
    assert (plan.size.width, plan.size.height) == (420, 594)
    assert (plan.field.x, plan.field.y) == (102, 72)
    assert plan.cell("a1").rect.centre == (129, 477)
    assert plan.cell("d5").rect.centre == (291, 117)
    assert plan.cell("A.deck").rect.centre == (372, 463)
    assert plan.cell("A.discard").rect.centre == (48, 463)
    assert plan.cell("B.deck").rect.centre == (48, 131)
    assert plan.cell("B.deck").turn == 180
    assert len(plan.cells) == 20 + 6
    assert [panel.outer.x for panel in plan.marks] == [9, 381, 381, 9]


def test_the_usual_mat_is_that_of_the_default_settings() -> None:
    usual = {slug: usual_mat(slug) for slug in printable()}
    assert usual == {
        "dicebattle": "battle",
        "jiguan": "owner_view",
        "spherion": "globe-2",
        "stratosphere": "ring-2",
        "yggdrasil": "4x5",
    }


def test_the_usual_mat_of_a_game_without_rules_is_its_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("printkit.mats.mat.game_slugs", lambda: ())
    assert usual_mat("spherion") == "globe-1"
    assert usual_mat("nowhere") == ""


@pytest.mark.parametrize("name", ["4x5", "5x7"])
def test_the_mat_is_the_same_from_both_seats(name: str) -> None:
    plan = load_mat("yggdrasil", name)
    columns = "abcdefg"[: plan.columns]
    for cell in plan.cells:
        there = plan.opposite(cell.rect.centre)
        if cell.kind == "field":
            other = columns[-1 - columns.index(cell.id[0])] + str(plan.rows + 1 - int(cell.id[1:]))
        else:
            other = ("B" if cell.seat == "A" else "A") + cell.id[1:]
        assert plan.cell(other).rect.centre == pytest.approx(there)


@pytest.mark.parametrize("name", ["4x5", "5x7"])
def test_no_two_places_overlap(name: str) -> None:
    plan = load_mat("yggdrasil", name)
    boxes = [cell.rect for cell in plan.cells] + [panel.outer for panel in plan.marks]
    for i, one in enumerate(boxes):
        for other in boxes[i + 1 :]:
            shared = one.shared(other)
            assert shared is None or min(shared.width, shared.height) < 1e-6


def test_fiducials_are_read_where_the_manifest_says(mat: PrintedMat, raster: Raster) -> None:
    (found,) = load_manifest(mat.manifest).mats
    image = raster(mat.pdf, 1, 100)
    seen = {code.text: code.position for code in zxingcpp.read_barcodes(image)}
    assert set(seen) == {mark.tag for mark in found.fiducials}
    for mark in found.fiducials:
        position = seen[mark.tag]
        corners = [
            position.top_left,
            position.top_right,
            position.bottom_right,
            position.bottom_left,
        ]
        xs, ys = ([getattr(c, axis) * 25.4 / 100 for c in corners] for axis in "xy")
        assert np.mean(xs) == pytest.approx(mark.x_mm, abs=0.4)
        assert np.mean(ys) == pytest.approx(mark.y_mm, abs=0.4)
        assert max(xs) - min(xs) == pytest.approx(mark.size_mm, abs=1)
    numbers = [parse_tag(mark.tag) for mark in found.fiducials]
    assert [tag.number for tag in numbers] == [0, 1, 2, 3]
    assert {tag.kind for tag in numbers} == {TagKind.FIDUCIAL}


def mat_file(folder: Path, old: str, new: str) -> Path:
    """Write Ji Guan's mat template with `old` replaced by `new` once; return its path."""
    text = (TEMPLATES / "jiguan" / "mat-owner_view.toml").read_text(encoding="utf-8")
    assert old in text
    path = folder / "mat-owner_view.toml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("size = [420.0, 297.0]", "", r'write either a paper size \("A2"\) or a size'),
        ('id = "A.item1"', 'id = "A.beast"', "zone.1.id: uses 'A.beast' twice: change one"),
        (
            "[[zone]]",
            '[[cell]]\nid = "x"\n[[zone]]',
            r"cell\.0: write at = \[x, y\] with size = \[width, height\], or an outline",
        ),
    ],
)
def test_a_mat_that_cannot_be_drawn_is_reported(
    old: str, new: str, sentence: str, tmp_path: Path
) -> None:
    with pytest.raises(TemplateFaults, match=sentence):
        read_toml(mat_file(tmp_path, old, new), MatFile)


def test_a_set_up_that_the_game_refuses_is_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load_game("yggdrasil")

    def strict(form: Callable[[Setup], TableForm], setup: Setup) -> TableForm:
        if setup.settings:
            raise DataError([Fault("", 0, "", "does not go together")])
        return form(setup)

    assert mats.mat_setup("yggdrasil", "5x7") is not None
    monkeypatch.setattr(mats, "load_game", lambda _: with_parts(game, form=strict))
    assert mats.mat_setup("yggdrasil", "4x5") == Setup("yggdrasil")
    assert mats.mat_setup("yggdrasil", "5x7") is None


def test_mats_name_themselves(tmp_path: Path) -> None:
    decks = set()
    for name in mat_names("yggdrasil"):
        manifest = load_manifest(print_mat(MatJob("yggdrasil", name, out=tmp_path)).manifest)
        decks |= {parse_tag(mark.tag).deck for mark in manifest.mats[0].fiducials}
    assert len(decks) == len(mat_names("yggdrasil"))


def test_cells_carry_owner_and_outline(mat: PrintedMat) -> None:
    (found,) = load_manifest(mat.manifest).mats
    cells = {cell.id: cell for cell in found.cells}
    assert cells["A.deck"].owner == "sun"
    assert cells["B.control"].owner == "moon"
    assert cells["b1"].outline_mm == ((156, 432), (210, 432), (210, 522), (156, 522))
    assert load_catalog("yggdrasil").owners == {"sun": "A", "moon": "B"}


def test_the_mat_fits_the_schema(mat: PrintedMat, tiled_mat: PrintedMat) -> None:
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    for printed in (mat, tiled_mat):
        jsonschema.validate(json.loads(printed.manifest.read_text(encoding="utf-8")), schema)


def test_tiles_show_the_sheet_piece_by_piece(
    mat: PrintedMat, tiled_mat: PrintedMat, raster: Raster
) -> None:
    """Check that the tiles, placed as in the manifest, give the one-sheet mat again."""
    dpi = 50
    whole = raster(mat.pdf, 1, dpi).astype(float)
    (found,) = load_manifest(tiled_mat.manifest).mats
    assert len(found.sheets) == tiled_mat.pages - 1 == 8
    covered = np.zeros(whole.shape, bool)
    for sheet in found.sheets:
        page = raster(tiled_mat.pdf, sheet.page, dpi).astype(float)
        px = dpi / 25.4
        inset = 2
        left, top = round(sheet.mat_x_mm * px) + inset, round(sheet.mat_y_mm * px) + inset
        width = int(sheet.width_mm * px) - 2 * inset
        height = int(sheet.height_mm * px) - 2 * inset
        x = left + round((sheet.page_x_mm - sheet.mat_x_mm) * px)
        y = top + round((sheet.page_y_mm - sheet.mat_y_mm) * px)
        piece = page[y : y + height, x : x + width]
        same = whole[top : top + height, left : left + width]
        assert np.abs(piece - same).mean() < 4, sheet
        covered[top : top + height, left : left + width] = True
    assert covered.mean() > 0.98


def test_the_sheet_has_its_own_size_and_embedded_faces(mat: PrintedMat) -> None:
    (page,) = pypdf.PdfReader(mat.pdf).pages
    size = [float(v) / 72 * 25.4 for v in page.mediabox[2:]]
    assert size == pytest.approx([420, 594], abs=0.01)
    names = {font["/BaseFont"] for font in page["/Resources"]["/Font"].values()}
    assert not any("Helvetica" in name for name in names)


@pytest.mark.parametrize("lang", ["ja", "zh-Hant"])
def test_ink_saving_in_other_languages_is_reproducible(lang: str, tmp_path: Path) -> None:
    job = MatJob("yggdrasil", "5x7", lang=lang, style="ink", out=tmp_path)
    first = print_mat(job).pdf.read_bytes()
    assert print_mat(job).pdf.read_bytes() == first


def test_ink_saving_saves_ink(mat: PrintedMat, tmp_path: Path, raster: Raster) -> None:
    ink = print_mat(MatJob("yggdrasil", "4x5", style="ink", out=tmp_path))
    dark = 255 - raster(ink.pdf, 1, 30).astype(float)
    assert dark.mean() / 255 < 0.15
    assert (255 - raster(mat.pdf, 1, 30).astype(float)).mean() / 255 > 0.5


def test_all_mats_are_printed_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["mat", "stratosphere", "--mat", "all", "--style", "ink", "--out", str(tmp_path)]
    assert cli.run([*words, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)["mats"]
    assert [mat["mat"] for mat in report] == mat_names("stratosphere")
    assert all(Path(mat["pdf"]).is_file() for mat in report)


def test_an_unknown_mat_or_overlap_is_usage(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match='did you mean "4x5"'):
        print_mat(MatJob("yggdrasil", "4x6", out=tmp_path))
    with pytest.raises(UsageError, match="overlap of 100 mm"):
        print_mat(MatJob("yggdrasil", "4x5", "A4", overlap=100, out=tmp_path))


def test_a_game_without_a_mat_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("printkit.mats.sheets.mat_names", lambda _slug: [])
    with pytest.raises(UsageError, match="Ji Guan has no mat: you play its cards on a bare table"):
        print_mat(MatJob("jiguan", out=tmp_path))
