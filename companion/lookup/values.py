"""What the look-up hands over: values a command prints and a page shows."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass

__all__ = ["CardPage", "ClausePage", "Hit", "HitKind", "MatchKind"]


class HitKind(enum.StrEnum):
    """What was found."""

    CLAUSE = "clause"
    CARD = "card"
    TERM = "term"
    SETTING = "setting"


class MatchKind(enum.StrEnum):
    """How it was found: by its name, word for word, by words that it shares, or nearly so."""

    ID = "id"
    EXACT = "exact"
    WORDS = "words"
    NEAR = "near"


@dataclass(frozen=True, slots=True)
class Hit:
    """One thing that was found, worded in the language asked for.

    `id` is the clause's, the card's, the term's key or the setting's name; `section` is that of a
    clause, else "".  `score` orders the hits of one search and means nothing beyond it.
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
class ClausePage:
    """All there is to read of one clause.

    `section` is its number and title; `why` the reason of a ruling, else ""; `refusals` what the
    referee says when it is broken; `settings` the label of each setting that changes it and what
    the setting does; `cards` the cards that the clause names or that play by it.
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


@dataclass(frozen=True, slots=True)
class CardPage:
    """All there is to read of one card; `clauses` are those that name it or that it plays by.

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
