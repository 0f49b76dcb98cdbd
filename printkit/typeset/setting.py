"""Setting of texts into slots, with checks for missing glyphs and lack of room.

Readings over Japanese names (`printkit.typeset.ruby`) need room above every line; without it, they
are omitted with a warning. A text is set at the size that its slot requests, or smaller, down to
the legible size (`printkit.typeset.min_sizes`). If it does not fit at that size, the slot's short
text replaces it; a text without a short form is set even smaller. Running text in a small set may
be as large on paper as in a full one.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache

from printkit.errors import MissingGlyphs, TextOverflow
from printkit.pdf.fonts import PT, Fonts
from printkit.template.findings import Finding, error, faults_of, finding_of, in_slot, note, warning
from printkit.template.parts import Slot
from printkit.typeset.breaks import Lexicon, pieces
from printkit.typeset.icons import icons_of, without_icons
from printkit.typeset.lettering import SetText, line_start, line_width
from printkit.typeset.min_sizes import FINE, cut, least_size, overflow
from printkit.typeset.ruby import SHARE, SMALLEST, place_ruby, ruby_runs
from printkit.typeset.text import Fitted, TextRoom, break_lines, fit
from rules import Message, load_catalog
from rules.messages.message import Fact, Text

_SPACES = dict.fromkeys(map(ord, "\t\r\v\f"), " ")
_STEP = re.compile(r"(?<=[.。])\s*(?=\d )")
_RUNNING = 3
"""Minimum number of lines of running text; no picture's frame limits its size."""
_LONGEST_WORD = 8
"""Maximum length of a term that is kept whole; a longer one is a phrase and may be divided."""


