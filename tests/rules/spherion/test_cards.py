"""Every effect, power-up, summon and fusion (SPH-7.5 to 7.8, SPH-11, SPH-12, SPH-19)."""

from __future__ import annotations

import pytest

from rules.games.spherion.cards import Kind, Op, pool
from rules.games.spherion.state import attack_of, defence_of
from tests.support.games.spherion import World


def stats(world: World, seat: str, slot: int) -> tuple[int, int]:
    unit = world.unit(seat, slot)
    return attack_of(world.state, unit), defence_of(world.state, unit)


def test_the_pool_is_the_specification_s() -> None:
    cards = pool().values()
    kinds = [card.kind for card in cards]
    assert [kinds.count(kind) for kind in Kind] == [30, 8, 6, 4, 7]
    assert sum(card.copies for card in cards) == 16
    assert sum(card.copies for card in cards if card.has(Op.BOMB)) == 6
    assert sum(card.has(Op.PIECE) for card in cards) == 5
    for card in cards:  # SPH-19.4
        if card.kind is Kind.MONSTER:
            best = max(card.atk, card.defence)
            assert card.level > 2 or best <= 1000
            assert card.level not in (3, 4) or card.atk <= 1800
            assert card.level not in (5, 6) or 1900 <= card.atk <= 2400
            assert card.level < 7 or 2600 <= card.atk <= 3000


# Spells (SPH-11.3, SPH-19.2).


@pytest.mark.parametrize(
    ("card", "what", "gain"), [("S03", "mp", 3), ("S04", "sp", 1), ("S08", "lp", 1)]
)
def test_spells_that_give_points(card: str, what: str, gain: int) -> None:
    world = World(f"hand blue {card}\npoints blue lp=3 sp=5 mp=5").orders(f"set:{card}:0:up")
    assert getattr(world.player("blue"), what) == {"mp": 5, "sp": 5, "lp": 3}[what] + gain
    assert world.player("blue").core == (card,)
    assert world.colour("N1.0") == "blue"


def test_mending_needs_three_or_less_and_lp_stop_at_five() -> None:
    world = World("hand blue S08\npoints blue lp=4").orders("set:S08:0:up")
    assert (world.player("blue").lp, world.player("blue").core) == (4, ("S08",))
    full = World("powerups N1.0=P06").orders("move:dm:0")
    assert full.player("blue").lp == 5


def test_twin_ledger_draws_as_far_as_it_goes() -> None:
    lines = "hand blue S05\ndeck blue {}"
    assert World(lines.format("M01 M02 M03")).orders("set:S05:0:up").player("blue").hand == (
        "M01",
        "M02",
    )
    assert World(lines.format("M01")).orders("set:S05:0:up").player("blue").hand == ("M01",)


def test_a_blessing_asks_for_its_target() -> None:
    lines = "hand blue S01\nunit blue 1 N2.0 M03\nunit blue 2 N2.6 M13\nunit blue 3 N1.3 M01 down"
    world = World(lines).orders("set:S01:0:up")
    assert world.state.ask is not None
    assert world.state.ask.options == ("N2.0", "N2.6")
    assert world.clauses("blue choose N1.3") == ("SPH-11.9",)
    assert world.clauses("red choose N2.0") == ("SPH-5.1",)
    world.say("blue choose N2.6")
    assert stats(world, "blue", 2) == (1800, 1900)
    skin = World("hand blue S02\nunit blue 1 N2.0 M03").orders("set:S02:0:up")
    assert stats(skin, "blue", 1) == (1700, 1400), "one target needs no question"
    idle = World("hand blue S02").orders("set:S02:0:up")
    assert idle.player("blue").core == ("S02",)


def test_a_spell_set_face_down_is_used_by_flip() -> None:
    world = World("unit blue 1 N1.0 S03 down set").orders("flip:1")
    assert (world.player("blue").mp, world.player("blue").core) == (12, ("S03",))
    fresh = World("hand blue S03").orders("set:S03:0:down flip:1")
    assert fresh.voids() == ["SPH-7.7"], "not in its arrival turn"


