"""Meanings of a table change: literal, in sequence, partial, several, none."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from companion.referee.explain.infer import infer
from companion.referee.explain.interpretations import (
    Accept,
    Ambiguous,
    Inference,
    Refuse,
    Unexplained,
)
from companion.referee.explain.search import MAX_PLIES
from rules import (
    CHANCE,
    UNKNOWN,
    Action,
    Facing,
    Match,
    PlacedCard,
    Setup,
    Verb,
    load_game,
    parse_action,
)
from rules.core.candidate_actions import Change
from tests.support.referee.kiln import CELLS, GAME, Kiln

P, Q, R = (PlacedCard(card, "L") for card in "pqr")
THEIRS = PlacedCard("q", "R")


def look(state: Kiln, seen: Mapping[str, PlacedCard], last: str = "") -> Inference:
    return infer(GAME, state, {c: seen.get(c) for c in CELLS}, last=last)


def kiln(*cells: PlacedCard | None, seat: str = "L") -> Kiln:
    return Kiln((*cells, *(None,) * (4 - len(cells))), seat)


def report(found: Inference) -> list[str]:
    assert isinstance(found, Accept), found
    return [str(a) for a in found.actions]


def test_a_card_placed_is_the_literal_action() -> None:
    assert report(look(kiln(), {"k2": P})) == ["L place p k2"]


def test_a_card_placed_face_down_is_accepted_unknown() -> None:
    assert report(look(kiln(), {"k2": PlacedCard(UNKNOWN, "L", Facing.DOWN)})) == [
        "L place ? k2 facing=down"
    ]


def test_a_card_moved_is_the_literal_action() -> None:
    assert report(look(kiln(P), {"k2": P})) == ["L move k1 k2"]


def test_an_illegal_card_is_refused_with_every_clause() -> None:
    found = look(kiln(), {"k4": R})
    assert isinstance(found, Refuse)
    assert str(found.action) == "L place r k4"
    assert found.verdict.clauses == ("KLN-2",)


def test_a_move_out_of_turn_is_refused_by_the_turn() -> None:
    found = look(kiln(), {"k2": THEIRS})
    assert isinstance(found, Refuse)
    assert found.verdict.clauses == ("KLN-4",)


def test_two_players_moves_seen_at_once_are_a_sequence() -> None:
    assert report(look(kiln(), {"k1": P, "k2": THEIRS})) == ["L place p k1", "R place q k2"]


def test_a_pass_is_not_made_behind_a_seats_back() -> None:
    """Check that L's second card in a row is refused: R may pass, but no pass is assumed."""
    found = look(kiln(P, seat="R"), {"k1": P, "k2": Q}, last="L")
    assert isinstance(found, Refuse)
    assert found.verdict.clauses == ("KLN-4",)


def test_the_seat_that_acted_last_may_hand_over_unseen() -> None:
    found = look(kiln(P), {"k1": P, "k2": THEIRS}, last="L")
    assert report(found) == ["L pass", "R place q k2"]


def test_one_picture_with_two_meanings_is_asked() -> None:
    found = look(kiln(P), {})
    assert isinstance(found, Ambiguous)
    assert [str(o.actions[0]) for o in found.options] == ["L choose sell", "L choose burn"]


def test_part_of_what_an_action_takes_away_is_enough_the_rest_is_pending() -> None:
    found = look(kiln(THEIRS, THEIRS), {"k2": THEIRS})
    assert isinstance(found, Accept)
    assert [str(a) for a in found.actions] == ["L choose storm"]
    assert found.pending == ("k2",)


def test_nothing_of_it_is_not_enough() -> None:
    """Check that no earlier storm is inferred when only the next seat's new card is visible."""
    found = look(kiln(THEIRS, THEIRS), {"k1": THEIRS, "k2": THEIRS, "k3": THEIRS}, last="R")
    assert not isinstance(found, Accept)


def test_a_legal_move_before_an_illegal_one_is_accepted_and_the_other_refused() -> None:
    found = look(kiln(), {"k1": P, "k4": PlacedCard("r", "R")})
    assert isinstance(found, Refuse)
    assert [str(a) for a in found.preceding] == ["L place p k1"]
    assert str(found.action) == "R place r k4"


