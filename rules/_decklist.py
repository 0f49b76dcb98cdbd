"""Deck lists as text: what a person writes, and the shipped decks.

    # The Sun's orchard
    name.en: Golden Orchard
    2 y03
    y17
    root yr1

A line is a count and a card id (the count may be left out), or an extra (`root`, `extra`, `side`)
with an id; `#` starts a comment; `name.LANG:` names the deck.  CSV with the columns `count,id`
(or `id,count`) is read as well, and `2x y03` or full-width digits are understood.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from rules._errors import DataError, Fault
from rules._faults import did_you_mean, read_data_text
from rules._values import Deck

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from rules._catalog import Card, Words

__all__ = ["format_decklist", "parse_decklist", "read_decklist", "read_decks"]

_EXTRAS = ("root", "extra", "side", "master")
_NAME = re.compile(r"name\.([A-Za-z-]+)\s*:\s*(.+)")
_LINE = re.compile(r"(?:(\d{1,4})\s*[x×*]?\s*[,;\t ]\s*)?([^\s,;]+)(?:\s*[,;\t ]\s*(\d{1,4}))?")
_HEADERS = frozenset(("count,id", "id,count", "card,count", "count,card"))


def read_decklist(path: Path, known: Iterable[str]) -> tuple[Deck, Words]:
    """Read a deck list file; raises `DataError` with every fault (encoding, line, id)."""
    return parse_decklist(read_data_text(path, path.name), known, path.name)


def parse_decklist(text: str, known: Iterable[str], name: str = "deck") -> tuple[Deck, Words]:
    """A deck and its names by language from the text of a list; raises `DataError`."""
    ids = {i.casefold(): i for i in known}
    cards: list[str] = []
    extras: dict[str, list[str]] = {}
    names: dict[str, str] = {}
    faults: list[Fault] = []
    for number, raw in enumerate(text.lstrip("\ufeff").splitlines(), 1):
        line = unicodedata.normalize("NFKC", raw.partition("#")[0]).strip()
        if not line or re.sub(r"[;\t ]+", ",", line.casefold()) in _HEADERS:
            continue
        if named := _NAME.fullmatch(line):
            names[named[1]] = unicodedata.normalize("NFC", raw.partition(":")[2].strip())
            continue
        first, _, rest = line.partition(" ")
        if first.casefold() in _EXTRAS:
            slot, line = first.casefold(), rest.strip()
        else:
            slot = ""
        found = _LINE.fullmatch(line)
        if found is None:
            fix = "write a count and a card id, for example: 2 y03"
            faults.append(Fault(name, number, "", f"{raw.strip()!r} cannot be read", fix))
            continue
        identity = ids.get(found[2].casefold())
        if identity is None:
            fix = did_you_mean(found[2].casefold(), ids)
            faults.append(Fault(name, number, found[2], "is no card of this game", fix))
            continue
        copies = [identity] * int(found[1] or found[3] or 1)
        if slot:
            extras.setdefault(slot, []).extend(copies)
        else:
            cards += copies
    if faults:
        raise DataError(faults)
    return Deck(tuple(cards), {k: tuple(v) for k, v in extras.items()}, name), names


def format_decklist(deck: Deck, names: Words | None = None) -> str:
    """The list of a deck: names, counts in the order of first use, extras."""
    lines = [f"name.{lang}: {text}" for lang, text in (names or {}).items()]
    counts: dict[str, int] = {}
    for card in deck.cards:
        counts[card] = counts.get(card, 0) + 1
    lines += [f"{count} {card}" for card, count in counts.items()]
    lines += [f"{slot} {card}" for slot, cards in deck.extras.items() for card in cards]
    return "\n".join(lines) + "\n"


def read_decks(
    folder: Path, cards: Mapping[str, Card], faults: list[Fault]
) -> tuple[dict[str, Deck], dict[str, Words], list[str]]:
    """The shipped decks of a game by file stem, their names, and the raw texts; adds faults."""
    decks: dict[str, Deck] = {}
    deck_names: dict[str, Words] = {}
    texts: list[str] = []
    for path in sorted(folder.glob("*.txt")):
        name = f"{folder.parent.parent.name}/{folder.parent.name}/decks/{path.name}"
        try:
            text = read_data_text(path, name)
            deck, names = parse_decklist(text, cards, name)
        except DataError as error:
            faults += error.faults
            continue
        for lang in ("en", "ja", "zh-Hant"):
            if not names.get(lang):
                faults.append(Fault(name, 0, f"name.{lang}", "is missing", "name the deck"))
        decks[path.stem] = Deck(deck.cards, deck.extras, path.stem)
        deck_names[path.stem] = names
        texts.append(text)
    return decks, deck_names, texts
