"""Search finds every word of a text, of any length, and also numbers, names and misspellings."""

from __future__ import annotations

import itertools
import re
from dataclasses import replace

import pytest

from companion.lookup import HitKind, Lookup, MatchKind, load_lookup
from companion.lookup.folding import fold, is_cjk
from companion.lookup.shelf import Shelf
from companion.lookup.slips import NearWords
from rules import LANGUAGES, Catalog, Tag, TagKind, format_tag, game_slugs, load_catalog

LOOKUP = load_lookup()
GAMES = tuple(game_slugs())


def texts(catalog: Catalog, lang: str) -> dict[tuple[str, str], list[str]]:
    """Return (kind, id) → all its texts in a language, read directly from the data."""
    found: dict[tuple[str, str], list[str]] = {}
    for clause in catalog.clauses.values():
        words = [clause.titles, clause.texts, clause.whys, clause.refusals, clause.advices]
        words += clause.cases.values()
        found["clause", clause.id] = [each[lang] for each in words if each.get(lang)]
    for card in catalog.cards.values():
        words = [card.names, card.texts, card.keywords]
        found["card", card.id] = [each[lang] for each in words if each.get(lang)]
    for key, term in catalog.terms.items():
        found["term", key] = [term[lang]]
    for name, spec in catalog.settings.items():
        found["setting", name] = [spec.labels[lang], spec.helps[lang]]
    return found


def pieces(text: str) -> set[str]:
    """Return every word and word pair, and every Chinese or Japanese character and pair."""
    found = set()
    for run in re.findall(r"[\w]+(?:[^\w、。，．：；！？「」（）]+\w+)*", text):
        words = run.split()
        found |= {word for word in words if not is_cjk(word)}
        found |= {f"{a} {b}" for a, b in itertools.pairwise(words) if not is_cjk(a + b)}
    for run in re.findall(r"[぀-ヿ㐀-鿿]+", text):
        found |= set(run) | {run[at : at + 2] for at in range(len(run) - 1)}
    return found


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("slug", GAMES)
def test_every_word_character_and_pair_of_every_text_is_found(slug: str, lang: str) -> None:
    """Check a recall of 100 % for exact words: each piece finds every text that contains it."""
    wanted: dict[str, set[tuple[str, str]]] = {}
    for name, report in texts(load_catalog(slug), lang).items():
        for piece in set().union(*map(pieces, report)):
            if fold(piece):
                wanted.setdefault(piece, set()).add(name)
    shelf = LOOKUP.shelf(slug)
    assert len(wanted) > 300

    missed = {}
    for piece, names in wanted.items():
        found = {(e.kind.value, e.id) for e in map(shelf.entries.__getitem__, shelf.written(piece))}
        if not names <= found:
            missed[piece] = names - found
    assert missed == {}


@pytest.mark.parametrize(
    "typed", ["YGG-6", "ygg 6", "ＹＧＧ－６", "ygg6", "why does YGG-6 say so?"]
)
def test_a_clause_that_is_numbered_without_a_section_is_named_by_its_number(typed: str) -> None:
    """Check ids as in the tutorial and in new games: CRO-1 is a clause, not the first section."""
    catalog = load_catalog("yggdrasil")
    clause = replace(catalog.clauses["YGG-6.4"], id="YGG-6")
    shelf = Shelf(replace(catalog, clauses={**catalog.clauses, "YGG-6": clause}))
    named = [at for at, (_, match) in shelf.find(typed, "en").items() if match is MatchKind.ID]
    assert [shelf.entries[at].id for at in named] == ["YGG-6"]


@pytest.mark.parametrize("typed", ["SPH-7.4b", "why sph-7.4B?", "SPH-7.4bについて"])
def test_a_clause_with_a_letter_is_named_alone(typed: str) -> None:
    shelf = LOOKUP.shelf("spherion")
    named = [at for at, (_, match) in shelf.find(typed, "ja").items() if match is MatchKind.ID]
    assert [shelf.entries[at].id for at in named] == ["SPH-7.4b"]


