"""Resolution of an action into events, through the phases of a round (JGS-4 to JGS-8).

`_Run` folds each event immediately, so every step sees the updated state.
"""

from rules.core.action import Action, Verb
from rules.core.event import (
    GAME_ENDED,
    REVEALED,
    ROUND_STARTED,
    TURN_STARTED,
    Event,
    Outcome,
    Resolution,
)
from rules.core.values import Seat
from rules.games.jiguan.cards import BEATS, ELEMENTS, SHIFTS
from rules.games.jiguan.config import SEATS
from rules.games.jiguan.fold import fold
from rules.games.jiguan.state import HIDDEN, ROUNDS, Phase, Placed, State


def resolve_action(state: State, action: Action) -> Resolution[State]:
    """Return the events caused by a legal or undetermined action, with the state after them."""
    run = _Run(state, fold)
    ply = state.ply + 1
    if action.verb is Verb.PLACE:
        if action.to.endswith(".spent"):
            run.discard(action, ply)
        else:
            run.place(action, ply)
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
    return run


def _round(state: State) -> int:
    return len(state.results) + 1


def outcome(state: State) -> Outcome | None:
    """Return the result: a win by rounds or by cards in hand, or a draw (JGS-8.1 to 8.4)."""
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
    """Return the number of rounds that each seat has won."""
    return dict(zip(SEATS, state.wins(), strict=True))


