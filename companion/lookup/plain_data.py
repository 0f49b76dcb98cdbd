"""Converts hits, pages and answers to JSON objects, for programs and for the web page.

`pictures` is the language in which each board is added as an SVG (`svg`). If it is "", boards are
omitted, because the position's text contains the same facts.
"""

from dataclasses import asdict
from typing import Any

from companion.lookup.boards import ExampleBoard
from companion.lookup.drawing import board_svg
from companion.lookup.values import CardPage, ClausePage, Example, Hit
from companion.lookup.whynot import Answer


def hit_data(hit: Hit) -> dict[str, Any]:
    """Convert a hit to a JSON object."""
    return {**asdict(hit), "score": round(hit.score, 3)}


def page_data(page: ClausePage | CardPage, pictures: str = "") -> dict[str, Any]:
    """Convert a page to a JSON object. `pictures` is the language of its boards; "" omits them."""
    if isinstance(page, CardPage):
        return {**asdict(page), "clauses": list(map(hit_data, page.clauses))}
    number, title = page.section
    plain = ("game", "id", "title", "text", "forbids", "ruling", "why", "history")
    return {
        **{name: getattr(page, name) for name in plain},
        "section": {"number": number, "title": title},
        "refusals": list(page.refusals),
        "settings": [{"label": label, "text": text} for label, text in page.settings],
        "related": list(map(hit_data, page.related)),
        "cards": list(map(hit_data, page.cards)),
        "examples": [_example_data(example, pictures) for example in page.examples],
    }


def _example_data(example: Example, pictures: str) -> dict[str, Any]:
    return {
        "status": example.status,
        "action": example.action,
        "before": list(example.before),
        "settings": dict(example.setup.settings),
        "position": example.position,
        "said": [{"clause": clause, "why": sentence} for clause, sentence in example.refusals],
        **_picture(example.board, pictures),
    }


def answer_data(answer: Answer, pictures: str = "") -> dict[str, Any]:
    """Convert an answer to a JSON object. `pictures` has the same meaning as for `page_data`."""
    return {
        "game": answer.game,
        "action": answer.action,
        "verdict": answer.status.value,
        "clauses": [clause for clause, _, _ in answer.reasons],
        "reasons": [
            {"clause": clause, "title": title, "why": sentence}
            for clause, title, sentence in answer.reasons
        ],
        "changes": [asdict(remedy) for remedy in answer.remedies],
        **_picture(answer.board, pictures),
    }


def _picture(board: ExampleBoard | None, lang: str) -> dict[str, str]:
    return {"svg": board_svg(board, lang)} if lang and board is not None else {}