def test_a_mason_s_door_opens_one_wall() -> None:
    walls = "walls N1.3-N1.4 N2.6-S2.6 S1.0-S1.1\nunit blue dm N1.3 M02"
    world = World(f"{walls}\nhand blue S06\nunit blue 1 N2.6 M03").orders("set:S06:0:up")
    assert world.state.ask is not None
    assert world.state.ask.options == ("N1.3-N1.4", "N2.6-S2.6")
    world.say("blue choose N2.6-S2.6")
    edge = world.state.config.globe.edge(4, 5)
    assert world.state.walls.bit_count() == 2
    assert world.state.walls >> edge & 1
    none = World("hand blue S06").orders("set:S06:1:up")
    assert none.player("blue").core == ("S06",)


def test_a_lantern_exposes_within_two_of_the_master() -> None:
    lines = """
        hand blue S07
        walls N1.0-N2.0
        unit red 1 N2.0 M22 down
        unit red 2 N1.3 T01 down set
        unit red 3 S2.0 M01 down
        unit blue 1 N2.11 M02 down
        """
    world = World(lines).orders("set:S07:1:up")
    assert world.state.ask is not None
    assert world.state.ask.options == ("N1.3", "N2.0")
    world.say("blue choose N2.0")
    assert world.unit("red", 1).up
    assert world.unit("blue", 1).up, "and Null Scribe exposes in turn: N2.11 is adjacent"
    trap = World(lines).orders("set:S07:1:up").say("blue choose N1.3")
    assert trap.unit("red", 2).up
    assert trap.unit("red", 2).spell, "an exposed trap stays armed"


def test_an_exposed_spell_is_used_by_flip_and_does_not_act_when_attacked() -> None:
    used = World("unit blue 1 N1.0 S03 set").orders("flip:1")
    assert used.player("blue").mp == 12
    hit = World("unit red 1 N1.1 S03 set\nunit blue 1 N1.0 M03").orders("move:1:2")
    assert (hit.player("red").mp, hit.player("red").core) == (9, ("S03",))
    open_trap = World("unit blue 1 N1.0 T01 set").orders("flip:1")
    assert open_trap.voids() == ["SPH-7.7"]


# Traps.


def spring(trap: str, monster: str, *more: str) -> World:
    lines = [f"unit red 1 N1.1 {trap} set", f"unit blue 1 N1.0 {monster}", *more]
    return World("\n".join(lines)).orders("move:1:2")


@pytest.mark.parametrize("facing", ["", " down"])
def test_sinkhole_and_backdraft_look_at_atk(facing: str) -> None:
    assert spring("T01" + facing, "M18").player("blue").core == ("M18",)  # 1600
    assert spring("T01" + facing, "M03").at("blue", 1) == "N1.1"  # 1700
    assert spring("T05" + facing, "M19").player("blue").core == ("M19",)  # 2100
    assert spring("T05" + facing, "M14").at("blue", 1) == "N1.1"  # 1900
    assert spring("T05" + facing, "M03 atk=300").player("blue").core == ("M03",)  # 2000


def test_snare_fog_and_recoil() -> None:
    snare = World("unit red 1 N1.1 T02 set down\nunit blue 1 N1.0 M03").orders("move:1:2 move:1:0")
    assert (snare.at("blue", 1), snare.voids()) == ("N1.0", ["SPH-7.4g"])
    assert stats(spring("T03", "M03"), "blue", 1) == (1100, 1000)
    recoil = spring("T04", "M14")
    assert recoil.player("blue").hand == ("M14",)
    assert "recalled" in recoil.kinds()
    assert spring("T04", "M05").at("blue", 1) == "N1.1", "level 7"
    stack = spring("T04", "X01 under=M01,M13", "extra blue -")
    assert stack.player("blue").hand == ("M01", "M13")
    assert stack.player("blue").extra == ("X01",)


