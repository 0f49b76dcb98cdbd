"""Turns, forces, attacks, preventions and endings, one situation after another."""

from dataclasses import replace

import pytest

from rules import CHANCE, Match, judge, parse_action
from rules.games.stratosphere import GAME
from rules.games.stratosphere.state import Phase, State
from tests.support.games.stratosphere import kinds, play, position, setup

# Red 1.L attacks black 2.R.
FIGHT = "node 1.L h09 | ?;node 2.R c05 | ? ?;force 1=red 2=black;hand 2 d09 d08 c13;turn 3 1;"
ASKED = FIGHT.replace("turn 3 1;", "turn 3 1 window 2;left 2;attack 1.L 2.R;")


def four(text: str, **settings: str) -> State:
    return position(text, players="4", **settings)


# Forces (STR-4).


def test_the_first_reveal_gives_both_colours() -> None:
    state = play(position("turn 1 1"), "1 flip 1.R card=s05")

    assert [state.config.forces[f] for f in state.forces] == ["black", "red"]


def test_with_four_players_a_free_suit_is_taken_by_who_reveals_it() -> None:
    state = play(four("turn 1 1"), "1 flip 1.R card=s05", "1 flip 1.C card=h05")

    assert state.forces == (3, -1, -1, -1)
    assert kinds(four("force 2=spades;turn 1 1"), "1 flip 1.R card=s05") == ["revealed"]


def test_a_neutral_node_belongs_to_the_player_who_gets_its_suit() -> None:
    """Check STR-4.7: hearts are at 1.C before a player gets them."""
    state = play(four("turn 1 1"), "1 flip 1.R card=s05", "1 flip 1.C card=h05", "1 draw")
    assert GAME.outcome(state) is None
    state = play(state, "2 flip 2.R card=h09")
    layout = GAME.table.layout(state)

    assert layout["2.force"][0].card == "token.force.hearts"
    # next to 1.C, which now belongs to player 2
    assert "2 flip 1.L card=c01" in map(str, GAME.legal(state))


def test_the_last_force_is_allotted_at_once() -> None:
    text = "force 1=clubs 2=spades;turn 3 3"
    state = play(four(text), "3 flip 3.R card=h05")

    assert state.forces == (0, 3, 2, 1)


@pytest.mark.parametrize(("fallback", "force"), [("choose", "hearts"), ("lowest", "diamonds")])
def test_who_has_nothing_to_turn_up_gets_a_force(fallback: str, force: str) -> None:
    zone = "node 2.R c01 | ?;node 2.C c02 | ?;node 2.L s03 | ?;force 1=clubs;turn 5 1;left 1"
    state = play(four(zone, force_fallback=fallback), "1 draw")
    if fallback == "choose":
        assert state.phase == "name"
        assert [str(a) for a in GAME.legal(state)] == [
            "2 choose diamonds",
            "2 choose hearts",
            "2 choose spades",
        ]
        state = play(state, "2 choose hearts")

    assert state.config.forces[state.forces[1]] == force
    assert (state.phase, state.left) == ("move", 3)


def test_naming_a_force_can_win() -> None:
    """Check STR-7.1, STR-4.8: the named suit controls a rival's whole zone."""
    zone = "node 2.R d01 | ?;node 2.C c02 | ?;node 2.L c03 | ?;force 1=clubs 4=spades;"
    rival = "node 3.R h01 | ?;node 3.C h02 | ?;node 3.L h03 | ?;turn 6 2 name"
    caused = kinds(four(zone + rival), "2 choose hearts")
    assert caused == ["named", "forced", "forced", "game_ended"]
    state = play(four(zone + rival), "2 choose hearts")

    assert (state.ending, state.winner) == ("STR-7.1", 1)


# Moves (STR-3).


