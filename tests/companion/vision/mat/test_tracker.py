from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest

from companion.readings import Face, Reading
from companion.vision.lens import Lens
from companion.vision.mat.placement import card_outline, cell_at, place
from companion.vision.mat.tracker import MatTracker, locate, locate_bent
from companion.vision.reader.codebook import Codebook
from companion.vision.sources.stills import read_still
from rules import Manifest, Mat
from tests.support.vision.scenes import Blob, Camera, Piece, Scene, card_tag, mat_manifest


def camera(**change: float) -> Camera:
    return Camera(**{"width": 960, "height": 640, "scale": 2.4, "seed": 3, **change})


@pytest.fixture(scope="module")
def mat(mat_sheet: Manifest) -> Mat:
    return mat_sheet.mats[0]


def marks_seen(
    book: Codebook,
    mat: Mat,
    homography: np.ndarray,
    *,
    skip: tuple[int, ...] = (),
    shift: tuple[float, float] = (0.0, 0.0),
) -> list[Reading]:
    """Return perfect readings of the marks through a homography from mm to px."""
    readings = []
    for i, mark in enumerate(mat.fiducials):
        if i in skip:
            continue
        h = mark.size_mm / 2
        square = np.array([[-h, -h], [h, -h], [h, h], [-h, h]])
        at = square + np.add((mark.x_mm, mark.y_mm), shift)
        points = np.c_[at, np.ones(4)] @ homography.T
        corners = tuple(map(tuple, (points[:, :2] / points[:, 2:]).tolist()))
        readings.append(Reading(mark.tag, corners, 0.9, Face.MAT))
    return readings


@pytest.mark.parametrize(("scale", "limit_mm", "limit_deg"), [(2.4, 0.3, 0.1), (1.65, 0.5, 0.2)])
def test_cards_are_placed_to_half_a_millimetre(
    book: Codebook, mat: Mat, scale: float, limit_mm: float, limit_deg: float
) -> None:
    rng = np.random.default_rng(4)
    cells = mat.cells
    pieces = [
        Piece(card_tag(i), c.x_mm + dx, c.y_mm + dy, turn)
        for i, (c, dx, dy, turn) in enumerate(
            zip(cells, *rng.uniform(-3, 3, (2, 8)), rng.uniform(0, 360, 8), strict=True)
        )
        if i in (0, 3, 6)  # no card covers another
    ]
    for tilt, roll in ((0, 0), (20, 5), (10, 178)):
        scene = Scene(mat=mat, pieces=pieces)
        view = camera(scale=scale, tilt=tilt, roll=roll, height=700)
        placed = {r.tag: r for r in read_still(scene.render(view), book)}
        for piece in pieces:
            reading = placed[piece.tag]
            assert math.hypot(reading.x_mm - piece.x, reading.y_mm - piece.y) < limit_mm
            assert abs((reading.rotation_deg - piece.turn + 180) % 360 - 180) < limit_deg
            assert reading.cell == cell_at(mat, piece.x, piece.y) != ""


def test_marks_are_placed_but_are_in_no_cell(book: Codebook, mat: Mat) -> None:
    marks = [r for r in read_still(Scene(mat=mat).render(camera()), book) if r.face is Face.MAT]
    assert sorted((round(r.x_mm), round(r.y_mm)) for r in marks) == [
        (25, 25),
        (25, 197),
        (335, 25),
        (335, 197),
    ]
    assert {r.cell for r in marks} == {""}


def test_without_a_mat_the_table_fields_stay_none(book: Codebook) -> None:
    scene = Scene(pieces=[Piece(card_tag(1), 100, 100)], width=200, height=200)
    (reading,) = read_still(scene.render(camera()), book)
    assert (reading.x_mm, reading.y_mm, reading.rotation_deg, reading.cell) == (None,) * 4


def test_three_marks_suffice_and_two_do_not(book: Codebook, mat: Mat) -> None:
    hide = Blob(((0, 0), (60, 0), (60, 60), (0, 60)), 0.3)
    other = Blob(((300, 0), (360, 0), (360, 60), (300, 60)), 0.3)
    cell = mat.cells[2]
    card = Piece(card_tag(1), cell.x_mm, cell.y_mm)
    three = read_still(Scene(mat=mat, pieces=[card], blobs=[hide]).render(camera()), book)
    assert [r.cell for r in three if r.tag == card.tag] == [cell.id]
    two = read_still(Scene(mat=mat, pieces=[card], blobs=[hide, other]).render(camera()), book)
    assert [r.cell for r in two if r.tag == card.tag] == [None]


