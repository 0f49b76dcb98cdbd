"""Whole matches of Spherion with their own prints: orders on pages and on slips."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from itertools import islice
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from companion.frames import Frame
from companion.match_setup.app import build_setup, mat_of, open_referee
from companion.readings import TableView
from companion.referee.commitments import Commitment, verify
from companion.referee.journal import Journal, Utterance, utterance_data
from companion.referee.live import LiveReferee
from companion.referee.state import Transition
from companion.referee.words.speaker import Speaker
from companion.robots.acting import Behaviour
from companion.robots.declarations import Saying
from companion.robots.opening import FrameRate, cast
from companion.robots.players import RobotPlayers
from companion.robots.script import EntryKind, compare, reported_verdicts
from companion.robots.spherion.paper_orders import Rails
from companion.robots.spherion.planners import as_seen, let_time_run_out
from companion.simulator.card_supply import CardSupply
from companion.simulator.private_inputs import seeded_lots
from companion.simulator.spread import small_pieces
from companion.simulator.stage import HandMove, Stage
from companion.web.auth.roles import AccessControl, Role
from companion.web.live import Live
from companion.web.mailbox import Mailbox
from companion.web.publisher import PagePublisher
from companion.web.server import Site
from companion.web.views.board import BoardView
from companion.web.views.view import ViewBuilder
from rules import (
    UNKNOWN,
    Action,
    Facing,
    Manifest,
    Mat,
    Match,
    PlacedCard,
    Verb,
    load_catalog,
    load_game,
)
from rules.core.candidate_actions import Change
from tests.support.games.spherion import World
from tests.support.referee.inputs import step
from tests.support.simulator.oracle_view import OracleView
from tests.support.web.http_client import TestClient
from tests.support.web.match_page import encoded

Observer = Callable[[Frame | None, TableView], Iterable[Transition]]
Hear = Callable[[Utterance], None]
HOME = "http://127.0.0.1:8737"
UNSURE = ("question", "table_fault", "trouble", "set_up_wanted", "not_now", "desynced")
SHORT = "max_turns=5"


@pytest.fixture
def manifests(spherion_paper: tuple[Manifest, ...]) -> tuple[Manifest, ...]:
    """Return the manifests of Spherion's printed cards, pieces and mat."""
    return spherion_paper


@dataclass
class Table:
    """Two simulated players, the referee that watches them, and its notices."""

    acting: RobotPlayers
    eye: OracleView
    referee: LiveReferee
    mat: Mat
    events: list[dict[str, Any]] = field(default_factory=list)
    heard: list[Utterance] = field(default_factory=list)

    @classmethod
    def of(cls, manifests: tuple[Manifest, ...], seed: int, *settings: str) -> Table:
        setup = build_setup("spherion", settings=settings, manifests=manifests)
        game = load_game("spherion")
        cards = [card for manifest in manifests for card in manifest.cards]
        mats = {mat.name: mat for manifest in manifests for mat in manifest.mats}
        behaviour = Behaviour(blunder=0.2, mistakes=6, take_back=0.12)
        acting, mat = cast(cards, mats, setup, seed, behaviour, FrameRate(5, 2.5))
        referee = open_referee(Match(game, setup), manifests)
        referee.context = replace(referee.context, lots=seeded_lots(seed))
        assert mat_of(manifests, game.table.form(setup)) is mat
        return cls(acting, OracleView(manifests, mat), referee, mat)

    def receive(self, utterance: Utterance) -> None:
        self.heard.append(utterance)
        self.events.append(utterance_data(utterance))

    def play(self, observer: Observer | None = None, receive: Hear | None = None) -> None:
        """Let the referee see and judge every moment; `beside` passes on declarations on pages."""
        journal = Journal(Speaker(load_catalog("spherion")), receive or self.receive)
        observer = observer or self.acting.pages.observer(self.referee)
        journal.record(step(self.referee, self.referee.opening))
        for tick in self.acting.ticks():
            view = self.eye.see(tick)
            journal.record(step(self.referee, view))
            journal.record(observer(None, view))

    def judge(self) -> None:
        script = self.acting.script
        found = compare(script, reported_verdicts(self.events))
        assert (found.missing, found.extra) == ((), ())
        assert found.right > 30
        kinds = Counter(event["kind"] for event in self.events)
        assert not any(kinds[kind] for kind in UNSURE)
        match = self.referee.at.match
        assert match.outcome is not None
        assert dict(match.outcome.scores) == script.scores
        layout = match.game.table.layout(match.state)
        tracked = [zone.cell for zone in self.referee.at.geometry.form.zones if zone.tracked]
        assert all(layout.get(cell, ()) == script.layout.get(cell, ()) for cell in tracked)
        assert script.of(EntryKind.ILLEGAL)


