"""What a question may offer, and what everybody hears of it before anybody answers."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from companion.referee.explain.hidden_chance import advance
from companion.referee.explain.interpretations import BY_HAND, Accept
from companion.referee.inventory.steps import CorrectionStep, correction
from companion.referee.table import card_on, differences
from rules import CHANCE, Verb
from rules.core.event import event_data

if TYPE_CHECKING:
    from collections.abc import Callable

    from rules import Match, Ply, Seat

_NAME: Final = re.compile(r"[\w.]+")
_PLY: Final = "ply"
"""The line with the number of the ply: it is the match's own, whatever a position says."""


@dataclass(frozen=True, slots=True)
class TakeBack:
    """An option of a question: no action but the way back to ply `to`."""

    to: int


@dataclass(frozen=True, slots=True)
class PositionCorrection:
    """An option of a question: a position in place of the present one, and who wants it.

    `text` is the position in the words the log reads; `by`: whose wish it is, "" if nobody's.
    """

    state: Any
    text: str
    by: Seat = ""
    agreed: frozenset[Seat] = frozenset()

    def waits(self, players: frozenset[Seat]) -> list[Seat]:
        """Whose YES it still needs."""
        return sorted(players - self.agreed - {self.by})


Option = Accept | TakeBack | PositionCorrection


def facts_of(option: Option, match: Match[Any]) -> dict[str, Any]:
    """What a question's record says of its first option."""
    ply = undone(option, match) if isinstance(option, TakeBack) else None
    events = () if ply is None else ply.events  # what a clause said then, the question does not
    data = {"events": [event_data(replace(e, clause="")) for e in events]} if events else {}
    return {
        "take_back": isinstance(option, TakeBack),
        "correction": option.text if isinstance(option, PositionCorrection) else "",
        "predicted": _would(option, match),
        **data,
    }


def undone(option: TakeBack, match: Match[Any]) -> Ply[Any] | None:
    """The first move that is taken back: of what hands did, else of what was said to all."""
    secret = Verb.DECLARE  # may be; no question is asked for it alone
    moves = (p for p in match.plies[option.to :] if p.action and p.action.seat != CHANCE)
    plies = [p for p in moves if p.action is not None and p.action.verb is not secret]
    by_hand = (p for p in plies if p.action is not None and p.action.verb in BY_HAND)
    return next(by_hand, plies[0] if plies else None)


def _would(option: Option, match: Match[Any]) -> list[list[dict[str, Any]]]:
    """The events each action of an option would bring about, so that it can be told."""
    state, would = match.state, []
    for action in option.actions if isinstance(option, Accept) else ():
        would.append([event_data(e) for e in match.game.resolve(state, action)])
        state = advance(match.game, state, action)
    return would


def preview_of(
    option: PositionCorrection, match: Match[Any], tracked: Callable[[str], bool]
) -> tuple[tuple[CorrectionStep, ...], list[str]]:
    """What everybody may know of what a correction changes: on the table, and in its lines."""
    game = match.game
    now, then = (game.view(state, None) for state in (match.state, option.state))
    lies, wanted = game.layout(now), game.layout(then)
    cells = [cell for cell in {**lies, **wanted} if tracked(cell)]
    changes = differences(wanted, {cell: card_on(lies, cell) for cell in cells})
    known, noted = (game.format(state).splitlines() for state in (now, then))
    return correction(changes), _noted_anew(known, noted, {change.cell for change in changes})


def _noted_anew(known: list[str], noted: list[str], cells: set[str]) -> list[str]:
    """The lines of a position that say more than what lies otherwise on `cells`; `-` for one gone.

    What a line is about says its first word, and its second where there are several such lines.
    """
    firsts = [Counter(line.split()[0] for line in lines) for lines in (known, noted)]

    def subject(line: str) -> str:
        words = line.split()
        return " ".join(words[: 2 if max(each[words[0]] for each in firsts) > 1 else 1])

    left = set(map(subject, noted))
    gone = [f"{subject(line)} -" for line in known if subject(line) not in left]
    new = [line for line in noted if line not in known]
    told = dict.fromkeys((*new, *gone))
    return [x for x in told if x.split()[0] != _PLY and not _shown(x, known, noted, cells)]


def _shown(line: str, known: list[str], noted: list[str], cells: set[str]) -> bool:
    """Whether all that is new of a line is what lies on `cells`."""
    first, *rest = line.split()
    before, after = (
        {word for each in lines if each.split()[0] == first for word in each.split()}
        for lines in (known, noted)
    )
    place = f"{rest[0]}.{first}" if rest else ""
    named = [not cells.isdisjoint(_NAME.findall(word)) for word in before ^ after]
    return place in cells or not cells.isdisjoint(rest[:1]) or (bool(named) and all(named))
