"""Orders on paper: on a rail or on a slip, until their step is due.

A written order is a text that only its seat knows. It is revealed in its step: cards on a rail are
turned over, and a slip is typed in on the seat's page. An order that has become illegal is refused
and played as WAIT. Sometimes robots turn a slot over with a mistake: with one card too many, or
with one still face down. They correct the mistake after the referee's notice.

A slot of a printed rail contains one order (SPH-17.3): small cards for the actor and the action.
For a card played from the hand, the slot contains that card, as it will be played, and its
direction. For a fusion, it contains the resulting card. A fusion's direction depends on both
units' places when the slot is read. Robots therefore write fusions only into the first slot,
before anything can move.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from companion.pieces import is_piece
from companion.referee.partial_input import HALF_S
from companion.robots.acting import Acting
from companion.robots.players import enter_privately
from companion.robots.spherion.globe_cards import GlobeCards
from companion.simulator.card_supply import CardSupply
from companion.simulator.hand_moves import perform
from companion.simulator.stage import HandMove, SceneFrame
from rules import UNKNOWN, Action, PlacedCard, Seat, Status, Verb
from rules.core.candidate_actions import Change

UNDO: Final = "undo"
_STRAY: Final = "ctl.turn"
"""A small card placed in a slot by mistake."""
_FUMBLED: Final = ("SPH-7.1",)
_CLUMSY: Final = 0.6
"""Share of blunders in which a slot is turned over wrongly."""
_TOO_MANY: Final = 0.5
_IN_PARTS: Final = ("move", "flip", "turn", "fuse")
"""Orders that must not be written with only some of their cards."""
_PLAYED: Final = ("summon", "set")
_FUSION: Final = "fuse"


class PaperOrders:
    """The orders that robots write down and reveal; the setting `kept` says where."""

    def __init__(self, acting: Acting, globe: GlobeCards) -> None:
        """Start with empty rails or slips for the players of `globe`."""
        self._acting, self._globe, self._stage = acting, globe, acting.stage
        self._match, self._rng, self._behaviour = acting.seen, acting.rng, acting.behaviour
        self._seats, self._stock = acting.seats, globe.hands.stock
        self._rails = Rails(acting, self._stock)
        self.kept = acting.seen.setup.settings.get("orders", "companion")
        self._written: dict[Seat, list[str]] = {seat: [] for seat in self._seats}

    def fits(self, seat: Seat, number: int, order: str) -> bool:
        """Return True if the seat can write this order next."""
        return self.kept != "rail" or self._rails.fits(seat, number, order)

    def write(self, action: Action, masked: Action) -> Iterator[SceneFrame]:
        """Write an order, invisibly on a slip or into a rail's next slot."""
        queue = self._match.state.players[self._seats.index(action.seat)].queue
        written = self._written[action.seat]
        del written[len(queue) :]
        if action.value == UNDO:
            yield from self.clear_rail(action.seat, len(queue) - 1)
            return
        written.append(masked.value)
        if self.kept == "rail":
            # An order without effect leaves its card in place.
            left = self._stage.piles.get(_slot(action.seat, len(written)), ())
            yield from perform(self._stage, action.seat, [HandMove(tag) for tag in left])
            moves = self._rails.fill(action.seat, len(written), action.value)
            yield from perform(self._stage, action.seat, moves)

    def clear_rail(self, seat: Seat, kept: int) -> Iterator[SceneFrame]:
        """Clear all slots after the first `kept`."""
        numbers = range(kept + 1, len(self._written[seat]) + 1)
        lifted = [each for number in numbers for each in self._rails.clear(seat, number)]
        del self._written[seat][kept:]
        yield from perform(self._stage, seat, lifted)

    def take_up_rest(self, seat: Seat) -> Iterator[SceneFrame]:
        """Clear a seat's slots if it has no orders, because cards there would look like orders."""
        if not self._match.state.players[self._seats.index(seat)].queue:
            slots = [cell for cell in sorted(self._globe.hands.cells) if f"{seat}.rail." in cell]
            left = [HandMove(tag) for cell in slots for tag in self._stage.piles.get(cell, ())]
            yield from perform(self._stage, seat, left)

    def turn_over(self) -> Iterator[SceneFrame]:
        """Reveal or type in a seat's order for this step."""
        state = self._match.state
        seat = self._rng.choice(sorted(self._match.to_act))
        order, begun = self._written[seat][state.step], self._stage.now
        action, number = Action(seat, Verb.DECLARE, value=order), state.step + 1
        verdict = self._match.judge(action)
        legal = verdict.status is not Status.ILLEGAL
        if legal and self.kept == "rail" and self._is_clumsy():
            yield from self._fumble(action, number)
            begun = self._stage.now
        yield from self._open(action, number)
        if not legal:  # the target no longer exists, so the order counts as WAIT
            yield from self._acting.be_refused(action, verdict.clauses, begun)
            begun, action = self._stage.now, replace(action, value="wait")
            yield from perform(self._stage, seat, self._rails.clear(seat, number))
            yield from self._open(action, number)
        lifted = self._rails.clear(seat, number, small=True)
        self._globe.see(action)
        self._acting.note_action(action, begun)
        yield from perform(self._stage, seat, lifted)
        yield from self._globe.follow(seat)

    def _open(self, order: Action, number: int) -> Iterator[SceneFrame]:
        """Turn an order over on its rail, or type it in from a slip."""
        if self.kept == "slip":
            yield from enter_privately(self._acting, order)
            return
        seat = order.seat
        if not self._stage.piles.get(_slot(seat, number)):
            yield from perform(self._stage, seat, self._rails.fill(seat, number, order.value))
        turned = self._rails.turn_over(seat, number, order.value)
        yield from self._globe.hands.show(turned, seat)

    # Mistakes.

    def _is_clumsy(self) -> bool:
        few = self._acting.faults()[_FUMBLED] < self._behaviour.mistakes
        return few and self._rng.random() < self._behaviour.blunder * _CLUMSY

    def _fumble(self, order: Action, number: int) -> Iterator[SceneFrame]:
        """Turn a slot over with one card too many, or with one still face down."""
        seat, begun = order.seat, self._stage.now
        turned = self._rails.turn_over(seat, number, order.value)
        stray = self._stock.from_box(_STRAY, seat) if self._rng.random() < _TOO_MANY else None
        fumbled = Action(seat, Verb.DECLARE, value=UNKNOWN if stray is None else "overfull")
        if stray is not None:
            turned.append(HandMove(stray, _slot(seat, number), seat))
        elif order.value.partition(":")[0] in _IN_PARTS:
            turned.pop()
        else:
            return
        yield from perform(self._stage, seat, turned)
        yield from self._stage.wait(0.0 if stray else HALF_S)
        yield from self._acting.be_refused(fumbled, _FUMBLED, begun)
        if stray is not None:
            self._stock.home(stray, seat)
            yield from perform(self._stage, seat, [HandMove(stray)])


