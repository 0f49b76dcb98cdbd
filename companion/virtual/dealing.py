"""Who has which paper before a match that is played by hand at the virtual table.

Nothing is known here but what is printed and how the game lies at its beginning: cards that the
first layout names lie where it says, cards of an extra deck on that deck's place, face-down piles
are filled with what is left, and the rest is dealt to the hands.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.referee.chances import advance, unseen_chance
from companion.virtual.stock import Stock, is_piece
from rules import CHANCE, UNKNOWN, Deck, Game, Layout, Lying, PrintedCard, Seat, Setup

__all__ = ["first_layout", "open_stock", "table_order"]


def first_layout(game: Game[Any], state: Any, rng: random.Random) -> Layout:  # noqa: ANN401 - the game's own
    """How a match lies before its first action, with face-down piles as small as after dealing."""
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
) -> Stock:
    """Every paper that takes part, none of it lying yet."""
    named = Counter((each.card, each.owner) for pile in layout.values() for each in pile)
    decks: dict[Seat, Deck] = {}
    for seat in dict.fromkeys(owners.values()):
        own = [card for card in cards if owners.get(card.owner) == seat and not is_piece(card.card)]
        told = setup.decks.get(seat)
        main = list(told.cards) if told else [c.card for c in own if not c.slot]
        extra = [c.card for c in own if c.slot and f"{seat}.{c.slot}" in layout]
        listed = Counter(main) + Counter(extra)
        more = {card: n for (card, owner), n in named.items() if owner == seat and card != UNKNOWN}
        decks[seat] = Deck(tuple((listed | Counter(more)).elements()))
    return Stock(cards, owners, decks)


def table_order(layout: Layout, cards: Sequence[PrintedCard]) -> list[tuple[str, Lying]]:
    """What is to be laid, cell by cell: what is known first, so that no pile takes it away."""
    slots: dict[str, list[str]] = {}
    for card in cards:
        if card.slot:
            slots.setdefault(card.slot, []).append(card.card)
    found = []
    for cell, pile in layout.items():
        special = Counter(slots.get(cell.rpartition(".")[2], ()))
        for lying in pile:
            named = lying
            if lying.card == UNKNOWN and special:
                card = next(iter(special))
                special -= Counter((card,))
                named = replace(lying, card=card)
            found.append((cell, named))
    return sorted(found, key=lambda each: each[1].card == UNKNOWN)
