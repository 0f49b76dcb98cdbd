"""Sheets in numbers: blocks, bleed, marks, and backs that align with their fronts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printkit.errors import UsageError
from printkit.pdf.geometry import Duplex, FaceSpot, Point, Rect, Size, face_to_page
from printkit.sheets import papers
from printkit.sheets.imposition import Layout, bleed_box, crop_marks
from printkit.sheets.papers import layout, paper

CARD = Size(54, 90)
A4 = Layout(Size(210, 297), CARD, 2, 5, 90)


@pytest.mark.parametrize(
    ("name", "block", "slots"),
    [
        ("A4", Rect(15, 13.5, 180, 270), 10),
        ("letter", Rect(17.95, 31.7, 180, 216), 8),
        ("A3", Rect(13.5, 21, 270, 378), 21),
    ],
)
def test_blocks_are_centred(name: str, block: Rect, slots: int) -> None:
    _, found = layout(name, CARD)
    assert found.per_page == slots
    for side in ("x", "y", "width", "height"):
        assert getattr(found.block, side) == pytest.approx(getattr(block, side))


def test_a_gutter_gives_every_card_its_own_bleed_and_cut_lines() -> None:
    _, found = layout("A4", CARD, gutter=6)
    assert (found.columns, found.rows, found.turn) == (2, 4, 90)
    assert found.block == Rect(12, 31.5, 186, 234)
    trims = [found.front(n).rect for n in range(8)]
    assert trims[1].x - trims[0].right == pytest.approx(6)
    assert trims[2].y - trims[0].bottom == pytest.approx(6)
    for n, trim in enumerate(trims):
        box = bleed_box(found.front(n), trims, 3.0)
        assert box == trim.grown(3, 3, 3, 3)
        for edge in (Duplex.LONG, Duplex.SHORT):
            back = found.back(found.front(n), edge).rect
            assert any(abs(back.x - t.x) + abs(back.y - t.y) < 1e-9 for t in trims)
    marks = crop_marks(trims)
    assert {m.x1 for m in marks if m.x1 == m.x2} == {12, 102, 108, 198}
    assert len([m for m in marks if m.y1 == m.y2]) == 16


def test_bleeds_meet_in_the_middle_of_a_narrow_gutter() -> None:
    _, found = layout("A4", CARD, gutter=2)
    trims = [found.front(n).rect for n in range(found.per_page)]
    first, second = (bleed_box(found.front(n), trims, 3.0) for n in (0, 1))
    assert first.right == pytest.approx(second.x)
    assert first.right - trims[0].right == pytest.approx(1)


def test_a_gutter_too_wide_for_a_paper_is_reported() -> None:
    with pytest.raises(UsageError, match="narrow the gutter"):
        layout("A4", Size(200, 280), gutter=5)


@pytest.fixture
def with_b5(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add B5 as a user's paper: one size and one layout, for full-size cards."""
    shipped = papers._papers()
    grid = papers._Grid(columns=1, rows=4, turn=90)
    b5 = papers._Paper(width=176, height=250, cards=grid)
    added = shipped.model_copy(update={"paper": {**shipped.paper, "B5": b5}})
    monkeypatch.setattr(papers, "_papers", lambda: added)


@pytest.mark.usefixtures("with_b5")
def test_a_paper_without_a_layout_for_small_cards_takes_as_many_as_fit() -> None:
    name, found = layout("b5", CARD.scaled(papers.SMALL), small=True)
    assert name == "B5"
    assert (found.columns, found.rows, found.turn) == (2, 6, 90)
    assert found.block == Rect(28, 17, 120, 216)


@pytest.mark.usefixtures("with_b5")
def test_a_sheet_of_one_column_is_imposed_again_where_it_is_to_be_folded() -> None:
    assert layout("B5", CARD)[1].columns == 1
    _, found = layout("B5", CARD, fold=True)
    assert (found.columns, found.rows, found.turn) == (2, 2, 0)
    assert found.fold.x1 == 88
    assert layout("A3", CARD, fold=True)[1].columns == 2
    with pytest.raises(UsageError, match="no card of 150 × 200 mm fits on B5 next to its back"):
        layout("B5", Size(150, 200), fold=True)


def test_slots_tile_the_block_in_reading_order() -> None:
    spots = [A4.front(n) for n in range(10)]
    assert spots[0].rect == Rect(15, 13.5, 90, 54)
    assert spots[1].rect == Rect(105, 13.5, 90, 54)
    assert spots[9].rect == Rect(105, 229.5, 90, 54)
    with pytest.raises(ValueError, match="slot 10"):
        A4.front(10)


def test_a_face_turned_by_90_looks_to_the_right() -> None:
    spot = FaceSpot(Rect(15, 13.5, 90, 54), 90)
    assert face_to_page(spot, (0, 0)) == (105, 13.5)
    assert face_to_page(spot, (54, 90)) == (15, 67.5)


@given(x=st.floats(0, 54), y=st.floats(0, 90), turn=st.sampled_from([0, 90, 180, 270]))
def test_turning_keeps_distances_and_stays_in_the_spot(x: float, y: float, turn: int) -> None:
    box = CARD.turned(turn)
    spot = FaceSpot(Rect(10, 20, box.width, box.height), turn)
    px, py = face_to_page(spot, (x, y))
    assert 10 - 1e-9 <= px <= 10 + box.width + 1e-9
    assert 20 - 1e-9 <= py <= 20 + box.height + 1e-9
    cx, cy = face_to_page(spot, (27, 45))
    assert (px - cx) ** 2 + (py - cy) ** 2 == pytest.approx((x - 27) ** 2 + (y - 45) ** 2)


