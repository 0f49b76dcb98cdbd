"""Illegal moves of one paper: pieces, face-down cards and cards of the hand.

The rules forbid each move for all hidden cards, and its meaning is unique: the game's
`candidate_actions` name a single action for it. A move includes the hand moves that do and undo it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.referee.table import same, top_of
from companion.simulator.card_supply import CardSupply
from companion.simulator.stage import HandMove, Stage
from rules import UNKNOWN, Action, Facing, Match, PlacedCard, Seat, Status, TableForm, Zone
from rules.core.candidate_actions import Change


@dataclass(frozen=True, slots=True)
class IllegalMove:
    """An illegal action and its clauses, with the moves that do and undo it."""

    action: Action
    clauses: tuple[str, ...]
    done: HandMove
    undone: HandMove


@dataclass(frozen=True, slots=True)
class _Try:
    """A possible change, and the moves of its paper."""

    change: Change
    done: HandMove
    undone: HandMove


def illegal_moves(
    match: Match[Any],
    form: TableForm,
    stage: Stage,
    stock: CardSupply,
    pieces: Mapping[Seat, Sequence[str]],
    seat: Seat,
) -> Iterator[IllegalMove]:
    """Yield every illegal move of one paper that `seat` could do now."""
    acting = match.to_act
    for attempt in _tries(match, form, stage, stock, pieces, seat):
        meant = list(match.game.candidate_actions(match.state, (attempt.change,)))
        if len(meant) != 1 or meant[0].seat not in acting:
            continue
        verdict = match.judge(meant[0])
        if verdict.status is Status.ILLEGAL:
            yield IllegalMove(meant[0], verdict.clauses, attempt.done, attempt.undone)


def _tries(
    match: Match[Any],
    form: TableForm,
    stage: Stage,
    stock: CardSupply,
    pieces: Mapping[Seat, Sequence[str]],
    seat: Seat,
) -> Iterator[_Try]:
    layout = match.game.layout(match.state)
    cells = {cell.id for cell in stage.mat.cells}
    for zone in form.zones:
        if zone.cell not in cells:
            continue
        top = top_of(layout, zone.cell)
        if zone.tracked:
            yield from _with_cards(zone, top, stage, stock, seat)
        elif zone.owner in ("", seat):
            names = [*pieces.get(seat, ()), *pieces.get("", ())]
            for name in names if not zone.cell.endswith(".control") else ():
                if top is None or top.card != name:
                    yield from _with_piece(name, zone, stage, stock, seat)


def _with_piece(
    name: str, zone: Zone, stage: Stage, stock: CardSupply, seat: Seat
) -> Iterator[_Try]:
    """Yield a piece placed off the field, which then returns to its old place."""
    fitting = [tag for tag in stock.card if stock.alike(tag, PlacedCard(name, seat))]
    tag = next(iter(fitting), None)
    if tag is None or name.startswith("ctl."):
        return
    placed, home = stage.scene.find(tag), stage.place_of(tag) or ""
    if home == zone.cell:
        return
    change = Change(zone.cell, None, PlacedCard(name, zone.owner or seat))
    back = HandMove(tag, home, seat, 0, placed.face_up if placed else True)
    yield _Try(change, HandMove(tag, zone.cell, seat), back)


def _with_cards(
    zone: Zone, top: PlacedCard | None, stage: Stage, stock: CardSupply, seat: Seat
) -> Iterator[_Try]:
    """Yield cards of the hand placed on the field, and a face-down one turned up."""
    tags = stage.piles.get(zone.cell, [])
    if top is not None and tags and top.facing is Facing.DOWN:
        turned = PlacedCard(stock.card[tags[-1]], top.owner)
        up = HandMove(tags[-1], zone.cell, top.owner, top.turn)
        down = HandMove(tags[-1], zone.cell, top.owner, top.turn, face_up=False)
        yield _Try(Change(zone.cell, top, turned), up, down)
    if top is not None and not zone.pile:
        return  # two cards on a place for one are a fault of the paper, not of the rules
    for tag in stock.hands.get(seat, ()):
        for facing in Facing:
            owner = stock.owner[tag] or zone.owner or seat
            card = stock.card[tag] if facing is Facing.UP else UNKNOWN
            placed = PlacedCard(card, owner, facing)
            if not same(placed, top):
                done = HandMove(tag, zone.cell, owner, 0, facing is Facing.UP)
                yield _Try(Change(zone.cell, top, placed), done, HandMove(tag))
