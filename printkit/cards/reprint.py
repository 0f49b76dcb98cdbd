"""Reprinting of lost and damaged cards from a scan's result, and of control cards and tokens.

Theory of operation. A missing card gets a *fresh copy number* and thus a new tag. This tag is as
distinct from all earlier tags as any two tags of a run, so that the lost card and its replacement
are never confused. The new manifest extends the old one: it lists every card printed so far with
its PDF, and for each new card the tag that it replaces. From then on, one manifest is enough, old
copies are read as before, and a scan reports a lost card that turns up again as surplus. Control
cards and tokens belong to no deck, so a scan cannot miss them; the user names them.

game-cards-….manifest.json ─► game-cards-…-more1 ─► …-more2

Each run extends the newest manifest of this chain, in the old manifest's folder or in the output
folder. A run that would repeat exactly the newest reprint writes the same file again, with the
same tags.
"""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from printkit.cards.tagged_pieces import PlannedPiece, TaggedPieces
from printkit.errors import UsageError
from printkit.pdf.tags import SaltBook
from printkit.template.card_template import SHARED, CardTemplate
from rules import (
    LANGUAGES,
    Catalog,
    DataError,
    Deck,
    Manifest,
    PrintedCard,
    Tag,
    TagKind,
    load_manifest,
    parse_tag,
)
from rules.messages.near_matches import did_you_mean
from rules.messages.system import system_reason
from rules.records.tag import MAX_COPY

_RESULT = 1


@dataclass(frozen=True, slots=True)
class Lost:
    """A card to be printed again; `tag` is that of the missing copy, "" if it was never printed."""

    card: str
    tag: str
    number: int
    slot: str


def game_of(path: Path) -> str:
    """Return the game of a scan's result; raise `UsageError` if it is not a result."""
    return str(read_result(path)["game"])


def manifest_file(result: Path, name: str) -> Path:
    """Return the path of a manifest: as named in a result, otherwise in the result's folder."""
    plain = name.replace("\\", "/").rpartition("/")[2]
    for place in (result.parent / name, result.parent / plain):
        if place.is_file():
            return place
    raise UsageError("print.missing_manifest", file=str(result), manifest=name)


def read_result(path: Path) -> dict[str, Any]:
    """Read the JSON object of a scan's result. Raises `UsageError` if the file is not a result."""
    try:
        data = json.loads(path.read_bytes())
    except OSError as error:
        raise UsageError(
            "print.missing_unread", file=str(path), why=system_reason(error)
        ) from error
    except (ValueError, RecursionError):
        data = None
    if (
        not isinstance(data, dict)
        or data.get("scan") != _RESULT
        or not isinstance(data.get("game"), str)
        or not isinstance(data.get("manifests"), list)
    ):
        raise UsageError("print.missing_result", file=str(path))
    return data


def lost_cards(path: Path, data: dict[str, Any]) -> list[Lost]:
    """Return the missing cards of all decks in a scan's result."""
    try:
        return [
            Lost(str(row["card"]), str(row["tag"]), int(row["number"]), str(row["slot"]))
            for deck in data["decks"]
            for row in deck["missing"]
        ]
    except (KeyError, TypeError, ValueError) as error:
        raise UsageError("print.missing_result", file=str(path)) from error


_MORE = re.compile(r"-more(\d+)$")
_SUFFIX = ".manifest.json"
_WITH_EVERY_DECK = "beside"
_ALL = "all"
_PIECES = (TagKind.CONTROL, TagKind.TOKEN)


