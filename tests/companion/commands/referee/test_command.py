"""`companion referee`: exit codes, one-line errors, JSON lines, Ctrl-C."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import companion.vision.sources.open
import companion.vision.watcher
from companion import cli
from companion.errors import CameraLost, PhoneSilent, SessionError, SourceError
from companion.frames import Frame
from companion.match_setup.app import build_setup, load_manifests, open_referee
from companion.match_setup.decks import printed_decks
from companion.readings import TableView, Trouble
from companion.referee.notices import NOTICES, TRAITS
from rules import (
    Cell,
    DataError,
    Deck,
    LogWriter,
    Manifest,
    Mat,
    Message,
    PrintedCard,
    Record,
    Setup,
    Tag,
    TagKind,
    dump_manifest,
    format_tag,
    load_catalog,
    load_game,
)
from rules.records.log import parse_log
from rules.records.manifest import Spot, Symbol, TagSquare
from tests.support.referee.oracle_view import Hands
from tests.support.waiting import PATIENCE_S

YGG = load_game("yggdrasil")
FORM = YGG.table.form(Setup("yggdrasil"))
CLI = [sys.executable, "-m", "companion"]


def manifest_of(deck: Deck | None = None, game: str = "yggdrasil") -> Manifest:
    """Return a manifest with the game's mat and, if a deck is given, that deck for both owners."""
    cells = tuple(Cell(zone.cell, 60.0 * n, 60.0, ()) for n, zone in enumerate(FORM.zones))
    cards = []
    for number, owner in enumerate(("sun", "moon")):
        printed = [*deck.cards, *deck.extras.get("root", ())] if deck else []
        for n, card in enumerate(printed):
            tag = format_tag(Tag("Y", number, TagKind.CARD, n, 1))
            spot, square = Spot(1, 0, 0, 54, 90), TagSquare(3.5, 57, 16)
            cards.append(PrintedCard(tag, card, 1, owner, spot, square))
    mat = Mat(FORM.mat, 1, 2000.0, 600.0, cells, (), ())
    return Manifest(game, "t", "t.pdf", "t@1", Symbol(3), cards=tuple(cards), mats=(mat,))


@pytest.fixture
def manifest(tmp_path: Path) -> Path:
    path = tmp_path / "mat.manifest.json"
    path.write_text(dump_manifest(manifest_of()), encoding="utf-8")
    return path


def view_frames() -> Iterator[TableView]:
    """Yield the views of a short match: set-up, a refusal, a move."""
    hands = Hands(FORM)
    hands.follow(dict(YGG.table.layout(YGG.start(Setup("yggdrasil")))), "AB")
    yield from hands.wait()
    yield from hands.place(hands.paper("y03", "A"), "b3")
    yield from hands.clear("b3")
    yield from hands.place(hands.paper("y03", "A"), "b2")


class Film:
    """A source whose frames contain views, which the watcher passes on."""

    name = "film"

    def __init__(self, *, lost_at: int = -1, breaks_at: int = -1) -> None:
        self.views = list(view_frames())
        self.closed = False
        self.lost_at, self.breaks_at = lost_at, breaks_at
        self.away: CameraLost = CameraLost("film: away")
        self.number = 0

    def read(self) -> Frame | None:
        if self.number == self.breaks_at:
            raise SourceError("film: tore")
        if self.number == self.lost_at:
            self.lost_at = -1
            raise self.away
        if self.number >= len(self.views):
            return None
        view = self.views[self.number]
        self.number += 1
        return Frame(np.zeros((1, 1), np.uint8), view.time_s, view.frame)

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def film(monkeypatch: pytest.MonkeyPatch) -> Film:
    reel = Film()

    class Eye:
        def __init__(self, manifests: object, **more: object) -> None:
            pass

        def see(self, frame: Frame) -> TableView:
            return reel.views[frame.index]

        def lost(self, time_s: float, frame: int) -> TableView:
            return TableView(time_s, frame, trouble=Trouble.LOST, mat=FORM.mat)

    monkeypatch.setattr(companion.vision.sources.open, "open_source", lambda spec: reel)
    monkeypatch.setattr(companion.vision.watcher, "Watcher", Eye)
    return reel


