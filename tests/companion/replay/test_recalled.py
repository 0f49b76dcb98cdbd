"""A resumed match shows the earlier messages, and WHY repeats the last refusal."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.referee.control_cards import ControlCard
from companion.referee.notices import EndReason, GameEnded
from companion.replay.moments import recalled
from companion.web.auth.roles import Pass, Role
from companion.web.snapshot import Snapshot
from companion.web.story import Story
from rules import Verb
from tests.support.referee.inputs import declare, press
from tests.support.web.match_page import Table, gone_on

TABLE = Pass(Role.TABLE)


def log_of(table: Table, now: Snapshot) -> list[dict[str, Any]]:
    log: list[dict[str, Any]] = table.viewing.view(now, TABLE, "en")["log"]
    return log


@pytest.fixture
def table() -> Table:
    """Return a table with five plies, an UNDO, and a declaration out of turn."""
    table = Table.of("yggdrasil", 2)
    list(table.play(5))
    table.receive(press(table.referee, ControlCard.UNDO))
    seat = next(iter(table.referee.at.players - table.referee.at.match.to_act))
    table.receive(declare(table.referee, seat, Verb.READY))
    return table


def test_a_resumed_match_shows_all_that_was_refused_and_taken_back(
    table: Table, tmp_path: Path
) -> None:
    before = log_of(table, table.snapshot())
    _, now = gone_on(table, table.written(tmp_path / "m.jsonl"))
    assert {"legal", "illegal", "back"} <= {line["state"] for line in before}
    assert log_of(table, now) == before


def test_why_names_the_last_refusal_of_a_resumed_match(table: Table, tmp_path: Path) -> None:
    spoken = [each.about for each in press(table.referee, ControlCard.WHY)]
    referee, _ = gone_on(table, table.written(tmp_path / "m.jsonl"))
    why = press(referee, ControlCard.WHY)
    assert [each.kind for each in why] == ["explained"]
    assert [each.about.clauses for each in why if each.about] == [
        each.clauses for each in spoken if each
    ]


def test_what_hung_when_a_match_was_broken_off_is_not_shown_as_hanging(
    table: Table, tmp_path: Path
) -> None:
    """Check that the table is compared first; the refusal is only a log line with a reason."""
    table.receive([GameEnded(**table.referee.now(), reason=EndReason.STOPPED)])
    _, now = gone_on(table, table.written(tmp_path / "m.jsonl"))
    assert now.story.awaiting is None
    assert now.story.verdict is not None
    assert now.story.verdict.record.kind == "taken_back"
    assert now.story.verdict.record.steps == ()
    assert now.story.latest == now.story.verdict


def test_a_log_of_no_match_recalls_nothing() -> None:
    assert recalled(()) == Story()
