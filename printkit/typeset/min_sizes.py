"""How small type may be on paper, and how far a text is from fitting.

Floors are sizes on paper in points. Printers of business cards and labels set the smallest
positive type at 5 pt; at the 35 to 40 cm at which a card is read, a stroke of a kanji in a 6 pt
em is still 0.1 mm away from the next, and Latin, whose letters are simpler, holds half a point
longer. A small set is held closer to the eye. *Fine print* (numbers and versions that tell one
print from another, needed for no rule) may go down to the smallest type, and is left out where
it would fall below.

A *mat* lies on the table: its words are read from 50 cm, where 8 pt look like 6 pt in the hand. At
a small mat one sits nearer by as much as it is smaller. A *reference card* is looked at in passing,
a *book* is read for minutes: 5.5 pt and 7 pt are the least kind of type they know at all.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Final

from printkit.template.messages import Spoken
from printkit.typeset.breaks import is_icon, is_wide, stops
from printkit.typeset.text import break_lines

_CJK: Final = 6.0
_LATIN: Final = 5.5
_SMALL_SET: Final = 5.0
FINE: Final = 5.0
"""The smallest size of fine print."""
REFERENCE: Final = 5.5
"""The smallest size on reference cards."""
BOOK: Final = 7.0
"""The smallest size in books."""
_MAT: Final = 8.0
_QUOTED: Final = 16


def least_size(text: str, scale: float) -> float:
    """The smallest size of a text on paper, pt; `scale` below 1: in a small set."""
    if scale < 1:
        return _SMALL_SET
    return _CJK if any(is_wide(c) and not is_icon(c) for c in text) else _LATIN


def least_on_mat(scale: float) -> float:
    """The smallest size of a mat's words on paper, pt; `scale` below 1: of a small set."""
    return _MAT * scale


def cut(text: str) -> Spoken:
    """The first words of a text, quoted as each language does: enough to find it by."""
    line = " ".join(text.split())
    room = _QUOTED if any(map(is_wide, line)) else 2 * _QUOTED
    shown = line if len(line) <= room else f"{line[:room].rstrip()} …"
    return Spoken.by(lambda lang: f"“{shown}”" if lang == "en" else f"「{shown}」")


def overflow(
    text: str, width: float, lines: int, measure: Callable[[str], float]
) -> tuple[str, dict[str, str]]:
    """By how much a text does not fit `lines` lines of a width in mm: a code and its facts.

    No line at all (`too_low`) is a slot less high than one line; the caller knows both.
    """
    if lines < 1:
        return "too_low", {}
    found = break_lines(text, width, measure)
    if found is None:
        words = [text[a:b].strip() for a, b in pairwise([0, *stops(text)])]
        widest = max(words, key=measure)
        facts = {"word": cut(widest), "wide": f"{measure(widest):.1f}", "room": f"{width:g}"}
        return "too_wide", facts
    over = sum(map(len, found[lines:]))
    return "too_long", {"lines": str(len(found)), "room": str(lines), "over": str(over)}
