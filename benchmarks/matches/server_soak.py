"""Plays for hours against a real `companion referee` and checks that it stays as it began.

    python benchmarks/matches/server_soak.py --hours 4 --game yggdrasil --kills 24 --results FILE

One `companion referee --lan` process serves four devices: the table's page, a seat's page, guests
who come and leave without a word, and the phone that is its camera. Robots play on a rendered table
in real time, a few pictures a second, match after match in the same process (a rematch from the
page). Now and then the phone sends nothing for a while. In the first third of the time, the process
is killed with SIGKILL at random moments and the match is resumed; then one process must last.

Nothing is lost: at each kill and each end, the log begins with all lines that it had whenever a
page received a view, its hash chain is whole, and it folds to a match. Every device keeps its
cookie through a kill. Memory, descriptors and threads of the process are sampled every five
seconds. They are flat if, in the longest life and after a warm-up, the median of the last tenth is
at most 5 % above that of the first tenth. The exit code is 1 if something was lost, is not flat, or
a traceback appeared.

The page listens at this computer's network address, so a network is required, but no Internet.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import random
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import cv2
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from companion.frames import Frame
from companion.match_setup.app import build_setup, load_manifests
from companion.match_setup.prints import print_match
from companion.robots.opening import FrameRate, open_table
from companion.simulator.camera import SimulatedCamera
from companion.web.serve import lan_address
from rules import fold_log
from rules.records.log import parse_log

ROOT = Path(__file__).resolve().parents[2]
FLAT = 0.05
PACE = FrameRate(3.0, 1.0, 3)
SAMPLE_S, WAIT_S, GUEST_S, LOST_S, AFTER_S = 5.0, 30.0, 20.0, 12.0, 60.0
OK, ACCEPTED = 200, 202
LINK = re.compile(r"(https?://\S+/join#\S+)")
FAULTS = ("Traceback", "internal error")


@dataclass
class Server:
    """The referee's process through all its lives, and the keys of its devices."""

    game: str
    folder: Path
    manifests: list[Path]
    log: Path | None = None
    port: int = 0
    keys: dict[str, str] = field(default_factory=dict)
    seen: bytes = b""
    faults: list[str] = field(default_factory=list)
    lives: list[list[tuple[float, float, int, int]]] = field(default_factory=list)
    alive: threading.Event = field(default_factory=threading.Event)

    def start(self, *, resume: bool) -> None:
        """Start a process and wait for its page."""
        words = [sys.executable, "-m", "companion", "referee", "--source", "phone", "--lan"]
        words += ["--no-open", "--page", "--port", str(self.port), "--lang", "en"]
        words += [word for path in self.manifests for word in ("-m", str(path))]
        words += ["--resume", "--log", str(self.log)] if resume else [self.game]
        before = set(self.logs())
        env = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}
        with (self.folder / "stderr.txt").open("ab") as err:
            begun = err.tell()
            self.process = subprocess.Popen(
                words, cwd=self.folder, env=env, stdout=subprocess.DEVNULL, stderr=err
            )
        printed = self._wait_for("/join#", begun)
        if not resume:
            link = LINK.search(printed)
            assert link is not None
            self.port = int(link[1].split("/join#")[0].rpartition(":")[2])
            self.join("table", link[1])
            self._follow(before)
            self._invite("seat", "seat", "A")
            self._invite("guest", "spectator")
            self._invite("phone", "camera")
        self.lives.append([])
        self.alive.set()

    def logs(self) -> list[Path]:
        return sorted((self.folder / "out" / "matches").glob("*.jsonl"))

    def _wait_for(self, words: str, begun: int) -> str:
        until = time.monotonic() + 6 * WAIT_S
        while time.monotonic() < until:
            printed = (self.folder / "stderr.txt").read_bytes()[begun:].decode()
            if words in printed:
                return printed
            if self.process.poll() is not None:
                break
            time.sleep(0.2)
        raise RuntimeError(f"the referee did not say {words!r}: {printed}")

    def ask(self, who: str, path: str, data: object = None) -> tuple[int, bytes, str]:
        """Send a request of a device; return status, body and cookie."""
        web = HTTPConnection("127.0.0.1", self.port, timeout=WAIT_S)
        headers = {"Cookie": f"companion-{self.port}={self.keys.get(who, '')}"}
        body = data if isinstance(data, bytes) else None if data is None else json.dumps(data)
        kind = "image/jpeg" if isinstance(data, bytes) else "application/json"
        try:
            web.request(
                "GET" if data is None else "POST", path, body, {**headers, "Content-Type": kind}
            )
            answer = web.getresponse()
            cookie = (answer.getheader("set-cookie") or "").partition(";")[0].partition("=")[2]
            return answer.status, answer.read(), cookie
        finally:
            web.close()

    def join(self, who: str, link: str) -> None:
        """Let a device join through a link."""
        status, body, self.keys[who] = self.ask(who, "/join", {"token": link.partition("#")[2]})
        if status != OK:
            raise RuntimeError(f"{who} cannot join: {status} {body!r}")

    def _invite(self, who: str, role: str, seat: str = "") -> None:
        until = time.monotonic() + WAIT_S
        while True:  # until the match has begun on the page
            status, body, _ = self.ask("table", f"/pair/{role}", {"seat": seat})
            if status == OK or time.monotonic() > until:
                break
            time.sleep(0.2)
        if status != OK:
            raise RuntimeError(f"no link for {who}: {status} {body!r}")
        self.join(who, json.loads(body)["link"])

    def again(self) -> bool:
        """Begin a rematch from the table's page; return False if that is not possible."""
        before = set(self.logs())
        if self.ask("table", "/again", {})[0] != ACCEPTED:
            return False
        self._follow(before)
        return True

    def _follow(self, before: set[Path]) -> None:
        """Wait for the log of a new match."""
        until = time.monotonic() + 2 * WAIT_S
        while not (new := set(self.logs()) - before) and time.monotonic() < until:
            time.sleep(0.2)
        self.log, self.seen = new.pop(), b""

    def note(self) -> None:
        """Note the whole lines of the log; those noted before must still be there."""
        assert self.log is not None
        data = self.log.read_bytes()
        whole = data[: data.rfind(b"\n") + 1]
        if not whole.startswith(self.seen):
            self.faults.append(f"{self.log.name}: lines were lost or changed")
        self.seen = whole

    def check(self) -> int:
        """Check the log's chain and fold it; return the number of its records."""
        self.note()
        records, error = parse_log(self.seen)
        if error is not None:
            self.faults.append(f"{self.log}: {error}")
        if records:
            fold_log(records)
        return len(records)

    def kill(self) -> None:
        self.alive.clear()
        self.process.kill()
        self.process.wait()
        self.start(resume=self.check() > 0)  # a match without a record has not begun

    def stop(self) -> None:
        """Stop the match as Ctrl-C does."""
        self.alive.clear()
        self.process.send_signal(signal.SIGINT)
        time.sleep(1)
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(3)
        if self.process.poll() is None:  # it stays for the page's viewers
            self.process.send_signal(signal.SIGINT)
            self.process.wait(WAIT_S)

    def sample(self, now: float) -> None:
        """Note memory (MB), descriptors and threads, every few seconds."""
        if self.lives[-1] and now - self.lives[-1][-1][0] < SAMPLE_S:
            return
        folder = Path("/proc", str(self.process.pid))
        with suppress(OSError, StopIteration):
            lines = dict(x.split(":", 1) for x in (folder / "status").read_text().splitlines())
            resident = int(lines["VmRSS"].split()[0]) / 1024
            handles = len(list((folder / "fd").iterdir()))
            self.lives[-1].append((now, resident, handles, int(lines["Threads"])))


