"""Reading of text and TOML data files, with line numbers for faults (`file:line: field`)."""

import codecs
import re
import tomllib
from pathlib import Path
from typing import Any

from rules.errors import DataError, Fault, UnreadableFile
from rules.messages.message import Message, Text
from rules.messages.system import system_reason

_AT_LINE = re.compile(r"\(at line (\d+), column (\d+)\)")
_PART = r"""(?:[\w-]+|"[^"\n]*"|'[^'\n]*')[ \t]*"""
_DEEP_KEY = re.compile(rf"{_PART}(?:\.[ \t]*{_PART}){{64}}")
"""A dotted key of more than 64 parts."""
_LONG_NUMBER = re.compile(r"\d[\d_]{4000}")
_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_LEGACY = {
    "legacy_big5": ("cp950", ((0xA1, 0xC6),)),
    "legacy_jis": ("cp932", ((0x81, 0x84), (0x88, 0x97))),
}
"""Message key of each legacy codec, the codec, and the lead bytes of its common characters.

Big5 and JIS X 0208 both group the common characters (symbols, kana, level 1). A text decoded with
the wrong codec consists of rare characters and half-width katakana.
"""
_HALF_WIDTH = re.compile(
    "(?<![｡-ﾟ])(?:(?:(?:[ｷｼﾁﾋ]ﾞ?|ﾋﾟ|[ﾆﾐﾘ])[ｬｭｮ]|[ｳｸｼﾁﾂﾃﾄﾌ]ﾞ?[ｧ-ｫ]"
    "|[ｳｶ-ﾄﾊ-ﾎ]ﾞ|[ﾊ-ﾎ]ﾟ|[ｦｱ-ﾝ])[ｯｰ]{0,2})+(?![｡-ﾟ])"
)
"""Words in half-width katakana, which rarely result from decoding with a wrong codec.
"""
_MARKED = re.compile("[ﾞﾟｰｧ-ｯ]")
_FEW_ZEROS = 3
"""Minimum number of zero bytes that suggests UTF-16; fewer are stray bytes."""
_RARE = 0.5
"""Weight of a rare character as evidence for a codec; a common one weighs 1."""


def read_data_text(path: Path, name: str) -> str:
    """Return the text of a UTF-8 file, with or without BOM; raise `DataError` on failure."""
    try:
        raw = path.read_bytes()
    except OSError as error:
        what, fix = Message("unreadable", why=system_reason(error)), Message("put_it_there")
        if path.is_dir():
            what, fix = Message("folder"), Message("name_in_it")
        raise UnreadableFile([Fault(name, 0, "", what, fix)]) from error
    return decode_text(raw, name)


def decode_text(raw: bytes, name: str) -> str:
    """Decode the bytes of the file `name`; raise `DataError` if they are not UTF-8 text."""
    save = Message("save_csv" if name.lower().endswith((".csv", ".tsv")) else "save_utf8")
    if raw.startswith(_UTF16) or _every_other_is_zero(raw):
        raise UnreadableFile([Fault(name, 1, "", Message("utf16"), save)])
    if 0 in raw:
        line = raw.count(b"\n", 0, raw.index(0)) + 1
        raise UnreadableFile([Fault(name, line, "", Message("zero_byte"), Message("save_again"))])
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise UnreadableFile([Fault(name, line, "", _encoding_message(raw), save)]) from error


def _every_other_is_zero(raw: bytes) -> bool:
    """Return True if the bytes look like ASCII in UTF-16: almost every second byte is zero."""
    zeros = sorted((raw[::2].count(0), raw[1::2].count(0)))
    return zeros[1] >= _FEW_ZEROS and sum(zeros) * 8 > len(raw) and zeros[0] * 8 < zeros[1]


def _encoding_message(raw: bytes) -> Text:
    """Return the message for bytes that are not UTF-8, naming the likeliest legacy encoding."""
    shares = {key: _plausibility(raw, codec, leads) for key, (codec, leads) in _LEGACY.items()}
    key, share = max(shares.items(), key=lambda item: item[1])
    return Message("not_utf8" if share <= _RARE else key)


