"""The meaning of what the camera sees (section 16)."""

import pytest

from rules import Facing, PlacedCard, judge
from rules.core.candidate_actions import Change
from rules.games.yggdrasil import GAME
from rules.games.yggdrasil.state import State
from tests.support.games.yggdrasil import setup

Seen = tuple[str, PlacedCard | None, PlacedCard | None]
"""A cell, the card that was there, and the card that is there now."""
TREES = "b1=yr1/A b2=y03/A b3=y03/A c5=yr1/B c4=y03/B c3=y01/B d3=y25/B"


def position(text: str) -> State:
    return GAME.notation.parse(text.replace(";", "\n"), setup())


def upright(card: str, owner: str = "A", turn: int = 0) -> PlacedCard:
    return PlacedCard(card, owner, turn=turn)


def read(state: State, *changes: Seen) -> list[str]:
    return [str(a) for a in GAME.candidate_actions(state, tuple(Change(*c) for c in changes))]


def judged(state: State, *changes: Seen) -> tuple[str, list[str]]:
    """Return the first candidate action and the clauses of its verdict."""
    action = next(GAME.candidate_actions(state, tuple(Change(*c) for c in changes)))
    return str(action), list(judge(GAME, state, action).clauses)


PLACE = position(f"field {TREES};turn 9 A")
INVADE = position(f"field {TREES};turn 9 A invade;laid 1 b3")


@pytest.mark.parametrize(
    ("resting", "action", "clauses"),
    [
        (upright("y15"), "A place y15 b4", []),
        (upright("y15", turn=1), "A place y15 b4 turn=1", ["YGG-4.3"]),
        (upright("y15", turn=2), "A place y15 b4 turn=2", ["YGG-4.3"]),
        (upright("y15", "B"), "B place y15 b4", ["YGG-5.1", "YGG-6.4", "YGG-6.2"]),
        (upright("y15", "B", 2), "A place y15 b4 value=B", ["YGG-4.1"]),
        (PlacedCard("?", "A", Facing.DOWN), "A place ? b4 facing=down", ["YGG-4.3", "YGG-12.1"]),
    ],
)
def test_a_card_that_appears_was_placed(
    resting: PlacedCard, action: str, clauses: list[str]
) -> None:
    assert judged(PLACE, ("b4", None, resting)) == (action, clauses)


def test_a_card_placed_over_another_one_is_on_a_taken_cell() -> None:
    assert judged(PLACE, ("b3", upright("y03"), upright("y15"))) == (
        "A place y15 b3",
        ["YGG-6.1"],
    )


def test_a_card_that_turns_or_moves_is_refused() -> None:
    assert judged(PLACE, ("b3", upright("y03"), upright("y03", turn=1))) == (
        "A turn b3 1",
        ["YGG-4.4"],
    )
    moved = [("b3", upright("y03"), None), ("c2", None, upright("y03"))]
    assert judged(PLACE, *moved) == ("A move b3 c2", ["YGG-4.4"])


def test_a_discarded_card_is_an_exchange() -> None:
    state = position(f"field {TREES};hand A y31 ?;turn 9 A")
    change = ("A.discard", None, upright("y31"))

    assert read(state, change) == ["A place y31 A.discard"]
    assert judge(GAME, state, next(GAME.candidate_actions(state, (Change(*change),)))).status == (
        "undetermined"
    )
    assert read(state, ("B.discard", None, upright("y31"))) == []  # ignored until B's turn


def test_a_loot_begins_with_yes_and_continues_with_the_discard() -> None:
    field = f"field {TREES} c2=y11/A;hand A y31;turn 9 A "
    change = ("A.discard", None, upright("y31"))

    assert read(position(f"{field}loot;laid 1 c2"), change) == ["A choose loot"]
    assert read(position(f"{field}discard;laid 1 c2;due 1"), change) == ["A place y31 A.discard"]


def test_a_card_taken_from_the_own_pile_was_recovered() -> None:
    field = f"field {TREES} b4=y30/A;turn 9 A recover;laid 1 b4;discard A "
    change = ("A.discard", upright("y27"), upright("y02"))

    assert read(position(f"{field}y02 y27"), change) == ["A choose y27"]
    assert read(position(field + "-"), change) == []


