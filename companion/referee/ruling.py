"""A ruling: one decision of the referee, from an input to the notices that it causes.

The handlers of inputs receive a `Ruling` and emit notices, one after another. Each notice evolves
the value at once, so that the next step of the same decision starts from there. Besides the value,
handlers use what cameras show now (`Senses`). That is no part of the value: a log does not know it,
and the next views show it again.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from companion.readings import Reading
from companion.referee.answer_timer import AnswerTimer
from companion.referee.evolve import evolve
from companion.referee.geometry import TableGeometry
from companion.referee.inventory.cards import CardInventory
from companion.referee.lots import Lots, lowest
from companion.referee.notices import (
    TRAITS,
    MatchInfo,
    Moment,
    Notice,
    NotNow,
)
from companion.referee.occlusion import Occlusion
from companion.referee.partial_input import PartialInput
from companion.referee.phases import OPENING, RefereePhase
from companion.referee.settle import Settling, Thresholds
from companion.referee.stacking import StackDetector
from companion.referee.state import Referee, Transition
from companion.referee.table import TableContents
from companion.referee.throws import RefusedThrow, ThrowTracker
from rules import Layout
from rules.core.match import MatchState


@dataclass(frozen=True, slots=True)
class Context:
    """The facts of a session besides its match.

    `lots` draws if the referee itself draws. `make_salt` makes the salt of a commitment to secret
    orders; without it there are none. Both depend only on their arguments. `match_info`: additional
    fields of the first notice. `resumable`: a log is saved from which the match can be resumed.
    `new_session`: the mat may have been cleared since the log's last notice. `backs_visible`: the
    table is drawn: the caller reports cards among face-down ones, which tokens declare otherwise,
    and moves the cards back after an undo.
    """

    thresholds: Thresholds = field(default_factory=Thresholds)
    lots: Lots = lowest
    make_salt: Callable[[Moment], str] | None = None
    match_info: MatchInfo = field(default_factory=MatchInfo)
    resumable: bool = True
    new_session: bool = False
    backs_visible: bool = False


class ShownToken(NamedTuple):
    """A token or control card: its card, its cell ("" if none) and its tag."""

    card: str
    cell: str
    tag: str

    @classmethod
    def read(cls, reading: Reading) -> "ShownToken":
        """Return the token of a reading."""
        return cls(reading.card or "", reading.cell or "", reading.tag)

    @property
    def key(self) -> str:
        """The cell and the tag, as in a log."""
        return f"{self.cell} {self.tag}"


@dataclass(frozen=True, slots=True)
class Tokens:
    """Tokens and control cards on the table, and the inputs that they have begun.

    `awaiting_cards`: tokens, by tag, that refer to cards still to be shown. `early`: tokens, by
    tag, placed before they can be handled.
    """

    shown: frozenset[ShownToken] = frozenset()
    answered_cells: frozenset[str] = frozenset()
    partial: PartialInput = field(default_factory=PartialInput)
    awaiting_cards: Mapping[str, Reading] = field(default_factory=dict)
    early: Mapping[str, Reading] = field(default_factory=dict)
    stack_detector: StackDetector = field(default_factory=StackDetector)


@dataclass(frozen=True, slots=True)
class Dice:
    """Dice on the table."""

    throws: ThrowTracker = field(default_factory=ThrowTracker)
    refused: RefusedThrow | None = None
    seen_s: float = 0.0
    wait_announced: bool = False


@dataclass(frozen=True, slots=True)
class Senses:
    """The things that cameras show now and that are not settled or not part of the match.

    `unwatched`: the table changed while nothing watched it.
    """

    frame: int = 0
    time: float = 0.0
    settling: Settling = field(default_factory=Settling)
    table: TableContents | None = None
    occlusion: Occlusion = field(default_factory=Occlusion)
    unwatched: bool = False
    verdict_deferred: bool = False
    hands_warned: bool = False
    stray_tags: frozenset[str] = frozenset()
    answer_timer: AnswerTimer = field(default_factory=AnswerTimer)
    tokens: Tokens = Tokens()
    dice: Dice = Dice()


@dataclass(slots=True)
class Ruling:
    """One decision: the referee so far, and the notices that led there."""

    at: Referee
    context: Context
    senses: Senses
    transitions: list[Transition] = field(default_factory=list)

    @property
    def match(self) -> MatchState[Any]:
        """The match so far."""
        return self.at.match

    @property
    def inventory(self) -> CardInventory:
        """The physical cards so far."""
        return self.at.inventory

    @property
    def geometry(self) -> TableGeometry:
        """The zones of the table."""
        return self.at.geometry

    @property
    def layout(self) -> Layout:
        """The table's layout according to the match."""
        return self.at.layout

    @property
    def phase(self) -> RefereePhase:
        """The phase so far."""
        return self.at.phase

    @property
    def opening(self) -> bool:
        """True before table and match have agreed for the first time."""
        return self.at.phase in OPENING

    @property
    def accepts_input(self) -> bool:
        """False if the match is paused, in trouble or over."""
        over = self.at.phase is RefereePhase.ENDED
        return not (self.at.overlays.paused or self.at.overlays.trouble or over)

    @property
    def notices(self) -> tuple[Notice, ...]:
        """The notices so far."""
        return tuple(notice for notice, _ in self.transitions)

    def now(self, match: MatchState[Any] | None = None) -> Moment:
        """Return the current time and the position of a match, by default of this one."""
        at = self.match if match is None else match
        return Moment(
            frame=self.senses.frame,
            time_s=round(self.senses.time, 3),
            ply=len(at.plies),
            turn=at.turn,
            to_act=tuple(sorted(at.to_act)),
        )

    def emit(self, notice: Notice) -> None:
        """Add a notice of the current time and position, and go on from the value after it."""
        self.add(replace(notice, **self.now()))

    def add(self, notice: Notice) -> None:
        """Add a notice with its own time and position."""
        self.at = evolve(self.at, notice)
        self.transitions.append(Transition(notice, self.at))

    def decline(self, reason: str) -> None:
        """Announce that a command has no effect at present."""
        self.emit(NotNow(reason=reason))

    def set_tokens(self, tokens: Tokens) -> None:
        """Replace the known tokens."""
        self.senses = replace(self.senses, tokens=tokens)

    def set_dice(self, dice: Dice) -> None:
        """Replace the known dice."""
        self.senses = replace(self.senses, dice=dice)

    def draft(self) -> "Ruling":
        """Return a copy that shares only the senses, to try out notices."""
        return replace(self, transitions=[])


def announces(notices: Iterable[Notice]) -> bool:
    """Return True if one of the notices is announced."""
    return any(TRAITS[type(notice)].announced for notice in notices)
