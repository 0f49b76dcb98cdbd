"""Draws boards as SVG for a page and as text for a terminal.

The SVG is one element without external references, scripts or styles. Its colours are attributes.
A dark page can override them by class (`board-cell`, `board-asked`, `board-name`, `board-card`,
`board-seat0` …, `board-text`).

The text board keeps the layout of the mat as far as possible. An empty cell shows its name, and an
occupied one its card as in a position's text (b2=y03/A). A cell on which the action would place a
card shows name<card. A face-down card is ##. The cells that the action names are in brackets.
"""

from collections.abc import Callable
from html import escape
from itertools import pairwise
from typing import Final

from companion.lookup.boards import BoardCell, ExampleBoard
from companion.pieces import TOKEN
from rules import UNKNOWN, Catalog, load_catalog

_SEATS: Final = ("#b4512d", "#2f5f8a", "#3d7a4b", "#7a5aa0")
_NAMED: Final = {"red": _SEATS[0], "blue": _SEATS[1]}
"""Colours of the seats that are named after a colour."""
_LINE: Final = "#8a8272"
_ASKED: Final = "#d08a00"
_PAPER: Final = "#fbf7ec"
_TEXT: Final = "#2a2620"
_MARGIN: Final = 6.0
_WIDEST: Final = 110
"""Maximum number of columns for a terminal. A wider board is printed as a list."""
_TURNED: Final = ("", "/1", "/2", "/3")


def board_svg(board: ExampleBoard, lang: str, called: Callable[[str], str] = str) -> str:
    """Return the board as an SVG in millimetres, with names in a language.

    `called` returns a cell's name for players. A name that differs from the cell's id is too long
    for the picture and becomes the cell's title.
    """
    catalog = load_catalog(board.game)
    xs = [x for place in board.places for x, _ in place.outline]
    ys = [y for place in board.places for _, y in place.outline]
    if not xs:
        return ""
    left, top = min(xs) - _MARGIN, min(ys) - _MARGIN
    width, height = max(xs) + _MARGIN - left, max(ys) + _MARGIN - top
    names = {place.cell: called(place.cell) for place in board.places}
    parts = [_cell(place, names[place.cell]) for place in board.places]
    taken = [place for place in board.places if place.card]
    titles = {place.cell: _title(place, names[place.cell], catalog, lang) for place in taken}
    parts += [_card(place, board, catalog, lang, titles[place.cell]) for place in taken]
    label = escape("; ".join(titles.values()), quote=True)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{label}" '
        f'viewBox="{left:.1f} {top:.1f} {width:.1f} {height:.1f}" font-family="sans-serif">'
        + "".join(parts)
        + "</svg>"
    )


def _cell(place: BoardCell, name: str) -> str:
    points = " ".join(f"{x:g},{y:g}" for x, y in place.outline)
    line, wide, kind = (_ASKED, 4, "board-asked") if place.asked else (_LINE, 1, "board-cell")
    shape = (
        f'<polygon class="{kind}" points="{points}" fill="none" stroke="{line}" '
        f'stroke-width="{wide}"/>'
    )
    if place.card:
        return shape
    if name != place.cell:
        return f"<g><title>{escape(name)}</title>{shape}</g>"
    x, y = place.centre
    size = min(14.0, 1.5 * _least(place) / len(place.cell))
    return shape + (
        f'<text class="board-name" x="{x:g}" y="{y + 0.35 * size:.1f}" font-size="{size:.1f}" '
        f'text-anchor="middle" fill="{_LINE}">{escape(place.cell)}</text>'
    )


def _least(place: BoardCell) -> float:
    """Return the length of a cell's shorter side."""
    xs, ys = zip(*place.outline, strict=True)
    return float(min(max(xs) - min(xs), max(ys) - min(ys)))


def _card(place: BoardCell, board: ExampleBoard, catalog: Catalog, lang: str, caption: str) -> str:
    """Draw a card in its owner's colour. The card and its texts face the owner."""
    (x, y), (width, height) = place.centre, board.card
    if place.card.startswith(TOKEN):
        size = _least(place)
        width, height = max(size, 8.0), max(size, 8.0)
    scale = min(1.0, max(_least(place), 12.0) / width)
    width, height = 0.94 * width * scale, 0.94 * height * scale
    ink = _NAMED.get(place.owner, _SEATS[place.seat % len(_SEATS)])
    fill, seat = ink if place.down else _PAPER, f"board-seat{place.seat}"
    dashed = ' stroke-dasharray="6 4" fill-opacity="0.6"' if place.meant else ""
    rect = (
        f'<rect class="board-card {seat}" x="{-width / 2:.1f}" y="{-height / 2:.1f}" '
        f'width="{width:.1f}" height="{height:.1f}" rx="{3 * scale:.1f}" fill="{fill}" '
        f'stroke="{ink}" stroke-width="{2.5 * scale:.1f}"{dashed}/>'
    )
    ends = ((0.0, -height / 2), (width / 2, 0.0), (0.0, height / 2), (-width / 2, 0.0))
    drawn = [
        f'<line class="{seat}" x1="0" y1="0" x2="{ends[n][0]:.1f}" y2="{ends[n][1]:.1f}" '
        f'stroke="{ink}" stroke-width="{6 * scale:.1f}" stroke-linecap="round"/>'
        for n in place.arms
    ]
    drawn += _texts(place, catalog, lang, width, scale)
    title = escape(caption)
    return (
        f'<g transform="translate({x:g} {y:g}) rotate({place.turn:g})"><title>{title}</title>'
        + "".join((rect, *drawn))
        + "</g>"
    )


