"""Records the referee's inputs and notices, then replays the inputs and compares the notices.

    python benchmarks/matches/corpus.py record out/corpus --share 0.2
    python benchmarks/matches/corpus.py compare out/corpus

`record` plays whole matches with an oracle view instead of the reader. In half of them the referee
is killed: it is dropped, its log is cut after any record of the last input, and a new referee
resumes from the log. Each match is one compressed file of JSON lines: the set-up, then every input
with the notices it caused, including captions. `compare` feeds the same inputs to this checkout's
referee and prints each match's first difference; the exit code is 1 if there is one. It ignores
the digest of the game's data, and with `--facts` the captions, which change with the texts. So
every step of a refactoring can be checked against the corpus. Existing files are kept, so that a
stopped recording continues.

The inputs are those that the robots gave the recorded referee; they do not react to a new one.
"""

from __future__ import annotations

import argparse
import json
import lzma
import os
import random
import sys
import tempfile
import traceback
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from itertools import zip_longest
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import TypeAdapter

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from benchmarks.matches.campaign import BLUNDER
from benchmarks.matches.kills import MANNERS, Table, watch
from benchmarks.matches.notices import by_card
from benchmarks.matches.played import print_paper
from companion.match_setup.app import build_setup, load_manifests, open_referee
from companion.readings import TableView
from companion.referee.inputs import Declare, Finish
from companion.referee.journal import Journal, Utterance, resume_match, utterance_data
from companion.referee.notices import NOTICES, TRAITS, EndReason
from companion.referee.state import Transition
from companion.referee.words.speaker import Speaker
from companion.robots.acting import Behaviour
from companion.robots.opening import FrameRate, cast
from companion.simulator.private_inputs import seeded_lots
from rules import Action, LogWriter, Match, Verb, load_catalog, load_game
from rules.records.log import parse_log
from tests.support.simulator.oracle_view import OracleView

VARIANTS: dict[str, tuple[int, str, tuple[str, ...]]] = {
    "jiguan": (240, "jiguan", ()),
    "yggdrasil": (240, "yggdrasil", ()),
    "dicebattle": (220, "dicebattle", ()),
    "stratosphere": (120, "stratosphere", ()),
    "stratosphere-four": (40, "stratosphere", ("players=4",)),
    "spherion": (60, "spherion", ("max_turns=5",)),
    "spherion-rail": (60, "spherion", ("max_turns=5", "orders=rail")),
    "spherion-slip": (40, "spherion", ("max_turns=5", "orders=slip")),
}
"""Each variant's number of matches, game and settings; 1,020 matches in all."""
KILLS = 0.02
"""Share of frames after which a referee is killed, in every second match."""
VIEW: TypeAdapter[TableView] = TypeAdapter(TableView)
Step = tuple[str, Any, list[dict[str, Any]]]
"""Name of an input, its data, and the notices it caused."""


class Recipe(NamedTuple):
    """The data from which a recorded match is set up."""

    variant: str
    seed: int
    paper: Path


def _without_last(lines: list[bytes], announced: int) -> list[bytes]:
    """Return a log's lines without its last announced ones, and the silent ones after them."""
    kept = list(lines)
    while announced:
        announced -= TRAITS[NOTICES[json.loads(kept.pop())["kind"]]].announced
    while lines[len(kept) :] and not TRAITS[NOTICES[json.loads(kept[-1])["kind"]]].announced:
        kept.pop()
    return kept