def test_a_supply_is_on_top_or_directly_beneath_the_controlling_card() -> None:
    state = play(
        position("node 1.L h09 | ?;node 1.R | d01;force 1=red;hand 1 c01 c02 c03"),
        "1 place c01 1.L facing=down",
        "1 place c02 1.L facing=down",
        "1 place c03 1.R facing=down",
    )
    cards = {
        n: [d.card for d in node.down]
        for n, node in zip(state.config.names, state.nodes, strict=True)
    }

    assert cards["1.L"] == ["c02", "c01", "?"]
    assert cards["1.R"] == ["c03", "d01"]
    assert state.nodes[state.config.index["1.L"]].up == "h09"


def test_a_supply_may_be_at_a_rivals_node_in_reach() -> None:
    play(position(FIGHT + "hand 1 c01"), "1 place c01 2.R facing=down")


def test_both_nodes_of_an_attack_stay_in_reach_for_the_turn() -> None:
    state = play(position(FIGHT + "hand 1 -"), "1 declare attack at=1.L to=2.R", "2 pass")
    assert {str(a) for a in GAME.legal(state) if a.at == "2.R"} >= {"1 flip 2.R card=c01"}
    state = play(state, "1 draw", "1 draw", "2 draw", "2 draw", "2 draw")

    assert not [a for a in GAME.legal(state) if a.at == "2.R"]


def test_drawing_from_an_empty_pile_shuffles_the_discard_pile() -> None:
    nodes = "node 1.R | ?*16;node 1.C | ?*6;node 1.L | ?*6;node 2.R | ?*6;node 2.C | ?*6;"
    text = nodes + "node 2.L | ?*5;hand 1 -;hand 2 ?*4;discard c01 c02 c03;pile -;turn 3 1"
    state = play(position(text), "1 draw")
    assert GAME.to_act(state) == {CHANCE}
    assert list(GAME.legal(state)) == []
    state = play(state, "chance draw to=pile with=c03,c01,c02")

    assert (state.hands[0], state.pile, state.discard) == (("c03",), ("c01", "c02"), ())
    assert (state.phase, state.left) == ("move", 2)


STUCK = "node 1.C h03 | ?*7;node 2.C c02 | ?*9;force 1=red;hand 1 c01;pile -;turn 3 1;left 2;"


def test_who_cannot_move_forfeits_the_rest() -> None:
    """Check STR-3.2: no hand, no pile, all cards in reach turned up, none weak enough to attack."""
    nodes = "node 1.R h01 | ?*6;node 1.L h05 | ?*6;node 2.R c13 | ?*5;node 2.L s13 | ?*5;"
    state = position(STUCK + nodes + "hand 2 ?*7")
    assert kinds(state, "1 place c01 1.C facing=down") == ["supplied", "forfeited", "turn_started"]
    state = play(state, "1 place c01 1.C facing=down")

    assert (state.seat, state.left, state.idle) == (1, 3, 0)


def test_when_nobody_can_move_any_more_the_game_is_drawn() -> None:
    """Check STR-7.6: with bare cards on both borders, no hands and no pile, the game is drawn."""
    nodes = "node 1.R h01 | -;node 1.L h05 | -;node 2.R c13 | ?*15;node 2.L s13 | ?*14;"
    state = play(position(STUCK + nodes + "hand 2 -"), "1 place c01 1.C facing=down")

    assert (state.ending, state.turn, state.idle) == ("STR-7.6", 5, 1)
    assert GAME.outcome(state).winners == ()


def test_optional_moves_may_be_left() -> None:
    state = play(position("turn 3 1;left 2", moves="optional"), "1 pass")

    assert (state.seat, state.turn, state.idle) == (1, 4, 0)


@pytest.mark.parametrize("moves", ["1", "2", "3"])
def test_the_opening_has_as_many_moves_as_agreed(moves: str) -> None:
    state = play(
        GAME.start(setup(opening_moves=moves)), GAME.sample(GAME.start(setup()), lambda n: n - 1)
    )
    assert state.left == int(moves)
    for _ in range(int(moves)):
        state = play(
            state,
            "1 place c07 1.R facing=down"
            if "c07" in state.hands[0]
            else next(a for a in GAME.legal(state) if a.facing == "down"),
        )

    assert (state.seat, state.left) == (1, 3)


