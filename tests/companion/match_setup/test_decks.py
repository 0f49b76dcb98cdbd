"""The deck of each seat: it is the printed one, with each card in its part."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.errors import SessionError
from companion.match_setup.decks import named_deck, printed_decks
from companion.scan.judging import ScanOptions, judge
from companion.scan.saving import save_result
from companion.scan.stock import PrintedStock
from companion.scan.tally import ScanTally
from companion.scan.words import Captions
from rules import Deck, PrintedCard, Setup, Tag, TagKind, format_tag, load_catalog, load_game
from tests.support.printed_decks import NUMBERS, SPOT, SQUARE, cards_of, manifest, seen

OWN = {
    "spherion": ("blue", "ember-foundry", "master"),
    "jiguan": ("sun", "court", "extra"),
    "yggdrasil": ("sun", "orchard", "root"),
    "dicebattle": ("sun", "humans", ""),
}
"""Game → an owner, a shipped deck, and a part of it besides its cards, "" for none."""


def own_deck(slug: str) -> Deck:
    """Return a legal deck that differs from the shipped one by one card."""
    owner, name, _ = OWN[slug]
    catalog, game = load_catalog(slug), load_game(slug)
    shipped, seat = catalog.decks[name], catalog.owners[owner]
    tried = (
        Deck((*shipped.cards[:at], *shipped.cards[at + 1 :], card), shipped.extras)
        for at, old in enumerate(shipped.cards)
        for card in catalog.cards
        if card != old
    )
    return next(deck for deck in tried if game.data.check_deck(Setup(slug), seat, deck).legal)


@pytest.mark.parametrize("slug", OWN)
def test_a_deck_of_one_s_own_is_played_with_all_its_parts(slug: str) -> None:
    owner, name, part = OWN[slug]
    catalog, deck = load_catalog(slug), own_deck(slug)
    printed = replace(
        manifest(slug, {owner: name}), cards=tuple(cards_of(catalog, deck, owner, NUMBERS[owner]))
    )
    found = printed_decks([printed], catalog, load_game(slug), {})[catalog.owners[owner]]
    assert sorted(found.cards) == sorted(deck.cards)
    assert dict(found.extras) == dict(deck.extras)
    assert not part or deck.extras[part]


def test_a_print_and_the_reprint_that_extends_it_are_one_deck() -> None:
    catalog, deck = load_catalog("yggdrasil"), own_deck("yggdrasil")
    cards = tuple(cards_of(catalog, deck, "sun", 100))
    lost = cards[-1]
    tag = format_tag(Tag("Y", 100, TagKind.CARD, catalog.cards[lost.card].number, 9))
    again = PrintedCard(tag, lost.card, 9, "sun", SPOT, SQUARE, replaces=lost.tag)
    printed = replace(manifest("yggdrasil", {"sun": "orchard"}), cards=cards)
    more = replace(printed, cards=(*cards, again))
    found = printed_decks([printed, more], catalog, load_game("yggdrasil"), {})
    assert sorted(found["A"].cards) == sorted(deck.cards)


def test_cards_that_every_player_has_next_to_the_deck_are_no_part_of_it() -> None:
    catalog = load_catalog("dicebattle")
    aside = [
        replace(card, slot="beside")
        for card in cards_of(catalog, Deck(("phases", "token")), "sun", 100)
    ]
    deck = own_deck("dicebattle")
    cards = (*cards_of(catalog, deck, "sun", 100), *aside)
    printed = replace(manifest("dicebattle", {"sun": "humans"}), cards=cards)
    found = printed_decks([printed], catalog, load_game("dicebattle"), {})
    assert sorted(found["A"].cards) == sorted(deck.cards)
    assert not found["A"].extras


def test_a_deck_is_named_by_its_shelf_its_list_or_a_scan_of_it(tmp_path: Path) -> None:
    catalog = load_catalog("yggdrasil")
    of = PrintedStock.of([manifest("yggdrasil", {"sun": "orchard"})], catalog)
    tally = ScanTally(of)
    tally.take(seen(*of.copies))
    result = judge(of, tally, ScanOptions("yggdrasil"))
    saved = save_result(result, tmp_path / "a.json", Captions(catalog, "en"))

    shelf, scan, typed = (
        named_deck(str(name), "A", catalog) for name in ("orchard", saved.json, saved.lists[0])
    )
    assert sorted(shelf.cards) == sorted(scan.cards) == sorted(typed.cards)
    assert dict(shelf.extras) == dict(scan.extras) == dict(typed.extras)
    with pytest.raises(SessionError, match="orchard"):
        named_deck("orchad", "A", catalog)
