"""`companion replay --analyse`: the analysis in words, as JSON, and of an unfinished match."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from pypdf import PdfReader

from companion.replay.analysis import analysis_view, summary_lines
from companion.replay.protocol import protocol
from companion.replay.sheet import score_sheet
from companion.replay.subtitles import cues
from companion.replay.transcript import Transcript
from rules import LANGUAGES
from rules.players.analysis import analyse
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
    monkeypatch.setattr("rules.players.analysis.analyse.__defaults__", (40, None))
    assert start("replay", str(log), "--analyse", "--verify", "--lang", lang) == 0
    out = capsys.readouterr().out
    assert "▅" in out
    assert {"en": "luck", "ja": "運", "zh-Hant": "運氣"}[lang] in out
    assert "{" not in out


def test_the_analysis_is_part_of_the_data(
    log: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rules.players.analysis.analyse.__defaults__", (40, None))
    assert start("replay", str(log), "--analyse", "--json") == 0
    data = json.loads(capsys.readouterr().out)["analysis"]
    assert data["chances"]["A"][0][1] == pytest.approx(1 - data["chances"]["B"][0][1], abs=0.002)
    assert data["lost"].keys() == data["luck"].keys() == {"A", "B"}
    for point in data["turning_points"]:
        assert point["played"] != point["better"]
        assert point["lost"] >= 0.05


@pytest.mark.parametrize("lang", LANGUAGES)
def test_text_and_sheet_contain_the_analysis(lang: str, log: Path) -> None:
    transcript = Transcript(log.read_bytes(), "m.jsonl")
    found = analyse(transcript.played.now, 40)
    lines = summary_lines(transcript, found, lang)
    text = protocol(transcript, lang, analysis=lines)
    assert all(line in text for line in lines)
    listed = protocol(transcript, lang, markdown=True, analysis=lines)
    assert f"\n## {lines[0]}\n\n- " in listed
    pages = PdfReader(io.BytesIO(score_sheet(transcript, lang, lines)[0])).pages
    assert lines[0] in "".join(page.extract_text() for page in pages)


def test_a_replayed_page_leads_to_the_turning_points(log: Path) -> None:
    transcript = Transcript(log.read_bytes(), "m.jsonl")
    found = analyse(transcript.played.now, 40)
    plies = [cue.moment.snapshot.position.ply for cue in cues(transcript)]
    view = analysis_view(transcript, found, plies, "en")
    assert len(view["turning"]) == len(found.turning_points()) > 0
    for shown, point in zip(view["turning"], found.turning_points(), strict=True):
        assert plies[shown["to"] - 1] == point.ply - 1
        assert f"No. {point.ply}" in shown["text"]
    for seat in view["seats"]:
        moments = [at for at, _ in seat["chances"]]
        assert moments == sorted(moments)
        assert moments[-1] <= len(plies)


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
