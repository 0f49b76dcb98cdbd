"""The kernel, tested with a game made for it: four simultaneous seats, dice, hidden cards."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import (
    CHANCE,
    UNKNOWN,
    Action,
    Deck,
    Facing,
    IllegalAction,
    Match,
    PlacedCard,
    Resolution,
    Setup,
    Status,
    Verb,
    judge,
    parse_action,
)
from rules.core.candidate_actions import Change, literal_actions
from rules.core.event import SETTLED
from rules.core.match import at_ply
from rules.core.perft import perft
from rules.errors import MatchError
from rules.sim.playout import play_game, playouts
from tests.support.four_corners import GAME, NUMBERS, SEATS
from tests.support.loops import SETUP, loop_game, moves

KNOWN = Setup("toy", {}, {s: Deck(NUMBERS) for s in SEATS})
HIDDEN = Setup("toy")


def place(seat: str, card: str) -> Action:
    return parse_action(f"{seat} place {card} {seat}.slot facing=down")


def roll(value: str, faces: str = "") -> Action:
    return Action(CHANCE, Verb.ROLL, value=value, also=tuple(faces))


def test_an_action_is_resolved_once() -> None:
    resolved: list[Action] = []
    moving = (game := loop_game({"a": ("b",)})).phases["move"]

    def counted(place: str, action: Action) -> Resolution[str]:
        resolved.append(action)
        return moving.resolve(place, action)

    match = Match(replace(game, phases={"move": replace(moving, resolve=counted)}), SETUP)
    match.play(moves("b")[0])
    assert resolved == moves("b")
    assert match.state == "b"


def test_all_seats_act_at_once_and_in_any_order() -> None:
    forward, backward = Match(GAME, KNOWN), Match(GAME, KNOWN)
    assert forward.to_act == frozenset(SEATS)
    for seat in SEATS:
        forward.play(place(seat, "2"))
    for seat in reversed(SEATS):
        backward.play(place(seat, "2"))

    assert forward.to_act == backward.to_act == frozenset((CHANCE,))
    assert GAME.table.layout(forward.state) == GAME.table.layout(backward.state)


def test_a_second_card_before_the_others_names_the_clause() -> None:
    match = Match(GAME, KNOWN)
    match.play(place("N", "1"))

    verdict = match.judge(place("N", "2"))

    assert verdict.status is Status.ILLEGAL
    assert verdict.clauses == ("TOY-1",)
    with pytest.raises(IllegalAction, match="TOY-1"):
        match.play(place("N", "2"))


def test_a_hidden_card_leaves_doubt_that_the_reveal_settles() -> None:
    match = Match(GAME, HIDDEN)
    for seat in SEATS:
        assert match.play(place(seat, UNKNOWN)).verdict == judge(
            GAME, GAME.start(KNOWN), place(seat, "3")
        ), "in round one nothing can be repeated, so nothing is in doubt"
    match.play(roll("6", "1234"))
    doubts = [match.play(place(seat, UNKNOWN)).verdict for seat in SEATS]
    assert all(v and v.status is Status.UNDETERMINED and v.awaits == ("TOY-2",) for v in doubts)

    ply = match.play(roll("5", "1432"))

    settled = [e for e in ply.events if e.kind == SETTLED]
    assert [(e.seat, e.number, e.items) for e in settled] == [
        ("N", 6, ("TOY-2",)),
        ("E", 7, ()),
        ("S", 8, ("TOY-2",)),
        ("W", 9, ()),
    ]


def test_undo_stops_at_a_reveal() -> None:
    match = Match(GAME, KNOWN)
    states = [match.state]
    for seat in SEATS:
        match.play(place(seat, "2"))
        states.append(match.state)
    match.undo(2)
    assert match.state == states[2]
    for seat in SEATS[2:]:
        match.play(place(seat, "2"))
    match.play(roll("1"))
    match.play(place("E", "4"))

    match.undo(5)
    with pytest.raises(MatchError, match="revealed"):
        match.undo(4)
    with pytest.raises(MatchError, match="no ply"):
        match.undo(9)


def test_a_correction_is_a_ply_of_its_own() -> None:
    match = Match(GAME, KNOWN)
    first = match.play(place("N", "1")).after
    match.play(place("E", "1"))
    ply = match.correct(first)
    # The state counts plies as the match does, so that later reveals refer to the right one.
    assert (ply.number, ply.action, match.state) == (3, None, replace(first, ply=3))
    assert at_ply(first, first.ply) == first
    match.undo(2)
    assert match.to_act == {"S", "W"}


def test_a_game_that_says_nothing_of_its_prospects_is_valued_by_its_end_alone() -> None:
    worth: list[float] = []
    rng = random.Random("prospects")
    ended = play_game(GAME, KNOWN, rng, watch=lambda state, _: worth.append(GAME.value(state, "N")))
    assert set(worth) == {0.0}
    assert ended.winners


def test_same_seed_same_games_for_all_players() -> None:
    assert playouts(GAME, KNOWN, 20, "s") == playouts(GAME, KNOWN, 20, "s")
    tally = playouts(GAME, KNOWN, 200, "s")
    assert sum(tally.wins.values()) + tally.draws == 200
    assert play_game(GAME, KNOWN, random.Random("s/3")) == play_game(
        GAME, KNOWN, random.Random("s/3")
    )


def test_perft_counts_decisions_and_follows_every_roll() -> None:
    # Four seats in any order with four cards each: 16, 16 × 12, × 8, × 4. Then six rolls, and each
    # seat may play any of three numbers, but not the number that it just played.
    counts = perft(GAME, GAME.start(KNOWN), 4)
    assert counts == [16, 16 * 12, 16 * 12 * 8, 16 * 12 * 8 * 4]


@given(st.randoms(use_true_random=False))
@settings(max_examples=25, deadline=None)
def test_views_leak_nothing_and_positions_read_back(rng: random.Random) -> None:
    state = GAME.start(KNOWN)
    while seats := GAME.to_act(state):
        if CHANCE in seats:
            action = GAME.sample(state, rng.randrange)
        else:
            action = rng.choice(list(GAME.legal(state)))
        for event in GAME.advance(state, action)[0]:
            state = GAME.fold(state, event)
        assert GAME.notation.parse(GAME.notation.format(state), KNOWN) == state
        public = GAME.view(state, None)
        assert all(set(hand) <= {UNKNOWN} for hand in public.hands)
        assert all(placed is None or placed[0] == UNKNOWN for placed in public.placed)


def test_literal_gestures_say_what_the_hand_did() -> None:
    a, b = PlacedCard("x1", "A"), PlacedCard("x2", "B")
    turned = PlacedCard("x1", "A", turn=1)
    down = PlacedCard(UNKNOWN, "A", Facing.DOWN)

    def texts(*changes: Change) -> list[str]:
        return [str(g) for g in literal_actions(frozenset(("A",)), changes)]

    assert texts(Change("c1", None, a)) == ["A place x1 c1"]
    assert texts(Change("c1", None, turned)) == ["A place x1 c1 turn=1"]
    assert texts(Change("c1", None, down)) == ["A place ? c1 facing=down"]
    assert texts(Change("c1", b, None)) == ["A remove c1"]
    assert texts(Change("c1", a, None), Change("c2", None, a)) == ["A move c1 c2"]
    assert texts(Change("c1", a, b), Change("c2", b, a)) == ["A swap c1 c2"]
    assert texts(Change("c1", down, a)) == ["A flip c1 card=x1"]
    assert texts(Change("c1", a, turned)) == ["A turn c1 1"]
    assert texts(Change("c1", a, b)) == ["B place x2 c1"]
