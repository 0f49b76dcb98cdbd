"""The decisions of the referee: from an input to the notices that it causes.

Theory of operation
-------------------
The settler processes each view. Its result is handled in this order, and every step may add
notices:

    trouble      begins or ends: nothing is judged while it lasts
    table        newly settled: `companion.referee.table_judge`
    tokens       a control card or token newly shown, or removed
    idle         setup compared again; one report of occluded cells; one reminder

Two overlays do not change the phase (`companion.referee.phases`): a pause (while the pause card is
there) and camera trouble. When both are over, the table is judged as it is then.

The only clock is the frames', and no file is read or written.
"""

from dataclasses import replace
from typing import Any, NamedTuple

from companion.errors import SessionError
from companion.readings import TableView
from companion.referee import inputs, notices
from companion.referee.control_commands import declare, press, reopen_correction
from companion.referee.explain.interpretations import Accept
from companion.referee.explain.options import PositionCorrection
from companion.referee.input_router import (
    process_dice,
    process_early_tokens,
    process_removed,
    process_tokens,
)
from companion.referee.inventory.steps import withdrawals
from companion.referee.notices import Notice
from companion.referee.occlusion import REPORT_S
from companion.referee.phases import OPENING, WAITING, RefereePhase
from companion.referee.ruling import Context, Ruling, Senses, announces
from companion.referee.settle import SettleResult, StableTable, settle
from companion.referee.state import Referee, Transition
from companion.referee.table import build_table
from companion.referee.table_judge import (
    notify_occluded,
    playable_among,
    reconsider,
)
from companion.referee.token_input import (
    add_tokens,
    drop_unverifiable,
    recheck_tokens,
    resolve_candidates,
)
from companion.referee.transitions import accept, apply_correction, ask, end, play, play_chance
from rules import CHANCE, Action, Facing, NotationError, Seat, Verb, Verdict
from rules.core.match import MatchState
from rules.notation.spelling import check_possible, spell_position
from rules.records.log import started_data

UNWATCHED_S = 2.0
"""Gap between two views, in s, after which more than one move may have been made."""


class Decision(NamedTuple):
    """The senses after an input, and the notices that it causes, in order."""

    senses: Senses
    transitions: tuple[Transition, ...]


def decide(at: Referee, senses: Senses, item: inputs.Input, context: Context) -> Decision:
    """Decide on an input; after the end, only a new session causes notices.

    Nothing else changes: equal arguments have equal decisions, and the notices lead from `at` to
    its next value by `evolve`. Raises `NotationError` for a position with a syntax error, with its
    place.
    """
    ruling = Ruling(at, context, senses)
    if ruling.phase is not RefereePhase.ENDED or isinstance(item, inputs.Start):
        _handle(ruling, item)
    return Decision(ruling.senses, tuple(ruling.transitions))


def _handle(r: Ruling, item: inputs.Input) -> None:  # noqa: C901, PLR0912 - one case an input
    match item:
        case TableView():
            _look(r, item)
        case inputs.Start():
            _start(r, item)
        case inputs.PressControl():
            press(r, item.control, item.seat)
        case inputs.Declare():
            _declare(r, item)
        case inputs.Unseen():
            _refuse_unseen(r, item.action)
        case inputs.TokenAgain():
            if r.accepts_input and not r.opening:
                resolve_candidates(r, {item.action: r.match.judge(item.action)})
        case inputs.CardsWithdrawn():
            _confirm_withdrawn(r, item.remaining)
        case inputs.TableRestored():
            if r.at.draw_outs:
                r.emit(notices.PilesCleared())
        case inputs.Correct():
            apply_correction(r, parse_position(r.match, item.position).text)
        case inputs.Propose():
            correction = parse_position(r.match, item.position, item.seat)
            if r.opening:
                r.decline("opening")
            else:
                ask(r, [correction])
        case inputs.Finish():
            end(r, item.reason)


def parse_position(match: MatchState[Any], position: str, seat: Seat = "") -> PositionCorrection:
    """Parse a position in the log's notation, or else in the one that people type.

    Raises `NotationError` with the place of a syntax error, or if no match can reach the position.
    """
    game, setup, text = match.game, match.setup, position
    try:
        state = game.notation.parse(text, setup)
    except NotationError:
        text = spell_position(position, game, setup)
        state = game.notation.parse(text, setup)
    check_possible(game, game.normalize(state))
    return PositionCorrection(state, text, seat)


