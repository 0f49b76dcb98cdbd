"""docs/architecture.md names every folder with code, and only existing ones."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PACKAGES = ("rules", "printkit", "companion")
MOST_WORDS = 3000


@pytest.fixture(scope="module")
def page(root: Path) -> str:
    return (root / "docs" / "architecture.md").read_text(encoding="utf-8")


def drawn(page: str) -> list[str]:
    """Return the paths of the floor plan.

    A line begins with a path inside the folder it is indented below; further folders on the line
    are inside that path.
    """
    paths = []
    above = {-1: ""}
    for line in page.split("```")[1].splitlines()[1:]:
        indent = len(line) - len(line.lstrip())
        above = {depth: path for depth, path in above.items() if depth < indent}
        first, *others = line.split()
        own = above[indent] = above[max(above)] + first
        paths += [
            own,
            *(own + word.rstrip(",;") for word in others if word.rstrip(",;")[-1:] == "/"),
        ]
    return paths


def folders(root: Path) -> set[str]:
    """Return the folders with code, except those below `rules/games`."""
    found = (path.parent for name in PACKAGES for path in (root / name).rglob("__init__.py"))
    return {
        f"{folder.relative_to(root).as_posix()}/"
        for folder in found
        if folder.relative_to(root).parts[:2] != ("rules", "games")
    }


def missing(page: str, root: Path) -> list[str]:
    return sorted(folders(root) - set(drawn(page)))


def test_every_folder_of_code_is_named(page: str, root: Path) -> None:
    assert len(folders(root)) > 40
    assert missing(page, root) == []


def test_a_folder_that_is_not_named_is_found(page: str, root: Path) -> None:
    line = next(line for line in page.splitlines() if line.strip().startswith("inventory/"))
    assert missing(page.replace(line + "\n", ""), root) == ["companion/referee/inventory/"]


def test_what_the_page_names_exists(page: str, root: Path) -> None:
    quoted = re.findall(r"`([^`\n]+)`", page.partition("## Three packages")[2])
    paths = {word.rstrip("/") for word in quoted if re.fullmatch(r"[\w.]+(?:/[\w.]*)+", word)}
    modules = {
        word for word in quoted if re.fullmatch(rf"(?:{'|'.join(PACKAGES)})(?:\.\w+)+", word)
    }
    places = ["", "companion/", "printkit/", "rules/"]
    assert len(paths) > 10
    assert len(modules) > 3
    wrong = [p for p in sorted(paths) if not any((root / place / p).exists() for place in places)]
    wrong += [
        name
        for name in sorted(modules)
        if not (root / name.replace(".", "/")).is_dir()
        and not (root / (name.replace(".", "/") + ".py")).is_file()
    ]
    assert wrong == []
    for path in drawn(page):
        assert any(root.glob(path.replace("<slug>", "*").rstrip("/"))), path


def test_the_page_can_be_read_in_twenty_minutes(page: str) -> None:
    assert len(page.split()) <= MOST_WORDS
