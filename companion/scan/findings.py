"""Finds faults that are not rule violations: duplicates, other decks' cards, foreign tags.

Cards that do not belong in a deck are reported one by one, and never counted as part of it.
"""

from collections.abc import Iterator, Sequence

from companion.scan.result import FindingKind, ScanFinding
from companion.scan.stock import PrintedCopy, PrintedDeck, PrintedStock
from companion.scan.tally import ScanTally, StrangerKind, StrangerTag

_CARDS = frozenset((StrangerKind.OTHER_GAME, StrangerKind.OTHER_PRINT))
"""The kinds of foreign tags that are cards of another game or print."""


def findings(
    stock: PrintedStock, tally: ScanTally, rules: str, decks: Sequence[PrintedDeck]
) -> Iterator[ScanFinding]:
    """Yield all findings. `decks` are the checked ones; `rules` is the game that judges them."""
    if stock.game != rules:
        yield ScanFinding(FindingKind.WRONG_GAME, game=stock.game)
    yield from _duplicates(stock, tally)
    yield from _replaced(stock, tally)
    yield from _mixed(stock, tally, decks)
    yield from (_strange(each, source) for each, source in tally.strangers.items())
    for kind, counts in (
        (FindingKind.UNREAD, tally.unread),
        (FindingKind.FACE_DOWN, tally.face_down),
    ):
        yield from (ScanFinding(kind, count=n, source=source) for source, n in counts.items())
    if not tally.counted:
        yield _nothing(tally)


def grave(
    stock: PrintedStock, tally: ScanTally, decks: Sequence[PrintedDeck]
) -> Iterator[ScanFinding]:
    """Yield the findings that turn the light red while the count is in progress."""
    yield from _mixed(stock, tally, decks)
    yield from _duplicates(stock, tally)
    yield from (_strange(each, source) for each, source in tally.strangers.items())


def _nothing(tally: ScanTally) -> ScanFinding:
    """Report that no card in the manifests was read, and the game and number of foreign cards."""
    cards = [one for one in tally.strangers if one.what in _CARDS]
    games = {one.game for one in cards}
    return ScanFinding(
        FindingKind.NOTHING, game=games.pop() if len(games) == 1 else "", count=len(cards)
    )


def _duplicates(stock: PrintedStock, tally: ScanTally) -> Iterator[ScanFinding]:
    for tag, places in tally.twice.items():
        yield _about(FindingKind.DUPLICATE, stock.copies[tag], count=places)


def _replaced(stock: PrintedStock, tally: ScanTally) -> Iterator[ScanFinding]:
    """Report cards whose replacement was counted too, because the lost card has turned up again."""
    for deck in stock.decks:
        for place in deck.places:
            there = [tag for tag in place if tag in tally.counted]
            for tag in there[:-1]:
                new = stock.copies[there[-1]].copy
                yield _about(FindingKind.REPLACED, stock.copies[tag], count=new)


def _mixed(
    stock: PrintedStock, tally: ScanTally, decks: Sequence[PrintedDeck]
) -> Iterator[ScanFinding]:
    """Report counted cards that belong to none of the checked decks."""
    mine = {deck.number for deck in decks}
    for tag in tally.counted:
        copy = stock.copies[tag]
        if copy.number not in mine:
            yield _about(FindingKind.OTHER_DECK, copy, text=stock.deck(copy.number).name)


def _about(kind: FindingKind, copy: PrintedCopy, *, count: int = 0, text: str = "") -> ScanFinding:
    """Return a finding about one printed card."""
    about = copy.tag, copy.card, copy.copy, copy.owner
    return ScanFinding(kind, *about, text=text, count=count, number=copy.number)


def _strange(stranger: StrangerTag, source: str) -> ScanFinding:
    return ScanFinding(
        FindingKind(stranger.what.value),
        card=stranger.card,
        copy=stranger.copy,
        game=stranger.game,
        text=stranger.text,
        number=stranger.number,
        source=source,
    )
