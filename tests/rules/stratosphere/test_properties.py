"""Properties of every position: generator, checker, fold, text, views, undo, log."""

import random

from hypothesis import given, settings

from rules import (
    CHANCE,
    UNKNOWN,
    Match,
    Record,
    Setup,
    fold_log,
    format_action,
    judge,
    load_catalog,
    parse_action,
    refusal,
)
from rules.games.stratosphere import GAME
from rules.games.stratosphere.control import bits, reach
from rules.games.stratosphere.state import State
from rules.records.log import accepted_data, started_data
from tests.support.games.stratosphere import any_action, seeds, settings_of, walk

CATALOG = load_catalog("stratosphere")


def played(agreed: dict[str, str], seed: int, **how: float) -> list[State]:
    """Return the positions of a random game, starting after the deal."""
    return [state for state, _, _ in walk(Setup("stratosphere", agreed), seed, **how)][1:]


@given(settings_of, seeds)
@settings(max_examples=25, deadline=None)
def test_what_is_generated_is_what_checks_legal(agreed: dict[str, str], seed: int) -> None:
    rng = random.Random(seed)
    for known in played(agreed, seed)[::3]:
        for state in (known, GAME.view(known, None)):
            actions = list(GAME.legal(state))
            every = set(actions)
            assert len(every) == len(actions)
            for action in rng.sample(actions, min(20, len(actions))):
                assert GAME.violations(state, action) == ()
            for action in (any_action(state, rng) for _ in range(12)):
                if action.value == "concede" or action.seat == CHANCE:
                    continue
                legal = GAME.violations(state, action) == ()
                assert legal == (action in every), f"{action}\n{GAME.notation.format(state)}"


@given(settings_of, seeds)
@settings(max_examples=20, deadline=None)
def test_a_verdict_is_never_in_doubt(agreed: dict[str, str], seed: int) -> None:
    """Check that every action played is legal for every watcher, whatever the watcher knows."""
    for state, action, _ in walk(Setup("stratosphere", agreed), seed, concede=0.01):
        if action is not None:
            for seat in (None, *GAME.seats(Setup("stratosphere", agreed))):
                assert judge(GAME, GAME.view(state, seat), action).status == "legal"


@given(settings_of, seeds)
@settings(max_examples=20, deadline=None)
def test_events_fold_to_one_state_known_or_hidden(agreed: dict[str, str], seed: int) -> None:
    for state, action, events in walk(Setup("stratosphere", agreed), seed, concede=0.01):
        if action is None:
            continue
        assert GAME.advance(state, action)[0] == events
        after, public = state, GAME.view(state, None)
        for event in events:
            after = GAME.fold(after, event)
            public = GAME.fold(public, event)
        assert hash(after)
        assert after.ply == state.ply + 1
        assert GAME.view(public, None) == GAME.view(after, None)
        assert parse_action(format_action(action)) == action


@given(settings_of, seeds)
@settings(max_examples=20, deadline=None)
def test_positions_read_back(agreed: dict[str, str], seed: int) -> None:
    setup = Setup("stratosphere", agreed)
    for state, _, _ in list(walk(setup, seed, concede=0.01))[::2]:
        for shown in (state, GAME.view(state, None), GAME.view(state, "1")):
            assert GAME.notation.parse(GAME.notation.format(shown), setup) == shown, (
                GAME.notation.format(shown)
            )


@given(settings_of, seeds)
@settings(max_examples=20, deadline=None)
def test_views_and_messages_leak_nothing(agreed: dict[str, str], seed: int) -> None:
    """Check that a seat's view and messages do not depend on the cards that it cannot see."""
    rng = random.Random(seed)
    for state in played(agreed, seed)[::4]:
        for seat in (None, *state.config.seats):
            view = GAME.view(state, seat)
            other = _mixed(state, seat, rng)
            assert GAME.view(other, seat) == view
            assert GAME.table.layout(other) == GAME.table.layout(state) == GAME.table.layout(view)
            assert list(GAME.legal(GAME.view(other, seat))) == list(GAME.legal(view))
        for action in (any_action(state, rng) for _ in range(5)):
            named = {action.card, *(node.up for node in state.nodes)}
            for violation in GAME.violations(state, action):
                report = [value for _, value in violation.facts if value in CATALOG.cards]
                assert set(report) <= named
                assert refusal(CATALOG, violation).render("en")


