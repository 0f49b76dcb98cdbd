"""Robots with public knowledge: matches with hidden cards or a shared deck.

Theory of operation
-------------------
The robots' `Match` is the same as a referee's: hands, piles and face-down cards are `?` in it.
Only the printed cards show their identities (`CardSupply`). An action takes these steps:

    legal actions that the real cards allow and that can be shown
      → one of them, in its public form → declared with a token, or shown by the cards
      → hands change the table to the new layout (`TableSync`)

This module is independent of the game: declarations come from the game's `candidate_actions`, hand
moves from the difference between two layouts, illegal moves from the rules.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from companion.referee.table import differences, top_of
from companion.robots.acting import Acting
from companion.robots.illegal_moves import IllegalMove, attempts, illegal
from companion.robots.open_play import OpenPlay
from companion.robots.paper_hands import PaperHands
from companion.robots.players import Decision, GameRobots, Option, masked
from companion.simulator.stage import SceneFrame
from rules import CHANCE, Action, Layout, PrintedCard, Seat, Verb, judge
from rules.core.event import REVEALED
from rules.sim.playout import greedy_policy

_KEEN: Final = 0.8
"""Share of decisions in which a robot chooses the best immediate action, not a random one."""


def public_robots(acting: Acting, cards: Sequence[PrintedCard]) -> GameRobots:
    """Return the part of any game whose robots need only the rules."""
    hands = PaperHands(acting, cards, acting.seen.setup.decks)
    play = OpenPlay(acting, hands)
    choices = PublicChoices(acting, hands)

    def set_up() -> None:
        for hidden in acting.hidden_chance():
            acting.seen.play(hidden)
        hands.stock.shuffle(acting.rng)
        hands.set_up(acting.layout())

    def chance() -> Iterator[SceneFrame]:
        while acting.to_chance():
            lot = acting.lot()
            yield from play.act(Option(lot, "", hands.saying(lot)))

    decide, wrong = choices.decide, choices.illegal
    return GameRobots(hands, set_up, chance, decide, wrong, play.act, play.take_back)


class PublicChoices:
    """The choices in one match, of which the robots know only what is public and their cards."""

    def __init__(self, acting: Acting, hands: PaperHands) -> None:
        self._acting, self._hands = acting, hands
        self._game, self._match, self._rng = acting.game, acting.seen, acting.rng

    def decide(self) -> Decision:
        """Return the next decision."""
        options = self._options()
        if not options:
            raise LookupError(f"nothing that can be shown: {self._match.state}")
        choose = partial(self._chosen, options)
        return Decision(options[0].action.seat, choose, self._acting.leisurely())

    def _options(self) -> list[Option]:
        """Return the actions that the real cards allow and that can be shown."""
        found = []
        for action in self._game.legal(self._match.state):
            if action.seat == CHANCE or not self._true(action):
                continue
            seen = masked(action)
            if self._visible(seen):
                found.append(Option(self._as_shown(seen), action.card, None))
            elif (saying := self._hands.saying(seen)) is not None:
                found.append(Option(seen, action.card, saying))
        return list(dict.fromkeys(found))

    def _true(self, action: Action) -> bool:
        """Return True if the real cards allow the action."""
        stock = self._hands.stock
        if action.verb is Verb.PLACE and not action.at:
            return stock.holds(action.seat, action.card)
        if action.verb is Verb.FLIP and action.card:
            tags = self._acting.stage.piles.get(action.at, [])
            return bool(tags) and stock.card[tags[-1]] == action.card
        return True

    def _after(self, action: Action) -> Layout:
        _, state = self._game.advance(self._match.state, action)
        return self._game.layout(state)

    def _visible(self, action: Action) -> bool:
        """Return True if the action changes the top card of a tracked cell."""
        before, after = self._acting.layout(), self._after(action)
        return any(top_of(before, cell) != top_of(after, cell) for cell in self._acting.field)

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

    def _chosen(self, options: list[Option]) -> Option:
        """Return the best immediate option or a random one; merely tolerated options are rare."""
        state, rng = self._match.state, self._rng
        decline = self._acting.behaviour.decline
        proper = [o for o in options if not self._put_up_with(o.action)]
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
        return rng.choice([o for o in options if o.action == action])

    def _put_up_with(self, action: Action) -> bool:
        events = self._game.resolve(self._match.state, action)
        return any(event.kind == REVEALED and event.clause for event in events)

    def illegal(self, seat: Seat) -> Iterator[IllegalMove]:
        """Yield an illegal move of the rarest kind so far, sometimes."""
        acting, hands, match = self._acting, self._hands, self._match
        if self._rng.random() >= acting.behaviour.blunder:
            return
        if any(a.verb is Verb.PASS for a in self._game.legal(match.state)):
            return  # the table after an undone fault could be interpreted as a pass
        tries = attempts(match, acting.form, acting.stage, hands.stock, hands.pieces, seat)
        found = [each for each in illegal(match, tries) if each.action.seat in match.to_act]
        if (chosen := acting.rarest(found)) is not None:
            yield chosen
