"""Search for the token and the place that declare an action.

This inverts the game's `candidate_actions`: every token or control card of a seat is tried on every
place off the field, and the first placement that means exactly the given action is used. A card
chosen from a pile is shown in the seat's control zone; for a card chosen on the field, a token is
placed on it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
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
    """The declarations that tokens off the field can make in one state. Each is computed once."""

    def __init__(
        self,
        game: Rules[Any],
        state: Any,  # noqa: ANN401 - the game's own type
        form: TableForm,
        pieces: Mapping[Seat, Sequence[str]],
    ) -> None:
        self.state = state
        self._game, self._form, self._pieces = game, form, pieces
        self._found: dict[Seat, dict[Action, Saying]] = {}
        self._untried: dict[Seat, Iterator[Saying]] = {}

    def say(self, action: Action) -> Saying | None:
        """Return the token that declares `action`, or None."""
        saying = self._piece(_speaker(action), action)
        if saying is None:
            others = _own_card(action)
            saying = next((s for s in others if action in self._meaning(s)), None)
        return saying or _touch(self._form, self._pieces, action)

    def _piece(self, seat: Seat, action: Action) -> Saying | None:
        """Try a seat's tokens in order until one declares `action`; cache the others' meanings."""
        found = self._found.setdefault(seat, {})
        if seat not in self._untried:
            self._untried[seat] = _pieces_placed(self._form, self._pieces, seat)
        while action not in found:
            saying = next(self._untried[seat], None)
            if saying is None:
                return None
            for meant in self._meaning(saying):
                found.setdefault(meant, saying)
        return found[action]

    def _meaning(self, saying: Saying) -> Iterable[Action]:
        """Return the actions that a token's placement may mean."""
        change = Change(saying.cell, None, PlacedCard(saying.card, saying.owner))
        return self._game.candidate_actions(self.state, (change,))


def _speaker(action: Action) -> Seat:
    return action.to if action.seat == CHANCE else action.seat


def _touch(form: TableForm, pieces: Mapping[Seat, Sequence[str]], action: Action) -> Saying | None:
    """Return a token placed on the cell that an action chooses, or None if it chooses none."""
    seat = _speaker(action)
    tracked = {zone.cell for zone in form.zones if zone.tracked}
    own = (p for p in (*pieces.get(seat, ()), *pieces.get("", ())) if p.startswith("token."))
    if action.verb is Verb.CHOOSE and action.value in tracked and (piece := next(own, None)):
        return Saying(piece, action.value, seat)
    return None


def _pieces_placed(
    form: TableForm, pieces: Mapping[Seat, Sequence[str]], seat: Seat
) -> Iterator[Saying]:
    """Yield each of a seat's tokens at each place off the field, the seat's own places first.

    Control cards have places of their own.
    """
    off_field = (zone for zone in form.zones if not zone.tracked)
    places = sorted(off_field, key=lambda zone: zone.owner != seat)
    for piece in (*pieces.get(seat, ()), *pieces.get("", ())):
        for zone in places:
            if not piece.startswith("ctl.") or zone.cell.endswith(".control"):
                yield Saying(piece, zone.cell, seat)


def _own_card(action: Action) -> Iterator[Saying]:
    """Yield the card that an action chooses, in its seat's control zone."""
    if action.verb is Verb.CHOOSE and action.value:
        seat = _speaker(action)
        yield Saying(action.value, f"{seat}.control", seat)
