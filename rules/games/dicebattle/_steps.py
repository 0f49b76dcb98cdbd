"""The steps of battle, reward, reborn and draw phase, as far as nobody has to decide."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules._event import GAME_ENDED, REVEALED, TURN_STARTED, Event
from rules._values import UNKNOWN
from rules.games.dicebattle._config import SEATS
from rules.games.dicebattle._effects import (
    effect_of,
    holds,
    lying_at,
    open_grants,
    recoverable,
    revivable,
    tied,
    windows,
)
from rules.games.dicebattle._state import Entry, Phase, Step

if TYPE_CHECKING:
    from collections.abc import Callable

    from rules.games.dicebattle._run import Run

__all__ = ["STEP_NAMES", "carry_out", "decline", "go", "resolve", "trigger"]


def go(run: Run) -> None:
    """Carry out steps until one of them asks or the game has ended."""
    while True:
        step = run.steps.pop(0)
        if _STEPS[step.name](run, step):
            return


# The queue (DBM-8.3 to 8.7).


def _queue(run: Run, step: Step) -> bool:
    del step
    if run.state.config.any_point and run.state.battle.stage == "battle":
        first = run.state.first
        run.steps[:0] = [Step("window", first), Step("window", 1 - first), Step("take")]
        return False
    return _take(run, Step("take"))


def _take(run: Run, step: Step) -> bool:
    del step
    if not run.state.battle.queue:
        return False
    found = tied(run.state)
    if len(found) > 1:
        run.ask(Phase.ORDER, found[0].seat)
        return True
    return resolve(run, found[0])


def resolve(run: Run, entry: Entry) -> bool:
    """An entry's turn has come; True if its owner is asked."""
    run.steps.insert(0, Step("queue"))
    effect = effect_of(run.state, entry)
    if not holds(run.state, entry.seat, effect):
        run.say(Event("effect", SEATS[entry.seat], entry.card, entry.cell, value="idle"))
        return False
    if effect.mode == "optional":
        run.ask(Phase.EFFECT, entry.seat, spot=entry.cell)
        return True
    carry_out(run, entry)
    return False


def decline(run: Run, entry: Entry) -> None:
    """The owner does without an optional effect."""
    run.say(Event("effect", SEATS[entry.seat], entry.card, entry.cell, value="declined"))


def carry_out(run: Run, entry: Entry) -> None:
    """The operations in printed order (DBM-8.10), before everything that was to follow."""
    effect = effect_of(run.state, entry)
    seat = SEATS[entry.seat]
    laid = lying_at(run.state, entry.cell) if ".stock" in entry.cell else None
    if laid is not None and not laid.up:  # DBM-7.6, on_trigger
        run.say(Event(REVEALED, seat, laid.card, laid.cell, number=laid.ply))
    run.say(Event("effect", seat, entry.card, entry.cell, value="happens"))
    run.steps[:0] = [Step(op.name, entry.seat, op.n) for op in effect.operations]


def _window(run: Run, step: Step) -> bool:
    if not windows(run.state, step.seat):
        return False
    run.ask(Phase.WINDOW, step.seat)
    return True


def trigger(run: Run, cell: str) -> None:
    """An optional grant triggers at a point its owner chose; then both may again (DBM-7.8)."""
    laid = lying_at(run.state, cell)
    first = run.state.first
    run.steps = [step for step in run.steps if step.name != "window"]
    run.steps[:0] = [Step("window", first), Step("window", 1 - first)]
    carry_out(run, Entry(0, SEATS.index(cell[0]), cell, laid.card if laid else ""))


def _hidden(run: Run, step: Step) -> bool:
    """`on_trigger` with cards nobody knows: their owner may turn one up to let it trigger."""
    if all(laid.card != UNKNOWN for laid in run.state.players[step.seat].stock):
        return False
    run.ask(Phase.HIDDEN, step.seat)
    return True


# Operations.


def _raise(run: Run, step: Step) -> bool:
    run.level(step.seat, run.state.battle.levels[step.seat] + step.n)
    return False


def _lower(run: Run, step: Step) -> bool:
    other = 1 - step.seat
    run.level(other, run.state.battle.levels[other] - step.n)
    return False


def _swap(run: Run, step: Step) -> bool:
    del step
    a, b = run.state.battle.levels
    run.level(0, b)
    run.level(1, a)
    return False


def _low(run: Run, step: Step) -> bool:
    del step
    run.say(Event("low_wins"))
    return False


def _tie(run: Run, step: Step) -> bool:
    run.say(Event("tie_won", SEATS[step.seat]))
    return False


def _hush_magic(run: Run, step: Step) -> bool:
    run.say(Event("negated", SEATS[1 - step.seat], value="magic"))
    return False


def _hush_unit(run: Run, step: Step) -> bool:
    run.say(Event("negated", SEATS[1 - step.seat], value="unit"))
    return False


def _star(run: Run, step: Step) -> bool:
    stars = run.state.players[step.seat].stars + step.n
    run.say(Event("star", SEATS[step.seat], number=stars))
    return False


def _stand(run: Run, step: Step) -> bool:
    if not run.state.players[step.seat].miracle:
        run.say(Event("stood", SEATS[step.seat]))
    return False


def _purge(run: Run, step: Step) -> bool:
    found = open_grants(run.state, 1 - step.seat)
    if len(found) > step.n:
        run.ask(Phase.PURGE, step.seat, step.n)
        return True
    for laid in found:
        run.purge(laid.cell)
    return False


