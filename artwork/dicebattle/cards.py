"""The scenes of all cards: the facts that each picture shows, its figure and the figure's place.

The facts repeat the card data. A test compares the two, and each packed picture is bound to its
facts. A place is an offset in mm from the middle of the text area's upper edge.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from artwork.dicebattle.figure import Figure
from artwork.dicebattle.heroes import (
    dice,
    giants,
    great_beasts,
    lords,
    relics,
    small_beasts,
    spells,
    squires,
    veterans,
)


@dataclass(frozen=True, slots=True)
class Scene:
    """The plan of one card's picture."""

    kind: str
    level: int
    hero: Callable[[Figure], None]
    effect: str = ""
    grant_level: int = 0
    exception: str = ""
    x: float = 0
    y: float = 0
    scale: float = 1
    action: str = ""
    """Name of the action, on action cards only."""

    @property
    def look(self) -> str:
        """Name under which the card's colours and shapes are listed."""
        return self.action or self.kind

    @property
    def text(self) -> bool:
        """True if the foot contains rules text, which needs a plain background."""
        return bool(self.effect or self.exception or self.kind in ("action", "token"))

    def facts(self) -> dict[str, tuple[str, ...]]:
        """Return the card data for which the picture is valid."""
        return {
            "kind": (self.kind,),
            "level": (str(self.level or ""),),
            "effect": (self.effect,),
            "grant_level": (str(self.grant_level or ""),),
            "exception": (self.exception,),
        }


