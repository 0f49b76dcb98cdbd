"""Every order that a seat may write, from cached tables.

The available orders depend only on the seat, the units that may be named, and the cards in hand.
"""

from collections.abc import Iterable
from functools import lru_cache
from itertools import chain, combinations

from rules.core.action import Action, Verb
from rules.core.values import UNKNOWN
from rules.games.spherion.cards import NO_MONSTER, Kind, pool
from rules.games.spherion.config import SEATS
from rules.games.spherion.orders.draft import candidates, draft
from rules.games.spherion.orders.order import summon_text
from rules.games.spherion.state import State


def declared(seat: str, values: Iterable[str]) -> tuple[Action, ...]:
    """Return the actions by which a seat declares the given values."""
    return tuple(Action(seat, Verb.DECLARE, value=value) for value in values)


def orders(state: State, seat: int) -> tuple[Action, ...]:
    """Return every order that a seat may append to its queue, in a fixed order."""
    units, sp, mp = draft(state, seat)
    costs, hand = state.config.costs, state.players[seat].hand
    sorts: tuple[int, ...] = ()
    if UNKNOWN in hand:
        hidden = candidates(state, seat)
        hand, sorts = tuple(sorted({*hand, *hidden})), _sorts(frozenset(hidden))
    extra = fusions(state, seat) if sp >= costs["fuse"][0] and len(units) > 1 else ()
    return _orders(SEATS[seat], units, mp > 0, hand, sorts, sp > 0, sp >= costs["set"][0], extra)


def fusions(state: State, seat: int) -> tuple[str, ...]:
    """Return the fusion cards that a seat's extra deck contains or may contain, sorted."""
    return _fusions(state.players[seat].extra, state.config.decks[seat] is None)


@lru_cache(maxsize=256)
def _fusions(extra: tuple[str, ...], unlisted: bool) -> tuple[str, ...]:  # noqa: FBT001 - a cache key
    every = (card.id for card in pool().values() if card.kind is Kind.FUSION and unlisted)
    return tuple(sorted({*extra, *every} - {UNKNOWN}))


@lru_cache(maxsize=64)
def _orders(
    seat: str,
    units: tuple[int, ...],
    moves: bool,  # noqa: FBT001 - a cache key
    cards: tuple[str, ...],
    sorts: tuple[int, ...],
    summons: bool,  # noqa: FBT001 - as above
    sets: bool,  # noqa: FBT001 - as above
    extra: tuple[str, ...],
) -> tuple[Action, ...]:
    """Return the affordable orders; `sorts` holds the sorts of a hidden card."""
    actions = [*_standing(seat, units, moves)]
    for card in dict.fromkeys(cards):
        for sort in sorts if card == UNKNOWN else (pool()[card].sort,):
            if sort != NO_MONSTER and summons:
                actions += _summons(seat, card, units, sort)
            if sort == NO_MONSTER and sets:
                actions += _sets(seat, card)
    return (*actions, *_fuses(seat, units, extra))


@lru_cache(maxsize=256)
def _standing(seat: str, units: tuple[int, ...], moves: bool) -> tuple[Action, ...]:  # noqa: FBT001 - as above
    texts = ["wait"]
    if moves:
        texts += [f"move:{unit}:{d}" for unit in ("dm", *units) for d in range(6)]
    texts += [f"{kind}:{unit}" for unit in units for kind in ("flip", "turn")]
    return declared(seat, texts)


@lru_cache(maxsize=2048)
def _sorts(hidden: frozenset[str]) -> tuple[int, ...]:
    """Return the possible sorts of a hidden card, spells last; all sorts if `hidden` is empty."""
    sorts = {pool()[card].sort for card in hidden} or {0, 1, 2, NO_MONSTER}
    return (*sorted(sorts - {NO_MONSTER}), *sorts & {NO_MONSTER})


@lru_cache(maxsize=1024)
def _summons(seat: str, card: str, units: tuple[int, ...], need: int) -> tuple[Action, ...]:
    """Return the summons with any tributes, which vary fastest."""
    each = (_summon(seat, card, tributes) for tributes in combinations(units, need))
    return tuple(chain.from_iterable(zip(*each, strict=True)))


@lru_cache(maxsize=4096)
def _summon(seat: str, card: str, tributes: tuple[int, ...]) -> tuple[Action, ...]:
    texts = (
        summon_text(card, d, facing, position, tributes)
        for d in range(6)
        for facing in _facings(card)
        for position in ("attack", "defence")
    )
    return declared(seat, texts)


@lru_cache(maxsize=1024)
def _sets(seat: str, card: str) -> tuple[Action, ...]:
    return declared(seat, (f"set:{card}:{d}:{f}" for d in range(6) for f in _facings(card)))


def _facings(card: str) -> tuple[str, ...]:
    return ("down",) if card == UNKNOWN else ("up", "down")


@lru_cache(maxsize=256)
def _fuses(seat: str, units: tuple[int, ...], extra: tuple[str, ...]) -> tuple[Action, ...]:
    pairs = ((a, b) for a in units for b in units if a != b)
    return declared(seat, (f"fuse:{a}:{b}:{card}" for a, b in pairs for card in extra))
