"""Every action a seat may take, in a fixed order, each once (the twin of `_broken`).

Orders are drawn from cached tables: which actions there are depends on few things, the seat, the
units that may be named, the cards in hand.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, permutations, product
from typing import TYPE_CHECKING

from rules._action import Action, Verb
from rules._values import CHANCE, UNKNOWN
from rules.games.spherion._cards import Kind
from rules.games.spherion._config import MAIN_KINDS, SEATS
from rules.games.spherion._globe import NOWHERE
from rules.games.spherion._intent import summon_text
from rules.games.spherion._orders import (
    before,
    candidates,
    hand_left,
    nameable,
    playable,
    points_left,
)
from rules.games.spherion._state import DICE, HIDDEN_ORDER, NEUTRAL, Phase, cells_of, facts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rules.games.spherion._state import Ask, State

__all__ = ["SIGNS", "acting", "claim_cards", "eligible", "faces", "fusions", "legal"]

SIGNS = ("rock", "paper", "scissors")
"""Each loses to the next one."""
HAND = 5
FEW = 4
"""Cards whose every order is listed."""
_CHANCE = frozenset(
    (Phase.DEAL, Phase.MAZE, Phase.PILE, Phase.SPAWN, Phase.RESTOCK, Phase.ROLL, Phase.MIX)
)


def acting(state: State) -> frozenset[str]:
    """The seats that may act now."""
    phase = state.phase
    if phase is Phase.END:
        return frozenset()
    if phase in _CHANCE:
        return frozenset((CHANCE,))
    if phase is Phase.NAME:
        return frozenset((SEATS[state.seat],))
    if state.ask is not None and state.ask.kind != "jkp":
        return frozenset((CHANCE if state.ask.seat == NEUTRAL else SEATS[state.ask.seat],))
    return frozenset(s for s, p in zip(SEATS, state.players, strict=True) if not p.done)


def legal(state: State) -> Iterator[Action]:
    """Every action that is not illegal; conceding, which always is possible, is not listed."""
    phase, ask = state.phase, state.ask
    if phase in _CHANCE:
        yield from _chance(state)
    elif ask is not None and ask.kind != "jkp":
        yield from _answers(state, ask)
    elif phase is Phase.NAME:
        yield from _choices(SEATS[state.seat], SEATS)
    elif phase is not Phase.END:
        for seat, player in enumerate(state.players):
            if not player.done:
                yield from _seat(state, seat)


def _seat(state: State, seat: int) -> Iterable[Action]:
    match state.phase:
        case Phase.JKP | Phase.STEP:
            return _declared(SEATS[seat], SIGNS)
        case Phase.DRAW:
            return (_bare(SEATS[seat], Verb.DRAW), _bare(SEATS[seat], Verb.PASS))
        case Phase.USE:
            return _faces(state, seat)
        case Phase.CLAIM:
            return (*_declared(SEATS[seat], ("claim",)), _bare(SEATS[seat], Verb.PASS))
        case _:
            return _plan(state, seat)


@lru_cache(maxsize=64)
def _bare(seat: str, verb: Verb) -> Action:
    return Action(seat, verb)


@lru_cache(maxsize=4096)
def _declared(seat: str, values: tuple[str, ...]) -> tuple[Action, ...]:
    return tuple(Action(seat, Verb.DECLARE, value=value) for value in values)


@lru_cache(maxsize=4096)
def _choices(seat: str, values: tuple[str, ...]) -> tuple[Action, ...]:
    return tuple(Action(seat, Verb.CHOOSE, value=value) for value in values)


# Chance.


def _chance(state: State) -> Iterator[Action]:
    if state.phase is Phase.SPAWN:
        names = state.config.globe.names
        yield from _choices(CHANCE, tuple(names[cell] for cell in eligible(state)))
    elif state.phase is Phase.ROLL:
        yield from _rolls(state.config.dice, SEATS[state.seat])
    elif state.phase in (Phase.DEAL, Phase.MIX):
        seat, deck = SEATS[state.seat], state.players[state.seat].deck
        if 0 < len(deck) <= FEW:
            for order in sorted(set(permutations(deck))):
                yield Action(CHANCE, Verb.DRAW, to=f"{seat}.deck", also=order)


@lru_cache(maxsize=8)
def _rolls(dice: int, seat: str) -> tuple[Action, ...]:
    return tuple(
        Action(CHANCE, Verb.ROLL, value="".join(faces), to=seat)
        for faces in product(DICE, repeat=dice)
    )


def eligible(state: State) -> tuple[int, ...]:
    """The cells the next power-up may appear in, in canonical order (SPH-12.2)."""
    board = state.config.globe
    taken = cells_of(state, 0) | cells_of(state, 1) | {cell for cell, _ in state.lying}
    masters = [p.units[0].cell for p in state.players if p.units[0] is not None]
    near = [board.distance[cell] for cell in masters]
    free = tuple(
        cell
        for cell in range(len(board.names))
        if cell not in taken and all(distance[cell] >= 2 for distance in near)
    )
    if state.first != NOWHERE and state.config.on("powerup_spawn", "mirrored"):
        image = board.image[state.first]
        if image in free:
            return (image,)
    return free


# Dice, hands, claims.


def _faces(state: State, seat: int) -> Iterator[Action]:
    player, name = state.players[seat], SEATS[seat]
    if player.faces[0] and player.deck:
        yield _bare(name, Verb.DRAW)
    if player.faces[1]:
        for card in dict.fromkeys(player.hand):
            yield Action(name, Verb.PLACE, card=card, to=f"{name}.deck")
    yield _bare(name, Verb.PASS)


def claim_cards(state: State, seat: int) -> tuple[str, ...]:
    """The five pieces, if a hand that is partly hidden may hold them; else nothing (SPH-14.3)."""
    player, pieces = state.players[seat], state.config.pieces
    hidden = player.hand.count(UNKNOWN)
    if not state.config.alt_win or not hidden:
        return ()
    missing = pieces.difference(player.hand)
    left = candidates(state, seat)
    fits = len(missing) <= hidden and all(card in left for card in missing)
    return tuple(sorted(pieces)) if fits else ()


# Orders.


def _plan(state: State, seat: int) -> Iterator[Action]:
    name, player, config = SEATS[seat], state.players[seat], state.config
    planning = state.phase is Phase.PLAN
    if planning and config.hidden_orders:
        if len(player.queue) < config.queue_cap:
            yield from _declared(name, (HIDDEN_ORDER,))
    elif not planning or len(player.queue) < config.queue_cap:
        yield from _orders(state, seat)
    if not planning:
        return
    if player.queue:
        yield from _declared(name, ("undo",))
    pieces = claim_cards(state, seat)
    if pieces:
        yield Action(name, Verb.DECLARE, value="claim", also=pieces)
    yield _bare(name, Verb.READY)
    if config.timed and state.players[1 - seat].done and not config.alternating:
        yield _bare(name, Verb.PASS)


def _orders(state: State, seat: int) -> Iterator[Action]:
    name, config = SEATS[seat], state.config
    earlier = before(state, seat)
    units = nameable(state, seat, earlier)
    sp, mp = points_left(state, seat, earlier)
    yield from _standing(name, units, mp > 0)
    left = hand_left(state, seat, earlier)
    for card in playable(state, seat, left):
        kind = Kind.MONSTER if card == UNKNOWN else config.cards[card].kind
        if kind is Kind.MONSTER and sp > 0:
            needs = (0, 1, 2) if card == UNKNOWN else (facts(state, card).tributes,)
            for need in needs:
                yield from _summons(name, card, units, need)
        if (kind is not Kind.MONSTER or card == UNKNOWN) and sp >= config.spell_cost:
            yield from _sets(name, card)
    if sp >= config.fuse_cost and len(units) > 1:
        extra = tuple(sorted(set(fusions(state, seat))))
        if extra:
            yield from _fuses(name, units, extra)


def fusions(state: State, seat: int) -> list[str]:
    """The fusion cards a seat's extra deck holds or may hold."""
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
    return _declared(seat, tuple(texts))


