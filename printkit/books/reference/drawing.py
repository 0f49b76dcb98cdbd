"""Drawing one set side of a reference card: band, sample with its callouts, rows, footer."""

from __future__ import annotations

from collections.abc import Mapping

from printkit.books.reference.faces import (
    BAND,
    CALLOUT,
    FOOTER,
    LEFT,
    RIGHT,
    SAMPLE,
    SAMPLE_SCALE,
    SIDE,
    SetSide,
)
from printkit.books.rulebook.signs import sign
from printkit.pdf.canvas import Sheets
from printkit.pdf.drawing import PAPER, Cmyk, Drawing, Shape, ellipse
from printkit.pdf.fonts import PT
from printkit.pdf.geometry import BLEED, FaceSpot, Mark, Rect
from printkit.typeset.flow import Sign, Span, TextStyle
from printkit.typeset.lettering import draw


def draw_side(
    sheets: Sheets, side: SetSide, spot: FaceSpot, clip: Rect, inks: Mapping[str, Cmyk]
) -> None:
    """Draw a side at its spot, cut to `clip` (page mm)."""
    colours = {**inks, "on_band": inks["on_ground"]}
    with sheets.face(spot, clip):
        sheets.fill(Rect(0, 0, SIDE.width, SIDE.height).spread(BLEED), PAPER)
        band = Rect(-BLEED, -BLEED, SIDE.width + 2 * BLEED, BAND + BLEED)
        sheets.fill(band, inks["ground"])
        sheets.lines([Mark(-BLEED, BAND, SIDE.width + BLEED, BAND)], inks["accent"], 0.7)
        _text(sheets, side.title, 0, 7.6, colours)
        if side.sample is not None:
            _draw_sample(sheets, side, inks)
        for y, mark in side.discs:
            _disc(sheets, (LEFT + 1.9, y), mark, inks)
        for y, row in side.rows:
            for item in row.signs:
                _sign(sheets, item, y, side)
            for span in row.spans:
                _text(sheets, span, 0, y + row.baseline, colours)
        footer = Span(side.footer, RIGHT, FOOTER, "right")
        _text(sheets, footer, 0, 86.0, colours)


def _text(sheets: Sheets, span: Span, x: float, y: float, inks: Mapping[str, Cmyk]) -> None:
    face = span.face
    sheets.text(
        span.text,
        x + span.x,
        y,
        role=face.role,
        size=face.size,
        colour=inks[face.ink],
        align=span.align,
    )


def _disc(sheets: Sheets, at: tuple[float, float], mark: str, inks: Mapping[str, Cmyk]) -> None:
    """Draw a letter or number on a disc."""
    nodes = (
        Shape(ellipse(0, 0, CALLOUT + 0.3), PAPER),
        Shape(ellipse(0, 0, CALLOUT), inks["accent"]),
    )
    radius = CALLOUT + 0.3
    with sheets.face(FaceSpot(Rect(*at, 1, 1))):
        sheets.picture(Drawing((-radius, -radius, radius, radius), nodes), "reference.disc")
    face = TextStyle("strong", 6.4)
    drop = sheets.fonts.cap(face.role) * face.size * PT / 2
    sheets.text(
        mark, at[0], at[1] + drop, role=face.role, size=face.size, colour=PAPER, align="centre"
    )


def _sign(sheets: Sheets, item: Sign, y: float, side: SetSide) -> None:
    drawing = sign(item, side.slug, side.style)
    with sheets.face(FaceSpot(Rect(item.x, y + item.y, 1, 1))):
        sheets.picture(drawing, f"reference.{item.name}.{item.radius:.3f}")


def _draw_sample(sheets: Sheets, side: SetSide, inks: Mapping[str, Cmyk]) -> None:
    """Draw the sample card without its tag, so that no camera reads it, then its callouts."""
    sample = side.sample
    if sample is None:
        return
    template, card = sample.template, sample.card
    whole = Rect(0, 0, template.size.width, template.size.height)
    canvas = sheets.canvas
    canvas.saveState()
    canvas.transform(SAMPLE_SCALE, 0, 0, SAMPLE_SCALE, *SAMPLE)
    if card.picture is None:
        palette: Mapping[str, Cmyk] = template.plain
    else:
        palette = template.owner[card.piece.owner][side.style]
        with sheets.on_page(whole) as page:
            card.picture.place(page, 0, 0)
    sheets.fill(template.front_panel.outer, inks["pale"])
    draw(sheets, card.texts, palette)
    corners = ((0, 0), (whole.right, 0), (whole.right, whole.bottom), (0, whole.bottom))
    ends = (*corners[1:], corners[0])
    frame = [Mark(*one, *other) for one, other in zip(corners, ends, strict=True)]
    sheets.lines(frame, inks["text"], 0.35)
    canvas.restoreState()
    for item in side.callouts:
        sheets.lines([Mark(*item.disc, *item.point)], PAPER, 0.7)
        sheets.lines([Mark(*item.disc, *item.point)], inks["accent"], 0.3)
        dot = Rect(item.point[0] - 0.5, item.point[1] - 0.5, 1.0, 1.0)
        sheets.fill(dot, inks["accent"])
        _disc(sheets, item.disc, item.letter, inks)
