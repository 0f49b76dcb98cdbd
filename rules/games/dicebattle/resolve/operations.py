"""Operations of effects, and draws that renew empty decks (DBM-12, section 16).

Each operation is a step of the agenda. Its function returns True if a seat must now decide.
"""

from collections.abc import Callable
from typing import Final

from rules.core.event import Event
from rules.games.dicebattle.config import SEATS
from rules.games.dicebattle.resolve.effects import open_grants, recoverable
from rules.games.dicebattle.resolve.run import Run
from rules.games.dicebattle.state import Phase, Step


def _raise(run: Run, step: Step) -> None:
    run.level(step.seat, run.state.battle.levels[step.seat] + step.n)


def _lower(run: Run, step: Step) -> None:
    other = 1 - step.seat
    run.level(other, run.state.battle.levels[other] - step.n)


def _swap(run: Run, _step: Step) -> None:
    a, b = run.state.battle.levels
    run.level(0, b)
    run.level(1, a)


def _hush(run: Run, step: Step) -> None:
    run.emit(Event("negated", SEATS[1 - step.seat], value=step.name.removeprefix("hush_")))


def _star(run: Run, step: Step) -> None:
    stars = run.state.players[step.seat].stars + step.n
    run.emit(Event("star", SEATS[step.seat], number=stars))


def _stand(run: Run, step: Step) -> None:
    if not run.state.players[step.seat].miracle:
        run.emit(Event("stood", SEATS[step.seat]))


def _purge(run: Run, step: Step) -> bool:
    grants = open_grants(run.state, 1 - step.seat)
    if len(grants) > step.n:
        run.ask(Phase.PURGE, step.seat, step.n)
        return True
    for placed in grants:
        run.purge(placed.cell)
    return False


def _discard(run: Run, step: Step) -> bool:
    hand = run.state.players[step.seat].hand
    if not hand:
        return False
    run.ask(Phase.DISCARD, step.seat, min(step.n, len(hand)))
    return True


def _recover(run: Run, step: Step) -> bool:
    cards = recoverable(run.state, step.seat)
    if len(cards) > 1:
        run.ask(Phase.RECOVER, step.seat, step.n)
        return True
    if cards:
        run.emit(Event("recovered", SEATS[step.seat], cards[0]))
        if step.n > 1:
            run.steps.insert(0, step._replace(n=step.n - 1))
    return False


# Draws and empty decks (DBM-12).


def _draw(run: Run, step: Step) -> bool:
    """Draw from the deck; if it runs out, schedule its renewal and the penalty draw (DBM-12.3)."""
    seat = step.seat
    player = run.state.players[seat]
    items = player.deck[: step.n]
    if items:
        run.emit(Event("drawn", SEATS[seat], items=items))
    if len(items) == len(player.deck) and player.grave:
        rest = step.n - len(items)
        if rest:
            run.steps.insert(0, Step("draw", seat, rest))
        run.steps[:0] = [Step("renew", seat), Step("penalty", 1 - seat)]
    return False


OPERATIONS: Final[dict[str, Callable[[Run, Step], bool | None]]] = {
    "raise": _raise,
    "lower": _lower,
    "swap": _swap,
    "low": lambda run, _step: run.emit(Event("low_wins")),
    "tie": lambda run, step: run.emit(Event("tie_won", SEATS[step.seat])),
    "hush_magic": _hush,
    "hush_unit": _hush,
    "draw": _draw,
    "discard": _discard,
    "recover": _recover,
    "star": _star,
    "stand": _stand,
    "purge": _purge,
}
"""Function for each operation, by the step's name."""
