"""Whole matches with other settings, refereed word for word without pictures."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.match_setup.app import build_setup, load_manifests, open_referee
from companion.referee.notices import notice_data
from companion.robots.acting import Behaviour
from companion.robots.opening import FrameRate, cast
from companion.robots.script import EntryKind, compare, reported_verdicts
from rules import Match, load_game
from tests.support.referee.inputs import feed, start
from tests.support.simulator.oracle_view import OracleView

PAPER = Path(__file__).parents[1] / "vision" / "pictures" / "paper"
MANNERS = Behaviour(blunder=0.2, distraction=0.0, forget=0.0)


@pytest.mark.parametrize(
    ("slug", "setting", "seed"),
    [
        ("yggdrasil", "mulligan=one", 7000),
        ("yggdrasil", "exchange_then_place=yes", 7003),
        ("yggdrasil", "root_attack=allowed", 7000),
        ("yggdrasil", "root_column=choice", 7001),
        ("jiguan", "stand_ins=on", 7000),
        ("dicebattle", "first_player=lot", 7000),
    ],
)
def test_every_word_of_a_match_is_the_script_s(slug: str, setting: str, seed: int) -> None:
    manifests = load_manifests(sorted((PAPER / slug).glob("*.manifest.json")), slug)
    setup = build_setup(slug, settings=(setting,), manifests=manifests)
    cards = [card for manifest in manifests for card in manifest.cards]
    mats = {mat.name: mat for manifest in manifests for mat in manifest.mats}
    robots, mat = cast(cards, mats, setup, seed, MANNERS, FrameRate(5.0, 2.5))
    referee, eye = (
        open_referee(Match(load_game(slug), setup), manifests),
        OracleView(manifests, mat),
    )
    records = list(start(referee))
    for tick in robots.ticks():
        records += feed(referee, eye.see(tick))
    events: list[dict[str, Any]] = [{"kind": r.kind, **notice_data(r)} for r in records]
    found = compare(robots.script, reported_verdicts(events))
    assert (found.missing, found.extra) == ((), ())
    assert found.right > 20
    assert robots.script.of(EntryKind.ILLEGAL)
    assert referee.at.match.outcome is not None
