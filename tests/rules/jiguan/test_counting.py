"""JGS section 12: every number of the specification, from the engine or the independent count."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from rules import Setup
from rules.core.perft import perft
from rules.games.jiguan import GAME
from rules.games.jiguan.state import Phase, State
from tests.support.games import jiguan_oracle as slow

DEFAULT = [5, 25, 175, 1165, 5800, 30670, 111260, 421636, 1226752, 3758848]
BARE = "ordered\nA holds jb1 jb2 jb3 jb4 jb5\nB holds jb1 jb2 jb3 jb4 jb5\n"


def test_perft_of_the_default_rules() -> None:
    assert perft(GAME, GAME.perft_start(), 7) == DEFAULT[:7]


def test_the_slow_enumerator_counts_on_to_nine_plies() -> None:
    assert slow.counts(slow.start(), 9) == DEFAULT[:9]


@pytest.mark.parametrize(
    ("ties", "rule", "counts"),
    [
        ("token", "final", [5, 25, 175, 1165, 5740, 27700]),
        ("token", "single", [5, 25, 175, 1165, 5650, 27340]),
        ("draw", "consecutive", [5, 25, 160, 1000, 5000, 26720]),
        ("alternate", "consecutive", DEFAULT[:6]),
    ],
)
def test_perft_of_the_variants(ties: str, rule: str, counts: list[int]) -> None:
    setup = Setup("jiguan", {"tie_opening": ties, "decline_rule": rule})
    assert perft(GAME, GAME.notation.parse("ordered", setup), 6) == counts
    assert slow.counts(slow.start(), 6, ties, rule) == counts


@pytest.mark.parametrize("ties", ["token", "alternate", "draw"])
@pytest.mark.parametrize("rule", ["consecutive", "final", "single"])
def test_both_agree_from_a_late_position_whatever_the_settings(ties: str, rule: str) -> None:
    """Compare engine and oracle with two rounds remaining, including markers and spent items."""
    setup = Setup("jiguan", {"tie_opening": ties, "decline_rule": rule})
    text = "ordered\nwon = B A\nmarker B\nA holds jb1 jb5 ji1 ji2\nB holds jb1 jb2 ji3\n"
    late = (
        "lay",
        (frozenset(("fire", "water")), frozenset(("fire", "metal"))),
        (frozenset(("mother", "child")), frozenset(("unmoved",))),
        1,
        None,
    )
    expected = slow.counts(late, 9, ties, rule)
    assert perft(GAME, GAME.notation.parse(text, setup), 9) == expected


def test_perft_without_items_to_the_end_of_the_game() -> None:
    counts = perft(GAME, GAME.notation.parse(BARE, Setup("jiguan")), 8)
    assert counts == [5, 25, 25, 85, 340, 400, 920, 2720]
    bare = slow.start(frozenset())
    assert slow.counts(bare, 8) == counts


def test_games_without_items_by_difference() -> None:
    """Check the won-round difference of all 14,400 games in which no items are held."""
    setup = Setup("jiguan")
    found = Counter(_leaves(GAME.notation.parse(BARE, setup)))
    expected = {0: 4800, 1: 2520, 2: 600, 3: 1200, 4: 360, 5: 120}
    assert found == {d: n for k, n in expected.items() for d in (k, -k)}
    assert slow.whole_tree(frozenset())[0] == found


def _leaves(state: State) -> list[int]:
    """Return A's won rounds minus B's for every way to finish the game."""
    if state.phase is Phase.END:
        a, b = state.wins()
        return [a - b]
    out: list[int] = []
    for action in GAME.legal(state):
        after = state
        for event in GAME.advance(state, action)[0]:
            after = GAME.fold(after, event)
        out += _leaves(after)
    return out


def test_the_whole_game_tree() -> None:
    by_difference, by_winner = slow.whole_tree()
    assert by_winner == {1: 19_567_663_560, -1: 19_567_663_560, 0: 7_990_392_240}
    assert sum(by_winner.values()) == 47_125_719_360
    expected = {
        0: 10_185_204_720,
        1: 8_709_453_720,
        2: 5_098_772_760,
        3: 3_398_117_400,
        4: 911_812_560,
        5: 352_100_880,
    }
    assert by_difference == {d: n for k, n in expected.items() for d in (k, -k)}


@pytest.mark.parametrize(
    ("b", "endings", "plies"), [("jb2", 37_987, 12), ("jb1", 75_973, 13)], ids=["decided", "tied"]
)
def test_one_placing_phase(b: str, endings: int, plies: int) -> None:
    """Check the oracle's count of endings; compare the engine's for two items per player."""
    decided = b == "jb2"
    first = int(decided)
    at = (slow.ITEMS, slow.ITEMS, 0, 0, first, 0, False, False)
    assert slow.placings(at, decided).total() == endings
    assert slow.longest(at, decided) == plies

    two = frozenset(("mother", "child"))
    expected = slow.placings((two, two, 0, 0, first, 0, False, False), decided).total()
    a_cards = "A holds jb1 jb2 jb3 jb4 jb5 ji1 ji2"
    text = f"phase items\n{a_cards}\nB{a_cards[1:]}\nbeast A jb1 up\nbeast B {b} up\n"
    state = GAME.notation.parse(f"{text}turn {'AB'[first]}", Setup("jiguan"))
    assert _endings(state) == expected


def _endings(state: State) -> int:
    if state.phase is not Phase.ITEMS:
        return 1
    total = 0
    for action in GAME.legal(state):
        after = state
        for event in GAME.advance(state, action)[0]:
            after = GAME.fold(after, event)
        total += _endings(after)
    return total


def test_single_round_with_open_items() -> None:
    sets = [frozenset(c) for n in range(4) for c in combinations(sorted(slow.ITEMS), n)]
    found: dict[tuple[int, int], Counter[int]] = {}
    for items_a in sets:
        for items_b in sets:
            tally = found.setdefault((len(items_a), len(items_b)), Counter())
            for a in slow.CIRCLE:
                for b in slow.CIRCLE:
                    tally[slow.open_round(items_a, items_b, a, b)] += 1
    expected = {
        (0, 0): (10, 5, 10),
        (1, 0): (56, 9, 10),
        (1, 1): (96, 33, 96),
        (2, 0): (71, 4, 0),
        (2, 1): (157, 28, 40),
        (2, 2): (96, 33, 96),
        (3, 0): (25, 0, 0),
        (3, 1): (71, 4, 0),
        (3, 2): (56, 9, 10),
        (3, 3): (10, 5, 10),
    }
    for (more, less), (won, drawn, lost) in expected.items():
        assert (found[more, less][1], found[more, less][0], found[more, less][-1]) == (
            won,
            drawn,
            lost,
        )
        assert (found[less, more][-1], found[less, more][0], found[less, more][1]) == (
            won,
            drawn,
            lost,
        )
    total = sum(found.values(), Counter())
    assert (total[1], total[-1], total[0]) == (708, 708, 184)