def test_the_nearest_centre_wins_where_outlines_overlap(mat: Mat) -> None:
    wide = dataclasses.replace(
        mat.cells[0], id="wide", outline_mm=((0, 0), (400, 0), (400, 300), (0, 300))
    )
    both = dataclasses.replace(mat, cells=(*mat.cells, wide))
    there = mat.cells[5]
    assert cell_at(both, there.x_mm, there.y_mm) == there.id
    assert cell_at(both, 5, 5) == "wide"
    assert cell_at(mat, 5, 5) == ""


def test_a_card_outline_turns_with_the_card(book: Codebook) -> None:
    reading = Reading(
        card_tag(1), ((0, 0),) * 4, 0.9, Face.FRONT, x_mm=100.0, y_mm=50.0, rotation_deg=90.0
    )
    outline = card_outline(reading, book)
    # A card's own top left is at the right when it is turned clockwise by a quarter.
    assert outline == pytest.approx(np.array([[145, 23], [145, 77], [55, 77], [55, 23]]))
    assert card_outline(dataclasses.replace(reading, tag=""), book) is None


def test_a_mark_that_is_elsewhere_is_left_out(book: Codebook, mat: Mat) -> None:
    tilted = np.array([[2.0, 0.1, 30], [-0.1, 2.1, 60], [1e-4, 2e-4, 1]])
    good = marks_seen(book, mat, tilted, skip=(2,))
    stray = marks_seen(book, mat, tilted, skip=(0, 1, 3), shift=(14, 3))
    pose = locate([*good, *stray], book)
    assert (pose.marks, pose.error_mm) == (3, pytest.approx(0, abs=0.01))
    far = marks_seen(book, mat, tilted, skip=(0, 1, 3), shift=(70, 40))
    assert locate([*good[:2], *far], book) is None
    # A mark that is seen twice (a photocopy) gives no pose.
    assert locate([*good, good[0]], book) is None


class TestTracker:
    H = np.array([[2.0, 0, 30], [0, 2.0, 60], [0, 0, 1]])

    def test_a_still_mat_keeps_its_pose_and_a_pushed_one_says_how_far(
        self, book: Codebook, mat: Mat
    ) -> None:
        tracker = MatTracker(book)
        first = tracker.update(marks_seen(book, mat, self.H), 0.0)
        jitter = np.array([[1, 0, 0.3], [0, 1, -0.2], [0, 0, 1]]) @ self.H
        assert tracker.update(marks_seen(book, mat, jitter), 0.1) is first
        assert tracker.moved_mm == 0
        pushed = np.array([[1, 0, 8], [0, 1, 6], [0, 0, 1]]) @ self.H
        assert tracker.update(marks_seen(book, mat, pushed), 0.2) is not first
        assert tracker.moved_mm == pytest.approx(5.0, abs=0.01)

    def test_covered_marks_hold_the_pose_while_what_is_seen_agrees(
        self, book: Codebook, mat: Mat
    ) -> None:
        tracker = MatTracker(book)
        first = tracker.update(marks_seen(book, mat, self.H), 0.0)
        for t in range(1, 100):
            assert tracker.update(marks_seen(book, mat, self.H, skip=(0, 1)), t) is first
        assert tracker.update([], 101.0) is first
        assert tracker.update([], 103.5) is None

    def test_without_marks_hands_and_cards_hold_the_pose_an_empty_scene_does_not(
        self, book: Codebook, mat: Mat
    ) -> None:
        card = Reading(card_tag(1), ((60, 90), (92, 90), (92, 122), (60, 122)), 0.7, Face.FRONT)
        for readings, still_s, held_s in (([], 0.1, 3.0), ([card], 9.0, 3.0), ([], 0.6, 0.5)):
            tracker = MatTracker(book)
            first = tracker.update(marks_seen(book, mat, self.H), 0.0)
            assert tracker.update(readings, held_s, still_s=still_s) is first
            assert tracker.update(readings, held_s + 0.1, still_s=still_s) is None

    def test_two_marks_elsewhere_drop_the_pose(self, book: Codebook, mat: Mat) -> None:
        tracker = MatTracker(book)
        tracker.update(marks_seen(book, mat, self.H), 0.0)
        away = np.array([[1, 0, 20], [0, 1, 0], [0, 0, 1]]) @ self.H
        assert tracker.update(marks_seen(book, mat, away, skip=(0, 1)), 0.1) is None
        assert tracker.moved_mm == pytest.approx(10, abs=0.1)

    def test_the_mat_with_more_marks_is_the_table(self, mat: Mat) -> None:
        other = mat_manifest(5, 3, name="other")
        marks = tuple(
            dataclasses.replace(m, tag=card_tag(900 + i))
            for i, m in enumerate(other.mats[0].fiducials)
        )
        other = dataclasses.replace(
            other, mats=(dataclasses.replace(other.mats[0], fiducials=marks),)
        )
        book = Codebook([mat_manifest(4, 2), other])
        seen = marks_seen(book, mat, self.H, skip=(0,))
        seen += marks_seen(book, other.mats[0], self.H)
        assert locate(seen, book).mat.name == "other"