def test_command_controls_at_once() -> None:
    text = "node 1.L h09 | ?;force 1=red;hand 1 d04"
    state = play(position(text, direct_command="on"), "1 place d04 1.R")

    assert state.nodes[0].up == "d04"
    assert state.hands[0] == ()


# The attack (STR-5, STR-6).


def test_an_attack_that_is_allowed_destroys_both_cards() -> None:
    state = play(position(FIGHT), "1 declare attack at=1.L to=2.R")
    assert GAME.to_act(state) == {"2"}
    assert [str(a) for a in GAME.legal(state)] == ["2 place d09 discard", "2 pass"]
    state = play(state, "2 pass")
    p, q = state.config.index["1.L"], state.config.index["2.R"]

    assert (state.nodes[p].up, state.nodes[q].up) == ("", "")
    assert (len(state.nodes[p].down), len(state.nodes[q].down)) == (1, 2)
    assert state.discard == ("h09", "c05")
    assert (state.phase, state.left) == ("move", 2)


def test_a_prevented_attack_costs_the_attacker_card_and_move() -> None:
    state = play(position(ASKED), "2 place d09 discard")
    p, q = state.config.index["1.L"], state.config.index["2.R"]

    assert (state.nodes[p].up, state.nodes[q].up) == ("", "c05")
    assert sorted(state.discard) == ["d09", "h09"]
    assert state.hands[1] == ("c13", "d08")
    assert (state.phase, state.left) == ("move", 2)


def test_a_card_that_cannot_prevent_is_known_until_its_player_supplies() -> None:
    """Check STR-6.6: the public state keeps the card, so it can be nowhere else."""
    state = position(ASKED.replace("d09 d08 c13", "?*3") + ";hand 1 ?*2")
    wrong, seen = parse_action("2 place d08 discard"), parse_action("1 flip 1.R card=d08")
    shown = GAME.table.disclosure(state, wrong)
    assert shown == parse_action("2 declare hand with=d08")
    assert GAME.table.disclosure(state, parse_action("1 place d08 discard")) is None
    assert GAME.table.disclosure(position(FIGHT), wrong) is None
    state = play(state, shown)
    assert GAME.table.disclosure(state, wrong) is None
    assert GAME.to_act(state) == {"2"}
    assert "shown 2=d08" in GAME.notation.format(GAME.view(state, None))
    assert GAME.notation.parse(GAME.notation.format(state), setup()) == state
    state = play(state, "2 pass")
    assert judge(GAME, state, seen).clauses == ("STR-8.4",)

    state = play(state, "1 draw", "1 draw")
    assert "2 place d08 2.L facing=down" in map(str, GAME.legal(state))
    state = play(state, "2 place ? 2.L facing=down")
    assert "shown" not in GAME.notation.format(state)
    assert judge(GAME, state, replace(seen, seat="2", at="2.C")).legal


def test_a_known_card_that_is_played_is_known_no_more() -> None:
    state = play(position(ASKED.replace("d09 d08 c13", "?")), "2 declare hand with=d08")
    cards = {a.card for a in GAME.legal(state._replace(phase=Phase.MOVE, seat=1))}
    assert cards >= {"?", "d08"}
    assert GAME.violations(state, parse_action("2 declare hand with=d07")) != ()
    state = position(ASKED.replace("d09 d08 c13", "d09 d08") + "shown 2=d08 2=d09")
    assert play(state, "2 place d09 discard").shown == ((1, "d08"),)


