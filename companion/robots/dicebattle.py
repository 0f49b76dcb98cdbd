"""Robots for games with face-down cards: one match with all cards, one with public knowledge.

Theory of operation
-------------------
In the *true* match every card is known; it defines the possible choices and the shuffled decks. The
*seen* match contains only public knowledge, like a referee's: hands, decks and face-down cards are
`?`. An action takes these steps:

    choose in the true match → its public form in the seen match → hands act it out
      → cards the seen match requests are turned up → the rules' moves are performed

Both matches must predict the same table after every decision; a difference is a bug in this module
(`AssertionError`).
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from companion.robots.acting import Acting
from companion.robots.dice_throws import throw_once, throw_until_read
from companion.robots.illegal_moves import Attempt, IllegalMove, illegal, with_piece
from companion.robots.paper_hands import PaperHands, hands_with_decks
from companion.robots.players import Decision, GameRobots, Option, masked
from companion.robots.script import EntryKind
from companion.simulator.hand_moves import perform
from companion.simulator.stage import HandMove, SceneFrame
from companion.simulator.throws import take_dice
from rules import CHANCE, UNKNOWN, Action, Event, Facing, PlacedCard, PrintedCard, Seat, Verb
from rules.core.candidate_actions import Change

_TRIES: Final = 12
_CONTENT: Final = 0.4
"""Share of decisions in which a seat places fewer cards than it could."""
_TOKEN: Final = "token."
_SHOWN: Final = (Verb.FLIP, Verb.REMOVE, Verb.MOVE, Verb.TURN)
"""Verbs whose actions hands show by moving cards on the field."""


def veiled_robots(acting: Acting, cards: Sequence[PrintedCard]) -> GameRobots:
    """Return Dice Battle's part of its robots; every seat needs its complete set of cards."""
    hands = hands_with_decks(acting, cards)
    play = VeiledPlay(acting, hands)
    decide = VeiledChoices(acting).decide
    mistakes = VeiledMistakes(acting, hands).illegal
    return GameRobots(hands, play.set_up, play.chance, decide, mistakes, play.act)


class VeiledChoices:
    """The choices in the true match."""

    def __init__(self, acting: Acting) -> None:
        self._acting, self._game, self._rng = acting, acting.game, acting.rng

    def decide(self) -> Decision:
        """Return the next decision: a random legal action; undo and passing are rare."""
        kinds: dict[Verb, list[Action]] = {}
        for action in self._game.legal(self._acting.true.state):
            if action.seat != CHANCE:
                kinds.setdefault(action.verb, []).append(action)
        chosen = self._choice(kinds)
        return Decision(chosen.seat, lambda: Option(chosen))

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


class VeiledPlay:
    """The actions in both matches, and the hands that perform them."""

    def __init__(self, acting: Acting, hands: PaperHands) -> None:
        self._acting, self._hands, self._stage = acting, hands, acting.stage
        self._game, self._rng = acting.game, acting.rng

    def set_up(self) -> None:
        """Deal the hands, stack the decks, and place the initial cards."""
        acting = self._acting
        decks: dict[str, tuple[PlacedCard, ...]] = {}
        for hidden in acting.hidden_chance():
            acting.seen.play(hidden)
            events = acting.true.play(acting.lot()).events
            decks |= self._hands.dealt(events, self._game.layout(acting.true.state))
        self._hands.set_up({**self._paper_layout(), **decks})

    def _paper_layout(self) -> dict[str, tuple[PlacedCard, ...]]:
        """Return the seen match's layout without tokens, which robots place only to declare."""
        layout = self._acting.layout().items()
        return {c: tuple(p for p in pile if not p.card.startswith(_TOKEN)) for c, pile in layout}

    def chance(self) -> Iterator[SceneFrame]:
        """Perform chance's actions: throws of dice, and hidden ones."""
        acting = self._acting
        while acting.to_chance():
            hidden, lot = next(acting.hidden_chance(), None), acting.lot()
            events = acting.true.play(lot).events
            if hidden is None:
                yield from self._show_chance(lot)
            acting.seen.play(hidden or lot)
            yield from self._follow(events, lot.to or self._hands.seats[0])

    def act(self, option: Option) -> Iterator[SceneFrame]:
        """Show an action with the hands, with further cards that the same seat places."""
        acting, row, begun = self._acting, self._row(option.action), self._stage.now
        events: list[Event] = []
        for each in row:
            events += acting.true.play(each).events
        seen = [masked(action) for action in row]
        seat, placed = row[0].seat, row[0].verb is Verb.PLACE
        if placed:
            yield from perform(self._stage, seat, [self._placing(action) for action in row])
        elif seen[0].verb not in _SHOWN:
            yield from self._hands.say(seen[0])
        for action in seen:
            acting.seen.play(action)
        if not placed:
            yield from self._hands.follow(self._paper_layout(), seat)
        for action in seen:
            acting.note_action(action, begun, unseen=len(seen) > 1)
        yield from self._stage.wait(acting.behaviour.settle_s)
        yield from self._follow(events, seat)
        yield from self._turn_up()
        yield from self._hands.follow(self._paper_layout(), seat)
        assert not self._ahead(), (acting.true.state, acting.seen.state)  # noqa: S101 - a bug in this module

    def _ahead(self) -> bool:
        """Return True if the true match has another table than the seen match."""
        true, seen = self._game.layout(self._acting.true.state), self._acting.layout()
        return any(true.get(c, ())[-1:] != seen.get(c, ())[-1:] for c in self._acting.field)

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

    def _placing(self, action: Action) -> HandMove:
        tag = self._hands.stock.from_hand(action.seat, action.card)
        if tag is None:
            raise LookupError(f"no paper for {action}")
        up = action.facing is not Facing.DOWN
        return HandMove(tag, action.to, action.seat, action.turn, up)

    def _show_chance(self, action: Action) -> Iterator[SceneFrame]:
        acting, begun, rng = self._acting, self._stage.now, self._rng
        trays = [z.cell for z in acting.form.zones if z.dice and z.owner == action.to]
        if trays and rng.random() < acting.behaviour.dice:
            if rng.random() < acting.behaviour.cocked:
                yield from throw_once(acting, action.to, trays[0], action.value, 28.0)
                acting.note(EntryKind.DISTRACTION, action.to, begun, note="cocked")
            yield from throw_until_read(acting, action.to, trays[0], action.value)
        else:
            yield from take_dice(self._stage, action.to)
            yield from self._hands.say(action, action.to)
            yield from self._hands.follow(self._paper_layout(), action.to)
        acting.note(EntryKind.CONTROL, action.to, begun, action=str(action))

    def _turn_up(self) -> Iterator[SceneFrame]:
        """Turn up the cards that the seen match waits for and the true match knows."""
        acting, hands = self._acting, self._hands
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

    # -- decks -----------------------------------------------------------------------------

    def _follow(self, events: Iterable[Event], seat: Seat) -> Iterator[SceneFrame]:
        """Move cards from and to the decks, as the true match's events require."""
        for event in events:
            if event.kind == "redrawn":
                yield from self._swap_hand(event)
            elif event.kind == "renewed":
                yield from self._renew(event)
            yield from self._hands.draw([event])
        yield from self._hands.follow(self._paper_layout(), seat)

    def _swap_hand(self, event: Event) -> Iterator[SceneFrame]:
        """Shuffle cards of the hand into the deck, and draw the same number of cards."""
        seat, deck, stock = event.seat, f"{event.seat}.deck", self._hands.stock
        back = [tag for tag in stock.hands[seat] if stock.card[tag] in event.items]
        stock.hands[seat] = [tag for tag in stock.hands[seat] if tag not in back]
        down = [HandMove(tag, deck, seat, face_up=False) for tag in back]
        yield from perform(self._stage, seat, down)
        yield from self._hands.draw([replace(event, kind="drawn", items=event.items[: len(back)])])

    def _renew(self, event: Event) -> Iterator[SceneFrame]:
        """Turn the graveyard over as the new deck."""
        seat, want = event.seat, Counter(event.items)
        tags = []
        for zone in self._acting.form.zones:
            loose = zone.pile and not zone.tracked and zone.owner == seat
            for tag in self._stage.piles.get(zone.cell, ()) if loose else ():
                card = self._hands.stock.card[tag]
                if zone.cell != f"{seat}.deck" and want[card] > 0:
                    want[card] -= 1
                    tags.append(tag)
        down = [HandMove(tag, f"{seat}.deck", seat, face_up=False) for tag in tags]
        yield from perform(self._stage, seat, [*map(HandMove, tags), *down])


