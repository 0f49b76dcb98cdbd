"""Deck validation (YGG-2), shuffles, and the shipped data."""

import dataclasses
from collections.abc import Iterable

import pytest

from rules import (
    DataError,
    Deck,
    DeckFinding,
    DeckReport,
    Fault,
    Setup,
    judge,
    load_catalog,
    parse_action,
)
from rules.core.card_data import Card as Row
from rules.core.columns import read_row
from rules.games.yggdrasil import GAME
from rules.games.yggdrasil.cards import COLUMNS, FieldCard, make_card, pool, turned
from rules.messages.message import render
from tests.support.games.yggdrasil import carry_out, setup
from tests.support.games.yggdrasil_oracle import FACTS

DECKS = load_catalog("yggdrasil").decks
TWENTY = tuple(f"y{n:02}" for n in range(1, 21))


def check(
    cards: Iterable[str],
    roots: tuple[str, ...] = ("yr1",),
    agreed: Setup | None = None,
    seat: str = "A",
) -> DeckReport:
    return GAME.data.check_deck(agreed or setup(), seat, Deck(tuple(cards), {"root": tuple(roots)}))


@pytest.mark.parametrize("name", DECKS)
def test_the_shipped_decks_are_legal(name: str) -> None:
    agreed = setup(field="5x7") if name.endswith("30") else setup()
    report = GAME.data.check_deck(agreed, "A", DECKS[name])

    assert report.legal
    assert report.warnings == ()


def test_a_deck_has_no_other_parts_than_its_root() -> None:
    parts = {"root": ("yr1",), "side": ("y01", "y02"), "extra": ()}
    report = GAME.data.check_deck(setup(), "A", Deck(TWENTY, parts))

    assert report.violations == (DeckFinding("YGG-2.1", "side", 2, 0),)


def test_every_violation_is_found_at_once() -> None:
    cards = (*TWENTY[:16], "y01", "y01", "yr2", "nowhere")
    report = check(cards, ("yr1", "y03"))

    assert set(report.violations) == {
        DeckFinding("YGG-2.1", "", 18, 20),
        DeckFinding("YGG-2.1", "nowhere", 1, 0),
        DeckFinding("YGG-2.2", "y01", 3, 2),
        DeckFinding("YGG-2.3", "yr2", 1, 0),
        DeckFinding("YGG-2.3", "", 2, 1),
        DeckFinding("YGG-2.3", "y03", 1, 1),
    }
    assert not report.legal


def test_few_cards_with_a_branch_down_are_warned_of() -> None:
    cards = ["y31", "y32", "y33", "y34", "y35", "y36", "y17", "y18", "y19", "y20"] * 2
    report = check(cards)

    assert report.legal
    assert report.warnings == (DeckFinding("YGG-2.4", "", 0, 8),)


def test_roots() -> None:
    agreed = Setup("yggdrasil", {}, {"B": Deck(TWENTY, {"root": ("yr2",)})})
    assert check(TWENTY, ("yr1",), agreed).violations == (DeckFinding("YGG-2.3", "yr1", 1, 1),)
    assert check(TWENTY, ("yr2",), agreed).legal
    assert check(TWENTY, ()).legal  # the agreed root is on the table anyway
    free = setup(roots="free")
    assert check(TWENTY, (), free).violations == (DeckFinding("YGG-2.3", "", 0, 1),)


def test_a_faulty_setting_or_seat_is_no_deck_fault() -> None:
    with pytest.raises(DataError, match="did you mean"):
        check(TWENTY, agreed=setup(filed="4x5"))
    with pytest.raises(DataError, match="write A or B"):
        GAME.start(Setup("yggdrasil", {}, {"C": Deck(TWENTY)}))
    with pytest.raises(DataError) as error:
        GAME.start(Setup("yggdrasil", {}, {"A": Deck(TWENTY[:19], name="mine")}))
    assert "mine: cards: 19, but 20 are needed (YGG-2.1)" in str(error.value)


KNOWN = Setup("yggdrasil", {}, {"A": Deck(TWENTY)})


@pytest.mark.parametrize(
    ("cards", "clauses"),
    [
        (TWENTY, []),
        (TWENTY[::-1], []),
        (("?",) * 20, []),
        (("?",) * 19 + ("y20",), []),
        ((*TWENTY[:19], "y01"), ["YGG-3.4"]),
        ((*TWENTY[:19], "y36"), ["YGG-3.4"]),
        ((*TWENTY[:18], "y01", "y01"), ["YGG-2.2"]),
        ((*TWENTY[:19], "yr1"), ["YGG-2.1"]),
        ((*TWENTY[:19], "nowhere"), ["YGG-2.1"]),
        (TWENTY[:3], ["YGG-3.4", "YGG-2.1"]),
    ],
)
def test_a_shuffle_holds_the_cards_of_the_deck(cards: tuple[str, ...], clauses: list[str]) -> None:
    state = carry_out(GAME.start(KNOWN), "chance choose A")
    action = parse_action("chance draw to=A.deck with=" + ",".join(cards))

    assert list(judge(GAME, state, action).clauses) == clauses


