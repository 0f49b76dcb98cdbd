"""Data of a game: cards, clauses, settings, decks and words, in three languages.

`rules.catalog.reader` reads it from `card_data/<slug>/` (forms: docs/reference/card-data.md).
Card facts stay text here; a game turns them into its own values.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from rules.core.values import Deck, Seat
from rules.messages.languages import Words

_ICON: Final = re.compile(r"\s*\{icon:[^{}]*\}")


@dataclass(frozen=True, slots=True)
class Card:
    """One card of the pool; `facts` holds the columns that belong to the game."""

    id: str
    number: int
    facts: Mapping[str, str]
    names: Words
    texts: Words
    keywords: Words
    kana: str
    line: int

    @property
    def spoken(self) -> Words:
        """The texts without printed icons, for speech and plain text."""
        return {lang: _ICON.sub("", text).strip() for lang, text in self.texts.items()}


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause with its texts: rule, refusal, ruling history and deck advice.

    `cases` holds the refusals for single ways to violate it, by `Violation.case`.
    """

    id: str
    forbids: bool
    section: str
    ruling: bool
    settings: tuple[str, ...]
    related: tuple[str, ...]
    titles: Words
    texts: Words
    refusals: Words
    whys: Words
    advices: Words
    cases: Mapping[str, Words]


@dataclass(frozen=True, slots=True)
class SettingSpec:
    """One variant setting: allowed `values`, or an integer in `minimum` … `maximum`.

    `value_labels` names the values for players; numbers have no label.
    """

    name: str
    default: str
    values: tuple[str, ...]
    minimum: int
    maximum: int
    integer: bool
    clause: str
    labels: Words
    helps: Words
    value_labels: Mapping[str, Words]


@dataclass(frozen=True, slots=True)
class Catalog:
    """All data of one game; `digest` changes with any of its files.

    `event_texts` words the game's own events for captions, by kind, or by kind and value
    (`drawn_effect`). A choice at the table is described by the event it causes. `caption_first`
    lists the kinds that a short caption names first.
    """

    slug: str
    prefix: str
    letter: str
    seats: tuple[Seat, ...]
    names: Words
    seat_names: Mapping[Seat, Words]
    owners: Mapping[str, Seat]
    cards: Mapping[str, Card]
    clauses: Mapping[str, Clause]
    settings: Mapping[str, SettingSpec]
    terms: Mapping[str, Words]
    event_texts: Mapping[str, Words]
    caption_first: frozenset[str]
    sections: Mapping[str, Words]
    decks: Mapping[str, Deck]
    deck_names: Mapping[str, Words]
    words: Mapping[str, Words]
    digest: str
    author: str = ""
    """Author of the game, if the data names one."""

    def __repr__(self) -> str:
        return f"<Catalog of {self.slug}: {len(self.cards)} cards, {len(self.clauses)} clauses>"
