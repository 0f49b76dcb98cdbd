"""The page's own files: complete, without markup from data, and nothing from elsewhere."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from companion.web.auth.roles import Role
from companion.web.files import page_file, page_words, scan_words
from rules import LANGUAGES
from tests.support.web.page_scripts import (
    PAGE,
    PAGES,
    SCRIPTS,
    STYLES,
    text,
)


def every_word(lang: str) -> dict[str, str]:
    """Return the texts of the match page and of the scan page."""
    assert page_words(lang).keys().isdisjoint(scan_words(lang))
    return {**page_words(lang), **scan_words(lang)}


def test_there_is_a_page() -> None:
    assert {path.name for path in PAGES} >= {"index.html", "phone.html", "seat.html", "enter.html"}
    assert len(SCRIPTS) >= 10
    assert len(Role) == 4


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda p: p.name)
def test_no_text_ever_becomes_markup(path: Path) -> None:
    script = text(path)

    for way in (
        "innerHTML",
        "outerHTML",
        "insertAdjacentHTML",
        "document.write",
        "eval(",
        "new Function",
        'setTimeout("',
        ".srcdoc",
        "DOMParser",
    ):
        assert way not in script, way


@pytest.mark.parametrize("path", PAGES, ids=lambda p: p.name)
def test_no_script_and_no_style_stands_in_a_page(path: Path) -> None:
    page = text(path)

    assert not re.search(r"<script(?![^>]*\bsrc=)", page)
    assert "<style" not in page
    assert not re.search(r"\son\w+=", page)
    assert "style=" not in page


def test_every_page_names_program_author_and_subject(root: Path) -> None:
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    subjects = set()
    for path in PAGES:
        report = dict(re.findall(r'<meta name="([\w-]+)" content="([^"]+)">', text(path)))
        assert report["application-name"] == "companion", path.name
        assert [{"name": report["author"]}] == project["authors"], path.name
        subjects.add(report["description"])
    assert len(subjects) == len(PAGES), "two pages have the same subject"


@pytest.mark.parametrize("path", [*SCRIPTS, *PAGES, *STYLES], ids=lambda p: p.name)
def test_nothing_is_fetched_from_elsewhere(path: Path) -> None:
    code = re.sub(r"^\s*//.*$", "", text(path), flags=re.MULTILINE)
    found = re.findall(r"(?:https?:)?//[\w.-]+", code)

    assert [each for each in found if "www.w3.org" not in each] == []


@pytest.mark.parametrize("path", [*SCRIPTS, *PAGES, *STYLES], ids=lambda p: p.name)
def test_every_file_that_is_named_is_served(path: Path) -> None:
    names = re.findall(r"/files/([\w.-]+)", text(path))
    names += re.findall(r'(?:from|import) "\./([\w.-]+)"', text(path))

    assert [name for name in names if page_file(name) is None] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_word_the_page_asks_for_is_there(lang: str) -> None:
    words = every_word(lang)
    asked: set[str] = set()
    for path in (*SCRIPTS, *PAGES):
        asked |= set(re.findall(r'\bt\("([a-z_]+\.[a-z_]+)"', text(path)))
        asked |= set(re.findall(r'data-say="([a-z_]+\.[a-z_]+)"', text(path)))

    assert len(asked) > 40
    assert sorted(asked - words.keys()) == []
    keys = re.findall(r'\["[^"]+", "(\w+)"\]', text(PAGE / "sheets.js"))
    assert len(keys) > 10
    assert all(f"key.{name}" in words for name in keys)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_word_of_the_page_is_asked_for_by_nobody(lang: str) -> None:
    scripts = "".join(text(path) for path in (*SCRIPTS, *PAGES))
    whole = {"light", "control", "key", "join"}  # these keys are composed at run time

    idle = [
        key
        for key in every_word(lang)
        if key.partition(".")[0] not in whole and f'"{key}"' not in scripts
    ]
    assert idle == []


def test_other_names_lead_to_no_file() -> None:
    for name in (
        "",
        ".",
        "..",
        "server.py",
        "../server.py",
        "page.css/",
        "PAGE.CSS",
        "index.html\0",
    ):
        assert page_file(name) is None


def test_pages_that_share_a_style_sheet_share_no_names_by_accident() -> None:
    """Check that the match page and the start page share no element id but `frame`."""
    match, start = (
        set(re.findall(r'\bid="([\w-]+)"', text(PAGE / name)))
        for name in ("index.html", "start.html")
    )

    assert match & start == {"frame"}


def test_the_page_joins_texts_as_the_language_does() -> None:
    """Check that no script joins two texts with a hard-coded full stop or colon."""
    joined = [
        (path.name, found)
        for path in SCRIPTS
        for found in re.findall(r"`[^`\n]*\}[.:] \$\{[^`\n]*`", text(path))
    ]
    assert joined == []


def test_facts_in_a_row_are_listed_as_the_language_does() -> None:
    joined = [path.name for path in SCRIPTS if re.search(r"join\(\", ?\"\)", text(path))]
    assert joined == []
