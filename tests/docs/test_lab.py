"""Every command on the measurement pages exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PROGRAM = re.compile(r"(?:benchmarks|tools)[/.][\w./]+")


@pytest.mark.parametrize("page", ["reader", "matches", "endurance"])
def test_every_program_that_a_page_runs_exists(root: Path, page: str) -> None:
    text = (root / "docs" / "lab" / f"{page}.md").read_text("utf-8")
    named = set(PROGRAM.findall(text))
    assert len(named) >= 1
    paths = [name if name.endswith(".py") else f"{name.replace('.', '/')}.py" for name in named]
    assert [path for path in paths if not (root / path).is_file()] == []


@pytest.mark.parametrize("page", ["reader", "matches", "endurance"])
def test_no_program_is_named_without_its_folder(root: Path, page: str) -> None:
    text = (root / "docs" / "lab" / f"{page}.md").read_text("utf-8")
    assert re.findall(r"(?<![\w/])\w+\.py\b", text) == []
