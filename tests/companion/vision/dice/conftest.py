"""The dice tables are shared by this folder's tests, and released after the last one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.vision import dice_table


@pytest.fixture(scope="package", autouse=True)
def _release() -> Iterator[None]:
    yield
    dice_table.release()
