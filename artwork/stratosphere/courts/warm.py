"""The court cards of the warm front: balloonists for hearts, kite flyers for diamonds."""

from __future__ import annotations

from artwork.shapes import polar
from artwork.stratosphere.courts import dress
from artwork.stratosphere.courts.features import Look, draw_face, neck
from artwork.stratosphere.courts.portrait import (
    BLACK_HAIR,
    BRASS,
    BROWN,
    DARK,
    FAIR,
    FLEECE,
    GINGER,
    GREY_HAIR,
    LEATHER,
    OLIVE,
    ROSY,
    WHITE_HAIR,
    Pose,
    Sitter,
    Tone,
)
from artwork.stratosphere.palette import Palette
from artwork.stratosphere.signs import sign
from printkit.pdf.drawing import Cmyk, ellipse, polygon

_BLUSH = Cmyk(0, 48, 40, 0)
_PLUM = Tone(Cmyk(20, 82, 62, 28), Cmyk(30, 90, 66, 48))
_SILK = Tone(Cmyk(2, 92, 82, 4), Cmyk(16, 98, 88, 34))
_SAFFRON = Tone(Cmyk(0, 46, 96, 0), Cmyk(6, 64, 100, 18))
_SAND = Tone(Cmyk(4, 18, 42, 4), Cmyk(12, 32, 58, 22))
_EARTH = Tone(Cmyk(22, 64, 84, 38), Cmyk(30, 68, 84, 56))


def jack_of_hearts(palette: Palette) -> Sitter:
    """Draw a winking young balloonist (a one-eyed jack) with a feather in his cap."""
    s = Sitter(palette, Pose(12, -7), ROSY)
    dress.scarf_tail(s, -1, 1.0)
    dress.coat(s, _PLUM, 1)
    neck(s)
    dress.scarf(s)
    s.head()
    dress.ringlets(s, [(-7.0, -2.6, 2.3), (-7.4, 0.6, 1.9), (6.9, -3.4, 1.7)], GINGER)
    look = Look("soft", ("open", "wink"), Cmyk(70, 10, 60, 20), GINGER, 0.85, -0.3, "short", "grin",
                gaze=0.2, blush=_BLUSH)  # fmt: skip
    draw_face(s, look)
    for x, y in ((-4.6, 2.4), (-3.5, 3.2), (-5.2, 3.6), (3.7, 2.5), (4.8, 3.1), (3.2, 3.5)):
        fx, fy = s.face(x, y)
        s.disc(fx, fy, 0.26, s.skin.shade.mixed(GINGER.shade, 0.5))
    dress.ringlets(
        s,
        [
            (-5.8, -6.0, 2.3),
            (-3.0, -5.4, 2.2),
            (0.0, -5.2, 2.1),
            (3.0, -5.8, 2.2),
            (5.6, -6.2, 1.9),
        ],
        GINGER,
    )
    feather = s.strap_path([(-6.5, -10), (-10.5, -13.6), (-12.4, -17.6)], (1.2, 3.6, 0.1))
    s.part(feather, FLEECE, mass=True, shift=0.5)
    s.hair([[(-6.5, -10), (-10.3, -13.4), (-12, -16.8)]], GREY_HAIR.shade)
    top = [(-9.0, -7.4), (-8.6, -12.4), (-3, -15.4), (4.4, -15.6), (9.4, -12.4), (9.6, -8.2),
           (3, -7.4), (-4, -6.8)]  # fmt: skip
    s.part(top, _SILK, mass=True, shift=1.1)
    for x in (-5.0, 0.2, 5.4):
        s.hair([[(x * 1.2, -6.6), (x * 1.1, -11.4), (1.2, -15.4)]], _SILK.shade, 0.4)
    brim = [(-6.4, -7.2, 1), (1.6, -9.2), (9.4, -8.6, 1), (8.4, -5.8), (1.8, -5.4), (-4.6, -5.6)]
    s.part(brim, _PLUM, mass=True, shift=0.6)
    s.part(ellipse(1.4, -15.2, 1.0, 0.7), _PLUM, shift=0.3, width=0.35)
    s.part(ellipse(3.4, -10.2, 2.2), BRASS, shift=0.4, width=0.4)
    s.flat(sign("hearts", 3.4, -10.2, 1.3), palette.body, 0.2)
    return s