class Life:
    """Successive referees on one log; each input returns the notices that it caused."""

    def __init__(self, recipe: Recipe, log: Path) -> None:
        _, self._slug, settings = VARIANTS[recipe.variant]
        self.manifests = load_manifests(sorted(recipe.paper.glob("*.manifest.json")), self._slug)
        self.setup = build_setup(self._slug, settings=settings, manifests=self.manifests)
        self.seed, self.log, self._number = recipe.seed, log, 0
        self._notices: list[dict[str, Any]] = []

    def begin(self) -> list[dict[str, Any]]:
        """Open the match, or resume it from its log."""
        resumed = self.log.exists()
        match = (
            resume_match(self.log, self._slug)
            if resumed
            else Match(load_game(self._slug), self.setup)
        )
        lines = parse_log(self.log.read_bytes())[0] if resumed else ()
        self.referee = open_referee(match, self.manifests, lines=lines)
        salts = random.Random(f"salts/{self.seed}/{self._number}")
        self.referee.context = replace(
            self.referee.context,
            lots=seeded_lots(self.seed),
            make_salt=lambda _: f"{salts.getrandbits(128):032x}",
        )
        self.writer = LogWriter(self.log, lambda _: None)
        self._number += 1
        self._journal = Journal(Speaker(load_catalog(self._slug)), self._announce, self.writer)
        return self._collect(self.referee.receive(self.referee.opening))

    @property
    def over(self) -> bool:
        return self.referee.at.match.outcome is not None

    def take(self, name: str, data: Any) -> list[dict[str, Any]]:  # noqa: ANN401 - JSON
        """Pass one recorded input to the referee; return the notices."""
        if name == "feed":
            return self._collect(self.referee.receive(VIEW.validate_python(data)))
        if name == "declare":
            seat, verb, value = data
            action = Action(seat, Verb(verb), value=value)
            return self._collect(self.referee.receive(Declare(action)))
        if name == "kill":
            self.writer.close()
            lines = self.log.read_bytes().splitlines(keepends=True)
            self.log.write_bytes(b"".join(_without_last(lines, data)))
            return self.begin()
        return self._collect(self.referee.receive(Finish(EndReason(data))))

    def _collect(self, transitions: Iterable[Transition]) -> list[dict[str, Any]]:
        self._notices = []
        self._journal.record(transitions)
        return self._notices

    def _announce(self, utterance: Utterance) -> None:
        self._notices.append(json.loads(json.dumps(utterance_data(utterance))))


class Recorded:
    """A referee for `kills.watch` that records its inputs and notices."""

    def __init__(self, life: Life, rng: random.Random) -> None:
        self.life, self._rng = life, rng
        self.steps: list[Step] = []
        self.heard: dict[int, dict[str, Any]] = {}
        self.kinds: list[str] = []
        self._note("begin", None, life.begin())

    @property
    def announced(self) -> int:
        return len(self.heard)

    @property
    def over(self) -> bool:
        return self.life.over

    def feed(self, view: TableView, private: Sequence[Action] = ()) -> bool:
        self._step("feed", VIEW.dump_python(view, mode="json"))
        for each in private:
            self._step("declare", [each.seat, each.verb.value, each.value])
        return True

    def die(self, view: TableView, moment: str, private: Sequence[Action] = ()) -> bool:
        """Kill the referee after a view; return False if there is nothing to kill or to lose.

        At the moment `writing`, a random number of the last input's notices is lost unannounced.
        """
        self.feed(view, private)
        last = self.steps[-1][2]
        lost = self._rng.randint(0, len(last)) if moment == "writing" else 0
        if self.over or (moment == "writing" and not last):
            return False
        for number in range(self.announced - lost, self.announced):
            del self.heard[number]
        del self.kinds[len(self.kinds) - lost :]
        self._step("kill", lost)
        return True

    def log_events(self) -> list[dict[str, Any]]:
        return list(self.heard.values())

    def _step(self, name: str, data: Any) -> None:  # noqa: ANN401 - JSON
        self._note(name, data, self.life.take(name, data))

    def _note(self, name: str, data: Any, notices: list[dict[str, Any]]) -> None:  # noqa: ANN401 - JSON
        self.steps.append((name, data, notices))
        for notice in notices:
            self.heard[len(self.heard)] = notice
            self.kinds.append(notice["kind"])

    def end(self) -> None:
        if not self.over:
            self._step("finish", EndReason.STOPPED.value)


