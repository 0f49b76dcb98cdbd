"""The referee of a match: receives table views and commands, and returns notices.

Theory of operation
-------------------
The `Settler` processes each view. Its result is handled in this order, and every step may add
notices:

    trouble      begins or ends: nothing is judged while it lasts
    table        newly settled: `TableJudge.consider`
    tokens       a control card or token newly shown, or removed
    idle         setup compared again; one report of occluded cells; one reminder

Two overlays do not change the phase (`companion.referee.phases`): a pause (while the pause card is
there) and camera trouble. When both are over, the table is judged as it is then.

The referee is pure: its only clock is the frames', and it reads and writes no file. The caller
writes each notice to the log before announcing it (`companion.referee.journal`).
"""

import contextlib
from collections.abc import Collection
from typing import Any

from companion.errors import SessionError
from companion.readings import Face, TableView, Trouble
from companion.referee.answer_timer import AnswerTimer, ExpiredQuestion, QuestionClock
from companion.referee.control_cards import ControlCard
from companion.referee.explain.interpretations import Accept
from companion.referee.explain.options import PositionCorrection
from companion.referee.geometry import TableGeometry
from companion.referee.input_router import InputRouter
from companion.referee.inventory.steps import withdrawals
from companion.referee.notices import (
    CameraTrouble,
    EndReason,
    HandsInView,
    MatchStarted,
    Notice,
    Paused,
    Recovered,
    Reminder,
    StrayCard,
    TakenBack,
    TimeUp,
)
from companion.referee.occlusion import REPORT_S
from companion.referee.phases import OPENING, WAITING, RefereePhase
from companion.referee.settle import Settler, SettleResult, StableTable, Thresholds
from companion.referee.table import build_table
from rules import (
    CHANCE,
    Action,
    Facing,
    Match,
    NotationError,
    Seat,
    Status,
    Verb,
    Verdict,
    Violation,
)
from rules.notation.spelling import spell_position
from rules.records.log import started_data

_CARDS = frozenset((Face.FRONT, Face.BACK))
UNWATCHED_S = 2.0
"""Gap between two views, in s, after which more than one move may have been made."""


