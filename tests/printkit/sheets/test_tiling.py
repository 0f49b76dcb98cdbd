"""Cutting a mat into tiles: everything is shown, and nothing is larger than the page."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from printkit.mats.mat import load_mat
from printkit.mats.tiles import best_tiles, borders, tiles
from printkit.pdf.geometry import Rect, Size
from printkit.sheets.papers import card_papers, paper


@settings(max_examples=40)
@given(
    length=st.floats(50, 900), room=st.floats(120, 300), overlap=st.floats(3, 20), data=st.data()
)
def test_borders_cover_the_length_with_as_few_tiles_as_fit(
    length: float, room: float, overlap: float, data: st.DataObject
) -> None:
    # Only whole millimetres are searched, so some room is left for rounding.
    starts = borders(length, room, overlap, [], [])
    step = int(room - overlap)
    fewest = 1 if length <= room else 2
    while length > room + (fewest - 1) * (room - overlap):
        fewest += 1
    assert starts[0] == 0
    assert len(starts) <= fewest + (step != room - overlap)
    ends = [*starts[1:], length]
    for start, end in zip(starts, ends, strict=True):
        extra = overlap if end != length else 0
        assert end - start + extra <= room + 1e-6


def test_marks_stay_whole_if_that_can_be() -> None:
    starts = borders(420, 277, 10, [], [(150, 200), (220, 260)])
    assert len(starts) == 2
    assert not 150 < starts[1] < 200
    assert not 220 < starts[1] < 260


def test_grid_lines_are_preferred() -> None:
    assert borders(420, 277, 10, [102, 156, 210, 264, 318], []) == [0.0, 210]


@pytest.mark.parametrize("name", ["4x5", "5x7"])
@pytest.mark.parametrize("page", [paper(name)[1] for name in card_papers()])
def test_real_mats_are_shown_whole_without_cutting_a_fiducial(name: str, page: Size) -> None:
    plan = load_mat("yggdrasil", name)
    found, used = best_tiles(plan, page, 10)
    assert {used.width, used.height} == {page.width, page.height}
    owned = 0.0
    for tile in found:
        assert tile.shown.width <= used.width - 20 + 1e-6
        assert tile.shown.height <= used.height - 20 + 1e-6
        owned += (tile.shown.width - 10 * tile.has_right) * (
            tile.shown.height - 10 * tile.has_below
        )
    assert owned == pytest.approx(plan.size.width * plan.size.height)
    for panel in plan.marks:
        whole = [tile for tile in found if tile.shown.holds(panel.outer)]
        assert whole, "each fiducial lies on one tile"
        for tile in found:
            for border, low, high in (
                (tile.shown.x, panel.outer.x, panel.outer.right),
                (tile.shown.y, panel.outer.y, panel.outer.bottom),
            ):
                assert not low < border < high


def test_names_and_neighbours() -> None:
    found = tiles(Size(300, 300), Size(200, 200), 10, ([], []), [Rect(0, 0, 1, 1)])
    assert [tile.name for tile in found] == ["A1", "B1", "A2", "B2"]
    assert (found[0].right, found[0].below) == ("B1", "A2")
    assert (found[3].has_right, found[3].has_below) == (False, False)


def test_an_overlap_larger_than_the_page_is_refused() -> None:
    with pytest.raises(ValueError, match="leaves nothing"):
        borders(500, 20, 20, [], [])
