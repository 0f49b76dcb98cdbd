"""Every effect with its limits (YGG-8), and the invasion (YGG-9)."""

import dataclasses

import pytest

from rules import UNKNOWN, Rules, judge, parse_action
from rules.games.yggdrasil import GAME
from rules.games.yggdrasil.cards import Effect, Op, pool, stone
from rules.games.yggdrasil.effects import asked
from rules.games.yggdrasil.game import make_rules
from rules.games.yggdrasil.state import State
from rules.games.yggdrasil.tree import attack, defence, linked
from tests.support.games.yggdrasil import carry_out, play, setup


def position(text: str, game: Rules[State] = GAME, **settings: str) -> State:
    return game.notation.parse(text.replace(";", "\n"), setup(**settings))


def texts(state: State, game: Rules[State] = GAME) -> list[str]:
    return [str(action) for action in game.legal(state)]


def with_effect(card: str, effect: Effect) -> Rules[State]:
    cards = dict(pool())
    cards[card] = dataclasses.replace(cards[card], effect=effect)
    return make_rules(cards)


# Extra place.


def test_surge_gives_a_second_card_and_never_a_third() -> None:
    state = position("field b1=yr1/A c5=yr1/B;hand A y05 y08 y15;turn 7 A")
    state = carry_out(state, "A place y05 b2")
    assert state.phase == "extra"
    assert texts(state) == ["A place y08 c2", "A place y08 b3", "A place y15 b3", "A pass"]

    state = carry_out(state, "A place y08 b3")
    assert (state.phase, state.seat, state.turn) == ("place", 1, 8)


def test_surge_is_not_asked_when_nothing_fits() -> None:
    state = position("field b1=yr1/A c5=yr1/B;hand A y05 y31;turn 7 A")

    assert carry_out(state, "A place y05 b2").seat == 1


def test_surge_waits_for_the_invasion() -> None:
    state = position(
        "field b1=yr1/A b2=y03/A b3=y03/A c5=yr1/B c4=y03/B c3=y27/B;hand A y05 y27;turn 9 A"
    )
    state = carry_out(state, "A place y05 b4")
    assert (state.phase, texts(state)) == ("invade", ["A choose c4", "A pass"])
    # Its effect allows a second card (YGG-5.4), but not before the invasion (YGG-5.6).
    assert judge(GAME, state, parse_action("A place y27 c1")).clauses[0] == "YGG-5.6"
    assert carry_out(state, "A pass").phase == "extra"


def test_a_forced_surge_cannot_be_declined_while_a_card_fits() -> None:
    game = with_effect("y05", Effect(Op.EXTRA_PLACE, forced=True))
    state = position("field b1=yr1/A c5=yr1/B;hand A y05 y15;turn 7 A", game)
    state = carry_out(state, "A place y05 b2", game)

    assert texts(state, game) == ["A place y15 b3"]
    hidden = game.view(state, "B")
    assert "A pass" in texts(hidden, game)
    assert game.violations(hidden, parse_action("A pass")) == ()
    assert [v.clause for v in game.violations(state, parse_action("A pass"))] == ["YGG-8.1"]


# Swap.


def test_swap_takes_two_cards_of_one_sound_tree() -> None:
    state = position(
        "field b1=yr1/A c1=y18/A b2=y03/A c2=y17/A b3=y15/A b4=y16/A c5=yr1/B;"
        "turn 9 A swap;laid 1 c1"
    )

    assert texts(state) == ["A swap c1 c2", "A swap b3 b4", "A pass"]
    assert carry_out(state, "A pass").field == state.field


def test_swap_moves_the_card_just_placed_and_its_invasion() -> None:
    # y18 (RL) on c1 and y17 (RL) on c2 are swapped: the invasion starts from c2.
    state = position(
        "field b1=yr1/A c1=y18/A b2=y03/A c2=y17/A c5=yr1/B d2=y27/B;turn 9 A swap;laid 1 c1"
    )
    state = carry_out(state, "A swap c1 c2")

    assert state.config.grid.names[state.spot] == "c2"
    assert (state.phase, texts(state)) == ("invade", ["A choose d2", "A pass"])


def test_swap_reaches_the_rivals_tree_and_refuses_damage() -> None:
    state = position(
        "field b1=yr1/A c1=y18/A c5=yr1/B c4=y15/B c3=y16/B b5=y21/B;turn 9 A swap;laid 1 c1"
    )

    assert texts(state) == ["A swap c3 c4", "A pass"]
    for text in ("A swap c4 b5", "A swap c4 c5", "A swap c1 c4", "A swap c3 c3", "A swap a1 z9"):
        assert [v.clause for v in GAME.violations(state, parse_action(text))] == ["YGG-8.4"]


def test_swap_is_not_asked_when_there_is_none() -> None:
    state = position("field b1=yr1/A c5=yr1/B;hand A y18;turn 7 A")

    assert carry_out(state, "A place y18 c1").seat == 1


# Draw, loot, scry, recover.


