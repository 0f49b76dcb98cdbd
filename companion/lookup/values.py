"""Results of the look-up: values that commands print and pages show."""

import enum
from collections.abc import Mapping
from dataclasses import dataclass

from companion.lookup.boards import ExampleBoard
from rules import Setup


class HitKind(enum.StrEnum):
    """Kinds of hits."""

    CLAUSE = "clause"
    CARD = "card"
    TERM = "term"
    SETTING = "setting"


class MatchKind(enum.StrEnum):
    """Kinds of matches: by name, literally, by shared words, or by similarity."""

    ID = "id"
    EXACT = "exact"
    WORDS = "words"
    NEAR = "near"


@dataclass(frozen=True, slots=True)
class Hit:
    """One search result in the requested language.

    `id` is the clause's or card's id, the term's key or the setting's name; `section` is that of a
    clause, else "". `score` orders the hits of one search and means nothing beyond it.
    """

    kind: HitKind
    game: str
    id: str
    title: str
    text: str
    section: str
    match: MatchKind
    score: float


@dataclass(frozen=True, slots=True)
class Precondition:
    """A fact of a position that precedes an action.

    `kind` is its name in `rules.*.toml`, `seat` its player. `cards`: each with its number.
    `numbers`: a roll and its redraws, or copies of a card.
    """

    kind: str
    seat: str = ""
    cards: tuple[tuple[str, int], ...] = ()
    numbers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Example:
    """An example of a clause, legal or not, from the clause tests.

    `status`: `legal`, `illegal`, or `void` for an order that has no effect when it is resolved.
    `before`: earlier actions in `position`; `setup` has the settings that differ from the defaults,
    and decks if needed. `refusals`: each violated clause and the referee's sentence. `board` is
    None for a game without mats. `given`: its differences from examples of its clause that look the
    same.
    """

    status: str
    action: str
    before: tuple[str, ...]
    setup: Setup
    position: str
    refusals: tuple[tuple[str, str], ...]
    board: ExampleBoard | None
    given: tuple[Precondition, ...] = ()


@dataclass(frozen=True, slots=True)
class ClausePage:
    """Everything to read about one clause.

    `section` is its number and title; `why` the reason of a ruling, else "". `refusals` are the
    referee's sentences when the clause is violated. `settings` has the label of each setting that
    changes the clause, and its effect. `cards` are the cards that the clause names or whose keyword
    it explains.
    """

    game: str
    id: str
    section: tuple[str, str]
    title: str
    text: str
    forbids: bool
    ruling: bool
    why: str
    refusals: tuple[str, ...]
    settings: tuple[tuple[str, str], ...]
    related: tuple[Hit, ...]
    cards: tuple[Hit, ...]
    examples: tuple[Example, ...]


@dataclass(frozen=True, slots=True)
class CardPage:
    """Everything to read about one card; `clauses` name it or apply to it.

    `facts` are the game's own, as its data names them.
    """

    game: str
    id: str
    number: int
    name: str
    names: Mapping[str, str]
    text: str
    keyword: str
    facts: Mapping[str, str]
    clauses: tuple[Hit, ...]
