"""A match whose referee is killed again and again, and goes on from its log each time.

    python tests/benchmarks/kill_campaign.py jiguan out/campaign-jiguan-paper --matches 20

Players play whole matches before a perfect eye; at random moments the referee is gone, with its
last line half written, and another one begins from the log.  Nothing that was said may be lost,
every new referee must find the table as it lies, and in the end all that was accepted must be the
players' script.  Exit code 1 if anything is lost or a match does not come to its end.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import numpy as np

from companion._app import build_setup, load_manifests, mat_of, open_session
from companion.readings import Face, TableView
from companion.referee.journal import Journal, Utterance, resume_match, utterance_data
from companion.referee.speaker import Speaker
from companion.virtual.acting import Manners
from companion.virtual.compare import Comparison, compare, said_words
from companion.virtual.errands import ErrandStage
from companion.virtual.party import Party
from companion.virtual.sight import PerfectEye
from companion.virtual.stage import Tick
from rules import LogWriter, Manifest, Match, load_catalog, load_game, parse_log

MARKS = (Face.TOKEN, Face.CONTROL)
HEARD_S = 1.1
"""After so long a piece that was laid has been heard."""
# The hands leave the table alone while the players wait for the new referee.
CALM = Manners(blunder=0.1, forget=0.0, distraction=0.05)


@dataclass
class Referee:
    """A session with its log; `heard` is what it said, this life and the ones before."""

    slug: str
    log: Path
    manifests: tuple[Manifest, ...]
    heard: list[dict[str, Any]] = field(default_factory=list)
    kills: int = 0
    slowest_s: float = 0.0
    calm_s: float = 0.0
    marks: set[tuple[str, str | None]] = field(default_factory=set)

    def begin(self, match: Match[Any]) -> None:
        self.session = open_session(match, self.manifests, resumed=self.kills > 0)
        self.writer = LogWriter(self.log)
        self.journal = Journal(Speaker(load_catalog(self.slug)), self._hear, self.writer)
        self.journal.note(self.session.start())

    def _hear(self, utterance: Utterance) -> None:
        self.heard.append(utterance_data(utterance))

    def mortal(self, view: TableView) -> bool:
        """Whether nothing is lost that players would have to say again with a piece."""
        marks = {(r.tag, r.cell) for r in view.readings if r.face in MARKS}
        self.calm_s = view.time_s if view.hand else self.calm_s
        if view.time_s - self.calm_s > HEARD_S:
            self.marks = marks
        match = self.session.match
        open_ = len(match.plies) > 1 and match.outcome is None
        return open_ and not view.hand and marks == self.marks

    def die(self, rng: random.Random) -> None:
        """The power goes in the middle of a line; the next referee begins from what is there."""
        self.writer.close()
        told = sum(1 for line in self.log.read_bytes().splitlines() if line)
        with self.log.open("ab") as file:
            file.write(b'{"seq": 99, "kind": "accepted", "act'[: rng.randrange(1, 30)])
        begun = time.process_time()
        self.kills += 1
        match = resume_match(self.log, self.slug)
        whole, _ = parse_log(self.log.read_bytes().rpartition(b"\n")[0] + b"\n")
        assert len(whole) == told, "a record that was said is lost"
        self.begin(match)
        self.slowest_s = max(self.slowest_s, time.process_time() - begun)


def play(
    slug: str, paths: list[Path], settings: list[str], seed: int, share: float
) -> tuple[Comparison, Referee]:
    """One match: what was said against the script, and who said it."""
    manifests = load_manifests(paths, slug)
    setup, game = build_setup(slug, settings=settings, manifests=manifests), load_game(slug)
    form = game.table(setup)
    mat = mat_of(manifests, form)
    assert mat is not None
    rng = random.Random(seed)
    stage = ErrandStage(mat, form.seat_turns, np.random.default_rng(seed), fps=5, idle_fps=2.5)
    cards = [card for manifest in manifests for card in manifest.cards]
    party = Party(Match(game, setup), stage, cards, random.Random(seed), CALM)
    with tempfile.TemporaryDirectory() as folder:
        referee = Referee(slug, Path(folder) / "match.jsonl", manifests)
        referee.begin(Match(game, setup))
        eye = PerfectEye(manifests, mat)
        for tick in party.ticks():
            view = eye.see(tick)
            referee.journal.note(referee.session.feed(view))
            if referee.mortal(view) and rng.random() < share:
                referee.die(rng)
                for _ in range(4):  # players wait until somebody speaks again
                    referee.journal.note(referee.session.feed(eye.see(Tick(tick.scene, 0.4))))
        found = compare(party.script, said_words(referee.heard))
    return found, referee


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("paper", type=Path)
    parser.add_argument("--setting", action="append", default=[])
    parser.add_argument("--matches", type=int, default=10)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--share", type=float, default=0.03, help="kills a calm frame")
    args = parser.parse_args()
    paths = sorted(args.paper.glob("*.manifest.json"))
    kills, wrong, slowest = 0, 0, 0.0
    kinds: Counter[str] = Counter()
    for seed in range(args.seed, args.seed + args.matches):
        found, referee = play(args.game, paths, args.setting, seed, args.share)
        kills, slowest = kills + referee.kills, max(slowest, referee.slowest_s)
        kinds.update(event["kind"] for event in referee.heard)
        wrong += not right(found, referee)
        tell(seed, found, referee)
    print(f"\n{args.matches} matches, {kills} kills, slowest resumption {slowest:.2f} s CPU")
    print(f"matches not right: {wrong}; out of step: {kinds['out_of_step']}")
    return int(wrong > 0)


def right(found: Comparison, referee: Referee) -> bool:
    """Whether all was said that was due; what was done at one go has no order."""
    same = Counter(found.missing) == Counter(found.extra)
    return same and referee.session.match.outcome is not None


def tell(seed: int, found: Comparison, referee: Referee) -> None:
    """One line a match."""
    mark = "right" if right(found, referee) else "WRONG"
    print(f"{mark}  seed {seed}  {found.right} verdicts  {referee.kills} kills", flush=True)
    if mark == "WRONG":
        print(f"       missing {found.missing[:4]} extra {found.extra[:4]}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
