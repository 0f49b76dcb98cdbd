"""Creation of a game: a small trilingual sample to print and play, or the designer's own cards.

`rules.cli.scaffold` supplies the sample. With a table of cards (`printkit.scaffold.tables`), its
cards and its deck replace the sample's; missing columns are filled in and reported.
"""

import csv
import io
import re
import tomllib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from printkit.errors import TemplateFaults, fault_at, unreadable
from printkit.pdf.output import write_whole
from printkit.scaffold.tables import CardTable, TableRow, read_table
from rules import LANGUAGES, Fault, Message
from rules.cli.scaffold import new_game
from rules.records.tag import MAX_COPY

_ID: Final = re.compile(r"[A-Za-z0-9_]+")
_OURS: Final = ("id", "copies", "name", "text", "number", "lanterns", "kana_ja")
_WORDED: Final = tuple(f"{word}_{lang}" for word in ("name", "text") for lang in LANGUAGES)
_MOST_CARDS: Final = 12
"""Number of cells of the sample's field."""


@dataclass(frozen=True, slots=True)
class Begun:
    """The written files, the game's name, and notes for the designer."""

    folder: Path
    slug: str
    files: tuple[Path, ...]
    notes: tuple[Message, ...]


def begin(folder: Path, table: Path | None = None) -> Begun:
    """Write a game into a new folder.

    Raises `RulesError` if the folder cannot become a game, and `TemplateFaults` if the table is
    faulty.
    """
    try:
        slug, files = new_game(folder)
    except OSError as error:
        raise unreadable(str(error.filename), error) from error
    notes: list[Message] = []
    if table is not None:
        cards, deck = _own(_headed(read_table(table)), notes)
        data = f"card_data/{slug}"
        files[f"{data}/cards.csv"] = cards
        files[f"{data}/decks/first.txt"] = deck
        files.pop(f"tests/rules/{slug}/test_golden.py")  # that test plays with the sample's cards
        called = tomllib.loads(files[f"{data}/game.toml"])["name"]
        notes.append(Message("print.begun_called", name=called, file=f"{data}/game.toml"))
    written = {folder / name: text.encode("utf-8") for name, text in files.items()}
    write_whole(written, refused="print.game_closed")
    return Begun(folder, slug, tuple(folder / name for name in files), tuple(notes))


def _headed(table: CardTable) -> CardTable:
    """Return the table with standard names for known columns: `Name`, `NAME JA`, `name-zh-hant`."""
    known = {_folded(name): name for name in (*_OURS, *_WORDED)}
    names = {column: known.get(_folded(column), column) for column in table.columns}
    twice = [n for n, count in Counter(names.values()).items() if count > 1]
    if twice:
        raise TemplateFaults(
            [fault_at(table.head, "print.column_twice", name=name) for name in twice]
        )

    def renamed(row: TableRow) -> TableRow:
        cells = {names[column]: cell for column, cell in row.cells.items()}
        places = {names.get(column, column): place for column, place in row.places.items()}
        return replace(row, cells=cells, places=places)

    return CardTable(tuple(names.values()), tuple(map(renamed, table.rows)))


def _folded(column: str) -> str:
    return re.sub(r"[\s_-]+", "_", column.strip().casefold())


def _own(table: CardTable, notes: list[Message]) -> tuple[str, str]:
    """Return the table as `cards.csv` and a deck list; raise `TemplateFaults` with every fault."""
    faults: list[Fault] = []
    if not {"name", *(f"name_{lang}" for lang in LANGUAGES)} & set(table.columns):
        there = ", ".join(column for column in table.columns if column)
        raise TemplateFaults([fault_at(table.head, "print.no_name_column", columns=there)])
    cards = [_card(row, n, faults) for n, row in enumerate(table.rows)]
    seen: dict[str, str] = {}
    for row, card in zip(table.rows, cards, strict=True):
        if (identity := card["id"]) in seen:
            faults.append(fault_at(f"{row.at('id')}: id", "print.id_twice", given=identity))
        seen[identity] = row.place
    deck = Counter({c["id"]: int(c.pop("copies")) for c in cards if c["copies"].isdecimal()})
    if faults:
        raise TemplateFaults(faults)
    _note_assumptions(table, sum(deck.values()), notes)
    columns = dict.fromkeys(name for card in cards for name in card)
    out = io.StringIO()
    writer = csv.DictWriter(out, list(columns), restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(cards)
    names = {"en": "First Deck", "ja": "はじめのデッキ", "zh-Hant": "第一副牌"}
    lines = [f"name.{lang}: {name}" for lang, name in names.items()]
    lines += ["", *(f"{count} {card}" for card, count in deck.items() if count)]
    return out.getvalue(), "\n".join(lines) + "\n"


def _card(row: TableRow, at: int, faults: list[Fault]) -> dict[str, str]:
    """Return a card with every column that the sample's rules need."""
    cells = dict(row.cells)
    identity = cells.get("id") or f"c{at + 1:02}"
    if not _ID.fullmatch(identity):
        faults.append(fault_at(f"{row.at('id')}: id", "print.no_id", given=identity))
    copies = cells.get("copies") or "1"
    if not copies.isdecimal() or int(copies) > MAX_COPY:
        place = f"{row.at('copies')}: copies"
        faults.append(fault_at(place, "print.outside", given=copies, most=str(MAX_COPY)))
    card = {"id": identity, "copies": copies}
    for name, most, usual in (("number", 99, str(at % 6 + 1)), ("lanterns", 3, str(at % 4))):
        card[name] = cells.get(name) or usual
        if not card[name].isdecimal() or int(card[name]) > most:
            place = f"{row.at(name)}: {name}"
            faults.append(fault_at(place, "print.outside", given=card[name], most=str(most)))
    card |= {name: value for name, value in cells.items() if name not in {*_OURS, *_WORDED}}
    card["id"], card["copies"] = identity, copies
    names = _words("name", cells)
    if not names["en"]:
        faults.append(fault_at(row.place, "print.nameless"))
    card |= {f"name_{lang}": names[lang] for lang in LANGUAGES}
    card["kana_ja"] = cells.get("kana_ja", "")
    return card | {f"text_{lang}": text for lang, text in _words("text", cells).items()}


def _words(stem: str, cells: Mapping[str, str]) -> dict[str, str]:
    """Return a text in all languages; a missing one is copied from another column."""
    own = {lang: cells.get(f"{stem}_{lang}", "") for lang in LANGUAGES}
    other = cells.get(stem) or next((text for text in own.values() if text), "")
    return {lang: text or other for lang, text in own.items()}


def _note_assumptions(table: CardTable, size: int, notes: list[Message]) -> None:
    """Note the added values, and cards that do not fit the sample's field."""
    worded = {stem: [f"{stem}_{lang}" for lang in LANGUAGES] for stem in ("name", "text")}
    there = [own for stem, own in worded.items() if {stem, *own} & set(table.columns)]
    missing = [column for own in there for column in own if column not in table.columns]
    if missing:
        notes.append(Message("print.begun_names", columns=", ".join(missing)))
    notes += [
        Message("print.begun_number", column=name)
        for name in ("number", "lanterns")
        if name not in table.columns
    ]
    if size > _MOST_CARDS:
        notes.append(Message("print.begun_hand", size=str(size), most=str(_MOST_CARDS)))
