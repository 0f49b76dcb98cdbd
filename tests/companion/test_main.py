"""The entry point: warnings silenced, Ctrl-C from the start, a closed pipe, help."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion import cli
from rules import dump_manifest
from tests.companion.commands.referee.test_command import manifest_of

CLI = [sys.executable, "-m", "companion"]
PRESSED_AT = """
import signal, sys

signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored in a shell's background

class Press:
    def find_spec(self, name, path=None, target=None):
        if name == {name!r}:
            signal.raise_signal(signal.SIGINT)

sys.meta_path.insert(0, Press())
sys.argv = ["companion", "replay", "/no/such.jsonl"]
from companion.{entry} import main
main()
"""


@pytest.mark.parametrize(
    ("source", "report"),
    [
        ("987", "Cameras are numbered from 0"),
        ("http://127.0.0.1:9/video", "no pictures come from this address: is the address right"),
        ("cut.mp4", "neither a picture nor a playable video"),
    ],
)
def test_libraries_leave_the_talking_to_us(tmp_path: Path, source: str, report: str) -> None:
    (tmp_path / "mat.json").write_text(dump_manifest(manifest_of()), encoding="utf-8")
    (tmp_path / "cut.mp4").write_bytes(b"\0\0\0\x1cftypisom\0\0\2\0isomiso2mp41\0\0\0\x08free")
    words = ["referee", "yggdrasil", "--no-log", "--source", source, "--manifest", "mat.json"]
    done = subprocess.run([*CLI, *words], capture_output=True, text=True, check=False, cwd=tmp_path)
    hint, line = done.stderr.splitlines()
    assert "--page" in hint, "nobody looks at a screen here"
    assert report in line
    assert ("plugged" in line) == (source == "987")
    assert done.returncode == 3


@pytest.mark.parametrize(
    ("name", "entry"),
    [
        ("typer", "cli"),
        ("rules", "cli"),
        ("companion.errors", "cli"),
        ("companion.commands", "cli"),
        ("rules.process.interrupt", "__main__"),
        ("companion.cli", "__main__"),
    ],
)
def test_ctrl_c_while_starting_up_is_one_word(name: str, entry: str) -> None:
    code = PRESSED_AT.format(name=name, entry=entry)
    # The coverage tracer also imports our packages, and Ctrl-C would hit it instead.
    unmeasured = {key: value for key, value in os.environ.items() if "COVERAGE" not in key}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, env=unmeasured
    )
    assert (done.returncode, done.stderr) == (130, "interrupted\n")


def test_an_old_python_is_refused_with_the_required_version() -> None:
    code = "import sys; sys.version_info = (3, 10, 4); import companion.__main__ as m; m.main()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr.startswith("You have Python 3.10.4, but 3.11 or newer is needed")


def test_ctrl_c_later_on_is_the_same_word(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def interrupted(path: Path) -> bytes:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "read_bytes", interrupted)
    with pytest.raises(SystemExit) as left:
        cli.main(["replay", str(tmp_path)])
    assert left.value.code == 130
    assert capfd.readouterr().err == "interrupted\n"


def test_a_reader_that_leaves_is_no_fault() -> None:
    command = [*CLI, "--help"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdout.close()
        assert child.stderr.read() == b""
    assert child.returncode == 141


def test_help_lists_commands_whole_and_exit_codes(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        cli.main(["--help"])
    assert left.value.code == 0
    text = " ".join(capfd.readouterr().out.split())
    assert "..." not in text.partition("Commands:")[2]
    assert "judging and applying every action again." in text
    assert "3 environment" in text
    assert "130 interrupted" in text
