"""Properties of every game: a Hypothesis machine over the kernel's contract."""

from __future__ import annotations

import dataclasses
import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from rules import CHANCE, UNKNOWN, Action, Match, Setup, Status, Verb, fold_log, judge, parse_action
from rules.games.spherion import GAME
from rules.games.spherion.orders.order import read_intent
from rules.games.spherion.state import Phase, State, territory
from rules.records.log import Record, accepted_data, dump_record, parse_log, started_data
from rules.sim.playout import play_game
from tests.support.games.spherion import CATALOG, DECKS, World, dealt
from tests.support.games.spherion_dealer import Dealer

VARIANTS = (
    {},
    {"radius": "1", "turn_mode": "alternating", "powerup_cap": "none", "dice": "2"},
    {
        "radius": "1",
        "orders": "rail",
        "powerup_spawn": "independent",
        "attacks_per_turn": "allowance",
    },
    {
        "radius": "1",
        "clash_tie": "both_destroyed",
        "flip_recolours": "on",
        "powerup_conflict": "jkp_then_battle",
        "atk_loss": "turn",
        "spell_cost": "1",
    },
    {"radius": "1", "surround": "literal", "field_limit": "6", "defend_stat": "position"},
)
VALUES = (
    "wait", "undo", "claim", "concede", "rock", "move:1:0", "move:dm:3", "flip:1", "turn:dm",
    "summon:M01:0:up:attack", "summon:M05:1:down:defence:1+2", "set:T02:3:down", "fuse:1:2:X01",
    "set:?:1:down", "N2.0", "SAC", "blue", "x|y", "?",
)  # fmt: skip


def any_action() -> st.SearchStrategy[Action]:
    """Draw well-formed actions of every kind, most of them nonsense."""
    cards = st.sampled_from(["", UNKNOWN, "M01", "S01", "X01", "P01", "no"])
    cells = st.sampled_from(["", "N0", "N1.0", "S2.3", "blue.deck", "red.deck", "pile", "Q9"])
    return st.builds(
        Action,
        st.sampled_from(["blue", "red", CHANCE, "nobody"]),
        st.sampled_from(list(Verb)),
        card=cards,
        at=cells,
        to=cells,
        turn=st.integers(0, 3),
        value=st.sampled_from(["", *VALUES]),
        also=st.sampled_from([(), ("M01",), ("?",) * 40]),
    )


