"""Illegal changes of one cell, for players of face-down cards.

A change is tested first. The game's `candidate_actions` must name exactly one action for it, and
the rules must forbid it for all hidden cards; then the referee's correct verdict is certain.
Nothing is tried while an open step could be declined without a trace, because the same change may
then be the next player's move.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

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


@dataclass(frozen=True, slots=True)
class IllegalChange:
    """An illegal action and its clauses, with the change of one cell that shows it.

    `piece`: a piece that is placed there, "" for a card of `action`'s seat or of the cell.
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
    """Return every certain illegal change; `held`: the number of cards of each seat."""
    state, game = match.state, match.game
    verbs = {action.verb for action in game.legal(state)}
    if Verb.PASS in verbs or CHANCE in match.to_act or match.outcome is not None:
        return []
    found = []
    for change, piece in _changes(match, form, pieces, held):
        if change.after is None and Verb.CHOOSE in verbs:
            continue  # a removed card may declare a choice
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
