from __future__ import annotations

from pathlib import Path

import pytest

from companion.commands.scan.show import report
from companion.readings import Trouble
from companion.scan.judging import ScanOptions, judge, judge_list
from companion.scan.result import FindingKind, MissingCard, ScanFinding, ScanResult
from companion.scan.session import ScanSession
from companion.scan.sheet import check_sheet
from companion.scan.tally import (
    ScanEvent,
    ScanEventKind,
    ScanTally,
    StrangerKind,
    StrangerTag,
    TagsInView,
)
from companion.scan.words import Captions
from companion.texts import sentences
from rules import LANGUAGES, Deck, Message, load_catalog
from rules.messages.message import render
from tests.support.printed_decks import seen, stock, tags_of

STOCK = stock()
SUN, MOON = tags_of(STOCK, "sun"), tags_of(STOCK, "moon")
CATALOG = load_catalog("yggdrasil")


def finding_texts(captions: Captions, result: ScanResult) -> list[str]:
    """Return one sentence for each finding of a scan result."""
    return [finding.render(captions.lang) for finding in captions.findings(result)]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_that_can_happen_has_words(lang: str) -> None:
    keys = sentences("scan").keys()
    assert {f"trouble.{trouble.value}" for trouble in Trouble} <= keys
    assert {f"strange.{what.value}" for what in StrangerKind} <= keys
    captions = Captions(CATALOG, lang)
    for kind in FindingKind:
        finding = ScanFinding(kind, SUN[0], "y03", 1, "sun", "jiguan", "x", 2, 100, "a.jpg")
        text = captions.finding(finding, "yggdrasil").render(lang)
        assert text
        assert "{" not in text
    session = ScanSession(STOCK, ScanOptions("yggdrasil"))
    strangers = tuple(StrangerTag(what, "x", "jiguan", "jb1", 1, 5) for what in StrangerKind)
    events = session.begin()
    events += session.look(TagsInView("a.jpg", seen(*SUN, SUN[0]).readings, strangers=strangers))
    events += session.look(TagsInView("b.jpg", unread=1, trouble="blurred"))
    events += session.look(TagsInView("c.jpg", trouble="mirrored"))
    for event in events:
        assert render(captions.event(event, session.status()), lang), event


def test_cards_of_another_deck_are_one_sentence() -> None:
    tally = ScanTally(STOCK)
    tally.take(seen(*SUN, *MOON[1:4]))
    result = judge(STOCK, tally, ScanOptions("yggdrasil"))
    text = finding_texts(Captions(CATALOG, "en"), result)[0]
    assert text.startswith("Two decks are mixed: 3 cards belong to Wild Hunt (Moon): ")
    assert text.endswith("Separate the decks, or check both with --all.")


def test_many_missing_cards_are_one_line() -> None:
    tally = ScanTally(STOCK)
    tally.take(seen(*SUN[:5]))
    result = judge(STOCK, tally, ScanOptions("yggdrasil"))
    captions = Captions(CATALOG, "ja")
    (line,) = captions.lacking(result.decks[0].missing)
    assert line.render("ja").count("、") == 15
    assert len(captions.lacking(result.decks[0].missing[:3])) == 3
    assert "21枚中5枚" in captions.head(result.decks[0]).render("ja")


def test_a_list_longer_than_wanted_counts_right() -> None:
    tally = ScanTally(STOCK)
    tally.take(seen(*SUN))
    shipped = CATALOG.decks["orchard"]
    short = type(shipped)(shipped.cards[:-1], shipped.extras, "short")
    result = judge(STOCK, tally, ScanOptions("yggdrasil", wanted=short))
    text = Captions(CATALOG, "en").head(result.decks[0]).render("en")
    assert "21 cards" in text


def test_a_card_s_number_stands_in_the_brackets_of_the_language() -> None:
    text = [render(Captions(CATALOG, lang).card("y03"), lang) for lang in LANGUAGES]
    assert text == ["Rising Vine (y03)", "昇りゆく蔓（y03）", "攀天之藤（y03）"]


def test_while_counting_few_missing_cards_are_named_and_of_many_the_first() -> None:
    captions = Captions(CATALOG, "en")
    session = ScanSession(STOCK, ScanOptions("yggdrasil"))
    session.look(seen(*SUN[:-2]))
    few = session.status().missing
    assert (
        render(captions.missing(few), "en")
        == "Still missing: Dawn Lantern (y33), Dawn Lantern (y33)"
    )
    assert captions.missing(()) == ""

    session = ScanSession(STOCK, ScanOptions("yggdrasil"))
    session.look(seen(SUN[0]))
    text = render(captions.missing(session.status().missing), "en")
    assert text.count("(") == 8
    assert text.endswith("and 12 more")


def test_what_a_typed_list_lacks_and_has_too_many_of_is_reported_by_card() -> None:
    shipped = CATALOG.decks["orchard"]
    fewer = Deck((*shipped.cards[:-1], "y17"), shipped.extras, "mine")
    (deck,) = judge_list(fewer, ScanOptions("yggdrasil", wanted=shipped)).decks
    captions = Captions(CATALOG, "en")
    last = render(captions.card(shipped.cards[-1]), "en")
    assert [captions.lacks(one).render("en") for one in deck.missing] == [f"Missing: {last}"]
    assert [captions.over(*over).render("en") for over in deck.over] == [
        "Level Branch (y17): 1 in the deck, 0 on the list"
    ]


