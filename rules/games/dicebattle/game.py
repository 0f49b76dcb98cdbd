"""Dice Battle Monsters as `Rules`."""

from collections.abc import Mapping
from operator import attrgetter

from rules.core.action import CHOOSE, REMOVE, Action
from rules.core.event import Event, Outcome
from rules.core.rules import (
    CaptionRules,
    DataRules,
    NotationRules,
    RobotRules,
    Rules,
    TableForm,
    TableRules,
    turns_up,
)
from rules.core.values import Seat, Setup
from rules.games.dicebattle.cards import COLUMNS, SLUG, Card, make_card
from rules.games.dicebattle.config import SEATS, configure, setup_rules
from rules.games.dicebattle.hidden.sampling import world
from rules.games.dicebattle.hidden.views import recognise, view
from rules.games.dicebattle.hidden.worlds import violations_by_world
from rules.games.dicebattle.legal import sample
from rules.games.dicebattle.phases import PHASES
from rules.games.dicebattle.position.text import format_state, parse_state
from rules.games.dicebattle.position.validate import flags
from rules.games.dicebattle.queries import QUERIES
from rules.games.dicebattle.resolve.fold import EVENTS, fold
from rules.games.dicebattle.state import Phase, State, first_state
from rules.games.dicebattle.table import candidate_actions, layout, table_form
from rules.games.dicebattle.value import evaluate

_PERFT_HANDS = ("h02 h04 m01 m03 g01", "h13 m01 m02 m05 g11")
"""Fixed hands for counting action sequences; each deck contains two more cards."""

_REVEALING = frozenset(("shown", "drawn", "redrawn"))


def _outcome(state: State) -> Outcome | None:
    """Return the result at three stars (DBM-9.3) or at the round limit (DBM-4.3)."""
    if not state.ending:
        return None
    a, b = (player.stars for player in state.players)
    winners = () if a == b else (SEATS[int(b > a)],)
    return Outcome(winners, state.ending, _scores(state))


def _scores(state: State) -> Mapping[Seat, int]:
    """Return each seat's win stars."""
    return {seat: p.stars for seat, p in zip(SEATS, state.players, strict=True)}


def _counts(state: State) -> Mapping[Seat, Mapping[str, int]]:
    """Return each seat's roll and number of redraws in this round (DBM-5.2, 5.5)."""
    pairs = zip(SEATS, state.players, strict=True)
    counted = ((seat, {"roll": p.roll, "redraws": p.redraws}) for seat, p in pairs)
    return {seat: {name: n for name, n in all_.items() if n} for seat, all_ in counted}


def _reveals(event: Event) -> bool:
    """Return True if undo must stop at this event, because a seat saw or showed cards."""
    return event.kind in _REVEALING or turns_up(event)


def _is_public(event: Event) -> bool:
    """Return True for a recovered card, and for the effect of a card that is face up.

    The graveyard is public (DBM-3.1). Set cards become public when the battle begins (DBM-8.1);
    only a grant may stay face down until its effect happens (DBM-7.6).
    """
    if event.kind == "effect":
        return event.value == "happens" or ".stock" not in event.cell
    return event.kind == "recovered"


def _describe_option(state: State, action: Action) -> Event | None:
    """Return an event that describes a choice: a first player, effect or card to recover."""
    if action.verb is not CHOOSE:
        return None
    cards = (entry.card for entry in state.battle.queue if entry.cell == state.spot)
    return Event("choose", action.seat, next(cards, ""), value=state.phase.value)


def make_rules(cards: Mapping[str, Card] | None = None) -> Rules[State]:
    """Return the rules; `cards` replaces the shipped pool."""

    def table(setup: Setup) -> TableForm:
        """Return the mat `battle` and its zones."""
        configure(setup, cards)
        return table_form()

    def parse(text: str, setup: Setup) -> State:
        """Return the position that a text describes."""
        return parse_state(text, configure(setup, cards))

    def perft_start() -> State:
        """Return the start of round 1 with fixed hands and decks; A is to roll."""
        a, b = _PERFT_HANDS
        text = f"turn 1 A roll\nhand A {a}\ndeck A m04 h01\nhand B {b}\ndeck B g09 m06\n"
        return parse(text, Setup(SLUG))

    return Rules(
        slug=SLUG,
        seats=lambda _setup: SEATS,
        start=lambda setup: first_state(configure(setup, cards)),
        phase=attrgetter("phase"),
        phases=PHASES,
        events=EVENTS,
        fold=fold,
        outcome=_outcome,
        view=lambda state, seat: view(state, None if seat is None else SEATS.index(seat)),
        violations_by_world=violations_by_world,
        reveals=_reveals,
        data=DataRules(
            check_deck=lambda *deck: setup_rules(cards).report(*deck),
            columns=COLUMNS,
            make_card=make_card,
        ),
        table=TableRules(form=table, layout=layout, candidate_actions=candidate_actions),
        notation=NotationRules(format=format_state, parse=parse, flags=flags),
        queries=QUERIES,
        captions=CaptionRules(
            describe_option=_describe_option,
            is_public=_is_public,
            scores=_scores,
            counts=_counts,
        ),
        robots=RobotRules(
            evaluate=lambda state, seat: evaluate(state, SEATS.index(seat)),
            sample=sample,
            world=world,
            recognise=recognise,
            takes_back=lambda state, action: action.verb is REMOVE and state.phase is Phase.SET,
            perft_start=perft_start,
        ),
    )


GAME = make_rules()
