"""The court cards of the cold front: dart pilots for spades, rotor crews for clubs."""

from __future__ import annotations

from artwork.stratosphere.courts import dress
from artwork.stratosphere.courts.features import Look, draw_face, draw_mouth, neck
from artwork.stratosphere.courts.portrait import (
    BLACK_HAIR,
    BRASS,
    BROWN,
    FAIR,
    FLEECE,
    GREY_HAIR,
    LEATHER,
    PALE,
    SLATE,
    STEEL,
    TAN,
    WHITE_HAIR,
    Pose,
    Sitter,
    Tone,
)
from artwork.stratosphere.palette import Palette
from artwork.stratosphere.signs import sign
from printkit.pdf.drawing import PAPER, Cmyk, ellipse, polygon, rounded

_NAVY = Tone(Cmyk(88, 66, 22, 28), Cmyk(92, 72, 26, 50))
_ICE = Tone(Cmyk(14, 3, 0, 0), Cmyk(42, 16, 2, 2))
_PINE = Tone(Cmyk(82, 36, 52, 28), Cmyk(86, 44, 54, 52))
_MINT = Tone(Cmyk(30, 0, 16, 0), Cmyk(54, 8, 32, 4))
_WOOL = Tone(Cmyk(8, 70, 74, 8), Cmyk(18, 84, 80, 34))
_FUR = Tone(Cmyk(18, 34, 46, 26), Cmyk(28, 46, 54, 50))
_AUBURN = Tone(Cmyk(12, 70, 84, 26), Cmyk(24, 78, 86, 50))
_BLUSH = Cmyk(2, 46, 36, 0)


def jack_of_spades(palette: Palette) -> Sitter:
    """Draw a test pilot in a hard helmet, with a sighting glass over one eye."""
    s = Sitter(palette, Pose(13, 4), TAN)
    dress.coat(s, SLATE, 1, light=SLATE.base.mixed(PAPER, 0.15))
    neck(s)
    dress.stand_collar(s, _NAVY, _WOOL.base)
    s.head()
    look = Look("square", ("open", "open"), Cmyk(60, 40, 30, 40), BLACK_HAIR, 1.15, 0.35,
                "straight", "smirk", gaze=0.35)  # fmt: skip
    mask = draw_face(s, look)
    s.within(mask, [(-8, 5.2), (-3, 4.9), (-2.4, 8.4), (0.6, 7.8), (3.8, 8.2), (4, 5), (9, 5),
                    (8, 12), (-8, 12)], s.skin.shade.mixed(s.skin.base, 0.55))  # fmt: skip
    draw_mouth(s, look)
    shell = [(-8.6, 6.4, 1), (-10.6, 1.6), (-10.8, -6.6), (-7.4, -13.2), (0, -16.0), (7.6, -13.4),
             (11.0, -6.8), (10.6, 1.8), (8.8, 6.6, 1), (7.2, 5.4), (7.5, -1.0), (5.8, -4.6),
             (0.6, -5.8), (-5.0, -4.8), (-7.0, -1.2), (-6.6, 5.2)]  # fmt: skip
    helmet = s.part(shell, _ICE, mass=True, shift=1.3, light=PAPER)
    for side in (-1, 1):
        bolt = [(2.2 + side * 1.2, -5.4), (1.8 + side * 1.5, -11), (1.0 + side * 1.1, -16.4)]
        s.within(helmet, s.strap_path(bolt, (0.9, 1.0, 0.7)), _WOOL.base)
    visor = [(-8.4, -5.4, 1), (-8.0, -10.2), (0.8, -12.4), (9.2, -10.2), (9.4, -5.2, 1),
             (5.0, -7.2), (0.6, -7.8), (-5.0, -7.2)]  # fmt: skip
    glass = s.part(visor, _NAVY, mass=True, shift=0.7)
    s.within(
        glass, polygon([(-7, -5), (-2, -13), (1, -13), (-4, -5)]), SLATE.base.mixed(PAPER, 0.4)
    )
    s.flat(sign("spades", 2.4, -10.1, 1.6), PAPER, 0.2)
    x, y = s.face(4.0, 0.1, 1.5)
    s.stroke([(9.6, -4.0), (8.6, -0.6), (x + 1.6, y)], (1.0, 0.9, 0.8), SLATE.shade)
    s.part(ellipse(x, y, 2.5, 2.7), STEEL, shift=0.4, width=0.45)
    s.flat(ellipse(x, y, 1.7, 1.9), Cmyk(70, 10, 60, 20), 0.3)
    s.hair([[(x - 1.5, y), (x + 1.5, y)], [(x, y - 1.7), (x, y + 1.7)]], PAPER, 0.22)
    for side in (-1, 1):
        cup = ellipse(side * 8.9 - 0.3, 2.2, 2.2, 3.0)
        s.part(cup, _NAVY, mass=True, shift=0.6)
        s.flat(ellipse(side * 8.9 - 0.3, 2.2, 1.0, 1.6), _ICE.shade)
    strap = [(-7.4, 5.4), (-5.4, 9.2), (-0.6, 11.2), (5.4, 9.6), (7.8, 5.6)]
    s.part(s.strap_path(strap, (1.3, 1.2, 1.2, 1.2, 1.3)), _NAVY, shift=0.3, width=0.35)
    return s


