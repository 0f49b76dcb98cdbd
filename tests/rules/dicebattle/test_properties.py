"""Properties of every position: generator, checker, fold, text, views, undo."""

import dataclasses
import random
from collections import Counter

from hypothesis import given, settings

from rules import CHANCE, UNKNOWN, Action, Match, Verb, format_action, judge, parse_action
from rules.games.dicebattle import GAME
from rules.games.dicebattle.state import Phase, State
from tests.support.games.dicebattle import any_action, match_setup, seeds, settings_of, walk


def unlisted(state: State, action: Action) -> bool:
    """Return True for the kinds of action that may be legal without being listed."""
    known = action.verb is Verb.DECLARE and bool(action.also)  # a hand shown card by card
    # Only a player at a table can turn a card up too early; it stays face up (DBM-14.3).
    early = action.verb is Verb.FLIP and state.phase in {Phase.ROLL, Phase.SET, Phase.REDRAW}
    return action.seat == CHANCE or known or early


@given(settings_of, seeds)
@settings(max_examples=20, deadline=None)
def test_what_is_generated_is_what_checks_legal(agreed: dict[str, str], seed: int) -> None:
    rng = random.Random(seed)
    for state, _, _ in walk(match_setup(agreed, seed), seed):
        actions = list(GAME.legal(state))
        assert all(GAME.violations(state, action) == () for action in actions)
        assert len(set(actions)) == len(actions)
        listed = set(actions)
        for action in (any_action(state, rng) for _ in range(8)):
            if not unlisted(state, action) or action in listed:
                legal = GAME.violations(state, action) == ()
                assert legal == (action in listed), f"{action}\n{GAME.notation.format(state)}"


@given(settings_of, seeds)
@settings(max_examples=12, deadline=None)
def test_the_same_holds_for_hidden_cards(agreed: dict[str, str], seed: int) -> None:
    rng = random.Random(seed)
    for known, _, _ in list(walk(match_setup(agreed, seed), seed))[3::3]:
        state = GAME.view(known, None)
        if CHANCE in GAME.to_act(state):
            continue
        actions = list(GAME.legal(state))
        assert len(set(actions)) == len(actions)
        listed = set(actions)
        for action in rng.sample(actions, min(6, len(actions))):
            assert judge(GAME, state, action).legal, f"{action}\n{GAME.notation.format(state)}"
        for action in (any_action(state, rng) for _ in range(8)):
            if not unlisted(state, action):
                legal = judge(GAME, state, action).legal
                assert legal == (action in listed), f"{action}\n{GAME.notation.format(state)}"


@given(settings_of, seeds)
@settings(max_examples=20, deadline=None)
def test_what_is_hidden_never_decides_wrongly(agreed: dict[str, str], seed: int) -> None:
    """Check that a verdict over hidden cards is either the true one or undetermined."""
    for state, action, _ in walk(match_setup(agreed, seed), seed):
        if action is None or action.seat == CHANCE:
            continue
        shown = GAME.view(state, None)
        assert judge(GAME, GAME.view(state, action.seat), action).status == "legal"
        if action.verb is Verb.REMOVE or action.verb is not Verb.CHOOSE or state.phase != "window":
            assert judge(GAME, shown, action).legal or hidden_grant(state), f"{action}"


def hidden_grant(state: State) -> bool:
    """Return True if a face-down card is in stock, so the public may not know the usable grants."""
    return any(not placed.up for player in state.players for placed in player.stock)


@given(settings_of, seeds)
@settings(max_examples=20, deadline=None)
def test_events_fold_to_one_state_known_or_hidden(agreed: dict[str, str], seed: int) -> None:
    for state, action, events in walk(match_setup(agreed, seed), seed):
        if action is None:
            continue
        assert GAME.advance(state, action)[0] == events
        after = again = state
        public = GAME.view(state, None)
        for event in events:
            after = GAME.fold(after, event)
            again = GAME.fold(again, event)
            public = GAME.fold(public, event)

        assert (after, hash(after)) == (again, hash(again))
        assert after.ply == state.ply + 1
        assert GAME.view(public, None) == GAME.view(after, None)
        assert parse_action(format_action(action)) == action


@given(settings_of, seeds)
@settings(max_examples=12, deadline=None)
def test_positions_read_back(agreed: dict[str, str], seed: int) -> None:
    setup = match_setup(agreed, seed)
    for state, _, _ in walk(setup, seed):
        for seat in ("A", "B", None):
            shown = GAME.view(state, seat)
            assert GAME.notation.parse(GAME.notation.format(shown), setup) == shown, (
                GAME.notation.format(shown)
            )
            assert not list(GAME.notation.flags(shown)), GAME.notation.format(shown)
        assert GAME.notation.parse(GAME.notation.format(state), setup) == state


