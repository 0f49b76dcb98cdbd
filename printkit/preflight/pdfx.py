"""Conformance of a PDF that claims PDF/X with the keys its standard requires.

Sources: ISO 15930-4:2003 (PDF/X-1a:2003; clause 6) and ISO 15930-7:2010 (PDF/X-4; clause 6), as
summarised in public guides; the standards' texts are not free. Keys and operators are checked;
colours inside an ICC profile are not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from printkit.template.findings import Finding, at, error, note

if TYPE_CHECKING:
    from pypdf import PdfReader

X1A = "PDF/X-1a:2003"
X4 = "PDF/X-4"
_VERSIONS = {X1A: "1.4", X4: "1.6"}
_FORBIDDEN = ("/AA", "/OpenAction", "/AcroForm")


def claimed_standard(reader: PdfReader) -> str:
    """Return the PDF/X version a document claims, "" if none; X-4 claims it in its XMP only."""
    said = str(_info(reader).get("/GTS_PDFXVersion", ""))
    return said or (X4 if X4 in _xmp(reader) else "")


def _info(reader: PdfReader) -> Mapping[str, Any]:
    return reader.metadata or {}


def _xmp(reader: PdfReader) -> str:
    stream = reader.root_object.get("/Metadata")
    return bytes(stream.get_object().get_data()).decode("utf-8", "replace") if stream else ""


def check_pdfx(
    reader: PdfReader, data: bytes, standard: str, *, rgb: str, transparent: str
) -> Iterator[Finding]:
    """Yield the standard's findings; `rgb` and `transparent` name pages with such objects."""
    faults = [*_document(reader, data, standard), *_pages(reader)]
    if standard != X4:
        faults += [f"RGB colours on {rgb}"] if rgb else []
        faults += [f"transparency on {transparent}"] if transparent else []
    for what in faults:
        yield error("pdfx", at("document"), standard=standard, what=what)
    if not faults:
        yield note("pdfx_fine", at("document"), standard=standard)


def _document(reader: PdfReader, data: bytes, standard: str) -> Iterator[str]:
    root, info = reader.root_object, _info(reader)
    header = data[5:8].decode("latin-1")
    if header > _VERSIONS.get(standard, "1.4"):
        yield f"file version {header}: at most {_VERSIONS.get(standard, '1.4')}"
    for key in ("/Title", "/Producer", "/CreationDate", "/ModDate"):
        if not info.get(key):
            yield f"the information dictionary has no {key}"
    if str(info.get("/Trapped", "")) not in ("/True", "/False"):
        yield "Trapped says neither True nor False"
    if not reader.trailer.get("/ID"):
        yield "the trailer has no ID"
    if any(key in root for key in _FORBIDDEN):
        yield "actions or forms"
    yield from _intent(root.get("/OutputIntents") or [], standard)
    if standard == X4 and not root.get("/Metadata"):
        yield "no XMP metadata"


def _intent(intents: Any, standard: str) -> Iterator[str]:  # noqa: ANN401 - a PDF array
    found = [each.get_object() for each in intents]
    ours = [each for each in found if each.get("/S") == "/GTS_PDFX"]
    if len(ours) != 1:
        yield f"{len(ours)} output intents for PDF/X: exactly one"
        return
    intent = ours[0]
    if not intent.get("/OutputConditionIdentifier"):
        yield "the output intent names no printing condition"
    profile = "/DestOutputProfile" in intent or "/DestOutputProfileRef" in intent
    registered = str(intent.get("/RegistryName", "")).startswith("http://www.color.org")
    if not (profile or (registered and standard != X4)):
        yield "the output intent has neither a profile nor a registered condition"


def _pages(reader: PdfReader) -> Iterator[str]:
    for number, page in enumerate(reader.pages, 1):
        if ("/TrimBox" in page) == ("/ArtBox" in page):
            yield f"page {number} needs a TrimBox or an ArtBox, and not both"
        if page.get("/Annots"):
            yield f"page {number} has annotations"
