"""Plays whole matches through rendered frames and checks every verdict.

    python benchmarks/matches/campaign.py --game jiguan --matches 20
    python benchmarks/matches/campaign.py --game stratosphere --setting players=4
    python benchmarks/matches/campaign.py --game yggdrasil --matches 100 --eye

The program prints the shipped decks and the mat. Seeded robots then play whole matches at the
simulated table, from the empty table to the last verdict, using only cards, pieces and control
cards. The real reader and referee watch. Every match is compared with the robots' script: verdicts
with their clauses in order, the final layout, winner and scores. One JSON line per match is
appended to the results, so that a stopped campaign continues. With `--eye` nothing is rendered: an
oracle view replaces the reader, at a fiftieth of the cost, so that only the referee is tested.

A verdict is *wrong* if it was due and missing, or had no cause. The referee was *unsure* if it
asked a question, or reported a desync or a poor view, without a reason in the script. A match is
*stuck* if the robots reach its end and the referee does not. The exit code is 1 if anything was
wrong or stuck, if the referee was unsure in more than 2 % of the verdicts, or if less than 10 % of
the actions were illegal.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as `companion` itself does

from benchmarks.matches.played import Conditions, play, print_paper  # noqa: E402
from companion.robots.acting import Behaviour  # noqa: E402 - the checkout comes first
from rules import RulesError  # noqa: E402 - the checkout comes first

UNSURE_SHARE, ILLEGAL_SHARE = 0.02, 0.10
WIDTHS = {
    "jiguan": 1280,
    "yggdrasil": 1600,
    "stratosphere": 1600,
    "dicebattle": 1920,
    "spherion": 2560,
}
"""Camera widths in px at which a tag's modules in the picture are 1.5 to 1.7 px wide."""
BLUNDER = {
    "jiguan": 0.2,
    "yggdrasil": 0.2,
    "stratosphere": 0.2,
    "dicebattle": 0.27,
    "spherion": 0.2,
}
"""Probability of an illegal attempt per decision; some decisions have no illegal option."""
HAZARDS = ("illegal", "taken_back", "bump", "glare", "nudge", "rest", "forgotten")


def wrong(result: dict[str, Any]) -> bool:
    """Return True if a verdict or the end of a match differs from the script."""
    faults = result["missing"] or result["extra"] or result["error"]
    return bool(faults) or not (result["layout"] and result["outcome"])


def unsure(results: Sequence[dict[str, Any]]) -> int:
    """Count the cases in which the referee was unsure."""
    return sum(sum(result["unsure"].values()) for result in results)


def illegal_share(results: Sequence[dict[str, Any]]) -> float:
    """Return the share of illegal attempts among all attempts."""
    done: Counter[str] = Counter()
    for result in results:
        done.update(result["deeds"])
    return done["illegal"] / max(1, done["illegal"] + done["action"])


def finished(path: Path) -> dict[int, dict[str, Any]]:
    """Return the results of earlier runs by seed; terminate an incomplete last line."""
    if not path.exists():
        return {}
    text = path.read_text(encoding="utf-8")
    if text and not text.endswith("\n"):
        path.write_text(f"{text}\n", encoding="utf-8")
    results = []
    for line in text.splitlines():
        with contextlib.suppress(json.JSONDecodeError):
            results.append(json.loads(line))
    return {result["seed"]: result for result in results}


def commit() -> str:
    """Return the checkout's commit, with a + if there are uncommitted changes."""

    def git(*words: str) -> str:
        command = ["git", "-C", str(ROOT), *words]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        return done.stdout.strip()

    dirty = git("status", "--porcelain", "--untracked-files=no")
    return git("rev-parse", "--short", "HEAD") + "+" * bool(dirty)


def report(result: dict[str, Any]) -> None:
    """Print one line about a match, and its faults."""
    mark = "WRONG" if wrong(result) else "right"
    per_frame = 1000 * result["cpu_s"] / max(1, result["frames"])
    print(
        f"{mark}  seed {result['seed']:>5}  {result['right']:>3} verdicts  "
        f"{result['frames']:>5} frames  {result['cpu_s']:>6.1f} s CPU  {per_frame:5.1f} ms a frame",
        flush=True,
    )
    if wrong(result):
        for name in ("missing", "extra", "layout", "outcome", "error"):
            print(f"       {name}: {result[name]}", flush=True)
    if result["unsure"]:
        print(f"       unsure: {result['unsure']}", flush=True)


