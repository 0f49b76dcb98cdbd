"""The real positions of a PDF's faces, read back from its content stream without printkit code.

Every face with a tag draws the tag's frame as a ring: two rectangles, filled even-odd, in the
face's own mm. The transformation matrix at that point maps the face's corners to the page.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pypdf
from pypdf.generic import ContentStream

from printkit.pdf.geometry import Duplex
from rules.records.manifest import Spot

MM = 72 / 25.4
NUMBERS = re.compile(r"M([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)(?=M|$)")
SPACE = "{http://www.w3.org/2000/svg}"
Corners = np.ndarray
"""Four points, mm from the page's top left, y down: top left, top right, bottom right, bottom
left of the upright face."""


@dataclass(frozen=True, slots=True)
class Found:
    """One face on a page: the matrix from its mm to the page's, and its tag frame (x, y, w, h)."""

    matrix: np.ndarray
    frame: tuple[float, float, float, float]

    @property
    def scale(self) -> float:
        """Return the scale of the face on the page; 1 is its own size in mm."""
        return float(np.sqrt(abs(np.linalg.det(self.matrix[:2, :2]))))

    def corners(self, width: float, height: float) -> Corners:
        """Return the corners of a face of this size on the page."""
        points = np.array([(0, 0, 1), (width, 0, 1), (width, height, 1), (0, height, 1)], float)
        return (points @ self.matrix)[:, :2]


def faces(pdf: Path) -> list[list[Found]]:
    """Return every face with a tag, page by page, in drawing order."""
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


def listed(spot: Spot) -> np.ndarray:
    """Return the corners of an upright face at its place in the manifest."""
    x, y, right, bottom = (
        spot.x_mm,
        spot.y_mm,
        spot.x_mm + spot.width_mm,
        spot.y_mm + spot.height_mm,
    )
    around = np.array([(x, y), (right, y), (right, bottom), (x, bottom)])
    return np.roll(around, -(spot.turn // 90), axis=0)


def off(found: np.ndarray, wanted: np.ndarray) -> float:
    """Return the greatest difference between found and expected corner coordinates, in mm."""
    return float(np.abs(found - wanted).max())


def seen_from_the_front(points: np.ndarray, page: tuple[float, float], edge: str) -> np.ndarray:
    """Mirror points of a back page onto the front page of the same sheet."""
    upright = (edge == Duplex.LONG) == (page[1] >= page[0]) or edge == Duplex.FOLD
    mirrored = points.copy()
    axis = 0 if upright else 1
    mirrored[:, axis] = page[axis] - points[:, axis]
    return mirrored


def as_box(points: np.ndarray) -> np.ndarray:
    """Return the bounding box of corners, as its least and its greatest point."""
    return np.array([points.min(axis=0), points.max(axis=0)])


def page_of(pdf: Path, page: int = 1) -> tuple[float, float]:
    """Return a page's width and height in mm."""
    box = pypdf.PdfReader(pdf).pages[page - 1].mediabox
    return float(box.width) / MM, float(box.height) / MM


def lines_of(text: str) -> set[tuple[float, ...]]:
    """Return the straight cuts of a cut file by their end points, in mm."""
    root = ET.fromstring(text)  # noqa: S314 - our own file
    path = root.find(f"{SPACE}g[@id='cut']/{SPACE}path")
    assert path is not None
    return {tuple(map(float, found)) for found in NUMBERS.findall(path.get("d", ""))}


def covered(rect: tuple[float, float, float, float], lines: set[tuple[float, ...]]) -> bool:
    """Return True if all four edges of a trim are on cut lines."""
    x, y, width, height = rect
    edges = (
        (x, y, x, y + height),
        (x + width, y, x + width, y + height),
        (x, y, x + width, y),
        (x, y + height, x + width, y + height),
    )
    return all(
        any(
            abs(a - c) < 0.01 and abs(x1 - a) < 0.01 and y1 - 0.01 <= b and d <= y2 + 0.01
            if x1 == x2
            else abs(b - d) < 0.01 and abs(y1 - b) < 0.01 and x1 - 0.01 <= a and c <= x2 + 0.01
            for x1, y1, x2, y2 in lines
            if (x1 == x2) == (a == c)
        )
        for a, b, c, d in edges
    )
