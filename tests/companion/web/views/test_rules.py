"""The look-up on the page."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from itertools import combinations

import pytest

from companion.commands.rules.say import _example_lines
from companion.lookup import load_lookup
from companion.web.views.rules import _example, rules_view
from companion.web.views.words import Words
from rules import LANGUAGES, Message, game_slugs, load_catalog


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_clause_is_shown_whole_with_its_examples(lang: str) -> None:
    view = rules_view("yggdrasil", "YGG-6.4", lang)
    clause = view["clause"]

    assert clause["id"] == "YGG-6.4"
    assert clause["title"]
    assert clause["text"]
    assert {"legal", "illegal"} <= {each["state"] for each in clause["examples"]}
    for example in clause["examples"]:
        assert ET.fromstring(example["board"]).tag.endswith("svg")  # noqa: S314 - our own
        assert "<script" not in example["board"]
    assert any(each["said"] for each in clause["examples"])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_example_calls_places_as_players_do(lang: str) -> None:
    (first, *_) = rules_view("jiguan", "JGS-4.4", lang)["clause"]["examples"]
    beast = Words(load_catalog("jiguan"), lang).wording.cell("A.beast")

    assert "A.item1" not in first["board"]
    assert beast in first["board"]
    (grid, *_) = rules_view("yggdrasil", "YGG-6.4", lang)["clause"]["examples"]
    assert re.search(r">[a-d][1-5]</text>", grid["board"])


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("clause", ["JGS-7.2", "STR-5.4", "DBM-7.1", "SPH-7.1", "STR-2.5"])
def test_every_example_says_who_does_what(clause: str, lang: str) -> None:
    """Check that a clause's legal and illegal examples have different texts that name a seat."""
    game = next(slug for slug in game_slugs() if clause.startswith(load_catalog(slug).prefix))
    examples = rules_view(game, clause, lang)["clause"]["examples"]
    done = {each["state"]: each["done"] for each in examples}

    assert all(done.values())
    assert done["legal"] != done["illegal"]
    assert any(name[lang] in done["legal"] for name in load_catalog(game).seat_names.values())


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("slug", game_slugs())
def test_an_allowed_and_a_refused_example_never_look_the_same(slug: str, lang: str) -> None:
    """Regression: twenty of 354 did, because the difference was in a hand or in earlier actions."""
    words = Words(load_catalog(slug), lang)
    for clause in words.catalog.clauses:
        page = load_lookup(slug).clause(clause, lang)
        for a, b in combinations(page.examples, 2):
            if a.status == b.status:
                continue
            shown = [_example(each, words) for each in (a, b)]
            apart = [[view[part] for part in ("done", "given", "board")] for view in shown]
            assert apart[0] != apart[1], clause
            bare = [replace(each, status="legal", refusals=()) for each in (a, b)]
            printed = [list(_example_lines(each, slug, lang)) for each in bare]
            assert printed[0] != printed[1], clause


@pytest.mark.parametrize(
    ("clause", "legal", "refused"),
    [
        ("YGG-7.1", "太陽の手札：たわわな実り×2", "太陽の手札：昇りゆく蔓、たわわな実り"),
        ("YGG-4.1", "カードは太陽から見て正しい向きです。", "カードは月から見て正しい向きです。"),
        ("YGG-2.2", "同じカードは多くても2枚です。", "いちばん多いカード：広がる大枝×3"),
        ("SPH-5.8", "青は「準備よし」を告げました。", "まだだれも「準備よし」を告げていません。"),
        ("DBM-4.3", "ゲームはまだ続いています。", "ゲームはもう終わっています。"),
        (
            "DBM-5.5",
            "太陽の出目は1、ここまでの引き直しは2回",
            "太陽の出目は1、ここまでの引き直しは3回",
        ),
    ],
)
def test_what_distinguishes_two_examples_is_shown(clause: str, legal: str, refused: str) -> None:
    game = next(slug for slug in game_slugs() if clause.startswith(load_catalog(slug).prefix))
    examples = rules_view(game, clause, "ja")["clause"]["examples"]
    assert [each["given"][-1] for each in examples] == [legal, refused]


def test_what_two_examples_share_is_shown_for_neither() -> None:
    examples = load_lookup("dicebattle").clause("DBM-2.2", "en").examples
    assert [each.given for each in examples] == [(), ()]


def test_an_example_says_what_the_board_cannot_show() -> None:
    (legal, refused) = rules_view("yggdrasil", "YGG-9.6", "en")["clause"]["examples"]
    first = rules_view("spherion", "SPH-7.4b", "zh-Hant")["clause"]["examples"][1]

    assert legal["given"] == ["Played with: Invading roots: allowed"]
    assert refused["given"] == []
    assert first["given"] == ["在此之前：藍方：宣告移動 · 1 · 0"]


