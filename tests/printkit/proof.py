"""Where a PDF's faces really lie: its own content stream read back, by none of printkit's code.

Every face with a tag draws the tag's frame as a ring, two rectangles filled even-odd, in the
face's own mm. The matrix that holds there takes the face's corners to the page.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pypdf
from pypdf.generic import ContentStream

MM = 72 / 25.4
Corners = np.ndarray
"""Four points, mm from the page's top left, y down: top left, top right, bottom right, bottom
left of the upright face."""


@dataclass(frozen=True, slots=True)
class Found:
    """One face on a page: the matrix from its mm to the page's, and its tag frame (x, y, w, h)."""

    matrix: np.ndarray
    frame: tuple[float, float, float, float]

    def corners(self, width: float, height: float) -> Corners:
        """Where the corners of a face of this size lie."""
        points = np.array([(0, 0, 1), (width, 0, 1), (width, height, 1), (0, height, 1)], float)
        return (points @ self.matrix)[:, :2]


def faces(pdf: Path) -> list[list[Found]]:
    """Every face with a tag, page by page, in the order they are drawn."""
    reader = pypdf.PdfReader(pdf)
    return [_faces(page, reader) for page in reader.pages]


def _faces(page: pypdf.PageObject, reader: pypdf.PdfReader) -> list[Found]:
    height = float(page.mediabox.height)
    to_mm = np.array([(1 / MM, 0, 0), (0, -1 / MM, 0), (0, height / MM, 1)])
    now, stack, boxes, found = np.eye(3), [], [], []
    content = page.get_contents()
    if content is None:
        return []
    for operands, operator in ContentStream(content, reader).operations:
        match operator:
            case b"q":
                stack.append(now)
            case b"Q":
                now = stack.pop()
            case b"cm":
                a, b, c, d, e, f = (float(number) for number in operands)
                now = np.array([(a, b, 0), (c, d, 0), (e, f, 1)]) @ now
            case b"re":
                boxes.append(tuple(float(number) for number in operands))
            case b"f*" if len(boxes) == 2:
                found.append(Found(now @ to_mm, boxes[0]))
                boxes = []
            case b"m" | b"l" | b"c" | b"f" | b"f*" | b"S" | b"B" | b"n":
                boxes = []
            case _:
                pass
    return found
