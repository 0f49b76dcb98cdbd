"""Robots that know all cards and play a whole match at the simulated table, with mistakes.

Theory of operation
-------------------
The robots know every card. They run their own `Match` with known decks, choose among its legal
actions and perform the changes between two layouts with their hands. They do not receive the
referee's notices, but leave time for them. A turn has these parts:

    [mistake, wait, correct it]*  action  [wait, undo it, action]  [hand over]  [draw]

Every action is recorded in a `Script`, the ground truth. When a mistake is made, the rules provide
its clauses. Actions without a trace (declining) are either declared with a control card or
revealed by the next player's move, as at a real table.
"""

import random
from collections.abc import Iterator
from typing import Any, Final

from companion.robots.acting import Behaviour, RobotPlayers
from companion.robots.holdings import Holdings, Supply
from companion.robots.illegal_changes import misplacements, wrong_removals
from companion.robots.moves import Move, crossed, moves_between
from companion.robots.script import EntryKind
from companion.simulator.single_moves import bring, carry, swap, take
from companion.simulator.stage import HandMove, SceneFrame, Stage
from rules import CHANCE, UNKNOWN, Action, Event, Facing, Match, Seat, Verb, judge

__all__ = ["Behaviour", "KnowingRobots"]

State = Any  # the game defines the type; robots use only layouts
_END_TURN: Final = "ctl.end_turn"


