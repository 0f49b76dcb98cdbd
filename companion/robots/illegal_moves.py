"""Illegal placements and removals, by the clauses that they violate."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules import CHANCE, Action, Match, PlacedCard, Seat, Verb

Mistakes = dict[tuple[str, ...], list[Action]]
"""Illegal actions by the violated clauses, in the order of the reasons."""


def misplacements(
    match: Match[Any], seat: Seat, hands: Mapping[Seat, Sequence[str]], cells: Sequence[str]
) -> Mistakes:
    """Return every illegal placement of a card of `hands` on `cells`, on the turn of `seat`.

    There are three kinds: the seat's own cards in any turn; others' cards placed by their owners
    out of turn; and others' cards placed by the seat as its own (`value` names the owner). Before
    the first card the last two are undecidable: the card's owner begins.
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
    """Return every removal of a card of `placed` (by cell) that is illegal for `seat` now.

    Before the first card there is none, because the player to remove it is unknown.
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
