"""What a change of the table may turn out to mean: four answers, and never a guess."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from rules import Verb

if TYPE_CHECKING:
    from rules import Action, Verdict
    from rules.core.candidate_actions import Change

BY_HAND: Final = frozenset((Verb.PLACE, Verb.MOVE, Verb.SWAP, Verb.FLIP, Verb.TURN, Verb.REMOVE))
"""What is done by moving a card; all else is said."""


@dataclass(frozen=True, slots=True)
class Accept:
    """The actions that happened; `owed` are the cells where hands still have to follow."""

    actions: tuple[Action, ...]
    pending: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """More than one thing may have happened."""

    options: tuple[Accept, ...]


@dataclass(frozen=True, slots=True)
class Refuse:
    """One literal action, and the clauses it breaks; `first` are legal actions before it."""

    action: Action
    verdict: Verdict
    preceding: tuple[Action, ...] = ()


@dataclass(frozen=True, slots=True)
class Unexplained:
    """Nothing explains the table."""

    changes: tuple[Change, ...]


Inference = Accept | Ambiguous | Refuse | Unexplained
