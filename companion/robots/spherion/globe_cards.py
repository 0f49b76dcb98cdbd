"""Spherion's cards on the table, and their identities.

In the *true* match every card is known; the *seen* match contains only public knowledge, like a
referee's. `KnownFaces` identifies the cards, hands change the table to the seen match's layout, and
requested cards are turned up.

The true match is often ahead, because it need not wait for a requested card. For each seat, both
have the same events in the same order. This module pairs each event that names a card in the true
match with the seen match's event that hides it.
"""

from collections import defaultdict, deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from companion.robots.acting import Acting
from companion.robots.paper_hands import PaperHands, backs
from companion.simulator.stage import HandMove, SceneFrame
from rules import CHANCE, UNKNOWN, Action, Event, Layout, PlacedCard, PrintedCard, Seat

_RESULTS: Final = {"S": "star", "A": "arrow", "C": "card", "H": "hammer"}
_PAIRED: Final = frozenset(("played", "drawn", "put_back"))
_UNIT: Final = "token.unit."


class GlobeCards:
    """Both matches of Spherion, and the hands that show them on the table."""

    def __init__(self, acting: Acting, cards: Sequence[PrintedCard]) -> None:
        """Deal in both matches, and place the initial cards."""
        self._acting, self._stage = acting, acting.stage
        self._true, self._seen, self._game = acting.true, acting.seen, acting.game
        self._truth = KnownFaces()
        for hidden in acting.hidden_chance():
            self.fall()
            self.see(hidden)
        rails = [cell.id for cell in acting.stage.mat.cells if ".rail." in cell.id]
        self.hands = PaperHands(acting, cards, self._unveiled(), rails)

    def _unveiled(self) -> Layout:
        """Return the table's layout with every card named."""
        true = self._true.state
        pile = true.pile if true.turn else true.config.pile
        return self._truth.layout(self._game.table.layout(self._seen.state), self._seen.state, pile)

    def fall(self) -> Action:
        """Perform chance's action in the true match."""
        action = self._acting.lot()
        self.know(action)
        return action

    def know(self, action: Action) -> None:
        """Apply an action in the true match."""
        self._truth.know(self._true.play(action).events)
        if self._true.state.phase == "mix":
            self.fall()

    def see(self, action: Action) -> None:
        """Apply an action in the seen match."""
        self._truth.see(self._seen.play(action).events)

    def throw(self) -> Generator[SceneFrame, None, Action]:
        """Show the results of a throw with tokens, placed together off the mat."""
        fallen = self.fall()
        seat = fallen.to
        tags = [
            self.hands.stock.from_box(f"token.die.{_RESULTS[face]}", "") for face in fallen.value
        ]
        results = [HandMove(tag, f"{seat}.control", seat) for tag in tags if tag]
        yield from self.hands.show(results, seat)
        return replace(fallen, value="".join(sorted(fallen.value, key="SACH".index)))

    def follow(self, seat: Seat) -> Iterator[SceneFrame]:
        """Change the table to the seen match's layout."""
        yield from self.hands.follow(self._unveiled(), seat)

    def asked(self) -> Action | None:
        """Return the true match's answer if the seen match asks for a card's face or ability."""
        ask = self._seen.state.ask
        if ask is None or self._seen.outcome is not None or ask.kind == "jkp":
            return None
        legal = list(self._game.legal(self._seen.state))
        if ask.kind == "face":
            card = self._identity(ask)
            return next(a for a in legal if a.at == ask.cell and a.card == card)
        true = self._true.state.ask
        if true is not None and true.kind == "target" and true.options == ask.options:
            return None
        acting = [a for a in legal if self._springs(a)]
        return acting[0] if acting else next(a for a in legal if a.value == "none")

    def _springs(self, choice: Action) -> bool:
        """Return True if the card on a cell is the triggered trap, or ignores the wall."""
        state, cards = self._seen.state, self._seen.state.config.cards
        at = state.config.globe.index.get(choice.value)
        return any(
            unit is not None
            and unit.cell == at
            and _acts(cards[self._truth.units[seat, str(slot)]])
            for seat, player in zip(self._acting.seats, state.players, strict=True)
            for slot, unit in enumerate(player.units)
            if slot and unit is not None and not unit.up
        )

    def _identity(self, ask: Any) -> str:  # noqa: ANN401 - the game's own type
        """Return the id of the card that the game asks to be turned up."""
        if ask.seat >= len(self._acting.seats):
            return self._truth.powerups[ask.cell]
        state, seat = self._seen.state, self._acting.seats[ask.seat]
        at = state.config.globe.index[ask.cell]
        down = [
            (slot, unit)
            for slot, unit in enumerate(state.players[ask.seat].units)
            if unit is not None and not unit.up
        ]
        slots = [slot for slot, unit in down if at in (unit.cell, unit.origin)]
        slot = slots[0] if slots else next(s for s, u in down if u.cell == u.origin)
        return self._truth.units[seat, str(slot)]

    def turning_up(self, flip: Action) -> HandMove:
        """Return the move that turns a card up, or places one from the hand."""
        pile = self._stage.piles.get(flip.at, [])
        seat = flip.seat if flip.seat != CHANCE else ""
        for at, tag in enumerate(pile):
            card, owner = self.hands.stock.card[tag], self.hands.stock.owner[tag]
            placed = self._stage.scene.find(tag)
            if card == flip.card and owner == seat and placed is not None and not placed.face_up:
                turn = self._quarter(placed.rotation_deg, seat or self._acting.seats[0])
                # a power-up is placed on top so that it is visible
                above = len(pile) - 1 - at if seat else 0
                return HandMove(tag, flip.at, seat or self._acting.seats[0], turn, under=above)
        held = self.hands.stock.from_hand(seat, flip.card)
        if held is None:
            raise LookupError(f"no paper for {flip}")
        return HandMove(held, flip.at, seat)

    def _quarter(self, degrees: float, seat: Seat) -> int:
        return round((degrees - self._stage.seat_turns[seat]) / 90) % 4


