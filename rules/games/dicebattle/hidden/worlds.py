"""Violations for an action with hidden cards, in as few worlds as suffice for every verdict.

A card placed unseen is judged once per group of cards that violate the same clauses, with the
weights of the lightest and the heaviest possible card. A declared "set" is judged as a legal set,
if there is one, and as several illegal sets (`filling`). A redraw or the token is judged for a hand
with a settable unit, a hand with a different settable unit, and a hand without any.
"""

from rules.core.action import DECLARE, PLACE, READY, Action
from rules.core.event import Event
from rules.core.values import UNKNOWN
from rules.core.verdict import each_clause_once
from rules.games.dicebattle.cards import TOKEN
from rules.games.dicebattle.config import SEATS
from rules.games.dicebattle.hidden.filling import illegal_worlds, may_follow, set_worlds
from rules.games.dicebattle.hidden.views import (
    candidates,
    joiner,
    low_and_idle,
    low_unit,
    must_redraw,
)
from rules.games.dicebattle.resolve.fold import fold, with_player
from rules.games.dicebattle.sets.refusals import (
    Violations,
    has_only,
    placement_faults,
    spot_of,
)
from rules.games.dicebattle.sets.rules import Ban, bans, settable, staged, without_unit
from rules.games.dicebattle.state import Phase, Player, State
from rules.games.dicebattle.violations import judge_setting

_SET = Phase.SET


def violations_by_world(state: State, action: Action) -> list[Violations] | None:
    """Return the violations in each relevant world, or None if no hidden card is relevant."""
    if state.phase is not _SET or action.seat != SEATS[state.seat]:
        return None
    player, verb = state.players[state.seat], action.verb
    if verb is PLACE:
        if action.card != TOKEN:
            return _placed(state, player, action)
        if must_redraw(state):  # illegal in every world
            return None
    elif verb is READY:
        # A set without a unit is illegal in every world.
        if player.main and staged(state.config, player).hidden and has_only(action):
            return [each_clause_once(violated) for violated in set_worlds(state, player)]
        return None
    elif verb is not DECLARE or not has_only(action, "value"):
        return None
    if settable(state, state.seat) < 0:
        return [judge_setting(held, action) for held in _hands(state, player)] or None
    return None


# Cards placed unseen, or next to unseen cards.


def _placed(state: State, player: Player, action: Action) -> list[Violations] | None:
    unseen = action.card == UNKNOWN and UNKNOWN in player.hand
    judged = _placed_unseen(state, player, action) if unseen else None
    if not staged(state.config, player).hidden or all(judged or [judge_setting(state, action)]):
        return judged
    if may_follow(state, action.to[2:].rstrip("0123456789"), (action.card,)):
        return judged
    # No identity of the unseen cards makes the set legal.
    after = fold(state, Event("placed", action.seat, action.card, action.to))
    return [found for found in illegal_worlds(after, after.players[after.seat]) if found]


def _placed_unseen(state: State, player: Player, action: Action) -> list[Violations] | None:
    """Return the violations for each group of cards in the same masks, lightest and heaviest."""
    owner, zone = spot_of(action.to)
    if owner != action.seat or not has_only(action, "card", "to", "facing", "turn"):
        return None
    masks, cards = state.config.masks, state.config.cards
    before = placement_faults(state, player, zone, action)
    names = dict.fromkeys((*candidates(state, state.seat), *player.hand))
    names.pop(UNKNOWN)
    summary = staged(state.config, player)
    forbidden = bans(summary, zone, joiner(state, state.seat, UNKNOWN))
    late = _too_late(state, player, zone)
    forbidden += (Ban(late, lambda _, __: without_unit(zone, UNKNOWN)),)
    possible = free = masks.of(cards[name] for name in names)
    for ban in forbidden:
        free &= ~ban.cards
    if free and not before:  # legal in one world, so that only the other worlds' clauses matter
        guess = masks.unnamed[masks.by_weight[zone][0].id]
        hits = [ban.violation(summary, guess) for ban in forbidden if ban.cards & possible]
        return [(), each_clause_once(hits)]
    groups = [possible]
    for ban in forbidden:
        groups = [part for group in groups for part in (group & ban.cards, group & ~ban.cards)]
    judged = []
    for group in filter(None, groups):
        alike = [card for card in masks.by_weight[zone] if masks.bits[card] & group]
        for card in alike[:: max(1, len(alike) - 1)][:2]:
            guess = masks.unnamed[card.id]
            found = [b.violation(summary, guess) for b in forbidden if b.cards & group]
            judged.append(each_clause_once((*before, *found)))
    return judged or None


def _too_late(state: State, player: Player, zone: str) -> int:
    """Return the mask of the cards that no unit can follow (DBM-6.5, DBM-7.2)."""
    if zone == "main" or settable(state, state.seat) > 0:
        return 0
    masks, cards = state.config.masks, state.config.cards
    late = masks.all & ~(masks.units & ~masks.over("main", player.roll))
    if not low_unit(state, state.seat):
        return late
    if player.hand.count(UNKNOWN) > 1:
        return 0
    held = {cards[name] for name in player.hand if name != UNKNOWN}
    return late & ~masks.of(held)  # the unseen card may also be a known one of the hand


# Redraw and token.


def _hands(state: State, player: Player) -> list[State]:
    """Return hands with a settable unit and a hand without one, if they are possible.

    A second hand has a different unit, because the unit is reported only if no other unit is
    possible.
    """
    hidden = player.hand.count(UNKNOWN)
    low, idle = low_and_idle(state, state.seat)
    known = tuple(card for card in player.hand if card != UNKNOWN)
    hands = [(*known, card, *(UNKNOWN,) * (hidden - 1)) for card in low[:2]]
    if len(idle) >= hidden:
        hands.append((*known, *idle[:hidden]))
    held = [player._replace(hand=tuple(sorted(hand))) for hand in hands]
    return [with_player(state, state.seat, player) for player in held]
