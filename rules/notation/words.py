"""Reference of a game's notation for people: `card_data/<slug>/notation.toml`.

The parsers define their words in code. The reference explains the words in every language and lists
their colloquial names.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from rules.catalog.data_files import load_toml
from rules.data_home import DATA_FOLDERS
from rules.messages.languages import LANGUAGES, Words
from rules.messages.near_matches import folded

_WORD = re.compile(r"[a-z_]+")


@dataclass(frozen=True, slots=True)
class Entry:
    """A line, a phase or an act, with its forms, its meaning, and its colloquial names."""

    name: str
    forms: tuple[str, ...]
    also: tuple[str, ...]
    meaning: Words


@dataclass(frozen=True, slots=True)
class Notation:
    """A game's lines and phases by name, and its acts other than verbs."""

    lines: Mapping[str, Entry]
    phases: Mapping[str, Entry]
    acts: Mapping[str, Entry]

    def words(self) -> tuple[str, ...]:
        """Return every word that positions may contain, except seats, cards and cells."""
        forms = (form for entry in self.lines.values() for form in entry.forms)
        marks = (word for form in forms for word in _WORD.findall(form))
        return tuple(dict.fromkeys((*self.lines, *self.phases, *marks)))

    def phase_called(self, word: str) -> str:
        """Return the phase with this colloquial name; "" if there is none."""
        return _called(self.phases, word)

    def act_called(self, word: str) -> str:
        """Return the form of the act with this colloquial name; "" if there is none."""
        name = _called(self.acts, word)
        return self.acts[name].forms[0] if name else ""


def _called(entries: Mapping[str, Entry], word: str) -> str:
    asked = folded(word)
    return next((e.name for e in entries.values() if asked in map(folded, e.also)), "")


@cache
def load_notation(slug: str) -> Notation:
    """Return a game's reference, empty if it has none; raise `DataError` if it is invalid."""
    paths = (home / slug / "notation.toml" for home in DATA_FOLDERS if slug)
    path = next((path for path in paths if path.is_file()), None)
    data = load_toml(path, f"{slug}/{path.name}")[0] if path else {}
    return Notation(*(_entries(data.get(part, {})) for part in ("line", "phase", "act")))


def _entries(tables: Mapping[str, Any]) -> dict[str, Entry]:
    return {
        name: Entry(
            name,
            (table["form"],) if "form" in table else tuple(table["acts"]),
            tuple(table.get("also", ())),
            {lang: table[lang] for lang in LANGUAGES},
        )
        for name, table in tables.items()
    }
