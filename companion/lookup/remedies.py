"""Remedies in words, for the command line and the page alike."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from companion.lookup.whynot import Answer, Remedy, RemedyChange
from companion.texts import Texts
from rules import load_catalog

_FEW: Final = 5
"""Maximum number of values shown for one change."""


def change_lines(answer: Answer, texts: Texts) -> Iterator[str]:
    """Yield one line for each type of change; `texts` are those of "rules"."""
    for change in RemedyChange:
        found = [remedy for remedy in answer.remedies if remedy.change is change]
        if found:
            yield _change_line(change, found, answer.game, texts)


def _change_line(change: RemedyChange, found: list[Remedy], game: str, texts: Texts) -> str:
    if change is RemedyChange.FACING:
        return texts.say(f"ask.facing_{found[0].value}")
    if change is RemedyChange.TURN and [remedy.value for remedy in found] == ["0"]:
        return texts.say("ask.upright")
    values = texts.say("ask.or").join(_values(found[:_FEW], game, texts))
    if len(found) > _FEW:
        values += texts.say("ask.more", count=len(found) - _FEW)
    return texts.say(f"ask.{change}", values=values)


def _values(found: Iterable[Remedy], game: str, texts: Texts) -> Iterator[str]:
    catalog, lang = load_catalog(game), texts.lang
    for remedy in found:
        value = remedy.value
        if remedy.change is RemedyChange.CARD and value in catalog.cards:
            value = f"{catalog.cards[value].names[lang]} ({value})"
        if remedy.change is RemedyChange.SETTING:
            name, _, chosen = value.partition("=")
            spec = catalog.settings[name]
            label = spec.value_labels.get(chosen, {}).get(lang, chosen)
            value = f"{spec.labels[lang]}: {label} ({value})"
        yield texts.say("ask.doubtful", value=value) if remedy.doubtful else value
