"""Units that meet: standing combat, contested cells, swaps, following (SPH-8 to SPH-10).

N1.1 is contested from N1.0 (direction 2) and from N1.2 (direction 0); N1.0 and N1.1 are swapped by
2 and 5.
"""

from __future__ import annotations

import random

import pytest

from rules import Event, Setup, load_game, parse_action
from rules.games.spherion import GAME
from rules.games.spherion.globe import globe
from tests.support.games.spherion import World

LOW, HIGH, EVEN = "M01", "M03", "M03"  # ATK 600 and 1700


def contest(blue: str, red: str, extra: str = "", **settings: str) -> World:
    """Return a position with the given units, and Blue's deck master out of their way."""
    away = "unit blue dm N2.8 M02" if not blue.startswith("dm") else ""
    return World(f"{away}\nunit blue {blue}\nunit red {red}\n{extra}", **settings)


def meet(world: World, blue: str = "1", red: str = "1") -> World:
    return world.orders(f"move:{blue}:2", f"move:{red}:0")


# Contested cells.


def test_higher_atk_enters_and_the_lower_falls() -> None:
    world = meet(contest("1 N1.0 M03", "1 N1.2 M01 down defence"))
    assert world.at("blue", 1) == "N1.1"
    assert world.player("red").core == ("M01",)
    assert world.colour("N1.1") == "blue"
    assert world.unit("blue", 1).atk == 0, "the winner's ATK is not reduced"
    assert world.of("destroyed")[0].clause == "SPH-10.2"


def test_the_survivor_cannot_move_again() -> None:
    world = contest("1 N1.0 M03", "1 N1.2 M01").orders("move:1:2 move:1:0", "move:1:0")
    assert world.voids() == ["SPH-7.4g"]
    free = contest("1 N1.0 M03", "1 N1.2 M01", attacks_per_turn="allowance")
    assert free.orders("move:1:2 move:1:0", "move:1:0").voids() == ["SPH-7.4g"]


def test_equal_atk_sends_both_back() -> None:
    world = meet(contest("1 N1.0 M03", "1 N1.2 M03"))
    assert (world.at("blue", 1), world.at("red", 1)) == ("N1.0", "N1.2")
    assert world.kinds().count("returned") == 2
    assert world.colour("N1.1") == "blue", "it is blue's disc; nobody coloured it"
    assert (world.player("blue").mp, world.player("red").mp) == (8, 8), "SPH-10.10: paid"


def test_equal_atk_may_destroy_both() -> None:
    world = meet(contest("1 N1.0 M03", "1 N1.2 M03", clash_tie="both_destroyed"))
    assert world.player("blue").core == world.player("red").core == ("M03",)


def test_summon_meets_summon() -> None:
    lines = """
        unit blue dm N1.0 M02
        unit red dm N1.2 M17
        hand blue M05 M01
        hand red M03
        unit blue 1 N0 M12
        unit blue 2 N2.0 M12
        """
    world = World(lines).orders("summon:M05:2:up:attack:1+2", "summon:M03:0:down:defence")
    assert world.at("blue", 1) == "N1.1"
    assert world.player("blue").core == ("M12", "M12")
    assert world.player("red").core == ("M03",)
    assert world.player("red").sp == 8
    tie = World(lines.replace("hand blue M05 M01", "hand blue M03"))
    tie.orders("summon:M03:2:up:attack", "summon:M03:0:down:defence")
    assert tie.player("blue").hand == tie.player("red").hand == ("M03",), "back to hand"
    assert tie.kinds().count("rebuffed") == 2
    assert tie.player("blue").sp == 8, "and paid for"


def test_a_monster_meets_a_set_card() -> None:
    world = meet(contest("1 N1.0 M03", "1 N1.2 T03 down set"))
    assert world.at("blue", 1) == "N1.1"
    assert world.unit("blue", 1).atk == -600
    assert world.player("red").core == ("T03",)
    other = meet(contest("1 N1.0 S03 down set", "1 N1.2 M03"))
    assert other.at("red", 1) == "N1.1"
    assert other.player("blue").mp == 11, "the spell acts for its own player"


