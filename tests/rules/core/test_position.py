"""Questions about positions, and matches that are told what happened."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest

from rules import (
    CHANCE,
    UNKNOWN,
    IllegalAction,
    Match,
    NotationError,
    Position,
    Setup,
    game_slugs,
    load_game,
    parse_action,
    read_position,
)
from rules.sim.playout import starter_setup


def positions(slug: str, plies: int = 160) -> list[Position[Any]]:
    """Return the positions of a random match, and of its successors."""
    game, rng = load_game(slug), random.Random(11)
    match = Match(game, starter_setup(game, Setup(slug)))
    found = [match.position]
    for _ in range(plies):
        acting = sorted(match.to_act)
        if not acting:
            break
        legal = [] if acting[0] == CHANCE else list(game.legal(match.state))
        match.play(rng.choice(legal) if legal else game.sample(match.state, rng.randrange))
        found.append(match.position)
    return found


def written(slug: str, text: str, **settings: str) -> Position[Any]:
    """Return a position from its notation."""
    game, setup = load_game(slug), Setup(slug, settings)
    return Position(game, read_position(text, game, setup, unchecked=True))


@pytest.mark.parametrize("slug", game_slugs())
def test_every_answer_is_about_cells_of_the_mat_and_seats(slug: str) -> None:
    game = load_game(slug)
    setup = Setup(slug)
    cells = {zone.cell for zone in game.table.form(setup).zones}
    seats = set(game.seats(setup))
    for position in positions(slug):
        near = position.neighbours
        assert set(near) <= cells
        assert all(one in near[other] for one in near for other in near[one])
        assert set(position.controllers) <= set(near)
        assert set(position.controllers.values()) <= seats
        assert set(position.facts) <= cells
        assert set(position.score_parts) <= seats
        assert set(position.units) <= seats
        assert all(
            cell in position.neighbours for at in position.units.values() for cell in at.values()
        )
        assert set(position.scores) <= seats
        assert position.phase in game.phases
        assert (position.outcome is None) == bool(position.to_act)


@pytest.mark.parametrize("slug", game_slugs())
def test_a_seat_does_not_see_another_hand(slug: str) -> None:
    game = load_game(slug)
    first, *others = game.seats(Setup(slug))
    for position in positions(slug):
        seen = position.by(first)
        assert seen.cards[f"{first}.hand"] == position.cards[f"{first}.hand"]
        public = position.by(None)
        for seat in others:
            hand, known = position.cards[f"{seat}.hand"], seen.cards[f"{seat}.hand"]
            assert len(hand) == len(known)
            # What the seat knows of a rival's hand is what everybody knows.
            assert known == public.cards[f"{seat}.hand"]
        assert set(position.cards) == set(seen.cards)


@pytest.mark.parametrize("slug", game_slugs())
def test_a_preview_says_what_playing_changes(slug: str) -> None:
    game, rng = load_game(slug), random.Random(2)
    for position in positions(slug, 60):
        acting = sorted(position.to_act)
        if not acting or acting[0] == CHANCE:
            continue
        offered = [a for seat in acting for a in position.options(seat)]
        assert offered == sorted(game.legal(position.state), key=offered.index)
        action = rng.choice(offered)
        preview = position.preview(action)
        events, state = game.advance(position.state, action)
        after = Position(game, state)
        assert preview.events == events
        for changed, before, then in (
            (preview.cells, position.layout, after.layout),
            (preview.controllers, position.controllers, after.controllers),
            (preview.facts, position.facts, after.facts),
            (preview.scores, position.scores, after.scores),
        ):
            assert applied(before, changed) == {**then}


def applied(before: Mapping[str, Any], changed: Mapping[str, tuple[Any, Any]]) -> dict[str, Any]:
    """Return `before` with the changes."""
    for key, (old, _) in changed.items():
        assert before.get(key) == old
    whole = {**before, **{key: new for key, (_, new) in changed.items()}}
    return {key: value for key, value in whole.items() if value is not None}


@pytest.mark.parametrize("slug", game_slugs())
def test_a_cell_is_one_step_further_than_its_nearest_neighbour(slug: str) -> None:
    position = positions(slug, 0)[0]
    near = position.neighbours
    for one in sorted(near)[:2]:
        assert position.distance(one, one) == 0
        assert position.distance(one, "nowhere") is None
        steps = {other: position.distance(one, other) for other in near}
        for other in near.keys() - {one}:
            nearest = [n for cell in near[other] if (n := steps[cell]) is not None]
            assert steps[other] == (1 + min(nearest) if nearest else None)


@pytest.mark.parametrize("slug", game_slugs())
def test_no_phase_follows_the_end(slug: str) -> None:
    game = load_game(slug)
    state, end = game.start(Setup(slug)), game.phases["end"]
    assert end.who(state) == frozenset()
    assert list(end.options(state)) == []
    with pytest.raises(LookupError, match="the game has ended before A pass"):
        end.resolve(state, parse_action("A pass"))


def test_str_4_7_control_follows_the_force_of_the_top_card() -> None:
    position = written(
        "stratosphere",
        "node 1.R d01 | ?*2\nnode 2.L c07 | ?*2\nforce 1=red 2=black\nturn 3 1\n"
        "hand 1 d11 d02\nhand 2 ?*3",
    )
    assert position.controllers == {"1.R": "1", "2.L": "2"}
    assert position.facts["1.R"] == {"value": 1, "force": "red"}
    assert position.distance("1.R", "2.L") == position.distance("2.L", "1.R")
    assert position.distance("1.R", "1.R") == 0
    assert position.cards["1.hand"] == ("d02", "d11")
    assert "1.C" in position.targets("1", "d11")
    assert position.targets("2", "?") == ()


def test_jgs_2_7_a_beast_has_its_element_and_its_final_one() -> None:
    position = written(
        "jiguan",
        "phase items\nbeast A jb1 up\nbeast B jb5 up\nitem A.item1 ji1 B up\nturn A 2",
    )
    assert position.facts["A.beast"] == {"element": "fire", "final element": "wood"}
    assert position.facts["B.beast"] == {"element": "water", "final element": "water"}
    assert "ji1" not in position.cards["B.hand"]


def test_ygg_9_4_the_powers_of_an_invasion_are_facts() -> None:
    for position in positions("yggdrasil", 400):
        if position.phase == "invade":
            break
    (seat,) = position.to_act
    for target in position.targets(seat, ""):
        facts = position.facts[target]
        assert int(facts["attack"]) > 0
        assert int(facts["defence"]) > 0


def test_there_is_no_way_between_cells_of_a_game_without_distances() -> None:
    position = written("dicebattle", "turn 1 A set\ndice A 4\nhand A h13")
    assert position.neighbours == {}
    assert position.distance("A.main1", "A.main1") == 0
    with pytest.raises(KeyError):
        position.distance("A.main1", "B.main1")


def test_a_match_understands_what_a_player_says() -> None:
    match = Match(load_game("jiguan"), Setup("jiguan"))
    assert match.say("chance lot B").action == parse_action("chance choose B")
    assert match.say("A lay fire").number == 2
    assert match.say("月 伏せる 白虎").number == 3
    assert match.position.facts["A.beast"]["element"] == "fire"
    assert match.say("pass").action == parse_action("B pass")  # the loser of the opening (JGS-5.2)
    with pytest.raises(IllegalAction):
        match.say("A lay metal item1")
    with pytest.raises(NotationError):
        match.say("A lay")
    assert len(match.plies) == 4


def test_without_a_seat_words_are_not_given_to_several_players() -> None:
    match = Match(load_game("jiguan"), Setup("jiguan"))
    match.say("choose A")
    assert len(match.to_act) == 2
    with pytest.raises(NotationError):
        match.say("lay fire")


def test_unknown_cards_stay_unknown() -> None:
    position = written("yggdrasil", "turn 3 A\nhand A y03\nhand B ?*5")
    assert position.cards["B.hand"] == (UNKNOWN,) * 5
