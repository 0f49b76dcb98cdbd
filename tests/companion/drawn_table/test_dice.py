"""Dice and pieces at a drawn table."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest

from companion.drawn_table.drag import roll
from companion.drawn_table.values import DragCommand, DragKind
from companion.pieces import RESULT, is_piece
from companion.referee.state import Overlays
from companion.simulator.stage import SceneFrame
from companion.web.mailbox import Mailbox, PerformAction, ResetTable, ThrowDice
from companion.web.publisher import PagePublisher
from rules import (
    CHANCE,
    Action,
    Facing,
    Manifest,
    PlacedCard,
    Verb,
)
from tests.support.referee.inputs import RefereedMatch, play, put
from tests.support.simulator.visits import (
    STEP_S,
    Visit,
)
from tests.support.web.match_page import encoded


def test_dice_are_rolled_where_dice_are_thrown() -> None:
    visit = Visit("dicebattle")
    visit.table.set_up()
    visit.watch()
    assert visit.table.do(DragCommand(DragKind.ROLL, 0, None, "A.tray"))

    assert visit.table.shown().dice["A.tray"] in "123456"
    assert "accepted" in visit.watch()


def test_nobody_chooses_the_result_of_a_throw() -> None:
    """Regression: results were among the pieces in the box, to be placed by hand."""
    visit = Visit("dicebattle")
    visit.table.set_up()
    visit.watch()
    pieces = visit.table._pieces
    results = [tag for tag in pieces.stock.box if pieces.stock.card[tag].startswith(RESULT)]
    assert len(results) == 12
    assert not any(each.card.startswith(RESULT) for each in visit.table.shown().box)
    for tag in results:
        number = visit.table._visible.number[tag]
        assert not visit.drop(number, "A.tray")
        assert not visit.table.do(DragCommand(DragKind.HAND, number, None, "A"))

    lot, before = Action(CHANCE, Verb.ROLL, to="A", value="6"), len(visit.referee.at.match.plies)
    mailbox = Mailbox(encoded)
    onlooker = PagePublisher(visit.referee, visit.mat, mailbox, visit.table)
    mailbox.press(PerformAction(lot))
    onlooker.look(None, visit.eye.see(SceneFrame(visit.table.scene(visit.now)[0], STEP_S)))
    assert len(visit.referee.at.match.plies) == before
    assert not visit.table.shown().dice


def test_a_die_falls_elsewhere_than_before() -> None:
    """Regression: a die with the same number at the same place counted as merely touched."""
    pieces, places = Visit("dicebattle").table._pieces, list[tuple[float, float]]()
    for _ in range(99):
        assert roll(pieces, "A.tray", "3")
        die = pieces.dice["A.tray"]
        places.append((die.x_mm, die.y_mm))
    assert all(math.dist(one, other) > 5 for one, other in pairwise(places))


def test_a_table_that_is_restored_shows_no_result_that_nobody_threw() -> None:
    visit = Visit("dicebattle")
    visit.table.set_up()
    visit.watch()
    die = visit.show_result("token.die5", "A.tray").number
    assert "accepted" in visit.watch()
    assert visit.table.do(DragCommand(DragKind.BOX, die))
    rolled = visit.referee.at.match.plies

    visit.table.rearrange(visit.referee.at.layout, "A")
    assert visit.watch() == []
    assert visit.referee.at.match.plies == rolled  # otherwise Moon would have rolled a 5, too
    assert visit.top("A.tray") is None


def test_a_tray_is_emptied_before_a_throw() -> None:
    """Check that cards and pieces are removed, because a die leaning on one is unreadable."""
    visit = Visit("dicebattle")
    visit.table.set_up()
    visit.watch()
    visit.show_result("token.die2", "A.tray")
    card = visit.hand("A")[0]
    assert visit.drop(card.number, "B.tray")
    visit.watch()
    assert visit.table.do(DragCommand(DragKind.ROLL, 0, None, "B.tray"))

    assert not any(each.cell.endswith(".tray") for each in visit.table.shown().topmost)
    assert card.number in [each.number for each in visit.hand("A")]
    assert set(visit.papers().values()) == {1}


def test_results_of_dice_placed_together_are_side_by_side(
    spherion_paper: tuple[Manifest, ...],
) -> None:
    """Check SPH-6.8: three pieces on one control place are one throw; each can be taken again."""
    visit = Visit("spherion", manifests=spherion_paper)
    visit.table.set_up()
    visit.watch()
    visit.play_until(Verb.ROLL)
    seat = "blue"
    for face in ("star", "arrow", "arrow"):
        visit.show_result(f"token.die.{face}", f"{seat}.control")

    placed = [each for each in visit.table.shown().topmost if each.cell == f"{seat}.control"]
    assert [each.below for each in placed] == [0, 0, 0]
    spread = sorted(each.x_mm for each in placed)
    assert all(
        b - a > each.size_mm[0] for a, b, each in zip(spread, spread[1:], placed, strict=False)
    )
    first = placed[0]
    assert visit.table.do(DragCommand(DragKind.DRAG, first.number, (200.0, 300.0)))
    assert visit.table.do(DragCommand(DragKind.BACK))

    assert "accepted" in visit.watch()
    rolled = next(p.action for p in visit.referee.at.match.plies if p.action.verb is Verb.ROLL)
    assert rolled.value == "SAA"


def test_the_powerup_pile_is_placed_with_the_table(spherion_paper: tuple[Manifest, ...]) -> None:
    """Check SPH-1.4 and 4.11: the pile waits to be shuffled while the initiative is decided."""
    visit = Visit("spherion", manifests=spherion_paper)
    visit.table.set_up()
    visit.watch()

    assert visit.referee.at.match.state.phase == "jkp"
    pieces = visit.table._pieces
    pile = pieces.stage.piles["pile"]
    assert len(pile) == 16
    assert {pieces.stock.owner[tag] for tag in pile} == {""}
    assert {pieces.stock.card[tag][0] for tag in pile} <= {"P", "B"}
    assert not any(piece.face_up for piece in map(pieces.stage.scene.find, pile) if piece)


def test_powerups_are_face_down_on_their_pile_and_come_from_nowhere_else(
    spherion_paper: tuple[Manifest, ...],
) -> None:
    """Check SPH-12.1, 12.2 and 15.3: unowned cards are in no hand, and no player's card is one."""
    visit = Visit("spherion", manifests=spherion_paper)
    visit.table.set_up()
    visit.watch()
    visit.play_until(Verb.ROLL)
    layout, pieces = visit.referee.at.layout, visit.table._pieces
    printed = [card.tag for card in visit.cards if not card.owner and not is_piece(card.card)]

    spawned = [cell for cell in layout if layout[cell][-1] == PlacedCard("?", "", Facing.DOWN)]
    assert len(spawned) == 3
    assert "pile" in spawned
    resting = [tag for cell in spawned for tag in pieces.stage.piles[cell]]
    assert sorted(resting) == sorted(printed)
    assert not any(each.card for each in visit.table.shown().topmost if each.cell in spawned)
    assert [len(visit.hand(seat)) for seat in ("blue", "red")] == [5, 5]


