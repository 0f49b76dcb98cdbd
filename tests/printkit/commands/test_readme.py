"""Every printkit command of the README and of the printing guide does what a reader expects."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from printkit import cli

_HOUSE = Path(__file__).resolve().parents[3]
TEXT = "".join((_HOUSE / name).read_text("utf-8") for name in ("README.md", "docs/printing.md"))
ENDLESS = {"watch"}
"""Commands that run until they are stopped; only their options are tested."""
OTHERS = {"my-deck.txt": "2 M01\n", "cards.csv": "name,copies\nFox,2\nOwl,1\n"}
"""Files that the README's commands require."""


def commands() -> list[str]:
    """Return each distinct printkit line of the code blocks, without comments."""
    blocks = re.findall(r"^```\w*\n(.*?)^```", TEXT, re.DOTALL | re.MULTILINE)
    lines = "".join(blocks).replace("\\\n", " ").splitlines()
    called = (line.split(" #")[0].strip() for line in lines if line.startswith("printkit "))
    return list(dict.fromkeys(called))


def test_the_readme_shows_every_command() -> None:
    shown = {shlex.split(line)[1] for line in commands()}
    assert set(cli.COMMANDS) - {"calibrate"} <= shown
    assert "printkit calibrate" in TEXT


@pytest.mark.parametrize("line", commands())
def test_the_command_runs(
    line: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in OTHERS.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    _, *words = shlex.split(line)
    if words[0] in ENDLESS:
        words.append("--help")
    code = cli.run(words)
    out, err = capsys.readouterr()
    assert code == 0, err
    assert "error:" not in err
    if words[0] not in ("shopping", "check") and "--help" not in words:
        assert out.split("\n")[0]
        assert all((tmp_path / path).is_file() for path in out.splitlines())
