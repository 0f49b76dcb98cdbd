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
    """A deck's title, how many cards its owner has, whose it is, and what may show on the box.

    `shown`: the deck's cards; first those that no other deck of the table has.
    """

    title: str
    cards: int
    owners: tuple[str, ...]
    shown: tuple[str, ...]


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
    deck = deck or next(iter(usual.decks.values()))
    owners = [owner for owner, name in usual.decks.items() if name == deck]
    owner = next(iter([*owners, *usual.decks]))
    run = _run(game, {} if owners else {owner: deck}, owner)
    name = run.decks[owner]
    others = {
        card
        for other, theirs in usual.decks.items()
        if other != owner and theirs != name
        for card in usual.catalog.decks[theirs].cards
    }
    cards = dict.fromkeys(run.catalog.decks[name].cards)
    return Held(
        run.catalog.deck_names[name][lang],
        len(run.sheets.plan.cards),
        tuple(owners) or (owner,),
        tuple(sorted(cards, key=lambda card: card in others)),
    )


def _run(game: str, asked: Mapping[str, str], owner: str = "all") -> CardRun:
    return prepare(CardJob(game, dict(asked), owner, art=False, controls=False))