def queen_of_hearts(palette: Palette) -> Sitter:
    """Draw the mistress of the balloon shed with a gored headwrap and earrings."""
    s = Sitter(palette, Pose(-13, 4), DARK)
    dress.coat(s, _SILK, 2)
    neck(s)
    dress.wrap(s, FLEECE, _SAFFRON)
    s.head()
    bulb = [(-9.4, -4.4), (-11.6, -9.6), (-9.6, -15.2), (-3.6, -17.6), (4.6, -17.2), (10.4, -14.2),
            (11.8, -8.8), (8.8, -3.8)]  # fmt: skip
    s.part(bulb, _SILK, mass=True, shift=1.2)
    look = Look("round", ("open", "open"), Cmyk(35, 65, 80, 60), BLACK_HAIR, 0.8, -0.25, "broad",
                "lips", gaze=-0.25, lashes=True, age=1, lips=Cmyk(10, 92, 70, 18))  # fmt: skip
    draw_face(s, look)
    wrap = [(-8.6, -2.4, 1), (-10.6, -9.8), (-8.2, -15.2), (-2.6, -17.4), (4.4, -16.8),
            (9.4, -13.2), (10.6, -8.2), (8.4, -2.6, 1),
            (6.4, -6.2), (1.0, -7.8), (-4.4, -7.0)]  # fmt: skip
    shape = s.part(wrap, _SILK, shift=1.1)
    for x, tone in ((-7.4, _SAFFRON.base), (-3.4, FLEECE.base), (1.6, _SAFFRON.base),
                    (6.2, FLEECE.base)):  # fmt: skip
        gore = s.strap_path(
            [(x * 0.85 - 1, -5.4), (x * 1.2 - 0.8, -11), (x * 0.5 - 0.5, -17.6)], (0.7, 1.5, 0.3)
        )
        s.within(shape, gore, tone)
    s.hair([[(-5.2, -6.8), (-6.2, -12), (-2.4, -17)], [(-1.2, -7.8), (-1.4, -12.6), (-0.6, -17)],
            [(3.8, -7.0), (4.6, -12), (2, -17)], [(7.4, -4.8), (8.8, -9.6), (6, -15)]],
           _SILK.shade, 0.4)  # fmt: skip
    hem = s.strap_path(
        [(-8.4, -2.8), (-4.6, -6.8), (1.0, -7.8), (6.2, -6.0), (8.3, -2.8)],
        (1.5, 2.1, 2.2, 2.1, 1.5),
    )
    s.part(hem, _SAFFRON, shift=0.5, width=0.4)
    dress.crown(s, -8.4, 10.0, (-0.75, 0.0, 0.75), 5.4)
    for side in (-1, 1):
        x = side * 7.6
        hoop = ellipse(x, 5.6, 2.2) + ellipse(x, 5.6, 1.5)
        s.ring(hoop, BRASS.base)
    return s


