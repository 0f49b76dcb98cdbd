"""Input router: passes tokens, control cards and dice to their handlers.

Theory of operation
-------------------
The game's `candidate_actions` define the meaning of tokens next to the field. Inputs that the game
does not use have a fixed meaning:

    a token on the field chooses its cell, unless it belongs to a card that moved there
    a control card          has the meaning printed on it (`companion.referee.control_commands`);
                            it changes the match only in a seat's control zone, and only if it is
                            alone there (`companion.referee.stacking`)
    a die at rest           is a throw if a throw is awaited

An input during setup, or before the players have prepared the table for dice, is handled
afterwards.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from companion.readings import Face, Reading, TableView
from companion.referee.control_cards import HARMLESS, ControlCard, read_control
from companion.referee.control_commands import ControlCommands
from companion.referee.geometry import TableGeometry
from companion.referee.notices import DieUnsure, Notice, PutBack, Refused
from companion.referee.partial_input import is_incomplete, wants_cards
from companion.referee.phases import OPENING, RefereePhase
from companion.referee.stacking import StackDetector
from companion.referee.table_judge import RECENT_PLIES
from companion.referee.throws import DIE, RefusedThrow, ThrowTracker
from rules import CHANCE, UNKNOWN, Action, Layout, Match, PlacedCard, Seat, Verb, Zone
from rules.core.candidate_actions import Change

_GONE_S = 1.5
"""Time after which an unseen die counts as removed, s; a pushed die is read again earlier."""
_ANSWERS = frozenset((ControlCard.YES, ControlCard.NO))


class InputRouter(ControlCommands):
    """A router for tokens, control cards and dice."""

    def __init__(self, match: Match[Any], geometry: TableGeometry, *, resumed: bool) -> None:
        """Start without inputs."""
        super().__init__(match, geometry, resumed=resumed)
        self._early_tokens: dict[str, Reading] = {}
        self._throws = ThrowTracker(geometry)
        self._stack_detector = StackDetector(geometry)
        self._wait_announced = False
        self._refused_throw: RefusedThrow | None = None
        self._die_seen_s = 0.0

    def _process_early_tokens(self) -> list[Notice]:
        """Handle tokens that were placed during setup."""
        if self.phase in OPENING or not self._accepts_input() or self._blocked_by_pending():
            return []
        tokens, self._early_tokens = self._early_tokens.values(), {}
        notices: list[Notice] = []
        for reading in tokens:
            notices += self._interpret(reading, self.geometry.zones[reading.cell or ""]) or []
        return notices

    def _process_tokens(
        self, shown: Sequence[Reading], gone: Sequence[Reading], cards: Iterable[Reading]
    ) -> list[Notice]:
        """Handle newly shown tokens and control cards; `cards` may have covered them."""
        changes = self._stack_detector.classify(shown)
        self._stack_detector.update(shown, gone, self.time, cards)
        harmless = [each for each in changes.uncovered if read_control(each.card) in HARMLESS]
        notices: list[Notice] = []
        for reading in (*changes.placed, *harmless):
            notices += self._process_token(reading)
        for reason, readings in (("stacked", changes.stacked), ("uncovered", changes.uncovered)):
            ignored = (each for each in readings if each not in harmless)
            if any(self.geometry.is_control_zone(each.cell or "") for each in ignored):
                notices.append(self._not_now(reason))
        return notices

    def _process_token(self, reading: Reading) -> list[Notice]:
        """Handle one newly shown token or control card."""
        zone = self.geometry.zones.get(reading.cell or "")
        if zone is not None and not zone.tracked and self.phase is RefereePhase.SETUP:
            self._early_tokens[reading.tag] = reading
        if (
            zone is not None
            and zone.dice
            and self._blocked_by_pending()
            and reading.face is Face.TOKEN
        ):
            self._early_tokens[reading.tag] = reading  # a token that states the result of a throw
            return self._ask_to_wait()
        if zone is not None and (notices := self._interpret(reading, zone)) is not None:
            return notices
        if reading.face is Face.TOKEN:
            at_play = zone is not None and zone.tracked and self.phase not in OPENING
            return self._choose_cell(reading, zone) if zone and at_play else []
        control = read_control(reading.card)
        if control is None or (control is ControlCard.PAUSE and self.paused):
            return []
        if control in _ANSWERS and self.has_just_asked():
            return []
        at_place = zone is not None and self.geometry.is_control_zone(zone.cell)
        if at_place or control in HARMLESS or self.phase in (*OPENING, RefereePhase.ENDED):
            return self._press(control, zone.owner if zone else "")
        # Control cards next to the mat are spares, not commands.
        on_mat = zone is not None or self.geometry.touches_mat(reading)
        return [self._not_now("whose")] if on_mat else []

    def _choose_cell(self, reading: Reading, zone: Zone) -> list[Notice]:
        """Choose the cell of a token on the field, unless the token moves with a card.

        Players may move a card's token aside to reach the card, even after the card has left. Such
        a move is a choice only if a choice is awaited.
        """
        cells = self._token_cells(reading, self.layout())
        if zone.cell in cells:
            return []
        for ply in self.match.plies[-RECENT_PLIES:]:
            cells |= self._token_cells(reading, self.match.game.layout(ply.before))
        choice = Action("", Verb.CHOOSE, value=zone.cell)
        choices = (replace(choice, seat=seat) for seat in self.match.to_act - {CHANCE})
        belongs_elsewhere = any(map(self.geometry.is_tracked, cells))
        if belongs_elsewhere and not any(self.match.judge(action).legal for action in choices):
            return []
        return self._declare(Verb.CHOOSE, value=zone.cell)

    def _token_cells(self, reading: Reading, layout: Layout) -> set[str]:
        """Return the cells where tokens of this kind belong, for the seat or the shared supply."""
        seat, card = self.geometry.form.owners.get(reading.owner, ""), reading.card
        return {
            cell
            for cell, pile in layout.items()
            if any(each.card == card and seat in ("", each.owner) for each in pile)
        }

    def _interpret(self, reading: Reading, zone: Zone) -> list[Notice] | None:
        """Interpret a token or control card next to the field; return None if it has no meaning.

        A token that is in its place has no meaning; the referee's own questions take precedence.
        """
        control = read_control(reading.card)
        is_answer = self.phase is RefereePhase.ASKING and control in _ANSWERS
        if zone.tracked or is_answer or self.phase in OPENING or not self._accepts_input():
            return None
        if zone.cell in self._answered_cells:
            return []
        owner = self.geometry.form.owners.get(reading.owner, zone.owner)
        placed = PlacedCard(reading.card or UNKNOWN, owner)
        verdicts = self._judge_changes((Change(zone.cell, None, placed),))
        if wants_cards(verdicts):
            self._awaiting_cards[reading.tag] = reading
            return self._resolve_candidates(self._judge_with_cards(reading), reading)
        # A control card that the game does not use is not combined with tokens on the same cell.
        combined = is_incomplete(verdicts) and (control is None or bool(verdicts))
        if combined or self._has_several_kinds(zone):
            # Alone, the token has no meaning, or not the meaning that it has together with the
            # others.
            together = self._judge_changes(self._cell_changes(zone))
            combined, verdicts = (True, together) if combined or together else (False, verdicts)
        legal = any(verdict.legal for verdict in verdicts.values())
        # A token that shows a result already in the match, with no throw awaited, has no meaning.
        rolls = legal and any(action.verb is Verb.ROLL for action in verdicts)
        if self._matches_layout(placed, zone) and not rolls:
            return []
        if not legal and (len(verdicts) != 1 or control is not None):
            return None
        if combined:
            self._answered_cells.add(zone.cell)
        # The token that it replaces may still be there.
        if combined and self._combines(zone) and not legal:
            self._partial.watch(zone.cell, self.time)
            return []
        self._partial.drop(zone.cell)
        return self._resolve_candidates(verdicts, reading)

    def _process_dice(self, view: TableView) -> list[Notice]:
        """Handle dice that have come to rest; if no throw is awaited, they have no meaning."""
        if (
            view.hand
            or view.trouble is not None
            or not self._accepts_input()
            or self.phase in OPENING
        ):
            self._die_seen_s = self.time  # an unread die must not count as removed
            return []
        if not view.dice:
            return self._check_refused_die(view)
        if self._blocked_by_pending():
            thrown = any(die.cell in self.geometry.zones for die in view.dice)
            return self._ask_to_wait() if thrown and self._awaits_roll() else []
        self._wait_announced = False
        notices: list[Notice] = []
        for throw in self._throws.new_throws(view.dice):
            verdicts = self._judge_changes(throw.changes) if throw.changes else {}
            legal = sum(verdict.legal for verdict in verdicts.values())
            if not throw.changes or legal > 1:  # two faces of a leaning die may look like two dice
                if self._awaits_roll():  # otherwise the object may be a card
                    notices.append(self.notify(DieUnsure(**self.now(), cell=throw.cell)))
                continue
            if legal or (len(verdicts) == 1 and not throw.same):
                notices += self._resolve_candidates(verdicts)
                last = self.last_notice if not legal else None
                if isinstance(last, Refused) and last.action:
                    self._refused_throw = RefusedThrow(
                        throw.cell, last.action, len(self.match.plies)
                    )
            elif not verdicts and self.refused_throw is not None:
                # The die shows its valid value again.
                notices.append(self._die_corrected())
        return [*notices, *self._check_refused_die(view)]

    def _check_refused_die(self, view: TableView) -> list[Notice]:
        """Acknowledge the removal of a refused die, after which table and match agree."""
        refused = self._refused_throw
        if refused is None or any(die.cell == refused.cell for die in view.dice):
            self._die_seen_s = self.time
            return []
        if self.time - self._die_seen_s < _GONE_S:
            return []
        self._throws.forget(refused.cell)
        return [self._die_corrected()] if self.refused_throw is not None else []

    def _die_corrected(self) -> Notice:
        """Acknowledge that a refused die has been corrected."""
        self._refused_throw = None
        return self.notify(PutBack(**self.now(), steps=self.pending_steps()))

    @property
    def refused_throw(self) -> Action | None:
        """The refused throw that is still on the table, if nothing has happened since."""
        refused = self._refused_throw
        return (
            refused.action if refused is not None and refused.ply == len(self.match.plies) else None
        )

    def counted_roll(self, cell: str, seat: Seat) -> str:
        """Return the value of a seat's valid throw while the die is in its zone, or ""."""
        game, state, plies = self.match.game, self.match.state, reversed(self.match.plies)
        rolls = (a for a in (p.action for p in plies) if a is not None and a.verb is Verb.ROLL)
        value = next((roll.value for roll in rolls if roll.to == seat), "")
        die = Change(cell, None, PlacedCard(DIE + value, self.geometry.zones[cell].owner))
        return value if value and not any(game.candidate_actions(state, (die,))) else ""

    def _blocked_by_pending(self) -> bool:
        """Return True if throws have to wait for pending steps.

        A covered cell does not count, because its step may have been done.
        """
        if self.phase is not RefereePhase.AWAITING_PLAYERS or not self.match.game.requires_sync(
            self.match.state
        ):
            return False
        return not self._readable_cells.isdisjoint(self.inventory.pending)

    def incomplete_cells(self) -> frozenset[str]:
        """Return the cells with incomplete inputs, or with tokens that wait for pending steps."""
        waiting = self._early_tokens.values() if self._blocked_by_pending() else ()
        return super().incomplete_cells() | {reading.cell or "" for reading in waiting}

    def _ask_to_wait(self) -> list[Notice]:
        """Announce once that the table has to be corrected first; inputs are handled later."""
        announced, self._wait_announced = self._wait_announced, True
        return [] if announced else [self.notify(self._not_now("table_first"))]

    def _awaits_roll(self) -> bool:
        """Return True if a roll is legal now."""
        game, state = self.match.game, self.match.state
        return any(action.verb is Verb.ROLL for action in game.legal(state))

    def _process_removed(self, reading: Reading) -> list[Notice]:
        """Handle a removed token: this ends a pause, or corrects a refused token."""
        self._tokens.discard((reading.card or "", f"{reading.cell} {reading.tag}"))
        self._early_tokens.pop(reading.tag, None)
        self._awaiting_cards.pop(reading.tag, None)
        pausing = self.paused and read_control(reading.card) is ControlCard.PAUSE
        return self._pause() if pausing else self._token_removed(reading)
