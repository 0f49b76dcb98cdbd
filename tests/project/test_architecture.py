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


def modules(root: Path) -> list[Path]:
    """The modules and the page's scripts; games, art and commands are named by their folders."""
    found = [p for name in ("rules", "printkit", "companion") for p in (root / name).rglob("*.py")]
    found += (root / "companion" / "web" / "page").glob("*.js")
    left = {("rules", "games"), ("printkit", "art")}
    return [
        path
        for path in found
        if not path.stem.startswith("__")
        and path.relative_to(root).parts[:2] not in left
        and not (path.parent.name == "commands" and not path.stem.startswith("_"))
    ]


def unnamed(page: str, root: Path) -> list[str]:
    prose, drawn = page.split("```")[::2], page.split("```")[1::2]
    quoted = [*drawn, *re.findall(r"`([^`]+)`", " ".join(prose))]
    words = set(re.findall(r"[A-Za-z_]\w*\*?", " ".join(quoted)))
    families = tuple(word[:-1] for word in words if word.endswith("_*"))
    return [
        str(path.relative_to(root))
        for path in modules(root)
        if path.stem not in words and not path.stem.startswith(families)
    ]


def test_every_module_is_named_or_of_a_family_that_is(page: str, root: Path) -> None:
    assert len(modules(root)) > 300
    assert unnamed(page, root) == []


def test_a_module_that_nobody_wrote_down_is_found(page: str, root: Path) -> None:
    assert unnamed(page.replace("picture_header", "gone"), root) == [
        "companion/vision/sources/picture_header.py"
    ]


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
