"""Spherion's power-ups at a drawn table: prompted, turned up, restored."""

from __future__ import annotations

from typing import Any

import pytest

from companion.drawn_table.pieces import Posture
from companion.drawn_table.values import DragCommand, DragKind
from companion.referee.explain.hidden_chance import draw_outcome
from companion.referee.inventory.steps import StepKind
from companion.referee.notices import Notice, Reminder
from companion.referee.phases import RefereePhase
from companion.referee.words.speaker import Speaker
from companion.referee.words.steps import step_sentence
from companion.referee.words.wording import Wording
from companion.simulator.stage import SceneFrame
from rules import CHANCE, UNKNOWN, Action, Manifest, Mat, Rules, Verb, load_catalog
from rules.games.spherion.legal import eligible
from tests.support.referee.inputs import RefereedMatch, correct, declare, feed
from tests.support.simulator.visits import STEP_S, Visit

SPEAKER = Speaker(load_catalog("spherion"))
FLIP = Action(CHANCE, Verb.FLIP, card=UNKNOWN, at="N2.6")
ASKED = "Turn up the power-up on N2.6 and put it on top."
POSITION = """\
turn 3 plan
initiative blue
walls -
powerups N2.6=? S2.6=?
pile ?*14
used -
unit blue dm N0 M02
unit red dm S0 M17
unit red 1 N2.7 {monster}
hand blue ?*5
deck blue ?*35
extra blue X01*2 X03
core blue -
points blue lp=5 sp=3 mp=6
hand red ?*4
deck red ?*34
extra red X02*2
core red -
points red lp=5 sp=3 mp=6
ply 40
"""


class Globe(Visit):
    """A red monster next to a power-up, at a table that agrees with the match."""

    def __init__(self, manifests: tuple[Manifest, ...] | None = None) -> None:
        super().__init__("spherion", manifests=manifests)
        self.table.set_up()
        self.watch()
        monster = next(c.card for c in self.hand("red") if c.card.startswith("M"))
        correct(self.referee, POSITION.format(monster=monster))
        self.rearrange()

    def receive(self, seconds: float = 3.0) -> list[Notice]:
        """Return all notices of the next seconds."""
        heard: list[Notice] = []
        for _ in range(round(seconds / STEP_S)):
            self.now += STEP_S
            scene, _ = self.table.scene(self.now)
            heard += feed(self.referee, self.eye.see(SceneFrame(scene, STEP_S)))
        return heard

    def rearrange(self) -> list[Notice]:
        """Restore the table, as the page's server does; return the notices."""
        self.table.draw(self.referee.at.layout, "red")
        self.table.rearrange(self.referee.at.layout, "red")
        return self.receive()

    def orders(self, *written: str) -> None:
        """Let Red declare orders and Blue none, make both READY, and restore the table."""
        for order in written:
            declare(self.referee, "red", Verb.DECLARE, order)
        for seat in ("red", "blue"):
            declare(self.referee, seat, Verb.READY)
        self.rearrange()

    def pile(self, cell: str) -> list[str]:
        return list(self.table._pieces.stage.piles.get(cell, []))

    def bomb(self) -> str:
        """Replace the power-up on N2.6 with a bomb; return its paper."""
        pieces = self.table._pieces
        bomb = next(t for t in self.pile("pile") if pieces.stock.card[t] == "B01")
        other = self.pile("N2.6")[0]
        for tag, cell in ((bomb, "N2.6"), (other, "pile")):
            pieces.stage.lift(tag)
            pieces.place(tag, cell, Posture(up=False))
        return bomb


def captions(records: list[Notice]) -> list[str]:
    return [SPEAKER.caption(record) for record in records]


def test_a_powerup_beneath_a_card_is_turned_up_by_the_prompted_hand() -> None:
    """Check SPH-12.4: the power-up is under a monster and its token, out of a mouse's reach."""
    globe = Globe()
    globe.orders("move:1:2")
    assert globe.table.say(globe.referee.at.match.game, globe.referee.at.match.state, FLIP)
    heard = globe.receive(4.0)

    assert [r.action.verb for r in heard if r.kind == "accepted" and r.action][:1] == [Verb.FLIP]
    assert globe.referee.at.match.state.ask is None
    assert not globe.table.say(globe.referee.at.match.game, globe.referee.at.match.state, FLIP)


def test_when_the_table_matches_what_is_awaited_is_asked_again() -> None:
    globe = Globe()
    for order in ("move:1:2",):
        declare(globe.referee, "red", Verb.DECLARE, order)
    for seat in ("red", "blue"):
        declare(globe.referee, seat, Verb.READY)
    (matches,) = [r for r in globe.rearrange() if r.kind == "resynced"]

    assert SPEAKER.caption(matches).endswith(ASKED)


def test_what_covers_a_powerup_may_be_moved_aside_to_turn_it_up() -> None:
    """Regression: the flip was refused because no power-up could appear there then."""
    globe = Globe()
    globe.orders("move:1:2")
    back, monster, token = globe.pile("N2.6")
    numbers = globe.table._visible.number
    assert globe.drop(numbers[token], "N1.3")
    assert globe.drop(numbers[monster], "N1.3")
    globe.receive()
    assert globe.table.do(DragCommand(DragKind.FLIP, numbers[back]))
    heard = globe.receive(4.0)

    assert not any(record.kind == "refused" for record in heard)
    assert globe.referee.at.match.state.ask is None
    steps = {
        step_sentence(Wording(load_catalog("spherion")), step).render("en").partition(" from ")[2]
        for step in globe.referee.at.pending_steps
    }
    assert "N1.3." in steps


