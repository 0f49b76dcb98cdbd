"""Breaking text into lines, and fitting it into a box; independent of PDF.

Theory of operation. `break_lines` fills lines greedily, which gives the fewest lines; if a single
CJK character would remain on the last line, one more joins it. Latin books are set this way, ragged
right. Japanese and Chinese books use the same number of lines, but evened (`even_lines`) to keep
words whole.

`fit` finds the largest size at which a text fits its box; a text that does not fit at the smallest
size is reported, never cut off. At that size, the lines are evened (`_evened`). Dynamic
programming over the possible breaks finds the cheapest way to set the text in the box, as Knuth
and Plass do for paragraphs. The cost of a line is the square of its empty space plus the penalty
for its end (`breaks.strains`). A nearly empty last line, each further line and each step to a
smaller size add to the cost. The size is reduced by a few per cent where that keeps a word whole.
"""

import math
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from printkit.typeset.breaks import NOT_AT_START, Lexicon, is_wide, stops, strains

Measure = Callable[[str], float]
"""Width of a text."""

PLAIN = Lexicon()
"""A text of Latin words."""
_SIZE_STEP = 0.1
_EMPTY, _LINE, _STUB = 6.0, 0.5, 2.5
"""Costs of an empty line (times its empty share squared), a further line and a short last one."""
_NONE = 1e6
"""Cost of a further line if there is no room for it."""
_STUB_SHARE = 0.3
_ALONE = 6.0
"""Cost of a line, except the first, with only one CJK character and its punctuation."""
_SHORT, _FILLED = 2, 0.95
"""A text that fills up to two lines by 95 % is divided evenly, as in titles."""
_STRIDE = 2
"""Number of steps by which the size is reduced at a time."""
_MARKS = "".join(NOT_AT_START)
_SMALLER = 30.0
"""Cost of a reduced size, per unit of relative reduction."""


def break_lines(text: str, width: float, measure: Measure) -> list[str] | None:
    """Break the text into lines of at most `width`; None if a word is wider than that.

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
    ends = stops(text)
    starts = [0]

    def taken(stop: int) -> float:
        return measure(text[starts[-1] : stop].rstrip())

    while starts[-1] < len(text):
        first = bisect_right(ends, starts[-1])
        fitting = bisect_right(ends, width, lo=first, key=taken)
        if fitting == first:
            return None
        starts.append(ends[fitting - 1])
    _widen_last_line(text, starts, ends, width, measure)
    return _cut(text, starts)


def _cut(text: str, starts: Sequence[int]) -> list[str]:
    return [text[a:b].strip() for a, b in pairwise(starts)]


def _widen_last_line(
    text: str, starts: list[int], ends: list[int], width: float, measure: Measure
) -> None:
    """Move the last break back if only one CJK character and its punctuation follow it."""
    if len(starts) < 3:
        return
    before, last = starts[-3], starts[-2]
    alone = text[last:].rstrip(_MARKS)
    if len(alone) != 1 or not is_wide(alone):
        return
    earlier = [i for i in ends if before < i < last]
    if earlier and measure(text[earlier[-1] :]) <= width:
        starts[-2] = earlier[-1]


def even_lines(
    text: str, width: float, measure: Measure, lines: int, lexicon: Lexicon, first: float = 0.0
) -> tuple[str, ...] | None:
    """Break the text into at most `lines` lines that end well, or return None; widths are in mm.

    `first` is the extra width of the first line beyond its letters.
    """
    evener = _Evener(text, lexicon, lambda part, size: measure(part) * size, first)
    found = evener.lines(width, lines, 1.0)
    return None if found is None else found[0]


@dataclass(frozen=True, slots=True)
class Fitted:
    """A set text: its lines and its size in pt."""

    lines: tuple[str, ...]
    size: float


@dataclass(frozen=True, slots=True)
class TextRoom:
    """A text's box: its width in mm, and a function from a size in pt to the number of lines."""

    width: float
    lines: Callable[[float], int]


def fit(
    text: str,
    measure: Callable[[str, float], float],
    room: TextRoom,
    *,
    size: float,
    smallest: float,
    break_first: bool,
    lexicon: Lexicon = PLAIN,
) -> Fitted | None:
    """Fit the text at the largest size (pt) possible; None if it does not fit.

    `measure` returns the width of a text at a size. With `break_first`, more lines are preferred
    to a smaller size; otherwise a smaller size is preferred to more lines.
    """
    sizes = _sizes(size, smallest)

    def lines_at(at: float) -> list[str] | None:
        most = room.lines(at)
        found = break_lines(text, room.width, lambda part: measure(part, at)) if most else None
        return found if found is not None and len(found) <= most else None

    if not break_first and "\n" not in text:
        single = _largest(sizes, lambda at: room.lines(at) > 0 and measure(text, at) <= room.width)
        if single is not None:
            return Fitted((text,), single)
    largest = _largest(sizes, lambda at: lines_at(at) is not None)
    if largest is None:
        return None
    found = _evened(text, measure, room, sizes[sizes.index(largest) :], lexicon)
    return found or Fitted(tuple(lines_at(largest) or ()), largest)


