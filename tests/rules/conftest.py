"""Fixtures that several tests of the rules use."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set the system language to English, on any machine."""
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


@pytest.fixture
def folder(tmp_path: Path, root: Path) -> Path:
    """Return a copy of a game's data that a test may damage."""
    target = tmp_path / "card_data" / "yggdrasil"
    shutil.copytree(root / "card_data" / "yggdrasil", target)
    return target
