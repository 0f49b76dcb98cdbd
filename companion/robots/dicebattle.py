"""Robots for Dice Battle: one match with all cards, one with public knowledge.

Theory of operation
-------------------
In the *true* match every card is known; it defines the possible choices and the decks. The *seen*
match contains only public knowledge, like a referee's: hands, decks and face-down cards are `?`.
An action takes these steps:

    choose in the true match → its public form in the seen match → hands act it out
      → cards the seen match requests are turned up → the table follows both matches

Both matches must predict the same table after every decision; a difference is a bug in this module
(`AssertionError`).
"""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, Final

from companion.referee.secrecy import masked
from companion.robots.acting import Acting
from companion.robots.dice_throws import take_dice, throw_once, throw_until_read
from companion.robots.paper_hands import PaperHands, backs
from companion.robots.players import RobotDecision
from companion.robots.script import EntryKind
from companion.simulator.hand_moves import perform
from companion.simulator.stage import HandMove, SceneFrame
from rules import CHANCE, Action, Facing, Layout, PrintedCard, Verb

_TRIES: Final = 12
_CONTENT: Final = 0.4
"""Share of decisions in which a seat places fewer cards than it could."""
_TOKEN: Final = "token."
_SHOWN: Final = (Verb.FLIP, Verb.REMOVE, Verb.MOVE, Verb.TURN)
"""Verbs whose actions hands show by moving cards on the field."""