def test_the_last_move_of_a_turn_may_be_an_attack() -> None:
    for answer in ("2 pass", "2 place d09 discard"):
        state = play(position(FIGHT + "left 1"), "1 declare attack at=1.L to=2.R", answer)
        assert (state.seat, state.left) == (1, 3)


def test_an_equal_card_may_be_attacked_and_an_ace_may_be_high() -> None:
    text = "node 1.L h01 | ?;node 2.R c13 | ?;force 1=red"
    assert "1 declare attack at=1.L to=2.R" in map(str, GAME.legal(position(text, ace="high")))
    assert "1 declare attack at=1.L to=2.R" not in map(str, GAME.legal(position(text)))
    equal = text.replace("c13", "c01")
    assert "1 declare attack at=1.L to=2.R" in map(str, GAME.legal(position(equal)))


DUEL = "node 4.C h09 | ?;node 4.R c05 | ?;force 1=hearts 2=spades 3=clubs 4=diamonds;"


def test_with_four_players_the_defender_is_asked_first_then_clockwise() -> None:
    """Check STR-6.4: 1 attacks a node that 3 controls; the order is 3, 2, 4."""
    state = play(four(DUEL + "turn 5 1"), "1 declare attack at=4.C to=4.R")
    asked = []
    while state.phase == "window":
        asked.append(*GAME.to_act(state))
        state = play(state, f"{asked[-1]} pass")

    assert asked == ["3", "2", "4"]
    assert state.discard == ("h09", "c05")


def test_any_of_them_may_prevent() -> None:
    text = DUEL + "turn 5 1 window 2;left 1;attack 4.C 4.R;hand 2 h09"
    state = play(four(text), "2 place h09 discard")

    assert (state.phase, state.discard) == ("move", ("h09", "h09"))


def test_who_has_conceded_is_not_asked() -> None:
    state = play(four(DUEL + "out 2;turn 5 1"), "1 declare attack at=4.C to=4.R", "3 pass")
    assert GAME.to_act(state) == {"4"}


# Endings (STR-7).

NEARLY = "node 2.R h01 | ?;node 2.C h02 | ?;node 1.L h03 | ?;force 1=red;"


def test_three_nodes_of_one_zone_win() -> None:
    state = play(position(NEARLY + "turn 3 1"), "1 flip 2.L card=d05")

    assert GAME.outcome(state).winners == ("1",)
    assert GAME.outcome(state).clause == "STR-7.1"
    assert GAME.outcome(state).scores == {"1": 3, "2": 0}
    assert GAME.to_act(state) == frozenset()
    assert list(GAME.legal(state)) == []


def test_a_rival_may_turn_up_the_winning_card() -> None:
    state = play(position(NEARLY + "turn 4 2"), "2 flip 2.L card=d05")

    assert GAME.outcome(state).winners == ("1",)


def test_two_winners_at_once_are_distinguished_by_the_turn() -> None:
    """Check STR-7.4: if one reveal lets 1 and 2 win, 1 wins because it is 1's turn."""
    zones = ";".join(
        f"node {seat}.{letter} {suit}{n} | ?"
        for seat, suit in (("3", "h0"), ("4", "d0"))
        for n, letter in enumerate("RCL", 1)
    )
    forces = ";force 3=clubs 4=spades;"
    state = play(four(zones + forces + "turn 5 1"), "1 flip 1.R card=h09")
    assert (state.ending, state.winner, state.forces[1]) == ("STR-7.1", 0, 1)
    state = play(four(zones + forces + "turn 6 2"), "2 flip 2.R card=d09")
    assert (state.ending, state.winner) == ("STR-7.1", 1)


def test_the_last_suit_may_win_in_another_players_turn() -> None:
    """Check STR-7.3: 4 turns up its own suit, so 3 gets clubs and with them the zone of 1."""
    zone = ";".join(f"node 1.{letter} c0{n} | ?" for n, letter in enumerate("RCL", 1))
    state = play(four(zone + ";force 1=hearts 2=spades;turn 8 4"), "4 flip 4.R card=d09")

    assert (state.ending, state.winner) == ("STR-7.1", 2)


