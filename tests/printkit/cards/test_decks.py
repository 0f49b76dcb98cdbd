"""Players' own deck lists, games that cannot be printed, and missing art."""

from __future__ import annotations

import json
import unicodedata
from dataclasses import replace
from pathlib import Path

import pytest

from printkit import cli
from printkit.cards.decks import decks_asked
from printkit.errors import UsageError
from rules import load_catalog

Capture = pytest.CaptureFixture[str]


def run(tmp_path: Path, *more: str) -> int:
    base = ["cards", "yggdrasil", "--no-controls", "--out", str(tmp_path / "printed")]
    return cli.run([*base, *more])


def test_a_players_own_list_is_printed_and_its_breaches_are_warnings(
    tmp_path: Path, capsys: Capture
) -> None:
    mine = tmp_path / "my grove.txt"
    mine.write_text("name.en: Grove\n5 y03\n2 y17\nroot yr1\n", encoding="utf-8")
    assert run(tmp_path, "--no-art", "--json", "--owner", "sun", "--deck", f"sun={mine}") == 0
    out, err = capsys.readouterr()
    data = json.loads(out)
    assert (data["cards"], data["decks"]) == (8, {"sun": "my_grove"})
    manifest = json.loads(Path(data["manifest"]).read_text(encoding="utf-8"))
    ids = [card["card"] for card in manifest["cards"]]
    assert (ids.count("y03"), ids.count("y17"), ids.count("yr1")) == (5, 2, 1)
    warned = [line for line in err.splitlines() if line.startswith("warning: ")]
    assert any("deck my_grove (sun): YGG-2.1: " in line and "7" in line for line in warned)
    assert any(
        "YGG-2.2: " in line and "Rising Vine (y03): 5, but the clause says 2" in line
        for line in warned
    )


def test_breaches_and_advice_are_reported_in_the_language_printed(
    tmp_path: Path, capsys: Capture
) -> None:
    mine = tmp_path / "mine.txt"
    mine.write_text("5 y03\nroot yr1\n", encoding="utf-8")
    assert run(tmp_path, "--no-art", "--owner", "sun", "--lang", "ja", "--deck", f"sun={mine}") == 0
    err = capsys.readouterr().err
    assert "デッキmine（sun）：YGG-2.2：" in err
    assert "昇りゆく蔓 (y03)：5（条項では2）" in err
    low = tmp_path / "low.txt"
    low.write_text("1 h01\n", encoding="utf-8")
    found = ["cards", "dicebattle", "--no-art", "--owner", "sun", "--lang", "zh-Hant"]
    assert cli.run([*found, "--deck", f"sun={low}", "--out", str(tmp_path)]) == 0
    assert "（可以使用）：等級1、2的單位有1張；" in capsys.readouterr().err


def test_a_list_s_name_keeps_its_letters_as_macos_writes_them(
    tmp_path: Path, capsys: Capture
) -> None:
    mine = tmp_path / unicodedata.normalize("NFD", "私の デッキ.txt")
    mine.write_text("2 y03\nroot yr1\n", encoding="utf-8")
    assert run(tmp_path, "--no-art", "--json", "--owner", "sun", "--deck", f"sun={mine}") == 0
    data = json.loads(capsys.readouterr().out)
    assert data["decks"] == {"sun": "私の_デッキ"}
    assert "私の_デッキ" in Path(data["pdf"]).name


def test_a_list_named_like_a_shipped_deck_does_not_replace_it(
    tmp_path: Path, capsys: Capture, root: Path
) -> None:
    shipped = root / "card_data" / "yggdrasil" / "decks" / "hunt.txt"
    mine = tmp_path / "orchard.txt"
    mine.write_bytes(shipped.read_bytes())
    assert run(tmp_path, "--no-art", "--json", "--deck", f"moon={mine}") == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["decks"] == {"sun": "orchard", "moon": "orchard_2"}
    assert "YGG-2.1" not in err


@pytest.mark.parametrize(
    ("text", "code", "report"),
    [("2 y99\n", 1, "mine.txt:1: y99: is not a card"), ("# none\n", 2, "mine.txt has no cards")],
)
def test_a_faulty_list_is_reported_with_its_line(
    tmp_path: Path, capsys: Capture, text: str, code: int, report: str
) -> None:
    (tmp_path / "mine.txt").write_text(text, encoding="utf-8")
    assert run(tmp_path, "--deck", f"sun={tmp_path / 'mine.txt'}") == code
    assert report in capsys.readouterr().err


def test_a_list_that_is_not_there_is_reported(tmp_path: Path, capsys: Capture) -> None:
    assert run(tmp_path, "--deck", f"sun={tmp_path / 'none.txt'}") == 2
    assert "none.txt: cannot be read" in capsys.readouterr().err


def test_art_that_is_missing_is_reported_and_the_files_are_named_plain(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("printkit.pdf.pack.game_folder", lambda game: tmp_path / game)
    assert run(tmp_path, "--json") == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["pdf"].endswith("-plain.pdf")
    assert "warning: templates/yggdrasil has no artwork" in err
    capsys.readouterr()
    assert run(tmp_path, "--no-art") == 0
    assert "has no artwork" not in capsys.readouterr().err


@pytest.mark.parametrize("command", ["cards", "mat"])
def test_a_game_without_template_is_reported_with_those_that_have_one(
    command: str, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("printkit.template.card_template.printable", lambda: ["yggdrasil"])
    assert cli.run([command, "jiguan", "--out", str(tmp_path)]) == 2
    assert "can't be printed yet; these games can: yggdrasil" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_runs_that_differ_are_named_apart(tmp_path: Path, capsys: Capture) -> None:
    ways = [(), ("--duplex", "short"), ("--duplex", "none"), ("--deck-number", "7")]
    for way in ways:
        assert run(tmp_path, "--no-art", *way) == 0
    assert len(set(capsys.readouterr().out.split())) == 2 * len(ways)


@pytest.mark.parametrize(
    ("words", "form"),
    [
        (["hunt", "orchard"], "--deck sun=hunt --deck moon=orchard"),
        (["sun=hunt", "sun=orchard"], "--deck sun=hunt --deck moon=orchard"),
    ],
)
def test_two_decks_for_one_are_refused_with_the_form(words: list[str], form: str) -> None:
    with pytest.raises(UsageError) as caught:
        decks_asked("yggdrasil", words)
    assert str(caught.value).endswith(f"for example {form}")
    assert caught.value.message.render("ja").endswith(f"例：{form}")


def test_a_deck_for_all_and_one_for_one_stand_next_to_each_other() -> None:
    assert decks_asked("yggdrasil", ["sun=orchard", "hunt"]) == {"sun": "orchard", "moon": "hunt"}
    assert decks_asked("yggdrasil", ["hunt", "hunt"]) == {"sun": "hunt", "moon": "hunt"}


def test_a_game_without_decks_says_where_to_put_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    bare = replace(load_catalog("yggdrasil"), decks={})
    monkeypatch.setattr("printkit.cards.plan.load_catalog", lambda _slug: bare)
    assert run(tmp_path) == 2
    assert "has no deck: put one into card_data/yggdrasil/decks" in capsys.readouterr().err
