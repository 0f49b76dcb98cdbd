"""`companion doctor`: its sources (a settling camera, a video) and its results."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from companion.errors import CameraLost
from companion.frames import Frame
from companion.vision.doctor.values import Ailment, Checkup, Complaint
from companion.vision.sources.camera_list import ListedCamera
from companion.vision.sources.cameras import CameraSource, ExposureLock
from companion.vision.sources.capture import Granted
from rules import LANGUAGES, Message
from tests.companion.commands.referee.test_command import start
from tests.support.checkups import BARE, far, measured

BLACK = np.zeros((4, 6, 3), np.uint8)
SCALE = Complaint(Ailment.SCALE, grave=True, facts={"what": "cards", "percent": "97"})


class Film:
    """A source with frames or camera errors ("lost") at given seconds, then Ctrl-C or the end."""

    name = "film"

    def __init__(self, *times: float | str, pressed: bool = False) -> None:
        self.times, self.pressed, self.closed = list(times), pressed, False

    def read(self) -> Frame | None:
        if not self.times:
            if self.pressed:
                raise KeyboardInterrupt
            return None
        now = self.times.pop(0)
        if isinstance(now, str):
            raise CameraLost(Message("fault.camera.lost", camera="film"))
        return Frame(BLACK, now, 0)

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def looked(monkeypatch: pytest.MonkeyPatch) -> list[Checkup]:
    """Return a list for the check-ups of the next pictures; its last one is used repeatedly."""
    found: list[Checkup] = []
    monkeypatch.setattr(
        "companion.vision.doctor.checkup.examine",
        lambda *_: found.pop(0) if len(found) > 1 else found[0],
    )
    monkeypatch.setenv("NO_COLOR", "1")
    return found


def shown(monkeypatch: pytest.MonkeyPatch, film: Film) -> Film:
    monkeypatch.setattr("companion.vision.sources.open.open_source", lambda _: film)
    return film


def test_a_video_is_looked_at_every_two_seconds(
    looked: list[Checkup], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    film = shown(monkeypatch, Film(0.0, 0.5, 1.9, 2.1, 3.0, 4.2))
    looked.append(BARE)
    assert start("doctor", "table.mp4", "--json", "--no-picture") == 0

    report = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [each["source"] for each in report] == ["film 0 s", "film 2 s", "film 4 s"]
    assert {each["picture"] for each in report} == {""}
    assert film.closed


def test_a_video_that_breaks_is_let_go_of(
    looked: list[Checkup], monkeypatch: pytest.MonkeyPatch
) -> None:
    film = shown(monkeypatch, Film(0.0, "lost"))
    looked.append(BARE)
    assert start("doctor", "table.mp4", "--no-picture") == 3
    assert film.closed


def test_each_picture_that_shows_where_has_a_name_of_its_own(
    looked: list[Checkup],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    looked.append(replace(BARE, complaints=(far(grave=True),)))
    monkeypatch.setattr(
        "companion.commands.doctor.run.pictures_of", lambda *_: [("a b.jpg", BLACK)] * 3
    )
    assert start("doctor", "x", "--out", str(tmp_path / "new")) == 1
    names = {path.name for path in (tmp_path / "new").iterdir()}
    assert names == {"doctor-a-b.jpg", "doctor-a-b-2.jpg", "doctor-a-b-3.jpg"}
    assert f"Marked picture: {tmp_path / 'new' / 'doctor-a-b-2.jpg'}" in capsys.readouterr().out


def test_a_folder_that_cannot_be_made_is_reported(
    looked: list[Checkup],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    looked.append(BARE)
    shown(monkeypatch, Film(0.0))
    assert start("doctor", "table.mp4", "--out", str(tmp_path / "file" / "out")) == 3
    assert str(tmp_path / "file") in capsys.readouterr().err


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_ruler_is_asked_for_unless_the_scale_is_wrong_anyway(
    looked: list[Checkup],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    lang: str,
) -> None:
    ruler = Message("doctor.measured.ruler").render(lang)
    for checkup, asked in ((measured(), True), (measured(SCALE), False), (BARE, False)):
        looked[:] = [checkup]
        shown(monkeypatch, Film(0.0))
        start("doctor", "table.mp4", "--no-picture", "--lang", lang)
        assert (ruler in capsys.readouterr().out) == asked


def test_watching_reports_a_change_once_and_a_camera_that_is_away(
    looked: list[Checkup], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    red = replace(BARE, complaints=(far(grave=True),))
    for words in ((), ("--json",)):
        film = shown(monkeypatch, Film(0.0, 0.1, "lost", "lost", 0.2, 0.3, pressed=True))
        looked[:] = [red, red, BARE]
        assert start("doctor", "0", "--watch", *words) == 0, "Ctrl-C is how watching ends"
        text = capsys.readouterr()
        assert len(text.out.splitlines()) == 2
        assert text.err.count("film") == 1
        assert film.closed
    assert [json.loads(line)["light"] for line in text.out.splitlines()] == ["red", "green"]


# Cameras.


class DeskCamera(CameraSource):
    """A camera with the given settings locked and pictures of one size at the given seconds."""

    def __init__(
        self, *times: float, focus: bool = True, exposure: bool = True, size: tuple[int, int]
    ) -> None:
        self.name, self.granted = "Desk Camera", Granted(*size, 29.97, "")
        self.steady = ExposureLock(0.0)
        self.steady.focus_locked, self.steady.exposure_locked = focus, exposure
        self._size, self.times, self.closed = size, list(times), False

    def read(self) -> Frame | None:
        width, height = self._size
        image = np.zeros((height, width, 3), np.uint8)
        return Frame(image, self.times.pop(0), 0) if self.times else None

    def close(self) -> None:
        self.closed = True


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("focus", "exposure", "key"),
    [
        (True, True, "locked"),
        (True, False, "focus_locked"),
        (False, True, "exposure_locked"),
        (False, False, "unlocked"),
    ],
)
def test_what_a_camera_keeps_steady_is_reported(
    looked: list[Checkup],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    lang: str,
    *,
    focus: bool,
    exposure: bool,
    key: str,
) -> None:
    camera = DeskCamera(0.0, 5.0, focus=focus, exposure=exposure, size=(1280, 720))
    monkeypatch.setattr("companion.vision.sources.open.open_source", lambda _: camera)
    looked.append(BARE)
    assert start("doctor", "0", "--no-picture", "--lang", lang) == 0

    (report,) = capsys.readouterr().err.splitlines()
    assert report.endswith(f"({Message(f'doctor.camera.{key}').render(lang)})")
    assert "1280 × 720, ?" in report or "1280 × 720、?" in report or "1280 × 720，?" in report
    assert camera.closed


def test_a_camera_is_judged_when_it_has_settled(
    looked: list[Checkup], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    camera = DeskCamera(0.0, 1.0, 3.9, 4.1, 9.9, size=(640, 480))
    monkeypatch.setattr("companion.vision.sources.open.open_source", lambda _: camera)
    looked.append(BARE)
    assert start("doctor", "0", "--no-picture") == 0
    assert camera.times == [9.9]
    assert "The camera delivers only 640 × 480" in capsys.readouterr().err


def test_of_another_live_picture_nothing_is_known_but_the_picture(
    looked: list[Checkup], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shown(monkeypatch, Film(0.0, 5.0))
    looked.append(BARE)
    assert start("doctor", "http://192.0.2.1/video", "--no-picture") == 0
    assert capsys.readouterr().err == ""


def test_a_camera_that_gives_nothing_is_reported(
    looked: list[Checkup], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    film = shown(monkeypatch, Film())
    assert start("doctor", "0", "--no-picture") == 3
    assert "film" in capsys.readouterr().err
    assert film.closed


@pytest.mark.parametrize(
    ("lang", "unnamed", "also"),
    [
        ("en", "1  camera 1  640 × 480", "The system also lists: Eye and Ear."),
        ("ja", "カメラ1", "EyeとEar"),
        ("zh-Hant", "攝影機1", "Eye"),
    ],
)
def test_cameras_without_a_name_and_names_without_a_camera_are_listed(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    lang: str,
    unnamed: str,
    also: str,
) -> None:
    found = (
        ListedCamera(1, "", Granted(640, 480, 30.0, "MJPG"), np.zeros((480, 640, 3), np.uint8)),
    )
    monkeypatch.setattr("companion.vision.sources.camera_list.list_cameras", lambda: found)
    monkeypatch.setattr("companion.vision.sources.camera_list.system_names", lambda: ("Eye", "Ear"))
    assert start("doctor", "--list", "--out", str(tmp_path / "out"), "--lang", lang) == 0
    text = capsys.readouterr()
    assert unnamed in text.out
    assert also in text.err
    assert (tmp_path / "out" / "camera-1.jpg").stat().st_size > 0
