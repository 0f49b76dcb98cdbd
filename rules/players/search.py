"""Information-set Monte Carlo tree search: a player that looks ahead with what its seat may know.

Theory of operation (Cowling, Powley, Whitehouse 2012: single-observer ISMCTS). Each iteration draws
a *world*, a fully known state that looks to the seat like the present one (`RobotRules.world`), and
descends in it through one tree. A node belongs to the seat that acts and to what is known there:
the searching seat's own view at its decisions, the public view at those of its rivals. Therefore
the searching seat never answers a card that it cannot see, and a rival never answers a secret of
the searching seat. A node holds the actions of all worlds that passed through it; only those that
are legal in the present world compete.

    simultaneous turns  each seat has a node of its own and does not see the others' choices
                        (decoupled selection); the choice is then drawn in proportion to the visits
    chance              one outcome is drawn in each iteration
    large branching     selection follows a prior, the softmax of the one-ply values (PUCT), so
                        that poor actions of hundreds are never tried
    leaves              the game's own evaluation becomes a winning chance (`RobotRules.scale`)

All random numbers come from one stream. With a budget of nodes, a seed decides the result.
"""

import math
import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from time import perf_counter
from typing import Final, Generic, NamedTuple, TypeVar

from rules.core.action import Action, Verb
from rules.core.event import Outcome
from rules.core.rules import Rules
from rules.core.values import CHANCE, Seat
from rules.players.policies import foreseen_value

S = TypeVar("S")

_EXPLORE: Final = 1.2
"""Weight of the prior against the observed chances."""
_KEEN: Final = 0.12
"""Difference of winning chances that makes one action e times as likely a priori as another."""
_UNTRIED: Final = 0.1
"""Reduction of the chance that an action without visits is assumed to have."""
_DEEPEST: Final = 400
"""Maximum number of actions in one iteration."""


class Budget(NamedTuple):
    """Limits of a search: iterations, each of which adds about one node, and seconds."""

    nodes: int = 1_000_000_000
    seconds: float = math.inf


class Line(NamedTuple):
    """One action of the searching seat: its visits, and the mean winning chance after it."""

    action: Action
    visits: int
    chance: float


@dataclass(frozen=True, slots=True)
class Thought:
    """Result of a search: every action of the seat, the most visited first."""

    lines: tuple[Line, ...]
    simultaneous: bool = False
    """True if other seats decide at the same time, so that a fixed choice could be answered."""

    @property
    def nodes(self) -> int:
        """The number of iterations."""
        return sum(line.visits for line in self.lines)

    @property
    def chance(self) -> float:
        """The winning chance of the seat if it plays the most visited action."""
        return self.lines[0].chance

    def choose(self, rng: random.Random) -> Action:
        """Return the most visited action; draw it by the visits in a simultaneous decision."""
        if not self.simultaneous:
            return self.lines[0].action
        most = max(1, self.lines[0].visits)
        # Rarely tried actions are the search's own experiments, not candidates.
        weights = [0 if line.visits * 50 < most else line.visits for line in self.lines]
        return rng.choices([line.action for line in self.lines], weights)[0]


@lru_cache(maxsize=65536)
def unnamed(action: Action) -> Action:
    """Return the action without the identity of a card that it turns up, which its cell implies."""
    if action.verb is not Verb.FLIP or not action.card:
        return action
    return replace(action, card="")


class _Arm:
    """Statistics of an action in a node: visits, sum of chances, and prior weight."""

    __slots__ = ("prior", "total", "visits")

    def __init__(self, prior: float) -> None:
        self.visits, self.total, self.prior = 0, 0.0, prior


class _InformationSet:
    """A decision of one seat: its actions in all worlds so far."""

    __slots__ = ("edges", "total", "visits")

    def __init__(self) -> None:
        self.edges: dict[Action, _Arm] = {}
        self.visits, self.total = 0, 0.0


Values = Mapping[Seat, float]
"""The winning chance of each seat."""


