"""Recording of events, and questions in the middle of a step.

A step that needs a choice reads it from the answers. If they are used up, the step records its
question and stops (`NeedsAnswer`). When it is run again with more answers, it emits the same events
and continues. `flow` discards the events that were already reported.
"""

from typing import NamedTuple

from rules.core.event import REVEALED, Event, Resolution
from rules.core.values import CHANCE, UNKNOWN
from rules.errors import NeedsAnswer
from rules.games.spherion.cards import Card, Effect, Kind, Op
from rules.games.spherion.config import SEATS
from rules.games.spherion.globe import NOWHERE
from rules.games.spherion.legal import SIGNS
from rules.games.spherion.resolve.fold import fold
from rules.games.spherion.state import BOTH, NEUTRAL, State, Unit, facts

OF_A_CARD = frozenset(("turned", "left", "entered", "returned", "stayed", "countered", "marked"))
"""Kinds of events that name a card only if it is face up."""
_ASKED = (*SEATS, "", CHANCE)


class Arrival(NamedTuple):
    """A card in flight: its seat, slot, destination, origin, kind of order, and facing.

    `through` is `wall` if the card goes face down through a wall, on its player's word (SPH-15.5).
    """

    seat: int
    slot: int
    dest: int
    origin: int
    how: str
    up: bool = True
    through: str = ""


class Due(NamedTuple):
    """A triggered effect: its seat, the effect, and the cell from which its range is measured."""

    seat: int
    effect: Effect
    cell: int


class Run(Resolution[State]):
    """Resolution of one action, with the pending parts of a step."""

    def __init__(self, state: State, answers: tuple[str, ...] = ()) -> None:
        super().__init__(state, fold)
        self.answers = answers
        self.mark = 0
        self._answered = 0
        self.begin_step()

    def begin_step(self) -> None:
        """Reset everything that is pending in a step."""
        self.mark = len(self.events)
        self.flips: list[Due] = []
        self.kills: list[Due] = []
        self.fallen: list[Due] = []
        self.entered: list[Arrival] = []
        self.taken: dict[int, str] = {}
        self.forfeits: set[int] = set()

    def emit(self, event: Event) -> None:
        """Record an event, adding the card's name if the card is face up."""
        if event.kind in OF_A_CARD and not event.card:
            unit = self.unit(SEATS.index(event.seat), int(event.to))
            if unit is not None and unit.up:
                event = event._replace(card=unit.card)
        super().emit(event)

    def unit(self, seat: int, slot: int) -> Unit | None:
        """Return the card in a slot, whether on the globe or in flight."""
        return self.state.players[seat].units[slot]

    def there(self, seat: int, slot: int) -> Unit:
        """Return the card in a slot; raise `LookupError` if the slot is empty (a bug)."""
        unit = self.state.players[seat].units[slot]
        if unit is None:
            raise LookupError(f"no card in slot {slot} of {SEATS[seat]}")
        return unit

    def name(self, cell: int) -> str:
        """Return a cell's name; "" for `NOWHERE`."""
        return "" if cell == NOWHERE else self.state.config.globe.names[cell]

    def flying(self, arrival: Arrival) -> bool:
        """Return True if a card is still in flight."""
        unit = self.unit(arrival.seat, arrival.slot)
        return unit is not None and unit.cell == NOWHERE

    def order(self) -> tuple[int, int]:
        """Return the seats, the initiative holder first (SPH-8.8)."""
        holder = self.state.initiative
        return (holder, 1 - holder)

    # Questions.

    def ask(
        self, kind: str, seat: int, cell: str = "", options: tuple[str, ...] = (), clause: str = ""
    ) -> str:
        """Return the answer to a question; raise `NeedsAnswer` if there is none yet."""
        number = len(self.events) - self.mark + 1
        asked = Event("asked", _ASKED[seat], cell=cell, value=kind, items=options, number=number)
        self.emit(asked._replace(clause=clause))
        if self._answered == len(self.answers):
            raise NeedsAnswer
        answer = self.answers[self._answered]
        self._answered += 1
        self.emit(Event("answered", _ASKED[seat], value=kind, items=tuple(answer.split(","))))
        return answer

    def jkp(self, cell: int, clause: str) -> int:
        """Return the winner of rock, paper, scissors for a cell; repeat after ties (SPH-17.6)."""
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
        """Return one of the options; if there are several, the seat chooses (SPH-11.9)."""
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
        """Turn a card face up; return False if it was played illegally (SPH-15.5).

        `where` is the cell to report for a card that came from the hand.
        """
        unit = self.there(seat, slot)
        if unit.up:
            return True
        card, breach = self.show(seat, slot, unit, where)
        if breach:
            cell = self.name(unit.place)
            self.emit(Event("fell", SEATS[seat], card, cell, to=str(slot), clause="SPH-15.5"))
            return False
        effect = facts(self.state, card).due("on_flip")
        if unit.place != NOWHERE and effect is not None:
            self.flips.append(Due(seat, effect, unit.place))
        return True

    def show(self, seat: int, slot: int, unit: Unit, where: int = NOWHERE) -> tuple[str, str]:
        """Record a face-down card's identity; return it and the clause that it violates, or "".

        The event names the card's cell, the former cell of a card in flight, or `where` for a card
        that came from the hand.
        """
        places = (unit.cell, unit.origin, where)
        cell = self.name(next((place for place in places if place != NOWHERE), NOWHERE))
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
    """Return the clause that a played card violates, judged by its identity, or "" (SPH-15.5)."""
    if unit.spell:
        return "" if card.kind in (Kind.SPELL, Kind.TRAP) else "SPH-7.6"
    if card.kind is not Kind.MONSTER:
        return "SPH-7.5"
    if unit.crossed and not card.has(Op.PHASE):
        return "SPH-7.4a"
    return "" if unit.tributes == card.tributes else "SPH-7.5b"
