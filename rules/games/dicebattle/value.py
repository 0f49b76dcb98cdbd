"""How good a position is for a seat; greedy playouts compare it, no rule does.

Stars count most, then the battle, then what is left for later: hand, Miracle, Revival.

*Setting.*  A set is worth the levels it brings, by itself and by its effects; an effect whose
condition hangs on the rival counts in part.  Every card used is one card fewer for later rounds.
A half-laid set is worth what its best completion from the hand is worth, and a trifle for what
lies already, so that who lays card after card arrives at the best set and says "set".  A roll
still to come is worth the mean of the best sets over the six faces: Miracle pays after a bad one.

*Battle.*  Whoever is ahead as the levels stand counts as the winner, `low wins` turned round.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from rules.core.values import UNKNOWN
from rules.games.dicebattle.cards import FACES, TOKEN
from rules.games.dicebattle.sets.staged import staged
from rules.games.dicebattle.state import NO_BATTLE, Laid, Phase, Player

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from rules.games.dicebattle.cards import Condition, Effect
    from rules.games.dicebattle.config import Config
    from rules.games.dicebattle.state import State

_STAR: Final = 10.0
_AHEAD: Final = 4.0
"""Ahead in a battle that is not over."""
_LEVEL: Final = 0.1
"""One level of that lead: the queue may still change it."""
_CARD: Final = 0.35
"""A card in hand."""
_HAND: Final = 0.3
"""How far the best set of a later round counts now."""
_ACTION: Final = 0.9
"""Miracle or Revival, still to be used."""
_LAID: Final = 0.01
_REDRAWN: Final = 0.7
"""What a redrawn hand makes of each pip of the roll."""
_MAYBE: Final = 0.4
"""How likely a condition about the rival holds."""
_WORTH: Final[Mapping[str, float]] = {
    "raise": 1.0,
    "lower": 1.0,
    "swap": 1.0,
    "low": 1.0,
    "tie": 0.5,
    "hush_magic": 0.5,
    "hush_unit": 0.7,
    "draw": 0.4,
    "discard": -0.2,
    "recover": 0.3,
    "star": 1.0,
    "stand": 0.3,
    "purge": 0.3,
}
"""An operation in levels, for each time or level of it."""


class _Luck(NamedTuple):
    """What a set's own conditions hang on: the roll, being first, being behind in stars."""

    roll: int
    first: bool
    behind: bool


class _Set(NamedTuple):
    """The ids in main zone, circle and, new in this round, stock zone."""

    main: tuple[str, ...] = ()
    circle: tuple[str, ...] = ()
    grants: tuple[str, ...] = ()


def evaluate(state: State, seat: int) -> float:
    """Stars, the battle or the set, and what is left."""
    me, rival = state.players[seat], state.players[1 - seat]
    found = _STAR * (me.stars - rival.stars) + _ACTION * (me.miracle + me.revival)
    found += _CARD * len(me.hand)
    battle = state.battle
    if battle == NO_BATTLE:
        return found + _setting(state, seat)
    if battle.stage == "battle":
        lead = battle.levels[seat] - battle.levels[1 - seat]
        lead = -lead if battle.low else lead
        found += _AHEAD * ((lead > 0) - (lead < 0)) + _LEVEL * lead
    return found + _HAND * _mean(state.config, me.hand)


def _setting(state: State, seat: int) -> float:
    """What the seat's set of this round is, or may become."""
    config, player = state.config, state.players[seat]
    if state.phase is Phase.REDRAW and state.seat == seat:
        return _REDRAWN * player.roll
    if not player.roll:
        return _mean(config, player.hand)
    if any(laid.card in (TOKEN, UNKNOWN) for laid in player.set_now):
        return 1.0
    new = (laid.card for laid in player.stock if laid.new)
    laid = _Set(tuple(c.card for c in player.main), tuple(c.card for c in player.circle), (*new,))
    luck = _Luck(player.roll, state.first == seat, player.stars < state.players[1 - seat].stars)
    hand = () if player.done else player.hand
    return _best(config, hand, laid, luck) + _LAID * len(player.set_now)


@lru_cache(maxsize=4096)
def _mean(config: Config, hand: tuple[str, ...]) -> float:
    """What the best set from a hand brings before the die has fallen."""
    lucks = [_Luck(roll, first=False, behind=False) for roll in range(1, len(FACES) + 1)]
    return sum(_best(config, hand, _Set(), luck) for luck in lucks) / len(lucks)


@lru_cache(maxsize=16384)
def _best(config: Config, hand: tuple[str, ...], laid: _Set, luck: _Luck) -> float:
    """The best completion of a set from a hand, less the cards that it takes."""
    known = tuple(sorted(card for card in hand if card != UNKNOWN))
    player = Player(
        roll=luck.roll,
        main=tuple(Laid("", card) for card in laid.main),
        circle=tuple(Laid("", card) for card in laid.circle),
        stock=tuple(Laid("", card) for card in laid.grants),
    )
    return max(_completions(config, known, player, luck))


def _completions(
    config: Config, hand: tuple[str, ...], player: Player, luck: _Luck
) -> Iterator[float]:
    """The worth of every way to go on with cards in the order of the hand; 0 without a unit."""
    so_far = staged(config, player)
    whole = player.main and not (so_far.plain and not so_far.humans)
    yield _levels(config, player, luck) if whole else 0.0
    for at, name in enumerate(hand):
        if at and hand[at - 1] == name:
            continue  # the same card again: the one before it stood for both
        card, rest = config.cards[name], hand[at + 1 :]
        laid = (Laid("", name),)
        ways = []
        if card.unit and so_far.takes_unit(card):
            ways.append(player._replace(main=player.main + laid))
        if not card.unit and so_far.takes_magic(card):
            ways.append(player._replace(circle=player.circle + laid))
        if so_far.takes_grant(card):
            ways.append(player._replace(stock=player.stock + laid))
        for way in ways:
            yield from (worth - _CARD for worth in _completions(config, rest, way, luck))


def _levels(config: Config, player: Player, luck: _Luck) -> float:
    """The levels a set brings: of its units, and by effects as far as they can be foreseen."""
    cards = config.cards
    kind = next((k for k in ("human", "monster") if any(
        cards[laid.card].kind == k for laid in player.main)), "")  # fmt: skip
    found = 0.0
    for laid in player.main:
        card = cards[laid.card]
        found += card.level + _effect(card.effect, player, luck, kind)
    for laid in player.circle:
        found += _effect(cards[laid.card].effect, player, luck, kind)
    for laid in player.stock:
        found += _effect(cards[laid.card].grant, player, luck, kind)
    return found


def _effect(effect: Effect | None, player: Player, luck: _Luck, kind: str) -> float:
    if effect is None:
        return 0.0
    worth = sum(_WORTH[op.name] * max(1, op.n) for op in effect.operations)
    for condition in effect.conditions:
        worth *= _likely(condition, player, luck, kind)
    return worth


def _likely(condition: Condition, player: Player, luck: _Luck, kind: str) -> float:
    """How likely a condition of an own effect holds in the battle to come."""
    match condition.name:
        case "own.roll":
            return float(luck.roll <= int(condition.value))
        case "own.kind":
            return float(kind == condition.value)
        case "own.main":
            return float(len(player.main) >= int(condition.value))
        case "own.circle":
            return float(len(player.circle) >= int(condition.value))
        case "own.first":
            return float(luck.first)
        case "own.stars":
            return float(luck.behind)
        case _:
            return _MAYBE
