"""Real camera drivers: they forget settings, misreport, refocus, freeze, hang and vanish."""

from __future__ import annotations

import math
import shutil
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path
from unittest.mock import Mock

import cv2
import numpy as np
import pytest

from companion.errors import CameraLost
from companion.vision.sources import camera_list, capture
from companion.vision.sources.camera_list import list_cameras, system_names
from companion.vision.sources.cameras import CameraSource, ExposureLock
from companion.vision.sources.capture import Granted, granted, open_camera
from companion.vision.sources.open import open_source
from tests.support.vision.live_pictures import first_picture
from tests.support.waiting import PATIENCE_S, until

MJPG = float(cv2.VideoWriter.fourcc(*"MJPG"))
MANUAL, AUTO = 1.0, 3.0


class Driver:
    """A camera with a driver's habits; `asked` lists the requested settings in order."""

    def __init__(self, *, forgets: bool = False, v4l2: bool = True, least: int = 640) -> None:
        self.asked: list[tuple[int, float]] = []
        self.values: dict[int, float] = {
            cv2.CAP_PROP_FRAME_WIDTH: least,
            cv2.CAP_PROP_FRAME_HEIGHT: 480,
            cv2.CAP_PROP_FPS: 5,
            cv2.CAP_PROP_AUTOFOCUS: 1,
            cv2.CAP_PROP_FOCUS: 40,
            cv2.CAP_PROP_AUTO_EXPOSURE: AUTO if v4l2 else 0.75,
            cv2.CAP_PROP_EXPOSURE: 120,
            cv2.CAP_PROP_BACKEND: cv2.CAP_V4L2 if v4l2 else cv2.CAP_DSHOW,
        }
        self.fixed: set[int] = set()
        self.forgets, self.opened, self.released = forgets, True, 0
        self.light = 120
        self.noisy, self.hung, self.hangs = True, threading.Event(), threading.Event()
        self.count = 0

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        return self.opened

    def set(self, key: int, value: float) -> bool:
        self.asked.append((key, value))
        if key in self.fixed:
            return True  # without any effect
        size = key in (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT)
        # Large pictures only as MJPEG; forgetful drivers want the size to be set first.
        done = {k for k, _ in self.asked[:-1]}
        if size and self.values.get(cv2.CAP_PROP_FOURCC) != MJPG and not self.forgets:
            return True
        if self.forgets and key == cv2.CAP_PROP_FRAME_WIDTH and cv2.CAP_PROP_FPS not in done:
            return True
        self.values[key] = value
        return True

    def get(self, key: int) -> float:
        return self.values.get(key, 0.0)

    def read(self) -> tuple[bool, np.ndarray | None]:
        time.sleep(0.002)
        while self.hung.is_set():
            self.hangs.set()
            time.sleep(0.01)
        self.count += 1
        image = np.full((48, 64, 3), self.light, np.uint8)
        if self.noisy:
            image[0, 0] = self.count % 250
        return True, image

    def release(self) -> None:
        self.released += 1