class Rails:
    """Both seats' rails."""

    def __init__(self, acting: Acting, stock: CardSupply) -> None:
        self._acting, self._stage, self._stock = acting, acting.stage, stock

    def fits(self, seat: Seat, number: int, order: str) -> bool:
        """Return True if an order fits into a slot and each of its parts has a card."""
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
        """Return the moves that turn an order's cards up; cards played face down stay face down."""
        place = _slot(seat, number)
        found = []
        for tag in list(self._stage.piles.get(place, ())):
            if is_piece(self._stock.card[tag]):
                found.append(HandMove(tag, place, seat))
            elif ":up" in order or order.startswith(_FUSION):
                found.append(HandMove(tag, place, seat, int(":defence" in order)))
        return sorted(found, key=lambda hand_move: is_piece(self._stock.card[hand_move.tag]))

    def clear(self, seat: Seat, number: int, *, small: bool = False) -> list[HandMove]:
        """Return the moves that clear a slot, or that remove only its small cards."""
        tags = self._stage.piles.get(_slot(seat, number), ())
        for tag in tags:
            self._stock.home(tag, seat)
        pieces = [tag for tag in tags if is_piece(self._stock.card[tag])]
        others = [] if small else [tag for tag in tags if tag not in pieces]
        return [*map(HandMove, (*pieces, *others))]

    def _fusion(self, seat: Seat, order: str) -> str | None:
        """Return the tag of a fusion's result in the seat's extra deck, or None."""
        card = order.rpartition(":")[2]
        extra = self._stage.piles.get(f"{seat}.extra", ())
        return next((tag for tag in extra if self._stock.card[tag] == card), None)

    def _words(self, seat: Seat, order: str) -> list[str]:
        """Return the small cards that express an order, or none if cards cannot express it."""
        if order.startswith(_FUSION):
            return self._towards(seat, order)
        return list(_spelled(*order.split(":")))

    def _towards(self, seat: Seat, order: str) -> list[str]:
        """Return a fusion's small cards, with the direction that yields this order, or none."""
        _, unit, _, card = order.split(":")
        game, state, slot = self._acting.game, self._acting.seen.state, _slot(seat, 1)
        for way in range(6):
            words = [_actor(unit), f"ctl.fuse.{way}"]
            shown = tuple(Change(slot, None, PlacedCard(word, seat)) for word in (*words, card))
            if any(action.value == order for action in game.candidate_actions(state, shown)):
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
                yield "ctl.dm"  # otherwise it would mean that a spell or trap is set


def _actor(unit: str) -> str:
    return "ctl.dm" if unit == "dm" else f"ctl.unit.{unit}"