def through_the_paper(point: Point, page: Size, duplex: Duplex) -> Point:
    """Return a point of the back page on the front page of the same sheet.

    The viewer turns the sheet over the long or the short edge and sees the back upright.
    """
    upright_axis = (duplex is Duplex.LONG) == (page.height >= page.width)
    x, y = point
    return (page.width - x, y) if upright_axis else (x, page.height - y)


layouts = st.builds(
    lambda columns, rows, turn, width, height, wide, high: Layout(
        Size(columns * CARD.turned(turn).width + wide, rows * CARD.turned(turn).height + high),
        CARD,
        columns,
        rows,
        turn,
    ),
    st.integers(1, 5),
    st.integers(1, 7),
    st.sampled_from([0, 90, 180, 270]),
    st.just(0),
    st.just(0),
    st.floats(10, 200),
    st.floats(10, 200),
)


@given(layouts, st.sampled_from([Duplex.LONG, Duplex.SHORT]), st.data())
def test_backs_coincide_with_fronts_also_on_partial_pages(
    sheet: Layout, duplex: Duplex, data: st.DataObject
) -> None:
    count = data.draw(st.integers(1, sheet.per_page))
    for index in range(count):
        front = sheet.front(index)
        back = sheet.back(front, duplex)
        # Corner by corner: the back's left is the front's right, and its top the front's top, so
        # that a card turned like a leaf stays upright.
        for x, y in ((0, 0), (54, 0), (54, 90), (0, 90), (10, 20)):
            behind = through_the_paper(face_to_page(back, (x, y)), sheet.paper, duplex)
            assert behind == pytest.approx(face_to_page(front, (54 - x, y)))


@given(layouts, st.data())
def test_bleeds_never_reach_a_neighbour(sheet: Layout, data: st.DataObject) -> None:
    count = data.draw(st.integers(1, sheet.per_page))
    spots = [sheet.front(n) for n in range(count)]
    trims = [spot.rect for spot in spots]
    for spot in spots:
        box = bleed_box(spot, trims, 3)
        assert box.holds(spot.rect)
        for other in trims:
            if other is not spot.rect:
                assert (
                    box.shared(other) is None
                    or box.shared(other).width < 1e-6
                    or (box.shared(other).height < 1e-6)
                )
        # At the rim the whole bleed is kept.
        if all(t.y > spot.rect.y - 1 for t in trims):
            assert spot.rect.y - box.y == pytest.approx(3)


def test_a_lone_card_bleeds_on_all_sides() -> None:
    spot = A4.front(0)
    assert bleed_box(spot, [spot.rect], 3) == spot.rect.grown(3, 3, 3, 3)


def test_a_half_neighbour_is_a_neighbour() -> None:
    own, half = Rect(0, 0, 54, 30), Rect(54, 15, 54, 30)
    assert bleed_box(FaceSpot(own), [own, half], 3) == own.grown(3, 3, 0, 3)


@given(layouts, st.data())
def test_crop_marks_are_outside_every_bleed(sheet: Layout, data: st.DataObject) -> None:
    count = data.draw(st.integers(1, sheet.per_page))
    trims = [sheet.front(n).rect for n in range(count)]
    marks = crop_marks(trims)
    for mark in marks:
        for trim in trims:
            bleed = trim.grown(3, 3, 3, 3)
            inside_x = mark.x1 < bleed.right and mark.x2 > bleed.x
            inside_y = mark.y1 < bleed.bottom and mark.y2 > bleed.y
            assert not (inside_x and inside_y)
    # Every outer corner of the occupied block has two marks.
    xs = {round(m.x1, 6) for m in marks if m.x1 == m.x2}
    assert {round(t.x, 6) for t in trims} | {round(t.right, 6) for t in trims} == xs


def test_full_page_marks_by_number() -> None:
    marks = crop_marks([A4.front(n).rect for n in range(10)])
    assert len(marks) == 2 * 3 + 2 * 6
    assert min(m.x1 for m in marks) == pytest.approx(15 - 7.2)
    assert max(m.y2 for m in marks) == pytest.approx(283.5 + 7.2)


@pytest.mark.parametrize("name", papers.card_papers())
@pytest.mark.parametrize("small", [False, True])
def test_cards_keep_clear_of_the_edges_on_every_paper(name: str, small: bool) -> None:  # noqa: FBT001
    card = CARD.scaled(papers.SMALL) if small else CARD
    _, found = layout(name, card, small=small)
    block, page = found.block, found.paper
    assert found.per_page >= 4
    assert min(block.x, page.width - block.right) >= 12
    assert min(block.y, page.height - block.bottom) >= 10.5


def test_papers_are_found_in_any_spelling_and_guessed() -> None:
    assert paper("a2") == ("A2", Size(420, 594))
    with pytest.raises(UsageError, match='did you mean "Letter"'):
        paper("Leter")
    with pytest.raises(UsageError, match="no paper 'A2'"):
        layout("A2", CARD)