class Referee(InputRouter):
    """The referee of one match; feed it every view in order, and log the returned notices."""

    def __init__(
        self,
        match: Match[Any],
        geometry: TableGeometry,
        thresholds: Thresholds | None = None,
        *,
        catalogue: str = "",
        first: Seat = "",
        resumed: bool = False,
    ) -> None:
        """Begin to referee `match` on `geometry`; `catalogue` is the digest of the game's data.

        `first`: the seat that begins if the game lets chance decide ("" means the first to move).
        `resumed`: the match comes from a log, and the table is compared with its last position.
        """
        super().__init__(match, geometry, resumed=resumed)
        self.thresholds = thresholds or Thresholds()
        self._catalogue = catalogue
        self._first = first
        self._settler = Settler(geometry, self.thresholds)
        self._hands_warned = False
        self._stray_tags: frozenset[str] = frozenset()
        self._answer_timer = AnswerTimer()
        self._checked_occlusion: tuple[int, frozenset[str]] = (0, frozenset())

    @property
    def clock(self) -> QuestionClock | None:
        """The timer of the open question, or None if no timed question is open."""
        return self._answer_timer.clock

    # Inputs.

    def start(self) -> tuple[Notice, ...]:
        """Return the notices that open the match, before any view.

        For a resumed match, these are the hidden chance actions that its log lacks, and a pause
        that was in progress.
        """
        if self.phase is RefereePhase.RESUMING:
            self.paused = self.resume_info.paused
            pause = [Paused(**self.now())] if self.paused else []
            return (*self.chance(), *pause)
        seats = tuple(self.match.game.seats(self.match.setup))
        started = MatchStarted(
            **self.now(),
            **started_data(self.match.setup, self._catalogue),
            seats=seats,
            **self.match_info,
        )
        notices = [self.notify(started), *self.chance()]
        notices += self.play(self._opening()) if self._first else []
        self.opening_plies = len(self.match.plies)
        return tuple(notices)

    def feed(self, view: TableView) -> tuple[Notice, ...]:
        """Return the notices that one frame causes, in the order to announce them."""
        if self.phase is RefereePhase.ENDED:
            return ()
        resuming = self.phase is RefereePhase.RESUMING
        gap = view.time_s - self.time > UNWATCHED_S
        self.unwatched |= (gap or not self._accepts_input()) and self.phase not in OPENING
        self.frame, self.time = view.frame, view.time_s
        self.occlusion.observe(view)
        if self.verdict_deferred and not self.relevant_occluded_cells():
            self.verdict_deferred = False
            self._settler.emit_again()
        result = self._settler.feed(view)
        cards = [reading for reading in view.readings if reading.face in _CARDS]
        if not view.hand and view.trouble is None:
            self._readable_cells = view.empty | {reading.cell or "" for reading in cards}
        notices = [*self._update_camera_trouble(result.trouble), *self._update_hands(result.hand_s)]
        if result.table is not None:
            self._table = build_table(result.table, self.geometry)
            notices += [*self._consider(), *self._report_stray_cards(result.table)]
            self.unwatched &= not self._accepts_input() or self.verdict_deferred
        self._add_tokens(result.shown)
        # Tokens that are present on resuming were handled before, or will be handled later.
        notices += self._process_tokens(() if resuming else result.shown, result.gone, cards)
        for reading in result.gone:
            notices += self._process_removed(reading)
        notices += self._recheck_tokens(result)
        if resuming:
            self._throws.mark_known(view.dice)
        notices += self._process_dice(view)
        notices += [
            *self._process_early_tokens(),
            *self._idle(result),
            *self._check_timeout(result),
        ]
        return (*notices, *self._reopen_correction(announced=bool(notices)))

    def press(self, control: ControlCard, seat: Seat = "") -> tuple[Notice, ...]:
        """Execute the command of a seat's control card ("" if the seat is unknown)."""
        return tuple(self._press(control, seat))

    def declare(
        self, seat: Seat, verb: Verb, value: str = "", *, apart: bool = False
    ) -> tuple[Notice, ...]:
        """Declare a seat's action on a web page, and judge it as if it were made at the table.

        `apart`: the page is the seat's own, and no other page shows the seat's orders.
        """
        if apart and verb is Verb.DECLARE and seat in self.players():
            self.mark_private(seat)
        if self.phase in OPENING:
            return (self._not_now("opening"),)
        if seat not in self.match.to_act:
            return self.refuse_unseen(Action(seat, verb, value=value))
        return tuple(self._declare(verb, seat, value))

    def refuse_unseen(self, action: Action) -> tuple[Notice, ...]:
        """Refuse an action that the table cannot show, such as a placement among face-down cards.

        Chance's actions, redundant passes and legal actions are not refused.
        """
        courtesy = action.verb is Verb.PASS and action.seat == self.last_seat()
        if (
            not self._accepts_input()
            or self.phase in OPENING
            or courtesy
            or action.seat not in self.players()
        ):
            return ()
        verdict = self._objection(action)
        return () if verdict.legal else tuple(self._resolve_candidates({action: verdict}))

    def repeat_token(self, action: Action) -> tuple[Notice, ...]:
        """Handle a token as if it were lifted and placed again."""
        if not self._accepts_input() or self.phase in OPENING:
            return ()
        return tuple(self._resolve_candidates({action: self.match.judge(action)}))

    def knows_token(self, token: str, cell: str) -> bool:
        """Return True if a token was seen on a cell, which means that its input was handled."""
        return any(card == token and key.startswith(f"{cell} ") for card, key in self._tokens)

    def _objection(self, action: Action) -> Verdict:
        """Return the rules' verdict, or a violation if the seat's question has expired."""
        expired, match = self.expired_question, self.match
        opened = action.verb is Verb.PLACE and action.facing is Facing.UP
        asked = match.game.to_act(expired.state) if expired and opened else frozenset()
        if expired and expired.ply == len(match.plies) and action.seat in asked:
            return Verdict(Status.ILLEGAL, (Violation(expired.clause, case="late"),))
        return match.judge(action)

    def confirm_withdrawn(self, remaining: Collection[str] = ()) -> tuple[Notice, ...]:
        """Acknowledge cards that the caller saw removed from among face-down cards.

        `remaining`: the cells that still have such cards.
        """
        cells = (
            (each, {step.cell for step in withdrawals(each[0].steps)}) for each in self.unverifiable
        )
        return tuple(
            self.drop_unverifiable(
                [e for e, step_cells in cells if step_cells and not step_cells & {*remaining}]
            )
        )

    def confirm_restored(self) -> None:
        """Record that the caller restored the table, including cards beneath others."""
        self.inventory = self.inventory.drop_buried()

    def correct(self, position: str) -> tuple[Notice, ...]:
        """Replace the position with one that all players have agreed on.

        Raises `NotationError` with the place of a syntax error.
        """
        correction = self.parse_position(position)
        if self.phase is RefereePhase.ENDED:
            return ()
        return tuple(self.apply_correction(correction.state, correction.text))

    def propose(self, position: str, seat: Seat = "") -> tuple[Notice, ...]:
        """Ask all players but `seat`, who proposes it, to agree on a position.

        Raises `NotationError` with the place of a syntax error.
        """
        correction = self.parse_position(position, seat)
        if self.phase is RefereePhase.ENDED:
            return ()
        return (
            (self._not_now("opening"),) if self.phase in OPENING else tuple(self.ask([correction]))
        )

    def parse_position(self, position: str, seat: Seat = "") -> PositionCorrection:
        """Parse a position in the log's notation, or else in the one that people type.

        Raises `NotationError` with the place of a syntax error.
        """
        game, setup = self.match.game, self.match.setup
        with contextlib.suppress(NotationError):
            return PositionCorrection(game.parse_agreed(position, setup), position, seat)
        text = spell_position(position, game, setup)
        return PositionCorrection(game.parse_agreed(text, setup), text, seat)

    def finish(self, reason: EndReason) -> tuple[Notice, ...]:
        """End a match that the rules have not ended."""
        return () if self.phase is RefereePhase.ENDED else tuple(self.end(reason))

    def _opening(self) -> Action:
        """Return the chance action that makes the chosen seat begin."""
        outcomes = self.match.game.legal(self.match.state) if CHANCE in self.match.to_act else ()
        chosen = next((a for a in outcomes if a.value == self._first), None)
        if chosen is None:
            raise SessionError("fault.match.beginning", first=self._first)
        return chosen

    # Overlays: trouble, hands, reminders.

    def _update_camera_trouble(self, trouble: Trouble | None) -> list[Notice]:
        """Announce camera trouble that begins or ends."""
        if trouble is self._trouble:
            return []
        self._trouble = trouble
        self.restart_reminder()
        if trouble is None:
            return [Recovered(**self.now())]
        return [CameraTrouble(**self.now(), trouble=trouble)]

    def _update_hands(self, seconds: float) -> list[Notice]:
        """Ask the players once, after a while, to take their hands off the table."""
        if seconds < self.thresholds.hands_s:
            self._hands_warned = self._hands_warned and seconds > 0
            return []
        warned, self._hands_warned = self._hands_warned, True
        return [] if warned else [HandsInView(**self.now())]

    def _report_stray_cards(self, settled: StableTable) -> list[Notice]:
        """Report once each card that is on the mat but in no zone; play continues."""
        stray_cards = {r.tag: r.card or "" for r in settled.loose if self.geometry.touches_mat(r)}
        new = sorted(stray_cards.keys() - self._stray_tags)
        self._stray_tags = frozenset(stray_cards)
        return [StrayCard(**self.now(), card=stray_cards[tag]) for tag in new]

    def _check_timeout(self, result: SettleResult) -> list[Notice]:
        """Apply the action by which a question has expired."""
        taken_back = isinstance(self.sticky_notice, TakenBack)
        # The steps of an undo must be done first.
        restoring = taken_back and self.phase is RefereePhase.AWAITING_PLAYERS
        stopped = not self._accepts_input() or self.phase in OPENING or restoring
        action = self._answer_timer.expired_action(
            self.match, self.time, calm=result.calm, stopped=stopped
        )
        clock = self.clock
        if clock is None or action is None or not self.match.judge(action).legal:
            return []
        up = TimeUp(**self.now(), action=action, clause=clock.clause)
        before, self._answer_timer.clock = self.match.state, None
        notices = self.accept(Accept((action,)), declared=True)
        self.expired_question = ExpiredQuestion(before, len(self.match.plies), clock.clause)
        return [up, *notices, *self._consider()]

    def _idle(self, result: SettleResult) -> list[Notice]:
        """Handle a frame without inputs."""
        if result.hand_s or not self._accepts_input():
            return []
        if self.phase is RefereePhase.SETUP and (notices := self._consider()):
            return notices  # unread cells are reported after a while
        return [*self._report_occlusion(), *self._remind()]

    def _report_occlusion(self) -> list[Notice]:
        """Report once each cell that remains occluded although an action is legal there."""
        lasting = self.occlusion.unreported(self.occlusion.lasting(self.time, REPORT_S))
        checked = len(self.match.plies), lasting
        if self.phase in OPENING or checked == self._checked_occlusion:
            return []
        # Only these change the result, so the rules are not queried for every frame.
        self._checked_occlusion = checked
        cells = self.playable_among(lasting)
        return self.notify_occluded(cells) if cells else []

    def _remind(self) -> list[Notice]:
        """Remind the players once that they have to act."""
        waiting = self.phase in WAITING or bool(self.faults)
        late = self.time - self.waiting_since >= self.thresholds.remind_s
        if not waiting or not late or self.reminded or self.sticky_notice is None:
            return []
        self.reminded = True
        if self.phase is not RefereePhase.AWAITING_PLAYERS:
            sticky = self.sticky_notice
            return [Reminder(**self.now(), steps=sticky.steps, about=sticky)]
        # A covered cell's step may have been done already, so the notice reports the cell as
        # hidden.
        hidden = tuple(sorted(self.inventory.pending.keys() - self._readable_cells))
        steps, sticky = self.pending_steps(), self.sticky_notice
        return [Reminder(**self.now(), steps=steps, about=sticky, hidden=hidden)]
