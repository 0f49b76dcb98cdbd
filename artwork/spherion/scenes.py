"""The hero of each card, and the facts its picture shows.

One plate of the globe is lit per ``level``, and the index has one chevron per tribute. A fusion
shows its two elements. A test compares these facts with the card data.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from artwork.spherion.brush import Brush
from artwork.spherion.figures import (
    charms,
    earth,
    fire,
    fusions,
    orrery,
    spells,
    traps,
    void,
    water,
    wind,
)


@dataclass(frozen=True, slots=True)
class Scene:
    """The plan of one card; ``dx``, ``dy``, ``scale`` and ``flip`` place the hero."""

    draw: Callable[[Brush], None]
    kind: str = "monster"
    element: str = ""
    level: int = 0
    materials: str = ""
    scale: float = 1.0
    dx: float = 0.0
    dy: float = 0.0
    flip: bool = False
    orb: bool = True

    @property
    def second(self) -> str:
        """The other element of a fusion."""
        first, _, other = self.materials.partition(" ")[0].partition("+")
        return "" if not other else other if first == self.element else first

    @property
    def tributes(self) -> int:
        """Number of monsters to tribute for a summon (SPH-7.5); a fusion uses materials."""
        if self.kind != "monster" or self.level < 5:
            return 0
        return 1 if self.level < 7 else 2


# fmt: off
SCENES: Final[Mapping[str, Scene]] = {
    "M01": Scene(fire.imp, element="Fire", level=1, scale=0.96),
    "M02": Scene(fire.warden, element="Fire", level=3, scale=0.92),
    "M03": Scene(fire.runner, element="Fire", level=4, scale=0.96, flip=True),
    "M04": Scene(fire.condor, element="Fire", level=5, scale=0.93, dx=1.4, dy=0.4),
    "M05": Scene(fire.tyrant, element="Fire", level=7, scale=0.88),
    "M06": Scene(wind.sprite, element="Wind", level=1, scale=0.92, dx=1.5),
    "M07": Scene(wind.dancer, element="Wind", level=2, scale=0.95, dx=1),
    "M08": Scene(wind.falcon, element="Wind", level=4, scale=0.83, dx=1.5),
    "M09": Scene(wind.djinn, element="Wind", level=6, scale=0.86, dx=1.4),
    "M10": Scene(wind.sovereign, element="Wind", level=8, scale=0.94, dx=1.4),
    "M11": Scene(earth.pebbles, element="Earth", level=1, scale=1.12),
    "M12": Scene(earth.badger, element="Earth", level=3, scale=0.95),
    "M13": Scene(earth.terrace, element="Earth", level=4, scale=0.98),
    "M14": Scene(earth.keeper, element="Earth", level=6, scale=0.9, dx=1.0),
    "M15": Scene(earth.titan, element="Earth", level=8, scale=0.9, dx=1.4, dy=0.4),
    "M16": Scene(water.drip, element="Water", level=2),
    "M17": Scene(water.crab, element="Water", level=3, scale=0.84, dx=3.0),
    "M18": Scene(water.lancer, element="Water", level=4, scale=0.85, dx=1),
    "M19": Scene(water.serpent, element="Water", level=5, scale=0.97, flip=True),
    "M20": Scene(water.regent, element="Water", level=7, scale=0.88, dx=0.8),
    "M21": Scene(void.moth, element="Void", level=2, scale=0.84, dx=3.0),
    "M22": Scene(void.scribe, element="Void", level=3, scale=0.94),
    "M23": Scene(void.jackal, element="Void", level=4, scale=0.88),
    "M24": Scene(void.colossus, element="Void", level=6, scale=0.94),
    "M25": Scene(void.leviathan, element="Void", level=8, scale=1.0),
    "M26": Scene(orrery.embers, element="Fire", level=1, scale=1.05, dy=1.5, orb=False),
    "M27": Scene(orrery.gales, element="Wind", level=1, scale=1.0, dx=1.6, dy=0.8, orb=False),
    "M28": Scene(orrery.stones, element="Earth", level=1, scale=1.05, dy=1.5, orb=False),
    "M29": Scene(orrery.tides, element="Water", level=1, scale=1.05, dy=1.5, orb=False),
    "M30": Scene(orrery.heart, element="Void", level=1, scale=1.05, dy=1.5, orb=False),
    "X01": Scene(fusions.bastion, "fusion", "Fire", 6, "Fire+Earth 6", scale=0.86, dx=4.2),
    "X02": Scene(fusions.cyclone, "fusion", "Water", 7, "Wind+Water 7", scale=0.86, dx=3.0,
            flip=True),
    "X03": Scene(fusions.phoenix, "fusion", "Void", 7, "Fire+Void 7", scale=0.9, dx=3.2, dy=0.6,
            orb=False),
    "X04": Scene(fusions.behemoth, "fusion", "Earth", 8, "Earth+Water 8", scale=0.82, dx=3.4,
            flip=True),
    "S01": Scene(spells.blessing, "spell", orb=False),
    "S02": Scene(spells.skin, "spell", orb=False),
    "S03": Scene(spells.second_wind, "spell", orb=False),
    "S04": Scene(spells.beacon, "spell", orb=False),
    "S05": Scene(spells.ledger, "spell", orb=False),
    "S06": Scene(spells.door, "spell", orb=False),
    "S07": Scene(spells.lantern, "spell", orb=False),
    "S08": Scene(spells.mending, "spell", orb=False),
    "T01": Scene(traps.sinkhole, "trap", orb=False),
    "T02": Scene(traps.vine, "trap", orb=False),
    "T03": Scene(traps.fog, "trap", orb=False),
    "T04": Scene(traps.gate, "trap", orb=False),
    "T05": Scene(traps.backdraft, "trap", orb=False),
    "T06": Scene(traps.aegis, "trap", orb=False),
    "P01": Scene(charms.edge, "powerup", orb=False, dy=1.2, scale=0.94),
    "P02": Scene(charms.shell, "powerup", orb=False, dy=1.2, scale=0.94),
    "P03": Scene(charms.wallwalk, "powerup", orb=False, dy=1.2, scale=0.94),
    "P04": Scene(charms.stride, "powerup", orb=False, dy=1.2, scale=0.94),
    "P05": Scene(charms.beacon, "powerup", orb=False, dy=1.2, scale=0.94),
    "P06": Scene(charms.vial, "powerup", orb=False, dy=1.2, scale=0.94),
    "B01": Scene(charms.bomb, "powerup", orb=False, dy=1.6, scale=0.94),
}
