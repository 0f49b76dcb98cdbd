"""A seat of a drawn table that the computer plays.

Theory of operation
-------------------
After every frame, `Opponent.look` takes at most one step for one of its seats, and only while the
table is at rest and the match is not behind it:

    a throw or a decision is due → think, in another process → hands move the seat's own pieces
      → the referee accepts → the table is arranged, if pieces still have to move

The seat's view is the referee's position with the cards that the seat itself knows
(`RobotRules.recognise`). Nothing else reaches the search. The match is the only memory: a resumed
match, an undone move or a correction is another position, about which the seat thinks again. A move
that the table cannot show, or that the referee does not accept, is taken back, and another one is
chosen.
"""

from collections.abc import Iterable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from companion.drawn_table.values import DrawnTable
from companion.opponent.decisions import position_of, undecided
from companion.opponent.thinking import Position, Thinker, chosen
from companion.referee.control_cards import ControlCard
from companion.referee.explain.hidden_chance import advance
from companion.referee.inputs import Declare, PressControl
from companion.referee.inventory.steps import CorrectionStep, StepKind
from companion.referee.live import LiveReferee
from companion.referee.phases import IN_ORDER, RefereePhase
from companion.referee.secrecy import masked
from companion.referee.state import Transition
from companion.referee.table import top_of
from rules import CHANCE, UNKNOWN, Action, Facing, Seat, Verb
from rules.players.search import Thought

_PATIENCE_S: Final = 3.0
"""Time after which a move that was not accepted is tried in another way, s."""
_BARE: Final = frozenset((Verb.DRAW, Verb.CHOOSE, Verb.DECLARE, Verb.PASS, Verb.READY))
_UNSETTLED: Final = frozenset((RefereePhase.REFUSED, RefereePhase.DESYNCED))


class Buttons(Protocol):
    """The buttons of the table's page that a seat needs."""

    def perform(self, action: Action) -> None:
        """Declare an action, with its token if it needs one."""

    def throw(self) -> None:
        """Throw the awaited dice."""

    def arrange(self) -> None:
        """Arrange the table in the match's layout."""


@dataclass(slots=True)
class _Turn:
    """A decision: the state, the seat's position, its thoughts, and the attempts to act on them."""

    state: Any
    position: Position
    thought: "Future[Thought | None]"
    plies: int
    action: Action | None = None
    tries: int = 0
    tried_s: float = 0.0
    failed: set[Action] = field(default_factory=set)


