"""Setting texts into slots: what each says, whether every glyph exists, whether it fits."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from printkit.canvas import Sheets
from printkit.drawing import Cmyk
from printkit.errors import MissingGlyphs, TextOverflow
from printkit.fonts import PT, Fonts
from printkit.geometry import Spot, face_to_page
from printkit.imposition import Mark
from printkit.template import Slot
from printkit.text import Fitted, fit

__all__ = ["SetText", "Setter", "draw"]

_ASCENT = 0.88
"""From the top of a CJK em box to the baseline, in em (JIS and Noto agree)."""
_RULE_WIDTH = 0.35
_RULE_DROP = 1.0


@dataclass(frozen=True, slots=True)
class SetText:
    """One slot's text, broken and sized."""

    slot: Slot
    fitted: Fitted


class Setter:
    """Sets slots in one language and collects what cannot be set."""

    def __init__(self, fonts: Fonts) -> None:
        self._fonts = fonts
        self._known: dict[tuple[str, str, float, float], Fitted | None] = {}
        self._missing: dict[str, None] = {}
        self._overflow: dict[str, None] = {}

    def set(self, slots: Sequence[Slot], facts: Mapping[str, str], what: str) -> list[SetText]:
        """Set each slot with the facts; `what` names the thing in findings (`card y07`)."""
        found = []
        for slot in slots:
            if not slot.shown_for(facts):
                continue
            text = slot.show.format_map(facts).strip()
            if text in slot.absent or not text:
                continue
            self.check(slot.role, text, f"{what}: {slot.name} ({self._fonts.lang})")
            key = (slot.name, text, slot.measure.width, slot.size)
            if key not in self._known:
                self._known[key] = self._fit(slot, text)
            fitted = self._known[key]
            if fitted is None:
                self._overflow[
                    f"{what}: {slot.name} ({self._fonts.lang}): {text!r} does not fit "
                    f"{slot.rect.width:g} × {slot.rect.height:g} mm at {slot.shrink:g} pt: "
                    "shorten it, or give the slot more room in the template"
                ] = None
            else:
                found.append(SetText(slot, fitted))
        return found

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
        """Raise `MissingGlyphs`, else `TextOverflow`, if anything was found."""
        if self._missing:
            raise MissingGlyphs(list(self._missing))
        if self._overflow:
            raise TextOverflow(list(self._overflow))

    def _fit(self, slot: Slot, text: str) -> Fitted | None:
        size = slot.size
        while size >= slot.shrink - 1e-9:
            fitted = fit(
                text,
                lambda part, points: self._fonts.width(slot.role, part, points),
                width=slot.measure.width,
                most_lines=slot.lines,
                size=size,
                smallest=slot.shrink,
                break_first=self._fonts.lang in slot.break_first,
            )
            if fitted is None or _height(slot, fitted) <= slot.measure.height + 1e-6:
                return fitted
            size = round(fitted.size - 0.1, 2)
        return None


def _height(slot: Slot, fitted: Fitted) -> float:
    """Height of the set lines, mm: leading between baselines, one em for the last line."""
    return (1 + (len(fitted.lines) - 1) * slot.leading) * fitted.size * PT


def draw(sheets: Sheets, texts: Sequence[SetText], inks: Mapping[str, Cmyk]) -> None:
    """Draw set texts in face coordinates."""
    for item in texts:
        slot, fitted = item.slot, item.fitted
        box, spot = slot.measure, Spot(slot.rect, slot.turn)
        em = fitted.size * PT
        if slot.middle:
            first = box.height / 2 + sheets.fonts.cap(slot.role) * em / 2
            first -= (len(fitted.lines) - 1) * slot.leading * em / 2
        else:
            first = _ASCENT * em
        start = {"left": 0.0, "centre": box.width / 2, "right": box.width}[slot.align]
        for n, line in enumerate(fitted.lines):
            x, y = face_to_page(spot, (start, first + n * slot.leading * em))
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
        if slot.rule:
            below = box.height + _RULE_DROP / 2
            ends = (face_to_page(spot, (x, below)) for x in (0.0, box.width))
            (x1, y1), (x2, y2) = ends
            sheets.lines([Mark(x1, y1, x2, y2)], inks[slot.rule], _RULE_WIDTH)
