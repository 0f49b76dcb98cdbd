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
from itertools import islice

from companion.referee import notices
from companion.referee.control_cards import PREFIX, ControlCard
from companion.referee.explain.hidden_chance import advance
from companion.referee.explain.interpretations import Accept
from companion.referee.explain.options import PositionCorrection
from companion.referee.explain.search import SPOKEN
from companion.referee.notices import Notice
from companion.referee.phases import IN_ORDER, RefereePhase
from companion.referee.ruling import Ruling, announces
from companion.referee.table_judge import defer_verdict, reconsider, relevant_occluded_cells
from companion.referee.token_input import (
    answer_by_playing,
    ignored_while_desynced,
    judge_changes,
    resolve_candidates,
    warn_missing_declaration,
)
from companion.referee.transitions import accept, apply_correction, ask, desync, take_back
from rules import CHANCE, LEGAL, Action, Event, PlacedCard, Seat, Verb, Violation, judge
from rules.core.candidate_actions import Change
from rules.core.event import REVEALED


def press(r: Ruling, control: ControlCard, seat: Seat) -> None:
    """Execute the command of a control card."""
    if r.phase is RefereePhase.ENDED:
        return
    match control:
        case ControlCard.LANGUAGE:
            r.emit(notices.LanguageChanged())
        case ControlCard.REPEAT:
            _cite(r, notices.Repeated, r.at.last, "nothing_to_repeat")
        case ControlCard.PAUSE:
            pause(r)
        case ControlCard.WHY:
            _cite(r, notices.Explained, r.at.last_refusal, "no_reason")
        case _ if not r.accepts_input:
            return
        case _ if r.opening:
            r.decline("opening")
        case ControlCard.END_TURN:
            declare(r, Verb.PASS, seat, whole=True)
        case ControlCard.READY | ControlCard.DONE:
            declare(r, Verb.READY, seat)
        case ControlCard.UNDO:
            _undo(r, seat)
        case _:
            _answer(r, seat, yes=control is ControlCard.YES)


def pause(r: Ruling) -> None:
    """Start or end a pause."""
    if r.at.overlays.paused:
        r.emit(notices.Resumed())
        reconsider(r)
    else:
        r.emit(notices.Paused())


def declare(
    r: Ruling, verb: Verb, seat: Seat = "", value: str = "", *, whole: bool = False
) -> None:
    """Declare an action for the seat that played the card, or else for the seat to move.

    With `whole` the seat declares it for everything that it may still do.
    """
    if not r.accepts_input:
        return
    acting, last = sorted(r.match.to_act - {CHANCE}), r.at.last_seat
    if verb is Verb.PASS and seat == last and seat not in acting:
        return  # the seat's turn is over already, so the pass is redundant
    if not seat and (len(acting) != 1 or (verb is Verb.PASS and last not in acting)):
        r.decline("whose")
        return
    action = Action(seat or acting[0], verb, value=value)
    if ignored_while_desynced(r, action):
        r.decline("desynced")
        return
    if implied := _implied_passes(r, action) or _implied_opening(r, action):
        accept(r, Accept((*implied, action)), declared=True)
        reconsider(r)
        return
    if answer_by_playing(r, action):
        if r.phase in IN_ORDER:
            declare(r, verb, seat, value, whole=whole)
        return
    verdict = r.match.judge(action)
    if not verdict.legal:
        if occluded := relevant_occluded_cells(r):
            defer_verdict(r, occluded)
        else:
            r.emit(notices.Refused(action=action, violations=verdict.violations))
    elif not warn_missing_declaration(r, action):
        actions = (action, *(_rest_of_turn(r, action) if whole else ()))
        accept(r, Accept(actions), declared=True)
        reconsider(r)


def _implied_passes(r: Ruling, action: Action) -> tuple[Action, ...]:
    """Return the previous seat's passes that the next seat's declaration implies.

    If both may act at the same time, no passes are implied.
    """
    game, state, last = r.match.game, r.match.state, r.at.last_seat
    decline, count = Action(last, Verb.PASS), 0
    while action.seat not in game.to_act(state) and last in game.to_act(state):
        if judge(game, state, decline) != LEGAL:
            return ()
        state, count = advance(game, state, decline), count + 1
    return (decline,) * count if count and judge(game, state, action).legal else ()


def _implied_opening(r: Ruling, action: Action) -> tuple[Action, ...]:
    """Return the choice of the first seat that a declaration implies before the first turn."""
    game, state = r.match.game, r.match.state
    if r.match.to_act != {CHANCE}:
        return ()
    outcomes = (each for each in game.legal(state) if each.verb in SPOKEN)
    chosen = (o for o in outcomes if judge(game, advance(game, state, o), action).legal)
    return tuple(islice(chosen, 1))


def _rest_of_turn(r: Ruling, first: Action) -> tuple[Action, ...]:
    """Return the repetitions of an action by which END TURN declines all remaining options."""
    game, state, count = r.match.game, r.match.state, 0
    state = advance(game, state, first)
    while first.seat in game.to_act(state) and judge(game, state, first) == LEGAL:
        state, count = advance(game, state, first), count + 1
    return (first,) * count


