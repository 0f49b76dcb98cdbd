"""Robots with public knowledge: whole matches with hidden cards or a shared deck.

Theory of operation
-------------------
The robots' `Match` is the same as a referee's: hands, piles and face-down cards are `?` in it.
Only the printed cards show their identities (`CardSupply`). A decision takes these steps:

    legal actions that the real cards allow and that can be shown
      → one of them, in its public form → declared with a token, or shown by the cards
      → hands change the table to the new layout (`TableSync`)

The script is therefore exactly that of a correct referee. This module is independent of the game:
declarations come from the game's `candidate_actions` (`companion.robots.declarations`), hand moves
from the difference between two layouts, illegal moves from the rules
(`companion.robots.illegal_changes`).
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from companion.referee.explain.hidden_chance import unseen_chance
from companion.referee.table import differences, top_of
from companion.robots.acting import Behaviour, RobotPlayers
from companion.robots.declarations import Saying, Sayings, pieces_of
from companion.robots.illegal_changes import IllegalMove, illegal_moves
from companion.robots.script import EntryKind
from companion.robots.sync_table import TableSync
from companion.simulator.card_supply import CardSupply
from companion.simulator.hand_moves import perform
from companion.simulator.stage import HandMove, SceneFrame, Stage
from rules import (
    CHANCE,
    UNKNOWN,
    Action,
    Facing,
    Layout,
    Match,
    PlacedCard,
    PrintedCard,
    Seat,
    Verb,
    judge,
)
from rules.core.event import REVEALED
from rules.sim.playout import greedy_policy

_UNDO: Final = "ctl.undo"
_MOVED_ON_S: Final = 1.0
"""Pause for hand moves after an action that was already declared, s."""
_KEEN: Final = 0.8
"""Share of decisions in which a robot chooses the best immediate action, not a random one."""


@dataclass(frozen=True, slots=True)
class _Option:
    """A possible action: its public form, its card, and the token that declares it."""

    action: Action
    card: str
    saying: Saying | None


class PublicRobots(RobotPlayers):
    """One match played by robots with private cards."""

    def __init__(
        self,
        match: Match[Any],
        stage: Stage,
        cards: Sequence[PrintedCard],
        rng: random.Random,
        behaviour: Behaviour | None = None,
    ) -> None:
        """Seat the players; `match` contains only public knowledge."""
        super().__init__(match, stage, rng, behaviour)
        self._form = self._game.table(match.setup)
        self._field = [zone.cell for zone in self._form.zones if zone.tracked]
        self._stock = CardSupply(cards, self._form.owners, match.setup.decks)
        self._table_sync = TableSync(stage, self._stock, self._field)
        self._pieces = pieces_of(cards, self._form.owners)
        self._sayings: Sayings | None = None
        self._moved_from: dict[str, str] = {}
        """Places of the cards that the last action moved."""
        self._seats = [seat for seat in self._game.seats(match.setup) if seat != CHANCE]

    # The match.

    def _set_up(self) -> None:
        self._hidden_chance()
        self._stock.shuffle(self._rng)
        for cell, pile in self._layout().items():
            for placed in pile if cell in self._cells else ():
                tag = self._stock.lay_out(placed)
                if tag is not None:
                    self._stage.do(self._place_move(tag, cell, placed))
        self._stock.deal(self._seats)

    def _place_move(self, tag: str, cell: str, placed: PlacedCard) -> HandMove:
        seat = placed.owner or self._seats[0]
        return HandMove(tag, cell, seat, placed.turn, placed.facing is Facing.UP)

    def _hidden_chance(self) -> None:
        while (hidden := unseen_chance(self._game, self._match.state)) is not None:
            self._match.play(hidden)

    def _chance(self) -> Iterator[SceneFrame]:
        while self._to_chance():
            lot = self._drawn_lot()
            yield from self._act(_Option(lot, "", self._saying(lot)))

    def _decision(self) -> Iterator[SceneFrame]:
        options = self._options()
        if not options:
            raise LookupError(f"nothing that can be shown: {self._match.state}")
        behaviour, rng = self._behaviour, self._rng
        seat = options[0].action.seat
        # A seat does not waste time while a clock runs.
        at_leisure = self._game.timeout_action(self._match.state) is None
        if at_leisure and rng.random() < behaviour.distraction:
            yield from self._distraction(seat)
        if at_leisure and rng.random() < behaviour.blunder:
            yield from self._slip(seat, options)
        option = self._chosen(options)
        yield from self._act(option)
        if rng.random() < behaviour.take_back and self._may_take_back():
            yield from self._take_back(option)

    def _options(self) -> list[_Option]:
        """Return the actions that the real cards allow and that can be shown."""
        found = []
        for action in self._game.legal(self._match.state):
            if action.seat == CHANCE or not self._true(action):
                continue
            seen = _masked(action)
            if self._visible(seen):
                found.append(_Option(self._as_shown(seen), action.card, None))
            elif (saying := self._saying(seen)) is not None:
                found.append(_Option(seen, action.card, saying))
        return list(dict.fromkeys(found))

    def _true(self, action: Action) -> bool:
        """Return True if the real cards allow the action."""
        if action.verb is Verb.PLACE and not action.at:
            hand = self._stock.hands[action.seat]
            return any(self._stock.card[tag] == action.card for tag in hand)
        if action.verb is Verb.FLIP and action.card:
            tags = self._stage.piles.get(action.at, [])
            return bool(tags) and self._stock.card[tags[-1]] == action.card
        return True

    def _after(self, action: Action) -> Layout:
        _, state = self._game.advance(self._match.state, action)
        return self._game.layout(state)

    def _visible(self, action: Action) -> bool:
        """Return True if the action changes the top card of a tracked cell."""
        before, after = self._layout(), self._after(action)
        return any(top_of(before, cell) != top_of(after, cell) for cell in self._field)

    def _as_shown(self, action: Action) -> Action:
        """Return the first action with the same result, because a camera does not see who acts."""
        after = self._after(action)
        tops = {cell: top_of(after, cell) for cell in self._field}
        changes = differences(self._layout(), tops)
        for shown in self._game.candidate_actions(self._match.state, changes):
            legal = not judge(self._game, self._match.state, shown).violations
            if legal and self._after(shown) == after:
                return shown
        return action

    def _saying(self, action: Action) -> Saying | None:
        state = self._match.state
        if self._sayings is None or self._sayings.state is not state:
            self._sayings = Sayings(self._game, state, self._form, self._pieces)
        return self._sayings.say(action)

    def _chosen(self, options: list[_Option]) -> _Option:
        """Return the best immediate option or a random one; merely tolerated options are rare."""
        state, rng = self._match.state, self._rng
        proper = [o for o in options if not self._put_up_with(o.action)]
        if proper and (len(proper) == len(options) or rng.random() > self._behaviour.decline / 3):
            options = proper
        if any(o.action.verb is Verb.READY for o in options):
            return next(o for o in options if o.action.verb is Verb.READY)
        actions = list(dict.fromkeys(o.action for o in options))
        seats = sorted({action.seat for action in actions})
        seat = rng.choice(seats)
        actions = [action for action in actions if action.seat == seat]
        action = rng.choice(actions)
        if rng.random() < _KEEN:
            action = greedy_policy(self._game, state, actions, rng)
        return rng.choice([o for o in options if o.action == action])

    def _put_up_with(self, action: Action) -> bool:
        events = self._game.resolve(self._match.state, action)
        return any(event.kind == REVEALED and event.clause for event in events)

    # Acting.

    def _act(self, option: _Option) -> Iterator[SceneFrame]:
        """Declare an action with its token or show it with cards, and perform its consequences."""
        action, begun = option.action, self._stage.now
        seat = action.seat if action.seat in self._seats else action.to or self._seats[0]
        hand = self._ready(action, option.card)
        singly = self._singly()
        declared = True
        if option.saying is not None:
            yield from self._speak(option.saying, seat)
        elif hand and action.to not in self._field:
            yield from self._show(hand.pop(), action.to, seat)
        else:
            declared = False
        self._match.play(action)
        self._hidden_chance()
        if declared:
            self._note_action(action, begun)
        yield from self._follow(seat, hand, begun, singly)
        if declared:
            yield from self._stage.wait(_MOVED_ON_S)
        else:
            self._note_action(action, begun)
            yield from self._stage.wait(self._behaviour.settle_s)

    def _note_action(self, action: Action, begun: float) -> None:
        """Record an action in the script; chance's actions are recorded as control cards."""
        kind = EntryKind.CONTROL if action.seat == CHANCE else EntryKind.ACTION
        self._acting.note(kind, action.seat, begun, action=str(action))

    def _singly(self) -> frozenset[str]:
        """Return the cells on which the removal of a single card would be a separate action."""
        actions = self._game.legal(self._match.state)
        return frozenset(action.at for action in actions if action.verb is Verb.REMOVE)

    def _ready(self, action: Action, card: str) -> list[str]:
        """Return the tag of the card that a hand is about to place, as a list."""
        if action.verb is not Verb.PLACE or action.at or not card:
            return []
        tag = self._stock.from_hand(action.seat, card)
        return [] if tag is None else [tag]

    def _speak(self, saying: Saying, seat: Seat) -> Iterator[SceneFrame]:
        """Place the declaring token, which stays until the next hand moves."""
        tag = self._stock.from_box(saying.card, saying.owner)
        tag = tag or self._stock.among(self._stage.piles.values(), saying.card)
        yield from perform(self._stage, seat, [HandMove(tag, saying.cell, saying.owner or seat)])
        yield from self._stage.wait(self._behaviour.settle_s)

    def _show(self, tag: str, cell: str, seat: Seat) -> Iterator[SceneFrame]:
        """Place a card on a loose pile, and leave it visible for a while."""
        yield from perform(self._stage, seat, [HandMove(tag, cell, seat)])
        yield from self._stage.wait(self._behaviour.settle_s)

    def _follow(
        self, seat: Seat, hand: list[str], begun: float, singly: frozenset[str]
    ) -> Iterator[SceneFrame]:
        """Change the table to the match's layout; a removal may be forgotten at first."""
        hand_moves = self._table_sync.hand_moves(self._layout(), seat, hand)
        self._moved_from = {e.tag: self._stage.place_of(e.tag) or "" for e in hand_moves}
        leaving = [e for e in hand_moves if e.place not in self._field and self._leaves(e, singly)]
        if len(leaving) > 1 and self._rng.random() < self._behaviour.forget / 2:
            left = self._rng.choice(leaving)
            hand_moves.remove(left)
            cell = self._stage.place_of(left.tag) or ""
            yield from perform(self._stage, seat, hand_moves)
            self._acting.note(EntryKind.FORGOTTEN, seat, begun, note=cell)
            yield from self._stage.wait(self._behaviour.listen_s)
            hand_moves = [left]
        yield from perform(self._stage, seat, hand_moves)

    def _leaves(self, hand_move: HandMove, singly: frozenset[str]) -> bool:
        cell = self._stage.place_of(hand_move.tag)
        return cell in self._field and cell not in singly

    # Mistakes.

    def _slip(self, seat: Seat, options: Sequence[_Option]) -> Iterator[SceneFrame]:
        """Make an illegal move of the rarest kind so far, and undo it."""
        if any(o.action.verb is Verb.PASS for o in options):
            return  # the table after an undone slip could be interpreted as a pass
        found: dict[tuple[str, ...], list[IllegalMove]] = {}
        for slip in illegal_moves(
            self._match, self._form, self._stage, self._stock, self._pieces, seat
        ):
            found.setdefault(slip.clauses, []).append(slip)
        if not (sorts := self._acting.rarest(found)):
            return
        clauses = self._rng.choice(sorts)
        slip = self._rng.choice(found[clauses])
        self._acting.made[clauses] += 1
        begun = self._stage.now
        yield from perform(self._stage, seat, [slip.done])
        yield from self._acting.be_refused(slip.action, clauses, begun)
        begun = self._stage.now
        yield from perform(self._stage, seat, [slip.undone])
        yield from self._acting.note_corrected(seat, begun)

    def _may_take_back(self) -> bool:
        """Return True if no card was revealed or moved between piles, and the match continues."""
        ply = self._match.plies[-1]
        acted = ply.action is not None and ply.action.seat != CHANCE
        return acted and self._match.undo_limit() < ply.number and self._match.outcome is None

    def _take_back(self, option: _Option) -> Iterator[SceneFrame]:
        """Undo the last action by moving cards, or with a control card if a token declared it."""
        begun, seat = self._stage.now, option.action.seat
        if option.saying is not None:
            yield from self._speak(Saying(_UNDO, f"{seat}.control", seat), seat)
        self._match.undo(self._match.plies[-1].number - 1)
        drawn = self._stock.hands[seat][-1:]
        left = list(drawn)
        hand_moves = self._table_sync.hand_moves(self._layout(), seat, left, self._moved_from)
        for tag in drawn if not left else ():
            self._stock.hands[seat].remove(tag)
        yield from perform(self._stage, seat, hand_moves)
        self._acting.note(EntryKind.TAKEN_BACK, seat, begun, action=str(option.action))
        yield from self._stage.wait(self._behaviour.settle_s)


def _masked(action: Action) -> Action:
    """Return an action's public form."""
    hidden = action.verb is Verb.PLACE and action.facing is Facing.DOWN
    return replace(action, card=UNKNOWN) if hidden else action
