"""What a referee knows, written down ply by ply: the match, its papers, and where they stand.

Theory of operation
-------------------
Whoever goes on with a match needs what is here; `bench` adds what a resumed table was not seen to
show, `pieces` the marks, `referee` settling and the question's clock.

    match      the rules' side: a log of plies, folded
    papers     the table's side: which paper lies where, which cells are owed
    handwork   what hands have to do so that the second follows the first
    state      how the two stand to each other; `go` follows the table in `states`; `options` are
               what an open question offers
    told       what was said last, for REPEAT; `standing` holds until the table changes, and is
               not said twice; `reason` is what WHY tells of

Every record is made by `record`, of this moment, and noted by `tell` or `stand` when it is said.
`play` carries out one action, and what its record keeps beside the ply: seals, who orders apart,
that players were trusted.  What a table turned out to be, and so which actions are played and what
becomes of the state, is `companion.referee.transitions`'s.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.referee.commitments import commitment_data, written_data
from companion.referee.explain.hidden_chance import draw_outcome, unseen_chance
from companion.referee.inventory.cards import CardInventory, differing
from companion.referee.inventory.corrections import CorrectionPlanner
from companion.referee.inventory.steps import CorrectionStep, StepKind, withdrawals
from companion.referee.notices import Notice, NoticeKind
from companion.referee.phases import TRANSITIONS, RefereePhase, Trigger
from companion.referee.resume_info import ResumeInfo
from companion.referee.secrecy import counted, unnoticed
from rules import CHANCE, Action, Match, Verb
from rules.records.log import accepted_data

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from companion.referee.answer_timer import ExpiredQuestion
    from companion.referee.explain.options import Option, PositionCorrection
    from companion.referee.geometry import TableGeometry
    from companion.referee.table import TableFault
    from rules import Layout, Seat


def _first(count: int) -> int:
    """A lot that anybody can foretell: for tests, and until somebody gives a better one."""
    del count
    return 0


class RefereeState:
    """A match, its papers and how they stand to each other, with every record of them."""

    def __init__(self, match: Match[Any], geometry: TableGeometry, *, resumed: bool) -> None:
        self.match = match
        self.geometry = geometry
        self.phase = RefereePhase.RESUMING if resumed else RefereePhase.SETUP
        self.inventory = CardInventory(geometry)
        self.planner = CorrectionPlanner(match, geometry, self.inventory)
        self.options: list[Option] = []
        self.proposed: PositionCorrection | None = None
        """What everybody is asked to agree to, until it is answered."""
        self.opening_plies = 0
        self.draw_lot: Callable[[int], int] = _first
        """Draws evenly from 0 … n-1 where the referee itself draws lots."""
        self.make_salt: Callable[[], str] | None = None
        """Gives the salt of each seal of secret orders; without it none are sealed."""
        self.match_info: Mapping[str, Any] = {}
        """What the first record keeps beside: players' `names`, and `when` it was."""
        self.resumable = True
        """Whether a log is kept that the match can be gone on with."""
        self.resume_info = ResumeInfo()
        """Of a resumed match: what its log left behind."""
        self._private_seats: frozenset[Seat] = frozenset()
        self._logged_private: frozenset[Seat] = frozenset()
        self.expired_question: ExpiredQuestion | None = None
        """The last question whose time was up."""
        self._drawn_cells: set[str] = set()
        self._trust_announced = False
        self.faults: tuple[TableFault, ...] = ()
        self.frame, self.time = 0, 0.0
        self.waiting_since, self.reminded = 0.0, False
        self.last_notice: Notice | None = None
        self.sticky_notice: Notice | None = None
        self.last_refusal: Notice | None = None
        self.unverifiable: list[tuple[Notice, str]] = []
        """What was said of things that lie there though no card shows it, and are to go; with the
        piece that shows it, or ""."""

    def layout(self) -> Layout:
        """How the match has the table."""
        return self.match.game.layout(self.match.state)

    def last_seat(self) -> Seat:
        """The seat that acted last, "" if none did."""
        actions = (p.action for p in reversed(self.match.plies))
        return next((a.seat for a in actions if a is not None and a.seat != CHANCE), "")

    def players(self) -> frozenset[Seat]:
        """Everybody who plays."""
        return frozenset(self.match.game.seats(self.match.setup)) - {CHANCE}

    def undo_limit(self) -> int:
        """The earliest ply that can be gone back to: not before what all have agreed on, either."""
        agreed = (ply.number for ply in reversed(self.match.plies) if ply.action is None)
        return max(next(agreed, 0), self.match.undo_limit())

    def pending_steps(self) -> tuple[CorrectionStep, ...]:
        """What hands have still to do."""
        taken = (CorrectionStep(StepKind.TAKE, *each) for each in self.inventory.cards_to_take())
        covered = (
            CorrectionStep(StepKind.DRAW_OUT, *each) for each in self.inventory.buried_cards()
        )
        owed = self.planner.pending_steps() if self.inventory.pending else ()
        return (*owed, *taken, *covered, *self.pending_withdrawals)

    @property
    def pending_withdrawals(self) -> tuple[CorrectionStep, ...]:
        """Cards that were refused and lie among backs still."""
        steps = (
            step for record, _ in self.refused_face_down() for step in withdrawals(record.steps)
        )
        return tuple(dict.fromkeys(steps))

    def refused_face_down(self) -> list[tuple[Notice, str]]:
        """What was said of those, with the piece that shows it, or ""."""
        refused = (each for each in self.unverifiable if each[0].kind is NoticeKind.REFUSED)
        return [each for each in refused if withdrawals(each[0].steps)]

    # What is carried out.

    def play(self, action: Action) -> list[Notice]:
        """Carry one action out, and the unseen chance it leads to."""
        before = self.layout()
        ply = self.match.play(action)
        # Of an order written in secret not even a doubt is told: it would say what was written.
        told = ply.verdict is not None and not unnoticed(self.match.game, ply)
        awaits = ply.verdict.awaits if ply.verdict is not None and told else ()
        data = {
            **accepted_data(ply),
            **self._trust_data(awaits),
            **self._commitment_data(),
            **self._private_seats_data(),
        }
        data |= written_data(self.match.game, self.match.plies)
        played = self.notice(NoticeKind.ACCEPTED, action=action, awaits=awaits, data=data)
        records = [played, *self.chance()]
        turned_up = action.at if action.verb is Verb.FLIP else ""
        self.inventory.mark_removed(before, self.layout(), action.to, turned_up)
        return records

    @property
    def private_seats(self) -> frozenset[Seat]:
        """The seats that order on a page of their own, so that no other page shows their orders."""
        return self._private_seats | self.resume_info.private_seats

    def mark_private(self, seat: Seat) -> None:
        """This seat orders on a page of its own, from here to the end of the match."""
        self._private_seats |= {seat}

    def _private_seats_data(self) -> dict[str, Any]:
        """Those seats, each time there is one more: whoever goes on with the log keeps them so."""
        known, self._logged_private = (
            self._logged_private | self.resume_info.private_seats,
            self._private_seats,
        )
        return {"private": sorted(self.private_seats)} if self.private_seats != known else {}

    def _commitment_data(self) -> dict[str, Any]:
        """By what the last ply commits its seat to the orders it has written in secret."""
        if self.make_salt is None:
            return {}
        return commitment_data(self.match.game, self.match.plies, self.make_salt())

    def _trust_data(self, awaits: tuple[str, ...]) -> dict[str, Any]:
        """Whether it was said before that players are trusted: once a match will do."""
        known, self._trust_announced = self._trust_announced, self._trust_announced or bool(awaits)
        return {"trusted": True} if awaits and known else {}

    def chance(self) -> list[Notice]:
        """Carry out what falls to chance and nobody sees, and draw the referee's own lots.

        What a lot puts on the table, hands have still to lay there.
        """
        game = self.match.game
        records: list[Notice] = []
        while True:
            state, before = self.match.state, self.layout()
            lot = draw_outcome(game, state, self.draw_lot, self.geometry.mat)
            action = lot or unseen_chance(game, state)
            if action is None:
                return records
            ply = self.match.play(action)
            records.append(self.notice(NoticeKind.ACCEPTED, action=action, data=accepted_data(ply)))
            if lot is not None:
                self._drawn_cells.update(differing(before, self.layout()))

    # What is said.

    def notice(self, kind: NoticeKind, **fields: Any) -> Notice:  # noqa: ANN401 - a record's own fields
        """A record of this moment."""
        return Notice(
            kind,
            frame=self.frame,
            time_s=self.time,
            ply=len(self.match.plies),
            turn=self.match.turn,
            to_act=tuple(sorted(self.match.to_act)),
            **fields,
        )

    def notify(self, record: Notice) -> Notice:
        """Note what was said: to repeat it, and to give its reason."""
        if not self._is_secret(record):
            self.last_notice = record
        if record.has_reason:
            self.last_refusal = record
        return record

    def _is_secret(self, record: Notice) -> bool:
        """Whether nobody but its seat heard of it: an order written in secret is not repeated."""
        action, plies = record.action, self.match.plies
        if (
            record.kind is not NoticeKind.ACCEPTED
            or action is None
            or action.verb is not Verb.DECLARE
        ):
            return False
        ply = plies[record.ply - 1] if 0 < record.ply <= len(plies) else None
        if ply is None or ply.action != action or not unnoticed(self.match.game, ply):
            return False
        return not counted(self.match.game, action, ply.before, ply.after)

    def notify_sticky(self, record: Notice) -> Notice:
        """The same for what stands until the table changes: it is not said twice."""
        self.sticky_notice = record
        return self.notify(record)

    # Where it stands.

    def transition(self, trigger: Trigger) -> None:
        """Follow the transition table; raises `KeyError` where it has no entry."""
        after = TRANSITIONS[self.phase][trigger]
        if after is not self.phase:
            self.restart_reminder()
        if trigger is Trigger.MATCHED:
            self.planner.refused_cards.clear()
        self.phase = after

    def restart_reminder(self) -> None:
        """Something new is awaited: the time to the reminder starts now."""
        self.waiting_since, self.reminded = self.time, False


def same_content(told: Notice | None, record: Notice) -> bool:
    """Whether a record would only say again what was told."""
    return told is not None and (
        (told.kind, told.action, told.violations, told.steps, told.options)
        == (record.kind, record.action, record.violations, record.steps, record.options)
    )
