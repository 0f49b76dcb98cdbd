"""Verdicts on exchange and pass with hidden hands: they depend on the cards that could be placed.

Only one property of a hand counts: its first card that fits, or that none does. So there are two
kinds of hands to judge, and a card is named only if it is the same in all of a kind.
"""

from __future__ import annotations

from collections.abc import Mapping

from rules.core.action import Action, Verb
from rules.core.values import UNKNOWN, Facing
from rules.core.verdict import each_clause_once
from rules.games.yggdrasil.config import SEATS
from rules.games.yggdrasil.hidden import limit_of, seen_of
from rules.games.yggdrasil.placing import Found, exchange, held, refused
from rules.games.yggdrasil.state import Phase, State
from rules.games.yggdrasil.tree import ANY, Fit, Fits, lowest
from rules.games.yggdrasil.violations import nothing_else, superfluous

_PLACE, _REFILL = Phase.PLACE, Phase.REFILL


def violations_by_world(state: State, action: Action) -> list[Found] | None:
    """Return the violations with each hand that decides; None if nothing hidden matters."""
    seat, phase = state.seat, state.phase
    hidden = state.players[seat].hand.count(UNKNOWN)
    if not hidden or phase not in (_PLACE, _REFILL) or action.seat != SEATS[seat] or state.ending:
        return None
    if action.verb is Verb.PLACE:
        if phase is _REFILL or action.to != f"{SEATS[seat]}.discard" or superfluous(action):
            return None
        return _exchanges(state, action, hidden)
    if action.verb is not Verb.PASS or state.config.may_pass or superfluous(action):
        return None
    tail = (refused(action),) if action.facing is Facing.DOWN else ()
    fits = _fits(state, state.players[seat].hand, seen_of(state, seat), hidden)
    return [each_clause_once((*nothing_else(state, fit), *tail)) for fit in fits] or None


def _exchanges(state: State, action: Action, hidden: int) -> list[Found] | None:
    seat, card = state.seat, action.card
    seen = seen_of(state, seat)
    if card not in state.players[seat].hand and limit_of(state, seat, card) > seen[card]:
        seen[card] += 1  # one of the hidden cards is the one that is given away
        hidden -= 1
    if not hidden or state.config.get("prove_exchange") == "always":
        return None
    fits = _fits(state, held(state, card), seen, hidden)
    return [each_clause_once(found) for found in exchange(state, action, fits)] or None


def _fits(
    state: State, hand: tuple[str, ...], seen: Mapping[str, int], hidden: int
) -> list[Fit | None]:
    """Return the first fitting card of the hands in which one fits, and None for the others.

    Where it is not the same card in all of them, only its existence is reported.
    """
    fits = Fits(state, state.seat)
    known, idle = fits.first(hand), 0
    some: Fit | None = None
    for card, limit in state.config.limits[state.seat].items():
        left = limit - seen.get(card, 0)
        if left <= 0:
            continue
        cells = fits.anywhere(card)
        if not cells:
            idle += left
        elif some is not ANY:
            fit = known if known is not None and known[0] < card else (card, lowest(cells))
            some = fit if some is None or some == fit else ANY
        if some is ANY and idle >= hidden:
            break
    found: list[Fit | None] = [] if some is None else [some]
    return [*found, known] if idle >= hidden else found
