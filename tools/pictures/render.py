"""Pictures of the labelled set from an independent renderer, Blender's Cycles; run by hand.

    python3.11 -m venv BLENDER && BLENDER/bin/pip install bpy
    python tools/pictures/render.py BLENDER/bin/python [LIGHT-GAME …] [--paper SHEETS]

The pictures have four kinds of light, curled paper, every third card in a clear sleeve, glossy
mats, and a lens with depth of field. Labels are computed from the camera's geometry and the
paper's curl. If the readings agree with them, renderer, simulated camera and reader confirm each
other. A picture takes about a minute of CPU time.
"""

from __future__ import annotations

import argparse
import json
import math
import subprocess
import sys
import tempfile
from dataclasses import asdict, replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import cv2
import numpy as np

from companion.simulator.camera import SimulatedCamera
from companion.simulator.scene import PaperPiece
from companion.simulator.textures import PaperShop, Texture
from companion.vision.reader.codebook import Codebook
from tests.support.vision.labelled_pictures import PICTURES, Label, Truth, rounded, symbol_corners
from tools.pictures.make import GAMES, print_paper
from tools.pictures.scenes import (
    MODULE_MM,
    SEED,
    Arrangement,
    Setting,
    encoded,
    lay_out,
    manifests,
    seed_of,
    shown,
)

EXPOSURE = {"window": 0.6, "lamp": 0.9, "ceiling": 0.3, "dim": 0.6}
NOISE = 2.0
SAMPLES = 40
WANTED = (
    *(f"window-{game}" for game in GAMES),
    *("lamp-dicebattle", "ceiling-jiguan", "dim-yggdrasil"),
)


def curl(u: np.ndarray, v: np.ndarray, bend: float) -> np.ndarray:
    """Return the height in mm of curled paper at (u, v), the same as in `cycles.sheet`."""
    return np.asarray(bend * (2 * u * u + 4 * v * v))


def table(light: str, game: str, paper: Path, folder: Path) -> tuple[dict[str, object], Truth]:
    """Return a scene for Cycles, with its textures in `folder`, and its labels."""
    rng = seed_of(f"cycles-{light}", game)
    shop = PaperShop(manifests(paper), 150.0)
    codebook = Codebook(shop.manifests)
    mat = shop.mats[min(shop.mats)]
    camera = SimulatedCamera(width=896, height=560, k1=0.0, tilt_deg=float(rng.uniform(10, 30)))
    camera = replace(camera, heading_deg=float(rng.uniform(0, 360)))
    height = camera.height_mm * camera.px_per_mm() * MODULE_MM / 1.6
    aim = rng.uniform(-0.25, 0.25, 2) * (mat.width_mm, mat.height_mm)
    camera = replace(camera, height_mm=height, target=(float(aim[0]), float(aim[1])))
    arranged = lay_out(Setting(cards=12), shop, codebook, mat.name, camera, rng)
    middle = (mat.width_mm / 2, mat.height_mm / 2)
    bends = rng.uniform(0.0, 2.5, len(arranged.pieces))
    under = _sheet(folder, 0, shop.mat(mat.name), 0.0)
    sheets = [{**under, "x": 0.0, "y": 0.0, "turn": 0.0, "curl": 0.0, "gloss": 0.4, "sleeve": 0.0}]
    for number, piece in enumerate(arranged.pieces, 1):
        side = shop.front(piece.tag) if piece.face_up else shop.back(piece.tag)
        sheets.append(
            {
                **_sheet(folder, number, side, piece.lift_mm),
                "x": piece.x_mm - middle[0],
                "y": piece.y_mm - middle[1],
                "turn": piece.rotation_deg,
                "curl": float(bends[number - 1]),
                "gloss": 0.25,
                "sleeve": float(number % 3 == 0),
            }
        )
    scene = {
        "sheets": sheets,
        "camera": _axes(camera),
        "light": light,
        "exposure": EXPOSURE[light],
        "samples": SAMPLES,
        "seed": SEED,
    }
    made = {"by": "Blender's Cycles", "seed": SEED, "light": light, "camera": asdict(camera)}
    return scene, Truth(game, _labels(shop, codebook, camera, arranged, bends.tolist()), made)


def _sheet(folder: Path, number: int, side: Texture, z: float) -> dict[str, object]:
    path = folder / f"{number}.png"
    cv2.imwrite(str(path), side.image)
    return {"image": str(path), "width": side.width_mm, "height": side.height_mm, "z": z}


