"""The entries of the look-up: a game's clauses, cards, terms and settings with their texts."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from companion.lookup.folding import DATA
from companion.lookup.values import HitKind
from rules import LANGUAGES, Card, Catalog, Clause
from rules.core.card_data import SettingSpec
from rules.messages.languages import Words

_TITLE: Final = 3.0
_TEXT: Final = 1.0
_ASKED: Final = 0.5
_RELATED: Final = 0.5
"""Weight of refusals, reasons and settings, which describe a clause in other words."""


@dataclass(frozen=True, slots=True)
class WeightedText:
    """One of an entry's texts, and its weight in the ranking."""

    weight: float
    words: Words


@dataclass(frozen=True, slots=True)
class LookupEntry:
    """One entry of the look-up. `names` are its id and its exact names in any language."""

    kind: HitKind
    game: str
    id: str
    titles: Words
    texts: Words
    parts: tuple[WeightedText, ...]
    names: tuple[str, ...] = ()
    section: str = ""
    asked: WeightedText = field(default=WeightedText(0.0, {}))
    """Phrases in which people ask for the entry. They affect its rank and are never shown."""
    prior: float = field(default=1.0)
    """The relative prior probability that a question is about this entry."""


def entries_of(catalog: Catalog) -> Iterator[LookupEntry]:
    """Yield every entry of a game, in the order of its data."""
    asked = _asked(catalog.slug)
    for clause in catalog.clauses.values():
        yield _clause(catalog, clause, WeightedText(_ASKED, asked.get(clause.id, {})))
    yield from (_card(catalog, card) for card in catalog.cards.values())
    yield from (_term(catalog, key, words) for key, words in catalog.terms.items())
    yield from (_setting(catalog, spec) for spec in catalog.settings.values())


def _asked(slug: str) -> dict[str, Words]:
    """Return the phrases in which people ask for each clause, if the game has a file of them."""
    path = DATA / f"asked.{slug}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def _clause(catalog: Catalog, clause: Clause, asked: WeightedText) -> LookupEntry:
    settings = [catalog.settings[name] for name in clause.settings]
    related = (clause.refusals, *clause.cases.values(), clause.whys, clause.advices)
    parts = [WeightedText(_TITLE, clause.titles), WeightedText(_TEXT, clause.texts)]
    parts += [WeightedText(_RELATED, words) for words in related]
    parts += [WeightedText(_RELATED, spec.labels) for spec in settings]
    parts += [WeightedText(_RELATED, catalog.sections.get(clause.section, {}))]
    return LookupEntry(
        HitKind.CLAUSE,
        catalog.slug,
        clause.id,
        clause.titles,
        clause.texts,
        tuple(parts),
        (clause.id, *clause.titles.values()),
        clause.section,
        asked,
    )


def _card(catalog: Catalog, card: Card) -> LookupEntry:
    parts = [WeightedText(_TITLE, card.names), WeightedText(_TITLE, {"ja": card.kana})]
    parts += [WeightedText(_TEXT, card.spoken), WeightedText(_TEXT, card.keywords)]
    parts += [WeightedText(_RELATED, words) for words in _fact_texts(card.facts)]
    names = (card.id, *card.names.values(), card.kana)
    return LookupEntry(
        HitKind.CARD, catalog.slug, card.id, card.names, card.spoken, tuple(parts), names, prior=0.5
    )


def _fact_texts(facts: Mapping[str, str]) -> Iterator[Words]:
    """Yield the texts among a card's facts: `grant_text_en` and its translations."""
    first, *_ = LANGUAGES
    for name in facts:
        stem = name.removesuffix(f"_{first}")
        if stem != name:
            yield {lang: facts.get(f"{stem}_{lang}", "") for lang in LANGUAGES}


def _term(catalog: Catalog, key: str, words: Words) -> LookupEntry:
    parts = (WeightedText(_TITLE, words),)
    names = (key, *words.values())
    return LookupEntry(HitKind.TERM, catalog.slug, key, words, words, parts, names, prior=0.1)


def _setting(catalog: Catalog, spec: SettingSpec) -> LookupEntry:
    labels = spec.value_labels.values()
    parts = [WeightedText(_TITLE, spec.labels), WeightedText(_TEXT, spec.helps)]
    parts += [WeightedText(_RELATED, words) for words in labels]
    names = (spec.name, *spec.labels.values())
    return LookupEntry(
        HitKind.SETTING,
        catalog.slug,
        spec.name,
        spec.labels,
        spec.helps,
        tuple(parts),
        names,
        catalog.clauses[spec.clause].section if spec.clause in catalog.clauses else "",
        prior=0.3,
    )
