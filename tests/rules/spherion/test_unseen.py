"""A face-down card: one verdict, compared with a verdict per possible card."""

from __future__ import annotations

import dataclasses
import random
from collections import Counter

import pytest

from rules import UNKNOWN, Action, Setup, Status, Verb, judge, parse_action
from rules.games.spherion import GAME
from rules.games.spherion.state import Phase, State
from rules.sim.playout import play_game, starter_setup
from tests.support.games.spherion import World
from tests.support.hidden_verdicts import holds


def positions(setup: Setup, seed: int) -> list[State]:
    """Return the public views of a random game's positions in the plan and order phases."""
    seen: list[State] = []
    play_game(GAME, setup, random.Random(seed), watch=lambda state, _: seen.append(state))
    return [GAME.view(s, None) for s in seen if s.phase in (Phase.PLAN, Phase.ORDER)]


def rearranged(state: State, rng: random.Random) -> State:
    """Return the same position with other cards in the hands and decks and other SP."""
    cards = sorted(state.config.limits[0].keys() | {"X01"})
    players = tuple(
        player._replace(
            hand=tuple(rng.choice(cards) if rng.random() < 0.3 else UNKNOWN for _ in range(3)),
            deck=tuple(rng.choice(cards) for _ in range(rng.choice((0, 5, 90)))),
            sp=rng.randrange(4),
        )
        for player in state.players
    )
    return state._replace(players=players)


def orders(rng: random.Random) -> list[Action]:
    """Return orders that place a card face down, most of them faulty."""
    texts = [
        f"set:?:{rng.randrange(6)}:down",
        *(f"summon:?:{rng.randrange(6)}:down:attack{paid}" for paid in ("", ":1", ":1+2", ":2+7")),
    ]
    plain = [Action(seat, Verb.DECLARE, value=text) for seat in ("blue", "red") for text in texts]
    return [*plain, dataclasses.replace(plain[0], to="z9")]


def known(state: State, action: Action) -> list[Action]:
    """Return one action for each card that the action's unknown card can be."""
    seat = int(action.seat == "red")
    player = state.players[seat]
    shown = [*player.hand, *player.deck, *player.core]
    for unit in player.units[1:]:
        if unit is not None:
            shown += [unit.card, *unit.stack]
    found = []
    for card, limit in state.config.limits[seat].items():
        if limit > shown.count(card):
            value = action.value.replace(":?:", f":{card}:")
            found.append(dataclasses.replace(action, value=value))
    return found


@pytest.mark.parametrize("agreed", [{}, {"orders": "rail"}, {"queue_cap": "3"}])
@pytest.mark.parametrize("decks", ["told", "untold"])
def test_a_card_placed_face_down_is_judged_as_every_card_it_may_be(
    agreed: dict[str, str], decks: str
) -> None:
    setup = Setup("spherion", agreed)
    if decks == "told":
        setup = starter_setup(GAME, setup)
    rng = random.Random("unseen")
    seen: set[Status] = set()
    for state in positions(setup, 3)[::9]:
        for position in (state, rearranged(state, rng), rearranged(state, rng)):
            listed = frozenset(GAME.legal(position))
            for action in orders(rng):
                assert (action in listed) == judge(GAME, position, action).legal, action
                worlds = known(position, action)
                hidden = UNKNOWN in position.players[int(action.seat == "red")].hand
                if not worlds or not hidden:
                    continue
                verdict = judge(GAME, position, action)
                seen.add(verdict.status)
                holds(verdict, (GAME.violations(position, world) for world in worlds))
    assert Status.ILLEGAL in seen


def test_no_hidden_card_is_left_to_be_placed() -> None:
    """Check SPH-7.6 at the order's step: an earlier order has used the one unknown card."""
    world = World("hand blue ? S01\nqueue blue set:T01:1:down@1")
    action = parse_action("blue declare set:?:2:down")
    assert action in list(GAME.legal(world.state))
    assert world.orders("set:?:2:down").voids() == ["SPH-7.6"]


@pytest.mark.parametrize(
    ("spare", "written", "kinds"),
    [
        ("S01", "", {"set"}),
        ("M01", "", {"summon"}),
        ("M04", "", {"summon:1", "summon:2"}),
        ("M05", "", {"summon:1+2"}),
        ("S01 M05", "", {"set", "summon:1+2"}),
        ("S01 M05", "queue blue set:S01:1:down@1", {"set", "summon:1+2"}),
        ("", "", {"set", "summon", "summon:1", "summon:2", "summon:1+2"}),  # the count is off
    ],
)
def test_a_hidden_card_is_offered_as_what_is_left_for_it(
    spare: str, written: str, kinds: set[str]
) -> None:
    """Regression: summons with two tributes were listed, then refused as no card fitted them."""
    units = ("unit blue 1 N1.0 M03", "unit blue 2 N2.4 M12")
    state = World("\n".join((*units, "hand blue ? ?", written))).state
    deck = tuple((Counter(state.config.limits[0]) - Counter(spare.split())).elements())
    state = state._replace(players=(state.players[0]._replace(deck=deck), state.players[1]))
    offered = [a for a in GAME.legal(state) if ":?:" in a.value]
    assert all(judge(GAME, state, action).legal for action in offered)
    report = [action.value.split(":") for action in offered]
    paid = {":".join((kind, *rest[4:])) for kind, *rest in report}
    assert {kind for kind in paid if "3" not in kind} == kinds


def test_which_card_was_guessed_is_not_reported() -> None:
    """Test a hand with several possible spells left: nobody knows which one it is (SPH-15)."""
    state = World("hand blue ?").state
    spells = {"S01", "S02"}
    rest = tuple(c for c, n in state.config.limits[0].items() for _ in range(n) if c not in spells)
    action = parse_action("blue declare summon:?:1:down:attack")
    player = state.players[0]
    for known, facts in (((), ()), (("S02",) * 3, (("card", "S01"),))):
        players = (player._replace(deck=(*rest, *known)), state.players[1])
        (found,) = judge(GAME, state._replace(players=players), action).violations
        assert (found.clause, found.facts) == ("SPH-7.5", facts)
