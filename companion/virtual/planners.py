"""People who play Spherion: secret orders, a maze, dice, and cards that only their owner knows.

Theory of operation
-------------------
Two matches of the same play go side by side.  In the *true* one every card is known: it says what
a player may choose.  The *seen* one knows what everybody at the table knows, as a referee does.
One decision goes

    choose in the true match → its masked word in the seen match, said with a piece or on a page
    → what the seen match still asks for is shown → hands bring the table to its layout

so the script is, word for word, what the referee should say.  `Unveiled` keeps which paper is
which.  The maze and the cells of power-ups are the referee's lots; players who draw by the same
seed draw the same (`companion.virtual.pages.lots`).

How orders are kept secret is the match's setting, and each way has its own hands: `_ordered`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from companion.referee.chances import unseen_chance
from companion.virtual.acting import Acting, Manners
from companion.virtual.errands import Errand, ErrandStage
from companion.virtual.pages import Whisper
from companion.virtual.script import DeedKind
from companion.virtual.spoken import Saying, pieces_of, say
from companion.virtual.stage import Tick
from companion.virtual.stock import Stock
from companion.virtual.unveiled import Unveiled
from companion.virtual.upkeep import Upkeep
from rules import (
    CHANCE,
    UNKNOWN,
    Action,
    Change,
    Deck,
    Facing,
    Layout,
    Lying,
    Match,
    PrintedCard,
    Seat,
    Status,
    Verb,
)
from rules.playout import greedy_policy

__all__ = ["Planners"]

_SIGNS: Final = ("rock", "paper", "scissors", "claim")
_RESULTS: Final = {"S": "star", "A": "arrow", "C": "card", "H": "hammer"}
_LATE_S: Final = 33.0
_LATE: Final = 0.04
_KEEN: Final = 0.6
_MOST: Final = 40
_ORDERS: Final = 4
_ENOUGH: Final = 0.15
_NEVER: Final = ("flip:dm", "turn:dm", "turn:5", "flip:4", "fuse:1:1:X02", "move:dm:0", "move:9:9")
"""Orders that are often wrong."""


class Planners(Acting):
    """One match of Spherion acted out."""

    def __init__(
        self,
        true: Match[Any],
        seen: Match[Any],
        stage: ErrandStage,
        cards: Sequence[PrintedCard],
        rng: random.Random,
        manners: Manners | None = None,
        *,
        lot: Callable[[int], int],
    ) -> None:
        """Seat both; `lot` draws what the referee draws."""
        super().__init__(seen, stage, rng, manners)
        self._true, self._table, self._lot = true, stage, lot
        self._form = self._game.table(seen.setup)
        self._seats = [seat for seat in self._game.seats(seen.setup) if seat != CHANCE]
        decks = {seat: _whole(deck) for seat, deck in seen.setup.decks.items()}
        self._stock = Stock(cards, self._form.owners, decks)
        self._upkeep = Upkeep(stage, self._stock, self._field)
        self._pieces = pieces_of(cards, self._form.owners)
        self._truth = Unveiled()

    # The table.

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
                    self._table.do(Errand(tag, cell, seat, lying.turn, up))
        self._stock.deal(self._seats)

    def _unveiled(self) -> Layout:
        """How the table should lie, with every card named."""
        true = self._true.state
        pile = true.pile if true.turn else true.config.pile
        return self._truth.layout(self._layout(), self._match.state, pile)

    def _fall(self) -> Action:
        """Chance in the true match."""
        action = self._game.sample(self._true.state, lambda n: int(self._rng.random() * n))
        self._know(action)
        return action

    def _know(self, action: Action) -> None:
        self._truth.know(self._true.play(action).events)
        if self._true.state.phase == "mix":
            self._fall()

    def _see(self, action: Action) -> None:
        self._truth.see(self._match.play(action).events)

    def _chance(self) -> Iterator[Tick]:
        while self._to_chance():
            state, begun = self._match.state, self._stage.now
            if self._game.deals(state):
                action = self._game.sample(state, self._lot)
                self._know(action)
            elif (hidden := unseen_chance(self._game, state)) is not None:
                self._fall()
                action = hidden
            else:
                action = yield from self._throw()
            self._see(action)
            if action.verb is Verb.ROLL:
                self._note(DeedKind.CONTROL, CHANCE, begun, action=str(action))
            yield from self._shown(action.to or self._rng.choice(self._seats))

    def _throw(self) -> Generator[Tick, None, Action]:
        """Dice are thrown beside the mat, and their results laid down together."""
        fallen = self._fall()
        seat = fallen.to
        tags = [self._stock.from_box(f"token.die.{_RESULTS[face]}", "") for face in fallen.value]
        laid = [Errand(tag, f"{seat}.control", seat) for tag in tags if tag]
        yield from self._table.visit(seat, laid)
        yield from self._wait(self._manners.settle_s)
        return replace(fallen, value="".join(sorted(fallen.value, key="SACH".index)))

    # One decision.

    def _decision(self) -> Iterator[Tick]:
        action = self._choice()
        manners, rng = self._manners, self._rng
        at_leisure = self._game.silence(self._match.state) is None
        if at_leisure and rng.random() < manners.distraction:
            yield from self._distraction(action.seat)
        if at_leisure and rng.random() < manners.blunder:
            yield from self._slip(action.seat)
        if not at_leisure and rng.random() < _LATE:
            action = Action(action.seat, Verb.PASS)
        yield from self._act(action)

    def _choice(self) -> Action:
        state, rng = self._true.state, self._rng
        found = [a for a in self._game.legal(state) if a.verb is not Verb.PASS or not _plans(state)]
        seat = rng.choice(sorted({a.seat for a in found}))
        mine = [a for a in found if a.seat == seat and a.value != "undo"]
        orders = [action for action in mine if action.verb is not Verb.READY]
        if len(orders) < len(mine):
            written = len(state.players[self._seats.index(seat)].queue)
            if written and rng.random() < self._manners.take_back:
                return Action(seat, Verb.DECLARE, value="undo")
            if not orders or written >= _ORDERS or rng.random() < _ENOUGH:
                return Action(seat, Verb.READY)
        if rng.random() < _KEEN:
            some = rng.sample(orders, min(_MOST, len(orders)))
            return greedy_policy(self._game, state, some, rng)
        kinds: dict[tuple[Verb, str], list[Action]] = {}
        for action in orders:
            kinds.setdefault((action.verb, action.value.partition(":")[0]), []).append(action)
        return rng.choice(kinds[rng.choice(sorted(kinds))])

    def _act(self, action: Action) -> Iterator[Tick]:
        """Say an action, carry it out in both matches, and let hands follow."""
        begun, masked = self._stage.now, _masked(action)
        if masked.verb is Verb.PASS and _plans(self._match.state):
            yield from self._wait(_LATE_S)
        elif _secret(masked):
            yield from self._whisper(masked)
        else:
            yield from self._say(masked)
        self._know(action)
        self._see(masked)
        self._note(DeedKind.ACTION, masked.seat, begun, action=str(masked))
        yield from self._shown(masked.seat)

    def _whisper(self, action: Action) -> Iterator[Tick]:
        self.pages.write(Whisper(self._stage.now, action.seat, action.verb, action.value))
        yield self._stage.tick()
        yield self._stage.tick()

    def _say(self, action: Action) -> Iterator[Tick]:
        saying = say(self._game, self._match.state, self._form, self._pieces, action)
        if saying is None:
            raise LookupError(f"no piece says {action}: {self._match.state.ask}")
        yield from self._speak(saying, action.seat)

    def _speak(self, saying: Saying, seat: Seat) -> Iterator[Tick]:
        """The piece is laid and left where it lies until hands move on."""
        tag = self._stock.from_box(saying.card, saying.owner) or self._lying(saying.card)
        yield from self._table.visit(seat, [Errand(tag, saying.cell, saying.owner or seat)])
        yield from self._wait(self._manners.settle_s)

    def _lying(self, piece: str) -> str:
        lying = (tag for tags in self._table.piles.values() for tag in tags)
        return next(tag for tag in lying if self._stock.card[tag] == piece)

    # What hands do.

    def _shown(self, seat: Seat) -> Iterator[Tick]:
        """Hands follow, and show what the seen match still asks for."""
        yield from self._follow(seat)
        while (asked := self._asked()) is not None:
            begun = self._stage.now
            if asked.verb is Verb.FLIP:
                owner = asked.seat if asked.seat != CHANCE else seat
                yield from self._table.visit(owner, [self._turning_up(asked)])
                yield from self._wait(self._manners.settle_s)
            else:
                yield from self._say(asked)
            self._see(asked)
            kind = DeedKind.CONTROL if asked.seat == CHANCE else DeedKind.ACTION
            self._note(kind, asked.seat, begun, action=str(asked))
            yield from self._follow(seat)

    def _asked(self) -> Action | None:
        """What the seen match asks and the true one knows: a face, or which trap acts."""
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
        """Whether the card on a cell is the trap that acts now."""
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
        """What the card is whose face is asked for."""
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

    def _turning_up(self, flip: Action) -> Errand:
        """The errand that turns a lying card up, or lays one out of the hand."""
        pile = self._table.piles.get(flip.at, [])
        seat = flip.seat if flip.seat != CHANCE else ""
        for at, tag in enumerate(pile):
            card, owner = self._stock.card[tag], self._stock.owner[tag]
            lying = self._stage.scene.find(tag)
            if card == flip.card and owner == seat and lying is not None and not lying.face_up:
                turn = self._quarter(lying.rotation_deg, seat or self._seats[0])
                above = len(pile) - 1 - at if seat else 0  # a power-up is laid on top, to be seen
                return Errand(tag, flip.at, seat or self._seats[0], turn, under=above)
        held = self._stock.from_hand(seat, flip.card)
        if held is None:
            raise LookupError(f"no paper for {flip}")
        return Errand(held, flip.at, seat)

    def _quarter(self, degrees: float, seat: Seat) -> int:
        return round((degrees - self._table.seat_turns[seat]) / 90) % 4

    def _follow(self, seat: Seat) -> Iterator[Tick]:
        """Hands bring the table to the seen match's layout."""
        errands = self._upkeep.errands(self._unveiled(), seat, [])
        yield from self._table.visit(seat, errands)
        yield from self._wait(self._manners.settle_s)

    # What goes wrong.

    def _slip(self, seat: Seat) -> Iterator[Tick]:
        """Something illegal: an order on the page, or a card at the wrong moment."""
        found: dict[tuple[str, ...], list[tuple[Action, Saying | None]]] = {}
        for action, saying in self._wrong(seat):
            verdict = self._match.judge(action)
            if verdict.status is Status.ILLEGAL:
                found.setdefault(verdict.clauses, []).append((action, saying))
        fewest = min((self._made[c] for c in found), default=self._manners.mistakes)
        if fewest >= self._manners.mistakes:
            return
        clauses = self._rng.choice(sorted(c for c in found if self._made[c] == fewest))
        self._made[clauses] += 1
        action, saying = self._rng.choice(found[clauses])
        begun = self._stage.now
        yield from self._whisper(action) if saying is None else self._speak(saying, seat)
        yield from self._be_told(action, clauses, begun)
        if saying is not None:
            begun = self._stage.now
            yield from self._follow(seat)
            yield from self._put_right(seat, begun)

    def _wrong(self, seat: Seat) -> Iterator[tuple[Action, Saying | None]]:
        """What might be tried at the wrong moment, and the card that says it, None for a page."""
        state = self._match.state
        for piece in self._pieces.get("", ()):
            cell = f"{seat}.control"
            said = list(self._game.gestures(state, (Change(cell, None, Lying(piece, seat)),)))
            if len(said) == 1 and piece.startswith("ctl.") and piece != "ctl.yes":
                yield said[0], Saying(piece, cell, seat)
        if _plans(state) and not state.config.hidden_orders:
            cards = dict.fromkeys((*self._true.state.players[self._seats.index(seat)].hand, "X01"))
            orders = [*_NEVER, *(f"summon:{card}:0:up:attack" for card in cards)]
            for order in orders:
                yield Action(seat, Verb.DECLARE, value=order), None


def _whole(deck: Deck) -> Deck:
    """A deck with all that is printed beside it, in one list."""
    extras = (card for name, cards in deck.extras.items() if name != "side" for card in cards)
    return replace(deck, cards=(*deck.cards, *extras))


def _plans(state: Any) -> bool:  # noqa: ANN401 - the game's own
    return str(state.phase) == "plan"


def _secret(action: Action) -> bool:
    """Whether it is written, not said: an order."""
    return action.verb is Verb.DECLARE and action.value not in _SIGNS


def _masked(action: Action) -> Action:
    """The action as the table shows it: a card that goes face down is nobody's business."""
    if action.verb is Verb.PLACE:
        return replace(action, card=UNKNOWN)
    kind, *rest = action.value.split(":")
    if kind in ("summon", "set") and "down" in rest:
        return replace(action, value=":".join((kind, UNKNOWN, *rest[1:])))
    return action
