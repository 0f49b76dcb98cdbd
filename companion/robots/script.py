"""The truth of a virtual match: what was done when, and what the rules say of it.

Players write `Deed`s while they act; nobody who watches the table gets to see them before the
end.  A deed is *complete* when the hands have left; the watcher may need some time more.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass, field

from rules import Layout, Seat


class DeedKind(enum.StrEnum):
    """What sort of thing a player did."""

    SET_UP = "set_up"
    ACTION = "action"
    ILLEGAL = "illegal"
    PUT_RIGHT = "put_right"
    FORGOTTEN = "forgotten"
    TAKEN_BACK = "taken_back"
    CONTROL = "control"
    DISTRACTION = "distraction"
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class Deed:
    """One thing done, from `begun_s` to `done_s` on the table's clock.

    `action` is its line of text ("" if it is none), `clauses` what it breaks, in the order of
    reasons; `ply` the number of plies that stand after it; `note` one word for people.
    `unseen` marks an action that leaves no trace until somebody moves on.
    """

    kind: DeedKind
    seat: Seat
    begun_s: float
    done_s: float
    action: str = ""
    clauses: tuple[str, ...] = ()
    ply: int = 0
    note: str = ""
    unseen: bool = False


@dataclass(slots=True)
class Script:
    """All deeds in order, and where the match ended: the field as it lies and the outcome."""

    deeds: list[Deed] = field(default_factory=list)
    layout: Layout = field(default_factory=dict)
    winners: tuple[Seat, ...] = ()
    clause: str = ""
    scores: dict[Seat, int] = field(default_factory=dict)

    def of(self, kind: DeedKind) -> list[Deed]:
        """The deeds of one kind."""
        return [deed for deed in self.deeds if deed.kind is kind]
