"""Kills referees at random moments and resumes them from their log.

    python benchmarks/matches/kills.py --kills 1000 --results out/kills.jsonl
    python benchmarks/matches/kills.py --game jiguan --kills 20
    python benchmarks/matches/kills.py --game spherion --setting max_turns=5 --paper FOLDER

Robots play whole matches, with an oracle view instead of the reader. The referee is a separate
process with a log on disk (fsync). It is killed by SIGKILL while it writes a line, judges a view,
or waits. Like a power cut, a kill may also tear unannounced data: the log's tail is then cut off
at any byte. The next referee starts from the remaining log.

A match is *right* if, after each kill, every announced record is in the log unchanged and the new
referee has the log's position. In the end the verdicts must match the robots' script.

Declarations (with a piece, or on a page) that are not in the log are repeated, as people do if
they get no answer. If a card was illegally removed while no referee watched, the new referee asks
for the card in its cell. It cites no clause, because it is unknown who removed the card. Such
cases are counted (`put_back`). So are cases in which cards were placed again because the new
referee asked for them (`shown_again`): an unwatched battle may have been allowed or prevented, and
the cards show which.

Spherion needs printed sheets (`--paper`); its random draws depend only on the seed, not on the
kills. One JSON line per match is appended to the results, so that a stopped campaign continues.
The exit code is 1 if any match was wrong.
"""

from __future__ import annotations

import argparse
import gc
import json
import math
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from benchmarks.matches.lives import Play, Referee
from benchmarks.matches.notices import (
    ANSWERS,
    answered,
    as_differences,
    by_card,
    verdicts_once,
    with_asked,
)
from companion.match_setup.app import build_setup, load_manifests
from companion.readings import Face, TableView
from companion.robots.acting import Behaviour
from companion.robots.opening import FrameRate, cast
from companion.robots.script import compare
from companion.simulator.private_inputs import PrivateInputs
from companion.simulator.stage import SceneFrame
from rules import Action
from tests.support.simulator.oracle_view import OracleView

GAMES = ("jiguan", "yggdrasil", "dicebattle", "stratosphere", "spherion")
PAPER = (
    Path(__file__).resolve().parents[2] / "tests" / "companion" / "vision" / "pictures" / "paper"
)
MARKS = (Face.TOKEN, Face.CONTROL)
MOMENTS = ("writing", "judging", "waiting")
MANNERS = Behaviour(blunder=0.1, forget=0.0, distraction=0.05, take_back=0.05)
HEARD_S = 1.7
"""Time after which a placed piece counts as recognised by the referee, in s."""
LOOK_S, LOOKS = 0.4, 4


