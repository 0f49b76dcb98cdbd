"""From the deal to the end: set-up, dice, queues, clocks, endings (SPH-4 to 6, 12.2, 14)."""

from __future__ import annotations

import pytest

from rules import CHANCE, DataError, Event, Match, Setup, parse_action
from rules.games.spherion import GAME
from rules.games.spherion.legal import eligible
from rules.games.spherion.state import Phase, territory
from rules.messages.message import render
from tests.support.games.spherion import BLUE, DECKS, RED, World, dealt, setup
from tests.support.games.spherion_dealer import Dealer


def begun(**settings: str) -> Match:
    """Return a match dealt from the seed of the test vectors, at the first decision of turn 1."""
    match = Match(GAME, dealt(**settings))
    dealer = Dealer("spherion-1")
    while match.state.turn == 0 or CHANCE in match.to_act:
        if CHANCE in match.to_act:
            match.play(dealer.outcome(match.state))
        elif match.state.phase is Phase.JKP:
            match.play(parse_action(f"blue declare {dealer.sign()}"))
            match.play(parse_action(f"red declare {dealer.sign()}"))
        else:
            (seat,) = match.to_act
            match.play(parse_action(f"{seat} choose blue"))
    return match


def test_set_up() -> None:
    state = begun().state
    players = state.players
    assert [GAME.table.layout(state)[c][0].card for c in ("N0", "S0")] == ["M02", "M17"]
    assert [p.lp for p in players] == [5, 5]
    assert [len(p.hand) for p in players] == [5, 5]
    assert [len(p.deck) for p in players] == [35, 35]
    assert territory(state) == (19, 19)
    assert state.walls.bit_count() == 39
    assert (state.initiative, state.turn) == (0, 1)
    names = state.config.globe.names
    assert [names[cell] for cell, _ in state.powerups] == ["N2.0", "S2.0"], "SPH-21.5"
    # SPH-21.2: 3 1 2 and 1 2 1 are a Hammer, an Arrow and a Card; two Arrows and a Card.
    assert [(p.sp, p.mp, p.faces) for p in players] == [(0, 2, (1, 1)), (0, 4, (1, 0))]


def test_the_first_spawn_has_twenty_four_cells() -> None:
    state = begun().state._replace(powerups=(), first=-1)
    assert len(eligible(state)) == 24


def test_shuffles_must_bring_back_the_same_cards() -> None:
    match = Match(GAME, dealt())
    short = ",".join(BLUE.cards[:-1])
    other = ",".join((*BLUE.cards[:-1], "M30"))
    for order in (short, other):
        clauses = match.judge(parse_action(f"chance draw to=blue.deck with={order}")).clauses
        assert clauses == ("SPH-4.8",)
    assert match.judge(parse_action("chance draw to=red.deck with=?")).clauses == ("SPH-16.1",)
    hidden = ",".join("?" * 40)
    assert match.judge(parse_action(f"chance draw ? to=blue.deck with={hidden}")).legal


def test_an_untold_deck_may_be_any_that_is_allowed() -> None:
    match = Match(GAME, setup())

    def text(cards: str) -> tuple[str, ...]:
        return match.judge(parse_action(f"chance draw to=blue.deck with={cards}")).clauses

    assert text(",".join("?" * 39)) == text(",".join("?" * 61)) == ("SPH-4.1",)
    assert text(",".join(["X01"] + ["?"] * 40)) == ("SPH-4.1",)
    assert text(",".join(["M01"] * 4 + ["?"] * 40)) == ("SPH-4.3",)
    assert text(",".join(["M26"] * 2 + ["?"] * 40)) == ("SPH-4.3",)
    assert text(",".join("?" * 45)) == ()


