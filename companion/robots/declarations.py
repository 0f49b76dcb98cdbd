"""Search for the token and the place that declare an action.

This inverts the game's `candidate_actions`: every token or control card of a seat is tried on every
place off the field, and the first placement that means exactly the given action is used. A card
chosen from a pile is shown in the seat's control zone; for a card chosen on the field, a token is
placed on it.
"""

import functools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from rules import CHANCE, Action, PlacedCard, PrintedCard, Rules, Seat, TableForm, Verb
from rules.core.candidate_actions import Change


@dataclass(frozen=True, slots=True)
class Saying:
    """A token or card that declares an action when placed on `cell`."""

    card: str
    cell: str
    owner: Seat


def pieces_of(cards: Sequence[PrintedCard], owners: Mapping[str, Seat]) -> dict[Seat, list[str]]:
    """Return the ids of tokens and control cards by seat; those under "" are shared."""
    found: dict[Seat, list[str]] = {}
    for card in cards:
        if card.card.startswith(("token.", "ctl.")):
            names = found.setdefault(owners.get(card.owner, ""), [])
            if card.card not in names:
                names.append(card.card)
    return found


class Sayings:
    """The declarations that tokens off the field can make in one state."""

    def __init__(
        self,
        game: Rules[Any],
        state: Any,  # noqa: ANN401 - the game's own type
        form: TableForm,
        pieces: Mapping[Seat, Sequence[str]],
    ) -> None:
        self.state = state
        self._game, self._form, self._pieces = game, form, pieces
        self._meaning = functools.cache(self._meant)

    def say(self, action: Action) -> Saying | None:
        """Return the first token that declares `action`, or None."""
        seat = action.to if action.seat == CHANCE else action.seat
        pieces = (*self._pieces.get(seat, ()), *self._pieces.get("", ()))
        chosen = action.value if action.verb is Verb.CHOOSE else ""
        own_card = [Saying(chosen, f"{seat}.control", seat)] if chosen else []
        for saying in chain(self._placed(pieces, seat), own_card):
            if action in self._meaning(saying):
                return saying
        token = next((piece for piece in pieces if piece.startswith("token.")), None)
        on_field = any(zone.tracked and zone.cell == chosen for zone in self._form.zones)
        return Saying(token, chosen, seat) if token and on_field else None

    def _placed(self, pieces: Iterable[str], seat: Seat) -> Iterator[Saying]:
        """Yield each piece at each place off the field, the seat's own places first.

        Control cards have places of their own.
        """
        off_field = (zone for zone in self._form.zones if not zone.tracked)
        places = sorted(off_field, key=lambda zone: zone.owner != seat)
        for piece in pieces:
            for zone in places:
                if not piece.startswith("ctl.") or zone.cell.endswith(".control"):
                    yield Saying(piece, zone.cell, seat)

    def _meant(self, saying: Saying) -> tuple[Action, ...]:
        """Return the actions that a token's placement may mean."""
        change = Change(saying.cell, None, PlacedCard(saying.card, saying.owner))
        return tuple(self._game.candidate_actions(self.state, (change,)))
