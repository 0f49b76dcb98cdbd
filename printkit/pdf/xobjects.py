"""Encoded pictures in a document, added once and placed any number of times."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from printkit.pdf.drawing import Drawing, Matrix, placed
from printkit.pdf.encoding import POINTS_PER_MM, UNIT, Encoded, encode, forms_of

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas


def place(
    canvas: Canvas, drawing: Drawing, x_mm: float, y_mm: float, turn_deg: float = 0, *, key: str
) -> None:
    """Draw on the canvas, with the drawing's origin at (x, y) on the page, turned clockwise.

    Positions are mm from the page's top left. The stream is written once per document for each
    `key`; a second drawing under the same key is ignored. Its forms are stored under `key`
    too, so two pictures may use the same form name.
    """
    forms = forms_of(drawing)

    def lookup(name: str) -> Encoded:
        return encode(forms[name].drawing)

    at = placed(x_mm, y_mm, turn=turn_deg)
    place_encoded(canvas, lambda: encode(drawing), at, key=key, family=key, lookup=lookup)


def place_encoded(
    canvas: Canvas,
    load: Callable[[], Encoded],
    matrix: Matrix,
    *,
    key: str,
    family: str,
    lookup: Callable[[str], Encoded],
) -> None:
    """Place an encoded form; `matrix` maps its mm to the page's mm, both y down.

    `load` is called if `key` is new to the document. `lookup` is called for each form that
    it uses and that `family`, a set of pictures that share forms, has not yet added.
    """
    if not canvas.hasForm(key):
        _register(canvas, key, load(), family, lookup)
    k, m = POINTS_PER_MM * UNIT, matrix
    inside: Any = canvas
    page_height: float = inside._pagesize[1]  # noqa: SLF001 - the height is kept only there
    canvas.saveState()
    e, f = m.e * POINTS_PER_MM, page_height - m.f * POINTS_PER_MM
    canvas.transform(m.a * k, -m.b * k, m.c * k, -m.d * k, e, f)
    canvas.doForm(key)
    canvas.restoreState()


def _register(
    canvas: Canvas, key: str, encoded: Encoded, family: str, lookup: Callable[[str], Encoded]
) -> None:
    """Add a form to the document, after the forms it uses, without encoding them again."""
    from reportlab.pdfbase import pdfdoc  # noqa: PLC0415 - heavy, and only printing needs it

    inside: Any = canvas
    document = inside._doc  # noqa: SLF001 - objects are registered there
    parts = []
    for name in encoded.uses:
        inner = f"{family}.{name}"
        if not canvas.hasForm(inner):
            _register(canvas, inner, lookup(name), family, lookup)
        parts.append((name, pdfdoc.PDFObjectReference(pdfdoc.xObjectName(inner))))
    resources = pdfdoc.PDFDictionary({"Shading": encoded.shadings})
    if parts:
        resources["XObject"] = pdfdoc.PDFDictionary(dict(parts))
    entries = {
        "Type": pdfdoc.PDFName("XObject"),
        "Subtype": pdfdoc.PDFName("Form"),
        "BBox": pdfdoc.PDFArray(list(encoded.box)),
        "Filter": pdfdoc.PDFName("FlateDecode"),
        "Resources": resources,
    }
    document.addForm(key, pdfdoc.PDFStream(pdfdoc.PDFDictionary(entries), encoded.stream))
