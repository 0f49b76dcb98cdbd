"""Violations that an order causes when it is written (SPH-5.5, SPH-5.6, SPH-7, SPH-15.5).

`misnamed`, `misplaced` and `too_dear` state the rules; `options` lists the orders that violate
none. A card matters only by its sort, so a face-down card is judged once per sort that it can be.
"""

from rules.core.values import UNKNOWN
from rules.core.verdict import Violation, breach
from rules.games.spherion.cards import FUSION, NO_MONSTER
from rules.games.spherion.config import SEATS, Config
from rules.games.spherion.orders.draft import (
    FROM_HAND,
    Draft,
    fusions,
    hidden_sorts,
    may_hold,
    too_dear,
)
from rules.games.spherion.orders.order import Intent
from rules.games.spherion.state import Phase, State

Violations = tuple[Violation, ...]

_CARD_CLAUSES = {"summon": "SPH-7.5", "set": "SPH-7.6", "fuse": "SPH-7.8"}
_PLAN = Phase.PLAN  # an enum look-up takes a tenth of a microsecond


def breaks(clause: str, *, case: str = "", **about: str | int) -> Violations:
    """Return a tuple with one violation, for concatenation."""
    return (breach(clause, case, **about),)


def too_long(state: State, seat: int) -> Violations:
    """Check the length of the queue during planning (SPH-5.5)."""
    limit, count = state.config.queue_cap, len(state.players[seat].queue) + 1
    if state.phase is _PLAN and count > limit:
        return breaks("SPH-5.5", count=count, limit=limit)
    return ()


def ordered(state: State, seat: int, intent: Intent, resources: Draft) -> Violations:
    """Return every violation that an order causes, without a check of the queue's length.

    An order with a face-down card violates nothing if it is legal for one of the card's sorts.
    """
    held = state.players[seat].hand
    if intent.card != UNKNOWN or intent.kind not in FROM_HAND or UNKNOWN not in held:
        return judged_as(state.config, seat, intent, resources, _sort(state, seat, intent))
    worlds = (
        judged_as(state.config, seat, intent, resources, sort) for sort in hidden_sorts(state, seat)
    )
    return min(worlds, key=len)


def judged_as(
    config: Config, seat: int, intent: Intent, resources: Draft, sort: int | None
) -> Violations:
    """Return the violations of an order whose card is of the given sort."""
    violated = unfit(config, seat, intent, resources.units, sort)
    if intent.kind in resources.kinds:
        return violated
    return violated + too_dear(config, intent.kind, resources.sp, resources.mp)


def unfit(
    config: Config, seat: int, intent: Intent, units: tuple[int, ...], sort: int | None
) -> Violations:
    """Check an order's units and its card, whose sort is None if the seat has no such card."""
    kind, named = intent.kind, intent.named
    violated: Violations = ()
    if named:
        if kind != "move" and 0 in named:
            violated += breaks("SPH-7.11", seat=SEATS[seat])
        if kind == "fuse" and intent.unit == intent.other:
            violated += breaks("SPH-7.8", card=intent.card)
        missing = [slot for slot in named if slot and slot not in units]
        if missing:
            violated += breaks("SPH-17.1", target=str(missing[0]), limit=config.field_limit)
    return violated + _misplaced(intent, sort) if kind in _CARD_CLAUSES else violated


def _misplaced(intent: Intent, sort: int | None) -> Violations:
    """Check that monsters are summoned and other cards are set (SPH-7.5, SPH-7.6)."""
    kind, card, case, more = intent.kind, intent.card, "", {}
    if sort is None:
        clause = _CARD_CLAUSES[kind]
    elif kind == "fuse":
        return ()
    elif card == UNKNOWN and intent.up:
        clause = "SPH-15.5"
    elif sort == FUSION:
        clause = "SPH-7.5e"
    elif (kind == "set") != (sort == NO_MONSTER):
        clause, case = _CARD_CLAUSES[kind], "monster" if kind == "set" else "spell"
    elif kind == "summon" and len(intent.tributes) != sort:
        clause, more = "SPH-7.5b", {"count": len(intent.tributes), "limit": sort}
    else:
        return ()
    return breaks(clause, case=case, **({"card": card} if card else {}), **more)


def _sort(state: State, seat: int, intent: Intent) -> int | None:
    """Return the sort of an order's card; None if the seat has no such card for the order."""
    config, player = state.config, state.players[seat]
    if intent.kind == "fuse":
        return FUSION if intent.card in fusions(config, seat, player.extra) else None
    card = config.cards.get(intent.card)
    if card is None or (card.sort != FUSION and not may_hold(state, seat, card.id)):
        return None
    return card.sort
