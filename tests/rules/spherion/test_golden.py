"""One whole game as it was played, down to the last counter."""

from __future__ import annotations

from pathlib import Path

from rules import CHANCE, Match, parse_action
from rules.games.spherion import GAME
from rules.games.spherion.state import State
from tests.support.games.spherion import dealt
from tests.support.games.spherion_dealer import Dealer

LINES = Path(__file__).with_name("golden.txt").read_text("utf-8").splitlines()


def played() -> Match[State]:
    """Return the match."""
    match = Match(GAME, dealt(max_turns="5", surround_min="3"))
    seed = next(line.split()[2] for line in LINES if line.startswith("chance choose golden"))
    dealer = Dealer(seed)
    for line in LINES:
        if line.startswith(("#", "=")):
            continue
        seeded = dealer.outcome(match.state) if CHANCE in match.to_act else None
        action = seeded if line == "deal" else parse_action(line)
        assert action is not None
        assert seeded is None or action == seeded, "the seed brings what was written down"
        match.play(action)
    return match


def test_the_golden_game() -> None:
    match = played()
    position = GAME.notation.format(match.state).splitlines()
    assert len(LINES) < 100
    for line in LINES:
        if line.startswith("= "):
            assert line[2:] in position
    assert match.outcome is not None
