"""The lives of a referee in `kills.py`, which is started from a log, killed, and started again.

A life is a forked process. It receives views through a pipe and returns notices once they are on
disk. It dies by SIGKILL: between two views, during one, or in the middle of writing a line,
just before its fsync. Half of the kills are also power cuts: the log keeps a random number of
bytes of unannounced data. If there is no such data, the log may get the beginning of another line.
"""

from __future__ import annotations

import multiprocessing
import os
import random
import signal
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from companion.match_setup.app import open_referee
from companion.readings import TableView
from companion.referee.inputs import Declare
from companion.referee.journal import Journal, Utterance, resume_match, utterance_data
from companion.referee.words.speaker import Speaker
from companion.simulator.private_inputs import seeded_lots
from rules import (
    Action,
    LogWriter,
    Manifest,
    Match,
    Setup,
    fold_log,
    load_catalog,
    load_game,
    read_log,
)
from rules.records.log import parse_log

MOST_S = 5.0
"""CPU time that a new referee may take to start, in s; the machine's other work does not count."""
_CAPTION_FIELDS = ("kind", "lang", "caption", "spoken")


@dataclass(frozen=True)
class Play:
    """The data that all lives of a referee share."""

    setup: Setup
    manifests: tuple[Manifest, ...]
    log: Path
    seed: int


def live(wire: Connection, play: Play, resumed: bool) -> None:  # noqa: FBT001 - a process's arguments
    """Run one life of a referee: receive views, and send each notice once it is on disk."""
    dying = [False]

    def sync(number: int) -> None:
        if dying[0]:
            os.kill(os.getpid(), signal.SIGKILL)
        os.fsync(number)

    def send(utterance: Utterance) -> None:
        wire.send(("said", utterance.seq, utterance_data(utterance)))

    slug, begun = play.setup.game, time.process_time()
    match = resume_match(play.log, slug) if resumed else Match(load_game(slug), play.setup)
    lines = parse_log(play.log.read_bytes())[0] if resumed else ()
    referee = open_referee(match, play.manifests, lines=lines)
    referee.context = replace(referee.context, lots=seeded_lots(play.seed))
    journal = Journal(Speaker(load_catalog(slug)), send, LogWriter(play.log, sync))
    journal.record(referee.receive(referee.opening))
    match = referee.at.match
    wire.send(("begun", match.game.notation.format(match.state), time.process_time() - begun))
    while True:
        view, private_notices, dying[0] = wire.recv()
        journal.record(referee.receive(view))
        for action in private_notices:
            journal.record(referee.receive(Declare(action)))
        wire.send(("done", referee.at.match.outcome is not None))


@dataclass
class Referee:
    """The referee as seen from the table, through all its lives."""

    play: Play
    rng: random.Random
    heard: dict[int, dict[str, Any]] = field(default_factory=dict)
    kinds: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    kills: Counter[str] = field(default_factory=Counter)
    torn: int = 0
    slowest_s: float = 0.0
    over: bool = False
    position: str = ""

    @property
    def announced(self) -> int:
        """Number of announced records."""
        return max(self.heard, default=-1) + 1

    def begin(self, *, resumed: bool) -> None:
        """Start a new life; return once it has read its log."""
        fork = multiprocessing.get_context("fork")
        self.wire, theirs = fork.Pipe()
        self.process = fork.Process(
            target=live, args=(theirs, self.play), kwargs={"resumed": resumed}
        )
        self.process.start()
        theirs.close()
        self._listen("begun")

    def feed(self, view: TableView, private_notices: Sequence[Action] = ()) -> bool:
        """Send a view, then page declarations; return False if the referee dies meanwhile."""
        self.wire.send((view, private_notices, False))
        return self._listen("done")

    def _listen(self, until: str) -> bool:
        try:
            while True:
                kind, *rest = self.wire.recv()
                if kind == "said":
                    self.heard[rest[0]] = rest[1]
                    self.kinds.append(rest[1]["kind"])
                elif kind == "begun":
                    self.position, seconds = rest
                    self.slowest_s = max(self.slowest_s, seconds)
                    if seconds > MOST_S:
                        self.faults.append(f"took {seconds:.1f} s of CPU")
                elif kind == "done":
                    self.over = rest[0]
                if kind == until:
                    return True
        except (EOFError, OSError):
            return False

    def die(self, view: TableView, moment: str, private_notices: Sequence[Action] = ()) -> bool:
        """Kill the referee; return False if it is to die while writing, but writes nothing."""
        if moment == "waiting":
            alive = self.feed(view, private_notices)
        else:
            self.wire.send((view, private_notices, moment == "writing"))
            if moment == "judging":
                time.sleep(self.rng.random() ** 3 * 0.01)
            alive = moment == "writing" and self._listen("done")
        if moment == "writing" and alive:
            return False
        self.process.kill()
        self._listen("nothing")
        self.process.join()
        self.kills[moment] += 1
        self._tear()
        self._check()
        if not self.over:
            self.begin(resumed=True)
            self._agrees()
        return True

    def _tear(self) -> None:
        """Cut unannounced data off at a random byte, as a power cut may."""
        data = self.play.log.read_bytes()
        lines = data.splitlines(keepends=True)
        kept = sum(len(line) for line in lines[: self.announced])
        if self.rng.random() < 0.5:
            size = self.rng.randint(kept, len(data))
            os.truncate(self.play.log, size)
            self.torn += size < len(data)
        elif len(data) == kept:
            with self.play.log.open("ab") as file:
                file.write(b'{"seq":99,"kind":"accepted","act'[: self.rng.randrange(1, 30)])
            self.torn += 1

    def _check(self) -> None:
        """Check that no announced record is lost or changed."""
        records, _ = parse_log(self.play.log.read_bytes())
        for seq, announced in self.heard.items():
            kept = {k: v for k, v in announced.items() if k not in _CAPTION_FIELDS}
            if seq >= len(records) or (records[seq].kind, records[seq].data) != (
                announced["kind"],
                kept,
            ):
                self.faults.append(f"record {seq} was said and is lost")
        self.over = fold_log(records).outcome is not None

    def _agrees(self) -> None:
        """Check that the new referee has the position that follows from the log."""
        match = fold_log(read_log(self.play.log))
        if match.game.notation.format(match.state) != self.position:
            self.faults.append("the new referee has another position")

    def end(self) -> None:
        self.process.kill()
        self.process.join()

    def log_events(self) -> list[dict[str, Any]]:
        """Return all records of the log as a referee's events."""
        records, _ = parse_log(self.play.log.read_bytes())
        return [{"kind": record.kind, **record.data} for record in records]
