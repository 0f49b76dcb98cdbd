"""Builds the pages of clauses and cards from the catalogue and the examples."""

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, Final

from companion.lookup.boards import board_of
from companion.lookup.folding import DATA
from companion.lookup.givens import with_distinctions
from companion.lookup.shelf import Shelf
from companion.lookup.values import CardPage, ClausePage, Example, Hit, HitKind, MatchKind
from rules import Card, Clause, Deck, Setup, Violation, judge, load_game, parse_action, refusal
from rules.messages.languages import fill

_GAPS: Final = defaultdict[str, str](lambda: "…")
"""A mark in place of every fact of a sentence."""
_CLAUSES: Final = 6
"""Maximum number of clauses shown for a card."""


def clause_page(shelf: Shelf, identity: str, lang: str) -> ClausePage:
    """Return a clause with everything related to it. Raise `KeyError` for an unknown id."""
    catalog = shelf.catalog
    clause = catalog.clauses[identity]
    refusals = [words.get(lang, "") for words in (clause.refusals, *clause.cases.values())]
    settings = [catalog.settings[name] for name in clause.settings]
    cards = [card.id for card in catalog.cards.values() if _belong(clause, card)]
    return ClausePage(
        game=catalog.slug,
        id=identity,
        section=(clause.section, catalog.sections.get(clause.section, {}).get(lang, "")),
        title=clause.titles[lang],
        text=clause.texts[lang],
        forbids=clause.forbids,
        ruling=clause.ruling,
        why=clause.whys.get(lang, ""),
        history=clause.histories.get(lang, ""),
        refusals=tuple(dict.fromkeys(fill(text, _GAPS) for text in refusals if text)),
        settings=tuple((spec.labels[lang], spec.helps[lang]) for spec in settings),
        related=_hits(shelf, HitKind.CLAUSE, clause.related, lang),
        cards=_hits(shelf, HitKind.CARD, cards, lang),
        examples=with_distinctions(tuple(_examples(catalog.slug, identity, shelf, lang))),
    )


def card_page(shelf: Shelf, identity: str, lang: str) -> CardPage:
    """Return a card and its clauses. Raise `KeyError` for an unknown id.

    The clauses that name the card come first, followed by those that resemble the card's text.
    """
    catalog = shelf.catalog
    card = catalog.cards[identity]
    named = [clause.id for clause in catalog.clauses.values() if _belong(clause, card)]
    asked = [h.id for h in shelf.about(card.texts.get("en", "")) if h.kind is HitKind.CLAUSE]
    clauses = list(dict.fromkeys((*named, *asked)))[:_CLAUSES]
    return CardPage(
        game=catalog.slug,
        id=identity,
        number=card.number,
        name=card.names[lang],
        names=card.names,
        text=card.spoken.get(lang, ""),
        keyword=card.keywords.get(lang, ""),
        facts={name: value for name, value in card.facts.items() if value and "_" not in name},
        clauses=_hits(shelf, HitKind.CLAUSE, clauses, lang),
    )


def _belong(clause: Clause, card: Card) -> bool:
    """Return whether a clause names a card or a keyword on the card."""
    text = "\n".join((clause.titles["en"], clause.texts["en"], clause.whys.get("en", "")))
    words = (card.names["en"], card.keywords.get("en", ""))
    return any(word and re.search(rf"\b{re.escape(word)}\b", text) for word in words)


def _hits(shelf: Shelf, kind: HitKind, ids: Sequence[str], lang: str) -> tuple[Hit, ...]:
    places = {e.id: at for at, e in enumerate(shelf.entries) if e.kind is kind}
    return tuple(shelf.hit(places[each], lang, MatchKind.ID) for each in ids if each in places)


@cache
def _written() -> dict[str, dict[str, list[dict[str, Any]]]]:
    data: dict[str, Any] = json.loads((DATA / "examples.json").read_text(encoding="utf-8"))
    return data


def _examples(slug: str, identity: str, shelf: Shelf, lang: str) -> Iterator[Example]:
    for given in _written().get(slug, {}).get(identity, ()):
        game = load_game(slug)
        decks = {
            seat: Deck(tuple(deck["cards"]), {k: tuple(v) for k, v in deck["extras"].items()})
            for seat, deck in given["decks"].items()
        }
        setup = Setup(slug, given["settings"], decks)
        state = game.notation.parse(given["position"], setup)
        action = parse_action(given["action"])
        violations = judge(game, state, action).violations
        if given["status"] == "void":
            violations = (Violation(identity),)
        yield Example(
            status=given["status"],
            action=given["action"],
            before=tuple(given["before"]),
            setup=setup,
            position=given["position"],
            refusals=tuple((v.clause, refusal(shelf.catalog, v).render(lang)) for v in violations),
            board=board_of(game, setup, state, action),
        )
