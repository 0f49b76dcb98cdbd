"""Errors in inputs are reported in the requested language, and as data with `--json`."""

from __future__ import annotations

import errno
import json
import os
import re
import tomllib
from pathlib import Path

import pytest

from rules import LANGUAGES, DataError, load_catalog
from rules.__main__ import main
from rules.catalog.data_files import read_data_text
from rules.catalog.reader import parse_decklist
from rules.data_home import DATA
from rules.messages.system import system_reason
from rules.messages.usage_errors import language_of, reword_usage_error

POSITION = "field b1=yr1/A c5=yr1/B\nturn 1 A\n"
CHECK = ("check", "yggdrasil", "--position", "p.txt", "--action", "A place y17 a3")
SLIPS = [
    ("check", "yggdrasil", "--position", "p.txt", "--action", "A place y99 b2"),
    ("check", "yggdrasil", "--position", "p.txt", "--action", "C place y03 b2"),
    ("check", "yggdrasil", "--position", "none.txt", "--action", "A pass"),
    *(
        ("check", "yggdrasil", "--position", "p.txt", "--action", action)
        for action in (
            "place",
            "A place y03 b2 c3 d4",
            "A place y03 b2 colour=red",
            "A place y03 b2 turn=1 turn=2",
            "A place y03 b2 turn=7",
            "A place y03 b2 facing=north",
            "A place y03 b2 with=y05,,y06",
            "A place y03 \a",
        )
    ),
    ("check", "yggdrasil", "--position", ".", "--action", "A pass"),
    ("check", "yggdrasl", "--position", "p.txt", "--action", "A pass"),
    ("deck", "yggdrasil", "bad.txt"),
    ("deck", "yggdrasil", "old.txt"),
    ("deck", "yggdrasil", "orchrd"),
    ("deck", "yggdrasil", "orchard", "--setting", "handsize=3"),
    ("deck", "yggdrasil", "orchard", "--setting", "roots=some"),
    ("deck", "yggdrasil", "orchard", "--deck", "C=hunt"),
    ("playout", "yggdrasil", "--seats", "A=gredy"),
    ("plyout", "yggdrasil"),
    ("perft", "yggdrasil"),
    ("playout", "yggdrasil", "--games", "0"),
    ("playout", "yggdrasil", "--seed", "\a"),
    ("playout", "yggdrasil", "--se", "3"),
    ("playout", "yggdrasil", "--json=1"),
    ("playout", "yggdrasil", "--fnord"),
    ("playout", "yggdrasil", "--csv"),
    ("playout", "yggdrasil", "--csv", "no/such.csv"),
    ("playout", "yggdrasil", "--csv", "."),
    ("playout", "yggdrasil", "--plot", "run.gif"),
    ("perft", "yggdrasil", "--depth", "1", "--setting", "hand_size=3"),
]


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("p.txt").write_text(POSITION, "utf-8")
    Path("bad.txt").write_text("2 y99\n-3 y06\n1 no such card at all\n", "utf-8")
    Path("old.txt").write_bytes("2 y03\n# 荒ぶる狩り\n".encode("cp932"))


def test_japanese_holds_no_english() -> None:
    data = tomllib.loads((DATA / "faults.toml").read_text("utf-8"))
    english = re.compile(r"[A-Za-z]{4,}")
    plain = {
        key: re.sub(r"\{[^}]*\}|UTF|TOML|Excel|--\w+", "", table["ja"])
        for key, table in data.items()
    }
    assert [key for key, text in plain.items() if english.search(text)] == []


def test_the_words_of_commands_have_the_same_facts_in_every_language() -> None:
    parts = tomllib.loads((DATA / "commands.toml").read_text("utf-8"))
    assert set(parts) == {"answers", "arena", "deck", "help", "tally", "picture"}
    fact = re.compile(r"\{[^}]*\}")
    wrong = [
        f"{part}.{name}"
        for part, words in parts.items()
        for name, texts in words.items()
        if tuple(texts) != LANGUAGES
        or len({tuple(sorted(fact.findall(t))) for t in texts.values()}) > 1
    ]
    assert wrong == []


