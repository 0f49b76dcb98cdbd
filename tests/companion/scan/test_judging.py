from __future__ import annotations

from dataclasses import replace

import pytest

from companion.errors import SessionError
from companion.scan.judging import ScanOptions, judge, judge_list, places_left, read_owner
from companion.scan.result import FindingKind, ScanFinding, ScanLight, ScanResult
from companion.scan.stock import PrintedStock
from companion.scan.tally import ScanTally, StrangerKind, StrangerTag, TagsInView
from rules import Deck, Manifest, PrintedCard, Tag, TagKind, format_tag, load_catalog
from tests.support.printed_decks import (
    NUMBERS,
    SPOT,
    SQUARE,
    cards_of,
    manifest,
    seen,
    stock,
    tags_of,
)

STOCK = stock()
SUN, MOON = tags_of(STOCK, "sun"), tags_of(STOCK, "moon")
YGG = ScanOptions("yggdrasil")


def judged(*tags: str, wish: ScanOptions = YGG, of: PrintedStock = STOCK) -> ScanResult:
    tally = ScanTally(of)
    tally.take(seen(*tags))
    return judge(of, tally, wish)


def found(result: ScanResult) -> list[FindingKind]:
    return [finding.kind for finding in result.findings]


def test_a_whole_deck_is_in_order() -> None:
    result = judged(*SUN)
    (deck,) = result.decks
    assert result.fine
    assert result.light is ScanLight.GREEN
    assert (deck.owner, deck.seat, deck.deck.name) == ("sun", "A", "orchard")
    shipped = load_catalog("yggdrasil").decks["orchard"]
    assert sorted(deck.deck.cards) == sorted(shipped.cards)
    assert dict(deck.deck.extras) == dict(shipped.extras)


def test_what_is_missing_is_named_and_only_lacks() -> None:
    result = judged(*SUN[:-2])
    (deck,) = result.decks
    assert [one.tag for one in deck.missing] == SUN[-2:]
    assert deck.report is not None
    assert [one.clause for one in deck.report.violations] == ["YGG-2.1"]
    assert result.light is ScanLight.YELLOW


def test_a_card_of_the_other_deck_is_mixed_in_and_no_part_of_the_deck() -> None:
    result = judged(*SUN, MOON[1])
    assert found(result) == [FindingKind.OTHER_DECK]
    assert result.findings[0].text == "hunt"
    assert result.decks[0].fine
    assert result.light is ScanLight.RED


def test_two_decks_are_checked_each_by_itself_if_wanted() -> None:
    result = judged(*SUN, *MOON, wish=replace(YGG, everything=True))
    assert [deck.owner for deck in result.decks] == ["sun", "moon"]
    assert result.fine


def test_whose_deck_it_is_can_be_rendered() -> None:
    result = judged(*SUN[:15], *MOON[:3], wish=replace(YGG, owner="moon"))
    (deck,) = result.decks
    assert deck.owner == "moon"
    assert len(deck.missing) == len(MOON) - 3


def test_the_same_tag_twice_is_a_duplicate() -> None:
    result = judged(*SUN, SUN[4])
    assert found(result) == [FindingKind.DUPLICATE]
    assert (result.findings[0].tag, result.findings[0].count) == (SUN[4], 2)


def replaced() -> tuple[PrintedStock, str, str]:
    """Return a stock in which one copy was printed again."""
    old = STOCK.copies[SUN[3]]
    number = load_catalog("yggdrasil").cards[old.card].number
    tag = format_tag(Tag("Y", old.number, TagKind.CARD, number, 9))
    new = PrintedCard(tag, old.card, 9, "sun", SPOT, SQUARE, replaces=old.tag)
    more: Manifest = manifest("yggdrasil", {"sun": "orchard"}, (new,))
    return PrintedStock.of([more], load_catalog("yggdrasil")), old.tag, tag


def test_a_new_copy_fills_the_lost_ones_place() -> None:
    of, old, new = replaced()
    with_new = [tag for tag in SUN if tag != old] + [new]
    assert judged(*with_new, of=of).fine
    assert judged(*SUN, of=of).fine
    assert [m.tag for m in judged(*[t for t in SUN if t != old], of=of).decks[0].missing] == [old]