@dataclass
class Table:
    """The players' table: its contents, and the declarations that are still unanswered."""

    eye: OracleView
    referee: Referee
    papers: Mapping[str, list[str]]
    shown: int = 0
    heard: frozenset[str] = frozenset()
    calm_s: float = 0.0
    since: dict[str, int] = field(default_factory=dict)
    doubt: bool = False
    private_notices: list[Action] = field(default_factory=list)

    def show(self, tick: SceneFrame) -> TableView:
        """Return the next view, and track which pieces were placed or removed."""
        view = self.eye.see(tick)
        self.calm_s = view.time_s if view.hand else self.calm_s
        if view.hand:
            return view
        shown = self._declared(view)
        self.heard &= shown  # placing a piece again is a new declaration
        self.since = {piece: self.since.get(piece, self.referee.announced) for piece in shown}
        return view

    def judged(self, view: TableView) -> None:
        """Count all pieces as recognised if the referee has judged views at rest long enough."""
        if view.time_s - self.calm_s > HEARD_S and not self.doubt:
            self.heard = self._declared(view)

    def killed(self) -> None:
        """Record that the referee was killed, so players must check what the new one knows."""
        self.doubt = True

    def settle(self, tick: SceneFrame) -> None:
        """Let the new referee watch the resting table; repeat declarations that it missed."""
        announced = self.referee.announced
        view = self._wait(tick)
        self._show_again(tick, self.referee.log_events()[announced:])
        fresh = self._declared(view) - self.heard
        events = self.referee.log_events()
        unheard = frozenset(
            piece
            for piece in fresh
            if not answered(piece, events[self.since.get(piece, announced) :])
        )
        self.doubt = False
        if unheard:
            self._say_again(tick, unheard)
        if self.private_notices:  # declarations on a page, which are not visible on the table
            self.referee.feed(self.eye.see(SceneFrame(tick.scene, LOOK_S)), self.private_notices)
            self.private_notices = []

    def _show_again(self, tick: SceneFrame, events: list[dict[str, Any]]) -> None:
        """Place the cards that the new referee asks for, then remove them again."""
        scene = with_asked(tick.scene, events, self.papers, self.eye.mat)
        if scene != tick.scene:
            self.shown += 1
            self._wait(SceneFrame(scene, tick.seconds))
            self._wait(tick)

    def drop_logged(self, since: int) -> None:
        """Drop page declarations that the log contains after record number `since`."""
        events = self.referee.log_events()[since:]
        heard = {str(event.get("action")) for event in events if event["kind"] in ANSWERS}
        self.private_notices = [each for each in self.private_notices if str(each) not in heard]

    def _say_again(self, tick: SceneFrame, unheard: frozenset[str]) -> None:
        """Place the missed pieces again, and throw the missed dice again."""
        first = {piece.partition(" ")[0] for piece in unheard}
        scene = tick.scene
        if any("." in name for name in first):  # a tray, not a tag
            scene = replace(scene, dice=())
        for tag in first:
            scene = scene.without(tag)
        self._wait(SceneFrame(scene, tick.seconds))
        self._wait(tick)

    def _declared(self, view: TableView) -> frozenset[str]:
        dice = (f"{die.cell} {die.throw}" for die in view.dice)
        pieces = (r for r in view.readings if r.face in MARKS or str(r.cell).endswith(".control"))
        marks = (f"{r.tag} {r.cell}" for r in pieces)
        return frozenset((*dice, *marks))

    def _wait(self, tick: SceneFrame) -> TableView:
        for _ in range(LOOKS):
            view = self.eye.see(SceneFrame(tick.scene, LOOK_S))
            self.referee.feed(view)
        return view


def play_match(
    slug: str, seed: int, share: float, paper: Path, settings: list[str]
) -> dict[str, Any]:
    """Play one match; return its result as JSON data."""
    manifests = load_manifests(sorted(paper.glob("*.manifest.json")), slug)
    setup = build_setup(slug, settings=settings, manifests=manifests)
    cards = [card for manifest in manifests for card in manifest.cards]
    mats = {mat.name: mat for manifest in manifests for mat in manifest.mats}
    party, mat = cast(cards, mats, setup, seed, MANNERS, FrameRate(5.0, 2.5))
    rng = random.Random(seed)
    cpu = time.process_time()
    with tempfile.TemporaryDirectory() as folder:
        referee = Referee(Play(setup, manifests, Path(folder) / "match.jsonl", seed), rng)
        referee.begin(resumed=False)
        table = Table(OracleView(manifests, mat), referee, by_card(cards))
        party.pages.heard = referee.kinds
        watch(party.ticks(), party.pages, table, rng, share)
        referee.end()
        events = referee.log_events()
    found = compare(party.script, verdicts_once(events))
    missing, asked = as_differences(found.missing, events)
    extra = Counter(found.extra)
    return {
        "game": slug,
        "seed": seed,
        "kills": dict(referee.kills),
        "torn": referee.torn,
        "slowest_s": round(referee.slowest_s, 3),
        "cpu_s": round(time.process_time() - cpu, 1),
        "faults": referee.faults,
        "right": found.right,
        "put_back": asked,
        "shown_again": table.shown,
        "missing": [" ".join([w.kind, w.action, *w.clauses]) for w in (missing - extra).elements()],
        "extra": [" ".join([w.kind, w.action, *w.clauses]) for w in (extra - missing).elements()],
        "ended": referee.over,
        "desynced": sum(e["kind"] == "desynced" for e in events),
    }


