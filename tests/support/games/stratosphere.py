"""Helpers for the tests of Strato-Sphere: positions, random matches, actions, settings."""

from __future__ import annotations

import random
from collections.abc import Iterator

from hypothesis import strategies as st

from rules import CHANCE, Action, Event, Facing, Setup, Verb, load_catalog, parse_action
from rules.games.stratosphere import GAME
from rules.games.stratosphere.state import State

SPECS = load_catalog("stratosphere").settings


def setup(**settings: str) -> Setup:
    return Setup("stratosphere", settings)


def position(text: str, **settings: str) -> State:
    return GAME.notation.parse(text.replace(";", "\n"), setup(**settings))


def play(state: State, *texts: str | Action) -> State:
    """Return the state after actions that must be legal."""
    for text in texts:
        action = parse_action(text) if isinstance(text, str) else text
        assert GAME.violations(state, action) == (), f"{text}\n{GAME.notation.format(state)}"
        for event in GAME.advance(state, action)[0]:
            state = GAME.fold(state, event)
    return state


def kinds(state: State, text: str) -> list[str]:
    """Return the kinds of the events that an action causes."""
    return [event.kind for event in GAME.advance(state, parse_action(text))[0]]


def walk(
    agreed: Setup, seed: int, plies: int = 160, concede: float = 0.0
) -> Iterator[tuple[State, Action | None, tuple[Event, ...]]]:
    """Yield (state, action, events) of one random game, up to a number of plies."""
    rng = random.Random(seed)
    state = GAME.start(agreed)
    for _ in range(plies):
        seats = GAME.to_act(state)
        if not seats:
            break
        if CHANCE in seats:
            action = GAME.sample(state, rng.randrange)
        elif rng.random() < concede:
            left = [s for n, s in enumerate(GAME.seats(agreed)) if not state.out >> n & 1]
            action = Action(rng.choice(left), Verb.DECLARE, value="concede")
        else:
            action = busy(list(GAME.legal(state)), rng)
        events = GAME.advance(state, action)[0]
        yield state, action, events
        for event in events:
            state = GAME.fold(state, event)
    yield state, None, ()


def busy(actions: list[Action], rng: random.Random) -> Action:
    """Choose a kind of action first, then an action of it; otherwise supplies would dominate."""
    kind = rng.choice(sorted({(a.verb, a.facing) for a in actions}))
    return rng.choice([a for a in actions if (a.verb, a.facing) == kind])


def _values(name: str) -> st.SearchStrategy[str]:
    spec = SPECS[name]
    if name == "round_cap":
        return st.sampled_from(("none", "10", "200"))
    if name == "prevent_timer":
        return st.sampled_from(("15", "0", "5", "120"))
    if spec.integer:
        return st.sampled_from([str(n) for n in range(spec.minimum, spec.maximum + 1)])
    return st.sampled_from(spec.values)


settings_of = st.fixed_dictionaries({}, optional={name: _values(name) for name in SPECS})
"""Any combination of settings."""

seeds = st.integers(0, 10**6)


def any_action(state: State, rng: random.Random) -> Action:
    """Return a well-formed action, usually close to a sensible one."""
    config = state.config
    cells = [*config.names, "discard", "pile", "1.hand", "9.L", ""]
    seat = rng.choice((*config.seats, *GAME.to_act(state), *GAME.to_act(state), CHANCE, "9"))
    hands = [card for hand in state.hands for card in hand] or ["c01"]
    tops = [node.down[0].card for node in state.nodes if node.down] or ["c01"]
    card = rng.choice((rng.choice(hands), rng.choice(tops), rng.choice(config.pack), "?", "x1", ""))
    match rng.randrange(10):
        case 0 | 1:
            down = rng.choice((Facing.DOWN, Facing.DOWN, Facing.UP))
            return Action(seat, Verb.PLACE, card=card, to=rng.choice(cells), facing=down)
        case 2:
            return Action(seat, Verb.FLIP, card=card, at=rng.choice(cells))
        case 3 | 4:
            x = rng.randrange(len(config.names))
            y = rng.choice((*config.near[x], rng.randrange(len(config.names))))
            names = config.names
            return Action(seat, Verb.DECLARE, at=names[x], to=names[y], value="attack")
        case 5:
            return Action(seat, rng.choice((Verb.DRAW, Verb.PASS)))
        case 6:
            return Action(seat, Verb.CHOOSE, value=rng.choice((*config.forces, "blue")))
        case 7:
            return Action(seat, Verb.PLACE, card=card, to="discard")
    return Action(
        seat,
        rng.choice(tuple(Verb)),
        card=card,
        at=rng.choice(cells),
        to=rng.choice(cells),
        facing=rng.choice((Facing.UP, Facing.DOWN)),
        turn=rng.choice((0, 0, 2)),
        value=rng.choice(("attack", "red", "", "")),
        also=tuple(rng.choices(config.pack, k=rng.choice((0, 0, 1)))),
    )
