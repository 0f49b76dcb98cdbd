"""Typesetting and drawing of tokens with their cut lines; `extra_pages` places them.

A token with straight cuts has crop marks around it. Every other token has a hairline on its
outline, and its background extends beyond it, so that a slightly misplaced cut shows no white.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from printkit.cards.pictures import piece_art
from printkit.cards.pieces import Token
from printkit.cards.tagged_pieces import PlannedPiece
from printkit.pdf.canvas import Sheets
from printkit.pdf.drawing import (
    BLACK,
    PAPER,
    Cmyk,
    Drawing,
    Group,
    Node,
    Path,
    Shape,
    Stroke,
    boxed,
    ellipse,
    placed,
    polygon,
    rectangle,
)
from printkit.pdf.geometry import BLEED, FaceSpot, Rect
from printkit.template.card_template import Style
from printkit.template.parts import Slot
from printkit.typeset.icons import plain_sign
from printkit.typeset.lettering import SetText, draw
from printkit.typeset.setting import Setter

SLATE = Cmyk(70, 45, 42, 34)
HAIRLINE, HAIR = Cmyk(0, 0, 0, 60), 0.18
"""Ink and width of the outline along which a piece is cut, in mm."""
_INKS: dict[Style, dict[str, Cmyk]] = {"full": {"word": SLATE}, "ink": {"word": BLACK}}


@dataclass(frozen=True, slots=True)
class SetToken:
    """A token ready to be drawn."""

    piece: PlannedPiece
    item: Token
    texts: tuple[SetText, ...]

    @property
    def straight(self) -> bool:
        """True if the token is cut along straight lines at right angles."""
        return self.item.shape in ("card", "strip")


def set_tokens(
    pieces: Sequence[PlannedPiece], items: Mapping[str, Token], setter: Setter, lang: str
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


def draw_token(
    sheets: Sheets,
    token: SetToken,
    spot: FaceSpot,
    clip: Rect,
    slug: str,
    style: Style,
    scale: float = 1.0,
    *,
    tagged: bool = True,
) -> None:
    """Draw a token at its spot, clipped to `clip` (in mm on the page)."""
    item, piece = token.item, token.piece
    drawing = _picture(token, slug, style)
    with sheets.face(spot, clip, scale):
        sheets.picture(drawing, f"token.{slug}.{piece.id}.{piece.owner}.{style}")
        if item.tagged and tagged:
            sheets.tag(item.panel, piece.tag)
        elif item.tagged:
            sheets.mock_tag(item.panel)
        draw(sheets, token.texts, _INKS[style])


def _picture(token: SetToken, slug: str, style: Style) -> Drawing:
    item = token.item
    width, height = item.size
    ground = _outline(item, BLEED)
    centre = placed(width / 2, height / 2)
    nodes: list[Node] = [Shape(ground, PAPER)]
    art = piece_art(slug, item.picture, token.piece.owner, style)
    if art is not None:
        nodes.append(Group((Group(art.nodes, centre),), clip=ground))
    else:
        nodes += _plain(item, slug)
    if item.tagged:
        nodes.append(Shape(boxed(item.panel.outer.spread(0.8)), PAPER))
    if item.shape == "ring":
        nodes.append(
            Shape(ellipse(width / 2, height / 2, width / 4), PAPER, Stroke(HAIRLINE, HAIR))
        )
    if not token.straight:
        nodes.append(Shape(_outline(item, 0.0), stroke=Stroke(HAIRLINE, HAIR)))
    return Drawing((-BLEED, -BLEED, width + BLEED, height + BLEED), tuple(nodes))


def _plain(item: Token, slug: str) -> list[Node]:
    """Return a sign on a disc above the tag, for a token without ready-drawn art."""
    width = item.size[0]
    radius = 0.32 * width
    sign = plain_sign(item.picture, slug, PAPER, SLATE)
    at = placed(width / 2, radius + 3, scale=radius / 15)
    return [Shape(ellipse(width / 2, radius + 3, radius), SLATE), Group(sign, at)]


def _outline(item: Token, bleed: float) -> Path:
    """Return the cut outline, or the outline `bleed` beyond it."""
    width, height = item.size
    match item.shape:
        case "card" | "strip":
            return rectangle(-bleed, -bleed, width + 2 * bleed, height + 2 * bleed)
        case "hex":
            out = bleed * 2 / math.sqrt(3)  # moves each side outwards by the bleed
            near, far = 0.25 * width - out / 2, 0.75 * width + out / 2
            top, bottom, half = -bleed, height + bleed, height / 2
            upper = [(near, top), (far, top), (width + out, half)]
            return polygon([*upper, (far, bottom), (near, bottom), (-out, half)])
        case _:
            return ellipse(width / 2, height / 2, width / 2 + bleed)
