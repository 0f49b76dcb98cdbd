"""Contents of tuck boxes: every card printed with a deck, not only those in its list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from printkit.cards.decks import is_file
from printkit.cards.job import CardJob, CardRun, prepare
from printkit.data.toml_source import choose


@dataclass(frozen=True, slots=True)
class Held:
    """A deck's title, its number of cards, its owner, and the cards to show on the box.

    `shown`: the deck's cards; first those that no other deck of the table has.
    """

    title: str
    cards: int
    owners: tuple[str, ...]
    shown: tuple[str, ...]


def boxes(game: str, asked: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """Map each deck or deck list file to its owners, each of whom needs a box.

    `asked`: owner → deck as in a `CardJob`; the other owners have the game's own.
    """
    found: dict[str, tuple[str, ...]] = {}
    for owner, deck in _run(game, asked).decks.items():
        name = asked.get(owner) or deck
        found[name] = (*found.get(name, ()), owner)
    return found


def held(game: str, deck: str, lang: str, having: Sequence[str] = ()) -> Held:
    """Return the contents of a box for a deck or a deck list file; "" is the first owner's.

    `having`: the owners who have it; if empty, the usual ones, else the first.
    """
    usual = _run(game, {})
    if deck and not is_file(usual.catalog, deck):
        deck = choose("deck", deck, usual.catalog.decks)
    deck = deck or next(iter(usual.decks.values()))
    usually = [owner for owner, name in usual.decks.items() if name == deck]
    owners = [choose("owner", owner, usual.decks) for owner in having] or usually
    owner = next(iter([*owners, *usual.decks]))
    run = _run(game, {} if owner in usually else {owner: deck}, owner)
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
