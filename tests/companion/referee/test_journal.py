"""Notices are logged, then announced; a match resumes after a kill at any moment."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.errors import SessionError, SourceError
from companion.referee.geometry import TableGeometry
from companion.referee.journal import Journal, Utterance, resume_match, utterance_data
from companion.referee.live import LiveReferee
from companion.referee.notices import EndReason, LanguageChanged, Notice, Paused
from companion.referee.phases import RefereePhase
from companion.referee.state import Transition
from companion.referee.words.speaker import Speaker
from rules import CHANCE, LogError, LogWriter, Match, Setup, load_catalog, load_game
from rules.messages.message import render
from rules.records.log import parse_log
from tests.support.referee.inputs import finish, paired, refereed, start
from tests.support.referee.inputs import resumed as resumed_referee
from tests.support.referee.oracle_view import Hands, kinds, run

YGG = load_game("yggdrasil")
MOVES = "A y03 b2,B y03 c4,A y27 b3,B y21 b5,A y09 c2,B y27 c3,A y06 d2,B y19 d5,A y25 d3"


def speaker() -> Speaker:
    return Speaker(load_catalog("yggdrasil"), "en")


def gestures(referee: LiveReferee, hands: Hands) -> Iterator[list[Notice]]:
    """Yield a match's notices per gesture up to an invasion, with a refusal and a take-back."""
    yield list(start(referee))
    hands.follow(dict(YGG.table.layout(referee.at.match.state)), "AB")
    yield run(referee, hands.wait())
    for move in MOVES.split(","):
        seat, card, cell = move.split()
        yield run(referee, hands.place(hands.paper(card, seat), cell))
        if cell == "b3":
            yield run(referee, hands.place(hands.paper("y17", "B"), "a5"))
            yield run(referee, hands.clear("a5"))
        if cell == "c2":
            paper = hands.papers["c2"][-1][0]
            yield run(referee, hands.clear("c2"))
            yield run(referee, hands.place(paper, "c2"))
    yield run(referee, hands.clear("c3"))


def sit_down(match: Match[Any], *, resumed: bool = False) -> LiveReferee:
    geometry = TableGeometry(YGG.table.form(match.setup))
    if not resumed:
        return refereed(match)
    referee = resumed_referee(match, geometry)
    start(referee)
    return referee


def begun() -> tuple[Transition, ...]:
    """Return the notices of a new match."""
    return paired(*start(sit_down(Match(YGG, Setup("yggdrasil")))))


def test_a_record_is_on_the_disk_before_it_is_announced(tmp_path: Path) -> None:
    path, order = tmp_path / "match.jsonl", []

    def sync(number: int) -> None:
        order.append("sync")

    def reported(utterance: Utterance) -> None:
        records, fault = parse_log(path.read_bytes())
        assert fault is None
        assert (records[-1].seq, records[-1].kind) == (utterance.seq, utterance.record.kind)
        order.append("said")

    referee = sit_down(Match(YGG, Setup("yggdrasil")))
    with closing(LogWriter(path, sync)) as writer:
        journal = Journal(speaker(), reported, writer)
        for records in gestures(referee, Hands(YGG.table.form(referee.at.match.setup))):
            journal.record(paired(*records))

    assert order == ["sync", "said"] * (len(order) // 2)
    assert len(order) > 30


def test_what_cannot_be_written_is_not_announced(tmp_path: Path) -> None:
    spoken: list[Utterance] = []

    def full(number: int) -> None:
        raise OSError(28, "No space left on device")

    with closing(LogWriter(tmp_path / "m.jsonl", full)) as writer:
        journal = Journal(speaker(), spoken.append, writer)
        report = r"m\.jsonl cannot be written \(the disk is full\).*--resume"
        with pytest.raises(SourceError, match=report):
            journal.record(begun())
    assert spoken == []


def test_without_a_log_everything_is_announced_all_the_same() -> None:
    spoken: list[Utterance] = []
    Journal(speaker(), spoken.append).record(begun())
    assert [u.seq for u in spoken] == [-1]
    data = utterance_data(spoken[0])
    assert (data["kind"], data["lang"], data["spoken"]) == ("match_started", "en", False)


def test_the_language_card_changes_the_words_from_then_on() -> None:
    spoken: list[Utterance] = []
    Journal(speaker(), spoken.append).record(paired(LanguageChanged(), Paused()))
    assert [(u.lang, u.caption[:2]) for u in spoken] == [("ja", "ここ"), ("ja", "対戦")]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, list[tuple[str, Any]]]:
    """Return a log's bytes, and the position and table after each record."""
    path = tmp_path_factory.mktemp("log") / "match.jsonl"
    writer = LogWriter(path, lambda _: None)
    match: Match[Any] = Match(YGG, Setup("yggdrasil"))
    referee, hands = sit_down(match), Hands(YGG.table.form(match.setup))
    points: list[tuple[str, Any]] = []
    journal = Journal(
        speaker(),
        lambda u: points.append((u.record.kind, {c: list(p) for c, p in hands.papers.items()})),
        writer,
    )
    for records in gestures(referee, hands):
        journal.record(paired(*records))
    writer.close()
    return path.read_bytes(), points


