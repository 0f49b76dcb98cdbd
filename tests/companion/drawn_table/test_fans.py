"""Fans at a drawn table: overlapping cards show their tags in whatever order they are placed."""

from __future__ import annotations

import pytest

from companion.drawn_table.pieces import Posture
from tests.support.simulator.visits import Visit

PLACES = ("B.main1", "B.main2", "B.main3")


@pytest.mark.parametrize("order", [(0, 1, 2), (1, 0, 2), (2, 1, 0), (1, 2, 0)])
def test_later_places_lie_above(order: tuple[int, int, int]) -> None:
    """Regression: a card placed again on the first place hid the tag of the second one."""
    visit = Visit("dicebattle")
    visit.table.set_up()
    pieces = visit.table._pieces
    tags = dict(zip(PLACES, pieces.stock.hands["B"][:3], strict=True))
    for at in order:
        pieces.place(tags[PLACES[at]], PLACES[at], Posture("B", up=False))

    scene = [piece.tag for piece in pieces.stage.scene.pieces]
    assert [tag for tag in scene if tag in tags.values()] == [*tags.values()]
    assert all(pieces.stage.piles[cell] == [tag] for cell, tag in tags.items())
