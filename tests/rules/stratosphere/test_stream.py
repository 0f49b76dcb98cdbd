"""Seeded chance: the shared hash stream's test vectors (SPH-21), and this game's streams."""

from rules.games.stratosphere import GAME
from rules.games.stratosphere._stream import Stream, shuffled
from tests.rules.stratosphere.table import position, setup


def test_the_words_of_a_stream() -> None:
    stream = Stream("spherion-1", "maze")
    assert [stream.word() for _ in range(3)] == [
        6293676007859336208,
        17081285072507910838,
        8993232601681444828,
    ]


def test_draws() -> None:
    dice = Stream("spherion-1", "dice.blue")
    assert [dice.below(4) for _ in range(12)] == [3, 1, 2, 1, 1, 3, 1, 0, 3, 3, 2, 0]
    dice = Stream("spherion-1", "dice.red")
    assert [dice.below(4) for _ in range(12)] == [1, 2, 1, 2, 2, 3, 1, 3, 1, 1, 2, 0]


def test_words_that_would_favour_a_value_are_left_out() -> None:
    stream, words = Stream("x", "s"), Stream("x", "s")
    count = (1 << 63) + 1  # nearly half of all words lie above the largest multiple
    taken = [words.word() for _ in range(64)]
    expected = [word for word in taken if word < count]
    assert [stream.below(count) for _ in range(20)] == expected[:20]
    assert len(expected) < 64


def test_a_shuffle() -> None:
    stream = Stream("spherion-1", "maze")
    assert shuffled(range(10), stream.below) == (3, 6, 7, 0, 2, 9, 5, 4, 1, 8)


def test_the_seeded_deal_and_the_recycled_pile() -> None:
    """STR-8.5: streams `pack` and `recycle`; unshuffled, a pack lies clubs to spades."""
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
