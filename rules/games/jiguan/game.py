"""Ji Guan as a `Game` that delegates to the other modules."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from rules.core.action import Action
from rules.core.candidate_actions import Change
from rules.core.card_data import Catalog
from rules.core.deck_report import DeckReport
from rules.core.event import REVEALED, Event, Outcome
from rules.core.game import Game, TableForm
from rules.core.values import Deck, Layout, Seat, Setup
from rules.core.verdict import Violation
from rules.errors import Fault
from rules.games.jiguan import flow as _flow
from rules.games.jiguan import fold as _fold
from rules.games.jiguan import legal as _legal
from rules.games.jiguan import table as _table
from rules.games.jiguan import violations as _violations
from rules.games.jiguan.cards import SLUG, read_cards
from rules.games.jiguan.config import SEATS, check_set, configure
from rules.games.jiguan.position.text import format_state, parse_state
from rules.games.jiguan.state import Phase, State
from rules.games.jiguan.value import evaluate

_BINDING = frozenset((REVEALED, "marker_given"))


class JiGuan(Game[State]):
    """Rules of 機官算盡: five rounds, each with a hidden beast and any number of items."""

    slug = SLUG

    def seats(self, setup: Setup) -> tuple[Seat, ...]:
        """Return A and B (JGS-1.1)."""
        del setup
        return SEATS

    def start(self, setup: Setup) -> State:
        """Return the state with full hands, before the lot for the marker (JGS-3.1, JGS-3.3)."""
        return State(configure(setup))

    def to_act(self, state: State) -> frozenset[Seat]:
        """Return both seats in phase 1 (JGS-4.2), or the seat to move in phase 3 (JGS-5.1)."""
        return _legal.to_act(state)

    def legal(self, state: State) -> Iterator[Action]:
        """Yield every legal action."""
        return _legal.legal(state)

    def violations(self, state: State, action: Action) -> tuple[Violation, ...]:
        """Return every clause that an action violates."""
        return _violations.violations(state, action)

    def resolve(self, state: State, action: Action) -> tuple[Event, ...]:
        """Return the events caused by an action."""
        return _flow.advance(state, action)[0]

    def advance(self, state: State, action: Action) -> tuple[tuple[Event, ...], State]:
        """Return the events caused by an action, and the state folded while resolving it."""
        return _flow.advance(state, action)

    def fold(self, state: State, event: Event) -> State:
        """Return the state after an event."""
        return _fold.fold(state, event)

    def outcome(self, state: State) -> Outcome | None:
        """Return the result under JGS-8."""
        return _flow.outcome(state)

    def scores(self, state: State) -> Mapping[Seat, int]:
        """Return the number of rounds that each seat has won."""
        return _flow.scores(state)

    def evaluate(self, state: State, seat: Seat) -> float:
        """Estimate a seat's lead in rounds and items, from its own point of view."""
        return evaluate(state, SEATS.index(seat))

    def table(self, setup: Setup) -> TableForm:
        """Return the mat and its cells."""
        return _table.table(configure(setup))

    def layout(self, state: State) -> Layout:
        """Return the physical layout of a position."""
        return _table.layout(state)

    def view(self, state: State, seat: Seat | None) -> State:
        """Return the position as seen by a seat (JGS-9.1)."""
        return _table.view(state, seat)

    def format(self, state: State) -> str:
        """Return the position as text."""
        return format_state(state)

    def parse(self, text: str, setup: Setup) -> State:
        """Return the position that a text describes."""
        return parse_state(text, configure(setup))

    def check_deck(self, setup: Setup, seat: Seat, deck: Deck) -> DeckReport:
        """Check a deck against JGS-1.9, for either seat."""
        del seat
        return check_set(setup, deck)

    def worlds(self, state: State, action: Action) -> Iterable[tuple[State, Action]] | None:
        """Return a world for each possible identity of a card placed unseen."""
        return _violations.worlds(state, action)

    def candidate_actions(self, state: State, changes: tuple[Change, ...]) -> Iterator[Action]:
        """Yield the actions that changes on the table may represent (JGS section 13)."""
        return _table.candidate_actions(state, changes)

    def reveals(self, event: Event) -> bool:
        """Return True for a revealed card and for the lot."""
        return event.kind in _BINDING

    def check_cards(self, catalog: Catalog) -> tuple[Fault, ...]:
        """Return the faults in the facts of every card (JGS-1.2, JGS-1.3)."""
        return read_cards(catalog)[1]

    def perft_start(self) -> State:
        """Return a first round in which A places before B, without an exchange (JGS section 12)."""
        return replace(self.start(Setup(self.slug)), phase=Phase.BEASTS, ordered=True)


GAME = JiGuan()
