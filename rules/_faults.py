"""Finding the line of a value in a TOML text, so that a fault can say `file:line: field`."""

from __future__ import annotations

import re
import tomllib
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from rules._errors import DataError, Fault

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

__all__ = ["did_you_mean", "load_toml", "read_data_text", "toml_line"]

_AT_LINE = re.compile(r"\(at line (\d+), column (\d+)\)")
_LEGACY = (("cp932", "Japanese"), ("cp950", "Traditional Chinese"))


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """`did you mean "x"?`, or the words there are when nothing is near."""
    choices = sorted(known)
    near = get_close_matches(word, choices, n=1)
    if near:
        return f'did you mean "{near[0]}"?'
    return "use one of: " + ", ".join(choices[:12]) if choices else ""


def read_data_text(path: Path, name: str) -> str:
    """A data file's text: UTF-8 with or without BOM; anything else is a fault that names it."""
    try:
        raw = path.read_bytes()
    except OSError as error:
        fix = "put the file there, or take its name out"
        raise DataError([Fault(name, 0, "", f"cannot be read ({error.strerror})", fix)]) from error
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise DataError([Fault(name, line, "", _encoding(raw), "save it as UTF-8")]) from error


def _encoding(raw: bytes) -> str:
    for codec, language in _LEGACY:
        try:
            raw.decode(codec)
        except UnicodeDecodeError:
            continue
        return f"is not UTF-8; it looks like {codec} ({language})"
    return "is not UTF-8"


def load_toml(path: Path, name: str) -> tuple[dict[str, Any], str]:
    """A TOML file's data and its text; raises `DataError` with the line of a syntax fault."""
    text = read_data_text(path, name)
    try:
        return tomllib.loads(text), text
    except tomllib.TOMLDecodeError as error:
        found = _AT_LINE.search(str(error))
        line = int(found[1]) if found else len(text.splitlines())
        what = _AT_LINE.sub("", str(error)).strip().rstrip(".")
        fix = "mend the line's quotes, brackets or equals sign"
        raise DataError([Fault(name, line, "", f"is not TOML: {what}", fix)]) from error


def toml_line(text: str, *path: str) -> int:
    """The line (from 1) of `[path…]` or of its last key inside the table; 0 if not found."""
    for depth in (len(path), len(path) - 1):
        line = _header_line(text, path[:depth])
        if line is None:
            continue
        if depth == len(path):
            return line
        return _key_line(text, line, path[-1]) or line
    return 0


def _header_line(text: str, path: tuple[str, ...]) -> int | None:
    if not path:
        return 0
    parts = r"\s*\.\s*".join(rf'"?{re.escape(p)}"?' for p in path)
    pattern = re.compile(rf"\s*\[\[?\s*{parts}\s*\]\]?")
    for number, line in enumerate(text.splitlines(), 1):
        if pattern.match(line):
            return number
    return None


def _key_line(text: str, start: int, key: str) -> int | None:
    pattern = re.compile(rf'\s*"?{re.escape(key)}"?\s*(=|\.)')
    for number, line in enumerate(text.splitlines()[start:], start + 1):
        if line.lstrip().startswith("["):
            return None
        if pattern.match(line):
            return number
    return None