def test_the_own_zone_wins_nothing() -> None:
    text = "node 1.R h01 | ?;node 1.C h02 | ?;force 1=red"

    assert play(position(text), "1 flip 1.L card=h03").ending == ""


def test_nobody_moving_for_a_whole_round_is_a_draw() -> None:
    state = play(position("turn 3 1", moves="optional"), "1 pass", "2 pass")

    assert GAME.outcome(state).winners == ()
    assert state.ending == "STR-7.6"
    state = play(position("turn 3 1", moves="optional"), "1 pass", "2 draw", "2 pass", "1 pass")
    assert state.idle == 1


def test_a_round_cap_draws() -> None:
    state = play(position("turn 19 1;left 1", round_cap="10"), "1 draw")
    assert state.round == 10
    state = play(state, "2 draw", "2 place ? 2.R facing=down", "2 draw")

    assert state.ending == "STR-7.6"


# Conceding (STR-7.7).


def test_conceding_between_two_ends_the_game() -> None:
    assert kinds(position("turn 3 1"), "2 declare concede") == ["conceded", "game_ended"]
    state = play(position("turn 3 1"), "2 declare concede")

    assert (state.ending, state.winner) == ("STR-7.7", 0)


def test_conceding_among_four_skips_the_turns() -> None:
    state = play(four("turn 5 1"), "1 declare concede")
    assert (state.seat, state.turn, state.out) == (1, 6, 1)
    state = play(state, "3 declare concede")
    assert (state.seat, state.turn) == (1, 6)
    state = play(state, "2 draw", "2 place ? 2.R facing=down", "2 draw")
    assert state.seat == 3
    state = play(state, "4 declare concede")
    assert (state.ending, state.winner) == ("STR-7.7", 1)


def test_the_others_may_agree_on_a_winner() -> None:
    state = play(four("turn 5 1"), "1 declare concede with=3")

    assert (state.ending, state.winner) == ("STR-7.7", 2)


def test_conceding_in_a_window_allows_and_in_the_own_attack_calls_it_off() -> None:
    text = DUEL + "turn 5 1 window 3;left 1;attack 4.C 4.R"
    state = play(four(text), "3 declare concede")
    assert GAME.to_act(state) == {"2"}
    state = play(four(text), "4 declare concede", "3 pass", "2 pass")
    assert state.discard == ("h09", "c05")
    state = play(four(text), "1 declare concede")
    assert (state.seat, state.target, state.discard) == (1, -1, ())


def test_who_conceded_cannot_win() -> None:
    state = play(four(NEARLY.replace("red", "hearts") + "out 1;turn 6 2"), "2 flip 2.L card=h05")

    assert state.ending == ""


def test_a_match_can_be_corrected() -> None:
    match = Match(GAME, setup())
    match.correct(position("turn 3 1"))
    assert match.to_act == {"1"}

    match.correct(position(NEARLY + "node 2.L d05 | ?;turn 3 1 end;end STR-7.1 1"))
    assert match.outcome.winners == ("1",)
    window = position(ASKED)
    assert GAME.normalize(window) == window


def test_in_a_position_without_a_move_only_the_end_of_the_turn_is_left() -> None:
    nodes = "node 1.R h01 | ?*6;node 1.L h05 | ?*7;node 2.R c13 | ?*5;node 2.L s13 | ?*5;"
    state = position(STUCK + nodes + "hand 2 ?*6")
    state = state._replace(hands=((), state.hands[1]), discard=("c01",))
    assert "1 pass" not in map(str, GAME.legal(state))
    state = state._replace(config=position("", recycle="off").config)
    assert [str(a) for a in GAME.legal(state)] == ["1 pass"]
    assert GAME.normalize(state).seat == 1

    assert play(state, "1 pass").seat == 1
