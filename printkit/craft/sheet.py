"""Sheets of nets as values: the nets of one object and their positions.

An object has groups of nets, and every group begins on a new page. Nets are placed in rows
("shelves"), in order, and turned by 90 degrees only if they would not fit otherwise. The first
page of a group has a band at its top with the name, the instructions, and pictures of the object
half folded and finished, drawn from the same panels.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from printkit.craft.net import Net
from printkit.craft.view import ViewPart, Viewpoint
from printkit.errors import UsageError
from printkit.pdf.drawing import Matrix, placed
from printkit.pdf.geometry import Rect, Size

MARGIN = 8.0
FOOT = 27.0
BAND = 46.0
_HEAD = 9.0
_GAP = 3.0


@dataclass(frozen=True, slots=True)
class Step:
    """One picture in the band: folded nets seen from a viewpoint."""

    parts: tuple[ViewPart, ...]
    look: Viewpoint

    @classmethod
    def of(cls, net: Net, look: Viewpoint) -> Step:
        """Return the step that shows one net."""
        return cls((ViewPart(net),), look)


@dataclass(frozen=True, slots=True)
class CraftThing:
    """An object to build: `name` is the key of its texts, and each of `groups` begins a page.

    `facts` fill the placeholders in its texts; `version` is the version of its geometry.
    """

    name: str
    groups: tuple[tuple[Net, ...], ...]
    steps: tuple[Step, ...]
    facts: tuple[tuple[str, str], ...] = ()
    version: int = 1


@dataclass(frozen=True, slots=True)
class PlacedNet:
    """A net on a page; `matrix` maps the net's coordinates to the page's."""

    net: Net
    matrix: Matrix
    turn: int
    box: Rect


@dataclass(frozen=True, slots=True)
class CraftPage:
    """A page of nets; the first page of a group has the band."""

    placed_nets: tuple[PlacedNet, ...]
    band: bool


def body_of(size: Size, *, band: bool) -> Rect:
    """Return the part of a page that is available for nets."""
    top = MARGIN + (BAND if band else _HEAD)
    return Rect(MARGIN, top, size.width - 2 * MARGIN, size.height - top - FOOT)


def lay_out(thing: CraftThing, size: Size, paper: str) -> list[CraftPage]:
    """Plan the pages of an object. Raises `UsageError` if a net is larger than a page."""
    pages: list[CraftPage] = []
    for group in thing.groups:
        rest = list(group)
        band = True
        while rest:
            placed_nets, rest = _fill(rest, body_of(size, band=band))
            if not placed_nets and not band:
                box = rest[0].box
                wide = f"{box.width:.0f} × {box.height:.0f}"
                raise UsageError("print.large_thing", size=wide, paper=paper)
            pages.append(CraftPage(tuple(_centred(placed_nets, body_of(size, band=band))), band))
            band = False
    return pages


def _fill(nets: Sequence[Net], body: Rect) -> tuple[list[PlacedNet], list[Net]]:
    """Fill one page; return its nets, and the remaining nets for the next page."""
    placed_nets: list[PlacedNet] = []
    x, y, shelf = body.x, body.y, 0.0
    for n, net in enumerate(nets):
        turn = _turn_for(net.box, Rect(x, y, body.right - x, shelf or body.bottom - y))
        if turn is None:
            top = y + shelf + (_GAP if shelf else 0.0)
            rest = Rect(body.x, top, body.width, body.bottom - top)
            turn = _turn_for(net.box, rest)
            if turn is None:
                return placed_nets, list(nets[n:])
            x, y, shelf = rest.x, rest.y, 0.0
        width, height = _turned(net.box, turn)
        placed_nets.append(_at(net, x, y, turn))
        x, shelf = x + width + _GAP, max(shelf, height)
    return placed_nets, []


def _centred(placed_nets: Sequence[PlacedNet], body: Rect) -> list[PlacedNet]:
    """Centre the nets of a page horizontally, all by the same shift."""
    shift = (body.right - max((one.box.right for one in placed_nets), default=body.right)) / 2
    return [
        replace(one, matrix=placed(shift, 0) @ one.matrix, box=one.box.moved(shift, 0))
        for one in placed_nets
    ]


def _turn_for(box: Rect, room: Rect) -> int | None:
    """Return the rotation at which a net fits, 0 or 90 degrees, or None."""
    for turn in (0, 90):
        width, height = _turned(box, turn)
        if width <= room.width + 1e-6 and height <= room.height + 1e-6:
            return turn
    return None


def _turned(box: Rect, turn: int) -> tuple[float, float]:
    return (box.height, box.width) if turn else (box.width, box.height)


def _at(net: Net, x: float, y: float, turn: int) -> PlacedNet:
    box = net.box
    width, height = _turned(box, turn)
    dx, dy = (x + box.bottom, y - box.x) if turn else (x - box.x, y - box.y)
    return PlacedNet(net, placed(dx, dy, turn=turn), turn, Rect(x, y, width, height))