def test_what_nothing_explains_is_desynced() -> None:
    found = look(kiln(P, Q, R), {"k1": R, "k2": P, "k3": Q})
    assert isinstance(found, Unexplained)
    assert {c.cell for c in found.changes} == {"k1", "k2", "k3"}


def test_two_cards_of_one_hand_at_once_are_desynced() -> None:
    assert isinstance(look(kiln(), {"k1": P, "k2": Q}), Unexplained)


def test_cells_that_were_not_seen_are_not_judged() -> None:
    found = infer(GAME, kiln(P), {"k2": None, "k3": Q, "k4": None})
    assert report(found) == ["L place q k3"]


# A real game: hidden hands, chance, piles.

YGG = load_game("yggdrasil")


@pytest.fixture
def match() -> Match[Any]:
    return Match(YGG, Setup("yggdrasil"))


def field(match: Match[Any]) -> dict[str, PlacedCard | None]:
    """Return the tracked cells of the match."""
    layout = YGG.table.layout(match.state)
    cells = [z.cell for z in YGG.table.form(match.setup).zones if z.tracked]
    return {cell: layout[cell][-1] if cell in layout else None for cell in cells}


def carry_out(match: Match[Any], *texts: str) -> None:
    """Play actions; after a shuffle, every card in the deck is unknown."""
    for text in texts:
        match.play(parse_action(text))
        while match.to_act == {CHANCE}:
            (seat,) = (s for s in "AB" if f"{s}.deck" in str(YGG.sample(match.state, lambda _: 0)))
            hidden = (UNKNOWN,) * 20
            match.play(Action(CHANCE, Verb.DRAW, to=f"{seat}.deck", also=hidden))


def test_who_places_first_begins_and_the_shuffles_are_carried_out(match: Match[Any]) -> None:
    seen = field(match) | {"c4": PlacedCard("y03", "B")}
    found = infer(YGG, match.state, seen)
    assert report(found) == ["chance choose B", "B place y03 c4"]


def test_an_illegal_first_card_is_judged_as_its_owners_first_move(match: Match[Any]) -> None:
    found = infer(YGG, match.state, field(match) | {"a1": PlacedCard("y03", "A")})
    assert isinstance(found, Refuse)
    carry_out(match, "chance choose A")
    assert found.verdict == match.judge(parse_action("A place y03 a1"))
    assert found.verdict.clauses[0] == "YGG-6.3"


POSITION_M = (
    "chance choose A",
    "A place y03 b2",
    "B place y03 c4",
    "A place y27 b3",
    "B place y21 b5",
    "A place y09 c2",
    "B place y27 c3",
    "A place y06 d2",
    "B place y19 d5",
    "A place y25 d3",
)
"""The specification's position M (section 15): A may now invade c3."""


def test_a_quarter_of_an_invasion(match: Match[Any]) -> None:
    carry_out(match, *POSITION_M)
    assert report(infer(YGG, match.state, field(match) | {"c3": None}, last="A")) == ["A choose c3"]


def test_declining_is_inferred_from_the_next_card(match: Match[Any]) -> None:
    carry_out(match, *POSITION_M)
    found = infer(YGG, match.state, field(match) | {"b4": PlacedCard("y09", "B")}, last="A")
    assert report(found) == ["A pass", "B place y09 b4"]


def test_an_illegal_card_after_a_decline_is_judged_as_the_next_move(match: Match[Any]) -> None:
    """Check that the clauses are those of the cell instead of "not your turn"."""
    carry_out(match, *POSITION_M)
    found = infer(YGG, match.state, field(match) | {"a2": PlacedCard("y17", "B")}, last="A")
    assert isinstance(found, Refuse)
    assert found.preceding == ()
    assert "YGG-5.1" not in found.verdict.clauses
    assert "YGG-6.2" in found.verdict.clauses


