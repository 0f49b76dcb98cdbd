"""Faces: eyes, brows, noses, mouths and the marks of age, drawn on a turned head."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from artwork.stratosphere.courts.portrait import LIPS, Jaw, Sitter, Tone, shaped
from printkit.pdf.drawing import PAPER, Cmyk, Path, ellipse, transformed

Eye = Literal["open", "narrow", "wide", "merry", "wink", "none"]
Mouth = Literal["smile", "grin", "smirk", "firm", "lips", "laugh", "stern"]
Nose = Literal["short", "straight", "broad", "hook", "bulb"]


@dataclass(frozen=True, slots=True)
class Look:
    """The features of a face; eyes are (left, right) as seen on the card."""

    jaw: Jaw
    eyes: tuple[Eye, Eye]
    iris: Cmyk
    brow: Tone
    brow_width: float
    brow_slope: float  # positive for a severe look, with the inner ends lower
    nose: Nose
    mouth: Mouth
    gaze: float = 0.0
    lashes: bool = False
    age: int = 0  # 0 young, 1 adult, 2 old
    blush: Cmyk | None = None
    lips: Cmyk = LIPS


_LIDS: dict[Eye, tuple[float, float, float]] = {
    "open": (1.05, 0.80, 0.0),
    "narrow": (0.70, 0.55, 0.10),
    "wide": (1.30, 0.95, 0.0),
}
"""Heights of the upper and lower lids, and the rise of the outer corner."""


def draw_face(sitter: Sitter, look: Look) -> Path:
    """Draw a face with ears and all features; return its outline."""
    skin = sitter.skin
    mask = sitter.mask(look.jaw)
    sitter.head()
    _ear(sitter)
    sitter.part(mask, skin, mass=True, shift=1.2)
    if look.blush is not None:
        for side in (-1, 1):
            x, y = sitter.face(side * 4.5, 3.4)
            sitter.within(mask, ellipse(x, y, 1.7, 1.15), look.blush)
    if look.age:
        _age(sitter, look.age)
    for side, eye in zip((-1, 1), look.eyes, strict=True):
        _eye(sitter, look, side, eye)
        _brow(sitter, look, side)
    _nose(sitter, look.nose)
    draw_mouth(sitter, look)
    return mask


def neck(sitter: Sitter) -> None:
    """Draw the neck, in the shade of the head."""
    sitter.body()
    skin = sitter.skin
    neck = [
        (-3.9, 5.0),
        (-3.9, 10.5),
        (-5.4, 13.6),
        (0, 17.0),
        (5.4, 13.6),
        (3.9, 10.5),
        (3.9, 5.0),
    ]
    deep = skin.shade.mixed(skin.base, 0.25)
    sitter.part(neck, Tone(deep, skin.shade), mass=True, shift=1.6)


def _ear(sitter: Sitter) -> None:
    """Draw the ear on the near side, or both ears if the head is not turned."""
    for side in (-1, 1):
        if sitter.pose.turn * side > 6:
            continue
        x = side * 7.3 - 0.04 * sitter.pose.turn
        ear = [(x - side * 0.4, -1.6), (x + side * 1.1, -1.9), (x + side * 1.5, 0.2),
               (x + side * 0.6, 2.8), (x - side * 0.4, 2.6)]  # fmt: skip
        sitter.part(ear, Tone(sitter.skin.base, sitter.skin.shade), mass=True, shift=0.5)


def _line(
    sitter: Sitter, points: Sequence[tuple[float, float]], depth: float = 0.0
) -> list[tuple[float, float]]:
    return [sitter.face(x, y, depth) for x, y in points]


def _eye(sitter: Sitter, look: Look, side: int, eye: Eye) -> None:
    """Draw one eye; ``side`` is −1 for the eye on the card's left, or 1."""
    deep = sitter.deep
    if eye == "none":
        return
    if eye in ("merry", "wink"):
        lift = 0.5 if eye == "merry" else 0.25
        arch = [(side * 1.6, 0.45), (side * 3.3, -lift), (side * 5.2, 0.55)]
        sitter.stroke(_line(sitter, arch), (0.35, 0.8, 0.3), deep)
        if eye == "wink":
            fold = [(side * 4.6, 1.2), (side * 5.6, 0.7)]
            sitter.stroke(_line(sitter, fold), (0.1, 0.35), deep)
        else:
            bag = [(side * 2.0, 1.3), (side * 3.4, 0.9), (side * 4.8, 1.4)]
            sitter.stroke(_line(sitter, bag), (0.1, 0.3, 0.1), sitter.skin.shade)
        return
    upper, lower, lift = _LIDS[eye]
    knots = [
        (side * 1.45, 0.35, 1), (side * 2.5, -upper * 0.85), (side * 3.8, -upper),
        (side * 5.2, -lift, 1), (side * 4.2, lower * 0.9), (side * 2.6, lower),
    ]  # fmt: skip
    shape = shaped(sitter.turned(knots))
    sitter.flat(shape, PAPER)
    x, y = sitter.face(side * 3.35 + look.gaze, -0.15)
    sitter.within(shape, ellipse(x, y, 1.02, 1.1), look.iris)
    sitter.within(shape, ellipse(x, y, 0.52, 0.56), deep)
    sitter.disc(x - 0.35, y - 0.35, 0.24, PAPER)
    shade = [(side * 1.3, -0.1), (side * 3.6, -upper - 0.1), (side * 5.4, -0.3)]
    lid = [(side * 1.4, 0.35), (side * 2.5, -upper * 0.85), (side * 3.8, -upper),
           (side * 5.35, -lift - 0.05)]  # fmt: skip
    sitter.stroke(_line(sitter, lid), (0.25, 0.55, 0.62, 0.35), deep)
    if look.lashes:
        flick = [
            (side * 4.4, -upper * 0.75),
            (side * 5.5, -0.55 - lift),
            (side * 6.1, -1.15 - lift),
        ]
        sitter.stroke(_line(sitter, flick), (0.5, 0.42, 0.05), deep)
    low = [(side * 2.4, lower), (side * 4.2, lower * 0.9), (side * 5.1, 0.1)]
    sitter.stroke(_line(sitter, low), (0.08, 0.22, 0.1), deep)
    crease = [(x_, y_ - 0.75) for x_, y_ in shade]
    sitter.stroke(_line(sitter, crease), (0.05, 0.24, 0.05), sitter.skin.shade)