def test_a_summon_that_is_halted_goes_back_to_hand() -> None:
    world = World("unit blue dm N1.0 M02\nhand blue M03\nunit red 1 N1.2 T02 down set").orders(
        "summon:M03:2:up:attack", "move:1:0"
    )
    assert (world.player("blue").hand, world.player("red").core) == (("M03",), ("T02",))


def test_mirror_aegis_takes_the_blow() -> None:
    lines = """
        unit red dm N1.1 M17
        unit red 1 N2.6 T06 down set
        unit red 2 N2.4 T06 down set
        unit blue 1 N1.0 M03
        """
    world = World(lines).orders("move:1:2")
    assert (world.player("red").lp, world.player("red").core) == (5, ("T06",))
    assert world.unit("red", 2) is None, "only the one in the lower cell acts"
    assert stats(world, "blue", 1) == (1400, 1000)
    open_ = World(lines.replace(" down set", " set")).orders("move:1:2")
    assert open_.player("red").lp == 4
    attacked = spring("T06 down", "M03")
    assert attacked.player("red").core == ("T06",)
    bomb = World("powerups S1.0=B01\nunit red 1 N2.6 T06 down set").orders("", "move:dm:0")
    assert bomb.player("red").lp == 4, "not against bombs"


# Monsters' effects.


def test_effects_on_summon() -> None:
    lines = """
        unit blue 1 N1.3 M12
        unit blue 2 N1.4 M12
        unit red 1 N2.0 M03
        unit red 2 N2.1 M13
        unit red 3 N2.11 M13 down
        unit red 4 S0 M01
        unit red dm S2.6 M17
        hand blue {}
        deck blue M01 M02
        """
    tyrant = World(lines.format("M05")).orders("summon:M05:0:up:attack:1+2")
    assert [tyrant.unit("red", n).atk for n in (1, 2, 3, 4)] == [-300, -300, 0, 0]
    regent = World(lines.format("M20")).orders("summon:M20:0:up:attack:1+2")
    assert regent.state.ask is not None
    assert regent.state.ask.options == ("N2.0", "N2.1")
    assert regent.say("blue choose N2.1").player("red").hand == ("M13",)
    drip = World(lines.format("M16")).orders("summon:M16:0:up:attack")
    assert drip.player("blue").hand == ("M01",)
    down = World(lines.format("M16")).orders("summon:M16:0:down:attack")
    assert down.player("blue").hand == ()
    star = World(lines.format("M25")).orders("summon:M25:0:up:attack:1+2")
    assert star.player("blue").lp == 4
    assert star.player("blue").core == ("M12", "M12")


def test_a_monster_bombed_on_arrival_has_no_summon_effect() -> None:
    world = World("powerups N1.0=B01\nhand blue M16\ndeck blue M01").orders(
        "summon:M16:0:up:attack"
    )
    assert world.player("blue").core == ("M16",)
    assert world.player("blue").hand == ()
    assert world.colour("N1.0") == "blue"


@pytest.mark.parametrize(
    ("card", "gain"),
    [("M04", (0, 2, 0)), ("M09", (1, 0, 0)), ("M18", (0, 1, 0)), ("M19", (0, 0, 1))],
)
def test_effects_on_kill(card: str, gain: tuple[int, int, int]) -> None:
    lines = f"unit blue 1 N1.0 {card}\nunit red 1 N1.1 M01\ndeck blue M13"
    world = World(lines).orders("move:1:2")
    player = world.player("blue")
    assert (player.sp - 9, player.mp - 8, len(player.hand)) == gain


