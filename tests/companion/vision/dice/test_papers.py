"""Cards and pieces that come and go on a dice tray: they are not searched for dice."""

from __future__ import annotations

from unittest.mock import Mock

import numpy as np
import pytest

from companion.readings import DieReading
from companion.simulator.dice import Die
from companion.simulator.render import Renderer
from companion.simulator.scene import Scene
from companion.vision.dice.papers import Paper, papers_in
from companion.vision.dice.reader import D6, read_dice
from companion.vision.dice.tracker import DiceTracker
from companion.vision.mat.tracker import MatPose
from companion.vision.reader.codebook import Codebook
from companion.vision.sources.stills import load_picture, read_still
from rules import load_manifest
from tests.support.paths import PICTURES
from tests.support.vision.dice_table import table

TRAY = (60.0, 30.0, 200.0, 140.0)
CARD_MM = (103.0, 40.0, 157.0, 130.0)
"""The place of the felt's printed card."""


class Place:
    """A dice tray with its tracker, which counts the searches for dice."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.watch = DiceTracker((D6,), TRAY)
        self.time_s = 0.0
        self._spy = Mock(wraps=read_dice)
        monkeypatch.setattr("companion.vision.dice.tracker.read_dice", self._spy)

    @property
    def reads(self) -> int:
        return self._spy.call_count

    def look(
        self, scene: tuple[Renderer, MatPose], *dice: Die, papers: tuple[Paper, ...] = ()
    ) -> tuple[DieReading, ...]:
        report: tuple[DieReading, ...] = ()
        renderer, pose = scene
        for _ in range(8):
            image = renderer.render(Scene(dice=dice))
            report = self.watch.see(self.time_s, image, pose, hand=False, papers=papers)
            self.time_s += 0.2
        return report


@pytest.fixture
def place(monkeypatch: pytest.MonkeyPatch) -> Place:
    return Place(monkeypatch)


def card() -> Paper:
    left, top, right, bottom = CARD_MM
    outline = np.array([[left, top], [right, top], [right, bottom], [left, bottom]])
    return "tag", outline + 4 * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])


def test_a_card_that_comes_or_goes_is_not_searched_for_dice(place: Place) -> None:
    bare, covered = table(20), table(20, card=True)
    place.look(bare)
    before = place.reads
    assert place.look(covered, papers=(card(),)) == ()
    assert place.look(bare) == ()
    assert place.reads == before


def test_a_card_that_was_not_read_is_searched(place: Place) -> None:
    place.look(table(20))
    before = place.reads
    place.look(table(20, card=True))
    assert place.reads > before


def test_a_die_next_to_or_on_a_card_is_read(place: Place) -> None:
    covered = table(20, card=True)
    place.look(table(20))
    place.look(covered, papers=(card(),))
    nearby, on = Die("4", 80, 80, 20), Die("3", 130, 105, 50)
    assert [die.value for die in place.look(covered, nearby, papers=(card(),))] == ["4"]
    place.look(covered, papers=(card(),))
    assert [die.value for die in place.look(covered, on, papers=(card(),))] == ["3"]


def test_papers_in_an_area_are_those_whose_outlines_reach_it() -> None:
    paper = PICTURES / "paper" / "yggdrasil"
    printed = [load_manifest(path) for path in sorted(paper.glob("*.manifest.json"))]
    book = Codebook(printed)
    readings = read_still(load_picture(PICTURES / "distance-mat" / "yggdrasil.jpg"), book)
    everywhere = papers_in((-1000, -1000, 2000, 2000), readings, book)
    tags = [tag for tag, _ in everywhere]
    assert set(tags) <= {reading.tag for reading in readings}
    assert "y01" in {reading.card for reading in readings if reading.tag in tags}
    tag, outline = everywhere[0]
    (left, top), (right, bottom) = outline.min(axis=0), outline.max(axis=0)
    assert tag in [found for found, _ in papers_in((left, top, right, bottom), readings, book)]
    beside = (right + 0.1, top, right + 0.2, bottom)
    assert tag not in [found for found, _ in papers_in(beside, readings, book)]
    assert papers_in((5000, 5000, 5010, 5010), readings, book) == ()
