"""A golden game, a counting table, and an example for each clause that forbids."""

from rules import Match, Setup, judge, load_game, parse_action
from rules.core.perft import perft
from rules.sim.playout import starter_setup

GAME = load_game("starter")
LINES = """
A place l06 b1
B place l05 a1
A place l02 b3
B place l03 b2
A place l01 c3
B place l01 a2
A place l03 d2
B place l04 c1
A place l05 a3
B place l02 d3
"""


def test_golden() -> None:
    match = Match(GAME, starter_setup(GAME, Setup("starter")))
    for line in LINES.strip().splitlines():
        match.play(parse_action(line))
    assert match.outcome is not None
    assert match.outcome.scores == {"A": 8, "B": 9}
    assert match.outcome.clause == "STA-4"
    assert GAME.notation.parse(GAME.notation.format(match.state), Setup("starter")) == match.state


def test_counts() -> None:
    start = GAME.start(Setup("starter"))
    assert perft(GAME, start, 2) == [72, 4548]


def test_clauses() -> None:
    match = Match(GAME, starter_setup(GAME, Setup("starter")))
    match.play(parse_action("A place l01 a1"))
    refused = {
        "A place l02 b2": "STA-1",
        "B place l02 a1": "STA-2",
        "B place l01 a2": "STA-3",
    }
    for line, clause in refused.items():
        assert judge(GAME, match.state, parse_action(line)).clauses == (clause,)
    assert judge(GAME, match.state, parse_action("B place l01 b2")).legal
