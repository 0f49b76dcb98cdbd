"""What is said by a word: control cards, whose meaning is ours, and the pages' buttons.

Theory of operation
-------------------
Everything said ends in an action that the rules judge, or in one of the ledger's own steps:

    END TURN, READY, DONE   actions of the seat whose word it is; what it leaves unsaid is declined
    UNDO                    takes the last action back, unless something was revealed since
    YES, NO                 answer our question, else the game's; a correction needs every YES
    WHY, SAY AGAIN, PAUSE   change nothing in the match

A word that names no seat is that of the one who is to move, if it is one only.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from companion.referee.control_cards import PREFIX, ControlCard
from companion.referee.explain.hidden_chance import advance
from companion.referee.explain.interpretations import Accept
from companion.referee.explain.options import PositionCorrection, TakeBack
from companion.referee.notices import Notice, NoticeKind
from companion.referee.phases import OPENING, RefereePhase, Trigger
from companion.referee.token_input import TokenInput
from rules import CHANCE, LEGAL, Action, PlacedCard, Verb, judge
from rules.core.candidate_actions import Change
from rules.core.event import REVEALED, event_data

if TYPE_CHECKING:
    from rules import Event, Seat, Violation

_IN_ORDER: Final = frozenset((RefereePhase.IN_SYNC, RefereePhase.AWAITING_PLAYERS))


class ControlCommands(TokenInput):
    """A bench that is spoken to."""

    def _press(self, control: ControlCard, seat: Seat) -> list[Notice]:
        if self.phase is RefereePhase.ENDED:
            return []
        match control:
            case ControlCard.LANGUAGE:
                return [self.notice(NoticeKind.LANGUAGE)]
            case ControlCard.REPEAT:
                return (
                    [self.notice(NoticeKind.REPEATED, about=self.last_notice)]
                    if self.last_notice
                    else []
                )
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
        self.paused = not self.paused
        self.restart_reminder()
        if self.paused:
            return [self.notice(NoticeKind.PAUSED)]
        return [self.notice(NoticeKind.RESUMED), *self._consider()]

    def _declare(
        self, verb: Verb, seat: Seat = "", value: str = "", *, whole: bool = False
    ) -> list[Notice]:
        """A spoken action, by the seat the card lies before, else by the one who is to move.

        With `whole` the seat says it of everything that is still open to it.
        """
        if not self._accepts_input():
            return []
        acting, last = sorted(self.match.to_act - {CHANCE}), self.last_seat()
        if verb is Verb.PASS and seat == last and seat not in acting:
            return []  # its turn is over already: handing over is only polite
        if not seat and (len(acting) != 1 or (verb is Verb.PASS and last not in acting)):
            return [self._not_now("whose")]
        action = Action(seat or acting[0], verb, value=value)
        if self._ignored_while_desynced(action):
            return [self.notify(self._not_now("desynced"))]
        if left := self._implied_passes(action):
            return [*self.accept(Accept((*left, action)), declared=True), *self._consider()]
        verdict = self.match.judge(action)
        if not verdict.legal:
            if hidden := self.relevant_occluded_cells():
                return self.defer_verdict(hidden)
            violations = verdict.violations
            return [
                self.notify(self.notice(NoticeKind.REFUSED, action=action, violations=violations))
            ]
        if left_out := self._warn_missing_declaration(action):
            return left_out
        actions = (action, *(self._rest_of_turn(action) if whole else ()))
        return [*self.accept(Accept(actions), declared=True), *self._consider()]

    def _implied_passes(self, action: Action) -> tuple[Action, ...]:
        """What the seat that acted last declines by leaving the table to the next one's word.

        Where both may act at once nobody leaves the table to anybody.
        """
        game, state, last = self.match.game, self.match.state, self.last_seat()
        decline, left = Action(last, Verb.PASS), 0
        while action.seat not in game.to_act(state) and last in game.to_act(state):
            if judge(game, state, decline) != LEGAL:
                return ()
            state, left = advance(game, state, decline), left + 1
        return (decline,) * left if left and judge(game, state, action).legal else ()

    def _rest_of_turn(self, first: Action) -> tuple[Action, ...]:
        """As often as the seat may say the same again: END TURN declines all that is left."""
        game, state, rest = self.match.game, self.match.state, 0
        state = advance(game, state, first)
        while first.seat in game.to_act(state) and judge(game, state, first) == LEGAL:
            state, rest = advance(game, state, first), rest + 1
        return (first,) * rest

    def _undo(self, seat: Seat) -> list[Notice]:
        """Take back the last action that was not chance's, if nothing was revealed since.

        Whose READY stands takes nothing back that another plans meanwhile.
        """
        actions = [p.action for p in self.match.plies]
        while actions and actions[-1] is not None and actions[-1].seat == CHANCE:
            actions.pop()
        if not actions:
            return [self._not_now("nothing_to_undo")]
        final = self._final_ready(seat)
        if final or len(actions) - 1 < self.match.undo_limit():
            data = {} if final else self._undo_barrier()
            return [self.notice(NoticeKind.NOT_NOW, reason="revealed", violations=final, data=data)]
        if len(actions) - 1 < self.undo_limit():
            return [self._not_now("agreed")]
        return [*self.take_back(len(actions) - 1), *self._consider()]

    def _undo_barrier(self) -> dict[str, Any]:
        """What undo stops at, where nothing was revealed: a card that only its seat has seen."""
        match, at = self.match, self.match.undo_limit()
        events = match.plies[at - 1].events if at else ()
        stop = next((n for n, each in enumerate(events) if match.game.reveals(each)), -1)
        if stop < 0 or events[stop].kind == REVEALED:
            return {}
        return {"events": [event_data(_bare(each)) for each in events[: stop + 1]]}

    def _final_ready(self, seat: Seat) -> tuple[Violation, ...]:
        """Why the READY of a seat stands for which another waits still; () if it does not.

        `seat`: "" if nobody knows whose word it is, so that it is about the last action.
        """
        acting = self.match.to_act - {CHANCE}
        for ply in reversed(self.match.plies):
            action = ply.action
            if action is None or action.verb not in (Verb.DECLARE, Verb.READY):
                break
            if action.verb is Verb.READY and seat in ("", action.seat):
                stands = acting and action.seat not in acting
                return self.match.judge(action).violations[:1] if stands else ()
            if not seat:
                break
        return ()

    def _why(self) -> list[Notice]:
        if self.last_refusal is None:
            return [self._not_now("no_reason")]
        return [self.notice(NoticeKind.EXPLAINED, about=self.last_refusal)]

    def _answer(self, seat: Seat, *, yes: bool) -> list[Notice]:
        if self.phase is not RefereePhase.ASKING or not self.options:
            return self._affirm(seat) if yes else self._decline(seat)
        option, *rest = self.options
        if isinstance(option, PositionCorrection):
            return self._consent(option, seat, yes=yes)
        answered = self.notice(NoticeKind.ANSWERED, reason="yes" if yes else "no")
        if not yes:
            return [answered, *(self.ask(rest) if rest else self.desync())]
        if isinstance(option, TakeBack):
            return [answered, *self.take_back(option.to), *self._consider()]
        return [answered, *self.accept(option)]

    def _consent(self, option: PositionCorrection, seat: Seat, *, yes: bool) -> list[Notice]:
        """A correction needs the YES of every seat, each on its own place; one NO ends it."""
        if not yes:
            self.options.clear()
            self.proposed = None
            return [self.notice(NoticeKind.ANSWERED, reason="no"), *self._consider()]
        if seat not in self.players():
            return [self._not_now("whose")]
        option = replace(option, agreed=option.agreed | {seat})
        data = {"agreed": seat, "awaiting": option.waits(self.players())}
        answered = self.notice(NoticeKind.ANSWERED, reason="yes", data=data)
        if not data["awaiting"]:
            return [answered, *self.apply_correction(option.state, option.text), *self._consider()]
        self.options, self.proposed = [option], option
        return [answered]

    def _reopen_correction(self, *, said: bool) -> list[Notice]:
        """A correction stays a question until it is answered, whatever lay on the table meanwhile.

        Where nothing else was said since, it is as it was; else all are asked anew.
        """
        wanted, last = self.proposed, self.sticky_notice
        if (
            wanted is None
            or self.phase not in _IN_ORDER
            or self.faults
            or not self._accepts_input()
        ):
            return []
        if said or last is None or not last.data.get("correction"):
            return self.ask([replace(wanted, agreed=frozenset())])
        self.options = [wanted]
        self.transition(Trigger.AMBIGUOUS)
        return []

    def _affirm(self, seat: Seat) -> list[Notice]:
        """YES where we asked nothing answers what the game asks, as the card on its place does."""
        acting = sorted(self.match.to_act - {CHANCE})
        seat = seat or (acting[0] if len(acting) == 1 else "")
        laid = Change(f"{seat}.control", None, PlacedCard(PREFIX + ControlCard.YES, seat))
        verdicts = self._judge_changes((laid,)) if seat in acting else {}
        legal = any(verdict.legal for verdict in verdicts.values())
        return self._resolve_candidates(verdicts) if legal else [self._not_now("no_question")]

    def _decline(self, seat: Seat) -> list[Notice]:
        """NO where nothing is asked declines one step, if one may be declined."""
        seat = seat or self.last_seat()
        action = Action(seat, Verb.PASS)
        if seat in self.match.to_act and self.match.judge(action) == LEGAL:
            return self._declare(Verb.PASS, seat)
        return [self._not_now("no_question")]

    def _not_now(self, reason: str) -> Notice:
        return self.notice(NoticeKind.NOT_NOW, reason=reason)


def _bare(event: Event) -> Event:
    """An event without the cards it names: only whoever drew them has seen them."""
    return replace(event, card="", to="", number=event.number or len(event.items), items=())
