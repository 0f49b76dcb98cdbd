"""A clause's sentences, filled with the facts of a violation or a deck check."""

from collections.abc import Callable, Iterable
from typing import Final

from rules.catalog.tables import facts_of
from rules.core.card_data import Catalog, Clause
from rules.core.deck_report import DeckFinding
from rules.core.values import UNKNOWN
from rules.core.verdict import Violation
from rules.messages.languages import LANGUAGES, Words
from rules.messages.message import Fact, Message

FACT_NAMES: Final = frozenset(
    ("card", "cell", "target", "direction", "neighbour", "count", "limit", "seat")
)
"""Names of the facts that a refusal may use."""

EVENT_FACTS: Final = frozenset(
    (
        *("card", "owned", "cell", "to", "number", "change", "amount"),
        *("value", "seat", "items", "clause"),
    )
)
"""Names of the event's facts that its text may use.

`owned` is the card with its owner, and `change` is `number` with its sign.
"""

_PLACES: Final = frozenset(("cell", "target", "neighbour", "limit"))
"""Names of the facts that may hold a cell."""


def refusal(catalog: Catalog, violation: Violation, cell: Callable[[str], Fact] = str) -> Message:
    """Return the refusal for a violation, with its facts filled in.

    The first sentence whose facts are all known is used: that of the violation's case, the clause's
    own, that of the case `unseen` (for facts that hidden cards conceal), or the clause's title.
    `cell` converts a cell to its displayed name; by default, the name is the notation.
    """
    clause = catalog.clauses.get(violation.clause)
    if clause is None:
        return Message("as_is", text=violation.clause)
    cases = clause.cases
    options = (cases.get(violation.case, {}), clause.refusals, cases.get("unseen", {}))
    return _filled(catalog, clause, options, violation.facts, cell)


def deck_advice(catalog: Catalog, warning: DeckFinding) -> Message:
    """Return the advice for a deck warning, filled in, or the clause's title if it has none."""
    clause = catalog.clauses[warning.clause]
    facts = (
        ("card", warning.card),
        ("count", str(warning.count)),
        ("limit", str(warning.limit)),
    )
    return _filled(catalog, clause, (clause.advices,), facts)


def _filled(
    catalog: Catalog,
    clause: Clause,
    options: Iterable[Words],
    facts: Iterable[tuple[str, str]],
    cell: Callable[[str], Fact] = str,
) -> Message:
    """Return the first text whose facts are all known, or else the clause's title."""
    known = {
        name: _spoken(catalog, name, value, cell)
        for name, value in facts
        if value != UNKNOWN  # a hidden card has no name
    }
    chosen = {}
    for lang in LANGUAGES:
        texts = (words.get(lang, "") for words in (*options, clause.titles))
        chosen[lang] = next((t for t in texts if t and facts_of(t) <= known.keys()), clause.id)
    return Message(chosen, **known)


def _spoken(catalog: Catalog, name: str, value: str, cell: Callable[[str], Fact]) -> Fact:
    if name in ("card", "neighbour", "target") and value in catalog.cards:
        return catalog.cards[value].names
    if name == "seat" and value in catalog.seat_names:
        return catalog.seat_names[value]
    if name == "limit" and "," in value:  # a list of cells to choose from
        *cells, last = map(cell, value.split(","))
        return Message("either", words=cells, last=last)
    if name == "direction" and value in catalog.words:
        return catalog.words[value]
    return cell(value) if name in _PLACES else value