@lru_cache(maxsize=8192)
def _summons(seat: str, card: str, units: tuple[int, ...], need: int) -> tuple[Action, ...]:
    facings = ("down",) if card == UNKNOWN else ("up", "down")
    return _declared(
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
    return _declared(
        seat, tuple(f"set:{card}:{d}:{facing}" for d in range(6) for facing in facings)
    )


@lru_cache(maxsize=1024)
def _fuses(seat: str, units: tuple[int, ...], extra: tuple[str, ...]) -> tuple[Action, ...]:
    return _declared(
        seat,
        tuple(
            f"fuse:{a}:{b}:{card}" for a in units for b in units if a != b for card in extra
        ),
    )


# Questions in mid-step.


def _answers(state: State, ask: Ask) -> Iterator[Action]:
    if ask.kind == "target":
        yield from _choices(SEATS[ask.seat], ask.options)
        return
    seat = CHANCE if ask.seat == NEUTRAL else SEATS[ask.seat]
    for card in faces(state, ask):
        yield Action(seat, Verb.FLIP, at=ask.cell, card=card)


def faces(state: State, ask: Ask) -> tuple[str, ...]:
    """What the card that a step asks for may be, sorted; any of its sort if the count is off."""
    if ask.seat == NEUTRAL:
        seen = [*state.used, *state.pile, *(card for _, card in state.lying)]
        pile = state.config.pile
        left = {card for card in pile if pile.count(card) > seen.count(card)}
        return tuple(sorted(left or set(pile)))
    cards = state.config.cards.values()
    left = set(candidates(state, ask.seat))
    return tuple(sorted(left or {c.id for c in cards if c.kind in MAIN_KINDS}))
