"""Errors are reported in the requested language; every sentence is data, and none is missing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from printkit import cli
from printkit.data.toml_source import choose
from printkit.errors import UsageError
from printkit.pdf.fonts import LANGUAGES
from printkit.services.data import services
from printkit.template.findings import finding_of
from rules import Fault, Message
from rules.messages.message import render
from rules.messages.usage_errors import language_of

ENGLISH = re.compile(r"\b(?:the|is|no|of|use|should|cannot|write|did you mean)\b")


def test_what_a_game_finds_wrong_with_its_cards_is_reported_in_the_language_asked_for() -> None:
    what, fix = Message("fact_no_number", text="x"), Message("write_number")
    found = finding_of(Fault("card_data/dragon/cards.csv", 3, "number", what, fix))
    assert render(found.where, "en") == "card_data/dragon/cards.csv:3"
    for lang in LANGUAGES:
        assert render(fix, lang) in found.message.render(lang)
    assert not ENGLISH.search(found.message.render("ja"))


@pytest.mark.parametrize(
    ("arguments", "ja", "zh"),
    [
        (["cards", "yggdrasill"], "'yggdrasill' というゲーム", "這個遊戲"),
        (["cards", "naniwa"], "RULES_GAMES=…", "請先指明所在資料夾"),
        (["cards", "yggdrasil", "--deck", "orchard-31"], "「orchard-30」でしょうか", "牌組"),
        (["cards", "yggdrasil", "--paper", "A44"], "「A4」でしょうか", "是「A4」嗎"),
        (["cards", "yggdrasil", "--paper", "B9"], "という用紙は", "沒有「B9」這種紙張"),
        (["cards", "yggdrasil", "--duplx"], "--duplexでしょうか", "--duplx這個選項"),
        (["cards", "yggdrasil", "--gutter", "99"], "40以下", "超過40"),
        (["cards", "yggdrasil", "--gutter", "wide"], "数を書いて", "請寫數字"),
        (["cards", "yggdrasil", "--style", "foo"], "「foo」は使えません", "不能用「foo」"),
        (["cards", "yggdrasil", "--split", "--duplex", "none"], "綴じる辺", "翻面邊"),
        (["craft", "stickers"], "ゲームを書いて", "請寫出遊戲"),
        (["craft", "box", "--card", "63"], "ゲームのために", "依遊戲製作"),
        (["mat", "yggdrasil", "--maze", "x"], "迷路", "迷宮"),
        (["service", "yggdrasil"], "--cut", "--cut"),
        (["check", "./nowhere"], "ゲームの名前か", "請寫遊戲名稱"),
        (["check", "nowhere.pdf"], "PDFを指定", "請指定PDF"),
        (["cards", "--missing", "nowhere.json"], "ファイルがありません", "沒有這個檔案"),
        (["craft"], "WHATを書いて", "缺少WHAT"),
        (["reference"], "GAMEを書いて", "缺少GAME"),
    ],
)
def test_misuse_is_reported_in_the_language_asked_for(
    arguments: list[str], ja: str, zh: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for lang, head, report in (("ja", "エラー：", ja), ("zh-Hant", "錯誤：", zh)):
        assert cli.run([*arguments, "--lang", lang]) == 2
        lines = capsys.readouterr().err.splitlines()
        err = lines[-1]
        assert not re.search(r"Usage|Try|[Nn]o such file", "".join(lines))
        assert err.startswith(head), err
        assert report in err, err
        assert not ENGLISH.search(err), err


def test_without_a_language_the_systems_is_used(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LC_ALL", "zh_TW.UTF-8")
    assert cli.run(["crads"]) == 2
    assert "沒有「crads」這個指令：是'cards', 'craft'嗎" in capsys.readouterr().err
    assert language_of(["cards", "--lang"]) == "zh-Hant"
    assert language_of(["cards", "--lang=JA"]) == "ja"
    assert language_of(["check", "x.pdf", "--lang", "en", "--say", "ja"]) == "ja"


def test_facts_are_reported_in_the_language_too() -> None:
    with pytest.raises(UsageError) as caught:
        choose("paper", "A44", ["A3", "A4"])
    assert str(caught.value) == "no paper 'A44': did you mean \"A4\"?"
    assert caught.value.message.render("ja") == "「A44」という用紙はありません。「A4」でしょうか？"
    assert render("plain", "ja") == "plain"
    assert Message("print.put_into", folder="images").render("zh-Hant") == "請放進images"


def test_a_service_is_called_as_people_call_it() -> None:
    press = services()["press"].called
    assert press["zh-Hant"] == "印刷廠（牌照原尺寸）"
    assert not re.search("[a-z]", press["ja"])
    assert press["en"] == services()["press"].title


@pytest.mark.parametrize(("lang", "report"), [("ja", "に書き込めません"), ("zh-Hant", "無法寫入")])
def test_what_keeps_a_file_from_being_written_is_reported(
    lang: str, report: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("in the way")
    words = ["reference", "jiguan", "--lang", lang, "--out", str(tmp_path / "file")]
    assert cli.run(words) == 3
    err = capsys.readouterr().err
    assert report in err
    assert "--out" in err


def test_what_does_not_fit_is_reported_in_the_language_printed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr("printkit.typeset.setting.Setter._fit", lambda *_: None)
    words = ["cards", "yggdrasil", "--no-art", "--lang", "ja", "--out", str(tmp_path)]
    assert cli.run(words) == 1
    assert "枠に収まりません" in capsys.readouterr().err
