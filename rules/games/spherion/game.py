"""Spherion as `Rules`: two deck masters on a globe with a maze (SPH-1 to SPH-19)."""

from collections.abc import Callable, Mapping
from operator import attrgetter

from rules.core.action import CHOOSE, DECLARE, DRAW, PASS, Action
from rules.core.chance import shuffled
from rules.core.event import REVEALED, ROLLED, Event, Outcome
from rules.core.rules import (
    CaptionRules,
    DataRules,
    NotationRules,
    RobotRules,
    Rules,
    TableRules,
)
from rules.core.values import CHANCE, UNKNOWN, Seat, Setup
from rules.games.spherion.candidate_actions import candidate_actions, uncounted_orders
from rules.games.spherion.cards import COLUMNS, SLUG, make_card
from rules.games.spherion.config import MAIN_SIZES, SEATS, SETUP, configure
from rules.games.spherion.globe import maze
from rules.games.spherion.hidden import face_down, recognise, view, violations_by_world, world
from rules.games.spherion.legal import SIGNS, unavailable_orders
from rules.games.spherion.orders.order import is_order
from rules.games.spherion.phases import PHASES
from rules.games.spherion.position.read import parse_state
from rules.games.spherion.position.text import format_state
from rules.games.spherion.position.validate import flags
from rules.games.spherion.queries import QUERIES, cell_owners
from rules.games.spherion.resolve.fold import EVENTS, fold
from rules.games.spherion.state import NEUTRAL, Phase, State, first_state, territory
from rules.games.spherion.table import layout, table
from rules.games.spherion.value import evaluate

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
"""Start position for counting action sequences: a small globe, one die, one order per queue."""
PERFT_SETTINGS = {"radius": "1", "dice": "1", "queue_cap": "1", "powerup_cap": "0"}


_FACE_UP = frozenset(
    (
        *("spent", "tributed", "destroyed", "fell", "touched"),
        *("turned", "left", "entered", "returned", "stayed", "countered", "marked"),
    )
)
"""Kinds of events that name only face-up cards."""
_REVEALING = frozenset(
    (
        *(REVEALED, ROLLED, "compared", "shuffled", "piled", "spawned", "touched", "drawn"),
        *("ordered", "step_started", "answered"),
        *("readied", "late"),  # SPH-5.7: the other seat's clock depends on these
    )
)


def _walls(setup: Setup, seed: str) -> tuple[tuple[str, str], ...]:
    """Return the pairs of cells that a seed's maze separates by walls (SPH-3.4), for printing.

    Raise `ValueError` for an invalid seed.
    """
    config = configure(setup)
    board = config.globe
    walls = maze(board.radius, seed, config.open_gates, config.share, config.min_open)
    return tuple(
        (board.names[a], board.names[b])
        for edge, (a, b) in enumerate(board.ends)
        if walls >> edge & 1
    )


def _counts(state: State) -> Mapping[Seat, Mapping[str, int]]:
    """Return the public counters on the three tracks (SPH-17.1)."""
    pairs = zip(SEATS, state.players, strict=True)
    return {seat: {"LP": p.lp, "SP": p.sp, "MP": p.mp} for seat, p in pairs}


def _outcome(state: State) -> Outcome | None:
    """Return the result; a score is a number of cells (SPH-14)."""
    if state.phase is not Phase.END:
        return None
    scores = _scores(state)
    last = state.ending in ("SPH-14.5", "SPH-14.6")
    if not last or len(set(scores.values())) > 1:
        return Outcome(state.winners, state.ending, scores)
    tie = Event("tied", clause="SPH-14.5", value="lp")
    lp = {seat: player.lp for seat, player in zip(SEATS, state.players, strict=True)}
    return Outcome(state.winners, state.ending, scores, tie, lp)


def _scores(state: State) -> Mapping[Seat, int]:
    """Return the number of cells of each seat's colour (SPH-14)."""
    return dict(zip(SEATS, territory(state), strict=True))


def _timeout_action(state: State) -> tuple[str, Action] | None:
    """Return the pass that ends planning after a time limit from the first READY (SPH-5.8)."""
    if state.phase is not Phase.PLAN or state.config.alternating:
        return None
    waited = [number for number, player in enumerate(state.players) if not player.done]
    if len(waited) != 1:
        return None
    return "ready_timer", Action(SEATS[waited[0]], PASS)


def _is_public(event: Event) -> bool:
    """Return True for a card that is face up on the globe or played face up.

    Cards that fall into the Core and touched power-ups are public (SPH-15.1).
    """
    face_up = event.kind == "played" and event.value == "up"
    return event.kind in _FACE_UP or face_up


