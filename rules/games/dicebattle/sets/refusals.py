"""Why an action of the dice phase is refused: laying, taking back, "set", redraw, Miracle."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Final

from rules.core.action import Verb
from rules.core.values import UNKNOWN, Facing
from rules.core.verdict import Violation, breach
from rules.games.dicebattle.cards import MIRACLE, REVIVAL, TOKEN
from rules.games.dicebattle.config import MAX_COPIES, MAX_REDRAWS, SEATS
from rules.games.dicebattle.hidden.views import (
    able,
    candidates,
    left_of,
    limit_of,
    must_redraw,
    unable,
)
from rules.games.dicebattle.resolve.effects import lying_at
from rules.games.dicebattle.sets.rules import (
    card_faults,
    free_cell,
    staged_faults,
    staged_spread,
    without_unit,
)
from rules.games.dicebattle.state import (
    Laid,
    Phase,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from rules.core.action import Action
    from rules.games.dicebattle.state import Player, State

Found = tuple[Violation, ...]

_SET, _DOWN = Phase.SET, Facing.DOWN
CELL: Final = re.compile(r"([AB])\.(main|circle|stock)([1-9][0-9]?)")


def refused(state: State, action: Action) -> Found:
    """Refuse an action that this phase never allows (DBM-14.1)."""
    del state
    return (breach("DBM-14.1", seat=action.seat),)


def bare(action: Action, *given: str) -> bool:
    """Whether the action says nothing but the fields given."""
    return (
        (not action.card or "card" in given)
        and (not action.at or "at" in given)
        and (not action.to or "to" in given)
        and (not action.value or "value" in given)
        and (not action.also or "also" in given)
        and (not action.turn or "turn" in given)
        and (action.facing is not _DOWN or "facing" in given)
    )


# Setting a card.


def _place(state: State, action: Action) -> Found:
    player = state.players[state.seat]
    if not bare(action, "card", "to", "facing", "turn"):
        return refused(state, action)
    if action.card == TOKEN:
        return _token(state, action)
    found = CELL.fullmatch(action.to)
    if found is None or found[1] != action.seat:
        return (breach("DBM-3.1", card=action.card, cell=action.to),)
    zone = found[2]
    reasons = [*_held(state, player, action.card), *lying(state, player, zone, action)]
    name = action.card
    card = state.config.cards.get(name)
    if name != UNKNOWN and card is not None and card.deckable:
        reasons += _set_with(state, player, zone, name)
        if zone != "main" and not player.main and unable(state, state.seat, name):
            reasons.append(late(zone, name))
    return tuple(reasons)


def _held(state: State, player: Player, name: str) -> Found:
    """Whether the seat can have the card in its hand."""
    if name in player.hand:
        return ()
    card = state.config.cards.get(name)
    if card is not None and not card.deckable:
        return (breach("DBM-2.3", card=name),)
    if UNKNOWN not in player.hand or card is None:
        return (breach("DBM-5.11", card=name),)
    if left_of(state, state.seat, name) > 0:
        return ()
    limit = limit_of(state, state.seat, name)
    return (breach("DBM-2.2", card=name, count=limit + 1, limit=min(limit, MAX_COPIES)),)


def late(zone: str, name: str) -> Violation:
    """DBM-6.5, DBM-7.2: no unit can follow."""
    return without_unit("DBM-6.5" if zone == "circle" else "DBM-7.2", name)


def lying(state: State, player: Player, zone: str, action: Action) -> list[Violation]:
    """How a card is laid: face down, grants alone sideways, on the next free place."""
    found = []
    if action.facing is not _DOWN:
        found.append(breach("DBM-5.11", card=action.card))
    if action.turn != (1 if zone == "stock" else 0):
        found.append(breach("DBM-7.1", card=action.card, cell=action.to))
    lying = _zone(player, zone)
    cell = free_cell(state.seat, zone, lying)
    if action.to != cell:
        found.append(breach("DBM-6.3", card=action.card, cell=cell))
    return found


def _zone(player: Player, zone: str) -> tuple[Laid, ...]:
    return {"main": player.main, "circle": player.circle, "stock": player.stock}[zone]


def _set_with(state: State, player: Player, zone: str, card: str) -> Found:
    """What the set would break with one card more; its unit may still follow."""
    spread = staged_spread(state.config, player).added(zone, state.config.cards[card])
    return tuple(card_faults(player.roll, spread))


def _token(state: State, action: Action) -> Found:
    """DBM-5.8, 5.9: the token stands for "no unit", after every redraw that has to be made."""
    player = state.players[state.seat]
    found = []
    if not bare(action, "card", "to") or action.to != f"{action.seat}.main1":
        found.append(breach("DBM-5.8", cell=f"{action.seat}.main1"))
    if player.set_now:
        found.append(breach("DBM-5.8", cell=f"{action.seat}.main1"))
    can = able(state, state.seat)
    if can == 1:
        found.append(breach("DBM-5.10"))
    elif must_redraw(state):  # whoever lays it says that there is no unit, and nobody knows better
        found.append(breach("DBM-5.6", count=player.redraws, limit=MAX_REDRAWS))
    return tuple(found)


# The rest of the dice phase.


def _remove(state: State, action: Action) -> Found:
    player = state.players[state.seat]
    if bare(action, "at") and any(laid.cell == action.at for laid in player.set_now):
        return ()
    if not bare(action, "at"):
        return refused(state, action)
    if any(laid.cell == action.at for laid in player.stock):
        return (breach("DBM-7.7", cell=action.at),)
    return (breach("DBM-5.11", cell=action.at),)


def _ready(state: State, action: Action) -> Found:
    if not bare(action):
        return refused(state, action)
    player = state.players[state.seat]
    if not player.set_now or any(laid.card == TOKEN for laid in player.main):
        return _nothing_set(state, player)
    return staged_faults(state.config, player, whole=True)


def _pass(state: State, action: Action) -> Found:
    """No pass: a unit, the redraw or the token is due (DBM-5.6, 5.8, 5.10)."""
    del action
    player = state.players[state.seat]
    if player.set_now and all(laid.card != TOKEN for laid in player.main):
        return (breach("DBM-5.10"),)
    return _nothing_set(state, player)


def _nothing_set(state: State, player: Player) -> Found:
    """What is due; a unit, and what is due without one, where nobody knows the cards."""
    if any(laid.card == TOKEN for laid in player.main):
        return (breach("DBM-5.8", cell=f"{SEATS[state.seat]}.main1"),)
    can = able(state, state.seat)
    if can == 1:
        return (breach("DBM-5.10"),)
    if not can:
        return (_no_unit(state, player, ""),)
    return (breach("DBM-5.10", case="if"), _no_unit(state, player, "if"))


def _no_unit(state: State, player: Player, case: str) -> Violation:
    """Nothing can be set, or it may be so (`if`): first the redraws, then the token."""
    if must_redraw(state):
        return breach("DBM-5.6", case=case, count=player.redraws, limit=MAX_REDRAWS)
    return breach("DBM-5.8", case=case, cell=f"{SEATS[state.seat]}.main1")


def _declare(state: State, action: Action) -> Found:
    """A redraw (DBM-5.5 to 5.7, 5.9); `with` names the cards of the hand that nobody knew."""
    if action.value != "redraw" or not bare(action, "value", "also"):
        return refused(state, action)
    player = state.players[state.seat]
    if not player.hand:
        return (breach("DBM-5.9", seat=action.seat),)
    found: list[Violation] = []
    if player.redraws >= MAX_REDRAWS:
        found.append(breach("DBM-5.5", count=player.redraws, limit=MAX_REDRAWS))
    cards, shown = state.config.cards, action.also
    hidden = player.hand.count(UNKNOWN)
    if shown:
        left = candidates(state, state.seat)
        for card, count in sorted(Counter(shown).items()):
            if count > left.get(card, 0):
                found.append(breach("DBM-2.2", card=card, count=count, limit=left.get(card, 0)))
        if len(shown) != hidden:
            found.append(breach("DBM-5.5", count=len(shown), limit=hidden))
    held = [card for card in (*player.hand, *shown) if card in cards]
    fits = [c for c in held if cards[c].unit and cards[c].cost <= player.roll]
    fits += [laid.card for laid in player.main]
    if fits:
        found.append(breach("DBM-5.7", card=fits[0]))
    elif player.set_now:
        found.append(breach("DBM-5.5", count=len(player.set_now), limit=0))
    return tuple(found)


def _flip(state: State, action: Action) -> Found:
    """Miracle (DBM-5.3); nothing else is turned over in the dice phase."""
    found = action_card(state, action)
    if found or action.at == f"{action.seat}.{MIRACLE}":
        return found
    if lying_at(state, action.at) is not None:
        return (breach("DBM-8.1", cell=action.at),)
    return refused(state, action)


def once_set(state: State, action: Action) -> bool:
    """Whether a seat adds, moves or takes back a card after it has said "set" (DBM-5.11)."""
    if action.seat not in SEATS:
        return False
    player = state.players[SEATS.index(action.seat)]
    if not player.done or action.verb is Verb.FLIP:
        return False
    if action.verb is Verb.PLACE:
        spot = CELL.fullmatch(action.to)
        return spot is not None and spot[1] == action.seat
    return any(laid.cell == action.at for laid in player.set_now)


def action_card(state: State, action: Action) -> Found:
    """What turning over an action card breaks at the present moment; () if it is none."""
    if action.verb is not Verb.FLIP or action.seat not in SEATS:
        return ()
    seat = SEATS.index(action.seat)
    player = state.players[seat]
    mine = state.seat == seat and bare(action, "at")
    if action.at == f"{action.seat}.{MIRACLE}":
        free = player.miracle and not player.set_now and state.phase is _SET and mine
        return () if free else (breach("DBM-5.3", card=MIRACLE),)
    if action.at != f"{action.seat}.{REVIVAL}":
        return ()
    found = []
    if state.battle.stage == "over" and state.battle.winner != 1 - seat:
        found.append(breach("DBM-10.4", seat=action.seat))
    elif state.phase is Phase.REVIVE:
        found.append(breach("DBM-10.2", card=REVIVAL))
    elif state.battle.stage == "over" and not state.battle.used[seat]:
        found.append(breach("DBM-10.3", seat=action.seat))
    if not found or not player.revival:
        found.append(breach("DBM-10.1", card=REVIVAL, seat=action.seat))
    return tuple(found)


VERBS: dict[Verb, Callable[[State, Action], Found]] = {
    Verb.PLACE: _place,
    Verb.REMOVE: _remove,
    Verb.READY: _ready,
    Verb.DECLARE: _declare,
    Verb.FLIP: _flip,
    Verb.PASS: _pass,
    Verb.DRAW: lambda _, action: (breach("DBM-11.3", seat=action.seat),),
}
