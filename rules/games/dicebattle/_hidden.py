"""What a hidden card can still be, which worlds decide a doubtful judgement, and views.

Placing a card nobody knows is judged over each identity it can have.  "Set" is judged over
fillings of the cards that lie face down: one that is a legal set, if there is any, and some that
break what can be broken.  Redraw and token depend on the hand: one that holds a unit that can be
set, and one that does not.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from typing import TYPE_CHECKING

from rules._action import Verb
from rules._values import UNKNOWN
from rules.games.dicebattle._cards import TOKEN
from rules.games.dicebattle._config import MAX_COPIES, SEATS
from rules.games.dicebattle._sets import settable, staged_faults
from rules.games.dicebattle._state import Phase

if TYPE_CHECKING:
    from rules._action import Action
    from rules.games.dicebattle._cards import Card
    from rules.games.dicebattle._state import Laid, Player, State

__all__ = ["able", "candidates", "limit_of", "names_of", "view", "worlds"]


def limit_of(state: State, seat: int, card: str) -> int:
    """How many copies of a card a seat's deck can hold (DBM-2.2)."""
    deck = state.config.decks[seat]
    return MAX_COPIES if deck is None else deck.count(card)


def candidates(state: State, seat: int) -> dict[str, int]:
    """What a hidden card of a seat can still be, and how many copies of it."""
    player = state.players[seat]
    seen = Counter((*player.hand, *player.deck, *player.grave))
    seen.update(laid.card for laid in player.main + player.circle + player.stock)
    left = {
        card.id: limit_of(state, seat, card.id) - seen[card.id]
        for card in state.config.cards.values()
        if card.deckable
    }
    return {card: count for card, count in left.items() if count > 0}


def names_of(state: State, seat: int) -> tuple[str, ...]:
    """The identities a seat may play from its hand, known or possible, each once, sorted."""
    hand = state.players[seat].hand
    if UNKNOWN not in hand:
        return tuple(dict.fromkeys(hand))
    known = {card for card in hand if card != UNKNOWN}
    return tuple(sorted(known | candidates(state, seat).keys()))


def worlds(state: State, action: Action) -> list[tuple[State, Action]] | None:
    """The fully known pairs that decide; None if nothing hidden matters."""
    if state.phase is not Phase.SET or action.seat != SEATS[state.seat]:
        return None
    player = state.players[state.seat]
    if action.verb is Verb.PLACE and action.card == UNKNOWN and UNKNOWN in player.hand:
        names = candidates(state, state.seat)
        return [(state, dataclasses.replace(action, card=card)) for card in names] or None
    if action.verb is Verb.READY and any(laid.card == UNKNOWN for laid in player.set_now):
        return [(filled, action) for filled in _fillings(state)] or None
    redraw = action.verb is Verb.DECLARE and not action.also
    token = action.verb is Verb.PLACE and action.card == TOKEN
    if (redraw or token) and settable(state, state.seat) < 0:
        return [(held, action) for held in _hands(state)] or None
    return None


def able(state: State, seat: int) -> int:
    """Whether a seat can set a unit (DBM-5.5): 1 yes, 0 no, −1 it depends on hidden cards."""
    found = settable(state, seat)
    if found >= 0:
        return found
    low, idle = _sorts(state, seat)
    if not low:
        return 0
    return -1 if len(idle) >= state.players[seat].hand.count(UNKNOWN) else 1


def _sorts(state: State, seat: int) -> tuple[list[str], list[str]]:
    """What a hidden card can be: the units that could be set, and every copy of the rest."""
    cards, roll = state.config.cards, state.players[seat].roll
    left = candidates(state, seat)
    low = [c for c in left if cards[c].unit and cards[c].cost <= roll]
    return low, [c for c in sorted(left) if c not in low for _ in range(left[c])]


def _hands(state: State) -> list[State]:
    """A hand with a unit that can be set, and one without, as far as the cards allow."""
    player = state.players[state.seat]
    hidden = player.hand.count(UNKNOWN)
    low, idle = _sorts(state, state.seat)
    known = tuple(card for card in player.hand if card != UNKNOWN)
    hands = []
    if low:
        hands.append((*known, low[0], *(UNKNOWN,) * (hidden - 1)))
    if len(idle) >= hidden:
        hands.append((*known, *idle[:hidden]))
    return [_with(state, player._replace(hand=tuple(sorted(hand)))) for hand in hands]