def king_of_hearts(palette: Palette) -> Sitter:
    """Draw an old aeronaut with white whiskers and no moustache, as in traditional packs."""
    s = Sitter(palette, Pose(9, -3), ROSY)
    dress.scarf_tail(s, -1)
    dress.coat(s, _SILK, 3)
    neck(s)
    dress.fleece(s)
    s.head()
    rim = [(-8.6, -1.4, 1.7), (-9.2, 1.6, 2.0), (-8.9, 4.8, 2.3), (-7.4, 8.0, 2.5),
           (-4.6, 10.6, 2.7), (-1.0, 12.0, 2.8), (2.8, 12.0, 2.8), (6.2, 10.4, 2.7),
           (8.8, 7.8, 2.5), (9.9, 4.6, 2.3), (9.8, 1.4, 2.0), (8.8, -1.4, 1.7)]  # fmt: skip
    dress.ringlets(s, rim, WHITE_HAIR)
    look = Look("broad", ("merry", "merry"), Cmyk(70, 30, 10, 10), WHITE_HAIR, 1.5, -0.5, "bulb",
                "laugh", age=2, blush=_BLUSH)  # fmt: skip
    draw_face(s, look)
    curls = [(-7.0, 3.0, 1.6), (-6.4, 6.2, 1.9), (-4.2, 8.8, 2.1), (-0.8, 10.2, 2.1),
             (2.8, 10.2, 2.1), (6.0, 8.6, 2.1), (7.9, 5.8, 1.8), (8.3, 2.8, 1.5)]  # fmt: skip
    dress.ringlets(s, curls, WHITE_HAIR)
    puff = [(-8.6, -7.2), (-10.4, -12.4), (-6.4, -15.6), (0, -16.4), (6.6, -15.6), (10.6, -12.2),
            (8.6, -7.2)]  # fmt: skip
    s.part(puff, _SILK, mass=True, shift=1.0)
    s.hair([[(-4.6, -8), (-6, -12), (-3.2, -15.6)], [(4.6, -8), (6, -12), (3.2, -15.6)]],
           _SILK.shade, 0.4)  # fmt: skip
    dress.crown(s, -8.4, 17.2, (-1.0, -0.5, 0.0, 0.5, 1.0), 6.4)
    ermine = s.strap_path([(-8.8, -5.6), (0.6, -6.6), (8.9, -5.6)], (2.6, 2.8, 2.6))
    s.part(ermine, FLEECE, mass=True, shift=0.5, width=0.4)
    for x in (-6.4, -3.2, 0.4, 3.8, 7.0):
        s.flat(polygon([(x, -6.9), (x + 0.45, -5.4), (x - 0.45, -5.4)]), s.deep)
    return s


def jack_of_diamonds(palette: Palette) -> Sitter:
    """Draw a young kite runner whose topknot is tied with a fluttering band."""
    s = Sitter(palette, Pose(-14, 6), FAIR)
    s.head()
    for k in (0, 1):
        band = s.strap_path(
            [(7.2, -5.4), (12.0, -7.6 + 1.6 * k), (16.4, -4.6 + 2.6 * k), (21.5, -7.6 + 4.2 * k)],
            (1.9, 2.3, 2.2, 1.2),
        )
        s.part(band, _SAFFRON, mass=True, shift=0.4, width=0.4)
    knot = [(-1.6, -10, 1), (-4.2, -13.4), (-2.6, -16.8), (1.2, -17.4), (4.0, -14.8), (2.6, -10, 1)]
    s.part(knot, BLACK_HAIR, mass=True, shift=0.8)
    s.hair([[(-1, -11), (-1.8, -14), (0.4, -16.4)], [(1.4, -11), (2, -14), (1.4, -16)]],
           GREY_HAIR.base, 0.3)  # fmt: skip
    dress.coat(s, _EARTH, 1)
    neck(s)
    dress.wrap(s, FLEECE, _SAND)
    s.head()
    nape = [(-7.6, -6), (-8.2, 0), (-7.4, 4.2, 1), (-5, 0), (5, 0), (7.6, 4.6, 1), (8.4, -1),
            (7.4, -7)]  # fmt: skip
    s.part(nape, BLACK_HAIR, mass=True, shift=0.6)
    look = Look("soft", ("narrow", "narrow"), Cmyk(42, 60, 70, 60), BLACK_HAIR, 0.9, 0.1, "short",
                "smirk", gaze=-0.35, blush=Cmyk(0, 38, 36, 0))  # fmt: skip
    draw_face(s, look)
    hair = [(-7.7, 0.6, 1), (-8.2, -5.4), (-5.4, -10.2), (0, -11.8), (5.6, -10.4), (8.2, -5.6),
            (7.9, 1.8, 1), (6.4, -3.8), (3.4, -6.4, 1), (-2.0, -6.6), (-5.8, -5.0)]  # fmt: skip
    s.part(hair, BLACK_HAIR, mass=True, shift=0.7, light=GREY_HAIR.shade)
    for x, tip in ((-3.4, -4.4), (-0.8, -3.8), (1.6, -4.6)):
        s.flat([(x - 1.3, -7, 1), (x + 1.2, -7, 1), (x - 0.5, tip, 1)], BLACK_HAIR.base)
    tie = s.strap_path([(-8.2, -5.6), (-1.4, -8.0), (8.0, -5.8)], (1.9, 2.2, 1.9))
    s.part(tie, _SAFFRON, mass=True, shift=0.5, width=0.4)
    s.flat(sign("diamonds", -2.3, -7.8, 1.9), FLEECE.base, 0.3)
    ring = s.strap_path([(-2.4, -11.2), (0.6, -11.8), (3.2, -11.2)], (1.4, 1.5, 1.4))
    s.part(ring, _SAFFRON, shift=0.3, width=0.35)
    return s