# fmt: off
CARDS: Final[Mapping[str, Scene]] = {
    "h01": Scene("human", 1, squires.juggler, "optional / battle / — / draw 1; discard 1", y=-2.6,
                 scale=0.93),
    "h02": Scene("human", 1, squires.page, "forced / battle / opp.kind==human / lv own +2", y=-5.2,
                 scale=0.88),
    "h03": Scene("human", 2, squires.apprentice, "forced / battle / own.circle>=1 / lv own +1",
                 y=-2.4, scale=0.95),
    "h04": Scene("human", 2, squires.thief, "forced / battle / own.roll<=2 / lv own +2", y=-2.6,
                 scale=0.95),
    "h05": Scene("human", 2, squires.archivist,
                 "optional / reward / result==lose / recover magic 1", y=-5.4, scale=0.88),
    "h06": Scene("human", 3, veterans.captain, "forced / battle / opp.main>=2 / lv own +2", y=-4.6,
                 scale=0.9),
    "h07": Scene("human", 3, veterans.witch, "forced / battle / own.circle>=2 / lv own +3", y=-2.6,
                 scale=0.93),
    "h08": Scene("human", 3, veterans.gambler, "optional / reward / result==lose / stand miracle",
                 y=-2.4, scale=0.95),
    "h09": Scene("human", 4, lords.hunter, "forced / battle / opp.kind==monster / lv own +1",
                 y=-4.4, scale=0.92),
    "h10": Scene("human", 4, lords.martyr, "forced / reward / result==lose & margin>=4 / star 1",
                 y=-5.6, scale=0.88, x=1.2),
    "h11": Scene("human", 5, lords.knight, y=1.2, scale=0.97),
    "h12": Scene("human", 6, lords.king, "forced / battle / own.stars<opp.stars / lv own +1",
                 y=-3.6, scale=0.91),
    "h13": Scene("human", 3, veterans.tamer, exception="with_monster", y=-3.4, scale=0.91),
    "m01": Scene("monster", 1, small_beasts.pup, y=-5.2, scale=0.92),
    "m02": Scene("monster", 1, small_beasts.slime, "forced / battle / own.main>=3 / lv own +1",
                 y=-5.2, scale=1.02),
    "m03": Scene("monster", 1, small_beasts.imp, grant_level=1, x=-7, y=-1.4, scale=0.84),
    "m04": Scene("monster", 2, small_beasts.wolf, "forced / battle / own.main>=2 / lv own +1",
                 y=-2),
    "m05": Scene("monster", 2, small_beasts.goblin, grant_level=1, x=-7.4, y=-2.6, scale=0.86),
    "m06": Scene("monster", 2, small_beasts.bat, "optional / reward / result==win / draw 1", y=-3.2,
                 scale=0.96),
    "m07": Scene("monster", 2, small_beasts.hexhound, "forced / battle / opp.circle>=1 / lv own +2",
                 y=-3.8, scale=0.92),
    "m08": Scene("monster", 3, great_beasts.boar, "forced / battle / own.first / lv own +1", y=-4.6,
                 scale=0.92),
    "m09": Scene("monster", 3, great_beasts.gargoyle, "forced / battle / — / negate opp magic",
                 y=-2.6, scale=0.95),
    "m10": Scene("monster", 3, great_beasts.harpy, "forced / battle / opp.stock>=1 / purge 1",
                 grant_level=2, x=-6.8, scale=0.84, y=-2),
    "m11": Scene("monster", 4, great_beasts.troll, y=-2.6, scale=0.94),
    "m12": Scene("monster", 4, great_beasts.basilisk, "forced / battle / — / negate opp unit",
                 y=-2.6, scale=0.94),
    "m13": Scene("monster", 5, giants.wyvern, "forced / battle / own.main>=2 / lv own +1", x=4.2,
                 y=-1.6, scale=0.92),
    "m14": Scene("monster", 6, giants.dragon, y=-4.2, scale=0.94),
    "m15": Scene("monster", 5, giants.golem, exception="alone_set4", y=-2.6, scale=0.95),
    "g01": Scene("magic", 1, spells.spark, "forced / battle / — / lv own +2", x=1, y=-3.4,
                 scale=0.92),
    "g02": Scene("magic", 1, spells.second_wind, "optional / battle / — / draw 1", grant_level=1,
                 x=-6.4, y=-4.2, scale=0.8),
    "g03": Scene("magic", 2, spells.lance, "forced / battle / — / lv own +3"),
    "g04": Scene("magic", 2, spells.frost_ring, "forced / battle / — / lv opp -3", y=-2.8,
                 scale=0.9),
    "g05": Scene("magic", 2, spells.mirror, "optional / battle / — / swap lv", x=1.6, y=-3,
                 scale=0.94),
    "g06": Scene("magic", 3, spells.flood, "forced / battle / opp.main>=2 / lv opp -6", y=-1.2,
                 scale=0.95),
    "g07": Scene("magic", 3, spells.hush, "forced / battle / — / negate opp magic; lv own +2",
                 x=1.6, y=-4.2, scale=0.86),
    "g08": Scene("magic", 2, spells.upheaval, "optional / battle / — / low wins", x=2.4, y=-4.6,
                 scale=0.9),
    "g09": Scene("magic", 1, relics.whetstone, "forced / battle / — / lv own +1", grant_level=1,
                 x=-8.6, y=-3.4, scale=0.76),
    "g10": Scene("magic", 2, relics.banner, "forced / battle / — / tie win", grant_level=2, x=-5.5,
                 y=-0.6, scale=0.84),
    "g11": Scene("magic", 1, relics.charm, "forced / battle / — / lv own +1",
                 exception="with_any_unit", x=0, y=-7.4, scale=0.86),
    "g12": Scene("magic", 2, relics.edict, "forced / battle / — / lv own +2", exception="no_negate",
                 x=1.4, y=-4.4, scale=0.88),
    "g13": Scene("magic", 1, relics.truce, "forced / reward / result==draw / star 1", y=-4.4,
                 scale=0.9),
    "miracle": Scene("action", 0, dice.miracle, action="miracle", y=-1),
    "revival": Scene("action", 0, dice.revival, action="revival", y=-3.4, scale=0.88),
    "token": Scene("token", 1, dice.token, y=-5.2, scale=0.95),
    "phases": Scene("reference", 0, dice.phases),
}