def queen_of_spades(palette: Palette) -> Sitter:
    """Draw a storm queen with windblown silver hair and a tiara of ice."""
    s = Sitter(palette, Pose(-11, -4), PALE)
    s.body()
    for k in range(8):
        y = -9.4 + 2.7 * k
        lock = s.strap_path(
            [(1.5, y * 0.9), (9.5, y - 2.0 + 0.5 * k), (16.0, y + 1.6), (22.0, y - 1.2 + 0.3 * k),
             (27.5, y + 0.6)], (5.2, 4.8, 4.0, 2.8, 0.2)
        )  # fmt: skip
        tone = (_ICE, Tone(Cmyk(30, 10, 0, 0), Cmyk(55, 28, 4, 6)), WHITE_HAIR)[k % 3]
        s.part(lock, tone, mass=True, shift=0.5, width=0.35)
    dress.coat(s, _NAVY, 2)
    neck(s)
    dress.fleece(s)
    s.head()
    look = Look("pointed", ("narrow", "narrow"), Cmyk(70, 22, 4, 4), GREY_HAIR, 0.8, 0.75,
                "straight", "lips", gaze=-0.3, lashes=True,
                lips=Cmyk(24, 78, 40, 22))  # fmt: skip
    draw_face(s, look)
    for x in (3.7, 4.6):
        cheek = [s.face(x + 0.9, 2.8 + x * 0.1), s.face(x - 0.6, 5.2), s.face(x - 1.4, 6.6)]
        s.stroke(cheek, (0.1, 0.3, 0.05), s.skin.shade)
    cap = [(-8.2, 4.8, 1), (-9.4, -1.6), (-8.8, -8.2), (-4.6, -12.4), (1.0, -13.2), (6.6, -11.4),
           (9.2, -6.4), (9.2, -0.6), (8.2, 5.2, 1), (6.9, 2.0), (6.6, -3.0), (3.4, -5.8),
           (-1.6, -6.6), (-5.6, -5.0), (-7.0, -1.0), (-7.0, 2.2)]  # fmt: skip
    s.part(cap, SLATE, mass=True, shift=1.1)
    s.stroke([(-1.6, -12.9), (-2.4, -9.8), (-2.2, -6.6)], (0.3, 0.9, 0.4), SLATE.shade)
    for x, y, w, h in ((-7.2, -9.2, 3.0, 5.2), (-4.4, -10.2, 3.3, 6.8), (-1.3, -10.4, 3.8, 8.0),
                       (2.0, -10.2, 3.3, 6.8), (5.0, -9.2, 3.0, 5.2)):  # fmt: skip
        tip = x + (x + 1.3) * 0.12
        spike = polygon([(x - w / 2, y + 2), (tip, y - h + 1), (x + w / 2, y + 2)])
        s.part(spike, _ICE, mass=True, shift=0.7, width=0.4)
        s.hair([[(tip, y - h + 1.6), (x, y + 1.6)]], _ICE.shade, 0.2)
    band = s.strap_path([(-9.0, -6.8), (-1.3, -9.0), (8.4, -7.2)], (1.8, 2.2, 1.8))
    s.part(band, STEEL, mass=True, shift=0.4, width=0.4)
    s.flat(sign("spades", -1.5, -8.9, 1.25), palette.dark, 0.15)
    for side in (-1, 1):
        if side == 1:
            s.part(ellipse(8.4, 1.2, 2.0, 2.4), STEEL, mass=True, shift=0.5)
            s.flat(ellipse(8.4, 1.2, 0.9, 1.2), SLATE.shade)
    return s


