"""Deck lists as text: what a person writes, and the shipped decks.

    # The Sun's orchard
    name.en: Golden Orchard
    2 y03
    y17
    Storm Crown x2
    root yr1

A line is a card, by its id or its name in any language, and how many there are of it: before it
or behind it, one if nothing is written; `#` starts a comment; `name.LANG:` names the deck.  What
is not in the deck itself (`root`, `extra`, `side`, `master`) has its word before it, or stands
below a line with that word alone.  CSV is read as well, its columns in any order: a count, an id
or a name or both, the word of an extra; and so are full-width digits and `2枚`.
"""

from __future__ import annotations

import csv
import re
import unicodedata
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from rules._card_names import CardNames, fold
from rules._errors import DataError, Fault
from rules._faults import read_data_text
from rules._said import either, said
from rules._values import Deck
from rules._words import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Mapping
    from pathlib import Path

    from rules._catalog import Card
    from rules._words import Words

__all__ = ["format_decklist", "parse_decklist", "read_decklist", "read_decks"]

_LONGEST: Final = 200
"""Characters of a line that may name a card."""
_MOST_COPIES: Final = 9999
_MAIN: Final = ""
_SLOTS: Final = {
    fold(word): slot
    for slot, words in (
        ("root", "root, roots, ルート, 根"),
        ("extra", "extra, extra deck, エクストラ, エクストラデッキ, 額外, 額外牌組"),
        ("side", "side, sideboard, side deck, サイド, サイドデッキ, 備用, 備用牌組"),
        ("master", "master, deck master, マスター, デッキマスター, 牌組主"),
        (_MAIN, "main, deck, main deck, メイン, メインデッキ, デッキ, 主牌組, 牌組"),
    )
    for word in words.split(", ")
}
"""What the parts of a deck are called, folded."""
_HEADERS: Final = frozenset(
    fold(word)
    for words in (
        "count, copies, quantity, qty, id, card, card id, name, card name, slot, part",
        "枚数, カード, カード名, 名前, 番号",
        "張數, 數量, 卡牌, 牌名, 名稱, 編號",
    )
    for word in words.split(", ")
)
"""Headings of columns, folded."""

_NAME = re.compile(r"name(?:\.([a-z-]+))?\s*:\s*(.+)", re.IGNORECASE)
_COMMENT = re.compile(r"\s[#＃]")
_BEFORE = re.compile(r"(\d+)(?:\s*[x枚張]?[\s,;、]+|\s*[×✕*]\s*)(\S.*)", re.IGNORECASE)
_BEHIND = re.compile(
    r"(\S.*?)(?:\s*[x×✕*]\s*|[\s,;、]+|(?=\d+\s*[枚張]))(\d+)\s*[枚張]?", re.IGNORECASE
)
_NEGATIVE = re.compile(r"[-−]\s*\d+(?!\S)")
_SLOT = re.compile(r"([^:]+:|[^\W\d]+)\s*(\S.*)")


def read_decklist(path: Path, cards: Mapping[str, Card]) -> tuple[Deck, Words]:
    """Read a deck list file; raises `DataError` with every fault (encoding, line, card)."""
    deck, names = parse_decklist(read_data_text(path, str(path)), cards, str(path))
    return replace(deck, name=path.name), names


def parse_decklist(
    text: str,
    cards: Mapping[str, Card],
    name: str = "deck",
    broken: Container[str] = (),
) -> tuple[Deck, Words]:
    r"""A deck and its names by language from the text of a list; raises `DataError`.

    Cards called as in `broken` (folded) are at fault themselves, so that no line is for them.

    >>> from rules import load_catalog
    >>> cards = load_catalog("yggdrasil").cards
    >>> deck, _ = parse_decklist("2 y03\n嵐の樹冠 1枚\n", cards)
    >>> deck.cards
    ('y03', 'y03', 'y02')
    """
    reading = _Reading(CardNames(cards), name, next(iter(cards), "y03"), broken)
    for number, raw in enumerate(text.lstrip("\ufeff").splitlines(), 1):
        reading.line(number, raw)
    if reading.faults:
        raise DataError(reading.faults)
    extras = {slot: tuple(found) for slot, found in reading.parts.items() if slot != _MAIN}
    return Deck(tuple(reading.parts.get(_MAIN, ())), extras, name), reading.names


