"""Judges a tally: the decks, their violations, and their missing and surplus cards.

The deck is the requested one, or else the one with the most counted cards. Its cards are compared
with two sources, and both results are reported:

the rules, by the game's own deck check, clause by clause;

the list, which is the printed deck (its places in `stock`) or a given list.

Cards of another owner or another print are never counted as part of the deck. They are reported as
mixed in, so that one of the opponent's cards does not look like a wrong count.
"""

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from companion.errors import SessionError
from companion.scan.findings import findings
from companion.scan.result import CountedCopy, DeckResult, MissingCard, ScanResult
from companion.scan.stock import (
    EXTRA_SLOT,
    PrintedCopy,
    PrintedDeck,
    PrintedStock,
    as_deck,
    cards_of,
)
from companion.scan.tally import ScanTally
from rules import Catalog, Deck, DeckReport, Seat, Setup, load_catalog, load_game
from rules.messages.near_matches import did_you_mean


@dataclass(frozen=True, slots=True)
class ScanOptions:
    """A request for a check: the game's rules and settings, the deck's owner, and the list.

    With the `owner` "", the deck with the most counted cards is checked; with `everything`, each
    deck separately. `wanted` is the list, and `player` is the list's player, if it names one.
    """

    rules: str
    settings: Mapping[str, str] = field(default_factory=dict)
    owner: str = ""
    everything: bool = False
    wanted: Deck | None = None
    player: str = ""


def read_owner(word: str, catalog: Catalog) -> str:
    """Return the owner that a colour or seat names. Raise `SessionError` if there is none."""
    by_seat = {seat: owner for owner, seat in catalog.owners.items()}
    owner = by_seat.get(word, word)
    if owner and owner not in catalog.owners:
        near = did_you_mean(word, (*catalog.owners, *by_seat))
        raise SessionError("fault.list.owner", word=word, hint=near)
    return owner


def aimed(
    stock: PrintedStock, counted: Iterable[str], wish: ScanOptions
) -> tuple[PrintedDeck, ...]:
    """Return the decks that are being counted, or () while they are unknown."""
    held = Counter(stock.copies[tag].number for tag in counted)
    decks = [deck for deck in stock.decks if not wish.owner or deck.owner == wish.owner]
    if wish.everything:
        return tuple(deck for deck in decks if held[deck.number])
    playable = [deck for deck in decks if deck.playable] or decks
    if len(playable) != 1 and not any(held[deck.number] for deck in playable):
        return ()
    best = max(playable, key=lambda deck: held[deck.number])
    if wish.wanted is None:
        return (best,)
    # A deck built from a list may contain cards of several prints in one colour.
    alike = [d for d in playable if d.owner == best.owner and (held[d.number] or d is best)]
    return tuple(alike)


def places_left(
    stock: PrintedStock, counted: Mapping[str, str], wish: ScanOptions
) -> tuple[int, list[MissingCard]]:
    """Return the number of expected cards, and the cards not seen yet."""
    decks = aimed(stock, counted, wish)
    if wish.wanted is not None:
        have = [stock.copies[t] for t in counted if stock.copies[t].number in _numbers(decks)]
        wanted = cards_of(wish.wanted)
        return len(wanted), _lacking(wanted, have, decks)
    missing = [each for deck in decks for each in _open(stock, deck, counted)]
    return sum(len(_places(deck, counted)) for deck in decks), missing


def judge(stock: PrintedStock, tally: ScanTally, wish: ScanOptions) -> ScanResult:
    """Return the result of a scan."""
    # If no card was read, the deck is unknown, so no card can be reported as missing.
    decks = aimed(stock, tally.counted, wish) if tally.counted else ()
    together = [decks] if wish.wanted is not None else [(deck,) for deck in decks]
    results = [_deck_result(stock, tally, wish, group) for group in together if group]
    copies = tuple(
        CountedCopy(c.tag, c.card, c.copy, c.owner, c.number, c.slot, source)
        for tag, source in tally.counted.items()
        for c in (stock.copies[tag],)
    )
    found = tuple(findings(stock, tally, wish.rules, decks))
    return ScanResult(
        stock.game, wish.rules, tuple(results), copies, found, tuple(tally.sources), wish.settings
    )


def judge_list(deck: Deck, wish: ScanOptions, source: str = "") -> ScanResult:
    """Judge a typed list by the rules, and compare it with the list in `wish`, if any.

    `source` is the typed list's file, if its name differs from the deck's.
    """
    catalog = load_catalog(wish.rules)
    seat = catalog.owners.get(wish.owner, catalog.seats[0])
    missing: list[MissingCard] = []
    over: list[tuple[str, int, int]] = []
    if wish.wanted is not None:
        have, wanted = Counter(cards_of(deck)), Counter(cards_of(wish.wanted))
        missing = [MissingCard(card) for card in (wanted - have).elements()]
        over = [(card, have[card], wanted[card]) for card in have - wanted]
    report = _check(wish, seat, deck)
    sound = _check(wish, seat, _filled(deck, missing)).legal
    lacks, extra = tuple(missing), tuple(over)
    result = DeckResult(
        wish.owner, seat, -1, deck, report, lacks, extra, sound=sound, player=wish.player
    )
    return ScanResult(
        wish.rules, wish.rules, (result,), (), (), (source or deck.name,), wish.settings
    )


