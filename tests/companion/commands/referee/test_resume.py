"""Stopping and resuming a match: positions, secrets, logs, scans."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion.commands.referee import match as _match
from companion.commands.referee.correction import proposed
from companion.commands.replay import page as _replay_page
from companion.commands.scan.paths import kept, loaded, wished
from companion.errors import SessionError
from companion.readings import TableView
from companion.referee.notices import EndReason, Paused
from companion.referee.phases import RefereePhase
from companion.referee.state import Transition
from companion.referee.words.speaker import Speaker
from rules import LANGUAGES, DataError, dump_manifest, load_catalog
from tests.companion.commands.referee.test_command import Film, film, manifest, manifest_of, start
from tests.support.match_logs import LoggedMatch
from tests.support.printed_decks import manifest as cards_of
from tests.support.referee.inputs import finish, paired, put
from tests.support.vision.scenes import mat_manifest
from tests.support.web.match_page import Table

__all__ = ["film", "manifest"]

# A position given as an option.


def test_a_position_is_asked_for_once_the_table_was_seen_and_others_look_on() -> None:
    table = Table.of("yggdrasil")
    referee = table.referee
    report = [*paired(Paused(**referee.now()))]
    seen: list[float] = []

    def others(_: object, view: TableView) -> list[Transition]:
        seen.append(view.time_s)
        return report

    list(table.play(2))
    look = proposed(
        referee, referee.at.match.game.notation.format(referee.at.match.state_at(1)), others
    )
    put(referee, phase=RefereePhase.RESUMING)
    assert list(look(None, TableView(1.0, 1))) == report
    put(referee, phase=RefereePhase.IN_SYNC)
    assert [each.kind for each, _ in look(None, TableView(2.0, 2))] == [
        "question",
        "paused",
    ]
    assert list(look(None, TableView(3.0, 3))) == report, "it is asked for once"
    assert seen == [1.0, 2.0, 3.0]


# Secrets.


@pytest.mark.parametrize(("json", "report"), [(False, 0), (True, 1)])
def test_a_secret_is_not_printed_on_the_table_s_terminal(
    film: Film, manifest: Path, capsys: pytest.CaptureFixture[str], *, json: bool, report: int
) -> None:
    manifests = (manifest_of(),)
    match = _match.match_of("yggdrasil", [], [], manifests, None)
    referee = _match.make_referee(match, manifests, "")
    bridge: Any = SimpleNamespace(publisher=SimpleNamespace(receive=lambda _: False, look=None))
    loop = _match.make_loop(
        referee, film, manifests, "en", None, json=json, bridge=bridge, paths=[manifest]
    )
    loop.journal.record(paired(Paused(**referee.now())))
    assert len(capsys.readouterr().out.splitlines()) == report


# A log whose notices are repeated.


@pytest.mark.parametrize(
    ("lang", "text"),
    [("en", "no line of the log is intact"), ("ja", "1行もない"), ("zh-Hant", "沒有一行是完好的")],
)
def test_of_a_log_without_a_good_line_nothing_is_saved(
    tmp_path: Path, lang: str, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    bad, good = tmp_path / "bad.jsonl", tmp_path / "good.jsonl"
    bad.write_bytes(b"\xff no log\n")
    assert start("replay", str(bad), "--verify", "--salvage", str(good), "--lang", lang) == 1
    assert text in capsys.readouterr().err
    assert not good.exists()


def test_a_salvage_writes_over_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad, there = tmp_path / "bad.jsonl", tmp_path / "there.jsonl"
    bad.write_bytes(b"\xff no log\n")
    there.write_bytes(b"mine")
    assert start("replay", str(bad), "--verify", "--salvage", str(there)) == 2
    assert str(there) in capsys.readouterr().err
    assert there.read_bytes() == b"mine"


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """Return the log of a match with two plies."""
    logged_match = LoggedMatch("yggdrasil", tmp_path / "m.jsonl")
    logged_match.play(2)
    logged_match.writer.close()
    return logged_match.path


def test_a_match_without_notices_has_no_page(
    log: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("companion.commands.replay.page.cues", lambda _: ())
    assert start("replay", str(log), "--page", "--no-open", "--port", "0", "--lang", "en") == 2
    assert f"{log.name}: this match has no announcements" in capsys.readouterr().err


def test_a_page_that_is_not_opened_is_reported_and_waits_to_be_looked_at(
    log: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = []

    def run(_: object, watched: Callable[[], bool]) -> None:
        asked.append(watched())

    monkeypatch.setattr("companion.commands.browser.open_window", pytest.fail)
    monkeypatch.setattr("companion.replay.player.ReplayPlayer.run", run)
    monkeypatch.setattr(_replay_page, "_STAYS_S", 0.0)
    assert start("replay", str(log), "--page", "--no-open", "--port", "0", "--lang", "ja") == 0
    assert asked == [True]
    assert "再現：http://127.0.0.1:" in capsys.readouterr().err


# Printed mats.


def test_of_a_printed_mat_a_plan_is_made_as_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mat.json"
    mat = replace(mat_manifest(4, 3), game="yggdrasil")
    path.write_text(dump_manifest(mat), encoding="utf-8")
    words = ("plan", "-g", "yggdrasil", "-c", "4k", "-m", str(path))
    assert start(*words, "--json") == 0
    (sheet,) = json.loads(capsys.readouterr().out)["mats"]
    assert sheet["size_mm"] == [mat.mats[0].width_mm, mat.mats[0].height_mm]
    assert start(*words, "--lang", "en") == 0
    assert "small set" not in capsys.readouterr().out, "none was printed"


# Files of a scan.


def test_a_deck_is_held_against_a_list_a_result_or_a_shipped_deck(tmp_path: Path) -> None:
    deck = load_catalog("yggdrasil").decks["hunt"]
    typed = tmp_path / "mine.txt"
    typed.write_text("\n".join([*deck.cards, "root yr1"]), encoding="utf-8")
    result = tmp_path / "mine.json"
    words = ("--deck-rules", "yggdrasil", "--save", str(result), "--no-page", "-q")
    assert start("scan", str(typed), *words) == 0

    assert wished("yggdrasil", []).wanted is None
    for wanted in ("hunt", str(typed), str(result)):
        found = wished("yggdrasil", [], wanted=wanted).wanted
        assert found is not None
        assert sorted(found.cards) == sorted(deck.cards)


def test_a_scan_that_is_not_kept_has_no_files(tmp_path: Path) -> None:
    plain = kept(None, tmp_path / "a.json", [Path("m")], keep=False)
    assert (plain.result, plain.log, plain.pictures) == (None, None, None)
    files = kept(None, tmp_path / "a.txt", [], keep=True)
    assert files.result == tmp_path / "a.json"
    assert files.log == tmp_path / "a.jsonl"
    assert files.pictures == tmp_path / "a-pictures"


def test_every_manifest_that_cannot_be_read_is_named_at_once(tmp_path: Path) -> None:
    good = tmp_path / "good.json"
    good.write_text(dump_manifest(cards_of("yggdrasil", {"sun": "orchard"})), encoding="utf-8")
    (tmp_path / "bad.json").write_text("{", encoding="utf-8")
    paths = (tmp_path / "bad.json", good, tmp_path / "none.json")
    with pytest.raises(DataError) as raised:
        loaded(paths)
    assert {"bad.json", "none.json"} == {Path(fault.file).name for fault in raised.value.faults}
    assert len(loaded((good, good))) == 2


def test_a_log_of_no_scan_is_not_resumed(log: Path) -> None:
    with pytest.raises(SessionError, match="not the log of a scan"):
        kept(log, None, [], keep=True)


# Matches that cannot be resumed.


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", "so the match stops here. No log was saved."),
        ("ja", "記録は残していません。"),
        ("zh-Hant", "沒有留下紀錄。"),
    ],
)
def test_without_a_log_no_resume_is_suggested(
    film: Film, manifest: Path, lang: str, text: str, capfd: pytest.CaptureFixture[str]
) -> None:
    words = ("-s", "table.mp4", "-m", str(manifest), "--no-log", "--no-page", "--lang", lang)
    assert start("referee", "yggdrasil", *words) == 0
    assert capfd.readouterr().out.splitlines()[-1].endswith(text)


@pytest.mark.parametrize("reason", [each for each in EndReason if each is not EndReason.RULES])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_end_is_reported_with_a_log_and_without_one(lang: str, reason: EndReason) -> None:
    catalog, report = load_catalog("yggdrasil"), list[str]()
    for logged in (True, False):
        referee = Table.of("yggdrasil").referee
        referee.context = replace(referee.context, resumable=logged)
        (ended,) = finish(referee, reason)
        report.append(Speaker(catalog, lang).caption(ended))
    assert all(report)
    assert report[0] != report[1]


def test_a_log_that_is_an_hour_old_is_resumed_in_a_new_sitting(tmp_path: Path) -> None:
    log = tmp_path / "m.jsonl"
    assert _match.begins_session(log), "nobody knows how long ago"
    log.touch()
    assert not _match.begins_session(log)
    hour_ago = log.stat().st_mtime - 3600
    os.utime(log, (hour_ago, hour_ago))
    assert _match.begins_session(log)
