"""Hidden chance: a shuffle or a card drawn face down, which the referee applies automatically."""

from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from typing import Any

from rules import CHANCE, UNKNOWN, Action, Mat, Rules, judge

# The game defines the type of its state; the referee never inspects it.
GameState = Any


def unseen_chance(game: Rules[Any], state: GameState) -> Action | None:
    """Return the chance action that leaves no trace: the only possible one, or a hidden one.

    If there are too many outcomes to list (a shuffle), one of them is used with every card hidden,
    because an unseen card may be any card.
    """
    if game.to_act(state) != frozenset((CHANCE,)):
        return None
    outcomes = list(islice(game.legal(state), 2))
    if len(outcomes) == 1:
        return outcomes[0]
    if not outcomes:
        outcomes = [_hidden(game.sample(state, lambda _: 0))]
    hidden = next((a for a in map(_hidden, outcomes) if a.card or a.also), None)
    return hidden if hidden is not None and judge(game, state, hidden).legal else None


def draw_outcome(
    game: Rules[Any], state: GameState, below: Callable[[int], int], mat: Mat | None = None
) -> Action | None:
    """Return the outcome that the referee draws now, uniformly with `below`, or None.

    If the outcome is a maze, the maze printed on the mat replaces the draw.
    """
    if game.to_act(state) != frozenset((CHANCE,)) or not game.table.referee_draws(state):
        return None
    outcome = game.sample(state, below)
    if mat is None or not mat.maze or any(cell.id == outcome.value for cell in mat.cells):
        return outcome
    printed = replace(outcome, value=mat.maze)
    return printed if judge(game, state, printed).legal else outcome


def _hidden(action: Action) -> Action:
    """Return a chance action with its cards face down."""
    card = UNKNOWN if action.card else ""
    return replace(action, card=card, also=(UNKNOWN,) * len(action.also))


def advance(game: Rules[Any], state: GameState, action: Action) -> GameState:
    """Return the state after a legal or undetermined action, and after any hidden chance."""
    following: Action | None = action
    while following is not None:
        for event in game.advance(state, following)[0]:
            state = game.fold(state, event)
        following = unseen_chance(game, state)
    return state
