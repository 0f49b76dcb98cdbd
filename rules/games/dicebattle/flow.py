"""What happens when an action is carried out: its events, one after the other.

A `Run` writes an event down and folds it at once, so that the next question is put to the
position as it then is.  Set-up and the dice phase are here; what follows the flip is a list of
steps (`State.agenda`), which `steps` carries out until one of them asks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.core.action import Verb
from rules.core.event import REVEALED, ROLLED, TURN_STARTED, Event
from rules.core.values import UNKNOWN
from rules.games.dicebattle.cards import MIRACLE, REVIVAL, TOKEN
from rules.games.dicebattle.config import SEATS
from rules.games.dicebattle.resolve.effects import bonus, level_of, lying_at, revivable, too_early
from rules.games.dicebattle.resolve.run import Run
from rules.games.dicebattle.resolve.steps import carry_out, decline, go, resolve, trigger
from rules.games.dicebattle.sets.rules import staged_faults
from rules.games.dicebattle.state import Entry, Phase, Step, hidden_now, to_turn

if TYPE_CHECKING:
    from collections.abc import Callable

    from rules.core.action import Action
    from rules.games.dicebattle.state import Player, State


def advance(state: State, action: Action) -> tuple[tuple[Event, ...], State]:
    """The events of an action that is not illegal, and the state they lead to."""
    run = Run(state)
    if too_early(state, action):
        _early(run, action)
    else:
        _PHASES[state.phase](run, action)
    return tuple(run.events), run.state


# Setting up (DBM-3).


def _deal(run: Run, action: Action) -> None:
    seat = run.state.seat
    run.emit(Event("dealt", SEATS[seat], items=action.also))
    if seat == 0:
        run.ask(Phase.DEAL, 1)
        return
    ways = {"choose": Phase.LEAD, "lot": Phase.LOT}
    run.ask(ways.get(run.state.config.first_player, Phase.ROLL_OFF), 0)


def _lead(run: Run, action: Action) -> None:
    _first_round(run, SEATS.index(action.value))


def _roll_off(run: Run, action: Action) -> None:
    """Both roll, the higher roll begins, equal rolls again (DBM-3.4)."""
    seat = run.state.seat
    run.emit(Event(ROLLED, SEATS[seat], value=action.value))
    a, b = (player.roll for player in run.state.players)
    if seat == 0 or a == b:
        if seat:
            run.emit(Event("rolled_even", value=action.value))
        run.ask(Phase.ROLL_OFF, 1 - seat)
    else:
        _first_round(run, 0 if a > b else 1)


def _first_round(run: Run, first: int) -> None:
    run.emit(Event(TURN_STARTED, SEATS[first], number=1))
    run.ask(Phase.ROLL, first)


# The dice phase (DBM-5).


def _roll(run: Run, action: Action) -> None:
    run.emit(Event(ROLLED, SEATS[run.state.seat], value=action.value))
    run.ask(Phase.SET, run.state.seat)


def _setting(run: Run, action: Action) -> None:
    seat = action.seat
    match action.verb:
        case Verb.PLACE if action.card == TOKEN:
            run.emit(Event("token_set", seat, TOKEN, action.to))
            _after_set(run)
        case Verb.PLACE:
            run.emit(Event("laid", seat, action.card, action.to))
        case Verb.REMOVE:
            laid = lying_at(run.state, action.at)
            run.emit(Event("taken_back", seat, laid.card if laid else "", action.at))
        case Verb.FLIP:
            run.emit(Event("spent", seat, MIRACLE))
            run.ask(Phase.ROLL, run.state.seat)
        case Verb.DECLARE:
            hand = run.state.players[run.state.seat].hand
            if action.also:
                hand = tuple(sorted((*(c for c in hand if c != UNKNOWN), *action.also)))
            run.emit(Event("shown", seat, items=hand))
            run.ask(Phase.REDRAW, run.state.seat)
        case _:
            run.emit(Event("set", seat))
            _after_set(run)


def _redraw(run: Run, action: Action) -> None:
    seat = run.state.seat
    run.emit(Event("redrawn", SEATS[seat], items=action.also))
    run.steps = [Step("setting", seat)]
    player = run.state.players[seat]
    if not player.deck and player.grave:  # DBM-12.1
        run.steps[:0] = [Step("renew", seat), Step("penalty", 1 - seat)]
    go(run)


def _after_set(run: Run) -> None:
    """The next dice phase, or the battle if both have set (DBM-5.1)."""
    for seat in (run.state.first, 1 - run.state.first):
        player = run.state.players[seat]
        if not player.done:
            run.ask(Phase.SET if player.roll else Phase.ROLL, seat)
            return
    _turn_up(run)


# The flip (DBM-8.1, DBM-14.2).


def _flip(run: Run, action: Action) -> None:
    laid = lying_at(run.state, action.at)
    number = laid.ply if laid else 0
    run.emit(Event(REVEALED, action.seat, action.card, action.at, number=number))
    _turn_up(run)


def _early(run: Run, action: Action) -> None:
    """What was seen was seen: the card stays face up and set, and all goes on (DBM-14.3)."""
    laid, asked = lying_at(run.state, action.at), run.state
    number = laid.ply if laid else 0
    run.emit(Event(REVEALED, action.seat, action.card, action.at, number=number))
    run.emit(Event("early", action.seat, action.card, action.at, clause="DBM-14.3"))
    run.ask(asked.phase, asked.seat)


def _turn_up(run: Run) -> None:
    """Wait until every face is known; then both sets lie open and are judged."""
    state = run.state
    for seat in (state.first, 1 - state.first):
        if any(hidden_now(state, laid) for laid in state.players[seat].set_now):
            run.ask(Phase.FLIP, seat)
            return
    for seat in (state.first, 1 - state.first):
        for laid in state.players[seat].set_now:
            if to_turn(state, laid):
                run.emit(Event(REVEALED, SEATS[seat], laid.card, laid.cell, number=laid.ply))
    _audit(run)


def _audit(run: Run) -> None:
    """DBM-14.2: what becomes of a set that is found illegal when it lies open."""
    state, way = run.state, run.state.config.illegal_set
    losers = []
    for seat in (state.first, 1 - state.first):
        player = state.players[seat]
        found = () if _token(player) else staged_faults(state.config, player, whole=True)
        if found:
            cells = tuple(laid.cell for laid in player.set_now)
            clause = found[0].clause
            run.emit(Event("set_refused", SEATS[seat], value=way, clause=clause, items=cells))
            for more in dict.fromkeys(violation.clause for violation in found):
                if more != clause:
                    run.emit(Event("broken_too", SEATS[seat], clause=more))
            losers.append(seat)
    if losers and way == "rewind":
        _after_set(run)
        return
    _battle(run)
    if losers and way == "lose_battle":
        winner = 1 - losers[0] if len(losers) == 1 else -1
        run.steps = [Step("lost", max(winner, 0), int(winner >= 0))]
    go(run)


def _token(player: Player) -> bool:
    return any(laid.card == TOKEN for laid in player.main)


def _battle(run: Run) -> None:
    state = run.state
    levels = f"{level_of(state, 0)} {level_of(state, 1)}"
    run.emit(Event("battle", value=levels))
    first = state.first
    run.steps = [Step("queue"), Step("compare")]
    if state.config.on_trigger:
        run.steps[:0] = [Step("hidden", first), Step("hidden", 1 - first)]


def _hidden(run: Run, action: Action) -> None:
    """A grant that nobody knew is turned up to take its place in the queue."""
    if action.verb is Verb.PASS:
        run.emit(Event("passed", action.seat, value=run.state.phase.value))
        go(run)
        return
    seat, laid = run.state.seat, lying_at(run.state, action.at)
    number = laid.ply if laid else 0
    run.emit(Event(REVEALED, action.seat, action.card, action.at, number=number))
    card = run.state.config.cards[action.card]
    turned = lying_at(run.state, action.at)
    if turned is not None and (card.grant is None or card.grant_level > turned.room):
        clause = "DBM-7.1" if card.grant is None else "DBM-6.7"
        event = Event("set_refused", action.seat, value="token", clause=clause, items=(action.at,))
        run.emit(event)
    elif turned is not None and bonus(run.state, seat, turned):
        level = run.state.battle.levels[seat] + bonus(run.state, seat, turned)
        run.emit(Event("level", action.seat, number=level))
    run.steps.insert(0, Step("hidden", seat))
    go(run)


# Decisions in battle, reward and later.


def _entry(run: Run, cell: str) -> Entry:
    return next(e for e in run.state.battle.queue if e.cell == cell)


def _order(run: Run, action: Action) -> None:
    if not resolve(run, _entry(run, action.value)):
        go(run)


def _effect(run: Run, action: Action) -> None:
    entry = _entry(run, run.state.spot)
    if action.verb is Verb.PASS:
        decline(run, entry)
    else:
        carry_out(run, entry)
    go(run)


def _window(run: Run, action: Action) -> None:
    if action.verb is Verb.PASS:
        run.emit(Event("passed", action.seat, value=run.state.phase.value))
    else:
        trigger(run, action.value)
    go(run)


def _discard(run: Run, action: Action) -> None:
    seat, due, spot = run.state.seat, run.state.due - 1, run.state.spot
    run.emit(Event("discarded", action.seat, action.card))
    if due:
        run.steps.insert(0, Step("discard" if spot != "limit" else "limit", seat, due))
    go(run)


def _recover(run: Run, action: Action) -> None:
    seat, due = run.state.seat, run.state.due - 1
    run.emit(Event("recovered", action.seat, action.value))
    if due:
        run.steps.insert(0, Step("recover", seat, due))
    go(run)


def _purge(run: Run, action: Action) -> None:
    seat, due = run.state.seat, run.state.due - 1
    run.purge(action.at)
    if due:
        run.steps.insert(0, Step("purge", seat, due))
    go(run)


def _revival(run: Run, action: Action) -> None:
    seat = run.state.seat
    if action.verb is Verb.PASS:
        run.emit(Event("passed", action.seat, value=run.state.phase.value))
        go(run)
        return
    run.emit(Event("spent", action.seat, REVIVAL))
    found = revivable(run.state, seat)
    if len(found) > 1:
        run.ask(Phase.REVIVE, seat)
    else:
        run.emit(Event("recovered", action.seat, found[0]))
        go(run)


def _revive(run: Run, action: Action) -> None:
    run.emit(Event("recovered", action.seat, action.value))
    go(run)


def _renew(run: Run, action: Action) -> None:
    run.emit(Event("renewed", SEATS[run.state.seat], items=action.also))
    go(run)


def _penalty(run: Run, action: Action) -> None:
    if action.verb is Verb.PASS:
        run.emit(Event("passed", action.seat, value=run.state.phase.value))
    else:
        run.steps.insert(0, Step("draw", run.state.seat, 1))
    go(run)


_PHASES: dict[Phase, Callable[[Run, Action], None]] = {
    Phase.DEAL: _deal,
    Phase.LEAD: _lead,
    Phase.LOT: _lead,
    Phase.ROLL_OFF: _roll_off,
    Phase.ROLL: _roll,
    Phase.SET: _setting,
    Phase.REDRAW: _redraw,
    Phase.FLIP: _flip,
    Phase.HIDDEN: _hidden,
    Phase.ORDER: _order,
    Phase.EFFECT: _effect,
    Phase.WINDOW: _window,
    Phase.DISCARD: _discard,
    Phase.RECOVER: _recover,
    Phase.PURGE: _purge,
    Phase.REVIVAL: _revival,
    Phase.REVIVE: _revive,
    Phase.RENEW: _renew,
    Phase.PENALTY: _penalty,
}
