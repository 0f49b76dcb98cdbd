"""The oracles in `benchmarks/oracles` agree with the specifications' tables and find faults."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.oracles import jiguan, spherion_steps
from benchmarks.oracles.compare import compare
from benchmarks.oracles.counts import wrong_counts, wrong_vectors
from rules import game_slugs


def test_the_oracles_count_as_the_specifications_do() -> None:
    assert wrong_counts(3) == []


def test_spherions_oracle_has_the_specified_globe_and_maze() -> None:
    assert wrong_vectors() == []


def test_a_planted_fault_is_found(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    beats = {element: tuple(sorted(jiguan.BEATS)) for element in jiguan.BEATS}
    monkeypatch.setattr(jiguan, "BEATS", beats)  # A always wins

    _, differences = compare("jiguan", "1", 60, None)

    assert differences > 0
    assert "won: expected" in capsys.readouterr().out


def test_a_campaign_does_not_depend_on_the_order_of_sets(root: Path) -> None:
    reports = [
        subprocess.run(
            [sys.executable, "-m", "benchmarks.oracles.compare", "--positions", "30"],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=root,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    first, second = (re.sub(r"\d+ CPU s", "", report) for report in reports)
    assert first == second
    assert first.count("0 differences") == len(game_slugs())


def test_spherions_oracle_agrees_in_steps_whose_orders_meet() -> None:
    counts, differences = compare("spherion", "1", 60, None)

    assert differences == 0
    assert counts["openings"] > 4


def test_a_planted_fault_of_a_step_is_found(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(spherion_steps, "allowance", lambda _at, _unit: 0)  # nothing moves

    _, differences = compare("spherion", "1", 60, None)

    assert differences > 0
    assert "expected" in capsys.readouterr().out
