"""The end of a game: its decision, then the showing of every face-down card (SPH-15.6)."""

from __future__ import annotations

from rules.core.action import Action
from rules.core.event import GAME_ENDED, REVEALED, Event
from rules.core.values import UNKNOWN
from rules.games.spherion.config import SEATS
from rules.games.spherion.resolve.ends import Result
from rules.games.spherion.resolve.run import Run, breach_of
from rules.games.spherion.state import facts, others


def decide(run: Run, result: Result) -> None:
    """Record the decision of the game and show the face-down cards."""
    run.emit(Event("decided", clause=result.clause, items=result.winners))
    _show_next(run)


def _show_next(run: Run) -> None:
    """Show every face-down card; a violation found now changes nothing (SPH-15.6)."""
    for seat in (0, 1):
        for slot, unit in sorted(others(run.state, seat), key=lambda pair: pair[1].cell):
            if unit.up:
                continue
            cell = run.name(unit.cell)
            if unit.card == UNKNOWN:
                run.emit(Event("asked", SEATS[seat], cell=cell, value="face"))
                return
            _shown(run, seat, slot, unit.card)
    clause, winners = run.state.ending, run.state.winners
    run.emit(Event(GAME_ENDED, clause=clause, items=winners))


def _shown(run: Run, seat: int, slot: int, card: str) -> None:
    unit = run.there(seat, slot)
    name, cell, to = SEATS[seat], run.name(unit.cell), str(slot)
    run.emit(Event(REVEALED, name, card, cell, to=to, number=unit.placed))
    breach = breach_of(facts(run.state, card), unit)
    if breach:
        run.emit(Event("audited", name, card, cell, to=to, clause=breach))


def show(run: Run, action: Action) -> None:
    """Show a card of unknown identity."""
    seat, cell = SEATS.index(action.seat), run.state.config.globe.index[action.at]
    slot = next(slot for slot, unit in others(run.state, seat) if unit.cell == cell)
    _shown(run, seat, slot, action.card)
    _show_next(run)
