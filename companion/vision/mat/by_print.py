"""Locates a mat of which a camera sees only a part, by two fiducials and the mat's print.

Theory of operation

Two fiducials at one edge determine the pose near that edge. Their error grows with the distance:
at the far end of half a mat it can be several centimetres, most of it because the lens is unknown.
The mat's printed picture (`printed`) has lines and letters everywhere. Small patches of it are
searched in the rectified picture, first near the fiducials, then farther away. Each patch found is
a point known in both, and all of them together give the homography and the lens. Patches under
cards and hands are not found, or contradict the others and are left out.

Patches are searched within `_SEARCH_MM`, which is less than half of the distance at which a mat's
cells repeat.
"""

from dataclasses import replace

import cv2
import numpy as np
import numpy.typing as npt

from companion.readings import Reading
from companion.vision.lens import Lens, fit_bend
from companion.vision.mat.printed import Printed
from companion.vision.mat.top_view import PX_PER_MM, TopView, brightness
from companion.vision.mat.tracker import MatPose, marks_seen, solve
from companion.vision.reader.codebook import Codebook
from companion.vision.reader.image_pyramid import Image

Floats = npt.NDArray[np.float64]
_MARKS = 2
_PATCH_MM, _STEP_MM, _SEARCH_MM = 48.0, 32.0, 24.0
_TEXTURE = 6.0
"""Minimum standard deviation of a patch's tones."""
_ALIKE = 0.6
"""Minimum correlation of a patch with the picture."""
_STAGES_MM = (250.0, 500.0, 900.0, 1e9, 1e9)
"""Distance from the fiducials up to which patches are searched, one round after the other."""
_OUTLIER_MM = 4.0
_LEAST_PATCHES = 24
_WORST_MM = 1.5


def locate_by_print(
    image: Image, readings: tuple[Reading, ...], book: Codebook, printed: Printed
) -> MatPose | None:
    """Return the pose of the mat whose fiducials are seen, or None if its print is not found."""
    found = {name: marks for name, marks in marks_seen(readings, book).items() if name in printed}
    name = max(found, key=lambda each: (len(found[each]), each), default="")
    marks = found.get(name, [])
    if len(marks) < _MARKS:
        return None
    top = TopView(book.mats[name])
    ink = brightness(printed[name].astype(np.float32))
    if ink.shape != (top.height, top.width):
        return None
    height, width = image.shape[:2]
    pose, _ = solve(book.mats[name], marks, Lens(width, height))
    origin = np.concatenate([there for _, there in marks])
    for reach in _STAGES_MM:
        if pose is None:
            return None
        here, there = _patches(image, pose, top, ink, origin, reach)
        pose = _fitted(pose, marks, here, there)
    return pose if pose is not None and pose.error_mm <= _WORST_MM else None


def _patches(
    image: Image,
    pose: MatPose,
    top: TopView,
    ink: npt.NDArray[np.float32],
    origin: Floats,
    reach_mm: float,
) -> tuple[Floats, Floats]:
    """Return the patches found: their middles in the picture, px, and on the mat, mm."""
    view, shown = top.look(image, pose)
    grey = brightness(view)
    half, search = round(_PATCH_MM * PX_PER_MM / 2), round(_SEARCH_MM * PX_PER_MM)
    step, far = round(_STEP_MM * PX_PER_MM), half + search
    at, truth = [], []
    for y in range(far, top.height - far, step):
        for x in range(far, top.width - far, step):
            away = np.linalg.norm(origin - np.array([x, y]) / PX_PER_MM, axis=1).min()
            window = np.s_[y - far : y + far, x - far : x + far]
            patch = ink[y - half : y + half, x - half : x + half]
            if away > reach_mm or patch.std() < _TEXTURE or not shown[window].all():
                continue
            scores = cv2.matchTemplate(grey[window], patch, cv2.TM_CCOEFF_NORMED)
            _, score, _, (dx, dy) = cv2.minMaxLoc(scores)
            if score >= _ALIKE and 0 < dx < 2 * search and 0 < dy < 2 * search:
                right = _summit(scores[dy, dx - 1 : dx + 2].tolist())
                down = _summit(scores[dy - 1 : dy + 2, dx].tolist())
                at.append((x + dx - search + right, y + dy - search + down))
                truth.append((x, y))
    seen = pose.to_image(np.array(at, np.float64).reshape(-1, 2) / PX_PER_MM)
    return seen, np.array(truth, np.float64).reshape(-1, 2) / PX_PER_MM


def _summit(scores: list[float]) -> float:
    """Return the place of the parabola's summit through three scores, from the middle one."""
    before, here, after = scores
    bow = before - 2 * here + after
    return 0.0 if bow >= 0 else 0.5 * (before - after) / bow


def _fitted(
    pose: MatPose, marks: list[tuple[Floats, Floats]], here: Floats, there: Floats
) -> MatPose | None:
    """Return the pose that fits the fiducials and most patches, or None with too few patches."""
    if len(here) < _LEAST_PATCHES:
        return None
    width, height = pose.lens.width, pose.lens.height
    _, inliers = cv2.findHomography(pose.lens.straight(here), there, cv2.RANSAC, _OUTLIER_MM)
    chosen = np.array(inliers, np.bool_).ravel()
    fitted: MatPose | None = None
    for _ in range(2):
        points = [*marks, (here[chosen], there[chosen])]

        def error(k: float, points: list[tuple[Floats, Floats]] = points) -> float:
            found, _ = solve(pose.mat, points, Lens(width, height, k))
            return np.inf if found is None else found.error_mm

        fitted, _ = solve(pose.mat, points, Lens(width, height, fit_bend(error)))
        if fitted is None:
            return None
        chosen = np.linalg.norm(fitted.to_mat(here) - there, axis=1) <= _OUTLIER_MM
        if chosen.sum() < _LEAST_PATCHES:
            return None
    return fitted and replace(fitted, marks=len(marks))
