"""What several tests of the rules stand on."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever runs the tests, their system speaks English."""
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


@pytest.fixture
def folder(tmp_path: Path, root: Path) -> Path:
    """A copy of a game's data to spoil."""
    target = tmp_path / "card_data" / "yggdrasil"
    shutil.copytree(root / "card_data" / "yggdrasil", target)
    return target
