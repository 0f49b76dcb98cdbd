"""Faces: embedding, roles, widths of texts, missing characters.

A *role* (text, strong, name, numeral) names for each language the faces to try in order. A text is
set whole in the first face that has all its characters, else character by character. A character
that no face of the role has is never printed as a box: `Fonts.missing` reports it. Files are read
when a text first needs them (`printkit.pdf.large_face`).

`python -m printkit.pdf.fonts SOURCE.ttf` cuts LXGW WenKai Bold down to the characters of the names
that are set in it (and kana, punctuation, digits) and writes the same bytes for the same input to
`templates/fonts/KaiDisplay-Bold.ttf`.
"""

from __future__ import annotations

import struct
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from printkit.data.toml_source import CARD_DATA, TEMPLATES, Strict, game_folder, read_toml
from printkit.errors import EnvironmentFault, TemplateFaults
from rules import Fault, Message
from rules.catalog.reader import read_catalog
from rules.messages.system import system_reason

if TYPE_CHECKING:
    from reportlab.pdfbase.ttfonts import TTFont

PT = 25.4 / 72
"""A typographer's point in mm."""
LANGUAGES = ("en", "ja", "zh-Hant")
_FOLDER = TEMPLATES / "fonts"


class _Face(Strict):
    file: str
    """The font file in this folder."""
    cap: float
    """Height of its capitals, em."""
    licence: str
    """The licence's file in this folder."""


class FaceFile(Strict):
    """Typefaces and their roles, `faces.toml`."""

    face: dict[str, _Face]
    """Each face by a name."""
    role: dict[str, dict[str, list[str]]]
    """For each role and language the faces to try, in order."""


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of text in one face; `font` is its name in the PDF."""

    font: str
    text: str


_REGULAR = "-regular"
"""Names of the shared light faces, which have glyphs that bold ones lack."""


class Fonts:
    """The faces of one language."""

    def __init__(self, lang: str, folder: Path = _FOLDER, slug: str = "") -> None:
        """Read the registers only; faces are loaded when first needed.

        A game's own `templates/<slug>/fonts/faces.toml` adds faces and replaces roles.
        """
        self.lang = lang
        self.slug = slug
        self._folder = folder
        shared = read_toml(folder / "faces.toml", FaceFile)
        self._files = {name: folder / face.file for name, face in shared.face.items()}
        self._faces = shared
        own = game_folder(slug) / "fonts" if slug else folder
        if slug and (own / "faces.toml").is_file():
            added = read_toml(own / "faces.toml", FaceFile)
            self._files |= {name: own / face.file for name, face in added.face.items()}
            self._faces = FaceFile(
                face={**shared.face, **added.face}, role={**shared.role, **added.role}
            )
        self._loaded: dict[str, TTFont] = {}
        self._first: dict[str, dict[int, float]] = {}
        self._lines: dict[tuple[str, str], tuple[Run, ...]] = {}

    @property
    def register(self) -> str:
        """Return the file to add a face to: the game's own register, whether it exists or not."""
        return (
            f"templates/{self.slug}/fonts/faces.toml" if self.slug else "templates/fonts/faces.toml"
        )

    def cap(self, role: str) -> float:
        """Return the height of capitals in em, of the role's first face."""
        return self._faces.face[self._names(role)[0]].cap

    def missing(self, role: str, text: str) -> list[str]:
        """Return the characters that no face of the role has, each once."""
        wanted = {c for c in text if c != "\n"}
        for name in self._names(role):
            wanted -= {c for c in wanted if ord(c) in self._glyphs(name)}
            if not wanted:
                return []
        return sorted(wanted)

    def lacking_bold(self, role: str, text: str) -> list[str]:
        """Return the characters for which a text of a bold role needs a regular face."""
        names = self._names(role)
        bold = [name for name in names if not name.endswith(_REGULAR)]
        if names[0] not in bold or all(run.font in bold for run in self.runs(role, text)):
            return []
        return sorted({c for c in text if not any(ord(c) in self._glyphs(n) for n in bold)})

    def runs(self, role: str, text: str) -> tuple[Run, ...]:
        """Return the text in as few runs as possible; the last face takes missing characters."""
        key = (role, text)
        if key not in self._lines:
            self._lines[key] = tuple(self._split(role, text))
        return self._lines[key]

    def width(self, role: str, text: str, size_pt: float) -> float:
        """Advance width of a text set in one line, mm."""
        try:  # nearly every text is set completely in the role's first face
            advance = sum(map(self._advances(role).__getitem__, map(ord, text)))
        except KeyError:
            runs = self.runs(role, text)
            return sum(self._font(run.font).stringWidth(run.text, size_pt) for run in runs) * PT
        return 0.001 * size_pt * advance * PT

    def _advances(self, role: str) -> dict[int, float]:
        """Map characters to advances in thousandths of an em, of the role's first face."""
        if role not in self._first:
            self._first[role] = self._font(self._names(role)[0]).face.charWidths
        return self._first[role]

    def _names(self, role: str) -> list[str]:
        try:
            return self._faces.role[role][self.lang]
        except KeyError as error:
            where, field = str(self._folder / "faces.toml"), f"role.{role}.{self.lang}"
            raise TemplateFaults([Fault(where, 0, field, Message("lacks"))]) from error

    def _split(self, role: str, text: str) -> list[Run]:
        names = self._names(role)
        for name in names:
            if all(ord(c) in self._glyphs(name) for c in text):
                return [Run(name, text)]
        runs: list[Run] = []
        for c in text:
            holder = next((n for n in names if ord(c) in self._glyphs(n)), names[-1])
            if runs and runs[-1].font == holder:
                runs[-1] = Run(holder, runs[-1].text + c)
            else:
                runs.append(Run(holder, c))
        return runs

    def _glyphs(self, name: str) -> dict[int, int]:
        glyphs: dict[int, int] = self._font(name).face.charToGlyph
        return glyphs

    def _font(self, name: str) -> TTFont:
        if name not in self._loaded:
            self._loaded[name] = _load(name, self._files[name])
        return self._loaded[name]


