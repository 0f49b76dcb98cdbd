"""Papers and n-up layouts, read from `templates/sheets/papers.toml`."""

from __future__ import annotations

from functools import cache
from typing import Literal

from pydantic import Field

from printkit.errors import NoRoom
from printkit.pdf.geometry import Size
from printkit.sheets.imposition import END, SIDE, Layout, grid
from printkit.template.messages import spoken
from printkit.template.toml_source import TEMPLATES, Strict, choose, read_toml

SMALL = 2 / 3
"""The size of a small set, cards and mat alike."""


class _Paper(Strict):
    width: float = Field(gt=0, lt=3000)
    height: float = Field(gt=0, lt=3000)


class _Layout(Strict):
    paper: str
    columns: int = Field(ge=1)
    rows: int = Field(ge=1)
    turn: Literal[0, 90, 180, 270]
    small: bool = False


class _Papers(Strict):
    paper: dict[str, _Paper]
    layout: list[_Layout]


@cache
def _papers() -> _Papers:
    return read_toml(TEMPLATES / "sheets" / "papers.toml", _Papers)


def paper_names(*, with_layout: bool = False) -> list[str]:
    """The known papers; only those that cards are laid out on if `with_layout`."""
    laid = {entry.paper for entry in _papers().layout if not entry.small}
    return [name for name in _papers().paper if name in laid or not with_layout]


def paper(name: str) -> tuple[str, Size]:
    """The paper's proper name and its size; raises `UsageError` with a near match."""
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
    """The paper's proper name and its n-up layout for cards of this size, full or `small`.

    With a gutter, a `side` to be left free, cards too large for what the file says, or nothing in
    the file for their size, as many as fit; raises `NoRoom` if none does. Of a sheet that is to be
    `fold`ed the columns are even.

    >>> name, sheet = layout("A4", Size(54, 90))
    >>> sheet.columns, sheet.rows
    (2, 5)
    """
    known = choose("paper", name, paper_names(with_layout=True))
    _, size = paper(known)
    named = [e for e in _papers().layout if e.paper == known and e.small == small]
    if named and not (gutter or side):
        entry = named[0]
        found = Layout(size, card, entry.columns, entry.rows, entry.turn)
        found = found.folded() if fold else found
        if found.columns and found.block.x >= 0 and found.block.y >= 0:
            return known, found
    return known, _fitted(known, size, card, gutter, max(side, SIDE), fold=fold)


def _fitted(
    name: str, paper: Size, card: Size, gutter: float, side: float, *, fold: bool
) -> Layout:
    """As many cards as the paper holds between `side` and `END`, turned or upright."""
    room = Size(paper.width - 2 * side, paper.height - 2 * END)
    each = 2 if fold else 1
    ways = [(*grid(room, card.turned(turn), gutter), turn) for turn in (90, 0)]
    ways = [(columns - columns % each, rows, turn) for columns, rows, turn in ways]
    columns, rows, turn = max(ways, key=lambda way: way[0] * way[1])
    if not columns * rows:
        facts = {"size": f"{card.width:g} × {card.height:g}", "paper": name}
        if fold:
            raise NoRoom(spoken("no_room_fold", **facts))
        if gutter:
            raise NoRoom(spoken("no_room_gutter", gutter=f"{gutter:g}", **facts))
        raise NoRoom(spoken("no_room", **facts))
    return Layout(paper, card, columns, rows, turn, gutter, side)
