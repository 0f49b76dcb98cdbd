"""Actions that the cards show by themselves or that a token declares, and their take-backs."""

from collections.abc import Generator, Iterator
from typing import Final

from companion.robots.acting import Acting
from companion.robots.declarations import Saying
from companion.robots.paper_hands import PaperHands
from companion.robots.players import Option
from companion.robots.script import EntryKind
from companion.simulator.hand_moves import perform
from companion.simulator.stage import HandMove, SceneFrame
from rules import CHANCE, Action, Seat, Verb

_UNDO: Final = "ctl.undo"
_MOVED_ON_S: Final = 1.0
"""Pause for hand moves after an action that was already declared, s."""


class OpenPlay:
    """Robots' actions in one match, in which no action is secret.

    With `all_known`, the match names every card, and only placements are taken back.
    """

    def __init__(self, acting: Acting, hands: PaperHands, *, all_known: bool = False) -> None:
        self._acting, self._hands, self._stage = acting, hands, acting.stage
        self._match, self._all_known = acting.seen, all_known
        self._moved_from: dict[str, str] = {}
        """Places of the cards that the last action moved."""

    def act(self, option: Option) -> Iterator[SceneFrame]:
        """Declare an action with its token or show it with cards, and perform its consequences."""
        action, begun, hands = option.action, self._stage.now, self._hands
        seat = action.seat if action.seat in hands.seats else action.to or hands.seats[0]
        hand = self._ready(action, option.card)
        singly = self._singly()
        declared = True
        if option.saying is not None:
            yield from hands.speak(option.saying, seat)
        elif hand and action.to not in self._acting.field:
            # A card on a loose pile stays visible for a while.
            yield from perform(self._stage, seat, [HandMove(hand.pop(), action.to, seat)])
            yield from self._stage.wait(self._acting.behaviour.settle_s)
        else:
            declared = False
        self.play(action)
        if declared:
            self._acting.note_action(action, begun)
        moved = yield from self._follow(seat, hand, begun, singly)
        if declared:
            yield from self._stage.wait(_MOVED_ON_S)
            return
        self._acting.note_action(action, begun, unseen=not moved)
        if moved:
            yield from self._stage.wait(self._acting.behaviour.settle_s)
        else:
            yield self._stage.tick()

    def play(self, action: Action) -> None:
        """Apply an action in the match, with hidden draws that follow it."""
        self._match.play(action)
        for hidden in () if self._all_known else self._acting.hidden_chance():
            self._match.play(hidden)

    def _singly(self) -> frozenset[str]:
        """Return the cells on which the removal of a single card would be a separate action."""
        actions = self._acting.game.legal(self._match.state)
        return frozenset(action.at for action in actions if action.verb is Verb.REMOVE)

    def _ready(self, action: Action, card: str) -> list[str]:
        """Return the tag of the card that a hand is about to place, as a list."""
        if action.verb is not Verb.PLACE or action.at or not card:
            return []
        tag = self._hands.stock.from_hand(action.seat, card)
        return [] if tag is None else [tag]

    def _follow(
        self, seat: Seat, hand: list[str], begun: float, singly: frozenset[str]
    ) -> Generator[SceneFrame, None, bool]:
        """Change the table to the match's layout; a removal may be forgotten at first.

        Return False if it was unchanged.
        """
        acting, stage = self._acting, self._stage
        hand_moves = self._hands.towards(acting.layout(), seat, hand)
        self._moved_from = {e.tag: stage.place_of(e.tag) or "" for e in hand_moves}
        leaving = [e for e in hand_moves if e.place not in acting.field and self._leaves(e, singly)]
        share = acting.behaviour.forget / (1 if self._all_known else 2)
        if len(leaving) > 1 and acting.rng.random() < share:
            left = acting.rng.choice(leaving)
            hand_moves.remove(left)
            cell = stage.place_of(left.tag) or ""
            yield from perform(stage, seat, hand_moves)
            acting.note(EntryKind.FORGOTTEN, seat, begun, note=cell)
            yield from stage.wait(acting.behaviour.listen_s)
            hand_moves = [left]
        yield from perform(stage, seat, hand_moves)
        return bool(self._moved_from)

    def _leaves(self, hand_move: HandMove, singly: frozenset[str]) -> bool:
        cell = self._stage.place_of(hand_move.tag)
        return cell in self._acting.field and cell not in singly

    def take_back(self, option: Option) -> Generator[SceneFrame, None, bool]:
        """Undo the last action sometimes, with a control card if a token declared it.

        Return True if it was undone.
        """
        acting, hands, seat = self._acting, self._hands, option.action.seat
        if self._all_known and option.action.to not in acting.field:
            return False
        if acting.rng.random() >= acting.behaviour.take_back or not self._may_take_back():
            return False
        begun = self._stage.now
        if option.saying is not None:
            yield from hands.speak(Saying(_UNDO, f"{seat}.control", seat), seat)
        self._match.undo(self._match.plies[-1].number - 1)
        drawn = [] if self._all_known else hands.stock.hands[seat][-1:]
        left = list(drawn)
        hand_moves = hands.towards(acting.layout(), seat, left, self._moved_from)
        for tag in drawn if not left else ():
            hands.stock.hands[seat].remove(tag)
        yield from perform(self._stage, seat, hand_moves)
        acting.note(EntryKind.TAKEN_BACK, seat, begun, action=str(option.action))
        yield from self._stage.wait(acting.behaviour.settle_s)
        return True

    def _may_take_back(self) -> bool:
        """Return True if the match continues, no card was revealed, and the seat drew none."""
        ply, match = self._match.plies[-1], self._match
        if ply.action is None or ply.action.seat == CHANCE:
            return False
        drew = any(e.kind == "drawn" and e.seat == ply.action.seat for e in ply.events)
        closed = drew and self._all_known
        return match.undo_limit() < ply.number and not closed and match.outcome is None
