"""Publishes a running match to the mailbox, and executes the page's commands.

It runs in the match loop's thread. The journal calls `receive` after it has written a notice to the
log, so a page never shows anything that a power cut could undo.
"""

import secrets
from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

from companion.drawn_table.values import DrawnTable
from companion.frames import Frame
from companion.pieces import RESULT
from companion.readings import TableView
from companion.referee.answer_timer import QuestionClock
from companion.referee.control_cards import HARMLESS
from companion.referee.inputs import (
    CardsWithdrawn,
    Declare,
    PressControl,
    TableRestored,
    TokenAgain,
    Unseen,
)
from companion.referee.inventory.steps import withdrawals
from companion.referee.journal import Utterance
from companion.referee.live import LiveReferee
from companion.referee.notices import TRAITS, GameEnded, NotNow, Repeated, TakenBack
from companion.referee.phases import IN_ORDER, RefereePhase
from companion.referee.secrecy import masked
from companion.referee.state import Referee, Transition
from companion.tutorial.tutor import LessonMoment, Tutor
from companion.web.camera_overlay import CameraOverlay, Crop, OverlayFrame, seen_cards
from companion.web.coach import Coach
from companion.web.hints import Adviser, Hints
from companion.web.mailbox import (
    AskHint,
    AskTutor,
    Mailbox,
    PageCommand,
    PerformAction,
    Pressed,
    Rematch,
    ResetTable,
    SwitchRecording,
    ThrowDice,
)
from companion.web.snapshot import Recording, snapshot
from companion.web.story import Story, follow
from companion.web.views.options import is_bare
from rules import CHANCE, UNKNOWN, Action, Facing, Mat, Verb

_Shown = tuple[
    Story, Referee, QuestionClock | None, Recording | None, LessonMoment | None, Hints | None
]


class RecordingSwitch(Protocol):
    """A match's recorder, as far as the page controls it."""

    state: Recording

    def switch(self, *, on: bool) -> None:
        """Start or stop recording."""


