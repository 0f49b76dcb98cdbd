"""Sets and settings: the cards players may bring and the options to agree on (JGS-1, JGS-11)."""

from __future__ import annotations

import pytest

from rules import DataError, Deck, Setup, Status, judge, load_catalog, parse_action
from rules.games.jiguan import GAME
from rules.games.jiguan.cards import BEATS, ELEMENTS, ROLES, STAND_IN_FOR, STANDARD, pool
from tests.support.games.jiguan import PLAIN, place, setup, texts
from tests.support.games.jiguan_oracle import CIRCLE, compare

ON = setup(stand_ins="on")
NINE = setup(print_set="nine")
FULL = STANDARD
REFERENCES = {"extra": ("jr1", "jr2")}

Found = list[tuple[str, str, int, int]]


def findings(deck: Deck, given: Setup = PLAIN) -> tuple[Found, Found]:
    report = GAME.data.check_deck(given, "A", deck)
    assert report.legal is not bool(report.violations)
    return (
        [(f.clause, f.card, f.count, f.limit) for f in report.violations],
        [(f.clause, f.card, f.count, f.limit) for f in report.warnings],
    )


def test_the_shipped_sets_are_legal_where_they_say_so() -> None:
    decks = load_catalog("jiguan").decks
    assert set(decks) == {"court", "mountains-and-seas"}
    assert findings(decks["court"]) == ([], [])
    assert findings(decks["court"], ON) == ([], [])
    assert findings(decks["mountains-and-seas"], ON) == ([], [])
    assert not GAME.data.check_deck(PLAIN, "A", decks["mountains-and-seas"]).legal


def test_missing_references_are_a_warning() -> None:
    both = [("JGS-1.4", "jr1", 0, 1), ("JGS-1.4", "jr2", 0, 1)]
    assert findings(Deck(FULL)) == ([], both)
    assert findings(Deck(FULL), NINE) == ([], both)
    assert findings(Deck(FULL, {"extra": ("jr2",)})) == ([], both[:1])
    assert findings(Deck(FULL, {"extra": ("jr2",)}), NINE) == ([], [])


@pytest.mark.parametrize(
    ("cards", "extras", "given", "expected"),
    [
        (FULL[1:], {}, PLAIN, [("JGS-1.2", "jb3", 0, 1), ("JGS-1.9", "", 7, 8)]),
        (FULL[:-1], {}, PLAIN, [("JGS-1.3", "ji3", 0, 1), ("JGS-1.9", "", 7, 8)]),
        ((*FULL, "jb6"), {}, PLAIN, [("JGS-1.2", "jb6", 2, 1), ("JGS-1.9", "", 9, 8)]),
        ((*FULL, "ji1"), {}, PLAIN,
         [("JGS-1.9", "ji1", 2, 1), ("JGS-1.9", "", 9, 8)]),
        ((*FULL, "jr1"), {}, PLAIN, [("JGS-1.4", "jr1", 1, 0), ("JGS-1.9", "", 9, 8)]),
        ((*FULL[:-1], "zz"), {}, PLAIN, [("JGS-1.9", "zz", 1, 0), ("JGS-1.3", "ji3", 0, 1)]),
        (FULL, {"extra": ("jr1", "jr2", "jb6")}, PLAIN, [("JGS-1.9", "jb6", 1, 0)]),
        (FULL, {"root": ("ji1",)}, PLAIN, [("JGS-1.9", "ji1", 1, 0)]),
        (FULL[:-1], {"side": ("jb8",)}, PLAIN,
         [("JGS-1.2", "jb8", 2, 1), ("JGS-1.3", "ji3", 0, 1)]),
        # With stand-ins: two for one role, a wrong element, the same card twice.
        ((*FULL, "jb6"), {}, ON, [("JGS-1.3", "jb6", 2, 1), ("JGS-1.9", "", 9, 8)]),
        ((*FULL[:-1], "jb1"), {}, ON,
         [("JGS-1.9", "jb1", 2, 1), ("JGS-1.3", "ji3", 0, 1)]),
        (FULL[:-1], {"side": ("jb4",)}, ON,
         [("JGS-1.9", "jb4", 2, 1), ("JGS-1.3", "ji3", 0, 1)]),
        # A beast whose element stands in for no role.
        (tuple(c for c in FULL if c != "jb1"), {"side": ("jb1",)}, ON,
         [("JGS-1.7", "jb1", 1, 0), ("JGS-1.2", "jb1", 0, 1)]),
    ],
)  # fmt: skip
def test_every_violation_of_a_set_is_found(
    cards: tuple[str, ...], extras: dict[str, tuple[str, ...]], given: Setup, expected: Found
) -> None:
    deck = Deck(cards, extras, "mine")
    assert findings(deck, given)[0] == expected
    with pytest.raises(DataError) as caught:
        GAME.start(Setup("jiguan", given.settings, {"B": deck}))
    assert len(caught.value.faults) == len(expected)
    assert "mine" in str(caught.value)


