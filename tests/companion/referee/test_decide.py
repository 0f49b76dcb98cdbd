"""`decide` is a function of values: equal arguments give equal decisions, and nothing changes."""

from __future__ import annotations

import pytest

from companion.referee import inputs
from companion.referee.decide import decide
from companion.referee.evolve import evolve
from companion.referee.live import LiveReferee
from companion.referee.phases import RefereePhase
from companion.referee.state import Transition
from rules import game_slugs
from tests.support.referee.random_tables import RandomTable


class Repeating(LiveReferee):
    """A referee that decides on each input twice and looks for changes of its arguments."""

    def receive(self, item: inputs.Input) -> tuple[Transition, ...]:
        at, senses, context = self.at, self.senses, self.context
        before = repr((at, senses, item, context))
        first, second = decide(at, senses, item, context), decide(at, senses, item, context)
        assert first == second
        assert repr((at, senses, item, context)) == before
        for notice, after in first.transitions:
            at = evolve(at, notice)
            assert at == after
        assert first.transitions == super().receive(item)
        return first.transitions


@pytest.mark.parametrize("slug", game_slugs())
def test_a_decision_depends_only_on_its_arguments_and_changes_none(slug: str) -> None:
    table = RandomTable(slug, 3, Repeating)
    for _ in range(40):
        table.gesture()
    assert len(table.referee.at.match.plies) > 5
    assert table.referee.at.phase is not RefereePhase.SETUP
