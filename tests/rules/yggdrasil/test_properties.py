"""Properties of every position: generator, checker, fold, text, views, undo."""

import dataclasses
import random

from hypothesis import given, settings

from rules import CHANCE, UNKNOWN, Action, Match, Setup, Verb, format_action, judge, parse_action
from rules.games.yggdrasil import GAME
from rules.games.yggdrasil.state import State
from tests.support.games.yggdrasil import any_action, carry_out, seeds, settings_of, walk

SHUFFLES = ("deal", "redeal")


def listed(state: State, action: Action) -> bool:
    """Return True if an action is generated; a swap may name its cells in either order."""
    if action.verb is Verb.SWAP:  # a swap may name its cells in either order
        twin = dataclasses.replace(action, at=action.to, to=action.at)
        return bool({action, twin} & set(GAME.legal(state)))
    return action in set(GAME.legal(state))


@given(settings_of, seeds)
@settings(max_examples=25, deadline=None)
def test_what_is_generated_is_what_checks_legal(agreed: dict[str, str], seed: int) -> None:
    rng = random.Random(seed)
    for state, _, _ in walk(Setup("yggdrasil", agreed), seed):
        actions = list(GAME.legal(state))
        assert all(GAME.violations(state, action) == () for action in actions)
        assert len(set(actions)) == len(actions)
        for action in (any_action(state, rng) for _ in range(12)):
            legal = GAME.violations(state, action) == ()
            assert legal == listed(state, action), f"{action}\n{GAME.notation.format(state)}"


@given(settings_of, seeds)
@settings(max_examples=25, deadline=None)
def test_the_same_holds_for_hidden_cards(agreed: dict[str, str], seed: int) -> None:
    rng = random.Random(seed)
    for known, _, _ in list(walk(Setup("yggdrasil", agreed), seed))[3::4]:
        state = GAME.view(known, None)
        actions = list(GAME.legal(state))
        for action in rng.sample(actions, min(8, len(actions))):
            assert judge(GAME, state, action).legal, f"{action}\n{GAME.notation.format(state)}"
        for action in (any_action(state, rng) for _ in range(12)):
            if action.verb is not Verb.DECLARE and known.phase not in SHUFFLES:
                legal = judge(GAME, state, action).legal
                assert legal == listed(state, action), f"{action}\n{GAME.notation.format(state)}"


@given(settings_of, seeds)
@settings(max_examples=20, deadline=None)
def test_what_is_hidden_never_decides_wrongly(agreed: dict[str, str], seed: int) -> None:
    """Check that a verdict over hidden cards is either the true one or undetermined."""
    # otherwise the card is shown first
    agreed = {k: v for k, v in agreed.items() if k != "prove_exchange"}
    for state, action, _ in walk(Setup("yggdrasil", agreed), seed):
        if action is not None and action.seat != CHANCE:
            assert judge(GAME, GAME.view(state, None), action).legal
            assert judge(GAME, GAME.view(state, action.seat), action).status == "legal"


@given(settings_of, seeds)
@settings(max_examples=20, deadline=None)
def test_events_fold_to_one_state_known_or_hidden(agreed: dict[str, str], seed: int) -> None:
    for state, action, events in walk(Setup("yggdrasil", agreed), seed):
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
        assert GAME.view(public, None) == GAME.view(after, None)
        assert parse_action(format_action(action)) == action


@given(settings_of, seeds)
@settings(max_examples=20, deadline=None)
def test_positions_read_back(agreed: dict[str, str], seed: int) -> None:
    setup = Setup("yggdrasil", agreed)
    for state, _, _ in walk(setup, seed):
        for shown in (state, GAME.view(state, None), GAME.view(state, "A"), GAME.view(state, "B")):
            assert GAME.notation.parse(GAME.notation.format(shown), setup) == shown


@given(settings_of, seeds)
@settings(max_examples=20, deadline=None)
def test_views_leak_nothing(agreed: dict[str, str], seed: int) -> None:
    """Check that a seat's view does not depend on the cards that it cannot see."""
    rng = random.Random(seed)
    for state, _, _ in list(walk(Setup("yggdrasil", agreed), seed))[4:]:
        for seat, other in (("A", 1), ("B", 0)):
            view = GAME.view(state, seat)
            lines = GAME.notation.format(view).splitlines()
            assert not any(
                word[0] == "y"
                for line in lines
                if line.startswith((f"hand {'AB'[other]}", f"deck {'AB'[other]}"))
                for word in line.split()[2:]
            )
            mixed = GAME.view(_mixed(state, other, rng), seat)
            assert mixed == view
            assert view.players[other].hand.count(UNKNOWN) == len(state.players[other].hand)
            if view.seat == 1 - other:
                assert list(GAME.legal(view)) == list(GAME.legal(state))


def _mixed(state: State, seat: int, rng: random.Random) -> State:
    """Return the same position with other cards in a seat's hand and deck."""
    players = list(state.players)
    player = players[seat]
    cards = [*player.hand, *player.deck]
    rng.shuffle(cards)
    size = len(player.hand)
    players[seat] = player._replace(hand=tuple(sorted(cards[:size])), deck=tuple(cards[size:]))
    return state._replace(players=tuple(players))


@given(settings_of, seeds)
@settings(max_examples=15, deadline=None)
def test_undo_takes_back_what_was_done(agreed: dict[str, str], seed: int) -> None:
    setup = Setup("yggdrasil", agreed)
    match = Match(GAME, setup)
    for state, action, _ in walk(setup, seed):
        assert match.state == state
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
    setup = Setup("yggdrasil", agreed)
    cells = {zone.cell for zone in GAME.table.form(setup).zones}
    for state, _, _ in walk(setup, seed):
        layout = GAME.table.layout(state)
        assert layout.keys() <= cells
        for seat, player in zip("AB", state.players, strict=True):
            assert len(layout.get(f"{seat}.deck", ())) == len(player.deck)
            pile = layout.get(f"{seat}.discard", ())
            assert tuple(resting.card for resting in pile) == player.discard
        field = {name: pile for name, pile in layout.items() if "." not in name}
        assert len(field) == state.taken.bit_count()
        assert layout == GAME.table.layout(GAME.view(state, None))


@given(seeds)
@settings(max_examples=10, deadline=None)
def test_every_card_is_somewhere(seed: int) -> None:
    """Check that no event loses or duplicates a card."""
    setup = Setup("yggdrasil")
    for state, _, _ in list(walk(setup, seed))[3:]:
        for seat in (0, 1):
            field = [c for c in state.field if c and c.owner == seat and not c.card.root]
            assert len(field) + sum(map(len, state.players[seat])) == state.config.deck_size


def test_a_swap_may_name_its_cells_in_either_order() -> None:
    text = """
        field b1=yr1/A b2=y03/A b3=y15/A b4=y16/A c2=y18/A d2=y35/A c5=yr1/B
        turn 9 A swap
        laid 1 c2
    """
    state = GAME.notation.parse(text, Setup("yggdrasil"))
    legal = [a for a in GAME.legal(state) if a.verb is Verb.SWAP]
    assert legal
    for action in legal:
        twin = dataclasses.replace(action, at=action.to, to=action.at)
        assert carry_out(state, twin) == carry_out(state, action)
