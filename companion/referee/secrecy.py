"""What is said in secret: nobody but the seat itself can tell that anything was said."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rules import UNKNOWN, Verb

if TYPE_CHECKING:
    from rules import Action, Game, Ply


def unnoticed(game: Game[Any], ply: Ply[Any]) -> bool:
    """Whether the position looks to the public as it did before the ply."""
    before, after = (game.at_ply(game.view(s, None), 0) for s in (ply.before, ply.after))
    return bool(before == after)


def counted(game: Game[Any], action: Action, *around: Any) -> bool:  # noqa: ANN401 - the game's own states
    """Whether orders are on paper, where nobody reads them: that there is one more is said aloud.

    `around`: the positions before and after what was said of them.
    """
    if action.verb is not Verb.DECLARE:
        return False
    legal = (each for state in around for each in game.legal(state))
    return action.value == UNKNOWN or any(
        each.verb is Verb.DECLARE and each.value == UNKNOWN for each in legal
    )
