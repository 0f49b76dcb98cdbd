"""Every order that a seat may write: those of the candidates that violate no rule of `order_rules`.

The rules of orders depend on nothing but the keys of the caches here.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain, combinations, product

from rules.core.action import DECLARE, Action
from rules.core.values import UNKNOWN
from rules.games.spherion.cards import FUSION
from rules.games.spherion.config import SEATS, Config
from rules.games.spherion.orders.draft import FROM_HAND, candidates, draft, fusions, hidden_sorts
from rules.games.spherion.orders.order import Intent, order_text
from rules.games.spherion.orders.order_rules import unfit
from rules.games.spherion.state import State

_MOST_TRIBUTES = 2


def declared(seat: str, values: Iterable[str]) -> tuple[Action, ...]:
    """Return the actions by which a seat declares the given values."""
    return tuple(Action(seat, DECLARE, value=value) for value in values)


def orders(state: State, seat: int) -> tuple[Action, ...]:
    """Return every order that a seat may append to its queue, in a fixed order."""
    hand, extra = state.players[seat].hand, state.players[seat].extra
    sorts: tuple[int, ...] = ()
    if UNKNOWN in hand:
        hand = tuple(sorted({*hand, *candidates(state, seat)}))
        sorts = hidden_sorts(state, seat)
    units, _, _, kinds = draft(state, seat)
    return _orders(state.config, seat, units, kinds, hand, sorts, extra)


@lru_cache(maxsize=64)
def _orders(
    config: Config,
    seat: int,
    units: tuple[int, ...],
    kinds: tuple[str, ...],
    hand: tuple[str, ...],
    sorts: tuple[int, ...],
    extra: tuple[str, ...],
) -> tuple[Action, ...]:
    """Return the orders of the given kinds; `sorts` holds the sorts of a hidden card."""
    cards = ("", *dict.fromkeys(hand))
    found = chain(*(_with_card(config, seat, units, kinds, card, sorts) for card in cards))
    fused = (
        _listed(config, seat, units, "fuse", card, FUSION)
        for card in (fusions(config, seat, extra) if "fuse" in kinds else ())
    )
    return (*found, *chain(*zip(*fused, strict=True)))


@lru_cache(maxsize=1024)
def _with_card(
    config: Config,
    seat: int,
    units: tuple[int, ...],
    kinds: tuple[str, ...],
    card: str,
    sorts: tuple[int, ...],
) -> tuple[Action, ...]:
    """Return the orders of the given kinds with a card of the hand, or without a card."""

    def listed(kind: str, sort: int = 0) -> tuple[Action, ...]:
        return _listed(config, seat, units, kind, card, sort) if kind in kinds else ()

    if not card:
        changes = chain(*zip(listed("flip"), listed("turn"), strict=True))
        return (*listed("wait"), *listed("move"), *changes)
    possible = sorted(sorts) if card == UNKNOWN else (config.cards[card].sort,)
    return tuple(chain(*(listed(kind, sort) for kind, sort in product(FROM_HAND, possible))))


@lru_cache(maxsize=4096)
def _listed(
    config: Config, seat: int, units: tuple[int, ...], kind: str, card: str, sort: int
) -> tuple[Action, ...]:
    """Return the orders of a kind, with a card of a sort; tributes vary fastest."""
    fit = _fit(config, seat, units, kind, card if card == UNKNOWN else "", sort)
    each = [_written(seat, intent._replace(card=card), facings) for intent, facings in fit]
    return tuple(chain(*each) if kind == "move" else chain(*zip(*each, strict=True)))


@lru_cache(maxsize=1024)
def _fit(
    config: Config, seat: int, units: tuple[int, ...], kind: str, card: str, sort: int
) -> list[tuple[Intent, tuple[bool, ...]]]:
    """Return the candidates that violate nothing, with their facings; a known card is ""."""
    either = (True, False) if kind in FROM_HAND else (True,)
    facings = (
        (
            intent,
            tuple(
                up for up in either if not unfit(config, seat, intent._replace(up=up), units, sort)
            ),
        )
        for intent in _candidates(kind, card, units)
    )
    return [each for each in facings if each[1]]


def _candidates(kind: str, card: str, units: tuple[int, ...]) -> Iterator[Intent]:
    """Yield the conceivable orders of a kind, without direction, facing and position."""
    slots = (0, *units)
    if kind in ("wait", "set"):
        yield Intent(kind, card=card)
    elif kind == "summon":
        for count in range(_MOST_TRIBUTES + 1):
            for paid in combinations(units, count):
                yield Intent(kind, card=card, tributes=paid, named=paid)
    elif kind == "fuse":
        for a, b in product(slots, slots):
            yield Intent(kind, a, card=card, other=b, named=(a, b))
    else:
        for slot in slots:
            yield Intent(kind, slot, named=(slot,))


@lru_cache(maxsize=8192)
def _written(seat: int, intent: Intent, facings: tuple[bool, ...]) -> tuple[Action, ...]:
    """Return an order with each direction, facing and position."""
    directions = range(6 if intent.kind in ("move", *FROM_HAND) else 1)
    positions = (False, True) if intent.kind == "summon" else (False,)
    forms = (
        intent._replace(direction=direction, up=up, sideways=sideways)
        for direction, up, sideways in product(directions, facings, positions)
    )
    return declared(SEATS[seat], map(order_text, forms))
