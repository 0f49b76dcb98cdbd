"""A seat's knowledge of its own cards, and the options that it may take back."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from rules import CHANCE, UNKNOWN, Facing, Position, Rules, Setup, game_slugs, load_game
from rules.core.hidden_cards import OwnCards
from rules.sim.playout import starter_setup, steps
from tests.support.loops import loop_game


def positions(slug: str, count: int) -> Iterator[tuple[Rules[Any], Any]]:
    """Yield the states of random games."""
    game, rng = load_game(slug), random.Random(f"{slug}/known")
    setup = starter_setup(game, Setup(slug))
    while count > 0:
        for step in steps(game, setup, rng, {}):
            count -= 1
            yield game, step.state


def own_cards(position: Position[Any], seat: str) -> OwnCards:
    """Return the cards that a seat knows in its view of a position."""
    down = {}
    for cell, pile in position.layout.items():
        mine = [card for card in pile if card.facing is Facing.DOWN and card.owner == seat]
        if mine and not cell.endswith((".deck", ".hand")):
            down[cell] = tuple(card.card for card in mine)
    named = position.game.robots.face_down(position.state, seat)
    down |= {cell: (card,) for cell, card in named.items()}
    return OwnCards(position.cards.get(f"{seat}.hand", ()), down)


@pytest.mark.parametrize("slug", game_slugs())
def test_a_seat_recognises_its_own_cards_and_no_others(slug: str) -> None:
    recognised = 0
    for game, state in positions(slug, 250):
        public = game.view(state, None)
        for seat in game.to_act(state) - {CHANCE}:
            view = game.view(state, seat)
            own = own_cards(Position(game, view), seat)
            known = game.robots.recognise(public, seat, own)
            mine = own_cards(Position(game, known), seat)
            assert game.view(known, None) == public
            assert mine.down == own.down
            if slug != "jiguan":  # its hands follow from what is not on the field
                assert mine.hand == own.hand
            recognised += any(UNKNOWN not in cards for cards in (own.hand, *own.down.values()))
    assert recognised > 20


def test_a_game_without_hidden_cards_has_nothing_to_recognise() -> None:
    assert loop_game({"a": ("b",)}).robots.recognise("a", "A", OwnCards(("y03",))) == "a"


@pytest.mark.parametrize("slug", game_slugs())
def test_a_choice_is_described_by_its_purpose(slug: str) -> None:
    described = 0
    for game, state in positions(slug, 400):
        counts = game.captions.counts(state)
        assert set(counts) <= set(game.seats(Setup(slug)))
        assert counts == game.captions.counts(game.view(state, None))
        kinds: dict[tuple[str, str], set[tuple[str, str]]] = {}
        for action in game.legal(state):
            event = game.captions.describe_option(state, action)
            if event is not None:
                described += 1
                assert event.seat == action.seat
                kinds.setdefault((action.seat, action.verb), set()).add((event.kind, event.value))
        assert all(len(found) == 1 for found in kinds.values())
    assert described > 5 or slug == "jiguan"  # its actions describe themselves
