"""Resolution of an action into a sequence of events.

A `_Run` folds each event immediately, so later queries see the updated position. After every move,
prevention and assignment of a force, the module checks for a winner (STR-7.1), and then decides
whether the turn continues.
"""

from rules.core.action import Action, Verb
from rules.core.event import GAME_ENDED, REVEALED, TURN_STARTED, Event, Resolution
from rules.core.values import Facing
from rules.games.stratosphere.config import SEATS
from rules.games.stratosphere.control import (
    allotted,
    answering,
    can_move,
    following,
    free_forces,
    needs_force,
    winner,
)
from rules.games.stratosphere.fold import fold, idle_after
from rules.games.stratosphere.state import Phase, State

# Enum members are looked up only once, because each look-up takes a tenth of a microsecond.
_PLACE, _FLIP, _DRAW, _PASS, _DOWN = Verb.PLACE, Verb.FLIP, Verb.DRAW, Verb.PASS, Facing.DOWN
_MOVE, _WINDOW = Phase.MOVE, Phase.WINDOW


def deal(state: State, action: Action) -> Resolution[State]:
    """Resolve the shuffle of the pack (STR-2.4)."""
    run = _Run(state, fold)
    run.emit(Event("dealt", items=action.also))
    _start_turn(run, 0)
    return run


def recycle(state: State, action: Action) -> Resolution[State]:
    """Resolve the shuffle of the discard pile, and the draw that needed it (STR-3.10)."""
    run = _Run(state, fold)
    run.emit(Event("shuffled", items=action.also))
    _draw(run)
    return run


def choose_force(state: State, action: Action) -> Resolution[State]:
    """Resolve the choice of a force (STR-4.8)."""
    run = _Run(state, fold)
    run.emit(Event("named", action.seat))
    _allot(run, state.seat, state.config.forces.index(action.value))
    _go_on(run)
    return run


def move(state: State, action: Action) -> Resolution[State]:
    """Resolve a move (STR-3)."""
    run = _Run(state, fold)
    _move(run, action)
    return run


def answer(state: State, action: Action) -> Resolution[State]:
    """Resolve an answer to an attack (STR-6)."""
    run = _Run(state, fold)
    _answer(run, action)
    return run


def concede(state: State, action: Action) -> Resolution[State]:
    """Resolve a concession (STR-7.7)."""
    run = _Run(state, fold)
    _concede(run, action)
    return run


def normalize(state: State) -> State:
    """Apply the consequences of a position between moves: a winner, or a turn that must end."""
    run = _Run(state, fold)
    if state.phase is _MOVE:
        _go_on(run)
    return run.state


class _Run(Resolution[State]):
    """Resolution of one action, with shortcuts for asking a seat and ending the game."""

    def ask(self, phase: Phase, seat: int) -> None:
        self.emit(Event("asked", SEATS[seat], value=phase.value))

    def end(self, clause: str, *winners: str) -> None:
        self.emit(Event(GAME_ENDED, clause=clause, items=winners))


# Moves (STR-3).


def _move(run: _Run, action: Action) -> None:
    state, seat = run.state, action.seat
    if action.verb is _PLACE and action.facing is _DOWN:
        run.emit(Event("supplied", seat, action.card, action.to))
    elif action.verb is _PLACE:
        run.emit(Event("commanded", seat, action.card, action.to))
    elif action.verb is _FLIP:
        _reveal(run, action)
    elif action.verb is _DRAW:
        run.emit(Event("drew", seat))
        if not state.pile:
            run.ask(Phase.RECYCLE, state.seat)
            return
        _draw(run)
        return
    elif action.verb is _PASS:
        run.emit(Event("passed", seat))
        _end_turn(run)
        return
    else:
        run.emit(Event("attacked", seat, cell=action.at, to=action.to))
        _next_answer(run)
        return
    _go_on(run)


def _draw(run: _Run) -> None:
    state = run.state
    run.emit(Event("drawn", SEATS[state.seat], state.pile[0]))
    _go_on(run)


def _reveal(run: _Run, action: Action) -> None:
    """Reveal a card, and assign a force if the reveal decides one (STR-3.6, STR-4.2 to 4.5)."""
    state = run.state
    ply = state.nodes[state.config.index[action.at]].down[0].ply
    run.emit(Event(REVEALED, action.seat, action.card, action.at, number=ply))
    force = state.config.force[action.card]
    if state.forces[state.seat] < 0 and force not in state.forces:
        _allot(run, state.seat, force)


def _allot(run: _Run, seat: int, force: int) -> None:
    for who, what in allotted(run.state, seat, force):
        run.emit(Event("forced", SEATS[who], value=run.state.config.forces[what]))


# The attack (STR-5, STR-6).


def _answer(run: _Run, action: Action) -> None:
    state = run.state
    if action.verb is _PASS:
        run.emit(Event("allowed", action.seat))
        _next_answer(run)
        return
    if action.verb is Verb.DECLARE:
        run.emit(Event("shown", action.seat, action.also[0]))
        return
    run.emit(Event("prevented", action.seat, action.card))
    _destroy(run, state.source)
    _go_on(run)


def _next_answer(run: _Run) -> None:
    """Ask the first or next seat to answer the attack, or let the attack succeed (STR-5.5)."""
    state = run.state
    seat = answering(state, state.asked)
    if seat >= 0:
        run.ask(_WINDOW, seat)
        return
    _destroy(run, state.source)
    _destroy(run, state.target)
    _go_on(run)


def _destroy(run: _Run, p: int) -> None:
    run.emit(Event("destroyed", card=run.state.nodes[p].up, cell=run.state.config.names[p]))


# Turns and the end (STR-3.2, STR-7).


def _go_on(run: _Run) -> None:
    """Continue after a move: end the game, or start the next move or the next turn."""
    state = run.state
    won = winner(state)
    if won >= 0:
        run.end("STR-7.1", SEATS[won])
    elif not state.left:
        _end_turn(run)
    elif not can_move(state):
        run.emit(Event("forfeited", SEATS[state.seat], number=state.left))
        _end_turn(run)
    elif state.phase is not _MOVE:
        run.ask(_MOVE, state.seat)


def _end_turn(run: _Run) -> None:
    state = run.state
    active = len(state.config.seats) - state.out.bit_count()
    seat = following(state, state.seat)
    if idle_after(state) >= active or (
        seat <= state.seat and state.round == state.config.round_cap
    ):
        run.end("STR-7.6")
    else:
        _start_turn(run, seat)


def _start_turn(run: _Run, seat: int) -> None:
    run.emit(Event(TURN_STARTED, SEATS[seat], number=run.state.turn + 1))
    state = run.state
    if not needs_force(state):
        if not can_move(state):
            _go_on(run)
    elif state.config.choose:
        run.ask(Phase.NAME, seat)
    else:
        _allot(run, seat, free_forces(state)[0])
        _go_on(run)


def _concede(run: _Run, action: Action) -> None:
    """Resolve a concession (STR-7.7)."""
    seats = run.state.config.seats
    run.emit(Event("conceded", action.seat, items=action.also))
    state = run.state
    rest = [s for number, s in enumerate(seats) if not state.out >> number & 1]
    seat = seats.index(action.seat)
    if action.also or len(rest) == 1:
        run.end("STR-7.7", *(action.also or rest))
    elif seat == state.seat:
        _end_turn(run)
    elif seat == state.asked:
        _next_answer(run)
