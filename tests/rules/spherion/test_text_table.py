"""Positions as text, and the game as it is on a table (SPH-17)."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import (
    UNKNOWN,
    Facing,
    NotationError,
    PlacedCard,
    Setup,
    Status,
    judge,
    parse_action,
    read_position,
)
from rules.core.candidate_actions import Change
from rules.errors import ImpossiblePosition
from rules.games.spherion import GAME
from rules.games.spherion.orders.rail_slot import OVERFULL, UNFINISHED, rail_order
from rules.games.spherion.state import Phase, State, territory
from rules.games.spherion.table import RAIL, counters
from rules.messages.message import render
from tests.support.fault_texts import translated_everywhere
from tests.support.games.spherion import World, dealt, run, setup


def test_a_cell_that_is_none_is_shown_where_it_stands() -> None:
    for cell, at in (("X1.0", 0), (">X1.0", 1)):
        text = f"turn 3 plan\nunit blue 1 {cell} M01"
        with pytest.raises(NotationError) as caught:
            GAME.notation.parse(text, setup())
        translated_everywhere(caught.value)
        assert caught.value.text == text.splitlines()[1]
        assert caught.value.position == caught.value.text.index(cell) + at


def test_a_few_lines_are_enough() -> None:
    state = GAME.notation.parse("turn 3\n# a comment\nunit blue 1 N1.0 M03", dealt())
    assert (state.turn, state.phase) == (3, Phase.PLAN)
    assert state.players[0].units[0].card == "M02"
    assert state.players[0].hand == (UNKNOWN,) * 5
    assert len(state.players[0].deck) == 34
    assert len(state.players[1].deck) == 35
    assert len(state.pile) == 16
    assert GAME.notation.parse("turn 1\nwalls spherion-1", setup()).walls.bit_count() == 39


def test_sph_13_2_the_cell_of_a_card_has_its_player_s_colour() -> None:
    lines = "unit blue 1 S1.0 M03\nunit red 1 N1.0 T01 down set\nunit red dm N1.1 M17"
    world = World(lines)
    assert [world.colour(cell) for cell in ("S1.0", "N1.0", "N1.1")] == ["blue", "red", "red"]
    assert territory(world.state) == (18, 20)
    told = World(lines + "\ntaken blue S1.0\ntaken red N1.0 N1.1")
    assert told.state == world.state
    assert "taken blue S1.0\n" in GAME.notation.format(world.state)


FAULTS = {
    "": ("needs a turn and a phase", "turn 1 plan"),
    "turn": ("cannot be read", "turn 3 plan"),
    "turn x": ("not a number", ""),
    "turn 1 plam": ("not a valid phase or seat", "plan"),
    "turn 1 plan half=2": ("not a number", ""),
    "turn 1\ntrun 2": ("a position has no line", "turn"),
    "turn 1\nturn 2": ("twice", ""),
    "turn 1\nhand M01": ("is not a name that", "blue"),
    "turn 1\nhand": ("needs a name", "hand blue"),
    "turn 1\nhand blue M99": ("not a valid card", ""),
    "turn 1\nhand blue M01*x": ("not a number", ""),
    "turn 1\nunit blue 1 N1.0": ("cannot be read", "unit blue 1"),
    "turn 1\nunit blue 6 N1.0 M01": ("'blue 6' is not a name that unit", "did you mean"),
    "turn 1\nunit blue 1 N1.9 M01": ("not a valid cell", "N"),
    "turn 1\nunit blue 1 N1.0 M01 sideways": ("cannot be used here", ""),
    "turn 1\nunit blue 1 N1.0 M01 atk=x": ("not a number", ""),
    "turn 1\nunit blue 1 N1.0 M01\nunit red 1 N1.0 M01": ("two cards", "move"),
    "turn 1\nunit blue 1 N1.0 M01\nunit blue 1 N1.1 M01": ("twice", ""),
    "turn 1\nwalls N0": ("not an edge", "N1.0-N2.1"),
    "turn 1\nwalls N0-S0": ("not adjacent", ""),
    "turn 1\ntaken blue S0 S0": ("named twice", "write it once"),
    "turn 1\npowerups N1.0=M01": ("not a valid power-up", ""),
    "turn 1\npowerups N1.0=P01 N1.0=P02": ("named twice", "write it once"),
    "turn 1\npile M01": ("not a valid power-up", ""),
    "turn 1\nused M01": ("not a valid power-up", ""),
    "turn 1\nspawned 1": ("cannot be read", ""),
    "turn 1\npoints blue xp=1": ("cannot be used here", ""),
    "turn 1\npoints blue lp=6": ("not a number", ""),
    "turn 1\nqueue blue jump@1": ("not an order", "wait"),
    "turn 1\nqueue blue wait@x": ("not a number", ""),
    "turn 1\nsign blue well": ("not a valid sign", ""),
    "turn 1\nask x": ("cannot be read", ""),
    "turn 1\nask face blue N1.0 1": ("phase plan has", "restart the step"),
    "turn 1\nend 1.1": ("not a valid clause", "SPH-14.1"),
    "turn 1\nend SPH-14.1 green": ("no seat", ""),
    "turn 1\nend SPH-14.1 blue": ("phase plan has", "restart the step"),
    "turn 1 end": ("phase end has", "restart the step"),
    "turn 1 step": ("phase step has", "restart the step"),
    "turn 1 show": ("phase show has", "restart the step"),
    "turn 1\n| turn x": ("start of the step", ""),
    "turn 1\ninitiative": ("cannot be read", ""),
    "turn 1 spawn\npile -": ("nobody can do what is asked", "another phase"),
    "turn 1 mix red\ndeck red -": ("nobody can do what is asked", "another phase"),
    "turn 1 plan\ndone blue\ndone red": ("nobody can do what is asked", "another phase"),
    "turn 1 order\ndone red\nqueue blue wait@1": ("nobody can do what is asked", "another phase"),
    "turn 1 order\ndone red": ("nobody can do what is asked", "another phase"),
    "turn 1\nunit blue 1 S0 M01": ("master's pole", "unit red dm"),
    "turn 1\nunit blue 1 >N1.0 M01": ("in flight", ""),
    "turn 1 show\nend SPH-14.1\nask face blue N1.0 1": ("nobody can answer", ""),
    "turn 1 show\nend SPH-14.1\nask face blue - 1": ("nobody can answer", ""),
    "turn 1 step\nask face both N0 1\n| turn 1 order": ("nobody can answer", ""),
    "turn 1 step\nask target both - 1\n| turn 1 order": ("nobody can answer", ""),
    "turn 1 show\nend SPH-14.1\nask target both - 1": ("nobody can answer", ""),
    "turn 1 step\nask jkp blue - 1\n| turn 1 order": ("nobody can answer", ""),
    "x" * 100_001: ("too long", ""),
    "turn 1\npoints red lp=-1": ("not a number", ""),
    "turn 1\nqueue blue summon:M99:1:up:attack": ("'M99' is not a valid card", "did you mean"),
    "turn 1\nqueue blue flip:7": ("not an order", "wait"),
    "turn 3\nunit blue 1 N1.0 M01 moved=4": ("not a number", "0 to 3"),
}


# Positions that can be played on, but that no match can reach, with their flags.
IMPOSSIBLE = {
    "turn 1\nhand blue M01*100": "many_cards",
    "turn 1\nwalls N0-N1.0": "walled_pole",
    "turn 3 plan\nunit blue 1 N1.0 M01 moved=2": "too_early",
    "turn 3 use\nunit blue 1 N1.0 M01 down arrived": "too_early",
    "turn 3 plan\nunit blue 1 N1.0 M01 dip=-300": "too_early",
    "turn 3 plan\nstep 2": "too_early",
    "turn 3 spawn\nspawned 2 N2.2": "many_powerups",
    "turn 1 plan\npoints blue mp=50 sp=50": "many_points",
    "turn 1 roll red\npoints red sp=1": "many_points",
    "turn 1 use\npoints red sp=2 cards=2": "many_points",
    "turn 3 plan\nunit blue dm S0 M02\nunit red dm N0 M17": "too_far",
    "turn 1\nunit blue 1 N1.0 S01": "odd_cards",
    "turn 1\nunit blue 1 N1.0 P01": "odd_cards many_cards",
    "turn 1\nunit blue 1 N1.0 M01 set": "odd_cards",
    "turn 1\nunit blue 1 N1.0 T01 set defence": "odd_cards",
    "turn 1\nunit blue 1 N1.0 ?": "odd_cards",
    "turn 1\nunit blue 1 N1.0 X01": "odd_cards",
    "turn 1\nunit blue 1 N1.0 X01 down under=M01,M11": "odd_cards",
    "turn 1\nunit blue 1 N1.0 M01 under=M02": "odd_cards",
    "turn 1\nunit blue dm N0 S01": "odd_master",
    "turn 1\nunit blue dm N0 M02 down": "odd_master",
    "turn 1\nhand blue X01": "misplaced",
    "turn 1\ndeck red P01": "misplaced many_cards",
    "turn 1\nextra red M01": "misplaced",
    "turn 1\ncore red B01": "misplaced many_cards",
    "turn 1\nhand blue M01*2\nunit blue 1 N1.0 M01\ncore blue M01": "many_cards",
    "turn 1\nhand blue M26\ndeck blue M26": "many_cards",
    "turn 1\nextra blue X01*4": "many_cards",
    "turn 1\nhand blue ?*9\ndeck blue ?*90": "many_cards",
    "turn 1\npoints red lp=0": "is_over",
    "turn 1 use\npoints red cards=3 hammers=1": "many_points",
    "turn 1\nqueue blue wait wait wait wait wait wait wait wait wait ": "many_orders",
    "turn 1 draw\nqueue blue wait": "too_early",
    "turn 0 plan": "not_set_up",
    "turn 3 pile": "not_set_up",
    "turn 41": "after_last",
    "turn 1 half=1": "other_half",
    "turn 1\npile P01*3": "many_powerups",
    "turn 1\nused ?*9\npile ?*9": "many_powerups",
    "turn 1\npowerups N1.0 N1.1 N1.2 N1.3 N1.4 N1.5 N2.0": "many_powerups",
    "turn 3 end\nend SPH-14.1 blue": "wrong_end",
    "turn 3 end\nend SPH-14.2": "wrong_end",
    "turn 1\npowerups N1.0\nunit red 1 N1.0 M01": "untouched",
}


@pytest.mark.parametrize("text", FAULTS)
def test_a_fault_names_its_place_and_how_to_fix_it(text: str) -> None:
    what, fix = FAULTS[text]
    with pytest.raises(NotationError) as caught:
        GAME.notation.parse(text, setup())
    translated_everywhere(caught.value)
    assert what in render(caught.value.what, "en")
    assert fix in render(caught.value.fix, "en")
    assert 0 <= caught.value.position <= len(caught.value.text)


@pytest.mark.parametrize("text", IMPOSSIBLE)
def test_a_position_that_no_match_can_reach_is_flagged(text: str) -> None:
    state = GAME.notation.parse(text, setup())
    assert " ".join(GAME.notation.flags(state)) == IMPOSSIBLE[text]
    played_on(state)
    with pytest.raises(ImpossiblePosition):
        read_position(text, GAME, setup())
    assert read_position(text, GAME, setup(), unchecked=True) == state


def test_a_step_s_start_has_no_step_under_way() -> None:
    lines = "unit blue 1 N1.0 M03\nunit blue 2 N1.1 M03\nhand blue S01"
    state = World(lines).orders("set:S01:2:up").state
    text = GAME.notation.format(state)
    assert GAME.notation.parse(text, setup()) == state
    top = [line for line in text.splitlines() if not line.startswith("|")]
    inner = [f"| {line}" for line in text.splitlines()]
    with pytest.raises(NotationError, match="cannot contain a step in progress") as caught:
        GAME.notation.parse("\n".join([*top, *inner]), setup())
    translated_everywhere(caught.value)


SURROUNDED = """turn 5
unit red dm N2.2 M17
unit blue 1 N1.1 M01
unit blue 2 N2.1 M03
unit blue 3 S2.2 M04
unit blue 4 N2.3 M05
walls N2.2-S2.3"""


def test_a_deck_master_that_is_closed_in_has_lost() -> None:
    state = GAME.notation.parse(SURROUNDED, setup())
    assert tuple(GAME.notation.flags(state)) == ("is_over",)
    over = SURROUNDED.replace("turn 5", "turn 5 end") + "\nend SPH-14.2 blue"
    state = GAME.notation.parse(over, setup())
    assert (state.winners, tuple(GAME.notation.flags(state))) == (("blue",), ())


LINES = GAME.notation.format(World("unit blue 1 N1.0 ? down atk=-300\ntaken red N2.0").state)


@given(st.data())
@settings(max_examples=300, deadline=None)
def test_damaged_positions_raise_one_exception_only(data: st.DataObject) -> None:
    text = list(LINES)
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text) - 1))
        text[at] = data.draw(
            st.sampled_from(["", " ", "\n", "?", "9", "-", "=", "x", "²", "| ", "*"])
        )
    try:
        state = GAME.notation.parse("".join(text), setup())
    except NotationError:
        return
    assert GAME.notation.parse(GAME.notation.format(state), setup()) == state
    played_on(state)


def played_on(state: State) -> None:
    """Play some random actions, all of which must be legal."""
    rng = random.Random("on")
    for _ in range(40):
        seats = GAME.to_act(state)
        if not seats:
            break
        action = rng.choice(list(GAME.legal(state)) or [GAME.sample(state, rng.randrange)])
        assert judge(GAME, state, action).status is not Status.ILLEGAL
        state = GAME.advance(state, action)[1]
        assert GAME.notation.parse(GAME.notation.format(state), setup()) == state


# On the table.


def test_the_mat() -> None:
    form = GAME.table.form(setup())
    tracked = [zone.cell for zone in form.zones if zone.tracked]
    assert len(tracked) == 38
    assert form.mat == "globe-2"
    cells = [zone.cell for zone in form.zones]
    assert len(set(cells)) == len(cells)
    assert {"blue.control", "red.control", "wall.N1.0-N2.0", f"blue.rail.{RAIL}"} <= set(cells)
    assert form.seat_turns == {"blue": 0, "red": 180}


def test_rotations_of_cards() -> None:
    lines = """
        unit blue 1 N1.0 M03 defence atk=-300 def=400 phase
        unit blue 2 N1.1 M01 down
        unit blue 3 N2.0 X01 under=M03,M13
        unit red dm S0 M17
        taken red N2.4
        powerups N2.4=P01
        walls N1.0-N2.0
        used B01
        core blue M06
        points blue lp=4 sp=2 mp=3
        """
    placed = GAME.table.layout(World(lines).state)
    assert [x.card for x in placed["N1.0"]] == [
        "M03",
        "token.atk.-300",
        "token.def.400",
        "token.phase",
        "token.unit.1",
    ]
    assert placed["N1.0"][0].turn == 1
    assert placed["N1.1"][0] == PlacedCard(UNKNOWN, "blue", Facing.DOWN)
    assert [x.card for x in placed["N2.0"]] == ["M03", "M13", "X01", "token.unit.3"]
    assert [x.card for x in placed["N2.4"]] == ["token.chip", UNKNOWN]
    assert placed["S0"] == (PlacedCard("M17", "red"),)
    assert placed["wall.N1.0-N2.0"][0].card == "token.wall"
    assert [placed[f"blue.{t}"][0].card[12:] for t in ("lp", "sp", "mp")] == ["4", "2", "3"]
    assert placed["used"][0].card == "B01"
    assert placed["blue.core"][0].card == "M06"
    assert "blue.control" not in placed
    ready = GAME.table.layout(World("done blue").state)
    assert ready["blue.control"] == (PlacedCard("ctl.ready", "blue"),)


@pytest.mark.parametrize("total", range(-2400, 2500, 100))
def test_counters_show_every_sum(total: int) -> None:
    placed = counters(total)
    assert sum(placed) == total
    assert set(placed) <= {400, 300, *range(-1000, 0, 100)}


def test_layouts_distinguish_positions() -> None:
    rng = random.Random("layouts")
    states = run(GAME.start(dealt(max_turns="5")), rng.choice, rng.randrange)
    seen: dict[object, object] = {}
    for state in states:
        key = tuple(sorted(GAME.table.layout(state).items()))
        globe = (
            state.walls,
            state.colours,
            tuple(c for c, _ in state.powerups),
            tuple(
                tuple(u and (u.card if u.up else "?", u.cell, u.sideways) for u in p.units)
                for p in state.players
            ),
        )
        if state.phase is not Phase.STEP:
            assert seen.setdefault(key, globe) == globe


def changes(cell: str, after: PlacedCard | None) -> tuple[Change, ...]:
    return (Change(cell, None, after),)


@pytest.mark.parametrize(
    ("lines", "cell", "resting", "action"),
    [
        ("", "blue.control", PlacedCard("ctl.ready", "blue"), "blue ready"),
        ("done blue", "red.control", PlacedCard("ctl.pass", "red"), "red pass"),
        ("turn 0 jkp", "red.control", PlacedCard("ctl.paper", "red"), "red declare paper"),
        (
            "turn 1 claim\ndone red\nhand blue M26 M27 M28 M29 M30",
            "blue.control",
            PlacedCard("ctl.claim", "blue"),
            "blue declare claim",
        ),
        (
            "turn 1 use\ndone red\npoints blue hammers=1\nhand blue ?",
            "blue.deck",
            PlacedCard("M01", "blue", Facing.DOWN),
            "blue place ? blue.deck",
        ),
        (
            "turn 1 spawn\npile ?",
            "N2.0",
            PlacedCard(UNKNOWN, "", Facing.DOWN),
            "chance choose N2.0",
        ),
        ("turn 2 draw\ndeck red ?", "red.control", PlacedCard("ctl.yes", "red"), "red draw"),
        (
            "turn 0 name red",
            "blue.control",
            PlacedCard("token.initiative", "blue"),
            "red choose blue",
        ),
    ],
)
def test_gestures(lines: str, cell: str, resting: PlacedCard, action: str) -> None:
    world = World(lines)
    meant = list(GAME.candidate_actions(world.state, changes(cell, resting)))
    assert meant == [parse_action(action)]
    assert world.clauses(action) == ()


PIECES = ("M26", "M27", "M28", "M29", "M30")


def claim(*shown: Change) -> list[str]:
    """Return the candidate actions when blue places its CLAIM card and shows cards."""
    placed = Change("blue.control", None, PlacedCard("ctl.claim", "blue"))
    return [
        str(action)
        for action in GAME.candidate_actions(World("hand blue ?*5").state, (placed, *shown))
    ]


def test_pieces_are_claimed_where_they_are_shown() -> None:
    """Check SPH-14.3, SPH-17.8: at a table, no hand is known."""
    slots = [Change(f"blue.rail.{n}", None, PlacedCard(p, "blue")) for n, p in enumerate(PIECES, 1)]
    fan = [Change("blue.control", None, PlacedCard(piece, "blue")) for piece in PIECES]
    for shown in (slots, fan):
        assert claim(*shown) == ["blue declare claim with=M26,M27,M28,M29,M30"]


@pytest.mark.parametrize(
    "lacking",
    [
        Change("blue.rail.5", None, PlacedCard("M30", "blue", Facing.DOWN)),
        Change("blue.rail.5", None, PlacedCard("M30", "red")),
        Change("red.rail.5", None, PlacedCard("M30", "blue")),
        Change("blue.core", None, PlacedCard("M30", "blue")),
        Change("blue.rail.5", None, PlacedCard("M29", "blue")),
    ],
)
def test_a_claim_lacks_what_is_not_shown_open_before_its_own_seat(lacking: Change) -> None:
    four = [Change("blue.control", None, PlacedCard(piece, "blue")) for piece in PIECES[:4]]
    (output,) = claim(*four, lacking)
    assert output == "blue declare ? with=M26,M27,M28,M29"
    assert World("hand blue ?*5").clauses(output) == ("SPH-14.3",)


@pytest.mark.parametrize("orders", ["companion", "rail", "slip"])
def test_claim_alone_wins_nothing(orders: str) -> None:
    (output,) = claim()
    assert output == "blue declare ? with=?"
    for hand in ("?*5", "M26 ?*4", "M26"):
        assert World(f"hand blue {hand}", orders=orders).clauses(output) == ("SPH-14.3",)


def test_a_throw_is_all_its_results_on_the_control_place_of_whose_dice_they_are() -> None:
    """Check SPH-6.1, SPH-17.8: pyramid dice and result tokens count alike."""
    world = World("turn 1 roll blue")
    for kind in ("die", "token.die"):
        thrown = [
            Change("blue.control", None, PlacedCard(f"{kind}.{face}", "blue"))
            for face in ("star", "hammer", "star")
        ]
        meant = list(GAME.candidate_actions(world.state, tuple(thrown)))
        assert meant == [parse_action("chance roll SSH to=blue")]
        assert world.clauses(str(meant[0])) == ()
        assert not list(GAME.candidate_actions(world.state, tuple(thrown[1:]))), (
            "one has not been read"
        )


def test_gestures_that_answer_a_question() -> None:
    face = World("unit blue 1 N1.0 ? down\nunit red 1 N1.1 M01").orders("move:1:2")
    meant = list(GAME.candidate_actions(face.state, changes("N1.0", PlacedCard("M03", "blue"))))
    assert meant == [parse_action("blue flip N1.0 card=M03")]
    assert not list(GAME.candidate_actions(face.state, changes("N1.0", PlacedCard("M03", "red"))))
    power = World("powerups N1.0=?").orders("move:dm:0")
    meant = list(GAME.candidate_actions(power.state, changes("N1.0", PlacedCard("P04", ""))))
    assert meant == [parse_action("chance flip N1.0 card=P04")]
    target = World("unit blue 1 N1.0 M03\nunit blue 2 N1.1 M03\nhand blue S01").orders(
        "set:S01:2:up"
    )
    meant = list(GAME.candidate_actions(target.state, changes("N1.0", PlacedCard("M03", "blue"))))
    assert meant == [parse_action("blue choose N1.0")]
    door = World("walls N1.0-N1.1 N1.0-N2.0\nunit blue 1 N1.0 M03\nhand blue S06").orders(
        "set:S06:2:up"
    )
    meant = list(
        GAME.candidate_actions(door.state, changes("wall.N1.0-N1.1", PlacedCard("token.phase", "")))
    )
    assert meant == [parse_action("blue choose N1.0-N1.1")]
    guard = World("unit red dm N1.1 M17\nunit red 1 N2.6 ? down set\nunit blue 1 N1.0 M03").orders(
        "move:1:2"
    )
    meant = list(
        GAME.candidate_actions(guard.state, changes("red.control", PlacedCard("ctl.pass", "red")))
    )
    assert meant == [parse_action("red choose none")]
    ready = changes("red.control", PlacedCard("ctl.ready", "red"))
    assert not list(GAME.candidate_actions(guard.state, ready)), "READY is no answer"


UPRIGHT, ASIDE = PlacedCard("M03", "blue"), PlacedCard("M03", "blue", turn=1)
COVERED = PlacedCard("M03", "blue", Facing.DOWN)


@pytest.mark.parametrize(
    ("seen", "action"),
    [
        ((Change("N2.0", None, UPRIGHT),), "blue place M03 N2.0 facing=up"),
        ((Change("N1.0", UPRIGHT, None), Change("N1.1", None, UPRIGHT)), "blue move N1.0 N1.1"),
        ((Change("N1.0", UPRIGHT, ASIDE),), "blue turn N1.0 turn=1"),
        ((Change("N1.0", COVERED, UPRIGHT),), "blue flip N1.0 card=M03"),
        ((Change("N1.0", UPRIGHT, None),), ""),
        ((Change("N2.0", None, PlacedCard("P04", "")),), ""),
    ],
    ids=["laid", "moved", "turned", "shown", "looked at", "nobody's"],
)
def test_hands_on_the_globe_before_orders_break_a_clause(
    seen: tuple[Change, ...], action: str
) -> None:
    """Check SPH-7.1: orders are carried out step by step; only looking at a card is no action.

    The action belongs to the card's owner, whoever moved it.
    """
    world = World("unit blue 1 N1.0 M03")
    meant = list(GAME.candidate_actions(world.state, seen))
    assert meant == ([parse_action(action)] if action else [])
    assert not action or world.clauses(action) == ("SPH-7.1",)


def test_what_means_nothing() -> None:
    world = World("")
    for cell, resting in (
        ("N1.0", None),
        ("blue.control", PlacedCard("ctl.dm", "blue")),
        ("blue.deck", PlacedCard("M01", "blue")),
        ("blue.lp", PlacedCard("token.track.3", "blue")),
    ):
        assert list(GAME.candidate_actions(world.state, changes(cell, resting))) == []
    target = World("unit blue 1 N1.0 M03\nunit blue 2 N1.1 M03\nhand blue S01").orders(
        "set:S01:2:up"
    )
    assert (
        list(GAME.candidate_actions(target.state, changes("N2.0", PlacedCard("M03", "blue")))) == []
    )


@pytest.mark.parametrize(
    ("cards", "order"),
    [
        ("ctl.wait", "wait"),
        ("ctl.dm ctl.move.3", "move:dm:3"),
        ("ctl.unit.2 ctl.flip", "flip:2"),
        ("ctl.turn ctl.unit.1", "turn:1"),
        ("M03 ctl.place.1", "summon:M03:1:up:attack"),
        ("M14/ ctl.place.1 ctl.unit.2", "summon:M14:1:up:defence:2"),
        ("?- ctl.place.1", "set:?:1:down"),
        ("?-/ ctl.place.1", "summon:?:1:down:defence"),
        ("?- ctl.place.1 ctl.dm", "summon:?:1:down:attack"),
        ("?- ctl.place.1 ctl.unit.2 ctl.unit.1", "summon:?:1:down:attack:1+2"),
        ("T01- ctl.place.1", "set:T01:1:down"),
        ("ctl.unit.1 ctl.fuse.2 X01", "fuse:1:2:X01"),
        ("ctl.unit.1 ctl.fuse.0 X01", "fuse:1:1:X01"),
        ("ctl.unit.4 ctl.fuse.0 X01", "fuse:4:4:X01"),
        ("ctl.unit.1 ctl.move.1 ctl.flip", OVERFULL),
        ("ctl.unit.1", UNFINISHED),
        ("ctl.unit.1 ctl.wait", "wait"),
        ("M03 ctl.flip ctl.unit.1", "flip:1"),
        ("?- ctl.wait", "wait"),
        ("?- M03 ctl.place.1", OVERFULL),
        ("ctl.place.1", UNFINISHED),
        ("M03 ctl.unit.1 ctl.unit.2", UNFINISHED),
        ("M03 ctl.place.1 ctl.flip", OVERFULL),
        ("ctl.unit.1 ctl.unit.2 ctl.move.0", OVERFULL),
        ("ctl.move.0", UNFINISHED),
        ("ctl.unit.2 ctl.fuse.1", UNFINISHED),
        ("M03", None),
        ("ctl.ready ctl.rock", None),
    ],
)
def test_what_a_rail_s_slot_says(cards: str, order: str | None) -> None:
    world = World("unit blue 1 N1.0 M03\nunit blue 2 N1.1 M13", orders="rail")
    pile = tuple(
        PlacedCard(
            word.rstrip("-/"),
            "blue",
            Facing.DOWN if "-" in word else Facing.UP,
            1 if "/" in word else 0,
        )
        for word in cards.split()
    )
    action = rail_order(world.state, "blue", pile)
    assert (action.value if action else None) == order


def test_orders_on_paper_are_counted_then_turned_over() -> None:
    """Check SPH-17.3: YES adds a written order, NO removes one; a slot is read at its step."""
    plan = World("unit blue 1 N1.0 M03", orders="rail")
    more = list(
        GAME.candidate_actions(plan.state, changes("blue.control", PlacedCard("ctl.yes", "blue")))
    )
    assert more == [parse_action("blue declare ?")]
    slot = changes("blue.rail.1", PlacedCard("ctl.wait", "blue"))
    assert list(GAME.candidate_actions(plan.state, slot)) == [parse_action("blue declare wait")]
    assert plan.clauses("blue declare wait") == ("SPH-17.3",), "not turned up before READY"
    plan.say("blue declare ?")
    less = list(
        GAME.candidate_actions(plan.state, changes("blue.control", PlacedCard("ctl.no", "blue")))
    )
    assert less == [parse_action("blue declare undo")]
    plan.say("blue ready", "red ready")
    assert plan.clauses("blue move N1.0 N1.1") == ("SPH-7.1",), "before the slot is turned over"
    assert list(GAME.candidate_actions(plan.state, slot)) == [parse_action("blue declare wait")]
    assert not list(
        GAME.candidate_actions(plan.state, changes("blue.rail.2", PlacedCard("ctl.wait", "blue")))
    )


@pytest.mark.parametrize(
    ("text", "count"),
    [("turn 0 jkp", 16), ("turn 0 name blue", 16), ("turn 1 plan\npile P01 P02", 2)],
)
def test_the_powerups_are_on_their_pile_from_the_beginning(text: str, count: int) -> None:
    layout = GAME.table.layout(GAME.notation.parse(text, Setup("spherion")))
    assert layout["pile"] == (PlacedCard(UNKNOWN, "", Facing.DOWN),) * count
