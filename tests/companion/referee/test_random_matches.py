"""Random matches with a perfect view: the referee announces what the players did.

The players know every card and play a `Match` of their own. The referee knows no hand and sees
only what is on the mat. Hypothesis picks decks, moves, mistakes and the order of hands.
"""

from __future__ import annotations

import random
from typing import Any

import hypothesis.strategies as st
from hypothesis import HealthCheck, settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from companion.referee.notices import Notice
from companion.referee.phases import RefereePhase
from rules import (
    CHANCE,
    UNKNOWN,
    Action,
    Deck,
    Layout,
    Match,
    PlacedCard,
    Setup,
    Verb,
    load_catalog,
    load_game,
)
from rules.core.event import TURN_STARTED
from tests.support.referee.inputs import refereed, start
from tests.support.referee.oracle_view import Hands, Paper, kinds, run

GAME = load_game("yggdrasil")
POOL = [c for c in load_catalog("yggdrasil").cards if not c.startswith("yr")]


def spoken(match: Match[Any]) -> list[Action]:
    """Return a match's actions without chance and passes.

    The referee must ask where the players know: a player without a second card is asked for it all
    the same, and passes.
    """
    actions = [p.action for p in match.plies if p.action]
    return [a for a in actions if a.seat != CHANCE and a.verb is not Verb.PASS]


