"""Resolution of an action into a sequence of events.

The functions call each other in the order of a game (SPH-4, SPH-5). Each function continues the
game up to the next decision.
"""

from collections.abc import Callable, Collection
from typing import Final

from rules.core.action import Action, Verb
from rules.core.event import ROLLED, TURN_STARTED, Event
from rules.core.values import UNKNOWN
from rules.games.spherion.config import SEATS
from rules.games.spherion.globe import NOWHERE
from rules.games.spherion.legal import eligible, may_draw
from rules.games.spherion.opening import all_done, ask, ask_one, deal, jkp, maze, name
from rules.games.spherion.resolve.effects import count_points
from rules.games.spherion.resolve.ends import (
    Result,
    after_step,
    after_turn,
    both,
    decide,
    show,
    sudden_death,
)
from rules.games.spherion.resolve.run import NeedsAnswer, Run
from rules.games.spherion.resolve.step import resolve
from rules.games.spherion.state import DICE, HIDDEN_ORDER, Phase, Player, State, active, holds_set

_FACES: Final = dict(zip(DICE, ("star", "arrow", "card_face", "hammer"), strict=True))
"""Names of a die's faces in the game's terms, by letter."""


def resolve_action(state: State, action: Action) -> Run:
    """Return the events caused by a legal or undetermined action, with the state after them."""
    run = Run(state)
    run.emit(Event("acted", action.seat))
    try:
        if action.value == "concede":
            seat = SEATS.index(action.seat)
            decide(run, Result("SPH-14.8", (SEATS[1 - seat],)))
        elif state.phase is Phase.STEP:
            for event in _answer(state, action):
                run.emit(event)
        else:
            _PHASES[state.phase](run, action)
    except NeedsAnswer:
        pass  # a question waits for its answer
    return run


def order_text(action: Action) -> str:
    """Return the text of an order, with the name of a hidden card that has since been revealed."""
    kind, _, rest = action.value.partition(":?:")
    return f"{kind}:{action.card}:{rest}" if action.card and rest else action.value


def _pile(run: Run, action: Action) -> None:
    run.emit(Event("piled", items=action.also))
    _start_turn(run, 1)


# Start (SPH-5.2).


def _start_turn(run: Run, number: int) -> None:
    holder = run.state.initiative
    if number > 1 and run.state.config.on("initiative", "alternating"):
        holder = 1 - holder
    run.emit(Event(TURN_STARTED, SEATS[holder], number=number))
    _spawn(run)


def _spawn(run: Run) -> None:
    """Ask for the next power-up's cell, or continue without one (SPH-12.1, SPH-12.2)."""
    state = run.state
    while state.spawned < 2 and len(state.powerups) < state.config.powerup_cap:
        cells = eligible(state)
        if not cells or not (state.pile or state.used):
            break
        if not state.pile:
            run.emit(Event("phase", value=Phase.RESTOCK.value))
            return
        mirrored = state.first != NOWHERE and state.config.on("powerup_spawn", "mirrored")
        if not mirrored or cells != (state.config.globe.image[state.first],):
            run.emit(Event("phase", value=Phase.SPAWN.value))
            return
        _appear(run, run.name(cells[0]))
        state = run.state
    _start_half(run)


def _appear(run: Run, cell: str) -> None:
    run.emit(Event("spawned", card=run.state.pile[0], cell=cell))


def _chosen(run: Run, action: Action) -> None:
    _appear(run, action.value)
    _spawn(run)


def _restock(run: Run, action: Action) -> None:
    run.emit(Event("piled", items=action.also))
    _spawn(run)


def _start_half(run: Run) -> None:
    """Ask players with fewer than five cards whether they draw (SPH-5.2b)."""
    seats = [seat for seat in active(run.state) if may_draw(run.state.players[seat])]
    if seats:
        ask(run, Phase.DRAW, seats)
    else:
        _roll_phase(run)


def _draw(run: Run, action: Action) -> None:
    seat = SEATS.index(action.seat)
    if action.verb is Verb.DRAW:
        run.emit(Event("drawn", action.seat, run.state.players[seat].deck[0], value="turn"))
    if action.verb is Verb.PASS or not may_draw(run.state.players[seat]):
        run.emit(Event("gave_up", action.seat))
    if all_done(run):
        _roll_phase(run)


# Roll (SPH-5.4, SPH-6).


def _roll_phase(run: Run) -> None:
    ask_one(run, Phase.ROLL, min(active(run.state)))


def _rolled(run: Run, action: Action) -> None:
    """Record the faces and credit their points immediately (SPH-6.3, SPH-6.4)."""
    seat = run.state.seat
    faces = tuple(_FACES[face] for face in action.value)
    run.emit(Event(ROLLED, SEATS[seat], value=action.value, items=faces))
    for what, face, each in (("sp", "star", 1), ("mp", "arrow", 2)):
        if face in faces:
            count_points(run, seat, what, each * faces.count(face))
    if seat == 0 and not run.state.config.alternating:
        ask_one(run, Phase.ROLL, 1)
        return
    seats = [seat for seat in active(run.state) if _usable(run.state.players[seat])]
    if seats:
        ask(run, Phase.USE, seats)
    else:
        _claims(run, active(run.state))


def _usable(player: Player) -> bool:
    cards, hammers = player.faces
    return bool((cards and player.deck) or (hammers and player.hand))


def _use(run: Run, action: Action) -> None:
    seat = SEATS.index(action.seat)
    if action.verb is Verb.PASS:
        run.emit(Event("gave_up", action.seat))
    elif action.verb is Verb.DRAW:
        run.emit(Event("drawn", action.seat, run.state.players[seat].deck[0], value="card"))
    else:
        run.emit(Event("put_back", action.seat, action.card))
        deck = run.state.players[seat].deck
        if UNKNOWN not in deck:
            run.emit(Event("phase", action.seat, value=Phase.MIX.value, number=1))
            return
        # The deck is unknown, so chance need not decide its order.
        _mixed(run, seat, (UNKNOWN,) * len(deck))
    _used(run, seat)


