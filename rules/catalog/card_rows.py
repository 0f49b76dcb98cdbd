"""Reader of `cards.csv`, which reports every fault with its line and column."""

import csv
import io
from collections.abc import Mapping
from typing import Final

from rules.catalog.card_names import fold
from rules.catalog.tables import Tables
from rules.core.card_data import Card
from rules.messages.languages import LANGUAGES
from rules.messages.message import Message

_TEXT_COLUMNS: Final = {"name": "names", "text": "texts", "keyword": "keywords"}
_FILE: Final = "cards.csv"
FORMULA_SIGNS: Final = ("=", "+", "-", "@")
"""Signs with which a spreadsheet's formula begins."""


_SIGNS: Final = {"\t": "parted_tabs", ";": "parted_semicolons"}
"""Message key for each wrong column separator that spreadsheets write."""


def _wrong_separator(header: list[str]) -> str:
    """Return the message key for a header with a wrong separator; "" if the header is valid."""
    line = ",".join(header)
    keys = (key for sign, key in _SIGNS.items() if "id" in line.replace('"', "").split(sign))
    return "" if "id" in header else next(keys, "")


def read_cards(files: Tables) -> tuple[dict[str, Card], set[str]]:
    """Return the cards by id, and the folded cells of faulty lines.

    There are no cards if the header lacks a required column. A deck list that names a card of a
    faulty line is not faulty itself.
    """
    text = files.text(_FILE)
    rows = csv.reader(io.StringIO(text))
    header = next(rows, [])
    needed = ("id", "kana_ja", *(f"name_{lang}" for lang in LANGUAGES))
    if separator := _wrong_separator(header):
        files.fault(_FILE, 1, "", Message(separator), Message("save_csv"))
        return {}, set()
    for column in needed:
        if text and column not in header:
            files.fault(_FILE, 1, column, Message("no_column"), Message("add_column"))
    if any(column not in header for column in needed):
        return {}, set()
    cards: dict[str, Card] = {}
    unreadable: set[str] = set()
    for row in filter(None, rows):
        if len(row) == len(header):
            values = dict(zip(header, map(_typed, row), strict=True))
            card = _card(files, rows.line_num, values, cards)
            cards[card.id] = card
        else:
            what = Message("fields", count=len(row), wanted=len(header))
            fix = Message("quote_commas" if len(row) > len(header) else "fill_columns")
            name = dict(zip(header, row, strict=False)).get("id", "")
            files.fault(_FILE, rows.line_num, name, what, fix)
            unreadable.update(name for name in map(fold, row) if name and not name.isdecimal())
    if not cards:
        files.fault(_FILE, rows.line_num, "", Message("no_cards"), Message("card_a_line"))
    return cards, unreadable


def _typed(cell: str) -> str:
    """Return a cell's text without the apostrophe that stops a spreadsheet from computing it."""
    text = cell.strip()
    return text[1:] if text[:1] == "'" and text[1:2] in FORMULA_SIGNS else text


def _card(files: Tables, line: int, values: dict[str, str], cards: Mapping[str, Card]) -> Card:
    """Return the card of a line; `cards` are those of the lines above."""
    identity = values.pop("id")
    if not identity or not identity.isascii() or not identity.replace("_", "").isalnum():
        files.fault(_FILE, line, "id", Message("no_id", given=identity), Message("id_letters"))
    if identity in cards:
        files.fault(_FILE, line, "id", Message("id_twice", given=identity), Message("new_id"))
    texts = _texts(files, line, values)
    kana = values.pop("kana_ja", "")
    return Card(identity, len(cards) + 1, values, **texts, kana=kana, line=line)


def _texts(files: Tables, line: int, values: dict[str, str]) -> dict[str, dict[str, str]]:
    """Move a card's texts out of `values` and return them by slot and language."""
    texts: dict[str, dict[str, str]] = {slot: {} for slot in _TEXT_COLUMNS.values()}
    for column in list(values):
        stem, _, lang = column.partition("_")
        if stem in _TEXT_COLUMNS and lang in LANGUAGES:
            texts[_TEXT_COLUMNS[stem]][lang] = values.pop(column)
    for stem, slot in _TEXT_COLUMNS.items():
        fix = Message("write_name" if slot == "names" else "all_or_none")
        for lang in LANGUAGES if slot == "names" or any(texts[slot].values()) else ():
            if not texts[slot].get(lang):
                files.fault(_FILE, line, f"{stem}_{lang}", Message("empty"), fix)
    return texts