@pytest.mark.parametrize("slip", SLIPS, ids=" ".join)
def test_a_slip_is_reported_in_the_language_and_as_data(
    capsys: pytest.CaptureFixture[str], slip: tuple[str, ...]
) -> None:
    output = {}
    expected = 1 if "bad.txt" in slip else 2  # a list's faults are findings
    for lang in LANGUAGES:
        assert main([*slip, "--lang", lang]) == expected
        out, output[lang] = capsys.readouterr()
        assert out == ""
        assert main([*slip, "--lang", lang, "--json"]) == expected
        out, err = capsys.readouterr()
        assert err == ""
        assert json.loads(out)["error"]["message"] + "\n" == output[lang]
        assert json.loads(out)["error"]["exit"] == expected
    assert re.search("[ぁ-ん]", output["ja"])
    assert re.search("[一-龥]", output["zh-Hant"])
    assert not re.search("[ぁ-ん]", output["zh-Hant"])
    assert output["en"].isascii() or "bad.txt" in slip


def test_without_a_language_the_systems_is_used(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "ja_JP.UTF-8")
    assert main(["perft", "yggdrasil"]) == 2
    assert "--depthを書いてください" in capsys.readouterr().err
    assert language_of(["check", "--lang", "fr"]) == "ja"
    assert language_of(["check", "--lang=ZH-hant"]) == "zh-Hant"


def test_a_slip_nobody_knows_stays_as_it_is() -> None:
    assert reword_usage_error("the moon is full") == "the moon is full"


def test_a_usage_slip_is_data_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["deck", "--json"]) == 2
    out, err = capsys.readouterr()
    assert err == ""
    assert json.loads(out)["error"]["message"].endswith("see python -m rules deck --help")


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("-3 y06", "-3 is not a number of copies: write a number from 1 to 9999"),
        ("−2 y06", "−2 is not a number of copies"),
        ("99999999999999999999 y07", "a number from 1 to 9999"),
    ],
)
def test_a_number_that_is_none_is_named_with_its_limit(line: str, says: str) -> None:
    with pytest.raises(DataError, match=re.escape(says)):
        parse_decklist(line, load_catalog("yggdrasil").cards)


def test_one_zero_byte_is_no_other_encoding(tmp_path: Path) -> None:
    path = tmp_path / "deck.txt"
    path.write_bytes(b"2 y03\0")
    with pytest.raises(DataError, match=r"deck\.txt:1: contains a zero byte"):
        read_data_text(path, "deck.txt")
    path.write_bytes("2 y03".encode("utf-16-le"))
    with pytest.raises(DataError, match="it is UTF-16"):
        read_data_text(path, "deck.txt")


@pytest.mark.parametrize(
    "given",
    [
        ("--deck", "a=Wild Hunt"),
        ("--deck", "Ａ=荒ぶる狩り"),
        ("--setting", "Rotation=Free"),
        ("--setting", "hand_size=５"),
    ],
)
def test_what_is_given_is_spelled_freely(
    capsys: pytest.CaptureFixture[str], given: tuple[str, str]
) -> None:
    assert main(["check", "yggdrasil", "--position", "p.txt", "--action", "A pass", *given]) == 1
    assert capsys.readouterr().err == ""


def test_a_share_may_be_a_decimal(capsys: pytest.CaptureFixture[str]) -> None:
    Path("q.txt").write_text("turn 1 plan\n", "utf-8")
    arguments = ["check", "spherion", "--position", "q.txt", "--action", "blue declare wait"]
    assert main([*arguments, "--setting", "maze_share=0.3"]) == 0
    assert main([*arguments, "--setting", "maze_share=0.31"]) == 2
    assert "cannot be '0.31'" in capsys.readouterr().err