class Setter:
    """Typesetter of slots in one language; it collects findings about texts it cannot set."""

    def __init__(self, fonts: Fonts, scale: float = 1.0) -> None:
        """Read the icons and the words to keep whole; `scale` multiplies the size of every slot."""
        self._fonts = fonts
        self._scale = scale
        self._icons = icons_of(fonts.slug)
        self._lexicon = lexicon_of(fonts.slug, fonts.lang)
        self._known: dict[tuple[str, str, str, str, float, float], SetText | None] = {}
        self.warnings: list[Finding] = []
        """Warnings about prints that are probably not intended."""
        self.notes: list[Finding] = []
        """Notes that may interest the designer."""
        self._missing: list[Finding] = []
        self._judged: set[str] = set()
        self._overflow: list[Finding] = []
        self.tiny: list[Finding] = []
        """Texts that fit only in type that is hard to read."""

    def set(self, slots: Sequence[Slot], facts: Mapping[str, str], what: str) -> list[SetText]:
        """Set each slot with the facts; `what` names the print in findings (`card y07`)."""
        found = []
        for slot in slots:
            if not slot.shown_for(facts) or (slot.fine and slot.size * self._scale < FINE):
                continue
            text = _plain(slot.says(facts))
            if text in slot.absent or not text:
                continue
            where = in_slot(what, slot.name, self._fonts.lang)
            self.check(slot.role, without_icons(text), where)
            marked = self._marked(text, where)
            reading = self._reading(slot, facts)
            short = self._short(slot, facts, where)
            key = (slot.name, marked, short, reading, slot.measure.width, slot.size)
            if key not in self._known:
                self._known[key] = self._fit(slot, marked, short, reading)
            item = self._known[key]
            if item is None:
                self._overflow.append(self._too_long(slot, text, marked, where))
                found.append(self._overset(slot, marked))
                continue
            self._note_size(item, marked, where)
            if reading and not item.rubies and ruby_runs(marked, reading):
                self.warnings.append(
                    warning("no_ruby", where, reading=cut(reading), text=cut(text))
                )
            self._note_weight(slot.role, without_icons(text), where)
            found.append(item if item.slot is slot else SetText(slot, item.fitted, item.rubies))
        return found

    def _overset(self, slot: Slot, text: str) -> SetText:
        """Return a text that exceeds its slot, in its smallest size, for a preview."""
        measure, size = self._measure(slot.role), slot.shrink
        wide = max((measure(word, size) for word in pieces(text)), default=0.0)
        width = max(slot.measure.width, wide if slot.lines > 1 else measure(text, size))
        lines = break_lines(text, width, lambda part: measure(part, size)) or [text]
        return SetText(slot, Fitted(tuple(lines), size), too_large=True)

    def _too_long(self, slot: Slot, text: str, marked: str, where: Text) -> Finding:
        """Return the finding for a text that exceeds its slot."""
        size, measure = slot.shrink, self._measure(slot.role)
        room, box = _lines(slot, size, 0.0), slot.measure
        code, facts = overflow(marked, box.width, room, lambda part: measure(part, size))
        always: dict[str, Fact] = {
            "text": cut(text),
            "size": f"{size * self._scale:.1f}",
            "file": f"templates/{self._fonts.slug}/card.toml",
            "high": f"{size * PT:.1f}",
            "room": f"{box.height:.1f}",
        }
        return error(code, where, **always | facts)

    def _note_size(self, item: SetText, marked: str, where: Text) -> None:
        """Note a text that is smaller on paper than it should be."""
        size, least = item.fitted.size * self._scale, self._least(item.slot, marked) * self._scale
        if size < least - 0.05:
            text = cut(without_icons(item.fitted.lines[0]))
            facts = {"size": f"{size:.1f}", "least": f"{least:g}"}
            self.tiny.append(warning("tiny", where, text=text, **facts))

    def _note_weight(self, role: str, text: str, where: Text) -> None:
        """Note a text that is set lighter than others because the bold face lacks a character."""
        if lacking := self._fonts.lacking_bold(role, text):
            char, file = "".join(lacking), self._fonts.register
            self.notes.append(note("no_bold", where, char=char, text=cut(text), file=file))

    def _least(self, slot: Slot, text: str) -> float:
        """Return the smallest comfortable size, in the slot's own units."""
        return (FINE if slot.fine else least_size(text, self._scale)) / self._scale

    def _reading(self, slot: Slot, facts: Mapping[str, str]) -> str:
        """Return the reading above the text; "" if it would be too small to read."""
        own = slot.ruby.endswith(f"_{self._fonts.lang}")
        read = slot.size * SHARE * self._scale >= SMALLEST
        return facts.get(slot.ruby, "") if own and read else ""

    def _short(self, slot: Slot, facts: Mapping[str, str], where: Text) -> str:
        """Return the slot's alternative text, or "" if it has none."""
        text = _plain(slot.says_shortly(facts))
        self.check(slot.role, without_icons(text), where)
        return self._marked(text, where)

    def _marked(self, text: str, where: Text) -> str:
        """Return the text with its icons as single characters."""
        if "{icon:" not in text:
            return text
        marked, unknown = self._icons.marked(text)
        if (at := marked.find("{icon:")) >= 0:
            near: Text = Message("print.close_icon")
            self._missing.append(error("no_icon", where, icon=cut(marked[at:]), near=near))
        for name in unknown:
            near = self._icons.near(name)
            self._missing.append(error("no_icon", where, icon=repr(name), near=near))
        return marked

    def check(self, role: str, text: str, where: Text) -> None:
        """Note every character of the text that no face of the role has."""
        if role not in self._judged:
            self._judged.add(role)
            if fault := self._fonts.lacks_latin(role):
                self.warnings.append(finding_of(fault, how=warning))
        for c in self._fonts.missing(role, text):
            facts = {"char": repr(c), "point": f"U+{ord(c):04X}", "file": self._fonts.register}
            self._missing.append(
                error("glyph", where, name=unicodedata.name(c, "no name"), **facts)
            )

    def findings(self) -> tuple[list[Finding], list[Finding]]:
        """Return the findings so far: missing glyphs and icons, and texts that do not fit."""
        return self._missing, self._overflow

    def finish(self) -> None:
        """Raise `MissingGlyphs` with every finding, or `TextOverflow` if no glyph is missing."""
        if self._missing:
            raise MissingGlyphs(faults_of([*self._missing, *self._overflow]))
        if self._overflow:
            raise TextOverflow(faults_of(self._overflow))

    def _fit(self, slot: Slot, text: str, short: str, reading: str) -> SetText | None:
        """Fit the text at a comfortable size, or its short form, or the text at minimum size."""
        least = self._least(slot, text)
        most = slot.size / self._scale if slot.lines >= _RUNNING else slot.size
        sizes = (max(most, least), max(slot.shrink, least))
        if slot.steps and (hung := self._hung(slot, _STEP.sub("\n", text), sizes)) is not None:
            return hung
        tried = [(text, sizes), *([(short, sizes)] if short else [])]
        tried += [(text, (sizes[0], slot.shrink))] if slot.shrink < least else []
        fitted = (self._within(slot, each, reading, size) for each, size in tried)
        return next((item for item in fitted if item is not None), None)

    def _hung(self, slot: Slot, text: str, sizes: tuple[float, float]) -> SetText | None:
        """Fit numbered steps; indent the continuation lines of each under its first word."""
        measure, size = self._measure(slot.role), sizes[0]
        while size >= sizes[1]:
            item = self._within(slot, text, "", (size, sizes[1]))
            if item is None:
                return None
            size = item.fitted.size
            indent = " " * round(measure("1 ", size) / measure(" ", size))
            lines = tuple(_set_in(text, item.fitted.lines, indent))
            if all(measure(line, size) <= slot.measure.width for line in lines):
                return SetText(slot, Fitted(lines, size))
            size = round(size - 0.1, 2)
        return None

    def _within(
        self, slot: Slot, text: str, reading: str, sizes: tuple[float, float]
    ) -> SetText | None:
        """Fit the text with its readings if both have room, otherwise without them."""
        if reading and (runs := ruby_runs(text, reading)):
            fitted = self._sized(slot, text, sizes, ruby=SHARE)
            if fitted is not None:
                room = (slot.measure.width, lambda width: line_start(slot, width))
                measures = self._measure(slot.role), self._measure("text")
                rubies = place_ruby(text, fitted.lines, runs, fitted.size, room, *measures)
                if rubies is not None:
                    return SetText(slot, fitted, tuple(rubies))
        fitted = self._sized(slot, text, sizes)
        return None if fitted is None else SetText(slot, fitted)

    def _sized(
        self, slot: Slot, text: str, sizes: tuple[float, float], ruby: float = 0.0
    ) -> Fitted | None:
        """Return the largest size at which the text fits; `ruby` is the room above lines, in em."""
        return fit(
            text,
            self._measure(slot.role),
            TextRoom(slot.measure.width, lambda size: _lines(slot, size, ruby)),
            size=sizes[0],
            smallest=sizes[1],
            break_first=self._fonts.lang in slot.break_first,
            lexicon=self._lexicon,
        )

    def _measure(self, role: str) -> Callable[[str, float], float]:
        return lambda part, points: line_width(self._fonts, self._icons, role, part, points)


