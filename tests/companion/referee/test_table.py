"""The table: owners, turns, paper faults, piles, and the smallest correction."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import hypothesis.strategies as st
import pytest
from hypothesis import given

from companion.readings import Face, Reading
from companion.referee.geometry import TOLERANCE_DEG, Sighting, TableGeometry
from companion.referee.inventory.cards import CardInventory
from companion.referee.inventory.loose_piles import (
    LoosePiles,
    find_new_cards,
    find_removed_tops,
)
from companion.referee.inventory.steps import CorrectionStep, StepKind, correction
from companion.referee.settle import StableTable
from companion.referee.table import (
    FaultKind,
    SeenCard,
    TableContents,
    build_table,
    differences,
    same,
)
from rules import Cell, Facing, Mat, PlacedCard, Setup, TableForm, Zone
from rules.core.candidate_actions import Change
from tests.support.referee.kiln import GAME
from tests.support.referee.oracle_view import CORNERS

COLOURED = TableForm(
    "grid",
    (Zone("a1"), Zone("b1"), Zone("A.discard", tracked=False, owner="A", pile=True)),
    {"A": 0, "B": 180},
    {"sun": "A", "moon": "B"},
)


def box(cell: str, x: float, y: float) -> Cell:
    outline = ((x - 27, y - 45), (x + 27, y - 45), (x + 27, y + 45), (x - 27, y + 45))
    return Cell(cell, x, y, outline)


MAT = Mat("grid", 1, 300, 200, (box("a1", 50, 50), box("b1", 104, 50)), (), ())


def reading(tag: str = "T1", card: str | None = "p", cell: str = "a1", **more: object) -> Reading:
    values = {"face": Face.FRONT, "owner": "sun", "rotation_deg": 0.0, **more}
    return Reading(tag, CORNERS, 1.0, card=card, copy=1, cell=cell, **values)  # type: ignore[arg-type]


def table(*readings: Reading, form: TableForm = COLOURED, mat: Mat | None = None) -> TableContents:
    places = TableGeometry(form, mat)
    cells: dict[str, tuple[Sighting, ...]] = {}
    loose = []
    for r in readings:
        if r.cell:
            cells[r.cell] = (*cells.get(r.cell, ()), Sighting(r, places.placement(r)))
        else:
            loose.append(r)
    return build_table(StableTable(1.0, 10, cells, tuple(loose), form.mat), places)


def resting(found: TableContents, cell: str = "a1") -> PlacedCard:
    top = found.tops[cell]
    assert top is not None
    return top.placed


@pytest.mark.parametrize("degrees", [0.0, 20.0, 340.0])
@pytest.mark.parametrize(("owner", "seat", "base"), [("sun", "A", 0), ("moon", "B", 180)])
def test_the_printed_colour_shows_the_owner(
    degrees: float, owner: str, seat: str, base: float
) -> None:
    found = resting(table(reading(owner=owner, rotation_deg=(degrees + base) % 360)))
    assert found == PlacedCard("p", seat)


@pytest.mark.parametrize("turn", [1, 2, 3])
def test_a_turned_card_says_how_far(turn: int) -> None:
    found = resting(table(reading(rotation_deg=90.0 * turn + 5)))
    assert (found.owner, found.turn) == ("A", turn)


@pytest.mark.parametrize(("degrees", "seat"), [(90.0, "L"), (270.0, "R"), (65.5, "L")])
def test_without_colour_the_rotation_shows_the_owner(degrees: float, seat: str) -> None:
    form = GAME.table.form(Setup("kiln"))
    found = resting(table(reading(cell="k1", owner="", rotation_deg=degrees), form=form), "k1")
    assert (found.owner, found.turn) == (seat, 0)


def test_a_cell_may_be_built_turned() -> None:
    mat = Mat("grid", 1, 300, 200, (Cell("a1", 50, 50, (), turn=90),), (), ())
    assert resting(table(reading(rotation_deg=90.0), mat=mat)) == PlacedCard("p", "A")


def test_a_back_shows_owner_and_nothing_else() -> None:
    found = resting(table(reading("S1", None, face=Face.BACK, owner="moon", rotation_deg=180.0)))
    assert found == PlacedCard("?", "B", Facing.DOWN)


@pytest.mark.parametrize(("degrees", "crooked"), [(24.0, False), (26.0, True), (45.0, True)])
def test_between_two_quarter_turns_a_card_is_crooked(degrees: float, crooked: bool) -> None:  # noqa: FBT001 - a table of cases
    kinds = [f.kind for f in table(reading(rotation_deg=degrees)).faults]
    assert kinds == ([FaultKind.CROOKED] if crooked else [])


def test_a_crooked_card_has_to_come_back_further_than_the_limit() -> None:
    places = TableGeometry(COLOURED)
    over = places.placement(reading(rotation_deg=TOLERANCE_DEG + 1))
    just_under = reading(rotation_deg=TOLERANCE_DEG - 1)
    assert over.crooked
    assert places.placement(just_under, over).crooked
    assert not places.placement(just_under).crooked
    assert not places.placement(reading(rotation_deg=TOLERANCE_DEG - 5), over).crooked


def test_a_card_between_two_cells_is_named_with_both() -> None:
    found = table(reading(x_mm=70.0, y_mm=50.0), mat=MAT)
    assert [(f.kind, f.cells) for f in found.faults] == [(FaultKind.ACROSS, ("a1", "b1"))]


def test_a_card_a_little_off_its_centre_is_fine() -> None:
    assert table(reading(x_mm=60.0, y_mm=60.0), mat=MAT).faults == ()


def test_the_same_paper_twice_is_named() -> None:
    found = table(reading(), reading(cell="b1"))
    assert [(f.kind, f.cells, f.card) for f in found.faults] == [
        (FaultKind.DUPLICATE, ("a1", "b1"), "p")
    ]


def test_a_copy_next_to_the_mat_is_named_too() -> None:
    (fault,) = table(reading(), reading(cell="")).faults
    assert (fault.kind, fault.cells) == (FaultKind.DUPLICATE, ("a1",))


def test_two_copies_of_a_card_and_many_backs_are_no_duplicates() -> None:
    backs = [reading("S1", None, cell, face=Face.BACK) for cell in ("a1", "b1")]
    assert table(*backs).faults == ()
    assert table(reading("T1"), reading("T2", cell="b1")).faults == ()


@pytest.mark.parametrize("face", [Face.UNKNOWN, Face.FRONT])
def test_an_unknown_tag_on_the_field_is_a_fault_on_a_pile_it_is_not(face: Face) -> None:
    stranger = reading("", None, face=face)
    assert [f.kind for f in table(stranger).faults] == [FaultKind.UNKNOWN]
    on_pile = reading("", None, "A.discard", face=face)
    assert table(on_pile).faults == ()


def test_two_cards_on_a_cell_are_a_fault_on_a_pile_they_are_not() -> None:
    assert [f.kind for f in table(reading("T1"), reading("T2")).faults] == [FaultKind.CROWDED]
    pile = table(reading("T1", cell="A.discard"), reading("T2", cell="A.discard"))
    assert pile.faults == ()
    assert [s.tag for s in pile.piles["A.discard"]] == ["T1", "T2"]


def test_the_wrong_mat_is_named() -> None:
    settled = StableTable(0.0, 0, {}, (), "other")
    (fault,) = build_table(settled, TableGeometry(COLOURED)).faults
    assert (fault.kind, fault.card) == (FaultKind.WRONG_MAT, "other")


def test_a_face_down_card_is_the_same_whatever_the_state_knows_of_it() -> None:
    assert same(PlacedCard("?", "A", Facing.DOWN), PlacedCard("p", "A", Facing.DOWN))
    assert not same(PlacedCard("?", "A", Facing.DOWN), PlacedCard("p", "B", Facing.DOWN))
    assert not same(PlacedCard("p", "A"), PlacedCard("q", "A"))
    assert not same(None, PlacedCard("p", "A"))
    assert same(None, None)


# Piles.


def pile(*tags: str) -> TableContents:
    cards = tuple(SeenCard(PlacedCard(tag.lower(), "A"), tag) for tag in tags)
    return TableContents({}, {"A.discard": cards})


def account(piles: LoosePiles, found: TableContents, *, news: bool = True) -> LoosePiles:
    unexplained = [] if news else [tag.upper() for tag in new(piles, found)]
    return piles.absorb(found, TableGeometry(COLOURED), unexplained)


def new(piles: LoosePiles, found: TableContents) -> list[str]:
    cards = find_new_cards(piles, found, TableGeometry(COLOURED))
    return [seen.placed.card for _, seen in cards]


def test_a_new_card_on_a_pile_is_news_once() -> None:
    piles = LoosePiles()
    piles = account(piles, pile("P"))
    assert new(piles, pile("P")) == []
    assert new(piles, pile("Q")) == ["q"]
    piles = account(piles, pile("Q"))
    assert new(piles, pile("Q")) == []
    assert new(piles, pile("P")) == [], "it lay beneath all the time"
    piles = account(piles, pile("P"))
    assert new(piles, pile("Q")) == []


def test_a_card_the_state_sent_away_is_no_news_until_it_is_recalled() -> None:
    piles = LoosePiles()
    piles = piles.mark_discarded("P", PlacedCard("p", "A"))
    assert new(piles, pile("P")) == []
    piles = account(piles, pile("P"))
    piles = piles.back_in_play("P")
    assert new(piles, pile("P")) == ["p"]


def test_a_card_lifted_off_a_pile_and_placed_back_is_no_news() -> None:
    piles = LoosePiles()
    piles = account(piles, pile("P"))
    piles = account(piles, pile())
    assert new(piles, pile("P")) == []


def test_a_card_whose_placing_was_taken_back_is_news_when_it_is_placed_again() -> None:
    piles = LoosePiles()
    piles = account(piles, pile("P"))
    piles = piles.undo_placements("A.discard", Counter("p"))
    assert new(piles, pile("P")) == [], "it still lies there"
    piles = account(piles, pile())
    assert new(piles, pile("P")) == ["p"]


def test_news_that_nothing_explains_yet_stays_news() -> None:
    piles = LoosePiles()
    piles = account(piles, pile("P"), news=False)
    assert new(piles, pile("P")) == ["p"]


def test_a_card_of_the_field_is_no_news() -> None:
    assert not list(find_new_cards(LoosePiles(), pile("P"), TableGeometry(COLOURED), ["P"]))


def inherited(found: TableContents, *cards: str) -> LoosePiles:
    known = Counter((card, "") for card in cards)
    return LoosePiles().resumed(found, TableGeometry(COLOURED), known)


def test_what_a_log_has_in_a_pile_is_no_news_and_what_it_has_not_is() -> None:
    assert new(inherited(pile("Q"), "p", "q"), pile("Q")) == []
    assert new(inherited(pile("Q"), "p"), pile("Q")) == ["q"]


def test_a_card_of_the_log_that_shows_when_the_top_is_lifted_is_no_news() -> None:
    piles = inherited(pile("Q"), "p", "q")
    assert new(piles, pile("P")) == []
    piles = account(piles, pile("P"))
    piles = account(piles, pile("Q"))
    assert new(piles, pile("P")) == [], "it lay beneath all the time"


def test_a_twin_of_a_card_of_the_log_that_is_placed_on_top_is_news() -> None:
    assert new(inherited(pile("P"), "p", "q"), pile("P", "Q")) == ["q"]


def test_taking_the_top_of_a_pile_is_seen() -> None:
    piles = LoosePiles()
    piles = account(piles, pile("P"))
    piles = account(piles, pile("Q"))
    (change,) = CardInventory(TableGeometry(COLOURED), pile("P"), piles=piles).removed_tops()
    assert change.before is not None
    assert (change.cell, change.before.card) == ("A.discard", "q")
    assert not list(find_removed_tops(piles, pile("Q")))


# Corrections.

LYINGS = st.builds(PlacedCard, st.sampled_from("pqr"), st.sampled_from("AB"))
LAYOUTS = st.dictionaries(st.sampled_from(["a1", "a2", "b1", "b2", "c1"]), LYINGS)


@given(LAYOUTS, LAYOUTS)
def test_following_the_steps_puts_the_table_right(
    wanted: dict[str, PlacedCard], seen: dict[str, PlacedCard]
) -> None:
    layout = {cell: (card,) for cell, card in wanted.items()}
    cells = ["a1", "a2", "b1", "b2", "c1"]
    changes = differences(layout, {cell: seen.get(cell) for cell in cells})
    steps = correction(changes)
    now = dict(seen)
    for step in steps:
        if step.kind is StepKind.TAKE:
            assert now.pop(step.cell) == step.placed
        elif step.kind is StepKind.MOVE:
            assert step.to not in now
            now[step.to] = now.pop(step.cell)
        elif step.kind is StepKind.SWAP:
            now[step.cell], now[step.to] = now[step.to], now[step.cell]
        else:
            now[step.cell] = step.placed

    assert now == wanted
    assert len(steps) <= len(changes)


def test_two_that_changed_places_are_swapped_and_one_that_strayed_is_moved() -> None:
    p, q = PlacedCard("p", "A"), PlacedCard("q", "A")
    assert correction([Change("a1", p, q), Change("b1", q, p)]) == (
        CorrectionStep(StepKind.SWAP, "a1", p, "b1"),
    )
    assert correction([Change("a1", p, None), Change("b1", None, p)]) == (
        CorrectionStep(StepKind.MOVE, "b1", p, "a1"),
    )


def test_turned_and_flipped_cards_are_put_back() -> None:
    up, turned, down = (
        PlacedCard("p", "A"),
        PlacedCard("p", "A", turn=1),
        PlacedCard("?", "A", Facing.DOWN),
    )
    across, over = PlacedCard("p", "A", turn=3), PlacedCard("p", "A", turn=2)
    assert correction([Change("a1", up, turned)]) == (CorrectionStep(StepKind.UPRIGHT, "a1", up),)
    assert correction([Change("a1", turned, up)]) == (
        CorrectionStep(StepKind.SIDEWAYS, "a1", turned),
    )
    assert correction([Change("a1", up, over)]) == (CorrectionStep(StepKind.TURN, "a1", up),)
    assert correction([Change("a1", turned, across)]) == (
        CorrectionStep(StepKind.TURN, "a1", turned),
    )
    assert correction([Change("a1", down, up)]) == (CorrectionStep(StepKind.FLIP, "a1", down),)


def test_a_card_placed_over_another_is_only_taken_off() -> None:
    p, q = PlacedCard("p", "A"), PlacedCard("q", "A")
    assert correction([Change("a1", p, q)], covered_cell="a1") == (
        CorrectionStep(StepKind.TAKE, "a1", q),
    )


@pytest.mark.parametrize(
    ("x", "y", "on"), [(150, 100, True), (150, 215, True), (-15, 100, True), (150, 230, False)]
)
def test_a_card_next_to_every_cell_reaches_over_the_mat_or_not(
    x: float, y: float, *, on: bool
) -> None:
    places = TableGeometry(TableForm("grid", (Zone("a1"),), {"A": 0}, {}), MAT)
    corners = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
    reading = Reading("T", corners, 1.0, Face.FRONT, "p", cell="", x_mm=x, y_mm=y)
    assert places.touches_mat(reading) is on
    assert not TableGeometry(places.form).touches_mat(reading)


def test_where_turning_means_nothing_the_place_says_whose_a_card_is() -> None:
    zones = (Zone("n1", owner="R", oriented=False), Zone("n2", owner="R"))
    places = TableGeometry(TableForm("m", zones, {"L": 0, "R": 180}, {"red": "L"}))
    for degrees in (0.0, 45.0, 90.0, 222.0):
        resting = Reading("T", CORNERS, 1.0, Face.FRONT, "p", 1, "", "n1", rotation_deg=degrees)
        posture = places.placement(resting)
        assert (posture.quarter, posture.crooked) == (0, False)
        owner = places.owner(resting, posture)
        assert (owner, places.turn(resting, posture, owner)) == ("R", 0)
        red = replace(resting, owner="red")
        assert places.owner(red, places.placement(red)) == "L"
    turned = Reading("T", CORNERS, 1.0, Face.FRONT, "p", 1, "", "n2", rotation_deg=45.0)
    assert places.placement(turned).crooked


def test_a_pile_that_is_shuffled_again_lets_its_cards_come_back() -> None:
    """Check that released cards, seen in the pile before or not, count as new when they return."""
    piles = LoosePiles()
    piles = account(piles, pile("P", "Q"))
    for tag in "QRS":  # the rules sent Q there, too, before it was seen
        piles = piles.mark_discarded(tag, PlacedCard(tag.lower(), "A"))
    piles = piles.release("A.discard", Counter({"q": 1, "r": 1}), {"Q"})
    assert new(piles, pile("Q")) == [], "it still lies there"
    piles = account(piles, pile())
    assert new(piles, pile("Q", "R")) == ["q", "r"]
    assert new(piles, pile("P", "S")) == []


def test_a_released_card_that_was_deeper_is_news_at_once() -> None:
    """Check that a released card counts as new without the pile being seen empty first."""
    piles = LoosePiles()
    piles = account(piles, pile("P", "Q"))
    piles = piles.release("A.discard", Counter({"p": 1, "q": 1}), {"Q"})
    assert new(piles, pile("P")) == ["p"]
