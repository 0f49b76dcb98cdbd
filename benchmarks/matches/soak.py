"""Plays for hours in one process and checks that its memory stays flat.

    python benchmarks/matches/soak.py --game yggdrasil --hours 4
    python benchmarks/matches/soak.py --game jiguan --hours 1 --pictures --width 1280 --paper FOLDER
    python benchmarks/matches/soak.py --game jiguan --hours 0.5 --trace

Seeded robots play match after match until the table's clock reaches `--hours`. Each match includes
the referee, its log on disk (fsync), and the page, whose views are made in three languages at
every change. An oracle view replaces the reader; with `--pictures` the real reader watches
rendered frames. While nothing happens, nothing is rendered, but the clock advances; `--idle` adds
looks at a table at rest. After each match, garbage is collected, the allocator's reserves are
returned to the system (glibc), and the resident memory is measured. Memory is flat if, after a
warm-up of three matches, the median of the last tenth is within 5 % of the median of the first
tenth. `--trace` shows the lines of code whose memory grew (`tracemalloc`). The exit code is 1 if
memory is not flat.
"""

from __future__ import annotations

import argparse
import contextlib
import ctypes
import gc
import statistics
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from companion.frames import Frame
from companion.match_setup.app import build_setup, load_manifests, mat_of, open_referee
from companion.readings import TableView
from companion.referee.journal import Journal, Utterance
from companion.referee.words.speaker import Speaker
from companion.robots.opening import FrameRate, cast, open_table
from companion.simulator.camera import SimulatedCamera
from companion.vision.mat.printed import printed_mats
from companion.vision.watcher import Watcher
from companion.web.auth.roles import Pass, Role
from companion.web.mailbox import Mailbox
from companion.web.pictures import encode
from companion.web.publisher import PagePublisher
from companion.web.views.board import BoardView
from companion.web.views.view import ViewBuilder
from rules import LANGUAGES, LogWriter, Manifest, Match, load_catalog, load_game
from tests.support.simulator.oracle_view import OracleView

PAPER = (
    Path(__file__).resolve().parents[2] / "tests" / "companion" / "vision" / "pictures" / "paper"
)
FLAT = 0.05
WARM_UP = 3
PACE = FrameRate(5.0, 2.5, 3)
Look = tuple[Frame | None, TableView]


