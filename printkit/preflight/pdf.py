"""Preflight of any PDF: boxes, fonts, bitmaps, inks, and PDF/X conformance if it is claimed.

Content streams are scanned, not interpreted: the operators show what is drawn (ISO 32000-1, annex
A). Texts are removed first, because their bytes may look like operators. A PDF whose objects
cannot be read results in a finding, never in a traceback.
"""

from __future__ import annotations

import logging
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from printkit.errors import UsageError
from printkit.pdf.canvas import SEALED
from printkit.pdf.drawing import Matrix
from printkit.pdf.geometry import Rect
from printkit.pdf.images import GOOD_DPI, POOR_DPI
from printkit.preflight.inks import MOST_INK, heaviest, heaviest_shading
from printkit.template.findings import Finding, Report, error, note, warning
from rules import DataError, Message, load_manifest
from rules.messages.message import Text
from rules.messages.system import system_reason
from rules.records.manifest_file import belongs

if TYPE_CHECKING:
    from pypdf import PageObject, PdfReader

# Conformance of PDFs that claim PDF/X: they must have the keys that the standard requires.
#
# Sources: ISO 15930-4:2003 (PDF/X-1a:2003; clause 6) and ISO 15930-7:2010 (PDF/X-4; clause 6), as
# summarised in public guides; the standards' texts are not free. Keys and operators are checked;
# colours inside an ICC profile are not.


X1A = "PDF/X-1a:2003"
X4 = "PDF/X-4"
_VERSIONS = {X1A: "1.4", X4: "1.6"}
_FORBIDDEN = ("/AA", "/OpenAction", "/AcroForm")


def claimed_standard(reader: PdfReader) -> str:
    """Return the PDF/X version that a document claims, or ""; X-4 files claim it only in XMP."""
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
    """Yield violations of the standard; `rgb` and `transparent` list pages with such objects."""
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


Dictionary: TypeAlias = Any
"""A dictionary or stream of pypdf; in a faulty file, its entries may be anything."""

# pypdf's warnings would repeat the findings.
logging.getLogger("pypdf").addHandler(logging.NullHandler())

_SLACK = 0.01
"""Tolerance for the edges of boxes, in points."""
_DEEPEST = 12
"""Maximum depth of nested forms."""
_TEXT = re.compile(rb"\((?:\\.|[^\\()])*\)", re.DOTALL)
_STEP = re.compile(
    rb"((?:[-+.\d]+\s+){6})cm(?!\S)|/([^\s/<>\[\]()]+)\s+Do(?!\S)|(?<!\S)([qQ])(?!\S)"
)
_RGB = re.compile(rb"[\s)](?:rg|RG)(?=\s|$)")


def check_pdf(path: Path) -> Report:
    """Return every finding about a PDF file; raise `UsageError` if it cannot be read."""
    try:
        data = path.read_bytes()
    except OSError as fault:
        raise UsageError("print.no_pdf", file=str(path), why=system_reason(fault)) from fault
    report = check_bytes(data, path.name)
    return Report.of(report.subject, [*report.findings, *_seal(path, data)])


def _seal(path: Path, data: bytes) -> Iterator[Finding]:
    """Check that the manifest next to the PDF belongs to it."""
    manifest_path = path.with_suffix(".manifest.json")
    if not manifest_path.exists():
        if SEALED.encode() in data:
            yield error("unsealed", path.name, manifest=manifest_path.name)
        return
    try:
        manifest = load_manifest(manifest_path)
    except DataError:
        yield error("broken_seal", manifest_path.name)
        return
    if manifest.pdf != path.name or not belongs(manifest, data):
        yield error("wrong_seal", manifest_path.name, pdf=path.name)


