"""Four-faced dice that printkit did not print."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from companion.vision.dice.pyramid.markings import EDGE_MM, REACH, VALUES
from tests.support.simulator.paper_dice import Skin

__all__ = ["numbered"]


def numbered(skin: Skin) -> Skin:
    """Return the same die with numbers instead of symbols."""
    image = skin.image.copy()
    for face in skin.faces:
        for corner, (name, _) in enumerate(face):
            at = np.array([spot for _, spot in face])
            up = at[corner] - at.mean(axis=0)
            middle = at[corner] - REACH * EDGE_MM * skin.px_per_mm * up / np.linalg.norm(up)
            x, y = middle.astype(int).tolist()
            cv2.circle(image, (x, y), 30, (250, 250, 250), -1)
            number = str(VALUES.index(name) + 1)
            cv2.putText(
                image, number, (x - 20, y + 22), cv2.FONT_HERSHEY_DUPLEX, 2.0, (40, 20, 20), 6
            )
    return replace(skin, image=image)
