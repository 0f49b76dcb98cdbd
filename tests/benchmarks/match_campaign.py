"""Whole matches through rendered frames, and whether every verdict was right.

    python tests/benchmarks/match_campaign.py --matches 20 --results out/campaign.jsonl

Prints the shipped decks and the mat, then lets seeded players play whole matches at the virtual
table; the real reader and referee watch.  Every match is compared with the players' script:
verdicts with their clauses in order, the final layout, winner and scores.  One JSON line a match
is appended to the results, so that a stopped campaign goes on where it was.  Exit code 1 if a
verdict was wrong, or the referee said something the script has no reason for.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

GAME = "yggdrasil"
UNREASONED = ("question", "out_of_step", "table_fault", "trouble", "set_up_wanted", "not_now")


def print_paper(folder: Path) -> list[Path]:
    """The manifests of cards and mat in `folder`, printed there first if there are none."""
    found = sorted(folder.glob("*.manifest.json"))
    if not found:
        folder.mkdir(parents=True, exist_ok=True)
        for what in ("cards", "mat"):
            command = [sys.executable, "-m", "printkit", what, GAME, "--out", str(folder)]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        found = sorted(folder.glob("*.manifest.json"))
    return found


def play(
    seed: int,
    manifests: Sequence[Path],
    condition: str,
    tilt: float,
    fps: tuple[float, float],
) -> dict[str, Any]:
    """One match, watched and compared; a JSON value."""
    import cv2

    from companion._app import Loop, build_setup, load_manifests, open_session
    from companion.referee.journal import Journal, Utterance, utterance_data
    from companion.referee.speaker import Speaker
    from companion.virtual import Pace, open_table
    from companion.virtual.camera import Camera
    from companion.virtual.compare import compare, said_words
    from companion.virtual.sensor import CONDITIONS
    from companion.vision.watcher import Watcher
    from rules import Match, load_catalog, load_game

    cv2.setNumThreads(1)
    loaded = load_manifests(manifests, GAME)
    setup = build_setup(GAME, manifests=loaded)
    camera = Camera(heading_deg=90.0, tilt_deg=tilt)
    opened = open_table(
        manifests,
        setup,
        seed,
        condition=CONDITIONS[condition],
        camera=camera,
        pace=Pace(*fps),
    )
    session = open_session(Match(load_game(GAME), setup), loaded)
    events: list[dict[str, Any]] = []

    def hear(utterance: Utterance) -> None:
        events.append(utterance_data(utterance))

    watcher = Watcher(loaded)
    journal = Journal(Speaker(load_catalog(GAME)), hear)
    loop = Loop(session, journal, opened.source, watcher.see, watcher.lost)
    begun, cpu = time.perf_counter(), time.process_time()
    loop.run()
    cpu = time.process_time() - cpu
    opened.source.play_out()
    script = opened.script
    found = compare(script, said_words(events))
    kinds = Counter(event["kind"] for event in events)
    layout = session.match.game.layout(session.match.state)
    strict = [zone.cell for zone in session.places.form.zones if zone.strict]
    outcome = session.match.outcome
    frames = events[-1]["frame"] + 1
    return {
        "seed": seed,
        "condition": condition,
        "tilt": tilt,
        "fps": fps,
        "frames": frames,
        "seconds": round(script.deeds[-1].done_s, 1),
        "cpu_s": round(cpu, 1),
        "wall_s": round(time.perf_counter() - begun, 1),
        "deeds": dict(Counter(deed.kind.value for deed in script.deeds)),
        "right": found.right,
        "missing": [" ".join([w.kind, w.action, *w.clauses]) for w in found.missing],
        "extra": [" ".join([w.kind, w.action, *w.clauses]) for w in found.extra],
        "unreasoned": {kind: kinds[kind] for kind in UNREASONED if kinds[kind]},
        "layout": all(layout.get(c, ()) == script.layout.get(c, ()) for c in strict),
        "outcome": outcome is not None and dict(outcome.scores) == script.scores,
    }


def wrong(result: dict[str, Any]) -> bool:
    """Whether anything about a match was not as the script has it."""
    faults = result["missing"] or result["extra"] or result["unreasoned"]
    return bool(faults) or not (result["layout"] and result["outcome"])


def finished(path: Path) -> dict[int, dict[str, Any]]:
    """The results of earlier runs by seed."""
    if not path.exists():
        return {}
    lines = path.read_text(encoding="utf-8").splitlines()
    results = [json.loads(line) for line in lines if line.endswith("}")]
    return {result["seed"]: result for result in results}


def tell(result: dict[str, Any]) -> None:
    """One line a match, and what went wrong."""
    mark = "WRONG" if wrong(result) else "right"
    per_frame = 1000 * result["cpu_s"] / max(1, result["frames"])
    print(
        f"{mark}  seed {result['seed']:>5}  {result['right']:>3} verdicts  "
        f"{result['frames']:>5} frames  {result['cpu_s']:>6.1f} s CPU  {per_frame:5.1f} ms a frame",
        flush=True,
    )
    if wrong(result):
        for name in ("missing", "extra", "unreasoned", "layout", "outcome"):
            print(f"       {name}: {result[name]}", flush=True)


def summary(results: list[dict[str, Any]]) -> None:
    """The whole campaign in a few lines."""
    frames = sum(r["frames"] for r in results)
    cpu = sum(r["cpu_s"] for r in results)
    deeds: Counter[str] = Counter()
    for result in results:
        deeds.update(result["deeds"])
    print(f"\n{len(results)} matches, {frames} frames, {cpu:.0f} s CPU")
    print(f"deeds: {', '.join(f'{n} {kind}' for kind, n in sorted(deeds.items()))}")
    print(f"right verdicts: {sum(r['right'] for r in results)}")
    print(f"missing: {sum(len(r['missing']) for r in results)}")
    print(f"without cause: {sum(len(r['extra']) for r in results)}")
    others: Counter[str] = Counter()
    for result in results:
        others.update(result["unreasoned"])
    print(f"unreasoned: {dict(others)}")
    print(f"matches not perfect: {sum(map(wrong, results))}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--matches", type=int, default=10)
    parser.add_argument("--seed", type=int, default=0, help="the first match's seed")
    parser.add_argument("--results", type=Path, default=Path("out/campaign.jsonl"))
    parser.add_argument("--paper", type=Path, default=Path("out/campaign-paper"))
    parser.add_argument("--condition", default="webcam", help="clean, good, webcam or hard")
    parser.add_argument("--tilt", type=float, default=10.0, help="degrees from the vertical")
    parser.add_argument("--fps", type=float, default=7.0, help="pictures a second while hands move")
    parser.add_argument("--idle-fps", type=float, default=4.0, help="and while they rest")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    args = parser.parse_args()
    manifests = print_paper(args.paper)
    args.results.parent.mkdir(parents=True, exist_ok=True)
    done = finished(args.results)
    seeds = [s for s in range(args.seed, args.seed + args.matches) if s not in done]
    with ProcessPoolExecutor(args.jobs) as pool:
        fps = (args.fps, args.idle_fps)
        runs = [pool.submit(play, s, manifests, args.condition, args.tilt, fps) for s in seeds]
        for run in as_completed(runs):
            result = run.result()
            done[result["seed"]] = result
            with args.results.open("a", encoding="utf-8") as file:
                file.write(json.dumps(result) + "\n")
            tell(result)
    chosen = [done[s] for s in range(args.seed, args.seed + args.matches) if s in done]
    summary(chosen)
    return int(any(map(wrong, chosen)))


if __name__ == "__main__":
    sys.exit(main())
