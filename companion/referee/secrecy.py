"""Secrecy: actions as others see them, and plies that change nothing public."""

from dataclasses import replace
from typing import Any

from rules import UNKNOWN, Action, Facing, Ply, Rules, Verb
from rules.core.match import at_ply


def looks_same(game: Rules[Any], first: Any, second: Any) -> bool:  # noqa: ANN401 - the game's own states
    """Return True if two positions differ for the public at most in the number of plies."""
    one, other = (at_ply(game.view(state, None), 0) for state in (first, second))
    return bool(one == other)


def changes_nothing_public(game: Rules[Any], ply: Ply[Any]) -> bool:
    """Return True if the public sees no difference between the positions around a ply."""
    return looks_same(game, ply.before, ply.after)


def only_count_is_public(game: Rules[Any], action: Action, *around: Any) -> bool:  # noqa: ANN401 - as above
    """Return True if an action writes a secret order, so that only the number of orders is public.

    `around`: the positions before and after the action.
    """
    if action.verb is not Verb.DECLARE:
        return False
    legal = (each for state in around for each in game.legal(state))
    return action.value == UNKNOWN or any(
        each.verb is Verb.DECLARE and each.value == UNKNOWN for each in legal
    )


def masked(action: Action) -> Action:
    """Return an action as others see it: the face of a card placed face down is unknown."""
    hidden = action.verb is Verb.PLACE and action.facing is Facing.DOWN and action.card
    return replace(action, card=UNKNOWN) if hidden else action
