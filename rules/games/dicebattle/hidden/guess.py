"""What a card that nobody has seen may be, told once for a match from what a seat's deck can hold.

A judgement over hidden cards asks the same few things of every position: the lightest and the
heaviest card of a sort that is left, the cheapest cards for a set.  So the cards stand here in the
orders in which they are asked for.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, NamedTuple

from rules.core.values import UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from rules.games.dicebattle.cards import Card


class Sort(NamedTuple):
    """Cards that break the same clauses in a zone but for their weight, lightest first.

    `card` is one of them without its name: what is guessed must not be told.
    """

    card: Card
    cards: tuple[Card, ...]


class Guesses(NamedTuple):
    """The cards of one seat's deck by what an unseen one may be, lightest first.

    `sorts` by zone; `orders` by zone: all cards so that a set of the first that are left is soon
    legal (light ones that belong there), then so that it soon breaks something (heavy monsters
    first, heavy humans first, misplaced cards first), then so that it weighs least; `unnamed`:
    the cards without their names.  For a legal set: `units`, `monsters` and those of them that may
    lie `together`, `humans` and of them the `tamers`, `magic` and what of it serves `any_unit`,
    `grants`.
    """

    sorts: Mapping[str, tuple[Sort, ...]]
    orders: Mapping[str, tuple[tuple[Card, ...], ...]]
    unnamed: Mapping[str, Card]
    units: tuple[Card, ...]
    monsters: tuple[Card, ...]
    together: tuple[Card, ...]
    humans: tuple[Card, ...]
    tamers: tuple[Card, ...]
    magic: tuple[Card, ...]
    any_unit: tuple[Card, ...]
    grants: tuple[Card, ...]


def guesses(cards: Iterable[Card]) -> Guesses:
    """The tables for the cards that a deck can hold."""
    known = list(cards)

    def light(zone: str, fit: Callable[[Card], bool]) -> tuple[Card, ...]:
        return tuple(sorted(filter(fit, known), key=lambda card: card.weight(zone)))

    zones = ("main", "circle", "stock")
    return Guesses(
        sorts={zone: _sorts(light(zone, lambda _: True), zone) for zone in zones},
        orders={zone: _orders(light(zone, lambda _: True), zone) for zone in zones},
        unnamed={card.id: dataclasses.replace(card, id=UNKNOWN) for card in known},
        units=light("main", lambda card: card.unit),
        monsters=light("main", lambda card: card.kind == "monster"),
        together=light("main", lambda c: c.kind == "monster" and c.exception != "alone_set4"),
        humans=light("main", lambda card: card.kind == "human"),
        tamers=light("main", lambda c: c.kind == "human" and c.exception == "with_monster"),
        magic=light("circle", lambda card: card.kind == "magic"),
        any_unit=light("circle", lambda c: c.kind == "magic" and c.exception == "with_any_unit"),
        grants=light("stock", lambda card: card.grant is not None),
    )


def _sorts(light: tuple[Card, ...], zone: str) -> tuple[Sort, ...]:
    groups: dict[object, list[Card]] = {}
    for card in light:
        groups.setdefault(_part(card, zone), []).append(card)
    return tuple(
        Sort(dataclasses.replace(group[0], id=UNKNOWN), tuple(group)) for group in groups.values()
    )


def _part(card: Card, zone: str) -> object:
    """What DBM-6, DBM-7 and DBM-13.4 ask of a card in a zone, beside its weight."""
    if zone == "stock":
        return card.grant is not None
    if zone == "circle":
        return card.kind == "magic", card.exception == "with_any_unit"
    return (card.kind, card.exception) if card.unit else "magic"


def _orders(light: tuple[Card, ...], zone: str) -> tuple[tuple[Card, ...], ...]:
    fit = [card for card in light if card.fits(zone)]
    fair = sorted(fit, key=lambda c: (c.exception != "with_any_unit", c.kind == "human"))
    heavy, heavy_fit = light[::-1], fit[::-1]
    monsters = sorted(heavy_fit, key=lambda card: card.kind == "human")
    humans = sorted(heavy_fit, key=lambda card: card.kind == "monster")
    stray = [card for card in heavy if not card.fits(zone)]
    lean = sorted(
        light, key=lambda card: zone == "main" and card.unit
    )  # magic weighs nothing there
    firsts = ((fair, light), (monsters, heavy), (humans, heavy), (stray, heavy), (lean, ()))
    return tuple(
        tuple({card.id: card for card in (*first, *rest)}.values()) for first, rest in firsts
    )
