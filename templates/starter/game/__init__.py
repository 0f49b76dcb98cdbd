"""Lantern Field, a small complete game to rewrite clause by clause.

Two players have a hand of six cards and a field of four columns and three rows. They take turns to
play one card on an empty cell (STA-1, STA-2), never next to a card of the same number (STA-3). When
the player whose turn it is cannot play, the game ends, and the player whose cards on the field show
more lanterns wins (STA-4). Both hands are open, so nothing is hidden.

`violations` judges an action, `resolve` returns its events, and `fold` makes the next state. The
other functions describe the table and write a position as text.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass, replace

from rules import (
    GAME_ENDED,
    Action,
    Catalog,
    Deck,
    DeckFinding,
    DeckReport,
    Event,
    Facing,
    Fault,
    Game,
    Layout,
    Message,
    NotationError,
    Outcome,
    PlacedCard,
    Seat,
    Setup,
    TableForm,
    Verb,
    Violation,
    Zone,
    load_catalog,
)

__all__ = ["GAME", "LanternField", "State"]

SLUG = "starter"
DECK = "first"
SEATS = ("A", "B")
COLUMNS, ROWS = "abcd", "123"
CELLS = tuple(column + row for row in ROWS for column in COLUMNS)


@dataclass(frozen=True, slots=True)
class State:
    """Both hands, the cards on the field with their owners (`None`: empty), and the seat to move.

    `turn` is empty when the game has ended.
    """

    hands: tuple[tuple[str, ...], tuple[str, ...]]
    field: tuple[tuple[str, Seat] | None, ...] = (None,) * len(CELLS)
    turn: Seat = "A"


class LanternField(Game[State]):
    """The rules of Lantern Field."""

    slug = SLUG

    def seats(self, setup: Setup) -> tuple[Seat, ...]:
        """Return the seats; A begins."""
        del setup
        return SEATS

    def start(self, setup: Setup) -> State:
        """Deal each player a whole deck as the hand: the chosen deck, or the shipped one."""
        shipped = load_catalog(SLUG).decks[DECK]
        one, two = (setup.decks.get(seat, shipped).cards for seat in SEATS)
        return State((one, two))

    def to_act(self, state: State) -> frozenset[Seat]:
        """Return the seat whose turn it is."""
        return frozenset((state.turn,)) if state.turn else frozenset()

    def legal(self, state: State) -> Iterator[Action]:
        """Yield every legal placement of every card."""
        if state.turn:
            for card in dict.fromkeys(state.hands[SEATS.index(state.turn)]):
                for cell in CELLS:
                    action = _lay(state.turn, card, cell)
                    if not self.violations(state, action):
                        yield action

    def violations(self, state: State, action: Action) -> tuple[Violation, ...]:
        """Return the clauses that an action breaks: turn and hand, empty cell, numbers."""
        card, cell = action.card, action.to
        if (
            action.seat != state.turn
            or cell not in CELLS
            or action != _lay(action.seat, card, cell)
            or card not in state.hands[SEATS.index(action.seat)]
        ):
            return (Violation("STA-1", (("card", card),)),)
        found = []
        if state.field[CELLS.index(cell)] is not None:
            found.append(Violation("STA-2", (("cell", cell),)))
        for other in _beside(cell):
            entry = state.field[CELLS.index(other)]
            if entry is not None and _fact(entry[0], "number") == _fact(card, "number"):
                found.append(Violation("STA-3", (("card", card), ("cell", other))))
                break
        return tuple(found)

    def resolve(self, state: State, action: Action) -> tuple[Event, ...]:
        """Return the events: the card is placed, and the turn passes or the game ends."""
        placed = Event("placed", action.seat, action.card, action.to)
        after = self.fold(state, placed)
        if any(True for _ in self.legal(after)):
            return (placed,)
        return (placed, Event(GAME_ENDED, clause="STA-4"))

    def fold(self, state: State, event: Event) -> State:
        """Return the state after an event."""
        if event.kind == GAME_ENDED:
            return replace(state, turn="")
        seat, cell = SEATS.index(event.seat), CELLS.index(event.cell)
        hands = [list(hand) for hand in state.hands]
        hands[seat].remove(event.card)
        entry = (event.card, event.seat)
        field = (*state.field[:cell], entry, *state.field[cell + 1 :])
        return State((tuple(hands[0]), tuple(hands[1])), field, SEATS[1 - seat])

    def outcome(self, state: State) -> Outcome | None:
        """Return the winner, the player who shows more lanterns (STA-4)."""
        if state.turn:
            return None
        scores = dict.fromkeys(SEATS, 0)
        for entry in state.field:
            if entry is not None:
                scores[entry[1]] += _fact(entry[0], "lanterns")
        best = max(scores.values())
        winners = tuple(seat for seat in SEATS if scores[seat] == best)
        return Outcome(winners if len(winners) == 1 else (), "STA-4", scores)

    def value(self, state: State, seat: Seat) -> float:
        """Return the lead in lanterns, for computer players."""
        sign = {seat: 1}
        placed = (entry for entry in state.field if entry is not None)
        return float(sum(sign.get(owner, -1) * _fact(card, "lanterns") for card, owner in placed))

    def table(self, setup: Setup) -> TableForm:
        """Describe the mat: the field, and a place for each player's control cards."""
        del setup
        field = tuple(Zone(cell, oriented=False) for cell in CELLS)
        control = tuple(Zone(f"{s}.control", tracked=False, owner=s, pile=True) for s in SEATS)
        return TableForm("field", (*field, *control), {"A": 0, "B": 180}, {"sun": "A", "moon": "B"})

    def layout(self, state: State) -> Layout:
        """Return the cards on the field."""
        return {
            cell: (PlacedCard(entry[0], entry[1], Facing.UP),)
            for cell, entry in zip(CELLS, state.field, strict=True)
            if entry is not None
        }

    def view(self, state: State, seat: Seat | None) -> State:
        """Return the whole state, because nothing is hidden."""
        del seat
        return state

    def format(self, state: State) -> str:
        """Write `turn A`, both hands, and the field as `a1=l01/A`."""
        hands = [f"{s} {','.join(h) or '-'}" for s, h in zip(SEATS, state.hands, strict=True)]
        placed = [
            f"{cell}={entry[0]}/{entry[1]}"
            for cell, entry in zip(CELLS, state.field, strict=True)
            if entry is not None
        ]
        lines = [f"turn {state.turn or '-'}", *hands, f"field {' '.join(placed)}".strip()]
        return "\n".join(lines) + "\n"

    def parse(self, text: str, setup: Setup) -> State:
        """Parse the text that `format` writes."""
        del setup
        try:
            (head, turn), one, two, (row, *placed) = (line.split() for line in text.splitlines())
            field = dict.fromkeys(CELLS, None) | dict(_placed(word) for word in placed)
            hands = [_hand(seat, hand) for seat, hand in zip(SEATS, (one, two), strict=True)]
            _one_of((*SEATS, "-"), turn)
            _one_of(("turn field",), f"{head} {row}")
        except ValueError as error:
            fix = "write it as `turn A`, `A l01,l02`, `B -`, `field a1=l03/B`"
            raise NotationError("this is no position", text, 0, fix) from error
        return State((hands[0], hands[1]), tuple(field.values()), turn.strip("-"))

    def check_deck(self, setup: Setup, seat: Seat, deck: Deck) -> DeckReport:
        """Accept any deck with at least one card, because the whole deck is a hand."""
        del setup, seat
        empty = DeckFinding("STA-1", count=0, limit=1)
        return DeckReport(() if deck.cards else (empty,))

    def check_cards(self, catalog: Catalog) -> tuple[Fault, ...]:
        """Check that every card has a number and its lanterns."""
        file = f"card_data/{SLUG}/cards.csv"
        return tuple(
            Fault(
                file,
                card.line,
                name,
                Message("value_no_number", given=card.facts.get(name, "")),
                Message("write_number"),
            )
            for card in catalog.cards.values()
            for name in ("number", "lanterns")
            if not card.facts.get(name, "").isdecimal()
        )


