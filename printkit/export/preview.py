"""Pictures of a print: single faces, sheets and mats, with an optional proof.

PDFium rasterises PNG files, and `printkit.export.svg` writes SVG files, both from the PDF that
would be printed. A proof shows three frames over a face: the cut (trim, solid), the extent of its
picture (bleed, dotted) and the area that is safe from inaccurate cuts (safe zone, dashed).
"""

from __future__ import annotations

import math
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from printkit.cards.draw import draw_cards
from printkit.cards.face_drawing import draw_face
from printkit.cards.faces import SetCard
from printkit.cards.job import CardJob
from printkit.cards.layout import CardLayout, lay_out_cards
from printkit.cards.one_face import SingleFace, different, draw_page, empty_sheets, load_faces
from printkit.cards.plan import plan_cards
from printkit.data.toml_source import choose
from printkit.mats.sheets import MatJob, print_mat
from printkit.pdf.canvas import Sheets
from printkit.pdf.drawing import Cmyk
from printkit.pdf.geometry import FaceSpot, Mark, Rect, Size, hexagon
from printkit.pdf.output import Steps, write_whole
from printkit.sheets.imposition import dashed
from printkit.sheets.papers import SMALL
from printkit.template.findings import faults_of
from rules import Fault, Message

if TYPE_CHECKING:
    from PIL.Image import Image

Subject = Literal["faces", "sheets", "mat"]
Kind = Literal["png", "svg"]

ALL = "all"
"""The name of a face that requests all faces."""

_TRIM, _BLEED, _SAFE = Cmyk(0, 100, 0, 0), Cmyk(100, 0, 0, 0), Cmyk(85, 10, 100, 0)
_MARGIN = 6.0
_LEGEND = 6.0
_LINE = 0.25
_FOOT_PT = 6.0


@dataclass(frozen=True, slots=True)
class PreviewJob:
    """A request for a preview: faces (`only` some of them, by id), sheets, or a mat."""

    job: CardJob
    subject: Subject = "faces"
    only: tuple[str, ...] = ()
    mat: str = ""
    kind: Kind = "png"
    dpi: float = 150.0
    proof: bool = False
    out: Path = Path("out")


def preview(
    asked: PreviewJob,
    steps: Steps | None = None,
    faulty: Callable[[Fault], None] | None = None,
) -> list[Path]:
    """Write the pictures and return their paths. Raises the same errors as printing.

    With `faulty`, texts and pictures of faces that do not fit are drawn in red, and `faulty` is
    called with each of them.
    """
    steps = steps or Steps()
    faces = asked.subject == "faces"
    names, pdf, faults = _faces(asked, shown=faulty is not None) if faces else _printed(asked)
    stem = f"{asked.job.game}-preview-{asked.job.lang}"
    stem += f"-{asked.job.style}" if asked.job.style != "full" else ""
    stem += "-small" if asked.job.small else ""
    folder = asked.out / stem
    steps.total = len(names)
    files: dict[Path, bytes] = {}
    if asked.kind == "svg":
        from printkit.export.svg import pages_as_svg  # noqa: PLC0415 - heavy

        for name, text in zip(names, pages_as_svg(pdf), strict=True):
            files[folder / f"{name}.svg"] = text.encode("utf-8")
            steps.step()
    else:
        for name, picture in zip(names, rasters(pdf, asked.dpi), strict=True):
            files[folder / f"{name}.png"] = png(picture, asked.dpi)
            steps.step()
    write_whole(files)
    if faulty is not None:
        for fault in faults:
            faulty(fault)
    return list(files)


_BLACK = 32
"""Brightness that the renderer gives to full black ink, which should be 0."""
_GREYS = [max(0, round((grey - _BLACK) * 255 / (255 - _BLACK))) for grey in range(256)]


def rasters(pdf: bytes, dpi: float, *, mono: bool = False) -> Iterator[Image]:
    """Yield each page of a PDF as an RGB picture, in pure greys if `mono` is set."""
    import pypdfium2  # noqa: PLC0415 - heavy

    document = pypdfium2.PdfDocument(pdf)
    try:
        for page in document:
            picture: Image = page.render(scale=dpi / 72).to_pil()
            if mono:
                picture = picture.convert("L").point(_GREYS)
            yield picture if picture.mode == "RGB" else picture.convert("RGB")
    finally:
        document.close()


def png(picture: Image, dpi: float) -> bytes:
    """Return a picture as a PNG file with its resolution."""
    buffer = BytesIO()
    picture.save(buffer, "PNG", dpi=(dpi, dpi))
    return buffer.getvalue()


_Drawn = tuple[list[str], bytes, list[Fault]]


