"""A scan with a fake camera: its output in a terminal, and its end."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.commands.scan import run as _scan_run
from companion.commands.scan.page import ScanPageBridge
from companion.commands.scan.run import run
from companion.commands.scan.show import ScanDisplay, report
from companion.errors import CameraLost, SourceError
from companion.frames import Frame
from companion.scan.judging import ScanOptions
from companion.scan.result import ScanResult
from companion.scan.session import ScanSession
from companion.scan.specs import SourceKind, SourceSpec
from companion.scan.tally import ScanEvent, TagsInView
from companion.scan.words import Captions
from companion.web.scan.mailbox import NumberedEvent, ScanMailbox
from rules import LANGUAGES, Message, load_catalog
from tests.companion.commands.referee.test_command import start
from tests.support.printed_decks import seen, stock, tags_of

STOCK = stock()
SUN = tags_of(STOCK, "sun")
CAMERA = SourceSpec(SourceKind.LIVE, "0")
LOST = "lost"


class Camera:
    """A camera that shows some cards per frame, or is lost; then Ctrl-C is pressed."""

    name = "film"

    def __init__(self, *shown: tuple[str, ...] | str) -> None:
        self.shown, self.closed, self._index = list(shown), False, -1

    def read(self) -> Frame | None:
        self._index += 1
        if self._index >= len(self.shown):
            raise KeyboardInterrupt
        if self.shown[self._index] == LOST:
            raise CameraLost("away")
        return Frame(np.zeros((2, 2, 3), np.uint8), self._index / 10, self._index)

    def close(self) -> None:
        self.closed = True


class Scanner:
    """A scanner that knows the camera's cards without reading a picture."""

    def __init__(self, camera: Camera) -> None:
        self.session = ScanSession(STOCK, ScanOptions("yggdrasil", owner="sun"))
        self._camera, self.trouble = camera, ""

    def frame(self, source: str, frame: Frame) -> list[ScanEvent]:
        return self.photo(source, frame.index)

    def photo(self, source: str, number: int) -> list[ScanEvent]:
        return self.take(self.look(source, number), number)

    def look(self, source: str, number: int) -> TagsInView:
        return TagsInView(source, seen(*self._camera.shown[number], source=source).readings)

    def take(self, glance: TagsInView, number: int) -> list[ScanEvent]:
        return self.session.look(glance)


