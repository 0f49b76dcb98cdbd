"""Decks, graveyards, stocks and the box at a drawn table."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.drawn_table.pieces import Posture
from companion.drawn_table.values import DragCommand, DragKind
from companion.match_setup.app import load_manifests
from companion.pieces import is_piece
from companion.referee.control_cards import ControlCard
from companion.referee.inventory.steps import StepKind
from companion.referee.partial_input import HALF_S
from companion.referee.phases import RefereePhase
from companion.simulator.card_supply import CardSupply
from companion.simulator.stage import SceneFrame
from companion.web.mailbox import Mailbox, ResetTable
from companion.web.publisher import PagePublisher
from rules import (
    UNKNOWN,
    Event,
    Facing,
    PlacedCard,
)
from tests.support.games.spherion import World
from tests.support.referee.inputs import RefereedMatch, press, put
from tests.support.simulator.visits import (
    GAMES,
    PAPER,
    STEP_S,
    Visit,
    placed_on_stock,
)
from tests.support.web.match_page import encoded

DRAWN_FROM = {"dicebattle": 2, "jiguan": 0, "spherion": 4, "stratosphere": 1, "yggdrasil": 2}
"""The number of face-down piles that cards are drawn from: decks, extra decks, a resource pile."""


@pytest.mark.parametrize("slug", GAMES)
def test_the_last_card_of_every_face_down_pile_is_drawn(slug: str) -> None:
    """Regression: layouts omit empty piles, so a back stayed on a pile and a hand lacked a card."""
    visit = Visit(slug)
    visit.table.set_up()
    visit.watch()
    whole, pieces = visit.referee.at.layout, visit.table._pieces
    backs = {cell for cell, pile in whole.items() if pile and pile[-1].card == UNKNOWN}
    cells = sorted(backs & {z.cell for z in pieces.form.zones if z.pile and not z.tracked})
    held = [cell for cell in cells if pieces.stock.held(pieces.stage.piles[cell][-1])]
    assert len(held) == DRAWN_FROM[slug]
    for cell in held:
        seat = next(zone.owner for zone in pieces.form.zones if zone.cell == cell) or "1"
        count, before = len(pieces.stage.piles[cell]), len(visit.hand(seat))
        visit.table.draw({**whole, cell: whole[cell][:1]}, seat)
        assert (len(pieces.stage.piles[cell]), len(visit.hand(seat))) == (1, before + count - 1)
        whole = {name: pile for name, pile in whole.items() if name != cell}
        visit.table.draw(whole, seat)
        assert len(visit.hand(seat)) == before + count
        assert not pieces.stage.piles.get(cell)
    assert set(visit.papers().values()) == {1}


def test_what_is_face_down_where_no_pile_is_drawn_from_stays_there() -> None:
    """Check SPH-17.3: a written order is in no layout either, and must not return to the hand."""
    visit = Visit("spherion")
    visit.table.set_up()
    card = visit.hand("blue")[0]
    visit.table.do(DragCommand(DragKind.FLIP, card.number))
    assert visit.drop(card.number, "blue.rail.1")
    visit.table.draw({}, "blue")
    assert len(visit.table._pieces.stage.piles["blue.rail.1"]) == 1


def test_a_card_that_was_seen_is_taken_out_of_a_hand_rather_than_its_twin() -> None:
    some = next(card for card in Visit("stratosphere").cards if not is_piece(card.card))
    cards = [replace(some, tag=tag, card="c09") for tag in ("T1", "T2", "T3")]
    stock = CardSupply(cards, {}, {})
    stock.deal(["1", "2", "3"])

    assert stock.from_hands("1", "c09", {"T3"}) == "T3"
    assert stock.from_hands("1", "c09") == "T1"
    assert stock.from_hands("1", "c09") == "T2"
    assert stock.from_hands("1", "c09") is None
    assert stock.from_hands("1", "?", {"T3"}) is None


def test_a_card_dropped_on_a_stock_place_is_sideways_and_upright_again_elsewhere() -> None:
    visit = Visit("dicebattle", 3)
    card, seat = placed_on_stock(visit)
    assert visit.watch() == ["accepted"]
    resting = visit.top(f"{seat}.stock1")
    assert resting is not None
    assert abs(resting.turn_deg % 180 - 90) < 8
    visit.drop(card.number, f"{seat}.main1")
    moved = visit.top(f"{seat}.main1")
    assert moved is not None
    assert abs((moved.turn_deg + 90) % 180 - 90) < 8


def test_a_card_placed_upright_where_grants_are_sideways_is_only_to_be_turned() -> None:
    visit = Visit("dicebattle", 3)
    card, seat = placed_on_stock(visit)
    for _ in range(3):
        assert visit.table.do(DragCommand(DragKind.TURN, card.number))
    assert visit.watch() == ["refused"]
    report = visit.referee.at.last
    assert report is not None
    assert report.clauses == ("DBM-7.1",)
    assert [(step.kind, step.cell) for step in report.steps] == [
        (StepKind.SIDEWAYS, f"{seat}.stock1")
    ]
    assert visit.table.do(DragCommand(DragKind.TURN, card.number))
    assert visit.watch() == ["accepted"]


def test_a_redrawn_hand_is_shuffled_into_its_deck_and_replaced() -> None:
    """Check DBM-5.5: nobody can shuffle at the page, and the same hand would block the match."""
    visit = Visit("dicebattle")
    visit.table.set_up()
    visit.watch()
    layout, pieces = visit.referee.at.layout, visit.table._pieces
    seen = set()
    for _ in range(6):
        visit.table.shuffle(Event("redrawn", "A"), layout)
        seen.add(tuple(sorted(each.card for each in visit.hand("A"))))
        assert (len(visit.hand("A")), len(pieces.stage.piles["A.deck"])) == (5, 25)

    assert len(seen) > 3
    assert set(visit.papers().values()) == {1}
    other = visit.hand("B")
    visit.table.shuffle(Event("drawn", "B"), layout)
    assert visit.hand("B") == other
    resting = visit.top("A.deck")
    assert resting is not None
    assert (resting.up, resting.card) == (False, "")


def test_a_graveyard_that_becomes_the_deck_is_shuffled() -> None:
    """Regression (DBM-12.1): cards had to be moved singly, so everybody knew the deck's order."""
    orders = set()
    for seed in range(4):
        visit = Visit("dicebattle", seed)
        visit.table.set_up()
        visit.watch()
        layout, pieces = dict(visit.referee.at.layout), visit.table._pieces
        deck = tuple(pieces.stage.piles["A.deck"])
        for tag in deck:
            pieces.stage.lift(tag)
            pieces.place(tag, "A.grave", Posture("A"))
        back = PlacedCard(UNKNOWN, "A", Facing.DOWN)
        layout["A.deck"] = (back,) * 24
        layout["A.grave"] = (PlacedCard(pieces.stock.card[deck[0]], "A"),)
        visit.table.shuffle(Event("renewed", "A"), layout)
        renewed = tuple(pieces.stage.piles["A.deck"])
        assert len(renewed) == 24
        assert len(pieces.stage.piles["A.grave"]) == 1
        assert renewed != deck[1:]
        assert set(visit.papers().values()) == {1}
        orders.add(tuple(sorted(renewed).index(tag) for tag in renewed))

    assert len(orders) > 1


