"""What is said in secret: nobody but the seat itself can tell that anything was said."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rules import Game, Ply

__all__ = ["unnoticed"]


def unnoticed(game: Game[Any], ply: Ply[Any]) -> bool:
    """Whether the position looks to the public as it did before the ply."""
    before, after = (game.at_ply(game.view(s, None), 0) for s in (ply.before, ply.after))
    return bool(before == after)