@dataclass(frozen=True, slots=True)
class Reprint:
    """A reprint that extends a manifest: `old`, the newest one, lists all earlier cards.

    `again` lists the cards of an earlier run with the same content, which are printed unchanged.
    """

    old: Manifest
    stem: str
    lost: tuple[Lost, ...]
    again: tuple[PrintedCard, ...] = ()

    def decks(self, catalog: Catalog, template: CardTemplate) -> tuple[Catalog, dict[str, str]]:
        """Return the catalogue with the print's unshipped decks, and each owner's deck."""
        names = self.old.deck.split("+")
        named: dict[str, str] = {}
        decks, words = dict(catalog.decks), dict(catalog.deck_names)
        for position, owner in enumerate(self._owners(template)):
            own = [c for c in self.old.cards if _owner(c, template) == owner and not c.replaces]
            cards = tuple(c.card for c in own if parse_tag(c.tag).kind is TagKind.CARD)
            name = _name(names, position, cards, catalog)
            named[owner] = name
            if name not in decks:
                decks[name] = Deck(cards, name=name)
                words[name] = dict.fromkeys(LANGUAGES, name)
        return replace(catalog, decks=decks, deck_names=words), named

    def pieces(self, catalog: Catalog, template: CardTemplate) -> TaggedPieces:
        """Return the cards with fresh copy numbers and their original backs."""
        owners = self._owners(template)
        backs = {back.owner or SHARED: back.tag for back in self.old.backs}
        numbers = {_owner(c, template): parse_tag(c.tag).deck for c in self._cards()}
        pieces = self._printed(template) or tuple(self._fresh(catalog, template))
        cards, controls, tokens = (
            tuple(piece for piece in pieces if parse_tag(piece.tag).kind is kind)
            for kind in (TagKind.CARD, *_PIECES)
        )
        return TaggedPieces(
            cards,
            controls,
            tokens,
            {owner: backs[owner] for owner in owners if owner in backs},
            {owner: numbers[owner] for owner in owners if owner in numbers},
        )

    def manifest(self, made: Manifest, pieces: TaggedPieces) -> Manifest:
        """Return the manifest of the reprint, which also lists everything printed before."""
        before = (replace(c, printed_in=c.printed_in or self.old.pdf) for c in self.old.cards)
        ordered = sorted(self.lost, key=_order)
        printed = (*pieces.cards, *pieces.controls, *pieces.tokens)
        instead = {piece.tag: lost.tag for piece, lost in zip(printed, ordered, strict=True)}
        new = (replace(card, replaces=instead[card.tag]) for card in made.cards)
        return replace(
            made,
            deck=self.old.deck,
            deck_number=self.old.deck_number,
            cards=(*before, *new),
            backs=self.old.backs,
            mats=self.old.mats,
        )

    def _cards(self) -> Iterator[PrintedCard]:
        return (c for c in self.old.cards if parse_tag(c.tag).kind is TagKind.CARD)

    def _owners(self, template: CardTemplate) -> tuple[str, ...]:
        """Return the owners of the old print, in the order of the template."""
        there = {_owner(card, template) for card in self._cards()}
        return tuple(owner for owner in template.owner if owner in there)

    def _printed(self, template: CardTemplate) -> tuple[PlannedPiece, ...]:
        return tuple(
            PlannedPiece(c.card, c.copy, c.copy, _owner(c, template), c.tag, *_part(c.slot))
            if parse_tag(c.tag).kind is TagKind.CARD
            else PlannedPiece(c.card, c.copy, c.copy, c.owner, c.tag)
            for c in self.again
        )

    def _fresh(self, catalog: Catalog, template: CardTemplate) -> Iterator[PlannedPiece]:
        book = SaltBook()
        for card in self.old.cards:
            book.take(card.tag)
        for back in self.old.backs:
            book.take(back.tag)
        owners = {parse_tag(c.tag).deck: _owner(c, template) for c in self._cards()}
        copies: dict[tuple[int, str], int] = {}
        for card in self._cards():
            key = parse_tag(card.tag).deck, card.card
            copies[key] = max(copies.get(key, 0), card.copy)
        for lost in self.lost:
            if _is_piece(lost):
                continue
            known = catalog.cards.get(lost.card)
            if known is None:
                near = did_you_mean(lost.card, catalog.cards)
                raise UsageError("print.missing_card", card=lost.card, near=near)
            copy = copies[lost.number, lost.card] = copies.get((lost.number, lost.card), 0) + 1
            if copy > MAX_COPY:
                raise UsageError("print.missing_copies", card=lost.card, most=str(MAX_COPY))
            tag = book.assign(Tag(catalog.letter, lost.number, TagKind.CARD, known.number, copy))
            yield PlannedPiece(
                lost.card, copy, copy, owners[lost.number], str(tag), *_part(lost.slot)
            )

        yield from self._fresh_pieces(book)

    def _fresh_pieces(self, book: SaltBook) -> Iterator[PlannedPiece]:
        """Yield control cards and tokens, each with the next copy number of its kind."""
        printed = {card.tag: card for card in self.old.cards}
        copies: dict[tuple[TagKind, int], int] = {}
        for tag in map(parse_tag, printed):
            copies[tag.kind, tag.number] = max(copies.get((tag.kind, tag.number), 0), tag.copy)
        for lost in sorted(filter(_is_piece, self.lost), key=_order):
            tag = parse_tag(lost.tag)
            copy = copies[tag.kind, tag.number] = copies[tag.kind, tag.number] + 1
            if copy > MAX_COPY:
                raise UsageError("print.missing_copies", card=lost.card, most=str(MAX_COPY))
            fresh = book.assign(Tag(tag.game, tag.deck, tag.kind, tag.number, copy))
            yield PlannedPiece(lost.card, copy, copy, printed[lost.tag].owner, str(fresh))