# The match and its pages.


def _start(r: Ruling, item: inputs.Start) -> None:
    """Open the match, or resume one, with a pause that was in progress."""
    if item.resumed:
        r.emit(notices.SessionStarted())
        play_chance(r)  # the log may end before a hidden action
        if r.at.overlays.paused:
            r.emit(notices.Paused())
        return
    if r.at.last is not None or r.phase is not RefereePhase.SETUP:
        return  # the match has started already
    seats = tuple(r.match.game.seats(r.match.setup))
    data = started_data(r.match.setup, item.catalogue)
    r.emit(notices.MatchStarted(**data, seats=seats, **r.context.match_info))
    play_chance(r)
    if item.first:
        play(r, _opening(r, item.first))


def _opening(r: Ruling, first: Seat) -> Action:
    """Return the chance action that makes the chosen seat begin."""
    outcomes = r.match.game.legal(r.match.state) if CHANCE in r.match.to_act else ()
    chosen = next((a for a in outcomes if a.value == first), None)
    if chosen is None:
        raise SessionError("fault.match.beginning", first=first)
    return chosen


def _declare(r: Ruling, item: inputs.Declare) -> None:
    action, seat, verb = item.action, item.action.seat, item.action.verb
    new = seat in r.at.players and seat not in r.at.memory.private_seats
    if item.apart and verb is Verb.DECLARE and new:
        r.emit(notices.PrivateSeat(seat=seat))
    if r.opening:
        r.decline("opening")
    elif seat not in r.match.to_act:
        _refuse_unseen(r, action)
    else:
        declare(r, verb, seat, action.value)


def _refuse_unseen(r: Ruling, action: Action) -> None:
    courtesy = action.verb is Verb.PASS and action.seat == r.at.last_seat
    if not r.accepts_input or r.opening or courtesy or action.seat not in r.at.players:
        return
    verdict = _objection(r, action)
    if not verdict.legal:
        resolve_candidates(r, {action: verdict})


def _objection(r: Ruling, action: Action) -> Verdict:
    """Return the rules' verdict, or a violation if the seat's question has expired."""
    expired, match = r.at.expired, r.match
    opened_card = action.verb is Verb.PLACE and action.facing is Facing.UP
    asked = match.game.to_act(expired.state) if expired and opened_card else frozenset()
    return expired.verdict if expired and action.seat in asked else match.judge(action)


def _confirm_withdrawn(r: Ruling, remaining: frozenset[str]) -> None:
    def gone(notice: Notice, _: str) -> bool:
        cells = {step.cell for step in withdrawals(notice.steps)}
        return bool(cells) and not cells & remaining

    drop_unverifiable(r, gone)


# Views.


def _look(r: Ruling, view: TableView) -> None:
    """Handle one view."""
    resuming = r.phase is RefereePhase.RESUMING
    result = _perceive(r, view)
    if result.trouble is not r.at.overlays.trouble:
        trouble, letter = result.trouble, view.foreign_mat
        begins = trouble and notices.CameraTrouble(trouble=trouble, letter=letter)
        r.emit(begins or notices.Recovered())
    _update_hands(r, result.hand_s)
    if result.table is not None:
        r.senses = replace(r.senses, table=build_table(result.table, r.geometry))
        reconsider(r)
        _report_stray_cards(r, result.table)
        if r.accepts_input and not r.senses.verdict_deferred:
            r.senses = replace(r.senses, unwatched=False)
    add_tokens(r, result.shown)
    # Tokens that are present on resuming were handled before, or will be handled later.
    process_tokens(r, () if resuming else result.shown, result.gone, view)
    for reading in result.gone:
        process_removed(r, reading)
    recheck_tokens(r, result)
    if resuming:
        # Dice that were there at the start do not count as thrown.
        known, _ = r.senses.dice.throws.observed(view.dice, r.geometry)
        r.set_dice(replace(r.senses.dice, throws=known))
    process_dice(r, view)
    process_early_tokens(r)
    _idle(r, result)
    _check_timeout(r, result)
    reopen_correction(r)


