"""The rules look-up on the page: hits, and the complete best clause."""

from collections.abc import Iterator
from typing import Any

from companion.lookup import ClausePage, Example, Hit, HitKind, MatchKind, board_svg, load_lookup
from companion.lookup.givens import given_lines
from companion.lookup.numbers import cited
from companion.referee.words.actions import action_words
from companion.web.views.log import light_of
from companion.web.views.words import Words
from rules import CHANCE, UNKNOWN, Action, Message, Verb, load_catalog, parse_action

_MOST = 8
_MOST_EXAMPLES = 3
_MOST_CARDS = 4
"""Maximum number of dealt cards that are named; more cards, or unknown ones, are counted."""


def rules_view(game: str, words: str, lang: str) -> dict[str, Any]:
    """Return hits for a query in a game's rules, best first, and the complete best clause.

    If the best hit is a card, no clause is included. A clause number finds only this clause;
    `lacks` reports a number that does not exist, or things that the game lacks.
    """
    if not words.strip():
        return {"hits": [], "clause": None, "lacks": ""}
    lookup = load_lookup(game)
    words_of = Words(load_catalog(game), lang)
    hits = lookup.search(words, game=game, lang=lang, limit=None)
    why = None if hits else lookup.lacks(words, game, lang)
    named = [hit for hit in hits if hit.match is MatchKind.ID]
    hits = named if named and cited(words) else hits[:_MOST]
    of_card = bool(hits) and hits[0].kind is HitKind.CARD
    clauses = [hit for hit in hits if hit.kind is HitKind.CLAUSE]
    best = clauses[0] if clauses and not of_card else None
    clause = _clause(lookup.clause(best.id, lang), words_of) if best else None
    if clause and best:
        clause["near"] = _near(best, lang)
    lacks = why.render(lang) if why else ""
    return {"hits": [_hit(hit, lang) for hit in hits], "clause": clause, "lacks": lacks}


def _near(hit: Hit, lang: str) -> str:
    """Return the mark for a hit whose name only resembles the query, or ""."""
    return Message("rules.hit.near").render(lang) if hit.match is MatchKind.NEAR else ""


def _hit(hit: Hit, lang: str) -> dict[str, str]:
    return {
        "kind": hit.kind.value,
        "id": hit.id,
        "title": hit.title,
        "text": hit.text,
        "near": _near(hit, lang),
    }


def _clause(page: ClausePage, words: Words) -> dict[str, Any]:
    return {
        "id": page.id,
        "title": page.title,
        "text": page.text,
        "why": page.why,
        "related": [{"id": hit.id, "title": hit.title} for hit in page.related],
        "examples": [_example(each, words) for each in page.examples[:_MOST_EXAMPLES]],
    }


def _example(example: Example, words: Words) -> dict[str, Any]:
    """Return an example's action and verdict; two examples may have the same position."""
    board = example.board
    return {
        "state": light_of(example.status),
        "done": action_text(parse_action(example.action), words),
        "given": list(_given(example, words)),
        "said": " ".join(sentence for _, sentence in example.refusals[:1]),
        "board": "" if board is None else board_svg(board, words.lang, words.wording.cell),
    }


def _given(example: Example, words: Words) -> Iterator[str]:
    """Yield the preconditions that a drawing cannot show: earlier actions, settings, hands."""
    if example.before:
        first = (action_text(parse_action(each), words) for each in example.before)
        actions = Message("comma", words=[*first])
        yield Message("rules.page.before", actions=actions).render(words.lang)
    labels = []
    for name, value in example.setup.settings.items():
        spec = words.catalog.settings[name]
        labels.append(Message("colon", words=(spec.labels, spec.value_labels.get(value, value))))
    if labels:
        settings = Message("comma", words=labels)
        yield Message("rules.page.with", settings=settings).render(words.lang)
    yield from (line.render(words.lang) for line in given_lines(example))


def action_text(action: Action, words: Words) -> str:
    """Return an action in words, with its seat, cards and places."""
    dealt = action.seat == CHANCE and action.verb is Verb.DRAW
    what = words.wording.cell(action.to) if dealt else action_words(words.wording, action)
    more = [each for each in _open(action, words) if each not in what]
    if more:
        what = Message("rules.page.done", what=what, more=Message("comma", words=more)).render(
            words.lang
        )
    seat = action.to if action.seat == CHANCE else action.seat
    if seat not in words.catalog.seat_names:
        return words.begun(what)
    return Message("referee.do.by", seat=words.seat(seat), what=what).render(words.lang)


def _open(action: Action, words: Words) -> Iterator[str]:
    """Yield the names of an action's card, its places and its further cards."""
    if action.card in words.catalog.cards:
        yield words.card(action.card)
    if action.verb is Verb.DECLARE and action.at and action.to:
        cells = words.wording.cell(action.at), words.wording.cell(action.to)
        yield Message("rules.page.from_to", cell=cells[0], to=cells[1]).render(words.lang)
    if len(action.also) > _MOST_CARDS or UNKNOWN in action.also:
        yield Message("page.play.pile", count=len(action.also)).render(words.lang)
    else:
        yield from (words.wording.named(each) for each in action.also)
