"""The rules of one game, as a record of functions.

A game states rules for actions whose cards are all *known*. `phases` holds, for each phase, the
seats that may act, their options, the clauses that an action violates, and its events. `fold` makes
the next state from an event. The other parts are the table, the notation, captions, the checks of
the game's data, and what robots need.

The conformance suite requires *options ⇔ no violations* of every game. The kernel adds judging
under hidden cards (`judge`), the match with undo and log (`Match`), text forms of actions and
events, playouts, perft, and the comparison of a table with camera readings.

Hidden cards have the id `UNKNOWN` inside the state. `violations_by_world` judges an action in each
fully known world that is possible.

Simultaneous turns: `to_act` returns every seat that has yet to commit. Each seat commits with one
action (`ready`, a face-down `place`, …) that `fold` stores. For the last seat to commit, `resolve`
also returns the joint events. Chance: `to_act` is `{CHANCE}`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, NoReturn, TypeVar

from rules.core.action import Action
from rules.core.candidate_actions import Change, literal_actions
from rules.core.card_data import Card
from rules.core.columns import Column, Report, no_card
from rules.core.deck_report import DeckReport
from rules.core.event import REVEALED, ROLLED, Event, Outcome, Resolution
from rules.core.event_kinds import EventKind
from rules.core.hidden_cards import OwnCards
from rules.core.values import Deck, Layout, Seat, Setup, Zone
from rules.core.verdict import Violation

S = TypeVar("S")
"""State of a game: a frozen, hashable value."""


@dataclass(frozen=True, slots=True)
class TableForm:
    """A game's physical form: its mat and the meaning of each cell.

    `mat` is the mat's name in manifests. `seat_turns` gives the rotation, in degrees clockwise, of
    a card that is upright for a seat, relative to the first seat. `owners` maps a printed owner
    colour to a seat. Cells for control cards are zones named `SEAT.control`. `face_down` is True if
    hands are placed face down on tracked cells, so that a simulated player must not show them.
    """

    mat: str
    zones: tuple[Zone, ...]
    seat_turns: Mapping[Seat, int]
    owners: Mapping[str, Seat]
    face_down: bool = False


# Defaults of the parts.


def _any_deck(*_: object) -> DeckReport:
    return DeckReport()


def _none(*_: object) -> None:
    return None


def _no(*_: object) -> bool:
    return False


def _empty(*_: object) -> tuple[Any, ...]:
    return ()


def _no_entries(*_: object) -> Mapping[Any, Any]:
    return {}


def whole_state(state: S, _seat: Seat | None) -> S:
    """Return the state of a game that hides nothing."""
    return state


def _same(state: S) -> S:
    return state


def _as_it_is(state: S, _seat: Seat, _own: OwnCards) -> S:
    return state


_REVEALING = frozenset((REVEALED, ROLLED))


def turns_up(event: Event) -> bool:
    """Return True if an event reveals a card or a roll."""
    return event.kind in _REVEALING


# The parts.


@dataclass(frozen=True, slots=True)
class PhaseSpec(Generic[S]):
    """One phase of a game.

    `who` returns the seats that may act: several in a simultaneous turn, none after the end.

    `options` yields every legal action once, in a fixed order. With hidden cards, it yields every
    legal or undetermined action, for each possible identity of a hidden card. For the chance seat,
    it yields every possible outcome, or nothing if there are too many to list.

    `violations` returns the clauses that a well-formed action violates, by priority; () if it is
    legal.

    `resolve` returns the events of a legal or undetermined action, with the state after them.

    `then` lists the phases that one action may lead to, besides the phase itself.
    """

    who: Callable[[S], frozenset[Seat]]
    options: Callable[[S], Iterator[Action]]
    violations: Callable[[S, Action], tuple[Violation, ...]]
    resolve: Callable[[S, Action], Resolution[S]]
    then: tuple[str, ...] = ()


def end_phase(violations: Callable[[S, Action], tuple[Violation, ...]]) -> PhaseSpec[S]:
    """Return the phase after the end, in which no seat acts."""

    def resolve(_state: S, action: Action) -> NoReturn:
        raise LookupError(f"the game has ended before {action}")

    return PhaseSpec(lambda _: frozenset(), lambda _: iter(()), violations, resolve)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRules(Generic[S]):
    """The table: its form, the layout of a state, and the meaning of changes on it.

    `candidate_actions` yields the actions that changes may represent, the most literal first; the
    default yields physical verbs (see `literal_actions`).

    `prompts` returns the pending physical steps that no other notice would announce, each as an
    event with its usual text. `requires_sync` is True if play must wait until the table matches the
    state. `referee_draws` is True if the referee draws the pending random outcome, instead of the
    players. `cell_owners` returns the owner of each cell, in a game whose cells belong to seats.

    `missing_declaration` returns a warning if a legal declaration seems to ignore cards next to the
    field. The referee reports the warning instead of accepting the declaration, and accepts it when
    it is repeated. Its third argument is the observed layout next to the field; an unreadable card
    or an unseen place is `?` face down.

    `disclosure` returns the legal action that records the hand card which an illegal action has
    shown to all; the referee plays it before it refuses the illegal one. By default, a refused card
    is not public.

    `walls` returns the pairs of cells that the maze of a seed separates by walls, for printing; it
    raises `ValueError` for an invalid seed.
    """

    form: Callable[[Setup], TableForm]
    layout: Callable[[S], Layout]
    candidate_actions: Callable[[S, tuple[Change, ...]], Iterator[Action]] | None = None
    prompts: Callable[[S], tuple[Event, ...]] = _empty
    requires_sync: Callable[[S], bool] = _no
    referee_draws: Callable[[S], bool] = _no
    cell_owners: Callable[[S], Mapping[str, Seat]] = _no_entries
    missing_declaration: Callable[[S, Action, Layout], Violation | None] = _none
    disclosure: Callable[[S, Action], Action | None] = _none
    walls: Callable[[Setup, str], tuple[tuple[str, str], ...]] = _empty


@dataclass(frozen=True, slots=True, kw_only=True)
class NotationRules(Generic[S]):
    """Positions as text.

    `format` writes a position as a few lines that `parse` can read; `parse` raises `NotationError`
    with the fault's place and a fix.

    `is_order` is True if a declared value has the form of an order, in a game whose orders consist
    of several words, such as `move:dm:1`.

    `parse` refuses what the other functions cannot work with. `flags` names what else is wrong with
    a position that no sequence of actions leads to; the sentence of a flag is `SLUG.FLAG` in the
    game's `faults.toml`.
    """

    format: Callable[[S], str]
    parse: Callable[[str, Setup], S]
    flags: Callable[[S], Iterable[str]] = _empty
    is_order: Callable[[str], bool] = _no


@dataclass(frozen=True, slots=True, kw_only=True)
class CaptionRules(Generic[S]):
    """Captions of a position on pages.

    `describe_option` returns an event with the facts that describe a legal action (text:
    `[say.may_KIND]`). The event must fit every legal action with that verb: a choice is described
    by its purpose. Without it, the action's own text is shown.

    `unavailable_orders` returns the kinds of orders that a seat cannot give now, each with its
    violation. A kind is the first part of an order's text; "" means every kind.

    `is_public` returns True if the card that an event names is public, even if no layout shows it.
    By default, only the layouts before and after the action decide.

    `scores` returns the current public scores; the default is for games that score only at the end.
    `counts` returns further public counters of each seat, such as life, points or a roll. A key is
    the name of one of the game's terms, or the short name printed on a track.
    """

    describe_option: Callable[[S, Action], Event | None] = _none
    unavailable_orders: Callable[[S, Seat], tuple[tuple[str, Violation], ...]] = _empty
    is_public: Callable[[Event], bool] = _no
    scores: Callable[[S], Mapping[Seat, int]] | None = None
    counts: Callable[[S], Mapping[Seat, Mapping[str, int]]] = _no_entries


@dataclass(frozen=True, slots=True, kw_only=True)
class QueryRules(Generic[S]):
    """Facts about a position, for `rules.core.position.Position`, which documents each of them.

    `neighbours` says which cells are next to each other for every rule about distance. `cards`
    returns hands and decks; it is asked about views, so it need not hide anything. `facts` covers
    face-up cards only, and whatever else is public.
    """

    neighbours: Callable[[S], Mapping[str, tuple[str, ...]]] = _no_entries
    controllers: Callable[[S], Mapping[str, Seat]] = _no_entries
    facts: Callable[[S], Mapping[str, Mapping[str, int | str]]] = _no_entries
    cards: Callable[[S], Mapping[str, tuple[str, ...]]] = _no_entries
    score_parts: Callable[[S], Mapping[Seat, Mapping[str, int]]] = _no_entries
    units: Callable[[S], Mapping[Seat, Mapping[str, str]]] = _no_entries


@dataclass(frozen=True, slots=True, kw_only=True)
class DataRules:
    """The checks of the game's data.

    `check_deck` returns every violated deck rule with its clause, card and count, and all warnings.
    By default, every deck is allowed.
    `columns` are the columns of `cards.csv` that belong to the game. `make_card` converts a row and
    its values to the game's own type, and reports what is wrong with several columns together.
    """

    check_deck: Callable[[Setup, Seat, Deck], DeckReport] = _any_deck
    columns: Mapping[str, Column[Any]] = field(default_factory=dict)
    make_card: Callable[[Card, Mapping[str, Any], Report], object] = no_card


@dataclass(frozen=True, slots=True, kw_only=True)
class RobotRules(Generic[S]):
    """Functions for players that are programs.

    `evaluate` estimates the value of a running game for a seat: a lead in points, cards or space.
    The result must stay below `outcome_value` of any win. The default is the lead in public
    scores.

    `knows_in_advance` is True if a seat already knows the card that an event will reveal. Greedy
    players do not look beyond an event that reveals a card unknown to them. The default is for
    games in which players never turn up their own face-down cards.

    `scale` is the value at which a seat wins about 73 % of games, the unit of the logistic curve
    from values to winning chances.

    `sample` draws one outcome of the chance seat; its argument `below(n)` draws uniformly from
    0 … n−1. The default draws uniformly from the options.

    `world` draws a fully known state that looks to a seat like a given view of that seat; its third
    argument is `below`. A rival's secret part of an unfinished joint decision is open again, so
    that the rival decides it again. None means that no such state can be made. Without this
    function, a game that hides cards cannot be searched.

    `recognise` returns a state with the hidden cards of a seat that the seat itself knows: its hand
    and the cards it placed face down. A referee that sees only backs thereby gives a player that is
    a program its own cards. Everything else stays unknown.

    `face_down` returns a seat's cards that a state knows face down on the field, by cell: the seat
    has declared their names, and has still to place them.

    `takes_back` is True for an action that only reverses an earlier one of the same seat. A search
    does not consider it.

    `perft_start` returns the position from which the specification counts action sequences. The
    default is the initial state with default settings.
    """

    evaluate: Callable[[S, Seat], float] | None = None
    scale: float = 3.0
    knows_in_advance: Callable[[S, Event, Seat], bool] = _no
    sample: Callable[[S, Callable[[int], int]], Action] | None = None
    world: Callable[[S, Seat, Callable[[int], int]], S | None] | None = None
    recognise: Callable[[S, Seat, OwnCards], S] = _as_it_is
    face_down: Callable[[S, Seat], Mapping[str, str]] = _no_entries
    takes_back: Callable[[S, Action], bool] = _no
    perft_start: Callable[[], S] | None = None


@dataclass(frozen=True, slots=True, kw_only=True, repr=False, eq=False)
class Rules(Generic[S]):
    """The rules of one game.

    `slug` is the name of the game's folder in `rules/games`, `card_data` and `templates`. `seats`
    returns the seats in table order, beginning with the default first player. `start` returns the
    initial state, or raises `DataError` if a setting or deck is faulty; the chance seat supplies
    random outcomes later.

    `phase` returns the phase of a state, a key of `phases`. `events` declares the kinds of events.
    `fold` returns the state after one event. `outcome` returns the result of an ended game, or None
    while it is running. `view` returns the state as seen by a seat (None: the public); unseen cards
    are `UNKNOWN`.

    `violations_by_world` returns the violations in each fully known world, or None if all relevant
    cards are known. The list must be non-empty and complete enough to produce every possible
    verdict. If a violation names a hidden card, include a world in which it names a different card,
    if possible, because only facts common to all worlds are reported.

    `reveals` is True if undo must stop at an event. `normalize` applies the rules' automatic steps
    to a position from which the players agreed to resume. `timeout_action` returns the setting that
    holds the seconds to wait, and the action assumed after them; a setting of 0 disables the clock.

    `counts_first` is True if the first turn (or round) is announced because set-up plies precede
    it.
    """

    slug: str
    seats: Callable[[Setup], tuple[Seat, ...]]
    start: Callable[[Setup], S]
    phase: Callable[[S], str]
    phases: Mapping[str, PhaseSpec[S]]
    events: Mapping[str, EventKind]
    fold: Callable[[S, Event], S]
    outcome: Callable[[S], Outcome | None]
    table: TableRules[S]
    notation: NotationRules[S]
    data: DataRules = field(default_factory=DataRules)
    captions: CaptionRules[S] = field(default_factory=CaptionRules)
    robots: RobotRules[S] = field(default_factory=RobotRules)
    queries: QueryRules[S] = field(default_factory=QueryRules)
    view: Callable[[S, Seat | None], S] = whole_state
    violations_by_world: Callable[[S, Action], Iterable[tuple[Violation, ...]] | None] = _none
    reveals: Callable[[Event], bool] = turns_up
    normalize: Callable[[S], S] = _same
    timeout_action: Callable[[S], tuple[str, Action] | None] = _none
    counts_first: bool = False

    def __repr__(self) -> str:
        return f"<Rules of {self.slug}>"

    def to_act(self, state: S) -> frozenset[Seat]:
        """Return the seats that may act now."""
        return self.phases[self.phase(state)].who(state)

    def legal(self, state: S) -> Iterator[Action]:
        """Return the options in a state; see `PhaseSpec`."""
        return self.phases[self.phase(state)].options(state)

    def violations(self, state: S, action: Action) -> tuple[Violation, ...]:
        """Return the clauses that an action violates in a state without relevant hidden cards."""
        return self.phases[self.phase(state)].violations(state, action)

    def advance(self, state: S, action: Action) -> tuple[tuple[Event, ...], S]:
        """Return the events caused by an action, and the state after the last event."""
        run = self.phases[self.phase(state)].resolve(state, action)
        return tuple(run.events), run.state

    def candidate_actions(self, state: S, changes: tuple[Change, ...]) -> Iterator[Action]:
        """Yield the actions that changes on the table may represent, the most literal first."""
        if self.table.candidate_actions is None:
            return literal_actions(self.to_act(state), changes)
        return self.table.candidate_actions(state, changes)

    def sample(self, state: S, below: Callable[[int], int]) -> Action:
        """Draw one outcome of the chance seat; `below(n)` draws uniformly from 0 … n−1."""
        if self.robots.sample is not None:
            return self.robots.sample(state, below)
        outcomes = list(self.legal(state))
        return outcomes[below(len(outcomes))]

    def world(self, view: S, seat: Seat, below: Callable[[int], int]) -> S | None:
        """Draw a fully known state that looks to `seat` like `view`; see `RobotRules.world`."""
        if self.robots.world is not None:
            return self.robots.world(view, seat, below)
        return view if self.view is whole_state else None

    def perft_start(self) -> S:
        """Return the position from which action sequences are counted."""
        start = self.robots.perft_start
        return self.start(Setup(self.slug)) if start is None else start()

    def value(self, state: S, seat: Seat) -> float:
        """Return the value of a position for `seat`; only players that are programs use it.

        A finished game is valued by its result, then by the lead in points; a running game by
        `RobotRules.evaluate`.
        """
        ended = self.outcome(state)
        if ended is not None:
            return outcome_value(ended, seat)
        evaluate = self.robots.evaluate
        return evaluate(state, seat) if evaluate else lead(self.scores(state), seat)

    def scores(self, state: S) -> Mapping[Seat, int]:
        """Return the current public scores, or the outcome's scores after the end."""
        if self.captions.scores is not None:
            return self.captions.scores(state)
        outcome = self.outcome(state)
        return {} if outcome is None else outcome.scores


_WIN = 1_000_000.0
"""Value of a win; greater than any lead in points."""


def outcome_value(outcome: Outcome, seat: Seat) -> float:
    """Return the value of a finished game, ordered by result (win, draw, loss), then by lead."""
    won = _WIN if seat in outcome.winners else -_WIN if outcome.winners else 0.0
    return won + lead(outcome.scores, seat)


def lead(scores: Mapping[Seat, int], seat: Seat) -> float:
    """Return a seat's score minus the best score of the other seats."""
    others = [score for name, score in scores.items() if name != seat]
    return float(scores.get(seat, 0) - max(others, default=0))
