"""A watcher in its own process: crashes and hangs are survived, and reported."""

from __future__ import annotations

import errno
import shlex
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker
from pathlib import Path

import numpy as np
import pytest

from companion.errors import SourceError
from companion.frames import Frame
from companion.readings import TableView, Trouble
from companion.vision.watcher import Watcher
from companion.vision.worker import Timeouts, WatcherProcess, serve
from rules import Manifest
from tests.support.vision.scenes import Camera, Piece, Scene, card_tag, deck_manifest
from tests.support.vision.trapped_watchers import (
    CRASH,
    HANG,
    SLOW,
    die_at_once,
    free,
    serve_with_traps,
)

PATIENT = Timeouts(ready_s=600.0, view_s=600.0, stuck_s=600.0)
"""Limits that no working watcher reaches; a crash is noticed immediately."""
IMPATIENT = Timeouts(ready_s=600.0, view_s=0.01, stuck_s=0.0)
"""Limits for pictures that are never answered."""


@contextmanager
def closing(worker: WatcherProcess) -> Iterator[WatcherProcess]:
    try:
        yield worker
    finally:
        worker.close()


def picture(value: int) -> Frame:
    return Frame(np.full((4, 6, 3), value, np.uint8), 0.1 * value, value)


def until_seen(worker: WatcherProcess, value: int) -> tuple[TableView, list[TableView]]:
    """Return the first view without reader trouble, and the views with it before that."""
    blind = []
    while (view := worker.see(picture(value))).trouble is Trouble.READER:
        blind.append(view)
        time.sleep(0.02)
    return view, blind


def broken_by(worker: WatcherProcess, frame: Frame) -> TableView:
    """Show a picture that is never answered; a hanging watcher is abandoned immediately."""
    worker._patience = IMPATIENT
    try:
        return worker.see(frame)
    finally:
        worker._patience = PATIENT


@pytest.mark.parametrize("trap", [CRASH, HANG], ids=["crash", "hang"])
def test_a_picture_that_breaks_the_watcher_costs_a_moment(trap: int) -> None:
    with closing(WatcherProcess((), PATIENT, serve_with_traps)) as worker:
        assert worker.see(picture(7)).mat == "saw 7"
        broken = broken_by(worker, picture(trap))
        assert (broken.trouble, broken.readings, broken.frame) == (Trouble.READER, (), trap)
        view, blind = until_seen(worker, 9)
        assert view.mat == "saw 9"
        assert all(v.trouble is Trouble.READER for v in blind)
        assert worker.failures == 0


def test_a_slow_machine_is_waited_for_and_reported_as_such() -> None:
    """Check that a late answer about an older picture is dropped, because the table has changed."""
    with closing(WatcherProcess((), PATIENT, serve_with_traps)) as worker:
        assert worker.see(picture(7)).mat == "saw 7"
        worker._patience = Timeouts(ready_s=600.0, view_s=0.01, stuck_s=600.0)
        busy = [worker.see(picture(SLOW)), worker.see(picture(8)), worker.see(picture(8))]
        assert [view.trouble for view in busy] == [Trouble.BUSY] * 3
        assert {view.mat for view in busy} == {""}
        worker._patience = PATIENT
        assert worker._memory is not None
        free(worker._memory)
        assert worker.see(picture(8)).mat == "saw 8"
        assert worker.failures == 0
        assert worker.see(picture(9)).mat == "saw 9"


def test_a_watcher_that_is_gone_is_not_waited_for() -> None:
    with closing(WatcherProcess((), PATIENT, serve_with_traps)) as worker:
        assert worker.see(picture(7)).mat == "saw 7"
        assert worker.see(picture(CRASH)).trouble is Trouble.READER
        assert worker.failures == 1


@pytest.mark.parametrize("trap", [CRASH, HANG], ids=["crash", "hang"])
def test_a_still_scene_that_breaks_every_watcher_does_not_end_the_match(trap: int) -> None:
    with closing(WatcherProcess((), PATIENT, serve_with_traps)) as worker:
        assert worker.see(picture(7)).mat == "saw 7"
        while worker.failures < 2:
            assert broken_by(worker, picture(trap)).trouble is Trouble.READER
            time.sleep(0.02)
        while worker.lost(1.0, 1).trouble:
            time.sleep(0.02)
        for _ in range(9):
            assert worker.see(picture(trap)).trouble is Trouble.READER
        assert worker.lost(2.0, 2).trouble is None, "a third watcher lives: it was not shown it"
        assert worker.see(picture(9)).mat == "saw 9"


