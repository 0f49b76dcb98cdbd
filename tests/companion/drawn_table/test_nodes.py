"""Cards under other cards at a drawn table: supplies, attacks, preventions."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.drawn_table.values import DragCommand, DragKind
from companion.referee.control_cards import ControlCard
from companion.referee.inventory.steps import StepKind
from companion.referee.phases import RefereePhase
from companion.simulator.stage import SceneFrame
from companion.web.mailbox import PerformAction, ResetTable
from rules import (
    Action,
    Facing,
    Verb,
)
from tests.support.referee.inputs import RefereedMatch, declare, press
from tests.support.simulator.visits import (
    ATTACKED,
    STEP_S,
    Page,
    Visit,
    attacked,
    supplied,
    supplied_beneath,
    turned_up,
)

TWO_PREVENT = 78
"""A shuffle for the same attack, in which player 2 has two cards that prevent it."""


def test_a_card_placed_face_down_on_a_controlled_node_slides_beneath_its_card() -> None:
    visit = Visit("stratosphere")
    visit.table.set_up()
    visit.watch()
    card = turned_up(visit, "1.C")

    assert supplied(visit, "1", "1.C") == ["accepted"]
    resting = visit.top("1.C")
    assert resting is not None
    assert (resting.card, resting.up, resting.below) == (card, True, 1)
    assert len(visit.hand("1")) == 5
    assert visit.referee.at.phase is RefereePhase.IN_SYNC


def test_a_card_that_another_seat_placed_beneath_stays_when_the_table_is_restored() -> None:
    visit = Visit("stratosphere", ATTACKED)
    pile = list(supplied_beneath(visit, "1.L"))
    visit.table.rearrange(visit.referee.at.layout, "2")

    assert visit.watch(4.0) == []
    assert visit.table._pieces.stage.piles["1.L"] == pile


def test_a_back_that_ended_up_on_top_goes_beneath_again_and_no_other_does() -> None:
    visit = Visit("stratosphere", ATTACKED)
    pile = supplied_beneath(visit, "2.R")
    wanted = list(pile)
    pile[-2:] = pile[:-3:-1]
    slipped = visit.hand("1")[0]  # is under another node's card, without a declaration
    visit.table.do(DragCommand(DragKind.FLIP, slipped.number))
    assert visit.drop(slipped.number, "1.L")
    visit.table.rearrange(visit.referee.at.layout, "2")
    visit.watch(4.0)

    assert visit.table._pieces.stage.piles["2.R"] == wanted
    assert slipped.card in {each.card for each in visit.hand("1")}
    assert [len(visit.hand(seat)) for seat in ("1", "2")] == [6, 5]


def test_a_face_down_card_that_was_taken_into_a_hand_by_mistake_is_put_back() -> None:
    visit = Visit("stratosphere")
    visit.table.set_up()
    visit.watch()
    for cell, seat in (("1.R", "1"), ("2.C", "1")):
        taken = visit.top(cell)
        assert taken is not None
        assert visit.table.do(DragCommand(DragKind.HAND, taken.number, None, seat))
        assert visit.watch() == ["refused"]
        visit.table.rearrange(visit.referee.at.layout, "1")
        assert visit.watch(4.0) == ["put_back"]
        back = visit.top(cell)
        assert back is not None
        assert (back.number, back.up) == (taken.number, False)
    assert [len(visit.hand(each)) for each in ("1", "2")] == [6, 6]


def test_a_second_supply_to_the_same_node_is_heard_though_its_piece_is_there() -> None:
    visit = Visit("stratosphere")
    visit.table.set_up()
    visit.watch()
    page = Page(visit)

    for number in (1, 2, 3):
        assert page.supplies("1", "1.C") == ["accepted"]
        assert len(visit.referee.at.layout["1.C"]) == 1 + number
    assert visit.referee.at.match.to_act == {"2"}
    assert page.supplies("2", "1.C") == ["refused"]
    there = visit.referee.at.last
    assert there is not None
    assert [step.kind for step in there.steps] == [StepKind.WITHDRAW]


def test_supplies_in_haste_are_heard_one_by_one_and_a_button_pressed_twice_once() -> None:
    visit = Visit("stratosphere")
    visit.table.set_up()
    visit.watch()
    page = Page(visit)
    spoken = Action("1", Verb.PLACE, card="?", to="1.C", facing=Facing.DOWN)
    page.mailbox.press(PerformAction(spoken))
    assert page.says(spoken) == ["accepted", "accepted"]


def test_an_illegal_supply_is_refused_with_the_step_that_fixes_it() -> None:
    visit = Visit("stratosphere")
    visit.table.set_up()
    visit.watch()

    assert supplied(visit, "1", "2.C") == ["refused"]
    report = visit.referee.at.last
    assert report is not None
    assert report.clauses == ("STR-3.11",)
    assert [(step.kind, step.cell) for step in report.steps] == [(StepKind.WITHDRAW, "2.C")]
    visit.table.rearrange(visit.referee.at.layout, "2")
    visit.watch(4.0)
    there = visit.top("2.C")
    assert there is not None
    assert there.below == 0
    assert [len(visit.hand(seat)) for seat in ("1", "2")] == [6, 6]
    assert visit.referee.at.layout["1.move.1"]
    assert visit.top("1.move.1") is not None


@pytest.mark.parametrize("how", ["hand", "put right"])
def test_a_card_refused_among_backs_never_comes_to_count(how: str) -> None:
    """Regression (STR-3.1): after the other seat's next action, the refused card was accepted."""
    visit = Visit("stratosphere")
    visit.table.set_up()
    visit.watch()
    page = Page(visit)
    real = visit.table._pieces.stage.piles["2.L"][0]
    assert page.supplies("2", "2.L") == ["refused"]
    turned_up(visit, "1.R")
    assert [(step.kind, step.cell) for step in visit.referee.at.pending_steps] == [
        (StepKind.WITHDRAW, "2.L")
    ]
    there = visit.top("2.L")
    assert there is not None
    visit.table.do(DragCommand(DragKind.FLIP, there.number))
    assert visit.watch(4.0) == ["refused"]
    assert visit.referee.at.last is not None
    assert visit.referee.at.last.clauses == ("STR-3.1",)

    if how == "hand":
        assert visit.table.do(DragCommand(DragKind.HAND, there.number, None, "2"))
    else:
        visit.table.rearrange(visit.referee.at.layout, "2")
    visit.watch(4.0)
    scene, _ = visit.table.scene(visit.now)
    page.onlooker.look(None, visit.eye.see(SceneFrame(scene, STEP_S)))
    assert visit.referee.at.pending_steps == ()
    assert visit.table._pieces.stage.piles["2.L"] == [real]
    assert [len(visit.hand(seat)) for seat in ("1", "2")] == [6, 6]