@dataclass(slots=True)
class _Reading:
    """One list being read; `slot` is the part that lines without a word of their own are in."""

    known: CardNames
    file: str
    example: str
    broken: Container[str] = ()
    slot: str = _MAIN
    parts: dict[str, list[str]] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)

    def line(self, number: int, raw: str) -> None:
        """Read one line."""
        line = unicodedata.normalize("NFKC", raw).partition("#")[0].strip()
        if named := _NAME.fullmatch(line):
            value = unicodedata.normalize("NFC", _COMMENT.split(_value(raw))[0].strip())
            for lang in (named[1],) if named[1] else LANGUAGES:
                self.names[lang] = value
        elif len(line) > _LONGEST:
            self.fault(number, line[:20] + "…", said("too_long"), said("one_a_line"))
        elif line and not line.startswith("//"):
            self.cards(number, line)

    def cards(self, number: int, line: str) -> None:
        """Read a line that is no comment: a heading, or copies of a card."""
        fields = _fields(line)
        if len(fields) > 1 and all(fold(text) in _HEADERS for text in fields):
            return
        if negative := _NEGATIVE.match(line):
            self.fault(number, line, *_no_count(negative[0]))
            return
        found = self.found(line, fields)
        if found is None:
            slot = _SLOTS.get(fold(line))
            if slot is None:
                self.unknown(number, line)
            else:
                self.slot = slot
            return
        slot, count, ids = found
        if len(ids) > 1:
            self.fault(number, line, said("may_be", words=either(ids)), said("write_one_id"))
        elif not count.isdecimal() or len(count) > len(str(_MOST_COPIES)) or not int(count):
            self.fault(number, line, *_no_count(count))
        else:
            self.parts.setdefault(slot, []).extend(ids * int(count))

    def fault(self, number: int, text: str, what: str, fix: str) -> None:
        """Write down what is wrong with a line."""
        shown = text if text.isprintable() else ascii(text)
        self.faults.append(Fault(self.file, number, shown, what, fix))

    def found(self, line: str, fields: list[str]) -> tuple[str, str, tuple[str, ...]] | None:
        """Part, count and cards (one, if all is well) of a line; None if it names no card."""
        for slot, rest in ((self.slot, line), *_parted(line)):
            for count, text in _counted(rest):
                if ids := self.known.find(text):
                    return slot, count, ids
        if len(fields) < 2:
            return None
        counts = [text for text in fields if text.isdecimal()]
        slots = [_SLOTS[fold(text)] for text in fields if fold(text) in _SLOTS]
        ids = tuple(dict.fromkeys(i for text in fields for i in self.known.find(text)))
        return ((slots or [self.slot])[0], " and ".join(counts) or "1", ids) if ids else None

    def unknown(self, number: int, line: str) -> None:
        """Write down that a line names no card, and which it may mean."""
        forms = [
            text for rest in (line, *dict(_parted(line)).values()) for _, text in _counted(rest)
        ]
        if any(fold(text) in self.broken for text in forms):
            return
        for text in sorted(forms, key=len):
            if near := self.known.near(text):
                self.fault(number, text, said("no_deck_card"), near)
                return
        fix = said("write_card", example=self.example)
        self.fault(number, line, said("no_deck_card"), fix)


def _no_count(count: str) -> tuple[str, str]:
    """What is wrong with a number of copies, and how to mend it."""
    return said("no_count", count=count), said("write_count", most=_MOST_COPIES)


def _value(raw: str) -> str:
    """What stands behind the first colon of a line, whichever colon it is, as it is written."""
    at = next(at for at, sign in enumerate(raw) if ":" in unicodedata.normalize("NFKC", sign))
    return raw[at + 1 :]


def _fields(line: str) -> list[str]:
    """The cells of a line of CSV."""
    sign = next((sign for sign in "\t;," if sign in line), ",")
    return [text.strip() for text in next(csv.reader([line], delimiter=sign), []) if text.strip()]


def _parted(line: str) -> Iterator[tuple[str, str]]:
    """The part of the deck that a line begins with, and what follows the word."""
    found = _SLOT.fullmatch(line)
    if found and (slot := _SLOTS.get(fold(found[1]))) is not None:
        yield slot, found[2]


def _counted(text: str) -> Iterator[tuple[str, str]]:
    """How a line may be taken apart into a count and a card, the most likely first."""
    if not re.search(r"[,;\t]", text):
        yield "1", text
    if found := _BEFORE.fullmatch(text):
        yield found[1], found[2]
    if found := _BEHIND.fullmatch(text):
        yield found[2], found[1]
    yield "1", text


def format_decklist(deck: Deck, names: Words | None = None) -> str:
    """The list of a deck: names, counts in the order of first use, extras.

    >>> print(format_decklist(Deck(("y03", "y02", "y03"))), end="")
    2 y03
    1 y02
    """
    lines = [f"name.{lang}: {text}" for lang, text in (names or {}).items()]
    counts: dict[str, int] = {}
    for card in deck.cards:
        counts[card] = counts.get(card, 0) + 1
    lines += [f"{count} {card}" for card, count in counts.items()]
    lines += [f"{slot} {card}" for slot, cards in deck.extras.items() for card in cards]
    return "\n".join(lines) + "\n"


def read_decks(
    folder: Path, cards: Mapping[str, Card], faults: list[Fault], broken: Container[str] = ()
) -> tuple[dict[str, Deck], dict[str, Words], list[str]]:
    """The shipped decks of a game by file stem, their names, and the raw texts; adds faults."""
    decks: dict[str, Deck] = {}
    deck_names: dict[str, Words] = {}
    texts: list[str] = []
    for path in sorted(folder.glob("*.txt")):
        name = f"{folder.parent.parent.name}/{folder.parent.name}/decks/{path.name}"
        try:
            text = read_data_text(path, name)
            deck, names = parse_decklist(text, cards, name, broken)
        except DataError as error:
            faults += error.faults
            continue
        for lang in LANGUAGES:
            if not names.get(lang):
                faults.append(Fault(name, 0, f"name.{lang}", said("lacks"), said("name_deck")))
        decks[path.stem] = Deck(deck.cards, deck.extras, path.stem)
        deck_names[path.stem] = names
        texts.append(text)
    return decks, deck_names, texts
