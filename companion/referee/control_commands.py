"""Control commands: control cards with a fixed meaning, and the page's buttons.

Theory of operation
-------------------
Every command ends in an action that the rules judge, or in one of the transitions:

    END TURN, READY, DONE   actions of the seat that plays the card; it declines all other options
    UNDO                    undoes the last action, unless something was revealed since
    YES, NO                 answer the referee's question, or else the game's; a correction needs
                            every seat's YES
    WHY, REPEAT, PAUSE      change nothing in the match

A command without a seat is attributed to the seat to move, if there is only one.
"""

from dataclasses import replace

from companion.referee.control_cards import PREFIX, ControlCard
from companion.referee.explain.hidden_chance import advance
from companion.referee.explain.interpretations import Accept
from companion.referee.explain.options import PositionCorrection, TakeBack
from companion.referee.notices import (
    Answered,
    Explained,
    LanguageChanged,
    Notice,
    NotNow,
    Paused,
    Question,
    Refused,
    Repeated,
    Resumed,
)
from companion.referee.phases import IN_ORDER, OPENING, RefereePhase, Trigger
from companion.referee.token_input import TokenInput
from rules import CHANCE, LEGAL, Action, Event, PlacedCard, Seat, Verb, Violation, judge
from rules.core.candidate_actions import Change
from rules.core.event import REVEALED