def test_a_card_refused_with_its_piece_is_pending_until_it_is_gone() -> None:
    """Regression (STR-3.11): the piece declared the next supply as if the card were removed."""
    visit = Visit("stratosphere", ATTACKED)
    visit.table.set_up()
    visit.watch()
    page = Page(visit)
    assert page.supplies("1", "2.L") == ["refused"]
    assert page.supplies("2", "2.R") == ["refused"]
    assert page.supplies("1", "1.L") == ["accepted"]
    both = [(StepKind.WITHDRAW, "2.L"), (StepKind.WITHDRAW, "2.R")]
    assert [(step.kind, step.cell) for step in visit.referee.at.pending_steps] == both
    there = visit.top("2.L")
    assert there is not None
    visit.table.do(DragCommand(DragKind.FLIP, there.number))
    assert visit.watch(4.0) == ["refused"]
    assert visit.referee.at.last is not None
    assert visit.referee.at.last.clauses == ("STR-3.11",)

    for node, hand in (("2.L", "1"), ("2.R", "2")):
        there = visit.top(node)
        assert there is not None
        assert visit.table.do(DragCommand(DragKind.HAND, there.number, None, hand))
        visit.watch(4.0)
        scene, _ = visit.table.scene(visit.now)
        page.onlooker.look(None, visit.eye.see(SceneFrame(scene, STEP_S)))
        del both[0]
        assert [(step.kind, step.cell) for step in visit.referee.at.pending_steps] == both
    assert [len(visit.hand(seat)) for seat in ("1", "2")] == [5, 6]
    assert visit.referee.at.phase is RefereePhase.IN_SYNC


def test_a_destroyed_card_is_discarded_though_none_was_placed_beneath_it() -> None:
    visit = Visit("stratosphere", ATTACKED)
    visit.table.set_up()
    visit.watch()
    match = RefereedMatch(visit.referee)
    destroyed = Counter[str]()
    for seat, node, other in (("1", "1.L", "1.C"), ("2", "2.R", "2.C")):
        destroyed[turned_up(visit, node)] += 1
        spoken = Action(seat, Verb.PLACE, card="?", to=node, facing=Facing.DOWN)
        assert visit.table.say(match.game, match.state, spoken)
        visit.watch(4.0)
        turned_up(visit, other)
    attack = Action("1", Verb.DECLARE, at="1.L", to="2.R", value="attack")
    assert visit.table.say(match.game, match.state, attack)
    visit.watch(4.0)
    declare(visit.referee, "2", Verb.PASS)
    visit.table.rearrange(visit.referee.at.layout, "1")
    visit.watch(8.0)

    pieces = visit.table._pieces
    assert Counter(pieces.stock.card[tag] for tag in pieces.stage.piles["discard"]) == destroyed


