"""The scenes of all cards: pattern, positions of fruits, extra boughs, and guests.

Positions are in mm on the upright card. A fruit's position is its centre. A test compares the
number of fruits with the card data.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from artwork.yggdrasil.courses import COURSES, Course, strand
from artwork.yggdrasil.guests import beasts, birds, crawlers, plants, runners, trove
from artwork.yggdrasil.guests.figure import Guest
from printkit.pdf.drawing import Point

Bough: TypeAlias = tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Scene:
    """The plan of one card's picture."""

    pattern: str
    fruit: tuple[Point, ...] = ()
    boughs: tuple[Bough, ...] = ()
    guests: tuple[Guest, ...] = ()
    text: bool = False
    """True if an effect is printed, whose column needs a plain background."""
    root: bool = False
    courses: tuple[Course, ...] = ()
    """Paths that replace the pattern's paths."""


# fmt: off
_TRUNK_URD: Final[Bough] = ((30.2, 78), (31.5, 67), (29.8, 55), (26.8, 42), (29.5, 28), (28.6, 15),
                            (27.9, 9))
_TRUNK_UDL: Final[Bough] = ((30.2, 78), (31.5, 67), (32.2, 55), (31.6, 42), (28, 28), (26.6, 15),
                            (26.8, 10))


_FORK: Final = (
    Course("main", "D", ((30.6, 57), (26, 47.8), (15, 45.4), (8, 44.9)), "L"),
    strand("R", (30.4, 75), (30.7, 60), (35.2, 48.8), (45, 44.9)))
"""The fork of pattern RDL, moved inwards to leave room for the text."""


def _tip(edge: str, *waypoints: Point) -> tuple[Course, ...]:
    return (Course("tip", edge, waypoints),)


