"""Tables and texts of a data folder's files, and their faults with file, line and field.

An unreadable file is one fault and counts as empty. A value that is missing or of another type is
a fault and counts as empty, so that reading continues.
"""

import string
from pathlib import Path
from typing import Any

from rules.catalog.data_files import load_toml, read_data_text, toml_line
from rules.errors import DataError, Fault
from rules.messages.languages import LANGUAGES, Words
from rules.messages.message import Message, Text

Table = dict[str, Any]


class Tables:
    """Reader of the files in one folder, and collector of their faults."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.faults: list[Fault] = []
        self.raw: dict[str, str] = {}

    # Files.

    def name(self, file: str) -> str:
        """Return the name under which faults list a file."""
        return f"{self.folder.parent.name}/{self.folder.name}/{file}"

    def fault(self, file: str, line: int, key: str, what: Text, fix: Text = "") -> None:
        """Record a fault."""
        self.faults.append(Fault(self.name(file), line, key, what, fix))

    def fault_at(self, file: str, path: tuple[str, ...], what: Text, fix: Text = "") -> None:
        """Record a fault in a TOML value, with its line."""
        self.fault(file, toml_line(self.raw.get(file, ""), *path), ".".join(path), what, fix)

    def toml(self, file: str) -> Table:
        """Return a file's tables, or an empty table if it cannot be read."""
        try:
            data, self.raw[file] = load_toml(self.folder / file, self.name(file))
        except DataError as error:
            self.faults += error.faults
            return {}
        return data

    def text(self, file: str) -> str:
        """Return a file's text, or "" if it cannot be read."""
        try:
            self.raw[file] = read_data_text(self.folder / file, self.name(file))
        except DataError as error:
            self.faults += error.faults
            return ""
        return self.raw[file]

    # Values of a table.

    def string(self, file: str, table: Table, *path: str) -> str:
        """Return a required text, or "" after recording a fault."""
        value = table.get(path[-1])
        if isinstance(value, str) and value.strip():
            return value
        if file in self.raw:
            self.fault_at(file, path, Message("lacks_text"), Message("in_quotes"))
        return ""

    def strings(self, file: str, table: Table, *path: str) -> tuple[str, ...]:
        """Return a required list of texts, or () after recording a fault."""
        value = table.get(path[-1])
        if isinstance(value, list) and all(isinstance(item, str) for item in value):
            return tuple(value)
        if file in self.raw:
            self.fault_at(file, path, Message("no_texts"), Message("as_list"))
        return ()

    def tables(self, file: str, data: Table, *path: str) -> dict[str, Table]:
        """Return the tables nested at `path`, or those of the whole file without a path."""
        whole: Any = data.get(path[0], {}) if path else data
        if not isinstance(whole, dict):
            self.fault_at(
                file, path, Message("no_table"), Message("write_above", head=f"[{path[0]}.NAME]")
            )
            return {}
        tables = {}
        for key, value in whole.items():
            if isinstance(value, dict):
                tables[key] = value
            else:
                fix = Message("write_above", head=f'["{key}"]')
                self.fault_at(file, (*path, key), Message("no_table"), fix)
        return tables

    def words(self, file: str, path: tuple[str, ...], data: Table) -> Words:
        """Return a text in every language; record a missing or empty one as a fault."""
        table: Any = data
        for key in path:
            table = table.get(key, {}) if isinstance(table, dict) else {}
        words: dict[str, str] = {}
        for lang in LANGUAGES:
            value = table.get(lang) if isinstance(table, dict) else None
            if not isinstance(value, str) or not value.strip():
                if file in self.raw:  # an unreadable file is already reported
                    self.fault_at(file, (*path, lang), Message("lacks_words"), Message("write_it"))
                value = ""
            words[lang] = value
        return words

    def placeholders(
        self, file: str, path: tuple[str, ...], text: str, known: frozenset[str]
    ) -> None:
        """Check that a sentence uses only known facts (`{fact}`)."""
        for name in sorted(facts_of(text) - known):
            use = Message("use_words", words=" ".join(sorted(known)))
            self.fault_at(file, path, Message("asks_for", name=name), use)

    def same_facts(self, texts: Words, file: str, *path: str) -> None:
        """Check that all languages use the same facts; `{}` in `path` is the language.

        The seat may be omitted, as Japanese omits the person addressed.
        """
        facts = {lang: facts_of(text) for lang, text in texts.items() if text}
        every = set().union(*facts.values()) - {"{", "seat"}
        for lang, names in facts.items():
            for name in sorted(every - names):
                where = tuple(part.format(lang) for part in path)
                other = next(each for each in facts if name in facts[each])
                what = Message("lacks_fact", name=name, other=other)
                self.fault_at(file, where, what, Message("tell_fact"))

    def number(self, file: str, table: Table, *path: str) -> int:
        """Return an optional number; 0 if it is absent."""
        value = table.get(path[-1], 0)
        if isinstance(value, int):
            return value
        self.fault_at(file, path, Message("plain_no_number"), Message("write_number"))
        return 0


def facts_of(text: str) -> set[str]:
    """Return the names in a sentence's braces; `{` if a brace is not closed."""
    try:
        return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}
    except ValueError:
        return {"{"}
