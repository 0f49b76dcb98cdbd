"""A screen for hidden orders: one sheet, folded in half and bent into three parts.

The lower half is the owner's side. The upper half, printed upside down, faces the other players.
Glued back to back, the two halves are as stiff as thick card; the wings are bent last. The inside
has the game's reference texts on the turn and on its orders.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from printkit.books.reference.data import CardSide, Reference
from printkit.books.rulebook.data import GameBook
from printkit.cards import pictures
from printkit.craft.net import Net, NetPanel, NetPicture
from printkit.errors import TextOverflow, UsageError
from printkit.pdf.drawing import BLACK, PAPER, Cmyk, Node, Shape, Stroke, rectangle
from printkit.pdf.fonts import PT, Fonts
from printkit.pdf.geometry import Rect, Size
from printkit.template.card_template import Style
from printkit.typeset.flow import TextStyle
from printkit.typeset.label import Label
from printkit.typeset.typesetter import Typesetter
from rules import Message

_BEND = 50.0
_PAD = 4.5
_LARGEST = 11.0
_SMALLEST = 5.5
_STEP = 0.25
_LEADING = 1.36
_TITLE = 1.35


@dataclass(frozen=True, slots=True)
class ScreenCover:
    """The outer side of a screen: pictures from the game's rulebook, its name and its inks."""

    slug: str
    title: str
    book: GameBook
    style: Style
    ground: Cmyk
    on_ground: Cmyk


def screen(
    size: Size, cover: ScreenCover, reference: Reference, sides: Sequence[str], fonts: Fonts
) -> Net:
    """Return the net of a screen, in mm. Raises `TextOverflow` if its texts do not fit."""
    width, height = size.width, size.height
    third = width / 3
    panels = []
    for row, name, parent in ((1, "in", ""), (0, "out", "in")):
        y = row * height
        boxes = [Rect(n * third, y, third, height).corners for n in range(3)]
        ground = cover.ground if name == "out" else PAPER
        hinge = ((third, height), (2 * third, height)) if parent else None
        angle = 180.0 if parent else 0.0
        # The wings bend towards the owner: a valley fold inside, and a mountain fold outside.
        bend = -_BEND if name == "in" else _BEND
        panels.append(NetPanel(name, boxes[1], "in" if parent else "", hinge, angle, ground=ground))
        for n, edge, side in ((0, third, "left"), (2, 2 * third, "right")):
            fold = ((edge, y), (edge, y + height))
            panels.append(NetPanel(f"{name}.{side}", boxes[n], name, fold, bend, ground=ground))
    prints, over, names = _cover(size, cover, fonts)
    columns = [Rect(n * third, height, third, height) for n in range(3)]
    labels = columns_of(columns, reference, sides, fonts)
    return Net(tuple(panels), (*labels, *names), tuple(prints), tuple(over))


def _cover(
    size: Size, cover: ScreenCover, fonts: Fonts
) -> tuple[list[NetPicture], list[Node], list[Label]]:
    """Return the outer side's pictures, frames and name, upside down on the sheet."""
    third, high = size.width / 3, size.height
    wing, title = (high - 3 * _PAD) / 2, 0.2 * high
    across = third - 2 * _PAD
    fields = [
        Rect(n * third + _PAD, _PAD + row * (wing + _PAD), across, wing)
        for n in (0, 2)
        for row in (0, 1)
    ]
    fields.insert(0, Rect(third + _PAD, title + _PAD, across, high - title - 2 * _PAD))
    prints, frames = [], []
    windows = cover.book.window
    for n, field in enumerate(fields if windows else ()):
        window = windows[n % len(windows)]
        try:
            picture = pictures.front(cover.slug, window.card, window.owner, cover.style)
        except UsageError:
            continue  # the rulebook's cover reports the missing picture
        crop, scale = filling(Rect(*window.crop), field)
        at = (size.width - field.x, high - field.y)
        prints.append(NetPicture(picture, crop, at, scale, 180))
        frame = rectangle(at[0] - field.width, at[1] - field.height, field.width, field.height)
        frames.append(Shape(frame, stroke=Stroke(cover.on_ground, 0.5, join=0)))
    points = min(0.5 * title / PT, 40.0)
    points *= min(1.0, across / fonts.width("name", cover.title, points))
    drop = 0.5 * fonts.cap("name") * points * PT
    x, y = size.width / 2, high - _PAD / 2 - title / 2 - drop
    name = Label(cover.title, x, y, "name", points, cover.on_ground, "centre", 180.0)
    return prints, list(frames), [name]


def filling(crop: Rect, field: Rect) -> tuple[Rect, float]:
    """Trim a crop evenly so that it fills a field; return the trimmed crop and its scale."""
    scale = max(field.width / crop.width, field.height / crop.height)
    width, height = field.width / scale, field.height / scale
    x, y = crop.centre
    return Rect(x - width / 2, y - height / 2, width, height), scale


def columns_of(
    columns: Sequence[Rect], reference: Reference, sides: Sequence[str], fonts: Fonts
) -> list[Label]:
    """Set the texts of `sides` in these columns, at the largest size at which they all fit."""
    chosen = [side for side in reference.side if not sides or side.id in sides]
    setter, size = Typesetter(fonts), _LARGEST
    while size >= _SMALLEST:
        found = _flow(columns, chosen, setter, size)
        if found is not None:
            return found
        size -= _STEP
    raise TextOverflow([Message("print.screen_full", lang=fonts.lang, sides=str(len(chosen)))])


def _flow(
    columns: Sequence[Rect], sides: Sequence[CardSide], setter: Typesetter, size: float
) -> list[Label] | None:
    labels: list[Label] = []
    rest = [column.spread(-_PAD) for column in columns]
    y = rest[0].y
    for side in sides:
        for block in _blocks(side, setter, size, rest[0].width):
            tall = sum(points * _LEADING * PT for _, _, points in block) + 0.5 * size * PT
            if y + tall > rest[0].bottom:
                rest = rest[1:]
                if not rest:
                    return None
                y = rest[0].y
            for text, role, points in block:
                y += points * _LEADING * PT
                baseline = y - 0.32 * points * PT
                labels.append(Label(text, rest[0].x, baseline, role, points, BLACK, "left"))
            y += 0.5 * size * PT
    return labels


_Line = tuple[str, str, float]


def _blocks(side: CardSide, setter: Typesetter, size: float, width: float) -> list[list[_Line]]:
    """Return blocks of lines that stay together: the title with the first item, then each item."""
    blocks: list[list[_Line]] = []
    title: list[_Line] = [(side.title[setter.fonts.lang], "strong", size * _TITLE)]
    for item in side.item:
        lines: list[_Line] = []
        mark = f"{item.mark}  " if item.mark else ""
        if item.head:
            lines.append((mark + item.head[setter.fonts.lang], "strong", size))
        broken = setter.lines(item.text[setter.fonts.lang], TextStyle("text", size), width, side.id)
        lines += [(line, "text", size) for line in broken]
        blocks.append([*title, *lines])
        title = []
    return blocks