@cache
def _load(name: str, path: Path) -> TTFont:
    """Return the face, registered with reportlab under `name`; once per process."""
    from reportlab.pdfbase import pdfmetrics  # noqa: PLC0415 - heavy
    from reportlab.pdfbase.ttfonts import TTFError  # noqa: PLC0415 - heavy

    from printkit.pdf.large_face import LargeFont  # noqa: PLC0415 - heavy

    try:
        font = LargeFont(name, path)
        size = path.stat().st_size
    except (TTFError, OSError, struct.error, ValueError, LookupError, AssertionError) as error:
        why = system_reason(error) if isinstance(error, OSError) else str(error)
        raise EnvironmentFault(Message("print.face", file=str(path), why=why)) from error
    if any(part["offset"] + part["length"] > size for part in font.face.table.values()):
        raise EnvironmentFault(Message("print.face", file=str(path), why=Message("print.face_cut")))
    pdfmetrics.registerFont(font)
    return font


_ALWAYS = (
    "".join(map(chr, range(0x20, 0x7F)))
    + "".join(map(chr, range(0x3041, 0x3097)))
    + "".join(map(chr, range(0x30A1, 0x30FD)))
    + "、。・「」『』（）！？：；，々〆—…·"
)


def card_characters(folder: Path) -> str:
    """Return the characters of names set in the shared display face, and those always kept.

    These are names of cards and games, except games that set them in faces of their own.
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
    """Write `target` with only `characters` of `source`, renamed; return its size in bytes.

    The source's reserved font names may not be used for a reduced copy (its licence, condition 3).
    """
    from fontTools import subset  # noqa: PLC0415 - our tool, not for users
    from fontTools.ttLib import TTFont as Source  # noqa: PLC0415

    options = subset.Options(hinting=False, layout_features=[], name_IDs=[0, 1, 2, 4, 6, 13, 14])
    options.recalc_timestamp = False
    font = Source(source, recalcTimestamp=False)
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
    """Reduce the display face: `python -m printkit.pdf.fonts LXGWWenKai-Bold.ttf`."""
    if len(arguments) != 1 or not Path(arguments[0]).is_file():
        sys.stderr.write("usage: python -m printkit.pdf.fonts LXGWWenKai-Bold.ttf\n")
        return 2
    target = _FOLDER / "KaiDisplay-Bold.ttf"
    size = cut_down(Path(arguments[0]), target, card_characters(CARD_DATA))
    sys.stdout.write(f"{target}\n")
    sys.stderr.write(f"{size} bytes\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
