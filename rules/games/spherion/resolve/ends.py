"""Conditions that end a game (SPH-14)."""

from collections.abc import Collection
from typing import NamedTuple

from rules.core.action import Action
from rules.core.event import GAME_ENDED, Event
from rules.core.values import UNKNOWN
from rules.games.spherion.config import BLUE, RED, SEATS
from rules.games.spherion.globe import NOWHERE
from rules.games.spherion.resolve.run import Run
from rules.games.spherion.state import State, master_of, others, territory


class Result(NamedTuple):
    """The clause that ended the game, and the winners (empty: a draw)."""

    clause: str
    winners: tuple[str, ...]


def surrounded(state: State, seat: int) -> bool:
    """Return True if a seat's deck master is surrounded (SPH-14.2)."""
    config, board, at = state.config, state.config.globe, master_of(state, seat).cell
    near, rivals = board.around[at], state.players[1 - seat].units[1:]
    foes = [u.cell for u in rivals if u and u.cell in near and u.up and not u.spell]
    if not foes:
        return False
    if config.on("surround", "literal"):
        return len(foes) == len(near)
    return len(foes) >= int(config.values["surround_min"]) and all(
        cell == NOWHERE or cell in foes or state.walls >> edge & 1
        for cell, edge in zip(board.steps[at], board.edges[at], strict=True)
    )


def after_step(state: State, forfeits: Collection[int]) -> Result | None:
    """Return the result if the game ends with this step (SPH-14.1, SPH-14.2, SPH-15.5)."""
    lost: dict[int, str] = {}
    for seat in (BLUE, RED):
        if seat in forfeits:
            lost[seat] = "SPH-15.5"
        elif state.players[seat].lp == 0:
            lost[seat] = "SPH-14.1"
        elif surrounded(state, seat):
            lost[seat] = "SPH-14.2"
    if len(lost) == 2:
        return both(state)
    return next((Result(clause, (SEATS[1 - seat],)) for seat, clause in lost.items()), None)


def both(state: State) -> Result:
    """Return the result of a game that both seats lose or win together (SPH-14.7)."""
    if state.config.on("double_loss", "draw"):
        return Result("SPH-14.7", ())
    return Result("SPH-14.7", _larger(territory(state)))


def after_turn(state: State) -> Result | None:
    """Return the result if the game ends with this turn (SPH-14.5, SPH-14.6)."""
    config = state.config
    if state.turn < config.max_turns:
        return None
    lp = (state.players[0].lp, state.players[1].lp)
    winners = _larger(territory(state)) or _larger(lp)
    if winners:
        return Result("SPH-14.5" if state.turn == config.max_turns else "SPH-14.6", winners)
    last = config.last_turn
    return Result("SPH-14.6", ()) if last and state.turn >= last else None


def sudden_death(state: State) -> Event | None:
    """Return the event by which a tied game continues after its last turn (SPH-14.5, SPH-14.6)."""
    over = state.turn - state.config.max_turns
    if over < 0:
        return None
    clause = "SPH-14.6" if over else "SPH-14.5"
    cells, lp = territory(state)[0], str(state.players[0].lp)
    return Event("evened", number=cells, value=lp, clause=clause)


def _larger(counts: tuple[int, int]) -> tuple[str, ...]:
    if counts[0] == counts[1]:
        return ()
    return (SEATS[0 if counts[0] > counts[1] else 1],)


def decide(run: Run, result: Result) -> None:
    """Record the result of the game, and show the face-down cards."""
    run.emit(Event("decided", clause=result.clause, items=result.winners))
    _show_next(run)


def _show_next(run: Run) -> None:
    """Show every face-down card; a violation found now does not change the result (SPH-15.6)."""
    for seat in (0, 1):
        for slot, unit in sorted(others(run.state, seat), key=lambda pair: pair[1].cell):
            if unit.up:
                continue
            cell = run.name(unit.cell)
            if unit.card == UNKNOWN:
                run.emit(Event("asked", SEATS[seat], cell=cell, value="face"))
                return
            run.show(seat, slot, unit)
    clause, winners = run.state.ending, run.state.winners
    run.emit(Event(GAME_ENDED, clause=clause, items=winners))


def show(run: Run, action: Action) -> None:
    """Record a card of unknown identity that a player shows, and continue with the next card."""
    seat, cell = SEATS.index(action.seat), run.state.config.globe.index[action.at]
    slot, unit = next(pair for pair in others(run.state, seat) if pair[1].cell == cell)
    run.show(seat, slot, unit._replace(card=action.card))
    _show_next(run)