def _check(wish: ScanOptions, seat: Seat, deck: Deck) -> DeckReport:
    return load_game(wish.rules).data.check_deck(Setup(wish.rules, wish.settings), seat, deck)


def _deck_result(
    stock: PrintedStock, tally: ScanTally, wish: ScanOptions, decks: Sequence[PrintedDeck]
) -> DeckResult:
    first = decks[0]
    have = [c for tag in tally.counted if (c := stock.copies[tag]).number in _numbers(decks)]
    extras = tuple(c.card for c in have if c.slot == EXTRA_SLOT)
    over: list[tuple[str, int, int]] = []
    if wish.wanted is None:
        deck = as_deck(have, first.name)
        missing = _open(stock, first, tally.counted)
    else:
        deck = _arranged(have, wish.wanted)
        wanted = Counter(cards_of(wish.wanted))
        missing = _lacking(cards_of(wish.wanted), have, decks)
        held = Counter(cards_of(deck))
        over = [(card, held[card], wanted[card]) for card in held - wanted]
    catalog = load_catalog(stock.game)
    seat = catalog.owners.get(first.owner, catalog.seats[0])
    judged = first.playable and stock.game == wish.rules
    report = _check(wish, seat, deck) if judged else None
    sound = not judged or _check(wish, seat, _filled(deck, missing)).legal
    lacks, more, owner, number = tuple(missing), tuple(over), first.owner, first.number
    return DeckResult(owner, seat, number, deck, report, lacks, more, extras, sound, wish.player)


def _arranged(have: Sequence[PrintedCopy], wanted: Deck) -> Deck:
    """Arrange the cards in the list's parts, and other cards in the parts they were printed for."""
    free = {slot: Counter(cards) for slot, cards in wanted.extras.items()}
    main = Counter(wanted.cards)
    parts: dict[str, list[str]] = {}
    # Cards that were printed for a part are the first to fill its places.
    for copy in sorted(have, key=lambda c: not c.slot):
        options = [copy.slot, "", *free] if copy.slot != EXTRA_SLOT else list(free)
        for slot in options:
            room = main if slot == "" else free.get(slot, Counter())
            if room[copy.card]:
                room[copy.card] -= 1
                parts.setdefault(slot, []).append(copy.card)
                break
        else:
            if copy.slot != EXTRA_SLOT:
                parts.setdefault(copy.slot, []).append(copy.card)
    extras = {slot: tuple(cards) for slot, cards in parts.items() if slot}
    return Deck(tuple(parts.get("", ())), extras, wanted.name)


def _open(stock: PrintedStock, deck: PrintedDeck, counted: Container[str]) -> list[MissingCard]:
    """Return the places of a printed deck that no counted card fills."""
    places = _places(deck, counted)
    return [_missing(stock.copies[p[0]]) for p in places if not any(tag in counted for tag in p)]


def _places(deck: PrintedDeck, counted: Container[str]) -> Sequence[tuple[str, ...]]:
    """Return a deck's places that must be filled.

    Cards that come with every deck are required only if one of them was seen. A judge counts a
    deck without them, but a search for lost cards includes them.
    """
    extras = {copy.tag for copy in deck.copies if copy.slot == EXTRA_SLOT}
    if any(tag in counted for tag in extras):
        return deck.places
    return [place for place in deck.places if place[0] not in extras]


def _filled(deck: Deck, missing: Iterable[MissingCard]) -> Deck:
    """Return a deck with its missing cards added."""
    parts = {"": [*deck.cards], **{slot: [*cards] for slot, cards in deck.extras.items()}}
    for one in missing:
        if one.slot != EXTRA_SLOT:
            parts.setdefault(one.slot, []).append(one.card)
    cards = tuple(parts.pop(""))
    return Deck(cards, {slot: tuple(held) for slot, held in parts.items()}, deck.name)


def _numbers(decks: Iterable[PrintedDeck]) -> set[int]:
    return {deck.number for deck in decks}


def _missing(copy: PrintedCopy) -> MissingCard:
    return MissingCard(copy.card, copy.copy, copy.tag, copy.owner, copy.number, copy.slot)


def _lacking(
    wanted: Sequence[str], have: Iterable[PrintedCopy], decks: Sequence[PrintedDeck]
) -> list[MissingCard]:
    """Return the list's cards that were not seen, each as a printed copy if there is one."""
    have = list(have)
    held = {copy.tag for copy in have}
    spare: dict[str, list[PrintedCopy]] = {}
    for deck in decks:
        for copy in deck.copies:
            if copy.tag not in held:
                spare.setdefault(copy.card, []).append(copy)
    lacking = []
    for card in (Counter(wanted) - Counter(copy.card for copy in have)).elements():
        copies = spare.get(card)
        if copies:
            lacking.append(_missing(copies.pop(0)))
        else:
            owner, number = (decks[0].owner, decks[0].number) if decks else ("", -1)
            lacking.append(MissingCard(card, owner=owner, number=number))
    return lacking
