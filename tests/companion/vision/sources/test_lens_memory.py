"""A camera's lens is remembered for the next match; a lost or damaged memory does no harm."""

from __future__ import annotations

import ctypes
import json
import multiprocessing
import threading
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from companion.vision.lens import Lens
from companion.vision.mat.tracker import MatTracker
from companion.vision.reader.codebook import Codebook
from companion.vision.sources.lens_memory import SavedLens, lens_file
from companion.vision.worker import serve
from rules import Manifest
from tests.companion.vision.mat.test_tracker import TestTracker as Watched
from tests.companion.vision.mat.test_tracker import marks_seen


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    return tmp_path


def test_what_one_match_found_the_next_one_knows() -> None:
    first = SavedLens("Desk Camera 1920x1080")
    assert first.bend == 0
    assert first.note(0.05)
    assert SavedLens("Desk Camera 1920x1080").bend == 0.05
    assert SavedLens("Desk Camera 1280x720").bend == 0, "another size may be another part of it"
    assert SavedLens("Other 1920x1080").note(-0.02)
    assert SavedLens("Desk Camera 1920x1080").bend == 0.05


def test_only_news_of_cameras_is_written() -> None:
    note = SavedLens("Camera")
    assert not note.note(None)
    assert note.note(0.05)
    assert not note.note(0.051)
    assert note.note(0.06)
    assert not SavedLens("").note(0.05), "files and the virtual table are no cameras"
    assert json.loads(lens_file().read_text()) == {"Camera": 0.06}


@pytest.mark.parametrize("text", ["", "{", "[1]", '{"Camera": "wide"}', '{"Camera": 7}', "\xff"])
def test_a_damaged_memory_is_none(text: str) -> None:
    lens_file().parent.mkdir(parents=True)
    lens_file().write_bytes(text.encode("latin-1"))
    assert SavedLens("Camera").bend == 0
    assert SavedLens("Camera").note(0.03)
    assert SavedLens("Camera").bend == 0.03


def test_a_memory_that_cannot_be_written_costs_nothing(home: Path) -> None:
    (home / "companion").write_text("a file where the folder should be")
    assert not SavedLens("Camera").note(0.05)


def test_old_cameras_are_forgotten() -> None:
    for number in range(60):
        SavedLens(f"Camera {number}").note(0.05)
    assert len(json.loads(lens_file().read_text())) == 50
    assert SavedLens("Camera 59").bend == 0.05


def test_a_tracker_given_the_lens_bend_has_it_from_the_first_picture(
    book: Codebook, mat_sheet: Manifest
) -> None:
    lens, report, untold = Lens(800, 520, 0.05), MatTracker(book, 0.05), MatTracker(book)
    seen = [
        replace(m, corners=tuple(map(tuple, lens.bent(np.array(m.corners)).tolist())))
        for m in marks_seen(book, mat_sheet.mats[0], Watched.H)
    ]
    three = seen[:3]  # too few to measure the distortion
    known, guessed = (t.update(three, 0.0, (520, 800)) for t in (report, untold))
    assert known.lens == lens
    assert known.error_mm < 0.3 * guessed.error_mm
    assert report.bend is None, "it has not found out by itself yet"
    for number in range(1, 30):
        report.update(seen, 0.3 * number, (520, 800))
    assert report.bend == pytest.approx(0.05, abs=0.004)


def test_the_watcher_s_process_keeps_what_it_found(
    mat_sheet: Manifest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.vision.watcher.Watcher.bend", 0.07)
    ours, theirs = multiprocessing.Pipe()
    memory = (ctypes.c_uint8 * 48)()
    monkeypatch.setattr("signal.signal", lambda *_: None)
    thread = threading.Thread(target=serve, args=(theirs, memory, (mat_sheet,), "Desk Camera"))
    thread.start()
    ours.recv()
    ours.send(((4, 4, 3), 0.0, 0))
    ours.recv()
    ours.close()
    thread.join(5)
    assert SavedLens("Desk Camera").bend == 0.07