def test_rock_paper_scissors_for_the_initiative() -> None:
    world = World("turn 0 jkp")
    world.say("blue declare rock")
    assert world.clauses("blue declare paper") == ("SPH-17.6",)
    assert world.clauses("red declare well") == ("SPH-17.6",)
    world.say("red declare rock")
    assert world.state.phase is Phase.JKP
    world.say("red declare paper", "blue declare rock")
    assert GAME.to_act(world.state) == {"red"}
    choice = parse_action("red choose blue")
    assert GAME.captions.describe_option(world.state, choice) == Event(
        "choose", "red", value="name"
    )
    assert world.clauses("red choose green") == ("SPH-4.10",)
    world.say("red choose blue")
    assert world.clauses("chance choose a|b") == ("SPH-16.2",)
    world.say("chance choose any-seed_1.0")
    assert world.state.walls


def test_who_won_the_signs_is_an_event() -> None:
    world = World("turn 0 jkp").say("blue declare rock")
    tie = GAME.advance(world.state, parse_action("red declare rock"))[0]
    assert Event("compared", items=("rock",), clause="SPH-4.10") in tie
    won = GAME.advance(world.state, parse_action("red declare scissors"))[0]
    report = Event("compared", "blue", value="rock", items=("scissors",), clause="SPH-4.10")
    assert report in won


def test_points_are_credited_by_events_of_their_own() -> None:
    world = World("turn 1 roll blue")
    _, rolled, *gains = GAME.advance(world.state, parse_action("chance roll ASA to=blue"))[0]
    assert rolled.items == ("arrow", "star", "arrow")
    assert [(e.kind, e.value, e.number) for e in gains[:2]] == [
        ("points", "sp", 1),
        ("points", "mp", 4),
    ]


def test_initiative_changes_hands_or_stays() -> None:
    still = "chance roll CCC to={}"
    for value, second in (("alternating", 1), ("fixed", 0)):
        world = World("initiative blue", initiative=value, powerup_cap="0").orders()
        assert (world.state.turn, world.state.initiative) == (10, second)
        assert world.clauses(still.format("red")) == ("SPH-6.1",), "blue's dice first"


def test_dice() -> None:
    world = World("turn 1 roll blue\nhand blue M01\ndeck blue M02 M03")
    assert world.clauses("chance roll SA to=blue") == ("SPH-6.2",)
    assert world.clauses("chance roll SAX to=blue") == ("SPH-6.1",)
    assert world.clauses("blue draw") == ("SPH-5.1",)
    world.say("chance roll SAC to=blue", "chance roll AAH to=red")
    assert (world.player("blue").sp, world.player("blue").mp) == (1, 2)
    assert world.player("red").mp == 4
    assert GAME.to_act(world.state) == {"blue"}, "red has no hand for the Hammer"
    assert world.clauses("red pass") == ("SPH-5.4",)
    assert world.clauses("blue place M01 blue.deck") == ("SPH-6.7",)
    assert world.clauses("blue ready") == ("SPH-5.4",)
    world.say("blue draw")
    assert world.player("blue").hand == ("M01", "M02")
    assert world.state.phase is Phase.PLAN


def test_hammers() -> None:
    lines = "turn 1 roll red\nhand red M01 M02\ndeck red M03 M04 M05\npoints red lp=5"
    world = World(lines).say("chance roll HHC to=red")
    assert world.clauses("red place M09 red.deck") == ("SPH-6.7",)
    world.say("red place M01 red.deck")
    assert GAME.to_act(world.state) == {CHANCE}
    assert world.clauses("chance draw to=red.deck with=M01,M03") == ("SPH-6.7",)
    assert len(list(GAME.legal(world.state))) == 24
    world.say("chance draw to=red.deck with=M01,M03,M04,M05")
    assert world.player("red").hand == ("M01", "M02"), "the same card may come back"
    world.say("red draw", "red place M02 red.deck", "chance draw to=red.deck with=M05,M04,M02")
    assert world.player("red").hand == ("M01", "M03", "M05")
    assert world.clauses("red draw") == ("SPH-7.1",), "the plan has begun"
    spent = World(lines).say("chance roll CHC to=red", "red draw", "red draw")
    assert spent.clauses("red draw") == ("SPH-6.6",)
    assert spent.say("red pass").state.phase is Phase.PLAN


