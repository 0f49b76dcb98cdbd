"""Minimum type sizes on paper, and facts about texts that do not fit.

Minimum sizes are in points on paper. Printers of business cards and labels set the smallest
positive type at 5 pt. At the 35 to 40 cm at which a card is read, two strokes of a kanji in a 6 pt
em are still 0.1 mm apart. Latin letters are simpler and need half a point less. A small set is
held closer to the eye. *Fine print* (numbers and versions that distinguish prints and that no rule
needs) may go down to the smallest type, and is omitted below that.

A *mat* is read from 50 cm, where 8 pt look like 6 pt in the hand; players sit closer to a small
mat. A *reference card* is only glanced at, so its minimum is 5.5 pt. A *book* is read for minutes,
so its minimum is 7 pt.
"""

from collections.abc import Callable
from typing import Final

from printkit.typeset.breaks import is_icon, is_wide, pieces
from printkit.typeset.text import break_lines
from rules import Message
from rules.messages.message import Fact

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
    """Return a text's minimum size on paper, in pt; a small set has a `scale` below 1."""
    if scale < 1:
        return _SMALL_SET
    return _CJK if any(is_wide(c) and not is_icon(c) for c in text) else _LATIN


def least_on_mat(scale: float) -> float:
    """Return the minimum size of words on a mat, in pt; a small set has a `scale` below 1."""
    return _MAT * scale


def cut(text: str) -> Message:
    """Return a text's beginning, with each language's quotation marks, to identify the text."""
    line = " ".join(text.split())
    room = _QUOTED if any(map(is_wide, line)) else 2 * _QUOTED
    shown = line if len(line) <= room else f"{line[:room].rstrip()} …"
    return Message("check.quoted", text=shown)


def overflow(
    text: str, width: float, lines: int, measure: Callable[[str], float]
) -> tuple[str, dict[str, Fact]]:
    """Return a finding's code and facts for a text that does not fit `lines` lines of `width` mm.

    The code `too_low` means that the slot is lower than one line; the caller knows both sizes.
    """
    if lines < 1:
        return "too_low", {}
    found = break_lines(text, width, measure)
    if found is None:
        widest = max(pieces(text), key=measure)
        facts: dict[str, Fact] = {
            "word": cut(widest),
            "wide": f"{measure(widest):.1f}",
            "room": f"{width:g}",
        }
        return "too_wide", facts
    over = sum(map(len, found[lines:]))
    return "too_long", {"lines": str(len(found)), "room": str(lines), "over": str(over)}
