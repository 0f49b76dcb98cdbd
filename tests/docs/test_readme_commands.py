"""Every command of the README does what a reader expects; printkit has a test of its own.

A fake camera shows the sheets that printkit printed here. The browser is fake as well: it joins by
the link it opens, does what a player would do, and closes. Ctrl-C ends what only Ctrl-C ends. The
set-up by play.py is not tested here, and its programs are not started: tests/companion/robots
plays the demo's match, and `test` would run these tests. For printkit's commands, see
tests/printkit/commands/test_readme.py.
"""

from __future__ import annotations

import _thread
import http.client
import json
import re
import shlex
import threading
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

import numpy as np
import pypdfium2
import pytest
from websockets.sync.client import connect

import play
import printkit.cli
from companion import cli
from companion.frames import Frame
from companion.vision.sources import open as sources
from companion.vision.sources.camera_list import ListedCamera
from companion.vision.sources.capture import Granted
from rules import load_manifest
from tests.support.waiting import PATIENCE_S
from tools import check

_PX_PER_MM = 3.6
README = (Path(__file__).resolve().parents[2] / "README.md").read_text("utf-8")


def commands(program: str) -> list[str]:
    """Return a program's command lines in the README's code blocks, without comments."""
    blocks = re.findall(r"^```\w*\n(.*?)^```", README, re.DOTALL | re.MULTILINE)
    lines = (line.split(" #")[0].strip() for line in "".join(blocks).splitlines())
    return [line for line in lines if line.startswith(f"{program} ")]


# Fakes.


