"""Which screen of the page a moment is, and what its light says.

The screens, each with what it stands for:

    coach      the camera is being set right, no match has begun
    ended      the match is over
    set_up     the table is being laid, or a log is being gone on with
    trouble    the camera cannot see        paused     the pause card lies there
    refusal    an illegal action lies there
    fault      the paper is at fault        question   YES or NO is awaited
    step       table and match are out of step
    referee    everything else
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.referee.phases import RefereePhase
from companion.referee.records import NoticeKind

if TYPE_CHECKING:
    from companion.web.snapshot import Snapshot
    from companion.web.views.words import Words

TICKING = frozenset(("referee", "refusal", "paused"))
"""Screens on which the clock of a question is shown; elsewhere something else comes first."""
THROWN = frozenset(("referee", "refusal", "paused", "trouble"))
"""Screens headed by whose throw is awaited, where one is: it is nobody's turn by itself."""
STILL = frozenset(("refusal", "paused"))
"""Screens on which the match waits, whoever's turn it is."""
PRIVATE = frozenset(("coach", "refusal", "question", "fault", "step", "set_up"))
"""Screens that are the players' own; a spectator sees the match go on waiting."""
_STAGES = {
    RefereePhase.ENDED: "ended",
    RefereePhase.SETUP: "set_up",
    RefereePhase.RESUMING: "set_up",
}
_GRAVE = frozenset(("trouble", "illegal", "unsure", "pause"))
_GOOD = frozenset(
    (
        NoticeKind.ACCEPTED,
        NoticeKind.TAKEN_BACK,
        NoticeKind.CORRECTED,
        NoticeKind.IN_STEP,
        NoticeKind.SET_UP_READY,
    )
)


def screen_of(now: Snapshot) -> str:
    """Which screen a moment is."""
    if now.coach is not None:
        return "coach"
    if now.stage is RefereePhase.ENDED:
        return "ended"
    if now.trouble is not None:
        return "trouble"
    if now.paused:
        return "paused"
    if now.faults:
        return "fault"
    if now.stage in (RefereePhase.IN_SYNC, RefereePhase.AWAITING_PLAYERS) and _lies_refused(now):
        return "refusal"
    screens = {
        RefereePhase.SETUP: "set_up",
        RefereePhase.RESUMING: "set_up",
        RefereePhase.REFUSED: "refusal",
        RefereePhase.ASKING: "question",
        RefereePhase.DESYNCED: "step",
    }
    return screens.get(now.stage, "referee")


def _lies_refused(now: Snapshot) -> bool:
    """Whether a piece that was refused, or a card among backs, is still to be taken up."""
    record = now.stands.record if now.stands else None
    return record is not None and record.kind is NoticeKind.REFUSED and bool(record.steps)


def light_of(now: Snapshot, words: Words) -> dict[str, str]:
    """The status light; hands in view and the end of "legal" are the page's to time."""
    if now.coach is not None:
        return {"state": now.coach.state, "word": words.say(f"coach.{now.coach.light}")}
    state = _light(now)
    word = _STAGES.get(now.stage, state)
    word = state if state in _GRAVE else word
    if now.stage is RefereePhase.ENDED and now.outcome is None:
        word = "stopped"
    return {"state": state, "word": words.say(f"light.{word}")}


def _light(now: Snapshot) -> str:
    verdict = now.verdict.record if now.verdict else None
    kind = verdict.kind if verdict else None
    if now.stage is RefereePhase.ENDED:
        return "legal" if now.outcome else "pause"
    if now.trouble is not None:
        return "trouble"
    if now.stage is RefereePhase.REFUSED or (kind is NoticeKind.REFUSED and not now.faults):
        return "illegal"
    if now.stage is RefereePhase.DESYNCED or (
        now.stage is RefereePhase.RESUMING and now.stands is not None
    ):
        return "step"
    if now.stage is RefereePhase.ASKING or now.faults:
        return "unsure"
    if now.paused:
        return "pause"
    slip = verdict is not None and bool(verdict.mishap)
    return (
        "legal" if kind in _GOOD and not slip and now.stage is not RefereePhase.SETUP else "watch"
    )
