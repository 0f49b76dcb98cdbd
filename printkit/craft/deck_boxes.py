"""What tuck boxes hold: every card that is printed with a deck, not only what its list names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from printkit.cards import CardJob, CardRun, prepare
from printkit.data import choose
from printkit.decks import is_file

__all__ = ["Held", "boxes", "held"]


@dataclass(frozen=True, slots=True)
class Held:
    """A deck's title, and how many cards its owner has."""

    title: str
    cards: int


def boxes(game: str, asked: Mapping[str, str]) -> dict[str, int]:
    """Deck or deck list file → how many owners have it, and so how many boxes it needs.

    `asked`: owner → deck as in a `CardJob`; the other owners have the game's own.
    """
    run = _run(game, asked)
    return dict(Counter(asked.get(owner) or deck for owner, deck in run.decks.items()))


def held(game: str, deck: str, lang: str) -> Held:
    """What a box for a deck or a deck list file holds; "" is the first owner's."""
    usual = _run(game, {})
    if deck and not is_file(usual.catalog, deck):
        deck = choose("deck", deck, usual.catalog.decks)
    owners = [owner for owner, name in usual.decks.items() if name == deck]
    owner = next(iter([*owners, *usual.decks]))
    run = _run(game, {} if owners or not deck else {owner: deck}, owner)
    return Held(run.catalog.deck_names[run.decks[owner]][lang], len(run.sheets.plan.cards))


def _run(game: str, asked: Mapping[str, str], owner: str = "all") -> CardRun:
    return prepare(CardJob(game, dict(asked), owner, art=False, controls=False))
