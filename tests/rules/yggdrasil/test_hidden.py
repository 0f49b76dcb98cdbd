"""Verdicts over hidden hands: legal, illegal or undetermined, and the facts that decide them."""

import pytest

from rules import UNKNOWN, Deck, Match, Setup, judge, load_catalog, parse_action
from rules.games.yggdrasil import GAME
from tests.support.games.yggdrasil import setup

PLAIN = "field b1=yr1/A c5=yr1/B;"
FITS = ["YGG-7.1", "YGG-5.4"]
DECKS = load_catalog("yggdrasil").decks
# Only y31 and y36 among 20 cards; at the start, y31 (U) fits nowhere and y36 (L) fits on c1.
TWO = Setup("yggdrasil", {"max_copies": "10"}, {"A": Deck(("y31",) * 10 + ("y36",) * 10)})


def verdict(text: str, action: str, agreed: Setup | None = None) -> tuple[str, list[str]]:
    state = GAME.notation.parse(text.replace(";", "\n"), agreed or setup())
    found = judge(GAME, state, parse_action(action))
    return found.status.value, list(found.clauses)


@pytest.mark.parametrize(
    ("text", "action", "status", "clauses"),
    [
        # Placing reveals a hidden card's identity; a copy must still be available.
        (PLAIN + "hand A ?*5;turn 1 A", "A place y03 b2", "legal", []),
        (PLAIN + "hand A y31 ?;turn 1 A", "A place y03 b2", "legal", []),
        (PLAIN + "hand A y31;turn 1 A", "A place y03 b2", "illegal", ["YGG-5.4"]),
        (PLAIN + "hand A ?;discard A y03*2;turn 1 A", "A place y03 b2", "illegal", ["YGG-5.4"]),
        (
            "field b1=yr1/A b2=y03/A b3=y03/A c5=yr1/B;hand A ?;turn 5 A",
            "A place y03 b4",
            "illegal",
            ["YGG-2.2"],
        ),
        (PLAIN + "hand A ?;turn 1 A", "A place yr1 b2", "illegal",
         ["YGG-2.3", "YGG-6.4", "YGG-6.2"]),
        (PLAIN + "hand A ?;turn 1 A", "A place y99 b2", "illegal", ["YGG-12.1"]),
        # Exchange: the rest of the hand decides.
        (PLAIN + "hand A ?*4;turn 1 A", "A place y31 A.discard", "undetermined", FITS),
        (PLAIN + "hand A ?*5;turn 1 A", "A place y03 A.discard", "illegal", FITS),
        (PLAIN + "hand A y03 ?;turn 1 A", "A place y31 A.discard", "illegal", FITS),
        (PLAIN + "hand A ?;turn 1 A", "A place y31 A.discard", "legal", []),
        (PLAIN + "hand A y31 ?;turn 1 A", "A place y31 A.discard", "undetermined", FITS),
        # The last y03 is given away, and it is a card that fits.
        (
            "field b1=yr1/A b2=y03/A c5=yr1/B;hand A ?*2;turn 3 A",
            "A place y03 A.discard",
            "illegal",
            FITS,
        ),
        # Only y31 and y32 fit nowhere, with two copies each, so one of five cards fits.
        (PLAIN + "hand A ?*5;turn 1 A", "A place y31 A.discard", "illegal", FITS),
        (PLAIN + "hand A ?*2;deck A -;turn 1 A", "A place y31 A.discard", "illegal", ["YGG-7.2"]),
        # Pass: the same, with an empty deck.
        (PLAIN + "hand A ?*2;turn 1 A", "A pass", "illegal", ["YGG-5.4"]),
        (PLAIN + "hand A y31;turn 1 A", "A pass", "illegal", ["YGG-7.1"]),
        (PLAIN + "hand A ?*2;deck A -;turn 1 A", "A pass", "undetermined", ["YGG-5.4"]),
        (PLAIN + "hand A ?*9;deck A -;turn 11 A", "A pass", "illegal", ["YGG-5.4"]),
        (PLAIN + "hand A -;deck A ?;turn 1 A", "A pass", "legal", []),
        ("field b1=yr1/A b2=y27/A c1=y35/A a1=y33/A c5=yr1/B;hand A ?*3;turn 9 A",
         "A place y01 A.discard", "legal", []),
        # Another seat's action is refused, whatever is hidden.
        (PLAIN + "hand A ?*2;turn 1 A", "B pass", "illegal", ["YGG-5.1"]),
    ],
)  # fmt: skip
def test_verdicts(text: str, action: str, status: str, clauses: list[str]) -> None:
    assert verdict(text, action) == (status, clauses)


