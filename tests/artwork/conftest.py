"""The shipped packs are shared by this folder's tests, and released after the last one."""

from __future__ import annotations

from pathlib import Path

import pytest

from printkit.pdf import pack
from tests.artwork import art_files
from tests.support import memory
from tests.support.folders import is_last_in


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> None:
    """Release 50 MB of packs and drawings; a later test loads only those that it needs."""
    if is_last_in(Path(__file__).parent, nextitem):
        pack._form.cache_clear()
        pack._load.cache_clear()
        art_files.lines_of.cache_clear()
        memory.give_back()
