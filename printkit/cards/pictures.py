"""Pictures of cards: ready-drawn vector art, found by game, name, owner and style.

Printing asks ``front`` or ``back`` for a ``Picture`` and places it. Its bytes come from
``templates/<game>/art`` and are copied.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

from printkit.errors import UsageError
from printkit.pdf import pack
from printkit.pdf.drawing import Matrix, placed
from printkit.pdf.encoding import Encoded
from printkit.pdf.geometry import BLEED
from printkit.pdf.xobjects import place_encoded
from printkit.template.messages import spoken
from printkit.template.toml_source import game_folder

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

Owner = str
"""A dress: an owner's colour, or `shared` for cards that belong to nobody."""
Style = Literal["full", "ink"]

WIDTH: Final = 54.0
HEIGHT: Final = 90.0
"""The trim of every ready-drawn picture, mm."""
BACK: Final = "back"
GROUND: Final = "ground"


@dataclass(frozen=True, slots=True)
class Picture:
    """A card's picture with its bleed, without text and without the tag panel."""

    game: str
    name: str
    owner: Owner
    style: Style
    width_mm: float = WIDTH + 2 * BLEED
    height_mm: float = HEIGHT + 2 * BLEED

    @property
    def file(self) -> Path:
        """Where it lies ready-drawn."""
        return _folder(self.game, self.owner, self.style) / f"{self.name}{pack.SUFFIX}"

    @property
    def ground(self) -> Picture | None:
        """The ground of the owner's pictures, if it is drawn alone."""
        ground = replace(self, name=GROUND)
        return ground if ground.file.is_file() else None

    def place(
        self, canvas: Canvas, x_mm: float, y_mm: float, turn_deg: int = 0, scale: float = 1.0
    ) -> None:
        """Draw on the canvas; (x, y) is the top left, on the page, of the trim's bounding box.

        Positions are mm from the page's top left, y down; the trim is turned clockwise by 0, 90,
        180 or 270 degrees, and drawn at `scale`. The bleed reaches 3 mm beyond the trim on all
        sides: cut it away with a clip where cards are to lie edge to edge.
        """
        folder = _folder(self.game, self.owner, self.style)

        def lookup(name: str) -> Encoded:
            return pack.load(folder / f"{name}{pack.SUFFIX}")

        family = f"art.{self.game}.{self.owner}.{self.style}"
        place_encoded(
            canvas,
            lambda: lookup(self.name),
            _trim_at(x_mm, y_mm, turn_deg, scale),
            key=f"{family}.{self.name}",
            family=family,
            lookup=lookup,
        )


def _trim_at(x: float, y: float, turn: int, scale: float) -> Matrix:
    width, height = (side * scale for side in (WIDTH, HEIGHT))
    corner = {0: (0.0, 0.0), 90: (height, 0.0), 180: (width, height), 270: (0.0, width)}
    if turn % 360 not in corner:
        raise ValueError(f"a card is turned by 0, 90, 180 or 270 degrees, not by {turn}")
    dx, dy = corner[turn % 360]
    return placed(x + dx, y + dy, turn=turn, scale=scale)


def _folder(game: str, owner: str, style: str) -> Path:
    return game_folder(game) / "art" / f"{owner}-{style}"


def front(game: str, card_id: str, owner: Owner, style: Style = "full") -> Picture:
    """The front of a card; ``UsageError`` if none is drawn for it."""
    return _existing(Picture(game, card_id, owner, style))


def stale(picture: Picture, facts: Mapping[str, str]) -> list[tuple[str, str]]:
    """Where a card's facts are not those its picture was drawn from: each column, and what."""
    return [
        (name, f"is {facts.get(name, '')!r}, but the picture shows {_either(values)}")
        for name, values in pack.facts(picture.file).items()
        if facts.get(name, "") not in values
    ]


def _either(values: Sequence[str]) -> str:
    return "none" if "" in values else " or ".join(values)


def back(game: str, owner: Owner, style: Style = "full") -> Picture:
    """The back of an owner's cards; ``UsageError`` if none is drawn."""
    return _existing(Picture(game, BACK, owner, style))


def _existing(picture: Picture) -> Picture:
    if not picture.file.is_file():
        facts = {"game": picture.game, "owner": picture.owner, "style": picture.style}
        raise UsageError(spoken("no_art", name=picture.name, **facts))
    return picture


def drawn(game: str, name: str, owner: Owner, style: Style) -> bool:
    """Whether a picture is ready."""
    return Picture(game, name, owner, style).file.is_file()


def available(game: str) -> bool:
    """Whether a game has ready-drawn pictures."""
    return any((game_folder(game) / "art").glob("*-full"))
