"""Cards unknown to the referee: doubt, questions, audits, views (SPH-11.8, SPH-15)."""

from __future__ import annotations

import random

import pytest

from rules import UNKNOWN, Facing, Match, PlacedCard, Status, judge, parse_action
from rules.core.event import SETTLED
from rules.games.spherion import GAME
from rules.games.spherion.state import Phase
from rules.games.spherion.table import RAIL
from tests.support.games.spherion import BLUE, World, dealt, run, setup


def verdict(world: World, line: str):  # noqa: ANN201 - a verdict
    return judge(GAME, world.state, parse_action(line))


def test_a_hidden_card_placed_face_down_is_in_doubt() -> None:
    world = World("hand blue ?*3\nunit blue 1 N1.0 M03")
    summon = verdict(world, "blue declare summon:?:1:down:attack")
    assert summon.status is Status.UNDETERMINED
    assert set(summon.awaits) == {"SPH-7.5", "SPH-7.5b"}
    assert verdict(world, "blue declare set:?:1:down").awaits == ("SPH-7.6",)
    assert verdict(world, "blue declare summon:?:1:up:attack").clauses == ("SPH-15.5",)
    assert verdict(world, "blue declare summon:M14:1:up:attack:1").status is Status.LEGAL
    assert verdict(world, "blue declare summon:?:1:down:attack card=M14").clauses == ("SPH-7.5b",)
    assert verdict(world, "blue declare jump:?:1").clauses == ("SPH-7.1",)
    assert verdict(world, "blue declare summon:?:9:down:attack").clauses == ("SPH-7.1",)
    known = World("hand blue M01")
    assert verdict(known, "blue declare summon:?:1:down:attack").clauses == ("SPH-7.5",)


def placed(order: str, *after: str, **settings: str) -> Match:
    """Return a match in which blue places its first hidden card in N1.1 and flips it next turn."""
    state = World(
        "hand blue ?*3\nhand red ?*5\ndeck blue ?*30\ndeck red ?*30\nply 0",
        powerup_cap="0",
        **settings,
    ).state
    match = Match(GAME, setup(powerup_cap="0", **settings), state)
    for line in (
        f"blue declare {order}",
        "blue ready",
        "red ready",
        "blue pass",
        "chance roll AAA to=blue",
        "chance roll AAA to=red",
        "blue declare flip:1",
        "blue ready",
        "red ready",
        *after,
    ):
        match.play(parse_action(line))
    return match


def test_the_reveal_settles_what_was_in_doubt() -> None:
    match = placed("summon:?:1:down:attack", "blue flip N1.1 card=M03")
    (settled,) = [e for e in match.plies[-1].events if e.kind == SETTLED]
    assert (settled.number, settled.items) == (1, ())
    unit = match.state.players[0].units[1]
    assert (unit.card, unit.up) == ("M03", True)


@pytest.mark.parametrize(
    ("order", "card", "clause"),
    [
        ("summon:?:1:down:attack", "M14", "SPH-7.5b"),
        ("summon:?:1:down:attack", "T01", "SPH-7.5"),
        ("set:?:1:down", "M03", "SPH-7.6"),
    ],
)
def test_a_card_played_against_the_rules_falls(order: str, card: str, clause: str) -> None:
    match = placed(order, f"blue flip N1.1 card={card}")
    events = match.plies[-1].events
    assert [e.clause for e in events if e.kind == "audited"] == [clause]
    assert [e.card for e in events if e.kind == "fell"] == [card]
    assert [e.items for e in events if e.kind == SETTLED] == [(clause,)]
    assert match.state.players[0].core == (card,)
    assert match.state.players[0].units[1] is None
    forfeit = placed(order, f"blue flip N1.1 card={card}", audit_penalty="forfeit")
    assert (forfeit.state.ending, forfeit.state.winners) == ("SPH-15.5", ("red",))


