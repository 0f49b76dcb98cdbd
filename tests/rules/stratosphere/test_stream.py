"""Seeded chance: the random streams of this game (STR-8.5)."""

from rules.core.chance import Stream, shuffled
from rules.games.stratosphere import GAME
from tests.support.games.stratosphere import position, setup


def test_the_seeded_deal_and_the_recycled_pile() -> None:
    """Check STR-8.5: the streams `pack` and `recycle`; an unshuffled pack starts with clubs."""
    first = GAME.start(setup(players="4"))
    assert first.pile[:2] == ("c01", "c02")
    assert first.pile[50:54] == ("s12", "s13", "c01", "c02")
    deal = GAME.sample(first, Stream("stratosphere-1", "pack").below)
    assert deal.also == shuffled(first.pile, Stream("stratosphere-1", "pack").below)

    piles = {"1.R": 14, "1.C": 6, "1.L": 6, "2.R": 6, "2.C": 6, "2.L": 5}
    nodes = "".join(f"node {name} | ?*{count};" for name, count in piles.items())
    state = position(nodes + "hand 1 -;discard c01 c02 c03;pile -;turn 9 1 recycle;left 2")
    again = GAME.sample(state, Stream("stratosphere-1", "recycle").below)
    assert again.also == shuffled(state.discard, Stream("stratosphere-1", "recycle").below)
    assert sorted(again.also) == ["c01", "c02", "c03"]
