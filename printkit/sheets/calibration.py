"""The calibration sheet: staircases on the front and lines on the back, compared against the light.

Theory of operation. A line printed on the back at the middle of the page shows through the front
somewhere on its scale. The user types in that reading. The scales are labelled with the sign that
cancels the error, which depends on the edge over which the sheet was turned. Seen through the
front, a back turned over its long edge is mirrored in x (too far left on the back shows too far
right). A back turned over its short edge is mirrored in y. A third scale, `REACH` to the right of
the middle, shows the rotation of the back: its reading differs from the middle scale's by `REACH ·
sin(rotation)`.
"""

import math
from dataclasses import dataclass
from pathlib import Path

from printkit.data.toml_source import choose
from printkit.errors import UsageError
from printkit.pdf.canvas import Sheets
from printkit.pdf.correction import MOST_DEG, Correction
from printkit.pdf.fonts import LANGUAGES, Fonts
from printkit.pdf.geometry import Duplex, Mark, Size
from printkit.pdf.output import write_whole
from printkit.sheets.page_marks import RULER, draw_ruler
from printkit.sheets.papers import paper
from printkit.template.words import file_subject
from printkit.typeset.flow import TextStyle
from printkit.typeset.setting import Setter
from printkit.typeset.typesetter import Typesetter
from rules import Message

REACH = 75.0
"""Distance of the third scale from the middle of the page, in mm."""
_STEP = 0.2
_STEPS = 20
"""Number of steps on each side of zero."""
_MOST_MM = 4.0
"""Range of a scale, in mm; no printer has a larger error."""
_COLUMN_MM = 1.1
"""Distance from one step to the next, in mm."""
_HAIR = 0.12
_MARGIN = 15.0


@dataclass(frozen=True, slots=True)
class _Scale:
    """A scale centred on (x, y); `sign` is the sign of its labels to the right or below."""

    x: float
    y: float
    upright: bool
    sign: int
    name: str


def _scales(size: Size, duplex: Duplex) -> list[_Scale]:
    x, y = size.width / 2, size.height / 2
    along_x, along_y = (1, -1) if duplex is Duplex.LONG else (-1, 1)
    return [
        _Scale(x, y, upright=False, sign=along_x, name="x"),
        _Scale(x, y + 70, upright=True, sign=along_y, name="y"),
        _Scale(x + REACH, y + 70, upright=True, sign=along_y, name="edge"),
    ]


def correction_of(x: float, y: float, edge: float, duplex: Duplex) -> Correction:
    """Return the correction for three readings (mm); raise `UsageError` if they are implausible."""
    sine = (edge - y) / REACH
    if max(abs(x), abs(y), abs(edge)) > _MOST_MM or abs(sine) > math.sin(math.radians(MOST_DEG)):
        read = f"{x:g}, {y:g}, {edge:g}"
        most = {"most": f"{_MOST_MM:g}", "degrees": f"{MOST_DEG:g}"}
        raise UsageError("print.readings", read=read, **most)
    turned = math.degrees(math.asin(sine))
    # The third scale is right of the middle on the front, but left of it on a back turned over the
    # long edge.
    rotation = -turned if duplex is Duplex.LONG else turned
    return Correction(x_mm=x, y_mm=y, rotation_deg=round(rotation, 4) + 0.0)


def print_calibration(paper_name: str, duplex: Duplex, lang: str, out: Path) -> Path:
    """Write the calibration sheet (two pages); return its path."""
    lang = choose("language", lang, LANGUAGES)
    known, size = paper(paper_name)
    fonts = Fonts(lang)
    text = Message("sheet.calibration").render(lang)
    setter = Setter(fonts)
    check = Message("sheet.actual_size").render(lang)
    setter.check("text", text + check, "calibration")
    setter.finish()
    title = Message("sheet.calibration_title").render(lang)
    sheets = Sheets(title, fonts, duplex, subject=file_subject(title, known, lang))
    with sheets.page(size):
        sheets.text(title, _MARGIN, _MARGIN + 8, role="strong", size=16)
        face, room = TextStyle("text", 10), size.width - 2 * _MARGIN
        for n, line in enumerate(Typesetter(fonts).lines(text, face, room, "calibration")):
            sheets.text(line, _MARGIN, _MARGIN + 17 + 5.2 * n, role="text", size=10)
        for scale in _scales(size, duplex):
            _draw_scale(sheets, scale)
        foot = size.height - _MARGIN
        draw_ruler(sheets, (size.width - RULER) / 2, foot - 5)
        sheets.text(check, size.width / 2, foot, role="text", size=8, align="centre")
    back = Message("sheet.back").render(lang)
    with sheets.page(size):
        sheets.text(back, _MARGIN, _MARGIN + 8, role="strong", size=16)
        for scale in _scales(size, duplex):
            _draw_line(sheets, scale, size, duplex)
    target = out / f"calibration-{known}-{duplex.value}-{lang}.pdf"
    write_whole({target: sheets.data()})
    return target


def _draw_scale(sheets: Sheets, scale: _Scale) -> None:
    """Draw a staircase whose steps are 0.2 mm apart.

    The eye can thus distinguish fifths of a millimetre: the back's line meets one of the steps.
    """
    marks = []
    for step in range(-_STEPS, _STEPS + 1):
        across, along = step * _COLUMN_MM, step * _STEP
        start, end = across - 0.42 * _COLUMN_MM, across + 0.42 * _COLUMN_MM
        if scale.upright:
            marks.append(Mark(scale.x + start, scale.y + along, scale.x + end, scale.y + along))
        else:
            marks.append(Mark(scale.x + along, scale.y + start, scale.x + along, scale.y + end))
        if step % 5 == 0:
            marks.append(_draw_label(sheets, scale, across, round(scale.sign * step * _STEP)))
    sheets.lines(marks, width=_HAIR)
    reach = _STEPS * _COLUMN_MM
    x, y = (scale.x, scale.y - 14) if scale.upright else (scale.x, scale.y - reach - 6)
    sheets.text(scale.name, x, y, role="strong", size=14, align="centre")


def _draw_label(sheets: Sheets, scale: _Scale, across: float, value: int) -> Mark:
    """Draw the label of a whole millimetre, away from the steps; return its leader line."""
    text = f"{value:+d}".replace("-", "−") if value else "0"
    if scale.upright:
        x, y = scale.x + across, scale.y + 7.5
        sheets.text(text, x, y + 3, role="text", size=7, align="centre")
        return Mark(x, y - 1.5, x, y)
    x, y = scale.x + 7.5, scale.y + across
    sheets.text(text, x + 1.2, y + 0.9, role="text", size=7)
    return Mark(x - 1.5, y, x, y)


def _draw_line(sheets: Sheets, scale: _Scale, size: Size, duplex: Duplex) -> None:
    """Draw the line on the back, which meets the scale's zero if the printer has no error."""
    mirrored = duplex is Duplex.LONG
    x = size.width - scale.x if mirrored else scale.x
    y = scale.y if mirrored else size.height - scale.y
    reach = 25.0
    if scale.upright:
        sheets.lines([Mark(x - reach, y, x + reach, y)], width=0.15)
    else:
        sheets.lines([Mark(x, y - reach, x, y + reach)], width=0.15)
