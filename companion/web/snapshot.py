"""Snapshots of a match for the page, as a pure function of its story and the referee's value.

The match loop's thread makes them, and the server's thread may keep them. Secrets are already
removed: a snapshot contains the public position, and each seat's knowledge and plans for that
seat's own page.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.pieces import TOKEN
from companion.referee.answer_timer import QuestionClock
from companion.referee.explain.options import PositionCorrection
from companion.referee.inventory.steps import CorrectionStep, StepKind
from companion.referee.notices import (
    TRAITS,
    FaultyTable,
    MatchResumed,
    Notice,
    Question,
    VerdictEffect,
    with_steps,
)
from companion.referee.phases import RefereePhase
from companion.referee.state import Overlays, Referee
from companion.referee.table import TableFault
from companion.tutorial.tutor import LessonMoment
from companion.web.coach import Coach
from companion.web.hints import Hints
from companion.web.planning import SeatPlan, plan_of
from companion.web.story import PublicNotice, Story
from rules import Layout, Outcome, Rules, Seat, Setup, load_game


@dataclass(frozen=True, slots=True)
class Film:
    """The position in a replay: moment `at` of `of`, counted from 1."""

    at: int
    of: int
    playing: bool = False
    speed: float = 1.0


@dataclass(frozen=True, slots=True)
class Recording:
    """The state of the match's recorder, and the file if it is on."""

    on: bool = False
    file: str = ""
    failed: bool = False


@dataclass(frozen=True, slots=True)
class ShownPosition:
    """A match's public position `state`, its cards, and each seat's own view in `private`."""

    setup: Setup
    state: Any
    layout: Layout
    private: Mapping[Seat, Any]
    to_act: tuple[Seat, ...]
    turn: int
    ply: int
    outcome: Outcome | None

    @property
    def game(self) -> Rules[Any]:
        """The match's game."""
        return load_game(self.setup.game)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A moment of a match.

    `waits`: the seats that have not agreed to a correction yet. `apart`: the seats that give orders
    on their own pages. `clock`: the remaining time for a question.
    """

    position: ShownPosition
    story: Story
    stage: RefereePhase
    overlays: Overlays
    faults: tuple[TableFault, ...]
    waits: tuple[Seat, ...]
    plans: Mapping[Seat, SeatPlan]
    apart: frozenset[Seat]
    clock: QuestionClock | None = None
    recording: Recording | None = None
    coach: Coach | None = None
    film: Film | None = None
    lesson: LessonMoment | None = None
    hints: Hints | None = None


def snapshot(
    story: Story,
    at: Referee,
    clock: QuestionClock | None = None,
    recording: Recording | None = None,
    lesson: LessonMoment | None = None,
    hints: Hints | None = None,
) -> Snapshot:
    """Return the page's snapshot of a match."""
    match, seats = at.match, sorted(at.players)
    game, public = match.game, match.game.view(match.state, None)
    corrections = (each for each in at.asked.options if isinstance(each, PositionCorrection))
    return Snapshot(
        ShownPosition(
            setup=match.setup,
            state=public,
            layout=game.table.layout(public),
            private={seat: game.view(match.state, seat) for seat in seats},
            to_act=tuple(sorted(match.to_act)),
            turn=match.turn,
            ply=len(match.plies),
            outcome=match.outcome,
        ),
        replace(story, verdict=_verdict(story, at)),
        at.phase,
        at.overlays,
        at.faults,
        waits=next((tuple(each.awaiting(at.players)) for each in corrections), ()),
        plans={seat: plan_of(match, seat, story.seals) for seat in seats},
        apart=at.memory.private_seats,
        clock=clock,
        recording=recording,
        lesson=lesson,
        hints=hints,
    )


def _verdict(story: Story, at: Referee) -> PublicNotice | None:
    """Return the verdict, or the one before a fault or question that is over without a notice.

    If play goes on, its steps are those that are pending now, and those that no camera confirms.
    """
    entry = story.verdict
    if entry is not None and _is_over(entry.record, at):
        entry = story.good
    if entry is None:
        return None
    record, uncompared = entry.record, at.memory.comparing
    if isinstance(record, MatchResumed):
        uncompared |= record.unexplained
    elif TRAITS[type(record)].effect is not VerdictEffect.GOOD:
        return entry
    rest = (step for step in record.steps if uncompared or _is_unverifiable(step, at))
    pending = at.pending_steps
    steps = (*pending, *(step for step in rest if step not in pending))
    return replace(entry, record=with_steps(record, steps))


def _is_over(record: Notice, at: Referee) -> bool:
    """Return True if the table has ended a fault, or answered a question."""
    answered = isinstance(record, Question) and at.phase is not RefereePhase.ASKING
    return answered or (isinstance(record, FaultyTable) and not at.faults)


def _is_unverifiable(step: CorrectionStep, at: Referee) -> bool:
    """Return True for a token, a card next to the field, or one among face-down cards."""
    untracked = step.kind is StepKind.PLACE and not at.geometry.is_tracked(step.cell)
    token = step.placed.card.startswith(TOKEN)
    return untracked or token or step.kind is StepKind.WITHDRAW
