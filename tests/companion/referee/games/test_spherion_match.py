"""Whole matches of Spherion at a table without a camera, from the first sign to the last verdict.

Two matches run in parallel: the true one knows every card, and the seen one knows what the table
shows. The session's match must equal the seen one action by action. Orders come from the seats'
private pages; everything else is cards, pieces and control cards. Where the rules move cards,
hands do so on the table.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace

import pytest

from companion.readings import Face
from companion.referee.explain.hidden_chance import unseen_chance
from companion.referee.notices import Notice
from companion.referee.table import card_on
from companion.referee.words.speaker import Speaker
from companion.robots.declarations import Sayings
from companion.robots.spherion.planners import as_seen, played_out
from rules import (
    CHANCE,
    Action,
    Facing,
    Match,
    PlacedCard,
    Setup,
    Verb,
    load_catalog,
    load_game,
)
from rules.games.spherion.state import Ask
from tests.support.referee.inputs import declare, refereed, start
from tests.support.referee.oracle_view import Hands, Paper, run

GAME, CATALOG = load_game("spherion"), load_catalog("spherion")
DECKS = {"blue": CATALOG.decks["ember-foundry"], "red": CATALOG.decks["tidal-gale"]}
NAMES = ("ready", "pass", "claim", "rock", "paper", "scissors", "yes")
PIECES = {"": [*(f"ctl.{name}" for name in NAMES), "token.initiative", "token.die.hammer"]}
RESULTS = {"S": "star", "A": "arrow", "C": "card", "H": "hammer"}
ONLY_CHANCE = frozenset((CHANCE,))


class Table:
    """Two copies of a match, with known and with hidden cards, and the referee that follows."""

    def __init__(self, seed: int, turns: int) -> None:
        setup = Setup("spherion", {"max_turns": str(turns)}, DECKS)
        self.true, self.seen = Match(GAME, setup), Match(GAME, setup)
        self.form = GAME.table.form(setup)
        self.referee = refereed(Match(GAME, setup))
        self.rng = random.Random(seed)
        self.referee.context = replace(self.referee.context, lots=lambda _: self.below)
        self.hands = Hands(self.form)
        self.tracked = [zone.cell for zone in self.form.zones if zone.tracked]
        self.papers: dict[str, PlacedCard | None] = {}
        self.records: list[Notice] = []
        self.receive(start(self.referee))
        while (hidden := unseen_chance(GAME, self.seen.state)) is not None:
            self.seen.play(hidden)
            self.fall()
        self.follow()

    def below(self, count: int) -> int:
        return int(self.rng.random() * count)

    def fall(self) -> Action | None:
        return self.true.play(GAME.sample(self.true.state, self.below)).action

    def receive(self, records: Iterable[Notice]) -> None:
        self.records += records

    # Hands.

    def follow(self) -> None:
        """Rearrange the cards on the globe to match the layout that the match as seen predicts."""
        layout = GAME.table.layout(self.seen.state)
        self.receive(run(self.referee, self.hands.reach()))
        for cell in self.tracked:
            top = card_on(layout, cell)
            if self.papers.get(cell) != top:
                self.put(cell, top)
        self.receive(run(self.referee, self.hands.wait()))

    def put(self, cell: str, resting: PlacedCard | None) -> None:
        self.papers[cell] = resting
        self.hands.papers.pop(cell, None)
        if resting is None:
            return
        down = resting.facing is Facing.DOWN
        paper = self.hands.paper(
            "" if down else resting.card, resting.owner, Face.BACK if down else Face.FRONT
        )
        turn = (self.hands.upright(resting.owner) if resting.owner else 0.0) + 90 * resting.turn
        self.hands.put(replace(paper, tag=f"B{resting.owner}") if down else paper, cell, turn)

    def piece(self, card: str, cell: str) -> None:
        face = Face.CONTROL if card.startswith("ctl.") else Face.TOKEN
        self.receive(run(self.referee, self.hands.place(Paper(f"K{card}", card, face=face), cell)))
        self.receive(run(self.referee, self.hands.clear(cell)))

    def results(self, seat: str, value: str) -> None:
        """Place the results of three dice next to each other."""
        cell = f"{seat}.control"
        self.hands.spread.add(cell)
        for n, face in enumerate(value):
            result = Paper(f"R{n}{face}", f"token.die.{RESULTS[face]}", face=Face.TOKEN)
            self.hands.put(result, cell)
        self.receive(run(self.referee, self.hands.reach()))
        self.receive(run(self.referee, self.hands.wait()))
        self.hands.papers.pop(cell)
        self.receive(run(self.referee, self.hands.reach()))
        self.receive(run(self.referee, self.hands.wait()))

    # One decision.

    def step(self) -> None:
        if self.true.to_act == ONLY_CHANCE:
            self.chance()
            return
        action = self.choice()
        self.true.play(action)
        masked = as_seen(action)
        if masked.verb is Verb.DECLARE and masked.value not in NAMES:
            self.receive(declare(self.referee, masked.seat, masked.verb, masked.value))
        else:
            saying = Sayings(GAME, self.seen.state, self.form, PIECES).say(masked)
            assert saying is not None, masked
            self.piece(saying.card, saying.cell)
        self.seen.play(masked)
        self.turn_up()
        self.follow()

    def chance(self) -> None:
        if GAME.table.referee_draws(self.true.state):  # the referee has drawn and announced it
            lot = self.referee.at.match.plies[len(self.seen.plies)].action
            assert lot is not None
            self.true.play(lot)
            self.seen.play(lot)
            self.follow()
            return
        hidden = unseen_chance(GAME, self.seen.state)
        fallen = self.fall()
        if fallen is not None and fallen.verb is Verb.ROLL:
            self.results(fallen.to, fallen.value)
            self.seen.play(replace(fallen, value="".join(sorted(fallen.value, key="SACH".index))))
        elif hidden is not None:
            self.seen.play(hidden)

    def choice(self) -> Action:
        players = dict(zip(("blue", "red"), self.true.state.players, strict=True))
        acting = [
            a
            for a in GAME.legal(self.true.state)
            if a.value != "undo" and not played_out(players[a.seat], a.value)
        ]
        seat = self.rng.choice(sorted({a.seat for a in acting}))
        kinds: dict[tuple[Verb, str], list[Action]] = {}
        for action in acting:
            if action.seat == seat:
                kinds.setdefault((action.verb, action.value.partition(":")[0]), []).append(action)
        ready = kinds.get((Verb.READY, ""))
        written = len(self.true.state.players[("blue", "red").index(seat)].queue)
        if ready and (written >= 4 or self.rng.random() < 0.25):
            return ready[0]
        return self.rng.choice(kinds[self.rng.choice(sorted(kinds))])

    def turn_up(self) -> None:
        """Answer each question of the match as seen, as the true match knows the cards."""
        report = [(e.cell, e.card) for e in self.true.plies[-1].events if e.cell and e.card]
        while (ask := self.seen.state.ask) is not None and (
            ask.kind == "face" or (ask.kind == "target" and self.true.state.ask is None)
        ):
            self.follow()
            if ask.kind == "target":
                self.at_a_wall(ask)
                continue
            faces = [a for a in GAME.legal(self.seen.state) if a.verb is Verb.FLIP]
            flip = next(a for at in report for a in faces if (a.at, a.card) == at)
            report.remove((flip.at, flip.card))
            was = card_on(GAME.table.layout(self.seen.state), flip.at)
            assert was is not None
            owner = "" if flip.seat == CHANCE else was.owner
            self.put(flip.at, replace(was, card=flip.card, owner=owner, facing=Facing.UP))
            self.receive(run(self.referee, self.hands.reach()))
            self.receive(run(self.referee, self.hands.wait()))
            self.seen.play(flip)

    def at_a_wall(self, ask: Ask) -> None:
        """Say whether a wall stops a face-down card (SPH-3.3)."""
        state, seat = self.seen.state, ("blue", "red")[ask.seat]
        order = state.players[ask.seat].queue[state.step - 1].text
        events = self.true.plies[-1].events
        stopped = any((e.seat, e.value, e.clause) == (seat, order, "SPH-7.4a") for e in events)
        word = Action(seat, Verb.CHOOSE, value="none" if stopped else ask.options[0])
        saying = Sayings(GAME, state, self.form, PIECES).say(word)
        assert saying is not None, word
        self.piece(saying.card, saying.cell)
        self.seen.play(word)


def play(seed: int, plies: int) -> Table:
    """Play a match or its first plies; check after each step that the referee's plies are right."""
    table = Table(seed, 5)
    while table.true.outcome is None and len(table.true.plies) < plies:
        table.step()
        spoken = [ply.action for ply in table.referee.at.match.plies]
        seen = [ply.action for ply in table.seen.plies]
        assert spoken[: len(seen)] == seen
    return table


@pytest.fixture(scope="module")
def table() -> Table:
    return play(3, 600)


def test_a_match_goes_to_its_end_without_a_doubt(table: Table) -> None:
    """Check that a whole match has no refusal, question, desync or fault, and the right outcome."""
    unsure = {
        "refused",
        "question",
        "desynced",
        "table_fault",
        "not_now",
    }
    assert not unsure & {record.kind for record in table.records}
    seen, spoken = table.seen.state, table.referee.at.match.state
    assert GAME.table.layout(seen) == GAME.table.layout(spoken)
    assert table.referee.at.match.outcome == table.seen.outcome
    assert table.seen.outcome is not None
    assert table.records[-1].kind == "game_ended"


def test_an_order_written_in_secret_is_not_announced(table: Table) -> None:
    """Check SPH-15.4: neither the order nor a doubt about it is announced before both are READY."""
    orders = [
        record
        for record in table.records
        if record.kind == "accepted" and record.action is not None and ":" in record.action.value
    ]
    assert orders
    captions = {Speaker(CATALOG).caption(record) for record in orders}
    assert captions <= {"Blue: an order is written.", "Red: an order is written."}