def test_destroyed_cards_go_to_the_discard_pile_when_the_table_is_restored() -> None:
    visit = Visit("stratosphere", ATTACKED)
    visit.table.set_up()
    visit.watch()
    destroyed: Counter[str] = Counter()
    for seat, node, other in (("1", "1.L", "1.C"), ("2", "2.R", "2.C")):
        destroyed[turned_up(visit, node)] += 1
        assert "accepted" in supplied(visit, seat, node)
        turned_up(visit, other)
    match = RefereedMatch(visit.referee)
    attack = Action("1", Verb.DECLARE, at="1.L", to="2.R", value="attack")
    assert visit.table.say(match.game, match.state, attack)
    assert "accepted" in visit.watch(4.0)
    assert [r.kind for r in declare(visit.referee, "2", Verb.PASS)] == ["accepted"]

    visit.table.rearrange(visit.referee.at.layout, "1")
    visit.watch(8.0)
    pieces = visit.table._pieces
    assert Counter(pieces.stock.card[tag] for tag in pieces.stage.piles["discard"]) == destroyed
    for node in ("1.L", "2.R"):
        resting = visit.top(node)
        assert resting is not None
        assert (resting.up, resting.below) == (False, 0)
    assert visit.referee.at.phase is RefereePhase.IN_SYNC


def test_a_destroyed_card_that_came_to_some_hand_is_discarded_when_the_table_is_restored() -> None:
    """Regression: the card stayed there, and the hand had a card more than in the match."""
    visit = attacked()
    fallen = {node: visit.top(node) for node in ("1.L", "2.R")}
    for each, hand in zip(fallen.values(), ("2", "1"), strict=True):
        assert each is not None
        assert visit.table.do(DragCommand(DragKind.HAND, each.number, None, hand))
    declare(visit.referee, "2", Verb.PASS)
    counts = [len(visit.hand(seat)) for seat in ("1", "2")]

    visit.table.rearrange(visit.referee.at.layout, "1")
    visit.watch(8.0)
    pieces = visit.table._pieces
    discarded = {pieces.stock.card[tag] for tag in pieces.stage.piles["discard"]}
    assert discarded == {each.card for each in fallen.values() if each is not None}
    assert [len(visit.hand(seat)) for seat in ("1", "2")] == [n - 1 for n in counts]
    assert visit.referee.at.phase is RefereePhase.IN_SYNC


def test_a_prevention_may_be_on_the_target() -> None:
    """Regression (STR-9.3): an allowed prevention on the attack's target desynced the table."""
    visit = attacked()
    own, attacker = visit.top("2.R"), visit.top("1.L")
    assert own is not None
    assert attacker is not None
    card = next(each for each in visit.hand("2") if each.card[0] == attacker.card[0])
    weaker = next(each for each in visit.hand("2") if each.card[0] != attacker.card[0])
    assert visit.drop(weaker.number, "2.R")
    assert visit.watch() == ["accepted", "refused"]  # the card is now known (STR-6.6)
    report = visit.referee.at.last
    assert report is not None
    assert report.clauses == ("STR-6.1",)
    assert [(step.kind, step.cell) for step in report.steps] == [(StepKind.TAKE, "2.R")]
    visit.table.do(DragCommand(DragKind.HAND, weaker.number, None, "2"))
    assert visit.watch() == ["put_back"]

    assert visit.drop(card.number, "2.R")
    assert visit.watch() == ["accepted"]
    steps = [(step.kind, step.cell) for step in visit.referee.at.pending_steps]
    assert steps == [(StepKind.TAKE, "1.L"), (StepKind.TAKE, "2.R")]
    visit.table.rearrange(visit.referee.at.layout, "2")
    visit.watch(6.0)
    pieces = visit.table._pieces
    discarded = Counter(pieces.stock.card[tag] for tag in pieces.stage.piles["discard"])
    assert discarded == Counter((card.card, attacker.card))
    resting = visit.top("2.R")
    assert resting is not None
    assert (resting.card, resting.below) == (own.card, 1)
    assert visit.referee.at.phase is RefereePhase.IN_SYNC


