"""Every way in which a match, its papers and the state between them change together.

Theory of operation
-------------------
`companion.referee.table_judge` finds out what a table means and `companion.referee.input_router`
what is said; each of their findings has one method here that changes match, papers and state
together and returns the records to be said:

    agree      nothing differs                             → PLAYING or OWING
    accept     actions explain the table                   → PLAYING, OWING or ENDED
    take_back  it lies as after an earlier ply             → PLAYING or OWING
    ask        more than one explanation                   → ASKING
    refuse     one literal action, illegal                 → REFUSED
    astray     nothing explains it                         → ASTRAY
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from companion.referee.explain.interpretations import Accept, Refuse
from companion.referee.explain.options import (
    Option,
    PositionCorrection,
    TakeBack,
    facts_of,
    preview_of,
    undone,
)
from companion.referee.inventory.cards import differing
from companion.referee.inventory.steps import CorrectionStep, StepKind
from companion.referee.notices import EndReason, Notice, NoticeKind
from companion.referee.phases import OPENING, RefereePhase, Trigger
from companion.referee.referee_state import RefereeState, same_content
from companion.referee.table import differences
from rules import CHANCE, LEGAL, Action, Verb
from rules.core.candidate_actions import Change
from rules.core.event import event_data

if TYPE_CHECKING:
    from rules import Seat


class Transitions(RefereeState):
    """Minutes of a match that goes on by what its table turned out to be."""

    _announced_draw_outs: frozenset[CorrectionStep] = frozenset()
    """What was said of cards that lie beneath others and go to a hand."""

    def confirm_sync(self) -> list[Notice]:
        """The table is as the match has it."""
        picked = self._pick_up_action()
        if picked is not None:
            self.inventory.recall_removed_tops()
        taken_off = self.inventory.absorb_known_piles()
        self.inventory.record_copies(self.layout(), len(self.match.plies))
        before = self.phase
        self.transition(Trigger.PENDING if self.inventory.has_pending else Trigger.MATCHED)
        self.options.clear()
        records: list[Notice] = []
        resynced = (
            before in (RefereePhase.DESYNCED, RefereePhase.AWAITING_PLAYERS)
            and self.phase is RefereePhase.IN_SYNC
        )
        if before is RefereePhase.REFUSED or (taken_off and not resynced):
            records.append(self.notice(NoticeKind.PUT_BACK, steps=self.pending_steps()))
        elif resynced:
            asks = [event_data(event) for event in self.match.game.prompts(self.match.state)]
            records.append(self.notice(NoticeKind.RESYNCED, data={"asks": asks} if asks else {}))
        return [*records, *self.accept(Accept((picked,)))] if picked else records

    def _pick_up_action(self) -> Action | None:
        """What taking the top card off a pile means, if the rules allow it beyond doubt.

        A pile is kept where players like, so a pick-up that means nothing is no fault.
        """
        taken = self.inventory.removed_tops()
        bared = {change.cell for change in taken}
        for action in self.match.game.candidate_actions(self.match.state, taken) if taken else ():
            # What shows now was not laid there.
            laid = action.verb is Verb.PLACE and action.to in bared
            if not laid and self.match.judge(action) == LEGAL:
                return action
        return None

    def accept(self, found: Accept, *, spoken: bool = False, news: bool = False) -> list[Notice]:
        """Carry actions out.

        What was `spoken` the hands follow by and by; `news`: what is new on piles is part of it.
        """
        turn, before = self._turn_key(), self.layout()
        cell_owners = self.match.game.cell_owners(self.match.state)
        self._drawn_cells.clear()
        records: list[Notice] = []
        for action in found.actions:
            records += self.play(action)
        told = [i for i, r in enumerate(records) if r.action and r.action.seat != CHANCE]
        at = told[-1] if told else 0  # what fell to chance only, a die for one
        over = self.match.outcome is not None
        self.options.clear()
        late = differing(before, self.layout()) if spoken else (*found.owed, *self._drawn_cells)
        self.inventory.mark_pending(self.layout(), late)
        if not spoken:
            self.inventory.absorb_piles(news=news)
            self.inventory.record_copies(self.layout(), len(self.match.plies))
        records[at] = self.notify_sticky(
            replace(
                records[at],
                steps=(
                    *self._unannounced_steps(),
                    *(self.planner.hand_to_pile_steps(before) if spoken else ()),
                    *self.planner.owner_token_steps(cell_owners, before),
                    *self.planner.counter_steps(before),
                ),
                next_turn=not over and self._turn_key() != turn,
                to_act=tuple(sorted(self.match.to_act)),
                data={**records[at].data, **self.inventory.loose_changes()},
            )
        )
        if over:
            return [*records, *self.end(EndReason.RULES)]
        self.transition(Trigger.PENDING if self.inventory.has_pending else Trigger.MATCHED)
        return records

    def refuse(self, found: Refuse, news: tuple[Change, ...]) -> list[Notice]:
        """Refuse an action by the clauses it breaks; legal ones before it are carried out."""
        records = self.accept(Accept(found.first)) if found.first else []
        if self.phase is RefereePhase.ENDED:
            return records
        changes = (*differences(self.layout(), self.inventory.unexplained_tops()), *news)
        asked = self.sticky_notice.steps if self.sticky_notice is not None else ()
        refused = self.notice(
            NoticeKind.REFUSED,
            action=found.action,
            violations=found.verdict.violations,
            steps=self.planner.refusal_steps(found.action, changes, asked),
        )
        self.planner.refused_cards |= {
            step.placed.card for step in refused.steps if step.kind is StepKind.TAKE
        }
        again = self.phase is RefereePhase.REFUSED and same_content(self.sticky_notice, refused)
        self.transition(Trigger.ILLEGAL)
        return records if again else [*records, self.notify_sticky(refused)]

    def ask(self, options: list[Option]) -> list[Notice]:
        """Put a question: the options one after the other."""
        first = options[0]
        data = facts_of(first, self.match)
        steps: tuple[CorrectionStep, ...] = ()
        if isinstance(first, PositionCorrection):
            data["awaiting"] = first.waits(self.players())
            steps, data["lines"] = preview_of(first, self.match, self.geometry.is_tracked)
            self.proposed = first
        asked = tuple(o.actions if isinstance(o, Accept) else () for o in options)
        ply = undone(first, self.match) if isinstance(first, TakeBack) else None
        about = ply.action if ply is not None else None
        question = self.notice(
            NoticeKind.QUESTION, action=about, options=asked, steps=steps, data=data
        )
        again = self.phase is RefereePhase.ASKING and same_content(self.sticky_notice, question)
        self.options = options
        self.transition(Trigger.AMBIGUOUS)
        return [] if again else [self.notify_sticky(question)]

    def desync(self) -> list[Notice]:
        """Say what differs, and the smallest correction."""
        changes = differences(self.layout(), self.inventory.unexplained_tops())
        asked = self.sticky_notice.steps if self.sticky_notice is not None else ()
        steps = self.planner.desync_steps(changes, asked)
        named = {cell for step in steps for cell in step.cells}
        owed = (s for s in self.pending_steps() if named.isdisjoint(s.cells))
        record = self.notice(NoticeKind.DESYNCED, steps=(*steps, *owed))
        again = self.phase is RefereePhase.DESYNCED and same_content(self.sticky_notice, record)
        self.options.clear()
        self.transition(Trigger.UNEXPLAINED)
        return [] if again else [self.notify_sticky(record)]

    def take_back(self, to: int) -> list[Notice]:
        """Go back to the state after ply `to`; what the table lacks for it is owed."""
        before = self.layout()
        to = self._undo_target(to)
        undone = [ply.action for ply in reversed(self.match.plies[to:]) if ply.action is not None]
        self.match.undo(to)
        self.options.clear()
        self.inventory.undo_placements(before, self.layout())
        self.inventory.mark_pending(self.layout(), differing(before, self.layout()))
        self.inventory.record_copies(self.layout(), len(self.match.plies))
        self.transition(Trigger.PENDING if self.inventory.has_pending else Trigger.MATCHED)
        hidden = self.planner.face_down_steps(undone, differing(before, self.layout()))
        steps = (*self._unannounced_steps(), *hidden)
        data = {"to": to, **self.inventory.loose_changes()}
        told = self.notify_sticky(
            self.notice(NoticeKind.TAKEN_BACK, steps=steps, next_turn=True, data=data)
        )
        self.unverifiable = [*self.refused_face_down(), *([(told, "")] if hidden else [])]
        return [told]

    def _undo_target(self, to: int) -> int:
        """Who begins, where only the first card told it, is open again with that card gone."""
        opening = all(
            p.action is not None and p.action.seat == CHANCE for p in self.match.plies[:to]
        )
        return max(self.opening_plies, self.undo_limit()) if opening else to

    def apply_correction(self, state: Any, position: str) -> list[Notice]:  # noqa: ANN401 - the game's own
        """Put an agreed state in place of the present one; where the table differs is owed."""
        self.match.correct(state)
        self.options.clear()
        self.proposed = None
        self.inventory.mark_pending(self.layout(), self.inventory.visible_tops())
        self.inventory.record_copies(self.layout(), len(self.match.plies))
        if self.phase not in OPENING:
            self.transition(Trigger.PENDING if self.inventory.has_pending else Trigger.MATCHED)
        steps, data = self.pending_steps(), {"position": position}
        return [
            self.notify_sticky(
                self.notice(NoticeKind.CORRECTED, steps=steps, next_turn=True, data=data)
            )
        ]

    def end(self, reason: EndReason) -> list[Notice]:
        """Close the match."""
        self.transition(Trigger.OVER)
        outcome, data = self.match.outcome, dict[str, Any]()
        if not self.resumable and reason is not EndReason.RULES:
            data = {"resumable": False}
        ended = self.notice(NoticeKind.GAME_ENDED, outcome=outcome, reason=reason.value, data=data)
        return [self.notify_sticky(ended)]

    def _unannounced_steps(self) -> tuple[CorrectionStep, ...]:
        """What hands have still to do, to be said; of a card that nobody sees it is said once."""
        said, steps = self._announced_draw_outs, self.pending_steps()
        self._announced_draw_outs = frozenset(
            step for step in steps if step.kind is StepKind.DRAW_OUT
        )
        return tuple(step for step in steps if step not in said)

    def _turn_key(self) -> tuple[int, frozenset[Seat]]:
        return self.match.turn, self.match.to_act
