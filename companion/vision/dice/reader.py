"""Reads the dice on a table. A die whose value is not certain is reported as uncertain.

`picture → DicePatch (patch) → guesses (candidates) → tops (faces) → dice (solve) → certainty
(confidence)`.

The camera sees not only a die's top but also its sides. The camera's position (`camera`) gives the
plane of the tops and the slant of the view. If the slant is so large that a side looks like a top,
every die is uncertain.

With a background, only changes can be dice. Without one, printed squares with dots resemble dice,
so the limits are stricter (`_stands_out`).

One requested size of dice after another is tried, and the size that fits a die best is chosen. If
one size clearly fits, no other is tried, unless the die's few pips may be part of a larger die's
pattern. Most sets of dice have one size, so sizes that are clearly present have an advantage over
others.
"""

import math
import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from companion.readings import DieReading
from companion.vision.dice.camera import TableCamera, camera_above, camera_of
from companion.vision.dice.candidates import search
from companion.vision.dice.confidence import plain, sized, surely, usual_sizes
from companion.vision.dice.faces import measured
from companion.vision.dice.patch import Area, sight_of
from companion.vision.dice.pyramid.markings import CORNERS, EDGE_MM
from companion.vision.dice.pyramid.reader import Pyramid, pyramids
from companion.vision.dice.solve import FEW_PIPS, Candidate, candidates, room_mm, settled
from companion.vision.mat.tracker import MatPose
from companion.vision.reader.image_pyramid import Image, as_image


@dataclass(frozen=True, slots=True)
class DieKind:
    """A kind of die: its `name` in readings, and its edge in mm."""

    name: str
    edge_mm: float


D6: Final = DieKind("d6", 16.0)
"""The ordinary six-sided die."""
PAPER_D6: Final = DieKind("paper-d6", 22.0)
"""The die that `printkit craft d6` prints."""
DICE: Final = (D6, *(DieKind("d6", edge) for edge in (12.0, 20.0, 14.0, 18.0, 25.0)), PAPER_D6)
"""Sizes, the most common first. Every die on sale is within an eighth of one of them."""
USUAL_MM: Final = frozenset({D6.edge_mm, PAPER_D6.edge_mm})
"""Sizes that count as usual before any die has been seen."""
PYRAMID: Final = DieKind("pyramid", EDGE_MM)
"""The four-faced die that `printkit craft pyramid` prints (`markings`)."""


@dataclass(frozen=True, slots=True)
class DiceSeen:
    """The dice in one picture, from top to bottom. `complete` is False if time ran out.

    `sizes_mm` are the edges of the dice whose sizes could be measured.
    """

    dice: tuple[DieReading, ...] = ()
    complete: bool = True
    sizes_mm: tuple[float, ...] = ()


def read_dice(
    image: npt.NDArray[np.generic],
    pose: MatPose | None,
    kinds: Sequence[DieKind] = DICE,
    area: Area | None = None,
    before: npt.NDArray[np.generic] | None = None,
    *,
    px_per_mm: float | None = None,
    usual_mm: Collection[float] = USUAL_MM,
    budget_s: float = 2.0,
) -> DiceSeen:
    """Return every die on the mat.

    `image` is grey or BGR. `area` (left, top, right, bottom in mat mm) narrows the search from the
    whole mat to, for example, a dice tray. `before` is a picture of the same size, taken from the
    same place before the throw. Only changes from it can be dice, which is quicker and excludes
    printed squares with dots. Without a mat (`pose` None), the view is assumed to be from straight
    above at `px_per_mm`. Then `area` is in px of the picture, and readings have no place on a mat.
    `usual_mm` are the likely sizes, unless the picture itself determines them. `budget_s` limits
    the CPU time. Raises `ValueError` for invalid pictures, for a `before` with another size, and
    for a missing `px_per_mm`.
    """
    until_s = time.thread_time() + budget_s
    colours = _colours(image)
    old = _colours(before) if before is not None else None
    if old is not None and old.shape != colours.shape:
        raise ValueError(f"before has shape {old.shape}, image {colours.shape}")
    camera, whole = _camera(pose, colours.shape, area, px_per_mm)
    found: list[Candidate] = []
    standing: list[Pyramid] = []
    complete = True
    for kind in kinds:
        if kind == PYRAMID:
            standing, done = pyramids(colours, old, camera, whole, until_s)
            complete &= done
            continue
        around = _around(whole, kind.edge_mm)
        sight = sight_of(colours, old, camera, kind.edge_mm, around)
        if sight is None:
            continue
        known = [
            (*one.place, room_mm(one.edge_mm, kind.edge_mm))
            for one, sure in surely(settled(found, usual_mm))
            if sure and plain(one) and one.value > FEW_PIPS
        ]
        guesses = search(sight, around, until_s, known)
        complete &= guesses.complete
        found += candidates(sight, measured(sight, guesses))
    first = surely(settled(found, usual_mm))
    sizes = tuple(one.edge_mm for one, sure in first if sure and sized(one))
    usual = usual_sizes(sizes)
    dice = surely(settled(found, usual)) if usual else first
    names = {kind.edge_mm: kind.name for kind in kinds}
    feet = [one.pose for one in standing]
    readings = [
        _reading(
            names[one.edge_mm], one, sure=sure and (complete or plain(one)), mat=pose is not None
        )
        for one, sure in dice
        if _within(one, whole, _OFF if area else _RIM)
        if old is not None or (sure and _stands_out(one))
        if all(math.dist(one.place, foot[:2]) > EDGE_MM / 2 for foot in feet)
    ]
    readings += [_pyramid_reading(one, camera, mat=pose is not None) for one in standing]
    return DiceSeen(
        tuple(sorted(readings, key=lambda r: (r.centre[1], r.centre[0]))), complete, sizes
    )


