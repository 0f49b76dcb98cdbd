"""Snapshots of a match for the page.

A referee changes with every frame and belongs to the match loop's thread. In this thread, a
`MatchFeed` receives every notice and creates `Snapshot`s that the server's thread may keep.
Secrets are already removed here (`companion.web.public`): a snapshot contains the public position,
and each seat's knowledge and plans for that seat's own page.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from companion.readings import Trouble
from companion.referee.answer_timer import QuestionClock
from companion.referee.inventory.steps import CorrectionStep
from companion.referee.notices import (
    TRAITS,
    Accepted,
    Answered,
    CameraTrouble,
    Explained,
    FaultyTable,
    LanguageChanged,
    MatchResumed,
    Notice,
    Question,
    Recovered,
    Refused,
    Reminder,
    Repeated,
    TakenBack,
    TimeUp,
    with_steps,
)
from companion.referee.phases import RefereePhase
from companion.referee.state import Referee
from companion.referee.table import TableFault
from companion.web.coach import Coach
from companion.web.planning import Planning, SeatCommitment, SeatPlan
from companion.web.public import is_hidden_from_all, is_secret, public_record
from rules import CHANCE, Layout, Outcome, Seat, Setup, Verb

MOST_ENTRIES = 400
"""Maximum number of log entries kept for the page; the log file contains all of them."""


@dataclass(frozen=True, slots=True)
class PublicNotice:
    """A public notice; `n` counts from 1 and never decreases."""

    n: int
    record: Notice
    logged: bool = True


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
class Snapshot:
    """A moment of a match.

    `state` is the public position, `layout` its cards, `private` each seat's position. `latest` is
    the latest notice, `awaiting` the one that awaits players' moves or an answer. `last` contains
    the cells of the last action. `led`: earlier notices from the same frame that must be announced
    with `latest`, such as a player's action before chance's. `apart`: the seats that give orders
    on their own pages. `clock` is the remaining time for a question.
    """

    setup: Setup
    state: Any
    layout: Layout
    private: Mapping[Seat, Any]
    stage: RefereePhase
    to_act: tuple[Seat, ...]
    turn: int
    ply: int
    outcome: Outcome | None = None
    paused: bool = False
    trouble: Trouble | None = None
    faults: tuple[TableFault, ...] = ()
    entries: tuple[PublicNotice, ...] = ()
    latest: PublicNotice | None = None
    led: tuple[PublicNotice, ...] = ()
    awaiting: PublicNotice | None = None
    verdict: PublicNotice | None = None
    last: tuple[str, ...] = ()
    waits: tuple[Seat, ...] = ()
    plans: Mapping[Seat, SeatPlan] = field(default_factory=dict)
    seals: tuple[SeatCommitment, ...] = ()
    apart: frozenset[Seat] = frozenset()
    private_notices: Mapping[Seat, Notice] = field(default_factory=dict)
    coach: Coach | None = None
    film: Film | None = None
    clock: QuestionClock | None = None
    recording: Recording | None = None


class FeedSource(Protocol):
    """The source of a feed: a live referee, or a log that is read."""

    at: Referee


@dataclass(slots=True)
class MatchFeed:
    """A match's notices, ready to be shown; fed in the match loop's thread."""

    referee: FeedSource
    entries: list[PublicNotice] = field(default_factory=list)
    trouble: Trouble | None = None
    clock: QuestionClock | None = None
    _planning: Planning = field(default_factory=Planning)
    _private_notices: dict[Seat, Notice] = field(default_factory=dict)
    _n: int = 0
    _latest: PublicNotice | None = None
    _led: tuple[PublicNotice, ...] = ()
    _awaiting: PublicNotice | None = None
    _verdict: PublicNotice | None = None
    _good: PublicNotice | None = None
    _waits: tuple[Seat, ...] = ()
    _pending: tuple[CorrectionStep, ...] = ()
    _asking: bool = False

    def go_on(self, referee: FeedSource) -> None:
        """Continue with a resumed match, whose earlier questions and refusals are void."""
        self.referee, self.trouble = referee, None
        if self._good is not None:
            self._good = _with_steps(self._good, ())
        self._latest = self._verdict = self._good
        self._led, self._awaiting, self._waits = (), None, ()

    def receive(self, record: Notice) -> PublicNotice | None:
        """Add a logged notice; return None if it is hidden from all seats except its own."""
        traits = TRAITS[type(record)]
        self._planning.receive(record)
        around = self.referee.at.match.game, *self._around(record)
        if is_secret(record, *around):
            self._private_notices[record.action.seat if record.action else ""] = record
        if is_hidden_from_all(record, *around):
            return None
        if isinstance(record, CameraTrouble):
            self.trouble = record.trouble
        elif isinstance(record, Recovered):
            self.trouble = None
        entry = self._keep(self._public(record), logged=traits.logged)
        self._led = self._leading(record)
        if not isinstance(record, LanguageChanged):
            self._latest = entry
        if not self._led or isinstance(self._led[-1].record, TimeUp | TakenBack):
            self._judge(entry)
        clears = (traits.verdict or traits.ends_fault) and not traits.awaited
        asks = isinstance(record, Question) or (isinstance(record, Answered) and record.agreed)
        if clears or asks:
            self._waits = getattr(record, "awaiting", ())
        if traits.awaited:
            self._awaiting = entry
        elif clears:
            self._awaiting = None
        return entry

    @property
    def late(self) -> bool:
        """True if pending steps or the open question changed without a notice."""
        asking = self.referee.at.phase is RefereePhase.ASKING
        return asking != self._asking or self.referee.at.pending_steps != self._pending

    def snapshot(self) -> Snapshot:
        """Return a snapshot of the current moment."""
        referee, match = self.referee.at, self.referee.at.match
        self._pending = referee.pending_steps
        self._asking = referee.phase is RefereePhase.ASKING
        game, state = match.game, match.state
        public = game.view(state, None)
        seats = [seat for seat in game.seats(match.setup) if seat != CHANCE]
        verdict, awaiting = self._verdict, self._awaiting
        if verdict and isinstance(verdict.record, FaultyTable) and not referee.faults:
            verdict, awaiting = self._good, None  # the players fixed the table without a notice
        if verdict and isinstance(verdict.record, Question) and not self._asking:
            verdict, awaiting = (
                self._good,
                None,
            )  # a change on the table answered the question without a notice
        verdict = self._with_pending(verdict)
        self._planning.follow(match)
        return Snapshot(
            setup=match.setup,
            state=public,
            layout=game.layout(public),
            private={seat: game.view(state, seat) for seat in seats},
            stage=referee.phase,
            to_act=tuple(sorted(match.to_act)),
            turn=match.turn,
            ply=len(match.plies),
            outcome=match.outcome,
            paused=referee.overlays.paused,
            trouble=self.trouble,
            faults=referee.faults,
            entries=tuple(self.entries),
            latest=self._latest,
            led=self._led,
            awaiting=awaiting,
            verdict=verdict,
            last=_last_cells(verdict),
            waits=self._waits,
            plans=dict(self._planning.plans),
            seals=tuple(self._planning.seals),
            apart=referee.memory.private_seats,
            private_notices=dict(self._private_notices),
            clock=self.clock,
        )

    def _leading(self, record: Notice) -> tuple[PublicNotice, ...]:
        """Return the player's action that precedes chance's in the same frame, and later notices.

        Likewise, return a time-out before the default action, and an undo before the new
        interpretation of the table.
        """
        action, last = record.action, self._latest
        if last is not None and _leads(last.record, record):
            return (last,) if last.record.frame == record.frame else ()
        if not isinstance(record, Accepted) or action is None or last is None:
            return ()
        first_led = self._led[0].record if self._led else None
        led = () if isinstance(first_led, TimeUp | TakenBack) else self._led
        first = led[0].record if led else last.record
        if action.seat != CHANCE or not _acted(first) or first.frame != record.frame:
            return ()
        return (*led, last)

    def _judge(self, entry: PublicNotice) -> None:
        traits, extra = TRAITS[type(entry.record)], self._unconfirmed(entry.record)
        if _continues(entry.record):
            entry = _with_steps(entry, extra)
        if traits.verdict:
            self._verdict = entry
        elif traits.ends_fault:
            if self._good is not None:  # its steps have been done, except the pending ones
                self._good = _with_steps(self._good, extra)
            self._verdict = self._good
        if traits.good:
            self._good = entry

    def _unconfirmed(self, record: Notice) -> tuple[CorrectionStep, ...]:
        """Return a notice's steps that are not pending, because the camera cannot confirm them."""
        pending = self.referee.at.pending_steps
        return tuple(step for step in record.steps if step not in pending)

    def _with_pending(self, verdict: PublicNotice | None) -> PublicNotice | None:
        """Return a repeated verdict with the steps that are pending now."""
        if verdict is None or not _continues(verdict.record):
            return verdict
        return _with_steps(verdict, (*self._pending, *verdict.record.steps))

    def _public(self, record: Notice) -> Notice:
        match = self.referee.at.match
        public = record
        if isinstance(record, Explained | Repeated | Reminder) and record.about is not None:
            public = replace(record, about=self._public(record.about))
        return public_record(public, match.game, *self._around(record))

    def _around(self, record: Notice) -> tuple[Any, Any]:
        """Return the positions before and after a notice; for a refusal, the current one twice.

        A refused declaration may repeat one that was just accepted.
        """
        match = self.referee.at.match
        if isinstance(record, Refused):
            return match.state, match.state
        ply = match.plies[record.ply - 1] if 0 < record.ply <= len(match.plies) else None
        if ply is None or ply.action != record.action:
            return match.state, match.state
        return ply.before, ply.after

    def _keep(self, record: Notice, *, logged: bool) -> PublicNotice:
        self._n += 1
        entry = PublicNotice(self._n, record, logged)
        self.entries.append(entry)
        del self.entries[:-MOST_ENTRIES]
        return entry


