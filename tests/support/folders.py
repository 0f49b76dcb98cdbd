"""Folders of tests, as scopes: pytest's own `package` is the session in folders like ours."""

from __future__ import annotations

from pathlib import Path

import pytest


def is_last_in(folder: Path, following: pytest.Item | None) -> bool:
    """Return True if the test that follows a folder's test, if any, is outside the folder."""
    return following is None or folder not in following.path.parents
