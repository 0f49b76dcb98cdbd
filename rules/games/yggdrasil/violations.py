"""Every clause that a well-formed action violates, by priority (YGG-6.7).

The priority is: the turn, the phase's requirement, the card's orientation, its availability, and
the cell. The facts are card, cell, target, direction (in table coordinates), neighbour, count,
limit and seat. YGG-12.1 forbids everything that no other clause covers.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from operator import attrgetter

from rules.core.action import CHOOSE, DECLARE, DRAW, PASS, PLACE, REMOVE, SWAP, Action, Verb
from rules.core.hidden_cards import possible_cards
from rules.core.values import CHANCE, DOWN, UNKNOWN
from rules.core.verdict import Violation, breach, each_clause_once
from rules.games.yggdrasil.cards import stone
from rules.games.yggdrasil.config import SEATS
from rules.games.yggdrasil.effects import asked, looked_at, may_swap, orders, tips, withers
from rules.games.yggdrasil.fits import ANY, Fit, anywhere, first, lowest
from rules.games.yggdrasil.hidden import candidates, limit_of, seen_of
from rules.games.yggdrasil.legal import LOOK, PLACING
from rules.games.yggdrasil.placing import (
    Found,
    exchange,
    fit_facts,
    held,
    placement_faults,
    placing,
    refused,
)
from rules.games.yggdrasil.state import Phase, State
from rules.games.yggdrasil.tree import pointed, targets

# Enum members are looked up only once, because each look-up takes a tenth of a microsecond.
_UNUSED = {
    PLACE: attrgetter("at", "also"),
    SWAP: attrgetter("card", "value", "also", "turn"),
    CHOOSE: attrgetter("card", "at", "to", "turn"),
    REMOVE: attrgetter("card", "to", "value", "also", "turn"),
    PASS: attrgetter("card", "at", "to", "value", "also", "turn"),
    DECLARE: attrgetter("card", "at", "to", "turn"),
}
"""Fields that must be empty in an action with each verb."""


def judge_turn(state: State, action: Action) -> Found:
    """Return every clause that an action violates while a seat decides; () if it is legal."""
    seat = SEATS[state.seat]
    if action.seat != seat:
        return each_clause_once(_out_of_turn(state, action, breach("YGG-5.1", "turn", seat=seat)))
    if superfluous(action):
        return (refused(action),)
    found = _VERBS.get(action.verb, _other)(state, action)
    if action.facing is DOWN and action.verb is not PLACE:
        found = (*found, refused(action))
    return each_clause_once(found)


def judge_chance(state: State, action: Action) -> Found:
    """Return every clause that an action violates while chance decides; () if it is legal."""
    if action.seat == CHANCE:
        return each_clause_once(_chance(state, action))
    return each_clause_once(_out_of_turn(state, action, breach("YGG-5.1", seat=CHANCE)))


def judge_end(state: State, action: Action) -> Found:
    """Return the clause that ended the game."""
    # The refusal of YGG-9.6 addresses the remaining players.
    over = refused(action) if state.ending == "YGG-9.6" else breach(state.ending, seat=action.seat)
    return (over,)


def _out_of_turn(state: State, action: Action, late: Violation) -> Found:
    if action.verb is PLACE and action.seat in SEATS and "." not in action.to:
        return (late, *placement_faults(state, action))
    return (late,)


def superfluous(action: Action) -> bool:
    """Return True if the action has fields that its verb does not use."""
    return action.verb in _UNUSED and any(_UNUSED[action.verb](action))


# Chance.


def _chance(state: State, action: Action) -> Found:
    plain = not (action.card or action.at or action.turn or action.facing is DOWN)
    if state.phase is Phase.BEGIN:
        plain = plain and not action.to and not action.also
        chosen = action.verb is CHOOSE and action.value in SEATS
        return () if plain and chosen else (breach("YGG-3.5"),)
    seat = SEATS[state.seat]
    if not plain or action.value or action.verb is not DRAW or action.to != f"{seat}.deck":
        return (breach("YGG-3.4", seat=seat, limit=state.config.hand_size),)
    return _shuffle(state, action)


def _shuffle(state: State, action: Action) -> Found:
    """Check that a deck's order contains the deck's cards (YGG-2, YGG-3.4); `?` may be any card."""
    found: list[Violation] = []
    config, cards, size = state.config, state.config.cards, len(action.also)
    if size < config.hand_size:
        found.append(breach("YGG-3.4", count=size, limit=config.hand_size))
    if size != config.deck_size:
        found.append(breach("YGG-2.1", count=size, limit=config.deck_size))
    hand, deck, _ = state.players[state.seat]
    order = Counter(hand + deck)
    for card, count in sorted(Counter(action.also).items()):
        if card == UNKNOWN:
            continue
        if card not in cards or cards[card].root:
            found.append(breach("YGG-2.1", card=card, count=count, limit=0))
            continue
        limit = limit_of(state, state.seat, card) if UNKNOWN in order else order[card]
        if count > limit:
            clause = "YGG-2.2" if count > config.max_copies else "YGG-3.4"
            found.append(breach(clause, card=card, count=count, limit=limit))
    return tuple(found)


# Decisions after the placement.


def _choose(state: State, action: Action) -> Found:
    names = state.config.grid.names
    if state.phase is Phase.INVADE and not action.also:
        return _target(state, action)
    if state.phase is Phase.SCRY:
        fine = not action.value and action.also in orders(state)
        return () if fine else (_wrong_order(action),)
    if action.also:
        return (refused(action),)
    if state.phase is Phase.RECOVER:
        return () if action.value in tips(state) else (breach("YGG-8.5", card=action.value),)
    if state.phase in LOOK and action.value == state.phase.value:
        return ()
    if action.value == Phase.MULLIGAN.value:
        return (breach("YGG-3.6", seat=action.seat),)
    if action.value in names and state.placed and state.phase not in PLACING:
        return (breach("YGG-5.1", seat=action.seat, target=action.value),)  # effect before invasion
    if action.value in names:
        return (breach("YGG-9.1", "early", target=action.value, **_card_on(state, action.value)),)
    return (refused(action),)


def _wrong_order(action: Action) -> Violation:
    return breach("YGG-8.5", count=len(action.also))


def _target(state: State, action: Action) -> Found:
    """Check the target of an invasion (YGG-9.1, YGG-9.6)."""
    i = state.config.grid.index.get(action.value, -1)
    if i in targets(state, state.spot):
        return ()
    placed = state.field[i] if i >= 0 else None
    if placed is None or placed.owner == state.seat:
        return (_no_target(state, action.value, "none"),)
    near = pointed(state, state.spot) >> i & 1
    found = () if near else (_no_target(state, action.value, "away"),)
    if placed.card.root and _roots_safe(state):
        return (*found, breach("YGG-9.6", target=action.value, card=placed.card.id))
    return found


def _no_target(state: State, target: str, case: str) -> Violation:
    """Return the violation of YGG-9.1, naming the card that may invade and all its targets."""
    names = state.config.grid.names
    return breach(
        "YGG-9.1",
        case,
        card=stone(state.field, state.spot).card.id,
        cell=names[state.spot],
        target=target,
        limit=",".join(names[i] for i in targets(state, state.spot)),
    )


def _roots_safe(state: State) -> bool:
    return state.config.get("root_attack") == "never"


def _card_on(state: State, cell: str) -> dict[str, str]:
    i = state.config.grid.index.get(cell, -1)
    placed = state.field[i] if i >= 0 else None
    return {} if placed is None else {"card": placed.card.id}


def _remove(state: State, action: Action) -> Found:
    i = state.config.grid.index.get(action.at, -1)
    placed = state.field[i] if i >= 0 else None
    if placed is None:
        return (refused(action),)
    if state.phase is Phase.WITHER:
        limit = asked(state).n
        fine = i in withers(state)
        return (
            () if fine else (breach("YGG-8.6", card=placed.card.id, target=action.at, limit=limit),)
        )
    if placed.owner == state.seat:
        return (breach("YGG-4.4", "move", card=placed.card.id, cell=action.at),)
    case = "early" if state.phase in PLACING else ""
    found = [breach("YGG-9.1", case, card=placed.card.id, target=action.at)]
    if placed.card.root and _roots_safe(state):
        found.append(breach("YGG-9.6", card=placed.card.id, target=action.at))
    return tuple(found)


def _swap(state: State, action: Action) -> Found:
    index = state.config.grid.index
    i, j = index.get(action.at, -1), index.get(action.to, -1)
    if state.phase is Phase.SWAP and i >= 0 and j >= 0 and may_swap(state, i, j):
        return ()
    return (breach("YGG-8.4", cell=action.at, target=action.to, **_card_on(state, action.at)),)


_DECLINED = frozenset((Phase.INVADE, Phase.MULLIGAN, Phase.SCRY))
"""Phases in which a seat may always pass."""


def _pass(state: State, action: Action) -> Found:
    if state.phase in _DECLINED:
        return ()
    match state.phase:
        case Phase.ROOT:
            return (breach("YGG-3.3", seat=action.seat),)
        case Phase.DISCARD:
            return (breach("YGG-8.5", count=state.due),)
        case Phase.PLACE | Phase.REFILL:
            if state.config.may_pass:
                return ()
            hand = state.players[state.seat].hand
            return nothing_else(state, first(state, state.seat, hand))
    if not asked(state).forced:
        return ()
    if state.phase is Phase.EXTRA:
        hand = state.players[state.seat].hand
        if first(state, state.seat, hand) is None:
            return ()
    return (breach("YGG-8.1", seat=action.seat),)


def nothing_else(state: State, fit: Fit | None) -> Found:
    """Check that a seat that passes can neither place nor exchange (YGG-5.4, YGG-7.1 to 7.3).

    `fit` is a card in the hand that fits, or None.
    """
    hand, deck, _ = state.players[state.seat]
    if fit is not None:
        return (breach("YGG-5.4", "pass", **fit_facts(state, fit)),)
    if hand and deck and state.phase is Phase.PLACE:
        return (breach("YGG-7.1", "pass", seat=SEATS[state.seat]),)
    return ()


def _declare(state: State, action: Action) -> Found:
    """Check that a hand is shown on request, before an exchange (YGG-7.4)."""
    hidden = state.players[state.seat].hand.count(UNKNOWN)
    if action.value != "hand" or not hidden or state.phase is not Phase.PLACE:
        return (refused(action),)
    if state.config.get("prove_exchange") == "never":
        return (breach("YGG-7.4", seat=action.seat),)
    left = candidates(state, state.seat)
    found: list[Violation] = []
    for card, count in sorted(Counter(action.also).items()):
        if count > left.get(card, 0):
            found.append(breach("YGG-2.2", card=card, count=count, limit=left.get(card, 0)))
    if len(action.also) != hidden:
        found.append(breach("YGG-7.4", seat=action.seat, count=len(action.also), limit=hidden))
    return tuple(found)


def _other(state: State, action: Action) -> Found:
    match action.verb:
        case Verb.DRAW:
            return (breach("YGG-5.2", seat=action.seat),)
        case Verb.MOVE if facts := _card_on(state, action.at):
            return (breach("YGG-4.4", "move", cell=action.at, **facts),)
        case Verb.TURN | Verb.FLIP:
            return (breach("YGG-4.4", cell=action.at),)
        case _:
            return (refused(action),)


_VERBS: dict[Verb, Callable[[State, Action], Found]] = {
    PLACE: placing,
    CHOOSE: _choose,
    REMOVE: _remove,
    SWAP: _swap,
    PASS: _pass,
    DECLARE: _declare,
}


# Verdicts on exchange and pass with hidden hands, which depend on the cards that fit.
#
# Only one property of a hand matters: its first card that fits, or that no card fits. Therefore two
# kinds of hands are judged. A card is named only if it is the same in all hands of a kind.


_PLACING, _REFILL, _SCRY = Phase.PLACE, Phase.REFILL, Phase.SCRY


def violations_by_world(state: State, action: Action) -> list[Found] | None:
    """Return the violations for each relevant hand; None if no hidden card is relevant."""
    seat, phase = state.seat, state.phase
    if phase is _SCRY:
        return _order_by_world(state, action)
    hidden = state.players[seat].hand.count(UNKNOWN)
    if not hidden or phase not in (_PLACING, _REFILL) or action.seat != SEATS[seat]:
        return None
    if action.verb is PLACE:
        if phase is _REFILL or action.to != f"{SEATS[seat]}.discard" or superfluous(action):
            return None
        return _exchanges(state, action, hidden)
    if action.verb is not PASS or state.config.may_pass or superfluous(action):
        return None
    tail = (refused(action),) if action.facing is DOWN else ()
    fits = _fits(state, state.players[seat].hand, seen_of(state, seat), hidden)
    return [each_clause_once((*nothing_else(state, fit), *tail)) for fit in fits] or None


def _exchanges(state: State, action: Action, hidden: int) -> list[Found] | None:
    seat, card = state.seat, action.card
    seen = seen_of(state, seat)
    if card not in state.players[seat].hand and limit_of(state, seat, card) > seen[card]:
        seen[card] += 1  # one of the hidden cards is the discarded card
        hidden -= 1
    if not hidden or state.config.get("prove_exchange") == "always":
        return None
    fits = _fits(state, held(state, card), seen, hidden)
    return [each_clause_once(found) for found in exchange(state, action, fits)] or None


def _order_by_world(state: State, action: Action) -> list[Found] | None:
    """Judge an order of cards of which some are unknown (YGG-8.5)."""
    top = Counter(state.players[state.seat].deck[: looked_at(state)])
    hidden = top.pop(UNKNOWN, 0)
    named = Counter(action.also)
    if not hidden or action.seat != SEATS[state.seat] or action.verb is not CHOOSE:
        return None
    if action.value or superfluous(action) or action.facing is DOWN or not top <= named:
        return None
    left, new = candidates(state, state.seat), named - top
    if new.total() != hidden or not new <= Counter(left):
        return None
    certain = len(left) == 1 or sum(left.values()) == hidden
    return [()] if certain else [(), (_wrong_order(action),)]


def _fits(
    state: State, hand: tuple[str, ...], seen: Mapping[str, int], hidden: int
) -> list[Fit | None]:
    """Return, for all possible hands, the first card that fits, or None if a hand has no such card.

    If hands differ in this card, `ANY` reports only that one exists.
    """
    seat = state.seat
    known, left = first(state, seat, hand), possible_cards(state.config.limits[seat], seen)
    some: Fit | None = None
    for card, cells in anywhere(state, seat, left).items():
        if some is not ANY:
            fit = known if known is not None and known[0] < card else (card, lowest(cells))
            some = fit if some is None or some == fit else ANY
        del left[card]
    found: list[Fit | None] = [] if some is None else [some]
    idle = sum(left.values())
    return [*found, known] if idle >= hidden else found
