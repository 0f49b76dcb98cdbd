"""Recordings: what is in the file, that it is judged again, and what damage and secrets do."""

from __future__ import annotations

import errno
import gzip
import hashlib
import json
import random
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import pytest

from companion.errors import SessionError
from companion.frames import Frame
from companion.match_setup.app import MatchLoop, build_setup, load_manifests, open_referee
from companion.readings import TableView
from companion.recorder import recorder, writer
from companion.recorder.archive import (
    END,
    FORMAT,
    HEADER,
    Archive,
    append,
    inputs_part,
    json_part,
    part,
    picture_part,
)
from companion.recorder.events import InputCodec
from companion.recorder.recorder import Recorder, recorded, thinned
from companion.recorder.rejudge import Rejudging, differs
from companion.recorder.writer import RecordingWriter
from companion.referee.control_cards import ControlCard
from companion.referee.inputs import Declare, Finish, PressControl
from companion.referee.journal import Journal
from companion.referee.live import LiveReferee
from companion.referee.notices import DieUnsure, EndReason, Notice
from companion.referee.words.speaker import Speaker
from companion.vision.watcher import Watcher
from companion.web.snapshot import Recording
from rules import Action, Manifest, Match, Verb, dump_manifest, load_catalog, load_game
from tests.companion.commands.referee.test_command import Film, start, view_frames
from tests.support.vision.scenes import Camera, Piece, Scene, deck_manifest, mat_manifest
from tests.support.web.match_page import Table

QUIET = ("--no-log", "--no-page", "--lang", "en")


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no picture be left out because the machine is busy."""
    monkeypatch.setattr(recorder, "_BACKLOG", 1000)


@pytest.fixture
def recording(tmp_path: Path, manifest: Path, film: Film, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the recording of a short match: set-up, a refusal, a move; without pictures."""
    monkeypatch.setattr(RecordingWriter, "_picture", lambda *_: None)
    path = tmp_path / "match.tar"
    words = ["referee", "yggdrasil", "-s", "0", "-m", str(manifest), "--record", str(path)]
    assert start(*words, *QUIET) == 0
    return path


def rewritten(path: Path, change: Callable[[list[dict[str, Any]]], object]) -> Path:
    """Write a recording again with changed inputs."""
    archive = Archive(path)
    lines = list(archive.inputs())
    change(lines)
    names = [*archive.names("manifests/"), *archive.names("pictures/")]
    kept = [part(name, archive.read(name)) for name in names]
    head = json_part(HEADER, archive.header)
    path.write_bytes(b"".join((head, *kept, inputs_part(1, lines), END)))
    return path


def plain(path: Path) -> bytes:
    """Return everything in a recording, decompressed."""
    archive = Archive(path)
    parts = [archive.read(name) for name in archive.names("")]
    return b"".join(gzip.decompress(p) if p[:2] == b"\x1f\x8b" else p for p in parts)


# Judging again.