def queen_of_diamonds(palette: Palette) -> Sitter:
    """Draw a kite mistress with a high chignon, brass and silk pins, and a fan-shaped collar."""
    s = Sitter(palette, Pose(11, -5), OLIVE)
    s.body()
    for side in (-1, 1):
        for k in range(5):
            low, high = 8 + 15 * k, 23 + 15 * k
            inner, outer = (
                [polar(0, 13, r, -90 + side * (98 - a)) for a in (low, high)] for r in (6.5, 16.4)
            )
            tip = polar(0, 13, 17.8, -90 + side * (98 - (low + high) / 2))
            panel = [(*inner[0], 1), (*outer[0], 1), (*tip, 1), (*outer[1], 1), (*inner[1], 1)]
            s.part(panel, (_SAFFRON, FLEECE)[k % 2], mass=True, shift=0.5, width=0.4)
    dress.coat(s, _EARTH, 2)
    neck(s)
    dress.stand_collar(s, _SAFFRON, FLEECE.base)
    s.head()
    bun = [(-5.4, -9, 1), (-7.0, -13.4), (-3.6, -17.2), (1.6, -17.4), (6.2, -14.6), (5.6, -9, 1)]
    s.part(bun, BLACK_HAIR, mass=True, shift=0.9, light=GREY_HAIR.shade)
    s.hair([[(-4.6, -11), (-2, -14.6), (3.6, -15.6)], [(-3.4, -9.8), (0, -12.6), (4.8, -13)]],
           GREY_HAIR.base, 0.35)  # fmt: skip
    for x0, y0, x1, y1 in ((-3, -12, -11.5, -15.4), (3.4, -12, 11.8, -15.0)):
        s.stroke([(x0, y0), (x1, y1)], (0.5, 0.7), BRASS.shade)
        s.flat(sign("diamonds", x1, y1, 2.0), _SAFFRON.base, 0.35, mass=True)
    look = Look("pointed", ("open", "open"), Cmyk(30, 60, 80, 45), BLACK_HAIR, 0.75, 0.25,
                "straight", "lips", gaze=0.3, lashes=True, lips=Cmyk(4, 84, 80, 12))  # fmt: skip
    draw_face(s, look)
    front = [(-7.9, 2.4, 1), (-8.4, -4.6), (-5.6, -9.8), (0.4, -11.4), (6.0, -9.8), (8.2, -4.8),
             (7.8, 1.6, 1), (6.6, -3.0), (4.0, -6.0), (1.4, -7.2, 1), (-2.6, -5.8),
             (-6.2, -2.2)]  # fmt: skip
    s.part(front, BLACK_HAIR, mass=True, shift=0.7, light=GREY_HAIR.shade)
    s.hair([[(1.4, -7.4), (-3, -7), (-6.6, -3.4)], [(1.4, -7.6), (5, -6.6), (7, -3)]],
           GREY_HAIR.base, 0.3)  # fmt: skip
    x, y = s.face(0.2, -3.6)
    s.flat(sign("diamonds", x, y, 0.75), palette.body, 0.15)
    dress.crown(s, -9.6, 9.4, (-0.9, 0.0, 0.9), 4.6)
    for side in (-1, 1):
        x = side * 7.6
        s.stroke([(x, 2.6), (x, 5.4)], (0.35, 0.35), BRASS.shade)
        s.flat(sign("diamonds", x, 6.6, 1.5), _SAFFRON.base, 0.3, mass=True)
    return s


