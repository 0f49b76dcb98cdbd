"""Hands of Spherion's robots, and the identities of their papers.

Two equal matches run in parallel. In the *true* one every card is known; the *seen* one has public
knowledge, as a referee's. `KnownFaces` identifies the papers, `TableSync` brings the table to the
seen match's layout, and requested faces are turned up.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from companion.referee.explain.hidden_chance import unseen_chance
from companion.robots.acting import Behaviour, RobotPlayers
from companion.robots.declarations import Saying, pieces_of, say
from companion.robots.spherion.known_faces import KnownFaces
from companion.robots.spherion.rails import Rails
from companion.robots.sync_table import TableSync
from companion.simulator.card_supply import CardSupply
from companion.simulator.hand_moves import perform
from companion.simulator.private_inputs import PrivateInput
from companion.simulator.stage import HandMove, SceneFrame, Stage
from rules import CHANCE, Action, Deck, Facing, Layout, Match, PrintedCard, Seat
from rules.core.candidate_actions import Change

_RESULTS: Final = {"S": "star", "A": "arrow", "C": "card", "H": "hammer"}


class GlobeHands(RobotPlayers):
    """Two robots at a globe: their papers, and their hand moves."""

    def __init__(
        self,
        true: Match[Any],
        seen: Match[Any],
        stage: Stage,
        cards: Sequence[PrintedCard],
        rng: random.Random,
        behaviour: Behaviour | None = None,
        *,
        lot: Callable[[int], int],
    ) -> None:
        """Seat both; `lot` draws the same lots as the referee."""
        super().__init__(seen, stage, rng, behaviour)
        self._true, self._table, self._lot = true, stage, lot
        self._form = self._game.table(seen.setup)
        self._seats = [seat for seat in self._game.seats(seen.setup) if seat != CHANCE]
        decks = {seat: _whole(deck) for seat, deck in seen.setup.decks.items()}
        self._stock = CardSupply(cards, self._form.owners, decks)
        rails = [cell for cell in self._cells if ".rail." in cell]
        self._table_sync = TableSync(stage, self._stock, self._field, rails)
        self._rails = Rails(stage, self._stock, self._read)
        self._kept = seen.setup.settings.get("orders", "companion")
        self._written: dict[Seat, list[str]] = {seat: [] for seat in self._seats}
        self._pieces = pieces_of(cards, self._form.owners)
        self._truth = KnownFaces()

    def _set_up(self) -> None:
        while (hidden := unseen_chance(self._game, self._match.state)) is not None:
            self._fall()
            self._see(hidden)
        for cell, pile in self._unveiled().items():
            for lying in pile if cell in self._cells else ():
                tag = self._stock.lay_out(lying)
                if tag is not None:
                    seat = lying.owner or self._seats[0]
                    up = lying.facing is Facing.UP
                    self._table.do(HandMove(tag, cell, seat, lying.turn, up))
        self._stock.deal(self._seats)

    def _unveiled(self) -> Layout:
        """Return the table's layout with every card named."""
        true = self._true.state
        pile = true.pile if true.turn else true.config.pile
        return self._truth.layout(self._layout(), self._match.state, pile)

    def _fall(self) -> Action:
        """Perform chance's action in the true match."""
        action = self._game.sample(self._true.state, lambda n: int(self._rng.random() * n))
        self._know(action)
        return action

    def _know(self, action: Action) -> None:
        self._truth.know(self._true.play(action).events)
        if self._true.state.phase == "mix":
            self._fall()

    def _see(self, action: Action) -> None:
        self._truth.see(self._match.play(action).events)

    def _throw(self) -> Generator[SceneFrame, None, Action]:
        """Place the results of a throw off the mat together, as pieces."""
        fallen = self._fall()
        seat = fallen.to
        tags = [self._stock.from_box(f"token.die.{_RESULTS[face]}", "") for face in fallen.value]
        laid = [HandMove(tag, f"{seat}.control", seat) for tag in tags if tag]
        yield from perform(self._table, seat, laid)
        yield from self._wait(self._behaviour.settle_s)
        return replace(fallen, value="".join(sorted(fallen.value, key="SACH".index)))

    def _say(self, action: Action) -> Iterator[SceneFrame]:
        saying = say(self._game, self._match.state, self._form, self._pieces, action)
        if saying is None:
            raise LookupError(f"no piece says {action}: {self._match.state.ask}")
        yield from self._speak(saying, action.seat)

    def _speak(self, saying: Saying, seat: Seat) -> Iterator[SceneFrame]:
        """Place the declaring piece; it stays until hands move on."""
        stock, owner = self._stock, saying.owner
        tag = stock.from_box(saying.card, owner) or stock.from_hand(owner, saying.card)
        tag = tag or self._stock.among(self._table.piles.values(), saying.card)
        yield from perform(self._table, seat, [HandMove(tag, saying.cell, saying.owner or seat)])
        yield from self._wait(self._behaviour.settle_s)

    def _enter_privately(self, action: Action) -> Iterator[SceneFrame]:
        self.pages.write(PrivateInput(self._stage.now, action.seat, action.verb, action.value))
        yield self._stage.tick()
        yield self._stage.tick()

    def _follow(self, seat: Seat) -> Iterator[SceneFrame]:
        """Bring the table to the seen match's layout."""
        hand_moves = self._table_sync.hand_moves(self._unveiled(), seat, [])
        yield from perform(self._table, seat, hand_moves)
        yield from self._wait(self._behaviour.settle_s)

    def _asked(self) -> Action | None:
        """Return the answer to the seen match's request from the true one: a face, or a trap."""
        ask = self._match.state.ask
        if ask is None or self._match.outcome is not None or ask.kind == "jkp":
            return None
        legal = list(self._game.legal(self._match.state))
        if ask.kind == "face":
            card = self._identity(ask)
            return next(a for a in legal if a.at == ask.cell and a.card == card)
        true = self._true.state.ask
        if true is not None and true.kind == "target" and true.options == ask.options:
            return None
        acting = [a for a in legal if self._springs(a)]
        return acting[0] if acting else next(a for a in legal if a.value == "none")

    def _springs(self, choice: Action) -> bool:
        """Return True if the card on a cell is the trap that acts now."""
        state = self._match.state
        at = state.config.globe.index.get(choice.value)
        return any(
            unit is not None
            and unit.cell == at
            and "dm_hit" in state.config.cards[self._truth.units[seat, str(slot)]].conditions
            for seat, player in zip(self._seats, state.players, strict=True)
            for slot, unit in enumerate(player.units)
            if slot and unit is not None and not unit.up
        )

    def _identity(self, ask: Any) -> str:  # noqa: ANN401 - the game's own
        """Return the card whose face is requested."""
        if ask.seat >= len(self._seats):
            return self._truth.powerups[ask.cell]
        state, seat = self._match.state, self._seats[ask.seat]
        at = state.config.globe.index[ask.cell]
        down = [
            (slot, unit)
            for slot, unit in enumerate(state.players[ask.seat].units)
            if unit is not None and not unit.up
        ]
        lying = [slot for slot, unit in down if at in (unit.cell, unit.origin)]
        slot = lying[0] if lying else next(s for s, u in down if u.cell == u.origin)
        return self._truth.units[seat, str(slot)]

    def _turning_up(self, flip: Action) -> HandMove:
        """Return the move that turns a card up, or places one from the hand."""
        pile = self._table.piles.get(flip.at, [])
        seat = flip.seat if flip.seat != CHANCE else ""
        for at, tag in enumerate(pile):
            card, owner = self._stock.card[tag], self._stock.owner[tag]
            lying = self._stage.scene.find(tag)
            if card == flip.card and owner == seat and lying is not None and not lying.face_up:
                turn = self._quarter(lying.rotation_deg, seat or self._seats[0])
                # a power-up is placed on top, to be visible
                above = len(pile) - 1 - at if seat else 0
                return HandMove(tag, flip.at, seat or self._seats[0], turn, under=above)
        held = self._stock.from_hand(seat, flip.card)
        if held is None:
            raise LookupError(f"no paper for {flip}")
        return HandMove(held, flip.at, seat)

    def _read(self, changes: tuple[Change, ...]) -> Iterable[Action]:
        return self._game.candidate_actions(self._match.state, changes)

    def _quarter(self, degrees: float, seat: Seat) -> int:
        return round((degrees - self._table.seat_turns[seat]) / 90) % 4


def _whole(deck: Deck) -> Deck:
    """Return a deck with all cards printed for it, in one list."""
    extras = (card for name, cards in deck.extras.items() if name != "side" for card in cards)
    return replace(deck, cards=(*deck.cards, *extras))
