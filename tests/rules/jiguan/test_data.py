"""Texts for players: complete, short enough to be spoken, and consistent in vocabulary."""

from __future__ import annotations

import re
import string
import unicodedata

import pytest

from rules import LANGUAGES, load_catalog
from rules.games.jiguan.cards import ELEMENTS, ROLES
from rules.games.jiguan.table import CONTROLS

CATALOG = load_catalog("jiguan")


def test_clauses_refer_to_others_and_to_settings() -> None:
    for key, clause in CATALOG.clauses.items():
        assert clause.section == key[4:].split(".")[0]
        assert set(clause.related) <= CATALOG.clauses.keys() - {key}
        assert set(clause.settings) <= CATALOG.settings.keys()


def test_every_ruling_says_why_and_nothing_else_does() -> None:
    for key, clause in CATALOG.clauses.items():
        for lang in LANGUAGES:
            assert bool(clause.whys[lang]) is clause.ruling, (key, lang)
            assert bool(clause.refusals[lang]) is clause.forbids, (key, lang)


@pytest.mark.parametrize(("lang", "longest"), [("en", 95), ("ja", 50), ("zh-Hant", 40)])
def test_refusals_are_one_breath(lang: str, longest: int) -> None:
    for key, clause in CATALOG.clauses.items():
        text = clause.refusals[lang]
        asked = {name for _, name, _, _ in string.Formatter().parse(text) if name}
        assert asked <= {"card", "seat"}, key
        assert len(text) <= longest, (key, len(text))
        if text:
            assert text[-1] in ".。"


def test_card_texts_fit_the_card() -> None:
    for card in CATALOG.cards.values():
        assert len(card.texts["en"]) <= 75
        assert len(card.texts["ja"]) <= 30
        assert len(card.texts["zh-Hant"]) <= 30
        assert re.fullmatch(r"[ぁ-んー]+", card.kana), card.id
        assert card.keywords["en"]


@pytest.mark.parametrize(
    ("lang", "foreign"), [("ja", "將靈龜轉龍獸屬"), ("zh-Hant", "将霊亀転竜獣属")]
)
def test_no_character_of_the_other_script_slips_in(lang: str, foreign: str) -> None:
    """Check that Japanese and Chinese texts use only characters of their own script."""
    texts = [c.names[lang] + c.texts[lang] + c.keywords[lang] for c in CATALOG.cards.values()]
    for clause in CATALOG.clauses.values():
        texts += [clause.titles[lang], clause.texts[lang], clause.refusals[lang], clause.whys[lang]]
    for spec in CATALOG.settings.values():
        texts += [spec.labels[lang], spec.helps[lang]]
    texts += [term[lang] for term in CATALOG.terms.values()]
    texts += [CATALOG.names[lang], *(words[lang] for words in CATALOG.seat_names.values())]
    allowed = {"龍"} if lang == "ja" else set()
    for text in texts:
        assert not (set(text) & set(foreign)) - allowed, text
        if lang == "zh-Hant":
            assert not re.search(r"[ぁ-んァ-ヶ]", text), text
        assert text == unicodedata.normalize("NFC", text)


def test_facts_of_cards_have_words() -> None:
    for card in CATALOG.cards.values():
        for field in ("element", "office", "organ", "role"):
            assert not card.facts[field] or card.facts[field] in CATALOG.terms
    assert set(ELEMENTS) | set(ROLES) <= CATALOG.terms.keys()
    assert all(control.startswith("ctl.") for control in CONTROLS)
