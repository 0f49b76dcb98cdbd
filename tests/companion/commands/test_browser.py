"""A page is opened in a window or not at all: text browsers would take over the terminal."""

from __future__ import annotations

import os
import sys
import webbrowser
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.commands.browser import open_window

pytestmark = pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="they have windows")
Machine = Callable[..., Path]


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    """Install fake browsers, each of which logs its start; return a function for the log."""
    note = tmp_path / "started"

    def made(*names: str, **variables: str) -> Path:
        for name in names:
            path = tmp_path / name
            path.write_text(f'#!/bin/sh\necho "{name} $1" >> "{note}"\n')
            path.chmod(0o755)
        for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
            monkeypatch.delenv(name, raising=False)
        for name, value in {"PATH": str(tmp_path), "TERM": "xterm", **variables}.items():
            monkeypatch.setenv(name, value)
        # The browsers registered on this machine are not remembered for the next test.
        monkeypatch.setattr(webbrowser, "_tryorder", None)
        monkeypatch.setattr(webbrowser, "_browsers", {})
        return note

    return made


@pytest.mark.parametrize("name", ["w3m", "lynx", "links", "elinks", "www-browser"])
def test_a_text_browser_is_not_started(machine: Machine, name: str) -> None:
    note = machine(name)
    assert webbrowser.get().name == name, "Python would start it"
    assert not open_window("http://127.0.0.1:1/")
    assert not note.exists()


@pytest.mark.parametrize("wish", ["w3m", "{folder}/w3m", "w3m -o x=1 %s", "{folder}/lynx %s"])
def test_not_even_where_it_is_the_one_wished_for(
    machine: Machine, tmp_path: Path, wish: str
) -> None:
    note = machine("w3m", "lynx", BROWSER=wish.format(folder=tmp_path))
    assert not open_window("http://127.0.0.1:1/")
    assert not note.exists()


def test_not_where_a_window_cannot_be_had_after_all(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[str] = []

    class Failed:
        """A browser that fails immediately; a real one gets five seconds to do so."""

        def __init__(self, command: list[str], **_: object) -> None:
            started.append(command[0])

        def wait(self, timeout: float | None = None) -> int:
            del timeout
            return 1

        poll = wait

    machine("firefox", "w3m", DISPLAY=":99")
    webbrowser.get()  # search for browsers while none can be started
    monkeypatch.setattr("subprocess.Popen", Failed)
    assert not open_window("http://127.0.0.1:1/")
    assert "firefox" in started
    assert "w3m" not in started


def test_a_browser_with_a_window_is(machine: Machine) -> None:
    note = machine("viewer", "w3m", BROWSER="viewer %s")
    assert open_window("http://127.0.0.1:1/")
    assert note.read_text() == "viewer http://127.0.0.1:1/\n"


def test_no_browser_at_all_is_no_fault(machine: Machine) -> None:
    machine(PATH=os.devnull)
    assert not open_window("http://127.0.0.1:1/")
