"""Typesetting of a book's texts as rows, in the typefaces of one language; independent of PDF."""

from itertools import accumulate

from printkit.errors import TextOverflow
from printkit.pdf.fonts import PT, Fonts
from printkit.typeset.breaks import SEAM, strains
from printkit.typeset.flow import SLACK, Bar, Row, Span, TextStyle
from printkit.typeset.setting import lexicon_of
from printkit.typeset.text import break_lines, even_lines
from rules import Message

_TIED = "\u00a0×\u00a0"


def dotted(*parts: str, lang: str) -> str:
    """Join parts with middle dots; only the dot of the Chinese face is full-width."""
    return ("·" if lang == "zh-Hant" else " · ").join(parts)


def listed(lines: str, lang: str) -> str:
    """Join the lines of a text to a list on one line."""
    return lines.replace("\n", ", " if lang == "en" else "、")


class Typesetter:
    """A typesetter of rows in the typefaces of one language, with cached character widths."""

    def __init__(self, fonts: Fonts) -> None:
        self.fonts = fonts
        self.spared = SEAM
        """A Japanese or Chinese text takes one more line to avoid a line end of this strain."""
        self._widths: dict[tuple[str, str], float] = {}
        self._lexicon = lexicon_of(fonts.slug, fonts.lang)

    def width(self, text: str, face: TextStyle) -> float:
        """Return the width of a text on one line, in mm."""
        return self.fonts.width(face.role, text, face.size)

    def lines(
        self, text: str, face: TextStyle, width: float, where: str, *, first: float = 0.0
    ) -> list[str]:
        """Break the text into lines; raise `TextOverflow` if a word is too wide.

        `where` names the text in the error. `first` is the extra width of the first line beyond its
        letters, for a bold beginning. A multiplication sign stays on one line with its numbers.
        """
        tied = text.replace(" × ", _TIED)
        found = break_lines(
            tied, width, lambda part: _more(tied, part, first) + self._quick(part, face, width)
        )
        if found and any(self.width(line, face) > width + SLACK for line in found):
            found = break_lines(
                tied, width, lambda part: _more(tied, part, first) + self.width(part, face)
            )
        if found is None:
            facts = {"width": f"{width:.1f}", "size": f"{face.size:g}"}
            place = f"{where} ({self.fonts.lang})"
            raise TextOverflow(
                [Message("print.wider_than_column", where=place, text=text, **facts)]
            )
        if self.fonts.lang != "en" and len(found) > 1:
            found = self._evened(tied, face, width, len(found), first) or found
            if self._worst(found) >= self.spared:
                more = self._evened(tied, face, width, len(found) + 1, first)
                found = more if more and self._worst(more) < self._worst(found) else found
        return [line.replace(_TIED, " × ") for line in found]

    def strain(self, lines: list[str]) -> float:
        """Return the sum of the line ends' penalties; 0 in English, which splits no word."""
        if self.fonts.lang == "en":
            return 0.0
        return sum(self._strains(lines))

    def _worst(self, lines: list[str]) -> float:
        """Return the highest penalty of a line end."""
        return max(self._strains(lines), default=0.0)

    def _strains(self, lines: list[str]) -> list[float]:
        """Return each line end's penalty."""
        found = strains("".join(lines), self._lexicon)
        return [found[end] for end in accumulate(map(len, lines[:-1]))]

    def _evened(
        self, text: str, face: TextStyle, width: float, lines: int, first: float
    ) -> list[str] | None:
        """Break the text into at most `lines` lines, preferably between phrases."""

        def measure(part: str) -> float:
            alone = len(part) == 1
            return self._quick(part, face, width) if alone else self.width(part, face)

        evened = even_lines(text, width, measure, lines, self._lexicon, first)
        return None if evened is None else list(evened)

    def rows(
        self, text: str, face: TextStyle, width: float, where: str, *, x: float = 0.0
    ) -> tuple[Row, ...]:
        """Return the text as rows indented by `x`."""
        return tuple(
            line_row(face, Span(line, x, face)) for line in self.lines(text, face, width, where)
        )

    def _quick(self, text: str, face: TextStyle, width: float) -> float:
        """Return the sum of the characters' widths; stop when it exceeds `width`."""
        total = 0.0
        limit = width / (face.size * PT)
        for c in text:
            key = (face.role, c)
            if key not in self._widths:
                self._widths[key] = self.fonts.width(face.role, c, 1.0) / PT
            total += self._widths[key]
            if total > limit:
                break
        return total * face.size * PT


def _more(text: str, part: str, first: float) -> float:
    """Return the extra width of a text's first line beyond its letters."""
    return first if first and text.startswith(part) else 0.0


def line_row(face: TextStyle, *spans: Span, bars: tuple[Bar, ...] = ()) -> Row:
    """Return a row as high as a line of `face`, its letters centred in the leading."""
    em = face.size * PT
    return Row(face.height, (face.height - em) / 2 + 0.88 * em, spans, bars)