@pytest.mark.parametrize(
    ("text", "action", "status", "clauses"),
    [
        ("hand A ?*5", "A place y31 A.discard", "undetermined", FITS),
        ("hand A ?*5;deck A y36*10", "A place y31 A.discard", "legal", []),
        ("hand A ?*5;deck A y31*10", "A place y31 A.discard", "illegal", FITS),
        ("hand A ?*5", "A place y03 c1", "illegal", ["YGG-2.1", "YGG-6.3", "YGG-6.4", "YGG-6.2"]),
        ("hand A ?*5", "A place y36 c1", "legal", []),
    ],
)  # fmt: skip
def test_a_known_deck_list_narrows_what_can_be_hidden(
    text: str, action: str, status: str, clauses: list[str]
) -> None:
    assert verdict(f"{PLAIN}{text};turn 1 A", action, TWO) == (status, clauses)


def test_a_match_over_unknown_decks() -> None:
    match = Match(GAME, setup())
    unknown = ",".join("?" * 20)
    for text in (
        "chance choose A",
        f"chance draw to=A.deck with={unknown}",
        f"chance draw to=B.deck with={unknown}",
        "A place y05 b2",
        "A pass",
        "B place y11 c4",
    ):
        match.play(parse_action(text))

    assert match.state.players[1].hand == ("?",) * 5
    assert UNKNOWN in GAME.notation.format(match.state)
    assert match.judge(parse_action("B choose loot")).status == "legal"
    match.play(parse_action("B choose loot"))
    match.play(parse_action("B place y03 B.discard"))
    assert match.state.players[1].discard == ("y03",)
    assert match.undo_limit() == len(match.plies) - 1  # B has looked at a card


def test_scrying_an_unknown_deck_leaves_it_unknown() -> None:
    state = GAME.notation.parse(
        "field b1=yr1/A c1=y13/A c5=yr1/B\nturn 1 A scry\nlaid 1 c1", setup()
    )

    assert [str(a) for a in GAME.legal(state)] == ["A pass"]
    for text, status in (("y01,y02", "undetermined"), ("y13,y13", "illegal"), ("y01", "illegal")):
        found = judge(GAME, state, parse_action(f"A choose with={text}"))
        assert (found.status.value, found.clauses) == (status, ("YGG-8.5",))
    assert judge(GAME, state, parse_action("B choose with=y01,y02")).clauses == ("YGG-5.1",)


@pytest.mark.parametrize(
    ("deck", "action", "status"),
    [
        ("y31 ?", "A choose with=y36,y31", "undetermined"),
        ("y31 ?", "A choose with=y36,y36", "illegal"),
        ("? y31", "A choose y01 with=y31,y36", "illegal"),
        ("? y31*9", "A choose with=y36,y31", "legal"),
    ],
)
def test_an_order_of_cards_that_are_not_all_known(deck: str, action: str, status: str) -> None:
    """Check YGG-8.5 for a deck of y31 and y36, and one y13 on the field."""
    thirteen = Deck(("y31",) * 9 + ("y36",) * 10 + ("y13",))
    agreed = Setup("yggdrasil", {"max_copies": "10"}, {"A": thirteen})
    field = "field b1=yr1/A c1=y13/A c5=yr1/B;hand A ?;discard A y36*8;turn 19 A scry;laid 1 c1;"
    found = verdict(f"{field}deck A {deck}", action, agreed)
    assert found == (status, [] if status == "legal" else ["YGG-8.5"])