_HANDS = frozenset((Verb.FLIP, Verb.ROLL))
"""Chance's actions that players perform: turning up cards and throwing dice."""


def _leads(earlier: Notice, record: Notice) -> bool:
    """Return True for notices that are announced together if they are of the same frame."""
    if isinstance(earlier, TimeUp):
        return isinstance(record, Accepted)
    undone = isinstance(earlier, TakenBack) and not isinstance(record, TakenBack)
    return undone and TRAITS[type(record)].verdict


def _continues(record: Notice) -> bool:
    """Return True if the match continues while players still have to move cards."""
    return TRAITS[type(record)].good or isinstance(record, MatchResumed)


def _with_steps(entry: PublicNotice, steps: tuple[CorrectionStep, ...]) -> PublicNotice:
    """Return an entry with other steps, if its kind has any."""
    return replace(entry, record=with_steps(entry.record, steps))


def _acted(record: Notice) -> bool:
    """Return True if a notice reports an action performed by players, not by chance itself."""
    action = record.action
    if not isinstance(record, Accepted) or action is None or not record.frame:
        return False
    return action.seat != CHANCE or action.verb in _HANDS


def _last_cells(verdict: PublicNotice | None) -> tuple[str, ...]:
    if verdict is None or not isinstance(verdict.record, Accepted):
        return ()
    action = verdict.record.action
    cells = (action.at, action.to) if action is not None else ()
    return tuple(cell for cell in cells if cell)
