"""The page's own files: a fixed list, read from the package. No other path is ever served."""

from functools import cache
from pathlib import Path

from companion.texts import sentences
from rules import LANGUAGES
from rules.data_home import data_home

_PAGE = Path(__file__).resolve().parent / "page"
_FONTS = Path(data_home(), "templates", "fonts")

MEDIA_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".ttf": "font/ttf",
}
_FACES = tuple(
    f"NotoSans{kind}-{weight}.ttf" for kind in ("JP", "TC") for weight in ("Regular", "Bold")
)
_FOR_PAGE = (
    "label",
    "light",
    "control",
    "seen",
    "key",
    "phone",
    "seat",
    "join",
    "start",
    "play",
    "lesson",
    "hint",
)
"""Tables of the words that the page's scripts insert."""


@cache
def _files() -> dict[str, Path]:
    own = {path.name: path for path in sorted(_PAGE.iterdir()) if path.suffix in MEDIA_TYPES}
    faces = {name: _FONTS / name for name in _FACES if (_FONTS / name).is_file()}
    return own | faces


def page_file(name: str) -> Path | None:
    """Return the file with this name, or None if the page has none."""
    return _files().get(name)


def scan_words(lang: str) -> dict[str, str]:
    """Return the additional words that a scan page's scripts insert."""
    return _words("scan", ("page",), lang)


def page_words(lang: str) -> dict[str, str]:
    """Return the words that scripts insert; raise `ValueError` for an unknown language."""
    if lang not in LANGUAGES:
        raise ValueError(f"{lang!r} is none of {', '.join(LANGUAGES)}")
    return _words("page", _FOR_PAGE, lang) | _words("replay", ("film",), lang)


def _words(namespace: str, tables: tuple[str, ...], lang: str) -> dict[str, str]:
    known = sentences(namespace).items()
    return {key: words[lang] for key, words in known if key.partition(".")[0] in tables}
