"""Helpers for the tests of The Yggdrasil: random matches, well-formed actions, settings."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st

from rules import CHANCE, Action, Event, Facing, Rules, Setup, Verb, load_catalog, parse_action
from rules.games.yggdrasil import GAME
from rules.games.yggdrasil.state import State

SPECS = load_catalog("yggdrasil").settings


def setup(**settings: str) -> Setup:
    return Setup("yggdrasil", settings)


def carry_out(state: State, text: str | Action, game: Rules[State] = GAME) -> State:
    """Return the state after an action that must be legal."""
    action = parse_action(text) if isinstance(text, str) else text
    assert game.violations(state, action) == (), f"{text}\n{game.notation.format(state)}"
    for event in game.advance(state, action)[0]:
        state = game.fold(state, event)
    return state


def play(state: State, *texts: str, game: Rules[State] = GAME) -> State:
    for text in texts:
        state = carry_out(state, text, game)
    return state


def walk(
    agreed: Setup, seed: int, game: Rules[State] = GAME
) -> Iterator[tuple[State, Action | None, tuple[Event, ...]]]:
    """Yield every (state, action, events) of one random game."""
    rng = random.Random(seed)
    state = game.start(agreed)
    while seats := game.to_act(state):
        if CHANCE in seats:
            action = game.sample(state, rng.randrange)
        else:
            action = rng.choice(list(game.legal(state)))
        events = game.advance(state, action)[0]
        yield state, action, events
        for event in events:
            state = game.fold(state, event)
    yield state, None, ()


def _values(name: str) -> st.SearchStrategy[str]:
    spec = SPECS[name]
    if name == "field":
        return st.sampled_from(("4x5", "4x5", "5x7", "5x4", "3x4", "6x4", "4x9", "7x9"))
    if name == "deck_size":
        return st.sampled_from(("auto", "auto", "12"))
    if name == "hand_size":
        return st.sampled_from(("5", "1", "7"))
    if name == "max_copies":
        return st.sampled_from(("2", "3"))
    return st.sampled_from((spec.default, *spec.values))


settings_of = st.fixed_dictionaries({}, optional={name: _values(name) for name in SPECS})
"""Any combination of settings."""

seeds = st.integers(0, 10**6)


def words(state: State) -> dict[str, list[str]]:
    """Return texts that have a meaning in a position, for random actions."""
    names = list(state.config.grid.names)
    return {
        "card": [*state.config.cards, "?", "x9", ""],
        "cell": [*names, "A.discard", "B.discard", "A.deck", "z9", ""],
        "value": [*names, *state.config.cards, "loot", "mulligan", "hand", "A", "B", "", ""],
    }


def any_action(state: State, rng: random.Random) -> Action:
    """Return a well-formed action, usually close to a sensible one."""
    known = words(state)
    verb = rng.choice((Verb.PLACE, Verb.PLACE, *Verb))
    seat = rng.choice(("A", "B", "A", "B", CHANCE))
    if verb is Verb.PLACE and rng.random() < 0.9:
        hand = state.players[state.seat].hand or ("y01",)
        card = rng.choice((rng.choice(hand), rng.choice(known["card"])))
        return Action(seat, verb, card=card, to=rng.choice(known["cell"]), turn=_rarely(rng))
    if verb in (Verb.CHOOSE, Verb.REMOVE, Verb.PASS) and rng.random() < 0.8:
        fields: dict[Verb, dict[str, Any]] = {
            Verb.CHOOSE: {"value": rng.choice(known["value"])},
            Verb.REMOVE: {"at": rng.choice(known["cell"])},
            Verb.PASS: {},
        }
        return Action(seat, verb, **fields[verb])
    return Action(
        seat,
        verb,
        card=rng.choice(known["card"]),
        at=rng.choice(known["cell"]),
        to=rng.choice(known["cell"]),
        facing=Facing.DOWN if rng.random() < 0.1 else Facing.UP,
        turn=_rarely(rng),
        value=rng.choice(known["value"]),
        also=tuple(rng.choices(list(state.config.cards), k=rng.choice((0, 0, 1, 2)))),
    )


def _rarely(rng: random.Random) -> int:
    return rng.randrange(4) if rng.random() < 0.2 else 0