def test_only_the_card_that_was_asked_for_is_taken() -> None:
    match = placed("set:?:1:down")
    assert match.to_act == {"blue"}
    assert match.judge(parse_action("blue flip N1.0 card=T01")).clauses == ("SPH-9.2",)
    assert match.judge(parse_action("blue flip N1.1")).clauses == ("SPH-9.2",)
    listed = {a.card for a in GAME.legal(match.state)}
    assert {"M01", "T06", "S08"} <= listed
    assert not {"X01", "P01"} & listed
    assert match.judge(parse_action("blue declare concede")).legal


def test_a_set_card_that_declares_an_attack_and_a_monster_that_is_none() -> None:
    lines = "unit blue 1 N1.0 ? down\nunit red 1 N1.1 M01"
    world = World(lines).orders("move:1:2").say("blue flip N1.0 card=S03")
    assert (world.player("blue").core, world.at("red", 1)) == (("S03",), "N1.1")
    good = World(lines).orders("move:1:2").say("blue flip N1.0 card=M03")
    assert good.at("blue", 1) == "N1.1"
    target = World("unit blue 1 N1.0 M03\nunit red 1 N1.1 ? down").orders("move:1:2")
    target.say("red flip N1.1 card=T01")
    assert (target.at("blue", 1), target.player("red").core) == ("N1.1", ("T01",))
    fake = World("unit blue 1 N1.0 M03\nunit red 1 N1.1 ? down set").orders("move:1:2")
    fake.say("red flip N1.1 card=M03")
    assert fake.at("blue", 1) == "N1.1"


def test_breaches_found_where_cards_meet() -> None:
    lines = "unit blue dm N2.8 M02\nunit blue 1 N1.0 ? down\nunit red {} N1.2 {}"
    clash = World(lines.format(1, "M13")).orders("move:1:2", "move:1:0")
    clash.say("blue flip N1.0 card=S01")
    assert (clash.player("blue").core, clash.at("red", 1)) == (("S01",), "N1.1")
    both = World(lines.format(1, "? down")).orders("move:1:2", "move:1:0")
    both.say("blue flip N1.0 card=S01", "red flip N1.2 card=S01")
    assert both.player("red").core == ("S01",)
    bump = World(lines.format("dm", "M17")).orders("move:1:2", "move:dm:0")
    bump.say("blue flip N1.0 card=S01")
    assert (bump.at("red", 0), bump.player("red").lp) == ("N1.1", 5)
    meet = World(lines.format(1, "T01 down set")).orders("move:1:2", "move:1:0")
    meet.say("blue flip N1.0 card=S01")
    assert meet.at("red", 1) == "N1.1"


def test_a_hidden_guard_is_named_by_its_player() -> None:
    lines = """
        unit red dm N1.1 M17
        unit red 1 N2.6 ? down set
        unit red 2 N2.4 ? down set
        unit blue 1 N1.0 M03
        """
    world = World(lines).orders("move:1:2")
    assert world.state.ask is not None
    assert world.state.ask.options == ("N2.4", "N2.6", "none")
    none = World(lines).orders("move:1:2").say("red choose none")
    assert none.player("red").lp == 4
    world.say("red choose N2.6", "red flip N2.6 card=T06")
    assert (world.player("red").lp, world.player("red").core) == (5, ("T06",))
    wrong = World(lines).orders("move:1:2").say("red choose N2.6", "red flip N2.6 card=T01")
    assert (wrong.player("red").lp, wrong.unit("red", 1).up) == (4, True)
    resting = World(lines).orders("move:1:2").say("red choose N2.6", "red flip N2.6 card=M01")
    assert (resting.player("red").lp, resting.player("red").core) == (4, ("M01",))


def test_unknown_power_ups_are_turned_up_by_hand() -> None:
    world = World("powerups N1.0=?\npile ?*15").orders("move:dm:0")
    assert GAME.to_act(world.state) == {"chance"}
    assert len(list(GAME.legal(world.state))) == 7
    world.say("chance flip N1.0 card=P04")
    assert (world.player("blue").mp, world.state.used) == (10, ("P04",))
    known = World("powerups N1.0=?\nused P01 P01 P04").orders("move:dm:0")
    assert "P01" not in {a.card for a in GAME.legal(known.state)}