def _with(state: State, player: Player) -> State:
    a, b = state.players
    return state._replace(players=(player, b) if state.seat == 0 else (a, player))


# Fillings of the cards that lie face down.


def _fillings(state: State) -> list[State]:
    """A legal filling if there is one, and fillings that break what can be broken."""
    left = candidates(state, state.seat)
    cards = state.config.cards
    found = []
    legal = _legal_filling(state, dict(left))
    if legal is not None:
        found.append(legal)
    for rank in (_dear, _fits, _crowd):
        filled = state
        counts = dict(left)
        for laid in _unknown(state):
            names = [c for c in sorted(counts) if counts[c]]
            if not names:
                break
            zone = laid.cell[2:6]
            best = min((rank(cards[c], zone), c) for c in names)[1]
            counts[best] -= 1
            filled = _bound(filled, laid, best)
        else:
            if staged_faults(state.config, filled.players[state.seat], whole=True):
                found.append(filled)
    return found


def _unknown(state: State) -> list[Laid]:
    return [c for c in state.players[state.seat].set_now if c.card == UNKNOWN]


def _cost(card: Card, zone: str) -> int:
    return card.grant_level if zone == "stoc" else card.cost


def _dear(card: Card, zone: str) -> int:
    return -_cost(card, zone)


def _crowd(card: Card, zone: str) -> bool:
    del zone
    return card.kind != "human"


def _fits(card: Card, zone: str) -> bool:
    """Whether a card belongs into a zone at all."""
    if zone == "stoc":
        return card.grant is not None
    return card.unit if zone == "main" else card.kind == "magic"


def _bound(state: State, laid: Laid, card: str) -> State:
    """The state with a face-down card known."""
    player = state.players[state.seat]
    main, circle, stock = (
        tuple(c._replace(card=card) if c.cell == laid.cell else c for c in zone)
        for zone in (player.main, player.circle, player.stock)
    )
    return _with(state, player._replace(main=main, circle=circle, stock=stock))


def _legal_filling(state: State, left: dict[str, int]) -> State | None:
    """Depth first, cheap cards first; every card costs 1 at least, which bounds the search."""
    player, cards = state.players[state.seat], state.config.cards
    slots = _unknown(state)
    if not slots:
        return None if staged_faults(state.config, player, whole=True) else state
    if len(player.set_now) > player.roll:
        return None
    laid = slots[0]
    zone = laid.cell[2:6]
    tried: set[tuple[object, ...]] = set()
    for name in sorted((c for c in left if left[c] and _fits(cards[c], zone)),
                       key=lambda c: _cost(cards[c], zone)):  # fmt: skip
        card = cards[name]
        sort = (card.kind, _cost(card, zone), card.exception, card.grant_level)
        if sort in tried:
            continue
        tried.add(sort)
        bound = _bound(state, laid, name)
        if staged_faults(state.config, bound.players[state.seat], whole=False):
            continue
        left[name] -= 1
        found = _legal_filling(bound, left)
        left[name] += 1
        if found is not None:
            return found
    return None


# Views (DBM-3.6).


def view(state: State, seat: int | None) -> State:
    """What a seat knows: its hand, what it has set, and all that lies face up; None: the public."""
    a, b = (_seen(player, own=s == seat) for s, player in enumerate(state.players))
    down = {
        laid.cell
        for s, player in enumerate(state.players)
        if s != seat
        for laid in player.stock
        if not laid.up
    }
    battle = state.battle
    if down:
        battle = battle._replace(queue=tuple(e for e in battle.queue if e.cell not in down))
    return state._replace(players=(a, b), battle=battle)


def _seen(player: Player, *, own: bool) -> Player:
    deck = (UNKNOWN,) * len(player.deck)
    if own:
        return player._replace(deck=deck)

    def seen(zone: tuple[Laid, ...]) -> tuple[Laid, ...]:
        return tuple(c if c.up else c._replace(card=UNKNOWN) for c in zone)

    return player._replace(
        hand=(UNKNOWN,) * len(player.hand),
        deck=deck,
        main=seen(player.main),
        circle=seen(player.circle),
        stock=seen(player.stock),
    )