def test_effects_on_being_destroyed_but_not_as_a_tribute() -> None:
    sprite = World("unit red 1 N1.1 M06\nunit blue 1 N1.0 M03\ndeck red M13").orders("move:1:2")
    assert sprite.player("red").hand == ("M13",)
    colossus = World("unit red 1 N1.1 M24\nunit blue 1 N1.0 M25").orders("move:1:2")
    assert colossus.player("red").mp == 12
    tribute = World("unit blue 1 N1.1 M06 down\nhand blue M14\ndeck blue M13")
    tribute.orders("summon:M14:0:up:defence:1")
    assert tribute.player("blue").hand == ()
    assert [e.card for e in tribute.of("revealed")] == ["M06"], "a face-down tribute is shown"


def test_a_card_from_hand_that_falls_before_it_enters_triggers_nothing() -> None:
    world = World(
        "unit blue dm N1.0 M02\nunit red dm N1.2 M17\nhand blue M06\nhand red M03\ndeck blue M13"
    ).orders("summon:M06:2:down:attack", "summon:M03:0:up:attack")
    assert (world.player("blue").core, world.player("blue").hand) == (("M06",), ())


def test_null_scribe_exposes_when_it_turns_up() -> None:
    lines = "unit blue 1 N1.0 M22 down\nunit red 1 N1.1 M08 down\nunit red 2 N2.0 T01 down set"
    world = World(lines).orders("flip:1")
    assert world.state.ask is not None
    world.say("blue choose N2.0")
    assert world.unit("red", 2).up
    fight = World(lines).orders("move:1:2")
    assert fight.unit("red", 2).up, "also as an attacker"
    scribes = World(
        "initiative red\nunit blue 1 N1.0 M22 down\nunit red 1 N1.1 M22 down\n"
        "unit blue 2 N2.1 M01 down\nunit red 2 N2.0 M01 down"
    ).orders("move:1:2")
    shown = [e.seat for e in scribes.of("revealed")]
    assert shown == ["blue", "red", "blue", "red"], "red holds the initiative"


# Power-ups (SPH-12).


def test_what_power_ups_give() -> None:
    def touch(card: str, mover: str = "1 N1.0 M03") -> World:
        slot = mover.split(maxsplit=1)[0]
        return World(f"unit blue {mover}\npowerups N1.1={card}").orders(f"move:{slot}:2")

    assert stats(touch("P01"), "blue", 1) == (2000, 1000)
    assert stats(touch("P02"), "blue", 1) == (1700, 1300)
    assert touch("P03").unit("blue", 1).phase
    assert touch("P03", "dm N1.0 M02").unit("blue", 0).phase
    assert not touch("P03", "1 N1.0 T01 down set").unit("blue", 1).phase
    assert touch("P04").player("blue").mp == 10
    assert touch("P05").player("blue").sp == 10
    assert touch("P01", "dm N1.0 M02").unit("blue", 0).atk == 0, "it does not fit: lost"
    assert touch("P01", "1 N1.0 T01 down set").unit("blue", 1).atk == 0
    bomb = touch("B01", "1 N1.0 M06 down")
    assert (bomb.player("blue").core, bomb.colour("N1.1")) == (("M06",), "blue")
    assert touch("B01", "dm N1.0 M02").player("blue").lp == 4
    assert touch("B01").state.used == ("B01",)
    kind = World("unit blue dm N1.0 M02\npowerups N1.1=B01", bomb_vs_deck_master="0")
    assert kind.orders("move:dm:2").player("blue").lp == 5


RACE = "unit blue dm N2.8 M02\nunit blue 1 N1.0 M03\nunit red 1 N1.2 M01\npowerups N1.1={}"


