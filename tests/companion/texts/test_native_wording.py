"""Wordings that players found unnatural: their native replacements, and forbidden forms."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from companion.web.views.words import Words
from rules import LANGUAGES, Message, game_slugs, load_catalog
from rules.messages import catalogs

PARTS = ("referee", "page", "http", "replay", "scan", "rules", "doctor", "demo", "read")
SHUNNED = {
    "en": (),
    # A name has its own さん (`companion.match_setup.players`); the drawn people play no match.
    "ja": ("計画中", "さんさん", "描かれた", "仮想", "試合"),
    "zh-Hant": ("的的", "條碼", "同時計畫"),
}


MATCH = ("對戰", "賽局", "牌局", "棋局", "戰局")
"""Rejected words for a match, which is 對局 in all traditional Chinese texts for players."""
ROOT = Path(__file__).resolve().parents[3]
SHOWN = ("card_data", "companion", "docs", "printkit", "templates", "README.zh-Hant.md")
TEXTS = (".toml", ".md", ".json", ".csv", ".js", ".html")
ASKED = ROOT / "companion/lookup/data"
"""Players' own questions, which may use any words."""


def sentences(lang: str) -> list[str]:
    """Return all texts of a language that are displayed or spoken."""
    report = [words[lang] for part in PARTS for words in catalogs.sentences(part).values()]
    for slug in game_slugs():
        catalog = load_catalog(slug)
        report += [words[lang] for words in catalog.event_texts.values()]
        for clause in catalog.clauses.values():
            report += [clause.refusals[lang], *(case[lang] for case in clause.cases.values())]
    return report


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_sentence_holds_what_players_stumbled_over(lang: str) -> None:
    for text in sentences(lang):
        assert not [word for word in SHUNNED[lang] if word in text], text
        assert lang != "ja" or "{seat}さん" not in text, text


def test_a_match_has_one_name_in_chinese() -> None:
    under = [path for name in SHOWN for path in (ROOT / name, *(ROOT / name).rglob("*"))]
    files = [p for p in under if p.suffix in TEXTS and p.is_file() and ASKED not in p.parents]
    found = {p: [w for w in MATCH if w in p.read_text(encoding="utf-8")] for p in files}
    assert {ROOT / "README.zh-Hant.md", ROOT / "docs/zh-Hant/play/index.md"} <= found.keys()
    assert ROOT / "companion/texts/demo.zh-Hant.toml" in found
    assert {path: words for path, words in found.items() if words} == {}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_control_card_is_called_by_the_word_printed_on_it(lang: str) -> None:
    data = tomllib.loads((ROOT / "templates/sheets/controls.toml").read_text(encoding="utf-8"))
    printed = {row["id"].removeprefix("ctl."): row["word"][lang] for row in data["control"]}
    assert len(printed) == 9
    called = {name: Message(f"page.control.{name}").render(lang) for name in printed}
    assert {name: word.casefold() for name, word in called.items()} == {
        name: word.casefold() for name, word in printed.items()
    }
    ready = printed["ready"].casefold()
    assert Message("referee.do.ready").render(lang).casefold() == ready
    spherion = load_catalog("spherion")
    assert spherion.event_texts["readied"][lang].casefold() == ready
    for number in ("SPH-5.5", "SPH-5.7", "SPH-5.8", "SPH-17.8"):
        assert ready in spherion.clauses[number].texts[lang].casefold(), number


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_clause_makes_a_player_write_what_a_program_reads(lang: str) -> None:
    notation = re.compile(r"[a-z]+:[0-9?MB]")
    for slug in game_slugs():
        for clause in load_catalog(slug).clauses.values():
            report = (clause.texts, clause.whys, clause.refusals, *clause.cases.values())
            for words in report:
                assert not notation.search(words[lang]), clause.id
    faces = {"en": "hammer", "ja": "ハンマー", "zh-Hant": "鐵鎚"}
    assert faces[lang] in load_catalog("spherion").clauses["SPH-6.1"].refusals[lang]


@pytest.mark.parametrize(
    ("lang", "both", "whose", "again"),
    [
        ("en", "Both may act", "Whose card is that?", "Reconnecting in 8 s"),
        ("ja", "二人とも行動できます", "どなたのカードか分かりません。", "8秒後に再接続します"),
        ("zh-Hant", "雙方同時行動", "看不出這是誰的牌", "8 秒後重新連線"),
    ],
)
def test_what_both_may_do_and_whose_card_it_is(
    lang: str, both: str, whose: str, again: str
) -> None:
    words = Words(load_catalog("jiguan"), lang)
    assert words.acts(["A", "B"]) == both
    assert Message("referee.not_now.whose").render(lang).startswith(whose)
    assert Message("page.label.reconnecting", seconds=8).render(lang) == again


@pytest.mark.parametrize(
    ("lang", "until"),
    [("en", "until both of you have finished"), ("ja", "伏せ終えるまで"), ("zh-Hant", "請等雙方")],
)
def test_a_phase_is_named_by_what_ends_it_not_by_its_number(lang: str, until: str) -> None:
    clauses = load_catalog("jiguan").clauses
    assert until in clauses["JGS-6.1"].refusals[lang]
    assert "回合" not in clauses["JGS-7.2"].cases["beast"][lang]
