"""The shipped packs are shared by this folder's tests, and released after the last one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from printkit.pdf import pack
from tests.artwork import art_files


@pytest.fixture(scope="package", autouse=True)
def _release() -> Iterator[None]:
    """Release 50 MB of packs and drawings; a later test loads only those that it needs."""
    yield
    pack._form.cache_clear()
    pack._load.cache_clear()
    art_files.lines_of.cache_clear()
