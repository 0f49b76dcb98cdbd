"""Refusals and their clauses: before the first action, after the end, between turns."""

from __future__ import annotations

from typing import Any

import pytest

from companion.referee.explain.hidden_chance import draw_outcome, unseen_chance
from companion.referee.explain.infer import infer
from companion.referee.explain.interpretations import Inference, Refuse, Unexplained
from companion.referee.notices import Notice
from rules import CHANCE, UNKNOWN, Match, PlacedCard, Setup, game_slugs, load_game
from rules.core.candidate_actions import Change
from tests.support.referee.inputs import history
from tests.support.referee.kiln import CELLS, GAME, TURNS, Kiln
from tests.support.referee.oracle_view import kinds, run
from tests.support.referee.tables import RefereedTable, place_all

P, Q, R = (PlacedCard(card, "L") for card in "pqr")
THEIRS = PlacedCard("q", "R")


def look(state: Kiln, last: str = "", **seen: PlacedCard) -> Inference:
    return infer(GAME, state, {cell: seen.get(cell) for cell in CELLS}, last=last)


def refused(found: Inference) -> tuple[str, tuple[str, ...]]:
    assert isinstance(found, Refuse), found
    return str(found.action), found.verdict.clauses


def begun(slug: str, changed: dict[str, PlacedCard | None], *news: Change) -> Inference:
    """Infer the action in a new match of a game, with changes in some tracked cells."""
    game, setup = load_game(slug), Setup(slug)
    state = game.start(setup)
    layout = game.table.layout(state)
    cells = [zone.cell for zone in game.table.form(setup).zones if zone.tracked]
    seen = {cell: layout[cell][-1] if cell in layout else None for cell in cells}
    return infer(game, state, seen | changed, news)


@pytest.mark.parametrize(
    ("changed", "action", "clause"),
    [
        ({"b1": PlacedCard("yr1", "B"), "c5": PlacedCard("yr1", "A")}, "A swap b1 c5", "YGG-8.4"),
        ({"b1": None, "a1": PlacedCard("yr1", "A")}, "A move b1 a1", "YGG-4.4"),
        ({"b1": None}, "A remove b1", "YGG-4.4"),
        ({"c5": None}, "B remove c5", "YGG-4.4"),
        ({"c5": None, "c4": PlacedCard("yr1", "B")}, "B move c5 c4", "YGG-4.4"),
        ({"b1": PlacedCard("yr1", "A", turn=1)}, "A turn b1 1", "YGG-4.4"),
    ],
)
def test_what_nobody_is_known_to_have_done_before_the_first_turn_is_put_to_the_card_s_owner(
    changed: dict[str, PlacedCard | None], action: str, clause: str
) -> None:
    spoken, clauses = refused(begun("yggdrasil", changed))
    assert spoken == action
    assert clause in clauses


def test_a_card_placed_while_the_referee_still_draws_lots_breaks_its_owner_s_clauses() -> None:
    action, clauses = refused(begun("dicebattle", {"A.main1": PlacedCard("h02", "A")}))
    assert action == "A place h02 A.main1"
    assert clauses == ("DBM-5.1",)


def test_after_the_end_every_card_is_too_late() -> None:
    over = Kiln((P, None, None, None), "L", TURNS + 1)
    assert refused(look(over, k1=P, k2=Q)) == ("L place q k2", ("KLN-4",))
    assert refused(look(over, "L", k1=P, k2=THEIRS)) == ("R place q k2", ("KLN-4",))


def test_a_card_of_the_next_seat_is_in_turn_only_where_who_acted_last_may_pass() -> None:
    theirs = PlacedCard("r", "R")
    assert refused(look(Kiln(), "L", k4=theirs)) == ("R place r k4", ("KLN-2",))
    assert refused(look(Kiln(), "R", k4=theirs)) == ("R place r k4", ("KLN-4",))


def test_two_moves_of_which_each_breaks_a_rule_are_no_one_refusal() -> None:
    found = look(Kiln((P, None, None, None)), "L", k1=P, k2=THEIRS, k4=PlacedCard("r", "R"))
    assert isinstance(found, Unexplained)


def test_at_one_move_per_second_an_illegal_card_is_refused_before_the_next_but_one(
    ygg: RefereedTable,
) -> None:
    moves = "A y03 b2,B y03 c4,A y27 b3,B y21 b5,A y31 a5,B y19 d5,B y09 b4"
    heard: list[list[Notice]] = []
    for seat, card, cell in (move.split() for move in moves.split(",")):
        ygg.hands.put(ygg.hands.paper(card, seat), cell)
        heard.append(run(ygg.referee, [*ygg.hands.wait(0.2), *ygg.hands.reach(0.8)]))
    refusal = next(n for n, notices in enumerate(heard) if "refused" in kinds(notices))
    assert refusal == 5, "while the card after it is being placed"
    (refused,) = heard[refusal]
    assert str(refused.action) == "A place y31 a5"
    assert [step.cell for step in refused.steps] == ["a5"]


