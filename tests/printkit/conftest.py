"""Real print runs, made once per session."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

import numpy as np
import pypdfium2
import pytest

from printkit.cards.job import CardJob
from printkit.cards.write import Printed, print_cards
from printkit.mats.sheets import MatJob, PrintedMat, print_mat
from printkit.pdf import pack
from rules import Manifest, load_manifest
from tests.support import memory
from tests.support.folders import is_last_in

Raster = Callable[[Path, int, float], np.ndarray]


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> None:
    """Release the packs and their drawings after this folder's last test."""
    if is_last_in(Path(__file__).parent, nextitem):
        pack._form.cache_clear()
        pack._load.cache_clear()
        memory.give_back()


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set the system language to English, on any machine."""
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


@pytest.fixture(scope="session")
def printed(tmp_path_factory: pytest.TempPathFactory) -> Printed:
    """Print both default decks without pictures, in English, on A4."""
    return print_cards(CardJob("yggdrasil", art=False, out=tmp_path_factory.mktemp("cards")))


@pytest.fixture(scope="session")
def manifest(printed: Printed) -> Manifest:
    """Return the manifest of `printed`, read back."""
    return load_manifest(printed.manifest)


@pytest.fixture(scope="session")
def mat(tmp_path_factory: pytest.TempPathFactory) -> PrintedMat:
    """Print the 4 × 5 mat on one sheet."""
    return print_mat(MatJob("yggdrasil", "4x5", out=tmp_path_factory.mktemp("mat")))


@pytest.fixture(scope="session")
def tiled_mat(tmp_path_factory: pytest.TempPathFactory) -> PrintedMat:
    """Print the 4 × 5 mat as A4 tiles."""
    return print_mat(MatJob("yggdrasil", "4x5", "A4", out=tmp_path_factory.mktemp("tiles")))


@pytest.fixture(scope="session")
def raster() -> Raster:
    """Return a caching function that renders a page (from 1) as grey values (0 is black)."""

    @lru_cache(maxsize=4)
    def draw(path: Path, page: int, dpi: float) -> np.ndarray:
        document = pypdfium2.PdfDocument(path)
        try:
            bitmap = document[page - 1].render(scale=dpi / 72, grayscale=True)
            return bitmap.to_numpy().squeeze().copy()
        finally:
            document.close()

    return draw
