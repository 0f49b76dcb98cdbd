"""A subset of the display face, with the characters of Japanese and Chinese names.

    python -m artwork.display_face LXGWWenKai-Bold.ttf

The command writes `templates/fonts/KaiDisplay-Bold.ttf`, which has the characters of the names
that are set in it, kana, punctuation and digits. The same input gives the same bytes.
"""

import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

from printkit.data.toml_source import CARD_DATA, TEMPLATES, read_toml
from printkit.pdf.fonts import FaceFile
from rules.catalog.reader import read_catalog

_ALWAYS = (
    "".join(map(chr, range(0x20, 0x7F)))
    + "".join(map(chr, range(0x3041, 0x3097)))
    + "".join(map(chr, range(0x30A1, 0x30FD)))
    + "、。・「」『』（）！？：；，々〆—…·"
)


def card_characters(folder: Path) -> str:
    """Return the characters that the subset needs: a basic set and those of card and game names.

    Games that set their names in faces of their own are omitted.
    """
    found = set(_ALWAYS)
    for path in sorted(folder.glob("*/cards.csv")):
        own = TEMPLATES / path.parent.name / "fonts" / "faces.toml"
        if own.is_file() and "name" in read_toml(own, FaceFile).role:
            continue
        catalog = read_catalog(path.parent)
        for names in (catalog.names, *(card.names for card in catalog.cards.values())):
            found.update(names["ja"], names["zh-Hant"])
    return "".join(sorted(found))


def cut_down(source: Path, target: Path, characters: str) -> int:
    """Write a renamed subset of `source` with only `characters`; return its size in bytes.

    The licence reserves the font's names, so a subset may not use them (condition 3).
    """
    options = subset.Options(hinting=False, layout_features=[], name_IDs=[0, 1, 2, 4, 6, 13, 14])
    options.recalc_timestamp = False
    font = TTFont(source, recalcTimestamp=False)
    cutter = subset.Subsetter(options)
    cutter.populate(text=characters)
    cutter.subset(font)
    names = {1: "Kai Display", 2: "Bold", 4: "Kai Display Bold", 6: "KaiDisplay-Bold"}
    for record in list(font["name"].names):
        if record.nameID in names:
            if record.langID in (0, 0x409):
                record.string = names[record.nameID]
            else:
                font["name"].names.remove(record)
    font.save(target)
    return target.stat().st_size


def main(arguments: list[str]) -> int:
    """Write the subset: `python -m artwork.display_face LXGWWenKai-Bold.ttf`."""
    if len(arguments) != 1 or not Path(arguments[0]).is_file():
        sys.stderr.write("usage: python -m artwork.display_face LXGWWenKai-Bold.ttf\n")
        return 2
    target = TEMPLATES / "fonts" / "KaiDisplay-Bold.ttf"
    size = cut_down(Path(arguments[0]), target, card_characters(CARD_DATA))
    sys.stdout.write(f"{target}\n")
    sys.stderr.write(f"{size} bytes\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
