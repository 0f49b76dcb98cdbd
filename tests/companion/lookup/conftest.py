"""The look-up's indexes are shared by this folder's tests, and released after the last one."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.lookup import folding, lookup
from tests.support import memory
from tests.support.folders import is_last_in


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> None:
    """Release 60 MB of indexes; a later test builds only those that it needs."""
    if is_last_in(Path(__file__).parent, nextitem):
        lookup._shelves().clear()
        folding.fold.cache_clear()
        memory.give_back()
