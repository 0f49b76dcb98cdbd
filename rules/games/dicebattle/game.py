"""Dice Battle Monsters as a `Game` that delegates to the other modules."""

from collections.abc import Mapping
from typing import ClassVar

from rules.catalog.reader import read_facts
from rules.core.action import Action, Verb
from rules.core.card_data import Catalog
from rules.core.deck_report import DeckReport
from rules.core.event import Event, Outcome
from rules.core.game import Game, TableForm
from rules.core.values import Deck, Seat, Setup
from rules.errors import Fault
from rules.games.dicebattle.cards import SLUG, Card, read_card
from rules.games.dicebattle.config import SEATS, check_deck, configure
from rules.games.dicebattle.flow import advance
from rules.games.dicebattle.hidden.views import view
from rules.games.dicebattle.hidden.worlds import violations_by_world
from rules.games.dicebattle.legal import legal, sample
from rules.games.dicebattle.position.text import format_state, parse_state
from rules.games.dicebattle.resolve.fold import fold
from rules.games.dicebattle.state import State, first_state, seats_to_act
from rules.games.dicebattle.table import candidate_actions, layout, table_form
from rules.games.dicebattle.value import evaluate
from rules.games.dicebattle.violations import violations

_PERFT_HANDS = ("h02 h04 m01 m03 g01", "h13 m01 m02 m05 g11")
"""Fixed hands for counting action sequences; each deck contains two more cards."""

_REVEALING = frozenset(("shown", "drawn", "redrawn"))


class DiceBattle(Game[State]):
    """Rules of Dice Battle Monsters; `cards` replaces the shipped pool."""

    slug: ClassVar[str] = SLUG

    to_act = staticmethod(seats_to_act)
    legal = staticmethod(legal)
    violations = staticmethod(violations)
    violations_by_world = staticmethod(violations_by_world)
    advance = staticmethod(advance)
    fold = staticmethod(fold)
    sample = staticmethod(sample)
    layout = staticmethod(layout)
    candidate_actions = staticmethod(candidate_actions)
    format = staticmethod(format_state)

    def __init__(self, cards: Mapping[str, Card] | None = None) -> None:
        self._cards = cards

    def seats(self, setup: Setup) -> tuple[Seat, ...]:
        """Return A (south) and B (north); the first player alternates by round (DBM-11.4)."""
        del setup
        return SEATS

    def start(self, setup: Setup) -> State:
        """Return the state before the deal, with both decks unshuffled."""
        return first_state(configure(setup, self._cards))

    def resolve(self, state: State, action: Action) -> tuple[Event, ...]:
        """Return the events caused by an action; the module `fold` documents their kinds."""
        return advance(state, action)[0]

    def outcome(self, state: State) -> Outcome | None:
        """Return the result at three stars (DBM-9.3) or at the round limit (DBM-4.3)."""
        if not state.ending:
            return None
        a, b = (player.stars for player in state.players)
        winners = () if a == b else (SEATS[int(b > a)],)
        return Outcome(winners, state.ending, self.scores(state))

    def scores(self, state: State) -> Mapping[Seat, int]:
        """Return each seat's win stars."""
        return {seat: p.stars for seat, p in zip(SEATS, state.players, strict=True)}

    def counts(self, state: State) -> Mapping[Seat, Mapping[str, int]]:
        """Return each seat's roll and number of redraws in this round (DBM-5.2, 5.5)."""
        pairs = zip(SEATS, state.players, strict=True)
        counted = ((seat, {"roll": p.roll, "redraws": p.redraws}) for seat, p in pairs)
        return {seat: {name: n for name, n in all_.items() if n} for seat, all_ in counted}

    def evaluate(self, state: State, seat: Seat) -> float:
        """Estimate a position by stars, the current battle or set, and resources."""
        return evaluate(state, SEATS.index(seat))

    def reveals(self, event: Event) -> bool:
        """Return True if undo must stop at this event, because a seat saw or showed cards."""
        return event.kind in _REVEALING or super().reveals(event)

    def is_public(self, event: Event) -> bool:
        """Return True for a recovered card, and for the effect of a card that is face up.

        The graveyard is public (DBM-3.1). Set cards become public when the battle begins (DBM-8.1);
        only a grant may stay face down until its effect happens (DBM-7.6).
        """
        if event.kind == "effect":
            return event.value == "happens" or ".stock" not in event.cell
        return event.kind == "recovered"

    def table(self, setup: Setup) -> TableForm:
        """Return the mat `battle` and its zones."""
        configure(setup, self._cards)
        return table_form()

    def describe_option(self, state: State, action: Action) -> Event | None:
        """Return an event that describes a choice: a first player, effect or card to recover."""
        if action.verb is not Verb.CHOOSE:
            return None
        cards = (entry.card for entry in state.battle.queue if entry.cell == state.spot)
        return Event("choose", action.seat, next(cards, ""), value=state.phase.value)

    def view(self, state: State, seat: Seat | None) -> State:
        """Return the state as seen by a seat (DBM-3.6)."""
        return view(state, None if seat is None else SEATS.index(seat))

    def parse(self, text: str, setup: Setup) -> State:
        """Return the position that a text describes."""
        return parse_state(text, configure(setup, self._cards))

    def check_deck(self, setup: Setup, seat: Seat, deck: Deck) -> DeckReport:
        """Check a deck against DBM-2.1 to 2.3, and return the warnings of DBM-2.4 as well."""
        del seat
        return check_deck(setup, deck, self._cards)

    def check_cards(self, catalog: Catalog) -> tuple[Fault, ...]:
        """Return the faults in the facts of every card (DBM-1.6)."""
        return read_facts(catalog, read_card)[1]

    def perft_start(self) -> State:
        """Return the start of round 1 with fixed hands and decks; A is to roll."""
        a, b = _PERFT_HANDS
        text = f"turn 1 A roll\nhand A {a}\ndeck A m04 h01\nhand B {b}\ndeck B g09 m06\n"
        return self.parse(text, Setup(SLUG))
