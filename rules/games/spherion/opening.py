"""Set-up of a game (SPH-4): deal, initiative and maze; and the start of phases that ask seats."""

from collections.abc import Collection

from rules.core.action import Action
from rules.core.event import Event
from rules.games.spherion.config import SEATS
from rules.games.spherion.legal import HAND
from rules.games.spherion.resolve.run import Run
from rules.games.spherion.state import Phase


def ask(run: Run, phase: Phase, seats: Collection[int]) -> None:
    """Start a phase that asks the given seats."""
    run.emit(Event("phase", value=phase.value))
    for seat in (0, 1):
        if seat not in seats:
            run.emit(Event("gave_up", SEATS[seat]))


def ask_one(run: Run, phase: Phase, seat: int) -> None:
    """Start a phase that asks one seat."""
    run.emit(Event("phase", SEATS[seat], value=phase.value))


def all_done(run: Run) -> bool:
    """Return True if both seats have finished with the phase."""
    return all(player.done for player in run.state.players)


def deal(run: Run, action: Action) -> None:
    """Record a deck's shuffled order; after the second deck, both draw five cards (SPH-4.8)."""
    seat = run.state.seat
    run.emit(Event("shuffled", SEATS[seat], items=action.also))
    if seat == 0:
        ask_one(run, Phase.DEAL, 1)
        return
    for each in (0, 1):
        for card in run.state.players[each].deck[:HAND]:
            run.emit(Event("drawn", SEATS[each], card, value="start"))
    ask(run, Phase.JKP, (0, 1))


def jkp(run: Run, action: Action) -> None:
    """Resolve rock, paper, scissors for the initiative (SPH-4.10)."""
    run.emit(Event("signed", action.seat, value=action.value))
    if all_done(run):
        signs = tuple(player.sign for player in run.state.players)
        winner = run.compare(signs, "", "SPH-4.10", "SPH-4.10")
        if winner >= 0:
            ask_one(run, Phase.NAME, winner)


def name(run: Run, action: Action) -> None:
    """Record the holder of the initiative in turn 1, whom the winner names."""
    run.emit(Event("named", action.value))
    run.emit(Event("phase", value=Phase.MAZE.value))


def maze(run: Run, action: Action) -> None:
    """Set up the maze that a seed generates (SPH-4.11)."""
    run.emit(Event("walled", value=action.value))
    run.emit(Event("phase", value=Phase.PILE.value))
