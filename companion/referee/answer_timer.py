"""The clock of a question: after so many seconds of silence the game knows the answer itself.

What silence means is the game's (`Game.timeout_action`); its seconds are a setting, 0 for no clock.
The clock starts with the question, stands still while the match is paused or the table not to be
seen, and never runs out under hands that are about to answer: it waits until the table has been
calm for `GRACE_S`.  What a seat says that was not to act, as that it concedes, is no new question.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING, Any, Final

from rules import load_catalog

if TYPE_CHECKING:
    from rules import Action, Match, Seat

GRACE_S: Final = 1.0


@dataclass(frozen=True, slots=True)
class QuestionClock:
    """A question's clock as it is shown: who is asked, whole seconds left, the clause it is of."""

    seat: Seat
    left_s: int
    clause: str


@dataclass(frozen=True, slots=True)
class ExpiredQuestion:
    """A question that silence answered: where it was open, how many plies then, its clause."""

    state: Any
    ply: int
    clause: str


class AnswerTimer:
    """Watches one match; its times are the frames'."""

    def __init__(self) -> None:
        self.clock: QuestionClock | None = None
        """What there is left to answer the open question, None if none has a clock."""
        self._asked: tuple[int, Action] | None = None
        self._since_s = self._now_s = self._busy_s = 0.0

    def expired_action(
        self, match: Match[Any], now: float, *, calm: bool, stopped: bool
    ) -> Action | None:
        """What silence has come to mean by `now`, None as long as it means nothing."""
        passed, self._now_s = now - self._now_s, now
        found = self._question(match)
        if found is None:
            self._asked = self.clock = None
            return None
        seconds, action, clause = found
        asked = (_last_in_turn(match), action)
        if asked != self._asked:
            self._asked, self._since_s = asked, now
        elif stopped:
            self._since_s += passed
        self.clock = QuestionClock(action.seat, max(0, ceil(self._since_s + seconds - now)), clause)
        if stopped or not calm:
            self._busy_s = now
            return None
        over = now - self._since_s >= seconds and now - self._busy_s >= GRACE_S
        return action if over else None

    def _question(self, match: Match[Any]) -> tuple[int, Action, str] | None:
        """The seconds there are, what they lead to, and by which clause, if an answer is open."""
        found = match.game.timeout_action(match.state) if match.outcome is None else None
        if found is None:
            return None
        setting, action = found
        known = load_catalog(match.setup.game).settings[setting]
        seconds = int(match.setup.settings.get(setting, known.default))
        return (seconds, action, known.clause) if seconds else None


def _last_in_turn(match: Match[Any]) -> int:
    """The number of the last ply that was made by whoever was to act, 0 if there is none."""
    for ply in reversed(match.plies):
        if ply.action is None or ply.action.seat in match.game.to_act(ply.before):
            return int(ply.number)
    return 0
