"""Evaluation of a position for a seat, used by greedy players only.

Stars count most, then the battle, then resources (hand, Miracle and Revival).

*Setting.* The value of a set is the sum of its cards' levels and the levels from its effects. A
condition on the opponent counts in part. The value of each used card is subtracted, because later
rounds lack it. The value of a partial set is that of its best completion from the hand plus a
small bonus per card. Therefore a player who places card after card completes the best set and
declares "set". The value of a future roll is the mean of the best sets over the six faces, so that
Miracle pays after a bad roll.

*Battle.* The seat with the higher level counts as the winner; `low wins` reverses this.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from rules.core.values import UNKNOWN
from rules.games.dicebattle.cards import FACES, TOKEN, Condition, Effect
from rules.games.dicebattle.config import Config
from rules.games.dicebattle.sets.rules import Staged, added, allowed
from rules.games.dicebattle.state import NO_BATTLE, ZONES, Phase, State

_STAR: Final = 10.0
_AHEAD: Final = 4.0
"""Value of being ahead in a running battle."""
_LEVEL: Final = 0.1
"""Value of each level of the lead in a battle, which the queue may still change."""
_CARD: Final = 0.35
"""Value of a card in hand."""
_HAND: Final = 0.3
"""Weight of the best set that the hand allows in a later round."""
_ACTION: Final = 0.9
"""Value of an unused Miracle or Revival."""
_PLACED: Final = 0.01
_REDRAWN: Final = 0.7
"""Value of a redrawn hand for each pip of the roll."""
_MAYBE: Final = 0.4
"""Assumed probability that a condition on the opponent holds."""
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
"""Value of each operation, in levels per unit of its amount."""


class _Luck(NamedTuple):
    """Circumstances that a set's conditions test: the roll, being first, being behind in stars."""

    roll: int
    first: bool
    behind: bool


class _Set(NamedTuple):
    """Card ids in the main zone and the circle, and the ids of the grants set in this round."""

    main: tuple[str, ...] = ()
    circle: tuple[str, ...] = ()
    grants: tuple[str, ...] = ()


def evaluate(state: State, seat: int) -> float:
    """Estimate a position's value from stars, resources, and the current battle or set."""
    me, rival = state.players[seat], state.players[1 - seat]
    value = _STAR * (me.stars - rival.stars) + _ACTION * (me.miracle + me.revival)
    value += _CARD * len(me.hand)
    battle = state.battle
    if battle == NO_BATTLE:
        return value + _setting(state, seat)
    if battle.stage == "battle":
        lead = battle.levels[seat] - battle.levels[1 - seat]
        lead = -lead if battle.low else lead
        value += _AHEAD * ((lead > 0) - (lead < 0)) + _LEVEL * lead
    return value + _HAND * _mean(state.config, me.hand)


def _setting(state: State, seat: int) -> float:
    """Estimate the value of the seat's set in this round, or of the best set that it may become."""
    config, player = state.config, state.players[seat]
    if state.phase is Phase.REDRAW and state.seat == seat:
        return _REDRAWN * player.roll
    if not player.roll:
        return _mean(config, player.hand)
    if any(placed.card in (TOKEN, UNKNOWN) for placed in player.set_now):
        return 1.0
    new = (placed.card for placed in player.stock if placed.new)
    placed = _Set(tuple(c.card for c in player.main), tuple(c.card for c in player.circle), (*new,))
    luck = _Luck(player.roll, state.first == seat, player.stars < state.players[1 - seat].stars)
    hand = () if player.done else player.hand
    return _best(config, hand, placed, luck) + _PLACED * len(player.set_now)


@lru_cache(maxsize=4096)
def _mean(config: Config, hand: tuple[str, ...]) -> float:
    """Return the mean value of the best set from a hand over all rolls."""
    lucks = [_Luck(roll, first=False, behind=False) for roll in range(1, len(FACES) + 1)]
    return sum(_best(config, hand, _Set(), luck) for luck in lucks) / len(lucks)


@lru_cache(maxsize=16384)
def _best(config: Config, hand: tuple[str, ...], placed: _Set, luck: _Luck) -> float:
    """Return the value of a set's best completion from a hand, minus the used cards' value."""
    known = tuple(sorted(card for card in hand if card != UNKNOWN))
    whole = Staged(config.masks, luck.roll)
    for zone, names in zip(ZONES, placed, strict=True):
        for name in names:
            whole = added(whole, zone, config.cards[name])
    return max(_completions(config, known, placed, whole, luck))


def _completions(
    config: Config, hand: tuple[str, ...], placed: _Set, staged: Staged, luck: _Luck
) -> Iterator[float]:
    """Yield the value of every completion from the hand, in card order; 0 without a unit."""
    whole = placed.main and not staged.waiting
    yield _levels(config, placed, luck) if whole else 0.0
    for at, name in enumerate(hand):
        if at and hand[at - 1] == name:
            continue  # a copy of the same card, already tried
        card, rest = config.cards[name], hand[at + 1 :]
        for zone in ZONES:
            if allowed(staged, zone) & config.masks.bits[card]:
                sets = zip(ZONES, placed, strict=True)
                way = _Set(*((*names, name) if z == zone else names for z, names in sets))
                more = added(staged, zone, card)
                yield from (v - _CARD for v in _completions(config, rest, way, more, luck))


def _levels(config: Config, placed: _Set, luck: _Luck) -> float:
    """Estimate a set's levels: those of its units, and those of its effects if predictable."""
    main, circle, grants = ([config.cards[name] for name in names] for names in placed)
    kinds = [card.kind for card in main]
    kind = "human" if "human" in kinds else "monster" if "monster" in kinds else ""
    effects = [card.effect for card in main + circle] + [card.grant for card in grants]
    level = float(sum(card.level for card in main))
    return level + sum(_effect(effect, placed, luck, kind) for effect in effects)


def _effect(effect: Effect | None, placed: _Set, luck: _Luck, kind: str) -> float:
    if effect is None:
        return 0.0
    worth = sum(_WORTH[op.name] * max(1, op.n) for op in effect.operations)
    for condition in effect.conditions:
        worth *= _likely(condition, placed, luck, kind)
    return worth


def _likely(condition: Condition, placed: _Set, luck: _Luck, kind: str) -> float:
    """Estimate the probability that a condition of one of the player's effects will hold."""
    match condition.name:
        case "own.roll":
            return float(luck.roll <= int(condition.value))
        case "own.kind":
            return float(kind == condition.value)
        case "own.main":
            return float(len(placed.main) >= int(condition.value))
        case "own.circle":
            return float(len(placed.circle) >= int(condition.value))
        case "own.first":
            return float(luck.first)
        case "own.stars":
            return float(luck.behind)
        case _:
            return _MAYBE
