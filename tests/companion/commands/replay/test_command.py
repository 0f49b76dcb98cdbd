"""`companion replay` as typed: a match's page, and its exported files."""

from __future__ import annotations

import http.client
import json
import sys
import threading
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from pypdf import PdfReader
from websockets.sync.client import connect

from companion.commands.replay import page as _replay_page
from tests.companion.commands.referee.test_command import start
from tests.support.match_logs import LoggedMatch
from tests.support.waiting import PATIENCE_S


@pytest.fixture
def log(tmp_path: Path) -> Path:
    logged = LoggedMatch("yggdrasil", tmp_path / "m.jsonl")
    logged.play(4)
    logged.writer.close()
    return logged.path


class Guest:
    """A viewer that opens the link in place of a browser, steps on, and leaves."""

    def __init__(self) -> None:
        self.films: list[dict[str, Any]] = []
        self.threads: list[threading.Thread] = []
        self.joins: list[int] = []

    def open(self, link: str) -> bool:
        self.threads.append(threading.Thread(target=self.look, args=(link,), daemon=True))
        self.threads[-1].start()
        return True

    def look(self, link: str) -> None:
        found = urlsplit(link)
        headers = {"content-type": "application/json", "origin": f"http://{found.netloc}"}
        line = http.client.HTTPConnection(found.netloc, timeout=PATIENCE_S)
        for _ in range(2):
            line.request("POST", "/join", json.dumps({"token": found.fragment}), headers)
            answer = line.getresponse()
            self.joins.append(answer.status)
            cookie = (answer.getheader("set-cookie") or "").partition(";")[0]
            headers.setdefault("cookie", cookie)
            answer.read()
        with connect(
            f"ws://{found.netloc}/live?lang=en",
            additional_headers={"cookie": headers["cookie"]},
            proxy=None,
        ) as socket:
            while [film["at"] for film in self.films][-1:] != [2]:
                message = socket.recv(timeout=PATIENCE_S)
                if isinstance(message, str) and '"view"' in message[:8]:
                    self.films.append(json.loads(message)["film"])
                    line.request("POST", "/step", json.dumps({"to": 2}), headers)
                    line.getresponse().read()
        line.close()


def test_the_page_is_there_until_nobody_looks_at_it_any_more(
    log: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    guest = Guest()
    monkeypatch.setattr("companion.commands.browser.open_window", guest.open)
    monkeypatch.setattr(_replay_page, "_STAYS_S", 0.1)
    assert start("replay", str(log), "--page", "--port", "0", "--lang", "en") == 0
    (thread,) = guest.threads
    thread.join(10)
    assert [guest.films[0]["at"], guest.films[-1]["at"]] == [1, 2]
    assert guest.joins == [200, 403], "others can read a browser's command line"
    assert "http://127.0.0.1:" in capsys.readouterr().err


def test_a_computer_without_a_browser_shows_the_link(
    log: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("companion.commands.browser.open_window", lambda _: False)
    monkeypatch.setattr("companion.replay.player.ReplayPlayer.run", interrupted)
    assert start("replay", str(log), "--page", "--port", "0", "--lang", "en") == 0
    assert "http://127.0.0.1:" in capsys.readouterr().err


def test_whatever_is_asked_for_is_written_into_folders_that_are_made(
    log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "told" / "again"
    words = ("--sheet", str(folder / "s.pdf"), "--video", str(folder / "v.webm"))
    assert start("replay", str(log), *words, "--lang", "en") == 0
    assert PdfReader(folder / "s.pdf").pages
    assert (folder / "v.webm").stat().st_size > 0
    exported = {f"v.{lang}.{form}" for lang in ("en", "ja", "zh-Hant") for form in ("vtt", "srt")}
    assert {path.name for path in folder.iterdir()} == {"s.pdf", "v.webm"} | exported
    assert "s.pdf" in capsys.readouterr().err


def test_a_place_that_cannot_be_written_is_reported(
    log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("no folder")
    for place in (tmp_path / "file" / "s.pdf", tmp_path):
        assert start("replay", str(log), "--sheet", str(place), "--lang", "en") == 3
        assert str(tmp_path) in capsys.readouterr().err.splitlines()[-1]


def test_without_the_library_for_sheets_it_is_named(
    log: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delitem(sys.modules, "companion.replay.sheet", raising=False)
    monkeypatch.setitem(sys.modules, "reportlab.pdfgen.canvas", None)
    assert start("replay", str(log), "--sheet", str(tmp_path / "s.pdf"), "--lang", "en") == 3
    assert "reportlab" in capsys.readouterr().err
