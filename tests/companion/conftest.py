"""Fixtures for all tests of the companion."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from companion.simulator.textures import PaperShop
    from rules import Manifest


@pytest.fixture(autouse=True)
def english_system(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give commands an English system.

    UTF-8, because a Python that starts in a plain C locale cannot read a checkout path with kanji.
    """
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


@pytest.fixture(scope="session")
def print_run(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Return manifests of eight cards and of a mat, with their PDFs in the same folder."""
    from tests.support.simulator import small_print_run

    folder = tmp_path_factory.mktemp("print")
    return small_print_run.print_cards(folder), small_print_run.print_mat(folder)


@pytest.fixture(scope="session")
def shop(print_run: tuple[Path, Path]) -> PaperShop:
    """Return the textures of the printed sheets of `print_run`, at 100 dpi."""
    from companion.simulator.textures import PaperShop

    return PaperShop(print_run, 100.0)


@pytest.fixture(scope="session")
def spherion_paper(tmp_path_factory: pytest.TempPathFactory) -> tuple[Manifest, ...]:
    """Print Spherion's cards, pieces and mat with default options; return the manifests."""
    from companion.match_setup.app import load_manifests
    from tests.support.printing import print_into

    folder = tmp_path_factory.mktemp("spherion")
    print_into(folder, "cards", "spherion")
    return load_manifests(print_into(folder, "mat", "spherion", "--mat", "globe-2"), "spherion")
