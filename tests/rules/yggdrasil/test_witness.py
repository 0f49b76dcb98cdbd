"""The game against a second, naive implementation (`slow`)."""

from collections import Counter

from hypothesis import example, given, settings

from rules import Action, Setup, Verb
from rules.games.yggdrasil import GAME
from tests.support.games import yggdrasil_oracle as slow
from tests.support.games.yggdrasil import seeds, settings_of, walk


@given(settings_of, seeds)
@example({}, 1)
@example({"colour_lock": "on", "rotation": "free"}, 2)
@example({"field": "5x7", "blank_edges": "forbidden"}, 3)
@example({"root_column": "choice"}, 4)
@settings(max_examples=40, deadline=None)
def test_the_same_actions_are_legal(agreed: dict[str, str], seed: int) -> None:
    for state, _, _ in walk(Setup("yggdrasil", agreed), seed):
        position = slow.read(GAME.notation.format(state), agreed)
        found = [str(action) for action in GAME.legal(state)]

        assert Counter(found) == Counter(slow.actions(position)), GAME.notation.format(state)


@given(settings_of, seeds)
@settings(max_examples=15, deadline=None)
def test_the_same_clauses_refuse_a_placement(agreed: dict[str, str], seed: int) -> None:
    for state, _, _ in list(walk(Setup("yggdrasil", agreed), seed))[4::3]:
        if state.phase != "place":
            continue
        position = slow.read(GAME.notation.format(state), agreed)
        for card in position.hand[position.seat]:
            for cell in position.cells():
                action = Action(position.seat, Verb.PLACE, card=card, to=slow.name(cell))
                clauses = [v.clause for v in GAME.violations(state, action)]

                assert clauses == slow.reasons(position, card, position.seat, cell)


@given(settings_of, seeds)
@example({}, 1)
@settings(max_examples=30, deadline=None)
def test_the_same_clauses_refuse_a_root(agreed: dict[str, str], seed: int) -> None:
    for state, _, _ in walk(Setup("yggdrasil", agreed | {"root_column": "choice"}), seed):
        position = slow.read(GAME.notation.format(state), state.config.values)
        if state.phase == "deal":
            return
        if state.phase != "root":
            continue
        for card in (slow.ROOT, "yr2", "y01"):
            for cell in position.cells():
                action = Action(position.seat, Verb.PLACE, card=card, to=slow.name(cell))
                clauses = [v.clause for v in GAME.violations(state, action)]

                assert clauses == slow.root_reasons(position, card, position.seat, cell)


@given(settings_of)
@example({"root_column": "own_right"})
@example({"root_column": "same_column"})
@settings(max_examples=30, deadline=None)
def test_roots_stand_on_the_same_cells(agreed: dict[str, str]) -> None:
    state = GAME.start(Setup("yggdrasil", agreed))
    position = slow.read(GAME.notation.format(state), agreed)
    cells = {owner: slow.root_cells(position, owner) for owner in "AB"}
    placed = {stone.owner: [cell] for cell, stone in position.stones.items()}

    assert placed == {owner: found for owner, found in cells.items() if len(found) == 1}


@given(settings_of, seeds)
@settings(max_examples=30, deadline=None)
def test_the_same_cards_fall(agreed: dict[str, str], seed: int) -> None:
    for state, action, events in walk(Setup("yggdrasil", agreed), seed):
        if action is None or not any(e.kind in ("invaded", "destroyed") for e in events):
            continue
        position = slow.read(GAME.notation.format(state), agreed)
        target = slow.cell_of(action.value or action.at)
        before = {slow.name(cell) for cell in position.stones}
        gone = {e.cell for e in events if e.kind == "destroyed"}
        if action.verb is Verb.CHOOSE:
            strength, resistance = slow.fight(position, target)
            invaded = next(e for e in events if e.kind == "invaded")
            assert (invaded.number, invaded.value) == (strength, str(resistance))
            if strength < resistance:
                assert not gone
                continue
            if position.stones[target].facts.root:  # the game ends immediately (YGG-9.6)
                assert gone == {slow.name(target)}
                continue

        assert before - gone == slow.fall(position, target)


@given(settings_of, seeds)
@settings(max_examples=30, deadline=None)
def test_the_same_score_and_end(agreed: dict[str, str], seed: int) -> None:
    agreed = {k: v for k, v in agreed.items() if k != "end_cells"}
    *before, (last, _, _) = walk(Setup("yggdrasil", agreed), seed)
    outcome = GAME.outcome(last)
    position = slow.read(GAME.notation.format(last), agreed)
    assert (outcome.scores["A"], outcome.scores["B"]) == slow.points(position)

    idle = 0
    for state, _, events in before:
        ends = [e for e in events if e.kind in ("turn_started", "game_ended")]
        placed = state.placed or any(e.kind == "placed" for e in events)
        if not ends or state.turn == 0 or any(e.clause == "YGG-9.6" for e in events):
            continue
        idle = 0 if placed else idle + 1
        after = state
        for event in events:
            after = GAME.fold(after, event)
        board = slow.read(GAME.notation.format(after), agreed)
        stuck = not slow.open_cells(board, "A") and not slow.open_cells(board, "B")
        assert (ends[0].kind == "game_ended") == (stuck or idle == 4)
        if stuck or idle == 4:
            assert after.ending == ("YGG-11.1" if stuck else "YGG-11.2")
