"""Computes a tag's 21 × 21 symbol from its text, and the symbol's blur by a lens.

All values are exact. A symbol is a sum of unit squares, and a Gaussian lens is separable. The grey
at a point, its slope and a module's mean grey are therefore products of two matrices of Gaussian
integrals, without drawing or numerical blurring. Coordinates are in modules from the symbol's
centre, x right, y down.

Sources: ISO/IEC 18004:2015, 6.3 (function patterns of version 1) and 7.9 (format information).
"""

import functools
import math

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
MODULES = 21
"""Number of modules along the side of a version 1 symbol."""


@functools.lru_cache(maxsize=4096)
def symbol_matrix(text: str, mask: int) -> npt.NDArray[np.uint8]:
    """Return a tag's modules (21, 21), where 1 is white. `mask` is the print's mask number.

    The array is read-only, because it is shared. Raises `ValueError` if the text is too long for
    version 1-H.
    """
    import qrcode  # noqa: PLC0415 - imports an image library that only matching needs
    from qrcode.exceptions import DataOverflowError  # noqa: PLC0415 - as above

    code = qrcode.QRCode(
        version=1, error_correction=qrcode.ERROR_CORRECT_H, border=0, mask_pattern=mask
    )
    code.add_data(text)
    try:
        code.make(fit=False)
    except DataOverflowError as error:
        raise ValueError(f"{text!r} does not fit a version 1-H symbol") from error
    white = 1 - np.array(code.get_matrix(), np.uint8)
    white.flags.writeable = False
    return white


@functools.lru_cache(maxsize=1)
def function_modules() -> npt.NDArray[np.bool_]:
    """Return a mask (21, 21) of the modules common to all version 1 symbols.

    These are the finder patterns with their separators (6.3.3, 6.3.4), the timing patterns (6.3.5)
    and the dark module (7.9.1). Format information counts as data, because it depends on the mask.
    """
    fixed = np.zeros((MODULES, MODULES), np.bool_)
    fixed[:8, :8] = fixed[:8, -8:] = fixed[-8:, :8] = True
    fixed[6, :] = fixed[:, 6] = True
    fixed[MODULES - 8, 8] = True
    fixed.flags.writeable = False
    return fixed


def _normal_cdf(t: Floats) -> Floats:
    # numpy has no erf, and one special function does not justify scipy. Outside these bounds, the
    # value is exactly 0 or 1 in double precision.
    values = np.where(t < 0, 0.0, 1.0)
    within = (t > -39) & (t < 9)
    values[within] = [0.5 * math.erfc(-v / math.sqrt(2)) for v in t[within].tolist()]
    return np.asarray(values, dtype=np.float64)


def _normal_pdf(t: Floats) -> Floats:
    return np.asarray(np.exp(-0.5 * t * t) / math.sqrt(2 * math.pi))


def _edges(modules: int) -> Floats:
    return np.arange(modules + 1, dtype=np.float64) - modules / 2


def blur_points(at: Floats, modules: int, sigma: float) -> Floats:
    """Return each module's weight in the blurred greys at `at`, (len(at), modules).

    `sigma` is the Gaussian's width in modules. The outermost modules extend to infinity.
    """
    edges = _edges(modules)
    edges[0], edges[-1] = -1e6, 1e6
    below = _normal_cdf((edges[None, :] - at[:, None]) / sigma)
    return np.asarray(below[:, 1:] - below[:, :-1])


def blur_slopes(at: Floats, modules: int, sigma: float) -> Floats:
    """Return the derivative of `blur_points` with respect to `at`, per module."""
    edges = _edges(modules)
    edges[0], edges[-1] = -1e6, 1e6
    density = _normal_pdf((edges[None, :] - at[:, None]) / sigma) / sigma
    return np.asarray(density[:, :-1] - density[:, 1:])


def blur_means(modules: int, sigma: float) -> Floats:
    """Return each module's weight in the mean blurred grey of each module, (modules, modules)."""
    edges = _edges(modules)
    t = (edges[None, :] - edges[:, None]) / sigma
    # ∫Φ = tΦ + φ, so the mean over [l, r] of a step at e is a difference of two such integrals.
    integral = sigma * (t * _normal_cdf(t) + _normal_pdf(t))
    step = integral[:-1] - integral[1:]  # the share of module i that is below edge e
    weights = step[:, 1:] - step[:, :-1]
    weights[:, 0] += step[:, 0]
    weights[:, -1] += 1 - step[:, -1]
    return np.asarray(weights)
