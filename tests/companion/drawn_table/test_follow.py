"""Consequences of accepted actions at a drawn table: the table carries them out by itself."""

from __future__ import annotations

from companion.drawn_table.values import DragCommand, DragKind
from companion.referee.phases import RefereePhase
from companion.simulator.stage import SceneFrame
from companion.web.views.verdict import asked_of
from rules import Action, Facing, Verb
from tests.support.simulator.visits import STEP_S, Page, Visit
from tests.support.web.match_page import Table


def _watch(visit: Visit, page: Page, seconds: float) -> None:
    """Let the referee and its page watch, as the match's loop does."""
    for _ in range(round(seconds / STEP_S)):
        visit.watch(STEP_S)
        scene, _ = visit.table.scene(visit.now)
        page.onlooker.look(None, visit.eye.see(SceneFrame(scene, STEP_S)))


def _opened() -> tuple[Visit, Page]:
    """Return a globe on which chance has just chosen the cells of the first power-ups."""
    visit = Visit("spherion")
    visit.table.set_up()
    visit.watch()
    page = Page(visit)
    for seat, sign in (("blue", "rock"), ("red", "scissors")):
        page.says(Action(seat, Verb.DECLARE, value=sign))
    page.says(Action("blue", Verb.CHOOSE, value="blue"))
    return visit, page


def test_the_first_power_ups_are_placed() -> None:
    """Regression: the throw did not count until players had pressed "Restore the table"."""
    visit, page = _opened()
    _watch(visit, page, 12.0)

    layout = visit.referee.at.layout
    globe = {zone.cell for zone in visit.referee.at.geometry.form.zones if zone.tracked}
    hidden = [c for c in globe if any(p.facing is Facing.DOWN for p in layout.get(c, ()))]
    assert len(hidden) == 2
    assert all(visit.top(cell) is not None for cell in hidden)
    assert visit.referee.at.pending_steps == ()
    assert visit.referee.at.phase is RefereePhase.IN_SYNC


def test_who_is_moving_a_piece_is_not_interrupted() -> None:
    visit, page = _opened()
    visit.watch(1.0)
    card = visit.hand("blue")[0]
    assert visit.table.do(DragCommand(DragKind.DRAG, card.number, visit.middle("N0")))
    _watch(visit, page, 2.0)
    assert visit.table.shown().held == card.number


def test_no_wall_is_asked_for_where_walls_are_drawn() -> None:
    """Regression: players were asked to build a maze of which a drawn table has no strips."""
    table = Table.of("spherion", 1)
    found = {False: 0, True: 0}
    for snapshot in table.play(9):
        for drawn in found:
            found[drawn] += len(asked_of(snapshot, table.viewing.words("en"), drawn=drawn))
    assert found[False] > 0
    assert found[True] == 0
