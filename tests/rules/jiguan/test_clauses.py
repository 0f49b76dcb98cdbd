"""Clause coverage: each forbidding clause has an example that breaks it and one that keeps it.

A table of data: clause, settings, position, the refused action, and the one allowed there or at
another position. Sets (JGS-1.2 to 1.9) are judged by `check_deck` in `test_sets.py`.
"""

from __future__ import annotations

import pytest

from rules import LANGUAGES, Deck, Setup, Status, load_catalog, refusal
from tests.support.clause_examples import forbidding, is_rendered
from tests.support.games.jiguan import GAME, position, setup, verdict

CATALOG = load_catalog("jiguan")
ITEMS = "phase items; beast A jb1 up; beast B jb2 up; turn B"
TIED = "phase items; beast A jb1 up; beast B jb1 up; marker B; turn B"
LATER = f"{ITEMS} 2; item A.item1 ji1 A; ply 5"
TWICE = f"{ITEMS} 3; item A.item1 ji1 A; item A.item2 ji1 B"
SPENT = "won A; A holds jb2 jb3 jb4 jb5 ji2 ji3; B holds jb1 jb3 jb4 jb5 ji1 ji2 ji3"
BARE = "phase items; B holds jb1 jb2 jb3 jb4 jb5; beast A jb1 up; beast B jb2 up; turn B"
SHOWN = "beast A jb1 up; watched"
REVEAL = "phase reveal; beast A ?; beast B ?; watched"
TURN_UP = "phase turn_up; beast A jb1 up; beast B jb2 up; item A.item1 ? B; watched"
CLEAR = "phase clear; won A; beast A jb1 up; beast B jb2 up; watched"
RELAY = "phase relay; beast A ji1 up; beast B jb2 up; watched"
PENALTY = "phase discard; won B; owes A; beast A ji1 up; beast B jb2 up; watched"
OVER = "phase end; won A A A B B; A holds jb1; B holds jb1; beast A jb1 up; beast B jb1 up"

LAST = "won A B A B; A holds jb1 ji1; B holds jb2"

STAND_INS = {"stand_ins": "on"}
FINAL = {"decline_rule": "final"}
FORFEIT = {"misplay": "forfeit"}

