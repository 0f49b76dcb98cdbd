"""Total ink coverage: the heaviest paint of a content stream.

The drawings have no transparency, so each paint replaces those below it, and the heaviest paint is
the maximum ink coverage. The operators `k` and `K` (ISO 32000-1, table 74) and the end colours of
shadings are read. Overprinted black text adds up to 100 % to its background; this is ignored,
because presses consider areas, not letters.
"""

import re
import zlib

from printkit.cards.pictures import Picture
from printkit.pdf.encoding import Encoded
from printkit.template.parts import MOST_INK

__all__ = ["MOST_INK", "heaviest", "heaviest_of_picture", "heaviest_shading"]

_PAINT = re.compile(rb"[\s)][kK](?=[\s/]|$)")
_COLOUR = re.compile(r"/C[01] ?\[ *([^\]]*)\]")


def heaviest(content: bytes) -> float:
    """Return the ink of the heaviest paint in an uncompressed content stream, in per cent."""
    most = 0.0
    for hit in _PAINT.finditer(content):
        words = content[max(0, hit.start() - 80) : hit.start()].split()[-4:]
        try:
            inks = [float(word) for word in words]
        except ValueError:  # a letter in a text, not an operator
            continue
        if len(inks) == 4:
            most = max(most, sum(inks) * 100)
    return most


def heaviest_shading(source: str) -> float:
    """Return the heaviest ink at an end of any CMYK shading in a resource dictionary's source."""
    colours = ([float(part) for part in hit[1].split()] for hit in _COLOUR.finditer(source))
    return max((sum(inks) * 100 for inks in colours if len(inks) == 4), default=0.0)


def heaviest_of_picture(picture: Picture) -> float:
    """Return the ink of the heaviest paint in a ready-drawn picture and the forms it places."""
    return max(_of(form) for form in picture.forms())


def _of(encoded: Encoded) -> float:
    return max(heaviest(zlib.decompress(encoded.stream)), heaviest_shading(encoded.shadings))
