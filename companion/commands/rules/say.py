"""Output of `companion rules`: hits, pages of clauses and cards, explanations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.lookup import HitKind, MatchKind, board_text
from companion.lookup.givens import given_lines
from companion.lookup.remedies import change_lines
from companion.web.views.facts import fact_lines
from companion.web.views.rules import action_text
from companion.web.views.words import Words
from rules import load_catalog, parse_action

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.lookup import Answer, CardPage, ClausePage, Example, Hit
    from companion.texts import Texts

_EXCERPT: Final = 96


def hit_lines(hits: list[Hit], texts: Texts, *, games: bool) -> Iterator[str]:
    """Yield two lines per hit: its title, and the beginning of its text."""
    for hit in hits:
        marks = [load_catalog(hit.game).names[texts.lang]] if games else []
        if hit.kind is not HitKind.CLAUSE:
            marks.append(texts.say(f"kind.{hit.kind}"))
        if hit.match is MatchKind.NEAR:
            marks.append(texts.say("hit.near"))
        mark = f"  ({', '.join(marks)})" if marks else ""
        yield texts.say("hit.line", id=hit.id, title=hit.title) + mark
        if hit.text and hit.text != hit.title:
            yield "    " + _excerpt(hit.text)


def _excerpt(text: str) -> str:
    line = text.replace("\n", " ")
    return line if len(line) <= _EXCERPT else line[: _EXCERPT - 1].rstrip() + "…"


def clause_lines(page: ClausePage, texts: Texts) -> Iterator[str]:
    """Yield the lines of a clause and of everything related to it."""
    number, title = page.section
    game = load_catalog(page.game).names[texts.lang]
    yield texts.say("hit.line", id=page.id, title=page.title)
    section = texts.say("page.section", number=number, title=title)
    yield f"{game} · {section}" if title else game  # a small game may have no sections
    yield ""
    yield page.text
    yield texts.say("page.forbids" if page.forbids else "page.describes")
    for text in page.refusals:
        yield texts.say("page.refusal", text=text)
    if page.why:
        yield texts.say("page.ruling", text=page.why)
    if page.settings:
        yield texts.say("page.settings")
        yield from (texts.say("page.setting", label=a, text=b) for a, b in page.settings)
    for example in page.examples:
        yield ""
        yield from _example_lines(example, page.game, texts)
    yield from _listed("page.related", page.related, texts)
    yield from _listed("page.cards", page.cards, texts)


def _example_lines(example: Example, game: str, texts: Texts) -> Iterator[str]:
    words = Words(load_catalog(game), texts.lang)
    judged, *before = (
        f"{action_text(parse_action(action), words)}  [{action}]"
        for action in (example.action, *example.before)
    )
    yield texts.say(f"page.{example.status}", action=judged)
    if before:
        yield texts.say("page.before", actions="; ".join(before))
    if example.setup.settings:
        specs = load_catalog(game).settings
        agreed = [
            f"{specs[name].labels[texts.lang]} ({name}={value})"
            for name, value in example.setup.settings.items()
        ]
        yield texts.say("page.with", settings=", ".join(agreed))
    yield from (f"  {line}" for line in given_lines(example, texts))
    yield from (f"  {sentence} ({clause})" for clause, sentence in example.refusals)
    if example.board is not None:
        yield from (f"  {line}" for line in board_text(example.board, texts.lang).splitlines())


def _listed(key: str, hits: tuple[Hit, ...], texts: Texts) -> Iterator[str]:
    if hits:
        yield ""
        yield texts.say(key)
        yield from ("  " + texts.say("hit.line", id=h.id, title=h.title) for h in hits)


def card_lines(page: CardPage, texts: Texts) -> Iterator[str]:
    """Yield the lines of a card: its text, its facts, and its clauses."""
    yield texts.say("hit.line", id=page.id, title=page.name)
    yield load_catalog(page.game).names[texts.lang]
    others = [name for lang, name in page.names.items() if lang != texts.lang]
    yield texts.say("page.also", text=" · ".join(others))
    if facts := fact_lines(load_catalog(page.game), page.facts, texts.lang):
        yield texts.say("page.fact_comma").join(facts)
    if page.keyword or page.text:
        yield ""
        yield " ".join(part for part in (page.keyword and f"[{page.keyword}]", page.text) if part)
    yield from _listed("page.clauses", page.clauses, texts)


def answer_lines(answer: Answer, texts: Texts) -> Iterator[str]:
    """Yield the verdict, its clauses, the position, and possible remedies."""
    yield answer.action
    yield texts.say(f"ask.{answer.status}")
    for clause, title, sentence in answer.reasons:
        key = "ask.because" if sentence else "ask.doubt"
        yield "  " + texts.say(key, clause=clause, title=title, said=sentence)
    if answer.board is not None:
        yield from ("", *(f"  {x}" for x in board_text(answer.board, texts.lang).splitlines()), "")
    if answer.status.value != "illegal":
        return
    if not answer.remedies:
        yield texts.say("ask.none")
        return
    yield texts.say("ask.change")
    for line in change_lines(answer, texts):
        yield f"  {line}"
