"""Finding the line of a value in a TOML text, so that a fault can say `file:line: field`."""

from __future__ import annotations

import codecs
import re
import tomllib
from typing import TYPE_CHECKING, Any

from rules.errors import DataError, Fault
from rules.messages.message import Message
from rules.messages.system import system_reason

if TYPE_CHECKING:
    from pathlib import Path

    from rules.messages.message import Text

_AT_LINE = re.compile(r"\(at line (\d+), column (\d+)\)")
_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_LEGACY = {
    "legacy_big5": ("cp950", ((0xA1, 0xC6),)),
    "legacy_jis": ("cp932", ((0x81, 0x84), (0x88, 0x97))),
}
"""What is said of a codec, the codec, and the lead bytes of what is common in it: signs, kana,
characters of level 1.

Big5 and JIS X 0208 both keep apart the characters that are used often; in the wrong codec a text
falls into rare ones and half-width katakana.
"""
_HALF_WIDTH = re.compile(
    "(?<![｡-ﾟ])(?:(?:(?:[ｷｼﾁﾋ]ﾞ?|ﾋﾟ|[ﾆﾐﾘ])[ｬｭｮ]|[ｳｸｼﾁﾂﾃﾄﾌ]ﾞ?[ｧ-ｫ]"
    "|[ｳｶ-ﾄﾊ-ﾎ]ﾞ|[ﾊ-ﾎ]ﾟ|[ｦｱ-ﾝ])[ｯｰ]{0,2})+(?![｡-ﾟ])"
)
"""Half-width katakana as words have them, seldom as they come out of another codec's bytes."""
_MARKED = re.compile("[ﾞﾟｰｧ-ｯ]")
_FEW_ZEROS = 3
"""A text has three characters of ASCII; fewer zeros are a slip in a short file."""
_RARE = 0.5
"""What a rare character tells of a codec, where a common one tells 1."""


def read_data_text(path: Path, name: str) -> str:
    """A data file's text: UTF-8 with or without BOM; anything else is a fault that names it."""
    try:
        raw = path.read_bytes()
    except OSError as error:
        what, fix = Message("unreadable", why=system_reason(error)), Message("put_it_there")
        if path.is_dir():
            what, fix = Message("folder"), Message("name_in_it")
        raise DataError([Fault(name, 0, "", what, fix)]) from error
    return decode_text(raw, name)


def decode_text(raw: bytes, name: str) -> str:
    """A file's text from its bytes; `name` is what a fault calls it.  Raises `DataError`."""
    save = Message("save_csv" if name.lower().endswith((".csv", ".tsv")) else "save_utf8")
    if raw.startswith(_UTF16) or _every_other_is_zero(raw):
        raise DataError([Fault(name, 1, "", Message("utf16"), save)])
    if 0 in raw:
        line = raw.count(b"\n", 0, raw.index(0)) + 1
        raise DataError([Fault(name, line, "", Message("zero_byte"), Message("save_again"))])
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise DataError([Fault(name, line, "", _encoding_message(raw), save)]) from error


def _every_other_is_zero(raw: bytes) -> bool:
    """Whether ASCII stands in it as UTF-16 writes it, most of its zeros on one side."""
    zeros = sorted((raw[::2].count(0), raw[1::2].count(0)))
    return zeros[1] >= _FEW_ZEROS and sum(zeros) * 8 > len(raw) and zeros[0] * 8 < zeros[1]


def _encoding_message(raw: bytes) -> Text:
    """In which old encoding a text looks most at home."""
    shares = {key: _plausibility(raw, codec, leads) for key, (codec, leads) in _LEGACY.items()}
    key, share = max(shares.items(), key=lambda item: item[1])
    return Message("not_utf8" if share <= _RARE else key)


def _plausibility(raw: bytes, codec: str, leads: tuple[tuple[int, int], ...]) -> float:
    """How common the characters beyond ASCII are on average; 0 if `codec` cannot read them.

    1 is a common character, `_RARE` another one, 0 a half-width katakana that stands where no
    word has it.  In such a word it is worth more than a common character if the word is marked
    (a voiced or small letter, a long vowel), else a little less: two bytes are soon both.
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
    told = common + _RARE * (len(wide) - common) + half
    return told / len(foreign) if foreign else 0.0


def load_toml(path: Path, name: str) -> tuple[dict[str, Any], str]:
    """A TOML file's data and its text; raises `DataError` with the line of a syntax fault."""
    text = read_data_text(path, name)
    try:
        return tomllib.loads(text), text
    except tomllib.TOMLDecodeError as error:
        found = _AT_LINE.search(str(error))
        line = int(found[1]) if found else len(text.splitlines())
        what = _AT_LINE.sub("", str(error)).strip().rstrip(".")
        fault = Fault(name, line, "", Message("not_toml", why=what), Message("mend_toml"))
        raise DataError([fault]) from error


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
