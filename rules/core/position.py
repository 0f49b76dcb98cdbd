"""Questions about a position, for pages, players and programs outside this project.

>>> from rules import Match, Setup, load_game
>>> position = Match(load_game("yggdrasil"), Setup("yggdrasil")).position
>>> position.distance("a1", "c4"), position.neighbours["a1"]
(5, ('a2', 'b1'))
"""

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from rules.core.action import Action
from rules.core.event import Event, Outcome
from rules.core.rules import Rules
from rules.core.values import Layout, PlacedCard, Seat

S = TypeVar("S")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Position(Generic[S]):
    """A state of a game and what can be asked about it.

    A cell is named as on the mat. A match's own position knows every card that the referee knows;
    `by` returns what a seat, or everybody, may be shown.
    """

    game: Rules[S]
    state: S

    def by(self, seat: Seat | None) -> "Position[S]":
        """Return the position as a seat knows it; None: as everybody knows it."""
        return Position(self.game, self.game.view(self.state, seat))

    @property
    def phase(self) -> str:
        """The phase, a key of `Rules.phases`."""
        return str(self.game.phase(self.state))

    @property
    def to_act(self) -> frozenset[Seat]:
        """The seats that may act now."""
        return self.game.to_act(self.state)

    @property
    def outcome(self) -> Outcome | None:
        """The result, or None while the game is running."""
        return self.game.outcome(self.state)

    @property
    def layout(self) -> Layout:
        """The cards and pieces on each cell and pile of the table, the lowest first."""
        return self.game.table.layout(self.state)

    @property
    def cards(self) -> Mapping[str, tuple[str, ...]]:
        """The ids of the cards in each hand and deck (`A.hand`, `A.deck`, …); unknown ones are `?`.

        A deck's first card is its top card.
        """
        return self.game.queries.cards(self.state)

    @property
    def neighbours(self) -> Mapping[str, tuple[str, ...]]:
        """The cells next to each cell of the field; empty in a game without distances."""
        return self.game.queries.neighbours(self.state)

    @property
    def controllers(self) -> Mapping[str, Seat]:
        """The seat that controls each controlled cell."""
        return self.game.queries.controllers(self.state)

    @property
    def units(self) -> Mapping[Seat, Mapping[str, str]]:
        """The cell of each unit on the field by seat, and by the name that orders use for it."""
        return self.game.queries.units(self.state)

    @property
    def facts(self) -> Mapping[str, Mapping[str, int | str]]:
        """The numbers and elements of the cards on each cell as they are now, by name."""
        return self.game.queries.facts(self.state)

    @property
    def scores(self) -> Mapping[Seat, int]:
        """The public scores."""
        return self.game.scores(self.state)

    @property
    def score_parts(self) -> Mapping[Seat, Mapping[str, int]]:
        """The numbers by which the seats are compared, by name, the decisive one first."""
        return self.game.queries.score_parts(self.state)

    def distance(self, one: str, other: str) -> int | None:
        """Return the number of steps between two cells, or None if no way connects them.

        Raise `KeyError` if `one` is not a cell of the field.
        """
        near = self.neighbours
        steps = {one: 0}
        queue = deque([one])
        while queue and other not in steps:
            cell = queue.popleft()
            for following in near[cell]:
                if following not in steps:
                    steps[following] = steps[cell] + 1
                    queue.append(following)
        return steps.get(other)

    def options(self, seat: Seat, piece: str = "") -> Iterator[Action]:
        """Yield the legal actions of a seat, or those with the card or cell `piece`."""
        for action in self.game.legal(self.state):
            if action.seat == seat and piece in ("", action.card, action.at):
                yield action

    def targets(self, seat: Seat, piece: str) -> tuple[str, ...]:
        """Return what a seat may legally do something to with a card or cell, in a fixed order."""
        aims = (action.to or action.value for action in self.options(seat, piece))
        return tuple(dict.fromkeys(filter(None, aims)))

    def preview(self, action: Action) -> "Preview":
        """Return what a legal action would change.

        Hidden cards stay unknown unless the position contains them. Ask for the verdict first: the
        consequences of an illegal action are undefined.
        """
        events, state = self.game.advance(self.state, action)
        after = Position(self.game, state)
        return Preview(
            events,
            _changes(self.layout, after.layout),
            _changes(self.controllers, after.controllers),
            _changes(self.facts, after.facts),
            _changes(self.scores, after.scores),
        )


@dataclass(frozen=True, slots=True)
class Preview:
    """The consequences of an action: its events, and pairs of values before and after it.

    A value is None where there is none: on an empty cell, or without a controller.
    """

    events: tuple[Event, ...]
    cells: Mapping[str, tuple[tuple[PlacedCard, ...] | None, tuple[PlacedCard, ...] | None]]
    controllers: Mapping[str, tuple[Seat | None, Seat | None]]
    facts: Mapping[str, tuple[Mapping[str, Any] | None, Mapping[str, Any] | None]]
    scores: Mapping[Seat, tuple[int | None, int | None]]


def _changes(
    before: Mapping[str, T], after: Mapping[str, T]
) -> dict[str, tuple[T | None, T | None]]:
    """Return the values of the keys whose values differ, before and after."""
    keys = dict.fromkeys((*before, *after))
    pairs = {key: (before.get(key), after.get(key)) for key in keys}
    return {key: pair for key, pair in pairs.items() if pair[0] != pair[1]}
