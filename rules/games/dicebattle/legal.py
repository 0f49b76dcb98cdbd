"""Every legal action of each phase, in a fixed order.

In the dice phase, the order is: placements by card id (main zone, circle, stock), take-backs,
"set", redraw, token, Miracle. If a hand contains unknown cards, the list includes each possible
identity and the unseen placement (`?`). It also includes actions that only hidden cards could
forbid.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Final

from rules.core.action import CHOOSE, DECLARE, DRAW, FLIP, PASS, PLACE, READY, REMOVE, ROLL, Action
from rules.core.chance import dealt
from rules.core.fast import Cached
from rules.core.values import CHANCE, DOWN, UNKNOWN
from rules.games.dicebattle.cards import FACES, MIRACLE, REVIVAL, TOKEN
from rules.games.dicebattle.config import DECK_SIZE, MAX_REDRAWS, SEATS
from rules.games.dicebattle.hidden.filling import may_be_legal, may_follow
from rules.games.dicebattle.hidden.views import able, candidates, joiner, limit_of, names_of, unable
from rules.games.dicebattle.resolve.effects import open_grants
from rules.games.dicebattle.sets.rules import (
    Staged,
    allowed,
    free_cells,
    staged,
)
from rules.games.dicebattle.state import ZONES, Phase, Player, State, to_turn

Options = Callable[[State], Iterator[Action]]
Who = Callable[[State], frozenset[str]]


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
    name, player, config = SEATS[seat], state.players[seat], state.config
    can, summary = able(state, seat), staged(config, player)
    doubtful = bool(summary.hidden) or UNKNOWN in player.hand
    found: list[Action] = []
    if can:
        found += (_doubtful if doubtful else _places)(state, player, summary)
    if placed := player.set_now:
        found += [_BACK[card.cell] for card in placed]
        sound = not (summary.broken or summary.waiting)
        may_be = may_be_legal(state, player) if summary.hidden else sound
        if player.main and may_be:
            found.append(_READY[seat])
        return iter(found)
    if can <= 0:
        if player.hand and player.redraws < MAX_REDRAWS:
            found.append(Action(name, DECLARE, value="redraw"))
        spent = player.redraws >= MAX_REDRAWS or not config.must_redraw
        if spent or not player.hand:
            found.append(Action(name, PLACE, TOKEN, to=f"{name}.main1"))
    if player.miracle:
        found.append(_MIRACLE[seat])
    return iter(found)


_READY: Final = tuple(Action(seat, READY) for seat in SEATS)
_MIRACLE: Final = tuple(Action(seat, FLIP, at=f"{seat}.{MIRACLE}") for seat in SEATS)


def _on_cell(cell: str) -> Cached[str, Action]:
    turn = 1 if ".stock" in cell else 0
    return Cached(lambda card: Action(cell[0], PLACE, card, to=cell, facing=DOWN, turn=turn))


_PLACEMENTS: Final = Cached(_on_cell)
"""The actions that set a card, by cell and card."""
_BACK: Final[Cached[str, Action]] = Cached(lambda cell: Action(cell[0], REMOVE, at=cell))
"""The action that takes back a set card, by cell."""


def _places(state: State, player: Player, summary: Staged) -> list[Action]:
    """Return the placements from a known hand, next to known cards."""
    config, seat, zones, found = state.config, state.seat, player[3:6], []
    usual, tamers = _open_to(summary, joiner(state, seat)), config.masks.tamers
    free: dict[str, tuple[str, ...]] = {}
    for card in dict.fromkeys(player.hand):
        for at, zone, bit in config.masks.homes[card]:
            fits = _open_to(summary, joiner(state, seat, card)) if bit & tamers else usual
            if fits[at] & bit:
                if zone not in free:
                    free[zone] = free_cells(config, seat, zone, zones[at])
                found += [_PLACEMENTS[cell][card] for cell in free[zone]]
    return found


def _doubtful(state: State, player: Player, summary: Staged) -> list[Action]:
    """Return the placements with unknown cards in the hand or the set; the unseen ones come last.

    Before the first unit, magic and grants are omitted if no unit can follow.
    """
    masks, names, zones = state.config.masks, names_of(state, state.seat), player[3:6]
    found: dict[str, list[Action]] = {card: [] for card in (*names, UNKNOWN)}
    fits = {card: _open_to(summary, joiner(state, state.seat, card)) for card in names}
    for at, zone in enumerate(ZONES):
        fit = [card for card in names if fits[card][at] & masks.bits[masks.cards[card]]]
        if zone != "main" and not player.main:
            fit = [card for card in fit if not unable(state, state.seat, card)]
        if summary.hidden:
            fit = may_follow(state, zone, fit)
        if fit and UNKNOWN in player.hand:
            fit.append(UNKNOWN)
        cells = free_cells(state.config, state.seat, zone, zones[at]) if fit else ()
        for card in fit:
            found[card] += [_PLACEMENTS[cell][card] for cell in cells]
    return [action for actions in found.values() for action in actions]


@lru_cache(maxsize=32768)
def _open_to(summary: Staged, level: int | None) -> tuple[int, ...]:
    return tuple([allowed(summary, zone, level) for zone in ZONES])


# Cards turned up.


def flips(state: State) -> Iterator[Action]:
    """Yield the set cards that must be turned up, with each possible identity."""
    for seat, player in zip(SEATS, state.players, strict=True):
        names = candidates(state, SEATS.index(seat))
        for placed in player.set_now:
            if to_turn(state, placed):
                for card in names if placed.card == UNKNOWN else (placed.card,):
                    yield Action(seat, FLIP, card, placed.cell)


def hidden(state: State) -> Iterator[Action]:
    """Yield the unknown grants that may be turned up, with each possible identity, and a pass."""
    seat, names = SEATS[state.seat], tuple(candidates(state, state.seat))
    for placed in state.players[state.seat].stock:
        if placed.card == UNKNOWN:
            yield from (Action(seat, FLIP, card, placed.cell) for card in names)
    yield Action(seat, PASS)


# Choices.


def choices(values: Callable[[State], Iterable[str]], *, or_pass: bool = False) -> Options:
    """Return the options of a phase in which a seat chooses a value."""

    def listed(state: State) -> Iterator[Action]:
        seat = SEATS[state.seat]
        for value in values(state):
            yield Action(seat, CHOOSE, value=value)
        if or_pass:
            yield Action(seat, PASS)

    return listed


def discards(state: State) -> Iterator[Action]:
    """Yield the cards that the seat may discard."""
    return map(_DISCARDS[state.seat].__getitem__, names_of(state, state.seat))


def _to_grave(seat: str) -> Cached[str, Action]:
    return Cached(lambda card: Action(seat, PLACE, card, to=f"{seat}.grave"))


_DISCARDS: Final = tuple(map(_to_grave, SEATS))
"""The actions that discard a card, by seat and card."""


def purges(state: State) -> Iterator[Action]:
    """Yield the opponent's grants that the seat may remove."""
    for placed in open_grants(state, 1 - state.seat):
        yield Action(SEATS[state.seat], REMOVE, at=placed.cell)


def revivals(state: State) -> Iterator[Action]:
    """Yield the use of Revival, and a pass."""
    seat = SEATS[state.seat]
    yield Action(seat, FLIP, at=f"{seat}.{REVIVAL}")
    yield Action(seat, PASS)


# The chance seat.


_ROLLS: Final = tuple(
    tuple(Action(CHANCE, ROLL, to=seat, value=face) for face in FACES) for seat in SEATS
)
_SHUFFLES = frozenset((Phase.DEAL, Phase.REDRAW, Phase.RENEW))


def lots(_state: State) -> Iterator[Action]:
    """Yield the results of the lot for the first turn."""
    return (Action(CHANCE, CHOOSE, value=seat) for seat in SEATS)


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
    return Action(CHANCE, DRAW, to=f"{SEATS[state.seat]}.deck", also=order)