def _mix(run: Run, action: Action) -> None:
    seat = run.state.seat
    _mixed(run, seat, action.also)
    run.emit(Event("phase", value=Phase.USE.value, number=1))
    _used(run, seat)


def _mixed(run: Run, seat: int, order: tuple[str, ...]) -> None:
    run.emit(Event("shuffled", SEATS[seat], items=order))
    run.emit(Event("drawn", SEATS[seat], order[0], value="hammer"))


def _used(run: Run, seat: int) -> None:
    player = run.state.players[seat]
    if not player.done and not _usable(player):
        run.emit(Event("gave_up", SEATS[seat]))
    if all_done(run):
        _claims(run, active(run.state))


# The piece set (SPH-14.3).


def _claims(run: Run, seats: Collection[int]) -> None:
    holders = [seat for seat in seats if holds_set(run.state, seat)]
    if holders:
        ask(run, Phase.CLAIM, holders)
    else:
        _after_claims(run)


def _claim(run: Run, action: Action) -> None:
    if action.verb is Verb.PASS:
        run.emit(Event("gave_up", action.seat))
    else:
        run.emit(Event("signed", action.seat, value="claim"))
    if all_done(run):
        claimed = [s for s, p in zip(SEATS, run.state.players, strict=True) if p.sign]
        if claimed:
            alone = Result("SPH-14.3", tuple(claimed))
            decide(run, alone if len(claimed) == 1 else both(run.state))
        else:
            _after_claims(run)


def _after_claims(run: Run) -> None:
    """Continue with planning, or with the next step if the turn's steps have started."""
    if run.state.step:
        _next_step(run)
    else:
        ask(run, Phase.PLAN, active(run.state))


# Plan (SPH-5.5 to 5.8).


def _plan(run: Run, action: Action) -> None:
    if action.value == "claim":
        run.emit(Event("signed", action.seat, value="claim"))
        decide(run, Result("SPH-14.3", (action.seat,)))
    elif action.value == "undo":
        run.emit(Event("undone", action.seat))
    elif action.verb is Verb.DECLARE:
        run.emit(Event("drafted", action.seat, value=order_text(action), number=run.state.ply))
    else:
        run.emit(Event("readied" if action.verb is Verb.READY else "late", action.seat))
        if all_done(run):
            _next_step(run)


# Execute (SPH-5.9).


def _next_step(run: Run) -> None:
    while True:
        state = run.state
        at = state.step
        queues = [player.queue for player in state.players]
        if at >= max(map(len, queues)):
            _end_half(run)
            return
        hidden = [
            seat
            for seat, queue in enumerate(queues)
            if at < len(queue) and queue[at].text == HIDDEN_ORDER
        ]
        if hidden:
            ask(run, Phase.ORDER, hidden)
            return
        run.begin_step()
        run.emit(Event("step_started", number=at + 1))
        if not _finish_step(run):
            return


def _order(run: Run, action: Action) -> None:
    run.emit(Event("ordered", action.seat, value=order_text(action), number=run.state.ply))
    run.emit(Event("opened", action.seat))
    if all_done(run):
        _next_step(run)


def _finish_step(run: Run) -> bool:
    """Resolve the current step and check for the end; return True if the next step may follow."""
    resolve(run)
    run.emit(Event("step_done"))
    result = after_step(run.state, run.forfeits)
    if result is not None:
        decide(run, result)
        return False
    holders = [seat for seat in (0, 1) if holds_set(run.state, seat)]
    if holders:
        ask(run, Phase.CLAIM, holders)
    return not holders


def _answer(state: State, action: Action) -> tuple[Event, ...]:
    """Resolve the step again from its start, with the answer; return only the new events."""
    if state.base is None or state.ask is None:
        raise LookupError("no step is under way")
    answer = action.value or action.card
    if state.ask.kind == "jkp":
        seat = SEATS.index(action.seat)
        signs = [player.sign for player in state.players]
        signs[seat] = action.value
        if not all(signs):
            return (Event("signed", action.seat, value=action.value),)
        answer = ",".join(signs)
    run = Run(state.base, (*state.answers, answer))
    run.emit(Event("step_started", number=state.step))
    try:
        if _finish_step(run):
            _next_step(run)
    except NeedsAnswer:
        pass  # a question waits for its answer
    return tuple(run.events[state.ask.reported :])


# The end of a turn and of the game (SPH-5.10, SPH-14, SPH-15.6).


def _end_half(run: Run) -> None:
    if run.state.config.alternating and run.state.half == 0:
        run.emit(Event("rested"))
        _start_half(run)
        return
    run.emit(Event("rested", number=1))
    result = after_turn(run.state)
    if result is not None:
        decide(run, result)
        return
    if (even := sudden_death(run.state)) is not None:
        run.emit(even)
    _start_turn(run, run.state.turn + 1)


_PHASES: dict[Phase, Callable[[Run, Action], None]] = {
    Phase.DEAL: deal,
    Phase.JKP: jkp,
    Phase.NAME: name,
    Phase.MAZE: maze,
    Phase.PILE: _pile,
    Phase.SPAWN: _chosen,
    Phase.RESTOCK: _restock,
    Phase.DRAW: _draw,
    Phase.ROLL: _rolled,
    Phase.USE: _use,
    Phase.MIX: _mix,
    Phase.CLAIM: _claim,
    Phase.PLAN: _plan,
    Phase.ORDER: _order,
    Phase.SHOW: show,
}
