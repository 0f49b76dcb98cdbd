"""The campaign of whole matches as a command: it counts, compares and resumes."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from benchmarks.matches import campaign as match_campaign


def campaign(folder: Path, matches: int, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Run Ji Guan with a perfect view starting at seed 4; return the lines of results."""
    results = folder / "results.jsonl"
    options = ["--game", "jiguan", "--eye", "--jobs", "1", "--seed", "4", "--matches", f"{matches}"]
    options += ["--paper", f"{folder / 'paper'}", "--results", f"{results}"]
    monkeypatch.setattr(sys, "argv", ["match_campaign.py", *options])
    assert match_campaign.main() == 0
    return results.read_text(encoding="utf-8").splitlines()


def test_a_stopped_campaign_goes_on_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    first = campaign(tmp_path, 1, monkeypatch)
    with (tmp_path / "results.jsonl").open("a", encoding="utf-8") as file:
        file.write('{"seed": 5, "game": "ji')  # a power cut
    lines = campaign(tmp_path, 2, monkeypatch)
    assert lines[0] == first[0]
    assert [json.loads(line)["seed"] for line in (lines[0], lines[2])] == [4, 5]
    assert len(lines) == 3
    report = capsys.readouterr().out
    assert "2 matches" in report
    assert "stuck: 0" in report
    assert "wrong matches: 0" in report


def test_what_was_not_announced_makes_a_match_wrong() -> None:
    right = {"missing": [], "extra": [], "error": "", "layout": True, "outcome": True}
    assert not match_campaign.wrong(right)
    faults = {"missing": ["x"], "extra": ["x"], "error": "x", "layout": False, "outcome": False}
    for name, fault in faults.items():
        assert match_campaign.wrong({**right, name: fault})
