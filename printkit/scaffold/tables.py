"""Tables of designers' cards: CSV, XLSX, TOML and YAML, read as text with positions.

Every format gives the same result: rows of text by column, each cell with a position for findings
(`cards.csv:3`, `cards.xlsx!Sheet1!B3`, `cards.toml:12`). All faults of a file are collected. Texts
are kept as typed: YAML's `no` is "no", not false, and a spreadsheet's number is formatted as
people see it.

Limits: `MOST_BYTES` per file, `MOST_ROWS` rows. The unpacked size of an XLSX file is checked before
it is unpacked, and its XML elements are counted before they are parsed. Only `MOST_COLUMNS` of its
columns are read.
"""

import csv
import io
import re
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from printkit.data.toml_source import read_source
from printkit.errors import TemplateFaults, UsageError, fault_at, unreadable
from rules import DataError, Fault
from rules.catalog.data_files import decode_text
from rules.messages.near_matches import did_you_mean

MOST_BYTES: Final = 20_000_000
MOST_UNPACKED: Final = 50_000_000
MOST_ELEMENTS: Final = 500_000
MOST_ROWS: Final = 5_000
MOST_COLUMNS: Final = 200
_SHEET_LINE: Final = re.compile(r"(\.[ct]sv:|\.xlsx!.*![A-Z]+)\d+$", re.IGNORECASE)
_ERRORS: Final = ("#REF!", "#NAME?", "#VALUE!", "#DIV/0!", "#N/A", "#NULL!", "#NUM!")


@dataclass(frozen=True, slots=True)
class TableRow:
    """One card's cells by column, each with its position; `place` is the row's position.

    `headings` has the designer's names of columns that were renamed.
    """

    cells: Mapping[str, str]
    place: str
    places: Mapping[str, str] = field(default_factory=dict)
    headings: Mapping[str, str] = field(default_factory=dict)

    def at(self, column: str) -> str:
        """Return a cell's position, for findings."""
        return self.places.get(column, self.place)

    def cell(self, column: str) -> str:
        """Return a cell's position and heading, for findings: `cards.csv:3: count`."""
        return f"{self.at(column)}: {self.headings.get(column, column)}"


@dataclass(frozen=True, slots=True)
class CardTable:
    """All rows of a file, and its columns in their order."""

    columns: tuple[str, ...]
    rows: tuple[TableRow, ...]

    @property
    def head(self) -> str:
        """Position of the column names: the first line, or the first card if there is none."""
        place = self.rows[0].place
        return _SHEET_LINE.sub(r"\g<1>1", place)


def read_table(path: Path) -> CardTable:
    """Read a file's table; raise `UsageError` for an unknown format, or `TemplateFaults`."""
    readers: dict[str, Callable[[Path, list[Fault]], list[TableRow]]] = {
        ".csv": _csv,
        ".tsv": _csv,
        ".xlsx": _xlsx,
        ".toml": _toml,
        ".yaml": _yaml,
        ".yml": _yaml,
    }
    reader = readers.get(path.suffix.lower())
    if reader is None:
        near = did_you_mean(path.suffix, sorted(readers))
        raise UsageError("print.table_kind", file=str(path), near=near)
    try:
        if (size := path.stat().st_size) > MOST_BYTES:
            most = f"{MOST_BYTES // 10**6} MB"
            found = f"{size / 1e6:.0f} MB"
            raise TemplateFaults([fault_at(str(path), "print.table_bytes", found=found, most=most)])
        faults: list[Fault] = []
        rows = reader(path, faults)
    except FileNotFoundError as error:
        raise UsageError("print.no_file", file=str(path)) from error
    except OSError as error:
        raise unreadable(str(path), error) from error
    if not faults and not rows:
        faults.append(fault_at(str(path), "print.table_empty"))
    if len(rows) > MOST_ROWS:
        faults.append(
            fault_at(str(path), "print.table_rows", found=str(len(rows)), most=str(MOST_ROWS))
        )
    if faults:
        raise TemplateFaults(faults)
    return CardTable(tuple(dict.fromkeys(name for row in rows for name in row.cells)), tuple(rows))


