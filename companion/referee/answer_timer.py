"""Answer timer: if a seat does not answer a question in time, the game answers it.

The game chooses the answer (`Rules.timeout_action`); a setting has the number of seconds (0 for no
limit). The timer starts with the question and stops while the match is paused or the table cannot
be seen. It never expires while a hand may be about to answer: the table must have been calm for
`GRACE_S`. An action by a seat that was not to act, such as conceding, starts no new question.
"""

from dataclasses import dataclass
from math import ceil
from typing import Any, Final

from rules import Action, Seat, load_catalog
from rules.core.match import MatchState

GRACE_S: Final = 1.0
"""Time for which the table has to be calm before a question expires, s."""


@dataclass(frozen=True, slots=True)
class QuestionClock:
    """A question's timer for display: the seat, the remaining seconds, and the clause."""

    seat: Seat
    remaining_s: int
    clause: str


@dataclass(frozen=True, slots=True)
class AnswerTimer:
    """A timer for one match's questions, by the frames' clock.

    `clock`: the time remaining for the open question, or None if it has no limit. `asked`: the ply
    of the question and the game's answer.
    """

    clock: QuestionClock | None = None
    asked: tuple[int, Action] | None = None
    since_s: float = 0.0
    now_s: float = 0.0
    busy_s: float = 0.0

    def ticked(
        self, match: MatchState[Any], now: float, *, calm: bool, stopped: bool
    ) -> tuple["AnswerTimer", Action | None]:
        """Return the timer at `now`, and the game's answer if the open question has expired."""
        question = _question(match)
        if question is None:
            return self if self.asked is None else AnswerTimer(), None
        seconds, action, clause = question
        asked, since_s = (_last_in_turn(match), action), self.since_s
        if asked != self.asked:
            since_s = now
        elif stopped:
            since_s += now - self.now_s
        clock = QuestionClock(action.seat, max(0, ceil(since_s + seconds - now)), clause)
        waits = stopped or not calm
        busy_s = now if waits else self.busy_s
        over = not waits and now - since_s >= seconds and now - busy_s >= GRACE_S
        return AnswerTimer(clock, asked, since_s, now, busy_s), action if over else None


def _question(match: MatchState[Any]) -> tuple[int, Action, str] | None:
    """Return the seconds, the action and the clause of the open question, if it has a limit."""
    timeout = match.game.timeout_action(match.state) if match.outcome is None else None
    if timeout is None:
        return None
    setting, action = timeout
    known = load_catalog(match.setup.game).settings[setting]
    seconds = int(match.setup.settings.get(setting, known.default))
    return (seconds, action, known.clause) if seconds else None


def _last_in_turn(match: MatchState[Any]) -> int:
    """Return the number of the last ply by a seat whose turn it was, or 0 if there is none."""
    plies, to_act = reversed(match.plies), match.game.to_act
    in_turn = (p.number for p in plies if p.action is None or p.action.seat in to_act(p.before))
    return int(next(in_turn, 0))
