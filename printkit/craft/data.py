"""Sizes and inks of the things to build: `templates/sheets/craft.toml`."""

from __future__ import annotations

from functools import cache

from pydantic import Field

from printkit.data.toml_source import TEMPLATES, Strict, read_toml
from printkit.pdf.drawing import BLACK, PAPER, Cmyk
from printkit.template.card_template import Style
from printkit.template.parts import Ink


class _Wear(Strict):
    """The ground of an owner's box, and what is printed on it."""

    ground: Ink
    ink: Ink

    def worn(self, style: Style) -> tuple[Cmyk, Cmyk]:
        """Return ground and ink of a style; the saving one is black on white."""
        return (PAPER, BLACK) if style == "ink" else (self.ground, self.ink)


class BoxDress(_Wear):
    """An owner's inks: the ground of a piece and what is printed on it; one owner is darker."""

    dark: bool


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
    owner: dict[str, dict[str, _Wear]]


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


class _Screen(Strict):
    sides: dict[str, list[str]]


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
    screen: _Screen
    owner: dict[str, dict[str, BoxDress]]
    stone: _Stone
    time: _Time


@cache
def load_craft() -> CraftData:
    """Load the file; raises `TemplateFaults`."""
    return read_toml(TEMPLATES / "sheets" / "craft.toml", CraftData)
