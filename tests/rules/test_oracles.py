"""The oracles in `benchmarks/oracles` agree with the specifications' tables and find faults."""

from __future__ import annotations

import pytest

from benchmarks.oracles import jiguan
from benchmarks.oracles.compare import compare
from benchmarks.oracles.counts import wrong_counts


def test_the_oracles_count_as_the_specifications_do() -> None:
    assert wrong_counts(3) == []


def test_a_planted_fault_is_found(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    beats = {element: tuple(sorted(jiguan.BEATS)) for element in jiguan.BEATS}
    monkeypatch.setattr(jiguan, "BEATS", beats)  # A always wins

    _, differences = compare("jiguan", "1", 60, None)

    assert differences > 0
    assert "won: expected" in capsys.readouterr().out
