"""docs/architecture.md names what is there."""

import re
from pathlib import Path

import pytest


@pytest.fixture(scope="module")
def page(root: Path) -> str:
    return (root / "docs" / "architecture.md").read_text(encoding="utf-8")


# A path stands at the line's start or after a gap, and ends in a slash or a suffix.
PATH = re.compile(r"(?:^|\s{2,})([\w.<>/]*(?:/|[\w]\.[a-z]+|/run))(?=\s|$)")


def folders(page: str) -> list[str]:
    """Return the paths in the page's first block, children joined to their parents."""
    found, parent = [], ""
    for line in page.split("```")[1].splitlines():
        paths = PATH.findall(line)
        if not line.startswith(" "):
            parent = paths[0] if paths else ""
        else:
            paths = [parent + path for path in paths]
        found += paths
    return [path.replace("<slug>", "*") for path in found]


def test_the_page_draws_the_house(page: str) -> None:
    drawn = folders(page)

    assert {"rules/", "printkit/", "companion/", "companion/vision/", "play.py"} <= set(drawn)


def test_what_the_page_draws_exists(page: str, root: Path) -> None:
    missing = [path for path in folders(page) if not any(root.glob(path.rstrip("/")))]

    assert missing == []


def test_the_modules_that_the_page_names_exist(page: str, root: Path) -> None:
    names = set(re.findall(r"`((?:rules|printkit|companion)\.[\w.]+)`", page))
    names |= {name.replace("/", ".")[:-3] for name in re.findall(r"`((?:rules)/\w+\.py)`", page)}

    missing = [
        name
        for name in sorted(names)
        if not (root / name.replace(".", "/")).is_dir()
        and not (root / (name.replace(".", "/") + ".py")).is_file()
    ]
    assert len(names) > 5
    assert missing == []