def _texts(place: BoardCell, catalog: Catalog, lang: str, width: float, scale: float) -> list[str]:
    """Draw a card's name in as many lines as needed, its marks, and the number of cards."""
    size = 9 * scale
    lines = [] if place.down else _broken(_name(place.card, catalog, lang), width, size)
    marks = _marks(place.marks, catalog, lang)
    rows = [
        (line, (n - len(lines) / 2 + 0.8) * 1.15 * size - 14 * scale, size)
        for n, line in enumerate(lines)
    ]
    if marks:
        rows.append((marks, 26 * scale, min(15 * scale, 1.7 * width / len(marks))))
    if place.count > 1:
        rows.append((f"×{place.count}", 40 * scale, size))
    ink, paper = (_PAPER, "none") if place.down else (_TEXT, _PAPER)
    return [
        f'<text class="board-text" y="{y:.1f}" font-size="{size:.1f}" text-anchor="middle" '
        f'fill="{ink}" stroke="{paper}" stroke-width="{size / 3:.1f}" '
        f'stroke-linejoin="round" paint-order="stroke">{escape(text)}</text>'
        for text, y, size in rows
    ]


def _broken(name: str, width: float, size: float) -> list[str]:
    """Break a name into lines that fit on a card, between words or characters."""
    room = max(3, int(width / size / 0.6)) if name.isascii() else max(2, int(width / size))
    lines = [""]
    for word in name.split(" ") if name.isascii() else name:
        between = " " if name.isascii() and lines[-1] else ""
        if lines[-1] and len(lines[-1] + between + word) > room:
            lines.append(word)
        else:
            lines[-1] += between + word
    return lines


def _name(card: str, catalog: Catalog, lang: str) -> str:
    if card in catalog.cards:
        return catalog.cards[card].names[lang]
    word = card.rpartition(".")[2]
    return catalog.terms[word][lang] if word in catalog.terms else word


def _marks(marks: str, catalog: Catalog, lang: str) -> str:
    """Return a card's marks, in the given language if they are a term of the game."""
    return catalog.terms[marks][lang] if marks in catalog.terms else marks


def _title(place: BoardCell, called: str, catalog: Catalog, lang: str) -> str:
    """Return a cell's contents in words."""
    name = "##" if place.down or place.card == UNKNOWN else _name(place.card, catalog, lang)
    owner = catalog.seat_names.get(place.owner, {}).get(lang, place.owner)
    title = f"{called}: {name}" + (f" ({owner})" if owner else "")
    return f"{title} ×{place.count}" if place.count > 1 else title


def board_text(board: ExampleBoard, lang: str) -> str:
    """Return the board as text, or as a list if the mat is too wide for a terminal."""
    rows: dict[float, list[BoardCell]] = {}
    for place in sorted(board.places, key=lambda place: place.centre[1]):
        near = next((y for y in rows if abs(y - place.centre[1]) < board.card[1] / 3), None)
        rows.setdefault(place.centre[1] if near is None else near, []).append(place)
    wide = max((len(_token(place)) for place in board.places), default=0) + 1
    gaps = [
        after - before
        for row in rows.values()
        for before, after in pairwise(sorted(place.centre[0] for place in row))
        if after - before > 1
    ]
    scale = wide / min(gaps, default=1.0)
    left = min((place.centre[0] for place in board.places), default=0.0)
    lines = []
    for row in rows.values():
        line = ""
        for place in sorted(row, key=lambda place: place.centre[0]):
            at = round((place.centre[0] - left) * scale)
            line = line.ljust(at) + ("" if len(line) <= at else " ") + _token(place)
        lines.append(line.rstrip())
    if max(map(len, lines), default=0) > _WIDEST:
        catalog = load_catalog(board.game)
        lines = [_title(place, place.cell, catalog, lang) for place in board.places if place.card]
    return "".join(f"{line}\n" for line in lines)


def _token(place: BoardCell) -> str:
    text = place.cell
    if place.card:
        text += "<" if place.meant else "="
        text += "##" if place.down else place.card.removeprefix(TOKEN)
        text += (f"/{place.owner}" if place.owner else "") + _TURNED[place.quarters]
        text += f"*{place.count}" if place.count > 1 else ""
    return f"[{text}]" if place.asked else text
