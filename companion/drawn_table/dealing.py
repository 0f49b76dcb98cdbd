"""A fixed deal on a drawn table, for a tutorial: cards change places until they are as wanted."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from companion.drawn_table.drag import open_above
from companion.drawn_table.pieces import Posture, TablePieces
from companion.simulator.stage import HandMove
from rules import Action, Facing


def deal(pieces: TablePieces, cards: Mapping[str, Sequence[str]]) -> None:
    """Exchange cards so that each hand (a seat) or pile (a cell) begins with these cards.

    A pile begins with its top card. Raises `KeyError` for a card that its owner does not have.
    """
    fixed: set[str] = set()
    for place, names in cards.items():
        for number, name in enumerate(names):
            there = _tags(pieces, place)[number]
            owner = pieces.stock.owner[there]
            wanted = next(
                (
                    tag
                    for tag in (there, *_all(pieces, cards))
                    if tag not in fixed
                    and pieces.stock.card[tag] == name
                    and pieces.stock.owner[tag] == owner
                ),
                None,
            )
            if wanted is None:
                raise KeyError(name)
            _exchange(pieces, there, wanted)
            fixed.add(wanted)


def taken_from_hand(pieces: TablePieces, action: Action) -> HandMove | None:
    """Take a card out of a seat's hand, and return the move that places it."""
    hand = pieces.stock.hands.get(action.seat, [])
    tag = next((each for each in hand if pieces.stock.card[each] == action.card), None)
    if tag is None:
        return None
    hand.remove(tag)
    pieces.memory.held[tag] = action.seat
    turn = action.turn or pieces.zones[action.to].turn
    up = action.facing is not Facing.DOWN
    pieces.memory.postures[tag] = Posture(action.seat, turn, up)
    under = open_above(pieces, tag, action.to)
    return HandMove(tag, action.to, action.seat, turn, up, under)


def cards_on(pieces: TablePieces, place: str) -> tuple[str, ...]:
    """Return the cards on a cell or in a hand, the top one first."""
    return tuple(pieces.stock.card[tag] for tag in _tags(pieces, place))


def _tags(pieces: TablePieces, place: str) -> list[str]:
    if place in pieces.stock.hands:
        return pieces.stock.hands[place]
    return pieces.stage.piles.get(place, [])[::-1]


def _all(pieces: TablePieces, cards: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Yield the cards in the hands, in face-down piles, and in the dealt places."""
    for hand in pieces.stock.hands.values():
        yield from hand
    for cell, pile in pieces.stage.piles.items():
        yield from (tag for tag in pile if pieces.hidden(tag) or cell in cards)


def _exchange(pieces: TablePieces, one: str, other: str) -> None:
    """Let two cards change places; their sides and turns stay with the places."""
    if one == other:
        return
    other_of = {one: other, other: one}
    for group in (pieces.stock.hands, pieces.stage.piles):
        for tags in group.values():
            tags[:] = [other_of.get(tag, tag) for tag in tags]
    memory = pieces.memory
    memory.postures = {other_of.get(tag, tag): each for tag, each in memory.postures.items()}
    memory.held = {other_of.get(tag, tag): each for tag, each in memory.held.items()}
    memory.taken = {other_of.get(tag, tag): each for tag, each in memory.taken.items()}
    memory.seen = {other_of.get(tag, tag): each for tag, each in memory.seen.items()}
    scene = pieces.stage.scene
    swapped = (replace(each, tag=other_of.get(each.tag, each.tag)) for each in scene.pieces)
    pieces.stage.scene = replace(scene, pieces=tuple(swapped))
