"""The words for seats, cards, cells and values.

Names come from the game's data (`card_data`) if it has them, or else from `companion/texts`.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.pieces import is_piece, piece_called, piece_words
from rules import UNKNOWN, Catalog, Message, PlacedCard, Seat
from rules.messages.catalogs import sentences
from rules.messages.message import listed, render

MAX_STEPS = 3
"""Maximum number of steps described in one caption; the number of the others follows."""
MAX_SENTENCES = 7
"""Maximum number of wordings of an action and its consequences in one caption; the page's verdict
contains the rest.
"""
_TWO = 2
_NUMBERS = re.compile(r"-?\d+( -?\d+)+")
_ZONES = ("discard", "deck", "hand", "control")
_ZONE = re.compile(r"(?P<kind>[a-z]{2,})\.?(?P<number>[^a-z].*)?")


@dataclass(frozen=True, slots=True)
class Wording:
    """The names of one game in one language; `most` wordings describe an action."""

    catalog: Catalog
    lang: str = "en"
    mat: str = ""
    most: int = MAX_SENTENCES

    def seat(self, seat: Seat) -> str:
        """Return a seat's name."""
        names = self.catalog.seat_names.get(seat)
        return names[self.lang] if names else seat

    def seats(self, seats: Iterable[Seat]) -> str:
        """List several seats."""
        return render(listed([self.seat(s) for s in seats]), self.lang)

    def turn(self, number: int) -> Message:
        """Return the number of a turn, or of the unit that the players count instead."""
        return Message(self.catalog.event_texts.get("turn", "referee.name.turn"), number=number)

    def both(self, seats: Sequence[Seat]) -> bool:
        """Return True if these are the two players of a two-player game."""
        return len(seats) == len(self.catalog.seats) == _TWO

    def card(self, card: str) -> str:
        """Return a card's name as it appears in a sentence."""
        known = self.catalog.cards.get(card)
        if known is not None:
            return Message("referee.name.card", name=known.names).render(self.lang)
        if is_piece(card):
            return piece_called(self.catalog, self.lang, card) or self._printed(card)
        return Message("referee.name.hidden").render(self.lang) if card in ("", UNKNOWN) else card

    def _printed(self, piece: str) -> str:
        """Return a token's name by the word printed on it, if there is one."""
        word = piece_words(self.catalog.slug).get(piece)
        if word is None:
            return Message("referee.name.piece").render(self.lang)
        return Message("referee.name.card", name=word).render(self.lang)

    def cell(self, cell: str) -> str:
        """Return a cell's name from the game's `at_…` words, the general words, or its id.

        A zone's id contains a word, and parts that distinguish zones with this word: `A.main1`,
        `red.rail.3`, `wall.N0-N1.0`. In Strato-Sphere a zone belongs to a node (`1.L.supply`) or
        leads from one node to the next (`1.L>1.C`).
        """
        seat, _, zone = cell.partition(".")
        seat, zone = (seat, zone) if seat in self.catalog.seat_names else ("", cell)
        found = _ZONE.fullmatch(zone)
        kind, number = (found["kind"], found["number"] or "") if found else ("", "")
        node, _, part = cell.rpartition(".")
        if ">" in cell:
            kind, number = "attack", cell.replace(">", " → ")
        elif not kind and part.isalpha() and part.islower():
            kind, number = part, node
        own = self.catalog.event_texts.get(f"at_{kind}")
        if own is not None:
            return own[self.lang].format(seat=self.seat(seat), number=number)
        if kind in _ZONES and seat:
            return Message(f"referee.name.{kind}", seat=self.seat(seat)).render(self.lang)
        return cell

    def cells(self, cells: Iterable[str]) -> str:
        """List several cells."""
        return render(listed([self.cell(c) for c in cells], "list"), self.lang)

    def cells_in_brief(self, cells: Sequence[str]) -> str:
        """List the first few cells, and give the number of further ones."""
        more = len(cells) - MAX_STEPS
        if more < _TWO:
            return self.cells(cells)
        named = Message("comma", words=[self.cell(c) for c in cells[:MAX_STEPS]])
        return Message("referee.count.places", cells=named, count=more).render(self.lang)

    def title(self, clause: str) -> str:
        """Return a clause's title."""
        known = self.catalog.clauses.get(clause)
        return known.titles[self.lang] if known else clause

    def begun(self, text: str) -> str:
        """Return a sentence with a capital letter, in a language that has them."""
        return text[:1].upper() + text[1:] if self.lang == "en" else text

    def named(self, value: str) -> str:
        """Return a value in words: a card, a term, a seat or a cell; an order part by part.

        Numbers, one for each seat, are listed with the seats' names.
        """
        if ":" in value:
            return " · ".join(map(self.part, value.split(":")))
        if _NUMBERS.fullmatch(value) and len(value.split()) == len(self.catalog.seats):
            return self._numbers(value.split())
        if value in self.catalog.cards or value == UNKNOWN:
            return self.card(value)
        term = self.catalog.terms.get(value)
        if term is not None:
            return term[self.lang]
        return self.seat(value) if value in self.catalog.seat_names else self.cell(value)

    def _numbers(self, numbers: list[str]) -> str:
        """List one number for each seat."""
        each = zip(self.catalog.seats, numbers, strict=True)
        words = [Message("referee.name.number", seat=self.seat(s), number=n) for s, n in each]
        return Message("comma", words=words).render(self.lang)

    def part(self, part: str) -> str:
        """Return a part of an order (such as `move:2:0`) in words, short enough for a button."""
        own = "hidden" if part == UNKNOWN else part
        if f"order.{own}" in sentences("referee"):
            return Message(f"referee.order.{own}").render(self.lang)
        known, term = self.catalog.cards.get(part), self.catalog.terms.get(f"{part}_order")
        if known is not None:
            return known.names[self.lang]
        return term[self.lang] if term else self.named(part)

    def placed_card(self, placed: PlacedCard) -> str:
        """Return a card's name with its owner, unless the game's wording includes the owner."""
        card, whose = self.card(placed.card), self.seat(placed.owner) if placed.owner else ""
        named = piece_called(self.catalog, self.lang, placed.card, placed.owner, whose)
        if named or not placed.owner:
            return named or card
        own = self.catalog.event_texts.get("of_seat")
        if own and placed.card in (*self.catalog.cards, "", UNKNOWN):
            return Message(own, card=card, seat=whose).render(self.lang)
        hidden = placed.card in ("", UNKNOWN)
        key = "referee.name.hidden_of_seat" if hidden else "referee.name.of_seat"
        return Message(key, seat=whose, card=card).render(self.lang)
