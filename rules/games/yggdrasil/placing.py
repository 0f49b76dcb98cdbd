"""Violations that placements, exchanges and discards cause.

The priority is: the turn (YGG-5), the card's orientation (YGG-4), its availability (YGG-2), and the
cell (YGG-6.7).
"""

from collections.abc import Iterable

from rules.core.action import Action
from rules.core.hidden_cards import without_card
from rules.core.values import DOWN, UNKNOWN
from rules.core.verdict import Violation, breach
from rules.games.yggdrasil.cards import Op, stone
from rules.games.yggdrasil.config import DISCARDS, SEATS
from rules.games.yggdrasil.effects import effect_of
from rules.games.yggdrasil.fits import ANY, Fit, faults, first
from rules.games.yggdrasil.hidden import limit_of, seen_of
from rules.games.yggdrasil.legal import PLACING
from rules.games.yggdrasil.state import Phase, State

# Enum members are looked up only once, because each look-up takes a tenth of a microsecond.
_ROOT, _TURN = Phase.ROOT, Phase.PLACE

Found = tuple[Violation, ...]
"""Violations found so far."""


def refused(action: Action) -> Violation:
    """Return the violation for an action that no clause mentions (YGG-12.1)."""
    facts = (("card", action.card), ("cell", action.at or action.to))
    return Violation("YGG-12.1", tuple((name, value) for name, value in facts if value))


def placing(state: State, action: Action) -> Found:
    """Return every clause violated by a placement by the seat to move."""
    if state.phase is _ROOT:
        return _root(state, action)
    if "." in action.to:
        return _discard(state, action)
    return _timing(state, action) + placement_faults(state, action)


def placement_faults(state: State, action: Action) -> Found:
    """Return the violations of a placement on the field, except those of the turn."""
    return _card_faults(state, action) + _cell_faults(state, action)


def _root(state: State, action: Action) -> Found:
    """Check that the agreed root is put in the middle of the front row (YGG-2.3, 3.2, 3.3)."""
    found: list[Violation] = []
    grid = state.config.grid
    if action.turn or action.facing is DOWN or action.value not in ("", action.seat):
        found.append(_askew(action))
    if action.card != state.config.roots[state.seat]:
        found.append(breach("YGG-2.3", card=action.card))
    i = grid.index.get(action.to, -1)
    if i not in (grid.front(state.seat, column) for column in range(grid.columns)):
        found.append(breach("YGG-3.2", card=action.card, cell=action.to))
    elif i not in state.config.root_cells(state.seat):
        found.append(breach("YGG-3.3", card=action.card, cell=action.to))
    return tuple(found) or ((refused(action),) if action.value else ())


def _timing(state: State, action: Action) -> Found:
    """Check that a turn places one card, or two if the first one's effect allows it (YGG-8.3)."""
    if state.phase in PLACING:
        return ()
    if state.phase is Phase.MULLIGAN:
        return (breach("YGG-5.1", seat=action.seat),)
    if state.placed > 1:
        return (breach("YGG-8.3", card=action.card, count=state.placed + 1, limit=2),)
    effect = effect_of(state)
    if effect is not None and effect.op is Op.EXTRA_PLACE:
        return (breach("YGG-5.6", card=action.card),)
    second = breach("YGG-5.4", "second", card=action.card, count=2, limit=1)
    return second, breach("YGG-5.6", card=action.card)


def _card_faults(state: State, action: Action) -> Found:
    """Check the card's orientation, and that it can come from the seat's hand."""
    found: Found = ()
    if action.value:
        stray = breach("YGG-4.1", card=action.card, seat=action.value)
        found = (refused(action) if action.value == action.seat else stray,)
    if action.facing is DOWN or (action.turn and not state.config.free_rotation):
        found = (*found, _askew(action))
    return found + _ownership(state, action)


def _askew(action: Action) -> Violation:
    """Return the violation for a turned or face-down card (YGG-4.3)."""
    case = "down" if action.facing is DOWN else ""
    return breach("YGG-4.3", case, card=action.card, cell=action.to)