def king_of_spades(palette: Palette) -> Sitter:
    """Draw an air marshal with a peaked cap, a scar, and a beard that is grey at the chin."""
    s = Sitter(palette, Pose(-7, 0), FAIR)
    dress.scarf_tail(s, 1)
    dress.coat(s, _NAVY, 3)
    neck(s)
    dress.stand_collar(s, _NAVY, BRASS.base)
    s.head()
    side_hair = [(-7.8, -5), (-8.4, 0), (-7.4, 3, 1), (7.4, 3, 1), (8.4, 0), (7.8, -5)]
    s.part(side_hair, BLACK_HAIR, mass=True, shift=0.5)
    look = Look("square", ("narrow", "narrow"), Cmyk(50, 30, 20, 45), BLACK_HAIR, 1.6, 0.95,
                "hook", "stern", gaze=-0.15, age=2)  # fmt: skip
    draw_face(s, look)
    x0 = dress.lean(s) * 0.6
    beard = [(-7.5, 0.4, 1), (-6.0, 3.4), (-4.2, 4.9), (-0.2, 4.6), (4.0, 4.9), (5.8, 3.4),
             (7.4, 0.4, 1), (7.7, 5.4), (6.6, 9.6), (3.6, 12.6), (0, 13.4), (-3.8, 12.6),
             (-6.8, 9.6), (-7.7, 5.2)]  # fmt: skip
    path = s.part([(k[0] + x0 * 0.7, *k[1:]) for k in beard], BLACK_HAIR, mass=True, shift=0.8)
    for k in (-3, -2, -1, 0, 1, 2, 3):
        streak = [(x0 + k * 1.5, 8.6 + 0.2 * k * k), (x0 + k * 1.3, 11.2), (x0 + k, 13.4)]
        s.within(path, s.strap_path(streak, (0.05, 0.5, 0.1)), GREY_HAIR.shade)
    lip = [(x0 - 2.4, 7.0), (x0, 6.5), (x0 + 2.2, 7.0)]
    s.stroke(lip, (0.5, 1.0, 0.5), Cmyk(10, 62, 54, 22))
    s.stroke([(x0 - 2.6, 6.9), (x0, 6.45), (x0 + 2.4, 6.9)], (0.2, 0.4, 0.2), s.deep)
    scar = [s.face(3.0, -3.4), s.face(4.4, 0.0), s.face(4.3, 3.6)]
    s.stroke(scar, (0.2, 0.5, 0.2), s.skin.shade.mixed(Cmyk(0, 70, 50, 0), 0.4))
    crown_cap = [(-8.6, -6.6, 1), (-12.4, -10.6), (-11.6, -14.4), (-4.6, -16.6), (3.0, -16.8),
                 (10.6, -15.2), (12.4, -11.2), (8.6, -6.6, 1), (0, -8.0)]  # fmt: skip
    s.part(crown_cap, _NAVY, mass=True, shift=1.1, light=_NAVY.base.mixed(PAPER, 0.12))
    dress.crown(s, -9.6, 9.6, (-0.92, -0.46, 0.0, 0.46, 0.92), 6.0)
    band = s.strap_path([(-8.9, -7.6), (-0.8, -9.0), (8.9, -7.6)], (2.6, 2.8, 2.6))
    s.part(band, BRASS, mass=True, shift=0.6, width=0.45)
    leaves = [
        [(2.4 * k - 0.9, -7.6 - 0.2 * abs(3 - abs(k))), (2.4 * k + 0.7, -9.2)] for k in range(-3, 4)
    ]
    s.hair(leaves, BRASS.shade, 0.4)
    peak = [(-8.8, -6.4, 1), (-4.4, -8.0), (3.0, -8.0), (8.8, -6.4, 1), (6.6, -4.0), (-0.6, -2.9),
            (-7.0, -4.0)]  # fmt: skip
    s.part(peak, Tone(BLACK_HAIR.base, BLACK_HAIR.shade), mass=True, shift=0.7)
    s.stroke([(-6.2, -5.2), (-1.8, -6.0), (2.4, -5.9)], (0.1, 0.6, 0.1), SLATE.base)
    return s


