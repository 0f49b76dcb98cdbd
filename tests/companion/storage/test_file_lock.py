"""One writer per log: a second one gets an error, and a killed writer releases the lock."""

from __future__ import annotations

import errno
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from companion.commands.referee.lobby import _free
from companion.commands.referee.match import alone
from companion.errors import SessionError, SourceError
from companion.frames import Frame
from companion.storage import file_lock as keeping_lock
from companion.storage.file_lock import hold_lock
from tests.companion.commands.referee.test_command import Film, film, manifest, start

__all__ = ["film", "manifest"]

HOLD = (
    "import sys, pathlib; from companion.storage.file_lock import hold_lock\n"
    "with hold_lock(pathlib.Path(sys.argv[1])): print('held', flush=True); sys.stdin.read()"
)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "m.jsonl"
    path.write_bytes(b"a line\n")
    return path


def test_another_process_holds_it_until_it_is_killed(log: Path) -> None:
    command = [sys.executable, "-c", HOLD, str(log)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        assert other.stdout.readline().strip() == b"held"
        with pytest.raises(BlockingIOError), hold_lock(log):
            pass
        assert not _free(log), "the page does not offer it"
        assert log.read_bytes() == b"a line\n", "whoever only reads is let in"
        other.kill()
        assert other.wait() == -signal.SIGKILL if sys.platform != "win32" else other.wait()
    with hold_lock(log) as sure:
        assert sure
    assert _free(log)
    assert log.read_bytes() == b"a line\n"


@pytest.mark.parametrize("there", [True, False])
def test_a_file_that_was_replaced_or_removed_before_its_lock_is_not_held(
    log: Path, monkeypatch: pytest.MonkeyPatch, *, there: bool
) -> None:
    lock = keeping_lock._lock

    def replaced(file: int) -> None:
        log.unlink()
        if there:
            log.touch()
        lock(file)

    monkeypatch.setattr(keeping_lock, "_lock", replaced)
    with pytest.raises(BlockingIOError), hold_lock(log):
        pytest.fail("a lock on another file")


def test_a_second_referee_is_refused_in_one_sentence(log: Path) -> None:
    with (
        alone(log),
        log.open("rb") as reader,
        pytest.raises(SessionError, match="another referee") as second,
        alone(log),
    ):
        reader.read()
    assert str(log) in second.value.message.render("ja")
    with alone(log):
        pass


def test_a_log_that_cannot_be_opened_is_not_held(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"none\.jsonl"), alone(tmp_path / "none.jsonl"):
        pass


@pytest.mark.parametrize("lang", ["", "en", "ja", "zh-Hant"])
def test_where_nothing_can_be_locked_it_is_reported_and_the_match_continues(
    log: Path, lang: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(_: int) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(keeping_lock, "_lock", refuse)
    with alone(log, lang):
        pass
    assert (str(log) in capsys.readouterr().err) == bool(lang)


def test_from_before_a_log_is_read_to_its_last_line_nobody_else_writes(
    film: Film, manifest: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log, free = tmp_path / "new.jsonl", []
    read = film.read

    def watched() -> Frame | None:
        free.append(_free(log))
        return read()

    film.read = watched  # type: ignore[method-assign]
    words = ("referee", "yggdrasil", "-s", "0", "--no-page", "-m", str(manifest))
    assert start(*words, "--log", str(log)) == 0
    assert free, "the match was watched"
    assert not any(free)
    before = log.read_bytes()
    with hold_lock(log):
        assert start(*words, "--log", str(log), "--resume", "--lang", "en") == 2
    assert f"{log.name}: another referee" in capsys.readouterr().err
    assert log.read_bytes() == before