Row = tuple[str, dict[str, str], str, str, str, str]
ROWS: list[Row] = [
    # clause, settings, position, refused, allowed, at (if another position)
    ("1.1", {}, "", "C place jb1 A.beast facing=down", "A place jb1 A.beast facing=down", ""),
    ("1.4", {}, "", "A place jr1 A.beast facing=down", "A place jb1 A.beast facing=down", ""),
    ("1.7", STAND_INS, "", "A place jb7 A.beast facing=down",
     "A place jb3 A.beast facing=down", ""),
    ("1.9", {}, "", "A place jb6 A.beast facing=down", "A place jb5 A.beast facing=down", ""),
    ("3.2", {}, ITEMS, "B place ji1 A.item2 facing=down", "B place ji1 A.item1 facing=down", ""),
    ("3.2", {}, ITEMS, "B place ji1 A.item1 facing=down turn=1", "B pass", ""),
    ("3.3", {}, "phase lot", "A place jb1 A.beast facing=down", "chance choose B", ""),
    ("3.3", {}, "phase lot", "chance choose C", "chance choose A", ""),
    ("3.4", {}, OVER, "A pass", "A place jb1 A.beast facing=down",
     "won A A A B; A holds jb1; B holds jb1"),
    ("4.1", {}, "", "A place jb1 B.beast facing=down", "A place jb1 A.beast facing=down", ""),
    ("4.1", {}, "", "A place jb1 A.beast", "B place jb1 B.beast facing=down", ""),
    ("4.2", {}, "ordered", "B place jb1 B.beast facing=down",
     "A place jb1 A.beast facing=down", ""),
    ("4.2", {}, "ordered; beast A jb1", "A place jb2 A.beast facing=down",
     "A place jb2 A.beast facing=down", "beast A jb1"),
    ("4.3", {}, "beast A jb1", "A place jb1 A.beast facing=down",
     "A place jb2 A.beast facing=down", ""),
    ("4.3", {}, ITEMS, "B place jb3 B.beast facing=down", "B pass", ""),
    ("4.4", {}, "", "A place ji1 A.beast facing=down", "A place jb4 A.beast facing=down", ""),
    ("4.4", {}, "", "A pass", "A place jb4 A.beast facing=down", ""),
    ("4.4", {}, "beast A jb1", "A remove A.beast", "B place jb1 B.beast facing=down", ""),
    ("4.5", {}, "beast A jb1", "A flip A.beast card=jb1", "A flip A.beast card=jb1", REVEAL),
    ("4.5", {}, REVEAL, "A pass", "B flip B.beast card=jb4", ""),
    ("5.1", {}, LATER, "A pass", "B pass", ""),
    ("5.1", {}, ITEMS, "B place ji1 A.item1", "B place ji1 A.item1 facing=down", ""),
    ("5.1", {}, ITEMS, "B place jb3 A.item1 facing=down", "B place ji3 A.item1 facing=down", ""),
    ("5.1", {}, ITEMS, "B place ji1 A.beast facing=down", "B place ji1 B.item1 facing=down", ""),
    ("5.2", {}, ITEMS, "A pass", "B pass", ""),
    ("5.3", {}, TIED, "A place ji1 A.item1 facing=down", "B place ji1 A.item1 facing=down", ""),
    ("5.5", FINAL, f"{LATER}; declined A", "A place ji2 A.item2 facing=down", "B pass", ""),
    ("5.6", {}, BARE, "B place ji1 B.item1 facing=down", "B pass", ""),
    ("5.7", {}, LATER, "B move A.item1 B.item1", "B place ji1 A.item2 facing=down", ""),
    ("5.7", {}, LATER, "A remove A.item1", "B pass", ""),
    ("5.8", {}, TWICE, "B place ji1 A.item3 facing=down",
     "B place ji2 A.item3 facing=down", ""),
    ("6.1", {}, LATER, "A flip A.item1 card=ji1", "B flip A.item1 card=ji1", TURN_UP),
    ("6.3", {}, TURN_UP, "B pass", "B flip A.item1 card=ji2", ""),
    ("7.2", {}, SPENT, "A place jb1 A.beast facing=down", "A place jb2 A.beast facing=down", ""),
    ("7.2", {}, CLEAR, "A pass", "B ready", ""),
    ("9.1", {}, f"{TURN_UP}; item B.item1 ji3 B up", "B flip A.item1 card=ji3",
     "B flip A.item1 card=ji2", ""),
    ("10.1", {}, "", "A declare fire", "A place jb1 A.beast facing=down", ""),
    ("10.1", {}, ITEMS, "B pass value=please", "B pass", ""),
    ("10.2", {}, RELAY, "A place jb1 A.beast facing=down", "A remove A.beast", ""),
    ("10.2", FORFEIT, PENALTY, "B place jb1 B.spent", "A place jb1 A.spent", ""),
    ("10.5", {}, SHOWN, "A place jb2 A.beast facing=down", "B place jb2 B.beast facing=down", ""),
]  # fmt: skip

BY_SETS = {"JGS-1.2", "JGS-1.3"}
"""Clauses that only a set can break."""


def _setup(settings: dict[str, str]) -> Setup:
    if "stand_ins" not in settings:
        return setup(**settings)
    deck = Deck(("jb1", "jb2", "jb3", "jb4", "jb5", "ji1", "ji3"), {"side": ("jb7",)})
    return Setup("jiguan", settings, {"A": deck})


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row[0]}: {row[3]}")
def test_the_clause_refuses_one_action_and_allows_another(row: Row) -> None:
    clause, settings, text, refused, allowed, elsewhere = row
    given = _setup(settings)

    found = verdict(text, refused, given)
    assert found.status is Status.ILLEGAL
    assert f"JGS-{clause}" in found.clauses
    assert len(set(found.clauses)) == len(found.clauses)

    assert verdict(elsewhere or text, allowed, given).status is Status.LEGAL


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row[0]}: {row[3]}")
def test_every_refusal_can_be_rendered_in_every_language(row: Row) -> None:
    _, settings, text, refused, _, _ = row
    for violation in verdict(text, refused, _setup(settings)).violations:
        is_rendered(CATALOG, violation)


