"""The printed rulebook and the look-up contain the same text, word for word."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pypdf
import pytest

from companion.lookup import HitKind, MatchKind, load_lookup
from printkit.books.rulebook.book import BookJob, print_book
from rules import LANGUAGES, game_slugs
from tests.support.pdf_text import page_texts

LOOKUP = load_lookup()
BOOKS = [(slug, LANGUAGES[n % 3]) for n, slug in enumerate(game_slugs())]
"""One language per game; printkit's own tests read every book in every language."""


def squeezed(text: str) -> str:
    """Return text without spaces, line ends and hyphens, which PDF readers may lose or add."""
    return re.sub(r"[\s\u00ad\u200b\ufffe\u0002-]+", "", text)


def headings(reader: pypdf.PdfReader) -> dict[str, str]:
    """Return clause → title from the book's bookmarks."""
    found = {}
    pending: list[Any] = list(reader.outline)
    while pending:
        item = pending.pop()
        if isinstance(item, list):
            pending += item
        elif cited := re.fullmatch(r"([A-Z]{3}-\d+\.\d+[a-z]?) (.+)", str(item.title)):
            found[cited[1]] = cited[2]
    return found


@pytest.mark.parametrize(("slug", "lang"), BOOKS)
def test_every_printed_clause_is_found_and_every_found_clause_is_printed(
    slug: str, lang: str, tmp_path: Path
) -> None:
    printed = print_book(BookJob(slug, lang, booklet=False, out=tmp_path))
    reader = pypdf.PdfReader(printed.pdf)
    titles = headings(reader)
    whole = squeezed("".join(page_texts(printed.pdf)))
    clauses = {e.id for e in LOOKUP.shelf(slug).entries if e.kind is HitKind.CLAUSE}

    assert titles.keys() == clauses
    for identity, title in titles.items():
        assert LOOKUP.search(identity, slug, lang, 1)[0].title == title
        found = LOOKUP.search(title, slug, lang, None)
        assert identity in {hit.id for hit in found if hit.match is MatchKind.ID}
        assert squeezed(identity) in whole


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("slug", game_slugs())
def test_a_page_shows_the_words_that_the_book_sets(slug: str, lang: str) -> None:
    """Check that both use the same title, paragraph and reason without a change."""
    catalog = LOOKUP.shelf(slug).catalog
    for clause in catalog.clauses.values():
        page = LOOKUP.clause(clause.id, lang)
        assert (page.title, page.text) == (clause.titles[lang], clause.texts[lang])
        assert page.why == clause.whys.get(lang, "")
        assert page.section == (clause.section, catalog.sections[clause.section][lang])
        assert {hit.id for hit in page.related} == set(clause.related)
        assert [label for label, _ in page.settings] == [
            catalog.settings[name].labels[lang] for name in clause.settings
        ]
