"""The Yggdrasil as `Rules`."""

from collections.abc import Mapping
from operator import attrgetter

from rules.catalog.setups import by_setup
from rules.core.action import CHOOSE, DRAW, Action
from rules.core.event import Event
from rules.core.rules import (
    CaptionRules,
    DataRules,
    NotationRules,
    RobotRules,
    Rules,
    TableRules,
    turns_up,
)
from rules.core.values import CHANCE, Deck, Setup
from rules.games.yggdrasil.cards import COLUMNS, SLUG, Card, make_card
from rules.games.yggdrasil.config import SEATS, configure, setup_rules
from rules.games.yggdrasil.flow import normalize
from rules.games.yggdrasil.fold import EVENTS, fold
from rules.games.yggdrasil.hidden import recognise, view, world
from rules.games.yggdrasil.legal import sample
from rules.games.yggdrasil.phases import PHASES
from rules.games.yggdrasil.position.text import format_state, parse_state
from rules.games.yggdrasil.position.validate import flags
from rules.games.yggdrasil.queries import QUERIES
from rules.games.yggdrasil.score import evaluate, outcome, result
from rules.games.yggdrasil.state import State, first_state
from rules.games.yggdrasil.table import candidate_actions, layout, table_form
from rules.games.yggdrasil.violations import violations_by_world

_HAND = ("y03", "y15", "y17", "y27", "y19")
_PILE = ("y09", "y21", "y06", "y25", "y01", "y23", "y12", "y04", "y29", "y33", "y35", "y31")
PERFT_DECK = (*_HAND, *_PILE, "y02", "y07", "y22")
"""Fixed deal of the specification's section 15; none of its cards has an effect."""

_REVEALING_DRAWS = ("exchange", "effect")


def _reveals(event: Event) -> bool:
    """Return True if the event lets a seat look at cards, so that undo must stop at it."""
    looked = event.kind == "drawn" and event.value in _REVEALING_DRAWS
    return looked or event.kind in ("shown", "reordered") or turns_up(event)


def _describe_option(state: State, action: Action) -> Event | None:
    """Return an event for a choice: an effect, a card to invade or a card to recover."""
    if action.verb is not CHOOSE:
        return None
    return Event("choose", action.seat, value=state.phase.value)


def make_rules(cards: Mapping[str, Card] | None = None) -> Rules[State]:
    """Return the rules; `cards` replaces the shipped pool."""

    @by_setup
    def start(setup: Setup) -> State:
        """Return the state with roots on the field; chance then draws a first player and deals."""
        return first_state(configure(setup, cards))

    def perft_start() -> State:
        """Return the fixed deal of section 15: identical, unshuffled decks, and A begins."""
        deck = Deck(PERFT_DECK, {"root": ("yr1",)})
        state = start(Setup(SLUG, decks={"A": deck, "B": deck}))
        actions = [Action(CHANCE, CHOOSE, value="A")]
        actions += [Action(CHANCE, DRAW, to=f"{s}.deck", also=PERFT_DECK) for s in SEATS]
        for action in actions:
            state = PHASES[state.phase].resolve(state, action).state
        return state

    return Rules(
        slug=SLUG,
        seats=lambda _setup: SEATS,
        start=start,
        phase=attrgetter("phase"),
        phases=PHASES,
        events=EVENTS,
        fold=fold,
        outcome=outcome,
        view=lambda state, seat: view(state, None if seat is None else SEATS.index(seat)),
        violations_by_world=violations_by_world,
        reveals=_reveals,
        normalize=normalize,
        data=DataRules(
            check_deck=lambda *deck: setup_rules(cards).report(*deck),
            columns=COLUMNS,
            make_card=make_card,
        ),
        table=TableRules(
            form=lambda setup: table_form(configure(setup, cards)),
            layout=layout,
            candidate_actions=candidate_actions,
        ),
        notation=NotationRules(
            format=format_state,
            parse=lambda text, setup: parse_state(text, configure(setup, cards)),
            flags=flags,
        ),
        queries=QUERIES,
        captions=CaptionRules(
            describe_option=_describe_option,
            scores=lambda state: result(state, state.ending).scores,
        ),
        robots=RobotRules(
            evaluate=lambda state, seat: evaluate(state, SEATS.index(seat)),
            sample=sample,
            world=world,
            recognise=recognise,
            perft_start=perft_start,
        ),
    )


GAME = make_rules()
