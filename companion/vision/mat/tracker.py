"""Tracks the mat's pose: the homography between the picture and the mat's millimetres.

The mat's fiducials are framed tags like those of the cards, only larger. Each gives four corners,
registered to a small fraction of a pixel. Three fiducials thus give twelve points for eight
unknowns, and a fourth one reveals contradictions. A camera on a stand sees the same pose for
minutes, so the tracker follows these rules:

- A new pose replaces the old one only if it differs by more than the noise (`_STILL_MM`).
Otherwise comparisons between frames, in millimetres, would be noisy.
- While hands cover fiducials, the old pose is kept as long as the visible ones agree with it. If
no fiducial is visible, it is kept for `_HOLD_S` seconds of frame time while something moves or
cards are read, and otherwise for `_GONE_S`. The reason is that hands that cover everything move,
while an empty table does not.
- If the visible fiducials disagree with the old pose, the mat or the camera was pushed. `moved_mm`
is the distance.

The lens's distortion is one number (`lens`), averaged over many frames.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.readings import Face, Reading
from companion.vision.lens import Lens, fit_bend
from companion.vision.reader.codebook import Codebook
from rules import Mat

Floats = npt.NDArray[np.float64]

_LEAST_MARKS = 3
_STILL_MM = 0.7
_AGREE_MM = 2.5
_WORST_MM = 3.0
_SUSPECT_MM, _VANISHES = 0.6, 0.4
_HOLD_S, _GONE_S = 3.0, 0.5
_BEND_EVERY_S, _BENDS, _KNOWN, _BEND_MATTERS = 0.5, 9, 4, 0.004


@dataclass(frozen=True, slots=True, eq=False)
class MatPose:
    """A mat in the picture. `H` (3, 3) maps undistorted px to mat mm, and `back` is its inverse.

    `lens` is the lens's distortion. `marks` is the number of fiducials, and `error_mm` the root
    mean square error of their corners.
    """

    mat: Mat
    H: Floats
    back: Floats
    marks: int
    error_mm: float
    lens: Lens

    def to_mat(self, points: npt.ArrayLike) -> Floats:
        """Convert picture points (n, 2), px, to mat mm."""
        return _through(self.H, self.lens.straight(np.asarray(points, np.float64)))

    def to_image(self, points: npt.ArrayLike) -> Floats:
        """Convert mat points (n, 2), mm, to picture px."""
        return self.lens.bent(_through(self.back, points))

    @property
    def outline_mm(self) -> Floats:
        """The mat's corners, clockwise from the top left, (4, 2)."""
        w, h = self.mat.width_mm, self.mat.height_mm
        return np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float64)

    @property
    def px_per_mm(self) -> float:
        """The scale in the middle of the mat, px per mm."""
        x, y = self.mat.width_mm / 2, self.mat.height_mm / 2
        square = self.to_image([[x, y], [x + 10, y], [x + 10, y + 10], [x, y + 10]])
        return math.sqrt(cv2.contourArea(square.astype(np.float32))) / 10

    def distance_mm(self, other: MatPose) -> float:
        """Return the maximum distance between the mat's corners in the two poses."""
        apart = self.to_mat(other.to_image(self.outline_mm)) - self.outline_mm
        return float(np.linalg.norm(apart, axis=1).max())


def _through(H: Floats, points: npt.ArrayLike) -> Floats:
    at = np.asarray(points, np.float64).reshape(-1, 1, 2)
    if not len(at):
        return np.zeros((0, 2))
    return np.asarray(cv2.perspectiveTransform(at, H), np.float64)[:, 0]


def locate(
    readings: Iterable[Reading], book: Codebook, lens: Lens | None = None, least: int = _LEAST_MARKS
) -> MatPose | None:
    """Return the pose of the mat with the most fiducials, or None with fewer than `least`.

    Three fiducials give a reliable pose. Two only determine the others' approximate places.
    """
    marks = marks_seen(readings, book)
    name = max(marks, key=lambda n: (len(marks[n]), n), default="")
    if not name or len(marks[name]) < least:
        return None
    return _fit(book.mats[name], marks[name], lens or Lens(1, 1))


