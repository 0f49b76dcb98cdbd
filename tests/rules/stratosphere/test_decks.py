"""Packs: players build no decks, but a pack they bring must be complete (STR-1.2)."""

import pytest

from rules import DataError, Deck, DeckFinding, Setup, load_catalog
from rules.games.stratosphere import GAME
from rules.messages.message import Message
from tests.support.games.stratosphere import setup

CATALOG = load_catalog("stratosphere")
PACK = CATALOG.decks["pack"]
TWO = CATALOG.decks["two-packs"]


def test_the_shipped_packs_are_whole() -> None:
    assert GAME.data.check_deck(setup(), "1", PACK).legal
    assert GAME.data.check_deck(setup(players="4"), "1", TWO).legal
    assert PACK.cards == tuple(CATALOG.cards)


@pytest.mark.parametrize(
    ("deck", "players", "found"),
    [
        (Deck(PACK.cards[1:]), "2", [("", 51, 52), ("c01", 0, 1)]),
        (Deck((*PACK.cards, "c05")), "2", [("", 53, 52), ("c05", 2, 1)]),
        (Deck((*PACK.cards[:-1], "joker")), "2", [("s13", 0, 1), ("joker", 1, 0)]),
        (Deck(PACK.cards, {"side": ("c01",)}), "2", [("", 53, 52), ("c01", 2, 1)]),
        (Deck((*PACK.cards, *PACK.cards[:-1], "c01")), "4", [("c01", 3, 2), ("s13", 1, 2)]),
    ],
)
def test_what_is_wrong_with_a_pack(
    deck: Deck, players: str, found: list[tuple[str, int, int]]
) -> None:
    report = GAME.data.check_deck(setup(players=players), "1", deck)

    assert report.violations == tuple(DeckFinding("STR-1.2", *f) for f in found)
    assert report.warnings == ()


def english(text: str | Message) -> str:
    return text.render("en") if isinstance(text, Message) else text


def test_a_match_is_played_with_a_whole_pack_or_an_untold_one() -> None:
    assert GAME.start(Setup("stratosphere", {}, {"1": PACK})) == GAME.start(setup())
    with pytest.raises(DataError) as caught:
        GAME.start(Setup("stratosphere", {}, {"2": Deck(PACK.cards[1:]), "3": PACK}))
    assert [(english(f.file), english(f.field)) for f in caught.value.faults] == [
        ("deck of 2", "cards"),
        ("deck of 2", "c01"),
        ("decks", "3"),
    ]


def test_the_settings_are_checked_first() -> None:
    with pytest.raises(DataError):
        GAME.data.check_deck(setup(players="3"), "1", PACK)
