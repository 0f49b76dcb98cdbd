"""Spelling rules shared by positions and actions: seats, cells, cards and words.

Case and width of letters are ignored. A card may be written as its name in any language, in quotes
if the name contains spaces. A game's own parser requires exact words, as in a log; this module
converts people's text into that form.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cached_property
from typing import Any, TypeVar

from rules.catalog.card_names import CardNames, fold
from rules.catalog.reader import load_catalog
from rules.core.card_data import Catalog
from rules.core.rules import Rules
from rules.core.values import CHANCE, UNKNOWN, Setup
from rules.errors import ImpossiblePosition, NotationError
from rules.messages.message import Message, Text, kind_of
from rules.messages.near_matches import did_you_mean, folded, nearest
from rules.notation.lines import LONGEST
from rules.notation.words import load_notation

S = TypeVar("S")

_QUOTED = re.compile('"([^"]*)"|“([^”]*)”|「([^」]*)」|『([^』]*)』')
_SIGNS = re.compile(r"([=/*@,|:>])")
_STEP = re.compile(r"\|* ?")
"""Prefix of the lines in a nested position."""


def read_position(text: str, game: Rules[S], setup: Setup, *, unchecked: bool = False) -> S:
    """Return the position that a person wrote; raise `NotationError` with the place and a fix.

    A position that no sequence of actions leads to is an error, too, unless it is `unchecked`.
    """
    state = game.notation.parse(spell_position(text, game, setup), setup)
    if not unchecked:
        check_possible(game, state)
    return state


def check_possible(game: Rules[S], state: S) -> None:
    """Raise `NotationError` if no sequence of actions leads to a position."""
    found = [Message(f"{game.slug}.{flag}") for flag in game.notation.flags(state)]
    if found:
        raise ImpossiblePosition(found)


def spell_position(text: str, game: Rules[S], setup: Setup) -> str:
    """Convert a person's text into the words that `Rules.parse` reads.

    Raises `NotationError` if a word is unknown or ambiguous.
    """
    if len(text) > LONGEST:
        return text
    spelling = Spelling(game, setup)
    return "\n".join(_numbered(spelling, *line) for line in enumerate(text.splitlines(), 1))


def _numbered(spelling: Spelling, number: int, line: str) -> str:
    """Convert one of several lines; add the line's number to a fault."""
    try:
        return spelling.line(line)
    except NotationError as error:
        raise NotationError(error.what, error.text, error.position, error.fix, number) from error


def known_card(name: str, text: str, catalog: Catalog) -> str:
    """Return the id of the card that a word names; raise `NotationError` if it is not unique."""
    if name in ("", UNKNOWN) or name in catalog.cards:
        return name
    names = CardNames(catalog.cards)
    ids = cards_named(name, names, catalog)
    if len(ids) == 1:
        return ids[0]
    if ids:
        fix: Text = Message("write_one_of", words=ids)
    else:
        near = "" if nearest(name, catalog.cards) else names.near(name)
        fix = near or did_you_mean(name, catalog.cards)
    raise NotationError(Message("no_card", name=repr(name)), text, text.find(name), fix)


def cards_named(text: str, names: CardNames, catalog: Catalog) -> tuple[str, ...]:
    """Return the ids of the cards with this name or, if there are none, with this printed fact."""
    if ids := names.find(text):
        return ids
    asked = fold(text)
    facts = {
        term for term, words in catalog.terms.items() if asked in map(fold, (term, *words.values()))
    }
    return tuple(card.id for card in catalog.cards.values() if facts & set(card.facts.values()))


class Spelling:
    """Exact forms of the words of one game in one set-up."""

    def __init__(self, game: Rules[Any], setup: Setup) -> None:
        self._catalog = load_catalog(game.slug)
        self.notation = load_notation(game.slug)
        self._names = CardNames(self._catalog.cards)
        self.seats = game.seats(setup)
        self.cells = tuple(zone.cell for zone in game.table.form(setup).zones)

    @cached_property
    def _cells(self) -> dict[str, str]:
        return {folded(cell): cell for cell in self.cells}

    @cached_property
    def _words(self) -> dict[str, str]:
        """Exact form by folded word; seats take precedence over cells, words and cards."""
        known = (CHANCE, *self._catalog.cards, *self.notation.words(), *self.cells, *self.seats)
        return {folded(word): word for word in known}

    def quoted(self, text: str) -> str:
        """Normalise the width of a text, and replace quoted card names with ids."""
        plain = unicodedata.normalize("NFKC", text)

        def card(found: re.Match[str]) -> str:
            return known_card("".join(filter(None, found.groups())), plain, self._catalog)

        return _QUOTED.sub(card, plain)

    def word(self, text: str) -> str:
        """Return the exact form of a seat, cell, card or word; return an unknown word unchanged."""
        if not text or text in self._catalog.cards or text in self.cells:
            return text
        if known := self._words.get(folded(text)):
            return known
        ids = () if text.isdecimal() else self._names.find(text)
        return ids[0] if len(ids) == 1 else text

    def cell(self, text: str, seat: str = "") -> str:
        """Return the exact form of a cell; return an unknown cell unchanged, to be judged.

        A cell of `seat` may be written without the seat.
        """
        own = self._cells.get(folded(f"{seat}.{text}"), text)
        return self._cells.get(folded(text), own)

    def fits(self, text: str, kind: str, seat: str) -> bool:
        """Return True if a word can replace the placeholder `kind` in a form."""
        if kind == "CELL":
            return self.cell(text, seat) in self.cells
        if kind == "CARD":
            return text == UNKNOWN or len(cards_named(text, self._names, self._catalog)) == 1
        return text.isdecimal() if kind == "NUMBER" else True

    def line(self, raw: str) -> str:
        """Convert a line of a position; raise `NotationError` for an unknown card or phase."""
        code, sign, comment = unicodedata.normalize("NFKC", raw).partition("#")
        begin = _STEP.match(code)
        code = code[begin.end() :] if begin and code.startswith("|") else code
        words = self.quoted(code).split()
        if not words:
            return raw
        written = [self._written(word) for word in words]
        if written[0] in ("turn", "phase"):
            self._phase(written, code)
        head = raw[: begin.end()] if begin and raw.startswith("|") else ""
        return head + " ".join(written) + sign + comment

    def _written(self, word: str) -> str:
        ends = [self.word(end) for end in word.split("-")]
        if len(ends) > 1 and all(end in self.cells for end in ends):
            return "-".join(ends)
        return "".join(map(self.word, _SIGNS.split(word)))

    def _phase(self, words: list[str], line: str) -> None:
        """Reject a colloquial name of a phase, with the exact name as the fix."""
        for word in words[1:]:
            known = word in self.notation.phases or word in self.seats
            if not known and (name := self.notation.phase_called(word)):
                fix = Message("write_phase", name=name, meaning=self.notation.phases[name].meaning)
                what = Message("not_kind", word=repr(word), kind=kind_of("phase"))
                raise NotationError(what, line, line.find(word), fix)
