"""A game's data: cards, clauses, settings, decks and words, in three languages.

Read from `card_data/<slug>/` (forms: docs/architecture.md, section 3), every fault at once.
Card facts stay text here; a game turns them into its own values.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from rules.catalog.languages import DATA, Words, fill
from rules.core.values import UNKNOWN
from rules.games import FURTHER

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rules.catalog.deck_report import DeckFinding
    from rules.core.values import Deck, Seat
    from rules.core.verdict import Violation

HOMES: Final = (DATA, *(folder / "card_data" for folder in FURTHER))
"""All the places of games' data; see `rules.games` for the further ones."""

FACT_NAMES: Final = frozenset(
    ("card", "cell", "target", "direction", "neighbour", "count", "limit", "seat")
)
"""The facts a refusal's sentence may ask for."""

EVENT_FACTS: Final = frozenset(
    ("card", "cell", "to", "number", "change", "value", "seat", "items", "clause")
)
"""The facts of an event that its wording may ask for; `change` is `number` with its sign."""

_ICON: Final = re.compile(r"\s*\{icon:[^{}]*\}")
_PLACES: Final = frozenset(("cell", "target", "neighbour", "limit"))
"""Facts that may name a place."""


@dataclass(frozen=True, slots=True)
class Card:
    """One card of the pool; `facts` holds the columns that are the game's own."""

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
        """Its texts for where no picture can stand: without the icons that are printed in them."""
        return {lang: _ICON.sub("", text).strip() for lang, text in self.texts.items()}


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause: what it says, what is said when it is broken, or when a deck is unwise.

    `cases`: the refusals of single ways to break it, by `Violation.case`.
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

    `value_labels` says what players call a value; numbers have no label.
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
    """All data of one game; `digest` changes when any of its files does.

    `says` words the game's own events for captions, by kind, or by kind and value
    (`drawn_effect`); what a choice means at the table is told by the event it brings about.
    `first` are the kinds that a short caption tells before others.
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
    says: Mapping[str, Words]
    first: frozenset[str]
    sections: Mapping[str, Words]
    decks: Mapping[str, Deck]
    deck_names: Mapping[str, Words]
    words: Mapping[str, Words]
    digest: str


def sentence(
    catalog: Catalog, violation: Violation, lang: str, cell: Callable[[str], str] = str
) -> str:
    """What is said when a clause is broken: the refusal of the case, filled in.

    Without such a case or the facts for it, the clause's own refusal; then the one of the case
    `unseen`, for facts that hidden cards keep; then its title.  `cell` says how a place is called;
    without it, it is written as in the notation.
    """
    clause = catalog.clauses.get(violation.clause)
    if clause is None:
        return violation.clause
    cases = clause.cases
    for words in (cases.get(violation.case, {}), clause.refusals, cases.get("unseen", {})):
        if said := _filled(catalog, words.get(lang, ""), violation.facts, lang, cell):
            return said
    return clause.titles.get(lang, violation.clause)


def advice(catalog: Catalog, warning: DeckFinding, lang: str) -> str:
    """What a deck check warns of: the clause's advice, filled in; its title if it has none."""
    clause = catalog.clauses[warning.clause]
    facts = (
        ("card", warning.card),
        ("count", str(warning.count)),
        ("limit", str(warning.limit)),
    )
    return _filled(catalog, clause.advices[lang], facts, lang) or clause.titles[lang]


def _filled(
    catalog: Catalog,
    template: str,
    facts: Iterable[tuple[str, str]],
    lang: str,
    cell: Callable[[str], str] = str,
) -> str:
    """A text with its facts; "" if one lacks."""
    told = {
        name: _spoken(catalog, name, value, lang, cell)
        for name, value in facts
        if value != UNKNOWN  # what nobody has seen cannot be named
    }
    try:
        return fill(template, told)
    except KeyError:
        return ""


def _spoken(catalog: Catalog, name: str, value: str, lang: str, cell: Callable[[str], str]) -> str:
    if name in ("card", "neighbour", "target") and value in catalog.cards:
        return catalog.cards[value].names[lang]
    if name == "seat" and value in catalog.seat_names:
        return catalog.seat_names[value][lang]
    if name == "limit" and "," in value:  # the cells to choose from
        *cells, last = map(cell, value.split(","))
        return "、".join((*cells, last)) if lang != "en" else f"{', '.join(cells)} or {last}"
    if name == "direction" and value in catalog.words:
        return catalog.words[value][lang]
    return cell(value) if name in _PLACES else value
