"""Deck lists as people have them: in whatever encoding their editor writes.

`rules` reads UTF-8 and says so of anything else.  A judge is handed a file and cannot send its
author home, so here the list is read in each encoding it may be in, and the one in which it names
the most cards is meant: only one of them makes names out of the bytes.
"""

from __future__ import annotations

import codecs
from dataclasses import replace
from typing import TYPE_CHECKING

from companion.errors import SessionError
from companion.scan.stock import cards_of
from rules import DataError, Deck, parse_decklist

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from rules import Catalog

__all__ = ["read_list"]

_MOST_BYTES = 1_000_000
_LEGACY = ("cp950", "cp932", "gb18030", "euc_jp", "big5hkscs")
_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def read_list(path: Path, catalog: Catalog) -> Deck:
    """The deck of a list file, named as the file.

    Raises `DataError` with every line that names no card, and `SessionError` for a file that is no
    list at all.
    """
    try:
        with path.open("rb") as file:
            raw = file.read(_MOST_BYTES + 1)
    except OSError as error:
        raise SessionError.about("list.unreadable", file=path, why=error) from error
    if len(raw) > _MOST_BYTES:
        raise SessionError.about("list.large", file=path)
    deck, faults = None, None
    for text in _texts(raw):
        try:
            deck = parse_decklist(text, catalog.cards, str(path))[0]
            break
        except DataError as error:
            if faults is None or len(error.faults) < len(faults.faults):
                faults = error
    if deck is None:
        raise faults or SessionError.about("list.no_text", file=path)
    if not cards_of(deck):
        example = next(iter(catalog.cards), "")
        raise SessionError.about("list.no_card", file=path, example=example)
    return replace(deck, name=path.stem)


def _texts(raw: bytes) -> Iterator[str]:
    """What the bytes say in each encoding that can read them, the likeliest first."""
    if raw.startswith(_MARKS):
        encodings: tuple[str, ...] = ("utf-16",)
    elif b"\0" in raw:
        # Windows' "Unicode" without its mark: letters and digits have every other byte zero.
        little = raw[1::2].count(0) >= raw[::2].count(0)
        encodings = ("utf-16-le",) if little else ("utf-16-be",)
    else:
        encodings = ("utf-8-sig", *_LEGACY)
    for encoding in encodings:
        try:
            text = raw.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            yield text