def test_a_deck_of_another_game_s_rules_is_reported_without_a_judgement() -> None:
    tally = ScanTally(STOCK)
    tally.take(seen(*SUN))
    (deck,) = judge(STOCK, tally, ScanOptions("jiguan")).decks
    assert Captions(CATALOG, "en").checked(deck) is None


def test_cards_of_a_game_that_is_not_installed_any_more_are_still_reported() -> None:
    """Test resuming a scan from its log after a game of one's own was removed."""
    tally = ScanTally(STOCK)
    facts = {"what": "other_game", "text": "QAB0010XYZ", "game": "gone", "card": "q1"}
    tally.recall("stranger", {**facts, "copy": 1, "number": 3, "source": "a.jpg"})
    result = judge(STOCK, tally, ScanOptions("yggdrasil"))
    text, _ = finding_texts(Captions(CATALOG, "en"), result)
    assert "gone" in text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_where_nothing_was_read_the_end_says_that_and_not_that_cards_are_missing(lang: str) -> None:
    of = stock(decks={"sun": "orchard"})
    captions = Captions(load_catalog("yggdrasil"), lang)
    result = judge(of, ScanTally(of), ScanOptions("yggdrasil"))
    first, last = report(result, captions, Path("a.json")).splitlines()
    assert first == Message("scan.finding.nothing").render(lang)
    assert last.endswith(f" {Message('scan.result.nothing').render(lang)}")
    assert captions.verdict(result).render(lang) == Message("scan.sheet.nothing").render(lang)
    assert Message("scan.sheet.nothing").render(lang) in check_sheet(result, captions)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_cards_of_another_game_alone_were_read_and_what_checks_them_is_reported(lang: str) -> None:
    of = stock()
    tally = ScanTally(of)
    strange = StrangerTag(StrangerKind.OTHER_GAME, "x", "jiguan", "r01", 1)
    tally.take(TagsInView("a.jpg", strangers=(strange,)))
    captions = Captions(load_catalog("yggdrasil"), lang)
    reported = finding_texts(captions, judge(of, tally, ScanOptions("yggdrasil")))
    assert Message("scan.finding.nothing").render(lang) not in reported
    assert "--manifest" in reported[-1]
    assert load_catalog("jiguan").names[lang] in reported[-1]
    other = ScanTally(of)
    other.take(
        TagsInView(
            "a.jpg", strangers=(StrangerTag(StrangerKind.OTHER_PRINT, "x", "yggdrasil", "y01"),)
        )
    )
    reported = finding_texts(captions, judge(of, other, ScanOptions("yggdrasil")))
    assert reported[-1] == Message("scan.finding.nothing_of_it").render(lang)


def test_strangers_of_a_kind_that_later_versions_distinguish_stop_no_scan() -> None:
    tally = ScanTally(STOCK)
    tally.recall("stranger", {"what": "hologram", "text": "x", "source": "a.jpg"})
    tally.recall("stranger", {"text": "x"})
    assert tally.strangers == {}


def test_the_end_is_reported_by_the_report_alone() -> None:
    assert Captions(CATALOG, "en").event(ScanEvent(ScanEventKind.SCAN_ENDED)) == ""


def test_what_is_there_instead_of_cards_is_reported_without_advice_to_hold_still() -> None:
    session, captions = ScanSession(STOCK, ScanOptions("yggdrasil")), Captions(CATALOG, "zh-Hant")
    link = StrangerTag(StrangerKind.OTHER_CODE, "line.me…")
    reported = [
        [render(captions.event(event), "zh-Hant") for event in session.look(glance)]
        for glance in (
            TagsInView("a.jpg", strangers=(link,)),
            TagsInView("b.jpg", controls=36),
            TagsInView("c.jpg", trouble="blurred"),
        )
    ]
    code = "看到一個不是本遊戲的QR Code（line.me…），請移開。"
    other = "沒有拍到這副牌組的牌"
    assert reported[0] == [code, f"a.jpg：{other}"]
    assert reported[1] == [f"b.jpg：{other}；有36張操作牌（放在桌上用的，不屬於牌組）"]
    assert "請靠近" in reported[2][0]
    assert code in finding_texts(captions, session.result())


@pytest.mark.parametrize(
    ("lang", "line", "among"),
    [
        ("en", "Missing: Storm Crown (y02), 5 copies", "Storm Crown (y02) ×5"),
        ("ja", "ありません：「嵐の樹冠（y02）」5枚", "嵐の樹冠（y02）5枚"),
        ("zh-Hant", "缺少：「風暴樹冠（y02）」5張", "風暴樹冠（y02）5張"),
    ],
)
def test_a_card_that_a_list_lacks_several_times_is_reported_once(
    lang: str, line: str, among: str
) -> None:
    captions = Captions(load_catalog("yggdrasil"), lang)
    five = [MissingCard("y02")] * 5
    assert [each.render(lang) for each in captions.lacking(five)] == [line]
    (whole,) = captions.lacking([*five, *(MissingCard(f"y{n:02}") for n in range(10, 19))])
    assert among in whole.render(lang)
