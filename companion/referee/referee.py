"""A match at the table: views and control cards in, records out.

Theory of operation
-------------------
A `Referee` is a `InputRouter` with eyes.  Each view goes through the `Settler`; what it hands
on is dealt with in this order, and every step may add records:

    trouble      begins or is over       nothing is judged while it lasts
    table        newly settled           `Bench.consider`
    marks        a control card or token newly shown, or taken away
    quiet        a turn that was handed over is over; a reminder, once

Two things lie *over* the states of `companion.referee.phases` and change none of them: a pause
(while the pause card lies there) and trouble with the camera.  When both are over, the table is
judged as it then lies.

The session is pure: its only clock is the frames', it reads no file and writes none.  Whoever
drives it writes each record down before saying it (`companion.referee.journal`).
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

from companion.errors import SessionError
from companion.readings import Face
from companion.referee.answer_timer import AnswerTimer, ExpiredQuestion
from companion.referee.explain.interpretations import Accept
from companion.referee.explain.options import PositionCorrection
from companion.referee.input_router import InputRouter
from companion.referee.inventory.steps import withdrawals
from companion.referee.notices import EndReason, Notice, NoticeKind
from companion.referee.occlusion import REPORT_S
from companion.referee.phases import OPENING, WAITING, RefereePhase
from companion.referee.settle import Settler, SettleResult, StableTable, Thresholds
from companion.referee.table import build_table
from rules import CHANCE, Action, Facing, Match, NotationError, Status, Verb, Verdict, Violation
from rules.notation.spelling import spell_position
from rules.records.log import started_data

if TYPE_CHECKING:
    from collections.abc import Collection

    from companion.readings import TableView, Trouble
    from companion.referee.answer_timer import QuestionClock
    from companion.referee.control_cards import ControlCard
    from companion.referee.geometry import TableGeometry
    from rules import Seat

_CARDS = frozenset((Face.FRONT, Face.BACK))
UNWATCHED_S = 2.0
"""Between two views so far apart more than one move may have been made."""


class Referee(InputRouter):
    """The referee of one match.  Feed it every view in order and write down what it returns."""

    def __init__(
        self,
        match: Match[Any],
        geometry: TableGeometry,
        patience: Thresholds | None = None,
        *,
        catalogue: str = "",
        first: Seat = "",
        resumed: bool = False,
    ) -> None:
        """Referee `match` on `geometry`; `catalogue` is the digest of the game's data.

        `first`: who begins, where the game leaves that to chance ("": whoever moves first).
        `resumed`: the match comes from a log, and the table is compared with its last position.
        """
        super().__init__(match, geometry, resumed=resumed)
        self.thresholds = patience or Thresholds()
        self._catalogue = catalogue
        self._first = first
        self._settler = Settler(geometry, self.thresholds)
        self._hands_warned = False
        self._stray_tags: frozenset[str] = frozenset()
        self._answer_timer = AnswerTimer()
        self._checked_occlusion: tuple[int, frozenset[str]] = (0, frozenset())

    @property
    def clock(self) -> QuestionClock | None:
        """What there is left to answer the question that is open, None if it has no clock."""
        return self._answer_timer.clock

    # What goes in.

    def start(self) -> tuple[Notice, ...]:
        """The records that open the match, before any view.

        Of a resumed one: what falls to chance and nobody sees, where the log breaks off before it,
        and that it waits, if it was paused then.
        """
        if self.phase is RefereePhase.RESUMING:
            self.paused = self.resume_info.paused
            waits = [self.notice(NoticeKind.PAUSED)] if self.paused else []
            return (*self.chance(), *waits)
        seats = list(self.match.game.seats(self.match.setup))
        data = {
            **started_data(self.match.setup, self._catalogue),
            "seats": seats,
            **self.match_info,
        }
        records = [self.notify(self.notice(NoticeKind.MATCH_STARTED, data=data)), *self.chance()]
        records += self.play(self._opening()) if self._first else []
        self.opening_plies = len(self.match.plies)
        return tuple(records)

    def feed(self, view: TableView) -> tuple[Notice, ...]:
        """What one frame brings about, in the order in which it is to be said."""
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
        look = self._settler.feed(view)
        if not view.hand and view.trouble is None:
            cards = {r.cell or "" for r in view.readings if r.face in _CARDS}
            self._readable_cells = view.empty | cards
        records = [*self._update_camera_trouble(look.trouble), *self._update_hands(look.hand_s)]
        if look.table is not None:
            self._table = build_table(look.table, self.geometry)
            records += [*self._consider(), *self._report_stray_cards(look.table)]
            self.unwatched &= not self._accepts_input() or self.verdict_deferred
        self._add_tokens(look.shown)
        # What lies there when a match is gone on with was said before, or is said again.
        records += self._process_tokens(() if resuming else look.shown, look.gone)
        for reading in look.gone:
            records += self._process_removed(reading)
        records += self._recheck_tokens(look)
        if resuming:
            self._throws.mark_known(view.dice)
        records += self._process_dice(view)
        records += [*self._process_early_tokens(), *self._idle(look), *self._check_timeout(look)]
        return (*records, *self._reopen_correction(said=bool(records)))

    def press(self, control: ControlCard, seat: Seat = "") -> tuple[Notice, ...]:
        """What a control card does, laid by `seat` ("" if that is not known)."""
        return tuple(self._press(control, seat))

    def declare(
        self, seat: Seat, verb: Verb, value: str = "", *, apart: bool = False
    ) -> tuple[Notice, ...]:
        """What a seat says on a page: judged as if it had been said at the table.

        `apart`: on a page of its own, where what it orders stays.
        """
        if apart and verb is Verb.DECLARE and seat in self.players():
            self.mark_private(seat)
        if self.phase in OPENING:
            return (self._not_now("opening"),)
        if seat not in self.match.to_act:
            return self.refuse_unseen(Action(seat, verb, value=value))
        return tuple(self._declare(verb, seat, value))

    def refuse_unseen(self, action: Action) -> tuple[Notice, ...]:
        """Refuse what nothing on the table shows, a card among backs or a word out of turn.

        Nothing if it is no player's, if handing over is only polite, or if it may be done.
        """
        polite = action.verb is Verb.PASS and action.seat == self.last_seat()
        if (
            not self._accepts_input()
            or self.phase in OPENING
            or polite
            or action.seat not in self.players()
        ):
            return ()
        verdict = self._objection(action)
        return () if verdict.legal else tuple(self._resolve_candidates({action: verdict}))

    def repeat_token(self, action: Action) -> tuple[Notice, ...]:
        """What a piece says once more from where it lies: at a page nobody has to lift it."""
        if not self._accepts_input() or self.phase in OPENING:
            return ()
        return tuple(self._resolve_candidates({action: self.match.judge(action)}))

    def knows_token(self, piece: str, cell: str) -> bool:
        """Whether a piece was seen to lie there, so that what it said was heard."""
        return any(card == piece and at.startswith(f"{cell} ") for card, at in self._tokens)

    def _objection(self, action: Action) -> Verdict:
        """What the rules say, unless silence has answered already what the seat was asked."""
        lapsed, match = self.expired_question, self.match
        opened = action.verb is Verb.PLACE and action.facing is Facing.UP
        asked = match.game.to_act(lapsed.state) if lapsed and opened else frozenset()
        if lapsed and lapsed.ply == len(match.plies) and action.seat in asked:
            return Verdict(Status.ILLEGAL, (Violation(lapsed.clause, case="late"),))
        return match.judge(action)

    def confirm_withdrawn(self, left: Collection[str] = ()) -> tuple[Notice, ...]:
        """Whoever sees among backs knows which cards are gone that were to go from there.

        `left`: the cells on which they lie still.
        """
        cells = (
            (each, {step.cell for step in withdrawals(each[0].steps)}) for each in self.unverifiable
        )
        return tuple(
            self.drop_unverifiable([e for e, there in cells if there and not there & {*left}])
        )

    def confirm_restored(self) -> None:
        """Whoever lays the table as the match has it takes cards from beneath others, too."""
        self.inventory.drop_buried()

    def correct(self, position: str) -> tuple[Notice, ...]:
        """Put a position that all have agreed on in place of the present one.

        Raises `NotationError` with the place of what cannot be read.
        """
        wanted = self.parse_position(position)
        if self.phase is RefereePhase.ENDED:
            return ()
        return tuple(self.apply_correction(wanted.state, wanted.text))

    def propose(self, position: str, seat: Seat = "") -> tuple[Notice, ...]:
        """Ask everybody but `seat`, who wants it, whether a position is to be gone on from.

        Raises `NotationError` with the place of what cannot be read.
        """
        wanted = self.parse_position(position, seat)
        if self.phase is RefereePhase.ENDED:
            return ()
        return (self._not_now("opening"),) if self.phase in OPENING else tuple(self.ask([wanted]))

    def parse_position(self, position: str, seat: Seat = "") -> PositionCorrection:
        """A position in the words of the log, else as people write it.

        Raises `NotationError` with the place of what cannot be read.
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
        outcomes = self.match.game.legal(self.match.state) if CHANCE in self.match.to_act else ()
        chosen = next((a for a in outcomes if a.value == self._first), None)
        if chosen is None:
            raise SessionError.about("match.beginning", first=self._first)
        return chosen

    # Over the states: trouble, hands, reminders.

    def _update_camera_trouble(self, trouble: Trouble | None) -> list[Notice]:
        if trouble is self._trouble:
            return []
        self._trouble = trouble
        self.restart_reminder()
        if trouble is None:
            return [self.notice(NoticeKind.RECOVERED)]
        return [self.notice(NoticeKind.TROUBLE, trouble=trouble)]

    def _update_hands(self, seconds: float) -> list[Notice]:
        if seconds < self.thresholds.hands_s:
            self._hands_warned = self._hands_warned and seconds > 0
            return []
        warned, self._hands_warned = self._hands_warned, True
        return [] if warned else [self.notice(NoticeKind.HANDS)]

    def _report_stray_cards(self, settled: StableTable) -> list[Notice]:
        """Cards that lie at the mat but on no place of it: told once each, nothing is held up."""
        lying = {r.tag: r.card or "" for r in settled.loose if self.geometry.touches_mat(r)}
        fresh = sorted(lying.keys() - self._stray_tags)
        self._stray_tags = frozenset(lying)
        return [self.notice(NoticeKind.STRAY_CARD, data={"card": lying[tag]}) for tag in fresh]

    def _check_timeout(self, look: SettleResult) -> list[Notice]:
        """Silence that has lasted long enough says what the game lets it say."""
        back = self.sticky_notice is not None and self.sticky_notice.kind is NoticeKind.TAKEN_BACK
        putting_right = (
            back and self.phase is RefereePhase.AWAITING_PLAYERS
        )  # our own step comes first
        stopped = not self._accepts_input() or self.phase in OPENING or putting_right
        action = self._answer_timer.expired_action(
            self.match, self.time, calm=look.calm, stopped=stopped
        )
        clock = self.clock
        if clock is None or action is None or not self.match.judge(action).legal:
            return []
        up = self.notice(NoticeKind.TIME_UP, action=action, data={"clause": clock.clause})
        before, self._answer_timer.clock = self.match.state, None
        said = self.accept(Accept((action,)), declared=True)
        self.expired_question = ExpiredQuestion(before, len(self.match.plies), clock.clause)
        return [up, *said, *self._consider()]

    def _idle(self, look: SettleResult) -> list[Notice]:
        """What happens when nothing does."""
        if look.hand_s or not self._accepts_input():
            return []
        if self.phase is RefereePhase.SETUP and (said := self._consider()):
            return said  # cells that stay unread are told after a while
        return [*self._report_occlusion(), *self._remind()]

    def _report_occlusion(self) -> list[Notice]:
        """Cells that stay hidden though something may be done there, told once."""
        lasting = self.occlusion.unreported(self.occlusion.lasting(self.time, REPORT_S))
        asked = len(self.match.plies), lasting
        if self.phase in OPENING or asked == self._checked_occlusion:
            return []
        self._checked_occlusion = (
            asked  # not again with every picture: nothing else changes the answer
        )
        cells = self.playable_among(lasting)
        return self.notify_occluded(cells) if cells else []

    def _remind(self) -> list[Notice]:
        waiting = self.phase in WAITING or bool(self.faults)
        late = self.time - self.waiting_since >= self.thresholds.remind_s
        if not waiting or not late or self.reminded or self.sticky_notice is None:
            return []
        self.reminded = True
        if self.phase is not RefereePhase.AWAITING_PLAYERS:
            return [
                self.notice(
                    NoticeKind.REMINDER, steps=self.sticky_notice.steps, about=self.sticky_notice
                )
            ]
        # What was done already, but by hands that laid something on the tag, is not asked for only.
        hidden = sorted(self.inventory.pending.keys() - self._readable_cells)
        data = {"hidden": hidden} if hidden else {}
        steps = self.pending_steps()
        return [self.notice(NoticeKind.REMINDER, steps=steps, about=self.sticky_notice, data=data)]
