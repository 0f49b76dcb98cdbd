"""Steps of the battle, reward, reborn and draw phases, up to the next decision."""

from collections.abc import Callable

from rules.core.event import GAME_ENDED, REVEALED, TURN_STARTED, Event
from rules.core.values import UNKNOWN
from rules.games.dicebattle.config import SEATS
from rules.games.dicebattle.resolve.effects import (
    card_at,
    conditions_hold,
    effect_of,
    revivable,
    tied,
    windows,
)
from rules.games.dicebattle.resolve.operations import OPERATIONS
from rules.games.dicebattle.resolve.run import Run
from rules.games.dicebattle.state import Entry, Phase, State, Step


def run_steps(run: Run) -> None:
    """Execute steps until a seat must decide or the game ends."""
    while True:
        step = run.steps.pop(0)
        if _STEPS[step.name](run, step):
            return


# The queue (DBM-8.3 to 8.7).


def _queue(run: Run, _step: Step) -> bool:
    if run.state.config.any_point and run.state.battle.stage == "battle":
        first = run.state.first
        run.steps[:0] = [Step("window", first), Step("window", 1 - first), Step("take")]
        return False
    return _take(run, Step("take"))


def _take(run: Run, _step: Step) -> bool:
    if not run.state.battle.queue:
        return False
    entries = tied(run.state)
    if len(entries) > 1:
        run.ask(Phase.ORDER, entries[0].seat)
        return True
    return resolve(run, entries[0])


def resolve(run: Run, entry: Entry) -> bool:
    """Resolve a queue entry; return True if its owner must decide."""
    run.steps.insert(0, Step("queue"))
    effect = effect_of(run.state, entry)
    if not conditions_hold(run.state, entry.seat, effect):
        run.emit(Event("effect", SEATS[entry.seat], entry.card, entry.cell, value="idle"))
        return False
    if effect.mode == "optional":
        run.ask(Phase.EFFECT, entry.seat, spot=entry.cell)
        return True
    carry_out(run, entry)
    return False


def decline(run: Run, entry: Entry) -> None:
    """Record that the owner declines an optional effect."""
    run.emit(Event("effect", SEATS[entry.seat], entry.card, entry.cell, value="declined"))


def carry_out(run: Run, entry: Entry) -> None:
    """Schedule an effect's operations in printed order, before all other steps (DBM-8.10)."""
    effect = effect_of(run.state, entry)
    seat = SEATS[entry.seat]
    placed = card_at(run.state, entry.cell) if ".stock" in entry.cell else None
    if placed is not None and not placed.up:  # DBM-7.6, on_trigger
        run.emit(Event(REVEALED, seat, placed.card, placed.cell, number=placed.ply))
    run.emit(Event("effect", seat, entry.card, entry.cell, value="happens"))
    run.steps[:0] = [Step(op.name, entry.seat, op.n) for op in effect.operations]


def trigger(run: Run, cell: str) -> None:
    """Trigger an optional grant at the owner's chosen point and reopen the window (DBM-7.8)."""
    placed = card_at(run.state, cell)
    first = run.state.first
    run.steps = [step for step in run.steps if step.name != "window"]
    run.steps[:0] = [Step("window", first), Step("window", 1 - first)]
    carry_out(run, Entry(0, SEATS.index(cell[0]), cell, placed.card if placed else ""))


# The end of the battle, and later phases (DBM-8.11 to 11.4).


def _compare(run: Run, _step: Step) -> None:
    battle = run.state.battle
    a, b = battle.levels
    winner = -1
    if a != b:
        winner = int((a < b) != battle.low)
    elif battle.ties[0] != battle.ties[1]:
        winner = int(battle.ties[1])
    _decided(run, winner, abs(a - b))


def _lost(run: Run, step: Step) -> None:
    """End a battle without comparison; it is drawn if both sets are illegal (DBM-14.2)."""
    _decided(run, step.seat if step.n else -1, 0)


def _decided(run: Run, winner: int, margin: int) -> None:
    a, b = run.state.battle.levels
    seat = SEATS[winner] if winner >= 0 else ""
    run.emit(Event("compared", seat, number=margin, value=f"{a} {b}"))
    run.emit(Event("battle_over"))
    if winner >= 0:
        run.emit(Event("star", seat, number=run.state.players[winner].stars + 1))
    run.steps = [Step("queue"), Step("stars")]


def _stars(run: Run, _step: Step) -> bool:
    """End the reward phase: end the game, reset both seats' stars, or go on (DBM-9.3 to 9.5)."""
    enough = run.state.config.stars_to_win
    reached = [seat for seat in (0, 1) if run.state.players[seat].stars >= enough]
    if len(reached) == 1:
        run.emit(Event(GAME_ENDED, clause="DBM-9.3", items=(SEATS[reached[0]],)))
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
        run.emit(Event("stars_reset", number=enough - 1))
    elif winner >= 0:
        run.steps.insert(0, Step("reborn", 1 - winner))
    return False


def _limit(run: Run, step: Step) -> bool:
    """Ask for discards down to the hand limit (DBM-11.3, `hand_limit`)."""
    limit = run.state.config.hand_limit
    excess = len(run.state.players[step.seat].hand) - limit
    if not limit or excess <= 0:
        return False
    run.ask(Phase.DISCARD, step.seat, excess, "limit")
    return True


def _next(run: Run, _step: Step) -> bool:
    """End the game at the round limit (DBM-4.3), or start the next round (DBM-11.4)."""
    state = run.state
    if state.config.round_limit and state.round >= state.config.round_limit:
        a, b = (player.stars for player in state.players)
        items = () if a == b else (SEATS[int(b > a)],)
        run.emit(Event(GAME_ENDED, clause="DBM-4.3", items=items))
        return True
    first = 1 - state.first
    run.emit(Event(TURN_STARTED, SEATS[first], number=state.round + 1))
    run.ask(Phase.ROLL, first)
    return True


def _asking(
    phase: Phase, needed: Callable[[State, int], bool] = lambda _state, _seat: True
) -> Callable[[Run, Step], bool]:
    """Return the step that asks its seat for a decision if it is needed."""

    def ask(run: Run, step: Step) -> bool:
        asks = needed(run.state, step.seat)
        if asks:
            run.ask(phase, step.seat)
        return asks

    return ask


def _has_unknown_grant(state: State, seat: int) -> bool:
    return any(placed.card == UNKNOWN for placed in state.players[seat].stock)


_STEPS: dict[str, Callable[[Run, Step], bool | None]] = {
    **OPERATIONS,
    "queue": _queue,
    "take": _take,
    "window": _asking(Phase.WINDOW, lambda state, seat: bool(windows(state, seat))),
    "hidden": _asking(Phase.HIDDEN, _has_unknown_grant),
    "compare": _compare,
    "lost": _lost,
    "stars": _stars,
    "reborn": _asking(
        Phase.REVIVAL, lambda s, seat: s.players[seat].revival and bool(revivable(s, seat))
    ),
    "limit": _limit,
    "next": _next,
    "renew": _asking(Phase.RENEW),
    "penalty": _asking(
        Phase.PENALTY, lambda s, seat: bool(s.players[seat].deck or s.players[seat].grave)
    ),
    "setting": _asking(Phase.SET),
}

STEP_NAMES = tuple(_STEPS)
"""Names of all steps."""