def test_any_beast_of_an_element_will_do() -> None:
    mixed = Deck(("jb1", "jb2", "jb6", "jb7", "jb8", "ji1", "ji2", "ji3"))
    assert findings(mixed)[0] == []
    state = GAME.notation.parse("", Setup("jiguan", {}, {"A": mixed}))
    placed = [action.card for action in GAME.legal(state) if action.seat == "A"]
    assert placed == ["jb7", "jb1", "jb8", "jb2", "jb6"]


def test_the_first_listed_is_the_beast_and_the_second_stands_in() -> None:
    deck = Deck(("jb1", "jb2", "jb3", "jb4", "jb5", "jb6", "jb7", "jb8"), REFERENCES)
    assert findings(deck, ON) == ([], [])
    given = Setup("jiguan", ON.settings, {"A": deck})
    text = "phase items; beast A jb1 up; beast B jb2 up; item B.item1 ji1 B; turn A 2"
    state = GAME.notation.parse(text.replace("; ", "\n"), given)
    assert [a.card for a in GAME.legal(state)][::2] == ["jb6", "jb7", "jb8", ""]
    shifted = parse_action(place("A", "jb6", "A.item1"))
    assert judge(GAME, state, shifted).status is Status.LEGAL


def test_unknown_settings_and_seats_are_named_with_a_near_match() -> None:
    bad = Setup("jiguan", {"tie_openin": "token", "misplay": "forfiet"}, {"C": Deck(FULL)})
    with pytest.raises(DataError) as caught:
        GAME.start(bad)
    text = str(caught.value)
    assert 'did you mean "tie_opening"?' in text
    assert 'did you mean "forfeit"?' in text
    assert "C: no seat 'C': write A or B" in text
    with pytest.raises(DataError, match="tie_opening"):
        GAME.data.check_deck(bad, "A", Deck(FULL))
    with pytest.raises(DataError):
        GAME.table.form(bad)


def test_every_setting_of_the_specification_is_there_with_its_default() -> None:
    specs = load_catalog("jiguan").settings
    assert {name: (spec.default, spec.values, spec.clause) for name, spec in specs.items()} == {
        "tie_opening": ("token", ("token", "alternate", "draw"), "JGS-5.3"),
        "decline_rule": ("consecutive", ("consecutive", "final", "single"), "JGS-5.5"),
        "early_stop": ("off", ("off", "on"), "JGS-8.4"),
        "stand_ins": ("off", ("off", "on"), "JGS-1.7"),
        "misplay": ("relay", ("relay", "forfeit"), "JGS-10.2"),
        "layout": ("owner_view", ("owner_view", "shared_view"), "JGS-3.2"),
        "print_set": ("ten", ("ten", "nine"), "JGS-1.5"),
    }


def test_the_cards_agree_with_the_tables_of_the_specification() -> None:
    assert ELEMENTS == CIRCLE
    assert {(a, b): BEATS[i][j] for i, a in enumerate(CIRCLE) for j, b in enumerate(CIRCLE)} == {
        (a, b): compare(a, b) for a in CIRCLE for b in CIRCLE
    }
    rows = load_catalog("jiguan").cards
    facts = {key: row.facts for key, row in rows.items()}
    assert [pool()[card].slot for card in STANDARD] == list(range(8))
    assert {facts[c]["element"]: facts[c]["office"] for c in STANDARD[:5]} == {
        "fire": "monarch",
        "metal": "minister",
        "wood": "general",
        "earth": "remonstrator",
        "water": "strongman",
    }
    order = sorted(STANDARD[:5], key=lambda card: -int(facts[card]["rank"]))
    assert [facts[card]["element"] for card in order] == ["fire", "metal", "wood", "earth", "water"]
    assert [facts[card]["role"] for card in STANDARD[5:]] == list(ROLES)
    # An item's own element names the beast that may stand in for it (JGS-1.7, JGS-2.8).
    assert {facts[card]["element"]: pool()[card].slot for card in STANDARD[5:]} == STAND_IN_FOR


@pytest.mark.parametrize(
    ("facts", "says"),
    [
        ({"kind": "beest", "element": "fire"}, r'kind: .beest. is unknown: did you mean "beast"'),
        ({"kind": "item", "element": "fire"}, r"role: .. is unknown"),
    ],
)
def test_a_fault_in_the_facts_is_named(
    facts: dict[str, str], says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    import dataclasses

    from rules.games.jiguan import cards as _cards

    catalog = load_catalog("jiguan")
    row = dataclasses.replace(catalog.cards["jb1"], facts=facts)
    broken = dataclasses.replace(catalog, cards={"jb1": row})
    monkeypatch.setattr("rules.catalog.reader.load_catalog", lambda _slug: broken)
    with pytest.raises(DataError, match=says):
        _cards.pool.__wrapped__()


def test_the_marker_is_given_by_lot() -> None:
    assert texts(GAME.legal(GAME.start(PLAIN))) == ["chance choose A", "chance choose B"]
    assert GAME.to_act(GAME.start(PLAIN)) == {"chance"}
    assert GAME.seats(PLAIN) == ("A", "B")