class Page:
    """A scan page on which nobody presses anything; it records errors and its end."""

    def __init__(self, *, left: bool = True) -> None:
        self.left, self.counting, self.done = left, True, list[str]()

    def receive(self, events: list[ScanEvent]) -> list[NumberedEvent]:
        return []

    def trouble(self, trouble: str) -> None:
        if trouble:
            self.done.append(trouble)

    def turn(self, frame: Frame | None = None) -> bool:
        return self.counting

    def finish(self) -> None:
        self.done.append("finished")
        self.counting = False

    def linger(self) -> None:
        self.done.append("lingered")

    def looked_at(self) -> bool:
        return not self.left


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Remove all waiting times and colours."""
    monkeypatch.setattr(_scan_run, "_AFTER_LAST_S", 0.0)
    monkeypatch.setattr(_scan_run, "_LOST_PAUSE_S", 0.0)
    monkeypatch.setenv("NO_COLOR", "1")


@pytest.fixture
def scanned(monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[bool, ScanSession]]:
    """Return a function that scans; it returns True if all tags were read, and the session."""

    def scan(
        camera: Camera,
        *,
        page: Page | None = None,
        terminal: bool = False,
        max_seconds: float | None = None,
        lang: str = "en",
        spec: SourceSpec = CAMERA,
    ) -> tuple[bool, ScanSession]:
        monkeypatch.setattr("companion.vision.sources.open.open_source", lambda _: camera)
        monkeypatch.setattr("sys.stderr.isatty", lambda: terminal, raising=False)
        scanner = Scanner(camera)
        captions = Captions(load_catalog("yggdrasil"), lang)
        show = ScanDisplay(scanner.session, captions, events=False, talk=True, sound=True)
        show.observer = page
        whole = run([spec], scanner, show, max_seconds)  # type: ignore[arg-type]
        assert camera.closed
        return whole, scanner.session

    return scan


Scanned = Callable[..., tuple[bool, ScanSession]]


def test_a_scan_ends_by_itself_when_all_was_seen(
    scanned: Scanned, capsys: pytest.CaptureFixture[str]
) -> None:
    camera = Camera(tuple(SUN), (), (), ())
    whole, session = scanned(camera)

    assert whole
    assert len(session.tally.counted) == len(SUN)
    assert camera._index < 3, "nobody had to press Ctrl-C"
    assert "\x1b" not in capsys.readouterr().err, "no terminal, no moving line"


def test_ctrl_c_ends_it_and_loses_nothing(scanned: Scanned) -> None:
    _, session = scanned(Camera(tuple(SUN[:3])))
    assert sorted(session.tally.counted) == sorted(SUN[:3])


def test_it_ends_after_the_time_agreed(scanned: Scanned) -> None:
    camera = Camera(*[()] * 50)
    scanned(camera, max_seconds=-1.0)
    assert camera._index == -1


def test_a_camera_that_stays_away_is_waited_for_no_longer_than_agreed(
    scanned: Scanned, monkeypatch: pytest.MonkeyPatch
) -> None:
    passed = iter(range(1000))
    monkeypatch.setattr("companion.commands.scan.run.time.monotonic", lambda: next(passed))
    camera = Camera(tuple(SUN[:1]), *[LOST] * 50)
    _, session = scanned(camera, max_seconds=10.0)
    assert len(session.tally.counted) == 1
    assert camera.closed
    assert 1 < camera._index < 20, "Ctrl-C has not ended it"


def test_a_camera_that_stays_away_is_let_go_of_when_the_result_was_looked_at(
    scanned: Scanned,
) -> None:
    page = Page(left=True)
    page.counting = False
    camera = Camera(*[LOST] * 50)
    scanned(camera, page=page)
    assert camera._index == 0


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("page", [None, Page()])
def test_a_camera_that_is_away_is_waited_for_and_reported_once(
    scanned: Scanned, lang: str, page: Page | None, capsys: pytest.CaptureFixture[str]
) -> None:
    _, session = scanned(Camera(LOST, LOST, tuple(SUN[:1])), lang=lang, page=page)

    assert len(session.tally.counted) == 1
    text = Message("scan.trouble.lost").render(lang)
    assert capsys.readouterr().err.count(text) == 1
    assert page is None or page.done[-2:] == [LOST, LOST]


def test_how_a_scan_ends_is_reported_before_a_camera_not_before_a_film(
    scanned: Scanned, capsys: pytest.CaptureFixture[str]
) -> None:
    for spec, text in ((CAMERA, 1), (SourceSpec(SourceKind.LIVE, "table.mp4"), 0)):
        scanned(Camera(()), spec=spec)
        assert capsys.readouterr().err.count("Ctrl-C ends the scan.") == text


def test_a_terminal_shows_one_line_that_lives_and_rings(
    scanned: Scanned, capsys: pytest.CaptureFixture[str]
) -> None:
    scanned(Camera(tuple(SUN[:-2]), (SUN[0], SUN[0])), terminal=True)

    err = capsys.readouterr().err
    assert err.count("\a") == len(SUN[:-2]) + 2, "a card rings once, one that lies twice, twice"
    *_, line = err.split("\r\033[K")[:-1]
    assert line.startswith(f"● {len(SUN) - 2} of {len(SUN)}")
    assert " · " in line, "the last few that are missing are named"
    assert err.endswith("\r\033[K"), "half a line would stay behind"


def test_a_terminal_does_not_name_all_that_is_missing_at_first(
    scanned: Scanned, capsys: pytest.CaptureFixture[str]
) -> None:
    scanned(Camera((SUN[0],)), terminal=True)
    *_, line = capsys.readouterr().err.split("\r\033[K")[:-1]
    assert line == f"● 1 of {len(SUN)}"


def test_next_to_a_page_a_complete_scan_shows_its_result(scanned: Scanned) -> None:
    page = Page(left=True)
    camera = Camera(tuple(SUN), (), (), ())
    scanned(camera, page=page)
    assert page.done == ["finished", "finished", "lingered"]
    assert camera._index < 4, "nobody looks any more: the camera is let go of"


def test_while_the_result_is_looked_at_nothing_is_counted(scanned: Scanned) -> None:
    page = Page(left=False)
    page.counting = False
    _, session = scanned(Camera(tuple(SUN[:2]), tuple(SUN[2:4])), page=page)
    assert not session.tally.counted


def test_a_camera_that_cannot_be_opened_ends_it(
    scanned: Scanned, monkeypatch: pytest.MonkeyPatch
) -> None:
    camera = Camera()

    def torn() -> Frame | None:
        raise SourceError("torn")

    monkeypatch.setattr(camera, "read", torn)
    with pytest.raises(SourceError, match="torn"):
        scanned(camera)


def test_talk_is_for_people_and_events_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    session = ScanSession(STOCK, ScanOptions("yggdrasil", owner="sun"))
    captions = Captions(load_catalog("yggdrasil"), "en")
    show = ScanDisplay(session, captions, events=True, talk=False, sound=False)
    show.report(session.begin())
    show.report(session.look(seen(SUN[0])))
    show.hint()
    show.trouble("dark")
    show.clear()
    text = capsys.readouterr()
    assert [json.loads(line)["kind"] for line in text.out.splitlines()] == [
        "scan_started", "counted", "picture",
    ]  # fmt: skip
    assert text.err == ""
    assert show.report([]) == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_missing_can_be_shown_or_printed_if_the_result_is_kept(lang: str) -> None:
    session = ScanSession(STOCK, ScanOptions("yggdrasil", owner="sun"))
    session.look(seen(*SUN[:-1]))
    captions = Captions(load_catalog("yggdrasil"), lang)

    kept = report(session.result(), captions, Path("my scans/a.json"))
    assert "companion scan --again 'my scans/a.json' …" in kept
    assert "printkit cards --missing 'my scans/a.json'" in kept
    assert "--again" not in report(session.result(), captions, None)
    assert f"● {Message('scan.result.unseen').render(lang)}" in kept


def test_of_a_typed_list_nothing_was_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    typed = tmp_path / "mine.txt"
    typed.write_text("\n".join([*load_catalog("yggdrasil").decks["hunt"].cards]), "utf-8")
    start("scan", str(typed), "--deck-rules", "yggdrasil", "--no-save", "--events")
    *_, last = map(json.loads, capsys.readouterr().out.splitlines())
    assert last["kind"] == "scan_ended"
    assert "counted" not in last


# The scan page.


@pytest.fixture
def observer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> tuple[ScanPageBridge, ScanMailbox, list[int]]:
    """Return a page's bridge, its mailbox, and the number of counted cards at each save."""
    scanner, kept = Scanner(Camera(tuple(SUN[:2]))), list[int]()
    monkeypatch.setattr("companion.vision.sources.stills.decode_picture", lambda *_: 0)
    captions = Captions(load_catalog("yggdrasil"), "en")
    show = ScanDisplay(scanner.session, captions, events=False, talk=False, sound=False)
    mailbox = ScanMailbox(lambda _: b"", tmp_path)

    def keep(result: ScanResult, path: Path) -> None:
        kept.append(len(scanner.session.tally.counted))

    page = ScanPageBridge(mailbox, scanner, show, keep, tmp_path / "a.json", kept=True)  # type: ignore[arg-type]
    show.observer = page
    return page, mailbox, kept


