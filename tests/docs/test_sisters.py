"""The guides in three languages: the same steps, code, pictures and links in the same order."""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from pathlib import Path

import pytest

from tests.support import guide_pages as pages

LAB = {f"lab/{page}" for page in ("index", "reader", "matches", "lookup", "endurance", "unproven")}
ENGLISH_ONLY = {"architecture", "photographs", "threats", *LAB}
SISTERS = [(tongue, page) for tongue in pages.TONGUES for page in pages.GUIDES]


def sister_line(page: str, tongue: str) -> str:
    """Return the links at a guide's head."""
    here = posixpath.dirname(pages.place(page, tongue)) or "."
    return " · ".join(
        f"[{pages.NAMES[each]}]({posixpath.relpath(pages.place(page, each), here)})"
        for each in pages.NAMES
    )


@pytest.mark.parametrize("tongue", pages.TONGUES)
def test_every_guide_has_a_sister(root: Path, tongue: str) -> None:
    there = {
        path.relative_to(root / "docs" / tongue) for path in (root / "docs" / tongue).rglob("*.md")
    }
    assert {path.with_suffix("").as_posix() for path in there} == set(pages.GUIDES)


def test_every_page_is_a_guide_or_for_engineers(root: Path) -> None:
    docs = root / "docs"
    found = {path.relative_to(docs).with_suffix("").as_posix() for path in docs.rglob("*.md")}
    english = {
        page for page in found if page.partition("/")[0] not in (*pages.TONGUES, "reference")
    }
    assert english == {*pages.GUIDES, *ENGLISH_ONLY}


@pytest.mark.parametrize("page", pages.GUIDES)
@pytest.mark.parametrize("tongue", pages.NAMES)
def test_a_guide_begins_with_its_sisters(root: Path, tongue: str, page: str) -> None:
    head = pages.guide(root, page, tongue).splitlines()
    assert head[0].startswith("# ")
    assert head[2] == sister_line(page, tongue)


@pytest.mark.parametrize(("tongue", "page"), SISTERS)
def test_a_sister_keeps_step(root: Path, tongue: str, page: str) -> None:
    english, other = pages.guide(root, page), pages.guide(root, page, tongue)
    assert pages.marks(other) == pages.marks(english), "a line was left out"
    whole = page == "own-game"  # a test follows its code, comments included
    assert pages.blocks(other, comments=whole) == pages.blocks(english, comments=whole)
    assert spans(page, other) == spans(page, english)


def spans(page: str, text: str) -> set[str]:
    """Return the code in sentences, without quoted errors in the left column of tables."""
    report = r"^\|[^|]*(?=\|)" if page == "troubleshooting" else r"\Z"
    return set(re.findall(r"`[^`\n]+`", re.sub(report, "", pages.prose(text), flags=re.MULTILINE)))


@pytest.mark.parametrize(("tongue", "page"), SISTERS)
def test_a_sister_leads_to_the_same_places(root: Path, tongue: str, page: str) -> None:
    assert [where(root, page, tongue, link) for link in links(root, page, tongue)] == [
        where(root, page, "en", link) for link in links(root, page, "en")
    ]


def links(root: Path, page: str, tongue: str) -> list[str]:
    """Return the links of the page's text, without those to its translations."""
    lines = pages.guide(root, page, tongue).splitlines()
    return pages.links(pages.prose("\n".join(lines[3:])))


def where(root: Path, page: str, tongue: str, link: str) -> tuple[str, int]:
    """Return a link's page without its language, and its heading's index, or −1 without anchor."""
    path, _, anchor = link.partition("#")
    target = pages.within(page, tongue, path) if path else pages.place(page, tongue)
    plain = pages.any_tongue(target)
    if plain.removesuffix(".md") in pages.GUIDES:
        assert target == pages.place(plain.removesuffix(".md"), tongue), f"{link}: another tongue's"
    if not anchor:
        return plain, -1
    return plain, pages.anchors((root / "docs" / target).read_text("utf-8")).index(anchor)


@pytest.mark.parametrize(("tongue", "page"), SISTERS)
def test_every_link_leads_somewhere(root: Path, tongue: str, page: str) -> None:
    for link in links(root, page, tongue):
        target = pages.within(page, tongue, link.partition("#")[0])
        assert (root / "docs" / target).is_file(), link


@pytest.mark.parametrize(("tongue", "page"), SISTERS)
def test_no_figure_was_lost(root: Path, tongue: str, page: str) -> None:
    """Check that each number in the English page, including clause ids, is in the translation."""
    english, other = (
        Counter(re.findall(r"\d+(?:\.\d+)?", pages.prose(unquoted(pages.guide(root, page, each)))))
        for each in ("en", tongue)
    )
    assert not english - other


def unquoted(text: str) -> str:
    """Remove the referee's quotations, because each language has its own examples."""
    return re.sub(r"^ *> .*$", "", text, flags=re.MULTILINE)


@pytest.mark.parametrize(("tongue", "page"), SISTERS)
def test_nothing_was_left_in_english(root: Path, tongue: str, page: str) -> None:
    assert not pages.left_in_english(pages.guide(root, page, tongue))
