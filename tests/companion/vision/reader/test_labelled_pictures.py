"""The labelled pictures: floors, no false readings, and an independent reader for comparison."""

from __future__ import annotations

import argparse
import dataclasses
import json
import math
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from companion.readings import Reading
from companion.vision.reader.codebook import Codebook
from companion.vision.reader.reader import TagReader
from companion.vision.reader.sightings import px_per_module
from rules import load_manifest
from tests.support.vision import labelled_pictures as labelled
from tests.support.vision.labelled_pictures import (
    NEAR_MODULES,
    PAPER,
    PICTURES,
    UNFRAMED,
    Label,
    Picture,
    Score,
    Truth,
    book,
    floors,
    load_truth,
    pictures,
    risen,
    stock,
)
from tools.pictures import label as pictures_label
from tools.pictures.label import Unclear, parsed

CONDITIONS = sorted({picture.condition for picture in pictures()})
DRAWN = ("the virtual camera", "Blender's Cycles")
MOST_BYTES, MOST_BYTES_A_PHOTO = 6_000_000, 400_000


class Look(NamedTuple):
    """A labelled picture, its pixels, and the tag reader's readings."""

    picture: Picture
    image: np.ndarray
    readings: tuple[Reading, ...]


@pytest.fixture(scope="module", autouse=True)
def _release() -> Iterator[None]:
    """Release the 50 MB of codebooks after the last test of this module."""
    yield
    book.cache_clear()


@pytest.fixture(scope="module", params=CONDITIONS)
def looks(request: pytest.FixtureRequest) -> list[Look]:
    """Return a condition's pictures, which are released before those of the next condition."""
    found = []
    for picture in pictures():
        if picture.condition == request.param:
            image = picture.image()
            found.append(Look(picture, image, TagReader(book(picture.truth.paper)).read(image)))
    return found


def test_no_condition_falls_below_its_floor_and_nothing_is_read_falsely(looks: list[Look]) -> None:
    score, condition = Score(), looks[0].picture.condition
    for picture, _, readings in looks:
        score.add(picture.truth, readings, picture.name)
    assert score.false == []
    for what, share in score.shares().items():
        assert share >= floors()[condition][what], (what, score.missed)


def test_what_a_stock_reader_reads_is_what_we_read_there(looks: list[Look]) -> None:
    """Check that no place has another text, and nothing is unread except under an object."""
    for picture, image, readings in looks:
        for text, at in stock(image):
            ours = [
                r.tag
                for r in readings
                if math.dist(at, np.mean(r.corners, axis=0)) < 6 * px_per_module(r.corners)
            ]
            if ours:
                assert text in ours, picture.name
            else:
                (label,) = (
                    label
                    for label in picture.truth.labels
                    if math.dist(at, label.centre) < 6 * px_per_module(label.corners)
                )
                assert text == label.tag
                assert label.panel > 0, (picture.name, text)


def test_every_game_is_in_every_condition_that_we_draw() -> None:
    games = {"dicebattle", "jiguan", "spherion", "stratosphere", "yggdrasil"}
    assert games <= {path.name for path in PAPER.iterdir()}
    shown: dict[str, set[str]] = {}
    for picture in pictures():
        if picture.truth.made["by"] == "the virtual camera":
            paper = picture.truth.paper.removesuffix(UNFRAMED)
            shown.setdefault(picture.condition, set()).add(paper)
    assert len(shown) >= 10
    assert all(papers == games for papers in shown.values())
    lights = [condition for condition in CONDITIONS if condition.startswith("cycles-")]
    assert len(lights) == 4
    rendered = [p.truth.paper for p in pictures() if p.condition in lights]
    assert set(rendered) == games


def test_each_picture_has_its_truth_and_each_condition_a_floor() -> None:
    drawn = {path.with_suffix("") for path in PICTURES.glob("*/*.jpg")}
    assert drawn == {picture.path.with_suffix("") for picture in pictures()}
    assert sorted(floors()) == CONDITIONS
    for picture in pictures():
        height, width = picture.image().shape[:2]
        assert picture.truth.labels
        assert {label.tag for label in picture.truth.labels} <= set(
            book(picture.truth.paper).entries
        )
        for label in picture.truth.labels:
            # A tag cut by the picture's edge is there, but need not be read.
            points = label.corners if label.cover < 1 else [label.centre]
            xs, ys = zip(*points, strict=True)
            assert 0 <= min(xs) <= max(xs) < width
            assert 0 <= min(ys) <= max(ys) < height
            assert 0 <= label.cover <= 1


