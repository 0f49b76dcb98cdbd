"""Violations for an action with hidden cards, in as few worlds as suffice for every verdict.

A card placed unseen is judged once per sort (`Guesses.sorts`), with the weights of the lightest and
the heaviest possible card. A declared "set" is judged as a legal set, if there is one, and as
several illegal sets (`filling`). A redraw or the token is judged for a hand with a settable unit, a
hand with a different settable unit, and a hand without any.
"""

from dataclasses import replace

from rules.core.action import Action, Verb
from rules.core.event import Event
from rules.core.values import UNKNOWN
from rules.core.verdict import each_clause_once
from rules.games.dicebattle.cards import TOKEN, Card
from rules.games.dicebattle.config import SEATS
from rules.games.dicebattle.hidden.filling import has_unseen_cards, may_follow, set_worlds
from rules.games.dicebattle.hidden.views import (
    joiner,
    low_and_idle,
    low_unit,
    must_redraw,
    stock_of,
)
from rules.games.dicebattle.resolve.fold import fold, with_player
from rules.games.dicebattle.sets.refusals import (
    CELL,
    Violations,
    has_only,
    placement_faults,
)
from rules.games.dicebattle.sets.rules import (
    kind_faults,
    settable,
    staged_spread,
    weigh,
    weight_faults,
    without_unit,
)
from rules.games.dicebattle.state import Phase, Player, State
from rules.games.dicebattle.violations import judge_setting

_SET, _PLACE, _READY, _DECLARE = Phase.SET, Verb.PLACE, Verb.READY, Verb.DECLARE


def violations_by_world(state: State, action: Action) -> list[Violations] | None:
    """Return the violations in each relevant world, or None if no hidden card is relevant."""
    if state.phase is not _SET or action.seat != SEATS[state.seat]:
        return None
    player, verb = state.players[state.seat], action.verb
    if verb is _PLACE:
        if action.card != TOKEN:
            return _placed(state, player, action)
        if must_redraw(state):  # illegal in every world
            return None
    elif verb is _READY:
        # A set without a unit is illegal in every world.
        if player.main and has_unseen_cards(player) and has_only(action):
            return [each_clause_once(violated) for violated in set_worlds(state, player)]
        return None
    elif verb is not _DECLARE or not has_only(action, "value"):
        return None
    if settable(state, state.seat) < 0:
        return [judge_setting(held, action) for held in _hands(state, player)] or None
    return None


# Cards placed unseen, or next to unseen cards.


def _placed(state: State, player: Player, action: Action) -> list[Violations] | None:
    unseen = action.card == UNKNOWN and UNKNOWN in player.hand
    judged = _placed_unseen(state, player, action) if unseen else None
    if not has_unseen_cards(player) or all(judged or [judge_setting(state, action)]):
        return judged
    if may_follow(state, action.to[2:].rstrip("0123456789"), (action.card,)):
        return judged
    # No identity of the unseen cards makes the set legal.
    after = fold(state, Event("placed", action.seat, action.card, action.to))
    return [found for found in set_worlds(after, after.players[after.seat]) if found]


def _placed_unseen(state: State, player: Player, action: Action) -> list[Violations] | None:
    spot = CELL.fullmatch(action.to)
    if (
        spot is None
        or spot[1] != action.seat
        or not has_only(action, "card", "to", "facing", "turn")
    ):
        return None
    zone, seat = spot[2], state.seat
    before = placement_faults(state, player, zone, action)
    spread = staged_spread(state.config, player)
    weights, too_late = weigh(spread), _too_late(state, player, zone)
    stock, level = stock_of(state, seat), joiner(state, seat, spread.added(zone, None), UNKNOWN)
    joining = (False,) if level is None else (False, True)
    judged: list[Violations] = []
    for sort in state.config.guesses[seat].sorts[zone]:
        added = spread.added(zone, sort.card)
        kinds = [each_clause_once((*before, *kind_faults(added, joins=joins))) for joins in joining]
        for cards, after in _split(sort.cards, player.roll, too_late):
            light, heavy = stock.first(cards), stock.first(cards[::-1])
            if light is None or heavy is None:
                continue
            for card in (light,) if heavy is light else (light, heavy):
                weight = weights.added(zone, card)
                joins = weight.allow(player.roll, level)
                judged.append((*kinds[joins], *weight_faults(player.roll, weight), *after))
    # The card may also be one that is known to be in the hand.
    known = dict.fromkeys(card for card in player.hand if card != UNKNOWN)
    judged += [judge_setting(state, replace(action, card=card)) for card in known]
    return judged or None


def _too_late(state: State, player: Player, zone: str) -> Violations:
    """Return the violation (DBM-6.5, 7.2) of setting a non-unit card when no unit can follow."""
    if zone == "main" or settable(state, state.seat) > 0:
        return ()
    other = player.hand.count(UNKNOWN) > 1 and low_unit(state, state.seat)
    return () if other else (without_unit(zone, UNKNOWN),)


def _split(
    cards: tuple[Card, ...], roll: int, too_late: Violations
) -> tuple[tuple[tuple[Card, ...], Violations], ...]:
    """Split cards into those that may still be set and those that violate `too_late`."""
    if not too_late:
        return ((cards, ()),)
    units = tuple(card for card in cards if card.unit and card.cost <= roll)
    return (units, ()), (tuple(card for card in cards if card not in units), too_late)


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
