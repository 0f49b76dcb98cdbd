"""A toy game that shares nothing with a real one: it proves that the referee knows no game.

*Kiln* has two seats, L and R, one mat, and four cells k1–k4 in a row.  L begins.  A turn is one of:

    place    a card p, q or r on an empty cell (KLN-1), but not r on k4 (KLN-2)
    move     one's own card to a neighbouring empty cell (KLN-3)
    flip     one's own face-down card: it is revealed, and undo stops there
    choose   "sell" or "burn": one's own card on k1 leaves the table; both look alike
    choose   "storm": every card on k1 and k2 leaves (only with two cards there)
    pass     always

The referee does not know face-down cards.  After ten turns the game ends (KLN-9), and the seat
that sold more wins.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rules import (
    GAME_ENDED,
    UNKNOWN,
    Action,
    Event,
    Facing,
    Layout,
    NotationRules,
    Outcome,
    PhaseSpec,
    PlacedCard,
    Resolution,
    Rules,
    Seat,
    Setup,
    TableForm,
    TableRules,
    Verb,
    Violation,
    Zone,
    event_kinds,
)
from rules.core.event import REVEALED, TURN_STARTED

CELLS = ("k1", "k2", "k3", "k4")
SEATS = ("L", "R")
CARDS = ("p", "q", "r")
TURNS = 10
EVENTS = event_kinds(
    laid="{seat} places {card} face up on {cell}, turned by {number}.",
    laid_down="{seat} places {card} face down on {cell}, turned by {number}.",
    moved="{seat} moves its card from {cell} to {to}.",
    cleared="The card on {cell} leaves the table.",
    sold="{seat} sells a card.",
)


@dataclass(frozen=True, slots=True)
class Kiln:
    """The cards on the cells, the seat to act, and the cards sold."""

    cells: tuple[PlacedCard | None, ...] = (None,) * 4
    seat: Seat = "L"
    turn: int = 1
    sold: tuple[int, int] = (0, 0)


def _to_act(state: Kiln) -> frozenset[Seat]:
    return frozenset((state.seat,)) if state.turn <= TURNS else frozenset()


def _legal(state: Kiln) -> Iterator[Action]:
    seat = state.seat
    for card in (*CARDS, UNKNOWN):
        facing = Facing.DOWN if card == UNKNOWN else Facing.UP
        for cell in CELLS:
            yield from _if(state, Action(seat, Verb.PLACE, card, to=cell, facing=facing))
    for at in CELLS:
        for to in CELLS:
            yield from _if(state, Action(seat, Verb.MOVE, at=at, to=to))
        for card in CARDS:
            yield from _if(state, Action(seat, Verb.FLIP, card, at=at))
    for value in ("sell", "burn", "storm"):
        yield from _if(state, Action(seat, Verb.CHOOSE, value=value))
    yield from _if(state, Action(seat, Verb.PASS))


def _if(state: Kiln, action: Action) -> Iterator[Action]:
    if not _violations(state, action):
        yield action


def _violations(state: Kiln, action: Action) -> tuple[Violation, ...]:
    if action.seat not in _to_act(state):
        return (Violation("KLN-4", (("seat", action.seat),)),)
    match action.verb:
        case Verb.PLACE:
            return _place(state, action)
        case Verb.MOVE:
            fine = (
                _own(state, action.at)
                and _at(state, action.to) is None
                and abs(CELLS.index(action.at) - CELLS.index(action.to)) == 1
            )
        case Verb.FLIP:
            resting = _at(state, action.at)
            fine = _own(state, action.at) and resting is not None
            fine = fine and resting is not None and resting.facing is Facing.DOWN
        case Verb.CHOOSE if action.value == "storm":
            fine = _at(state, "k1") is not None and _at(state, "k2") is not None
        case Verb.CHOOSE:
            fine = action.value in ("sell", "burn") and _own(state, "k1")
        case Verb.PASS:
            fine = True
        case _:
            fine = False
    return () if fine else (Violation("KLN-3", (("cell", action.at or action.to),)),)


def _place(state: Kiln, action: Action) -> tuple[Violation, ...]:
    found = []
    if action.to not in CELLS or _at(state, action.to) is not None:
        found.append(Violation("KLN-1", (("cell", action.to),)))
    if action.card == "r" and action.to == "k4":
        found.append(Violation("KLN-2", (("card", "r"),)))
    return tuple(found)


def _at(state: Kiln, cell: str) -> PlacedCard | None:
    return state.cells[CELLS.index(cell)] if cell in CELLS else None


def _own(state: Kiln, cell: str) -> bool:
    resting = _at(state, cell)
    return resting is not None and resting.owner == state.seat


def _resolve(state: Kiln, action: Action) -> Resolution[Kiln]:
    run = Resolution(state, _fold)
    for event in _events(state, action):
        run.emit(event)
    return run


def _events(state: Kiln, action: Action) -> tuple[Event, ...]:
    events: list[Event] = []
    match action.verb:
        case Verb.PLACE:
            kind = "laid_down" if action.facing is Facing.DOWN else "laid"
            events.append(Event(kind, action.seat, action.card, action.to, number=action.turn))
        case Verb.MOVE:
            events.append(Event("moved", action.seat, cell=action.at, to=action.to))
        case Verb.FLIP:
            events.append(Event(REVEALED, action.seat, action.card, action.at))
        case Verb.CHOOSE if action.value == "storm":
            events += [Event("cleared", cell=cell) for cell in ("k1", "k2")]
        case Verb.CHOOSE:
            events.append(Event("cleared", cell="k1"))
            if action.value == "sell":
                events.append(Event("sold", action.seat))
    if state.turn == TURNS:
        events.append(Event(GAME_ENDED, clause="KLN-9"))
    other = SEATS[1 - SEATS.index(action.seat)]
    return (*events, Event(TURN_STARTED, other, number=state.turn + 1))


def _fold(state: Kiln, event: Event) -> Kiln:
    cells = list(state.cells)
    match event.kind:
        case "laid" | "laid_down":
            facing = Facing.DOWN if event.kind == "laid_down" else Facing.UP
            resting = PlacedCard(event.card, event.seat, facing, event.number)
            cells[CELLS.index(event.cell)] = resting
        case "moved":
            cells[CELLS.index(event.to)] = cells[CELLS.index(event.cell)]
            cells[CELLS.index(event.cell)] = None
        case "revealed":
            cells[CELLS.index(event.cell)] = PlacedCard(event.card, event.seat)
        case "cleared":
            cells[CELLS.index(event.cell)] = None
        case "sold":
            mine = SEATS.index(event.seat)
            left, right = state.sold
            return replace(state, sold=(left + (mine == 0), right + (mine == 1)))
        case "turn_started":
            return replace(state, seat=event.seat, turn=event.number)
    return replace(state, cells=tuple(cells))


def _outcome(state: Kiln) -> Outcome | None:
    if state.turn <= TURNS:
        return None
    best = max(state.sold)
    winners = tuple(s for s, n in zip(SEATS, state.sold, strict=True) if n == best)
    scores = dict(zip(SEATS, state.sold, strict=True))
    return Outcome(winners if len(winners) == 1 else (), "KLN-9", scores)


def _table(setup: Setup) -> TableForm:
    zones = [Zone(cell) for cell in CELLS]
    zones += [Zone(f"{seat}.control", tracked=False, owner=seat) for seat in SEATS]
    return TableForm("kiln", tuple(zones), {"L": 90, "R": 270}, {})


def _layout(state: Kiln) -> Layout:
    return {c: (resting,) for c, resting in zip(CELLS, state.cells, strict=True) if resting}


def _format(state: Kiln) -> str:
    report = [
        "-" if x is None else f"{x.card}{x.owner}{x.facing.value[0]}{x.turn}" for x in state.cells
    ]
    return f"{' '.join(report)} {state.seat} {state.turn} {state.sold[0]} {state.sold[1]}\n"


def _parse(text: str, setup: Setup) -> Kiln:
    *report, seat, turn, one, two = text.split()
    cells = tuple(
        None
        if x == "-"
        else PlacedCard(x[0], x[1], Facing.UP if x[2] == "u" else Facing.DOWN, int(x[3]))
        for x in report
    )
    return Kiln(cells, seat, int(turn), (int(one), int(two)))


GAME = Rules(
    slug="kiln",
    seats=lambda _setup: SEATS,
    start=lambda _setup: Kiln(),
    phase=lambda _state: "turn",
    phases={"turn": PhaseSpec(_to_act, _legal, _violations, _resolve)},
    events=EVENTS,
    fold=_fold,
    outcome=_outcome,
    table=TableRules(form=_table, layout=_layout),
    notation=NotationRules(format=_format, parse=_parse),
)
