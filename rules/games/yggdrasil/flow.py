"""Resolution of an action into a sequence of events.

`_Run` folds each event immediately, so later queries see the updated position. The steps of a turn
call each other in the order of YGG-5.1.
"""

from functools import cache

from rules.core.action import PASS, PLACE, Action
from rules.core.event import GAME_ENDED, TURN_STARTED, Event, Resolution
from rules.games.yggdrasil.cards import Effect, Op, stone
from rules.games.yggdrasil.config import SEATS
from rules.games.yggdrasil.effects import asked, effect_of, possible
from rules.games.yggdrasil.fits import first
from rules.games.yggdrasil.fold import fold
from rules.games.yggdrasil.grid import bits
from rules.games.yggdrasil.hidden import names_of
from rules.games.yggdrasil.score import ending, result
from rules.games.yggdrasil.state import Phase, State
from rules.games.yggdrasil.tree import attack, defence, linked, targets


@cache
def _asked(phase: Phase | Op, seat: int, due: int) -> Event:
    return Event("asked", SEATS[seat], value=phase.value, number=due)


class _Run(Resolution[State]):
    """Resolution of one action, with shortcuts for asking a seat and drawing cards."""

    def ask(self, phase: Phase | Op, seat: int, due: int = 0) -> None:
        """Ask a seat for a decision; an effect's name is also that of its phase."""
        self.emit(_asked(phase, seat, due))

    def draw(self, why: str, count: int = 1) -> None:
        """Draw `count` cards, or as many as the deck has (YGG-5.3, YGG-8.5)."""
        state = self.state
        for card in state.players[state.seat].deck[:count]:
            self.emit(Event("drawn", SEATS[state.seat], card, value=why))


# Set-up (YGG-3).


def begin(state: State, action: Action) -> Resolution[State]:
    """Resolve the draw of the first player (YGG-3.5)."""
    run = _Run(state, fold)
    run.emit(Event("began", action.value))
    _roots(run)
    return run


def place_root(state: State, action: Action) -> Resolution[State]:
    """Resolve the placement of a root (YGG-3.3)."""
    run = _Run(state, fold)
    run.emit(Event("root_laid", action.seat, action.card, action.to))
    _roots(run)
    return run


def deal(state: State, action: Action) -> Resolution[State]:
    """Resolve the shuffle of a deck, from which the hand is drawn (YGG-3.4)."""
    run = _Run(state, fold)
    run.emit(Event("dealt", SEATS[state.seat], items=action.also))
    if state.seat == 0:
        run.ask(Phase.DEAL, 1)
    elif state.config.get("mulligan") == "one":
        run.ask(Phase.MULLIGAN, state.first)
    else:
        _start_turn(run, state.first)
    return run


def decide_mulligan(state: State, action: Action) -> Resolution[State]:
    """Resolve the return of a hand, or the decision to keep it (YGG-3.6)."""
    run = _Run(state, fold)
    if action.verb is PASS:
        run.emit(Event("passed", action.seat, value=state.phase.value))
        _mulligan_done(run)
    else:
        run.emit(Event("returned", action.seat))
        run.ask(Phase.REDEAL, state.seat)
    return run


def redeal(state: State, action: Action) -> Resolution[State]:
    """Resolve the shuffle after a hand was returned (YGG-3.6)."""
    run = _Run(state, fold)
    run.emit(Event("dealt", SEATS[state.seat], items=action.also))
    _mulligan_done(run)
    return run


def _roots(run: _Run) -> None:
    """Ask for the next root that is not yet placed, beginning with the first player's (YGG-3.3)."""
    first = run.state.first
    for seat in (first, 1 - first):
        if not run.state.sides[seat].own:
            run.ask(Phase.ROOT, seat)
            return
    run.ask(Phase.DEAL, 0)


def _mulligan_done(run: _Run) -> None:
    seat, first = run.state.seat, run.state.first
    if seat == first:
        run.ask(Phase.MULLIGAN, 1 - first)
    else:
        _start_turn(run, first)


# The turn (YGG-5).


def _start_turn(run: _Run, seat: int) -> None:
    number, name = run.state.turn + 1, SEATS[seat]
    run.emit(Event(TURN_STARTED, name, number=number))
    deck = run.state.players[seat].deck
    if number > 1 and deck:  # YGG-5.2, YGG-5.3
        run.emit(Event("drawn", name, deck[0], value="turn"))


def _end_turn(run: _Run) -> None:
    clause = ending(run.state)
    if clause:
        _end_game(run, clause)
    else:
        _start_turn(run, 1 - run.state.seat)


def _end_game(run: _Run, clause: str) -> None:
    run.emit(Event(GAME_ENDED, clause=clause, items=result(run.state, clause).winners))


def place(state: State, action: Action) -> Resolution[State]:
    """Resolve a card that is placed or exchanged, a pass, or a hand that is shown (YGG-5.4, 7)."""
    run = _Run(state, fold)
    if action.verb is PLACE and "." in action.to:
        _exchange(run, action)
    elif action.verb is PLACE:
        run.emit(Event("placed", action.seat, action.card, action.to, number=action.turn))
        _effect(run)
    elif action.verb is PASS:
        run.emit(Event("passed", action.seat, value=state.phase.value))
        _end_turn(run)
    else:
        run.emit(Event("shown", action.seat, items=action.also))
    return run