def hidden_orders(table: Table) -> list[dict[str, Any]]:
    """Return the orders that were accepted face down."""
    return [e for e in table.events if e.get("action", "").endswith(" declare ?")]


def test_a_match_is_refereed_from_the_empty_table_to_the_verdict(
    manifests: tuple[Manifest, ...],
) -> None:
    """Cover maze, power-ups, dice, slips, steps, faces and territory; refuse illegal orders."""
    table = Table.of(manifests, 3, SHORT, "orders=slip")
    table.play()
    table.judge()
    assert hidden_orders(table)


def test_orders_come_through_the_seats_own_pages_and_every_seal_fits(
    manifests: tuple[Manifest, ...],
) -> None:
    """Check SPH-17.3 in a whole match; all seals are opened at the end."""
    table = Table.of(manifests, 5, SHORT)
    mailbox = Mailbox(encoded)
    onlooker = PagePublisher(table.referee, table.mat, mailbox)
    form = table.referee.at.geometry.form
    viewing = ViewBuilder(load_catalog("spherion"), BoardView(table.mat, form), {})
    access = AccessControl([HOME])
    live = Live(mailbox, viewing)
    site = Site(mailbox, access, live, address=lambda role: HOME)
    pages = {}
    for seat in ("blue", "red"):
        pages[seat] = TestClient(site.app, base_url=HOME)
        pages[seat].post("/join", json={"token": access.invite(Role.SEAT, seat)})

    def receive(utterance: Utterance) -> None:
        table.receive(utterance)
        onlooker.receive(utterance)

    def observer(frame: Frame | None, view: TableView) -> Iterable[Transition]:
        for spoken in table.acting.pages.due(view.time_s):
            body = {"verb": spoken.verb.value, "value": spoken.value}
            assert pages[spoken.seat].post("/orders", json=body).status_code == 204
        return onlooker.look(frame, view)

    table.play(observer, receive)
    table.judge()
    assert not hidden_orders(table)
    seals = pages["blue"].get("/view").json()["seals"]
    assert len(seals) > 3
    for shown in seals:
        assert shown["fits"]
        assert verify(Commitment(shown["digest"], shown["salt"], tuple(shown["orders"])))


def test_a_choice_is_shown_by_a_token_that_is_not_on_the_table_yet(
    manifests: tuple[Manifest, ...],
) -> None:
    """Check that no unit's token is moved, or placed where it lies, to point at a cell."""
    hands = Table.of(manifests, 3, SHORT).acting._robots.hands
    marker = hands.stock.from_box("token.unit.1", "blue")
    choice = hands.declaring(Saying("token.unit.1", "N2.7", "blue"), "blue")
    assert choice.place == "N2.7"
    assert choice.tag not in (None, marker)
    assert hands.stock.card[choice.tag].startswith("token.")


