"""The arena: a balance laboratory that plays games between any players and decks, and studies them.

A contender is a player with a deck. Contenders change seats from game to game, so that the results
of contenders and of seats are apart. Game `n` of a seed is the same wherever it is played, and the
games are counted in order. Therefore a seed gives the same study on any executor, even if workers
die and their games are played again.
"""

import math
import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from typing import Final, NamedTuple, TypeVar

from rules.catalog.reader import load_catalog
from rules.core.action import Action
from rules.core.rules import Rules
from rules.core.values import CHANCE, UNKNOWN, Deck, Seat, Setup
from rules.players.levels import policy_called
from rules.registry import load_game
from rules.sim.playout import CHUNK, ended, spread, steps
from rules.sim.tally import Share, share

S = TypeVar("S")

_PAIR: Final = 4
"""Number of decisions after which an earlier option is judged again, to see clauses forbid."""


class Contender(NamedTuple):
    """A player, by name, and its deck (None: a game without decks)."""

    player: str
    deck: Deck | None = None

    def __str__(self) -> str:
        """Return the names of the player and of the deck."""
        return self.player if self.deck is None else f"{self.player} – {self.deck.name}"


@dataclass(frozen=True, slots=True)
class Studied:
    """One game of an arena: contenders by number, `winner` is one of them or −1.

    `first` is the contender that decided first, or −1 if several did together. `drawn` and `played`
    are pairs of a contender and a card. `applied` are the clauses that an event cites or that
    forbade a sampled action.
    """

    winner: int
    seats: tuple[Seat, ...]
    first: int
    plies: int
    options: int
    most: int
    clause: str
    drawn: frozenset[tuple[int, str]]
    played: frozenset[tuple[int, str]]
    applied: frozenset[str]


@dataclass(frozen=True, slots=True)
class CardEffect:
    """A card's count of (game, contender) pairs, and of those that won."""

    count: int
    won: int

    @property
    def share(self) -> Share:
        """The share of wins, with its interval."""
        return share(self.won, self.count)


@dataclass(frozen=True, slots=True)
class Study:
    """Results of an arena. Numbers of games, unless stated otherwise.

    `wins` are those of each contender, `by_seat` those of each seat. `first` counts the games with
    a first decision, and those that its seat won. `plies` are all lengths in ascending order.
    `branching` is the mean number of options of a decision, `most` the largest. `dominated` maps a
    card to one that wins clearly more often both when drawn and when played. `dead` are the clauses
    that forbade nothing.
    """

    games: int
    contenders: tuple[str, ...]
    wins: tuple[int, ...]
    draws: int
    by_seat: Mapping[Seat, int]
    first: CardEffect
    plies: tuple[int, ...]
    branching: float
    most: int
    endings: Mapping[str, int]
    drawn: Mapping[str, CardEffect]
    played: Mapping[str, CardEffect]
    dominated: Mapping[str, str]
    dead: tuple[str, ...]

    @property
    def mean_plies(self) -> float:
        """The mean length of a game in plies."""
        return sum(self.plies) / self.games

    @property
    def widest(self) -> float:
        """The largest half-width of the contenders' intervals."""
        return _widest(self.wins, self.games)


def _widest(wins: Iterable[int], games: int) -> float:
    return max((one.high - one.low) / 2 for one in (share(n, games) for n in wins))


def study(
    game: Rules[S], setup: Setup, contenders: tuple[Contender, ...], seed: str, number: int
) -> Studied:
    """Play game `number` of an arena."""
    seats = game.seats(setup)
    turned = number % len(seats)
    of = {seat: (n + turned) % len(seats) for n, seat in enumerate(seats)}
    decks = {s: deck for s, n in of.items() if (deck := contenders[n].deck) is not None}
    setup = Setup(setup.game, setup.settings, decks)
    policies = {seat: policy_called(contenders[n].player) for seat, n in of.items()}
    field = {zone.cell for zone in game.table.form(setup).zones if zone.tracked}
    rng = random.Random(f"{seed}/{number}")
    chance = random.Random(f"{seed}/{number}/judged")
    first, plies, options, most = -1, 0, 0, 0
    given: set[tuple[int, str]] = set()
    drawn: set[tuple[int, str]] = set()
    played: set[tuple[int, str]] = set()
    applied: set[str] = set()
    earlier: Action | None = None
    for step in steps(game, setup, rng, policies):
        state = step.state
        applied.update(event.clause for event in step.events if event.clause)
        drawn.update(
            (of[seat], card)
            for place, cards in game.queries.cards(state).items()
            if (seat := place.removesuffix(".hand")) in of and seat != place
            for card in cards
        )
        visible = [
            (of[card.owner], card.card)
            for cell, pile in game.table.layout(state).items()
            if cell in field
            for card in pile
            if card.owner in of
        ]
        (played if plies else given).update(visible)
        if step.action is None or step.action.seat == CHANCE:
            continue
        own = sum(action.seat == step.action.seat for action in step.legal)
        if not plies and len(game.to_act(state)) == 1:
            first = of[step.action.seat]
        plies, options, most = plies + 1, options + own, max(most, own)
        if earlier is not None and earlier not in step.legal:
            applied.update(v.clause for v in game.violations(state, earlier))
        if plies % _PAIR == 1:
            earlier = step.legal[int(chance.random() * len(step.legal))]
    result = ended(game, state, plies)
    applied.add(result.clause)
    winner = of[result.winners[0]] if len(result.winners) == 1 else -1
    hidden = {(n, UNKNOWN) for n in of.values()}
    by_number = sorted(of, key=lambda seat: of[seat])
    return Studied(
        winner,
        tuple(by_number),
        first,
        plies,
        options,
        most,
        result.clause,
        frozenset(drawn - hidden),
        frozenset(played - given - hidden),
        frozenset(applied),
    )


