"""Notices: the referee's announcements, as language-independent values.

A notice holds only facts (ids, cells, clauses). `companion.referee.words.speaker` puts it into
words; `notice_data` and `read_notice` convert it to the JSON of the log and back. The kinds are a
closed set: one class each, and one row each in `TRAITS`. The log's fold uses `match_started`,
`accepted`, `taken_back` and `corrected`; their format is fixed.
"""

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Annotated, Any, Final, TypedDict

from pydantic import (
    Field,
    PlainSerializer,
    PlainValidator,
    TypeAdapter,
    ValidationError,
    ValidationInfo,
    WithJsonSchema,
)
from pydantic_core import PydanticSerializationError

from companion.readings import Trouble
from companion.referee.inventory.steps import CorrectionStep, StepKind
from companion.referee.phases import RefereePhase
from companion.referee.table import FaultKind, SeenCard, TableFault
from rules import (
    Action,
    Event,
    Facing,
    NotationError,
    Outcome,
    PlacedCard,
    Seat,
    Violation,
    format_action,
    parse_action,
)
from rules.core.event import REVEALED, event_data
from rules.core.event_kinds import EventKind, read_event


class EndReason(enum.StrEnum):
    """The reason for a match's end."""

    RULES = "rules"
    STOPPED = "stopped"
    SOURCE_ENDED = "source_ended"
    TIME = "time"
    BROKEN = "broken"
    """An error in a camera, a game's rules or this program, reported before the end."""


MISPLAYED = "misplayed"
"""Kind of the event by which a game voids a hidden card once it is revealed."""
VOIDED = "voided"
"""Kind of the event by which a game voids an order, which is its `value`."""
SET_REFUSED = "set_refused"
"""Kind of the event by which a game disallows cards that a seat has placed face down."""
_MISHAPS = frozenset((MISPLAYED, SET_REFUSED, REVEALED))
"""Events that name a clause only if a fault was noticed too late to be refused."""


# JSON forms of values that do not convert field by field.


def _read_violation(data: Mapping[str, Any]) -> Violation:
    facts = tuple((k, _word(v)) for k, v in data.items() if k not in ("clause", "case"))
    return Violation(_word(data["clause"]), facts, _word(data.get("case", "")))


def _violation_data(violation: Violation) -> dict[str, str]:
    case = {"case": violation.case} if violation.case else {}
    return {"clause": violation.clause, **case, **dict(violation.facts)}


_CARD_KEYS = ("card", "owner", "facing", "turn")
_WRONG_KEYS = ("wrong", "wrong_owner", "wrong_facing", "wrong_turn")


def _read_placed(data: Mapping[str, Any], keys: tuple[str, ...] = _CARD_KEYS) -> PlacedCard:
    card, owner, facing, turn = map(data.get, keys)
    if type(turn or 0) is not int:
        raise TypeError(turn)
    return PlacedCard(_word(card or ""), _word(owner or ""), Facing(facing or Facing.UP), turn or 0)


def _word(value: object) -> str:
    """Return a text; raise `TypeError` for any other value."""
    if not isinstance(value, str):
        raise TypeError(value)
    return value


def _placed_data(placed: PlacedCard, keys: tuple[str, ...] = _CARD_KEYS) -> dict[str, Any]:
    facing = placed.facing.value if placed.facing is Facing.DOWN else ""
    return dict(zip(keys, (placed.card, placed.owner, facing, placed.turn), strict=True))


def _read_step(data: Mapping[str, Any]) -> CorrectionStep:
    wrong = _read_placed(data, _WRONG_KEYS) if "wrong" in data else None
    cell, to = _word(data.get("cell", "")), _word(data.get("to", ""))
    return CorrectionStep(StepKind(data["do"]), cell, _read_placed(data), to, wrong)


def _step_data(step: CorrectionStep) -> dict[str, Any]:
    wrong = _placed_data(step.wrong, _WRONG_KEYS) if step.wrong else {}
    data = {"do": step.kind.value, "cell": step.cell, "to": step.to}
    return {k: v for k, v in {**data, **_placed_data(step.placed), **wrong}.items() if v}


def _read_fault(data: Mapping[str, Any]) -> TableFault:
    cells, card = tuple(map(_word, data.get("cells", ()))), _word(data.get("card", ""))
    return TableFault(FaultKind(data["fault"]), cells, card, _word(data.get("tag", "")))


