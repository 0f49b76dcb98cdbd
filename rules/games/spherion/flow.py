"""Resolution of an action into a sequence of events, up to the next decision.

`phases` names the function that resolves each phase's actions. A turn has the parts of `_TURN`, in
that order (SPH-5); each part asks for a decision, or is skipped.
"""

from collections.abc import Callable
from typing import Final

from rules.core.action import DECLARE, DRAW, PASS, READY, Action
from rules.core.event import ROLLED, TURN_STARTED, Event
from rules.core.values import UNKNOWN
from rules.errors import NeedsAnswer
from rules.games.spherion.config import SEATS
from rules.games.spherion.globe import NOWHERE
from rules.games.spherion.legal import eligible, may_draw
from rules.games.spherion.opening import all_done, ask, ask_one
from rules.games.spherion.resolve.effects import count_points
from rules.games.spherion.resolve.ends import (
    Result,
    after_step,
    after_turn,
    both,
    decide,
    sudden_death,
)
from rules.games.spherion.resolve.run import Run
from rules.games.spherion.resolve.step import resolve
from rules.games.spherion.state import (
    BOTH,
    DICE,
    HIDDEN_ORDER,
    Phase,
    Player,
    State,
    active,
    holds_set,
    pending,
)

_FACES: Final = dict(zip(DICE, ("star", "arrow", "card_face", "hammer"), strict=True))
"""Names of a die's faces in the game's terms, by letter."""


def resolved_by(resolve: Callable[[Run, Action], None]) -> Callable[[State, Action], Run]:
    """Return the resolution of a phase's actions: a concession, or `resolve` up to a question."""

    def advance(state: State, action: Action) -> Run:
        run = Run(state)
        run.emit(Event("acted", action.seat))
        try:
            if action.value == "concede":
                decide(run, Result("SPH-14.8", (SEATS[1 - SEATS.index(action.seat)],)))
            else:
                resolve(run, action)
        except NeedsAnswer:
            pass  # the question is in the state
        return run

    return advance


def order_text(action: Action) -> str:
    """Return the text of an order, with the name of a hidden card that has since been revealed."""
    kind, _, rest = action.value.partition(":?:")
    return f"{kind}:{action.card}:{rest}" if action.card and rest else action.value


# Start (SPH-5.2).


def pile(run: Run, action: Action) -> None:
    """Record the order of the power-ups, and start turn 1 (SPH-12.1)."""
    run.emit(Event("piled", items=action.also))
    _start_turn(run, 1)


def spawn(run: Run, action: Action) -> None:
    """Record the cell of a power-up (SPH-12.2)."""
    _appear(run, action.value)
    _go_on(run, _ask_spawn)


def restock(run: Run, action: Action) -> None:
    """Record the order of the used power-ups, which are the new pile (SPH-12.1)."""
    run.emit(Event("piled", items=action.also))
    _go_on(run, _ask_spawn)


def draw(run: Run, action: Action) -> None:
    """Resolve a draw at the start of a turn, or a pass (SPH-5.2b)."""
    seat = SEATS.index(action.seat)
    if action.verb is DRAW:
        run.emit(Event("drawn", action.seat, run.state.players[seat].deck[0], value="turn"))
    if action.verb is PASS or not may_draw(run.state.players[seat]):
        run.emit(Event("gave_up", action.seat))
    if all_done(run):
        _go_on(run, _ask_roll)


def _appear(run: Run, cell: str) -> None:
    run.emit(Event("spawned", card=run.state.pile[0], cell=cell))


# Roll (SPH-5.4, SPH-6).


def roll(run: Run, action: Action) -> None:
    """Record the faces and credit their points immediately (SPH-6.3, SPH-6.4)."""
    seat = run.state.seat
    faces = tuple(_FACES[face] for face in action.value)
    run.emit(Event(ROLLED, SEATS[seat], value=action.value, items=faces))
    for what, face, each in (("sp", "star", 1), ("mp", "arrow", 2)):
        if face in faces:
            count_points(run, seat, what, each * faces.count(face))
    if seat == 0 and not run.state.config.alternating:
        ask_one(run, Phase.ROLL, 1)
    else:
        _go_on(run, _ask_use)


def use(run: Run, action: Action) -> None:
    """Resolve a Card or Hammer face, or a pass (SPH-6.6, SPH-6.7)."""
    seat = SEATS.index(action.seat)
    if action.verb is PASS:
        run.emit(Event("gave_up", action.seat))
    elif action.verb is DRAW:
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


def mix(run: Run, action: Action) -> None:
    """Record the new order of a deck, and draw from it (SPH-6.7)."""
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
        _go_on(run, _ask_claim)


def _usable(player: Player) -> bool:
    cards, hammers = player.faces
    return bool((cards and player.deck) or (hammers and player.hand))


# The piece set (SPH-14.3).


def claim(run: Run, action: Action) -> None:
    """Resolve a claim, or a pass; afterwards, planning or the next step follows (SPH-14.3)."""
    if action.verb is PASS:
        run.emit(Event("gave_up", action.seat))
    else:
        run.emit(Event("signed", action.seat, value="claim"))
    if not all_done(run):
        return
    claimed = [s for s, p in zip(SEATS, run.state.players, strict=True) if p.sign]
    if claimed:
        alone = Result("SPH-14.3", tuple(claimed))
        decide(run, alone if len(claimed) == 1 else both(run.state))
    elif run.state.step:
        _steps(run)
    else:
        _go_on(run, _ask_plan)


