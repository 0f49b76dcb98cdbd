"""Dice readings in Dice Battle: the referee accepts each throw once and never guesses."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any

from companion.readings import DieReading, TableView
from companion.referee.control_cards import ControlCard
from companion.referee.geometry import TableGeometry
from companion.referee.inputs import Start
from companion.referee.live import LiveReferee
from companion.referee.notices import Notice
from companion.referee.throws import ThrowTracker
from rules import CHANCE, Action, Facing, Match, Setup, load_game
from tests.support.referee.inputs import feed, press, refereed, resumed, start
from tests.support.referee.oracle_view import Face, Hands, run

GAME = load_game("dicebattle")


def die(value: str, cell: str = "A.tray", throw: int = 1) -> DieReading:
    return DieReading("d6", value, (0.0, 0.0), 0.9, 0.0, 0.0, 0.0, cell, throw)


class DiceTable:
    """A Dice Battle match with its first layout in place, whose views can contain dice."""

    def __init__(self) -> None:
        self.referee = refereed(Match(GAME, Setup("dicebattle")))
        self.hands = Hands(self.referee.at.geometry.form)
        start(self.referee)
        for cell, pile in self.referee.at.layout.items():
            if self.referee.at.geometry.is_tracked(cell):
                face = Face.FRONT if pile[-1].facing is Facing.UP else Face.BACK
                self.hands.put(self.hands.paper(pile[-1].card, pile[-1].owner, face), cell)
        run(self.referee, self.hands.wait())

    def throw(self, *dice: DieReading, seconds: float = 0.5) -> list[str]:
        return report(run(self.referee, self.views(dice, seconds)))

    def views(self, dice: tuple[DieReading, ...], seconds: float) -> Iterator[TableView]:
        for view in self.hands.wait(seconds):
            yield dataclasses.replace(view, dice=dice)


def report(records: list[Notice]) -> list[str]:
    return [f"{r.kind} {r.action}".removesuffix(" None") for r in records]


def test_a_thrown_die_is_the_roll() -> None:
    table = DiceTable()
    assert table.throw(die("5")) == ["accepted chance roll 5 to=A"]
    assert table.throw(die("5")) == [], "it lies there, and is not thrown again"
    assert table.throw(die("5"), die("5", "B.tray")) == ["accepted chance roll 5 to=B"]
    assert table.throw(die("5", throw=2)) == ["accepted chance roll 5 to=A"], "equal: once more"


def test_a_die_that_cannot_be_read_is_asked_for_once() -> None:
    table = DiceTable()
    assert table.throw(die("")) == ["die_unsure"]
    assert table.throw(die("")) == []
    assert table.throw(die("3", throw=2)) == ["accepted chance roll 3 to=A"]


def test_of_two_dice_where_one_is_rolled_none_is_taken() -> None:
    """Regression: a leaning die showed two sides; each was read as a die, and the lower counted."""
    table = DiceTable()
    assert table.throw(die("2"), die("1")) == ["die_unsure"]
    assert table.throw(die("2", throw=2)) == ["accepted chance roll 2 to=A"]
    assert table.throw(die("5", "B.tray"), die("5", "B.tray")) == ["accepted chance roll 5 to=B"]


def test_what_leans_in_a_tray_means_nothing_while_nobody_waits_for_a_throw() -> None:
    table = DiceTable()
    table.throw(die("6"))
    table.throw(die("6"), die("2", "B.tray"))
    assert table.throw(die("4", throw=2)) == ["accepted chance roll 4 to=A"]
    assert table.throw(die("", throw=3)) == []


def test_a_throw_nobody_waits_for_is_refused_and_a_push_means_nothing() -> None:
    table = DiceTable()
    table.throw(die("6"))
    table.throw(die("6"), die("2", "B.tray"))
    assert table.throw(die("4", throw=2)) == ["accepted chance roll 4 to=A"]
    assert table.throw(die("4", throw=3)) == []
    assert table.throw(die("1", throw=4)) == ["refused chance roll 1 to=A"]


def test_a_die_that_shows_again_what_counts_is_in_order_however_it_came_to() -> None:
    """Regression (DBM-5.2): the throw was refused with the very sentence that asked for it."""
    table = DiceTable()
    table.throw(die("6"))
    table.throw(die("6"), die("2", "B.tray"))
    table.throw(die("5", throw=2))
    assert table.referee.counted_roll("A.tray", "A") == "5"
    assert table.throw(die("2", throw=3)) == ["refused chance roll 2 to=A"]
    assert table.throw(die("5", throw=4)) == ["put_back"]
    assert table.throw(die("5", throw=5)) == []
    assert table.throw(die("3", throw=6)) == ["refused chance roll 3 to=A"]


def test_a_refused_die_that_is_taken_out_ends_its_refusal() -> None:
    """Regression: light and verdict stayed red, with no step, until the next move."""
    table = DiceTable()
    assert table.throw(die("4", "B.tray")) == ["refused chance roll 4 to=B"]
    assert table.throw() == [], "it may be moving"
    assert report(run(table.referee, table.hands.reach(2.0))) == []
    assert table.throw() == [], "it was hidden"
    press(table.referee, ControlCard.WHY)
    assert table.referee.refused_throw is not None
    assert table.throw(seconds=2.0) == ["put_back"]
    assert table.referee.refused_throw is None
    assert table.throw(seconds=2.0) == []
    assert table.throw(die("4", "B.tray", throw=2)) == ["refused chance roll 4 to=B"]
    assert table.throw(die("4", "B.tray", throw=2), die("2")) == ["accepted chance roll 2 to=A"]
    assert table.throw(seconds=2.0) == [], "it is forgotten by then"


def test_no_die_is_right_where_a_throw_is_awaited_or_none_was() -> None:
    table = DiceTable()
    assert table.referee.counted_roll("A.tray", "A") == ""
    table.throw(die("4"))
    table.throw(die("4", "B.tray"))
    assert table.referee.at.match.to_act == {CHANCE}, "equal rolls are rolled again"
    assert table.referee.counted_roll("A.tray", "A") == ""


def test_dice_count_in_their_own_tray_only() -> None:
    table = DiceTable()
    assert table.throw(die("4", "B.tray")) == ["refused chance roll 4 to=B"]
    assert table.throw(die("4", "B.tray"), die("2")) == ["accepted chance roll 2 to=A"]


def test_nothing_is_read_under_a_hand_or_before_the_set_up() -> None:
    table = DiceTable()
    view = dataclasses.replace(next(table.hands.reach()), dice=(die("4"),))
    assert report(list(feed(table.referee, view))) == []
    fresh = refereed(Match(GAME, Setup("dicebattle")))
    start(fresh)
    empty = Hands(table.referee.at.geometry.form)
    views = (dataclasses.replace(v, dice=(die("4"),)) for v in empty.wait(0.5))
    assert "accepted" not in {record.kind for record in run(fresh, views)}


def test_dice_from_before_mean_nothing_when_a_match_is_resumed() -> None:
    table = DiceTable()
    table.throw(die("4"))
    table.throw(die("2", "B.tray"))
    referee = table.referee
    table.referee = LiveReferee(referee.at, opening=Start(resumed=True))
    start(table.referee)
    assert table.throw(die("4"), die("2", "B.tray"), seconds=2.0) == ["match_resumed"]
    assert table.throw(die("6", throw=2)) == ["accepted chance roll 6 to=A"]


def test_several_dice_are_one_throw() -> None:
    places = DiceTable().referee.at.geometry
    throws, (throw,) = ThrowTracker().observed((die("4"), die("2")), places)
    cards = [change.after.card for change in throw.changes if change.after]
    assert cards == ["die.2", "die.4"]
    assert throws.observed((die("4"), die("2")), places) == (throws, ())
    _, (throw,) = throws.observed((die("2", throw=2), die("", throw=2)), places)
    assert throw.changes == ()


def test_three_pyramids_on_a_control_place_are_spherions_roll() -> None:
    """Check SPH-6.2 and SPH-6.8: the visible tips are the roll, and points are credited."""
    game = load_game("spherion")
    match = Match(game, Setup("spherion"))
    while match.state.phase != "roll":
        chance = match.to_act == {CHANCE}
        match.play(game.sample(match.state, lambda n: n - 1) if chance else _any(match))
    form = game.table.form(match.setup)
    referee, hands = resumed(match, TableGeometry(form)), Hands(form)
    for cell, pile in game.table.layout(match.state).items():
        if referee.at.geometry.is_tracked(cell):
            face = Face.FRONT if pile[-1].facing is Facing.UP else Face.BACK
            hands.put(hands.paper(pile[-1].card, pile[-1].owner, face), cell)
    run(referee, hands.wait())
    thrown = tuple(die(value, "blue.control") for value in ("arrow", "star", "arrow"))
    views = (dataclasses.replace(view, dice=thrown) for view in hands.wait(0.5))
    assert report(run(referee, views)) == ["accepted chance roll SAA to=blue"]
    blue = referee.at.match.state.players[0]
    assert (blue.sp, blue.mp) == (1, 4)


def _any(match: Match[Any]) -> Action:
    """Return a legal action chosen by the ply count, so that tied signs do not repeat forever."""
    legal = list(match.game.legal(match.state))
    return legal[len(match.plies) % len(legal)]