def _mixed(state: State, seat: str | None, rng: random.Random) -> State:
    """Return the same position with all cards that a seat does not know in other places."""
    own = -1 if seat is None else state.config.seats.index(seat)
    hidden = list(state.pile)
    hidden += [card for s, hand in enumerate(state.hands) if s != own for card in hand]
    hidden += [d.card for node in state.nodes for d in node.down if d.by != own or own < 0]
    rng.shuffle(hidden)
    pile = tuple(hidden.pop() for _ in state.pile)
    hands = tuple(
        hand if s == own else tuple(sorted(hidden.pop() for _ in hand))
        for s, hand in enumerate(state.hands)
    )
    nodes = tuple(
        node._replace(
            down=tuple(d if d.by == own >= 0 else d._replace(card=hidden.pop()) for d in node.down)
        )
        for node in state.nodes
    )
    return state._replace(pile=pile, hands=hands, nodes=nodes)


@given(settings_of, seeds)
@settings(max_examples=12, deadline=None)
def test_undo_takes_back_and_the_log_keeps_all(agreed: dict[str, str], seed: int) -> None:
    setup = Setup("stratosphere", agreed)
    match = Match(GAME, setup)
    records = [Record(0, "match_started", started_data(setup, CATALOG.digest))]
    for state, action, _ in walk(setup, seed, plies=70, concede=0.01):
        assert match.state == state
        if action is None:
            break
        ply = match.play(action)
        revealed = any(event.kind in ("revealed", "drawn") for event in ply.events)
        assert (match.undo_limit() == len(match.plies)) == revealed
        if not revealed:
            match.undo(len(match.plies) - 1)
            assert match.state == state
            ply = match.play(action)
        records.append(Record(len(records), "accepted", accepted_data(ply)))
    assert fold_log(records).state == match.state


@given(settings_of, seeds)
@settings(max_examples=20, deadline=None)
def test_what_the_rules_promise(agreed: dict[str, str], seed: int) -> None:
    """Check the pack's cards, the hand limit and the nodes; a reveal names its card's ply."""
    placed: dict[str, list[tuple[str, int]]] = {}
    for state, action, events in walk(Setup("stratosphere", agreed), seed, concede=0.01):
        config = state.config
        everything = [*state.pile, *state.discard, *(c for hand in state.hands for c in hand)]
        for node in state.nodes:
            everything += [*([node.up] if node.up else []), *(d.card for d in node.down)]
        assert sorted(everything) == sorted(config.pack)
        assert all(len(hand) <= 7 for hand in state.hands)
        given_forces = [f for f in state.forces if f >= 0]
        assert len(set(given_forces)) == len(given_forces)
        if state.turn:
            assert all(node.up or node.down for node in state.nodes)
            assert config.zones[state.seat] & ~reach(state) == 0
            assert state.held[state.seat] & ~reach(state) == 0
            assert all(1 << p & reach(state) for p in bits(state.fought))
        if action is None:
            break
        if action.seat == CHANCE and not state.turn:
            placed = {name: [("", 1)] * config.depth for name in config.names}
        for event in events:
            if event.kind == "supplied":
                placed[event.cell].insert(0, (event.card, state.ply + 1))
            if event.kind == "revealed":
                card, ply = placed[event.cell].pop(0)
                assert event.number == ply
                assert card in ("", event.card)


@given(settings_of, seeds)
@settings(max_examples=12, deadline=None)
def test_the_layout_is_what_is_on_the_table(agreed: dict[str, str], seed: int) -> None:
    setup = Setup("stratosphere", agreed)
    form = GAME.table.form(setup)
    cells = {zone.cell for zone in form.zones}
    assert len(cells) == len(form.zones)
    for state, _, _ in walk(setup, seed):
        layout = GAME.table.layout(state)
        assert layout.keys() <= cells
        assert all(layout.values())
        assert UNKNOWN not in {resting.card for resting in layout.get("discard", ())}
        for name, node in zip(state.config.names, state.nodes, strict=True):
            pile = layout.get(name, ())
            assert len(pile) == len(node.down) + bool(node.up)
            if node.up:
                assert pile[-1].card == node.up
