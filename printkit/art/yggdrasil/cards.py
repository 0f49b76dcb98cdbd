"""What stands on each card: pattern, where fruit hangs, extra boughs, and who lives there.

Positions are mm on the upright card. A fruit's spot is its centre; how many there are is a fact of
the card, checked against the card data by a test.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from printkit.art.yggdrasil.guests import beasts, birds, small
from printkit.art.yggdrasil.guests.figure import Guest
from printkit.drawing import Point

Bough: TypeAlias = tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Scene:
    """The plan of one card."""

    pattern: str
    fruit: tuple[Point, ...] = ()
    boughs: tuple[Bough, ...] = ()
    guests: tuple[Guest, ...] = ()
    text: bool = False
    """Whether an effect is printed, so that its column must stay calm."""
    root: bool = False


# fmt: off
SCENES: Final[Mapping[str, Scene]] = {
    "y01": Scene("URDL", ((43, 27),), (((28.8, 46), (32.5, 34), (37, 22.5), (42.6, 20)),)),
    "y04": Scene("URD", guests=(beasts.bear(42.6, 28, 1.08, 45.4),)),
    "y07": Scene("UDL", guests=(beasts.wolf(43.2, 27.5, 1.0),)),
    "y13": Scene("URL", guests=(birds.owl(42, 28.7, 1.1),), text=True),
    "y22": Scene("UL", guests=(beasts.stag(41, 46, 0.88),)),
    "y20": Scene("UR", ((43, 19),), (((29, 22), (33, 15), (38, 11.4), (43, 12)),),
                 (small.fox(41, 35.2, 0.92),), text=True),
    "y26": Scene("DL", guests=(small.serpent(
        [(28.4, 71), (33.4, 68.2), (34.0, 66.0), (31.2, 63.4), (28.0, 60.6), (29.4, 57.4), (34.0, 55.4),
         (34.6, 52.4), (29.4, 49.8), (23.6, 50.6), (22.0, 47.4), (25.4, 42.6), (31.4, 41.2), (38, 43.4),
         (45, 41.4), (46.4, 34.6), (39.4, 30.8), (35.0, 25.2), (38.8, 20.0)],
        (((34.2, 66.2), (28.0, 60.8)), ((35.4, 53.2), (22.4, 49.6)), ((24.0, 44.2), (38.8, 20.0))), -50),),
        text=True),
    "y27": Scene("D", ((13, 43.6), (35.8, 32.4), (46.6, 30.6), (45.6, 52)),
                 (((29.6, 50), (26.5, 41.5), (20, 36.4), (13.6, 36.2)),
                  ((31, 56), (33, 47.5), (38.6, 43), (45, 44.6)), ((28.4, 32), (26.6, 24), (25.4, 17)))),
    "yr1": Scene("URL", root=True),
}
