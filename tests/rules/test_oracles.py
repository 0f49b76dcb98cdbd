"""The oracles in `benchmarks/oracles` agree with the specifications' tables and find faults."""

from __future__ import annotations

import pytest

from benchmarks.oracles import jiguan, spherion_steps
from benchmarks.oracles.compare import compare
from benchmarks.oracles.counts import wrong_counts, wrong_vectors


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
