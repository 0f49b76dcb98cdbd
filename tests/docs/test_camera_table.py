"""The table of docs/camera.md, with the height for each camera, equals `companion plan`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.vision.doctor.plan import (
    PRESETS,
    CoverageEstimate,
    MatSheet,
    MountAdvice,
    PlannedCamera,
    advise,
)
from companion.vision.doctor.plan_sheets import mat_title, template_sheets
from rules import game_slugs, load_catalog
from tests.support import guide_pages as pages


def rows(root: Path, tongue: str) -> list[list[str]]:
    table = pages.guide(root, "camera", tongue).partition(" | mm |")[2].partition("\n\n")[0]
    return [re.split(r" *\| *", line.strip("| ")) for line in table.splitlines()[2:]]


def report(advice: MountAdvice) -> str:
    """Return a cell: the heights in cm from which the mat is read, or "–" if there are none."""
    if advice.stand.sight is CoverageEstimate.FAR or advice.highest_mm is None:
        return "–"
    low, high = round(advice.stand.height_mm / 10), int(advice.highest_mm / 10)
    mark = "≈ " if advice.stand.sight is CoverageEstimate.READS else ""
    return mark + (f"{low}–{high}" if high > low else f"{low}")


def row(slug: str, sheet: MatSheet, tongue: str) -> list[str]:
    cameras = [PlannedCamera.named(name) for name in PRESETS]
    cells = [report(advise(camera, sheet)) for camera in cameras if camera is not None]
    size = f"{sheet.width_mm:.0f} × {sheet.height_mm:.0f}"
    colon = ": " if tongue == "en" else "："
    name = load_catalog(slug).names[tongue] + colon + mat_title(slug, sheet.name, tongue)
    return [name, size, *cells]


@pytest.mark.parametrize("tongue", pages.NAMES)
@pytest.mark.parametrize("slug", sorted(game_slugs()))
def test_the_table_says_what_the_plan_says(root: Path, slug: str, tongue: str) -> None:
    wanted = [row(slug, sheet, tongue) for sheet in template_sheets(slug)]
    assert wanted
    assert [each for each in rows(root, tongue) if each in wanted] == wanted


@pytest.mark.parametrize("tongue", pages.NAMES)
def test_every_row_is_of_a_mat(root: Path, tongue: str) -> None:
    mats = sum(len(template_sheets(slug)) for slug in game_slugs())
    assert len(rows(root, tongue)) == mats
