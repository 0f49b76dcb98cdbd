"""Random games, known and as a referee sees them, under every setting; checked at every action."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from rules import (
    CHANCE,
    UNKNOWN,
    Action,
    Deck,
    Facing,
    Match,
    Record,
    Setup,
    Status,
    Verb,
    Violation,
    fold_log,
    judge,
    load_catalog,
    parse_action,
    refusal,
)
from rules.games.jiguan import GAME
from rules.games.jiguan.cards import BEASTS, ITEMS, bits
from rules.games.jiguan.state import CELLS, HIDDEN, Phase, State
from rules.records.log import ACCEPTED, MATCH_STARTED, accepted_data, started_data

CATALOG = load_catalog("jiguan")
PLACES = [cell for row in CELLS for cell in row] + ["A.spent", "B.spent"]
ACTORS = ("A", "B", CHANCE)
CARDS = ["jb1", "jb2", "jb3", "jb4", "jb5", "jb7", "ji1", "ji2", "ji3", "jr1"]

EVERY = [
    *(
        Action(seat, Verb.PLACE, card=card, to=cell, facing=facing)
        for seat in ACTORS
        for card in CARDS
        for cell in PLACES
        for facing in Facing
    ),
    *(
        Action(seat, Verb.FLIP, card=card, at=cell)
        for seat in ACTORS
        for card in CARDS
        for cell in PLACES
    ),
    *(Action(seat, Verb.REMOVE, at=cell) for seat in ACTORS for cell in PLACES),
    *(Action(seat, Verb.CHOOSE, value=value) for seat in ACTORS for value in ACTORS),
    *(Action(seat, verb) for seat in ACTORS for verb in Verb),
]
"""Every action that has a meaning, and as many without one."""

ASKED = {
    seat: [
        action
        for action in EVERY
        if action.seat == seat
        and action.verb is not Verb.FLIP
        and action.facing is Facing.DOWN
        and action.to[2:] in ("beast", "item1", "item2", "spent")
    ]
    for seat in "AB"
}
"""A player's possible questions to the referee.

