"""A position as a small picture of the cards on the mat's cells.

`data/mats.json`, generated from the templates' mats, contains the cells. `data/cards.toml` selects
the facts that are shown with a card's name. A field without a mat in the first file is drawn as a
grid if its cells have names like a1, b1 …; otherwise the position has no board. Coordinates are
millimetres from the mat's top left as the first seat sees it, with y down. Rotations are in
degrees clockwise.
"""

import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final

from companion.lookup.folding import DATA
from companion.pieces import TOKEN
from rules import Action, Cell, Facing, Mat, PlacedCard, Rules, Setup, TableForm, Verb, load_catalog

Point = tuple[float, float]

_CARD: Final = (54.0, 90.0)
_SQUARE: Final = re.compile("([a-z])([0-9]{1,2})")


@dataclass(frozen=True, slots=True)
class BoardCell:
    """One cell of the board and its top card.

    `card` is "" for an empty cell and "?" for an unknown card. `count` is the number of cards.
    `turn` is the sum of the rotations of the cell, the owner's seat and the card (`quarters`).
    `seat` is the number of the owner's seat, or -1 for an empty cell. `marks` are short facts
    about the card. `arms` are the sides from which something points out of the card, numbered
    clockwise from the top. `asked` is True if the board's action names this cell, and `meant` if
    that action would place the card there.
    """

    cell: str
    centre: Point
    outline: tuple[Point, ...]
    turn: float = 0.0
    quarters: int = 0
    card: str = ""
    seat: int = -1
    owner: str = ""
    count: int = 0
    down: bool = False
    marks: str = ""
    arms: tuple[int, ...] = ()
    asked: bool = False
    meant: bool = False


@dataclass(frozen=True, slots=True)
class ExampleBoard:
    """The relevant cells of a position, and the size of its cards in mm."""

    game: str
    card: Point
    places: tuple[BoardCell, ...]


@dataclass(frozen=True, slots=True)
class _CardFacts:
    """A game's entry in `data/cards.toml`: the facts, tokens and empty cells that a board shows."""

    marks: str = ""
    arms: str = ""
    letters: str = ""
    tokens: tuple[str, ...] = ()
    cells: str = ""

    @property
    def fields(self) -> re.Pattern[str]:
        """The pattern for cells that are shown even if they are empty."""
        return re.compile(self.cells)

    def shows(self, card: str) -> bool:
        """Return whether a board shows a card. Of tokens, only those in the list are shown."""
        return not card.startswith(TOKEN) or card.startswith(tuple(self.tokens))

    def marks_of(self, facts: Mapping[str, str]) -> str:
        return self.marks.format_map(facts).strip(" /")

    def arms_of(self, facts: Mapping[str, str]) -> tuple[int, ...]:
        pattern = facts.get(self.arms, "")
        return tuple(n for n, letter in enumerate(self.letters) if letter in pattern)


def board_of(
    game: Rules[Any], setup: Setup, state: object, action: Action | None
) -> ExampleBoard | None:
    """Return a position's board with the cells of `action` marked, or None if there is no mat."""
    form = game.table.form(setup)
    mat = _mat(game.slug, form)
    if mat is None:
        return None
    layout = game.table.layout(state)
    asked = {action.at, action.to, action.value, *action.also} - {""} if action else set()
    seats, shown = list(form.seat_turns), _shown().get(game.slug, _CardFacts())
    facts, fields = load_catalog(game.slug).cards, shown.fields
    places = []
    for zone in form.zones:
        spot = mat["cells"].get(zone.cell)
        pile = [placed for placed in layout.get(zone.cell, ()) if shown.shows(placed.card)]
        if spot is None or not (pile or zone.cell in asked or fields.fullmatch(zone.cell)):
            continue
        turn, x, y, *rest = spot
        outline = tuple(zip(rest[::2], rest[1::2], strict=True))
        place = BoardCell(zone.cell, (x, y), outline, turn, asked=zone.cell in asked)
        if not pile and (meant := _meant(action, zone.cell)):
            pile, place = [meant], replace(place, meant=True)
        if pile:
            place = _with_top_card(place, pile[-1], len(pile), seats, form.seat_turns)
            if place.card in facts and not place.down:
                known = facts[place.card].facts
                marks, arms = shown.marks_of(known), shown.arms_of(known)
                place = replace(place, marks=marks, arms=arms)
        places.append(place)
    return ExampleBoard(game.slug, (mat["card"][0], mat["card"][1]), tuple(places))


def centres_of(game: Rules[Any], setup: Setup) -> dict[str, Point]:
    """Map a mat's cells to their centres. The result is empty if there is no mat."""
    mat = _mat(game.slug, game.table.form(setup))
    return {cell: (spot[1], spot[2]) for cell, spot in mat["cells"].items()} if mat else {}


def drawn_mat(game: Rules[Any], setup: Setup) -> tuple[Mat, Point] | None:
    """Return a game's mat and card size for players who have not printed them, or None."""
    form = game.table.form(setup)
    mat = _mat(game.slug, form)
    if mat is None:
        return None
    cells = []
    for name, (turn, x, y, *outline) in mat["cells"].items():
        corners = tuple(zip(outline[::2], outline[1::2], strict=True))
        cells.append(Cell(name, x, y, corners, int(turn)))
    width, height = (max(p[i] for c in cells for p in c.outline_mm) for i in (0, 1))
    made = Mat(form.mat, 1, width, height, tuple(cells), (), ())
    return made, (mat["card"][0], mat["card"][1])


def _meant(action: Action | None, cell: str) -> PlacedCard | None:
    """Return the card that an action would place on an empty cell, or None."""
    if action is None or action.verb is not Verb.PLACE or action.to != cell or not action.card:
        return None
    return PlacedCard(action.card, action.seat, action.facing, action.turn)


def _with_top_card(
    place: BoardCell, top: PlacedCard, count: int, seats: list[str], turns: Mapping[str, int]
) -> BoardCell:
    """Add the top card to a cell of the board."""
    return replace(
        place,
        turn=(place.turn + turns.get(top.owner, 0) + 90 * top.turn) % 360,
        quarters=top.turn,
        card=top.card,
        seat=seats.index(top.owner) if top.owner in seats else 0,
        owner=top.owner,
        count=count,
        down=top.facing is Facing.DOWN,
    )


def _mat(slug: str, form: TableForm) -> dict[str, Any] | None:
    """Return a table form's mat, or else its grid, or None if there is neither."""
    found: dict[str, Any] | None = _mats().get(slug, {}).get(form.mat)
    return found or _grid(form)


def _grid(form: TableForm) -> dict[str, Any] | None:
    """Return a grid of the cells named like a chessboard's: column a left, row 1 at the bottom."""
    (width, height), cells = _CARD, {}
    for zone in form.zones:
        if named := _SQUARE.fullmatch(zone.cell):
            x, y = (ord(named[1]) - ord("a")) * width, -int(named[2]) * height
            outline = (x, y, x + width, y, x + width, y + height, x, y + height)
            cells[zone.cell] = [0, x + width / 2, y + height / 2, *outline]
    return {"card": list(_CARD), "cells": cells} if cells else None


@cache
def _mats() -> dict[str, Any]:
    data: dict[str, Any] = json.loads((DATA / "mats.json").read_text(encoding="utf-8"))
    return data


@cache
def _shown() -> dict[str, _CardFacts]:
    data = tomllib.loads((DATA / "cards.toml").read_text(encoding="utf-8"))
    return {slug: _CardFacts(**table) for slug, table in data.items()}
