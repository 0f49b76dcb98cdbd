"""Orders on a printed rail: cards placed face down and turned over step by step.

A slot of a rail has one order (SPH-17.3): the actor and the action, as small cards. For a card from
the hand, that card is in the slot as it is to be played, with its direction; for a fusion, the
resulting card. A fusion's direction depends on both units' places when the slot is read. Robots
therefore write a fusion into the first slot only, before anything can move.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from companion.simulator.card_supply import CardSupply, is_piece
from companion.simulator.stage import HandMove, Stage
from rules import Action, PlacedCard, Seat
from rules.core.candidate_actions import Change

_PLAYED: Final = ("summon", "set")
_FUSION: Final = "fuse"
Read = Callable[[tuple[Change, ...]], Iterable[Action]]
"""Returns the meanings of placed cards."""


class Rails:
    """Both seats' rails."""

    def __init__(self, stage: Stage, stock: CardSupply, read: Read) -> None:
        """Take empty rails at `stage`; `read` returns the cards' meanings in the current match."""
        self._stage = stage
        self._stock = stock
        self._read = read

    def fits(self, seat: Seat, number: int, order: str) -> bool:
        """Return True if a slot can hold an order and there is a card for each of its parts."""
        if order.startswith(_FUSION) and (number > 1 or self._fusion(seat, order) is None):
            return False
        words = self._words(seat, order)
        box = [self._stock.card[tag] for tag in self._stock.box if self._stock.owner[tag] == seat]
        return bool(words) and all(box.count(word) >= words.count(word) for word in words)

    def fill(self, seat: Seat, number: int, order: str) -> list[HandMove]:
        """Return the moves that write an order into a slot, face down."""
        place, kind = _slot(seat, number), order.partition(":")[0]
        found = []
        if kind in _PLAYED:
            _, card, _, _, *rest = order.split(":")
            tag = self._stock.from_hand(seat, card)
            if tag is not None:
                sideways = int(rest[:1] == ["defence"])
                found.append(HandMove(tag, place, seat, sideways, face_up=False))
        elif kind == _FUSION and (fusion := self._fusion(seat, order)) is not None:
            found.append(HandMove(fusion, place, seat, face_up=False))
        for word in self._words(seat, order):
            tag = self._stock.from_box(word, seat)
            if tag is not None:
                found.append(HandMove(tag, place, seat, face_up=False))
        return found

    def turn_over(self, seat: Seat, number: int, order: str) -> list[HandMove]:
        """Return the moves that turn an order's cards up; cards played face down stay so."""
        place = _slot(seat, number)
        found = []
        for tag in list(self._stage.piles.get(place, ())):
            if is_piece(self._stock.card[tag]):
                found.append(HandMove(tag, place, seat))
            elif ":up" in order or order.startswith(_FUSION):
                turned = ":defence" in order
                found.append(HandMove(tag, place, seat, int(turned)))
        return sorted(found, key=lambda hand_move: is_piece(self._stock.card[hand_move.tag]))

    def clear(self, seat: Seat, number: int) -> list[HandMove]:
        """Return the moves that clear an order's small cards; a hand's card becomes available."""
        found = []
        for tag in self._stage.piles.get(_slot(seat, number), ()):
            self._stock.home(tag, seat)
            if is_piece(self._stock.card[tag]):
                found.append(HandMove(tag))
        return found

    def _fusion(self, seat: Seat, order: str) -> str | None:
        """Return the paper of a fusion's result from the seat's extra deck, or None."""
        card = order.rpartition(":")[2]
        extra = self._stage.piles.get(f"{seat}.extra", ())
        return next((tag for tag in extra if self._stock.card[tag] == card), None)

    def _words(self, seat: Seat, order: str) -> list[str]:
        """Return the small cards that write an order; none if cards cannot express it."""
        if order.startswith(_FUSION):
            return self._towards(seat, order)
        return list(_spelled(*order.split(":")))

    def _towards(self, seat: Seat, order: str) -> list[str]:
        """Return the small cards of a fusion, with the direction that yields this order."""
        _, unit, _, card = order.split(":")
        for way in range(6):
            words = [_actor(unit), f"ctl.fuse.{way}"]
            changes = (
                Change(_slot(seat, 1), None, PlacedCard(word, seat)) for word in (*words, card)
            )
            if any(action.value == order for action in self._read(tuple(changes))):
                return words
        return []


def _slot(seat: Seat, number: int) -> str:
    return f"{seat}.rail.{number}"


def _spelled(kind: str, *parts: str) -> Iterator[str]:
    match kind, *parts:
        case ["wait"]:
            yield "ctl.wait"
        case ["move", unit, direction]:
            yield from (_actor(unit), f"ctl.move.{direction}")
        case ["flip" | "turn", unit]:
            yield from (_actor(unit), f"ctl.{kind}")
        case ["set", _, direction, _]:
            yield f"ctl.place.{direction}"
        case ["summon", _, direction, facing, position, *tributes]:
            yield f"ctl.place.{direction}"
            yield from (_actor(unit) for each in tributes for unit in each.split("+"))
            if (facing, position, tributes) == ("down", "attack", []):
                yield "ctl.dm"  # otherwise it would read as a spell or trap being set


def _actor(unit: str) -> str:
    return "ctl.dm" if unit == "dm" else f"ctl.unit.{unit}"