def _lay(seat: Seat, card: str, cell: str) -> Action:
    return Action(seat, Verb.PLACE, card=card, to=cell, facing=Facing.UP)


def _beside(cell: str) -> Iterator[str]:
    """Yield the cells that share an edge with a cell."""
    column, row = COLUMNS.index(cell[0]), ROWS.index(cell[1])
    for x, y in ((column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)):
        if 0 <= x < len(COLUMNS) and 0 <= y < len(ROWS):
            yield COLUMNS[x] + ROWS[y]


def _fact(card: str, name: str) -> int:
    return int(load_catalog(SLUG).cards[card].facts[name])


def _hand(seat: Seat, words: list[str]) -> tuple[str, ...]:
    head, cards = words
    _one_of((seat,), head)
    found = () if cards == "-" else tuple(cards.split(","))
    for card in found:
        _one_of(load_catalog(SLUG).cards, card)
    return found


def _placed(word: str) -> tuple[str, tuple[str, Seat]]:
    cell, _, entry = word.partition("=")
    card, _, owner = entry.partition("/")
    _one_of(CELLS, cell)
    _one_of(SEATS, owner)
    _one_of(load_catalog(SLUG).cards, card)
    return cell, (card, owner)


def _one_of(known: Container[str], word: str) -> None:
    if word not in known:
        raise ValueError(word)


GAME = LanternField()
