"""Secret plies: actions that change nothing public."""

from typing import Any

from rules import UNKNOWN, Action, Game, Ply, Verb


def changes_nothing_public(game: Game[Any], ply: Ply[Any]) -> bool:
    """Return True if the public sees no difference between the positions around a ply."""
    before, after = (game.at_ply(game.view(s, None), 0) for s in (ply.before, ply.after))
    return bool(before == after)


def only_count_is_public(game: Game[Any], action: Action, *around: Any) -> bool:  # noqa: ANN401 - the game's own states
    """Return True if an action writes a secret order, so that only the number of orders is public.

    `around`: the positions before and after the action.
    """
    if action.verb is not Verb.DECLARE:
        return False
    legal = (each for state in around for each in game.legal(state))
    return action.value == UNKNOWN or any(
        each.verb is Verb.DECLARE and each.value == UNKNOWN for each in legal
    )
