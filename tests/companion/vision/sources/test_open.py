from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.errors import CameraLost, SourceError
from companion.frames import Frame, FrameSource
from companion.vision.sources.cameras import CameraSource
from companion.vision.sources.capture import open_stream
from companion.vision.sources.names import is_live, phone_streams
from companion.vision.sources.open import open_source
from companion.vision.sources.stills import load_picture
from tests.support.vision.live_pictures import first_picture
from tests.support.waiting import PATIENCE_S, until


def picture(value: int) -> np.ndarray:
    return np.full((48, 64, 3), value, np.uint8)


def frames(source: FrameSource) -> list[Frame]:
    found = []
    while (frame := source.read()) is not None:
        found.append(frame)
    return found


def test_a_folder_is_read_in_the_order_people_count(tmp_path: Path) -> None:
    for number in (10, 2, 1):
        cv2.imwrite(str(tmp_path / f"frame{number}.png"), picture(number))
    (tmp_path / "notes.txt").write_text("not a picture")
    source = open_source(str(tmp_path))
    found = frames(source)
    assert [f.image[0, 0, 0] for f in found] == [1, 2, 10]
    assert [f.index for f in found] == [0, 1, 2]
    assert [f.time_s for f in found] == pytest.approx([0, 0.1, 0.2])
    assert source.name == tmp_path.name
    source.close()
    source.close()


def test_one_picture_is_held_long_enough_to_settle(tmp_path: Path) -> None:
    path = tmp_path / "tisch-テーブル.png"
    path.write_bytes(cv2.imencode(".png", picture(7))[1].tobytes())
    found = frames(open_source(str(path)))
    assert found[-1].time_s == pytest.approx(1.5)
    assert all((f.image == 7).all() for f in found)


def test_a_video_is_read_by_its_own_clock(tmp_path: Path) -> None:
    path = tmp_path / "table.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 20, (64, 48))
    for value in (10, 60, 120, 180):
        writer.write(picture(value))
    writer.release()
    source = open_source(str(path))
    found = frames(source)
    assert [round(float(f.image.mean()) / 60) for f in found] == [0, 1, 2, 3]
    assert [f.time_s for f in found] == pytest.approx([0, 0.05, 0.1, 0.15], abs=1e-6)
    assert source.read() is None
    source.close()


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("missing.png", "does not exist"),
        ("", "has no pictures"),
        ("notes.txt", "neither a picture"),
    ],
)
def test_what_cannot_be_opened_says_so(
    tmp_path: Path, name: str, text: str, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "notes.txt").write_text("hello")
    with pytest.raises(SourceError, match=text):
        open_source(str(tmp_path / name))


def test_a_broken_picture_says_so(tmp_path: Path) -> None:
    for content, output in (
        (b"", "is empty"),
        (b"\xff\xd8\xff\xe0 not really", "is incomplete or damaged"),
        (b"not at all", "is not a picture"),
    ):
        (tmp_path / "broken.jpg").write_bytes(content)
        with pytest.raises(SourceError, match=output):
            open_source(str(tmp_path / "broken.jpg")).read()


