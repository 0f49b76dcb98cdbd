"""The printed cards that a scan loads from manifests."""

from __future__ import annotations

from dataclasses import replace

from companion.scan.judging import ScanOptions, judge
from companion.scan.stock import PrintedStock
from companion.scan.tally import ScanTally
from rules import PrintedCard, Tag, TagKind, format_tag, load_catalog
from tests.support.printed_decks import SPOT, SQUARE, manifest, seen, stock, tags_of

YGG = load_catalog("yggdrasil")
SUN = tags_of(stock(), "sun")


def again(old: PrintedCard, copy: int) -> PrintedCard:
    """Return a copy printed in place of a lost one."""
    tag = format_tag(Tag("Y", 100, TagKind.CARD, YGG.cards[old.card].number, copy))
    return PrintedCard(tag, old.card, copy, "sun", SPOT, SQUARE, replaces=old.tag)


def test_whichever_copy_of_a_card_lost_twice_is_shown_fills_its_place() -> None:
    printed = manifest("yggdrasil", {"sun": "orchard"})
    first = printed.cards[3]
    second = again(first, 8)
    third = again(second, 9)
    of = PrintedStock.of([replace(printed, cards=(*printed.cards, second, third))], YGG)
    others = [card.tag for card in printed.cards if card is not first]

    assert len(of.decks[0].places) == len(printed.cards)
    for copy in (first, second, third):
        tally = ScanTally(of)
        tally.take(seen(*others, copy.tag))
        assert judge(of, tally, ScanOptions("yggdrasil")).fine


def test_a_card_that_two_manifests_name_counts_once_and_the_later_knows_more() -> None:
    printed = manifest("yggdrasil", {"sun": "orchard"})
    second = again(printed.cards[3], 8)
    later = replace(printed, cards=(*printed.cards, second))
    unaware = replace(second, replaces="")
    of = PrintedStock.of([replace(printed, cards=(*printed.cards, unaware)), later], YGG)

    assert len(of.copies) == len(printed.cards) + 1
    assert of.copies[second.tag].replaces == printed.cards[3].tag


def test_what_is_no_card_is_not_counted_as_one() -> None:
    printed = manifest("yggdrasil", {"sun": "orchard"})
    control = replace(printed.cards[0], tag=format_tag(Tag("Y", 0, TagKind.CONTROL, 1)))
    of = PrintedStock.of([replace(printed, cards=(*printed.cards, control))], YGG)

    assert set(of.copies) == set(SUN)