class _Run(Resolution[State]):
    """Resolution of one action, with the steps of a round."""

    def ask(self, phase: Phase, items: tuple[str, ...] = ()) -> None:
        self.emit(Event("asked", value=phase.value, items=items))

    # Phases 1 and 2.

    def place(self, action: Action, ply: int) -> None:
        self.emit(Event("placed", action.seat, action.card, action.to, number=ply))
        if self.state.phase is Phase.ITEMS:
            self.next_turn(SEATS.index(action.seat))
        elif None not in self.state.beasts:
            self.reveal_all(Phase.REVEAL)

    def reveal_all(self, phase: Phase) -> None:
        """Turn all cards up, or ask the players to turn them up if a card is unknown."""
        state = self.state
        down = [placed for placed in state.cards_on_field() if not placed.up]
        if down and (state.watched or any(placed.slot == HIDDEN for placed in down)):
            self.ask(phase)
            return
        for placed in down:
            self.reveal(placed, state.config.cards[placed.owner][placed.slot])
        self.after_reveal(phase)

    def reveal(self, placed: Placed, card: str, clause: str = "") -> None:
        seat = SEATS[placed.owner]
        self.emit(Event(REVEALED, seat, card, placed.cell, number=placed.ply, clause=clause))

    def flip(self, action: Action, ply: int) -> None:
        """Resolve a card that a player turns up; a fault is named but counts (JGS-10.4, 10.5)."""
        phase, placed = self.state.phase, self.state.at(action.at)
        assert placed is not None, "judged before"  # noqa: S101 - for the type checker
        early = phase in (Phase.BEASTS, Phase.ITEMS)
        self.emit(Event("flipped", cell=action.at, number=ply))
        first = next((item for item in self.state.items if not item.up), placed)
        disordered = "" if first is placed else "JGS-10.4"
        self.reveal(placed, action.card, "JGS-10.5" if early else disordered)
        if not early:
            if all(card.up for card in self.state.cards_on_field()):
                self.after_reveal(phase)
        elif phase is Phase.ITEMS and self.state.config.slots[placed.owner][action.card] < 5:
            self.emit(Event("declined", SEATS[placed.owner], clause="JGS-10.3"))
            self.after_decline(placed.owner, placed)

    def after_reveal(self, phase: Phase) -> None:
        if phase is Phase.REVEAL:
            self.open()
        else:
            self.process()

    def open(self) -> None:
        """Compare the beasts; the result decides only the first turn for items (JGS-4.5)."""
        state = self.state
        wrong = [placed for placed in state.cards_on_field() if placed.slot > 4]
        if wrong:
            self.misplay(wrong)
            return
        ahead = state.opening()
        self.emit(Event("compared", "" if ahead == 0 else SEATS[ahead < 0], clause="JGS-4.5"))
        if ahead == 0 and state.config.tie_opening == "draw":
            self.end_round(-1, "JGS-5.3")
            return
        self.emit(Event(TURN_STARTED, SEATS[state.first()], number=_round(state)))

    def misplay(self, wrong: list[Placed]) -> None:
        """Apply JGS-10.2 to items on beast places."""
        cards = self.state.config.cards
        for placed in wrong:
            card = cards[placed.owner][placed.slot]
            self.emit(Event("misplayed", SEATS[placed.owner], card, placed.cell, clause="JGS-10.2"))
        if self.state.config.forfeit:
            won = -1 if len(wrong) == 2 else 1 - wrong[0].owner
            self.score(won, "JGS-10.2")
            self.ask(Phase.DISCARD, tuple(SEATS[placed.owner] for placed in wrong))
        else:
            self.ask(Phase.RELAY)

    # Phase 3.

    def next_turn(self, seat: int) -> None:
        """Start the other player's turn, unless a decline was `final` (JGS-5.5)."""
        state = self.state
        other = 1 - seat
        if state.config.decline_rule == "final" and state.declined[other]:
            other = seat
        self.emit(Event(TURN_STARTED, SEATS[other], number=_round(state)))

    def after_decline(self, seat: int, placed: Placed | None = None) -> None:
        """End phase 3 or continue with it (JGS-5.2 to 5.5).

        `placed` is a beast in an item row, which counts as declining.
        """
        state = self.state
        rule = state.config.decline_rule
        tied = state.opening() == 0
        closes = not tied if state.turns == 1 else rule == "single" or all(state.declined)
        if closes:
            self.reveal_all(Phase.TURN_UP)
        elif placed is None or (rule == "final" and state.turn == seat):
            self.next_turn(seat)

    # Phases 4 and 5.

    def process(self) -> None:
        """Apply the items one by one, in the order of placement (JGS-6.1, JGS-6.2)."""
        state = self.state
        cards = state.config.cards
        element = [placed.slot if placed else 0 for placed in state.beasts]
        for placed in state.items:
            seat, card = SEATS[placed.owner], cards[placed.owner][placed.slot]
            if placed.slot < 5:
                self.emit(Event("misplayed", seat, card, placed.cell, clause="JGS-10.3"))
                continue
            element[placed.row] = (element[placed.row] + SHIFTS[placed.slot]) % len(ELEMENTS)
            value = ELEMENTS[element[placed.row]]
            self.emit(Event("shifted", SEATS[placed.row], card, placed.cell, value=value))
        a, b = state.final_elements()
        won = BEATS[a][b]
        self.end_round(-1 if won == 0 else int(won < 0), "JGS-7.1")

    def score(self, won: int, clause: str) -> None:
        """Record the round's result and move the marker (JGS-7.3, or `tie_opening: alternate`)."""
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

    # Clearing the field, and the penalty of JGS-10.2

    def goes_to(self) -> str:
        return "hand" if self.state.phase is Phase.RELAY else "spent"

    def take(self, action: Action, ply: int) -> None:
        placed = self.state.at(action.at)
        assert placed is not None, "judged before"  # noqa: S101 - for the type checker
        back = placed.place > 0 and placed.slot < 5
        value = "hand" if back else self.goes_to()
        card = self.state.config.cards[placed.owner][placed.slot]
        self.emit(Event("taken", action.seat, card, placed.cell, value=value, number=ply))
        if not any(self.state.cards_on_field()):
            self.next_round()

    def next_round(self) -> None:
        self.emit(Event(ROUND_STARTED, number=_round(self.state)))

    def discard(self, action: Action, ply: int) -> None:
        self.emit(Event("discarded", action.seat, action.card, number=ply))
        if not any(self.state.must_discard):
            self.end_or_clear()
