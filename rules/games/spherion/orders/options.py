"""Every order that a seat may write, from cached tables.

The available orders depend only on the seat, the units that may be named, and the cards in hand.
"""

from functools import lru_cache
from itertools import combinations

from rules.core.action import Action, Verb
from rules.core.values import UNKNOWN
from rules.games.spherion.cards import NO_MONSTER, Kind, pool
from rules.games.spherion.config import SEATS
from rules.games.spherion.orders.draft import draft, playable
from rules.games.spherion.orders.order import summon_text
from rules.games.spherion.state import State


@lru_cache(maxsize=4096)
def declared(seat: str, values: tuple[str, ...]) -> tuple[Action, ...]:
    """Return the actions by which a seat declares the given values."""
    return tuple(Action(seat, Verb.DECLARE, value=value) for value in values)


def orders(state: State, seat: int) -> list[Action]:
    """Return every order that a seat may append to its queue, in a fixed order."""
    name, config = SEATS[seat], state.config
    units, sp, mp = draft(state, seat)
    cards, hidden = playable(state, seat)
    actions = [
        *_standing(name, units, mp > 0),
        *_played(name, units, cards, _sorts(hidden), sp > 0, sp >= config.spell_cost),
    ]
    if sp >= config.fuse_cost and len(units) > 1:
        extra = tuple(sorted(set(fusions(state, seat))))
        if extra:
            actions += _fuses(name, units, extra)
    return actions


def fusions(state: State, seat: int) -> list[str]:
    """Return the fusion cards that a seat's extra deck contains or may contain."""
    extra = state.players[seat].extra
    known = [card for card in extra if card != UNKNOWN]
    if state.config.decks[seat] is None:
        known += [c.id for c in state.config.cards.values() if c.kind is Kind.FUSION]
    return known


@lru_cache(maxsize=1024)
def _standing(seat: str, units: tuple[int, ...], moves: bool) -> tuple[Action, ...]:  # noqa: FBT001 - a cache key
    texts = ["wait"]
    if moves:
        texts += [f"move:{unit}:{d}" for unit in ("dm", *units) for d in range(6)]
    texts += [f"{kind}:{unit}" for unit in units for kind in ("flip", "turn")]
    return declared(seat, tuple(texts))


@lru_cache(maxsize=2048)
def _played(
    seat: str,
    units: tuple[int, ...],
    cards: tuple[str, ...],
    hidden: tuple[int, ...],
    summons: bool,  # noqa: FBT001 - a cache key
    sets: bool,  # noqa: FBT001 - as above
) -> tuple[Action, ...]:
    """Return the affordable orders from the hand; `hidden` holds the sorts of a hidden card."""
    actions: list[Action] = []
    for card in cards:
        for sort in hidden if card == UNKNOWN else (pool()[card].sort,):
            if sort != NO_MONSTER and summons:
                actions += _summons(seat, card, units, sort)
            if sort == NO_MONSTER and sets:
                actions += _sets(seat, card)
    return tuple(actions)


@lru_cache(maxsize=2048)
def _sorts(hidden: frozenset[str]) -> tuple[int, ...]:
    """Return the possible sorts of a hidden card, spells last; all sorts if `hidden` is empty."""
    sorts = {pool()[card].sort for card in hidden} or {0, 1, 2, NO_MONSTER}
    return (*sorted(sorts - {NO_MONSTER}), *sorts & {NO_MONSTER})


@lru_cache(maxsize=8192)
def _summons(seat: str, card: str, units: tuple[int, ...], need: int) -> tuple[Action, ...]:
    facings = ("down",) if card == UNKNOWN else ("up", "down")
    return declared(
        seat,
        tuple(
            summon_text(card, d, facing, position, tributes)
            for d in range(6)
            for facing in facings
            for position in ("attack", "defence")
            for tributes in combinations(units, need)
        ),
    )


@lru_cache(maxsize=1024)
def _sets(seat: str, card: str) -> tuple[Action, ...]:
    facings = ("down",) if card == UNKNOWN else ("up", "down")
    return declared(seat, tuple(f"set:{card}:{d}:{facing}" for d in range(6) for facing in facings))


@lru_cache(maxsize=1024)
def _fuses(seat: str, units: tuple[int, ...], extra: tuple[str, ...]) -> tuple[Action, ...]:
    return declared(
        seat,
        tuple(f"fuse:{a}:{b}:{card}" for a in units for b in units if a != b for card in extra),
    )
