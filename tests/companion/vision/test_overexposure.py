"""A picture is too bright if light makes it unreadable, not if it is white."""

from __future__ import annotations

import dataclasses

import pytest

from companion.readings import Trouble
from companion.vision.doctor.checkup import examine
from companion.vision.doctor.values import Ailment
from companion.vision.reader.codebook import Codebook
from companion.vision.reader.image_pyramid import as_grey
from companion.vision.trouble import exposure_trouble
from tests.companion.vision.test_watcher import ALL, CAMERA, Play, read
from tests.support.vision.scenes import Camera

WHITE = 0.9


@pytest.fixture
def play(book: Codebook) -> Play:
    return Play(book)


def lit(times: float) -> Camera:
    """Return the camera with `times` times its normal exposure."""
    return dataclasses.replace(CAMERA, exposure=times * CAMERA.exposure)


@pytest.mark.parametrize("times", [5.0, 8.0, 14.0])
def test_tags_that_light_eats_are_reported_as_too_bright(play: Play, times: float) -> None:
    """Regression: without a white half, nothing was reported, or a missing mat."""
    cards = [play.card(1, "a1"), play.card(2, "c2")]
    assert len(read(play.see(*cards))) == 2
    bright = lit(times)
    assert exposure_trouble(as_grey(play.frame(*cards, camera=bright).image)) is None

    for frames in (3, 60):
        view = play.see(*cards, frames=frames, camera=bright)
        assert view.trouble is Trouble.BRIGHT
        assert (view.empty, view.covered) == (frozenset(), ALL)

    again = play.see(*cards)
    assert again.trouble is None
    assert len(read(again)) == 2


def test_it_is_reported_before_any_mat_was_seen(play: Play) -> None:
    assert play.see(play.card(1, "a1"), camera=lit(8.0)).trouble is Trouble.BRIGHT


@pytest.mark.parametrize("hidden", [False, True])
def test_a_white_table_is_not_too_bright_for_tags_that_are_read(
    play: Play, *, hidden: bool
) -> None:
    """Regression: a mostly white picture was reported as too bright though its tags were read."""
    play.ground = WHITE
    white, cards = lit(2.5), [play.card(1, "a1"), play.card(2, "c2")]
    things = [*cards, play.over("a1", 0.5)] if hidden else cards
    frame = play.frame(*cards, camera=white)
    assert exposure_trouble(as_grey(frame.image)) is Trouble.BRIGHT

    play.see(*cards, camera=white)
    view = play.see(*things, frames=15, camera=white)
    assert view.trouble is None
    assert read(view)["c2"] == cards[1].tag


@pytest.mark.parametrize(
    ("ground", "times", "grave"), [(0.06, 5.0, True), (0.06, 14.0, True), (WHITE, 2.5, False)]
)
def test_the_light_coach_reports_it_and_lets_a_white_table_begin(
    play: Play, book: Codebook, ground: float, times: float, *, grave: bool
) -> None:
    play.ground = ground
    frame = play.frame(play.card(1, "a1"), play.card(2, "c2"), camera=lit(times))
    report = {each.ailment: each.grave for each in examine(frame.image, book).complaints}
    assert report[Ailment.BRIGHT] is grave
    assert not {Ailment.NO_MAT, Ailment.GLARE} & set(report)
    assert any(report.values()) is grave


def test_nothing_at_all_is_no_tag_that_is_burnt_out(play: Play) -> None:
    """Check that a bright lamp in a picture without a mat is reported as a missing mat."""
    away = dataclasses.replace(CAMERA, shift=(900.0, 0.0))
    image = play.frame(camera=away).image.copy()
    image[:200, :400] = 255
    assert (
        play.watcher.see(dataclasses.replace(play.frame(), image=image)).trouble is Trouble.NO_MAT
    )
