"""The initial deal of a match on a drawn table.

It depends only on the prints and the first layout. Cards that the layout names are on their cells,
and cards of an extra deck on that deck's cell. The rest fills the face-down piles, remaining cards
are dealt to the hands, and loose prints are in the box.
"""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from companion.referee.explain.hidden_chance import advance, unseen_chance
from companion.simulator.card_supply import CardSupply, is_piece
from rules import CHANCE, UNKNOWN, Deck, Game, Layout, PlacedCard, PrintedCard, Seat, Setup

_OUTSIDE: Final = "beside"
"""The slot of a card outside every deck."""


def first_layout(game: Game[Any], state: Any, rng: random.Random) -> Layout:  # noqa: ANN401 - the game's own type
    """Return a match's layout before its first action, with dealt face-down piles."""
    while (hidden := unseen_chance(game, state)) is not None:
        state = advance(game, state, hidden)
    now = game.layout(state)
    while game.to_act(state) == frozenset((CHANCE,)):
        state = advance(game, state, game.sample(state, lambda n: int(rng.random() * n)))
    dealt = game.layout(state)
    return {
        cell: dealt.get(cell, pile) if pile and pile[-1].card == UNKNOWN else pile
        for cell, pile in now.items()
    }


def open_stock(
    cards: Sequence[PrintedCard], owners: Mapping[str, Seat], setup: Setup, layout: Layout
) -> CardSupply:
    """Return every piece that takes part, none of them placed yet."""
    named = Counter((each.card, each.owner) for pile in layout.values() for each in pile)
    decks: dict[Seat, Deck] = {}
    for seat in dict.fromkeys(owners.values()):
        own = [card for card in cards if owners.get(card.owner) == seat and not is_piece(card.card)]
        given = setup.decks.get(seat)
        listed = Counter(given.cards if given else (c.card for c in own if not c.slot))
        more = Counter({c: n for (c, owner), n in named.items() if owner == seat and c != UNKNOWN})
        outside: Counter[str] = Counter()
        for slot, extra in _extras(setup, own, seat).items():
            if f"{seat}.{slot}" in layout:
                listed += Counter(extra)
            else:
                outside += Counter(extra)
        # A deck master is placed on the board; it is not a copy from the deck.
        listed += outside & more
        decks[seat] = Deck(tuple((listed | more).elements()))
    return CardSupply(cards, owners, decks, _aside(cards, owners, named))


def _aside(
    cards: Sequence[PrintedCard], owners: Mapping[str, Seat], named: Counter[tuple[str, Seat]]
) -> list[str]:
    """Return the cards outside every deck that the first layout does not use."""
    left, aside = Counter(named), []
    for each in cards:
        sort = each.card, owners.get(each.owner, "")
        if each.slot != _OUTSIDE or not sort[1]:
            continue
        if left[sort]:
            left[sort] -= 1
        else:
            aside.append(each.tag)
    return aside


def table_order(
    layout: Layout, cards: Sequence[PrintedCard], owners: Mapping[str, Seat], setup: Setup
) -> list[tuple[str, PlacedCard]]:
    """Return the cards to place, cell by cell; known cards first, so that no pile takes them."""
    found = []
    for cell, pile in layout.items():
        seat, _, slot = cell.partition(".")
        own = [card for card in cards if owners.get(card.owner) == seat]
        special = list(_extras(setup, own, seat).get(slot, ()))
        for placed in pile:
            known = special.pop() if placed.card == UNKNOWN and special else placed.card
            found.append((cell, replace(placed, card=known)))
    return sorted(found, key=lambda each: each[1].card == UNKNOWN)


def _extras(setup: Setup, own: Sequence[PrintedCard], seat: Seat) -> Mapping[str, Sequence[str]]:
    """Return a seat's cards outside its deck, by the name of their place."""
    given = setup.decks.get(seat)
    if given is not None:
        return given.extras
    slots: dict[str, list[str]] = {}
    for card in own:
        if card.slot:
            slots.setdefault(card.slot, []).append(card.card)
    return slots
