"""Finds the piece and the place that declare an action.

The game's own `candidate_actions` are searched backwards. For an action every piece of a seat is
tried on every place off the field; the first placement that means exactly that action is used. A
card chosen out of a pile is shown on the seat's control place; a card chosen on the field gets a
piece on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules import CHANCE, Action, Game, PlacedCard, PrintedCard, Seat, TableForm, Verb
from rules.core.candidate_actions import Change


@dataclass(frozen=True, slots=True)
class Saying:
    """A piece, or a card, that declares an action when placed on `cell`."""

    card: str
    cell: str
    owner: Seat


def pieces_of(cards: Sequence[PrintedCard], owners: Mapping[str, Seat]) -> dict[Seat, list[str]]:
    """Return the ids of pieces and control cards by seat; those under "" are shared."""
    found: dict[Seat, list[str]] = {}
    for card in cards:
        if card.card.startswith(("token.", "ctl.")):
            names = found.setdefault(owners.get(card.owner, ""), [])
            if card.card not in names:
                names.append(card.card)
    return found


class Sayings:
    """The declarations by pieces off the field in one state; each is computed once."""

    def __init__(
        self,
        game: Game[Any],
        state: Any,  # noqa: ANN401 - the game's own
        form: TableForm,
        pieces: Mapping[Seat, Sequence[str]],
    ) -> None:
        self.state = state
        self._game, self._form, self._pieces = game, form, pieces
        self._meant: dict[Saying, frozenset[Action]] = {}

    def say(self, action: Action) -> Saying | None:
        """Return the piece that declares `action`, or None."""
        return _first(self._form, self._pieces, action, self._meaning)

    def _meaning(self, saying: Saying) -> frozenset[Action]:
        found = self._meant.get(saying)
        if found is None:
            found = frozenset(_meaning(self._game, self.state, saying))
            self._meant[saying] = found
        return found


def say(
    game: Game[Any],
    state: Any,  # noqa: ANN401 - (same)
    form: TableForm,
    pieces: Mapping[Seat, Sequence[str]],
    action: Action,
) -> Saying | None:
    """Return the piece that declares one `action`, or None."""
    return _first(form, pieces, action, lambda saying: _meaning(game, state, saying))


def _meaning(
    game: Game[Any],
    state: Any,  # noqa: ANN401 - (same)
    saying: Saying,
) -> Iterable[Action]:
    """Return the actions that a piece's placement may mean."""
    return game.candidate_actions(
        state, (Change(saying.cell, None, PlacedCard(saying.card, saying.owner)),)
    )


def _first(
    form: TableForm,
    pieces: Mapping[Seat, Sequence[str]],
    action: Action,
    meaning: Callable[[Saying], Iterable[Action]],
) -> Saying | None:
    seat = action.to if action.seat == CHANCE else action.seat
    for saying in _ways(form, pieces, seat, action):
        if action in meaning(saying):
            return saying
    tracked = {zone.cell for zone in form.zones if zone.tracked}
    own = [*pieces.get(seat, ()), *pieces.get("", ())]
    if action.verb is Verb.CHOOSE and action.value in tracked and own:
        piece = next((p for p in own if p.startswith("token.")), own[0])
        return Saying(piece, action.value, seat)
    return None


def _ways(
    form: TableForm, pieces: Mapping[Seat, Sequence[str]], seat: Seat, action: Action
) -> Iterator[Saying]:
    places = [z.cell for z in form.zones if not z.tracked and z.owner == seat]
    places += [z.cell for z in form.zones if not z.tracked and z.owner != seat]
    for owner in (seat, ""):
        for piece in pieces.get(owner, ()):
            for cell in places:
                yield Saying(piece, cell, seat)
    if action.verb is Verb.CHOOSE and action.value:
        yield Saying(action.value, f"{seat}.control", seat)
