"""Every legal action of each phase, in a fixed order.

In the dice phase, the order is: placements by card id (main zone, circle, stock), take-backs,
"set", redraw, token, Miracle. If a hand contains unknown cards, the list includes each possible
identity and the unseen placement (`?`). It also includes actions that only hidden cards could
forbid.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Final

from rules.core.action import Action, Verb
from rules.core.chance import dealt
from rules.core.values import CHANCE, UNKNOWN, Facing
from rules.games.dicebattle.cards import FACES, MIRACLE, REVIVAL, TOKEN
from rules.games.dicebattle.config import DECK_SIZE, MAX_REDRAWS, SEATS
from rules.games.dicebattle.hidden.filling import has_unseen_cards, may_be_legal, may_follow
from rules.games.dicebattle.hidden.views import able, candidates, joiner, limit_of, names_of, unable
from rules.games.dicebattle.resolve.effects import open_grants
from rules.games.dicebattle.sets.rules import (
    card_faults,
    free_cells,
    staged,
    staged_faults,
    staged_spread,
)
from rules.games.dicebattle.state import ZONES, Phase, Player, State, to_turn

Options = Callable[[State], Iterator[Action]]
Who = Callable[[State], frozenset[str]]

# Enum members are looked up only once, because each look-up takes a tenth of a microsecond.
_PLACE, _DOWN = Verb.PLACE, Facing.DOWN


# The seats that may act.

_CHANCE: Final = frozenset((CHANCE,))
_ALONE: Final = tuple(frozenset((seat,)) for seat in SEATS)


def of_chance(_state: State) -> frozenset[str]:
    """Return the chance seat."""
    return _CHANCE


def of_one(state: State) -> frozenset[str]:
    """Return the seat that decides."""
    return _ALONE[state.seat]


def of_flip(state: State) -> frozenset[str]:
    """Return the seats that have set cards to turn up."""
    return frozenset(
        seat
        for seat, player in zip(SEATS, state.players, strict=True)
        if any(to_turn(state, placed) for placed in player.set_now)
    )


# The dice phase.


def setting(state: State) -> Iterator[Action]:
    """Yield the placements, take-backs and declarations of the dice phase, in a fixed order."""
    seat = state.seat
    name, player = SEATS[seat], state.players[seat]
    can = able(state, seat)
    placed = player.set_now
    if can:
        yield from _places(state, player)
    for card in placed:
        yield _back(name, card.cell)
    if placed:
        if player.main and ready_may_be(state, player):
            yield Action(name, Verb.READY)
        return
    if can <= 0:
        if player.hand and player.redraws < MAX_REDRAWS:
            yield Action(name, Verb.DECLARE, value="redraw")
        spent = player.redraws >= MAX_REDRAWS or not state.config.must_redraw
        if spent or not player.hand:
            yield Action(name, _PLACE, TOKEN, to=f"{name}.main1")
    if player.miracle:
        yield Action(name, Verb.FLIP, at=f"{name}.{MIRACLE}")


def ready_may_be(state: State, player: Player) -> bool:
    """Return True if the player's placed cards are, or may be, a legal set."""
    if has_unseen_cards(player):
        return may_be_legal(state, player)
    return not staged_faults(state.config, player)


@lru_cache(maxsize=16384)
def _placement(seat: str, card: str, cell: str, turn: int = 0) -> Action:
    """Return an action to set a card, cached because each is listed many times per game."""
    return Action(seat, _PLACE, card, to=cell, facing=_DOWN, turn=turn)


@lru_cache(maxsize=1024)
def _back(seat: str, cell: str) -> Action:
    return Action(seat, Verb.REMOVE, at=cell)


def _places(state: State, player: Player) -> Iterator[Action]:
    seat, cards = state.seat, state.config.cards
    name = SEATS[seat]
    main = free_cells(state.config, seat, "main", player.main)
    circle = free_cells(state.config, seat, "circle", player.circle)
    stock = free_cells(state.config, seat, "stock", player.stock)
    unknown = UNKNOWN in player.hand or has_unseen_cards(player)
    if unknown or any(card.id in player.hand for card in state.config.guesses[seat].tamers):
        yield from _doubtful(state, player, (main, circle, stock))
        return
    sum_ = staged(state.config, player)
    for card_id in dict.fromkeys(player.hand):
        card = cards[card_id]
        if card.unit:
            if sum_.takes_unit(card):
                for cell in main:
                    yield _placement(name, card_id, cell)
        elif sum_.takes_magic(card):
            for cell in circle:
                yield _placement(name, card_id, cell)
        if sum_.takes_grant(card):
            for cell in stock:
                yield _placement(name, card_id, cell, 1)


