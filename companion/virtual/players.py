"""Two or more people who play a whole match at the virtual table, with seeded mistakes.

Theory of operation
-------------------
The players know every card: they run a `Match` of their own with known decks, choose among its
legal actions and act out what changes between two layouts as gestures.  They never hear the
referee; they only leave it time to speak.  A turn goes

    [mistake, wait, put right]*  action  [wait, take it back, action]  [hand over]  [draw]

and every deed is written into a `Script`, the truth.  What a mistake breaks is asked of the
rules at the moment it is made.  Actions that leave no trace (declining) are either shown with a
control card or left for the next player's move to tell, as at a real table.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from companion.virtual.script import Deed, DeedKind, Script
from companion.virtual.stage import Stage, Tick
from rules import CHANCE, UNKNOWN, Action, Event, Layout, Lying, Match, PrintedCard, Seat, Verb

__all__ = ["Manners", "Performance", "Supply"]

State = Any  # belongs to the game; players look at layouts only
_END_TURN: Final = "ctl.end_turn"


@dataclass(frozen=True, slots=True)
class Manners:
    """How people behave; shares are per turn, times in seconds.

    `mistakes`: at most this many of each sort of fault a match (a sort is a set of clauses).
    """

    blunder: float = 0.25
    mistakes: int = 3
    remove: float = 0.04
    forget: float = 0.5
    take_back: float = 0.08
    decline: float = 0.15
    distraction: float = 0.1
    show_control: float = 0.6
    settle_s: float = 1.2
    listen_s: float = 2.0


@dataclass(frozen=True, slots=True)
class Supply:
    """The printed cards on hand: each seat's, and the control cards by id."""

    seats: Mapping[Seat, tuple[PrintedCard, ...]]
    controls: Mapping[str, tuple[PrintedCard, ...]]

    @staticmethod
    def sort(cards: Sequence[PrintedCard], owners: Mapping[str, Seat]) -> Supply:
        """Sort a print run by printed owner colour; cards without owner are control cards."""
        seats: dict[Seat, list[PrintedCard]] = {seat: [] for seat in owners.values()}
        controls: dict[str, list[PrintedCard]] = {}
        for card in cards:
            if card.owner in owners:
                seats[owners[card.owner]].append(card)
            else:
                controls.setdefault(card.card, []).append(card)
        return Supply(
            {seat: tuple(own) for seat, own in seats.items()},
            {name: tuple(own) for name, own in controls.items()},
        )


@dataclass(frozen=True, slots=True)
class _Move:
    """One card that goes from a cell or a hand ("") to a cell or off the table ("")."""

    lying: Lying
    start: str
    end: str


