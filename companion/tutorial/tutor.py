"""The tutor of a tutorial: performs the script's actions at the drawn table, one after the other.

It waits for the learner's moves, and performs the others like a player: it moves the cards, and the
referee judges what the camera sees. Thrown dice and lots have the script's results. If the learner
asks for it, it performs his move, too. `PagePublisher` calls it once per frame.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Final, Protocol

from companion.drawn_table.values import DrawnTable
from companion.referee.control_cards import ControlCard
from companion.referee.explain.hidden_chance import advance
from companion.referee.inputs import Declare, PressControl, TokenAgain
from companion.referee.live import LiveReferee
from companion.referee.lots import lowest
from companion.referee.phases import IN_ORDER, OPENING, RefereePhase
from companion.referee.secrecy import masked
from companion.referee.state import Transition
from companion.storage.files import LogSidecar
from companion.tutorial.lesson import Lesson, Progress, progress
from rules import CHANCE, UNKNOWN, Action, Facing, Verb

_PACE_S: Final = 1.4
"""Pause before an action of the table, so that the previous one can be understood, s."""
_TRY_S: Final = 6.0
"""Time after which an action without an effect is performed again, s."""
_LOST_S: Final = 2.0
"""Further pause before the table is restored, as the learner may be about to do it, s."""
_BARE: Final = frozenset((Verb.DRAW, Verb.CHOOSE, Verb.DECLARE, Verb.PASS, Verb.READY))


class TutoredTable(DrawnTable, Protocol):
    """A drawn table whose cards a tutor can choose."""

    @property
    def busy(self) -> bool:
        """True while a hand moves something."""

    def deal(self, cards: Mapping[str, Sequence[str]]) -> None:
        """Exchange cards so that each hand (a seat) or pile (a cell) begins with these cards."""

    def holds(self, cell: str) -> tuple[str, ...]:
        """Return the cards on a cell, the top one first, even if they are face down."""

    def put(self, action: Action) -> bool:
        """Place a card from a seat's hand; return False if it is not there."""


class TutorialMark(LogSidecar):
    """The mark of a log whose match is a tutorial, so that it goes on when it is resumed."""

    NAME = "tutorial"

    def set(self) -> None:
        """Mark the log."""
        self._write({"tutorial": True})

    @property
    def there(self) -> bool:
        """True if the log is marked."""
        return bool(self._read())


@dataclass(frozen=True, slots=True)
class LessonMoment:
    """A moment of a tutorial for the page: the step, and who acts.

    `stage`: `task` (the learner acts), `watch` (the table acts), `off_script` or `learnt`. `wants`:
    the expected action. `swapped`: the learner used another card, which was exchanged.
    """

    slug: str
    step: int
    stage: str
    wants: Action | None = None
    swapped: bool = False


