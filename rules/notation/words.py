"""What a game's positions and actions are called: the words of `card_data/<slug>/notation.toml`.

The reader of a position and the judge of an action know their words in code; this is their
reference for people, in every language, and the words that people use instead of them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from rules.catalog.data_files import load_toml
from rules.data_home import DATA_FOLDERS
from rules.messages.languages import LANGUAGES
from rules.messages.near_matches import folded

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rules.messages.languages import Words

_WORD = re.compile(r"[a-z_]+")


@dataclass(frozen=True, slots=True)
class Entry:
    """A line, a phase or a thing to do: its forms, what it means, and what people call it."""

    name: str
    forms: tuple[str, ...]
    also: tuple[str, ...]
    told: Words


@dataclass(frozen=True, slots=True)
class Notation:
    """A game's lines and phases by name, and the things to do that are no verb."""

    lines: Mapping[str, Entry]
    phases: Mapping[str, Entry]
    acts: Mapping[str, Entry]

    def words(self) -> tuple[str, ...]:
        """Every word a position may hold, apart from seats, cards and cells."""
        forms = (form for entry in self.lines.values() for form in entry.forms)
        marks = (word for form in forms for word in _WORD.findall(form))
        return tuple(dict.fromkeys((*self.lines, *self.phases, *marks)))

    def phase_called(self, word: str) -> str:
        """The phase that people also call by this word; "" if none is."""
        return _called(self.phases, word)

    def act_called(self, word: str) -> str:
        """The form of what people also call by this word; "" if nothing is."""
        name = _called(self.acts, word)
        return self.acts[name].forms[0] if name else ""


def _called(entries: Mapping[str, Entry], word: str) -> str:
    asked = folded(word)
    return next((e.name for e in entries.values() if asked in map(folded, e.also)), "")


@cache
def load_notation(slug: str) -> Notation:
    """The reference of a game, empty if it brings none; raises `DataError` if it is no TOML."""
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
