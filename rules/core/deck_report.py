"""Result of a deck check, in the same form for every game."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.core.reprs import short_repr
from rules.core.values import Seat
from rules.errors import Fault
from rules.messages.message import Message, alternatives


@dataclass(frozen=True, slots=True)
class DeckFinding:
    """Violated clause or warning, with the card concerned ("" for the whole deck) and the counts.

    `count` is the number found; `limit` is the number that the clause allows or requires.
    """

    clause: str
    card: str = ""
    count: int = 0
    limit: int = 0

    __repr__ = short_repr


@dataclass(frozen=True, slots=True)
class DeckReport:
    """Violations and warnings of a deck check; a deck with warnings is still legal."""

    violations: tuple[DeckFinding, ...] = ()
    warnings: tuple[DeckFinding, ...] = ()

    __repr__ = short_repr

    @property
    def legal(self) -> bool:
        """True if no clause is violated."""
        return not self.violations


def deck_faults(
    game: str, seat: Seat, name: str, findings: Sequence[DeckFinding]
) -> tuple[Fault, ...]:
    """Return the findings about a seat's deck as faults in the match's set-up."""
    where, whole = name or Message("deck_of", seat=seat), Message("deck_whole")
    fix = Message("mend_deck", command=f"python -m rules deck {game} DECK")
    return tuple(
        Fault(where, 0, one.card or whole, _wrong(one), "" if one is not findings[-1] else fix)
        for one in findings
    )


def _wrong(found: DeckFinding) -> Message:
    count, limit = found.count, found.limit
    if count == limit:  # the wrong cards, not the wrong number of them
        return Message("deck_other", clause=found.clause)
    key = "deck_few" if count < limit else "deck_many" if limit else "deck_none"
    return Message(key, count=count, limit=limit, clause=found.clause)


def no_such_seat(seat: Seat, seats: Sequence[Seat]) -> Fault:
    """Return the fault for a deck assigned to a seat that the match does not have."""
    fix = Message("write", words=alternatives(seats))
    return Fault("decks", 0, seat, Message("no_seat", name=repr(seat)), fix)