def test_a_hammer_with_an_empty_deck_brings_the_card_back() -> None:
    world = World("turn 1 roll red\nhand red M01").say(
        "chance roll HAA to=red", "red place M01 red.deck", "chance draw to=red.deck with=M01"
    )
    assert world.player("red").hand == ("M01",)


def test_drawing_up_to_five() -> None:
    lines = (
        "hand blue M01 M01 M01\ndeck blue M02 M03 M04\nhand red M06 M06 M06 M07 M07\ndeck red M07"
    )
    world = World(lines, powerup_cap="0").orders()
    assert GAME.to_act(world.state) == {"blue"}
    assert world.clauses("blue ready") == ("SPH-5.2",)
    assert world.clauses("red draw") == ("SPH-5.2",)
    world.say("blue draw", "blue draw")
    assert len(world.player("blue").hand) == 5
    assert world.state.phase is Phase.ROLL
    early = World(lines, powerup_cap="0").orders().say("blue pass")
    assert early.state.phase is Phase.ROLL


def test_power_ups_appear_mirrored_or_not() -> None:
    lines = "turn 0 pile\nhand blue ?*5\nhand red ?*5"
    pile = "chance draw to=pile with=" + ",".join(World("").state.config.pile)
    world = World(lines)
    assert world.clauses("chance draw to=pile with=?,?") == ("SPH-12.1",)
    world.say(pile)
    assert world.clauses("chance choose N1.0") == ("SPH-12.2",)
    world.say("chance choose N2.3")
    assert [world.state.config.globe.names[c] for c, _ in world.state.powerups] == ["N2.3", "S2.9"]
    free = World(lines, powerup_spawn="independent").say(pile, "chance choose N2.3")
    assert free.clauses("chance choose N2.3") == ("SPH-12.2",)
    free.say("chance choose N2.4")
    assert len(free.state.powerups) == 2
    taken = World(lines + "\nunit red 1 S2.9 M01").say(pile, "chance choose N2.3")
    assert taken.state.phase is Phase.SPAWN, "the image is not free: drawn"


def test_spawning_stops_at_the_cap_and_when_things_run_out() -> None:
    five = "powerups N2.0=P01 N2.1=P01 N2.2=P02 N2.3=P02 N2.4=P03\npile P04 P05"
    assert World(five).orders().say("chance choose S2.0").state.phase is Phase.ROLL
    none = World("pile P04", powerup_cap="0").orders()
    assert none.state.phase is Phase.ROLL
    empty = World("pile -\nused -").orders()
    assert empty.state.phase is Phase.ROLL
    again = World("pile -\nused P01 B01").orders()
    assert again.state.phase is Phase.RESTOCK
    assert again.clauses("chance draw to=pile with=P01,P02") == ("SPH-12.1",)
    again.say("chance draw to=pile with=B01,P01", "chance choose N2.3")
    assert again.state.powerups[0][1] == "B01"
    assert again.state.pile == again.state.used == ()


def test_queues() -> None:
    world = World(
        "points blue sp=1 mp=2\nhand blue M01 M02 T01\nunit blue 2 N1.0 M03", queue_cap="4"
    )
    assert world.clauses("blue declare summon:M06:0:up:attack") == ("SPH-7.5",)
    assert world.clauses("blue declare summon:T01:0:up:attack") == ("SPH-7.5",)
    assert world.clauses("blue declare set:M01:0:up") == ("SPH-7.6",)
    assert world.clauses("blue declare summon:X01:0:up:attack") == ("SPH-7.5e",)
    assert world.clauses("blue declare move:1:0") == ("SPH-17.1",)
    assert world.clauses("blue declare flip:dm") == ("SPH-7.11",)
    assert world.clauses("blue declare fuse:2:2:X01") == ("SPH-7.8",)
    for odd in ("jump", "move:2", "move:2:6", "summon:M01:0", "undo"):
        assert world.clauses(f"blue declare {odd}") == ("SPH-7.1",)
    assert world.clauses("blue declare wait at=N0") == ("SPH-7.1",)
    assert world.clauses("blue move N0 N1.0") == ("SPH-7.1",)
    world.say("blue declare summon:M01:0:down:attack", "blue declare move:1:0")
    assert world.clauses("blue declare summon:M01:1:up:attack") == ("SPH-5.6",), "points only"
    assert world.clauses("blue declare summon:M02:1:up:attack") == ("SPH-5.6",)
    world.say("blue declare move:2:0")
    assert world.clauses("blue declare move:dm:0") == ("SPH-5.6",)
    world.say("blue declare wait")
    assert world.clauses("blue declare wait") == ("SPH-5.5",)
    world.say("blue declare undo", "blue ready")
    assert world.clauses("blue declare wait") == world.clauses("blue declare undo") == ("SPH-5.7",)