def _set_in(text: str, lines: Sequence[str], indent: str) -> Iterator[str]:
    """Yield the lines of a text; all but the first of each paragraph are indented."""
    paragraphs, left = iter(text.split("\n")), 0
    for line in lines:
        yield indent + line if left else line
        left = (left or _letters(next(paragraphs, ""))) - _letters(line)


def _letters(text: str) -> int:
    return len("".join(text.split()))


def _plain(text: str) -> str:
    """Normalise a text for setting: composed accents, plain spaces."""
    return unicodedata.normalize("NFC", text.replace("\r\n", "\n").translate(_SPACES))


def _lines(slot: Slot, size: float, ruby: float) -> int:
    """Return the number of lines that fit at a size; the last one needs no leading."""
    step = slot.leading + ruby
    room = (slot.measure.height + 1e-6) / (size * PT) - 1 + slot.leading
    return min(slot.lines, int(room / step))


@cache
def lexicon_of(slug: str, lang: str) -> Lexicon:
    """Return a language with the game's terms that are kept whole; Latin words always are."""
    if not slug or lang not in ("ja", "zh-Hant"):
        return Lexicon(lang)
    terms = {names[lang] for names in load_catalog(slug).terms.values()}
    return Lexicon(lang, frozenset(term for term in terms if 2 <= len(term) <= _LONGEST_WORD))
