"""Setting texts into slots: what each says, whether every glyph exists, whether it fits.

Icons inside a text (`printkit.icons`) are as high as its capitals and take their ink from it;
readings over Japanese names (`printkit.ruby`) need room above every line, and are left out with a
note where there is none.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from printkit.breaks import has_icon
from printkit.canvas import Sheets
from printkit.drawing import Cmyk
from printkit.errors import MissingGlyphs, TextOverflow
from printkit.fonts import PT, Fonts
from printkit.geometry import Point, Spot, face_to_page
from printkit.icons import HIGH, Icon, Icons, icons_of, without_icons
from printkit.imposition import Mark
from printkit.ruby import SHARE, Ruby, place_ruby, ruby_runs
from printkit.template import Slot
from printkit.text import Fitted, Room, fit
from rules import load_catalog

__all__ = ["SetText", "Setter", "baselines", "draw", "draw_icon", "line_width"]

_ASCENT = 0.88
"""From the top of a CJK em box to the baseline, in em (JIS and Noto agree)."""
_RULE_WIDTH = 0.35
_RULE_DROP = 1.0
_ICON_SIDE = 0.08
"""White on either side of an icon, in em."""
_LONGEST_WORD = 8
"""What is longer is a phrase."""
_RUBY_DROP = 0.12
"""From a ruby's baseline down to the text's em box, in em of the ruby."""


@dataclass(frozen=True, slots=True)
class SetText:
    """One slot's text, broken and sized."""

    slot: Slot
    fitted: Fitted
    rubies: tuple[Ruby, ...] = ()


