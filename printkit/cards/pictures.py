"""Pictures of cards: ready-drawn vector art, found by game, name, owner and style.

Printing gets a `Picture` from `front` or `back` and places it. The encoded drawing is copied from
`templates/<game>/<style>.art`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from printkit.errors import UsageError
from printkit.pdf.decoding import decode
from printkit.pdf.drawing import Drawing, Matrix, placed
from printkit.pdf.encoding import Encoded
from printkit.pdf.geometry import BLEED
from printkit.pdf.pack import Pack, Style, game_pack, pack_file
from printkit.pdf.xobjects import place_encoded
from rules import Message
from rules.messages.message import Fact, alternatives

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

Owner = str
"""An owner's name, or `shared` for cards without an owner."""

WIDTH: Final = 54.0
HEIGHT: Final = 90.0
"""Width and height of every ready-drawn picture's trim, in mm."""
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
    def entry(self) -> str:
        """The picture's name in the pack."""
        return f"{self.owner}/{self.name}"

    @property
    def pack(self) -> Pack | None:
        """The pack for the picture's game and style; None if it does not exist."""
        return game_pack(self.game, self.style)

    @property
    def is_drawn(self) -> bool:
        """True if the pack contains the picture."""
        pack = self.pack
        return pack is not None and self.entry in pack.index

    @property
    def ground(self) -> Picture | None:
        """The background of the owner's pictures; None if it is not drawn separately."""
        ground = replace(self, name=GROUND)
        return ground if ground.is_drawn else None

    def place(
        self, canvas: Canvas, x_mm: float, y_mm: float, turn_deg: int = 0, scale: float = 1.0
    ) -> None:
        """Draw the picture; (x, y) is the top left of the trim's bounding box on the page.

        Positions are in mm from the page's top left, y down. The trim is turned clockwise by 0,
        90, 180 or 270 degrees, and drawn at `scale`. The bleed reaches 3 mm beyond the trim on all
        sides, so clip it where cards are edge to edge.
        """
        lookup = self._lookup()
        family = f"art.{self.game}.{self.owner}.{self.style}"
        at, key = _trim_at(x_mm, y_mm, turn_deg, scale), f"{family}.{self.name}"
        place_encoded(canvas, lambda: lookup(self.name), at, key=key, family=family, lookup=lookup)

    def forms(self) -> Iterator[Encoded]:
        """Yield the picture and every form that it uses, each once."""
        lookup, seen, waiting = self._lookup(), set[str](), [self.name]
        while waiting:
            name = waiting.pop()
            if name not in seen:
                seen.add(name)
                form = lookup(name)
                waiting += form.uses
                yield form

    def _lookup(self) -> Callable[[str], Encoded]:
        pack = _pack_with(self)
        return lambda name: pack.form(f"{self.owner}/{name}")


def _trim_at(x: float, y: float, turn: int, scale: float) -> Matrix:
    width, height = (side * scale for side in (WIDTH, HEIGHT))
    corner = {0: (0.0, 0.0), 90: (height, 0.0), 180: (width, height), 270: (0.0, width)}
    if turn % 360 not in corner:
        raise ValueError(f"a card is turned by 0, 90, 180 or 270 degrees, not by {turn}")
    dx, dy = corner[turn % 360]
    return placed(x + dx, y + dy, turn=turn, scale=scale)


def front(game: str, card_id: str, owner: Owner, style: Style = "full") -> Picture:
    """Return the front of a card, or the `BACK`; raise `UsageError` if none is drawn."""
    picture = Picture(game, card_id, owner, style)
    _pack_with(picture)
    return picture


def stale(picture: Picture, facts: Mapping[str, str]) -> list[tuple[str, Message]]:
    """Return the columns in which a card differs from the facts of its picture."""
    return [
        (name, Message("print.stale", given=repr(facts.get(name, "")), drawn=_drawn(values)))
        for name, values in _pack_with(picture).facts(picture.entry).items()
        if facts.get(name, "") not in values
    ]


def _drawn(values: Sequence[str]) -> Fact:
    return Message("print.none_drawn") if "" in values else alternatives(values)


def _pack_with(picture: Picture) -> Pack:
    pack = picture.pack
    if pack is None or picture.entry not in pack.index:
        facts = {"game": picture.game, "owner": picture.owner, "style": picture.style}
        raise UsageError("print.no_art", name=picture.name, **facts)
    return pack


def piece_art(game: str, name: str, owner: Owner, style: Style) -> Drawing | None:
    """Return the picture of a token or control card, with its origin at the centre, or None."""
    pack, entry = game_pack(game, style), piece_entry(name, owner)
    return decode(pack.form(entry)) if pack is not None and entry in pack.index else None


def piece_entry(name: str, owner: Owner) -> str:
    """Return the name of a piece's picture in a pack."""
    return f"pieces-{owner}/{name}" if owner else f"pieces/{name}"


def available(game: str) -> bool:
    """Return whether a game has ready-drawn pictures."""
    return pack_file(game, "full").is_file()