@pytest.mark.parametrize(
    ("text", "acting"),
    [
        ("beast A jb1", {"A", "B"}),
        (f"{LAST}; beast A jb1", {"B"}),
        (f"{LAST}; beast A ?; watched", {"A", "B"}),  # it may be the item
        (f"{LAST}; beast A jb1; watched", {"A", "B"}),
        (f"{LAST}; beast B jb2", {"A"}),
    ],
)
def test_a_last_beast_cannot_be_exchanged(text: str, acting: set[str]) -> None:
    """Check that JGS-4.2 asks only the seats that can still place another beast."""
    state = position(text)
    assert GAME.to_act(state) == acting
    assert {action.seat for action in GAME.legal(state)} == acting
    assert GAME.to_act(GAME.view(state, None)) == acting


def test_no_clause_that_forbids_goes_without_an_example() -> None:
    assert {f"JGS-{row[0]}" for row in ROWS} == forbidding(CATALOG) - BY_SETS


def test_every_clause_that_is_broken_is_named_in_the_order_of_reasons() -> None:
    # B acts out of turn, with a spent beast, face up, on a place that is not next.
    text = f"{SPENT}; phase items; beast A jb2 up; beast B jb1 up; item A.item1 ji2 A; turn B 2"
    found = verdict(text, "A place jb1 B.item4 turn=2 value=x")
    assert found.clauses == ("JGS-5.1", "JGS-7.2", "JGS-3.2", "JGS-10.1")

    found = verdict("beast A jb1 up; watched", "A place ji1 B.item4 turn=1 with=x")
    assert found.clauses == ("JGS-4.4", "JGS-10.5", "JGS-4.1", "JGS-3.2", "JGS-10.1")


@pytest.mark.parametrize(
    ("text", "action", "clauses"),
    [
        # Chance and players act out of turn.
        ("", "chance choose A", ("JGS-10.1",)),
        (ITEMS, "chance choose A", ("JGS-10.1",)),
        (ITEMS, "B ready", ("JGS-10.1",)),
        ("", "A ready", ("JGS-10.1",)),
        ("phase lot", "chance choose A with=x", ("JGS-10.1",)),
        (CLEAR, "chance ready", ("JGS-7.2",)),
        (CLEAR, "A remove B.beast", ("JGS-7.2",)),
        (CLEAR, "A remove A.item1", ("JGS-7.2",)),
        (CLEAR, "A remove A.beast card=jb1", ("JGS-10.1",)),
        (CLEAR, "A ready value=x", ("JGS-10.1",)),
        (PENALTY, "chance choose A", ("JGS-10.2",)),
        (PENALTY, "A place ji2 A.spent", ("JGS-10.2",)),
        (PENALTY, "A place jb1 B.spent", ("JGS-10.2",)),
        (PENALTY, "A place jb1 A.spent facing=down", ("JGS-10.1",)),
        (
            "A holds jb2 jb3 jb4 jb5 ji1; B holds jb1 jb2 jb4 jb5; "
            + PENALTY.replace("won", "won ="),
            "A place jb1 A.spent",
            ("JGS-7.2",),
        ),
        # Impossible faces.
        (REVEAL, "A flip A.beast card=zz", ("JGS-1.9",)),
        (REVEAL, "A flip A.beast", ("JGS-10.1",)),
        (REVEAL, "A flip A.beast card=?", ("JGS-10.1",)),
        (TURN_UP, "B flip A.item1", ("JGS-10.1",)),
        ("", "A place to=A.beast facing=down", ("JGS-10.1",)),
        (REVEAL, "A flip A.beast card=jr2", ("JGS-1.4",)),
        (REVEAL, "A flip A.item1 card=ji1", ("JGS-4.5",)),
        (REVEAL, "A flip B.beast card=jb1", ("JGS-4.5",)),
        (REVEAL, "A flip A.beast card=jb1 turn=1", ("JGS-10.1",)),
        (f"{SPENT}; {REVEAL}", "A flip A.beast card=jb1", ("JGS-7.2",)),
        (REVEAL.replace("A ?", "A jb2"), "A flip A.beast card=jb1", ("JGS-9.1",)),
        (TURN_UP, "A flip A.beast card=jb1", ("JGS-6.3",)),
        # A hidden card where none is possible.
        (BARE, "B place ? B.item1 facing=down", ("JGS-5.6", "JGS-5.1")),
        (f"{SPENT}", "A place ? B.item1 facing=down", ("JGS-4.1",)),
        # A beast place in phase 3.
        (ITEMS, "B place ji1 B.beast facing=down", ("JGS-5.1",)),
        (ITEMS, "B place jb3 B.beast facing=down", ("JGS-4.3", "JGS-5.1")),
        (ITEMS, "B place ? B.beast facing=down", ("JGS-5.1",)),
        # An item spent in an earlier round.
        (SPENT, "A place ji1 A.beast facing=down", ("JGS-4.4", "JGS-5.8")),
    ],
)
def test_corners(text: str, action: str, clauses: tuple[str, ...]) -> None:
    assert verdict(text, action).clauses == clauses


