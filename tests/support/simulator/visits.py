"""Visitors at a drawn table, and a referee with a perfect view of every tag.

The printed pieces are those of all five games' manifests, without their PDFs, because no picture
is read.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np

from companion.drawn_table.pieces import Beginning, Posture
from companion.drawn_table.source import first_layout
from companion.drawn_table.table import PlayTable
from companion.drawn_table.values import DragCommand, DragKind, PaperView
from companion.match_setup.app import build_setup, load_manifests, mat_of, open_referee
from companion.referee.live import LiveReferee
from companion.referee.notices import TRAITS
from companion.simulator.stage import SceneFrame
from companion.web.mailbox import Mailbox, PerformAction
from companion.web.publisher import PagePublisher
from rules import (
    CHANCE,
    Action,
    Facing,
    Manifest,
    Match,
    Verb,
    load_game,
)
from tests.support.paths import PICTURES
from tests.support.referee.inputs import RefereedMatch, declare, feed, start
from tests.support.simulator.oracle_view import OracleView

PAPER = PICTURES / "paper"
GAMES = ("dicebattle", "jiguan", "spherion", "stratosphere", "yggdrasil")
STEP_S = 0.1
ATTACKED = 0
"""A shuffle after which 1.L may attack 2.R once both are turned up."""


class Visit:
    """A visitor at a table, and a referee with a perfect view of every tag."""

    def __init__(
        self,
        slug: str,
        seed: int = 7,
        manifests: tuple[Manifest, ...] | None = None,
        first: str = "",
        settings: tuple[str, ...] = (),
    ) -> None:
        if manifests is None:
            manifests = load_manifests(sorted((PAPER / slug).glob("*.manifest.json")), slug)
        setup = build_setup(slug, settings=settings, manifests=manifests)
        match: Match[Any] = Match(load_game(slug), setup)
        form = match.game.table.form(setup)
        mat = mat_of(manifests, form)
        assert mat is not None
        layout = first_layout(match.game, match.state, random.Random(seed))
        cards = [card for manifest in manifests for card in manifest.cards]
        self.table = PlayTable(Beginning(setup, form, mat, layout, cards), drawn, seed)
        self.mat, self.cards = mat, cards
        self.referee: LiveReferee = open_referee(match, manifests, first=first)
        self.eye = OracleView(manifests, mat)
        self.now = 0.0
        self.announced = [record.kind for record in start(self.referee)]

    def watch(self, seconds: float = 2.5) -> list[str]:
        """Let the referee watch for a while; return the kinds of its notices."""
        kinds = []
        for _ in range(round(seconds / STEP_S)):
            self.now += STEP_S
            scene, _ = self.table.scene(self.now)
            records = feed(self.referee, self.eye.see(SceneFrame(scene, STEP_S)))
            kinds += [record.kind for record in records]
        return kinds

    def top(self, cell: str) -> PaperView | None:
        return next((each for each in self.table.shown().topmost if each.cell == cell), None)

    def middle(self, cell: str) -> tuple[float, float]:
        return next((c.x_mm, c.y_mm) for c in self.mat.cells if c.id == cell)

    def drop(self, number: int, cell: str) -> bool:
        return self.table.do(DragCommand(DragKind.DROP, number, self.middle(cell)))

    def take(self, card: str) -> PaperView:
        """Return a piece with this id from the box."""
        return next(each for each in self.table.shown().box if each.card == card)

    def show_result(self, card: str, cell: str) -> PaperView:
        """Place a result of a throw, as a throw would, and return it."""
        pieces = self.table._pieces
        tag = pieces.stock.from_box(card, "") or pieces.stock.from_box(card, cell[:1])
        assert tag is not None
        with self.table.changed:
            pieces.place(tag, cell, Posture(cell.partition(".")[0]))
            self.table._notify()
        number = self.table._visible.number[tag]
        return next(each for each in self.table.shown().topmost if each.number == number)

    def play_until(self, verb: Verb) -> None:
        """Play until chance must act with `verb`; players declare, chance uses pieces."""
        match, spoken = RefereedMatch(self.referee), 0
        while match.to_act != {CHANCE} or self._lot().verb is not verb:
            if match.to_act == {CHANCE}:
                self.table.say(match.game, match.state, self._lot())
            else:
                seat = min(match.to_act)
                choices = [a for a in match.game.legal(match.state) if a.seat == seat]
                action = choices[spoken % len(choices)]
                declare(self.referee, seat, action.verb, action.value)
                spoken += 1
            self.watch()
            self.table.draw(self.referee.at.layout, "blue")  # as the page's server does
            self.table.rearrange(self.referee.at.layout, "blue")
            self.watch()
            assert spoken < 9

    def _lot(self) -> Action:
        match = self.referee.at.match
        return match.game.sample(match.state, lambda _: 0)

    def hand(self, seat: str) -> tuple[PaperView, ...]:
        return self.table.shown().hands[seat]

    def papers(self) -> Counter[str]:
        """Count every printed piece on the table, in hands and in the box, by tag."""
        pieces = self.table._pieces
        found = Counter(piece.tag for piece in pieces.stage.scene.pieces)
        found.update(tag for hand in pieces.stock.hands.values() for tag in hand)
        found.update(pieces.stock.box)
        found.update([pieces.carried.tag] if pieces.carried else [])
        return found


def drawn(tag: str, up: bool) -> np.ndarray[Any, np.dtype[np.uint8]]:  # noqa: FBT001 - a `Side`
    """Return a plain picture in place of a drawn side: black for a back, brighter for a front."""
    return np.full((9, 5, 3), (len(tag) if up else 0), np.uint8)


def supplied(visit: Visit, seat: str, cell: str) -> list[str]:
    """Drop a card from a hand face down on a node and declare it, as the page does."""
    card = visit.hand(seat)[0]
    visit.table.do(DragCommand(DragKind.FLIP, card.number))
    assert visit.drop(card.number, cell)
    match = visit.referee.at.match
    spoken = Action(seat, Verb.PLACE, card="?", to=cell, facing=Facing.DOWN)
    assert visit.table.say(match.game, match.state, spoken)
    return visit.watch(4.0)


def turned_up(visit: Visit, cell: str) -> str:
    """Turn up a node's card and return its id."""
    resting = visit.top(cell)
    assert resting is not None
    visit.table.do(DragCommand(DragKind.FLIP, resting.number))
    assert "accepted" in visit.watch()
    shown = visit.top(cell)
    assert shown is not None
    return shown.card


