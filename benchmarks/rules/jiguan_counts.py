"""機官算盡's long counts: `python -m benchmarks.rules.jiguan_counts`.

The program counts sequences of up to eight plies with the engine, and up to twelve with the slow
enumerator (about two minutes). The specification has the same numbers (JGS, section 12).
"""

from __future__ import annotations

from rules.core.perft import perft
from rules.games.jiguan import GAME
from tests.support.games import jiguan_oracle as enumerator


def main() -> None:
    """Print the counts of the engine and of the enumerator."""
    print("perft", perft(GAME, GAME.perft_start(), 8))
    print("slow ", enumerator.counts(enumerator.start(), 12))


if __name__ == "__main__":
    main()
