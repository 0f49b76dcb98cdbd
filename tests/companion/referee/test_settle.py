"""Settling: which readings count, and when."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable

import pytest

from companion.readings import Face, Reading, TableView, Trouble
from companion.referee.geometry import TableGeometry
from companion.referee.settle import SettleResult, StableTable, Thresholds
from rules import Setup
from tests.support.referee.kiln import GAME
from tests.support.referee.oracle_view import Hands, Paper
from tests.support.referee.settler import Settler

FORM = GAME.table.form(Setup("kiln"))


@pytest.fixture
def hands() -> Hands:
    return Hands(FORM)


@pytest.fixture
def settler() -> Settler:
    return Settler(TableGeometry(FORM))


def feed(settler: Settler, views: Iterable[TableView]) -> list[SettleResult]:
    return [settler.feed(view) for view in views]


def tables(looks: Iterable[SettleResult]) -> list[StableTable]:
    return [look.table for look in looks if look.table is not None]


def cards(settled: StableTable) -> dict[str, str]:
    return {c: s[0].reading.card or "?" for c, s in settled.cells.items() if s}


def test_a_calm_table_is_handed_on_once_after_settle_s(settler: Settler, hands: Hands) -> None:
    hands.put(hands.paper("p", "L"), "k1")
    found = tables(feed(settler, hands.wait(3)))

    assert [cards(t) for t in found] == [{"k1": "p"}]
    # The first settled frame, with one frame per tenth of a second.
    assert Thresholds().settle_s <= found[0].time_s < Thresholds().settle_s + 0.1


def test_cells_are_reported_in_the_same_order_in_every_run(settler: Settler, hands: Hands) -> None:
    (table,) = tables(feed(settler, hands.wait(3)))

    # The order of a set of names differs between processes.
    assert len(table.cells) > 5
    assert list(table.cells) == sorted(table.cells)


def test_a_card_counts_only_after_the_hand_has_left(settler: Settler, hands: Hands) -> None:
    feed(settler, hands.wait())
    hands.put(hands.paper("p", "L"), "k1")

    assert tables(feed(settler, hands.reach(5))) == []
    left = hands.now
    (table,) = tables(feed(settler, hands.wait()))
    assert table.time_s >= left + Thresholds().settle_s - 1e-6


def in_view(settler: Settler, hands: Hands, seconds: float, gap_s: float) -> list[float]:
    """Return the measured hand time of each picture; hands leave for `gap_s` after every second."""
    looks: list[SettleResult] = []
    for _ in range(round(seconds)):
        looks += feed(settler, [*hands.reach(1), *hands.wait(gap_s)])
    return [look.hand_s for look in looks]


def test_what_rests_for_a_picture_or_two_is_still_there(settler: Settler, hands: Hands) -> None:
    """Regression: a breathing cat on the mat restarted the timer with each breath."""
    feed(settler, hands.wait())
    assert max(in_view(settler, hands, 24, 0.3)) > Thresholds().hands_s


def test_hands_that_come_and_go_are_not_hands_that_stay(settler: Settler, hands: Hands) -> None:
    feed(settler, hands.wait())
    assert max(in_view(settler, hands, 24, Thresholds().away_s + 0.2)) < 2


def test_where_the_table_was_read_no_hand_has_stayed(settler: Settler, hands: Hands) -> None:
    """Check that hand time stays short if fast players uncover the table after every second."""
    feed(settler, hands.wait())
    looks: list[SettleResult] = []
    for _ in range(24):
        hands.tokens = {} if hands.tokens else {"k2": Paper("Kpuck", "tok.puck", face=Face.TOKEN)}
        looks += feed(settler, [*hands.reach(1), *hands.wait(0.8)])
    assert max(look.hand_s for look in looks) < Thresholds().hands_s / 2


def test_a_card_that_is_gone_takes_longer_than_one_that_came(hands: Hands) -> None:
    settler = Settler(TableGeometry(FORM), Thresholds(gone_s=0.8))
    hands.put(hands.paper("p", "L"), "k1")
    feed(settler, hands.wait())
    hands.take("k1")
    begun = hands.now
    (table,) = tables(feed(settler, hands.wait(3)))

    assert table.time_s == pytest.approx(begun + 0.8)


def test_covering_a_card_is_not_taking_it(settler: Settler, hands: Hands) -> None:
    hands.put(hands.paper("p", "L"), "k1")
    feed(settler, hands.wait())
    hands.covered = {"k1", "k2"}

    assert tables(feed(settler, hands.wait(30))) == []


def test_what_a_cover_hid_counts_when_it_is_seen(settler: Settler, hands: Hands) -> None:
    hands.put(hands.paper("p", "L"), "k1")
    feed(settler, hands.wait())
    hands.covered = {"k1"}
    hands.take("k1")
    feed(settler, hands.wait(5))
    hands.covered = set()

    assert [cards(t) for t in tables(feed(settler, hands.wait(2)))] == [{}]


@pytest.mark.parametrize("dropped", [2, 3, 5])
def test_dropped_readings_delay_but_do_not_lose_a_card(
    settler: Settler, hands: Hands, dropped: int
) -> None:
    feed(settler, hands.wait())
    hands.put(hands.paper("p", "L"), "k1")
    found = []
    for n in range(40):
        hands.covered = {"k1"} if n % dropped else set()
        found += tables(feed(settler, [hands.view()]))

    assert [cards(t) for t in found] == [{"k1": "p"}]


def test_one_false_frame_changes_nothing(settler: Settler, hands: Hands) -> None:
    hands.put(hands.paper("p", "L"), "k1")
    feed(settler, hands.wait())
    wrong = hands.papers.pop("k1")
    looks = feed(settler, [hands.view()])
    hands.papers["k1"] = wrong

    assert tables(looks + feed(settler, hands.wait(3))) == []


def test_a_pending_cell_holds_the_whole_table_back(settler: Settler, hands: Hands) -> None:
    """Check that a card placed and one removed together are reported together."""
    hands.put(hands.paper("p", "L"), "k1")
    feed(settler, hands.wait())
    hands.take("k1")
    hands.put(hands.paper("q", "R"), "k2")

    assert [cards(t) for t in tables(feed(settler, hands.wait(3)))] == [{"k2": "q"}]


def glimpsed(settler: Settler, hands: Hands) -> None:
    """Show a card on k1 for one view, remove it, cover k1, and put another card on k3."""
    feed(settler, hands.wait())
    hands.put(hands.paper("p", "L"), "k1")
    feed(settler, [hands.view()])
    hands.take("k1")
    hands.covered = {"k1"}
    hands.put(hands.paper("q", "L"), "k3")


def test_a_glimpse_that_is_never_seen_again_does_not_block_for_ever(
    settler: Settler, hands: Hands
) -> None:
    glimpsed(settler, hands)

    assert [cards(t) for t in tables(feed(settler, hands.wait(4)))] == [{"k3": "q"}]


def test_a_glimpse_is_forgotten_though_hands_come_again_and_again(
    settler: Settler, hands: Hands
) -> None:
    glimpsed(settler, hands)
    looks = [look for _ in range(4) for look in feed(settler, [*hands.reach(), *hands.wait(1)])]

    assert [cards(t) for t in tables(looks)] == [{"k3": "q"}]


def test_a_piece_placed_where_a_card_has_just_been_taken_is_handed_on(
    settler: Settler, hands: Hands
) -> None:
    """Check that a piece is reported although the card just removed there is still pending."""
    hands.put(hands.paper("p", "L"), "k1")
    feed(settler, hands.wait())
    hands.take("k1")
    feed(settler, [hands.view(), *hands.reach()])
    hands.tokens["k1"] = Paper("Kpiece", "token.piece", face=Face.TOKEN)

    shown = [reading.card for look in feed(settler, hands.wait(1)) for reading in look.shown]
    assert shown == ["token.piece"]


def test_a_pushed_mat_counts_as_a_hand(settler: Settler, hands: Hands) -> None:
    feed(settler, hands.wait())
    hands.put(hands.paper("p", "L"), "k1")
    moving = [dataclasses.replace(v, moved_mm=9.0) for v in hands.wait(2)]

    assert tables(feed(settler, moving)) == []
    assert len(tables(feed(settler, hands.wait()))) == 1


def glance(settler: Settler, hands: Hands) -> list[SettleResult]:
    """Look at the table for two frames, which is too short for a card to settle, then reach in."""
    return feed(settler, [*hands.wait(0.2), *hands.reach(0.8)])


def test_each_of_many_fast_moves_is_handed_on_in_order(settler: Settler, hands: Hands) -> None:
    """Check one card per second while hands are over the table nearly all the time."""
    feed(settler, hands.wait())
    looks = []
    for cell, card in (("k1", "p"), ("k2", "q"), ("k3", "r")):
        hands.put(hands.paper(card, "L"), cell)
        looks += glance(settler, hands)
    assert [cards(t) for t in tables(looks)] == [{"k1": "p"}, {"k1": "p", "k2": "q"}]
    (last,) = tables(feed(settler, hands.wait()))
    assert cards(last) == {"k1": "p", "k2": "q", "k3": "r"}


def test_a_card_that_moves_between_two_glances_is_in_a_hand(
    settler: Settler, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain, at_mm = Hands.reading, [10.0]

    def report(self: Hands, paper: Paper, cell: str, degrees: float) -> Reading:
        return dataclasses.replace(plain(self, paper, cell, degrees), x_mm=at_mm[0], y_mm=0.0)

    monkeypatch.setattr(Hands, "reading", report)
    feed(settler, hands.wait())
    hands.put(hands.paper("p", "L"), "k1")
    looks = []
    for at_mm[0] in (10.0, 15.0, 11.0, 14.0):
        looks += glance(settler, hands)
    assert tables(looks) == []
    looks = glance(settler, hands)
    assert [cards(t) for t in tables(looks)] == [{"k1": "p"}]


def test_a_card_on_its_way_is_not_on_two_cells(settler: Settler, hands: Hands) -> None:
    """Check that a fast move is handed on once the card is gone from its first cell."""
    hands.put(hands.paper("p", "L"), "k1")
    feed(settler, hands.wait())
    hands.put(hands.take("k1"), "k2")
    looks = [look for _ in range(4) for look in glance(settler, hands)]
    assert [cards(t) for t in tables(looks)] == [{"k2": "p"}]


@pytest.mark.parametrize("trouble", [Trouble.DARK, Trouble.BRIGHT, Trouble.BLURRED, Trouble.TINY])
def test_trouble_has_to_last_and_recovers_by_itself(
    settler: Settler, hands: Hands, trouble: Trouble
) -> None:
    feed(settler, hands.wait())
    short = feed(settler, hands.suffer(trouble, 0.5))
    assert {look.trouble for look in short} == {None}
    feed(settler, hands.wait(0.3))

    long = feed(settler, hands.suffer(trouble, 1.5))
    assert long[-1].trouble is trouble
    after = feed(settler, hands.wait())
    assert after[0].trouble is trouble
    assert after[-1].trouble is None


@pytest.mark.parametrize("trouble", [Trouble.LOST, Trouble.FROZEN])
def test_a_lost_or_frozen_camera_is_announced_at_once(
    settler: Settler, hands: Hands, trouble: Trouble
) -> None:
    feed(settler, hands.wait())
    assert settler.feed(hands.view(trouble=trouble)).trouble is trouble


def test_a_table_without_mat_is_trouble(settler: Settler, hands: Hands) -> None:
    looks = [settler.feed(hands.view(mat="")) for _ in range(20)]
    assert looks[-1].trouble is Trouble.NO_MAT


def test_nothing_is_concluded_while_trouble_lasts(settler: Settler, hands: Hands) -> None:
    hands.put(hands.paper("p", "L"), "k1")
    feed(settler, hands.wait())
    hands.take("k1")
    blind = feed(settler, hands.suffer(Trouble.DARK, 10))
    assert tables(blind) == []
    assert len(tables(feed(settler, hands.wait(2)))) == 1


def test_marks_are_shown_once_and_gone_once(settler: Settler, hands: Hands) -> None:
    card = Paper("C1", "ctl.why", face=Face.CONTROL)
    feed(settler, hands.wait())
    looks = feed(settler, hands.place(card, "L.control"))
    looks += feed(settler, hands.wait(5))
    looks += feed(settler, hands.clear("L.control"))

    assert [r.card for look in looks for r in look.shown] == ["ctl.why"]
    assert [r.card for look in looks for r in look.gone] == ["ctl.why"]


def test_a_mark_that_is_covered_is_neither_gone_nor_shown_again(
    settler: Settler, hands: Hands
) -> None:
    card = Paper("C1", "ctl.why", face=Face.CONTROL)
    feed(settler, hands.wait())
    feed(settler, hands.place(card, "L.control"))
    hands.covered = {"L.control"}
    looks = feed(settler, hands.wait(3))
    hands.covered = set()
    looks += feed(settler, hands.wait(3))

    assert not [look for look in looks if look.shown or look.gone]


def test_a_token_on_another_cell_is_shown_again(settler: Settler, hands: Hands) -> None:
    looks = feed(settler, [*hands.point("k1"), *hands.point("k2")])
    assert [r.cell for look in looks for r in look.shown] == ["k1", "k2"]


def test_a_mark_is_handed_on_when_the_cards_have_settled_too(
    settler: Settler, hands: Hands
) -> None:
    """Check that a piece's declaration is not reported before the cards have settled."""
    hands.put(hands.paper("p", "L"), "k1")
    feed(settler, hands.wait())
    feed(settler, hands.reach())
    hands.take("k1")
    hands.tokens["k2"] = Paper("Ksword", "tok.sword", face=Face.TOKEN)
    looks = feed(settler, hands.wait(3))

    (shown,) = [i for i, look in enumerate(looks) if look.shown]
    (settled,) = [i for i, look in enumerate(looks) if look.table is not None]
    assert shown == settled


def test_a_token_pushed_to_another_place_and_back_is_shown_each_time(
    settler: Settler, hands: Hands
) -> None:
    """Check that each place is reported, without waiting for the token to disappear in between."""
    feed(settler, hands.wait())
    looks, piece = [], Paper("Kpuck", "tok.puck", face=Face.TOKEN)
    for cell in ("k1", "k2", "k1"):
        feed(settler, hands.reach(0.2))
        hands.tokens = {cell: piece}
        looks += feed(settler, hands.wait(0.4))
    assert [r.cell for look in looks for r in look.shown] == ["k1", "k2", "k1"]
