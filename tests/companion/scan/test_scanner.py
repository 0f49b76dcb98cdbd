"""The reader and the tally together: which cards of a picture count, and what is kept."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.errors import SourceError
from companion.frames import Frame
from companion.scan.judging import ScanOptions
from companion.scan.scanner import Scanner
from companion.scan.session import ScanSession
from companion.scan.stock import PrintedStock
from companion.vision.reader.image_pyramid import Image
from rules import load_catalog
from tests.support.vision.scenes import Camera, Piece, Scene, deck_manifest

DECK = deck_manifest(4)
TAGS = [card.tag for card in DECK.cards]
STOCK = PrintedStock.of([DECK], load_catalog("yggdrasil"))


@pytest.fixture(scope="module")
def image() -> Image:
    """Return a picture of two cards next to each other at 1.6 px/mm."""
    pieces = [Piece(tag, 60 + 70 * i, 95) for i, tag in enumerate(TAGS[:2])]
    scene = Scene(pieces=pieces, width=260, height=190)
    return scene.render(Camera(480, 360, scale=1.6, blur=0.5, noise=1.0))


def scanner(pictures: Path | None) -> Scanner:
    session = ScanSession(STOCK, ScanOptions("yggdrasil"))
    session.begin()
    return Scanner([DECK], session, pictures)


def test_of_each_new_card_a_picture_of_its_printed_size_is_kept(
    image: Image, tmp_path: Path
) -> None:
    scan = scanner(tmp_path / "seen")
    kinds = [event.kind.value for event in scan.photo("a.jpg", image)]

    assert kinds == ["counted", "counted", "picture"]
    assert {path.stem for path in (tmp_path / "seen").iterdir()} == set(TAGS[:2])
    for path in (tmp_path / "seen").iterdir():
        card = cv2.imdecode(np.frombuffer(path.read_bytes(), np.uint8), cv2.IMREAD_GRAYSCALE)
        assert card.shape == (216, 130), "54 × 90 mm"
        tag = card[int(60.5 * 2.4) : int(76.5 * 2.4), int(7 * 2.4) : int(23 * 2.4)]
        assert int(tag.max()) - int(tag.min()) > 90, "the tag is in its place"


def test_a_camera_and_a_photograph_count_into_the_same_scan(image: Image) -> None:
    scan = scanner(None)
    live = scan.frame("camera", Frame(image, 0.0, 0))
    photo = scan.photo("a.jpg", image)

    assert [event.kind.value for event in live] == ["counted", "counted"]
    (picture,) = photo
    assert (picture.facts["new"], picture.facts["again"]) == (0, 2)


def test_a_frame_too_dark_to_read_says_so_and_counts_nothing(image: Image) -> None:
    scan = scanner(None)
    assert scan.frame("camera", Frame((image // 40).astype(np.uint8), 0.0, 0)) == []
    assert scan.trouble == "dark"
    scan.frame("camera", Frame(image, 1.0, 1))
    assert scan.trouble == ""


def test_pictures_that_find_no_room_are_reported(image: Image, tmp_path: Path) -> None:
    (tmp_path / "seen").write_text("a file")
    with pytest.raises(SourceError, match="--again"):
        scanner(tmp_path / "seen").photo("a.jpg", image)
