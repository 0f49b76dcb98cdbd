"""What a game must offer, and what it gets for free.

A game writes rules for *known* cards.  Three functions carry it:

    violations(state, action)   every clause a fully known action breaks, in the order of reasons
    resolve(state, action)      the events that follow when the action is carried out
    fold(state, event)      the next state

`legal(state)` generates; *generated ⇔ violations() is empty* is a property the conformance suite
holds every game to.  The kernel adds: judging under hidden cards (`judge`), the match with undo
and log (`Match`), text forms of actions and events, playouts and perft, the table form's
comparison with readings.

Hidden cards are ids equal to `UNKNOWN` inside the state.  `worlds` says over which fully known
(state, action) pairs a judgement ranges; where these are many and differ in little, a game says
at once what `violations` would find in each (`violations_by_world`).

Simultaneous turns: `to_act` returns every seat that has still to commit; each commits with one
action (`ready`, a face-down `place`, …) which `fold` stores; when none is left the last
committer's `resolve` also yields the joint events.  Chance: `to_act` is `{CHANCE}`.
"""

from __future__ import annotations

import dataclasses
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from rules.core.candidate_actions import literal_actions
from rules.core.event import REVEALED, ROLLED
from rules.core.values import UNKNOWN, Setup

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from rules.core.action import Action
    from rules.core.candidate_actions import Change
    from rules.core.card_data import Catalog
    from rules.core.deck_report import DeckReport
    from rules.core.event import Event
    from rules.core.outcome import Outcome
    from rules.core.values import Deck, Layout, Seat, Zone
    from rules.core.verdict import Violation
    from rules.errors import Fault

S = TypeVar("S")
"""A game's state: a frozen, hashable value."""


@dataclass(frozen=True, slots=True)
class TableForm:
    """How a game lies on a table: its mat and what each cell of it is.

    `mat` is the mat's name in manifests.  `seat_turns`: by how many degrees clockwise a card
    that lies upright for a seat is turned against seat one's.  `owners`: printed owner colour →
    seat.  Cells that carry control cards are zones named `SEAT.control`.  `face_down`: hands lay
    their cards face down on the compared cells, so that no slip of a hand may show one there.
    """

    mat: str
    zones: tuple[Zone, ...]
    seat_turns: Mapping[Seat, int]
    owners: Mapping[str, Seat]
    face_down: bool = False


