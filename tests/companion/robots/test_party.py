"""Whole matches of Ji Guan and Strato-Sphere with their own prints, in a perfect view."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from companion.match_setup.app import build_setup, load_manifests, mat_of, open_referee
from companion.referee.journal import Journal, utterance_data
from companion.referee.words.speaker import Speaker
from companion.robots.acting import Behaviour
from companion.robots.opening import seat_robots
from companion.robots.players import RobotPlayers
from companion.robots.script import EntryKind, compare, reported_verdicts
from companion.simulator.stage import HandMove, Stage
from rules import Manifest, Match, PlacedCard, load_catalog, load_game
from tests.support.printing import print_into
from tests.support.referee.inputs import step
from tests.support.simulator.oracle_view import OracleView

PAPER = {
    "jiguan": ((), ("court",), ("owner_view",)),
    "stratosphere": ((), ("pack",), ("ring-2",)),
    "stratosphere-4": (("players=4",), ("two-packs",), ("ring-4",)),
}
UNSURE = ("question", "table_fault", "trouble", "set_up_wanted", "not_now")


@pytest.fixture(scope="module")
def paper(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Manifest, ...]]:
    """Print cards and mats for each party; return the manifests by party."""
    found = {}
    for name, (_, decks, mats) in PAPER.items():
        folder, game = tmp_path_factory.mktemp(name), name.partition("-")[0]
        print_into(folder, "cards", game, "--deck", *decks)
        paths = print_into(folder, "mat", game, "--mat", *mats)
        found[name] = load_manifests(paths, game)
    return found


@dataclass
class Table:
    """Simulated players at their table, and the events of the referee that watches them."""

    party: RobotPlayers
    eye: OracleView
    events: list[dict[str, Any]]
    journal: Journal
    referee: Any

    def play(self, enough: int = 1_000_000) -> None:
        """Play a match, or stop after `enough` ticks once no hand has moved for a while."""
        self.journal.record(step(self.referee, self.referee.opening))
        still = 0
        for n, tick in enumerate(self.party.ticks()):
            self.journal.record(step(self.referee, self.eye.see(tick)))
            still = 0 if tick.scene.hands else still + 1
            if n > enough and still > 8:
                break


def seated(
    name: str, manifests: tuple[Manifest, ...], seed: int, behaviour: Behaviour | None = None
) -> Table:
    slug, settings = name.partition("-")[0], PAPER[name][0]
    setup = build_setup(slug, settings=settings, manifests=manifests)
    game = load_game(slug)
    form = game.table.form(setup)
    mat = mat_of(manifests, form)
    assert mat is not None
    stage = Stage(mat, form.seat_turns, np.random.default_rng(seed), fps=5, idle_fps=2.5)
    cards = [card for manifest in manifests for card in manifest.cards]
    party = seat_robots(Match(game, setup), stage, cards, random.Random(seed), behaviour)
    referee = open_referee(Match(game, setup), manifests)
    events: list[dict[str, Any]] = []
    journal = Journal(
        Speaker(load_catalog(slug)), lambda spoken: events.append(utterance_data(spoken))
    )
    return Table(party, OracleView(manifests, mat), events, journal, referee)


@pytest.mark.parametrize(
    ("name", "seed"),
    [("jiguan", 1), ("jiguan", 31), ("stratosphere", 20), ("stratosphere", 3)],
)
def test_every_word_of_a_match_is_the_script_s(
    paper: dict[str, tuple[Manifest, ...]], name: str, seed: int
) -> None:
    table = seated(name, paper[name], seed, Behaviour(blunder=0.2, forget=0.0))
    table.play()
    script, found = table.party.script, compare(table.party.script, reported_verdicts(table.events))
    assert (found.missing, found.extra) == ((), ())
    assert found.right > 5
    kinds = Counter(event["kind"] for event in table.events)
    assert not any(kinds[kind] for kind in (*UNSURE, "desynced"))
    match = table.referee.at.match
    assert match.outcome is not None
    assert dict(match.outcome.scores) == script.scores
    layout = match.game.table.layout(match.state)
    tracked = [zone.cell for zone in table.referee.at.geometry.form.zones if zone.tracked]
    assert all(layout.get(cell, ()) == script.layout.get(cell, ()) for cell in tracked)
    assert script.of(EntryKind.ILLEGAL)


def test_four_players_share_two_packs(paper: dict[str, tuple[Manifest, ...]]) -> None:
    table = seated("stratosphere-4", paper["stratosphere-4"], 0, Behaviour(forget=0.0))
    table.play(enough=1200)  # a whole match takes eight thousand ticks; the campaign plays those
    found = compare(table.party.script, reported_verdicts(table.events))
    assert (found.missing, found.extra) == ((), ())
    assert found.right > 30
    seats = {word.action.partition(" ")[0] for word in reported_verdicts(table.events)}
    assert seats >= set(table.referee.at.match.game.seats(table.referee.at.match.setup))


@pytest.mark.parametrize("twin_in_hand", [True, False])
def test_what_is_taken_back_is_the_paper_and_not_its_twin(
    paper: dict[str, tuple[Manifest, ...]], *, twin_in_hand: bool
) -> None:
    """Check that a destroyed card returns to its node while its twin stays where it is."""
    party = seated("stratosphere-4", paper["stratosphere-4"], 0).party
    table, hands = party._stage, party._robots.hands
    twin, own = [tag for tag, card in hands.stock.card.items() if card == "c07"]
    for piece in table.scene.pieces:
        table.lift(piece.tag)
        hands.stock.home(piece.tag, "3")
    for own_hand in hands.stock.hands.values():
        own_hand[:] = [tag for tag in own_hand if tag not in (twin, own)]
    table.do(HandMove(twin, "" if twin_in_hand else "discard", "1"))
    table.do(HandMove(own, "discard", "1"))
    held = [twin] if twin_in_hand else []
    rest = () if twin_in_hand else (PlacedCard("c07", ""),)
    layout = {"1.C": (PlacedCard("c07", ""),), "discard": rest}
    hand_moves = hands.towards(layout, "2", held, {own: "1.C"})
    assert [(hand_move.tag, hand_move.place) for hand_move in hand_moves] == [(own, "1.C")]
    assert held == ([twin] if twin_in_hand else [])


def test_the_papers_are_where_the_match_has_them(paper: dict[str, tuple[Manifest, ...]]) -> None:
    for name in ("jiguan", "stratosphere"):
        table = seated(name, paper[name], 5, Behaviour())
        for _ in table.party.ticks():
            pass
        party, layout = table.party, table.party.script.layout
        for cell, pile in layout.items():
            tags = party._stage.piles.get(cell, [])
            assert len(tags) == len(pile), cell
        resting = [tag for tags in party._stage.piles.values() for tag in tags]
        held = [tag for hand in party._robots.hands.stock.hands.values() for tag in hand]
        everything = Counter([*resting, *held, *party._robots.hands.stock.box])
        assert set(everything.values()) == {1}


def test_the_same_seed_plays_the_same_match(paper: dict[str, tuple[Manifest, ...]]) -> None:
    scripts = []
    for seed in (7, 7, 8):
        table = seated("jiguan", paper["jiguan"], seed)
        for _ in table.party.ticks():
            pass
        scripts.append(table.party.script)
    assert scripts[0] == scripts[1]
    assert scripts[0].deeds != scripts[2].deeds
