"""The moments that decided a match, on its last page."""

from __future__ import annotations

from companion.web.views.verdict import turning_points
from rules import Setup, load_game
from rules.sim.playout import starter_setup
from tests.support.web.match_page import Table


def test_the_end_names_the_moments_that_decided_the_most() -> None:
    table = Table("dicebattle", starter_setup(load_game("dicebattle"), Setup("dicebattle")), 3)
    assert turning_points(table.snapshot(), table.viewing.words("en")) == []
    list(table.play(120))
    assert turning_points(table.snapshot(), table.viewing.words("en")) == [
        "Sun wins the battle by 4: Sun 6, Moon 2",
        "Sun wins the battle by 2: Sun 3, Moon 1",
        "Sun wins the battle by 2: Sun 4, Moon 2",
    ]
