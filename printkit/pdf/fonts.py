"""Typefaces: embedding, roles, text widths and missing characters.

For each language, a *role* (text, strong, name, numeral) lists the faces to try in order. A text
is set in the first face that has all its characters, otherwise character by character. A character
that no face of the role has is never printed as a box: `Fonts.missing` reports it. Files are read
when a text first needs them (`printkit.pdf.large_face`).
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from printkit.data.toml_source import TEMPLATES, Strict, game_folder, read_toml
from printkit.errors import EnvironmentFault, TemplateFaults
from rules import Fault, Message
from rules.messages.system import system_reason

if TYPE_CHECKING:
    from reportlab.pdfbase.ttfonts import TTFont

PT = 25.4 / 72
"""A typographic point in mm."""
LANGUAGES = ("en", "ja", "zh-Hant")
_FOLDER = TEMPLATES / "fonts"


class _Face(Strict):
    file: str
    """Font file, in the folder of `faces.toml`."""
    cap: float
    """Height of the capitals, in em."""
    licence: str
    """Licence file, in the same folder."""


class FaceFile(Strict):
    """Typefaces and their roles (`faces.toml`)."""

    face: dict[str, _Face]
    """Faces by name."""
    role: dict[str, dict[str, list[str]]]
    """Faces to try for each role and language, in order."""


@dataclass(frozen=True, slots=True)
class TextRun:
    """A stretch of text in one face; `font` is its name in the PDF."""

    font: str
    text: str


_REGULAR = "-regular"
"""Suffix of the names of shared regular faces, which have glyphs that bold faces lack."""


class Fonts:
    """The faces of one language."""

    def __init__(self, lang: str, folder: Path = _FOLDER, slug: str = "") -> None:
        """Read only `faces.toml`; faces are loaded when first needed.

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
        self._lines: dict[tuple[str, str], tuple[TextRun, ...]] = {}

    @property
    def register(self) -> str:
        """Path of the `faces.toml` to add a face to; a game's own file need not exist yet."""
        return "/".join(filter(None, ("templates", self.slug, "fonts/faces.toml")))

    def cap(self, role: str) -> float:
        """Return the height of capitals in the role's first face, in em."""
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
        """Return the characters that force a bold role's text into a regular face."""
        names, text = self._names(role), text.replace("\n", "")
        bold = [name for name in names if not name.endswith(_REGULAR)]
        if names[0] not in bold or all(run.font in bold for run in self.runs(role, text)):
            return []
        return sorted({c for c in text if not any(ord(c) in self._glyphs(n) for n in bold)})

    def runs(self, role: str, text: str) -> tuple[TextRun, ...]:
        """Split a text into as few runs as possible; the last face sets missing characters."""
        key = (role, text)
        if key not in self._lines:
            self._lines[key] = tuple(self._split(role, text))
        return self._lines[key]

    def width(self, role: str, text: str, size_pt: float) -> float:
        """Return the advance width of a text set on one line, in mm."""
        try:  # nearly every text is set completely in the role's first face
            advance = sum(map(self._advances(role).__getitem__, map(ord, text)))
        except KeyError:
            runs = self.runs(role, text)
            return sum(self._font(run.font).stringWidth(run.text, size_pt) for run in runs) * PT
        return 0.001 * size_pt * advance * PT

    def _advances(self, role: str) -> dict[int, float]:
        """Return the advances in the role's first face by character, in thousandths of an em."""
        if role not in self._first:
            self._first[role] = self._font(self._names(role)[0]).face.charWidths
        return self._first[role]

    def _names(self, role: str) -> list[str]:
        try:
            return self._faces.role[role][self.lang]
        except KeyError as error:
            where, field = str(self._folder / "faces.toml"), f"role.{role}.{self.lang}"
            raise TemplateFaults([Fault(where, 0, field, Message("lacks"))]) from error

    def _split(self, role: str, text: str) -> list[TextRun]:
        names = self._names(role)
        for name in names:
            if all(ord(c) in self._glyphs(name) for c in text):
                return [TextRun(name, text)]
        runs: list[TextRun] = []
        for c in text:
            holder = next((n for n in names if ord(c) in self._glyphs(n)), names[-1])
            if runs and runs[-1].font == holder:
                runs[-1] = TextRun(holder, runs[-1].text + c)
            else:
                runs.append(TextRun(holder, c))
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
    """Load a face and register it with reportlab under `name`, once per process."""
    from reportlab.pdfbase import pdfmetrics  # noqa: PLC0415 - heavy
    from reportlab.pdfbase.ttfonts import TTFError  # noqa: PLC0415 - heavy

    from printkit.pdf.large_face import LargeFont  # noqa: PLC0415 - heavy

    try:
        font = LargeFont(name, path)
        size = path.stat().st_size
    except (TTFError, OSError, struct.error, ValueError, LookupError, AssertionError) as error:
        why = system_reason(error) if isinstance(error, OSError) else str(error)
        raise EnvironmentFault("print.face", file=str(path), why=why) from error
    if any(part["offset"] + part["length"] > size for part in font.face.table.values()):
        raise EnvironmentFault("print.face", file=str(path), why=Message("print.face_cut"))
    pdfmetrics.registerFont(font)
    return font
