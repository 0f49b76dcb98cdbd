"""Conversion of pictures for a press: sRGB to its four inks, by its profile, within its ink limit.

Only a designer's own pictures (`[[image]]`) are pixels; everything else is drawn in inks.
Perceptual intent (ICC.1:2022, 6.2): a photograph keeps its gradations. If the inks of a pixel add
up to more than the limit, cyan, magenta and yellow are reduced equally and black is kept, so that
hue and depth suffer least.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from io import BytesIO
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from PIL.Image import Image

_FULL = 255
"""One full ink, as a pixel value."""


def separation(profile: bytes, ink: int) -> Callable[[Image], Image]:
    """Return a function that converts an image to a press's inks; `ink`: the limit, per cent.

    Grey images are unchanged: they are black ink alone.
    """
    from PIL import ImageCms  # noqa: PLC0415 - heavy

    transform = ImageCms.buildTransform(
        ImageCms.createProfile("sRGB"),
        ImageCms.ImageCmsProfile(BytesIO(profile)),
        "RGB",
        "CMYK",
        ImageCms.Intent.PERCEPTUAL,
    )

    def separated(picture: Image) -> Image:
        if picture.mode == "L":
            return picture
        inks = ImageCms.applyTransform(picture, transform)
        return picture if inks is None else _limited(inks, ink * _FULL // 100)

    return separated


def _limited(picture: Image, most: int) -> Image:
    """Return the image with at most `most` of all inks on any pixel."""
    from PIL import Image, ImageMath  # noqa: PLC0415 - heavy

    *colours, black = picture.split()
    named = dict(zip("cmyk", (*colours, black), strict=True))

    def held(of: dict[str, Any], ink: str) -> Any:  # noqa: ANN401 - an expression of Pillow's
        total = of["max"](of["c"] + of["m"] + of["y"], 1)
        return of["convert"](of["min"](of[ink], of[ink] * (most - of["k"]) / total), "L")

    parts = [ImageMath.lambda_eval(partial(held, ink=ink), **named) for ink in "cmy"]
    return Image.merge("CMYK", (*parts, black))
