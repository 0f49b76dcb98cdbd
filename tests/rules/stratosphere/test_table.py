"""The meaning of what the camera sees (STR-9)."""

import pytest

from rules import Action, Event, Facing, PlacedCard, Verb, judge
from rules.core.candidate_actions import Change
from rules.games.stratosphere import GAME
from rules.games.stratosphere.state import State
from tests.support.games.stratosphere import play, position, setup

FIGHT = "node 1.L h09 | ?;node 2.R c05 | ?;force 1=red;turn 3 1"
MOVE = position(FIGHT)
ASKED = play(MOVE, "1 declare attack at=1.L to=2.R")
BACK = PlacedCard("?", "1", Facing.DOWN)


def up(card: str, owner: str = "1") -> PlacedCard:
    return PlacedCard(card, owner)


def read(state: State, *changes: tuple[str, PlacedCard | None, PlacedCard | None]) -> list[str]:
    return [str(a) for a in GAME.candidate_actions(state, tuple(Change(*c) for c in changes))]


@pytest.mark.parametrize(
    ("cell", "before", "after", "action", "clauses"),
    [
        ("1.draw", None, up("token.puck"), "1 draw", []),
        ("2.draw", None, up("token.puck"), "2 draw", ["STR-3.1"]),
        ("1.L.supply", None, up("token.puck"), "1 place ? 1.L facing=down", []),
        ("2.C.supply", None, up("token.puck"), "1 place ? 2.C facing=down", ["STR-3.11"]),
        ("1.R", BACK, up("c07"), "1 flip 1.R card=c07", []),
        ("1.R", BACK, up("c05"), "1 flip 1.R card=c05", ["STR-8.4"]),
        ("2.C", BACK, up("c07"), "1 flip 2.C card=c07", ["STR-3.11"]),
        ("1.L>2.R", None, up("token.arrow"), "1 declare attack at=1.L to=2.R", []),
        (
            "2.R>1.L",
            None,
            up("token.arrow"),
            "1 declare attack at=2.R to=1.L",
            ["STR-5.1", "STR-5.2"],
        ),
        ("1.L", up("h09"), BACK, "1 remove 1.L", ["STR-4.9"]),
        ("1.L", up("h09"), None, "1 remove 1.L", ["STR-4.9"]),
        ("1.L", up("h09"), up("h10"), "1 place h10 1.L", ["STR-3.8", "STR-4.9"]),
        ("1.control", None, up("ctl.end_turn"), "1 pass", ["STR-3.2"]),
        ("2.control", None, up("ctl.concede"), "2 declare concede", []),
    ],
)
def test_a_gesture_is_an_action(
    cell: str, before: PlacedCard | None, after: PlacedCard | None, action: str, clauses: list[str]
) -> None:
    found = list(GAME.candidate_actions(MOVE, (Change(cell, before, after),)))

    assert [str(a) for a in found] == [action]
    assert list(judge(GAME, MOVE, found[0]).clauses) == clauses


@pytest.mark.parametrize(
    "change",
    [
        ("discard", None, up("h09")),
        ("1.control", None, up("ctl.prevent")),
        ("1.force", None, up("token.force.red")),
        ("1.draw", up("token.puck"), None),
        ("1.move.2", None, up("token.puck")),
        ("1.R", BACK, PlacedCard("?", "2", Facing.DOWN)),
        ("1.L", up("h09"), up("h09", "2")),
    ],
)
def test_what_means_nothing(change: tuple[str, PlacedCard | None, PlacedCard | None]) -> None:
    assert read(MOVE, change) == []


def test_two_cards_that_fell_were_an_attack() -> None:
    fell = [("1.L", up("h09"), BACK), ("2.R", up("c05", "2"), BACK)]

    assert read(MOVE, *fell) == [
        "1 declare attack at=1.L to=2.R",
        "1 declare attack at=2.R to=1.L",
    ]
    assert read(ASKED, *fell) == ["2 pass"]


def test_answers_to_an_attack() -> None:
    assert read(ASKED, ("2.control", None, up("ctl.allow", "2"))) == ["2 pass"]
    assert read(MOVE, ("1.control", None, up("ctl.end_turn"))) == ["1 pass"]
    for seat in ("1", "2"):
        read_as = read(MOVE, (f"{seat}.control", None, up("ctl.allow", seat)))
        assert read_as == [f"{seat} pass value=no_attack"]
    assert read(ASKED, ("2.R", up("c05", "2"), up("d09", "2"))) == ["2 place d09 discard"]
    assert read(ASKED, ("discard", None, up("d09"))) == ["2 place d09 discard"]
    for piece in ("token.arrow", "token.puck", "ctl.prevent"):
        # STR-8.4 would report that there are two
        assert read(ASKED, ("discard", None, up(piece))) == []
    assert read(ASKED, ("1.L", up("h09"), up("d09"))) == ["2 place d09 1.L"]


def test_a_token_names_a_force() -> None:
    zone = "node 1.R c01 | ?;node 1.C c02 | ?;node 1.L s03 | ?;force 2=clubs;turn 5 1 name"
    state = position(zone, players="4")
    token = ("1.force", None, up("token.force.hearts"))

    assert read(state, token) == ["1 choose hearts"]


def test_with_command_a_card_turned_up_may_come_from_the_hand() -> None:
    state = position(FIGHT, direct_command="on")

    assert read(state, ("1.R", BACK, up("h07"))) == ["1 flip 1.R card=h07", "1 place h07 1.R"]


def test_where_the_hand_is_known_a_supply_may_be_any_of_it() -> None:
    state = position(FIGHT + ";hand 1 c01 c02")
    puck = ("1.R.supply", None, up("token.puck"))

    assert read(state, puck) == ["1 place c01 1.R facing=down", "1 place c02 1.R facing=down"]


def test_nothing_is_read_while_the_cards_are_shuffled_or_the_game_is_over() -> None:
    puck = ("1.draw", None, up("token.puck"))

    assert read(position("turn 0 1"), puck) == []
    assert read(position("turn 9 1 end;end STR-7.6"), puck) == []


def test_the_layout_shows_piles_pieces_and_the_arrow() -> None:
    layout = GAME.table.layout(ASKED)

    assert layout["1.L"] == (BACK, up("h09"))
    assert layout["1.R"] == (BACK,)
    assert len(layout["pile"]) == 32
    assert "discard" not in layout
    assert layout["1.force"] == (up("token.force.red"),)
    assert layout["1.L>2.R"] == (up("token.arrow"),)
    assert layout["1.move.2"] == (up("token.puck"),)
    assert "1.full" not in layout
    assert GAME.table.layout(play(MOVE, "1 draw"))["1.full"] == (up("token.full"),)
    assert GAME.table.layout(play(ASKED, "2 pass"))["discard"] == (up("h09"), up("c05"))


def test_strict_are_the_nodes_only() -> None:
    form = GAME.table.form(setup())

    assert {zone.cell for zone in form.zones if zone.tracked} == set(MOVE.config.names)
    assert {"1.L>1.C", "1.C>1.L", "2.L>1.R"} <= {zone.cell for zone in form.zones}


def test_what_is_chosen_is_offered_by_what_it_is_chosen_for() -> None:
    """Check that the text says what is chosen: a force in one phase, an item in another."""
    choice = Action("1", Verb.CHOOSE, value="red")
    assert GAME.captions.describe_option(MOVE, choice) == Event(
        "choose", "1", value=MOVE.phase.value
    )
