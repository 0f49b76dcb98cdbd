"""Describes remedies in words, for both the command line and the web page."""

from collections.abc import Iterable, Iterator
from typing import Final

from companion.lookup.whynot import Answer, Remedy, RemedyChange
from rules import Message, load_catalog
from rules.messages.message import Fact

_FEW: Final = 5
"""Maximum number of values shown for one change."""


def change_lines(answer: Answer) -> Iterator[Message]:
    """Yield one line for each kind of change among an answer's remedies."""
    for change in RemedyChange:
        found = [remedy for remedy in answer.remedies if remedy.change is change]
        if found:
            yield _change_line(change, found, answer.game)


def _change_line(change: RemedyChange, found: list[Remedy], game: str) -> Message:
    if change is RemedyChange.FACING:
        return Message(f"rules.ask.facing_{found[0].value}")
    if change is RemedyChange.TURN and [remedy.value for remedy in found] == ["0"]:
        return Message("rules.ask.upright")
    values = Message("comma", words=[*_values(found[:_FEW], game)])
    if len(found) > _FEW:
        values = Message("rules.ask.more", values=values, count=len(found) - _FEW)
    return Message(f"rules.ask.{change}", values=values)


def _values(found: Iterable[Remedy], game: str) -> Iterator[Fact]:
    catalog = load_catalog(game)
    for remedy in found:
        value: Fact = remedy.value
        if remedy.change is RemedyChange.CARD and remedy.value in catalog.cards:
            names = catalog.cards[remedy.value].names
            value = {lang: f"{name} ({remedy.value})" for lang, name in names.items()}
        if remedy.change is RemedyChange.SETTING:
            name, _, chosen = remedy.value.partition("=")
            spec = catalog.settings[name]
            labels = spec.value_labels.get(chosen, {})
            value = {
                lang: f"{label}: {labels.get(lang, chosen)} ({remedy.value})"
                for lang, label in spec.labels.items()
            }
        yield Message("rules.ask.doubtful", value=value) if remedy.doubtful else value