class VeiledMistakes:
    """Changes of one cell, which the rules refuse whatever the hidden cards are.

    No change is tried while an open step could be declined without a trace, because the change
    could then be the next player's move.
    """

    def __init__(self, acting: Acting, hands: PaperHands) -> None:
        self._acting, self._hands, self._match = acting, hands, acting.seen

    def illegal(self, seat: Seat) -> Iterator[IllegalMove]:
        """Yield an illegal change of the rarest kind so far, sometimes."""
        del seat
        acting = self._acting
        if acting.rng.random() >= acting.behaviour.blunder:
            return
        chosen = acting.rarest(illegal(self._match, self._attempts()))
        if chosen is None or chosen.done is None or chosen.undone is None:
            return
        if not chosen.done.tag:
            tag = acting.rng.choice(self._held(chosen.hand))
            done, undone = replace(chosen.done, tag=tag), replace(chosen.undone, tag=tag)
            chosen = replace(chosen, done=done, undone=undone)
        yield chosen

    def _held(self, seat: Seat) -> list[str]:
        """Return the cards of a seat's deck that are in its hand."""
        stock, deck = self._hands.stock, self._match.setup.decks[seat].cards
        return [tag for tag in stock.hands[seat] if stock.card[tag] in deck]

    def _attempts(self) -> Iterator[Attempt]:
        """Yield every change of one cell: a token, a removal, or a face-down card."""
        match, game, acting = self._match, self._match.game, self._acting
        verbs = {action.verb for action in game.legal(match.state)}
        if Verb.PASS in verbs or CHANCE in match.to_act or match.outcome is not None:
            return
        layout, settled = acting.layout(), game.layout(match.state_at(match.undo_limit()))
        for zone in acting.form.zones:
            pile, owner = layout.get(zone.cell, ()), zone.owner
            if not zone.tracked:
                there = {placed.card for placed in pile}
                for piece in self._hands.pieces.get(owner, ()):
                    if piece not in there:
                        yield from with_piece(piece, zone, acting.stage, self._hands.stock, owner)
            elif pile and settled.get(zone.cell) == pile:
                # Removing a card may declare a choice.
                if Verb.CHOOSE not in verbs:
                    yield self._removal(zone.cell, pile[-1])
            elif not pile and self._held(owner):
                for turn in (0, 1):
                    change = Change(zone.cell, None, PlacedCard(UNKNOWN, owner, Facing.DOWN, turn))
                    done = HandMove("", zone.cell, owner, turn, face_up=False)
                    yield Attempt(change, owner, done, HandMove(""))

    def _removal(self, cell: str, top: PlacedCard) -> Attempt:
        tag = self._acting.stage.piles[cell][-1]
        home = HandMove(tag, cell, top.owner, top.turn, top.facing is Facing.UP)
        return Attempt(Change(cell, top, None), top.owner, HandMove(tag), home)
