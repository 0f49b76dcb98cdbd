"""The camera over a drawn table: its rate, its clock and its end, without waiting."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest

from companion.drawn_table import source
from companion.drawn_table.source import PlaySource

AT_REST = source._IDLE_S
"""Seconds between the frames of a table at rest."""


class Clock:
    """A clock that only advances while somebody waits for it."""

    def __init__(self) -> None:
        self.now = 100.0

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


class Table:
    """A table without pieces, and the condition that reports its changes."""

    def __init__(self, clock: Clock) -> None:
        self.clock, self.changed = clock, self
        self.version, self.moving = 0, False
        self.remembered: list[object] = []
        self.during_wait: Callable[[], None] = lambda: None

    def scene(self, now: float) -> tuple[str, bool]:
        return f"scene of version {self.version}", self.moving

    def remember(self, memory: object) -> None:
        self.remembered.append(memory)

    def __enter__(self) -> None: ...

    def __exit__(self, *_: object) -> None: ...

    def wait_for(self, changed: Callable[[], bool], timeout: float) -> None:
        self.during_wait()
        if not changed():
            self.clock.sleep(timeout)


class Echo:
    """A renderer whose picture is the scene itself."""

    def render(self, scene: object) -> object:
        return scene


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Table:
    """Return a table with a test clock, which also replaces the source's clock."""
    clock = Clock()
    monkeypatch.setattr(source, "time", clock)
    return Table(clock)


def opened(table: Table) -> PlaySource:
    return PlaySource(table, Echo())  # type: ignore[arg-type]


def times(camera: PlaySource, count: int) -> list[float]:
    """Return the times of the next frames."""
    frames = [camera.read() for _ in range(count)]
    return [frame.time_s for frame in frames if frame is not None]


def test_frames_follow_at_a_webcams_rate_until_the_table_has_settled(table: Table) -> None:
    camera = opened(table)
    found = times(camera, 60)
    apart = [round(b - a, 6) for a, b in pairwise(found)]
    assert apart[0] == source._BUSY_S
    assert apart[-1] == AT_REST
    assert apart == sorted(apart), "once slow, it stays slow"
    assert sum(each == source._BUSY_S for each in apart) * source._BUSY_S == pytest.approx(
        source._LIVELY_S, abs=2 * source._BUSY_S
    )


def test_a_change_ends_the_wait_of_a_table_at_rest(table: Table) -> None:
    camera = opened(table)
    before = times(camera, 60)[-1]

    def drop() -> None:
        table.version += 1

    table.during_wait = drop
    frame = camera.read()
    assert frame is not None
    assert frame.image == "scene of version 1"
    assert frame.time_s - before == pytest.approx(source._BUSY_S)
    table.during_wait = lambda: None
    first, second = times(camera, 2)
    assert second - first == pytest.approx(source._BUSY_S), "fast again"


def test_a_moving_piece_keeps_the_rate_up(table: Table) -> None:
    camera = opened(table)
    table.moving = True
    found = times(camera, 60)
    assert found[-1] - found[-2] == pytest.approx(source._BUSY_S)


def test_frames_are_numbered_and_end_with_the_source(table: Table) -> None:
    camera = opened(table)
    assert camera.name == "mouse"
    frames = [camera.read() for _ in range(3)]
    assert [frame.index for frame in frames if frame is not None] == [0, 1, 2]
    camera.close()
    camera.close()
    assert camera.read() is None
    assert table.remembered == [None, None], "later moves are not saved"