def test_a_match_is_judged_again_as_it_was_recorded(
    recording: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert start("replay", str(recording), "--rejudge", "--lang", "en") == 0
    assert "judged again as recorded" in capsys.readouterr().out
    found = list(Rejudging(Archive(recording)).inputs())
    assert len(found) == len(list(view_frames())) + 2  # with the start and the end
    kinds = [n["kind"] for each in found for n in each.expected]
    assert {"match_started", "refused", "accepted", "game_ended"} <= {*kinds}
    assert not any(map(differs, found))


def test_the_first_difference_is_named(recording: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def tamper(lines: list[dict[str, Any]]) -> None:
        refused = [n for line in lines for n in line.get("notices", ()) if n["kind"] == "refused"]
        refused[0]["facts"][0]["clause"] = "YGG-5.1"

    rewritten(recording, tamper)
    capsys.readouterr()
    assert start("replay", str(recording), "--rejudge", "--lang", "en") == 1
    shown = capsys.readouterr().out
    assert "(a view of the table):\n  recorded: " in shown
    assert "(YGG-5.1)" in shown.partition("\n  now: ")[0]
    assert "(YGG-5.1)" not in shown.partition("\n  now: ")[2]
    assert start("replay", str(recording), "--rejudge", "--json") == 1
    data = json.loads(capsys.readouterr().out)
    assert data["difference"]["kind"] == "TableView"
    assert data["difference"]["expected"] != data["difference"]["got"]


def test_facts_without_a_sentence_are_named(
    recording: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def tamper(lines: list[dict[str, Any]]) -> None:
        next(line for line in lines if "notices" in line)["notices"][0]["turn"] = 7

    rewritten(recording, tamper)
    capsys.readouterr()
    assert start("replay", str(recording), "--rejudge", "--lang", "en") == 1
    assert "(turn = 7)" in capsys.readouterr().out


def test_a_referee_that_breaks_is_a_difference(
    recording: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(self: LiveReferee, item: object) -> tuple[Notice, ...]:
        raise ZeroDivisionError("by zero")

    monkeypatch.setattr(LiveReferee, "receive", broken)
    assert start("replay", str(recording), "--rejudge", "--lang", "en") == 1
    assert "now: ZeroDivisionError: by zero" in capsys.readouterr().out


def test_views_are_stored_as_differences() -> None:
    out, back = InputCodec(), InputCodec()
    views = list(view_frames())
    dumped = [out.dump(view) for view in views]
    for view, data in zip(views, dumped, strict=True):
        found = back.load(json.loads(json.dumps(data)))
        assert isinstance(found, TableView)
        nowhere = ((0.0, 0.0),) * 4
        seen = tuple(replace(r, corners=nowhere) for r in view.readings)
        assert found == replace(view, readings=seen)
    sizes = [len(json.dumps(data)) for data in dumped]
    assert min(sizes) < 80 < max(sizes)


def test_answers_to_pages_are_judged_from(tmp_path: Path, manifest: Path) -> None:
    bench = Bench(tmp_path, manifest)
    referee, last = bench.referee, len(list(view_frames())) - 1
    repeat = PressControl(ControlCard.REPEAT)
    bench.at = {
        last - 1: lambda: referee.announce(DieUnsure(**referee.now(), cell="a1")),
        last: lambda: bench.journal.record(referee.receive(repeat)),
    }
    bench.run(begin=True)
    assert not any(map(differs, Rejudging(Archive(bench.path)).inputs()))

    def forget(lines: list[dict[str, Any]]) -> None:
        lines[:] = [line for line in lines if line["input"] != "Answer"]

    rewritten(bench.path, forget)
    assert any(map(differs, Rejudging(Archive(bench.path)).inputs()))


def test_a_resumed_match_is_judged_from_its_log(
    tmp_path: Path, manifest: Path, film: Film, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(RecordingWriter, "_picture", lambda *_: None)
    log, path = tmp_path / "m.jsonl", tmp_path / "resumed.tar"
    words = ["referee", "yggdrasil", "-s", "0", "-m", str(manifest), "--log", str(log)]
    assert start(*words, "--no-page", "--max-seconds", "2.5") == 0
    assert start(*words, "--no-page", "--resume", "--record", str(path)) == 0
    archive = Archive(path)
    assert archive.read("match.jsonl")
    assert next(archive.inputs())["data"]["resumed"]
    found = list(Rejudging(archive).inputs())
    assert "accepted" in [n["kind"] for each in found for n in each.expected]
    assert not any(map(differs, found))


# Starting and stopping.


def test_an_existing_file_is_not_overwritten(
    tmp_path: Path,
    manifest: Path,
    film: Film,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "there.tar"
    path.write_bytes(b"mine")
    words = ["referee", "yggdrasil", "-s", "0", "-m", str(manifest), "--record", str(path)]
    assert start(*words, *QUIET) == 2
    assert "already exists" in capsys.readouterr().err
    assert path.read_bytes() == b"mine"


class Bench:
    """A match without a camera, whose recorder is switched like that of a page."""

    def __init__(self, tmp_path: Path, manifest: Path, *, standby: bool = False) -> None:
        self.said: list[str] = []
        manifests = load_manifests([manifest], "yggdrasil")
        match = Match(load_game("yggdrasil"), build_setup("yggdrasil", manifests=manifests))
        self.referee = open_referee(match, manifests)
        self.path = tmp_path / "bench.tar"
        self.recorder = Recorder(
            self.referee,
            [manifest],
            self.path,
            lambda message: self.said.append(message.render("en")),
            standby=standby,
        )
        self.journal = Journal(Speaker(load_catalog("yggdrasil")), lambda _: None)
        views = {view.frame: view for view in view_frames()}
        frames = iter(views.values())

        class Source:
            name = "bench"
            close = staticmethod(lambda: None)

            def read(self) -> Frame | None:
                view = next(frames, None)
                return (
                    None
                    if view is None
                    else Frame(np.zeros((64, 64, 3), np.uint8), view.time_s, view.frame)
                )

        self.at: dict[int, Callable[[], object]] = {}

        def see(frame: Frame) -> TableView:
            self.at.get(frame.index, lambda: None)()
            return views[frame.index]

        self.loop = MatchLoop(self.referee, self.journal, Source(), see, TableView)

    def run(self, *, begin: bool) -> None:
        with recorded(self.recorder, self.loop, begin=begin):
            self.loop.run()


def test_recording_may_begin_in_mid_match_and_begin_again(
    tmp_path: Path,
    manifest: Path,
) -> None:
    bench = Bench(tmp_path, manifest, standby=True)
    switch = bench.recorder.switch
    bench.at = {
        10: lambda: (switch(on=True), switch(on=True)),
        14: lambda: switch(on=False),
        20: lambda: switch(on=True),
    }
    bench.run(begin=False)
    first, second = Archive(bench.path), Archive(tmp_path / "bench-2.tar")
    assert first.whole
    assert second.whole
    assert len(list(second.inputs())) == len(list(view_frames())) + 2
    for archive in (first, second):
        found = list(Rejudging(archive).inputs())
        assert len(found) > 10
        assert found[0].line["input"] == "Start"
        assert not any(map(differs, found))
    assert [line.split()[0] for line in bench.said] == ["Recording", "The", "Recording", "The"]
    assert bench.recorder.state == Recording()


def test_a_file_that_cannot_be_created_leaves_the_match_alone(
    tmp_path: Path,
    manifest: Path,
) -> None:
    bench = Bench(tmp_path, manifest, standby=True)
    bench.path.parent.joinpath("file").write_text("")
    bench.recorder._path = tmp_path / "file" / "x.tar"
    bench.at = {10: lambda: bench.recorder.switch(on=True)}
    bench.run(begin=False)
    assert bench.recorder.state == Recording(failed=True)
    assert len(bench.said) == 1


def test_a_beginning_that_was_not_kept_is_reported(tmp_path: Path, manifest: Path) -> None:
    bench = Bench(tmp_path, manifest)
    switch = bench.recorder.switch
    bench.at = {10: lambda: switch(on=False), 20: lambda: switch(on=True)}
    bench.run(begin=True)
    assert "the beginning of the match was not kept" in bench.said[-1]
    assert bench.recorder.state.failed


def test_a_match_too_long_for_the_temporary_file_cannot_be_recorded_later(
    tmp_path: Path, manifest: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "_MOST_SPOOL", 1000)
    bench = Bench(tmp_path, manifest, standby=True)
    last = len(list(view_frames())) - 1

    def late() -> None:
        time.sleep(0.5)  # until the recorder's thread has written
        bench.recorder.switch(on=True)

    bench.at = {last: late}
    bench.run(begin=False)
    assert "the beginning of the match was not kept" in bench.said[-1]
    assert not bench.path.exists()


def test_a_slow_disk_costs_pictures_only(
    tmp_path: Path, manifest: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recorder, "_BACKLOG", 0)
    bench = Bench(tmp_path, manifest)
    bench.run(begin=True)
    archive = Archive(bench.path)
    assert archive.names("pictures/") == []
    assert len(list(archive.inputs())) == len(list(view_frames())) + 2


# Faults of the disk.


@pytest.mark.parametrize("share", [0.0, 0.2, 0.6])
def test_a_full_disk_ends_the_recording_but_not_the_match(
    tmp_path: Path,
    manifest: Path,
    monkeypatch: pytest.MonkeyPatch,
    share: float,
) -> None:
    bench = Bench(tmp_path, manifest)
    bench.run(begin=True)
    room = int(share * bench.path.stat().st_size)
    bench.path.unlink()

    class Disk:
        """A file on a disk with little room."""

        def __init__(self, file: BinaryIO) -> None:
            self.file = file
            self.tell, self.truncate, self.close = file.tell, file.truncate, file.close

        def write(self, data: bytes) -> int:
            free = room - self.file.tell()
            if free <= 0:
                raise OSError(errno.ENOSPC, "No space left on device")
            return self.file.write(data[:free])

    def full(file: BinaryIO, data: bytes) -> None:
        append(Disk(file), data)  # type: ignore[arg-type]

    monkeypatch.setattr(writer, "append", full)
    bench = Bench(tmp_path, manifest)
    bench.run(begin=True)
    assert bench.referee.at.match.plies
    assert bench.recorder.state == Recording(failed=True)
    assert len(bench.said) == 2
    assert "the disk is full" in bench.said[1]
    assert "the match goes on" in bench.said[1]
    if share > 0.5:
        found = list(Rejudging(Archive(bench.path)).inputs())
        assert not any(map(differs, found))


def test_an_error_in_the_recorder_ends_only_the_recording(
    tmp_path: Path,
    manifest: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("by zero")

    monkeypatch.setattr(writer, "dump_notice", broken)
    bench = Bench(tmp_path, manifest, standby=True)
    bench.run(begin=True)
    assert bench.referee.at.match.plies
    assert [*map(str.split, bench.said)][1][:4] == ["The", "recording", "has", "ended"]


def test_what_a_killed_process_leaves_is_judged_again(
    recording: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = recording.read_bytes()
    whole = len(list(Archive(recording).inputs()))
    counts = set()
    for size in range(0, len(data), 1777):
        recording.write_bytes(data[:size])
        capsys.readouterr()
        code = start("replay", str(recording), "--rejudge", "--lang", "en")
        shown = capsys.readouterr()
        assert "Traceback" not in shown.err
        if code == 0:
            assert "The end of the recording is missing" in shown.out
            counts.add(int(shown.out.partition("Inputs: ")[2].partition(",")[0]))
        else:
            assert code == 2
            assert "is not a recording" in shown.err or "is damaged" in shown.err
    assert max(counts) <= whole


def test_damaged_foreign_and_newer_files_are_refused_in_a_sentence(
    recording: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = recording.read_bytes()
    archive = Archive(recording)

    def report(changed: bytes) -> str:
        recording.write_bytes(changed)
        capsys.readouterr()
        assert start("replay", str(recording), "--rejudge", "--lang", "en") == 2
        shown = capsys.readouterr().err
        assert shown.count("\n") == 1
        return shown

    rest = data[len(json_part(HEADER, archive.header)) :]
    newer = json_part(HEADER, {**archive.header, "recording": FORMAT + 1})
    assert "is a recording of version 2" in report(newer + rest)
    heads: list[Any] = [{"recording": FORMAT}, {**archive.header, "setup": {}}, []]
    for head in heads:
        assert "is damaged (recording.json)" in report(json_part(HEADER, head) + rest)
    assert "is not a recording" in report(json_part(HEADER, {"recording": "1"}) + rest)
    for foreign in (b"", b"hello", b"\0" * 4096, part("other.json", b"{}")):
        assert "is not a recording" in report(foreign)
    place = data.index(b"\x1f\x8b") + 30
    assert "inputs/" in report(data[:place] + b"????" + data[place + 4 :])
    place = data.index(b'"cards": [') + 11
    assert "manifests/0.json" in report(data[:place] + b" " + data[place:][1:])
    sheet = part("manifests/0.json", archive.read("manifests/0.json"))
    begun = next(archive.inputs())
    lines: list[Any] = [[], {}, {"input": "TableView"}, {"input": "Frob", "data": {}}]
    lines += [{**begun, "lots": 5}, {**begun, "salts": 5}]
    for line in lines:
        assert "damaged" in report(
            b"".join((json_part(HEADER, archive.header), sheet, inputs_part(1, [line])))
        )
    latin = "Árbol".encode("latin-1")
    head = {**archive.header, "manifests": [hashlib.sha256(latin).hexdigest()]}
    latin_sheet = part("manifests/0.json", latin)
    assert "manifests/0.json" in report(json_part(HEADER, head) + latin_sheet)
    picture = picture_part(1, b"x" * 600)
    recording.write_bytes(data.removesuffix(END) + picture.replace(b"xx", b"xy", 1) + END)
    with pytest.raises(SessionError, match="pictures"):
        Archive(recording).read(Archive(recording).names("pictures/")[0])


def test_a_part_is_never_unpacked_beyond_its_limit(
    recording: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rewritten(recording, lambda _: None)  # all inputs in one part
    inputs = len(gzip.decompress(Archive(recording).read("inputs/000001.jsonl.gz")))
    packed = max(len(Archive(recording).read(name)) for name in Archive(recording).names(""))
    assert packed < inputs
    for most, code in ((inputs + 1, 0), (inputs - 1, 2), (packed - 1, 2)):
        monkeypatch.setattr("companion.recorder.archive.MOST_PART", most)
        assert start("replay", str(recording), "--rejudge", "--lang", "en") == code
    assert "is damaged (" in capsys.readouterr().err


def test_no_changed_byte_breaks_the_program(
    recording: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, rng = recording.read_bytes(), random.Random("bytes")
    for _ in range(40):
        changed = bytearray(data)
        for _ in range(rng.choice((1, 5))):
            changed[rng.randrange(len(data))] = rng.randrange(256)
        recording.write_bytes(changed)
        assert start("replay", str(recording), "--rejudge", "--lang", "en") in (0, 1, 2)
        assert "internal error" not in capsys.readouterr().err


def test_a_recording_is_not_taken_for_a_log(
    recording: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert start("replay", str(recording), "--lang", "en") == 2
    assert "is a recording: add --rejudge" in capsys.readouterr().err


# Pictures.


def test_a_notice_keeps_the_pictures_that_led_to_it(tmp_path: Path, manifest: Path) -> None:
    bench = Bench(tmp_path, manifest)
    bench.run(begin=True)
    archive = Archive(bench.path)
    frames = [int(name[9:].partition("-")[0]) for name in archive.names("pictures/")]
    said = [n for line in archive.inputs() for n in line.get("notices", ())]
    judged = {n["frame"] for n in said if n["kind"] in ("accepted", "refused")}
    assert judged
    assert judged <= {*frames}
    assert len(frames) == len({*frames}) > len(judged)


def test_pictures_are_kept_only_while_recording(tmp_path: Path, manifest: Path) -> None:
    """Regression: a match that nobody recorded kept four pictures, a phone's of 36 MB each."""
    bench = Bench(tmp_path, manifest, standby=True)
    kept: dict[int, int] = {}

    def at(frame: int, *, on: bool) -> None:
        kept[frame] = len(bench.recorder._recent)
        bench.recorder.switch(on=on)

    moments = {10: False, 20: True, 24: True, 28: False, 32: False}
    bench.at = {frame: partial(at, frame, on=on) for frame, on in moments.items()}
    bench.run(begin=False)
    assert (kept[10], kept[20], kept[32]) == (0, 0, 0)
    assert kept[24]


def test_recent_frames_are_spaced() -> None:
    kept: list[Frame] = []
    for index in range(100):
        kept = thinned(kept, Frame(np.zeros((1, 1), np.uint8), index / 20, index))
    assert [frame.index for frame in kept] == [62, 74, 87, 99]


def test_pictures_keep_to_the_budget_and_inputs_do_not(tmp_path: Path, manifest: Path) -> None:
    sizes = []
    for hourly in (1e9, 60_000.0, 0.0):
        folder = tmp_path / str(hourly)
        folder.mkdir()
        bench = Bench(folder, manifest)
        bench.recorder.writer.budget.hourly = hourly
        bench.run(begin=True)
        archive = Archive(bench.path)
        assert len(list(archive.inputs())) == len(list(view_frames())) + 2
        sizes.append(len(archive.names("pictures/")))
    assert sizes[0] > sizes[1] >= sizes[2] == 0


@pytest.fixture(scope="module")
def table_sheets() -> tuple[Manifest, Manifest]:
    return deck_manifest(4), mat_manifest(4, 5, name="4x5")


def test_pictures_are_read_again(
    tmp_path: Path,
    table_sheets: tuple[Manifest, Manifest],
    capsys: pytest.CaptureFixture[str],
) -> None:
    cards, mat = table_sheets
    paths = []
    for number, each in enumerate(table_sheets):
        paths.append(tmp_path / f"{number}.json")
        paths[-1].write_text(dump_manifest(each), encoding="utf-8")
    at = mat.mats[0].cells[0]
    pieces = [
        Piece(m.tag, m.x_mm, m.y_mm, size=m.size_mm, paper=None) for m in mat.mats[0].fiducials
    ]
    pieces.append(Piece(cards.cards[1].tag, at.x_mm, at.y_mm))
    image = Scene(mat.mats[0], pieces).render(Camera(960, 960, scale=1.7))
    match = Match(load_game("yggdrasil"), build_setup("yggdrasil", manifests=()))
    referee = open_referee(match, table_sheets)
    frames = iter([Frame(image, 0.1 * n, n) for n in range(3)])
    watcher = Watcher(table_sheets)

    class Source:
        name = "still"
        read = staticmethod(lambda: next(frames, None))
        close = staticmethod(lambda: None)

    journal = Journal(Speaker(load_catalog("yggdrasil")), lambda _: None)
    loop = MatchLoop(referee, journal, Source(), watcher.see, watcher.lost)
    path = tmp_path / "still.tar"
    with recorded(Recorder(referee, paths, path, lambda _: None), loop, begin=True):
        loop.run()

    rejudging = Rejudging(Archive(path))
    assert not any(map(differs, rejudging.inputs()))
    found = list(rejudging.pictures())
    assert found[0].expected == found[0].got == {"a1": ("y01",)}

    def tamper(lines: list[dict[str, Any]]) -> None:
        for line in lines:
            for reading in line["data"].get("readings", ()):
                if isinstance(reading, dict) and reading.get("card") == "y01":
                    reading["card"] = "y03"

    rewritten(path, tamper)
    assert start("replay", str(path), "--rejudge", "--lang", "en") == 1
    shown = capsys.readouterr().out
    assert "Picture 0 at 0.0 s, a1:" in shown
    names = load_catalog("yggdrasil").cards
    assert f"recorded: {names['y03'].names['en']}\n  now: {names['y01'].names['en']}" in shown


# Secrets.


@pytest.mark.parametrize("secrets", [False, True])
def test_secrets_are_recorded_only_if_the_owner_asks(
    planning: Table,
    tmp_path: Path,
    manifest: Path,
    *,
    secrets: bool,
) -> None:
    referee = planning.referee
    before = planning.written(tmp_path / "before.jsonl").read_bytes()
    path = tmp_path / "secret.tar"
    recorder = Recorder(referee, [manifest], path, lambda _: None, log=before, secrets=secrets)
    loop = MatchLoop(referee, None, None, None, None)  # type: ignore[arg-type]
    recorder.attach(loop)
    recorder.start()
    order = "setup:Mk07:W3:S1"
    for seat, value in (("blue", "wait"), ("red", order)):
        referee.receive(Declare(Action(seat, Verb.DECLARE, value=value), apart=True))
    referee.receive(Declare(Action("blue", Verb.READY), apart=True))
    referee.receive(Finish(EndReason.STOPPED))
    recorder.close()
    found = plain(path)
    salt = b"00112233445566778899aabbccddeeff"
    assert (b'"wait"' in found, order.encode() in found, salt in found) == (secrets,) * 3
    kinds = [line["input"] for line in Archive(path).inputs()]
    assert kinds == ["Declare", "Declare", "Declare", "Finish"]
    ready = [*Archive(path).inputs()][2]
    assert ready["data"]["action"]["verb"] == "ready"


@pytest.mark.parametrize("secrets", [False, True])
def test_a_log_with_secrets_is_cut_before_the_first(
    planning: Table,
    tmp_path: Path,
    manifest: Path,
    *,
    secrets: bool,
) -> None:
    for value in ("wait", "wait"):
        item = Declare(Action("blue", Verb.DECLARE, value=value), apart=True)
        planning.receive(notice for notice, _ in planning.referee.receive(item))
    log = planning.written(tmp_path / "log.jsonl").read_bytes()
    assert b"blue declare wait" in log
    path = tmp_path / "resumed.tar"
    recorder = Recorder(
        planning.referee, [manifest], path, lambda _: None, log=log, secrets=secrets
    )
    recorder.attach(MatchLoop(planning.referee, None, None, None, None))  # type: ignore[arg-type]
    recorder.start()
    planning.referee.receive(Finish(EndReason.STOPPED))
    recorder.close()
    assert (b"blue declare wait" in plain(path)) is secrets
    assert Archive(path).header["withheld"] is not secrets


def test_what_needs_a_missing_secret_is_not_judged(
    recording: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def withhold(lines: list[dict[str, Any]]) -> None:
        place = next(i for i, line in enumerate(lines) if "notices" in line and i > 5)
        said = [{"kind": "accepted", "time_s": 0.0, "ply": 1, "withheld": True}]
        lines.insert(place, {"input": "Declare", "withheld": True, "notices": said})
        lines.insert(place, {"input": "Unseen", "withheld": True})

    rewritten(recording, withhold)
    rejudging = Rejudging(Archive(recording))
    found = list(rejudging.inputs())
    assert rejudging.withheld is not None
    number = rejudging.withheld.number
    assert [each.got is None for each in found] == [
        n >= number - 1 for n in range(1, len(found) + 1)
    ]
    capsys.readouterr()
    assert start("replay", str(recording), "--rejudge", "--lang", "en") == 0
    assert f"From input {number} at" in capsys.readouterr().out
