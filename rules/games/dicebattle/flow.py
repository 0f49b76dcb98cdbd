"""Resolution of an action into a sequence of events.

A `Run` folds each event immediately, so later queries see the updated position. Set-up and the dice
phase are in this module. After the flip, the remaining steps form a list (`State.agenda`), which
`steps` executes up to the next decision. `phases` names the function of each phase.
"""

from collections.abc import Callable

from rules.core.action import DECLARE, FLIP, PASS, PLACE, REMOVE, Action
from rules.core.event import REVEALED, ROLLED, TURN_STARTED, Event
from rules.core.values import UNKNOWN
from rules.games.dicebattle.cards import MIRACLE, REVIVAL, TOKEN
from rules.games.dicebattle.config import SEATS
from rules.games.dicebattle.resolve.effects import bonus, card_at, level_of, revivable, too_early
from rules.games.dicebattle.resolve.run import Run
from rules.games.dicebattle.resolve.steps import carry_out, decline, resolve, run_steps, trigger
from rules.games.dicebattle.sets.rules import staged_faults
from rules.games.dicebattle.state import Entry, Phase, State, Step, has_token, hidden_now, to_turn

Resolve = Callable[[Run, Action], None]


def resolved_by(resolve: Resolve) -> Callable[[State, Action], Run]:
    """Return the resolution of a phase's actions."""

    def resolved(state: State, action: Action) -> Run:
        run = Run(state)
        resolve(run, action)
        return run

    return resolved


def or_pass(resolve: Resolve) -> Resolve:
    """Return a resolution that executes the next steps after a pass."""

    def resolved(run: Run, action: Action) -> None:
        if action.verb is PASS:
            run.emit(Event("passed", action.seat, value=run.state.phase.value))
            run_steps(run)
        else:
            resolve(run, action)

    return resolved


def or_early(resolve: Resolve) -> Resolve:
    """Return a resolution in which a card turned up too early remains set, face up (DBM-14.3)."""

    def resolved(run: Run, action: Action) -> None:
        if not too_early(run.state, action):
            resolve(run, action)
            return
        before = run.state
        _reveal(run, action)
        run.emit(Event("early", action.seat, action.card, action.at, clause="DBM-14.3"))
        run.ask(before.phase, before.seat)

    return resolved


# Set-up (DBM-3).


def deal(run: Run, action: Action) -> None:
    """Deal the shuffled deck, and ask for the next shuffle or the first turn (DBM-3.3)."""
    seat = run.state.seat
    run.emit(Event("dealt", SEATS[seat], items=action.also))
    if seat == 0:
        run.ask(Phase.DEAL, 1)
        return
    ways = {"choose": Phase.LEAD, "lot": Phase.LOT}
    run.ask(ways.get(run.state.config.first_player, Phase.ROLL_OFF), 0)


def lead(run: Run, action: Action) -> None:
    """Begin the first round with the seat drawn by lot or chosen (DBM-3.4)."""
    _first_round(run, SEATS.index(action.value))


def roll_off(run: Run, action: Action) -> None:
    """Roll for the first turn: the higher roll begins, and equal rolls are repeated (DBM-3.4)."""
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


def roll(run: Run, action: Action) -> None:
    """Record a roll (DBM-5.2)."""
    run.emit(Event(ROLLED, SEATS[run.state.seat], value=action.value))
    run.ask(Phase.SET, run.state.seat)


def setting(run: Run, action: Action) -> None:
    """Resolve an action of the dice phase."""
    seat, verb = action.seat, action.verb
    if verb is PLACE and action.card == TOKEN:
        run.emit(Event("token_set", seat, TOKEN, action.to))
        _after_set(run)
    elif verb is PLACE:
        run.emit(Event("placed", seat, action.card, action.to))
    elif verb is REMOVE:
        placed = card_at(run.state, action.at)
        run.emit(Event("taken_back", seat, placed.card if placed else "", action.at))
    elif verb is FLIP:
        run.emit(Event("spent", seat, MIRACLE))
        run.ask(Phase.ROLL, run.state.seat)
    elif verb is DECLARE:
        hand = run.state.players[run.state.seat].hand
        if action.also:
            hand = tuple(sorted((*(c for c in hand if c != UNKNOWN), *action.also)))
        run.emit(Event("shown", seat, items=hand))
        run.ask(Phase.REDRAW, run.state.seat)
    else:
        run.emit(Event("set", seat))
        _after_set(run)


def redraw(run: Run, action: Action) -> None:
    """Deal the shuffled hand and deck again (DBM-5.5)."""
    seat = run.state.seat
    run.emit(Event("redrawn", SEATS[seat], items=action.also))
    run.steps = [Step("setting", seat)]
    player = run.state.players[seat]
    if not player.deck and player.grave:  # DBM-12.1
        run.steps[:0] = [Step("renew", seat), Step("penalty", 1 - seat)]
    run_steps(run)


def _after_set(run: Run) -> None:
    """Start the next dice phase, or the battle if both seats have declared "set" (DBM-5.1)."""
    for seat in (run.state.first, 1 - run.state.first):
        player = run.state.players[seat]
        if not player.done:
            run.ask(Phase.SET if player.roll else Phase.ROLL, seat)
            return
    _turn_up(run)


# The flip (DBM-8.1, DBM-14.2).