@pytest.mark.parametrize("card", ["M03", "?"])
@pytest.mark.parametrize(("rival", "voids"), [("M03", []), ("M02", ["SPH-7.5"])])
def test_sph_7_2_a_hand_card_is_looked_for_when_its_step_comes(
    rival: str, voids: list[str], card: str
) -> None:
    """Queue two SUMMONs of one card: the second is carried out if a tie sent the card back."""
    lines = f"""
        unit blue dm N1.0 M02
        unit red dm N1.2 M17
        hand blue {card}
        hand red {rival}
        """
    world = World(lines).orders(
        "summon:M03:2:up:attack summon:M03:1:up:attack", f"summon:{rival}:0:up:attack"
    )
    assert world.voids() == voids
    assert world.player("blue").sp == 7 + len(voids), "SPH-5.6 counted both, only one is paid"
    assert world.at("blue", 1) == ("N1.1" if voids else "N2.1")
    assert World(lines).clauses("blue declare summon:M08:2:up:attack") == (
        ("SPH-7.5",) if card == "M03" else ()
    )


def test_sph_7_5_a_hidden_card_that_is_gone_is_not_summoned_again() -> None:
    """Two hidden cards remain, but both copies of Null Scribe that the deck has are elsewhere."""
    world = World("hand blue M22 ?\ncore blue M22", starters=True)
    orders = "summon:M22:2:up:attack summon:M22:1:up:attack"
    assert world.orders(orders).voids() == ["SPH-7.5"]


def test_a_new_card_takes_the_lowest_free_number() -> None:
    world = World("hand blue M01 T01 T02\nunit blue 1 N1.0 M03\nunit blue 3 N1.1 M03")
    world.say("blue declare set:T01:2:down")
    assert world.clauses("blue declare move:4:0") == ("SPH-17.1",)
    world.say("blue declare set:T02:3:down", "blue declare move:4:3", "blue ready", "red ready")
    assert (world.at("blue", 2), world.at("blue", 4)) == ("N1.2", "N2.6")


def test_the_clock() -> None:
    world = World("")
    assert world.clauses("red pass") == ("SPH-5.8",)
    world.say("red declare move:dm:0", "blue declare move:dm:0", "blue ready", "red pass")
    assert [e.seat for e in world.of("left")] == ["blue"], "red's draft is dropped"
    assert World("", ready_timer="0").say("blue ready").clauses("red pass") == ("SPH-5.8",)


def test_alternating_turns() -> None:
    assert GAME.to_act(World("initiative red\ndone blue", turn_mode="alternating").state) == {"red"}
    match = begun(turn_mode="alternating", dice="1", powerup_cap="0")
    halves = []
    dealer = Dealer("x")
    while match.state.turn < 3:
        state = match.state
        if CHANCE in match.to_act:
            match.play(dealer.outcome(state))
            continue
        (seat,) = match.to_act
        if state.phase is Phase.PLAN:
            halves.append((state.turn, seat))
        quiet = "ready" if state.phase is Phase.PLAN else "pass"
        match.play(parse_action(f"{seat} {quiet}"))
    assert halves == [(1, "blue"), (1, "red"), (2, "red"), (2, "blue")]


# Endings.