def resident_mb() -> float:
    """Return this process's resident memory in MB, after freeing unused memory."""
    gc.collect()
    with contextlib.suppress(AttributeError, OSError):  # other C libraries have no malloc_trim
        ctypes.CDLL(None).malloc_trim(0)
    status = Path("/proc/self/status").read_text(encoding="ascii")
    line = next(each for each in status.splitlines() if each.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


def looks(slug: str, manifests: tuple[Manifest, ...], seed: int, idle: int) -> Iterator[Look]:
    """Yield the oracle's views of a match."""
    setup = build_setup(slug, manifests=manifests)
    cards = [card for manifest in manifests for card in manifest.cards]
    mats = {mat.name: mat for manifest in manifests for mat in manifest.mats}
    play, mat = cast(cards, mats, setup, seed, None, PACE)
    eye = OracleView(manifests, mat)
    for tick in play.ticks():
        view = eye.see(tick)
        yield None, view
        for _ in range(idle if not view.hand else 0):
            yield None, replace(view)


def pictures(slug: str, paths: list[Path], seed: int, idle: int, width: int) -> Iterator[Look]:
    """Yield rendered frames of a match, `width` px wide, and the reader's views of them."""
    cv2.setNumThreads(1)
    manifests = load_manifests(paths, slug)
    setup = build_setup(slug, manifests=manifests)
    geometry = open_referee(Match(load_game(slug), setup), manifests).at.geometry
    mat = geometry.mat
    assert mat is not None
    heading = 90.0 if mat.height_mm > mat.width_mm else 0.0
    camera = SimulatedCamera(width=width, height=width * 9 // 16, heading_deg=heading)
    opened = open_table(paths, setup, seed, camera=camera, pace=PACE)
    watcher = Watcher(manifests, printed=printed_mats(paths), dice=geometry.dice_zones)
    while (frame := opened.source.read()) is not None:
        view = watcher.see(frame)
        yield frame, view
        for _ in range(idle if not view.hand else 0):
            yield frame, watcher.see(frame)
    opened.source.close()


def referee(slug: str, manifests: tuple[Manifest, ...], seen: Iterator[Look]) -> tuple[float, int]:
    """Run one match with its log and page; return the final time and the number of looks."""
    setup = build_setup(slug, manifests=manifests)
    referee = open_referee(Match(load_game(slug), setup), manifests)
    mat, catalog = mat_of(manifests, referee.at.geometry.form), load_catalog(slug)
    assert mat is not None
    desk = Mailbox(encode)
    onlooker = PagePublisher(referee, mat, desk)
    viewing = ViewBuilder(catalog, BoardView(mat, referee.at.geometry.form), {})
    turn, count, view = -1, 0, None

    def receive(utterance: Utterance) -> None:
        onlooker.receive(utterance)

    with tempfile.TemporaryDirectory() as folder:
        writer = LogWriter(Path(folder) / "match.jsonl")
        journal = Journal(Speaker(catalog, "en", mat.name), receive, writer)
        journal.record(referee.receive(referee.opening))
        for frame, view in seen:
            count += 1
            journal.record(referee.receive(view))
            journal.record(onlooker.look(frame, view))
            now, snapshot = desk.snapshot
            if now != turn and snapshot is not None:
                turn = now
                for lang in LANGUAGES:
                    viewing.view(snapshot, Pass(Role.TABLE), lang)
                    viewing.view(snapshot, Pass(Role.SPECTATOR), lang)
            if frame is not None and count % 10 == 0:
                desk.picture()
        writer.close()
    return (view.time_s if view else 0.0), count


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="yggdrasil")
    parser.add_argument("--hours", type=float, default=4.0, help="of the table's clock")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--idle", type=int, default=2, help="more looks at a table at rest")
    parser.add_argument("--pictures", action="store_true", help="watch rendered frames")
    parser.add_argument("--width", type=int, default=1920, help="of the pictures, px; 16 : 9")
    parser.add_argument("--paper", type=Path, default=None, help="manifests (and PDFs)")
    parser.add_argument("--trace", action="store_true", help="which lines hold more and more")
    args = parser.parse_args()
    paths = sorted((args.paper or PAPER / args.game).glob("*.manifest.json"))
    manifests = load_manifests(paths, args.game)
    hours, seed, curve, frames = 0.0, args.seed, [], 0
    begun, before = time.process_time(), None
    while hours < args.hours:
        if args.pictures:
            seen = pictures(args.game, paths, seed, args.idle, args.width)
        else:
            seen = looks(args.game, manifests, seed, args.idle)
        seconds, count = referee(args.game, manifests, seen)
        hours, seed, frames = hours + seconds / 3600, seed + 1, frames + count
        curve.append(resident_mb())
        if len(curve) == WARM_UP and args.trace:
            tracemalloc.start()
            before = tracemalloc.take_snapshot()
        if args.pictures or len(curve) % 10 == 0 or hours >= args.hours:
            print(f"{hours:5.2f} h  {len(curve):>4} matches  {curve[-1]:7.1f} MB", flush=True)
    if before is not None:
        for line in tracemalloc.take_snapshot().compare_to(before, "lineno")[:12]:
            print(line)
    return report(curve, frames, time.process_time() - begun)


def report(curve: list[float], frames: int, cpu_s: float) -> int:
    """Print the verdict; return 1 if memory is not flat."""
    flat = curve[WARM_UP:] or curve
    tenth = max(1, len(flat) // 10)
    first, last = statistics.median(flat[:tenth]), statistics.median(flat[-tenth:])
    drift = last / first - 1
    print(
        f"\n{len(curve)} matches, {frames} looks, {cpu_s:.0f} s CPU: {first:.1f} MB at first, "
        f"{last:.1f} MB at last ({drift:+.1%}), most {max(curve):.1f} MB"
    )
    return int(abs(drift) > FLAT)


if __name__ == "__main__":
    sys.exit(main())
