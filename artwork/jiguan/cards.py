"""The cards as scenes: the content of each picture, and the card data for which it is valid."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from artwork.jiguan.figure import Figure
from artwork.jiguan.fire_metal import bird, tiger
from artwork.jiguan.items import jelly, polyp, tortoise
from artwork.jiguan.palette import RANKS, Element, Theme
from artwork.jiguan.references import (
    snake,
    snake_medal,
    stele,
    stele_foot,
    stele_medal,
    wheel_foot,
)
from artwork.jiguan.wild import dangkang, leap, lushu, wenyao
from artwork.jiguan.wood_earth_water import dragon, ox, xiezhi
from artwork.pen import Pen

Portrait: TypeAlias = Callable[[Figure, float], None]
"""Function that draws a beast around its face; the number is the y of the robe's lower end."""

BEATS: Final[dict[Element, tuple[Element, ...]]] = {
    "fire": ("metal", "wood", "earth"),
    "metal": ("wood", "earth", "water"),
    "wood": ("earth", "water"),
    "earth": ("water",),
    "water": ("fire",),
}
"""Elements that each element beats, in the order printed on the cards (JGS-2.3)."""
OFFICES: Final[dict[Element, tuple[str, str]]] = {
    "fire": ("monarch", "heart"),
    "metal": ("minister", "lung"),
    "wood": ("general", "liver"),
    "earth": ("remonstrator", "spleen"),
    "water": ("strongman", "kidney"),
}
"""Office and organ of each element (JGS-2.2)."""


@dataclass(frozen=True, slots=True)
class Beast:
    """An official; ``lift`` raises the face above its usual height."""

    element: Element
    portrait: Portrait
    scale: float = 0.86
    lift: float = 0.0
    front: Portrait | None = None

    @property
    def rank(self) -> int:
        """Number of steps on the card; the highest office has five."""
        return 5 - RANKS.index(self.element)

    @property
    def loses_to(self) -> tuple[Element, ...]:
        """Elements that beat this one, highest office first."""
        return tuple(e for e in RANKS if self.element in BEATS[e])

    def facts(self) -> dict[str, tuple[str, ...]]:
        """Return the card data that the picture shows."""
        office, organ = OFFICES[self.element]
        return {
            "kind": ("beast",),
            "element": (self.element,),
            "office": (office,),
            "organ": (organ,),
            "rank": (str(self.rank),),
        }


@dataclass(frozen=True, slots=True)
class Item:
    """A creature that moves beasts along the cycle of generation by ``direction`` (1, −1 or 0)."""

    element: Element
    role: str
    direction: int
    creature: Callable[[Figure], None]
    scale: float
    drop: float

    def facts(self) -> dict[str, tuple[str, ...]]:
        """Return the card data that the picture shows."""
        return {"kind": ("item",), "element": (self.element,), "role": (self.role,)}


@dataclass(frozen=True, slots=True)
class Reference:
    """A reference card for the table; its window has the pattern of ``element``."""

    element: Element
    name: str
    scene: Callable[[Pen, Theme], None]
    medal: Callable[[Pen, Theme], None]
    foot: Callable[[Pen, Theme], None]

    def facts(self) -> dict[str, tuple[str, ...]]:
        """Return the card data that the picture shows."""
        return {"kind": ("reference",)}


Scene: TypeAlias = Beast | Item | Reference

SCENES: Final[dict[str, Scene]] = {
    "jb1": Beast("fire", bird),
    "jb2": Beast("metal", tiger),
    "jb3": Beast("wood", dragon),
    "jb4": Beast("earth", xiezhi, 0.93),
    "jb5": Beast("water", ox, 1.0),
    "jb6": Beast("water", wenyao, 1.0, 2.2, leap),
    "jb7": Beast("wood", lushu, 0.94, 0.6),
    "jb8": Beast("earth", dangkang, 0.96, 0.4),
    "ji1": Item("water", "mother", -1, jelly, 0.80, -1.4),
    "ji2": Item("wood", "child", 1, polyp, 0.76, 0.6),
    "ji3": Item("earth", "unmoved", 0, tortoise, 0.76, 0.2),
    "jr1": Reference("wood", "wheel", snake, snake_medal, wheel_foot),
    "jr2": Reference("earth", "stele", stele, stele_medal, stele_foot),
}
