"""docs/reference is what the code says now; docs/make_reference.py writes it anew."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

PAGES = ("commands", "exit-codes", "json", "log", "manifest", "templates")


@pytest.fixture(scope="module")
def maker(root: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("maker", root / "docs" / "make_reference.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", PAGES)
def test_the_page_is_what_the_code_says(root: Path, maker: ModuleType, name: str) -> None:
    written = (root / "docs" / "reference" / f"{name}.md").read_text("utf-8")
    assert written == maker.HEAD + maker.PAGES[f"{name}.md"](), "python3 play.py docs writes it"


def test_every_page_is_compared(root: Path, maker: ModuleType) -> None:
    names = {path.stem for path in (root / "docs" / "reference").iterdir()}
    assert names == set(PAGES) == {name.removesuffix(".md") for name in maker.PAGES}