def _colours(image: npt.NDArray[np.generic]) -> Image:
    picture = as_image(image)
    if picture.ndim == 2:
        picture = np.asarray(cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR), np.uint8)
    return picture


def _camera(
    pose: MatPose | None, shape: tuple[int, ...], area: Area | None, px_per_mm: float | None
) -> tuple[TableCamera, Area]:
    """Return the camera, and the area to search, in the camera's coordinates (mm)."""
    if pose is not None:
        return camera_of(pose, shape), area or (0.0, 0.0, pose.mat.width_mm, pose.mat.height_mm)
    if px_per_mm is None or not px_per_mm > 0:
        raise ValueError("without a mat's pose read_dice needs px_per_mm")
    left, top, right, bottom = area or (0.0, 0.0, float(shape[1]), float(shape[0]))
    s = px_per_mm
    return camera_above(px_per_mm, shape), (left / s, top / s, right / s, bottom / s)


def _around(area: Area, edge_mm: float) -> Area:
    """Return the area with a margin of one edge, for dice that protrude from it."""
    left, top, right, bottom = area
    return left - edge_mm, top - edge_mm, right + edge_mm, bottom + edge_mm


_OFF, _RIM = 0.1, 0.5
"""Maximum distance of a die's middle outside a tray, and outside the whole mat, in edges."""


def _within(die: Candidate, area: Area, reach: float) -> bool:
    """Return True if a die's middle is in the area or at most `reach` edge lengths outside it."""
    off = reach * die.edge_mm
    return all(area[n] - off <= at <= area[n + 2] + off for n, at in enumerate(die.place))


def _reading(name: str, die: Candidate, *, sure: bool, mat: bool) -> DieReading:
    """Convert a die to a reading."""
    x, y, turn = die.tops.poses[die.row].tolist()
    u, v = die.sight.camera.seen([[x, y, die.edge_mm]])[0].tolist()
    likely = 1 / (1 + math.exp(-die.worth / 2))
    confidence = 0.5 + 0.5 * likely if sure else min(0.5 * likely, 0.49)
    place = (x, y, math.degrees(turn) % 90.0) if mat else (None, None, None)
    return DieReading(name, str(die.value) if sure else "", (u, v), confidence, *place)


def _pyramid_reading(pyramid: Pyramid, camera: TableCamera, *, mat: bool) -> DieReading:
    """Convert a pyramid to a reading."""
    x, y, turn = pyramid.pose
    u, v = camera.seen([[x, y, float(CORNERS[0, 2]) * EDGE_MM]])[0].tolist()
    value, confidence = "", 0.25
    if pyramid.sure:
        value, confidence = pyramid.value, 1 - math.exp(-pyramid.lead / 10)
    place = (x, y, math.degrees(turn) % 120.0) if mat else (None, None, None)
    return DieReading(PYRAMID.name, value, (u, v), confidence, *place)


_EDGE, _EDGE_GREYS = 0.45, 30.0


def _stands_out(die: Candidate) -> bool:
    """Return True if a die found without a background is unlikely to be a printed picture."""
    height = abs(float(die.tops.height[die.row]))
    least = max(_EDGE_GREYS, _EDGE * height) if die.value <= FEW_PIPS else _EDGE_GREYS / 2
    return float(die.tops.sides[die.row, 1]) >= least
