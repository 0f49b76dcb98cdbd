"""What pieces say that lie together: a place's marks, and what the rules make of them.

Theory of operation
-------------------
A piece that is newly shown is heard by itself; where that says nothing, or several sorts of pieces
lie on one pile, all that lies on the place is heard as if it were laid at one go, once a moment.
What is illegal so, or said only in part, is heard again (`companion.referee.halves`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.referee.bench import Bench
from companion.referee.halves import Halves, Verdicts
from companion.referee.meanings import Accept
from companion.referee.records import Kind, Record
from companion.referee.states import State
from companion.referee.steps import Do, Step
from rules import UNKNOWN, Change, Facing, Lying, Verb

if TYPE_CHECKING:
    from collections.abc import Iterable

    from companion.readings import Reading, Trouble
    from companion.referee.places import Places
    from companion.referee.settle import Look
    from companion.referee.table import Table
    from rules import Action, Match, Zone

__all__ = ["PieceBench"]


class PieceBench(Bench):
    """A bench that knows which pieces lie where."""

    def __init__(self, match: Match[Any], places: Places, *, resumed: bool) -> None:
        """None lies anywhere."""
        super().__init__(match, places, resumed=resumed)
        self.paused = False
        self._table: Table | None = None
        self._trouble: Trouble | None = None
        self._marks: set[tuple[str, str]] = set()
        self._answered: set[str] = set()
        self._halves = Halves()

    def _consider(self) -> list[Record]:
        """Judge the table, unless a pause or trouble lies over it."""
        if self._table is None or self._deaf():
            return []
        return self.consider(self._table)

    def _deaf(self) -> bool:
        return self.paused or self._trouble is not None or self.state is State.ENDED

    def _note_marks(self, shown: Iterable[Reading]) -> None:
        """Pieces lie there, all that are newly shown at once; they say nothing by that."""
        self._answered.clear()
        self._marks.update((r.card or "", f"{r.cell} {r.tag}") for r in shown)

    def _judged(self, changes: tuple[Change, ...]) -> Verdicts:
        """What a change may mean, and what the rules say of it."""
        said = self.match.game.gestures(self.match.state, changes)
        return {action: self.match.judge(action) for action in said}

    def _reply(self, verdicts: Verdicts) -> list[Record]:
        """Carry out the first of several meanings that is legal; refuse the only one there is."""
        found = next((action for action, verdict in verdicts.items() if verdict.legal), None)
        if found is not None:
            return [*self.accept(Accept((found,)), spoken=True), *self._consider()]
        action, verdict = next(iter(verdicts.items()))
        refused = self.record(
            Kind.REFUSED,
            action=action,
            violations=verdict.violations,
            steps=self._withdrawn(action),
        )
        return [self.tell(refused)]

    def _withdrawn(self, action: Action) -> tuple[Step, ...]:
        """What mends a card that was said to lie among backs, where no difference shows it."""
        hidden = action.verb is Verb.PLACE and action.facing is Facing.DOWN
        if not hidden or not self.places.strict(action.to):
            return ()
        return (Step(Do.WITHDRAW, action.to, Lying(UNKNOWN, "", Facing.DOWN)),)

    def _heard_again(self, look: Look) -> list[Record]:
        """What pieces come to that had not yet said something whole."""
        calm = look.calm and not self._deaf()
        records: list[Record] = []
        for _, verdicts in self._halves.ripe(self.time, self._said_together, calm=calm):
            records += self._reply(verdicts)
        return records

    def _said_together(self, cell: str) -> Verdicts:
        return self._judged(self._together(self.places.zones[cell]))

    def _together(self, zone: Zone) -> tuple[Change, ...]:
        """All pieces and cards that lie on a place, as if they were laid at one go."""
        pieces = [card for card, at in sorted(self._marks) if at.startswith(f"{zone.cell} ")]
        lying = [Lying(card, zone.owner) for card in pieces]
        if self._table is not None:
            lying += [seen.lying for seen in self._table.piles.get(zone.cell, ())]
        return tuple(Change(zone.cell, None, each) for each in lying)

    def _one_of_several(self, zone: Zone) -> bool:
        """Whether pieces of several sorts lie on a pile: what they say, they say together."""
        there = {card for card, at in self._marks if at.startswith(f"{zone.cell} ")}
        return zone.pile and len(there) > 1

    def _lies_as_it_should(self, lying: Lying, zone: Zone) -> bool:
        """Whether the match has as many pieces of this sort there as lie there; dice are new."""
        wanted = sum(each.card == lying.card for each in self.layout().get(zone.cell, ()))
        there = {place for card, place in self._marks if card == lying.card}
        return wanted >= sum(place.startswith(f"{zone.cell} ") for place in there)
