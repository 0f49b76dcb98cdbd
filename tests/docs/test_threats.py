"""The threat model names tests, targets and programs that exist."""

from __future__ import annotations

import re
from pathlib import Path

from tests.support.fuzz.targets import TARGETS


def test_each_test_that_the_threat_model_names_exists(root: Path) -> None:
    page = (root / "docs" / "threats.md").read_text("utf-8")
    named = set(re.findall(r"`(test_\w+)`", page))
    defined = {
        name
        for path in (root / "tests").rglob("test_*.py")
        for name in re.findall(r"^def (test_\w+)", path.read_text("utf-8"), re.MULTILINE)
    }
    assert len(named) > 20
    assert named <= defined
    targets = set(re.findall(r"fuzz target `(\w+)`", page))
    assert targets
    assert targets <= TARGETS.keys()
    programs = set(re.findall(r"benchmarks/[\w/]+\.py", page))
    assert programs
    assert all((root / program).is_file() for program in programs)
