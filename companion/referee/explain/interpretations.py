"""Interpretations of a changed table: one of four results, never a guess."""

from dataclasses import dataclass
from typing import Final

from rules import Action, Verb, Verdict
from rules.core.candidate_actions import Change

BY_HAND: Final = frozenset((Verb.PLACE, Verb.MOVE, Verb.SWAP, Verb.FLIP, Verb.TURN, Verb.REMOVE))
"""Verbs of actions that players perform by moving a card; all others are declared."""


@dataclass(frozen=True, slots=True)
class Accept:
    """The actions that happened; players still have to complete them on the `pending` cells."""

    actions: tuple[Action, ...]
    pending: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """Several possible explanations."""

    options: tuple[Accept, ...]


@dataclass(frozen=True, slots=True)
class Refuse:
    """One literal action with its violations; `preceding` are legal actions before it."""

    action: Action
    verdict: Verdict
    preceding: tuple[Action, ...] = ()


@dataclass(frozen=True, slots=True)
class Unexplained:
    """Changes without an explanation."""

    changes: tuple[Change, ...]


Inference = Accept | Ambiguous | Refuse | Unexplained
