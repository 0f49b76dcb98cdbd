"""The light coach: when the match may begin, and what the page shows until then."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np
import pytest

from companion.commands.referee import coach as _coach
from companion.commands.referee.coach import coach
from companion.errors import CameraLost
from companion.frames import Frame
from companion.referee.control_cards import ControlCard
from companion.referee.words.wording import Wording
from companion.vision.doctor.plan import WELL
from companion.vision.doctor.values import DARK_TONE, SOFT_PX, Ailment, Checkup, Complaint
from companion.web.coach import Coach, Figure
from companion.web.mailbox import Pressed
from rules import LANGUAGES, Message, load_catalog, load_manifest
from tests.companion.web.test_lobby import PAPER
from tests.support.checkups import BARE, far, measured
from tests.support.web.match_page import Table

BURNT = Complaint(Ailment.BRIGHT, grave=True, facts={"tone": "255"})
RED, YELLOW, GREEN = measured(far(grave=True)), measured(far(grave=False)), measured()


class Camera:
    """A camera with one check-up per picture; None is a missing picture."""

    name = "camera"

    def __init__(self, *shown: Checkup | None) -> None:
        self.shown, self.read_ = list(shown), 0

    def read(self) -> Frame | None:
        self.read_ += 1
        if self.read_ > len(self.shown):
            return None
        if self.shown[self.read_ - 1] is None:
            raise CameraLost("nothing has come")
        return Frame(np.zeros((480, 640, 3), np.uint8), self.read_ / 10, self.read_)

    def examine(self, image: object, book: object) -> Checkup:
        checkup = self.shown[self.read_ - 1]
        assert checkup is not None
        return checkup

    def close(self) -> None:
        """Do nothing, as there is nothing to release."""


@pytest.fixture
def table() -> Table:
    return Table.of("yggdrasil")


def run_coach(
    table: Table, monkeypatch: pytest.MonkeyPatch, *shown: Checkup | None, every_s: float = 0.0
) -> tuple[Camera, list[Coach | None]]:
    """Run the coach with these check-ups; return the camera and all states shown on the page."""
    camera, placed = Camera(*shown), list[Coach | None]()
    monkeypatch.setattr(_coach, "_EVERY_S", every_s)
    monkeypatch.setattr(_coach, "_LOST_S", 0.0)
    monkeypatch.setattr("companion.vision.doctor.checkup.examine", camera.examine)
    monkeypatch.setattr(table.onlooker, "coach", placed.append)
    coach(camera, (load_manifest(PAPER),), table.onlooker, table.mailbox)
    return camera, placed


def lights(placed: Iterable[Coach | None]) -> list[str | None]:
    return [None if each is None else each.light for each in placed]


@pytest.mark.parametrize(
    ("shown", "seen"),
    [
        ((GREEN, GREEN, RED), 2),
        ((YELLOW, GREEN, RED), 2),
        ((RED, GREEN, RED, GREEN, YELLOW, RED), 5),
    ],
)
def test_the_match_begins_when_two_pictures_in_a_row_will_do(
    table: Table, monkeypatch: pytest.MonkeyPatch, shown: tuple[Checkup, ...], seen: int
) -> None:
    camera, placed = run_coach(table, monkeypatch, *shown)

    assert camera.read_ == seen
    assert lights(placed) == [*(str(each.light) for each in shown[:seen]), None]


def test_start_begins_it_whatever_the_camera_sees(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.mailbox.press(Pressed(ControlCard.DONE))
    camera, placed = run_coach(table, monkeypatch, RED, RED)

    assert (camera.read_, placed) == (0, [None])


def test_a_film_that_ends_begins_nothing_more(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    camera, placed = run_coach(table, monkeypatch, RED)
    assert (camera.read_, lights(placed)) == (2, ["red"])


def test_pictures_between_two_looks_are_shown_and_not_judged(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    camera, placed = run_coach(table, monkeypatch, RED, RED, RED, every_s=3600.0)

    assert camera.read_ == 4
    assert lights(placed) == ["red"]
    assert table.mailbox.picture() is not None


def test_a_camera_that_stays_away_is_reported_once(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, placed = run_coach(table, monkeypatch, None, None, GREEN, None, GREEN)

    first, *others = placed
    assert first is not None
    for lang in LANGUAGES:
        assert first.sentences[lang] == (Message("page.coach.no_picture").render(lang),)
    assert lights(others) == ["green", "green", None]


def test_what_is_shown_has_sentences_figures_and_places(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, (shown,) = run_coach(table, monkeypatch, RED)

    assert shown is not None
    assert shown.places == (((0.1, 0.1), (0.2, 0.1), (0.2, 0.2), (0.1, 0.2)),)
    assert len({shown.sentences[lang] for lang in LANGUAGES}) == len(LANGUAGES)
    assert all("0.70" in shown.sentences[lang][0] for lang in LANGUAGES)
    assert shown.figures == (
        Figure("size", "2.25", f"{WELL:.1f}", well=True),
        Figure("blur", "0.8", "≤ 1.6", well=True),
        Figure("light", "201", "90", well=True),
        Figure("marks", "2", "3", well=False),
        Figure("tags", "1"),
    )


def test_places_are_called_what_the_referee_calls_them(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    mirrored = Complaint(Ailment.GLARE, grave=True, cells=("A.deck",))
    _, (shown,) = run_coach(table, monkeypatch, replace(BARE, complaints=(mirrored,)))

    assert shown is not None
    for lang in LANGUAGES:
        assert Wording(load_catalog("yggdrasil"), lang).cell("A.deck") in shown.sentences[lang][0]
        assert "A.deck" not in shown.sentences[lang][0]


@pytest.mark.parametrize(
    ("worse", "name"),
    [
        (replace(BARE, px_per_module=0.9), "size"),
        (replace(BARE, blur_px=1.7), "blur"),
        (replace(BARE, white=89.0), "light"),
        (replace(BARE, white=255.0, complaints=(BURNT,)), "light"),
    ],
)
def test_a_figure_that_is_not_good_enough_is_marked(
    table: Table, monkeypatch: pytest.MonkeyPatch, worse: Checkup, name: str
) -> None:
    _, placed = run_coach(table, monkeypatch, worse)
    assert placed[0] is not None
    assert [(each.name, each.well) for each in placed[0].figures] == [(name, False), ("tags", True)]


def test_what_the_doctor_lets_pass_is_not_marked(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, placed = run_coach(table, monkeypatch, replace(BARE, blur_px=SOFT_PX, white=DARK_TONE))
    assert placed[0] is not None
    assert [each.well for each in placed[0].figures] == [True, True, True]