def _reveal(run: Run, action: Action) -> None:
    placed = card_at(run.state, action.at)
    number = placed.ply if placed else 0
    run.emit(Event(REVEALED, action.seat, action.card, action.at, number=number))


def flip(run: Run, action: Action) -> None:
    """Turn up one card of unknown identity, and the others if all are known."""
    _reveal(run, action)
    _turn_up(run)


def _turn_up(run: Run) -> None:
    """Ask for the sets' unknown cards; when all are known, turn the sets up and judge them."""
    state = run.state
    for seat in (state.first, 1 - state.first):
        if any(hidden_now(state, placed) for placed in state.players[seat].set_now):
            run.ask(Phase.FLIP, seat)
            return
    for seat in (state.first, 1 - state.first):
        for placed in state.players[seat].set_now:
            if to_turn(state, placed):
                run.emit(Event(REVEALED, SEATS[seat], placed.card, placed.cell, number=placed.ply))
    _audit(run)


def _audit(run: Run) -> None:
    """Apply DBM-14.2 to sets that prove illegal when they are turned up, or start the battle."""
    state, way = run.state, run.state.config.illegal_set
    losers = []
    for seat in (state.first, 1 - state.first):
        player = state.players[seat]
        faults = () if has_token(player) else staged_faults(state.config, player)
        if faults:
            cells = tuple(placed.cell for placed in player.set_now)
            clause = faults[0].clause
            run.emit(Event("set_refused", SEATS[seat], value=way, clause=clause, items=cells))
            for more in dict.fromkeys(violation.clause for violation in faults):
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
    run_steps(run)


def _battle(run: Run) -> None:
    state = run.state
    run.emit(Event("battle", value=f"{level_of(state, 0)} {level_of(state, 1)}"))
    first = state.first
    run.steps = [Step("queue"), Step("compare")]
    if state.config.on_trigger:
        run.steps[:0] = [Step("hidden", first), Step("hidden", 1 - first)]


def hidden(run: Run, action: Action) -> None:
    """Turn up a grant of unknown identity, which then enters the queue."""
    seat = run.state.seat
    _reveal(run, action)
    card = run.state.config.cards[action.card]
    turned = card_at(run.state, action.at)
    if turned is not None and (card.grant is None or card.grant_level > turned.room):
        clause = "DBM-7.1" if card.grant is None else "DBM-6.7"
        event = Event("set_refused", action.seat, value="token", clause=clause, items=(action.at,))
        run.emit(event)
    elif turned is not None and bonus(run.state, seat, turned):
        level = run.state.battle.levels[seat] + bonus(run.state, seat, turned)
        run.emit(Event("level", action.seat, number=level))
    run.steps.insert(0, Step("hidden", seat))
    run_steps(run)


# Decisions in the battle phase, the reward phase and later.


def _entry(run: Run, cell: str) -> Entry:
    return next(e for e in run.state.battle.queue if e.cell == cell)


def order(run: Run, action: Action) -> None:
    """Resolve the effect that its owner chose among equals (DBM-8.5)."""
    if not resolve(run, _entry(run, action.value)):
        run_steps(run)


def effect(run: Run, action: Action) -> None:
    """Resolve or decline an optional effect (DBM-8.6)."""
    entry = _entry(run, run.state.spot)
    if action.verb is PASS:
        decline(run, entry)
    else:
        carry_out(run, entry)
    run_steps(run)


def window(run: Run, action: Action) -> None:
    """Trigger a grant at any point (DBM-7.8)."""
    trigger(run, action.value)
    run_steps(run)


def discard(run: Run, action: Action) -> None:
    """Discard one card, and ask for the others that are due."""
    state = run.state
    run.emit(Event("discarded", action.seat, action.card))
    _go_on(run, state, "limit" if state.spot == "limit" else "discard")


def recover(run: Run, action: Action) -> None:
    """Return a card from the graveyard to the hand, and ask for the others that are due."""
    state = run.state
    run.emit(Event("recovered", action.seat, action.value))
    _go_on(run, state, "recover")


def purge(run: Run, action: Action) -> None:
    """Remove a grant of the opponent, and ask for the others that are due."""
    state = run.state
    run.purge(action.at)
    _go_on(run, state, "purge")


def _go_on(run: Run, state: State, step: str) -> None:
    """Repeat a step if `state` asks for more cards, and execute the next steps."""
    if state.due > 1:
        run.steps.insert(0, Step(step, state.seat, state.due - 1))
    run_steps(run)


def revival(run: Run, action: Action) -> None:
    """Turn Revival face down, and return the card or ask which one (DBM-10.1)."""
    seat = run.state.seat
    run.emit(Event("spent", action.seat, REVIVAL))
    cards = revivable(run.state, seat)
    if len(cards) > 1:
        run.ask(Phase.REVIVE, seat)
    else:
        run.emit(Event("recovered", action.seat, cards[0]))
        run_steps(run)


def renew(run: Run, action: Action) -> None:
    """Make the shuffled graveyard the new deck (DBM-12.1)."""
    run.emit(Event("renewed", SEATS[run.state.seat], items=action.also))
    run_steps(run)


def penalty(run: Run, _action: Action) -> None:
    """Draw one card after the opponent's new deck (DBM-12.2)."""
    run.steps.insert(0, Step("draw", run.state.seat, 1))
    run_steps(run)