class Device(threading.Thread):
    """A page that shows every view; after a lost connection it comes back with its cookie."""

    def __init__(
        self, server: Server, who: str, over: threading.Event, stay_s: float = 1e9
    ) -> None:
        super().__init__(name=who, daemon=True)
        self.server, self.who, self.over, self.stay_s = server, who, over, stay_s
        self.counts: Counter[str] = Counter()
        self.view: dict[str, Any] = {}

    def run(self) -> None:
        while not self.over.is_set():
            if not self.server.alive.wait(1):
                continue
            try:
                self._look()
            except (OSError, WebSocketException, TimeoutError) as error:
                self.counts["broken off"] += 1
                if "403" in str(error) or "401" in str(error):
                    self.server.faults.append(f"{self.who} was not recognised: {error}")
                time.sleep(1)

    def _look(self) -> None:
        cookie = {"cookie": f"companion-{self.server.port}={self.server.keys[self.who]}"}
        url = f"ws://127.0.0.1:{self.server.port}/live?lang=en"
        until = time.monotonic() + self.stay_s
        with connect(url, additional_headers=cookie, max_size=None, proxy=None) as page:
            self.counts["visits"] += 1
            while not self.over.is_set() and time.monotonic() < until:
                try:
                    message = page.recv(timeout=2)
                except TimeoutError:
                    continue
                if isinstance(message, bytes):
                    self.counts["pictures"] += 1
                    page.send('{"drawn":1}')
                elif (view := json.loads(message)).get("view"):
                    self.counts["views"] += 1
                    self.view = view
                    if self.who == "table":
                        self.server.note()
            if self.stay_s < math.inf:
                page.socket.shutdown(2)  # it leaves without a word


