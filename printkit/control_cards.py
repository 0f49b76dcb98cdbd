"""Control cards and tokens: large pictograms with a word, tagged like the cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from printkit.canvas import Sheets
from printkit.drawing import BLACK, PAPER, Cmyk, Drawing, Group, Shape, ellipse, placed, rectangle
from printkit.geometry import Rect, Size, Spot
from printkit.imposition import Layout
from printkit.pictograms import pictogram
from printkit.plan import Piece
from printkit.setting import Setter, SetText, draw
from printkit.tags import Panel
from printkit.template import Slot
from printkit.words import Control, Controls, Token

__all__ = ["TOKEN", "TOKENS_A_SLOT", "SetControl", "draw_control", "set_controls", "token_spots"]

SLATE = Cmyk(70, 45, 42, 34)
GROUND = Cmyk(5, 2, 4, 3)
TOKEN = Size(30.0, 54.0)
TOKENS_A_SLOT = 3
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
_TOKEN_SLOTS = (
    _slot(
        "word",
        "strong",
        [3.5, 22.6, 23, 4.2],
        8,
        shrink=6,
        align="centre",
        middle=True,
        colour="word",
    ),
)


@dataclass(frozen=True, slots=True)
class SetControl:
    """A control card or token ready to be drawn; `square` is where its tag stands."""

    piece: Piece
    item: Token
    texts: tuple[SetText, ...]

    @property
    def size(self) -> Size:
        """The trim."""
        return Size(54.0, 90.0) if isinstance(self.item, Control) else TOKEN

    @property
    def panel(self) -> Panel:
        """The framed tag."""
        if isinstance(self.item, Control):
            return Panel(3.5, 57.0)
        side = Panel(0, 0).side
        return Panel((TOKEN.width - side) / 2, TOKEN.height - side - 3.5)


def set_controls(
    pieces: Sequence[Piece], data: Controls, game: str, setter: Setter, lang: str
) -> list[SetControl]:
    """Set the texts of control cards or tokens."""
    items = {item.id: item for item in (*data.control, *data.token)}
    found = []
    for piece in pieces:
        item = items[piece.id]
        facts = {
            "word": item.word[lang],
            "help": item.help[lang] if isinstance(item, Control) else "",
            "footer": f"{game} {piece.id} · {piece.copy}/{piece.copies} · t{data.version}",
        }
        slots = _CARD_SLOTS if isinstance(item, Control) else _TOKEN_SLOTS
        found.append(SetControl(piece, item, tuple(setter.set(slots, facts, piece.id))))
    return found


def token_spots(layout: Layout, index: int) -> list[Spot]:
    """Three spots for tokens side by side in the card slot `index`."""
    slot = layout.front(index).rect
    wide = slot.width > slot.height
    turn = 0 if wide else 90
    box = TOKEN.turned(turn)
    return [
        Spot(
            Rect(
                slot.x + (box.width * n if wide else 0),
                slot.y + (0 if wide else box.height * n),
                box.width,
                box.height,
            ),
            turn,
        )
        for n in range(TOKENS_A_SLOT)
    ]


def draw_control(sheets: Sheets, control: SetControl, spot: Spot, clip: Rect) -> None:
    """Draw a control card or token at its spot, cut to `clip` (page mm)."""
    with sheets.face(spot, clip):
        sheets.picture(_picture(control), f"control.{control.piece.id}")
        sheets.tag(control.panel, control.piece.tag)
        draw(sheets, control.texts, _INKS)


def _picture(control: SetControl) -> Drawing:
    size = control.size
    card = isinstance(control.item, Control)
    x, y, disc, scale = (27.0, 25.0, 18.5, 1.06) if card else (15.0, 12.6, 9.6, 0.64)
    keyline = control.panel.outer.grown(*(0.8,) * 4)
    symbol = pictogram(control.item.picture, PAPER, SLATE)
    nodes = (
        Shape(
            rectangle(-_BLEED, -_BLEED, size.width + 2 * _BLEED, size.height + 2 * _BLEED), GROUND
        ),
        Shape(ellipse(x, y, disc), SLATE),
        Group(symbol, placed(x, y, scale=scale)),
        Shape(rectangle(keyline.x, keyline.y, keyline.width, keyline.height), PAPER),
    )
    return Drawing((-_BLEED, -_BLEED, size.width + _BLEED, size.height + _BLEED), nodes)
