"""Reference of a game's notation for people: `card_data/<slug>/notation.toml`.

The parsers define their words in code. The reference explains the words in every language and lists
their colloquial names. `card_data/notation.toml` does the same for the verbs of all games.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from rules.catalog.data_files import load_toml
from rules.data_home import DATA, DATA_FOLDERS
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

    def called(self, word: str) -> bool:
        """Return True if this is one of the colloquial names."""
        return folded(word) in map(folded, self.also)


@dataclass(frozen=True, slots=True)
class Notation:
    """A game's lines and phases by name, its acts other than verbs, and the verbs."""

    lines: Mapping[str, Entry]
    phases: Mapping[str, Entry]
    acts: Mapping[str, Entry]
    verbs: Mapping[str, Entry]

    def words(self) -> tuple[str, ...]:
        """Return every word that positions may contain, except seats, cards and cells."""
        forms = (form for entry in self.lines.values() for form in entry.forms)
        marks = (word for form in forms for word in _WORD.findall(form))
        return tuple(dict.fromkeys((*self.lines, *self.phases, *marks)))

    def phase_called(self, word: str) -> str:
        """Return the phase with this colloquial name; "" if there is none."""
        return next((e.name for e in self.phases.values() if e.called(word)), "")

    def forms_called(self, word: str) -> tuple[str, ...]:
        """Return the forms of the acts and verbs with this colloquial name, the acts first."""
        entries = (*self.acts.values(), *self.verbs.values())
        return tuple(entry.forms[0] for entry in entries if entry.called(word))

    def colloquial(self) -> tuple[str, ...]:
        """Return the colloquial names of acts and verbs."""
        entries = (*self.acts.values(), *self.verbs.values())
        return tuple(word for entry in entries for word in entry.also)

    def forms(self, verb: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the forms of actions with a verb: the game's own, and that for all games."""
        own = (*self.acts.values(), *self.phases.values())
        forms = tuple(f for entry in own for f in entry.forms if f.split()[1] == verb)
        return forms, self.verbs[verb].forms


@cache
def load_notation(slug: str) -> Notation:
    """Return a game's reference, empty if it has none; raise `DataError` if it is invalid."""
    paths = (home / slug / "notation.toml" for home in DATA_FOLDERS if slug)
    path = next((path for path in paths if path.is_file()), None)
    data = load_toml(path, f"{slug}/{path.name}")[0] if path else {}
    lines, phases, acts = (_entries(data.get(part, {})) for part in ("line", "phase", "act"))
    verbs = load_toml(DATA / "notation.toml", "notation.toml")[0]
    return Notation(lines, phases, acts, _entries(verbs["act"]))


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
