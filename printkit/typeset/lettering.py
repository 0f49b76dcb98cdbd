"""Lettering: line positions of a set text, and its drawing with icons and readings.

Icons inside a text (`printkit.typeset.icons`) are as high as its capitals and have its ink.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from printkit.pdf.canvas import Align, Sheets
from printkit.pdf.drawing import Cmyk
from printkit.pdf.fonts import PT, Fonts
from printkit.pdf.geometry import FaceSpot, Mark, Point, Rect, face_to_page
from printkit.template.parts import Slot
from printkit.typeset.breaks import has_icon
from printkit.typeset.flow import TextStyle
from printkit.typeset.icons import HIGH, Icon, Icons, icons_of
from printkit.typeset.ruby import SHARE, Ruby
from printkit.typeset.text import Fitted

_ASCENT = 0.88
"""Distance from the top of a CJK em box to the baseline, in em (JIS and Noto agree)."""
_RULE_WIDTH = 0.35
_RULE_DROP = 1.0
_ICON_SIDE = 0.08
"""Space on either side of an icon, in em."""
FAULTY = Cmyk(0, 100, 90, 0)
"""The ink of faulty parts in a preview."""
_RUBY_DROP = 0.12
"""Distance from a ruby's baseline down to the text's em box, in em of the ruby."""


@dataclass(frozen=True, slots=True)
class SetText:
    """One slot's text, broken into lines and sized."""

    slot: Slot
    fitted: Fitted
    rubies: tuple[Ruby, ...] = ()
    too_large: bool = False
    """True if the text exceeds its slot; only a preview draws it, in red."""


def line_width(fonts: Fonts, icons: Icons, role: str, line: str, size: float) -> float:
    """Return the width of a line with its icons, in mm; `size` in pt."""
    if not has_icon(line):
        return fonts.width(role, line, size)
    return sum(
        fonts.width(role, part, size)
        if isinstance(part, str)
        else _icon_width(fonts, role, part, size)
        for part in icons.parts(line)
    )


def _icon_width(fonts: Fonts, role: str, icon: Icon, size: float) -> float:
    return (fonts.cap(role) * icon.aspect + 2 * _ICON_SIDE) * size * PT


def line_start(slot: Slot, width: float) -> float:
    """Return the x at which a line of the given width begins in the slot, in mm."""
    room = slot.measure.width - width
    return {"left": 0.0, "centre": room / 2, "right": room}[slot.align]


def baselines(fonts: Fonts, item: SetText) -> list[float]:
    """Return a set text's baselines in mm from the top of its slot, seen upright."""
    slot, em = item.slot, item.fitted.size * PT
    above = SHARE * em if item.rubies else 0.0
    step, lines = slot.leading * em + above, len(item.fitted.lines)
    if slot.middle:
        first = slot.measure.height / 2 + fonts.cap(slot.role) * em / 2
        first -= (lines - 1) * step / 2 - above / 2
    else:
        first = _ASCENT * em + above
    return [first + n * step for n in range(lines)]


def draw(sheets: Sheets, texts: Sequence[SetText], inks: Mapping[str, Cmyk]) -> None:
    """Draw set texts in face coordinates."""
    for item in texts:
        slot, fitted = item.slot, item.fitted
        box, spot = slot.measure, FaceSpot(slot.rect, slot.turn)
        worn = {**inks, slot.colour: FAULTY} if item.too_large else inks
        if item.too_large:
            draw_faulty(sheets, slot.rect)
        em = fitted.size * PT
        start = {"left": 0.0, "centre": box.width / 2, "right": box.width}[slot.align]
        places = baselines(sheets.fonts, item)
        for line, baseline in zip(fitted.lines, places, strict=True):
            if has_icon(line):
                _draw_mixed(sheets, item, line, baseline, worn)
                continue
            at = face_to_page(spot, (start, baseline))
            _write(sheets, slot, worn, line, at, slot.role, fitted.size, slot.align)
        for ruby in item.rubies:
            width = sheets.fonts.width(slot.role, fitted.lines[ruby.line], fitted.size)
            lift = _ASCENT * em + _RUBY_DROP * ruby.size * PT
            place = (line_start(slot, width) + ruby.x, places[ruby.line] - lift)
            _write(sheets, slot, worn, ruby.text, face_to_page(spot, place), "text", ruby.size)
        if slot.rule:
            below = box.height + _RULE_DROP / 2
            ends = (face_to_page(spot, (x, below)) for x in (0.0, box.width))
            (x1, y1), (x2, y2) = ends
            sheets.lines([Mark(x1, y1, x2, y2)], inks[slot.rule], _RULE_WIDTH)


def draw_faulty(sheets: Sheets, box: Rect) -> None:
    """Draw a red frame around a part that does not fit or cannot be shown."""
    corners = [*box.corners, box.corners[0]]
    sheets.lines([Mark(*one, *other) for one, other in pairwise(corners)], FAULTY, _RULE_WIDTH)


def draw_line(
    sheets: Sheets, words: str, at: Point, face: TextStyle, inks: Mapping[str, Cmyk], align: Align
) -> None:
    """Draw one line in a text style; `at` is on its baseline."""
    sheets.text(words, *at, role=face.role, size=face.size, colour=inks[face.ink], align=align)


def _write(
    sheets: Sheets,
    slot: Slot,
    inks: Mapping[str, Cmyk],
    words: str,
    at: Point,
    role: str,
    size: float,
    align: Align = "left",
) -> None:
    """Draw words with a slot's colour, turn and halo."""
    sheets.text(
        words,
        *at,
        role=role,
        size=size,
        colour=inks[slot.colour],
        align=align,
        turn=slot.turn,
        halo=inks[slot.halo] if slot.halo else None,
    )


def _draw_mixed(
    sheets: Sheets, item: SetText, line: str, baseline: float, inks: Mapping[str, Cmyk]
) -> None:
    """Draw a line with icons, stretch by stretch."""
    slot, size = item.slot, item.fitted.size
    fonts, icons = sheets.fonts, icons_of(sheets.fonts.slug)
    spot, high = FaceSpot(slot.rect, slot.turn), fonts.cap(slot.role) * size * PT
    x = line_start(slot, line_width(fonts, icons, slot.role, line, size))
    for part in icons.parts(line):
        if isinstance(part, Icon):
            left = x + _ICON_SIDE * size * PT
            place = face_to_page(spot, (left, baseline - high))
            draw_icon(sheets, part, place, high, inks[slot.colour], slot.turn)
            x += _icon_width(fonts, slot.role, part, size)
            continue
        _write(sheets, slot, inks, part, face_to_page(spot, (x, baseline)), slot.role, size)
        x += fonts.width(slot.role, part, size)


def draw_icon(
    sheets: Sheets, icon: Icon, at: Point, high: float, ink: Cmyk, turn: float = 0
) -> None:
    """Draw an icon `high` mm high, its top left at a point, turned clockwise about that point."""
    key = f"icon.{sheets.fonts.slug}.{icon.name}.{ink.c:g}-{ink.m:g}-{ink.y:g}-{ink.k:g}"
    with sheets.moved(at, high / HIGH, turn):
        sheets.picture(icon.drawing(ink), key)
