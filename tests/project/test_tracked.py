"""Tracked files read the same on every machine."""

import os
import re
from pathlib import Path

import pytest

# A path of somebody's machine, written so that this file does not match.
MACHINE = re.compile(rb"(?<![\w.~)}])/(?:home|root|work|Users)/" + rb"[\w.-]")


def test_no_tracked_text_names_a_path_of_a_machine(tracked: list[Path], root: Path) -> None:
    found = []
    for path in tracked:
        content = path.read_bytes()
        if b"\0" in content[:8192]:
            continue  # fonts and pictures: bytes, not text
        found += [f"{path.relative_to(root)}: {hit.decode()}" for hit in MACHINE.findall(content)]

    assert found == []


def test_the_pattern_sees_what_it_is_for() -> None:
    for path in ("/home" + "/ann/x", "see /work" + "/main", '"/root' + '/.cache"'):
        assert MACHINE.search(path.encode())
    for fine in ("companion/work" + "/x", "a.example/home" + "/x", "out/"):
        assert not MACHINE.search(fine.encode())


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps no executable bit")
@pytest.mark.parametrize("name", [".ci/run", "play.py"])
def test_what_is_started_by_name_is_executable(root: Path, name: str) -> None:
    assert os.access(root / name, os.X_OK)


def test_what_the_tools_write_stays_untracked(tracked: list[Path], root: Path) -> None:
    written = [path.name for path in tracked if path.parent == root / "out"]

    assert written == [".gitkeep"]