def _undo(r: Ruling, seat: Seat) -> None:
    """Undo the last action that was not chance's, if nothing was revealed since.

    A seat whose READY is final cannot undo what another seat has planned since.
    """
    actions = [p.action for p in r.match.plies]
    while actions and actions[-1] is not None and actions[-1].seat == CHANCE:
        actions.pop()
    final = _final_ready(r, seat)
    if not actions:
        r.decline("nothing_to_undo")
    elif final or len(actions) - 1 < r.match.undo_limit():
        events = () if final else _undo_barrier(r)
        r.emit(notices.NotNow(reason="revealed", violations=final, events=events))
    elif len(actions) - 1 < r.at.undo_limit:
        r.decline("agreed")
    else:
        take_back(r, len(actions) - 1)
        reconsider(r)


def _undo_barrier(r: Ruling) -> tuple[Event, ...]:
    """Return the events that prevent undo because they showed a card to one seat."""
    match, at = r.match, r.match.undo_limit()
    events = match.plies[at - 1].events if at else ()
    stop = next((n for n, each in enumerate(events) if match.game.reveals(each)), -1)
    if stop < 0 or events[stop].kind == REVEALED:
        return ()
    # Only the seat that drew the cards has seen them.
    return tuple(
        each._replace(card="", to="", number=each.number or len(each.items), items=())
        for each in events[: stop + 1]
    )


def _final_ready(r: Ruling, seat: Seat) -> tuple[Violation, ...]:
    """Return the clause that makes a READY final while another seat is still planning, if any.

    With `seat` "", the last action determines the seat.
    """
    acting = r.match.to_act - {CHANCE}
    for ply in reversed(r.match.plies):
        action = ply.action
        if action is None or action.verb not in (Verb.DECLARE, Verb.READY):
            break
        if action.verb is Verb.READY and seat in ("", action.seat):
            is_final = acting and action.seat not in acting
            return r.match.judge(action).violations[:1] if is_final else ()
        if not seat:
            break
    return ()


def _cite(
    r: Ruling,
    kind: type[notices.Explained | notices.Repeated],
    about: Notice | None,
    otherwise: str,
) -> None:
    """Explain or repeat an earlier notice, or decline if there is none.

    A resumed match whose table has not been seen yet has none to repeat.
    """
    if about is None:
        r.decline(otherwise)
    else:
        r.emit(kind(about=about))


def _answer(r: Ruling, seat: Seat, *, yes: bool) -> None:
    """Answer the referee's open question, or else the game's."""
    if r.phase is not RefereePhase.ASKING or not r.at.asked.options:
        if yes:
            _affirm(r, seat)
        else:
            _decline(r, seat)
        return
    option, *others = r.at.asked.options
    if isinstance(option, PositionCorrection):
        _consent(r, option, seat, yes=yes)
        return
    r.emit(notices.Answered(yes=yes))
    if not yes:
        if others:
            ask(r, others)
        else:
            desync(r)
    elif isinstance(option, Accept):
        accept(r, option)
    else:
        take_back(r, option.to)
        reconsider(r)


def _consent(r: Ruling, option: PositionCorrection, seat: Seat, *, yes: bool) -> None:
    """Record a seat's answer to a correction: every seat must say YES, and one NO ends it."""
    if not yes:
        r.emit(notices.Answered(yes=False))
        reconsider(r)
        return
    if seat not in r.at.players:
        r.decline("whose")
        return
    option = replace(option, agreed=option.agreed | {seat})
    awaiting = tuple(option.awaiting(r.at.players))
    r.emit(notices.Answered(yes=True, agreed=seat, awaiting=awaiting))
    if not awaiting:
        apply_correction(r, option.text)
        reconsider(r)


def reopen_correction(r: Ruling) -> None:
    """Reopen an unanswered correction after the table has changed.

    If nothing else has been announced, the answers so far count; otherwise every seat is
    asked again.
    """
    correction, sticky = r.at.asked.proposed, r.at.sticky
    if correction is None or r.phase not in IN_ORDER or r.at.faults or not r.accepts_input:
        return
    if announces(r.notices) or not (isinstance(sticky, notices.Question) and sticky.correction):
        ask(r, [replace(correction, agreed=frozenset())])
    else:
        r.emit(notices.Reopened())


def _affirm(r: Ruling, seat: Seat) -> None:
    """Answer the game's question with YES, as a YES card in the seat's control zone does."""
    acting = sorted(r.match.to_act - {CHANCE})
    seat = seat or (acting[0] if len(acting) == 1 else "")
    played = Change(f"{seat}.control", None, PlacedCard(PREFIX + ControlCard.YES, seat))
    verdicts = judge_changes(r, (played,)) if seat in acting else {}
    if any(verdict.legal for verdict in verdicts.values()):
        resolve_candidates(r, verdicts)
    else:
        r.decline("no_question")


def _decline(r: Ruling, seat: Seat) -> None:
    """Decline one step with NO, if a step may be declined."""
    seat = seat or r.at.last_seat
    action = Action(seat, Verb.PASS)
    if seat in r.match.to_act and r.match.judge(action) == LEGAL:
        declare(r, Verb.PASS, seat)
    else:
        r.decline("no_question")