def _axes(camera: SimulatedCamera) -> dict[str, object]:
    """Return the simulated camera's pinhole model with z up; see `companion.simulator.camera`."""
    t, h = math.radians(camera.tilt_deg), math.radians(camera.heading_deg)
    right = np.array([math.cos(h), math.sin(h), 0.0])
    forward = np.array([math.sin(t) * math.sin(h), -math.sin(t) * math.cos(h), -math.cos(t)])
    mirror = np.array([1, 1, -1])  # the simulated camera's axes are right-handed with z down
    down = np.cross(forward * mirror, right) * mirror
    distance = camera.height_mm / math.cos(t)
    return {
        "size": [camera.width, camera.height],
        "focal_px": camera.half_diagonal / math.tan(math.radians(camera.dfov_deg) / 2),
        "axes": [right.tolist(), down.tolist(), forward.tolist()],
        "at": (np.array([*camera.target, 0.0]) - distance * forward).tolist(),
        "distance": distance,
        "fstop": 8.0,
    }


def _labels(
    shop: PaperShop,
    codebook: Codebook,
    camera: SimulatedCamera,
    arranged: Arrangement,
    bends: list[float],
) -> tuple[Label, ...]:
    """Return the labels of the mat's fiducials, and of the cards' tags on curled paper.

    Fiducials that a card may hide, and tags at the picture's edge, count as hidden, so the reader
    may read them but need not.
    """
    mat = shop.mats[min(shop.mats)]
    middle = np.array([mat.width_mm / 2, mat.height_mm / 2])
    found = []
    for piece, bend in zip(arranged.pieces, bends, strict=True):
        tag = shown(codebook, shop, piece)
        own = symbol_corners(codebook, tag, 0.0, 0.0, 0.0)
        entry = codebook.entries[tag]
        lift = piece.lift_mm + curl(own[:, 0] / entry.width_mm, own[:, 1] / entry.height_mm, bend)
        at = symbol_corners(codebook, tag, piece.x_mm, piece.y_mm, piece.rotation_deg) - middle
        pairs = zip(at, lift, strict=True)
        seen = np.array([camera.project(p[None], float(z))[0] for p, z in pairs])
        found.append((tag, seen, 0.0))
    for mark in mat.fiducials:
        at = symbol_corners(codebook, mark.tag, mark.x_mm, mark.y_mm, 0.0)
        near = any(_near(piece, mark.x_mm, mark.y_mm) for piece in arranged.pieces)
        found.append((mark.tag, camera.project(at - middle, 0.0), 1.0 if near else 0.0))
    kept = []
    for tag, corners, hidden in sorted(found, key=lambda each: each[1].mean(0)[::-1].tolist()):
        if _within(corners.mean(0), camera):
            share = hidden if _within(corners, camera) else 1.0
            kept.append(Label(tag, rounded(corners), share, share))
    return tuple(kept)


def _within(points: np.ndarray, camera: SimulatedCamera) -> bool:
    return bool((points >= 3).all() and (points <= (camera.width - 4, camera.height - 4)).all())


def _near(piece: PaperPiece, x: float, y: float) -> bool:
    return math.dist((piece.x_mm, piece.y_mm), (x, y)) < 80


def main() -> None:
    """Render the requested pictures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("blender", help="a Python that has the package bpy")
    parser.add_argument("wanted", nargs="*", default=WANTED, metavar="LIGHT-GAME")
    parser.add_argument("--paper", type=Path, help="sheets that are printed already")
    given = parser.parse_args()
    script = Path(__file__).with_name("pictures_cycles.py")
    with tempfile.TemporaryDirectory() as name:
        for each in given.wanted:
            light, game = each.split("-")
            folder = Path(name) / each
            folder.mkdir()
            paper = given.paper / game if given.paper else print_paper(game, folder)
            scene, truth = table(light, game, paper, folder)
            (folder / "scene.json").write_text(json.dumps(scene), encoding="utf-8")
            out = folder / "out.png"
            command = [given.blender, str(script), str(folder / "scene.json"), str(out)]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
            image = np.asarray(cv2.imread(str(out), cv2.IMREAD_COLOR), np.float64)
            image += seed_of("noise", each).normal(0, NOISE, image.shape)
            target = PICTURES / f"cycles-{light}"
            target.mkdir(exist_ok=True)
            picture = np.clip(np.rint(image), 0, 255).astype(np.uint8)
            (target / f"{game}.jpg").write_bytes(encoded(picture))
            (target / f"{game}.json").write_text(truth.dump(), encoding="utf-8")
            print(f"cycles-{light}/{game}", flush=True)


if __name__ == "__main__":
    main()