@pytest.mark.parametrize("slug", GAMES)
def test_every_whole_title_paragraph_and_name_is_found_by_search(slug: str) -> None:
    catalog = load_catalog(slug)
    for lang in LANGUAGES:
        for (kind, identity), report in texts(catalog, lang).items():
            if kind == "card" or (kind == "clause" and lang == "ja"):
                hits = LOOKUP.search(report[0], slug, lang, None)
                first = [h for h in hits if h.match in (MatchKind.ID, MatchKind.EXACT)]
                assert (kind, identity) in {(h.kind, h.id) for h in first}, report[0]


@pytest.mark.parametrize(
    "text",
    [
        "YGG-6.4", "ygg-6.4", "ygg 6.4", "YGG6.4", "ＹＧＧ－６．４", "6.4", "6の4", "６の４", "6-4",
        "第6章第4條", "6章4条", "§6.4", "section 6.4", "六の四", "6・4", "clause 6.4", "6 4",
        "6之4", "第六條第四款", "第6条第4項", "第6条4", "六之四",
    ],
)  # fmt: skip
def test_a_clause_by_its_number_however_it_is_written(text: str) -> None:
    hits = LOOKUP.search(text, "yggdrasil", "ja")

    assert hits[0].kind is HitKind.CLAUSE
    assert (hits[0].id, hits[0].match) == ("YGG-6.4", MatchKind.ID)


def test_every_clause_is_found_first_by_its_number() -> None:
    for slug in GAMES:
        for clause in load_catalog(slug).clauses:
            assert LOOKUP.search(clause, slug, limit=1)[0].id == clause
            assert LOOKUP.search(clause.lower().replace("-", " "), slug, limit=1)[0].id == clause


def test_a_number_without_a_game_finds_the_clause_of_each() -> None:
    found = {hit.id for hit in LOOKUP.search("6.4", limit=5)}

    assert found == {"YGG-6.4", "JGS-6.4", "STR-6.4", "DBM-6.4", "SPH-6.4"}


def test_a_section_finds_all_its_clauses() -> None:
    catalog = load_catalog("jiguan")
    wanted = {clause.id for clause in catalog.clauses.values() if clause.section == "5"}

    for text in ("JGS-5", "jgs 5", "第5章", "§5", "section 5"):
        hits = LOOKUP.search(text, "jiguan", "ja", None)
        assert {hit.id for hit in hits[: len(wanted)]} == wanted, text


def test_a_clause_cited_within_a_sentence_comes_first() -> None:
    hits = LOOKUP.search("why was that refused by YGG-6.3?", "yggdrasil")

    assert hits[0].id == "YGG-6.3"


def test_every_card_is_found_by_its_id_its_names_its_reading_and_its_tag() -> None:
    for slug in GAMES:
        catalog = load_catalog(slug)
        for card in catalog.cards.values():
            tag = format_tag(Tag(catalog.letter, 1, TagKind.CARD, card.number, 1))
            for text in (card.id, card.id.upper(), *card.names.values(), card.kana, tag):
                hits = LOOKUP.search(text, slug, "en", None)
                named = {(h.kind, h.id) for h in hits if h.match is MatchKind.ID}
                assert (HitKind.CARD, card.id) in named, text


def test_a_card_is_found_by_its_number() -> None:
    assert "y17" in {hit.id for hit in LOOKUP.search("#17", "yggdrasil")}
    assert "y17" in {hit.id for hit in LOOKUP.search("17", "yggdrasil")}


def test_a_tag_of_another_game_or_of_no_card_names_nothing() -> None:
    letter = load_catalog("yggdrasil").letter
    tags = (Tag("Z", 1, TagKind.CARD, 3, 1), Tag(letter, 1, TagKind.BACK, 3))
    for tag in tags:
        hits = LOOKUP.search(format_tag(tag), "yggdrasil")
        assert not [hit for hit in hits if hit.match is MatchKind.ID]


