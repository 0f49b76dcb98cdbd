"""Legibility of texts on paper: contrast with the background, and distance from the cut line.

Theory of operation. Every distinct face is drawn once without its texts and rasterised. The texts'
inks are rasterised by the same renderer, so that both are converted from CMYK in the same way. For
each line, the contrast ratio of WCAG 2.2 (relative luminance, 1.4.3) is computed between the ink
and every pixel of the background under the line. The share `SPOILT` of the pixels may have a lower
ratio than the result, because single dark pixels of a texture do no harm. Letters with a halo are
compared with the halo.

A ratio of 4.5, or 3 for large type (18 pt, or 14 pt bold), is comfortable. Below 3 (2 for large
type), a text is illegible on paper at arm's length.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

from printkit.cards.control_cards import SetControl
from printkit.cards.face_drawing import inks_of
from printkit.cards.faces import SetCard, place
from printkit.cards.layout import CardLayout
from printkit.cards.one_face import SingleFace, different, draw_page, empty_sheets
from printkit.cards.tokens import SLATE
from printkit.pdf.drawing import BLACK, Cmyk
from printkit.pdf.fonts import PT, Fonts
from printkit.pdf.geometry import FaceSpot, Rect, Size, face_to_page
from printkit.template.findings import Finding, Severity, error, warning
from printkit.typeset.icons import icons_of
from printkit.typeset.lettering import SetText, baselines, line_width

if TYPE_CHECKING:
    from PIL.Image import Image

DPI = 96.0
SPOILT = 0.15
GOOD, GOOD_LARGE = 4.5, 3.0
LOST, LOST_LARGE = 3.0, 2.0
_SWATCH = 4.0
_NEAR_CUT = 1.5
"""Minimum distance of texts from a hand-cut edge, in mm."""
_PIECE_INKS = {"ink": BLACK, "word": SLATE, "accent": SLATE}
_BOLD = ("strong", "name", "numeral")


@dataclass(frozen=True, slots=True)
class _Faint:
    """A text with too little contrast; comfortable reading needs `good`."""

    severity: Severity
    where: str
    ratio: float
    good: float


def check_texts(layout: CardLayout) -> Iterator[Finding]:
    """Check that every text on every distinct face has enough contrast and is in the safe zone.

    An ink with too little contrast in one slot of several faces is one finding, about the worst.
    """
    faces = [face for face in different(layout) if face.item.texts]
    if not faces:
        return
    inks = {ink for face in faces for ink in _inks(layout, face).values()}
    faint: dict[tuple[Severity, str, str], list[_Faint]] = {}
    grounds, swatches = _rasterise(layout, faces, sorted(inks, key=repr))
    for face, ground in zip(faces, grounds, strict=True):
        palette = _inks(layout, face)
        for item in face.item.texts:
            boxes = line_boxes(layout.plan.fonts, item)
            where = f"{_where(layout, face)}: {item.slot.name}"
            yield from _safe(layout, face, boxes, where)
            found = _legible(layout, item, boxes, ground, palette, swatches, where)
            if found is not None:
                key = (found.severity, item.slot.name, item.slot.colour)
                faint.setdefault(key, []).append(found)
    for (severity, _, ink), texts in faint.items():
        worst = min(texts, key=lambda text: text.ratio)
        facts = {"ratio": f"{worst.ratio:.1f}", "good": f"{worst.good:g}", "ink": ink}
        how = error if severity is Severity.ERROR else warning
        if len(texts) == 1:
            yield how("contrast", worst.where, **facts)
        else:
            yield how("contrast_of_several", worst.where, faces=f"{len(texts)}", **facts)


def line_boxes(fonts: Fonts, item: SetText) -> list[Rect]:
    """Return each line's box on the upright face, in mm: its width, and its capitals' height."""
    slot, fitted = item.slot, item.fitted
    box, spot, em = slot.measure, FaceSpot(slot.rect, slot.turn), fitted.size * PT
    cap = fonts.cap(slot.role) * em
    found = []
    for line, baseline in zip(fitted.lines, baselines(fonts, item), strict=True):
        width = line_width(fonts, icons_of(fonts.slug), slot.role, line, fitted.size)
        x = {"left": 0.0, "centre": (box.width - width) / 2, "right": box.width - width}[slot.align]
        (x1, y1), (x2, y2) = (
            face_to_page(spot, point) for point in ((x, baseline - cap), (x + width, baseline))
        )
        found.append(Rect(min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1)))
    return found


def contrast(one: Sequence[int], other: Sequence[int]) -> float:
    """Return the contrast ratio of two sRGB colours, 1 to 21 (WCAG 2.2)."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: Sequence[int]) -> float:
    red, green, blue = (
        part / 255 / 12.92 if part / 255 <= 0.04045 else ((part / 255 + 0.055) / 1.055) ** 2.4
        for part in colour[:3]
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _where(layout: CardLayout, face: SingleFace) -> str:
    catalog, piece = layout.plan.catalog, face.piece
    if face.kind == "card":
        return f"{place(catalog, catalog.cards[piece.id])}: {face.label}"
    return face.label


def _inks(layout: CardLayout, face: SingleFace) -> Mapping[str, Cmyk]:
    """Return the inks of a face's texts, by ink name."""
    if isinstance(face.item, SetControl):
        return face.item.text_inks(layout.plan.style)
    if not isinstance(face.item, SetCard):
        return _PIECE_INKS
    return inks_of(layout, face.item)


def _rasterise(
    layout: CardLayout, faces: Sequence[SingleFace], inks: Sequence[Cmyk]
) -> tuple[list[Image], dict[Cmyk, tuple[int, int, int]]]:
    """Return pictures of the faces without texts, and the colour of each ink."""
    from printkit.export.preview import rasters  # noqa: PLC0415 - heavy

    sheets = empty_sheets(layout)
    for face in faces:
        draw_page(sheets, layout, face.bare)
    width = _SWATCH * len(inks)
    with sheets.page(Size(width, _SWATCH)):
        for n, ink in enumerate(inks):
            sheets.fill(Rect(n * _SWATCH, 0, _SWATCH, _SWATCH), ink)
    *grounds, swatch = rasters(sheets.data(), DPI)
    middle = int(_SWATCH / 2 * DPI / 25.4)
    looks: dict[Cmyk, tuple[int, int, int]] = {}
    for n, ink in enumerate(inks):
        pixel = swatch.getpixel((int((n + 0.5) * _SWATCH * DPI / 25.4), middle))
        looks[ink] = pixel  # type: ignore[assignment]  # an RGB pixel: three numbers
    return grounds, looks


def _legible(
    layout: CardLayout,
    item: SetText,
    boxes: Sequence[Rect],
    ground: Image,
    palette: Mapping[str, Cmyk],
    looks: Mapping[Cmyk, tuple[int, int, int]],
    where: str,
) -> _Faint | None:
    """Return the text if it has too little contrast."""
    ink = looks[palette[item.slot.colour]]
    ratio = min(_ratio(ground, box, layout.bleed, layout.scale, ink) for box in boxes)
    if item.slot.halo:
        ratio = max(ratio, contrast(ink, looks[palette[item.slot.halo]]))
    size = item.fitted.size * layout.scale
    large = size >= 18 or (size >= 14 and item.slot.role in _BOLD)
    lost, good = (LOST_LARGE, GOOD_LARGE) if large else (LOST, GOOD)
    if ratio >= good:
        return None
    return _Faint(Severity.ERROR if ratio < lost else Severity.WARNING, where, ratio, good)


def _ratio(ground: Image, box: Rect, bleed: float, scale: float, ink: Sequence[int]) -> float:
    """Return a line's contrast with its background, without the worst `SPOILT` of the pixels."""
    k = DPI / 25.4
    left, top = (box.x * scale + bleed) * k, (box.y * scale + bleed) * k
    right, bottom = (box.right * scale + bleed) * k, (box.bottom * scale + bleed) * k
    crop = ground.crop(
        (int(left), int(top), max(int(right), int(left) + 1), max(int(bottom), int(top) + 1))
    )
    counted = crop.getcolors(crop.width * crop.height) or []
    found = sorted((contrast(ink, colour), count) for count, colour in counted)  # type: ignore[arg-type]
    spoilt = SPOILT * crop.width * crop.height
    upto = accumulate(count for _, count in found)
    return next(ratio for (ratio, _), seen in zip(found, upto, strict=True) if seen > spoilt)


def _safe(
    layout: CardLayout, face: SingleFace, boxes: Sequence[Rect], where: str
) -> Iterator[Finding]:
    least = layout.plan.template.template.safe if face.kind != "token" else _NEAR_CUT
    inside = Rect(0, 0, face.size.width, face.size.height).spread(-least)
    if any(not inside.holds(box, 0.05) for box in boxes):
        yield warning("unsafe", where, safe=f"{least:g}")
