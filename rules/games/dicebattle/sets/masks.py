"""Bit masks of a pool's cards, and orders in which unseen cards are guessed; built once."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from rules.core.values import UNKNOWN
from rules.games.dicebattle.cards import FACES, Card

_ZONES: Final = ("main", "circle", "stock")
_ROOMS: Final = range(len(FACES) + 1)


@dataclasses.dataclass(frozen=True, slots=True, eq=False)
class Masks:
    """Masks of the cards that a deck may contain, by the property that a clause tests.

    `cards` maps each id to its card. `bits` maps each card, and the same card without its name, to
    its bit. `homes` lists the zones in which a card belongs, each as a number and a name, with the
    card's bit. `by_weight` lists the cards for each zone, lightest first, and `fitting` those that
    belong there. `tamers` are humans that may
    share the main zone, `alone` monsters that may not; `serving` is magic for any unit. `joiners`
    are the tamers, lightest first. `sorts` groups the cards that belong in a zone and differ only
    in weight.

    An order of `orders` lists all cards so that a set of its first remaining cards is likely legal
    (light, fitting cards first), likely illegal (heavy monsters, heavy humans or misplaced cards
    first), or as light as possible. `unnamed` holds the cards without names, because a guess must
    not be reported.
    """

    cards: Mapping[str, Card]
    bits: Mapping[Card, int]
    homes: Mapping[str, tuple[tuple[int, str, int], ...]]
    by_weight: Mapping[str, tuple[Card, ...]]
    fitting: Mapping[str, tuple[Card, ...]]
    heavier: Mapping[str, tuple[int, ...]]
    sorts: Mapping[str, tuple[tuple[Card, ...], ...]]
    orders: Mapping[str, tuple[tuple[Card, ...], ...]]
    unnamed: Mapping[str, Card]
    joiners: tuple[Card, ...]
    all: int
    units: int
    humans: int
    tamers: int
    monsters: int
    alone: int
    magic: int
    serving: int
    grants: int

    def over(self, zone: str, room: int) -> int:
        """Return the cards whose weight in a zone exceeds `room`."""
        return self.heavier[zone][room] if room >= 0 else self.all

    def of(self, cards: Iterable[Card]) -> int:
        """Return the mask of different cards."""
        return sum([self.bits[card] for card in cards])


def masks(pool: Iterable[Card]) -> Masks:
    """Build the masks of a pool."""
    cards = [card for card in pool if card.deckable]
    unnamed = {card.id: dataclasses.replace(card, id=UNKNOWN) for card in cards}
    bits = {card: 1 << n for n, card in enumerate(cards)}
    bits |= {unnamed[card.id]: bit for card, bit in bits.items()}

    def those(fit: Callable[[Card], bool]) -> int:
        return sum(bits[card] for card in cards if fit(card))

    def heavier(zone: str, room: int) -> int:
        return those(lambda card: card.weight(zone) > room)

    def light(zone: str) -> tuple[Card, ...]:
        return tuple(sorted(cards, key=lambda card: card.weight(zone)))

    by_weight = {zone: light(zone) for zone in _ZONES}
    return Masks(
        cards={card.id: card for card in cards},
        bits=bits,
        homes={
            card.id: tuple((n, z, bits[card]) for n, z in enumerate(_ZONES) if card.fits(z))
            for card in cards
        },
        by_weight=by_weight,
        fitting={z: tuple(c for c in light if c.fits(z)) for z, light in by_weight.items()},
        heavier={zone: tuple(heavier(zone, room) for room in _ROOMS) for zone in _ZONES},
        sorts={zone: _sorts(by_weight[zone], zone) for zone in _ZONES},
        orders={zone: _orders(by_weight[zone], zone) for zone in _ZONES},
        unnamed=unnamed,
        joiners=tuple(c for c in by_weight["main"] if c.exception == "with_monster" and c.unit),
        all=those(lambda _: True),
        units=those(lambda c: c.unit),
        humans=those(lambda c: c.kind == "human"),
        tamers=those(lambda c: c.kind == "human" and c.exception == "with_monster"),
        monsters=those(lambda c: c.kind == "monster"),
        alone=those(lambda c: c.kind == "monster" and c.exception == "alone_set4"),
        magic=those(lambda c: c.kind == "magic"),
        serving=those(lambda c: c.kind == "magic" and c.exception == "with_any_unit"),
        grants=those(lambda c: c.grant is not None),
    )


def _sorts(light: tuple[Card, ...], zone: str) -> tuple[tuple[Card, ...], ...]:
    groups: dict[object, list[Card]] = {}
    for card in light:
        if card.fits(zone):
            sort = card.id if zone == "stock" else (card.kind, card.exception)
            groups.setdefault(sort, []).append(card)
    return tuple(map(tuple, groups.values()))


def _orders(light: tuple[Card, ...], zone: str) -> tuple[tuple[Card, ...], ...]:
    fit = [card for card in light if card.fits(zone)]
    fair = sorted(fit, key=lambda c: (c.exception != "with_any_unit", c.kind == "human"))
    heavy, heavy_fit = light[::-1], fit[::-1]
    monsters = sorted(heavy_fit, key=lambda card: card.kind == "human")
    humans = sorted(heavy_fit, key=lambda card: card.kind == "monster")
    stray = [card for card in heavy if not card.fits(zone)]
    # Magic weighs nothing in the main zone.
    lean = sorted(light, key=lambda card: zone == "main" and card.unit)
    firsts = ((fair, light), (monsters, heavy), (humans, heavy), (stray, heavy), (lean, ()))
    return tuple(
        tuple({card.id: card for card in (*first, *rest)}.values()) for first, rest in firsts
    )