def test_a_trap_takes_the_comer_and_the_cell_stays_empty() -> None:
    world = meet(contest("1 N1.0 M01", "1 N1.2 T01 down set"))
    assert world.player("blue").core == ("M01",)
    assert world.player("red").core == ("T01",)
    assert world.colour("N1.1") == "blue"
    assert "entered" not in world.kinds()


def test_a_deck_master_meets_a_set_card() -> None:
    spell = meet(contest("dm N1.0 M02", "1 N1.2 S03 down set"), blue="dm")
    assert (spell.at("blue", 0), spell.player("red").mp) == ("N1.1", 11)
    trap = meet(contest("dm N1.0 M02", "1 N1.2 T02 down set"), blue="dm")
    assert (trap.at("blue", 0), trap.player("red").core) == ("N1.1", ("T02",))
    aegis = meet(contest("dm N1.0 M02", "1 N1.2 T06 down set"), blue="dm")
    assert (aegis.at("blue", 0), aegis.player("blue").lp) == ("N1.1", 5)


@pytest.mark.parametrize(("sign", "winner"), [("rock", "blue"), ("scissors", "red")])
def test_set_cards_play_rock_paper_scissors(sign: str, winner: str) -> None:
    world = meet(contest("1 N1.0 T02 down set", "1 N1.2 T02 down set"))
    assert world.clauses("red declare well") == ("SPH-17.6",)
    world.say("red declare rock", "blue declare rock")  # a tie: again
    assert world.state.ask is not None
    tied = [event for event in world.events if event.kind in ("compared", "asked")]
    assert [(e.kind, e.seat, e.cell, e.items, e.clause) for e in tied] == [
        ("compared", "", "", ("rock",), "SPH-17.6"),
        ("asked", "", "N1.1", (), "SPH-10.6"),
    ]
    other = "scissors" if sign == "rock" else "rock"
    world.say(f"blue declare {sign}", f"red declare {other}")
    (won,) = [event for event in world.events if event.kind == "compared"]
    signs = (sign, other) if winner == "blue" else (other, sign)
    assert (won.seat, won.cell, won.value, won.clause) == (winner, "N1.1", signs[0], "SPH-10.6")
    assert won.items == signs[1:], "what lost is told, too"
    cells = {"blue": ("N1.1", "N1.2"), "red": ("N1.0", "N1.1")}[winner]
    assert (world.at("blue", 1), world.at("red", 1)) == cells
    assert not world.unit("blue", 1).up, "neither is shown"


def test_a_set_card_that_loses_goes_back_to_hand() -> None:
    world = World(
        """
        unit blue dm N1.0 M02
        unit red dm N1.2 M17
        hand blue T01
        hand red T02
        """
    ).orders("set:T01:2:down", "set:T02:0:up")
    world.say("blue declare paper", "red declare scissors")
    assert world.player("blue").hand == ("T01",)
    assert world.at("red", 1) == "N1.1"


def test_a_monster_meets_a_deck_master() -> None:
    world = meet(contest("1 N1.0 M03 defence", "dm N1.2 M17"), red="dm")
    assert (world.at("blue", 1), world.at("red", 0)) == ("N1.1", "N1.2")
    assert world.player("red").lp == 4
    assert world.player("red").mp == 8


def test_deck_masters_do_not_enter() -> None:
    world = meet(contest("dm N1.0 M02", "dm N1.2 M17"), "dm", "dm")
    assert (world.at("blue", 0), world.at("red", 0)) == ("N1.0", "N1.2")
    assert (world.player("blue").lp, world.player("red").lp) == (5, 5)


# Swaps.


def cross(blue: str, red: str, b: str = "1", r: str = "1", extra: str = "", **kw: str) -> World:
    return contest(blue, red, extra, **kw).orders(f"move:{b}:2", f"move:{r}:5")


