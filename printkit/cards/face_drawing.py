"""Drawing of typeset faces, with a sketch instead of a card's missing picture."""

from collections.abc import Mapping

from printkit.cards.control_cards import SetControl, draw_control
from printkit.cards.faces import SetCard
from printkit.cards.images_and_panels import draw_fittings
from printkit.cards.layout import CardLayout
from printkit.cards.tokens import SetToken, draw_token
from printkit.pdf.canvas import Sheets
from printkit.pdf.drawing import (
    BLACK,
    Cmyk,
    Drawing,
    Path,
    Shape,
    Stroke,
    boxed,
    polygon,
    rectangle,
)
from printkit.pdf.geometry import FaceSpot, Rect
from printkit.template.card_template import CardTemplate, OwnerMark
from printkit.typeset.lettering import draw
from printkit.typeset.pictograms import MARKS

_SKETCH_BAR = Cmyk(0, 0, 0, 30)
_MARK = (48.0, 84.0, 2.0)
_BACK_MARK = (27.0, 9.0, 4.0)
_UNMARKED = OwnerMark(shape="diamond")


def inks_of(layout: CardLayout, card: SetCard) -> Mapping[str, Cmyk]:
    """Return the inks of a card: its owner's inks, or the plain inks."""
    template = layout.plan.template
    if card.picture is None and not (layout.plan.art and template.dressed):
        return template.plain
    return template.owner[card.piece.owner][layout.plan.style]


def draw_face(
    sheets: Sheets,
    layout: CardLayout,
    item: SetCard | SetControl | SetToken,
    spot: FaceSpot,
    clip: Rect,
) -> None:
    """Draw a face at its spot, clipped to `clip`; both are in mm on the page."""
    plan, scale = layout.plan, layout.scale
    if isinstance(item, SetControl):
        draw_control(sheets, item, spot, clip, plan.style, scale)
    elif isinstance(item, SetToken):
        draw_token(sheets, item, spot, clip, plan.catalog.slug, plan.style, scale)
    else:
        _draw(sheets, layout, item, spot, clip)


def _draw(sheets: Sheets, layout: CardLayout, card: SetCard, spot: FaceSpot, clip: Rect) -> None:
    template, inks, scale = layout.plan.template, inks_of(layout, card), layout.scale
    if card.picture is not None:
        with sheets.on_page(clip) as canvas:
            card.picture.place(canvas, spot.rect.x, spot.rect.y, spot.turn, scale)
    elif inks is template.plain:
        piece = card.piece
        with sheets.face(spot, clip, scale):
            sketch = (_back_sketch if card.back else _front_sketch)(layout, card)
            sheets.picture(sketch, f"sketch.{piece.owner}.{piece.id}.{piece.extra}")
    with sheets.face(spot, clip, scale):
        draw_fittings(sheets, card.fittings, inks)
        sheets.tag(template.back_panel if card.back else template.front_panel, card.piece.tag)
        draw(sheets, card.texts, inks)


def _front_sketch(layout: CardLayout, card: SetCard) -> Drawing:
    template, nodes = layout.plan.template, []
    if (sketch := template.sketch) is not None:
        hub = (sketch.hub[0], sketch.hub[1])
        bar = Path(())
        for exit_name in layout.plan.catalog.cards[card.piece.id].facts.get(sketch.fact, ""):
            x, y = sketch.exits[exit_name]
            bar += polygon([_beyond(template, x, y), (x, y), hub], closed=False)
        if bar.contours:
            nodes += [
                Shape(bar, stroke=Stroke(BLACK, sketch.width + 0.84, cap=0)),
                Shape(bar, stroke=Stroke(_SKETCH_BAR, sketch.width, cap=0)),
            ]
    for item in card.texts:
        if item.slot.middle:
            outline = boxed(item.slot.rect)
            nodes.append(Shape(outline, Cmyk(0, 0, 0, 0), Stroke(BLACK, 0.35)))
    nodes.append(Shape(MARKS[_mark(template, card.piece.owner).shape](*_MARK), BLACK))
    return Drawing(_bleed_area(template), tuple(nodes))


def _back_sketch(layout: CardLayout, card: SetCard) -> Drawing:
    template = layout.plan.template
    size, mark = template.size, _mark(template, card.piece.owner)
    frame = rectangle(3, 3, size.width - 6, size.height - 6)
    nodes = (
        Shape(frame, stroke=Stroke(BLACK, mark.frame)),
        Shape(MARKS[mark.shape](*_BACK_MARK), BLACK),
    )
    return Drawing(_bleed_area(template), nodes)


def _mark(template: CardTemplate, owner: str) -> OwnerMark:
    return template.mark.get(owner, _UNMARKED)


def _beyond(template: CardTemplate, x: float, y: float) -> tuple[float, float]:
    """Return the point outside the trim that is a bleed away from a point on its edge."""
    size, bleed = template.size, template.template.bleed
    dx = -bleed if x <= 0 else bleed if x >= size.width else 0
    dy = -bleed if y <= 0 else bleed if y >= size.height else 0
    return x + dx, y + dy


def _bleed_area(template: CardTemplate) -> tuple[float, float, float, float]:
    size, bleed = template.size, template.template.bleed
    return -bleed, -bleed, size.width + bleed, size.height + bleed