def test_a_lost_card_that_turns_up_again_is_one_too_many() -> None:
    of, old, new = replaced()
    result = judged(*SUN, new, of=of)
    (finding,) = result.findings
    assert (finding.kind, finding.tag, finding.count) == (FindingKind.REPLACED, old, 9)


def test_cards_next_to_the_deck_are_asked_for_only_where_one_is_shown() -> None:
    catalog = load_catalog("dicebattle")
    aside = tuple(
        replace(card, slot="beside", owner="sun")
        for card in cards_of(catalog, Deck(("phases", "token")), "sun", NUMBERS["sun"])
    )
    printed = manifest("dicebattle", {"sun": "humans"}, aside)
    of = PrintedStock.of([printed], catalog)
    deck = [tag for tag, copy in of.copies.items() if copy.slot == ""]
    wish = ScanOptions("dicebattle")

    assert judged(*deck, of=of, wish=wish).fine
    assert places_left(of, dict.fromkeys(deck, ""), wish) == (30, [])
    with_one = judged(*deck, aside[0].tag, of=of, wish=wish)
    assert [one.card for one in with_one.decks[0].missing] == ["token"]
    assert with_one.decks[0].report == judged(*deck, of=of, wish=wish).decks[0].report
    assert with_one.light is ScanLight.YELLOW


def test_a_list_says_what_lacks_and_what_is_too_many() -> None:
    shipped = load_catalog("yggdrasil").decks["orchard"]
    wanted = Deck((*shipped.cards[:-1], "y17"), shipped.extras, "mine")
    result = judged(*SUN, wish=replace(YGG, wanted=wanted))
    (deck,) = result.decks
    assert [one.card for one in deck.missing] == ["y17"]
    assert [card for card, _, _ in deck.over] == [shipped.cards[-1]]
    assert places_left(STOCK, dict.fromkeys(SUN, ""), replace(YGG, wanted=wanted))[0] == 21
    assert result.light is ScanLight.RED


def test_what_a_list_lacks_is_named_as_the_copy_that_was_printed() -> None:
    shipped = load_catalog("yggdrasil").decks["orchard"]
    result = judged(*SUN[:-1], wish=replace(YGG, wanted=shipped))
    assert [one.tag for one in result.decks[0].missing] == SUN[-1:]
    assert result.light is ScanLight.YELLOW


def test_cards_next_to_the_deck_are_never_too_many_for_a_list() -> None:
    catalog = load_catalog("dicebattle")
    (token,) = cards_of(catalog, Deck(("token",)), "sun", NUMBERS["sun"])
    printed = manifest("dicebattle", {"sun": "humans"}, (replace(token, slot="beside"),))
    of = PrintedStock.of([printed], catalog)
    wish = ScanOptions("dicebattle", wanted=catalog.decks["humans"])
    (deck,) = judged(*of.copies, of=of, wish=wish).decks
    assert (deck.fine, deck.extras, deck.over) == (True, ("token",), ())


def test_a_deck_that_nobody_printed_is_not_found_in_another() -> None:
    sun_only = stock(decks={"sun": "orchard"})
    result = judged(*SUN, of=sun_only, wish=replace(YGG, owner="moon"))
    assert result.decks == ()
    assert set(found(result)) == {FindingKind.OTHER_DECK}
    assert places_left(sun_only, dict.fromkeys(SUN, ""), replace(YGG, owner="moon")) == (0, [])


def test_a_list_puts_cards_into_its_parts() -> None:
    of = stock("spherion", {"blue": "ember-foundry"})
    shipped = load_catalog("spherion").decks["ember-foundry"]
    bare = {tag: replace(copy, slot="") for tag, copy in of.copies.items()}
    unmarked = replace(of, copies=bare)
    result = judged(*of.copies, of=unmarked, wish=ScanOptions("spherion", wanted=shipped))
    assert result.fine
    assert dict(result.decks[0].deck.extras) == dict(shipped.extras)


@pytest.mark.parametrize(
    ("game", "decks"),
    [
        ("spherion", {"blue": "ember-foundry"}),
        ("jiguan", {"moon": "court"}),
        ("stratosphere", {"": "pack"}),
        ("dicebattle", {"moon": "monsters"}),
    ],
)
def test_every_game_s_shipped_deck_is_in_order(game: str, decks: dict[str, str]) -> None:
    of = stock(game, decks)
    assert judged(*of.copies, of=of, wish=ScanOptions(game)).fine


