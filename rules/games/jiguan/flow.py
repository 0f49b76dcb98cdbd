"""What follows from an action: its events, and the phases they lead through (JGS-4 to JGS-8).

`_Run` folds as it goes, so that each step looks at the state that the events before it made.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.core.action import Verb
from rules.core.event import GAME_ENDED, REVEALED, ROUND_STARTED, TURN_STARTED, Event
from rules.core.outcome import Outcome
from rules.core.resolution import Resolution
from rules.games.jiguan.cards import BEATS, ELEMENTS, SHIFTS
from rules.games.jiguan.config import SEATS
from rules.games.jiguan.fold import fold
from rules.games.jiguan.state import HIDDEN, ROUNDS, Phase, State

if TYPE_CHECKING:
    from rules.core.action import Action
    from rules.core.values import Seat
    from rules.games.jiguan.state import Laid


def advance(state: State, action: Action) -> tuple[tuple[Event, ...], State]:
    """The events of an action that is not illegal, and the state they lead to."""
    run = _Run(state, fold)
    ply = state.ply + 1
    if action.verb is Verb.PLACE:
        if action.to.endswith(".spent"):
            run.discard(action, ply)
        else:
            run.lay(action, ply)
    elif action.verb is Verb.PASS:
        run.emit(Event("declined", action.seat, number=ply))
        run.after_decline(SEATS.index(action.seat))
    elif action.verb is Verb.FLIP:
        run.flip(action, ply)
    elif action.verb is Verb.CHOOSE:
        run.emit(Event("marker_given", action.value, number=ply))
        run.emit(Event(ROUND_STARTED, number=1))
    elif action.verb is Verb.READY:
        run.emit(Event("cleared", value=run.goes_to(), number=ply))
        run.next_round()
    else:
        run.take(action, ply)
    return tuple(run.events), run.state


def _round(state: State) -> int:
    """The number of the present round."""
    return len(state.results) + 1


def outcome(state: State) -> Outcome | None:
    """JGS-8.1 to 8.4: won rounds, then cards in hand, then a draw."""
    if state.phase is not Phase.END:
        return None
    wins, hands = state.wins(), (state.hand_size(0), state.hand_size(1))
    clause, ahead, tie = "JGS-8.3", 0, None
    if wins[0] != wins[1]:
        clause, ahead = "JGS-8.1", wins[0] - wins[1]
        if len(state.results) < ROUNDS:
            clause = "JGS-8.4"
    else:
        tie = Event("tied", clause="JGS-8.2", value="hand")
        if hands[0] != hands[1]:
            clause, ahead = "JGS-8.2", hands[0] - hands[1]
    winners = () if ahead == 0 else (SEATS[ahead < 0],)
    counts = dict(zip(SEATS, hands, strict=True)) if tie else {}
    return Outcome(winners, clause, scores(state), tie, counts)


def scores(state: State) -> dict[Seat, int]:
    """Won rounds."""
    return dict(zip(SEATS, state.wins(), strict=True))


class _Run(Resolution[State]):
    """The events so far, the state they lead to, and the steps of a round."""

    def ask(self, phase: Phase, items: tuple[str, ...] = ()) -> None:
        self.emit(Event("asked", value=phase.value, items=items))

    # Phases 1 and 2.

    def lay(self, action: Action, ply: int) -> None:
        self.emit(Event("placed", action.seat, action.card, action.to, number=ply))
        if self.state.phase is Phase.ITEMS:
            self.next_turn(SEATS.index(action.seat))
        elif None not in self.state.beasts:
            self.reveal_all(Phase.REVEAL)

    def reveal_all(self, phase: Phase) -> None:
        """Turn up what is known; what was laid unknown in this round waits for hands."""
        state = self.state
        down = [laid for laid in state.lying() if not laid.up]
        if down and (state.watched or any(laid.slot == HIDDEN for laid in down)):
            self.ask(phase)
            return
        for laid in down:
            self.reveal(laid, state.config.cards[laid.owner][laid.slot])
        self.after_reveal(phase)

    def reveal(self, laid: Laid, card: str, clause: str = "") -> None:
        seat = SEATS[laid.owner]
        self.emit(Event(REVEALED, seat, card, laid.cell, number=laid.ply, clause=clause))

    def flip(self, action: Action, ply: int) -> None:
        """A hand turns a card up; too early it stays up (JGS-10.5)."""
        phase, laid = self.state.phase, self.state.at(action.at)
        assert laid is not None, "judged before"  # noqa: S101 - for the type checker
        early = phase in (Phase.LAY, Phase.ITEMS)
        self.emit(Event("flipped", cell=action.at, number=ply))
        self.reveal(laid, action.card, "JGS-10.5" if early else "")
        if not early:
            if all(card.up for card in self.state.lying()):
                self.after_reveal(phase)
        elif phase is Phase.ITEMS and self.state.config.slots[laid.owner][action.card] < 5:
            self.emit(Event("declined", SEATS[laid.owner], clause="JGS-10.3"))
            self.after_decline(laid.owner, laid)

    def after_reveal(self, phase: Phase) -> None:
        if phase is Phase.REVEAL:
            self.open()
        else:
            self.process()

    def open(self) -> None:
        """JGS-4.5: the opening result says who may lay items first, nothing else."""
        state = self.state
        wrong = [laid for laid in state.lying() if laid.slot > 4]
        if wrong:
            self.misplay(wrong)
            return
        ahead = state.opening()
        self.emit(Event("compared", "" if ahead == 0 else SEATS[ahead < 0], clause="JGS-4.5"))
        if ahead == 0 and state.config.tie_opening == "draw":
            self.end_round(-1, "JGS-5.3")
            return
        self.emit(Event(TURN_STARTED, SEATS[state.first()], number=_round(state)))

    def misplay(self, wrong: list[Laid]) -> None:
        """JGS-10.2: an item lay on a beast place."""
        cards = self.state.config.cards
        for laid in wrong:
            card = cards[laid.owner][laid.slot]
            self.emit(Event("misplayed", SEATS[laid.owner], card, laid.cell, clause="JGS-10.2"))
        if self.state.config.forfeit:
            won = -1 if len(wrong) == 2 else 1 - wrong[0].owner
            self.score(won, "JGS-10.2")
            self.ask(Phase.DISCARD, tuple(SEATS[laid.owner] for laid in wrong))
        else:
            self.ask(Phase.RELAY)

    # Phase 3.

    def next_turn(self, seat: int) -> None:
        """The other player's turn, unless that player is out (JGS-5.5, `final`)."""
        state = self.state
        other = 1 - seat
        if state.config.decline_rule == "final" and state.declined[other]:
            other = seat
        self.emit(Event(TURN_STARTED, SEATS[other], number=_round(state)))

    def after_decline(self, seat: int, laid: Laid | None = None) -> None:
        """Close phase 3 (JGS-5.2 to 5.5), or go on; `laid` is a beast that counts as declining."""
        state = self.state
        rule = state.config.decline_rule
        tied = state.opening() == 0
        closes = not tied if state.turns == 1 else rule == "single" or all(state.declined)
        if closes:
            self.reveal_all(Phase.TURN_UP)
        elif laid is None or (rule == "final" and state.turn == seat):
            self.next_turn(seat)

    # Phases 4 and 5.

    def process(self) -> None:
        """JGS-6.1, JGS-6.2: one item after the other, in the order they were laid."""
        state = self.state
        cards = state.config.cards
        element = [laid.slot if laid else 0 for laid in state.beasts]
        for laid in state.items:
            seat, card = SEATS[laid.owner], cards[laid.owner][laid.slot]
            if laid.slot < 5:
                self.emit(Event("misplayed", seat, card, laid.cell, clause="JGS-10.3"))
                continue
            element[laid.row] = (element[laid.row] + SHIFTS[laid.slot]) % len(ELEMENTS)
            value = ELEMENTS[element[laid.row]]
            self.emit(Event("shifted", SEATS[laid.row], card, laid.cell, value=value))
        a, b = state.final_elements()
        won = BEATS[a][b]
        self.end_round(-1 if won == 0 else int(won < 0), "JGS-7.1")

    def score(self, won: int, clause: str) -> None:
        """The round's result, and the marker (JGS-7.3, or `tie_opening: alternate`)."""
        state = self.state
        number = len(state.results) + 1
        self.emit(Event("round_ended", "" if won < 0 else SEATS[won], number=number, clause=clause))
        marker = state.marker if won < 0 else 1 - won
        if state.config.tie_opening == "alternate":
            opened = clause == "JGS-7.1" and state.opening() == 0
            marker = 1 - state.marker if opened else state.marker
        if marker != state.marker:
            self.emit(Event("marker_moved", SEATS[marker]))

    def end_round(self, won: int, clause: str) -> None:
        self.score(won, clause)
        self.end_or_clear()

    def end_or_clear(self) -> None:
        state = self.state
        played, (a, b) = len(state.results), state.wins()
        beyond = state.config.early_stop and abs(a - b) > ROUNDS - played
        if played == ROUNDS or beyond:
            self.end()
        elif state.watched:
            self.ask(Phase.CLEAR)
        else:
            self.emit(Event("cleared", value="spent"))
            self.next_round()

    def end(self) -> None:
        self.state = fold(self.state, Event(GAME_ENDED))
        result = outcome(self.state)
        assert result is not None, "the phase has just been set"  # noqa: S101 - type checker
        self.events.append(Event(GAME_ENDED, clause=result.clause, items=result.winners))

    # Clearing the field, and the penalty of JGS-10.2.

    def goes_to(self) -> str:
        return "hand" if self.state.phase is Phase.RELAY else "spent"

    def take(self, action: Action, ply: int) -> None:
        laid = self.state.at(action.at)
        assert laid is not None, "judged before"  # noqa: S101 - for the type checker
        back = laid.place > 0 and laid.slot < 5
        value = "hand" if back else self.goes_to()
        card = self.state.config.cards[laid.owner][laid.slot]
        self.emit(Event("taken", action.seat, card, laid.cell, value=value, number=ply))
        if not any(self.state.lying()):
            self.next_round()

    def next_round(self) -> None:
        self.emit(Event(ROUND_STARTED, number=_round(self.state)))

    def discard(self, action: Action, ply: int) -> None:
        self.emit(Event("discarded", action.seat, action.card, number=ply))
        if not any(self.state.owing):
            self.end_or_clear()
