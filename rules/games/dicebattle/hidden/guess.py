"""Tables of possible identities for a seat's unseen cards, built once per match from its deck.

Judging hidden cards repeats a few queries: the lightest and the heaviest remaining card of a sort,
and the cheapest cards for a set. The tables hold the cards in the orders that these queries need.
"""

import dataclasses
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from rules.core.values import UNKNOWN
from rules.games.dicebattle.cards import Card


class Sort(NamedTuple):
    """Cards that, apart from weight, violate the same clauses in a zone; lightest first.

    `card` is one of these cards without its name, because a guess must not be reported.
    """

    card: Card
    cards: tuple[Card, ...]


class Guesses(NamedTuple):
    """Cards of one seat's deck by the possible roles of an unseen card, lightest first.

    `sorts` and `orders` are indexed by zone. An order lists all cards so that a set of its first
    remaining cards has a certain property. The set is likely legal (light, fitting cards first),
    likely illegal (heavy monsters, heavy humans or misplaced cards first), or as light as possible.
    `unnamed` holds the cards without names. The other fields list the cards for building legal
    sets: `units`, `monsters`, monsters that may share a zone (`together`), `humans`, `tamers`,
    `magic`, magic that serves any unit (`any_unit`) and `grants`.
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
    """Build the tables for the cards that a deck can contain."""
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
    """Return the properties, except weight, for which DBM-6, 7 and 13.4 test a card in a zone."""
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
    )  # magic weighs nothing in the main zone
    firsts = ((fair, light), (monsters, heavy), (humans, heavy), (stray, heavy), (lean, ()))
    return tuple(
        tuple({card.id: card for card in (*first, *rest)}.values()) for first, rest in firsts
    )
