from __future__ import annotations

from dataclasses import replace

import numpy as np

from companion.simulator.render import Shots
from companion.simulator.sensor import CONDITIONS, FULL_LIGHT, Condition, Sensor

WIDTH, HEIGHT = 160, 128
PATCH = (50, 40, 90, 71)
WHOLE = (0, 0, WIDTH, HEIGHT)


def scene(rng: np.random.Generator) -> np.ndarray:
    coarse = rng.uniform(0.1, 0.9, (HEIGHT // 8, WIDTH // 8, 3))
    light = np.rint(np.kron(coarse, np.ones((8, 8, 1))) * FULL_LIGHT)
    return np.asarray(light, np.uint16)


def shown(condition: Condition, count: int) -> tuple[Sensor, Shots, np.ndarray]:
    rng = np.random.default_rng(3)
    sensor = Sensor(condition, WIDTH, HEIGHT, rng)
    light = scene(rng)
    sensor.expose(light, WHOLE)
    return sensor, Shots(sensor, rng, count), light


def test_pictures_take_turns_and_no_two_in_a_row_are_the_same() -> None:
    _, shots, _ = shown(CONDITIONS["webcam"], 2)
    one, two, three = (shots.next() for _ in range(3))
    assert not np.array_equal(one, two)
    assert np.array_equal(one, three)


def test_without_a_count_every_picture_is_new() -> None:
    _, shots, _ = shown(CONDITIONS["webcam"], 0)
    assert not np.array_equal(shots.next(), shots.next())


def test_what_changed_is_developed_as_in_a_whole_picture() -> None:
    condition = replace(CONDITIONS["webcam"], noise=0.0)
    sensor, shots, light = shown(condition, 1)
    before = shots.next()
    kept = before.copy()
    light[PATCH[1] : PATCH[3], PATCH[0] : PATCH[2]] = FULL_LIGHT // 2
    sensor.expose(light, PATCH)
    shots.changed([PATCH])
    after, whole = shots.next(), sensor.develop(np.random.default_rng(1))
    inside = (slice(PATCH[1], PATCH[3]), slice(PATCH[0], PATCH[2]))
    # JPEG smooths colour across edges, by a few steps at most
    assert np.abs(after[inside].astype(int) - whole[inside]).max() <= 12
    assert np.abs(after[inside].astype(int) - before[inside]).mean() > 10
    assert np.array_equal(before, kept), "a frame that was handed out is left alone"
    outside = np.ones((HEIGHT, WIDTH), bool)
    outside[inside] = False
    assert np.array_equal(after[outside], before[outside])