class TestLens:
    def test_bending_undoes_straightening(self) -> None:
        points = np.random.default_rng(2).uniform((0, 0), (1279, 719), (200, 2))
        for k in (-0.05, 0.0, 0.03, 0.2):
            lens = Lens(1280, 720, k)
            assert lens.bent(lens.straight(points)) == pytest.approx(points, abs=0.01)
        middle = np.array([[639.5, 359.5]])
        assert Lens(1280, 720, 0.1).straight(middle) == pytest.approx(middle)

    @pytest.mark.parametrize("k", [-0.04, 0.02, 0.05, 0.15])
    def test_the_bend_is_found_from_the_marks(self, book: Codebook, mat: Mat, k: float) -> None:
        lens, rng = Lens(800, 520, k), np.random.default_rng(3)
        seen = []
        for mark in marks_seen(book, mat, TestTracker.H):
            corners = lens.bent(np.array(mark.corners)) + rng.normal(0, 0.03, (4, 2))
            seen.append(dataclasses.replace(mark, corners=tuple(map(tuple, corners.tolist()))))
        pose = locate_bent(seen, book, (520, 800, 3))
        assert pose.lens.k == pytest.approx(k, abs=0.008)
        # A cell's middle is mapped to its place as well as the corners.
        cell = mat.cells[2]
        ideal = np.array([[cell.x_mm, cell.y_mm, 1]]) @ TestTracker.H.T
        assert pose.to_mat(lens.bent(ideal[:, :2])) == pytest.approx(
            np.array([[cell.x_mm, cell.y_mm]]), abs=0.5
        )
        assert pose.to_image(pose.to_mat(ideal[:, :2])) == pytest.approx(ideal[:, :2], abs=0.01)

    def test_a_straight_lens_and_a_misplaced_mark_bend_nothing(
        self, book: Codebook, mat: Mat
    ) -> None:
        straight = marks_seen(book, mat, TestTracker.H)
        assert locate_bent(straight, book, (520, 800)).lens.k == 0
        assert locate_bent(straight[:3], book, (520, 800)).lens.k == 0
        assert locate_bent([], book, (520, 800)) is None

    def test_a_watched_lens_settles_and_moves_nothing(self, book: Codebook, mat: Mat) -> None:
        lens, tracker = Lens(800, 520, 0.05), MatTracker(book)
        seen = [
            dataclasses.replace(
                m, corners=tuple(map(tuple, lens.bent(np.array(m.corners)).tolist()))
            )
            for m in marks_seen(book, mat, TestTracker.H)
        ]
        poses = [tracker.update(seen, i * 0.1, (520, 800)) for i in range(30)]
        assert poses[-1].lens.k == pytest.approx(0.05, abs=0.004)
        assert poses[-1] is poses[2]
        assert tracker.moved_mm == 0


def test_placing_keeps_what_was_read(book: Codebook, mat: Mat) -> None:
    pose = locate(marks_seen(book, mat, TestTracker.H), book)
    reading = Reading(
        card_tag(1), ((60, 90), (92, 90), (92, 122), (60, 122)), 0.7, Face.FRONT, "y01", 1
    )
    (placed,) = place([reading], book, pose)
    assert (
        dataclasses.replace(placed, x_mm=None, y_mm=None, rotation_deg=None, cell=None) == reading
    )
    # px / 2 - offset of the picture, then from the symbol's centre to the card's.
    assert (placed.x_mm, placed.y_mm) == pytest.approx((23 + 11.976, 23 - 23.524))
    assert placed.rotation_deg == pytest.approx(0, abs=1e-6)