@pytest.mark.parametrize(
    ("text", "lang", "wanted"),
    [
        ("strom crown", "en", "y02"),
        ("Rissing Vine", "en", "y03"),
        ("昇りゆく弦", "ja", "y03"),
        ("あらしのじゆかん", "ja", "y02"),
        ("風暴樹寇", "zh-Hant", "y02"),
        ("风暴树冠", "zh-Hant", "y02"),
        ("嵐ノ樹冠", "ja", "y02"),
    ],
)
def test_slips_of_typing_are_forgiven_in_names(text: str, lang: str, wanted: str) -> None:
    assert LOOKUP.search(text, "yggdrasil", lang)[0].id == wanted


@pytest.mark.parametrize(
    ("slip", "wanted"),
    [
        ("exchagne a card", "YGG-7.1"),
        ("exchnage", "YGG-7.1"),
        ("muligan", "YGG-3.6"),
        ("half-conection", "YGG-6.4"),
        ("invasoin of a root", "YGG-9.6"),
        ("wrold tree pionts", "YGG-11.4"),
    ],
)
def test_slips_of_typing_are_forgiven_in_words(slip: str, wanted: str) -> None:
    assert wanted in [hit.id for hit in LOOKUP.search(slip, "yggdrasil", "en")[:3]]


@pytest.mark.parametrize("text", ["侵攻", "入侵", "invasion", "INVASION", "ＩＮＶＡＳＩＯＮ"])
def test_a_word_of_any_language_is_found_whatever_language_is_spoken(text: str) -> None:
    for lang in LANGUAGES:
        hits = LOOKUP.search(text, "yggdrasil", lang, None)
        clauses = {hit.id for hit in hits if hit.match is not MatchKind.WORDS}
        assert {"YGG-9.5", "YGG-9.2"} <= clauses


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("カード", "かーど"), ("カード", "ｶｰﾄﾞ"), ("効果", "效果"), ("弃牌", "棄牌"),
        ("Ｄｅｃｋ", "deck"), ("Café", "cafe"), ("ＭＰ", "mp"), ("破壞", "破坏"), ("破壊", "破壞"),
    ],
)  # fmt: skip
def test_what_makes_no_difference_is_folded(one: str, other: str) -> None:
    assert fold(one) == fold(other)


@pytest.mark.parametrize(
    "text", ["", " ", "、。", "🂡", "\x00", "?" * 5000, "(" * 50, "\\", "\ud800"]
)
def test_odd_input_finds_nothing_and_breaks_nothing(text: str) -> None:
    for lang in LANGUAGES:
        assert LOOKUP.search(text, lang=lang) == []


def test_the_same_words_find_the_same_hits_in_the_same_order() -> None:
    fresh = Lookup(GAMES)
    for text in ("attack", "手札", "怎麼贏", "6.4"):
        assert fresh.search(text, limit=None) == LOOKUP.search(text, limit=None)
        assert fresh.search(text, limit=3) == LOOKUP.search(text, limit=None)[:3]


@pytest.mark.parametrize("endless", ["attack " * 2000, "攻擊" * 5000])
def test_of_an_endless_question_the_beginning_is_read(endless: str) -> None:
    assert LOOKUP.search(endless, "yggdrasil") == LOOKUP.search(endless[:400], "yggdrasil")


def test_an_endless_word_is_no_slip_of_another() -> None:
    near = NearWords(["attack", "x" * 300])

    assert near.near("atack") == ("attack",)
    assert near.near("x" * 299) == ()


def test_a_card_without_a_reading_is_not_called_by_nothing() -> None:
    """Check that symbols and spaces do not match a designer's card without kana."""
    catalog = load_catalog("yggdrasil")
    bare = {**catalog.cards, "y03": replace(catalog.cards["y03"], kana="")}
    shelf = Shelf(replace(catalog, cards=bare))

    for nothing in ("", "  ", "！？"):
        assert shelf.find(nothing, "ja") == {}
    named = [
        shelf.entries[at].id
        for at, (_, match) in shelf.find("Rising Vine", "en").items()
        if match is MatchKind.ID
    ]
    assert named == ["y03"]