class Game(ABC, Generic[S]):
    """One game's rules.  Stateless: every method is a pure function of its arguments."""

    slug: ClassVar[str]
    """The folder's name in `rules/games`, `card_data` and `templates`."""
    counts_first: ClassVar[bool] = False
    """Whether the first turn, or round, is told as begun: whatever comes before is set-up."""

    def __repr__(self) -> str:
        return f"<Game {self.slug}>"

    @abstractmethod
    def seats(self, setup: Setup) -> tuple[Seat, ...]:
        """The seats in table order, the first to play by default first."""

    @abstractmethod
    def start(self, setup: Setup) -> S:
        """The first state; what is not known yet is asked of the chance seat.

        Raises `DataError` if a setting or deck of `setup` is faulty.
        """

    @abstractmethod
    def to_act(self, state: S) -> frozenset[Seat]:
        """The seats that may act now: several in a simultaneous turn, empty when ended."""

    @abstractmethod
    def legal(self, state: S) -> Iterator[Action]:
        """Every legal action, in a fixed order, each once.

        Where cards are hidden: every action that is not illegal, with each identity that a
        hidden card can still have.  For the chance seat: every possible outcome, or none if
        they are too many to list (then `sample` draws one).
        """

    @abstractmethod
    def violations(self, state: S, action: Action) -> tuple[Violation, ...]:
        """Every clause a well-formed action breaks, in the order of reasons; () if legal."""

    @abstractmethod
    def resolve(self, state: S, action: Action) -> tuple[Event, ...]:
        """The events of an action that is not illegal, to be folded in this order."""

    @abstractmethod
    def fold(self, state: S, event: Event) -> S:
        """The state after one event."""

    def advance(self, state: S, action: Action) -> tuple[tuple[Event, ...], S]:
        """The events of an action (`resolve`) and the state after the last of them (`fold`).

        A game whose events are folded while they come about has that state already and hands it
        over; the suite holds it to the default, which folds them one by one.
        """
        events = self.resolve(state, action)
        for event in events:
            state = self.fold(state, event)
        return events, state

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """How the game ended, or None while it goes on."""

    @abstractmethod
    def table(self, setup: Setup) -> TableForm:
        """The table form: mat, zones, orientation of seats."""

    @abstractmethod
    def layout(self, state: S) -> Layout:
        """How the state lies on the table, by cell."""

    @abstractmethod
    def view(self, state: S, seat: Seat | None) -> S:
        """The state as `seat` knows it (None: the public), everything else `UNKNOWN`."""

    @abstractmethod
    def format(self, state: S) -> str:
        """The position as text, one or a few lines; `parse` reads it back."""

    @abstractmethod
    def parse(self, text: str, setup: Setup) -> S:
        """The inverse of `format`; raises `NotationError` with position and fix."""

    def parse_agreed(self, text: str, setup: Setup) -> S:
        """A position that players agree to go on from, as it lies before `normalize`."""
        return self.parse(text, setup)

    @abstractmethod
    def check_deck(self, setup: Setup, seat: Seat, deck: Deck) -> DeckReport:
        """Every violation of the deck rules with clause, card and count; warnings apart."""

    # What a game gets for free, and may do better.

    def check_cards(self, catalog: Catalog) -> tuple[Fault, ...]:
        """Every fault of the facts on a catalogue's cards, with file, line and fix.

        The default finds none: the game has no facts of its own.
        """
        del catalog
        return ()

    def worlds(self, state: S, action: Action) -> Iterable[tuple[S, Action]] | None:
        """Fully known pairs that `violations` may judge in place of this one; None: it is known.

        Enough of them to find every verdict that can occur, at least one; and where a reason
        names a hidden card, one more in which it names another, if it can: what is the same in
        all of them is told.  The default is for games without hidden cards that matter.
        """
        del state, action
        return None

    def violations_by_world(
        self, state: S, action: Action
    ) -> Iterable[tuple[Violation, ...]] | None:
        """What the action breaks in each of its worlds; None: all that matters is known.

        The default asks `violations` in each of `worlds`.  A game whose worlds differ in little
        overrides it, and judges once what they have in common.
        """
        worlds = self.worlds(state, action)
        return None if worlds is None else (self.violations(*world) for world in worlds)

    def sample(self, state: S, below: Callable[[int], int]) -> Action:
        """One outcome of the chance seat; `below(n)` draws evenly from 0 … n−1.

        The default draws evenly from `legal`.
        """
        outcomes = list(self.legal(state))
        return outcomes[below(len(outcomes))]

    def perft_start(self) -> S:
        """The position from which the specification counts action sequences.

        The default is the first state of a match with every setting at its default.
        """
        return self.start(Setup(self.slug))

    def value(self, state: S, seat: Seat) -> float:
        """How good a position is for `seat`; greedy playouts compare it, no rule does.

        A game that ended: a win, then the lead in its scores; before that its `evaluate`.
        """
        ended = self.outcome(state)
        return self.evaluate(state, seat) if ended is None else outcome_value(ended, seat)

    def evaluate(self, state: S, seat: Seat) -> float:
        """What a game that goes on promises `seat`; the default says nothing, 0.

        Less than `outcome_value` of any win: a lead in points, in cards, in room.
        """
        del state, seat
        return 0.0

    def scores(self, state: S) -> Mapping[Seat, int]:
        """The points as they stand, out of what everybody sees; those of the outcome at the end.

        The default knows no others, and is for games that count nothing before their end.
        """
        outcome = self.outcome(state)
        return {} if outcome is None else outcome.scores

    def counts(self, state: S) -> Mapping[Seat, Mapping[str, int]]:
        """What else each seat counts in the open: life, points, what was rolled.

        By the name of a term of the game, else by the short name on a track.  The default counts
        nothing; a game whose points lie on tracks or dice beside the field names them.
        """
        del state
        return {}

    def knows_in_advance(self, state: S, event: Event, seat: Seat) -> bool:
        """Whether `seat` knows beforehand what an event that `reveals` will show.

        Greedy playouts look no further than to what their seat does not know; the default is
        for games in which nobody turns up a card that he has laid unseen himself.
        """
        del state, event, seat
        return False

    def referee_draws(self, state: S) -> bool:
        """Whether the referee draws the lot that chance is asked for now: nobody at the table does.

        The default is for games whose lots are all thrown, shuffled or drawn by the players.
        """
        del state
        return False

    def normalize(self, state: S) -> S:
        """What the rules make of a position that the players agree to go on from.

        The default leaves it as it is.
        """
        return state

    def at_ply(self, state: S, ply: int) -> S:
        """The same position after `ply` plies, where a state counts them to tell cards apart.

        The default sets the field `ply` of a state that has one.
        """
        known: Any = state
        if not hasattr(known, "ply"):
            return state
        told = dataclasses.replace if dataclasses.is_dataclass(known) else type(known)._replace
        counted: S = told(known, ply=ply)
        return counted

    def reveals(self, event: Event) -> bool:
        """Whether undo must stop at this event."""
        return event.kind in _REVEALING

    def is_public(self, event: Event) -> bool:
        """Whether an event that names a card speaks of one that lies open.

        The default: what lies open before or after all that happened tells it.
        """
        del event
        return False

    def candidate_actions(self, state: S, changes: tuple[Change, ...]) -> Iterator[Action]:
        """The literal actions that a change of the table may mean, the most literal first.

        The default knows the physical verbs: a card that appears was placed by its owner, one
        that vanished was removed, one that went from cell to cell was moved, two that changed
        places were swapped, one that shows its other side was flipped or turned.
        """
        yield from literal_actions(self.to_act(state), changes)

    def missing_declaration(self, state: S, action: Action, lying: Layout) -> Violation | None:
        """What a legal word seems to leave out, by what lies there: told before it counts.

        Said once more it does.  `lying` is what is seen to lie beside the field; what cannot be
        read, and a place that is not seen bare, is `?` face down.  The default: whoever says
        something has thought of everything.
        """
        del state, action, lying
        return None

    def timeout_action(self, state: S) -> tuple[str, Action] | None:
        """What counts as said if nothing is said: the setting that holds the seconds, the action.

        A setting of 0 means that there is no clock.  The default: silence never says anything.
        """
        del state
        return None

    def describe_option(self, state: S, action: Action) -> Event | None:
        """A legal action with the facts that whoever may do it has to know, as `[say.may_KIND]`.

        It stands for every action of its verb now: a choice is best told by what is chosen for.
        The default: its own words are enough.
        """
        del state, action
        return None

    def cell_owners(self, state: S) -> Mapping[str, Seat]:
        """Whose each cell is, in a game in which cells belong to seats.

        The default is for games in which they belong to nobody.
        """
        del state
        return {}

    def requires_sync(self, state: S) -> bool:
        """Whether nothing may go on now before the table lies as the state has it.

        The default lets hands follow by and by.
        """
        del state
        return False

    def prompts(self, state: S) -> tuple[Event, ...]:
        """What hands are asked for now and nothing else would say: a card turned up, a maze laid.

        Each is worded as what happened when it was asked.  The default asks for nothing.
        """
        del state
        return ()

    def unavailable_orders(self, state: S, seat: Seat) -> tuple[tuple[str, Violation], ...]:
        """Which kinds of orders a seat cannot give now, and what each would break.

        A kind is the first part of an order's text; "" stands for all of them.  The default: what
        cannot be done needs no word.
        """
        del state, seat
        return ()

    def has_hidden_cards(self, state: S) -> bool:
        """Whether the state holds cards that nobody at the table has seen."""
        return UNKNOWN in self.format(state)


_REVEALING = frozenset((REVEALED, ROLLED))

_WIN = 1_000_000.0
"""More than any lead in points."""


def outcome_value(outcome: Outcome, seat: Seat) -> float:
    """A won game before any other, a lost one after any other; among them the lead counts."""
    won = _WIN if seat in outcome.winners else -_WIN if outcome.winners else 0.0
    return won + lead(outcome.scores, seat)


def lead(scores: Mapping[Seat, int], seat: Seat) -> float:
    """A seat's score over the best of the others'."""
    others = [score for name, score in scores.items() if name != seat]
    return float(scores.get(seat, 0) - max(others, default=0))