class Play(RuleBasedStateMachine):
    """A state machine that plays and undoes plies of a match, and judges for every seat."""

    @initialize(
        variant=st.sampled_from(VARIANTS),
        known=st.booleans(),
        seed=st.integers(0, 10**6),
        plies=st.integers(0, 150),
    )
    def begin(self, variant: dict[str, str], known: bool, seed: int, plies: int) -> None:  # noqa: FBT001 - drawn
        self.rng = random.Random(seed)
        self.setup = Setup("spherion", variant, DECKS if known else {})
        self.known = known
        self.match = Match(GAME, self.setup)
        for _ in range(plies):
            self.one_ply()

    @property
    def state(self) -> State:
        return self.match.state

    def one_ply(self) -> None:
        if not self.match.to_act:
            return
        listed = list(GAME.legal(self.state))
        if listed:
            orders = [a for a in listed if a.verb is Verb.DECLARE and a.value != "undo"]
            action = self.rng.choice(orders if orders and self.rng.random() < 0.5 else listed)
            assert GAME.violations(self.state, action) == ()
        else:
            action = GAME.sample(self.state, self.rng.randrange)
        before = self.state
        assert GAME.advance(before, action)[0] == GAME.advance(before, action)[0]
        ply = self.match.play(action)
        assert ply.verdict is not None
        assert ply.verdict.status is not Status.ILLEGAL

    @rule(times=st.integers(1, 12))
    def play(self, times: int) -> None:
        for _ in range(times):
            self.one_ply()

    @rule(back=st.integers(1, 4))
    def undo(self, back: int) -> None:
        plies = self.match.plies
        to = max(self.match.undo_limit(), len(plies) - back)
        if to < len(plies):
            after = self.match.state_at(to)
            redo = [ply.action for ply in plies[to:]]
            last = self.state
            self.match.undo(to)
            assert self.state == after
            for action in redo:
                self.match.play(action)
            assert self.state == last

    @rule(action=any_action())
    def judge_anything(self, action: Action) -> None:
        broken = GAME.violations(self.state, action)
        listed = action in set(GAME.legal(self.state))
        if not broken and not listed:
            assert action.value == "concede" or self.state.phase in (
                Phase.DEAL, Phase.PILE, Phase.MAZE, Phase.MIX, Phase.RESTOCK
            )  # fmt: skip
        assert not (broken and listed)
        for violation in broken:
            assert violation.clause in CATALOG.clauses
        judge(GAME, self.state, action)

    @rule(data=st.data())
    def change_one_field(self, data: st.DataObject) -> None:
        listed = list(GAME.legal(self.state))
        if listed:
            action = data.draw(st.sampled_from(listed))
            other = data.draw(any_action())
            name = data.draw(
                st.sampled_from(["seat", "verb", "card", "at", "to", "turn", "value", "also"])
            )
            self.judge_anything(dataclasses.replace(action, **{name: getattr(other, name)}))

    @invariant()
    def everything_is_in_its_place(self) -> None:
        if not hasattr(self, "match"):
            return
        state = self.state
        assert GAME.notation.parse(GAME.notation.format(state), self.setup) == state
        assert tuple(GAME.notation.flags(state)) == ()
        blue, red = territory(state)
        assert blue + red == len(state.config.globe.names)
        standing = [u.cell for p in state.players for u in p.units if u is not None and u.cell >= 0]
        assert len(set(standing)) == len(standing)
        for player in state.players:
            assert 0 <= player.lp <= 5
            assert player.sp >= 0
            assert player.mp >= 0
            assert len(player.queue) <= state.config.queue_cap
        if self.known:
            for seat, player in enumerate(state.players):
                listed = state.config.decks[seat]
                out = [c for u in player.units[1:] if u is not None for c in (u.card, *u.stack)]
                cards = [*player.hand, *player.deck, *player.core, *player.extra, *out]
                assert sorted(cards) == sorted((*listed.cards, *listed.extra))
        if state.phase is not Phase.END and GAME.to_act(state) != {CHANCE}:
            assert list(GAME.legal(state))
        assert (GAME.outcome(state) is None) == (state.phase is not Phase.END)
        for seat in ("blue", "red", None):
            GAME.table.layout(GAME.view(state, seat))


TestPlay = Play.TestCase
TestPlay.settings = settings(
    max_examples=50,
    stateful_step_count=20,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)


@pytest.mark.parametrize("variant", VARIANTS)
def test_whole_games_end(variant: dict[str, str]) -> None:
    kept = {**variant, "max_turns": "5", "orders": "companion"}
    played = play_game(GAME, dealt(**kept), random.Random(f"whole/{variant}"))
    assert played.clause in CATALOG.clauses


def test_the_log_is_the_match() -> None:
    match, dealer = Match(GAME, dealt()), Dealer("log")
    lines, previous = [], "0" * 16
    records = [("match_started", started_data(match.setup, CATALOG.digest))]
    while len(match.plies) < 120 and match.to_act:
        if CHANCE in match.to_act:
            ply = match.play(dealer.outcome(match.state))
        else:
            listed = list(GAME.legal(match.state))
            ply = match.play(listed[len(match.plies) * 7 % len(listed)])
        records.append(("accepted", accepted_data(ply)))
    for seq, (kind, data) in enumerate(records):
        line, previous = dump_record(Record(seq, kind, data), previous)
        lines.append(line)
    read, error = parse_log(("\n".join(lines) + "\n").encode())
    assert error is None
    assert fold_log(read).state == match.state


@given(st.text("wait:movesunflipdr?M0123456789+X", max_size=30))
@settings(max_examples=500, deadline=None)
def test_an_order_is_read_in_one_way_only(text: str) -> None:
    intent = read_intent(text)
    world = World("hand blue M01 S01")
    line = Action("blue", Verb.DECLARE, value=text)
    if intent is None and text not in ("undo", "claim"):
        assert GAME.violations(world.state, line) != ()


def test_a_seat_s_secret_is_in_no_refusal() -> None:
    world = World("unit red 1 N1.0 M25 down\nhand red M10 M14\ndone red\nhand blue M01")
    for value in VALUES:
        for violation in GAME.violations(world.state, parse_action(f"blue declare {value}")):
            facts = {fact for _, fact in violation.facts}
            assert not facts & {"M25", "M10", "M14"}
