"""Refusals: true for the exact mistake, with the names of cards and cells."""

import pytest

from rules import LANGUAGES, Deck, Setup, judge, load_catalog, parse_action, refusal
from rules.games.yggdrasil import GAME
from tests.support.games.yggdrasil import setup

CATALOG = load_catalog("yggdrasil")
BARE = "field b1=yr1/A c5=yr1/B\n"
VINE = "field b1=yr1/A b2=y03/A c5=yr1/B c4=y03/B\n"
INVADE = (
    "field b1=yr1/A b2=y03/A b3=y27/A c2=y09/A d2=y06/A d3=y25/A c5=yr1/B c4=y03/B c3=y27/B\n"
    "turn 11 A invade\nlaid 1 d3"
)


def refusals(position: str, action: str, lang: str = "en", **settings: str) -> list[str]:
    state = GAME.notation.parse(position, setup(**settings))
    verdict = judge(GAME, state, parse_action(action))
    return [f"{v.clause}  {refusal(CATALOG, v).render(lang)}" for v in verdict.violations]


@pytest.mark.parametrize(
    ("position", "action", "report"),
    [
        (
            BARE + "hand A y31 y31\nturn 1 A",
            "A pass",
            ["YGG-7.1  You can’t pass while your deck holds cards:"],
        ),
        (
            BARE + "hand A y31 y12\nturn 1 A",
            "A pass",
            ["YGG-5.4  You can’t pass: Drooping Bough fits on c1, so please place a card."],
        ),
        (
            BARE + "hand A y31 y12\nturn 1 A",
            "A place y31 A.discard",
            [
                "YGG-7.1  You can’t exchange a card now: Drooping Bough fits on c1.",
                "YGG-5.4  Please place a card this turn: Drooping Bough fits on c1.",
            ],
        ),
        (
            BARE + "hand A y31\nturn 1 A",
            "A place y31 B.discard",
            ["YGG-6.1  That is your opponent’s pile: a card you discard goes on your own"],
        ),
        (
            BARE + "hand A y31\nturn 1 A",
            "A place y03 b2",
            ["YGG-5.4  Rising Vine isn’t in your hand. Please choose a card from your hand."],
        ),
        (
            VINE + "hand A y03\nturn 3 A",
            "A place y03 b1",
            ["YGG-6.1  b1 is taken by Deep Root. Please choose an empty cell."],
        ),
        (
            VINE + "hand A y03\nturn 3 A",
            "A place y03 z9",
            ["YGG-6.1  There is no cell z9; the field is a1 to d5."],
        ),
        (
            VINE + "hand A y03\nturn 3 A",
            "A place y03 b3 facing=down",
            ["YGG-4.3  Please place Rising Vine face up and upright for you."],
        ),
        (
            VINE + "hand B y03\nturn 3 A",
            "B place y03 c3",
            ["YGG-5.1  It’s Sun’s turn now; please wait for yours."],
        ),
        (
            VINE + "turn 3 A",
            "A move b2 b3",
            ["YGG-4.4  A placed card stays where it is. Please put Rising Vine back on b2."],
        ),
        (VINE + "turn 3 A", "A move a4 b3", ["YGG-12.1"]),
        (
            VINE + "turn 3 A",
            "A choose c4",
            ["YGG-9.1  c4 can’t be invaded yet:"],
        ),
    ],
)
def test_each_slip_is_reported_as_it_is(position: str, action: str, report: list[str]) -> None:
    found = refusals(position, action)

    assert len(found) == len(report)
    assert all(line.startswith(begun) for line, begun in zip(found, report, strict=True)), found


@pytest.mark.parametrize("target", ["c4", "b2", "d3", "a5"])
def test_a_wrong_choice_lists_what_the_card_can_invade(target: str) -> None:
    state = GAME.notation.parse(INVADE, setup())
    card, cells = "", [str(a)[-2:] for a in GAME.legal(state) if str(a) != "A pass"]
    verdict = judge(GAME, state, parse_action(f"A choose {target}"))
    for lang in LANGUAGES:
        words = refusal(CATALOG, verdict.violations[0]).render(lang)
        card = CATALOG.cards["y25"].names[lang]
        assert all(word in words for word in (card, "d3", target, *cells)), words
        assert "off" not in words


def test_cells_to_choose_from_are_listed_as_people_do() -> None:
    facts = (("card", "y25"), ("cell", "d3"), ("target", "c4"), ("limit", "c3,d2"))
    violation = next(
        type(v)("YGG-9.1", facts, "away")
        for v in judge(GAME, GAME.notation.parse(BARE, setup()), parse_action("A draw")).violations
    )
    assert refusal(CATALOG, violation).render("en").endswith("it can invade c3 or d2.")
    assert "c3、d2" in refusal(CATALOG, violation).render("ja")


def test_colours_that_clash_are_a_half_connection_and_no_connection() -> None:
    """Check that a clash of colours is named with all that it causes (YGG-6.7)."""
    found = refusals(VINE + "hand A y04\nturn 3 A", "A place y04 b3", colour_lock="on")

    assert [line.split()[0] for line in found] == ["YGG-13.1", "YGG-6.4", "YGG-6.2"]
    assert "don’t connect" in found[-1]


def test_what_is_not_linked_may_be_agreed_on_and_falls() -> None:
    """Check YGG-12.2: `normalize` discards an unlinked card from an agreed position."""
    text = "field b1=yr1/A c5=yr1/B d3=y17/A\nturn 3 A"
    state = GAME.notation.parse(text, setup())

    assert GAME.normalize(state).players[0].discard == ("y17",)


@pytest.mark.parametrize(
    ("lang", "report"),
    [
        ("en", "Rising Vine isn’t in Sun’s deck; please place a card from that deck."),
        (
            "ja",
            "「昇りゆく蔓」は太陽のデッキのカードではありません。太陽のデッキのカードを置いてください。",
        ),
        ("zh-Hant", "「攀天之藤」不在太陽的牌組裡，請放太陽自己牌組裡的牌。"),
    ],
)
def test_a_card_of_no_deck_of_the_seat_is_called_so(lang: str, report: str) -> None:
    """Regression: the refusal stated the number of copies in the deck instead of the cause."""
    deck = Deck(("y31",) * 10 + ("y36",) * 10)
    known = Setup("yggdrasil", {"max_copies": "10"}, {"A": deck})
    state = GAME.notation.parse(BARE + "hand A ?*5\nturn 1 A", known)
    first, *_ = judge(GAME, state, parse_action("A place y03 b2")).violations

    assert (first.clause, refusal(CATALOG, first).render(lang)) == ("YGG-2.1", report)
