"""Lantern Field, a small complete game to rewrite clause by clause.

Two players have a hand of six cards and a field of four columns and three rows. They take turns to
play one card on an empty cell (STA-1, STA-2), never next to a card of the same number (STA-3). When
the player whose turn it is cannot play, the game ends, and the player whose cards on the field show
more lanterns wins (STA-4). Both hands are open, so nothing is hidden.

`_options` lists the legal actions, `_violations` judges an action, `_resolve` returns its events,
which `EVENTS` describes, and `_fold` makes the next state. The other functions describe the table
and write a position as text. `GAME` puts them together.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass, replace

from rules import (
    GAME_ENDED,
    Action,
    DataRules,
    Deck,
    DeckFinding,
    DeckReport,
    Event,
    Facing,
    Layout,
    NotationError,
    NotationRules,
    Number,
    Outcome,
    PhaseSpec,
    PlacedCard,
    Resolution,
    RobotRules,
    Rules,
    Seat,
    Setup,
    TableForm,
    TableRules,
    Verb,
    Violation,
    Zone,
    event_kinds,
    load_catalog,
)

__all__ = ["GAME", "State"]

SLUG = "starter"
DECK = "first"
SEATS = ("A", "B")
LETTERS, ROWS = "abcd", "123"
FACTS = {"number": Number(), "lanterns": Number()}
CELLS = tuple(letter + row for row in ROWS for letter in LETTERS)
EVENTS = event_kinds(placed="{seat} places {card} on {cell}.")


@dataclass(frozen=True, slots=True)
class State:
    """Both hands, the cards on the field with their owners (`None`: empty), and the seat to move.

    `turn` is empty when the game has ended.
    """

    hands: tuple[tuple[str, ...], tuple[str, ...]]
    field: tuple[tuple[str, Seat] | None, ...] = (None,) * len(CELLS)
    turn: Seat = "A"


def _start(setup: Setup) -> State:
    """Deal each player a whole deck as the hand: the chosen deck, or the shipped one."""
    shipped = load_catalog(SLUG).decks[DECK]
    one, two = (setup.decks.get(seat, shipped).cards for seat in SEATS)
    return State((one, two))


def _to_act(state: State) -> frozenset[Seat]:
    """Return the seat whose turn it is."""
    return frozenset((state.turn,)) if state.turn else frozenset()


def _options(state: State) -> Iterator[Action]:
    """Yield every legal placement of every card."""
    if state.turn:
        for card in dict.fromkeys(state.hands[SEATS.index(state.turn)]):
            for cell in CELLS:
                action = _lay(state.turn, card, cell)
                if not _violations(state, action):
                    yield action


def _violations(state: State, action: Action) -> tuple[Violation, ...]:
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


def _resolve(state: State, action: Action) -> Resolution[State]:
    """Return the events: the card is placed, and the turn passes or the game ends."""
    run = Resolution(state, _fold)
    run.emit(Event("placed", action.seat, action.card, action.to))
    if not any(True for _ in _options(run.state)):
        run.emit(Event(GAME_ENDED, clause="STA-4"))
    return run


def _fold(state: State, event: Event) -> State:
    """Return the state after an event."""
    if event.kind == GAME_ENDED:
        return replace(state, turn="")
    seat, cell = SEATS.index(event.seat), CELLS.index(event.cell)
    hands = [list(hand) for hand in state.hands]
    hands[seat].remove(event.card)
    entry = (event.card, event.seat)
    field = (*state.field[:cell], entry, *state.field[cell + 1 :])
    return State((tuple(hands[0]), tuple(hands[1])), field, SEATS[1 - seat])


def _outcome(state: State) -> Outcome | None:
    """Return the winner, the player who shows more lanterns (STA-4)."""
    if state.turn:
        return None
    scores = _lanterns(state)
    best = max(scores.values())
    winners = tuple(seat for seat in SEATS if scores[seat] == best)
    return Outcome(winners if len(winners) == 1 else (), "STA-4", scores)


def _lanterns(state: State) -> dict[Seat, int]:
    """Return the number of lanterns on each player's cards on the field."""
    scores = dict.fromkeys(SEATS, 0)
    for entry in state.field:
        if entry is not None:
            scores[entry[1]] += _fact(entry[0], "lanterns")
    return scores


def _lead(state: State, seat: Seat) -> float:
    """Return a player's lead in lanterns, for computer players."""
    scores = _lanterns(state)
    return float(2 * scores[seat] - sum(scores.values()))


def _table(setup: Setup) -> TableForm:
    """Describe the mat: the field, and a place for each player's control cards."""
    del setup
    field = tuple(Zone(cell, oriented=False) for cell in CELLS)
    control = tuple(Zone(f"{s}.control", tracked=False, owner=s, pile=True) for s in SEATS)
    return TableForm("field", (*field, *control), {"A": 0, "B": 180}, {"sun": "A", "moon": "B"})


def _layout(state: State) -> Layout:
    """Return the cards on the field."""
    return {
        cell: (PlacedCard(entry[0], entry[1], Facing.UP),)
        for cell, entry in zip(CELLS, state.field, strict=True)
        if entry is not None
    }


def _format(state: State) -> str:
    """Write `turn A`, both hands, and the field as `a1=l01/A`."""
    hands = [f"{s} {','.join(h) or '-'}" for s, h in zip(SEATS, state.hands, strict=True)]
    placed = [
        f"{cell}={entry[0]}/{entry[1]}"
        for cell, entry in zip(CELLS, state.field, strict=True)
        if entry is not None
    ]
    lines = [f"turn {state.turn or '-'}", *hands, f"field {' '.join(placed)}".strip()]
    return "\n".join(lines) + "\n"


def _parse(text: str, setup: Setup) -> State:
    """Parse the text that `_format` writes."""
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


def _check_deck(setup: Setup, seat: Seat, deck: Deck) -> DeckReport:
    """Accept any deck with at least one card, because the whole deck is a hand."""
    del setup, seat
    empty = DeckFinding("STA-1", count=0, limit=1)
    return DeckReport(() if deck.cards else (empty,))


def _lay(seat: Seat, card: str, cell: str) -> Action:
    return Action(seat, Verb.PLACE, card=card, to=cell, facing=Facing.UP)


def _beside(cell: str) -> Iterator[str]:
    """Yield the cells that share an edge with a cell."""
    column, row = LETTERS.index(cell[0]), ROWS.index(cell[1])
    for x, y in ((column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)):
        if 0 <= x < len(LETTERS) and 0 <= y < len(ROWS):
            yield LETTERS[x] + ROWS[y]


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


GAME = Rules(
    slug=SLUG,
    seats=lambda _setup: SEATS,
    start=_start,
    phase=lambda _state: "turn",
    phases={"turn": PhaseSpec(_to_act, _options, _violations, _resolve)},
    events=EVENTS,
    fold=_fold,
    outcome=_outcome,
    data=DataRules(check_deck=_check_deck, columns=FACTS),
    table=TableRules(form=_table, layout=_layout),
    notation=NotationRules(format=_format, parse=_parse),
    robots=RobotRules(evaluate=_lead),
)
