"""Data of a game: cards, clauses, settings, decks and words, in three languages.

`rules.catalog.reader` reads it from `card_data/<slug>/` (file formats:
docs/reference/card-data.md). Card facts are text here; a game converts them to its own values.
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
        """The card's texts without printed icons, for speech and plain text."""
        return {lang: _ICON.sub("", text).strip() for lang, text in self.texts.items()}


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause with its texts: rule, refusal, reason, history and deck advice.

    A clause's history is what the rules' source says about it; only judges ask for it.

    `cases` holds the refusals for particular violations of the clause, by `Violation.case`.
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
    histories: Words
    advices: Words
    cases: Mapping[str, Words]


@dataclass(frozen=True, slots=True)
class SettingSpec:
    """One variant setting: allowed `values`, or an integer from `minimum` to `maximum`.

    `value_labels` holds the values' display names; numbers have none.
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
    """All data of one game; `digest` changes whenever one of its files does.

    `event_texts` holds the caption texts for the game's own events, by kind or by kind and value
    (`drawn_effect`). A choice at the table is described by the event it causes. `caption_first`
    lists the kinds that a short caption names first, and `deciding` the kinds that decide
    something, such as a battle, with their rank: of several, the highest is the headline.
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
    deciding: Mapping[str, int]
    sections: Mapping[str, Words]
    decks: Mapping[str, Deck]
    deck_names: Mapping[str, Words]
    words: Mapping[str, Words]
    digest: str
    author: str = ""
    """The game's author, if the data names one."""

    def __repr__(self) -> str:
        return f"<Catalog of {self.slug}: {len(self.cards)} cards, {len(self.clauses)} clauses>"
