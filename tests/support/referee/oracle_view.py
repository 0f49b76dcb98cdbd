"""A table without a camera: placed papers, and the views that a perfect camera would have.

`Hands` stores which papers are where, and renders moments as `TableView`s at `FPS`. Every helper
returns the views of one gesture, including the hand's arrival and departure, so that a test reads
like a game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from companion.readings import Face, Reading, TableView, Trouble
from companion.referee.live import LiveReferee
from companion.referee.notices import Notice
from rules import Facing, PlacedCard, TableForm
from tests.support.referee.inputs import feed

FPS = 10
CORNERS = ((0.0, 0.0), (40.0, 0.0), (40.0, 40.0), (0.0, 40.0))


@dataclass(frozen=True)
class Paper:
    """One printed card, or a control card."""

    tag: str
    card: str
    owner: str = ""
    face: Face = Face.FRONT
    seat: str = ""


@dataclass
class Hands:
    """The printed pieces on a mat; `papers` maps each cell to its pieces and their rotation."""

    form: TableForm
    papers: dict[str, list[tuple[Paper, float]]] = field(default_factory=dict)
    loose: list[Paper] = field(default_factory=list)
    tokens: dict[str, Paper] = field(default_factory=dict)
    covered: set[str] = field(default_factory=set)
    spread: set[str] = field(default_factory=set)
    now: float = 0.0
    frame: int = 0
    serial: int = 0

    def paper(self, card: str, seat: str, face: Face = Face.FRONT) -> Paper:
        """Create a new physical card of a seat."""
        self.serial += 1
        colour = next((c for c, s in self.form.owners.items() if s == seat), "")
        return Paper(f"T{self.serial:04d}", card, colour, face, seat)

    def upright(self, seat: str) -> float:
        return float(self.form.seat_turns[seat])

    def put(self, paper: Paper, cell: str, turn: float | None = None) -> None:
        """Put a printed piece down without showing the gesture."""
        seat = paper.seat or next(iter(self.form.seat_turns))
        degrees = self.upright(seat) if turn is None else turn
        self.papers.setdefault(cell, []).append((paper, degrees))

    def take(self, cell: str) -> Paper:
        paper, _ = self.papers[cell].pop()
        return paper

    def view(
        self, *, hand: bool = False, trouble: Trouble | None = None, mat: str | None = None
    ) -> TableView:
        """Return the present moment as a view, and advance the time by one frame."""
        readings = []
        for cell, papers in self.papers.items():
            for paper, degrees in papers[-1:] if cell not in self.spread else papers:
                if cell not in self.covered:
                    readings.append(self.reading(paper, cell, degrees))
        readings += [self.reading(paper, "", 0.0) for paper in self.loose]
        readings += [self.reading(paper, cell, 0.0) for cell, paper in self.tokens.items()]
        held = {r.cell for r in readings if r.cell}
        cells = {z.cell for z in self.form.zones}
        view = TableView(
            round(self.now, 3),
            self.frame,
            () if trouble else tuple(readings),
            frozenset(cells - held - self.covered),
            frozenset(self.covered),
            hand,
            trouble,
            self.form.mat if mat is None else mat,
        )
        self.now += 1 / FPS
        self.frame += 1
        return view

    def reading(self, paper: Paper, cell: str, degrees: float) -> Reading:
        return Reading(
            paper.tag,
            CORNERS,
            1.0,
            paper.face,
            paper.card or None,
            1,
            paper.owner,
            cell,
            rotation_deg=degrees % 360,
        )

    def wait(self, seconds: float = 1.5) -> Iterator[TableView]:
        """Yield views in which nobody touches anything."""
        for _ in range(round(seconds * FPS)):
            yield self.view()

    def reach(self, seconds: float = 0.3) -> Iterator[TableView]:
        """Yield views with a hand over the table."""
        for _ in range(round(seconds * FPS)):
            yield self.view(hand=True)

    def suffer(self, trouble: Trouble, seconds: float = 1.5) -> Iterator[TableView]:
        for _ in range(round(seconds * FPS)):
            yield self.view(trouble=trouble)

    def place(self, paper: Paper, cell: str, turn: float | None = None) -> Iterator[TableView]:
        """Yield the views of a hand that places a card."""
        yield from self.reach()
        self.put(paper, cell, turn)
        yield from self.wait()

    def clear(self, *cells: str) -> Iterator[TableView]:
        """Yield the views of a hand that removes cards."""
        yield from self.reach()
        for cell in cells:
            self.take(cell)
        yield from self.wait()

    def show(self, control: str, cell: str = "") -> Iterator[TableView]:
        """Yield the views of a control card that is shown and removed again."""
        paper = Paper(f"C{control}", f"ctl.{control}", face=Face.CONTROL)
        place = cell or next(iter(self.form.seat_turns)) + ".control"
        yield from self.place(paper, place)
        yield from self.clear(place)

    def point(self, cell: str) -> Iterator[TableView]:
        """Yield the views of a token that is put on a cell and removed again."""
        yield from self.reach()
        self.tokens[cell] = Paper("Ksword", "tok.sword", face=Face.TOKEN)
        yield from self.wait()
        yield from self.reach()
        del self.tokens[cell]
        yield from self.wait()

    def follow(self, layout: Mapping[str, tuple[PlacedCard, ...]], seats: Iterable[str]) -> None:
        """Put all cards of a layout on the field, as the layout faces them."""
        del seats
        for cell, pile in layout.items():
            if "." not in cell:
                for resting in pile:
                    face = Face.FRONT if resting.facing is Facing.UP else Face.BACK
                    degrees = self.upright(resting.owner) + 90 * resting.turn
                    self.put(self.paper(resting.card, resting.owner, face), cell, degrees)


def run(referee: LiveReferee, views: Iterable[TableView]) -> list[Notice]:
    """Feed views to the referee, and collect its notices."""
    return [record for view in views for record in feed(referee, view)]


def kinds(records: Iterable[Notice]) -> list[str]:
    """Return the kinds of records, without chance plies."""
    return [r.kind for r in records if r.action is None or r.action.seat != "chance"]
