"""The counts of the specification (section 17), and a second implementation of its rules."""

from itertools import combinations, combinations_with_replacement, permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import Verb, judge, load_catalog, parse_action
from rules.core.perft import perft
from rules.games.dicebattle import GAME
from rules.games.dicebattle.config import MAX_COPIES
from rules.games.dicebattle.sets.rules import staged_faults
from rules.games.dicebattle.state import Placed, Player
from tests.support.games.dicebattle import carry_out, play, position, setup
from tests.support.games.dicebattle_oracle import (
    GRANTS,
    Set,
    legal,
    level,
    monster_groups,
    sets,
    stagings,
)

ORACLE = "game and oracle differ: see tests/support/games/dicebattle_oracle.py"
HANDS = {
    "h04 g01 g03 m01 m02 m04 g09": (2, 7, 14, 20, 24, 26),
    "h13 m01 m01 m15 g11 g01": (1, 3, 5, 9, 13, 14),
    "h07 h11 g01 g01 g04 g10 m03": (1, 1, 3, 5, 11, 19),
    "g01 g03 g06 m14 h12": (0, 0, 0, 0, 0, 2),
}
POOL = [card for card in load_catalog("dicebattle").cards if len(card) == 3]


def reached(hand: str, roll: int) -> tuple[set[Set], set[Set]]:
    """Return all stagings that legal actions can reach, and those that may be declared "set"."""
    start = position(f"turn 2 A set;dice A {roll};hand A {hand};deck A ?")
    todo, seen, ready = [start], set(), set()
    while todo:
        state = todo.pop()
        player = state.players[0]
        zones = (player.main, player.circle, player.stock)
        main, circle, stock = (tuple(sorted(placed.card for placed in zone)) for zone in zones)
        if (main, circle, stock) in seen:
            continue
        seen.add((main, circle, stock))
        for action in GAME.legal(state):
            if action.verb is Verb.READY:
                ready.add((main, circle, stock))
            elif action.verb is Verb.PLACE and action.card != "token":
                todo.append(carry_out(state, action))
    return seen, ready


@pytest.mark.parametrize("hand", HANDS)
@pytest.mark.parametrize("roll", range(1, 7))
def test_legal_sets_from_a_fixed_hand(hand: str, roll: int) -> None:
    _, ready = reached(hand, roll)

    assert ready == sets(hand.split(), roll), ORACLE
    assert len(ready) == HANDS[hand][roll - 1]


@pytest.mark.parametrize("unit", ["h01", "m01"])
def test_every_pair_of_cards_next_to_a_light_unit(unit: str) -> None:
    """Compare the judgement of every pair, each card in the zone where it may be, with a unit."""
    for one, two in combinations_with_replacement(POOL, 2):
        hand = [unit, one, two]
        if max(map(hand.count, hand)) <= MAX_COPIES:
            assert reached(" ".join(hand), 6)[1] == sets(hand, 6), f"{hand}: {ORACLE}"


@pytest.mark.parametrize(("roll", "count"), list(enumerate((1, 3, 6, 11, 18, 29), 1)))
def test_level_multisets_of_monsters(roll: int, count: int) -> None:
    assert monster_groups(roll) == count


@given(st.lists(st.sampled_from(POOL), min_size=1, max_size=5), st.integers(1, 6))
@settings(max_examples=40, deadline=None)
def test_any_hand_against_the_second_reading(hand: list[str], roll: int) -> None:
    hand = [card for at, card in enumerate(hand) if hand[:at].count(card) < MAX_COPIES]
    seen, ready = reached(" ".join(hand), roll)

    assert ready == sets(hand, roll)
    if ready:
        assert seen <= stagings(hand, roll)
        for placed in ready:
            parts = [[p for n in range(len(z) + 1) for p in combinations(z, n)] for z in placed]
            assert set(product(*parts)) <= seen, "any order (DBM-5.11)"


@given(
    st.lists(st.sampled_from(POOL), max_size=4),
    st.lists(st.sampled_from(POOL), max_size=3),
    st.lists(st.sampled_from(POOL), max_size=2),
    st.integers(1, 6),
)
@settings(max_examples=300, deadline=None)
def test_any_set_against_the_second_reading(
    main: list[str], circle: list[str], grants: list[str], roll: int
) -> None:
    state = position("turn 1 A set;dice A 1")
    zones = (tuple(main), tuple(circle), tuple(grants))
    m, c, s = (tuple(Placed("", card) for card in zone) for zone in zones)
    player = Player(main=m, circle=c, stock=s, roll=roll)
    assert (not staged_faults(state.config, player)) == legal(roll, *zones)


def test_the_facts_typed_in_twice_agree() -> None:
    cards = GAME.perft_start().config.cards
    assert {c: level(c) for c in POOL} == {c: cards[c].level for c in POOL}
    assert {c: cards[c].grant_level for c in POOL if cards[c].grant} == GRANTS
    assert len(POOL) == 41


@pytest.mark.parametrize("order", list(permutations(("h13 main", "m04 main", "g01 circle"))))
def test_a_set_is_one_decision_whatever_the_order_of_placing(order: tuple[str, ...]) -> None:
    """Check DBM-5.11: magic waits for the human that its monster may share the zone with."""
    state = position("turn 1 A set;dice A 6;hand A h13 m04 g01")
    for text in order:
        card, zone = text.split()
        assert GAME.notation.parse(GAME.notation.format(state), setup()) == state
        place = next(a for a in GAME.legal(state) if a.card == card and zone in a.to)
        state = carry_out(state, place)
    carry_out(state, "A ready")


@pytest.mark.parametrize(
    "hand", ["m04 g01", "h13 m15 g01", "h13 m11 g01", "h13 m01 m02 g01", "h13 m04 g03"]
)
def test_magic_waits_for_no_human_that_could_not_join(hand: str) -> None:
    """Check DBM-6.4: no tamer, a lone monster, no room, too many monsters."""
    monsters = [card for card in hand.split() if card[0] == "m"]
    texts = [f"A place {card} A.main{n} facing=down" for n, card in enumerate(monsters, 1)]
    state = play(position(f"turn 1 A set;dice A 6;hand A {hand}"), *texts)
    place = parse_action(f"A place {hand.rsplit(maxsplit=1)[-1]} A.circle1 facing=down")
    assert place not in list(GAME.legal(state))
    assert judge(GAME, state, place).clauses == ("DBM-6.4",)


def test_action_sequences_from_the_fixed_start() -> None:
    """Count placing, taking back, "set" and Miracle over all rolls; a roll is not a ply."""
    counts = perft(GAME, GAME.perft_start(), 2)
    hand = ["h02", "h04", "m01", "m03", "g01"]

    def moves(placed: Set, rest: list[str], roll: int) -> list[Set]:
        found = []
        for card in set(rest):
            for zone in range(3):
                zones = [list(cards) for cards in placed]
                zones[zone].append(card)
                main, circle, grant = (tuple(sorted(cards)) for cards in zones)
                if (main, circle, grant) in stagings(hand, roll):
                    found.append((main, circle, grant))
        return found

    first = second = 0
    for roll in range(1, 7):
        opening = moves(((), (), ()), hand, roll)
        first += len(opening) + 1  # … or Miracle
        second += 6 * len(opening)  # this roll after Miracle, which can be used only once
        for placed in opening:
            flat = [card for zone in placed for card in zone]
            rest = [card for card in hand if card not in flat]
            second += len(moves(placed, rest, roll)) + 1 + legal(roll, *placed)
    assert counts == [first, second] == [41, 334]
