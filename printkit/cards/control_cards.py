"""Control cards: a large pictogram on a plate, its word both ways up, and a tag like a card's."""

from collections.abc import Sequence
from dataclasses import dataclass

from printkit.cards.built import ControlInks
from printkit.cards.pieces import CONTROL, Control, Pieces
from printkit.cards.plates import SignPlate, plate, symbol
from printkit.cards.tagged_pieces import PlannedPiece
from printkit.pdf.canvas import Sheets
from printkit.pdf.drawing import (
    BLACK,
    PAPER,
    Cmyk,
    Drawing,
    Group,
    Node,
    Shape,
    Stroke,
    boxed,
    placed,
    rectangle,
)
from printkit.pdf.fonts import LANGUAGES
from printkit.pdf.geometry import BLEED, FaceSpot, Rect
from printkit.pdf.tags import TagPanel
from printkit.template.card_template import Style
from printkit.template.parts import Slot
from printkit.typeset.lettering import SetText, draw
from printkit.typeset.setting import Setter

GROUND = Cmyk(5, 2, 4, 3)
_MIDDLE, _RADIUS = (27.0, 28.4), 17.4
_BAND = 48.4
"""Height of the ground behind the sign, in mm."""
_KEYLINE = 1.0
"""Width of the light line around the plate, in mm."""
_SCALE = 1.06 * _RADIUS / 18.5


def _slot(name: str, role: str, box: list[float], size: float, **more: object) -> Slot:
    base = {"name": name, "show": f"{{{name}}}", "role": role, "box": box, "size": size}
    return Slot.model_validate({**base, **more})


_WORD: dict[str, object] = {"align": "centre", "middle": True, "colour": "word"}
_CARD_SLOTS = (
    # Upside down, for the opposite player.
    _slot("far", "strong", [4, 3.6, 46, 6], 12, shrink=7, turn=180, **{**_WORD, "colour": "far"}),
    _slot("word", "strong", [4, 48.9, 46, 7.2], 17, shrink=9, **_WORD),
    _slot(
        "others",
        "strong",
        [29.5, 57.2, 20.5, 6.8],
        7.5,
        shrink=5.5,
        lines=3,
        colour="ink",
        break_first=["en", "ja", "zh-Hant"],
    ),
    _slot(
        "help",
        "text",
        [29.5, 64.2, 20.5, 17.4],
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

    piece: PlannedPiece
    item: Control
    texts: tuple[SetText, ...]
    slug: str = ""
    inks: ControlInks | None = None

    @property
    def panel(self) -> TagPanel:
        """The framed panel of the tag."""
        return TagPanel(3.5, 57.0)

    def text_inks(self, style: Style) -> dict[str, Cmyk]:
        """Return the inks of the texts; the upside-down word is on the sign's ground."""
        if style != "full":
            return {"ink": BLACK, "word": BLACK, "far": BLACK}
        if self.inks is not None:
            return {"ink": BLACK, "word": self.inks.ground, "far": PAPER}
        word = plate(self.item.plate, _RADIUS).colour
        return {"ink": BLACK, "word": word, "far": word}


def set_controls(
    pieces: Sequence[PlannedPiece], data: Pieces, game: str, setter: Setter, lang: str
) -> list[SetControl]:
    """Set the texts of control cards."""
    items = {item.id: item for item in data.control}
    found = []
    for piece in pieces:
        item = items[piece.id]
        facts = {
            "far": item.word[lang],
            "word": item.word[lang],
            "others": "\n".join(
                dict.fromkeys(item.word[other] for other in LANGUAGES if other != lang)
            ),
            "help": item.help[lang],
            "footer": f"{game} {piece.id} · {piece.copy}/{piece.copies} · t{data.version}",
        }
        texts = tuple(setter.set(_CARD_SLOTS, facts, piece.id))
        found.append(SetControl(piece, item, texts, data.slug, data.controls))
    return found


def draw_control(
    sheets: Sheets,
    control: SetControl,
    spot: FaceSpot,
    clip: Rect,
    style: Style,
    scale: float = 1.0,
    *,
    tagged: bool = True,
) -> None:
    """Draw a control card at its spot, clipped to `clip` (in mm on the page)."""
    under = plate(control.item.plate, _RADIUS)
    with sheets.face(spot, clip, scale):
        sheets.picture(_picture(control, under, style), f"control.{control.piece.id}")
        if tagged:
            sheets.tag(control.panel, control.piece.tag)
        else:
            sheets.mock_tag(control.panel)
        draw(sheets, control.texts, control.text_inks(style))


def _picture(control: SetControl, under: SignPlate, style: Style) -> Drawing:
    """Draw the pictogram white on its plate, or black in an outline in the ink-saving style."""
    full, (width, height) = style == "full", (CONTROL.width, CONTROL.height)
    key = control.panel.outer.spread(0.8)
    inks = (PAPER, under.colour) if full else (BLACK, PAPER)
    signed = Group(symbol(control.item.picture, control.slug, *inks), placed(0, 0, scale=_SCALE))
    ground = Shape(under.outline, *((under.colour,) if full else (None, Stroke(BLACK, 1.0))))
    sheet = rectangle(-BLEED, -BLEED, width + 2 * BLEED, height + 2 * BLEED)
    nodes: list[Node] = [Shape(sheet, GROUND if full else PAPER)]
    if full and control.inks:
        band = rectangle(-BLEED, -BLEED, width + 2 * BLEED, BLEED + _BAND)
        edge = Shape(under.outline, None, Stroke(PAPER, 2 * _KEYLINE))
        nodes = [Shape(sheet, control.inks.paper), Shape(band, control.inks.ground)]
        nodes.append(Group((edge,), placed(*_MIDDLE)))
    nodes += [Group((ground, signed), placed(*_MIDDLE)), Shape(boxed(key), PAPER)]
    return Drawing((-BLEED, -BLEED, width + BLEED, height + BLEED), tuple(nodes))