@pytest.mark.parametrize("how", ["hand", "put right"])
def test_a_prevention_taken_back_is_pending_though_another_is_on_it(how: str) -> None:
    """Regression: a card on top of the prevention cancelled the step, and a hand lacked a card."""
    visit = attacked(TWO_PREVENT)
    page, attacker = Page(visit), visit.top("1.L")
    assert attacker is not None
    suit = attacker.card[0]
    first, second = (each for each in visit.hand("2") if each.card[0] == suit)
    assert visit.drop(first.number, "discard")
    assert visit.watch() == ["accepted"]
    press(visit.referee, ControlCard.UNDO)
    assert visit.drop(second.number, "discard")
    assert visit.watch() == ["accepted"]
    pending = [(step.kind, step.cell) for step in visit.referee.at.pending_steps]
    assert pending == [(StepKind.TAKE, "1.L"), (StepKind.DRAW_OUT, "discard")]

    if how == "hand":
        for number in (second.number, first.number):
            assert visit.table.do(DragCommand(DragKind.HAND, number, None, "2"))
            visit.watch()
        assert visit.drop(second.number, "discard")
        visit.watch()
        assert [step.kind for step in visit.referee.at.pending_steps] == [StepKind.TAKE]
    else:
        page.mailbox.press(ResetTable())
        scene, _ = visit.table.scene(visit.now)
        page.onlooker.look(None, visit.eye.see(SceneFrame(scene, STEP_S)))
        visit.watch(6.0)
        assert visit.referee.at.pending_steps == ()
        assert visit.referee.at.phase is RefereePhase.IN_SYNC
    assert first.card in [each.card for each in visit.hand("2")]
    assert second.card not in [each.card for each in visit.hand("2")]


def test_a_refused_prevention_is_to_be_taken_off_when_the_time_is_up_too() -> None:
    """Regression: the step was "turn over", because the card passed for the back below it."""
    visit = attacked()
    attacker = visit.top("1.L")
    assert attacker is not None
    card = next(each for each in visit.hand("2") if each.card[0] != attacker.card[0])
    assert visit.drop(card.number, "2.R")
    assert visit.watch() == ["accepted", "refused"]
    assert "time_up" in visit.watch(16.0)

    steps = [(step.kind, step.cell) for step in visit.referee.at.pending_steps]
    assert steps == [(StepKind.TAKE, "1.L"), (StepKind.TAKE, "2.R")]
    visit.table.rearrange(visit.referee.at.layout, "2")
    visit.watch(6.0)
    assert card.card in [each.card for each in visit.hand("2")]
    assert visit.referee.at.phase is RefereePhase.IN_SYNC


def test_a_card_that_was_turned_up_beneath_one_taken_away_is_turned_over_again() -> None:
    """Regression: the step said to remove the node's own card, which made the table worse."""
    visit = attacked()
    attacker, hands = visit.top("1.L"), [len(visit.hand(seat)) for seat in "12"]
    assert attacker is not None
    pile = list(visit.table._pieces.stage.piles["1.L"])
    visit.table.do(DragCommand(DragKind.HAND, attacker.number, None, "1"))
    assert visit.watch() == ["desynced"]
    beneath = visit.top("1.L")
    assert beneath is not None
    visit.table.do(DragCommand(DragKind.FLIP, beneath.number))
    visit.watch()
    report = visit.referee.at.last
    assert report is not None
    assert [(step.kind, step.cell) for step in report.steps] == [(StepKind.FLIP, "1.L")]
    visit.table.rearrange(visit.referee.at.layout, "1")
    visit.watch(6.0)

    assert visit.table._pieces.stage.piles["1.L"] == pile
    resting = visit.top("1.L")
    assert resting is not None
    assert (resting.card, resting.below) == (attacker.card, 1)
    assert [len(visit.hand(seat)) for seat in "12"] == hands
    assert visit.referee.at.phase is RefereePhase.IN_SYNC


def test_an_open_card_on_the_resource_pile_is_drawn_by_nobody() -> None:
    """Check that the misplaced card returns to its hand, and so does the undone supply."""
    visit = Visit("stratosphere", ATTACKED)
    visit.table.set_up()
    visit.watch()
    stray = visit.hand("1")[5]
    before = sorted(each.card for each in visit.hand("1"))
    pile = list(visit.table._pieces.stage.piles["pile"])
    assert "accepted" in supplied(visit, "1", "1.L")
    assert visit.drop(stray.number, "pile")
    press(visit.referee, ControlCard.UNDO, "1")
    visit.watch()
    visit.table.draw(visit.referee.at.layout, "2")
    assert len(visit.hand("2")) == 6
    visit.table.rearrange(visit.referee.at.layout, "1")
    visit.watch(6.0)

    assert sorted(each.card for each in visit.hand("1")) == before
    assert visit.table._pieces.stage.piles["pile"] == pile
