"""Spherion as the kernel sees it: one `Game`, every method a pure function."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.core.action import Action, Verb
from rules.core.chance import shuffled
from rules.core.event import REVEALED, ROLLED, Event
from rules.core.game import Game
from rules.core.outcome import Outcome
from rules.core.values import CHANCE, UNKNOWN, Deck, Setup
from rules.games.spherion.candidate_actions import candidate_actions, uncounted
from rules.games.spherion.cards import SLUG, read_cards
from rules.games.spherion.config import MAIN_SIZES, SEATS, check_deck, configure
from rules.games.spherion.flow import advance
from rules.games.spherion.hidden import view
from rules.games.spherion.legal import SIGNS, acting, legal
from rules.games.spherion.maze import maze
from rules.games.spherion.orders.hidden_orders import violations_by_world
from rules.games.spherion.orders.order_rules import unavailable_orders
from rules.games.spherion.position.read import parse_state
from rules.games.spherion.position.text import format_state
from rules.games.spherion.resolve.fold import fold
from rules.games.spherion.resolve.run import OF_A_CARD
from rules.games.spherion.state import NEUTRAL, Phase, State, first_state, territory
from rules.games.spherion.table import layout, table
from rules.games.spherion.value import evaluate
from rules.games.spherion.violations import violations

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from rules.core.candidate_actions import Change
    from rules.core.card_data import Catalog
    from rules.core.deck_report import DeckReport
    from rules.core.game import TableForm
    from rules.core.values import Layout, Seat
    from rules.core.verdict import Violation
    from rules.errors import Fault

PERFT = """\
turn 2 plan
walls N1.0-N1.1 N1.0-S1.0
unit blue dm N0 M02
unit blue 1 N1.0 M03
unit red dm S1.2 M17
unit red 1 S1.1 M08
hand blue -
hand red -
deck blue -
deck red -
points blue mp=1
points red mp=1
"""
"""The position the counting tables start from: a small globe, one die, one order a queue."""
PERFT_SETTINGS = {"radius": "1", "dice": "1", "queue_cap": "1", "powerup_cap": "0"}


_TURNED_UP = frozenset(("spent", "tributed", "destroyed", "fell", "touched"))
_REVEALING = frozenset(
    (
        *(REVEALED, ROLLED, "compared", "shuffled", "piled", "spawned", "touched", "drawn"),
        *("ordered", "step_started", "answered"),
        *("readied", "late"),  # SPH-5.7: the other's clock depends on it
    )
)


class Spherion(Game[State]):
    """Two deck masters on a globe with a maze; SPH-1 to SPH-19."""

    slug = SLUG
    counts_first = True

    def seats(self, setup: Setup) -> tuple[Seat, ...]:
        """Blue and red (SPH-1.1)."""
        del setup
        return SEATS

    def start(self, setup: Setup) -> State:
        """SPH-4; raises `DataError` if the set-up is faulty."""
        return first_state(configure(setup))

    def walls(self, setup: Setup, seed: str) -> tuple[tuple[str, str], ...]:
        """The pairs of cells that the maze of a seed parts (SPH-3.4), for who prints it ahead.

        Raises `ValueError` for a text that is no seed.
        """
        config = configure(setup)
        board = config.globe
        found = maze(board.radius, seed, config.open_gates, config.share, config.min_open)
        return tuple(
            (board.names[a], board.names[b])
            for edge, (a, b) in enumerate(board.ends)
            if found >> edge & 1
        )

    def to_act(self, state: State) -> frozenset[Seat]:
        """Who may act now."""
        return acting(state)

    def legal(self, state: State) -> Iterator[Action]:
        """Every legal action but conceding (SPH-14.8)."""
        return legal(state)

    def violations(self, state: State, action: Action) -> tuple[Violation, ...]:
        """Every clause an action breaks."""
        return violations(state, action)

    def resolve(self, state: State, action: Action) -> tuple[Event, ...]:
        """The events of an action."""
        return advance(state, action)[0]

    def advance(self, state: State, action: Action) -> tuple[tuple[Event, ...], State]:
        """The events and the state after them, folded while they came about."""
        return advance(state, action)

    def fold(self, state: State, event: Event) -> State:
        """The state after one event."""
        return fold(state, event)

    def counts(self, state: State) -> Mapping[Seat, Mapping[str, int]]:
        """The rings on the three tracks, open to all (SPH-17.1)."""
        pairs = zip(SEATS, state.players, strict=True)
        return {seat: {"LP": p.lp, "SP": p.sp, "MP": p.mp} for seat, p in pairs}

    def outcome(self, state: State) -> Outcome | None:
        """Who won; the scores are cells (SPH-14)."""
        if state.phase is not Phase.END:
            return None
        scores = self.scores(state)
        last = state.ending in ("SPH-14.5", "SPH-14.6")
        if not last or len(set(scores.values())) > 1:
            return Outcome(state.winners, state.ending, scores)
        tie = Event("tied", clause="SPH-14.5", value="lp")
        lp = {seat: player.lp for seat, player in zip(SEATS, state.players, strict=True)}
        return Outcome(state.winners, state.ending, scores, tie, lp)

    def scores(self, state: State) -> Mapping[Seat, int]:
        """Cells of the globe in each seat's colour (SPH-14)."""
        return dict(zip(SEATS, territory(state), strict=True))

    def unavailable_orders(self, state: State, seat: Seat) -> tuple[tuple[str, Violation], ...]:
        """What lacks the points for it (SPH-5.6) or the room, and a claim, which is shown."""
        return unavailable_orders(state, SEATS.index(seat))

    def evaluate(self, state: State, seat: Seat) -> float:
        """Life, cards on the globe, territory and points, once the seat's queue is carried out."""
        return evaluate(state, SEATS.index(seat))

    def table(self, setup: Setup) -> TableForm:
        """The mat of SPH-17."""
        return table(configure(setup))

    def layout(self, state: State) -> Layout:
        """How the state lies on the table."""
        return layout(state)

    def timeout_action(self, state: State) -> tuple[str, Action] | None:
        """Once one seat is ready the other has so long; then its queue is empty (SPH-5.8)."""
        if state.phase is not Phase.PLAN or state.config.alternating:
            return None
        waited = [number for number, player in enumerate(state.players) if not player.done]
        if len(waited) != 1:
            return None
        return "ready_timer", Action(SEATS[waited[0]], Verb.PASS)

    def is_public(self, event: Event) -> bool:
        """A card on the globe is named while it lies open; one from the hand, if it is laid so.

        What falls into the Core and a power-up that was touched are public (SPH-15.1).
        """
        laid_open = event.kind == "played" and event.value == "up"
        return event.kind in OF_A_CARD or event.kind in _TURNED_UP or laid_open

    def reveals(self, event: Event) -> bool:
        """Undo stops where somebody has learnt something (SPH-15), and at READY (SPH-5.7)."""
        return event.kind in _REVEALING

    def describe_option(self, state: State, action: Action) -> Event | None:
        """What is chosen for: the initiative, a target; that a sign is shown, an order opened."""
        if action.verb is Verb.DECLARE and action.value in SIGNS:
            return Event("choose", action.seat, value=Phase.JKP.value)
        if action.verb is Verb.DECLARE and state.phase is Phase.ORDER:
            return Event("choose", action.seat, value=Phase.ORDER.value, number=state.step + 1)
        if action.verb is not Verb.CHOOSE:
            return None
        return Event(
            "choose", action.seat, value=state.ask.kind if state.ask else state.phase.value
        )

    def cell_owners(self, state: State) -> Mapping[str, Seat]:
        """Every cell has one of the two colours (SPH-13.1)."""
        names = state.config.globe.names
        return {name: SEATS[state.colours >> cell & 1] for cell, name in enumerate(names)}

    def requires_sync(self, state: State) -> bool:
        """A turn's dice count only when the last step lies on the globe (SPH-17.5)."""
        return state.phase is Phase.ROLL

    def prompts(self, state: State) -> tuple[Event, ...]:
        """The face of a card a step waits for (SPH-12.4, SPH-9.2); the maze, until the first roll.

        Strips of the maze are not compared, so that no difference would tell of them.
        """
        ask = state.ask
        if ask is not None and ask.kind == "face":
            seat = CHANCE if ask.seat == NEUTRAL else SEATS[ask.seat]
            return (Event("asked", seat, cell=ask.cell, value=ask.kind),)
        begun = state.phase is not Phase.ROLL or state.turn > 1 or state.seat != 0
        return () if begun or not state.walls else (Event("walled"),)

    def missing_declaration(self, state: State, action: Action, lying: Layout) -> Violation | None:
        """That orders lie on the rail, and none was told (SPH-17.3)."""
        return uncounted(state, action, lying)

    def candidate_actions(self, state: State, changes: tuple[Change, ...]) -> Iterator[Action]:
        """What a change of the table may mean (SPH-17.8)."""
        return candidate_actions(state, changes)

    def view(self, state: State, seat: Seat | None) -> State:
        """What a seat knows (SPH-15)."""
        return view(state, None if seat is None else SEATS.index(seat))

    def violations_by_world(
        self, state: State, action: Action
    ) -> Iterable[tuple[Violation, ...]] | None:
        """What an order breaks as each card that one laid face down may be (SPH-15.5)."""
        return violations_by_world(state, action)

    def format(self, state: State) -> str:
        """The position's text; see `text`."""
        return format_state(state)

    def parse(self, text: str, setup: Setup) -> State:
        """The inverse of `format`."""
        return parse_state(text, configure(setup))

    def check_deck(self, setup: Setup, seat: Seat, deck: Deck) -> DeckReport:
        """SPH-4.1 to 4.4, and warnings."""
        del seat
        return check_deck(setup, deck)

    def check_cards(self, catalog: Catalog) -> tuple[Fault, ...]:
        """The facts of every card (SPH-19)."""
        return read_cards(catalog)[1]

    def perft_start(self) -> State:
        """The position of `PERFT`."""
        return self.parse(PERFT, Setup(SLUG, PERFT_SETTINGS))

    def referee_draws(self, state: State) -> bool:
        """The maze, and where power-ups appear: the referee names both (SPH-17.7)."""
        return state.phase in (Phase.MAZE, Phase.SPAWN)

    def sample(self, state: State, below: Callable[[int], int]) -> Action:
        """Shuffles and seeds are drawn, everything else evenly from `legal`."""
        seat = SEATS[state.seat]
        match state.phase:
            case Phase.DEAL | Phase.MIX:
                cards = state.players[state.seat].deck
                if state.phase is Phase.DEAL and state.config.decks[state.seat] is None:
                    cards = (UNKNOWN,) * MAIN_SIZES[0]
                return Action(CHANCE, Verb.DRAW, to=f"{seat}.deck", also=shuffled(cards, below))
            case Phase.PILE:
                pile = state.config.pile
                return Action(CHANCE, Verb.DRAW, to="pile", also=shuffled(pile, below))
            case Phase.RESTOCK:
                return Action(CHANCE, Verb.DRAW, to="pile", also=shuffled(state.used, below))
            case Phase.MAZE:
                return Action(CHANCE, Verb.CHOOSE, value=f"{below(1 << 32):08x}")
            case _:
                return super().sample(state, below)
