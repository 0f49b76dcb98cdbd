"""One small print run for all tests of the virtual table."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import paper

from companion.match_setup.app import load_manifests
from companion.simulator.textures import PaperShop
from rules import Manifest


@pytest.fixture(scope="session")
def print_run(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Manifests of eight cards and of a mat, with their PDFs beside them."""
    folder = tmp_path_factory.mktemp("print")
    return paper.print_cards(folder), paper.print_mat(folder)


@pytest.fixture(scope="session")
def shop(print_run: tuple[Path, Path]) -> PaperShop:
    """Their textures at 100 dpi."""
    return PaperShop(print_run, 100.0)


@pytest.fixture(scope="session")
def spherion_paper(tmp_path_factory: pytest.TempPathFactory) -> tuple[Manifest, ...]:
    """Spherion's cards, pieces and mat as people print them."""
    folder = tmp_path_factory.mktemp("spherion")
    for what in (["cards", "spherion"], ["mat", "spherion", "--mat", "globe-2"]):
        command = [sys.executable, "-m", "printkit", *what, "--out", str(folder)]
        subprocess.run(command, check=True, capture_output=True)
    return load_manifests(sorted(folder.glob("*.manifest.json")), "spherion")
