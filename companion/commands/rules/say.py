"""Output of `companion rules`: hits, pages of clauses and cards, explanations."""

from collections.abc import Iterator
from typing import Final

from companion.lookup import (
    Answer,
    CardPage,
    ClausePage,
    Example,
    Hit,
    HitKind,
    MatchKind,
    board_text,
)
from companion.lookup.givens import given_lines
from companion.lookup.remedies import change_lines
from companion.web.views.facts import fact_lines
from companion.web.views.rules import action_text
from companion.web.views.words import Words
from rules import Message, load_catalog, parse_action

_EXCERPT: Final = 96


def hit_lines(hits: list[Hit], lang: str, *, games: bool) -> Iterator[str]:
    """Yield two lines per hit: its title, and the beginning of its text."""
    for hit in hits:
        marks = [load_catalog(hit.game).names[lang]] if games else []
        if hit.kind is not HitKind.CLAUSE:
            marks.append(Message(f"rules.kind.{hit.kind}").render(lang))
        if hit.match is MatchKind.NEAR:
            marks.append(Message("rules.hit.near").render(lang))
        mark = f"  ({', '.join(marks)})" if marks else ""
        yield Message("rules.hit.line", id=hit.id, title=hit.title).render(lang) + mark
        if hit.text and hit.text != hit.title:
            yield "    " + _excerpt(hit.text)


def _excerpt(text: str) -> str:
    line = text.replace("\n", " ")
    return line if len(line) <= _EXCERPT else line[: _EXCERPT - 1].rstrip() + "…"


def clause_lines(page: ClausePage, lang: str, *, history: bool = False) -> Iterator[str]:
    """Yield the lines of a clause and of everything related to it; its history if requested."""
    number, title = page.section
    game = load_catalog(page.game).names[lang]
    yield Message("rules.hit.line", id=page.id, title=page.title).render(lang)
    section = Message("rules.page.section", number=number, title=title).render(lang)
    yield f"{game} · {section}" if title else game  # a small game may have no sections
    yield ""
    yield page.text
    yield Message("rules.page.forbids" if page.forbids else "rules.page.describes").render(lang)
    texts = [*(("refusal", text) for text in page.refusals), ("ruling", page.why)]
    texts += [("history", page.history)] if history else []
    yield from (Message(f"rules.page.{key}", text=text).render(lang) for key, text in texts if text)
    if page.settings:
        yield Message("rules.page.settings").render(lang)
        yield from (
            Message("rules.page.setting", label=a, text=b).render(lang) for a, b in page.settings
        )
    for example in page.examples:
        yield ""
        yield from _example_lines(example, page.game, lang)
    yield from _listed("related", page.related, lang)
    yield from _listed("cards", page.cards, lang)


def _example_lines(example: Example, game: str, lang: str) -> Iterator[str]:
    words = Words(load_catalog(game), lang)
    judged, *before = (
        f"{action_text(parse_action(action), words)}  [{action}]"
        for action in (example.action, *example.before)
    )
    yield Message(f"rules.page.{example.status}", action=judged).render(lang)
    if before:
        yield Message("rules.page.before", actions="; ".join(before)).render(lang)
    if example.setup.settings:
        specs = load_catalog(game).settings
        agreed = [
            f"{specs[name].labels[lang]} ({name}={value})"
            for name, value in example.setup.settings.items()
        ]
        yield Message("rules.page.with", settings=", ".join(agreed)).render(lang)
    yield from (f"  {line}" for line in given_lines(example))
    yield from (f"  {sentence} ({clause})" for clause, sentence in example.refusals)
    if example.board is not None:
        yield from (f"  {line}" for line in board_text(example.board, lang).splitlines())


def _listed(key: str, hits: tuple[Hit, ...], lang: str) -> Iterator[str]:
    if hits:
        yield ""
        yield Message(f"rules.page.{key}").render(lang)
        yield from (
            "  " + Message("rules.hit.line", id=h.id, title=h.title).render(lang) for h in hits
        )


def card_lines(page: CardPage, lang: str) -> Iterator[str]:
    """Yield the lines of a card: its text, its facts, and its clauses."""
    yield Message("rules.hit.line", id=page.id, title=page.name).render(lang)
    yield load_catalog(page.game).names[lang]
    others = [name for other, name in page.names.items() if other != lang]
    yield Message("rules.page.also", text=" · ".join(others)).render(lang)
    if facts := fact_lines(load_catalog(page.game), page.facts, lang):
        yield Message("comma", words=facts).render(lang)
    if page.keyword or page.text:
        yield ""
        yield " ".join(part for part in (page.keyword and f"[{page.keyword}]", page.text) if part)
    yield from _listed("clauses", page.clauses, lang)


def answer_lines(answer: Answer, lang: str) -> Iterator[str]:
    """Yield the verdict, its clauses, the position, and possible remedies."""
    yield answer.action
    yield Message(f"rules.ask.{answer.status}").render(lang)
    for clause, title, sentence in answer.reasons:
        reason = Message("rules.ask.doubt", clause=clause, title=title)
        if sentence:
            reason = Message("rules.ask.because", clause=clause, title=title, said=sentence)
        yield "  " + reason.render(lang)
    if answer.board is not None:
        yield from ("", *(f"  {x}" for x in board_text(answer.board, lang).splitlines()), "")
    if answer.status.value != "illegal":
        return
    if not answer.remedies:
        yield Message("rules.ask.none").render(lang)
        return
    yield Message("rules.ask.change").render(lang)
    for line in change_lines(answer):
        yield f"  {line}"