def test_a_match_goes_on_after_a_kill_at_every_record(
    played: tuple[bytes, list[tuple[str, Any]]], tmp_path: Path
) -> None:
    data, points = played
    lines = data.splitlines(keepends=True)
    assert len(lines) == len(points)
    for count in range(1, len(lines) + 1):
        path = tmp_path / f"{count}.jsonl"
        half = lines[count][: len(lines[count]) // 2] if count < len(lines) else b""
        path.write_bytes(b"".join(lines[:count]) + half)
        match = resume_match(path, "yggdrasil")
        referee, hands = sit_down(match, resumed=True), Hands(YGG.table.form(match.setup))
        made_up = start(referee)
        assert all(r.action is not None and r.action.seat == CHANCE for r in made_up)
        hands.follow(dict(referee.at.layout), "AB")
        (resumed,) = run(referee, hands.wait())
        assert (resumed.kind, resumed.steps) == ("match_resumed", ())
        assert referee.at.phase is RefereePhase.IN_SYNC
        writer = LogWriter(path, lambda _: None)
        Journal(speaker(), lambda _: None, writer).record(paired(*made_up, resumed))
        writer.close()
        again, fault = parse_log(path.read_bytes())
        assert fault is None
        assert len(again) == count + len(made_up) + 1


def test_the_table_a_kill_left_is_compared_and_play_goes_on(
    played: tuple[bytes, list[tuple[str, Any]]], tmp_path: Path
) -> None:
    """Check that the cell of a card removed meanwhile is named, and that play continues."""
    data, points = played
    path = tmp_path / "match.jsonl"
    path.write_bytes(data)
    match = resume_match(path, "yggdrasil")
    referee, hands = sit_down(match, resumed=True), Hands(YGG.table.form(match.setup))
    hands.papers = {c: list(p) for c, p in points[-1][1].items()}
    hands.papers.pop("b5")
    hands.serial = 100
    (resumed,) = run(referee, hands.wait())
    assert [(s.cell, s.placed.card) for s in resumed.steps] == [("b5", "y21")]
    assert referee.at.phase is RefereePhase.DESYNCED
    assert kinds(run(referee, hands.place(hands.paper("y21", "B"), "b5"))) == ["resynced"]
    assert kinds(run(referee, hands.place(hands.paper("y09", "B"), "b4"))) == ["accepted"]


@pytest.mark.parametrize(
    ("line", "good"),
    [
        (1, ""),
        (2, "the line before it is intact: continue from there"),
        (12, "the 11 lines before it are intact: continue from there"),
    ],
)
def test_a_damaged_log_is_refused_by_its_line(
    played: tuple[bytes, list[tuple[str, Any]]], tmp_path: Path, line: int, good: str
) -> None:
    lines = played[0].splitlines(keepends=True)
    lines[line - 1] = lines[line - 1].replace(b'"frame":', b'"frame": ')
    path = tmp_path / "match.jsonl"
    path.write_bytes(b"".join(lines))
    with pytest.raises(LogError) as caught:
        resume_match(path, "yggdrasil")
    assert caught.value.line == line
    assert render(caught.value.fix, "en") == good


def resaved(text: str) -> dict[str, bytes]:
    """Return a text file as editors may save it."""
    return {
        "crlf": text.replace("\n", "\r\n").encode(),
        "bom": text.encode("utf-8-sig"),
        "utf16": text.encode("utf-16"),
    }


@pytest.mark.parametrize("how", ["crlf", "bom", "utf16"])
def test_a_log_that_an_editor_saved_again_says_so(
    played: tuple[bytes, list[tuple[str, Any]]], tmp_path: Path, how: str
) -> None:
    path = tmp_path / "match.jsonl"
    path.write_bytes(resaved(played[0].decode())[how])
    with pytest.raises(LogError, match="an editor changed the file's encoding or line endings"):
        resume_match(path, "yggdrasil")


def test_a_match_of_another_game_and_an_empty_log_are_refused(
    played: tuple[bytes, list[tuple[str, Any]]], tmp_path: Path
) -> None:
    path = tmp_path / "match.jsonl"
    path.write_bytes(played[0])
    with pytest.raises(SessionError, match="not of kiln"):
        resume_match(path, "kiln")
    path.write_bytes(b"")
    with pytest.raises(SessionError, match="contains no match"):
        resume_match(path, "yggdrasil")


def test_a_stopped_match_may_be_resumed(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    writer = LogWriter(path, lambda _: None)
    journal = Journal(speaker(), lambda _: None, writer)
    referee = sit_down(Match(YGG, Setup("yggdrasil")))
    journal.record(paired(*start(referee), *finish(referee, EndReason.STOPPED)))
    writer.close()
    assert resume_match(path, "yggdrasil").plies == ()
