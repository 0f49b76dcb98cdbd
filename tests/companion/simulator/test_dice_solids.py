"""The virtual pyramid die, folded from a net: its visible faces, and the face it stands on."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from companion.simulator.dice import Die
from companion.simulator.scene import Scene
from tests.support.simulator.paper_dice import PaperLook, Skin, tetrahedron
from tests.support.vision.dice_table import table

EDGE = 42.0
PX_PER_MM = 4.0
COLOURS = {
    "middle": (40, 40, 230),
    "up": (230, 60, 40),
    "left": (40, 220, 40),
    "right": (40, 220, 230),
}
FACES = {
    "middle": ("star", "arrow", "card"),
    "up": ("hammer", "arrow", "star"),
    "left": ("star", "card", "hammer left"),
    "right": ("arrow", "hammer right", "card"),
}
"""The net's faces, with corners clockwise; the hammer's three corners meet."""


def pyramid_skin() -> Skin:
    """Return a net with one colour per face."""
    edge = EDGE * PX_PER_MM
    height = edge * math.sqrt(3) / 2
    at = {
        "hammer": (edge, 0.0),
        "hammer left": (0.0, 2 * height),
        "hammer right": (2 * edge, 2 * height),
        "star": (edge / 2, height),
        "arrow": (1.5 * edge, height),
        "card": (edge, 2 * height),
    }
    image = np.full((math.ceil(2 * height) + 2, math.ceil(2 * edge) + 2, 3), 255, np.uint8)
    faces = []
    for face, corners in FACES.items():
        outline = np.array([at[c] for c in corners])
        cv2.fillConvexPoly(image, np.round(outline).astype(np.int32), COLOURS[face])
        faces.append(tuple((c.split()[0], at[c]) for c in corners))
    return Skin(image, PX_PER_MM, tuple(faces))


def seen_colours(value: str) -> set[str]:
    """Return the faces whose colours a camera sees."""
    renderer, _ = table(60, 0.0)
    die = Die(value, 130, 85, 15, EDGE, PaperLook(skin=pyramid_skin()))
    picture = renderer.render(Scene(dice=(die,)))
    hue = cv2.cvtColor(picture, cv2.COLOR_BGR2HSV).astype(int)
    strong = (hue[..., 1] > 150) & (hue[..., 2] > 60)
    found = set()
    for face, colour in COLOURS.items():
        wanted = cv2.cvtColor(np.array([[colour]], np.uint8), cv2.COLOR_BGR2HSV)[0, 0, 0]
        apart = np.abs((hue[..., 0] - int(wanted) + 90) % 180 - 90)
        if (strong & (apart < 8)).sum() > 300:
            found.add(face)
    return found


@pytest.mark.parametrize(
    ("value", "hidden"),
    [("hammer", "middle"), ("star", "right"), ("arrow", "left"), ("card", "up")],
)
def test_a_pyramid_stands_on_the_face_that_lacks_its_top_corner(value: str, hidden: str) -> None:
    assert seen_colours(value) == set(COLOURS) - {hidden}


def test_a_pyramids_corners_are_on_its_surface_an_edge_apart() -> None:
    solid = tetrahedron(pyramid_skin(), EDGE)
    assert np.allclose(solid.distance(solid.corners), 0, atol=1e-6)
    apart = np.linalg.norm(solid.corners[:, None] - solid.corners, axis=2)
    assert np.allclose(apart[~np.eye(4, dtype=bool)], EDGE)
