"""Exchange and pass over hidden hands: one verdict, compared with a verdict per possible hand."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from rules import UNKNOWN, Action, Facing, Setup, Status, Verb, judge
from rules.games.yggdrasil import GAME
from rules.games.yggdrasil.state import Phase, State
from rules.sim.playout import play_game, starter_setup
from tests.support.hidden_verdicts import holds


def positions(setup: Setup, seed: int) -> list[State]:
    """Return positions in which a seat places a card, as the public sees them."""
    seen: list[State] = []
    play_game(GAME, setup, random.Random(seed), watch=lambda state, _: seen.append(state))
    return [GAME.view(state, None) for state in seen if state.phase is Phase.PLACE]


def with_hand(state: State, hand: list[str], deck: tuple[str, ...]) -> State:
    players = list(state.players)
    players[state.seat] = players[state.seat]._replace(hand=tuple(sorted(hand)), deck=deck)
    return state._replace(players=(players[0], players[1]))


def rearranged(state: State, rng: random.Random) -> State:
    """Return the same field with a random deck and hand, including one or two unknown cards."""
    cards = sorted(state.config.limits[state.seat])
    hand = [UNKNOWN] * rng.choice((1, 1, 2)) + rng.choices(cards, k=rng.choice((0, 0, 1)))
    deck = tuple(rng.choices(cards, k=rng.choice((0, 10, 40, 90))))
    return with_hand(state, hand, deck)


def left_of(state: State) -> Counter[str]:
    player = state.players[state.seat]
    seen = Counter((*player.hand, *player.deck, *player.discard))
    seen.update(c.card.id for c in state.field if c is not None and c.owner == state.seat)
    return Counter(state.config.limits[state.seat]) - seen


def hands(state: State, given: str) -> Iterator[State]:
    """Yield the position once for each way to identify the unknown cards in the hand."""
    player = state.players[state.seat]
    if UNKNOWN not in player.hand:
        yield state
        return
    rest = list(player.hand)
    rest.remove(UNKNOWN)
    left = left_of(state)
    first = given not in player.hand and left[given] > 0
    for card in [given] if first else left:
        yield from hands(with_hand(state, [*rest, card], player.deck), "")


def actions(state: State, rng: random.Random) -> list[Action]:
    seat = "AB"[state.seat]
    cards = [*rng.sample(sorted(state.config.cards), 3), "z9"]
    given = [Action(seat, Verb.PLACE, card, to=f"{seat}.discard") for card in cards]
    odd = Action(seat, Verb.PLACE, cards[0], to=f"{seat}.discard", turn=1, facing=Facing.DOWN)
    passes = [Action(seat, Verb.PASS, facing=facing) for facing in Facing]
    return [*given, odd, *passes, Action(seat, Verb.PASS, value="x")]


AGREED: tuple[dict[str, str], ...] = (
    {},
    {"prove_exchange": "never", "rotation": "free"},
    {"may_pass": "yes", "colour_lock": "on"},
)


@pytest.mark.parametrize("agreed", AGREED)
@pytest.mark.parametrize("decks", ["told", "untold"])
def test_a_hidden_hand_is_judged_as_every_hand_it_may_be(
    decks: str, agreed: dict[str, str]
) -> None:
    rng = random.Random("hands")
    seen: Counter[Status] = Counter()
    setup = Setup("yggdrasil", agreed)
    if decks == "told":
        setup = starter_setup(GAME, setup)
    states = [state for seed in range(3) for state in positions(setup, seed)]
    for state in rng.choices(states, k=60):
        position = rearranged(state, rng)
        for action in actions(position, rng):
            worlds = [GAME.violations(known, action) for known in hands(position, action.card)]
            if worlds:
                verdict = judge(GAME, position, action)
                seen[verdict.status] += 1
                holds(verdict, worlds)
    assert seen[Status.ILLEGAL] > 20
    assert agreed or min(seen.values()) > 2
