"""Violations in the dice phase: placements, take-backs, "set", redraw, Miracle."""

import re
from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from typing import Final

from rules.core.action import DECLARE, DRAW, FLIP, PASS, PLACE, READY, REMOVE, Action, Verb
from rules.core.values import DOWN, UNKNOWN
from rules.core.verdict import Violation, breach
from rules.games.dicebattle.cards import MIRACLE, REVIVAL, TOKEN
from rules.games.dicebattle.config import MAX_COPIES, MAX_REDRAWS, SEATS
from rules.games.dicebattle.hidden.views import (
    able,
    candidates,
    joiner,
    limit_of,
    must_redraw,
    unable,
)
from rules.games.dicebattle.resolve.effects import card_at
from rules.games.dicebattle.sets.rules import (
    allowed,
    card_faults,
    free_cells,
    staged,
    staged_faults,
    without_unit,
)
from rules.games.dicebattle.state import Phase, Player, State, has_token

Violations = tuple[Violation, ...]

_SET = Phase.SET
_CELL: Final = re.compile(r"([AB])\.(main|circle|stock)[1-9][0-9]?")


@lru_cache(maxsize=256)
def spot_of(cell: str) -> tuple[str, str]:
    """Return the seat and zone of a place for set cards, empty for any other cell."""
    spot = _CELL.fullmatch(cell)
    return (spot[1], spot[2]) if spot else ("", "")


def refuse(state: State, action: Action) -> Violations:
    """Return the violation of DBM-14.1 for an action that the phase never allows."""
    del state
    return (breach("DBM-14.1", seat=action.seat),)


def has_only(action: Action, *given: str) -> bool:
    """Return True if all fields of the action except those given are empty."""
    return (
        (not action.card or "card" in given)
        and (not action.at or "at" in given)
        and (not action.to or "to" in given)
        and (not action.value or "value" in given)
        and (not action.also or "also" in given)
        and (not action.turn or "turn" in given)
        and (action.facing is not DOWN or "facing" in given)
    )


# Cards being set.


def _place(state: State, action: Action) -> Violations:
    if action.at or action.value or action.also:
        return refuse(state, action)
    if action.card == TOKEN:
        return _token(state, action)
    owner, zone = spot_of(action.to)
    if owner != action.seat:
        return (breach("DBM-3.1", card=action.card, cell=action.to),)
    player = state.players[state.seat]
    reasons = [*_held(state, player, action.card), *placement_faults(state, player, zone, action)]
    name = action.card
    card = state.config.cards.get(name)
    if name != UNKNOWN and card is not None and card.deckable:
        whole, level = staged(state.config, player), joiner(state, state.seat, name)
        if not allowed(whole, zone, level) & state.config.masks.bits[card]:
            reasons += card_faults(whole, zone, card, level)
        if zone != "main" and not player.main and unable(state, state.seat, name):
            reasons.append(without_unit(zone, name))
    return tuple(reasons)


def _held(state: State, player: Player, name: str) -> Violations:
    """Return the violations if the seat cannot have the card in its hand."""
    if name in player.hand:
        return ()
    card = state.config.cards.get(name)
    if card is not None and not card.deckable:
        return (breach("DBM-2.3", card=name),)
    if UNKNOWN not in player.hand or card is None:
        return (breach("DBM-5.11", card=name),)
    if name in candidates(state, state.seat):
        return ()
    limit = limit_of(state, state.seat, name)
    return (breach("DBM-2.2", card=name, count=limit + 1, limit=min(limit, MAX_COPIES)),)


def placement_faults(state: State, player: Player, zone: str, action: Action) -> list[Violation]:
    """Check that a card is face down on a place for it, and sideways only if it is a grant."""
    faults = []
    if action.facing is not DOWN:
        faults.append(breach("DBM-5.11", card=action.card))
    if action.turn != (1 if zone == "stock" else 0):
        faults.append(breach("DBM-7.1", card=action.card, cell=action.to))
    cells = free_cells(state.config, state.seat, zone, getattr(player, zone))
    if action.to not in cells:
        case = "any" if state.config.any_place else ""
        faults.append(breach("DBM-6.3", case=case, card=action.card, cell=(*cells, action.to)[0]))
    return faults


def _token(state: State, action: Action) -> Violations:
    """Check a placement of the token "no unit", allowed after required redraws (DBM-5.8, 5.9)."""
    player = state.players[state.seat]
    faults = []
    if not has_only(action, "card", "to") or action.to != f"{action.seat}.main1":
        faults.append(breach("DBM-5.8", cell=f"{action.seat}.main1"))
    if player.set_now:
        faults.append(breach("DBM-5.8", cell=f"{action.seat}.main1"))
    can = able(state, state.seat)
    if can == 1:
        faults.append(breach("DBM-5.10"))
    elif must_redraw(state):  # assume that the hand has no unit, as the token claims
        faults.append(breach("DBM-5.6", count=player.redraws, limit=MAX_REDRAWS))
    return tuple(faults)


# Other actions in the dice phase.


def _remove(state: State, action: Action) -> Violations:
    player = state.players[state.seat]
    if has_only(action, "at") and any(placed.cell == action.at for placed in player.set_now):
        return ()
    if not has_only(action, "at"):
        return refuse(state, action)
    if any(placed.cell == action.at for placed in player.stock):
        return (breach("DBM-7.7", cell=action.at),)
    return (breach("DBM-5.11", cell=action.at),)


