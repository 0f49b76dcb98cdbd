"""Breaking text into lines, and fitting it into a box; no PDF here.

Theory of operation
-------------------
Where a line may end is decided between two characters (JIS X 4051, section 4.3; W3C *Requirements
for Japanese Text Layout*, section 3.1): after a space; after a hyphen inside a Latin word; and
beside every CJK character, unless the next one may not start a line (kinsoku: closing brackets,
commas, full stops, small kana, the prolonged sound mark …) or this one may not end it (opening
brackets). Latin words and numbers are never broken, nor a number from its counter. An icon is one
private character (`is_icon`): a line may end beside it as beside a CJK character, but not between
a number or sign and the icon it counts. Lines are
filled greedily; if that leaves a single CJK character alone on the last line, one more is taken
down to it. Latin is ragged right.

`fit` looks for the largest size at which a text fits its box; what does not fit at the smallest
is told to the caller, never cut off.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

__all__ = ["FIRST_ICON", "Fitted", "break_lines", "fit", "is_icon"]

Measure = Callable[[str], float]
"""Width of a text."""

_NOT_AT_START = frozenset(
    "、。，．・：；？！,.:;?!」』）〕］｝〉》】”’)]}%％‰"
    "ーぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶ々ゝゞヽヾ〻‐–—…‥"
)
_NOT_AT_END = frozenset("「『（〔［｛〈《【“‘([{")
_COUNTERS = frozenset("枚張回点點本個人番")
"""Counters stay with their number."""
_SIGNS = frozenset("+-−±×/")
"""Signs stay with the icon they stand before."""
_WIDE = frozenset("WF")
FIRST_ICON = 0xF0000
"""The character of the first icon: private plane 15, which no face uses."""
_LAST_ICON = 0xFFFFD
_SIZE_STEP = 0.1


def break_lines(text: str, width: float, measure: Measure) -> list[str] | None:
    """The text in lines of at most `width`; None if a word is wider than that.

    A line feed always ends a line. Spaces at line ends are dropped.
    """
    lines: list[str] = []
    for paragraph in text.split("\n"):
        broken = _break_paragraph(paragraph.strip(), width, measure)
        if broken is None:
            return None
        lines += broken
    return lines


def _break_paragraph(text: str, width: float, measure: Measure) -> list[str] | None:
    stops = [i for i in range(1, len(text)) if _may_break(text, i)] + [len(text)]
    starts = [0]
    while (start := starts[-1]) < len(text):
        fitting = [i for i in stops if i > start and measure(text[start:i].rstrip()) <= width]
        if not fitting:
            return None
        starts.append(fitting[-1])
    _widen_last_line(text, starts, stops, width, measure)
    return [text[a:b].strip() for a, b in pairwise(starts)]


def _widen_last_line(
    text: str, starts: list[int], stops: list[int], width: float, measure: Measure
) -> None:
    """Move the last break up if it leaves one CJK character (and its punctuation) alone."""
    if len(starts) < 3:
        return
    before, last = starts[-3], starts[-2]
    alone = text[last:].rstrip("".join(_NOT_AT_START))
    if len(alone) != 1 or not _is_wide(alone):
        return
    earlier = [i for i in stops if before < i < last]
    if earlier and measure(text[earlier[-1] :]) <= width:
        starts[-2] = earlier[-1]


def _may_break(text: str, i: int) -> bool:
    """Whether a line may end between characters i - 1 and i."""
    left, right = text[i - 1], text[i]
    if right == " " or right in _NOT_AT_START or left in _NOT_AT_END:
        return False
    if left.isdecimal() and right in _COUNTERS:
        return False
    if is_icon(right) and (left.isdecimal() or left in _SIGNS):
        return False
    if left == " ":
        return text[:i].rstrip()[-1:] not in _NOT_AT_END
    if left == "-":
        return right.isalpha() and i > 1 and text[i - 2].isalpha()
    return _is_wide(left) or _is_wide(right)


def _is_wide(c: str) -> bool:
    return unicodedata.east_asian_width(c) in _WIDE or is_icon(c)


def is_icon(c: str) -> bool:
    """Whether a character stands for an icon."""
    return FIRST_ICON <= ord(c) <= _LAST_ICON


@dataclass(frozen=True, slots=True)
class Fitted:
    """A text as it is set: its lines and its size in pt."""

    lines: tuple[str, ...]
    size: float


def fit(
    text: str,
    measure: Callable[[str, float], float],
    *,
    width: float,
    most_lines: int,
    size: float,
    smallest: float,
    break_first: bool,
) -> Fitted | None:
    """The text at the largest size (pt) that fits, or None.

    `measure` gives the width of a text at a size. With `break_first` more lines are preferred to
    a smaller size; otherwise one line at a smaller size is preferred to more lines.
    """
    sizes = _sizes(size, smallest)
    attempts = [(s, most_lines) for s in sizes]
    if not break_first and most_lines > 1:
        attempts = [(s, 1) for s in sizes] + attempts
    for attempt, most in attempts:
        lines = break_lines(text, width, lambda part, s=attempt: measure(part, s))  # type: ignore[misc]
        if lines is not None and len(lines) <= most:
            return Fitted(tuple(lines), attempt)
    return None


def _sizes(largest: float, smallest: float) -> list[float]:
    steps = round((largest - smallest) / _SIZE_STEP)
    return [round(largest - step * _SIZE_STEP, 2) for step in range(steps + 1)]