class _Tree(Generic[S]):
    """The tree of one search."""

    def __init__(
        self, game: Rules[S], view: S, seat: Seat, rng: random.Random, deadline: float
    ) -> None:
        self.game, self.seat, self.rng, self.deadline = game, seat, rng, deadline
        self.seats = tuple(game.scores(view))
        self.root = _InformationSet()
        self.nodes: dict[tuple[Seat, S], _InformationSet] = {}

    def below(self, count: int) -> int:
        return int(self.rng.random() * count)

    def iterate(self, world: S, first: list[Action]) -> None:
        """Follow one world to a new node, evaluate it, and update the nodes on the way.

        `first` are the options of the searching seat at the root.
        """
        game, state = self.game, world
        path: list[tuple[_InformationSet, _Arm, Seat]] = []
        passed: set[int] = set()
        forced = 0
        while len(path) + forced < _DEEPEST:
            seats = game.to_act(state)
            if not seats:
                break
            if CHANCE in seats:
                state = game.advance(state, game.sample(state, self.below))[1]
                continue
            if state is world:
                seat, options, node = self.seat, first, self.root
            else:
                seat, options = self.options(state)
                if len(options) == 1:
                    state = game.advance(state, options[0])[1]
                    forced += 1
                    continue
                key = (seat, game.view(state, seat if seat == self.seat else None))
                if key not in self.nodes:
                    self.nodes[key] = _InformationSet()
                    break
                node = self.nodes[key]
            if id(node) in passed:  # actions that reverse each other
                break
            passed.add(id(node))
            action, edge = self._selected(node, state, seat, options)
            path.append((node, edge, seat))
            state = game.advance(state, action)[1]
        self._update(path, self.chances(state))

    def options(self, state: S, seat: Seat = "") -> tuple[Seat, list[Action]]:
        """Return a seat that may act, or the given one, with its options.

        Actions that only reverse others are not considered.
        """
        every = [a for a in self.game.legal(state) if seat in ("", a.seat)]
        takes_back = self.game.robots.takes_back
        new = [action for action in every if not takes_back(state, action)] or every
        seat = new[0].seat
        return seat, [action for action in new if action.seat == seat]

    def _selected(
        self, node: _InformationSet, state: S, seat: Seat, options: list[Action]
    ) -> tuple[Action, _Arm]:
        """Return the action to try next, by PUCT among the legal ones."""
        edges = node.edges
        keys = [unnamed(action) for action in options]
        new = [n for n, key in enumerate(keys) if key not in edges]
        for n in new:
            edges[keys[n]] = _Arm(self._prior(state, seat, options[n]))
        here = [edges[key] for key in keys]
        tried = sum(edge.visits for edge in here)
        weight = sum(edge.prior for edge in here)
        urge = _EXPLORE * math.sqrt(tried + 1) / weight
        guess = (node.total / node.visits if node.visits else 0.5) - _UNTRIED
        best, most = 0, -math.inf
        for number, edge in enumerate(here):
            visits = edge.visits
            chance = edge.total / visits if visits else guess
            score = chance + urge * edge.prior / (1 + visits)
            if score > most:
                best, most = number, score
        return options[best], here[best]

    def _prior(self, state: S, seat: Seat, action: Action) -> float:
        """Return the weight of a new action, comparable with those in all other worlds."""
        late = perf_counter() > self.deadline
        value = 0.0 if late else foreseen_value(self.game, state, action, seat)
        return math.exp((_logistic(value / self.game.robots.scale) - 1) / _KEEN)

    def chances(self, state: S) -> Values:
        """Return each seat's winning chance in a state."""
        game = self.game
        outcome = game.outcome(state)
        scale = game.robots.scale
        if len(self.seats) > 2:
            if outcome is not None:
                return _shares(outcome, self.seats)
            values = [game.value(state, seat) / (2 * scale) for seat in self.seats]
            weights = [math.exp(_bounded(value)) for value in values]
            return {s: w / sum(weights) for s, w in zip(self.seats, weights, strict=True)}
        if outcome is None:
            won = _logistic(game.value(state, self.seat) / scale)
        else:
            won = float(self.seat in outcome.winners) if outcome.winners else 0.5
        return defaultdict(lambda: 1 - won, {self.seat: won})

    @staticmethod
    def _update(path: Iterable[tuple[_InformationSet, _Arm, Seat]], values: Values) -> None:
        for node, edge, seat in path:
            value = values[seat]
            node.visits += 1
            node.total += value
            edge.visits += 1
            edge.total += value


def _shares(outcome: Outcome, seats: tuple[Seat, ...]) -> Values:
    """Return 1 for the winner; winners share, and all seats share a draw."""
    winners = outcome.winners or seats
    return {seat: (seat in winners) / len(winners) for seat in seats}


def _bounded(value: float) -> float:
    return max(-30.0, min(30.0, value))


def _logistic(value: float) -> float:
    return 1 / (1 + math.exp(-_bounded(value)))


def search(
    game: Rules[S],
    view: S,
    seat: Seat,
    budget: Budget,
    rng: random.Random,
    stop: Callable[[], bool] | None = None,
    only: Action | None = None,
) -> Thought | None:
    """Return the thoughts of a seat about its next action, from its view of a state.

    Return None if the game can draw no world for this view. `stop` ends the search early.
    With `only`, the seat plays this action now, in the worlds in which it can; name no card that it
    turns up.
    """
    began = perf_counter()
    deadline = began + budget.seconds
    tree = _Tree(game, view, seat, rng, deadline)
    world: S | None = None
    for number in range(budget.nodes):
        if number and (perf_counter() > deadline or (stop is not None and stop())):
            break
        world = game.world(view, seat, tree.below)
        if world is None:
            return None
        options = tree.options(world, seat)[1]
        if only is not None:
            options = [action for action in options if unnamed(action) == only]
        elif not number and len(options) == 1:
            return Thought((Line(unnamed(options[0]), 1, tree.chances(world)[seat]),))
        if options:
            tree.iterate(world, options)
    lines = [
        Line(action, edge.visits, edge.total / edge.visits if edge.visits else 0.0)
        for action, edge in tree.root.edges.items()
    ]
    lines.sort(key=lambda line: -line.visits)
    return Thought(tuple(lines), len(game.to_act(world)) > 1 if world is not None else False)


def merged(thoughts: Iterable[Thought]) -> Thought:
    """Return the sum of independent searches of one position (root parallelism)."""
    visits: dict[Action, int] = {}
    totals: dict[Action, float] = {}
    every = list(thoughts)
    for line in (line for thought in every for line in thought.lines):
        visits[line.action] = visits.get(line.action, 0) + line.visits
        totals[line.action] = totals.get(line.action, 0.0) + line.visits * line.chance
    lines = [Line(a, n, totals[a] / n if n else 0.0) for a, n in visits.items()]
    lines.sort(key=lambda line: -line.visits)
    return Thought(tuple(lines), any(thought.simultaneous for thought in every))