def _doubtful(state: State, player: Player, free: Iterable[tuple[str, ...]]) -> Iterator[Action]:
    """Yield the placements from a hand with unknown cards or a joining human; see `_places`."""
    names, seat = names_of(state, state.seat), SEATS[state.seat]
    unseen: list[Action] = []
    by_card: dict[str, list[Action]] = {name: [] for name in names}
    for cells, zone, turn in zip(free, ZONES, (0, 0, 1), strict=True):
        fit = _fit(state, player, zone, names)
        if zone != "main" and not player.main:  # a unit must be able to follow later
            fit = [card for card in fit if not unable(state, state.seat, card)]
        if has_unseen_cards(player):
            fit = may_follow(state, zone, fit)
        for card in fit:
            by_card[card] += [_placement(seat, card, cell, turn) for cell in cells]
        if UNKNOWN in player.hand and fit:
            unseen += [_placement(seat, UNKNOWN, cell, turn) for cell in cells]
    for actions in by_card.values():
        yield from actions
    yield from unseen


def _fit(state: State, player: Player, zone: str, names: tuple[str, ...]) -> list[str]:
    """Return the cards that may be added to a zone; of equivalent cards, only one is tested."""
    cards, spread = state.config.cards, staged_spread(state.config, player)
    known: dict[tuple[object, ...], bool] = {}
    fitting = []
    for name in names:
        card = cards[name]
        added = spread.added(zone, card)
        level = joiner(state, state.seat, added, name)
        alike = (card.kind, card.exception, card.grant is None, card.weight(zone), level)
        if alike not in known:
            known[alike] = not card_faults(player.roll, added, level)
        if known[alike]:
            fitting.append(name)
    return fitting


# Cards turned up.


def flips(state: State) -> Iterator[Action]:
    """Yield the set cards that must be turned up, with each possible identity."""
    for seat, player in zip(SEATS, state.players, strict=True):
        names = candidates(state, SEATS.index(seat))
        for placed in player.set_now:
            if to_turn(state, placed):
                for card in names if placed.card == UNKNOWN else (placed.card,):
                    yield Action(seat, Verb.FLIP, card, placed.cell)


def hidden(state: State) -> Iterator[Action]:
    """Yield the unknown grants that may be turned up, with each possible identity, and a pass."""
    seat, names = SEATS[state.seat], tuple(candidates(state, state.seat))
    for placed in state.players[state.seat].stock:
        if placed.card == UNKNOWN:
            yield from (Action(seat, Verb.FLIP, card, placed.cell) for card in names)
    yield Action(seat, Verb.PASS)


# Choices.


def choices(values: Callable[[State], Iterable[str]], *, or_pass: bool = False) -> Options:
    """Return the options of a phase in which a seat chooses a value."""

    def listed(state: State) -> Iterator[Action]:
        seat = SEATS[state.seat]
        for value in values(state):
            yield Action(seat, Verb.CHOOSE, value=value)
        if or_pass:
            yield Action(seat, Verb.PASS)

    return listed


def discards(state: State) -> Iterator[Action]:
    """Yield the cards that the seat may discard."""
    seat = SEATS[state.seat]
    for card in names_of(state, state.seat):
        yield Action(seat, _PLACE, card, to=f"{seat}.grave")


def purges(state: State) -> Iterator[Action]:
    """Yield the opponent's grants that the seat may remove."""
    for placed in open_grants(state, 1 - state.seat):
        yield Action(SEATS[state.seat], Verb.REMOVE, at=placed.cell)


def revivals(state: State) -> Iterator[Action]:
    """Yield the use of Revival, and a pass."""
    seat = SEATS[state.seat]
    yield Action(seat, Verb.FLIP, at=f"{seat}.{REVIVAL}")
    yield Action(seat, Verb.PASS)


# The chance seat.


_ROLLS: Final = tuple(
    tuple(Action(CHANCE, Verb.ROLL, to=seat, value=face) for face in FACES) for seat in SEATS
)
_SHUFFLES = frozenset((Phase.DEAL, Phase.REDRAW, Phase.RENEW))


def lots(_state: State) -> Iterator[Action]:
    """Yield the results of the lot for the first turn."""
    return (Action(CHANCE, Verb.CHOOSE, value=seat) for seat in SEATS)


def rolls(state: State) -> Iterator[Action]:
    """Yield the rolls of the die."""
    return iter(_ROLLS[state.seat])


def unlisted(_state: State) -> Iterator[Action]:
    """Yield nothing, because a shuffle has too many outcomes (see `sample`)."""
    return iter(())


def shuffled(state: State) -> tuple[str, ...]:
    """Return the cards to shuffle now: the deck, hand and deck, or the graveyard."""
    player = state.players[state.seat]
    return player.grave if state.phase is Phase.RENEW else player.hand + player.deck


def sample(state: State, below: Callable[[int], int]) -> Action:
    """Draw a random roll, first player or shuffle; an unknown deck is drawn from the whole pool."""
    if state.phase not in _SHUFFLES:
        outcomes = tuple((lots if state.phase is Phase.LOT else rolls)(state))
        return outcomes[below(len(outcomes))]
    pile = shuffled(state)
    cards = list(pile)
    if UNKNOWN in pile and state.phase is Phase.DEAL:
        cards = [
            card.id
            for card in state.config.cards.values()
            if card.deckable
            for _ in range(limit_of(state, state.seat, card.id))
        ]
    size = DECK_SIZE if state.phase is Phase.DEAL else len(cards)
    order = dealt(cards, size, below)
    return Action(CHANCE, Verb.DRAW, to=f"{SEATS[state.seat]}.deck", also=order)
