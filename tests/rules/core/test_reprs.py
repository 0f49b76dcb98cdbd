"""The repr of a value evaluates back; the repr of anything else is a summary in brackets."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import pytest

import rules
from rules import (
    CHANCE,
    Action,
    Deck,
    DeckFinding,
    DeckReport,
    Event,
    Facing,
    Fault,
    Match,
    Outcome,
    PlacedCard,
    Setup,
    Tag,
    TagKind,
    Verb,
    Verdict,
    Violation,
    game_slugs,
    load_catalog,
    load_game,
)
from rules.core.values import Zone
from rules.messages.message import Message
from rules.sim.playout import starter_setup
from tests.support.rules_parts import with_parts

if TYPE_CHECKING:
    from collections.abc import Iterator

NAMES = {**vars(rules), "Message": Message, "Zone": Zone}
DECK = Deck(("y02", "y02"), {"root": ("y01",)}, "storm")
VALUES = (
    Action("A", Verb.PLACE, card="?", to="b2", facing=Facing.DOWN, also=("y03", "y15")),
    Event("drawn", seat="A", number=2, items=("y02",)),
    Setup("yggdrasil"),
    Setup("yggdrasil", {"field": "4x5"}, {"A": DECK}),
    Setup("yggdrasil", MappingProxyType({"field": "4x5"})),
    Verdict(rules.Status.UNDETERMINED, awaits=("YGG-5.4",)),
    Verdict(rules.Status.ILLEGAL, (Violation("YGG-5.4", (("card", "y03"),), "hand"),)),
    Outcome(("A",), "YGG-9.1", {"A": 7, "B": 4}),
    DeckReport((DeckFinding("YGG-3.1", "y02", 3, 2),)),
    Fault("cards.csv", 3, "number", Message("not_number", word="x")),
    PlacedCard("y02", "A", turn=1),
    Zone("a1", owner="A", dice=("d6",)),
    Tag("Y", 10, TagKind.CONTROL, 3, 1, 5),
)
"""Values of the public classes that people see at a Python prompt."""


@pytest.fixture(scope="module")
def matches() -> list[Match[Any]]:
    """Return a match of each game after a few plies."""
    return list(begun())


def begun() -> Iterator[Match[Any]]:
    for slug in game_slugs():
        game = load_game(slug)
        match = Match(game, starter_setup(game, Setup(slug)))
        for _ in range(9):
            at_chance = CHANCE in match.to_act
            options = (
                (game.sample(match.state, lambda _: 0),) if at_chance else game.legal(match.state)
            )
            match.play(next(iter(options)))
        yield match


def test_a_value_evaluates_back() -> None:
    wrong = [value for value in VALUES if eval(repr(value), NAMES) != value]  # noqa: S307
    assert wrong == []


def test_actions_verdicts_and_setups_of_every_game_evaluate_back(matches: list[Match[Any]]) -> None:
    wrong = [
        value
        for match in matches
        for ply in match.plies
        for value in (match.setup, ply.action, ply.verdict, *ply.events)
        if eval(repr(value), NAMES) != value  # noqa: S307 - evaluating is the test
    ]
    assert wrong == []


def test_defaults_are_left_out() -> None:
    assert repr(Setup("jiguan")) == "Setup('jiguan')"
    assert repr(rules.LEGAL) == "Verdict(Status.LEGAL)"
    assert repr(VALUES[0]) == (
        "Action('A', Verb.PLACE, card='?', to='b2', facing=Facing.DOWN, also=('y03', 'y15'))"
    )


def test_anything_else_is_a_summary_in_brackets(matches: list[Match[Any]]) -> None:
    match = Match(load_game("yggdrasil"), Setup("yggdrasil"))
    assert repr(match) == "<Match of yggdrasil after ply 0: chance to act>"
    assert repr(match.game) == "<Rules of yggdrasil>"
    assert repr(load_catalog("yggdrasil")) == "<Catalog of yggdrasil: 38 cards, 66 clauses>"
    for each in matches:
        seats = " and ".join(sorted(each.to_act))
        assert repr(each) == f"<Match of {each.game.slug} after ply 9: {seats} to act>"
        assert repr(each.plies[0]) == f"<Ply 1: {each.plies[0].action}>"


@pytest.mark.parametrize(
    ("winners", "end"), [(("A",), "won by A"), (("A", "C"), "won by A and C"), ((), "drawn")]
)
def test_a_match_says_how_it_ended(winners: tuple[str, ...], end: str) -> None:
    game = with_parts(load_game("yggdrasil"), outcome=lambda *_: Outcome(winners, "YGG-9.1"))
    match = Match(game, Setup("yggdrasil"))
    assert repr(match) == f"<Match of yggdrasil after ply 0: {end}>"


def test_a_correction_names_itself() -> None:
    match = Match(load_game("yggdrasil"), Setup("yggdrasil"))
    assert repr(match.correct(match.state)) == "<Ply 1: correction>"