def test_a_hammer_at_a_table_needs_no_order_of_the_deck() -> None:
    world = World("turn 1 roll red\nhand red ?*2\ndeck red ?*3").say("chance roll HAA to=red")
    world.say("red place ? red.deck")
    assert world.state.phase is Phase.PLAN
    assert (world.player("red").hand, world.player("red").deck) == (("?", "?"), ("?",) * 3)


def test_the_piece_set_shown_from_a_hidden_hand() -> None:
    claim = "blue declare claim with=M26,M27,M28,M29,M30"
    world = World("hand blue ?*4 M26")
    assert parse_action(claim) in list(GAME.legal(world.state))
    assert world.clauses("blue declare claim") == ("SPH-14.3",)
    world.say(claim)
    assert world.state.winners == ("blue",)
    assert ("signed", "claim") in [(event.kind, event.value) for event in world.events]
    assert World("hand blue ?*3 M26").clauses(claim) == ("SPH-14.3",)
    assert World("hand blue ?*5\ncore blue M26").clauses(claim) == ("SPH-14.3",)
    assert World("hand blue ?*5", alt_win="off").clauses(claim) == ("SPH-14.3",)
    assert World(f"hand blue {' '.join(sorted(BLUE.cards)[:5])}").clauses(claim) == ("SPH-14.3",)


def test_pieces_that_are_not_held_are_claimed_by_nobody_who_is_known() -> None:
    """Check that a claim is required once the five pieces are in a known hand, and never else."""
    claims = ("blue declare claim", "blue declare claim with=M26,M27,M28,M29,M30")
    for hand in ("M26 M27 M28 M29", "M26 M27 M28 M29 M01", "M26 M27 M28 M29 M30"):
        for claim in claims:
            assert World(f"hand blue {hand}").clauses(claim) == ("SPH-14.3",)


# Orders on a rail or on paper (SPH-17.3).


@pytest.mark.parametrize("orders", ["rail", "slip"])
def test_hidden_orders_are_turned_over_step_by_step(orders: str) -> None:
    world = World("hand blue ? M01\nunit blue 1 N1.0 M03\npoints blue sp=9 mp=1", orders=orders)
    world.say("blue declare ?", "blue declare ?", "red declare ?", "blue ready", "red ready")
    assert GAME.to_act(world.state) == {"blue", "red"}
    world.say("blue declare move:1:0")
    assert world.clauses("blue declare wait") == ("SPH-5.1",)
    assert GAME.view(world.state, None).players[0].queue[1].text == UNKNOWN
    world.say("red declare move:dm:0")
    assert (world.at("blue", 1), world.at("red", 0)) == ("N2.0", "S1.0")
    assert GAME.to_act(world.state) == {"blue"}
    assert world.clauses("blue declare move:1:3") == ("SPH-5.6",), "the purse is empty"
    assert world.clauses("blue declare wait card=M01") == ("SPH-7.1",)
    world.say("blue declare summon:?:1:down:defence")
    assert world.unit("blue", 2).card == "?"
    assert world.unit("blue", 2).placed > 0


# The end (SPH-15.6).


def test_face_down_cards_are_shown_at_the_end() -> None:
    world = World("unit blue 1 N1.0 M14 down\nunit red 1 S1.0 ? down\nunit red 2 S1.1 ? down set")
    world.say("red declare concede")
    assert [e.clause for e in world.of("audited")] == ["SPH-7.5b"], "told, and nothing changes"
    assert GAME.outcome(world.state) is None
    assert GAME.notation.parse(GAME.notation.format(world.state), world.setup) == world.state
    assert world.clauses("red declare concede") == ("SPH-8.9",)
    world.say("red flip S1.0 card=M03", "red flip S1.1 card=T01")
    assert GAME.outcome(world.state).winners == ("blue",)
    assert [e.card for e in world.of("revealed")] == ["T01"]


# Views.


