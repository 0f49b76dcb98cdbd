"""Robots that know every card: a hand's possible actions are known only to its owner.

Theory of operation
-------------------
The robots run one match with known decks, choose among its legal actions, and perform the changes
between two layouts with their hands. When a mistake is made, the rules provide its clauses. Actions
without a trace (declining) are either declared with a control card or revealed by the next player's
move, as at a real table.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

from companion.robots.acting import Acting
from companion.robots.declarations import Saying
from companion.robots.illegal_moves import IllegalMove
from companion.robots.open_play import OpenPlay
from companion.robots.paper_hands import PaperHands, hands_with_decks
from companion.robots.players import Decision, GameRobots, Option
from companion.robots.script import EntryKind
from companion.simulator.stage import HandMove, SceneFrame
from rules import (
    CHANCE,
    UNKNOWN,
    Action,
    Layout,
    Match,
    PlacedCard,
    PrintedCard,
    Seat,
    Verb,
    judge,
)

_END_TURN: Final = "ctl.end_turn"


def knowing_robots(acting: Acting, cards: Sequence[PrintedCard]) -> GameRobots:
    """Return The Yggdrasil's part of its robots."""
    hands = hands_with_decks(acting, cards)
    play = OpenPlay(acting, hands, all_known=True)
    choices, mistakes = KnowingChoices(acting, hands), KnowingMistakes(acting, hands)

    def set_up() -> None:
        decks: dict[str, tuple[PlacedCard, ...]] = {}
        while acting.to_chance():
            events = acting.true.play(acting.lot()).events
            decks |= hands.dealt(events, acting.layout())
        hands.set_up({**acting.layout(), **decks})

    def chance() -> Iterator[SceneFrame]:
        while acting.to_chance():
            yield from hands.draw(acting.true.play(acting.lot()).events)

    def take_back(option: Option) -> Iterator[SceneFrame]:
        if not (yield from play.take_back(option)):
            yield from hands.draw(acting.true.plies[-1].events)

    return GameRobots(hands, set_up, chance, choices.decide, mistakes.illegal, play.act, take_back)


class KnowingChoices:
    """The choices in one match of which the robots know every card."""

    def __init__(self, acting: Acting, hands: PaperHands) -> None:
        self._acting, self._hands, self._match = acting, hands, acting.true
        self._game, self._rng = acting.game, acting.rng

    def decide(self) -> Decision:
        """Return the next decision."""
        actions = [a for a in self._game.legal(self._match.state) if a.seat != CHANCE]
        return Decision(actions[0].seat, partial(self._chosen, actions), self._clear(actions))

    def _chosen(self, actions: Sequence[Action]) -> Option:
        action = self._choice(actions)
        return Option(action, action.card, self._handing_over(action))

    def _clear(self, actions: Sequence[Action]) -> bool:
        """Return True if a fault would be unambiguous: it is certain who places the next card.

        It is ambiguous if the last action left no trace, or if an open step may be declined. The
        table alone then cannot distinguish a card out of turn from the next player's move.
        """
        deeds = [d for d in self._acting.script.deeds if d.kind is not EntryKind.DISTRACTION]
        verbs = {action.verb for action in actions}
        plain = Verb.PLACE in verbs and Verb.PASS not in verbs and not deeds[-1].unseen
        return plain and not seems_open(self._match)

    def _choice(self, actions: Sequence[Action]) -> Action:
        """Return a random action, mostly a visible one; early passing is rare.

        Actions without a trace (a futile invasion, a look at the deck) are avoided.
        """
        passing = [a for a in actions if a.verb is Verb.PASS]
        doing = [a for a in actions if a.verb is not Verb.PASS and self._shows(a)]
        if doing and not (passing and self._rng.random() < self._acting.behaviour.decline):
            return self._rng.choice(doing)
        return self._rng.choice(passing or list(actions))

    def _shows(self, action: Action) -> bool:
        """Return True if an action changes the field, adds to a pile or removes its top."""
        state = self._match.state
        events, after = self._game.advance(state, action)
        changed = self._changed(after)
        if action.verb is Verb.CHOOSE and not changed:
            return any(e.kind == "drawn" and e.seat == action.seat for e in events)
        return any(
            cell in self._acting.field or len(new) > len(old) or self._tops(cell, old, new)
            for cell, (old, new) in changed.items()
        )

    def _changed(self, after: Any) -> dict[str, tuple[list[PlacedCard], list[PlacedCard]]]:  # noqa: ANN401 - the game's own type
        """Return the known cards before and after, on each cell where they change."""
        old, new = _known(self._acting.layout()), _known(self._game.layout(after))
        cells = [cell for cell in self._hands.cells if old.get(cell) != new.get(cell)]
        return {cell: (old.get(cell, []), new.get(cell, [])) for cell in cells}

    def _tops(self, cell: str, old: list[PlacedCard], new: list[PlacedCard]) -> bool:
        """Return True if a card that leaves a pile is on top, in the state and on the table."""
        tags, pile = self._acting.stage.piles.get(cell, []), self._acting.layout().get(cell, ())
        if not tags or not pile or new[-1:] == old[-1:]:
            return False
        return pile[-1] == old[-1] and self._hands.stock.alike(tags[-1], old[-1])

    def _handing_over(self, action: Action) -> Saying | None:
        """Return the END TURN card if the robot shows it to declare an action without a trace."""
        if action.verb is not Verb.PASS or _END_TURN not in self._hands.pieces.get("", ()):
            return None
        _, after = self._game.advance(self._match.state, action)
        if self._changed(after) or action.seat in self._game.to_act(after):
            return None  # cards show it, or the turn continues
        last = self._acting.script.deeds[-1]
        follows = last.seat == action.seat and self._game.outcome(after) is None
        if follows and self._rng.random() >= self._acting.behaviour.show_control:
            return None
        return Saying(_END_TURN, f"{action.seat}.control", action.seat)


