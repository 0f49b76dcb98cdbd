"""Pieces of a run with their copy numbers and tags, independent of PDF.

The tags of a run are chosen in a fixed order, even if only a part is printed: the game's mats,
then each owner's deck and back, then control cards and tokens. A deck therefore gets the same tags
whether it is printed alone or with the others, and all tags remain easy to distinguish.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from printkit.cards.pieces import Pieces
from printkit.errors import UsageError
from printkit.pdf.tags import DECK_NUMBERS, SaltBook, stable_number
from printkit.template.card_template import SHARED
from rules import Card, Catalog, Deck, PrintedCard, Tag, TagKind
from rules.records.manifest import PrintedBack, Spot, TagSquare
from rules.records.tag import MAX_COPY


@dataclass(frozen=True, slots=True)
class PlannedPiece:
    """One physical card or token to print, with its owner and tag.

    `extra` is the role of an extra card (`root`, `master`). It is "" for ordinary cards and for
    cards that come with every deck (`"beside"` in the manifest).
    """

    id: str
    copy: int
    copies: int
    owner: str
    tag: str
    extra: str = ""
    in_every_deck: bool = False

    @property
    def slot(self) -> str:
        """The part of the deck that the card belongs to, as in the manifest."""
        return "beside" if self.in_every_deck else self.extra

    def printed(self, front: Spot, square: TagSquare, back: Spot | None = None) -> PrintedCard:
        """Return the piece for the manifest, with the positions of its faces and its tag."""
        owner = "" if self.owner == SHARED else self.owner
        return PrintedCard(self.tag, self.id, self.copy, owner, front, square, back, self.slot)


@dataclass(frozen=True, slots=True)
class TaggedPieces:
    """All pieces of one run.

    `backs` maps an owner to the tag on its card backs, `numbers` to its deck number.
    """

    cards: tuple[PlannedPiece, ...]
    controls: tuple[PlannedPiece, ...]
    tokens: tuple[PlannedPiece, ...]
    backs: Mapping[str, str]
    numbers: Mapping[str, int]

    def printed_backs(self, square: TagSquare) -> tuple[PrintedBack, ...]:
        """Return the backs for the manifest, with the position of their tags."""
        backs = self.backs.items()
        return tuple(PrintedBack(tag, "" if o == SHARED else o, square) for o, tag in backs)


def deck_number(slug: str, decks: Mapping[str, str], asked: int | None) -> dict[str, int]:
    """Return distinct deck numbers for the owners, counted up from `asked` if it is given."""
    numbers: dict[str, int] = {}
    if asked is not None and asked + len(decks) > DECK_NUMBERS:
        most = DECK_NUMBERS - len(decks)
        facts = {"number": str(asked), "decks": str(len(decks)), "most": str(most)}
        raise UsageError("print.deck_number", **facts)
    for position, (owner, deck) in enumerate(decks.items()):
        number = stable_number(slug, deck, owner) if asked is None else asked + position
        while number % DECK_NUMBERS in numbers.values():
            number += 1
        numbers[owner] = number % DECK_NUMBERS
    return numbers


def tag_pieces(
    catalog: Catalog,
    decks: Mapping[str, str],
    owners: tuple[str, ...],
    *,
    mats: tuple[Tag, ...] = (),
    each: Sequence[str] = (),
    pieces: Pieces | None = None,
    asked_number: int | None = None,
) -> TaggedPieces:
    """Number and tag the decks (owner → deck name) of a run; only `owners` are printed.

    `each` lists the cards that every player has in addition to the deck.
    """
    book = SaltBook()
    book.assign_all(mats)
    numbers = deck_number(catalog.slug, decks, asked_number)
    cards: list[PlannedPiece] = []
    backs: dict[str, str] = {}
    for position, (owner, name) in enumerate(decks.items()):
        more = () if owner == SHARED else each
        printed = _deck_pieces(catalog, catalog.decks[name], more, owner, numbers[owner], book)
        tag = str(book.assign(Tag(catalog.letter, numbers[owner], TagKind.BACK, position)))
        if owner in owners:
            cards += printed
            backs[owner] = tag
    lead = numbers[owners[0]]
    controls = _controls(catalog, lead, pieces, book)
    tokens = _tokens(catalog, lead, pieces, book, tuple(decks), owners)
    return TaggedPieces(tuple(cards), controls, tokens, backs, numbers)


def _deck_pieces(
    catalog: Catalog, deck: Deck, each: Sequence[str], owner: str, number: int, book: SaltBook
) -> list[PlannedPiece]:
    ids = [(card, extra) for extra, cards in deck.extras.items() for card in cards]
    ids += [(card, "") for card in deck.cards]
    more = [card for card in each if (card, "") not in ids]
    ids += [(card, "") for card in more]
    extras: dict[str, list[str]] = {}
    for card, extra in ids:
        extras.setdefault(card, []).append(extra)
    pieces = []
    for card, parts in extras.items():
        copies = len(parts)
        if copies > MAX_COPY:
            facts = {"deck": deck.name, "copies": str(copies), "most": str(MAX_COPY)}
            raise UsageError("print.many_copies", card=card, **facts)
        known: Card = catalog.cards[card]
        for copy, extra in enumerate(parts, 1):
            tag = book.assign(Tag(catalog.letter, number, TagKind.CARD, known.number, copy))
            pieces.append(PlannedPiece(card, copy, copies, owner, str(tag), extra, card in more))
    return pieces


def _controls(
    catalog: Catalog, number: int, pieces: Pieces | None, book: SaltBook
) -> tuple[PlannedPiece, ...]:
    found = []
    for item in pieces.control if pieces else ():
        for copy in range(1, item.copies + 1):
            tag = book.assign(Tag(catalog.letter, number, TagKind.CONTROL, item.number, copy))
            found.append(PlannedPiece(item.id, copy, item.copies, "", str(tag)))
    return tuple(found)


def _tokens(
    catalog: Catalog,
    number: int,
    pieces: Pieces | None,
    book: SaltBook,
    everybody: tuple[str, ...],
    owners: tuple[str, ...],
) -> tuple[PlannedPiece, ...]:
    """Return the shared tokens and the tokens of `owners`.

    Copy numbers in tags continue from owner to owner, so that each copy of a token has a different
    tag.
    """
    found = []
    for item in pieces.token if pieces else ():
        copy = 0
        for owner in item.owners or [""]:
            if owner and owner not in everybody:
                known = ", ".join(everybody)
                raise UsageError("print.token_owner", token=item.id, owner=owner, owners=known)
            for n in range(1, item.copies + 1):
                copy += 1
                tag = ""
                if item.tagged:
                    made = Tag(catalog.letter, number, TagKind.TOKEN, item.number, copy)
                    tag = str(book.assign(made))
                if not owner or owner in owners:
                    found.append(PlannedPiece(item.id, n, item.copies, owner, tag))
    return tuple(found)
