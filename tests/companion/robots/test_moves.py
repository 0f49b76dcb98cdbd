from __future__ import annotations

from companion.robots.moves import Move, crossed, moves_between
from companion.simulator.rects import merged
from rules import UNKNOWN, Facing, PlacedCard

CELLS = {"b1", "b2", "c2", "A.discard", "B.discard", "A.deck"}
ROOT, VINE, FOX = PlacedCard("yr1", "A"), PlacedCard("y03", "A"), PlacedCard("y20", "B")
BACK = PlacedCard(UNKNOWN, "A", Facing.DOWN)


def test_a_card_comes_from_the_hand() -> None:
    assert moves_between({"b1": (ROOT,)}, {"b1": (ROOT,), "b2": (VINE,)}, CELLS) == [
        Move(VINE, "", "b2")
    ]


def test_a_destroyed_card_goes_to_its_pile_after_the_card_that_destroys_it() -> None:
    before = {"c2": (FOX,), "B.discard": (PlacedCard("y04", "B"),)}
    after = {"b2": (VINE,), "B.discard": (PlacedCard("y04", "B"), FOX)}
    moves = moves_between(before, after, CELLS)
    assert moves == [Move(VINE, "", "b2"), Move(FOX, "c2", "B.discard")]


def test_cards_that_change_places_cross() -> None:
    other = PlacedCard("y15", "A")
    moves = moves_between({"b2": (VINE,), "c2": (other,)}, {"b2": (other,), "c2": (VINE,)}, CELLS)
    assert {(m.placed.card, m.start, m.end) for m in crossed(moves)} == {
        ("y03", "b2", "c2"),
        ("y15", "c2", "b2"),
    }
    assert crossed(moves_between({}, {"b2": (VINE,)}, CELLS)) == []


def test_decks_and_places_off_the_mat_do_not_move() -> None:
    before = {"A.deck": (BACK, BACK), "b9": (VINE,)}
    assert moves_between(before, {"A.deck": (BACK,)}, CELLS) == []


def test_a_card_without_a_pile_is_taken_off_the_table() -> None:
    assert moves_between({"c2": (FOX,)}, {}, CELLS) == [Move(FOX, "c2", "")]


def test_overlapping_rectangles_become_one_and_empty_ones_vanish() -> None:
    assert merged([(0, 0, 10, 10), (20, 20, 30, 30), (5, 5, 5, 40)]) == [
        (0, 0, 10, 10),
        (20, 20, 30, 30),
    ]
    assert merged([(0, 0, 10, 10), (20, 0, 30, 10), (8, 2, 22, 4)]) == [(0, 0, 30, 10)]


def test_a_card_from_beneath_moves_alone() -> None:
    before = {"A.discard": (VINE, FOX, ROOT)}
    after = {"A.discard": (VINE, ROOT)}
    assert moves_between(before, after, {"A.discard"}) == [Move(FOX, "A.discard", "")]
