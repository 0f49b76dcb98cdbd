"""Lantern Field, a small complete game to rewrite clause by clause.

Two players have a hand of six cards and a field of four columns and three rows. They take turns to
play one card on an empty cell (STA-1, STA-2), never next to a card of the same number (STA-3). When
the player whose turn it is cannot play, the game ends, and the player whose cards on the field show
more lanterns wins (STA-4). Both hands are open, so nothing is hidden.

`_options` lists the legal actions, `_violations` judges an action, `act` returns its events, which
`events` describes, and `_fold` makes the next state. `small_game` adds what small games share.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from rules import (
    Action,
    DataRules,
    Event,
    Layout,
    Number,
    Outcome,
    PlacedCard,
    Seat,
    Setup,
    Verb,
    Violation,
    event_kinds,
    load_catalog,
)
from rules.core.hidden_cards import without_card
from rules.core.values import CardId, CellId
from rules.small_game import small_game

SLUG = "starter"
SEATS = ("A", "B")
CELLS = tuple(letter + row for row in "123" for letter in "abcd")


@dataclass(frozen=True, slots=True)
class State:
    """Both hands, each card on the field with its cell and owner, and the seat to move."""

    hands: tuple[tuple[CardId, ...], tuple[CardId, ...]]
    field: tuple[tuple[CellId, CardId, Seat], ...] = ()
    turn: Seat = "A"


def _start(setup: Setup) -> State:
    """Deal each player a whole deck as the hand: the chosen deck, or the shipped one."""
    one, two = (setup.decks.get(s, load_catalog(SLUG).decks["first"]).cards for s in SEATS)
    return State((one, two))


def _options(state: State) -> Iterator[Action]:
    """Yield every legal placement of every card."""
    for card in dict.fromkeys(state.hands[SEATS.index(state.turn)]):
        for cell in CELLS:
            action = Action(state.turn, Verb.PLACE, card, to=cell)
            if not _violations(state, action):
                yield action


def _violations(state: State, action: Action) -> tuple[Violation, ...]:
    """Return the clauses that an action breaks: turn and hand, empty cell, numbers."""
    card, cell = action.card, action.to
    place = Action(state.turn, Verb.PLACE, card, to=cell)
    if action != place or cell not in CELLS or card not in state.hands[SEATS.index(state.turn)]:
        return (Violation("STA-1", (("card", card),)),)
    found = [Violation("STA-2", (("cell", cell),)) for other, _, _ in state.field if other == cell]
    for other, neighbour, _ in state.field:
        if _are_adjacent(cell, other) and _fact(neighbour, "number") == _fact(card, "number"):
            return (*found, Violation("STA-3", (("card", card), ("cell", other))))
    return tuple(found)


def _fold(state: State, event: Event) -> State:
    """Return the state after a placement: the card is on the field, and the turn passes."""
    hands, seat = list(state.hands), SEATS.index(event.seat)
    hands[seat] = without_card(hands[seat], event.card)
    field = sorted((*state.field, (event.cell, event.card, event.seat)))
    return State((hands[0], hands[1]), tuple(field), SEATS[1 - seat])


def _result(state: State) -> Outcome:
    """Return the result: the player who shows more lanterns wins (STA-4)."""
    scores = dict.fromkeys(SEATS, 0)
    for _, card, owner in state.field:
        scores[owner] += _fact(card, "lanterns")
    lead = scores["A"] - scores["B"]
    return Outcome((SEATS[lead < 0],) if lead else (), "STA-4", scores)


def _layout(state: State) -> Layout:
    """Place each card on its cell."""
    return {cell: (PlacedCard(card, owner),) for cell, card, owner in state.field}


def _are_adjacent(one: str, other: str) -> bool:
    return sum(abs(ord(x) - ord(y)) for x, y in zip(one, other, strict=True)) == 1


def _fact(card: str, name: str) -> int:
    return int(load_catalog(SLUG).cards[card].facts[name])


GAME = small_game(
    SLUG,
    State,
    mat="field",
    cells=CELLS,
    events=event_kinds(placed="{seat} places {card} on {cell}."),
    start=_start,
    options=_options,
    violations=_violations,
    act=lambda _state, action: [Event("placed", action.seat, action.card, action.to)],
    fold=_fold,
    result=_result,
    layout=_layout,
    data=DataRules(columns={"number": Number(), "lanterns": Number()}),
)
