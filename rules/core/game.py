"""The interface of a game, and the defaults that every game inherits.

A game states rules for actions whose cards are all *known*. It implements three main functions:

    violations(state, action)   the clauses that a fully known action violates, by priority
    resolve(state, action)      the events that follow from the action
    fold(state, event)          the next state

`legal(state)` generates actions. The conformance suite requires *generated ⇔ no violations* of
every game. The kernel adds judging under hidden cards (`judge`), the match with undo and log
(`Match`), text forms of actions and events, playouts, perft, and the comparison of a table with
camera readings.

Hidden cards have the id `UNKNOWN` inside the state. `worlds` lists the fully known (state, action)
pairs that a judgement considers. A game with many similar worlds overrides `violations_by_world`
and judges their common part only once.

Simultaneous turns: `to_act` returns every seat that has yet to commit. Each seat commits with one
action (`ready`, a face-down `place`, …) that `fold` stores. For the last seat to commit, `resolve`
also returns the joint events. Chance: `to_act` is `{CHANCE}`.
"""

from __future__ import annotations

import dataclasses
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from rules.core.action import Action
from rules.core.candidate_actions import Change, literal_actions
from rules.core.card_data import Catalog
from rules.core.deck_report import DeckReport
from rules.core.event import REVEALED, ROLLED, Event, Outcome
from rules.core.values import Deck, Layout, Seat, Setup, Zone
from rules.core.verdict import Violation
from rules.errors import Fault

S = TypeVar("S")
"""State of a game: a frozen, hashable value."""


@dataclass(frozen=True, slots=True)
class TableForm:
    """A game's physical form: its mat and the meaning of each cell.

    `mat` is the mat's name in manifests. `seat_turns` gives the rotation, in degrees clockwise, of
    a card that is upright for a seat, relative to the first seat. `owners` maps a printed owner
    colour to a seat. Cells for control cards are zones named `SEAT.control`. `face_down` is True if
    hands are placed face down on tracked cells, so that a simulated player must not show them.
    """

    mat: str
    zones: tuple[Zone, ...]
    seat_turns: Mapping[Seat, int]
    owners: Mapping[str, Seat]
    face_down: bool = False


