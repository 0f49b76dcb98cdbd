"""A toy game that uses every feature of the kernel.

*Four Corners*: four seats, each with a hidden hand of the numbers 1–4. In a round, all four place
one card face down, in any order (TOY-1). The chance seat rolls a die, and all cards are turned up.
The highest card not above the die takes a point. TOY-2 forbids playing the number that the seat
played last; at a table, only the reveal can show it. The game has three rounds.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeVar

from rules import (
    CHANCE,
    GAME_ENDED,
    UNKNOWN,
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
from rules.core.event import REVEALED, ROLLED

T = TypeVar("T")
SEATS = ("N", "E", "S", "W")
NUMBERS = ("1", "2", "3", "4")
ROUNDS = 3


@dataclass(frozen=True, slots=True)
class Corners:
    """The state: `laid[i]` is seat i's face-down card and its ply; `last` the revealed cards."""

    hands: tuple[tuple[str, ...], ...]
    placed: tuple[tuple[str, int] | None, ...] = (None,) * 4
    last: tuple[str, ...] = ("",) * 4
    points: tuple[int, ...] = (0,) * 4
    round: int = 1
    ply: int = 0


def _start(setup: Setup) -> Corners:
    hidden = (UNKNOWN,) * len(NUMBERS)
    hands = tuple(setup.decks[s].cards if s in setup.decks else hidden for s in SEATS)
    return Corners(hands)


def _to_act(state: Corners) -> frozenset[Seat]:
    if state.round > ROUNDS:
        return frozenset()
    waiting = frozenset(s for s, card in zip(SEATS, state.placed, strict=True) if card is None)
    return waiting or frozenset((CHANCE,))


def _legal(state: Corners) -> Iterator[Action]:
    if CHANCE in _to_act(state):
        if UNKNOWN in {card for card, _ in filter(None, state.placed)}:
            return
        for pips in "123456":
            yield Action(CHANCE, Verb.ROLL, value=pips)
        return
    for i, seat in enumerate(SEATS):
        if state.placed[i] is None and state.round <= ROUNDS:
            for card in dict.fromkeys(state.hands[i]):
                action = _place(seat, card)
                if not _violations(state, action):
                    yield action


def _place(seat: Seat, card: str) -> Action:
    return Action(seat, Verb.PLACE, card=card, to=f"{seat}.slot", facing=Facing.DOWN)


def _violations(state: Corners, action: Action) -> tuple[Violation, ...]:
    if action.seat not in _to_act(state):
        return (Violation("TOY-1", (("seat", action.seat),)),)
    if action.seat == CHANCE:
        good = action.verb is Verb.ROLL and action.value in tuple("123456")
        return () if good else (Violation("TOY-3"),)
    i = SEATS.index(action.seat)
    if action != _place(action.seat, action.card) or not (
        {action.card, UNKNOWN} & set(state.hands[i])
    ):
        return (Violation("TOY-1", (("card", action.card),)),)
    if action.card == state.last[i]:
        return (Violation("TOY-2", (("card", action.card),)),)
    return ()


def _violations_by_world(state: Corners, action: Action) -> list[tuple[Violation, ...]] | None:
    if action.verb is not Verb.PLACE or action.card != UNKNOWN:
        return None
    return [_violations(state, dataclasses.replace(action, card=number)) for number in NUMBERS]


def _resolve(state: Corners, action: Action) -> Resolution[Corners]:
    run = Resolution(state, _fold)
    for event in _events(state, action):
        run.emit(event)
    return run


def _events(state: Corners, action: Action) -> tuple[Event, ...]:
    if action.seat != CHANCE:
        return (Event("placed", action.seat, action.card, action.to),)
    faces = action.also or tuple(card for card, _ in filter(None, state.placed))
    events = [Event(ROLLED, value=action.value)]
    for seat, card, placed in zip(SEATS, faces, state.placed, strict=True):
        assert placed is not None
        events.append(Event(REVEALED, seat, card, f"{seat}.slot", number=placed[1]))
    fit = [int(card) for card in faces if int(card) <= int(action.value)]
    best = str(max(fit, default=0))
    events += [Event("scored", s) for s, c in zip(SEATS, faces, strict=True) if c == best]
    events.append(Event("round_ended"))
    if state.round == ROUNDS:
        events.append(Event(GAME_ENDED, clause="TOY-4"))
    return tuple(events)