def _plausibility(raw: bytes, codec: str, leads: tuple[tuple[int, int], ...]) -> float:
    """Return the mean score of the non-ASCII characters under a codec; 0 if decoding fails.

    A common character scores 1, a rare one `_RARE`, and a half-width katakana outside a word 0. In
    a word with a voiced mark, a small letter or a long vowel, a half-width katakana scores slightly
    more than 1. In any other word, it scores slightly less, because random byte pairs often form
    such words.
    """
    try:
        text = raw.decode(codec)
    except UnicodeError:
        return 0.0
    foreign = [c.encode(codec) for c in text if not c.isascii()]
    wide = [c[0] for c in foreign if len(c) > 1]
    common = sum(any(low <= lead <= high for low, high in leads) for lead in wide)
    words = (word for word in _HALF_WIDTH.findall(text) if len(word) > 1)
    half = sum(len(word) * (1.1 if _MARKED.search(word) else 0.9) for word in words)
    score = common + _RARE * (len(wide) - common) + half
    return score / len(foreign) if foreign else 0.0


def load_toml(path: Path, name: str) -> tuple[dict[str, Any], str]:
    """Return the data and the text of a TOML file; raise `DataError` if the file is invalid."""
    text = read_data_text(path, name)
    return parse_toml(text, name), text


def parse_toml(text: str, name: str) -> dict[str, Any]:
    """Return the data of a TOML text; raise `DataError` with its place under the file's name.

    The parser needs memory by the square of a dotted key's parts, so long ones are refused before.
    """
    if deep := _DEEP_KEY.search(text):
        line = text.count("\n", 0, deep.start()) + 1
        raise DataError([Fault(name, line, "", Message("toml_key"), Message("mend_key"))])
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = _AT_LINE.search(str(error))
        line = int(place[1]) if place else max(len(text.splitlines()), 1)
        what = _AT_LINE.sub("", str(error)).replace("(at end of document)", "").strip().rstrip(".")
        fault = Fault(name, line, "", Message("not_toml", why=what), Message("mend_toml"))
    except RecursionError:
        fault = Fault(name, _deepest(text), "", Message("too_nested"), Message("mend_nested"))
    except ValueError:  # a number with more digits than Python converts
        digits = _LONG_NUMBER.search(text)
        line = text.count("\n", 0, digits.start()) + 1 if digits else 0
        fault = Fault(name, line, "", Message("long_number"), Message("mend_number"))
    raise DataError([fault])


def _deepest(text: str) -> int:
    """Return the line with most opening brackets, for a file that is nested too deeply."""
    lines = text.splitlines()
    return 1 + max(range(len(lines)), key=lambda n: lines[n].count("[") + lines[n].count("{"))


def toml_line(text: str, *path: str) -> int:
    """Return the line (from 1) of the table or key at `path`, or of the nearest one around it.

    It is 0 if there is none.
    """
    depth, header = len(path), _header_line(text, path)
    while header is None:
        depth -= 1
        header = _header_line(text, path[:depth])
    keys = (_key_line(text, header, path[depth:end]) for end in range(len(path), depth, -1))
    return next(filter(None, keys), header)


def _header_line(text: str, path: tuple[str, ...]) -> int | None:
    """Return the line of a table's header, or None; the top-level table begins on line 0."""
    if not path:
        return 0
    pattern = re.compile(rf"\s*\[\[?\s*{_dotted(path)}\s*\]\]?")
    for number, line in enumerate(text.splitlines(), 1):
        if pattern.match(line):
            return number
    return None


def _key_line(text: str, start: int, keys: tuple[str, ...]) -> int | None:
    pattern = re.compile(rf"\s*{_dotted(keys)}\s*(=|\.)")
    for number, line in enumerate(text.splitlines()[start:], start + 1):
        if line.lstrip().startswith("["):
            return None
        if pattern.match(line):
            return number
    return None


def _dotted(path: tuple[str, ...]) -> str:
    """Return a pattern for a TOML key of several parts."""
    return r"\s*\.\s*".join(rf'"?{re.escape(part)}"?' for part in path)