def _text(path: Path) -> str:
    """Read a file as UTF-8; raise `TemplateFaults` with the first line that is not UTF-8."""
    try:
        return decode_text(path.read_bytes(), str(path))
    except DataError as error:
        raise TemplateFaults(error.faults) from error


def _header(names: list[str], place: Callable[[int], str], faults: list[Fault]) -> list[str]:
    """Return the columns' names, and report duplicates."""
    seen: set[str] = set()
    for n, name in enumerate(names):
        if name and name in seen:
            faults.append(fault_at(place(n), "print.column_twice", name=name))
        seen.add(name)
    return names


def _csv(path: Path, faults: list[Fault]) -> list[TableRow]:
    text = _text(path)
    first = text.partition("\n")[0]
    comma = max(",;\t", key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=comma, strict=True)
    rows: list[TableRow] = []
    try:
        names = _header([n.strip() for n in next(reader, [])], lambda _: f"{path}:1", faults)
        start = reader.line_num + 1
        for values in reader:
            place, start = f"{path}:{start}", reader.line_num + 1
            if len(values) > len(names) and any(value.strip() for value in values[len(names) :]):
                count = {"count": str(len(values)), "wanted": str(len(names))}
                sign = "Tab" if comma == "\t" else comma
                faults.append(fault_at(place, "print.table_cells", sign=sign, **count))
            elif any(value.strip() for value in values):
                cells = {n: v.strip() for n, v in zip(names, values, strict=False) if n}
                rows.append(TableRow(cells, place))
    except csv.Error as error:
        faults.append(fault_at(f"{path}:{reader.line_num}", "print.not_csv", why=str(error)))
    return rows


def _xlsx(path: Path, faults: list[Fault]) -> list[TableRow]:
    from openpyxl import load_workbook  # noqa: PLC0415 - heavy, and only for this format

    try:
        with zipfile.ZipFile(path) as packed:
            if excess := _excess(path, packed):
                faults.append(excess)
                return []
        book = load_workbook(path, read_only=True, data_only=True, keep_links=False)
        typed = load_workbook(path, read_only=True, keep_links=False)
        with closing(book), closing(typed):
            return _sheet_rows(path, book.worksheets[0], typed.worksheets[0], faults)
    except Exception as error:  # noqa: BLE001 - a user's file: the reader raises many kinds of errors
        faults.append(fault_at(str(path), "print.no_book", why=type(error).__name__))
        return []


def _excess(path: Path, packed: zipfile.ZipFile) -> Fault | None:
    """Return the fault of a workbook that takes too long to read, or None."""
    if sum(item.file_size for item in packed.infolist()) > MOST_UNPACKED:
        most = f"{MOST_UNPACKED // 10**6} MB"
        return fault_at(str(path), "print.book_unpacked", most=most)
    elements = 0
    for item in packed.infolist():
        data = packed.read(item)
        # An entity can stand for any number of elements; "\0" is in texts of two bytes per sign.
        if b"<!ENTITY" in data.replace(b"\0", b""):
            return fault_at(str(path), "print.no_book", why="ENTITY")
        elements += data.count(b"<")
        if elements > MOST_ELEMENTS:
            most = f"{MOST_ELEMENTS:,}"
            return fault_at(str(path), "print.book_elements", most=most)
    return None