@pytest.mark.parametrize(
    "lines",
    [
        "turn 3 draw half=1",
        "turn 3 plan half=1",
        "turn 3 plan",
        "turn 3 claim half=1",
        "turn 3 roll blue half=1",
        "turn 3 mix red\ndeck red M01",
    ],
)
def test_sph_5_1_a_seat_is_not_asked_in_the_other_s_half(lines: str) -> None:
    world = World(lines, turn_mode="alternating")
    assert tuple(GAME.notation.flags(world.state)) == ("other_half",)


def test_sph_5_1_alternating_seats_act_in_their_halves() -> None:
    world = World("turn 3 plan half=1\ndone blue", turn_mode="alternating")
    assert world.clauses("blue declare wait") == ("SPH-5.1",), "not 5.7: Blue was never asked"
    assert world.clauses("red declare wait") == ()
    both = World("turn 3 claim half=1\nstep 1", turn_mode="alternating")
    assert GAME.to_act(both.state) == {"blue", "red"}, "after a step, both may claim (SPH-14.3)"


def test_no_lp_left() -> None:
    lines = "unit blue 1 N1.0 M03\nunit red dm N1.1 M17\npoints red lp=1"
    world = World(lines).orders("move:1:2 move:1:0")
    outcome = GAME.outcome(world.state)
    assert outcome is not None
    assert (outcome.winners, outcome.clause) == (("blue",), "SPH-14.1")
    assert sum(outcome.scores.values()) == 38
    assert world.kinds().count("step_started") == 1, "the rest of the queue is dropped"
    assert world.clauses("blue ready") == world.clauses("blue declare concede") == ("SPH-8.9",)
    assert list(GAME.legal(world.state)) == []
    assert GAME.to_act(world.state) == frozenset()


RING = "unit red dm N2.2 M17\nunit blue 1 N2.1 M03\nunit blue 2 N2.3 M03\nunit blue 3 S2.2 M03\n"


def test_surround() -> None:
    walled = RING + "walls N2.2-S2.3\nunit blue 4 N1.0 M02"
    world = World(walled).orders("move:4:2")
    outcome = GAME.outcome(world.state)
    assert outcome is not None
    assert (outcome.winners, outcome.clause) == (("blue",), "SPH-14.2")
    for spoiled in (
        walled.replace("walls N2.2-S2.3", "walls -"),
        walled.replace("S2.2 M03", "S2.2 M03 down"),
        walled.replace("S2.2 M03", "S2.2 T01 set"),
    ):
        assert GAME.outcome(World(spoiled).orders("move:4:2").state) is None
    three = RING + "walls N1.1-N2.2 N2.2-S2.3"
    assert GAME.outcome(World(three).orders("wait").state) is None, "four monsters at least"
    closing = World(three.replace("N2.1 M03", "N1.0 M03"), surround_min="3").orders("move:1:1")
    assert GAME.outcome(closing.state) is not None


def test_the_literal_surround_needs_monsters_all_round() -> None:
    walled = RING + "walls N2.2-S2.3\nunit blue 4 N1.0 M02"
    assert GAME.outcome(World(walled, surround="literal").orders("move:4:2").state) is None
    full = RING + "unit blue 4 N1.0 M02\nunit blue 5 S2.3 M02"
    assert GAME.outcome(World(full, surround="literal").orders("move:4:2").state) is not None


PIECES = "M26 M27 M28 M29 M30"


def test_the_piece_set() -> None:
    world = World(f"turn 1 roll red\nhand blue {PIECES}").say("chance roll AAA to=red")
    assert GAME.to_act(world.state) == {"blue"}
    assert world.clauses("blue ready") == ("SPH-14.3",)
    passed = World(f"turn 1 roll red\nhand blue {PIECES}").say(
        "chance roll AAA to=red", "blue pass"
    )
    assert passed.state.phase is Phase.PLAN
    passed.orders("wait")
    assert passed.state.phase is Phase.CLAIM, "and again at the end of a step"
    assert passed.say("blue pass").state.turn == 2
    world.say("blue declare claim")
    outcome = GAME.outcome(world.state)
    assert outcome is not None
    assert (outcome.winners, outcome.clause) == (("blue",), "SPH-14.3")
    off = World(f"turn 1 roll red\nhand blue {PIECES}", alt_win="off").say("chance roll AAA to=red")
    assert off.state.phase is Phase.PLAN


