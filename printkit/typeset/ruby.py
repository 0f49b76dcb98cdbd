"""Ruby: small kana over the kanji of a Japanese name, derived from the whole name's reading.

Theory of operation. `ruby_runs` divides the reading among the runs of kanji. The kana of the name
must occur in the reading in the same order; the text between them is the kanji's reading (group
ruby per run, JLREQ 3.3.5). If there is no such division, or more than one, the whole name is one
run.

`place_ruby` centres each reading over its run at half the name's size. A wider reading overhangs
its neighbours, as long as it touches no other ruby and stays in the slot; otherwise it is set
smaller, down to `SMALLEST`. A reading that still does not fit is omitted and reported.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

SHARE: Final = 0.5
"""Size of ruby relative to its text (JLREQ 3.3.1)."""
SMALLEST: Final = 3.2
"""The smallest legible size on paper, in pt."""
_KANA: Final = re.compile(r"[ぁ-ゖァ-ヺー]")
_SILENT: Final = re.compile(r"[\s・、。「」『』（）()〔〕！？!?\-–—]")
_PLAIN: Final = {code: code - 0x60 for code in range(0x30A1, 0x30F7)}


@dataclass(frozen=True, slots=True)
class RubyRun:
    """The characters `start` to `end` of a text, and their reading."""

    start: int
    end: int
    reading: str


@dataclass(frozen=True, slots=True)
class Ruby:
    """A placed reading over line `line`; `x` is in mm from the line's left edge, `size` in pt."""

    line: int
    x: float
    text: str
    size: float


def _hiragana(text: str) -> str:
    return text.translate(_PLAIN)


def ruby_runs(text: str, reading: str) -> list[RubyRun]:
    """Return the runs of a text whose reading differs from their writing."""
    reading = _SILENT.sub("", reading)
    if not reading or _hiragana(_SILENT.sub("", text)) == _hiragana(reading):
        return []
    parts, runs = [], []
    for found in re.finditer(r"[ぁ-ゖァ-ヺー]+|[^ぁ-ゖァ-ヺー]+", text):
        word = found[0]
        if _KANA.match(word):
            parts.append(re.escape(_hiragana(word)))  # the reading equals the writing
        elif spoken := _SILENT.sub("", word):
            first = word.index(spoken[0])
            runs.append((found.start() + first, found.start() + first + len(spoken)))
            parts.append("")
    first_way, other = (
        re.fullmatch("".join(part or run for part in parts), _hiragana(reading))
        for run in ("(.+?)", "(.+)")
    )
    if first_way is None or other is None or first_way.groups() != other.groups():
        return [RubyRun(0, len(text), reading)]
    return [
        RubyRun(start, end, reading[first_way.start(n) : first_way.end(n)])
        for n, (start, end) in enumerate(runs, 1)
    ]


def place_ruby(
    text: str,
    lines: Sequence[str],
    runs: Sequence[RubyRun],
    size: float,
    room: tuple[float, Callable[[float], float]],
    measure: Callable[[str, float], float],
    kana: Callable[[str, float], float],
) -> list[Ruby] | None:
    """Place every reading over its run; return None if one of them does not fit.

    `room` is the slot's width in mm, and a function from a line's width to its start. `measure`
    returns the width of text at a size in pt, and `kana` the width of a reading.
    """
    found: list[Ruby] = []
    at = 0
    for number, line in enumerate(lines):
        begin = text.index(line, at)
        at = begin + len(line)
        inside = [run for run in runs if run.start < at and run.end > begin]
        if any(run.start < begin or run.end > at for run in inside):
            return None  # a line ends within a run
        edge = room[1](measure(line, size))
        spans = [
            (measure(line[: run.start - begin], size), measure(line[: run.end - begin], size))
            for run in inside
        ]
        set_line = _over(number, inside, spans, (-edge, room[0] - edge), size, kana)
        if set_line is None:
            return None
        found += set_line
    return found


def _over(
    number: int,
    runs: Sequence[RubyRun],
    spans: Sequence[tuple[float, float]],
    edges: tuple[float, float],
    size: float,
    kana: Callable[[str, float], float],
) -> list[Ruby] | None:
    """Place the readings of one line at the largest size that fits."""
    small = round(size * SHARE, 2)
    while small >= SMALLEST - 1e-9:
        free, found = edges[0], []
        for run, (left, right) in zip(runs, spans, strict=True):
            width = kana(run.reading, small)
            x = max((left + right - width) / 2, free)
            if x + width > edges[1] + 1e-6 or (x > left + 1e-6 and x + width > right + width / 4):
                break
            found.append(Ruby(number, x, run.reading, small))
            free = x + width + kana("あ", small) / 4
        else:
            return found
        small = round(small - 0.1, 2)
    return None
