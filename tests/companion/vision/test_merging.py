from __future__ import annotations

from dataclasses import replace

from companion.readings import DieReading, Face, Point, Reading, TableView, Trouble
from companion.vision.mat.memory import HELD_CONFIDENCE
from companion.vision.merging import Merged, merge

CELLS = frozenset(("a1", "a2", "b1", "b2"))
AT = {"a1": (30.0, 130.0), "a2": (30.0, 40.0), "b1": (90.0, 130.0), "b2": (90.0, 40.0)}


def card(tag: str, cell: str, px: float = 2.0, **changes: object) -> Reading:
    """Return a reading of a card in a cell, `px` px per module."""
    side = 21 * px
    square: tuple[Point, Point, Point, Point] = ((0, 0), (side, 0), (side, side), (0, side))
    x, y = AT[cell]
    reading = Reading(tag, square, 0.9, Face.FRONT, tag, 1, "", cell, x, y, 0.0)
    return replace(reading, **changes)  # type: ignore[arg-type]


def held(reading: Reading) -> Reading:
    return replace(reading, confidence=HELD_CONFIDENCE)


def view(*readings: Reading, empty: str = "", outside: str = "", hand: bool = False) -> TableView:
    """Return a view in which the other cells are covered."""
    bare, read = frozenset(empty.split()), {r.cell for r in readings if r.cell}
    covered = CELLS - bare - read
    return TableView(
        0.0, 0, readings, bare, covered, hand, mat="4x5", outside=frozenset(outside.split())
    )


def merged(*views: TableView, before: Merged | None = None, time_s: float = 1.0) -> Merged:
    return merge(dict(enumerate(views)), 0, time_s, 7, before)


def tags(found: Merged) -> dict[str, str]:
    return {r.tag: r.cell or "" for r in found.view.readings}


def test_one_camera_keeps_its_view() -> None:
    one = view(card("X", "a1"), held(card("Y", "b1")), empty="a2")
    assert replace(merged(one).view, px_per_module=0.0) == replace(one, time_s=1.0, frame=7)


def test_each_card_comes_from_the_camera_that_sees_it_better() -> None:
    small, large = card("X", "a1", 1.0), card("X", "a1", 2.0, x_mm=31.0)
    assert merged(view(small), view(large)).view.readings == (large,)
    assert merged(view(large), view(small)).view.readings == (large,)
    nearly = card("X", "a1", 1.1)
    assert merged(view(small), view(nearly)).view.readings == (small,)
    assert merged(view(held(large)), view(small)).view.readings == (small,)


def test_a_cell_that_one_camera_cannot_see_is_taken_from_another() -> None:
    found = merged(view(card("X", "a1"), empty="b2"), view(card("Y", "b1"), empty="a2 b2"))
    assert tags(found) == {"X": "a1", "Y": "b1"}
    assert (found.view.empty, found.view.covered) == (frozenset(("a2", "b2")), frozenset())
    assert not found.differing


def test_halves_of_a_mat_make_a_whole() -> None:
    left = view(card("X", "a1"), empty="a2", outside="b1 b2")
    right = view(card("Y", "b1"), empty="b2", outside="a1 a2")
    found = merged(left, right)
    assert (tags(found), found.view.covered) == ({"X": "a1", "Y": "b1"}, frozenset())
    assert found.view.outside == frozenset()
    assert merged(left).view.outside == frozenset(("b1", "b2"))


def test_a_camera_with_trouble_or_without_the_mat_is_left_out() -> None:
    lost = TableView(1.0, 3, covered=CELLS, trouble=Trouble.LOST, mat="4x5")
    other = replace(view(empty="a2"), mat="5x7")
    found = merged(lost, view(card("X", "a1")), other)
    assert (found.used, found.view.trouble, tags(found)) == ((1,), None, {"X": "a1"})
    dark = replace(lost, trouble=Trouble.DARK)
    assert merged(lost, dark).view.trouble is Trouble.DARK
    assert merged(lost, lost).view.trouble is Trouble.LOST


def test_a_place_about_which_cameras_differ_counts_as_covered() -> None:
    for one, other in (
        (view(card("X", "a1")), view(card("Y", "a1"))),
        (view(card("X", "a1")), view(empty="a1")),
        (view(held(card("X", "a1"))), view(empty="a1")),
    ):
        found = merged(one, other)
        assert "a1" in found.view.covered
        assert not tags(found)
        assert found.differing == {"a1": 1.0}
        again = merged(one, other, before=found, time_s=2.5)
        assert again.differing == {"a1": 1.0}
        assert not merged(one, one, before=again).differing


