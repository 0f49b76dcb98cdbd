"""`python -m rules new`: a complete small game under a new name, playable immediately."""

from __future__ import annotations

import errno
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from rules import LANGUAGES, RulesError
from rules.__main__ import main
from rules.cli.scaffold import new_game
from rules.process.installing import games_commands


def test_it_plays_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", str(tmp_path / "Night Boats"), "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["game"] == "night_boats"
    home = Path(report["folder"])
    assert sorted(report["files"]) == sorted(
        str(path.relative_to(home)) for path in home.rglob("*") if path.is_file()
    )
    done = subprocess.run(
        [sys.executable, "-m", "rules", "playout", "night_boats", "--games", "3", "--seed", "1"],
        env={**os.environ, "RULES_GAMES": str(home)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "NIG-4" in done.stdout


def test_windows_commands_are_shown_for_both_its_shells() -> None:
    """Check that `RULES_GAMES` is set by `$env:` in PowerShell and by `set` in cmd."""
    powershell, cmd = games_commands(r"C:\Ann's games", windows=True)
    assert powershell.startswith(r"$env:RULES_GAMES='C:\Ann''s games'")
    assert cmd.startswith('set "RULES_GAMES=' + r"C:\Ann's games" + '"')


def test_it_says_what_comes_next(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", str(tmp_path / "glow")]) == 0
    report = capsys.readouterr().out
    assert "card_data/glow/cards.csv" in report
    assert "RULES_GAMES=" in report
    assert "python -m rules playout glow" in report


@pytest.mark.parametrize(
    ("name", "output"),
    [
        ("full", "full is not empty: name a new folder"),
        ("yggdrasil", "a game 'yggdrasil' already exists"),
        ("9lives", "'9lives' cannot be a game's name"),
        ("class", "'class' cannot be a game's name"),
    ],
)
def test_nothing_is_overwritten(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, output: str
) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "letter.txt").write_text("dear")
    assert main(["new", str(tmp_path / name)]) == 2
    assert output in capsys.readouterr().err
    assert [path.name for path in tmp_path.rglob("*")] == ["full", "letter.txt"]


def test_a_place_that_cannot_be_written_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path, *_: object) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "write_text", refuse)
    assert main(["new", str(tmp_path / "glow")]) == 3
    assert (
        "(you are not permitted to open it): choose a place that you can write to"
        in capsys.readouterr().err
    )


def test_a_name_that_the_disk_does_not_take_is_reported_with_the_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path, *_: object) -> None:
        raise OSError(errno.ENAMETOOLONG, "File name too long", str(path))

    monkeypatch.setattr(Path, "write_text", refuse)
    assert main(["new", str(tmp_path / "glow")]) == 3
    report = capsys.readouterr().err
    assert report.startswith(str(tmp_path))
    assert "its name is too long" in report


def test_half_a_game_is_taken_back_and_the_file_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    write, room = Path.write_text, iter(range(5))

    def full(path: Path, text: str, encoding: str) -> int:
        if next(room, None) is None:
            path.touch()
            raise OSError(28, "No space left on device")
        return write(path, text, encoding)

    monkeypatch.setattr(Path, "write_text", full)
    home = tmp_path / "deep" / "glow"
    assert main(["new", str(home)]) == 3
    report = capsys.readouterr().err
    assert str(home) in report
    assert "(the disk is full): free some space" in report
    assert [*tmp_path.iterdir()] == []
    monkeypatch.undo()
    assert main(["new", str(home)]) == 0


def test_half_a_game_is_taken_back_when_ctrl_c_is_pressed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write, room = Path.write_text, iter(range(3))

    def pressed(path: Path, text: str, encoding: str) -> int:
        if next(room, None) is None:
            raise KeyboardInterrupt
        return write(path, text, encoding)

    monkeypatch.setattr(Path, "write_text", pressed)
    assert main(["new", str(tmp_path / "glow")]) == 130
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize("name", ["con", "AUX", "nul", "Com1", "lpt9"])
def test_no_game_is_called_as_windows_calls_a_device(tmp_path: Path, name: str) -> None:
    with pytest.raises(RulesError, match="Windows"):
        new_game(tmp_path / name)


@pytest.mark.parametrize("name", ["rules", "Printkit", "companion"])
def test_no_game_is_called_as_a_package_of_ours(tmp_path: Path, name: str) -> None:
    with pytest.raises(RulesError, match=f"is a package of this project.*{name.lower()}_game"):
        new_game(tmp_path / name)


def test_names_like_a_devices_are_names(tmp_path: Path) -> None:
    assert new_game(tmp_path / "console")[0] == "console"


def test_it_explains_itself_in_three_languages() -> None:
    _, files = new_game(Path("glow"))
    english, *others = (files[name] for name in ("README.md", "README.ja.md", "README.zh-Hant.md"))

    for lang, other in zip(LANGUAGES[1:], others, strict=True):
        assert other.splitlines()[0] == "# glow"
        assert _literals(other, lang) == _literals(english, "en")


def _literals(page: str, lang: str) -> list[str]:
    """Return every path, option and command of a page, with the language replaced by English."""
    code = re.findall(r"```\n(.*?)```", page, re.DOTALL)
    words = [word for block in code for word in block.replace("\\\n", " ").split()]
    named = re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", page, flags=re.DOTALL))
    same = [re.sub(rf"(?<=-){lang}(?=\.manifest)|^{lang}$", "en", word) for word in words]
    return named + [word for word in same if word not in ("--lang", "en")]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_comes_next_is_reported_in_the_language_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], lang: str
) -> None:
    assert main(["new", str(tmp_path / "glow"), "--lang", lang]) == 0
    ready = {"en": "glow is ready", "ja": "glow ができました", "zh-Hant": "glow 準備好了"}
    assert ready[lang] in capsys.readouterr().out
