"""Clause coverage: what each forbidding clause allows and refuses."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from rules import LANGUAGES, Setup, Violation, judge, parse_action, refusal
from rules.games import spherion
from rules.games.spherion import GAME
from tests.support.clause_examples import examples_of, has_examples, is_refused_by
from tests.support.games.spherion import BLUE, CATALOG, World, dealt

EXAMPLES = examples_of("spherion")
OF_DECKS = {"SPH-4.1", "SPH-4.2", "SPH-4.3", "SPH-4.4"}
SPOKEN = [c for c in EXAMPLES if "legal" in EXAMPLES[c]]
WRITTEN = [c for c in EXAMPLES if "does" in EXAMPLES[c]]


def world_of(example: dict[str, Any], prefix: str = "") -> World:
    settings = example.get(f"{prefix}settings", example.get("settings", {}))
    world = World(example.get(f"{prefix}lines", example.get("lines", "")), **settings)
    if example.get("dealt"):
        world.state = GAME.start(dealt())
    if "before" in example:
        world.orders(example["before"])
    return world


def test_every_clause_that_forbids_has_its_examples() -> None:
    has_examples(CATALOG, EXAMPLES.keys() | OF_DECKS)
    assert set(SPOKEN) | set(WRITTEN) == EXAMPLES.keys()


@pytest.mark.parametrize("clause", SPOKEN)
def test_what_a_clause_allows_and_refuses(clause: str) -> None:
    example = EXAMPLES[clause]
    world = world_of(example)
    assert judge(GAME, world.state, parse_action(example["legal"])).legal

    world = world_of(example, "illegal_")
    verdict = judge(GAME, world.state, parse_action(example["illegal"]))
    is_refused_by(CATALOG, verdict, [clause])


@pytest.mark.parametrize("clause", WRITTEN)
def test_orders_that_come_to_something_and_to_nothing(clause: str) -> None:
    example = EXAMPLES[clause]
    assert world_of(example).orders(example["does"]).voids() == []
    assert world_of(example, "void_").orders(example["void"]).voids() == [clause]
    for lang in LANGUAGES:
        words = refusal(CATALOG, Violation(clause)).render(lang)
        assert words == CATALOG.clauses[clause].refusals[lang], "speakable without facts"


@pytest.mark.parametrize(
    ("clause", "changes"),
    [
        ("SPH-4.1", {"cards": BLUE.cards[:39]}),
        ("SPH-4.1", {"cards": (*BLUE.cards, *("M08",) * 3, *("M07",) * 3) * 2}),
        ("SPH-4.1", {"cards": (*BLUE.cards, "X02")}),
        ("SPH-4.1", {"cards": (*BLUE.cards, "nothing")}),
        ("SPH-4.2", {"extra": ("X01",) * 3 + ("X02",) * 13}),
        ("SPH-4.2", {"extra": ("M01",)}),
        ("SPH-4.2", {"side": ("P01",)}),
        ("SPH-4.2", {"root": ("M01",)}),
        ("SPH-4.3", {"cards": (*BLUE.cards, "M01")}),
        ("SPH-4.3", {"side": ("M01",)}),
        ("SPH-4.3", {"cards": (*BLUE.cards, "M26", "M26")}),
        ("SPH-4.4", {"master": ()}),
        ("SPH-4.4", {"master": ("M01", "M02")}),
        ("SPH-4.4", {"master": ("S01",)}),
    ],
)
def test_what_decks_may_not_hold(clause: str, changes: dict[str, tuple[str, ...]]) -> None:
    extras = {**BLUE.extras, **{k: v for k, v in changes.items() if k != "cards"}}
    deck = type(BLUE)(changes.get("cards", BLUE.cards), extras)
    report = GAME.data.check_deck(dealt(), "blue", deck)
    assert clause in {finding.clause for finding in report.violations}
    assert not report.legal


def test_the_shipped_decks_are_legal() -> None:
    assert len(CATALOG.decks) >= 2
    for deck in CATALOG.decks.values():
        assert (
            GAME.data.check_deck(dealt(), "red", deck)
            == type(GAME.data.check_deck(dealt(), "red", deck))()
        )


def test_warnings_are_not_violations() -> None:
    heavy = [card for card in BLUE.cards if card.startswith(("S", "T"))]
    high = ("M04", "M05", "M09", "M10", "M14", "M15", "M19", "M20", "M24", "M25") * 3
    deck = type(BLUE)((*heavy, *high[:25], "M26"), BLUE.extras)
    report = GAME.data.check_deck(dealt(), "blue", deck)
    assert report.legal
    assert [w.clause for w in report.warnings] == ["SPH-14.3", "SPH-7.5"]
    with pytest.raises(Exception, match="is not a setting"):
        GAME.data.check_deck(dealt(nothing="1"), "blue", deck)


def test_every_clause_is_worded_in_three_languages() -> None:
    for clause in CATALOG.clauses.values():
        for words in (clause.titles, clause.texts):
            assert all(words[lang] for lang in LANGUAGES)
        assert bool(clause.whys["en"]) == clause.ruling
        assert set(clause.settings) <= CATALOG.settings.keys()
        assert set(clause.related) <= CATALOG.clauses.keys()
        assert clause.section in CATALOG.sections
    for spec in CATALOG.settings.values():
        assert spec.clause in CATALOG.clauses


def test_every_clause_the_rules_name_is_worded() -> None:
    folder = Path(spherion.__file__).parent
    named = {
        name
        for path in folder.rglob("*.py")
        for name in re.findall(r'"(SPH-\d+\.\d+[a-h]?)"', path.read_text("utf-8"))
    }
    assert named - CATALOG.clauses.keys() == set()


@pytest.mark.parametrize(
    ("lines", "action", "points"),
    [
        ("points blue mp=0", "blue declare move:dm:0", "1 MP"),
        ("points blue sp=0", "blue declare summon:M01:0:up:attack", "1 SP"),
    ],
)
def test_an_order_one_cannot_pay_names_the_kind_of_points(
    lines: str, action: str, points: str
) -> None:
    world = World(lines)
    verdict = judge(GAME, world.state, parse_action(action))
    reported = [v for v in verdict.violations if v.clause == "SPH-5.6"]

    for lang in LANGUAGES:
        words = refusal(CATALOG, reported[0]).render(lang)
        assert points in words
        assert f"0 {points[2:]}" in words


@pytest.mark.parametrize(
    "action",
    ["blue ready with=wait", "blue declare MOVE:1:0", "blue declare summon:M05:1:up:attack:2+1"],
)
def test_what_is_no_order_is_reported_what_orders_there_are(action: str) -> None:
    world = World("")
    (violation,) = judge(GAME, world.state, parse_action(action)).violations

    for lang in LANGUAGES:
        words = refusal(CATALOG, violation).render(lang)
        for order in ("move", "flip", "fuse", "wait"):
            assert CATALOG.terms[order][lang] in words


@pytest.mark.parametrize(
    ("lines", "settings", "kinds"),
    [
        ("points blue mp=0\nhand blue M01 S01", {}, {"move": "SPH-5.6", "summon": "SPH-5.6"}),
        ("points blue sp=0 mp=1\nhand blue S01", {"spell_cost": "1"}, {"set": "SPH-5.6"}),
        ("points blue sp=1 mp=1\nhand blue M01 S01", {}, {}),
        (
            "points blue mp=1\nhand blue -\nunit blue 1 N1.0 M01\nunit blue 2 N1.1 M02",
            {},
            {"fuse": "SPH-5.6"},
        ),
        ("points blue mp=0\nqueue blue wait wait", {"queue_cap": "2"}, {"": "SPH-5.5"}),
        ("points blue mp=0\ndone blue", {}, {}),
        ("points blue mp=0", {"orders": "rail"}, {}),
        ("points blue mp=1\nhand blue ?*5", {}, {"summon": "SPH-5.6", "claim": "SPH-14.3"}),
        ("points blue mp=1\nhand blue ?*5", {"alt_win": "off"}, {"summon": "SPH-5.6"}),
    ],
)
def test_what_cannot_be_ordered_now_has_its_clause(
    lines: str, settings: dict[str, str], kinds: dict[str, str]
) -> None:
    state = GAME.notation.parse(f"turn 3 plan\n{lines}", Setup("spherion", settings))
    assert {
        kind: broken.clause for kind, broken in GAME.captions.unavailable_orders(state, "blue")
    } == kinds


def test_where_no_orders_are_written_none_is_missed() -> None:
    state = GAME.notation.parse("turn 3 draw\nhand blue M01", Setup("spherion"))
    assert GAME.captions.unavailable_orders(state, "blue") == ()
