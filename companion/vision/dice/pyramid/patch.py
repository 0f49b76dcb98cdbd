"""The picture for the pyramid search: cropped, undistorted, and halved if very fine."""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.dice.camera import TableCamera
from companion.vision.dice.patch import Area, sight_of
from companion.vision.dice.pyramid.markings import EDGE_MM, SIZE
from companion.vision.reader.image_pyramid import Grey, Image

Floats = npt.NDArray[np.float64]
Plane = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Plain:
    """The `grey` picture, and each pixel's `change` in grey steps (None without a background).

    `P` maps mat mm (x, y, z, 1) to px of `grey`; `eye` is the camera's position, mm.
    """

    grey: Grey
    change: Plane | None
    P: Floats
    eye: Floats

    def seen(self, points: npt.ArrayLike) -> Floats:
        """Project mat points (n, 3), mm, to px (n, 2)."""
        at = np.asarray(points, np.float64)
        q = at @ self.P[:, :3].T + self.P[:, 3]
        return np.asarray(q[:, :2] / q[:, 2:])


def plain_of(image: Image, before: Image | None, camera: TableCamera, area: Area) -> Plain | None:
    """Return the cropped picture of `area` (mat mm), or None outside the picture.

    Both pictures are BGR and have the same size.
    """
    wide = area[0] - EDGE_MM, area[1] - EDGE_MM, area[2] + EDGE_MM, area[3] + EDGE_MM
    sight = sight_of(image, before, camera, SIZE * EDGE_MM, wide)
    if sight is None:
        return None
    scale = 2.0**-sight.level
    shift = [(0.5 - n) * scale - 0.5 for n in (sight.left, sight.top)]
    P = np.array([[scale, 0, shift[0]], [0, scale, shift[1]], [0, 0, 1]]) @ camera.P
    grey, change = sight.grey, sight.change
    if camera.lens.k:
        rows, columns = np.indices(grey.shape[:2])
        straight = np.column_stack([columns.ravel(), rows.ravel()])
        whole = np.asarray((straight - shift) / scale, np.float64)
        at = sight.within(camera.lens.bent(whole)).reshape(*grey.shape, 2).astype(np.float32)
        grey = np.asarray(_moved(grey, at), np.uint8)
        change = np.asarray(_moved(change, at), np.float32) if change is not None else None
    return Plain(grey, change, P, camera.eye)


def _moved(picture: Grey | Plane, at: Plane) -> npt.NDArray[np.generic]:
    return cv2.remap(
        picture, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
