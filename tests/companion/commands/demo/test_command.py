"""`companion demo`: its messages before and after the match; test_watched.py tests the match."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from companion import cli
from companion.commands.demo.show import DemoDisplay, command
from companion.frames import Frame
from companion.referee.notices import Paused
from companion.simulator.sensor import CONDITIONS
from companion.texts import sentences
from tests.support.referee.inputs import uttered


def test_a_command_can_be_pasted_where_the_demo_was_typed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    words = ("replay", "my out/it's.jsonl", "--verify")
    assert command(*words) == """companion replay 'my out/it'"'"'s.jsonl' --verify"""
    monkeypatch.setenv("PRINTKIT_STARTED_BY", "python3 play.py")
    assert command(*words).startswith("python3 play.py companion replay 'my out")


def test_a_game_without_templates_is_one_sentence(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.pieces.TEMPLATES", (tmp_path,))
    with pytest.raises(SystemExit) as left:
        cli.main(["demo", "jiguan", "--out", str(tmp_path)])
    assert left.value.code == 2
    text = capfd.readouterr()
    assert text.err == "jiguan can't be printed yet because it has no card template\n"
    assert text.out == ""


SHORT = """
from companion.commands.demo import show, stage
from companion.match_setup import prints
prints.print_match = lambda *_: []
stage.prepare = lambda *_: None
show.introduction = lambda *_: "hello"
from companion.cli import main
main(["demo"])
"""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is full")
def test_a_full_device_is_reported_in_one_sentence() -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-c", SHORT], stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert done.returncode == 3
    assert done.stderr.startswith(b"the output cannot be written (the disk is full)")
    assert done.stderr.count(b"\n") == 1


def test_a_reader_that_leaves_ends_the_demo_without_a_word() -> None:
    command = [sys.executable, "-c", SHORT]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdout.close()
        assert child.stderr.read() == b""
    assert child.returncode == 141


def test_every_camera_has_a_name_in_every_language() -> None:
    named = {key for key in sentences("demo") if key.startswith("camera.")}
    assert named == {f"camera.{name}" for name in CONDITIONS}


def test_progress_and_captions_are_in_one_language(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    show = DemoDisplay("ja", 100, tmp_path / "log")
    show.progress(Frame(np.zeros((1, 1), np.uint8), 0.5, 10))
    assert "10枚目（全部で約100枚）" in capfd.readouterr().err
    show.begun -= 60
    show.progress(Frame(np.zeros((1, 1), np.uint8), 2.5, 50))
    show.receive(uttered(Paused(time_s=3.0), "一時停止です。", "ja"))
    text = capfd.readouterr()
    assert "2.5秒" in text.err
    assert "50枚目（全部で約100枚、残り約" in text.err
    assert text.out.strip() == "3.0秒  · 一時停止です。"
