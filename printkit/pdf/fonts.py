"""Typefaces: embedding, roles, text widths and missing characters.

For each language, a *role* (text, strong, name, numeral) lists the faces to try in order. A text
is set in the first face that has all its characters, otherwise character by character. A character
that no face of the role has is never printed as a box: `Fonts.missing` reports it. Files are read
when a text first needs them (`printkit.pdf.large_face`).
"""

from __future__ import annotations

import string
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from printkit.data.toml_source import (
    TEMPLATES,
    Key,
    Source,
    Strict,
    checked,
    game_folder,
    read_source,
    read_toml,
)
from printkit.errors import EnvironmentFault, TemplateFaults
from rules import Fault, Message
from rules.messages.message import Text
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

        A game's own `templates/<slug>/fonts/faces.toml` adds faces and roles. The shared faces of
        a role set the characters that its own faces lack.
        """
        self.lang = lang
        self.slug = slug
        self._folder = folder
        shared = read_toml(folder / "faces.toml", FaceFile)
        self._files = {name: folder / face.file for name, face in shared.face.items()}
        self._faces = shared
        own = game_folder(slug) / "fonts" if slug else folder
        self._source: Source | None = None
        self._own_roles: dict[str, dict[str, list[str]]] = {}
        if slug and (own / "faces.toml").is_file():
            self._source = read_source(own / "faces.toml")
            added = checked(self._source, FaceFile)
            self._files |= {name: own / face.file for name, face in added.face.items()}
            roles = {
                name: {lang: _joined(of, shared, name, lang) for lang, of in languages.items()}
                for name, languages in added.role.items()
            }
            merged = {name: shared.role.get(name, {}) | of for name, of in roles.items()}
            self._own_roles = added.role
            self._faces = FaceFile(
                face={**shared.face, **added.face}, role={**shared.role, **merged}
            )
            if wrong := [self._source.fault(loc, what) for loc, what in self._slips(merged)]:
                raise TemplateFaults(wrong)
        self._loaded: dict[str, TTFont] = {}
        self._first: dict[str, dict[int, float]] = {}
        self._lines: dict[tuple[str, str], tuple[TextRun, ...]] = {}

    @property
    def register(self) -> str:
        """Path of the `faces.toml` to add a face to; a game's own file need not exist yet."""
        return "/".join(filter(None, ("templates", self.slug, "fonts/faces.toml")))

    @property
    def roles(self) -> list[str]:
        """The names of all roles, sorted."""
        return sorted(self._faces.role)

    def lacks_latin(self, role: str) -> Fault | None:
        """Return a fault, at the line of a game's own role, if its faces have no Latin letters."""
        own = self._own_roles.get(role, {}).get(self.lang)
        if self._source is None or not own:
            return None
        if any(ord(c) in self._glyphs(name) for name in own for c in string.ascii_letters):
            return None
        used = next((run.font for run in self.runs(role, "A")), "")
        what = Message("print.no_latin", faces=", ".join(own), used=used)
        return self._source.fault(("role", role, self.lang), what)

    def _slips(self, roles: dict[str, dict[str, list[str]]]) -> Iterator[tuple[Key, Text]]:
        """Yield the faults of a game's own roles: unknown faces, none, or a missing language."""
        one_of = Message("one_of", words=sorted(self._faces.face))
        for role, languages in roles.items():
            for lang, names in languages.items():
                for name in names:
                    if name not in self._faces.face:
                        what = Message("print.no_typeface", name=repr(name), near=one_of)
                        yield ("role", role, lang), what
            if missing := [lang for lang in LANGUAGES if lang not in languages]:
                yield ("role", role), Message("print.role_lacks", languages=", ".join(missing))

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


def _joined(own: list[str], shared: FaceFile, role: str, lang: str) -> list[str]:
    """Return a game's own faces for a role, followed by shared faces for other characters."""
    further = shared.role.get(role, shared.role["text"]).get(lang, [])
    return list(dict.fromkeys((*own, *further)))


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