def king_of_diamonds(palette: Palette) -> Sitter:
    """Draw a caravan's one-eyed weather master with a turban and an aigrette."""
    s = Sitter(palette, Pose(-9, 3), BROWN)
    dress.scarf_tail(s, 1, 1.5)
    dress.coat(s, _EARTH, 3)
    neck(s)
    dress.scarf(s)
    s.head()
    look = Look("long", ("open", "none"), Cmyk(25, 55, 85, 35), BLACK_HAIR, 1.35, 0.7, "hook",
                "stern", gaze=-0.2, age=2)  # fmt: skip
    beard = [(-7.4, 0.6, 1), (-7.2, 5.8), (-4.6, 10.2), (-2.0, 14.6), (0, 16.6, 1), (2.2, 14.4),
             (5.0, 10.2), (7.4, 5.6), (7.4, 0.6, 1), (4.0, 5.0), (-4.0, 5.0)]  # fmt: skip
    s.part(beard, BLACK_HAIR, mass=True, shift=0.7)
    draw_face(s, look)
    chin = [(-7.0, 1.2, 1), (-5.4, 3.8), (-3.4, 5.2, 1), (-2.6, 7.6), (-1, 8.0, 1), (1.0, 8.0, 1),
            (2.6, 7.6), (3.4, 5.2, 1), (5.4, 3.8), (7.0, 1.2, 1), (7.1, 5.8), (4.8, 10.2),
            (2.2, 14.2), (0, 16.2, 1), (-2.0, 14.4), (-4.6, 10.2), (-6.9, 5.8)]  # fmt: skip
    lean = dress.lean(s) * 0.55
    s.part([(k[0] + lean, *k[1:]) for k in chin], BLACK_HAIR, shift=0.6, light=GREY_HAIR.shade)
    s.hair([[(lean - 2.4, 9), (lean - 1.2, 12), (lean - 0.2, 15)],
            [(lean + 0.4, 9.2), (lean + 0.3, 12), (lean, 15.2)],
            [(lean + 3, 9), (lean + 1.8, 12), (lean + 0.3, 15)]],
           WHITE_HAIR.shade, 0.4)  # fmt: skip
    for side in (-1, 1):
        half = [(0, 5.0), (side * 2.2, 5.2), (side * 4.6, 6.6), (side * 6.6, 4.4)]
        s.stroke([s.face(x, y, 1.2) for x, y in half], (1.1, 1.8, 1.1, 0.1), BLACK_HAIR.shade)
    patch = s.turned([(1.2, -1.8), (3.8, -2.4), (6.2, -1.2), (5.6, 1.8), (3.4, 2.6), (1.6, 1.2)])
    s.stroke([(-8, -5.6), (-2, -3.6), (3, -1.6), (8, 1.8)], (0.6, 0.6), LEATHER.shade)
    s.part(patch, LEATHER, shift=0.5, width=0.4)
    s.flat(sign("diamonds", *s.face(3.6, 0.1), 1.0), palette.body)
    folds = [(-9.0, -2.8, 1), (-11.0, -8.2), (-9.4, -13.4), (-3.4, -16.8), (4.0, -16.6),
             (9.8, -13.0), (11.0, -8.0), (9.0, -2.8, 1),
             (6.0, -5.4), (0, -6.4), (-6.0, -5.4)]  # fmt: skip
    turban = s.part(folds, FLEECE, mass=True, shift=1.1)
    for k in range(4):  # The turban's cloth winds up to the right, then back over itself.
        low, high = -2.4 - 3.0 * k, -12.6 - 1.6 * k
        for side, wide, tone in ((-1, 0.35, _EARTH), (1, 0.35, _EARTH), (1, 1.5, _SAFFRON)):
            drop = 1.5 if wide > 1 else 0.0
            line = [(side * -11.5, low - drop), (side * -1.5, low - 4.0 - drop),
                    (side * 9.5, high - drop)]  # fmt: skip
            if side > 0 or k < 2:
                s.within(turban, s.strap_path(line, (wide, 1.2 * wide, 0.7 * wide)), tone.base)
    plume = s.strap_path([(-1.4, -12), (-2.6, -16), (0.6, -18.6)], (0.8, 2.4, 0.1))
    s.part(plume, _SAFFRON, mass=True, shift=0.4, width=0.4)
    dress.crown(s, -8.2, 13.0, (-0.9, -0.32, 0.32, 0.9), 4.6)
    s.part(ellipse(-1.3, -11.2, 1.8, 2.1), BRASS, shift=0.4, width=0.4)
    s.flat(sign("diamonds", -1.3, -11.2, 1.3), palette.body, 0.2)
    return s