def test_orders_that_are_face_down_on_a_rail_stay_when_the_table_is_restored() -> None:
    """Check SPH-17.3: written orders must neither be lost nor changed between two steps."""
    visit = Visit("spherion")
    visit.table.set_up()
    for cell, flips in (("blue.rail.1", 0), ("blue.rail.2", 1)):
        for card in ("ctl.dm", "ctl.move.1"):
            number = visit.take(card).number
            assert visit.drop(number, cell)
            if flips:
                assert visit.table.do(DragCommand(DragKind.FLIP, number))
    piles = visit.table._pieces.stage.piles
    written = list(piles["blue.rail.2"])
    visit.table.rearrange(visit.referee.at.layout, "blue")
    visit.watch()

    assert len(written) == 2
    assert piles["blue.rail.2"] == written
    assert not piles["blue.rail.1"]


def test_half_an_order_that_is_being_turned_over_stays_when_the_table_is_restored() -> None:
    """Regression (SPH-5.7, SPH-17.4): the half went to the box, so its seat could change it.

    An order that was read is removed.
    """
    visit = Visit("spherion")
    visit.table.set_up()
    ready = World("unit blue 1 N1.0 M03", starters=True, orders="rail").say(
        "blue declare ?", "red declare ?", "blue ready", "red ready"
    )
    visit.watch()
    RefereedMatch(visit.referee).correct(ready.state)
    put(visit.referee, phase=RefereePhase.IN_SYNC)
    mailbox = Mailbox(encoded)
    onlooker = PagePublisher(visit.referee, visit.mat, mailbox, visit.table)
    piles = visit.table._pieces.stage.piles

    def tidy() -> list[str]:
        mailbox.press(ResetTable())
        onlooker.look(None, visit.eye.see(SceneFrame(visit.table.scene(visit.now)[0], STEP_S)))
        visit.watch()
        return [visit.table._pieces.stock.card[tag] for tag in piles.get("blue.rail.1", ())]

    assert visit.drop(visit.take("ctl.dm").number, "blue.rail.1")
    visit.watch(HALF_S + 1)
    assert tidy() == ["ctl.dm"]
    assert visit.drop(visit.take("ctl.move.1").number, "blue.rail.1")
    visit.watch()
    assert str(visit.referee.at.match.plies[-1].action) == "blue declare move:dm:1"
    assert tidy() == []