def _ownership(state: State, action: Action) -> Found:
    """Check that the card is, or may be, in the seat's hand (YGG-2.1 to 2.3, 5.4)."""
    config, card, seat = state.config, action.card, SEATS.index(action.seat)
    hand, deck, discard = state.players[seat]
    if card in hand and card != UNKNOWN:
        return ()
    facts = config.cards.get(card)
    if facts is None:
        return (refused(action),)
    if facts.root:
        return (breach("YGG-2.3", card=card),)
    limit = limit_of(state, seat, card)
    if not limit:
        size = config.deck_size
        stray = {"card": card, "seat": action.seat, "limit": size}
        return (breach("YGG-2.1", "stray", **stray, count=size + 1),)
    seen = seen_of(state, seat)[card]
    if seen >= limit and card not in deck + discard:
        return (breach("YGG-2.2", card=card, count=seen + 1, limit=limit),)
    if UNKNOWN not in hand or seen >= limit:
        return (breach("YGG-5.4", "hand", card=card),)
    return ()


def _cell_faults(state: State, action: Action) -> Found:
    config = state.config
    i = config.grid.index.get(action.to, -1)
    if i < 0 or state.taken >> i & 1:
        return (_no_room(state, action, i),)
    if action.card not in config.cards:
        return ()
    seat = SEATS.index(action.seat)
    # A wrongly turned card is judged in the correct orientation (YGG-12.3).
    way = config.ways[seat][action.card][action.turn if config.free_rotation else 0]
    side = state.sides[seat]
    fits = side.fits >> way.shift & side.aimed
    if fits >> i & 1 and not config.colour_lock:
        return ()
    return tuple(faults(state, seat, way.placed, i))


def _no_room(state: State, action: Action, i: int) -> Violation:
    """Return the violation for an occupied cell, or for a place off the field (`i` −1; YGG-6.1)."""
    names = state.config.grid.names
    facts = {"card": action.card, "cell": action.to}
    if i >= 0:
        return breach("YGG-6.1", "taken", **facts, neighbour=stone(state.field, i).card.id)
    if not action.to:
        return breach("YGG-6.1", "untold", card=action.card, target=names[-1])
    return breach("YGG-6.1", "off", **facts, target=names[-1])


# Exchange and discard (YGG-7, YGG-8.5).


def _discard(state: State, action: Action) -> Found:
    pile = DISCARDS[action.seat]
    if action.to != pile:
        if action.to not in DISCARDS.values():
            return (_no_room(state, action, -1),)
        return (breach("YGG-6.1", "pile", card=action.card, cell=action.to, target=pile),)
    if state.phase is not _TURN:
        found = _given(state, action)
        late = breach("YGG-7.1", "late", card=action.card)
        return found if state.phase is Phase.DISCARD else (late, *found)
    hand = held(state, action.card)
    return exchange(state, action, (first(state, state.seat, hand),))[0]


def _given(state: State, action: Action) -> Found:
    """Return the violations that any kind of discard can cause."""
    plain = not (action.turn or action.value or action.facing is DOWN)
    owned = _ownership(state, action)
    return owned if plain else (refused(action), *owned)


def held(state: State, card: str) -> tuple[str, ...]:
    """Return the hand of the seat to move, sorted, including the card that it discards."""
    hand = state.players[state.seat].hand
    return hand if card in hand or card not in state.config.cards else tuple(sorted((*hand, card)))


def exchange(state: State, action: Action, fits: Iterable[Fit | None]) -> list[Found]:
    """Return the violations for an exchange, once per entry of `fits`; None means no card fits."""
    hand, deck, _ = state.players[state.seat]
    found: list[Violation] = []
    if not deck:
        found.append(breach("YGG-7.2", card=action.card))
    rest = _rest(hand, action.card) if UNKNOWN in hand else ()
    if UNKNOWN in rest and state.config.get("prove_exchange") == "always":
        found.append(breach("YGG-7.4", seat=action.seat))
    found += _given(state, action)
    return [(*_better(state, fit), *found) for fit in fits]


def _better(state: State, fit: Fit | None) -> Found:
    """Return the violations for an exchange when a card can be placed (YGG-7.1, YGG-5.4)."""
    if fit is None:
        return ()
    facts = fit_facts(state, fit)
    return breach("YGG-7.1", "fits", **facts), breach("YGG-5.4", "exchange", **facts)


def fit_facts(state: State, fit: Fit) -> dict[str, str]:
    """Return the facts about a card that fits: the card and its cell."""
    return {} if fit is ANY else {"card": fit[0], "cell": state.config.grid.names[fit[1]]}


def _rest(hand: tuple[str, ...], card: str) -> tuple[str, ...]:
    """Return the hand without the discarded card."""
    return without_card(hand, card) if card in hand or UNKNOWN in hand else hand