class ControlCommands(TokenInput):
    """The handler of control cards and page buttons."""

    def _press(self, control: ControlCard, seat: Seat) -> list[Notice]:
        """Execute the command of a control card."""
        if self.phase is RefereePhase.ENDED:
            return []
        match control:
            case ControlCard.LANGUAGE:
                return [LanguageChanged(**self.now())]
            case ControlCard.REPEAT:
                return self._repeat()
            case ControlCard.PAUSE:
                return self._pause()
            case ControlCard.WHY:
                return self._why()
        if not self._accepts_input():
            return []
        if self.phase in OPENING:
            return [self._not_now("opening")]
        match control:
            case ControlCard.END_TURN:
                return self._declare(Verb.PASS, seat, whole=True)
            case ControlCard.READY | ControlCard.DONE:
                return self._declare(Verb.READY, seat)
            case ControlCard.UNDO:
                return self._undo(seat)
            case _:
                return self._answer(seat, yes=control is ControlCard.YES)

    def _pause(self) -> list[Notice]:
        """Start or end a pause."""
        self.paused = not self.paused
        self.restart_reminder()
        if self.paused:
            return [Paused(**self.now())]
        return [Resumed(**self.now()), *self._consider()]

    def _declare(
        self, verb: Verb, seat: Seat = "", value: str = "", *, whole: bool = False
    ) -> list[Notice]:
        """Declare an action for the seat that played the card, or else for the seat to move.

        With `whole` the seat declares it for everything that it may still do.
        """
        if not self._accepts_input():
            return []
        acting, last = sorted(self.match.to_act - {CHANCE}), self.last_seat()
        if verb is Verb.PASS and seat == last and seat not in acting:
            return []  # the seat's turn is over already, so the pass is redundant
        if not seat and (len(acting) != 1 or (verb is Verb.PASS and last not in acting)):
            return [self._not_now("whose")]
        action = Action(seat or acting[0], verb, value=value)
        if self._ignored_while_desynced(action):
            return [self.notify(self._not_now("desynced"))]
        if passes := self._implied_passes(action):
            return [*self.accept(Accept((*passes, action)), declared=True), *self._consider()]
        if (answered := self._answer_by_playing(action)) is not None:
            played = self.phase in IN_ORDER
            return [*answered, *(self._declare(verb, seat, value, whole=whole) if played else ())]
        verdict = self.match.judge(action)
        if not verdict.legal:
            if occluded := self.relevant_occluded_cells():
                return self.defer_verdict(occluded)
            violations = verdict.violations
            return [self.notify(Refused(**self.now(), action=action, violations=violations))]
        if warning := self._warn_missing_declaration(action):
            return warning
        actions = (action, *(self._rest_of_turn(action) if whole else ()))
        return [*self.accept(Accept(actions), declared=True), *self._consider()]

    def _implied_passes(self, action: Action) -> tuple[Action, ...]:
        """Return the previous seat's passes that the next seat's declaration implies.

        If both may act at the same time, no passes are implied.
        """
        game, state, last = self.match.game, self.match.state, self.last_seat()
        decline, count = Action(last, Verb.PASS), 0
        while action.seat not in game.to_act(state) and last in game.to_act(state):
            if judge(game, state, decline) != LEGAL:
                return ()
            state, count = advance(game, state, decline), count + 1
        return (decline,) * count if count and judge(game, state, action).legal else ()

    def _rest_of_turn(self, first: Action) -> tuple[Action, ...]:
        """Return the repetitions of an action by which END TURN declines all remaining options."""
        game, state, count = self.match.game, self.match.state, 0
        state = advance(game, state, first)
        while first.seat in game.to_act(state) and judge(game, state, first) == LEGAL:
            state, count = advance(game, state, first), count + 1
        return (first,) * count

    def _undo(self, seat: Seat) -> list[Notice]:
        """Undo the last action that was not chance's, if nothing was revealed since.

        A seat whose READY is final cannot undo what another seat has planned since.
        """
        actions = [p.action for p in self.match.plies]
        while actions and actions[-1] is not None and actions[-1].seat == CHANCE:
            actions.pop()
        if not actions:
            return [self._not_now("nothing_to_undo")]
        final = self._final_ready(seat)
        if final or len(actions) - 1 < self.match.undo_limit():
            events = () if final else self._undo_barrier()
            revealed = NotNow(**self.now(), reason="revealed", violations=final, events=events)
            return [revealed]
        if len(actions) - 1 < self.undo_limit():
            return [self._not_now("agreed")]
        return [*self.take_back(len(actions) - 1), *self._consider()]

    def _undo_barrier(self) -> tuple[Event, ...]:
        """Return the events that prevent undo because they showed a card to one seat."""
        match, at = self.match, self.match.undo_limit()
        events = match.plies[at - 1].events if at else ()
        stop = next((n for n, each in enumerate(events) if match.game.reveals(each)), -1)
        if stop < 0 or events[stop].kind == REVEALED:
            return ()
        return tuple(map(_without_cards, events[: stop + 1]))

    def _final_ready(self, seat: Seat) -> tuple[Violation, ...]:
        """Return the clause that makes a READY final while another seat is still planning, if any.

        With `seat` "", the last action determines the seat.
        """
        acting = self.match.to_act - {CHANCE}
        for ply in reversed(self.match.plies):
            action = ply.action
            if action is None or action.verb not in (Verb.DECLARE, Verb.READY):
                break
            if action.verb is Verb.READY and seat in ("", action.seat):
                is_final = acting and action.seat not in acting
                return self.match.judge(action).violations[:1] if is_final else ()
            if not seat:
                break
        return ()

    def _why(self) -> list[Notice]:
        """Explain the last refusal."""
        if self.last_refusal is None:
            return [self._not_now("no_reason")]
        return [Explained(**self.now(), about=self.last_refusal)]

    def _repeat(self) -> list[Notice]:
        """Repeat the last notice."""
        if self.last_notice is None:  # a resumed match whose table has not been seen yet
            return [self._not_now("nothing_to_repeat")]
        return [Repeated(**self.now(), about=self.last_notice)]

    def _answer(self, seat: Seat, *, yes: bool) -> list[Notice]:
        """Answer the referee's open question, or else the game's."""
        if self.phase is not RefereePhase.ASKING or not self.options:
            return self._affirm(seat) if yes else self._decline(seat)
        option, *others = self.options
        if isinstance(option, PositionCorrection):
            return self._consent(option, seat, yes=yes)
        answered = Answered(**self.now(), yes=yes)
        if not yes:
            self.asked = 0, ()
            return [answered, *(self.ask(others) if others else self.desync())]
        if isinstance(option, TakeBack):
            return [answered, *self.take_back(option.to), *self._consider()]
        return [answered, *self.accept(option)]

    def _consent(self, option: PositionCorrection, seat: Seat, *, yes: bool) -> list[Notice]:
        """Record a seat's answer to a correction: every seat must say YES, and one NO ends it."""
        if not yes:
            self.options.clear()
            self.proposed = None
            return [Answered(**self.now(), yes=False), *self._consider()]
        if seat not in self.players():
            return [self._not_now("whose")]
        option = replace(option, agreed=option.agreed | {seat})
        awaiting = tuple(option.awaiting(self.players()))
        answered = Answered(**self.now(), yes=True, agreed=seat, awaiting=awaiting)
        if not awaiting:
            return [answered, *self.apply_correction(option.state, option.text), *self._consider()]
        self.options, self.proposed = [option], option
        return [answered]

    def _reopen_correction(self, *, announced: bool) -> list[Notice]:
        """Reopen an unanswered correction after the table has changed.

        If nothing else has been announced, the answers so far count; otherwise every seat is
        asked again.
        """
        correction, sticky = self.proposed, self.sticky_notice
        if (
            correction is None
            or self.phase not in IN_ORDER
            or self.faults
            or not self._accepts_input()
        ):
            return []
        if announced or not (isinstance(sticky, Question) and sticky.correction):
            return self.ask([replace(correction, agreed=frozenset())])
        self.options = [correction]
        self.transition(Trigger.AMBIGUOUS)
        return []

    def _affirm(self, seat: Seat) -> list[Notice]:
        """Answer the game's question with YES, as a YES card in the seat's control zone does."""
        acting = sorted(self.match.to_act - {CHANCE})
        seat = seat or (acting[0] if len(acting) == 1 else "")
        played = Change(f"{seat}.control", None, PlacedCard(PREFIX + ControlCard.YES, seat))
        verdicts = self._judge_changes((played,)) if seat in acting else {}
        legal = any(verdict.legal for verdict in verdicts.values())
        return self._resolve_candidates(verdicts) if legal else [self._not_now("no_question")]

    def _decline(self, seat: Seat) -> list[Notice]:
        """Decline one step with NO, if a step may be declined."""
        seat = seat or self.last_seat()
        action = Action(seat, Verb.PASS)
        if seat in self.match.to_act and self.match.judge(action) == LEGAL:
            return self._declare(Verb.PASS, seat)
        return [self._not_now("no_question")]

    def _not_now(self, reason: str) -> Notice:
        """Return the notice that a command has no effect at present."""
        return NotNow(**self.now(), reason=reason)


def _without_cards(event: Event) -> Event:
    """Return an event without the cards that only the seat that drew them has seen."""
    return replace(event, card="", to="", number=event.number or len(event.items), items=())