def test_vanished_cards_are_the_target_whose_fall_takes_them_along() -> None:
    both = [("c3", upright("y01", "B"), None), ("d3", upright("y25", "B"), None)]
    found = read(INVADE, *both)

    assert found == ["A choose c3", "A remove d3"]
    assert read(INVADE, both[0]) == ["A choose c3"]
    assert judged(INVADE, both[1]) == ("A remove d3", ["YGG-9.1"])
    assert judged(INVADE, ("c5", upright("yr1", "B"), None)) == (
        "A remove c5",
        ["YGG-9.1", "YGG-9.6"],
    )
    assert judged(PLACE, both[0]) == ("A remove c3", ["YGG-9.1"])
    assert judged(INVADE, ("b2", upright("y03"), None)) == ("A remove b2", ["YGG-4.4"])


def test_the_target_whose_fall_explains_the_table_comes_first() -> None:
    # c3 is linked through c4, c4 through b4; b3 points at b4 and c3.
    state = position(
        "field b1=yr1/A b2=y03/A b3=y03/A c5=yr1/B b5=y21/B b4=y25/B c4=y19/B c3=y27/B;"
        "turn 9 A invade;laid 1 b3"
    )
    gone = [(c, upright(i, "B"), None) for c, i in (("b4", "y25"), ("c3", "y27"), ("c4", "y19"))]

    assert read(state, *gone) == ["A choose b4", "A choose c3", "A remove c4"]
    assert read(state, gone[1]) == ["A choose c3"]


def test_a_withered_card_was_removed() -> None:
    state = position(f"field {TREES} c2=y26/A c1=y29/B;turn 9 A wither;laid 1 c2")

    assert judged(state, ("c1", upright("y29", "B"), None)) == ("A remove c1", [])


def test_two_exchanged_cards_are_a_swap_with_its_cells_in_order() -> None:
    state = position("field b1=yr1/A c1=y18/A b2=y03/A c2=y17/A c5=yr1/B;turn 9 A swap;laid 1 c1")
    changes = [("c2", upright("y17"), upright("y18")), ("c1", upright("y18"), upright("y17"))]

    assert judged(state, *changes) == ("A swap c1 c2", [])


def test_the_table_form() -> None:
    form = GAME.table.form(setup())
    zones = {zone.cell: zone for zone in form.zones}

    assert form.mat == "4x5"
    assert form.owners == {"sun": "A", "moon": "B"}
    assert form.seat_turns == {"A": 0, "B": 180}
    assert zones["b3"].tracked
    assert not zones["A.deck"].tracked
    assert zones["B.discard"].pile
    assert zones["B.control"].owner == "B"


def test_the_layout_shows_fields_piles_and_backs() -> None:
    state = position(f"field {TREES};discard B y27 y31;deck A ?*3;deck B -;turn 9 A")
    layout = GAME.table.layout(state)

    assert layout["c4"] == (upright("y03", "B"),)
    assert layout["B.discard"] == (upright("y27", "B"), upright("y31", "B"))
    assert layout["A.deck"] == (PlacedCard("?", "A", Facing.DOWN),) * 3
    assert "B.deck" not in layout
    assert "A.discard" not in layout


def test_a_card_that_left_a_pile_is_nothing_by_itself() -> None:
    assert read(PLACE, ("A.discard", upright("y27"), None)) == []


def test_with_free_rotation_the_colour_alone_shows_the_owner() -> None:
    text = f"field {TREES}\nturn 9 A"
    state = GAME.notation.parse(text, setup(rotation="free"))

    assert judged(state, ("b4", None, upright("y15", "A", 2))) == ("A place y15 b4 turn=2", [])
    assert read(state, ("b4", None, upright("y15", "B", 2))) == ["B place y15 b4 turn=2"]


def test_no_cell_is_anybody_s_and_hands_are_asked_for_nothing() -> None:
    """Check the core's defaults: no cell has an owner, nothing is prompted, no sync is required."""
    state = GAME.start(setup())
    assert GAME.table.cell_owners(state) == {}
    assert GAME.table.prompts(state) == ()
    assert not GAME.table.requires_sync(state)
