"""Playouts: whole games between seeded players.

A playout's stream is
`Random(f"{seed}/{number}")`. Therefore game 17 of a run is the same on its own, in a run, and on
another core, and a run on many cores gives the same tally.
"""

import multiprocessing
import os
import random
import signal
import threading
from collections.abc import Callable, Generator, Iterator, Mapping
from concurrent.futures import (
    FIRST_COMPLETED,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from itertools import islice
from multiprocessing.process import BaseProcess
from typing import Any, Final, NamedTuple, TypeVar

from rules.catalog.reader import load_catalog
from rules.core.action import Action
from rules.core.event import Event
from rules.core.judge import judge
from rules.core.rules import Rules
from rules.core.values import CHANCE, UNKNOWN, Seat, Setup
from rules.core.verdict import Status
from rules.players.levels import policy_called
from rules.players.policies import Policy, random_policy
from rules.plugins import game_fault
from rules.registry import load_game
from rules.sim.tally import Played, Tally, tally_of

__all__ = [
    "MAX_PLIES",
    "Played",
    "PlayoutStep",
    "Tally",
    "ended",
    "play_game",
    "playouts",
    "playouts_on",
    "processes",
    "simulate",
    "spread",
    "starter_setup",
    "steps",
]

S = TypeVar("S")
T = TypeVar("T")

MAX_PLIES: Final = 5000
"""Maximum length of a playout in plies; a longer game is a bug, because every game must end."""


def play_game(
    game: Rules[S],
    setup: Setup,
    rng: random.Random,
    policies: Mapping[Seat, Policy] | None = None,
    watch: Callable[[S, Action], None] | None = None,
) -> Played:
    """Play one whole game, judging every action before executing it.

    Raise `AssertionError` if a generated action is illegal or the game does not end: both are bugs.
    """
    plies = 0
    for state, action, _, _ in steps(game, setup, rng, policies or {}):
        plies += action is not None and action.seat != CHANCE
        if watch is not None and action is not None:
            watch(state, action)
    return ended(game, state, plies)


class PlayoutStep(NamedTuple):
    """A position of a game with the action taken, the actions that could be, and its events.

    The last position has no action. The outcomes of chance are not listed.
    """

    state: Any
    action: Action | None = None
    legal: list[Action] = []  # noqa: RUF012 - never changed
    events: tuple[Event, ...] = ()


def steps(
    game: Rules[Any], setup: Setup, rng: random.Random, policies: Mapping[Seat, Policy]
) -> Iterator[PlayoutStep]:
    """Yield every position of a game with the action taken, and the last position alone."""
    state = game.start(setup)
    plies = 0
    while seats := game.to_act(state):
        legal: list[Action] = []
        if CHANCE in seats:
            action = game.sample(state, lambda n: int(rng.random() * n))
        else:
            legal = list(game.legal(state))
            action = _chosen(game, state, legal, policies, rng)
            plies += 1
        verdict = judge(game, state, action)
        if verdict.status is Status.ILLEGAL or plies > MAX_PLIES:
            raise AssertionError(f"{action} in\n{game.notation.format(state)}\n{verdict}")
        events, after = game.advance(state, action)
        yield PlayoutStep(state, action, legal, events)
        state = after
    yield PlayoutStep(state)


def _chosen(
    game: Rules[S],
    state: S,
    actions: list[Action],
    policies: Mapping[Seat, Policy],
    rng: random.Random,
) -> Action:
    """Choose the next action; each seat that may act is equally likely to act first.

    A seat that could only take its decision back waits for the others.
    """
    if not policies:
        return random_policy(game, state, actions, rng)
    takes_back = game.robots.takes_back
    new = [action for action in actions if not takes_back(state, action)] or actions
    seats = list(dict.fromkeys(action.seat for action in new))
    seat = seats[int(rng.random() * len(seats))] if len(seats) > 1 else seats[0]
    own = [action for action in actions if action.seat == seat]
    policy: Policy = policies.get(seat, random_policy)
    return policy(game, state, own, rng)


def ended(game: Rules[S], state: S, plies: int) -> Played:
    """Return the result of an ended game."""
    outcome = game.outcome(state)
    if outcome is None:
        raise AssertionError(
            f"no seat may act, but the game has not ended\n{game.notation.format(state)}"
        )
    return Played(outcome.winners, outcome.clause, plies, outcome.scores)


def simulate(
    game: Rules[S],
    setup: Setup,
    seed: str,
    number: int,
    policies: Mapping[Seat, Policy] | None = None,
) -> Played:
    """Play game `number` of a run, and record the cards that each seat played.

    A card is played when it appears on a tracked cell after a seat's first decision; cards placed
    earlier (roots, masters) do not count.
    """
    field = {zone.cell for zone in game.table.form(setup).zones if zone.tracked}
    given: set[tuple[Seat, str]] = set()
    played: set[tuple[Seat, str]] = set()
    plies = 0
    for state, action, _, _ in steps(
        game, setup, random.Random(f"{seed}/{number}"), policies or {}
    ):
        visible = [
            (card.owner, card.card)
            for cell, pile in game.table.layout(state).items()
            if cell in field
            for card in pile
            if card.owner and card.card != UNKNOWN
        ]
        (played if plies else given).update(visible)
        plies += action is not None and action.seat != CHANCE
    return replace(ended(game, state, plies), cards=frozenset(played - given))


def playouts(
    game: Rules[Any],
    setup: Setup,
    games: int,
    seed: str,
    policies: Mapping[Seat, Policy] | None = None,
    progress: Callable[[int], None] | None = None,
) -> Tally:
    """Play `games` games in this process, and count their results; the seed determines the tally.

    Ctrl-C ends the run; the tally then counts the finished games, if any.
    """
    played: list[Played] = []
    try:
        for number in range(games):
            played.append(simulate(game, setup, seed, number, policies))
            if progress is not None:
                progress(number + 1)
    except KeyboardInterrupt:
        if not played:
            raise
    return tally_of(played, game.seats(setup))


def playouts_on(
    jobs: int,
    setup: Setup,
    games: int,
    seed: str,
    policies: Mapping[Seat, str] | None = None,
    progress: Callable[[int], None] | None = None,
) -> Tally:
    """Run `playouts` of an installed game in `jobs` processes; `policies` holds names of players.

    The tally is the same for any number of processes. After Ctrl-C it counts the finished games, if
    any. Raise `DataError` if `setup` is faulty.
    """
    game = load_game(setup.game)
    game.start(setup)  # report a faulty set-up only once, not in every process
    named = dict(policies or {})
    jobs = min(jobs, games)
    if jobs == 1:
        return playouts(game, setup, games, seed, _policies(named), progress)
    size = max(1, min(CHUNK, games // (4 * jobs)))
    played: list[Played] = []

    def count(more: list[Played]) -> bool:
        played.extend(more)
        if progress is not None:
            progress(len(played))
        return False

    with processes(jobs) as pool:
        part = partial(_part, setup, seed, named=named)
        return tally_of(spread(pool, part, games, size, 2 * jobs, count), game.seats(setup))


def processes(jobs: int) -> ProcessPoolExecutor:
    """Return a pool of worker processes, which end with this process."""
    # Spawn instead of fork: after a fork, a process with threads (a plot, a progress bar) may wait
    # forever for a lock that one of the threads held.
    afresh = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(jobs, mp_context=afresh, initializer=_serve)


def spread(
    pool: Executor | None,
    part: Callable[[range], list[T]],
    games: int,
    size: int,
    ahead: int,
    enough: Callable[[list[T]], bool],
) -> list[T]:
    """Return the results of numbered games, played in chunks of `size` on an executor, in order.

    None plays in this process. At most `ahead` chunks are submitted at a time. `enough` receives
    the results of chunk after chunk, in order; the run ends when it returns True. Therefore the
    results do not depend on the executor. A chunk whose worker was lost is played again. Ctrl-C
    returns the finished chunks, if any.
    """
    chunks = (range(at, min(at + size, games)) for at in range(0, games, size))
    parts: dict[int, list[T]] = {}
    done = 0
    source = _on(pool, part, chunks, ahead) if pool else ((c.start, part(c)) for c in chunks)
    try:
        for start, played in source:
            parts[start] = played
            while done in parts:
                at, done = done, done + len(parts[done])
                if enough(parts[at]):
                    parts = {start: played for start, played in parts.items() if start < done}
                    return _joined(parts)
    except BaseException as error:
        if not parts or not isinstance(error, KeyboardInterrupt):
            raise
    finally:
        source.close()
    return _joined(parts)


def _joined(parts: Mapping[int, list[T]]) -> list[T]:
    return [played for start in sorted(parts) for played in parts[start]]


def _on(
    pool: Executor, part: Callable[[range], list[T]], chunks: Iterator[range], ahead: int
) -> Generator[tuple[int, list[T]], None, None]:
    """Yield the start and the results of each chunk as soon as an executor has played it."""
    runs: dict[Future[list[T]], range] = {}
    losses = 0
    try:
        while True:
            with _ctrl_c_waits():
                for chunk in islice(chunks, ahead - len(runs)):
                    runs[pool.submit(part, chunk)] = chunk
            if not runs:
                return
            for run in wait(runs, return_when=FIRST_COMPLETED).done:
                chunk = runs.pop(run)
                error = CancelledError() if run.cancelled() else run.exception()
                if error is not None and _is_loss(error) and losses < _MOST_LOSSES:
                    losses += 1
                    runs[pool.submit(part, chunk)] = chunk
                else:
                    yield chunk.start, run.result()
    finally:
        for run in runs:
            run.cancel()


@contextmanager
def _ctrl_c_waits() -> Iterator[None]:
    """Defer Ctrl-C; processes started meanwhile ignore it, if the system supports this.

    A process interrupted while importing would print a traceback.
    """
    mask = getattr(signal, "pthread_sigmask", None)  # Windows lacks this function
    before = mask(signal.SIG_BLOCK, {signal.SIGINT}) if mask else ()
    try:
        yield
    finally:
        if mask:
            mask(signal.SIG_SETMASK, before)


def _serve() -> None:
    """Prepare a worker process: ignore Ctrl-C, and exit when the parent process ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(
        target=_leave_with, args=[multiprocessing.parent_process()], daemon=True
    ).start()


def _leave_with(asker: BaseProcess) -> None:
    """Exit when the parent process ends; a killed parent cannot notify its pool."""
    asker.join()
    os._exit(1)


CHUNK: Final = 10
"""Maximum number of games per task, for a smooth progress bar and little loss on Ctrl-C."""
_MOST_LOSSES: Final = 20
"""Number of chunks that may be lost with their workers before the run fails."""


def _is_loss(error: BaseException) -> bool:
    """Return True if a cluster's worker was lost; Dask's error names it."""
    return isinstance(error, CancelledError) or hasattr(error, "last_worker")


def _part(setup: Setup, seed: str, numbers: range, *, named: Mapping[Seat, str]) -> list[Played]:
    game = load_game(setup.game)
    try:
        return [simulate(game, setup, seed, number, _policies(named)) for number in numbers]
    except Exception as error:  # its traceback does not reach the other process
        raise game_fault(error) or error from error


def _policies(named: Mapping[Seat, str]) -> Mapping[Seat, Policy]:
    return {seat: policy_called(name) for seat, name in named.items()}


def starter_setup(game: Rules[Any], setup: Setup) -> Setup:
    """Return a set-up with legal shipped decks, in name order, for all seats without a deck."""
    decks = dict(setup.decks)
    shipped = load_catalog(setup.game).decks.values()
    for index, seat in enumerate(game.seats(setup)):
        fit = [deck for deck in shipped if game.data.check_deck(setup, seat, deck).legal]
        if fit and seat not in decks:
            decks[seat] = fit[index % len(fit)]
    return Setup(setup.game, setup.settings, decks)