def record(recipe: Recipe, folder: Path) -> str:
    """Play one match and save it; return one line about it."""
    path = folder / f"{recipe.variant}-{recipe.seed}.jsonl.xz"
    if path.exists():
        return f"kept   {path.name}"
    killed = recipe.seed % 2 == 1
    with tempfile.TemporaryDirectory() as place:
        rng = random.Random(f"corpus/{recipe.seed}")
        life = Life(recipe, Path(place) / "match.jsonl")
        cards = [card for manifest in life.manifests for card in manifest.cards]
        mats = {mat.name: mat for manifest in life.manifests for mat in manifest.mats}
        wild = Behaviour(BLUNDER[life.setup.game], mistakes=6, distraction=0.15, take_back=0.12)
        manners = MANNERS if killed else wild
        party, mat = cast(cards, mats, life.setup, recipe.seed, manners, FrameRate(5.0, 2.5))
        referee: Any = Recorded(life, rng)
        table = Table(OracleView(life.manifests, mat), referee, by_card(cards))
        party.pages.heard = referee.kinds
        watch(party.ticks(), party.pages, table, rng, KILLS if killed else 0.0)
        referee.end()
    lines = [json.dumps([recipe.variant, recipe.seed]), *map(json.dumps, referee.steps)]
    packed = lzma.compress("\n".join(lines).encode(), preset=1)
    unfinished = path.with_suffix(".part")
    unfinished.write_bytes(packed)
    unfinished.replace(path)
    kills = sum(name == "kill" for name, *_ in referee.steps)
    counts = f"{len(referee.steps)} inputs, {referee.announced} notices, {kills} kills"
    return f"played {path.name}: {counts}"


def compare(path: Path, papers: Path, *, facts: bool) -> str:
    """Judge one recorded match again; return the first difference, or "" for none."""
    ignored = ("catalogue", "caption") if facts else ("catalogue",)
    with lzma.open(path, "rt", encoding="utf-8") as file:
        (variant, seed), *steps = map(json.loads, file)
    with tempfile.TemporaryDirectory() as place:
        life = Life(Recipe(variant, seed, papers / variant), Path(place) / "match.jsonl")
        for number, (name, data, expected) in enumerate(steps):
            try:
                found = life.begin() if name == "begin" else life.take(name, data)
            except Exception:  # noqa: BLE001 - a referee that breaks is a difference like any other
                return f"{path.name}: input {number} ({name}): {traceback.format_exc()}"
            for notice in (*expected, *found):
                for key in ignored:
                    notice.pop(key, None)
            if found != expected:
                return f"{path.name}: input {number} ({name}):\n{_difference(expected, found)}"
    return ""


def _difference(expected: list[dict[str, Any]], found: list[dict[str, Any]]) -> str:
    pairs = zip_longest(expected, found)
    return "\n".join(f"  was {a}\n  is  {b}" for a, b in pairs if a != b)


def recipes(folder: Path, share: float) -> list[Recipe]:
    """Print each variant's sheets; return the corpus's matches, or a share of them."""
    found = []
    for variant, (count, game, settings) in VARIANTS.items():
        paper = folder / "paper" / variant
        print_paper(paper, game, settings)
        found += [Recipe(variant, seed, paper) for seed in range(max(2, round(count * share)))]
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("command", choices=("record", "compare"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--share", type=float, default=1.0, help="record: share of the matches")
    parser.add_argument("--only", default="", help="the variants with this in their name")
    parser.add_argument("--facts", action="store_true", help="compare: ignore captions")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    args = parser.parse_args()
    with get_context("spawn").Pool(args.jobs, maxtasksperchild=20) as pool:
        if args.command == "record":
            wanted = [r for r in recipes(args.folder, args.share) if args.only in r.variant]
            for line in pool.imap(partial(record, folder=args.folder), wanted):
                print(line, flush=True)
            return 0
        files = [f for f in sorted(args.folder.glob("*.jsonl.xz")) if args.only in f.name]
        different = 0
        for line in pool.imap(
            partial(compare, papers=args.folder / "paper", facts=args.facts), files
        ):
            if line:
                different += 1
                print(line, flush=True)
    print(f"{len(files)} matches, {different} different")
    return int(different > 0 or not files)


if __name__ == "__main__":
    sys.exit(main())