def watch(
    ticks: Iterator[SceneFrame],
    pages: PrivateInputs,
    table: Table,
    rng: random.Random,
    share: float,
) -> None:
    """Watch the match to its end, with kills in a `share` of the frames."""
    referee, waits = table.referee, ""
    for tick in ticks:
        view = table.show(tick)
        table.private_notices += pages.due(math.inf)
        announced = referee.announced
        wanted = waits or (rng.choice(MOMENTS) if rng.random() < share else "")
        if wanted and len(referee.heard) > 2 and not referee.over:
            dead = referee.die(view, wanted, table.private_notices)
            waits = "" if dead else wanted
            if dead:
                table.drop_logged(announced)
                table.killed()
            else:
                table.private_notices = []
        elif not referee.over:
            referee.feed(view, () if table.doubt else table.private_notices)
            table.private_notices = table.private_notices if table.doubt else []
            table.judged(view)
        if table.doubt and not view.hand and not referee.over:
            table.settle(tick)


def right(result: dict[str, Any]) -> bool:
    return result["ended"] and not (result["faults"] or result["missing"] or result["extra"])


def report(result: dict[str, Any]) -> None:
    """Print one line about a match, and its faults."""
    mark = "right" if right(result) else "WRONG"
    kills = sum(result["kills"].values())
    print(
        f"{mark}  {result['game']:<12} seed {result['seed']:>4}  {result['right']:>3} verdicts  "
        f"{kills:>3} kills  slowest {result['slowest_s']:.2f} s  {result['cpu_s']:.0f} s CPU",
        flush=True,
    )
    if mark == "WRONG":
        for name in ("faults", "missing", "extra", "ended", "desynced"):
            print(f"       {name}: {result[name]}", flush=True)


def summary(results: list[dict[str, Any]]) -> None:
    """Print a summary of the whole campaign, one line per game."""
    for game in GAMES:
        own = [r for r in results if r["game"] == game]
        if not own:
            continue
        kills: Counter[str] = Counter()
        for result in own:
            kills.update(result["kills"])
        asked = {name: sum(r[name] for r in own) for name in ("put_back", "shown_again")}
        print(
            f"{game:<12} {len(own)} matches, {kills.total()} kills ({dict(kills)}), "
            f"{sum(r['torn'] for r in own)} torn; lost or wrong: "
            f"{sum(len(r['faults']) for r in own)}; wrong matches: "
            f"{sum(not right(r) for r in own)}; {asked}; "
            f"slowest {max(r['slowest_s'] for r in own):.2f} s"
        )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", action="append", choices=GAMES, default=[])
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--matches", type=int, default=1000, help="of each game, at most")
    parser.add_argument("--share", type=float, default=0.03, help="kills a frame")
    parser.add_argument("--paper", type=Path, default=None, help="a folder of manifests")
    parser.add_argument("--setting", action="append", default=[], help="NAME=VALUE")
    parser.add_argument("--results", type=Path, default=None)
    args = parser.parse_args()
    games = args.game or list(GAMES)
    done: dict[tuple[str, int], dict[str, Any]] = {}
    if args.results and args.results.exists():
        for line in args.results.read_text(encoding="utf-8").splitlines():
            result = json.loads(line)
            done[result["game"], result["seed"]] = result
    seed, kills = args.seed, sum(sum(r["kills"].values()) for r in done.values())
    while kills < args.kills and seed < args.seed + args.matches:
        for game in games:
            if (game, seed) in done:
                continue
            result = done[game, seed] = play_match(
                game, seed, args.share, args.paper or PAPER / game, args.setting
            )
            kills += sum(result["kills"].values())
            report(result)
            gc.collect()
            if args.results:
                with args.results.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(result) + "\n")
        seed += 1
    results = list(done.values())
    summary(results)
    return int(not all(map(right, results)))


if __name__ == "__main__":
    sys.exit(main())