class Camera:
    """A camera that shows each picture for a second, then repeats the last one."""

    name = "camera 0"

    def __init__(self, *pictures: np.ndarray) -> None:
        self._pictures, self._index, self.closed = pictures, 0, False

    def read(self) -> Frame:
        time.sleep(0.05)
        index, self._index = self._index, self._index + 1
        return Frame(self._pictures[min(index // 10, len(self._pictures) - 1)], index / 10, index)

    def close(self) -> None:
        self.closed = True


class Browser:
    """A browser that opens its link and acts as the test says; it keeps errors for the test."""

    def __init__(self, act: Callable[[Browser], None]) -> None:
        self._act, self._home, self._cookie = act, "", ""
        self._thread: threading.Thread | None = None
        self._fault: BaseException | None = None

    def open(self, link: str) -> bool:
        self._thread = threading.Thread(target=self._run, args=(link,), daemon=True)
        self._thread.start()
        return True

    def looks(self) -> bool:
        """Return True if the browser still has the page open or has not opened it yet."""
        return self._thread is None or self._thread.is_alive()

    def closed(self) -> None:
        assert self._thread is not None, "no browser was opened"
        self._thread.join(PATIENCE_S)
        if self._fault is not None:
            raise self._fault

    def _run(self, link: str) -> None:
        try:
            found = urlsplit(link)
            self._home = found.netloc
            self.ask("POST", "/join", {"token": found.fragment})
            with pytest.raises(AssertionError, match="403"):  # others can read a command line
                self.ask("POST", "/join", {"token": found.fragment})
            self._act(self)
        except BaseException as fault:  # noqa: BLE001 - raised again in the test's own thread
            self._fault = fault
            _thread.interrupt_main()

    def ask(self, method: str, path: str, data: object = None) -> Any:  # noqa: ANN401 - JSON
        line = http.client.HTTPConnection(self._home, timeout=PATIENCE_S)
        headers = {"content-type": "application/json", "origin": f"http://{self._home}"}
        body = None if data is None else json.dumps(data)
        line.request(method, path, body, headers | {"cookie": self._cookie})
        answer = line.getresponse()
        self._cookie = (answer.getheader("set-cookie") or self._cookie).partition(";")[0]
        report, status = answer.read(), answer.status
        line.close()
        assert status < 400, (path, status, report)
        return json.loads(report) if report.startswith(b"{") else None

    def views(self) -> Iterator[dict[str, Any]]:
        """Yield the views of a match's page."""
        headers = {"cookie": self._cookie}
        live = f"ws://{self._home}/live?lang=en"
        with connect(live, additional_headers=headers, proxy=None) as socket:
            while True:
                message = socket.recv(timeout=PATIENCE_S)
                if isinstance(message, str) and '"view"' in message[:8]:
                    yield json.loads(message)


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Print The Yggdrasil's cards and mat; return the folder that contains `out`."""
    folder = tmp_path_factory.mktemp("table")
    plain = ["--style", "ink", "--no-art", "--out", str(folder / "out")]
    assert printkit.cli.run(["cards", "yggdrasil", *plain]) == 0
    assert printkit.cli.run(["mat", "yggdrasil", "--style", "ink", *plain[3:]]) == 0
    return folder


@pytest.fixture(autouse=True)
def at_home(printed: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Simulate a reader at a terminal, in the folder with the prints and an empty home."""
    monkeypatch.chdir(printed)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    screen = SimpleNamespace(stdout=SimpleNamespace(isatty=lambda: True))
    monkeypatch.setattr("companion.commands.referee.page.sys", screen)
    monkeypatch.setattr("companion.commands.scan.page._FIRST_LOOK_S", 0.0)


def pages(manifest: str, owner: str = "") -> list[np.ndarray]:
    """Return the pages of a printed PDF as a camera sees them: the mat, or an owner's cards."""
    path = next(Path("out").glob(manifest))
    report = load_manifest(path)
    numbers = {card.front.page for card in report.cards if card.owner == owner} or {1}
    pdf = pypdfium2.PdfDocument(path.with_name(report.pdf))
    scale = _PX_PER_MM * 25.4 / 72
    # A camera that does not overexpose paper: white is not quite white.
    exposed = (np.arange(256) * 0.8).astype(np.uint8)
    return [exposed[pdf[number - 1].render(scale=scale).to_numpy()] for number in sorted(numbers)]


def run(line: str) -> int:
    with pytest.raises(SystemExit) as left:
        cli.main(shlex.split(line)[1:])
    return int(str(left.value.code or 0))


# The tests.


def test_every_command_is_tried() -> None:
    tried = {REFEREE, MOUSE, LESSON, SCAN, LIST, QUESTION, CLAUSE}
    assert set(commands("companion")) == tried
    played = {f"python3 play.py {word}" for word in PLAYED}
    assert set(commands("python3")) == {*played, "python3 play.py companion referee --source mouse"}


REFEREE = "companion referee"


def test_the_page_asks_for_game_camera_and_cards(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    (mat,) = pages("*-mat-*.json")
    camera = Camera(mat)
    listed = ListedCamera(0, "Webcam", Granted(1920, 1080, 30.0, "MJPG"), mat)
    monkeypatch.setattr("companion.vision.sources.camera_list.list_cameras", lambda: (listed,))
    monkeypatch.setattr(sources, "open_source", lambda spec: {"0": camera}[spec])

    def choose(browser: Browser) -> None:
        while (offers := browser.ask("GET", "/lobby"))["cameras"] is None:
            time.sleep(0.05)
        games = [game["name"] for game in offers["games"]]
        game = games.index("The Yggdrasil")
        assert offers["cameras"][0]["name"] == "Webcam"
        browser.ask("POST", "/start", {"game": game, "camera": 0, "papers": 0})
        views = browser.views()
        # Only what has been said is of a match that goes on.
        text = (view for view in views if view["caption"]["n"])
        assert any("s Deep Root on " in json.dumps(view["steps"]) for view in text)
        views.close()  # type: ignore[attr-defined]
        _thread.interrupt_main()

    browser = Browser(choose)
    monkeypatch.setattr("companion.commands.browser.open_window", browser.open)
    assert run(REFEREE) == 0
    browser.closed()
    assert camera.closed
    assert "Please set up the table." in capfd.readouterr().out


MOUSE = "companion referee yggdrasil --source mouse"
LESSON = "companion referee yggdrasil --tutorial"


@pytest.mark.parametrize("command", [MOUSE, LESSON])
def test_nothing_printed_it_is_played_by_mouse(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)

    def play_on(browser: Browser) -> None:
        views = browser.views()
        next(views)
        browser.ask("POST", "/table", {"do": "lay"})
        view = next(view for view in views if view["screen"] == "referee")
        assert bool(view["lesson"]) == (command == LESSON)
        assert browser.ask("GET", "/table")["lying"]
        views.close()  # type: ignore[attr-defined]
        _thread.interrupt_main()

    browser = Browser(play_on)
    monkeypatch.setattr("companion.commands.browser.open_window", browser.open)
    monkeypatch.setattr("companion.drawn_table.source._DPI", 75.0)  # saves 80 MB
    assert run(command) == 0
    browser.closed()
    assert "The table is ready." in capfd.readouterr().out
    assert len(list((tmp_path / "out" / "matches").glob("*.jsonl"))) == 1


SCAN = "companion scan 0"


def test_a_deck_is_dealt_before_the_camera(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    camera = Camera(*pages("*-cards-*.json", "sun"))
    monkeypatch.setattr(sources, "open_source", lambda spec: {"0": camera}[spec])

    def watch(browser: Browser) -> None:
        while (view := browser.ask("GET", "/view"))["state"] != "result":
            time.sleep(0.05)
        assert view["light"]["state"] == "legal"

    browser = Browser(watch)
    monkeypatch.setattr("companion.commands.browser.open_window", browser.open)
    monkeypatch.setattr(
        "companion.web.scan.mailbox.ScanMailbox.looked_at", lambda _: browser.looks()
    )
    assert run(SCAN) == 0
    browser.closed()
    assert camera.closed
    assert "complete, 21 cards" in capfd.readouterr().out
    assert len(list(Path("out/scans").glob("*.html"))) == 1


LIST = "companion scan my-deck.txt"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "cp932"])
def test_a_list_is_checked(
    root: Path, encoding: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    shipped = (root / "card_data/yggdrasil/decks/orchard.txt").read_text("utf-8")
    cards = [line for line in shipped.splitlines() if re.match(r"\d+ |root ", line)]
    Path("my-deck.txt").write_text("\n".join(["# 世界樹の手札", *cards]), encoding)
    assert run(LIST) == 0
    Path("my-deck.txt").write_text("\n".join(["# 世界樹の手札", *cards[:-1]]), encoding)
    assert run(LIST) == 1


QUESTION = 'companion rules "can I attack the root?" --game yggdrasil'
CLAUSE = "companion rules 6.4 --game yggdrasil"


@pytest.mark.parametrize(("line", "first"), [(QUESTION, "YGG-9.6"), (CLAUSE, "YGG-6.4")])
def test_the_rules_answer(line: str, first: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(line) == 0
    assert capfd.readouterr().out.startswith(first)


PLAYED = ("demo", "test")
"""The commands in the README's first block."""


@pytest.mark.parametrize("word", [*PLAYED, "companion", "docs", "printkit", "setup"])
def test_play_starts_what_there_is(word: str, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[list[str]] = []

    def note(_: play.Checkout, arguments: list[str], folder: Path | None = None) -> int:
        del folder
        started.append(arguments)
        return 0

    monkeypatch.setattr(play, "run", note)
    monkeypatch.setattr(play, "set_up", lambda *_, **__: None)
    assert play.start(play.Checkout(root), [word]) == 0
    assert [arguments[0] for arguments in started] == ["-m"] * (word != "setup")
    assert all(find_spec(module) is not None for _, module, *_ in started)


@pytest.mark.parametrize("step", [*check.LINT, check.tests([])], ids=str)
def test_each_check_is_installed(step: check.Step) -> None:
    first, module, *_ = step.arguments
    assert first == "-c" or find_spec(module) is not None


def test_what_the_readme_says_of_play_it_knows() -> None:
    text = set(re.findall(r"python3 play\.py (\w+)", README))
    assert text == {"companion", "demo", "test", "docs", "printkit"}
    assert text <= set(play.COMMANDS)
