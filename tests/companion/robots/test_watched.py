"""The printed deck, the rendered table, the reader and the referee together."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.commands.demo.stage import prepare
from companion.errors import SourceError
from companion.match_setup.app import build_setup, load_manifests, open_referee
from companion.match_setup.prints import print_match
from companion.referee.journal import Journal, Utterance, utterance_data
from companion.referee.words.speaker import Speaker
from companion.robots.acting import Behaviour
from companion.robots.opening import FrameRate, open_table, rehearse
from companion.robots.script import EntryKind, expected_words, reported_verdicts
from companion.simulator.camera import SimulatedCamera
from companion.vision.watcher import Watcher
from rules import Match, load_catalog, load_game
from tests.support.printing import print_into
from tests.support.referee.inputs import step


@pytest.fixture(scope="module")
def manifests(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Return decks and mat of The Yggdrasil as a person prints them."""
    folder = tmp_path_factory.mktemp("paper")
    print_into(folder, "cards", "yggdrasil")
    return print_into(folder, "mat", "yggdrasil")


def test_the_first_move_and_a_refusal_come_through_the_camera(
    manifests: list[Path], tmp_path: Path
) -> None:
    loaded = load_manifests(manifests, "yggdrasil")
    setup = build_setup("yggdrasil", manifests=loaded)
    behaviour, pace = (
        Behaviour(blunder=1.0, take_back=0, distraction=0),
        FrameRate(6.0, 6.0),
    )
    opened = open_table(
        manifests,
        setup,
        5,
        camera=SimulatedCamera(1280, 720, heading_deg=90.0),
        behaviour=behaviour,
        pace=pace,
        cache=tmp_path / "cuttings",
    )
    referee = open_referee(Match(load_game("yggdrasil"), setup), loaded)
    spoken: list[Utterance] = []
    journal = Journal(Speaker(load_catalog("yggdrasil")), spoken.append)
    watcher = Watcher(loaded)
    journal.record(step(referee, referee.opening))
    for _ in range(140):
        frame = opened.source.read()
        assert frame is not None
        journal.record(step(referee, watcher.see(frame)))
        if any(u.record.kind == "refused" for u in spoken):
            break
    opened.source.close()
    due, late = expected_words(opened.script)
    assert not late
    assert reported_verdicts(map(utterance_data, spoken)) == due[:2]
    assert [word.kind for word in due[:2]] == ["accepted", "refused"]
    assert due[1].clauses


def test_a_rehearsal_is_the_match_that_will_be_played(manifests: list[Path]) -> None:
    loaded = load_manifests(manifests, "yggdrasil")
    setup = build_setup("yggdrasil", manifests=loaded)
    script, frames = rehearse(manifests, setup, 5)
    opened = open_table(manifests, setup, 5)
    opened.source.play_out()
    assert opened.script == script
    assert frames > 300
    assert script.deeds[-1].kind is EntryKind.ENDED


def test_the_demo_s_match_shows_what_it_promises(manifests: list[Path]) -> None:
    stage = prepare("yggdrasil", manifests, 24)
    script, frames = rehearse(
        manifests, stage.setup, stage.seed, behaviour=stage.behaviour, pace=stage.pace
    )
    assert len({deed.clauses for deed in script.of(EntryKind.ILLEGAL)}) >= 4
    assert script.of(EntryKind.TAKEN_BACK)
    assert frames == stage.frames <= 680


def test_a_demo_without_paper_says_what_is_wrong(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"no-such-game --out .+ failed: .+ When that command"):
        print_match("no-such-game", tmp_path, "en")
