"""Whole games by seeded players.

The only place of `rules` that may import `random`: a driver outside the core.  A playout's
stream is `Random(f"{seed}/{number}")`, so game 17 of a run is the same whether it is played
alone, with others, or on another core; a run over many cores gives the same tally.
"""

from __future__ import annotations

import multiprocessing
import os
import random
import signal
import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, TypeVar

from rules.catalog.reader import load_catalog
from rules.core.judge import judge
from rules.core.values import CHANCE, UNKNOWN, Setup
from rules.core.verdict import Status
from rules.registry import load_game
from rules.sim.tally import Played, Tally, tally_of

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess

    from rules.core.action import Action
    from rules.core.game import Game
    from rules.core.values import Seat

__all__ = [
    "MAX_PLIES",
    "POLICIES",
    "Played",
    "Policy",
    "Tally",
    "greedy_policy",
    "play_game",
    "playouts",
    "playouts_on",
    "random_policy",
    "simulate",
    "starter_setup",
]

S = TypeVar("S")

MAX_PLIES: Final = 5000
"""A playout longer than this is a fault of the rules: every game must end."""

Policy = Callable[["Game[Any]", Any, list["Action"], random.Random], "Action"]
"""Chooses one of the legal actions of a state."""


def random_policy(
    _game: Game[Any], _state: object, actions: list[Action], rng: random.Random
) -> Action:
    """Any legal action, evenly."""
    return actions[int(rng.random() * len(actions))]


def greedy_policy(
    game: Game[Any],
    state: Any,  # noqa: ANN401 - any game's
    actions: list[Action],
    rng: random.Random,
) -> Action:
    """The action after which `Game.value` is highest for its seat, evenly among the best.

    It looks one ply ahead and no further than the first event that shows what its seat does not
    know: who lays, draws or rolls does not know yet what will be turned up.
    """
    seat = actions[0].seat
    found: list[Action] = []
    most = -float("inf")
    for action in actions:
        after = state
        for event in game.resolve(state, action):
            if game.reveals(event) and not game.knows_in_advance(after, event, seat):
                break
            after = game.fold(after, event)
        value = game.value(after, seat)
        if value > most:
            most, found = value, []
        if value == most:
            found.append(action)
    return random_policy(game, state, found, rng)


POLICIES: Final[Mapping[str, Policy]] = {"random": random_policy, "greedy": greedy_policy}


def play_game(
    game: Game[S],
    setup: Setup,
    rng: random.Random,
    policies: Mapping[Seat, Policy] | None = None,
    watch: Callable[[S, Action], None] | None = None,
) -> Played:
    """One whole game, every action judged before it is carried out.

    Raises `AssertionError` if the rules generate what they refuse or never end: their bug.
    """
    plies = 0
    for state, action in _steps(game, setup, rng, policies or {}):
        plies += action is not None and action.seat != CHANCE
        if watch is not None and action is not None:
            watch(state, action)
    return _ended(game, state, plies)


def _steps(
    game: Game[S], setup: Setup, rng: random.Random, policies: Mapping[Seat, Policy]
) -> Iterator[tuple[S, Action | None]]:
    """Every position of a game with the action taken in it; at the end the last one, with None."""
    state = game.start(setup)
    plies = 0
    while seats := game.to_act(state):
        if CHANCE in seats:
            action = game.sample(state, lambda n: int(rng.random() * n))
        else:
            action = _chosen(game, state, policies, rng)
            plies += 1
        verdict = judge(game, state, action)
        if verdict.status is Status.ILLEGAL or plies > MAX_PLIES:
            msg = f"{action} in\n{game.format(state)}\n{verdict}"
            raise AssertionError(msg)
        yield state, action
        _, state = game.advance(state, action)
    yield state, None


def _chosen(game: Game[S], state: S, policies: Mapping[Seat, Policy], rng: random.Random) -> Action:
    """What is done next; where several seats may act, either may be the quicker."""
    actions = list(game.legal(state))
    if not policies:
        return random_policy(game, state, actions, rng)
    seats = list(dict.fromkeys(action.seat for action in actions))
    seat = seats[int(rng.random() * len(seats))] if len(seats) > 1 else seats[0]
    own = [action for action in actions if action.seat == seat]
    policy: Policy = policies.get(seat, random_policy)
    return policy(game, state, own, rng)


def _ended(game: Game[S], state: S, plies: int) -> Played:
    outcome = game.outcome(state)
    if outcome is None:
        msg = f"nobody may act and the game has not ended\n{game.format(state)}"
        raise AssertionError(msg)
    return Played(outcome.winners, outcome.clause, plies, outcome.scores)


