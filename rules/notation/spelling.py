"""One spelling rule for positions and actions: seats, cells, cards and words as people write them.

Case and width of letters make no difference; a card may be written by its name in any language,
in quotes if there are blanks in it.  A game's own reader takes each word to the letter, as a log
needs it: here a text that a person wrote is brought into that form.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from rules.catalog.card_names import CardNames
from rules.catalog.reader import load_catalog
from rules.core.values import CHANCE, UNKNOWN
from rules.errors import NotationError
from rules.messages.message import Message, kind_of
from rules.messages.near_matches import did_you_mean, folded, nearest
from rules.notation.lines import LONGEST
from rules.notation.words import load_notation

if TYPE_CHECKING:
    from rules.core.card_data import Catalog
    from rules.core.game import Game
    from rules.core.values import Setup
    from rules.messages.message import Text

S = TypeVar("S")

_QUOTED = re.compile('"([^"]*)"|“([^”]*)”|「([^」]*)」|『([^』]*)』')
_SIGNS = re.compile(r"([=/*@,|:>])")
_STEP = re.compile(r"\|* ?")
"""What begins the lines of a position within a position."""


def read_position(text: str, game: Game[S], setup: Setup) -> S:
    """The position a person wrote; raises `NotationError` with the place and how to mend it."""
    return game.parse(spell_position(text, game, setup), setup)


def spell_position(text: str, game: Game[S], setup: Setup) -> str:
    """A position as a person wrote it, in the words `Game.parse` reads; raises `NotationError`."""
    if len(text) > LONGEST:
        return text
    spelling = Spelling(game, setup)
    return "\n".join(_numbered(spelling, *line) for line in enumerate(text.splitlines(), 1))


def _numbered(spelling: Spelling, number: int, line: str) -> str:
    """A line of several; its fault names its number."""
    try:
        return spelling.line(line)
    except NotationError as error:
        raise NotationError(error.what, error.text, error.position, error.fix, number) from error


def known_card(name: str, text: str, catalog: Catalog) -> str:
    """The id of the card a word names; raises `NotationError` if it names none, or several."""
    if name in ("", UNKNOWN) or name in catalog.cards:
        return name
    names = CardNames(catalog.cards)
    found = names.find(name)
    if len(found) == 1:
        return found[0]
    if found:
        fix: Text = Message("write_one_of", words=found)
    else:
        near = "" if nearest(name, catalog.cards) else names.near(name)
        fix = near or did_you_mean(name, catalog.cards)
    raise NotationError(Message("no_card", name=repr(name)), text, text.find(name), fix)


class Spelling:
    """The words of one game in one set-up, and what they are written as."""

    def __init__(self, game: Game[Any], setup: Setup) -> None:
        self._catalog = load_catalog(game.slug)
        self._notation = load_notation(game.slug)
        self._names = CardNames(self._catalog.cards)
        self.seats = game.seats(setup)
        self.cells = tuple(zone.cell for zone in game.table(setup).zones)

    @cached_property
    def _cells(self) -> dict[str, str]:
        return {folded(cell): cell for cell in self.cells}

    @cached_property
    def _words(self) -> dict[str, str]:
        """Folded word → as the readers have it; what stands further back goes before."""
        known = (CHANCE, *self._catalog.cards, *self._notation.words(), *self.cells, *self.seats)
        return {folded(word): word for word in known}

    def quoted(self, text: str) -> str:
        """A text in plain width, cards in quotes replaced by their ids."""
        plain = unicodedata.normalize("NFKC", text)

        def card(found: re.Match[str]) -> str:
            return known_card("".join(filter(None, found.groups())), plain, self._catalog)

        return _QUOTED.sub(card, plain)

    def word(self, text: str) -> str:
        """A seat, cell, card or word as the readers have it; a word that nothing is, as it was."""
        if not text or text in self._catalog.cards or text in self.cells:
            return text
        if known := self._words.get(folded(text)):
            return known
        found = () if text.isdecimal() else self._names.find(text)
        return found[0] if len(found) == 1 else text

    def cell(self, text: str) -> str:
        """A cell as the mat has it; one that the mat has not, as it was, for a clause to judge."""
        return self._cells.get(folded(text), text)

    def line(self, raw: str) -> str:
        """A line of a position; raises `NotationError` for a card or a phase that is none."""
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
        """Refuse what people call a phase by the name that it has here."""
        for word in words[1:]:
            known = word in self._notation.phases or word in self.seats
            if not known and (name := self._notation.phase_called(word)):
                fix = Message("write_phase", name=name, told=self._notation.phases[name].told)
                what = Message("not_kind", word=repr(word), kind=kind_of("phase"))
                raise NotationError(what, line, line.find(word), fix)