def test_a_bomb_that_everybody_has_seen_is_not_placed_as_the_new_powerup(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Check SPH-12.1 and SPH-15.3; restoring the table twice gives the same result."""
    globe = Globe()
    bomb = globe.bomb()
    globe.orders("move:1:2")
    match = RefereedMatch(globe.referee)

    def again(game: Rules[Any], state: Any, _: object, mat: Mat | None) -> Action | None:  # noqa: ANN401 - the game's own state
        names = [state.config.globe.names[cell] for cell in eligible(state)]

        def lot(count: int) -> int:
            return names.index("N2.6") if len(names) == count and "N2.6" in names else 0

        return draw_outcome(game, state, lot, mat)

    monkeypatch.setattr("companion.referee.transitions.draw_outcome", again)
    globe.table.say(match.game, match.state, FLIP)
    globe.receive(4.0)
    for _ in range(2):
        globe.rearrange()
        assert globe.pile("used") == [bomb]
        (fresh,) = globe.pile("N2.6")
        assert fresh != bomb
        assert globe.referee.at.phase is RefereePhase.IN_SYNC


def test_a_token_is_not_placed_before_its_card() -> None:
    """Check that a missing card is requested until placed, because only its player knows it."""
    globe = Globe()
    globe.orders("set:?:1:down")

    assert globe.pile("S1.1") == []
    assert captions([Reminder(**globe.referee.now(), steps=globe.referee.at.pending_steps)]) == [
        "Please: Place Red’s face-down card on S1.1."
    ]
    card = next(c for c in globe.hand("red"))
    globe.table.do(DragCommand(DragKind.FLIP, card.number))
    assert globe.drop(card.number, "S1.1")
    globe.receive()
    globe.rearrange()
    pieces = globe.table._pieces
    assert [pieces.stock.card[t] for t in globe.pile("S1.1")] == [card.card, "token.unit.2"]


def test_a_hammer_trades_a_card_by_the_way_of_the_guide(
    spherion_paper: tuple[Manifest, ...],
) -> None:
    """Regression (SPH-6.7): nobody can shuffle at the page, so the same card came back."""
    drawn = set()
    globe = Globe(spherion_paper)
    referee, pieces = globe.referee, globe.table._pieces
    for _ in range(4):
        use = POSITION.format(monster="M08").replace("turn 3 plan", "turn 3 use")
        use = use.replace("points red lp=5 sp=3 mp=6", "points red lp=5 sp=0 mp=0 hammers=1")
        correct(referee, f"{use}done blue\n")
        globe.rearrange()
        plies, cards = len(referee.at.match.plies), len(globe.pile("red.deck"))
        before = globe.hand("red")
        card = before[0]
        assert globe.table.do(DragCommand(DragKind.FLIP, card.number))
        assert globe.drop(card.number, "red.deck")
        assert not [r for r in globe.receive() if r.kind == "accepted"]
        result = globe.show_result("token.die.hammer", "red.deck").number
        assert [r.kind for r in globe.receive() if r.kind == "refused"] == []
        for event in (event for ply in referee.at.match.plies[plies:] for event in ply.events):
            globe.table.shuffle(event, referee.at.layout)
        globe.rearrange()
        new = {c.number for c in globe.hand("red")} - {c.number for c in before[1:]}
        drawn |= new
        assert (len(new), len(globe.hand("red"))) == (1, len(before))
        pile = globe.pile("red.deck")
        assert len(pile) == cards
        assert all(pieces.stock.held(tag) and globe.table._pieces.hidden(tag) for tag in pile)
        assert globe.table.do(DragCommand(DragKind.BOX, result)) or not any(
            each.number == result for each in globe.table.shown().topmost
        )
    assert len(drawn) > 1


def test_a_chip_is_placed_where_a_cell_has_changed_hands() -> None:
    """Check SPH-17.8: a step asks for an ownership chip on each cell that changed hands."""
    globe = Globe()
    declare(globe.referee, "red", Verb.DECLARE, "move:1:2")
    declare(globe.referee, "red", Verb.READY)
    (ready,) = declare(globe.referee, "blue", Verb.READY)
    report = [(step.kind, step.cell, step.placed.card) for step in ready.steps]
    assert (StepKind.PLACE, "N2.6", "token.chip") in report
    assert "N2.7" not in [cell for _, cell, card in report if card == "token.chip"]


def test_a_card_destroyed_on_its_way_out_of_the_hand_goes_to_the_core() -> None:
    """Check SPH-9.10 and SPH-10.2: the card was on no cell, so the globe shows no difference."""
    globe = Globe()
    position = POSITION.replace("unit red 1 N2.7 {monster}\n", "").replace("red ?*4", "red ?*5")
    correct(globe.referee, position.replace("S0 M17", "N2.0 M17").replace("S2.6", "S1.1"))
    board = globe.referee.at.match.state.config.globe
    meet = board.index["N1.0"]
    ways = [board.steps[board.index[cell]].index(meet) for cell in ("N0", "N2.0")]
    for seat, way, card in (("blue", ways[0], "M03"), ("red", ways[1], "M16")):
        declare(globe.referee, seat, Verb.DECLARE, f"summon:{card}:{way}:up:attack")
    declare(globe.referee, "red", Verb.READY)
    (ready, *_) = declare(globe.referee, "blue", Verb.READY)
    assert (StepKind.PLACE, "red.core", "M16") in [
        (s.kind, s.cell, s.placed.card) for s in ready.steps
    ]
