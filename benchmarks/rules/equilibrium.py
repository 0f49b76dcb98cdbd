"""The search in reduced games of Ji Guan, compared with their equilibria.

    python -m benchmarks.rules.equilibrium [NODES…]

A reduced game is the end of a match: each seat has a few beasts and items left, and the number of
rounds won is equal. CFR+ solves it (Tammelin 2014). A strategy's *exploitability* is the mean gain
of a best response against it, in winning chance; an equilibrium has 0.
"""

import random
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from rules import Action, Rules, load_game
from rules.players.search import Budget, search, unnamed

GAMES = {
    "2 beasts": (0b00101, 0b00110),
    "3 beasts": (0b00111, 0b10101),
    "2 beasts, 1 item": (0b00100101, 0b01000110),
    "3 beasts, 1 item": (0b00100111, 0b01010101),
}
ROUNDS = 400

Strategy = Callable[[Any, str, list[Action]], Mapping[Action, float]]


def reduced(game: Rules[Any], hands: tuple[int, int]) -> Any:  # noqa: ANN401 - the game's own state
    """Return the position before the remaining rounds; the rounds before were drawn."""
    state = game.perft_start()._replace(ordered=False)
    beasts = (hands[0] & 0b11111).bit_count()
    return state._replace(held=hands, results=(-1,) * (5 - beasts))


def options(game: Rules[Any], state: Any) -> tuple[str, list[Action]]:  # noqa: ANN401 - (same)
    every = [a for a in game.legal(state) if not game.robots.takes_back(state, a)]
    return every[0].seat, [a for a in every if a.seat == every[0].seat]


def result(game: Rules[Any], state: Any) -> float | None:  # noqa: ANN401 - (same)
    """Return A's result of an ended game: 1, 0.5 or 0."""
    outcome = game.outcome(state)
    if outcome is None:
        return None
    return 0.5 if not outcome.winners else float(outcome.winners == ("A",))


class Solver:
    """CFR+ over the whole tree; the average strategy is the equilibrium."""

    def __init__(self, game: Rules[Any]) -> None:
        self.game = game
        self.regrets: dict[Any, dict[Action, float]] = {}
        self.sums: dict[Any, dict[Action, float]] = {}
        self.tree: dict[Any, Any] = {}

    def solve(self, state: Any) -> None:  # noqa: ANN401 - (same)
        for number in range(1, ROUNDS + 1):
            for seat in "AB":
                self._walk(state, seat, {"A": 1.0, "B": 1.0}, number)

    def strategy(self, view: Any, seat: str, actions: list[Action]) -> Mapping[Action, float]:  # noqa: ANN401 - (same)
        return _shares(self.sums.get((seat, view), {}), actions)

    def _walk(self, state: Any, me: str, reach: dict[str, float], number: int) -> float:  # noqa: ANN401 - (same)
        """Return A's value, and update the regrets of one seat."""
        ended = result(self.game, state)
        if ended is not None:
            return ended
        if state not in self.tree:
            seat, actions = options(self.game, state)
            after = [self.game.advance(state, action)[1] for action in actions]
            self.tree[state] = (seat, actions, after, (seat, self.game.view(state, seat)))
        seat, actions, after, key = self.tree[state]
        regrets = self.regrets.setdefault(key, dict.fromkeys(actions, 0.0))
        now = _shares(regrets, actions)
        values = [
            self._walk(one, me, reach | {seat: reach[seat] * now[action]}, number)
            for action, one in zip(actions, after, strict=True)
        ]
        mean = sum(now[action] * value for action, value in zip(actions, values, strict=True))
        if seat == me:
            sign, other = (1, reach["B"]) if seat == "A" else (-1, reach["A"])
            sums = self.sums.setdefault(key, dict.fromkeys(actions, 0.0))
            for action, value in zip(actions, values, strict=True):
                regrets[action] = max(0.0, regrets[action] + sign * other * (value - mean))
                sums[action] += number * reach[seat] * now[action]
        return mean


def _shares(weights: Mapping[Action, float], actions: list[Action]) -> dict[Action, float]:
    total = sum(weights.get(action, 0.0) for action in actions)
    if not total:
        return dict.fromkeys(actions, 1 / len(actions))
    return {action: weights.get(action, 0.0) / total for action in actions}


def best_response(game: Rules[Any], start: Any, me: str, rival: Strategy) -> float:  # noqa: ANN401 - (same)
    """Return the result for `me` of the best answer to the rival's strategy."""
    kept: dict[Any, Mapping[Action, float]] = {}

    def reached(state: Any, weight: float) -> Iterator[tuple[Any, float]]:  # noqa: ANN401 - (same)
        """Yield the next decisions of `me` and the ends, with their probabilities."""
        if result(game, state) is not None:
            yield state, weight
            return
        seat, actions = options(game, state)
        if seat == me:
            yield state, weight
            return
        view = game.view(state, seat)
        if view not in kept:
            kept[view] = rival(view, seat, actions)
        for action in actions:
            share = kept[view][action]
            if share > 0:
                yield from reached(game.advance(state, action)[1], weight * share)

    def best(states: list[tuple[Any, float]]) -> float:
        total, groups = 0.0, dict[Any, list[tuple[Any, float]]]()
        for state, weight in (pair for s, w in states for pair in reached(s, w)):
            ended = result(game, state)
            if ended is None:
                groups.setdefault(game.view(state, me), []).append((state, weight))
            else:
                total += weight * (ended if me == "A" else 1 - ended)
        for group in groups.values():
            actions = options(game, group[0][0])[1]
            total += max(best([(game.advance(s, a)[1], w) for s, w in group]) for a in actions)
        return total

    return best([(start, 1.0)])


def exploitability(game: Rules[Any], start: Any, strategy: Strategy) -> float:  # noqa: ANN401 - (same)
    return (sum(best_response(game, start, me, strategy) for me in "AB") - 1) / 2


def searching(game: Rules[Any], nodes: int) -> Strategy:
    """Return the probabilities with which the search chooses each action."""

    def strategy(view: Any, seat: str, actions: list[Action]) -> Mapping[Action, float]:  # noqa: ANN401 - (same)
        if len(actions) == 1:
            return {actions[0]: 1.0}
        thought = search(game, view, seat, Budget(nodes), random.Random("equilibrium"))
        assert thought is not None
        by_key = {unnamed(action): action for action in actions}
        if not thought.simultaneous:
            return dict.fromkeys(actions, 0.0) | {by_key[thought.lines[0].action]: 1.0}
        return _shares({by_key[line.action]: line.visits for line in thought.lines}, actions)

    return strategy


def main() -> None:
    game = load_game("jiguan")
    budgets = [int(word) for word in sys.argv[1:]] or [100, 1000]
    for name, hands in GAMES.items():
        start = reduced(game, hands)
        solver = Solver(game)
        solver.solve(start)
        random_ = exploitability(game, start, lambda _view, _seat, actions: _shares({}, actions))
        figures = [f"solved {exploitability(game, start, solver.strategy):.4f}"]
        figures.append(f"random {random_:.3f}")
        for nodes in budgets:
            lost = exploitability(game, start, searching(game, nodes))
            figures.append(f"search:{nodes} {lost:.3f}")
        print(f"{name:18} {len(solver.tree):>7} positions  {'  '.join(figures)}", flush=True)


if __name__ == "__main__":
    main()