def _studied(
    setup: Setup, contenders: tuple[Contender, ...], seed: str, numbers: range
) -> list[Studied]:
    game = load_game(setup.game)
    return [study(game, setup, contenders, seed, number) for number in numbers]


def arena(
    pool: Executor | None,
    setup: Setup,
    contenders: tuple[Contender, ...],
    games: int,
    seed: str,
    *,
    until: float = 0.0,
    ahead: int = 4,
    progress: Callable[[int, float], None] | None = None,
) -> Study:
    """Play up to `games` games on an executor (None: in this process), and return their study.

    The run ends as soon as all intervals of the contenders' win rates reach at most `until` to
    either side. `progress` receives the number of games and the widest half-width so far.
    Raise `DataError` if a contender's deck does not fit a seat.
    """
    game = load_game(setup.game)
    seats = game.seats(setup)
    for turned in range(len(seats)):
        decks = {
            seat: deck
            for n, seat in enumerate(seats)
            if (deck := contenders[(n + turned) % len(seats)].deck) is not None
        }
        game.start(Setup(setup.game, setup.settings, decks))
    wins = [0] * len(contenders)
    counted = 0

    def enough(more: list[Studied]) -> bool:
        nonlocal counted
        for one in more:
            counted += 1
            if one.winner >= 0:
                wins[one.winner] += 1
        half = _widest(wins, counted)
        if progress is not None:
            progress(counted, half)
        return half <= until

    part = partial(_studied, setup, contenders, seed)
    played = spread(pool, part, games, _size(contenders), ahead, enough)
    return study_of(played, setup.game, contenders)


def _size(contenders: Iterable[Contender]) -> int:
    """Return the number of games per task: few for players that think long."""
    quick = all(one.player in ("random", "greedy") for one in contenders)
    return CHUNK if quick else 2


def study_of(played: list[Studied], slug: str, contenders: tuple[Contender, ...]) -> Study:
    """Return the study of at least one game."""
    drawn = _effects(played, lambda one: one.drawn)
    shown = _effects(played, lambda one: one.played)
    seats = sorted(played[0].seats)
    begun = [one for one in played if one.first >= 0]
    applied = {clause for one in played for clause in one.applied}
    clauses = load_catalog(slug).clauses.values()
    return Study(
        games=len(played),
        contenders=tuple(map(str, contenders)),
        wins=tuple(sum(one.winner == n for one in played) for n in range(len(contenders))),
        draws=sum(one.winner < 0 for one in played),
        by_seat={
            seat: sum(one.winner >= 0 and one.seats[one.winner] == seat for one in played)
            for seat in seats
        },
        first=CardEffect(len(begun), sum(one.first == one.winner for one in begun)),
        plies=tuple(sorted(one.plies for one in played)),
        branching=sum(one.options for one in played) / max(1, sum(one.plies for one in played)),
        most=max(one.most for one in played),
        endings=dict(sorted(Counter(one.clause for one in played).items())),
        drawn=drawn,
        played=shown,
        dominated=_dominated(played, len(contenders)),
        dead=tuple(c.id for c in clauses if c.forbids and c.id not in applied),
    )


def _effects(
    played: list[Studied], cards: Callable[[Studied], Iterable[tuple[int, str]]]
) -> dict[str, CardEffect]:
    count: Counter[str] = Counter()
    won: Counter[str] = Counter()
    for one in played:
        for contender, card in cards(one):
            if "." not in card:  # ids with a dot are tokens
                count[card] += 1
                won[card] += contender == one.winner
    return {card: CardEffect(count[card], won[card]) for card in sorted(count)}


def _of(number: int, cards: frozenset[tuple[int, str]]) -> frozenset[tuple[int, str]]:
    return frozenset(pair for pair in cards if pair[0] == number)


def _dominated(played: list[Studied], contenders: int) -> dict[str, str]:
    """Return the cards that another one beats when drawn and when played, with intervals apart.

    Cards are compared within each contender's own games, because a strong player wins with any
    card. No contender's games may contradict.
    """
    beaten: dict[str, dict[str, set[bool]]] = {}
    for number in range(contenders):
        own = [
            replace(one, drawn=_of(number, one.drawn), played=_of(number, one.played))
            for one in played
        ]
        tables = [_effects(own, lambda one: one.drawn), _effects(own, lambda one: one.played)]
        both = [card for card in tables[0] if card in tables[1]]
        low = {card: min(table[card].share.low for table in tables) for card in both}
        high = {card: max(table[card].share.high for table in tables) for card in both}
        for card, other in product(both, both):
            if card != other:
                beaten.setdefault(card, {}).setdefault(other, set()).add(low[other] > high[card])
    found = {}
    for card, others in beaten.items():
        better = [other for other, found_out in others.items() if found_out == {True}]
        if better:
            found[card] = min(better)
    return dict(sorted(found.items()))


def elo(rate: float) -> float:
    """Return the difference in Elo points at which a player scores `rate`, at most ±800.

    >>> round(elo(0.64))
    100
    """
    rate = min(max(rate, 0.0099), 0.9901)
    return 400 * math.log10(rate / (1 - rate))
