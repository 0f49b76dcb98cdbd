"""Helpers for the tests of READMEs and guides: the list of guides, and parsing of their pages.

Each guide docs/PAGE.md is translated as docs/TONGUE/PAGE.md. Below its title, every version links
to all others.
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
    """Return a guide's path within docs/."""
    return f"{page}.md" if tongue == "en" else f"{tongue}/{page}.md"


def blocks(page: str, *, comments: bool = False) -> list[list[str]]:
    """Return the lines of each code block, without comments and without navigation blocks."""
    found = [block for language, block in _BLOCK.findall(page) if not language.startswith("{")]
    if comments:
        return [block.splitlines() for block in found]
    return [[_COMMENT.sub("", line) for line in block.splitlines()] for block in found]


def prose(page: str) -> str:
    """Return the page without its code blocks and its navigation."""
    return _BLOCK.sub("```", _NAVIGATION.sub("", page)).rstrip() + "\n"


def links(page: str) -> list[str]:
    """Return the targets of links and pictures, in order."""
    return re.findall(r"\]\(([^)]+)\)", page)


def marks(page: str) -> list[str]:
    """Classify each line: a heading's level, a row's cells, an item, a quote or a block.

    Navigation is omitted, because the English index also links to the engineers' pages.
    """
    return [_mark(line) for line in prose(page).splitlines()]


def _mark(line: str) -> str:
    if line.lstrip().startswith("|"):
        return "|" * line.count("|")
    found = re.match(r" *(?:#+|[-*>]|\d+\.|```|!\[)(?= |$|\w)|", line)
    assert found is not None
    return found[0] or ("text" if line else "")


def left_in_english(page: str) -> list[str]:
    """Find runs of English words outside code and links."""
    return _LETTERS.findall(_SPANS.sub("", prose(page)))


def any_tongue(target: str) -> str:
    """Return a path within docs/ without its language folder."""
    first, _, rest = target.partition("/")
    return rest if first in TONGUES else target


def within(page: str, tongue: str, link: str) -> str:
    """Return the target of a guide's link as a path within docs/."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(place(page, tongue)), link))


def anchors(page: str) -> list[str]:
    """Return the anchors of the headings, as the site and code hosts derive them from the words."""
    heads = re.findall(r"^#+ (.+)$", prose(page), re.MULTILINE)
    return [re.sub(r"[^\w\- ]", "", head.strip().lower()).replace(" ", "-") for head in heads]
