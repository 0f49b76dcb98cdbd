"""Reader of `cards.csv`, which reports every fault with its line and column."""

import csv
import io
from pathlib import Path
from typing import Final

from rules.catalog.card_names import fold
from rules.catalog.tables import Tables
from rules.core.card_data import Card
from rules.messages.languages import LANGUAGES
from rules.messages.message import Message

_TEXT_COLUMNS: Final = {"name": "names", "text": "texts", "keyword": "keywords"}
_FILE: Final = "cards.csv"


_SIGNS: Final = {"\t": "parted_tabs", ";": "parted_semicolons"}
"""Message key for each wrong column separator that spreadsheets write."""


def _wrong_separator(header: list[str]) -> str:
    """Return the message key for a header with a wrong separator; "" if the header is valid."""
    line = ",".join(header)
    keys = (key for sign, key in _SIGNS.items() if "id" in line.replace('"', "").split(sign))
    return "" if "id" in header else next(keys, "")


class CardRows(Tables):
    """Reader of the cards in a game's data folder.

    `unreadable` holds the folded cells of faulty lines, so that a deck list that names such a card
    does not cause a second fault.
    """

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.unreadable: set[str] = set()

    def cards(self) -> dict[str, Card]:
        """Return the cards by id; none if the header lacks a required column."""
        text = self.text(_FILE)
        rows = csv.reader(io.StringIO(text))
        header = next(rows, [])
        needed = ("id", "kana_ja", *(f"name_{lang}" for lang in LANGUAGES))
        if separator := _wrong_separator(header):
            self.fault(_FILE, 1, "", Message(separator), Message("save_csv"))
            return {}
        for column in needed:
            if text and column not in header:
                self.fault(_FILE, 1, column, Message("no_column"), Message("add_column"))
        cards: dict[str, Card] = {}
        if any(column not in header for column in needed):
            return cards
        for row in rows:
            if row:
                self.card(rows.line_num, header, row, cards)
        if not cards:
            self.fault(_FILE, rows.line_num, "", Message("no_cards"), Message("card_a_line"))
        return cards

    def card(self, line: int, header: list[str], row: list[str], cards: dict[str, Card]) -> None:
        """Read one line of cards.csv."""
        if len(row) != len(header):
            what = Message("fields", count=len(row), wanted=len(header))
            fix = Message("quote_commas" if len(row) > len(header) else "fill_columns")
            self.fault(_FILE, line, dict(zip(header, row, strict=False)).get("id", ""), what, fix)
            names = map(fold, row)
            self.unreadable.update(name for name in names if name and not name.isdecimal())
            return
        values = dict(zip(header, (v.strip() for v in row), strict=True))
        identity = values.pop("id")
        if not identity or not identity.isascii() or not identity.replace("_", "").isalnum():
            self.fault(_FILE, line, "id", Message("no_id", given=identity), Message("id_letters"))
        if identity in cards:
            self.fault(_FILE, line, "id", Message("id_twice", given=identity), Message("new_id"))
        texts = self._texts(line, values)
        kana = values.pop("kana_ja", "")
        cards[identity] = Card(identity, len(cards) + 1, values, **texts, kana=kana, line=line)

    def _texts(self, line: int, values: dict[str, str]) -> dict[str, dict[str, str]]:
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
                    self.fault(_FILE, line, f"{stem}_{lang}", Message("empty"), fix)
        return texts