@given(settings_of, seeds)
@settings(max_examples=15, deadline=None)
def test_views_leak_nothing(agreed: dict[str, str], seed: int) -> None:
    """Check that a seat's view does not depend on the cards that it cannot see."""
    rng = random.Random(seed)
    for state, _, _ in list(walk(match_setup(agreed, seed), seed))[4:]:
        for seat, other in (("A", 1), ("B", 0)):
            view = GAME.view(state, seat)
            rival = view.players[other]
            assert set(rival.hand) <= {UNKNOWN}
            assert set(rival.deck) | set(view.players[1 - other].deck) <= {UNKNOWN}
            assert all(placed.card == UNKNOWN for placed in rival.set_now if not placed.up)
            assert GAME.view(_mixed(state, other, rng), seat) == view
            if state.seat == 1 - other and CHANCE not in GAME.to_act(state):
                assert list(GAME.legal(view)) == list(GAME.legal(state))


def _mixed(state: State, seat: int, rng: random.Random) -> State:
    """Return the same position with other cards in a seat's hand, deck and face-down zones."""
    player = state.players[seat]
    down = [placed for placed in player.main + player.circle if not placed.up]
    cards = [*player.hand, *player.deck, *(placed.card for placed in down)]
    rng.shuffle(cards)

    def replaced_cards(zone: tuple) -> tuple:  # type: ignore[type-arg]
        return tuple(placed if placed.up else placed._replace(card=cards.pop()) for placed in zone)

    main, circle = replaced_cards(player.main), replaced_cards(player.circle)
    size = len(player.hand)
    player = player._replace(
        hand=tuple(sorted(cards[:size])), deck=tuple(cards[size:]), main=main, circle=circle
    )
    players = (player, state.players[1]) if seat == 0 else (state.players[0], player)
    return state._replace(players=players)


@given(settings_of, seeds)
@settings(max_examples=12, deadline=None)
def test_undo_takes_back_what_was_done(agreed: dict[str, str], seed: int) -> None:
    setup = match_setup(agreed, seed)
    match = Match(GAME, setup)
    for state, action, _ in walk(setup, seed):
        assert match.state == state
        assert len(match.plies) == state.ply
        if action is None:
            break
        match.play(action)
        if match.undo_limit() < len(match.plies):
            match.undo(len(match.plies) - 1)
            assert match.state == state
            match.play(action)


@given(settings_of, seeds)
@settings(max_examples=15, deadline=None)
def test_the_layout_is_what_is_on_the_table(agreed: dict[str, str], seed: int) -> None:
    setup = match_setup(agreed, seed)
    cells = {zone.cell for zone in GAME.table.form(setup).zones}
    for state, _, _ in walk(setup, seed):
        layout = GAME.table.layout(state)
        assert layout.keys() <= cells
        for seat, player in zip("AB", state.players, strict=True):
            assert len(layout.get(f"{seat}.deck", ())) == len(player.deck)
            assert tuple(c.card for c in layout.get(f"{seat}.grave", ())) == player.grave
            assert len(layout.get(f"{seat}.star", ())) == player.stars
        assert layout == GAME.table.layout(GAME.view(state, None))


@given(settings_of, seeds)
@settings(max_examples=15, deadline=None)
def test_no_card_is_lost_or_doubled(agreed: dict[str, str], seed: int) -> None:
    setup = match_setup(agreed, seed)
    report: list[Counter[str]] = []
    for state, _, _ in list(walk(setup, seed))[2:]:
        found = []
        for player in state.players:
            resting = [placed.card for placed in player.main + player.circle + player.stock]
            found.append(Counter((*player.hand, *player.deck, *player.grave, *resting)))
            found[-1]["token"] = 0
        report = report or found
        assert found == report
        for player in state.players:
            assert sum(placed.new for placed in player.stock) <= 1
            assert min(state.battle.levels) >= 0


@given(seeds)
@settings(max_examples=10, deadline=None)
def test_a_replay_of_the_actions_is_the_match(seed: int) -> None:
    setup = match_setup({}, seed)
    match = Match(GAME, setup)
    texts = []
    for _, action, _ in walk(setup, seed):
        if action is not None:
            texts.append(format_action(action))
            match.play(action)
    again = Match(GAME, setup)
    for text in texts:
        again.play(parse_action(text))
    assert again.state == match.state
    assert again.outcome == match.outcome is not None
    assert dataclasses.is_dataclass(match.outcome)
