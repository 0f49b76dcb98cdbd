"""The results of the look-up, which commands print and web pages show."""

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
    """Kinds of matches: by name, by literal text, by shared words, or by a similar name."""

    ID = "id"
    EXACT = "exact"
    WORDS = "words"
    NEAR = "near"


@dataclass(frozen=True, slots=True)
class Hit:
    """One search result in the requested language.

    `id` is the clause's or card's id, the term's key or the setting's name. `section` is the
    clause's section, or "". `score` orders the hits of one search and has no other meaning.
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
    """A fact that holds before an example's action and is not visible in its picture.

    `kind` is the fact's name in `rules.*.toml`, and `seat` its player. `cards` are ids with
    counts. `numbers` are a roll and its redraws, or the number of copies of a card.
    """

    kind: str
    seat: str = ""
    cards: tuple[tuple[str, int], ...] = ()
    numbers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Example:
    """A legal or illegal example of a clause, from the clause tests.

    `status` is `legal`, `illegal`, or `void` for an order that has no effect when it is resolved.
    `before` are actions that are performed in `position` before `action`. `setup` contains the
    settings that differ from the defaults, and decks if needed. `refusals` are the violated
    clauses with the referee's sentences. `board` is None for a game without mats. `given` are the
    differences from the clause's examples that look the same.
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
    """All information about one clause.

    `section` contains the section's number and title. `why` is the reason for a ruling, or "".
    `history` is what the rules' source says about it, or "".
    `refusals` are the referee's sentences when the clause is violated. `settings` contains the
    label and the effect of each setting that changes the clause. `cards` are the cards that the
    clause names or whose keywords it explains.
    """

    game: str
    id: str
    section: tuple[str, str]
    title: str
    text: str
    forbids: bool
    ruling: bool
    why: str
    history: str
    refusals: tuple[str, ...]
    settings: tuple[tuple[str, str], ...]
    related: tuple[Hit, ...]
    cards: tuple[Hit, ...]
    examples: tuple[Example, ...]


@dataclass(frozen=True, slots=True)
class CardPage:
    """All information about one card. `clauses` name the card or may apply to it.

    `facts` are the game's own facts about the card, under the names in its data.
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