class Evening:
    """The robots' matches at one table, with the kills and camera losses of the whole time."""

    def __init__(self, args: argparse.Namespace, server: Server) -> None:
        self.args, self.server = args, server
        self.setup = build_setup(args.game, manifests=load_manifests(server.manifests, args.game))
        self.begun, self.over = time.monotonic(), threading.Event()
        self.end = self.begun + args.hours * 3600
        rng, third = random.Random(args.seed), self.begun + args.hours * 1200
        self.deaths = sorted(rng.uniform(self.begun + 60, third) for _ in range(args.kills))
        self.losses = sorted(rng.uniform(self.begun + 30, self.end) for _ in range(args.losses))
        self.devices = [Device(server, who, self.over) for who in ("table", "seat")]
        self.devices.append(Device(server, "guest", self.over, GUEST_S))
        self.done: Counter[str] = Counter()

    def play(self) -> int:
        """Play until the time is over; return the exit code."""
        for device in self.devices:
            device.start()
        seed = self.args.seed
        while time.monotonic() < self.end:
            for frame in self._frames(seed):
                self._happen()
                self._send(frame)
            self._rest(frame)
            self.done["records"] += self.server.check()
            self._next()
            seed += 1
        self.over.set()
        self.server.stop()
        return report(self)

    def _frames(self, seed: int) -> Iterator[Frame]:
        """Yield a match's frames in real time, at least `--every` seconds apart."""
        camera = SimulatedCamera(width=self.args.width, height=self.args.width * 9 // 16)
        table = open_table(self.server.manifests, self.setup, seed, camera=camera, pace=PACE)
        last, sent = 0.0, time.monotonic()
        try:
            while (frame := table.source.read()) is not None and sent < self.end:
                waits = max(frame.time_s - last, self.args.every)
                time.sleep(max(0.0, waits - (time.monotonic() - sent)))
                last, sent = frame.time_s, time.monotonic()
                yield frame
        finally:
            table.source.close()

    def _happen(self) -> None:
        """Take a sample; lose the camera, or kill the referee, if it is time."""
        now = time.monotonic()
        self.server.sample(now)
        if self.losses and now > self.losses[0]:
            self.losses.pop(0)
            self.done["camera losses"] += 1
            time.sleep(LOST_S)
        if self.deaths and now > self.deaths[0]:
            self.deaths.pop(0)
            self.done["kills"] += 1
            self.server.kill()

    def _rest(self, frame: Frame) -> None:
        """Show the table at rest until the referee has seen the match's last move."""
        until = time.monotonic() + AFTER_S
        while time.monotonic() < until and self.devices[0].view.get("screen") != "ended":
            frame = Frame(frame.image ^ 1, frame.time_s, frame.index)  # as a camera's noise
            self._send(frame)
            time.sleep(1)
        time.sleep(2)

    def _send(self, frame: Frame) -> None:
        jpeg = cv2.imencode(".jpg", frame.image, [cv2.IMWRITE_JPEG_QUALITY, 85])[1].tobytes()
        try:
            status, _, _ = self.server.ask("phone", "/frame", jpeg)
            self.done[f"pictures {status}"] += 1
        except (OSError, HTTPException):
            self.done["pictures failed"] += 1

    def _next(self) -> None:
        """Begin the next match, as a rematch if this one has ended by the rules."""
        ended = self.devices[0].view.get("screen") == "ended"
        self.done["matches ended" if ended else "matches stopped"] += 1
        report(self)
        if time.monotonic() > self.end:
            return
        if not (ended and self.server.again()):
            self.server.stop()
            self.server.start(resume=False)


def median(life: list[tuple[float, float, int, int]], column: int, *, last: bool) -> float:
    tenth = max(1, len(life) // 10)
    return statistics.median(row[column] for row in (life[-tenth:] if last else life[:tenth]))


def report(evening: Evening) -> int:
    """Print and store what was counted; return 1 if anything is wrong."""
    args, server = evening.args, evening.server
    err = (server.folder / "stderr.txt").read_text()
    wrong = server.faults + [word for word in FAULTS if word in err]
    longest = max(server.lives, key=lambda life: life[-1][0] - life[0][0] if life else 0.0)
    flat = [row for row in longest if row[0] - longest[0][0] > 60 * args.warm_up]
    found: dict[str, Any] = {
        "game": args.game,
        "seed": args.seed,
        "hours": round((time.monotonic() - evening.begun) / 3600, 3),
        **evening.done,
        "lives": len(server.lives),
        "longest_life_min": round((longest[-1][0] - longest[0][0]) / 60, 1) if longest else 0,
        **{each.who: dict(each.counts) for each in evening.devices},
    }
    if len(flat) > 1:
        for column, name in ((1, "memory_mb"), (2, "descriptors"), (3, "threads")):
            first, last = median(flat, column, last=False), median(flat, column, last=True)
            most = max(row[column] for row in flat)
            found[name] = [round(first, 1), round(last, 1), round(most, 1)]
            if last > first * (1 + FLAT):
                wrong.append(f"{name} is not flat")
    found["wrong"] = wrong
    print(json.dumps(found), flush=True)
    if args.results is not None:
        with args.results.open("a", encoding="utf-8") as file:
            file.write(json.dumps({**found, "samples": longest}) + "\n")
    return int(bool(wrong))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="yggdrasil", choices=("yggdrasil", "jiguan"))
    parser.add_argument("--hours", type=float, default=4.0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--kills", type=int, default=24, help="in the first third")
    parser.add_argument("--losses", type=int, default=48, help="of the camera")
    parser.add_argument("--width", type=int, default=1280, help="of the pictures, px; 16 : 9")
    parser.add_argument(
        "--every", type=float, default=0.0, help="shortest time between pictures, for busy machines"
    )
    parser.add_argument("--warm-up", type=float, default=10.0, help="minutes")
    parser.add_argument("--results", type=Path, default=None)
    args = parser.parse_args()
    if not lan_address():
        raise SystemExit("this computer has no network address")
    cv2.setNumThreads(1)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        manifests = print_match(args.game, folder, "en")
        server = Server(args.game, folder, [path.resolve() for path in manifests])
        server.start(resume=False)
        return Evening(args, server).play()


if __name__ == "__main__":
    sys.exit(main())
