"""The board according to the match: the mat's cells and their cards.

The coordinates are those of the print manifest: millimetres from the mat's top left, y down. A
card is drawn at its cell's centre in its own orientation; `faces.toml` defines its small face.
Tracked cells are always drawn, loose cells only if they are occupied and between tracked ones.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.pieces import TOKEN, piece_words
from companion.web.views.facts import card_facts, faces, faces_of
from companion.web.views.words import Words
from rules import UNKNOWN, Cell, Facing, Layout, Mat, Message, PlacedCard, Seat, TableForm

_MARGIN_MM = 6.0
_CARD_MM = (54.0, 90.0)


@dataclass(frozen=True, slots=True)
class BoardView:
    """A mat, its table form, and the size of its cards."""

    mat: Mat
    form: TableForm
    card_mm: tuple[float, float] = _CARD_MM
    _tracked: frozenset[str] = field(init=False, repr=False)
    _compared: tuple[Cell, ...] = field(init=False, repr=False)
    """The tracked cells, or all cells if none is tracked."""

    def __post_init__(self) -> None:
        tracked = frozenset(zone.cell for zone in self.form.zones if zone.tracked)
        compared = tuple(cell for cell in self.mat.cells if cell.id in tracked)
        object.__setattr__(self, "_tracked", tracked)
        object.__setattr__(self, "_compared", compared or tuple(self.mat.cells))

    def drawn(self, layout: Layout) -> list[Cell]:
        """Return the cells to draw: tracked cells, and occupied cells between them."""
        tracked = self._compared
        always = {cell.id for cell in tracked}
        left, top, right, bottom = _box(tracked)
        inside = [
            cell
            for cell in self.mat.cells
            if cell.id not in always
            and layout.get(cell.id)
            and left < cell.x_mm < right
            and top < cell.y_mm < bottom
        ]
        return [*tracked, *inside]

    def geometry(self) -> dict[str, Any]:
        """Return the constant part of the board view: the frame and the seats' turns."""
        left, top, right, bottom = _box(self._compared)
        return {
            "box": [
                left - _MARGIN_MM,
                top - _MARGIN_MM,
                right - left + 2 * _MARGIN_MM,
                bottom - top + 2 * _MARGIN_MM,
            ],
            "card": list(self.card_mm),
            "turns": dict(self.form.seat_turns),
            "colours": {seat: owner for owner, seat in self.form.owners.items()},
        }

    def cells(
        self, layout: Layout, words: Words, cell_owners: Mapping[str, Seat] | None = None
    ) -> list[dict[str, Any]]:
        """Return every cell to draw with its cards, and its owner if `cell_owners` has one."""
        drawn = self.drawn(layout)
        drawn_cells = [self._cell(cell, layout.get(cell.id, ()), words) for cell in drawn]
        return [
            {**cell, "land": cell_owners[cell["id"]]}
            if cell_owners and cell["id"] in cell_owners
            else cell
            for cell in drawn_cells
        ]

    def _cell(self, cell: Cell, pile: tuple[PlacedCard, ...], words: Words) -> dict[str, Any]:
        data: dict[str, Any] = {
            "id": cell.id,
            "name": words.wording.cell(cell.id),
            "at": [cell.x_mm, cell.y_mm],
            "outline": [list(point) for point in cell.outline_mm],
        }
        if cell.id not in self._tracked:
            data["loose"] = True
        cards = [one for one in pile if not one.card.startswith(TOKEN)]
        tokens = [one for one in pile if one.card.startswith(TOKEN)]
        if cards:
            top = cards[-1]
            turn = self.form.seat_turns.get(top.owner, 0) + cell.turn + 90 * top.turn
            shown = face(top, words, round(turn / 90))
            data["card"] = {**shown, "turn": turn % 360, "count": len(cards)}
        if tokens:
            data["tokens"] = [_token(one, words) for one in tokens]
        return data


def face(placed: PlacedCard, words: Words, quarters: int = 0) -> dict[str, Any]:
    """Return a card's small face, with its name and facts for screen readers.

    `quarters`: the card's clockwise quarter turns on the mat.
    """
    catalog = words.catalog
    data: dict[str, Any] = {"owner": placed.owner}
    known = catalog.cards.get(placed.card)
    if placed.facing is Facing.DOWN or placed.card == UNKNOWN or known is None:
        return {**data, "down": True, "name": Message("page.board.down").render(words.lang)}
    wanted = faces_of(catalog.slug)
    facts = known.facts
    figure = facts.get(wanted.get("figure", ""), "")
    figure = faces()["figures"].get(catalog.slug, {}).get(figure, figure)
    data |= {"name": known.names[words.lang], "figure": figure if wanted else str(known.number)}
    if marks := facts.get(wanted.get("marks", ""), ""):
        data["marks"] = int(marks) if marks.isdigit() else 0
    if branches := facts.get(wanted.get("branches", ""), ""):
        data["branches"] = branches
    signs = (_sign(facts.get(name, ""), words.lang) for name in wanted.get("sign", ()))
    if sign := next(filter(None, signs), ""):
        data["sign"] = sign
    if not (data["figure"] or sign or data.get("branches")):
        data["title"] = data["name"]
    if hue := facts.get(wanted.get("hue", ""), ""):
        data["hue"] = hue
    data["facts"] = card_facts(catalog, placed.card, words.lang, quarters)
    foot = [facts.get(name, "") for name in wanted.get("foot", ())]
    if any(foot):
        data["foot"] = " / ".join(foot)
    return data


def _token(placed: PlacedCard, words: Words) -> dict[str, str]:
    """Return a token's view: its sign or number, and its printed word."""
    _, kind, *rest = placed.card.split(".", 2)
    text = "".join(rest)
    text = _sign(text, words.lang) or text or _sign(kind, words.lang)
    word = piece_words(words.catalog.slug).get(placed.card, {}).get(words.lang, "")
    return {"kind": kind, "text": text, "word": word, "owner": placed.owner}


def _sign(fact: str, lang: str) -> str:
    """Return a fact's sign in a language, or "" if it has none."""
    drawn = faces()
    sign: str = drawn["signs_in"].get(lang, {}).get(fact) or drawn["signs"].get(fact, "")
    return sign


def _box(cells: Iterable[Cell]) -> tuple[float, float, float, float]:
    points = [point for cell in cells for point in cell.outline_mm] or [(0.0, 0.0)]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)