def jack_of_clubs(palette: Palette) -> Sitter:
    """Draw a mountain rescuer with braids, ear flaps, and goggles on her forehead."""
    s = Sitter(palette, Pose(-12, -5), BROWN)
    dress.scarf_tail(s, 1, 0.6)
    dress.coat(s, _PINE, 1)
    neck(s)
    dress.scarf(s)
    s.head()
    for side in (-1, 1):
        for k in range(5):
            x = side * (8.3 + 0.35 * k - 0.1 * k * k)
            s.part(ellipse(x, 5.2 + 2.5 * k, 1.75 - 0.06 * k, 1.6), BLACK_HAIR, mass=True,
                   shift=0.5, width=0.4)  # fmt: skip
        s.part(ellipse(side * 8.3, 17.0, 1.5, 0.8), _WOOL, mass=True, shift=0.3, width=0.35)
        s.part([(side * 8.3 - 1, 17.6, 1), (side * 8.3 + 1, 17.6, 1), (side * 8.6, 20.2, 1)],
               BLACK_HAIR, shift=0.3, width=0.35)  # fmt: skip
    look = Look("round", ("wide", "wide"), Cmyk(25, 60, 85, 40), BLACK_HAIR, 0.85, -0.35, "short",
                "grin", gaze=-0.3, blush=Cmyk(6, 62, 58, 12))  # fmt: skip
    draw_face(s, look)
    dress.ringlets(s, [(-5.2, -5.2, 1.6), (-3.0, -5.8, 1.5), (2.6, -5.8, 1.5), (4.8, -5.2, 1.6)],
                   BLACK_HAIR, mass=False)  # fmt: skip
    cap = [(-7.8, 7.4, 1), (-10.0, 2.4), (-10.2, -5.4), (-7.2, -11.8), (0, -14.6), (7.2, -11.8),
           (10.2, -5.4), (10.0, 2.4), (7.8, 7.4, 1), (6.6, 3.4), (7.1, -1.8), (5.6, -4.8),
           (0, -6.2), (-5.6, -4.8), (-7.1, -1.8), (-6.6, 3.4)]  # fmt: skip
    s.part(cap, LEATHER, mass=True, shift=1.1)
    s.stroke([(-1.4, -14.2), (-2.4, -10.8), (-2.2, -6.4)], (0.3, 1.0, 0.4), LEATHER.shade)
    trim = s.strap_path([(-7.1, -1.6), (-5.8, -4.6), (0, -6.3), (5.8, -4.6), (7.1, -1.6)],
                        (1.5, 1.8, 1.8, 1.8, 1.5))  # fmt: skip
    s.part(trim, FLEECE, shift=0.4, width=0.35)
    dress.goggles(s, -9.2, 3.3)
    for side in (-1, 1):
        s.flat(ellipse(side * 8.7, 1.2, 0.7), BRASS.base, 0.25)
    return s