class Performance:
    """One match acted out; iterate `ticks` once, then read `script`."""

    def __init__(
        self,
        match: Match[Any],
        stage: Stage,
        supply: Supply,
        rng: random.Random,
        manners: Manners | None = None,
        choose: Callable[[State, list[Action]], Action] | None = None,
    ) -> None:
        """Seat everybody; `choose` picks among legal actions, the default prefers to act."""
        self.script = Script()
        self._match = match
        self._game = match.game
        self._stage = stage
        self._rng = rng
        self._manners = manners or Manners()
        self._choose = choose or self._lively
        self._form = self._game.table(match.setup)
        self._controls = supply.controls
        self._card = {c.tag: c for own in supply.seats.values() for c in own}
        self._owner = {c.tag: seat for seat, own in supply.seats.items() for c in own}
        self._hands: dict[Seat, list[str]] = {seat: [] for seat in supply.seats}
        self._cells = {cell.id for cell in stage.mat.cells}
        self._field = [z.cell for z in self._form.zones if z.strict and not z.owner]
        self._made: Counter[tuple[str, ...]] = Counter()

    # -- the match -------------------------------------------------------------------------

    def ticks(self) -> Iterator[Tick]:
        """The whole match, from the laid-out table to the last word."""
        self._set_up()
        yield from self._wait(self._manners.settle_s + 1.0)
        self._note(DeedKind.SET_UP, "", 0.0)
        while self._match.outcome is None:
            yield from self._chance()
            if self._match.outcome is None:
                yield from self._decision()
        yield from self._wait(self._manners.listen_s)
        outcome = self._match.outcome
        self.script.layout = self._game.layout(self._match.state)
        self.script.winners, self.script.clause = outcome.winners, outcome.clause
        self.script.scores = dict(outcome.scores)
        self._note(DeedKind.ENDED, "", self._stage.now)

    def _set_up(self) -> None:
        """Deal, stack the decks, lay what lies on the table from the start."""
        while self._match.to_act == frozenset((CHANCE,)):
            self._dealt(self._random_outcome())
        for cell, pile in self._game.layout(self._match.state).items():
            for lying in pile:
                if cell in self._cells and lying.card != UNKNOWN:
                    tag = self._take_from_hand(lying)
                    self._stage.put(tag, cell, lying.owner, turn=lying.turn)

    def _random_outcome(self) -> tuple[Event, ...]:
        action = self._game.sample(self._match.state, lambda n: int(self._rng.random() * n))
        return self._match.play(action).events

    def _dealt(self, events: tuple[Event, ...]) -> None:
        """Physical hands and decks after a deal; the items' end is the deck's bottom."""
        for event in events:
            if event.kind != "dealt":
                continue
            deck = f"{event.seat}.deck"
            free = [tag for tag, seat in self._owner.items() if seat == event.seat]
            order = []
            for card in event.items:
                tag = next(t for t in free if self._card[t].card == card)
                free.remove(tag)
                order.append(tag)
            self._hands[event.seat] = [*order, *free]
            if deck in self._cells:
                self._stack(event.seat, deck, order)

    def _stack(self, seat: Seat, deck: str, order: list[str]) -> None:
        """Lay the deck down, its last card lowest; as many as the rules leave undealt."""
        size = len(self._game.layout(self._match.state).get(deck, ()))
        for tag in reversed(order[len(order) - size :]):
            self._hands[seat].remove(tag)
            self._stage.put(tag, deck, seat, face_up=False, neat=0.35)

    def _chance(self) -> Iterator[Tick]:
        """What falls to chance: hands go to the deck."""
        while self._match.to_act == frozenset((CHANCE,)) and self._match.outcome is None:
            events = self._random_outcome()
            yield from self._draw(events)

    def _draw(self, events: tuple[Event, ...]) -> Iterator[Tick]:
        for event in events:
            if event.kind != "drawn" or not event.card:
                continue
            deck = f"{event.seat}.deck"
            if deck not in self._cells:
                continue
            pile = self._stage.piles[deck]
            tag = next(t for t in pile if self._card[t].card == event.card)
            self._stage.to_top(deck, tag)
            yield from self._stage.take(event.seat, tag)
            self._hands[event.seat].append(tag)

    def _decision(self) -> Iterator[Tick]:
        """One decision of one seat, with everything that may go wrong about it."""
        state = self._match.state
        actions = [a for a in self._game.legal(state) if a.seat != CHANCE]
        manners, rng = self._manners, self._rng
        if self._clear(actions):
            if rng.random() < manners.distraction:
                yield from self._distraction(actions[0].seat)
            if rng.random() < manners.blunder:
                yield from self._blunder(actions[0].seat)
            if rng.random() < manners.remove:
                yield from self._wrong_removal(actions[0].seat)
        action = self._choose(state, actions)
        yield from self._act(action)
        if action.to in self._field and rng.random() < manners.take_back:
            taken = self._may_take_back()
            if taken:
                yield from self._take_back(action)
                return
        yield from self._draw(self._match.plies[-1].events)

    def _clear(self, actions: list[Action]) -> bool:
        """Whether a fault now has one name only: it is plain who has to place a card.

        While a step is pending that left no trace, or that may be declined without one, nobody
        who only sees the table can tell a card laid out of turn from the next player's move.
        """
        deeds = [d for d in self.script.deeds if d.kind is not DeedKind.DISTRACTION]
        verbs = {action.verb for action in actions}
        return Verb.PLACE in verbs and Verb.PASS not in verbs and not deeds[-1].unseen

    def _lively(self, state: State, actions: list[Action]) -> Action:
        """Any action the table can show, mostly; nobody passes too soon who may do something.

        What leaves no trace (a vain invasion, a look at the deck) nobody bothers to do.
        """
        passing = [a for a in actions if a.verb is Verb.PASS]
        doing = [a for a in actions if a.verb is not Verb.PASS and self._shows(state, a)]
        if doing and not (passing and self._rng.random() < self._manners.decline):
            return self._rng.choice(doing)
        return self._rng.choice(passing or actions)

    def _shows(self, state: State, action: Action) -> bool:
        """Whether the field, or the top of a pile, looks different after an action."""
        after, events = state, self._game.happen(state, action)
        for event in events:
            after = self._game.fold(after, event)
        moves = self._moves(self._game.layout(state), self._game.layout(after))
        if action.verb is Verb.CHOOSE and not moves:
            return any(e.kind == "drawn" and e.seat == action.seat for e in events)
        return any(move.end or move.start in self._field for move in moves)

    # -- acting out ------------------------------------------------------------------------

    def _act(self, action: Action) -> Iterator[Tick]:
        """Play an action in the players' own match and show it on the table."""
        begun = self._stage.now
        before = self._game.layout(self._match.state)
        self._match.play(action)
        after = self._game.layout(self._match.state)
        moves = self._moves(before, after)
        unseen = not moves
        if moves:
            yield from self._perform(action.seat, moves, begun)
        elif self._handed_over(action):
            yield from self._control(action.seat, _END_TURN)
            unseen = False
        else:
            yield self._stage.tick()
        self._note(DeedKind.ACTION, action.seat, begun, action=str(action), unseen=unseen)
        if not unseen:
            yield from self._wait(self._manners.settle_s)

    def _handed_over(self, action: Action) -> bool:
        """Whether an action without a trace is told by the control card that ends a turn."""
        if action.verb is not Verb.PASS or _END_TURN not in self._controls:
            return False
        if action.seat in self._match.to_act:
            return False  # the turn goes on
        last = self.script.deeds[-1] if self.script.deeds else None
        follows = last is not None and last.seat == action.seat and self._match.outcome is None
        return not follows or self._rng.random() < self._manners.show_control

    def _moves(self, before: Layout, after: Layout) -> list[_Move]:
        """The cards that change places between two layouts; decks are drawn from elsewhere."""
        gone: list[tuple[str, Lying]] = []
        came: list[tuple[str, Lying]] = []
        for cell in sorted((before.keys() | after.keys()) & self._cells):
            old, new = list(before.get(cell, ())), list(after.get(cell, ()))
            while old and new and old[0] == new[0]:
                del old[0], new[0]
            gone += [(cell, lying) for lying in old if lying.card != UNKNOWN]
            came += [(cell, lying) for lying in new if lying.card != UNKNOWN]
        moves = []
        for end, lying in came:
            start = next((c for c, g in gone if _same_card(g, lying)), "")
            if start:
                gone.remove(next(item for item in gone if _same_card(item[1], lying)))
            moves.append(_Move(lying, start, end))
        moves += [_Move(lying, start, "") for start, lying in gone]
        return sorted(moves, key=lambda m: (bool(m.start), m.end.count("."), m.start))

    def _perform(self, seat: Seat, moves: list[_Move], begun: float) -> Iterator[Tick]:
        """Hands carry out the moves, a card from the hand first, removals last."""
        crossed = [m for m in moves if any(m.start == o.end and m.end == o.start for o in moves)]
        if len(crossed) == 2 and all(m.start and m.end for m in crossed):
            tags = [self._lying_tag(m.start, m.lying) for m in crossed]
            yield from self._stage.swap(seat, *tags)
            moves = [m for m in moves if m not in crossed]
        removals = [m for m in moves if m.start]
        forget = len(removals) > 1 and self._rng.random() < self._manners.forget
        left = self._rng.choice(removals) if forget else None
        for move in moves:
            if move is not left:
                yield from self._carry(seat, move)
        if left is not None:
            self._note(DeedKind.FORGOTTEN, seat, begun, note=left.start)
            yield from self._wait(self._manners.listen_s)
            yield from self._carry(seat, left)

    def _carry(self, seat: Seat, move: _Move) -> Iterator[Tick]:
        lying = move.lying
        up = lying.facing.value == "up"
        if not move.start:
            tag = self._take_from_hand(lying)
            yield from self._stage.lay(seat, tag, move.end, turn=lying.turn, face_up=up)
            return
        tag = self._lying_tag(move.start, lying)
        if move.end:
            yield from self._stage.carry(seat, tag, move.end, turn=lying.turn, face_up=up)
        else:
            yield from self._stage.take(seat, tag)
            self._hands[lying.owner].append(tag)

    def _control(self, seat: Seat, name: str) -> Iterator[Tick]:
        """A control card is laid on the seat's place for it and taken away again."""
        tag = self._controls[name][0].tag
        yield from self._stage.lay(seat, tag, f"{seat}.control")
        yield from self._wait(self._manners.settle_s)
        yield from self._stage.take(seat, tag)

    def _take_from_hand(self, lying: Lying) -> str:
        hand = self._hands[lying.owner]
        tag = next(t for t in hand if self._card[t].card == lying.card)
        hand.remove(tag)
        return tag

    def _lying_tag(self, cell: str, lying: Lying) -> str:
        pile = self._stage.piles.get(cell, [])
        return next(
            t
            for t in reversed(pile)
            if self._card[t].card == lying.card and self._owner[t] == lying.owner
        )

    # -- what goes wrong -------------------------------------------------------------------

    def _blunder(self, seat: Seat) -> Iterator[Tick]:
        """An illegal placement, of the sort made least often so far, and its repair."""
        found = self._blunders(seat)
        if not found:
            return
        fewest = min(self._made[clauses] for clauses in found)
        if fewest >= self._manners.mistakes:
            return
        sorts = sorted(c for c in found if self._made[c] == fewest)
        simple = [c for c in sorts if len(c) == 1]
        clauses = self._rng.choice(simple or sorts)
        action = self._rng.choice(found[clauses])
        self._made[clauses] += 1
        yield from self._try(action, clauses)

    def _blunders(self, seat: Seat) -> dict[tuple[str, ...], list[Action]]:
        """Every illegal placement within reach, by the clauses it breaks.

        The seat's own cards in every turn; others' cards laid by their owners out of turn; and
        others' cards laid by the seat as if they were its own (`value` names the owner).
        """
        found: dict[tuple[str, ...], list[Action]] = {}
        for other, hand in self._hands.items():
            for card in sorted({self._card[tag].card for tag in hand}):
                for cell in self._field:
                    own = Action(other, Verb.PLACE, card, to=cell)
                    tried = [replace(own, turn=turn) for turn in range(4)]
                    if other != seat:
                        tried = [own, replace(own, seat=seat, value=other)]
                    for action in tried:
                        verdict = self._match.judge(action)
                        if not verdict.legal:
                            found.setdefault(verdict.clauses, []).append(action)
        return found

    def _try(self, action: Action, clauses: tuple[str, ...]) -> Iterator[Tick]:
        begun = self._stage.now
        owner = action.value or action.seat
        tag = self._take_from_hand(Lying(action.card, owner))
        yield from self._stage.lay(action.seat, tag, action.to, turn=action.turn)
        self._note(DeedKind.ILLEGAL, action.seat, begun, action=str(action), clauses=clauses)
        yield from self._wait(self._manners.listen_s)
        begun = self._stage.now
        yield from self._stage.take(action.seat, tag)
        self._hands[owner].append(tag)
        self._note(DeedKind.PUT_RIGHT, action.seat, begun)
        yield from self._wait(self._manners.settle_s)

    def _wrong_removal(self, seat: Seat) -> Iterator[Tick]:
        """A lying card is taken off though no rule says so, and laid back."""
        layout = self._game.layout(self._match.state)
        lying = [(cell, layout[cell][-1]) for cell in self._field if layout.get(cell)]
        found = []
        for cell, card in lying:
            action = Action(seat, Verb.REMOVE, at=cell)
            verdict = self._match.judge(action)
            if not verdict.legal:
                found.append((action, card, verdict.clauses))
        if not found:
            return
        action, card, clauses = self._rng.choice(found)
        begun = self._stage.now
        tag = self._lying_tag(action.at, card)
        yield from self._stage.take(seat, tag)
        self._note(DeedKind.ILLEGAL, seat, begun, action=str(action), clauses=clauses)
        yield from self._wait(self._manners.listen_s)
        begun = self._stage.now
        yield from self._stage.lay(card.owner, tag, action.at, turn=card.turn)
        self._note(DeedKind.PUT_RIGHT, seat, begun)
        yield from self._wait(self._manners.settle_s)

    def _take_back(self, action: Action) -> Iterator[Tick]:
        """The placement just made is lifted back to the hand before anybody else acts."""
        begun = self._stage.now
        ply = self._match.plies[-1]
        moves = self._moves(self._game.layout(ply.after), self._game.layout(ply.before))
        self._match.undo(len(self._match.plies) - 1)
        for move in moves:
            yield from self._carry(action.seat, move)
        self._note(DeedKind.TAKEN_BACK, action.seat, begun, action=str(action))
        yield from self._wait(self._manners.settle_s)

    def _may_take_back(self) -> bool:
        """Nothing was revealed, and the seat itself has drawn nothing by what it did."""
        ply = self._match.plies[-1]
        seat = ply.action.seat if ply.action else ""
        drew = any(event.kind == "drawn" and event.seat == seat for event in ply.events)
        return self._match.undo_limit() < ply.number and not drew and self._match.outcome is None

    def _distraction(self, seat: Seat) -> Iterator[Tick]:
        """A hand rests on the cards, somebody nudges a card or bumps the mat."""
        begun, stage = self._stage.now, self._stage
        note = self._rng.choice(["rest", "nudge", "bump"])
        tags = [stage.piles[c][-1] for c in self._field if stage.piles.get(c)]
        if note == "rest":
            yield from stage.rest(seat, self._rng.choice(self._field), 1.5)
        elif note == "nudge" and tags:
            yield from stage.touch(seat, self._rng.choice(tags))
        else:
            note = "bump"
            yield from stage.bump(seat)
        self._note(DeedKind.DISTRACTION, seat, begun, note=note)
        yield from self._wait(self._manners.settle_s)

    # -- bookkeeping -----------------------------------------------------------------------

    def _wait(self, seconds: float) -> Iterator[Tick]:
        yield from self._stage.wait(seconds)

    def _note(
        self,
        kind: DeedKind,
        seat: Seat,
        begun: float,
        *,
        action: str = "",
        clauses: tuple[str, ...] = (),
        note: str = "",
        unseen: bool = False,
    ) -> None:
        now, plies = self._stage.now, len(self._match.plies)
        deed = Deed(kind, seat, begun, now, action, clauses, plies, note, unseen)
        self.script.deeds.append(deed)


def _same_card(a: Lying, b: Lying) -> bool:
    return a.card == b.card and a.owner == b.owner
