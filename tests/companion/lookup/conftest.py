"""The look-up's indexes are shared by this folder's tests, and released after the last one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.lookup import folding, lookup


@pytest.fixture(scope="package", autouse=True)
def _release() -> Iterator[None]:
    """Release 60 MB of indexes; a later test builds only those that it needs."""
    yield
    lookup._shelves().clear()
    folding.fold.cache_clear()
