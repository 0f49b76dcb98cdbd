"""Dice as the referee hears of them, in Dice Battle: each throw once, and never a guess."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from companion.readings import DieReading, TableView
from companion.referee.places import Places
from companion.referee.records import Kind, Record
from companion.referee.session import Session
from companion.referee.throws import Throws
from rules import Facing, Match, Setup, load_game
from tests.companion.referee.hands import Face, Hands, run

GAME = load_game("dicebattle")


def die(value: str, cell: str = "A.tray", throw: int = 1) -> DieReading:
    return DieReading("d6", value, (0.0, 0.0), 0.9, 0.0, 0.0, 0.0, cell, throw)


class Desk:
    """The first layout of a match, laid; dice are shown in the views."""

    def __init__(self) -> None:
        match = Match(GAME, Setup("dicebattle"))
        self.session = Session(match, Places(GAME.table(match.setup)))
        self.hands = Hands(self.session.places.form)
        self.session.start()
        for cell, pile in GAME.layout(match.state).items():
            if self.session.places.strict(cell):
                face = Face.FRONT if pile[-1].facing is Facing.UP else Face.BACK
                self.hands.put(self.hands.paper(pile[-1].card, pile[-1].owner, face), cell)
        run(self.session, self.hands.wait())

    def throw(self, *dice: DieReading, seconds: float = 0.5) -> list[str]:
        return told(run(self.session, self.views(dice, seconds)))

    def views(self, dice: tuple[DieReading, ...], seconds: float) -> Iterator[TableView]:
        for view in self.hands.wait(seconds):
            yield dataclasses.replace(view, dice=dice)


def told(records: list[Record]) -> list[str]:
    return [f"{r.kind.value} {r.action}".removesuffix(" None") for r in records]


def test_a_thrown_die_is_the_roll() -> None:
    desk = Desk()
    assert desk.throw(die("5")) == ["accepted chance roll 5 to=A"]
    assert desk.throw(die("5")) == [], "it lies there, and is not thrown again"
    assert desk.throw(die("5"), die("5", "B.tray")) == ["accepted chance roll 5 to=B"]
    assert desk.throw(die("5", throw=2)) == ["accepted chance roll 5 to=A"], "equal: once more"


def test_a_die_that_cannot_be_read_is_asked_for_once() -> None:
    desk = Desk()
    assert desk.throw(die("")) == ["die_unsure"]
    assert desk.throw(die("")) == []
    assert desk.throw(die("3", throw=2)) == ["accepted chance roll 3 to=A"]


def test_what_leans_in_a_tray_says_nothing_while_nobody_waits_for_a_throw() -> None:
    desk = Desk()
    desk.throw(die("6"))
    desk.throw(die("6"), die("2", "B.tray"))
    assert desk.throw(die("4", throw=2)) == ["accepted chance roll 4 to=A"]
    assert desk.throw(die("", throw=3)) == []


def test_a_throw_nobody_waits_for_is_refused_and_a_push_says_nothing() -> None:
    desk = Desk()
    desk.throw(die("6"))
    desk.throw(die("6"), die("2", "B.tray"))
    assert desk.throw(die("4", throw=2)) == ["accepted chance roll 4 to=A"]
    assert desk.throw(die("4", throw=3)) == []
    assert desk.throw(die("1", throw=4)) == ["refused chance roll 1 to=A"]


def test_dice_count_in_their_own_tray_only() -> None:
    desk = Desk()
    assert desk.throw(die("4", "B.tray")) == ["refused chance roll 4 to=B"]
    assert desk.throw(die("4", "B.tray"), die("2")) == ["accepted chance roll 2 to=A"]


def test_nothing_is_read_under_a_hand_or_before_the_set_up() -> None:
    desk = Desk()
    view = dataclasses.replace(next(desk.hands.reach()), dice=(die("4"),))
    assert told(list(desk.session.feed(view))) == []
    fresh = Session(Match(GAME, Setup("dicebattle")), desk.session.places)
    fresh.start()
    empty = Hands(desk.session.places.form)
    views = (dataclasses.replace(v, dice=(die("4"),)) for v in empty.wait(0.5))
    assert Kind.ACCEPTED not in {record.kind for record in run(fresh, views)}


def test_dice_that_lay_there_before_say_nothing_when_a_match_goes_on() -> None:
    desk = Desk()
    desk.throw(die("4"))
    desk.throw(die("2", "B.tray"))
    session = desk.session
    desk.session = Session(session.match, session.places, resumed=True)
    assert desk.throw(die("4"), die("2", "B.tray"), seconds=2.0) == ["match_resumed"]
    assert desk.throw(die("6", throw=2)) == ["accepted chance roll 6 to=A"]


def test_several_dice_are_one_throw() -> None:
    places = Desk().session.places
    throws = Throws(places)
    (throw,) = throws.news((die("4"), die("2")))
    cards = [change.after.card for change in throw.changes if change.after]
    assert cards == ["die.2", "die.4"]
    assert throws.news((die("4"), die("2"))) == []
    (throw,) = throws.news((die("2", throw=2), die("", throw=2)))
    assert throw.changes == ()
