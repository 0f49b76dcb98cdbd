"""Options of a question, and the part of them that is public before it is answered."""

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from companion.referee.explain.hidden_chance import advance
from companion.referee.explain.interpretations import BY_HAND, Accept
from companion.referee.inventory.steps import CorrectionStep, correction
from companion.referee.table import card_on, differences
from rules import CHANCE, Event, Ply, Seat, Verb
from rules.core.match import MatchState

_NAME: Final = re.compile(r"[\w.]+")
_PLY: Final = "ply"
"""First word of the line with the number of the ply, which the match determines itself."""


@dataclass(frozen=True, slots=True)
class TakeBack:
    """The option to return to the state after ply `to`."""

    to: int


@dataclass(frozen=True, slots=True)
class PositionCorrection:
    """The option to replace the current position, proposed by a seat.

    `text` is the position in the log's notation; `by`: the proposing seat, or "" if none.
    """

    state: Any
    text: str
    by: Seat = ""
    agreed: frozenset[Seat] = frozenset()

    def awaiting(self, players: frozenset[Seat]) -> list[Seat]:
        """Return the seats that have not answered YES yet."""
        return sorted(players - self.agreed - {self.by})


Option = Accept | TakeBack | PositionCorrection


def undone(option: TakeBack, match: MatchState[Any]) -> Ply[Any] | None:
    """Return the first undone move made by hand on the table, or else a public declaration."""
    secret = Verb.DECLARE  # a secret declaration must not appear in a question
    moves = (p for p in match.plies[option.to :] if p.action and p.action.seat != CHANCE)
    plies = [p for p in moves if p.action is not None and p.action.verb is not secret]
    by_hand = (p for p in plies if p.action is not None and p.action.verb in BY_HAND)
    return next(by_hand, plies[0] if plies else None)


def predicted_events(option: Accept, match: MatchState[Any]) -> tuple[tuple[Event, ...], ...]:
    """Return the events that each action of an option would cause."""
    state, events = match.state, []
    for action in option.actions:
        events.append(tuple(match.game.advance(state, action)[0]))
        state = advance(match.game, state, action)
    return tuple(events)


def preview_of(
    option: PositionCorrection, match: MatchState[Any], tracked: Callable[[str], bool]
) -> tuple[tuple[CorrectionStep, ...], list[str]]:
    """Return the public part of a correction: its steps on the table, and the changed lines."""
    game = match.game
    now_view, new_view = (game.view(state, None) for state in (match.state, option.state))
    now_layout, new_layout = game.table.layout(now_view), game.table.layout(new_view)
    cells = [cell for cell in {**now_layout, **new_layout} if tracked(cell)]
    changes = differences(new_layout, {cell: card_on(now_layout, cell) for cell in cells})
    old_lines, new_lines = (
        game.notation.format(state).splitlines() for state in (now_view, new_view)
    )
    return correction(changes), _changed_lines(
        old_lines, new_lines, {change.cell for change in changes}
    )


def _changed_lines(old_lines: list[str], new_lines: list[str], cells: set[str]) -> list[str]:
    """Return the changed lines of a position that show more than the cards on `cells`.

    A removed line begins with `-`. A line's subject is its first word, or its first two words if
    several lines share the first.
    """
    firsts = [Counter(line.split()[0] for line in lines) for lines in (old_lines, new_lines)]

    def subject(line: str) -> str:
        words = line.split()
        return " ".join(words[: 2 if max(each[words[0]] for each in firsts) > 1 else 1])

    subjects = set(map(subject, new_lines))
    gone = [f"{subject(line)} -" for line in old_lines if subject(line) not in subjects]
    added = [line for line in new_lines if line not in old_lines]
    changed = dict.fromkeys((*added, *gone))
    return [
        x
        for x in changed
        if x.split()[0] != _PLY and not _only_moves_cards(x, old_lines, new_lines, cells)
    ]


def _only_moves_cards(
    line: str, old_lines: list[str], new_lines: list[str], cells: set[str]
) -> bool:
    """Return True if a line differs only by the cards on `cells`."""
    first, *others = line.split()
    before, after = (
        {word for each in lines if each.split()[0] == first for word in each.split()}
        for lines in (old_lines, new_lines)
    )
    place = f"{others[0]}.{first}" if others else ""
    named = [not cells.isdisjoint(_NAME.findall(word)) for word in before ^ after]
    return place in cells or not cells.isdisjoint(others[:1]) or (bool(named) and all(named))
