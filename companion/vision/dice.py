"""Reads the dice on a table, each as one of the values it can show or as not sure; never guesses.

`picture → hints (dice_search) → fitted tops (dice_faces) → readings`.  Dice with pips only: the
four-faced pyramid is not read yet, and no match uses dice yet.

What stands up is seen from the side, too.  The camera behind the mat's pose (`dice_view`) tells
where the sides of a die that lies there must appear; what looks like pips there is a side face and
says nothing.  A side face never looks like a top in its own right unless the table is looked at
from so low (`_LOWEST`) that it is as tall as it is wide; beyond that dice are "not sure".

Two dice cannot stand in the same place, so of two readings that overlap the likelier stays; if
both are good and say different things, neither is believed.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from companion.readings import DieReading
from companion.vision.dice_faces import Top, read_top
from companion.vision.dice_search import find_pips
from companion.vision.dice_view import TableCamera, camera_of
from companion.vision.mat import MatPose
from companion.vision.pyramid import Image, as_grey, as_image

__all__ = ["D6", "PAPER_D6", "DieKind", "read_dice"]

_SMALLEST = 200
_LOWEST = math.radians(42)
_LIKELY, _DOUBTFUL = 0.93, 0.9
_FAINT, _STRAY = 0.6, 0.6
_FEW = ("1", "2", "3")
_ROUGH, _ROUGH_FEW = 0.45, 0.3
"""How much the ground just inside the sides may vary, in pips' heights; where pips are few."""
_UNEVEN, _UNEVEN_CLEAR = 0.85, 1.3
"""How much it may differ from side to side, as a share of what changes across most sides; and where
the pips are very clear (`_CLEAR`: likeness, weakest pip, empty places)."""
_CLEAR = (0.955, 0.75, 0.35)
_STEP, _LEAST_STEP = 0.04, 6.0
"""What counts as a change across a side: in pips' heights, and in grey steps."""
_SIDES, _SIDES_FEW = 2, 3
_STANDS_OUT = (0.45, 30.0)
"""What must change across most sides of a die with few pips where it is not known what was there
before: in pips' heights, and in grey steps."""


@dataclass(frozen=True, slots=True)
class DieKind:
    """A sort of die: `name` as in readings, its edge in mm."""

    name: str
    edge_mm: float


D6: Final = DieKind("d6", 16.0)
"""The ordinary die."""
PAPER_D6: Final = DieKind("paper-d6", 22.0)
"""The die that `printkit craft d6` prints."""


def read_dice(
    image: npt.NDArray[np.generic],
    pose: MatPose,
    kinds: Sequence[DieKind] = (D6, PAPER_D6),
    area: tuple[float, float, float, float] | None = None,
    before: npt.NDArray[np.generic] | None = None,
) -> tuple[DieReading, ...]:
    """Every die on the mat, from top to bottom of the picture.

    `image` is grey or BGR; `area` (left, top, right, bottom in mat mm) narrows the search from the
    whole mat to, say, a dice tray.  `before` is a picture of the same size, taken from the same
    place before the dice were thrown: with it only what has changed can be a die, which is quicker
    and leaves printed squares with dots alone; without it one, two and three pips are believed only
    where the die stands out clearly from what it lies on.  Raises `ValueError` for no picture.
    """
    colours = _levels(image)
    old = _levels(before) if before is not None else []
    if old and old[0].shape != colours[0].shape:
        raise ValueError(f"before has shape {old[0].shape}, image {colours[0].shape}")
    greys, old_greys = ([as_grey(level) for level in levels] for levels in (colours, old))
    camera = camera_of(pose, colours[0].shape)
    whole = area or (0.0, 0.0, pose.mat.width_mm, pose.mat.height_mm)
    found = []
    for kind in kinds:
        for hint in find_pips(greys, camera, kind.edge_mm, whole, old_greys):
            top = read_top(colours, camera, kind.edge_mm, hint)
            if top is not None and top.likeness >= _DOUBTFUL:
                found.append(_Found(kind, top))
    readings = [_reading(one, camera) for one in _settled(found, camera, strict=not old)]
    return tuple(sorted(readings, key=lambda r: (r.centre[1], r.centre[0])))