def test_what_cannot_be_read_or_is_out_of_date_contradicts_nothing() -> None:
    x = card("X", "a1")
    unknown = card("", "a1", face=Face.UNKNOWN, copy=0)
    assert tags(merged(view(x), view(unknown))) == {"X": "a1"}
    assert tags(merged(view(unknown), view(x))) == {"X": "a1"}
    assert merged(view(unknown), view(empty="a1")).view.empty == frozenset(("a1",))
    assert tags(merged(view(unknown), view(unknown))) == {"": "a1"}
    assert tags(merged(view(held(card("Y", "a1"))), view(x))) == {"X": "a1"}
    pile = view(x, card("Y", "a1", y_mm=134.0))
    assert tags(merged(pile, view(x))) == {"X": "a1", "Y": "a1"}


def test_a_card_at_the_rim_of_a_cell_is_in_one_cell() -> None:
    rim = card("X", "a1", 2.0, x_mm=59.0)
    beyond = card("X", "b1", 1.0, x_mm=61.0)
    assert tags(merged(view(rim), view(beyond))) == {"X": "a1"}
    back = replace(rim, tag="BACK", copy=0, face=Face.BACK)
    behind = replace(beyond, tag="BACK", copy=0, face=Face.BACK)
    found = merged(view(back), view(behind, card("BACK", "b2", copy=0, face=Face.BACK)))
    assert [r.cell for r in found.view.readings] == ["a1", "b2"]


def test_a_token_beside_a_cells_middle_does_not_contradict_an_empty_cell() -> None:
    token = card("T", "a1", face=Face.TOKEN)
    found = merged(view(token), view(empty="a1"))
    assert (tags(found), found.view.empty) == ({"T": "a1"}, frozenset())


def test_a_hand_that_another_camera_does_not_see_is_no_hand() -> None:
    blocked = view(card("X", "a2"), hand=True)
    free = view(card("X", "a1"), empty="a2")
    found = merged(blocked, free)
    assert (found.view.hand, found.used, tags(found)) == (False, (1,), {"X": "a1"})
    half = replace(free, outside=frozenset(("b1", "b2")))
    assert merged(blocked, half).view.hand
    assert merged(blocked, replace(free, hand=True)).view.hand


def test_fiducials_are_those_of_the_picture_that_is_shown() -> None:
    mark = replace(card("M", "a1", face=Face.MAT), cell="")
    other = replace(mark, corners=((5, 5), (6, 5), (6, 6), (5, 6)))
    views = {0: view(mark), 1: view(other)}
    assert merge(views, 1, 0.0, 0, None).view.readings == (other,)


def die(value: str, throw: int, x_mm: float = 10.0) -> DieReading:
    sure = 0.9 if value else 0.0
    return DieReading("d6", value, (0, 0), sure, x_mm, 10.0, 0.0, "a1", throw)


def thrown(*dice: DieReading) -> TableView:
    return replace(view(), dice=dice)


def test_dice_come_from_one_camera_and_missing_values_from_another() -> None:
    found = merged(thrown(die("3", 4)), thrown(die("3", 9)))
    assert [(d.value, d.throw) for d in found.view.dice] == [("3", 4)]
    found = merged(thrown(die("", 4)), thrown(die("3", 9, 14.0)))
    assert [(d.value, d.throw) for d in found.view.dice] == [("3", 4)]
    found = merged(thrown(die("5", 4)), thrown(die("3", 9)))
    assert [d.value for d in found.view.dice] == [""]
    assert found.differing == {"a1": 1.0}


def test_a_throw_is_counted_once_when_another_camera_takes_over() -> None:
    first = merged(thrown(die("3", 4)), thrown(die("3", 9)))
    taken = merged(thrown(), thrown(die("3", 9)), before=first)
    assert [d.throw for d in taken.view.dice] == [4]
    next_ = merged(thrown(), thrown(die("1", 10)), before=taken)
    assert [d.throw for d in next_.view.dice] == [5]
    back = merged(thrown(die("6", 7)), thrown(), before=next_)
    assert [d.throw for d in back.view.dice] == [6]
