"""The worlds that decide where cards are hidden: as few as can show every verdict.

A card laid unseen is judged as one of each sort that a zone tells apart (`Guesses.sorts`), the
lightest and the heaviest it can be.  "Set" is judged over fillings of the cards that lie face
down: one that is a legal set, if there is any, and some that break what can be broken.  Redraw
and token depend on the hand: one that holds a unit that can be set, and one that does not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules._action import Action, Verb
from rules._values import UNKNOWN
from rules.games.dicebattle._cards import TOKEN
from rules.games.dicebattle._config import SEATS
from rules.games.dicebattle._hidden import candidates, low_and_idle, must_redraw
from rules.games.dicebattle._sets import set_faults, settable
from rules.games.dicebattle._state import Phase

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from rules.games.dicebattle._state import Laid, Player, State

__all__ = ["worlds"]

_SET, _PLACE, _READY, _DECLARE = Phase.SET, Verb.PLACE, Verb.READY, Verb.DECLARE
_ZONES = {"m": "main", "c": "circle", "s": "stock"}
"""A zone by the first letter of its cells' names."""


def worlds(state: State, action: Action) -> list[tuple[State, Action]] | None:
    """The fully known pairs that decide; None if nothing hidden matters."""
    if state.phase is not _SET or action.seat != SEATS[state.seat]:
        return None
    player, verb = state.players[state.seat], action.verb
    if verb is _PLACE:
        if action.card == UNKNOWN and UNKNOWN in player.hand:
            return _unseen(state, action)
        if action.card != TOKEN or must_redraw(state):  # illegal in every world
            return None
    elif verb is _READY:
        # Without a unit no set is legal, whatever the cards are.
        if player.main and _lies_unseen(player) and action == Action(action.seat, _READY):
            return [(filled, action) for filled in _fillings(state, player)] or None
        return None
    elif verb is not _DECLARE or action.also:
        return None
    if settable(state, state.seat) < 0:
        return [(held, action) for held in _hands(state)] or None
    return None


def _with(state: State, player: Player) -> State:
    a, b = state.players
    return state._replace(players=(player, b) if state.seat == 0 else (a, player))


def _lies_unseen(player: Player) -> bool:
    return any(laid.card == UNKNOWN for laid in player.set_now)


# A card laid unseen.


def _unseen(state: State, action: Action) -> list[tuple[State, Action]] | None:
    zone = _ZONES.get(action.to[2:3])
    if zone is None:
        return None
    a, names = action, _identities(state, zone, candidates(state, state.seat))
    return [
        (state, Action(a.seat, a.verb, name, a.at, a.to, a.facing, a.turn, a.value, a.also))
        for name in names
    ] or None


def _identities(state: State, zone: str, left: Mapping[str, int]) -> Iterator[str]:
    """The lightest and the heaviest card of each sort that a hidden card in a zone can be."""
    cards = state.config.cards
    for sort in state.config.guesses[zone].sorts:
        able = [card for card in sort if card in left]
        if able:
            yield able[0]
            if cards[able[-1]].weight(zone) > cards[able[0]].weight(zone):
                yield able[-1]


# Redraw and token.


def _hands(state: State) -> list[State]:
    """A hand with a unit that can be set, and one without, as far as the cards allow."""
    player = state.players[state.seat]
    hidden = player.hand.count(UNKNOWN)
    low, idle = low_and_idle(state, state.seat)
    known = tuple(card for card in player.hand if card != UNKNOWN)
    hands = []
    if low:
        hands.append((*known, low[0], *(UNKNOWN,) * (hidden - 1)))
    if len(idle) >= hidden:
        hands.append((*known, *idle[:hidden]))
    return [_with(state, player._replace(hand=tuple(sorted(hand)))) for hand in hands]


# "Set": fillings of the cards that lie face down, in the order of `Player.set_now`.


def _fillings(state: State, player: Player) -> Iterator[State]:
    """A legal filling if there is one, and fillings that break what can be broken."""
    left = candidates(state, state.seat)
    down = [laid for laid in player.set_now if laid.card == UNKNOWN]
    found: list[tuple[str, ...]] = []
    if len(player.set_now) <= player.roll:  # every card weighs 1 at least
        found += _legal_filling(state, player, down, (), left)
    for order in range(3):
        filling = _filled(state, down, left, order)
        if filling not in found and _faults(state, player, down, filling, whole=True):
            found.append(filling)
    for filling in found:
        yield _bound(state, player, down, filling)


def _zone(laid: Laid) -> str:
    return _ZONES[laid.cell[2]]


def _legal_filling(
    state: State, player: Player, down: list[Laid], filling: tuple[str, ...], left: dict[str, int]
) -> list[tuple[str, ...]]:
    """One legal filling that begins with `filling`, or none; depth first, light cards first."""
    if len(filling) == len(down):
        return [] if _faults(state, player, down, filling, whole=True) else [filling]
    zone, cards = _zone(down[len(filling)]), state.config.cards
    tried: set[tuple[object, ...]] = set()
    guesses = state.config.guesses[zone]
    for name in guesses.fitting if len(player.main) < 2 else guesses.together:
        card = cards[name]
        sort = (card.kind, card.cost, card.exception, card.grant_level)
        if left.get(name, 0) <= 0 or sort in tried:
            continue
        tried.add(sort)
        if _faults(state, player, down, (*filling, name), whole=False):
            continue
        found = _legal_filling(
            state, player, down, (*filling, name), {**left, name: left[name] - 1}
        )
        if found:
            return found
    return []


def _filled(state: State, down: list[Laid], left: dict[str, int], order: int) -> tuple[str, ...]:
    """Each card in turn the first of an order of `Guesses.worst` that is still to be had."""
    counts, filling = dict(left), []
    for laid in down:
        names = state.config.guesses[_zone(laid)].worst[order]
        name = next((name for name in names if counts.get(name, 0)), UNKNOWN)
        counts[name] = counts.get(name, 0) - 1
        filling.append(name)
    return tuple(filling)


def _faults(
    state: State, player: Player, down: list[Laid], filling: tuple[str, ...], *, whole: bool
) -> bool:
    """Whether a filling, as far as it goes, breaks anything."""
    known = {laid.cell: card for laid, card in zip(down, filling, strict=False)}
    main = tuple([known.get(laid.cell, laid.card) for laid in player.main])
    circle = tuple([known.get(laid.cell, laid.card) for laid in player.circle])
    grants = tuple([known.get(laid.cell, laid.card) for laid in player.stock if laid.new])
    return bool(set_faults(state.config, player.roll, main, circle, grants, whole=whole))


def _bound(state: State, player: Player, down: list[Laid], filling: tuple[str, ...]) -> State:
    """The state with the face-down cards known."""
    known = {laid.cell: card for laid, card in zip(down, filling, strict=True)}
    main, circle, stock = (
        tuple([c._replace(card=known[c.cell]) if c.cell in known else c for c in zone])
        for zone in (player.main, player.circle, player.stock)
    )
    return _with(state, player._replace(main=main, circle=circle, stock=stock))
