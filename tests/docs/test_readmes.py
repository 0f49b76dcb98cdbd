"""The README in three languages: the same steps, commands, pictures and links in the same order."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

OTHERS = ("ja", "zh-Hant")
LONGEST_PATH = 5
"""A new user's path for each use takes no more commands than this."""

_COMMENT = re.compile(r"\s+#.*$")
_LETTERS = re.compile(r"[A-Za-z]{3,}(?: [A-Za-z]{2,}){4,}")


def text(root: Path, lang: str) -> str:
    name = "README.md" if lang == "en" else f"README.{lang}.md"
    return (root / name).read_text("utf-8")


def blocks(page: str) -> list[list[str]]:
    """The commands of each code block, without their comments."""
    found = re.findall(r"^```\w*\n(.*?)^```", page, re.DOTALL | re.MULTILINE)
    return [[_COMMENT.sub("", line) for line in block.splitlines()] for block in found]


def links(page: str) -> list[str]:
    return re.findall(r"\]\(([^)]+)\)", page)


@pytest.mark.parametrize("lang", OTHERS)
def test_the_translations_keep_step(root: Path, lang: str) -> None:
    english, other = text(root, "en"), text(root, lang)
    assert blocks(other) == blocks(english)
    assert links(other) == links(english)
    marks = [re.match(r"#+", line) for line in english.splitlines()]
    theirs = [re.match(r"#+", line) for line in other.splitlines()]
    assert [m and m[0] for m in theirs] == [m and m[0] for m in marks], "a line was left out"


@pytest.mark.parametrize("lang", OTHERS)
def test_nothing_was_left_in_english(root: Path, lang: str) -> None:
    page = re.sub(r"`[^`]*`|```.*?```|\([^)]*\)", "", text(root, lang), flags=re.DOTALL)
    assert not _LETTERS.findall(page)


@pytest.mark.parametrize("lang", ["en", *OTHERS])
def test_every_link_leads_somewhere(root: Path, lang: str) -> None:
    for link in links(text(root, lang)):
        assert (root / link).is_file(), link


def test_each_use_takes_few_commands(root: Path) -> None:
    found = blocks(text(root, "en"))
    assert len(found) >= 6
    assert all(len(block) <= LONGEST_PATH for block in found)
