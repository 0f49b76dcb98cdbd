"""The log of a match that is stopped before it begins, or in the middle."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from companion.errors import SessionError, SourceError
from companion.match_setup.match_log import kept_log
from companion.referee.journal import resume_match
from companion.storage import file_lock
from companion.web.auth.sessions import Keyring


def stopped(path: Path, *words: str, resume: bool = False) -> None:
    """Write an entry of each given kind to the log, then raise `KeyboardInterrupt`."""
    with kept_log(path, resume=resume) as writer:
        assert writer is not None
        assert path.exists()
        for word in words:
            writer.append(word)
        raise KeyboardInterrupt


def test_a_match_stopped_before_its_first_word_leaves_no_log(tmp_path: Path) -> None:
    path = tmp_path / "matches" / "a.jsonl"
    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            stopped(path)
        assert not path.exists(), "else the next match of this name would be refused"


def test_what_was_written_stays_and_is_resumed(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    for resume in (False, True):
        with pytest.raises(KeyboardInterrupt):
            stopped(path, "paused", resume=resume)
    assert len(path.read_bytes().splitlines()) == 2


@pytest.mark.parametrize(
    ("lang", "way_out"),
    [("en", "--no-log"), ("ja", "--log FILE で別の場所"), ("zh-Hant", "--log FILE 指定別處")],
)
def test_where_a_log_cannot_be_kept_the_way_out_is_reported(
    tmp_path: Path, lang: str, way_out: str
) -> None:
    (tmp_path / "out").write_text("a file, not a folder")
    with (
        pytest.raises(SourceError) as caught,
        kept_log(tmp_path / "out" / "a.jsonl", resume=False),
    ):
        pass
    assert way_out in caught.value.message.render(lang)


def test_without_a_log_there_is_nothing_to_close() -> None:
    with kept_log(None, resume=False) as writer:
        assert writer is None


def test_default_names_differ_even_if_two_matches_begin_at_once(tmp_path: Path) -> None:
    names = iter([tmp_path / "a.jsonl", tmp_path / "a.jsonl", tmp_path / "a-2.jsonl"])
    with kept_log(lambda: next(names), resume=False) as first:
        with kept_log(lambda: next(names), resume=False) as second:
            assert first is not None
            assert second is not None
            assert (first.path.name, second.path.name) == ("a.jsonl", "a-2.jsonl")
        assert first.path.exists()
        assert not second.path.exists()


def test_the_second_to_begin_a_named_log_is_refused_and_removes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    with kept_log(path, resume=False) as first:
        with (
            pytest.raises(SessionError, match=r"a\.jsonl"),
            kept_log(path, resume=False),
        ):
            pytest.fail("two matches began in one log")
        assert first is not None
        first.append("paused")
    assert len(path.read_bytes().splitlines()) == 1


KILLED = """
import os, pathlib, signal, sys
from companion.match_setup.match_log import kept_log

with kept_log(pathlib.Path(sys.argv[1]), resume=False):  # the camera is being set up
    os.kill(os.getpid(), signal.SIGKILL)
"""
BEGINS = """
import pathlib, sys
from companion.errors import SessionError
from companion.match_setup.match_log import kept_log

try:
    with kept_log(pathlib.Path(sys.argv[1]), resume=False) as writer:
        print("begun", flush=True)
        writer.append("paused")
except SessionError:
    print("refused")
"""


@pytest.fixture
def abandoned(tmp_path: Path) -> Path:
    """Path of the log of a match that was killed before its first line."""
    path = tmp_path / "a.jsonl"
    subprocess.run([sys.executable, "-c", KILLED, str(path)], check=False)
    assert path.read_bytes() == b""
    return path


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGKILL")
def test_a_match_killed_before_its_first_word_does_not_block_its_name(abandoned: Path) -> None:
    with kept_log(abandoned, resume=False) as writer:
        assert writer is not None
        writer.append("paused")
        with pytest.raises(SessionError), kept_log(abandoned, resume=False):
            pytest.fail("two matches began in one log")
    assert len(abandoned.read_bytes().splitlines()) == 1
    with pytest.raises(SessionError), kept_log(abandoned, resume=False):
        pytest.fail("a match began in another's log")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGKILL")
def test_a_match_killed_before_its_first_word_cannot_be_resumed(abandoned: Path) -> None:
    with pytest.raises(SessionError, match="contains no match"):
        resume_match(abandoned, "")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGKILL")
def test_of_several_that_begin_an_abandoned_log_one_at_most_begins(abandoned: Path) -> None:
    def begin(_: int) -> str:
        command = [sys.executable, "-c", BEGINS, str(abandoned)]
        return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout

    with ThreadPoolExecutor() as pool:
        said = sorted(pool.map(begin, range(3)))
    assert said == ["begun\n", "refused\n", "refused\n"]
    assert len(abandoned.read_bytes().splitlines()) == 1


def test_an_abandoned_log_is_not_reused_where_nothing_can_be_locked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: int) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(file_lock, "_lock", refuse)
    path, reported = tmp_path / "a.jsonl", []
    with kept_log(path, resume=False, unlocked=reported.append):
        assert reported == [path]
        with pytest.raises(SessionError), kept_log(path, resume=False):
            pytest.fail("two matches began in one log")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no modes")
def test_a_match_s_files_are_their_owner_s_only(tmp_path: Path) -> None:
    with kept_log(tmp_path / "out" / "matches" / "a.jsonl", resume=False) as writer:
        assert writer is not None
        writer.append("paused")
        Keyring.for_log(writer.path, 8000).write({})
    found = {p.name: p.stat().st_mode & 0o777 for p in tmp_path.rglob("*")}
    assert found["matches"] == 0o700
    assert found["a.jsonl"] == found["a.keys.json"] == 0o600