@pytest.mark.parametrize(
    "position",
    [
        "Field B1=YR1/a c5=ｙｒ１/B\nTURN 1 A Place",
        'field b1=yr1/A c5=yr1/B\nhand A "Storm Crown" 嵐の樹冠 ?*3\nturn 1 A',
        "field b1=yr1/A c5=yr1/B\nhand　a 「Storm Crown」 ?*4 # mine\nturn 1 A",
    ],
)
@pytest.mark.parametrize("action", ['A place "Storm Crown" B2', "sun PLACE 「嵐の樹冠」 ｂ２"])
def test_a_position_is_spelled_as_freely_as_an_action(
    capsys: pytest.CaptureFixture[str], position: str, action: str
) -> None:
    Path("p.txt").write_text(position, "utf-8")
    assert main(["check", "yggdrasil", "--position", "p.txt", "--action", action]) == 0
    assert capsys.readouterr().out == "legal\n"


def test_what_an_action_leads_to_can_be_played_on(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("check", "yggdrasil", "--position", "p.txt", "--next")
    assert main([*arguments, "--action", "A place y03 b2"]) == 0
    verdict, _, after = capsys.readouterr().out.partition("\n")
    assert verdict == "legal"
    assert "b2=y03/A" in after
    Path("p.txt").write_text(after, "utf-8")
    assert main([*arguments, "--action", "A place y03 b3", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["next"] == ""
    assert main([*arguments, "--action", "B place y27 c4", "--json"]) == 0
    assert "c4=y27/B" in json.loads(capsys.readouterr().out)["next"]


def test_the_table_of_a_playout_is_in_the_language(capsys: pytest.CaptureFixture[str]) -> None:
    run = ["playout", "jiguan", "--games", "2", "--jobs", "1", "--lang"]
    for lang, words in (("en", "ended by"), ("ja", "で終了"), ("zh-Hant", "結束")):
        assert main([*run, lang]) == 0
        out = capsys.readouterr().out
        assert words in out
        assert lang == "en" or not re.search("wins|drawn|plies|score|ended|games", out)


@pytest.mark.parametrize(
    ("lang", "says"),
    [
        (
            "en",
            [
                "cards: 38, but 40 are needed (SPH-4.1)",
                "M01: 37, but at most 3 are allowed (SPH-4.3)",
                "X01: not allowed here",
            ],
        ),
        ("ja", ["カード：38枚です。40枚必要です（SPH-4.1）", "M01：37枚です。3枚までです"]),
        ("zh-Hant", ["牌：有38張，需要40張（SPH-4.1）", "M01：有37張，最多3張"]),
    ],
)
def test_a_deck_nobody_may_play_is_counted_in_the_language(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, lang: str, says: list[str]
) -> None:
    deck = tmp_path / "small.txt"
    deck.write_text("37 M01\nside X01 x16\nmaster M02\n1 X01\n", "utf-8")

    assert main(["playout", "spherion", "--deck", f"blue={deck}", "--lang", lang]) == 1

    err = capsys.readouterr().err
    assert [text for text in says if text not in err] == []
    assert "python -m rules deck spherion DECK" in err.splitlines()[-1]


@pytest.mark.parametrize(
    ("number", "en", "ja"),
    [
        (errno.ENOENT, "no such file", "ファイルがありません"),
        (errno.EACCES, "you are not permitted to open it", "開く権限がありません"),
        (errno.EISDIR, "it is a folder", "フォルダーです"),
        (errno.ENAMETOOLONG, "its name is too long", "名前が長すぎます"),
        (errno.EDQUOT, "the disk is full", "ディスクがいっぱいです"),
        (errno.EROFS, "it is read-only", "読み取り専用です"),
        (errno.EADDRINUSE, "another program is using it", "ほかのプログラムが使っています"),
        (
            errno.EIO,
            "the disk or device reports an error",
            "ディスクまたは機器がエラーを返しました",
        ),
        (errno.ENOTTY, os.strerror(errno.ENOTTY), os.strerror(errno.ENOTTY)),
    ],
)
def test_why_the_system_refuses_is_reported(number: int, en: str, ja: str) -> None:
    why = system_reason(OSError(number, os.strerror(number)))
    assert why.render("en") == en
    assert why.render("ja") == ja


def test_a_system_without_a_reason_is_reported() -> None:
    assert system_reason(OSError("odd")).render("en") == "odd"
    assert system_reason(OSError()).render("zh-Hant") == "系統拒絕了"


@pytest.mark.parametrize(
    ("arguments", "output"),
    [
        (("perft", "jiguan", "--depth", "1"), ("depth", "手数", "深度")),
        (("playout", "jiguan", "--games", "1", "--jobs", "1"), ("random", "ランダム", "隨機")),
        (CHECK, ("illegal", "反則", "不合法")),
        (("deck", "yggdrasil", "bad.txt"), ("not a card", "ありません", "不是")),
        (("new", "glow"), ("is ready", "できました", "準備好了")),
    ],
)
@pytest.mark.parametrize("system", ["C", "ja_JP.UTF-8", "zh_TW.UTF-8"])
def test_what_comes_out_is_reported_in_the_system_s_language(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    system: str,
    arguments: tuple[str, ...],
    output: tuple[str, ...],
) -> None:
    monkeypatch.setenv("LC_ALL", system)
    words = dict(zip(("C", "ja_JP.UTF-8", "zh_TW.UTF-8"), output, strict=True))
    main(list(arguments))
    report = capsys.readouterr()
    assert words[system] in report.out + report.err
    if arguments[0] != "new":  # its folder exists now
        main([*arguments, "--lang", "en"])
        asked = capsys.readouterr()
        assert words["C"] in asked.out + asked.err


def test_json_is_no_language_s_but_its_reasons(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "ja_JP.UTF-8")
    assert main([*CHECK, "--json"]) == 1
    data = json.loads(capsys.readouterr().out)
    assert data["verdict"] == "illegal"
    assert "マス" in data["violations"][0]["why"]


@pytest.mark.parametrize(
    ("path", "says"),
    [("結果.gif", "無法畫成結果.gif 這種圖檔"), ("run.gif", "無法畫成 run.gif 這種圖檔")],
)
def test_only_latin_letters_stand_apart_in_a_chinese_sentence(
    capsys: pytest.CaptureFixture[str], path: str, says: str
) -> None:
    assert main(["playout", "yggdrasil", "--plot", path, "--lang", "zh-Hant"]) == 2
    assert says in capsys.readouterr().err


def test_a_folder_of_games_that_holds_none_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    home = tmp_path / "dragon" / "card_data"
    (home / "dragon").mkdir(parents=True)
    (home / "dragon" / "game.toml").touch()
    for folder in (home, tmp_path / "nowhere"):
        monkeypatch.setattr("rules.registry.GAME_FOLDERS", (home.parent, folder))
        for lang in LANGUAGES:
            assert main(["playout", "naniwa", "--lang", lang]) == 2
            report = capsys.readouterr().err
            assert str(folder) in report
            assert "RULES_GAMES=…" not in report
    monkeypatch.setattr("rules.registry.GAME_FOLDERS", (home.parent,))
    assert main(["playout", "naniwa"]) == 2
    assert str(home.parent) not in capsys.readouterr().err


def test_who_made_the_game_learns_how_it_is_found(capsys: pytest.CaptureFixture[str]) -> None:
    for lang in LANGUAGES:
        assert main(["playout", "naniwa", "--lang", lang]) == 2
        assert "RULES_GAMES=…" in capsys.readouterr().err
        assert main(["playout", "yggdrasl", "--lang", lang]) == 2
        assert "RULES_GAMES" not in capsys.readouterr().err