class Opponent:
    """The seats that the computer plays at one drawn table.

    `nodes`: the number of positions that each of its seats looks at. `seed` decides the random
    numbers.
    """

    def __init__(
        self,
        referee: LiveReferee,
        table: DrawnTable,
        buttons: Buttons,
        nodes: Mapping[Seat, int],
        thinker: Thinker,
        seed: str,
    ) -> None:
        self._referee, self._table, self._buttons = referee, table, buttons
        self._nodes, self._thinker, self._seed = nodes, thinker, seed
        self._turn: _Turn | None = None
        self._arranged: tuple[int, float] = (-1, 0.0)
        self._thrown = (-1, 0.0)
        self._useless: dict[Seat, set[str]] = {}
        """Cards that a seat had to take back, because they led to no legal set."""

    @property
    def thinking(self) -> Seat:
        """The seat that thinks now, or ""."""
        turn = self._turn
        return turn.position.seat if turn is not None and turn.action is None else ""

    def look(self, now_s: float) -> tuple[Transition, ...]:
        """Take the next step, if one is due; return the notices that it causes."""
        at = self._referee.at
        if at.overlays.paused or at.overlays.trouble or self._table.busy:
            return ()
        if at.asked.proposed is not None:
            return self._agree()
        if at.phase in _UNSETTLED or at.phase is RefereePhase.ASKING:
            return self._recover()
        if at.phase not in IN_ORDER or at.match.outcome is not None:
            return ()
        if self._arrange(now_s):
            return ()
        due = self._due()
        if due == CHANCE:
            self._chance(now_s)
        if due in ("", CHANCE):
            self._turn = None
            return ()
        return self._decide(due, now_s)

    def _due(self) -> Seat:
        """Return one of its seats that has to act, chance if it has to throw, or ""."""
        match = self._referee.at.match
        if match.to_act == {CHANCE}:
            lot = next(iter(match.game.legal(match.state)), None)
            mine = lot is not None and (lot.verb is Verb.FLIP or lot.to in self._nodes)
            return CHANCE if mine else ""
        return next((seat for seat in undecided(self._referee.at) if seat in self._nodes), "")

    def _chance(self, now_s: float) -> None:
        """Throw the awaited dice, or turn up the awaited card that has no owner."""
        match, (plies, since) = self._referee.at.match, self._thrown
        if plies == len(match.plies) and now_s - since <= 2 * _PATIENCE_S:
            return
        self._thrown = len(match.plies), now_s
        asked = [e.cell for e in match.game.table.prompts(match.state) if e.seat == CHANCE]
        if asked:
            self._buttons.perform(Action(CHANCE, Verb.FLIP, card=UNKNOWN, at=asked[0]))
        else:
            self._buttons.throw()

    def _arrange(self, now_s: float) -> bool:
        """Arrange the table after its own moves, or if its own pieces have to move.

        Return True while this is under way.
        """
        at, (plies, since) = self._referee.at, self._arranged
        steps = at.pending_steps
        mine = at.last_seat in self._nodes
        if not steps or not (mine or any(s.placed.owner in self._nodes for s in steps)):
            return False
        if plies != len(at.match.plies):
            self._arranged = len(at.match.plies), now_s
            self._buttons.arrange()
            return True
        if self._place_declared(steps):
            return True
        return now_s - since <= _PATIENCE_S

    def _place_declared(self, steps: Iterable[CorrectionStep]) -> bool:
        """Place a card that a seat has named in an order and that must now be on the field."""
        match = self._referee.at.match
        for step in steps:
            seat, hidden = step.placed.owner, step.placed.card == UNKNOWN
            if step.kind is not StepKind.PLACE or not hidden or seat not in self._nodes:
                continue
            card = match.game.robots.face_down(match.state, seat).get(step.cell, "")
            facing, turn = step.placed.facing, step.placed.turn
            placing = Action(seat, Verb.PLACE, card, "", step.cell, facing, turn)
            if card and self._table.place(placing):
                return True
        return False

    def _agree(self) -> tuple[Transition, ...]:
        """Agree to a correction that people propose."""
        at = self._referee.at
        proposed = at.asked.proposed
        awaited = proposed.awaiting(at.players) if proposed is not None else []
        seat = next((seat for seat in awaited if seat in self._nodes), None)
        return self._referee.receive(PressControl(ControlCard.YES, seat)) if seat else ()

    def _recover(self) -> tuple[Transition, ...]:
        """Take back its own move if the referee refused or did not understand it."""
        turn = self._turn
        if turn is None or turn.action is None or turn.plies != len(self._referee.at.match.plies):
            return ()
        turn.failed.add(turn.action)
        turn.action, turn.tries = None, 0
        self._buttons.arrange()
        return ()

    def _decide(self, seat: Seat, now_s: float) -> tuple[Transition, ...]:
        turn, match = self._turn, self._referee.at.match
        # The seat's own pieces already move while the referee does not know its action.
        if turn is None or turn.position.seat != seat or turn.state != match.state:
            position = self._position(seat)
            turn = _Turn(match.state, position, self._thinker.submit(position), len(match.plies))
            self._turn = turn
        if not turn.thought.done():
            return ()
        if turn.action is None and (turned := self._own_card(seat)) is not None:
            turn.action = turned
        elif turn.action is None:
            turn.action = self._chosen(turn)
        elif now_s - turn.tried_s < _PATIENCE_S:
            return ()
        elif turn.tries > 1 or (turn.action.verb is Verb.PLACE and turn.action.facing is Facing.UP):
            turn.failed.add(turn.action)
            turn.action, turn.tries = None, 0
            self._buttons.arrange()
            return ()
        if turn.action is None:
            return ()
        turn.tries, turn.tried_s = turn.tries + 1, now_s
        if turn.tries == 1 and self._needs_token(turn.action):
            turn.tried_s = -_PATIENCE_S
        return self._perform(turn.action, again=turn.tries > 1)

    def _needs_token(self, action: Action) -> bool:
        """Return True for a card placed where others hide it, which a token then declares."""
        hidden = action.verb is Verb.PLACE and action.facing is Facing.DOWN
        return hidden and not self._shown(masked(action))

    def _chosen(self, turn: _Turn) -> Action | None:
        """Return an action that has not failed, preferably not with a card it had to take back."""
        match, seat = self._referee.at.match, turn.position.seat
        useless = self._useless.setdefault(seat, set())
        options = list(match.game.legal(turn.position.view))
        avoided = {a for a in options if a.verb is Verb.PLACE and a.card in useless}
        thought = turn.thought.result()
        action = chosen(match.game, turn.position, thought, turn.failed | avoided)
        if action is None:
            useless.clear()
            action = chosen(match.game, turn.position, thought, turn.failed)
        if action is None or action.verb in _BARE:
            useless.clear()
            turn.failed.clear()  # a hand in the way may have been the cause: try everything again
        elif match.game.robots.takes_back(match.state, action):
            useless.update(self._table.own_cards(seat).down.get(action.at, ())[-1:])
        return action

    def _own_card(self, seat: Seat) -> Action | None:
        """Return the action that turns up the seat's own card, if this is all that it may do."""
        match, own = self._referee.at.match, self._table.own_cards(seat)
        options = [a for a in match.game.legal(match.state) if a.seat == seat]
        cells = [a.at for a in options if a.verb is Verb.FLIP and own.down.get(a.at)]
        if len(cells) < len(options) or not cells:
            return None
        return Action(seat, Verb.FLIP, card=own.down[cells[0]][-1], at=cells[0])

    def _position(self, seat: Seat) -> Position:
        return position_of(self._referee.at, self._table, seat, self._nodes[seat], self._seed)

    # Moves.

    def _perform(self, action: Action, *, again: bool) -> tuple[Transition, ...]:
        """Carry out an action with the seat's pieces, or declare it; see the module's theory."""
        bare = action.verb in _BARE and not (action.card or action.at or action.to)
        seen = masked(action)
        if bare:
            return self._referee.receive(Declare(seen, apart=action.verb is Verb.DECLARE))
        if again:
            self._buttons.perform(seen)
        elif action.verb is Verb.PLACE and not action.at and self._table.place(action):
            pass
        elif action.verb is Verb.PLACE and action.facing is Facing.DOWN and not action.at:
            self._buttons.perform(seen)
        elif action.verb is Verb.FLIP and self._table.turn_up(action):
            pass
        elif action.verb is Verb.FLIP or self._shown(seen):
            at = self._referee.at
            after = advance(at.match.game, at.match.state, seen)
            self._table.rearrange(at.match.game.table.layout(after), action.seat)
        else:
            self._buttons.perform(seen)
        return ()

    def _shown(self, action: Action) -> bool:
        """Return True if an action changes the top card of a cell of the field."""
        at = self._referee.at
        before, game = at.layout, at.match.game
        after = game.table.layout(advance(game, at.match.state, action))
        cells = (zone.cell for zone in at.geometry.form.zones if zone.tracked)
        return any(top_of(before, cell) != top_of(after, cell) for cell in cells)