def _levels(image: npt.NDArray[np.generic]) -> list[Image]:
    """A picture as BGR at 1, 1/2, 1/4 … of its size."""
    picture = as_image(image)
    if picture.ndim == 2:
        picture = np.asarray(cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR))
    levels = [picture]
    while min(levels[-1].shape[:2]) >= _SMALLEST:
        height, width = levels[-1].shape[:2]
        half = cv2.resize(levels[-1], (width // 2, height // 2), interpolation=cv2.INTER_AREA)
        levels.append(np.asarray(half))
    return levels


@dataclass(frozen=True, slots=True)
class _Found:
    """A top that may be a die of this kind; `sure` if its value is beyond doubt."""

    kind: DieKind
    top: Top
    sure: bool = False

    def apart(self, other: _Found) -> float:
        """Distance of the middles in mean edges."""
        away = math.hypot(self.top.x_mm - other.top.x_mm, self.top.y_mm - other.top.y_mm)
        return 2 * away / (self.kind.edge_mm + other.kind.edge_mm)


def _sure(top: Top, slant: float) -> bool:
    """Whether a top's value is beyond doubt, taken by itself."""
    return (
        top.likeness >= _LIKELY
        and top.weakest >= _FAINT
        and top.stray <= _STRAY
        and slant <= _LOWEST
    )


def _edge(top: Top) -> float:
    """What changes across most sides, grey steps."""
    return sorted(top.sides)[2]


def _bounded(top: Top) -> int:
    """How many of the four sides something changes at."""
    step = max(_LEAST_STEP, _STEP * abs(top.contrast))
    return sum(side >= step for side in top.sides)


def _like_a_die(top: Top) -> bool:
    """Whether something is plain enough and ends like a die, be its value in doubt or not."""
    likeness, weakest, stray = _CLEAR
    clear = top.likeness >= likeness and top.weakest >= weakest and top.stray <= stray
    few = top.value in _FEW and not clear
    # A large single pip reaches the ground that should be plain.
    rough = _ROUGH_FEW if few and top.value != "1" else _ROUGH
    uneven = _UNEVEN_CLEAR if clear else _UNEVEN
    plain = top.noise <= rough * abs(top.contrast) and top.plain <= uneven * _edge(top)
    return plain and _bounded(top) >= (_SIDES_FEW if few else _SIDES)


def _stands_out(top: Top) -> bool:
    """Whether a die with few pips cannot well be print."""
    share, least = _STANDS_OUT
    return top.value not in _FEW or _edge(top) >= max(least, share * abs(top.contrast))


def _settled(found: Iterable[_Found], camera: TableCamera, *, strict: bool) -> list[_Found]:
    """Of all that may be dice those that can stand together, the likeliest first."""
    dice = [f for f in found if _like_a_die(f.top) and (not strict or _stands_out(f.top))]
    judged = [
        dataclasses.replace(f, sure=_sure(f.top, camera.slant(f.top.x_mm, f.top.y_mm)))
        for f in dice
    ]
    judged.sort(key=lambda f: (not f.sure, -f.top.likeness))
    kept: list[_Found] = []
    hidden: list[npt.NDArray[np.float32]] = []
    for one in judged:
        rivals = [n for n, other in enumerate(kept) if one.apart(other) < _ROOM]
        if rivals:
            for n in rivals:
                if one.sure and one.apart(kept[n]) < _SAME and _contradict(one, kept[n]):
                    kept[n] = dataclasses.replace(kept[n], sure=False)
            continue
        centre = _centre(one, camera)
        if any(cv2.pointPolygonTest(hull, centre, measureDist=False) >= 0 for hull in hidden):
            continue
        if not one.sure and not _worth_a_word(one.top):
            continue
        kept.append(one)
        hidden.append(_silhouette(one, camera))
    return kept


_ROOM, _SAME = 0.9, 0.35
"""Dice whose middles are less apart than this, in edges, overlap; or are the same one."""
_LEAD = 0.04


def _contradict(one: _Found, other: _Found) -> bool:
    """Whether the same place says two things nearly as clearly."""
    return one.top.value != other.top.value and one.top.likeness > other.top.likeness - _LEAD


def _worth_a_word(top: Top) -> bool:
    """Whether a doubtful top is so much like a die that players should re-seat it."""
    return top.likeness >= _DOUBTFUL and top.weakest >= 0.4


def _silhouette(one: _Found, camera: TableCamera) -> npt.NDArray[np.float32]:
    """What of the picture the die covers, a convex outline."""
    edge, top = one.kind.edge_mm, one.top
    c, s = math.cos(top.turn) * edge / 2, math.sin(top.turn) * edge / 2
    square = [(c - s, s + c), (-c - s, c - s), (-c + s, -s - c), (c + s, s - c)]
    corners = [(top.x_mm + x, top.y_mm + y, z) for x, y in square for z in (0.0, edge)]
    return np.asarray(cv2.convexHull(camera.seen(corners).astype(np.float32)), np.float32)


def _centre(one: _Found, camera: TableCamera) -> tuple[float, float]:
    x, y = camera.seen([[one.top.x_mm, one.top.y_mm, one.kind.edge_mm]])[0].tolist()
    return x, y


def _reading(one: _Found, camera: TableCamera) -> DieReading:
    top = one.top
    clear = min(
        (top.likeness - _LIKELY) / (1 - _LIKELY),
        (top.weakest - _FAINT) / (1 - _FAINT),
        (_STRAY - top.stray) / _STRAY,
    )
    confidence = 0.5 + 0.5 * max(0.0, min(clear, 1.0)) if one.sure else 0.5 * top.likeness**2
    return DieReading(
        one.kind.name,
        top.value if one.sure else "",
        _centre(one, camera),
        min(confidence, 1.0) if one.sure else min(confidence, 0.49),
        top.x_mm,
        top.y_mm,
        math.degrees(top.turn) % 90.0,
    )
