"""Labelled pictures, and how well readings agree with their labels.

A condition is a folder of pictures (`angle-45/jiguan.jpg`), each next to its labels, the truth
(`angle-45/jiguan.json`). The truth names the paper: a folder of `paper/` with the manifests that
the picture's sheets were printed with. A picture therefore stays valid when cards are printed
again. `floors.json` contains each condition's minimum scores. Floors only rise: `floors.txt`
records each rise in a line, sealed with a hash over all lines before it. To lower a floor, one
would have to rewrite all later lines, and a checkout's history reveals even that.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import zxingcpp

from companion.readings import Face, Point, Reading
from companion.vision.reader.codebook import Codebook
from companion.vision.reader.sightings import px_per_module
from companion.vision.sources.stills import load_picture
from rules import Manifest, load_manifest
from tests.support.paths import PICTURES

PAPER = PICTURES / "paper"
FLOORS = PICTURES / "floors.json"
RISEN = PICTURES / "floors.txt"

UNFRAMED = "-unframed"
"""The suffix of a paper whose tags have no frames."""
BARE_QUIET = 4.0
COVERED_MOST = 0.10
"""The greatest hidden share of a symbol whose tag still counts as readable."""
NEAR_MODULES = 0.5
"""The greatest distance of a read corner from its true place, in modules."""
_SAME_MODULES = 4.0


@dataclass(frozen=True, slots=True)
class Label:
    """One tag in a picture: its text, its symbol's corners (px), and its hidden shares.

    `cover` is the hidden share of the symbol; `panel` is that of the symbol with its white and its
    frame. Both are 1 for a tag that need not be read, for example at the picture's edge.
    """

    tag: str
    corners: tuple[Point, Point, Point, Point]
    cover: float = 0.0
    panel: float = 0.0

    @property
    def readable(self) -> bool:
        return self.cover <= COVERED_MOST

    @property
    def centre(self) -> Point:
        x, y = np.mean(self.corners, axis=0).tolist()
        return x, y


@dataclass(frozen=True, slots=True)
class Truth:
    """A picture's contents; `made` states its origin, or its photographer and licence."""

    paper: str
    labels: tuple[Label, ...]
    made: dict[str, Any]

    def dump(self) -> str:
        """Return the truth as text, the same bytes for the same truth."""
        head = json.dumps({"paper": self.paper, "made": self.made}, indent=1, ensure_ascii=False)
        rows = ",\n  ".join(json.dumps(asdict(label)) for label in self.labels)
        return f'{head[:-2]},\n "labels": [\n  {rows}\n ]\n}}\n'


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture file with its truth."""

    path: Path
    truth: Truth

    @property
    def condition(self) -> str:
        return self.path.parent.name

    @property
    def name(self) -> str:
        return f"{self.condition}/{self.path.stem}"

    def image(self) -> np.ndarray:
        return load_picture(self.path)


@dataclass
class Score:
    """Totals of readings: `readable` tags, of which `read` were read and `near` were in place."""

    readable: int = 0
    read: int = 0
    near: int = 0
    unknown: int = 0
    false: list[str] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)

    def add(self, truth: Truth, readings: Iterable[Reading], name: str = "") -> None:
        """Count one picture's readings. A covered tag may be read, but only correctly."""
        readings = list(readings)
        self.unknown += sum(not r.tag for r in readings)
        left = [r for r in readings if r.tag]
        for label in truth.labels:
            reading = next((r for r in left if r.tag == label.tag and _same(label, r)), None)
            if reading is not None:
                left.remove(reading)
            if not label.readable:
                continue
            self.readable += 1
            if reading is None:
                self.missed.append(f"{name} {label.tag}")
                continue
            self.read += 1
            apart = np.linalg.norm(np.subtract(label.corners, reading.corners), axis=1).max()
            self.near += bool(apart <= NEAR_MODULES * px_per_module(label.corners))
        self.false += [f"{name} {r.tag}" for r in left]

    def shares(self) -> dict[str, float]:
        """Return the shares that are compared with the floors."""
        return {"read": self.read / self.readable, "near": self.near / self.readable}

    def floor(self) -> dict[str, float]:
        """Return the shares with one tag fewer, because JPEG decoders may differ by one tag."""
        shares = (("read", self.read), ("near", self.near))
        return {key: math.floor(1000 * (n - 1) / self.readable) / 1000 for key, n in shares}


