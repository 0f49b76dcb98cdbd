"""Typesets texts on a PDF page in the project's fonts and languages.

English lines break between words. Japanese and Chinese lines break between characters, except
where a character may not begin or end a line (JIS X 4051, "kinsoku"). Latin words in them are not
broken.
"""

from functools import cache
from pathlib import Path
from typing import Final

from reportlab.lib.colors import Color
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from rules.data_home import data_home

REGULAR, BOLD = "Regular", "Bold"
_FONTS: Final = Path(data_home(), "templates", "fonts")
_NEVER_FIRST: Final = frozenset("、。，．・：；？！」』）】〉》”’ーゃゅょっァィゥェォャュョッ")
_NEVER_LAST: Final = frozenset("「『（【〈《“‘")


@cache
def face(lang: str, weight: str = REGULAR) -> str:
    """Register the font for a language, and return its name."""
    name = f"NotoSans{'TC' if lang == 'zh-Hant' else 'JP'}-{weight}"
    pdfmetrics.registerFont(TTFont(name, _FONTS / f"{name}.ttf"))
    return name


def _width(text: str, font: str, size: float) -> float:
    return float(pdfmetrics.stringWidth(text, font, size))


def _pieces(text: str, lang: str) -> list[str]:
    """Return the unbreakable parts of a text: words, or characters with their punctuation."""
    if lang == "en":
        return [f"{word} " for word in text.split()]
    found: list[str] = []
    for letter in text:
        hangs = found and (letter in _NEVER_FIRST or found[-1][-1] in _NEVER_LAST)
        latin = found and letter.isascii() and letter.strip() and found[-1][-1].isascii()
        if hangs or (latin and found[-1][-1].strip()):
            found[-1] += letter
        else:
            found.append(letter)
    return found


def lines_of(text: str, lang: str, font: str, size: float, width: float) -> list[str]:
    """Break a text into lines of at most `width` points."""
    lines = [""]
    for piece in _pieces(text, lang):
        if lines[-1] and _width((lines[-1] + piece).rstrip(), font, size) > width:
            lines.append("")
        lines[-1] += piece
    return [line.strip() for line in lines]


def leading(size: float, lang: str) -> float:
    """Return the distance between baselines, in points."""
    return size * (1.3 if lang == "en" else 1.45)


def paragraph(
    canvas: Canvas,
    text: str,
    at: tuple[float, float],
    width: float,
    *,
    lang: str,
    size: float,
    weight: str = REGULAR,
    colour: Color,
    most: int = 99,
) -> float:
    """Draw a text below `at` (its top left, in points), and return its height.

    A text with more than `most` lines is set in a smaller size, down to two thirds, and then
    truncated.
    """
    font, least = face(lang, weight), size * 2 / 3
    lines = lines_of(text, lang, font, size, width)
    while len(lines) > most and size > least:
        size *= 0.94
        lines = lines_of(text, lang, font, size, width)
    if len(lines) > most:
        lines[most - 1 :] = [f"{lines[most - 1][:-2].rstrip()}…"]
    high = leading(size, lang)
    canvas.setFillColor(colour)
    canvas.setFont(font, size)
    for number, line in enumerate(lines):
        canvas.drawString(at[0], at[1] - size - number * high, line)
    return high * len(lines)
