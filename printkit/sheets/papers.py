"""Paper sizes and n-up layouts, read from `templates/sheets/papers.toml`."""

from collections.abc import Sequence
from functools import cache
from typing import Literal

from pydantic import Field

from printkit.data.toml_source import TEMPLATES, Strict, choose, read_toml
from printkit.errors import NoRoom
from printkit.pdf.geometry import Size
from printkit.sheets.imposition import Layout, grid
from printkit.template.parts import Pair

SMALL = 2 / 3
"""Scale of a small set's cards and mat."""


class _Grid(Strict):
    columns: int = Field(ge=1)
    rows: int = Field(ge=1)
    turn: Literal[0, 90, 180, 270]


class _Paper(Strict):
    width: float = Field(gt=0, lt=3000)
    height: float = Field(gt=0, lt=3000)
    cards: _Grid | None = None
    small: _Grid | None = None
    book: Pair | None = None
    only: Literal["", "mats"] = ""


class Margins(Strict):
    """Margins kept free of cards, in mm."""

    side: float = Field(ge=0)
    end: float = Field(ge=0)


class _Papers(Strict):
    margins: Margins
    paper: dict[str, _Paper]


@cache
def _papers() -> _Papers:
    return read_toml(TEMPLATES / "sheets" / "papers.toml", _Papers)


def margins() -> Margins:
    """Return the margins of every sheet."""
    return _papers().margins


def paper_names() -> list[str]:
    """Return the names of all paper sizes."""
    return list(_papers().paper)


def card_papers() -> list[str]:
    """Return the names of the paper sizes that cards can be printed on."""
    return [name for name, of in _papers().paper.items() if not of.only]


def book_papers() -> dict[str, Size]:
    """Return the page size of a booklet for each paper size that has one."""
    return {name: Size(*of.book) for name, of in _papers().paper.items() if of.book}


def listed(names: Sequence[str]) -> str:
    """Return the names as an English list for `--help`.

    >>> listed(["A4", "A3", "Letter"])
    'A4, A3 or Letter'
    """
    *others, last = names
    return f"{', '.join(others)} or {last}" if others else last


def paper(name: str) -> tuple[str, Size]:
    """Return a paper size and its exact name; if unknown, raise `UsageError` with a hint."""
    known = choose("paper", name, paper_names())
    size = _papers().paper[known]
    return known, Size(size.width, size.height)


def layout(
    name: str,
    card: Size,
    *,
    small: bool = False,
    gutter: float = 0.0,
    side: float = 0.0,
    fold: bool = False,
) -> tuple[str, Layout]:
    """Return a paper size's exact name, and its n-up layout for full or `small` cards.

    With a `gutter` or a margin `side`, or if the file has no layout for the card, as many cards as
    fit are placed. Raises `NoRoom` if no card fits. A sheet to be folded (`fold`) has an even
    number of columns.

    >>> name, sheet = layout("A4", Size(54, 90))
    >>> sheet.columns, sheet.rows
    (2, 5)
    """
    known = choose("paper", name, card_papers())
    _, size = paper(known)
    entry = _papers().paper[known]
    grid_of = entry.small if small else entry.cards
    if grid_of and not (gutter or side):
        columns, rows, turn = grid_of.columns, grid_of.rows, grid_of.turn
        found = Layout(size, card, columns, rows, turn, side=margins().side)
        found = found.folded() if fold else found
        if found.columns and found.block.x >= 0 and found.block.y >= 0:
            return known, found
    return known, _fitted(known, size, card, gutter, max(side, margins().side), fold=fold)


def _fitted(
    name: str, paper: Size, card: Size, gutter: float, side: float, *, fold: bool
) -> Layout:
    """Place as many cards as fit between the paper's margins, turned or upright."""
    room = Size(paper.width - 2 * side, paper.height - 2 * margins().end)
    each = 2 if fold else 1
    ways = [(*grid(room, card.turned(turn), gutter), turn) for turn in (90, 0)]
    ways = [(columns - columns % each, rows, turn) for columns, rows, turn in ways]
    columns, rows, turn = max(ways, key=lambda way: way[0] * way[1])
    if not columns * rows:
        facts = {"size": f"{card.width:g} × {card.height:g}", "paper": name}
        if fold:
            raise NoRoom("print.no_room_fold", **facts)
        if gutter:
            raise NoRoom("print.no_room_gutter", gutter=f"{gutter:g}", **facts)
        raise NoRoom("print.no_room", **facts)
    return Layout(paper, card, columns, rows, turn, gutter, side)