def queen_of_clubs(palette: Palette) -> Sitter:
    """Draw a dispatcher with curly hair, round glasses, a headset, and a tiara with rotors."""
    s = Sitter(palette, Pose(12, 5), FAIR)
    s.head()
    curls = [(-9.6, 6.2, 3.2), (-11.4, 1.6, 3.2), (-11.2, -3.4, 3.4), (-8.6, -7.8, 3.6),
             (-4.2, -11.0, 3.6), (1.4, -11.8, 3.6), (6.6, -9.6, 3.6), (10.2, -5.4, 3.3),
             (11.6, -0.6, 3.2), (11.4, 4.2, 3.2), (9.4, 8.4, 3.0), (-7.4, 9.8, 2.6),
             (-5, -6, 4.0), (5, -5, 4.0), (0, -7, 4.0)]  # fmt: skip
    dress.ringlets(s, curls, _AUBURN)
    dress.coat(s, _PINE, 2)
    neck(s)
    dress.lapels(s, _MINT, FLEECE.base)
    s.head()
    look = Look("round", ("open", "open"), Cmyk(75, 20, 60, 25), _AUBURN, 0.85, -0.2, "bulb",
                "smile", gaze=0.25, age=1, blush=_BLUSH)  # fmt: skip
    draw_face(s, look)
    dress.ringlets(s, [(-6.8, -4.6, 2.4), (-4.0, -6.8, 2.4), (-0.6, -7.6, 2.4), (2.8, -7.2, 2.4),
                       (5.6, -5.4, 2.2), (-8.0, -1.4, 1.9), (7.4, -2.8, 1.7)], _AUBURN)  # fmt: skip
    x0 = dress.lean(s)
    rims = []
    for side in (-1, 1):
        x, y = s.face(side * 3.5, 0.15, 1.2)
        wide = 2.75 if side * s.pose.turn < 0 else 2.35
        rims.append(x)
        s.ring(ellipse(x, y, wide + 0.3, 3.0) + ellipse(x, y, wide - 0.15, 2.55), BRASS.base)
    s.stroke([(rims[0] + 2.6, -0.2), (x0 + 0.4, -0.7), (rims[1] - 2.2, -0.2)], (0.5, 0.45, 0.5),
             BRASS.shade)  # fmt: skip
    s.stroke([(rims[0] - 2.8, -0.2), (-7.6, -0.8)], (0.5, 0.4), BRASS.shade)
    arch = s.strap_path(
        [(-8.6, 0.2), (-9.0, -7.0), (-4.6, -12.2), (1.2, -13.4), (6.8, -11.4), (9.6, -6.2)],
        (1.5, 1.6, 1.7, 1.7, 1.6, 1.3),
    )
    s.part(arch, SLATE, mass=True, shift=0.4, width=0.4)
    for x, y in ((x0 - 4.6, -13.0), (x0, -14.6), (x0 + 4.4, -13.0)):
        s.part(ellipse(x, y, 2.2), BRASS, mass=True, shift=0.5, width=0.4)
        for turn in (20, 80, 140):
            a, b = dress.arc_points(1.7, turn, turn + 180, 2)
            s.stroke([(x + a[0], y + a[1]), (x + b[0], y + b[1])], (0.6, 0.25, 0.6), _PINE.shade)
        s.disc(x, y, 0.5, PAPER, 0.2)
    dress.headset(s, -1, SLATE)
    return s


