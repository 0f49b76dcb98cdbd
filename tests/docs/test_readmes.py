"""The README in three languages: the same steps, commands, pictures and links in the same order."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support import guide_pages as pages

LONGEST_PATH = 5
"""The greatest number of commands that a new user needs for any use."""


def text(root: Path, lang: str) -> str:
    name = "README.md" if lang == "en" else f"README.{lang}.md"
    return (root / name).read_text("utf-8")


def own(link: str, lang: str) -> str:
    """Return the link that a README in `lang` must use in place of `link`."""
    page = link.removeprefix("docs/").removesuffix(".md")
    return f"docs/{pages.place(page, lang)}" if page in pages.GUIDES else link


@pytest.mark.parametrize("lang", pages.TONGUES)
def test_the_translations_keep_step(root: Path, lang: str) -> None:
    english, other = text(root, "en"), text(root, lang)
    assert pages.blocks(other) == pages.blocks(english)
    assert [own(link, lang) for link in pages.links(english)] == pages.links(other)
    assert pages.marks(other) == pages.marks(english), "a line was left out"


@pytest.mark.parametrize("lang", pages.TONGUES)
def test_nothing_was_left_in_english(root: Path, lang: str) -> None:
    assert not pages.left_in_english(text(root, lang))


@pytest.mark.parametrize("lang", pages.NAMES)
def test_every_link_leads_somewhere(root: Path, lang: str) -> None:
    for link in pages.links(text(root, lang)):
        assert (root / link).is_file(), link


def test_each_use_takes_few_commands(root: Path) -> None:
    found = pages.blocks(text(root, "en"))
    assert len(found) >= 6
    assert all(len(block) <= LONGEST_PATH for block in found)
