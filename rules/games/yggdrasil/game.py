"""The Yggdrasil as a `Game` that delegates to the other modules."""

from collections.abc import Mapping
from typing import ClassVar

from rules.catalog.reader import read_facts
from rules.core.action import Action, Verb
from rules.core.card_data import Catalog
from rules.core.deck_report import DeckReport
from rules.core.event import Event
from rules.core.game import Game, TableForm
from rules.core.values import CHANCE, Deck, Seat, Setup
from rules.errors import Fault
from rules.games.yggdrasil.cards import SLUG, Card, read_card
from rules.games.yggdrasil.config import SEATS, check_deck, configure
from rules.games.yggdrasil.flow import advance, normalize
from rules.games.yggdrasil.fold import fold
from rules.games.yggdrasil.hidden import view
from rules.games.yggdrasil.legal import legal, sample
from rules.games.yggdrasil.position.text import format_state, parse_state
from rules.games.yggdrasil.score import evaluate, outcome, result
from rules.games.yggdrasil.state import State, first_state
from rules.games.yggdrasil.table import candidate_actions, layout, table_form
from rules.games.yggdrasil.violations import TO_ACT, acting, violations, violations_by_world

_HAND = ("y03", "y15", "y17", "y27", "y19")
_PILE = ("y09", "y21", "y06", "y25", "y01", "y23", "y12", "y04", "y29", "y33", "y35", "y31")
PERFT_DECK = (*_HAND, *_PILE, "y02", "y07", "y22")
"""Fixed deal of the specification's section 15; none of its cards has an effect."""

_REVEALING_DRAWS = ("exchange", "effect")


class Yggdrasil(Game[State]):
    """Rules of The Yggdrasil; `cards` replaces the shipped pool."""

    slug: ClassVar[str] = SLUG

    legal = staticmethod(legal)
    violations = staticmethod(violations)
    violations_by_world = staticmethod(violations_by_world)
    advance = staticmethod(advance)
    fold = staticmethod(fold)
    sample = staticmethod(sample)
    outcome = staticmethod(outcome)
    normalize = staticmethod(normalize)
    layout = staticmethod(layout)
    candidate_actions = staticmethod(candidate_actions)
    format = staticmethod(format_state)

    def __init__(self, cards: Mapping[str, Card] | None = None) -> None:
        self._cards = cards

    def seats(self, setup: Setup) -> tuple[Seat, ...]:
        """Return A (south) and B (north)."""
        del setup
        return SEATS

    def start(self, setup: Setup) -> State:
        """Return the state with roots on the field; chance then draws a first player and deals."""
        return first_state(configure(setup, self._cards))

    def to_act(self, state: State) -> frozenset[Seat]:
        """Return the seat that decides, or chance."""
        return TO_ACT[acting(state)]

    def resolve(self, state: State, action: Action) -> tuple[Event, ...]:
        """Return the events caused by an action; the module `fold` documents their kinds."""
        return advance(state, action)[0]

    def scores(self, state: State) -> Mapping[Seat, int]:
        """Return each seat's world-tree points (YGG-11.4)."""
        return result(state, state.ending).scores

    def evaluate(self, state: State, seat: Seat) -> float:
        """Estimate the seat's lead in world-tree points and in room to grow."""
        return evaluate(state, SEATS.index(seat))

    def reveals(self, event: Event) -> bool:
        """Return True if the event lets a seat look at cards, so that undo must stop at it."""
        looked = event.kind == "drawn" and event.value in _REVEALING_DRAWS
        return looked or event.kind in ("shown", "reordered") or super().reveals(event)

    def table(self, setup: Setup) -> TableForm:
        """Return the mat `CxR` and its zones."""
        return table_form(configure(setup, self._cards))

    def describe_option(self, state: State, action: Action) -> Event | None:
        """Return an event for a choice: an effect, a card to invade or a card to recover."""
        if action.verb is not Verb.CHOOSE:
            return None
        return Event("choose", action.seat, value=state.phase.value)

    def view(self, state: State, seat: Seat | None) -> State:
        """Return the state as seen by a seat (YGG-10.1)."""
        return view(state, None if seat is None else SEATS.index(seat))

    def parse(self, text: str, setup: Setup) -> State:
        """Return the position that a text describes."""
        return parse_state(text, configure(setup, self._cards))

    def parse_agreed(self, text: str, setup: Setup) -> State:
        """Parse a position that may have unlinked cards, which are destroyed later (YGG-12.2)."""
        return parse_state(text, configure(setup, self._cards), agreed=True)

    def check_deck(self, setup: Setup, seat: Seat, deck: Deck) -> DeckReport:
        """Check a deck against YGG-2.1 to 2.3, and return the warnings of 2.4 as well."""
        return check_deck(setup, seat, deck, self._cards)

    def check_cards(self, catalog: Catalog) -> tuple[Fault, ...]:
        """Return the faults in the facts of every card (YGG-1.2 to 1.5, YGG-8)."""
        return read_facts(catalog, read_card)[1]

    def perft_start(self) -> State:
        """Return the fixed deal of section 15: identical, unshuffled decks, and A begins."""
        deck = Deck(PERFT_DECK, {"root": ("yr1",)})
        state = self.start(Setup(SLUG, decks={"A": deck, "B": deck}))
        actions = [Action(CHANCE, Verb.CHOOSE, value="A")]
        actions += [Action(CHANCE, Verb.DRAW, to=f"{s}.deck", also=PERFT_DECK) for s in SEATS]
        for action in actions:
            state = advance(state, action)[1]
        return state