@pytest.mark.parametrize(
    ("text", "clause"),
    [
        ("chance choose C", "YGG-3.5"),
        ("chance choose A to=b2", "YGG-3.5"),
        ("A choose A", "YGG-5.1"),
    ],
)
def test_who_begins(text: str, clause: str) -> None:
    assert judge(GAME, GAME.start(KNOWN), parse_action(text)).clauses == (clause,)


@pytest.mark.parametrize("text", ["chance roll 4", "chance draw to=B.deck", "chance draw y01"])
def test_nothing_but_a_shuffle_when_a_shuffle_is_due(text: str) -> None:
    state = carry_out(GAME.start(KNOWN), "chance choose A")

    assert judge(GAME, state, parse_action(text)).clauses == ("YGG-3.4",)


def test_a_sampled_shuffle_is_the_deck() -> None:
    state = carry_out(GAME.start(KNOWN), "chance choose A")
    action = GAME.sample(state, lambda n: n - 1)

    assert sorted(action.also) == sorted(TWENTY)
    assert action.also != TWENTY


def test_the_pool_is_what_the_specification_prints() -> None:
    for name, facts in FACTS.items():
        card = pool()[name]
        assert card.arms == sum(1 << "URDL".index(p) for p in facts.pattern)
        assert (card.power, card.fruits, card.root) == (facts.power, facts.fruits, facts.root)
        assert card.tip == (len(facts.pattern) == 1)
    effects = {c.id: (c.effect.op, c.effect.n) for c in pool().values() if c.effect}
    assert effects == {
        "y05": ("extra_place", 0), "y08": ("extra_place", 0), "y10": ("invade_bonus", 1),
        "y11": ("loot", 1), "y13": ("scry", 2), "y16": ("invade_bonus", 1), "y18": ("swap", 0),
        "y20": ("swap", 0), "y24": ("draw", 1), "y26": ("wither", 1), "y28": ("defend_bonus", 1),
        "y30": ("recover", 0), "y32": ("aura", 1), "y34": ("defend_bonus", 1),
        "y36": ("defend_bonus", 1), "yr2": ("aura", 1),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("facts", "field", "what"),
    [
        ({"pattern": ""}, "pattern", "is not a pattern"),
        ({"pattern": "UX"}, "pattern", "is not a pattern"),
        ({"pattern": "UU"}, "pattern", "is not a pattern"),
        ({"kind": "root"}, "pattern", "YGG-1.4"),
        ({"power": "-1"}, "power", "is not a number"),
        ({"fruits": ""}, "fruits", "is not a number"),
        ({"effect": "optional / loot 1"}, "effect", "mode / timing / operation"),
        ({"effect": "optional / on_place / lot 1"}, "effect", 'did you mean "loot"?'),
        ({"effect": "optional / static / loot 1"}, "effect", "cannot have the timing"),
        ({"effect": "optional / on_place / loot"}, "effect", "needs a number"),
        ({"effect": "optional / on_place / swap 2"}, "effect", "is unknown"),
        ({"colour": ""}, "colour", "does not give"),
        ({"colour": "U=red"}, "colour", "does not give"),
        ({"colour": "U=red D=red X=red"}, "colour", "does not give"),
    ],
)
def test_faulty_facts_are_named(facts: dict[str, str], field: str, what: str) -> None:
    good = {"kind": "branch", "pattern": "UD", "power": "1", "fruits": "0", "colour": "red"}
    row = Row("nowhere", 99, good | {"effect": ""} | facts, {}, {}, {}, "", 100)
    faults: list[Fault] = []
    read_row(row, COLUMNS, make_card, "cards.csv", faults)

    assert [(f.line, f.field) for f in faults] == [(100, field)]
    assert what in str(faults[0])
    assert all(render(text, "ja") != text for text in (faults[0].what, faults[0].fix))


def test_a_branch_may_have_a_colour_of_its_own() -> None:
    facts = {"kind": "branch", "pattern": "UD", "power": "1", "fruits": "0", "effect": "—"}
    row = Row("nowhere", 99, facts | {"colour": "U=red D=gold"}, {}, {}, {}, "", 1)
    faults: list[Fault] = []
    card = read_row(row, COLUMNS, make_card, "cards.csv", faults)
    assert card is not None
    placed = FieldCard(card, 1, 0, turned(card.arms, 2))  # upright for B: printed U points down

    assert faults == []
    assert card.colours == ("red", "", "gold", "")
    assert (placed.colour(0), placed.colour(2)) == ("gold", "red")


def test_faulty_facts_stop_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    catalog = load_catalog("yggdrasil")
    row = catalog.cards["y01"]
    bad = dataclasses.replace(row, facts={**row.facts, "power": "x"})
    broken = dataclasses.replace(catalog, cards={**catalog.cards, "y01": bad})
    monkeypatch.setattr("rules.catalog.reader.load_catalog", lambda _slug: broken)

    with pytest.raises(DataError, match=r"cards\.csv:2: power: 'x' is not a number"):
        pool.__wrapped__()
