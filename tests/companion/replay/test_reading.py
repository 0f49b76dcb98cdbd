"""Records read from logs equal the referee's own, also for older and later versions."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.errors import SessionError
from companion.readings import Trouble
from companion.referee.inventory.steps import CorrectionStep, StepKind
from companion.referee.live import LiveReferee
from companion.referee.notices import (
    NOTICES,
    CameraTrouble,
    Notice,
    Paused,
    Resumed,
    notice_data,
)
from companion.referee.phases import RefereePhase
from companion.referee.table import FaultKind, TableFault
from companion.replay.moments import ReplayFrame
from companion.replay.protocol import protocol
from companion.replay.transcript import Transcript
from rules import LogError, PlacedCard
from rules.records.log import parse_log
from tests.support.match_logs import LoggedMatch

VINE = PlacedCard("y03", "A")
PLACE = CorrectionStep(StepKind.PLACE, "b2", VINE)


@pytest.fixture
def logged(tmp_path: Path) -> LoggedMatch:
    """Return a match of The Yggdrasil after six plies."""
    logged = LoggedMatch("yggdrasil", tmp_path / "m.jsonl")
    logged.play(6)
    return logged


def transcript(logged: LoggedMatch) -> Transcript:
    return Transcript(logged.data(), "m.jsonl")


def last(logged: LoggedMatch) -> ReplayFrame:
    return transcript(logged).moments[-1]


def record(referee: LiveReferee, kind: str, **facts: object) -> Notice:
    return NOTICES[kind](**referee.now(), **facts)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("kind", "facts"),
    [
        ("table_fault", {"faults": (TableFault(FaultKind.ACROSS, ("b2", "b3"), "y03"),)}),
        (
            "table_fault",
            {"faults": (TableFault(FaultKind.DUPLICATE, ("b2",), "y03", "TAG"),)},
        ),
        ("trouble", {"trouble": Trouble.DARK}),
        ("desynced", {"steps": (PLACE, CorrectionStep(StepKind.MOVE, "b2", VINE, "c2"))}),
        (
            "desynced",
            {
                "steps": (
                    CorrectionStep(StepKind.REPLACE, "b2", VINE, wrong=PlacedCard("y17", "B")),
                )
            },
        ),
        ("match_resumed", {"steps": (PLACE,)}),
        ("paused", {}),
    ],
)
def test_what_was_announced_is_read_back_to_the_letter(
    logged: LoggedMatch, kind: str, facts: dict[str, object]
) -> None:
    spoken = record(logged.referee, kind, **facts)
    logged.note([spoken])
    read = last(logged).entry.record
    assert notice_data(read) == notice_data(spoken)
    for name, value in facts.items():
        assert getattr(read, name) == value


def test_a_fault_stands_on_the_page_until_play_goes_on(logged: LoggedMatch) -> None:
    fault = TableFault(FaultKind.CROWDED, ("b2",), "y03")
    for faults, kind in (((fault,), "table_fault"), ((), "resynced")):
        facts = {"faults": faults} if faults else {}
        logged.note([record(logged.referee, "table_seen", faults=faults)])
        logged.note([record(logged.referee, kind, **facts)])
    *_, during, after = transcript(logged).moments
    assert during.snapshot.faults == (fault,)
    assert after.snapshot.faults == ()


@pytest.mark.parametrize(
    ("unexplained", "stage"), [(True, RefereePhase.DESYNCED), (False, RefereePhase.IN_SYNC)]
)
def test_the_phase_after_a_resume_is_known(
    logged: LoggedMatch,
    unexplained: bool,  # noqa: FBT001 - a parameter of the test
    stage: RefereePhase,
) -> None:
    logged.note([record(logged.referee, "match_resumed", unexplained=unexplained)])
    logged.note([record(logged.referee, "compared", settled=not unexplained)])
    logged.note([record(logged.referee, "stray_card", card="y03")])
    assert last(logged).snapshot.stage is stage


def test_a_pause_lasts_until_it_is_over(logged: LoggedMatch) -> None:
    now = logged.referee.now()
    logged.note([Paused(**now), CameraTrouble(**now, trouble=Trouble.DARK), Resumed(**now)])
    assert [m.snapshot.overlays.paused for m in transcript(logged).moments[-3:]] == [
        True,
        True,
        False,
    ]


def test_what_a_later_program_wrote_is_passed_over(logged: LoggedMatch) -> None:
    before = len(Transcript(logged.path.read_bytes(), "m").moments)
    logged.writer.append("sang", song="Vísur Vatnsenda-Rósu")
    logged.writer.append("trouble", trouble="fog")
    logged.writer.append("table_fault", faults=[{"fault": "burning", "cells": ["b2"]}])
    logged.writer.append("desynced", steps=[{"do": "fold", "cell": "b2"}])
    logged.play(1)
    found = transcript(logged)
    assert found.fault is None
    assert len(found.moments) == before + 1


def test_what_was_written_before_the_match_began_is_no_moment_of_it(tmp_path: Path) -> None:
    whole = LoggedMatch("yggdrasil", tmp_path / "m.jsonl")
    whole.play(3)
    records, _ = parse_log(whole.data())
    early = LoggedMatch("yggdrasil", tmp_path / "early.jsonl")
    early.path.unlink()
    early.writer.close()
    early.writer = type(early.writer)(early.path, lambda _: None)
    early.writer.append("trouble", trouble="dark")
    for line in records:
        early.writer.append(line.kind, **line.data)
    found = transcript(early)
    assert found.fault is None
    assert [m.entry.record.kind for m in found.moments] == [
        m.entry.record.kind for m in Transcript(whole.path.read_bytes(), "m").moments
    ]


def test_a_log_is_reported_up_to_the_move_that_the_rules_do_not_allow(logged: LoggedMatch) -> None:
    good = len(parse_log(logged.path.read_bytes())[0])
    logged.writer.append("accepted", ply=7, action="A place yr1 a1", events=[])
    logged.writer.append("paused", ply=7)
    found = transcript(logged)
    assert found.fault is not None
    assert found.fault.line == good + 1
    assert len(found.good) == good
    assert f"Line {good + 1} of the log is faulty" in protocol(found, "en")
    assert found.played.plies


def test_a_log_without_a_match_says_so_wherever_it_is_asked(tmp_path: Path) -> None:
    empty = Transcript(b"", "m.jsonl")
    assert empty.moments == ()
    assert not empty.over
    with pytest.raises(LogError):
        protocol(empty, "en")


def test_a_game_without_a_mat_reports_that_nothing_can_be_shown(
    logged: LoggedMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.replay.transcript.drawn_mat", lambda *_: None)
    with pytest.raises(SessionError, match=r"m\.jsonl"):
        transcript(logged).shown("en")


def test_a_protocol_names_settings_that_are_not_the_rules_own(tmp_path: Path) -> None:
    logged = LoggedMatch(
        "yggdrasil", tmp_path / "m.jsonl", hidden=True, settings={"may_pass": "yes"}
    )
    assert "Settings: Passing (yes)" in protocol(transcript(logged), "en")
