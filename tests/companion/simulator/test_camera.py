from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.simulator.camera import SimulatedCamera, fit_camera


def test_seen_straight_from_above_a_millimetre_is_focal_over_height() -> None:
    camera = SimulatedCamera(tilt_deg=0, k1=0, height_mm=500)
    focal = camera.half_diagonal / np.tan(np.radians(39))
    a, b = camera.project(np.array([[0.0, 0.0], [100.0, 0.0]]))
    assert a == pytest.approx([959.5, 539.5])
    assert b - a == pytest.approx([100 * focal / 500, 0])
    assert camera.px_per_mm() == pytest.approx(focal / 500)
    near = camera.project(np.array([[100.0, 0.0]]), 250.0)[0]
    assert near - a == pytest.approx([100 * focal / 250, 0])


@pytest.mark.parametrize(
    ("heading", "up"), [(0, (0, -1)), (90, (1, 0)), (180, (0, 1)), (270, (-1, 0))]
)
def test_heading_says_which_side_of_the_table_is_up(heading: float, up: tuple[int, int]) -> None:
    camera = SimulatedCamera(heading_deg=heading, tilt_deg=20)
    step = np.array([up], float) * 50
    here, there = camera.project(np.vstack([[[0.0, 0.0]], step]))
    assert there[1] < here[1] - 20
    assert there[0] == pytest.approx(here[0], abs=1e-6)


def test_a_tilt_makes_the_far_side_smaller() -> None:
    camera = SimulatedCamera(tilt_deg=25, k1=0)
    assert camera.px_per_mm(0, -200) < camera.px_per_mm() < camera.px_per_mm(0, 200)


@pytest.mark.parametrize("k1", [-0.2, -0.05, 0.0, 0.08])
def test_undistorting_the_grid_inverts_the_projection(k1: float) -> None:
    camera = SimulatedCamera(width=640, height=360, k1=k1, tilt_deg=15, heading_deg=30)
    x, y = np.arange(0, 640, 9, dtype=np.float32), np.arange(0, 360, 9, dtype=np.float32)
    ux, uy = camera.undistorted(x, y)
    back = np.linalg.inv(camera.plane(12.0))
    table = np.stack([ux, uy, np.ones_like(ux)], axis=-1).reshape(-1, 3) @ back.T
    again = camera.project(table[:, :2] / table[:, 2:], 12.0).reshape(len(y), len(x), 2)
    assert np.abs(again[..., 0] - x[None, :]).max() < 0.02
    assert np.abs(again[..., 1] - y[:, None]).max() < 0.02


def test_points_far_outside_do_not_fold_back_into_a_barrel_picture() -> None:
    camera = SimulatedCamera(k1=-0.2, tilt_deg=0, height_mm=300)
    far = camera.project(np.array([[5000.0, 0.0]]))[0]
    assert far[0] > camera.width


@pytest.mark.parametrize("heading", [0.0, 90.0])
@pytest.mark.parametrize("tilt", [0.0, 15.0, 30.0])
def test_a_fitted_camera_sees_the_mat_whole_and_large(heading: float, tilt: float) -> None:
    camera = fit_camera(SimulatedCamera(heading_deg=heading, tilt_deg=tilt), 420, 594, 10)
    x, y = 220, 307
    corners = camera.project(np.array([[-x, -y], [x, -y], [x, y], [-x, y]], float))
    assert corners.min() >= -1
    assert (corners <= [1920, 1080]).all()
    lower = replace(camera, height_mm=camera.height_mm * 0.97).project(
        np.array([[-x, -y], [x, -y], [x, y], [-x, y]], float)
    )
    assert (lower.min() < 0) or (lower > [1919, 1079]).any()