class PagePublisher:
    """A referee's connection to a mailbox, which publishes the state and applies commands."""

    def __init__(
        self,
        referee: LiveReferee,
        mat: Mat,
        mailbox: Mailbox,
        drawn_table: DrawnTable | None = None,
        story: Story | None = None,
        recorder: RecordingSwitch | None = None,
        tutor: Tutor | None = None,
        adviser: Adviser | None = None,
        below: Callable[[int], int] = secrets.randbelow,
    ) -> None:
        """Connect referee, mailbox and, if the match is played on the page, the drawn table.

        `story`: the earlier notices of a resumed match. `recorder`: switched by the page.
        `tutor`: guides a first match. `adviser`: gives hints. `below` returns a random whole number
        from 0 to below its argument, for throws and draws.
        """
        self._tutor, self._adviser, self._below = tutor, adviser, below
        self._referee = referee
        self._recorder = recorder
        self._mailbox = mailbox
        self._story = story or Story()
        self._shown: _Shown | None = None
        self._eyes = CameraOverlay(mat)
        zones = referee.at.geometry.form.zones
        self._tracked = frozenset(zone.cell for zone in zones if zone.tracked)
        self._drawn_table = drawn_table
        referee.context = replace(referee.context, backs_visible=drawn_table is not None)
        self._thrown: int | None = None
        self._lots = -1
        self._shuffled = self._followed = len(referee.at.match.plies)

    def receive(self, utterance: Utterance) -> bool:
        """Publish a logged notice; return True if it is public."""
        before, notice = self._story, utterance.record
        self._story = follow(before, notice, utterance.at)
        public = self._story.entries is not before.entries
        if public and TRAITS[type(notice)].pictured:
            self._mailbox.keep_moment(self._story.entries[-1].n)
        if isinstance(notice, GameEnded):
            self.show()
        return public

    def look(self, frame: Frame | None, view: TableView) -> tuple[Transition, ...]:
        """Publish a judged frame; return the notices that answer the page's commands."""
        if frame is not None:
            self._mailbox.look(self._glance(frame, view))
        news = self._shown is None or self._shown[0] is not self._story
        if self._shown != self._now:
            self.show()
        self._cleared()
        lots = self._draw() if news else ()
        answers = [step for each in self._mailbox.take() for step in self._answer(each)]
        taught = self._tutor.look(view.time_s) if self._tutor is not None else ()
        hint = self._adviser.look() if self._adviser is not None else ()
        return (*lots, *self._taken_up(), *answers, *taught, *hint, *self._follow())

    def _glance(self, frame: Frame, view: TableView) -> OverlayFrame:
        """Return a frame's overlay with the numbers of cards."""
        glance = self._eyes.look(frame, view)
        _, shown = self._mailbox.snapshot
        layout = shown.position.layout if shown is not None else {}
        return replace(glance, count=seen_cards(layout, self._tracked, glance.read))

    def _taken_up(self) -> tuple[Transition, ...]:
        """Confirm removals of face-down cards, which only the drawn table can see.

        The tokens that declared these cards are put back as well, so that they can be used again.
        """
        referee, top = self._referee, self._drawn_table
        if top is None or referee.at.phase not in IN_ORDER:
            return ()
        entries = (withdrawals(notice.steps) for notice, _ in referee.at.todo.unverifiable)
        hidden = {step.cell for steps in entries for step in steps}
        if not hidden:
            return ()
        shown, layout = top.shown(), referee.at.layout
        there = {each.cell: each.below + 1 for each in shown.topmost}
        left = {cell for cell in hidden if there.get(cell, 0) > len(layout.get(cell, ()))}
        if shown.held or left == hidden:
            return ()
        records = referee.receive(CardsWithdrawn(frozenset(left)))
        if records:
            top.rearrange(layout, referee.at.last_seat)
        return records

    def _answer(self, command: PageCommand) -> tuple[Transition, ...]:
        if isinstance(command, AskTutor):
            return self._tutor.obey(command.word) if self._tutor is not None else ()
        if isinstance(command, ResetTable):
            return self._tidy()
        if isinstance(command, Rematch | SwitchRecording | AskHint):
            self._serve(command)
            return ()
        referee = self._referee
        harmless = isinstance(command, Pressed) and command.control in HARMLESS
        if referee.at.overlays.paused and not harmless:
            return referee.announce(NotNow(**referee.now(), reason="paused"))
        if isinstance(command, ThrowDice):
            return self._throw()
        if isinstance(command, PerformAction):
            return self._utter(command.action)
        if isinstance(command, Pressed):
            heard = referee.receive(PressControl(command.control, command.seat))
        else:
            action = Action(command.seat, command.verb, value=command.value)
            heard = referee.receive(Declare(action, apart=True))
        if any(isinstance(step.notice, TakenBack) for step in heard):
            heard = (*heard, *self._tidy())  # drawn hands move the cards back themselves
        return heard or self._again()

    def _serve(self, command: Rematch | SwitchRecording | AskHint) -> None:
        """Execute a command that is not the referee's; the match is not over yet for a rematch."""
        if isinstance(command, SwitchRecording) and self._recorder is not None:
            self._recorder.switch(on=command.on)
        elif isinstance(command, AskHint) and self._adviser is not None:
            self._adviser.ask(command.seat)

    def _again(self) -> tuple[Transition, ...]:
        """Repeat the last notice, so that a pressed button always has an answer.

        On a real table, a control card played out of turn gets no answer, because it may be
        redundant.
        """
        referee = self._referee
        last = referee.at.last
        return referee.announce(Repeated(**referee.now(), about=last)) if last else ()

    def _utter(self, action: Action) -> tuple[Transition, ...]:
        """Perform an action: pure declarations immediately, all others with their token.

        Illegal actions are refused immediately. The page may offer some, because it lacks the
        match's knowledge of cards that returned to a hand face up. A card already among face-down
        cards is declared with its token, unless its seat may not act and therefore has no token, or
        unless the card would be placed next to the field.
        """
        referee = self._referee
        hidden = action.verb is Verb.PLACE and action.facing is Facing.DOWN
        playing = referee.at.phase in IN_ORDER
        if self._drawn_table is None:
            return ()
        if action.verb is Verb.ROLL:
            return self._again()  # chance decides a throw
        if action.verb is Verb.FLIP and action.card == UNKNOWN:
            asked = any(
                e.cell == action.at
                for e in referee.at.match.game.table.prompts(referee.at.match.state)
            )
            done = asked and self._drawn_table.say(
                referee.at.match.game, referee.at.match.state, action
            )
            return () if done else self._again()
        early = action.seat not in referee.at.match.to_act
        apart = hidden and not referee.at.geometry.is_tracked(action.to)
        plies = referee.at.match.plies
        last = plies[-1].action if plies else None
        if early and last is not None and masked(last) == masked(action):
            return self._again()  # the table has shown the action before its button was heard
        if playing and (apart or (early and (hidden or is_bare(action)))):
            return referee.receive(Unseen(action)) or self._again()
        if not (referee.at.match.judge(action).legal or (hidden and playing)):
            return (referee.receive(Unseen(action)) if playing else ()) or self._again()
        if is_bare(action):
            return referee.receive(Declare(action))
        performed = self._by_piece(self._drawn_table, action, counted=hidden)
        return self._again() if performed is None else performed

    def _by_piece(
        self, top: DrawnTable, action: Action, *, counted: bool
    ) -> tuple[Transition, ...] | None:
        """Perform an action with a token; a token that is already in place declares it again.

        Return None if no token declares the action. `counted`: a card is placed with it, so it
        cannot be an accidental repetition.
        """
        referee, match = self._referee, self._referee.at.match
        there = top.says(match.game, match.state, action)
        if there is not None:
            heard = counted or referee.knows_token(*there)
            return referee.receive(TokenAgain(action)) if heard else ()
        return () if top.say(match.game, match.state, action) else None

    def _draw(self) -> tuple[Transition, ...]:
        """Perform the random actions on the drawn table: draws and lots.

        Players roll dice themselves. A redrawn hand is shuffled here, because the page cannot
        shuffle.
        """
        referee, match = self._referee, self._referee.at.match
        if self._drawn_table is None or referee.at.phase not in IN_ORDER:
            return ()
        for event in (event for ply in match.plies[self._shuffled :] for event in ply.events):
            self._drawn_table.shuffle(event, referee.at.layout)
        self._shuffled = len(match.plies)
        self._drawn_table.draw(referee.at.layout, referee.at.last_seat)
        if match.to_act == {CHANCE} and self._lots != len(match.plies):
            self._lots = len(match.plies)
            lot = self._lot() or match.game.sample(match.state, self._below)
            if lot.verb is not Verb.ROLL:
                return self._by_piece(self._drawn_table, lot, counted=False) or ()
        return ()

    def _follow(self) -> tuple[Transition, ...]:
        """Carry out the consequences of accepted actions on the drawn table, once for each.

        A player who is already moving the next piece is not interrupted.
        """
        referee, top = self._referee, self._drawn_table
        plies = len(referee.at.match.plies)
        taught = self._tutor is not None and self._tutor.active
        if top is None or taught or plies == self._followed or referee.at.phase not in IN_ORDER:
            return ()
        held = top.shown().held
        if top.busy and not held:
            return ()
        self._followed = plies
        return self._tidy() if referee.at.pending_steps and not held else ()

    def _throw(self) -> tuple[Transition, ...]:
        """Throw the awaited dice on the drawn table; nothing if none are awaited."""
        referee, match = self._referee, self._referee.at.match
        playing = referee.at.phase in IN_ORDER
        if self._drawn_table is None or not playing or match.to_act != {CHANCE}:
            return ()
        roll = self._lot() or match.game.sample(match.state, self._below)
        if roll.verb is Verb.ROLL:
            self._drawn_table.throw(roll)
            self._thrown = len(match.plies)
        return ()

    def _lot(self) -> Action | None:
        """Return the tutorial's result of the awaited throw or lot, if there is one."""
        return self._tutor.lot if self._tutor is not None else None

    def _cleared(self) -> None:
        """Take the tokens of an accepted throw off the table, once it is at rest.

        The pieces that a quick player has placed since the throw stay.
        """
        referee, top = self._referee, self._drawn_table
        accepted = self._thrown is not None and len(referee.at.match.plies) > self._thrown
        if top is None or not accepted or top.busy:
            return
        self._thrown, layout = None, referee.at.layout
        placed = [
            each.cell
            for each in top.shown().topmost
            if each.below >= len(layout.get(each.cell, ())) and not each.card.startswith(RESULT)
        ]
        top.rearrange(layout, referee.at.last_seat, placed)

    def _tidy(self) -> tuple[Transition, ...]:
        """Arrange the table in the match's layout.

        A refused die gets its valid value or is removed; the page has no button for this.
        """
        referee, top = self._referee, self._drawn_table
        if top is None:
            return ()
        if referee.at.phase is RefereePhase.SETUP:
            top.set_up()
            return ()
        if (thrown := referee.refused_throw) is not None:
            for cell in top.shown().dice:
                top.reset_die(cell, referee.counted_roll(cell, thrown.to))
        top.rearrange(referee.at.layout, referee.at.last_seat, referee.incomplete_cells())
        restored = referee.receive(TableRestored())
        self._lots = -1
        return (*restored, *self._draw())

    def show_whole(self, frame: Frame, coach: Coach | None = None, examined: object = None) -> None:
        """Publish a whole picture before the match, without readings.

        `coach`: the latest advice, on the picture `examined`.
        """
        height, width = frame.image.shape[:2]
        cut, none = Crop(0, 0, width, height), frozenset[str]()
        glance = OverlayFrame(
            frame,
            cut,
            hand=False,
            cells={},
            read=none,
            covered=none,
            judged=False,
            coach=coach,
            examined=examined,
        )
        self._mailbox.look(glance)

    def coach(self, found: Coach | None) -> None:
        """Publish the advice on the camera before the match, or None once the match may begin."""
        self._mailbox.post(replace(snapshot(*self._now), coach=found))

    def show(self) -> None:
        """Publish a snapshot of the current moment."""
        self._shown = self._now
        found = snapshot(*self._now)
        if found != self._mailbox.snapshot[1]:
            self._mailbox.post(found)

    @property
    def _now(self) -> _Shown:
        """The values that the page shows."""
        recording = self._recorder.state if self._recorder is not None else None
        lesson = self._tutor.moment if self._tutor is not None else None
        hints = self._adviser.hints if self._adviser is not None else None
        return self._story, self._referee.at, self._referee.clock, recording, lesson, hints