def locate_bent(
    readings: Iterable[Reading], book: Codebook, shape: tuple[int, ...]
) -> MatPose | None:
    """Return the pose as `locate` does, after estimating the lens from this one picture."""
    readings = tuple(readings)
    height, width = shape[:2]
    bend = _bend(readings, book, width, height)
    return locate(readings, book, Lens(width, height, bend or 0.0))


def _bend(readings: Iterable[Reading], book: Codebook, width: int, height: int) -> float | None:
    """Estimate the lens's distortion from one picture's fiducials; None with fewer than four."""
    marks = max(marks_seen(readings, book).items(), key=lambda m: len(m[1]), default=("", []))
    if len(marks[1]) <= _LEAST_MARKS:
        return None

    def error(k: float) -> float:
        pose, _ = solve(book.mats[marks[0]], marks[1], Lens(width, height, k))
        return math.inf if pose is None else pose.error_mm

    return fit_bend(error)


def marks_seen(
    readings: Iterable[Reading], book: Codebook
) -> dict[str, list[tuple[Floats, Floats]]]:
    """Return each mat's fiducials, with corners in px and mm. Tags seen twice are ignored."""
    seen: dict[str, list[Reading]] = {}
    for reading in readings:
        if reading.face is Face.MAT:
            seen.setdefault(reading.tag, []).append(reading)
    marks: dict[str, list[tuple[Floats, Floats]]] = {}
    for tag, places in seen.items():
        if len(places) == 1:
            entry = book.entries[tag]
            half = entry.size_mm / 2
            square = half * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float64)
            there = square + np.array([entry.x_mm, entry.y_mm])
            here = np.array(places[0].corners, np.float64)
            marks.setdefault(entry.mat, []).append((here, there))
    return marks


def _fit(mat: Mat, marks: Sequence[tuple[Floats, Floats]], lens: Lens) -> MatPose | None:
    """Return the least-squares pose, omitting a single fiducial that contradicts the others.

    A homography adapts to a misplaced fiducial so well that only the fiducials' own shapes reveal
    the fault. The criterion is therefore not the size of the error, but its disappearance when one
    of the fiducials is omitted.
    """
    pose, errors = solve(mat, marks, lens)
    if pose is not None and pose.error_mm > _SUSPECT_MM and len(marks) > _LEAST_MARKS:
        tries = [solve(mat, [*marks[:i], *marks[i + 1 :]], lens) for i in range(len(marks))]
        found = [(p, e) for p, e in tries if p is not None]
        best, best_errors = min(found, key=lambda t: t[0].error_mm, default=(pose, errors))
        if best.error_mm < _VANISHES * pose.error_mm:
            pose, errors = best, best_errors
    return pose if errors.max() <= _WORST_MM else None


def solve(
    mat: Mat, marks: Sequence[tuple[Floats, Floats]], lens: Lens
) -> tuple[MatPose | None, Floats]:
    """Return the least-squares pose for points in px and mm, and the points' errors in mm."""
    here = lens.straight(np.concatenate([m[0] for m in marks]))
    there = np.concatenate([m[1] for m in marks])
    found = cv2.findHomography(here, there, 0)[0]
    # For degenerate points, the result is None, contrary to the type stubs.
    H = np.array(found, dtype=np.float64) if np.shape(found) == (3, 3) else np.zeros((3, 3))
    if abs(np.linalg.det(H)) < 1e-12:
        return None, np.full(1, np.inf)
    errors = np.linalg.norm(_through(H, here) - there, axis=1)
    rms = float(np.sqrt((errors**2).mean()))
    return MatPose(
        mat, H, np.array(np.linalg.inv(H), dtype=np.float64), len(marks), rms, lens
    ), errors


