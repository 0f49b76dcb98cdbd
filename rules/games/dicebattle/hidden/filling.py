"""Possible sets for a seat's face-down cards: a legal set, and sets that violate clauses."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from rules.core.values import UNKNOWN
from rules.games.dicebattle.cards import Card
from rules.games.dicebattle.hidden.views import candidates, joiner
from rules.games.dicebattle.resolve.fold import with_player
from rules.games.dicebattle.sets.masks import Masks
from rules.games.dicebattle.sets.refusals import Violations
from rules.games.dicebattle.sets.rules import (
    Set,
    Staged,
    added,
    allowed,
    listed,
    set_faults,
    summary,
)
from rules.games.dicebattle.state import Player, State


def set_worlds(state: State, player: Player) -> list[Violations]:
    """Return the violations in possible sets: a legal one, if any, and some with many faults."""
    if may_be_legal(state, player):
        cards = listed(state.config.masks, player[3:6])
        return [(), *_faults(state, player, [cards] * 4)]
    return illegal_worlds(state, player)


def illegal_worlds(state: State, player: Player) -> list[Violations]:
    """Return the violations in possible sets, none of which is legal.

    Some sets have few violations, because only violations common to every set may be reported. The
    last one is filled in reverse order: the circle may use up the card that the grant needs.
    """
    cards = listed(state.config.masks, player[3:6])
    return _faults(state, player, [cards] * 5 + [cards[::-1]])


def _faults(state: State, player: Player, sets: list[Set]) -> list[Violations]:
    """Return the violations of each set, filled in one order after the other."""
    possible, masks = candidates(state, state.seat), state.config.masks
    filled = [_filled(masks, cards, possible, order % 5) for order, cards in enumerate(sets)]
    return [_found(masks, player.roll, *cards) for cards in filled]


@lru_cache(maxsize=4096)
def _found(masks: Masks, roll: int, *cards: tuple[str, Card | None]) -> Violations:
    return tuple(set_faults(summary(masks, roll, list(cards))))


def _filled(masks: Masks, cards: Set, possible: Mapping[str, int], order: int) -> Set:
    """Replace each unseen card with the first remaining one in `orders[zone][order]`, unnamed."""
    taken: dict[str, int] = {}
    filled = Set()
    for zone, known in cards:
        found = known
        for card in masks.orders[zone][order] if known is None else ():
            used = taken.get(card.id, 0)
            if possible.get(card.id, 0) > used:
                taken[card.id] = used + 1
                found = masks.unnamed[card.id]
                break
        filled.append((zone, found))
    return filled


def may_be_legal(state: State, player: Player) -> bool:
    """Return True if this round's set is legal for some identities of its unseen cards."""
    cards = listed(state.config.masks, player[3:6])
    return _completes(state, player.roll, cards, candidates(state, state.seat))


def may_follow(state: State, zone: str, names: Sequence[str]) -> list[str]:
    """Return the cards of `names` with which the set may still become legal."""
    player, known = state.players[state.seat], state.config.cards
    if UNKNOWN in names:  # an unseen card may also be a known one of the hand
        state = with_player(state, state.seat, player._replace(hand=(UNKNOWN,) * len(player.hand)))
    cards, possible = listed(state.config.masks, player[3:6]), candidates(state, state.seat)
    alike: dict[object, bool] = {}

    def follows(name: str) -> bool:
        card, rest = known.get(name), possible.get(name, 0)
        sort = card and (card.kind, card.exception, card.cost, bool(card.grant), card.grant_level)
        key = (sort, rest, name in player.hand)
        if key not in alike:  # other cards of this kind have the same effect
            left = possible if name in player.hand else {**possible, name: rest - 1}
            more, level = [*cards, (zone, card)], joiner(state, state.seat, name)
            alike[key] = _completes(state, player.roll, more, left, level)
        return alike[key]

    return [name for name in names if follows(name)]


_ORDER = ("stock", "main", "circle")


def _completes(
    state: State, roll: int, cards: Set, possible: Mapping[str, int], level: int | None = None
) -> bool:
    """Return True if a set is legal for some identities of its unknown cards.

    The grant is chosen first, because it may be a card that another zone needs. `level` is that of
    a human that may still join (DBM-13.4).
    """
    masks, wanted = state.config.masks, sorted(cards, key=lambda item: _ORDER.index(item[0]))
    left = dict(possible)
    needed = [0]  # the least weight of the cards from each number on
    for zone, known in reversed(wanted):
        cheap = (c.weight(zone) for c in masks.fitting[zone] if left.get(c.id, 0) > 0)
        needed.append(needed[-1] + (known.weight(zone) if known else next(cheap, 0)))

    def fits(whole: Staged, at: int) -> bool:
        """Return True if the cards from number `at` on can be added."""
        if whole.room < needed[len(wanted) - at]:
            return False
        if at == len(wanted):
            return True
        zone, known = wanted[at]
        mask = allowed(whole, zone, level)
        if known is not None:
            return bool(mask & masks.bits[known]) and fits(added(whole, zone, known), at + 1)
        for sort in masks.sorts[zone]:
            # Cards of a sort differ only in weight, so that the lightest remaining one decides.
            card = next((c for c in sort if left.get(c.id, 0) > 0), None)
            if card is None or not mask & masks.bits[card]:
                continue
            left[card.id] -= 1
            found = fits(added(whole, zone, card), at + 1)
            left[card.id] += 1
            if found:
                return True
        return False

    return fits(Staged(masks, roll), 0)