def read_missing(path: Path, out: Path, pieces: Sequence[str] = ()) -> list[Reprint]:
    """Return one reprint for each manifest that has cards missing in a scan's result.

    `pieces` lists the ids of lost control cards and tokens. The part before an id's dot is
    optional, OWNER=ID selects an owner's piece, and "all" selects every piece. Raises `UsageError`
    if the file is not a result, its manifests are missing, a piece was never printed, no card was
    seen that identifies the print, or nothing is missing.
    """
    data = read_result(path)
    lost = lost_cards(path, data)
    wanted = list(pieces)
    reprints = []
    for file in dict.fromkeys(manifest_file(path, str(name)) for name in data["manifests"]):
        chain = _chain(file, out)
        numbers = {parse_tag(card.tag).deck for card in chain[-1].cards}
        tags = {card.tag for card in chain[-1].cards} | {""}
        mine = tuple(one for one in lost if one.number in numbers)
        lost = [one for one in lost if one.number not in numbers]
        if not {one.tag for one in mine} <= tags:  # edited result, or another run's manifest
            raise UsageError("print.missing_result", file=str(path))
        mine += tuple(_pieces(chain, wanted))
        if mine:
            reprints.append(_settled(chain, mine))
    if wanted and wanted != [_ALL]:
        raise UsageError("print.missing_piece", name=wanted[0], file=str(path))
    if not reprints:
        key = "missing_unseen" if data.get("copies") == [] else "missing_none"
        raise UsageError(f"print.{key}", file=str(path))
    return reprints


def _pieces(chain: Sequence[Manifest], wanted: list[str]) -> Iterator[Lost]:
    """Yield the requested pieces of a print as lost cards, each copy once.

    Found requests are removed from `wanted`.
    """
    printed = [c for c in chain[0].cards if parse_tag(c.tag).kind in _PIECES]
    for card in printed:
        own = (card.card, card.card.rpartition(".")[2])
        names = {*own, *(f"{card.owner}={name}" for name in own)} if card.owner else set(own)
        named = next((word for word in wanted if word.lower() in names), "")
        if named:
            wanted.remove(named)
        if named or _ALL in wanted:
            yield Lost(card.card, card.tag, parse_tag(card.tag).deck, "")


def _is_piece(lost: Lost) -> bool:
    return bool(lost.tag) and parse_tag(lost.tag).kind in _PIECES


def _order(lost: Lost) -> int:
    """Return a sort key: cards come first, then control cards, then tokens."""
    return _PIECES.index(parse_tag(lost.tag).kind) + 1 if _is_piece(lost) else 0


def _settled(chain: Sequence[Manifest], lost: tuple[Lost, ...]) -> Reprint:
    """Return a reprint that extends the newest one, or repeats it if it had the same cards."""
    newest = chain[-1]
    new = [card for card in newest.cards if not card.printed_in]
    same = len(chain) > 1 and sorted(c.replaces for c in new) == sorted(one.tag for one in lost)
    if not same:
        return Reprint(newest, _next_stem(newest), lost)
    by_tag = {one.tag: one for one in lost}
    ordered = tuple(by_tag[card.replaces] for card in new if card.replaces)
    if len(ordered) != len(lost):  # Cards that were never printed cannot be distinguished.
        return Reprint(newest, _next_stem(newest), lost)
    return Reprint(chain[-2], newest.pdf.removesuffix(".pdf"), ordered, tuple(new))


def _next_stem(manifest: Manifest) -> str:
    stem = manifest.pdf.removesuffix(".pdf")
    found = _MORE.search(stem)
    return f"{_MORE.sub('', stem)}-more{int(found[1]) + 1 if found else 1}"


def _chain(file: Path, out: Path) -> list[Manifest]:
    """Return a manifest and all manifests that extend it, from its folder and `out`."""
    chain = [_manifest(file)]
    while True:
        name = f"{_next_stem(chain[-1])}{_SUFFIX}"
        following = next((p for p in (file.parent / name, out / name) if p.is_file()), None)
        if following is None:
            return chain
        more = _manifest(following)
        if not {c.tag for c in chain[-1].cards} <= {c.tag for c in more.cards}:
            raise UsageError("print.missing_chain", file=str(following), old=chain[-1].pdf)
        chain.append(more)


def _manifest(file: Path) -> Manifest:
    try:
        return load_manifest(file)
    except DataError as error:
        raise UsageError(str(error)) from error


def _owner(card: PrintedCard, template: CardTemplate) -> str:
    """Return a card's owner in the template; the default is the shared or first owner."""
    return card.owner or (SHARED if SHARED in template.owner else next(iter(template.owner)))


def _part(slot: str) -> tuple[str, bool]:
    """Split a slot into an extra card's role and a flag for cards that come with every deck."""
    return ("", True) if slot == _WITH_EVERY_DECK else (slot, False)


def _name(names: Sequence[str], position: int, cards: Sequence[str], catalog: Catalog) -> str:
    """Return an owner's deck name, found by its cards, otherwise by the owner's position."""
    for name in names:
        shipped = catalog.decks.get(name)
        if shipped and set(shipped.cards) <= set(cards):
            return name
    return names[min(position, len(names) - 1)]
