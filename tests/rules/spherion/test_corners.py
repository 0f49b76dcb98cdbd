"""Rare cases: errors in card facts, stale orders, texts of unfinished steps, impossible states."""

from __future__ import annotations

import dataclasses
from fractions import Fraction

import pytest

from rules import CHANCE, Action, DataError, Event, Fault, Verb, load_catalog, parse_action
from rules.core.columns import read_row
from rules.games.spherion import GAME
from rules.games.spherion.cards import COLUMNS, make_card, pool
from rules.games.spherion.globe import maze
from rules.games.spherion.resolve.run import Run
from rules.games.spherion.state import Ask, master_of
from rules.messages.message import render
from tests.support.games.spherion import World, dealt, setup
from tests.support.games.spherion_dealer import Dealer


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("kind", "dragon"),
        ("element", "Wood"),
        ("atk", "much"),
        ("effect", "fly 3"),
        ("effect", "on_kill"),
        ("condition", "atk_max"),
        ("condition", "often"),
        ("materials", "Fire+Wood 3"),
        ("materials", "Fire+Wind x"),
    ],
)
def test_faulty_card_facts_are_named(column: str, value: str) -> None:
    a_faulty_fact_is_named("M01", column, value)


@pytest.mark.parametrize(("card", "column"), [("M01", "element"), ("X01", "materials")])
def test_a_fact_that_the_kind_of_card_requires_is_named(card: str, column: str) -> None:
    """Check SPH-1.5, a monster has an element, and SPH-19.3, a fusion names its materials."""
    a_faulty_fact_is_named(card, column, "")


def a_faulty_fact_is_named(card: str, column: str, value: str) -> None:
    row = load_catalog("spherion").cards[card]
    faults: list[Fault] = []
    broken = dataclasses.replace(row, facts={**row.facts, column: value})
    read_row(broken, COLUMNS, make_card, "cards.csv", faults)
    assert [(f.field, f.line) for f in faults] == [(column, row.line)]
    assert all(render(text, "ja") != text for text in (faults[0].what, faults[0].fix))


def test_faulty_facts_stop_the_pool(monkeypatch: pytest.MonkeyPatch) -> None:
    catalog = load_catalog("spherion")
    row = catalog.cards["M01"]
    broken = dataclasses.replace(
        catalog, cards={"M01": dataclasses.replace(row, facts={**row.facts, "level": "?"})}
    )
    monkeypatch.setattr("rules.catalog.reader.load_catalog", lambda _slug: broken)
    with pytest.raises(DataError, match="level"):
        pool.__wrapped__()


def test_what_the_rules_hold_to_be_impossible() -> None:
    state = World("").state
    with pytest.raises(LookupError):
        Run(state).there(0, 1)
    with pytest.raises(LookupError):
        GAME.fold(state, Event("turned", "blue", to="1"))
    with pytest.raises(LookupError):
        GAME.phases["step"].resolve(state, parse_action("blue choose N0"))
    asked = state._replace(ask=Ask("target", 0, "", ("N0", "N1.0"), 0))
    with pytest.raises(LookupError, match="no step"):
        GAME.phases["step"].resolve(asked, parse_action("blue choose N0"))
    with pytest.raises(LookupError, match="no effect"):
        _ = pool()["M03"].required_effect
    player = state.players[0]._replace(units=(None, *state.players[0].units[1:]))
    with pytest.raises(LookupError):
        master_of(state._replace(players=(player, state.players[1])), 0)


def test_orders_that_went_stale() -> None:
    lines = "queue blue {}@1\npoints blue sp=1 mp=0\nunit blue 1 N1.0 M03\nunit blue 2 N1.1 M13"
    for order, clause in (
        ("move:dm:3", "SPH-5.6"),
        ("summon:M01:3:up:attack", "SPH-7.5"),
        ("set:T01:3:up", "SPH-7.6"),
        ("move:4:1", "SPH-17.1"),
        ("flip:4", "SPH-17.1"),
        ("turn:4", "SPH-17.1"),
        ("fuse:1:4:X01", "SPH-17.1"),
    ):
        world = World(lines.format(order)).say("blue ready", "red ready")
        assert world.voids() == [clause], order
    strange = World("unit blue 1 N1.0 M03\nunit blue 2 N1.1 M13")
    assert strange.clauses("blue declare fuse:1:2:S01") == ("SPH-7.8",)
    other = World(lines.format("fuse:1:2:X01") + "\nextra blue X02").say("blue ready", "red ready")
    assert other.voids() == ["SPH-7.8"]


