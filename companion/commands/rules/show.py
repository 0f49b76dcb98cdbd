"""Identification of a card that is shown to a camera or in a picture."""

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from companion.readings import Reading
from rules import load_manifest

_PATIENCE_S: Final = 30.0


def shown_tags(source: str, manifests: list[Path]) -> tuple[str, ...]:
    """Return the tags in the first picture that shows a card's front, the largest tag first.

    The result is empty if no picture shows one, or a camera shows none for half a minute. Raises
    `SourceError` for a faulty source, and `DataError` for a faulty manifest.
    """
    from companion.vision.reader.codebook import Codebook
    from companion.vision.sources.open import open_source
    from companion.vision.sources.stills import read_still

    book = Codebook([load_manifest(path) for path in manifests])
    feed = open_source(source)
    try:
        begun = None
        while (frame := feed.read()) is not None:
            begun = frame.time_s if begun is None else begun
            if frame.time_s - begun > _PATIENCE_S:
                break
            if tags := _fronts(read_still(frame.image, book)):
                return tags
    finally:
        feed.close()
    return ()


def _fronts(readings: Iterable[Reading]) -> tuple[str, ...]:
    fronts = [each for each in readings if each.card and each.face == "front"]
    return tuple(each.tag for each in sorted(fronts, key=_size, reverse=True))


def _size(reading: Reading) -> float:
    """Return twice the area of a tag in the picture, px."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = reading.corners
    return abs((cx - ax) * (dy - by) - (dx - bx) * (cy - ay))