@pytest.mark.parametrize(
    ("action", "report"),
    [
        ("B place ji1 B.item1", "An item is laid face down."),
        ("B place jb3 B.item1 facing=down", "Only items are laid in this phase"),
        ("B place ji1 B.beast facing=down", "Items are laid in an item row."),
        ("A place ji1 A.item1 facing=down", "It’s Moon’s turn"),
    ],
)
def test_a_refused_item_hears_what_is_wrong_with_it(action: str, report: str) -> None:
    """Regression (JGS-5.1): the seat to move heard that it was its turn."""
    violations = verdict(LATER, action).violations
    (violation,) = (found for found in violations if found.clause == "JGS-5.1")
    assert refusal(load_catalog("jiguan"), violation).render("en").startswith(report)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_card_that_is_not_named_is_asked_for(lang: str) -> None:
    (violation,) = verdict(REVEAL, "A flip A.beast").violations
    report = {"en": "its card isn’t named", "ja": "どの札か", "zh-Hant": "哪張牌"}
    assert report[lang] in refusal(load_catalog("jiguan"), violation).render(lang)


@pytest.mark.parametrize(
    ("action", "clause", "report"),
    [
        ("B flip B.beast", "JGS-4.5", "is already face up. Please leave it as it is."),
        ("B remove B.beast", "JGS-7.2", "A beast stays on its place until the round is over"),
        ("B move A.beast B.item1", "JGS-7.2", "A beast stays on its place"),
        ("B remove A.item1", "JGS-5.7", "A laid item is neither moved nor taken back"),
    ],
)
def test_a_beast_is_not_spoken_of_as_an_item(action: str, clause: str, report: str) -> None:
    for text in (LATER, f"{LATER}; watched"):
        (violation,) = verdict(text, action).violations
        assert violation.clause == clause
        assert report in refusal(load_catalog("jiguan"), violation).render("en")


def test_a_full_row_takes_no_more() -> None:
    cards = ("ji1 A", "ji1 B", "ji2 A", "ji2 B", "ji3 A", "jb3 B up")
    rows = "; ".join(f"item A.item{n} {card}" for n, card in enumerate(cards, 1))
    text = f"phase items; watched; beast A jb1 up; beast B jb2 up; {rows}; turn B 7"
    assert verdict(text, "B place ji3 A.item7 facing=down").clauses == ("JGS-3.2",)
    assert verdict(text, "B place ji3 B.item1 facing=down").status is Status.LEGAL