def _fault_data(fault: TableFault) -> dict[str, Any]:
    cells = list(fault.cells)
    return {"fault": fault.kind.value, "cells": cells, "card": fault.card, "tag": fault.tag}


def _read_seen(data: Mapping[str, Any]) -> SeenCard:
    return SeenCard(_read_placed(data), _word(data["tag"]))


def _seen_data(seen: SeenCard) -> dict[str, Any]:
    return {k: v for k, v in {**_placed_data(seen.placed), "tag": seen.tag}.items() if v}


def _read_event(data: object, info: ValidationInfo) -> Event:
    return read_event(data, info.context or {}, redacted=True)


_OBJECT = WithJsonSchema({"type": "object"})
_TEXT = WithJsonSchema({"type": "string"})
_Action = Annotated[Action, PlainValidator(parse_action), PlainSerializer(format_action), _TEXT]
_Event = Annotated[Event, PlainValidator(_read_event), PlainSerializer(event_data), _OBJECT]
_Violation = Annotated[
    Violation, PlainValidator(_read_violation), PlainSerializer(_violation_data), _OBJECT
]
_Step = Annotated[CorrectionStep, PlainValidator(_read_step), PlainSerializer(_step_data), _OBJECT]
_Fault = Annotated[TableFault, PlainValidator(_read_fault), PlainSerializer(_fault_data), _OBJECT]
_Seen = Annotated[SeenCard, PlainValidator(_read_seen), PlainSerializer(_seen_data), _OBJECT]
_Violations = Annotated[tuple[_Violation, ...], Field(alias="facts")]


