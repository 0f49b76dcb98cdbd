"""Characters as outlines, for tokens and seals.

The outlines are those of LXGW WenKai Bold (SIL Open Font License 1.1, see
``templates/jiguan/fonts``). ``carved.json`` stores the contours of each character as PDF draws
them, in thousandths of an em, y down. The middle of a character's bounding box is at (0, 0).

``python -m artwork.jiguan.carved FONT.ttf`` regenerates the file, and the font subset in which
names and offices are set. Only this command needs the font.
"""

from __future__ import annotations

import json
import string
import sys
from functools import cache
from pathlib import Path as File
from typing import Final

from printkit.data.toml_source import TEMPLATES
from printkit.pdf.drawing import Contour, Path, placed, transformed

_FILE: Final = File(__file__).with_name("carved.json")
CHARACTERS: Final = "木火土金水母子不動勝負先生一二三四五六靈獸道具棄"
"""Available characters; after an addition, regenerate the file."""
_UNITS: Final = 1000


@cache
def _outlines() -> dict[str, list[list[list[int]]]]:
    outlines: dict[str, list[list[list[int]]]] = json.loads(_FILE.read_text(encoding="ascii"))
    return outlines


@cache
def _unit(character: str) -> Path:
    """Return a character at one mm per em, with its bounding box centred on the origin."""
    contours = []
    for start, *segments in _outlines()[character]:
        x, y = start
        runs = tuple(tuple(value / _UNITS for value in segment) for segment in segments)
        contours.append(Contour((x / _UNITS, y / _UNITS), runs))
    return Path(tuple(contours))


def carved(character: str, x: float, y: float, em: float, turn: float = 0) -> Path:
    """Return a character of ``em`` mm with the middle of its bounding box at (x, y)."""
    return transformed(_unit(character), placed(x, y, turn=turn, scale=em))


def _outline(font: File) -> dict[str, list[list[list[int]]]]:
    """Return each character's contours: a start point, then lines (2 numbers) and cubics (6)."""
    from fontTools.pens.basePen import BasePen  # noqa: PLC0415 - only to write the file
    from fontTools.ttLib import TTFont  # noqa: PLC0415 - only to write the file

    class Recorder(BasePen):  # type: ignore[misc, unused-ignore]
        """A pen that converts quadratics to cubics and components to outlines."""

        def __init__(self, glyphs: object) -> None:
            super().__init__(glyphs)
            self.contours: list[list[list[float]]] = []

        def _moveTo(self, pt: tuple[float, float]) -> None:  # noqa: N802
            self.contours.append([list(pt)])

        def _lineTo(self, pt: tuple[float, float]) -> None:  # noqa: N802
            self.contours[-1].append(list(pt))

        def _curveToOne(  # noqa: N802
            self, pt1: tuple[float, float], pt2: tuple[float, float], pt3: tuple[float, float]
        ) -> None:
            self.contours[-1].append([*pt1, *pt2, *pt3])

    source = TTFont(font)
    glyphs, names, em = source.getGlyphSet(), source.getBestCmap(), source["head"].unitsPerEm
    found = {}
    for character in CHARACTERS:
        pen = Recorder(glyphs)
        glyphs[names[ord(character)]].draw(pen)
        xs = [v for contour in pen.contours for s in contour for v in s[::2]]
        ys = [v for contour in pen.contours for s in contour for v in s[1::2]]
        middle = ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
        found[character] = [
            [
                [
                    round((v - middle[i % 2]) * (1, -1)[i % 2] * _UNITS / em)
                    for i, v in enumerate(segment)
                ]
                for segment in contour
            ]
            for contour in pen.contours
        ]
    return found


def _lettering() -> str:
    """Return all characters that the font subset needs."""
    from rules import load_catalog  # noqa: PLC0415 - only to write the font

    catalog = load_catalog("jiguan")
    found = set(string.printable.strip() + " ·・" + CHARACTERS)
    for words in (
        catalog.names,
        *(card.names for card in catalog.cards.values()),
        *(card.keywords for card in catalog.cards.values()),
    ):
        found.update(*words.values())
    return "".join(sorted(found))


def main(arguments: list[str]) -> int:
    """Regenerate the outlines and the font subset from a font."""
    if len(arguments) != 1 or not File(arguments[0]).is_file():
        sys.stderr.write("usage: python -m artwork.jiguan.carved LXGWWenKai-Bold.ttf\n")
        return 2
    source = File(arguments[0])
    text = json.dumps(_outline(source), separators=(",", ":"))
    _FILE.write_text(text.replace("],[[", "],\n[[") + "\n", encoding="ascii")
    from artwork.display_face import cut_down  # noqa: PLC0415 - only to write the file

    cut_down(source, TEMPLATES / "jiguan" / "fonts" / "KaiOffices-Bold.ttf", _lettering())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