def test_monsters_swap() -> None:
    world = cross("1 N1.0 M03", "1 N1.1 M01")
    assert (world.at("blue", 1), world.player("red").core) == ("N1.1", ("M01",))
    tie = cross("1 N1.0 M03", "1 N1.1 M03")
    assert (tie.at("blue", 1), tie.at("red", 1)) == ("N1.0", "N1.1")
    both = cross("1 N1.0 M03", "1 N1.1 M03", clash_tie="both_destroyed")
    assert both.player("blue").core == both.player("red").core == ("M03",)


def test_a_monster_and_a_deck_master_swap() -> None:
    world = cross("1 N1.0 M03", "dm N1.1 M17", r="dm")
    assert (world.at("blue", 1), world.at("red", 0)) == ("N1.0", "N1.1")
    assert world.player("red").lp == 4


def test_set_cards_are_crossed() -> None:
    monster = cross("1 N1.0 M03", "1 N1.1 T03 down set")
    assert (monster.at("blue", 1), monster.unit("blue", 1).atk) == ("N1.1", -600)
    master = cross("dm N1.0 M02", "1 N1.1 S03 down set", b="dm")
    assert (master.at("blue", 0), master.player("red").mp) == ("N1.1", 11)
    halted = cross("1 N1.0 M03", "1 N1.1 T02 down set")
    assert halted.at("blue", 1) == "N1.0"
    assert halted.unit("blue", 1) is not None


def test_equals_swap_without_rock_paper_scissors() -> None:
    sets = cross("1 N1.0 T01 down set", "1 N1.1 T02 down set")
    assert (sets.at("blue", 1), sets.at("red", 1)) == ("N1.0", "N1.1")
    masters = cross("dm N1.0 M02", "dm N1.1 M17", "dm", "dm")
    assert (masters.at("blue", 0), masters.at("red", 0)) == ("N1.0", "N1.1")


# Standing units.


def attack(blue: str, red: str, extra: str = "", **settings: str) -> World:
    """Let blue's unit 1 on N1.0 attack the unit in N1.1."""
    return contest(f"1 N1.0 {blue}", red.replace("@", "N1.1"), extra, **settings).orders("move:1:2")


def test_higher_than_def_destroys_and_enters() -> None:
    world = attack("M03", "1 @ M12 down")
    assert (world.at("blue", 1), world.player("red").core) == ("N1.1", ("M12",))
    assert [e.card for e in world.of("revealed")] == ["M12"]


def test_equal_to_def_goes_back() -> None:
    world = attack("M25", "1 @ M15")  # 3000 against 3000
    assert (world.at("blue", 1), world.at("red", 1)) == ("N1.0", "N1.1")
    assert world.unit("blue", 1).atk == 0
    assert world.voids() == []


def test_lower_than_def_loses_the_difference() -> None:
    world = attack("M03", "1 @ M13")  # 1700 against 1900
    assert (world.at("blue", 1), world.unit("blue", 1).atk) == ("N1.0", -200)
    deep = attack("M26", "1 @ M15")  # 200 against 3000: not below 0
    assert deep.unit("blue", 1).atk == -200
    none = attack("M26 atk=-500", "1 @ M15")
    assert none.unit("blue", 1).atk == -500


def test_the_loss_may_last_for_the_turn_only() -> None:
    world = contest("1 N1.0 M03", "1 N1.1 M13", atk_loss="turn").orders("move:1:2")
    assert world.of("countered")[0].value == "dip"
    assert world.unit("blue", 1).dip == 0, "the turn is over by now"


def test_position_may_decide_what_defends() -> None:
    assert attack("M03", "1 @ M03").player("red").core == ("M03",), "DEF 1000"
    world = attack("M03", "1 @ M03", defend_stat="position")
    assert world.at("red", 1) == "N1.1", "ATK 1700 defends"
    sideways = attack("M03", "1 @ M03 defence", defend_stat="position")
    assert sideways.player("red").core == ("M03",)


def test_guard_helps_in_defence_only() -> None:
    assert attack("M08", "1 @ M02").player("red").core == ("M02",)  # 1500 against 1300
    assert attack("M08", "1 @ M02 defence").at("red", 1) == "N1.1"  # 1600