class Game(ABC, Generic[S]):
    """Rules of one game. The object is stateless: every method is a pure function."""

    slug: ClassVar[str]
    """Name of the game's folder in `rules/games`, `card_data` and `templates`."""
    counts_first: ClassVar[bool] = False
    """True if the first turn (or round) is announced because set-up plies precede it."""

    def __repr__(self) -> str:
        return f"<Game {self.slug}>"

    @abstractmethod
    def seats(self, setup: Setup) -> tuple[Seat, ...]:
        """Return the seats in table order, beginning with the default first player."""

    @abstractmethod
    def start(self, setup: Setup) -> S:
        """Return the initial state; the chance seat supplies random outcomes later.

        Raise `DataError` if a setting or deck of `setup` is faulty.
        """

    @abstractmethod
    def to_act(self, state: S) -> frozenset[Seat]:
        """Return the seats that may act: several in a simultaneous turn, none after the end."""

    @abstractmethod
    def legal(self, state: S) -> Iterator[Action]:
        """Yield every legal action once, in a fixed order.

        With hidden cards, yield every legal or undetermined action, for each possible identity of
        a hidden card. For the chance seat, yield every possible outcome, or nothing if there are
        too many to list. In that case, `sample` draws one.
        """

    @abstractmethod
    def violations(self, state: S, action: Action) -> tuple[Violation, ...]:
        """Return the clauses that a well-formed action violates, by priority; () if it is legal."""

    @abstractmethod
    def resolve(self, state: S, action: Action) -> tuple[Event, ...]:
        """Return the events caused by a legal or undetermined action, in the order of folding."""

    @abstractmethod
    def fold(self, state: S, event: Event) -> S:
        """Return the state after one event."""

    def advance(self, state: S, action: Action) -> tuple[tuple[Event, ...], S]:
        """Return the events caused by an action, and the state after the last event.

        A game that folds events while resolving already has that state and overrides this method.
        The conformance suite compares it with the default, which folds the events one by one.
        """
        events = self.resolve(state, action)
        for event in events:
            state = self.fold(state, event)
        return events, state

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """Return the result of an ended game, or None while it is running."""

    @abstractmethod
    def table(self, setup: Setup) -> TableForm:
        """Return the table form: the mat, its zones and the orientation of the seats."""

    @abstractmethod
    def layout(self, state: S) -> Layout:
        """Return the physical layout of a state, by cell."""

    @abstractmethod
    def view(self, state: S, seat: Seat | None) -> S:
        """Return the state as seen by `seat` (None: the public); unseen cards are `UNKNOWN`."""

    @abstractmethod
    def format(self, state: S) -> str:
        """Return the position as a few lines of text, which `parse` can read."""

    @abstractmethod
    def parse(self, text: str, setup: Setup) -> S:
        """Return the position in a text; raise `NotationError` with the fault's place and a fix."""

    def parse_agreed(self, text: str, setup: Setup) -> S:
        """Parse a position from which the players agreed to resume; `normalize` comes later."""
        return self.parse(text, setup)

    @abstractmethod
    def check_deck(self, setup: Setup, seat: Seat, deck: Deck) -> DeckReport:
        """Return every violated deck rule with its clause, card and count, and all warnings."""

    # Defaults that a game may override.

    def check_cards(self, catalog: Catalog) -> tuple[Fault, ...]:
        """Return every fault in the facts of a catalogue's cards, with file, line and fix.

        The default is for games whose cards have no facts.
        """
        del catalog
        return ()

    def worlds(self, state: S, action: Action) -> Iterable[tuple[S, Action]] | None:
        """Return fully known pairs to judge instead of this pair, or None if all cards are known.

        The list must be non-empty and complete enough to produce every possible verdict. If a
        violation names a hidden card, include a world in which it names a different card, if
        possible, because only facts common to all worlds are reported. The default is for games
        without relevant hidden cards.
        """
        del state, action
        return None

    def violations_by_world(
        self, state: S, action: Action
    ) -> Iterable[tuple[Violation, ...]] | None:
        """Return the violations in each world, or None if all relevant cards are known.

        The default calls `violations` for each of `worlds`. A game with many similar worlds
        overrides this method and judges their common part only once.
        """
        worlds = self.worlds(state, action)
        return None if worlds is None else (self.violations(*world) for world in worlds)

    def sample(self, state: S, below: Callable[[int], int]) -> Action:
        """Draw one outcome of the chance seat; `below(n)` draws uniformly from 0 … n−1.

        The default draws uniformly from `legal`.
        """
        outcomes = list(self.legal(state))
        return outcomes[below(len(outcomes))]

    def perft_start(self) -> S:
        """Return the position from which the specification counts action sequences.

        The default is the initial state with default settings.
        """
        return self.start(Setup(self.slug))

    def value(self, state: S, seat: Seat) -> float:
        """Return the value of a position for `seat`; only greedy players use it.

        A finished game is valued by its result, then by the lead in points; a running game by
        `evaluate`.
        """
        ended = self.outcome(state)
        return self.evaluate(state, seat) if ended is None else outcome_value(ended, seat)

    def evaluate(self, state: S, seat: Seat) -> float:
        """Estimate the value of a running game for `seat`: a lead in points, cards or space.

        The default is 0. The result must stay below `outcome_value` of any win.
        """
        del state, seat
        return 0.0

    def scores(self, state: S) -> Mapping[Seat, int]:
        """Return the current public scores, or the outcome's scores after the end.

        The default is for games that score only at the end.
        """
        outcome = self.outcome(state)
        return {} if outcome is None else outcome.scores

    def counts(self, state: S) -> Mapping[Seat, Mapping[str, int]]:
        """Return further public counters of each seat, such as life, points or a roll.

        A key is the name of one of the game's terms, or the short name printed on a track. The
        default returns none; games with tracks or dice next to the field override it.
        """
        del state
        return {}

    def walls(self, setup: Setup, seed: str) -> tuple[tuple[str, str], ...]:
        """Return the pairs of cells that the maze of `seed` separates by walls, for printing.

        Raise `ValueError` for an invalid seed. The default is for games without a maze.
        """
        del setup, seed
        return ()

    def knows_in_advance(self, state: S, event: Event, seat: Seat) -> bool:
        """Return True if `seat` already knows the card that `event` will reveal.

        Greedy players do not look beyond an event that reveals a card unknown to them. The default
        is for games in which players never turn up their own face-down cards.
        """
        del state, event, seat
        return False

    def referee_draws(self, state: S) -> bool:
        """Return True if the referee draws the pending random outcome instead of the players.

        The default is for games in which the players do all rolling, shuffling and drawing.
        """
        del state
        return False

    def normalize(self, state: S) -> S:
        """Apply the rules' automatic steps to a position from which the players agreed to resume.

        The default returns it unchanged.
        """
        return state

    def at_ply(self, state: S, ply: int) -> S:
        """Return the state with its ply counter set to `ply`, if it has one.

        The default sets the state's field `ply`.
        """
        value: Any = state
        if not hasattr(value, "ply"):
            return state
        replace = dataclasses.replace if dataclasses.is_dataclass(value) else type(value)._replace
        counted: S = replace(value, ply=ply)
        return counted

    def reveals(self, event: Event) -> bool:
        """Return True if undo must stop at this event."""
        return event.kind in _REVEALING

    def is_public(self, event: Event) -> bool:
        """Return True if the card that an event names is public, even if no layout shows it.

        By default, only the layouts before and after the action decide.
        """
        del event
        return False

    def candidate_actions(self, state: S, changes: tuple[Change, ...]) -> Iterator[Action]:
        """Yield the actions that changes on the table may represent, the most literal first.

        The default yields physical verbs. A card that appears was placed by its owner; a card that
        disappears was removed; a card that changes cells was moved. Two cards that exchange cells
        were swapped. A card that shows its other side or a new orientation was flipped or turned.
        """
        yield from literal_actions(self.to_act(state), changes)

    def missing_declaration(self, state: S, action: Action, nearby: Layout) -> Violation | None:
        """Return a warning if a legal declaration seems to ignore cards next to the field.

        The referee reports the warning instead of accepting the declaration, and accepts it when it
        is repeated. `nearby` is the observed layout next to the field; an unreadable card or an
        unseen place is `?` face down. The default never warns.
        """
        del state, action, nearby
        return None

    def timeout_action(self, state: S) -> tuple[str, Action] | None:
        """Return the setting that holds the seconds to wait, and the action assumed after them.

        A setting of 0 disables the clock. The default has no timeout.
        """
        del state
        return None

    def describe_option(self, state: S, action: Action) -> Event | None:
        """Return an event with the facts that describe a legal action (text: `[say.may_KIND]`).

        The event must fit every legal action with that verb: a choice is described by its purpose.
        With the default, the action's own text is shown.
        """
        del state, action
        return None

    def cell_owners(self, state: S) -> Mapping[str, Seat]:
        """Return the owner of each cell, in a game whose cells belong to seats.

        The default is for other games.
        """
        del state
        return {}

    def requires_sync(self, state: S) -> bool:
        """Return True if play must wait until the table matches the state.

        By default, players may update the table later.
        """
        del state
        return False

    def prompts(self, state: S) -> tuple[Event, ...]:
        """Return the pending physical steps that no other notice would announce.

        Each step is an event with its usual text, such as a card turned up or a maze set up. The
        default returns none.
        """
        del state
        return ()

    def unavailable_orders(self, state: S, seat: Seat) -> tuple[tuple[str, Violation], ...]:
        """Return the kinds of orders that a seat cannot give now, each with its violation.

        A kind is the first part of an order's text; "" means every kind. The default returns none.
        """
        del state, seat
        return ()


_REVEALING = frozenset((REVEALED, ROLLED))

_WIN = 1_000_000.0
"""Value of a win; greater than any lead in points."""


def outcome_value(outcome: Outcome, seat: Seat) -> float:
    """Return the value of a finished game, ordered by result (win, draw, loss), then by lead."""
    won = _WIN if seat in outcome.winners else -_WIN if outcome.winners else 0.0
    return won + lead(outcome.scores, seat)


def lead(scores: Mapping[Seat, int], seat: Seat) -> float:
    """Return a seat's score minus the best score of the other seats."""
    others = [score for name, score in scores.items() if name != seat]
    return float(scores.get(seat, 0) - max(others, default=0))