def simulate(
    game: Game[S],
    setup: Setup,
    seed: str,
    number: int,
    policies: Mapping[Seat, Policy] | None = None,
) -> Played:
    """Game `number` of a run, with the cards that each seat played.

    A card is played when it comes to lie on a cell of the mat that the referee compares, after
    the first decision of a seat; what lies there before (roots, masters) is left out.
    """
    field = {zone.cell for zone in game.table(setup).zones if zone.tracked}
    given: set[tuple[Seat, str]] = set()
    laid: set[tuple[Seat, str]] = set()
    plies = 0
    for state, action in _steps(game, setup, random.Random(f"{seed}/{number}"), policies or {}):
        lying = [
            (card.owner, card.card)
            for cell, pile in game.layout(state).items()
            if cell in field
            for card in pile
            if card.owner and card.card != UNKNOWN
        ]
        (laid if plies else given).update(lying)
        plies += action is not None and action.seat != CHANCE
    return replace(_ended(game, state, plies), cards=frozenset(laid - given))


def playouts(
    game: Game[Any],
    setup: Setup,
    games: int,
    seed: str,
    policies: Mapping[Seat, Policy] | None = None,
    progress: Callable[[int], None] | None = None,
) -> Tally:
    """Play `games` games here and count them; the same seed gives the same tally.

    Ctrl-C ends the run: the tally counts what was played until then, if anything was.
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
    """`playouts` of an installed game over `jobs` processes; `policies` names `POLICIES`.

    The tally is the same for any number of processes; after Ctrl-C it counts what was played
    until then, if anything was.  Raises `DataError` if `setup` is faulty.
    """
    game = load_game(setup.game)
    game.start(setup)  # a faulty set-up is told here, not by every process
    named = dict(policies or {})
    jobs = min(jobs, games)
    if jobs == 1:
        return playouts(game, setup, games, seed, _policies(named), progress)
    size = max(1, min(_CHUNK, games // (4 * jobs)))
    chunks = (range(at, min(at + size, games)) for at in range(0, games, size))
    runs: dict[Future[list[Played]], range] = {}
    parts: dict[int, list[Played]] = {}
    # Begun afresh, not copied: a copy of a process that has threads (whatever draws the tally, a
    # progress bar) may wait for ever for a lock that one of them held, and so may the copying.
    afresh = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=afresh, initializer=_serve) as pool:
        try:
            while True:
                with _ctrl_c_waits():
                    for chunk in islice(chunks, 2 * jobs - len(runs)):
                        runs[pool.submit(_part, setup, seed, chunk, named)] = chunk
                if not runs:
                    break
                for run in wait(runs, return_when=FIRST_COMPLETED).done:
                    parts[runs.pop(run).start] = run.result()
                    if progress is not None:
                        progress(sum(map(len, parts.values())))
        except BaseException as error:
            # What runs is played out (a moment): a pool whose processes are killed may hang.
            pool.shutdown(wait=True, cancel_futures=True)
            if not parts or not isinstance(error, KeyboardInterrupt):
                raise
    return tally_of([played for at in sorted(parts) for played in parts[at]], game.seats(setup))


@contextmanager
def _ctrl_c_waits() -> Iterator[None]:
    """Ctrl-C is heard when this is over; a process begun within hears none, where systems can.

    While it imports it would answer with a traceback.
    """
    mask = getattr(signal, "pthread_sigmask", None)  # Windows has none
    before = mask(signal.SIG_BLOCK, {signal.SIGINT}) if mask else ()
    try:
        yield
    finally:
        if mask:
            mask(signal.SIG_SETMASK, before)


def _serve() -> None:
    """Ctrl-C reaches the processes of a run, too: one speaks for all, none outlives it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(
        target=_leave_with, args=[multiprocessing.parent_process()], daemon=True
    ).start()


def _leave_with(asker: BaseProcess) -> None:
    """Wait for the end of whoever asks; no pool says so if it was killed."""
    asker.join()
    os._exit(1)


_CHUNK: Final = 10
"""Most games given to a process at once: the bar should move, and Ctrl-C lose little."""


def _part(setup: Setup, seed: str, numbers: range, named: Mapping[Seat, str]) -> list[Played]:
    game = load_game(setup.game)
    return [simulate(game, setup, seed, number, _policies(named)) for number in numbers]


def _policies(named: Mapping[Seat, str]) -> Mapping[Seat, Policy]:
    return {seat: POLICIES[name] for seat, name in named.items()}


def starter_setup(game: Game[Any], setup: Setup) -> Setup:
    """Every seat without a deck gets a shipped one that its rules allow, by turns in name order."""
    decks = dict(setup.decks)
    shipped = load_catalog(setup.game).decks.values()
    for index, seat in enumerate(game.seats(setup)):
        fit = [deck for deck in shipped if game.check_deck(setup, seat, deck).legal]
        if fit and seat not in decks:
            decks[seat] = fit[index % len(fit)]
    return Setup(setup.game, setup.settings, decks)