def _brow(sitter: Sitter, look: Look, side: int) -> None:
    inner, outer = -2.1 + look.brow_slope, -2.3 - 0.55 * look.brow_slope
    top = min(inner, outer) - 0.75
    points = [(side * 1.3, inner), (side * 3.4, top), (side * 5.9, outer)]
    w = look.brow_width
    sitter.stroke(_line(sitter, points), (0.75 * w, w, 0.15), look.brow.shade)


def _nose(sitter: Sitter, nose: Nose) -> None:
    """Draw the far edge of the nose, its wings, and the shadow below it."""
    shade, side = sitter.skin.shade, 1 if sitter.pose.turn >= 0 else -1
    deep = shade.mixed(sitter.deep, 0.5)
    length, wide, bridge = {
        "short": (3.3, 1.1, 0.5), "straight": (4.0, 1.2, 0.7), "broad": (3.9, 1.9, 0.5),
        "hook": (4.5, 1.3, 1.5), "bulb": (4.1, 1.9, 0.8),
    }[nose]  # fmt: skip
    ridge = [(side * 0.7, -1.5), (side * (0.7 + bridge * 0.5), length * 0.45),
             (side * (0.4 + wide * 0.75), length - 0.5), (side * 0.3, length + 0.25)]  # fmt: skip
    plane = [(side * 0.5, -1.2, 1), (side * (0.7 + bridge * 0.5), length * 0.45),
             (side * (0.4 + wide * 0.75), length - 0.5, 1), (side * 0.1, length + 0.1),
             (side * -0.2, length * 0.5)]  # fmt: skip
    sitter.flat(sitter.turned(plane, 1.6), shade.mixed(sitter.skin.base, 0.45))
    sitter.stroke(_line(sitter, ridge, 1.6), (0.15, 0.35, 0.5, 0.25), deep)
    for wing in (-1, 1):
        x = wing * wide
        curve = [(x * 0.95, length - 0.9), (x * 1.12, length - 0.15), (x * 0.6, length + 0.15)]
        sitter.stroke(_line(sitter, curve, 1.0), (0.1, 0.34, 0.15), deep)
    if nose == "bulb":
        x, y = sitter.face(-0.3, length - 0.9, 1.8)
        sitter.disc(x, y, 0.45, PAPER.mixed(sitter.skin.base, 0.4))


