"""Clauses of refusals: those that the rules name in the position at hand."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from companion.referee.evolve import evolve
from companion.referee.explain.hidden_chance import advance, draw_outcome, unseen_chance
from companion.referee.explain.infer import infer
from companion.referee.explain.interpretations import Accept, Refuse
from companion.referee.notices import Refused
from companion.referee.state import opened
from companion.referee.table import card_on
from rules import (
    CHANCE,
    LEGAL,
    UNKNOWN,
    Action,
    Facing,
    Match,
    PlacedCard,
    Rules,
    Seat,
    Setup,
    Verb,
    game_slugs,
    judge,
    load_catalog,
    load_game,
    parse_action,
)
from tests.support.referee.inputs import history
from tests.support.referee.random_tables import RandomTable

PLIES = 25


def positions(game: Rules[Any], rng: random.Random) -> Iterator[tuple[Any, Seat]]:
    """Yield the positions of a random match as a camera sees it, and the seat that acted last."""
    match, last = Match(game, Setup(game.slug)), ""
    while len(match.plies) < PLIES and match.outcome is None:
        state = match.state
        action = unseen_chance(game, state) or draw_outcome(game, state, rng.randrange)
        if action is None and match.to_act == {CHANCE}:
            action = game.sample(state, rng.randrange)
        if action is None:
            actions = list(game.legal(state))
            played = [a for a in actions if a.verb is not Verb.PASS and a.value != "concede"]
            action = rng.choice(played if played and rng.random() < 0.8 else actions)
            unseen = replace(action, card=UNKNOWN)
            is_hidden = action.verb is Verb.PLACE and action.facing is Facing.DOWN
            action = unseen if is_hidden and judge(game, state, unseen).legal else action
            last = action.seat
        match.play(action)
        if match.outcome is None and unseen_chance(game, match.state) is None:
            yield match.state, last


def position_to_judge(game: Rules[Any], state: Any, last: Seat, action: Action) -> Any:  # noqa: ANN401
    """Return the position at hand, unless its seat can act in this way only after unseen steps.

    These are passes of the seat that acted last, and the choice of the first seat.
    """
    later, decline = state, Action(last, Verb.PASS)
    if game.to_act(state) == {CHANCE}:
        chosen = (a for a in game.legal(state) if a.verb is Verb.CHOOSE)
        begun = (advance(game, state, each) for each in chosen)
        later = next((each for each in begun if action.seat in game.to_act(each)), state)
    while action.seat not in game.to_act(later) and last in game.to_act(later):
        if judge(game, later, decline) != LEGAL:
            break
        later = advance(game, later, decline)
    acts = ((a.seat, a.verb) for a in game.legal(later))
    return later if (action.seat, action.verb) in acts else state


@pytest.mark.parametrize("slug", game_slugs())
def test_a_refusal_cites_the_clauses_of_the_position_at_hand(slug: str) -> None:
    """Show random illegal placements and moves in random positions."""
    game, refusals = load_game(slug), 0
    form = game.table.form(Setup(slug))
    zones = [zone for zone in form.zones if zone.tracked]
    cards = sorted(load_catalog(slug).cards)
    for seed in range(1 if slug == "spherion" else 6):
        rng = random.Random(f"{slug}/{seed}")
        for state, last in positions(game, rng):
            layout = game.table.layout(state)
            seen = {zone.cell: card_on(layout, zone.cell) for zone in zones}
            occupied = [cell for cell, card in seen.items() if card is not None]
            zone, seat = rng.choice(zones), rng.choice(sorted(game.seats(Setup(slug))))
            if rng.random() < 0.2 and occupied and seen[zone.cell] is None:
                source = rng.choice(occupied)
                changed = {source: None, zone.cell: seen[source]}
            else:
                down = form.face_down and rng.random() < 0.4
                facing = Facing.DOWN if down else Facing.UP
                card = UNKNOWN if down else rng.choice(cards)
                changed = {zone.cell: PlacedCard(card, seat, facing, zone.turn)}
            found = infer(game, state, {**seen, **changed}, last=last)
            if isinstance(found, Refuse) and not found.preceding:
                at_hand = position_to_judge(game, state, last, found.action)
                assert found.verdict == judge(game, at_hand, found.action), (seed, found)
                refusals += 1
    assert refusals >= 10


@pytest.mark.parametrize("slug", game_slugs())
def test_a_referee_cites_the_clauses_of_the_position_at_hand(slug: str) -> None:
    """Check every refusal at random tables: of cards, tokens and declarations."""
    refusals = 0
    for seed in range(2, 5):
        table = RandomTable(slug, seed)
        for _ in range(40):
            table.gesture()
        at = opened(Match(table.game, table.setup).now, table.referee.at.geometry)
        for notice in history(table.referee):
            if isinstance(notice, Refused) and not (at.readings or at.memory.expired):
                action, state = notice.action, at.match.state
                assert action is not None
                at_hand = position_to_judge(table.game, state, at.last_seat, action)
                assert notice.violations == judge(table.game, at_hand, action).violations
                refusals += 1
            at = evolve(at, notice)
    assert refusals >= 5


JI_GUAN = load_game("jiguan")


def ji_guan(*actions: str) -> tuple[Any, dict[str, PlacedCard | None]]:
    """Return a position and its tracked cells; A has the marker."""
    match = Match(JI_GUAN, Setup("jiguan"))
    for action in ("chance choose A", *actions):
        match.play(parse_action(action))
    layout = JI_GUAN.table.layout(match.state)
    zones = JI_GUAN.table.form(match.setup).zones
    return match.state, {z.cell: card_on(layout, z.cell) for z in zones if z.tracked}


SUN, MOON = (PlacedCard(UNKNOWN, seat, Facing.DOWN) for seat in "AB")
BEASTS = ("A place ? A.beast facing=down", "B place ? B.beast facing=down")


def test_a_decline_that_ends_the_phase_is_not_assumed() -> None:
    """Check Sun's item when Moon, who turned up last, has to act first."""
    beasts = ("A flip A.beast card=jb5", "B flip B.beast card=jb1")
    state, seen = ji_guan(*BEASTS, *beasts)
    assert JI_GUAN.to_act(state) == {"B"}
    found = infer(JI_GUAN, state, seen | {"A.item1": SUN}, last="B")
    assert isinstance(found, Refuse)
    assert found.verdict.clauses == ("JGS-5.2",)