def _reveals(event: Event) -> bool:
    """Return True if a seat has learned something secret (SPH-15), and for READY (SPH-5.7)."""
    return event.kind in _REVEALING


def _describe_option(state: State, action: Action) -> Event | None:
    """Return an event for a choice: initiative, target, sign or the order turned over."""
    if action.verb is DECLARE and action.value in SIGNS:
        return Event("choose", action.seat, value=Phase.JKP.value)
    if action.verb is DECLARE and state.phase is Phase.ORDER:
        return Event("choose", action.seat, value=Phase.ORDER.value, number=state.step + 1)
    if action.verb is not CHOOSE:
        return None
    return Event("choose", action.seat, value=state.ask.kind if state.ask else state.phase.value)


def _requires_sync(state: State) -> bool:
    """Return True before a turn's dice, when the globe must show the last step (SPH-17.5)."""
    return state.phase is Phase.ROLL


def _prompts(state: State) -> tuple[Event, ...]:
    """Return a request to show a card (SPH-12.4, SPH-9.2) or to set up the maze first.

    The maze's strips are not tracked, so no difference on the table would announce them.
    """
    ask = state.ask
    if ask is not None and ask.kind == "face":
        seat = CHANCE if ask.seat == NEUTRAL else SEATS[ask.seat]
        return (Event("asked", seat, cell=ask.cell, value=ask.kind),)
    begun = state.phase is not Phase.ROLL or state.turn > 1 or state.seat != 0
    return () if begun or not state.walls else (Event("walled"),)


def _perft_start() -> State:
    """Return the position of `PERFT`."""
    return parse_state(PERFT, configure(Setup(SLUG, PERFT_SETTINGS)))


def _referee_draws(state: State) -> bool:
    """Return True for the maze and the power-ups' cells, which the referee draws (SPH-17.7)."""
    return state.phase in (Phase.MAZE, Phase.SPAWN)


def _sample(state: State, below: Callable[[int], int]) -> Action:
    """Draw a random shuffle or seed, or any other outcome uniformly from `legal`."""
    seat = SEATS[state.seat]
    match state.phase:
        case Phase.DEAL | Phase.MIX:
            cards = state.players[state.seat].deck
            if state.phase is Phase.DEAL and state.config.decks[state.seat] is None:
                cards = (UNKNOWN,) * MAIN_SIZES[0]
            return Action(CHANCE, DRAW, to=f"{seat}.deck", also=shuffled(cards, below))
        case Phase.PILE:
            pile = state.config.pile
            return Action(CHANCE, DRAW, to="pile", also=shuffled(pile, below))
        case Phase.RESTOCK:
            return Action(CHANCE, DRAW, to="pile", also=shuffled(state.used, below))
        case Phase.MAZE:
            return Action(CHANCE, CHOOSE, value=f"{below(1 << 32):08x}")
        case _:
            outcomes = list(PHASES[state.phase].options(state))
            return outcomes[below(len(outcomes))]


GAME = Rules(
    slug=SLUG,
    counts_first=True,
    seats=lambda _setup: SEATS,
    start=lambda setup: first_state(configure(setup)),
    phase=attrgetter("phase"),
    phases=PHASES,
    events=EVENTS,
    fold=fold,
    outcome=_outcome,
    view=lambda state, seat: view(state, None if seat is None else SEATS.index(seat)),
    violations_by_world=violations_by_world,
    reveals=_reveals,
    timeout_action=_timeout_action,
    data=DataRules(
        check_deck=SETUP.report,
        columns=COLUMNS,
        make_card=make_card,
    ),
    table=TableRules(
        form=lambda setup: table(configure(setup)),
        layout=layout,
        candidate_actions=candidate_actions,
        prompts=_prompts,
        requires_sync=_requires_sync,
        referee_draws=_referee_draws,
        cell_owners=cell_owners,
        missing_declaration=uncounted_orders,
        walls=_walls,
    ),
    notation=NotationRules(
        format=format_state,
        parse=lambda text, setup: parse_state(text, configure(setup)),
        is_order=is_order,
        flags=flags,
    ),
    queries=QUERIES,
    captions=CaptionRules(
        describe_option=_describe_option,
        unavailable_orders=lambda state, seat: unavailable_orders(state, SEATS.index(seat)),
        is_public=_is_public,
        scores=_scores,
        counts=_counts,
    ),
    robots=RobotRules(
        evaluate=lambda state, seat: evaluate(state, SEATS.index(seat)),
        sample=_sample,
        world=world,
        recognise=recognise,
        face_down=face_down,
        takes_back=lambda _state, action: action.value == "undo",
        perft_start=_perft_start,
    ),
)
