"""Tagged books: everything is an element or an artifact, in the order in which it is read."""

from __future__ import annotations

import re
from io import BytesIO
from itertools import groupby
from pathlib import Path

import pypdf
import pytest
from pypdf.generic import ArrayObject, ContentStream, DictionaryObject, StreamObject

from printkit.books.rulebook.book import BookJob, BookKind, print_book, saddle
from printkit.pdf.canvas import Sheets
from printkit.pdf.fonts import Fonts
from printkit.pdf.geometry import Rect, Size
from rules import load_catalog

PAINTING = {b"S", b"f", b"f*", b"B", b"Tj", b"TJ", b"Do", b"sh"}


def elements(reader: pypdf.PdfReader) -> list[DictionaryObject]:
    """Return the elements of the structure in order."""
    root = reader.trailer["/Root"]
    assert isinstance(root, DictionaryObject)
    marks = root["/MarkInfo"]
    assert isinstance(marks, DictionaryObject)
    assert str(marks["/Marked"]) == "True"
    tree = root["/StructTreeRoot"]
    assert isinstance(tree, DictionaryObject)
    whole = tree["/K"]
    assert isinstance(whole, DictionaryObject)
    kids = whole["/K"]
    assert isinstance(kids, ArrayObject)
    found = [kid.get_object() for kid in kids]
    assert all(isinstance(kid, DictionaryObject) for kid in found)
    return [kid for kid in found if isinstance(kid, DictionaryObject)]


@pytest.mark.parametrize("kind", ["learn", "rulebook"])
def test_all_that_is_drawn_is_an_element_or_an_artifact(kind: BookKind, tmp_path: Path) -> None:
    printed = print_book(BookJob("jiguan", "ja", out=tmp_path, kind=kind))
    reader = pypdf.PdfReader(printed.pdf)
    known = {(kid.raw_get("/Pg").idnum, kid["/K"]) for kid in elements(reader)}
    drawn = set()
    for page in reader.pages:
        content = page.get_contents()
        assert content is not None
        depth = 0
        assert page.indirect_reference is not None
        for operands, operator in ContentStream(content, reader).operations:
            if operator in (b"BMC", b"BDC"):
                depth += 1
                if operator == b"BDC":
                    drawn.add((page.indirect_reference.idnum, operands[1]["/MCID"]))
            elif operator == b"EMC":
                depth -= 1
            assert depth in (0, 1)
            assert depth == 1 or operator not in PAINTING
        assert depth == 0
    assert drawn == known
    assert all(kid["/Alt"] for kid in elements(reader) if str(kid["/S"]) == "/Figure")
    assert {"/H1", "/H3", "/P", "/Figure"} <= {str(kid["/S"]) for kid in elements(reader)}


def test_a_booklet_is_read_in_the_order_of_its_pages(tmp_path: Path) -> None:
    printed = print_book(BookJob("jiguan", out=tmp_path, kind="learn"))
    reader = pypdf.PdfReader(printed.pdf)
    numbers = {
        page.indirect_reference.idnum: n
        for n, page in enumerate(reader.pages)
        if page.indirect_reference is not None
    }
    read = [numbers[kid.raw_get("/Pg").idnum] for kid in elements(reader)]
    sides = list(enumerate(saddle(printed.pages)))
    expected = [
        next(n for n, side in sides if page in (side.left, side.right))
        for page in range(1, printed.pages + 1)
    ]
    assert [n for n, _ in groupby(read)] == [n for n, _ in groupby(expected)]


def test_every_clause_of_a_rulebook_is_a_heading(tmp_path: Path) -> None:
    printed = print_book(BookJob("jiguan", booklet=False, out=tmp_path))
    kinds = [str(kid["/S"]) for kid in elements(pypdf.PdfReader(printed.pdf))]
    assert kinds.count("/H3") >= len(load_catalog("jiguan").clauses)
    assert kinds.count("/H2") >= len(load_catalog("jiguan").sections)


def test_only_pages_of_tagged_documents_are_marked() -> None:
    for tagged in (False, True):
        sheets = Sheets("test", Fonts("en"), tagged=tagged)
        with sheets.stored("form", Rect(0, 0, 10, 10)), sheets.marked("P"):
            sheets.text("in a form", 1, 5, role="text", size=8)
        with sheets.page(Size(50, 50)), sheets.marked("Figure", "alt"), sheets.marked("P"):
            sheets.put("form")
        data = sheets.data()
        assert (b"/StructTreeRoot" in data) is tagged
        assert data.count(b"/StructElem") == (2 if tagged else 0), "the document and its figure"


@pytest.mark.parametrize("kind", ["learn", "rulebook"])
def test_lines_of_a_paragraph_are_read_as_separate_words(
    kind: BookKind, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []

    def line(_sheets: object, text: str, *_more: object) -> None:
        drawn.append(text)

    for pages in ("learn.pages", "rulebook.pages"):
        monkeypatch.setattr(f"printkit.books.{pages}.draw_line", line)
    print_book(BookJob("jiguan", booklet=False, out=tmp_path, kind=kind))
    (first,) = {words for words in drawn if words.startswith("Both lay one beast face down")}
    assert first.endswith(" ")


def test_a_stored_form_has_the_graphics_states_that_it_uses() -> None:
    sheets = Sheets("test", Fonts("en"))
    with sheets.stored("form", Rect(0, 0, 10, 10)):
        sheets.text("black overprints", 1, 5, role="text", size=8)
    with sheets.page(Size(50, 50)):
        sheets.put("form")
    reader = pypdf.PdfReader(BytesIO(sheets.data()))
    resources = reader.pages[0]["/Resources"]
    assert isinstance(resources, DictionaryObject)
    forms = resources["/XObject"]
    assert isinstance(forms, DictionaryObject)
    (form,) = (form.get_object() for form in forms.values())
    assert isinstance(form, StreamObject)
    used = set(re.findall(rb"/(\w+) gs", form.get_data()))
    own = form["/Resources"]
    assert isinstance(own, DictionaryObject)
    states = own["/ExtGState"]
    assert isinstance(states, DictionaryObject)
    assert used
    assert {f"/{name.decode()}" for name in used} <= set(states)