class Table(RuleBasedStateMachine):
    """A state machine of two players at a table, and the referee that watches them."""

    @initialize(seed=st.integers(0, 2**32))
    def sit_down(self, seed: int) -> None:
        self.rng = random.Random(seed)
        decks = {
            seat: Deck(tuple(self.rng.sample(POOL * 2, 20)), {"root": ("yr1",)}) for seat in "AB"
        }
        self.truth = Match(GAME, Setup("yggdrasil", decks=decks))
        self.form = GAME.table.form(self.truth.setup)
        self.hands = Hands(self.form)
        self.referee = refereed(Match(GAME, Setup("yggdrasil")))
        start(self.referee)
        self.hands.follow(GAME.table.layout(self.truth.state), "AB")
        assert kinds(run(self.referee, self.hands.wait())) == ["set_up_ready"]
        self.chance()
        self.held: dict[str, list[Paper]] = {}
        self.unsaid = 0  # passes that were not shown yet

    def chance(self) -> None:
        while self.truth.to_act == {CHANCE}:
            self.truth.play(GAME.sample(self.truth.state, self.rng.randrange))

    # The players' actions.

    def options(self) -> list[Action]:
        """Return the legal actions that a table can show, without hidden orders and buried tips."""
        state = self.truth.state
        pile = GAME.table.layout(state)
        found = []
        for action in GAME.legal(state):
            if action.verb is Verb.CHOOSE and action.also:
                continue
            if action.verb is Verb.CHOOSE and action.value in POOL:
                discard = pile.get(f"{action.seat}.discard", ())
                if not discard or discard[-1].card != action.value:
                    continue
            found.append(action)
        return found

    def running(self) -> bool:
        return self.truth.outcome is None

    @precondition(running)
    @rule(pick=st.integers(0, 10**6), shown=st.booleans(), rush=st.booleans())
    def play(self, pick: int, *, shown: bool, rush: bool) -> None:
        actions = self.options()
        doing = [a for a in actions if a.verb is not Verb.PASS]
        action = (doing or actions)[pick % len(doing or actions)] if pick % 5 else actions[-1]
        before = GAME.table.layout(self.truth.state)
        turn_is_over = action.verb is Verb.PASS and not spoken_this_turn(self.truth)
        self.truth.play(action)
        self.chance()
        after = GAME.table.layout(self.truth.state)
        announced: list[Notice] = []
        if action.verb is Verb.PASS or self.leaves_no_trace(action, before, after):
            if shown or turn_is_over or self.truth.outcome or action.verb is not Verb.PASS:
                announced += self.say(action)
            else:
                self.unsaid += 1
        else:
            announced += self.act(action, before, after, rush=rush)
        assert not {"refused", "desynced", "question"} & set(kinds(announced)), announced

    def leaves_no_trace(self, action: Action, before: Layout, after: Layout) -> bool:
        changed = {c for c in before.keys() | after.keys() if before.get(c) != after.get(c)}
        if action.verb is Verb.CHOOSE and action.value in POOL:
            return False
        return not any("." not in c for c in changed) and action.verb is not Verb.PLACE

    def say(self, action: Action) -> list[Notice]:
        """Announce an action with END TURN, NO or the token; count others as unannounced."""
        if action.verb is Verb.PASS:
            self.unsaid = 0
            announced = "no" if action.seat in self.truth.to_act else "end_turn"
            return run(self.referee, self.hands.show(announced, f"{action.seat}.control"))
        if "." not in action.value and action.value in {z.cell for z in self.form.zones}:
            return run(self.referee, self.hands.point(action.value))
        self.unsaid += 1
        return []

    def act(self, action: Action, before: Layout, after: Layout, *, rush: bool) -> list[Notice]:
        """Carry out the differences between two layouts in random order, together or one by one."""
        self.unsaid = 0
        views = self.hands
        gone = [c for c in before if "." not in c and c not in after]
        announced: list[Notice] = []
        if action.verb is Verb.SWAP:
            a, b = views.papers[action.at], views.papers[action.to]
            views.papers[action.at], views.papers[action.to] = b, a
            gone = [c for c in gone if c not in (action.at, action.to)]
        if action.verb is Verb.CHOOSE and action.value in POOL:
            paper = views.take(f"{action.seat}.discard")
            self.held.setdefault(action.seat, []).append(paper)
        if action.verb is Verb.PLACE:
            views.put(self.paper(action.card, action.seat), action.to)
        announced += run(self.referee, (*views.reach(), *views.wait()))
        self.rng.shuffle(gone)
        for cell in gone:
            announced += run(self.referee, views.reach())
            paper = views.take(cell)
            owner = before[cell][-1].owner
            views.papers.setdefault(f"{owner}.discard", []).append((paper, views.upright(owner)))
            if not rush:
                announced += run(self.referee, views.wait())
        announced += run(self.referee, views.wait())
        return announced

    def paper(self, card: str, seat: str) -> Paper:
        """Return a card of the hand: the same paper that was picked up before, or a new one."""
        held = self.held.get(seat, [])
        found = next((p for p in held if p.card == card), None)
        if found is None:
            return self.hands.paper(card, seat)
        held.remove(found)
        return found

    @precondition(running)
    @rule(data=st.data())
    def try_something_illegal(self, data: st.DataObject) -> None:
        """Put a card from a hand on an illegal cell, and check the clauses of the refusal."""
        empty = [z.cell for z in self.form.zones if z.tracked and not self.hands.papers.get(z.cell)]
        (seat,) = self.truth.to_act
        hand = sorted(set(self.known_hand(seat)))
        if not empty or not hand or self.referee.at.phase is not RefereePhase.IN_SYNC:
            return
        cell, card = data.draw(st.sampled_from(empty)), data.draw(st.sampled_from(hand))
        action = Action(seat, Verb.PLACE, card=card, to=cell)
        verdict = self.truth.judge(action)
        if verdict.legal:
            return
        before = self.referee.at.match.state
        announced = run(self.referee, self.hands.place(self.hands.paper(card, seat), cell))
        assert kinds(announced) == ["refused"]
        assert announced[0].action == action
        assert announced[0].clauses == verdict.clauses
        assert self.referee.at.match.state == before
        assert kinds(run(self.referee, self.hands.clear(cell))) == ["put_back"]

    def known_hand(self, seat: str) -> tuple[str, ...]:
        hand: tuple[str, ...] = self.truth.state.players["AB".index(seat)].hand
        return tuple(c for c in hand if c != UNKNOWN)

    @precondition(running)
    @rule()
    def take_back(self) -> None:
        """Lift the last card again, if it changed nothing else."""
        if not self.truth.plies or self.unsaid or self.referee.at.phase is not RefereePhase.IN_SYNC:
            return
        last = self.truth.plies[-1]
        if last.action is None or last.action.verb is not Verb.PLACE or "." in last.action.to:
            return
        to = len(self.truth.plies) - 1
        if to < self.truth.undo_limit():
            return
        self.truth.undo(to)
        announced = run(self.referee, self.hands.clear(last.action.to))
        assert kinds(announced) == ["taken_back"]

    @precondition(running)
    @rule(
        cells=st.sets(st.sampled_from([z.cell for z in GAME.table.form(Setup("yggdrasil")).zones]))
    )
    def reach_over(self, cells: set[str]) -> None:
        """Cover cells for a while; nothing may be concluded from it."""
        self.hands.covered = cells
        announced = run(self.referee, (*self.hands.reach(), *self.hands.wait(2.0)))
        self.hands.covered = set()
        assert announced == []
        assert run(self.referee, self.hands.wait(1.0)) == []

    @precondition(lambda self: not self.running())
    @rule()
    def sit_on(self) -> None:
        """Check that the referee reports nothing if a card is removed after the match."""
        if not self.unsaid:
            assert run(self.referee, self.hands.clear("b1")) == []
            self.hands.put(self.hands.paper("yr1", "A"), "b1")

    # Properties.

    @invariant()
    def referee_and_players_agree(self) -> None:
        if not hasattr(self, "truth"):
            return
        report, done = spoken(self.referee.at.match), spoken(self.truth)
        assert report == done[: len(report)]
        assert len(done) - len(report) <= (1 if self.unsaid else 0)
        if self.truth.outcome is not None and not self.unsaid:
            assert self.referee.at.phase is RefereePhase.ENDED
            assert self.referee.at.match.outcome == self.truth.outcome

    @invariant()
    def layouts_agree(self) -> None:
        if not hasattr(self, "truth") or self.referee.at.phase is RefereePhase.ENDED:
            return
        rests: dict[str, PlacedCard] = {
            c: pile[-1]
            for c, pile in GAME.table.layout(self.referee.at.match.state).items()
            if "." not in c
        }
        papers = {c for c, p in self.hands.papers.items() if p and "." not in c}
        assert rests.keys() == papers


def spoken_this_turn(match: Match[Any]) -> bool:
    """Return True if the seat to move has already acted in this turn."""
    (seat,) = match.to_act
    for ply in reversed(match.plies):
        if any(event.kind == TURN_STARTED for event in ply.events):
            return False
        if ply.action and ply.action.seat == seat and ply.action.verb is not Verb.PASS:
            return True
    return False


TestTable = Table.TestCase
TestTable.settings = settings(
    max_examples=30,
    stateful_step_count=50,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
