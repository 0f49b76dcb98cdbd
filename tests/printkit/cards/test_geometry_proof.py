"""Geometry read back from the PDF: trims within 0.1 mm, backs on fronts within 0.05 mm."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from printkit.cards.job import CardJob, SheetOptions
from printkit.cards.write import Printed, print_cards
from printkit.pdf.correction import Correction
from printkit.pdf.geometry import Duplex
from printkit.sheets.papers import SMALL, card_papers
from printkit.sheets.printers import save_printer
from printkit.template.card_template import load_card_template
from rules import load_manifest
from tests.support.pdf_geometry import (
    Found,
    as_box,
    faces,
    listed,
    off,
    page_of,
    seen_from_the_front,
)

TRIM_MM, COINCIDE_MM = 0.1, 0.05
OFF = Correction(x_mm=0.83, y_mm=-1.27, rotation_deg=0.41)


def run(out: Path, sheet: SheetOptions, *, small: bool = False) -> Printed:
    return print_cards(
        CardJob(
            "yggdrasil", owner="sun", art=False, controls=False, sheet=sheet, small=small, out=out
        )
    )


@pytest.mark.parametrize("paper", card_papers())
@pytest.mark.parametrize("edge", [Duplex.LONG, Duplex.SHORT, Duplex.FOLD])
@pytest.mark.parametrize(("small", "gutter"), [(False, 0.0), (True, 0.0), (False, 5.0)])
def test_backs_are_on_their_fronts(
    paper: str, edge: Duplex, gutter: float, tmp_path: Path, *, small: bool
) -> None:
    printed = run(tmp_path, SheetOptions(paper, edge, gutter=gutter), small=small)
    size = load_card_template("yggdrasil").size
    page, scale = page_of(printed.pdf), SMALL if small else 1.0
    trims = [[f.corners(size.width, size.height) for f in found] for found in faces(printed.pdf)]
    for card in load_manifest(printed.manifest).cards:
        assert card.back is not None
        wanted = listed(card.front)
        front = min(trims[card.front.page - 1], key=lambda c: off(c, wanted))
        assert off(front, wanted) <= TRIM_MM
        assert np.ptp(front, axis=0).min() == pytest.approx(size.width * scale, abs=0.01)
        back = min(trims[card.back.page - 1], key=lambda c: off(c, listed(card.back)))
        assert off(back, listed(card.back)) <= TRIM_MM
        assert off(as_box(seen_from_the_front(back, page, edge)), as_box(front)) <= COINCIDE_MM, (
            card.card
        )


@pytest.mark.parametrize("edge", [Duplex.LONG, Duplex.SHORT])
@pytest.mark.parametrize("paper", card_papers())
def test_a_printers_error_is_taken_out_shift_and_turn(
    paper: str, edge: Duplex, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Check that a printer with the opposite of the saved error puts every back on its front."""
    monkeypatch.setattr("typer.get_app_dir", lambda name: str(tmp_path / "config" / name))
    save_printer("attic", OFF)
    printed = run(tmp_path, SheetOptions(paper, edge, printer="attic"))
    size = load_card_template("yggdrasil").size
    width, height = page_of(printed.pdf)
    turn = np.radians(-OFF.rotation_deg)
    spin = np.array([(np.cos(turn), np.sin(turn)), (-np.sin(turn), np.cos(turn))])
    middle = np.array([width / 2, height / 2])

    def printed_at(points: np.ndarray) -> np.ndarray:
        """Return the places on paper: points of the PDF, shifted and turned by the printer."""
        return (points - (OFF.x_mm, OFF.y_mm) - middle) @ spin + middle

    trims = [[f.corners(size.width, size.height) for f in found] for found in faces(printed.pdf)]
    for card in load_manifest(printed.manifest).cards:
        assert card.back is not None
        front, held = as_box(listed(card.front)), ((width, height), edge)
        found = trims[card.back.page - 1]
        right = [as_box(seen_from_the_front(printed_at(c), *held)) for c in found]
        wrong = [as_box(seen_from_the_front(c, *held)) for c in found]
        assert min(off(box, front) for box in right) <= COINCIDE_MM
        assert min(off(box, front) for box in wrong) > 10 * COINCIDE_MM


def test_frames_of_tags_are_where_the_template_says(tmp_path: Path) -> None:
    template = load_card_template("yggdrasil")
    printed = run(tmp_path, SheetOptions(duplex=Duplex.NONE))
    panel = template.front_panel.outer
    found: list[Found] = [face for page in faces(printed.pdf) for face in page]
    assert len(found) == printed.cards
    for face in found:
        assert face.frame == pytest.approx((panel.x, panel.y, panel.width, panel.height), abs=0.01)
