"""The schema of a log's line, the page of notices and the diagram agree with the notices."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator, ValidationError

from companion.referee.notices import (
    NOTICES,
    TRAITS,
    Accepted,
    CaughtUp,
    Compared,
    MatchResumed,
    Notice,
    PilesCleared,
    PrivateSeat,
    Refused,
    Reopened,
    SessionStarted,
    TableSeen,
    Withdrawn,
    notice_data,
)
from companion.referee.phases import RefereePhase
from rules import Record, game_slugs
from rules.records.log import dump_record
from tests.companion.referee.test_fold import MATCHES
from tests.support.referee import golden_captions
from tests.support.referee.inputs import history
from tests.support.referee.random_tables import RandomTable

SILENT = (
    SessionStarted(),
    TableSeen(),
    Compared(pending=("a1",), settled=False),
    CaughtUp(pending=("a1",)),
    PrivateSeat(seat="A"),
    Withdrawn(notices=(0, 2)),
    PilesCleared(),
    Reopened(),
)


@pytest.fixture(scope="module")
def schema(root: Path) -> Draft202012Validator:
    data = json.loads((root / "docs" / "reference" / "log.schema.json").read_text("utf-8"))
    Draft202012Validator.check_schema(data)
    return Draft202012Validator(data)


def lines(notices: Iterable[Notice]) -> list[dict[str, Any]]:
    """Return the log's lines of these notices, read again as JSON."""
    found, last = [], "0" * 16
    for seq, notice in enumerate(notices):
        line, last = dump_record(Record(seq, notice.kind, notice_data(notice)), last)
        found.append(json.loads(line))
    return found


@pytest.mark.parametrize("slug", game_slugs())
def test_the_lines_of_real_matches_fit_the_schema(slug: str, schema: Draft202012Validator) -> None:
    table = RandomTable(slug, 1)
    for _ in range(40):
        table.gesture()
    notices = history(table.referee)
    assert len({notice.kind for notice in notices}) > 5
    for line in lines(notices):
        schema.validate(line)


@pytest.mark.parametrize("name", MATCHES)
def test_the_lines_of_played_matches_fit_the_schema(
    name: str, schema: Draft202012Validator
) -> None:
    for line in lines(history(MATCHES[name]().referee)):
        schema.validate(line)


def test_the_lines_of_every_kind_fit_the_schema(schema: Draft202012Validator) -> None:
    spoken = lines([*golden_captions.script(), *SILENT])
    assert {line["kind"] for line in spoken} == set(NOTICES)
    for line in spoken:
        schema.validate(line)


@pytest.mark.parametrize(
    "wrong",
    [
        {"kind": "no_such_kind"},
        {"action": 3},
        {"action": None, "events": [{"kind": "x", "pip": "3"}]},
        {"steps": [{"cell": "a1"}]},
        {"seq": -1},
        {"sum": "0"},
        {"caption": "Sun plays."},
    ],
)
def test_a_wrong_line_does_not_fit(wrong: dict[str, Any], schema: Draft202012Validator) -> None:
    (line,) = lines([next(n for n in golden_captions.script() if isinstance(n, Accepted))])
    schema.validate(line)
    with pytest.raises(ValidationError):
        schema.validate(line | wrong)
    del line["events"]
    with pytest.raises(ValidationError):
        schema.validate(line)


def test_the_diagram_leads_every_notice_to_its_phase(root: Path) -> None:
    svg = (root / "docs" / "pictures" / "phases.svg").read_text("utf-8")
    words = re.findall(r'<text(?: class="(\w+)")? x="\d+" y="(\d+)">([^<]*)', svg)
    boxes = {text: int(y) for style, y, text in words if style == "phase" and text.isupper()}
    assert set(boxes) == {phase.name for phase in RefereePhase}
    tops = sorted(boxes.values())
    for name, kind in NOTICES.items():
        at = [int(y) for style, y, text in words if not style and text.split()[0] == name]
        phase = changing(kind)
        assert len(at) == (phase is not None), kind
        if phase is not None:
            assert min(tops, key=lambda y: abs(y - at[0])) == boxes[phase.name], kind


def changing(kind: type[Notice]) -> RefereePhase | None:
    """Return the phase to which a kind of notice can lead."""
    found = {
        Compared: Compared(),
        MatchResumed: MatchResumed(unexplained=True),
        Refused: Refused(action=None, violations=(), on_table=True),
    }.get(kind)
    return found.phase_after if found is not None else TRAITS[kind].phase
