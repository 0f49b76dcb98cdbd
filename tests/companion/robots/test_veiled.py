"""Whole matches of Dice Battle in a perfect view: the notices equal the actions."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest

from companion.match_setup.app import build_setup, load_manifests, open_referee
from companion.referee.live import LiveReferee
from companion.referee.notices import Notice, notice_data
from companion.referee.phases import RefereePhase
from companion.robots.acting import Behaviour
from companion.robots.illegal_moves import spoken_away
from companion.robots.opening import seat_robots
from companion.robots.players import RobotPlayers
from companion.robots.script import Comparison, EntryKind, Script, compare, reported_verdicts
from companion.simulator.dice import Die
from companion.simulator.scene import Hand, Scene
from companion.simulator.stage import SceneFrame, Stage
from rules import Manifest, Match, Verb, load_game, parse_action
from tests.support.printing import print_into
from tests.support.referee.inputs import feed, start
from tests.support.simulator.oracle_view import OracleView

GAME = load_game("dicebattle")
UNSURE = {
    "question",
    "desynced",
    "table_fault",
    "set_up_wanted",
    "not_now",
}


@pytest.fixture(scope="module")
def manifests(tmp_path_factory: pytest.TempPathFactory) -> tuple[Manifest, ...]:
    """Return decks, pieces and mat of Dice Battle as a person prints them."""
    folder = tmp_path_factory.mktemp("paper")
    print_into(folder, "cards", "dicebattle")
    return load_manifests(print_into(folder, "mat", "dicebattle"), "dicebattle")


@dataclass
class Watched:
    """The script, notices and true course of a match refereed without pictures."""

    script: Script
    referee: LiveReferee
    records: list[Notice]
    true: Match[Any]

    @property
    def compared(self) -> Comparison:
        events = [{"kind": r.kind, **notice_data(r)} for r in self.records]
        return compare(self.script, reported_verdicts(events))


def seated(
    manifests: tuple[Manifest, ...], seed: int, behaviour: Behaviour | None = None
) -> tuple[RobotPlayers, Match[Any]]:
    """Return the players at their table, and the match that knows every card."""
    setup = build_setup("dicebattle", manifests=manifests)
    form = GAME.table.form(setup)
    mat = next(mat for each in manifests for mat in each.mats)
    cards = [card for manifest in manifests for card in manifest.cards]
    stage = Stage(mat, form.seat_turns, np.random.default_rng(seed), fps=3, idle_fps=4)
    play = seat_robots(Match(GAME, setup), stage, cards, random.Random(seed), behaviour)
    return play, play._acting.true


def watch(
    manifests: tuple[Manifest, ...], seed: int, behaviour: Behaviour | None = None
) -> Watched:
    setup = build_setup("dicebattle", manifests=manifests)
    mat = next(mat for each in manifests for mat in each.mats)
    play, true = seated(manifests, seed, behaviour)
    referee, eye = open_referee(Match(GAME, setup), manifests), OracleView(manifests, mat)
    records = list(start(referee))
    for tick in play.ticks():
        records += feed(referee, eye.see(tick))
    return Watched(play.script, referee, records, true)


@pytest.mark.parametrize("seed", [9, 46])
def test_a_whole_match_is_refereed_word_for_word(
    manifests: tuple[Manifest, ...], seed: int
) -> None:
    """Check that the referee reports every event of a whole match correctly and without doubt."""
    watched = watch(manifests, seed)
    assert (watched.compared.missing, watched.compared.extra) == ((), ())
    assert not UNSURE & {record.kind for record in watched.records}
    assert watched.referee.at.phase is RefereePhase.ENDED
    outcome = watched.referee.at.match.outcome
    assert outcome == watched.true.outcome
    assert outcome is not None
    assert max(outcome.scores.values()) == 3


def test_what_is_done_against_the_rules_is_refused_by_its_clause(
    manifests: tuple[Manifest, ...],
) -> None:
    watched = watch(manifests, 12, Behaviour(blunder=0.6, distraction=0.0))
    illegal = watched.script.of(EntryKind.ILLEGAL)
    assert len(illegal) >= 6
    assert len({deed.clauses for deed in illegal}) >= 5
    refused = Counter(record.clauses for record in watched.records if record.kind == "refused")
    assert refused == Counter(deed.clauses for deed in illegal)
    assert (watched.compared.missing, watched.compared.extra) == ((), ())


def test_a_set_card_taken_up_and_placed_again_is_placed_and_nothing_taken_back(
    manifests: tuple[Manifest, ...],
) -> None:
    watched = watch(manifests, 5, Behaviour(take_back=0.6, distraction=0.0, blunder=0.0))
    done = [parse_action(deed.action) for deed in watched.script.of(EntryKind.ACTION)]
    assert sum(action.verb is Verb.REMOVE for action in done) >= 3
    assert (watched.compared.missing, watched.compared.extra) == ((), ())


@pytest.mark.parametrize(
    ("spoken", "cocked", "throws"), [("accepted", 0, 1), ("die_unsure", 0, 3), ("accepted", 1, 2)]
)
def test_a_die_that_the_referee_cannot_read_is_thrown_again(
    manifests: tuple[Manifest, ...], spoken: str, cocked: float, throws: int
) -> None:
    """Check three attempts at most; a die that leans at first is thrown once more."""
    play, _ = seated(manifests, 4, Behaviour(dice=1.0, cocked=cocked))
    heard: list[str] = []
    play.pages.heard = heard
    thrown: list[tuple[Die, ...]] = []
    for tick in play.ticks():
        dice = tick.scene.dice
        if dice and not tick.scene.hands:
            thrown += [dice] if dice not in thrown else []
            heard.append(spoken)
        if play.script.of(EntryKind.CONTROL):
            break
    assert len(thrown) == 3 * throws, "twice seen rolling, then at rest"


def test_the_same_seed_plays_the_same_match(manifests: tuple[Manifest, ...]) -> None:
    assert watch(manifests, 60).script == watch(manifests, 60).script


def test_dice_taken_up_and_placed_as_before_are_thrown_again(
    manifests: tuple[Manifest, ...],
) -> None:
    """Check also that dice which stay as they were before a hand came are not a new throw."""
    mats = [mat for manifest in manifests for mat in manifest.mats]
    eye = OracleView(manifests, mats[0])
    tray = next(cell for cell in mats[0].cells if cell.id == "A.tray")
    resting = Scene(dice=(Die("4", tray.x_mm, tray.y_mm, 0.0),))
    hand = replace(resting, hands=(Hand(0.0, 0.0, 0.0),))
    scenes = (resting, resting, hand, resting, Scene(), resting, resting)
    throws = [[die.throw for die in eye.see(SceneFrame(scene, 0.4)).dice] for scene in scenes]
    assert throws == [[], [1], [], [1], [], [], [2]]


def test_no_card_that_spoken_effects_remove_is_taken_off_as_a_fault(
    manifests: tuple[Manifest, ...],
) -> None:
    """Check a battle that ends when its effects are used or declined: its cards are removed."""
    match = Match(GAME, build_setup("dicebattle", manifests=manifests))
    battle = """
        turn 2 B order
        first B
        dice A 2 0 set
        hand A ?*7
        deck A ?*22
        dice B 3 0 set
        hand B ?*2
        deck B ?*23
        main A 1=h04/up/ply22
        main B 1=m01/up/ply19
        circle B 1=g11/up/ply17
        stock B 1=m03/up/ply18
        battle battle 4,1
        queue B.circle1=g11/1 B.stock1=m03/1
        agenda compare.A.0
        ply 27"""
    match.correct(GAME.notation.parse(battle, match.setup))
    assert {action.verb for action in GAME.legal(match.state)} == {Verb.CHOOSE}
    assert spoken_away(match) >= {"A.main1", "B.main1", "B.circle1", "B.stock1"}