def test_a_late_photograph_updates_the_result(
    observer: tuple[ScanPageBridge, ScanMailbox, list[int]],
) -> None:
    page, mailbox, kept = observer
    page.finish()
    upload = mailbox.send("a.jpg", b"")
    assert upload is not None
    assert not page.turn(), "the result is still shown"
    reported, status = upload.answer.result(0)
    assert [each.event.kind.value for each in reported].count("counted") == 2
    assert (status.counted, kept) == (2, [0, 2])


@pytest.mark.parametrize("sort", [MemoryError, cv2.error])
def test_a_photograph_that_is_too_much_is_answered_and_the_scan_goes_on(
    observer: tuple[ScanPageBridge, ScanMailbox, list[int]],
    monkeypatch: pytest.MonkeyPatch,
    sort: type[Exception],
) -> None:
    page, mailbox, _ = observer

    def unbearable(*_: object) -> None:
        raise sort

    with monkeypatch.context() as patch:
        patch.setattr("companion.vision.sources.stills.decode_picture", unbearable)
        upload = mailbox.send("a.jpg", b"")
        assert upload is not None
        assert page.turn(), "cards are still counted"
    with pytest.raises(SourceError, match="could not be examined"):
        upload.answer.result(0)
    later = mailbox.send("b.jpg", b"")
    assert later is not None
    page.turn()
    assert later.answer.result(0)[1].counted == 2


def test_what_keeps_a_camera_from_seeing_is_shown_until_it_is_over(
    observer: tuple[ScanPageBridge, ScanMailbox, list[int]],
) -> None:
    page, mailbox, _ = observer
    shown = []
    for trouble in ("dark", "dark", ""):
        page.trouble(trouble)
        number, now = mailbox.shown()
        assert now is not None
        shown.append((number, now.trouble))
    assert shown == [(1, "dark"), (1, "dark"), (2, "")], "news only"
