"""Conformance of a PDF that claims PDF/X with the keys its standard requires.

Sources: ISO 15930-4:2003 (PDF/X-1a:2003; clause 6) and ISO 15930-7:2010 (PDF/X-4; clause 6), as
summarised in public guides; the standards' texts are not free. Keys and operators are checked;
colours inside an ICC profile are not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from printkit.template.findings import Finding, error, note
from rules import Message
from rules.messages.message import Text

if TYPE_CHECKING:
    from pypdf import PdfReader

X1A = "PDF/X-1a:2003"
X4 = "PDF/X-4"
_VERSIONS = {X1A: "1.4", X4: "1.6"}
_FORBIDDEN = ("/AA", "/OpenAction", "/AcroForm")


def claimed_standard(reader: PdfReader) -> str:
    """Return the PDF/X version a document claims, "" if none; X-4 claims it in its XMP only."""
    claimed = str(_info(reader).get("/GTS_PDFXVersion", ""))
    return claimed or (X4 if X4 in _xmp(reader) else "")


def _info(reader: PdfReader) -> Mapping[str, Any]:
    return reader.metadata or {}


def _xmp(reader: PdfReader) -> str:
    stream = reader.root_object.get("/Metadata")
    return bytes(stream.get_object().get_data()).decode("utf-8", "replace") if stream else ""


def check_pdfx(
    reader: PdfReader, data: bytes, standard: str, *, rgb: Text, transparent: Text
) -> Iterator[Finding]:
    """Yield the standard's findings; `rgb` and `transparent` name pages with such objects."""
    faults = [*_document(reader, data, standard), *_pages(reader)]
    if standard != X4:
        faults += [Message("check.pdfx_rgb", pages=rgb)] if rgb else []
        faults += [Message("check.pdfx_transparent", pages=transparent)] if transparent else []
    for what in faults:
        yield error("pdfx", Message("check.at_document"), standard=standard, what=what)
    if not faults:
        yield note("pdfx_fine", Message("check.at_document"), standard=standard)


def _document(reader: PdfReader, data: bytes, standard: str) -> Iterator[Message]:
    root, info = reader.root_object, _info(reader)
    header = data[5:8].decode("latin-1")
    if header > _VERSIONS.get(standard, "1.4"):
        yield Message("check.pdfx_version", found=header, most=_VERSIONS.get(standard, "1.4"))
    for key in ("/Title", "/Producer", "/CreationDate", "/ModDate"):
        if not info.get(key):
            yield Message("check.pdfx_info", key=key)
    if str(info.get("/Trapped", "")) not in ("/True", "/False"):
        yield Message("check.pdfx_trapped")
    if not reader.trailer.get("/ID"):
        yield Message("check.pdfx_id")
    if any(key in root for key in _FORBIDDEN):
        yield Message("check.pdfx_actions")
    yield from _intent(root.get("/OutputIntents") or [], standard)
    if standard == X4 and not root.get("/Metadata"):
        yield Message("check.pdfx_xmp")


def _intent(intents: Any, standard: str) -> Iterator[Message]:  # noqa: ANN401 - a PDF array
    found = [each.get_object() for each in intents]
    ours = [each for each in found if each.get("/S") == "/GTS_PDFX"]
    if len(ours) != 1:
        yield Message("check.pdfx_intents", count=len(ours))
        return
    intent = ours[0]
    if not intent.get("/OutputConditionIdentifier"):
        yield Message("check.pdfx_condition")
    profile = "/DestOutputProfile" in intent or "/DestOutputProfileRef" in intent
    registered = str(intent.get("/RegistryName", "")).startswith("http://www.color.org")
    if not (profile or (registered and standard != X4)):
        yield Message("check.pdfx_profile")


def _pages(reader: PdfReader) -> Iterator[Message]:
    for number, page in enumerate(reader.pages, 1):
        if ("/TrimBox" in page) == ("/ArtBox" in page):
            yield Message("check.pdfx_trim", number=number)
        if page.get("/Annots"):
            yield Message("check.pdfx_notes", number=number)
