"""The referee's state: match, card inventory, phase and the latest notices.

Theory of operation
-------------------
This module holds the state that a resumed match needs. `table_judge` adds the cells that have not
been seen since resuming, `token_input` the tokens, `referee` the settler and the question's timer.

    match            the rules' side: a log of plies, folded
    inventory        the table's side: each copy's place, and the pending cells
    planner          the steps that make the table match the state
    phase            the relation between the two; `transition` follows the table in `phases`
    options          the answers that an open question offers
    last_notice      the notice to repeat
    sticky_notice    the notice that holds until the table changes; it is not announced twice
    last_refusal     the notice that WHY explains

`now` returns the time and position of a new notice; `notify` or `notify_sticky` stores it when it
is announced. `play` applies one action. Its notice also contains commitments, the seats with
private pages, and a flag that a player's word was trusted. `companion.referee.transitions` decides
which actions are applied and which phase follows.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

from companion.referee.answer_timer import ExpiredQuestion
from companion.referee.commitments import new_commitment, written_count
from companion.referee.explain.hidden_chance import draw_outcome, unseen_chance
from companion.referee.explain.options import Option, PositionCorrection
from companion.referee.geometry import TableGeometry
from companion.referee.inventory.cards import CardInventory, differing
from companion.referee.inventory.corrections import CorrectionPlanner
from companion.referee.inventory.steps import CorrectionStep, StepKind, withdrawals
from companion.referee.notices import Accepted, MatchInfo, Moment, Notice, Refused, accepted
from companion.referee.phases import TRANSITIONS, RefereePhase, Trigger
from companion.referee.resume_info import ResumeInfo
from companion.referee.secrecy import changes_nothing_public, only_count_is_public
from companion.referee.table import TableFault
from rules import CHANCE, Action, Layout, Match, Seat, Verb

N = TypeVar("N", bound=Notice)


def _first(_count: int) -> int:
    """Return the lowest outcome, a predictable default that tests use."""
    return 0


class RefereeState:
    """A match, its card inventory and phase, and the notices that commands may refer to."""

    def __init__(self, match: Match[Any], geometry: TableGeometry, *, resumed: bool) -> None:
        self.match = match
        self.geometry = geometry
        self.phase = RefereePhase.RESUMING if resumed else RefereePhase.SETUP
        self.inventory = CardInventory(geometry)
        self.refused_cards: frozenset[str] = frozenset()
        """Cards that players were asked to remove after a refusal, until they are removed."""
        self.options: list[Option] = []
        self.proposed: PositionCorrection | None = None
        """The correction that waits for everyone's agreement."""
        self.opening_plies = 0
        self.draw_lot: Callable[[int], int] = _first
        """Function that draws evenly from 0 … n-1 if the referee itself draws."""
        self.make_salt: Callable[[], str] | None = None
        """Function that makes the salt of each commitment to secret orders; without it there are
        none."""
        self.match_info: MatchInfo = {}
        """Additional fields of the first notice: players' `names`, and `when` it began."""
        self.resumable = True
        """True if a log is saved from which the match can be resumed."""
        self.resume_info = ResumeInfo()
        """State that the log of a resumed match adds to the match."""
        self._private_seats: frozenset[Seat] = frozenset()
        self._logged_private: frozenset[Seat] = frozenset()
        self.expired_question: ExpiredQuestion | None = None
        """The last question that timed out."""
        self._drawn_cells: set[str] = set()
        self._trust_announced = False
        self.faults: tuple[TableFault, ...] = ()
        self.frame, self.time = 0, 0.0
        self.waiting_since, self.reminded = 0.0, False
        self.last_notice: Notice | None = None
        self.sticky_notice: Notice | None = None
        self.last_refusal: Notice | None = None
        self.unverifiable: list[tuple[Notice, str]] = []
        """Notices about removals that no card shows, each with the token that shows it or ""."""

    @property
    def planner(self) -> CorrectionPlanner:
        """A planner for the current moment."""
        return CorrectionPlanner(self.match.now, self.geometry, self.inventory, self.refused_cards)

    def layout(self) -> Layout:
        """Return the table's layout according to the match."""
        return self.match.game.layout(self.match.state)

    def last_seat(self) -> Seat:
        """Return the seat that acted last, or "" if none did."""
        actions = (p.action for p in reversed(self.match.plies))
        return next((a.seat for a in actions if a is not None and a.seat != CHANCE), "")

    def players(self) -> frozenset[Seat]:
        """Return every seat but chance."""
        return frozenset(self.match.game.seats(self.match.setup)) - {CHANCE}

    def undo_limit(self) -> int:
        """Return the earliest ply to which undo may return; agreed corrections are never undone."""
        agreed = (ply.number for ply in reversed(self.match.plies) if ply.action is None)
        return max(next(agreed, 0), self.match.undo_limit())

    def pending_steps(self) -> tuple[CorrectionStep, ...]:
        """Return all of the players' pending steps on the table."""
        takes = (CorrectionStep(StepKind.TAKE, *each) for each in self.inventory.cards_to_take())
        draw_outs = (
            CorrectionStep(StepKind.DRAW_OUT, *each) for each in self.inventory.buried_cards()
        )
        pending = self.planner.pending_steps() if self.inventory.pending else ()
        return (*pending, *takes, *draw_outs, *self.pending_withdrawals)

    @property
    def pending_withdrawals(self) -> tuple[CorrectionStep, ...]:
        """Steps for refused cards that are still among face-down cards."""
        steps = (
            step for notice, _ in self.refused_face_down() for step in withdrawals(notice.steps)
        )
        return tuple(dict.fromkeys(steps))

    def refused_face_down(self) -> list[tuple[Notice, str]]:
        """Return the notices on refused face-down cards, each with its token's key or ""."""
        refused = (each for each in self.unverifiable if isinstance(each[0], Refused))
        return [each for each in refused if withdrawals(each[0].steps)]

    # Applying actions.

    def play(self, action: Action) -> list[Accepted]:
        """Apply one action and the hidden chance that follows."""
        before = self.layout()
        ply = self.match.play(action)
        # Don't report doubts about secret orders; they would reveal the order.
        is_public = ply.verdict is not None and not changes_nothing_public(self.match.game, ply)
        awaits = ply.verdict.awaits if ply.verdict is not None and is_public else ()
        trusted, private = self._announced_trust(awaits), self._new_private_seats()
        played = replace(
            accepted(ply, self.now()),
            awaits=awaits,
            trusted=trusted,
            commitment=self._commitment(),
            private=private,
            written=written_count(self.match.game, self.match.plies),
        )
        notices = [played, *self.chance()]
        turned_up = action.at if action.verb is Verb.FLIP else ""
        self.inventory = self.inventory.mark_removed(before, self.layout(), action.to, turned_up)
        return notices

    @property
    def private_seats(self) -> frozenset[Seat]:
        """Seats that give orders on their own pages; no other page shows these orders."""
        return self._private_seats | self.resume_info.private_seats

    def mark_private(self, seat: Seat) -> None:
        """Record that a seat gives orders on its own page, until the end of the match."""
        self._private_seats |= {seat}

    def _new_private_seats(self) -> tuple[Seat, ...]:
        """Return the private seats if a seat was added since the last notice of them."""
        known, self._logged_private = (
            self._logged_private | self.resume_info.private_seats,
            self._private_seats,
        )
        return tuple(sorted(self.private_seats)) if self.private_seats != known else ()

    def _commitment(self) -> dict[str, str] | None:
        """Return the commitment to secret orders that the last ply makes, if any."""
        if self.make_salt is None:
            return None
        return new_commitment(self.match.game, self.match.plies, self.make_salt())

    def _announced_trust(self, awaits: tuple[str, ...]) -> bool:
        """Return True if trust was announced before; it is announced once per match."""
        known, self._trust_announced = self._trust_announced, self._trust_announced or bool(awaits)
        return bool(awaits) and known

    def chance(self) -> list[Accepted]:
        """Apply hidden chance and the referee's own draws.

        The players still have to place the result of a draw on the table.
        """
        game = self.match.game
        notices: list[Accepted] = []
        while True:
            state, before = self.match.state, self.layout()
            draw = draw_outcome(game, state, self.draw_lot, self.geometry.mat)
            action = draw or unseen_chance(game, state)
            if action is None:
                return notices
            ply = self.match.play(action)
            notices.append(accepted(ply, self.now()))
            if draw is not None:
                self._drawn_cells.update(differing(before, self.layout()))

    # Notices.

    def now(self) -> Moment:
        """Return the current time and position, for a new notice."""
        return Moment(
            frame=self.frame,
            time_s=round(self.time, 3),
            ply=len(self.match.plies),
            turn=self.match.turn,
            to_act=tuple(sorted(self.match.to_act)),
        )

    def notify(self, notice: N) -> N:
        """Store a notice for REPEAT and, if it has a reason, for WHY."""
        if not self._is_secret(notice):
            self.last_notice = notice
        if notice.has_reason:
            self.last_refusal = notice
        return notice

    def _is_secret(self, notice: Notice) -> bool:
        """Return True for secret orders, which must never be repeated aloud."""
        action, plies = notice.action, self.match.plies
        if not isinstance(notice, Accepted) or action is None or action.verb is not Verb.DECLARE:
            return False
        ply = plies[notice.ply - 1] if 0 < notice.ply <= len(plies) else None
        if ply is None or ply.action != action or not changes_nothing_public(self.match.game, ply):
            return False
        return not only_count_is_public(self.match.game, action, ply.before, ply.after)

    def notify_sticky(self, notice: N) -> N:
        """Store a notice until the table changes, so that it is not announced twice."""
        self.sticky_notice = notice
        return self.notify(notice)

    # Phases.

    def transition(self, trigger: Trigger) -> None:
        """Change the phase as the transition table says; raise `KeyError` for a missing entry."""
        after = TRANSITIONS[self.phase][trigger]
        if after is not self.phase:
            self.restart_reminder()
        if trigger is Trigger.MATCHED:
            self.refused_cards = frozenset()
        self.phase = after

    def restart_reminder(self) -> None:
        """Restart the reminder's timer, because the players have something new to do."""
        self.waiting_since, self.reminded = self.time, False


def same_content(earlier: Notice | None, notice: Notice) -> bool:
    """Return True if a notice would only repeat an earlier one."""
    if earlier is None or type(earlier) is not type(notice):
        return False
    names = ("action", "violations", "steps", "options")
    return all(getattr(earlier, name, ()) == getattr(notice, name, ()) for name in names)
