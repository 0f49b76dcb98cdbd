"""Robust fits of a picture's tones: a colour map, and a smooth light."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from companion.vision.mat.top_view import Mask, View

ENOUGH_PX: Final = 200
SPARSE: Final = (slice(None, None, 4), slice(None, None, 4))
"""Every fourth pixel of every fourth row, enough for a fit."""
_FITS = 4


def colour_map(ink: View, seen: View) -> View:
    """Return the affine map, (4, 3), from printed colours (n, 3) to seen ones, robustly fitted."""
    terms = np.hstack([ink, np.ones((len(ink), 1), np.float32)])
    weights = np.ones(len(ink), np.float32)
    fit = np.zeros((4, 3), np.float32)
    for _ in range(_FITS):
        weighted = terms * weights[:, None]
        fit = np.linalg.solve(weighted.T @ terms + 1e-3 * np.eye(4), weighted.T @ seen)
        miss = np.abs(terms @ fit - seen).max(1)
        weights = 1 / (1 + (miss / (1.5 * np.median(miss) + 1e-3)) ** 2) ** 2
    return np.asarray(fit, np.float32)


def mapped(colours: View, fit: View) -> View:
    """Return colours (…, 3) under such a map."""
    return np.asarray(colours @ fit[:3] + fit[3], np.float32)


def smooth(
    logs: npt.NDArray[np.float32], where: Mask, shape: tuple[int, ...], most: float
) -> npt.NDArray[np.float32]:
    """Return the exponential of a quadratic through `logs`, known at the `SPARSE` pixels `where`.

    Print, hands and paper are outliers of the robust fit; it is clipped to exp(±`most`).
    """
    height, width = shape[:2]
    if len(logs) < ENOUGH_PX:
        return np.ones((height, width), np.float32)
    x = np.linspace(-1, 1, width, dtype=np.float32)[None, :]
    y = np.linspace(-1, 1, height, dtype=np.float32)[:, None]
    rows, columns = np.nonzero(where)
    u, v = x[0, SPARSE[1]][columns], y[SPARSE[0], 0][rows]
    A = np.stack([np.ones_like(u), u, v, u * u, u * v, v * v], -1)
    weights = np.ones_like(logs)
    for _ in range(_FITS):
        weighted = A * weights[:, None]
        fit = np.linalg.solve(weighted.T @ A + 1e-3 * np.eye(6), weighted.T @ logs)
        miss = np.abs(A @ fit - logs)
        weights = 1 / (1 + (miss / (1.5 * np.median(miss) + 1e-3)) ** 2) ** 2
    a, b, c, d, e, f = fit.astype(np.float32)
    field = (a + c * y + f * y * y) + (b + e * y) * x + d * x * x
    return np.asarray(np.exp(np.clip(field, -most, most)), np.float32)
