"""The pip patterns of dice as seen through a lens.

Lengths are in edges of the die, and places are relative to the middle of its top. A pip is a
*bump* in the brightness: a disc blurred by the lens. The top around it is the *ground*: a
brightness with a slope, which changes at each side where the lens blurs the edge. A *spread* is
the distance between neighbouring pips. All measures are linear in bumps and ground, so each is one
product with a matrix that depends only on the blur. Those matrices are cached here.
"""

import functools
import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
_Exact = npt.NDArray[np.float64]

SPREAD = 0.26
"""Normal distance between neighbouring places of the lattice."""
_PIP, _LARGE = 0.048, 0.083
"""Width (sigma) of a normal pip, and of the large single pip on Japanese and Chinese dice."""
LATTICE = np.array([(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1)], np.float64)
"""The nine possible places of pips, row by row, in spreads."""

PATTERNS: tuple[tuple[str, tuple[int, ...]], ...] = (
    ("1", (4,)),
    ("2", (0, 8)),
    ("2", (2, 6)),
    ("3", (0, 4, 8)),
    ("3", (2, 4, 6)),
    ("4", (0, 2, 6, 8)),
    ("5", (0, 2, 4, 6, 8)),
    ("6", (0, 3, 6, 2, 5, 8)),
    ("6", (0, 1, 2, 6, 7, 8)),
    ("1", (4,)),
)
"""The patterns: each one's value and the places of its pips. 2, 3 and 6 have two patterns. The
last pattern is a single large pip."""
LARGE_ONE = 9
VALUES = np.array([int(value) for value, _ in PATTERNS])


def _square(count: int, half: float) -> _Exact:
    axis = np.linspace(-half, half, count)
    return np.asarray(np.stack(np.meshgrid(axis, axis), axis=2).reshape(-1, 2))


COARSE = _square(7, 0.39)
"""The sample points on a top for the search, (49, 2)."""
FINE = _square(13, 0.42)
"""The sample points on a top for measuring, (169, 2)."""
SHIFTS = (-0.042, 0.0, 0.042)


def turned(turn: float) -> _Exact:
    """Return the matrix that turns points, given as rows, clockwise (y down)."""
    c, s = math.cos(turn), math.sin(turn)
    return np.array([[c, s], [-s, c]])


def _ground(spots: _Exact, blur: float) -> _Exact:
    """Return the ground's seven components (n, 7) at `spots` (n, 2)."""
    away = np.column_stack([spots, -spots]) - 0.5
    return np.column_stack([np.ones(len(spots)), spots, np.exp(2 * away / (blur + 0.03))])


def _bumps(spots: _Exact, places: _Exact, width: float) -> _Exact:
    """Sample, at `spots` (n, 2), bumps of height 1 at `places` (m, 2); the result is (n, m)."""
    away2 = ((spots[:, None] - places) ** 2).sum(axis=2)
    return np.asarray(np.exp(-away2 / (2 * width * width)))


def _width(pattern: int, blur: float) -> float:
    return math.hypot(_LARGE if pattern == LARGE_ONE else _PIP, blur)


@dataclass(frozen=True, slots=True, eq=False)
class CoarseBank:
    """Unit templates (49, n), their norms, their pattern numbers, and a ground basis (49, 7)."""

    templates: Floats
    sizes: Floats
    patterns: npt.NDArray[np.intp]
    grounds: Floats


@functools.lru_cache(maxsize=64)
def coarse_bank(blur: float) -> CoarseBank:
    """Return the templates for the search: every pattern with several shifts and spreads."""
    grounds = np.linalg.qr(_ground(COARSE, blur))[0]
    templates, patterns = [], []
    for number, (_, places) in enumerate(PATTERNS):
        lattice = LATTICE[list(places)]
        for spread in (0.245, 0.275) if len(places) > 1 else (SPREAD,):
            for shift in ((x, y) for x in SHIFTS for y in SHIFTS):
                at = shift + spread * lattice
                templates.append(_bumps(COARSE, at, _width(number, blur)).sum(axis=1))
                patterns.append(number)
    flat = np.array(templates).T
    flat -= grounds @ (grounds.T @ flat)
    sizes = np.linalg.norm(flat, axis=0)
    return CoarseBank(
        (flat / sizes).astype(np.float32),
        sizes.astype(np.float32),
        np.array(patterns),
        grounds.astype(np.float32),
    )


