"""Errors of written positions: each sentence exists in three languages and can be triggered."""

from __future__ import annotations

import ast
import re
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import rules
from rules import NotationError, game_slugs, load_catalog, load_game, read_position
from rules.catalog.reader import check_cards
from rules.data_home import DATA
from rules.messages.message import Message, render
from rules.notation.lines import Lines
from tests.support.fault_texts import foreign, translated_everywhere
from tests.support.games.yggdrasil import setup

GAMES = Path(rules.__file__).parent / "games"
FILES = ["positions.toml", *(f"{slug}/faults.toml" for slug in game_slugs())]
_FACT = re.compile(r"\{\w+\}")


def _texts(name: str) -> dict[str, Any]:
    return tomllib.loads((DATA / name).read_text("utf-8"))


@pytest.mark.parametrize("name", FILES)
def test_every_language_keeps_to_itself(name: str) -> None:
    for key, words in _texts(name).items():
        assert words["en"].replace("…", "").isascii(), key
        assert not re.search("[ぁ-んァ-ヶ]", words["zh-Hant"]), key
        for lang in ("ja", "zh-Hant"):
            assert not foreign(_FACT.sub(" ", words[lang])), (key, lang)
            assert not re.search("[a-z][,;:!?] ", words[lang]), (key, lang)


def test_what_a_word_should_have_been_is_known_by_its_key() -> None:
    """Check that every kind named in a game's `one_of` call has a text in `positions.toml`."""
    known, named = set(_texts("positions.toml")), set()
    for path in GAMES.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "one_of":
                match node.args[1]:
                    case ast.Constant(value=str(what)):
                        named.add(f"kind_{what}")
    assert named
    assert named <= known


def test_a_game_from_outside_speaks_its_own_words() -> None:
    """Check that plain strings of an external game stay as they are in every language."""
    lines = Lines("shade dark", {"shade": ()})
    word = lines.words("shade", 1, 1, "shade red")[0]
    with pytest.raises(NotationError) as caught:
        word.one_of(("red", "blue"), "hue")
    assert str(caught.value).startswith(
        "line 1: 'dark' is not a valid hue at character 7 of 'shade dark'"
    )
    assert caught.value.message.render("ja").startswith(
        "1行目（'shade dark' の7文字目）：'dark' はhueでは"
    )
    fault = word.wrong("the shade is too dark", "use a light one")
    assert fault.message.render("zh-Hant") == (
        "第1行（'shade dark' 第7個字）：the shade is too dark。use a light one"
    )


@pytest.mark.parametrize("slug", game_slugs())
def test_what_is_wrong_with_a_cards_facts_is_reported_in_every_language(slug: str) -> None:
    catalog, texts = load_catalog(slug), []
    for row in catalog.cards.values():
        for name in row.facts:
            broken = replace(row, facts={**row.facts, name: "no such"})
            cards = {**catalog.cards, row.id: broken}
            found = check_cards(load_game(slug).data, replace(catalog, cards=cards))
            texts += [text for fault in found for text in (fault.what, fault.fix)]
        if len(texts) > 12:
            break
    assert texts
    assert [text for text in texts if render(text, "ja") == text] == []


def test_seats_are_named_in_other_languages() -> None:
    fault = Message("yggdrasil.two_roots", owner="B")
    assert render(fault, "en") == "B has two roots"
    assert render(fault, "ja") == "月のルートが2枚あります"
    assert render(fault, "zh-Hant") == "月亮有兩張根"
    shared = Message("spherion.deck_holds", owner="red", count=60, most=50, clause="SPH-4.2")
    assert render(shared, "zh-Hant") == "紅方有60張牌，牌組只有50張（SPH-4.2）"


@pytest.mark.parametrize(
    "text",
    [
        "field\nfield",
        "sun 1",
        "hand",
        "hand C ?",
        "hand A",
        "hand A - ?",
        "hand A y03*x",
        "hand A z3",
        "turn one A",
        "turn 1 C",
        "turn 1",
        "due 1 2",
        "# " * 60_000,
    ],
)
def test_what_every_reader_refuses_is_reported(text: str) -> None:
    game = load_game("yggdrasil")
    with pytest.raises(NotationError) as caught:
        game.notation.parse(text, setup())
    translated_everywhere(caught.value)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('turn 1 A\nhand A "No Such" ?', "line 2: no card 'No Such' at character 9"),
        (
            "\nturn 2 B main",
            "line 2: 'main' is not a valid phase at character 10 of 'turn 2 B main': write",
        ),
    ],
)
def test_what_a_person_wrote_is_reported_with_its_line(text: str, says: str) -> None:
    with pytest.raises(NotationError) as caught:
        read_position(text, load_game("yggdrasil"), setup())
    assert str(caught.value).startswith(says)
    translated_everywhere(caught.value)