def test_views_hold_nothing_that_is_hidden() -> None:
    rng = random.Random("views")
    for state in run(GAME.start(dealt(max_turns="6")), rng.choice, rng.randrange)[::7]:
        for viewer, foes in ((None, (0, 1)), ("blue", (1,)), ("red", (0,))):
            seen = GAME.view(state, viewer)
            assert set(seen.pile) <= {UNKNOWN}
            assert {card for _, card in seen.powerups} <= {UNKNOWN}
            for seat in (0, 1):
                assert set(seen.players[seat].deck) <= {UNKNOWN}
            for seat in foes:
                player = seen.players[seat]
                assert set(player.hand) | set(player.extra) <= {UNKNOWN}
                assert all(u.card == UNKNOWN for u in player.units if u is not None and not u.up)
                if state.phase is Phase.PLAN:
                    assert player.queue == ()
                for order in player.queue:
                    if ":down" in order.text:
                        assert order.text.split(":")[1] == UNKNOWN
            assert GAME.view(seen, viewer) == seen
            assert GAME.notation.parse(GAME.notation.format(seen), dealt(max_turns="6")) == seen
            assert GAME.table.layout(seen) == GAME.table.layout(state)


def test_a_view_hides_what_a_seat_has_shown_in_secret() -> None:
    world = World("turn 0 jkp").say("blue declare rock")
    assert GAME.view(world.state, "red").players[0].sign == UNKNOWN
    assert GAME.view(world.state, "blue").players[0].sign == "rock"
    lines = "unit blue dm N2.8 M02\nunit blue 1 N1.0 T01 down set\nunit red 1 N1.2 T02 down set"
    step = World(lines).orders("move:1:2", "move:1:0").say("blue declare rock")
    public = GAME.view(step.state, None)
    assert (public.players[0].sign, public.base.players[0].units[1].card) == ("?", "?")


def test_refusals_name_no_hidden_card() -> None:
    world = World("unit red 1 N1.0 M05 down\nhand red M10\nhand blue M01")
    for line in (
        "blue declare summon:M02:0:up:attack",
        "blue declare flip:4",
        "red declare flip:3",
    ):
        for violation in GAME.violations(world.state, parse_action(line)):
            assert not {"M05", "M10"} & {value for _, value in violation.facts}


def test_undo_takes_back_drafts_but_nothing_that_was_learnt() -> None:
    match = Match(GAME, setup(), World("unit blue 1 N1.0 M03").state)
    for line in ("blue declare move:1:0", "red declare wait"):
        match.play(parse_action(line))
    match.undo(0)
    match.play(parse_action("blue declare move:1:0"))
    match.play(parse_action("blue ready"))
    assert match.undo_limit() == 2, "READY is not taken back (SPH-5.7)"
    match.play(parse_action("red ready"))
    assert match.undo_limit() == 3, "the queues are open now"


@pytest.mark.parametrize("copies", [2, 3])
def test_a_hidden_hand_holds_no_fourth_copy_of_what_is_open(copies: int) -> None:
    """Check SPH-4.3, three copies of a name; open ones on the globe count, the first unit's too."""
    units = "\n".join(f"unit blue {n} N1.{n} M01" for n in range(1, copies + 1))
    world = World(f"{units}\nhand blue ?*5\npoints blue sp=9 mp=9")
    found = verdict(world, "blue declare summon:M01:0:up:attack")
    assert found.clauses == (() if copies == 2 else ("SPH-7.5",))


def test_who_may_still_draw_has_more_than_who_is_done() -> None:
    """Check that a greedy seat's value is lower after READY in the draw and use phases."""
    for phase in ("draw", "use"):
        text = f"turn 3 {phase}\nhand blue ?*5\nhand red ?*5\nply 0"
        waiting = GAME.notation.parse(text, setup())
        done = GAME.notation.parse(f"{text}\ndone blue", setup())
        assert GAME.value(waiting, "blue") == GAME.value(waiting, "red")
        assert GAME.value(done, "blue") < GAME.value(waiting, "blue")
        assert GAME.value(done, "red") == GAME.value(waiting, "red")
    planning = GAME.notation.parse("turn 3 plan", setup())
    assert GAME.value(planning, "blue") == 0