A visible face is not a secret, so flips are omitted.
"""

STAND_IN = Deck(("jb1", "jb2", "jb3", "jb4", "jb5", "ji1", "ji3"), {"side": ("jb7",)})


class Table(RuleBasedStateMachine):
    match: Match[State]

    @initialize(
        agreed=st.fixed_dictionaries(
            {
                name: st.sampled_from(CATALOG.settings[name].values)
                for name in ("tie_opening", "decline_rule", "early_stop", "misplay")
            }
        ),
        stand_in=st.booleans(),
    )
    def begin(self, agreed: dict[str, str], stand_in: bool) -> None:  # noqa: FBT001
        decks = {"B": STAND_IN} if stand_in else {}
        given = {**agreed, "stand_ins": "on" if stand_in else "off"}
        self.match = Match(GAME, Setup("jiguan", given, decks))

    @property
    def state(self) -> State:
        return self.match.state

    def play(self, action: Action) -> None:
        before, count = self.match.state, len(self.match.plies)
        ply = self.match.play(action)
        if self.match.undo_limit() < ply.number:
            self.match.undo(count)
            assert self.match.state == before
            self.match.play(action)

    @precondition(lambda self: self.match.to_act)
    @rule(data=st.data())
    def act(self, data: st.DataObject) -> None:
        self.play(data.draw(st.sampled_from(list(GAME.legal(self.state)))))

    @precondition(lambda self: self.state.phase in (Phase.BEASTS, Phase.ITEMS))
    @rule(data=st.data())
    def place_unseen(self, data: st.DataObject) -> None:
        laying = [a for a in GAME.legal(self.state) if a.verb is Verb.PLACE]
        if laying:
            self.play(replace(data.draw(st.sampled_from(laying)), card=UNKNOWN))

    @precondition(lambda self: not self.match.to_act)
    @rule()
    def nothing_is_left_to_do(self) -> None:
        assert not any(judge(GAME, self.state, action).legal for action in EVERY[::7])

    @invariant()
    def what_is_generated_is_what_is_legal(self) -> None:
        generated = list(GAME.legal(self.state))
        assert len(set(generated)) == len(generated)
        for action in generated:
            assert GAME.violations(self.state, action) == (), action
            assert action.seat in GAME.to_act(self.state)
        allowed = set(generated)
        for action in EVERY:
            found = GAME.violations(self.state, action)
            assert (not found) is (action in allowed), action
            for violation in found:
                assert CATALOG.clauses[violation.clause].forbids

    @invariant()
    def the_game_goes_on_or_is_over(self) -> None:
        over = GAME.outcome(self.state) is not None
        assert over is (self.state.phase is Phase.END)
        assert over is not bool(GAME.to_act(self.state))
        assert over is not bool(list(GAME.legal(self.state)))

    @invariant()
    def texts_read_back(self) -> None:
        state = self.state
        assert GAME.notation.parse(GAME.notation.format(state), self.match.setup) == state
        for seat in ("A", "B", None):
            seen = GAME.view(state, seat)
            assert GAME.notation.parse(GAME.notation.format(seen), self.match.setup) == seen
            assert list(GAME.notation.flags(seen)) == []
        for action in GAME.legal(state):
            assert parse_action(str(action)) == action

    @invariant()
    def cards_are_counted(self) -> None:
        state = self.state
        for seat in (0, 1):
            assert state.hand_size(seat) >= 0
            assert 0 <= state.items_left(seat) <= (state.held[seat] & ITEMS).bit_count()
        resting = list(state.cards_on_field())
        assert len({placed.cell for placed in resting}) == len(resting)
        assert all(0 < placed.ply <= state.ply for placed in resting)
        assert state.ply == len(self.match.plies)

    @invariant()
    def hidden_faces_stay_hidden(self) -> None:
        """Check that replacing a hidden card changes nothing that the others see or are told."""
        state = self.state
        for placed in state.cards_on_field():
            if placed.up or placed.slot == HIDDEN:
                continue
            kind = BEASTS if placed.slot < 5 else ITEMS
            for slot in list(bits(state.possible(placed.owner) & kind))[:1]:
                other = _with_face(state, placed.cell, slot)
                for seat in ("AB"[1 - placed.owner], None):
                    assert GAME.view(other, seat) == GAME.view(state, seat)
                    assert GAME.table.layout(GAME.view(state, seat))[placed.cell][0].card == UNKNOWN
                report = ASKED["AB"[1 - placed.owner]]
                assert [_refusals(state, a) for a in report] == [
                    _refusals(other, a) for a in report
                ]

    def teardown(self) -> None:
        if not hasattr(self, "match"):
            return
        log = [Record(0, MATCH_STARTED, started_data(self.match.setup, CATALOG.digest))]
        log += [Record(p.number, ACCEPTED, accepted_data(p)) for p in self.match.plies]
        again = fold_log(log)
        assert again.state == self.state
        assert again.plies == self.match.plies


def _with_face(state: State, cell: str, slot: int) -> State:
    def other(placed):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        return placed._replace(slot=slot) if placed is not None and placed.cell == cell else placed

    a, b = map(other, state.beasts)
    return state._replace(beasts=(a, b), items=tuple(map(other, state.items)))


def _refusals(state: State, action: Action) -> tuple[str, ...]:
    verdict = judge(GAME, state, action)
    output = [refusal(CATALOG, violation).render("en") for violation in verdict.violations]
    return (verdict.status, *verdict.clauses, *output)


TestTable = Table.TestCase
TestTable.settings = settings(
    max_examples=30,
    stateful_step_count=40,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


def test_hidden_cards_leave_no_wrong_verdict() -> None:
    """Check that an unknown card is illegal only if every possible card is, and legal likewise."""
    state = GAME.notation.parse(
        "phase items\nbeast A jb1 up\nbeast B jb2 up\nturn B", Setup("jiguan")
    )
    for text in ("B place ? A.item1 facing=down", "B place ? A.beast facing=down", "A place ? A.x"):
        action = parse_action(text)
        seat = "AB".index(action.seat)
        cards = [state.config.cards[seat][slot] for slot in bits(state.possible(seat))]
        broken = [GAME.violations(state, replace(action, card=card)) for card in cards]
        assert len(broken) == 7
        examined = list(GAME.violations_by_world(state, action) or ())
        assert {clauses(found) for found in examined} == {clauses(found) for found in broken}
        assert len(examined) > 1
        status = judge(GAME, state, action).status
        assert (status is Status.ILLEGAL) is all(broken)
        assert (status is Status.LEGAL) is (not any(broken))


def clauses(found: tuple[Violation, ...]) -> tuple[str, ...]:
    return tuple(violation.clause for violation in found)
