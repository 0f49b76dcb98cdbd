"""One codebook and one mat for all vision tests: making templates costs more than reading."""

from __future__ import annotations

import pytest

from companion.vision.reader.codebook import Codebook
from companion.vision.reader.reader import TagReader
from rules import Manifest
from tests.support.vision.scenes import deck_manifest, mat_manifest


@pytest.fixture(scope="session")
def deck() -> Manifest:
    return deck_manifest(20)


@pytest.fixture(scope="session")
def mat_sheet() -> Manifest:
    return mat_manifest(4, 2)


@pytest.fixture(scope="session")
def book(deck: Manifest, mat_sheet: Manifest) -> Codebook:
    return Codebook([deck, mat_sheet])


@pytest.fixture(scope="session")
def reader(book: Codebook) -> TagReader:
    return TagReader(book)