def test_a_piece_drawn_in_a_step_and_both_showing() -> None:
    lines = f"hand blue {PIECES[:-4]} S05\ndeck blue M30\nhand red {PIECES}\nunit blue 1 N1.1 M03"
    world = World(lines).orders("set:S05:0:up")
    world.say("blue declare claim", "red declare claim")
    outcome = GAME.outcome(world.state)
    assert outcome is not None
    assert (outcome.winners, outcome.clause) == ((), "SPH-14.7"), "19 cells each"
    more = World(lines + "\ntaken blue S2.0").orders("set:S05:0:up")
    more.say("blue declare claim", "red declare claim")
    assert GAME.outcome(more.state).winners == ("blue",)
    one = World(lines).orders("set:S05:0:up").say("blue pass", "red declare claim")
    assert GAME.outcome(one.state).winners == ("red",)


BOTH = """
    unit blue 1 N1.0 M03
    unit blue dm S1.2 M02
    unit red dm N1.1 M17
    unit red 1 S1.1 M03
    points blue lp=1 mp=3
    points red lp=1 mp=3
    taken red N2.0
    """


@pytest.mark.parametrize(("setting", "winners"), [("territory", ("red",)), ("draw", ())])
def test_both_lose_at_once(setting: str, winners: tuple[str, ...]) -> None:
    world = World(BOTH, double_loss=setting).orders("move:1:2", "move:1:3")
    outcome = GAME.outcome(world.state)
    assert outcome is not None
    assert (outcome.winners, outcome.clause) == (winners, "SPH-14.7")


@pytest.mark.parametrize(
    ("turn", "lines", "settings", "winners", "clause"),
    [
        (20, "taken blue S2.0", {}, ("blue",), "SPH-14.5"),
        (20, "taken red N2.0", {}, ("red",), "SPH-14.5"),
        (20, "points blue lp=4", {}, ("red",), "SPH-14.5"),
        (20, "", {}, None, ""),
        (19, "taken blue S2.0", {}, None, ""),
        (5, "taken blue S2.0", {"max_turns": "5"}, ("blue",), "SPH-14.5"),
        (23, "taken blue S2.0", {}, ("blue",), "SPH-14.6"),
        (40, "", {}, (), "SPH-14.6"),
        (40, "", {"sudden_death_cap": "none"}, None, ""),
    ],
)
def test_the_last_turns(
    turn: int,
    lines: str,
    settings: dict[str, str],
    winners: tuple[str, ...] | None,
    clause: str,
) -> None:
    world = World(f"turn {turn} plan\n{lines}", **settings).orders()
    outcome = GAME.outcome(world.state)
    found = (outcome.winners, outcome.clause) if outcome else (None, "")
    assert found == (winners, clause)
    if outcome is not None:  # the tie-break is reported (SPH-14.5)
        assert (outcome.tie is not None) == ("taken" not in lines)
        assert outcome.counts == ({"blue": 4, "red": 5} if "lp" in lines else outcome.counts)


@pytest.mark.parametrize(
    ("turn", "clause"), [(19, ""), (20, "SPH-14.5"), (21, "SPH-14.6"), (39, "SPH-14.6")]
)
def test_that_play_goes_on_after_the_last_turn_is_reported(turn: int, clause: str) -> None:
    """Check that players who agreed on twenty turns are told why there are more."""
    world = World(f"turn {turn} plan").orders()
    report = [(e.number, e.value, e.clause) for e in world.events if e.kind == "evened"]
    assert report == ([(19, "5", clause)] if clause else [])