@pytest.mark.parametrize("suffix", [".jpg", ".bmp", ".webp", ".tiff"])
def test_a_picture_of_which_the_rest_is_lost_is_not_called_none(
    tmp_path: Path, suffix: str
) -> None:
    whole = cv2.imencode(suffix, picture(7))[1].tobytes()
    (tmp_path / "cut").write_bytes(whole[: len(whole) // 3])
    with pytest.raises(SourceError, match="is incomplete or damaged: copy or save it again"):
        load_picture(tmp_path / "cut")


def test_what_the_memory_does_not_hold_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise MemoryError

    cv2.imwrite(str(tmp_path / "a.jpg"), picture(7))
    monkeypatch.setattr("companion.vision.sources.stills.cv2.imdecode", full)
    with pytest.raises(SourceError, match="memory"):
        load_picture(tmp_path / "a.jpg")


def test_a_video_of_which_the_rest_is_lost_says_that_it_ends_early(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "table.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (320, 240))
    noise = np.random.default_rng(1)
    for _ in range(40):
        writer.write(noise.integers(0, 255, (240, 320, 3), np.uint8))
    writer.release()
    assert len(frames(open_source(str(path)))) == 40
    assert "pictures" not in capfd.readouterr().err, "a whole one ends without a word"
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    seen = len(frames(open_source(str(path))))
    assert 5 < seen < 30
    report = capfd.readouterr().err
    assert report.count(f"table.avi ends after {seen} of 40 pictures") == 1


@pytest.mark.parametrize("keep", [8, 30, 60, -20])
def test_a_cut_or_scratched_png_is_reported_in_our_words_only(
    tmp_path: Path, keep: int, capfd: pytest.CaptureFixture[str]
) -> None:
    path, whole = tmp_path / "broken.png", cv2.imencode(".png", picture(7))[1].tobytes()
    path.write_bytes(whole)
    assert (load_picture(path) == 7).all()
    scratched = whole[:keep] + bytes([whole[keep] ^ 1]) + whole[keep:][1:]
    for content in (whole[:keep], scratched):
        path.write_bytes(content)
        with pytest.raises(SourceError, match=r"broken\.png is incomplete or damaged"):
            load_picture(path)
    assert capfd.readouterr().err == ""


def test_a_broken_file_among_frames_is_passed_over_with_one_warning(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    for number in (1, 3, 4):
        cv2.imwrite(str(tmp_path / f"frame{number}.png"), picture(number))
    (tmp_path / "frame2.png").write_bytes(b"")
    found = frames(open_source(str(tmp_path)))
    assert [f.image[0, 0, 0] for f in found] == [1, 3, 4]
    assert [f.time_s for f in found] == pytest.approx([0, 0.2, 0.3]), "the clock goes on"
    (warning,) = capfd.readouterr().err.splitlines()
    assert "frame2.png is empty" in warning
    assert "skipped" in warning


def test_a_folder_of_broken_files_says_so(tmp_path: Path) -> None:
    for number in (1, 2):
        (tmp_path / f"frame{number}.png").write_bytes(b"")
    with pytest.raises(SourceError, match="frame2"):
        open_source(str(tmp_path)).read()


def test_a_photograph_is_turned_as_its_exif_asks(tmp_path: Path) -> None:
    from PIL import Image

    tall = np.zeros((40, 60, 3), np.uint8)
    tall[:, :20] = 255
    exif = Image.Exif()
    exif[0x0112] = 6  # held upright: to be turned clockwise by a quarter
    Image.fromarray(tall).save(tmp_path / "phone.jpg", exif=exif, quality=95)
    image = load_picture(tmp_path / "phone.jpg")
    assert image.shape == (60, 40, 3)
    assert image[5].mean() > 240
    assert image[-5].mean() < 15


class FakeCamera:
    """A camera that returns numbered pictures; `broken` makes it vanish."""

    def __init__(self, *, opened: bool = True) -> None:
        self.opened, self.broken, self.count, self.released = opened, threading.Event(), 0, 0

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        return self.opened

    def read(self) -> tuple[bool, np.ndarray | None]:
        time.sleep(0.002)
        if self.broken.is_set():
            return False, None
        self.count += 1
        return True, picture(self.count % 256)

    def set(self, key: int, value: float) -> bool:
        return False

    def get(self, key: int) -> float:
        return {cv2.CAP_PROP_FRAME_WIDTH: 64.0, cv2.CAP_PROP_FRAME_HEIGHT: 48.0}.get(key, 0.0)

    def release(self) -> None:
        self.released += 1


def test_a_camera_gives_the_newest_picture_and_skips_the_old() -> None:
    camera = FakeCamera()
    source = CameraSource("camera 0", lambda: camera, silent_s=PATIENCE_S)
    first = source.read()
    begun = int(first.image[0, 0, 0])
    until(lambda: camera.count >= begun + 20)
    second = source.read()
    assert second.image[0, 0, 0] > begun + 10
    assert second.time_s > first.time_s
    assert (first.index, second.index) == (0, 1)
    assert (source.granted.width, source.granted.height) == (64, 48)
    source.close()
    source.close()
    assert source.read() is None
    assert camera.released == 1


def test_a_lost_camera_is_reported_and_opened_again() -> None:
    cameras = [FakeCamera(), FakeCamera(opened=False), FakeCamera()]
    cameras[1].broken.set()
    opened, missed = iter(cameras), threading.Event()

    def opener() -> FakeCamera:
        camera = next(opened)
        if camera is cameras[2]:
            missed.wait()
        return camera

    source = CameraSource("camera 0", opener, silent_s=0.02, reopen_s=0.01, hang_s=PATIENCE_S)
    seen = [first_picture(source)]
    cameras[0].broken.set()
    until(lambda: cameras[0].released)
    with pytest.raises(CameraLost, match="camera 0"):
        seen.extend(iter(source.read, None))
    missed.set()
    back = first_picture(source)
    assert back.index == seen[-1].index + 1
    assert back.time_s > seen[-1].time_s
    source.close()
    assert [c.released for c in cameras] == [1, 1, 1]


def test_a_camera_that_is_not_there_says_what_to_try() -> None:
    with pytest.raises(SourceError, match="numbered from 0"):
        CameraSource("camera 7", lambda: FakeCamera(opened=False))


@pytest.mark.parametrize(
    ("spec", "first", "count"),
    [
        ("192.168.1.20", "http://192.168.1.20:8080/video", 3),
        ("192.168.1.20:5000", "http://192.168.1.20:5000/video", 1),
        ("my-phone.local", "http://my-phone.local:8080/video", 3),
    ],
)
def test_a_phone_is_asked_where_its_camera_apps_answer(spec: str, first: str, count: int) -> None:
    streams = phone_streams(spec)
    assert (streams[0], len(streams)) == (first, count)
    assert is_live(spec)


def test_a_file_with_a_name_like_a_phone_s_is_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "10.0.0.1").mkdir()
    assert not is_live("10.0.0.1")
    with pytest.raises(SourceError, match="has no pictures"):
        open_source("10.0.0.1")
    assert not phone_streams("table.mp4")


@pytest.fixture
def stalling() -> Iterator[str]:
    """Yield the address of a stream that sends twenty pictures and then stalls without closing."""
    done = threading.Event()

    class Stream(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=part")
            self.end_headers()
            for number in range(20):
                data = cv2.imencode(".jpg", picture(10 * number))[1].tobytes()
                head = f"--part\r\nContent-Type: image/jpeg\r\nContent-Length: {len(data)}"
                self.wfile.write(head.encode() + b"\r\n\r\n" + data + b"\r\n")
            self.wfile.flush()
            done.wait(PATIENCE_S)

        def log_message(self, *_: object) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Stream)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/video"
    done.set()
    server.shutdown()
    server.server_close()


def test_a_stream_that_stalls_is_reported_and_does_not_hold_the_match(stalling: str) -> None:
    source = CameraSource(stalling, lambda: open_stream(stalling), silent_s=0.3)
    with pytest.raises(CameraLost, match="no longer sends pictures"):
        list(iter(source.read, None))
    source.close()
    assert source.read() is None


def test_a_phone_that_does_not_answer_says_what_to_try(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[str] = []

    def silent(url: str) -> FakeCamera:
        tried.append(url)
        return FakeCamera(opened=False)

    monkeypatch.setattr("companion.vision.sources.open.open_stream", silent)
    with pytest.raises(SourceError, match="camera app"):
        open_source("10.0.0.9")
    assert [url.rsplit(":", 1)[1] for url in tried] == ["8080/video", "4747/video", "8081/video"]
