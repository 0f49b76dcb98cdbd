"""The mat's place in the picture, and the cut-out of it."""

from __future__ import annotations

import dataclasses
import random
import time

import pytest

from companion.frames import Frame
from companion.readings import Face, Reading, TableView
from companion.web.camera_overlay import CameraOverlay, find_pose, seen_cards
from companion.web.rate_limited_source import RateLimitedSource
from rules import Layout, Mat, PlacedCard
from tests.support.web.match_page import Table

TRUE = (0.9, 0.12, 140.0, -0.08, 1.1, 90.0, 0.0003, -0.0002)


def seen(x: float, y: float) -> tuple[float, float]:
    a, b, c, d, e, f, g, h = TRUE
    w = g * x + h * y + 1
    return (a * x + b * y + c) / w, (d * x + e * y + f) / w


@pytest.fixture
def mat() -> Mat:
    return Table.of("yggdrasil").mat


def view(mat: Mat, marks: int = 3, noise: float = 0.0) -> TableView:
    rng = random.Random(1)
    readings = []
    for mark in mat.fiducials[:marks]:
        half = mark.size_mm / 2
        square = [(-half, -half), (half, -half), (half, half), (-half, half)]
        at = [seen(mark.x_mm + dx, mark.y_mm + dy) for dx, dy in square]
        corners = tuple((x + rng.gauss(0, noise), y + rng.gauss(0, noise)) for x, y in at)
        readings.append(Reading(mark.tag, corners, 1.0, Face.MAT))  # type: ignore[arg-type]
    return TableView(0.0, 0, tuple(readings), mat=mat.name)


@pytest.mark.parametrize(("marks", "noise", "off"), [(3, 0.0, 1e-6), (2, 0.0, 1e-5), (3, 0.3, 3.0)])
def test_every_cell_is_found_where_it_is(mat: Mat, marks: int, noise: float, off: float) -> None:
    pose = find_pose(view(mat, marks, noise), mat)

    assert pose is not None
    for cell in mat.cells:
        (x, y), (u, v) = pose.to_picture(cell.x_mm, cell.y_mm), seen(cell.x_mm, cell.y_mm)
        assert abs(x - u) < off
        assert abs(y - v) < off


@pytest.mark.parametrize("marks", [0, 1])
def test_one_mark_is_not_enough(mat: Mat, marks: int) -> None:
    assert find_pose(view(mat, marks), mat) is None


def test_marks_on_one_spot_are_no_pose(mat: Mat) -> None:
    one = view(mat, 3).readings
    same = tuple(dataclasses.replace(r, corners=((5.0, 5.0),) * 4) for r in one)

    pose = find_pose(TableView(0.0, 0, same), mat)
    if pose is not None:  # any pose is drawn without an error
        pose.outline([(0, 0), (400, 500)])


def test_the_picture_is_cut_to_the_mat_with_a_little_room(mat: Mat) -> None:
    table = Table.of("yggdrasil")
    eyes = CameraOverlay(mat)
    frame = table.frame()
    glance = eyes.look(frame, table.view_of())

    assert glance.cut.right <= frame.image.shape[1]
    assert set(glance.cells) == {cell.id for cell in mat.cells}
    for outline in glance.cells.values():
        assert all(0 <= x <= 1 and 0 <= y <= 1 for x, y in outline)


def test_a_hand_over_the_marks_moves_nothing(mat: Mat) -> None:
    table = Table.of("yggdrasil")
    eyes = CameraOverlay(mat)
    before = eyes.look(table.frame(), table.view_of())
    after = eyes.look(table.frame(), TableView(1.0, 2, (), hand=True, mat=mat.name))

    assert after.cells == before.cells
    assert after.hand


def test_cells_that_need_more_frames_are_reported_unless_a_hand_is_in_view(mat: Mat) -> None:
    table = Table.of("yggdrasil")
    eyes = CameraOverlay(mat)
    waiting = dataclasses.replace(table.view_of(), pending=frozenset(("a1",)))
    assert eyes.look(table.frame(), waiting).data()["pending"]
    hand = dataclasses.replace(waiting, hand=True)
    assert not eyes.look(table.frame(), hand).data()["pending"]
    assert not eyes.look(table.frame(), table.view_of()).data()["pending"]


def test_a_picture_of_another_size_is_shown_whole(mat: Mat) -> None:
    table = Table.of("yggdrasil")
    eyes = CameraOverlay(mat)
    eyes.look(table.frame(), table.view_of())
    small = Frame(table.frame().image[:40, :60], 1.0, 2)
    glance = eyes.look(small, TableView(1.0, 2, (), mat=mat.name))

    assert (glance.cut.right, glance.cut.bottom) == (60, 40)
    assert glance.cells == {}


def resting(card: str) -> tuple[PlacedCard, ...]:
    return (PlacedCard(card, "A"),)


def test_a_card_that_the_match_does_not_have_there_is_counted_too() -> None:
    cards = {"a1": "y03", "b1": "y04", "d1": "token.wall", "A.discard": "y05"}
    layout: Layout = {cell: resting(card) for cell, card in cards.items()} | {"e1": ()}
    tracked = frozenset(("a1", "b1", "c1", "d1", "e1"))
    assert seen_cards(layout, tracked, frozenset(("a1", "c1", "A.discard"))) == (2, 3)
    assert seen_cards({}, tracked, frozenset()) == (0, 0)


class Quick:
    """A source of three frames without delay."""

    name = "quick"

    def __init__(self) -> None:
        self.left = [0.0, 0.05, 0.1]

    def read(self) -> Frame | None:
        table = Table.of("yggdrasil")
        return Frame(table.frame().image, self.left.pop(0), 0) if self.left else None

    def close(self) -> None:
        self.left = []


def test_a_virtual_table_is_shown_in_its_own_time() -> None:
    source = RateLimitedSource(Quick())
    begun = time.monotonic()
    times = [frame.time_s for frame in iter(source.read, None)]

    assert times == [0.0, 0.05, 0.1]
    assert time.monotonic() - begun >= 0.1
    assert source.name == "quick"
    source.close()
