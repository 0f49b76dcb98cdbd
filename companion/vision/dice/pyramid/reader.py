"""Reads the symbol at the top of printed pyramids, or reports it as uncertain.

Theory of operation

`picture → Plain (patch) → guesses (search) → fits (fit) → pyramids`

Each guess is moved and turned in ever smaller steps to the best fit. All nine symbols on the three
sides count: the three at the top show the value, and the six at the corners on the table exclude
values. A value is certain if the best stand explains most of the print, and if its lead over the
best stand with another top is greater than noise. The lead is a log likelihood ratio. Only one
pixel in `_ALIKE` counts as independent, because lens and compression correlate neighbours. In
simulated pictures, symbols on real pyramids explain 0.7 to 0.95 of the remainder after ground and
plates, with a lead of 16 or more. On cards and hands they explain less than 0.1. On plates with
numbers instead of symbols they explain up to 0.68, and the lead may be just as clear.

One side is enough, because no two stands show the same symbols on any side. A pyramid with a worse
fit is uncertain, because it is partly covered or has other symbols. A change that looks like a
leaning pyramid is reported as an uncertain one.
"""

import math
import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from companion.vision.dice.camera import TableCamera
from companion.vision.dice.patch import Area
from companion.vision.dice.pyramid.fit import PyramidFit, fitted
from companion.vision.dice.pyramid.markings import EDGE_MM, STANDS, VALUES
from companion.vision.dice.pyramid.patch import Plain, plain_of
from companion.vision.dice.pyramid.search import guesses, leaning
from companion.vision.reader.image_pyramid import Image

Floats = npt.NDArray[np.float64]

_STEPS: Final = np.array([1.0, 1.0, math.radians(3)])
_SCALES: Final = (1.0, 0.5, 0.25)
_ROUNDS: Final = 6
_ROOM_MM: Final = 0.5 * EDGE_MM
"""Minimum distance between the middles of two pyramids."""
_MOST: Final = 14
_HOPELESS: Final = 0.1
"""Minimum of `PyramidFit.symbols` for a fit that is worth improving."""
_ALIKE: Final = 4.0
_LIKELY: Final = (0.55, 0.3)
_SURE: Final = (0.7, 0.74)
"""Minima of `PyramidFit.explained` and `PyramidFit.symbols` for a certain fit."""
_PLAINLY: Final = (0.9, 0.68)
"""Alternative limits for dark plates on grey paper. There the symbols explain little, but the
whole print explains more than it does on plates with numbers (at most 0.85)."""
_LEAD: Final = 14.0
_LEANS: Final = 0.64
"""Minimum likeness of a leaning pyramid. Tokens reach 0.5, and cards occasionally more."""


@dataclass(frozen=True, slots=True)
class Pyramid:
    """One pyramid: its `pose` (x mm, y mm, turn), the `value` at its top, and its certainty."""

    pose: tuple[float, float, float]
    value: str
    sure: bool
    lead: float


def pyramids(
    image: Image, before: Image | None, camera: TableCamera, area: Area, until_s: float
) -> tuple[list[Pyramid], bool]:
    """Return the pyramids in `area` (mat mm), and True if the search finished in time.

    Both pictures are BGR and have the same size. The search stops when the thread's CPU clock
    reaches `until_s`.
    """
    plain = plain_of(image, before, camera, area)
    if plain is None:
        return [], True
    promising, complete = guesses(plain, area, until_s)
    rough = [(fitted(plain, guess.pose), guess.pose) for guess in promising]
    starts = [(fit, pose) for fit, pose in rough if fit is not None]
    starts.sort(key=lambda start: -start[0].explained * start[0].symbols)
    found: list[tuple[Pyramid, float]] = []
    for start, place in starts[:_MOST]:
        if _is_near(place, (p for p, _ in found if p.sure)):
            continue
        if time.thread_time() > until_s:
            return [pyramid for pyramid, _ in _apart(found)], False
        fit, pose = _settled(plain, start, place)
        if fit.explained > _LIKELY[0] and fit.symbols > _LIKELY[1]:
            found.append((judged(fit, pose), fit.explained))
    kept = [pyramid for pyramid, _ in _apart(found)]
    cocked = leaning(plain, area, [pyramid.pose for pyramid in kept], until_s)
    for guess in cocked:
        if guess.likeness > _LEANS and not _is_near(guess.pose, kept):
            kept.append(Pyramid(guess.pose, VALUES[0], sure=False, lead=0.0))
    return kept, complete


def _apart(found: list[tuple[Pyramid, float]]) -> list[tuple[Pyramid, float]]:
    """Return the pyramids, without those that are too close to a better one."""
    kept: list[tuple[Pyramid, float]] = []
    for one in sorted(found, key=lambda each: (not each[0].sure, -each[1])):
        if not _is_near(one[0].pose, (pyramid for pyramid, _ in kept)):
            kept.append(one)
    return kept


def _is_near(pose: tuple[float, float, float], others: Iterable[Pyramid]) -> bool:
    return any(math.dist(pose[:2], other.pose[:2]) < _ROOM_MM for other in others)


def _settled(
    plain: Plain, fit: PyramidFit, start: tuple[float, float, float]
) -> tuple[PyramidFit, tuple[float, float, float]]:
    """Improve the fit in small steps, and return it with its pose."""
    pose = np.array(start)
    for scale in _SCALES:
        for _ in range(_ROUNDS):
            better = _step(plain, fit, pose, scale * _STEPS)
            if better is None:
                break
            fit, pose = better
        if fit.symbols < _HOPELESS:
            break
    x, y, turn = pose.tolist()
    return fit, (x, y, turn)


def _step(
    plain: Plain, fit: PyramidFit, pose: Floats, steps: Floats
) -> tuple[PyramidFit, Floats] | None:
    """Try one step along each coordinate. Return the improved fit, or None."""
    moved = False
    for n in range(3):
        for way in (-1, 1):
            other = pose.copy()
            other[n] += way * steps[n]
            tried = fitted(plain, other)
            if tried is not None and tried.explained > fit.explained:
                fit, pose, moved = tried, other, True
                break
    return (fit, pose) if moved else None


def judged(fit: PyramidFit, pose: tuple[float, float, float]) -> Pyramid:
    """Return the pyramid that results from a fit, with its certainty."""
    tops = np.array(
        [
            max(gain for gain, stand in zip(fit.gains, STANDS, strict=True) if stand[0] == value)
            for value in VALUES
        ]
    )
    first, second = np.argsort(-tops)[:2]
    ratio = (fit.rest - tops[second]) / max(fit.rest - tops[first], 1e-9)
    lead = float(fit.pixels / _ALIKE / 2 * np.log(ratio))
    enough = any(
        fit.explained > printed and fit.symbols > symbols for printed, symbols in (_SURE, _PLAINLY)
    )
    return Pyramid(pose, VALUES[first], enough and lead > _LEAD, lead)
