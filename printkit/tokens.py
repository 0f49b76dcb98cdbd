"""Tokens on paper: set, packed into the slots of a sheet, drawn with their cutting lines.

Packing: every slot that the n-up layout has for a card is a small tray. Tokens go into it in
rows, highest first, turned by a quarter if they are longer than the tray is wide; rectangles
abut, so that one cut frees two, round things keep 2 mm between them.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType

from printkit.canvas import Sheets
from printkit.drawing import (
    PAPER,
    Cmyk,
    Drawing,
    Group,
    Node,
    Path,
    Shape,
    Stroke,
    ellipse,
    placed,
    polygon,
    rectangle,
)
from printkit.errors import UsageError
from printkit.geometry import Rect, Size, Spot
from printkit.imposition import Layout
from printkit.pictograms import pictogram
from printkit.pieces import Token
from printkit.plan import Piece
from printkit.setting import Setter, SetText, draw
from printkit.template import Slot, Style

__all__ = ["SetToken", "artist_of", "draw_token", "pack", "set_tokens"]

SLATE = Cmyk(70, 45, 42, 34)
_CUT = Cmyk(0, 0, 0, 60)
_GAP = 2.0
_BLEED = 3.0
_INKS = {"word": SLATE}


@dataclass(frozen=True, slots=True)
class SetToken:
    """A token ready to be drawn."""

    piece: Piece
    item: Token
    texts: tuple[SetText, ...]

    @property
    def straight(self) -> bool:
        """Whether it is cut along straight lines at right angles."""
        return self.item.shape in ("card", "strip")


def set_tokens(
    pieces: Sequence[Piece], items: Mapping[str, Token], setter: Setter, lang: str
) -> list[SetToken]:
    """Set the words of tokens."""
    found = []
    for piece in pieces:
        item = items[piece.id]
        facts = {"word": item.word.get(lang, "")}
        found.append(SetToken(piece, item, tuple(setter.set(_slots(item), facts, piece.id))))
    return found


def _slots(item: Token) -> list[Slot]:
    if item.words is None:
        return []
    slot = {
        "name": "word",
        "show": "{word}",
        "role": "strong",
        "box": item.words,
        "size": item.word_size,
        "shrink": min(5.5, item.word_size),
        "align": "centre",
        "middle": True,
        "colour": "word",
    }
    return [Slot.model_validate(slot)]


def pack(
    layout: Layout, tokens: Sequence[SetToken], first: int, scale: float = 1.0
) -> list[tuple[int, Spot]]:
    """A slot (counted over pages, from `first`) and a spot for each token, in their order.

    Raises `UsageError` if one is larger than a card.
    """
    tray = layout.front(0).rect
    order = sorted(range(len(tokens)), key=lambda n: (-_box(tokens[n], tray, scale).height, n))
    spots: dict[int, tuple[int, Spot]] = {}
    slot, x, y, row = first, 0.0, 0.0, 0.0
    for n in order:
        box = _box(tokens[n], tray, scale)
        gap = 0.0 if tokens[n].straight else _GAP
        if x + box.width > tray.width + 1e-6:
            x, y, row = 0.0, y + row, 0.0
        if y + box.height > tray.height + 1e-6:
            slot, x, y, row = slot + 1, 0.0, 0.0, 0.0
        corner = layout.front(slot % layout.per_page).rect
        rect = Rect(corner.x + x, corner.y + y, box.width, box.height)
        spots[n] = (slot, Spot(rect, 0 if box == tokens[n].item.trim.scaled(scale) else 90))
        x, row = x + box.width + gap, max(row, box.height + gap)
    return [spots[n] for n in range(len(tokens))]


def _box(token: SetToken, tray: Rect, scale: float) -> Size:
    """The token's box as it lies in a tray."""
    size = token.item.trim.scaled(scale)
    for box in (size, size.turned(90)):
        if box.width <= tray.width + 1e-6 and box.height <= tray.height + 1e-6:
            return box
    raise UsageError(
        f"token {token.item.id} of {size.width:g} × {size.height:g} mm is larger than a card: "
        "make it smaller in pieces.toml"
    )


def draw_token(
    sheets: Sheets,
    token: SetToken,
    spot: Spot,
    clip: Rect,
    slug: str,
    style: Style,
    scale: float = 1.0,
) -> None:
    """Draw a token at its spot, cut to `clip` (page mm); round ones with their cutting line."""
    item, piece = token.item, token.piece
    drawing = _picture(token, slug, style)
    with sheets.face(spot, clip, scale):
        sheets.picture(drawing, f"token.{slug}.{piece.id}.{piece.owner}.{style}")
        if item.tagged:
            sheets.tag(item.panel, piece.tag)
        draw(sheets, token.texts, _INKS)


def _picture(token: SetToken, slug: str, style: Style) -> Drawing:
    item = token.item
    width, height = item.size
    bleed = _BLEED if token.straight else 0.0
    outline = _outline(item, bleed)
    centre = placed(width / 2, height / 2)
    nodes: list[Node] = [Shape(outline, PAPER)]
    artist = artist_of(slug)
    if artist is not None:
        art: Drawing = artist.draw(item.picture, token.piece.owner, style)
        nodes.append(Group((Group(art.nodes, centre),), clip=outline))
    else:
        nodes += _plain(item)
    if item.tagged:
        key = item.panel.outer.grown(*(0.8,) * 4)
        nodes.append(Shape(rectangle(key.x, key.y, key.width, key.height), PAPER))
    if item.shape == "ring":
        nodes.append(Shape(ellipse(width / 2, height / 2, width / 4), PAPER, Stroke(_CUT, 0.18)))
    if not token.straight:
        nodes.append(Shape(outline, stroke=Stroke(_CUT, 0.18)))
    return Drawing((-bleed, -bleed, width + bleed, height + bleed), tuple(nodes))


def _plain(item: Token) -> list[Node]:
    """A pictogram on a disc above the tag, for a game without an artist."""
    width = item.size[0]
    radius = 0.32 * width
    return [
        Shape(ellipse(width / 2, radius + 3, radius), SLATE),
        Group(
            pictogram(item.picture, PAPER, SLATE),
            placed(width / 2, radius + 3, scale=radius / 15),
        ),
    ]


def _outline(item: Token, bleed: float) -> Path:
    width, height = item.size
    match item.shape:
        case "card" | "strip":
            return rectangle(-bleed, -bleed, width + 2 * bleed, height + 2 * bleed)
        case "hex":
            quarter = width / 4
            half = height / 2
            return polygon(
                [
                    (quarter, 0),
                    (3 * quarter, 0),
                    (width, half),
                    (3 * quarter, height),
                    (quarter, height),
                    (0, half),
                ]
            )
        case _:
            return ellipse(width / 2, height / 2, width / 2)


def artist_of(slug: str) -> ModuleType | None:
    """The module that draws a game's pieces, or None."""
    name = f"printkit.art.{slug}.pieces"
    try:
        found = importlib.util.find_spec(name)
    except ModuleNotFoundError:
        found = None
    return importlib.import_module(name) if found else None