def _evened(
    text: str,
    measure: Callable[[str, float], float],
    room: TextRoom,
    sizes: Sequence[float],
    lexicon: Lexicon,
) -> Fitted | None:
    """Return the cheapest lines at the first of the decreasing sizes, or slightly below."""
    evener, best, least = _Evener(text, lexicon, measure), None, math.inf
    for at in (*sizes[:-1:_STRIDE], sizes[-1]):
        loss = _SMALLER * (1 - at / sizes[0])
        if loss >= least:
            break
        found = evener.lines(room.width, room.lines(at), at)
        if found is not None and found[1] + loss < least:
            best, least = Fitted(found[0], at), found[1] + loss
    return best


def _largest(sizes: Sequence[float], fits: Callable[[float], bool]) -> float | None:
    """Return the first of the decreasing sizes that fits; all smaller ones fit too."""
    found = bisect_left(sizes, 1, key=lambda at: int(fits(at)))
    return sizes[found] if found < len(sizes) else None


class _Evener:
    """A text to be set in lines that end well."""

    def __init__(
        self,
        text: str,
        lexicon: Lexicon,
        measure: Callable[[str, float], float],
        first: float = 0.0,
    ) -> None:
        """Measure every character once (mm at 1 pt); `first` is the first line's extra width."""
        self._measure = measure
        self._first = first
        self._paragraphs = [
            _Paragraph(
                paragraph,
                lexicon,
                lambda part: measure(part, 1.0),
                0.0 if n else first,
            )
            for n, paragraph in enumerate(map(str.strip, text.split("\n")))
        ]

    def lines(self, width: float, most: int, size: float) -> tuple[tuple[str, ...], float] | None:
        """Return the lines at a size, and their cost; None if they cannot be evened."""
        for further in _LINE, 4 * _LINE, _NONE:
            found = [each.set(width / size, further) for each in self._paragraphs]
            set_all = [each for each in found if each is not None]
            lines = tuple(line for each in set_all for line in each[0])
            if len(set_all) < len(found):
                return None
            if len(lines) <= most:
                rooms = [width - self._first * size, *[width] * len(lines)]
                taken = (self._measure(line, size) for line in lines)
                wide = any(w > room + 1e-6 for w, room in zip(taken, rooms, strict=False))
                return None if wide else (lines, sum(each[1] for each in set_all))
        return None


class _Paragraph:
    """A text without line feeds: its possible breaks, their penalties and widths."""

    def __init__(self, text: str, lexicon: Lexicon, measure: Measure, first: float) -> None:
        self._text = text
        self._stops = [0, *stops(text)] if text else [0]
        upto = [0.0, *(first + width for width in accumulate(measure(c) for c in text))]
        self._starts = [upto[stop] for stop in self._stops]
        self._ends = [upto[len(text[:stop].rstrip())] for stop in self._stops]
        strained = strains(text, lexicon)
        self._strains = [strained[stop] if 0 < stop < len(text) else 0.0 for stop in self._stops]

    def _alone(self, start: int, end: int) -> bool:
        """Return whether the line between two stops has only one CJK character and punctuation."""
        begin, stop = self._stops[start], self._stops[end]
        held = self._text[begin : min(stop, begin + 4)].strip().rstrip(_MARKS)
        return len(held) == 1 and is_wide(held)

    def set(self, width: float, further: float) -> tuple[list[str], float] | None:
        """Return the cheapest lines and their cost; `further` is the cost of one more line."""
        last = len(self._stops) - 1
        if not last:
            return [""], 0.0
        length = self._ends[last]
        goal = length / _SHORT if width < length <= _SHORT * width * _FILLED else 0.0
        costs, before = [0.0] + [math.inf] * last, [0] * (last + 1)
        for end in range(1, last + 1):
            for start in range(end - 1, -1, -1):
                taken = self._ends[end] - self._starts[start]
                if taken > width:
                    break
                cost = costs[start] + further + self._strains[end]
                if start and self._alone(start, end):
                    cost += _ALONE
                if goal:
                    cost += _EMPTY * ((taken - goal) / width) ** 2
                elif end < last:
                    cost += _EMPTY * (1 - taken / width) ** 2
                elif start and taken < _STUB_SHARE * width:
                    cost += _STUB
                if cost < costs[end]:
                    costs[end], before[end] = cost, start
        if costs[last] == math.inf:
            return None
        ends = [last]
        while ends[0]:
            ends.insert(0, before[ends[0]])
        cost = costs[last] + (_LINE - further) * (len(ends) - 1)
        return _cut(self._text, [self._stops[end] for end in ends]), cost


def _sizes(largest: float, smallest: float) -> list[float]:
    steps = round((largest - smallest) / _SIZE_STEP)
    return [round(largest - step * _SIZE_STEP, 2) for step in range(steps + 1)]
