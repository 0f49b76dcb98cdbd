"""`companion replay --analyse`: the analysis in words, as JSON, and of an unfinished match."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rules import LANGUAGES
from tests.companion.commands.referee.test_command import start
from tests.support.match_logs import LoggedMatch


@pytest.fixture
def log(tmp_path: Path) -> Path:
    logged = LoggedMatch("jiguan", tmp_path / "m.jsonl")
    logged.play(100, seed=3)
    logged.writer.close()
    return logged.path


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_analysis_is_printed_in_each_language(
    lang: str, log: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rules.players.analysis.analyse.__defaults__", (40, 60.0, None))
    assert start("replay", str(log), "--analyse", "--verify", "--lang", lang) == 0
    out = capsys.readouterr().out
    assert "▅" in out
    assert {"en": "luck", "ja": "運", "zh-Hant": "運氣"}[lang] in out
    assert "{" not in out


def test_the_analysis_is_part_of_the_data(
    log: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rules.players.analysis.analyse.__defaults__", (40, 60.0, None))
    assert start("replay", str(log), "--analyse", "--json") == 0
    data = json.loads(capsys.readouterr().out)["analysis"]
    assert data["chances"]["A"][0][1] == pytest.approx(1 - data["chances"]["B"][0][1], abs=0.002)
    assert data["lost"].keys() == data["luck"].keys() == {"A", "B"}
    for point in data["turning_points"]:
        assert point["played"] != point["better"]
        assert point["lost"] >= 0.05


def test_an_unfinished_match_keeps_its_secrets(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    logged = LoggedMatch("jiguan", tmp_path / "m.jsonl")
    logged.play(6, seed=3)
    logged.writer.close()
    arguments = ("replay", str(logged.path), "--analyse", "--verify", "--lang", "en")
    assert start(*arguments) == 2
    assert "the match is not over" in capsys.readouterr().err
    assert start(*arguments, "--secrets") == 0
    assert "Sun: decisions gave away" in capsys.readouterr().out
