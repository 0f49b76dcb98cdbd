"""Encodes a camera's picture as a JPEG, cropped to the visible part.

This is the page's only module that needs OpenCV; the mailbox receives `encode`.
"""

import cv2

from companion.frames import Frame
from companion.web.camera_overlay import Crop

_QUALITY = 78


def encode(frame: Frame, cut: Crop, most_px: int) -> bytes:
    """Return the crop of a frame as a JPEG, at most `most_px` wide and high, without metadata."""
    image = frame.image[cut.top : cut.bottom, cut.left : cut.right]
    height, width = image.shape[:2]
    scale = most_px / max(height, width)
    if scale < 1:
        size = (max(1, round(width * scale)), max(1, round(height * scale)))
        shown = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    else:
        shown = image
    _, data = cv2.imencode(".jpg", shown, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    return data.tobytes()
