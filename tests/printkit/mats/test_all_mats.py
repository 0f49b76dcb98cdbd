"""Every mat of every game: all zones of the rules' table form, on the sheet, and legible."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import zxingcpp

from printkit.errors import UsageError
from printkit.mats.mat import load_mat, mat_names, table_form
from printkit.mats.plan import MatPlan
from printkit.mats.sheets import MatJob, print_mat
from printkit.pdf.geometry import Rect
from printkit.pdf.pack import game_pack
from printkit.template.card_template import printable
from rules import load_manifest

Raster = Callable[[Path, int, float], np.ndarray]
MATS = [(slug, name) for slug in printable() for name in mat_names(slug)]
LARGEST = {"spherion": {"globe-3", "globe-4"}}
"""Mats of settings that are rarely played; their geometry is tested, but they are not printed."""
PRINTED = [(slug, name) for slug, name in MATS if name not in LARGEST.get(slug, ())]


@pytest.fixture
def plan(slug: str, name: str) -> MatPlan:
    return load_mat(slug, name)


def test_five_games_have_mats() -> None:
    assert {slug for slug, _ in MATS} == {
        "dicebattle",
        "jiguan",
        "spherion",
        "stratosphere",
        "yggdrasil",
    }


@pytest.mark.parametrize(("slug", "name"), MATS)
def test_the_cells_are_the_zones_of_the_table_form(slug: str, name: str, plan: MatPlan) -> None:
    form = table_form(slug, name)
    assert form is not None, "no setting asks for this mat"
    assert sorted(cell.id for cell in plan.cells) == sorted(zone.cell for zone in form.zones)
    for zone in form.zones:
        if zone.owner:
            assert plan.cell(zone.cell).seat == zone.owner


@pytest.mark.parametrize(("slug", "name"), MATS)
def test_cards_of_compared_cells_are_upright_for_their_owner(
    slug: str, name: str, plan: MatPlan
) -> None:
    form = table_form(slug, name)
    assert form is not None
    tracked = {zone.cell for zone in form.zones if zone.tracked}
    turns = {c.id: c.turn for c in plan.manifest_cells({}, form.seat_turns) if c.id in tracked}
    assert turns
    assert set(turns.values()) == {0}


@pytest.mark.parametrize(("slug", "name"), MATS)
def test_no_fiducial_is_on_a_cell_and_all_are_on_the_sheet(
    slug: str, name: str, plan: MatPlan
) -> None:
    sheet = Rect(0, 0, plan.size.width, plan.size.height)
    for panel in plan.marks:
        assert panel.side >= 25
        assert sheet.holds(panel.outer)
        assert not [cell.id for cell in plan.cells if panel.outer.shared(cell.rect)]
    for one, other in itertools.pairwise(sorted(plan.marks, key=lambda p: (p.x, p.y))):
        assert not one.outer.shared(other.outer)


@pytest.mark.parametrize(("slug", "name"), PRINTED)
@pytest.mark.parametrize("lang", ["en", "ja", "zh-Hant"])
def test_it_prints_in_every_language_and_names_itself(
    slug: str, name: str, lang: str, tmp_path: Path, raster: Raster
) -> None:
    style = {"en": "full", "ja": "ink", "zh-Hant": "full"}[lang]
    printed = print_mat(MatJob(slug, name, lang=lang, style=style, out=tmp_path))
    (mat,) = load_manifest(printed.manifest).mats
    assert mat.name == name
    if lang == "en":  # rendering a large sheet takes most of the time
        seen = {code.text for code in zxingcpp.read_barcodes(raster(printed.pdf, 1, 60))}
        assert seen == {mark.tag for mark in mat.fiducials}


@pytest.mark.parametrize(("slug", "name"), PRINTED)
def test_every_mat_is_ready_drawn(slug: str, name: str) -> None:
    for pack in (game_pack(slug, "full"), game_pack(slug, "ink")):
        assert pack is not None
        assert f"mat-{name}/mat" in pack.index


def test_a_maze_is_printed_from_its_seed(tmp_path: Path) -> None:
    def bytes_of(seed: str) -> bytes:
        return print_mat(MatJob("spherion", "globe-2", maze=seed, out=tmp_path)).pdf.read_bytes()

    assert bytes_of("spherion-1") == bytes_of("spherion-1")
    assert bytes_of("spherion-1") != bytes_of("spherion-2")


@pytest.mark.parametrize("seed", ["spherion-1", ""])
def test_a_manifest_contains_the_maze_on_its_mat(tmp_path: Path, seed: str) -> None:
    printed = print_mat(MatJob("spherion", "globe-2", maze=seed, out=tmp_path))
    (mat,) = load_manifest(printed.manifest).mats
    assert mat.maze == seed
    assert ('"maze"' in printed.manifest.read_text("utf-8")) is bool(seed)


@pytest.mark.parametrize(
    ("slug", "seed", "report"),
    [("yggdrasil", "a", "has no maze to print"), ("spherion", "two words", "is no seed")],
)
def test_a_maze_that_cannot_be_printed_is_reported(
    slug: str, seed: str, report: str, tmp_path: Path
) -> None:
    with pytest.raises(UsageError, match=report):
        print_mat(MatJob(slug, maze=seed, out=tmp_path))
    assert not list(tmp_path.iterdir())
