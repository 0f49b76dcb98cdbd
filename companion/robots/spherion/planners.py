"""Robots for Spherion: secret orders, a maze, dice, and private cards.

Theory of operation
-------------------
Two equal matches run in parallel. In the *true* match every card is known, and it defines the
possible choices. The *seen* match contains only public knowledge, like a referee's. A decision
takes these steps:

    choose in the true match → its public form in the seen match, declared with a token or on a page
      → the seen match's requests are answered → hands arrange the table in its layout

The script is therefore exactly that of a correct referee. The referee draws the maze and the cells
of power-ups by lot; robots with the same seed draw the same lots (`seeded_lots`).

The match's settings define how orders are kept secret. On a page, they are typed. On a rail, they
are placed face down and turned over step by step. On a slip, they are written unseen and typed in
when it is read out.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

from companion.referee.explain.hidden_chance import draw_outcome
from companion.robots.acting import Acting
from companion.robots.players import RobotDecision, enter_privately
from companion.robots.spherion.globe_cards import GlobeCards
from companion.robots.spherion.paper_orders import UNDO, PaperOrders
from companion.simulator.stage import SceneFrame
from rules import CHANCE, UNKNOWN, Action, PrintedCard, Seat, Verb
from rules.players.policies import greedy_policy

_SIGNS: Final = ("rock", "paper", "scissors", "claim")
_FROM_HAND: Final = ("summon", "set")
_LATE_S: Final = 33.0
_TIME_UP: Final = "time_up"
_LATER: Final = 100
_LATE: Final = 0.04
_KEEN: Final = 0.6
_FOND: Final = 0.5
"""Share of possible fusions that are played; a greedy choice would play none."""
_MOST: Final = 40
_ORDERS: Final = 4
_ENOUGH: Final = 0.15


class SpherionRobots:
    """The choices in the true match, and the actions in both."""

    def __init__(self, acting: Acting, cards: Sequence[PrintedCard]) -> None:
        self._acting, self._stage, self._rng = acting, acting.stage, acting.rng
        self._game, self._match, self._true = acting.game, acting.seen, acting.true
        self._globe = GlobeCards(acting, cards)
        self.hands = self._globe.hands
        self._orders = PaperOrders(acting, self._globe)

    # Choices.

    def decide(self) -> RobotDecision:
        """Return the next decision; sometimes a seat lets its time run out."""
        action, calm = self._choice(), self._acting.leisurely()
        return RobotDecision(action.seat, partial(self._act, action, hurried=not calm), calm)

    def _choice(self) -> Action:
        state, rng = self._true.state, self._rng
        found = [a for a in self._game.legal(state) if a.verb is not Verb.PASS or not _plans(state)]
        seat = rng.choice(sorted({a.seat for a in found}))
        mine = [a for a in found if a.seat == seat and a.value != UNDO]
        player = state.players[self._acting.seats.index(seat)]
        number = len(player.queue) + 1
        mine = [a for a in mine if not _secret(a) or self._orders.fits(seat, number, a.value)]
        if _plans(state):
            mine = [a for a in mine if not played_out(player, a.value)]
        orders = [action for action in mine if action.verb is not Verb.READY]
        if len(orders) < len(mine):
            written = len(player.queue)
            if written and rng.random() < self._acting.behaviour.take_back:
                return Action(seat, Verb.DECLARE, value=UNDO)
            if not orders or written >= _ORDERS or rng.random() < _ENOUGH:
                return Action(seat, Verb.READY)
        fusions = self._fusions(orders)
        if fusions and rng.random() < _FOND:
            return rng.choice(fusions)
        if rng.random() < _KEEN:
            # Cards can be played in so many ways that a uniform sample would contain few steps.
            steps = [action for action in orders if action.value.startswith("move:")]
            others = [action for action in orders if action not in steps]
            some = rng.sample(others, min(_MOST, len(others)))
            return greedy_policy(self._game, state, steps + some, rng)
        kinds: dict[tuple[Verb, str], list[Action]] = {}
        for action in orders:
            kinds.setdefault((action.verb, action.value.partition(":")[0]), []).append(action)
        return rng.choice(kinds[rng.choice(sorted(kinds))])

    def _fusions(self, orders: list[Action]) -> list[Action]:
        """Return the fusions that are possible now; all others are worth no more than waiting."""
        found = [action for action in orders if action.value.startswith("fuse:")]
        if not found:
            return []
        idle = self._worth(Action(found[0].seat, Verb.DECLARE, value="wait"))
        return [action for action in found if self._worth(action) != idle]

    def _worth(self, action: Action) -> float:
        """Return the match's value for the acting seat after an order."""
        _, after = self._game.advance(self._true.state, action)
        return self._game.value(after, action.seat)

    # Actions.

    def chance(self) -> Iterator[SceneFrame]:
        """Perform chance's actions in the seen match: lots, hidden cards and throws of dice."""
        acting, globe = self._acting, self._globe
        while self._match.to_act == frozenset((CHANCE,)) and self._match.outcome is None:
            begun, lots = self._stage.now, acting.lots(self._match.now)
            lot = draw_outcome(acting.game, self._match.state, lots, self._stage.mat)
            if lot is not None:
                action = lot
                globe.know(action)
            elif (hidden := next(acting.hidden_chance(), None)) is not None:
                globe.fall()
                action = hidden
            else:
                action = yield from globe.throw()
            globe.see(action)
            if action.verb is Verb.ROLL:
                acting.note_action(action, begun)
            yield from self._shown(action.to or acting.rng.choice(self._acting.seats))

    def _act(self, action: Action, *, hurried: bool) -> Iterator[SceneFrame]:
        """Declare an action, apply it in both matches, and perform its consequences."""
        late = Action(action.seat, Verb.PASS)
        if hurried and self._rng.random() < _LATE and self._true.judge(late).legal:
            action = late
        begun, masked = self._stage.now, as_seen(action)
        if masked.verb is Verb.PASS and _plans(self._match.state):
            yield from let_time_run_out(self._acting)
            yield from self._orders.clear_rail(action.seat, 0)
        elif _secret(masked) and self._orders.kept != "companion":
            yield from self._orders.write(action, masked)
            masked = masked if action.value == UNDO else replace(masked, value=UNKNOWN)
            yield from self.hands.say(masked)
        elif _secret(masked):
            yield from enter_privately(self._acting, masked)
        else:
            if masked.verb is Verb.READY and self._orders.kept == "rail":
                yield from self._orders.take_up_rest(masked.seat)
            yield from self.hands.say(masked)
        self._globe.know(action)
        self._globe.see(masked)
        self._acting.note_action(masked, begun)
        yield from self._shown(masked.seat)

    def _shown(self, seat: Seat) -> Iterator[SceneFrame]:
        """Perform the consequences, and answer the seen match's requests."""
        yield from self._globe.follow(seat)
        while (asked := self._globe.asked()) is not None or self._match.state.phase == "order":
            begun = self._stage.now
            if asked is None:
                yield from self._orders.turn_over()
                continue
            if asked.verb is Verb.FLIP:
                owner = asked.seat if asked.seat != CHANCE else seat
                yield from self.hands.show([self._globe.turning_up(asked)], owner)
            else:
                yield from self.hands.say(asked)
            self._globe.see(asked)
            self._acting.note_action(asked, begun)
            yield from self._globe.follow(seat)