def test_a_deck_master_loses_one_whatever_the_atk() -> None:
    world = attack("M26 atk=-900", "dm @ M17")
    assert world.player("red").lp == 4
    assert (world.at("blue", 1), world.at("red", 0)) == ("N1.0", "N1.1")


def test_only_a_monster_in_attack_position_attacks() -> None:
    fought = contest("1 N1.0 M03", "1 N1.1 M01").marked("blue", 1, attacked=True, stopped=True)
    assert fought.orders("move:1:2").voids() == ["SPH-7.4g"]
    for blue in ("M03 defence", "T01 down set"):
        world = attack(blue, "1 @ M01")
        assert world.voids() in (["SPH-7.4e"], ["SPH-7.4g"]), blue
        assert world.player("blue").mp == 9, "given back"
    world = World("unit blue dm N1.0 M02\nunit red 1 N1.1 M01").orders("move:dm:2")
    assert world.voids() == ["SPH-7.4e"]
    assert "stayed" in world.kinds()


def test_one_attack_a_turn_or_as_many_as_one_can_move() -> None:
    twice = "move:1:2 move:1:2"
    assert contest("1 N1.0 M03", "1 N1.1 M13").orders(twice).voids() == ["SPH-7.4g"]
    free = contest("1 N1.0 M03", "1 N1.1 M13", attacks_per_turn="allowance").orders(twice)
    assert free.unit("blue", 1).atk == -600  # −200, then −400
    assert free.player("blue").mp == 7


def test_attacks_in_one_step_are_independent() -> None:
    world = World(
        """
        unit blue 1 N1.0 M03
        unit blue 2 S2.5 M11
        unit red 1 N1.1 M12
        unit red 2 S2.4 M04
        """
    ).orders("move:1:2", "move:2:4")
    assert (world.at("blue", 1), world.at("red", 2)) == ("N1.1", "S2.5")


# Arrivals at different cells (SPH-8.4, SPH-8.6).

FOES = ("red 1", "red 2", "red 3")
HIT = "unit red dm N1.0 M17\nunit blue dm N2.8 M02\nunit blue 1 N0 M03\n"


@pytest.mark.parametrize("holder", ["blue", "red"])
@pytest.mark.parametrize(
    ("lines", "order", "lp", "clause"),
    [
        ("unit red 1 N2.1 T06 down set", "move:1:3", 4, ""),
        ("hand red T06", "set:T06:1:down", 4, ""),
        ("unit red 1 N2.1 T06 down set\nunit blue 2 N1.1 M03", "move:1:3", 5, "SPH-7.4e"),
        ("unit red 1 N1.1 T06 down set", "move:1:4", 5, "SPH-7.4e"),
        ("unit red 1 N1.1 M02 down defence\nunit red 2 N2.1 T06 down set", "move:1:4", 5,
         "SPH-7.4e"),
    ],
    ids=["it moves", "it is set", "its move is void", "it follows in vain", "another follows"],
)  # fmt: skip
def test_sph_11_8_a_trap_guards_from_its_cell_whoever_has_the_initiative(
    lines: str, order: str, lp: int, clause: str, holder: str
) -> None:
    """A card on its way is nowhere (SPH-8.3); one whose move is void never left (SPH-7.2)."""
    world = World(f"{HIT}{lines}\ninitiative {holder}").orders("move:1:0", order)
    assert (world.player("red").lp, "".join(world.voids())) == (lp, clause)
    assert ("T06" in world.player("red").core) is (lp == 5)
    assert world.at("blue", 1) == "N0"


@pytest.mark.parametrize("holder", ["blue", "red"])
@pytest.mark.parametrize("target", ["M13 down", "T02 down set"], ids=["stronger", "a halting trap"])
def test_sph_8_4_two_attackers_land_after_both_have_fought(target: str, holder: str) -> None:
    lines = f"""
        initiative {holder}
        unit blue dm N2.8 M02
        unit blue 1 S2.3 M03
        unit blue 2 N1.1 {target}
        unit red 1 N1.0 M03
        unit red 2 S2.2 S01 down set
        """
    world = World(lines).orders("move:1:0", "move:1:2")
    assert (world.at("blue", 1), world.at("red", 1)) == ("S2.2", "N1.0")
    assert world.player("red").core == ("S01",)
    assert world.unit("red", 1).atk == (-200 if "M13" in target else 0), "S01 found no monster"


