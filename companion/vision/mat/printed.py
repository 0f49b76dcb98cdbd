"""Draws pictures of the printed mats from the PDFs next to their manifests.

They show the bare mat even if the camera has never seen it. Their scale is that of
`companion.vision.mat.top_view`, so that a view of the table can be compared pixel by pixel.
Without the PDF, only this comparison is unavailable.
"""

import contextlib
from collections.abc import Iterable
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from companion.pdf_pages import POINTS_PER_MM, drawn_page
from companion.vision.mat.top_view import PX_PER_MM
from rules import DataError, Mat, load_manifest

Image = npt.NDArray[np.uint8]
Printed = dict[str, Image]
"""The mats' pictures by name: (h, w, 3) BGR, `PX_PER_MM` pixels per millimetre."""

_FINER = 3


def printed_mats(manifests: Iterable[Path]) -> Printed:
    """Return the pictures of all mats whose manifest has a readable PDF next to it."""
    found: Printed = {}
    for path in manifests:
        with contextlib.suppress(DataError, OSError, ValueError, RuntimeError):
            manifest = load_manifest(path)
            if manifest.mats:
                pages = _Pages(path.parent / manifest.pdf)
                found |= {mat.name: _picture(mat, pages) for mat in manifest.mats}
    return found


class _Pages:
    """The pages of a PDF as pictures. The last one is cached."""

    def __init__(self, path: Path) -> None:
        self._content = path.read_bytes()
        self._page: tuple[int, Image] | None = None

    def page(self, number: int) -> Image:
        """Return page `number` (from 1), `_FINER` times finer than the top view."""
        if self._page is None or self._page[0] != number:
            scale = PX_PER_MM * _FINER / POINTS_PER_MM
            self._page = number, drawn_page(self._content, number, scale)
        return self._page[1]


def _picture(mat: Mat, pages: _Pages) -> Image:
    fine = PX_PER_MM * _FINER
    size = (max(int(np.ceil(mat.width_mm * fine)), 1), max(int(np.ceil(mat.height_mm * fine)), 1))
    whole = np.full((size[1], size[0], 3), 255, np.uint8)
    for sheet in mat.sheets:
        page = pages.page(sheet.page)
        to_page = np.array(
            [
                [1.0, 0.0, (sheet.page_x_mm - sheet.mat_x_mm) * fine],
                [0.0, 1.0, (sheet.page_y_mm - sheet.mat_y_mm) * fine],
            ]
        )
        drawn = cv2.warpAffine(page, to_page, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
        left, top = round(sheet.mat_x_mm * fine), round(sheet.mat_y_mm * fine)
        right = left + round(sheet.width_mm * fine)
        bottom = top + round(sheet.height_mm * fine)
        whole[top:bottom, left:right] = drawn[top:bottom, left:right]
    width = max(int(np.ceil(mat.width_mm * PX_PER_MM)), 1)
    height = max(int(np.ceil(mat.height_mm * PX_PER_MM)), 1)
    return np.asarray(cv2.resize(whole, (width, height), interpolation=cv2.INTER_AREA))