def test_two_cards_at_one_power_up() -> None:
    world = World(RACE.format("P04")).orders("move:1:2", "move:1:0")
    world.say("blue declare rock", "red declare paper")
    assert (world.at("blue", 1), world.at("red", 1)) == ("N1.0", "N1.1")
    assert (world.player("red").mp, world.state.used) == (10, ("P04",))
    battle = World(RACE.format("P01"), powerup_conflict="jkp_then_battle")
    battle.orders("move:1:2", "move:1:0").say("blue declare rock", "red declare paper")
    assert (battle.at("blue", 1), battle.player("red").core) == ("N1.1", ("M01",))
    assert [e.number for e in battle.of("countered")] == [300]
    bomb = World(RACE.format("B01")).orders("move:1:2", "move:1:0")
    assert bomb.player("blue").core == ("M03",)
    assert bomb.player("red").core == ("M01",)
    assert "entered" not in bomb.kinds()
    master = RACE.replace("red 1 N1.2 M01", "red dm N1.2 M17").format("B01")
    saved = World(master).orders("move:1:2", "move:dm:0")
    assert (saved.at("red", 0), saved.player("red").lp) == ("N1.2", 4)


# Placing (SPH-7.5, SPH-7.6, SPH-7.10).


def test_summons_need_a_free_open_cell_next_to_the_master() -> None:
    hand = "hand blue M03 T01"
    world = World(f"walls N1.0-N1.1\nunit blue dm N1.0 M02\n{hand}")
    world.orders("summon:M03:2:up:attack set:T01:2:down")
    assert world.voids() == ["SPH-3.2", "SPH-3.2"]
    lines = f"unit red 1 N1.2 M01\nunit blue 1 N1.3 M01\n{hand}"
    world = World(lines).orders("summon:M03:2:up:attack set:T01:3:down")
    assert world.voids() == ["SPH-7.5", "SPH-7.6"]
    world = World(lines).orders("summon:M03:2:up:attack", "move:1:2")
    assert world.voids() == ["SPH-7.5"], "a cell that is only just being left is not free"
    assert (world.player("blue").sp, world.player("blue").hand) == (9, ("M03", "T01"))
    good = World(lines).orders("summon:M03:0:down:defence set:T01:4:up")
    assert (good.at("blue", 2), good.at("blue", 3)) == ("N1.0", "N1.4")
    assert good.unit("blue", 2).sideways
    assert (good.player("blue").sp, good.colour("N1.4")) == (8, "blue")


def test_tributes() -> None:
    lines = "unit blue 1 N1.0 M12\nunit blue 2 N1.1 T01 down set\nhand blue M14 M05"
    world = World(lines)
    assert world.clauses("blue declare summon:M14:2:up:attack") == ("SPH-7.5b",)
    assert world.clauses("blue declare summon:M05:2:up:attack:1") == ("SPH-7.5b",)
    assert world.clauses("blue declare summon:M14:2:up:attack:2") == ()
    assert world.orders("summon:M14:2:up:attack:2").voids() == ["SPH-7.5b"]
    into = World(lines).orders("summon:M14:0:up:attack:1")
    assert into.at("blue", 1) == "N1.0", "into the tribute's place, with its number"
    gone = World("unit blue 1 N1.0 M12\nunit red 1 N2.0 M03\nhand blue M14").orders(
        "wait summon:M14:2:up:attack:1", "move:1:3 wait"
    )
    assert gone.voids() == ["SPH-7.5b"]


def test_five_cards_or_six() -> None:
    units = "\n".join(f"unit blue {n} N2.{n} M{10 + n}" for n in range(1, 6))
    full = World(f"{units}\nhand blue M03 M14").orders("summon:M03:0:up:attack")
    assert full.voids() == ["SPH-7.10"]
    swap = World(f"{units}\nhand blue M14").orders("summon:M14:0:up:attack:3")
    assert swap.at("blue", 3) == "N1.0"
    six = World(f"{units}\nhand blue M03", field_limit="6").orders("summon:M03:0:up:attack")
    assert six.at("blue", 6) == "N1.0"


def test_setting_may_cost() -> None:
    world = World("hand blue T01\npoints blue sp=0", spell_cost="1")
    assert world.clauses("blue declare set:T01:0:down") == ("SPH-5.6",)
    world = World("hand blue T01", spell_cost="1").orders("set:T01:0:down")
    assert world.player("blue").sp == 8


# Fusion (SPH-7.8).