def _known(layout: Layout) -> dict[str, list[PlacedCard]]:
    found = {cell: [p for p in pile if p.card != UNKNOWN] for cell, pile in layout.items()}
    return {cell: pile for cell, pile in found.items() if pile}


def seems_open(match: Match[Any]) -> bool:
    """Return True if the last seat's turn seems unfinished to those who cannot see the hands.

    The robots know that the seat has no second card to play; a referee does not.
    """
    acted = [p for p in match.plies if p.action and p.action.seat != CHANCE]
    if not acted or acted[-1].action is None:
        return False
    action, game = acted[-1].action, match.game
    _, after = game.advance(game.view(acted[-1].before, None), action)
    return action.seat in game.to_act(after) - match.to_act


class KnowingMistakes:
    """Illegal placements and removals, which the rules of one match refuse."""

    def __init__(self, acting: Acting, hands: PaperHands) -> None:
        self._acting, self._hands, self._match = acting, hands, acting.true

    def illegal(self, seat: Seat) -> Iterator[IllegalMove]:
        """Yield an illegal placement and a wrong removal, sometimes."""
        acting, rng = self._acting, self._acting.rng
        if rng.random() < acting.behaviour.blunder:
            chosen = acting.rarest(self._placements(seat), plain=True)
            if chosen is not None and self._plain(chosen):
                yield chosen
        if rng.random() < acting.behaviour.remove and (found := list(self._removals(seat))):
            yield rng.choice(found)

    def _plain(self, illegal: IllegalMove) -> bool:
        """Return True if the action violates the same clauses when judged without seeing a hand."""
        seen = self._acting.game.view(self._match.state, None)
        return judge(self._acting.game, seen, illegal.action).clauses == illegal.clauses

    def _begun(self) -> bool:
        """Return True after the first move; before it, any player may begin."""
        return any(p.action is not None and p.action.seat != CHANCE for p in self._match.plies)

    def _placements(self, seat: Seat) -> Iterator[IllegalMove]:
        """Yield every illegal placement of a card in the turn of `seat`.

        There are three kinds: the seat's own cards; others' cards placed by their owners out of
        turn; and others' cards placed by the seat as its own (`value` names the owner).
        """
        stock = self._hands.stock
        for owner, hand in stock.hands.items():
            if owner != seat and not self._begun():
                continue
            for card, tag in sorted({stock.card[tag]: tag for tag in hand}.items()):
                for cell in self._acting.field:
                    own = Action(owner, Verb.PLACE, card, to=cell)
                    tried = [replace(own, turn=turn) for turn in range(4)]
                    if owner != seat:
                        tried = [own, replace(own, seat=seat, value=owner)]
                    for action in tried:
                        done = HandMove(tag, cell, action.seat, action.turn)
                        yield from self._judged(action, action.seat, done, HandMove(tag))

    def _removals(self, seat: Seat) -> Iterator[IllegalMove]:
        """Yield every illegal removal; before the first move, it is unknown who removes a card."""
        layout, stage = self._acting.layout(), self._acting.stage
        for cell in sorted(self._acting.field) if self._begun() else ():
            if layout.get(cell) and not self._looks_like_undo(cell, layout):
                tag, card = stage.piles[cell][-1], layout[cell][-1]
                back = HandMove(tag, cell, card.owner, card.turn)
                action = Action(seat, Verb.REMOVE, at=cell)
                yield from self._judged(action, seat, HandMove(tag), back)

    def _judged(
        self, action: Action, hand: Seat, done: HandMove, undone: HandMove
    ) -> Iterator[IllegalMove]:
        verdict = self._match.judge(action)
        if not verdict.legal:
            yield IllegalMove(action, verdict.clauses, hand, done, undone)

    def _looks_like_undo(self, cell: str, layout: Mapping[str, tuple[PlacedCard, ...]]) -> bool:
        """Return True if the field without this cell's card equals an earlier position."""
        left = {c: layout.get(c, ()) for c in self._acting.field} | {cell: ()}
        earlier = range(self._match.undo_limit(), len(self._match.plies))
        layouts = (self._acting.game.layout(self._match.state_at(ply)) for ply in earlier)
        return any(all(old.get(c, ()) == pile for c, pile in left.items()) for old in layouts)