class Setter:
    """Sets slots in one language and collects what cannot be set."""

    def __init__(self, fonts: Fonts) -> None:
        self._fonts = fonts
        self._icons = icons_of(fonts.slug)
        self._words = _kept_whole(fonts.slug, fonts.lang)
        self._known: dict[tuple[str, str, str, float, float], SetText | None] = {}
        self.notes: dict[str, None] = {}
        """What people should know though it can be printed."""
        self._missing: dict[str, None] = {}
        self._overflow: dict[str, None] = {}

    def set(self, slots: Sequence[Slot], facts: Mapping[str, str], what: str) -> list[SetText]:
        """Set each slot with the facts; `what` names the thing in findings (`card y07`)."""
        found = []
        for slot in slots:
            if not slot.shown_for(facts):
                continue
            text = slot.says(facts)
            if text in slot.absent or not text:
                continue
            where = f"{what}: {slot.name} ({self._fonts.lang})"
            self.check(slot.role, without_icons(text), where)
            marked = self._marked(text, where)
            reading = facts.get(slot.ruby, "") if slot.ruby.endswith(f"_{self._fonts.lang}") else ""
            key = (slot.name, marked, reading, slot.measure.width, slot.size)
            if key not in self._known:
                self._known[key] = self._fit(slot, marked, reading)
            item = self._known[key]
            if item is None:
                self._overflow[
                    f"{where}: {text!r} does not fit "
                    f"{slot.rect.width:g} × {slot.rect.height:g} mm at {slot.shrink:g} pt: "
                    "shorten it, or give the slot more room in the template"
                ] = None
                continue
            if reading and not item.rubies and ruby_runs(marked, reading):
                told = f"the reading {reading!r} finds no room over {text!r} and is left out"
                self.notes[f"{where}: {told}: give the slot more room"] = None
            found.append(item if item.slot is slot else SetText(slot, item.fitted, item.rubies))
        return found

    def _marked(self, text: str, where: str) -> str:
        """The text with its icons as single characters."""
        if "{icon:" not in text:
            return text
        marked, unknown = self._icons.marked(text)
        for name in unknown:
            told = f"there is no icon {name!r}: {self._icons.near(name)}"
            self._missing[f"{where}: {told}"] = None
        return marked

    def check(self, role: str, text: str, where: str) -> None:
        """Note every character of the text that no face of the role holds."""
        for c in self._fonts.missing(role, text):
            name = unicodedata.name(c, "no name")
            self._missing[
                f"{where}: no face holds {c!r} (U+{ord(c):04X} {name}): "
                "use another character, or add a face to templates/fonts/faces.toml"
            ] = None

    def findings(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """What was found so far: missing glyphs, and texts that do not fit."""
        return tuple(self._missing), tuple(self._overflow)

    def finish(self) -> None:
        """Raise `MissingGlyphs` with every finding, or `TextOverflow` if no glyph lacks."""
        if self._missing:
            raise MissingGlyphs([*self._missing, *self._overflow])
        if self._overflow:
            raise TextOverflow(list(self._overflow))

    def _fit(self, slot: Slot, text: str, reading: str) -> SetText | None:
        """The text with its readings if both find room, else without them."""
        if reading and (runs := ruby_runs(text, reading)):
            fitted = self._sized(slot, text, ruby=SHARE)
            if fitted is not None:
                room = (slot.measure.width, lambda width: _start(slot, width))
                measures = self._measure(slot.role), self._measure("text")
                rubies = place_ruby(text, fitted.lines, runs, fitted.size, room, *measures)
                if rubies is not None:
                    return SetText(slot, fitted, tuple(rubies))
        fitted = self._sized(slot, text)
        return None if fitted is None else SetText(slot, fitted)

    def _sized(self, slot: Slot, text: str, ruby: float = 0.0) -> Fitted | None:
        """The largest size at which the text fits; `ruby` is room above each line, in em."""
        return fit(
            text,
            self._measure(slot.role),
            Room(slot.measure.width, lambda size: _lines(slot, size, ruby)),
            size=slot.size,
            smallest=slot.shrink,
            break_first=self._fonts.lang in slot.break_first,
            words=self._words,
        )

    def _measure(self, role: str) -> Callable[[str, float], float]:
        return lambda part, points: line_width(self._fonts, self._icons, role, part, points)


def _lines(slot: Slot, size: float, ruby: float) -> int:
    """How many lines find room at a size: leading between baselines, one em for the last line."""
    step = slot.leading + ruby
    room = (slot.measure.height + 1e-6) / (size * PT) - 1 + slot.leading
    return min(slot.lines, int(room / step))


@cache
def _kept_whole(slug: str, lang: str) -> tuple[str, ...]:
    """The game's terms in a language that is written without spaces: no line ends within them."""
    if not slug or lang not in ("ja", "zh-Hant"):
        return ()
    terms = {said[lang] for said in load_catalog(slug).terms.values()}
    return tuple(sorted(term for term in terms if 2 <= len(term) <= _LONGEST_WORD))


def line_width(fonts: Fonts, icons: Icons, role: str, line: str, size: float) -> float:
    """Width of a line with its icons, mm; `size` in pt."""
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


def _start(slot: Slot, width: float) -> float:
    """Where a line of a width begins in the slot, mm."""
    room = slot.measure.width - width
    return {"left": 0.0, "centre": room / 2, "right": room}[slot.align]


def baselines(fonts: Fonts, item: SetText) -> list[float]:
    """Where the lines of a set text stand, mm from the top of its slot as it reads."""
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
        box, spot = slot.measure, Spot(slot.rect, slot.turn)
        em = fitted.size * PT
        start = {"left": 0.0, "centre": box.width / 2, "right": box.width}[slot.align]
        places = baselines(sheets.fonts, item)
        for line, baseline in zip(fitted.lines, places, strict=True):
            if has_icon(line):
                _draw_mixed(sheets, item, line, baseline, inks)
                continue
            x, y = face_to_page(spot, (start, baseline))
            sheets.text(
                line,
                x,
                y,
                role=slot.role,
                size=fitted.size,
                colour=inks[slot.colour],
                align=slot.align,
                turn=slot.turn,
                halo=inks[slot.halo] if slot.halo else None,
            )
        for ruby in item.rubies:
            width = sheets.fonts.width(slot.role, fitted.lines[ruby.line], fitted.size)
            lift = _ASCENT * em + _RUBY_DROP * ruby.size * PT
            place = (_start(slot, width) + ruby.x, places[ruby.line] - lift)
            x, y = face_to_page(spot, place)
            sheets.text(
                ruby.text,
                x,
                y,
                role="text",
                size=ruby.size,
                colour=inks[slot.colour],
                turn=slot.turn,
                halo=inks[slot.halo] if slot.halo else None,
            )
        if slot.rule:
            below = box.height + _RULE_DROP / 2
            ends = (face_to_page(spot, (x, below)) for x in (0.0, box.width))
            (x1, y1), (x2, y2) = ends
            sheets.lines([Mark(x1, y1, x2, y2)], inks[slot.rule], _RULE_WIDTH)


def _draw_mixed(
    sheets: Sheets, item: SetText, line: str, baseline: float, inks: Mapping[str, Cmyk]
) -> None:
    """A line with icons: its stretches one after the other."""
    slot, size = item.slot, item.fitted.size
    fonts, icons = sheets.fonts, icons_of(sheets.fonts.slug)
    spot, high = Spot(slot.rect, slot.turn), fonts.cap(slot.role) * size * PT
    x = _start(slot, line_width(fonts, icons, slot.role, line, size))
    for part in icons.parts(line):
        if isinstance(part, Icon):
            left = x + _ICON_SIDE * size * PT
            place = face_to_page(spot, (left, baseline - high))
            draw_icon(sheets, part, place, high, inks[slot.colour], slot.turn)
            x += _icon_width(fonts, slot.role, part, size)
            continue
        at_x, at_y = face_to_page(spot, (x, baseline))
        sheets.text(
            part,
            at_x,
            at_y,
            role=slot.role,
            size=size,
            colour=inks[slot.colour],
            turn=slot.turn,
            halo=inks[slot.halo] if slot.halo else None,
        )
        x += fonts.width(slot.role, part, size)


def draw_icon(
    sheets: Sheets, icon: Icon, at: Point, high: float, ink: Cmyk, turn: float = 0
) -> None:
    """An icon with its top left at a point, `high` mm high, turned clockwise about that point."""
    key = f"icon.{sheets.fonts.slug}.{icon.name}.{ink.c:g}-{ink.m:g}-{ink.y:g}-{ink.k:g}"
    with sheets.moved(at, high / HIGH, turn):
        sheets.picture(icon.drawing(ink), key)
