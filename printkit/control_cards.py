"""Control cards: large pictograms with a word, tagged like the cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from printkit.canvas import Sheets
from printkit.drawing import (
    BLACK,
    PAPER,
    Cmyk,
    Drawing,
    Group,
    Node,
    Shape,
    ellipse,
    placed,
    rectangle,
)
from printkit.geometry import Rect, Size, Spot
from printkit.pictograms import PICTOGRAMS, pictogram
from printkit.pieces import Control, Pieces
from printkit.plan import Piece
from printkit.setting import Setter, SetText, draw
from printkit.tags import Panel
from printkit.template import Slot
from printkit.tokens import artist_of

__all__ = ["SetControl", "draw_control", "set_controls"]

SLATE = Cmyk(70, 45, 42, 34)
GROUND = Cmyk(5, 2, 4, 3)
CONTROL = Size(54.0, 90.0)
_BLEED = 3.0
_INKS = {"ink": BLACK, "word": SLATE, "accent": SLATE}


def _slot(name: str, role: str, box: list[float], size: float, **more: object) -> Slot:
    base = {"name": name, "show": f"{{{name}}}", "role": role, "box": box, "size": size}
    return Slot.model_validate({**base, **more})


_CARD_SLOTS = (
    _slot(
        "word", "strong", [4, 47, 46, 8], 16, shrink=9, align="centre", middle=True, colour="word"
    ),
    _slot(
        "help",
        "text",
        [29.5, 58, 20.5, 21],
        7,
        shrink=5.5,
        lines=6,
        colour="ink",
        break_first=["en", "ja", "zh-Hant"],
    ),
    _slot("footer", "text", [4, 82.5, 46, 3], 5, shrink=5, colour="ink"),
)


@dataclass(frozen=True, slots=True)
class SetControl:
    """A control card ready to be drawn."""

    piece: Piece
    item: Control
    texts: tuple[SetText, ...]
    slug: str = ""

    @property
    def panel(self) -> Panel:
        """The framed tag."""
        return Panel(3.5, 57.0)


def set_controls(
    pieces: Sequence[Piece], data: Pieces, game: str, setter: Setter, lang: str
) -> list[SetControl]:
    """Set the texts of control cards."""
    items = {item.id: item for item in data.control}
    found = []
    for piece in pieces:
        item = items[piece.id]
        facts = {
            "word": item.word[lang],
            "help": item.help[lang],
            "footer": f"{game} {piece.id} · {piece.copy}/{piece.copies} · t{data.version}",
        }
        texts = tuple(setter.set(_CARD_SLOTS, facts, piece.id))
        found.append(SetControl(piece, item, texts, data.slug))
    return found


def draw_control(
    sheets: Sheets, control: SetControl, spot: Spot, clip: Rect, scale: float = 1.0
) -> None:
    """Draw a control card at its spot, cut to `clip` (page mm)."""
    with sheets.face(spot, clip, scale):
        sheets.picture(_picture(control), f"control.{control.piece.id}")
        sheets.tag(control.panel, control.piece.tag)
        draw(sheets, control.texts, _INKS)


def _picture(control: SetControl) -> Drawing:
    size, (x, y), disc, scale = CONTROL, (27.0, 25.0), 18.5, 1.06
    keyline = control.panel.outer.grown(*(0.8,) * 4)
    symbol = _symbol(control)
    nodes = (
        Shape(
            rectangle(-_BLEED, -_BLEED, size.width + 2 * _BLEED, size.height + 2 * _BLEED), GROUND
        ),
        Shape(ellipse(x, y, disc), SLATE),
        Group(symbol, placed(x, y, scale=scale)),
        Shape(rectangle(keyline.x, keyline.y, keyline.width, keyline.height), PAPER),
    )
    return Drawing((-_BLEED, -_BLEED, size.width + _BLEED, size.height + _BLEED), nodes)


def _symbol(control: SetControl) -> tuple[Node, ...]:
    """A pictogram that all games share, or what the game's own artist draws, white on slate."""
    name, artist = control.item.picture, artist_of(control.slug)
    if name in PICTOGRAMS or artist is None:
        return pictogram(name, PAPER, SLATE)
    drawing: Drawing = artist.draw(name, "", "full")
    return drawing.nodes
