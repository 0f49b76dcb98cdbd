"""docs/own-game.md is followed word by word: files written, parts replaced, commands run.

The page has its own grammar. "Write `PATH`:" before a block creates that file. "In `PATH`,
replace" before a block and "with" before the next one (or "with nothing") change a part. `sh`
blocks are run in the folder where the last one stopped. Every line of a following `text` block
must be in their output, in order.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_WRITE = re.compile(r"Write `([^`]+)`:\Z")
_REPLACE = re.compile(r"[Ii]n `([^`]+)`, replace\Z")


def steps(page: str) -> Iterator[tuple[str, str, str]]:
    """Yield, for each code block, the text before it, its language and its content."""
    last = 0
    for block in _BLOCK.finditer(page):
        yield page[last : block.start()].strip(), block[1], block[2]
        last = block.end()


class Reader:
    """A reader who carries out the instructions of a page in a folder that contains a checkout."""

    def __init__(self, house: Path) -> None:
        self.house = house
        self.way: list[str] = []
        self.printed = ""
        self.done: list[str] = []
        self.replacing: tuple[Path, str] | None = None

    def follow(self, before: str, language: str, text: str) -> None:
        game = self.house / "crossing"
        if self.replacing is not None:
            file, old = self.replacing
            self.replacing = None
            if before == "with":
                return self._replace(file, old, text)
            assert before.startswith("with nothing"), before
            self._replace(file, old, "")
        if write := _WRITE.search(before):
            file = game / write[1]
            assert file.parent.is_dir(), file
            file.write_text(text, "utf-8")
            self.done.append("write")
        elif replace := _REPLACE.search(before):
            self.replacing = (game / replace[1], text)
        elif language == "sh":
            self._run(text)
        else:
            assert language == "text", f"who reads this block? {before[-80:]!r}"
            self._compare(text)
        return None

    def _replace(self, file: Path, old: str, new: str) -> None:
        whole = file.read_text("utf-8")
        assert whole.count(old) == 1, f"{file.name}: {old}"
        file.write_text(whole.replace(old, new), "utf-8")
        self.done.append("replace")

    def _run(self, text: str) -> None:
        shell = shutil.which("bash") or "bash"
        done = subprocess.run(
            [shell, "-euo", "pipefail", "-c", "\n".join([*self.way, text])],
            cwd=self.house,
            env={**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{text}\n{done.stdout}"
        self.way += [line for line in text.splitlines() if line.startswith(("cd ", "export "))]
        self.printed = done.stdout
        self.done.append("run")

    def _compare(self, text: str) -> None:
        at = 0
        for line in text.splitlines():
            found = self.printed.find(line, at)
            assert found >= 0, f"{line!r} is not in\n{self.printed}"
            at = found + len(line)
        self.done.append("compare")


@pytest.mark.skipif(shutil.which("bash") is None, reason="the page's commands are a shell's")
def test_the_tutorial_works_word_for_word(root: Path, tmp_path: Path) -> None:
    for name in ("tests", "pyproject.toml"):
        (tmp_path / name).symlink_to(root / name)
    reader = Reader(tmp_path)
    page = (root / "docs" / "own-game.md").read_text("utf-8")
    for step in steps(page):
        reader.follow(*step)
    assert reader.replacing is None
    assert (reader.done.count("write"), reader.done.count("replace")) == (
        len(re.findall(r"^Write `", page, re.MULTILINE)),
        len(re.findall(r"[Ii]n `[^`]+`, replace$", page, re.MULTILINE)),
    )
    assert reader.done.count("compare") >= 6
    left = {path.name for path in tmp_path.iterdir() if not path.name.startswith(".")}
    assert left == {"tests", "pyproject.toml", "crossing"}, "something lies outside the folder"