def test_conceding() -> None:
    for lines in ("", "turn 1 roll blue", "turn 0 jkp"):
        world = World(lines).say("red declare concede")
        outcome = GAME.outcome(world.state)
        assert outcome is not None
        assert (outcome.winners, outcome.clause) == (("blue",), "SPH-14.8")
    assert World("").clauses("red declare concede to=x") == ("SPH-7.1",)
    assert World("turn 1 roll blue").clauses("chance declare concede") == ("SPH-6.1",)


# Settings and decks.


def test_settings_are_validated() -> None:
    bad = {
        "radius": "5",
        "maze_share": "1/2",
        "maze_open_gates": "25",
        "powerup_cap": "39",
        "ready_timer": "3",
        "sudden_death_cap": "30",
        "queue_cap": "08",
        "initative": "fixed",
    }
    with pytest.raises(DataError) as caught:
        GAME.start(Setup("spherion", bad))
    faults = {fault.field: fault for fault in caught.value.faults}
    assert faults.keys() == bad.keys()
    assert render(faults["initative"].fix, "en") == 'did you mean "initiative"?'
    assert "none" in render(faults["powerup_cap"].fix, "en")
    good = {
        "maze_share": "2/7",
        "maze_open_gates": "24",
        "powerup_cap": "none",
        "ready_timer": "0",
        "sudden_death_cap": "none",
    }
    assert GAME.start(Setup("spherion", good)).config.share.denominator == 7
    for share in ("x/y", "1/0", "a", "1/2000"):
        with pytest.raises(DataError):
            GAME.start(setup(maze_share=share))


def test_a_deck_of_no_seat_or_against_the_rules_is_refused() -> None:
    with pytest.raises(DataError, match="no seat 'green': write blue or red"):
        GAME.start(Setup("spherion", {}, {"green": BLUE}))
    with pytest.raises(DataError, match=r"SPH-4\.1"):
        GAME.start(Setup("spherion", {}, {"blue": type(BLUE)(BLUE.cards[:30], BLUE.extras)}))
    assert GAME.start(Setup("spherion", {}, DECKS)).players[1].extra == ("X02", "X02")
    assert GAME.seats(dealt()) == ("blue", "red")
    assert RED.extras["master"] == ("M17",)


TOUCHED = "turn 3 plan\npowerups N2.6=? S2.6=?\npile ?*14\nunit red 1 N2.7 M05"


def test_a_card_that_a_step_waits_for_is_asked_for() -> None:
    """Check SPH-12.4: only the prompt shows that a touched power-up waits to be turned up."""
    world = World(TOUCHED).say("red declare move:1:2", "red ready")
    assert GAME.table.prompts(world.state) == ()
    world.say("blue ready")
    (asked,) = GAME.table.prompts(world.state)
    assert (asked.seat, asked.cell, asked.value) == (CHANCE, "N2.6", "face")


def test_the_maze_is_asked_for_until_the_first_roll() -> None:
    maze = "turn 1 roll\nwalls N1.0-N1.1"
    assert [event.kind for event in GAME.table.prompts(World(maze).state)] == ["walled"]
    assert GAME.table.prompts(begun().state) == ()


def test_every_cell_is_somebody_s() -> None:
    """Check SPH-13.1: every cell of the globe is owned by blue or red."""
    cell_owners = GAME.table.cell_owners(World("").state)
    assert set(cell_owners.values()) == {"blue", "red"}
    assert cell_owners.keys() == set(GAME.start(setup()).config.globe.names)


def test_an_order_is_offered_with_its_number() -> None:
    world = World("hand blue ?", orders="rail")
    world.say("blue declare ?", "blue ready", "red ready")
    offered = GAME.captions.describe_option(world.state, parse_action("blue declare wait"))
    assert offered == Event("choose", "blue", value=Phase.ORDER.value, number=1)


def test_a_turn_s_dice_wait_for_the_table() -> None:
    """Check SPH-17.5: the table must match before the dice are rolled, but not for planning."""
    assert GAME.table.requires_sync(World("turn 3 roll blue").state)
    assert not GAME.table.requires_sync(World("turn 3 plan").state)