def _sheet_rows(path: Path, sheet: Any, formulas: Any, faults: list[Fault]) -> list[TableRow]:  # noqa: ANN401 - a library's sheets
    """Return the rows of a sheet, read one by one; `formulas` is the same sheet with formulas."""
    from openpyxl.utils import get_column_letter  # noqa: PLC0415

    rows: list[TableRow] = []
    bounds = {"max_row": MOST_ROWS + 2, "max_col": MOST_COLUMNS, "values_only": True}

    def place(row: int, column: int) -> str:
        return f"{path}!{sheet.title}!{get_column_letter(column)}{row}"

    lines = zip(sheet.iter_rows(**bounds), formulas.iter_rows(**bounds), strict=True)
    names = [_shown(value) for value in next(lines, ((), ()))[0]]
    while names and not names[-1]:
        names.pop()
    _header(names, lambda n: place(1, n + 1), faults)
    for row, (values, written) in enumerate(lines, 2):
        cells, places = {}, {}
        for column, (given, formula) in enumerate(zip(values, written, strict=True), 1):
            if given is None and formula is None and column > len(names):
                continue  # the library pads every row to `max_col`
            name, at = names[column - 1] if column <= len(names) else "", place(row, column)
            value = _shown(given)
            if value in _ERRORS:
                faults.append(fault_at(at, "print.cell_error", value=value))
            elif given is None and isinstance(formula, str) and formula.startswith("="):
                faults.append(fault_at(at, "print.cell_formula"))
            elif value and not name:
                faults.append(fault_at(at, "print.column_nameless"))
            elif name:
                cells[name], places[name] = value, at
        if any(cells.values()):
            rows.append(TableRow(cells, place(row, 1), places))
    return rows


def _shown(value: object) -> str:
    """Return a spreadsheet's value as people see it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value).strip()


def _toml(path: Path, faults: list[Fault]) -> list[TableRow]:
    source = read_source(path)
    lists = {key: value for key, value in source.data.items() if isinstance(value, list)}
    key = "card" if "card" in lists else next(iter(lists), "")
    rows: list[TableRow] = []
    for n, item in enumerate(lists.get(key, [])):
        shown, line = source.place((key, n))
        if not isinstance(item, dict):
            faults.append(fault_at(f"{shown}:{line}: {key}", "print.no_tables"))
            break
        cells, places = {}, {}
        for name, value in item.items():
            where, at = source.place((key, n, name))
            if isinstance(value, dict | list):
                faults.append(fault_at(f"{where}:{at}: {name}", "print.no_value"))
                continue
            cells[name], places[name] = _shown(value), f"{where}:{at}"
        if any(cells.values()):
            rows.append(TableRow(cells, f"{shown}:{line}", places))
    return rows


def _yaml(path: Path, faults: list[Fault]) -> list[TableRow]:
    import yaml  # noqa: PLC0415 - only for this format

    try:
        root = yaml.compose(_text(path), Loader=yaml.SafeLoader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = f":{mark.line + 1}" if mark else ""
        what = getattr(error, "problem", None) or "?"
        faults.append(fault_at(f"{path}{line}", "print.not_yaml", why=what))
        return []
    except RecursionError:
        faults.append(fault_at(str(path), "too_nested"))
        return []
    rows: list[TableRow] = []
    for node in _items(root, yaml):
        place = f"{path}:{node.start_mark.line + 1}"
        if not isinstance(node, yaml.MappingNode):
            faults.append(fault_at(place, "print.no_card_here"))
            continue
        cells, places = {}, {}
        for name, value in node.value:
            at = f"{path}:{name.start_mark.line + 1}"
            if not isinstance(value, yaml.ScalarNode) or not isinstance(name, yaml.ScalarNode):
                shown = getattr(name, "value", "")
                key = shown if isinstance(shown, str) else "key"
                faults.append(fault_at(f"{at}: {key}", "print.no_plain_text"))
            elif name.value in cells:
                faults.append(fault_at(f"{at}: {name.value}", "print.key_twice"))
            else:
                empty = value.tag == "tag:yaml.org,2002:null"
                cells[name.value], places[name.value] = ("" if empty else value.value.strip()), at
        if any(cells.values()):
            rows.append(TableRow(cells, place, places))
    return rows


def _items(root: Any, yaml: Any) -> Iterator[Any]:  # noqa: ANN401 - a library's nodes
    """Yield the cards: the list itself, or the first list under a key."""
    if isinstance(root, yaml.MappingNode):
        lists = [value for _, value in root.value if isinstance(value, yaml.SequenceNode)]
        root = lists[0] if lists else root
    if isinstance(root, yaml.SequenceNode):
        yield from root.value
