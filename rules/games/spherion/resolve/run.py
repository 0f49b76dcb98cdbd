"""Writing down what happens, event by event, and asking what a step has to know.

A step that needs a choice reads it from the answers; where they end (`EOFError`) it stops, its
question written down.  When it is run again with more answers it writes the same events again and
then goes on; `advance` cuts off those that were told before.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from rules.core.event import REVEALED, Event
from rules.core.resolution import Resolution
from rules.core.values import CHANCE, UNKNOWN
from rules.games.spherion.cards import Kind
from rules.games.spherion.config import SEATS
from rules.games.spherion.globe import NOWHERE
from rules.games.spherion.legal import SIGNS
from rules.games.spherion.resolve.fold import fold
from rules.games.spherion.state import BOTH, NEUTRAL, State, facts

if TYPE_CHECKING:
    from rules.games.spherion.cards import Card, Effect
    from rules.games.spherion.state import Unit

OF_A_CARD = frozenset(("turned", "left", "entered", "returned", "stayed", "countered", "marked"))
"""Kinds of events that name their card only where it lies open."""
_ASKED = (*SEATS, "", CHANCE)


class Arrival(NamedTuple):
    """A card in flight: whose, its slot, where it is bound, how, and whether it was laid open."""

    seat: int
    slot: int
    dest: int
    origin: int
    how: str
    up: bool = True


class Due(NamedTuple):
    """An effect that has been triggered: whose, which, and from which cell it reaches."""

    seat: int
    effect: Effect
    cell: int


class Run(Resolution[State]):
    """The events so far and the state they lead to; what a step has still to do."""

    def __init__(self, state: State, answers: tuple[str, ...] = ()) -> None:
        super().__init__(state, fold)
        self.answers = answers
        self.mark = 0
        self._answered = 0
        self.begin_step()

    def begin_step(self) -> None:
        """Nothing is due yet."""
        self.mark = len(self.events)
        self.flips: list[Due] = []
        self.kills: list[Due] = []
        self.fallen: list[Due] = []
        self.entered: list[Arrival] = []
        self.taken: dict[int, str] = {}
        self.forfeits: set[int] = set()

    def emit(self, event: Event) -> None:
        """Write an event down; one about a card that lies open says which it is."""
        if event.kind in OF_A_CARD and not event.card:
            unit = self.unit(SEATS.index(event.seat), int(event.to))
            if unit is not None and unit.up:
                event = replace(event, card=unit.card)
        super().emit(event)

    def unit(self, seat: int, slot: int) -> Unit | None:
        """What stands, or flies, in a slot now."""
        return self.state.players[seat].units[slot]

    def there(self, seat: int, slot: int) -> Unit:
        """The card in a slot that must hold one; `LookupError` is a fault of these rules."""
        unit = self.state.players[seat].units[slot]
        if unit is None:
            msg = f"no card in slot {slot} of {SEATS[seat]}"
            raise LookupError(msg)
        return unit

    def name(self, cell: int) -> str:
        """A cell's name, "" for nowhere."""
        return "" if cell == NOWHERE else self.state.config.globe.names[cell]

    def flying(self, arrival: Arrival) -> bool:
        """Whether a card is still on its way."""
        unit = self.unit(arrival.seat, arrival.slot)
        return unit is not None and unit.cell == NOWHERE

    def order(self) -> tuple[int, int]:
        """The seats, the initiative holder first (SPH-8.8)."""
        holder = self.state.initiative
        return (holder, 1 - holder)

    # Questions.

    def ask(
        self, kind: str, seat: int, cell: str = "", options: tuple[str, ...] = (), clause: str = ""
    ) -> str:
        """The answer to a question; raises `EOFError` if it has not been given yet."""
        number = len(self.events) - self.mark + 1
        asked = Event("asked", _ASKED[seat], cell=cell, value=kind, items=options, number=number)
        self.emit(replace(asked, clause=clause))
        if self._answered == len(self.answers):
            msg = "the step's question has not been answered yet"
            raise EOFError(msg)
        answer = self.answers[self._answered]
        self._answered += 1
        self.emit(Event("answered", _ASKED[seat], value=kind, items=tuple(answer.split(","))))
        return answer

    def jkp(self, cell: int, clause: str) -> int:
        """Rock, paper, scissors for a cell until it is decided: the winner's seat (SPH-17.6)."""
        at = self.name(cell)
        while True:
            signs = self.ask("jkp", BOTH, at, clause=clause).split(",")
            a, b = map(SIGNS.index, signs)
            if a == b:
                self.emit(Event("compared", items=(signs[0],), clause="SPH-17.6"))
                continue
            seat = 1 if b == (a + 1) % 3 else 0
            won, lost = signs[seat], (signs[1 - seat],)
            self.emit(Event("compared", SEATS[seat], cell=at, value=won, items=lost, clause=clause))
            return seat

    def choose(self, seat: int, options: list[str]) -> str:
        """One of the options, by the seat if there are several; "" if there is none (SPH-11.9)."""
        if len(options) < 2:
            return options[0] if options else ""
        return self.ask("target", seat, options=tuple(options))

    def powerup(self, cell: int) -> str:
        """Turn up the power-up in a cell (SPH-12.4)."""
        card = dict(self.state.powerups)[cell]
        if card == UNKNOWN:
            card = self.ask("face", NEUTRAL, self.name(cell))
        self.emit(Event("touched", card=card, cell=self.name(cell)))
        return card

    # Faces.

    def reveal(self, seat: int, slot: int, where: int = NOWHERE) -> bool:
        """Turn a card face up; False if it was found to be played against the rules (SPH-15.5).

        `where` is the cell in which a card in flight is shown.
        """
        unit = self.there(seat, slot)
        if unit.up:
            return True
        card, breach = self.show(seat, slot, unit, where)
        if breach:
            cell = self.name(unit.cell if unit.cell != NOWHERE else unit.origin)
            self.emit(Event("fell", SEATS[seat], card, cell, to=str(slot), clause="SPH-15.5"))
            return False
        effect = facts(self.state, card).due("on_flip")
        place = unit.cell if unit.cell != NOWHERE else unit.origin
        if place != NOWHERE and effect is not None:
            self.flips.append(Due(seat, effect, place))
        return True

    def show(self, seat: int, slot: int, unit: Unit, where: int = NOWHERE) -> tuple[str, str]:
        """Write down what a face-down card is, and the clause it was played against, if any.

        It is shown where it lies, a card in flight where it came from; one from the hand, `where`.
        """
        lies = (unit.cell, unit.origin, where)
        cell = self.name(next((place for place in lies if place != NOWHERE), NOWHERE))
        card = unit.card
        if card == UNKNOWN:
            card = self.ask("face", seat, cell)
        self.emit(Event(REVEALED, SEATS[seat], card, cell, to=str(slot), number=unit.placed))
        breach = breach_of(facts(self.state, card), unit)
        if breach:
            self.emit(Event("audited", SEATS[seat], card, cell, to=str(slot), clause=breach))
            if self.state.config.on("audit_penalty", "forfeit"):
                self.forfeits.add(seat)
        return card, breach


def breach_of(card: Card, unit: Unit) -> str:
    """The clause a face-down card was played against, now that it is known (SPH-15.5)."""
    if unit.spell:
        return "" if card.kind in (Kind.SPELL, Kind.TRAP) else "SPH-7.6"
    if card.kind is not Kind.MONSTER:
        return "SPH-7.5"
    return "" if unit.tributes == card.tributes else "SPH-7.5b"