def summary(results: list[dict[str, Any]]) -> None:
    """Print a summary of the whole campaign."""
    deeds, shown, others = Counter[str](), Counter[str](), Counter[str]()
    for result in results:
        deeds.update(result["deeds"])
        shown.update(result["shown"])
        others.update(result["unsure"])
    frames, cpu = (sum(r[key] for r in results) for key in ("frames", "cpu_s"))
    print(f"\n{len(results)} matches, {frames} frames, {cpu:.0f} s CPU")
    print(f"commits: {', '.join(sorted({r['commit'] for r in results}))}")
    print(f"deeds: {', '.join(f'{n} {kind}' for kind, n in sorted(deeds.items()))}")
    print(f"illegal attempts: {illegal_share(results):.1%} of all attempts")
    print(f"frames that showed: {', '.join(f'{n} {kind}' for kind, n in sorted(shown.items()))}")
    lacking = {kind: sum(not r["deeds"].get(kind) for r in results) for kind in HAZARDS}
    undone = ("taken_back", "taken_up")
    lacking["taken_back"] = sum(not any(map(r["deeds"].get, undone)) for r in results)
    print(f"matches without: {', '.join(f'{kind} {n}' for kind, n in lacking.items())}")
    print(f"right verdicts: {sum(r['right'] for r in results)}")
    print(f"missing: {sum(len(r['missing']) for r in results)}")
    print(f"without cause: {sum(len(r['extra']) for r in results)}")
    share = unsure(results) / max(1, due(results))
    print(f"unsure: {unsure(results)} of {due(results)} ({share:.2%}) {dict(others)}")
    print(f"stuck: {sum(r['stuck'] for r in results)}")
    print(f"wrong matches: {sum(map(wrong, results))}")


def due(results: Sequence[dict[str, Any]]) -> int:
    """Return the number of verdicts in the scripts."""
    return sum(r["right"] + len(r["missing"]) for r in results)


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="yggdrasil")
    parser.add_argument("--setting", action="append", default=[], help="NAME=VALUE")
    parser.add_argument("--matches", type=int, default=10)
    parser.add_argument("--seed", type=int, default=0, help="the first match's seed")
    parser.add_argument("--results", type=Path, default=None)
    parser.add_argument("--paper", type=Path, default=None)
    parser.add_argument("--eye", action="store_true", help="a perfect eye instead of pictures")
    parser.add_argument("--condition", default="webcam", help="clean, good, webcam or hard")
    parser.add_argument("--matt", action="store_true", help="hard without lamps in the mat")
    parser.add_argument("--width", type=int, default=0, help="the camera's pictures, 16 : 9")
    parser.add_argument("--tilt", type=float, default=10.0, help="degrees from the vertical")
    parser.add_argument("--fps", type=float, default=5.0, help="pictures a second while hands move")
    parser.add_argument("--idle-fps", type=float, default=2.5, help="and while they rest")
    parser.add_argument("--blunder", type=float, default=None, help="illegal attempts a decision")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--keep", type=Path, default=None, help="a folder for what was said when")
    return parser.parse_args()


def main() -> int:
    args = options()
    name = "-".join([args.game, *args.setting]).replace("=", "")
    paper = args.paper or Path("out") / f"campaign-{name}-paper"
    of = "-eye" if args.eye else ""
    results = args.results or Path("out") / f"campaign-{name}{of}.jsonl"
    many = "players=4" in args.setting
    under = Conditions(
        args.game,
        tuple(args.setting),
        print_paper(paper, args.game, args.setting),
        args.condition,
        args.matt,
        args.width or (2560 if many else WIDTHS.get(args.game, 2560)),
        args.tilt,
        (args.fps, args.idle_fps),
        Behaviour(
            blunder=BLUNDER.get(args.game, 0.2) if args.blunder is None else args.blunder,
            mistakes=6,
            distraction=0.15,
            take_back=0.12,
        ),
        args.eye,
        commit(),
        args.keep,
    )
    results.parent.mkdir(parents=True, exist_ok=True)
    done = finished(results)
    wanted = range(args.seed, args.seed + args.matches)
    with ProcessPoolExecutor(args.jobs) as pool:
        runs = [pool.submit(play, seed, under) for seed in wanted if seed not in done]
        for run in as_completed(runs):
            result = run.result()
            done[result["seed"]] = result
            with results.open("a", encoding="utf-8") as file:
                file.write(json.dumps(result) + "\n")
            report(result)
    chosen = [done[seed] for seed in wanted if seed in done]
    summary(chosen)
    too_tame = illegal_share(chosen) < ILLEGAL_SHARE
    return int(any(map(wrong, chosen)) or unsure(chosen) > UNSURE_SHARE * due(chosen) or too_tame)


if __name__ == "__main__":
    try:
        code = main()
    except RulesError as error:  # for example a setting that the game does not have
        sys.exit(str(error))
    sys.exit(code)
