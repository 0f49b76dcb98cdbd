"""Ji Guan as `Rules`: five rounds, each with a hidden beast and any number of items."""

from operator import attrgetter

from rules.core.action import Action
from rules.core.event import REVEALED
from rules.core.rules import (
    CaptionRules,
    DataRules,
    NotationRules,
    RobotRules,
    Rules,
    TableRules,
)
from rules.core.values import Setup
from rules.games.jiguan.cards import COLUMNS, SLUG, make_card
from rules.games.jiguan.config import SEATS, SETUP, configure
from rules.games.jiguan.flow import outcome, scores
from rules.games.jiguan.fold import EVENTS, fold
from rules.games.jiguan.phases import PHASES, violations_by_world
from rules.games.jiguan.position.text import format_state, parse_state
from rules.games.jiguan.position.validate import flags
from rules.games.jiguan.queries import QUERIES
from rules.games.jiguan.state import Phase, State
from rules.games.jiguan.table import candidate_actions, layout, recognise, table, view, world
from rules.games.jiguan.value import evaluate


def _start(setup: Setup) -> State:
    """Return the state with full hands, before the lot for the marker (JGS-3.1, JGS-3.3)."""
    return State(configure(setup))


def _perft_start() -> State:
    """Return a first round in which A places before B, without an exchange (JGS section 12)."""
    return _start(Setup(SLUG))._replace(phase=Phase.BEASTS, ordered=True)


def _replaces(state: State, action: Action) -> bool:
    """Return True for another beast in place of one that is still face down (JGS-4.2)."""
    return state.phase is Phase.BEASTS and state.beasts[SEATS.index(action.seat)] is not None


GAME = Rules(
    slug=SLUG,
    seats=lambda _setup: SEATS,
    start=_start,
    phase=attrgetter("phase"),
    phases=PHASES,
    events=EVENTS,
    fold=fold,
    outcome=outcome,
    view=view,
    violations_by_world=violations_by_world,
    reveals=lambda event: event.kind in (REVEALED, "marker_given"),
    data=DataRules(check_deck=SETUP.report, columns=COLUMNS, make_card=make_card),
    table=TableRules(
        form=lambda setup: table(configure(setup)),
        layout=layout,
        candidate_actions=candidate_actions,
    ),
    notation=NotationRules(
        format=format_state,
        parse=lambda text, setup: parse_state(text, configure(setup)),
        flags=flags,
    ),
    queries=QUERIES,
    captions=CaptionRules(scores=scores),
    robots=RobotRules(
        evaluate=lambda state, seat: evaluate(state, SEATS.index(seat)),
        world=world,
        recognise=recognise,
        takes_back=_replaces,
        perft_start=_perft_start,
    ),
)