def test_a_forced_draw_happens_by_itself() -> None:
    state = position("field b1=yr1/A c5=yr1/B;hand A y24;deck A y01 y02;turn 7 A")
    state = carry_out(state, "A place y24 b2")

    assert state.seat == 1
    assert state.players[0].hand == ("y01",)


def test_a_forced_draw_from_an_empty_deck_draws_nothing() -> None:
    state = position("field b1=yr1/A c5=yr1/B;hand A y24;deck A -;turn 7 A")

    events = GAME.advance(state, parse_action("A place y24 b2"))[0]
    assert [(e.kind, e.seat) for e in events if e.kind == "drawn"] == [("drawn", "B")]


def test_an_optional_draw_is_asked() -> None:
    game = with_effect("y24", Effect(Op.DRAW, forced=False, n=2))
    state = position("field b1=yr1/A c5=yr1/B;hand A y24;deck A y01 y02 y03;turn 7 A", game)
    state = carry_out(state, "A place y24 b2", game)

    assert texts(state, game) == ["A choose draw", "A pass"]
    assert carry_out(state, "A choose draw", game).players[0].hand == ("y01", "y02")
    assert carry_out(state, "A pass", game).players[0].hand == ()


def test_loot_draws_then_discards() -> None:
    state = position("field b1=yr1/A b2=y01/A c5=yr1/B;hand A y11 y31;deck A y02 y03;turn 7 A")
    state = carry_out(state, "A place y11 c2")
    assert texts(state) == ["A choose loot", "A pass"]

    state = carry_out(state, "A choose loot")
    assert (state.phase, state.due) == ("discard", 1)
    assert texts(state) == ["A place y02 A.discard", "A place y31 A.discard"]

    state = carry_out(state, "A place y31 A.discard")
    assert (state.seat, state.players[0].hand, state.players[0].discard) == (1, ("y02",), ("y31",))


def test_loot_goes_as_far_as_the_cards_do() -> None:
    game = with_effect("y11", Effect(Op.LOOT, forced=True, n=3))
    state = position(
        "field b1=yr1/A b2=y01/A c5=yr1/B d2=y27/B;hand A y11 y31;deck A y02;turn 7 A", game
    )
    state = carry_out(state, "A place y11 c2", game)
    assert (state.phase, state.due) == ("discard", 2)
    state = play(state, "A place y02 A.discard", "A place y31 A.discard", game=game)

    assert (state.phase, state.players[0]) == ("invade", ((), (), ("y02", "y31")))


def test_scry_reorders_the_top_of_the_deck() -> None:
    state = position("field b1=yr1/A b2=y03/A c5=yr1/B;hand A y13;deck A y01 y02 y04;turn 7 A")
    state = carry_out(state, "A place y13 c1")
    assert texts(state) == ["A choose with=y01,y02", "A choose with=y02,y01", "A pass"]
    assert GAME.view(state, "A").players[0].deck == ("y01", "y02", UNKNOWN)
    assert GAME.view(state, "B").players[0].deck == (UNKNOWN,) * 3

    assert carry_out(state, "A choose with=y02,y01").players[0].deck == ("y02", "y01", "y04")
    for unchanged in ("A choose with=y01,y02", "A pass"):  # any order, even the present one
        assert carry_out(state, unchanged).players[0].deck == ("y01", "y02", "y04")
    assert texts(GAME.view(state, "B")) == ["A pass"]


def test_scry_looks_at_the_only_card_of_a_deck() -> None:
    state = position("field b1=yr1/A b2=y03/A c5=yr1/B;hand A y13;deck A y01;turn 7 A")
    state = carry_out(state, "A place y13 c1")

    assert texts(state) == ["A choose with=y01", "A pass"]


def test_recover_takes_a_tip_back() -> None:
    state = position(
        "field b1=yr1/A b2=y03/A c5=yr1/B;hand A y30;discard A y27 y02 y27 y31;turn 7 A"
    )
    state = carry_out(state, "A place y30 b3")
    assert texts(state) == ["A choose y27", "A choose y31", "A pass"]

    state = carry_out(state, "A choose y27")
    assert state.players[0].hand == ("y27",)
    assert state.players[0].discard == ("y27", "y02", "y31")


def test_recover_is_not_asked_without_a_tip() -> None:
    state = position("field b1=yr1/A b2=y03/A c5=yr1/B;hand A y30;discard A y02;turn 7 A")

    assert carry_out(state, "A place y30 b3").seat == 1


# Wither and the permanent effects.


def test_wither_looks_at_printed_power() -> None:
    # Of the cards around c2, only c1 (y29, printed power 1) is weak enough.
    state = position(
        "field b1=yr1/A b2=y01/A c2=y26/A c5=yr1/B c4=y15/B c1=y29/B;turn 13 A wither;laid 1 c2"
    )
    assert texts(state) == ["A remove c1", "A pass"]
    state = carry_out(state, "A remove c1")

    assert state.players[1].discard == ("y29",)
    assert state.seat == 1


