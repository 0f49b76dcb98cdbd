"""Deliberate faults of robots: changed cells, moved cards, placements and removals.

Changes of one cell suit games with face-down cards. A change is used only if the referee's correct
verdict is certain: the game's `candidate_actions` must name exactly one action for it, and the
rules must forbid this action whatever the hidden cards are. No change is tried while an open step
could be declined without a trace, because the change could then be the next player's move.

Moves of one card or token are tested in the same way; they include the hand moves that make and
undo them. Placements and removals are sorted by the clauses they violate.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.referee.table import same, top_of
from companion.simulator.card_supply import CardSupply
from companion.simulator.stage import HandMove, Stage
from rules import (
    CHANCE,
    UNKNOWN,
    Action,
    Facing,
    Match,
    PlacedCard,
    Seat,
    Status,
    TableForm,
    Verb,
    Zone,
)
from rules.core.candidate_actions import Change

Mistakes = dict[tuple[str, ...], list[Action]]
"""Illegal actions by the clauses they violate, in the order of the verdict's reasons."""


@dataclass(frozen=True, slots=True)
class IllegalChange:
    """An illegal action and its clauses, with the change of one cell that shows it.

    `piece`: a token that is placed there, or "" if the change shows a card.
    """

    action: Action
    clauses: tuple[str, ...]
    change: Change
    piece: str = ""


def illegal_changes(
    match: Match[Any],
    form: TableForm,
    pieces: Mapping[Seat, Sequence[str]],
    held: Mapping[Seat, int],
) -> list[IllegalChange]:
    """Return every change that is certainly illegal; `held`: the size of each seat's hand."""
    state, game = match.state, match.game
    verbs = {action.verb for action in game.legal(state)}
    if Verb.PASS in verbs or CHANCE in match.to_act or match.outcome is not None:
        return []
    found = []
    for change, piece in _changes(match, form, pieces, held):
        if change.after is None and Verb.CHOOSE in verbs:
            continue  # removing a card may declare a choice
        meant = list(game.candidate_actions(state, (change,)))
        if len(meant) != 1:
            continue
        verdict = match.judge(meant[0])
        if verdict.status is Status.ILLEGAL:
            found.append(IllegalChange(meant[0], verdict.clauses, change, piece))
    return found


def _changes(
    match: Match[Any],
    form: TableForm,
    pieces: Mapping[Seat, Sequence[str]],
    held: Mapping[Seat, int],
) -> Iterator[tuple[Change, str]]:
    layout = match.game.layout(match.state)
    settled = match.game.layout(match.state_at(match.undo_limit()))
    for zone in form.zones:
        pile = layout.get(zone.cell, ())
        if not zone.tracked:
            yield from _with_pieces(zone, pile, pieces)
        elif pile and settled.get(zone.cell) == pile:
            yield Change(zone.cell, pile[-1], None), ""
        elif not pile and held.get(zone.owner):
            for turn in (0, 1):
                placed = PlacedCard(UNKNOWN, zone.owner, Facing.DOWN, turn)
                yield Change(zone.cell, None, placed), ""


def _with_pieces(
    zone: Zone, pile: Sequence[PlacedCard], pieces: Mapping[Seat, Sequence[str]]
) -> Iterator[tuple[Change, str]]:
    there = {placed.card for placed in pile}
    for piece in pieces.get(zone.owner, ()):
        if piece not in there and not piece.startswith("ctl."):
            yield Change(zone.cell, None, PlacedCard(piece, zone.owner)), piece


def misplacements(
    match: Match[Any], seat: Seat, hands: Mapping[Seat, Sequence[str]], cells: Sequence[str]
) -> Mistakes:
    """Return every illegal placement of a card from `hands` on `cells`, in the turn of `seat`.

    There are three kinds: the seat's own cards; others' cards placed by their owners out of turn;
    and others' cards placed by the seat as its own (`value` names the owner). The last two are
    omitted before the first move, when any player may begin.
    """
    found: Mistakes = {}
    begun = _begun(match)
    for other, hand in hands.items():
        if other != seat and not begun:
            continue
        for card in sorted(set(hand)):
            for cell in cells:
                own = Action(other, Verb.PLACE, card, to=cell)
                tried = [replace(own, turn=turn) for turn in range(4)]
                if other != seat:
                    tried = [own, replace(own, seat=seat, value=other)]
                _collect(match, tried, found)
    return found


def wrong_removals(match: Match[Any], seat: Seat, placed: Mapping[str, PlacedCard]) -> Mistakes:
    """Return every removal of a card in `placed` (by cell) that is illegal for `seat` now.

    Before the first move the result is empty, because the player who removes a card is unknown.
    """
    found: Mistakes = {}
    if not _begun(match):
        return found
    _collect(match, [Action(seat, Verb.REMOVE, at=cell) for cell in sorted(placed)], found)
    return found


def _begun(match: Match[Any]) -> bool:
    return any(p.action is not None and p.action.seat != CHANCE for p in match.plies)


def _collect(match: Match[Any], actions: Sequence[Action], found: Mistakes) -> None:
    for action in actions:
        verdict = match.judge(action)
        if not verdict.legal:
            found.setdefault(verdict.clauses, []).append(action)


@dataclass(frozen=True, slots=True)
class IllegalMove:
    """An illegal action and its clauses, with the moves that make and undo it."""

    action: Action
    clauses: tuple[str, ...]
    done: HandMove
    undone: HandMove


@dataclass(frozen=True, slots=True)
class _Try:
    """A possible change, and the hand moves that make it."""

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
    """Yield every illegal move of one card or token that `seat` could make now."""
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
    """Yield a token placed off the field, which then returns to its former place."""
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
    """Yield cards placed from the hand on the field, and a face-down card turned up."""
    tags = stage.piles.get(zone.cell, [])
    if top is not None and tags and top.facing is Facing.DOWN:
        turned = PlacedCard(stock.card[tags[-1]], top.owner)
        up = HandMove(tags[-1], zone.cell, top.owner, top.turn)
        down = HandMove(tags[-1], zone.cell, top.owner, top.turn, face_up=False)
        yield _Try(Change(zone.cell, top, turned), up, down)
    if top is not None and not zone.pile:
        return  # two cards on a cell for one are a table fault, not an illegal action
    for tag in stock.hands.get(seat, ()):
        for facing in Facing:
            owner = stock.owner[tag] or zone.owner or seat
            card = stock.card[tag] if facing is Facing.UP else UNKNOWN
            placed = PlacedCard(card, owner, facing)
            if not same(placed, top):
                done = HandMove(tag, zone.cell, owner, 0, facing is Facing.UP)
                yield _Try(Change(zone.cell, top, placed), done, HandMove(tag))