class MatTracker:
    """Tracks the mat's pose from frame to frame. `moved_mm` is how far it moved in the last frame.

    The constructor's `bend` is the lens's distortion, if it is already known.
    """

    def __init__(self, book: Codebook, bend: float = 0.0) -> None:
        self.book = book
        self.pose: MatPose | None = None
        self.moved_mm = 0.0
        self._known_bend = bend
        self._seen_s = 0.0
        self._lens: Lens | None = None
        self._bends: list[float] = []
        self._bent_s = -_BEND_EVERY_S

    def update(
        self,
        readings: Iterable[Reading],
        time_s: float,
        shape: tuple[int, ...] = (1, 1),
        still_s: float = 0.0,
    ) -> MatPose | None:
        """Return the pose in this frame, which may be an earlier one, or None.

        `shape` is the picture's (height, width, …). `still_s` is the time in seconds for which
        nothing has moved on the mat.
        """
        readings = tuple(readings)
        self.moved_mm = 0.0
        lens = self._watch_lens(readings, time_s, shape)
        new = locate(readings, self.book, lens)
        old = self.pose
        if new is not None:
            self._seen_s = time_s
            if old is None or old.mat != new.mat:
                self.pose = new
            else:
                moved = new.distance_mm(old)
                if moved > _STILL_MM or new.marks > old.marks or old.lens != lens:
                    self.pose = new
                self.moved_mm = moved if moved > _STILL_MM else 0.0
        elif old is not None:
            agreement = self._agreement_mm(old, readings)
            if agreement is not None and agreement <= _AGREE_MM:
                self._seen_s = time_s
            elif agreement is not None or self._given_up(readings, time_s, still_s):
                self.moved_mm = agreement or 0.0
                self.pose = None
        return self.pose

    def adopt(self, pose: MatPose, time_s: float) -> MatPose:
        """Track a pose that was found by other means."""
        self.pose, self._seen_s = pose, time_s
        return pose

    @property
    def bend(self) -> float | None:
        """The lens's distortion, or None until enough pictures have been seen."""
        return self._lens.k if self._lens and len(self._bends) == _BENDS else None

    def _given_up(self, readings: Iterable[Reading], time_s: float, still_s: float) -> bool:
        """Return True if a mat without visible fiducials is gone rather than covered by hands."""
        unseen = time_s - self._seen_s
        at_work = still_s < _GONE_S or any(r.tag for r in readings)
        return unseen > (_HOLD_S if at_work else _GONE_S)

    def _watch_lens(
        self, readings: Iterable[Reading], time_s: float, shape: tuple[int, ...]
    ) -> Lens:
        """Return the lens with the median of the latest estimates, ignoring small changes."""
        height, width = shape[:2]
        if self._lens is None or (self._lens.height, self._lens.width) != (height, width):
            known = self._known_bend
            # The saved value counts as a few frames, so that one bad estimate does not overrule it.
            self._lens = Lens(width, height, known)
            self._bends = [known] * _KNOWN if known else []
        if time_s - self._bent_s >= _BEND_EVERY_S:
            bend = _bend(readings, self.book, width, height)
            if bend is not None:
                self._bent_s = time_s
                self._bends = [*self._bends, bend][-_BENDS:]
                now = float(np.median(self._bends))
                if abs(now - self._lens.k) > _BEND_MATTERS:
                    self._lens = Lens(width, height, now)
        return self._lens

    def _agreement_mm(self, pose: MatPose, readings: Iterable[Reading]) -> float | None:
        """Return the fiducials' maximum distance from their places in `pose`; None without any."""
        marks = marks_seen(readings, self.book).get(pose.mat.name, [])
        if not marks:
            return None
        errors = [np.linalg.norm(pose.to_mat(here) - there, axis=1).max() for here, there in marks]
        return float(max(errors))
