"""Resolution of an action into a sequence of events.

A `_Run` folds each event immediately, so later queries see the updated position. After every move,
prevention and assignment of a force, the module checks for a winner (STR-7.1), and then decides
whether the turn continues.
"""

from collections.abc import Callable
from functools import lru_cache

from rules.core.action import DRAW, FLIP, PASS, PLACE, Action
from rules.core.event import GAME_ENDED, REVEALED, TURN_STARTED, Event, Resolution
from rules.core.values import DOWN
from rules.games.stratosphere import control
from rules.games.stratosphere.actions import is_concession
from rules.games.stratosphere.config import SEATS
from rules.games.stratosphere.fold import fold, idle_after
from rules.games.stratosphere.moves import can_move
from rules.games.stratosphere.state import Phase, State

# Enum members are looked up only once, because each look-up takes a tenth of a microsecond.
_MOVE, _WINDOW = Phase.MOVE, Phase.WINDOW


@lru_cache(maxsize=4096)
def _event(
    kind: str, seat: str = "", card: str = "", cell: str = "", to: str = "", number: int = 0
) -> Event:
    """Return an event that often recurs; a new object would cost as much as its fold."""
    return Event(kind, seat, card, cell, to, number)


class _Run(Resolution[State]):
    """Resolution of one action, with shortcuts for asking a seat and ending the game."""

    def ask(self, phase: Phase, seat: int) -> None:
        self.emit(Event("asked", SEATS[seat], value=phase.value))

    def end(self, clause: str, *winners: str) -> None:
        self.emit(Event(GAME_ENDED, clause=clause, items=winners))


def resolution(
    resolve: Callable[[_Run, Action], None],
) -> Callable[[State, Action], Resolution[State]]:
    """Return a phase's resolution, in which any seat may concede instead (STR-7.7)."""

    def resolved(state: State, action: Action) -> Resolution[State]:
        run = _Run(state, fold)
        (concede if is_concession(action) else resolve)(run, action)
        return run

    return resolved


def normalize(state: State) -> State:
    """Apply the consequences of a position between moves: a winner, or a turn that must end."""
    run = _Run(state, fold)
    if state.phase is _MOVE:
        _go_on(run)
    return run.state


# Chance and forces (STR-2.4, STR-3.10, STR-4.8).


def deal(run: _Run, action: Action) -> None:
    """Resolve the shuffle of the pack."""
    run.emit(Event("dealt", items=action.also))
    _start_turn(run, 0)


def recycle(run: _Run, action: Action) -> None:
    """Resolve the shuffle of the discard pile, and the draw that needed it."""
    run.emit(Event("shuffled", items=action.also))
    _draw(run)


def choose_force(run: _Run, action: Action) -> None:
    """Resolve the choice of a force."""
    run.emit(Event("named", action.seat))
    _allot(run, run.state.seat, run.state.config.forces.index(action.value))
    _go_on(run)


# Moves (STR-3).


def move(run: _Run, action: Action) -> None:
    """Resolve a move, which only a draw, a supply and a pass end without a change of control."""
    verb, seat = action.verb, action.seat
    if verb is PLACE and action.facing is DOWN:
        run.emit(_event("supplied", seat, action.card, action.to))
        _next_move(run)
    elif verb is PLACE:
        run.emit(_event("commanded", seat, action.card, action.to))
        _go_on(run)
    elif verb is FLIP:
        _reveal(run, action)
        _go_on(run)
    elif verb is PASS:
        run.emit(_event("passed", seat))
        _end_turn(run)
    elif verb is not DRAW:
        run.emit(_event("attacked", seat, "", action.at, action.to))
        _next_answer(run)
    else:
        run.emit(_event("drew", seat))
        if run.state.pile:
            _draw(run)
        else:
            run.ask(Phase.RECYCLE, run.state.seat)


def _draw(run: _Run) -> None:
    state = run.state
    run.emit(_event("drawn", SEATS[state.seat], state.pile[0]))
    _next_move(run)


def _reveal(run: _Run, action: Action) -> None:
    """Reveal a card, and assign a force if the reveal decides one (STR-3.6, STR-4.2 to 4.5)."""
    state = run.state
    ply = state.nodes[state.config.index[action.at]].down[0].ply
    run.emit(Event(REVEALED, action.seat, action.card, action.at, number=ply))
    force = state.config.force[action.card]
    if state.forces[state.seat] < 0 and force not in state.forces:
        _allot(run, state.seat, force)


def _allot(run: _Run, seat: int, force: int) -> None:
    for who, what in control.allotted(run.state, seat, force):
        run.emit(Event("forced", SEATS[who], value=run.state.config.forces[what]))


# The attack (STR-5, STR-6).


def answer(run: _Run, action: Action) -> None:
    """Resolve an answer to an attack."""
    if action.verb is PASS:
        run.emit(_event("allowed", action.seat))
        _next_answer(run)
    elif action.verb is PLACE:
        run.emit(_event("prevented", action.seat, action.card))
        _destroy(run, run.state.source)
        _go_on(run)
    else:
        run.emit(_event("shown", action.seat, action.also[0]))


def _next_answer(run: _Run) -> None:
    """Ask the first or next seat to answer the attack, or let the attack succeed (STR-5.5)."""
    state = run.state
    seat = control.answering(state, state.asked)
    if seat >= 0:
        run.ask(_WINDOW, seat)
        return
    _destroy(run, state.source)
    _destroy(run, state.target)
    _go_on(run)


def _destroy(run: _Run, p: int) -> None:
    run.emit(_event("destroyed", "", run.state.nodes[p].up, run.state.config.names[p]))


# Turns and the end (STR-3.2, STR-7).


def _go_on(run: _Run) -> None:
    """Continue after the control of nodes may have changed: end the game if a seat has won."""
    won = control.winner(run.state)
    if won >= 0:
        run.end("STR-7.1", SEATS[won])
    else:
        _next_move(run)


def _next_move(run: _Run) -> None:
    """Start the next move, or the next turn if no move is left or possible."""
    state = run.state
    if not state.left:
        _end_turn(run)
    elif not can_move(state):
        run.emit(_event("forfeited", SEATS[state.seat], number=state.left))
        _end_turn(run)
    elif state.phase is not _MOVE:
        run.ask(_MOVE, state.seat)


def _end_turn(run: _Run) -> None:
    state = run.state
    active = len(state.config.seats) - state.out.bit_count()
    seat = control.following(state, state.seat)
    last = seat <= state.seat and state.round == state.config.round_cap
    if last or idle_after(state) >= active:
        run.end("STR-7.6")
    else:
        _start_turn(run, seat)


def _start_turn(run: _Run, seat: int) -> None:
    run.emit(_event(TURN_STARTED, SEATS[seat], number=run.state.turn + 1))
    state = run.state
    if not control.needs_force(state):
        if not can_move(state):
            _go_on(run)
    elif state.config.choose:
        run.ask(Phase.NAME, seat)
    else:
        _allot(run, seat, control.free_forces(state)[0])
        _go_on(run)


def concede(run: _Run, action: Action) -> None:
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