@pytest.mark.parametrize(
    ("unit", "order", "gains"),
    [
        ("blue 1 N1.0 M03", "move:1:2", True),
        ("blue 1 N1.0 M03 defence", "move:1:2", False),
        ("blue dm N1.0 M02", "move:dm:2", False),
    ],
)
def test_only_who_attacks_gains_by_walking_into_a_card(
    unit: str, order: str, *, gains: bool
) -> None:
    """Check that a greedy seat's value rises only for a move in which its unit can attack."""
    world = World(f"unit {unit}\nunit red 1 N1.1 M01")
    stays = GAME.value(world.state, "blue")
    world.say(f"blue declare {order}")
    assert (GAME.value(world.state, "blue") > stays) == gains
    assert GAME.value(world.state, "blue") != stays, "points are spent"


@pytest.mark.parametrize("more", ["lp=5", "lp=4 sp=1", "lp=4 mp=1"])
def test_every_point_a_seat_has_is_worth_something(more: str) -> None:
    fewer = GAME.notation.parse("turn 3 plan\npoints blue lp=4", setup())
    richer = GAME.notation.parse(f"turn 3 plan\npoints blue {more}", setup())
    assert GAME.value(richer, "blue") > GAME.value(fewer, "blue")
    assert GAME.value(richer, "red") < GAME.value(fewer, "red")


def test_a_card_out_of_the_hand_that_a_bomb_destroys_is_shown_where_it_came() -> None:
    """Check SPH-12.6b: the card was not on the table yet, and its owner was asked for no cell."""
    lines = """
        hand blue ?*1
        unit red 1 N1.2 M03
        powerups N1.3=B01
        """
    world = World(lines).orders("summon:?:3:down:attack", "move:1:4")
    assert world.state.ask is not None
    assert (world.state.ask.kind, world.state.ask.cell) == ("face", "N1.3")
    assert "blue flip N1.3 card=M05" in [str(action) for action in GAME.legal(world.state)]
    world.say("blue flip N1.3 card=M05")
    assert world.state.ask is None
    assert [world.player(seat).core for seat in ("blue", "red")] == [("M05",), ("M03",)]


@pytest.mark.parametrize(("tributes", "drawn"), [(0, 1), (1, 0)])
def test_a_breach_that_a_bomb_uncovers_has_no_effect(tributes: int, drawn: int) -> None:
    """Check SPH-15.5: `on_destroyed` of a card with a tribute too many does not act."""
    unit = f"unit blue 1 N1.0 M06 down tributes={tributes}"
    world = World(f"{unit}\npowerups N1.1=B01\ndeck blue M01").orders("move:1:2")
    assert world.player("blue").core == ("M06",)
    assert sum(event.kind == "drawn" for event in world.events) == drawn


def test_ready_warns_of_cards_on_a_rail_whose_order_was_never_declared() -> None:
    """Check SPH-17.3: READY warns of undeclared cards unless the rail is empty or full."""
    down = (PlacedCard(UNKNOWN, "blue", Facing.DOWN),)
    rails = [{f"blue.rail.{n}": down for n in range(1, filled + 1)} for filled in range(RAIL + 1)]
    ready, at_rail = parse_action("blue ready"), World("deck blue ?*20", orders="rail")

    found = [GAME.table.missing_declaration(at_rail.state, ready, nearby) for nearby in rails]
    counts = [dict(each.facts)["count"] if each else "" for each in found]
    assert counts == ["", *map(str, range(1, RAIL)), ""]
    assert {each.clause for each in found if each} == {"SPH-17.3"}
    declared = World("deck blue ?*20", orders="rail").say("blue declare ?")
    on_pages = World("deck blue ?*20", orders="companion")
    for world in (declared, on_pages):
        assert GAME.table.missing_declaration(world.state, ready, rails[2]) is None
    passing = parse_action("blue pass")
    assert GAME.table.missing_declaration(at_rail.state, passing, rails[2]) is None


WALLED = "walls N1.0-N2.0\nunit blue 1 N2.0 ? down\n"


