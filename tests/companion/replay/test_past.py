"""A log's moments equal the referee's notices and the page's snapshots."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.referee.notices import notice_data, read_notice
from companion.referee.phases import RefereePhase
from companion.referee.words.speaker import Speaker
from companion.replay.moments import moments
from companion.replay.transcript import Transcript
from rules import LANGUAGES, LogWriter, load_catalog
from rules.records.log import fold_steps, parse_log
from tests.companion.referee.games.test_five_games import GameTable
from tests.support import match_logs as logs
from tests.support.referee.inputs import history
from tests.support.referee.oracle_view import run

GAMES = ("dicebattle", "jiguan", "spherion", "stratosphere", "yggdrasil")


def spoken_match(path: Path) -> list[tuple[str, dict[str, object]]]:
    """Write a match with a refusal and a take-back; return each record with its caption."""
    table = GameTable("yggdrasil")
    table.place("y03", "B", "c4")
    table.place("y05", "A", "a1")
    table.receive(run(table.referee, table.hands.clear("a1")))
    table.place("y03", "A", "b2")
    table.piece("ctl.undo", "A.control")
    table.receive(run(table.referee, table.hands.clear("b2")))
    writer = LogWriter(path, lambda _: None)
    speaker = Speaker(load_catalog("yggdrasil"))
    for record in history(table.referee):
        writer.append(record.kind, **notice_data(record))
    writer.close()
    return [(speaker.caption(record), notice_data(record)) for record in history(table.referee)]


def test_every_record_is_read_back_and_says_the_same(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    spoken = spoken_match(path)
    records, fault = parse_log(path.read_bytes())
    assert fault is None
    speaker = Speaker(load_catalog("yggdrasil"))
    before, heard = None, []
    for line, match in fold_steps(records):
        assert match is not None
        record = read_notice(line.kind, line.data, match.game.events, before, match.outcome)
        assert record is not None
        heard.append((speaker.caption(record), notice_data(record)))
        before = record
    kinds = [line.kind for line in records]
    assert {"refused", "accepted", "taken_back", "put_back"} <= set(kinds)
    assert [text for text, _ in heard] == [text for text, _ in spoken]
    assert [data.get("steps") for _, data in heard] == [data.get("steps") for _, data in spoken]


@pytest.mark.parametrize("slug", GAMES)
def test_a_match_of_every_game_is_reported_in_three_languages(slug: str, tmp_path: Path) -> None:
    logged = logs.LoggedMatch(slug, tmp_path / "m.jsonl")
    logged.play(60)
    report = Transcript(logged.data(), "m.jsonl")
    assert report.fault is None
    assert len(report.moments) > 5
    for lang in LANGUAGES:
        shown = report.shown(lang)
        assert len(shown) > 5
        view = report.view(shown[-1].moment, lang)
        assert view["board"]["cells"]
        assert not any("{" in each.text for each in shown)


def test_the_page_stands_as_it_stood(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    spoken_match(path)
    found = list(moments(parse_log(path.read_bytes())[0]))
    stages = {m.entry.record.kind: m.snapshot.stage for m in found}
    assert stages["refused"] is RefereePhase.REFUSED
    assert stages["put_back"] is RefereePhase.IN_SYNC
    assert stages["set_up_ready"] is RefereePhase.IN_SYNC
    refused = next(m for m in found if m.entry.record.kind == "refused")
    assert refused.snapshot.story.verdict is refused.snapshot.story.latest
    assert {"b1", "c5", "c4"} <= set(refused.snapshot.position.layout)
    assert "a1" not in refused.snapshot.position.layout


def test_nothing_secret_is_reported_while_or_after_a_match_is_played(tmp_path: Path) -> None:
    logged = logs.LoggedMatch("spherion", tmp_path / "m.jsonl")
    logged.play(80)
    match = logged.referee.at.match
    secret = [
        str(p.action)
        for p in match.plies
        if p.action and p.action.verb.value == "declare" and ":" in p.action.value
    ]
    assert secret
    report = Transcript(logged.data(), "m.jsonl")
    values = {text.split()[2] for text in secret}
    for shown in report.shown("en"):
        record = shown.moment.entry.record
        assert record.action is None or record.action.value not in values


def test_a_damaged_log_is_reported_as_far_as_it_is_good(tmp_path: Path) -> None:
    logged = logs.LoggedMatch("yggdrasil", tmp_path / "m.jsonl")
    logged.play(12)
    lines = logged.data().splitlines(keepends=True)
    lines[8] = lines[8].replace(b'"kind"', b'"kin"')
    report = Transcript(b"".join(lines), "m.jsonl")
    assert report.fault is not None
    assert report.fault.line == 9
    assert report.moments[-1].seq < 8
    assert Transcript(b"", "m").match is None