def test_backs_of_order_cards_are_seen_when_ready_is_pressed_without_a_number() -> None:
    """Regression (SPH-17.3): both had placed an order and pressed READY, but none was opened."""
    visit = Visit("spherion")
    visit.table.set_up()
    planning = World("unit blue 1 N1.0 M03", orders="rail")
    visit.watch()
    RefereedMatch(visit.referee).correct(planning.state)
    put(visit.referee, phase=RefereePhase.IN_SYNC)
    for word in ("ctl.dm", "ctl.move.1"):
        piece = visit.take(word)
        assert visit.drop(piece.number, f"{piece.owner}.rail.1")
        assert visit.table.do(DragCommand(DragKind.FLIP, piece.number))
    visit.watch()
    spoken = [press(visit.referee, ControlCard.READY, piece.owner) for _ in range(2)]
    assert [records[0].kind for records in spoken] == ["not_now", "accepted"]


def test_what_is_printed_next_to_the_decks_waits_in_the_box() -> None:
    """Check DBM-5.8: the dice token, for a player who can set no unit, stays in the box."""
    known = load_manifests(sorted((PAPER / "dicebattle").glob("*.manifest.json")), "dicebattle")
    aside = ("miracle", "revival", "token")
    printed = tuple(
        replace(
            each,
            cards=tuple(
                replace(card, slot="beside" if card.card in aside else "") for card in each.cards
            ),
        )
        for each in known
    )
    visit = Visit("dicebattle", manifests=printed)
    visit.table.set_up()
    visit.watch()
    boxed = [(each.card, each.owner) for each in visit.table.shown().box]
    assert [each for each in boxed if each[0] in aside] == [("token", "A"), ("token", "B")]
    miracle = visit.top("A.miracle")
    assert miracle is not None

    token = next(each for each in visit.table.shown().box if each.card == "token")
    assert visit.drop(token.number, "A.main1")
    placed = visit.top("A.main1")
    assert placed is not None
    assert (placed.card, placed.up) == ("token", True)
    layout = visit.referee.at.layout
    visit.table.rearrange(layout, "A")
    visit.watch()
    assert visit.top("A.main1") is None
    assert "token" not in [each.card for each in visit.hand("A")]
    visit.table.rearrange({**layout, "A.main1": (PlacedCard("token", "A"),)}, "A")
    visit.watch()
    placed = visit.top("A.main1")
    assert placed is not None
    assert placed.card == "token"
    assert set(visit.papers().values()) == {1}
