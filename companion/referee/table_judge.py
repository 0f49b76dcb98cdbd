"""The table judge: interprets settled tables.

Theory of operation
-------------------
`consider` compares the table with the match. It passes differences that are not pending to
`infer`, and `companion.referee.transitions` applies the result. Undoing a move needs no command: a
table that equals the layout after an earlier ply, with the same copies and nothing revealed since,
restores that ply. If a legal action explains the same table, the players are asked. While the
table has faults, nothing is judged.

Views, control cards and timers are handled by `companion.referee.input_router` and
`companion.referee.referee`.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.referee.explain.hidden_chance import advance
from companion.referee.explain.infer import blames, infer, infer_after_question
from companion.referee.explain.interpretations import (
    BY_HAND,
    Accept,
    Ambiguous,
    Inference,
    Refuse,
    Unexplained,
)
from companion.referee.explain.options import TakeBack
from companion.referee.geometry import TableGeometry
from companion.referee.inventory.cards import differing
from companion.referee.inventory.steps import withdrawals
from companion.referee.notices import (
    FaultyTable,
    MatchResumed,
    Notice,
    NotNow,
    PutBack,
    Refused,
    SetUpReady,
    SetUpWanted,
)
from companion.referee.occlusion import Occlusion, playable_cells
from companion.referee.phases import OPENING, RefereePhase, Trigger
from companion.referee.referee_state import same_content
from companion.referee.table import TableContents, card_on, differences, same
from companion.referee.transitions import Transitions
from rules import (
    UNKNOWN,
    Action,
    Facing,
    Match,
    PlacedCard,
    Ply,
    Status,
    Verb,
    Verdict,
    Violation,
    judge,
)
from rules.core.candidate_actions import Change

UNSEEN_S = 3.0
"""Time for which cells may remain unread during setup before the players are informed, s."""


RECENT_PLIES = 8
"""Number of recent plies whose corrections the players may not have made yet."""


class TableJudge(Transitions):
    """A judge that compares settled tables with the match and interprets the differences."""

    _unseen_cells: frozenset[str] | set[str] = frozenset()
    """After resuming: tracked cells that have not been seen yet."""
    _cleared_at_ply = -1
    """After resuming on an empty mat: the ply whose layout players must restore before they play.
    """
    new_session = False
    """After resuming: True if the mat may have been cleared in the meantime."""
    unwatched = False
    """True if the table changed while nothing watched it."""

    def __init__(self, match: Match[Any], geometry: TableGeometry, *, resumed: bool) -> None:
        """Start with every cell visible."""
        super().__init__(match, geometry, resumed=resumed)
        self.occlusion = Occlusion(zone.cell for zone in geometry.form.zones if zone.tracked)
        self.verdict_deferred = False

    def relevant_occluded_cells(self) -> frozenset[str]:
        """Return the occluded cells on which a legal action may have been made."""
        return self.playable_among(self.occlusion.lasting(self.time))

    def playable_among(self, cells: frozenset[str]) -> frozenset[str]:
        """Return those of the cells in which a seat has a legal action now."""
        return playable_cells(self.match.game, self.match.state, cells) if cells else cells

    def defer_verdict(self, cells: frozenset[str]) -> list[Notice]:
        """Defer the verdict until these occluded cells are visible."""
        self.verdict_deferred = self.unwatched = True
        return self.notify_occluded(cells)

    def notify_occluded(self, cells: frozenset[str]) -> list[Notice]:
        """Report the occluded cells."""
        self.occlusion.mark_reported(cells)
        return [self.notify(NotNow(**self.now(), reason="hidden", hidden=tuple(sorted(cells))))]

    def _is_accusation(self, inference: Inference | None) -> bool:
        """Return True if an inference blames a player, also for a tolerated reveal."""
        if isinstance(inference, Accept):
            return blames(self.match.game, self.match.state, inference.actions)
        return isinstance(inference, Refuse | Unexplained)

    def consider(self, table: TableContents) -> list[Notice]:
        """Judge a table unless it has faults."""
        self.inventory = replace(self.inventory, table=table)
        if table.faults:
            if table.faults == self.faults:
                return []
            self.faults = table.faults
            self.restart_reminder()
            return [self.notify_sticky(FaultyTable(**self.now(), faults=table.faults))]
        notices: list[Notice] = [PutBack(**self.now())] if self.faults else []
        self.faults = ()
        if self.phase in OPENING:
            return notices + self._compare_setup()
        return notices + self.judge()

    def _compare_setup(self) -> list[Notice]:
        """Compare the table with the first layout, or with the last layout in a log."""
        seen = self.inventory.visible_tops()
        changes = differences(self.layout(), seen)
        if self.phase is RefereePhase.RESUMING:
            return self._resume(changes)
        unseen = sorted(
            z.cell for z in self.geometry.form.zones if z.tracked and z.cell not in seen
        )
        first_move = not any(c.before for c in changes) and isinstance(self._infer(seen), Accept)
        if unseen and not changes and self.time - self.waiting_since < UNSEEN_S:
            return []  # a camera needs time to start
        if unseen or (changes and not first_move):
            steps = self.planner.smallest_correction(changes)
            wanted = SetUpWanted(**self.now(), steps=steps, unseen=tuple(unseen))
            if same_content(self.sticky_notice, wanted):
                return []
            self.restart_reminder()
            return [self.notify_sticky(wanted)]
        self.inventory = self.inventory.absorb_piles()
        self.transition(Trigger.MATCHED)
        return [
            self.notify_sticky(SetUpReady(**self.now())),
            *self.judge(),
        ]

    def _resume(self, changes: tuple[Change, ...]) -> list[Notice]:
        """Resume from a log; a difference may be one move that has not been judged yet.

        In a new session, an empty mat is not a move: players cleared it between the sessions.
        Within one session, it is a move if any move can clear the mat.
        """
        self.inventory = self.inventory.restore(
            self.layout(), self.resume_info.loose_cards, self.resume_info.returning
        )
        self.inventory = self.inventory.record_copies(self.layout(), len(self.match.plies))
        notice = MatchResumed(**self.now(), differing=len(changes), **self.match_info)
        self._unseen_cells = {
            z.cell for z in self.geometry.form.zones if z.tracked
        } - self.inventory.visible_tops().keys()
        if (
            changes
            and not any(self.inventory.visible_tops().values())
            and not self._cleared_in_play(changes)
        ):
            self._cleared_at_ply = len(self.match.plies)
            return [self._unexplained(notice, changes)]
        unfollowed = self._unfollowed_cells(changes)
        self.inventory = self.inventory.mark_pending(self.layout(), unfollowed)
        others = tuple(change for change in changes if change.cell not in unfollowed)
        if unfollowed and not others:
            self.transition(Trigger.PENDING)
            return [self.notify_sticky(replace(notice, steps=self.pending_steps()))]
        if not others or self._is_one_move(others):
            self.transition(Trigger.MATCHED)
            to_judge = others or self.inventory.new_cards() or self.inventory.removed_tops()
            return [self.notify_sticky(notice), *(self.judge() if to_judge else ())]
        return [self._unexplained(notice, changes)]

    def _unexplained(self, notice: MatchResumed, changes: tuple[Change, ...]) -> Notice:
        """Report the smallest correction of a table that no action explains."""
        self.transition(Trigger.UNEXPLAINED)
        return self.notify_sticky(replace(notice, steps=self.planner.smallest_correction(changes)))

    def _cleared_in_play(self, changes: tuple[Change, ...]) -> bool:
        """Return True if a move, or the take-back of one card, emptied the mat."""
        if self.new_session:
            return False
        cleared = isinstance(self._infer(self.inventory.visible_tops()), Accept)
        return cleared or (len(changes) == 1 and self._matching_earlier_ply(changes) is not None)

    def _unfollowed_cells(self, changes: tuple[Change, ...]) -> list[str]:
        """Return the cells on which the announced steps have not been done yet.

        A table without these steps resembles an undo. It is not one if all later actions were
        declared, because moving cards cannot undo a declaration.
        """
        earlier = self._matching_earlier_ply(changes)
        if not self.resume_info.has_pending or (
            earlier is not None and any(map(self._handled_cells, self.match.plies[earlier:]))
        ):
            return []
        return [change.cell for change in changes if self._matches_earlier_layout(change)]

    def _matches_earlier_layout(self, change: Change) -> bool:
        """Return True if a cell shows its card from before the rules changed it."""
        game, plies = self.match.game, self.match.plies
        for ply in reversed(range(max(0, len(plies) - RECENT_PLIES), len(plies))):
            if change.cell in self._handled_cells(plies[ply]):
                return _shown_by(plies[ply].action, change)
            before = card_on(game.layout(self.match.state_at(ply)), change.cell)
            if same(change.after, before):
                return True
        return False

    def _handled_cells(self, ply: Ply[Any]) -> list[str]:
        """Return the tracked cells on which a card was moved in this ply."""
        action = ply.action
        if action is None or action.verb not in BY_HAND:
            return []
        return [cell for cell in (action.at, action.to) if cell and self.geometry.is_tracked(cell)]

    def _is_one_move(self, changes: tuple[Change, ...]) -> bool:
        """Return True if one seat's actions, one refused action or one undo explain the table.

        Cards may have been moved while no camera watched, so more than one move is not accepted as
        play. A pass before another action does not count as a move. A pass that alone explains
        the table, because it clears cards (an allowed battle), counts as one.
        """
        if self._matching_earlier_ply(changes) is not None:
            return True
        inference = self._infer(self.inventory.visible_tops())
        if isinstance(inference, Accept):
            moved = {a.seat for a in inference.actions if a.verb is not Verb.PASS}
            return len(moved or {a.seat for a in inference.actions}) == 1
        placed = len(changes) == 1 and changes[0].after is not None
        return isinstance(inference, Refuse) and placed and not inference.preceding

    def judge(self) -> list[Notice]:
        """Judge the current table and apply the result."""
        self.inventory = self.inventory.drop_resolved(self.layout())
        missing = differences(self.layout(), self.inventory.visible_tops())
        cleared = self._cleared_at_ply == len(self.match.plies) and all(
            c.after is None for c in missing
        )
        if cleared and missing:
            return self.desync()
        self._cleared_at_ply = -1
        self._catch_up()
        tops = self.inventory.unexplained_tops()
        changes, new_cards = differences(self.layout(), tops), self.inventory.new_cards()
        inference = self._infer(tops, new_cards) if changes or new_cards else None
        if changes and (repeated := self._repeat_refusal(changes)):
            return repeated
        if self._is_accusation(inference) and (hidden := self.relevant_occluded_cells()):
            return self.defer_verdict(hidden) if self.occlusion.unreported(hidden) else []
        early = False
        if changes or new_cards:
            late_answer = (
                None
                if isinstance(inference, Accept | Ambiguous)
                else self._late_answer(tops, new_cards)
            )
            if late_answer is not None:
                return self.refuse(late_answer, new_cards)
        if new_cards and isinstance(inference, Unexplained | Refuse):
            # A new card on a pile may acquire a meaning later; until then it is ignored.
            without_cards = self._infer(tops) if changes else None
            early = (
                isinstance(inference, Unexplained)
                or isinstance(without_cards, Accept)
                or without_cards == inference
            )
            inference, new_cards = (without_cards, ()) if early else (inference, new_cards)
        if inference is None:
            refused = self._refused_back_on_pile()
            return self.refuse(*refused) if refused else self.confirm_sync()
        if (take_back := self._judge_take_back(inference, changes)) is not None:
            return take_back
        if isinstance(inference, Accept):
            notices = self.accept(inference, new_cards=bool(new_cards))
            return (
                notices + self.judge()
                if early and self.phase is not RefereePhase.ENDED
                else notices
            )
        if isinstance(inference, Ambiguous):
            return self.ask(list(inference.options))
        # While the match is desynced, it may be wrong, so nothing is refused.
        if isinstance(inference, Refuse) and (
            self.phase is not RefereePhase.DESYNCED or not changes
        ):
            return self.refuse(inference, new_cards)
        return self.desync()

    def _judge_take_back(
        self, inference: Inference, changes: tuple[Change, ...]
    ) -> list[Notice] | None:
        """Handle a table that shows an earlier position; return None for any other table."""
        ply = self._matching_earlier_ply(changes) if changes else None
        if ply is None:
            return None
        if isinstance(inference, Accept):
            if self._same_result(inference, ply):
                return None
            if not self.inventory.were_discarded([c.cell for c in changes if c.after is not None]):
                return self.ask([TakeBack(ply), inference])
        return [*self.take_back(ply), *self.judge()]

    def _repeat_refusal(self, changes: tuple[Change, ...]) -> list[Notice]:
        """Repeat the refusal of a face-down card if a difference shows that it is still there.

        If only a token indicated the card, both may be gone.
        """
        cells = {change.cell for change in changes}
        for at, (earlier, token) in enumerate(self.unverifiable):
            if not isinstance(earlier, Refused) or token:
                continue
            steps = withdrawals(earlier.steps)
            if not cells.isdisjoint(step.cell for step in steps):
                notice = replace(earlier, **self.now(), steps=steps)
                self.unverifiable[at] = notice, token
                return [self.notify(notice)]
        return []

    def _refused_back_on_pile(self) -> tuple[Refuse, tuple[Change, ...]] | None:
        """Return the refusal of a card that was placed face down on a face-up pile.

        A face-down card is ignored if it matches no candidate action of the game.
        """
        match = self.match
        for change in self.inventory.new_backs(self.layout()):
            candidates = match.game.candidate_actions(match.state, (change,))
            face_down = next((a for a in candidates if a.facing is Facing.DOWN), None)
            if face_down is not None and not (verdict := match.judge(face_down)).legal:
                return Refuse(face_down, verdict), (change,)
        return None

    def _late_answer(
        self, tops: Mapping[str, PlacedCard | None], new_cards: tuple[Change, ...]
    ) -> Refuse | None:
        """Return the refusal of a card that answers an expired question, if there is one."""
        expired, game = self.expired_question, self.match.game
        if expired is None or expired.ply != len(self.match.plies):
            return None
        changes = (*differences(game.layout(expired.state), tops), *new_cards)
        for action in game.candidate_actions(expired.state, changes):
            if action.verb is Verb.PLACE and judge(game, expired.state, action).legal:
                violation = Violation(expired.clause, case="late")
                return Refuse(action, Verdict(Status.ILLEGAL, (violation,)))
        return None

    def _catch_up(self) -> None:
        """Mark cells as pending if they show an earlier layout when first seen after resuming."""
        if self._unseen_cells:
            changes = differences(self.layout(), self.inventory.unexplained_tops())
            unseen = tuple(change for change in changes if change.cell in self._unseen_cells)
            self.inventory = self.inventory.mark_pending(
                self.layout(), self._unfollowed_cells(unseen)
            )
            self._unseen_cells -= self.inventory.visible_tops().keys()

    def _infer(
        self, tops: Mapping[str, PlacedCard | None], new_cards: tuple[Change, ...] = ()
    ) -> Inference:
        match, last = self.match, self.last_seat()
        found = infer(match.game, match.state, tops, new_cards, last, unwatched=self.unwatched)
        readings, changes = self.readings, differences(self.layout(), tops)
        if not readings or len(self.unexplained_changes()) == len(changes):
            return found
        asked = infer_after_question(match.game, match.state, readings, tops, new_cards, last)
        if isinstance(asked, Accept | Ambiguous) or isinstance(found, Unexplained | Refuse):
            # Nothing is refused without the actions that the question is about.
            return asked or Unexplained(())
        return found

    def _matching_earlier_ply(self, changes: tuple[Change, ...]) -> int | None:
        """Return the latest earlier ply whose layout is on the table, if undo may return to it."""
        game, tops = self.match.game, self.inventory.visible_tops()
        placed = [c.cell for c in changes if c.after is not None]
        for ply in range(len(self.match.plies) - 1, self.undo_limit() - 1, -1):
            matches = not differences(game.layout(self.match.state_at(ply)), tops)
            if matches and self.inventory.same_copies(placed, ply):
                return ply
        return None

    def _same_result(self, inference: Accept, ply: int) -> bool:
        """Return True if undoing a move and the inferred actions lead to the same state.

        This is the case when a card was picked up before it counted, or placed face down again.
        The same seat continues from the same table, so there is nothing to ask.
        """
        game, state, earlier = self.match.game, self.match.state, self.match.state_at(ply)
        for action in inference.actions:
            if action.verb is not Verb.REMOVE and action.card != UNKNOWN:
                return False
            state = advance(game, state, action)
        same_table = not differing(game.layout(state), game.layout(earlier))
        return same_table and game.to_act(state) == game.to_act(earlier)


def _shown_by(action: Action | None, change: Change) -> bool:
    """Return True if an action placed or revealed a cell's card, even if the rules removed it."""
    before, after = change.before, change.after
    replaced = before is None or after is None or before.card != after.card
    return replaced and action is not None and after is not None and action.card == after.card
