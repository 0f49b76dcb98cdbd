"""Creation of a game: a small trilingual sample to print and play, or the designer's own cards.

`rules.cli.scaffold` supplies the sample. With a table of cards (`printkit.scaffold.tables`), its
cards and its deck replace the sample's; missing columns are filled in and reported. Pictures are
copied into the game, and its template then shows them.
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
from printkit.pdf.images import find_photo
from printkit.pdf.output import write_whole
from printkit.scaffold.formats import format_named, reformat
from printkit.scaffold.tables import CardTable, TableRow, read_table
from rules import LANGUAGES, Fault, Message
from rules.catalog.card_rows import FORMULA_SIGNS
from rules.cli.scaffold import new_game
from rules.records.tag import MAX_COPY

_ID: Final = re.compile(r"[A-Za-z0-9_]+")
_NUMBER: Final = re.compile(r"[+-]?[\d.]+")
_OURS: Final = ("id", "copies", "name", "text", "number", "lanterns", "kana_ja", "art")
_ALSO: Final = {
    **dict.fromkeys(("count", "qty", "quantity", "枚数", "張數"), "copies"),
    **dict.fromkeys(("image", "picture", "illustration", "絵", "画像", "圖", "圖片"), "art"),
}
"""Other headings of our columns."""
_WORDED: Final = tuple(f"{word}_{lang}" for word in ("name", "text") for lang in LANGUAGES)
_OFFERED: Final = re.compile(
    r"# A picture for a card:.*?(?P<part># \[\[image\]\]\n(?:# [^\n]*\n)+)", re.DOTALL
)
"""The picture that the sample's template offers, in a comment."""
_LANTERNS: Final = re.compile(
    r'(?:# [^\n]*\n)+\[\[repeat\]\]\nname = "(?:lights|dark)"\n.*?\n\n', re.DOTALL
)
"""The sample's lanterns, which would cover a picture."""
_MOST_CARDS: Final = 12
"""Number of cells of the sample's field."""


@dataclass(frozen=True, slots=True)
class Begun:
    """The written files, the game's name, notes for the designer, and the one deck's owner."""

    folder: Path
    slug: str
    files: tuple[Path, ...]
    notes: tuple[Message, ...]
    owner: str = ""


def begin(folder: Path, table: Path | None = None, size: str = "") -> Begun:
    """Write a game into a new folder; `size` is the name of its cards' format.

    Raises `RulesError` if the folder cannot become a game, and `TemplateFaults` if the table is
    faulty.
    """
    to = format_named(size) if size else None
    try:
        slug, files = new_game(folder)
    except OSError as error:
        raise unreadable(str(error.filename), error) from error
    notes: list[Message] = []
    pictures: dict[str, Path] = {}
    if table is not None:
        own = _headed(read_table(table))
        cards, deck = _own(own, table.parent, notes, pictures)
        data, face = f"card_data/{slug}", f"templates/{slug}/card.toml"
        notes.append(Message("print.begun_one_deck"))
        if pictures:
            files[face] = _with_pictures(files[face])
        files[f"{data}/cards.csv"] = cards
        files[f"{data}/decks/first.txt"] = deck
        files.pop(f"tests/rules/{slug}/test_golden.py")  # that test plays with the sample's cards
        called = tomllib.loads(files[f"{data}/game.toml"])["name"]
        notes.append(Message("print.begun_called", name=called, file=f"{data}/game.toml"))
    files = reformat(files, to) if to else files
    written = {folder / name: text.encode("utf-8") for name, text in files.items()}
    images = folder / "templates" / slug / "images"
    written |= {images / name: source.read_bytes() for name, source in pictures.items()}
    write_whole(written, refused="print.game_closed")
    owner = _first_owner(files[f"templates/{slug}/card.toml"]) if table is not None else ""
    return Begun(folder, slug, tuple(written), tuple(notes), owner)


def _first_owner(template: str) -> str:
    """Return the first owner of a deck in a template."""
    return str(next(iter(tomllib.loads(template)["decks"])))


def _with_pictures(template: str) -> str:
    """Return the sample's template with each card's picture instead of the sample's lanterns."""
    shown = _OFFERED.sub(lambda found: found["part"].replace("# ", ""), template)
    return _LANTERNS.sub("", shown).replace('"{id}.png"', '"{art}"')


def _headed(table: CardTable) -> CardTable:
    """Return the table with standard names for known columns: `Name`, `NAME JA`, `name-zh-hant`."""
    known = {_folded(name): name for name in (*_OURS, *_WORDED)} | _ALSO
    names = {column: known.get(_folded(column), column) for column in table.columns}
    twice = [n for n, count in Counter(names.values()).items() if count > 1]
    if twice:
        raise TemplateFaults(
            [fault_at(table.head, "print.column_twice", name=name) for name in twice]
        )

    def renamed(row: TableRow) -> TableRow:
        cells = {names[column]: cell for column, cell in row.cells.items()}
        places = {names.get(column, column): place for column, place in row.places.items()}
        headings = {name: column for column, name in names.items()}
        return replace(row, cells=cells, places=places, headings=headings)

    return CardTable(tuple(names.values()), tuple(map(renamed, table.rows)))


