"""The referee as a value: all that a log determines, and what follows from it.

`companion.referee.evolve` makes each next value from a notice; nothing else does. A resumed match
is the fold of its log, a replay the values on the way.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, NamedTuple

from companion.readings import Trouble
from companion.referee.explain.interpretations import Accept
from companion.referee.explain.options import Option, PositionCorrection
from companion.referee.geometry import TableGeometry
from companion.referee.inventory.cards import CardInventory
from companion.referee.inventory.corrections import CorrectionPlanner
from companion.referee.inventory.steps import CorrectionStep, StepKind, withdrawals
from companion.referee.notices import Notice, Refused
from companion.referee.phases import RefereePhase
from companion.referee.table import TableFault
from rules import CHANCE, Action, Layout, Seat, Status, Verdict, Violation
from rules.core.match import MatchState


@dataclass(frozen=True, slots=True)
class Overlays:
    """Reasons to suspend judging without a change of phase: a pause, camera trouble."""

    paused: bool = False
    trouble: Trouble | None = None


@dataclass(frozen=True, slots=True)
class ToDo:
    """The players' tasks that no difference between table and match shows.

    `unverifiable`: notices about removals that no card shows, each with the key of the token that
    shows it, or "". `refused_cards`: cards that players were asked to remove after a refusal.
    `announced`: the steps for buried cards that were announced.
    """

    unverifiable: tuple[tuple[Notice, str], ...] = ()
    refused_cards: frozenset[str] = frozenset()
    announced: frozenset[CorrectionStep] = frozenset()

    @property
    def refused_face_down(self) -> tuple[tuple[Notice, str], ...]:
        """The notices on refused face-down cards, each with its token's key or ""."""
        return tuple(
            each
            for each in self.unverifiable
            if isinstance(each[0], Refused) and withdrawals(each[0].steps)
        )


@dataclass(frozen=True, slots=True)
class ExpiredQuestion:
    """A question that timed out, and its clause.

    `state` and `ply`: the state before the game's answer, and the number of plies after it.
    """

    state: Any
    ply: int
    clause: str

    @property
    def verdict(self) -> Verdict:
        """The verdict on an answer that comes too late."""
        return Verdict(Status.ILLEGAL, (Violation(self.clause, case="late"),))


@dataclass(frozen=True, slots=True)
class Memory:
    """Facts from earlier notices that later ones need.

    `private_seats`: seats that give orders on their own pages, which no other page shows.
    `hints`: the number of hints that each seat was given.
    `trusted`: trust in a player's word was announced. `expired`: the last question that timed out.
    `opening_plies`: the plies before the first move. `warnings`: the turn and clause of the warning
    about each action. `unseen`: after resuming, the tracked cells not seen yet. `cleared_at`: after
    resuming on an empty mat, the ply whose layout players must restore, or -1. `had_pending`: the
    players had pending steps when the last session ended. `comparing`: the table has not been
    compared yet with a change that has steps.
    """

    private_seats: frozenset[Seat] = frozenset()
    hints: Mapping[Seat, int] = field(default_factory=dict)
    trusted: bool = False
    expired: ExpiredQuestion | None = None
    opening_plies: int = 0
    warnings: Mapping[Action, tuple[int, Violation]] = field(default_factory=dict)
    unseen: frozenset[str] = frozenset()
    cleared_at: int = -1
    had_pending: bool = True
    comparing: bool = False


@dataclass(frozen=True, slots=True)
class Asked:
    """The answers that an open question offers, and the correction that waits for agreement.

    `readings`: the last question's explanations of the table; `ply`: the number of plies then.
    """

    options: tuple[Option, ...] = ()
    proposed: PositionCorrection | None = None
    readings: tuple[Accept, ...] = ()
    ply: int = 0


@dataclass(frozen=True, slots=True)
class Reminding:
    """The time since which the players have something to do, s, and whether they were reminded."""

    since_s: float = 0.0
    done: bool = False


@dataclass(frozen=True, slots=True)
class Referee:
    """The referee of one match.

    `sticky`: the notice that holds until the table changes, so that it is not announced twice.
    `last`: the one that REPEAT repeats. `last_refusal`: the one that WHY explains.
    """

    match: MatchState[Any]
    inventory: CardInventory
    phase: RefereePhase = RefereePhase.SETUP
    overlays: Overlays = Overlays()
    faults: tuple[TableFault, ...] = ()
    todo: ToDo = ToDo()
    asked: Asked = Asked()
    sticky: Notice | None = None
    last: Notice | None = None
    last_refusal: Notice | None = None
    memory: Memory = field(default_factory=Memory)
    reminding: Reminding = Reminding()

    @property
    def geometry(self) -> TableGeometry:
        """The zones of the table."""
        return self.inventory.geometry

    @property
    def planner(self) -> CorrectionPlanner:
        """A planner for this moment."""
        refused = self.todo.refused_cards
        return CorrectionPlanner(self.match, self.geometry, self.inventory, refused)

    @property
    def layout(self) -> Layout:
        """The table's layout according to the match."""
        return self.match.game.table.layout(self.match.state)

    @property
    def last_seat(self) -> Seat:
        """The seat that acted last, or "" if none did."""
        actions = (p.action for p in reversed(self.match.plies))
        return next((a.seat for a in actions if a is not None and a.seat != CHANCE), "")

    @property
    def players(self) -> frozenset[Seat]:
        """Every seat but chance."""
        return frozenset(self.match.game.seats(self.match.setup)) - {CHANCE}

    @property
    def undo_limit(self) -> int:
        """The earliest ply to which undo may return; agreed corrections are never undone."""
        agreed = (ply.number for ply in reversed(self.match.plies) if ply.action is None)
        return max(next(agreed, 0), self.match.undo_limit())

    @property
    def readings(self) -> tuple[Accept, ...]:
        """The last question's explanations of the table, if nothing has been accepted since."""
        return self.asked.readings if self.asked.ply == len(self.match.plies) else ()

    @property
    def expired(self) -> ExpiredQuestion | None:
        """The question that expired last, if nothing has been accepted since."""
        expired = self.memory.expired
        return expired if expired and expired.ply == len(self.match.plies) else None

    @property
    def pending_steps(self) -> tuple[CorrectionStep, ...]:
        """All of the players' pending steps on the table."""
        takes = (CorrectionStep(StepKind.TAKE, *each) for each in self.inventory.cards_to_take())
        pending = self.planner.pending_steps() if self.inventory.pending else ()
        refused = (withdrawals(notice.steps) for notice, _ in self.todo.refused_face_down)
        return (*pending, *takes, *self.draw_outs, *dict.fromkeys(chain.from_iterable(refused)))

    @property
    def draw_outs(self) -> tuple[CorrectionStep, ...]:
        """Pending steps for cards that are beneath others and return to a hand."""
        buried = self.inventory.cards_to_take(buried=True)
        return tuple(CorrectionStep(StepKind.DRAW_OUT, *each) for each in buried)


class Transition(NamedTuple):
    """A notice, and the referee right after it."""

    notice: Notice
    at: Referee


def opened(match: MatchState[Any], geometry: TableGeometry) -> Referee:
    """Return the referee of a match before its first notice."""
    return Referee(match, CardInventory(geometry))
