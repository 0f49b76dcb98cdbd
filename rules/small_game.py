"""Rules of a small game: the seats take turns until the seat to act has no legal action.

A game states what is particular to it. The rest has a default:

    seats, owners of cards     those in `game.toml`
    the seat to act            the seat of the options; the game has ended if there are none
    scores, value for robots   those of the result that the game would have now
    text of a position         one line per field of the state, see `rules.notation.plain`
    table                      the cells, not oriented, and a control place for each seat

A game that outgrows a default replaces that part: `dataclasses.replace(GAME, robots=…)`. One with
several phases is a `Rules` of its own.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import wraps
from itertools import islice
from typing import TypeVar

from rules.catalog.reader import load_catalog
from rules.core.action import Action
from rules.core.event import GAME_ENDED, Event, Outcome, Resolution
from rules.core.event_kinds import EventKind
from rules.core.rules import CaptionRules, DataRules, PhaseSpec, Rules, TableForm, TableRules
from rules.core.values import Layout, Seat, Setup, Zone
from rules.core.verdict import Violation
from rules.notation.plain import plain_notation

S = TypeVar("S")


def small_game(
    slug: str,
    state: type[S],
    *,
    mat: str,
    cells: tuple[str, ...],
    events: Mapping[str, EventKind],
    start: Callable[[Setup], S],
    options: Callable[[S], Iterator[Action]],
    violations: Callable[[S, Action], tuple[Violation, ...]],
    act: Callable[[S, Action], Iterable[Event]],
    fold: Callable[[S, Event], S],
    result: Callable[[S], Outcome],
    layout: Callable[[S], Layout],
    data: DataRules | None = None,
) -> Rules[S]:
    """Return the rules of a small game.

    `act` returns the events of a legal action; the event that ends the game is added. `result`
    returns the result that the game would have if it ended now. The other functions are those of
    `Rules`, `PhaseSpec` and `TableRules`.
    """

    def who(at: S) -> frozenset[Seat]:
        return frozenset(action.seat for action in islice(options(at), 1))

    @wraps(act)  # an error in its events is reported at its line
    def resolve(at: S, action: Action) -> Resolution[S]:
        run = Resolution(at, fold_all)
        for event in act(at, action):
            run.emit(event)
        if not who(run.state):
            ended = result(run.state)
            run.emit(Event(GAME_ENDED, clause=ended.clause, items=ended.winners))
        return run

    def fold_all(at: S, event: Event) -> S:
        return at if event.kind == GAME_ENDED else fold(at, event)

    def form(_setup: Setup) -> TableForm:
        catalog = load_catalog(slug)
        zones = [Zone(cell, oriented=False) for cell in cells]
        turns = {}
        for number, seat in enumerate(catalog.seats):
            zones.append(Zone(f"{seat}.control", tracked=False, owner=seat, pile=True))
            turns[seat] = 360 // len(catalog.seats) * number
        return TableForm(mat, tuple(zones), turns, catalog.owners)

    return Rules(
        slug=slug,
        seats=lambda _setup: load_catalog(slug).seats,
        start=start,
        phase=lambda _state: "turn",
        phases={"turn": PhaseSpec(who, options, violations, resolve)},
        events=events,
        fold=fold_all,
        outcome=lambda at: None if who(at) else result(at),
        data=data or DataRules(),
        table=TableRules(form=form, layout=layout),
        notation=plain_notation(state),
        captions=CaptionRules(scores=lambda at: result(at).scores),
    )