@dataclass(frozen=True, slots=True, eq=False)
class FineBank:
    """The matrices that measure one pattern at the sample points `FINE`.

    `solve` (7 + k, 169) gives the ground's coefficients, the bumps' height, and that height times
    each small change: x, y, turn, spread, width (turn and spread only for two or more pips).
    `changes` (169, k) contains the pattern and its derivatives. `grounds` (169, 7) is an
    orthonormal basis of the ground, and `bare` (169,) the part of the pattern that is orthogonal
    to it.
    """

    solve: Floats
    changes: Floats
    grounds: Floats
    bare: Floats
    turns: bool


@functools.lru_cache(maxsize=256)
def fine_bank(pattern: int, blur: float) -> FineBank:
    """Return the matrices that fit one pattern's place, turn, spread and pip width."""
    lattice = SPREAD * LATTICE[list(PATTERNS[pattern][1])]
    width, step = _width(pattern, blur), 1e-4

    def seen(
        at: tuple[float, float] = (0, 0), turn: float = 0, more: float = 0, wider: float = 0
    ) -> _Exact:
        places = (1 + more) * lattice @ turned(turn) + at
        return np.asarray(_bumps(FINE, places, width + wider).sum(axis=1))

    here, turns = seen(), len(lattice) > 1
    others = [seen(at=(step, 0)), seen(at=(0, step))]
    if turns:
        others += [seen(turn=step), seen(more=step)]
    others.append(seen(wider=step))
    changes = np.column_stack([here, *[(other - here) / step for other in others]])
    ground = _ground(FINE, blur)
    basis = np.linalg.qr(ground)[0]
    return FineBank(
        np.linalg.pinv(np.column_stack([ground, changes])).astype(np.float32),
        changes.astype(np.float32),
        basis.astype(np.float32),
        (here - basis @ (basis.T @ here)).astype(np.float32),
        turns,
    )


@functools.lru_cache(maxsize=256)
def heights_of(blur: float, more: int, wider: int, *, large: bool) -> Floats:
    """Return the matrix (9, 169) that maps samples at `FINE` to the bump's height at each place.

    The spread is larger by `more` per cent, and pips are wider by `wider` per cent of an edge.
    With `large`, the middle pip is the large single pip.
    """
    width = max(math.hypot(_PIP, blur) + wider / 100, 0.03)
    bumps = _bumps(FINE, SPREAD * (1 + more / 100) * LATTICE, width)
    if large:
        bumps[:, 4] = _bumps(FINE, np.zeros((1, 2)), math.hypot(_LARGE, blur) + wider / 100)[:, 0]
    both = np.column_stack([bumps, _ground(FINE, blur)])
    return np.linalg.pinv(both)[:9].astype(np.float32)


@functools.lru_cache(maxsize=64)
def skew_bank(pattern: int, blur: float) -> Floats:
    """Return the matrix (3, 169) that maps samples at `FINE` to a pattern's height and its skew.

    The skew consists of two numbers: the height times the pattern's stretch, and the height times
    its shear. With fewer than four pips, the matrix is zero.
    """
    places = SPREAD * LATTICE[list(PATTERNS[pattern][1])]
    if len(places) < _FOUR:
        return np.zeros((3, len(FINE)), np.float32)
    width, step = _width(pattern, blur), 1e-4
    here = _bumps(FINE, places, width).sum(axis=1)

    def change(by: _Exact, wider: float = 0.0) -> _Exact:
        moved = _bumps(FINE, places @ (np.eye(2) + by).T, width + wider).sum(axis=1)
        return np.asarray((moved - here) / step)

    kinds = [[[1, 0], [0, -1]], [[0, 1], [1, 0]], [[1, 0], [0, 1]], [[0, -1], [1, 0]]]
    changes = [change(step * np.array(kind)) for kind in kinds]
    changes.append(change(np.zeros((2, 2)), step))
    both = np.column_stack([here, *changes, _ground(FINE, blur)])
    return np.linalg.pinv(both)[:3].astype(np.float32)


_FOUR = 4
