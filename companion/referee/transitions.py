"""Transitions: joint changes of match, inventory and phase.

Theory of operation
-------------------
`companion.referee.table_judge` interprets tables, and `companion.referee.input_router` inputs. For
each of their results, one method here changes match, inventory and phase together and returns the
notices to announce:

    confirm_sync       nothing differs                          → IN_SYNC or AWAITING_PLAYERS
    accept             actions explain the table                → IN_SYNC, AWAITING_PLAYERS or ENDED
    take_back          the table shows an earlier ply           → IN_SYNC or AWAITING_PLAYERS
    ask                more than one explanation                → ASKING
    refuse             one illegal literal action               → REFUSED
    desync             nothing explains the table               → DESYNCED
"""

from dataclasses import replace
from typing import Any

from companion.referee.explain.hidden_chance import advance
from companion.referee.explain.interpretations import Accept, Refuse
from companion.referee.explain.options import (
    Option,
    PositionCorrection,
    TakeBack,
    predicted_events,
    preview_of,
    undone,
)
from companion.referee.inventory.cards import differing
from companion.referee.inventory.steps import CorrectionStep, StepKind
from companion.referee.notices import (
    Accepted,
    Corrected,
    Desynced,
    EndReason,
    GameEnded,
    Notice,
    PutBack,
    Question,
    Refused,
    Resynced,
    TakenBack,
)
from companion.referee.phases import OPENING, RefereePhase, Trigger
from companion.referee.referee_state import RefereeState, same_content
from companion.referee.table import differences
from rules import CHANCE, LEGAL, Action, Seat, Verb
from rules.core.candidate_actions import Change