def test_no_legal_card_is_refused_because_of_an_illegal_one_that_stays(ygg: RefereedTable) -> None:
    """Regression: of two quick moves after an ignored refusal, the second was refused."""
    moves = "B y03 c4,A y25 b2,B y14 d3,B y07 b4,A y23 a2,B y29 c3,A y20 a1,B y14 b5,A y14 c1"
    for seat, card, cell in (move.split() for move in moves.split(",")):
        ygg.hands.put(ygg.hands.paper(card, seat), cell)
        run(ygg.referee, [*ygg.hands.reach(0.8), *ygg.hands.wait(0.2)])
    ygg.hands.put(ygg.hands.paper("y21", "B"), "a5")
    ygg.wait()
    refused = [n for n in history(ygg.referee) if n.kind == "refused"]
    assert {str(n.action) for n in refused} == {"B place y14 d3"}
    assert len(ygg.actions()) == 9
    assert kinds(ygg.clear("d3")) == ["put_back"]


def test_an_illegal_card_is_refused_although_two_others_were_swapped(ygg: RefereedTable) -> None:
    """Regression: the swapped cards were taken for placed ones, and nothing was refused."""
    place_all(ygg, "B y03 c4,A y25 b2,B y07 b4,A y23 a2")
    ygg.place("y21", "A", "a5")
    ygg.hands.put(ygg.hands.take("c4"), "c3")
    ygg.hands.put(ygg.hands.take("b4"), "c4")
    ygg.hands.put(ygg.hands.take("c3"), "b4")
    (refused,) = ygg.wait()
    assert str(refused.action) == "A place y21 a5"
    assert {cell for step in refused.steps for cell in step.cells} == {"a5", "b4", "c4"}


def test_each_illegal_card_is_refused_although_earlier_ones_stay(ygg: RefereedTable) -> None:
    """Regression: the second one was called out of step, and no clause was named."""
    place_all(ygg, "B y03 c4,A y25 b2")
    for count, (card, cell) in enumerate((("y23", "a2"), ("y20", "d4"), ("y14", "a5")), start=1):
        (refused,) = ygg.place(card, "A", cell)
        assert str(refused.action) == f"A place {card} {cell}"
        assert refused.clauses[0] == "YGG-5.1"
        assert len(refused.steps) == count


@pytest.mark.parametrize(
    ("count", "kind"),
    [(5, "accepted"), (6, "question"), (7, "accepted")],
)
def test_legal_moves_under_a_lasting_hand_blame_nobody(
    ygg: RefereedTable, count: int, kind: str
) -> None:
    """Regression: of five legal moves, one was refused. Of six, the order matters here."""
    place_all(ygg, "B y03 c4,A y25 b2")
    moves = ("B y07 b4", "A y23 a2", "B y29 c3", "A y20 a1", "B y14 b5", "A y14 c1", "B y21 a5")
    for seat, card, cell in (move.split() for move in moves[:count]):
        ygg.hands.put(ygg.hands.paper(card, seat), cell)
        run(ygg.referee, ygg.hands.reach(1.0))
    assert set(kinds(ygg.wait())) == {kind}
    assert len(ygg.actions()) == (2 + count if kind == "accepted" else 2)


# Unseen chance actions.


@pytest.mark.parametrize("slug", game_slugs())
def test_chance_that_goes_unseen_names_no_card(slug: str) -> None:
    """Check that the referee's own chance actions before a match are legal and reveal nothing."""
    game = load_game(slug)
    state: Any = game.start(Setup(slug))
    for _ in range(8):
        action = unseen_chance(game, state)
        if action is None:
            break
        assert action.seat == CHANCE
        assert {action.card, *action.also} <= {"", UNKNOWN}
        for event in game.advance(state, action)[0]:
            state = game.fold(state, event)
    assert unseen_chance(game, state) is None


def test_an_outcome_that_everybody_sees_is_waited_for() -> None:
    """Check that the referee neither draws a public outcome itself nor acts on a seat's turn."""
    match = Match(load_game("yggdrasil"), Setup("yggdrasil"))
    assert match.to_act == {CHANCE}
    assert unseen_chance(match.game, match.state) is None
    assert unseen_chance(GAME, Kiln()) is None
    assert draw_outcome(match.game, match.state, lambda _: 0) is None
    assert draw_outcome(GAME, Kiln(), lambda _: 0) is None
