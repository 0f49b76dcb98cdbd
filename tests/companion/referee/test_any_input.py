"""Any input in any phase yields notices or nothing, and an input heard twice applies once.

Referees in every phase, reached at tables of all five games, receive inputs that are well-formed
and otherwise arbitrary. After each input, the notices lead to the value (`receive` checks it), are
the same after the log, and have words.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace

import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, given, settings

from companion.errors import SessionError
from companion.readings import TableView, Trouble
from companion.referee import inputs
from companion.referee.control_cards import ControlCard
from companion.referee.evolve import evolve
from companion.referee.live import LiveReferee
from companion.referee.notices import EndReason, Notice, notice_data, read_notice
from companion.referee.state import Referee
from companion.referee.words.speaker import Speaker
from rules import CHANCE, Action, NotationError, Verb, game_slugs, load_catalog
from tests.support.referee.any_inputs import STEPS_S, Names, commands, views
from tests.support.referee.random_tables import RandomTable, TableMoment, moments, twin

SLOW = settings(max_examples=30, suppress_health_check=list(HealthCheck))


def give(referee: LiveReferee, item: inputs.Input, speaker: Speaker) -> tuple[Notice, ...]:
    """Give an input to a referee; check the notices, and return them."""
    after, kinds = referee.at, referee.at.match.game.events
    transitions = referee.receive(item)
    for notice, value in transitions:
        data = json.loads(json.dumps(notice_data(notice)))
        outcome = getattr(notice, "outcome", None)
        assert read_notice(notice.kind, data, kinds, notice.about, outcome) == notice, data
        assert "{" not in speaker.caption(notice)
        after = evolve(after, notice)
        assert after == value
    assert after == referee.at
    return tuple(notice for notice, _ in transitions)


@pytest.mark.parametrize("slug", game_slugs())
def test_any_input_in_any_phase_yields_notices_or_nothing(slug: str) -> None:
    tables, speaker = moments(slug), Speaker(load_catalog(slug))
    names = Names(tables[0].referee)
    match = tables[-1].referee.at.match
    position = match.game.notation.format(match.state)
    items = commands(names, [position, position[: len(position) // 2], position.upper()])

    @SLOW
    @given(st.data())
    def check(data: st.DataObject) -> None:
        table = data.draw(st.sampled_from(tables))
        referee = twin(table.referee)
        time_s, frame = referee.senses.time, referee.senses.frame
        for _ in range(data.draw(st.integers(1, 6))):
            if data.draw(st.booleans()):
                view = data.draw(views(names, table.readings))
                step = data.draw(st.sampled_from(STEPS_S))
                for _ in range(data.draw(st.sampled_from((1, 4)))):
                    time_s, frame = time_s + step, frame + 1
                    give(referee, replace(view, time_s=time_s, frame=frame), speaker)
                continue
            item, before = data.draw(items), referee.at
            try:
                give(referee, item, speaker)
            except NotationError:
                assert isinstance(item, inputs.Correct | inputs.Propose)
                assert referee.at == before
            except SessionError:  # documented for a seat that cannot begin
                assert isinstance(item, inputs.Start)
                assert item.first
                assert referee.at == before

    check()


# An input heard twice.


class Twice(RandomTable):
    """A table each of whose views is seen twice."""

    def watch(self, views: Iterable[TableView]) -> None:
        super().watch(view for each in views for view in (each, each))


@pytest.mark.parametrize("slug", game_slugs())
def test_a_view_that_is_seen_twice_is_one_view(slug: str) -> None:
    once, twice = RandomTable(slug, 1), Twice(slug, 1)
    for _ in range(40):
        once.gesture()
        twice.gesture()
        assert once.referee.at == twice.referee.at


@pytest.mark.parametrize("slug", game_slugs())
def test_in_any_phase_a_view_that_is_seen_twice_is_one_view(slug: str) -> None:
    for table in moments(slug):
        once, twice = twin(table.referee), twin(table.referee)
        seen = table_view(table)
        for number in range(1, 9):
            senses = table.referee.senses
            time_s, frame = senses.time + 0.2 * number, senses.frame + number
            view = replace(seen, time_s=time_s, frame=frame)
            for referee, times in ((once, 1), (twice, 2)):
                for _ in range(times):
                    referee.receive(view)
            assert once.at == twice.at


def table_view(table: TableMoment) -> TableView:
    """Return a view of a table on which nobody moves anything."""
    form = table.referee.at.geometry.form
    occupied = {reading.cell for reading in table.readings}
    empty = frozenset(zone.cell for zone in form.zones) - occupied
    return TableView(0.0, 0, table.readings, empty, mat=form.mat)


@pytest.mark.parametrize("slug", game_slugs())
def test_a_table_that_is_seen_again_changes_nothing(slug: str) -> None:
    """Check that cards, tokens and control cards count once, whatever covers them meanwhile."""
    table = RandomTable(slug, 2)
    for _ in range(40):
        table.gesture()
        table.rest(2.0)
        plies = table.referee.at.match.plies
        table.watch(table.hands.suffer(Trouble.DARK))
        table.rest(2.0)
        assert table.referee.at.match.plies == plies


CITING = (ControlCard.WHY, ControlCard.REPEAT)


def declarations(referee: LiveReferee) -> list[inputs.Declare]:
    """Return some legal actions that need no hands."""
    legal = referee.at.match.game.legal(referee.at.match.state)
    bare = {a for a in legal if a == Action(a.seat, a.verb, value=a.value) and a.seat != CHANCE}
    return [inputs.Declare(action) for action in sorted(bare, key=str)[:5]]


@pytest.mark.parametrize("slug", game_slugs())
def test_a_command_given_twice_counts_once(slug: str) -> None:
    """Check each kind of command.

    A second declaration, token, YES, NO or END TURN is judged in the position after the first. The
    rules may allow the action again; if they do not, nothing changes. A second UNDO undoes one more
    action and makes none. WHY and REPEAT change nothing but the last notice. PAUSE alternates.
    """
    for table in moments(slug):
        start, position = (
            table.referee,
            table.referee.at.match.game.notation.format(table.referee.at.match.state),
        )
        seats = ("", *sorted(start.at.players))
        presses = (ControlCard.YES, ControlCard.NO, ControlCard.END_TURN, ControlCard.READY)
        items: list[inputs.Input] = [
            *declarations(start),
            *(replace(item, apart=True) for item in declarations(start)),
            *(inputs.TokenAgain(item.action) for item in declarations(start)),
            *(inputs.PressControl(card) for card in CITING),
            *(inputs.PressControl(ControlCard.UNDO, seat) for seat in seats),
            *(inputs.PressControl(card, seat) for card in presses for seat in seats),
            *(inputs.Unseen(item.action) for item in declarations(start)),
            *(inputs.Propose(position, seat) for seat in seats),
            inputs.Correct(position),
            inputs.CardsWithdrawn(),
            inputs.TableRestored(),
            inputs.Start(),
            inputs.Start(resumed=True),
            inputs.Finish(EndReason.STOPPED),
        ]
        for item in items:
            referee = twin(start)
            first = tuple(notice for notice, _ in referee.receive(item))
            once = referee.at
            again = tuple(notice for notice, _ in referee.receive(item))
            _compare(item, first, once, again, referee.at)


def _compare(
    item: inputs.Input,
    first: tuple[Notice, ...],
    once: Referee,
    again: tuple[Notice, ...],
    twice: Referee,
) -> None:
    """Compare a referee that received an input once with one that received it again."""
    if isinstance(item, inputs.Correct):
        assert (twice.layout, twice.match.to_act) == (once.layout, once.match.to_act)
        assert (twice.phase, twice.pending_steps) == (once.phase, once.pending_steps)
    elif isinstance(item, inputs.PressControl) and item.control in CITING:
        assert replace(twice, last=once.last, reminding=once.reminding) == once, item
    elif isinstance(item, inputs.PressControl) and item.control is ControlCard.UNDO:
        assert twice.match.plies == once.match.plies[: len(twice.match.plies)], item
    elif isinstance(item, inputs.Declare | inputs.TokenAgain | inputs.PressControl):
        assert twice.memory.private_seats == once.memory.private_seats
        action = _declared(item) if isinstance(item, inputs.PressControl) else item.action
        if twice.match.plies != once.match.plies and action is not None:
            assert once.match.judge(action).legal, item
        if once.asked.proposed is not None:
            assert twice.asked == once.asked, item
        kinds = [{notice.kind for notice in notices} for notices in (first, again)]
        if all("answered" in each for each in kinds) and once.asked.proposed is None:
            assert "question" in kinds[0], "a question is answered once"
    else:
        assert twice == once, item


def _declared(item: inputs.PressControl) -> Action | None:
    """Return the action that a control card declares by itself."""
    verbs = {ControlCard.END_TURN: Verb.PASS, ControlCard.READY: Verb.READY}
    verb = verbs.get(item.control)
    return Action(item.seat, verb) if verb is not None and item.seat else None