def test_a_photograph_says_whose_it_is_and_who_looked_at_the_labels() -> None:
    for picture in pictures():
        made = picture.truth.made
        if made["by"] not in DRAWN:
            assert made["licence"] in ("CC0-1.0", "CC-BY-4.0", "MIT"), picture.name
            assert made["checked"], picture.name


def test_no_floor_is_lower_than_it_has_been() -> None:
    assert floors() == risen()


def test_no_floor_is_lower_than_in_any_commit(root: Path) -> None:
    path = labelled.FLOORS.relative_to(root).as_posix()
    git = ["git", "-C", str(root)]
    log = subprocess.run(
        [*git, "log", "--format=%H", "--", path], capture_output=True, text=True, check=False
    )
    if log.returncode or not log.stdout.split():
        pytest.skip("no history here: the seals of floors.txt are what is left")
    for commit in log.stdout.split():
        shown = subprocess.run(
            [*git, "show", f"{commit}:{path}"], capture_output=True, text=True, check=True
        )
        for condition, shares in json.loads(shown.stdout).items():
            for what, share in shares.items():
                assert floors()[condition][what] >= share, (condition, what, commit)


def test_a_floor_that_is_written_lower_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "floors.txt"
    path.write_text("", encoding="utf-8")
    monkeypatch.setattr(labelled, "RISEN", path)
    labelled.note_risen({"cover": {"read": 0.8}, "glare": {"read": 0.7}})
    labelled.note_risen({"cover": {"read": 0.9}, "glare": {"read": 0.6}})
    assert risen() == {"cover": {"read": 0.9}, "glare": {"read": 0.7}}
    lines = path.read_text(encoding="utf-8").splitlines()
    assert len(lines) == 3
    path.write_text("\n".join([lines[0].replace("0.800", "0.700"), *lines[1:]]), encoding="utf-8")
    with pytest.raises(ValueError, match=r"floors\.txt:1: this line or one before it was changed"):
        risen()
    path.write_text("\n".join([lines[0], lines[2]]), encoding="utf-8")
    with pytest.raises(ValueError, match=r"floors\.txt:2"):
        risen()


def test_the_set_stays_small() -> None:
    drawn = 0
    for picture in pictures():
        size = picture.path.stat().st_size
        assert size < MOST_BYTES_A_PHOTO, picture.name
        drawn += size * (picture.truth.made["by"] in DRAWN)
    assert drawn < MOST_BYTES


SQUARE = ((100.0, 100.0), (142.0, 100.0), (142.0, 142.0), (100.0, 142.0))
"""A symbol of 2 px per module."""


def seen(tag: str, shift: float = 0.0) -> Reading:
    a, b, c, d = ((x + shift, y) for x, y in SQUARE)
    return Reading(tag, (a, b, c, d), 0.9)


def test_a_score_counts_what_is_read_where_it_is_and_nothing_else() -> None:
    truth = Truth("jiguan", (Label("A", SQUARE), Label("B", SQUARE, cover=0.6)), {})

    def score(*readings: Reading) -> Score:
        made = Score()
        made.add(truth, readings)
        return made

    assert score(seen("A")).shares() == {"read": 1.0, "near": 1.0}
    assert score(seen("A", 2 * NEAR_MODULES + 0.1)).shares() == {"read": 1.0, "near": 0.0}
    assert score(seen("A", 50)).shares() == {"read": 0.0, "near": 0.0}
    assert score(seen("A", 50)).false == [" A"]
    assert score(seen("B")).false == []
    assert score(seen("A"), seen("A")).false == [" A"]
    assert score(seen("C")).false == [" C"]
    assert score(seen("")).unknown == 1


def test_truth_comes_back_from_its_file_as_it_was(tmp_path: Path) -> None:
    truth = next(pictures()).truth
    path = tmp_path / "truth.json"
    path.write_text(truth.dump(), encoding="utf-8")
    assert load_truth(path) == truth
    other = dataclasses.replace(truth, labels=())
    assert other.dump() != truth.dump()


