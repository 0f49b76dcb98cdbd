"""docs/reference agrees with the code; tools/make_reference.py writes it."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest

PAGES = (
    "api",
    "commands",
    "events",
    "exit-codes",
    "json",
    "log",
    "manifest",
    "notices",
    "phases",
    "templates",
)
WRITTEN = ("card-data", "page")
"""Pages written by hand, each with a test of its own."""


@pytest.fixture(scope="module")
def maker() -> ModuleType:
    from tools import make_reference

    return make_reference


@pytest.mark.parametrize("name", PAGES)
def test_the_page_is_what_the_code_says(root: Path, maker: ModuleType, name: str) -> None:
    written = (root / "docs" / "reference" / f"{name}.md").read_text("utf-8")
    assert written == maker.HEAD + maker.PAGES[f"{name}.md"](), "python3 play.py docs writes it"


def test_the_files_are_what_the_code_says(root: Path, maker: ModuleType) -> None:
    for name, content in maker.FILES.items():
        assert (root / "docs" / name).read_text("utf-8") == content(), "play.py docs writes it"


def test_every_page_is_compared(root: Path, maker: ModuleType) -> None:
    names = {path.stem for path in (root / "docs" / "reference").glob("*.md")}
    assert names == {*PAGES, *WRITTEN}
    assert set(PAGES) == {name.removesuffix(".md") for name in maker.PAGES}