def check_bytes(data: bytes, name: str, *, home: bool = False) -> Report:
    """Return every finding about a PDF; `home` marks printkit's own sheet for a home printer."""
    from pypdf import PdfReader  # noqa: PLC0415 - heavy
    from pypdf.errors import PyPdfError  # noqa: PLC0415

    try:
        reader = PdfReader(BytesIO(data))
        if reader.is_encrypted:
            return Report.of(name, [error("encrypted", name)])
        return Report.of(name, _Pdf(reader, data, home).check())
    except (PyPdfError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as fault:
        return Report.of(name, [error("not_pdf", name, why=str(fault) or type(fault).__name__)])


@dataclass(frozen=True, slots=True)
class _Look:
    """Properties of a page, form or bitmap, without the objects it places."""

    ink: float = 0.0
    rgb: bool = False
    transparent: bool = False


@dataclass
class _Pdf:
    """A document; forms and fonts that several pages share are examined once."""

    reader: PdfReader
    data: bytes
    home: bool
    _fonts: dict[str, bool] = field(default_factory=dict)
    _looks: dict[int, _Look] = field(default_factory=dict)

    def check(self) -> Iterator[Finding]:
        """Yield every finding."""
        standard, whole = claimed_standard(self.reader), Message("check.at_document")
        preferences = _get(self.reader.root_object, "/ViewerPreferences")
        if preferences.get("/PrintScaling") != "/None" and not standard:
            yield (error if self.home else warning)("print_scaling", whole)
        most, rgb, alpha = 0.0, [], []
        for number, page in enumerate(self.reader.pages, 1):
            where = Message("check.at_page", numbers=number)
            yield from _boxes(page, where)
            things = list(_things(page))
            yield from self._unembedded(things, where)
            if any(thing.get("/Subtype") == "/Image" for thing in things):
                yield from _coarse(page, where)
            looks = [self._look(thing) for thing in things]
            heaviest_paint = max(look.ink for look in looks)
            most = max(most, heaviest_paint)
            if heaviest_paint > MOST_INK + 0.5:
                yield warning("ink", where, most=f"{heaviest_paint:.0f}", limit=MOST_INK)
            rgb += [number] if any(look.rgb for look in looks) else []
            alpha += [number] if any(look.transparent for look in looks) else []
        if rgb and not standard:
            yield note("rgb", _listed(rgb))
        if alpha and not standard:
            yield note("transparent", _listed(alpha))
        count = len(self.reader.pages)
        yield note("pages", whole, pages=count, fonts=len(self._fonts), most=round(most))
        if standard:
            yield from check_pdfx(
                self.reader, self.data, standard, rgb=_listed(rgb), transparent=_listed(alpha)
            )

    def _unembedded(self, things: list[Dictionary], where: Text) -> Iterator[Finding]:
        for thing in things:
            for name, reference in _get(_get(thing, "/Resources"), "/Font").items():
                font = reference.get_object()
                key = str(font.get("/BaseFont", name))
                if key not in self._fonts:
                    self._fonts[key] = _embedded(font)
                if not self._fonts[key]:
                    yield error("font", where, font=key.removeprefix("/"))

    def _look(self, thing: Dictionary) -> _Look:
        if id(thing) not in self._looks:
            self._looks[id(thing)] = _looked_at(thing)
        return self._looks[id(thing)]


def _looked_at(thing: Dictionary) -> _Look:
    if thing.get("/Subtype") == "/Image":
        space = str(_resolved(thing.get("/ColorSpace")))
        return _Look(rgb="RGB" in space or "/N': 3" in space, transparent="/SMask" in thing)
    content = _TEXT.sub(b"()", _content(thing))
    resources = _get(thing, "/Resources")
    shadings = str(_resolved(resources.get("/Shading")))
    states = [_resolved(state) for state in _get(resources, "/ExtGState").values()]
    clear = any(
        min(float(state.get("/ca", 1)), float(state.get("/CA", 1))) < 1
        or state.get("/SMask", "/None") != "/None"
        for state in states
    )
    return _Look(
        max(heaviest(content), heaviest_shading(shadings.replace("'", "").replace(",", " "))),
        bool(_RGB.search(content)) or "DeviceRGB" in shadings,
        clear or _get(thing, "/Group").get("/S") == "/Transparency",
    )


def _boxes(page: PageObject, where: Text) -> Iterator[Finding]:
    """Check that the bleed and trim boxes exist, and that each is inside the next larger box."""
    missing = [name for name in ("TrimBox", "BleedBox") if f"/{name}" not in page]
    if missing:
        yield warning("box_missing", where, boxes=", ".join(missing))
    media: Any = page.mediabox
    bleed_box = _resolved(page.get("/BleedBox", media))  # pypdf's getters would add missing boxes
    trim_box = _resolved(page.get("/TrimBox", bleed_box))
    outer, bleed, trim = (_rect(box) for box in (media, bleed_box, trim_box))
    if not (outer.holds(bleed, _SLACK) and bleed.holds(trim, _SLACK)):
        yield error("box_order", where)


def _coarse(page: PageObject, where: Text) -> Iterator[Finding]:
    """Find bitmaps with too few dots per inch for print."""
    found = list(_resolutions(_content(page), _get(page, "/Resources"), Matrix(), 0))
    if found and (dpi := min(found)) < GOOD_DPI - 1:
        # the same severities as in `images_and_panels`
        severity = warning if dpi < POOR_DPI else note
        yield severity("coarse", where, dpi=f"{dpi:.0f}", good=str(GOOD_DPI))


def _resolutions(
    content: bytes, resources: Dictionary, matrix: Matrix, depth: int
) -> Iterator[float]:
    """Yield the dots per inch of every bitmap in a content stream and its forms."""
    things, stack = _get(resources, "/XObject"), []
    for numbers, name, state in _STEP.findall(_TEXT.sub(b"()", content)):
        if numbers:
            matrix = matrix @ Matrix(*(float(number) for number in numbers.split()))
        elif state == b"q":
            stack.append(matrix)
        elif state == b"Q":
            matrix = stack.pop() if stack else matrix
        elif (key := f"/{name.decode('latin-1')}") in things:
            thing = things[key].get_object()
            if thing.get("/Subtype") == "/Image":
                across, along = (
                    math.hypot(matrix.a, matrix.b) / float(thing["/Width"]),
                    math.hypot(matrix.c, matrix.d) / float(thing["/Height"]),
                )
                yield 72 / max(across, along, 1e-9)
            elif depth < _DEEPEST:
                own = Matrix(*(float(n) for n in thing.get("/Matrix", (1, 0, 0, 1, 0, 0))))
                inner = _get(thing, "/Resources")
                yield from _resolutions(thing.get_data(), inner, matrix @ own, depth + 1)


def _things(page: PageObject) -> Iterator[Dictionary]:
    """Yield the page and every form and bitmap it places, each once."""
    seen: set[int] = set()
    waiting: list[Dictionary] = [page]
    while waiting:
        thing = waiting.pop()
        yield thing
        for reference in _get(_get(thing, "/Resources"), "/XObject").values():
            inner = reference.get_object()
            if id(inner) not in seen:
                seen.add(id(inner))
                waiting.append(inner)


def _embedded(font: Dictionary) -> bool:
    """Return whether a font is embedded (ISO 32000-1, 9.9); a type 3 font always is."""
    if font.get("/Subtype") == "/Type3":
        return True
    bearer = font
    if descendants := font.get("/DescendantFonts"):
        bearer = descendants[0].get_object()
    descriptor = _get(bearer, "/FontDescriptor")
    return any(key in descriptor for key in ("/FontFile", "/FontFile2", "/FontFile3"))


def _content(thing: Dictionary) -> bytes:
    if thing.get("/Type") == "/Page":
        contents = thing.get_contents()
        return bytes(contents.get_data()) if contents is not None else b""
    return bytes(thing.get_data())


def _get(thing: Dictionary, key: str) -> Dictionary:
    """Return a dictionary's nested dictionary, or an empty one if it is missing."""
    from pypdf.generic import DictionaryObject  # noqa: PLC0415 - heavy

    found = _resolved(thing.get(key))
    return found if isinstance(found, DictionaryObject) else DictionaryObject()


def _resolved(thing: Any) -> Any:  # noqa: ANN401 - any PDF object
    """Return a reference's target; return any other object unchanged."""
    return thing.get_object() if hasattr(thing, "get_object") else thing


def _rect(box: Any) -> Rect:  # noqa: ANN401 - pypdf's rectangle
    left, bottom, right, top = (float(value) for value in box)
    return Rect(left, bottom, right - left, top - bottom)


def _listed(pages: list[int]) -> Text:
    """Return page numbers as a short list, or "" if there are none."""
    more = f" … ({len(pages)})" if len(pages) > 8 else ""
    return Message("check.at_page", numbers=", ".join(map(str, pages[:8])) + more) if pages else ""
