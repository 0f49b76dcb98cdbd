"""Strato-Sphere as a `Game` that delegates to the other modules."""

from collections.abc import Mapping
from typing import ClassVar

from rules.catalog.reader import read_facts
from rules.core.action import Action, Verb
from rules.core.card_data import Catalog
from rules.core.chance import Stream
from rules.core.deck_report import DeckReport
from rules.core.event import REVEALED, Event, Outcome
from rules.core.game import Game, TableForm
from rules.core.values import Deck, Seat, Setup
from rules.errors import Fault
from rules.games.stratosphere.cards import SLUG, read_card
from rules.games.stratosphere.config import SEATS, check_deck, configure
from rules.games.stratosphere.control import controls
from rules.games.stratosphere.flow import advance, normalize
from rules.games.stratosphere.fold import fold
from rules.games.stratosphere.hidden import view
from rules.games.stratosphere.legal import legal, plain, sample
from rules.games.stratosphere.position.text import format_state, parse_state
from rules.games.stratosphere.state import Phase, State, first_state
from rules.games.stratosphere.table import candidate_actions, layout, table_form
from rules.games.stratosphere.value import evaluate, knows_in_advance
from rules.games.stratosphere.violations import acting, violations

PERFT_SEED = "stratosphere-1"
"""Seed of the deal from which action sequences are counted."""


class Stratosphere(Game[State]):
    """Rules of Strato-Sphere for two or four players."""

    slug: ClassVar[str] = SLUG

    legal = staticmethod(legal)
    violations = staticmethod(violations)
    advance = staticmethod(advance)
    fold = staticmethod(fold)
    sample = staticmethod(sample)
    normalize = staticmethod(normalize)
    layout = staticmethod(layout)
    candidate_actions = staticmethod(candidate_actions)
    format = staticmethod(format_state)

    def seats(self, setup: Setup) -> tuple[Seat, ...]:
        """Return the seats, clockwise from the dealer's left neighbour."""
        return configure(setup).seats

    def start(self, setup: Setup) -> State:
        """Return the state before the deal; chance then shuffles the pack."""
        return first_state(configure(setup))

    def to_act(self, state: State) -> frozenset[Seat]:
        """Return the seat that decides, or chance."""
        seat = acting(state)
        return frozenset((seat,)) if seat else frozenset()

    def resolve(self, state: State, action: Action) -> tuple[Event, ...]:
        """Return the events caused by an action; the module `fold` documents their kinds."""
        return advance(state, action)[0]

    def outcome(self, state: State) -> Outcome | None:
        """Return the result; a score is the most nodes that a seat controls in a rival's zone."""
        if not state.ending:
            return None
        won = () if state.winner < 0 else (state.config.seats[state.winner],)
        return Outcome(won, state.ending, self.scores(state))

    def scores(self, state: State) -> Mapping[Seat, int]:
        """Return for each seat the largest number of nodes that it controls in one rival's zone."""
        seats, held = state.config.seats, controls(state)
        return {
            seat: max(
                held[3 * zone : 3 * zone + 3].count(s) for zone in range(len(seats)) if zone != s
            )
            for s, seat in enumerate(seats)
        }

    def evaluate(self, state: State, seat: Seat) -> float:
        """Estimate the value of a running game: the best attack minus the worst threat."""
        return evaluate(state, SEATS.index(seat))

    def knows_in_advance(self, state: State, event: Event, seat: Seat) -> bool:
        """Return True if `seat` supplied the revealed card and therefore knows it (STR-8.2)."""
        return event.kind == REVEALED and knows_in_advance(state, event.cell, SEATS.index(seat))

    def reveals(self, event: Event) -> bool:
        """Return True if a card was turned up or drawn, so that undo must stop at this event."""
        return event.kind == "drawn" or super().reveals(event)

    def table(self, setup: Setup) -> TableForm:
        """Return the mat `ring-N` and its zones."""
        return table_form(configure(setup))

    def timeout_action(self, state: State) -> tuple[str, Action] | None:
        """Return the default answer to an attack: allow it (STR-6.5)."""
        if state.phase is not Phase.WINDOW:
            return None
        return "prevent_timer", plain(state.config.seats[state.asked], Verb.PASS)

    def describe_option(self, state: State, action: Action) -> Event | None:
        """Return an event with the force and value needed to prevent the attack (STR-6.1)."""
        if action.verb is Verb.CHOOSE:
            return Event("choose", action.seat, value=state.phase.value)
        if state.phase is not Phase.WINDOW or action.verb is not Verb.PLACE:
            return None
        config, attacker = state.config, state.nodes[state.source].up
        return Event(
            "prevented",
            action.seat,
            attacker,
            config.names[state.source],
            config.names[state.target],
            number=config.value[attacker],
            value=config.forces[config.force[attacker]],
        )

    def view(self, state: State, seat: Seat | None) -> State:
        """Return the state as seen by a seat (STR-8.1, STR-8.2)."""
        return view(state, None if seat is None else SEATS.index(seat))

    def parse(self, text: str, setup: Setup) -> State:
        """Return the position that a text describes."""
        return parse_state(text, configure(setup))

    def check_deck(self, setup: Setup, seat: Seat, deck: Deck) -> DeckReport:
        """Check that a deck list is the match's pack (STR-1.2)."""
        del seat
        return check_deck(setup, deck)

    def check_cards(self, catalog: Catalog) -> tuple[Fault, ...]:
        """Return the faults in the facts of every card (STR-1.2, STR-1.3)."""
        return read_facts(catalog, read_card)[1]

    def perft_start(self) -> State:
        """Return the start for two players, with the pack shuffled by the seed `PERFT_SEED`."""
        state = self.start(Setup(SLUG))
        return advance(state, sample(state, Stream(PERFT_SEED, "pack").below))[1]