# Following.


def test_a_follower_enters_where_the_leaver_got_away() -> None:
    world = contest("1 N1.0 M03", "1 N1.1 M01").orders("move:1:2", "move:1:0")
    assert (world.at("blue", 1), world.at("red", 1)) == ("N1.1", "N2.1")


def test_a_follower_meets_a_leaver_that_came_back() -> None:
    lines = "unit blue 1 N1.0 M03\nunit blue 2 N2.1 M13\nunit red 1 N1.1 M23"
    world = World(lines).orders("move:1:2", "move:1:0")
    # Eclipse Jackal, 1800 against 1900, returns with 1700 and DEF 700; then it is attacked.
    assert world.player("red").core == ("M23",)
    assert world.at("blue", 1) == "N1.1"


def test_a_follower_that_may_not_attack_stays() -> None:
    lines = "unit blue dm N1.0 M02\nunit blue 2 N2.1 M13\nunit red 1 N1.1 M23"
    world = World(lines).orders("move:dm:2", "move:1:0")
    assert world.at("blue", 0) == "N1.0"
    assert (world.player("blue").mp, world.voids()) == (9, ["SPH-7.4e"])


def test_a_follower_enters_where_the_leaver_fell() -> None:
    lines = "unit blue 1 N1.0 M03\nunit blue 2 N2.1 T01 down set\nunit red 1 N1.1 M01"
    world = World(lines).orders("move:1:2", "move:1:0")
    assert (world.at("blue", 1), world.player("red").core) == ("N1.1", ("M01",))


def test_a_tribute_s_cell_can_be_contested() -> None:
    world = World(
        """
        unit blue dm N1.0 M02
        unit blue 1 N1.1 M11
        hand blue M04
        unit red 1 N1.2 M03
        """
    ).orders("summon:M04:2:up:attack:1", "move:1:0")
    assert (world.at("blue", 1), world.player("red").core) == ("N1.1", ("M03",))
    assert world.player("blue").core == ("M11",)


# Moving.


def test_how_far_a_turn() -> None:
    far = "move:1:0 move:1:0 move:1:3 move:1:3"
    for card, spaces in (("M03", 2), ("M01", 3), ("M13", 1), ("M03 down", 1), ("M01 down", 1)):
        world = World(f"unit blue 1 N2.8 {card}").orders("move:1:1 move:1:2 move:1:4 move:1:0")
        assert len(world.of("left")) == spaces, card
    master = World("").orders("move:dm:0 move:dm:3 move:dm:0")
    assert len(master.of("left")) == 2
    slow = World("", deck_master_speed="1").orders("move:dm:0 move:dm:3")
    assert slow.voids() == ["SPH-7.4b"]
    assert World("unit blue 1 N2.0 S01 set").orders(far).voids() == ["SPH-7.4b"] * 4


def test_a_card_turned_up_may_use_the_rest_of_its_allowance() -> None:
    world = World("unit blue 1 N1.0 M03 down").orders("move:1:0 move:1:3 flip:1 move:1:3 move:1:0")
    assert world.voids() == ["SPH-7.4b", "SPH-7.4b"]
    assert len(world.of("left")) == 2


def test_set_cards_may_be_kept_from_moving() -> None:
    lines = "unit blue 1 N1.0 T01 down set"
    assert World(lines).orders("move:1:0").voids() == []
    assert World(lines, setcards_move="never").orders("move:1:0").voids() == ["SPH-7.4c"]