@pytest.fixture(scope="module")
def paper(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with newly printed sheets."""
    from tools.pictures.make import print_paper

    book.cache_clear()  # the stored pictures have been read
    return print_paper("jiguan", tmp_path_factory.mktemp("photo"))


def test_a_seed_decides_a_picture_to_the_byte(paper: Path) -> None:
    """Check one card of a game on its mat, drawn twice from newly printed sheets."""
    from tools.pictures.scenes import draw

    first, again = (draw("angle-30", "jiguan", paper, "jiguan") for _ in range(2))
    assert first == again
    assert first[0] != draw("glare", "jiguan", paper, "jiguan")[0]
    tags = {card.tag for path in paper.glob("*.json") for card in load_manifest(path).cards}
    assert {label.tag for label in first[1].labels} & tags


@pytest.fixture(scope="module")
def photo(paper: Path) -> tuple[Path, Truth]:
    """Return a phone's picture with large tags."""
    from companion.simulator.camera import SimulatedCamera
    from companion.simulator.render import Renderer
    from companion.simulator.scene import Scene
    from companion.simulator.sensor import CONDITIONS
    from companion.simulator.textures import PaperShop
    from tools.pictures.scenes import Setting, encoded, labels, lay_out, manifests

    shop = PaperShop(manifests(paper), 150.0)
    sheets, mat = Codebook(shop.manifests), min(shop.mats)
    camera = SimulatedCamera(width=1400, height=1000, height_mm=180.0)
    rng = np.random.default_rng(4)
    placed = lay_out(Setting(cards=4), shop, sheets, mat, camera, rng)
    renderer = Renderer(shop, mat, camera, CONDITIONS["good"], rng)
    image = renderer.render(Scene(pieces=tuple(placed.pieces)))
    path = paper.parent / "photo.jpg"
    path.write_bytes(encoded(image, 90))
    return path, Truth("jiguan", labels(shop, sheets, mat, camera, placed), {})


def asked(photo: Path, *more: str) -> argparse.Namespace:
    words = [str(photo), "real-window", "one", "--paper", str(photo.parent / "jiguan")]
    return parsed([*words, "--by", "A Player", "--licence", "CC0-1.0", *more])


def test_a_photograph_is_labelled_at_full_size_and_kept_small(
    photo: tuple[Path, Truth], tmp_path: Path
) -> None:
    path, truth = photo
    out, folder, paper = tmp_path / "out", tmp_path / "set", tmp_path / "paper"
    picture = pictures_label.label(asked(path, "--checked"), out, folder, paper)
    kept = load_truth(picture.with_suffix(".json"))
    assert kept.made == {"by": "A Player", "licence": "CC0-1.0", "checked": True}
    assert sorted(each.tag for each in kept.labels) == sorted(each.tag for each in truth.labels)
    assert min(px_per_module(each.corners) for each in kept.labels) == pytest.approx(1.5, abs=0.02)
    assert (out / "proof-real-window-one.jpg").exists()
    sheets = Codebook(load_manifest(each) for each in (paper / kept.paper).glob("*.json"))
    score = Score()
    score.add(kept, TagReader(sheets).read(Picture(picture, kept).image()))
    assert score.shares() == {"read": 1.0, "near": 1.0}


def test_a_label_that_two_readers_do_not_share_is_not_written(
    photo: tuple[Path, Truth], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, truth = photo
    at = np.array(truth.labels[0].centre)
    places = (tmp_path / "out", tmp_path / "set", tmp_path / "paper")
    monkeypatch.setattr(pictures_label, "stock", lambda image: iter([("OTHER", at)]))
    with pytest.raises(Unclear, match=r"we read J.*zxing-cpp OTHER"):
        pictures_label.label(asked(path), *places)
    absent = "JRK0310LVU"
    monkeypatch.setattr(pictures_label, "stock", lambda image: iter([(absent, at * 0)]))
    with pytest.raises(Unclear, match=f"also reads {absent}: give their corners with --add"):
        pictures_label.label(asked(path), *places)
    assert not (tmp_path / "set").exists()
    corners = ("0,0", "90,0", "90,90", "0,90")
    picture = pictures_label.label(asked(path, "--add", absent, *corners), *places)
    assert absent in {each.tag for each in load_truth(picture.with_suffix(".json")).labels}
    with pytest.raises(Unclear, match="give four corners"):
        pictures_label.label(asked(path, "--add", absent, "0,0"), *places)


def test_a_photograph_that_is_not_there_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    cards = Path("out") / "c.manifest.json"
    monkeypatch.setattr(pictures_label, "manifests", lambda _: [cards])
    monkeypatch.setattr(pictures_label, "load_manifest", lambda _: None)
    monkeypatch.setattr(pictures_label, "Codebook", list)
    gone = tmp_path / "nope.jpg"
    words = [str(gone), "real-x", "y", "--paper", ".", "--by", "Mia", "--licence", "MIT"]
    monkeypatch.setattr("sys.argv", ["pictures_label.py", *words])
    assert pictures_label.main() == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.count("nope.jpg") == 1