def _ready(state: State, action: Action) -> Violations:
    if not has_only(action):
        return refuse(state, action)
    player = state.players[state.seat]
    if not player.set_now:
        return _nothing_set(state, player)
    return staged_faults(state.config, player)


def _pass(state: State, _action: Action) -> Violations:
    """Return the violation for a pass: a unit, redraw or token is required (DBM-5.6, 5.8, 5.10)."""
    player = state.players[state.seat]
    if player.set_now:
        return (breach("DBM-5.10"),)
    return _nothing_set(state, player)


def _nothing_set(state: State, player: Player) -> Violations:
    """Return the violation if no unit is set, or every possible one if cards are unknown."""
    can = able(state, state.seat)
    if can == 1:
        return (breach("DBM-5.10"),)
    if not can:
        return (_no_unit(state, player, ""),)
    return (breach("DBM-5.10", case="if"), _no_unit(state, player, "if"))


def _no_unit(state: State, player: Player, case: str) -> Violation:
    """Return the violation if a seat cannot set a unit and must redraw or use the token.

    `case` is `if` when it is uncertain whether the seat can set a unit.
    """
    if must_redraw(state):
        return breach("DBM-5.6", case=case, count=player.redraws, limit=MAX_REDRAWS)
    return breach("DBM-5.8", case=case, cell=f"{SEATS[state.seat]}.main1")


def _declare(state: State, action: Action) -> Violations:
    """Check a redraw (DBM-5.5 to 5.7, 5.9); `also` names the hand's unknown cards."""
    if action.value != "redraw" or not has_only(action, "value", "also"):
        return refuse(state, action)
    player = state.players[state.seat]
    if not player.hand:
        return (breach("DBM-5.9", seat=action.seat),)
    faults: list[Violation] = []
    if player.redraws >= MAX_REDRAWS:
        faults.append(breach("DBM-5.5", count=player.redraws, limit=MAX_REDRAWS))
    cards, shown = state.config.cards, action.also
    hidden = player.hand.count(UNKNOWN)
    if shown:
        possible = candidates(state, state.seat)
        for card, count in sorted(Counter(shown).items()):
            if count > possible.get(card, 0):
                faults.append(
                    breach("DBM-2.2", card=card, count=count, limit=possible.get(card, 0))
                )
        if len(shown) != hidden:
            faults.append(breach("DBM-5.5", count=len(shown), limit=hidden))
    held = [card for card in (*player.hand, *shown) if card in cards]
    fits = [c for c in held if cards[c].unit and cards[c].cost <= player.roll]
    fits += [placed.card for placed in player.main]
    if fits:
        faults.append(breach("DBM-5.7", card=fits[0]))
    elif player.set_now:
        faults.append(breach("DBM-5.5", count=len(player.set_now), limit=0))
    return tuple(faults)


def _flip(state: State, action: Action) -> Violations:
    """Check that the card turned over is Miracle, as the dice phase requires (DBM-5.3)."""
    faults = action_card(state, action)
    if faults or action.at == f"{action.seat}.{MIRACLE}":
        return faults
    if card_at(state, action.at) is not None:
        return (breach("DBM-8.1", cell=action.at),)
    return refuse(state, action)


def after_set(state: State, action: Action) -> Violations:
    """Return the violation if a seat whose set is complete changes it (DBM-5.8, DBM-5.11)."""
    if action.seat not in SEATS or action.verb is FLIP:
        return ()
    player = state.players[SEATS.index(action.seat)]
    if not player.done:
        return ()
    if action.verb is PLACE:
        own = spot_of(action.to)[0] == action.seat
    else:
        own = any(placed.cell == action.at for placed in player.set_now)
    if not own:
        return ()
    if has_token(player):
        case = "beside" if action.verb is PLACE else ""
        return (breach("DBM-5.8", case=case, card=action.card, cell=player.main[0].cell),)
    return (breach("DBM-5.11", case="done"),)


def action_card(state: State, action: Action) -> Violations:
    """Return the violations if an action card is turned over now; () for any other action."""
    if action.verb is not FLIP or action.seat not in SEATS:
        return ()
    seat = SEATS.index(action.seat)
    player = state.players[seat]
    mine = state.seat == seat and has_only(action, "at")
    if action.at == f"{action.seat}.{MIRACLE}":
        free = player.miracle and not player.set_now and state.phase is _SET and mine
        return () if free else (breach("DBM-5.3", card=MIRACLE),)
    if action.at != f"{action.seat}.{REVIVAL}":
        return ()
    faults = []
    if state.battle.stage == "over" and state.battle.winner != 1 - seat:
        faults.append(breach("DBM-10.4", seat=action.seat))
    elif state.phase is Phase.REVIVE:
        faults.append(breach("DBM-10.2", card=REVIVAL))
    elif state.battle.stage == "over" and not state.battle.used[seat]:
        faults.append(breach("DBM-10.3", seat=action.seat))
    if not faults or not player.revival:
        faults.append(breach("DBM-10.1", card=REVIVAL, seat=action.seat))
    return tuple(faults)


VERBS: dict[Verb, Callable[[State, Action], Violations]] = {
    PLACE: _place,
    REMOVE: _remove,
    READY: _ready,
    DECLARE: _declare,
    FLIP: _flip,
    PASS: _pass,
    DRAW: lambda _, action: (breach("DBM-11.3", seat=action.seat),),
}