def supplied_beneath(visit: Visit, cell: str) -> list[str]:
    """Let player 2 put a card under a node's controlling card; return the pile, its top last."""
    visit.table.set_up()
    visit.watch()
    for node in ("1.L", "1.C", "1.R", "2.R"):
        turned_up(visit, node)
    assert supplied(visit, "2", cell) == ["accepted"]
    return visit.table._pieces.stage.piles[cell]


class Page:
    """The page's part of a visit: its buttons and its viewer."""

    def __init__(self, visit: Visit) -> None:
        self.visit = visit
        self.mailbox = Mailbox(lambda *_: b"")
        self.onlooker = PagePublisher(
            visit.referee, visit.mat, self.mailbox, visit.table, below=random.Random(7).randrange
        )

    def says(self, action: Action) -> list[str]:
        """Declare an action; return the kinds of the notices in the next seconds."""
        self.mailbox.press(PerformAction(action))
        scene, _ = self.visit.table.scene(self.visit.now)
        report = self.onlooker.look(None, self.visit.eye.see(SceneFrame(scene, STEP_S)))
        heard = (each.kind for each, _ in report if TRAITS[type(each)].announced)
        return [*heard, *self.visit.watch(4.0)]

    def supplies(self, seat: str, cell: str) -> list[str]:
        """Drop a card from a hand face down on a node, as the page does."""
        card = self.visit.hand(seat)[0]
        self.visit.table.do(DragCommand(DragKind.FLIP, card.number))
        assert self.visit.drop(card.number, cell)
        return self.says(Action(seat, Verb.PLACE, card="?", to=cell, facing=Facing.DOWN))


def placed_on_stock(visit: Visit) -> tuple[PaperView, str]:
    """Roll until a seat may set, and drop a card from its hand face down on the stock zone."""
    visit.table.set_up()
    visit.watch()
    match = RefereedMatch(visit.referee)
    while CHANCE in match.to_act:
        seat = next(iter(match.game.legal(match.state))).to
        visit.table.do(DragCommand(DragKind.ROLL, 0, None, f"{seat}.tray"))
        visit.watch()
    seat = min(match.to_act)
    card = visit.hand(seat)[0]
    visit.table.do(DragCommand(DragKind.FLIP, card.number))
    assert visit.drop(card.number, f"{seat}.stock1")
    return card, seat


def attacked(seed: int = ATTACKED) -> Visit:
    """Let player 1 attack 2.R from 1.L, and ask player 2; both cards are on a back."""
    visit = Visit("stratosphere", seed)
    visit.table.set_up()
    visit.watch()
    for seat, node, other in (("1", "1.L", "1.C"), ("2", "2.R", "2.C")):
        turned_up(visit, node)
        assert "accepted" in supplied(visit, seat, node)
        turned_up(visit, other)
    match = visit.referee.at.match
    attack = Action("1", Verb.DECLARE, at="1.L", to="2.R", value="attack")
    assert visit.table.say(match.game, match.state, attack)
    assert "accepted" in visit.watch(4.0)
    return visit
