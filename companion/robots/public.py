"""Robots with public knowledge, for every game whose actions a player can judge from the table.

Theory of operation
-------------------
The robots' `Match` is the same as a referee's: hands, piles and face-down cards are `?` in it.
Only the printed cards show their identities (`CardSupply`). An action takes these steps:

    legal actions that the real cards allow and that can be shown
      → one of them, in its public form → declared with a token, or shown by the cards
      → hands change the table to the new layout (`TableSync`)

This module is independent of the game: declarations come from the game's `candidate_actions`, and
hand moves from the difference between two layouts. An action without a trace (declining) is either
declared with a control card or revealed by the next player's move, as at a real table.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from companion.pieces import is_piece
from companion.referee.control_cards import PREFIX, ControlCard
from companion.referee.explain.search import blames
from companion.referee.secrecy import masked
from companion.referee.table import differences, top_of
from companion.robots.acting import Acting
from companion.robots.declarations import Saying
from companion.robots.paper_hands import PaperHands
from companion.robots.players import RobotDecision
from companion.robots.script import EntryKind
from companion.simulator.hand_moves import perform
from companion.simulator.stage import HandMove, SceneFrame
from rules import CHANCE, LEGAL, Action, Layout, PlacedCard, PrintedCard, Seat, Verb, judge
from rules.core.candidate_actions import Change
from rules.players.policies import greedy_policy

_END_TURN: Final = PREFIX + ControlCard.END_TURN
_KEEN: Final = 0.8
"""Share of decisions in which a robot chooses the best immediate action, not a random one."""
_MOVED_ON_S: Final = 1.0
"""Pause for hand moves after an action that was already declared, s."""
_UNDO: Final = PREFIX + ControlCard.UNDO


@dataclass(frozen=True, slots=True)
class _Option:
    """A possible action in its public form, its card, and the token that declares it."""

    action: Action
    card: str = ""
    saying: Saying | None = None


class PublicRobots:
    """The choices and actions in one match, which contains only what is public."""

    def __init__(self, acting: Acting, cards: Sequence[PrintedCard]) -> None:
        self._acting, self._stage, self._rng = acting, acting.stage, acting.rng
        self._game, self._match = acting.game, acting.seen
        for hidden in acting.hidden_chance():
            self._match.play(hidden)
        self.hands = PaperHands(acting, cards, acting.layout())
        self._moved_from: dict[str, str] = {}
        """Places of the cards that the last action moved."""
        self._shown = False
        """True if the last action changed the field, or a token declared it."""

    def chance(self) -> Iterator[SceneFrame]:
        """Declare chance's actions."""
        while self._acting.to_chance():
            lot = self._acting.lot()
            yield from self._act(_Option(lot, "", self.hands.saying(lot)))

    # Choices.

    def decide(self) -> RobotDecision:
        """Return the next decision.

        A fault would be ambiguous after an action without a trace, and while a step may be
        declined: the table alone cannot distinguish it from the next player's move.
        """
        options = self._options()
        entries = [e for e in self._acting.script.deeds if e.kind is not EntryKind.DISTRACTION]
        open_step = any(a.verb is Verb.PASS for a in self._game.legal(self._match.state))
        calm = self._acting.leisurely() and not (open_step or entries[-1].unseen)
        return RobotDecision(options[0].action.seat, partial(self._decided, options), calm)

    def _decided(self, options: list[_Option]) -> Iterator[SceneFrame]:
        """Perform an option; sometimes the player takes it back."""
        option = self._chosen(options)
        yield from self._act(option)
        yield from self._take_back(option)

    def _options(self) -> list[_Option]:
        """Return the actions that the real cards allow: those that can be shown, if there are any.

        Others leave no trace.
        """
        found, silent = list[_Option](), list[_Option]()
        for action in self._game.legal(self._match.state):
            if action.seat == CHANCE or not self._true(action):
                continue
            seen = masked(action)
            if self._visible(seen):
                found.append(_Option(self._as_shown(seen), action.card))
            elif (saying := self.hands.saying(seen)) is not None:
                found.append(_Option(seen, action.card, saying))
            else:
                silent.append(_Option(seen, action.card))
        if not found and not silent:
            raise LookupError(f"nothing that the cards allow: {self._match.state}")
        declines = [option for option in silent if option.action.verb is Verb.PASS]
        return list(dict.fromkeys(found or declines or silent))

    def _true(self, action: Action) -> bool:
        """Return True if the real cards allow the action."""
        stock = self.hands.stock
        if action.verb is Verb.PLACE and not action.at:
            return any(stock.card[tag] == action.card for tag in stock.hands[action.seat])
        if action.verb is Verb.FLIP and action.card:
            tags = self._stage.piles.get(action.at, [])
            return bool(tags) and stock.card[tags[-1]] == action.card
        return True

    def _after(self, action: Action) -> Layout:
        _, state = self._game.advance(self._match.state, action)
        return self._game.table.layout(state)

    def _visible(self, action: Action) -> bool:
        """Return True if the action changes a tracked cell's top card, or discards a card."""
        before, after, field = self._acting.layout(), self._after(action), self._acting.field
        if action.verb is Verb.PLACE and action.to not in field:
            placed = PlacedCard(action.card, action.seat)
            change = Change(action.to, top_of(before, action.to), placed)
            return action in self._game.candidate_actions(self._match.state, (change,))
        return any(top_of(before, cell) != top_of(after, cell) for cell in field)

    def _as_shown(self, action: Action) -> Action:
        """Return the first action with the same result, because a camera does not see who acts."""
        after = self._after(action)
        tops = {cell: top_of(after, cell) for cell in self._acting.field}
        changes = differences(self._acting.layout(), tops)
        for shown in self._game.candidate_actions(self._match.state, changes):
            legal = not judge(self._game, self._match.state, shown).violations
            if legal and self._after(shown) == after:
                return shown
        return action

    def _chosen(self, options: list[_Option]) -> _Option:
        """Return the best immediate option or a random one; merely tolerated options are rare."""
        state, rng = self._match.state, self._rng
        decline = self._acting.behaviour.decline
        proper = [o for o in options if not blames(self._game, state, (o.action,))]
        if proper and (len(proper) == len(options) or rng.random() > decline / 3):
            options = proper
        if any(o.action.verb is Verb.READY for o in options):
            return next(o for o in options if o.action.verb is Verb.READY)
        actions = list(dict.fromkeys(o.action for o in options))
        seat = rng.choice(sorted({action.seat for action in actions}))
        actions = [action for action in actions if action.seat == seat]
        action = rng.choice(actions)
        if rng.random() < _KEEN:
            action = greedy_policy(self._game, state, actions, rng)
        option = rng.choice([o for o in options if o.action == action])
        return _Option(action, option.card, option.saying or self._handing_over(action))

    def _handing_over(self, action: Action) -> Saying | None:
        """Return the END TURN card if a robot shows it to declare that it declines."""
        if action.verb is not Verb.PASS or _END_TURN not in self.hands.pieces.get("", ()):
            return None
        _, after = self._game.advance(self._match.state, action)
        if action.seat in self._game.to_act(after):
            return None  # the turn continues
        last = self._acting.script.deeds[-1]
        follows = last.kind is EntryKind.ACTION and last.seat == action.seat
        follows = follows and self._game.outcome(after) is None
        sure = judge(self._game, self._match.state, action) == LEGAL  # a referee infers no others
        if follows and sure and self._rng.random() >= self._acting.behaviour.show_control:
            return None
        return Saying(_END_TURN, f"{action.seat}.control", action.seat)

    # Actions.

    def _act(self, option: _Option) -> Iterator[SceneFrame]:
        """Declare an action with its token or show it with cards, and perform its consequences."""
        acting, action, begun, hands = self._acting, option.action, self._stage.now, self.hands
        seat = action.seat if action.seat in acting.seats else action.to or acting.seats[0]
        placing = action.verb is Verb.PLACE and not action.at and option.card
        tag = hands.stock.from_hand(action.seat, option.card) if placing else None
        hand = [] if tag is None else [tag]
        singly = {a.at for a in self._game.legal(self._match.state) if a.verb is Verb.REMOVE}
        declared = option.saying is not None
        if option.saying is not None:
            yield from hands.speak(option.saying, seat)
        elif hand and action.to not in acting.field:
            # A card on a loose pile stays visible for a while.
            yield from hands.show([HandMove(hand.pop(), action.to, seat)], seat)
            declared = True
        self._match.play(action)
        for hidden in acting.hidden_chance():
            self._match.play(hidden)
        if declared:
            acting.note_action(action, begun)
        hand_moves = hands.towards(acting.layout(), seat, hand)
        self._moved_from = {e.tag: self._stage.place_of(e.tag) or "" for e in hand_moves}
        cells = (*self._moved_from.values(), *(e.place for e in hand_moves))
        spoken = option.saying is not None and is_piece(option.saying.card)
        self._shown = spoken or any(cell in acting.field for cell in cells)
        yield from self._follow(seat, hand_moves, begun, singly)
        if declared:
            yield from self._stage.wait(_MOVED_ON_S)
            return
        acting.note_action(action, begun, unseen=not self._shown)
        if self._shown:
            yield from self._stage.wait(acting.behaviour.settle_s)
        else:
            yield self._stage.tick()

    def _follow(
        self, seat: Seat, hand_moves: Sequence[HandMove], begun: float, singly: set[str]
    ) -> Iterator[SceneFrame]:
        """Change the table to the match's layout; a removal may be forgotten at first.

        On the cells in `singly`, the removal of a single card would be a separate action.
        """
        acting, stage, field = self._acting, self._stage, self._acting.field
        places = {e.tag: stage.place_of(e.tag) or "" for e in hand_moves if e.place not in field}
        leaving = [tag for tag, cell in places.items() if cell in field and cell not in singly]
        if len(leaving) > 1 and acting.rng.random() < acting.behaviour.forget / 2:
            left = acting.rng.choice(leaving)
            yield from perform(stage, seat, [e for e in hand_moves if e.tag != left])
            acting.note(EntryKind.FORGOTTEN, seat, begun, note=places[left])
            yield from stage.wait(acting.behaviour.listen_s)
            hand_moves = [e for e in hand_moves if e.tag == left]
        yield from perform(stage, seat, hand_moves)

    def _take_back(self, option: _Option) -> Iterator[SceneFrame]:
        """Undo the last action sometimes, with a control card if a token declared it.

        It is possible if this is visible, and the action revealed no card.
        """
        acting, hands, seat, match = self._acting, self.hands, option.action.seat, self._match
        ply, rare = match.plies[-1], acting.rng.random() >= acting.behaviour.take_back
        if rare or not self._shown or ply.action is None or ply.action.seat == CHANCE:
            return
        if match.undo_limit() >= ply.number or match.outcome is not None:
            return
        begun = self._stage.now
        if option.saying is not None:
            yield from hands.speak(Saying(_UNDO, f"{seat}.control", seat), seat)
        match.undo(ply.number - 1)
        drawn = hands.stock.hands[seat][-1:]
        left = list(drawn)
        hand_moves = hands.towards(acting.layout(), seat, left, self._moved_from)
        for tag in drawn if not left else ():
            hands.stock.hands[seat].remove(tag)
        yield from perform(self._stage, seat, hand_moves)
        acting.note(EntryKind.TAKEN_BACK, seat, begun, action=str(option.action))
        yield from self._stage.wait(acting.behaviour.settle_s)
