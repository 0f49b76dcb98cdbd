"""A mat whose print is known is recognised as bare immediately, with any colours and symbols."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from companion.vision.mat.background import Background
from companion.vision.mat.printed import printed_mats
from companion.vision.mat.top_view import PX_PER_MM, TopView
from rules import Cell, Mat
from tests.support.simulator.small_print_run import print_mat

View = npt.NDArray[np.float32]
PIECE_MM2 = 30.0 * 48.0


def cell(name: str, x: float, y: float) -> Cell:
    outline = ((x, y), (x + 54, y), (x + 54, y + 90), (x, y + 90))
    return Cell(name, x + 27, y + 45, outline)


MAT = Mat(
    "two",
    1,
    300.0,
    240.0,
    tuple(cell(f"c{i}", 20 + 66 * i, y) for i in range(4) for y in (20,))
    + tuple(cell(f"d{i}", 20 + 66 * i, 130) for i in range(4)),
    (),
    (),
)


def print_of_two_halves() -> View:
    """Return a print with dark blue above sand, and symbols that reach across the cells' rims."""
    picture = np.zeros((120, 150, 3), np.float32)
    picture[:60] = (120, 60, 20)
    picture[60:] = (150, 215, 240)
    for y, tone in ((32, (190, 140, 110)), (88, (60, 120, 200))):
        cv2.line(picture, (5, y - 14), (145, y + 14), tone, 5)
        cv2.circle(picture, (70, y), 14, tone, 2)
    return picture


def seen(printed: View, rng: np.random.Generator) -> View:
    """Return the print as seen in warm light from the left, paler and with noise."""
    lit = np.linspace(1.15, 0.8, printed.shape[1], dtype=np.float32)[None, :, None]
    mixed = printed @ np.array([[0.75, 0.06, 0], [0.05, 0.8, 0.05], [0, 0.06, 0.85]], np.float32)
    noise = rng.normal(0, 1.5, printed.shape).astype(np.float32)
    return np.asarray((mixed + 18) * lit + noise, np.float32)


def bare(printed: View | None, view: View) -> set[str]:
    top = TopView(MAT)
    glance = Background(top, PIECE_MM2, printed).glance(view, np.ones(view.shape[:2], np.bool_))
    return {name for name in top.cells if glance.is_bare(name)}


@pytest.fixture
def view() -> View:
    return seen(print_of_two_halves(), np.random.default_rng(5))


def test_every_cell_of_a_mat_in_two_colours_is_seen_bare(view: View) -> None:
    every = {c.id for c in MAT.cells}
    assert bare(print_of_two_halves(), view) == every
    assert bare(None, view) != every, "without the print there is no telling"


@pytest.mark.parametrize("tone", [(250, 250, 250), (30, 30, 30), (110, 70, 40)])
def test_what_is_on_a_cell_is_not_taken_for_its_print(
    view: View, tone: tuple[int, int, int]
) -> None:
    x, y = int((20 + 66 + 12) * PX_PER_MM), int((20 + 20) * PX_PER_MM)
    view[y : y + 24, x : x + 15] = tone
    view[y : y + 24, x : x + 15] += np.random.default_rng(1).normal(0, 2, (24, 15, 3))
    assert "c1" not in bare(print_of_two_halves(), view)
    assert "d1" in bare(print_of_two_halves(), view)


def test_a_print_of_another_size_helps_nobody(view: View) -> None:
    assert bare(print_of_two_halves()[:50], view) == bare(None, view)


@pytest.mark.parametrize("tiles", [1, 2])
def test_the_print_comes_out_of_the_pdf_next_to_the_manifest(tmp_path: Path, tiles: int) -> None:
    path = print_mat(tmp_path, tiles=tiles)
    looks = printed_mats([path])["4x5"]
    assert looks.shape == (297, 210, 3)
    ground = looks[:20, 60:150].reshape(-1, 3).mean(0)
    assert np.allclose(ground, (0.21 * 255, 0.23 * 255, 0.18 * 255), atol=3)
    (tmp_path / "mat.pdf").unlink()
    assert printed_mats([path]) == {}
    assert printed_mats([tmp_path / "nothing.json"]) == {}