def _faces(asked: PreviewJob, *, shown: bool) -> _Drawn:
    """Draw each face on a separate page; return the faces' names, the PDF and the shown faults."""
    chosen = bool(asked.only) and ALL not in asked.only  # a chosen card may be in no deck yet
    scale = SMALL if asked.job.small else 1.0
    layout = load_faces(replace(asked.job, pool=chosen), scale, shown=shown)
    faces = different(layout)
    if chosen:
        known = {key: None for face in faces for key in (face.piece.id, face.label)}
        wanted = {choose("card", word, known) for word in asked.only}
        faces = [face for face in faces if {face.piece.id, face.label} & wanted]
    sheets = empty_sheets(layout)
    for face in faces:
        if asked.proof:
            draw_proof(sheets, layout, face)
        else:
            draw_page(sheets, layout, face)
    suffix = "-proof" if asked.proof else ""
    return [f"{face.label}{suffix}" for face in faces], sheets.data(), faults_of(layout.errors)


def _printed(asked: PreviewJob) -> _Drawn:
    """Draw cards or a mat as on a home printer; return the names of the pages, and the PDF."""
    job = asked.job
    if asked.subject == "sheets":
        drawn = draw_cards(lay_out_cards(plan_cards(job)))
        stem, pages, pdf = "sheet", drawn.pages, drawn.pdf
    else:
        with tempfile.TemporaryDirectory() as folder:
            asked_mat = MatJob(job.game, asked.mat, lang=job.lang, style=job.style)
            mat = print_mat(replace(asked_mat, small=job.small, out=Path(folder)))
            stem, pages, pdf = f"mat-{mat.mat}", mat.pages, mat.pdf.read_bytes()
    if pages == 1:
        return [stem], pdf, []
    return [f"{stem}-{number:02d}" for number in range(1, pages + 1)], pdf, []


def draw_proof(sheets: Sheets, layout: CardLayout, face: SingleFace) -> None:
    """Draw a page with a face, its bleed, and three frames over it."""
    trim, bleed = face.size.scaled(layout.scale), layout.bleed
    page = Size(trim.width + 2 * (bleed + _MARGIN), trim.height + 2 * (bleed + _MARGIN) + _LEGEND)
    spot = FaceSpot(Rect(bleed + _MARGIN, bleed + _MARGIN, trim.width, trim.height))
    reach = spot.rect.spread(bleed)
    safe = spot.rect.spread(-layout.safe)
    with sheets.page(page, spot.rect, reach):
        draw_face(sheets, layout, face.item, spot, reach)
        sheets.lines(_dotted(_frame(reach)), _BLEED, _LINE)
        if layout.plan.template.template.shape == "hex" and isinstance(face.item, SetCard):
            sheets.lines(_hexagon(spot.rect, 0.0), _TRIM, _LINE)
            sheets.lines(_hexagon(spot.rect, layout.safe), _SAFE, _LINE)
        else:
            sheets.lines(_frame(spot.rect), _TRIM, _LINE)
            sheets.lines([dash for line in _frame(safe) for dash in dashed(line)], _SAFE, _LINE)
        _draw_legend(sheets, reach, page.height - _MARGIN)


def _hexagon(box: Rect, inset: float) -> list[Mark]:
    """Return the outline of a hexagonal card, or a line `inset` inside it."""
    out = inset * 2 / math.sqrt(3)
    corners = hexagon(box.grown(-out, -inset, -out, -inset))
    return [Mark(*one, *other) for one, other in pairwise((*corners, corners[0]))]


def _frame(box: Rect) -> list[Mark]:
    left, top, right, bottom = box.x, box.y, box.right, box.bottom
    return [
        Mark(left, top, right, top),
        Mark(left, bottom, right, bottom),
        Mark(left, top, left, bottom),
        Mark(right, top, right, bottom),
    ]


def _dotted(lines: Sequence[Mark]) -> list[Mark]:
    """Return lines as rows of dots, each 0.5 mm long."""
    found = []
    for line in lines:
        length = max(line.x2 - line.x1, line.y2 - line.y1)
        dx, dy = (line.x2 - line.x1) / length, (line.y2 - line.y1) / length
        for step in range(int(length)):
            x, y = line.x1 + dx * step, line.y1 + dy * step
            found.append(Mark(x, y, x + dx * 0.5, y + dy * 0.5))
    return found


def _draw_legend(sheets: Sheets, reach: Rect, y: float) -> None:
    """Draw a legend below the face: a sample of each line, with its label."""
    lang, width = sheets.fonts.lang, reach.width / 3
    for n, (key, ink) in enumerate((("trim", _TRIM), ("bleed", _BLEED), ("safe", _SAFE))):
        x = reach.x + n * width
        line = Mark(x, y, x + 6, y)
        kinds = {"trim": [line], "bleed": _dotted([line]), "safe": dashed(line)}
        sheets.lines(kinds[key], ink, _LINE * 1.6)
        sheets.text(
            Message(f"check.{key}").render(lang), x + 7, y + 0.7, role="text", size=_FOOT_PT
        )
