"""Sentences of a clause, filled with the facts of a refusal or of a deck check."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from rules.core.values import UNKNOWN
from rules.messages.languages import fill

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rules.core.card_data import Catalog
    from rules.core.deck_report import DeckFinding
    from rules.core.verdict import Violation

FACT_NAMES: Final = frozenset(
    ("card", "cell", "target", "direction", "neighbour", "count", "limit", "seat")
)
"""Facts that a refusal may use."""

EVENT_FACTS: Final = frozenset(
    ("card", "cell", "to", "number", "change", "value", "seat", "items", "clause")
)
"""Facts of an event that its wording may use; `change` is `number` with its sign."""

_PLACES: Final = frozenset(("cell", "target", "neighbour", "limit"))
"""Facts that may name a place."""


def sentence(
    catalog: Catalog, violation: Violation, lang: str, cell: Callable[[str], str] = str
) -> str:
    """Return the sentence for a violation: the refusal of its case, filled in.

    The first sentence with all its facts is taken: of the case, of the clause, of the case `unseen`
    (for facts that hidden cards conceal), and at last the clause's title. `cell` names a place; the
    default is its notation.
    """
    clause = catalog.clauses.get(violation.clause)
    if clause is None:
        return violation.clause
    cases = clause.cases
    for words in (cases.get(violation.case, {}), clause.refusals, cases.get("unseen", {})):
        if text := _filled(catalog, words.get(lang, ""), violation.facts, lang, cell):
            return text
    return clause.titles.get(lang, violation.clause)


def advice(catalog: Catalog, warning: DeckFinding, lang: str) -> str:
    """Return the advice of a deck warning, filled in, or the clause's title if it has none."""
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
    """Return a text with its facts; "" if a fact is missing."""
    words = {
        name: _spoken(catalog, name, value, lang, cell)
        for name, value in facts
        if value != UNKNOWN  # an unseen card has no name
    }
    try:
        return fill(template, words)
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