class Tutor:
    """The tutor of one match."""

    def __init__(
        self,
        lesson: Lesson,
        referee: LiveReferee,
        table: TutoredTable,
        mark: TutorialMark | None = None,
        pace_s: float = _PACE_S,
    ) -> None:
        self.lesson, self._referee, self._table, self._mark = lesson, referee, table, mark
        self._pace_s = pace_s
        self._left = self._swapped = False
        self._helped = -1
        """The number of done actions at which the learner asked for help."""
        self.wants_match = False
        """True if the learner asked for a real match."""
        self.stop: Callable[[], None] | None = None
        """Stops the match's loop."""
        self._waits: tuple[int, object] | None = None
        self._due_s = 0.0
        self._thrown = False
        zones = referee.at.geometry.form
        self._fans = frozenset(
            zone.cell for zone in zones.zones if zone.pile and zone.tracked and zones.face_down
        )

    def begin(self) -> None:
        """Set up the table with the tutorial's deal."""
        self._referee.context = replace(self._referee.context, lots=lowest)
        self._table.set_up()
        self._table.deal(self.lesson.deal)
        if self._mark is not None:
            self._mark.set()

    @property
    def moment(self) -> LessonMoment | None:
        """The tutorial's moment for the page, or None after it was left."""
        if self._left:
            return None
        slug, at, referee = self.lesson.setup.game, self._now, self._referee.at
        if at.off_script:
            return LessonMoment(slug, at.step, "off_script")
        if at.due is None:
            return LessonMoment(slug, at.step, "learnt")
        # Until the table is as it should be, the learner would only be in the way.
        waits = self._helped == at.done or referee.pending_steps or referee.phase in _UNREADY
        stage = "task" if at.learner and not waits else "watch"
        return LessonMoment(slug, at.step, stage, at.due, self._swapped)

    @property
    def lot(self) -> Action | None:
        """The result of the awaited throw or lot in the script, or None."""
        due = self._now.due
        return due if not self._left and due is not None and due.seat == CHANCE else None

    @property
    def active(self) -> bool:
        """True until the tutorial is left or over."""
        return not self._left and self._now.due is not None

    @property
    def _now(self) -> Progress:
        return progress(self.lesson, self._referee.at.match)

    def obey(self, word: str) -> tuple[Transition, ...]:
        """Do what the page asks for: `help`, `back`, `leave` or `match`."""
        if word == "help":
            self._helped, self._due_s = self._now.done, 0.0
        elif word == "back":
            return self._back()
        else:
            self._left, self.wants_match = True, word == "match"
            if self.wants_match and self.stop is not None:
                self.stop()
            if self._mark is not None:
                self._mark.forget()
        return ()

    def look(self, now_s: float) -> tuple[Transition, ...]:
        """Perform the next action if it is the table's turn and nothing moves."""
        at, progress_now = self._referee.at, self._now
        if self._left or progress_now.due is None or progress_now.off_script or self._table.busy:
            return ()
        moment = progress_now.done, at.phase
        if moment != self._waits:
            if self._waits is not None and self._waits[0] != progress_now.done:
                self._swapped = self._exchange(progress_now)
                if self._thrown:  # the results are cleared, so that their tokens can be used again
                    self._thrown = False
                    self._table.rearrange(at.layout, at.last_seat)
            lost_s = _LOST_S if at.phase is RefereePhase.DESYNCED else 0.0
            self._waits, self._due_s = moment, now_s + self._pace_s + lost_s
        if now_s < self._due_s:
            return ()
        helps = self._helped == progress_now.done
        lost = at.phase is RefereePhase.DESYNCED
        if at.pending_steps or lost or (helps and at.phase in _TROUBLE):
            self._due_s = now_s + _TRY_S
            self._table.rearrange(at.layout, at.last_seat)
            return ()
        if at.phase not in IN_ORDER or (progress_now.learner and not helps):
            return ()
        self._due_s = now_s + _TRY_S
        return self._perform(progress_now.due)

    def _exchange(self, at: Progress) -> bool:
        """Exchange a face-down card of the learner that is not the script's; True if it was."""
        last = self.lesson.script[at.done - 1] if at.done else None
        if last is None or last.seat != self.lesson.seat or masked(last) == last:
            return False
        there = self._table.holds(last.to)
        # On a node, the card is beneath the controlling one.
        pile = reversed(self._referee.at.layout.get(last.to, ()))
        above = sum(1 for _ in takewhile(lambda placed: placed.facing is Facing.UP, pile))
        if there[above : above + 1] == (last.card,):
            return False
        self._table.deal({last.to: (*there[:above], last.card)})
        return True

    def _back(self) -> tuple[Transition, ...]:
        """Undo the learner's last action, and move its cards back."""
        at = self._referee.at
        heard = self._referee.receive(PressControl(ControlCard.UNDO, self.lesson.seat))
        self._table.rearrange(self._referee.at.layout, at.last_seat)
        return heard

    def _perform(self, action: Action) -> tuple[Transition, ...]:
        """Perform an action as its player would."""
        table, match = self._table, self._referee.at.match
        game, state = match.game, match.state
        if action.verb is Verb.ROLL:
            table.throw(action)
            self._thrown = True
        elif action.verb is Verb.FLIP and action.card:
            for seat in (action.seat, CHANCE):  # a shared card is turned up as chance's
                if table.say(game, state, Action(seat, Verb.FLIP, card=UNKNOWN, at=action.at)):
                    break
        elif action.verb in _BARE and not (action.card or action.at or action.to):
            if action.seat == CHANCE:
                table.say(game, state, action)
            else:
                return self._referee.receive(Declare(action))
        elif action.verb is Verb.PLACE:
            placed = table.put(action)
            if placed and action.facing is Facing.DOWN and action.to in self._fans:
                spoken = masked(action)  # no camera sees which card it is, so a token declares it
                if table.says(game, state, spoken) is not None:
                    return self._referee.receive(TokenAgain(spoken))
                table.say(game, state, spoken)
        elif table.says(game, state, action) is None and not table.say(game, state, action):
            layout = game.table.layout(advance(game, state, action))
            table.rearrange(layout, action.seat)
        return ()


_UNREADY: Final = OPENING | {RefereePhase.DESYNCED}
_TROUBLE: Final = frozenset((RefereePhase.REFUSED, RefereePhase.DESYNCED, RefereePhase.ASKING))
