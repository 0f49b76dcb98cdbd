"""What the tests of READMEs and guides share: which guides there are, how a page is taken apart.

A guide docs/PAGE.md has a sister docs/TONGUE/PAGE.md in every other tongue; below its title
each links to all of them.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path

TONGUES = ("ja", "zh-Hant")
GUIDES = (
    "index",
    "installing",
    "printing",
    "camera",
    "referee",
    "play/index",
    "play/yggdrasil",
    "play/jiguan",
    "play/dicebattle",
    "play/stratosphere",
    "play/spherion",
    "scan",
    "judging",
    "troubleshooting",
    "designing",
    "own-game",
)
NAMES = {"en": "English", "ja": "日本語", "zh-Hant": "繁體中文"}

_BLOCK = re.compile(r"^```(\S*)\n(.*?)^```", re.DOTALL | re.MULTILINE)
_NAVIGATION = re.compile(r"^```\{toctree\}\n.*?^```\n", re.DOTALL | re.MULTILINE)
_COMMENT = re.compile(r"\s+#.*$")
_LETTERS = re.compile(r"[A-Za-z]{3,}(?: [A-Za-z]{2,}){4,}")
_SPANS = re.compile(r"`[^`\n]*`|\]\([^)]*\)")


def guide(root: Path, page: str, tongue: str = "en") -> str:
    return (root / "docs" / place(page, tongue)).read_text("utf-8")


def place(page: str, tongue: str) -> str:
    """Where a guide lies in docs/."""
    return f"{page}.md" if tongue == "en" else f"{tongue}/{page}.md"


def blocks(page: str, *, comments: bool = False) -> list[list[str]]:
    """The lines of each code block, without their comments; navigation is no code."""
    found = [block for language, block in _BLOCK.findall(page) if not language.startswith("{")]
    if comments:
        return [block.splitlines() for block in found]
    return [[_COMMENT.sub("", line) for line in block.splitlines()] for block in found]


def prose(page: str) -> str:
    """The page without its code blocks and its navigation."""
    return _BLOCK.sub("```", _NAVIGATION.sub("", page)).rstrip() + "\n"


def links(page: str) -> list[str]:
    """Where links and pictures lead, in order."""
    return re.findall(r"\]\(([^)]+)\)", page)


def marks(page: str) -> list[str]:
    """What each line is: the level of a heading, the cells of a row, an item, a quote, a block.

    Navigation is left out: the English index leads to the engineers' pages, too.
    """
    return [_mark(line) for line in prose(page).splitlines()]


def _mark(line: str) -> str:
    if line.lstrip().startswith("|"):
        return "|" * line.count("|")
    found = re.match(r" *(?:#+|[-*>]|\d+\.|```|!\[)(?= |$|\w)|", line)
    assert found is not None
    return found[0] or ("text" if line else "")


def left_in_english(page: str) -> list[str]:
    """Runs of English words outside code and links."""
    return _LETTERS.findall(_SPANS.sub("", prose(page)))


def any_tongue(target: str) -> str:
    """A path within docs/ without its tongue's folder."""
    first, _, rest = target.partition("/")
    return rest if first in TONGUES else target


def within(page: str, tongue: str, link: str) -> str:
    """Where a guide's link leads, seen from docs/."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(place(page, tongue)), link))


def anchors(page: str) -> list[str]:
    """What the headings can be linked by, as the site and code hosts make it of their words."""
    heads = re.findall(r"^#+ (.+)$", prose(page), re.MULTILINE)
    return [re.sub(r"[^\w\- ]", "", head.strip().lower()).replace(" ", "-") for head in heads]
