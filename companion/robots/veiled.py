"""Robots for games with face-down cards: one match with all cards, one with public knowledge.

Theory of operation
-------------------
Two equal matches run in parallel. In the *true* match every card is known; it defines the possible
choices and the shuffled decks. The *seen* match contains only public knowledge, like a referee's:
hands, decks and face-down cards are `?`. A decision takes these steps:

    choose in the true match → its public form in the seen match → hands act it out
      → cards the seen match requests are turned up → the rules' moves are performed

The seen match is therefore exactly that of a correct referee, and the cards on the stage are its
table. Both matches must predict the same table after every decision; a difference is a bug in this
module (`AssertionError`). Acting involves no rules: cards are moved where the layouts differ
(`companion.robots.sync_cards`), tokens declare an action by the game's candidate actions
(`companion.robots.declarations`), dice are thrown (`companion.simulator.throws`).
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from companion.referee.explain.hidden_chance import unseen_chance
from companion.robots.acting import Behaviour, RobotPlayers
from companion.robots.declarations import pieces_of, say
from companion.robots.holdings import Holdings, Supply
from companion.robots.illegal_changes import IllegalChange, illegal_changes
from companion.robots.script import EntryKind
from companion.robots.sync_cards import CardSync, taken_up
from companion.robots.thrower import Thrower
from companion.simulator.hand_moves import perform
from companion.simulator.stage import HandMove, SceneFrame, Stage
from companion.simulator.throws import take_dice
from rules import CHANCE, UNKNOWN, Action, Event, Facing, Match, Seat, Verb

_TRIES: Final = 12
_CONTENT: Final = 0.4
"""Share of decisions in which a seat places fewer cards than it could."""


class VeiledRobots(RobotPlayers):
    """One match played by robots that place cards face down."""

    def __init__(
        self,
        true: Match[Any],
        seen: Match[Any],
        stage: Stage,
        supply: Supply,
        rng: random.Random,
        behaviour: Behaviour | None = None,
    ) -> None:
        """Seat the players; `seen` is a fresh match of the same set-up as `true`."""
        super().__init__(seen, stage, rng, behaviour)
        self._paper = Holdings(supply, stage)
        self._true = true
        self._trays = {z.cell: z.owner for z in self._game.table(seen.setup).zones if z.dice}
        self._form = self._game.table(seen.setup)
        self._tracked = self._field = [zone.cell for zone in self._form.zones if zone.tracked]
        self._house = CardSync(stage, self._paper, self._form, self._behaviour.settle_s)
        self._thrower = Thrower(stage, self.pages, rng, self._behaviour.listen_s)
        cards = [
            card for own in (*supply.seats.values(), *supply.controls.values()) for card in own
        ]
        self._pieces = pieces_of(cards, self._form.owners)

    # -- the two matches -------------------------------------------------------------------

    def _set_up(self) -> None:
        while (hidden := unseen_chance(self._game, self._match.state)) is not None:
            self._match.play(hidden)
            for event in self._fall().events:
                if event.kind == "dealt":
                    deck = self._game.layout(self._true.state).get(f"{event.seat}.deck", ())
                    self._paper.deal(event, len(deck))
        for cell, pile in self._layout().items():
            for placed in pile:
                if cell in self._tracked and placed.card != UNKNOWN:
                    tag = self._paper.from_hand(placed.owner, placed.card)
                    self._stage.do(HandMove(tag, cell, placed.owner, placed.turn), 1.0)

    def _fall(self) -> Any:  # noqa: ANN401 - a ply of the game's own type
        action = self._game.sample(self._true.state, lambda n: int(self._rng.random() * n))
        return self._true.play(action)

    def _chance(self) -> Iterator[SceneFrame]:
        while self._true.to_act == frozenset((CHANCE,)) and self._true.outcome is None:
            hidden = unseen_chance(self._game, self._match.state)
            ply = self._fall()
            if hidden is None:
                yield from self._show_chance(ply.action)
                self._match.play(ply.action)
            else:
                self._match.play(hidden)
            yield from self._house.follow(ply.events)

    def _decision(self) -> Iterator[SceneFrame]:
        state = self._true.state
        actions = [a for a in self._game.legal(state) if a.seat != CHANCE]
        action = self._choice(actions)
        yield from self._mischief(action.seat)
        row = self._row(action)
        begun = self._stage.now
        events: list[Event] = []
        masked: list[Action] = []
        for each in row:
            events += self._true.play(each).events
            masked.append(_masked(each))
        yield from self._carry_out(row, masked, begun)
        yield from self._house.follow(events)
        yield from self._turn_up()
        yield from self._house.tidy(action.seat, self._layout())
        assert self._agree(), (self._true.state, self._match.state)  # noqa: S101 - a bug in this module

    def _agree(self) -> bool:
        true, seen = self._game.layout(self._true.state), self._layout()
        return all(true.get(c, ())[-1:] == seen.get(c, ())[-1:] for c in self._tracked)

    def _row(self, first: Action) -> list[Action]:
        """Return further cards that the same seat places together with the first.

        Useless placements are avoided: the first of several attempts is used that does not force
        the seat to pick up a card before it can continue.
        """
        if first.verb is not Verb.PLACE or first.to not in self._tracked:
            return [first]
        row = [first]
        for _ in range(_TRIES):
            row, goes_on = self._try_row(first)
            if goes_on:
                break
            first = self._rng.choice(self._placements(self._true.state))
        return row

    def _try_row(self, first: Action) -> tuple[list[Action], bool]:
        row, state = [first], self._true.state
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
        return [
            a for a in self._game.legal(state) if a.verb is Verb.PLACE and a.to in self._tracked
        ]

    def _choice(self, actions: list[Action]) -> Action:
        """Return a random legal action; undo and passing are rare."""
        kinds: dict[Verb, list[Action]] = {}
        for action in actions:
            kinds.setdefault(action.verb, []).append(action)
        if Verb.REMOVE in kinds and len(kinds) > 1:
            if self._rng.random() < self._behaviour.take_back:
                return self._rng.choice(kinds[Verb.REMOVE])
            del kinds[Verb.REMOVE]
        if Verb.PASS in kinds and len(kinds) > 1 and self._rng.random() > self._behaviour.decline:
            del kinds[Verb.PASS]
        if Verb.FLIP in kinds and len(kinds) > 1 and self._rng.random() > self._behaviour.decline:
            del kinds[Verb.FLIP]
        if Verb.READY in kinds:
            return kinds[Verb.READY][0]
        return self._rng.choice(kinds[self._rng.choice(sorted(kinds))])

    # -- acting ----------------------------------------------------------------------------

    def _carry_out(
        self, row: Sequence[Action], masked: Sequence[Action], begun: float
    ) -> Iterator[SceneFrame]:
        """Show the actions with the hands, then apply them in the seen match."""
        seat = row[0].seat
        if row[0].verb is Verb.PLACE:
            cards = [self._placing(action) for action in row]
            yield from perform(self._stage, seat, cards)
        elif not self._shows_itself(masked[0]):
            yield from self._speak(masked[0])
        for action in masked:
            self._match.play(action)
        if self._shows_itself(masked[0]):
            yield from self._house.tidy(seat, self._layout())
        swept = len(masked) > 1
        for action in masked:
            self._acting.note(EntryKind.ACTION, seat, begun, action=str(action), unseen=swept)
        yield from self._stage.wait(self._behaviour.settle_s)

    def _placing(self, action: Action) -> HandMove:
        tag = self._paper.from_hand(action.seat, action.card)
        up = action.facing is not Facing.DOWN
        return HandMove(tag, action.to, action.seat, action.turn, up)

    @staticmethod
    def _shows_itself(action: Action) -> bool:
        """Return True if hands show an action by moving cards on the field."""
        return action.verb in (Verb.FLIP, Verb.REMOVE, Verb.MOVE, Verb.TURN)

    def _speak(self, action: Action) -> Iterator[SceneFrame]:
        """Place a token that declares the action, and pick it up again."""
        seat = action.to if action.seat == CHANCE else action.seat
        saying = say(self._game, self._match.state, self._form, self._pieces, action)
        if saying is None:
            raise LookupError(f"no piece says {action}")
        tag, owned = self._house.picked(saying.owner, saying.card)
        yield from perform(self._stage, seat, [HandMove(tag, saying.cell, seat)])
        yield from self._stage.wait(self._behaviour.settle_s)
        yield from perform(self._stage, seat, taken_up([tag]))
        if owned:
            self._paper.to_hand(tag)

    def _show_chance(self, action: Action) -> Iterator[SceneFrame]:
        begun = self._stage.now
        trays = [cell for cell, seat in self._trays.items() if seat == action.to]
        if trays and self._rng.random() < self._behaviour.dice:
            if self._rng.random() < self._behaviour.cocked:
                yield from self._thrower.once(action.to, trays[0], action.value, 28.0)
                self._acting.note(EntryKind.DISTRACTION, action.to, begun, note="cocked")
            yield from self._thrower.until_read(action.to, trays[0], action.value)
        else:
            yield from take_dice(self._stage, action.to)
            yield from self._speak(action)
            # A throw may show the same value again.
            yield from self._stage.wait(self._behaviour.settle_s)
        self._acting.note(EntryKind.CONTROL, action.to, begun, action=str(action))

    def _turn_up(self) -> Iterator[SceneFrame]:
        """Turn up the cards that the seen match waits for and the true match knows."""
        while self._match.outcome is None and self._waits_for_faces():
            state = self._match.state
            cells = dict.fromkeys(
                (a.seat, a.at) for a in self._game.legal(state) if a.verb is Verb.FLIP and a.card
            )
            seat = min(seat for seat, _ in cells)
            begun = self._stage.now
            mine = [cell for s, cell in cells if s == seat]
            tags = [self._stage.piles[cell][-1] for cell in mine]
            tops = [self._layout()[cell][-1] for cell in mine]
            turned = [
                HandMove(tag, cell, seat, each.turn)
                for tag, cell, each in zip(tags, mine, tops, strict=True)
            ]
            yield from perform(self._stage, seat, turned)
            for tag, cell in zip(tags, mine, strict=True):
                action = Action(seat, Verb.FLIP, self._paper.card[tag], cell)
                self._match.play(action)
                self._acting.note(EntryKind.ACTION, seat, begun, action=str(action), unseen=True)
            yield from self._stage.wait(self._behaviour.settle_s)

    def _waits_for_faces(self) -> bool:
        true, seen = self._game.layout(self._true.state), self._layout()
        return any(true.get(c, ())[-1:] != seen.get(c, ())[-1:] for c in self._tracked)

    # -- mistakes --------------------------------------------------------------------------

    def _mischief(self, seat: Seat) -> Iterator[SceneFrame]:
        """Make an illegal move occasionally, wait for the referee, and undo it."""
        if self._rng.random() < self._behaviour.distraction:
            yield from self._distraction(seat)
        if self._rng.random() >= self._behaviour.blunder:
            return
        cards = {s: len(self._held(s)) for s in self._form.seat_turns}
        found: dict[tuple[str, ...], list[IllegalChange]] = {}
        for prank in illegal_changes(self._match, self._form, self._pieces, cards):
            found.setdefault(prank.clauses, []).append(prank)
        if not (sorts := self._acting.rarest(found)):
            return
        clauses = self._rng.choice(sorts)
        self._acting.made[clauses] += 1
        yield from self._do(self._rng.choice(found[clauses]), seat)

    def _held(self, seat: Seat) -> list[str]:
        """Return the cards of a seat's deck that are in its hand."""
        deck = self._match.setup.decks[seat].cards
        return [tag for tag in self._paper.hands[seat] if self._paper.card[tag] in deck]

    def _do(self, prank: IllegalChange, seat: Seat) -> Iterator[SceneFrame]:
        change, begun = prank.change, self._stage.now
        if change.before is not None:
            seat, tag = change.before.owner, self._stage.piles[change.cell][-1]
            up = change.before.facing is Facing.UP
            home = HandMove(tag, change.cell, seat, change.before.turn, up)
            yield from perform(self._stage, seat, taken_up([tag]))
            yield from self._acting.be_refused(prank.action, prank.clauses, begun)
            begun = self._stage.now
            yield from perform(self._stage, seat, [home])
        elif change.after is not None:
            seat = change.after.owner
            tag, owned = self._lent(prank, seat)
            if change.cell in self._trays:
                yield from take_dice(self._stage, seat)
            up = change.after.facing is Facing.UP
            move = HandMove(tag, change.cell, seat, change.after.turn, up)
            yield from perform(self._stage, seat, [move])
            yield from self._acting.be_refused(prank.action, prank.clauses, begun)
            begun = self._stage.now
            yield from perform(self._stage, seat, taken_up([tag]))
            if owned:
                self._paper.to_hand(tag)
        yield from self._acting.note_corrected(seat, begun)

    def _lent(self, prank: IllegalChange, seat: Seat) -> tuple[str, bool]:
        if prank.piece:
            return self._house.picked(seat, prank.piece)
        tag = self._rng.choice(self._held(seat))
        self._paper.hands[seat].remove(tag)
        return tag, True


def _masked(action: Action) -> Action:
    """Return an action's public form."""
    hidden = action.facing is Facing.DOWN and action.verb is Verb.PLACE and action.card
    return replace(action, card=UNKNOWN) if hidden else action
