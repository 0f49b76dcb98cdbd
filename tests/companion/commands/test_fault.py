"""Errors of the command line: who is responsible, the language, and the exit code."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import cli
from rules import Message
from rules.process import interrupt
from tests.companion.commands.referee.test_command import start

ROOT = Path(__file__).resolve().parents[3]


def breaking(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    """Make every command fail with an error."""

    def broken(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(cli, "build_app", lambda: broken)


def refused(number: int, name: str | None) -> OSError:
    return OSError(number, "refused", name) if name else OSError(number, "refused")


@pytest.mark.parametrize("number", [errno.EACCES, errno.EROFS, errno.ENOSPC])
@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", "a/b.toml cannot be"),
        ("ja", "a/b.tomlを使えません"),
        ("zh-Hant", "無法使用 a/b.toml"),
    ],
)
def test_a_file_the_machine_refuses_is_named(
    number: int,
    lang: str,
    text: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    breaking(monkeypatch, refused(number, "a/b.toml"))
    assert start("plan", "--lang", lang) == 3
    (line,) = capsys.readouterr().err.splitlines()
    assert text in line


@pytest.mark.parametrize("error", [refused(errno.EACCES, None), refused(errno.EBADF, "a")])
def test_what_no_file_refuses_is_ours_to_fix(
    error: OSError, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    breaking(monkeypatch, error)
    assert start("plan", "--lang", "en") == 4
    assert capsys.readouterr().err.startswith("internal error")


def test_a_library_that_cannot_be_opened_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    breaking(monkeypatch, ImportError("libGL.so.1", name="cv2", path="/lib/cv2.so"))
    assert start("plan", "--lang", "en") == 3
    err = capsys.readouterr().err
    assert "cv2" in err
    assert "libGL.so.1" in err


@pytest.fixture
def pressed() -> Iterator[None]:
    """Behave as if Ctrl-C had just been pressed."""
    before = signal.signal(signal.SIGINT, interrupt.exit_now)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("pressed")
@pytest.mark.parametrize(
    ("lang", "text"), [("en", "interrupted"), ("ja", "中断しました"), ("zh-Hant", "已中斷")]
)
def test_an_import_that_ctrl_c_cut_off_is_an_interruption(
    lang: str, text: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    breaking(monkeypatch, RuntimeError("lock lost"))
    assert start("plan", "--lang", lang) == 130
    assert capsys.readouterr().err == f"{text}\n"


def test_pressed_twice_it_is_the_plain_word(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def again(*_: object) -> str:
        raise KeyboardInterrupt

    breaking(monkeypatch, KeyboardInterrupt())
    monkeypatch.setattr(Message, "render", again)
    assert start("plan", "--lang", "ja") == 130
    assert capsys.readouterr().err == "interrupted\n"


def test_a_reader_that_left_is_counted_as_a_shell_does(monkeypatch: pytest.MonkeyPatch) -> None:
    left = SystemExit(1)
    left.__context__ = BrokenPipeError()
    breaking(monkeypatch, left)
    assert start("plan") == 141
    breaking(monkeypatch, SystemExit(7))
    assert start("plan") == 7


def test_a_command_that_is_not_installed_is_not_offered(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cli, "COMMANDS", (*cli.COMMANDS, "juggle"))
    assert start("--help") == 0
    assert "juggle" not in capsys.readouterr().out


def test_debugging_is_switched_on_for_good(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("COMPANION_DEBUG", "1")
    assert start("replay", str(tmp_path / "none.jsonl")) == 2
    assert capsys.readouterr().err.startswith("Traceback")


WITHOUT = """
import sys

class Nothing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("cv2", "numpy", "zxingcpp", "starlette", "reportlab", "PIL"):
            raise ModuleNotFoundError(name, name=name)

sys.meta_path.insert(0, Nothing())
from companion.cli import main
main(sys.argv[1:])
"""


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["scan", "deck.txt", "--deck-rules", "yggdrasil", "--no-save"], "YGG-"),
        (["doctor", "--line", "98"], "98.0 %"),
        (["rules", "6.4", "--game", "yggdrasil"], "YGG-6.4"),
    ],
)
def test_decks_rules_and_rulers_need_no_further_library(
    words: list[str], text: str, tmp_path: Path
) -> None:
    (tmp_path / "deck.txt").write_text("2 y03\n", encoding="utf-8")
    here = {**os.environ, "PYTHONPATH": str(ROOT), "LANG": "C"}
    command = [sys.executable, "-c", WITHOUT, *words]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, cwd=tmp_path, env=here
    )
    assert (done.stderr, text in done.stdout) == ("", True)


def test_the_demo_names_all_it_needs_in_one_line(tmp_path: Path) -> None:
    here = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", WITHOUT, "demo", "jiguan", "--lang", "en"]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, cwd=tmp_path, env=here
    )
    assert done.returncode == 3
    assert done.stderr.endswith(
        ' is not installed: pip install "printkit-companion[virtual,print]"\n'
    )
