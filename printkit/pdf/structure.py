"""Structure of a tagged PDF: what is read, in which order, and what is only decoration.

Theory of operation (ISO 32000-1, 14.7 and 14.8). Everything on a page of a tagged document is
marked content: either an element of the structure, such as a paragraph, or an artifact. Pages begin
as an artifact, which each element interrupts, so nothing is forgotten. The structure is one level
deep: the document's elements in reading order, which is not the order of a booklet's sheets.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFName, PDFString

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

ElementKind = Literal["H1", "H2", "H3", "P", "Figure"]
"""Kinds of elements: headings of three levels, paragraphs and pictures."""


@dataclass(frozen=True, slots=True)
class _Element:
    """An element of the structure: its marked content on a page, and its place in the order."""

    kind: ElementKind
    page: int
    number: int
    order: int
    alt: str
    lang: str


@dataclass
class PageStructure:
    """The structure of a document under construction."""

    order: int = 0
    """Place of the elements that follow among all, such as a page number of the book."""
    _elements: list[_Element] = field(default_factory=list)
    _next: int = 0
    """Number of the next marked content on the page."""

    def begin_page(self, canvas: Canvas) -> None:
        """Begin a page, as an artifact."""
        self._next = 0
        canvas.addLiteral("/Artifact BMC")

    def end_page(self, canvas: Canvas) -> None:
        """End a page."""
        canvas.addLiteral("EMC")

    def begin(
        self, canvas: Canvas, kind: ElementKind, page: int, alt: str = "", lang: str = ""
    ) -> None:
        """Begin an element; `alt` describes a picture."""
        self._elements.append(_Element(kind, page, self._next, self.order, alt, lang))
        canvas.addLiteral(f"EMC /{kind} <</MCID {self._next}>> BDC")
        self._next += 1

    def end(self, canvas: Canvas) -> None:
        """End an element."""
        canvas.addLiteral("EMC /Artifact BMC")

    def write(self, canvas: Canvas) -> None:
        """Add the structure to the document, after its last page."""
        document: Any = canvas._doc  # type: ignore[attr-defined]  # noqa: SLF001 - reportlab has no interface for structure
        pages = document.Pages.pages
        root, whole = PDFDictionary({"Type": PDFName("StructTreeRoot")}), PDFDictionary()
        to_root, to_whole = document.Reference(root), document.Reference(whole)
        parents: list[list[Any]] = [[] for _ in pages]
        kids = {}
        for element in self._elements:
            entry = _entry(element, to_whole, document.Reference(pages[element.page]))
            kids[element] = document.Reference(entry)
            parents[element.page].append(kids[element])
        whole.dict |= {
            "Type": PDFName("StructElem"),
            "S": PDFName("Document"),
            "P": to_root,
            "K": PDFArray([kids[e] for e in sorted(self._elements, key=lambda e: e.order)]),
        }
        root.dict |= {"K": to_whole, "ParentTree": _number_tree(document, parents)}
        document.Catalog.StructTreeRoot = to_root
        document.Catalog.MarkInfo = PDFDictionary({"Marked": "true"})
        for n, page in enumerate(pages):
            page.__NoDefault__ = [*page.__NoDefault__, "StructParents"]
            page.StructParents = n


def spaced(line: str, lang: str) -> str:
    """Return a line with a space at its end if readers need one before the next line.

    >>> spaced("grow your tree", "en"), spaced("face-", "en"), spaced("枝を伸ばす", "ja")
    ('grow your tree ', 'face-', '枝を伸ばす')
    """
    return f"{line} " if lang == "en" and line and not line.endswith("-") else line


def _entry(element: _Element, parent: object, page: object) -> PDFDictionary:
    entry = {
        "Type": PDFName("StructElem"),
        "S": PDFName(element.kind),
        "P": parent,
        "Pg": page,
        "K": element.number,
    }
    if element.alt:
        entry["Alt"] = PDFString(element.alt)
    if element.lang:
        entry["Lang"] = PDFString(element.lang)
    return PDFDictionary(entry)


def _number_tree(document: Any, parents: Sequence[Sequence[object]]) -> object:  # noqa: ANN401 - reportlab has no types for it
    """Return the elements of each page, by the numbers of their marked content."""
    numbers: list[object] = []
    for n, entries in enumerate(parents):
        numbers += [n, PDFArray(list(entries))]
    return document.Reference(PDFDictionary({"Nums": PDFArray(numbers)}))