def _fold(state: Corners, event: Event) -> Corners:
    i = SEATS.index(event.seat) if event.seat else 0
    if event.kind == "placed":
        hand = list(state.hands[i])
        hand.remove(event.card if event.card in hand else UNKNOWN)
        return dataclasses.replace(
            state,
            hands=_put(state.hands, i, tuple(hand)),
            placed=_put(state.placed, i, (event.card, state.ply + 1)),
            ply=state.ply + 1,
        )
    if event.kind == ROLLED:
        return dataclasses.replace(state, ply=state.ply + 1)
    if event.kind == REVEALED:
        return dataclasses.replace(state, last=_put(state.last, i, event.card))
    if event.kind == "scored":
        return dataclasses.replace(state, points=_put(state.points, i, state.points[i] + 1))
    if event.kind == "round_ended":
        return dataclasses.replace(state, placed=(None,) * 4, round=state.round + 1)
    return state


def _outcome(state: Corners) -> Outcome | None:
    if state.round <= ROUNDS:
        return None
    best = max(state.points)
    winners = tuple(s for s, p in zip(SEATS, state.points, strict=True) if p == best)
    return Outcome(winners, "TOY-4", dict(zip(SEATS, state.points, strict=True)))


def _table(setup: Setup) -> TableForm:
    zones = tuple(Zone(f"{s}.slot", owner=s) for s in SEATS)
    turns = {"N": 180, "E": 270, "S": 0, "W": 90}
    return TableForm("corners", zones, turns, {s.lower(): s for s in SEATS}, face_down=True)


def _layout(state: Corners) -> Layout:
    return {
        f"{s}.slot": (PlacedCard(placed[0], s, Facing.DOWN),)
        for s, placed in zip(SEATS, state.placed, strict=True)
        if placed is not None
    }


def _view(state: Corners, seat: Seat | None) -> Corners:
    hands = tuple(
        hand if s == seat else (UNKNOWN,) * len(hand)
        for s, hand in zip(SEATS, state.hands, strict=True)
    )
    placed = tuple(
        card if card is None or s == seat else (UNKNOWN, card[1])
        for s, card in zip(SEATS, state.placed, strict=True)
    )
    return dataclasses.replace(state, hands=hands, placed=placed)


def _format(state: Corners) -> str:
    rows = []
    for i, seat in enumerate(SEATS):
        placed = state.placed[i]
        resting = f"{placed[0]}@{placed[1]}" if placed else "-"
        hand = "".join(state.hands[i]) or "-"
        rows.append(f"{seat} {hand} {resting} {state.last[i] or '-'} {state.points[i]}")
    return f"round {state.round} ply {state.ply}\n" + "\n".join(rows) + "\n"


def _parse(text: str, setup: Setup) -> Corners:
    try:
        head, *rows = text.splitlines()
        _, number, _, ply = head.split()
        parts = [row.split() for _, row in zip(SEATS, rows, strict=True)]
        return Corners(
            tuple(tuple(p[1].replace("-", "")) for p in parts),
            tuple(None if p[2] == "-" else (p[2][0], int(p[2].partition("@")[2])) for p in parts),
            tuple(p[3].replace("-", "") for p in parts),
            tuple(int(p[4]) for p in parts),
            int(number),
            int(ply),
        )
    except (ValueError, IndexError) as error:
        raise NotationError("not a position of Four Corners", text) from error


def _check_deck(setup: Setup, seat: Seat, deck: Deck) -> DeckReport:
    if sorted(deck.cards) == list(NUMBERS):
        return DeckReport()
    return DeckReport((DeckFinding("TOY-1", count=len(deck.cards), limit=len(NUMBERS)),))


def _put(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    return (*values[:index], value, *values[index + 1 :])


GAME = Rules(
    slug="toy",
    seats=lambda _setup: SEATS,
    start=_start,
    phase=lambda _state: "round",
    phases={"round": PhaseSpec(_to_act, _legal, _violations, _resolve)},
    events=event_kinds(
        placed="{seat} places {card} on {cell}.",
        scored="{seat} scores a point.",
        round_ended="The round ends.",
    ),
    fold=_fold,
    outcome=_outcome,
    view=_view,
    violations_by_world=_violations_by_world,
    data=DataRules(check_deck=_check_deck),
    table=TableRules(form=_table, layout=_layout),
    notation=NotationRules(format=_format, parse=_parse),
)
