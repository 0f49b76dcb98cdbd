"""Hints at a drawn table: their number, their secrecy, and their words."""

from __future__ import annotations

import pytest

from companion.opponent.hints import HintGiver
from companion.referee.control_cards import ControlCard
from companion.referee.evolve import evolve
from companion.referee.inputs import PressControl
from companion.referee.notices import HintGiven, notice_data, read_notice
from companion.web.auth.roles import Pass, Role
from companion.web.snapshot import snapshot
from companion.web.story import Story
from companion.web.views.board import BoardView
from companion.web.views.hint import hint_view
from companion.web.views.view import ViewBuilder
from companion.web.views.words import Words
from rules import LANGUAGES, UNKNOWN, Manifest, Seat, load_catalog
from tests.companion.opponent.test_player import Table, seated

GAMES = ("dicebattle", "jiguan", "spherion", "stratosphere", "yggdrasil")


def advised(table: Table, most: int = 3, computers: tuple[Seat, ...] = ()) -> HintGiver:
    visit = table.visit
    return HintGiver(visit.referee, visit.table, table.thinker, most, computers)


def hinted(
    slug: str, plies: int, manifests: tuple[Manifest, ...] | None = None
) -> tuple[Table, HintGiver, Seat]:
    """Return a table after some plies, at which a seat has asked for a hint."""
    table = seated(slug, manifests=manifests)
    table.watch(plies)
    giver = advised(table)
    while not giver.hints.remaining:  # the computer's hands or dice are still at work
        table.watch(len(table.visit.referee.at.match.plies) + 1, frames=1)
    seat = next(iter(giver.hints.remaining))
    giver.ask(seat)
    return table, giver, seat


@pytest.mark.parametrize("slug", GAMES)
def test_a_hint_is_a_legal_action_in_words_of_the_game(
    slug: str, spherion_paper: tuple[Manifest, ...]
) -> None:
    table, giver, seat = hinted(slug, 8, spherion_paper if slug == "spherion" else None)
    assert giver.hints.action is None
    ((notice, _),) = giver.look()
    assert notice == HintGiven(**table.visit.referee.now(), seat=seat, remaining=2)
    hints, match = giver.hints, table.visit.referee.at.match
    assert hints.action in match.game.legal(hints.position)
    for lang in LANGUAGES:
        view = hint_view(hints, Words(load_catalog(slug), lang, table.visit.mat.name))
        assert view["text"]
        assert view["why"]
        assert UNKNOWN not in view["text"]
        assert view["wants"]["seat"] == seat


def test_a_seat_gets_as_many_hints_as_the_players_allow() -> None:
    table, _, seat = hinted("yggdrasil", 4)
    giver = advised(table, 1)
    giver.ask(seat)
    assert [notice.kind for notice, _ in giver.look()] == ["hint_given"]
    assert giver.hints.remaining == {}
    submitted = len(table.thinker.positions)
    giver.ask(seat)
    assert giver.look() == ()
    assert len(table.thinker.positions) == submitted


def test_a_resumed_match_counts_the_hints_of_its_log() -> None:
    table, giver, seat = hinted("yggdrasil", 4)
    given = [notice for notice, _ in giver.look()]
    data = notice_data(given[0])
    assert set(data) == {"frame", "time_s", "ply", "turn", "to_act", "seat", "remaining"}
    again = read_notice("hint_given", data, {})
    assert again == given[0]
    at = table.visit.referee.at
    assert evolve(at, given[0]).memory.hints == {seat: 2}
    assert advised(table).hints.remaining == {seat: 2}


def test_a_hint_ends_with_its_position() -> None:
    table, giver, seat = hinted("yggdrasil", 4)
    giver.look()
    assert giver.hints.seat == seat
    table.watch(len(table.visit.referee.at.match.plies) + 1)
    assert giver.hints.seat == ""


def test_neither_the_computer_nor_a_seat_out_of_turn_gets_a_hint() -> None:
    table, _, seat = hinted("yggdrasil", 4)
    other = next(s for s in ("A", "B") if s != seat)
    count = len(table.thinker.positions)
    for alone, who in ((advised(table), other), (advised(table, 3, (seat,)), seat)):
        alone.ask(who)
        assert alone.look() == ()
    table.visit.referee.receive(PressControl(ControlCard.PAUSE))
    advised(table).ask(seat)
    assert len(table.thinker.positions) == count


@pytest.mark.parametrize("slug", ["dicebattle", "yggdrasil"])
def test_a_hint_is_thought_about_with_the_seats_own_cards(slug: str) -> None:
    table, _, seat = hinted(slug, 8)
    other = next(s for s in ("A", "B") if s != seat)
    match = table.visit.referee.at.match
    hands = match.game.queries.cards(table.thinker.positions[-1].view)
    assert set(hands[f"{other}.hand"]) <= {UNKNOWN}


@pytest.mark.parametrize("who", [Pass(Role.SEAT, "A"), Pass(Role.SEAT, "B"), Pass(Role.SPECTATOR)])
def test_only_the_tables_page_shows_a_hint(who: Pass) -> None:
    table, giver, _ = hinted("yggdrasil", 4)
    giver.look()
    visit = table.visit
    form = visit.referee.at.geometry.form
    now = snapshot(Story(), visit.referee.at, hints=giver.hints)
    viewing = ViewBuilder(load_catalog("yggdrasil"), BoardView(visit.mat, form), {}, mouse=True)
    assert viewing.view(now, Pass(Role.TABLE), "en")["hints"]["text"]
    assert viewing.view(now, who, "en")["hints"] is None