@pytest.mark.parametrize(("card", "breach"), [("M12", ""), ("M21", ""), ("M03", "SPH-7.4a")])
def test_sph_3_3_a_face_down_card_goes_through_a_wall_on_its_player_s_word(
    card: str, breach: str
) -> None:
    world = World(WALLED).orders("move:1:3 flip:1")
    world.say("blue choose N2.0", f"blue flip N1.0 card={card}")
    assert [event.clause for event in world.of("audited")] == ([breach] if breach else [])
    assert world.at("blue", 1) == ("" if breach else "N1.0")
    assert world.player("blue").core == ((card,) if breach else ())
    assert world.colour("N1.0") == "blue"


def test_sph_3_3_a_hidden_card_stops_at_a_wall_if_its_player_says_so() -> None:
    world = World(WALLED).orders("move:1:3 flip:1")
    assert [action.value for action in GAME.legal(world.state)] == ["N2.0", "none"]
    world.say("blue choose none")
    assert (world.voids(), world.at("blue", 1)) == (["SPH-7.4a"], "N2.0")
    assert world.player("blue").mp == 9, "nothing is paid (SPH-7.2)"
    assert world.say("blue flip N2.0 card=M03").of("audited") == []


def test_sph_3_3_a_face_down_card_that_cannot_ignore_walls_is_stopped_by_them() -> None:
    """Check SPH-7.4a: a set card is no monster, and here no hidden card ignores walls."""
    assert World(WALLED.replace("down", "down set")).orders("move:1:3").voids() == ["SPH-7.4a"]
    spent = World(WALLED + "core blue M12*3", starters=True)
    assert spent.orders("move:1:3").voids() == ["SPH-7.4a"]


def test_sph_3_3_the_way_through_a_wall_is_kept_until_the_card_is_turned_up() -> None:
    world = World(WALLED).orders("move:1:3").say("blue choose N2.0")
    assert "unit blue 1 N1.0 ? down" in GAME.notation.format(world.state)
    assert "crossed=1" in GAME.notation.format(world.state)
    assert GAME.notation.parse(GAME.notation.format(world.state), world.setup) == world.state
    turned = World("unit blue 1 N1.0 ? down crossed=1").orders("flip:1")
    assert turned.say("blue flip N1.0 card=M12").unit("blue", 1).crossed == 0
    rune = World(WALLED.replace("down", "down phase")).orders("move:1:3")
    assert rune.unit("blue", 1).crossed == 0, "whoever has a rune need not be believed"


def test_sph_7_2_a_void_move_has_not_gone_through_the_wall() -> None:
    lines = WALLED.replace("down", "down defence") + "unit red 1 N1.0 M03"
    world = World(lines).orders("move:1:3 flip:1").say("blue choose N2.0")
    assert world.voids() == ["SPH-7.4e"]
    assert world.say("blue flip N2.0 card=M02").of("audited") == []
    assert world.at("blue", 1) == "N2.0"


@pytest.mark.parametrize("starters", [False, True])
def test_a_world_names_the_cards_of_the_rival_s_opened_orders(starters: bool) -> None:  # noqa: FBT001
    """Check that each unseen card of a queue is another card of the hand, as long as there is one.

    The same hand card may be queued twice (SPH-5.6).
    """
    lines = """
        turn 2 claim
        step 1
        hand red ?
        extra red X02
        unit red 1 S1.0 ? down
        unit red 2 S1.1 ? down set
        queue blue wait wait wait
        queue red wait summon:?:2:down:attack summon:?:3:down:attack
        """
    state = World(lines, starters=starters).state
    world = GAME.world(GAME.view(state, "blue"), "blue", lambda _: 0)
    assert world is not None
    red = world.players[1]
    (card,) = red.hand
    assert [order.text for order in red.queue] == [
        "wait",
        f"summon:{card}:2:down:attack",
        "summon:?:3:down:attack",
    ]
    monster, spell = (unit.card for unit in red.units if unit is not None and not unit.up)
    cards = state.config.cards
    assert cards[monster].kind == "monster"
    assert cards[spell].kind in ("spell", "trap")
    assert red.extra == (("X02",) if starters else ("?",))