def start(*words: str) -> int:
    with pytest.raises(SystemExit) as left:
        cli.main(list(words))
    code = left.value.code
    return code if isinstance(code, int) else 0


def events(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


# Start and errors.


def test_help_names_the_commands() -> None:
    done = subprocess.run([*CLI, "--help"], capture_output=True, text=True, check=True)
    assert "referee" in done.stdout
    assert "replay" in done.stdout


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys; from companion.cli import build_app; build_app();"
        "print([m for m in ('cv2', 'numpy', 'zxingcpp', 'starlette') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize(
    ("words", "code", "report"),
    [
        (["frob"], 2, "No such command"),
        (["referee", "yggdrasil"], 2, "add --source"),
        (["replay", "/no/such.jsonl"], 2, "/no/such.jsonl: no such file"),
        (["replay", "/no/such.jsonl", "--lang", "xx"], 2, "en, ja, zh-Hant"),
        (["referee", "iggdrasil", "-s", "0", "-m", "{m}"], 2, "yggdrasil"),
        (["referee", "yggdrasil", "-s", "0", "-m", "/no.json"], 2, "/no.json"),
        (["referee", "yggdrasil", "-s", "0", "-m", "{m}", "--lang", "fr"], 2, "en, ja, zh-Hant"),
        (["referee", "yggdrasil", "-s", "0", "-m", "{m}", "--resume"], 2, "--log"),
        (["referee", "yggdrasil", "-s", "0", "-m", "{m}", "--correct", "p.txt"], 2, "--resume"),
        (["referee", "yggdrasil", "-s", "0", "-m", "{m}", "--first", "C"], 2, "no such seat"),
        (["referee", "yggdrasil", "-s", "0", "-m", "{m}", "--setting", "feld=5x7"], 2, "field"),
        (["referee", "yggdrasil", "-s", "0", "-m", "{m}", "--setting", "field=5x7"], 2, "5x7"),
        (["referee", "yggdrasil", "-s", "0", "-m", "{m}", "--deck", "A=orchad"], 2, "orchard"),
        (["referee", "yggdrasil", "-s", "0", "-m", "{m}", "--deck", "A"], 2, "NAME=VALUE"),
        (["referee", "yggdrasil", "-s", "0", "-m", "{m}", "--deck", "A=" + "a" * 300], 3, "long"),
        (["scan", "-m", "{m}", "a" * 300], 2, "its name is too long"),
    ],
)  # fmt: skip
def test_errors_are_one_line_with_their_exit_code(
    capfd: pytest.CaptureFixture[str], manifest: Path, words: list[str], code: int, report: str
) -> None:
    assert start(*(w.format(m=manifest) for w in words)) == code
    out, err = capfd.readouterr()
    assert report in err
    assert "Traceback" not in err
    assert out == ""