def test_a_deal_names_few_cards_and_counts_many_or_hidden_ones() -> None:
    def dealt(game: str, clause: str) -> list[str]:
        return [e["done"] for e in rules_view(game, clause, "en")["clause"]["examples"]]

    assert dealt("yggdrasil", "YGG-3.4") == ["Moon’s deck (20 cards)", "Moon’s deck (3 cards)"]
    assert dealt("spherion", "SPH-12.1")[1] == "The power-up pile (Core Bomb, Core Bomb)"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_order_that_comes_to_nothing_is_no_matter_of_doubt(lang: str) -> None:
    (allowed, void) = rules_view("spherion", "SPH-7.4a", lang)["clause"]["examples"]
    word = Message("page.light.void").render(lang)

    assert (allowed["state"], void["state"]) == ("legal", "void")
    assert word != Message("page.light.unsure").render(lang)


def test_only_this_games_rules_are_found() -> None:
    hits = rules_view("jiguan", "beast", "en")["hits"]

    assert hits
    assert not any(hit["id"].startswith("YGG") for hit in hits)


@pytest.mark.parametrize("words", ["", "   "])
def test_nothing_asked_is_nothing_found(words: str) -> None:
    assert rules_view("yggdrasil", words, "en") == {"hits": [], "clause": None, "lacks": ""}


@pytest.mark.parametrize("words", ["YGG-99.9", "99.9", "ygg 6.44"])
def test_a_number_that_no_clause_has_is_reported_and_finds_nothing_else(words: str) -> None:
    view = rules_view("yggdrasil", words, "zh-Hant")

    assert view == {"hits": [], "clause": None, "lacks": f"《世界樹》沒有 {words} 這一條。"}


def test_a_question_for_what_the_game_lacks_is_answered_so() -> None:
    view = rules_view("yggdrasil", "when may I roll the dice?", "en")

    assert view["hits"] == []
    assert view["lacks"].startswith("The Yggdrasil has no rule about “dice”")


@pytest.mark.parametrize("words", ["YGG-6.4", "6の4", "ygg 6.4"])
def test_a_number_finds_its_clause_and_nothing_next_to_it(words: str) -> None:
    view = rules_view("yggdrasil", words, "ja")

    assert view["clause"]["id"] == "YGG-6.4"
    assert [hit["id"] for hit in view["hits"]] == ["YGG-6.4"]
    assert view["lacks"] == view["clause"]["near"] == ""


@pytest.mark.parametrize("words", ["第6条", "YGG-6", "第六章"])
def test_a_section_opens_at_its_first_clause(words: str) -> None:
    hits = [hit["id"] for hit in rules_view("yggdrasil", words, "ja")["hits"]]

    assert hits == [f"YGG-6.{number}" for number in range(1, len(hits) + 1)]
    assert len(hits) > 2


def test_what_is_nearly_called_so_is_marked() -> None:
    (card,) = rules_view("yggdrasil", "Strom Crown", "en")["hits"]

    assert (card["id"], card["near"]) == ("y02", "similar")
    assert rules_view("yggdrasil", "level 3", "en")["lacks"] == ""


@pytest.mark.parametrize(
    ("words", "lang", "card", "near"),
    [
        ("参天の幹", "ja", "y15", "近い語"),
        ("嵐の樹冠", "ja", "y02", ""),
        ("嵐の樹冠 c4", "ja", "y02", ""),
        ("風暴樹冠 c4", "zh-Hant", "y02", ""),
        ("storm crown on c4", "en", "y02", ""),
    ],
)
def test_who_asks_for_a_card_is_not_answered_with_a_clause(
    words: str, lang: str, card: str, near: str
) -> None:
    """Regression: a clause was above the card, and a complete name counted as misspelled."""
    view = rules_view("yggdrasil", words, lang)

    assert view["clause"] is None
    assert (view["hits"][0]["id"], view["hits"][0]["near"]) == (card, near)


@pytest.mark.parametrize("words", ["qqqqxyzzy", "'; DROP TABLE", "\0", "*" * 200, "AND OR NOT ("])
def test_whatever_is_asked_there_is_an_answer(words: str) -> None:
    assert json.dumps(rules_view("yggdrasil", words, "en"))


@pytest.mark.parametrize("game", game_slugs())
def test_every_clause_a_verdict_may_name_leads_to_its_own_page(game: str) -> None:
    for clause in load_catalog(game).clauses.values():
        found = rules_view(game, clause.id, "ja")["clause"]
        assert found["id"] == clause.id
        assert found["text"] == clause.texts["ja"]
