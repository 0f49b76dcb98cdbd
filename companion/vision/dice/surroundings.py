"""Compares the visible sides and the surroundings of dice with the background.

A spot shows the *table* if its colour is the background's, bare or in shadow. The sides of a die
that face the camera hide the table, so where it is visible instead, there is no die (`denied`). A
die is surrounded by table or other dice. If it is not, something larger was placed there, such as
a card whose art has dots (`Surroundings`).
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from companion.vision.dice.patch import DicePatch, Floats, Poses
from companion.vision.dice.pips import turned

_SHADES, _SHADOWS = (0.3, 1.15), (0.4, 1.05)
"""Ranges of a side's brightness relative to the top's, and of the table's relative to the
background's."""
_TABLE, _OTHER = 14.0, 36.0
"""Maximum difference from the table's colour, and minimum difference from the die's, in grey
steps."""
_SEEN, _SEEN_WELL = 0.04, 0.22
"""Minimum slopes of the view at which a side is visible, and is clearly visible."""
_SIDES = np.array(
    [
        (*(np.array([along, 0.5]) @ turned(quarter * np.pi / 2)), up)
        for quarter in range(4)
        for up in (0.18, 0.36, 0.54)
        for along in (-0.32, -0.16, 0.0, 0.16, 0.32)
    ]
)
"""Points on the four sides, in edges, z upwards."""
_ALONG = (-0.4, -0.2, 0.0, 0.2, 0.4)
SIDE_POINTS = len(_ALONG)
_AROUND_SIDES = np.concatenate(
    [
        np.array([(along, 0.74) for along in _ALONG]) @ turned(quarter * np.pi / 2)
        for quarter in range(4)
    ]
)
"""Points outside the four sides, in edges, `SIDE_POINTS` for each side in turn."""


def denied(sight: DicePatch, poses: Poses, body: Floats) -> Floats:
    """Return the share of each die's visible sides where the table is visible instead, (n,).

    `body` (n, 3) contains the dice's colours.
    """
    seen = np.repeat(_facing(sight, poses, _SEEN_WELL), len(_SIDES) // 4, axis=1)
    at = _seen_at(sight, poses, np.broadcast_to(_SIDES, (len(poses), *_SIDES.shape)))
    table = _shows_table(sight, at)
    table &= _from_shades(sight.taken(sight.colour, at), body[:, None], _SHADES) > _OTHER
    number = seen.sum(axis=1)
    return np.where(number, (table & seen).sum(axis=1) / np.maximum(number, 1), 0).astype(
        np.float32
    )


@dataclass(frozen=True, slots=True, eq=False)
class Surroundings:
    """Points around dice (n, m). `table` is True where the table is visible; `spots` are in px."""

    table: npt.NDArray[np.bool_]
    spots: Floats


def surroundings(sight: DicePatch, poses: Poses) -> Surroundings:
    """Return points around dice: next to the foot of a visible side, and the top of any other."""
    low = np.repeat(_facing(sight, poses, _SEEN), len(_AROUND_SIDES) // 4, axis=1)
    points = np.empty((*low.shape, 3))
    points[..., :2] = _AROUND_SIDES
    points[..., 2] = np.where(low, 0.0, 1.0)
    at = _seen_at(sight, poses, points)
    return Surroundings(_shows_table(sight, at), sight.without(at))


def _shows_table(sight: DicePatch, at: Floats) -> npt.NDArray[np.bool_]:
    """Return a mask of the points (n, m, 2) that show the background, bare or in shadow."""
    if sight.old_colour is None:
        return np.ones(at.shape[:2], np.bool_)
    now, old = sight.taken(sight.colour, at), sight.taken(sight.old_colour, at)
    return np.asarray(_from_shades(now, old, _SHADOWS) < _TABLE)


def _from_shades(colours: Floats, of: Floats, shades: tuple[float, float]) -> Floats:
    """Return the distances (n, m) of colours (n, m, 3) from the nearest shade of `of`."""
    shade = (colours * of).sum(axis=2) / np.maximum((of * of).sum(axis=2), 1.0)
    return np.asarray(np.abs(colours - np.clip(shade, *shades)[..., None] * of).max(axis=2))


def _seen_at(sight: DicePatch, poses: Poses, points: npt.NDArray[np.float64]) -> Floats:
    """Project points (n, m, 3) on dice, in edges with z upwards, to the crop (n, m, 2)."""
    c, s, edge = np.cos(poses[:, 2:]), np.sin(poses[:, 2:]), sight.edge_mm
    x = poses[:, :1] + edge * (c * points[..., 0] - s * points[..., 1])
    y = poses[:, 1:2] + edge * (s * points[..., 0] + c * points[..., 1])
    all_points = np.column_stack([x.ravel(), y.ravel(), edge * points[..., 2].ravel()])
    seen = sight.within(sight.camera.seen(all_points))
    return seen.reshape(*x.shape, 2).astype(np.float32)


def _facing(sight: DicePatch, poses: Poses, least: float) -> npt.NDArray[np.bool_]:
    """Return a mask (n, 4) of the sides that the camera sees with a slope above `least`."""
    turn = poses[:, 2:] + np.arange(4) * np.pi / 2
    to_eye = sight.camera.eye[:2] - poses[:, :2]
    slope = (-np.sin(turn) * to_eye[:, :1] + np.cos(turn) * to_eye[:, 1:]) / abs(
        float(sight.camera.eye[2])
    )
    return np.asarray(slope > least)