def _folded(column: str) -> str:
    return re.sub(r"[\s_-]+", "_", column.strip().casefold())


def _own(
    table: CardTable, home: Path, notes: list[Message], pictures: dict[str, Path]
) -> tuple[str, str]:
    """Return the table as `cards.csv` and a deck list; raise `TemplateFaults` with every fault.

    The pictures are found from the table's folder `home`; `pictures` receives them by new name.
    """
    faults: list[Fault] = []
    if not {"name", *(f"name_{lang}" for lang in LANGUAGES)} & set(table.columns):
        headings = table.rows[0].headings
        there = ", ".join(headings.get(column, column) for column in table.columns if column)
        raise TemplateFaults([fault_at(table.head, "print.no_name_column", columns=there)])
    cards = [_card(row, n, faults) for n, row in enumerate(table.rows)]
    seen: dict[str, str] = {}
    for row, card in zip(table.rows, cards, strict=True):
        if card.get("art"):
            card["art"] = _picture(row, card, home, faults, pictures)
        if (identity := card["id"]) in seen:
            faults.append(fault_at(row.cell("id"), "print.id_twice", given=identity))
        seen[identity] = row.place
    deck = Counter({c["id"]: int(c.pop("copies")) for c in cards if c["copies"].isdecimal()})
    if faults:
        raise TemplateFaults(faults)
    _note_assumptions(table, sum(deck.values()), notes)
    columns = dict.fromkeys(name for card in cards for name in card)
    out = io.StringIO()
    writer = csv.DictWriter(out, list(columns), restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows({name: _guarded(cell) for name, cell in card.items()} for card in cards)
    names = {"en": "First Deck", "ja": "はじめのデッキ", "zh-Hant": "第一副牌"}
    lines = [f"name.{lang}: {name}" for lang, name in names.items()]
    lines += ["", *(f"{count} {card}" for card, count in deck.items() if count)]
    return out.getvalue(), "\n".join(lines) + "\n"


def _guarded(cell: str) -> str:
    """Return a cell that no spreadsheet computes: an apostrophe stands before a formula's sign."""
    formula = cell.startswith(FORMULA_SIGNS) and not _NUMBER.fullmatch(cell)
    return f"'{cell}" if formula else cell


def _picture(
    row: TableRow, card: dict[str, str], home: Path, faults: list[Fault], pictures: dict[str, Path]
) -> str:
    """Return the new name of a card's picture, after its id; report a file that cannot be used."""
    source = home / card["art"]
    judged = find_photo(source.parent, source.name)
    if judged.photo is None:
        faults.append(Fault(row.cell("art"), 0, "", judged.fault))
        return ""
    name = f"{card['id']}{source.suffix.lower()}"
    pictures[name] = source
    return name


def _card(row: TableRow, at: int, faults: list[Fault]) -> dict[str, str]:
    """Return a card with every column that the sample's rules need."""
    cells = dict(row.cells)
    identity = cells.get("id") or f"c{at + 1:02}"
    if not _ID.fullmatch(identity):
        faults.append(fault_at(row.cell("id"), "print.no_id", given=identity))
    copies = cells.get("copies") or "1"
    if not copies.isdecimal() or int(copies) > MAX_COPY:
        faults.append(
            fault_at(row.cell("copies"), "print.outside", given=copies, most=str(MAX_COPY))
        )
    card = {"id": identity, "copies": copies}
    for name, most, usual in (("number", 99, str(at % 6 + 1)), ("lanterns", 3, str(at % 4))):
        card[name] = cells.get(name) or usual
        if not card[name].isdecimal() or int(card[name]) > most:
            faults.append(
                fault_at(row.cell(name), "print.outside", given=card[name], most=str(most))
            )
    card |= {name: value for name, value in cells.items() if name not in {*_OURS, *_WORDED}}
    card["id"], card["copies"] = identity, copies
    if "art" in cells:
        card["art"] = cells["art"]
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
    alone = [stem for stem, own in worded.items() if stem in table.columns]
    there = [own for own in worded.values() if set(own) & set(table.columns)]
    missing = [column for own in there for column in own if column not in table.columns]
    if alone and not there:
        notes.append(Message("print.begun_alone", columns=" & ".join(alone)))
    elif missing:
        notes.append(Message("print.begun_names", columns=", ".join(missing)))
    notes += [
        Message("print.begun_number", column=name)
        for name in ("number", "lanterns")
        if name not in table.columns
    ]
    if size > _MOST_CARDS:
        notes.append(Message("print.begun_hand", size=str(size), most=str(_MOST_CARDS)))