SCENES: Final[Mapping[str, Scene]] = {
    "y01": Scene("URDL", ((43, 20),), (((28.8, 43), (31.6, 29), (35.6, 17), (42.4, 12.4)),),
                 (birds.songbird(38.9, 40.2, 0.74, flip=True, tail=1.5),
                  birds.songbird(46.6, 38.7, 0.68, tail=2))),
    "y02": Scene("URDL", guests=(beasts.ram(41.5, 31.2, 0.92),)),
    "y03": Scene("URD", ((44, 23),), (((28.4, 40), (32, 28), (37, 17.5), (43.4, 14.6)),),
                 (plants.vine(_TRUNK_URD, 4.6, 3.7, flowers=4, start=1.0),)),
    "y04": Scene("URD", guests=(beasts.bear(42.2, 28.4, 1.04, 45.4),)),
    "y05": Scene("URD", ((43.6, 16.4),), (((28.4, 33), (31.5, 20), (36.4, 10), (43, 8.4)),),
                 (plants.sapling(37.2, 46.4, 17), runners.hare(46.2, 35.8, 0.82)), text=True,
                 courses=(COURSES["URD"][0], strand("R", (30.2, 74), (31.0, 57.2), (35.6, 48.4),
                                                    (45, 45.6)))),
    "y06": Scene("UDL", ((44.4, 29),), (((31.6, 46), (34.5, 33), (39, 22.6), (44, 20.4)),),
                 (plants.vine(_TRUNK_UDL, 4.4, 3.4, start=2.2),
                  crawlers.butterfly(44, 49.5, 0.95, 28))),
    "y07": Scene("UDL", guests=(beasts.wolf(43.2, 27.5, 1.0),)),
    "y08": Scene("UDL", ((45, 44.5),), (((31.4, 58), (33.6, 46), (38.4, 37), (44.6, 35.8)),),
                 (plants.crozier(31.6, 35, 20, 6.6), birds.swallow(46.4, 27.0, 0.56,
                                                                   -28)), text=True,
                 courses=(Course("main", "D", ((31.0, 55.6), (31.0, 42), (28, 28), (26.6, 15)),
                                 "U"),
                          COURSES["UDL"][1])),
    "y09": Scene("RDL", ((41.6, 60.6), (46.2, 72)),
                 (((32.6, 60), (37, 52.6), (43, 53), (47.4, 58.4), (47.8, 64)),),
                 (trove.nest(30.4, 41.0, 0.95), birds.songbird(30.2, 36.8, 1.02, tail=3.4))),
    "y10": Scene("RDL", guests=(beasts.boar(37.0, 30.2, 1.08),), text=True, courses=_FORK),
    "y11": Scene("RDL", ((38, 24.4),),
                 (((32, 52), (27.8, 40), (27.8, 28), (31.4, 18.4), (37.6, 16.2)),),
                 (birds.magpie(43.6, 37.2, 0.82, flip=True),), text=True, courses=_FORK),
    "y12": Scene("URL", ((36.8, 59.6), (46.2, 64)),
                 (((30, 47), (36, 50), (42.6, 50.4), (46.2, 55)),),
                 (plants.catkins(((31.0, 48, 21), (41.9, 51, 26), (50.2, 47, 12),
                                  (35.0, 48, 5.5))),)),
    "y13": Scene("URL", guests=(birds.owl(42, 28.7, 1.1),), text=True),
    "y14": Scene("URL", guests=(birds.eagle(43.2, 28.8, 1.02),)),
    "y15": Scene("UD", ((43.4, 33),), (((31, 46), (34.4, 34), (38.6, 25.4), (43.2, 24.2)),
                                      ((29.4, 83.4), (33.6, 78.6), (41, 76.2), (48.6, 76.6))),
                 (runners.squirrel(41.0, 66.4, 0.98),)),
    "y16": Scene("UD", boughs=(((31, 60), (35.2, 53.8), (41, 52.4), (49.6, 52.2)),),
                 guests=(birds.heron(39.5, 36.7, 0.88),), text=True),
    "y17": Scene("RL", ((35.4, 62.6), (46.2, 60.2)), guests=(crawlers.snail(28.6, 35.6, 1.1),)),
    "y18": Scene("RL", ((42.6, 19.8),),
                 (((17.4, 46), (23.6, 33.4), (29.6, 19.4), (36, 11.8), (42, 11.6)),),
                 (runners.marten(33.8, 37.9, 0.88),), text=True,
                 courses=(Course("main", "L", ((9, 45.4), (18, 47.4), (27, 48.2), (36, 47.4),
                                               (45, 45.4)), "R"),)),
    "y19": Scene("UR", ((42, 18.6), (43.4, 34.6)),
                 (((29.8, 32), (33.2, 19), (37.6, 11.2), (41.8, 10)),
                  ((30.6, 40), (33.6, 32.2), (38, 27.4), (43.2, 26.6))),
                 (birds.swallow(42.2, 66, 0.86, -14),)),
    "y20": Scene("UR", ((43, 19),), (((29, 22), (33, 15), (38, 11.4), (43, 12)),),
                 (runners.fox(40.2, 35.5, 0.9),), text=True),
    "y21": Scene("UL", ((40, 24.6), (43.4, 41.6)),
                 (((27, 33), (31, 23), (35.6, 16.6), (40, 16)),
                  ((22, 41.6), (29, 37), (36, 33.4), (43, 33))),
                 (birds.swallow(41.4, 66, 0.86, 14, flip=True),)),
    "y22": Scene("UL", guests=(beasts.stag(41, 46, 0.88),)),
    "y23": Scene("RD", ((43.6, 61), (45.6, 30.5)),
                 (((33, 54), (33.6, 41), (36.8, 28.6), (41.2, 22.6), (45.6, 21.8)),
                  ((32, 68), (34.8, 58.4), (39, 53.4), (43.4, 53))),
                 (trove.moss([(31.2, 53.4), (32.6, 48.6), (36, 44.8), (40.6, 42.2), (45.6, 41.3),
                              (50.6, 41.3)], "y23"),
                  trove.mushrooms(((40.6, 42.2, 0.92), (37.2, 44.2, 0.62), (47.4, 41.4, 0.5))))),
    "y24": Scene("RD", ((13.6, 45.4), (45, 25.6)),
                 (((32, 56), (28.4, 45), (22, 38), (14, 37)),
                  ((33.0, 55), (31.4, 43), (32.6, 30), (37.4, 19.6), (44.6, 17.4))),
                 (trove.fountain(38.4, 45.4, 0.66), crawlers.frog(47.4, 38.1, 0.62)), text=True),
    "y25": Scene("DL", ((43, 34), (45.2, 54.4)),
                 (((31.4, 58), (31, 45), (33.4, 32), (38, 25.8), (43, 25.6)),
                  ((32.4, 64), (35.6, 53), (40.6, 46.4), (45, 45.8))),
                 (plants.frond(27.6, 44, -88, 19, 3), plants.frond(25, 44, -112, 14.5, 3),
                  plants.frond(21, 44, -142, 14, 4),
                  plants.frond(34.6, 78, -42, 17, -3), plants.frond(34.4, 80, -18, 14, -3))),
    "y26": Scene("DL", guests=(crawlers.serpent(
        [(28.4, 71), (33.4, 68.2), (34.0, 66.0), (31.2, 63.4), (28.0, 60.6), (29.4, 57.4),
         (34.0, 55.4),
         (34.6, 52.4), (29.4, 49.8), (23.6, 50.6), (22.0, 47.4), (25.4, 42.6), (31.4, 41.2), (38,
                                                                                              43.4),
         (45, 41.4), (46.4, 34.6), (39.4, 30.8), (35.0, 25.2), (38.8, 20.0)],
        (((34.2, 66.2), (28.0, 60.8)), ((35.4, 53.2), (22.4, 49.6)),
         ((24.0, 44.2), (38.8, 20.0))), -50),),
        text=True),
    "y27": Scene("D", ((13, 43.6), (35.8, 32.4), (46.2, 30.6), (45.4, 52)),
                 (((29.6, 50), (26.5, 41.5), (20, 36.4), (13.6, 36.2)),
                  ((31, 56), (33, 47.5), (38.6, 43), (45, 44.6)), ((28.4, 32), (26.6, 24),
                                                                   (25.4, 17)))),
    "y28": Scene("D", guests=(
        plants.bramble([(31.2, 56), (24.6, 47.6), (21.6, 38), (24.6, 29.4), (30, 24.4)], 0.85),
        plants.bramble([(31.6, 58), (38.0, 52.2), (44.2, 45.4), (47.0, 36.4), (46.4, 26.4),
                        (43.0, 19.4)], 0.95, flip=True),
        beasts.holly_mask(35.6, 30, 1.02)), text=True,
                 courses=_tip("D", (31.6, 57), (31.0, 50), (32.6, 44), (35.2, 38))),
    "y29": Scene("D", ((14, 45), (31.2, 24), (46.2, 47.6)),
                 (((30.6, 54), (27.6, 43.4), (21.4, 37.4), (14.4, 36.6)),
                  ((31.4, 57), (34.6, 46), (40.6, 40.2), (46.2, 39.2))),
                 (trove.comb(42.8, 26.2, 0.86), crawlers.bee(48.6, 61, 0.82, 16),
                  crawlers.bee(41.0, 70, 0.82, -10, flip=True)),
                 courses=_tip("D", (31.2, 56), (28.2, 45), (25.4, 34), (26.4, 22), (31, 13.4),
                              (38, 14.2), (43.2, 20.2))),
    "y30": Scene("D", ((14, 45), (44.6, 24.2)),
                 (((30.6, 54), (27.6, 43.4), (21.4, 37.4), (14.4, 36.6)),
                  ((30.4, 50), (33.4, 41), (37, 36.8), (41, 36.4))),
                 (trove.pod(45.6, 46.8, 0.9, 58), trove.plume(27.4, 29, 0.95, -16),
                  trove.plume(49.6, 12.4, 0.8, 18),
                  trove.plume(28.6, 13, 0.9, 8)), text=True,
                 courses=_tip("D", (31.2, 56), (29, 46), (29.6, 36), (31.6, 27), (35.4, 19),
                              (40, 15.2), (44.6, 16))),
    "y31": Scene("U", ((35.8, 52.4), (46.2, 49), (41.4, 64)),
                 (((28.8, 36), (33.6, 38.6), (40.6, 36.6), (46.4, 40.4)),),
                 (birds.songbird(41.8, 33.2, 0.9),),
                 courses=_tip("U", (27.2, 14), (28.6, 26), (30.4, 37), (35.4, 44), (41.4, 47.6),
                              (42.4, 54.6))),
    "y32": Scene("U", guests=(beasts.badger(40, 33.4, 1.08, 47.4),), text=True,
                 courses=_tip("U", (27.0, 14), (27.2, 28), (28.6, 39), (33, 47.4), (40, 50.4),
                              (45.4, 49.4), (47.6, 47.6))),
    "y33": Scene("R", ((10.5, 46.4), (35.6, 59.5), (46.2, 58.5), (41.6, 28)),
                 (((44, 44.4), (36.5, 39), (32.4, 30), (34.6, 21.6), (41, 19.4)),),
                 (birds.songbird(25.0, 36.2, 0.95, singing=True),)),
    "y34": Scene("R", guests=(runners.hedgehog(32.4, 34.4, 1.06),), text=True,
                 courses=_tip("R", (45, 45.2), (36, 46.2), (26, 46.6), (16, 44.8), (9.4, 39.6))),
    "y35": Scene("L", ((46.3, 41.6), (34.6, 59.5), (46, 62), (35.4, 29)),
                 (((18, 43), (25.6, 39), (27.6, 30), (30, 21.6), (35.4, 20.4)),
                  ((27, 45), (36, 46.4), (43, 49), (46.4, 53.6))),
                 (crawlers.butterfly(43.4, 15.6, 0.8, 24, moth=True),
                  crawlers.butterfly(41.4, 75.6, 0.7, -30, moth=True))),
    "y36": Scene("L", guests=(crawlers.tortoise(29.6, 35.0, 1.04),), text=True,
                 courses=_tip("L", (9, 45.2), (18, 46.2), (28, 46.8), (38, 45.2), (44.6, 40.2),
                              (47.6, 33))),
    "yr1": Scene("URL", root=True),
    "yr2": Scene("UR", root=True, text=True, guests=(trove.bark_face(29.2, 38.5, 1.0),)),
}
