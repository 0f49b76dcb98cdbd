"""A small game: what it does not say follows from its data, its options and its result."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import pytest

from rules import (
    Action,
    CaptionRules,
    Deck,
    Event,
    Layout,
    Match,
    Outcome,
    Seat,
    Setup,
    Verb,
    Violation,
    Zone,
    event_kinds,
    parse_action,
)
from rules.small_game import small_game

SLUG = "jiguan"  # the data of a shipped game: its seats and owners
SETUP = Setup(SLUG)


@dataclass(frozen=True, slots=True)
class Coins:
    """The coins on the table, those of each seat, and the seat to move."""

    left: int = 5
    taken: tuple[int, int] = (0, 0)
    turn: Seat = "A"


def _options(state: Coins) -> Iterator[Action]:
    return (
        action
        for number in "12"
        if not _violations(state, action := Action(state.turn, Verb.DECLARE, value=number))
    )


def _violations(state: Coins, action: Action) -> tuple[Violation, ...]:
    good = action.seat == state.turn and action.value in ("1", "2")
    return () if good and int(action.value) <= state.left else (Violation("JGS-5.1"),)


def _fold(state: Coins, event: Event) -> Coins:
    a, b = state.taken
    taken = (a + event.number, b) if event.seat == "A" else (a, b + event.number)
    return Coins(state.left - event.number, taken, "B" if event.seat == "A" else "A")


def _result(state: Coins) -> Outcome:
    a, b = state.taken
    return Outcome(("A",) if a > b else ("B",), "JGS-8.1", {"A": a, "B": b})


def _layout(_state: Coins) -> Layout:
    return {}


GAME = small_game(
    SLUG,
    Coins,
    mat="heap",
    cells=("a1", "b1"),
    events=event_kinds(taken="{seat} takes {number} coins."),
    start=lambda _setup: Coins(),
    options=_options,
    violations=_violations,
    act=lambda _state, action: [Event("taken", action.seat, number=int(action.value))],
    fold=_fold,
    result=_result,
    layout=_layout,
)


def after(*numbers: int) -> Match[Coins]:
    match = Match(GAME, SETUP)
    for seat, number in zip("ABABA", numbers, strict=False):
        match.play(parse_action(f"{seat} declare {number}"))
    return match


def test_the_seat_that_has_options_acts() -> None:
    assert GAME.to_act(after().state) == {"A"}
    assert GAME.to_act(after(2).state) == {"B"}
    assert after(2).outcome is None


def test_the_game_ends_when_nobody_has_an_option() -> None:
    match = after(2, 1, 2)
    assert GAME.to_act(match.state) == frozenset()
    assert match.outcome == _result(match.state)
    (*_, end) = match.plies[-1].events
    assert (end.kind, end.clause, end.items) == ("game_ended", "JGS-8.1", ("A",))
    assert [event.kind for event in match.plies[0].events] == ["taken"]


def test_scores_are_those_of_the_result_now_and_value_is_the_lead() -> None:
    state = after(2, 1).state
    assert GAME.scores(state) == {"A": 2, "B": 1}
    assert (GAME.value(state, "A"), GAME.value(state, "B")) == (1, -1)
    assert GAME.value(after(2, 1, 2).state, "A") > 1000
    silent = replace(GAME, captions=CaptionRules())
    assert silent.value(state, "A") == 0


def test_seats_and_owners_are_those_of_the_data() -> None:
    assert GAME.seats(SETUP) == ("A", "B")
    form = GAME.table.form(SETUP)
    assert (form.mat, form.seat_turns) == ("heap", {"A": 0, "B": 180})
    assert form.owners == {"sun": "A", "moon": "B"}
    assert form.zones[0] == Zone("a1", oriented=False)
    assert form.zones[-1] == Zone("B.control", tracked=False, owner="B", pile=True)


def test_a_position_is_written_field_by_field() -> None:
    state = after(2).state
    assert GAME.notation.format(state) == "left 3\ntaken 2 0\nturn B\n"
    assert GAME.notation.parse("left 3\ntaken 2 0\nturn B\n", SETUP) == state


@pytest.mark.parametrize("seat", ["A", "B"])
def test_every_deck_is_allowed(seat: Seat) -> None:
    assert GAME.data.check_deck(SETUP, seat, Deck(())).legal