class Moment(TypedDict):
    """The time and position at which a notice is made; see `Notice`."""

    frame: int
    time_s: float
    ply: int
    turn: int
    to_act: tuple[Seat, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """One announcement, made at `frame`, `time_s` after the start of the frames' clock.

    `ply` is the number of the last ply in force, `turn` its turn, `to_act` the seats to move after
    it. The properties are defaults for the kinds that do not have these fields.
    """

    frame: int = 0
    time_s: float = 0.0
    ply: int = 0
    turn: int = 0
    to_act: tuple[Seat, ...] = ()

    @property
    def kind(self) -> str:
        """The kind's name in a log."""
        return TRAITS[type(self)].kind

    @property
    def action(self) -> Action | None:
        """The action that the notice is about."""
        return None

    @property
    def steps(self) -> tuple[CorrectionStep, ...]:
        """The steps that the players have to perform."""
        return ()

    @property
    def events(self) -> tuple[Event, ...]:
        """The events that the notice reports."""
        return ()

    @property
    def next_turn(self) -> bool:
        """True if the notice announces whose turn it is."""
        return False

    @property
    def about(self) -> "Notice | None":
        """The earlier notice that this one explains, repeats or brings to mind."""
        return None

    @property
    def clauses(self) -> tuple[str, ...]:
        """Clause ids: violated, in doubt, or the one that ended the match."""
        return self.about.clauses if self.about is not None else ()

    @property
    def has_reason(self) -> bool:
        """True if the WHY card can explain the notice."""
        return False

    @property
    def phase_after(self) -> RefereePhase | None:
        """The phase after the notice, if no steps are pending; None if it changes none."""
        return TRAITS[type(self)].phase

    @property
    def sticky(self) -> bool:
        """True if the notice holds until the table changes, so that it is not announced twice."""
        return TRAITS[type(self)].sticky

    @property
    def repeatable(self) -> bool:
        """True if the REPEAT card repeats the notice."""
        return self.sticky or TRAITS[type(self)].repeatable

    @property
    def mishap(self) -> str:
        """Clause of a card misplayed or revealed too early, "" if there is none."""
        return next((e.clause for e in self.events if e.kind in _MISHAPS and e.clause), "")

    @property
    def cells(self) -> tuple[str, ...]:
        """Every cell that the notice mentions, each once, in order."""
        named = (self.action.at, self.action.to) if self.action is not None else ()
        cells = (*named, *(cell for step in self.steps for cell in step.cells))
        return tuple(dict.fromkeys(filter(None, cells)))


_About = Annotated[
    Notice | None,
    PlainValidator(lambda v: v),
    PlainSerializer(lambda v: v and v.kind),
    _TEXT,
]


class MatchInfo(TypedDict, total=False):
    """The players, the time, the camera and the version of the program."""

    tool: str
    names: Mapping[Seat, str]
    opponents: Mapping[Seat, int]
    hints: int
    source: str
    when: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening(Notice):
    """The first notice of a session, with the fields of `MatchInfo`; "" if not recorded.

    `opponents`: the seats that the computer plays, with the positions that each looks at. `hints`:
    the number that each other seat may ask for.
    """

    tool: str = ""
    names: Mapping[Seat, str] = field(default_factory=dict)
    opponents: Mapping[Seat, int] = field(default_factory=dict)
    hints: int = 0
    source: str = ""
    when: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchStarted(Opening):
    """A match begins: its set-up, and the digest of the game's data and rules."""

    game: str
    settings: Mapping[str, Any]
    decks: Mapping[Seat, Any]
    catalogue: str
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchResumed(Opening):
    """A match from a log goes on; `differing` is the number of cells that differ from it.

    `unexplained`: no move explains them. `cleared`: players must restore the layout first.
    """

    next_turn: bool = True
    steps: tuple[_Step, ...] = ()
    differing: int = 0
    unexplained: bool = False
    cleared: bool = False

    @property
    def phase_after(self) -> RefereePhase | None:
        """DESYNCED if no move explains the table."""
        return RefereePhase.DESYNCED if self.unexplained else None


@dataclass(frozen=True, slots=True, kw_only=True)
class SetUpWanted(Notice):
    """The first layout is not on the table yet; `unseen`: the cells that no picture showed."""

    steps: tuple[_Step, ...] = ()
    unseen: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SetUpReady(Notice):
    """The first layout is on the table."""

    next_turn: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Accepted(Notice):
    """A legal action, a player's or chance's.

    `verdict` and `doubts` are the rules' status and the clauses that it leaves in doubt; `awaits`
    are those that may be named aloud. `trusted`: trust in a player's word was announced before.
    `commitment`: digest and salt of the orders to which a READY commits. `written`: the number of
    orders that the seat has written. `leading`: it leads the notices of its decision.
    """

    action: _Action | None = field()
    verdict: str = "legal"
    doubts: Annotated[tuple[str, ...], Field(alias="clauses")] = ()
    events: tuple[_Event, ...] = field()
    awaits: tuple[str, ...] = ()
    next_turn: bool = False
    steps: tuple[_Step, ...] = ()
    trusted: bool = False
    commitment: Mapping[str, str] | None = None
    written: int | None = None
    leading: bool = False

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses in doubt."""
        return self.awaits

    @property
    def sticky(self) -> bool:
        """True if the notice leads those of its decision."""
        return self.leading

    @property
    def has_reason(self) -> bool:
        """True if a clause is in doubt, or if a card was misplayed."""
        return bool(self.awaits or self.mishap)


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused(Notice):
    """An illegal action; the match has not moved.

    `on_table`: the table shows it. `declared`: a token or a page does; `token` is the token's key.
    `again`: the number of the unverifiable notice that it repeats.
    """

    action: _Action | None = field()
    violations: _Violations
    steps: tuple[_Step, ...] = ()
    on_table: bool = False
    declared: bool = False
    token: str = ""
    again: int | None = None

    @property
    def phase_after(self) -> RefereePhase | None:
        """REFUSED if the table shows the action."""
        return RefereePhase.REFUSED if self.on_table else None

    @property
    def sticky(self) -> bool:
        """True if the table shows the action."""
        return self.on_table

    @property
    def clauses(self) -> tuple[str, ...]:
        """The violated clauses."""
        return tuple(v.clause for v in self.violations)

    @property
    def has_reason(self) -> bool:
        """True."""
        return True


@dataclass(frozen=True, slots=True, kw_only=True)
class PutBack(Notice):
    """The fault is gone; `steps` are still pending."""

    steps: tuple[_Step, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Question(Notice):
    """A question about what the table shows, or whether all agree on a correction.

    `options`: the actions of each possible answer. `predicted`: the events of each action of the
    first. `pending`: the cells on which each answer leaves steps. `take_back`: it is about undoing
    `action` with its `events`, and all after ply `to`. `correction`: the position proposed by seat
    `by`, with its `steps`, its changed `lines` and the seats that it is `awaiting`.
    """

    action: _Action | None = None
    options: tuple[tuple[_Action, ...], ...] = ()
    events: tuple[_Event, ...] = ()
    steps: tuple[_Step, ...] = ()
    pending: tuple[tuple[str, ...], ...] = ()
    take_back: bool = False
    to: int = 0
    predicted: tuple[tuple[_Event, ...], ...] = ()
    correction: str = ""
    by: Seat = ""
    lines: tuple[str, ...] = ()
    awaiting: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered(Notice):
    """YES or NO to a question; `agreed`: the seat that agrees to a correction."""

    yes: bool
    agreed: Seat = ""
    awaiting: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Desynced(Notice):
    """Nothing explains the table; `steps` are the smallest correction."""

    steps: tuple[_Step, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Resynced(Notice):
    """Table and match agree again; `asks`: the game's open requests to the players' hands."""

    asks: tuple[_Event, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenBack(Notice):
    """The match returned to the position after ply `to`."""

    to: int
    next_turn: bool = True
    steps: tuple[_Step, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Corrected(Notice):
    """The position was replaced by an agreed one, in the log's notation."""

    position: str
    next_turn: bool = True
    steps: tuple[_Step, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Reminder(Notice):
    """The players have not acted for a while; `hidden`: covered cells whose steps may be done."""

    about: _About = None
    steps: tuple[_Step, ...] = ()
    hidden: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeUp(Notice):
    """A question has expired by a clause, and the game answers it with `action`."""

    action: _Action | None = field()
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FaultyTable(Notice):
    """The table has faults, so nothing is judged."""

    faults: tuple[_Fault, ...]

    @property
    def cells(self) -> tuple[str, ...]:
        """The faults' cells."""
        return tuple(dict.fromkeys(cell for fault in self.faults for cell in fault.cells))


@dataclass(frozen=True, slots=True, kw_only=True)
class StrayCard(Notice):
    """A card is on the mat, but in no zone."""

    card: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DieUnsure(Notice):
    """A thrown die on `cell` cannot be read."""

    cell: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CameraTrouble(Notice):
    """The camera cannot see the table; `letter` is that of the foreign mat's game."""

    trouble: Trouble
    letter: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recovered(Notice):
    """The camera sees the table again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandsInView(Notice):
    """Hands have been above the table for a while."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Paused(Notice):
    """A pause begins."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Resumed(Notice):
    """A pause ends."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Explained(Notice):
    """The answer to WHY."""

    about: _About = field()

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses that the earlier notice named; for a misplayed card, its clause."""
        about = self.about
        if about is None:
            return ()
        return (about.mishap,) if about.mishap else about.clauses


@dataclass(frozen=True, slots=True, kw_only=True)
class Repeated(Notice):
    """The answer to REPEAT."""

    about: _About = field()


@dataclass(frozen=True, slots=True, kw_only=True)
class NotNow(Notice):
    """A command or action has no effect at present.

    `violations`: the clause by which, if a game's. `cells`: the covered cells that must be seen
    first. `events`: those that prevent undo. `warned`: the action that needs a second attempt.
    """

    reason: str
    warned: _Action | None = None
    violations: _Violations = ()
    hidden: Annotated[tuple[str, ...], Field(alias="cells")] = ()
    events: tuple[_Event, ...] = ()

    @property
    def clauses(self) -> tuple[str, ...]:
        """The violated clauses."""
        return tuple(v.clause for v in self.violations)

    @property
    def cells(self) -> tuple[str, ...]:
        """The covered cells."""
        return self.hidden

    @property
    def repeatable(self) -> bool:
        """True for a state of the table, not for the answer to a command."""
        return self.reason in _ABOUT_TABLE


@dataclass(frozen=True, slots=True, kw_only=True)
class LanguageChanged(Notice):
    """The LANGUAGE card was played."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HintGiven(Notice):
    """A seat was given a hint, which the log omits; it may ask for `remaining` further ones."""

    seat: Seat
    remaining: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GameEnded(Notice):
    """The match is over; `resumable`: a stopped match can be resumed from its log."""

    reason: EndReason
    outcome: Annotated[Outcome | None, Field(exclude=True)] = None
    resumable: bool = True

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses that ended the match."""
        return self.outcome.clauses if self.outcome else ()


# Silent notices: they change the referee and are logged, but never announced.


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionStarted(Notice):
    """A referee opens a log to resume its match; the table has not been seen yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSeen(Notice):
    """A settled table: the cells that changed, and all faults.

    `cells_known`: all known cells, if these or their order changed otherwise.
    """

    tops: Mapping[str, _Seen | None] = field(default_factory=dict)
    piles: Mapping[str, tuple[_Seen, ...]] = field(default_factory=dict)
    cells_known: tuple[str, ...] = ()
    faults: tuple[_Fault, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared(Notice):
    """Table and match agree, except on pending cells.

    `pending`: cells to compare for pending steps, None to keep those known. `absorbed`: the piles
    are accepted as they are, with `new_cards` also new ones. `recorded`: the copies on the cells
    are recorded. `recalled`: the cards lifted off piles are in play again. `announced`: the steps
    for buried cards have been announced. `settled` is false if the phase does not change.
    """

    pending: tuple[str, ...] | None = None
    absorbed: bool = False
    new_cards: bool = False
    recorded: bool = True
    recalled: bool = False
    announced: bool = False
    settled: bool = True

    @property
    def phase_after(self) -> RefereePhase | None:
        """IN_SYNC if the phase changes at all."""
        return RefereePhase.IN_SYNC if self.settled else None


@dataclass(frozen=True, slots=True, kw_only=True)
class CaughtUp(Notice):
    """After resuming: cells seen for the first time, of which some are `pending`.

    `restored`: the layout need not be restored any more.
    """

    pending: tuple[str, ...] = ()
    restored: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PrivateSeat(Notice):
    """From now on, `seat` gives its orders on its own page."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Withdrawn(Notice):
    """Cards that no picture shows were taken away, as these unverifiable `notices` had asked."""

    notices: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PilesCleared(Notice):
    """The buried cards were taken off the loose piles."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reopened(Notice):
    """A correction is open again; the answers so far count."""


_ABOUT_TABLE: Final = frozenset(("hidden", "overlooked", "desynced", "table_first"))


class VerdictEffect(enum.Enum):
    """The effect of a notice on the verdict that the page shows until the next one."""

    NONE = enum.auto()
    VERDICT = enum.auto()
    AWAITED = enum.auto()
    """A verdict that waits for hands or an answer."""
    GOOD = enum.auto()
    """A verdict after which play goes on; it is shown again after a fault that follows it."""
    ENDS_FAULT = enum.auto()
    """The verdict before the fault is valid again."""

    @property
    def is_verdict(self) -> bool:
        """True if the notice is a verdict itself."""
        return self in (VerdictEffect.VERDICT, VerdictEffect.AWAITED, VerdictEffect.GOOD)


@dataclass(frozen=True, slots=True)
class Traits:
    """The ways in which a kind of notice is announced, shown and followed.

    `kind`: its name in a log. `spoken`: aloud, if it has a caption. `listed`: in the page's log.
    `logged`: kept as an entry of the page, not only announced. `pictured`: with its picture when it
    is repeated. `private`: a spectator learns only that there is a notice. `light`: its status
    light, "" for a silent notice. `phase`: the phase after it, without pending steps; None if it
    changes none. `restarts`: the players have something new to do, so the time until the reminder
    begins again.
    """

    kind: str = ""
    light: str = "watch"
    phase: RefereePhase | None = None
    spoken: bool = True
    listed: bool = False
    logged: bool = True
    pictured: bool = False
    private: bool = False
    effect: VerdictEffect = VerdictEffect.NONE
    sticky: bool = False
    repeatable: bool = False
    restarts: bool = False

    @property
    def announced(self) -> bool:
        """False for a silent notice, which is only logged."""
        return bool(self.light)


_P, _E = RefereePhase, VerdictEffect
_SILENT = Traits(light="", spoken=False, logged=False)
_VERDICT = Traits(light="legal", listed=True, effect=_E.VERDICT, sticky=True)
_PLAYED = replace(_VERDICT, pictured=True, effect=_E.GOOD)
_FAULT = replace(_VERDICT, private=True, effect=_E.AWAITED)
TRAITS: Final[Mapping[type[Notice], Traits]] = {
    MatchStarted: Traits("match_started", spoken=False, repeatable=True),
    MatchResumed: replace(_VERDICT, kind="match_resumed", private=True),
    SetUpWanted: replace(_FAULT, kind="set_up_wanted", light="step", listed=False, restarts=True),
    SetUpReady: replace(_VERDICT, kind="set_up_ready", phase=_P.IN_SYNC, effect=_E.GOOD),
    Accepted: replace(_PLAYED, kind="accepted", sticky=False),
    Refused: Traits(
        "refused",
        "illegal",
        _P.REFUSED,
        listed=True,
        pictured=True,
        effect=_E.AWAITED,
        repeatable=True,
    ),
    PutBack: Traits("put_back", spoken=False, private=True, effect=_E.ENDS_FAULT),
    Question: replace(_FAULT, kind="question", light="unsure", phase=_P.ASKING, pictured=True),
    Answered: Traits("answered", spoken=False),
    Desynced: replace(_FAULT, kind="desynced", light="step", phase=_P.DESYNCED, pictured=True),
    Resynced: Traits("resynced", "legal", effect=_E.ENDS_FAULT),
    TakenBack: replace(_PLAYED, kind="taken_back", light="back"),
    Corrected: replace(_VERDICT, kind="corrected", effect=_E.GOOD),
    Reminder: Traits("reminder", logged=False, private=True),
    TimeUp: Traits("time_up"),
    FaultyTable: replace(_FAULT, kind="table_fault", light="unsure", restarts=True),
    StrayCard: Traits("stray_card", private=True),
    DieUnsure: Traits("die_unsure", repeatable=True),
    CameraTrouble: Traits("trouble", "trouble", listed=True, restarts=True),
    Recovered: Traits("recovered", restarts=True),
    HandsInView: Traits("hands", logged=False),
    Paused: Traits("paused", "pause", listed=True, restarts=True),
    Resumed: Traits("resumed", restarts=True),
    Explained: Traits("explained", logged=False, private=True),
    Repeated: Traits("repeated", logged=False),
    NotNow: Traits("not_now"),
    LanguageChanged: Traits("language", logged=False),
    HintGiven: Traits("hint_given", spoken=False, listed=True),
    GameEnded: replace(_VERDICT, kind="game_ended", phase=_P.ENDED),
    SessionStarted: replace(_SILENT, kind="session_started", phase=_P.RESUMING),
    TableSeen: replace(_SILENT, kind="table_seen"),
    Compared: replace(_SILENT, kind="compared", phase=_P.IN_SYNC),
    CaughtUp: replace(_SILENT, kind="caught_up"),
    PrivateSeat: replace(_SILENT, kind="private_seat"),
    Withdrawn: replace(_SILENT, kind="withdrawn"),
    PilesCleared: replace(_SILENT, kind="piles_cleared"),
    Reopened: replace(_SILENT, kind="reopened", phase=_P.ASKING),
}
"""One row per kind of notice."""


NOTICES: Final[Mapping[str, type[Notice]]] = {traits.kind: each for each, traits in TRAITS.items()}
"""The class of each kind in a log."""


def with_steps(notice: Notice, steps: tuple[CorrectionStep, ...]) -> Notice:
    """Return a notice with other steps, or itself if its kind has none."""
    own = any(field.name == "steps" for field in fields(notice))
    return replace(notice, steps=steps) if own else notice  # type: ignore[call-arg]


_ADAPTERS: Final = {each: TypeAdapter(each) for each in TRAITS}


def notice_data(notice: Notice) -> dict[str, Any]:
    """Return a notice as a JSON object without its kind; omit fields that have their default.

    For the log's readers, it also contains the acting seat, all clauses and cells, and the winners.
    """
    data: dict[str, Any] = {"frame": notice.frame, "time_s": notice.time_s, "ply": notice.ply}
    adapter = _ADAPTERS[type(notice)]
    try:
        data |= adapter.dump_python(notice, mode="json", by_alias=True, exclude_defaults=True)
    except PydanticSerializationError as error:
        if "MemoryError" in str(error):  # the only trace of the cause
            raise MemoryError from error
        raise
    if notice.action is not None:
        data["seat"] = notice.action.seat
    derived = {"clauses": notice.clauses, "cells": notice.cells}
    data |= {key: list(ids) for key, ids in derived.items() if ids and key not in data}
    if isinstance(notice, GameEnded) and notice.outcome is not None:
        data["winners"] = list(notice.outcome.winners)
        data["scores"] = dict(notice.outcome.scores)
    return data


def read_notice(
    kind: str,
    data: Mapping[str, Any],
    kinds: Mapping[str, EventKind],
    about: Notice | None = None,
    outcome: Outcome | None = None,
) -> Notice | None:
    """Return the notice with this data, the inverse of `notice_data`; None for an unknown one.

    `kinds` are those of the game's events. The data only refer to the notice that it is `about`,
    and to the match's `outcome`.
    """
    found = NOTICES.get(kind)
    if found is None:
        return None
    context: dict[str, Any] = {"about": about} if "about" in data else {}
    context |= {"outcome": outcome} if "winners" in data else {}
    try:
        return _ADAPTERS[found].validate_python({**data, **context}, context=kinds)
    except (ValidationError, NotationError, LookupError, TypeError, AttributeError):
        return None  # a later version wrote an unknown value