def _same(label: Label, reading: Reading) -> bool:
    away = math.dist(label.centre, np.mean(reading.corners, axis=0).tolist())
    return away <= _SAME_MODULES * px_per_module(label.corners)


def load_truth(path: Path) -> Truth:
    raw = json.loads(path.read_text(encoding="utf-8"))
    labels = tuple(
        Label(each["tag"], _corners(each["corners"]), each["cover"], each["panel"])
        for each in raw["labels"]
    )
    return Truth(raw["paper"], labels, raw["made"])


def _corners(points: Sequence[Sequence[float]]) -> tuple[Point, Point, Point, Point]:
    (a, b), (c, d), (e, f), (g, h) = points
    return (a, b), (c, d), (e, f), (g, h)


def rounded(points: np.ndarray) -> tuple[Point, Point, Point, Point]:
    """Round corners to hundredths of a pixel, as labels store them."""
    return _corners([[round(float(x), 2), round(float(y), 2)] for x, y in points])


def pictures(folder: Path = PICTURES) -> Iterator[Picture]:
    """Yield every labelled picture, condition by condition."""
    for path in sorted(folder.glob("*/*.json")):
        if path.parent != PAPER:
            yield Picture(path.with_suffix(".jpg"), load_truth(path))


@cache
def book(paper: str) -> Codebook:
    """Return the codebook of one folder of `paper/`, without frames if the name says so."""
    folder = PAPER / paper.removesuffix(UNFRAMED)
    sheets = [load_manifest(path) for path in sorted(folder.glob("*.json"))]
    return Codebook(map(unframed, sheets) if paper.endswith(UNFRAMED) else sheets)


def unframed(sheet: Manifest) -> Manifest:
    """Return a manifest of the same cards with white for tag frames; a mat's is unchanged."""
    if not sheet.cards:
        return sheet
    bare = replace(sheet.symbol, frame_mm=0.0, quiet_modules=BARE_QUIET)
    return replace(sheet, symbol=bare)


def floors() -> dict[str, dict[str, float]]:
    found: dict[str, dict[str, float]] = json.loads(FLOORS.read_text(encoding="utf-8"))
    return found


Floors = dict[str, dict[str, float]]


def risen() -> Floors:
    """Return each condition's highest recorded floors; raise `ValueError` for a changed line."""
    best: Floors = {}
    before = ""
    for number, line in enumerate(RISEN.read_text(encoding="utf-8").splitlines(), 1):
        report, _, seal = line.rpartition(" ")
        if seal != sealed(before + report):
            raise ValueError(f"{RISEN.name}:{number}: this line or one before it was changed")
        condition, what, value = report.split()
        known = best.setdefault(condition, {})
        known[what] = max(float(value), known.get(what, 0.0))
        before += report
    return best


def note_risen(now: Floors) -> None:
    """Add a line for each floor that is higher than ever before."""
    best = risen()
    lines = RISEN.read_text(encoding="utf-8").splitlines()
    for condition, shares in sorted(now.items()):
        for what, value in sorted(shares.items()):
            if value > best.get(condition, {}).get(what, -1.0):
                report = f"{condition} {what} {value:.3f}"
                before = "".join(line.rpartition(" ")[0] for line in lines)
                lines.append(f"{report} {sealed(before + report)}")
    RISEN.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def sealed(report: str) -> str:
    return hashlib.sha256(report.encode()).hexdigest()[:16]


def symbol_corners(codebook: Codebook, tag: str, x: float, y: float, turn_deg: float) -> np.ndarray:
    """Return a symbol's corners (4, 2) in mm, for a piece centred at `x`, `y` and turned."""
    entry = codebook.entries[tag]
    half = entry.size_mm / 2
    square = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
    if entry.face is not Face.MAT:
        square -= (entry.dx_mm, entry.dy_mm)
    c, s = math.cos(math.radians(turn_deg)), math.sin(math.radians(turn_deg))
    return np.asarray(square @ np.array([[c, s], [-s, c]]) + (x, y))


def stock(image: np.ndarray) -> Iterator[tuple[str, np.ndarray]]:
    """Yield what zxing-cpp reads in a picture and in its twofold enlargement, with places (px)."""
    for zoom in (1, 2):
        large = image
        if zoom > 1:
            large = cv2.resize(image, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_CUBIC)
        for code in zxingcpp.read_barcodes(np.ascontiguousarray(large)):
            p = code.position
            spots = (p.top_left, p.top_right, p.bottom_right, p.bottom_left)
            yield code.text, np.mean([(s.x, s.y) for s in spots], axis=0) / zoom
