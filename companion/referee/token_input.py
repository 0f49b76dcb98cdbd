"""Token input: the meaning of tokens in a zone, alone or together.

Theory of operation
-------------------
A newly shown token is first interpreted alone. If it has no meaning alone, or several kinds of
tokens are on one pile, all contents of the zone are interpreted as one input. An illegal or
incomplete input is checked again later (`companion.referee.partial_input`). A token in front of a
seat that refers to cards is interpreted with the face-up cards on the seat's piles, and again
after every change of the table while one of the cards is missing.
"""

from collections.abc import Iterable
from typing import Any

from companion.readings import Face, Reading, Trouble
from companion.referee.explain.hidden_chance import advance
from companion.referee.explain.infer import infer
from companion.referee.explain.interpretations import Accept
from companion.referee.geometry import TableGeometry
from companion.referee.inventory.steps import CorrectionStep, StepKind, withdrawal
from companion.referee.notices import Notice, NotNow, PutBack, Refused, Repeated
from companion.referee.partial_input import PartialInput, Verdicts, wants_cards
from companion.referee.phases import IN_ORDER, RefereePhase
from companion.referee.settle import SettleResult
from companion.referee.table import TableContents, differences
from companion.referee.table_judge import TableJudge
from rules import UNKNOWN, Action, Facing, Match, PlacedCard, Verb, Violation, Zone, judge
from rules.core.candidate_actions import Change

_HID = (PlacedCard(UNKNOWN, "", Facing.DOWN),)
"""Content of a zone that shows neither its empty mat nor a readable card."""


