"""Where the table is judged: what a settled table means to the match, and what follows.

Theory of operation
-------------------
`consider` compares the table with the match.  What differs, apart from what is owed, is put to
`infer`; what comes of its answers is `companion.referee.transitions`'s.

Taking back needs no word: a table that equals the layout after an earlier ply, of the same
papers, with nothing revealed since, is that ply again.  If a legal action explains the same
table, the players are asked.  Faults of the paper hold judging up until they are put right.

What comes in from outside (views, control cards, clocks) is `companion.referee.input_router`'s and
`companion.referee.referee`'s.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from companion.referee.explain.hidden_chance import advance
from companion.referee.explain.infer import infer, tolerated_reveal
from companion.referee.explain.interpretations import (
    BY_HAND,
    Accept,
    Ambiguous,
    Inference,
    Refuse,
    Unexplained,
)
from companion.referee.explain.options import TakeBack
from companion.referee.inventory.cards import differing
from companion.referee.inventory.steps import withdrawals
from companion.referee.notices import Notice, NoticeKind
from companion.referee.occlusion import Occlusion, allowed
from companion.referee.phases import OPENING, RefereePhase, Trigger
from companion.referee.referee_state import same_content
from companion.referee.table import TableContents, card_on, differences, same
from companion.referee.transitions import Transitions
from rules import UNKNOWN, Facing, Status, Verb, Verdict, Violation, judge
from rules.core.candidate_actions import Change

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.referee.geometry import TableGeometry
    from rules import Action, Match, PlacedCard, Ply

UNSEEN_S = 3.0
"""How long cells may stay unread at the set-up before the players are told."""


RECENT_PLIES = 8
"""So many plies back may have left on the table what hands have still to see to."""


class TableJudge(Transitions):
    """A ledger that is shown tables."""

    _unseen_cells: frozenset[str] | set[str] = frozenset()
    """Of a resumed match: the compared cells that were not seen since."""
    _cleared_at_ply = -1
    """Of one resumed on a bare mat: the ply after which its cards lay there; they come back first,
    or somebody says what happened."""
    new_sitting = False
    """Of a resumed match: whether it lay so long that the mat may have been put away meanwhile."""
    unwatched = False
    """Whether nobody saw the table for a while before it lay as it does."""

    def __init__(self, match: Match[Any], geometry: TableGeometry, *, resumed: bool) -> None:
        """Nothing is hidden yet."""
        super().__init__(match, geometry, resumed=resumed)
        self.occlusion = Occlusion(zone.cell for zone in geometry.form.zones if zone.tracked)
        self.verdict_deferred = False

    def relevant_occluded_cells(self) -> frozenset[str]:
        """The cells that cannot be seen though something may have been done there by now."""
        return self.playable_among(self.occlusion.lasting(self.time))

    def playable_among(self, hidden: frozenset[str]) -> frozenset[str]:
        """Those of some cells in which the rules allow a seat something now."""
        return allowed(self.match.game, self.match.state, hidden) if hidden else hidden

    def defer_verdict(self, cells: frozenset[str]) -> list[Notice]:
        """Accuse nobody of what cells may excuse that nobody can see; the table waits for them."""
        self.verdict_deferred = self.unwatched = True
        return self.notify_occluded(cells)

    def notify_occluded(self, cells: frozenset[str]) -> list[Notice]:
        """Say which cells cannot be seen."""
        self.occlusion.mark_reported(cells)
        told = self.notice(NoticeKind.NOT_NOW, reason="hidden", data={"cells": sorted(cells)})
        return [self.notify(told)]

    def _is_accusation(self, found: Inference | None) -> bool:
        """Whether somebody is told to have done what the rules do not allow, or only bear."""
        if isinstance(found, Accept):
            return tolerated_reveal(self.match.game, self.match.state, found.actions[0])
        return isinstance(found, Refuse | Unexplained)

    def consider(self, table: TableContents) -> list[Notice]:
        """Judge a table as it lies, unless its paper is at fault."""
        self.inventory.table = table
        if table.faults:
            if table.faults == self.faults:
                return []
            self.faults = table.faults
            self.restart_reminder()
            return [self.notify_sticky(self.notice(NoticeKind.TABLE_FAULT, faults=table.faults))]
        records = [self.notice(NoticeKind.PUT_BACK)] if self.faults else []
        self.faults = ()
        if self.phase in OPENING:
            return records + self._compare_setup()
        return records + self.judge()

    def _compare_setup(self) -> list[Notice]:
        """Compare the table with the first layout, or with the last one of a log."""
        seen = self.inventory.visible_tops()
        changes = differences(self.layout(), seen)
        if self.phase is RefereePhase.RESUMING:
            return self._resume(changes)
        unseen = sorted(
            z.cell for z in self.geometry.form.zones if z.tracked and z.cell not in seen
        )
        first_move = not any(c.before for c in changes) and isinstance(self._infer(seen), Accept)
        if unseen and not changes and self.time - self.waiting_since < UNSEEN_S:
            return []  # an eye that has just opened needs a moment
        if unseen or (changes and not first_move):
            steps, data = self.planner.smallest_correction(changes), {"unseen": unseen}
            wanted = self.notice(NoticeKind.SET_UP_WANTED, steps=steps, data=data)
            if same_content(self.sticky_notice, wanted):
                return []
            self.restart_reminder()
            return [self.notify_sticky(wanted)]
        self.inventory.absorb_piles()
        self.transition(Trigger.MATCHED)
        return [
            self.notify_sticky(self.notice(NoticeKind.SET_UP_READY, next_turn=True)),
            *self.judge(),
        ]

    def _resume(self, changes: tuple[Change, ...]) -> list[Notice]:
        """Go on from a log: what differs may be one move that was made and not yet judged.

        A mat on which nothing lies any more was cleared away between two sittings: no move.  In
        the same sitting it was cleared in play, if any play clears it.
        """
        self.inventory.restore(
            self.layout(), self.resume_info.loose_cards, self.resume_info.returning
        )
        self.inventory.record_copies(self.layout(), len(self.match.plies))
        data = {"differing": len(changes), **self.match_info}
        told = self.notice(NoticeKind.MATCH_RESUMED, next_turn=True, data=data)
        self._unseen_cells = {
            z.cell for z in self.geometry.form.zones if z.tracked
        } - self.inventory.visible_tops().keys()
        if (
            changes
            and not any(self.inventory.visible_tops().values())
            and not self._cleared_in_play(changes)
        ):
            self._cleared_at_ply = len(self.match.plies)
            self.transition(Trigger.UNEXPLAINED)
            return [
                self.notify_sticky(replace(told, steps=self.planner.smallest_correction(changes)))
            ]
        late = self._unfollowed_cells(changes)
        self.inventory.mark_pending(self.layout(), late)
        rest = tuple(change for change in changes if change.cell not in late)
        if late and not rest:
            self.transition(Trigger.PENDING)
            return [self.notify_sticky(replace(told, steps=self.pending_steps()))]
        if not rest or self._is_one_move(rest):
            self.transition(Trigger.MATCHED)
            new = rest or self.inventory.new_cards() or self.inventory.removed_tops()
            return [self.notify_sticky(told), *(self.judge() if new else ())]
        self.transition(Trigger.UNEXPLAINED)
        return [self.notify_sticky(replace(told, steps=self.planner.smallest_correction(changes)))]

    def _cleared_in_play(self, changes: tuple[Change, ...]) -> bool:
        """Whether a mat on which nothing lies was cleared by a move, or by taking one card back."""
        if self.new_sitting:
            return False
        cleared = isinstance(self._infer(self.inventory.visible_tops()), Accept)
        return cleared or (len(changes) == 1 and self._matching_earlier_ply(changes) is not None)

    def _unfollowed_cells(self, changes: tuple[Change, ...]) -> list[str]:
        """The cells in which hands have not followed yet what was said.

        They lie as before it, as after a take-back; but a word is taken back by a word.
        """
        back = self._matching_earlier_ply(changes)
        if not self.resume_info.has_pending or (
            back is not None and any(map(self._handled_cells, self.match.plies[back:]))
        ):
            return []
        return [change.cell for change in changes if self._matches_earlier_layout(change)]

    def _matches_earlier_layout(self, change: Change) -> bool:
        """Whether a cell lies as it did before the rules, not a hand, changed it."""
        game, plies = self.match.game, self.match.plies
        for ply in reversed(range(max(0, len(plies) - RECENT_PLIES), len(plies))):
            if change.cell in self._handled_cells(plies[ply]):
                return _shown_by(plies[ply].action, change)
            before = card_on(game.layout(self.match.state_at(ply)), change.cell)
            if same(change.after, before):
                return True
        return False

    def _handled_cells(self, ply: Ply[Any]) -> list[str]:
        """The compared cells on which a card showed this ply."""
        action = ply.action
        if action is None or action.verb not in BY_HAND:
            return []
        return [cell for cell in (action.at, action.to) if cell and self.geometry.is_tracked(cell)]

    def _is_one_move(self, changes: tuple[Change, ...]) -> bool:
        """Whether what one seat did explains a table, or one refused action, or one taken back.

        While nobody watched things may have been moved about; more than that is no play.  What
        was declined before it is no action of its own: only the next one tells of it.  Where all
        that changed is what passing clears, a battle allowed say, the pass is the move.
        """
        if self._matching_earlier_ply(changes) is not None:
            return True
        found = self._infer(self.inventory.visible_tops())
        if isinstance(found, Accept):
            moved = {a.seat for a in found.actions if a.verb is not Verb.PASS}
            return len(moved or {a.seat for a in found.actions}) == 1
        laid = len(changes) == 1 and changes[0].after is not None
        return isinstance(found, Refuse) and laid and not found.first

    def judge(self) -> list[Notice]:
        """What the table, as it lies now, means to the match."""
        self.inventory.drop_resolved(self.layout())
        missing = differences(self.layout(), self.inventory.visible_tops())
        bare = self._cleared_at_ply == len(self.match.plies) and all(
            c.after is None for c in missing
        )
        if bare and missing:
            return self.desync()
        self._cleared_at_ply = -1
        self._catch_up()
        fresh = self.inventory.unexplained_tops()
        changes, news = differences(self.layout(), fresh), self.inventory.new_cards()
        found = self._infer(fresh, news) if changes or news else None
        if changes and (again := self._repeat_refusal(changes)):
            return again
        if self._is_accusation(found) and (hidden := self.relevant_occluded_cells()):
            return self.defer_verdict(hidden) if self.occlusion.unreported(hidden) else []
        early = False
        if changes or news:
            late = None if isinstance(found, Accept | Ambiguous) else self._late_answer(fresh, news)
            if late is not None:
                return self.refuse(late, news)
        if news and isinstance(found, Unexplained | Refuse):
            # A card on a pile that means nothing now may mean something later; it does no harm.
            alone = self._infer(fresh) if changes else None
            early = isinstance(found, Unexplained) or isinstance(alone, Accept) or alone == found
            found, news = (alone, ()) if early else (found, news)
        if found is None:
            refused = self._refused_back_on_pile()
            return self.refuse(*refused) if refused else self.confirm_sync()
        if (gone_back := self._judge_take_back(found, changes)) is not None:
            return gone_back
        if isinstance(found, Accept):
            records = self.accept(found, news=bool(news))
            return (
                records + self.judge()
                if early and self.phase is not RefereePhase.ENDED
                else records
            )
        if isinstance(found, Ambiguous):
            return self.ask(list(found.options))
        # Out of step the match may be the one that is wrong: then nobody is refused anything.
        if isinstance(found, Refuse) and (self.phase is not RefereePhase.DESYNCED or not changes):
            return self.refuse(found, news)
        return self.desync()

    def _judge_take_back(
        self, found: Inference, changes: tuple[Change, ...]
    ) -> list[Notice] | None:
        """What a table means that lies as after an earlier ply, None if it lies as after none."""
        back = self._matching_earlier_ply(changes) if changes else None
        if back is None:
            return None
        if isinstance(found, Accept):
            if self._same_result(found, back):
                return None
            if not self.inventory.were_discarded([c.cell for c in changes if c.after is not None]):
                return self.ask([TakeBack(back), found])
        return [*self.take_back(back), *self.judge()]

    def _repeat_refusal(self, changes: tuple[Change, ...]) -> list[Notice]:
        """The refusal of a card among backs once more, where something shows that it lies there.

        One that only a piece tells of may be gone, and its piece forgotten.
        """
        cells = {change.cell for change in changes}
        for at, (old, piece) in enumerate(self.unverifiable):
            refused = old.kind is NoticeKind.REFUSED and not piece
            steps = withdrawals(old.steps) if refused else ()
            if not cells.isdisjoint(step.cell for step in steps):
                told = self.notice(
                    NoticeKind.REFUSED, action=old.action, violations=old.violations, steps=steps
                )
                self.unverifiable[at] = told, piece
                return [self.notify(told)]
        return []

    def _refused_back_on_pile(self) -> tuple[Refuse, tuple[Change, ...]] | None:
        """A card laid face down where it should show, if that means something to the game.

        A back that says nothing by itself lies there for no matter what reason.
        """
        match = self.match
        for change in self.inventory.new_backs(self.layout()):
            said = match.game.candidate_actions(match.state, (change,))
            laid = next((a for a in said if a.facing is Facing.DOWN), None)
            if laid is not None and not (verdict := match.judge(laid)).legal:
                return Refuse(laid, verdict), (change,)
        return None

    def _late_answer(
        self, seen: Mapping[str, PlacedCard | None], news: tuple[Change, ...]
    ) -> Refuse | None:
        """A card that would have answered a question had its time not been up, if nothing else."""
        lapsed, game = self.expired_question, self.match.game
        if lapsed is None or lapsed.ply != len(self.match.plies):
            return None
        changes = (*differences(game.layout(lapsed.state), seen), *news)
        for action in game.candidate_actions(lapsed.state, changes):
            if action.verb is Verb.PLACE and judge(game, lapsed.state, action).legal:
                breach = Violation(lapsed.clause, case="late")
                return Refuse(action, Verdict(Status.ILLEGAL, (breach,)))
        return None

    def _catch_up(self) -> None:
        """What a resumed referee sees for the first time may be as it lay before the last word."""
        if self._unseen_cells:
            changes = differences(self.layout(), self.inventory.unexplained_tops())
            news = tuple(change for change in changes if change.cell in self._unseen_cells)
            self.inventory.mark_pending(self.layout(), self._unfollowed_cells(news))
            self._unseen_cells -= self.inventory.visible_tops().keys()

    def _infer(
        self, seen: Mapping[str, PlacedCard | None], news: tuple[Change, ...] = ()
    ) -> Inference:
        match, last = self.match, self.last_seat()
        return infer(match.game, match.state, seen, news, last, unwatched=self.unwatched)

    def _matching_earlier_ply(self, changes: tuple[Change, ...]) -> int | None:
        """The latest earlier ply whose layout lies on the table and that may be gone back to."""
        game, seen = self.match.game, self.inventory.visible_tops()
        back = [c.cell for c in changes if c.after is not None]
        for ply in range(len(self.match.plies) - 1, self.undo_limit() - 1, -1):
            there = not differences(game.layout(self.match.state_at(ply)), seen)
            if there and self.inventory.same_copies(back, ply):
                return ply
        return None

    def _same_result(self, found: Accept, back: int) -> bool:
        """Whether taking a move back and what the rules allow come to the same.

        So it is when a card was taken up again before it counted, or laid face down again: the
        same seat goes on from the same table, and there is nothing to ask.
        """
        game, state, there = self.match.game, self.match.state, self.match.state_at(back)
        for action in found.actions:
            if action.verb is not Verb.REMOVE and action.card != UNKNOWN:
                return False
            state = advance(game, state, action)
        same_table = not differing(game.layout(state), game.layout(there))
        return same_table and game.to_act(state) == game.to_act(there)


def _shown_by(action: Action | None, change: Change) -> bool:
    """Whether a card lies as an action laid it or turned it up, though the rules took it off."""
    was, lies = change.before, change.after
    gone = was is None or lies is None or was.card != lies.card
    return gone and action is not None and lies is not None and action.card == lies.card
