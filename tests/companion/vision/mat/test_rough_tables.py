"""Events at tables: mats turned during a match, stacks, touching cards, half a mat hidden."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from companion.frames import Frame
from companion.readings import TableView
from companion.vision.reader.codebook import Codebook
from companion.vision.reader.reader import TagReader
from companion.vision.watcher import Watcher
from rules import Mat
from tests.support.vision.scenes import Blob, Camera, Piece, Scene, card_tag

CAMERA = Camera(width=720, height=480, scale=1.9, tilt=8)


class Table:
    """A watcher of one mat, which sees ten pictures per second."""

    def __init__(self, book: Codebook) -> None:
        self.mat: Mat = next(iter(book.mats.values()))
        self.watcher = Watcher(book)
        self.frames = 0

    def card(self, number: int, cell: str, turn: float = 0.0, x: float = 0.0) -> Piece:
        at = next(c for c in self.mat.cells if c.id == cell)
        return Piece(card_tag(number), at.x_mm + x, at.y_mm, turn)

    def see(self, *things: Piece | Blob, camera: Camera = CAMERA, frames: int = 4) -> TableView:
        pieces = [t for t in things if isinstance(t, Piece)]
        blobs = [t for t in things if isinstance(t, Blob)]
        scene = Scene(mat=self.mat, pieces=pieces, blobs=blobs)
        for _ in range(frames):
            self.frames += 1
            image = scene.render(dataclasses.replace(camera, seed=self.frames))
            view = self.watcher.see(Frame(image, self.frames / 10, self.frames))
        return view


@pytest.fixture
def table(book: Codebook) -> Table:
    return Table(book)


def read(view: TableView) -> dict[str, str]:
    return {r.cell: r.tag for r in view.readings if r.cell}


@pytest.mark.parametrize("roll", [12.0, 90.0, 180.0])
def test_a_mat_that_is_turned_keeps_its_cards_in_their_cells_and_turns(
    table: Table, roll: float
) -> None:
    cards = [table.card(1, "a1"), table.card(2, "c2", 180)]
    before = table.see(*cards)
    turned = dataclasses.replace(CAMERA, roll=roll, width=720, height=720, scale=1.5)
    first = table.see(*cards, camera=turned, frames=1)
    assert first.moved_mm > 0
    after = table.see(*cards, camera=turned, frames=8)
    assert after.moved_mm == 0
    assert read(after) == read(before) == {"a1": card_tag(1), "c2": card_tag(2)}
    turns = {r.tag: r.rotation_deg or 0 for r in after.readings if r.cell}
    for tag, turn in ((card_tag(1), 0), (card_tag(2), 180)):
        assert abs((turns[tag] - turn + 180) % 360 - 180) < 1.5


def test_of_a_stack_the_top_is_read_and_what_was_below_when_it_is_gone(table: Table) -> None:
    below, above = table.card(1, "b1", x=1.0), table.card(2, "b1", 2.0)
    assert read(table.see(below)) == {"b1": card_tag(1)}
    assert read(table.see(below, above, frames=6)) == {"b1": card_tag(2)}
    view = table.see(below, frames=6)
    assert read(view) == {"b1": card_tag(1)}
    assert "b1" not in view.empty


def test_cards_that_touch_are_each_read(reader: TagReader) -> None:
    """Check cards edge to edge, with touching frames, at any angle."""
    for turn in (0.0, 25.0):
        a = np.radians(turn)
        along, down = np.array([np.cos(a), np.sin(a)]), np.array([-np.sin(a), np.cos(a)])
        pieces = []
        for i in range(6):
            x, y = np.array([200, 150]) + 54.2 * (i % 3 - 1) * along + 90.2 * (i // 3 - 0.5) * down
            pieces.append(Piece(card_tag(i), float(x), float(y), turn))
        picture = Scene(pieces=pieces).render(Camera(width=800, height=600, scale=1.9, tilt=10))
        assert {r.tag for r in reader.read(picture) if r.tag} == {p.tag for p in pieces}


def test_half_a_mat_under_a_cloth_is_covered_and_the_rest_goes_on(table: Table) -> None:
    cards = [table.card(1, "a1"), table.card(2, "d2")]
    table.see(*cards, frames=8)
    middle, right, low = table.mat.width_mm / 2, table.mat.width_mm + 80, table.mat.height_mm + 80
    cloth = Blob(((middle, -80), (right, -80), (right, low), (middle, low)), 0.25, 0.05)
    view = table.see(*cards, cloth, frames=6)
    assert view.mat == table.mat.name
    assert read(view)["a1"] == card_tag(1)
    hidden = {cell.id for cell in table.mat.cells if cell.x_mm > middle + 30}
    assert hidden
    assert hidden <= view.covered | read(view).keys()
    assert not hidden & view.empty
    assert read(table.see(*cards, frames=6)) == {"a1": card_tag(1), "d2": card_tag(2)}