PAIR = "unit blue 1 N1.0 M03 atk=300\nunit blue 2 N1.1 M13 defence\nextra blue X01"


def pair(more: str = "", **settings: str) -> World:
    """Return a position with two monsters to be fused; one has moved, the other has attacked."""
    world = World(PAIR + more, **settings)
    return world.marked("blue", 1, moved=1).marked("blue", 2, attacked=True)


def test_fusion() -> None:
    world = pair("\nwalls N1.0-N1.1")
    assert world.orders("fuse:1:2:X01").voids() == ["SPH-3.2"]
    world = pair().orders("fuse:1:2:X01")
    assert "fused" in world.kinds()
    unit = world.unit("blue", 2)
    assert (world.at("blue", 2), world.unit("blue", 1)) == ("N1.1", None)
    assert (unit.card, unit.stack, unit.sideways, unit.atk) == ("X01", ("M13", "M03"), True, 0)
    assert stats(world, "blue", 2) == (2300, 2500)
    assert (world.player("blue").sp, world.player("blue").extra) == (8, ())
    assert pair(fuse_cost="0").orders("fuse:1:2:X01").player("blue").sp == 9


def test_a_stack_has_moved_and_attacked_like_its_materials() -> None:
    world = pair().orders("fuse:1:2:X01 move:2:0 turn:2")
    assert world.voids() == ["SPH-7.4g"]
    fresh = World(PAIR).marked("blue", 1, moved=1).orders("fuse:1:2:X01 move:2:0 move:2:0")
    assert fresh.voids() == ["SPH-7.4b"]
    again = pair(" X03\nunit blue 3 N1.2 M23").orders("fuse:1:2:X01 fuse:3:2:X03")
    assert again.unit("blue", 2).stack == ("M13", "M03", "X01", "M23")
    hit = World("unit blue 1 N1.1 X01 under=M13,M03\nunit red 1 N1.0 M25").orders("", "move:1:2")
    assert hit.player("blue").core == ("M13", "M03", "X01"), "all its cards go the same way"


@pytest.mark.parametrize(
    "order",
    ["fuse:2:1:X02", "fuse:1:3:X01", "fuse:1:4:X01", "fuse:2:5:X01"],
)
def test_what_does_not_fuse(order: str) -> None:
    lines = """
        unit blue 1 N1.0 M03
        unit blue 2 N1.1 M13
        unit blue 3 N2.6 M13
        unit blue 4 N2.0 M13 down
        unit blue 5 N2.2 M11
        extra blue X01 X02
        """
    expected = "SPH-7.8"
    world = World(lines).orders(order)
    assert world.voids() == [expected]
    assert World(lines.replace("M03", "M01")).orders("fuse:1:2:X01").voids() == ["SPH-7.8"], "5"
    assert World(lines).orders("fuse:1:2:X01").voids() == []


# Turning (SPH-7.7).


def test_turning() -> None:
    lines = "unit blue 1 N1.0 M03 down\nunit blue 2 N1.1 T01 down set\nhand blue M12"
    world = World(lines).orders("turn:1 turn:1 turn:2 summon:M12:2:up:attack turn:3 flip:3")
    assert world.unit("blue", 1).sideways
    assert not world.unit("blue", 1).up
    assert world.voids() == ["SPH-7.7"] * 4


def test_a_card_turned_in_the_step_meets_the_attack_in_its_new_state() -> None:
    lines = "unit blue 1 N1.0 M08\nunit red 1 N1.1 M02"
    assert World(lines).orders("move:1:2", "turn:1").at("red", 1) == "N1.1", "1600 by guard"


def test_colours_may_follow_the_destroyer() -> None:
    lines = "unit blue 1 N1.0 M01\nunit red 1 N1.1 T01 down set"
    assert World(lines).orders("move:1:2").colour("N1.0") == "blue"
    world = World(lines, flip_recolours="on").orders("move:1:2")
    assert (world.colour("N1.0"), "coloured" in world.kinds()) == ("red", True)