def king_of_clubs(palette: Palette) -> Sitter:
    """Draw an old man of the mountains with a fur hat, bushy brows and a braided beard."""
    s = Sitter(palette, Pose(8, -3), FAIR)
    dress.coat(s, _PINE, 3)
    neck(s)
    dress.fleece(s)
    s.head()
    long = [(-7.4, 1.0, 1), (-9.2, 6.2), (-8.2, 11.0), (-4.6, 14.6), (-3.0, 20.5, 1),
            (3.8, 20.5, 1), (5.4, 14.6), (9.0, 10.8), (9.6, 6.0), (7.6, 1.0, 1)]  # fmt: skip
    s.part(long, WHITE_HAIR, mass=True, shift=1.0)
    look = Look("broad", ("open", "open"), Cmyk(75, 30, 50, 20), WHITE_HAIR, 0.3, 0.0, "bulb",
                "firm", gaze=0.25, age=2, blush=_BLUSH)  # fmt: skip
    draw_face(s, look)
    x0 = dress.lean(s)
    beard = [(-7.6, 0.8, 1), (-6.0, 4.0), (-3.2, 5.4), (x0, 4.7), (5.2, 5.2), (7.2, 3.6),
             (7.8, 0.8, 1), (9.2, 6.0), (8.4, 10.8), (5.6, 13.8), (4.0, 20.5, 1), (-2.6, 20.5, 1),
             (-4.0, 13.8), (-7.6, 10.6), (-8.8, 6.0)]  # fmt: skip
    s.part(beard, WHITE_HAIR, shift=1.0)
    s.stroke([(x0 - 1.5, 7.3), (x0, 7.7), (x0 + 1.6, 7.1)], (0.3, 0.7, 0.3), Cmyk(8, 52, 46, 14))
    for side in (-1, 1):
        tash = [(x0, 5.4), (x0 + side * 2.6, 5.0), (x0 + side * 5.4, 6.8), (x0 + side * 7.6, 5.2)]
        s.part(s.strap_path(tash, (1.6, 2.6, 1.7, 0.2)), WHITE_HAIR, shift=0.5, width=0.4)
        brow = [s.face(side * 1.0, -1.9, 1), s.face(side * 3.6, -3.2, 1.6),
                s.face(side * 6.6, -1.5, 2.2)]  # fmt: skip
        s.part(s.strap_path(brow, (1.3, 2.2, 0.4)), WHITE_HAIR, shift=0.4, width=0.4)
    s.hair([[(-6.6, 5), (-6.2, 9), (-3, 13)], [(-4.8, 6.4), (-4, 10), (-1.8, 13.4)],
            [(7.6, 5.4), (7, 9), (4.6, 13)], [(5.8, 7), (5.2, 10.4), (3, 13.4)]],
           WHITE_HAIR.shade, 0.35)  # fmt: skip
    for k in range(3):
        s.part(ellipse(0.8, 14.2 + 2.5 * k, 2.3 - 0.2 * k, 1.7), WHITE_HAIR, shift=0.5, width=0.4)
        s.hair([[(-0.8, 13.6 + 2.5 * k), (0.8, 14.8 + 2.5 * k), (2.4, 13.6 + 2.5 * k)]],
               WHITE_HAIR.shade, 0.3)  # fmt: skip
    s.part(rounded(-1.5, 12.2, 4.6, 1.5, 0.6), BRASS, shift=0.3, width=0.35)
    crown_top = [(-9.4, -6.6), (-9.8, -12.2), (-4.2, -15.6), (0.4, -16.2), (5.0, -15.6),
                 (10.0, -12.2), (9.6, -6.6)]  # fmt: skip
    s.part(crown_top, _PINE, mass=True, shift=1.0)
    dress.crown(s, -9.2, 14.0, (-0.95, -0.5, 0.0, 0.5, 0.95), 6.2)
    for side in (-1, 1):
        flap = [(side * 7.2, -5.6), (side * 10.8, -5.4), (side * 12.0, 0.0), (side * 10.6, 5.4),
                (side * 8.2, 4.6), (side * 7.4, -0.6)]  # fmt: skip
        s.part(flap, _FUR, mass=True, shift=0.8)
        tufts = [[(side * 9.0, -3 + 2.4 * k), (side * 10.2, -1.6 + 2.4 * k)] for k in range(3)]
        s.hair(tufts, _FUR.shade, 0.4)
    brim = [(-10.4, -4.4), (-11.0, -7.4), (-8.6, -9.6), (-4.4, -8.8), (0, -9.8), (4.6, -8.8),
            (8.8, -9.6), (11.0, -7.2), (10.2, -4.2), (5.6, -4.8), (0, -5.6),
            (-5.6, -4.8)]  # fmt: skip
    s.part(brim, _FUR, mass=True, shift=0.8)
    tufts = [[(-8.4 + 2.4 * k, -8.2 + 0.2 * (k % 2)), (-7.8 + 2.4 * k, -6.4)] for k in range(8)]
    s.hair(tufts, _FUR.shade, 0.4)
    s.part(ellipse(x0 * 0.8, -7.2, 1.9, 2.0), BRASS, shift=0.4, width=0.4)
    s.flat(sign("clubs", x0 * 0.8, -7.2, 1.3), palette.dark, 0.15)
    return s
