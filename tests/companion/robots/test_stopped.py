"""Spherion waits for pending hand actions (SPH-17.5), and for each seat's own declaration."""

from __future__ import annotations

from dataclasses import replace

from companion.referee.notices import Notice
from companion.referee.phases import RefereePhase
from companion.simulator.stage import SceneFrame
from rules import Action, Manifest, Verb
from tests.companion.drawn_table.test_powerups import POSITION, Globe, captions
from tests.support.referee.inputs import correct, declare, feed
from tests.support.simulator.visits import STEP_S

PENDING = ("N2.7", "N2.9")


class Step(Globe):
    """A table on which Red's monster must move from N2.7 to N2.9, and Blue must roll."""

    def __init__(self, manifests: tuple[Manifest, ...]) -> None:
        super().__init__(manifests)
        (monster,) = [tag for tag in self.pile("N2.7") if self.table._pieces.stock.held(tag)]
        self.monster = monster
        roll = POSITION.replace("turn 3 plan", "turn 3 roll blue").replace("N2.7", "N2.9")
        correct(self.referee, roll.format(monster=self.table._pieces.stock.card[monster]))
        assert self.referee.at.phase is RefereePhase.AWAITING_PLAYERS

    def roll(self) -> None:
        for face in ("star", "arrow", "arrow"):
            self.show_result(f"token.die.{face}", "blue.control")

    def blind(self, seconds: float) -> list[Notice]:
        """Return the notices while something covers the tags of both cells."""
        heard: list[Notice] = []
        for _ in range(round(seconds / STEP_S)):
            self.now += STEP_S
            view = self.eye.see(SceneFrame(self.table.scene(self.now)[0], STEP_S))
            read = tuple(r for r in view.readings if r.cell not in PENDING)
            bare = view.empty - set(PENDING)
            covered = view.covered | set(PENDING)
            view = replace(view, readings=read, empty=bare, covered=covered)
            heard += feed(self.referee, view)
        return heard


def test_dice_wait_until_the_last_step_is_on_the_table(
    spherion_paper: tuple[Manifest, ...],
) -> None:
    globe = Step(spherion_paper)
    globe.roll()
    heard = globe.receive()
    assert not [record for record in heard if record.kind == "accepted"]
    assert [r.reason for r in heard if r.kind == "not_now"] == ["table_first"]

    token = next(tag for tag in globe.pile("N2.7") if tag != globe.monster)
    for tag in (token, globe.monster):
        assert globe.drop(globe.table._visible.number[tag], "N2.9")
    (rolled,) = [record for record in globe.receive(5.0) if record.kind == "accepted"]
    assert str(rolled.action) == "chance roll SAA to=blue"


def test_dice_that_wait_stay_when_the_table_is_restored(
    spherion_paper: tuple[Manifest, ...],
) -> None:
    """Regression: the dice went to the box, though players were told that they would count."""
    globe = Step(spherion_paper)
    globe.roll()
    globe.receive()
    referee, table = globe.referee, globe.table
    assert referee.incomplete_cells() == {"blue.control"}
    table.rearrange(referee.at.layout, "red", referee.incomplete_cells())
    (rolled,) = [record for record in globe.receive(5.0) if record.kind == "accepted"]
    assert str(rolled.action) == "chance roll SAA to=blue"


def test_what_cannot_be_seen_holds_no_dice_up_and_is_announced(
    spherion_paper: tuple[Manifest, ...],
) -> None:
    """Check that an occluded card may be in place, so the dice need not wait for it."""
    globe = Step(spherion_paper)
    asked = [r for r in globe.blind(12.0) if r.kind == "reminder"]
    assert [r.hidden for r in asked] == [tuple(PENDING)]
    assert "I can’t read the card on N2.7 and N2.9" in captions(asked)[0]
    globe.roll()
    (rolled,) = [record for record in globe.blind(5.0) if record.kind == "accepted"]
    assert str(rolled.action) == "chance roll SAA to=blue"


def test_one_seat_s_done_ends_no_other_seat_s_part(spherion_paper: tuple[Manifest, ...]) -> None:
    """Check SPH-5.2b: each seat may draw, whoever acted last."""
    globe = Globe(spherion_paper)
    referee = globe.referee
    both = POSITION.replace("hand blue ?*5", "hand blue ?*4").replace("blue ?*35", "blue ?*36")
    correct(referee, both.replace("unit red 1 N2.7 {monster}\n", ""))
    for seat in ("blue", "red"):
        declare(referee, seat, Verb.READY)
    globe.rearrange()
    assert referee.at.match.to_act == {"blue", "red"}
    assert referee.at.last_seat == "red"
    declare(referee, "blue", Verb.PASS)
    assert referee.at.match.to_act == {"red"}
    declare(referee, "red", Verb.DRAW)
    assert referee.at.match.plies[-1].action == Action("red", Verb.DRAW)
