"""Classifies a scan's sources as users name them: a camera, a video, photographs or a list."""

import enum
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from companion.errors import SessionError
from companion.vision.sources.names import PICTURE_SUFFIXES, is_live, pictures_in
from companion.vision.sources.picture_header import read_header
from rules.messages.system import reason

_OTHER_PICTURES = frozenset((".heic", ".heif", ".avif", ".gif"))
"""Picture formats that are accepted in addition, although not all of them can be read."""
_VIDEOS = frozenset((".mp4", ".mov", ".m4v", ".avi", ".mkv", ".webm", ".mpg", ".mpeg", ".3gp"))


class SourceKind(enum.Enum):
    """The ways in which a source can be read."""

    LIVE = enum.auto()
    PHOTO = enum.auto()
    LIST = enum.auto()


@dataclass(frozen=True, slots=True)
class SourceSpec:
    """One source. `name` is the given word, or a file in a given folder."""

    sort: SourceKind
    name: str


def sorted_specs(words: Iterable[str]) -> list[SourceSpec]:
    """Return the sources that the words name. Raise `SessionError` for a missing one."""
    return [spec for word in words for spec in _specs(word)]


def _specs(word: str) -> Iterator[SourceSpec]:
    if is_live(word):
        yield SourceSpec(SourceKind.LIVE, word)
        return
    path = Path(word)
    try:
        there, folder = path.exists(), path.is_dir()
    except OSError as error:  # the name is too long, or the folder cannot be opened
        raise SessionError("fault.source.unreadable", file=word, why=reason(error)) from error
    if not there:
        raise SessionError("fault.source.absent", file=word)
    if folder:
        yield from (SourceSpec(SourceKind.PHOTO, str(file)) for file in _photos(path))
    else:
        yield SourceSpec(_sort(path), word)


def _photos(folder: Path) -> list[Path]:
    others = [f for f in sorted(folder.iterdir()) if f.suffix.lower() in _OTHER_PICTURES]
    files = [*pictures_in(folder), *others]
    if not files:
        raise SessionError("fault.source.no_picture", file=folder)
    return files


def _sort(path: Path) -> SourceKind:
    suffix = path.suffix.lower()
    if suffix in PICTURE_SUFFIXES | _OTHER_PICTURES:
        return SourceKind.PHOTO
    if suffix in _VIDEOS:
        return SourceKind.LIVE
    try:
        with path.open("rb") as file:
            head = file.read(64)
    except OSError as error:
        raise SessionError("fault.source.unreadable", file=path, why=reason(error)) from error
    return SourceKind.PHOTO if read_header(head).format else SourceKind.LIST
