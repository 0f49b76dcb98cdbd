"""CPU time of explaining one change of the table: `python -m benchmarks.matches.explain_speed`.

In random matches of every installed game, each state is compared with tables as the referee would
see them, with hands hidden: after some of its legal actions, and after illegal placements.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Mapping
from typing import Any

from companion.referee.explain.hidden_chance import unseen_chance
from companion.referee.explain.infer import infer
from companion.referee.table import differences
from rules import CHANCE, Layout, Match, PlacedCard, Rules, Setup, Verb, game_slugs, load_game

MATCHES, PLIES, PER_STATE = 6, 30, 8


def field(match: Match[Any], layout: Layout, tracked: list[str]) -> dict[str, PlacedCard | None]:
    return {c: layout[c][-1] if layout.get(c) else None for c in tracked}


def main() -> None:
    """Print the milliseconds per change by game and kind: median, 95th percentile and worst."""
    for slug in game_slugs():
        game, spent = load_game(slug), {"legal": [], "illegal": []}  # type: ignore[var-annotated]
        rng = random.Random(7)
        for _ in range(MATCHES):
            match: Match[Any] = Match(game, Setup(slug))
            tracked = [z.cell for z in game.table.form(match.setup).zones if z.tracked]
            last = ""
            for _ in range(PLIES):
                if match.outcome is not None:
                    break
                if match.to_act == {CHANCE}:
                    unseen = unseen_chance(game, match.state)
                    match.play(unseen or game.sample(match.state, rng.randrange))
                    continue
                actions = list(game.legal(match.state))[:200]
                for action in rng.sample(actions, min(PER_STATE, len(actions))):
                    after = match.state
                    for event in game.advance(after, action)[0]:
                        after = game.fold(after, event)
                    measure(
                        spent["legal"],
                        game,
                        match,
                        field(match, game.table.layout(after), tracked),
                        last,
                    )
                placed = [a for a in actions if a.verb is Verb.PLACE and a.to in tracked]
                now = field(match, game.table.layout(match.state), tracked)
                empty = [c for c in tracked if now[c] is None]
                for _ in range(2 if placed and empty else 0):
                    wrong = rng.choice(placed)
                    seen = now | {rng.choice(empty): PlacedCard(wrong.card, wrong.seat)}
                    measure(spent["illegal"], game, match, seen, last)
                action = rng.choice(actions)
                last = action.seat
                match.play(action)
        for kind, values in spent.items():
            if not values:  # for example, no card can be placed on an empty tracked cell
                continue
            values.sort()
            median, high = statistics.median(values), values[int(0.95 * len(values))]
            print(
                f"{slug:<12} {kind:<8} {len(values):>5} changes  "
                f"median {median:6.2f}  95 % {high:6.2f}  worst {values[-1]:6.2f} ms"
            )


def measure(
    spent: list[float],
    game: Rules[Any],
    match: Match[Any],
    seen: Mapping[str, PlacedCard | None],
    last: str,
) -> None:
    if not differences(game.table.layout(match.state), seen):
        return
    begun = time.process_time()
    infer(game, match.state, seen, (), last)
    spent.append((time.process_time() - begun) * 1000)


if __name__ == "__main__":
    main()
