"""Stepping through a match on the page."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.replay.player import ReplayPlayer
from companion.replay.subtitles import cues
from companion.replay.transcript import Transcript
from companion.web.snapshot import Film, Snapshot
from tests.support.match_logs import LoggedMatch


class Screen:
    """A replay player with a clock set by the test; it keeps every snapshot that it is given."""

    def __init__(self, path: Path) -> None:
        logged = LoggedMatch("yggdrasil", path)
        logged.play(20)
        self.shown = cues(Transcript(logged.data(), "m"))
        self.placed: list[Snapshot] = []
        self.projector = ReplayPlayer(self.shown, self.placed.append)
        self.now = 0.0

    @property
    def film(self) -> Film:
        film = self.placed[-1].film
        assert film is not None
        return film

    def run(self, turns: int, seconds: float = 0.0) -> None:
        """Run `turns` rounds of the loop, each `seconds` long."""
        left = iter(range(turns + 1))

        def go_on() -> bool:
            self.now += seconds
            return next(left) < turns

        self.projector.run(go_on, lambda: self.now)


@pytest.fixture
def screen(tmp_path: Path) -> Screen:
    return Screen(tmp_path / "m.jsonl")


def test_the_first_moment_is_shown_at_once(screen: Screen) -> None:
    assert screen.film == Film(1, len(screen.shown))


@pytest.mark.parametrize(("to", "at"), [(3, 3), (0, 1), (-5, 1), (10_000, None)])
def test_steps_stay_within_the_match(screen: Screen, to: int, at: int | None) -> None:
    assert screen.projector.request({"to": to})
    screen.run(1)
    assert screen.film.at == (at or len(screen.shown))
    assert (
        screen.placed[-1].story.latest
        is screen.shown[screen.film.at - 1].moment.snapshot.story.latest
    )


def test_an_entry_of_the_log_leads_to_its_moment(screen: Screen) -> None:
    wanted = screen.shown[4].moment.entry.n
    screen.projector.request({"entry": wanted})
    screen.run(1)
    assert screen.film.at == 5


def test_it_plays_by_itself_faster_or_slower_and_stops_at_the_end(screen: Screen) -> None:
    screen.projector.request({"speed": 2})
    screen.projector.request({"play": True})
    screen.run(2)
    assert (screen.film.at, screen.film.playing, screen.film.speed) == (1, True, 2)
    first = screen.shown[0]
    screen.run(1, (first.end_s - first.start_s) / 2 + 0.01)
    assert screen.film.at == 2
    screen.run(len(screen.shown), 10.0)
    assert (screen.film.at, screen.film.playing) == (len(screen.shown), False)
    screen.projector.request({"play": True})
    screen.run(1)
    assert (screen.film.at, screen.film.playing) == (1, True), "from the beginning again"


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"to": "3"},
        {"to": True},
        {"to": float("nan")},
        {"to": 1e99},
        {"play": 1},
        {"speed": None},
        {"to": 1, "play": True},
        {"exec": 1},
    ],
)
def test_anything_else_is_no_wish(screen: Screen, data: dict[str, object]) -> None:
    assert not screen.projector.request(data)


def test_too_many_wishes_are_not_heard(screen: Screen) -> None:
    heard = [screen.projector.request({"to": 1}) for _ in range(40)]
    assert heard.count(True) == 32
