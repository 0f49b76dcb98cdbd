"""Whole matches through rendered frames, and whether every verdict was right.

    python tests/benchmarks/match_campaign.py --game jiguan --matches 20
    python tests/benchmarks/match_campaign.py --game stratosphere --setting players=4 --width 2560

Prints the shipped decks and the mat, then lets seeded players play whole matches at the virtual
table, from the empty table to the last verdict, with cards, pieces and control cards only; the
real reader and referee watch.  Every match is compared with the players' script: verdicts with
their clauses in order, the final layout, winner and scores.  One JSON line a match is appended to
the results, so that a stopped campaign goes on where it was.

A verdict is *wrong* if it was due and not said, or said without cause; the referee was *unsure* if
it asked, or said that it is out of step or cannot see, where the script has no reason for it.
Exit code 1 if anything was wrong, a state differs in the end, or more than 2 % was unsure.
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
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

UNSURE = ("question", "out_of_step", "table_fault", "trouble", "set_up_wanted", "not_now")
UNSURE_SHARE = 0.02
SHOTS = 3


@dataclass(frozen=True)
class Conditions:
    """What all matches of a campaign have in common."""

    game: str
    settings: tuple[str, ...]
    manifests: tuple[Path, ...]
    condition: str
    width: int
    tilt: float
    fps: tuple[float, float]
    blunder: float


def print_paper(folder: Path, game: str, settings: Sequence[str]) -> tuple[Path, ...]:
    """The manifests of cards and mat in `folder`, printed there first if there are none."""
    found = sorted(folder.glob("*.manifest.json"))
    if not found:
        folder.mkdir(parents=True, exist_ok=True)
        cards, mat = deck_of(game, settings), mat_of_form(game, settings)
        for what in (["cards", game, *cards], ["mat", game, *mat]):
            command = [sys.executable, "-m", "printkit", *what, "--out", str(folder)]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        found = sorted(folder.glob("*.manifest.json"))
    return tuple(found)


def deck_of(game: str, settings: Sequence[str]) -> list[str]:
    """The deck to print where the settings need another than the shipped default."""
    return ["--deck", "two-packs"] if game == "stratosphere" and "players=4" in settings else []


def mat_of_form(game: str, settings: Sequence[str]) -> list[str]:
    """The mat these settings are played on."""
    from rules import Setup, load_game

    chosen = dict(setting.split("=", 1) for setting in settings)
    return ["--mat", load_game(game).table(Setup(game, chosen)).mat]


def play(seed: int, under: Conditions) -> dict[str, Any]:
    """One match, watched and compared; a JSON value."""
    import cv2

    from companion._app import Loop, build_setup, load_manifests, open_session
    from companion.referee.journal import Journal, Utterance, utterance_data
    from companion.referee.speaker import Speaker
    from companion.virtual import Pace, open_table
    from companion.virtual.acting import Manners
    from companion.virtual.camera import Camera
    from companion.virtual.compare import compare, said_words
    from companion.virtual.sensor import CONDITIONS
    from companion.vision.printed import printed_mats
    from companion.vision.watcher import Watcher
    from rules import Match, load_catalog, load_game

    cv2.setNumThreads(1)
    loaded = load_manifests(under.manifests, under.game)
    setup = build_setup(under.game, settings=under.settings, manifests=loaded)
    session = open_session(Match(load_game(under.game), setup), loaded)
    mat = session.places.mat
    across = mat is not None and mat.height_mm > mat.width_mm
    camera = Camera(
        width=under.width,
        height=under.width * 9 // 16,
        heading_deg=90.0 if across else 0.0,
        tilt_deg=under.tilt,
    )
    opened = open_table(
        under.manifests,
        setup,
        seed,
        condition=CONDITIONS[under.condition],
        camera=camera,
        manners=Manners(blunder=under.blunder),
        pace=Pace(*under.fps, SHOTS),
    )
    events: list[dict[str, Any]] = []

    def hear(utterance: Utterance) -> None:
        events.append(utterance_data(utterance))

    looks, dice = printed_mats(under.manifests), session.places.dice
    watcher = Watcher(loaded, printed=looks, dice=dice)
    journal = Journal(Speaker(load_catalog(under.game)), hear)
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
    return {
        "seed": seed,
        "game": under.game,
        "condition": under.condition,
        "width": under.width,
        "tilt": under.tilt,
        "fps": under.fps,
        "frames": events[-1]["frame"] + 1,
        "seconds": round(script.deeds[-1].done_s, 1),
        "cpu_s": round(cpu, 1),
        "wall_s": round(time.perf_counter() - begun, 1),
        "deeds": dict(Counter(deed.kind.value for deed in script.deeds)),
        "right": found.right,
        "missing": [" ".join([w.kind, w.action, *w.clauses]) for w in found.missing],
        "extra": [" ".join([w.kind, w.action, *w.clauses]) for w in found.extra],
        "unsure": {kind: kinds[kind] for kind in UNSURE if kinds[kind]},
        "layout": all(layout.get(c, ()) == script.layout.get(c, ()) for c in strict),
        "outcome": outcome is not None and dict(outcome.scores) == script.scores,
    }


def wrong(result: dict[str, Any]) -> bool:
    """Whether a verdict or the end of a match was not as the script has it."""
    faults = result["missing"] or result["extra"]
    return bool(faults) or not (result["layout"] and result["outcome"])


def unsure(results: Sequence[dict[str, Any]]) -> int:
    """How often the referee was unsure."""
    return sum(sum(result["unsure"].values()) for result in results)


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
        for name in ("missing", "extra", "layout", "outcome"):
            print(f"       {name}: {result[name]}", flush=True)
    if result["unsure"]:
        print(f"       unsure: {result['unsure']}", flush=True)


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
        others.update(result["unsure"])
    due = sum(r["right"] + len(r["missing"]) for r in results)
    print(
        f"unsure: {unsure(results)} of {due} ({unsure(results) / max(1, due):.2%}) {dict(others)}"
    )
    print(f"stuck: {sum(not r['outcome'] for r in results)}")
    print(f"matches not right: {sum(map(wrong, results))}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="yggdrasil")
    parser.add_argument("--setting", action="append", default=[], help="NAME=VALUE")
    parser.add_argument("--matches", type=int, default=10)
    parser.add_argument("--seed", type=int, default=0, help="the first match's seed")
    parser.add_argument("--results", type=Path, default=None)
    parser.add_argument("--paper", type=Path, default=None)
    parser.add_argument("--condition", default="webcam", help="clean, good, webcam or hard")
    parser.add_argument("--width", type=int, default=1920, help="the camera's pictures, 16 : 9")
    parser.add_argument("--tilt", type=float, default=10.0, help="degrees from the vertical")
    parser.add_argument("--fps", type=float, default=5.0, help="pictures a second while hands move")
    parser.add_argument("--idle-fps", type=float, default=2.5, help="and while they rest")
    parser.add_argument("--blunder", type=float, default=0.12, help="illegal attempts a decision")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    args = parser.parse_args()
    name = "-".join([args.game, *args.setting]).replace("=", "")
    paper = args.paper or Path("out") / f"campaign-{name}-paper"
    results = args.results or Path("out") / f"campaign-{name}.jsonl"
    under = Conditions(
        args.game,
        tuple(args.setting),
        print_paper(paper, args.game, args.setting),
        args.condition,
        args.width,
        args.tilt,
        (args.fps, args.idle_fps),
        args.blunder,
    )
    results.parent.mkdir(parents=True, exist_ok=True)
    done = finished(results)
    seeds = [s for s in range(args.seed, args.seed + args.matches) if s not in done]
    with ProcessPoolExecutor(args.jobs) as pool:
        for run in as_completed([pool.submit(play, seed, under) for seed in seeds]):
            result = run.result()
            done[result["seed"]] = result
            with results.open("a", encoding="utf-8") as file:
                file.write(json.dumps(result) + "\n")
            tell(result)
    chosen = [done[s] for s in range(args.seed, args.seed + args.matches) if s in done]
    summary(chosen)
    due = sum(r["right"] + len(r["missing"]) for r in chosen)
    return int(any(map(wrong, chosen)) or unsure(chosen) > UNSURE_SHARE * due)


if __name__ == "__main__":
    sys.exit(main())
