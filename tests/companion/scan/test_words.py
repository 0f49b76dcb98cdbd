from __future__ import annotations

import re

import pytest

from companion.readings import Trouble
from companion.scan.judging import Wish, judge
from companion.scan.result import Finding, Finds
from companion.scan.session import ScanSession
from companion.scan.tally import Glance, Stranger, Tally, Unknown
from companion.scan.words import Captions
from companion.texts import load_texts
from rules import LANGUAGES, load_catalog
from tests.companion.scan.printed import seen, stock, tags_of

STOCK = stock()
SUN, MOON = tags_of(STOCK, "sun"), tags_of(STOCK, "moon")
CATALOG = load_catalog("yggdrasil")


def test_every_language_says_the_same_things_of_the_same_facts() -> None:
    english, *others = (load_texts(lang, "scan").sentences for lang in LANGUAGES)
    for other in others:
        assert other.keys() == english.keys()
        for key, text in english.items():
            facts = set(re.findall(r"{(\w+)}", text))
            assert set(re.findall(r"{(\w+)}", other[key])) == facts, key


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_that_can_happen_has_words(lang: str) -> None:
    keys = load_texts(lang, "scan").sentences.keys()
    assert {f"trouble.{trouble.value}" for trouble in Trouble} <= keys
    assert {f"strange.{what.value}" for what in Unknown} <= keys
    captions = Captions(CATALOG, lang)
    for kind in Finds:
        finding = Finding(kind, SUN[0], "y03", 1, "sun", "jiguan", "x", 2, 100, "a.jpg")
        said = captions.finding(finding, "yggdrasil")
        assert said
        assert "{" not in said
    session = ScanSession(STOCK, Wish("yggdrasil"))
    strangers = tuple(Stranger(what, "x", "jiguan", "jb1", 1, 5) for what in Unknown)
    events = session.begin()
    events += session.look(Glance("a.jpg", seen(*SUN, SUN[0]).readings, strangers=strangers))
    events += session.look(Glance("b.jpg", unread=1, trouble="blurred"))
    events += session.look(Glance("c.jpg", trouble="mirrored"))
    for event in events:
        assert captions.say(event, session.status()), event


def test_cards_of_another_deck_are_one_sentence() -> None:
    tally = Tally(STOCK)
    tally.take(seen(*SUN, *MOON[1:4]))
    (said,) = Captions(CATALOG, "en").findings(judge(STOCK, tally, Wish("yggdrasil")))
    assert said.startswith("Two decks are mixed. Of Wild Hunt (Moon), 3: ")
    assert said.endswith("Lay them apart, or check both with --all.")


def test_many_missing_cards_are_one_line() -> None:
    tally = Tally(STOCK)
    tally.take(seen(*SUN[:5]))
    result = judge(STOCK, tally, Wish("yggdrasil"))
    captions = Captions(CATALOG, "ja")
    (line,) = captions.lacking(result.decks[0].missing)
    assert line.count("、") == 15
    assert len(captions.lacking(result.decks[0].missing[:3])) == 3
    assert "21枚中5枚" in captions.head(result.decks[0])


def test_a_list_longer_than_wanted_counts_right() -> None:
    tally = Tally(STOCK)
    tally.take(seen(*SUN))
    shipped = CATALOG.decks["orchard"]
    short = type(shipped)(shipped.cards[:-1], shipped.extras, "short")
    result = judge(STOCK, tally, Wish("yggdrasil", wanted=short))
    said = Captions(CATALOG, "en").head(result.decks[0])
    assert "21 cards" in said


def test_a_card_s_number_stands_in_the_brackets_of_the_language() -> None:
    said = [Captions(CATALOG, lang).card("y03") for lang in LANGUAGES]
    assert said == ["Rising Vine (y03)", "昇りゆく蔓（y03）", "攀天之藤（y03）"]