class TokenInput(TableJudge):
    """Input by tokens: their places and their meaning."""

    backs_visible = False
    """True if the caller reports cards among face-down ones; otherwise tokens declare them."""

    def __init__(self, match: Match[Any], geometry: TableGeometry, *, resumed: bool) -> None:
        """Start without tokens."""
        super().__init__(match, geometry, resumed=resumed)
        self.paused = False
        self._table: TableContents | None = None
        self._trouble: Trouble | None = None
        self._tokens: set[tuple[str, str]] = set()
        self._answered_cells: set[str] = set()
        self._partial = PartialInput()
        self._awaiting_cards: dict[str, Reading] = {}
        """Tokens, by tag, that refer to cards still to be shown."""
        self._readable_cells: frozenset[str] = frozenset()
        """Cells seen empty, or with a card that was read."""
        self._omission_warnings: dict[Action, tuple[int, Violation]] = {}
        """Turn and clause of the warning about each action."""

    def _consider(self) -> list[Notice]:
        """Judge the table unless a pause or trouble suspends judging."""
        if self._table is None or not self._accepts_input():
            return []
        return self.consider(self._table)

    def _accepts_input(self) -> bool:
        """Return True unless the match is paused, in trouble or over."""
        return not (self.paused or self._trouble or self.phase is RefereePhase.ENDED)

    def _add_tokens(self, shown: Iterable[Reading]) -> None:
        """Record all newly shown tokens and cards without interpreting them."""
        self._answered_cells.clear()
        self._tokens.update((r.card or "", _token_key(r)) for r in shown)

    def _judge_changes(self, changes: tuple[Change, ...]) -> Verdicts:
        """Return the candidate actions for these changes, with their verdicts."""
        candidates = self.match.game.candidate_actions(self.match.state, changes)
        return {action: self.match.judge(action) for action in candidates}

    def _ignored_while_desynced(self, action: Action) -> bool:
        """Return True if the match is desynced and this action would not explain the table.

        While desynced, the referee may be wrong, so it neither refuses nor accepts such actions,
        except those that are legal at any time (conceding).
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

    def _answer_by_playing(self, action: Action) -> list[Notice] | None:
        """Accept the only option of the open question under which a declared action is legal.

        If several remain, or none, repeat the question. Return None if it does not matter.
        """
        if self.phase is not RefereePhase.ASKING or self.match.judge(action).legal:
            return None
        game, readings = self.match.game, self.readings
        legal = [r for r in readings if judge(game, self.state_after(r), action).legal]
        if not readings or self.has_just_asked():
            return [] if readings else None
        if len(legal) == 1:
            return self.accept(legal[0])
        return [Repeated(**self.now(), about=self.sticky_notice)]

    def _resolve_candidates(self, verdicts: Verdicts, token: Reading | None = None) -> list[Notice]:
        """Accept the first legal candidate, or refuse the first candidate if none is legal.

        `token`: the token that declares the action.
        """
        legal = next((action for action, verdict in verdicts.items() if verdict.legal), None)
        if self._ignored_while_desynced(legal or next(iter(verdicts))):
            return [self.notify(NotNow(**self.now(), reason="desynced"))]
        answered = self._answer_by_playing(next(iter(verdicts))) if legal is None else None
        if answered is not None:
            if self.phase in IN_ORDER:
                verdicts = {action: self.match.judge(action) for action in verdicts}
                answered += self._resolve_candidates(verdicts, token)
            return answered
        if legal is not None and (warning := self._warn_missing_declaration(legal)):
            return warning
        if legal is not None:
            self.unverifiable = [
                each for each in self.unverifiable if not token or each[1] != _token_key(token)
            ]
            return [*self.accept(Accept((legal,)), declared=True), *self._consider()]
        if occluded := self.relevant_occluded_cells():
            return self.defer_verdict(occluded)
        action, verdict = next(iter(verdicts.items()))
        violations = verdict.violations
        withdrawn = self._withdrawal_steps(action)
        steps = withdrawn or (self._token_correction(token) if token else ())
        refused = Refused(**self.now(), action=action, violations=violations, steps=steps)
        shown_by = "" if token is None or (withdrawn and self.backs_visible) else _token_key(token)
        self.unverifiable = [*self.refused_face_down(), *([(refused, shown_by)] if steps else [])]
        return [self.notify(refused)]

    def _warn_missing_declaration(self, action: Action) -> list[Notice]:
        """Warn once if an action ignores cards on the table; repeating the action confirms it."""
        piles = self._table.piles if self._table is not None else {}
        placed = {
            cell: tuple(seen.placed for seen in piles.get(cell, ()))
            if cell in self._readable_cells
            else _HID
            for cell, zone in self.geometry.zones.items()
            if not zone.tracked
        }
        violation = self.match.game.missing_declaration(self.match.state, action, placed)
        if violation is None or self._omission_warnings.get(action) == (self.match.turn, violation):
            return []
        self._omission_warnings[action] = self.match.turn, violation
        notice = NotNow(**self.now(), reason="overlooked", violations=(violation,))
        return [self.notify(notice)]

    def drop_unverifiable(self, gone: list[tuple[Notice, str]]) -> list[Notice]:
        """Drop notices whose cause is gone; acknowledge this if one of them was the last notice."""
        self.unverifiable = [each for each in self.unverifiable if each not in gone]
        if not self._accepts_input() or not any(notice is self.last_notice for notice, _ in gone):
            return []
        return [PutBack(**self.now(), steps=self.pending_steps())]

    def _token_removed(self, reading: Reading) -> list[Notice]:
        """Drop the refusal that a removed token caused, if any."""
        return self.drop_unverifiable(
            [each for each in self.unverifiable if each[1] == _token_key(reading)]
        )

    def _token_correction(self, reading: Reading) -> tuple[CorrectionStep, ...]:
        """Return the step that moves an illegal token to its place, or off the table.

        A control card is only a command, so no step is needed for it.
        """
        cell, card = reading.cell or "", reading.card or UNKNOWN
        if reading.face is not Face.TOKEN:
            return ()
        placed = PlacedCard(card, self.geometry.form.owners.get(reading.owner, ""))
        others = [key for key in self._tokens if not key[1].endswith(f" {reading.tag}")]
        homes = (c for c, pile in self.layout().items() if any(o.card == card for o in pile))
        home = next((c for c in homes if not any(_is_on(each, card, c) for each in others)), "")
        return (
            CorrectionStep(StepKind.MOVE, cell, placed, home)
            if home
            else CorrectionStep(StepKind.TAKE, cell, placed),
        )

    def _withdrawal_steps(self, action: Action) -> tuple[CorrectionStep, ...]:
        """Return the step that withdraws an action's face-down card, or () for other actions."""
        hidden = action.verb is Verb.PLACE and action.facing is Facing.DOWN
        if not hidden or not self.geometry.is_tracked(action.to):
            return ()
        return (withdrawal(action.to),)

    def _recheck_tokens(self, result: SettleResult) -> list[Notice]:
        """Resolve inputs that have become complete."""
        calm = result.calm and self._accepts_input()
        notices = self._recheck_awaiting_cards() if calm and result.table is not None else []
        for _, verdicts in self._partial.due(self.time, self._judge_cell, calm=calm):
            notices += self._resolve_candidates(verdicts)
        return notices

    def incomplete_cells(self) -> frozenset[str]:
        """Return the cells with an incomplete input, where players are still placing tokens."""
        return self._partial.incomplete_cells(self._judge_cell)

    def _judge_cell(self, cell: str) -> Verdicts:
        """Judge all contents of a cell as one input."""
        return self._judge_changes(self._cell_changes(self.geometry.zones[cell]))

    def _cell_changes(self, zone: Zone) -> tuple[Change, ...]:
        """Return all tokens and cards on a cell as changes, as if they had been placed together."""
        tokens = [card for card, at in sorted(self._tokens) if at.startswith(f"{zone.cell} ")]
        placed = [PlacedCard(card, zone.owner) for card in tokens]
        if self._table is not None:
            placed += [seen.placed for seen in self._table.piles.get(zone.cell, ())]
        return tuple(Change(zone.cell, None, each) for each in placed)

    def _has_several_kinds(self, zone: Zone) -> bool:
        """Return True if a pile has several kinds of tokens, which together are one input."""
        kinds = {card for card, at in self._tokens if at.startswith(f"{zone.cell} ")}
        return self._combines(zone) and len(kinds) > 1

    def _combines(self, zone: Zone) -> bool:
        """Return True if tokens in a zone are one input: on piles, but not in front of a seat."""
        return zone.pile and not self.geometry.is_control_zone(zone.cell)

    def _judge_with_cards(self, reading: Reading) -> Verdicts:
        """Judge a token in front of a seat together with the cards on that seat's piles."""
        zone = self.geometry.zones[reading.cell or ""]
        piles = self._table.piles if self._table is not None else {}
        own = [each.cell for each in self.geometry.form.zones if each.owner == zone.owner]
        changes = [Change(zone.cell, None, PlacedCard(reading.card or UNKNOWN, zone.owner))]
        changes += [Change(cell, None, seen.placed) for cell in own for seen in piles.get(cell, ())]
        return self._judge_changes(tuple(changes))

    def _recheck_awaiting_cards(self) -> list[Notice]:
        """Resolve tokens that were waiting for the cards they refer to."""
        notices: list[Notice] = []
        for tag, reading in list(self._awaiting_cards.items()):
            verdicts = self._judge_with_cards(reading)
            if not wants_cards(verdicts):
                del self._awaiting_cards[tag]
            if any(verdict.legal for verdict in verdicts.values()):
                notices += self._resolve_candidates(verdicts)
        return notices

    def _matches_layout(self, placed: PlacedCard, zone: Zone) -> bool:
        """Return True if the layout has all of a zone's tokens of this kind; it never has dice."""
        wanted = sum(each.card == placed.card for each in self.layout().get(zone.cell, ()))
        return wanted >= sum(_is_on(key, placed.card, zone.cell) for key in self._tokens)


def _token_key(reading: Reading) -> str:
    """Return the key of a token: its cell and tag."""
    return f"{reading.cell} {reading.tag}"


def _is_on(key: tuple[str, str], card: str, cell: str) -> bool:
    """Return True if a token is of this kind and on this cell."""
    return key[0] == card and key[1].startswith(f"{cell} ")
