from __future__ import annotations

import cv2
import numpy as np
import pytest
import qrcode

from companion.readings import Reading
from companion.vision.reader.fallback_decoder import foreign_text


def picture(text: str, module: int) -> tuple[np.ndarray, Reading]:
    """Return a picture of a QR code, and a textless reading at its corners."""
    code = qrcode.QRCode(border=4, box_size=1)
    code.add_data(text)
    code.make()
    white = 255 * (1 - np.array(code.get_matrix(), np.uint8))
    image = np.kron(white, np.ones((module, module), np.uint8))
    low, high = 4.0 * module, float(len(image) - 4 * module)
    corners = ((low, low), (high, low), (high, high), (low, high))
    return cv2.cvtColor(image, cv2.COLOR_GRAY2BGR), Reading("", corners, 0.9)


@pytest.mark.parametrize("module", [2, 3, 9])
def test_a_foreign_tag_is_named(module: int) -> None:
    assert foreign_text(*picture("OTHER GAME 7", module)) == "OTHER GAME 7"


def test_what_it_says_can_neither_colour_a_terminal_nor_fill_it() -> None:
    assert foreign_text(*picture("a\x1b[31mred\nb", 6)).isprintable()
    assert foreign_text(*picture("safe\u202eexe", 6)) == "safe·exe"
    assert foreign_text(*picture("x" * 90, 6)) == "x" * 40


def test_what_cannot_be_read_is_empty() -> None:
    image, reading = picture("OTHER", 6)
    assert foreign_text(np.zeros_like(image), reading) == ""
    away = Reading("", ((900.0, 900.0), (950.0, 900.0), (950.0, 950.0), (900.0, 950.0)), 0.9)
    assert foreign_text(image, away) == ""
