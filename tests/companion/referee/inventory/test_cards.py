"""Cards expected on loose piles: those that the rules send there unseen."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from companion.referee.geometry import TableGeometry
from companion.referee.inventory.cards import CardInventory
from companion.referee.inventory.moves import sent_to_piles
from companion.referee.table import SeenCard, TableContents
from rules import UNKNOWN, Facing, Layout, PlacedCard, Setup, load_game

GAME = load_game("dicebattle")


def sent(before: Layout, after: Layout) -> Counter[str]:
    inventory = CardInventory(TableGeometry(GAME.table.form(Setup("dicebattle"))))
    return sent_to_piles(inventory, before, after, "")


def test_a_card_that_came_to_a_pile_from_no_cell_is_expected_there() -> None:
    assert sent({}, {"B.grave": (PlacedCard("m07", "B"),)}) == Counter(["m07"])


def test_a_card_turned_up_and_fallen_in_one_is_not_expected_once_more() -> None:
    """Check that a card that leaves the field face down and unknown is not expected by name."""
    unknown = (PlacedCard(UNKNOWN, "B", Facing.DOWN),)
    assert not sent({"B.main1": unknown}, {"B.grave": (PlacedCard("m07", "B"),)})


def showing(inventory: CardInventory, placed: PlacedCard) -> CardInventory:
    """Return the inventory with a table that shows only this card, on N1.5."""
    return replace(inventory, table=TableContents({"N1.5": SeenCard(placed, "T")}, {}))


def test_who_places_what_belongs_beneath_is_on_the_way() -> None:
    """Check that materials placed before Spherion's fusion card are not read as a move."""
    old, part, whole = (
        PlacedCard("M12", "blue"),
        PlacedCard("M02", "blue"),
        PlacedCard("X01", "blue"),
    )
    layout = {"N1.5": (part, whole)}
    geometry = TableGeometry(load_game("spherion").table.form(Setup("spherion")))
    papers = showing(CardInventory(geometry), old).mark_pending(layout, ["N1.5"])

    papers = showing(papers, part).drop_resolved(layout)
    assert papers.pending == {"N1.5": part}
    assert not papers.unexplained_tops()

    papers = showing(papers, PlacedCard("M30", "blue")).drop_resolved(layout)
    assert "N1.5" in papers.unexplained_tops()
