"""Seeded chance: the specification's vectors (SPH-21), fair draws, and drawn orders."""

import pytest

from rules.core.chance import Stream, dealt, shuffled


def test_the_words_of_a_stream() -> None:
    stream = Stream("spherion-1", "maze")

    assert [stream.word() for _ in range(3)] == [
        6293676007859336208,
        17081285072507910838,
        8993232601681444828,
    ]


def test_draws() -> None:
    blue, red = Stream("spherion-1", "dice.blue"), Stream("spherion-1", "dice.red")

    assert [blue.below(4) for _ in range(12)] == [3, 1, 2, 1, 1, 3, 1, 0, 3, 3, 2, 0]
    assert [red.below(4) for _ in range(12)] == [1, 2, 1, 2, 2, 3, 1, 3, 1, 1, 2, 0]


def test_words_that_would_favour_a_value_are_left_out() -> None:
    stream, words = Stream("x", "s"), Stream("x", "s")
    count = (1 << 63) + 1  # nearly half of all words are above the largest multiple
    taken = [words.word() for _ in range(64)]
    expected = [word for word in taken if word < count]

    assert [stream.below(count) for _ in range(20)] == expected[:20]
    assert len(expected) < 64


def test_the_last_words_are_unfair(monkeypatch: pytest.MonkeyPatch) -> None:
    words = iter([2**64 - 1, 5])
    monkeypatch.setattr(Stream, "word", lambda _self: next(words))

    assert Stream("x", "y").below(10) == 5  # 2^64 = 10 n + 6


def test_a_shuffle() -> None:
    order = shuffled(range(10), Stream("spherion-1", "maze").below)

    assert order == (3, 6, 7, 0, 2, 9, 5, 4, 1, 8)


def test_dealing_asks_for_no_more_numbers_than_cards() -> None:
    asked = []

    def last(count: int) -> int:
        asked.append(count)
        return count - 1

    assert dealt("abcde", 2, last) == ("e", "a")
    assert asked == [5, 4]


@pytest.mark.parametrize("seed", ["", "a b", "a|b", "é", "x" * 65])
def test_what_is_no_seed(seed: str) -> None:
    with pytest.raises(ValueError, match="no seed"):
        Stream(seed, "maze")