class DiceBattleRobots:
    """The choices in the true match, and the hands that show both matches."""

    def __init__(self, acting: Acting, cards: Sequence[PrintedCard]) -> None:
        self._acting, self._stage = acting, acting.stage
        self._game, self._rng = acting.game, acting.rng
        for hidden in acting.hidden_chance():
            acting.seen.play(hidden)
            acting.true.play(acting.lot())
        self._decks: Layout = {}
        self.hands = PaperHands(acting, cards, self._caught_up())

    def _layout(self) -> Layout:
        """Return the table without tokens, which robots place only to declare."""
        layout = self._acting.layout().items()
        bare = {c: tuple(p for p in pile if not p.card.startswith(_TOKEN)) for c, pile in layout}
        return {**bare, **self._decks}

    def _caught_up(self) -> Layout:
        """Return the table once both matches agree, with the cards that are in the decks now."""
        players = zip(self._acting.seats, self._acting.true.state.players, strict=True)
        self._decks = {f"{seat}.deck": backs(player.deck, seat) for seat, player in players}
        return self._layout()

    def _ahead(self) -> bool:
        """Return True if the true match has another table than the seen match."""
        true, seen = self._game.table.layout(self._acting.true.state), self._acting.layout()
        return any(true.get(c, ())[-1:] != seen.get(c, ())[-1:] for c in self._acting.field)

    # Chance.

    def chance(self) -> Iterator[SceneFrame]:
        """Perform chance's actions: throws of dice, and hidden ones."""
        acting = self._acting
        while acting.to_chance():
            hidden, lot = next(acting.hidden_chance(), None), acting.lot()
            acting.true.play(lot)
            if hidden is None:
                yield from self._show_chance(lot)
            acting.seen.play(hidden or lot)
            seat = lot.to.partition(".")[0] or acting.seats[0]
            yield from self.hands.follow(self._caught_up(), seat)

    def _show_chance(self, action: Action) -> Iterator[SceneFrame]:
        acting, begun, rng = self._acting, self._stage.now, self._rng
        trays = [z.cell for z in acting.form.zones if z.dice and z.owner == action.to]
        if trays and rng.random() < acting.behaviour.dice:
            if rng.random() < acting.behaviour.cocked:
                yield from throw_once(acting, action.to, trays[0], action.value, 28.0)
                acting.note(EntryKind.DISTRACTION, action.to, begun, note="cocked")
            yield from throw_until_read(acting, action.to, trays[0], action.value)
        else:
            seat = action.to or acting.seats[0]
            yield from take_dice(self._stage, seat)
            yield from self.hands.say(action, seat)
            yield from self.hands.follow(self._layout(), seat)
        acting.note(EntryKind.CONTROL, action.to, begun, action=str(action))

    # Choices.

    def decide(self) -> RobotDecision:
        """Return the next decision: a random legal action; undo and passing are rare.

        A fault would be ambiguous while an open step could be declined without a trace, because it
        could then be the next player's move.
        """
        kinds: dict[Verb, list[Action]] = {}
        for action in self._game.legal(self._acting.true.state):
            if action.seat != CHANCE:
                kinds.setdefault(action.verb, []).append(action)
        calm = not any(a.verb is Verb.PASS for a in self._game.legal(self._acting.seen.state))
        chosen = self._choice(kinds)
        return RobotDecision(chosen.seat, partial(self._act, chosen), calm)

    def _choice(self, kinds: dict[Verb, list[Action]]) -> Action:
        rng, behaviour = self._rng, self._acting.behaviour
        if Verb.REMOVE in kinds and len(kinds) > 1:
            if rng.random() < behaviour.take_back:
                return rng.choice(kinds[Verb.REMOVE])
            del kinds[Verb.REMOVE]
        for verb in (Verb.PASS, Verb.FLIP):
            if verb in kinds and len(kinds) > 1 and rng.random() > behaviour.decline:
                del kinds[verb]
        if Verb.READY in kinds:
            return kinds[Verb.READY][0]
        return rng.choice(kinds[rng.choice(sorted(kinds))])

    def _row(self, first: Action) -> list[Action]:
        """Return further cards that the same seat places together with the first.

        Useless placements are avoided: the first of several attempts is used that does not force
        the seat to pick up a card before it can continue.
        """
        if first.verb is not Verb.PLACE or first.to not in self._acting.field:
            return [first]
        row = [first]
        for _ in range(_TRIES):
            row, goes_on = self._try_row(first)
            if goes_on:
                break
            first = self._rng.choice(self._placements(self._acting.true.state))
        return row

    def _try_row(self, first: Action) -> tuple[list[Action], bool]:
        row, state = [first], self._acting.true.state
        while True:
            _, state = self._game.advance(state, row[-1])
            if first.seat not in self._game.to_act(state):
                return row, True
            ready = any(a.verb is Verb.READY for a in self._game.legal(state))
            more = self._placements(state)
            if not more or (ready and self._rng.random() < _CONTENT):
                return row, ready
            row.append(self._rng.choice(more))

    def _placements(self, state: Any) -> list[Action]:  # noqa: ANN401 - the game's own type
        field = self._acting.field
        return [a for a in self._game.legal(state) if a.verb is Verb.PLACE and a.to in field]

    # Actions.

    def _act(self, action: Action) -> Iterator[SceneFrame]:
        """Show an action with the hands, with further cards that the same seat places."""
        acting, row, begun = self._acting, self._row(action), self._stage.now
        seen = [masked(each) for each in row]
        seat, placed = row[0].seat, row[0].verb is Verb.PLACE
        if placed:
            yield from perform(self._stage, seat, [self._placing(each) for each in row])
        elif seen[0].verb not in _SHOWN:
            yield from self.hands.say(seen[0])
        for true, public in zip(row, seen, strict=True):
            acting.true.play(true)
            acting.seen.play(public)
        if not placed:
            yield from self.hands.follow(self._layout(), seat)
        for public in seen:
            acting.note_action(public, begun, unseen=len(seen) > 1)
        yield from self._stage.wait(acting.behaviour.settle_s)
        yield from self._turn_up()
        yield from self.hands.follow(self._caught_up(), seat)
        assert not self._ahead(), (acting.true.state, acting.seen.state)  # noqa: S101 - a bug in this module

    def _placing(self, action: Action) -> HandMove:
        stock = self.hands.stock
        tag = stock.from_hand(action.seat, action.card) or stock.from_box(action.card, action.seat)
        if tag is None:
            raise LookupError(f"no paper for {action}")
        up = action.facing is not Facing.DOWN
        return HandMove(tag, action.to, action.seat, action.turn, up)

    def _turn_up(self) -> Iterator[SceneFrame]:
        """Turn up the cards that the seen match waits for and the true match knows."""
        acting, hands = self._acting, self.hands
        while acting.seen.outcome is None and self._ahead():
            flips = [
                a for a in self._game.legal(acting.seen.state) if a.verb is Verb.FLIP and a.card
            ]
            seat, begun = min(a.seat for a in flips), self._stage.now
            mine = dict.fromkeys(a.at for a in flips if a.seat == seat)
            tags = {cell: self._stage.piles[cell][-1] for cell in mine}
            tops = {cell: acting.layout()[cell][-1] for cell in mine}
            turned = [HandMove(tags[cell], cell, seat, tops[cell].turn) for cell in mine]
            yield from perform(self._stage, seat, turned)
            for cell, tag in tags.items():
                action = Action(seat, Verb.FLIP, hands.stock.card[tag], cell)
                acting.seen.play(action)
                acting.note_action(action, begun, unseen=True)
            yield from self._stage.wait(acting.behaviour.settle_s)
            yield from hands.follow(self._layout(), seat)