def let_time_run_out(acting: Acting) -> Iterator[SceneFrame]:
    """Wait until time is up and, if a referee is running, until it announces this.

    A referee that was restarted in the meantime grants the whole time again.
    """
    heard = acting.pages.heard
    before = len(heard or ())
    yield from acting.stage.wait(_LATE_S)
    for _ in range(_LATER):
        if heard is not None and _TIME_UP not in heard[before:]:
            yield from acting.stage.wait(acting.behaviour.listen_s)


def _plans(state: Any) -> bool:  # noqa: ANN401 - the game's own type
    return str(state.phase) == "plan"


def _secret(action: Action) -> bool:
    """Return True for an order, which is written rather than declared."""
    return action.verb is Verb.DECLARE and action.value not in _SIGNS


def played_out(player: Any, order: str) -> bool:  # noqa: ANN401 - the game's own type
    """Return True if the queue already plays every copy of the order's card: paper has no more."""
    card = order.partition(":")[2].partition(":")[0]
    plays = tuple(f"{kind}:{card}:" for kind in _FROM_HAND)
    count = sum(each.text.startswith(plays) for each in player.queue)
    return order.startswith(plays) and count >= player.hand.count(card)


def as_seen(action: Action) -> Action:
    """Return an action's public form, in which a face-down card is hidden."""
    if action.verb is Verb.PLACE:
        return replace(action, card=UNKNOWN)
    kind, *rest = action.value.split(":")
    if kind in _FROM_HAND and "down" in rest:
        return replace(action, value=":".join((kind, UNKNOWN, *rest[1:])))
    return action
