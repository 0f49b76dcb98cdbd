"""One small print run for all tests of the virtual table."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import paper

from companion.virtual.textures import PaperShop


@pytest.fixture(scope="session")
def print_run(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Manifests of eight cards and of a mat, with their PDFs beside them."""
    folder = tmp_path_factory.mktemp("print")
    return paper.print_cards(folder), paper.print_mat(folder)


@pytest.fixture(scope="session")
def shop(print_run: tuple[Path, Path]) -> PaperShop:
    """Their textures at 100 dpi."""
    return PaperShop(print_run, 100.0)
