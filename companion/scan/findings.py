"""What is wrong with a scan beyond the rules and the list: copies, places, cards of other decks.

What a stack should not hold is told card by card, and never counted as part of the deck.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.scan.result import Finding, Finds
from companion.scan.tally import Unknown

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from companion.scan.stock import PrintedDeck, Stock
    from companion.scan.tally import Stranger, Tally

_STRANGE = {
    Unknown.OTHER_GAME: Finds.OTHER_GAME,
    Unknown.OTHER_PRINT: Finds.OTHER_PRINT,
    Unknown.OTHER_CODE: Finds.OTHER_CODE,
    Unknown.UNREADABLE: Finds.UNREADABLE,
}
_CARDS = frozenset((Unknown.OTHER_GAME, Unknown.OTHER_PRINT))
"""Those that were read, although no manifest at hand has them."""


def findings(
    stock: Stock, tally: Tally, rules: str, decks: Sequence[PrintedDeck]
) -> Iterator[Finding]:
    """Everything of that sort; `decks` are those that are checked, by the rules of `rules`."""
    if stock.game != rules:
        yield Finding(Finds.WRONG_GAME, game=stock.game)
    yield from _duplicates(stock, tally)
    yield from _replaced(stock, tally)
    yield from _mixed(stock, tally, decks)
    yield from (_strange(each, source) for each, source in tally.strangers.items())
    for kind, counts in ((Finds.UNREAD, tally.unread), (Finds.FACE_DOWN, tally.face_down)):
        yield from (Finding(kind, count=n, source=source) for source, n in counts.items())
    if not tally.counted:
        yield _nothing(tally)


def grave(stock: Stock, tally: Tally, decks: Sequence[PrintedDeck]) -> Iterator[Finding]:
    """What turns the light red while cards are still being counted."""
    yield from _mixed(stock, tally, decks)
    yield from _duplicates(stock, tally)
    yield from (_strange(each, source) for each, source in tally.strangers.items())


def _nothing(tally: Tally) -> Finding:
    """No card of the manifests was read; which game's cards, or which print's, were, if any."""
    cards = [one for one in tally.strangers if one.what in _CARDS]
    games = {one.game for one in cards}
    return Finding(Finds.NOTHING, game=games.pop() if len(games) == 1 else "", count=len(cards))


def _duplicates(stock: Stock, tally: Tally) -> Iterator[Finding]:
    for tag, places in tally.twice.items():
        copy = stock.copies[tag]
        yield Finding(
            Finds.DUPLICATE, tag, copy.card, copy.copy, copy.owner, count=places, number=copy.number
        )


def _replaced(stock: Stock, tally: Tally) -> Iterator[Finding]:
    """Places that are filled twice: a lost card has turned up again."""
    for deck in stock.decks:
        for place in deck.places:
            there = [tag for tag in place if tag in tally.counted]
            for tag in there[:-1]:
                old, new = stock.copies[tag], stock.copies[there[-1]]
                yield Finding(
                    Finds.REPLACED,
                    old.tag,
                    old.card,
                    old.copy,
                    old.owner,
                    count=new.copy,
                    number=old.number,
                )


def _mixed(stock: Stock, tally: Tally, decks: Sequence[PrintedDeck]) -> Iterator[Finding]:
    """Counted cards that belong to none of the decks that are checked."""
    mine = {deck.number for deck in decks}
    for tag in tally.counted:
        copy = stock.copies[tag]
        if copy.number not in mine:
            deck = stock.deck(copy.number)
            yield Finding(
                Finds.OTHER_DECK,
                tag,
                copy.card,
                copy.copy,
                copy.owner,
                text=deck.name,
                number=copy.number,
            )


def _strange(stranger: Stranger, source: str) -> Finding:
    return Finding(
        _STRANGE[stranger.what],
        card=stranger.card,
        copy=stranger.copy,
        game=stranger.game,
        text=stranger.text,
        number=stranger.number,
        source=source,
    )
