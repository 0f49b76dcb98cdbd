"""Helpers for the tests of Dice Battle: random matches, well-formed actions, settings."""

from __future__ import annotations

import random
from collections.abc import Iterator

from hypothesis import strategies as st

from rules import (
    CHANCE,
    UNKNOWN,
    Action,
    Event,
    Facing,
    Rules,
    Setup,
    Verb,
    load_catalog,
    parse_action,
)
from rules.games.dicebattle import GAME
from rules.games.dicebattle.state import State

CATALOG = load_catalog("dicebattle")
DECKS = CATALOG.decks
NAMES = sorted(DECKS)
ZONES = [f"{s}.{z}{n}" for s in "AB" for z in ("main", "circle", "stock") for n in (1, 2, 3)]
CELLS = [*ZONES, "A.grave", "B.grave", "A.deck", "A.miracle", "B.miracle", "A.revival",
         "B.revival", "A", "B", "z9", ""]  # fmt: skip
CARDS = [*CATALOG.cards, "?", "x9", ""]
VALUES = ["redraw", "draw", "A", "B", "1", "6", "7", *ZONES, "h04", "g01", "", "", ""]


def setup(**settings: str) -> Setup:
    return Setup("dicebattle", settings)


def match_setup(settings: dict[str, str], seed: int) -> Setup:
    """Return a set-up with two shipped decks, or with unknown decks for every third seed."""
    rng = random.Random(seed)
    decks = {seat: DECKS[rng.choice(NAMES)] for seat in "AB"} if seed % 3 else {}
    return Setup("dicebattle", settings, decks)


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


def position(text: str, agreed: Setup | None = None, game: Rules[State] = GAME) -> State:
    return game.notation.parse(text.replace(";", "\n"), agreed or setup())


def walk(agreed: Setup, seed: int) -> Iterator[tuple[State, Action | None, tuple[Event, ...]]]:
    """Yield every (state, action, events) of one random game."""
    rng = random.Random(seed)
    state = GAME.start(agreed)
    while seats := GAME.to_act(state):
        if CHANCE in seats:
            action = GAME.sample(state, rng.randrange)
        else:
            action = rng.choice(list(GAME.legal(state)))
        events = GAME.advance(state, action)[0]
        yield state, action, events
        for event in events:
            state = GAME.fold(state, event)
    yield state, None, ()


def _values(name: str) -> st.SearchStrategy[str]:
    spec = CATALOG.settings[name]
    if spec.integer:
        return st.sampled_from((spec.default, "1", "2", "4"))
    return st.sampled_from(spec.values)


settings_of = st.fixed_dictionaries({}, optional={name: _values(name) for name in CATALOG.settings})
"""Any combination of settings."""

seeds = st.integers(0, 10**6)


def any_action(state: State, rng: random.Random) -> Action:
    """Return a well-formed action, usually close to a sensible one."""
    seat = rng.choice(("A", "B", "AB"[state.seat], CHANCE))
    hand = state.players[state.seat].hand or (UNKNOWN,)
    verb = rng.choice(tuple(Verb))
    kind = rng.random()
    if kind < 0.3:
        zone, turn = rng.choice((("main", 0), ("circle", 0), ("stock", 1)))
        place = f"{seat}.{zone}{rng.choice((1, 1, 2, 2, 3))}"
        card = rng.choice((rng.choice(hand), rng.choice(hand), rng.choice(CARDS), "token"))
        facing = Facing.UP if card == "token" else Facing.DOWN
        return Action(seat, Verb.PLACE, card=card, to=place, facing=facing, turn=turn)
    if kind < 0.7:
        fields: dict[Verb, dict[str, str]] = {
            Verb.CHOOSE: {"value": rng.choice(VALUES)},
            Verb.REMOVE: {"at": rng.choice(CELLS)},
            Verb.FLIP: {"at": rng.choice(CELLS), "card": rng.choice(("", rng.choice(CARDS)))},
            Verb.DECLARE: {"value": rng.choice(VALUES)},
            Verb.ROLL: {"value": rng.choice(VALUES), "to": rng.choice(("A", "B"))},
        }
        return Action(seat, verb, **fields.get(verb, {}))  # type: ignore[arg-type]
    return Action(
        seat,
        verb,
        card=rng.choice(CARDS),
        at=rng.choice(CELLS),
        to=rng.choice(CELLS),
        facing=Facing.DOWN if rng.random() < 0.4 else Facing.UP,
        turn=rng.choice((0, 0, 0, 1, 3)),
        value=rng.choice(VALUES),
        also=tuple(rng.choices(CARDS[:50], k=rng.choice((0, 0, 1, 2)))),
    )
