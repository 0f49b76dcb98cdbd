"""Reads deck lists in any text encoding.

`rules` reads only UTF-8. A judge cannot ask a file's author for another one, so the file is
decoded with each encoding that it may have. The decoding with the fewest faults is used, because
wrong decodings contain hardly any card names.
"""

import codecs
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from companion.errors import SessionError
from companion.scan.stock import cards_of
from rules import LANGUAGES, Catalog, DataError, Deck
from rules.catalog.deck_text import list_player
from rules.catalog.reader import parse_decklist, readable_games
from rules.messages.system import reason

_MOST_BYTES = 1_000_000
_LONGEST_NAME = 80
_LEGACY = ("cp950", "cp932", "gb18030", "euc_jp", "big5hkscs")
_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


@dataclass(frozen=True, slots=True)
class ListedDeck:
    """A deck, and its player as named above the list's cards; `player` is "" if unnamed."""

    deck: Deck
    player: str = ""


def read_list(path: Path, catalog: Catalog) -> ListedDeck:
    """Read a list file's deck, its name (or else the file's name) and its player.

    Raises `DataError` with every line that does not name a card, and `SessionError` for a file
    that is not a list.
    """
    try:
        with path.open("rb") as file:
            raw = file.read(_MOST_BYTES + 1)
    except OSError as error:
        raise SessionError("fault.list.unreadable", file=path, why=reason(error)) from error
    if len(raw) > _MOST_BYTES:
        raise SessionError("fault.list.large", file=path)
    deck, player, faults = None, "", None
    names: Mapping[str, str] = {}
    for text in _texts(raw):
        try:
            deck, names = parse_decklist(text, catalog.cards, str(path))
            player = _plain(list_player(text))
            break
        except DataError as error:
            if faults is None or len(error.faults) < len(faults.faults):
                faults = error
    if deck is None:
        raise faults or SessionError("fault.list.no_text", file=path)
    if not cards_of(deck):
        raise SessionError("fault.list.no_card", file=path, example=next(iter(catalog.cards), ""))
    named = next((names[lang] for lang in LANGUAGES if names.get(lang)), "")
    return ListedDeck(replace(deck, name=_plain(named) or path.stem), player)


def game_of_list(path: Path) -> str:
    """Return the game whose deck list a file is, or "" if it is not one game's list alone.

    The list may have faults: its game is the one with fewer faulty lines than any other.
    """
    faulty: dict[str, int] = {}
    for slug, catalog in readable_games().catalogs.items():
        try:
            read_list(path, catalog)
        except DataError as error:
            faulty[slug] = len(error.faults) if _names_cards(error) else _MOST_BYTES
        except SessionError:
            return ""
        else:
            faulty[slug] = 0
    fewest = min(faulty.values(), default=_MOST_BYTES)
    best = [slug for slug, many in faulty.items() if many == fewest < _MOST_BYTES]
    return best[0] if len(best) == 1 else ""


def _names_cards(error: DataError) -> bool:
    return all(fault.line for fault in error.faults)


def _plain(name: str) -> str:
    """Shorten a typed name to one printable line."""
    return "".join(sign for sign in name if sign.isprintable())[:_LONGEST_NAME]


def _texts(raw: bytes) -> Iterator[str]:
    """Yield the text in each encoding that can decode the bytes, the likeliest first."""
    if raw.startswith(_MARKS):
        encodings: tuple[str, ...] = ("utf-16",)
    elif b"\0" in raw:
        # This is UTF-16 without a byte order mark: in Latin text, every other byte is zero.
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