def test_a_card_found_out_in_stage_a_does_not_move_any_more() -> None:
    lines = "unit red 1 N2.0 M22 down\nunit blue 1 N1.0 ? down\nhand blue M14"
    move = World(lines).orders("move:1:1", "flip:1").say("blue flip N1.0 card=T01")
    assert (move.voids(), move.player("blue").core) == (["SPH-17.1"], ("T01",))
    assert move.player("blue").mp == 9
    tribute = World(lines).orders("summon:M14:1:up:attack:1", "flip:1")
    tribute.say("blue flip N1.0 card=T01")
    assert (tribute.voids(), tribute.player("blue").sp) == (["SPH-7.5b"], 9)
    alone = World("unit blue 1 N1.0 M22 down").orders("flip:1")
    assert alone.unit("blue", 1).up, "nothing to expose"


def test_half_done_steps_as_text() -> None:
    lines = "unit blue dm N2.8 M02\nunit blue 1 N1.0 T01 down set\nunit red 1 N1.2 T02 down set"
    world = World(lines).orders("move:1:2", "move:1:0")
    for line in ("blue declare rock", "red declare rock", "red declare paper"):
        assert GAME.notation.parse(GAME.notation.format(world.state), setup()) == world.state
        text = GAME.notation.format(world.state)
        assert ">N1.0" in text
        layout = GAME.table.layout(world.state)
        assert layout["N1.0"][0].owner == "blue", "a card in flight lies where it came from"
        world.say(line)
    assert GAME.notation.parse(GAME.notation.format(world.state), setup()) == world.state
    assert "sign red paper" in GAME.notation.format(world.state)
    assert "answers rock,rock" in GAME.notation.format(world.state)
    hand = World("unit blue dm N1.0 M02\nunit red dm N1.2 M17\nhand blue T01\nhand red T02")
    hand.orders("set:T01:2:down", "set:T02:0:up")
    assert ">hand" in GAME.notation.format(hand.state)
    assert GAME.notation.parse(GAME.notation.format(hand.state), setup()) == hand.state
    assert hand.say("blue declare concede").state.winners == ("red",)


def test_what_legal_lists_where_little_is_left() -> None:
    assert len(list(GAME.legal(World("turn 1 claim\ndone red\nhand blue M26").state))) == 1
    assert len(list(GAME.legal(World("turn 2 draw\ndone red").state))) == 1
    assert World("turn 2 draw\ndone red").clauses("blue draw") == ("SPH-5.2",)
    poor = World("unit blue 1 N1.0 M03\nunit blue 2 N1.1 M13\nextra blue -")
    state = poor.state._replace(config=GAME.start(dealt()).config)
    assert not [a for a in GAME.legal(state) if a.value.startswith("fuse")]
    named = list(GAME.legal(GAME.notation.parse("turn 0 name red", setup())))
    assert [a.value for a in named] == ["blue", "red"]


def test_a_known_deck_limits_what_a_hidden_card_can_be() -> None:
    state = GAME.notation.parse(
        "turn 3\npoints blue sp=5\nunit blue 1 N1.0 M01\ncore blue M05", dealt()
    )
    summons = {a.value.split(":")[1] for a in GAME.legal(state) if a.value.startswith("summon")}
    assert "M05" not in summons, "the only copy lies in the Core"
    assert {"?", "M01", "M02"} <= summons
    assert "M08" not in summons
    line = "blue declare summon:M14:2:down:attack:1"
    for event in GAME.advance(state, parse_action(line))[0]:
        state = GAME.fold(state, event)
    assert GAME.violations(state, parse_action(line)) == (), "judged at its step (SPH-7.2)"


def test_odd_texts_and_open_mazes() -> None:
    world = World("hand blue M05\nunit blue 1 N1.0 M03\nunit blue 2 N1.1 M03")
    assert world.clauses("blue declare summon:M05:2:up:attack:2+1") == ("SPH-7.1",)
    assert world.clauses("blue declare summon:M05:2:up:attack:1+1") == ("SPH-7.5b",)
    assert not maze(1, "open", 12, Fraction(0), 3)
    world = World("turn 0 deal blue")
    known = "chance draw to=blue.deck with=" + ",".join(["M01", "M02", *"?" * 38])
    assert world.clauses(known) == ()


def test_a_used_pile_is_shuffled_again() -> None:
    world = World("turn 2 restock\npile -\nused P01 B01")
    dealer = Dealer("again")
    action = dealer.outcome(world.state)
    assert sorted(action.also) == ["B01", "P01"]
    assert dealer.outcome(world.state).to == "pile"
    sampled = GAME.sample(world.state, lambda n: n - 1)
    assert sampled == Action(CHANCE, Verb.DRAW, to="pile", also=("P01", "B01"))
    assert dealer.sign() in ("rock", "paper", "scissors")
