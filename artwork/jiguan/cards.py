"""The cards as scenes: what each picture shows, and so which card data it is true for."""

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
"""Draws a beast about the middle of its face; the number is where its robe ends, own units."""

BEATS: Final[dict[Element, tuple[Element, ...]]] = {
    "fire": ("metal", "wood", "earth"),
    "metal": ("wood", "earth", "water"),
    "wood": ("earth", "water"),
    "earth": ("water",),
    "water": ("fire",),
}
"""JGS-2.3, as printed on the cards."""
OFFICES: Final[dict[Element, tuple[str, str]]] = {
    "fire": ("monarch", "heart"),
    "metal": ("minister", "lung"),
    "wood": ("general", "liver"),
    "earth": ("remonstrator", "spleen"),
    "water": ("strongman", "kidney"),
}
"""JGS-2.2: an element's office and organ."""


@dataclass(frozen=True, slots=True)
class Beast:
    """An official: element, portrait, scale, and how far the face stands above the usual height."""

    element: Element
    portrait: Portrait
    scale: float = 0.86
    lift: float = 0.0
    front: Portrait | None = None

    @property
    def rank(self) -> int:
        """As many steps as the office is high."""
        return 5 - RANKS.index(self.element)

    @property
    def loses_to(self) -> tuple[Element, ...]:
        """The elements that beat it, highest office first."""
        return tuple(e for e in RANKS if self.element in BEATS[e])

    def facts(self) -> dict[str, tuple[str, ...]]:
        """What the picture shows of the card data."""
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
    """A creature in the wheel of generation; ``direction`` is how it moves a beast on it."""

    element: Element
    role: str
    direction: int
    creature: Callable[[Figure], None]
    scale: float
    drop: float

    def facts(self) -> dict[str, tuple[str, ...]]:
        """What the picture shows of the card data."""
        return {"kind": ("item",), "element": (self.element,), "role": (self.role,)}


@dataclass(frozen=True, slots=True)
class Reference:
    """An aid that lies open beside the field; ``element`` lends the window its pattern."""

    element: Element
    name: str
    scene: Callable[[Pen, Theme], None]
    medal: Callable[[Pen, Theme], None]
    foot: Callable[[Pen, Theme], None]

    def facts(self) -> dict[str, tuple[str, ...]]:
        """What the picture shows of the card data."""
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
