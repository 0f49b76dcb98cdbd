"""What a question may offer, and what everybody hears of it before anybody answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion.referee.chances import advance
from companion.referee.meanings import Accept
from companion.referee.steps import Step, correction
from companion.referee.table import card_on, differences
from rules import event_data

if TYPE_CHECKING:
    from collections.abc import Callable

    from rules import Match, Seat

__all__ = ["Correction", "Option", "TakeBack", "facts_of", "meant_by"]


@dataclass(frozen=True, slots=True)
class TakeBack:
    """An option of a question: no action but the way back to ply `to`."""

    to: int


@dataclass(frozen=True, slots=True)
class Correction:
    """An option of a question: a position in place of the present one, and who wants it.

    `text` is the position in the words the log reads.
    """

    state: Any
    text: str
    agreed: frozenset[Seat] = frozenset()

    def waits(self, players: frozenset[Seat]) -> list[Seat]:
        """Whose YES it still needs."""
        return sorted(players - self.agreed)


Option = Accept | TakeBack | Correction


def facts_of(option: Option, match: Match[Any]) -> dict[str, Any]:
    """What a question's record says of its first option."""
    return {
        "take_back": isinstance(option, TakeBack),
        "correction": option.text if isinstance(option, Correction) else "",
        "would": _would(option, match),
    }


def _would(option: Option, match: Match[Any]) -> list[list[dict[str, Any]]]:
    """The events each action of an option would bring about, so that it can be told."""
    state, would = match.state, []
    for action in option.actions if isinstance(option, Accept) else ():
        would.append([event_data(e) for e in match.game.happen(state, action)])
        state = advance(match.game, state, action)
    return would


def meant_by(
    option: Correction, match: Match[Any], strict: Callable[[str], bool]
) -> tuple[tuple[Step, ...], list[str]]:
    """What everybody may know of what a correction changes: on the table, else in its lines."""
    game = match.game
    now, then = (game.view(state, None) for state in (match.state, option.state))
    lies, wanted = game.layout(now), game.layout(then)
    cells = [cell for cell in {**lies, **wanted} if strict(cell)]
    changes = differences(wanted, {cell: card_on(lies, cell) for cell in cells})
    known, noted = (game.format(state).splitlines() for state in (now, then))
    # The number of the ply is the match's own, whatever a position says.
    lines = [x for x in noted if x not in known and not x.startswith("ply ")]
    return correction(changes), [] if changes else lines
