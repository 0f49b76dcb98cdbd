"""Spherion's joint steps per CPU second: `python -m benchmarks.rules.spherion_steps`."""

from __future__ import annotations

import random
import time

from rules import CHANCE, Setup, judge, load_catalog, load_game
from rules.sim.playout import play_game

GAME = load_game("spherion")
CATALOG = load_catalog("spherion")
SETUP = Setup(
    "spherion",
    {},
    {"blue": CATALOG.decks["ember-foundry"], "red": CATALOG.decks["tidal-gale"]},
)


def timed(work, times: int) -> float:  # noqa: ANN001 - a callable
    """Return the CPU seconds per call."""
    begin = time.process_time()
    work()
    return (time.process_time() - begin) / times


def joint_steps(games: int) -> tuple[float, float]:
    """Return joint steps and decisions per CPU second of complete random matches."""
    steps = plies = 0
    begin = time.process_time()
    for number in range(games):
        played = play_game(GAME, SETUP, random.Random(f"j/{number}"))
        plies += played.plies
    spent = time.process_time() - begin
    for number in range(games):  # counted separately, so that counting is not timed
        state, rng = GAME.start(SETUP), random.Random(f"j/{number}")
        while seats := GAME.to_act(state):
            if CHANCE in seats:
                action = GAME.sample(state, lambda n, rng=rng: int(rng.random() * n))
            else:
                listed = list(GAME.legal(state))
                action = listed[int(rng.random() * len(listed))]
            events, state = GAME.advance(state, action)
            steps += sum(event.kind == "step_started" for event in events)
    return steps / spent, plies / spent


def resolving() -> float:
    """Return joint steps per CPU second, timing only the resolution of two full queues."""
    state = GAME.notation.parse(
        "turn 5 plan\nunit blue 1 N1.0 M03\nunit red 1 S1.0 M08\nunit blue 2 N2.4 M12\n"
        "unit red 2 S2.4 M07\npoints blue sp=9 mp=9\npoints red sp=9 mp=9\n"
        "queue blue move:1:0 move:2:0 move:dm:1 turn:1 move:1:3 turn:2 move:dm:4 wait\n"
        "queue red move:1:0 move:2:0 move:dm:1 turn:1 move:1:3 turn:2 move:dm:4 wait\ndone blue\n",
        SETUP,
    )
    (ready,) = [a for a in GAME.legal(state) if a.verb == "ready"]

    def work() -> None:
        for _ in range(200):
            judge(GAME, state, ready)
            GAME.advance(state, ready)

    return 1 / timed(work, 200 * 8)


def main() -> None:
    """Print the table."""
    steps, plies = joint_steps(30)
    print(f"decisions, verdicts on          {plies:10,.0f} /s   (reported)")
    print(f"joint steps in random games     {steps:10,.0f} /s   (at least 5,000)")
    print(f"joint steps of full queues      {resolving():10,.0f} /s   (at least 5,000)")


if __name__ == "__main__":
    main()