def draw_mouth(sitter: Sitter, look: Look) -> None:
    """Draw the mouth; callers draw it again over a beard's shadow."""
    deep, kind = sitter.deep, look.mouth
    y = 6.4
    if kind in ("grin", "laugh"):
        drop = 1.5 if kind == "grin" else 1.9
        hole = [(-2.6, y - 0.6, 1), (0, y - 0.1), (2.8, y - 0.8, 1), (1.4, y + drop - 0.4),
                (0, y + drop - 0.1), (-1.3, y + drop - 0.5)]  # fmt: skip
        shape = shaped(sitter.turned(hole))
        sitter.flat(shape, Cmyk(20, 85, 75, 55))
        teeth = [(-3.2, y - 1.2), (3.2, y - 1.4), (2.6, y + 0.35), (0, y + 0.65), (-2.4, y + 0.4)]
        sitter.within(shape, sitter.turned(teeth), PAPER)
        sitter.pen.stroke(transformed(shape, sitter.at), sitter.deep, 0.3)
        return
    if kind == "lips":
        upper = [(-2.5, y, 1), (-0.9, y - 0.85), (0, y - 0.55), (0.9, y - 0.85), (2.6, y - 0.1, 1),
                 (0.9, y + 0.2), (0, y + 0.1), (-0.9, y + 0.2)]  # fmt: skip
        lower = [(-2.2, y + 0.1, 1), (0, y + 0.25), (2.3, y, 1), (1.0, y + 1.1), (-0.8, y + 1.15)]
        sitter.flat(sitter.turned(lower), look.lips.mixed(PAPER, 0.12))
        sitter.flat(sitter.turned(upper), look.lips.mixed(deep, 0.25))
        seam = [(-2.7, y - 0.1), (-0.9, y + 0.15), (0, y + 0.05), (0.9, y + 0.15), (2.8, y - 0.3)]
        sitter.stroke(_line(sitter, seam), (0.15, 0.3, 0.3, 0.15), deep)
        return
    points = {
        "smile": [(-2.6, y - 0.7), (-1.0, y + 0.2), (1.0, y + 0.2), (2.7, y - 0.8)],
        "smirk": [(-2.2, y), (-0.4, y + 0.3), (1.4, y), (2.9, y - 1.1)],
        "firm": [(-2.4, y), (0, y - 0.15), (2.5, y)],
        "stern": [(-2.5, y + 0.5), (0, y - 0.2), (2.6, y + 0.5)],
    }[kind]
    sitter.stroke(_line(sitter, points), (0.15, 0.5, 0.5, 0.2), deep)
    lip = [(-1.1, y + 1.25), (0, y + 1.45), (1.2, y + 1.2)]
    sitter.stroke(_line(sitter, lip), (0.1, 0.4, 0.1), sitter.skin.shade)


def _age(sitter: Sitter, age: int) -> None:
    """Draw lines at the mouth and, on old faces, also around the eyes and on the brow."""
    shade = sitter.skin.shade.mixed(sitter.deep, 0.15)
    lines = [[(side * 2.3, 3.6), (side * 3.6, 5.2), (side * 3.5, 6.6)] for side in (-1, 1)]
    if age > 1:
        for side in (-1, 1):
            lines += [
                [(side * 2.0, 1.7), (side * 3.4, 2.2), (side * 4.8, 1.6)],
                [(side * 5.6, -0.5), (side * 6.5, -1.1)],
                [(side * 5.7, 0.2), (side * 6.7, 0.2)],
                [(side * 5.5, 0.9), (side * 6.4, 1.4)],
            ]
        lines += [[(-3.4, -4.6), (0, -5.0), (3.4, -4.6)], [(-2.6, -5.7), (0, -6.0), (2.6, -5.7)]]
    for line in lines:
        sitter.stroke(_line(sitter, line), (0.08, 0.32, 0.08), shade)
