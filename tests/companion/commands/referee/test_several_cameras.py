from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from companion.commands.referee import match as _match
from companion.commands.referee.match import CameraReporter, make_loop, make_team
from companion.commands.referee.options import check_sources, gone_on
from companion.errors import CameraLost, SessionError
from companion.frames import FrameSource
from companion.readings import Trouble
from companion.referee.live import LiveReferee
from companion.vision.camera_team import CameraNews, CameraNote, CameraTeam
from companion.vision.sources.cameras import CameraSource
from companion.vision.sources.open import open_source
from rules import Manifest, load_catalog
from tests.companion.commands.referee.test_command import manifest_of
from tests.companion.vision.doctor.test_checkup import Driver
from tests.support.match_logs import LoggedMatch
from tests.support.printed_decks import manifest as cards_of
from tests.support.waiting import until


@pytest.fixture
def manifests() -> tuple[Manifest, ...]:
    return manifest_of(), cards_of("yggdrasil", {"sun": "orchard"})


@pytest.fixture
def referee(manifests: tuple[Manifest, ...]) -> LiveReferee:
    match = _match.match_of("yggdrasil", [], [], manifests, None)
    return _match.make_referee(match, manifests, "")


def team_of(
    sources: dict[str, FrameSource], manifests: tuple[Manifest, ...], referee: LiveReferee
) -> CameraTeam:
    team = make_team(sources, manifests, referee, [], "en")
    loop = make_loop(referee, team, manifests, "en", None, json=True, bridge=None, paths=[])
    assert loop.source is team
    return team


def test_each_live_camera_has_a_watcher_in_a_process_of_its_own(
    manifests: tuple[Manifest, ...], referee: LiveReferee
) -> None:
    sources: dict[str, FrameSource] = {
        number: CameraSource(f"camera {number}", lambda: Driver(np.zeros((48, 64, 3), np.uint8)))
        for number in "01"
    }
    team = team_of(sources, manifests, referee)

    def sees() -> bool:
        try:
            frame = team.read()
        except CameraLost:
            return False
        assert frame is not None
        assert frame.image.shape == (48, 64, 3)
        return team.see(frame).trouble is Trouble.TINY  # as the watchers say, once they are ready

    try:
        until(sees)
    finally:
        team.close()


def test_recordings_of_one_table_are_watched_in_step(
    manifests: tuple[Manifest, ...], referee: LiveReferee, tmp_path: Path
) -> None:
    import cv2

    for name in "ab":
        (tmp_path / name).mkdir()
        for number in range(3):
            picture = np.full((90, 160, 3), 90 + number, np.uint8)
            cv2.imwrite(str(tmp_path / name / f"{number}.png"), picture)
    paths = [str(tmp_path / name) for name in "ab"]
    team = team_of({path: open_source(path) for path in paths}, manifests, referee)
    times = []
    while (frame := team.read()) is not None:
        times.append(team.see(frame).time_s)
    assert times == pytest.approx([0.0, 0.1, 0.2])
    team.close()


@pytest.mark.parametrize(
    "sources", [("0", "0"), ("0", "a.mp4"), ("mouse", "0"), ("virtual", "virtual")]
)
def test_sources_that_are_not_cameras_over_one_table_are_refused(sources: tuple[str, ...]) -> None:
    with pytest.raises(SessionError, match="--source"):
        check_sources(sources)


@pytest.mark.parametrize("sources", [(), ("mouse",), ("0", "1", "phone"), ("a.mp4", "b.mp4")])
def test_cameras_and_recordings_can_be_several(sources: tuple[str, ...]) -> None:
    check_sources(sources)


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", ["through the phone", "through camera 1 again", "disagree about b2"]),
        ("ja", ["スマートフォンから卓が見えません", "カメラ1から、また", "b2の写り方"]),
        ("zh-Hant", ["從手機看不到牌桌", "從攝影機 1又看得到", "看到的b2不一樣"]),
    ],
)
def test_notes_are_printed_in_the_players_language(
    lang: str, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    report = CameraReporter(load_catalog("yggdrasil"), lang, ["phone", "1", "http://me:it@cam/v"])
    report(CameraNote(CameraNews.AWAY, 0))
    report(CameraNote(CameraNews.BACK, 1))
    report(CameraNote(CameraNews.DIFFER, place="b2"))
    report(CameraNote(CameraNews.AWAY, 2))
    *lines, last = capsys.readouterr().err.splitlines()
    assert [word for word, line in zip(words, lines, strict=True) if word not in line] == []
    assert "it@" not in last


def test_a_resumed_match_has_the_cameras_of_its_log(tmp_path: Path) -> None:
    log = LoggedMatch("yggdrasil", tmp_path / "m.jsonl", about={"source": "0 1"})
    log.play(2)
    log.writer.close()
    assert gone_on(log.path, None, None) == ("yggdrasil", "0 1")
    assert gone_on(log.path, None, "2") == ("yggdrasil", "2")
