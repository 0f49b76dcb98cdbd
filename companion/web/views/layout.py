"""The page's screen and status light for a moment.

The screens:

  coach      the camera is being set up, no match has begun
  ended      the match is over
  set_up     the table is being set up, or a match is being resumed
  trouble    the camera cannot see        paused     the pause card is on the table
  refusal    an illegal action is on the table
  fault      the table has a fault        question   YES or NO is awaited
  step       table and match are desynced
  referee    everything else
"""

from typing import Any

from companion.referee.notices import TRAITS, Refused, Resynced, VerdictEffect
from companion.referee.phases import RefereePhase
from companion.web.snapshot import Snapshot
from companion.web.views.log import state_of
from rules import Message

TICKING = frozenset(("referee", "refusal", "paused"))
"""Screens that show a question's clock; other screens show something more urgent."""
THROWN = frozenset(("referee", "refusal", "paused", "trouble"))
"""Screens headed by an awaited throw, which has no seat to act."""
STILL = frozenset(("refusal", "paused"))
"""Screens on which the match waits."""
PRIVATE = frozenset(("coach", "refusal", "question", "fault", "step", "set_up"))
"""Screens for players only; spectators see that the match is waiting."""
_STAGES = {
    RefereePhase.ENDED: "ended",
    RefereePhase.SETUP: "set_up",
    RefereePhase.RESUMING: "set_up",
}
_SCREENS = {
    **_STAGES,
    RefereePhase.REFUSED: "refusal",
    RefereePhase.ASKING: "question",
    RefereePhase.DESYNCED: "step",
}
_GRAVE = frozenset(("trouble", "illegal", "unsure", "pause"))


def screen_of(now: Snapshot) -> str:
    """Return the screen for a snapshot."""
    if now.coach is not None:
        return "coach"
    if now.stage is RefereePhase.ENDED:
        return "ended"
    if now.overlays.trouble is not None:
        return "trouble"
    if now.overlays.paused:
        return "paused"
    if now.faults:
        return "fault"
    if now.stage in (RefereePhase.IN_SYNC, RefereePhase.AWAITING_PLAYERS) and _shows_refused(now):
        return "refusal"
    return _SCREENS.get(now.stage, "referee")


def _shows_refused(now: Snapshot) -> bool:
    """Return True if a refused token or card must still be removed."""
    record = now.story.awaiting.record if now.story.awaiting else None
    return isinstance(record, Refused) and bool(record.steps)


def light_of(now: Snapshot) -> dict[str, Any]:
    """Return the status light; the page itself times hands in view and how long "legal" is lit."""
    if now.coach is not None:
        return {"state": now.coach.state, "word": Message(f"page.coach.{now.coach.light}")}
    state = _light(now)
    word = _STAGES.get(now.stage, state)
    word = state if state in _GRAVE else word
    if now.stage is RefereePhase.ENDED and now.position.outcome is None:
        word = "stopped"
    return {"state": state, "word": Message(f"page.light.{word}")}


def _light(now: Snapshot) -> str:
    verdict = now.story.verdict.record if now.story.verdict else None
    if now.stage is RefereePhase.ENDED:
        return "legal" if now.position.outcome else "pause"
    if now.overlays.trouble is not None:
        return "trouble"
    if now.stage is RefereePhase.REFUSED or (isinstance(verdict, Refused) and not now.faults):
        return "illegal"
    if now.stage is RefereePhase.DESYNCED or (
        now.stage is RefereePhase.RESUMING and now.story.awaiting is not None
    ):
        return "step"
    if now.stage is RefereePhase.ASKING or now.faults:
        return "unsure"
    if now.overlays.paused:
        return "pause"
    if verdict is None or now.stage is RefereePhase.SETUP:
        return "watch"
    if verdict.mishap:
        return state_of(verdict)
    good = TRAITS[type(verdict)].effect is VerdictEffect.GOOD or isinstance(verdict, Resynced)
    return "legal" if good else "watch"
