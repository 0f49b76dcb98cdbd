"""Reads printed pyramids: which symbol is at the top, or not sure; never a guess.

Theory of operation

`picture → Plain (tetra_sight) → guesses (tetra_search) → fits (tetra_fit) → pyramids`

A guess is moved and turned in ever smaller steps to where the picture is explained best.  All nine
symbols that can be seen speak together: the three at the top, and the six around the corners on the
table, which say what is not at the top.  A value is beyond doubt if the best stand explains most of
what is printed there, and its lead over the best stand with another top is one that noise does not
make: the logarithm of the likelihoods' ratio, with a pixel in `_ALIKE` taken for independent, as
lens and compression make neighbours alike.  Before the virtual camera symbols of pyramids explain
0.7 to 0.95 of what plates leave, and lead by 16 and more; cards and hands explain below 0.1;
numbers on the same plates explain up to 0.68, and may well lead.

One side would do, as no two stands show the same on any side.  What looks like a pyramid and
explains less is not sure: one that is partly covered, or carries other symbols.  So is what has
changed and looks like a pyramid that leans.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from companion.vision.dice.camera import TableCamera
from companion.vision.dice.patch import Area
from companion.vision.dice.pyramid.fit import Fit, fitted
from companion.vision.dice.pyramid.markings import EDGE_MM, STANDS, VALUES
from companion.vision.dice.pyramid.patch import Plain, plain_of
from companion.vision.dice.pyramid.search import guesses, leaning
from companion.vision.reader.image_pyramid import Image

Floats = npt.NDArray[np.float64]

_STEPS: Final = np.array([1.0, 1.0, math.radians(3)])
_SCALES: Final = (1.0, 0.5, 0.25)
_ROUNDS: Final = 6
_ROOM_MM: Final = 0.5 * EDGE_MM
"""Two pyramids cannot stand nearer."""
_MOST: Final = 14
_HOPELESS: Final = 0.1
"""What symbols must explain of what plates leave, for a guess to be followed any further."""
_ALIKE: Final = 4.0
_LIKELY: Final = (0.55, 0.3)
_SURE: Final = (0.7, 0.74)
"""Of what is printed, and of what plates leave, the least shares that a stand must explain."""
_PLAINLY: Final = (0.9, 0.68)
"""Or these: dark plates on grey paper leave little to symbols, but explain more than those that
carry numbers, of which 0.85 at most is explained."""
_LEAD: Final = 14.0
_LEANS: Final = 0.64
"""Least likeness of one that leans; tokens come to 0.5, now and then a card to more."""


@dataclass(frozen=True, slots=True)
class Pyramid:
    """One pyramid at (x mm, y mm, turn): `value` is at its top, if `sure`; `lead` says how sure."""

    pose: tuple[float, float, float]
    value: str
    sure: bool
    lead: float


def pyramids(
    image: Image, before: Image | None, camera: TableCamera, area: Area, until_s: float
) -> tuple[list[Pyramid], bool]:
    """The pyramids that stand in `area` (mat mm), and whether all places were looked at in time.

    Pictures are BGR and of the same size; stops when the thread's CPU clock says `until_s`.
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
        if _beside(place, (p for p, _ in found if p.sure)):
            continue
        if time.thread_time() > until_s:
            return [pyramid for pyramid, _ in _apart(found)], False
        fit, pose = _settled(plain, start, place)
        if fit.explained > _LIKELY[0] and fit.symbols > _LIKELY[1]:
            found.append((judged(fit, pose), fit.explained))
    kept = [pyramid for pyramid, _ in _apart(found)]
    cocked = leaning(plain, area, [pyramid.pose for pyramid in kept], until_s)
    for guess in cocked:
        if guess.likeness > _LEANS and not _beside(guess.pose, kept):
            kept.append(Pyramid(guess.pose, VALUES[0], sure=False, lead=0.0))
    return kept, complete


def _apart(found: list[tuple[Pyramid, float]]) -> list[tuple[Pyramid, float]]:
    """The best of those that cannot stand beside each other."""
    kept: list[tuple[Pyramid, float]] = []
    for one in sorted(found, key=lambda each: (not each[0].sure, -each[1])):
        if not _beside(one[0].pose, (pyramid for pyramid, _ in kept)):
            kept.append(one)
    return kept


def _beside(pose: tuple[float, float, float], others: Iterable[Pyramid]) -> bool:
    return any(math.dist(pose[:2], other.pose[:2]) < _ROOM_MM for other in others)


def _settled(
    plain: Plain, fit: Fit, start: tuple[float, float, float]
) -> tuple[Fit, tuple[float, float, float]]:
    """The best fit that small steps lead to."""
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


def _step(plain: Plain, fit: Fit, pose: Floats, steps: Floats) -> tuple[Fit, Floats] | None:
    """One step along each coordinate, where that explains more; None where none does."""
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


def judged(fit: Fit, pose: tuple[float, float, float]) -> Pyramid:
    """What a fit says, and whether beyond doubt."""
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