def _discard(run: Run, step: Step) -> bool:
    hand = run.state.players[step.seat].hand
    if not hand:
        return False
    run.ask(Phase.DISCARD, step.seat, min(step.n, len(hand)))
    return True


def _recover(run: Run, step: Step) -> bool:
    found = recoverable(run.state, step.seat)
    if len(found) > 1:
        run.ask(Phase.RECOVER, step.seat, step.n)
        return True
    if found:
        run.say(Event("recovered", SEATS[step.seat], found[0]))
        if step.n > 1:
            run.steps.insert(0, step._replace(n=step.n - 1))
    return False


# Drawing and empty decks (DBM-12).


def _draw(run: Run, step: Step) -> bool:
    """As far as the deck reaches; then a new deck, the penalty draw, the rest (DBM-12.3)."""
    seat = step.seat
    player = run.state.players[seat]
    items = player.deck[: step.n]
    if items:
        run.say(Event("drawn", SEATS[seat], items=items))
    if len(items) == len(player.deck) and player.grave:
        rest = step.n - len(items)
        if rest:
            run.steps.insert(0, Step("draw", seat, rest))
        run.steps[:0] = [Step("renew", seat), Step("penalty", 1 - seat)]
    return False


def _renew(run: Run, step: Step) -> bool:
    run.ask(Phase.RENEW, step.seat)
    return True


def _penalty(run: Run, step: Step) -> bool:
    player = run.state.players[step.seat]
    if not player.deck and not player.grave:
        return False
    run.ask(Phase.PENALTY, step.seat)
    return True


def _setting(run: Run, step: Step) -> bool:
    run.ask(Phase.SET, step.seat)
    return True


# The end of the battle and the phases after it (DBM-8.11 to 11.4).


def _compare(run: Run, step: Step) -> bool:
    del step
    battle = run.state.battle
    a, b = battle.levels
    winner = -1
    if a != b:
        winner = int((a < b) != battle.low)
    elif battle.ties[0] != battle.ties[1]:
        winner = int(battle.ties[1])
    _decided(run, winner, abs(a - b))
    return False


def _lost(run: Run, step: Step) -> bool:
    """DBM-14.2, `lose_battle`: nothing is compared; `n` is 0 if both sets were illegal."""
    _decided(run, step.seat if step.n else -1, 0)
    return False


def _decided(run: Run, winner: int, margin: int) -> None:
    a, b = run.state.battle.levels
    seat = SEATS[winner] if winner >= 0 else ""
    run.say(Event("compared", seat, number=margin, value=f"{a} {b}"))
    run.say(Event("battle_over"))
    if winner >= 0:
        run.say(Event("star", seat, number=run.state.players[winner].stars + 1))
    run.steps = [Step("queue"), Step("stars")]


def _stars(run: Run, step: Step) -> bool:
    """The end of the reward phase: a winner, both again, or on (DBM-9.3 to 9.5)."""
    del step
    enough = run.state.config.stars_to_win
    reached = [seat for seat in (0, 1) if run.state.players[seat].stars >= enough]
    if len(reached) == 1:
        run.say(Event(GAME_ENDED, clause="DBM-9.3", items=(SEATS[reached[0]],)))
        return True
    first, winner = run.state.first, run.state.battle.winner
    counts = [3 if winner == 1 - seat else 2 for seat in (0, 1)]
    run.steps = [
        Step("draw", first, counts[first]),
        Step("draw", 1 - first, counts[1 - first]),
        Step("limit", first),
        Step("limit", 1 - first),
        Step("next"),
    ]
    if reached:
        run.say(Event("stars_reset", number=enough - 1))
    elif winner >= 0:
        run.steps.insert(0, Step("reborn", 1 - winner))
    return False


def _reborn(run: Run, step: Step) -> bool:
    if not run.state.players[step.seat].revival or not revivable(run.state, step.seat):
        return False
    run.ask(Phase.REVIVAL, step.seat)
    return True


def _limit(run: Run, step: Step) -> bool:
    """DBM-11.3, `hand_limit`."""
    limit = run.state.config.hand_limit
    excess = len(run.state.players[step.seat].hand) - limit
    if not limit or excess <= 0:
        return False
    run.ask(Phase.DISCARD, step.seat, excess, "limit")
    return True


def _next(run: Run, step: Step) -> bool:
    """The round limit (DBM-4.3), or the roles change and the next round begins (DBM-11.4)."""
    del step
    state = run.state
    if state.config.round_limit and state.round >= state.config.round_limit:
        a, b = (player.stars for player in state.players)
        items = () if a == b else (SEATS[int(b > a)],)
        run.say(Event(GAME_ENDED, clause="DBM-4.3", items=items))
        return True
    first = 1 - state.first
    run.say(Event(TURN_STARTED, SEATS[first], number=state.round + 1))
    run.ask(Phase.ROLL, first)
    return True


_STEPS: dict[str, Callable[[Run, Step], bool]] = {
    "queue": _queue,
    "take": _take,
    "window": _window,
    "hidden": _hidden,
    "raise": _raise,
    "lower": _lower,
    "swap": _swap,
    "low": _low,
    "tie": _tie,
    "hush_magic": _hush_magic,
    "hush_unit": _hush_unit,
    "draw": _draw,
    "discard": _discard,
    "recover": _recover,
    "star": _star,
    "stand": _stand,
    "purge": _purge,
    "renew": _renew,
    "penalty": _penalty,
    "setting": _setting,
    "compare": _compare,
    "lost": _lost,
    "stars": _stars,
    "reborn": _reborn,
    "limit": _limit,
    "next": _next,
}

STEP_NAMES = tuple(_STEPS)
"""Every step there is."""
