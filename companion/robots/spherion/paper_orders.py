"""Orders that players keep on paper: on a rail or on a slip, until their step has come.

What is written is a text that only its seat knows.  Step by step it is shown: on the rail its cards
are turned over, from a slip it is typed in on the seat's page.  What has become illegal by then is
refused and played as WAIT.  Now and then a slot is turned over so that it writes no order: a card
too many lies there, or one is still face down; it is put right when the referee has said so.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from companion.referee.partial_input import HALF_S
from companion.robots.script import DeedKind
from companion.robots.spherion.globe_hands import GlobeHands
from companion.simulator.hand_moves import visit
from companion.simulator.stage import Errand, Tick
from rules import UNKNOWN, Action, Seat, Status, Verb

UNDO: Final = "undo"
_STRAY: Final = "ctl.turn"
"""A small card that got into a slot by mistake."""
_FUMBLED: Final = ("SPH-7.1",)
_CLUMSY: Final = 0.6
"""How often a slot is turned over wrongly, as a share of all blunders."""
_TOO_MANY: Final = 0.5
_IN_PARTS: Final = ("move", "flip", "turn", "fuse")
"""Orders of which no card can be left out."""


class PaperOrders(GlobeHands):
    """Players who write orders down and show them."""

    def _write(self, action: Action, masked: Action) -> Iterator[Tick]:
        """An order on paper: on a slip nobody sees anything, a rail's next slot is filled."""
        queue = self._match.state.players[self._seats.index(action.seat)].queue
        written = self._written[action.seat]
        del written[len(queue) :]
        if action.value == UNDO:
            yield from self._clear_rail(action.seat, len(queue) - 1)
            return
        written.append(masked.value)
        if self._kept == "rail":
            left = self._table.piles.get(f"{action.seat}.rail.{len(written)}", ())
            if left:  # an order that came to nothing left its card there
                yield from visit(self._table, action.seat, [Errand(tag) for tag in left])
            laid = self._rails.fill(action.seat, len(written), action.value)
            yield from visit(self._table, action.seat, laid)

    def _clear_rail(self, seat: Seat, kept: int) -> Iterator[Tick]:
        """All slots beyond the first so many are emptied."""
        lifted = [e for n in range(kept, len(self._written[seat])) for e in self._lifted(seat, n)]
        del self._written[seat][kept:]
        yield from visit(self._table, seat, lifted)

    def _take_up_rest(self, seat: Seat) -> Iterator[Tick]:
        """Who has no order takes up what others left in slots: it looks as if there were one."""
        queue = self._match.state.players[self._seats.index(seat)].queue
        slots = [] if queue else [cell for cell in self._cells if cell.startswith(f"{seat}.rail.")]
        if left := [Errand(tag) for cell in slots for tag in self._table.piles.get(cell, ())]:
            yield from visit(self._table, seat, left)

    def _lifted(self, seat: Seat, number: int) -> list[Errand]:
        """The errands that take up what lies in a slot, the hand's own card too."""
        small = self._rails.clear(seat, number + 1)
        own = self._table.piles.get(f"{seat}.rail.{number + 1}", ())
        return [*small, *(Errand(tag) for tag in own if tag not in {e.tag for e in small})]

    def _turn_over(self) -> Iterator[Tick]:
        """Whoever has written an order for this step shows it, or has it typed in."""
        state = self._match.state
        seat = self._rng.choice(sorted(self._match.to_act))
        order, begun = self._written[seat][state.step], self._stage.now
        action, number = Action(seat, Verb.DECLARE, value=order), state.step + 1
        verdict = self._match.judge(action)
        legal = verdict.status is not Status.ILLEGAL
        if legal and self._kept == "rail" and self._is_clumsy():
            yield from self._fumble(action, number)
            begun = self._stage.now
        yield from self._open(action, number)
        if not legal:  # what it names is gone: it is read as WAIT
            yield from self._be_told(action, verdict.clauses, begun)
            begun, action = self._stage.now, replace(action, value="wait")
            yield from visit(self._table, seat, self._lifted(seat, number - 1))
            yield from self._open(action, number)
        lifted = self._rails.clear(seat, number)
        self._see(action)
        self._note(DeedKind.ACTION, seat, begun, action=str(action))
        yield from visit(self._table, seat, lifted)
        yield from self._follow(seat)

    def _open(self, order: Action, number: int) -> Iterator[Tick]:
        """An order is turned over on its rail, or typed in from a slip."""
        if self._kept == "slip":
            yield from self._whisper(order)
            return
        seat = order.seat
        if not self._table.piles.get(f"{seat}.rail.{number}"):
            yield from visit(self._table, seat, self._rails.fill(seat, number, order.value))
        turned = self._rails.turn_over(seat, number, order.value)
        yield from visit(self._table, seat, turned)
        yield from self._wait(self._manners.settle_s)

    # What goes wrong.

    def _is_clumsy(self) -> bool:
        few = self._made[_FUMBLED] < self._manners.mistakes
        return few and self._rng.random() < self._manners.blunder * _CLUMSY

    def _fumble(self, order: Action, number: int) -> Iterator[Tick]:
        """A slot is turned over with a card too many in it, or one is not turned yet."""
        seat, begun = order.seat, self._stage.now
        turned = self._rails.turn_over(seat, number, order.value)
        stray = self._stock.from_box(_STRAY, seat) if self._rng.random() < _TOO_MANY else None
        told = Action(seat, Verb.DECLARE, value=UNKNOWN if stray is None else "overfull")
        if stray is not None:
            turned.append(Errand(stray, f"{seat}.rail.{number}", seat))
        elif order.value.partition(":")[0] in _IN_PARTS:
            turned.pop()
        else:
            return
        self._made[_FUMBLED] += 1
        yield from visit(self._table, seat, turned)
        yield from self._wait(0.0 if stray else HALF_S)
        yield from self._be_told(told, _FUMBLED, begun)
        if stray is not None:
            self._stock.home(stray, seat)
            yield from visit(self._table, seat, [Errand(stray)])