def test_walls_sides_and_own_cards_are_in_the_way() -> None:
    lines = "walls N1.0-N2.0\nunit blue 1 N1.0 M03\nunit blue 2 N2.0 M12\nunit blue 3 N2.0 M12"
    lines = lines.rsplit("\n", 1)[0]
    assert World(lines).orders("move:1:0").voids() == ["SPH-7.4a"]
    assert World(lines).orders("move:1:3").voids() == ["SPH-7.4d"]
    assert World(lines).orders("move:2:5").voids() == ["SPH-2.7"]
    phasing = "walls N1.0-N2.0\nunit blue 1 N2.0 M12"
    assert World(phasing).orders("move:1:3").at("blue", 1) == "N1.0"
    assert World(phasing + " down").orders("move:1:3").at("blue", 1) == "N1.0", "SPH-3.3"
    assert World(phasing.replace("M12", "M03 down")).orders("move:1:3").voids() == ["SPH-7.4a"]
    rune = "walls N1.0-N2.0\nunit blue dm N1.0 M12"
    assert World(rune).orders("move:dm:0").voids() == ["SPH-7.4a"], "a master has no effect"
    assert World(rune + " phase").orders("move:dm:0").at("blue", 0) == "N2.0"


@pytest.mark.parametrize(("facing", "card"), [("", "M01"), (" down", "")])
def test_a_card_on_its_way_is_named_where_it_is_open(facing: str, card: str) -> None:
    state = GAME.notation.parse(
        f"turn 3 plan\nwalls -\nunit blue 1 N1.0 M01{facing}\npoints blue mp=2\n"
        "queue blue move:1:0\ndone red",
        Setup("spherion"),
    )
    moved = [e for e in GAME.advance(state, parse_action("blue ready"))[0] if e.to == "1"]
    assert [(e.kind, e.card) for e in moved] == [("left", card), ("entered", card)]
    assert all(map(GAME.captions.is_public, moved))


@pytest.mark.parametrize(("facing", "open_"), [("up", True), ("down", False)])
def test_a_card_from_the_hand_is_reported_where_it_is_placed_open(
    facing: str, *, open_: bool
) -> None:
    state = GAME.notation.parse(
        "turn 3 plan\nwalls -\nhand blue M01\npoints blue sp=2\n"
        f"queue blue summon:M01:0:{facing}:attack\ndone red",
        Setup("spherion"),
    )
    events = GAME.advance(state, parse_action("blue ready"))[0]
    (played,) = [event for event in events if event.kind == "played"]
    assert GAME.captions.is_public(played) is open_
    assert (played.value == "up") is open_


def test_a_spell_that_is_used_up_is_named_for_it_is_in_the_public_core() -> None:
    assert GAME.captions.is_public(Event("spent", "blue", "S04", "N1.0", to="1"))
    assert not GAME.captions.is_public(Event("drawn", "blue", "S04"))


def test_elsewhere_open_cards_decide_whether_a_card_is_named() -> None:
    assert not load_game("yggdrasil").captions.is_public(Event("entered", "A", "y03", "c3"))


def test_sph_8_4_the_initiative_decides_nothing_but_the_order_of_effects() -> None:
    """Compare random steps with cards that have no effect of their own when they meet."""
    rng = random.Random("initiative")
    others = [name for name in globe(1).names if name not in ("N0", "N1.3")]
    kinds = ("M13 down", "M03", "T01 down set", "T03 down set", "T06 down set", "T06 down set")
    for _ in range(100):
        lines = ["unit red dm N0 M17", "unit blue 1 N1.3 M03", "unit blue dm {} M02"]
        placed = zip(("blue 2", *FOES), rng.sample(kinds, 4), strict=True)
        lines += [f"unit {who} {{}} {card}" for who, card in placed]
        text = "hand red T06\n" + "\n".join(lines).format(*rng.sample(others, 5))
        blue = rng.choice(("move:1:0", f"move:2:{rng.randrange(6)}"))
        red = rng.choice((f"move:{rng.randint(1, 3)}:{{}}", "set:T06:{}:down"))
        orders = (blue, red.format(rng.randrange(6)))
        worlds = [World(f"{text}\ninitiative {seat}", radius="1") for seat in ("blue", "red")]
        a, b = (world.orders(*orders).state for world in worlds)
        assert (a.players, a.colours) == (b.players, b.colours), (text, orders)
