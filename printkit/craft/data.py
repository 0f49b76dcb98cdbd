"""Sizes of the things to build, and the inks of stone: `templates/sheets/craft.toml`."""

from __future__ import annotations

from functools import cache

from pydantic import Field

from printkit.data.toml_source import TEMPLATES, Strict, read_toml
from printkit.template.parts import Ink


class _Die(Strict):
    edge: float = Field(gt=8, le=60)
    copies: int = Field(ge=1)


class _Pyramid(Strict):
    edge: float = Field(ge=20, le=90)


class _Rings(Strict):
    outer: float
    hole: float


class _Chips(Strict):
    width: float


class _Stars(Strict):
    outer: float


class _Walls(Strict):
    height: float


class _Box(Strict):
    play: float = Field(gt=0)
    card: float = Field(gt=0)
    sleeve: float
    sleeve_card: float
    tuck: float
    tab: float


class _Stand(Strict):
    width: float
    depth: float
    front: float
    slope: float = Field(gt=0, lt=60)
    slot: float
    foot: float
    foot_height: float
    overhang: float
    stop: float
    row: float
    rows: int = Field(ge=2)


class _Stone(Strict):
    ground: Ink
    mortar: Ink


class _Time(Strict):
    cut: int = Field(ge=1)
    tile: int = Field(ge=1)
    fold: int = Field(ge=1)
    staple: int = Field(ge=1)


class CraftData(Strict):
    """Everything of `craft.toml`; `version` is that of the geometry."""

    version: int = Field(ge=1)
    d6: _Die
    pyramid: _Pyramid
    rings: _Rings
    chips: _Chips
    stars: _Stars
    walls: _Walls
    box: _Box
    stand: _Stand
    stone: _Stone
    time: _Time


@cache
def load_craft() -> CraftData:
    """Load the file; raises `TemplateFaults`."""
    return read_toml(TEMPLATES / "sheets" / "craft.toml", CraftData)