def test_a_place_as_wide_as_a_card_takes_small_pieces_in_its_middle() -> None:
    visit = Visit("jiguan")
    piece = visit.take("token.turn")
    assert visit.drop(piece.number, "A.control")

    x, y = visit.middle("A.control")
    resting = visit.top("A.control")
    assert resting is not None
    assert (resting.x_mm, resting.y_mm) == pytest.approx((x, y), abs=4)


def test_a_die_thrown_out_of_turn_is_taken_out_when_the_table_is_restored() -> None:
    """Regression (DBM-3.4): no mouse action could "take the dice out of the tray"."""
    visit = Visit("dicebattle", 3)
    visit.table.set_up()
    visit.watch()
    match = RefereedMatch(visit.referee)
    seat = next(iter(match.game.legal(match.state))).to
    other = "B" if seat == "A" else "A"
    mailbox = Mailbox(encoded)
    onlooker = PagePublisher(visit.referee, visit.mat, mailbox, visit.table)
    visit.table.do(DragCommand(DragKind.ROLL, 0, None, f"{other}.tray"))
    assert visit.watch() == ["refused"]
    mailbox.press(ResetTable())
    onlooker.look(None, visit.eye.see(SceneFrame(visit.table.scene(visit.now)[0], STEP_S)))
    assert not visit.table.shown().dice

    assert visit.watch() == ["put_back"]
    visit.table.do(DragCommand(DragKind.ROLL, 0, None, f"{seat}.tray"))
    assert visit.watch() == ["accepted"]
    mailbox.press(ResetTable())
    onlooker.look(None, visit.eye.see(SceneFrame(visit.table.scene(visit.now)[0], STEP_S)))
    assert list(visit.table.shown().dice) == [f"{seat}.tray"]