@pytest.mark.parametrize(("after_s", "least_s", "most_s"), [(50.0, 50.0, 54.0), (20.0, 30.0, 36.0)])
def test_who_says_nothing_waits_until_the_referee_says_that_time_is_up(
    manifests: tuple[Manifest, ...], after_s: float, least_s: float, most_s: float
) -> None:
    """Check that after a kill the referee allows the whole time again."""
    acting = Table.of(manifests, 3, SHORT).acting
    heard = acting.pages.heard = list[str]()
    now = 0.0
    for tick in let_time_run_out(acting._acting):
        now += tick.seconds
        if now >= after_s and not heard:
            heard.append("time_up")
    assert least_s <= now <= most_s


@pytest.mark.parametrize(
    "order",
    [
        "wait",
        "move:dm:2",
        "move:1:4",
        "flip:1",
        "turn:2",
        "set:S01:1:up",
        "set:S01:1:down",
        "summon:M01:3:up:defence",
        "summon:M01:3:down:attack",
        "summon:M04:0:up:attack:2",
        "fuse:1:2:X01",
    ],
)
def test_every_order_placed_on_a_rail_is_read_there(
    manifests: tuple[Manifest, ...], order: str
) -> None:
    """Check SPH-17.3: orders are placed face down; turned over, the cards give the same order."""
    world = World(
        "unit blue 1 N1.0 M03\nunit blue 2 N1.1 M14\nhand blue S01 M01 M04\n"
        "deck blue ?*20\nextra blue X01 X01 X03",
        orders="rail",
    )
    game, slot = load_game("spherion"), "blue.rail.1"
    form = game.table.form(world.setup)
    cards = [card for manifest in manifests for card in manifest.cards]
    mat = next(mat for manifest in manifests for mat in manifest.mats)
    stage = Stage(mat, form.seat_turns, np.random.default_rng(1), small_pieces(cards))
    stock = CardSupply(cards, form.owners, {"blue": Counter(("S01", "M01", "M04", "X01"))})
    stock.deal(["blue", "red"])
    fusion = stock.from_hand("blue", "X01")
    assert fusion is not None
    stage.do(HandMove(fusion, "blue.extra", "blue", face_up=False))
    acting = SimpleNamespace(stage=stage, game=game, seen=SimpleNamespace(state=world.state))
    rails = Rails(acting, stock)  # type: ignore[arg-type]

    def resting() -> tuple[Change, ...]:
        """Return the cards that a camera above the slot recognises."""
        found = []
        for piece in filter(None, map(stage.scene.find, stage.piles[slot])):
            facing = Facing.UP if piece.face_up else Facing.DOWN
            card = stock.card[piece.tag] if piece.face_up else UNKNOWN
            turn = round((piece.rotation_deg - form.seat_turns["blue"]) / 90) % 4
            found.append(Change(slot, None, PlacedCard(card, "blue", facing, turn)))
        return tuple(found)

    assert rails.fits("blue", 1, order)
    assert rails.fits("blue", 2, order) is not order.startswith("fuse")
    for hand_move in rails.fill("blue", 1, order):
        stage.do(hand_move)
    assert not list(game.candidate_actions(world.state, resting())), "it lies face down"
    world.say("blue declare ?", "blue ready", "red ready")
    for hand_move in rails.turn_over("blue", 1, order):
        stage.do(hand_move)
    masked = as_seen(Action("blue", Verb.DECLARE, value=order))
    assert list(game.candidate_actions(world.state, resting())) == [masked]


def test_without_a_clock_nobody_lets_time_run_out(
    manifests: tuple[Manifest, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Check that players who are always late give orders if the setting has no time limit."""
    monkeypatch.setattr("companion.robots.spherion.planners._LATE", 1.0)
    setup = build_setup("spherion", settings=("ready_timer=0",), manifests=manifests)
    cards = [card for manifest in manifests for card in manifest.cards]
    mats = {mat.name: mat for manifest in manifests for mat in manifest.mats}
    robots, _ = cast(cards, mats, setup, 1, Behaviour(blunder=0.0), FrameRate(5.0, 2.5))
    assert len(list(islice(robots.ticks(), 400))) == 400
    orders = [deed for deed in robots.script.of(EntryKind.ACTION) if " declare " in deed.action]
    assert orders