@dataclass(slots=True)
class KnownFaces:
    """The cards of one match: units by seat and number, power-ups by cell, unordered decks."""

    units: dict[tuple[Seat, str], str] = field(default_factory=dict)
    powerups: dict[str, str] = field(default_factory=dict)
    decks: dict[Seat, list[str]] = field(default_factory=dict)
    _ahead: dict[tuple[str, Seat], deque[str]] = field(default_factory=lambda: defaultdict(deque))

    def know(self, events: Iterable[Event]) -> None:
        """Record the events of the true match."""
        for event in events:
            if event.kind in _PAIRED:
                self._ahead[event.kind, event.seat].append(event.card)
            elif event.kind == "spawned":
                self.powerups[event.cell] = event.card
            elif event.kind == "shuffled":
                self.decks.setdefault(event.seat, list(event.items))

    def see(self, events: Iterable[Event]) -> None:
        """Record the events of the seen match."""
        for event in events:
            if event.kind not in _PAIRED:
                continue
            card = self._ahead[event.kind, event.seat].popleft()
            if event.kind == "played":
                self.units[event.seat, event.to] = card
            elif event.kind == "drawn":
                self.decks[event.seat].remove(card)
            else:
                self.decks[event.seat].append(card)

    def layout(self, layout: Layout, seen: Any, pile: Sequence[str]) -> Layout:  # noqa: ANN401 - the game's own type
        """Return a layout with every card named; `pile`: the neutral cards in order."""
        found = {cell: self._named(cell, placed) for cell, placed in layout.items()}
        for seat, player in zip(self.decks, seen.players, strict=True):
            found[f"{seat}.deck"] = backs(self.decks[seat], seat)
            found[f"{seat}.extra"] = backs(player.extra, seat)
        found["pile"] = backs(pile, "")
        return found

    def _named(self, cell: str, pile: tuple[PlacedCard, ...]) -> tuple[PlacedCard, ...]:
        return tuple(
            replace(placed, card=self._card(cell, placed, pile[n:]))
            if placed.card == UNKNOWN
            else placed
            for n, placed in enumerate(pile)
        )

    def _card(self, cell: str, placed: PlacedCard, above: tuple[PlacedCard, ...]) -> str:
        """Return a unit's card by the number token on it; a card without an owner is a power-up."""
        if not placed.owner:
            return self.powerups.get(cell, UNKNOWN)
        numbers = (each.card for each in above if each.card.startswith(_UNIT))
        number = next(numbers, _UNIT).removeprefix(_UNIT)
        return self.units.get((placed.owner, number), UNKNOWN)


def _acts(card: Any) -> bool:  # noqa: ANN401 - the game's own type
    return "dm_hit" in card.conditions or (card.effect is not None and card.effect.op == "phase")
