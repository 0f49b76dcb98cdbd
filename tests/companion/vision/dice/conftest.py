"""The dice tables are shared by this folder's tests, and released after the last one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support import memory
from tests.support.folders import is_last_in
from tests.support.vision import dice_table


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> None:
    """Release 60 MB of rendered tables."""
    if is_last_in(Path(__file__).parent, nextitem):
        dice_table.release()
        memory.give_back()
