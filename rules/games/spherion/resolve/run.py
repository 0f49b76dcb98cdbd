"""Recording of events, and questions in the middle of a step.

A step that needs a choice reads it from the answers. If they are used up, the step records its
question and stops (`NeedsAnswer`). When it is run again with more answers, it emits the same events
and continues. `flow` discards the events that were already reported.
"""

from collections.abc import Sequence
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

    def of_card(
        self,
        kind: str,
        seat: int,
        slot: int,
        cell: int = NOWHERE,
        value: str = "",
        number: int = 0,
        *,
        clause: str = "",
    ) -> None:
        """Record an event about the card in a slot, which it names if the card is face up."""
        unit = self.there(seat, slot)
        card, at = unit.card if unit.up else "", self.name(cell)
        self.emit(Event(kind, SEATS[seat], card, at, str(slot), number, value, clause))

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
        number, name = len(self.events) - self.mark + 1, _ASKED[seat]
        self.emit(Event("asked", name, "", cell, "", number, kind, clause, options))
        if self._answered == len(self.answers):
            raise NeedsAnswer
        answer = self.answers[self._answered]
        self._answered += 1
        self.emit(Event("answered", _ASKED[seat], value=kind, items=tuple(answer.split(","))))
        return answer

    def jkp(self, cell: int, clause: str) -> int:
        """Return the winner of rock, paper, scissors for a cell; repeat after ties (SPH-17.6)."""
        at, winner = self.name(cell), -1
        while winner < 0:
            signs = self.ask("jkp", BOTH, at, clause=clause).split(",")
            winner = self.compare(signs, at, clause, "SPH-17.6")
        return winner

    def compare(self, signs: Sequence[str], cell: str, clause: str, tie: str) -> int:
        """Record the winner of two signs under `clause`, or a tie (−1) under `tie`; return it."""
        a, b = map(SIGNS.index, signs)
        if a == b:
            self.emit(Event("compared", items=(signs[0],), clause=tie))
            return -1
        seat = 1 if b == (a + 1) % 3 else 0
        won, lost = signs[seat], (signs[1 - seat],)
        self.emit(Event("compared", SEATS[seat], cell=cell, value=won, items=lost, clause=clause))
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
            self.of_card("fell", seat, slot, unit.place, clause="SPH-15.5")
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
        at = where if unit.place == NOWHERE else unit.place
        cell = self.name(at)
        card = unit.card
        if card == UNKNOWN:
            card = self.ask("face", seat, cell)
        self.emit(Event(REVEALED, SEATS[seat], card, cell, to=str(slot), number=unit.placed))
        breach = breach_of(facts(self.state, card), unit)
        if breach:
            self.of_card("audited", seat, slot, at, clause=breach)
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
    return "" if unit.tributes == card.sort else "SPH-7.5b"