# Plan (SPH-5.5 to 5.8).


def plan(run: Run, action: Action) -> None:
    """Resolve an order that is written, undo, a claim, READY, or the end by the clock."""
    if action.value == "claim":
        run.emit(Event("signed", action.seat, value="claim"))
        decide(run, Result("SPH-14.3", (action.seat,)))
    elif action.value == "undo":
        run.emit(Event("undone", action.seat))
    elif action.verb is DECLARE:
        run.emit(Event("drafted", action.seat, value=order_text(action), number=run.state.ply))
    else:
        run.emit(Event("readied" if action.verb is READY else "late", action.seat))
        if all_done(run):
            _steps(run)


# Execute (SPH-5.9).


def order(run: Run, action: Action) -> None:
    """Resolve an order that is turned over (SPH-17.3)."""
    run.emit(Event("ordered", action.seat, value=order_text(action), number=run.state.ply))
    run.emit(Event("opened", action.seat))
    if all_done(run):
        _steps(run)


def answer(run: Run, action: Action) -> None:
    """Resolve the step again from its start, with the answer; report only the new events."""
    state, ask = run.state, pending(run.state)
    answer = action.value or action.card
    if ask.seat == BOTH:
        signs = [player.sign for player in state.players]
        signs[SEATS.index(action.seat)] = action.value
        if not all(signs):
            run.emit(Event("signed", action.seat, value=action.value))
            return
        answer = ",".join(signs)
    if state.base is None:
        raise LookupError("no step is under way")
    again = Run(state.base, (*state.answers, answer))
    again.emit(Event("step_started", number=state.step))
    try:
        if _finish_step(again):
            _steps(again)
    except NeedsAnswer:
        pass  # as in `resolved_by`
    for event in again.events[ask.reported :]:
        run.emit(event)


def _steps(run: Run) -> None:
    """Resolve step after step, up to a decision or the end of the queues."""
    while True:
        state = run.state
        at, queues = state.step, (state.players[0].queue, state.players[1].queue)
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


def _finish_step(run: Run) -> bool:
    """Resolve the current step and check for the end; return True if the next step may follow."""
    changed = resolve(run)
    run.emit(Event("step_done"))
    result = after_step(run.state, run.forfeits) if changed else None
    if result is not None:
        decide(run, result)
        return False
    holders = [seat for seat in (0, 1) if holds_set(run.state, seat)]
    if holders:
        ask(run, Phase.CLAIM, holders)
    return not holders


# The end of a turn and of the game (SPH-5.10, SPH-14, SPH-15.6).


def _end_half(run: Run) -> None:
    if run.state.config.alternating and run.state.half == 0:
        run.emit(Event("rested"))
        _go_on(run, _ask_draw)
        return
    run.emit(Event("rested", number=1))
    result = after_turn(run.state)
    if result is not None:
        decide(run, result)
        return
    if (even := sudden_death(run.state)) is not None:
        run.emit(even)
    _start_turn(run, run.state.turn + 1)


# The parts of a turn; each returns True if it asks for a decision.

_Part = Callable[[Run], bool]


def _start_turn(run: Run, number: int) -> None:
    holder = run.state.initiative
    if number > 1 and run.state.config.on("initiative", "alternating"):
        holder = 1 - holder
    run.emit(Event(TURN_STARTED, SEATS[holder], number=number))
    _go_on(run, _ask_spawn)


def _go_on(run: Run, part: _Part) -> None:
    """Start the turn's parts from `part` on, up to a decision."""
    any(each(run) for each in _TURN[_TURN.index(part) :])


def _ask_spawn(run: Run) -> bool:
    """Ask for the cell of the next power-up, or place it where no choice is left (SPH-12.2)."""
    while (state := run.state).spawned < 2 and len(state.powerups) < state.config.powerup_cap:
        cells = eligible(state)
        if not cells or not (state.pile or state.used):
            return False
        mirrored = state.first != NOWHERE and state.config.on("powerup_spawn", "mirrored")
        image = mirrored and cells == (state.config.globe.image[state.first],)
        if not state.pile or not image:
            due = Phase.SPAWN if state.pile else Phase.RESTOCK
            run.emit(Event("phase", value=due.value))
            return True
        _appear(run, run.name(cells[0]))
    return False


def _ask_roll(run: Run) -> bool:
    ask_one(run, Phase.ROLL, min(active(run.state)))
    return True


def _asking(phase: Phase, asked: Callable[[State, int], bool]) -> _Part:
    """Return the part that asks each seat for which `asked` is True."""

    def part(run: Run) -> bool:
        seats = [seat for seat in active(run.state) if asked(run.state, seat)]
        if seats:
            ask(run, phase, seats)
        return bool(seats)

    return part


_ask_draw = _asking(Phase.DRAW, lambda state, seat: may_draw(state.players[seat]))  # SPH-5.2b
_ask_use = _asking(Phase.USE, lambda state, seat: _usable(state.players[seat]))
_ask_claim = _asking(Phase.CLAIM, holds_set)
_ask_plan = _asking(Phase.PLAN, lambda *_: True)
_TURN: Final[tuple[_Part, ...]] = (
    _ask_spawn,
    _ask_draw,
    _ask_roll,
    _ask_use,
    _ask_claim,
    _ask_plan,
)
