from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.simulator.sensor import CONDITIONS, FULL_LIGHT, Condition, Sensor

FLAT = Condition(0.5, bayer=False, noise=0, uneven=0, sharpen=0, jpeg=0, tint=(1, 1, 1))
WHOLE = (0, 0, 64, 48)


def picture(condition: Condition, scene: np.ndarray, seed: int = 1) -> np.ndarray:
    rng = np.random.default_rng(seed)
    sensor = Sensor(condition, scene.shape[1], scene.shape[0], rng)
    sensor.expose(scene, (0, 0, scene.shape[1], scene.shape[0]))
    return sensor.develop(rng)


def grey(level: float, width: int = 64, height: int = 48) -> np.ndarray:
    return np.full((height, width, 3), round(level * FULL_LIGHT), np.uint16)


def test_linear_light_is_encoded_by_the_srgb_curve() -> None:
    assert picture(FLAT, grey(0.2140))[24, 32] == pytest.approx([127, 127, 127], abs=1)
    assert picture(FLAT, grey(1.0)).min() == 255
    assert picture(FLAT, grey(0.0)).max() == 0
    assert picture(replace(FLAT, exposure=0.5), grey(0.428))[0, 0] == pytest.approx(
        [127] * 3, abs=1
    )


def test_blur_is_a_gaussian_of_the_given_width_in_linear_light() -> None:
    scene = grey(0.0, 65, 65)
    scene[:, 32] = FULL_LIGHT
    line = picture(replace(FLAT, psf_px=1.5), scene)[32, :, 0] / 255
    light = np.where(line <= 0.04045, line / 12.92, ((line + 0.055) / 1.055) ** 2.4)
    x = np.arange(65) - 32
    assert light.sum() == pytest.approx(1.0, abs=0.03)
    assert np.sqrt((light * x**2).sum() / light.sum()) == pytest.approx(1.5, abs=0.1)


@pytest.mark.parametrize("channel", [0, 1, 2])
def test_the_mosaic_keeps_colours(channel: int) -> None:
    scene = grey(0.05)
    scene[:, :, channel] = round(0.6 * FULL_LIGHT)
    seen = picture(replace(FLAT, bayer=True), scene)[8:-8, 8:-8].reshape(-1, 3).mean(axis=0)
    assert seen.argmax() == channel
    assert seen[channel] == pytest.approx(203, abs=3)
    assert np.delete(seen, channel) == pytest.approx([63, 63], abs=3)


def test_uneven_light_loses_the_share_it_names() -> None:
    seen = picture(replace(FLAT, uneven=0.3), grey(0.8, 640, 480))[:, :, 1] / 255
    light = ((seen + 0.055) / 1.055) ** 2.4
    assert light.min() / light.max() == pytest.approx(0.7, abs=0.08)


def test_noise_has_the_given_sigma_and_differs_from_frame_to_frame() -> None:
    condition = replace(FLAT, noise=3.0)
    rng = np.random.default_rng(3)
    sensor = Sensor(condition, 200, 200, rng)
    sensor.expose(grey(0.3, 200, 200), (0, 0, 200, 200))
    one, two = (sensor.develop(rng).astype(float) for _ in range(2))
    assert one.std() == pytest.approx(3.0, abs=0.1)
    assert (one - two).std() == pytest.approx(3.0 * 2**0.5, abs=0.2)


def test_exposing_a_part_changes_that_part_only() -> None:
    rng = np.random.default_rng(1)
    sensor = Sensor(replace(FLAT, bayer=True), 64, 48, rng)
    sensor.expose(grey(0.2), WHOLE)
    before = sensor.develop(rng)
    sensor.expose(grey(0.9), (20, 10, 40, 30))
    after = sensor.develop(rng)
    changed = np.argwhere((before != after).any(axis=2))
    assert changed.min(axis=0) == pytest.approx([10, 20], abs=1)
    assert changed.max(axis=0) == pytest.approx([29, 39], abs=1)


def test_presets_go_from_clean_to_hard() -> None:
    rng = np.random.default_rng(5)
    scene = rng.integers(0, FULL_LIGHT, (120, 160, 3)).astype(np.uint16)
    scene = np.repeat(np.repeat(scene, 3, axis=0), 3, axis=1)
    ideal = picture(FLAT, scene).astype(float)
    errors = {
        name: np.abs(picture(condition, scene).astype(float) - ideal).mean()
        for name, condition in CONDITIONS.items()
    }
    assert errors["clean"] < errors["good"] < errors["webcam"] < errors["hard"]