def test_an_order_that_blames_nobody_is_preferred() -> None:
    """Check that Moon's beast was placed before Sun's was turned up, if both are seen at once."""
    state, seen = ji_guan(BEASTS[0])
    changed = {"A.beast": PlacedCard("jb1", "A"), "B.beast": MOON}
    found = infer(JI_GUAN, state, seen | changed, last="A")
    assert isinstance(found, Accept)
    assert [str(a) for a in found.actions] == [BEASTS[1], "A flip A.beast card=jb1"]


def test_a_card_turned_up_too_early_is_still_accepted_as_such() -> None:
    state, seen = ji_guan(BEASTS[0])
    found = infer(JI_GUAN, state, seen | {"A.beast": PlacedCard("jb1", "A")}, last="A")
    assert isinstance(found, Accept)
    assert [str(a) for a in found.actions] == ["A flip A.beast card=jb1"]


def test_a_pass_that_makes_a_flip_blameless_is_preferred() -> None:
    """Check an item turned up after a misplayed one: its seat has nothing more to place."""
    beasts = ("A flip A.beast card=jb5", "B flip B.beast card=jb1")
    items = ("B place ? B.item1 facing=down", "A place ? A.item1 facing=down")
    state, seen = ji_guan(*BEASTS, *beasts, *items, "B flip A.item1 card=jb2")
    found = infer(JI_GUAN, state, seen | {"B.item1": PlacedCard("ji2", "B")}, last="B")
    assert isinstance(found, Accept)
    assert [str(a) for a in found.actions] == ["B pass", "B flip B.item1 card=ji2"]
