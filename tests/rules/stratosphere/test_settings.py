"""Settings: every valid value is accepted; anything else is refused with a suggestion."""

import pytest

from rules import DataError
from rules.games.stratosphere import GAME
from rules.messages.message import Message
from tests.support.games.stratosphere import SPECS, position, setup


def every_value() -> list[tuple[str, str]]:
    found = [(name, value) for name, spec in SPECS.items() for value in spec.values]
    for name, spec in SPECS.items():
        if spec.integer:
            found += [(name, spec.default), (name, str(spec.minimum)), (name, str(spec.maximum))]
    return sorted(set(found))


@pytest.mark.parametrize(("name", "value"), every_value())
def test_what_may_be_agreed(name: str, value: str) -> None:
    state = GAME.start(setup(**{name: value}))

    assert dict(state.config.settings)[name] == value


@pytest.mark.parametrize(
    ("name", "value", "fix"),
    [
        ("playrs", "2", 'did you mean "players"?'),
        ("players", "3", "use one of: 2, 4"),
        ("ace", "hi", 'did you mean "high"?'),
        ("node_depth", "4", "use a number from 1 to 3"),
        ("node_depth", "one", "use a number from 1 to 3"),
        ("opening_moves", "0", "use a number from 1 to 3"),
        ("prevent_timer", "3", "use 0 for no clock, or a number from 5 to 120"),
        ("prevent_timer", "121", "use 0 for no clock, or a number from 5 to 120"),
        ("round_cap", "9", "use a number from 10 to 200"),
        ("round_cap", "99999999999", "use a number from 10 to 200"),
    ],
)
def test_what_may_not(name: str, value: str, fix: str) -> None:
    with pytest.raises(DataError) as caught:
        GAME.start(setup(**{name: value}))

    (fault,) = caught.value.faults
    found = fault.fix.render("en") if isinstance(fault.fix, Message) else fault.fix
    assert (fault.file, fault.field, found) == ("settings", name, fix)


def test_all_faults_are_named_at_once() -> None:
    with pytest.raises(DataError) as caught:
        GAME.table.form(setup(ace="x", reach="y", depth="1"))
    assert [fault.field for fault in caught.value.faults] == ["depth", "ace", "reach"]


def test_depth_deals_more_cards() -> None:
    state = GAME.start(setup(node_depth="3"))
    order = GAME.sample(state, lambda n: n - 1)  # unshuffled
    for event in GAME.advance(state, order)[0]:
        state = GAME.fold(state, event)

    assert [placed.card for placed in state.nodes[0].down] == ["c13", "c07", "c01"]
    assert len(state.pile) == 52 - 18 - 12


def test_reach_may_be_everywhere() -> None:
    far = "1 flip 2.C card=c05"
    assert far in map(str, GAME.legal(position("turn 1 1", reach="anywhere")))
    assert far not in map(str, GAME.legal(position("turn 1 1")))


def test_without_recycling_an_empty_pile_stays_empty() -> None:
    nodes = "node 1.R | ?*16;node 1.C | ?*6;node 1.L | ?*6;node 2.R | ?*6;node 2.C | ?*6;"
    text = nodes + "node 2.L | ?*5;hand 1 -;hand 2 ?*4;discard c01 c02 c03;pile -;turn 3 1"

    assert "1 draw" in map(str, GAME.legal(position(text)))
    assert "1 draw" not in map(str, GAME.legal(position(text, recycle="off")))


def test_the_table_has_a_mat_for_each_number_of_players() -> None:
    two, four = GAME.table.form(setup()), GAME.table.form(setup(players="4"))

    assert (two.mat, four.mat) == ("ring-2", "ring-4")
    assert two.seat_turns == {"1": 0, "2": 180}
    assert four.seat_turns == {"1": 0, "2": 90, "3": 180, "4": 270}
    assert GAME.seats(setup(players="4")) == ("1", "2", "3", "4")
