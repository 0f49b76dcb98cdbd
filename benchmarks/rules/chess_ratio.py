"""Random moves per CPU second, as a multiple of python-chess's.

    python -m benchmarks.rules.chess_ratio [GAME …]

The library is not among the project's own: install it first (`pip install chess==1.11.2`). In turn
with it, each game plays random moves as a playout does: it generates all legal actions, chooses
one, judges it and carries it out. A move of chess is `list(board.legal_moves)`, a choice, and
`push`. All times are CPU times of this process; the median of the rounds' ratios is printed.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from statistics import median
from typing import Any

import chess

from rules import Rules, Setup, game_slugs, judge, load_game
from rules.sim.playout import starter_setup

SLICE_S = 0.5
"""CPU time of one measurement."""


def chess_moves(rng: random.Random) -> float:
    """Return random moves of chess per CPU second."""
    board, moves, begun = chess.Board(), 0, time.process_time()
    while time.process_time() - begun < SLICE_S:
        legal = list(board.legal_moves)
        if not legal or board.halfmove_clock > 100:
            board = chess.Board()
            continue
        board.push(rng.choice(legal))
        moves += 1
    return moves / (time.process_time() - begun)


def game_moves(game: Rules[Any], setup: Setup, rng: random.Random) -> float:
    """Return random moves of a game per CPU second; those of chance are not counted."""
    moves, spent = 0, 0.0
    below: Callable[[int], int] = rng.randrange
    while spent < SLICE_S:
        state = game.start(setup)
        begun = time.process_time()
        while game.outcome(state) is None:
            legal = list(game.legal(state))
            if legal:
                action = rng.choice(legal)
                moves += 1
                judge(game, state, action)
            else:
                action = game.sample(state, below)
            state = game.advance(state, action)[1]
        spent += time.process_time() - begun
    return moves / spent


def main() -> None:
    """Print each game's ratio."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", default=list(game_slugs()))
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    rng = random.Random(1)
    for slug in options.games:
        game = load_game(slug)
        setup = starter_setup(game, Setup(slug))
        ratios = [game_moves(game, setup, rng) / chess_moves(rng) for _ in range(options.rounds)]
        print(f"{slug:14} {median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})")


if __name__ == "__main__":
    main()