def _exchange(run: _Run, action: Action) -> None:
    run.emit(Event("discarded", action.seat, action.card, value="exchange"))
    run.draw("exchange")
    if run.state.config.get("exchange_then_place") == "yes" and _may_fit(run.state):
        run.ask(Phase.REFILL, run.state.seat)
    else:
        _end_turn(run)


def _may_fit(state: State) -> bool:
    """Return True if a known card in the hand fits or a hidden one may fit."""
    return first(state, state.seat, names_of(state, state.seat)) is not None


# Effects (YGG-8).

_DRAWING = frozenset((Op.DRAW, Op.LOOT))


def _effect(run: _Run) -> None:
    effect = effect_of(run.state)
    if effect is None or not possible(run.state, effect):
        _invasion(run)
    elif effect.forced and effect.op in _DRAWING:
        _draw_cards(run, effect)
        _invasion(run)
    else:
        run.ask(effect.op, run.state.seat)


def _draw_cards(run: _Run, effect: Effect) -> None:
    run.draw("effect", effect.n)
    if effect.op is Op.LOOT:
        due = min(effect.n, len(run.state.players[run.state.seat].hand))
        run.ask(Phase.DISCARD, run.state.seat, due)


def use_effect(state: State, action: Action) -> Resolution[State]:
    """Resolve an effect as the seat chose, or its decision not to use it (YGG-8.1)."""
    run = _Run(state, fold)
    match state.phase:
        case _ if action.verb is PASS:
            run.emit(Event("passed", action.seat, value=state.phase.value))
        case Phase.SWAP:
            run.emit(Event("swapped", action.seat, cell=action.at, to=action.to))
        case Phase.SCRY:
            run.emit(Event("reordered", action.seat, items=action.also))
        case Phase.RECOVER:
            run.emit(Event("recovered", action.seat, action.value))
        case Phase.WITHER:
            _destroy(run, state.config.grid.index[action.at], "YGG-8.6")
        case _:
            _draw_cards(run, asked(state))
    _invasion(run)
    return run


def discard(state: State, action: Action) -> Resolution[State]:
    """Resolve a card that is discarded after drawing (YGG-8.5)."""
    run = _Run(state, fold)
    run.emit(Event("discarded", action.seat, action.card, value="loot"))
    _invasion(run)
    return run


# Invasion (YGG-9) and later steps.


def _invasion(run: _Run) -> None:
    if run.state.due:  # cards must still be discarded
        return
    if targets(run.state, run.state.spot):
        run.ask(Phase.INVADE, run.state.seat)
    else:
        _extra(run)


def invade(state: State, action: Action) -> Resolution[State]:
    """Resolve an invasion, or the decision against it (YGG-9)."""
    run = _Run(state, fold)
    if action.verb is PASS:
        run.emit(Event("passed", action.seat, value=state.phase.value))
        _extra(run)
        return run
    i = state.config.grid.index[action.value]
    target = stone(state.field, i).card
    strength, resistance = attack(state, state.spot, i), defence(state, i)
    run.emit(
        Event(
            "invaded", action.seat, target.id, action.value, number=strength, value=str(resistance)
        )
    )
    if strength >= resistance:
        _destroy(run, i, "YGG-9.6" if target.root else "YGG-9.5")
        if target.root:
            _end_game(run, "YGG-9.6")
            return run
    _extra(run)
    return run


def _destroy(run: _Run, i: int, clause: str) -> None:
    """Remove a card, and every card that is then no longer linked to its root (YGG-9.7)."""
    state = run.state
    placed = stone(state.field, i)
    name = state.config.grid.names[i]
    run.emit(Event("destroyed", SEATS[placed.owner], placed.card.id, name, clause=clause))
    if placed.card.root:
        return
    _isolate(run, placed.owner)


def _isolate(run: _Run, owner: int) -> None:
    """Destroy together all cards that have no link to their root (YGG-9.7)."""
    state = run.state
    for j in bits(state.sides[owner].own & ~linked(state, owner)):
        name = state.config.grid.names[j]
        cut = stone(state.field, j).card.id
        run.emit(Event("destroyed", SEATS[owner], cut, name, clause="YGG-9.7"))


def normalize(state: State) -> State:
    """Destroy unlinked cards in an agreed position, which may keep a wrong placement (YGG-12.2)."""
    run = _Run(state, fold)
    for owner in (0, 1):
        _isolate(run, owner)
    return run.state


def _extra(run: _Run) -> None:
    """Ask for a second card, if the turn's first card allows it and a card may fit (YGG-8.3)."""
    state = run.state
    effect = effect_of(state)
    surge = effect is not None and state.placed == 1 and effect.op is Op.EXTRA_PLACE
    if surge and _may_fit(state):
        run.ask(Phase.EXTRA, state.seat)
    else:
        _end_turn(run)
