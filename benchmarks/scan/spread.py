"""Measures the cost of a photograph of 40 spread cards, and the share of tags read.

    python -m benchmarks.scan.spread PAPER --seed 7

PAPER is a folder of card PDFs with their manifests. For each deck, 40 of its cards are spread and
photographed at 12 megapixels, from heights that give 1.25 to 4 px per module. Each photograph is
then passed to `companion scan` in a separate process, whose total CPU time is reported. It
includes starting Python (with cached bytecode, as after any first call), manifest, codebook,
decoding, reading, judging and writing the result. The exit code is 1 if a card is missed or a
bound is exceeded.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from benchmarks.scan.virtual_table import MODULE_MM, Desk, open_shop, spread
from companion.simulator.camera import SimulatedCamera
from companion.simulator.sensor import CONDITIONS
from companion.vision.reader.codebook import Codebook
from companion.vision.reader.reader import TagReader
from companion.vision.reader.sightings import px_per_module
from rules import TagKind, load_manifest, parse_tag

SIZE = (4000, 3000)
HEIGHTS = (1.25, 1.5, 2.0, 3.0, 4.0)
MOST_CPU_S = 1.5
JPEG = 88


def main() -> int:
    """Run the photographs and scans, and print the results."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("paper", type=Path)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--px", type=float, nargs="*", default=HEIGHTS)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as cache:
        os.environ["PYTHONPYCACHEPREFIX"] = cache
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        return _run(options)


def _decks(folder: Path) -> list[Path]:
    """Return the manifests that contain cards."""
    return [p for p in sorted(folder.glob("*.manifest.json")) if load_manifest(p).cards]


def _run(options: argparse.Namespace) -> int:
    missed, worst, warm = 0, 0.0, False
    for number, paper in enumerate(_decks(options.paper)):
        for px in options.px:
            rng = np.random.default_rng([options.seed, number, round(px * 100)])
            with tempfile.TemporaryDirectory() as folder:
                photo = Path(folder) / "spread.jpg"
                tags, least = _photograph(paper, px, rng, photo)
                if not warm:
                    _scan(paper, photo)
                    warm = True
                found, spent = _scan(paper, photo)
            lost = len(set(tags) - found)
            missed, worst = missed + lost, max(worst, spent)
            print(
                f"{paper.stem.split('-')[0]:<13} {px:4.2f} px wanted, {least:4.2f} the smallest: "
                f"{len(tags) - lost} of {len(tags)} read, {spent:.2f} s CPU",
                flush=True,
            )
    print(f"seed {options.seed}: {missed} missed, most {worst:.2f} s CPU (bound {MOST_CPU_S})")
    return int(missed > 0 or worst > MOST_CPU_S)


def _photograph(
    paper: Path, px: float, rng: np.random.Generator, photo: Path
) -> tuple[list[str], float]:
    """Write a photograph; return the tags in it, and the smallest tag's px per module."""
    manifest = load_manifest(paper)
    cards = [c.tag for c in manifest.cards if parse_tag(c.tag).kind is TagKind.CARD]
    tags = [str(tag) for tag in rng.permutation(cards)[:40]]
    camera = SimulatedCamera(*SIZE, dfov_deg=75, height_mm=600, tilt_deg=float(rng.uniform(0, 8)))
    # Adjust the height so that the smallest cards, at the far edge, get the requested px.
    arranged = spread(tags, 8, rng)
    for _ in range(2):
        smallest = min(camera.px_per_mm(p.x_mm, p.y_mm) for p in arranged) * MODULE_MM
        camera = replace(camera, height_mm=camera.height_mm * smallest / px)
    desk = Desk(open_shop([paper]), camera, replace(CONDITIONS["webcam"], jpeg=0), rng)
    desk.place(arranged)
    image = desk.picture()
    photo.write_bytes(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, JPEG])[1].tobytes())
    readings = TagReader(Codebook([manifest])).read(image)
    return tags, min((px_per_module(r.corners) for r in readings if r.tag in tags), default=0.0)


def _scan(paper: Path, photo: Path) -> tuple[set[str], float]:
    """Return the tags that `companion scan` counts, and its CPU time in s."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "companion", "scan", str(photo), "-m", str(paper)]
    command += ["--save", str(photo.with_name("result.json")), "--json"]
    photo.with_name("result.jsonl").unlink(missing_ok=True)
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    if done.returncode not in (0, 1):
        raise SystemExit(done.stderr)
    return {str(row["tag"]) for row in json.loads(done.stdout)["copies"]}, spent


if __name__ == "__main__":
    sys.exit(main())
