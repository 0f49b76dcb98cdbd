"""What is said at the table by what lies there: pieces, control cards, dice.

Theory of operation ------------------- A game's own `candidate_actions` are asked first what a
piece beside the field means; what they do not know has a meaning of ours:

    a piece on the field    chooses its cell, unless it only travels there
    a control card          says what is printed on it: `companion.referee.control_commands`'s;
    what changes
                            the match only on a seat's place for such cards, and alone there
                            (`companion.referee.stacking`)
    a die at rest           is a throw where one is awaited

What is laid while the table is set up, or before hands have done what dice wait for, is heard when
that is over.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from companion.readings import Face
from companion.referee.control_cards import HARMLESS, ControlCard, read_control
from companion.referee.control_commands import ControlCommands
from companion.referee.notices import Notice, NoticeKind
from companion.referee.partial_input import is_incomplete, wants_cards
from companion.referee.phases import OPENING, RefereePhase
from companion.referee.stacking import StackDetector
from companion.referee.table_judge import RECENT_PLIES
from companion.referee.throws import DIE, RefusedThrow, ThrowTracker
from rules import CHANCE, UNKNOWN, Action, PlacedCard, Verb
from rules.core.candidate_actions import Change

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.readings import Reading, TableView
    from companion.referee.geometry import TableGeometry
    from rules import Layout, Match, Seat, Zone

_GONE_S = 1.5
"""A die that was pushed is read again sooner; one that is not seen for so long was taken out."""


class InputRouter(ControlCommands):
    """A bench with ears; who has eyes, too, is `companion.referee.referee.Referee`."""

    def __init__(self, match: Match[Any], geometry: TableGeometry, *, resumed: bool) -> None:
        """Nothing was said yet."""
        super().__init__(match, geometry, resumed=resumed)
        self._early_tokens: dict[str, Reading] = {}
        self._throws = ThrowTracker(geometry)
        self._stack_detector = StackDetector(geometry)
        self._wait_announced = False
        self._refused_throw: RefusedThrow | None = None
        self._die_seen_s = 0.0

    def _process_early_tokens(self) -> list[Notice]:
        """What pieces said that were laid while the table was still being set up."""
        if self.phase in OPENING or not self._accepts_input() or self._blocked_by_pending():
            return []
        early, self._early_tokens = self._early_tokens.values(), {}
        said: list[Notice] = []
        for reading in early:
            said += self._interpret(reading, self.geometry.zones[reading.cell or ""]) or []
        return said

    def _process_tokens(self, shown: Sequence[Reading], gone: Sequence[Reading]) -> list[Notice]:
        """What pieces and control cards say that newly lie somewhere."""
        said = self._stack_detector.classify(shown)
        self._stack_detector.update(shown, gone, self.time)
        harmless = [each for each in said.uncovered if read_control(each.card) in HARMLESS]
        records: list[Notice] = []
        for reading in (*said.placed, *harmless):
            records += self._process_token(reading)
        for reason, readings in (("stacked", said.stacked), ("uncovered", said.uncovered)):
            mute = (each for each in readings if each not in harmless)
            if any(self.geometry.is_control_zone(each.cell or "") for each in mute):
                records.append(self._not_now(reason))
        return records

    def _process_token(self, reading: Reading) -> list[Notice]:
        zone = self.geometry.zones.get(reading.cell or "")
        if zone is not None and not zone.tracked and self.phase is RefereePhase.SETUP:
            self._early_tokens[reading.tag] = reading
        if (
            zone is not None
            and zone.dice
            and self._blocked_by_pending()
            and reading.face is Face.TOKEN
        ):
            self._early_tokens[reading.tag] = reading  # a result of dice, laid there
            return self._ask_to_wait()
        if zone is not None and (meant := self._interpret(reading, zone)) is not None:
            return meant
        if reading.face is Face.TOKEN:
            at_play = zone is not None and zone.tracked and self.phase not in OPENING
            return self._choose_cell(reading, zone) if zone and at_play else []
        control = read_control(reading.card)
        if control is None or (control is ControlCard.PAUSE and self.paused):
            return []
        at_place = zone is not None and self.geometry.is_control_zone(zone.cell)
        if at_place or control in HARMLESS or self.phase in (*OPENING, RefereePhase.ENDED):
            return self._press(control, zone.owner if zone else "")
        # Beside the mat lies the store: a card that shows there was not laid to say something.
        on_mat = zone is not None or self.geometry.touches_mat(reading)
        return [self._not_now("whose")] if on_mat else []

    def _choose_cell(self, reading: Reading, zone: Zone) -> list[Notice]:
        """A piece laid on the field chooses its cell, unless it travels there on a card.

        One that belongs to a card on the field, or to one that has just left it, is moved aside to
        reach what lies there: that is an answer only where it may be one.
        """
        there = self._token_cells(reading, self.layout())
        if zone.cell in there:
            return []
        for ply in self.match.plies[-RECENT_PLIES:]:
            there |= self._token_cells(reading, self.match.game.layout(ply.before))
        choice = Action("", Verb.CHOOSE, value=zone.cell)
        asked = (replace(choice, seat=seat) for seat in self.match.to_act - {CHANCE})
        aside = any(map(self.geometry.is_tracked, there))
        if aside and not any(self.match.judge(action).legal for action in asked):
            return []
        return self._declare(Verb.CHOOSE, value=zone.cell)

    def _token_cells(self, reading: Reading, layout: Layout) -> set[str]:
        """Where such a piece lies: of its seat, or of both seats' store."""
        seat, card = self.geometry.form.owners.get(reading.owner, ""), reading.card
        return {
            cell
            for cell, pile in layout.items()
            if any(each.card == card and seat in ("", each.owner) for each in pile)
        }

    def _interpret(self, reading: Reading, zone: Zone) -> list[Notice] | None:
        """What the game itself reads in a piece or a control card beside the field, None: nothing.

        A piece that lies as the match has it says nothing; a question of ours is answered first.
        """
        control = read_control(reading.card)
        asked = self.phase is RefereePhase.ASKING and control in (ControlCard.YES, ControlCard.NO)
        if zone.tracked or asked or self.phase in OPENING or not self._accepts_input():
            return None
        if zone.cell in self._answered_cells:
            return []
        owner = self.geometry.form.owners.get(reading.owner, zone.owner)
        lying = PlacedCard(reading.card or UNKNOWN, owner)
        verdicts = self._judge_changes((Change(zone.cell, None, lying),))
        if wants_cards(verdicts):
            self._awaiting_cards[reading.tag] = reading
            return self._resolve_candidates(self._judge_with_cards(reading), reading)
        # A word of ours that is none of the game's is not joined to what else lies there.
        joint = is_incomplete(verdicts) and (control is None or bool(verdicts))
        if joint or self._has_several_kinds(zone):
            # Alone it says nothing, or something else than with what lies beside it.
            whole = self._judge_changes(self._cell_changes(zone))
            joint, verdicts = (True, whole) if joint or whole else (False, verdicts)
        legal = any(verdict.legal for verdict in verdicts.values())
        # The result of a throw that is not awaited is the one that the match knows already.
        rolls = legal and any(action.verb is Verb.ROLL for action in verdicts)
        if self._matches_layout(lying, zone) and not rolls:
            return []
        if not legal and (len(verdicts) != 1 or control is not None):
            return None
        if joint:
            self._answered_cells.add(zone.cell)
        if joint and self._combines(zone) and not legal:  # what it replaces may still be there
            self._partial.watch(zone.cell, self.time)
            return []
        self._partial.drop(zone.cell)
        return self._resolve_candidates(verdicts, reading)

    def _process_dice(self, view: TableView) -> list[Notice]:
        """What dice that have come to rest mean; a throw nobody waits for is no throw."""
        if (
            view.hand
            or view.trouble is not None
            or not self._accepts_input()
            or self.phase in OPENING
        ):
            self._die_seen_s = self.time  # nothing is read there, and is no sooner seen to be gone
            return []
        if not view.dice:
            return self._check_refused_die(view)
        if self._blocked_by_pending():
            thrown = any(die.cell in self.geometry.zones for die in view.dice)
            return self._ask_to_wait() if thrown and self._awaits_roll() else []
        self._wait_announced = False
        records: list[Notice] = []
        for throw in self._throws.new_throws(view.dice):
            verdicts = self._judge_changes(throw.changes) if throw.changes else {}
            legal = sum(verdict.legal for verdict in verdicts.values())
            if not throw.changes or legal > 1:  # the sides of one that leans may look like two
                if self._awaits_roll():  # else what leans there may well be a card
                    unsure = self.notice(NoticeKind.DIE_UNSURE, data={"cell": throw.cell})
                    records.append(self.notify(unsure))
                continue
            if legal or (len(verdicts) == 1 and not throw.same):
                records += self._resolve_candidates(verdicts)
                refused = self.last_notice if not legal else None
                if refused is not None and refused.kind is NoticeKind.REFUSED and refused.action:
                    self._refused_throw = RefusedThrow(
                        throw.cell, refused.action, len(self.match.plies)
                    )
            elif not verdicts and self.refused_throw is not None:  # laid back as it counts
                records.append(self._die_corrected())
        return [*records, *self._check_refused_die(view)]

    def _check_refused_die(self, view: TableView) -> list[Notice]:
        """A die that was refused is gone from its place: nothing contradicts the match any more."""
        stray = self._refused_throw
        if stray is None or any(die.cell == stray.cell for die in view.dice):
            self._die_seen_s = self.time
            return []
        if self.time - self._die_seen_s < _GONE_S:
            return []
        self._throws.forget(stray.cell)
        return [self._die_corrected()] if self.refused_throw is not None else []

    def _die_corrected(self) -> Notice:
        """A die that was refused is as it was."""
        self._refused_throw = None
        return self.notify(self.notice(NoticeKind.PUT_BACK, steps=self.pending_steps()))

    @property
    def refused_throw(self) -> Action | None:
        """The throw that was refused and lies there still, if nothing was done since."""
        stray = self._refused_throw
        return stray.action if stray is not None and stray.ply == len(self.match.plies) else None

    def counted_roll(self, cell: str, seat: Seat) -> str:
        """What a seat's die shows that lies on a place as it counts, "" if none lies there so."""
        game, state, plies = self.match.game, self.match.state, reversed(self.match.plies)
        rolls = (a for a in (p.action for p in plies) if a is not None and a.verb is Verb.ROLL)
        value = next((roll.value for roll in rolls if roll.to == seat), "")
        die = Change(cell, None, PlacedCard(DIE + value, self.geometry.zones[cell].owner))
        return value if value and not any(game.candidate_actions(state, (die,))) else ""

    def _blocked_by_pending(self) -> bool:
        """Whether what is thrown waits until hands have done what they owe.

        A tag that something lies on is no difference: it may well have been put right.
        """
        if self.phase is not RefereePhase.AWAITING_PLAYERS or not self.match.game.requires_sync(
            self.match.state
        ):
            return False
        return not self._readable_cells.isdisjoint(self.inventory.pending)

    def incomplete_cells(self) -> frozenset[str]:
        """The places where pieces say half of something, or what is heard when hands are done."""
        waiting = self._early_tokens.values() if self._blocked_by_pending() else ()
        return super().incomplete_cells() | {reading.cell or "" for reading in waiting}

    def _ask_to_wait(self) -> list[Notice]:
        """Say once that the table comes first; what lies there is heard when it is right."""
        told, self._wait_announced = self._wait_announced, True
        return [] if told else [self.notify(self._not_now("table_first"))]

    def _awaits_roll(self) -> bool:
        game, state = self.match.game, self.match.state
        return any(action.verb is Verb.ROLL for action in game.legal(state))

    def _process_removed(self, reading: Reading) -> list[Notice]:
        """Nothing counts while the pause card lies there; taking it away ends the pause.

        A piece that was refused is put right so.
        """
        self._tokens.discard((reading.card or "", f"{reading.cell} {reading.tag}"))
        self._early_tokens.pop(reading.tag, None)
        self._awaiting_cards.pop(reading.tag, None)
        pausing = self.paused and read_control(reading.card) is ControlCard.PAUSE
        return self._pause() if pausing else self._token_removed(reading)