def test_pictures_that_break_one_watcher_each_do_not_end_the_match_either() -> None:
    with closing(WatcherProcess((), PATIENT, serve_with_traps)) as worker:
        while worker.failures < 6:
            frame = picture(CRASH)
            frame.image[3, 5, 2] = worker.failures  # a camera's noise
            assert worker.see(frame).trouble is Trouble.READER
            time.sleep(0.02)
        assert until_seen(worker, 9)[0].mat == "saw 9"


def test_a_watcher_that_never_lives_is_no_fault_of_the_pictures() -> None:
    with (
        closing(WatcherProcess((), PATIENT, die_at_once)) as worker,
        pytest.raises(SourceError, match=r"keeps failing.*\(pip install"),
    ):
        until_seen(worker, 7)


@pytest.mark.skipif(sys.platform == "win32", reason="the first process is a shell script")
def test_a_process_that_dies_before_it_reads_its_arguments_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Check this with arguments larger than a pipe's buffer, such as a match's printed mats."""
    died = tmp_path / "died"
    script = tmp_path / "python"
    marker = shlex.quote(str(died))
    script.write_text(
        f'#!/bin/sh\n[ -e {marker} ] && exec {shlex.quote(sys.executable)} "$@"\n'
        f"touch {marker}\nexit 3\n"
    )
    script.chmod(0o755)
    resource_tracker.ensure_running()  # otherwise, it would be the process that dies
    monkeypatch.setattr("multiprocessing.spawn._python_exe", str(script).encode())
    manifests = tuple(deck_manifest(20 + n) for n in range(40))
    views: list[TableView] = []
    with closing(WatcherProcess(manifests, PATIENT, serve_with_traps)) as worker:
        seeing = threading.Thread(target=lambda: views.append(worker.see(picture(7))), daemon=True)
        seeing.start()
        seeing.join(60)
        assert not seeing.is_alive(), "the referee waits for a process that is gone"
        assert died.exists()
        assert [view.trouble for view in views] == [Trouble.READER]
        assert until_seen(worker, 9)[0].mat == "saw 9"


@pytest.mark.parametrize("failing", ["RawArray", "Pipe", "Process"])
def test_a_system_without_a_process_to_spare_costs_a_moment(
    monkeypatch: pytest.MonkeyPatch, failing: str
) -> None:
    with closing(WatcherProcess((), PATIENT, serve_with_traps)) as worker:
        real = getattr(worker._spawn, failing)
        errors: list[Exception] = [MemoryError(), BlockingIOError(errno.EAGAIN, "no process")]

        def refuse(*words: object, **more: object) -> object:
            if errors:
                raise errors.pop()
            return real(*words, **more)

        monkeypatch.setattr(worker._spawn, failing, refuse, raising=False)
        assert worker.see(picture(9)).trouble is Trouble.READER
        assert until_seen(worker, 9)[0].mat == "saw 9"
    assert not errors


def test_a_system_that_never_has_a_process_to_spare_ends_the_match_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with closing(WatcherProcess((), PATIENT, serve_with_traps)) as worker:

        def refuse(*_: object, **__: object) -> None:
            raise BlockingIOError(errno.EAGAIN, "no process")

        monkeypatch.setattr(worker._spawn, "Process", refuse, raising=False)
        seen = iter(lambda: worker.see(picture(9)).trouble, None)
        assert next(seen) is Trouble.READER
        with pytest.raises(SourceError, match="start again"):
            list(zip(range(9), seen, strict=False))


def test_a_picture_may_be_larger_than_the_one_before_and_may_be_none_at_all() -> None:
    with closing(WatcherProcess((), PATIENT, serve_with_traps)) as worker:
        assert worker.lost(1.0, 1).trouble is Trouble.LOST
        assert worker.see(picture(5)).mat == "saw 5"
        large = Frame(np.full((40, 60, 3), 6, np.uint8), 2.0, 2)
        assert worker.see(large).mat == "saw 6"
        assert worker.see(Frame(np.zeros((0, 4), np.uint8), 3.0, 3)).trouble is Trouble.TINY
        assert worker.see(picture(8)).mat == "saw 8"


def test_it_sees_what_a_watcher_sees(deck: Manifest, mat_sheet: Manifest) -> None:
    mat = mat_sheet.mats[0]
    cell = mat.cells[0]
    scene = Scene(mat=mat, pieces=[Piece(card_tag(3), cell.x_mm, cell.y_mm)])
    frames = [
        Frame(scene.render(Camera(width=960, height=540, scale=1.6, seed=i)), i / 10, i)
        for i in range(3)
    ]
    watcher = Watcher([deck, mat_sheet])
    with closing(WatcherProcess((deck, mat_sheet), PATIENT, serve)) as worker:
        for frame in frames:
            assert worker.see(frame) == watcher.see(frame)
        assert worker.lost(9.0, 9) == watcher.lost(9.0, 9)
