"""What pieces say that lie together: a place's marks, and what the rules make of them.

Theory of operation
-------------------
A piece that is newly shown is heard by itself; where that says nothing, or several sorts of pieces
lie on one pile, all that lies on the place is heard as if it were laid at one go, once a moment.
What is illegal so, or said only in part, is heard again (`companion.referee.partial_input`).  A
piece before a seat that speaks of cards is heard with those that lie open on the seat's piles, and
again whenever the table has changed, as long as one of them lacks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.readings import Face
from companion.referee.explain.hidden_chance import advance
from companion.referee.explain.infer import infer
from companion.referee.explain.interpretations import Accept
from companion.referee.inventory.steps import CorrectionStep, StepKind, withdrawal
from companion.referee.notices import Notice, NoticeKind
from companion.referee.partial_input import PartialInput, Verdicts, wants_cards
from companion.referee.phases import RefereePhase
from companion.referee.table import differences
from companion.referee.table_judge import TableJudge
from rules import UNKNOWN, Facing, PlacedCard, Verb
from rules.core.candidate_actions import Change

if TYPE_CHECKING:
    from collections.abc import Iterable

    from companion.readings import Reading, Trouble
    from companion.referee.geometry import TableGeometry
    from companion.referee.settle import SettleResult
    from companion.referee.table import TableContents
    from rules import Action, Match, Violation, Zone

_HID = (PlacedCard(UNKNOWN, "", Facing.DOWN),)
"""What lies on a place that shows neither its bare mat nor a card that can be read."""


class TokenInput(TableJudge):
    """A bench that knows which pieces lie where."""

    backs_visible = False
    """Whether somebody sees which cards lie among backs, and says so; else their pieces tell."""

    def __init__(self, match: Match[Any], geometry: TableGeometry, *, resumed: bool) -> None:
        """None lies anywhere."""
        super().__init__(match, geometry, resumed=resumed)
        self.paused = False
        self._table: TableContents | None = None
        self._trouble: Trouble | None = None
        self._tokens: set[tuple[str, str]] = set()
        self._answered_cells: set[str] = set()
        self._partial = PartialInput()
        self._awaiting_cards: dict[
            str, Reading
        ] = {}  # who speaks of cards that are still to be shown
        self._readable_cells: frozenset[str] = (
            frozenset()
        )  # cells seen bare, or with a card read on them
        self._omission_warnings: dict[
            Action, tuple[int, Violation]
        ] = {}  # turn, and what was told then

    def _consider(self) -> list[Notice]:
        """Judge the table, unless a pause or trouble lies over it."""
        if self._table is None or not self._accepts_input():
            return []
        return self.consider(self._table)

    def _accepts_input(self) -> bool:
        return not (self.paused or self._trouble or self.phase is RefereePhase.ENDED)

    def _add_tokens(self, shown: Iterable[Reading]) -> None:
        """Pieces lie there, all that are newly shown at once; they say nothing by that."""
        self._answered_cells.clear()
        self._tokens.update((r.card or "", _mark(r)) for r in shown)

    def _judge_changes(self, changes: tuple[Change, ...]) -> Verdicts:
        """What a change may mean, and what the rules say of it."""
        said = self.match.game.candidate_actions(self.match.state, changes)
        return {action: self.match.judge(action) for action in said}

    def _ignored_while_desynced(self, action: Action) -> bool:
        """Whether a word comes while the table lies otherwise, and does not explain it.

        Out of step the referee is wrong as often as the players: nobody is refused anything then,
        and nothing counts that leaves the table as puzzling as it was.  What no turn offers and the
        rules allow at any time, giving up, is about no table.
        """
        if self.phase is not RefereePhase.DESYNCED:
            return False
        match = self.match
        if not match.judge(action).legal:
            return True
        if action not in match.game.legal(match.state):
            return False
        after, seen = advance(match.game, match.state, action), self.inventory.unexplained_tops()
        differs = differences(match.game.layout(after), seen)
        return bool(differs) and not isinstance(
            infer(match.game, after, seen, last=action.seat), Accept
        )

    def _resolve_candidates(self, verdicts: Verdicts, by: Reading | None = None) -> list[Notice]:
        """Carry out the first of several meanings that is legal; refuse the only one there is.

        `by`: the piece that says it.
        """
        found = next((action for action, verdict in verdicts.items() if verdict.legal), None)
        if self._ignored_while_desynced(found or next(iter(verdicts))):
            return [self.notify(self.notice(NoticeKind.NOT_NOW, reason="desynced"))]
        if found is not None and (left_out := self._warn_missing_declaration(found)):
            return left_out
        if found is not None:
            self.unverifiable = [
                each for each in self.unverifiable if not by or each[1] != _mark(by)
            ]
            return [*self.accept(Accept((found,)), declared=True), *self._consider()]
        if hidden := self.relevant_occluded_cells():
            return self.defer_verdict(hidden)
        action, verdict = next(iter(verdicts.items()))
        violations = verdict.violations
        withdrawn = self._withdrawal_steps(action)
        steps = withdrawn or (self._token_correction(by) if by else ())
        refused = self.notice(NoticeKind.REFUSED, action=action, violations=violations, steps=steps)
        shown_by = "" if by is None or (withdrawn and self.backs_visible) else _mark(by)
        self.unverifiable = [*self.refused_face_down(), *([(refused, shown_by)] if steps else [])]
        return [self.notify(refused)]

    def _warn_missing_declaration(self, action: Action) -> list[Notice]:
        """What a word seems to leave out, by what lies there; told once, said again it counts."""
        piles = self._table.piles if self._table is not None else {}
        lying = {
            cell: tuple(seen.placed for seen in piles.get(cell, ()))
            if cell in self._readable_cells
            else _HID
            for cell, zone in self.geometry.zones.items()
            if not zone.tracked
        }
        found = self.match.game.missing_declaration(self.match.state, action, lying)
        if found is None or self._omission_warnings.get(action) == (self.match.turn, found):
            return []
        self._omission_warnings[action] = self.match.turn, found
        told = self.notice(NoticeKind.NOT_NOW, reason="overlooked", violations=(found,))
        return [self.notify(told)]

    def drop_unverifiable(self, gone: list[tuple[Notice, str]]) -> list[Notice]:
        """What was to go though no card shows it is gone; thanks, unless something came after."""
        self.unverifiable = [each for each in self.unverifiable if each not in gone]
        if not self._accepts_input() or not any(record is self.last_notice for record, _ in gone):
            return []
        return [self.notice(NoticeKind.PUT_BACK, steps=self.pending_steps())]

    def _token_removed(self, reading: Reading) -> list[Notice]:
        """A piece is gone: it may be the one that was refused."""
        return self.drop_unverifiable(
            [each for each in self.unverifiable if each[1] == _mark(reading)]
        )

    def _token_correction(self, reading: Reading) -> tuple[CorrectionStep, ...]:
        """What mends a piece that said something illegal: it goes where the match has it, or off.

        A control card only speaks: where it lies afterwards says nothing.
        """
        cell, card = reading.cell or "", reading.card or UNKNOWN
        if reading.face is not Face.TOKEN:
            return ()
        lying = PlacedCard(card, self.geometry.form.owners.get(reading.owner, ""))
        others = [mark for mark in self._tokens if not mark[1].endswith(f" {reading.tag}")]
        homes = (c for c, pile in self.layout().items() if any(o.card == card for o in pile))
        home = next((c for c in homes if not any(_at(each, card, c) for each in others)), "")
        return (
            CorrectionStep(StepKind.MOVE, cell, lying, home)
            if home
            else CorrectionStep(StepKind.TAKE, cell, lying),
        )

    def _withdrawal_steps(self, action: Action) -> tuple[CorrectionStep, ...]:
        """What mends a card that was said to lie among backs, where no difference shows it."""
        hidden = action.verb is Verb.PLACE and action.facing is Facing.DOWN
        if not hidden or not self.geometry.is_tracked(action.to):
            return ()
        return (withdrawal(action.to),)

    def _recheck_tokens(self, look: SettleResult) -> list[Notice]:
        """What pieces come to that had not yet said something whole."""
        calm = look.calm and self._accepts_input()
        records = self._recheck_awaiting_cards() if calm and look.table is not None else []
        for _, verdicts in self._partial.due(self.time, self._judge_cell, calm=calm):
            records += self._resolve_candidates(verdicts)
        return records

    def incomplete_cells(self) -> frozenset[str]:
        """The places where pieces say half of something: they are left to whoever lays them."""
        return self._partial.incomplete_cells(self._judge_cell)

    def _judge_cell(self, cell: str) -> Verdicts:
        return self._judge_changes(self._cell_changes(self.geometry.zones[cell]))

    def _cell_changes(self, zone: Zone) -> tuple[Change, ...]:
        """All pieces and cards that lie on a place, as if they were laid at one go."""
        pieces = [card for card, at in sorted(self._tokens) if at.startswith(f"{zone.cell} ")]
        lying = [PlacedCard(card, zone.owner) for card in pieces]
        if self._table is not None:
            lying += [seen.placed for seen in self._table.piles.get(zone.cell, ())]
        return tuple(Change(zone.cell, None, each) for each in lying)

    def _has_several_kinds(self, zone: Zone) -> bool:
        """Whether pieces of several sorts lie on a pile: what they say, they say together."""
        there = {card for card, at in self._tokens if at.startswith(f"{zone.cell} ")}
        return self._combines(zone) and len(there) > 1

    def _combines(self, zone: Zone) -> bool:
        """Whether pieces on a pile make one word; before a seat each is a word of its own."""
        return zone.pile and not self.geometry.is_control_zone(zone.cell)

    def _judge_with_cards(self, reading: Reading) -> Verdicts:
        """What a piece before a seat says together with the cards on that seat's piles."""
        zone = self.geometry.zones[reading.cell or ""]
        piles = self._table.piles if self._table is not None else {}
        own = [each.cell for each in self.geometry.form.zones if each.owner == zone.owner]
        changes = [Change(zone.cell, None, PlacedCard(reading.card or UNKNOWN, zone.owner))]
        changes += [Change(cell, None, seen.placed) for cell in own for seen in piles.get(cell, ())]
        return self._judge_changes(tuple(changes))

    def _recheck_awaiting_cards(self) -> list[Notice]:
        """What a piece comes to that had said something of cards which were still to be shown."""
        records: list[Notice] = []
        for tag, reading in list(self._awaiting_cards.items()):
            verdicts = self._judge_with_cards(reading)
            if not wants_cards(verdicts):
                del self._awaiting_cards[tag]
            if any(verdict.legal for verdict in verdicts.values()):
                records += self._resolve_candidates(verdicts)
        return records

    def _matches_layout(self, lying: PlacedCard, zone: Zone) -> bool:
        """Whether the match has as many pieces of this sort there as lie there; dice are new."""
        wanted = sum(each.card == lying.card for each in self.layout().get(zone.cell, ()))
        return wanted >= sum(_at(mark, lying.card, zone.cell) for mark in self._tokens)


def _mark(reading: Reading) -> str:
    return f"{reading.cell} {reading.tag}"


def _at(mark: tuple[str, str], card: str, cell: str) -> bool:
    """Whether a mark is a piece of this sort on this cell."""
    return mark[0] == card and mark[1].startswith(f"{cell} ")