def _perceive(r: Ruling, view: TableView) -> SettleResult:
    """Let the senses take a view in; return what has settled."""
    senses = r.senses
    gap = view.time_s - senses.time > UNWATCHED_S
    occlusion = senses.occlusion.observed(view, r.geometry)
    deferred, settling = senses.verdict_deferred, senses.settling
    if deferred and not playable_among(r, occlusion.lasting(view.time_s)):
        deferred, settling = False, replace(settling, emitted=None)
    settling, result = settle(settling, view, r.geometry, r.context.thresholds)
    r.senses = replace(
        senses,
        frame=view.frame,
        time=view.time_s,
        settling=settling,
        occlusion=occlusion,
        unwatched=senses.unwatched or ((gap or not r.accepts_input) and not r.opening),
        verdict_deferred=deferred,
    )
    return result


# Hands, stray cards, time, reminders.


def _update_hands(r: Ruling, seconds: float) -> None:
    """Ask the players once, after a while, to take their hands off the table."""
    warned, late = r.senses.hands_warned, seconds >= r.context.thresholds.hands_s
    if warned and not seconds:
        r.senses = replace(r.senses, hands_warned=False)
    elif late and not warned:
        r.senses = replace(r.senses, hands_warned=True)
        r.emit(notices.HandsInView())


def _report_stray_cards(r: Ruling, settled: StableTable) -> None:
    """Report once each card that is on the mat but in no zone; play continues."""
    on_mat = (reading for reading in settled.loose if r.geometry.touches_mat(reading))
    stray_cards = {reading.tag: reading.card or "" for reading in on_mat}
    new = sorted(stray_cards.keys() - r.senses.stray_tags)
    r.senses = replace(r.senses, stray_tags=frozenset(stray_cards))
    for tag in new:
        r.emit(notices.StrayCard(card=stray_cards[tag]))


def _check_timeout(r: Ruling, result: SettleResult) -> None:
    """Apply the action by which a question has expired."""
    taken_back = isinstance(r.at.sticky, notices.TakenBack)
    # The steps of an undo must be done first.
    restoring = taken_back and r.phase is RefereePhase.AWAITING_PLAYERS
    stopped = not r.accepts_input or r.opening or restoring
    before, now = r.senses.answer_timer, r.senses.time
    timer, action = before.ticked(r.match, now, calm=result.calm, stopped=stopped)
    if timer is not before:  # most frames have no open question
        r.senses = replace(r.senses, answer_timer=timer)
    clock = timer.clock
    if clock is None or action is None or not r.match.judge(action).legal:
        return
    r.senses = replace(r.senses, answer_timer=replace(timer, clock=None))
    r.emit(notices.TimeUp(action=action, clause=clock.clause))
    accept(r, Accept((action,)), declared=True)
    reconsider(r)


def _idle(r: Ruling, result: SettleResult) -> None:
    """Handle a frame without inputs."""
    if result.hand_s or not r.accepts_input:
        return
    if r.phase is RefereePhase.SETUP:
        before = len(r.notices)
        reconsider(r)  # unread cells are reported after a while
        if announces(r.notices[before:]):
            return
    _report_occlusion(r)
    _remind(r)


def _report_occlusion(r: Ruling) -> None:
    """Report once each cell that remains occluded although an action is legal there."""
    occlusion = r.senses.occlusion
    lasting = occlusion.lasting(r.senses.time, REPORT_S) - occlusion.reported
    checked = len(r.match.plies), lasting
    if r.phase in OPENING or checked == occlusion.checked:
        return
    # Only these change the result, so the rules are not queried for every frame.
    r.senses = replace(r.senses, occlusion=replace(occlusion, checked=checked))
    if cells := playable_among(r, lasting):
        notify_occluded(r, cells)


def _remind(r: Ruling) -> None:
    """Remind the players once that they have to act."""
    waiting, sticky = r.phase in WAITING or bool(r.at.faults), r.at.sticky
    late = r.senses.time - r.at.reminding.since_s >= r.context.thresholds.remind_s
    if not waiting or not late or r.at.reminding.done or sticky is None:
        return
    if r.phase is not RefereePhase.AWAITING_PLAYERS:
        r.emit(notices.Reminder(steps=sticky.steps, about=sticky))
        return
    # A covered cell's step may have been done already, so the notice reports the cell as
    # hidden.
    hidden = tuple(sorted(r.inventory.pending.keys() - r.senses.occlusion.readable))
    r.emit(notices.Reminder(steps=r.at.pending_steps, about=sticky, hidden=hidden))