def test_wither_comes_before_the_invasion() -> None:
    text = (
        "field b1=yr1/A b2=y01/A b3=y03/A c3=y26/A c5=yr1/B d5=y25/B d4=y15/B d3=y15/B"
        " c4=y27/B c2=y30/B d2=y21/B"
    )
    state = position(f"{text};turn 13 A wither;laid 1 c3")
    assert texts(state) == ["A remove c2", "A pass"]
    assert carry_out(state, "A remove c2").seat == 1
    assert carry_out(state, "A pass").phase == "invade"


@pytest.mark.parametrize(
    ("field", "spot", "target", "strength", "resistance"),
    [
        ("b2=y03/A b3=y03/A c4=y03/B c3=y27/B", "b3", "c3", 3, 0),  # alone
        ("b2=y03/A b3=y03/A c2=y01/A c4=y03/B c3=y27/B", "b3", "c3", 5, 0),  # with support
        ("b2=y03/A b3=y10/A c4=y03/B c3=y28/B", "b3", "c3", 5, 7),  # invade_bonus, defend_bonus
        ("b2=y03/A b3=y03/A b4=y32/A c4=y03/B c3=y27/B", "b3", "c3", 3, 0),  # U does not connect
        ("a1=y32/A b2=y03/A b3=y03/A c4=y03/B c3=y27/B", "b3", "c3", 3, 0),  # aura not connected
    ],
)
def test_powers(field: str, spot: str, target: str, strength: int, resistance: int) -> None:
    state = position(f"field b1=yr1/A {field} c5=yr1/B;turn 9 A invade;laid 1 {spot}")
    i = state.config.grid.index[target]

    assert (attack(state, state.spot, i), defence(state, i)) == (strength, resistance)


def test_aura_strengthens_connected_cards_only() -> None:
    # y01 (power 2) on b2 touches c2. The root yr2 has an aura, yr1 has none, and y32 on c1 points
    # up at c2, not at b2.
    i = 5 + 1
    for root, c1, strength in (("yr1", "", 2), ("yr2", "", 3), ("yr1", "c1=y32/A", 7)):
        text = f"field b1={root}/A {c1} b2=y01/A c2=y33/B c5={root}/B;turn 9 A invade;laid 1 b2"
        state = position(text)
        assert state.config.grid.names[i] == "c2"
        assert attack(state, state.spot, i) == strength


def test_the_root_supports_and_a_support_is_compulsory() -> None:
    # yr2 (power 2) points at c1 as well, but lends its aura only to b2, to which it connects.
    state = position("field b1=yr2/A b2=y01/A c2=y09/A c1=y34/B c5=yr2/B;turn 9 A invade;laid 1 c2")
    i = state.config.grid.index["c1"]

    assert attack(state, state.spot, i) == 1 + 2
    assert defence(state, i) == 7


def test_a_failed_invasion_changes_nothing() -> None:
    state = position(
        "field b1=yr1/A b2=y03/A c5=yr1/B b4=y34/B b3=y21/A;hand B y01;deck B -;"
        "turn 9 A invade;laid 1 b3"
    )
    after = carry_out(state, "A choose b4")

    assert after.field == state.field
    assert after.seat == 1


def test_isolation_takes_everything_that_hung_on_the_target() -> None:
    state = position(
        "field b1=yr1/A b2=y03/A b3=y06/A b4=y03/A c5=yr1/B c4=y01/B c3=y01/B d3=y19/B d4=y17/B;"
        "turn 9 A invade;laid 1 b4"
    )
    state = carry_out(state, "A choose c4")

    assert sorted(state.players[1].discard) == ["y01", "y01", "y17", "y19"]
    assert state.players[1].discard[0] == "y01"
    assert GAME.notation.format(state).startswith(
        "field b1=yr1/A b2=y03/A b3=y06/A b4=y03/A c5=yr1/B\n"
    )


def test_without_a_target_no_invasion_is_asked() -> None:
    state = position("field b1=yr1/A c5=yr1/B;hand A y27;turn 7 A")

    assert carry_out(state, "A place y27 b2").seat == 1


def test_a_forced_wither_has_no_pass() -> None:
    game = with_effect("y26", Effect(Op.WITHER, forced=True, n=9))
    text = "field b1=yr1/A b2=y03/A c2=y26/A c5=yr1/B c1=y29/B;turn 13 A wither;laid 1 c2"

    assert texts(position(text, game), game) == ["A remove c1"]


def test_asking_about_nothing_is_our_own_mistake() -> None:
    state = position("field b1=yr1/A b2=y03/A c5=yr1/B;turn 9 A invade;laid 1 b2")
    with pytest.raises(LookupError, match="no effect"):
        asked(state)
    with pytest.raises(LookupError, match="no card"):
        stone(state.field, 0)
    assert linked(state._replace(field=(None,) * 20), 0) == 0
    assert GAME.seats(setup()) == ("A", "B")
