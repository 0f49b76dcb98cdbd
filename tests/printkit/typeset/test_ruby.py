"""Readings over Japanese names: divided among the kanji, set if they fit, else reported."""

from __future__ import annotations

import pytest

from printkit.errors import TextOverflow
from printkit.pdf.fonts import PT, Fonts
from printkit.template.parts import Slot
from printkit.typeset.lettering import baselines
from printkit.typeset.ruby import ruby_runs
from printkit.typeset.setting import Setter
from printkit.typeset.text import Fitted
from rules import load_catalog
from rules.messages.message import render


def parted(text: str, reading: str) -> list[tuple[str, str]]:
    return [(text[run.start : run.end], run.reading) for run in ruby_runs(text, reading)]


@pytest.mark.parametrize(
    ("text", "reading", "runs"),
    [
        ("枝々の邂逅", "えだえだのかいこう", [("枝々", "えだえだ"), ("邂逅", "かいこう")]),
        ("昇りゆく蔓", "のぼりゆくつる", [("昇", "のぼ"), ("蔓", "つる")]),
        ("サイコロ", "さいころ", []),
        ("炎のドラゴン", "ほのおのどらごん", [("炎", "ほのお")]),
        ("文書番", "ぶんこばん", [("文書番", "ぶんこばん")]),
        ("木の野", "このの", [("木", "こ"), ("野", "の")]),  # a single way only, undivided
        ("野の野", "のののの", [("野の野", "のののの")]),  # more than one way: not guessed
        ("剣", "", []),
        ("「剣」", "つるぎ", [("剣", "つるぎ")]),
        ("剣", "ツルギ", [("剣", "ツルギ")]),
        ("剣の歌", "まちがい", [("剣の歌", "まちがい")]),
        ("ドラゴン・の剣", "どらごんのつるぎ", [("剣", "つるぎ")]),
    ],
)
def test_a_reading_is_parted_among_the_kanji(
    text: str, reading: str, runs: list[tuple[str, str]]
) -> None:
    assert parted(text, reading) == runs


@pytest.mark.parametrize("game", ["yggdrasil", "dicebattle"])
def test_every_name_of_the_shipped_games_is_parted_without_loss(game: str) -> None:
    for card in load_catalog(game).cards.values():
        name = card.names["ja"]
        for run in ruby_runs(name, card.kana):
            assert run.reading in card.kana.replace("・", "").replace(" ", "")
            assert 0 <= run.start < run.end <= len(name)


def slot(width: float, height: float, **more: object) -> Slot:
    base = {"name": "name", "show": "{name}", "role": "strong", "size": 10, "shrink": 8}
    given = {**base, "box": [0, 0, width, height], "colour": "text", "ruby": "kana_ja", **more}
    return Slot.model_validate(given)


FACTS = {"name": "世界樹の剣", "kana_ja": "せかいじゅのつるぎ"}


def test_readings_stand_over_their_kanji_and_touch_nothing() -> None:
    fonts = Fonts("ja")
    setter = Setter(fonts)
    (item,) = setter.set([slot(30, 6)], FACTS, "card x")
    first, second = item.rubies
    assert (first.text, second.text) == ("せかいじゅ", "つるぎ")
    assert first.size == second.size == 5
    em = 10 * PT
    middle = second.x + fonts.width("text", second.text, 5) / 2
    assert middle == pytest.approx(4.5 * em, abs=0.3 * em)
    assert second.x > first.x + fonts.width("text", first.text, 5)
    (baseline,) = baselines(fonts, item)
    assert baseline == pytest.approx((0.88 + 0.5) * em)
    assert not setter.warnings


def test_without_room_the_name_stays_and_the_reading_is_reported() -> None:
    setter = Setter(Fonts("ja"))
    (item,) = setter.set([slot(30, 3.6)], FACTS, "cards.csv:2: card x")
    assert (item.fitted.size, item.rubies) == (10, ())
    (note,) = setter.warnings
    assert render(note.where, "en") == "cards.csv:2: card x: name (ja)"
    assert note.line.render("ja").startswith("警告：cards.csv:2: card x：名前（日本語）：「")
    assert note.message.render("en").startswith("the reading “せかいじゅのつるぎ” does not fit")


@pytest.mark.parametrize(
    ("name", "reading", "width", "height"),
    [
        ("剣", "つるぎつるぎつるぎつるぎ", 6, 6),
        ("世界樹剣", "せかいじゅつるぎ", 7.5, 12),  # the only break would be within 世界樹剣
    ],
)
def test_a_reading_wider_than_the_slot_or_broken_by_a_line_end_is_omitted(
    name: str, reading: str, width: float, height: float
) -> None:
    setter = Setter(Fonts("ja"))
    facts = {"name": name, "kana_ja": reading}
    (item,) = setter.set([slot(width, height, lines=2)], facts, "card x")
    assert "".join(item.fitted.lines) == name
    assert not item.rubies
    (warning,) = setter.warnings
    assert warning.message.render("en").startswith(f"the reading “{reading}” does not fit")


def test_a_name_shrinks_for_its_reading_within_its_limits() -> None:
    (item,) = Setter(Fonts("ja")).set([slot(30, 4.8)], FACTS, "card x")
    assert 8 <= item.fitted.size < 10
    assert item.rubies


def test_a_small_set_has_no_readings_too_small_to_read() -> None:
    setter = Setter(Fonts("ja"), 0.6)
    (item,) = setter.set([slot(30, 6)], FACTS, "card x")
    assert not item.rubies
    assert not setter.warnings


def test_other_languages_have_no_readings() -> None:
    (item,) = Setter(Fonts("zh-Hant")).set([slot(30, 6)], FACTS, "card x")
    assert not item.rubies


def test_a_text_that_does_not_fit_ends_the_setting() -> None:
    setter = Setter(Fonts("en"))
    setter.finish()  # nothing is wrong yet
    (item,) = setter.set([slot(6, 4)], {"name": "Interminable"}, "card x")
    assert item.too_large, "a preview shows the text in red"
    assert item.fitted == Fitted(("Interminable",), 8.0), "in its smallest size"
    with pytest.raises(TextOverflow, match=r"card x: name \(en\): “Interminable” is"):
        setter.finish()
