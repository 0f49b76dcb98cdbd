"""Measures the time from the last hand's exit to the verdict on the page, and each step's cost.

    python benchmarks/page/latency.py --game yggdrasil --paper out/campaign-yggdrasil-paper

A match is rendered at 1080p, as a camera with this frame rate would see it. Frame by frame it is
read, refereed with a log on disk (fsync), worded for the page and encoded as pictures. The delay
is measured on the table's clock, from the last hand's exit to the frame on which the verdict was
announced. The CPU time for that frame, from the camera to the page's bytes, is added. Only this
thread's CPU time counts: pictures are rendered on another thread, and other programs have no
influence. The camera's own delay and the browser's drawing are not included (see `live.py`).

If the reader has its own process, as with a camera, one core reads, another referees and serves,
and the slower one limits the frame rate. The exit code is 1 if the 95th percentile exceeds 600 ms,
or if either core processes fewer than 20 pictures per second.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import cv2

from companion.match_setup.app import build_setup, load_manifests, mat_of, open_referee
from companion.referee.journal import Journal, Utterance
from companion.referee.notices import Notice
from companion.referee.words.speaker import Speaker
from companion.robots.opening import FrameRate, cast, open_table
from companion.vision.mat.printed import printed_mats
from companion.vision.watcher import Watcher
from companion.web.auth.roles import Pass, Role
from companion.web.mailbox import Mailbox
from companion.web.pictures import encode
from companion.web.publisher import PagePublisher
from companion.web.views.board import BoardView
from companion.web.views.view import ViewBuilder
from rules import LogWriter, Match, load_catalog, load_game

T = TypeVar("T")
VERDICTS = ("accepted", "refused", "taken_back")
MOST_MS, LEAST_FPS, SOUND_MS = 600, 20, 1000


@dataclass
class Figures:
    """CPU seconds of each step and frame; `latency` has each verdict's delay (s) and kind."""

    read: list[float] = field(default_factory=list)
    judge: list[float] = field(default_factory=list)
    view: list[float] = field(default_factory=list)
    picture: list[float] = field(default_factory=list)
    latency: list[tuple[float, str]] = field(default_factory=list)

    @staticmethod
    def timed(into: list[float], work: Callable[[], T]) -> T:
        """Do some work and record its CPU time in `into`."""
        begun = time.thread_time()
        done = work()
        into.append(time.thread_time() - begun)
        return done


def hands_of(paths: list[Path], slug: str, seed: int, pace: FrameRate) -> list[bool]:
    """Return for each frame whether a hand is over the table."""
    manifests = load_manifests(paths, slug)
    cards = [card for manifest in manifests for card in manifest.cards]
    mats = {mat.name: mat for manifest in manifests for mat in manifest.mats}
    play, _ = cast(cards, mats, build_setup(slug, manifests=manifests), seed, None, pace)
    return [bool(tick.scene.hands) for tick in play.ticks()]


def measure(paths: list[Path], slug: str, seed: int, fps: float, most: int) -> Figures:
    """Measure the first `most` frames of a match."""
    manifests, pace, found = load_manifests(paths, slug), FrameRate(fps, fps, 3), Figures()
    hands = hands_of(paths, slug, seed, pace)
    setup = build_setup(slug, manifests=manifests)
    referee = open_referee(Match(load_game(slug), setup), manifests)
    mat, catalog = mat_of(manifests, referee.at.geometry.form), load_catalog(slug)
    assert mat is not None
    mailbox = Mailbox(encode)
    publisher = PagePublisher(referee, mat, mailbox)
    viewing = ViewBuilder(catalog, BoardView(mat, referee.at.geometry.form), {})
    watcher = Watcher(manifests, printed=printed_mats(paths), dice=referee.at.geometry.dice_zones)
    opened = open_table(paths, setup, seed, pace=pace)
    announced: list[Notice] = []

    def receive(utterance: Utterance) -> None:
        publisher.receive(utterance)
        if utterance.spoken:
            announced.append(utterance.record)

    with tempfile.TemporaryDirectory() as folder:
        journal = Journal(Speaker(catalog), receive, LogWriter(Path(folder) / "match.jsonl"))
        journal.record(referee.receive(referee.opening))
        left_s, turn = 0.0, -1
        while (frame := opened.source.read()) is not None and frame.index < most:
            if hands[frame.index]:
                left_s = frame.time_s + 1 / fps
            announced.clear()
            seen = found.timed(found.read, lambda f=frame: watcher.see(f))
            found.timed(found.judge, lambda v=seen: journal.record(referee.receive(v)))
            found.judge[-1] += _cpu(lambda f=frame, v=seen: publisher.look(f, v))
            now, snapshot = mailbox.snapshot
            if now != turn and snapshot is not None:
                turn = now
                found.timed(found.view, lambda s=snapshot: _view(viewing, s))
                judged = [record for record in announced if record.kind in VERDICTS]
                if judged and not hands[frame.index] and left_s:
                    cost = found.read[-1] + found.judge[-1] + found.view[-1]
                    what = f"{judged[0].kind} {judged[0].action or ''}"
                    found.latency.append((frame.time_s - left_s + cost, what))
                    left_s = 0.0
            found.timed(found.picture, mailbox.picture)
    opened.source.close()
    return found


def _cpu(work: Callable[[], object]) -> float:
    begun = time.thread_time()
    work()
    return time.thread_time() - begun


def _view(viewing: ViewBuilder, snapshot: object) -> None:
    json.dumps(viewing.view(snapshot, Pass(Role.TABLE), "en"))  # type: ignore[arg-type]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="yggdrasil")
    parser.add_argument("--paper", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--fps", type=float, default=15.0)
    parser.add_argument("--frames", type=int, default=600)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    paths = sorted(args.paper.glob("*.manifest.json"))
    found = measure(paths, args.game, args.seed, args.fps, args.frames)
    for name in ("read", "judge", "view", "picture"):
        values = sorted(1000 * v for v in getattr(found, name))
        p95 = values[int(0.95 * (len(values) - 1))]
        print(
            f"{name:<8} {len(values):>5} times  mean {statistics.mean(values):6.1f}  "
            f"p50 {statistics.median(values):6.1f}  p95 {p95:6.1f} ms CPU"
        )
    slowest = sorted(found.latency, reverse=True)
    latency = [1000 * seconds for seconds, _ in reversed(slowest)]
    p95 = latency[int(0.95 * (len(latency) - 1))] if latency else float("inf")
    reading = 1 / statistics.mean(found.read)
    frame_s = statistics.mean(found.judge) + statistics.mean(found.picture)
    serving = 1 / (frame_s + sum(found.view) / len(found.read))
    print(
        f"\nverdicts {len(latency)}: p50 {statistics.median(latency or [0]):.0f}, p95 {p95:.0f} ms"
    )
    print(f"pictures a second: the reader's core {reading:.0f}, the page's core {serving:.0f}")
    for seconds, what in slowest[:5]:
        print(f"  {1000 * seconds:5.0f} ms  {what}")
    print(f"first sound: {p95:.0f} ms at p95, as the page begins it with the verdict")
    good = p95 <= min(MOST_MS, SOUND_MS) and min(reading, serving) >= LEAST_FPS
    return int(not good)


if __name__ == "__main__":
    sys.exit(main())
