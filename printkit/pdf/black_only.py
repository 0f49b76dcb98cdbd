"""Black ink only: every colour as the grey of its lightness, in values and in encoded pictures.

The grey of a colour is its luma (ITU-R BT.601: 0.299 R + 0.587 G + 0.114 B of the plain conversion
from CMYK). So K is unchanged, light colours stay light, and shades that distinguish two areas still
do, unless they differ in hue alone. Owners and classes never differ in hue alone, but also in shape
and letter.
"""

from __future__ import annotations

import re
import zlib
from typing import Final

from printkit.pdf.drawing import Cmyk

_N: Final = r"(\d*\.?\d+)"
_OPERATOR: Final = re.compile(rb"[kK](?!\S)")
"""Pattern of an operator, searched first: a pattern that begins with a number is tried at every
number."""
_PAINT: Final = re.compile(rf"(?<![\w.]){_N} {_N} {_N} {_N} ([kK])\Z".encode())
_LONGEST: Final = 48
"""Four inks and their operator take fewer bytes."""
_STOP: Final = re.compile(rf"(/C[01] \[){_N} {_N} {_N} {_N}\]")


def black_only(colour: Cmyk) -> Cmyk:
    """Return the grey of a colour, black ink alone."""
    light = 1 - colour.k / 100
    weights = ((0.299, colour.c), (0.587, colour.m), (0.114, colour.y))
    luma = sum(weight * (1 - ink / 100) for weight, ink in weights) * light
    return Cmyk(0, 0, 0, round(100 * (1 - luma), 1) + 0.0)


def _grey(*inks: str) -> str:
    """Return four inks as in a stream (0 to 1), in black only."""
    grey = black_only(Cmyk(*(float(ink) * 100 for ink in inks)))
    return f"0 0 0 {grey.k / 100:.3f}".rstrip("0").rstrip(".")


def black_stream(stream: bytes) -> bytes:
    """Return a deflated content stream with every fill and stroke colour in black only."""
    content = zlib.decompress(stream)
    parts, done = [], 0
    for operator in _OPERATOR.finditer(content):
        paint = _PAINT.search(content, max(done, operator.start() - _LONGEST), operator.end())
        if paint is not None:
            *inks, name = (part.decode() for part in paint.groups())
            parts += [content[done : paint.start()], f"{_grey(*inks)} {name}".encode()]
            done = paint.end()
    return zlib.compress(b"".join((*parts, content[done:])), 9)


def black_shadings(source: str) -> str:
    """Return the source of a dictionary of shadings with every stop in black only."""
    return _STOP.sub(lambda found: f"{found[1]}{_grey(*found.groups()[1:])}]", source)