def test_a_deck_of_the_wrong_game() -> None:
    result = judged(*SUN, wish=ScanOptions("jiguan"))
    assert found(result) == [FindingKind.WRONG_GAME]
    assert result.decks[0].report is None
    assert result.light is ScanLight.RED


def test_nothing_seen_and_what_could_not_be_read() -> None:
    tally = ScanTally(STOCK)
    tally.take(TagsInView("a.jpg", unread=3))
    result = judge(STOCK, tally, YGG)
    assert found(result) == [FindingKind.UNREAD, FindingKind.NOTHING]
    assert not result.fine
    assert result.light is ScanLight.YELLOW


def test_where_no_card_was_read_no_deck_is_judged_and_nothing_is_missing() -> None:
    one = stock(decks={"sun": "orchard"})
    for of in (one, STOCK):
        for wish in (YGG, replace(YGG, wanted=load_catalog("yggdrasil").decks["orchard"])):
            result = judged(of=of, wish=wish)
            assert result.decks == ()
            assert found(result) == [FindingKind.NOTHING]
            assert result.ending == "nothing"
            assert result.light is ScanLight.YELLOW
    assert judged(*SUN[:3]).ending == "unseen", "a lamp or another card may hide the rest"
    shipped = load_catalog("yggdrasil").decks["orchard"]
    typed = judge_list(Deck(shipped.cards[:-1], shipped.extras), replace(YGG, wanted=shipped))
    assert typed.ending == "lacking"
    assert judged(*SUN).ending == "fine"
    assert judged(*SUN, MOON[0]).ending == "broken"


def test_cards_of_another_game_alone_say_whose_they_are() -> None:
    tally = ScanTally(STOCK)
    foreign = [StrangerTag(StrangerKind.OTHER_GAME, f"x{i}", "jiguan", f"j{i}") for i in range(3)]
    tally.take(TagsInView("a.jpg", strangers=tuple(foreign)))
    result = judge(STOCK, tally, YGG)
    assert result.decks == ()
    nothing = result.findings[-1]
    assert (nothing.kind, nothing.game, nothing.count) == (FindingKind.NOTHING, "jiguan", 3)
    code = ScanTally(STOCK)
    code.take(TagsInView("a.jpg", strangers=(StrangerTag(StrangerKind.OTHER_CODE, "x"),)))
    assert judge(STOCK, code, YGG).findings[-1] == ScanFinding(FindingKind.NOTHING)


@pytest.mark.parametrize("what", list(StrangerKind))
def test_every_stranger_is_a_finding(what: StrangerKind) -> None:
    tally = ScanTally(STOCK)
    tally.take(TagsInView("a.jpg", seen(*SUN).readings, strangers=(StrangerTag(what, "x"),)))
    result = judge(STOCK, tally, YGG)
    assert [kind.value for kind in found(result)] == [what.value]
    assert result.light is ScanLight.RED


def test_an_illegal_print_is_red_even_if_cards_lack() -> None:
    catalog = load_catalog("yggdrasil")
    of = STOCK
    three = Deck(("y03",) * 3, {"root": ("yr1",)}, "three")
    result = judged(*SUN[:3], of=of, wish=replace(YGG, wanted=three))
    assert catalog.clauses[result.decks[0].report.violations[0].clause]  # type: ignore[union-attr]
    assert not result.decks[0].sound
    assert result.light is ScanLight.RED


def test_a_typed_list_is_judged_too() -> None:
    shipped = load_catalog("yggdrasil").decks["orchard"]
    assert judge_list(shipped, YGG).fine
    result = judge_list(Deck(shipped.cards[:3], {}, "x"), replace(YGG, wanted=shipped))
    assert len(result.decks[0].missing) == 18


def test_an_owner_is_named_by_colour_or_seat() -> None:
    catalog = load_catalog("yggdrasil")
    assert read_owner("B", catalog) == "moon"
    assert read_owner("", catalog) == ""
    with pytest.raises(SessionError, match="moon"):
        read_owner("mon", catalog)
