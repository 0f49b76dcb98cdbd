"""Ji Guan as a `Game` that delegates to the other modules."""

from dataclasses import replace

from rules.catalog.reader import read_facts
from rules.core.action import Action
from rules.core.card_data import Catalog
from rules.core.deck_report import DeckReport
from rules.core.event import REVEALED, Event
from rules.core.game import Game, TableForm
from rules.core.values import Deck, Seat, Setup
from rules.errors import Fault
from rules.games.jiguan.cards import SLUG, read_card
from rules.games.jiguan.config import SEATS, check_set, configure
from rules.games.jiguan.flow import advance, outcome, scores
from rules.games.jiguan.fold import fold
from rules.games.jiguan.legal import legal, to_act
from rules.games.jiguan.position.text import format_state, parse_state
from rules.games.jiguan.state import Phase, State
from rules.games.jiguan.table import candidate_actions, layout, table, view
from rules.games.jiguan.value import evaluate
from rules.games.jiguan.violations import violations, worlds

_BINDING = frozenset((REVEALED, "marker_given"))


class JiGuan(Game[State]):
    """Rules of 機官算盡: five rounds, each with a hidden beast and any number of items."""

    slug = SLUG

    to_act = staticmethod(to_act)
    legal = staticmethod(legal)
    violations = staticmethod(violations)
    worlds = staticmethod(worlds)
    advance = staticmethod(advance)
    fold = staticmethod(fold)
    outcome = staticmethod(outcome)
    scores = staticmethod(scores)
    layout = staticmethod(layout)
    view = staticmethod(view)
    candidate_actions = staticmethod(candidate_actions)
    format = staticmethod(format_state)

    def seats(self, setup: Setup) -> tuple[Seat, ...]:
        """Return A and B (JGS-1.1)."""
        del setup
        return SEATS

    def start(self, setup: Setup) -> State:
        """Return the state with full hands, before the lot for the marker (JGS-3.1, JGS-3.3)."""
        return State(configure(setup))

    def resolve(self, state: State, action: Action) -> tuple[Event, ...]:
        """Return the events caused by an action."""
        return advance(state, action)[0]

    def evaluate(self, state: State, seat: Seat) -> float:
        """Estimate a seat's lead in rounds and items, from its own point of view."""
        return evaluate(state, SEATS.index(seat))

    def table(self, setup: Setup) -> TableForm:
        """Return the mat and its cells."""
        return table(configure(setup))

    def parse(self, text: str, setup: Setup) -> State:
        """Return the position that a text describes."""
        return parse_state(text, configure(setup))

    def check_deck(self, setup: Setup, seat: Seat, deck: Deck) -> DeckReport:
        """Check a deck against JGS-1.9, for either seat."""
        del seat
        return check_set(setup, deck)

    def reveals(self, event: Event) -> bool:
        """Return True for a revealed card and for the lot."""
        return event.kind in _BINDING

    def check_cards(self, catalog: Catalog) -> tuple[Fault, ...]:
        """Return the faults in the facts of every card (JGS-1.2, JGS-1.3)."""
        return read_facts(catalog, read_card)[1]

    def perft_start(self) -> State:
        """Return a first round in which A places before B, without an exchange (JGS section 12)."""
        return replace(self.start(Setup(self.slug)), phase=Phase.BEASTS, ordered=True)


GAME = JiGuan()
