"""A match, a print and a scan in a world in which everything fails once.

`benchmarks/faults/campaign.py` tries all faults, with other matches; here is a part of them, and
planted faults, which show that the failing world finds what it is for.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from companion.referee.inputs import Start
from companion.referee.live import LiveReferee
from companion.referee.notices import notice_data
from companion.referee.state import Transition
from companion.storage import files
from rules import Record, fold_log
from rules.process import disk
from rules.records import log
from tests.support.faults.campaign import calls_of, cut_power, deny_memory, fail_everywhere
from tests.support.faults.failing_os import FAULTS
from tests.support.faults.scenarios import (
    OF_A_MATCH,
    OTHERS,
    Decided,
    MatchScenario,
    PrintScenario,
    ScanScenario,
    Scenario,
)

pytestmark = pytest.mark.skipif(
    not hasattr(disk.os, "fchmod"), reason="the failing world makes calls of POSIX"
)


@cache
def decided() -> Decided:
    return Decided.of("jiguan", 3, 10)


def scenario(name: str) -> Scenario:
    return OF_A_MATCH[name](decided()) if name in OF_A_MATCH else OTHERS[name]()


SCENARIOS = (*OF_A_MATCH, *OTHERS)


@pytest.mark.parametrize("name", SCENARIOS)
def test_nothing_is_lost_whatever_fails(name: str, tmp_path: Path) -> None:
    tried = scenario(name)
    found = fail_everywhere(tried, tmp_path, every=9, offset=4)
    found.add(deny_memory(tried, tmp_path, seed=1, count=8))
    if tried.synced:
        found.add(cut_power(tried, tmp_path, seed=1, worlds=2))
    assert found.wrong == []
    assert found.faults.total() > 15


def test_every_kind_of_call_is_among_those_that_fail(tmp_path: Path) -> None:
    calls = {call for name in SCENARIOS for call in calls_of(scenario(name), tmp_path)}
    assert calls == FAULTS.keys() - {"rename", "rmdir"}


@pytest.mark.parametrize("seed", range(4))
def test_a_clock_that_jumps_breaks_no_match(seed: int) -> None:
    rng, ahead_s, start = random.Random(seed), 0.0, decided().start
    jumps = (0.3, -0.3, 5.0, -5.0, 3600.0, -3600.0, -86400.0)
    referee = LiveReferee(start.at, start.context)
    records: list[Record] = []

    def keep(transitions: Iterable[Transition]) -> None:
        for notice, _ in transitions:
            data = json.loads(json.dumps(notice_data(notice)))
            records.append(Record(len(records), notice.kind, data))

    keep(referee.receive(Start()))
    for view in decided().views:
        ahead_s += rng.choice(jumps) if rng.random() < 0.1 else 0.0
        keep(referee.receive(replace(view, time_s=view.time_s + ahead_s)))
    assert fold_log(records).state == referee.at.match.state
    assert len(records) > 4


def failing(scenario: Scenario, base: Path, every: int = 3) -> str:
    """Return what is wrong after some of the faults."""
    return "\n".join(fail_everywhere(scenario, base, every).wrong)


def cut(scenario: Scenario, base: Path) -> str:
    """Return what is wrong after some power cuts."""
    return "\n".join(cut_power(scenario, base, seed=1, worlds=5).wrong)


def unsynced(_: object) -> None:
    """Do not sync."""


def test_a_log_that_is_not_synced_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log.LogWriter.__init__, "__defaults__", (unsynced,))
    assert "was announced and is lost" in cut(MatchScenario(decided()), tmp_path)


def test_a_log_whose_name_is_not_synced_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log, "sync_folder", unsynced)
    monkeypatch.setattr(files, "write_whole", lambda *_: None)  # it syncs the same folder
    assert "was announced and is lost" in cut(MatchScenario(decided()), tmp_path)


def test_a_log_that_goes_on_after_a_failed_write_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    append_all = log.LogWriter.append_all

    def go_on(writer: log.LogWriter, entries: Iterable[Any]) -> list[Record]:
        writer._failed = None
        return append_all(writer, entries)

    monkeypatch.setattr(log.LogWriter, "append_all", go_on)
    monkeypatch.setattr(log.LogWriter, "_cut", lambda _: None)
    assert "the log is damaged" in failing(MatchScenario(decided()), tmp_path)


def test_half_a_file_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def directly(path: Path, data: bytes, _mode: int = 0) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)

    monkeypatch.setattr("companion.scan.saving.write_whole", directly)
    monkeypatch.setattr(files, "write_whole", directly)
    assert "half a s." in failing(ScanScenario(), tmp_path, 11)
    assert "the keys are half a file" in cut(MatchScenario(decided()), tmp_path)


def test_a_manifest_that_is_not_written_last_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("printkit.pdf.output.sync_folder", unsynced)
    assert "a manifest of another PDF" in cut(PrintScenario(over=True), tmp_path)


def test_an_unforeseen_error_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rules.messages.system.machine_fault", lambda _: None)
    assert "exit code 4" in failing(MatchScenario(decided()), tmp_path, 11)
