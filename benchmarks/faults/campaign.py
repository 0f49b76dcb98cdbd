"""Lets every input and output of a match, a print and a scan fail, and the power, too.

    python benchmarks/faults/campaign.py --faults 100000 --results out/faults.jsonl
    python benchmarks/faults/campaign.py --game jiguan --seed 7 --faults 5000

The failing world (`tests/support/faults`) makes one call fail, at every occurrence and in every way
that this call has: no space, a broken disk, too many files, no right, a signal, a short write, no
memory, Ctrl-C. One of some hundred function calls of the program's own is denied memory. After each
call that changes the disk, it also cuts the power, and looks at disks that may then remain.

After each fault, no acknowledged record is lost, the log goes on, no file is half, and the user
reads one sentence with exit code 3. Each seed plays other short matches of all games. A print and a
scan are the same in every seed, so later seeds only cut their power and deny them memory at other
places. One JSON line per scenario and seed is
appended to the results, so that a stopped campaign continues. A fault that takes longer than
`HANG_S` ends the campaign with the stacks of all threads. The exit code is 1 if anything is wrong.
"""

from __future__ import annotations

import argparse
import faulthandler
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.support.faults.campaign import Found, cut_power, deny_memory, fail_everywhere
from tests.support.faults.scenarios import (
    OF_A_MATCH,
    OTHERS,
    Decided,
    PrintScenario,
    ScanScenario,
    Scenario,
)

GAMES = ("jiguan", "yggdrasil", "dicebattle", "stratosphere", "spherion")
HANG_S = 600.0
FAST = Path("/dev/shm")  # noqa: S108 - a folder in memory, if there is one


def scenarios(games: list[str], seed: int, notices: int) -> Iterator[Scenario]:
    """Yield the scenarios of a seed."""
    for game in games:
        decided = Decided.of(game, seed, notices)
        for make in OF_A_MATCH.values():
            yield make(decided)
    for other in OTHERS.values():
        yield other()


def try_all(
    scenario: Scenario, base: Path, seed: int, cuts: int, share: int, *, new: bool
) -> Found:
    """Return what a scenario suffers; only a `new` one needs the faults of each call."""
    found = fail_everywhere(scenario, base, share, seed % share) if new else Found()
    found.add(deny_memory(scenario, base, seed))
    if scenario.synced:
        found.add(cut_power(scenario, base, seed, cuts))
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", action="append", choices=GAMES, default=[])
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--faults", type=int, default=10_000)
    parser.add_argument("--notices", type=int, default=25, help="of each match")
    parser.add_argument("--cuts", type=int, default=8, help="disks after each call")
    parser.add_argument("--share", type=int, default=1, help="take one of so many faults")
    parser.add_argument("--results", type=Path, default=None)
    args = parser.parse_args()
    done: dict[tuple[int, str], Found] = {}
    if args.results and args.results.exists():
        for line in args.results.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            key = row["seed"], row["scenario"]
            done[key] = Found(Counter(row["faults"]), row["wrong"])
    seed, begun = args.seed, time.process_time()
    count = sum(found.faults.total() for found in done.values())
    with tempfile.TemporaryDirectory(dir=FAST if FAST.is_dir() else None) as folder:
        while count < args.faults:
            for scenario in scenarios(args.game or list(GAMES), seed, args.notices):
                if (seed, scenario.name) in done or count >= args.faults:
                    continue
                faulthandler.dump_traceback_later(HANG_S, exit=True)
                new = seed == args.seed or not isinstance(scenario, PrintScenario | ScanScenario)
                found = try_all(scenario, Path(folder), seed, args.cuts, args.share, new=new)
                faulthandler.cancel_dump_traceback_later()
                done[seed, scenario.name] = found
                count += found.faults.total()
                row = {"seed": seed, "scenario": scenario.name}
                row |= {"faults": dict(found.faults), "wrong": found.wrong}
                for line in found.wrong:
                    print(f"WRONG  seed {seed}  {line}", flush=True)
                if args.results:
                    with args.results.open("a", encoding="utf-8") as file:
                        file.write(json.dumps(row) + "\n")
            seed += 1
            print(f"{count} faults, {time.process_time() - begun:.0f} s CPU", flush=True)
    return summary(done)


def summary(done: dict[tuple[int, str], Found]) -> int:
    """Print the faults by scenario and by kind; return 1 if anything was wrong."""
    total = Found()
    for found in done.values():
        total.add(found)
    by_scenario: Counter[str] = Counter()
    by_kind: Counter[str] = Counter()
    for name, count in total.faults.items():
        scenario, _, kind = name.partition(": ")
        by_scenario[scenario] += count
        by_kind[kind] += count
    for name, count in (*by_scenario.most_common(), *by_kind.most_common()):
        print(f"{count:>8}  {name}")
    print(f"{total.faults.total()} faults, {len(total.wrong)} wrong")
    return int(bool(total.wrong))


if __name__ == "__main__":
    sys.exit(main())
