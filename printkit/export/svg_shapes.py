"""Paths, colours and shadings of a PDF in SVG."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from printkit.pdf.drawing import Cmyk
from printkit.pdf.geometry import short


def gradient(shading: Any, own: str) -> str:  # noqa: ANN401 - pypdf's
    """Return an axial or radial shading with the id `own`."""
    where = [float(value) for value in shading["/Coords"]]
    stops = "".join(
        f'<stop offset="{at:g}" stop-color="{ink}"/>'
        for at, ink in _stops(shading["/Function"].get_object())
    )
    if shading["/ShadingType"] == 2:
        x1, y1, x2, y2 = map(short, where)
        tag, at = "linearGradient", f'x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"'
    else:
        x, y, radius = map(short, where[3:6])
        tag, at = "radialGradient", f'cx="{x}" cy="{y}" r="{radius}"'
    return f'<{tag} id="{own}" gradientUnits="userSpaceOnUse" {at}>{stops}</{tag}>'


def _stops(function: Any, low: float = 0.0, high: float = 1.0) -> Iterator[tuple[float, str]]:  # noqa: ANN401 - pypdf's
    """Yield the colour stops of a linear or a stitched function."""
    if function["/FunctionType"] == 2:
        yield low, colour([float(ink) for ink in function["/C0"]])
        yield high, colour([float(ink) for ink in function["/C1"]])
        return
    edges = [low, *(float(at) for at in function["/Bounds"]), high]
    for n, part in enumerate(function["/Functions"]):
        yield from _stops(part.get_object(), edges[n], edges[n + 1])


def _rectangle(of: list[float]) -> str:
    x, y, width, height = of
    return f"M{short(x)} {short(y)}h{short(width)}v{short(height)}h{short(-width)}Z"


def _step(letter: str) -> Any:  # noqa: ANN401 - a function of operands
    return lambda of: letter + " ".join(map(short, of))


PATH = {
    "m": _step("M"),
    "l": _step("L"),
    "c": _step("C"),
    "h": _step("Z"),
    "re": _rectangle,
}
PAINT = {
    "f": ("nonzero", False),
    "f*": ("evenodd", False),
    "S": ("", True),
    "B": ("nonzero", True),
    "B*": ("evenodd", True),
    "n": ("", False),
}


def colour(inks: Sequence[float]) -> str:
    """Return inks from 0 to 1 as a screen colour."""
    red, green, blue = Cmyk(*(ink * 100 for ink in inks)).rgb
    return f"#{red:02x}{green:02x}{blue:02x}"


def matrix(numbers: Sequence[float]) -> str:
    """Return six numbers as a transform."""
    return f"matrix({' '.join(short(number, 6) for number in numbers)})"