def test_a_die_thrown_once_more_shows_the_roll_again_when_the_table_is_restored() -> None:
    """Check DBM-5.2: players at the page cannot turn a die themselves."""
    visit = Visit("dicebattle", 3)
    visit.table.set_up()
    visit.watch()
    seat = next(iter(visit.referee.at.match.game.legal(visit.referee.at.match.state))).to
    other, pieces = "B" if seat == "A" else "A", visit.table._pieces
    mailbox = Mailbox(encoded)
    onlooker = PagePublisher(visit.referee, visit.mat, mailbox, visit.table)
    for tray, value in ((seat, "6"), (other, "2"), (seat, "5")):
        play(visit.referee, Action(CHANCE, Verb.ROLL, to=tray, value=value))
    roll(pieces, f"{seat}.tray", "5")
    visit.watch()
    roll(pieces, f"{seat}.tray", "3")
    assert visit.watch() == ["refused"]
    mailbox.press(ResetTable())
    onlooker.look(None, visit.eye.see(SceneFrame(visit.table.scene(visit.now)[0], STEP_S)))
    assert visit.table.shown().dice == {f"{seat}.tray": "5"}
    assert visit.watch() == ["put_back"]


def thrown(visit: Visit) -> PagePublisher:
    """Press the button that throws the awaited dice; return the publisher that heard it."""
    mailbox = Mailbox(encoded)
    onlooker = PagePublisher(visit.referee, visit.mat, mailbox, visit.table)
    mailbox.press(ThrowDice())
    onlooker.look(None, visit.eye.see(SceneFrame(visit.table.scene(visit.now)[0], STEP_S)))
    return onlooker


def test_a_button_throws_the_awaited_die_and_no_other() -> None:
    visit = Visit("dicebattle", 3)
    visit.table.set_up()
    visit.watch()
    seat = next(iter(visit.referee.at.match.game.legal(visit.referee.at.match.state))).to
    thrown(visit)
    assert list(visit.table.shown().dice) == [f"{seat}.tray"]
    assert visit.watch() == ["accepted"]
    put(visit.referee, overlays=Overlays(paused=True))
    before = dict(visit.table.shown().dice)
    thrown(visit)
    assert visit.table.shown().dice == before


def test_a_card_placed_right_after_a_throw_stays() -> None:
    """A quick player's card is on its way while the page clears the accepted throw."""
    visit = Visit("dicebattle", 3)
    visit.table.set_up()
    visit.watch()
    onlooker = thrown(visit)
    assert "accepted" in visit.watch()
    onlooker._thrown = len(visit.referee.at.match.plies) - 1
    card = visit.hand("A")[0]
    assert visit.table.do(DragCommand(DragKind.DRAG, card.number, visit.middle("A.main2")))
    onlooker._cleared()
    assert visit.table.busy
    assert visit.drop(card.number, "A.main1")
    onlooker._cleared()
    visit.watch()
    assert visit.top("A.main1") is not None


def test_a_throw_of_spherion_shows_one_result_per_die(
    spherion_paper: tuple[Manifest, ...],
) -> None:
    visit = Visit("spherion", manifests=spherion_paper)
    visit.table.set_up()
    visit.watch()
    visit.play_until(Verb.ROLL)
    seat = next(iter(visit.referee.at.match.game.legal(visit.referee.at.match.state))).to
    onlooker = thrown(visit)
    assert "accepted" in visit.watch()
    roll = visit.referee.at.match.plies[-1].action
    assert (roll.verb, roll.to, len(roll.value)) == (Verb.ROLL, seat, 3)
    onlooker._thrown = len(visit.referee.at.match.plies) - 1
    onlooker._cleared()
    visit.watch()
    assert not visit.table._pieces.stage.piles.get(f"{seat}.control")
