"""UNDO at a drawn table: drawn hands move the cards back."""

from __future__ import annotations

from companion.referee.control_cards import ControlCard
from companion.referee.notices import TakenBack
from companion.referee.phases import RefereePhase
from companion.simulator.stage import SceneFrame
from companion.web.mailbox import Pressed
from tests.support.simulator.visits import STEP_S, Page, Visit


def test_undo_moves_the_card_back_to_its_hand() -> None:
    """Regression: players were asked to move the card, which the table can do itself."""
    visit = Visit("stratosphere")
    visit.table.set_up()
    visit.watch()
    page = Page(visit)
    before = {seat: {each.number for each in visit.hand(seat)} for seat in ("1", "2")}
    pile = visit.table._pieces.stage.piles["1.C"]
    height = len(pile)
    assert page.supplies("1", "1.C") == ["accepted"]
    assert len(pile) > height

    page.mailbox.press(Pressed(ControlCard.UNDO))
    scene, _ = visit.table.scene(visit.now)
    heard = page.onlooker.look(None, visit.eye.see(SceneFrame(scene, STEP_S)))
    undone = next(notice for notice, _ in heard if isinstance(notice, TakenBack))
    assert undone.steps == ()
    visit.watch(6.0)

    assert len(visit.table._pieces.stage.piles["1.C"]) == height
    assert {s: {each.number for each in visit.hand(s)} for s in ("1", "2")} == before
    assert visit.referee.at.pending_steps == ()
    assert visit.referee.at.phase is RefereePhase.IN_SYNC
