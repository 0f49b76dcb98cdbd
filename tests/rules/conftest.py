"""What several tests of the rules stand on."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest


@pytest.fixture
def folder(tmp_path: Path, root: Path) -> Path:
    """A copy of a game's data to spoil."""
    target = tmp_path / "card_data" / "yggdrasil"
    shutil.copytree(root / "card_data" / "yggdrasil", target)
    return target
