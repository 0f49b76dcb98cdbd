"""A PDF canvas: pages in mm with y down, page boxes, texts, tags and pictures.

Theory of operation. `Sheets` wraps one reportlab canvas. Inside `page()` and `face()`, coordinates
are mm from the top left of the page or of the upright face, with y down. The page's matrix flips
the y axis once, and the text matrix flips glyphs back. Nothing is written to disk here: `data`
returns the whole file.

For print production, drawings stay vectors, text is embedded as TrueType subsets, and black text
and tags are K100. Pages have MediaBox, TrimBox and BleedBox (ISO 32000-1, 14.11.2). Viewer
preferences are PrintScaling None and the duplex edge (table 150). `invariant` omits dates and
random ids, so the same input gives the same bytes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from reportlab import rl_config
from reportlab.lib.colors import CMYKColor
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase.pdfdoc import PDFName, PDFResourceDictionary, xObjectName
from reportlab.pdfgen.canvas import Canvas

from printkit.pdf.correction import NO_CORRECTION, Correction
from printkit.pdf.drawing import (
    BLACK,
    PAPER,
    Cmyk,
    Drawing,
    black_only,
    black_shadings,
    black_stream,
    placed,
)
from printkit.pdf.encoding import Encoded
from printkit.pdf.fonts import PT, Fonts
from printkit.pdf.geometry import Duplex, FaceSpot, Mark, Point, Rect, Size, face_to_page, short
from printkit.pdf.images import Photo
from printkit.pdf.structure import ElementKind, PageStructure
from printkit.pdf.tags import MODULES, TagPanel, symbol_rects
from printkit.pdf.xobjects import place, place_encoded
from rules.version import AUTHORS

if TYPE_CHECKING:
    from PIL.Image import Image

Align = Literal["left", "centre", "right"]
_K = 72 / 25.4
_HALO = 0.7
"""Stroke width of a halo, in mm; half of it shows around a letter."""
_FORM_HEIGHT = 300.0
"""Height of the imaginary page on which stored forms are drawn, in mm."""
_HINTS = {Duplex.LONG: "DuplexFlipLongEdge", Duplex.SHORT: "DuplexFlipShortEdge"}


SEALED = "printkit with manifest"
"""Keyword of a PDF that a manifest accompanies."""


class Sheets:
    """A PDF under construction."""

    def __init__(
        self,
        title: str,
        fonts: Fonts,
        duplex: Duplex = Duplex.NONE,
        *,
        mono: bool = False,
        sealed: bool = False,
        tagged: bool = False,
        subject: str = "",
        author: str = "",
    ) -> None:
        """Begin an empty document; a shipped initial font avoids embedding Helvetica.

        With `mono`, everything is printed in black ink only. With `sealed`, the keyword `SEALED`
        says that a manifest accompanies the document, so that its absence is reported. With
        `tagged`, screen readers find what `marked` encloses, in order. The
        attribute `separate` converts an image's pixels to a press's inks.
        """
        rl_config.useA85 = 0
        self.fonts = fonts
        self.mono = mono
        self.separate: Callable[[Image], Image] = lambda pixels: pixels
        self.pages = 0
        self._buffer = BytesIO()
        self._readers: dict[tuple[Path, int], ImageReader] = {}
        initial = fonts.runs("text", title)[0].font
        self.canvas = Canvas(
            self._buffer,
            pageCompression=1,
            invariant=1,
            lang=fonts.lang,
            initialFontName=initial,  # type: ignore[arg-type]  # the stubs say float
        )
        self.canvas.setTitle(title)
        self.canvas.setSubject(subject)
        self.canvas.setAuthor(author or AUTHORS)
        self.canvas.setCreator("printkit")
        self.canvas.setProducer("printkit")
        if sealed:
            self.canvas.setKeywords(SEALED)
        self.canvas.setViewerPreference("PrintScaling", "None")
        self.canvas.setViewerPreference("Duplex", _HINTS.get(duplex, "Simplex"))
        self.structure = PageStructure() if tagged else None
        self._height = 0.0
        self._markable = False

    @contextmanager
    def page(
        self,
        size: Size,
        trim: Rect | None = None,
        bleed: Rect | None = None,
        correction: Correction = NO_CORRECTION,
    ) -> Iterator[None]:
        """Open a page of `size` with coordinates in mm; `trim` and `bleed` become its boxes.

        Both are the whole page by default. A printer's `correction` moves the content but not the
        boxes.
        """
        whole = Rect(0, 0, size.width, size.height)
        self._height = size.height
        self.canvas.setPageSize((size.width * _K, size.height * _K))
        self.canvas.setTrimBox(self._box(trim or whole))
        self.canvas.setBleedBox(self._box(bleed or whole))
        self.canvas.saveState()
        self.canvas.transform(_K, 0, 0, -_K, 0, size.height * _K)
        if correction:
            self.canvas.transform(*correction.matrix(size.width, size.height))
        if self.structure:
            self.structure.begin_page(self.canvas)
            self._markable = True
        yield
        if self.structure:
            self.structure.end_page(self.canvas)
            self._markable = False
        self.canvas.restoreState()
        self.canvas.showPage()
        self.pages += 1

    @contextmanager
    def marked(self, kind: ElementKind, alt: str = "", lang: str = "") -> Iterator[None]:
        """Mark what is drawn as an element of the structure, if the document is tagged.

        What is drawn inside an element, or outside pages, is not an element of its own.
        """
        if self.structure is None or not self._markable:
            yield
            return
        self.structure.begin(self.canvas, kind, self.pages, alt, lang)
        self._markable = False
        yield
        self._markable = True
        self.structure.end(self.canvas)

    @contextmanager
    def face(self, spot: FaceSpot, clip: Rect | None = None, scale: float = 1.0) -> Iterator[None]:
        """Use an upright face's coordinates at `spot`; clip to `clip` (mm on the page).

        `scale` is the drawing scale: a face of 54 mm at 2/3 is 36 mm wide on paper.
        """
        self.canvas.saveState()
        if clip is not None:
            self.clip(clip)
        (x0, y0), (x1, y1), (x2, y2) = (
            face_to_page(spot, point) for point in ((0, 0), (scale, 0), (0, scale))
        )
        self.canvas.transform(x1 - x0, y1 - y0, x2 - x0, y2 - y0, x0, y0)
        yield
        self.canvas.restoreState()

    @contextmanager
    def moved(self, at: Point, scale: float = 1.0, turn: float = 0.0) -> Iterator[None]:
        """Move the origin to `at`, scale, and turn clockwise by `turn` degrees."""
        cos, sin = (scale * part(math.radians(turn)) for part in (math.cos, math.sin))
        self.canvas.saveState()
        self.canvas.transform(cos, sin, -sin, cos, *at)
        yield
        self.canvas.restoreState()

    @contextmanager
    def on_page(self, clip: Rect | None = None) -> Iterator[Canvas]:
        """Yield the bare canvas in PDF's own coordinates, for pictures that position themselves."""
        self.canvas.saveState()
        if clip is not None:
            self.clip(clip)
        self.canvas.transform(1 / _K, 0, 0, -1 / _K, 0, self._height)
        yield self.canvas
        self.canvas.restoreState()

    def clip(self, rect: Rect) -> None:
        """Clip everything drawn to `rect` until the surrounding block ends."""
        self.canvas.addLiteral(f"{_numbers(rect.x, rect.y, rect.width, rect.height)} re W n")

    def picture(self, drawing: Drawing, key: str) -> None:
        """Draw a picture in the current coordinates."""
        with self.on_page() as canvas:
            place(canvas, drawing, 0, 0, key=key)

    def form(self, form: Encoded, key: str, lookup: Callable[[str], Encoded]) -> None:
        """Draw an encoded form; `lookup` finds the forms that it uses."""
        with self.on_page() as canvas:
            place_encoded(canvas, lambda: form, placed(0, 0), key=key, family=key, lookup=lookup)

    @contextmanager
    def stored(self, name: str, box: Rect) -> Iterator[None]:
        """Store what is drawn as a form, clipped to `box`, which `put` draws any number of times.

        It is drawn in mm from its own origin, outside a page.
        """
        self._height = _FORM_HEIGHT
        self.canvas.setPageSize((_FORM_HEIGHT * _K, _FORM_HEIGHT * _K))
        self.canvas.beginForm(name, *self._box(box))  # type: ignore[arg-type]  # the stubs say int
        self.canvas.saveState()
        self.canvas.transform(_K, 0, 0, -_K, 0, _FORM_HEIGHT * _K)
        yield
        self.canvas.restoreState()
        self.canvas.endForm()
        # reportlab omits the graphics states, such as overprint, from a form's resources
        document: Any = self.canvas._doc  # type: ignore[attr-defined]  # noqa: SLF001 - forms are kept only there
        form = document.idToObject[xObjectName(name)]
        form.Resources = resources = PDFResourceDictionary()
        resources.basicFonts()
        resources.allProcs()
        for kind, found in (("XObject", form.XObjects), ("ExtGState", form.ExtGState)):
            if found:
                setattr(resources, kind, found)

    def put(self, name: str) -> None:
        """Draw a stored form in the current coordinates."""
        self.canvas.saveState()
        self.canvas.transform(1 / _K, 0, 0, -1 / _K, 0, _FORM_HEIGHT)
        self.canvas.doForm(name)
        self.canvas.restoreState()

    def image(self, photo: Photo, box: Rect, fit: Literal["cover", "contain"]) -> None:
        """Draw an image in a box; it either covers the box, clipped, or is contained in it.

        Its pixels are stored in the document once for each size, however often it is drawn.
        """
        shown = photo.shown(box, fit)
        key = (photo.path, photo.width_on(shown))
        if key not in self._readers:
            pixels = self.separate(photo.pixels(mono=self.mono, across=key[1]))
            self._readers[key] = ImageReader(photo.stored(pixels))
        self.canvas.saveState()
        self.clip(box)
        self.canvas.transform(1, 0, 0, -1, shown.x, shown.bottom)
        self.canvas.drawImage(self._readers[key], 0, 0, shown.width, shown.height)
        self.canvas.restoreState()

    def fill(self, rect: Rect, colour: Cmyk) -> None:
        """Fill a rectangle."""
        box = _numbers(rect.x, rect.y, rect.width, rect.height)
        self.canvas.addLiteral(f"{_inks(self.ink(colour))} k {box} re f")

    def lines(self, marks: Iterable[Mark], colour: Cmyk = BLACK, width: float = 0.1) -> None:
        """Draw straight lines with butt ends."""
        path = " ".join(f"{_numbers(m.x1, m.y1)} m {_numbers(m.x2, m.y2)} l" for m in marks)
        if path:
            self.canvas.addLiteral(f"q {_numbers(width)} w {_inks(self.ink(colour))} K {path} S Q")

    def text(
        self,
        words: str,
        x: float,
        baseline: float,
        *,
        role: str,
        size: float,
        colour: Cmyk = BLACK,
        align: Align = "left",
        turn: float = 0,
        halo: Cmyk | None = None,
    ) -> None:
        """Draw one line of text at (x, baseline) in mm, turned clockwise; `size` is in pt.

        Pure black overprints, so that misregistration leaves no white gap around small letters (ISO
        32000-1, 11.7.4.5: overprint mode 1). A `halo` is drawn around the letters first, so that
        they are readable on any picture.
        """
        colour = self.ink(colour)
        width = 0.0 if align == "left" else self.fonts.width(role, words, size)
        shift = width if align == "right" else width / 2
        cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        start = (x - cos * shift, baseline - sin * shift)
        if halo is not None:
            self.canvas.saveState()
            self.canvas.setLineWidth(_HALO)
            self.canvas.setLineJoin(1)
            self._run_of_text(words, start, (cos, sin), role, size, self.ink(halo), stroke=True)
            self.canvas.restoreState()
        if colour == BLACK:
            self.canvas.saveState()
            self.canvas.setFillOverprint(1)
            self.canvas.setOverprintMask(1)
        self._run_of_text(words, start, (cos, sin), role, size, colour, stroke=False)
        if colour == BLACK:
            self.canvas.restoreState()

    def _run_of_text(
        self,
        words: str,
        start: Point,
        along: Point,
        role: str,
        size: float,
        colour: Cmyk,
        *,
        stroke: bool,
    ) -> None:
        out = self.canvas.beginText()
        cos, sin = (round(part, 9) + 0.0 for part in along)
        out.setTextTransform(cos, sin, sin, -cos, *start)
        ink = CMYKColor(colour.c / 100, colour.m / 100, colour.y / 100, colour.k / 100)
        if stroke:
            out.setTextRenderMode(1)
            out.setStrokeColor(ink)
        else:
            out.setFillColor(ink)
        for run in self.fonts.runs(role, words):
            out.setFont(run.font, size * PT)
            out.textOut(run.text)
        self.canvas.drawText(out)

    def tag(self, panel: TagPanel, text: str) -> None:
        """Draw the framed tag: black frame, white quiet zone, symbol; K100 on white.

        The frame is one ring and the symbol one path, because viewers snap single rectangles to
        whole pixels, which would move their edges.
        """
        self.fill(panel.white.grown(*(panel.frame / 2,) * 4), PAPER)
        ring = " ".join(
            f"{_numbers(r.x, r.y, r.width, r.height)} re" for r in (panel.outer, panel.white)
        )
        self.canvas.addLiteral(f"{_inks(BLACK)} k {ring} f*")
        module = panel.symbol / MODULES
        where = f"{_numbers(module)} 0 0 {_numbers(module, panel.square.x, panel.square.y)}"
        rects = " ".join(f"{x} {y} {w} {h} re" for x, y, w, h in symbol_rects(text))
        self.canvas.addLiteral(f"q {where} cm {_inks(BLACK)} k {rects} f Q")

    def mock_tag(self, panel: TagPanel) -> None:
        """Draw a tag's frame and corners without its code, for pictures of cards.

        No camera reads it, so a picture is never mistaken for a card.
        """
        square = panel.square
        side = square.width / 3
        self.fill(panel.outer, BLACK)
        self.fill(panel.white, PAPER)
        for x, y in ((0, 0), (2, 0), (0, 2)):
            corner = Rect(square.x + x * side, square.y + y * side, side, side).spread(-0.08 * side)
            for inwards, ink in ((0.0, BLACK), (0.13, PAPER), (0.26, BLACK)):
                self.fill(corner.spread(-inwards * side), ink)

    def ink(self, colour: Cmyk) -> Cmyk:
        """Return the ink that is printed for a colour."""
        return black_only(colour) if self.mono else colour

    def _blacken(self) -> None:
        """Convert every picture of the document to black ink only."""
        document: Any = self.canvas._doc  # type: ignore[attr-defined]  # noqa: SLF001 - pictures are kept only there
        for held in document.idToObject.values():
            entries = getattr(getattr(held, "dictionary", None), "dict", {})
            if entries.get("Subtype") == PDFName("Form"):
                held.content = black_stream(held.content)
                resources = entries["Resources"].dict
                resources["Shading"] = black_shadings(resources["Shading"])

    def data(self) -> bytes:
        """Return the bytes of the finished file."""
        if self.mono:
            self._blacken()
        if self.structure:
            self.structure.write(self.canvas)
        self.canvas.save()
        return self._buffer.getvalue()

    def _box(self, rect: Rect) -> tuple[float, float, float, float]:
        """Return left, bottom, right, top in points."""
        height = self._height
        edges = (rect.x, height - rect.bottom, rect.right, height - rect.y)
        left, bottom, right, top = (edge * _K for edge in edges)
        return left, bottom, right, top


def _numbers(*values: float) -> str:
    return " ".join(map(short, values))


def _inks(colour: Cmyk) -> str:
    return " ".join(f"{ink / 100:g}" for ink in (colour.c, colour.m, colour.y, colour.k))