def test_an_open_step_is_declined_rather_than_used_where_nobody_could_see_it(
    match: Match[Any],
) -> None:
    """Check Seed Pod, whose optional step is declined when the next seat places a card."""
    carry_out(match, *POSITION_M[:-1], "A place y35 A.discard", "B place y09 b4", "A place y30 d3")
    assert match.to_act == {"A"}
    found = infer(YGG, match.state, field(match) | {"a4": PlacedCard("y06", "B")}, last="A")
    assert report(found) == ["A pass", "B place y06 a4"]


def test_a_card_and_its_invasion_in_one_go(match: Match[Any]) -> None:
    carry_out(match, *POSITION_M[:-1])
    seen = field(match) | {"d3": PlacedCard("y25", "A"), "c3": None}
    assert report(infer(YGG, match.state, seen, last="B")) == ["A place y25 d3", "A choose c3"]


def test_an_exchange_is_reported_by_the_pile(match: Match[Any]) -> None:
    carry_out(match, *POSITION_M[:-1])
    news = (Change("A.discard", None, PlacedCard("y02", "A")),)
    found = infer(YGG, match.state, field(match), news, "B")
    assert report(found) == ["A place y02 A.discard"]


def test_what_an_effect_discards_says_that_it_was_used_and_is_placed(match: Match[Any]) -> None:
    """Check y11, which draws and then discards: the card on the pile shows both steps."""
    carry_out(match, "chance choose B", "B place y36 b5", "A place y11 b2")
    news = (Change("A.discard", None, PlacedCard("y15", "A")),)
    found = infer(YGG, match.state, field(match), news, "A")
    assert report(found) == ["A choose loot", "A place y15 A.discard"]


def test_a_quarter_turned_card_is_refused_by_the_clause_of_turning(match: Match[Any]) -> None:
    carry_out(match, *POSITION_M[:2])
    found = infer(YGG, match.state, field(match) | {"c4": PlacedCard("y03", "B", turn=1)}, last="A")
    assert isinstance(found, Refuse)
    assert found.verdict.clauses == ("YGG-4.3",)


def test_a_piece_next_to_the_field_accounts_for_itself() -> None:
    """Check that a puck on the drawing place declares "draw", and one on a node a supply."""
    game = load_game("stratosphere")
    match = Match(game, Setup("stratosphere"))
    match.play(Action(CHANCE, Verb.DRAW, to="pile", also=(UNKNOWN,) * 52))
    layout = game.table.layout(match.state)
    cells = [z.cell for z in game.table.form(match.setup).zones if z.tracked]
    seen = {cell: layout[cell][-1] if cell in layout else None for cell in cells}
    for cell, action in (("1.draw", "1 draw"), ("1.L.supply", "1 place ? 1.L facing=down")):
        news = (Change(cell, None, PlacedCard("token.puck", "1")),)
        assert report(infer(game, match.state, seen, news)) == [action]
    stray = (Change("1.draw", None, PlacedCard("token.arrow", "1")),)
    assert isinstance(infer(game, match.state, seen, stray), Unexplained)


def test_more_cards_at_one_go_than_a_search_would_follow() -> None:
    """Fill six cells together: the steps are found one by one, but not past an illegal one."""
    game = load_game("dicebattle")
    match = Match(game, Setup("dicebattle"))
    for seat in "AB":
        hidden = (UNKNOWN,) * 30
        match.play(Action(CHANCE, Verb.DRAW, to=f"{seat}.deck", also=hidden))
    for seat, pips in (("A", "5"), ("B", "2"), ("A", "6")):
        match.play(Action(CHANCE, Verb.ROLL, to=seat, value=pips))
    layout = game.table.layout(match.state)
    cells = [z.cell for z in game.table.form(match.setup).zones if z.tracked]
    seen = {cell: layout[cell][-1] if cell in layout else None for cell in cells}
    back = PlacedCard(UNKNOWN, "A", Facing.DOWN)
    five = dict.fromkeys(("A.main1", *(f"A.circle{n}" for n in range(1, 5))), back)
    assert len(report(infer(game, match.state, seen | five))) == 5 > MAX_PLIES
    gap = dict.fromkeys(("A.main1", *(f"A.circle{n}" for n in (1, 2, 3, 5))), back)
    assert not isinstance(infer(game, match.state, seen | gap), Accept)