def test_our_own_fault_is_one_line_unless_debugging(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def broken() -> None:
        raise ZeroDivisionError("oops")

    monkeypatch.setattr(cli, "build_app", broken)
    assert start("referee") == 4
    report = "internal error (ZeroDivisionError: oops)"
    assert capfd.readouterr().err == f"{report}; --debug shows where it occurred\n"
    for words in (("--debug", "referee"), ("referee", "yggdrasil", "--debug")):
        assert start(*words) == 4
        err = capfd.readouterr().err
        assert err.startswith("Traceback")
        assert err.endswith(f"\n{report}\n")  # the advice was followed


def test_an_interrupt_before_the_match_is_130(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "build_app", interrupted)
    assert start("referee") == 130


# Refereeing.


def test_a_match_prints_one_json_line_an_event(
    film: Film, manifest: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "logs" / "m.jsonl"
    words = ["referee", "yggdrasil", "-s", "0", "-m", str(manifest), "--log", str(log), "--json"]
    assert start(*words) == 0
    out, err = capfd.readouterr()
    output = events(out)
    spoken = [e["kind"] for e in output if e.get("seat") != "chance"]
    assert spoken == [
        "match_started", "set_up_ready", "refused", "put_back", "accepted", "game_ended",
    ]  # fmt: skip
    refused = next(e for e in output if e["kind"] == "refused")
    assert refused["clauses"] == ["YGG-6.2"]
    assert refused["action"] == "A place y03 b3"
    assert "YGG-6.2" in refused["caption"]
    assert output[-1]["reason"] == "source_ended"
    assert str(log) in err
    assert film.closed
    records, fault = parse_log(log.read_bytes())
    assert fault is None
    announced = [r.kind for r in records if TRAITS[NOTICES[r.kind]].announced]
    assert announced == [e["kind"] for e in output]


def test_captions_are_printed_in_the_players_language(
    film: Film, manifest: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    words = ["referee", "yggdrasil", "-s", "0", "-m", str(manifest), "--no-log", "--lang", "ja"]
    assert start(*words) == 0
    out, err = capfd.readouterr()
    assert "（YGG-6.2）" in out
    assert "✗ " in out
    assert "\x1b" not in out
    assert "--page" in err, "how to get the page that a screen would get"
    assert len(err.splitlines()) == 1


def test_players_are_called_by_their_names_and_the_log_keeps_them(
    film: Film, manifest: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "m.jsonl"
    words = ["referee", "yggdrasil", "-s", "0", "-m", str(manifest), "--log", str(log)]
    assert start(*words, "--lang", "ja", "--name", "A=陳怡君") == 0
    out = capfd.readouterr().out
    assert "陳怡君さん" in out
    assert "太陽" not in out
    records, _ = parse_log(log.read_bytes())
    assert records[0].data["names"] == {"A": "陳怡君"}
    day = datetime.fromisoformat(records[0].data["when"])
    assert abs(datetime.now(UTC) - day) < timedelta(minutes=5)

    film.number, film.views = 0, film.views[-3:] * 10
    film.views = [
        TableView(n / 10, n, v.readings, v.empty, mat=v.mat) for n, v in enumerate(film.views)
    ]
    assert start(*words, "--resume", "--name", "B=林志明") == 0
    assert "林志明" in capfd.readouterr().out
    assert start("replay", str(log), "--lang", "zh-Hant") == 0
    assert "玩家：陳怡君" in capfd.readouterr().out


def test_a_match_stops_after_the_time_agreed(
    film: Film, manifest: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    words = ["referee", "yggdrasil", "-s", "0", "-m", str(manifest), "--no-log", "--json"]
    assert start(*words, "--max-seconds", "2", "--first", "moon") == 0
    output = events(capfd.readouterr().out)
    assert output[-1]["reason"] == "time"
    assert output[1]["action"] == "chance choose B"


def test_a_match_is_resumed_from_its_log(
    film: Film, manifest: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "m.jsonl"
    words = ["referee", "yggdrasil", "-s", "0", "-m", str(manifest), "--log", str(log), "--json"]
    assert start(*words) == 0
    assert start(*words) == 2, "an old match is never written over"
    capfd.readouterr()
    film.number = 0
    film.views = film.views[-3:] * 10
    film.views = [
        TableView(n / 10, n, v.readings, v.empty, mat=v.mat) for n, v in enumerate(film.views)
    ]
    assert start(*words, "--resume") == 0
    output = events(capfd.readouterr().out)
    assert [e["kind"] for e in output] == ["match_resumed", "game_ended"]
    assert output[0]["caption"] == "Turn 2, Moon to move. The table matches the last position."
    assert start("replay", str(log), "--verify") == 0


def test_a_corrected_position_is_asked_of_everybody_when_the_match_goes_on(
    film: Film, manifest: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    log, wanted = tmp_path / "m.jsonl", tmp_path / "p.txt"
    words = ["referee", "yggdrasil", "-s", "0", "-m", str(manifest), "--log", str(log), "--json"]
    assert start(*words) == 0
    assert start("replay", str(log), "--json") == 0
    wanted.write_text(json.loads(capfd.readouterr().out.splitlines()[-1])["position"], "utf-8")
    again = [
        TableView(n / 10, n, v.readings, v.empty, mat=v.mat)
        for n, v in enumerate(film.views[-3:] * 10)
    ]
    film.number, film.views = 0, again
    assert start(*words, "--resume", "--correct", str(wanted)) == 0
    output = events(capfd.readouterr().out)
    assert [e["kind"] for e in output] == ["match_resumed", "question", "game_ended"]
    assert output[1]["caption"].startswith("Correct the position?")
    film.number = 0
    assert start(*words, "--resume") == 0
    left = events(capfd.readouterr().out)
    assert [e["kind"] for e in left] == ["match_resumed", "question", "game_ended"]
    assert left[1]["caption"] == output[1]["caption"], "nobody has answered yet"
    film.number = 0
    wanted.write_text("field z9=y03/A\n", "utf-8")
    assert start(*words, "--resume", "--correct", str(wanted)) == 2
    assert "z9" in json.loads(capfd.readouterr().out)["error"]["message"]


def test_a_damaged_log_is_not_resumed_and_its_line_is_reported(
    film: Film, manifest: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "m.jsonl"
    words = ["referee", "yggdrasil", "-s", "0", "-m", str(manifest), "--log", str(log)]
    assert start(*words) == 0
    log.write_bytes(log.read_bytes().replace(b'"table_seen"', b'"table_read"', 1))
    capfd.readouterr()
    assert start(*words, "--resume") == 2
    err = capfd.readouterr().err
    assert "line 2" in err
    assert "the line before it is intact" in err
    assert start("replay", str(log), "--verify", "--json") == 1
    report = json.loads(capfd.readouterr().out)
    assert report["fault"]["line"] == 2
    good = tmp_path / "good.jsonl"
    assert start("replay", str(log), "--verify", "--salvage", str(good)) == 1
    assert len(good.read_bytes().splitlines()) == 1
    assert start(*words[:-1], str(good), "--resume") == 0


def test_a_log_an_editor_saved_again_offers_no_salvage_and_leaves_no_file(
    film: Film, manifest: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    log, good = tmp_path / "m.jsonl", tmp_path / "good.jsonl"
    words = ["referee", "yggdrasil", "-s", "0", "-m", str(manifest), "--log", str(log)]
    assert start(*words) == 0
    log.write_bytes(log.read_bytes().replace(b"\n", b"\r\n"))
    capfd.readouterr()
    assert start("replay", str(log), "--verify", "--salvage", str(good)) == 1
    err = capfd.readouterr().err
    assert "m.jsonl:1: an editor changed the file's encoding or line endings" in err
    start("replay", str(log), "--verify", "--lang", "ja")
    report = capfd.readouterr()
    assert "m.jsonl:1：エディターが文字コードか改行を変えています：UTF-8、" in report.err
    start("replay", str(log), "--verify", "--lang", "zh-Hant")
    assert "m.jsonl:1：編輯器改了檔案的編碼或換行：請存成UTF-8" in capfd.readouterr().err
    assert "Try:" not in err
    assert not good.exists()
    assert start(*words, "--resume") == 2


needs_full = pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is full")


@needs_full
def test_a_full_disk_is_reported_in_one_sentence(
    film: Film,
    manifest: Path,
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    log = tmp_path / "m.jsonl"
    words = ["referee", "yggdrasil", "-s", "0", "-m", str(manifest), "--log", str(log)]
    whole = LogWriter.append_all

    def append_all(
        self: LogWriter, entries: Iterable[tuple[str, Mapping[str, object]]]
    ) -> list[Record]:
        made = list(entries)
        if made[0][0] == "refused":
            os.dup2(os.open("/dev/full", os.O_WRONLY), self._file.fileno())
        return whole(self, made)

    monkeypatch.setattr(LogWriter, "append_all", append_all)
    assert start(*words) == 3
    *_, last = capfd.readouterr().err.splitlines()
    assert last == (
        f"the log {log} cannot be written (the disk is full): "
        "check the free space and your permissions, then continue with --resume"
    )
    monkeypatch.undo()
    assert start("replay", str(log), "--verify") == 0


@needs_full
@pytest.mark.parametrize("option", ["--lang=en", "--json"])
def test_output_to_a_full_device_is_reported_in_one_sentence(
    film: Film, manifest: Path, tmp_path: Path, option: str
) -> None:
    log = tmp_path / "m.jsonl"
    assert start("referee", "yggdrasil", "-s", "0", "-m", str(manifest), "--log", str(log)) == 0
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*CLI, "replay", str(log), option],
            stdout=full, stderr=subprocess.PIPE, text=True, check=False, timeout=PATIENCE_S,
        )  # fmt: skip
    assert done.returncode == 3
    assert done.stderr == (
        "the output cannot be written (the disk is full): free some space and try again\n"
    )


def test_a_salvage_that_cannot_be_written_leaves_no_file(
    film: Film,
    manifest: Path,
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    log, good = tmp_path / "m.jsonl", tmp_path / "good.jsonl"
    assert start("referee", "yggdrasil", "-s", "0", "-m", str(manifest), "--log", str(log)) == 0

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    assert start("replay", str(log), "--verify", "--salvage", str(good)) == 3
    assert "good.jsonl cannot be written (the disk is full)" in capfd.readouterr().err
    assert not good.exists()


def test_a_camera_that_goes_away_is_waited_for(
    film: Film, manifest: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    film.lost_at = 20
    words = ["referee", "yggdrasil", "-s", "0", "-m", str(manifest), "--no-log", "--json"]
    assert start(*words) == 0
    kinds = [e["kind"] for e in events(capfd.readouterr().out)]
    assert kinds.index("trouble") < kinds.index("recovered") < kinds.index("game_ended")
    assert kinds.count("refused") == 1


def test_a_phone_that_falls_silent_is_not_to_be_plugged_in(
    film: Film, manifest: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    film.lost_at, film.away = 20, PhoneSilent(Message("fault.camera.phone_silent"))
    words = ["referee", "yggdrasil", "-s", "0", "-m", str(manifest), "--no-log", "--json"]
    assert start(*words) == 0
    (report,) = [e for e in events(capfd.readouterr().out) if e["kind"] == "trouble"]
    assert report["trouble"] == "phone"


def test_a_source_that_breaks_ends_the_match_in_order(
    film: Film, manifest: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    film.breaks_at = 20
    words = ["referee", "yggdrasil", "-s", "0", "-m", str(manifest), "--no-log", "--json"]
    assert start(*words) == 3
    out, err = capfd.readouterr()
    assert events(out)[-1]["kind"] == "game_ended"
    assert events(out)[-1]["reason"] == "broken"
    assert err.strip() == "film: tore"
    assert film.closed


@pytest.mark.parametrize(
    ("error", "code", "lang", "fault", "ended"),
    [
        (SourceError("film: tore"), 3, "en", "film: tore", "Something went wrong, so"),
        (KeyError("moon"), 4, "ja", "このプログラムの不具合です（KeyError", "問題が起きたため"),
        (KeyError("moon"), 4, "zh-Hant", "這是程式本身的錯誤（KeyError", "出了問題"),
    ],
)
def test_what_a_match_broke_on_is_reported_before_it_ends_and_once(
    film: Film,
    manifest: Path,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    error: Exception,
    code: int,
    lang: str,
    fault: str,
    ended: str,
) -> None:
    def break_() -> None:
        raise error

    monkeypatch.setattr(film, "read", break_)
    monkeypatch.setattr(sys, "stderr", sys.stdout)  # one stream, to keep the terminal's order
    words = ["referee", "yggdrasil", "-s", "0", "-m", str(manifest), "--no-log", "--lang", lang]
    assert start(*words) == code
    out, _ = capfd.readouterr()
    assert out.index(fault) < out.index(ended)
    assert out.count(fault) == 1
    assert film.closed


def test_a_log_that_cannot_be_written_is_reported_once(
    film: Film,
    manifest: Path,
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    append_all, room = LogWriter.append_all, iter(range(2))

    def full(self: LogWriter, entries: Iterable[tuple[str, Mapping[str, object]]]) -> list[Record]:
        if next(room, None) is None:
            raise OSError(errno.ENOSPC, "full")
        return append_all(self, entries)

    monkeypatch.setattr(LogWriter, "append_all", full)
    log = tmp_path / "m.jsonl"
    words = ["referee", "yggdrasil", "-s", "0", "-m", str(manifest), "--log", str(log)]
    assert start(*words, "--lang", "en") == 3
    _, err = capfd.readouterr()
    assert err.count("the disk is full") == 1
    assert film.closed


def test_ctrl_c_stops_the_match_with_its_last_word(
    film: Film, manifest: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    read = film.read

    def read_and_press() -> Frame | None:
        if film.number == 30:
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0.01)
        return read()

    monkeypatch.setattr(film, "read", read_and_press)
    before = signal.getsignal(signal.SIGINT)
    words = ["referee", "yggdrasil", "-s", "0", "-m", str(manifest), "--no-log", "--json"]
    assert start(*words) == 0
    assert events(capfd.readouterr().out)[-1]["reason"] == "stopped"
    assert signal.getsignal(signal.SIGINT) is before


def test_ctrl_c_prints_the_command_that_continues_the_match(
    film: Film,
    manifest: Path,
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read, log = film.read, tmp_path / "m.jsonl"

    def read_and_press() -> Frame | None:
        if log.is_file() and b'"accepted"' in log.read_bytes():
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0.01)
        return read()

    monkeypatch.setattr(film, "read", read_and_press)
    words = ["referee", "yggdrasil", "-s", "0", "-m", str(manifest), "--log", str(log)]
    assert start(*words) == 0
    assert f"companion referee --resume --log {log}" in capfd.readouterr().err


# Replay.


def test_replay_reports_the_match_and_its_position(
    film: Film, manifest: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "m.jsonl"
    start("referee", "yggdrasil", "-s", "0", "-m", str(manifest), "--log", str(log))
    capfd.readouterr()
    assert start("replay", str(log)) == 0
    out = capfd.readouterr().out
    assert "Sun: Rising Vine on b2" in out
    assert "✗" in out
    assert "b2=y03/A" in out
    assert start("replay", str(log), "--json") == 0
    report = json.loads(capfd.readouterr().out)
    assert (report["fault"], report["plies"], report["to_act"]) == (None, 4, ["B"])


def test_replay_writes_what_is_asked_for_and_says_so(
    film: Film, manifest: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    log, out = tmp_path / "m.jsonl", tmp_path / "new" / "files"
    start("referee", "yggdrasil", "-s", "0", "-m", str(manifest), "--log", str(log))
    capfd.readouterr()
    words = ["--text", str(out / "m.md"), "--sheet", str(out / "m.pdf")]
    words += ["--bundle", str(out / "m.zip"), "-m", str(manifest), "--name", "A=Hana"]
    assert start("replay", str(log), *words, "--lang", "ja") == 0
    output = capfd.readouterr()
    assert all(f"m.{suffix}：" in output.err for suffix in ("md", "pdf", "zip"))
    assert "Hana" in (out / "m.md").read_text(encoding="utf-8")
    assert (out / "m.pdf").read_bytes().startswith(b"%PDF")
    assert start("replay", str(log), "--video", str(out / "m.mov")) == 3
    assert ".webm" in capfd.readouterr().err
    (tmp_path / "file").write_text("")
    assert start("replay", str(log), "--text", str(tmp_path / "file" / "m.txt")) == 3
    assert start("replay", str(log), "--name", "X=Y") == 2


def test_a_log_of_moves_the_rules_forbid_is_a_finding(
    film: Film, manifest: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    from rules import LogWriter

    log, forged = tmp_path / "m.jsonl", tmp_path / "forged.jsonl"
    start("referee", "yggdrasil", "-s", "0", "-m", str(manifest), "--log", str(log))
    records, _ = parse_log(log.read_bytes())
    writer = LogWriter(forged, lambda _: None)
    for record in records:
        data = dict(record.data)
        if data.get("action") == "A place y03 b2":
            data["action"] = "A place y03 b3"
        writer.append(record.kind, **data)
    writer.close()
    capfd.readouterr()
    assert start("replay", str(forged), "--verify", "--json") == 1
    fault = json.loads(capfd.readouterr().out)["fault"]
    assert "YGG-6.2" in fault["what"]


# Set-ups.


def test_what_was_printed_is_what_is_played(tmp_path: Path) -> None:
    deck = load_catalog("yggdrasil").decks["orchard"]
    setup = build_setup("yggdrasil", manifests=[manifest_of(deck)])
    assert {s: sorted(d.cards) for s, d in setup.decks.items()} == {
        seat: sorted(deck.cards) for seat in "AB"
    }
    assert setup.decks["A"].name == "orchard"
    assert setup.decks["A"].extras == {"root": ("yr1",)}


def test_a_print_run_that_is_no_deck_reports_nothing_about_decks() -> None:
    manifest = manifest_of(Deck(("y01",) * 5, {"root": ("yr1",)}))
    assert printed_decks([manifest], load_catalog("yggdrasil"), YGG, {}) == {}


def test_decks_are_named_by_seat_or_colour_from_the_shelf_or_a_file(tmp_path: Path) -> None:
    deck = load_catalog("yggdrasil").decks["hunt"]
    path = tmp_path / "mine.txt"
    path.write_text("\n".join(f"1 {c}" for c in deck.cards) + "\nroot yr1\n", encoding="utf-8")
    setup = build_setup("yggdrasil", decks=["sun=hunt", f"B={path}"])
    assert sorted(setup.decks["A"].cards) == sorted(setup.decks["B"].cards) == sorted(deck.cards)


def test_manifests_of_another_game_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.json"
    path.write_text(dump_manifest(manifest_of(game="other")), encoding="utf-8")
    with pytest.raises(DataError, match=r"other\.json: is a manifest for other"):
        load_manifests([path], "yggdrasil")


def test_the_mat_has_to_be_printed(tmp_path: Path) -> None:
    from rules import Match

    match = Match(YGG, Setup("yggdrasil", {"field": "5x7"}))
    with pytest.raises(SessionError, match="5x7, but the printed mats given are: 4x5"):
        open_referee(match, [manifest_of()])


@pytest.mark.parametrize(
    ("lang", "output"),
    [("en", "numpy is not installed"), ("ja", "ライブラリ「numpy」が入っていません")],
)
def test_a_library_that_lacks_is_named_with_its_extra(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, lang: str, output: str
) -> None:
    def absent(*_: object, **__: object) -> None:
        raise ModuleNotFoundError("No module named 'numpy'", name="numpy")

    monkeypatch.setattr("companion.cli.build_app", lambda: absent)
    with pytest.raises(SystemExit) as left:
        cli.main(["doctor", "0", "--lang", lang])
    report = capsys.readouterr().err
    assert left.value.code == 3
    assert output in report
    assert "printkit-companion[companion]" in report


def test_a_module_of_ours_that_lacks_is_our_fault(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def absent(*_: object, **__: object) -> None:
        raise ModuleNotFoundError("No module named 'companion.x'", name="companion.x")

    monkeypatch.setattr("companion.cli.build_app", lambda: absent)
    with pytest.raises(SystemExit) as left:
        cli.main(["doctor", "0"])
    assert left.value.code == 4
