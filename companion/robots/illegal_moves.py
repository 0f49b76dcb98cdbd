"""What players can do wrong, by the clauses it breaks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules import CHANCE, Action, Match, PlacedCard, Seat, Verb

Mistakes = dict[tuple[str, ...], list[Action]]
"""Illegal actions by the clauses they break, in the order of reasons."""


def misplacements(
    match: Match[Any], seat: Seat, hands: Mapping[Seat, Sequence[str]], cells: Sequence[str]
) -> Mistakes:
    """Every illegal placement of a card id of `hands` on `cells`, while `seat` is to move.

    The seat's own cards in every turn; others' cards laid by their owners out of turn; and
    others' cards laid by the seat as if they were its own (`value` names the owner).  Before the
    first card neither can be told: whose card it is begins, whoever has laid it.
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


def wrong_removals(match: Match[Any], seat: Seat, lying: Mapping[str, PlacedCard]) -> Mistakes:
    """Every card of `lying` (by cell) that `seat` may not take off the table now.

    None before the first card: nobody can see whose hand it was.
    """
    found: Mistakes = {}
    if not _begun(match):
        return found
    _collect(match, [Action(seat, Verb.REMOVE, at=cell) for cell in sorted(lying)], found)
    return found


def _begun(match: Match[Any]) -> bool:
    return any(p.action is not None and p.action.seat != CHANCE for p in match.plies)


def _collect(match: Match[Any], actions: Sequence[Action], found: Mistakes) -> None:
    for action in actions:
        verdict = match.judge(action)
        if not verdict.legal:
            found.setdefault(verdict.clauses, []).append(action)
