"""Draws text into pictures in the project's font: Latin, kana and kanji.

OpenCV 4 has only its own Latin stroke font, so Japanese and Chinese text is omitted there
(`writes`). A process uses only one font, because OpenCV's glyph cache mixes up fonts that are used
together.
"""

import functools
from pathlib import Path
from typing import Final

import cv2

from companion.errors import SourceError
from companion.vision.reader.image_pyramid import Image
from rules.data_home import data_home
from rules.messages.system import reason
from rules.process.disk import write_whole

Colour = tuple[int, int, int]

_FACES: Final = hasattr(cv2, "FontFace")
_STROKE_FACE: Final = cv2.FONT_HERSHEY_SIMPLEX
_STROKES: Final = 30.0
"""Height of OpenCV's stroke font at scale 1, px."""
_TYPEWRITER: Final = str.maketrans(
    {"’": "'", "“": '"', "”": '"', "×": "x", "–": "-", "…": "...", "°": " deg"}
)
_FONTS: Final = Path(data_home(), "templates", "fonts")


def writes(text: str) -> bool:
    """Return True if the installed OpenCV can draw this text."""
    return _FACES or _plain(text).isascii()


def _plain(text: str) -> str:
    """Replace typographic characters with their typewriter forms."""
    return text.translate(_TYPEWRITER)


@functools.cache
def _font() -> cv2.FontFace:
    """Return the project's font or, if it is unavailable, OpenCV's own."""
    face, path = cv2.FontFace(), _FONTS / "NotoSansJP-Regular.ttf"
    if path.exists():
        face.set(str(path))
    return face


def write(image: Image, text: str, at: tuple[int, int], size: int, colour: Colour) -> None:
    """Draw `text` into the picture, with its baseline beginning at `at` (px)."""
    if _FACES:
        cv2.putText(image, text, at, colour, _font(), size, 0)
    elif writes(text):
        scale, thick = size / _STROKES, max(1, size // 16)
        cv2.putText(image, _plain(text), at, _STROKE_FACE, scale, colour, thick, cv2.LINE_AA)


def width_of(text: str, size: int) -> int:
    """Return the width of a text, px."""
    if _FACES:
        return int(cv2.getTextSize((0, 0), text, (0, 0), _font(), size, 0)[2])
    return int(cv2.getTextSize(_plain(text), _STROKE_FACE, size / _STROKES, 1)[0][0])


def lines_of(text: str, size: int, width: int, most: int) -> list[str]:
    """Break `text` into at most `most` lines of `width` px, with an ellipsis if it is cut off."""
    gap = " " if " " in text.strip() else ""
    lines = [""]
    for word in text.split(" ") if gap else text:
        longer = f"{lines[-1]}{gap}{word}" if lines[-1] else word
        if width_of(longer, size) <= width or not lines[-1]:
            lines[-1] = longer
        elif len(lines) < most:
            lines.append(word)
        else:
            while lines[-1] and width_of(f"{lines[-1]}…", size) > width:
                lines[-1] = lines[-1][:-1]
            lines[-1] = f"{lines[-1].rstrip()}…"
            break
    return lines


def save_picture(path: Path, image: Image) -> None:
    """Write a picture file. Raise `SourceError` on failure."""
    try:
        _, data = cv2.imencode(path.suffix, image)
        write_whole(path, data.tobytes())
    except cv2.error as error:
        raise SourceError("fault.file.suffix", file=path, suffix=path.suffix) from error
    except OSError as error:
        raise SourceError("fault.file.unwritten", file=path, why=reason(error)) from error