class KnowingRobots(RobotPlayers):
    """One match played by robots that know all cards and have their own decks."""

    def __init__(
        self,
        match: Match[Any],
        stage: Stage,
        supply: Supply,
        rng: random.Random,
        behaviour: Behaviour | None = None,
    ) -> None:
        """Seat the players at the stage with the cards of `supply`."""
        super().__init__(match, stage, rng, behaviour)
        self._paper = Holdings(supply, stage)

    # -- the match -------------------------------------------------------------------------

    def _set_up(self) -> None:
        """Deal the hands, stack the decks, and place the initial cards."""
        while self._match.to_act == frozenset((CHANCE,)):
            for event in self._random_outcome():
                if event.kind == "dealt":
                    self._paper.deal(event, len(self._layout().get(f"{event.seat}.deck", ())))
        for cell, pile in self._layout().items():
            for placed in pile:
                if cell in self._cells and placed.card != UNKNOWN:
                    tag = self._paper.from_hand(placed.owner, placed.card)
                    self._stage.do(HandMove(tag, cell, placed.owner, placed.turn), 1.0)

    def _random_outcome(self) -> tuple[Event, ...]:
        return self._match.play(self._drawn_lot()).events

    def _chance(self) -> Iterator[SceneFrame]:
        """Perform chance's actions, which are draws from the deck."""
        while self._to_chance():
            yield from self._draw(self._random_outcome())

    def _draw(self, events: tuple[Event, ...]) -> Iterator[SceneFrame]:
        for event in events:
            if event.kind == "drawn" and event.card:
                yield from self._paper.draw(event)

    def _decision(self) -> Iterator[SceneFrame]:
        """Perform one decision of one seat, with possible mistakes."""
        state = self._match.state
        actions = [a for a in self._game.legal(state) if a.seat != CHANCE]
        behaviour, rng = self._behaviour, self._rng
        if self._clear(actions):
            if rng.random() < behaviour.distraction:
                yield from self._distraction(actions[0].seat)
            if rng.random() < behaviour.blunder:
                yield from self._blunder(actions[0].seat)
            if rng.random() < behaviour.remove:
                yield from self._wrong_removal(actions[0].seat)
        action = self._choice(state, actions)
        yield from self._act(action)
        regrets = action.to in self._field and rng.random() < behaviour.take_back
        if regrets and self._may_take_back():
            yield from self._take_back(action)
            return
        yield from self._draw(self._match.plies[-1].events)

    def _clear(self, actions: list[Action]) -> bool:
        """Return True if a fault would be unambiguous: it is certain who places the next card.

        It is ambiguous if the last action left no trace, or if an open step may be declined. The
        table alone then cannot distinguish a card out of turn from the next player's move.
        """
        deeds = [d for d in self.script.deeds if d.kind is not EntryKind.DISTRACTION]
        verbs = {action.verb for action in actions}
        plain = Verb.PLACE in verbs and Verb.PASS not in verbs and not deeds[-1].unseen
        return plain and not self._seems_open()

    def _seems_open(self) -> bool:
        """Return True if the last seat's turn seems unfinished to those who cannot see the hands.

        The robots know that the seat has no second card to play; a referee does not.
        """
        acted = [p for p in self._match.plies if p.action and p.action.seat != CHANCE]
        if not acted or acted[-1].action is None:
            return False
        action = acted[-1].action
        _, after = self._game.advance(self._game.view(acted[-1].before, None), action)
        return action.seat in self._game.to_act(after) - self._match.to_act

    def _choice(self, state: State, actions: list[Action]) -> Action:
        """Return a random action, mostly a visible one; early passing is rare.

        Actions without a trace (a futile invasion, a look at the deck) are avoided.
        """
        passing = [a for a in actions if a.verb is Verb.PASS]
        doing = [a for a in actions if a.verb is not Verb.PASS and self._shows(state, a)]
        if doing and not (passing and self._rng.random() < self._behaviour.decline):
            return self._rng.choice(doing)
        return self._rng.choice(passing or actions)

    def _shows(self, state: State, action: Action) -> bool:
        """Return True if an action changes the field or the top of a pile."""
        after, events = state, self._game.resolve(state, action)
        for event in events:
            after = self._game.fold(after, event)
        moves = moves_between(self._game.layout(state), self._game.layout(after), self._cells)
        if action.verb is Verb.CHOOSE and not moves:
            return any(e.kind == "drawn" and e.seat == action.seat for e in events)
        return any(m.end or m.start in self._field or self._tops(m) for m in moves)

    def _tops(self, move: Move) -> bool:
        """Return True if a card to remove from a pile is on top, in the state and on the table."""
        pile, tags = self._layout().get(move.start, ()), self._stage.piles.get(move.start, [])
        return (
            bool(pile and tags)
            and pile[-1] == move.placed
            and self._paper.on_cell(move.start, move.placed) == tags[-1]
        )

    # -- acting ----------------------------------------------------------------------------

    def _act(self, action: Action) -> Iterator[SceneFrame]:
        """Play an action in the robots' own match and show it on the table."""
        begun = self._stage.now
        before = self._layout()
        self._match.play(action)
        moves = moves_between(before, self._layout(), self._cells)
        unseen = not moves
        if moves:
            yield from self._perform(action.seat, moves, begun)
        elif self._handed_over(action):
            yield from self._control(action.seat, _END_TURN)
            unseen = False
        else:
            yield self._stage.tick()
        self._acting.note(EntryKind.ACTION, action.seat, begun, action=str(action), unseen=unseen)
        if not unseen:
            yield from self._stage.wait(self._behaviour.settle_s)

    def _handed_over(self, action: Action) -> bool:
        """Return True if the robot shows END TURN to declare an action without a trace."""
        if action.verb is not Verb.PASS or _END_TURN not in self._paper.controls:
            return False
        if action.seat in self._match.to_act:
            return False  # the turn continues
        last = self.script.deeds[-1] if self.script.deeds else None
        follows = last is not None and last.seat == action.seat and self._match.outcome is None
        return not follows or self._rng.random() < self._behaviour.show_control

    def _perform(self, seat: Seat, moves: list[Move], begun: float) -> Iterator[SceneFrame]:
        """Perform the moves, cards from the hand first, removals last."""
        if swapped := crossed(moves):
            tags = [self._paper.on_cell(move.start, move.placed) for move in swapped]
            yield from swap(self._stage, seat, tags[0], tags[1])
            moves = [move for move in moves if move not in swapped]
        removals = [m for m in moves if m.start]
        forget = len(removals) > 1 and self._rng.random() < self._behaviour.forget
        left = self._rng.choice(removals) if forget else None
        for move in moves:
            if move is not left:
                yield from self._carry(seat, move)
        if left is not None:
            self._acting.note(EntryKind.FORGOTTEN, seat, begun, note=left.start)
            yield from self._stage.wait(self._behaviour.listen_s)
            yield from self._carry(seat, left)

    def _carry(self, seat: Seat, move: Move) -> Iterator[SceneFrame]:
        placed = move.placed
        up = placed.facing is Facing.UP
        if not move.start:
            tag = self._paper.from_hand(placed.owner, placed.card)
            yield from bring(self._stage, seat, tag, move.end, turn=placed.turn, face_up=up)
            return
        tag = self._paper.on_cell(move.start, placed)
        if move.end:
            yield from carry(self._stage, seat, tag, move.end, turn=placed.turn, face_up=up)
        else:
            yield from take(self._stage, seat, tag)
            self._paper.to_hand(tag)

    def _control(self, seat: Seat, name: str) -> Iterator[SceneFrame]:
        """Place a control card in the seat's control zone and remove it again."""
        tag = self._paper.controls[name]
        yield from bring(self._stage, seat, tag, f"{seat}.control")
        yield from self._stage.wait(self._behaviour.settle_s)
        yield from take(self._stage, seat, tag)

    # -- mistakes --------------------------------------------------------------------------

    def _blunder(self, seat: Seat) -> Iterator[SceneFrame]:
        """Make an illegal placement of the rarest kind so far, and undo it."""
        hands = {s: [self._paper.card[t] for t in own] for s, own in self._paper.hands.items()}
        found = misplacements(self._match, seat, hands, self._field)
        sorts = self._acting.rarest(found)
        if not sorts:
            return
        simple = [clauses for clauses in sorts if len(clauses) == 1]
        clauses = self._rng.choice(simple or sorts)
        action = self._rng.choice(found[clauses])
        if not self._plain(action, clauses):
            return
        self._acting.made[clauses] += 1
        begun = self._stage.now
        tag = self._paper.from_hand(action.value or action.seat, action.card)
        yield from bring(self._stage, action.seat, tag, action.to, turn=action.turn)
        yield from self._acting.be_refused(action, clauses, begun)
        begun = self._stage.now
        yield from take(self._stage, action.seat, tag)
        self._paper.to_hand(tag)
        yield from self._acting.note_corrected(action.seat, begun)

    def _plain(self, action: Action, clauses: tuple[str, ...]) -> bool:
        """Return True if the action violates the same clauses when judged without seeing a hand."""
        seen = self._game.view(self._match.state, None)
        return judge(self._game, seen, action).clauses == clauses

    def _wrong_removal(self, seat: Seat) -> Iterator[SceneFrame]:
        """Remove a card against the rules, and return it."""
        layout = self._layout()
        placed = {
            cell: layout[cell][-1]
            for cell in self._field
            if layout.get(cell) and not self._looks_like_undo(cell)
        }
        found = wrong_removals(self._match, seat, placed)
        choices = [(action, clauses) for clauses, actions in found.items() for action in actions]
        if not choices:
            return
        action, clauses = self._rng.choice(choices)
        card, begun = placed[action.at], self._stage.now
        tag = self._paper.on_cell(action.at, card)
        yield from take(self._stage, seat, tag)
        yield from self._acting.be_refused(action, clauses, begun)
        begun = self._stage.now
        yield from bring(self._stage, card.owner, tag, action.at, turn=card.turn)
        yield from self._acting.note_corrected(seat, begun)

    def _looks_like_undo(self, cell: str) -> bool:
        """Return True if the field without this cell's card equals an earlier position."""
        layout = self._layout()
        left = {c: layout.get(c, ()) for c in self._field} | {cell: ()}
        earlier = range(self._match.undo_limit(), len(self._match.plies))
        layouts = (self._game.layout(self._match.state_at(ply)) for ply in earlier)
        return any(all(old.get(c, ()) == pile for c, pile in left.items()) for old in layouts)

    def _take_back(self, action: Action) -> Iterator[SceneFrame]:
        """Move the last placed card back to the hand before any other action."""
        begun = self._stage.now
        ply = self._match.plies[-1]
        layouts = self._game.layout(ply.after), self._game.layout(ply.before)
        self._match.undo(ply.number - 1)
        for move in moves_between(*layouts, self._cells):
            yield from self._carry(action.seat, move)
        self._acting.note(EntryKind.TAKEN_BACK, action.seat, begun, action=str(action))
        yield from self._stage.wait(self._behaviour.settle_s)

    def _may_take_back(self) -> bool:
        """Return True if the match continues, no card was revealed, and the seat drew none."""
        ply = self._match.plies[-1]
        seat = ply.action.seat if ply.action else ""
        drew = any(event.kind == "drawn" and event.seat == seat for event in ply.events)
        return self._match.undo_limit() < ply.number and not drew and self._match.outcome is None