class Transitions(RefereeState):
    """Changes of the referee's state after an interpretation of the table."""

    _announced_draw_outs: frozenset[CorrectionStep] = frozenset()
    """Announced steps for cards that are beneath others and return to a hand."""
    asked: tuple[int, tuple[Accept, ...]] = (0, ())
    """The last question's explanations of the table, and the number of plies at that time."""

    def confirm_sync(self) -> list[Notice]:
        """Record that table and match agree."""
        pick_up = self._pick_up_action()
        if pick_up is not None:
            self.inventory = self.inventory.recall_removed_tops()
        to_take = self.inventory.to_take
        self.inventory = self.inventory.absorb_piles(new_cards=False)
        piles_cleared = self.inventory.to_take != to_take
        self.inventory = self.inventory.record_copies(self.layout(), len(self.match.plies))
        before = self.phase
        self.transition(Trigger.PENDING if self.inventory.has_pending else Trigger.MATCHED)
        self.options.clear()
        notices: list[Notice] = []
        back_in_sync = (
            before in (RefereePhase.DESYNCED, RefereePhase.AWAITING_PLAYERS)
            and self.phase is RefereePhase.IN_SYNC
        )
        if before is RefereePhase.REFUSED or (piles_cleared and not back_in_sync):
            notices.append(PutBack(**self.now(), steps=self.pending_steps()))
        elif back_in_sync:
            asks = tuple(self.match.game.prompts(self.match.state))
            notices.append(Resynced(**self.now(), asks=asks))
        return [*notices, *self.accept(Accept((pick_up,)))] if pick_up else notices

    def _pick_up_action(self) -> Action | None:
        """Return the action of taking the top card off a pile, if it is certainly legal.

        Players may move a pile anywhere, so a pick-up that means no action is not a fault.
        """
        removed = self.inventory.removed_tops()
        uncovered = {change.cell for change in removed}
        for action in (
            self.match.game.candidate_actions(self.match.state, removed) if removed else ()
        ):
            # The visible card was uncovered, not placed.
            placed = action.verb is Verb.PLACE and action.to in uncovered
            if not placed and self.match.judge(action) == LEGAL:
                return action
        return None

    def accept(
        self, accepted: Accept, *, declared: bool = False, new_cards: bool = False
    ) -> list[Notice]:
        """Apply actions.

        Players complete `declared` actions on the table later. `new_cards`: the new cards on piles
        are part of the actions.
        """
        turn, before = self._turn_key(), self.layout()
        cell_owners = self.match.game.cell_owners(self.match.state)
        self._drawn_cells.clear()
        notices: list[Accepted] = []
        for action in accepted.actions:
            notices += self.play(action)
        own = [i for i, r in enumerate(notices) if r.action and r.action.seat != CHANCE]
        at = own[-1] if own else 0  # the first result of chance, if no seat acted
        over = self.match.outcome is not None
        self.options.clear()
        behind = (
            differing(before, self.layout())
            if declared
            else (*accepted.pending, *self._drawn_cells)
        )
        self.inventory = self.inventory.mark_pending(self.layout(), behind)
        if not declared:
            self.inventory = self.inventory.absorb_piles(new_cards=new_cards)
            self.inventory = self.inventory.record_copies(self.layout(), len(self.match.plies))
        self.inventory, loose = self.inventory.loose_changes()
        notices[at] = self.notify_sticky(
            replace(
                notices[at],
                steps=(
                    *self._unannounced_steps(),
                    *(self.planner.hand_to_pile_steps(before) if declared else ()),
                    *self.planner.owner_token_steps(cell_owners, before),
                    *self.planner.counter_steps(before),
                ),
                next_turn=not over and self._turn_key() != turn,
                to_act=tuple(sorted(self.match.to_act)),
                **loose,
            )
        )
        if over:
            return [*notices, *self.end(EndReason.RULES)]
        self.transition(Trigger.PENDING if self.inventory.has_pending else Trigger.MATCHED)
        return [*notices]

    def refuse(self, refusal: Refuse, new_cards: tuple[Change, ...]) -> list[Notice]:
        """Accept the legal actions before a refused one, then refuse it, naming the clauses."""
        notices: list[Notice] = self.accept(Accept(refusal.preceding)) if refusal.preceding else []
        if self.phase is RefereePhase.ENDED:
            return notices
        changes = (*self.unexplained_changes(), *new_cards)
        announced_steps = self.sticky_notice.steps if self.sticky_notice is not None else ()
        refused = Refused(
            **self.now(),
            action=refusal.action,
            violations=refusal.verdict.violations,
            steps=self.planner.refusal_steps(refusal.action, changes, announced_steps),
        )
        self.refused_cards |= {
            step.placed.card for step in refused.steps if step.kind is StepKind.TAKE
        }
        repeated = self.phase is RefereePhase.REFUSED and same_content(self.sticky_notice, refused)
        self.transition(Trigger.ILLEGAL)
        return notices if repeated else [*notices, self.notify_sticky(refused)]

    def ask(self, options: list[Option]) -> list[Notice]:
        """Ask about the options, one after another."""
        first = options[0]
        offered = tuple(o.actions if isinstance(o, Accept) else () for o in options)
        question = Question(**self.now(), options=offered)
        if isinstance(first, PositionCorrection):
            self.proposed = first
            awaiting = tuple(first.awaiting(self.players()))
            steps, lines = preview_of(first, self.match, self.geometry.is_tracked)
            question = replace(
                question, correction=first.text, awaiting=awaiting, steps=steps, lines=tuple(lines)
            )
        elif isinstance(first, TakeBack):
            ply = undone(first, self.match)
            # A question's notice names no clauses.
            events = () if ply is None else tuple(replace(e, clause="") for e in ply.events)
            action = None if ply is None else ply.action
            question = replace(question, take_back=True, action=action, events=events)
        else:
            question = replace(question, predicted=predicted_events(first, self.match))
        repeated = self.phase is RefereePhase.ASKING and same_content(self.sticky_notice, question)
        self.options = options
        readings = tuple(option for option in options if isinstance(option, Accept))
        self.asked = len(self.match.plies), readings if len(readings) == len(options) else ()
        self.transition(Trigger.AMBIGUOUS)
        return [] if repeated else [self.notify_sticky(question)]

    @property
    def readings(self) -> tuple[Accept, ...]:
        """The last question's explanations of the table, if nothing has been accepted since."""
        ply, readings = self.asked
        return readings if ply == len(self.match.plies) else ()

    def state_after(self, reading: Accept) -> Any:  # noqa: ANN401 - the game's own type
        """Return the state after a reading's actions."""
        state = self.match.state
        for action in reading.actions:
            state = advance(self.match.game, state, action)
        return state

    def has_just_asked(self) -> bool:
        """Return True if the open question is announced for this frame: players do not know it."""
        asked = self.sticky_notice if self.phase is RefereePhase.ASKING else None
        return asked is not None and asked.frame == self.frame

    def unexplained_changes(self) -> tuple[Change, ...]:
        """Return the changes since the match's layout, or since that of an unanswered question.

        The layout with fewer changes counts, so that players need not undo what was asked about.
        """
        game, tops = self.match.game, self.inventory.unexplained_tops()
        found = [differences(self.layout(), tops)]
        for reading in self.readings:
            changes = differences(game.layout(self.state_after(reading)), tops)
            found.append(tuple(c for c in changes if c.cell not in reading.pending))
        return min(found, key=len)

    def desync(self) -> list[Notice]:
        """Report the differences and the smallest correction."""
        changes = self.unexplained_changes()
        announced_steps = self.sticky_notice.steps if self.sticky_notice is not None else ()
        steps = self.planner.desync_steps(changes, announced_steps)
        named = {cell for step in steps for cell in step.cells}
        others = (s for s in self.pending_steps() if named.isdisjoint(s.cells))
        notice = Desynced(**self.now(), steps=(*steps, *others))
        repeated = self.phase is RefereePhase.DESYNCED and same_content(self.sticky_notice, notice)
        self.options.clear()
        self.transition(Trigger.UNEXPLAINED)
        return [] if repeated else [self.notify_sticky(notice)]

    def take_back(self, to: int) -> list[Notice]:
        """Go back to the state after ply `to`; cells that differ become pending."""
        before = self.layout()
        to = self._undo_target(to)
        undone = [ply.action for ply in reversed(self.match.plies[to:]) if ply.action is not None]
        self.match.undo(to)
        self.options.clear()
        self.inventory = self.inventory.undo_placements(before, self.layout())
        self.inventory = self.inventory.mark_pending(
            self.layout(), differing(before, self.layout())
        )
        self.inventory = self.inventory.record_copies(self.layout(), len(self.match.plies))
        self.transition(Trigger.PENDING if self.inventory.has_pending else Trigger.MATCHED)
        hidden = self.planner.face_down_steps(undone, differing(before, self.layout()))
        steps = (*self._unannounced_steps(), *hidden)
        self.inventory, loose = self.inventory.loose_changes()
        notice = self.notify_sticky(TakenBack(**self.now(), to=to, steps=steps, **loose))
        self.unverifiable = [*self.refused_face_down(), *([(notice, "")] if hidden else [])]
        return [notice]

    def _undo_target(self, to: int) -> int:
        """Return the target ply. Undoing the first card also undoes the choice of first seat."""
        opening = all(
            p.action is not None and p.action.seat == CHANCE for p in self.match.plies[:to]
        )
        return max(self.opening_plies, self.undo_limit()) if opening else to

    def apply_correction(self, state: Any, position: str) -> list[Notice]:  # noqa: ANN401 - the game's own type
        """Replace the state with an agreed one; cells on which the table differs become pending."""
        self.match.correct(state)
        self.options.clear()
        self.proposed = None
        self.inventory = self.inventory.mark_pending(self.layout(), self.inventory.visible_tops())
        self.inventory = self.inventory.record_copies(self.layout(), len(self.match.plies))
        if self.phase not in OPENING:
            self.transition(Trigger.PENDING if self.inventory.has_pending else Trigger.MATCHED)
        corrected = Corrected(**self.now(), position=position, steps=self.pending_steps())
        return [self.notify_sticky(corrected)]

    def end(self, reason: EndReason) -> list[Notice]:
        """Close the match."""
        self.transition(Trigger.OVER)
        kept = self.resumable or reason is EndReason.RULES
        outcome = self.match.outcome
        ended = GameEnded(**self.now(), outcome=outcome, reason=reason, resumable=kept)
        return [self.notify_sticky(ended)]

    def _unannounced_steps(self) -> tuple[CorrectionStep, ...]:
        """Return the pending steps to announce; a step for a buried card is announced only once."""
        announced, steps = self._announced_draw_outs, self.pending_steps()
        self._announced_draw_outs = frozenset(
            step for step in steps if step.kind is StepKind.DRAW_OUT
        )
        return tuple(step for step in steps if step not in announced)

    def _turn_key(self) -> tuple[int, frozenset[Seat]]:
        return self.match.turn, self.match.to_act
