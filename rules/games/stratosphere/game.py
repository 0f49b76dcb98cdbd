"""Strato-Sphere as `Rules`, for two or four players."""

from collections.abc import Mapping
from operator import attrgetter

from rules.core.action import CHOOSE, PASS, PLACE, Action
from rules.core.chance import Stream
from rules.core.event import Event, Outcome
from rules.core.rules import (
    CaptionRules,
    DataRules,
    NotationRules,
    RobotRules,
    Rules,
    TableRules,
    turns_up,
)
from rules.core.values import Seat, Setup
from rules.games.stratosphere.actions import plain
from rules.games.stratosphere.cards import COLUMNS, SLUG, make_card
from rules.games.stratosphere.config import SEATS, SETUP, configure
from rules.games.stratosphere.flow import normalize
from rules.games.stratosphere.fold import EVENTS, fold
from rules.games.stratosphere.hidden import recognise, view, world
from rules.games.stratosphere.legal import sample
from rules.games.stratosphere.phases import PHASES
from rules.games.stratosphere.position.text import format_state, parse_state
from rules.games.stratosphere.position.validate import flags
from rules.games.stratosphere.queries import QUERIES
from rules.games.stratosphere.state import Phase, State, first_state
from rules.games.stratosphere.table import candidate_actions, layout, table_form
from rules.games.stratosphere.value import evaluate, knows_in_advance
from rules.games.stratosphere.violations import disclosure


def _outcome(state: State) -> Outcome | None:
    """Return the result; a score is the most nodes that a seat controls in a rival's zone."""
    if not state.ending:
        return None
    won = () if state.winner < 0 else (state.config.seats[state.winner],)
    return Outcome(won, state.ending, _scores(state))


def _scores(state: State) -> Mapping[Seat, int]:
    """Return for each seat the largest number of nodes that it controls in one rival's zone."""
    zones = tuple(enumerate(state.config.zones))
    return {
        seat: max((held & nodes).bit_count() for zone, nodes in zones if zone != s)
        for s, (seat, held) in enumerate(zip(state.config.seats, state.held, strict=True))
    }


def _reveals(event: Event) -> bool:
    """Return True if a card was turned up, drawn or shown, so that undo must stop there."""
    return event.kind in ("drawn", "shown") or turns_up(event)


def _timeout_action(state: State) -> tuple[str, Action] | None:
    """Return the default answer to an attack: allow it (STR-6.5)."""
    if state.phase is not Phase.WINDOW:
        return None
    return "prevent_timer", plain(state.config.seats[state.asked], PASS)


def _describe_option(state: State, action: Action) -> Event | None:
    """Return an event with the force and value needed to prevent the attack (STR-6.1)."""
    if action.verb is CHOOSE:
        return Event("choose", action.seat, value=state.phase.value)
    if state.phase is not Phase.WINDOW or action.verb is not PLACE:
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


def _perft_start() -> State:
    """Return the start for two players, with a pack shuffled by a seed."""
    state = first_state(configure(Setup(SLUG)))
    shuffle = sample(state, Stream("stratosphere-1", "pack").below)
    return PHASES[Phase.DEAL].resolve(state, shuffle).state


GAME = Rules(
    slug=SLUG,
    seats=lambda setup: configure(setup).seats,
    start=lambda setup: first_state(configure(setup)),
    phase=attrgetter("phase"),
    phases=PHASES,
    events=EVENTS,
    fold=fold,
    outcome=_outcome,
    view=lambda state, seat: view(state, None if seat is None else SEATS.index(seat)),
    reveals=_reveals,
    normalize=normalize,
    timeout_action=_timeout_action,
    data=DataRules(check_deck=SETUP.report, columns=COLUMNS, make_card=make_card),
    table=TableRules(
        form=lambda setup: table_form(configure(setup)),
        layout=layout,
        candidate_actions=candidate_actions,
        disclosure=disclosure,
    ),
    notation=NotationRules(
        format=format_state,
        parse=lambda text, setup: parse_state(text, configure(setup)),
        flags=flags,
    ),
    queries=QUERIES,
    captions=CaptionRules(
        describe_option=_describe_option,
        is_public=lambda event: event.kind == "shown",  # no layout contains this card (STR-6.6)
        scores=_scores,
    ),
    robots=RobotRules(
        evaluate=lambda state, seat: evaluate(state, SEATS.index(seat)),
        knows_in_advance=knows_in_advance,
        sample=sample,
        world=world,
        recognise=recognise,
        perft_start=_perft_start,
    ),
)