def opened_with(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> Granted:
    monkeypatch.setattr(capture, "_capture", lambda *_: driver)
    return granted(open_camera(0))


def test_the_format_is_asked_for_before_the_size(monkeypatch: pytest.MonkeyPatch) -> None:
    driver = Driver()
    assert opened_with(driver, monkeypatch) == Granted(1920, 1080, 30, "MJPG")
    keys = [key for key, _ in driver.asked]
    assert keys.index(cv2.CAP_PROP_FOURCC) < keys.index(cv2.CAP_PROP_FRAME_WIDTH)


def test_the_other_order_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    assert opened_with(Driver(forgets=True), monkeypatch).width == 1920


def test_what_is_granted_is_read_back_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    driver = Driver()
    driver.fixed = {cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT, cv2.CAP_PROP_FOURCC}
    assert opened_with(driver, monkeypatch) == Granted(640, 480, 30, "")


def test_the_second_way_is_tried_where_the_first_does_not_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shut, good = Driver(), Driver()
    shut.opened = False
    given = iter([shut, good])
    backends = []

    def fake(_index: int, backend: int) -> Driver:
        backends.append(backend)
        return next(given)

    monkeypatch.setattr(capture, "_capture", fake)
    monkeypatch.setattr("sys.platform", "win32")
    assert open_camera(0) is good
    assert backends == [cv2.CAP_MSMF, cv2.CAP_DSHOW]
    assert shut.released == 1


def picture(light: int = 120) -> np.ndarray:
    return np.full((240, 320, 3), light, np.uint8)


def steady_after(driver: Driver, lights: list[tuple[float, int]]) -> ExposureLock:
    steady = ExposureLock(0.0)
    for now, light in lights:
        steady.look(driver, picture(light), now)
    return steady


@pytest.mark.parametrize(("v4l2", "manual"), [(True, MANUAL), (False, 0.25)])
def test_focus_and_exposure_settle_and_are_locked(*, v4l2: bool, manual: float) -> None:
    driver = Driver(v4l2=v4l2)
    steady = steady_after(driver, [(1.0, 90), (2.0, 110)])
    assert driver.asked == [], "not before they have settled"
    steady.look(driver, picture(), 3.0)
    steady.look(driver, picture(), 4.5)
    assert (steady.focus_locked, steady.exposure_locked) == (True, True)
    assert driver.get(cv2.CAP_PROP_AUTOFOCUS) == 0
    assert driver.get(cv2.CAP_PROP_FOCUS) == 40
    assert driver.get(cv2.CAP_PROP_AUTO_EXPOSURE) == manual
    assert driver.get(cv2.CAP_PROP_EXPOSURE) == 120


def test_a_lock_that_darkens_the_picture_is_undone() -> None:
    driver = Driver()
    steady = steady_after(driver, [(3.0, 120), (4.5, 40)])
    assert not steady.exposure_locked
    assert driver.get(cv2.CAP_PROP_AUTO_EXPOSURE) == AUTO


def test_an_unreported_exposure_is_not_locked() -> None:
    driver = Driver()
    driver.values[cv2.CAP_PROP_EXPOSURE] = 0
    assert not steady_after(driver, [(3.0, 120), (4.5, 120)]).exposure_locked
    assert driver.get(cv2.CAP_PROP_AUTO_EXPOSURE) == AUTO


def test_a_lens_that_cannot_be_locked_is_not_reported_as_locked() -> None:
    driver = Driver()
    driver.fixed = {cv2.CAP_PROP_AUTOFOCUS}
    assert not steady_after(driver, [(3.0, 120), (4.5, 120)]).focus_locked


def test_a_light_switched_on_lets_go_and_settles_again() -> None:
    driver = Driver()
    steady = steady_after(driver, [(3.0, 60), (4.5, 60)])
    for now in range(5, 11):
        steady.look(driver, picture(200), float(now))
    assert not steady.exposure_locked
    assert driver.get(cv2.CAP_PROP_AUTO_EXPOSURE) == AUTO
    for now in (12.0, 13.0, 14.5):
        steady.look(driver, picture(130), now)
    assert steady.exposure_locked
    assert steady.focus_locked


def test_a_hand_that_passes_does_not_unlock() -> None:
    driver = Driver()
    steady = steady_after(driver, [(3.0, 100), (4.5, 100), (6.0, 30), (7.0, 30), (8.0, 100)])
    assert steady.exposure_locked


def test_a_frozen_camera_is_opened_again_once() -> None:
    drivers = [Driver(), Driver()]
    for driver in drivers:
        driver.noisy = False
    given = iter(drivers)

    def ten_pictures_a_second() -> float:
        return 0.1 * (drivers[0].count + drivers[1].count)

    source = CameraSource(
        "camera 0",
        lambda: next(given),
        silent_s=PATIENCE_S,
        reopen_s=0.0,
        frozen_s=2.0,
        clock=ten_pictures_a_second,
    )
    until(lambda: drivers[0].released)
    assert drivers[0].released == 1
    until(lambda: drivers[1].count > 60)
    assert source.read() is not None, "a picture that stands still for good is a still picture"
    assert drivers[1].released == 0
    source.close()


def lost_and_back(drivers: list[Driver], spoil: Callable[[Driver], None]) -> None:
    """Damage the first driver after a picture, expect a lost camera, and read from the second."""
    given, missed = iter(drivers), threading.Event()

    def opener() -> Driver:
        driver = next(given)
        if driver is not drivers[0]:
            missed.wait()  # the camera is plugged in again after its loss was noticed
        return driver

    source = CameraSource("camera 0", opener, silent_s=0.02, reopen_s=0.01, hang_s=PATIENCE_S)
    first_picture(source)
    spoil(drivers[0])
    with pytest.raises(CameraLost):
        list(iter(source.read, None))
    until(lambda: drivers[0].released)  # it may only have been late
    missed.set()
    first_picture(source)
    assert drivers[0].released == 1
    source.close()
    assert drivers[1].released == 1


@pytest.mark.parametrize("error", [RuntimeError, cv2.error, ValueError, OSError])
def test_a_driver_that_raises_is_a_lost_camera(error: type[Exception]) -> None:
    def spoil(driver: Driver) -> None:
        def read() -> tuple[bool, np.ndarray | None]:
            raise error("unplugged")

        driver.read = read  # type: ignore[method-assign]

    lost_and_back([Driver(), Driver()], spoil)


@pytest.mark.parametrize("shape", [(0, 0, 3), (0, 64), (64,)])
def test_an_empty_picture_is_none(shape: tuple[int, ...]) -> None:
    def spoil(driver: Driver) -> None:
        driver.read = lambda: (True, np.zeros(shape, np.uint8))  # type: ignore[method-assign]

    lost_and_back([Driver(), Driver()], spoil)


@pytest.mark.parametrize("name", ["get", "set"])
def test_a_driver_that_breaks_over_a_lock_stays_as_it_is(name: str) -> None:
    driver = Driver()

    def broken(*_: object) -> float:
        raise cv2.error("no such property")

    setattr(driver, name, broken)
    steady = steady_after(driver, [(t / 2, 120) for t in range(20)])
    assert not steady.focus_locked
    assert not steady.exposure_locked


def test_a_driver_that_breaks_over_wishes_still_gives_pictures(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    driver = Driver()

    def broken(*_: object) -> bool:
        raise RuntimeError("no such property")

    driver.set = broken  # type: ignore[method-assign]
    assert opened_with(driver, monkeypatch) == Granted(640, 480, 5, "")


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_what_is_no_number_is_not_known(value: float) -> None:
    driver = Driver()
    driver.values = dict.fromkeys(driver.values, value) | {cv2.CAP_PROP_FOURCC: value}
    source = CameraSource("camera 0", lambda: driver)
    assert source.granted == Granted(0, 0, 0, "")
    source.close()
    assert driver.released == 1
    steady = steady_after(driver, [(t / 2, 120) for t in range(20)])
    assert not steady.exposure_locked


def test_a_driver_that_hangs_is_left_behind() -> None:
    drivers = [Driver(), Driver()]
    given = iter(drivers)
    now = [0.0]
    source = CameraSource(
        "camera 0", lambda: next(given), silent_s=0.02, reopen_s=0.01, clock=lambda: now[0]
    )
    before = first_picture(source)
    drivers[0].hung.set()
    drivers[0].hangs.wait()
    with pytest.raises(CameraLost):
        list(iter(source.read, None))
    assert drivers[1].count == 0, "it may only be slow"
    now[0] += 60.0
    with pytest.raises(CameraLost):
        source.read()
    back = first_picture(source)
    assert back.time_s > before.time_s
    drivers[0].hung.clear()
    until(lambda: drivers[0].released)
    assert drivers[0].released == 1, "the old thread lets go when it wakes"
    source.close()
    assert drivers[1].released == 1


def test_cameras_are_listed_with_name_size_and_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number, name in ((0, "HD Webcam"), (1, "HD Webcam"), (2, "Desk Camera")):
        (tmp_path / f"video{number}").mkdir()
        (tmp_path / f"video{number}" / "name").write_text(f"{name}\n")
    monkeypatch.setattr(camera_list, "_KERNEL", tmp_path)
    drivers = [Driver(), Driver(), Driver()]
    drivers[1].opened = False  # the second device of the same camera gives no pictures
    found = list_cameras(lambda index: drivers[index])
    assert [(c.index, c.name, c.granted.width) for c in found] == [
        (0, "HD Webcam", 640),
        (2, "Desk Camera", 640),
    ]
    assert found[0].image.shape == (48, 64, 3)
    assert [d.released for d in drivers] == [1, 1, 1]


def test_a_camera_that_comes_back_under_another_number_is_found_by_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = {0: "HD Webcam", 2: "Desk Camera", 4: "Desk Camera"}

    def plugged(names: dict[int, str]) -> None:
        shutil.rmtree(tmp_path)
        for number, name in names.items():
            (tmp_path / f"video{number}").mkdir(parents=True)
            (tmp_path / f"video{number}" / "name").write_text(f"{name}\n")

    opened: list[int] = []

    def opener(index: int) -> Driver:
        opened.append(index)
        return Driver()

    monkeypatch.setattr(camera_list, "_KERNEL", tmp_path)
    monkeypatch.setattr("companion.vision.sources.open.open_camera", opener)
    plugged(names)
    source = open_source("2")
    again = source._opener
    source.close()
    plugged({0: "HD Webcam", 3: "Desk Camera", 6: "Desk Camera"})
    again()
    plugged({2: "HD Webcam"})
    again()
    plugged(names)
    again()
    assert opened == [2, 3, 2, 2]


def test_without_a_kernel_s_list_numbers_are_tried_until_none_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(camera_list, "_KERNEL", tmp_path / "none")
    tried = []

    def opener(index: int) -> Driver:
        tried.append(index)
        driver = Driver()
        driver.opened = index == 1
        return driver

    assert [c.index for c in list_cameras(opener)] == [1]
    assert tried == [0, 1, 2, 3, 4]


@pytest.mark.parametrize(
    ("platform", "answer", "names"),
    [
        ("darwin", '{"SPCameraDataType": [{"_name": "FaceTime HD Camera"}]}', 1),
        ("darwin", "not JSON", 0),
        ("win32", "HD Webcam\r\n\r\nDesk Camera\r\n", 2),
        ("linux", "", 0),
    ],
)
def test_names_from_the_system(
    monkeypatch: pytest.MonkeyPatch, platform: str, answer: str, names: int
) -> None:
    monkeypatch.setattr(camera_list, "_answer", lambda _command: answer)
    assert len(system_names(platform)) == names


@pytest.mark.parametrize(
    ("outcome", "names"),
    [
        (
            subprocess.CompletedProcess((), 0, "HD Webcam\r\n\r\nScanner\r\n"),
            ("HD Webcam", "Scanner"),
        ),
        (subprocess.TimeoutExpired("powershell", 15), ()),
        (FileNotFoundError("powershell"), ()),
    ],
    ids=["answer", "silence", "no such program"],
)
def test_a_system_that_does_not_answer_names_no_camera(
    outcome: object, names: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = Mock(side_effect=[outcome])
    monkeypatch.setattr(camera_list.subprocess, "run", asked)
    assert system_names("win32") == names
    assert asked.call_args.kwargs["timeout"] == camera_list._ASK_S
    assert system_names("haiku") == ()
